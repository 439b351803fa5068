//! The one list of status codes: the error enum of the Rust side and its numbers on the C side.

/// Everything that can go wrong, with the number it has in the C interface.
///
/// Numbers below 0 are errors. A host callback may return any number at or below
/// [`Error::HOST_LIMIT`]; it comes back unchanged as [`Error::Host`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// A required pointer is null.
    Null,
    /// A memory region is too small for what it must hold.
    Size,
    /// A memory region is not aligned as required.
    Align,
    /// A field of a configuration is outside its range.
    Config,
    /// The call is not legal in the present state of the object.
    State,
    /// A struct is older than the first released layout, or not understood.
    Abi,
    /// A position has more moves than the memory can hold.
    TooManyMoves,
    /// A move is not legal in the position it was played in.
    BadMove,
    /// The build or the game does not offer what was asked for.
    Unsupported,
    /// A text does not follow its grammar.
    Syntax,
    /// A position breaks a rule of the game.
    IllegalPosition,
    /// A host callback broke its contract: a count above the capacity it was given, or a return
    /// value that the interface does not define.
    BadCallback,
    /// Data that carries a checksum is damaged.
    Damaged,
    /// An error that a host callback returned, unchanged; at or below [`Error::HOST_LIMIT`].
    Host(i32),
}

impl Error {
    /// The highest number that a host callback may use for errors of its own.
    pub const HOST_LIMIT: i32 = -1000;

    /// The number of this error in the C interface; always below 0.
    #[must_use]
    pub const fn code(self) -> i32 {
        match self {
            Self::Null => -1,
            Self::Size => -2,
            Self::Align => -3,
            Self::Config => -4,
            Self::State => -5,
            Self::Abi => -6,
            Self::TooManyMoves => -7,
            Self::BadMove => -8,
            Self::Unsupported => -9,
            Self::Syntax => -10,
            Self::IllegalPosition => -11,
            Self::BadCallback => -12,
            Self::Damaged => -13,
            Self::Host(code) => {
                if code <= Self::HOST_LIMIT {
                    code
                } else {
                    -12
                }
            }
        }
    }

    /// The error behind a negative number that a host callback returned.
    ///
    /// Numbers at or below [`Error::HOST_LIMIT`] stay themselves; every other one is
    /// [`Error::BadCallback`], since a host may not speak in the library's own codes.
    #[must_use]
    pub const fn from_host(code: i32) -> Self {
        if code <= Self::HOST_LIMIT { Self::Host(code) } else { Self::BadCallback }
    }

    /// A short English name, for logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null pointer",
            Self::Size => "memory too small",
            Self::Align => "memory misaligned",
            Self::Config => "configuration out of range",
            Self::State => "call not legal in this state",
            Self::Abi => "struct layout not understood",
            Self::TooManyMoves => "too many moves",
            Self::BadMove => "illegal move",
            Self::Unsupported => "not supported",
            Self::Syntax => "syntax error",
            Self::IllegalPosition => "illegal position",
            Self::BadCallback => "callback broke its contract",
            Self::Damaged => "data is damaged",
            Self::Host(_) => "host error",
        }
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Host(code) => write!(f, " {code}"),
            _ => Ok(()),
        }
    }
}

impl core::error::Error for Error {}

/// What a call of a resumable machine left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The node budget of this call is used up; call again to go on.
    More,
    /// The work has ended; the result can be read.
    Done,
}
