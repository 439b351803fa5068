//! The index of Dobutsu shogi positions: without gaps, and the same both ways.
#![cfg(feature = "dobutsu")]

use yomikiri::games::dobutsu::Position;
use yomikiri::games::dobutsu::compact::{CompactIndex, POSITIONS, has_number};
use yomikiri::games::dobutsu::index::{Domain, Index, normalised};
use yomikiri::mem::{Memory, Plan};
use yomikiri::score::Side;

fn with_index(domain: Domain, test: impl FnOnce(&Index<'_>)) {
    let bytes = Index::plan(Plan::new(), domain).bytes().unwrap();
    let mut block = vec![0u64; bytes / 8];
    test(&Index::new(&mut Memory::new(&mut block), domain).unwrap());
}

/// Totals of independent programs.
#[test]
fn the_domains_have_the_known_sizes() {
    with_index(Domain::Open, |index| {
        assert_eq!(index.len(), 128_656_283);
        assert_eq!(index.groups(), 21);
    });
    with_index(Domain::Every, |index| {
        assert_eq!(index.len(), 855_232_344);
        assert_eq!(index.groups(), 72);
    });
}

#[test]
fn short_memory_is_refused() {
    let bytes = Index::plan(Plan::new(), Domain::Open).bytes().unwrap();
    let mut block = vec![0u64; bytes / 8 - 1];
    let error = Index::new(&mut Memory::new(&mut block), Domain::Open).unwrap_err();
    assert_eq!(error, yomikiri::Error::Size);
}

/// A sample by a fixed stride through every group, with runs of neighbours, both from one cursor
/// and from fresh ones.
#[test]
fn a_position_has_the_number_it_came_from() {
    for domain in [Domain::Open, Domain::Every] {
        with_index(domain, |index| {
            let mut walking = index.cursor();
            let mut seen = 0u32;
            let mut start = 0u32;
            while start < index.len() {
                for number in start..(start + 40).min(index.len()) {
                    let board = index.unrank(&mut walking, number).unwrap();
                    assert_eq!(index.unrank(&mut index.cursor(), number), Some(board));
                    assert_eq!(index.rank(board), Some(number));
                    assert_eq!(normalised(board), board);
                    assert!(Position::new(board, Side::First).is_ok());
                    assert!(board.is_complete());
                    if domain == Domain::Open {
                        assert!(!board.can_capture_lion());
                        assert_eq!(Position::new(board, Side::First).unwrap().ending(), None);
                    }
                    // The mirror image shares the number unless both lions stand on file B.
                    let mirrored = index.rank(board.mirrored()).unwrap();
                    let both_middle = board.lion / 4 == 1 && board.enemy_lion / 4 == 1;
                    if both_middle {
                        let mut cursor = index.cursor();
                        assert_eq!(index.unrank(&mut cursor, mirrored), Some(board.mirrored()));
                    } else {
                        assert_eq!(mirrored, number);
                    }
                    seen += 1;
                }
                start += 9_973 * if domain == Domain::Every { 7 } else { 1 };
            }
            assert!(seen > 400_000, "{seen}");
            assert_eq!(index.unrank(&mut walking, index.len()), None);
            // Backwards as well.
            let last = index.len() - 1;
            let board = index.unrank(&mut walking, last).unwrap();
            assert_eq!(index.rank(board), Some(last));
            assert!(index.unrank(&mut walking, 0).is_some());
        });
    }
}

#[test]
fn neighbours_are_different_positions_in_order_of_number() {
    with_index(Domain::Open, |index| {
        let mut cursor = index.cursor();
        let mut last = None;
        for number in 5_000_000..5_300_000 {
            let board = index.unrank(&mut cursor, number).unwrap();
            assert_ne!(last, Some(board));
            last = Some(board);
        }
    });
}

#[test]
fn positions_outside_a_domain_have_no_number() {
    with_index(Domain::Open, |index| {
        for text in [
            // The lion can be captured by a chick, or by a lion.
            "S/gle/-C-/---/ELG/c",
            "S/g-e/-l-/-L-/E-G/Cc",
            // A lion on its far rank.
            "S/gLe/---/-l-/E-G/Cc",
            "S/gLe/---/---/ElG/Cc",
            // A piece too few.
            "S/gle/-c-/---/ELG/-",
        ] {
            let board = Position::parse(text).unwrap().board();
            assert_eq!(index.rank(board), None, "{text}");
        }
        assert!(index.rank(Position::START.board()).is_some());
    });
}

/// The compact index must number exactly the positions of the open domain that it says it has, in
/// the same order: checked on long runs of every group.
#[test]
fn the_compact_index_is_the_open_one_without_what_it_leaves_out() {
    let bytes = CompactIndex::plan(Plan::new()).bytes().unwrap();
    let mut block = vec![0u64; bytes / 8];
    let compact = CompactIndex::new(&mut Memory::new(&mut block)).unwrap();
    assert_eq!(compact.len(), POSITIONS);
    with_index(Domain::Open, |index| {
        let mut cursor = index.cursor();
        let mut compact_cursor = compact.cursor();
        let mut kept = 0;
        let mut start = 0;
        while start < index.len() {
            let mut next = None;
            for number in start..(start + 3_000).min(index.len()) {
                let board = index.unrank(&mut cursor, number).unwrap();
                if !has_number(board) {
                    continue;
                }
                let at = compact.rank(board).unwrap();
                assert_eq!(next.unwrap_or(at), at);
                assert_eq!(compact.unrank(&mut compact_cursor, at), Some(board));
                assert_eq!(compact.unrank(&mut compact.cursor(), at), Some(board));
                if board.lion / 4 != 1 || board.enemy_lion / 4 != 1 {
                    assert_eq!(compact.rank(board.mirrored()), Some(at));
                }
                next = Some(at + 1);
                kept += 1;
            }
            start += 400_009;
        }
        assert!(kept > 300_000, "{kept}");
        assert_eq!(compact.unrank(&mut compact_cursor, POSITIONS), None);
        assert!(compact.unrank(&mut compact_cursor, POSITIONS - 1).is_some());
    });
}
