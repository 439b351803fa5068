//! The legal moves of a shogi position by stage, in the square numbers of the blog article on
//! splitting a move generator that the position comes from: a mailbox 17 wide, square =
//! 38 + 17 (rank - 1) + (9 - file).
//!
//! The position as printed there has five lances, one more than a set; the reader must allow it.
//! (It also prints a second black king where the gold of 3g belongs; here it is that gold.)

use yomikiri::games::shogi::{
    MOST_MOVES, Position, SfenOptions, ShogiMove, Square, Stages, format_usi,
};
use yomikiri::moves::{Move, Moves};

const SEED: &str = "l6nl/5+P1gk/2nl1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// The blog's number of a square.
fn mailbox(square: Square) -> u32 {
    38 + 17 * u32::from(square.rank()) + (8 - u32::from(square.file()))
}

/// A move in the blog's numbers: from, to and `+`, or the dropped piece and to.
fn write(m: ShogiMove) -> String {
    let to = m.to().map_or(0, mailbox);
    match (m.from(), m.kind()) {
        (Some(from), _) => {
            let sign = if m.is_promotion() { "+" } else { "" };
            format!("{}-{to}{sign}", mailbox(from))
        }
        (None, Some(kind)) => format!("{}*{to}", char::from(kind.letter())),
        (None, None) => String::new(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Err(error) = Position::from_sfen(SEED) {
        println!("by default the position is refused: {error}\n");
    }
    let options = SfenOptions { more_than_a_set: true };
    let position = Position::from_sfen_with(SEED, options)?;
    println!("{}\n\n{}\n", position.ascii(), position.japanese());

    let limits = position.limits();
    let mut total = 0;
    for (name, stages) in [
        ("drops", Stages::DROPS),
        ("captures", Stages::CAPTURES),
        ("quiet promotions", Stages::QUIET_PROMOTIONS),
        ("other quiet moves", Stages::QUIETS),
    ] {
        let mut space = [Move::NONE; MOST_MOVES];
        let mut moves = Moves::new(&mut space);
        position.moves_of(&limits, stages, &mut moves);
        let n = moves.len();
        total += n;
        println!("{name}: {n}");
        for line in moves.as_slice().chunks(8) {
            let texts: Vec<String> = line
                .iter()
                .map(|&m| format!("{:<8} {:<6}", write(ShogiMove(m)), format_usi(m).to_string()))
                .collect();
            println!("  {}", texts.join(" "));
        }
        println!();
    }
    println!("{total} legal moves");
    println!(
        "{} without the senseless refusals to promote",
        position.count_of(&limits, Stages::ALL.sensible())
    );
    Ok(())
}
