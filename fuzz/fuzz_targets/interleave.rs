//! See `yomikiri_fuzz::interleave`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::interleave::run(data));
