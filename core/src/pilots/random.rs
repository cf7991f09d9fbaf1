//! The pilot that takes every legal answer with the same chance, as an agent does that samples from the mask.

use super::Luck;
use crate::decision::Choice;
use crate::state::State;

pub fn choose(state: &State, choices: &[Choice], luck: &mut Luck) -> usize {
    luck.below(choices.len() as u32, state.asked, state.turn) as usize
}
