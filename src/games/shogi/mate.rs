//! The mate problem (tsume-shogi) as a game for proof searches: the attacker gives check with every
//! move, the defender has every legal reply, and whoever is without one has lost.
//!
//! So the attacker has failed where it has no check to give, and the defender is mated where it has
//! no legal reply. Every legal move counts, refusals to promote included; interpositions are never
//! left out, however futile they look.
//!
//! # Hands
//!
//! A bigger hand never hurts the attacker, and what it holds the defender does not: given the
//! board and the set of pieces, the attacker's hand tells the defender's. So the key of a position
//! is its board, and the attacker's hand is its resource ([`Game::dominance`]). What a table knows
//! holds for one set of pieces: between problems with different sets it must be cleared. Every win is stored with a hand as small,
//! every refutation with one as big, as its lines allow (proof and disproof pieces; Nagai 2002):
//!
//! - A mate needs nothing in hand, except where a piece could be dropped between the checker and
//!   the king: then the attacker must go on holding all pieces of each kind that the defender
//!   lacks.
//! - A position without a good check stays one with more pieces of the kinds in hand, but not with
//!   a new kind that could be dropped with check.

use super::attacks::{bishop, lance, rook};
use super::colour::as_colour;
use super::mv::ShogiMove;
use super::piece::{Hand, PieceKind};
use super::position::Position;
use super::square::Square;
use super::tables::{GOLD, KNIGHT, PAWN, SILVER, between};
use crate::bitboard::Set81;
use crate::game::{Aggregate, Dominance, Game, Key};
use crate::moves::{Move, Moves};
use crate::score::{ProofNumber, Score, Side};
use crate::status::Error;

/// A mate problem: a position, and the side that is to mate.
#[derive(Clone, Debug)]
pub struct MateProblem {
    position: Position,
    attacker: Side,
    checks: Checks,
}

/// The checks of one position with the squares that each leaves the king: found when the search
/// looks for a mate in one, and wanted again at its second look. They take room here that the first
/// look would need on the stack.
#[derive(Clone, Debug)]
struct Checks {
    /// The position: its board and the attacker's hand.
    of: Option<Key>,
    len: u8,
    /// Where the next question is expected.
    next: u8,
    escapes: [u8; Self::MOST],
    moves: [Move; Self::MOST],
}

impl Checks {
    /// No position has more than 91 checks.
    const MOST: usize = 92;
    const NONE: Self = Self {
        of: None,
        len: 0,
        next: 0,
        escapes: [0; Self::MOST],
        moves: [Move::NONE; Self::MOST],
    };

    fn moves(&self) -> &[Move] {
        self.moves.get(..usize::from(self.len)).unwrap_or(&[])
    }

    /// The squares after `m`. Questions come in the order of the list.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn escapes(&mut self, m: Move) -> Option<u32> {
        let next = usize::from(self.next);
        let index = next + self.moves().get(next..)?.iter().position(|&other| other == m)?;
        self.next = index as u8 + 1;
        self.escapes.get(index).map(|&count| u32::from(count))
    }
}

impl MateProblem {
    /// The problem whether `attacker` mates in `position`.
    ///
    /// # Errors
    ///
    /// [`Error::IllegalPosition`] where the other side has no king.
    pub const fn new(position: Position, attacker: Side) -> Result<Self, Error> {
        if position.king(attacker.other()).is_none() {
            return Err(Error::IllegalPosition);
        }
        Ok(Self { position, attacker, checks: Checks::NONE })
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position, for games that are built on this one.
    pub(super) const fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// The side that is to mate.
    #[must_use]
    pub const fn attacker(&self) -> Side {
        self.attacker
    }

    /// How many pieces of each kind both hands hold together.
    fn both_hands(&self) -> Hand {
        let ours = self.position.hand(self.attacker);
        ours.sum(self.position.hand(self.attacker.other()))
    }

    /// The kinds that the attacker lacks in `hand` and could drop with check if it had them.
    fn missing_checks(&self, hand: Hand) -> impl Iterator<Item = PieceKind> + use<'_> {
        let drops = self.position.limits().drops();
        let king = self.position.king(self.attacker.other());
        PieceKind::HAND.into_iter().filter(move |&kind| {
            !hand.has(kind) && king.is_some_and(|king| self.checks_from(kind, king).meets(drops))
        })
    }

    /// The squares from which an attacker's piece of a plain kind attacks the king.
    fn checks_from(&self, kind: PieceKind, king: Square) -> Set81 {
        let defender = self.attacker.other() as usize & 1;
        let occupied = self.position.occupied();
        match kind {
            PieceKind::Pawn => PAWN[defender].at(king),
            PieceKind::Lance => {
                as_colour!(self.attacker.other(), them => lance(them, king, occupied))
            }
            PieceKind::Knight => KNIGHT[defender].at(king),
            PieceKind::Silver => SILVER[defender].at(king),
            PieceKind::Gold => GOLD[defender].at(king),
            PieceKind::Bishop => bishop(king, occupied),
            PieceKind::Rook => rook(king, occupied),
            _ => Set81::EMPTY,
        }
    }

    /// The position as the searches know it.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn own_key(&self) -> Key {
        Key {
            position: self.position.board_key(),
            resource: self.position.hand(self.attacker).bits(),
        }
    }

    /// The squares that the king has after the check just played.
    #[cfg_attr(feature = "compact", inline(never))]
    fn escapes_of(&self, king: Square) -> u32 {
        let occupied = self.position.occupied();
        let safe = as_colour!(self.attacker.other(), them => {
            self.position.safe_king_squares(them, king, occupied)
        });
        safe.len()
    }

    /// Roughly how many replies there are to the check `m`: squares for the king, `captures` of the
    /// piece that moved, and one for all interpositions. Pins and discovered checks are overlooked.
    fn replies(&mut self, m: Move, captures: u32) -> u32 {
        let Some(king) = self.position.king(self.attacker.other()) else { return 0 };
        let known =
            if self.checks.of == Some(self.own_key()) { self.checks.escapes(m) } else { None };
        let escapes = known.unwrap_or_else(|| {
            self.position.play(m);
            let escapes = self.escapes_of(king);
            self.position.undo(m);
            escapes
        });
        let distant = ShogiMove(m).to().is_some_and(|to| !between(king, to).is_empty());
        escapes + captures + u32::from(distant)
    }

    /// Puts kin moves of the defender side by side: first captures and moves of the king, then
    /// interpositions by their square, the nearest to the king first, drops last.
    #[cfg_attr(feature = "compact", inline(never))]
    fn order_replies(&self, moves: &mut [Move]) {
        let Some(king) = self.position.king(self.attacker.other()) else { return };
        let rank = |m: Move| {
            let m = ShogiMove(m);
            if m.is_capture() || m.kind() == Some(PieceKind::King) {
                return 0;
            }
            let Some(to) = m.to() else { return 0 };
            let distance =
                u32::from(king.file().abs_diff(to.file()).max(king.rank().abs_diff(to.rank())));
            1 + distance * 2 + u32::from(m.is_drop())
        };
        // Insertion sort: lists are short and the order among equals must stay.
        for end in 1..moves.len() {
            let mut at = end;
            while at > 0 {
                let (Some(&before), Some(&here)) = (moves.get(at - 1), moves.get(at)) else {
                    break;
                };
                if rank(before) <= rank(here) {
                    break;
                }
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

impl Game for MateProblem {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        if self.position.side() == self.attacker {
            if self.checks.of == Some(self.own_key()) {
                self.checks.next = 0;
                for &m in self.checks.moves() {
                    out.push(m);
                }
            } else {
                self.position.checking_moves(out);
            }
        } else {
            let start = out.len();
            self.position.legal_moves(out);
            if let Some(replies) = out.as_mut_slice().get_mut(start..) {
                self.order_replies(replies);
            }
        }
        Ok(())
    }

    #[inline]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.position.play(m);
        Ok(())
    }

    #[inline]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.position.undo(m);
        Ok(())
    }

    #[inline]
    fn key(&mut self) -> Key {
        self.own_key()
    }

    #[inline]
    fn side(&mut self) -> Side {
        self.position.side()
    }

    #[inline]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(None)
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        let identity = self.position.identity_after(m);
        Ok(Key { position: identity.board_key, resource: identity.hand(self.attacker).bits() })
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        let (mine, other) = (hand(mine), hand(other));
        if mine == other {
            Dominance::Equal
        } else if mine.contains(other) {
            Dominance::Better
        } else if other.contains(mine) {
            Dominance::Worse
        } else {
            Dominance::Unrelated
        }
    }

    /// Lines of a mate problem meet again all the time.
    #[inline]
    fn aggregate(&self) -> Aggregate {
        Aggregate::Greatest
    }

    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        let own = hand(own);
        if win {
            // The defender is to move and has lost.
            let mut needed = joined.map_or(Hand::EMPTY, hand);
            if !self.position.limits().drops().is_empty() {
                let defence = self.position.hand(self.attacker.other());
                for kind in PieceKind::HAND {
                    if !defence.has(kind) {
                        needed = needed.with_count_of(kind, own);
                    }
                }
            }
            needed.bits()
        } else {
            // The attacker is to move and has no check that wins.
            let mut allowed = joined.map_or_else(|| self.both_hands(), hand);
            for kind in self.missing_checks(own) {
                allowed = allowed.with_count_of(kind, Hand::EMPTY);
            }
            allowed.bits()
        }
    }

    fn resource_before(&mut self, _own: u32, m: Move, after: u32, win: bool) -> u32 {
        let m = ShogiMove(m);
        let after = hand(after);
        let kind = m.kind().unwrap_or(PieceKind::Pawn);
        if self.position.side() == self.attacker {
            let before = if m.is_drop() {
                after.with(kind).unwrap_or(after)
            } else if let Some(captured) = m.captured() {
                after.less(captured.plain()).unwrap_or(after)
            } else {
                after
            };
            if win { before } else { before.meet(self.both_hands()) }.bits()
        } else if !win && m.is_drop() {
            // The defender must hold the piece that it drops.
            let most = self.both_hands();
            after.meet(most.less(kind).unwrap_or(most)).bits()
        } else {
            after.bits()
        }
    }

    #[inline]
    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        let (a, b) = (hand(a), hand(b));
        if win { a.join(b) } else { a.meet(b) }.bits()
    }

    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        let (previous, next) = (ShogiMove(previous), ShogiMove(next));
        let interposes = |m: ShogiMove| !m.is_capture() && m.kind() != Some(PieceKind::King);
        if next.is_drop() {
            interposes(previous)
        } else {
            previous.from() == next.from() && previous.to() == next.to()
        }
    }

    /// A mate in one, found by trying the checks that leave the king no square.
    #[cfg_attr(feature = "compact", inline(never))]
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        let Some(king) = self.position.king(self.attacker.other()) else { return Ok(None) };
        (self.checks.of, self.checks.next) = (None, 0);
        let mut moves = Moves::new(&mut self.checks.moves);
        self.position.checking_moves(&mut moves);
        self.checks.len = moves.len() as u8;
        for index in 0..usize::from(self.checks.len) {
            let Some(&m) = self.checks.moves.get(index) else { break };
            self.position.play(m);
            let escapes = self.escapes_of(king);
            let mated = escapes == 0 && !self.position.has_legal_move();
            self.position.undo(m);
            if mated {
                return Ok(Some(m));
            }
            if let Some(slot) = self.checks.escapes.get_mut(index) {
                *slot = escapes as u8;
            }
        }
        self.checks.of = Some(self.own_key());
        Ok(None)
    }

    /// Numbers by kind of move, the idea of df-pn+ (Nagai and Imai 1999): a check on a well-guarded
    /// square is hard to prove; a supported interposition takes long, an unsupported one falls. A
    /// check is as much harder to prove as it leaves replies, which a search would find out one ply
    /// later. All checks are as hard to refute: telling them apart led the defender astray.
    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        let m = ShogiMove(m);
        let Some(to) = m.to() else { return (UNIT, UNIT) };
        let position = &self.position;
        let mover = m.from().map_or(Set81::EMPTY, Square::set);
        let occupied = position.occupied().without(mover);
        let attackers = |side: Side| as_colour!(side, us => position.attackers(us, to, occupied));
        let supporters = || attackers(position.side()).without(mover);
        if position.side() == self.attacker {
            let theirs = attackers(self.attacker.other());
            let ours = supporters().len();
            let captures = theirs.without(position.family(PieceKind::King)).len();
            let theirs = theirs.len();
            let replies = self.replies(m.0, captures);
            let mut proof = UNIT + replies.saturating_sub(1) * UNIT;
            if theirs >= 2 {
                proof += UNIT;
            }
            let captured = m.captured().map(PieceKind::plain);
            let takes_general = matches!(captured, Some(PieceKind::Gold | PieceKind::Silver));
            if ours + u32::from(m.is_drop()) <= theirs && !takes_general {
                proof += UNIT;
            }
            (proof, UNIT + UNIT / 2)
        } else if m.is_capture() {
            (2 * UNIT, UNIT)
        } else if m.kind() == Some(PieceKind::King) {
            (UNIT, UNIT)
        } else if supporters().is_empty() {
            (UNIT, 2 * UNIT)
        } else {
            (2 * UNIT, UNIT)
        }
    }
}

/// The number of an ordinary leaf: two, so that there is a half.
const UNIT: ProofNumber = 2;

#[cfg_attr(not(feature = "compact"), inline(always))]
fn hand(bits: u32) -> Hand {
    Hand::from_bits(bits).unwrap_or(Hand::EMPTY)
}
