//! Bytes read as numbers. Where they end, zeros follow.

#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&byte, rest)) => {
                self.bytes = rest;
                byte
            }
            None => 0,
        }
    }

    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    pub fn long(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    /// A number below `n`, at most 256.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A small number mostly, sometimes any: what sizes, limits and fields are drawn from.
    pub fn number(&mut self) -> u64 {
        match self.byte() {
            small @ 0..=199 => u64::from(small),
            200..=229 => u64::from(self.byte()) << 6,
            230..=244 => u64::from(self.word()),
            245..=249 => u64::MAX - u64::from(self.byte()),
            250..=252 => u64::from(u32::MAX) - u64::from(self.byte()),
            _ => self.long(),
        }
    }

    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }
}
