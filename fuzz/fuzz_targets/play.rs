//! See `yomikiri_fuzz::play`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::play::run(data));
