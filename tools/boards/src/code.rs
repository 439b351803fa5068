//! The little of two instruction sets that relocations do not tell: indirect jumps, and direct
//! calls that the assembler resolved by itself.

/// What one instruction does that matters to a call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To an address in a register, with or without a return address.
    Indirect,
    /// A call of an offset from the start of the section.
    Call(u64),
}

/// The jumps of Thumb code at `at` of its section: offset and kind. Data between instructions
/// (constant pools) must be left out by the caller.
pub fn thumb(code: &[u8], at: u64) -> Vec<(u64, Jump)> {
    let mut jumps = Vec::new();
    let mut offset = 0;
    while let Some(half) = halfword(code, offset) {
        let place = at + offset as u64;
        if half >> 11 < 0b11101 {
            // BX and BLX of a register; BX LR returns.
            if half & 0xff00 == 0x4700 && (half >> 3) & 15 != 14 {
                jumps.push((place, Jump::Indirect));
            }
            offset += 2;
            continue;
        }
        let Some(low) = halfword(code, offset + 2) else { break };
        if half & 0xf800 == 0xf000 && low & 0xd000 == 0xd000 {
            // BL: the offset is in S, J1, J2 and two immediates.
            let s = u32::from(half >> 10) & 1;
            let j1 = u32::from(low >> 13) & 1;
            let j2 = u32::from(low >> 11) & 1;
            let bits = s << 24
                | (1 ^ j1 ^ s) << 23
                | (1 ^ j2 ^ s) << 22
                | (u32::from(half) & 0x3ff) << 12
                | (u32::from(low) & 0x7ff) << 1;
            let distance = i64::from((bits << 7) as i32 >> 7);
            jumps.push((place, Jump::Call(place.wrapping_add_signed(distance + 4))));
        }
        offset += 4;
    }
    jumps
}

/// The same for RISC-V code with compressed instructions.
pub fn riscv(code: &[u8], at: u64) -> Vec<(u64, Jump)> {
    let mut jumps = Vec::new();
    let mut offset = 0;
    while let Some(half) = halfword(code, offset) {
        let place = at + offset as u64;
        if half & 3 != 3 {
            // C.JR and C.JALR: the fields rs2 are 0, rs1 is not; C.JR of ra returns.
            let rs1 = (half >> 7) & 31;
            let call = half & 0xf07f == 0x9002 && rs1 != 0;
            if call || half & 0xf07f == 0x8002 && rs1 > 1 {
                jumps.push((place, Jump::Indirect));
            }
            offset += 2;
            continue;
        }
        let Some(high) = halfword(code, offset + 2) else { break };
        let word = u32::from(half) | u32::from(high) << 16;
        let rd = (word >> 7) & 31;
        if word & 0x707f == 0x67 {
            // JALR; of ra without a link it returns.
            let rs1 = (word >> 15) & 31;
            if !(rd == 0 && rs1 == 1) {
                jumps.push((place, Jump::Indirect));
            }
        } else if word & 0x7f == 0x6f && rd == 1 {
            let bits = (word >> 31) << 20
                | ((word >> 12) & 0xff) << 12
                | ((word >> 20) & 1) << 11
                | ((word >> 21) & 0x3ff) << 1;
            let distance = i64::from((bits << 11) as i32 >> 11);
            jumps.push((place, Jump::Call(place.wrapping_add_signed(distance))));
        }
        offset += 4;
    }
    jumps
}

fn halfword(code: &[u8], at: usize) -> Option<u16> {
    code.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(halves: &[u16]) -> Vec<u8> {
        halves.iter().flat_map(|half| half.to_le_bytes()).collect()
    }

    #[test]
    fn thumb_calls_and_register_jumps_are_seen_and_returns_are_not() {
        // push {r7, lr}; blx r3; bl . (to itself); bl +8 from offset 8; bx lr; bx r1; pop {r7, pc}
        let code = bytes(&[0xb580, 0x4798, 0xf7ff, 0xfffe, 0xf000, 0xf802, 0x4770, 0x4708, 0xbd80]);
        assert_eq!(
            thumb(&code, 0x100),
            [
                (0x102, Jump::Indirect),
                (0x104, Jump::Call(0x104)),
                (0x108, Jump::Call(0x110)),
                (0x10e, Jump::Indirect),
            ]
        );
    }

    #[test]
    fn riscv_calls_and_register_jumps_are_seen_and_returns_are_not() {
        // c.jalr a5; c.jr a5; c.jr ra; jalr ra, 0(a0); jalr x0, 0(ra); jal ra, . - 4; c.nop
        let code = bytes(&[
            0x9782, 0x8782, 0x8082, 0x00e7, 0x0005, 0x8067, 0x0000, 0xf0ef, 0xffdf, 0x0001,
        ]);
        assert_eq!(
            riscv(&code, 0),
            [(0, Jump::Indirect), (2, Jump::Indirect), (6, Jump::Indirect), (14, Jump::Call(10)),]
        );
    }
}
