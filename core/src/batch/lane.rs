//! One lane of an environment: the agent's game after game, the opponent's pilot in between. Rewards are the caller's.

use super::entry::Entry;
use super::failure::Failure;
use super::output::{Facts, Row};
use super::scheme::{Matchup, OnIllegal, Scheme, AGENT, OPPONENT};
use crate::pilots::Luck;
use crate::state::question::Question;
use crate::state::stack::Progress;

/// Episodes that may end in a row before the agent has decided anything.
const MOST_EMPTY_EPISODES: usize = 1000;

pub struct Lane {
    pub entry: Entry,
    pub seed: u64,
    pub episode: u32,
    pub matchup: Matchup,
    pub luck: Luck,
    pub decisions: u32,
    pub play: u32,
    pub illegal: u32,
}

impl Lane {
    /// A lane before its first game.
    pub fn new(scheme: &Scheme) -> Result<Lane, Failure> {
        let matchup = Matchup::default();
        let state = scheme.deal(&matchup).map_err(Failure::Value)?;
        let entry = Entry::new(state, false, false);
        Ok(Lane { entry, seed: 0, episode: 0, matchup, luck: Luck::new(0), decisions: 0, play: 0, illegal: 0 })
    }

    pub fn twin(&self) -> Lane {
        Lane { entry: self.entry.twin(), ..*self }
    }

    /// Begins episode 0 of a seed and runs until somebody outside must decide.
    pub fn reset(&mut self, scheme: &Scheme, seed: u64, row: &mut Row) -> Result<(), Failure> {
        self.seed = seed;
        self.episode = 0;
        self.finish_nothing(row);
        self.begin(scheme)?;
        self.run(scheme, row)
    }

    /// Begins the next episode of the present seed.
    pub fn next(&mut self, scheme: &Scheme, row: &mut Row) -> Result<(), Failure> {
        self.episode += 1;
        self.finish_nothing(row);
        self.begin(scheme)?;
        self.run(scheme, row)
    }

    fn finish_nothing(&self, row: &mut Row) {
        row.facts.ended = 0;
        row.facts.play = 0;
        row.facts.illegal = 0;
    }

    fn begin(&mut self, scheme: &Scheme) -> Result<(), Failure> {
        self.matchup = scheme.matchup(self.seed, self.episode);
        self.luck = Luck::new(self.matchup.seed);
        (self.decisions, self.play, self.illegal) = (0, 0, 0);
        let state = scheme.deal(&self.matchup).map_err(Failure::Value)?;
        self.entry = Entry::new(state, false, false);
        self.entry.begin(&scheme.pool)
    }

    /// The agent's action, and everything until the agent decides again.
    pub fn step(&mut self, scheme: &Scheme, action: i32, row: &mut Row) -> Result<(), Failure> {
        row.facts.ended = 0;
        let index = usize::try_from(action).unwrap_or(usize::MAX);
        let legal = self.entry.is_legal(index);
        self.decisions += 1;
        self.illegal += u32::from(!legal);
        self.play += u32::from(self.starts_play());
        (row.facts.play, row.facts.illegal) = (self.play as i32, self.illegal as i32);
        match (legal, scheme.on_illegal) {
            (true, _) => self.entry.act(&scheme.pool, index)?,
            (false, OnIllegal::Lose) => self.entry.forfeit(&scheme.pool, AGENT),
            (false, OnIllegal::Pass) => self.entry.act(&scheme.pool, self.entry.first_legal())?,
            (false, OnIllegal::Refuse) => return Err(Failure::Illegal(format!("action {action} is not legal now"))),
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
        loop {
            if self.entry.state.over {
                empty += usize::from(self.decisions == 0);
                if empty > MOST_EMPTY_EPISODES {
                    return Err(Failure::Value("these games end before the agent decides anything".into()));
                }
                self.finish(scheme, row);
                if self.decisions > 0 && !scheme.autoreset {
                    return Ok(());
                }
                self.episode += 1;
                self.begin(scheme)?;
            } else if self.entry.state.asked == AGENT {
                row.facts.waiting = 0;
                self.entry.look(&scheme.pool)?;
                self.write(scheme, row);
                return Ok(());
            } else if let Some(pilot) = scheme.pilot {
                self.entry.pilot(&scheme.pool, pilot, &mut self.luck)?;
            } else {
                row.facts.waiting = 1;
                self.entry.look(&scheme.pool)?;
                self.tell(row);
                self.entry.mask(row.opponent_mask);
                self.entry.observe(&scheme.pool, OPPONENT, row.opponent_observation);
                return Ok(());
            }
        }
    }

    fn finish(&self, scheme: &Scheme, row: &mut Row) {
        if self.decisions == 0 {
            return;
        }
        let state = &self.entry.state;
        row.facts.ended = 1;
        row.facts.winner = state.winner.map_or(2, |seat| i32::from(seat != AGENT));
        row.facts.reason = state.reason as i32;
        row.facts.turns = i32::from(state.turn);
        row.facts.length = self.decisions as i32;
        self.entry.observe(&scheme.pool, AGENT, row.final_observation);
        self.entry.counts(&scheme.pool, AGENT, row.final_counts);
    }

    /// What the agent sees now, and which play it is in: after a fork or a restore.
    pub fn show(&self, scheme: &Scheme, row: &mut Row) {
        self.write(scheme, row);
        *row.facts = Facts { play: self.play as i32, illegal: self.illegal as i32, waiting: 0, ended: 0, ..*row.facts };
    }

    /// What the agent sees now.
    fn write(&self, scheme: &Scheme, row: &mut Row) {
        self.entry.observe(&scheme.pool, AGENT, row.observation);
        self.entry.mask(row.mask);
        self.entry.counts(&scheme.pool, AGENT, row.counts);
        self.tell(row);
    }

    /// Which game is running.
    fn tell(&self, row: &mut Row) {
        let facts = &mut *row.facts;
        facts.seed = self.matchup.seed;
        facts.deck = i32::from(self.matchup.deck);
        facts.opponent = i32::from(self.matchup.opponent);
        facts.starter = i32::from(self.entry.state.starter.0);
        facts.turn = i32::from(self.entry.state.turn);
        facts.decisions = self.decisions as i32;
    }
}
