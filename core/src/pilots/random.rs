//! The pilot that takes every legal action with the same chance, as an agent does that samples from the mask.

use super::Luck;
use crate::actions::{self, Menu};
use crate::state::State;

pub fn choose(state: &State, menu: &Menu, luck: &mut Luck) -> usize {
    let mut mask = [0i8; actions::SIZE];
    menu.mask(&mut mask);
    let count = mask.iter().map(|&legal| u32::from(legal != 0)).sum();
    let nth = luck.below(count, state.asked, state.turn) as usize;
    let mut legal = mask.iter().enumerate().filter(|(_, &legal)| legal != 0).map(|(index, _)| index);
    legal.nth(nth).unwrap_or(0)
}
