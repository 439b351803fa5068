//! The panic handler of archives for programs without Rust (feature `panic-handler`).
//!
//! No path of the library reaches it, which a test proves on the archive; the compiler demands that
//! it exist.

#[cfg(all(feature = "panic-handler", not(feature = "std"), not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
