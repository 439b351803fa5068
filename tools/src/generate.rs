//! `yomikiri completions` and `yomikiri man`: what shells and `man` read, made from the options.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Cli, exit};

/// Print completions for a shell.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri completions bash > ~/.local/share/bash-completion/completions/yomikiri
  yomikiri completions fish > ~/.config/fish/completions/yomikiri.fish")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Runs the command and gives the exit status.
    pub fn run(&self) -> io::Result<u8> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "yomikiri", &mut text);
        io::stdout().write_all(&text)?;
        Ok(exit::OK)
    }
}

/// Write the manual pages, one for each command.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri man > yomikiri.1
  yomikiri man --out man1")]
pub struct Man {
    /// The folder to write all pages to; without it the first page is printed.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    /// Runs the command and gives the exit status.
    pub fn run(&self) -> io::Result<u8> {
        match &self.out {
            None => {
                let mut text = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut text)?;
                io::stdout().write_all(&text)?;
            }
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                clap_mangen::generate_to(Cli::command(), folder)?;
            }
        }
        Ok(exit::OK)
    }
}
