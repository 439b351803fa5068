//! The few real-valued formulas, each through libm (feature `float`) and as an integer twin for
//! boards without a floating-point unit. Both give the same figures, which a test checks.

/// `floor(8 * log2(n))` for `n >= 1`, 0 for 0: the size of a subtree in eighths of an octave, the
/// scale on which tables weigh what to evict. At most 255.
#[must_use]
#[inline]
pub fn log2_eighths(n: u32) -> u8 {
    #[cfg(feature = "float")]
    {
        log2_eighths_float(n)
    }
    #[cfg(not(feature = "float"))]
    {
        log2_eighths_integer(n)
    }
}

/// How many thousandths of `whole` make `part`, rounded down; 0 where `whole` is 0. Both are at
/// most 1000.
#[must_use]
pub fn permille(part: u32, whole: u32) -> u32 {
    // Most calls have this one; the others take a division.
    if whole == 1000 { part } else { quotient(part * 1000, whole) }
}

/// How many binary digits `n` has; 0 for 0.
#[must_use]
#[inline]
pub const fn bit_length(n: u32) -> u32 {
    #[cfg(not(feature = "compact"))]
    {
        32 - n.leading_zeros()
    }
    #[cfg(feature = "compact")]
    {
        // Without the code that counts zeros where the processor does not.
        let (mut rest, mut length) = (n, 0);
        while rest != 0 {
            rest >>= 1;
            length += 1;
        }
        length
    }
}

/// A third, rounded down.
#[must_use]
#[inline]
pub const fn third(n: usize) -> usize {
    #[cfg(not(feature = "compact"))]
    {
        n / 3
    }
    #[cfg(feature = "compact")]
    {
        // Digit by digit to the base of 4, which leaves 1: without the code of a division.
        let mut third = 0;
        let mut rest = n;
        while rest > 3 {
            third += rest >> 2;
            rest = (rest >> 2) + (rest & 3);
        }
        third + (rest == 3) as usize
    }
}

/// A quotient of 32 bits, rounded down; 0 where `divisor` is 0, which is below 2^31.
#[must_use]
#[cfg_attr(not(feature = "compact"), inline)]
#[cfg_attr(feature = "compact", inline(never))]
pub const fn quotient(dividend: u32, divisor: u32) -> u32 {
    #[cfg(not(feature = "compact"))]
    {
        match dividend.checked_div(divisor) {
            Some(quotient) => quotient,
            None => 0,
        }
    }
    #[cfg(feature = "compact")]
    {
        let (mut quotient, mut rest, mut bit) = (0, 0u32, 32);
        while bit > 0 && divisor != 0 {
            bit -= 1;
            rest = rest << 1 | dividend >> bit & 1;
            quotient <<= 1;
            if rest >= divisor {
                rest -= divisor;
                quotient |= 1;
            }
        }
        quotient
    }
}

/// The mantissa thresholds `ceil(2^31 * 2^(k/8))` for k = 1..=7.
#[cfg(any(test, not(feature = "float")))]
const EIGHTHS: [u32; 7] =
    [0x8b95_c1e4, 0x9837_f052, 0xa5fe_d6aa, 0xb504_f334, 0xc567_2a12, 0xd744_fccb, 0xeac0_c6e8];

#[cfg(any(test, not(feature = "float")))]
fn log2_eighths_integer(n: u32) -> u8 {
    if n == 0 {
        return 0;
    }
    let octave = bit_length(n) - 1;
    let mantissa = n << (31 - octave);
    let mut eighth = 0u32;
    for &threshold in &EIGHTHS {
        eighth += u32::from(mantissa >= threshold);
    }
    (octave * 8 + eighth) as u8
}

#[cfg(feature = "float")]
fn log2_eighths_float(n: u32) -> u8 {
    if n == 0 {
        return 0;
    }
    libm::floor(libm::log2(f64::from(n)) * 8.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_rounded_down() {
        for whole in 0..=1000 {
            for part in [0, 1, 2, 7, whole / 2, whole - whole.min(1), whole] {
                let part = part.min(whole);
                let exact = (part * 1000u32).checked_div(whole).unwrap_or(0);
                assert_eq!(permille(part, whole), exact, "{part} of {whole}");
            }
        }
    }

    #[test]
    fn thirds_and_quotients_are_those_of_a_division() {
        for n in (0..2000).chain([0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff]) {
            assert_eq!(third(n as usize), n as usize / 3, "{n}");
            for d in [1, 2, 3, 7, 1000, 0x8000, 0xffff, 0x7fff_ffff] {
                assert_eq!(quotient(n, d), n / d, "{n} by {d}");
            }
            assert_eq!(quotient(n, 0), 0);
        }
    }

    #[test]
    fn the_binary_digits_of_a_number_are_counted() {
        for n in [0, 1, 2, 3, 4, 255, 256, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
            assert_eq!(bit_length(n), 32 - n.leading_zeros(), "{n}");
        }
    }

    #[test]
    fn thresholds_are_the_eighth_roots_of_two() {
        for (i, &t) in EIGHTHS.iter().enumerate() {
            let k = i as u32 + 1;
            let exact = |v: u32| {
                let v = f64::from(v) / 2f64.powi(31);
                v.powi(8) / 2f64.powi(k as i32)
            };
            assert!(exact(t) >= 1.0 - 1e-15, "k {k}");
            assert!(exact(t - 1) < 1.0 + 1e-15, "k {k}");
        }
    }

    #[test]
    fn powers_of_two_are_exact() {
        for e in 0..32 {
            assert_eq!(log2_eighths(1 << e), (8 * e) as u8);
        }
        assert_eq!(log2_eighths(0), 0);
        assert_eq!(log2_eighths(u32::MAX), 255);
    }

    #[cfg(feature = "float")]
    #[test]
    fn both_twins_agree() {
        for n in 0..2_000_000u32 {
            assert_eq!(log2_eighths_float(n), log2_eighths_integer(n), "{n}");
        }
        for e in 0..32u32 {
            for t in EIGHTHS {
                let m = t >> (31 - e);
                for n in m.saturating_sub(2)..m.saturating_add(3) {
                    assert_eq!(log2_eighths_float(n), log2_eighths_integer(n), "{n}");
                }
            }
        }
    }
}
