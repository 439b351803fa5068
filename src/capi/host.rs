//! A host's game as a table of callbacks, and its adapter to the [`Game`] trait.
//!
//! The adapter trusts no return value: counts, sides, scores and numbers outside their range become
//! [`Error::BadCallback`]. Hooks that cannot fail in the trait note the fault, and the next call
//! that can fail reports it.

use core::ffi::c_void;
use core::mem::size_of;

use static_assertions::{assert_eq_align, assert_eq_size, const_assert_eq};

use crate::game::{Game, HISTORY_SIZE, Key, Solved};
use crate::hash::mix;
use crate::moves::{Move, Moves};
use crate::score::{DECIDED, MATE, MAX_FINITE, ProofNumber, Score, Side};
use crate::status::Error;

use super::memory;
use super::status::{
    YOMI_ERROR_BAD_MOVE, YOMI_ERROR_TOO_MANY_MOVES, yomi_key, yomi_move, yomi_score,
};

/// The score of a win that stands on the board now; a win in n plies is YOMI_SCORE_MATE - n.
pub const YOMI_SCORE_MATE: yomi_score = 1_000_000;
/// Scores at or above this, or at or below its negative, are decided games with a distance.
pub const YOMI_SCORE_DECIDED: yomi_score = 934_464;
/// The number of something that can never be proven, or never be disproven.
pub const YOMI_INFINITE: u32 = 16_777_215;

/// Flag of a yomi_game: no position can occur twice in one game, so that no search looks for it.
pub const YOMI_GAME_NEVER_REPEATS: u32 = 1;

const_assert_eq!(YOMI_SCORE_MATE, MATE);
const_assert_eq!(YOMI_SCORE_DECIDED, DECIDED);
const_assert_eq!(YOMI_INFINITE, crate::score::INFINITE);

/// A game of the host: a position that it keeps behind "user", and how to move on it.
///
/// The table is read when a search is initialised and not kept; it may be constant and sit in
/// read-only memory. "user" is handed to every callback unchanged.
///
/// Callbacks must not call back into the search that called them, and must not throw or longjmp.
/// A negative number at or below YOMI_ERROR_HOST_LIMIT from a callback that returns int32_t ends
/// the search and comes back unchanged; any value that is not described here ends it with
/// YOMI_ERROR_BAD_CALLBACK. After YOMI_ERROR_TOO_MANY_MOVES the moves of the search are taken back;
/// after any other error the position is where the search left it, and the host sets it up anew.
///
/// Archives with the feature "minimal" need "side" too, and of the optional callbacks call "evaluate" and
/// "order" alone.
///
/// Fill it by name, with struct_size = sizeof(yomi_game) and every optional callback that is not
/// offered as NULL.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_game {
    /// sizeof(yomi_game).
    pub struct_size: u32,
    /// 0, or YOMI_GAME_NEVER_REPEATS.
    pub flags: u32,
    /// Writes every legal move of the position to "out", each once, in an order that depends on
    /// the position alone, and returns how many there are; YOMI_ERROR_TOO_MANY_MOVES where there
    /// are more than "capacity". No move is 0. A position without a move for which "terminal"
    /// returns 0 is lost for the side to move.
    pub moves:
        Option<unsafe extern "C" fn(user: *mut c_void, out: *mut yomi_move, capacity: u32) -> i32>,
    /// Plays a move that "moves" gave for the position. Returns 0, or YOMI_ERROR_BAD_MOVE where
    /// the move is not legal, as a collision of keys can bring about.
    pub play: Option<unsafe extern "C" fn(user: *mut c_void, m: yomi_move) -> i32>,
    /// Takes back "m", the move played last. Returns 0.
    pub undo: Option<unsafe extern "C" fn(user: *mut c_void, m: yomi_move) -> i32>,
    /// The identity of the position, the side to move included.
    pub key: Option<unsafe extern "C" fn(user: *mut c_void) -> yomi_key>,
    /// Returns 0 while the game goes on. Where it has ended, returns 1 and writes the score from
    /// the view of the side to move, within -YOMI_SCORE_MATE and YOMI_SCORE_MATE: above 0 a win,
    /// below 0 a loss, 0 a draw.
    pub terminal: Option<unsafe extern "C" fn(user: *mut c_void, score: *mut yomi_score) -> i32>,
    /// The side to move: 0 or 1. Optional; NULL says that the sides alternate, and that side 0 is
    /// to move where the search starts. Then nobody can tell whose wins a table knows from an
    /// earlier search, so that it is emptied at each start, and cannot be shared.
    pub side: Option<unsafe extern "C" fn(user: *mut c_void) -> i32>,
    /// Writes a static score of the position from the view of the side to move, strictly between
    /// -YOMI_SCORE_DECIDED and YOMI_SCORE_DECIDED. Returns 0. Optional; NULL says 0 everywhere.
    pub evaluate: Option<unsafe extern "C" fn(user: *mut c_void, score: *mut yomi_score) -> i32>,
    /// How early to try "m": higher is sooner. Optional; NULL keeps the order of "moves".
    pub order: Option<unsafe extern "C" fn(user: *mut c_void, m: yomi_move) -> i32>,
    /// Writes the first proof and disproof number of the position after "m", both above 0 and
    /// below YOMI_INFINITE. Returns 0. Optional; NULL says 1 and 1.
    pub init_numbers: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            m: yomi_move,
            proof: *mut u32,
            disproof: *mut u32,
        ) -> i32,
    >,
    /// Returns 1 where "m" can change the evaluation by much (a capture, say), else 0. Optional;
    /// NULL says 0.
    pub noisy: Option<unsafe extern "C" fn(user: *mut c_void, m: yomi_move) -> i32>,
    /// 32 bits of a second key, independent of "key", that guard against collisions. Optional.
    pub check_key: Option<unsafe extern "C" fn(user: *mut c_void) -> u32>,
    /// Writes the key, and the check key (0 where there is none), that the position will have
    /// after the legal move "m". Returns 0. Optional; NULL plays the move, asks and takes it back.
    pub key_after: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            m: yomi_move,
            key: *mut yomi_key,
            check_key: *mut u32,
        ) -> i32,
    >,
    /// Alpha-beta, in searches to the end of the game: returns 1 and writes bounds on the exact
    /// score from the view of the side to move that hold without search, "lower" at most "upper",
    /// both within -YOMI_SCORE_MATE and YOMI_SCORE_MATE; returns 0 where it knows none. Only a
    /// lower bound of at least "beta" or an upper one of at most "alpha" is of use. Optional.
    pub bounds: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            alpha: yomi_score,
            beta: yomi_score,
            lower: *mut yomi_score,
            upper: *mut yomi_score,
        ) -> i32,
    >,
    /// Alpha-beta, in searches to the end of the game: where the host has code that solves the
    /// position at once, returns 1, writes its score from the view of the side to move, within
    /// -YOMI_SCORE_MATE and YOMI_SCORE_MATE, and adds to "nodes", which is 0, the positions it
    /// looked at. The score may be an upper bound where it is at most "alpha", a lower one where it
    /// is at least "beta". Returns 0 elsewhere. Optional.
    pub solve: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            alpha: yomi_score,
            beta: yomi_score,
            score: *mut yomi_score,
            nodes: *mut u32,
        ) -> i32,
    >,
    /// Alpha-beta: returns an estimate of the plies until the game ends, 0 or more. It guides
    /// effort and never changes a value. Optional.
    pub plies_to_end: Option<unsafe extern "C" fn(user: *mut c_void) -> i32>,
    /// Alpha-beta: returns a small number for "m", of which the low 12 bits count, by which history
    /// and countermoves remember it; moves alike in purpose share one. Optional; NULL takes the low
    /// bits of the move.
    pub history_index: Option<unsafe extern "C" fn(user: *mut c_void, m: yomi_move) -> u32>,
    /// Alpha-beta: writes the moves for which "noisy" says 1 and no others, the most promising
    /// first, and returns as "moves" does. Spares quiescence searches the listing of every move.
    /// They never see the others then, so that "terminal" must tell where there is no legal move.
    /// Optional; NULL picks them from "moves".
    pub noisy_moves:
        Option<unsafe extern "C" fn(user: *mut c_void, out: *mut yomi_move, capacity: u32) -> i32>,
}

/// The size of the first layout, which ends with `key_after`: nothing smaller is accepted.
const FIRST_SIZE: usize = 8 + 12 * size_of::<usize>();

assert_eq_size!(yomi_game, [usize; 17 + 8 / size_of::<usize>()]);
assert_eq_align!(yomi_game, usize);
const_assert_eq!(core::mem::offset_of!(yomi_game, bounds), FIRST_SIZE);
const_assert_eq!(core::mem::offset_of!(yomi_game, moves), 8);

/// Whether hosts must say whose turn it is, and of the callbacks that help a search only "evaluate"
/// and "order" are called: builds with the feature `minimal`.
const MINIMAL: bool = cfg!(feature = "minimal");

/// A callback that writes moves and returns how many, or an error.
type WriteMoves = unsafe extern "C" fn(*mut c_void, *mut yomi_move, u32) -> i32;

/// A host's game, with its required callbacks known to be there.
#[derive(Debug)]
pub(super) struct HostGame {
    user: *mut c_void,
    table: yomi_game,
    /// The side to move where the host leaves it to us: 0 or 1. A whole word, since padding would be
    /// copied byte by byte.
    alternating: u32,
    /// What a hook that cannot fail has met.
    fault: Option<Error>,
}

/// A required callback.
///
/// # Safety
///
/// It is there, as [`HostGame::new`] has checked.
#[inline(always)]
unsafe fn required<F>(callback: Option<F>) -> F {
    // SAFETY: the caller's word.
    unsafe { callback.unwrap_unchecked() }
}

impl HostGame {
    /// The game behind a table.
    ///
    /// # Safety
    ///
    /// Where `table` is not null and aligned, it points to a `yomi_game` of the size that its
    /// first field says, whose callbacks keep what the header asks of them for as long as the
    /// game is used.
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) unsafe fn new(table: *const yomi_game, user: *mut c_void) -> Result<Self, Error> {
        // SAFETY: the caller's word; absent callbacks are null, which is `None`.
        let table = unsafe { memory::sized(table, FIRST_SIZE) }?;
        if table.flags & !YOMI_GAME_NEVER_REPEATS != 0 {
            return Err(Error::Config);
        }
        // A size in the middle of a callback is no struct of any release.
        if table.struct_size as usize & (size_of::<usize>() - 1) != 0 {
            return Err(Error::Abi);
        }
        if table.moves.is_none()
            || table.play.is_none()
            || table.undo.is_none()
            || table.key.is_none()
            || table.terminal.is_none()
            || (MINIMAL && table.side.is_none())
        {
            return Err(Error::Null);
        }
        Ok(Self { user, table, alternating: 0, fault: None })
    }

    /// Forgets what an earlier search left: the side to move and a fault.
    pub(super) fn restart(&mut self) {
        self.alternating = 0;
        self.fault = None;
    }

    /// The side to move where the host leaves it to us.
    #[inline(always)]
    const fn alternates(&self) -> Side {
        if self.alternating == 0 { Side::First } else { Side::Second }
    }

    /// Whether sides mean the same in every search.
    #[cfg(feature = "dfpn")]
    pub(super) fn has_sides(&self) -> bool {
        MINIMAL || self.table.side.is_some()
    }

    /// The fault that a hook met that cannot fail.
    #[inline(always)]
    pub(super) fn check_fault(&self) -> Result<(), Error> {
        match self.fault {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Keeps the first fault.
    #[cold]
    fn note(&mut self, error: Error) {
        if self.fault.is_none() {
            self.fault = Some(error);
        }
    }

    /// Takes in the moves that a callback writes.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn list(&self, write: WriteMoves, out: &mut Moves<'_>) -> Result<(), Error> {
        self.check_fault()?;
        let space = out.free_space();
        let capacity = space.len().min(i32::MAX as usize) as u32;
        // SAFETY: `space` holds at least `capacity` moves; Move is a transparent u32; `new` demands
        // that the callback may be called so.
        let count = unsafe { write(self.user, space.as_mut_ptr().cast(), capacity) };
        if count < 0 {
            return Err(if count == YOMI_ERROR_TOO_MANY_MOVES {
                Error::TooManyMoves
            } else {
                Error::from_host(count)
            });
        }
        let count = count as usize;
        let Some(written) = space.get(..count) else {
            return Err(Error::BadCallback);
        };
        if written.iter().any(|m| m.is_none()) {
            return Err(Error::BadCallback);
        }
        out.advance(count);
        Ok(())
    }

    /// Checks the return value of a callback that has nothing but errors to return. `own` is the
    /// one code of the library that this callback may use.
    #[inline(always)]
    fn done(code: i32, own: i32, error: Error) -> Result<(), Error> {
        if code == 0 {
            Ok(())
        } else if code == own {
            Err(error)
        } else {
            Err(Error::from_host(code))
        }
    }

    /// The same where no code of the library is allowed.
    #[inline(always)]
    fn plain(code: i32) -> Result<(), Error> {
        if code == 0 { Ok(()) } else { Err(Error::from_host(code)) }
    }
}

// SAFETY of every call below: `new` demands that the callbacks may be called with `user` and with
// pointers that are valid for the call.
impl Game for HostGame {
    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        // SAFETY: `new` has seen it.
        self.list(unsafe { required(self.table.moves) }, out)
    }

    #[inline]
    fn noisy_moves(&mut self, out: &mut Moves<'_>) -> Result<bool, Error> {
        let Some(noisy_moves) = self.table.noisy_moves else {
            return Ok(false);
        };
        self.list(noisy_moves, out)?;
        Ok(true)
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.check_fault()?;
        // SAFETY: see above.
        let code = unsafe { required(self.table.play)(self.user, m.0) };
        Self::done(code, YOMI_ERROR_BAD_MOVE, Error::BadMove)?;
        if !MINIMAL {
            self.alternating ^= 1;
        }
        Ok(())
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        // SAFETY: see above.
        Self::plain(unsafe { required(self.table.undo)(self.user, m.0) })?;
        if !MINIMAL {
            self.alternating ^= 1;
        }
        Ok(())
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn key(&mut self) -> Key {
        // SAFETY: see above.
        unsafe {
            Key {
                // A table spreads positions by the bits of their keys, which a host need not mix.
                position: mix(required(self.table.key)(self.user)),
                resource: match self.table.check_key {
                    Some(check_key) if !MINIMAL => check_key(self.user),
                    _ => 0,
                },
            }
        }
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn side(&mut self) -> Side {
        let side = match self.table.side {
            // SAFETY: `new` has seen it.
            side if MINIMAL => unsafe { required(side) },
            Some(side) => side,
            None => return self.alternates(),
        };
        // SAFETY: see above.
        match unsafe { side(self.user) } {
            0 => Side::First,
            1 => Side::Second,
            code => {
                self.note(Error::from_host(code));
                Side::First
            }
        }
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        self.check_fault()?;
        let mut score = 0;
        // SAFETY: see above.
        match unsafe { required(self.table.terminal)(self.user, &mut score) } {
            0 => Ok(None),
            1 if (-MATE..=MATE).contains(&score) => Ok(Some(score)),
            code => Err(Error::from_host(code)),
        }
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        let Some(key_after) = self.table.key_after.filter(|_| !MINIMAL) else {
            self.play(m)?;
            let key = self.key();
            self.undo(m)?;
            return Ok(key);
        };
        let mut key = Key::default();
        // SAFETY: see above.
        Self::plain(unsafe { key_after(self.user, m.0, &mut key.position, &mut key.resource) })?;
        key.position = mix(key.position);
        Ok(key)
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn side_after(&mut self, m: Move) -> Result<Side, Error> {
        if !MINIMAL && self.table.side.is_none() {
            return Ok(self.alternates().other());
        }
        self.play(m)?;
        let side = self.side();
        self.undo(m)?;
        Ok(side)
    }

    #[inline(always)]
    fn has_delayed_moves(&self) -> bool {
        false
    }

    #[inline(always)]
    fn has_resources(&self) -> bool {
        false
    }

    #[inline]
    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        let Some(init_numbers) = self.table.init_numbers.filter(|_| !MINIMAL) else {
            return (1, 1);
        };
        let (mut proof, mut disproof) = (0, 0);
        // SAFETY: see above.
        let code = unsafe { init_numbers(self.user, m.0, &mut proof, &mut disproof) };
        let finite = 1..=MAX_FINITE;
        if code == 0 && finite.contains(&proof) && finite.contains(&disproof) {
            return (proof, disproof);
        }
        self.note(Error::from_host(code));
        (1, 1)
    }

    #[inline]
    fn evaluate(&mut self) -> Result<Score, Error> {
        let Some(evaluate) = self.table.evaluate else {
            return Ok(0);
        };
        let mut score = 0;
        // SAFETY: see above.
        Self::plain(unsafe { evaluate(self.user, &mut score) })?;
        if score > -DECIDED && score < DECIDED { Ok(score) } else { Err(Error::BadCallback) }
    }

    #[inline]
    fn bounds(&mut self, alpha: Score, beta: Score) -> Result<Option<(Score, Score)>, Error> {
        let Some(bounds) = self.table.bounds else {
            return Ok(None);
        };
        let (mut lower, mut upper) = (0, 0);
        // SAFETY: see above.
        match unsafe { bounds(self.user, alpha, beta, &mut lower, &mut upper) } {
            0 => Ok(None),
            1 if -MATE <= lower && lower <= upper && upper <= MATE => Ok(Some((lower, upper))),
            code => Err(Error::from_host(code)),
        }
    }

    #[inline]
    fn solve(&mut self, alpha: Score, beta: Score) -> Result<Option<Solved>, Error> {
        let Some(solve) = self.table.solve else {
            return Ok(None);
        };
        let mut solved = Solved { score: 0, nodes: 0 };
        // SAFETY: see above.
        match unsafe { solve(self.user, alpha, beta, &mut solved.score, &mut solved.nodes) } {
            0 => Ok(None),
            1 if (-MATE..=MATE).contains(&solved.score) => Ok(Some(solved)),
            code => Err(Error::from_host(code)),
        }
    }

    #[inline]
    fn plies_to_end(&mut self) -> Option<u32> {
        // SAFETY: see above.
        let plies = unsafe { self.table.plies_to_end?(self.user) };
        if plies < 0 {
            self.note(Error::from_host(plies));
            return None;
        }
        Some(plies as u32)
    }

    #[inline(always)]
    fn is_staged(&self) -> bool {
        false
    }

    #[inline]
    fn can_repeat(&self) -> bool {
        self.table.flags & YOMI_GAME_NEVER_REPEATS == 0
    }

    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        let index = match self.table.history_index {
            // SAFETY: see above.
            Some(history_index) => unsafe { history_index(self.user, m.0) },
            None => m.0,
        };
        index as u16 & (HISTORY_SIZE as u16 - 1)
    }

    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        match self.table.order {
            // SAFETY: see above.
            Some(order) => unsafe { order(self.user, m.0) },
            None => 0,
        }
    }

    #[inline]
    fn is_noisy(&mut self, m: Move) -> bool {
        let Some(noisy) = self.table.noisy else {
            return false;
        };
        // SAFETY: see above.
        match unsafe { noisy(self.user, m.0) } {
            0 => false,
            1 => true,
            code => {
                self.note(Error::from_host(code));
                false
            }
        }
    }
}
