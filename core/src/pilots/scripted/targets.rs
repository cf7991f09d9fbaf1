//! What to aim at: every legal target is weighed by what the spell or ability would do to it.

use super::effects;
use super::seen::{Seen, Words};
use crate::decision::Choice;
use crate::program::trigger_bit;
use crate::program::vocabulary::{TargetRule, Trigger};
use crate::state::ids::Seat;
use crate::state::permanent::flag;
use crate::state::stack::{StackItem, Target};

/// A creature that likes to be chosen by its controller.
const VALIANT: i32 = 10;

/// The value of an item with the targets that are best for its controller, and the item with them.
pub fn best(seen: &Seen, item: StackItem) -> (i32, StackItem) {
    let Some(ability) = seen.card_of(&item).face.abilities.get(usize::from(item.ability)) else {
        return (0, item);
    };
    let mut item = item;
    if ability.targets.is_empty() {
        return (effects::code(seen, &mut Words::of(&item), &ability.code), item);
    }
    let mut value = 0;
    for (index, rule) in ability.targets.iter().enumerate() {
        (value, item) = best_of_one(seen, item, index, rule);
    }
    (value, item)
}

fn best_of_one(seen: &Seen, item: StackItem, index: usize, rule: &TargetRule) -> (i32, StackItem) {
    let sign = if item.controller == seen.me { 1 } else { -1 };
    let mut found: Option<(i32, StackItem)> = None;
    if rule.optional {
        found = Some((value(seen, &item), item));
    }
    each_candidate(seen, &item, rule, |target| {
        let mut trial = item;
        trial.targets[index] = target;
        let worth = value(seen, &trial);
        if found.is_none_or(|(best, _)| sign * worth > sign * best) {
            found = Some((worth, trial));
        }
    });
    found.unwrap_or((0, item))
}

fn each_candidate(seen: &Seen, item: &StackItem, rule: &TargetRule, mut visit: impl FnMut(Target)) {
    let mut offer = |target: Target| {
        if seen.legal_target(item, rule, target) {
            visit(target);
        }
    };
    if rule.players > 0 {
        Seat::BOTH.into_iter().for_each(|seat| offer(Target::Player(seat)));
    }
    if rule.permanents.is_some() {
        seen.permanents().for_each(|permanent| offer(Target::Object(seen.reference(permanent.object))));
    }
    if rule.spells.is_some() {
        seen.stack().iter().for_each(|spell| offer(Target::Stack(spell.serial)));
    }
}

/// The value of an item with the targets it has.
pub fn value(seen: &Seen, item: &StackItem) -> i32 {
    let Some(ability) = seen.card_of(item).face.abilities.get(usize::from(item.ability)) else { return 0 };
    effects::code(seen, &mut Words::of(item), &ability.code)
        + item.targets.iter().map(|&t| chosen(seen, item, t)).sum::<i32>()
}

/// Being chosen may itself be good; and what is already under another own spell is not worth a second one.
fn chosen(seen: &Seen, item: &StackItem, target: Target) -> i32 {
    let Some(permanent) = seen.target(target) else { return 0 };
    let Some(card) = seen.card(permanent.object) else { return 0 };
    let valiant =
        card.listens & trigger_bit(&Trigger::TargetedFirst {}) != 0 && !permanent.is(flag::TARGETED);
    if valiant && permanent.controller == item.controller && item.controller == seen.me {
        VALIANT
    } else {
        0
    }
}

/// Whether an own item on the stack is already aimed at it.
pub fn is_aimed_at(seen: &Seen, target: Target) -> bool {
    let own = seen.stack().iter().filter(|item| item.controller == seen.me);
    target != Target::None && own.flat_map(|item| item.targets).any(|other| other == target)
}

fn as_target(seen: &Seen, choice: Choice) -> Target {
    match choice {
        Choice::TargetObject(id) => Target::Object(seen.reference(id)),
        Choice::TargetPlayer(seat) => Target::Player(seat),
        Choice::TargetSpell(serial) => Target::Stack(serial),
        _ => Target::None,
    }
}

/// The best answer for target number `index` of what is being announced, placed or copied.
pub fn choose(seen: &Seen, item: StackItem, index: u8, choices: &[Choice]) -> usize {
    let mut best = (i32::MIN, 0);
    for (position, &choice) in choices.iter().enumerate() {
        if choice == Choice::Cancel {
            continue;
        }
        let mut trial = item;
        if let Some(slot) = trial.targets.get_mut(usize::from(index)) {
            *slot = as_target(seen, choice);
        }
        let worth = value(seen, &trial);
        if worth > best.0 {
            best = (worth, position);
        }
    }
    best.1
}

/// The copy keeps its target unless another is better.
pub fn retarget(seen: &Seen, index: u8, choices: &[Choice]) -> usize {
    let Some(&copy) = seen.stack().last() else { return 0 };
    let mut best = (value(seen, &copy), 0);
    for (position, &choice) in choices.iter().enumerate().filter(|(_, choice)| **choice != Choice::Pass) {
        let mut trial = copy;
        trial.targets[usize::from(index)] = as_target(seen, choice);
        let worth = value(seen, &trial);
        if worth > best.0 {
            best = (worth, position);
        }
    }
    best.1
}
