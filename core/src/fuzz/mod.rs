//! Watched random games: what must hold is checked after every action, and much is tried on copies. Finds faults, repairs none.
//!
//! A game is its number: decks, seed, stops, cap and all luck of the fuzzer follow from (seed of the run, number of the game),
//! so that the findings depend on no thread.

mod probe;
mod watch;

use std::fmt::Write;
use std::sync::Arc;

use crate::batch::entry::Entry;
use crate::batch::failure::{caught, Failure};
use crate::batch::request::RawSettings;
use crate::batch::workers::Workers;
use crate::batch::Pool;
use crate::pilots::scripted::Weights;
use crate::pilots::{Luck, Pilot};
use crate::rng::{self, Purpose};
use crate::setup::{self, Deal};
use crate::state::ids::{FaceId, Seat};
use crate::state::State;
use probe::{Checked, Mask, Prober, Senses};

/// A game that takes more actions than this does not end.
const MOST_ACTIONS: usize = 20_000;
const MAX_TURNS: i32 = 50;
const MOST_WEIGHT: usize = 45;
/// Indices of the action table that decide nothing, or take back what was begun.
const IDLE: [usize; 2] = [0, 4];

/// The games to be played: numbers `first` to `first + games - 1` of the run with this seed, over all pairs of decks.
#[derive(Clone, Debug)]
pub struct Plan {
    pub decks: Vec<Vec<FaceId>>,
    pub seed: u64,
    pub first: u64,
    pub games: u64,
}

/// One game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub number: u64,
    pub decks: [usize; 2],
    pub seed: u64,
    /// As in `RawSettings`.
    pub stops: i32,
    pub steps: u32,
    /// 0: no cap.
    pub max_turns: i32,
    mood: Mood,
}

/// How actions are chosen: any one offered; rather one that does something; mostly as a pilot would that weighs at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    Any,
    Eager,
    Clever(Pilot),
}

/// Where a copy left its game: after that many actions, with that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    pub at: usize,
    pub fresh: bool,
    pub resampled: bool,
    pub viewer: Seat,
    pub seed: u64,
}

/// What went wrong, and every action up to there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    text: String,
    actions: Vec<u16>,
    fork: Option<Fork>,
}

impl Problem {
    fn new(entry: &Entry, text: impl Into<String>) -> Problem {
        Problem { text: text.into(), actions: entry.actions.clone(), fork: None }
    }

    fn of(entry: &Entry, failure: &Failure) -> Problem {
        let text = match failure {
            Failure::Bug(text) => text.split("; seed ").next().unwrap_or(text),
            Failure::Card(text) | Failure::Value(text) | Failure::Illegal(text) => text,
            Failure::Snapshot(text) | Failure::Episode(text) => text,
            Failure::Busy => "the game is in use",
        };
        Problem::new(entry, text)
    }

    /// An action that was refused is not among those taken.
    fn about(self, action: usize) -> Problem {
        Problem { text: format!("offered action {action}: {}", self.text), ..self }
    }

    fn in_fork(self, fork: Fork) -> Problem {
        Problem { fork: Some(fork), ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub setting: Setting,
    pub problem: Problem,
}

/// How much was done, and how often what is rare happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: [u64; Tally::NAMES.len()],
}

#[derive(Clone, Copy)]
enum Done {
    Games,
    Actions,
    Pages,
    Saved,
    Forked,
    Hidden,
    Tried,
}

impl Tally {
    pub const NAMES: [&'static str; 7] = ["games", "actions", "pages", "saved", "forked", "hidden", "tried"];

    fn add(&mut self, done: Done) {
        self.counts[done as usize] += 1;
    }

    fn join(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub tally: Tally,
    /// In the order of the games; a game ends with its first finding.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Lines of words parted by tabs: the counts, the number of findings, then as many findings as fit.
    pub fn text(&self, capacity: usize) -> String {
        let mut text = String::new();
        for (name, count) in Tally::NAMES.iter().zip(self.tally.counts) {
            let _ = writeln!(text, "tally\t{name}\t{count}");
        }
        let _ = writeln!(text, "tally\tfindings\t{}", self.findings.len());
        for finding in &self.findings {
            let line = finding.line();
            if text.len() + line.len() > capacity {
                break;
            }
            text.push_str(&line);
        }
        text
    }
}

impl Finding {
    fn line(&self) -> String {
        let Finding { setting, problem } = self;
        let fork = problem.fork.map_or_else(String::new, |fork| {
            let (fresh, resampled) = (u8::from(fork.fresh), u8::from(fork.resampled));
            format!("{} {fresh} {resampled} {} {}", fork.at, fork.viewer.0, fork.seed)
        });
        let actions: Vec<String> = problem.actions.iter().map(u16::to_string).collect();
        let Setting { number, decks, seed, stops, steps, max_turns, .. } = setting;
        let text = problem.text.replace(['\t', '\n'], " ");
        format!(
            "finding\t{number}\t{}\t{}\t{seed}\t{stops}\t{steps}\t{max_turns}\t{fork}\t{}\t{text}\n",
            decks[0],
            decks[1],
            actions.join(" "),
        )
    }
}

/// The luck of the fuzzer in one game, counted.
#[derive(Clone, Copy)]
pub struct Dice(Luck);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32, Seat(0), 0) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
}

impl Mood {
    fn drawn(dice: &mut Dice) -> Mood {
        let numbers: Vec<i16> = (0..Weights::COUNT).map(|_| dice.below(MOST_WEIGHT) as i16).collect();
        match (dice.below(3), Weights::from_numbers(&numbers)) {
            (0, Ok(weights)) => Mood::Clever(Pilot::Scripted(weights)),
            (1, _) => Mood::Eager,
            _ => Mood::Any,
        }
    }
}

impl Setting {
    fn of(plan: &Plan, number: u64) -> (Setting, Dice) {
        let seed = rng::draw(rng::mix(plan.seed), Purpose::Episode, 0, (number >> 32) as u16, number as u32);
        let mut dice = Dice(Luck::new(!seed));
        let count = plan.decks.len() as u64;
        let decks = [(number % count) as usize, (number / count % count) as usize];
        let stops = dice.below(4) as i32;
        let steps = if stops == 3 { dice.below(1 << 14) as u32 } else { 0 };
        let max_turns = if dice.one_in(4) { 0 } else { MAX_TURNS };
        let mood = Mood::drawn(&mut dice);
        (Setting { number, decks, seed, stops, steps, max_turns, mood }, dice)
    }

    fn deal(&self, pool: &Pool, plan: &Plan) -> Result<State, Failure> {
        let raw =
            RawSettings { starter: -1, max_turns: self.max_turns, stops: self.stops, steps: self.steps };
        let decks = self.decks.map(|deck| plan.decks[deck].as_slice());
        let deal = Deal { decks, starter: raw.starter()?, settings: raw.with_seed(self.seed)? };
        setup::from_decks(&pool.program, &deal).map_err(Failure::Value)
    }
}

/// Plays the games of a plan on some threads.
pub fn run(pool: &Arc<Pool>, plan: &Plan, threads: usize) -> Result<Report, Failure> {
    if plan.decks.is_empty() {
        return Err(Failure::Value("there are no decks to play".into()));
    }
    Setting::of(plan, plan.first).0.deal(pool, plan)?;
    let parts = (0..threads as u64).map(|part| (part, Report::default())).collect();
    let (pool, plan, step) = (Arc::clone(pool), plan.clone(), threads);
    let parts = Workers::new(threads).run(parts, move |(part, report): &mut (u64, Report)| {
        for number in (plan.first..plan.first + plan.games).skip(*part as usize).step_by(step) {
            let finding = watch_game(&pool, &plan, number, Senses::TRUE, &mut report.tally);
            report.findings.extend(finding);
        }
    });
    let mut report = Report::default();
    for (_, part) in parts {
        report.tally.join(&part.tally);
        report.findings.extend(part.findings);
    }
    report.findings.sort_by_key(|finding| finding.setting.number);
    Ok(report)
}

fn watch_game(
    pool: &Arc<Pool>,
    plan: &Plan,
    number: u64,
    senses: Senses,
    tally: &mut Tally,
) -> Option<Finding> {
    let (setting, dice) = Setting::of(plan, number);
    let state = setting.deal(pool, plan).ok()?;
    let mut game = Watched {
        entry: Entry::new(state, false, false),
        prober: Prober { pool, senses, dice },
        mood: setting.mood,
        tally: Tally::default(),
    };
    let outcome = caught(|| game.play());
    let panicked = |text: String| Err(Problem::new(&game.entry, format!("the core failed: {text}")));
    let outcome = outcome.unwrap_or_else(panicked);
    game.tally.add(Done::Games);
    tally.join(&game.tally);
    outcome.err().map(|problem| Finding { setting, problem })
}

/// A game that is being played and watched.
struct Watched<'a> {
    entry: Entry,
    prober: Prober<'a>,
    mood: Mood,
    tally: Tally,
}

impl Watched<'_> {
    fn play(&mut self) -> Checked {
        self.entry.begin(self.prober.pool).map_err(|failure| Problem::of(&self.entry, &failure))?;
        self.prober.check(&self.entry)?;
        while self.entry.running() {
            if self.entry.actions.len() >= MOST_ACTIONS {
                return Err(Problem::new(&self.entry, format!("no end after {MOST_ACTIONS} actions")));
            }
            self.probe()?;
            let mask = self.prober.mask(&mut self.entry)?;
            let action = self.choose(&mask)?;
            self.prober.act(&mut self.entry, action)?;
            self.tally.add(Done::Actions);
            if self.entry.state.page > 0 {
                self.tally.add(Done::Pages);
            }
        }
        Ok(())
    }

    /// One of the offered actions, as the mood has it.
    fn choose(&mut self, mask: &Mask) -> Result<usize, Problem> {
        if let Mood::Clever(pilot) = self.mood {
            if !self.prober.dice.one_in(4) {
                return self.suggested(pilot, mask);
            }
        }
        let pick = |prober: &mut Prober| prober.pick(mask);
        let first = pick(&mut self.prober).ok_or_else(|| Problem::new(&self.entry, "nothing is offered"))?;
        let again = self.mood == Mood::Eager && IDLE.contains(&first) && !self.prober.dice.one_in(4);
        let second = if again { pick(&mut self.prober) } else { None };
        Ok(second.unwrap_or(first))
    }

    fn suggested(&mut self, pilot: Pilot, mask: &Mask) -> Result<usize, Problem> {
        let suggestion = self.entry.suggestion(self.prober.pool, pilot, &mut self.prober.dice.0);
        let action = suggestion.map_err(|failure| Problem::of(&self.entry, &failure))?;
        if mask[action] == 0 {
            return Err(Problem::new(
                &self.entry,
                format!("a pilot chose action {action}, which is not offered"),
            ));
        }
        Ok(action)
    }

    /// At some decisions, one of the things that are tried on copies.
    fn probe(&mut self) -> Checked {
        let done = match self.prober.dice.below(128) {
            0 => self.prober.saving(&self.entry).map(|()| Done::Saved),
            1 => self.prober.forking(&self.entry).map(|()| Done::Forked),
            2..8 => self.prober.hiding(&self.entry).map(|()| Done::Hidden),
            8 => self.prober.everything(&self.entry).map(|()| Done::Tried),
            9 => self.prober.refusal(&self.entry).map(|()| Done::Tried),
            10 => self.prober.reach(&self.entry).map(|()| Done::Tried),
            11 => self.prober.range(&mut self.entry).map(|()| Done::Tried),
            _ => return Ok(()),
        };
        done.map(|done| self.tally.add(done))
    }
}

#[cfg(test)]
mod tests;
