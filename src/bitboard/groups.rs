//! Tables of the bits that are set in a byte, or in a window of neighbours: they turn a set into a
//! list of squares several at a time.

/// Where a vector can be read at once.
#[repr(align(32))]
pub struct Aligned<T>(pub T);

/// The numbers of the bits that are set in each byte, lowest first.
pub static GROUPS: Aligned<[[u32; 8]; 256]> = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0u32, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    Aligned(table)
};

/// The same for nine bits that stand for three files of three squares, nine apart; bit 4, the
/// square in the middle, is never set.
pub static NEIGHBOURS: Aligned<[[u32; 8]; 512]> = {
    let mut table = [[0; 8]; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut bit, mut n) = (0u32, 0);
        while bit < 9 && bits & 1 << 4 == 0 {
            if bits >> bit & 1 != 0 {
                table[bits][n] = bit / 3 * 9 + bit % 3;
                n += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    Aligned(table)
};

/// How many of the nine bits are set.
pub static NEIGHBOURS_SIZES: [u8; 512] = {
    let mut table = [0; 512];
    let mut bits = 0usize;
    while bits < 512 {
        table[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    table
};

/// How many bits are set in each byte.
pub static GROUP_SIZES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0usize;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};
