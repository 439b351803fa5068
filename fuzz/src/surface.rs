//! The C surface: every field of every configuration, buffers of any size and alignment, calls in
//! any order with null and odd arguments. Every call returns a status that it documents; blocks are
//! exactly as long as the calls are told, so that the address sanitizer sees a byte too far.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use yomikiri::capi::dfpn::*;
use yomikiri::capi::host::*;
use yomikiri::capi::proof::*;
use yomikiri::capi::shogi::*;
use yomikiri::capi::status::*;
use yomikiri::capi::tsume::*;
use yomikiri::game::Game;
use yomikiri::moves::Move;

use super::graph::Graph;
use super::input::Input;

/// A block of exactly `len` bytes that begins `offset` bytes after a multiple of 16.
struct Block {
    bytes: Vec<u128>,
    offset: usize,
    len: usize,
}

impl Block {
    fn new(len: usize, offset: usize) -> Self {
        let offset = offset % 16;
        // The end is exact where the address sanitizer can see it: at multiples of 16 bytes.
        Self { bytes: vec![0x5a5a_5a5a; (len + offset).div_ceil(16)], offset, len }
    }

    fn read(input: &mut Input<'_>, wanted: usize) -> Self {
        let len = match input.below(6) {
            0 => wanted,
            1 => wanted + input.below(64),
            2 => wanted.saturating_sub(1 + input.below(64)),
            3 => wanted / 2,
            4 => input.below(256),
            _ => 0,
        };
        let offset = match input.below(8) {
            0 => input.below(16),
            1 => 4,
            _ => 0,
        };
        Self::new(len.min(1 << 17), offset)
    }

    fn at(&mut self) -> *mut c_void {
        // SAFETY: within the block or one past its end.
        unsafe { self.bytes.as_mut_ptr().cast::<u8>().add(self.offset).cast() }
    }
}

/// A struct in 128 bytes, each field any number, its size any number, itself at any alignment.
struct Odd(Block);

impl Odd {
    fn new(input: &mut Input<'_>, honest_size: usize) -> Self {
        let mut block = Block::new(128, if input.below(16) == 0 { input.below(16) } else { 0 });
        let at = block.at().cast::<u8>();
        for i in 0..30 {
            let value = match input.below(4) {
                0 => input.number() as u32,
                1 => u32::from(input.byte() % 4),
                _ => 0,
            };
            // SAFETY: 128 bytes stand there.
            unsafe { at.add(4 * i).cast::<u32>().write_unaligned(value) };
            if input.is_empty() {
                break;
            }
        }
        let size = match input.below(8) {
            0 => input.number() as u32,
            1 => honest_size as u32 + 8,
            2 => honest_size as u32 - 4,
            _ => honest_size as u32,
        };
        // SAFETY: as above.
        unsafe { at.cast::<u32>().write_unaligned(size) };
        Self(block)
    }

    fn at<T>(&mut self, input: &mut Input<'_>) -> *mut T {
        if input.below(12) == 0 { null_mut() } else { self.0.at().cast() }
    }
}

fn is_status(status: i32) {
    let known = (-12..=2).contains(&status);
    assert!(known, "status {status}");
    // SAFETY: any number may be asked for.
    assert!(!yomi_status_name(status).is_null());
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    match input.below(3) {
        0 => dfpn(&mut input),
        1 => tsume(&mut input),
        _ => shogi(&mut input),
    }
}

unsafe fn graph<'a>(user: *mut c_void) -> &'a mut Graph {
    // SAFETY: `user` is the graph of the run.
    unsafe { &mut *user.cast() }
}

unsafe extern "C" fn moves(user: *mut c_void, out: *mut u32, capacity: u32) -> i32 {
    let graph = unsafe { graph(user) };
    let edges = graph.here().edges();
    if edges.len() > capacity as usize {
        return YOMI_ERROR_TOO_MANY_MOVES;
    }
    for (i, &to) in edges.iter().enumerate() {
        unsafe { out.add(i).write(u32::from(to) + 1) };
    }
    edges.len() as i32
}

unsafe extern "C" fn play(user: *mut c_void, m: u32) -> i32 {
    unsafe { graph(user) }.play(Move(m)).map_or(-1000, |()| 0)
}

unsafe extern "C" fn undo(user: *mut c_void, m: u32) -> i32 {
    unsafe { graph(user) }.undo(Move(m)).map_or(-1000, |()| 0)
}

unsafe extern "C" fn key(user: *mut c_void) -> u64 {
    unsafe { graph(user) }.index() as u64
}

unsafe extern "C" fn terminal(user: *mut c_void, score: *mut i32) -> i32 {
    match unsafe { graph(user) }.here().ended {
        None => 0,
        Some(value) => {
            unsafe { score.write(value) };
            1
        }
    }
}

unsafe extern "C" fn side(user: *mut c_void) -> i32 {
    i32::from(unsafe { graph(user) }.here().second)
}

/// The calls that df-pn and the mate solver have in common.
macro_rules! solver_calls {
    ($input:expr, $solver:expr, $table:expr, $prefix:ident) => {{
        let (input, solver, table) = ($input, $solver, $table);
        let mut odd = Odd::new(input, 24);
        let limits: *const yomi_dfpn_limits = odd.at(input);
        match input.below(13) {
            0 => is_status($prefix!(set_table)(solver, table.at(), table.len)),
            1 | 2 => is_status($prefix!(start)(solver, limits)),
            3 | 4 => is_status($prefix!(step)(solver, u64::from(input.byte()))),
            5 => is_status($prefix!(resume)(solver, 1 + u64::from(input.byte()))),
            6 => is_status($prefix!(reset)(solver)),
            7 => is_status($prefix!(cancel)(solver)),
            8 => {
                let mut odd = Odd::new(input, size_of::<yomi_dfpn_result>());
                is_status($prefix!(get_result)(solver, odd.at(input)));
            }
            9 => {
                let mut odd = Odd::new(input, size_of::<yomi_progress>());
                is_status($prefix!(progress)(solver, odd.at(input)));
            }
            10 => {
                let capacity = input.below(20);
                let mut line = vec![0u32; capacity];
                let mut count = 0usize;
                let out = if input.below(8) == 0 { null_mut() } else { line.as_mut_ptr() };
                let counted = if input.below(8) == 0 { null_mut() } else { &raw mut count };
                is_status($prefix!(pv)(solver, out, capacity, counted));
            }
            11 => {
                let trust = input.byte() as i32 % 4 - 1;
                is_status($prefix!(start_verification)(solver, trust, 1 + input.byte() as u64));
            }
            _ => is_status($prefix!(set_table)(solver, null_mut(), input.below(2))),
        }
    }};
}

macro_rules! dfpn_call {
    (set_table) => {
        yomi_dfpn_set_table
    };
    (start) => {
        yomi_dfpn_start
    };
    (step) => {
        yomi_dfpn_step
    };
    (resume) => {
        yomi_dfpn_resume
    };
    (reset) => {
        yomi_dfpn_reset
    };
    (cancel) => {
        yomi_dfpn_cancel
    };
    (get_result) => {
        yomi_dfpn_get_result
    };
    (progress) => {
        yomi_dfpn_progress
    };
    (pv) => {
        yomi_dfpn_pv
    };
    (start_verification) => {
        yomi_dfpn_start_verification
    };
}

macro_rules! tsume_call {
    (set_table) => {
        yomi_tsume_set_table
    };
    (start) => {
        yomi_tsume_start
    };
    (step) => {
        yomi_tsume_step
    };
    (resume) => {
        yomi_tsume_resume
    };
    (reset) => {
        yomi_tsume_reset
    };
    (cancel) => {
        yomi_tsume_cancel
    };
    (get_result) => {
        yomi_tsume_get_result
    };
    (progress) => {
        yomi_tsume_progress
    };
    (pv) => {
        yomi_tsume_pv
    };
    (start_verification) => {
        yomi_tsume_start_verification
    };
}

fn dfpn(input: &mut Input<'_>) {
    let mut graph = Graph::read(input);
    let game = yomi_game {
        struct_size: size_of::<yomi_game>() as u32,
        flags: 0,
        moves: Some(moves),
        play: Some(play),
        undo: Some(undo),
        key: Some(key),
        terminal: Some(terminal),
        side: Some(side),
        evaluate: None,
        order: None,
        init_numbers: None,
        noisy: None,
        check_key: None,
        key_after: None,
        bounds: None,
        solve: None,
        plies_to_end: None,
        history_index: None,
        noisy_moves: None,
    };
    let mut game = game;
    match input.below(12) {
        0 => game.struct_size = input.number().min(size_of::<yomi_game>() as u64) as u32,
        1 => game.flags = input.word(),
        2 => game.moves = None,
        3 => game.key = None,
        _ => {}
    }
    let mut odd = Odd::new(input, 16);
    let config: *const yomi_dfpn_config = odd.at(input);
    let mut wanted = 0usize;
    // SAFETY: every pointer is null, misaligned, or to as many bytes as the call is told.
    unsafe {
        let status = yomi_dfpn_mem_size(config, &mut wanted);
        is_status(status);
        let mut memory = Block::read(input, wanted.min(1 << 16));
        let mut table = Block::read(input, 400);
        let mut solver = null_mut();
        let user = (&raw mut graph).cast();
        let made = yomi_dfpn_init(memory.at(), memory.len, config, &game, user, &mut solver);
        is_status(made);
        if made != YOMI_OK {
            assert!(solver.is_null(), "an output was touched");
            return;
        }
        assert_eq!(status, YOMI_OK);
        assert!(memory.len >= wanted, "memory too short was accepted");
        assert_eq!(solver.cast::<c_void>(), memory.at());
        let mut calls = 0;
        while !input.is_empty() && calls < 100 {
            calls += 1;
            solver_calls!(&mut *input, solver, &mut table, dfpn_call);
        }
        assert_eq!(yomi_dfpn_reset(solver), YOMI_OK);
        assert_eq!(graph.depth(), 0, "the game is back where it started");
    }
}

const PROBLEMS: [&std::ffi::CStr; 3] = [
    c"7lk/9/8S/9/9/9/9/7L1/8K b P 1",
    c"9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
    c"8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
];

fn text(input: &mut Input<'_>) -> Vec<u8> {
    let mut text = PROBLEMS[input.below(PROBLEMS.len())].to_bytes_with_nul().to_vec();
    for _ in 0..input.below(3) {
        let at = input.below(text.len());
        if at + 1 < text.len() {
            text[at] = input.byte();
        }
    }
    text
}

fn tsume(input: &mut Input<'_>) {
    let mut odd = Odd::new(input, 16);
    let config: *const yomi_dfpn_config = odd.at(input);
    let mut wanted = 0usize;
    // SAFETY: as above.
    unsafe {
        is_status(yomi_tsume_mem_size(config, &mut wanted));
        let mut memory = Block::read(input, wanted.min(1 << 16));
        let mut table = Block::read(input, 4000);
        let mut solver = null_mut();
        let made = yomi_tsume_init(memory.at(), memory.len, config, &mut solver);
        is_status(made);
        if made != YOMI_OK {
            assert!(solver.is_null(), "an output was touched");
            return;
        }
        let mut calls = 0;
        while !input.is_empty() && calls < 60 {
            calls += 1;
            if input.below(6) == 0 {
                let text = text(input);
                let mut odd = Odd::new(input, 96);
                is_status(yomi_tsume_set_sfen(solver, text.as_ptr().cast(), odd.at(input)));
            } else {
                solver_calls!(&mut *input, solver, &mut table, tsume_call);
            }
        }
    }
}

fn shogi(input: &mut Input<'_>) {
    let mut memory = Block::read(input, YOMI_SHOGI_WORDS as usize * 8);
    let mut shogi = null_mut();
    // SAFETY: as above.
    unsafe {
        let made = yomi_shogi_init(memory.at(), memory.len, &mut shogi);
        is_status(made);
        if made != YOMI_OK {
            assert!(shogi.is_null(), "an output was touched");
            return;
        }
        let mut calls = 0;
        while !input.is_empty() && calls < 60 {
            calls += 1;
            let mut number = 0i32;
            match input.below(12) {
                0 => {
                    let text = text(input);
                    let mut odd = Odd::new(input, 96);
                    is_status(yomi_shogi_set_sfen(shogi, text.as_ptr().cast(), odd.at(input)));
                }
                1 => {
                    let capacity = input.below(256);
                    let mut out = vec![0u8; capacity];
                    let mut len = 0usize;
                    let at = out.as_mut_ptr().cast();
                    is_status(yomi_shogi_get_sfen(shogi, at, capacity, &mut len));
                }
                2 | 3 => {
                    let capacity = input.below(256);
                    let mut out = vec![0u32; capacity];
                    let mut count = 0usize;
                    let stages = if input.flag() { 15 } else { input.word() };
                    let at = out.as_mut_ptr();
                    let status = yomi_shogi_moves(shogi, stages, at, capacity, &mut count);
                    is_status(status);
                    if status == YOMI_OK && count > 0 {
                        let m = out[input.below(count)];
                        let before = key_of(shogi);
                        assert_eq!(yomi_shogi_play(shogi, m), YOMI_OK);
                        if input.flag() {
                            assert_eq!(yomi_shogi_undo(shogi, m), YOMI_OK);
                            assert_eq!(key_of(shogi), before);
                        }
                    }
                }
                4 => is_status(yomi_shogi_play(shogi, input.word())),
                5 => is_status(yomi_shogi_undo(shogi, input.word())),
                6 => is_status(yomi_shogi_piece(shogi, input.number() as i32, &mut number)),
                7 => {
                    let (side, piece) = (input.below(4) as i32 - 1, input.below(20) as i32 - 1);
                    is_status(yomi_shogi_hand(shogi, side, piece, &mut number));
                }
                8 => {
                    let mut text = [0u8; 6];
                    text[..5].iter_mut().for_each(|byte| *byte = input.byte());
                    let mut m = 0u32;
                    is_status(yomi_shogi_parse_usi(shogi, text.as_ptr().cast(), &mut m));
                }
                9 => {
                    let capacity = input.below(10);
                    let mut out = vec![0u8; capacity];
                    let at = out.as_mut_ptr().cast();
                    is_status(yomi_shogi_format_usi(input.word(), at, capacity, null_mut()));
                }
                10 => is_status(yomi_shogi_in_check(shogi, null_mut())),
                _ => is_status(yomi_shogi_copy(shogi, null())),
            }
        }
    }
}

unsafe fn key_of(shogi: *const yomi_shogi) -> u64 {
    let mut key = 0;
    // SAFETY: the position lives.
    assert_eq!(unsafe { yomi_shogi_key(shogi, &mut key) }, YOMI_OK);
    key
}
