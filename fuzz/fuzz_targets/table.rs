//! See `yomikiri_fuzz::table`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::table::run(data));
