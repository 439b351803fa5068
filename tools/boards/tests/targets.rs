//! The library compiles for every kind of chip, those with pointers of 16 bits included.

mod common;

use std::path::PathBuf;
use std::process::Command;

/// Checks the library for a target with the core library from Debian's source.
fn compiles(target: &str, features: &str) {
    if !common::has_core_source() {
        return;
    }
    let mut command = Command::new(common::DEBIAN_CARGO);
    command
        .args(["check", "--quiet", "--package", "yomikiri", "--lib", "-Zbuild-std=core"])
        .args(["--no-default-features", "--features", features, "--target", target])
        .arg("--manifest-path")
        .arg(common::root().join("Cargo.toml"))
        .arg("--target-dir")
        .arg(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("targets"))
        // The core library need not be fast here, nor told of in a debugger.
        .envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
    common::run_with(&mut command, &[("RUSTC", "/usr/bin/rustc"), ("RUSTC_BOOTSTRAP", "1")]);
}

const EVERYTHING: &str = "dfpn,alphabeta,retro,shogi,dobutsu,othello,capi,panic-handler";

#[test]
fn the_library_compiles_for_a_cortex_m3() {
    compiles("thumbv7m-none-eabi", EVERYTHING);
}

#[test]
fn the_library_compiles_for_risc_v_without_atomic_operations() {
    compiles("riscv32imc-unknown-none-elf", EVERYTHING);
}

/// The C interface and the tables of retrograde analysis need pointers of 32 bits.
#[test]
fn the_searches_compile_for_pointers_of_16_bits() {
    compiles("msp430-none-elf", "dfpn,alphabeta,shogi,dobutsu,othello,compact");
}
