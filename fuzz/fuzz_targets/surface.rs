//! See `yomikiri_fuzz::surface`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| yomikiri_fuzz::surface::run(data));
