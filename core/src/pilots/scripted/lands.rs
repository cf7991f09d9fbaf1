//! Which land to play, search for, or pay life for.

use super::seen::{Seen, Words};
use super::spending;
use crate::decision::Choice;
use crate::program::vocabulary::Enters;
use crate::program::{Card, Pips, BASIC_LAND_TYPES};
use crate::state::ids::ObjectId;
use crate::state::stack::Method;

/// A pip of a cheap spell counts for more than one of a dear spell.
const SOON: i32 = 16;
/// A basic land type that is not there yet.
const DOMAIN: i32 = 3;

/// The best land among the choices, if one can be played.
pub fn choose(seen: &Seen, choices: &[Choice]) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    for (position, choice) in choices.iter().enumerate() {
        let Choice::PlayLand(id) = choice else { continue };
        let score = score(seen, *id);
        if best.is_none_or(|(so_far, _)| score > so_far) {
            best = Some((score, position));
        }
    }
    best.map(|(_, position)| position)
}

/// How welcome a land is on the battlefield.
pub fn score(seen: &Seen, id: ObjectId) -> i32 {
    let Some(card) = seen.card(id) else { return 0 };
    let mut score = colours(seen, card) + if new_basic_type(seen, card) { DOMAIN } else { 0 };
    score += if card.activated.is_empty() { 0 } else { 2 };
    score -= if card.face.mana_abilities.iter().any(|ability| ability.damage > 0) { 1 } else { 0 };
    match (enters_tapped(seen, id, card), spending::needs_mana(seen)) {
        (true, true) => score - 12,
        (true, false) => score + 5,
        (false, _) => score,
    }
}

/// How much nearer it brings the spells of the hand to their colours, the cheap ones above all.
fn colours(seen: &Seen, card: &Card) -> i32 {
    let before = seen.lands_in_play();
    let after = before.with(card.mana);
    let mut score = card.mana.count_ones() as i32;
    for &id in seen.hand() {
        let Some(spell) = seen.card(id).filter(|card| !card.is_land()) else { continue };
        let pips = Pips { generic: 0, ..spell.cost };
        let gained = i32::from(after.pays(&pips)) - i32::from(before.pays(&pips));
        score += gained * (2 + SOON / (1 + i32::from(spell.cost.total())));
    }
    score
}

/// Adds a basic land type that is not there yet (domain).
fn new_basic_type(seen: &Seen, card: &Card) -> bool {
    let basics = (1u128 << BASIC_LAND_TYPES) - 1;
    let there = seen.controlled(seen.me).filter_map(|permanent| seen.card(permanent.object));
    let have = there.filter(|card| card.is_land()).fold(0, |bits, card| bits | card.subtypes);
    card.subtypes & basics & !have != 0
}

fn enters_tapped(seen: &Seen, id: ObjectId, card: &Card) -> bool {
    let item = seen.as_spell(id, Method::Cast);
    card.face.enters.iter().any(|enters| match enters {
        Enters::Tapped { unless } => !seen.condition(&Words::of(&item), unless),
        Enters::TappedUnlessPaid { life } => !pays(seen, i32::from(*life)),
    })
}

/// Life is paid for a mana that is needed now, and only while there is life to spare.
pub fn pays(seen: &Seen, life: i32) -> bool {
    seen.my_turn()
        && spending::needs_mana(seen)
        && seen.life(seen.me) - life > seen.weights.defensive_life.max(4)
}

/// The life that the card entering asks for.
pub fn asked_life(seen: &Seen, id: ObjectId) -> i32 {
    let Some(card) = seen.card(id) else { return 0 };
    let asked = card.face.enters.iter().filter_map(|enters| match enters {
        Enters::TappedUnlessPaid { life } => Some(i32::from(*life)),
        Enters::Tapped { .. } => None,
    });
    asked.max().unwrap_or(0)
}
