//! The object that holds a search in caller memory: what tells it from other memory, and what keeps
//! it to one call at a time.

use core::mem::MaybeUninit;

use crate::budget::{Control, Snapshot};
use crate::status::Error;

use super::memory;

/// A search that an object can hold.
pub(super) trait Search {
    /// Tells the objects of one type from those of another, and from foreign memory.
    #[cfg_attr(not(any(feature = "alphabeta", feature = "shogi")), allow(dead_code))]
    const MAGIC: u32;

    /// The fault that a hook of the game met that cannot fail.
    ///
    /// # Errors
    ///
    /// That fault.
    fn fault(&self) -> Result<(), Error>;

    /// Ends what is under way without a call of the game.
    fn abandon(&mut self);

    /// Whether the last search has failed.
    fn has_failed(&self) -> bool;
}

/// A search at the start of caller memory.
///
/// A call borrows `search` alone and for as long as `busy` is 1; the other fields are read through
/// the raw pointer, by callbacks that call back and by threads that cancel.
#[repr(C)]
pub(super) struct Object<S> {
    magic: u32,
    busy: u32,
    control: &'static Control,
    search: S,
}

impl<S: Search> Object<S> {
    /// Where the search of an object goes, which is written first.
    #[inline(always)]
    pub(super) const fn search_in(place: &mut MaybeUninit<Self>) -> &mut MaybeUninit<S> {
        let object = place.as_mut_ptr();
        // SAFETY: the place is ours and has room for every field; the result borrows it.
        unsafe { &mut *(&raw mut (*object).search).cast() }
    }

    /// Makes the object.
    ///
    /// # Safety
    ///
    /// Its search was written to [`Object::search_in`].
    #[inline(always)]
    pub(super) unsafe fn finish(
        place: &mut MaybeUninit<Self>,
        magic: u32,
        control: &'static Control,
    ) -> *mut Self {
        let object = place.as_mut_ptr();
        // Field by field: as a whole, it would be put together on the stack first.
        // SAFETY: the place is ours and has room for every field.
        unsafe {
            (&raw mut (*object).magic).write(magic);
            (&raw mut (*object).busy).write(0);
            (&raw mut (*object).control).write(control);
        }
        object
    }
}

/// Keeps an object to one call at a time.
pub(super) struct Call<S: Search> {
    object: *mut Object<S>,
}

impl<S: Search> Drop for Call<S> {
    fn drop(&mut self) {
        // SAFETY: `enter` checked the pointer; no reference to `busy` exists.
        unsafe { (*self.object).busy = 0 }
    }
}

impl<S: Search> Call<S> {
    /// Claims an object for one call.
    ///
    /// # Safety
    ///
    /// Where `object` is not null and aligned, it points to readable memory, and where that holds
    /// an object, no other thread uses it but for [`cancel`] and [`snapshot`].
    #[cfg_attr(not(any(feature = "alphabeta", feature = "shogi")), allow(dead_code))]
    pub(super) unsafe fn enter(object: *mut Object<S>) -> Result<Self, Error> {
        // SAFETY: the caller's word.
        unsafe { Self::enter_as(object, S::MAGIC) }
    }

    /// The same of an object that has this mark.
    ///
    /// # Safety
    ///
    /// As for [`Call::enter`].
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) unsafe fn enter_as(object: *mut Object<S>, magic: u32) -> Result<Self, Error> {
        // SAFETY: the caller's word.
        unsafe {
            known(object, magic)?;
            if (*object).busy != 0 {
                return Err(Error::State);
            }
            (*object).busy = 1;
        }
        Ok(Self { object })
    }

    /// The search.
    pub(super) fn search(&mut self) -> &mut S {
        // SAFETY: `busy` keeps every other call away from the search while self lives, and self is
        // borrowed for as long as the result.
        unsafe { &mut (*self.object).search }
    }

    /// Ends a call that ran callbacks: a fault that a hook met, and that no later callback has
    /// reported, ends the search.
    pub(super) fn settle<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        let value = result?;
        self.report_fault()?;
        Ok(value)
    }

    #[cfg_attr(feature = "compact", inline(never))]
    fn report_fault(&mut self) -> Result<(), Error> {
        if let Err(fault) = self.search().fault()
            && !self.search().has_failed()
        {
            self.search().abandon();
            return Err(fault);
        }
        Ok(())
    }
}

/// Checks that `object` is one.
///
/// # Safety
///
/// Where `object` is not null and aligned, it points to readable memory.
unsafe fn known<S>(object: *const Object<S>, magic: u32) -> Result<(), Error> {
    memory::check(object)?;
    // SAFETY: the caller's word; any bits are a valid number.
    if unsafe { (*object).magic } != magic {
        return Err(Error::State);
    }
    Ok(())
}

/// Asks the search to stop.
///
/// # Safety
///
/// Where `object` is not null and aligned, it points to readable memory.
pub(super) unsafe fn cancel<S>(object: *const Object<S>, magic: u32) -> Result<(), Error> {
    // SAFETY: the caller's word; `control` does not change after `place`.
    unsafe {
        known(object, magic)?;
        (*object).control.cancel.request();
    }
    Ok(())
}

/// The last snapshot of progress.
///
/// # Safety
///
/// As for [`cancel`].
pub(super) unsafe fn snapshot<S>(object: *const Object<S>, magic: u32) -> Result<Snapshot, Error> {
    // SAFETY: the caller's word; `control` does not change after `place`.
    let control = unsafe {
        known(object, magic)?;
        (*object).control
    };
    // The writer is busy for a few instructions every few hundred nodes; it cannot be met busy
    // forever, except by an interrupt that halted it, which then gets no snapshot.
    control.progress.read().ok_or(Error::State)
}
