//! Several searches of one problem in threads, over one shared table.
//!
//! What one search finds the others meet in the table. Each marks there what it is busy with, so that
//! the others take other ways; and their seeds differ, since two that are equal would stay side by
//! side (the idea of randomised parallel proof-number search; Saito, Winands and van den Herik 2010).
//! The first to finish cancels the others.

use std::sync::OnceLock;

use crate::game::Game;
use crate::status::{Error, Step};

use super::{Dfpn, Limits, Stop};

/// Nodes between two looks at whether another search has finished.
const STEP: u64 = 4096;

/// Solves the problem that all `solvers` stand at, each in a thread of its own, and returns the
/// index of the one that finished first; its report and line are the answer. Where none finishes
/// within its limits, it is 0. The others are cancelled, and reset before this returns.
///
/// The solvers should share a table ([`Dfpn::set_table`] with the same one). The seed of solver
/// `i` is that of `limits` plus `i`. With one solver everything is as in [`Dfpn::solve`]; with more
/// the answer is as good, but lengths that are not exact, lines and node counts may differ from run
/// to run. `limits.nodes` holds for each. `wanted` is asked now and then by each thread; `false`
/// ends all searches as a cancel does.
///
/// # Errors
///
/// The first error of a solver; see [`Dfpn::start`] and [`Dfpn::step`].
pub fn solve_in_threads<G: Game + Send>(
    solvers: &mut [Dfpn<'_, G>],
    limits: Limits,
    wanted: impl Fn() -> bool + Sync,
) -> Result<usize, Error> {
    for (seed, solver) in (limits.seed..).zip(solvers.iter_mut()) {
        solver.start(Limits { seed, ..limits })?;
    }
    let tables: Vec<_> = solvers.iter().map(|solver| solver.table()).collect();
    let shared: Vec<_> = tables.iter().map(|table| table.is_shared()).collect();
    if tables.len() > 1 {
        tables.iter().for_each(|table| table.set_shared(true));
    }
    let finished = OnceLock::new();
    let results: Vec<Result<(), Error>> = std::thread::scope(|scope| {
        let (finished, wanted) = (&finished, &wanted);
        let work = |index: usize, solver: &mut Dfpn<'_, G>| {
            loop {
                let step = solver.step(STEP);
                if step == Ok(Step::More) {
                    if finished.get().is_none() && wanted() {
                        continue;
                    }
                    solver.control().cancel.request();
                    continue;
                }
                let solved = matches!(solver.report().stop, Stop::Solved | Stop::Plies);
                if step.is_err() || solved {
                    // Only one can be the first.
                    let _ = finished.set(index);
                }
                return step.map(|_| ());
            }
        };
        let threads: Vec<_> = solvers
            .iter_mut()
            .enumerate()
            .map(|(index, solver)| scope.spawn(move || work(index, solver)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Error::State))).collect()
    });
    tables.iter().zip(shared).for_each(|(table, shared)| table.set_shared(shared));
    results.into_iter().collect::<Result<(), Error>>()?;
    let first = finished.get().copied().unwrap_or(0);
    for (index, solver) in solvers.iter_mut().enumerate() {
        if index != first {
            solver.reset()?;
        }
    }
    Ok(first)
}
