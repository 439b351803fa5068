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
    let thousandfold = part * 1000;
    if whole == 1000 {
        return part;
    }
    #[cfg(not(feature = "compact"))]
    {
        thousandfold.checked_div(whole).unwrap_or(0)
    }
    #[cfg(feature = "compact")]
    {
        // Bit by bit: without the code of a division.
        let mut quotient = 0;
        for bit in (0..10).rev() {
            if whole != 0 && (quotient + (1 << bit)) * whole <= thousandfold {
                quotient += 1 << bit;
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
    let octave = 31 - n.leading_zeros();
    let mantissa = n << (31 - octave);
    let mut eighth = 0u32;
    for threshold in EIGHTHS {
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
