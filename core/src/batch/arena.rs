//! The lanes of an environment on their threads: checks, hands out and gathers. What a lane does is in `lane`.

use std::sync::Arc;

use super::entry::Entry;
use super::failure::{caught, Failure};
use super::fork::change;
use super::games::Games;
use super::lane::{Course, Lane};
use super::output::{Output, Row};
use super::request::Forks;
use super::scheme::{Matchup, OnIllegal, Scheme};
use super::workers::Workers;
use crate::causal::Model;
use crate::pilots::Luck;
use crate::snapshot::{self, Source, Wire};

pub struct Arena {
    scheme: Arc<Scheme>,
    /// Lanes in order, a part a thread.
    shards: Vec<Vec<Lane>>,
    workers: Workers,
}

/// A part of the lanes on its way through a thread.
struct Shard {
    lanes: Vec<Lane>,
    first: usize,
    output: Output<'static>,
    outcome: Result<(), Failure>,
}

impl Shard {
    fn run<F: Fn(&mut Lane, usize, &mut Row) -> Result<(), Failure>>(&mut self, work: &F) {
        for (offset, lane) in self.lanes.iter_mut().enumerate() {
            let done = caught(|| work(lane, self.first + offset, &mut self.output.row(offset)));
            let done = done.unwrap_or_else(|message| Err(lane.entry.fail(&message)));
            self.outcome = std::mem::replace(&mut self.outcome, Ok(())).and(done);
        }
    }
}

impl Arena {
    pub fn new(scheme: Arc<Scheme>, lanes: usize, threads: usize) -> Result<Arena, Failure> {
        let lanes = (0..lanes).map(|_| Lane::empty(&scheme)).collect::<Result<Vec<Lane>, _>>()?;
        Ok(Arena::of(scheme, lanes, threads))
    }

    fn of(scheme: Arc<Scheme>, lanes: Vec<Lane>, threads: usize) -> Arena {
        let size = lanes.len().div_ceil(threads.max(1)).max(1);
        let mut shards: Vec<Vec<Lane>> = Vec::new();
        for lane in lanes {
            match shards.last_mut().filter(|shard| shard.len() < size) {
                Some(shard) => shard.push(lane),
                None => shards.push(vec![lane]),
            }
        }
        Arena { scheme, workers: Workers::new(shards.len().max(1)), shards }
    }

    /// How many variables the causal model has.
    pub fn variables(&self) -> usize {
        self.scheme.model.variables()
    }

    /// Another causal model with as many variables, from the next write on.
    pub fn set_model(&mut self, model: Model) -> Result<(), Failure> {
        if model.variables() != self.variables() {
            let (has, had) = (model.variables(), self.variables());
            return Err(Failure::Value(format!(
                "a causal model of {has} variables cannot replace one of {had}"
            )));
        }
        Arc::make_mut(&mut self.scheme).model = model;
        self.shards.iter_mut().flatten().for_each(Lane::forget_variables);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn lanes(&self) -> impl Iterator<Item = &Lane> {
        self.shards.iter().flatten()
    }

    pub fn lane(&self, index: usize) -> Result<&Lane, Failure> {
        self.lanes().nth(index).ok_or_else(|| Failure::Value(format!("there is no lane {index}")))
    }

    /// New seeds for the lanes that have one here; the others go on to the next episode of theirs.
    pub fn reset(&mut self, seeds: Vec<Option<u64>>, output: Output<'static>) -> Result<(), Failure> {
        let scheme = Arc::clone(&self.scheme);
        self.each(output, move |lane, index, row| lane.reset(&scheme, seeds[index], row))
    }

    /// Every lane goes on from the position of a game's snapshot, as episode 0 of its seed.
    pub fn place(&mut self, bytes: &[u8], seeds: Vec<u64>, output: Output<'static>) -> Result<(), Failure> {
        let scheme = Arc::clone(&self.scheme);
        let entry = Entry::open(&scheme.pool, bytes, false)?;
        if !entry.running() {
            return Err(Failure::Value(
                "an episode cannot begin in a game that is over, or has not begun".into(),
            ));
        }
        let state = entry.state;
        self.each(output, move |lane, index, row| lane.place(&scheme, seeds[index], &state, row))
    }

    /// One action of the agent in every lane; with `OnIllegal::Refuse` nothing happens unless all are legal.
    pub fn step(&mut self, actions: Vec<i32>, output: Output<'static>) -> Result<(), Failure> {
        self.check(&actions)?;
        let scheme = Arc::clone(&self.scheme);
        self.each(output, move |lane, index, row| lane.step(&scheme, actions[index], row))
    }

    /// The caller's answers for the opponent, in the lanes that wait for one.
    pub fn answer(&mut self, actions: Vec<i32>, output: Output<'static>) -> Result<(), Failure> {
        let waiting = |lane: &Lane| lane.entry.running() && lane.entry.state.asked == super::scheme::OPPONENT;
        for (index, (lane, &action)) in self.lanes().zip(&actions).enumerate() {
            if waiting(lane) && !usize::try_from(action).is_ok_and(|action| lane.entry.is_legal(action)) {
                return Err(Failure::Illegal(format!(
                    "the opponent's action {action} in game {index} is not legal"
                )));
            }
        }
        let scheme = Arc::clone(&self.scheme);
        self.each(output, move |lane, index, row| match waiting(lane) {
            true => lane.answer(&scheme, actions[index], row),
            false => Ok(()),
        })
    }

    /// What the agents see now, after a fork or a restore.
    pub fn write(&mut self, output: Output<'static>) -> Result<(), Failure> {
        let scheme = Arc::clone(&self.scheme);
        self.each(output, move |lane, _, row| lane.show(&scheme, row))
    }

    fn check(&self, actions: &[i32]) -> Result<(), Failure> {
        for (index, (lane, &action)) in self.lanes().zip(actions).enumerate() {
            if !lane.entry.running() {
                return Err(lane.entry.refusal(0));
            }
            let legal = usize::try_from(action).is_ok_and(|action| lane.entry.is_legal(action));
            if self.scheme.on_illegal == OnIllegal::Refuse && !legal {
                return Err(Failure::Illegal(format!("action {action} is not legal in game {index}")));
            }
        }
        Ok(())
    }

    /// Works on every lane with its row. The first failure is reported; other lanes have moved on then.
    fn each<F>(&mut self, mut output: Output<'static>, work: F) -> Result<(), Failure>
    where
        F: Fn(&mut Lane, usize, &mut Row) -> Result<(), Failure> + Send + Sync + 'static,
    {
        let mut first = 0;
        let parts = self.shards.drain(..).map(|lanes| {
            let shard = Shard { output: output.split(lanes.len()), first, lanes, outcome: Ok(()) };
            first += shard.lanes.len();
            shard
        });
        let parts: Vec<Shard> = parts.collect();
        let work = Arc::new(work);
        let parts = self.workers.run(parts, move |shard: &mut Shard| shard.run(work.as_ref()));
        let mut outcome = Ok(());
        for shard in parts {
            outcome = outcome.and(shard.outcome);
            self.shards.push(shard.lanes);
        }
        outcome
    }

    /// Copies of some lanes, luck and hidden cards changed as asked; lane i of the new arena is `sources[i]`.
    pub fn fork(&self, forks: &Forks) -> Result<Arena, Failure> {
        let mut lanes = Vec::with_capacity(forks.sources.len());
        for (source, seed) in forks.each() {
            let mut lane = self.lane(source)?.twin();
            let changes = forks.changes(&lane.entry, seed)?;
            change(&mut lane.entry.state, &changes);
            if changes.fresh {
                lane.course.luck = Luck::new(changes.seed);
            }
            lanes.push(lane);
        }
        Ok(Arena::of(Arc::clone(&self.scheme), lanes, forks.threads))
    }

    /// The games of some lanes, free of pilots and episodes.
    pub fn games(&self, sources: &[usize], threads: usize) -> Result<Games, Failure> {
        let mut entries: Vec<Entry> = Vec::with_capacity(sources.len());
        for &source in sources {
            entries.push(self.lane(source)?.entry.twin());
        }
        Ok(Games::of(Arc::clone(&self.scheme.pool), entries, threads))
    }

    pub fn snapshot(&self, index: usize) -> Result<Vec<u8>, Failure> {
        let lane = self.lane(index)?;
        let Course { seed, episode, matchup, luck, decisions, play, illegal, automatic } = lane.course;
        Ok(snapshot::seal(self.scheme.pool.hash, |out| {
            (seed, episode, decisions).write(out);
            (matchup.seed, matchup.deck, matchup.opponent).write(out);
            (luck.seed, luck.turn, luck.count).write(out);
            (play, illegal, automatic).write(out);
            snapshot::write(&lane.entry.state, out);
        }))
    }

    /// Puts a lane where the snapshot was taken; a refused one changes nothing.
    pub fn restore(&mut self, index: usize, bytes: &[u8]) -> Result<(), Failure> {
        let scheme = Arc::clone(&self.scheme);
        let Some(place) = self.shards.iter_mut().flatten().nth(index) else {
            return Err(Failure::Value(format!("there is no lane {index}")));
        };
        let read = snapshot::open(bytes, scheme.pool.hash, |source| {
            let course = course(source)?;
            scheme.admits(&course.matchup)?;
            Ok((course, snapshot::read(source, &scheme.pool.program)?))
        });
        let (course, state) = read.map_err(Failure::Snapshot)?;
        let mut entry = Entry::new(state, true, false);
        entry.prove(&scheme.pool)?;
        *place = Lane::new(entry, course);
        Ok(())
    }
}

fn course(source: &mut Source) -> Result<Course, String> {
    let (seed, episode, decisions) = source.field("seed, episode, decisions")?;
    let (game, deck, opponent) = source.field("matchup")?;
    let (luck, turn, count) = source.field("luck")?;
    let (play, illegal, automatic) = source.field("play, illegal, automatic")?;
    Ok(Course {
        seed,
        episode,
        matchup: Matchup { seed: game, deck, opponent },
        luck: Luck { seed: luck, turn, count },
        decisions,
        play,
        illegal,
        automatic,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_in_one_part_comes_back_with_all_parts() {
        let workers = Workers::new(3);
        let parts = workers.run(vec![Ok(1), Ok(2), Ok(3), Ok(4)], |part: &mut Result<i32, String>| {
            let number = part.clone().unwrap_or(0);
            *part = caught(|| if number == 2 { panic!("part {number}") } else { number * 10 });
        });
        assert_eq!(parts.iter().filter(|part| part.is_ok()).count(), 3);
        assert!(parts[1].as_ref().is_err_and(|report| report.contains("part 2")));
    }
}
