//! Tables of Dobutsu shogi, in memory or behind a host's function: `yomi_dobutsu_table_*`.

use core::ffi::c_void;
use core::mem::size_of;

use static_assertions::const_assert_eq;

use crate::game::Value;
use crate::games::dobutsu::blocks::{BlockTable, MAX_SLOTS};
use crate::games::dobutsu::compact::{CompactIndex, POSITIONS};
use crate::games::dobutsu::table::{self, Outcome, Store, Table, TableKind};
use crate::mem::{Memory, Plan};
use crate::retro::container::{Container, Source};
use crate::status::Error;

use super::dobutsu::{position, yomi_dobutsu};
use super::memory;
use super::place::{self, Held};
use super::status::{from_result, yomi_status};

/// A table of who wins, used in place, 12.6 MB.
pub const YOMI_DOBUTSU_TABLE_OUTCOME: i32 = 1;
/// A table of distances, used in place, 63.2 MB.
pub const YOMI_DOBUTSU_TABLE_DISTANCE: i32 = 2;
/// A table of who wins, in compressed blocks.
pub const YOMI_DOBUTSU_TABLE_OUTCOME_BLOCKS: i32 = 3;
/// A table of distances, in compressed blocks.
pub const YOMI_DOBUTSU_TABLE_DISTANCE_BLOCKS: i32 = 4;

/// The side to move loses.
pub const YOMI_DOBUTSU_LOST: i32 = -1;
/// Neither side can force a win.
pub const YOMI_DOBUTSU_DRAWN: i32 = 0;
/// The side to move wins.
pub const YOMI_DOBUTSU_WON: i32 = 1;

/// The most decoded blocks that a table keeps.
pub const YOMI_DOBUTSU_MOST_SLOTS: u32 = 32;

const_assert_eq!(YOMI_DOBUTSU_TABLE_OUTCOME, TableKind::Outcome as i32);
const_assert_eq!(YOMI_DOBUTSU_TABLE_DISTANCE, TableKind::Distance as i32);
const_assert_eq!(YOMI_DOBUTSU_TABLE_OUTCOME_BLOCKS, TableKind::OutcomeBlocks as i32);
const_assert_eq!(YOMI_DOBUTSU_TABLE_DISTANCE_BLOCKS, TableKind::DistanceBlocks as i32);
const_assert_eq!(YOMI_DOBUTSU_MOST_SLOTS as usize, MAX_SLOTS);

/// The solution of Dobutsu shogi: the value of every position, from a file that
/// "yomikiri dobutsu build" wrote. Needs 1.5 MB of memory besides the file.
pub struct yomi_dobutsu_table {
    _opaque: [u8; 0],
}

/// Copies "len" bytes of a file from "offset" on to "out", all of them. Returns 0, or a number at or
/// below YOMI_ERROR_HOST_LIMIT, which comes back unchanged.
pub type yomi_read =
    Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, out: *mut u8, len: usize) -> i32>;

/// What a table of Dobutsu shogi is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_dobutsu_table_info {
    /// sizeof(yomi_dobutsu_table_info), set by the caller.
    pub struct_size: u32,
    /// YOMI_DOBUTSU_TABLE_...
    pub kind: i32,
    /// 1 where it knows distances, else 0.
    pub has_distances: u32,
    /// How many positions it stores; the others follow from them.
    pub positions: u32,
    /// How many blocks with a checksum each it has.
    pub blocks: u32,
    /// 0.
    pub reserved: u32,
}

const INFO_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_dobutsu_table_info>(), INFO_SIZE);

/// The value of a position of Dobutsu shogi.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_dobutsu_value {
    /// sizeof(yomi_dobutsu_value), set by the caller.
    pub struct_size: u32,
    /// YOMI_DOBUTSU_WON, YOMI_DOBUTSU_DRAWN or YOMI_DOBUTSU_LOST, for the side to move.
    pub outcome: i32,
    /// Decided, and the table knows distances: the plies to the end with the winner's shortest and
    /// the loser's longest play; 0 where the game has ended. Otherwise 0.
    pub plies: u32,
    /// 1 where "plies" is known, else 0.
    pub has_plies: u32,
}

const VALUE_SIZE: usize = 16;
const_assert_eq!(size_of::<yomi_dobutsu_value>(), VALUE_SIZE);

/// Where the bytes of a file are.
pub(super) enum Data {
    Memory(&'static [u8]),
    Host {
        read: unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> i32,
        user: *mut c_void,
        size: u64,
    },
}

impl Source for Data {
    fn read(&self, at: u64, out: &mut [u8]) -> Result<(), Error> {
        match self {
            Self::Memory(bytes) => bytes.read(at, out),
            Self::Host { read, user, size } => {
                if at.checked_add(out.len() as u64).is_none_or(|end| end > *size) {
                    return Err(Error::Size);
                }
                // SAFETY: the host's function takes its pointer and room for as many bytes as it is
                // asked for, by the header's contract.
                match unsafe { read(*user, at, out.as_mut_ptr(), out.len()) } {
                    0 => Ok(()),
                    code => Err(Error::from_host(code)),
                }
            }
        }
    }

    #[inline]
    fn byte(&self, at: u64) -> Result<u8, Error> {
        if let Self::Memory(bytes) = self {
            return bytes.byte(at);
        }
        let mut byte = [0];
        self.read(at, &mut byte)?;
        let [byte] = byte;
        Ok(byte)
    }

    #[inline]
    fn prefetch(&self, at: u64) {
        if let Self::Memory(bytes) = self {
            bytes.prefetch(at);
        }
    }

    fn size(&self) -> Option<u64> {
        match self {
            Self::Memory(bytes) => bytes.size(),
            Self::Host { size, .. } => Some(*size),
        }
    }
}

/// An opened table of any kind.
// Without a heap the smaller variant takes the room of the larger one.
#[allow(clippy::large_enum_variant)]
pub(super) enum Opened {
    InPlace(Table<'static, Data>),
    Blocks(BlockTable<'static, Data>),
}

impl Opened {
    fn container(&self) -> &Container<Data> {
        match self {
            Self::InPlace(table) => table.container(),
            Self::Blocks(table) => table.container(),
        }
    }

    const fn kind(&self) -> TableKind {
        match self {
            Self::InPlace(table) => table.kind(),
            Self::Blocks(table) => table.kind(),
        }
    }
}

impl Store for Opened {
    fn stored(&mut self, number: u32) -> Result<Value, Error> {
        match self {
            Self::InPlace(table) => table.stored(number),
            Self::Blocks(table) => table.stored(number),
        }
    }

    fn prefetch(&self, number: u32) {
        if let Self::InPlace(table) = self {
            table.prefetch(number);
        }
    }

    fn index(&self) -> &CompactIndex<'_> {
        match self {
            Self::InPlace(table) => table.index(),
            Self::Blocks(table) => table.index(),
        }
    }

    fn has_distances(&self) -> bool {
        self.kind().has_distances()
    }
}

impl Held for Opened {
    const MAGIC: u32 = u32::from_be_bytes(*b"yDoT");
}

/// The table behind a handle.
///
/// # Safety
///
/// As for [`place::get_mut`].
pub(super) unsafe fn opened<'t>(table: *mut yomi_dobutsu_table) -> Result<&'t mut Opened, Error> {
    // SAFETY: the caller's word.
    unsafe { place::get_mut(table) }
}

fn plan(slots: u32) -> Result<Plan, Error> {
    if slots > YOMI_DOBUTSU_MOST_SLOTS {
        return Err(Error::Config);
    }
    let plan = CompactIndex::plan(Plan::new()).region::<CompactIndex<'static>>(1);
    Ok(if slots == 0 { plan } else { BlockTable::<Data>::plan(plan, slots as usize) })
}

fn open(memory: &mut Memory<'static>, slots: u32, data: Data) -> Result<Opened, Error> {
    plan(slots)?;
    // What the file is comes first: it is the more telling error.
    let borrowed = Borrowed(&data);
    let (_, kind) = table::open(borrowed).map_err(|refusal| refusal.error())?;
    let index = CompactIndex::new(memory)?;
    let index = &*memory.place(index)?;
    match kind {
        TableKind::Outcome | TableKind::Distance => {
            Table::open(data, index).map(Opened::InPlace).map_err(|refusal| refusal.error())
        }
        TableKind::OutcomeBlocks | TableKind::DistanceBlocks => {
            BlockTable::open(data, index, memory, slots as usize)
                .map(Opened::Blocks)
                .map_err(|refusal| refusal.error())
        }
    }
}

/// A source that is only looked at.
struct Borrowed<'a>(&'a Data);

impl Source for Borrowed<'_> {
    fn read(&self, at: u64, out: &mut [u8]) -> Result<(), Error> {
        self.0.read(at, out)
    }

    fn size(&self) -> Option<u64> {
        self.0.size()
    }
}

/// Writes the bytes of memory that yomi_dobutsu_table_init needs. "slots" is how many decoded blocks
/// of a compressed table are kept, 64 KiB each, up to YOMI_DOBUTSU_MOST_SLOTS; 0 is enough for tables
/// that are used in place.
///
/// YOMI_ERROR_CONFIG: too many slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_mem_size(slots: u32, out: *mut usize) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        plan(slots)
            .and_then(Plan::bytes)
            .and_then(place::bytes::<Opened>)
            .and_then(|bytes| memory::write(out, bytes))
    })
}

/// Opens the table file of "size" bytes at "data" (a read-only map of it, or flash) in "len" bytes
/// at "memory", and writes the table's address, which is "memory", to "out". The data are read in
/// place, need no alignment, and must stay. The header and the directory are checked; blocks are
/// checked by yomi_dobutsu_table_check_block, and those of compressed tables whenever they are
/// decoded.
///
/// YOMI_ERROR_SYNTAX: not a table file. YOMI_ERROR_ABI: its version is not known.
/// YOMI_ERROR_UNSUPPORTED: a table of another game. YOMI_ERROR_DAMAGED: the header, the directory or
/// the length is wrong. YOMI_ERROR_SIZE: "len" is less than yomi_dobutsu_table_mem_size says.
/// YOMI_ERROR_CONFIG: too many slots, or none for a compressed table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_init(
    memory: *mut c_void,
    len: usize,
    slots: u32,
    data: *const c_void,
    size: usize,
    out: *mut *mut yomi_dobutsu_table,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check(data.cast::<u8>()).and_then(|()| {
            if size > isize::MAX as usize {
                return Err(Error::Size);
            }
            let bytes = core::slice::from_raw_parts(data.cast::<u8>(), size);
            place::init_with(memory, len, out, |rest| open(rest, slots, Data::Memory(bytes)))
        })
    };
    from_result(result)
}

/// The same for a file of "size" bytes that "read" reads: an SD card, or a file that is not mapped.
/// The function is called whenever a value is looked up, with "user" unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_init_read(
    memory: *mut c_void,
    len: usize,
    slots: u32,
    read: yomi_read,
    user: *mut c_void,
    size: u64,
    out: *mut *mut yomi_dobutsu_table,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        read.ok_or(Error::Null).and_then(|read| {
            let data = Data::Host { read, user, size };
            place::init_with(memory, len, out, |rest| open(rest, slots, data))
        })
    };
    from_result(result)
}

/// Writes what the table is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_get_info(
    table: *const yomi_dobutsu_table,
    out: *mut yomi_dobutsu_table_info,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get::<Opened, _>(table).and_then(|table| {
            let info = yomi_dobutsu_table_info {
                struct_size: INFO_SIZE as u32,
                kind: table.kind() as i32,
                has_distances: u32::from(table.has_distances()),
                positions: POSITIONS,
                blocks: table.container().header().blocks,
                reserved: 0,
            };
            memory::write_sized(out, INFO_SIZE, &info)
        })
    };
    from_result(result)
}

/// Writes the place of a block in the file: its first byte to "start", and the byte after its last
/// to "end".
///
/// YOMI_ERROR_SIZE: there is no such block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_block_range(
    table: *const yomi_dobutsu_table,
    block: u32,
    start: *mut u64,
    end: *mut u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get::<Opened, _>(table).and_then(|table| {
            memory::check(start)?;
            memory::check(end)?;
            if block >= table.container().header().blocks {
                return Err(Error::Size);
            }
            let range = table.container().block_range(block)?;
            start.write(range.start);
            end.write(range.end);
            Ok(())
        })
    };
    from_result(result)
}

/// Reads a block and compares its checksum.
///
/// YOMI_ERROR_DAMAGED: it is damaged. YOMI_ERROR_SIZE: there is no such block. Or an error of the
/// host's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_check_block(
    table: *const yomi_dobutsu_table,
    block: u32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { place::get::<Opened, _>(table) }.and_then(|table| {
        if block >= table.container().header().blocks {
            return Err(Error::Size);
        }
        table.container().check_block(block).map_err(|refusal| refusal.error())
    });
    from_result(result)
}

/// Writes the value of a position, also where the game has ended.
///
/// YOMI_ERROR_ILLEGAL_POSITION: the pieces are not two each of the game's. YOMI_ERROR_DAMAGED: the
/// table is damaged there. Or an error of the host's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_table_probe(
    table: *mut yomi_dobutsu_table,
    dobutsu: *const yomi_dobutsu,
    out: *mut yomi_dobutsu_value,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        opened(table).and_then(|table| {
            let board = position(dobutsu)?.board();
            let (outcome, plies) = if table.has_distances() {
                match table.value(board)? {
                    Value::Won(plies) => (YOMI_DOBUTSU_WON, Some(plies)),
                    Value::Lost(plies) => (YOMI_DOBUTSU_LOST, Some(plies)),
                    Value::Drawn => (YOMI_DOBUTSU_DRAWN, None),
                }
            } else {
                let outcome = match table.outcome(board)? {
                    Outcome::Won => YOMI_DOBUTSU_WON,
                    Outcome::Lost => YOMI_DOBUTSU_LOST,
                    Outcome::Drawn => YOMI_DOBUTSU_DRAWN,
                };
                (outcome, None)
            };
            let value = yomi_dobutsu_value {
                struct_size: VALUE_SIZE as u32,
                outcome,
                plies: plies.map_or(0, u32::from),
                has_plies: u32::from(plies.is_some()),
            };
            memory::write_sized(out, VALUE_SIZE, &value)
        })
    };
    from_result(result)
}
