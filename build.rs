//! Writes the C header to OUT_DIR where the feature `gen-header` asks for it; nothing else.

/// The files of the C interface in the order in which the header shows them.
#[cfg(feature = "gen-header")]
const SOURCES: [&str; 20] = [
    "status.rs",
    "version.rs",
    "host.rs",
    "stop.rs",
    "proof.rs",
    "dfpn.rs",
    "settings.rs",
    "alphabeta.rs",
    "shogi.rs",
    "shogi_play.rs",
    "tsume.rs",
    "survey.rs",
    "futile.rs",
    "othello.rs",
    "othello_solver.rs",
    "dobutsu.rs",
    "dobutsu_solver.rs",
    "dobutsu_table.rs",
    "dobutsu_lines.rs",
    "dobutsu_player.rs",
];

#[cfg(feature = "gen-header")]
fn main() {
    use std::path::PathBuf;

    let variable = |name: &str| PathBuf::from(std::env::var_os(name).unwrap_or_default());
    let root = variable("CARGO_MANIFEST_DIR");
    let sources = root.join("src").join("capi");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-changed=src/capi");

    let config = cbindgen::Config::from_file(root.join("cbindgen.toml"))
        .unwrap_or_else(|error| panic!("cbindgen.toml: {error}"));
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in SOURCES {
        builder = builder.with_src(sources.join(file));
    }
    builder
        .generate()
        .unwrap_or_else(|error| panic!("the C header: {error}"))
        .write_to_file(variable("OUT_DIR").join("yomikiri.h"));
}

#[cfg(not(feature = "gen-header"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
