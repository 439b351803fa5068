//! Carving typed regions out of one block of caller memory: all size and alignment arithmetic.
//!
//! A block is a slice of 64-bit words, so its start is aligned for everything the library keeps.
//! [`Plan`] adds up what a set of regions needs; [`Memory`] hands the regions out, in the same
//! order, each filled with its default value.
#![allow(unsafe_code)]

use core::mem::{MaybeUninit, align_of, needs_drop, size_of};

use crate::atomic::{AtomicU8, AtomicU32};
use crate::status::Error;

/// One word of caller memory. Blocks are aligned to it, in bytes.
pub type Word = u64;

/// The alignment, in bytes, that every block of caller memory must have.
pub const ALIGN: usize = align_of::<Word>();

/// Adds up the size of regions that [`Memory`] is to hand out, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    bytes: usize,
    overflow: bool,
}

impl Plan {
    /// An empty plan.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: 0, overflow: false }
    }

    /// Adds a region of `len` values of type `T`.
    #[must_use]
    pub const fn region<T>(self, len: usize) -> Self {
        const { assert!(align_of::<T>() <= ALIGN) };
        let align = align_of::<T>();
        let Some(start) = self.bytes.checked_add(align - 1) else {
            return Self { bytes: 0, overflow: true };
        };
        let start = start & !(align - 1);
        let Some(size) = len.checked_mul(size_of::<T>()) else {
            return Self { bytes: 0, overflow: true };
        };
        match start.checked_add(size) {
            Some(bytes) => Self { bytes, overflow: self.overflow },
            None => Self { bytes: 0, overflow: true },
        }
    }

    /// The size of the block in bytes, a multiple of [`ALIGN`].
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where no address space could hold it.
    pub const fn bytes(self) -> Result<usize, Error> {
        if self.overflow {
            return Err(Error::Size);
        }
        match self.bytes.checked_add(ALIGN - 1) {
            Some(bytes) => Ok(bytes & !(ALIGN - 1)),
            None => Err(Error::Size),
        }
    }
}

/// A block of caller memory, handed out front to back.
#[derive(Debug)]
pub struct Memory<'m> {
    free: &'m mut [MaybeUninit<u8>],
    /// Bytes handed out, padding included.
    used: usize,
    /// Something was asked for that was not there.
    short: bool,
}

impl<'m> Memory<'m> {
    /// The block `words`.
    #[must_use]
    pub fn new(words: &'m mut [Word]) -> Self {
        let len = size_of_val(words);
        // SAFETY: the words are initialised, exclusively borrowed for 'm and `len` bytes long; as
        // MaybeUninit<u8> they have alignment 1. Nothing uninitialised is ever written through
        // the view: every region is written whole, with values of `Copy` types, and a word has no
        // invalid bit pattern.
        let free = unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) };
        Self { free, used: 0, short: false }
    }

    /// The block `words`, which need not be initialised.
    #[must_use]
    pub fn uninit(words: &'m mut [MaybeUninit<Word>]) -> Self {
        let len = size_of_val(words);
        // SAFETY: as in `new`; uninitialised bytes are allowed in MaybeUninit.
        let free = unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) };
        Self { free, used: 0, short: false }
    }

    /// How many bytes are left.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.free.len()
    }

    /// Splits off so many bytes from the next multiple of `align` on.
    #[cfg_attr(feature = "compact", inline(never))]
    fn split_bytes(
        &mut self,
        align: usize,
        size: Option<usize>,
    ) -> Result<&'m mut [MaybeUninit<u8>], Error> {
        let padding = self.used.wrapping_neg() & (align - 1);
        let total = size.and_then(|size| size.checked_add(padding)).ok_or(Error::Size)?;
        // The rest stays where it is: further regions may be asked for before the shortage is told.
        if total > self.free.len() {
            return Err(Error::Size);
        }
        let free = core::mem::take(&mut self.free);
        let Some((region, rest)) = free.split_at_mut_checked(total) else {
            return Err(Error::Size);
        };
        self.free = rest;
        self.used += total;
        region.get_mut(padding..).ok_or(Error::Size)
    }

    /// Splits off `len` bytes aligned for `T`.
    fn split<T>(&mut self, len: usize) -> Result<&'m mut [MaybeUninit<T>], Error> {
        const { assert!(align_of::<T>() <= ALIGN) };
        let region = self.split_bytes(align_of::<T>(), len.checked_mul(size_of::<T>()))?;
        // SAFETY: the region is `len * size_of::<T>()` bytes long, exclusively ours for 'm, and
        // aligned for T: the block starts at a multiple of ALIGN >= align_of::<T>(), and `used`
        // plus the padding is a multiple of align_of::<T>(). MaybeUninit<T> needs no initial value.
        Ok(unsafe { core::slice::from_raw_parts_mut(region.as_mut_ptr().cast(), len) })
    }

    /// Hands out `len` values of type `T`, each the default value.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the block is too short.
    pub fn take<T: Copy + Default>(&mut self, len: usize) -> Result<&'m mut [T], Error> {
        let values = self.take_if_there(len);
        if values.len() == len { Ok(values) } else { Err(Error::Size) }
    }

    /// The same where [`Memory::was_enough`] is asked later, for several at once: nothing where the
    /// block is too short.
    pub(crate) fn take_if_there<T: Copy + Default>(&mut self, len: usize) -> &'m mut [T] {
        const { assert!(align_of::<T>() <= ALIGN) };
        let default = T::default();
        #[cfg(not(feature = "compact"))]
        let (start, len) = match self.split::<T>(len) {
            Ok(region) => {
                for slot in region.iter_mut() {
                    slot.write(default);
                }
                (region.as_mut_ptr().cast(), len)
            }
            Err(_) => {
                self.short = true;
                (core::ptr::dangling_mut::<T>(), 0)
            }
        };
        #[cfg(feature = "compact")]
        let (start, len) = {
            // SAFETY: the value's own bytes, as many as it has.
            let value =
                unsafe { core::slice::from_raw_parts((&raw const default).cast(), size_of::<T>()) };
            let (start, len) = self.split_filled(align_of::<T>(), len, value);
            (start.cast::<T>(), len)
        };
        // SAFETY: so many values stand there, aligned and written just above; they are ours for 'm.
        unsafe { core::slice::from_raw_parts_mut(start, len) }
    }

    /// Whether all that was asked for was there.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where something was not.
    pub(crate) const fn was_enough(&self) -> Result<(), Error> {
        if self.short { Err(Error::Size) } else { Ok(()) }
    }

    /// Splits off room for `len` values, each a copy of these bytes: one code for every type.
    /// Returns where it is, and `len`; or an aligned address and 0 where there is no room.
    #[cfg(feature = "compact")]
    #[inline(never)]
    fn split_filled(
        &mut self,
        align: usize,
        len: usize,
        value: &[MaybeUninit<u8>],
    ) -> (*mut u8, usize) {
        let Ok(region) = self.split_bytes(align, len.checked_mul(value.len())) else {
            self.short = true;
            return (core::ptr::without_provenance_mut(align), 0);
        };
        let start = region.as_mut_ptr().cast();
        let mut rest = region;
        for _ in 0..len {
            let Some((slot, more)) = rest.split_at_mut_checked(value.len()) else { break };
            slot.copy_from_slice(value);
            rest = more;
        }
        (start, len)
    }

    /// Hands out one value that lives as long as the block.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the block is too short.
    pub fn place<T>(&mut self, value: T) -> Result<&'m mut T, Error> {
        const { assert!(!needs_drop::<T>()) };
        match self.split::<T>(1)? {
            [slot] => Ok(slot.write(value)),
            _ => Err(Error::Size),
        }
    }

    /// Hands out `len` 32-bit words that can be shared between searches, all 0.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the block is too short.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn take_shared(&mut self, len: usize) -> Result<&'m [AtomicU32], Error> {
        let region = self.split::<AtomicU32>(len)?;
        for slot in region.iter_mut() {
            slot.write(AtomicU32::new(0));
        }
        // SAFETY: every value of the region was written just above; the region is ours for 'm and
        // is shared from here on.
        Ok(unsafe { core::slice::from_raw_parts(region.as_ptr().cast(), len) })
    }

    /// The same in `len` groups of `N` words.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the block is too short.
    pub fn take_shared_groups<const N: usize>(
        &mut self,
        len: usize,
    ) -> Result<&'m [[AtomicU32; N]], Error> {
        let words = self.take_shared(len.checked_mul(N).ok_or(Error::Size)?)?;
        // SAFETY: there are `len * N` words, and an array of words is laid out like them.
        Ok(unsafe { core::slice::from_raw_parts(words.as_ptr().cast(), len) })
    }

    /// Hands out `len` bytes that can be shared between threads, all 0.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the block is too short.
    pub fn take_shared_bytes(&mut self, len: usize) -> Result<&'m [AtomicU8], Error> {
        let region = self.split::<AtomicU8>(len)?;
        for slot in region.iter_mut() {
            slot.write(AtomicU8::new(0));
        }
        // SAFETY: every value of the region was written just above; the region is ours for 'm and
        // is shared from here on.
        Ok(unsafe { core::slice::from_raw_parts(region.as_ptr().cast(), len) })
    }
}

/// Asks the processor to fetch the cache line of `value`, which will be read soon. Does nothing
/// where there is no such instruction or no cache.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        // SAFETY: the instruction is part of every x86-64 processor, has no effect on the program
        // but its speed, and may be given any address; this one is even valid.
        unsafe {
            core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(
                core::ptr::from_ref(value).cast(),
            );
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_exactly_what_its_regions_take() {
        for a in 0..5 {
            for b in 0..5 {
                let bytes =
                    Plan::new().region::<u8>(a).region::<u64>(b).region::<u16>(3).bytes().unwrap();
                let mut block = vec![0u64; bytes / 8];
                let mut memory = Memory::new(&mut block);
                assert_eq!(memory.take::<u8>(a).unwrap().len(), a);
                assert_eq!(memory.take::<u64>(b).unwrap().len(), b);
                assert_eq!(memory.take::<u16>(3).unwrap(), [0; 3]);
                assert!(memory.remaining() < 8);
            }
        }
    }

    #[test]
    fn after_a_region_that_does_not_fit_others_are_aligned_all_the_same() {
        let mut block = [0u64; 4];
        let mut memory = Memory::new(&mut block);
        assert_eq!(memory.take::<u8>(3).unwrap().len(), 3);
        assert_eq!(memory.take::<u64>(4).unwrap_err(), Error::Size);
        for _ in 0..2 {
            assert_eq!(memory.take::<u16>(0).unwrap().as_ptr().addr() % 2, 0);
            assert_eq!(memory.take::<u64>(0).unwrap().as_ptr().addr() % 8, 0);
        }
        assert_eq!(memory.take::<u64>(3).unwrap(), [0; 3]);
        assert_eq!(memory.remaining(), 0);
    }

    #[test]
    fn a_short_block_is_refused() {
        let mut block = [0u64; 1];
        assert_eq!(Memory::new(&mut block).take::<u64>(2).unwrap_err(), Error::Size);
        assert_eq!(Memory::new(&mut block).take::<u64>(usize::MAX).unwrap_err(), Error::Size);
        assert_eq!(Plan::new().region::<u64>(usize::MAX).bytes(), Err(Error::Size));
        assert_eq!(Plan::new().region::<u8>(usize::MAX).region::<u8>(1).bytes(), Err(Error::Size));
    }
}
