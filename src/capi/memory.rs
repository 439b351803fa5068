//! Checks of the pointers that C hands over, and objects at the start of caller memory.
//!
//! Every pointer is checked for null and alignment before it is used; that it points to what the
//! header says is the caller's part of the contract.
// A build without a search or without a game needs but a part of this.
#![cfg_attr(not(all(feature = "dfpn", feature = "shogi")), allow(dead_code))]

use core::ffi::{c_char, c_void};
use core::mem::{MaybeUninit, align_of, size_of};

use crate::mem::{ALIGN, Word};
use crate::moves::Move;
use crate::status::Error;

use super::status::yomi_move;

/// Checks that `pointer` can point to a `T`.
pub(super) fn check<T>(pointer: *const T) -> Result<(), Error> {
    check_address(pointer.addr(), align_of::<T>())
}

/// Checks an address for what its alignment must be, a power of two.
#[cfg_attr(feature = "compact", inline(never))]
#[cfg_attr(not(feature = "compact"), inline)]
fn check_address(address: usize, align: usize) -> Result<(), Error> {
    if address == 0 {
        return Err(Error::Null);
    }
    if address & (align - 1) != 0 {
        return Err(Error::Align);
    }
    Ok(())
}

/// The block of `len` bytes at `memory`, as whole words; bytes past the last whole word are not
/// used.
///
/// # Safety
///
/// Where `memory` is not null, `len` bytes at it are the library's alone for 'm.
#[cfg_attr(feature = "compact", inline(never))]
pub(super) unsafe fn block<'m>(
    memory: *mut c_void,
    len: usize,
) -> Result<&'m mut [MaybeUninit<Word>], Error> {
    check_address(memory.addr(), ALIGN)?;
    if len > isize::MAX as usize {
        return Err(Error::Size);
    }
    // SAFETY: the pointer is not null and aligned for a word, and the caller gave us `len` bytes;
    // the words need no initial value.
    Ok(unsafe { core::slice::from_raw_parts_mut(memory.cast(), len / size_of::<Word>()) })
}

/// The place for an object `T` at the start of a block, and the rest of the block.
pub(super) fn object<T>(
    block: &mut [MaybeUninit<Word>],
) -> Result<(&mut MaybeUninit<T>, &mut [MaybeUninit<Word>]), Error> {
    const { assert!(align_of::<T>() <= ALIGN) };
    let words = const { size_of::<T>().div_ceil(size_of::<Word>()) };
    let (front, rest) = block.split_at_mut_checked(words).ok_or(Error::Size)?;
    // SAFETY: `front` is aligned for a word, which is enough for T, and at least as large as T; it
    // is borrowed for as long as the result.
    let place = unsafe { &mut *front.as_mut_ptr().cast::<MaybeUninit<T>>() };
    Ok((place, rest))
}

/// The size that the struct at `pointer` starts with, after all checks.
///
/// # Safety
///
/// Where `pointer` is not null and aligned, it points to a 32-bit number.
unsafe fn size_at<T>(pointer: *const T, first_size: usize) -> Result<usize, Error> {
    const { assert!(align_of::<T>() >= align_of::<u32>()) };
    // SAFETY: the caller's word.
    unsafe { size_of_struct(pointer.cast(), align_of::<T>(), first_size) }
}

/// The same where the alignment of the struct is a number.
///
/// # Safety
///
/// As for [`size_at`]; `align` is at least that of a 32-bit number.
#[cfg_attr(feature = "compact", inline(never))]
unsafe fn size_of_struct(
    pointer: *const u32,
    align: usize,
    first_size: usize,
) -> Result<usize, Error> {
    check_address(pointer.addr(), align)?;
    // SAFETY: not null, aligned for u32; the caller vouches for the rest.
    let size = unsafe { pointer.read() } as usize;
    if size < first_size { Err(Error::Abi) } else { Ok(size) }
}

/// A copy of the struct at `pointer`, which starts with its size in bytes as the caller knows it;
/// fields that the caller does not know are 0.
///
/// # Errors
///
/// [`Error::Abi`] where the size is below `first_size`, the size of the first released layout.
///
/// # Safety
///
/// Every bit pattern of the caller's bytes, and 0 for the rest, is a valid `T`. Where `pointer` is
/// not null and aligned, it points to a 32-bit number and to as many bytes as that says.
pub(super) unsafe fn sized<T>(pointer: *const T, first_size: usize) -> Result<T, Error> {
    let mut copy = MaybeUninit::<T>::uninit();
    // SAFETY: the caller's word; the copy is written whole.
    unsafe {
        copy_struct(pointer.cast(), (align_of::<T>(), first_size), whole(&mut copy))?;
        Ok(copy.assume_init())
    }
}

/// The same where a null pointer stands for a struct in which every field is 0.
///
/// # Errors
///
/// As for [`sized`].
///
/// # Safety
///
/// As for [`sized`].
#[cfg(any(feature = "dfpn", feature = "alphabeta"))]
pub(super) unsafe fn sized_or_zero<T>(pointer: *const T, first_size: usize) -> Result<T, Error> {
    let mut copy = MaybeUninit::<T>::zeroed();
    // SAFETY: the caller's word; 0 is valid for every field.
    unsafe {
        if !pointer.is_null() {
            copy_struct(pointer.cast(), (align_of::<T>(), first_size), whole(&mut copy))?;
        }
        Ok(copy.assume_init())
    }
}

/// The bytes of a value that need not be there yet.
const fn whole<T>(value: &mut MaybeUninit<T>) -> &mut [MaybeUninit<u8>] {
    let bytes = core::ptr::from_mut(value).cast();
    // SAFETY: as many bytes as the value has, which may be uninitialised, borrowed for as long.
    unsafe { core::slice::from_raw_parts_mut(bytes, size_of::<T>()) }
}

/// Copies the struct at `pointer`, which starts with its size, over `copy`: what it has not is 0.
/// `layout` is its alignment, at least that of a 32-bit number, and the least size that it may tell.
///
/// # Safety
///
/// As for [`sized`].
#[cfg_attr(feature = "compact", inline(never))]
unsafe fn copy_struct(
    pointer: *const u32,
    (align, first_size): (usize, usize),
    copy: &mut [MaybeUninit<u8>],
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let size = unsafe { size_of_struct(pointer, align, first_size) }?;
    copy.fill(MaybeUninit::new(0));
    // SAFETY: the source has `size` bytes, the copy `copy.len()`, and they do not overlap.
    unsafe {
        core::ptr::copy_nonoverlapping(
            pointer.cast::<MaybeUninit<u8>>(),
            copy.as_mut_ptr(),
            size.min(copy.len()),
        );
    }
    Ok(())
}

/// Writes `value` to the struct at `pointer`, which starts with its size in bytes as the caller
/// knows it, and no further than that; the size itself stays as it is.
///
/// # Errors
///
/// [`Error::Abi`] where the size is below `first_size`, the size of the first released layout.
///
/// # Safety
///
/// `T` is `repr(C)`, without padding, and starts with a 32-bit size. Where `pointer` is not null
/// and aligned, it points to a 32-bit number and to as many writable bytes as that says.
pub(super) unsafe fn write_sized<T: Copy>(
    pointer: *mut T,
    first_size: usize,
    value: &T,
) -> Result<(), Error> {
    // SAFETY: the caller's word; any value is bytes that may be uninitialised, and these are not.
    unsafe {
        let bytes = core::ptr::from_ref(value).cast::<u8>().add(SKIP);
        let bytes = core::slice::from_raw_parts(bytes, const { size_of::<T>() - SKIP });
        write_struct(pointer.cast(), (align_of::<T>(), first_size), bytes)
    }
}

/// The bytes of the size that a struct starts with.
const SKIP: usize = size_of::<u32>();

/// Writes these bytes to the struct at `pointer`, behind its size, as [`write_sized`] does. The other
/// argument is the struct's alignment, at least that of a 32-bit number, and the least size that it
/// may tell.
///
/// # Safety
///
/// As for [`write_sized`].
#[cfg_attr(feature = "compact", inline(never))]
unsafe fn write_struct(
    pointer: *mut u32,
    (align, first_size): (usize, usize),
    value: &[u8],
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let size = unsafe { size_of_struct(pointer, align, first_size) }?;
    let count = size.saturating_sub(SKIP).min(value.len());
    // SAFETY: both hold as many bytes behind the first; `value` is ours, so they do not overlap.
    unsafe {
        core::ptr::copy_nonoverlapping(value.as_ptr(), pointer.cast::<u8>().add(SKIP), count);
    }
    Ok(())
}

/// The checks of [`write_sized`], before there is something to write.
///
/// # Safety
///
/// Where `pointer` is not null and aligned, it points to a 32-bit number.
pub(super) unsafe fn check_sized<T>(pointer: *const T, first_size: usize) -> Result<(), Error> {
    // SAFETY: the caller's word.
    unsafe { size_at(pointer, first_size) }.map(|_| ())
}

/// Writes `value` to `out`, after the same checks as [`check`].
///
/// # Safety
///
/// Where `out` is not null and aligned, it points to a writable `T`.
pub(super) unsafe fn write<T>(out: *mut T, value: T) -> Result<(), Error> {
    check(out)?;
    // SAFETY: not null, aligned, and writable by the caller's word.
    unsafe { out.write(value) };
    Ok(())
}

/// Writes a list of moves, as far as it fits, and its whole length.
///
/// # Safety
///
/// Where `out` is not null, `capacity` moves can be written there; where `count` is not null and
/// aligned, it can be written.
pub(super) unsafe fn write_moves(
    moves: &[Move],
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Error> {
    check(count)?;
    if capacity != 0 {
        check(out)?;
    }
    for (index, m) in moves.iter().take(capacity).enumerate() {
        // SAFETY: `index` is below `capacity`, which the caller vouches for.
        unsafe { out.add(index).write(m.0) };
    }
    // SAFETY: checked above.
    unsafe { count.write(moves.len()) };
    Ok(())
}

/// Writes a list of moves whole, and its length.
///
/// # Errors
///
/// [`Error::TooManyMoves`] where they do not fit; then nothing is written.
///
/// # Safety
///
/// As for [`write_moves`].
#[cfg(any(feature = "dobutsu", feature = "othello"))]
pub(super) unsafe fn write_all_moves(
    moves: &[Move],
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Error> {
    check(count)?;
    if capacity < moves.len() {
        return Err(Error::TooManyMoves);
    }
    // SAFETY: the caller's word.
    unsafe { write_moves(moves, out, capacity, count) }
}

/// The bytes of a zero-terminated text without the zero, but no more than the first `limit`; no
/// well-formed text is that long.
///
/// # Safety
///
/// Where `text` is not null, it is readable up to its first zero byte or for `limit` bytes, and
/// does not change for 't.
pub(super) unsafe fn text<'t>(text: *const c_char, limit: usize) -> Result<&'t [u8], Error> {
    if text.is_null() {
        return Err(Error::Null);
    }
    let bytes = text.cast::<u8>();
    let mut len = 0;
    // SAFETY: no zero stood before this byte, and it is within the limit.
    while len < limit && unsafe { bytes.add(len).read() } != 0 {
        len += 1;
    }
    // SAFETY: `len` readable bytes stand there, and they do not change.
    Ok(unsafe { core::slice::from_raw_parts(bytes, len) })
}

/// Text for a caller's buffer: as much as fits, always with a zero at the end.
pub(super) struct TextBuffer<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> TextBuffer<N> {
    /// No text.
    pub(super) const fn new() -> Self {
        const { assert!(N > 0) };
        Self { bytes: [0; N], len: 0 }
    }

    /// The text with its zero, and zeros after it.
    pub(super) const fn bytes(&self) -> &[u8; N] {
        &self.bytes
    }

    /// Writes the text to a caller's buffer; see [`write_text`].
    ///
    /// # Safety
    ///
    /// As for [`write_text`].
    pub(super) unsafe fn copy(
        &self,
        out: *mut c_char,
        capacity: usize,
        len: *mut usize,
    ) -> Result<(), Error> {
        // SAFETY: the caller's word.
        unsafe { write_text(self.bytes.get(..self.len).unwrap_or(&[]), out, capacity, len) }
    }
}

/// Writes a text and a zero behind it to `out`, and the length without the zero to `len`, which may
/// be null.
///
/// # Safety
///
/// Where `out` is not null, `capacity` bytes can be written there; where `len` is not null and
/// aligned, it can be written.
#[cfg_attr(feature = "compact", inline(never))]
pub(super) unsafe fn write_text(
    text: &[u8],
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> Result<(), Error> {
    if !len.is_null() {
        check(len)?;
    }
    check(out)?;
    if capacity <= text.len() {
        return Err(Error::Size);
    }
    // SAFETY: `out` has room for the text and the zero after it; the caller's word for the rest.
    unsafe {
        core::ptr::copy_nonoverlapping(text.as_ptr(), out.cast(), text.len());
        out.add(text.len()).write(0);
        if !len.is_null() {
            len.write(text.len());
        }
    }
    Ok(())
}

#[cfg(feature = "othello")]
impl<const N: usize> TextBuffer<N> {
    /// Appends a text; what does not fit is left out.
    pub(super) fn push(&mut self, text: &[u8]) {
        for &byte in text {
            // The last byte stays 0.
            if self.len + 1 < N
                && let Some(slot) = self.bytes.get_mut(self.len)
            {
                *slot = byte;
                self.len += 1;
            }
        }
    }
}

impl<const N: usize> core::fmt::Write for TextBuffer<N> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for &byte in text.as_bytes() {
            // The last byte stays 0.
            if self.len + 1 >= N {
                return Err(core::fmt::Error);
            }
            let Some(slot) = self.bytes.get_mut(self.len) else { return Err(core::fmt::Error) };
            *slot = byte;
            self.len += 1;
        }
        Ok(())
    }
}
