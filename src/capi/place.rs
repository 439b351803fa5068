//! A value of the library's own at the start of caller memory: positions, and what else has no
//! thread of its own.

use core::ffi::c_void;
use core::mem::{align_of, size_of};

use crate::mem::{ALIGN, Memory, Word};
use crate::status::Error;

use super::memory;

/// A value that an object can hold.
pub(super) trait Held: 'static {
    /// Tells the objects of one type from those of another, and from foreign memory.
    const MAGIC: u32;
}

/// A value of fixed size, without memory of its own.
pub(super) trait Fixed: Held {
    /// The words of memory that the header asks for.
    const WORDS: usize;
}

/// The value at the start of caller memory.
#[repr(C)]
struct Object<T> {
    magic: u32,
    reserved: u32,
    value: T,
}

/// Makes an object at the start of `memory` and writes its address to `out`.
///
/// # Safety
///
/// Where `memory` is not null, `len` bytes at it are the library's from now on; where `out` is not
/// null and aligned, it can be written.
pub(super) unsafe fn init<T: Fixed, H>(
    memory: *mut c_void,
    len: usize,
    value: T,
    out: *mut *mut H,
) -> Result<(), Error> {
    const { assert!(size_of::<Object<T>>() <= T::WORDS * size_of::<Word>()) };
    memory::check(out)?;
    // SAFETY: the caller's word.
    let block = unsafe { memory::block::<'static>(memory, len) }?;
    if block.len() < T::WORDS {
        return Err(Error::Size);
    }
    // SAFETY: the caller's word.
    unsafe { init_with(memory, len, out, |_| Ok(value)) }
}

#[cfg(feature = "dobutsu")]
/// The bytes of an object whose value has so many bytes of memory of its own.
pub(super) fn bytes<T: Held>(own: usize) -> Result<usize, Error> {
    let front = const { size_of::<Object<T>>().next_multiple_of(ALIGN) };
    own.checked_add(front).ok_or(Error::Size)
}

/// Makes an object at the start of `memory`, of a value that `make` makes in the rest, and writes
/// its address to `out`.
///
/// # Safety
///
/// As for [`init`].
pub(super) unsafe fn init_with<T: Held, H>(
    memory: *mut c_void,
    len: usize,
    out: *mut *mut H,
    make: impl FnOnce(&mut Memory<'static>) -> Result<T, Error>,
) -> Result<(), Error> {
    const { assert!(align_of::<Object<T>>() <= ALIGN) };
    memory::check(out)?;
    // SAFETY: the caller's word.
    let block = unsafe { memory::block::<'static>(memory, len) }?;
    let (place, rest) = memory::object::<Object<T>>(block)?;
    let value = make(&mut Memory::uninit(rest))?;
    let object = place.write(Object { magic: T::MAGIC, reserved: 0, value });
    // SAFETY: the caller's word.
    unsafe { memory::write(out, core::ptr::from_mut(object).cast()) }
}

/// The value behind a handle.
///
/// # Safety
///
/// Where `handle` is not null and aligned, it points to readable memory, which, where it holds an
/// object, nothing else changes for 'p.
pub(super) unsafe fn get<'p, T: Held, H>(handle: *const H) -> Result<&'p T, Error> {
    // SAFETY: the caller's word.
    unsafe { get_mut::<T, H>(handle.cast_mut()) }.map(|value| &*value)
}

/// The same, to change it.
///
/// # Safety
///
/// Where `handle` is not null and aligned, it points to memory which, where it holds an object,
/// nothing else uses for 'p.
pub(super) unsafe fn get_mut<'p, T: Held, H>(handle: *mut H) -> Result<&'p mut T, Error> {
    let object = handle.cast::<Object<T>>();
    memory::check(object)?;
    // SAFETY: the caller's word; any bits are a valid number.
    if unsafe { (*object).magic } != T::MAGIC {
        return Err(Error::State);
    }
    // SAFETY: an object of ours is there, by its mark; the caller's word for the rest.
    Ok(unsafe { &mut (*object).value })
}

/// Makes one object's value that of another; they may be the same.
///
/// # Safety
///
/// As for [`get`] and [`get_mut`].
pub(super) unsafe fn copy<T: Held + Clone, H>(handle: *mut H, from: *const H) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let value = unsafe { get::<T, H>(from) }?;
    if !core::ptr::eq(handle, from) {
        // SAFETY: the caller's word; the two are different objects.
        unsafe { get_mut::<T, H>(handle) }?.clone_from(value);
    }
    Ok(())
}
