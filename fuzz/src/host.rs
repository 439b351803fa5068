//! Hosts that lie: callbacks that return random moves, keys, sides, scores, counts and errors, and
//! change their answers. Every call ends with a defined status, and nothing is read or written out
//! of bounds (the address sanitizer looks). The same in Rust for the alpha-beta family.

use std::ffi::c_void;

use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::capi::dfpn::*;
use yomikiri::capi::host::*;
use yomikiri::capi::proof::*;
use yomikiri::capi::status::*;
use yomikiri::capi::stop::*;
use yomikiri::game::{Game, Key};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::status::Error;
use yomikiri::table::alphabeta::Table;

use super::graph::{Graph, PATH};
use super::input::Input;

/// A graph whose answers are true until the input says otherwise.
struct Liar<'a> {
    graph: Graph,
    /// How far the host is from where it should be.
    depth: i32,
    input: Input<'a>,
    /// One answer in so many is a lie.
    honesty: usize,
    calls: u32,
}

impl Liar<'_> {
    fn lies(&mut self) -> bool {
        self.calls += 1;
        assert!(self.calls < 4_000_000, "an endless loop");
        !self.input.is_empty() && self.input.below(self.honesty) == 0
    }

    fn step(&mut self, m: u32, forward: bool) {
        // An honest host cannot be asked for the impossible; a liar may be.
        if forward {
            if self.graph.is_move(Move(m)) && self.graph.depth() + 1 < PATH {
                self.graph.play(Move(m)).unwrap();
            } else {
                self.depth += 1;
            }
        } else if self.depth > 0 {
            self.depth -= 1;
        } else if self.graph.depth() > 0 && self.graph.index() as u32 + 1 == m {
            self.graph.undo(Move(m)).unwrap();
        }
    }

    fn code(&mut self) -> i32 {
        match self.input.byte() {
            small @ 0..=127 => -i32::from(small % 16),
            128..=191 => -1000 - i32::from(self.input.byte()),
            _ => self.input.word() as i32,
        }
    }
}

unsafe fn liar<'a>(user: *mut c_void) -> &'a mut Liar<'a> {
    // SAFETY: `user` is the liar of the run, and callbacks do not nest.
    unsafe { &mut *user.cast::<Liar<'a>>() }
}

unsafe extern "C" fn moves(user: *mut c_void, out: *mut u32, capacity: u32) -> i32 {
    let host = unsafe { liar(user) };
    if host.lies() {
        let count = host.input.below(8) as i32 - 2;
        for i in 0..count.min(capacity as i32) {
            unsafe { out.add(i as usize).write(host.input.word() >> host.input.below(32)) };
        }
        return if host.input.flag() { count } else { host.code() };
    }
    let edges = host.graph.here().edges();
    if edges.len() > capacity as usize {
        return YOMI_ERROR_TOO_MANY_MOVES;
    }
    for (i, &to) in edges.iter().enumerate() {
        unsafe { out.add(i).write(u32::from(to) + 1) };
    }
    edges.len() as i32
}

unsafe extern "C" fn play(user: *mut c_void, m: u32) -> i32 {
    let host = unsafe { liar(user) };
    if host.lies() {
        return host.code();
    }
    host.step(m, true);
    0
}

unsafe extern "C" fn undo(user: *mut c_void, m: u32) -> i32 {
    let host = unsafe { liar(user) };
    if host.lies() {
        return host.code();
    }
    host.step(m, false);
    0
}

unsafe extern "C" fn key(user: *mut c_void) -> u64 {
    let host = unsafe { liar(user) };
    if host.lies() { host.input.long() } else { host.graph.index() as u64 }
}

unsafe extern "C" fn terminal(user: *mut c_void, score: *mut i32) -> i32 {
    let host = unsafe { liar(user) };
    if host.lies() {
        unsafe { score.write(host.input.word() as i32) };
        return (host.code().unsigned_abs() % 3) as i32;
    }
    match host.graph.here().ended {
        None => 0,
        Some(value) => {
            unsafe { score.write(value) };
            1
        }
    }
}

unsafe extern "C" fn side(user: *mut c_void) -> i32 {
    let host = unsafe { liar(user) };
    if host.lies() {
        (host.code().unsigned_abs() % 4) as i32
    } else {
        i32::from(host.graph.here().second)
    }
}

unsafe extern "C" fn write_score(user: *mut c_void, score: *mut i32) -> i32 {
    let host = unsafe { liar(user) };
    unsafe { score.write(if host.lies() { host.input.word() as i32 } else { 3 }) };
    if host.lies() { host.code() } else { 0 }
}

unsafe extern "C" fn on_move(user: *mut c_void, m: u32) -> i32 {
    let host = unsafe { liar(user) };
    if host.lies() { host.code() } else { (m & 1) as i32 }
}

unsafe extern "C" fn numbers(
    user: *mut c_void,
    m: u32,
    proof: *mut u32,
    disproof: *mut u32,
) -> i32 {
    let host = unsafe { liar(user) };
    let (p, d) = if host.lies() { (host.input.word(), host.input.word()) } else { (1 + m % 3, 1) };
    unsafe {
        proof.write(p);
        disproof.write(d);
    }
    if host.lies() { host.code() } else { 0 }
}

unsafe extern "C" fn check_key(user: *mut c_void) -> u32 {
    let host = unsafe { liar(user) };
    if host.lies() { host.input.word() } else { host.graph.index() as u32 }
}

unsafe extern "C" fn key_after(user: *mut c_void, m: u32, key: *mut u64, check: *mut u32) -> i32 {
    let host = unsafe { liar(user) };
    let lie = host.lies();
    let to = if lie { host.input.word() } else { m.wrapping_sub(1) };
    unsafe {
        key.write(u64::from(to));
        check.write(to);
    }
    if lie { host.code() } else { 0 }
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    if input.byte().is_multiple_of(4) { rust(&mut input) } else { c(&mut input) }
}

fn c(input: &mut Input<'_>) {
    let given = input.byte();
    let with = |bit: u8| given >> bit & 1 == 1;
    let game = yomi_game {
        struct_size: size_of::<yomi_game>() as u32,
        flags: 0,
        moves: Some(moves),
        play: Some(play),
        undo: Some(undo),
        key: Some(key),
        terminal: Some(terminal),
        side: with(0).then_some(side),
        evaluate: with(1).then_some(write_score),
        order: with(2).then_some(on_move),
        init_numbers: with(3).then_some(numbers),
        noisy: with(4).then_some(on_move),
        check_key: with(5).then_some(check_key),
        key_after: with(6).then_some(key_after),
        bounds: None,
        solve: None,
        plies_to_end: None,
        history_index: None,
        noisy_moves: None,
    };
    let config = yomi_dfpn_config {
        struct_size: size_of::<yomi_dfpn_config>() as u32,
        plies: 1 + u32::from(input.byte() % 24),
        moves: 1 + u32::from(input.byte() % 100),
        reserved: 0,
    };
    let limits = yomi_dfpn_limits {
        struct_size: size_of::<yomi_dfpn_limits>() as u32,
        plies: 0,
        nodes: 300,
        mode: i32::from(input.byte() % 3),
        attacker: i32::from(input.byte() % 2),
        seed: u32::from(input.byte()),
        reserved: 0,
    };
    let table_words = input.below(40);
    let honesty = [2, 8, 30, 120][input.below(4)];
    let graph = Graph::read(input);
    let mut host = Liar { graph, depth: 0, input: *input, honesty, calls: 0 };
    let user = (&raw mut host).cast::<c_void>();
    let mut size = 0usize;
    let mut solver = std::ptr::null_mut();
    let mut table = vec![0u64; table_words];
    // SAFETY: the memory is as long as the calls are told, and outlives the solver.
    unsafe {
        assert_eq!(yomi_dfpn_mem_size(&config, &mut size), YOMI_OK);
        let mut memory = vec![0u64; size / 8];
        let at = memory.as_mut_ptr().cast();
        assert_eq!(yomi_dfpn_init(at, size, &config, &game, user, &mut solver), YOMI_OK);
        let status = yomi_dfpn_set_table(solver, table.as_mut_ptr().cast(), table_words * 8);
        assert_eq!(status, YOMI_OK);
        for _ in 0..2 {
            let status = yomi_dfpn_solve(solver, &limits);
            check_status(status);
            let mut result: yomi_dfpn_result = std::mem::zeroed();
            result.struct_size = size_of::<yomi_dfpn_result>() as u32;
            assert_eq!(yomi_dfpn_get_result(solver, &mut result), YOMI_OK);
            assert_eq!(status == YOMI_OK, result.stop != YOMI_STOP_FAILED);
            let mut verification = 77;
            if result.outcome != YOMI_UNKNOWN {
                check_status(yomi_dfpn_verify(solver, YOMI_TRUST_KEYS, 300, &mut verification));
            }
            check_status(yomi_dfpn_reset(solver));
        }
    }
}

fn check_status(status: i32) {
    let host_speaks = status <= YOMI_ERROR_HOST_LIMIT;
    let known = [
        YOMI_OK,
        YOMI_MORE,
        YOMI_DONE,
        YOMI_ERROR_TOO_MANY_MOVES,
        YOMI_ERROR_BAD_MOVE,
        YOMI_ERROR_BAD_CALLBACK,
        YOMI_ERROR_STATE,
    ];
    assert!(host_speaks || known.contains(&status), "status {status}");
}

impl Game for Liar<'_> {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        if self.lies() {
            (0..self.input.below(8)).for_each(|_| out.push(Move(self.input.word())));
            return if self.input.flag() { Ok(()) } else { Err(Error::Host(-1001)) };
        }
        self.graph.moves(out)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        if self.lies() {
            return Err(Error::BadMove);
        }
        self.step(m.0, true);
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        if self.lies() {
            return Err(Error::Host(-1002));
        }
        self.step(m.0, false);
        Ok(())
    }
    fn key(&mut self) -> Key {
        if self.lies() {
            return Key { position: self.input.long(), resource: self.input.word() };
        }
        self.graph.key()
    }
    fn side(&mut self) -> Side {
        if self.lies() { Side::Second } else { self.graph.side() }
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        if self.lies() {
            return Ok(Some(self.input.word() as i32 % yomikiri::score::MATE));
        }
        self.graph.outcome()
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        let score = if self.lies() { self.input.word() as i32 } else { 5 };
        Ok(score % yomikiri::score::DECIDED)
    }
    fn bounds(&mut self, _: Score, _: Score) -> Result<Option<(Score, Score)>, Error> {
        if !self.lies() {
            return Ok(None);
        }
        let (a, b) = (self.input.word() as i32 % 1000, self.input.word() as i32 % 1000);
        Ok(Some((a.min(b), a.max(b))))
    }
    fn order(&mut self, m: Move) -> i32 {
        if self.lies() { self.input.word() as i32 } else { m.0 as i32 }
    }
    fn is_noisy(&mut self, _: Move) -> bool {
        self.lies()
    }
    fn history_index(&mut self, _: Move) -> u16 {
        if self.lies() { self.input.word() as u16 } else { 0 }
    }
    fn plies_to_end(&mut self) -> Option<u32> {
        if self.lies() { Some(self.input.word()) } else { None }
    }
}

fn rust(input: &mut Input<'_>) {
    let driver = [
        Driver::AlphaBeta,
        Driver::PrincipalVariation,
        Driver::MtdF,
        Driver::CStar,
        Driver::SssStar,
        Driver::DualStar,
        Driver::Minimax,
        Driver::BranchAndBound,
    ][input.below(8)];
    let mut config = if input.flag() {
        alphabeta::Config::endgame(driver)
    } else {
        alphabeta::Config::new(driver)
    };
    config.iterative = input.flag();
    config.quiescence = u16::from(input.byte() % 3);
    config.etc_from = u16::from(input.byte() % 3);
    config.aspiration = i32::from(input.byte() % 4) * 10;
    let size = alphabeta::Size::new(2 + input.below(12), 1 + input.below(8));
    let size = if input.flag() { size.with_history(16) } else { size };
    let depth = u16::from(input.byte() % 6);
    let honesty = [2, 8, 30, 120][input.below(4)];
    let entries = input.below(20);
    let graph = Graph::read(input);
    let host = Liar { graph, depth: 0, input: *input, honesty, calls: 0 };
    let mut block = vec![0u64; alphabeta::memory_bytes(&size).unwrap() / 8];
    let mut table = vec![0u64; entries * 3];
    let table = Table::new(&mut Memory::new(&mut table)).unwrap();
    let mut search =
        AlphaBeta::new(host, config, size, &mut Memory::new(&mut block), table).unwrap();
    let limits = alphabeta::Limits { depth, nodes: 300 };
    for _ in 0..2 {
        match search.solve(limits) {
            Ok(report) => assert!(report.score.abs() <= yomikiri::score::SCORE_LIMIT),
            Err(Error::Size | Error::TooManyMoves) => {}
            Err(error) => {
                assert!(error == Error::BadMove || error.is_of_host(), "{error:?}");
                break;
            }
        }
    }
}
