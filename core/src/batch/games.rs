//! Games without an environment: a caller starts, reads, moves, copies and ends each as it likes, for both seats.

use std::sync::Arc;

use super::entry::Entry;
use super::failure::{caught, Failure};
use super::fork::change;
use super::request::Forks;
use super::workers::Workers;
use super::Pool;
use crate::pilots::{Luck, Pilot};
use crate::setup::{self, Deal};
use crate::snapshot;

pub struct Games {
    pub pool: Arc<Pool>,
    entries: Vec<Entry>,
    threads: usize,
    workers: Option<Workers>,
}

/// Some entries on their way through a thread, with what is to be done to each.
struct Part<T> {
    entries: Vec<Entry>,
    work: Vec<T>,
    outcome: Result<(), Failure>,
}

impl Games {
    pub fn of(pool: Arc<Pool>, entries: Vec<Entry>, threads: usize) -> Games {
        Games { pool, entries, threads, workers: None }
    }

    /// All games, their legal actions found.
    pub fn looked(&mut self) -> Result<&[Entry], Failure> {
        self.entries.iter_mut().try_for_each(|entry| entry.look(&self.pool))?;
        Ok(&self.entries)
    }

    pub fn entry(&self, index: usize) -> Result<&Entry, Failure> {
        self.entries.get(index).ok_or_else(|| Failure::Value(format!("there is no game {index}")))
    }

    pub fn entry_mut(&mut self, index: usize) -> Result<&mut Entry, Failure> {
        self.entries.get_mut(index).ok_or_else(|| Failure::Value(format!("there is no game {index}")))
    }

    /// Adds a game from two decks, at its first question.
    pub fn deal(&mut self, deal: &Deal, logged: bool) -> Result<(), Failure> {
        let state = setup::from_decks(&self.pool.program, deal).map_err(Failure::Value)?;
        let mut entry = Entry::new(state, false, logged);
        entry.begin(&self.pool)?;
        self.entries.push(entry);
        Ok(())
    }

    /// Adds a game in a given position, which has not begun.
    pub fn place(&mut self, position: &[i32]) -> Result<(), Failure> {
        let state = setup::from_position(&self.pool.program, position).map_err(Failure::Value)?;
        self.entries.push(Entry::new(state, false, true));
        Ok(())
    }

    /// Adds a game from a snapshot.
    pub fn restore(&mut self, bytes: &[u8], logged: bool) -> Result<(), Failure> {
        self.entries.push(Entry::open(&self.pool, bytes, logged)?);
        Ok(())
    }

    pub fn snapshot(&self, index: usize) -> Result<Vec<u8>, Failure> {
        let entry = self.entry(index)?;
        Ok(snapshot::seal(self.pool.hash, |out| entry.save(out)))
    }

    /// One action in every game, none where it is negative; nothing happens unless all are legal.
    pub fn apply(&mut self, actions: &[i32]) -> Result<(), Failure> {
        let illegal = |&(entry, action): &(&Entry, usize)| !entry.is_legal(action);
        let wanted = self
            .looked()?
            .iter()
            .zip(actions)
            .filter_map(|(entry, &action)| Some((entry, usize::try_from(action).ok()?)));
        if let Some((entry, action)) = wanted.into_iter().find(illegal) {
            return Err(entry.refusal(action));
        }
        self.each(actions.to_vec(), |entry, pool, &action| match usize::try_from(action) {
            Ok(action) => entry.act(pool, action),
            Err(_) => Ok(()),
        })
    }

    /// Plays every game to its end with a pilot in each seat.
    pub fn play(&mut self, pilots: [Pilot; 2], seeds: &[u64]) -> Result<(), Failure> {
        self.each(seeds.to_vec(), move |entry, pool, &seed| {
            let mut luck = Luck::new(seed);
            while entry.running() {
                let pilot = pilots[entry.state.asked.index()];
                entry.pilot(pool, pilot, &mut luck)?;
            }
            Ok(())
        })
    }

    /// The action a pilot would take in each game, for the seat that is asked.
    pub fn suggest(&mut self, pilot: Pilot, seeds: &[u64], out: &mut [i32]) -> Result<(), Failure> {
        for ((entry, &seed), out) in self.entries.iter_mut().zip(seeds).zip(out) {
            *out = entry.suggestion(&self.pool, pilot, &mut Luck::new(seed))? as i32;
        }
        Ok(())
    }

    /// Copies of some games, luck and hidden cards changed as asked.
    pub fn fork(&self, forks: &Forks) -> Result<Games, Failure> {
        let mut entries = Vec::with_capacity(forks.sources.len());
        for (source, seed) in forks.each() {
            let mut entry = self.entry(source)?.twin();
            let changes = forks.changes(&entry, seed)?;
            change(&mut entry.state, &changes);
            entries.push(entry);
        }
        Ok(Games::of(Arc::clone(&self.pool), entries, forks.threads))
    }

    fn each<T, F>(&mut self, mut work: Vec<T>, act: F) -> Result<(), Failure>
    where
        T: Send + 'static,
        F: Fn(&mut Entry, &Pool, &T) -> Result<(), Failure> + Clone + Send + 'static,
    {
        let mut entries = std::mem::take(&mut self.entries);
        let size = entries.len().div_ceil(self.threads.max(1)).max(1);
        let mut parts = Vec::new();
        while !entries.is_empty() {
            let rest = entries.split_off(size.min(entries.len()));
            let left = work.split_off(entries.len().min(work.len()));
            parts.push(Part { entries, work, outcome: Ok(()) });
            (entries, work) = (rest, left);
        }
        let pool = Arc::clone(&self.pool);
        let workers = self.workers.get_or_insert_with(|| Workers::new(self.threads));
        let parts = workers.run(parts, move |part: &mut Part<T>| {
            for (entry, work) in part.entries.iter_mut().zip(&part.work) {
                let done =
                    caught(|| act(entry, &pool, work)).unwrap_or_else(|message| Err(entry.fail(&message)));
                part.outcome = std::mem::replace(&mut part.outcome, Ok(())).and(done);
            }
        });
        let mut outcome = Ok(());
        for part in parts {
            self.entries.extend(part.entries);
            outcome = outcome.and(part.outcome);
        }
        outcome
    }
}
