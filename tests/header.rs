//! The committed C header is the one that the sources make.
//!
//! `YOMIKIRI_UPDATE=1 cargo test --features gen-header --test header` writes it anew.

use std::path::Path;

#[test]
fn the_committed_header_is_the_generated_one() {
    let made = std::fs::read_to_string(concat!(env!("OUT_DIR"), "/yomikiri.h")).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/yomikiri.h");
    if std::env::var_os("YOMIKIRI_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (committed, made)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(
            committed,
            made,
            "include/yomikiri.h, line {}: the sources make another header; see the top of this test",
            number + 1
        );
    }
    assert_eq!(committed.len(), made.len(), "include/yomikiri.h is not complete");
}
