//! `yomikiri-boards ARCHIVE...`: prints sizes and worst stacks, and fails where a check does.

use std::process::ExitCode;

use yomikiri_boards::{ObjectFile, check};

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    for path in std::env::args().skip(1) {
        let object = match std::fs::read(&path)
            .map_err(Into::into)
            .and_then(|bytes| ObjectFile::read(&bytes))
        {
            Ok(object) => object,
            Err(error) => {
                eprintln!("{path}: {error}");
                status = ExitCode::FAILURE;
                continue;
            }
        };
        let sizes = object.sizes;
        println!(
            "{path}: code {}, rodata {}, data {}, bss {}",
            sizes.code, sizes.rodata, sizes.data, sizes.bss
        );
        let checks = check(&object);
        for (name, stack) in &checks.stacks {
            println!("{stack:6} {name}");
        }
        for fault in &checks.faults {
            eprintln!("{path}: {fault}");
            status = ExitCode::FAILURE;
        }
    }
    status
}
