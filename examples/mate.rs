//! A mate problem of shogi, solved a thousand nodes at a time, with its line and a check of the proof.
//!
//!     cargo run --release --example mate

use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome, Trust, Verification};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, format_usi};
use yomikiri::mem::Memory;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Step};

/// Ito Kanju, Shogi Zuko (1755), problem 2.
const PROBLEM: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";

fn main() -> Result<(), Error> {
    let position = Position::from_sfen(PROBLEM)?;
    let attacker = position.side();

    // Two blocks: the path, 64 bytes a ply and 20 a move, and a table of any size.
    let config = Config { plies: 256, moves: 16_384 };
    let (mut path, mut table) = (vec![0; config.bytes()? / 8], vec![0; 1 << 17]);
    let problem = MateProblem::new(position, attacker)?;
    let mut solver = Dfpn::new(problem, config, Memory::new(&mut path))?;
    solver.set_table(ProofTable::format(Memory::new(&mut table)))?;

    solver.start(Limits { mode: Mode::Shortest, nodes: 1_000_000, ..Limits::default() })?;
    while solver.step(1000)? == Step::More {
        // Look at the clock, draw a picture, serve an interrupt: the answer stays the same.
    }
    let report = solver.report();
    if report.outcome == Outcome::Proven {
        for &m in solver.line() {
            print!("{} ", format_usi(m));
        }
        println!("mate in {}{}", report.length, if report.exact { "" } else { " or less" });
    }
    solver.start_verification(Trust::Keys, 0)?;
    solver.solve()?;
    assert_eq!(solver.report().verification, Verification::Passed);
    Ok(())
}
