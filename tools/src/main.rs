//! The `yomikiri` command: one subcommand a module.

/// Prints a line; where nobody reads any more, ends the program without a word instead of with a
/// panic.
macro_rules! say {
    ($($what:tt)*) => {
        $crate::exit::unless_written(::std::io::Write::write_fmt(
            &mut ::std::io::stdout(),
            format_args!("{}\n", format_args!($($what)*)),
        ))
    };
}

/// The same without the end of the line.
macro_rules! say_on {
    ($($what:tt)*) => {
        $crate::exit::unless_written(::std::io::Write::write_fmt(
            &mut ::std::io::stdout(),
            format_args!($($what)*),
        ))
    };
}

mod chess;
mod dobutsu;
mod exit;
mod generate;
mod mate;
mod memory;
mod perft;
mod search;
mod show;
mod solve;
mod study;
mod subject;
mod tree;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Reads game positions out to their certain end.
#[derive(Parser)]
#[command(name = "yomikiri", version, about, after_help = exit::HELP)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Dobutsu(dobutsu::Dobutsu),
    Mate(mate::Mate),
    Perft(perft::Options),
    Search(search::Search),
    Show(show::Show),
    Solve(solve::Solve),
    Study(study::Study),
    Tree(tree::Tree),
    Completions(generate::Completions),
    Man(generate::Man),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing is left to be told where even this cannot be printed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::OK });
        }
    };
    let status = match cli.command {
        Command::Dobutsu(dobutsu) => dobutsu.run().map_err(io::Error::other),
        Command::Mate(mate) => mate.run(),
        Command::Perft(perft) => perft.run(),
        Command::Search(search) => search.run(),
        Command::Show(show) => show.run(),
        Command::Solve(solve) => solve.run(),
        Command::Study(study) => study.run(),
        Command::Tree(tree) => tree.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(exit::IO),
        Err(error) => {
            eprintln!("yomikiri: {error}");
            ExitCode::from(exit::IO)
        }
    }
}
