//! The exit statuses that several commands share, after `sysexits.h`.

/// Everything was answered, and as it should be.
pub const OK: u8 = 0;
/// Answered, but not as hoped: no mate, a difference, a mismatch.
pub const NO: u8 = 1;
/// Not decided within the budget.
pub const UNDECIDED: u8 = 2;
/// Bad arguments or bad input.
pub const USAGE: u8 = 64;
/// Reading or writing failed.
pub const IO: u8 = 74;

/// The text that every help page ends with.
pub const HELP: &str = "\
Exit status:
  0   everything was answered
  1   answered in the negative: no mate, or a result that differs from the one given
  2   undecided within the budget
  64  bad arguments or bad input
  74  reading or writing failed";

/// Ends the program where something could not be written to standard output.
pub fn unless_written(result: std::io::Result<()>) {
    if let Err(error) = result {
        if error.kind() != std::io::ErrorKind::BrokenPipe {
            eprintln!("yomikiri: {error}");
        }
        std::process::exit(IO.into());
    }
}
