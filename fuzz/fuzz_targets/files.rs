//! See `yomikiri_fuzz::files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::files::run(data));
