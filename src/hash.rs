//! Zobrist keys made by a constant function, key mixing, and table indices without division.

/// One round of SplitMix64 (Steele, Lea and Flood 2014): a bijection that mixes all 64 bits.
#[must_use]
#[cfg_attr(not(feature = "compact"), inline(always))]
#[cfg_attr(feature = "compact", inline(never))]
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` keys for Zobrist hashing (Zobrist 1970), computed by the compiler from `seed`.
#[must_use]
pub const fn zobrist<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        keys[i] = mix(state);
        i += 1;
    }
    keys
}

/// Maps 32 bits evenly onto `0..len` by the high half of a product: no division, any length.
///
/// Returns 0 for an empty range, which callers must not index.
#[must_use]
#[inline(always)]
pub const fn reduce(bits: u32, len: u32) -> u32 {
    ((bits as u64 * len as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_of_any_length_is_reached() {
        for len in [1u32, 2, 3, 7, 1000] {
            let mut hit = [false; 1000];
            let mut key = 0u64;
            for _ in 0..40_000 {
                key = mix(key);
                hit[reduce(key as u32, len) as usize] = true;
            }
            assert!(hit[..len as usize].iter().all(|&h| h), "length {len}");
        }
    }

    #[test]
    fn zobrist_keys_are_the_mixed_multiples_of_the_golden_ratio() {
        // As SplitMix64 has them: Steele, Lea, Flood, 2014.
        let step = 0x9e37_79b9_7f4a_7c15u64;
        let keys: [u64; 3] = zobrist(7);
        assert_eq!(keys, [1, 2, 3].map(|n| mix(7u64.wrapping_add(step.wrapping_mul(n)))));
    }

    #[test]
    fn zobrist_keys_differ() {
        const KEYS: [u64; 256] = zobrist(1);
        let mut sorted = KEYS.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), KEYS.len());
    }
}
