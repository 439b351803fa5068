//! Shogi as a [`Game`] for searches: material, ordering, noisy moves.

use super::generate::Stages;
use super::mv::ShogiMove;
use super::piece::PieceKind;
use super::position::Position;
use crate::game::{Game, HISTORY_SIZE, Key};
use crate::hash;
use crate::moves::{Move, Moves};
use crate::score::{Score, Side};
use crate::status::Error;

/// The value of a piece on the board by the code of its kind, in hundredths of a pawn.
const VALUE: [Score; 16] =
    [0, 100, 300, 350, 500, 800, 1000, 550, 0, 520, 480, 500, 530, 1100, 1300, 0];

/// The value of a piece in hand by its code: a little more than on the board, as it is free to go
/// where it likes.
const HAND_VALUE: [Score; 8] = [0, 110, 330, 380, 540, 880, 1100, 590];

fn value(code: u32) -> Score {
    VALUE[(code & 15) as usize]
}

impl Position {
    /// Material from the view of the side to move, in hundredths of a pawn.
    #[must_use]
    pub fn material(&self) -> Score {
        let mut score = 0;
        let promoted = self.promoted();
        for kind in PieceKind::ALL {
            if kind == PieceKind::King {
                continue;
            }
            let family = self.family(kind);
            let set = if kind.is_promoted() { family & promoted } else { family.without(promoted) };
            // Promoted golds and kings do not exist, so plain families of 1 to 7 cover all.
            let black = (set & self.pieces(Side::First)).len() as Score;
            let white = (set & self.pieces(Side::Second)).len() as Score;
            score += (black - white) * value(u32::from(kind.code()));
        }
        for kind in PieceKind::HAND {
            let black = self.hand(Side::First).count(kind) as Score;
            let white = self.hand(Side::Second).count(kind) as Score;
            score += (black - white) * HAND_VALUE[usize::from(kind.code() & 7)];
        }
        match self.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    /// The identity as tables keep it: the hand of black apart, and what both hands hold together
    /// in the key. Board and black's hand tell white's among positions of one game.
    fn table_key(identity: &super::position::Identity) -> Key {
        let [black, white] = identity.hands;
        Key {
            position: identity.board_key
                ^ hash::mix(u64::from(black.bits().wrapping_add(white.bits()))),
            resource: black.bits(),
        }
    }
}

impl Game for Position {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.legal_moves(out);
        Ok(())
    }

    #[inline]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        Position::play(self, m);
        Ok(())
    }

    #[inline]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        Position::undo(self, m);
        Ok(())
    }

    #[inline]
    fn key(&mut self) -> Key {
        Self::table_key(&self.identity())
    }

    #[inline]
    fn side(&mut self) -> Side {
        Position::side(self)
    }

    /// Always `None`: mate and stalemate are positions without a legal move, and repetition is a
    /// property of the game's history, not of the position.
    #[inline]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(None)
    }

    #[inline]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        Ok(Self::table_key(&self.identity_after(m)))
    }

    /// Two stages: captures and promotions, then the rest.
    fn moves_staged(&mut self, stage: u32, out: &mut Moves<'_>) -> Result<bool, Error> {
        let limits = self.limits();
        if stage == 0 {
            self.moves_of(&limits, Stages::CAPTURES.and(Stages::QUIET_PROMOTIONS), out);
            return Ok(true);
        }
        self.moves_of(&limits, Stages::QUIETS.and(Stages::DROPS), out);
        Ok(false)
    }

    #[inline]
    fn side_after(&mut self, _: Move) -> Result<Side, Error> {
        Ok(Position::side(self).other())
    }

    #[inline]
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok(self.material())
    }

    /// The most valuable victim first, by the least valuable attacker; then promotions.
    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        let view = ShogiMove(m);
        let captured = view.captured_code();
        let gain = value(view.code_after()) - value(view.kind_code());
        let victim = if captured == 0 { 0 } else { 16 * value(captured) - value(view.kind_code()) };
        victim + if view.is_promotion() { 8 * gain } else { 0 }
    }

    #[inline]
    fn is_noisy(&mut self, m: Move) -> bool {
        let view = ShogiMove(m);
        view.is_capture() || view.is_promotion()
    }

    /// By kind after the move, drops apart, and destination.
    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        let view = ShogiMove(m);
        let kind = view.code_after() | if view.is_drop() { 16 } else { 0 };
        let index = kind << 7 | m.0 & 127;
        (index & (HISTORY_SIZE as u32 - 1)) as u16
    }
}
