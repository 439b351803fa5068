//! See `yomikiri_fuzz::text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::text::run(data));
