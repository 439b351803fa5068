//! Boards as sets of squares.
//!
//! [`Set81`] is the 9x9 board. It has one interface and two layouts: two 64-bit words on 64-bit
//! machines, three words of 27 bits on 32-bit ones. Everything above it is written once.

#[cfg(any(test, all(target_pointer_width = "64", not(feature = "words27"))))]
mod groups;
#[cfg(any(test, all(target_pointer_width = "64", not(feature = "words27"))))]
mod part_wide;
#[cfg(any(test, all(target_pointer_width = "64", not(feature = "words27"))))]
mod set81_wide;
#[cfg(any(test, not(target_pointer_width = "64"), feature = "words27"))]
mod set81_words;

#[cfg(all(target_pointer_width = "64", not(feature = "words27")))]
pub use part_wide::Part;
#[cfg(all(target_pointer_width = "64", not(feature = "words27")))]
pub use set81_wide::{PackedSets, Set81, Squares, Tally};
#[cfg(any(not(target_pointer_width = "64"), feature = "words27"))]
pub use set81_words::{PackedSets, Part, Set81, Squares, Tally};

/// What a whole board and a part of one have in common.
pub trait SquareSet: Copy {
    /// Every square one rank lower (towards rank 0); rank 0 falls off.
    #[must_use]
    fn up(self) -> Self;

    /// Every square one rank higher (towards rank 8); rank 8 falls off.
    #[must_use]
    fn down(self) -> Self;

    /// Calls `f` for every square, lowest first, until it is false; whether it never was. Meant
    /// for short bodies, which it may repeat.
    fn all(self, f: impl FnMut(u32) -> bool) -> bool;

    /// Calls `f` for a set of neighbours of `square` and no others, as [`Set81::for_each_group`]
    /// does.
    #[inline(always)]
    fn neighbours(self, square: u32, mut f: impl FnMut(u32, &[u32; 8], usize)) {
        let _ = square;
        self.all(|square| {
            f(square, &[0; 8], 1);
            true
        });
    }

    /// Calls `f` for every square of `picked`, which are some of the set: with its number in the
    /// order of the set, and the square. They are all neighbours of `square`.
    #[inline(always)]
    fn places(self, picked: Self, square: u32, mut f: impl FnMut(usize, u32)) {
        let _ = square;
        picked.all(|picked| {
            let mut place = 0;
            self.all(|square| {
                place += usize::from(square < picked);
                square < picked
            });
            f(place, picked);
            true
        });
    }
}

/// The number of squares of a [`Set81`].
pub const SQUARES81: usize = 81;

#[cfg(test)]
mod tests {
    use crate::hash::mix;

    /// The same tests for both layouts, against lists of squares.
    macro_rules! layout {
        ($name:ident, $module:ident) => {
            mod $name {
                use super::super::SquareSet;
                use super::super::$module::{PackedSets, Set81, Tally};
                use super::{draws, line, shifted};

                fn set(squares: &[usize]) -> Set81 {
                    squares.iter().fold(Set81::EMPTY, |s, &i| s | Set81::single(i))
                }

                fn list(set: Set81) -> Vec<usize> {
                    set.squares().map(usize::from).collect()
                }

                #[test]
                fn sets_do_what_lists_of_squares_do() {
                    for (n, (a, b)) in draws().enumerate() {
                        let (sa, sb) = (set(&a), set(&b));
                        assert_eq!(list(sa), a);
                        let mut each = Vec::new();
                        sa.for_each(|square| each.push(square as usize));
                        assert_eq!(each, a);
                        let mut grouped = Vec::new();
                        sa.for_each_group(n % 2 == 0, |base, squares, n| {
                            grouped.extend(squares.iter().take(n).map(|s| (base + s) as usize));
                        });
                        assert_eq!(grouped, a);
                        let mut first = Vec::new();
                        let all = sa.all(|square| {
                            first.push(square as usize);
                            first.len() < 3
                        });
                        assert_eq!(first, a[..a.len().min(3)]);
                        assert_eq!(all, a.len() < 3);
                        assert_eq!(sa.len() as usize, a.len());
                        assert_eq!(sa.is_empty(), a.is_empty());
                        assert_eq!(sa.is_many(), a.len() > 1);
                        if let Some(&first) = a.first() {
                            assert_eq!(usize::from(sa.lowest()), first);
                        }
                        let pick = |f: &dyn Fn(bool, bool) -> bool| -> Vec<usize> {
                            (0..81).filter(|i| f(a.contains(i), b.contains(i))).collect()
                        };
                        assert_eq!(list(sa & sb), pick(&|x, y| x && y));
                        assert_eq!(list(sa | sb), pick(&|x, y| x || y));
                        assert_eq!(list(sa ^ sb), pick(&|x, y| x != y));
                        assert_eq!(list(sa.without(sb)), pick(&|x, y| x && !y));
                        assert_eq!(list(!sa), pick(&|x, _| !x));
                        assert_eq!(sa.meets(sb), a.iter().any(|i| b.contains(i)));
                        for i in 0..81 {
                            assert_eq!(sa.contains(i), a.contains(&i));
                        }
                        assert_eq!(list(sa.up()), shifted(&a, 0, -1));
                        assert_eq!(list(sa.down()), shifted(&a, 0, 1));
                        assert_eq!(list(sa.right()), shifted(&a, -1, 0));
                        assert_eq!(list(sa.left()), shifted(&a, 1, 0));
                        let files: Vec<usize> =
                            (0..81).filter(|i| a.iter().any(|j| j / 9 == i / 9)).collect();
                        assert_eq!(list(sa.file_fill()), files);
                        let mut tally = Tally::default();
                        tally.add(sa);
                        tally.add_times(sb, 3);
                        assert_eq!(tally.total() as usize, a.len() + 3 * b.len());
                        let mut tally = Tally::default();
                        tally.add_part(sa.part::<0>());
                        assert_eq!(tally.total(), sa.part::<0>().whole().len());

                        let mut packed = PackedSets::<4>::EMPTY;
                        packed.set(1, sa);
                        packed.toggle(1, sb);
                        assert_eq!(packed.get(1), sa ^ sb);
                        assert_eq!(packed.get(0), Set81::EMPTY);
                        assert_eq!(packed.get(2), Set81::EMPTY);
                    }
                    assert_eq!(list(Set81::ALL), (0..81).collect::<Vec<_>>());
                    let ranks: Vec<usize> =
                        (0..81).filter(|i| (2..=4).contains(&(i % 9))).collect();
                    assert_eq!(list(Set81::ranks(2, 4)), ranks);
                }

                /// Part `P` against the whole board, as far as two files from `square`.
                fn part_agrees<const P: usize>(a: &[usize], square: usize) {
                    let sa = set(a);
                    let files = |n: usize| {
                        let near = (0..81usize).filter(|i| (i / 9).abs_diff(square / 9) <= n);
                        set(&near.collect::<Vec<_>>())
                    };
                    let (part, two, one) = (sa.part::<P>(), files(2), files(1));
                    assert_eq!(part.whole() & two, sa & two);
                    assert_eq!(part.up().whole() & two, sa.up() & two);
                    assert_eq!(part.down().whole() & two, sa.down() & two);
                    assert_eq!(part.left().whole() & one, sa.left() & one);
                    assert_eq!(part.right().whole() & one, sa.right() & one);
                    for moved in [part.left(), part.right(), part.up(), part.down()] {
                        assert_eq!(moved.whole() & Set81::ALL, moved.whole());
                    }
                    let shared = files(0).part();
                    assert_eq!(part.meets(shared), (sa & two).meets(files(0)));
                    assert_eq!(part.without(shared).whole() & two, (sa & two).without(files(0)));
                    assert_eq!((part & shared).is_empty(), (sa & files(0)).is_empty());
                    assert_eq!((part | shared).whole() & two, (sa | files(0)) & two);
                }

                fn core_agrees<const P: usize>(a: &[usize]) -> Vec<usize> {
                    let squares: Vec<usize> = set(a).core_squares::<P>().map(usize::from).collect();
                    let part = set(a).part::<P>();
                    let mut each = Vec::new();
                    assert!(part.all(|square| {
                        each.push(square as usize);
                        true
                    }));
                    assert_eq!(each, part.squares().map(usize::from).collect::<Vec<_>>());
                    assert_eq!(each, list(part.whole()));
                    assert!(squares.iter().all(|square| each.contains(square)));
                    for &square in &squares {
                        let near: Vec<usize> =
                            (0..81usize).filter(|i| (i / 9).abs_diff(square / 9) <= 1).collect();
                        assert_eq!(list(set(&near).part::<P>().whole()), near);
                    }
                    squares
                }

                #[test]
                fn a_part_of_the_board_does_what_the_whole_does() {
                    for (n, (a, _)) in draws().take(400).enumerate() {
                        let square = n % 81;
                        match Set81::part_around(square) {
                            0 => part_agrees::<0>(&a, square),
                            _ => part_agrees::<{ Set81::PARTS - 1 }>(&a, square),
                        }
                        let mut squares = core_agrees::<0>(&a);
                        if Set81::PARTS > 1 {
                            squares.extend(core_agrees::<{ Set81::PARTS - 1 }>(&a));
                        }
                        assert_eq!(squares, a);
                    }
                }

                /// The squares that come in groups.
                fn grouped(run: impl FnOnce(&mut dyn FnMut(u32, &[u32; 8], usize))) -> Vec<usize> {
                    let mut found = Vec::new();
                    run(&mut |base, squares, n| {
                        let squares = squares.iter().take(n);
                        found.extend(squares.map(|s| base.wrapping_add(*s) as usize));
                    });
                    found
                }

                #[test]
                fn neighbours_come_in_groups() {
                    for (n, (a, b)) in draws().enumerate() {
                        let square = n % 81;
                        let only = |rule: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
                            let (file, rank) = (square / 9, square % 9);
                            let distances = |i: usize| (file.abs_diff(i / 9), rank.abs_diff(i % 9));
                            let keep = |&i: &usize| {
                                let (files, ranks) = distances(i);
                                i != square && rule(files, ranks)
                            };
                            a.iter().copied().filter(keep).collect()
                        };
                        let near = only(&|files, ranks| files <= 1 && ranks <= 1);
                        let s = square as u32;
                        assert_eq!(grouped(|f| set(&near).neighbours(s, f)), near);
                        if set(&[square]).core_squares::<0>().next().is_none() {
                            const P: usize = Set81::PARTS - 1;
                            assert_eq!(grouped(|f| set(&near).part::<P>().neighbours(s, f)), near);
                        } else {
                            assert_eq!(grouped(|f| set(&near).part::<0>().neighbours(s, f)), near);
                        }
                        let picked: Vec<usize> =
                            near.iter().copied().filter(|i| b.contains(i)).collect();
                        let mut places = Vec::new();
                        set(&near).places(set(&picked), s, |place, square| {
                            assert_eq!(near[place], square as usize);
                            places.push(square as usize);
                        });
                        assert_eq!(places, picked);
                    }
                }

                #[test]
                fn sliders_stop_at_the_first_blocker() {
                    for (occupied, _) in draws().take(100) {
                        let all = set(&occupied);
                        for square in 0..81 {
                            for (df, dr) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                                let (up, up_reach) = line(square, df, dr, &occupied);
                                let (down, down_reach) = line(square, -df, -dr, &occupied);
                                let (up, down) = (set(&up), set(&down));
                                if df == 0 {
                                    assert_eq!(Set81::reach_up(all, up), set(&up_reach));
                                    assert_eq!(Set81::reach_down(all, down), set(&down_reach));
                                } else {
                                    let reach = Set81::reach_line(
                                        all,
                                        up | down,
                                        down,
                                        up,
                                        Set81::single(square),
                                    );
                                    assert_eq!(reach, set(&up_reach) | set(&down_reach));
                                }
                            }
                        }
                    }
                }
            }
        };
    }

    layout!(wide, set81_wide);
    layout!(words, set81_words);

    /// Pairs of sets of squares, sparse and dense.
    fn draws() -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
        let mut state = 3u64;
        (0..1500).map(move |n| {
            let mut draw = || {
                (0..81)
                    .filter(|_| {
                        state = mix(state);
                        state >> 32 & 0xff < 1 << (n % 9)
                    })
                    .collect()
            };
            (draw(), draw())
        })
    }

    fn shifted(squares: &[usize], df: i32, dr: i32) -> Vec<usize> {
        squares
            .iter()
            .filter_map(|&i| {
                let (file, rank) = (i as i32 / 9 + df, i as i32 % 9 + dr);
                ((0..9).contains(&file) && (0..9).contains(&rank))
                    .then_some((file * 9 + rank) as usize)
            })
            .collect()
    }

    /// A ray, and the part of it up to the first occupied square.
    fn line(from: usize, df: i32, dr: i32, occupied: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mut ray = Vec::new();
        let mut reach = Vec::new();
        let mut blocked = false;
        let mut at = shifted(&[from], df, dr);
        while let Some(&square) = at.first() {
            ray.push(square);
            if !blocked {
                reach.push(square);
            }
            blocked |= occupied.contains(&square);
            at = shifted(&at, df, dr);
        }
        (ray, reach)
    }
}
