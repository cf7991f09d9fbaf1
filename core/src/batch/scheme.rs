//! What the episodes of an environment have in common, and how each begins: decks, starter and luck from seed and number.

use std::sync::Arc;

use super::Pool;
use crate::causal::Model;
use crate::pilots::scripted::Weights;
use crate::pilots::Pilot;
use crate::rng::{self, Purpose};
use crate::setup::{self, Deal};
use crate::state::ids::{FaceId, Seat};
use crate::state::question::Question;
use crate::state::{Settings, State, Stops};

/// The agent's seat; who starts is drawn or given, so a seat is no advantage.
pub const AGENT: Seat = Seat(0);
pub const OPPONENT: Seat = Seat(1);

/// Decks with whole-number weights: whole, so that every machine draws the same.
#[derive(Clone)]
pub struct Choice {
    pub decks: Vec<Vec<FaceId>>,
    pub weights: Vec<u32>,
}

impl Choice {
    fn draw(&self, hash: u64) -> usize {
        let mut left = rng::below(hash, self.weights.iter().sum());
        for (index, &weight) in self.weights.iter().enumerate() {
            if left < weight {
                return index;
            }
            left -= weight;
        }
        0
    }
}

/// What becomes of an action that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    Refuse,
    /// Pass, or the first legal action where passing is not legal.
    Pass,
    Lose,
}

/// The parts of a game that are not the agent's to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Automatic {
    combat: bool,
    targets: bool,
    mana: bool,
}

impl Automatic {
    /// From bits in the order of the fields.
    pub fn of(bits: i32) -> Automatic {
        Automatic { combat: bits & 1 != 0, targets: bits & 2 != 0, mana: bits & 4 != 0 }
    }

    pub fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Attackers
            | Question::AttackWhom { .. }
            | Question::Blockers
            | Question::BlockWith { .. }
            | Question::Divide { .. } => self.combat,
            Question::Target { .. } | Question::Retarget { .. } => self.targets,
            Question::Pay
            | Question::PayColour { .. }
            | Question::TapColour { .. }
            | Question::TapOthers { .. } => self.mana,
            Question::None
            | Question::Mulligan
            | Question::Bottom { .. }
            | Question::Discard { .. }
            | Question::Priority
            | Question::Method { .. }
            | Question::Ability { .. }
            | Question::Casualty
            | Question::YesNo
            | Question::Pick { .. }
            | Question::Scry { .. }
            | Question::PayLife { .. }
            | Question::Order
            | Question::Legend { .. } => false,
        }
    }
}

#[derive(Clone)]
pub struct Scheme {
    pub pool: Arc<Pool>,
    pub own: Choice,
    pub opposing: Choice,
    /// One for each opposing deck; none where the caller answers for the opponent.
    pub pilots: Vec<Pilot>,
    /// None: drawn.
    pub starter: Option<Seat>,
    pub max_turns: u16,
    pub stops: Stops,
    pub on_illegal: OnIllegal,
    /// The next episode begins in the step that ends one.
    pub autoreset: bool,
    /// What the causal variables are.
    pub model: Model,
    /// Which of the agent's questions its scripted pilot answers, and how it plays each of its decks.
    pub automatic: Automatic,
    pub deputies: Vec<Weights>,
    /// Of either seat as a game begins.
    pub life: [i16; 2],
}

/// Which decks meet, by their place in the scheme, and with which luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matchup {
    pub seed: u64,
    pub deck: u16,
    pub opponent: u16,
}

impl Scheme {
    /// Episode number `episode` of a lane with this seed: the same for every lane, thread and batch.
    pub fn matchup(&self, seed: u64, episode: u32) -> Matchup {
        let game = rng::draw(seed, Purpose::Episode, 0, 0, episode);
        let pick =
            |choice: &Choice, player| choice.draw(rng::draw(game, Purpose::Episode, player, 0, 0)) as u16;
        Matchup { seed: game, deck: pick(&self.own, 1), opponent: pick(&self.opposing, 2) }
    }

    /// Whether both decks of a matchup are in this scheme.
    pub fn admits(&self, matchup: &Matchup) -> Result<(), String> {
        let exists = |deck: u16, choice: &Choice| usize::from(deck) < choice.decks.len();
        match exists(matchup.deck, &self.own) && exists(matchup.opponent, &self.opposing) {
            true => Ok(()),
            false => Err("the snapshot was made in an environment with other decks".into()),
        }
    }

    pub fn deal(&self, matchup: &Matchup) -> Result<State, String> {
        let decks =
            [&self.own.decks[usize::from(matchup.deck)], &self.opposing.decks[usize::from(matchup.opponent)]];
        let settings = self.settings(matchup.seed);
        let deal = Deal { decks: decks.map(Vec::as_slice), starter: self.starter, settings };
        let mut state = setup::from_decks(&self.pool.program, &deal)?;
        Seat::BOTH.iter().for_each(|&seat| state.player_mut(seat).life = self.life[seat.index()]);
        Ok(state)
    }

    pub fn settings(&self, seed: u64) -> Settings {
        Settings { seed, max_turns: self.max_turns, stops: self.stops, keeps_order: false }
    }
}
