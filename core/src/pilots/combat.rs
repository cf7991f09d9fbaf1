//! How the scripted pilot attacks and blocks: each creature on its own, by what the worst answer would cost.

use super::worth;
use crate::decision::Choice;
use crate::program::Program;
use crate::rules::combat;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::words::{keyword, types};
use crate::state::State;

fn damage(creature: &Permanent) -> i16 {
    creature.power.max(0) * if creature.has(keyword::DOUBLE_STRIKE) { 2 } else { 1 }
}

/// What a fight is worth to the first creature's side.
fn fight(state: &State, program: &Program, ours: &Permanent, theirs: &Permanent) -> i32 {
    let strikes_first = |one: &Permanent, other: &Permanent| {
        one.has(keyword::FIRST_STRIKE | keyword::DOUBLE_STRIKE)
            && !other.has(keyword::FIRST_STRIKE | keyword::DOUBLE_STRIKE)
    };
    let kills = |one: &Permanent, other: &Permanent| {
        worth::kills(damage(one), one.has(keyword::DEATHTOUCH), other)
    };
    let we_kill = kills(ours, theirs) && !(strikes_first(theirs, ours) && kills(theirs, ours));
    let they_kill = kills(theirs, ours) && !(strikes_first(ours, theirs) && kills(ours, theirs));
    let won = if we_kill { worth::permanent(state, program, theirs) } else { 0 };
    let lost = if they_kill { worth::permanent(state, program, ours) } else { 0 };
    won - lost
}

fn creatures(state: &State, seat: Seat) -> impl Iterator<Item = &Permanent> {
    state.controlled(seat).filter(|permanent| permanent.has_type(types::CREATURE))
}

/// The next creature to switch on, or the end of the declaration.
pub fn attack(state: &State, program: &Program, choices: &[Choice]) -> usize {
    let seat = state.asked;
    let all_in = is_lethal(state, seat);
    let must_defend = total_damage(state, seat.other()) >= state.player(seat).life;
    let good = |choice: &Choice| match choice {
        Choice::Attack(id) => all_in || attack_gain(state, program, *id) > if must_defend { 6 } else { 0 },
        _ => false,
    };
    let next = choices.iter().position(good);
    next.or_else(|| done(choices)).unwrap_or(0)
}

fn done(choices: &[Choice]) -> Option<usize> {
    choices.iter().position(|choice| matches!(choice, Choice::Confirm | Choice::Pass))
}

fn total_damage(state: &State, seat: Seat) -> i16 {
    creatures(state, seat).map(damage).sum()
}

/// Whether attacking with everything gets through, each blocker stopping the strongest it can.
fn is_lethal(state: &State, seat: Seat) -> bool {
    let attackers = creatures(state, seat).filter(|attacker| combat::can_attack(state, attacker));
    let mut strength: Vec<i16> = attackers.map(damage).collect();
    strength.sort_unstable();
    let blockers = creatures(state, seat.other()).filter(|blocker| combat::can_block_at_all(state, blocker));
    let through = strength.len().saturating_sub(blockers.count());
    strength[..through].iter().sum::<i16>() >= state.player(seat.other()).life
}

/// What attacking with this creature alone is worth, the opponent blocking as hurts most or not at all.
fn attack_gain(state: &State, program: &Program, id: ObjectId) -> i32 {
    let Some(attacker) = state.permanent(id) else { return 0 };
    let blockers = creatures(state, state.active.other()).filter(|other| combat::can_block(state, other, attacker));
    let unblocked = 2 * i32::from(damage(attacker));
    blockers.map(|blocker| fight(state, program, attacker, blocker)).fold(unblocked, i32::min)
}

/// The attacker to block next, or the end of the declaration.
pub fn block(state: &State, program: &Program, choices: &[Choice]) -> usize {
    let best = choices.iter().enumerate().filter_map(|(place, choice)| match choice {
        Choice::BlockAttacker(attacker) => best_block(state, program, *attacker).map(|gain| (gain, place)),
        _ => None,
    });
    let best = best.max_by_key(|&(gain, place)| (gain, std::cmp::Reverse(place)));
    best.map(|(_, place)| place).or_else(|| done(choices)).unwrap_or(0)
}

fn best_block(state: &State, program: &Program, attacker: ObjectId) -> Option<i32> {
    if state.permanents().any(|blocker| blocker.blocking == attacker) {
        return None;
    }
    let gains = combat::blockers_for(state, attacker).map(|blocker| block_gain(state, program, attacker, blocker));
    gains.max().filter(|&gain| gain > 0)
}

fn block_gain(state: &State, program: &Program, attacker: ObjectId, blocker: ObjectId) -> i32 {
    let (Some(theirs), Some(ours)) = (state.permanent(attacker), state.permanent(blocker)) else { return 0 };
    let life = state.player(ours.controller).life;
    let in_danger = if unblocked_damage(state) >= life { worth::WIN } else { 0 };
    fight(state, program, ours, theirs) + i32::from(damage(theirs)).min(2) + in_danger
}

fn unblocked_damage(state: &State) -> i16 {
    let blocked = |attacker: &Permanent| state.permanents().any(|other| other.blocking == attacker.object);
    let attackers = state.permanents().filter(|permanent| permanent.is(flag::ATTACKING));
    attackers.filter(|attacker| attacker.attack_target.is_none() && !blocked(attacker)).map(damage).sum()
}

/// The creature that blocks the chosen attacker.
pub fn blocker(state: &State, program: &Program, attacker: ObjectId, choices: &[Choice]) -> usize {
    let gain = |choice: &Choice| match choice {
        Choice::Blocker(id) => block_gain(state, program, attacker, *id),
        _ => i32::MIN,
    };
    super::heuristic::best(choices, gain)
}
