//! Mate problems as composers count them: futile interpositions (muda-ai) do not lengthen a mate.
//!
//! Composers leave out interpositions that change nothing, and do not agree on which these are.
//! [`FutileRule`] names three readings, each of which contains the one before it. Futility is about
//! lengths alone: whether there is a mate does not depend on it, and a proof by [`MateProblem`]
//! knows nothing of it.
//!
//! # Definition
//!
//! "Mate within `n` plies under a rule" is defined for a position with the defender to move as for
//! a raw mate, but for one kind of reply. It is a mate within `n` plies where, for every legal
//! reply, one of these holds:
//!
//! 1. The attacker has a check after it that is a mate within `n - 2` plies under the rule.
//! 2. The king is in check by one piece alone, the checker; the reply puts a piece on an empty
//!    square between the checker and the king (a drop or a move); and the attacker has a legal
//!    capture of that piece, with check, such that one of these holds:
//!    - *Narrow:* the checker captures, and the position in which the captured piece is then given
//!      back into the defender's hand is a mate within `n` plies under the rule. So the attacker
//!      mates as soon as if nothing had been interposed, without the piece, against every reply.
//!    - *X:* the checker captures, and that is a mate within 0 plies under the rule.
//!    - *Y:* another piece captures, the capturing piece itself gives check, and that is a mate
//!      within 0 plies under the rule.
//!
//! The rules are [`FutileRule::Narrow`]: narrow alone; [`FutileRule::X`]: narrow or X;
//! [`FutileRule::Xy`]: narrow, X or Y. With the attacker to move it is a mate within `n` plies where
//! a check is one within `n - 1`. The length is the least such `n`.
//!
//! Captures bring the checker nearer to the king, so the definition does not run in a circle, and a
//! row of interpositions is judged from its end: the first is futile where what remains after it is.
//!
//! The three follow the public discussion of the matter (komori-n/KomoringHeights, issue 8, and the
//! definitions of narrow, X-type and XY-type interpositions quoted there). A capture after which a
//! third piece gives the check (XYZ) is never futile here; one by which the capturing piece checks
//! while another piece newly takes part, XY(Z), is futile under [`FutileRule::Xy`]. Where "the same
//! mate" is asked for, this definition asks for a mate in as many plies without the piece, not for
//! the same moves.
//!
//! # As a game
//!
//! [`FutileProblem`] is the definition as a game. Bits 24 to 31 of its moves, which a
//! [`ShogiMove`] leaves 0, tell how a move counts: an interposition counts no ply, the futile
//! captures none either, and any other answer to an interposition counts two.

use super::mate::MateProblem;
use super::mv::ShogiMove;
use super::piece::{Hand, PieceKind};
use super::position::Position;
use super::square::Square;
use crate::game::{Aggregate, Dominance, Game, Key};
use crate::hash::mix;
use crate::moves::{Move, Moves};
use crate::score::{ProofNumber, Score, Side};
use crate::status::Error;

/// Which interpositions count as futile; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FutileRule {
    /// Those that the checker captures, after which the mate takes as long as without them, the
    /// captured piece unused.
    Narrow,
    /// Also those that the checker captures with mate on the spot.
    X,
    /// Also those that another piece captures with a check of its own that is mate on the spot.
    Xy,
}

/// A mate problem in which futile interpositions count no ply.
#[derive(Clone, Debug)]
pub struct FutileProblem {
    problem: MateProblem,
    rule: FutileRule,
    /// The attacker is to move and the defender has just interposed a piece: where it stands, as a
    /// direction from the king.
    interposed: Option<Direction>,
    /// Only a mate on the spot will do from here on.
    on_the_spot: bool,
}

/// How a move counts; in bits 28 to 30 of the move.
const INTERPOSES: u32 = 1 << 28;
const ANSWERS: u32 = 2 << 28;
const GIVES_BACK: u32 = 3 << 28;
const MATES: u32 = 4 << 28;
const WAYS: u32 = 7 << 28;
/// The position was to be a mate on the spot already before the move.
const WAS_ON_THE_SPOT: u32 = 1 << 31;
/// The part of a move that shogi knows.
const PLAIN: u32 = 0x00ff_ffff;

/// From the king to a piece on a line with it; in bits 24 to 27 of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Direction(u32);

impl Direction {
    fn new(king: Square, to: Square) -> Self {
        let step = |a: u8, b: u8| match a.cmp(&b) {
            core::cmp::Ordering::Less => 2,
            core::cmp::Ordering::Equal => 1,
            core::cmp::Ordering::Greater => 0,
        };
        Self(step(king.file(), to.file()) * 3 + step(king.rank(), to.rank()))
    }

    /// The direction that a move holds.
    const fn of(m: Move) -> Self {
        Self(m.0 >> 24 & 15)
    }

    const fn bits(self) -> u32 {
        self.0 << 24
    }

    /// The next square from `square`, `None` at the edge.
    fn next(self, square: Square) -> Option<Square> {
        let file = (u32::from(square.file()) + self.0 / 3).checked_sub(1)?;
        let rank = (u32::from(square.rank()) + self.0 % 3).checked_sub(1)?;
        Square::at(file as u8, rank as u8)
    }

    /// The first two pieces that a walk from `square` meets.
    #[cfg_attr(feature = "compact", inline(never))]
    fn pieces(self, square: Square, position: &Position) -> Option<(Square, Square)> {
        let mut found = None;
        let mut at = square;
        // A board has nine squares in a row.
        for _ in 0..8 {
            at = self.next(at)?;
            if position.occupied().contains(at.index()) {
                match found {
                    None => found = Some(at),
                    Some(first) => return Some((first, at)),
                }
            }
        }
        None
    }
}

const fn way(m: Move) -> u32 {
    m.0 & WAYS
}

const fn plain(m: Move) -> Move {
    Move(m.0 & PLAIN)
}

impl FutileProblem {
    /// The problem how soon `attacker` mates in `position` under `rule`.
    ///
    /// # Errors
    ///
    /// [`Error::IllegalPosition`] where the other side has no king.
    pub const fn new(position: Position, attacker: Side, rule: FutileRule) -> Result<Self, Error> {
        match MateProblem::new(position, attacker) {
            Ok(problem) => Ok(Self::of(problem, rule)),
            Err(error) => Err(error),
        }
    }

    /// A mate problem under `rule`.
    #[must_use]
    #[inline(always)]
    pub const fn of(problem: MateProblem, rule: FutileRule) -> Self {
        Self { problem, rule, interposed: None, on_the_spot: false }
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> FutileRule {
        self.rule
    }

    fn attacker(&self) -> Side {
        self.problem.attacker()
    }

    fn attacker_moves(&self) -> bool {
        self.problem.position().side() == self.attacker()
    }

    fn king(&self) -> Option<Square> {
        self.problem.position().king(self.attacker().other())
    }

    /// What tells positions of the same board apart.
    fn salt(&self, interposed: Option<Direction>, on_the_spot: bool) -> u64 {
        let state = interposed.map_or(0, |direction| direction.0 + 1);
        let spot = u64::from(on_the_spot);
        mix(0x4655_5449_4c45 ^ u64::from(state) << 48 ^ spot << 56 ^ (self.rule as u64) << 60)
    }

    /// Marks the replies that interpose.
    #[cfg_attr(feature = "compact", inline(never))]
    fn mark_interpositions(&self, replies: &mut [Move]) {
        let position = self.problem.position();
        let limits = position.limits();
        let checkers = limits.checkers();
        let Some(king) = self.king() else { return };
        if checkers.is_empty() || checkers.is_many() || limits.drops().is_empty() {
            return;
        }
        let direction = Direction::new(king, Square::from_bits(checkers.lowest()));
        for m in replies {
            let reply = ShogiMove(*m);
            if !reply.is_capture() && reply.kind() != Some(PieceKind::King) {
                m.0 |= INTERPOSES | direction.bits();
            }
        }
    }

    /// The attacker's moves after an interposition: the ways to show that it is futile first.
    #[cfg_attr(feature = "compact", inline(never))]
    fn answers(&mut self, direction: Direction, out: &mut Moves<'_>) {
        let Some(king) = self.king() else { return };
        let Some((interposed, checker)) = direction.pieces(king, self.problem.position()) else {
            return;
        };
        let start = out.len();
        let position = self.problem.position_mut();
        position.checking_moves(out);
        let before = if self.on_the_spot { WAS_ON_THE_SPOT } else { 0 };
        let marks = direction.bits() | before;
        let mut space = [Move::NONE; MOST_CAPTURES];
        let mut captures = Moves::new(&mut space);
        let checks = out.as_mut_slice().get_mut(start..).unwrap_or(&mut []);
        for m in checks.iter_mut() {
            let check = ShogiMove(*m);
            if check.to() == Some(interposed) && check.is_capture() {
                captures.push(*m);
            }
            m.0 |= ANSWERS | marks;
        }
        let answers = checks.len();
        for &m in captures.as_slice() {
            if ShogiMove(m).from() == Some(checker) {
                out.push(Move(m.0 | GIVES_BACK | marks));
                if self.rule >= FutileRule::X {
                    out.push(Move(m.0 | MATES | marks));
                }
            } else if self.rule >= FutileRule::Xy && is_checked_from(position, m, interposed) {
                out.push(Move(m.0 | MATES | marks));
            }
        }
        // Those written last come first; all keep their order.
        let all = out.as_mut_slice().get_mut(start..).unwrap_or(&mut []);
        let shown = all.len() - answers;
        all.reverse();
        if let Some((first, rest)) = all.split_at_mut_checked(shown) {
            first.reverse();
            rest.reverse();
        }
        if self.on_the_spot {
            out.truncate(start + shown);
        }
    }

    /// Moves the captured piece of `m` from the attacker's hand into the defender's, or back.
    fn hand_over(&mut self, m: Move, to_defender: bool) {
        let attacker = self.attacker();
        let (from, to) =
            if to_defender { (attacker, attacker.other()) } else { (attacker.other(), attacker) };
        let code = ShogiMove(m).captured_code();
        let position = self.problem.position_mut();
        let (less, more) = (position.hand(from).take_code(code), position.hand(to).add_code(code));
        position.set_hand(from, less);
        position.set_hand(to, more);
    }
}

/// Whether the piece on `square` itself gives check after `m`.
#[cfg_attr(feature = "compact", inline(never))]
fn is_checked_from(position: &mut Position, m: Move, square: Square) -> bool {
    position.play(m);
    let itself = position.limits().checkers().contains(square.index());
    position.undo(m);
    itself
}

/// No square can be captured on in more ways: from eight directions and by two knights, with and
/// without promotion.
const MOST_CAPTURES: usize = 20;

impl Game for FutileProblem {
    #[cfg_attr(feature = "compact", inline(never))]
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        let start = out.len();
        if !self.attacker_moves() {
            self.problem.moves(out)?;
            if let Some(replies) = out.as_mut_slice().get_mut(start..) {
                self.mark_interpositions(replies);
            }
            return Ok(());
        }
        match self.interposed {
            Some(direction) => self.answers(direction, out),
            // A reply that is no interposition: this was no mate on the spot.
            None if self.on_the_spot => {}
            None => self.problem.moves(out)?,
        }
        Ok(())
    }

    #[cfg_attr(feature = "compact", inline(never))]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.problem.play(plain(m))?;
        self.interposed = (way(m) == INTERPOSES).then_some(Direction::of(m));
        if way(m) == GIVES_BACK {
            self.hand_over(m, true);
        }
        self.on_the_spot |= way(m) == MATES;
        Ok(())
    }

    fn undo(&mut self, m: Move) -> Result<(), Error> {
        if way(m) == GIVES_BACK {
            self.hand_over(m, false);
        }
        if way(m) == MATES {
            self.on_the_spot = m.0 & WAS_ON_THE_SPOT != 0;
        }
        let answered = way(m) != 0 && way(m) != INTERPOSES;
        self.interposed = answered.then_some(Direction::of(m));
        self.problem.undo(plain(m))
    }

    fn key(&mut self) -> Key {
        let key = self.problem.key();
        Key { position: key.position ^ self.salt(self.interposed, self.on_the_spot), ..key }
    }

    fn side(&mut self) -> Side {
        self.problem.side()
    }

    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(None)
    }

    #[cfg_attr(feature = "compact", inline(never))]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        let mut key = self.problem.key_after(plain(m))?;
        if way(m) == GIVES_BACK {
            key.resource = self.problem.position().hand(self.attacker()).bits();
        }
        let interposed = (way(m) == INTERPOSES).then_some(Direction::of(m));
        key.position ^= self.salt(interposed, self.on_the_spot || way(m) == MATES);
        Ok(key)
    }

    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        self.problem.dominance(mine, other)
    }

    fn aggregate(&self) -> Aggregate {
        self.problem.aggregate()
    }

    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        self.problem.settle_resource(own, joined, win)
    }

    #[cfg_attr(feature = "compact", inline(never))]
    fn resource_before(&mut self, own: u32, m: Move, after: u32, win: bool) -> u32 {
        if way(m) != GIVES_BACK {
            return self.problem.resource_before(own, plain(m), after, win);
        }
        if win {
            return after;
        }
        let position = self.problem.position();
        let both = position.hand(Side::First).sum(position.hand(Side::Second));
        Hand::from_bits(after).unwrap_or(Hand::EMPTY).meet(both).bits()
    }

    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        self.problem.join_resources(a, b, win)
    }

    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        self.problem.is_delayed(plain(previous), plain(next))
    }

    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        if self.interposed.is_some() || self.on_the_spot {
            return Ok(None);
        }
        self.problem.winning_move()
    }

    fn plies(&self, m: Move) -> u16 {
        match way(m) {
            INTERPOSES | GIVES_BACK | MATES => 0,
            ANSWERS => 2,
            _ => 1,
        }
    }

    fn has_free_moves(&self) -> bool {
        true
    }

    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        match way(m) {
            GIVES_BACK | MATES => (1, 1),
            _ => self.problem.initial_numbers(plain(m)),
        }
    }
}
