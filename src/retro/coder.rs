//! Entropy coding of table blocks: a binary arithmetic coder whose probabilities come from a
//! mixture of contexts.
//!
//! Each context looks up a probability that adapts to what followed it before; the probabilities
//! are mixed in the logistic domain by weights that adapt too (Mahoney, Adaptive weighing of
//! context models for lossless data compression, 2005). The coder narrows a 32-bit interval
//! (Witten, Neal and Cleary 1987). All arithmetic is on integers, so that every machine decodes
//! the same; the same code runs in both directions.

use crate::mem::{Memory, Plan};
use crate::status::Error;

/// How many contexts predict each bit.
pub const CONTEXTS: usize = 12;
/// One adaptive probability a slot; slots of each context, as a power of two.
const SLOT_BITS: u32 = 16;
/// Weights of a mixer, 1.0 = 2^16.
pub type Weights = [i32; CONTEXTS];
/// The weight that every context starts with: together they trust what they agree on.
pub const FIRST_WEIGHT: i32 = 20_000;
/// How fast weights follow errors, as a shift.
const LEARNING_SHIFT: u32 = 11;
/// Adaptive probabilities settle at this many observations.
const LIMIT: u32 = 60;

/// Logistic function of x / 256 for x = -2048 ... 2047, times 4096, within 1 ..= 4095.
static SQUASH: [u16; 4096] = {
    let mut table = [0u16; 4096];
    // e^(i / 256) in steps: the factor is e^(1/256), as are all values, times 2^32.
    let factor = 4_311_777_323u64;
    let mut power = 1u64 << 32;
    let mut i = 0;
    while i < 2048 {
        // 1 / (1 + e^-x), rounded; the power is at most e^8 < 2^12, so 2^44 all in all.
        let one = 1u64 << 32;
        let upper = (power * 4096 + (power + one) / 2) / (power + one);
        let upper = if upper > 4095 { 4095 } else { upper };
        table[2048 + i] = upper as u16;
        if i > 0 {
            table[2048 - i] = (4096 - upper) as u16;
        }
        power = ((power as u128 * factor as u128) >> 32) as u64;
        i += 1;
    }
    table[0] = 1;
    table
};

/// The inverse: the least x whose logistic is at least p / 4096.
static STRETCH: [i16; 4096] = {
    let mut table = [2047i16; 4096];
    let mut x = 0;
    let mut p = 0;
    while p < 4096 {
        while x < 4095 && SQUASH[x] < p as u16 {
            x += 1;
        }
        table[p] = x as i16 - 2048;
        p += 1;
    }
    table
};

/// 2^16 / (n + 1.5): how far a probability moves after n observations.
static RATES: [u16; LIMIT as usize + 1] = {
    let mut table = [0; LIMIT as usize + 1];
    let mut n = 0;
    while n <= LIMIT as usize {
        table[n] = (131_072 / (2 * n + 3)) as u16;
        n += 1;
    }
    table
};

/// One direction of the arithmetic coder.
pub trait BitCoder {
    /// Codes a bit that is 1 with probability `p` / 65536: the encoder writes `bit`, the decoder
    /// ignores it and returns the bit read.
    fn code(&mut self, p: u32, bit: bool) -> bool;
}

/// The interval that both directions narrow.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Self = Self { low: 0, high: u32::MAX };

    /// The last value of the part that stands for 1.
    #[inline(always)]
    const fn middle(self, p: u32) -> u32 {
        self.low + (((self.high - self.low) as u64 * p as u64) >> 16) as u32
    }

    #[inline(always)]
    const fn narrowed(self, middle: u32, bit: bool) -> Self {
        if bit {
            Self { low: self.low, high: middle }
        } else {
            Self { low: middle + 1, high: self.high }
        }
    }

    /// Whether the first byte is certain.
    #[inline(always)]
    const fn is_settled(self) -> bool {
        (self.low ^ self.high) >> 24 == 0
    }

    #[inline(always)]
    const fn shifted(self) -> Self {
        Self { low: self.low << 8, high: self.high << 8 | 255 }
    }
}

/// Reads bits from bytes; beyond the end it reads zeros.
#[derive(Clone, Debug)]
pub struct Decoder<I> {
    bytes: I,
    interval: Interval,
    value: u32,
}

impl<I: Iterator<Item = u8>> Decoder<I> {
    /// Starts on the bytes of one block.
    #[must_use]
    pub fn new(mut bytes: I) -> Self {
        let mut value = 0;
        for _ in 0..4 {
            value = value << 8 | u32::from(bytes.next().unwrap_or(0));
        }
        Self { bytes, interval: Interval::WHOLE, value }
    }
}

impl<I: Iterator<Item = u8>> BitCoder for Decoder<I> {
    #[inline(always)]
    fn code(&mut self, p: u32, _: bool) -> bool {
        let middle = self.interval.middle(p);
        let bit = self.value <= middle;
        self.interval = self.interval.narrowed(middle, bit);
        while self.interval.is_settled() {
            self.interval = self.interval.shifted();
            self.value = self.value << 8 | u32::from(self.bytes.next().unwrap_or(0));
        }
        bit
    }
}

/// Writes bits as bytes to a function.
#[derive(Debug)]
pub struct Encoder<F> {
    sink: F,
    interval: Interval,
}

impl<F: FnMut(u8)> Encoder<F> {
    /// Starts a block.
    #[must_use]
    pub const fn new(sink: F) -> Self {
        Self { sink, interval: Interval::WHOLE }
    }

    /// Writes what is still needed to tell the bits apart.
    pub fn finish(mut self) {
        // The decoder appends zeros: the value must not fall below the interval.
        let value = if self.interval.low == 0 { 0 } else { self.interval.high };
        for byte in value.to_be_bytes() {
            (self.sink)(byte);
        }
    }
}

impl<F: FnMut(u8)> BitCoder for Encoder<F> {
    #[inline(always)]
    fn code(&mut self, p: u32, bit: bool) -> bool {
        let middle = self.interval.middle(p);
        self.interval = self.interval.narrowed(middle, bit);
        while self.interval.is_settled() {
            (self.sink)((self.interval.high >> 24) as u8);
            self.interval = self.interval.shifted();
        }
        bit
    }
}

/// The contexts of one kind of bit, in caller memory: 3 MiB of probabilities and the weights.
#[derive(Debug)]
pub struct Mixture<'m> {
    /// Probability times 2^22 above, observations in the low 10 bits.
    slots: &'m mut [u32],
    weights: &'m mut [Weights],
}

impl<'m> Mixture<'m> {
    /// Adds the memory of a mixture with `sets` sets of weights to a plan.
    #[must_use]
    pub const fn plan(plan: Plan, sets: usize) -> Plan {
        plan.region::<u32>(CONTEXTS << SLOT_BITS).region::<Weights>(sets)
    }

    /// Takes the memory of a mixture with `sets` sets of weights.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>, sets: usize) -> Result<Self, Error> {
        let slots = memory.take::<u32>(CONTEXTS << SLOT_BITS)?;
        let weights = memory.take::<Weights>(sets)?;
        weights.fill([FIRST_WEIGHT; CONTEXTS]);
        let mut mixture = Self { slots, weights };
        mixture.forget();
        Ok(mixture)
    }

    /// Forgets the probabilities, not the weights.
    pub fn forget(&mut self) {
        self.slots.fill(1 << 31);
    }

    /// The sets of weights.
    #[must_use]
    pub fn weights(&self) -> &[Weights] {
        self.weights
    }

    /// The sets of weights, to restore them.
    pub fn weights_mut(&mut self) -> &mut [Weights] {
        self.weights
    }

    /// Codes one bit in its contexts, each a hash, with one set of weights.
    #[inline]
    pub fn code(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[u32; CONTEXTS],
        set: usize,
        bit: bool,
    ) -> bool {
        let mut first = [FIRST_WEIGHT; CONTEXTS];
        let weights = self.weights.get_mut(set).unwrap_or(&mut first);
        let mut stretched = [0i32; CONTEXTS];
        let mut sum = 0i64;
        let slots = &mut *self.slots;
        let part = |i: usize, hash: u32| (i << SLOT_BITS) | (hash >> (32 - SLOT_BITS)) as usize;
        for (i, ((input, &hash), &weight)) in
            stretched.iter_mut().zip(contexts).zip(weights.iter()).enumerate()
        {
            let slot = slots.get(part(i, hash)).copied().unwrap_or(1 << 31);
            let value = STRETCH.get((slot >> 20) as usize).copied().unwrap_or(0);
            *input = i32::from(value);
            sum += i64::from(weight) * i64::from(value);
        }
        let x = (sum >> 16).clamp(-2047, 2047) as i32;
        let p = u32::from(SQUASH.get((x + 2048) as usize).copied().unwrap_or(2048));
        let bit = coder.code(p << 4, bit);
        // Both in 1/4096; an error of 1.0 moves a weight by an input of 1.0 times 2^-3.
        let error = (i32::from(bit) << 12) - p as i32;
        for (weight, input) in weights.iter_mut().zip(stretched) {
            // The weights of a file may be anything.
            *weight = weight.wrapping_add((input * error) >> LEARNING_SHIFT);
        }
        for (i, &hash) in contexts.iter().enumerate() {
            if let Some(slot) = slots.get_mut(part(i, hash)) {
                let seen = *slot & 1023;
                let p = *slot >> 10;
                let rate = u32::from(RATES.get(seen as usize).copied().unwrap_or(0));
                let target = if bit { (1 << 22) - 1 } else { 0 };
                let change = ((i64::from(target) - i64::from(p)) * i64::from(rate)) >> 16;
                let p = (i64::from(p) + change) as u32;
                *slot = p << 10 | (seen + 1).min(LIMIT);
            }
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_table_is_the_function() {
        for x in -2047..2048i32 {
            let exact = 4096.0 / (1.0 + (-f64::from(x) / 256.0).exp());
            let found = f64::from(SQUASH[(x + 2048) as usize]);
            assert!((found - exact.clamp(1.0, 4095.0)).abs() <= 0.51, "{x}");
        }
        for (p, &x) in STRETCH.iter().enumerate().skip(1) {
            assert!(SQUASH[(i32::from(x) + 2048) as usize] >= p as u16);
        }
    }

    #[test]
    fn what_was_encoded_is_decoded_and_skewed_bits_are_short() {
        let bytes = Mixture::plan(Plan::new(), 1).bytes().unwrap();
        let mut block = vec![0u64; bytes / 8];
        let mut random = 3u64;
        let bits: Vec<bool> = (0..20_000)
            .map(|_| {
                random = crate::hash::mix(random);
                random.is_multiple_of(20)
            })
            .collect();
        let contexts = |i: usize| core::array::from_fn(|k| (i as u32 & 7) << (k + 16));
        let mut out = Vec::new();
        let mut mixture = Mixture::new(&mut Memory::new(&mut block), 1).unwrap();
        let mut encoder = Encoder::new(|byte| out.push(byte));
        for (i, &bit) in bits.iter().enumerate() {
            mixture.code(&mut encoder, &contexts(i), 0, bit);
        }
        encoder.finish();
        // The entropy is 0.286 bits each, 716 bytes; learning it costs the rest.
        assert!((700..850).contains(&out.len()), "{}", out.len());
        let mut mixture = Mixture::new(&mut Memory::new(&mut block), 1).unwrap();
        let mut decoder = Decoder::new(out.into_iter());
        for (i, &bit) in bits.iter().enumerate() {
            assert_eq!(mixture.code(&mut decoder, &contexts(i), 0, false), bit);
        }
    }
}
