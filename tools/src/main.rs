//! The `yomikiri` command: one subcommand a module.

use clap::{Parser, Subcommand};

/// Reads game positions out to their certain end.
#[derive(Parser)]
#[command(name = "yomikiri", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {}

fn main() {
    let cli = Cli::parse();
    match cli.command {}
}
