//! Cards of the hand against each other: keep or mulligan, what goes to the bottom, what is discarded, what is wanted next.

use super::seen::Seen;
use super::worth;
use crate::decision::Choice;
use crate::state::ids::ObjectId;
use crate::state::stack::Method;
use crate::state::words::types;

/// The opening hand after so many mulligans is kept whatever it holds.
const LAST_MULLIGAN: u8 = 2;

fn is_land(seen: &Seen, id: ObjectId) -> bool {
    seen.card(id).is_some_and(|card| card.is_land())
}

fn lands_in_hand(seen: &Seen) -> i32 {
    seen.hand().iter().filter(|&&id| is_land(seen, id)).count() as i32
}

fn lands_in_play(seen: &Seen) -> i32 {
    seen.controlled(seen.me).filter(|permanent| permanent.has_type(types::LAND)).count() as i32
}

/// Keeps a hand whose lands are within the archetype's range.
pub fn mulligan(seen: &Seen, choices: &[Choice]) -> usize {
    let lands = lands_in_hand(seen);
    let fits = (seen.weights.least_lands..=seen.weights.most_lands).contains(&lands);
    let wanted = if fits || seen.mulligans() >= LAST_MULLIGAN { Choice::Keep } else { Choice::Mulligan };
    choices.iter().position(|&choice| choice == wanted).unwrap_or(0)
}

/// The card that is missed least goes.
pub fn give_up(seen: &Seen, choices: &[Choice]) -> usize {
    let cost = |index: usize| match choices[index] {
        Choice::Bottom(id) | Choice::Discard(id) | Choice::Object(id) => keeping(seen, id),
        _ => i32::MAX,
    };
    (0..choices.len()).min_by_key(|&index| (cost(index), index)).unwrap_or(0)
}

/// How much an own card is wanted in hand.
pub fn keeping(seen: &Seen, id: ObjectId) -> i32 {
    let others = seen.hand().iter().filter(|&&other| other != id);
    let in_hand = others.filter(|&&other| is_land(seen, other)).count() as i32;
    let lands = in_hand + lands_in_play(seen);
    if is_land(seen, id) {
        return land(seen, lands);
    }
    spell(seen, id, lands)
}

/// Lands are what is missing first, and last what is too much.
fn land(seen: &Seen, lands: i32) -> i32 {
    let wanted = seen.weights.lands_wanted;
    match lands {
        0..=2 => 80 - 10 * lands,
        _ if lands < wanted => 50 - 20 * (lands - 2) / (wanted - 2).max(1),
        _ => 8,
    }
}

fn spell(seen: &Seen, id: ObjectId, lands: i32) -> i32 {
    let Some(card) = seen.card(id) else { return seen.weights.card };
    let cost = seen.cost(id, Method::Cast).map_or(0, |cost| i32::from(cost.total()));
    let body = if card.is(types::CREATURE | types::PLANESWALKER) {
        worth::printed(seen, id) / 2
    } else {
        10 + 4 * cost
    };
    let too_dear = 4 * (cost - lands - 1).max(0);
    let copies =
        seen.hand().iter().filter(|&&other| other != id && seen.face(other) == seen.face(id)).count() as i32;
    let redundant = if card.is(types::LEGENDARY) { 12 } else { 3 } * copies;
    20 + body.min(50) - too_dear - redundant
}
