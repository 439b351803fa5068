//! `yomikiri-boards [--calls NAME,NAME... | --chain NAME] ARCHIVE...`: prints sizes and worst stacks, and fails
//! where a check does. With `--calls`, prints what a program pays that calls these functions only.
//! With `--chain NAME`, prints the calls that take the worst stack of a function.

use std::process::ExitCode;

use yomikiri_boards::{Graph, ObjectFile, check};

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    let mut calls: Option<String> = None;
    let mut chain: Option<String> = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--calls" {
            calls = arguments.next();
            continue;
        }
        if argument == "--chain" {
            chain = arguments.next();
            continue;
        }
        if let Err(error) = show(&argument, calls.as_deref(), chain.as_deref()) {
            eprintln!("{argument}: {error}");
            status = ExitCode::FAILURE;
        }
    }
    status
}

fn show(
    path: &str,
    calls: Option<&str>,
    chain: Option<&str>,
) -> Result<(), Box<dyn std::error::Error>> {
    let object = ObjectFile::read(&std::fs::read(path)?)?;
    if let Some(name) = chain {
        let index = object.function(name).ok_or_else(|| format!("there is no {name}"))?;
        for (frame, name) in
            Graph::new(&object).chain(index).map_err(|trouble| trouble.to_string())?
        {
            println!("{frame:6} {name}");
        }
        return Ok(());
    }
    if let Some(calls) = calls {
        let roots: Vec<&str> = calls.split(',').collect();
        let (sizes, sections) = object.linked(&roots)?;
        for (size, name) in sections {
            println!("{size:6} {name}");
        }
        println!("{path}: code {}, rodata {}", sizes.code, sizes.rodata);
        return Ok(());
    }
    let sizes = object.sizes;
    println!(
        "{path}: code {}, rodata {}, data {}, bss {}",
        sizes.code, sizes.rodata, sizes.data, sizes.bss
    );
    let checks = check(&object);
    for (name, stack) in &checks.stacks {
        println!("{stack:6} {name}");
    }
    if checks.faults.is_empty() { Ok(()) } else { Err(checks.faults.join("\n").into()) }
}
