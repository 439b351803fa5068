//! Replays the corpus of the fuzz targets, and every input that once found a fault, on the stable
//! toolchain. `scripts/fuzz.sh` looks for more.
#![cfg(all(feature = "dfpn", feature = "alphabeta", feature = "retro", feature = "shogi"))]
#![cfg(all(feature = "dobutsu", feature = "othello", feature = "capi"))]

#[path = "../fuzz/src/lib.rs"]
mod targets;

#[test]
fn the_corpus_of_every_target_runs_without_a_fault() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for name in ["files", "host", "interleave", "play", "surface", "table", "text"] {
        let body = targets::body(name).unwrap();
        let mut inputs = 0;
        let entries = std::fs::read_dir(root.join("corpus").join(name)).unwrap();
        for path in entries.map(|entry| entry.unwrap().path()) {
            let data = std::fs::read(&path).unwrap();
            println!("{}", path.display());
            body(&data);
            inputs += 1;
        }
        assert!(inputs >= 10, "{name}: {inputs} inputs");
    }
}

/// Numbers that no corpus need hold: every target, over pseudo-random bytes.
#[test]
fn random_bytes_run_without_a_fault() {
    for name in ["files", "host", "interleave", "play", "surface", "table", "text"] {
        let body = targets::body(name).unwrap();
        let mut state = 1u64;
        for round in 0..2000u64 {
            let len = (yomikiri::hash::mix(round) % 200) as usize;
            let data: Vec<u8> = (0..len)
                .map(|_| {
                    state = yomikiri::hash::mix(state);
                    (state >> 56) as u8
                })
                .collect();
            body(&data);
        }
    }
}

/// The smallest inputs that found a fault, and what it was.
#[test]
fn inputs_that_once_found_a_fault_no_longer_do() {
    let findings: [(&str, &[u8], &str); 1] = [(
        "table",
        &[0x04, 0xff, 0xff, 0x88, 0x88, 0x88, 0x0c, 0x88, 0xff, 0xff, 0xff, 0x88],
        "AB-SSS* on a game with repetitions: bounds crept by one unit a pass",
    )];
    for (name, data, fault) in findings {
        println!("{name}: {fault}");
        targets::body(name).unwrap()(data);
    }
}
