//! The scripted pilot: answers every question by fixed rules of thumb, from what its seat can see. Draws no luck.

use super::{combat, worth};
use crate::decision::Choice;
use crate::program::vocabulary::AbilityKind;
use crate::program::Program;
use crate::rules::costs;
use crate::rules::targets;
use crate::state::ids::{ObjectId, Seat};
use crate::state::question::Question;
use crate::state::stack::{Method, Progress, StackItem, Target};
use crate::state::words::{types, Step};
use crate::state::State;

pub fn choose(state: &State, program: &Program, choices: &[Choice]) -> usize {
    match state.question {
        Question::Attackers => combat::attack(state, program, choices),
        Question::Blockers => combat::block(state, program, choices),
        Question::BlockWith { attacker } => combat::blocker(state, program, attacker, choices),
        _ => best(choices, |choice| score(state, program, *choice)),
    }
}

/// The place of the first choice with the highest score.
pub fn best(choices: &[Choice], score: impl Fn(&Choice) -> i32) -> usize {
    let scored = choices.iter().enumerate().map(|(place, choice)| (score(choice), std::cmp::Reverse(place)));
    scored.max().map_or(0, |(_, place)| place.0)
}

fn score(state: &State, program: &Program, choice: Choice) -> i32 {
    let seat = state.asked;
    match choice {
        // Anything with a positive score is better than passing, anything negative worse.
        Choice::Pass | Choice::Top | Choice::AutoPay => 0,
        Choice::Cancel => -worth::WIN,
        Choice::Keep => i32::from(keeps(state, program, seat)),
        Choice::Mulligan => 0,
        Choice::Confirm => confirm(state, seat),
        Choice::Bottom(id) | Choice::Discard(id) => -card(state, program, seat, id),
        Choice::PlayLand(_) => worth::WIN,
        Choice::Cast(id) => best_method(state, program, id),
        Choice::Activate(id) => activation(state, program, id),
        Choice::TargetObject(id) => target(state, program, Target::Object(state.reference(id))),
        Choice::TargetPlayer(player) => target(state, program, Target::Player(player)),
        Choice::TargetSpell(serial) => target(state, program, Target::Stack(serial)),
        Choice::Object(id) => object(state, program, seat, id),
        Choice::Number(amount) => -i32::from(amount),
        Choice::Method(method) => -(method as i32),
        Choice::Ability(ability) => ability_score(state, program, state.announcement.object, ability),
        Choice::Bottommost => i32::from(unwanted(state, program, seat)),
        Choice::Attack(_) | Choice::BlockAttacker(_) | Choice::Blocker(_) | Choice::Source(_) => 0,
        Choice::Player(_) | Choice::Colour(_) | Choice::Trigger(_) => 0,
    }
}

/// Two to five lands; after two mulligans anything.
fn keeps(state: &State, program: &Program, seat: Seat) -> bool {
    let player = state.player(seat);
    let lands = player.hand.iter().filter(|&&id| is_land(state, program, id)).count();
    player.mulligans >= 2 || (2..=5).contains(&lands)
}

fn is_land(state: &State, program: &Program, id: ObjectId) -> bool {
    program.card(state.object(id).face).is_land()
}

fn lands(state: &State, seat: Seat) -> usize {
    state.controlled(seat).filter(|permanent| permanent.has_type(types::LAND)).count()
}

/// What a card of the own hand or library is worth keeping: lands up to five, then what costs more.
fn card(state: &State, program: &Program, seat: Seat, id: ObjectId) -> i32 {
    let wanted = lands(state, seat) < 5;
    let mana_value = i32::from(program.face(state.object(id).face).mana_value);
    match is_land(state, program, id) {
        true => i32::from(wanted) * 20,
        false => 10 - (mana_value - lands(state, seat) as i32).max(0),
    }
}

fn unwanted(state: &State, program: &Program, seat: Seat) -> bool {
    let Question::Scry { card: id } = state.question else { return false };
    let need = lands(state, seat) < 4;
    is_land(state, program, id) != need
}

/// Pays life for an untapped land while there is plenty; says yes to everything else.
fn confirm(state: &State, seat: Seat) -> i32 {
    match state.question {
        Question::PayLife { .. } => i32::from(state.player(seat).life > 6) * 2 - 1,
        _ => 1,
    }
}

/// Among cards offered: what is worth most; among permanents to give up or to tap: what is worth least.
fn object(state: &State, program: &Program, seat: Seat, id: ObjectId) -> i32 {
    let worth = state.permanent(id).map_or(0, |permanent| worth::permanent(state, program, permanent));
    match state.question {
        Question::Casualty => -1,
        Question::TapOthers { .. } => -worth,
        Question::Pick { .. } => 1 + card(state, program, seat, id).max(0),
        _ => worth,
    }
}

/// Time for what need not be done in the own main phase before combat.
fn late(state: &State, seat: Seat) -> bool {
    match state.step {
        Step::Main2 => state.active == seat,
        Step::End => state.active != seat,
        _ => false,
    }
}

fn best_method(state: &State, program: &Program, id: ObjectId) -> i32 {
    let seat = state.asked;
    let face = state.object(id).face;
    let card = program.card(face);
    let Some(spell) = card.spell else {
        return 3 + 2 * i32::from(card.face.mana_value) + i32::from(card.face.power);
    };
    let words = program.ability(face, spell);
    let value = aimed(state, program, costs::as_item(state, program, id, Method::Cast), spell);
    let waits = words.targets.is_empty() && card.instant_speed && !late(state, seat);
    if waits {
        0
    } else {
        value
    }
}

/// What an item is worth with its best first target; spells with no good target are not worth casting.
fn aimed(state: &State, program: &Program, item: StackItem, ability: u8) -> i32 {
    let words = program.ability(item.face, ability);
    let Some(rule) = words.targets.first() else { return worth::words(state, program, &item, &words.code) };
    let candidates = targets::candidates(state, program, &item, rule);
    let with = |&target: &Target| {
        let mut item = item;
        item.targets[0] = target;
        worth::words(state, program, &item, &words.code)
    };
    candidates.iter().map(with).max().unwrap_or(0)
}

fn activation(state: &State, program: &Program, id: ObjectId) -> i32 {
    if state.permanent(id).is_none() {
        return best_method(state, program, id);
    }
    let card = program.card(state.object(id).face);
    let able = card.activated.iter().filter(|&&ability| costs::can_activate(state, program, id, ability));
    able.map(|&ability| ability_score(state, program, id, ability)).max().unwrap_or(0)
}

/// Loyalty abilities and animation in time, everything else where nothing better is to be done with the mana.
fn ability_score(state: &State, program: &Program, id: ObjectId, ability: u8) -> i32 {
    let face = state.object(id).face;
    let Some(words) = program.face(face).abilities.get(usize::from(ability)) else { return -1 };
    let AbilityKind::Activated { cost, .. } = &words.kind else { return -1 };
    let item = costs::ability_item(state, id, ability, state.asked);
    let value = aimed(state, program, item, ability);
    if cost.loyalty_ability {
        return value + i32::from(cost.loyalty);
    }
    let wakes = words.code.iter().any(|op| matches!(op, crate::program::vocabulary::Op::Animate { .. }));
    let timely = if wakes { state.step == Step::Main1 } else { late(state, state.asked) };
    if timely {
        value
    } else {
        0
    }
}

/// What a target is worth to what is being announced, or to the trigger that is being placed.
fn target(state: &State, program: &Program, target: Target) -> i32 {
    let Question::Target { index } = state.question else { return 0 };
    let Some((mut item, ability)) = aiming(state, program) else { return 0 };
    let Some(words) = program.face(item.face).abilities.get(usize::from(ability)) else { return 0 };
    if let Some(slot) = item.targets.get_mut(usize::from(index)) {
        *slot = target;
    }
    worth::words(state, program, &item, &words.code)
}

fn aiming(state: &State, program: &Program) -> Option<(StackItem, u8)> {
    if let Some(item) = state.placing {
        return Some((item, item.ability));
    }
    let announced = &state.announcement;
    if announced.progress == Progress::Idle {
        return None;
    }
    if announced.method == Method::Activate {
        let item = costs::ability_item(state, announced.object, announced.ability, announced.player);
        return Some((item, announced.ability));
    }
    let item = costs::as_item(state, program, announced.object, announced.method);
    program.card(item.face).spell.map(|spell| (item, spell))
}
