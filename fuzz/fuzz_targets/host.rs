//! See `yomikiri_fuzz::host`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::host::run(data));
