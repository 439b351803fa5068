//! One round of the analysis on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use yomikiri::Error;
use yomikiri::game::IndexedGame;
use yomikiri::games::dobutsu::retro::OpenGame;
use yomikiri::retro::Pass;
use yomikiri::retro::analysis::add_counts;

use super::build::Solution;

/// Positions that a thread takes at a time in a round.
const PART: u32 = 1 << 13;
/// Predecessors in a letter.
const LETTER: usize = 1 << 12;
/// Letters that may wait for a thread.
const LETTERS: usize = 32;

/// What a scout sends: predecessors, or `None` as its last word.
type Letter = Option<Vec<u32>>;

/// A group of the positions in a round. One thread owns it and changes cells. Threads that find no
/// group without an owner scout parts of one, and send what they find to its owner.
struct Group {
    spans: Vec<Range<u32>>,
    /// The length of the spans, each rounded up to whole parts.
    len: u32,
    /// How much of that has been taken.
    taken: AtomicU32,
    /// How many threads have come to scout.
    scouts: AtomicU32,
    to_owner: SyncSender<Letter>,
    letters: Mutex<Receiver<Letter>>,
}

impl Group {
    fn new(game: &OpenGame<'_>, group: u32, threads: usize) -> Self {
        let spans: Vec<_> = (0..).map_while(|span| game.span(group, span)).collect();
        // Room for the last words of scouts that come when all is done and the owner has gone.
        let (to_owner, letters) = sync_channel(LETTERS + threads);
        Self {
            len: spans.iter().map(|span| span.len() as u32).map(|l| l.next_multiple_of(PART)).sum(),
            spans,
            taken: AtomicU32::new(0),
            scouts: AtomicU32::new(0),
            to_owner,
            letters: Mutex::new(letters),
        }
    }

    /// Takes a part of the positions that no thread has taken yet.
    fn take(&self) -> Option<Range<u32>> {
        let mut at = self.taken.fetch_add(PART, Ordering::AcqRel);
        for span in &self.spans {
            let len = (span.len() as u32).next_multiple_of(PART);
            if at < len {
                let start = span.start + at;
                return Some(start..span.end.min(start + PART));
            }
            at -= len;
        }
        None
    }

    fn left(&self) -> u32 {
        self.len.saturating_sub(self.taken.load(Ordering::Relaxed))
    }

    /// Works on the group as its owner, until it is done.
    fn own<'a>(&self, pass: &mut Pass<'a, OpenGame<'a>>) -> Result<(), Error> {
        let letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gone = 0;
        let read = |pass: &mut Pass<'a, OpenGame<'a>>, letter: Letter, gone: &mut u32| match letter
        {
            Some(numbers) => pass.tell(&numbers),
            None => *gone += 1,
        };
        let mut result = Ok(());
        while result.is_ok()
            && let Some(range) = self.take()
        {
            pass.take(range);
            result = pass.step(u32::MAX).map(|_| ());
            letters.try_iter().for_each(|letter| read(pass, letter, &mut gone));
        }
        // Where this failed, nothing is left for scouts.
        self.taken.fetch_max(self.len, Ordering::AcqRel);
        // A scout with a part came before that part was taken, and so before the last one was.
        while gone < self.scouts.load(Ordering::Acquire)
            && let Ok(letter) = letters.recv()
        {
            read(pass, letter, &mut gone);
        }
        result
    }

    /// Works on parts of a group that another thread owns.
    fn scout<'a>(&self, pass: &mut Pass<'a, OpenGame<'a>>) -> Result<(), Error> {
        self.scouts.fetch_add(1, Ordering::AcqRel);
        // An owner stays for the last word of every scout that has a part: letters arrive.
        let send = |letter| drop(self.to_owner.send(letter));
        let mut numbers = Vec::with_capacity(LETTER);
        let mut result = Ok(());
        while result.is_ok()
            && let Some(range) = self.take()
        {
            pass.take(range);
            let scouted = pass.scout(u32::MAX, |number| {
                numbers.push(number);
                if numbers.len() == LETTER {
                    send(Some(std::mem::replace(&mut numbers, Vec::with_capacity(LETTER))));
                }
            });
            result = scouted.map(|_| ());
        }
        if !numbers.is_empty() {
            send(Some(numbers));
        }
        send(None);
        result
    }
}

/// Does the round for `distance` on so many threads.
pub fn run_round(solution: &mut Solution, distance: u8, threads: usize) -> Result<(), String> {
    let (game, cells) = (solution.game, solution.cells);
    let groups = (0..game.groups()).map(|group| Group::new(game, group, threads));
    let groups: Vec<_> = groups.collect();
    let owned = AtomicUsize::new(0);
    let total = Mutex::new((solution.counts, Ok(())));
    let work = || {
        let mut pass = Pass::round(game, cells, distance);
        let mut result = Ok(());
        while result.is_ok()
            && let Some(group) = groups.get(owned.fetch_add(1, Ordering::Relaxed))
        {
            result = group.own(&mut pass);
        }
        while result.is_ok()
            && let Some(group) = groups.iter().max_by_key(|group| group.left())
            && group.left() > 0
        {
            result = group.scout(&mut pass);
        }
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        add_counts(&mut total.0, pass.counts());
        total.1 = total.1.and(result);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let (counts, result) = total.into_inner().map_err(|e| e.to_string())?;
    solution.counts = counts;
    result.map_err(|e| e.to_string())
}
