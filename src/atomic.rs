//! Words that one thread writes while others read. Only loads and stores are used, which every
//! target with pointers of 32 bits or more has.

#[cfg(not(target_pointer_width = "16"))]
pub use core::sync::atomic::{AtomicU8, AtomicU32};
#[cfg(target_pointer_width = "16")]
pub use narrow::{AtomicU8, AtomicU32};

/// Chips of 16 bits store 32 bits in two halves, so what stands here cannot be shared: the types are
/// not [`Sync`], and the compiler refuses a search that an interrupt could see.
#[cfg(target_pointer_width = "16")]
mod narrow {
    use core::cell::Cell;
    use core::sync::atomic::Ordering;

    macro_rules! unshared {
        ($name:ident, $word:ty) => {
            /// A word of one thread.
            #[derive(Debug, Default)]
            #[repr(transparent)]
            pub struct $name(Cell<$word>);

            impl $name {
                /// A word with this value.
                #[must_use]
                pub const fn new(value: $word) -> Self {
                    Self(Cell::new(value))
                }

                /// Its value.
                #[must_use]
                pub fn load(&self, _: Ordering) -> $word {
                    self.0.get()
                }

                /// Gives it a value.
                pub fn store(&self, value: $word, _: Ordering) {
                    self.0.set(value);
                }
            }
        };
    }

    unshared!(AtomicU8, u8);
    unshared!(AtomicU32, u32);
}
