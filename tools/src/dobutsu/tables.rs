//! Table files on a PC: mapped into memory, opened, read whole, and written.

use std::fs::File as Handle;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use memmap2::Mmap;
use yomikiri::games::dobutsu::blocks::BlockTable;
use yomikiri::games::dobutsu::compact::CompactIndex;
use yomikiri::games::dobutsu::table::{self, Store, Table, TableKind};
use yomikiri::mem::{Memory, Plan, Word};
use yomikiri::retro::container::{Checksum, ENTRY, HEADER, Header};

use crate::memory::Block;

/// Decoded blocks that an opened table keeps.
const SLOTS: usize = 32;

/// Words for what a plan needs, left to the end of the program.
pub fn leak(plan: Plan) -> Result<&'static mut [Word], String> {
    leak_touched(plan, 1)
}

/// The same, the pages made ready by so many threads.
pub fn leak_touched(plan: Plan, threads: usize) -> Result<&'static mut [Word], String> {
    let bytes = plan.bytes().map_err(|e| e.to_string())?;
    Ok(Block::new(bytes / size_of::<Word>())?.touched(threads).leak())
}

/// The index that all table files share.
pub struct Tables {
    index: &'static CompactIndex<'static>,
}

impl Tables {
    /// Computes the index.
    pub fn new() -> Result<Self, String> {
        let mut memory = Memory::new(leak(CompactIndex::plan(Plan::new()))?);
        let index = CompactIndex::new(&mut memory).map_err(|e| e.to_string())?;
        Ok(Self { index: Box::leak(Box::new(index)) })
    }

    /// The index.
    pub fn index(&self) -> &'static CompactIndex<'static> {
        self.index
    }

    /// Opens a table file of any kind.
    pub fn open<'a>(&self, file: &'a File) -> Result<Box<dyn Store + 'a>, String> {
        let bytes: &[u8] = &file.map;
        let refused = |refusal| format!("{}: {refusal}", file.name);
        let (_, kind) = table::open(bytes).map_err(refused)?;
        Ok(match kind {
            TableKind::Outcome | TableKind::Distance => {
                Box::new(Table::open(bytes, self.index).map_err(refused)?)
            }
            TableKind::OutcomeBlocks | TableKind::DistanceBlocks => {
                Box::new(self.open_blocks(file)?)
            }
        })
    }

    /// Opens a table file in compressed blocks.
    pub fn open_blocks<'a>(&self, file: &'a File) -> Result<BlockTable<'a, &'a [u8]>, String> {
        let bytes: &[u8] = &file.map;
        let mut memory = Memory::new(leak(BlockTable::<&[u8]>::plan(Plan::new(), SLOTS))?);
        BlockTable::open(bytes, self.index, &mut memory, SLOTS)
            .map_err(|refusal| format!("{}: {refusal}", file.name))
    }
}

/// A file mapped into memory.
pub struct File {
    name: String,
    map: Mmap,
}

impl File {
    /// Maps a file.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let handle = Handle::open(path).map_err(|e| format!("{name}: {e}"))?;
        // SAFETY: the map is read only; whoever changes the file meanwhile changes what is read,
        // which the checksums then find, but no reference outlives the map.
        let map = unsafe { Mmap::map(&handle) }.map_err(|e| format!("{name}: {e}"))?;
        Ok(Self { name, map })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The path, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Writes a table file block by block.
pub struct Writer {
    name: String,
    out: BufWriter<Handle>,
    header: Header,
    directory: Vec<u8>,
    model: Vec<u8>,
    payload: u64,
}

impl Writer {
    /// Starts a file; the number of blocks is known from its kind.
    pub fn create(path: &Path, kind: TableKind, model: Vec<u8>) -> Result<Self, String> {
        let name = path.display().to_string();
        let handle = Handle::create(path).map_err(|e| format!("{name}: {e}"))?;
        let mut header = table::header(kind);
        header.model = model.len() as u32;
        let mut writer = Self {
            name,
            out: BufWriter::new(handle),
            header,
            directory: Vec::new(),
            model,
            payload: 0,
        };
        let start = writer.header.payload_start();
        writer.wrap(|out| out.seek(SeekFrom::Start(start)).map(drop))?;
        Ok(writer)
    }

    fn wrap(
        &mut self,
        work: impl FnOnce(&mut BufWriter<Handle>) -> std::io::Result<()>,
    ) -> Result<(), String> {
        work(&mut self.out).map_err(|e| format!("{}: {e}", self.name))
    }

    /// Appends a block.
    pub fn block(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.payload += bytes.len() as u64;
        self.directory.extend((self.payload as u32).to_le_bytes());
        self.directory.extend(Checksum::of(bytes).to_le_bytes());
        self.wrap(|out| out.write_all(bytes))
    }

    /// Writes header and directory; returns the size of the file in bytes.
    pub fn finish(mut self) -> Result<u64, String> {
        if self.directory.len() != self.header.blocks as usize * ENTRY {
            return Err(format!("{}: blocks are missing", self.name));
        }
        let mut front = std::mem::take(&mut self.directory);
        front.append(&mut self.model);
        self.header.payload = self.payload;
        self.header.directory_checksum = Checksum::of(&front);
        let header: [u8; HEADER] = self.header.encode();
        let size = self.header.payload_start() + self.payload;
        self.wrap(|out| {
            out.seek(SeekFrom::Start(0))?;
            out.write_all(&header)?;
            out.write_all(&front)?;
            out.flush()
        })?;
        Ok(size)
    }
}
