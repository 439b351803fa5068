//! `yomikiri-boards [--calls NAME,NAME...] ARCHIVE...`: prints sizes and worst stacks, and fails
//! where a check does. With `--calls`, prints what a program pays that calls these functions only.

use std::process::ExitCode;

use yomikiri_boards::{ObjectFile, check};

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    let mut calls: Option<String> = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--calls" {
            calls = arguments.next();
            continue;
        }
        if let Err(error) = show(&argument, calls.as_deref()) {
            eprintln!("{argument}: {error}");
            status = ExitCode::FAILURE;
        }
    }
    status
}

fn show(path: &str, calls: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    let object = ObjectFile::read(&std::fs::read(path)?)?;
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
