//! How to go through with a play: which way of casting, which ability, what to tap, convoke and sacrifice.

use super::abilities;
use super::attack;
use super::effects;
use super::priority;
use super::seen::Seen;
use super::targets;
use super::worth;
use crate::decision::Choice;
use crate::state::ids::ObjectId;
use crate::state::stack::Method;
use crate::state::words::{keyword, types, Step};

/// Position of a choice, or of what comes first.
fn position(choices: &[Choice], wanted: Choice) -> Option<usize> {
    choices.iter().position(|&choice| choice == wanted)
}

/// Cast it, unless it could be plotted and has nothing to do this turn.
pub fn method(seen: &Seen, object: ObjectId, choices: &[Choice]) -> usize {
    let cast = position(choices, Choice::Method(Method::Cast));
    match position(choices, Choice::Method(Method::Plot)) {
        Some(plot) if cast.is_none() || is_better_plotted(seen, object) => plot,
        Some(_) | None => cast.unwrap_or(0),
    }
}

/// Spells for the next turn are in hand, and no mana is left to follow up in this one.
fn is_better_plotted(seen: &Seen, object: ObjectId) -> bool {
    let cost = seen.cost(object, Method::Cast).map_or(0, |cost| i32::from(cost.total()));
    let others = seen
        .hand()
        .iter()
        .filter(|&&id| seen.card(id).is_some_and(|card| !card.is(types::CREATURE | types::LAND)));
    let (count, cheapest) = others.fold((0, i32::MAX), |(count, least), &id| {
        let price = seen.cost(id, Method::Cast).map_or(i32::MAX, |cost| i32::from(cost.total()));
        (count + 1, least.min(price))
    });
    count >= 2 && seen.mana(seen.me) - cost < cheapest
}

pub fn ability(seen: &Seen, object: ObjectId, choices: &[Choice]) -> usize {
    let best = abilities::best(seen, priority::moment(seen), object);
    best.and_then(|(ability, _)| position(choices, Choice::Ability(ability))).unwrap_or(0)
}

/// A creature is sacrificed where the copy is worth more than it.
pub fn casualty(seen: &Seen, choices: &[Choice]) -> usize {
    let (_, item) = targets::best(seen, seen.announced());
    let mut best = (effects::again(seen, &item), 0);
    for (index, choice) in choices.iter().enumerate() {
        let Choice::Object(id) = choice else { continue };
        let worth = seen.permanent(*id).map_or(i32::MAX, |permanent| worth::permanent(seen, permanent));
        if worth < best.0 {
            best = (worth, index);
        }
    }
    best.1
}

/// Whom to tap first: those who would not attack, then the smallest.
fn reluctance(seen: &Seen, id: ObjectId) -> i32 {
    let Some(permanent) = seen.permanent(id) else { return i32::MAX };
    if !permanent.has_type(types::CREATURE) {
        return 0;
    }
    let attacks = seen.my_turn() && seen.step() <= Step::Main1 && seen.can_attack(permanent);
    let blocks = i32::from(permanent.power + permanent.toughness);
    blocks + if attacks { 20 + 5 * i32::from(permanent.power) } else { 0 }
}

pub fn tap_other(seen: &Seen, choices: &[Choice]) -> usize {
    let cost = |index: usize| match choices[index] {
        Choice::Object(id) => reluctance(seen, id),
        _ => i32::MAX,
    };
    (0..choices.len()).min_by_key(|&index| (cost(index), index)).unwrap_or(0)
}

/// Creatures that stay at home convoke; mana pays the rest by itself.
pub fn pay(seen: &Seen, choices: &[Choice]) -> usize {
    let automatic = position(choices, Choice::AutoPay);
    if convokes(seen) {
        if let Some(index) = convoking(seen, choices, automatic.is_some()) {
            return index;
        }
    }
    if seen.life(seen.me) <= 2 {
        if let Some(index) = harmless(seen, choices) {
            return index;
        }
    }
    automatic.or_else(|| choices.iter().position(|choice| matches!(choice, Choice::Source(_)))).unwrap_or(0)
}

/// A source whose mana costs no life.
fn harmless(seen: &Seen, choices: &[Choice]) -> Option<usize> {
    choices.iter().position(|choice| match choice {
        Choice::Source(id) => seen.card(*id).is_some_and(|card| {
            card.mana != 0 && card.face.mana_abilities.iter().all(|ability| ability.damage == 0)
        }),
        _ => false,
    })
}

fn convokes(seen: &Seen) -> bool {
    seen.card(seen.announcement().object).is_some_and(|card| card.keywords & keyword::CONVOKE != 0)
}

/// The creature that misses least; where mana would do, only one that does not attack.
fn convoking(seen: &Seen, choices: &[Choice], mana_suffices: bool) -> Option<usize> {
    let plan = (seen.my_turn() && seen.step() <= Step::Main1).then(|| attack::plan(seen));
    let attacks = |id: ObjectId| plan.as_ref().is_some_and(|plan| plan.includes(id));
    let creatures = choices.iter().enumerate().filter_map(|(index, choice)| match choice {
        Choice::Source(id) if seen.permanent(*id).is_some_and(|p| p.has_type(types::CREATURE)) => {
            Some((index, *id))
        }
        _ => None,
    });
    let able = creatures.filter(|&(_, id)| !mana_suffices || !attacks(id));
    able.min_by_key(|&(index, id)| (attacks(id), reluctance(seen, id), index)).map(|(index, _)| index)
}

/// Convoking rather than mana where both are offered; else the colour that is asked for first.
pub fn colour(choices: &[Choice]) -> usize {
    position(choices, Choice::Colour(0)).unwrap_or(0)
}
