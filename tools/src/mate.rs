//! `yomikiri mate`: solves mate problems, one a line, and prints an answer a line in the same
//! order.

mod batch;
mod beside;
mod input;
mod options;
mod record;
mod report;
mod resume;
mod solver;

pub use input::read_position;
pub use options::Mate;

use std::io;

use crate::exit;

impl Mate {
    /// Runs the command; returns the exit status.
    pub fn run(&self) -> io::Result<u8> {
        let refuse = |message: String| {
            eprintln!("yomikiri mate: {message}");
            Ok(exit::USAGE)
        };
        let memory = match self.memory() {
            Ok(memory) => memory,
            Err(message) => return refuse(message),
        };
        let input = match input::Input::new(&self.input, self.format, self.at) {
            Ok(input) => input,
            Err(message) => return refuse(message),
        };
        match batch::run(self, memory, input) {
            Ok(status) => Ok(status),
            Err(batch::Trouble::Refused(message)) => refuse(message),
            Err(batch::Trouble::Io(error)) => Err(error),
        }
    }
}
