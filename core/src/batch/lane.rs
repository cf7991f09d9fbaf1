//! One lane of an environment: the agent's game after game, the opponent's pilot in between. Rewards are the caller's.

use super::entry::Entry;
use super::failure::Failure;
use super::output::{Facts, Row};
use super::scheme::{Matchup, OnIllegal, Scheme, AGENT, OPPONENT};
use crate::measure;
use crate::pilots::{Luck, Pilot};
use crate::state::question::Question;
use crate::state::stack::Progress;
use crate::state::State;

/// Episodes that may end in a row before the agent has decided anything.
const MOST_EMPTY_EPISODES: usize = 1000;

/// Where a lane is beside its game: all that a snapshot of it holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course {
    pub seed: u64,
    pub episode: u32,
    pub matchup: Matchup,
    pub luck: Luck,
    pub decisions: u32,
    pub play: u32,
    pub illegal: u32,
    pub automatic: u32,
}

/// The causal variables of the present position, and the counts they were computed from.
#[derive(Default)]
struct Measured {
    counts: Option<[f32; measure::COUNTS.len()]>,
    variables: Vec<f64>,
    registers: Vec<f64>,
}

pub struct Lane {
    pub entry: Entry,
    pub course: Course,
    measured: Measured,
}

impl Lane {
    pub fn new(entry: Entry, course: Course) -> Lane {
        Lane { entry, course, measured: Measured::default() }
    }

    /// A lane before its first game.
    pub fn empty(scheme: &Scheme) -> Result<Lane, Failure> {
        let state = scheme.deal(&Matchup::default()).map_err(Failure::Value)?;
        Ok(Lane::new(Entry::new(state, false, false), Course::default()))
    }

    pub fn twin(&self) -> Lane {
        Lane::new(self.entry.twin(), self.course)
    }

    /// Begins episode 0 of a seed, or the next of the present one, and runs until somebody outside must decide.
    pub fn reset(&mut self, scheme: &Scheme, seed: Option<u64>, row: &mut Row) -> Result<(), Failure> {
        match seed {
            Some(seed) => (self.course.seed, self.course.episode) = (seed, 0),
            None => self.course.episode += 1,
        }
        *row.facts = Facts::default();
        self.begin(scheme)?;
        self.run(scheme, row)
    }

    /// Episode 0 of a seed from a given position on.
    pub fn place(&mut self, scheme: &Scheme, seed: u64, state: &State, row: &mut Row) -> Result<(), Failure> {
        *row.facts = Facts::default();
        let matchup = scheme.matchup(seed, 0);
        self.course = Course { seed, matchup, luck: Luck::new(matchup.seed), ..Course::default() };
        self.entry = Entry::new(state.clone(), true, false);
        self.entry.state.settings = scheme.settings(matchup.seed);
        self.run(scheme, row)
    }

    fn begin(&mut self, scheme: &Scheme) -> Result<(), Failure> {
        let Course { seed, episode, .. } = self.course;
        let matchup = scheme.matchup(seed, episode);
        self.course = Course { seed, episode, matchup, luck: Luck::new(matchup.seed), ..Course::default() };
        let state = scheme.deal(&matchup).map_err(Failure::Value)?;
        self.entry = Entry::new(state, false, false);
        self.entry.begin(&scheme.pool)
    }

    /// The agent's action, and everything until the agent decides again.
    pub fn step(&mut self, scheme: &Scheme, action: i32, row: &mut Row) -> Result<(), Failure> {
        let index = usize::try_from(action).unwrap_or(usize::MAX);
        let legal = self.entry.is_legal(index);
        let starts_play = self.starts_play();
        let course = &mut self.course;
        course.decisions += 1;
        course.illegal += u32::from(!legal);
        course.play += u32::from(starts_play);
        let (play, illegal, automatic) = (course.play as i32, course.illegal as i32, course.automatic as i32);
        *row.facts = Facts { play, illegal, automatic, ended: 0, ..*row.facts };
        match (legal, scheme.on_illegal) {
            (true, _) => self.entry.act(&scheme.pool, index)?,
            (false, OnIllegal::Lose) => self.entry.forfeit(&scheme.pool, AGENT),
            (false, OnIllegal::Pass) => self.entry.act(&scheme.pool, self.entry.first_legal())?,
            (false, OnIllegal::Refuse) => {
                return Err(Failure::Illegal(format!("action {action} is not legal now")))
            }
        }
        self.run(scheme, row)
    }

    /// The caller's answer for the opponent.
    pub fn answer(&mut self, scheme: &Scheme, action: i32, row: &mut Row) -> Result<(), Failure> {
        self.entry.act(&scheme.pool, usize::try_from(action).unwrap_or(usize::MAX))?;
        self.run(scheme, row)
    }

    /// Choosing what, how and at what is one play; so are an attacker or blocker and whom it attacks or blocks.
    fn starts_play(&self) -> bool {
        let announced = &self.entry.state.announcement;
        let announcing = announced.progress != Progress::Idle && announced.player == AGENT;
        let follows = matches!(
            self.entry.state.question,
            Question::AttackWhom { .. } | Question::BlockWith { .. } | Question::TapColour { .. }
        );
        !announcing && !follows
    }

    /// Until the agent decides or the caller must answer for the opponent, or to the end where no next game is to begin.
    fn run(&mut self, scheme: &Scheme, row: &mut Row) -> Result<(), Failure> {
        let mut empty = 0;
        row.facts.waiting = 0;
        loop {
            if self.entry.state.over {
                empty += usize::from(self.course.decisions == 0);
                if self.ends(scheme, row) {
                    return Ok(());
                }
                if empty > MOST_EMPTY_EPISODES {
                    return Err(Failure::Value("these games end before the agent decides anything".into()));
                }
                self.course.episode += 1;
                self.begin(scheme)?;
                continue;
            }
            match self.pilot(scheme) {
                Some(pilot) => {
                    self.count_automatic(row);
                    self.entry.pilot(&scheme.pool, pilot, &mut self.course.luck)?;
                }
                None if self.entry.state.asked == AGENT => return self.write(scheme, row),
                None => {
                    row.facts.waiting = 1;
                    return self.ask(scheme, row);
                }
            }
        }
    }

    /// The pilot that answers the open question, unless that is for somebody outside.
    fn pilot(&self, scheme: &Scheme) -> Option<Pilot> {
        if self.entry.state.asked == AGENT {
            return self.deputy(scheme);
        }
        scheme.pilots.get(usize::from(self.course.matchup.opponent)).copied()
    }

    /// The record says how many of the agent's questions in its episode were answered for it.
    fn count_automatic(&mut self, row: &mut Row) {
        self.course.automatic += u32::from(self.entry.state.asked == AGENT);
        if row.facts.ended == 0 {
            row.facts.automatic = self.course.automatic as i32;
        }
    }

    /// Writes the record of an episode in which the agent has decided; whether the lane rests there.
    fn ends(&self, scheme: &Scheme, row: &mut Row) -> bool {
        let decided = self.course.decisions > 0;
        if decided {
            self.finish(scheme, row);
        }
        decided && !scheme.autoreset
    }

    /// The pilot that answers the open question in the agent's place, if it is one of those.
    fn deputy(&self, scheme: &Scheme) -> Option<Pilot> {
        let weights = scheme.deputies.get(usize::from(self.course.matchup.deck))?;
        scheme.automatic.answers(&self.entry.state.question).then_some(Pilot::Scripted(*weights))
    }

    /// The record of the episode that has just ended.
    fn finish(&self, scheme: &Scheme, row: &mut Row) {
        let state = &self.entry.state;
        row.facts.ended = 1;
        row.facts.winner = state.winner.map_or(2, |seat| i32::from(seat != AGENT));
        row.facts.reason = state.reason as i32;
        row.facts.turns = i32::from(state.turn);
        row.facts.length = self.course.decisions as i32;
        self.entry.observe(&scheme.pool, AGENT, row.final_observation);
        self.entry.counts(&scheme.pool, AGENT, row.final_counts);
        self.entry.identify(&scheme.pool, AGENT, row.final_card_ids);
        scheme.model.evaluate(row.final_counts, &mut Vec::new(), row.final_variables);
    }

    /// What the opponent sees, whose answer the caller must give.
    fn ask(&mut self, scheme: &Scheme, row: &mut Row) -> Result<(), Failure> {
        self.entry.look(&scheme.pool)?;
        self.entry.mask(row.opponent_mask);
        self.entry.observe(&scheme.pool, OPPONENT, row.opponent_observation);
        self.tell(row);
        Ok(())
    }

    /// What the agent sees now, and which play it is in: after a fork or a restore.
    pub fn show(&mut self, scheme: &Scheme, row: &mut Row) -> Result<(), Failure> {
        let Course { play, illegal, automatic, .. } = self.course;
        let (play, illegal, automatic) = (play as i32, illegal as i32, automatic as i32);
        *row.facts = Facts { play, illegal, automatic, waiting: 0, ended: 0, ..*row.facts };
        self.write(scheme, row)
    }

    /// What the agent sees now.
    fn write(&mut self, scheme: &Scheme, row: &mut Row) -> Result<(), Failure> {
        self.entry.look(&scheme.pool)?;
        self.entry.observe(&scheme.pool, AGENT, row.observation);
        self.entry.mask(row.mask);
        self.entry.identify(&scheme.pool, AGENT, row.card_ids);
        self.entry.counts(&scheme.pool, AGENT, row.counts);
        self.measure(scheme, row);
        self.tell(row);
        Ok(())
    }

    /// Forgets variables that another causal model has computed.
    pub fn forget_variables(&mut self) {
        self.measured.counts = None;
    }

    /// Causal variables, computed anew where a count has changed.
    fn measure(&mut self, scheme: &Scheme, row: &mut Row) {
        let measured = &mut self.measured;
        if measured.counts.as_ref().is_none_or(|counts| counts.as_slice() != row.counts) {
            measured.variables.resize(scheme.model.variables(), 0.0);
            scheme.model.evaluate(row.counts, &mut measured.registers, &mut measured.variables);
            measured.counts = (*row.counts).try_into().ok();
        }
        row.variables.copy_from_slice(&measured.variables);
    }

    /// Which game is running.
    fn tell(&self, row: &mut Row) {
        let (facts, course, state) = (&mut *row.facts, &self.course, &self.entry.state);
        facts.seed = course.matchup.seed;
        facts.deck = i32::from(course.matchup.deck);
        facts.opponent = i32::from(course.matchup.opponent);
        facts.starter = i32::from(state.starter.0);
        facts.turn = i32::from(state.turn);
        facts.decisions = course.decisions as i32;
    }
}
