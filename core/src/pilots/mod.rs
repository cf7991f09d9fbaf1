//! Players that the core has: which of the legal answers each would give. They see what their seat sees.

mod random;
pub mod scripted;

use crate::decision::Choice;
use crate::program::Program;
use crate::rng::{self, Purpose};
use crate::state::ids::Seat;
use crate::state::State;
use scripted::Weights;

/// Luck of a pilot, counted within a turn: two branches of a game that differ in one choice soon meet the same luck again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    pub seed: u64,
    pub turn: u16,
    pub count: u32,
}

impl Luck {
    pub fn new(seed: u64) -> Luck {
        Luck { seed, turn: 0, count: 0 }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32, seat: Seat, turn: u16) -> u32 {
        if turn != self.turn {
            *self = Luck { seed: self.seed, turn, count: 0 };
        }
        let hash = rng::draw(self.seed, Purpose::Pilot, seat.0, turn, self.count);
        self.count += 1;
        rng::below(hash, bound)
    }
}

/// Which player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pilot {
    Random,
    /// Plays by fixed considerations, weighed as its archetype does.
    Scripted(Weights),
}

impl Pilot {
    /// As the interface numbers them.
    pub const NAMES: [&'static str; 2] = ["Random", "Heuristic"];

    /// The place of this pilot's answer among the legal ones, which are not empty.
    pub fn choose(self, state: &State, program: &Program, choices: &[Choice], luck: &mut Luck) -> usize {
        match self {
            Pilot::Random => random::choose(state, choices, luck),
            Pilot::Scripted(weights) => scripted::choose(state, program, &weights, choices),
        }
    }
}
