//! The frame of a table file: versioned, checksummed, the same on every machine, usable in place.
//!
//! All numbers are little-endian.
//!
//! | at | bytes | what |
//! |---:|---:|---|
//! | 0 | 8 | `YOMIKIRI` |
//! | 8 | 2 | version, 1 |
//! | 10 | 2 | kind of payload, the game's own numbers |
//! | 12 | 4 | game |
//! | 16 | 4 | positions |
//! | 20 | 4 | positions a block |
//! | 24 | 4 | blocks |
//! | 28 | 4 | bytes of the model |
//! | 32 | 8 | bytes of the payload |
//! | 40 | 16 | 0 |
//! | 56 | 4 | CRC-32 of directory and model |
//! | 60 | 4 | CRC-32 of the 60 bytes above |
//! | 64 | 8 a block | directory: where the block ends in the payload, its CRC-32 |
//! | | | model, then payload |
//!
//! Opening reads the header, directory and model; each block is checked on its own, so that damage
//! has a place and a big file can be checked a piece at a time.

use core::fmt;

use crate::mem::prefetch;
use crate::status::Error;

/// Bytes of the header.
pub const HEADER: usize = 64;
/// Bytes of a block's entry in the directory.
pub const ENTRY: usize = 8;
const MAGIC: [u8; 8] = *b"YOMIKIRI";
const VERSION: u16 = 1;

/// Where the bytes of a table come from: memory (a map of the file, flash), or a host's callback.
pub trait Source {
    /// Copies the bytes at `at` to `out`, all of it.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] beyond the end, or an error of the host.
    fn read(&self, at: u64, out: &mut [u8]) -> Result<(), Error>;

    /// One byte.
    ///
    /// # Errors
    ///
    /// As [`Source::read`].
    #[inline(always)]
    fn byte(&self, at: u64) -> Result<u8, Error> {
        let mut byte = [0];
        self.read(at, &mut byte)?;
        let [byte] = byte;
        Ok(byte)
    }

    /// Asks for a byte that is read soon; a hint, for memory that is slow to answer.
    #[inline(always)]
    fn prefetch(&self, at: u64) {
        let _ = at;
    }

    /// How many bytes there are, where that is known.
    fn size(&self) -> Option<u64>;
}

impl Source for &[u8] {
    #[inline(always)]
    fn read(&self, at: u64, out: &mut [u8]) -> Result<(), Error> {
        let at = usize::try_from(at).map_err(|_| Error::Size)?;
        let bytes = self.get(at..).and_then(|rest| rest.get(..out.len()));
        out.copy_from_slice(bytes.ok_or(Error::Size)?);
        Ok(())
    }

    #[inline(always)]
    fn byte(&self, at: u64) -> Result<u8, Error> {
        let at = usize::try_from(at).map_err(|_| Error::Size)?;
        self.get(at).copied().ok_or(Error::Size)
    }

    #[inline(always)]
    fn prefetch(&self, at: u64) {
        if let Some(byte) = usize::try_from(at).ok().and_then(|at| self.get(at)) {
            prefetch(byte);
        }
    }

    fn size(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}

/// A source behind a host's function.
#[derive(Clone, Copy, Debug)]
pub struct Callback<F>(pub F);

impl<F: Fn(u64, &mut [u8]) -> Result<(), Error>> Source for Callback<F> {
    fn read(&self, at: u64, out: &mut [u8]) -> Result<(), Error> {
        (self.0)(at, out)
    }

    fn size(&self) -> Option<u64> {
        None
    }
}

/// Why a file is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The file does not begin as a table does.
    NotATable,
    /// The file has a version that this library does not know.
    Version(u16),
    /// The table is another game's, or its kind is not known.
    Foreign,
    /// The header is damaged.
    Header,
    /// The directory or the model is damaged.
    Directory,
    /// The file has another size than its header says.
    Length {
        /// What the header says, in bytes.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// A block is damaged.
    Block {
        /// Its number.
        block: u32,
        /// Where it starts in the file, in bytes.
        start: u64,
        /// Where it ends.
        end: u64,
    },
    /// The bytes could not be read.
    Read(Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATable => f.write_str("not a table file"),
            Self::Version(version) => write!(f, "table version {version} is not known"),
            Self::Foreign => f.write_str("a table of another game or kind"),
            Self::Header => f.write_str("the header is damaged (bytes 0 to 63)"),
            Self::Directory => f.write_str("the directory is damaged (from byte 64)"),
            Self::Length { expected, found } => {
                write!(f, "{found} bytes long where the header says {expected}")
            }
            Self::Block { block, start, end } => {
                let last = end.saturating_sub(1);
                write!(f, "block {block} is damaged (bytes {start} to {last})")
            }
            Self::Read(error) => write!(f, "cannot be read: {error}"),
        }
    }
}

impl Refusal {
    /// The status that says as much without the place.
    #[must_use]
    pub const fn error(self) -> Error {
        match self {
            Self::NotATable => Error::Syntax,
            Self::Version(_) => Error::Abi,
            Self::Foreign => Error::Unsupported,
            Self::Header | Self::Directory | Self::Length { .. } | Self::Block { .. } => {
                Error::Damaged
            }
            Self::Read(error) => error,
        }
    }
}

impl core::error::Error for Refusal {}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Read(error)
    }
}

static CRC: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut value = i as u32;
        let mut bit = 0;
        while bit < 8 {
            value = (value >> 1) ^ (0xedb8_8320 & (value & 1).wrapping_neg());
            bit += 1;
        }
        table[i] = value;
        i += 1;
    }
    table
};

/// The CRC-32 of ISO-HDLC (zip, PNG) as its bytes come in.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u32);

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}

impl Checksum {
    /// Of no bytes yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(u32::MAX)
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let slot = (self.0 ^ u32::from(byte)) as usize & 255;
            self.0 = (self.0 >> 8) ^ CRC.get(slot).copied().unwrap_or(0);
        }
    }

    /// The checksum.
    #[must_use]
    pub const fn value(self) -> u32 {
        !self.0
    }

    /// The checksum of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> u32 {
        let mut sum = Self::new();
        sum.add(bytes);
        sum.value()
    }
}

/// What a header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The kind of payload, by the game's own numbers.
    pub kind: u16,
    /// The game.
    pub game: [u8; 4],
    /// How many positions the table holds.
    pub positions: u32,
    /// How many of them a block holds; the last one may hold fewer.
    pub block_positions: u32,
    /// How many blocks there are.
    pub blocks: u32,
    /// Bytes of the model.
    pub model: u32,
    /// Bytes of the payload.
    pub payload: u64,
    /// CRC-32 of directory and model.
    pub directory_checksum: u32,
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(slot) = bytes.get_mut(at..at + value.len()) {
        slot.copy_from_slice(value);
    }
}

fn get<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

impl Header {
    /// The 64 bytes.
    #[must_use]
    pub fn encode(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        put(&mut bytes, 0, &MAGIC);
        put(&mut bytes, 8, &VERSION.to_le_bytes());
        put(&mut bytes, 10, &self.kind.to_le_bytes());
        put(&mut bytes, 12, &self.game);
        put(&mut bytes, 16, &self.positions.to_le_bytes());
        put(&mut bytes, 20, &self.block_positions.to_le_bytes());
        put(&mut bytes, 24, &self.blocks.to_le_bytes());
        put(&mut bytes, 28, &self.model.to_le_bytes());
        put(&mut bytes, 32, &self.payload.to_le_bytes());
        put(&mut bytes, 56, &self.directory_checksum.to_le_bytes());
        let sum = Checksum::of(bytes.get(..60).unwrap_or(&[]));
        put(&mut bytes, 60, &sum.to_le_bytes());
        bytes
    }

    /// Reads the 64 bytes.
    ///
    /// # Errors
    ///
    /// Why they are not a header of this version.
    pub fn decode(bytes: &[u8; HEADER]) -> Result<Self, Refusal> {
        if get::<8>(bytes, 0) != MAGIC {
            return Err(Refusal::NotATable);
        }
        let version = u16::from_le_bytes(get(bytes, 8));
        if version != VERSION {
            return Err(Refusal::Version(version));
        }
        let sum = Checksum::of(bytes.get(..60).unwrap_or(&[]));
        if sum != u32::from_le_bytes(get(bytes, 60)) {
            return Err(Refusal::Header);
        }
        let header = Self {
            kind: u16::from_le_bytes(get(bytes, 10)),
            game: get(bytes, 12),
            positions: u32::from_le_bytes(get(bytes, 16)),
            block_positions: u32::from_le_bytes(get(bytes, 20)),
            blocks: u32::from_le_bytes(get(bytes, 24)),
            model: u32::from_le_bytes(get(bytes, 28)),
            payload: u64::from_le_bytes(get(bytes, 32)),
            directory_checksum: u32::from_le_bytes(get(bytes, 56)),
        };
        let blocks = header.blocks;
        let consistent = header.block_positions > 0
            && u64::from(blocks) * u64::from(header.block_positions) >= u64::from(header.positions)
            && header.payload <= u64::from(u32::MAX);
        if consistent { Ok(header) } else { Err(Refusal::Header) }
    }

    /// Where the model starts in the file.
    #[must_use]
    pub const fn model_start(&self) -> u64 {
        HEADER as u64 + self.blocks as u64 * ENTRY as u64
    }

    /// Where the payload starts in the file.
    #[must_use]
    pub const fn payload_start(&self) -> u64 {
        self.model_start() + self.model as u64
    }
}

/// An opened table file.
#[derive(Clone, Copy, Debug)]
pub struct Container<S> {
    source: S,
    header: Header,
}

impl<S: Source> Container<S> {
    /// Opens a table of `game`: checks the header, the length, the directory and the model, not
    /// the payload.
    ///
    /// # Errors
    ///
    /// Why the file is not used.
    pub fn open(source: S, game: [u8; 4]) -> Result<Self, Refusal> {
        let mut bytes = [0; HEADER];
        match source.size() {
            Some(size) if size < HEADER as u64 => return Err(Refusal::NotATable),
            _ => source.read(0, &mut bytes)?,
        }
        let header = Header::decode(&bytes)?;
        if header.game != game {
            return Err(Refusal::Foreign);
        }
        let expected = header.payload_start() + header.payload;
        if let Some(found) = source.size()
            && found != expected
        {
            return Err(Refusal::Length { expected, found });
        }
        let sum = checksum_of(&source, HEADER as u64, header.payload_start())?;
        if sum != header.directory_checksum {
            return Err(Refusal::Directory);
        }
        let container = Self { source, header };
        let mut last = 0;
        for block in 0..header.blocks {
            let (end, _) = container.entry(block)?;
            if end < last {
                return Err(Refusal::Directory);
            }
            last = end;
        }
        if u64::from(last) != header.payload {
            return Err(Refusal::Directory);
        }
        Ok(container)
    }

    /// What the header says.
    #[must_use]
    #[inline(always)]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Where the bytes come from.
    #[must_use]
    #[inline(always)]
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// The end in the payload and the checksum of a block.
    fn entry(&self, block: u32) -> Result<(u32, u32), Error> {
        let mut entry = [0; ENTRY];
        let at = HEADER as u64 + u64::from(block) * ENTRY as u64;
        self.source.read(at, &mut entry)?;
        Ok((u32::from_le_bytes(get(&entry, 0)), u32::from_le_bytes(get(&entry, 4))))
    }

    /// Where a block starts and ends in the file.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] beyond the last block, or an error of the source.
    pub fn block_range(&self, block: u32) -> Result<core::ops::Range<u64>, Error> {
        if block >= self.header.blocks {
            return Err(Error::Size);
        }
        let start = match block {
            0 => 0,
            _ => self.entry(block - 1)?.0,
        };
        let (end, _) = self.entry(block)?;
        let payload = self.header.payload_start();
        Ok(payload + u64::from(start)..payload + u64::from(end))
    }

    /// Checks the bytes of a block.
    ///
    /// # Errors
    ///
    /// [`Refusal::Block`] with the place of the damage.
    pub fn check_block(&self, block: u32) -> Result<(), Refusal> {
        let range = self.block_range(block)?;
        let (_, expected) = self.entry(block)?;
        if checksum_of(&self.source, range.start, range.end)? == expected {
            Ok(())
        } else {
            Err(Refusal::Block { block, start: range.start, end: range.end })
        }
    }
}

/// The checksum of a range of a source.
fn checksum_of<S: Source>(source: &S, mut at: u64, end: u64) -> Result<u32, Error> {
    let mut sum = Checksum::new();
    let mut buffer = [0u8; 256];
    while at < end {
        let len = (end - at).min(buffer.len() as u64) as usize;
        let Some(part) = buffer.get_mut(..len) else {
            break;
        };
        source.read(at, part)?;
        sum.add(part);
        at += len as u64;
    }
    Ok(sum.value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_crc_32() {
        // The check value of the CRC catalogue.
        assert_eq!(Checksum::of(b"123456789"), 0xcbf4_3926);
    }

    fn file() -> Vec<u8> {
        let payload: Vec<u8> = (0..100u8).collect();
        let mut directory = Vec::new();
        for (end, block) in [(60u32, &payload[..60]), (100, &payload[60..])] {
            directory.extend(end.to_le_bytes());
            directory.extend(Checksum::of(block).to_le_bytes());
        }
        let model = [7u8; 5];
        directory.extend(model);
        let header = Header {
            kind: 9,
            game: *b"TEST",
            positions: 200,
            block_positions: 120,
            blocks: 2,
            model: 5,
            payload: 100,
            directory_checksum: Checksum::of(&directory),
        };
        let mut bytes = header.encode().to_vec();
        bytes.extend(directory);
        bytes.extend(payload);
        bytes
    }

    #[test]
    fn a_sound_file_opens_from_memory_and_from_a_callback() {
        let bytes = file();
        let container = Container::open(bytes.as_slice(), *b"TEST").unwrap();
        assert_eq!(container.header().kind, 9);
        assert_eq!(container.block_range(1), Ok(64 + 16 + 5 + 60..64 + 16 + 5 + 100));
        assert_eq!(container.check_block(0), Ok(()));
        assert_eq!(container.check_block(1), Ok(()));
        let read = |at: u64, out: &mut [u8]| bytes.as_slice().read(at, out);
        let container = Container::open(Callback(read), *b"TEST").unwrap();
        assert_eq!(container.check_block(1), Ok(()));
        assert_eq!(container.source().byte(64 + 16 + 5 + 99), Ok(99));
    }

    #[test]
    fn every_damaged_byte_is_refused_with_its_place() {
        let sound = file();
        for at in 0..sound.len() {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x10;
            let opened = Container::open(bytes.as_slice(), *b"TEST");
            let refusal = match opened {
                Err(refusal) => refusal,
                Ok(container) => {
                    (0..2).find_map(|block| container.check_block(block).err()).unwrap()
                }
            };
            let expected = match at {
                0..8 => Refusal::NotATable,
                8..10 => Refusal::Version(u16::from_le_bytes([bytes[8], bytes[9]])),
                10..64 => Refusal::Header,
                64..85 => Refusal::Directory,
                _ => {
                    let (block, start, end) = if at < 145 { (0, 85, 145) } else { (1, 145, 185) };
                    Refusal::Block { block, start, end }
                }
            };
            assert_eq!(refusal, expected, "byte {at}");
        }
    }

    #[test]
    fn a_file_of_another_length_or_game_is_refused() {
        let mut bytes = file();
        let foreign = Container::open(bytes.as_slice(), *b"OTHR").unwrap_err();
        assert_eq!(foreign, Refusal::Foreign);
        bytes.push(0);
        let refusal = Container::open(bytes.as_slice(), *b"TEST").unwrap_err();
        let (expected, found) = (185, 186);
        assert_eq!(refusal, Refusal::Length { expected, found });
        let refusal = Container::open(&bytes[..40], *b"TEST").unwrap_err();
        assert_eq!(refusal, Refusal::NotATable);
    }
}
