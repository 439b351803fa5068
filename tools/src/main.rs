//! The `yomikiri` command: one subcommand a module.

mod dobutsu;
mod mate;
mod perft;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Reads game positions out to their certain end.
#[derive(Parser)]
#[command(name = "yomikiri", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Dobutsu(dobutsu::Dobutsu),
    Mate(mate::Mate),
    Perft(perft::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let status = match cli.command {
        Command::Dobutsu(dobutsu) => dobutsu.run().map_err(std::io::Error::other),
        Command::Mate(mate) => mate.run(),
        Command::Perft(perft) => Ok(perft.run()),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("yomikiri: {error}");
            ExitCode::from(74)
        }
    }
}
