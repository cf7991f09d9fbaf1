//! What callers ask for and are told, as the plain numbers of the interface, checked and turned into our own values.

use std::sync::Arc;

use super::entry::Entry;
use super::failure::Failure;
use super::fork::Changes;
use super::scheme::{Automatic, Choice, OnIllegal, Scheme};
use super::Pool;
use crate::actions;
use crate::causal::Model;
use crate::measure;
use crate::observation;
use crate::pilots::scripted::Weights;
use crate::pilots::Pilot;
use crate::program::vocabulary;
use crate::rules::priority::{ALL, CHOICES, USUAL};
use crate::state::ids::{FaceId, Seat};
use crate::state::question::Question;
use crate::state::words::{Reason, Step};
use crate::state::{Settings, Stops};
use crate::view;

fn refuse<T>(problem: String) -> Result<T, Failure> {
    Err(Failure::Value(problem))
}

/// `mtgc_settings`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawSettings {
    pub starter: i32,
    pub max_turns: i32,
    pub stops: i32,
    pub steps: u32,
}

impl RawSettings {
    pub fn starter(&self) -> Result<Option<Seat>, Failure> {
        match self.starter {
            -1 => Ok(None),
            seat => seat_of(seat).map(Some),
        }
    }

    pub fn max_turns(&self) -> Result<u16, Failure> {
        u16::try_from(self.max_turns).or_else(|_| refuse(format!("max_turns cannot be {}", self.max_turns)))
    }

    pub fn stops(&self) -> Result<Stops, Failure> {
        match self.stops {
            0 => Ok(USUAL),
            1 => Ok(CHOICES),
            2 => Ok(ALL),
            3 => Ok(Stops { own: self.steps as u16, opposing: self.steps as u16, ..USUAL }),
            other => refuse(format!("there are no stops {other}")),
        }
    }

    pub fn with_seed(&self, seed: u64) -> Result<Settings, Failure> {
        Ok(Settings { seed, max_turns: self.max_turns()?, stops: self.stops()?, keeps_order: false })
    }
}

pub fn seat_of(number: i32) -> Result<Seat, Failure> {
    match number {
        0 => Ok(Seat(0)),
        1 => Ok(Seat(1)),
        other => refuse(format!("there is no seat {other}")),
    }
}

/// A pilot by its number and the weights that it plays by, if it does.
pub fn pilot(number: i32, weights: &[i16]) -> Result<Pilot, Failure> {
    match number {
        0 => Ok(Pilot::Random),
        1 => Weights::from_numbers(weights).map(Pilot::Scripted).map_err(Failure::Value),
        other => refuse(format!("there is no pilot {other}")),
    }
}

pub fn faces(pool: &Pool, cards: &[u16]) -> Result<Vec<FaceId>, Failure> {
    match cards.iter().find(|&&card| usize::from(card) >= pool.program.cards.len()) {
        Some(card) => refuse(format!("the pool has no face {card}")),
        None => Ok(cards.iter().map(|&card| FaceId(card)).collect()),
    }
}

/// The numbers of `mtgc_scheme`, its arrays as slices.
pub struct SchemeNumbers<'a> {
    pub settings: RawSettings,
    pub pilot: i32,
    pub on_illegal: i32,
    pub autoreset: i32,
    pub life: [i32; 2],
    pub automatic: i32,
    pub own: usize,
    pub sizes: &'a [u32],
    pub weights: &'a [u32],
    pub cards: &'a [u16],
    /// A row of the scripted pilot's weights for each deck, or nothing.
    pub archetypes: &'a [i16],
    /// A compiled causal model.
    pub model: &'a [u8],
}

impl SchemeNumbers<'_> {
    pub fn scheme(&self, pool: &Arc<Pool>) -> Result<Scheme, Failure> {
        let mut decks = decks(pool, self.sizes, self.cards)?;
        let opposing = decks.split_off(self.own.min(decks.len()));
        let (own_weights, opposing_weights) = self.weights.split_at(decks.len());
        Ok(Scheme {
            pool: Arc::clone(pool),
            own: choice(decks, own_weights)?,
            opposing: choice(opposing, opposing_weights)?,
            pilots: self.pilots()?,
            starter: self.settings.starter()?,
            max_turns: self.settings.max_turns()?,
            stops: self.settings.stops()?,
            autoreset: self.autoreset != 0,
            model: model(self.model)?,
            deputies: self.deputies()?,
            automatic: Automatic::of(self.automatic),
            life: [life(self.life[0])?, life(self.life[1])?],
            on_illegal: match self.on_illegal {
                0 => OnIllegal::Refuse,
                1 => OnIllegal::Pass,
                2 => OnIllegal::Lose,
                other => return refuse(format!("on_illegal cannot be {other}")),
            },
        })
    }

    /// The opponent's pilot for each of its decks; none where the caller answers.
    fn pilots(&self) -> Result<Vec<Pilot>, Failure> {
        if self.pilot == -1 {
            return Ok(Vec::new());
        }
        (self.own..self.sizes.len()).map(|deck| pilot(self.pilot, self.weights_of(deck))).collect()
    }

    /// The scripted pilots that answer some of the agent's questions, for each of its decks.
    fn deputies(&self) -> Result<Vec<Weights>, Failure> {
        let decks = 0..if self.automatic == 0 { 0 } else { self.own };
        let weights = decks.map(|deck| Weights::from_numbers(self.weights_of(deck)));
        weights.collect::<Result<_, _>>().map_err(Failure::Value)
    }

    fn weights_of(&self, deck: usize) -> &[i16] {
        self.archetypes.chunks(Weights::COUNT).nth(deck).unwrap_or_default()
    }
}

fn life(number: i32) -> Result<i16, Failure> {
    match i16::try_from(number) {
        Ok(life) if life > 0 => Ok(life),
        _ => refuse(format!("a player cannot begin with {number} life")),
    }
}

/// A compiled causal model that reads the counts.
pub fn model(bytes: &[u8]) -> Result<Model, Failure> {
    let model = Model::read(bytes).map_err(|problem| Failure::Value(problem.to_string()))?;
    match model.inputs() {
        inputs if inputs == measure::COUNTS.len() => Ok(model),
        inputs => refuse(format!("a causal model over {inputs} counts cannot be used here")),
    }
}

/// Decks of these sizes, one after the other among the cards.
pub fn decks(pool: &Pool, sizes: &[u32], cards: &[u16]) -> Result<Vec<Vec<FaceId>>, Failure> {
    let mut rest = cards;
    let mut decks = Vec::new();
    for &size in sizes {
        let (deck, others) = rest.split_at((size as usize).min(rest.len()));
        decks.push(faces(pool, deck)?);
        rest = others;
    }
    Ok(decks)
}

fn choice(decks: Vec<Vec<FaceId>>, weights: &[u32]) -> Result<Choice, Failure> {
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    if decks.is_empty() || total == 0 || total > u64::from(u32::MAX) {
        return refuse(format!(
            "{} decks with weights of {total} together cannot be drawn from",
            decks.len()
        ));
    }
    Ok(Choice { decks, weights: weights.to_vec() })
}

/// Which games are copied, with one seed for each copy, and the numbers of `mtgc_changes`.
pub struct Forks<'a> {
    pub sources: &'a [usize],
    pub seeds: &'a [u64],
    pub randomness: i32,
    pub hidden: i32,
    pub viewer: i32,
    pub threads: usize,
}

impl Forks<'_> {
    pub fn each(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.sources.iter().copied().zip(self.seeds.iter().copied())
    }

    /// What becomes of one copy.
    pub fn changes(&self, entry: &Entry, seed: u64) -> Result<Changes, Failure> {
        let viewer = if self.viewer == -1 { entry.state.asked } else { seat_of(self.viewer)? };
        Ok(Changes { fresh: self.randomness != 0, resampled: self.hidden != 0, viewer, seed })
    }
}

/// `mtgc_status`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Status {
    player: i32,
    over: i32,
    winner: i32,
    reason: i32,
    turn: i32,
    active: i32,
    starter: i32,
    step: i32,
}

impl Status {
    pub fn of(entry: &Entry) -> Status {
        let state = &entry.state;
        let asks = entry.running() && state.question != Question::None;
        Status {
            player: if asks { i32::from(state.asked.0) } else { -1 },
            over: i32::from(state.over),
            winner: state.winner.map_or(-1, |seat| i32::from(seat.0)),
            reason: state.reason as i32,
            turn: i32::from(state.turn),
            active: i32::from(state.active.0),
            starter: i32::from(state.starter.0),
            step: state.step as i32,
        }
    }
}

/// What `mtgc_games_view` shows of a game.
pub fn shown(pool: &Pool, entry: &Entry, which: i32) -> Result<Vec<i32>, Failure> {
    let mut out = Vec::new();
    match which {
        0 => view::state(&entry.state, &pool.program, &mut out),
        1 => view::legal(&entry.state, &pool.program, &mut out),
        2 => view::events(entry.events(), &mut out),
        3 => view::prospects(&entry.state, &pool.program, &mut out),
        4 => out.extend(entry.actions.iter().map(|&index| i32::from(index))),
        other => return refuse(format!("there is no view {other}")),
    }
    Ok(out)
}

/// The texts of `mtgc_text` that do not change.
pub fn text(which: i32) -> String {
    match which {
        1 => observation::layout_text(),
        2 => actions::table_text(),
        3 => view::table_text(),
        4 => vocabulary::table_text(),
        5 => [Reason::NAMES, Step::NAMES, &Pilot::NAMES, Weights::NAMES]
            .map(|names| names.join(" ") + "\n")
            .concat(),
        _ => String::new(),
    }
}
