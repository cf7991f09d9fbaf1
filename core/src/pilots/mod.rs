//! Players that the core has: what each would do in a position, as an action index. They see what their seat sees.

pub mod random;

use crate::actions::Menu;
use crate::rng::{self, Purpose};
use crate::state::ids::Seat;
use crate::state::State;

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
}

impl Pilot {
    pub const NAMES: [&'static str; 1] = ["random"];

    pub fn from_number(number: u8) -> Option<Pilot> {
        [Pilot::Random].get(usize::from(number)).copied()
    }

    /// The index of the action this pilot takes; `menu` is that of the position, and not empty.
    pub fn choose(self, state: &State, menu: &Menu, luck: &mut Luck) -> usize {
        match self {
            Pilot::Random => random::choose(state, menu, luck),
        }
    }
}
