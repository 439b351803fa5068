//! The one list of status codes: the errors of the Rust side and its numbers on the C side.

use core::num::NonZeroI32;

/// Everything that can go wrong, by the number that it has in the C interface.
///
/// Numbers below 0 are errors. A host callback may return any number at or below
/// [`Error::HOST_LIMIT`]; it comes back unchanged as [`Error::Host`].
// A number and not an enum: so a result without a value is one register, and 0 where all is well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Error(NonZeroI32);

static_assertions::assert_eq_size!(Result<(), Error>, i32);

/// The constants, which are written like the variants of an enum, and their names.
macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        #[allow(non_upper_case_globals)]
        impl Error {
            $($(#[$doc])* pub const $name: Self = Self::of($code);)*

            /// A short English name, for logs.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self.code() {
                    $($code => $text,)*
                    _ => "host error",
                }
            }
        }

        impl core::fmt::Debug for Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.code() {
                    $($code => f.write_str(stringify!($name)),)*
                    code => write!(f, "Host({code})"),
                }
            }
        }
    };
}

errors! {
    /// A required pointer is null.
    Null = -1, "null pointer";
    /// A memory region is too small for what it must hold.
    Size = -2, "memory too small";
    /// A memory region is not aligned as required.
    Align = -3, "memory misaligned";
    /// A field of a configuration is outside its range.
    Config = -4, "configuration out of range";
    /// The call is not legal in the present state of the object.
    State = -5, "call not legal in this state";
    /// A struct is older than the first released layout, or not understood.
    Abi = -6, "struct layout not understood";
    /// A position has more moves than the memory can hold.
    TooManyMoves = -7, "too many moves";
    /// A move is not legal in the position it was played in.
    BadMove = -8, "illegal move";
    /// The build or the game does not offer what was asked for.
    Unsupported = -9, "not supported";
    /// A text does not follow its grammar.
    Syntax = -10, "syntax error";
    /// A position breaks a rule of the game.
    IllegalPosition = -11, "illegal position";
    /// A host callback broke its contract: a count above the capacity it was given, or a return
    /// value that the interface does not define.
    BadCallback = -12, "callback broke its contract";
    /// Data that carries a checksum is damaged.
    Damaged = -13, "data is damaged";
}

impl Error {
    /// The highest number that a host callback may use for errors of its own.
    pub const HOST_LIMIT: i32 = -1000;

    /// The error of a number that is not 0.
    const fn of(code: i32) -> Self {
        match NonZeroI32::new(code) {
            Some(code) => Self(code),
            None => Self(NonZeroI32::MIN),
        }
    }

    /// An error that a host callback returned, unchanged where `code` is at or below
    /// [`Error::HOST_LIMIT`]; any other number is [`Error::BadCallback`], since a host may not
    /// speak in the library's own codes.
    #[must_use]
    #[allow(non_snake_case)]
    pub const fn Host(code: i32) -> Self {
        if code <= Self::HOST_LIMIT { Self::of(code) } else { Self::BadCallback }
    }

    /// The number of this error in the C interface; always below 0.
    #[must_use]
    #[inline(always)]
    pub const fn code(self) -> i32 {
        self.0.get()
    }

    /// Whether a host callback returned it: see [`Error::Host`].
    #[must_use]
    pub const fn is_of_host(self) -> bool {
        self.code() <= Self::HOST_LIMIT
    }

    /// The error behind a negative number that a host callback returned: see [`Error::Host`].
    #[must_use]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn from_host(code: i32) -> Self {
        Self::Host(code)
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())?;
        if self.is_of_host() { write!(f, " {}", self.code()) } else { Ok(()) }
    }
}

impl core::error::Error for Error {}

/// What a call of a resumable machine left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Step {
    /// The node budget of this call is used up; call again to go on.
    More = 1,
    /// The work has ended; the result can be read.
    Done = 2,
}

/// Yes or no, where an error may come instead. With this in the place of a `bool` the result is two
/// registers on every processor.
#[cfg(any(feature = "dfpn", feature = "alphabeta"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Answer {
    No = 0,
    Yes = 1,
}

#[cfg(any(feature = "dfpn", feature = "alphabeta"))]
impl Answer {
    #[cfg(feature = "alphabeta")]
    #[inline(always)]
    pub(crate) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    #[inline(always)]
    pub(crate) const fn is_yes(self) -> bool {
        matches!(self, Self::Yes)
    }
}
