//! The `yomikiri` command: one subcommand a module.

mod chess;
mod dobutsu;
mod mate;
mod perft;
mod search;
mod solve;
mod study;
mod subject;
mod tree;

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
    Search(search::Search),
    Solve(solve::Solve),
    Study(study::Study),
    Tree(tree::Tree),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let status = match cli.command {
        Command::Dobutsu(dobutsu) => dobutsu.run().map_err(std::io::Error::other),
        Command::Mate(mate) => mate.run(),
        Command::Perft(perft) => Ok(perft.run()),
        Command::Search(search) => search.run(),
        Command::Solve(solve) => solve.run(),
        Command::Study(study) => study.run(),
        Command::Tree(tree) => tree.run(),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("yomikiri: {error}");
            ExitCode::from(74)
        }
    }
}
