//! Large blocks of memory for tables.
//!
//! A table is read at random, so most reads miss the processor's list of pages where pages are
//! small. Linux is asked for large ones: a search with a table of a gigabyte gains a tenth.

use memmap2::MmapMut;
use yomikiri::mem::Word;

/// Words of the smallest page there is.
const PAGE: usize = 4096 / size_of::<Word>();

/// Zeroed memory from the system.
pub struct Block {
    map: MmapMut,
}

impl Block {
    /// `words` words, or a message.
    pub fn new(words: usize) -> Result<Self, String> {
        let refusal = || format!("{} MiB of memory are not to be had", words >> 17);
        // A map of nothing is an error; one word more does no harm.
        let bytes = words.max(1).checked_mul(size_of::<Word>()).ok_or_else(refusal)?;
        let map = MmapMut::map_anon(bytes).map_err(|_| refusal())?;
        // A kernel without large pages refuses; the memory is as good without.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map })
    }

    /// The words.
    pub fn words(&mut self) -> &mut [Word] {
        let len = self.map.len() / size_of::<Word>();
        // SAFETY: the map starts at a page, holds `len` words, and is borrowed as long as they
        // are; every pattern of bits is a word.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), len) }
    }

    /// The same, each page already there. The system clears pages when they are first written: half
    /// of them on each of two threads takes half the time.
    pub fn touched(mut self, threads: usize) -> Self {
        let words = self.words();
        let part = words.len().div_ceil(threads.max(1)).next_multiple_of(PAGE).max(PAGE);
        std::thread::scope(|scope| {
            for part in words.chunks_mut(part) {
                scope.spawn(|| part.iter_mut().step_by(PAGE).for_each(|word| *word = 0));
            }
        });
        self
    }

    /// The words, left to the end of the program.
    pub fn leak(self) -> &'static mut [Word] {
        Box::leak(Box::new(self)).words()
    }
}
