//! Colours as types, so that both sides get straight code of their own; or, with the feature
//! `compact`, one code for both.

use super::attacks::ranks;
use super::tables::{DOWN, UP};
use crate::bitboard::{Set81, SquareSet};

/// A colour: [`Black`] or [`White`] where the compiler shall know it, [`Either`] where it shall
/// not.
pub(crate) trait Colour: Copy {
    /// The type of the opponent.
    type Other: Colour<Other = Self>;

    /// The opponent.
    fn other(self) -> Self::Other;

    /// 0 for black, 1 for white.
    fn index(self) -> usize;

    /// The ranks from `FIRST` to `LAST`, counted from 1 at the far end of the board.
    fn ranks<const FIRST: usize, const LAST: usize>(self) -> Set81;

    /// The direction in which pawns move.
    #[inline(always)]
    fn ray(self) -> usize {
        if self.index() == 0 { UP } else { DOWN }
    }

    /// The difference of square numbers of a step forward.
    #[inline(always)]
    fn ahead(self) -> i8 {
        if self.index() == 0 { -1 } else { 1 }
    }

    /// Every square one rank forward.
    #[inline(always)]
    fn forward<S: SquareSet>(self, set: S) -> S {
        if self.index() == 0 { set.up() } else { set.down() }
    }

    /// Every square one rank back.
    #[inline(always)]
    fn backward<S: SquareSet>(self, set: S) -> S {
        if self.index() == 0 { set.down() } else { set.up() }
    }
}

/// Sente.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "compact", allow(dead_code))]
pub(crate) struct Black;

/// Gote.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "compact", allow(dead_code))]
pub(crate) struct White;

impl Colour for Black {
    type Other = White;

    #[inline(always)]
    fn other(self) -> White {
        White
    }

    #[inline(always)]
    fn index(self) -> usize {
        0
    }

    #[inline(always)]
    fn ranks<const FIRST: usize, const LAST: usize>(self) -> Set81 {
        const { ranks(0, FIRST, LAST) }
    }
}

impl Colour for White {
    type Other = Black;

    #[inline(always)]
    fn other(self) -> Black {
        Black
    }

    #[inline(always)]
    fn index(self) -> usize {
        1
    }

    #[inline(always)]
    fn ranks<const FIRST: usize, const LAST: usize>(self) -> Set81 {
        const { ranks(1, FIRST, LAST) }
    }
}

/// A colour known only at run time.
#[cfg(feature = "compact")]
#[derive(Clone, Copy)]
pub(crate) struct Either(pub(crate) crate::score::Side);

#[cfg(feature = "compact")]
impl Colour for Either {
    type Other = Self;

    #[inline(always)]
    fn other(self) -> Self {
        Self(self.0.other())
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.0 as usize & 1
    }

    #[inline(always)]
    fn ranks<const FIRST: usize, const LAST: usize>(self) -> Set81 {
        if self.index() == 0 {
            const { ranks(0, FIRST, LAST) }
        } else {
            const { ranks(1, FIRST, LAST) }
        }
    }
}

/// Calls `$run` with the colour of `$side` as `$us`: once a colour, or once for both.
macro_rules! as_colour {
    ($side:expr, $us:ident => $run:expr) => {{
        #[cfg(not(feature = "compact"))]
        {
            match $side {
                $crate::score::Side::First => {
                    let $us = $crate::games::shogi::colour::Black;
                    $run
                }
                $crate::score::Side::Second => {
                    let $us = $crate::games::shogi::colour::White;
                    $run
                }
            }
        }
        #[cfg(feature = "compact")]
        {
            let $us = $crate::games::shogi::colour::Either($side);
            $run
        }
    }};
}

pub(crate) use as_colour;
