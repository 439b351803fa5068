//! The one object of an archive: its functions, what each of them refers to, and section sizes.

use std::collections::{BTreeMap, BTreeSet};

use object::read::archive::ArchiveFile;
use object::read::elf::ElfFile32;
use object::{
    Architecture, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget,
    SectionFlags, SectionIndex, SymbolKind, elf,
};

use crate::code::{self, Jump};

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// Thumb of Cortex-M.
    Thumb,
    /// RISC-V of 32 bits.
    RiscV,
}

/// Bytes of an object by what they need: flash for `code` and `rodata`, RAM for `data` and `bss`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub code: u64,
    pub rodata: u64,
    pub data: u64,
    pub bss: u64,
}

impl Sizes {
    fn add(&mut self, flags: u64, kind: u32, size: u64) {
        if flags & u64::from(elf::SHF_ALLOC) == 0 {
            return;
        }
        let place = if kind == elf::SHT_NOBITS {
            &mut self.bss
        } else if flags & u64::from(elf::SHF_WRITE) != 0 {
            &mut self.data
        } else if flags & u64::from(elf::SHF_EXECINSTR) != 0 {
            &mut self.code
        } else {
            &mut self.rodata
        };
        *place += size;
    }
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The names at its first instruction, the linker's, sorted.
    pub names: Vec<String>,
    /// Whether other objects can call it.
    pub global: bool,
    /// Bytes of its own frame, registers that it saves included; unknown where the compiler did
    /// not tell, as for assembly.
    pub frame: Option<u64>,
    /// Functions of the object that it calls or jumps to, by index.
    pub callees: BTreeSet<usize>,
    /// Functions that are called and not in the object.
    pub external: BTreeSet<String>,
    /// Whether it calls or jumps to an address in a register.
    pub indirect: bool,
    /// Whether it calls its own start.
    pub recursive: bool,
    section: usize,
}

/// The object.
#[derive(Debug)]
pub struct ObjectFile {
    pub machine: Machine,
    pub functions: Vec<Function>,
    /// Functions whose address stands somewhere but in a call: those that an indirect call can
    /// reach.
    pub addressed: BTreeSet<usize>,
    /// Every name of the symbol table but those of sections and of the assembler.
    pub names: BTreeSet<String>,
    /// All sections.
    pub sizes: Sizes,
    sections: BTreeMap<usize, Section>,
}

/// A section that takes memory, and the sections that it refers to.
#[derive(Debug, Default)]
struct Section {
    name: String,
    flags: u64,
    kind: u32,
    size: u64,
    refers: BTreeSet<usize>,
}

/// Bytes and name of a section.
pub type SectionSize<'o> = (u64, &'o str);

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

impl ObjectFile {
    /// Reads an archive with one ELF object of 32 bits.
    ///
    /// # Errors
    ///
    /// Where it is anything else, in words.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let archive = ArchiveFile::parse(bytes)?;
        let mut members = archive.members();
        let member = members.next().ok_or("the archive is empty")??;
        if members.next().is_some() {
            return Err("the archive has more than one member".into());
        }
        let data = member.data(bytes)?;
        // Members stand at even places only, and the parser wants more.
        let data = data.to_vec();
        let file = ElfFile32::<object::Endianness>::parse(&*data)?;
        Self::from_elf(&file)
    }

    fn from_elf(file: &ElfFile32<'_>) -> Result<Self> {
        let machine = match file.architecture() {
            Architecture::Arm => Machine::Thumb,
            Architecture::Riscv32 => Machine::RiscV,
            other => return Err(format!("{other:?} is no machine of a board").into()),
        };
        let mut this = Self {
            machine,
            functions: Vec::new(),
            addressed: BTreeSet::new(),
            names: BTreeSet::new(),
            sizes: Sizes::default(),
            sections: BTreeMap::new(),
        };
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            let kind = section.elf_section_header().sh_type.get(file.endian());
            this.sizes.add(sh_flags, kind, section.size());
            let entry = Section {
                name: section.name()?.to_owned(),
                flags: sh_flags,
                kind,
                size: section.size(),
                refers: BTreeSet::new(),
            };
            this.sections.insert(section.index().0, entry);
        }
        let starts = this.read_functions(file)?;
        this.read_frames(file, &starts)?;
        this.read_references(file, &starts)?;
        Ok(this)
    }

    /// Reads the symbols; returns the functions by section and first byte.
    fn read_functions(&mut self, file: &ElfFile32<'_>) -> Result<Starts> {
        let mut starts = Starts::new();
        for symbol in file.symbols() {
            let name = symbol.name()?;
            if !name.is_empty() && !name.starts_with('$') && symbol.kind() != SymbolKind::Section {
                self.names.insert(name.to_owned());
            }
            let Some(section) = symbol.section_index() else { continue };
            if symbol.kind() != SymbolKind::Text || name.starts_with('$') {
                continue;
            }
            // The lowest bit of an address says Thumb.
            let start = symbol.address() & !u64::from(self.machine == Machine::Thumb);
            let index = *starts.entry((section.0, start)).or_insert_with(|| {
                self.functions.push(Function { section: section.0, ..Function::default() });
                self.functions.len() - 1
            });
            let function = &mut self.functions[index];
            function.names.push(name.to_owned());
            function.names.sort();
            function.global |= symbol.is_global();
        }
        Ok(starts)
    }

    /// Reads what the compiler says of frames: an address and a number in LEB128 for each function.
    fn read_frames(&mut self, file: &ElfFile32<'_>, starts: &Starts) -> Result<()> {
        for section in file.sections().filter(|section| section.name() == Ok(".stack_sizes")) {
            let data = section.data()?;
            for (offset, relocation) in section.relocations() {
                let at = offset as usize;
                let stored = data.get(at..).and_then(<[u8]>::first_chunk);
                let stored = stored.map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
                let addend = if relocation.has_implicit_addend() {
                    stored
                } else {
                    relocation.addend() as u64
                };
                let Some((home, place)) = target(file, &relocation.target(), addend)? else {
                    continue;
                };
                let place = place & !u64::from(self.machine == Machine::Thumb);
                let mut frame = 0;
                for (index, byte) in data.iter().skip(at + 4).enumerate() {
                    frame |= u64::from(byte & 0x7f) << (7 * index);
                    if byte & 0x80 == 0 {
                        break;
                    }
                }
                if let Some(&function) = starts.get(&(home.0, place)) {
                    self.functions[function].frame = Some(frame);
                }
            }
        }
        Ok(())
    }

    /// Reads relocations and code.
    fn read_references(&mut self, file: &ElfFile32<'_>, starts: &Starts) -> Result<()> {
        for section in file.sections() {
            let home = section.index().0;
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            let kind = section.elf_section_header().sh_type.get(file.endian());
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0 || kind == elf::SHT_ARM_EXIDX {
                continue;
            }
            let data = section.data()?;
            let mut calls = BTreeSet::new();
            for (offset, relocation) in section.relocations() {
                let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
                let is_call = self.is_call(r_type);
                if is_call {
                    calls.insert(offset);
                }
                let at = offset as usize;
                let stored = data.get(at..).and_then(<[u8]>::first_chunk);
                let stored = stored.map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
                let addend = if is_call {
                    0
                } else if relocation.has_implicit_addend() {
                    stored
                } else {
                    relocation.addend() as u64
                };
                let caller = containing(starts, home, offset);
                let Some((there, place)) = target(file, &relocation.target(), addend)? else {
                    if let RelocationTarget::Symbol(symbol) = relocation.target() {
                        let name = file.symbol_by_index(symbol)?.name()?.to_owned();
                        if let Some(caller) = caller
                            && !name.is_empty()
                        {
                            self.functions[caller].external.insert(name);
                        }
                    }
                    continue;
                };
                if let Some(entry) = self.sections.get_mut(&home) {
                    entry.refers.insert(there.0);
                }
                let place = place & !u64::from(self.machine == Machine::Thumb);
                let Some(&callee) = starts.get(&(there.0, place)) else { continue };
                match caller {
                    Some(caller) if is_call => {
                        self.functions[caller].recursive |= caller == callee;
                        self.functions[caller].callees.insert(callee);
                    }
                    _ => {
                        self.addressed.insert(callee);
                    }
                }
            }
            if sh_flags & u64::from(elf::SHF_EXECINSTR) != 0 {
                self.read_code(file, home, data, &calls, starts);
            }
        }
        Ok(())
    }

    /// Reads the instructions of a section.
    fn read_code(
        &mut self,
        file: &ElfFile32<'_>,
        home: usize,
        data: &[u8],
        calls: &BTreeSet<u64>,
        starts: &Starts,
    ) {
        let jumps = match self.machine {
            Machine::RiscV => code::riscv(data, 0),
            Machine::Thumb => {
                // Symbols mark where code and data begin.
                let mut marks: Vec<(u64, bool)> = file
                    .symbols()
                    .filter(|symbol| symbol.section_index() == Some(SectionIndex(home)))
                    .filter_map(|symbol| match symbol.name() {
                        Ok(name) if name.starts_with("$t") => Some((symbol.address(), true)),
                        Ok(name) if name.starts_with("$d") => Some((symbol.address(), false)),
                        _ => None,
                    })
                    .collect();
                marks.sort_unstable();
                let ends = marks.iter().skip(1).map(|mark| mark.0).chain([data.len() as u64]);
                let code = marks.iter().zip(ends).filter(|((_, code), _)| *code);
                code.flat_map(|((from, _), to)| {
                    code::thumb(data.get(*from as usize..to as usize).unwrap_or(&[]), *from)
                })
                .collect()
            }
        };
        for (at, jump) in jumps {
            let Some(caller) = containing(starts, home, at) else { continue };
            match jump {
                // The second half of an address that a relocation fills in.
                Jump::Indirect
                    if self.machine == Machine::RiscV && calls.contains(&(at - at.min(4))) => {}
                Jump::Indirect => self.functions[caller].indirect = true,
                Jump::Call(_) if calls.contains(&at) => {}
                Jump::Call(to) => {
                    if let Some(&callee) = starts.get(&(home, to)) {
                        self.functions[caller].recursive |= caller == callee;
                        self.functions[caller].callees.insert(callee);
                    }
                }
            }
        }
    }

    fn is_call(&self, kind: u32) -> bool {
        match self.machine {
            Machine::Thumb => matches!(
                kind,
                elf::R_ARM_THM_PC22
                    | elf::R_ARM_THM_JUMP24
                    | elf::R_ARM_THM_JUMP19
                    | elf::R_ARM_THM_PC11
                    | elf::R_ARM_THM_PC9
                    | elf::R_ARM_CALL
                    | elf::R_ARM_JUMP24
            ),
            Machine::RiscV => matches!(
                kind,
                elf::R_RISCV_CALL
                    | elf::R_RISCV_CALL_PLT
                    | elf::R_RISCV_JAL
                    | elf::R_RISCV_BRANCH
                    | elf::R_RISCV_RVC_JUMP
                    | elf::R_RISCV_RVC_BRANCH
            ),
        }
    }

    /// The function with this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.names.iter().any(|own| own == name))
    }

    /// What a program pays for that calls these functions and no others, when its linker leaves
    /// out what nothing refers to, and the sections that stay, the largest last.
    ///
    /// # Errors
    ///
    /// The first name that the object does not have.
    pub fn linked(
        &self,
        roots: &[&str],
    ) -> std::result::Result<(Sizes, Vec<SectionSize<'_>>), String> {
        let mut due = Vec::new();
        for root in roots {
            let index = self.function(root).ok_or_else(|| format!("there is no {root}"))?;
            due.push(self.functions[index].section);
        }
        let mut seen = BTreeSet::new();
        let mut sizes = Sizes::default();
        let mut sections = Vec::new();
        while let Some(index) = due.pop() {
            let Some(section) = self.sections.get(&index) else { continue };
            if seen.insert(index) {
                sizes.add(section.flags, section.kind, section.size);
                sections.push((section.size, &*section.name));
                due.extend(&section.refers);
            }
        }
        sections.sort_unstable();
        Ok((sizes, sections))
    }
}

/// Functions by section and first byte.
type Starts = BTreeMap<(usize, u64), usize>;

/// The function in which a byte of a section lies.
fn containing(starts: &Starts, section: usize, offset: u64) -> Option<usize> {
    let ((home, _), &index) = starts.range(..=(section, offset)).next_back()?;
    (*home == section).then_some(index)
}

/// Section and offset that a relocation names; nothing where it names another object's symbol.
fn target(
    file: &ElfFile32<'_>,
    target: &RelocationTarget,
    addend: u64,
) -> Result<Option<(SectionIndex, u64)>> {
    let RelocationTarget::Symbol(index) = *target else { return Ok(None) };
    let symbol = file.symbol_by_index(index)?;
    let Some(section) = symbol.section_index() else { return Ok(None) };
    Ok(Some((section, symbol.address().wrapping_add(addend) & 0xffff_ffff)))
}
