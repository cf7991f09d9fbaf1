//! Combat damage (510) as it is since November 2024: free division among blockers, everything dealt at once.

use super::damage::{self, Dealer};
use super::table::Table;
use crate::state::ids::ObjectId;
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::words::{keyword, Step};
use crate::state::{Assigned, State};

/// Whether a first-strike damage step is needed (510.4).
pub fn needs_first_step(state: &State) -> bool {
    fighters(state).any(|permanent| permanent.has(keyword::FIRST_STRIKE | keyword::DOUBLE_STRIKE))
}

fn fighters(state: &State) -> impl Iterator<Item = &Permanent> + '_ {
    state.permanents().filter(|permanent| permanent.is(flag::ATTACKING | flag::BLOCKING))
}

/// Marks who deals damage in the first of two steps.
pub fn begin_first_step(state: &mut State) {
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        if let Some(permanent) = state.permanent_mut(id) {
            let first = permanent.has(keyword::FIRST_STRIKE | keyword::DOUBLE_STRIKE);
            permanent.set(flag::STRUCK_FIRST, first);
        }
    }
}

/// In the second step: those that did not strike first, and double strikers (510.4, 702.7c).
fn strikes_now(state: &State, permanent: &Permanent) -> bool {
    let first = permanent.is(flag::STRUCK_FIRST);
    match state.step {
        Step::FirstDamage => first,
        _ => !first || permanent.has(keyword::DOUBLE_STRIKE),
    }
}

/// Assigns and deals the damage of this step. False where a division is asked; call again after each answer.
pub fn advance(table: &mut Table) -> bool {
    let attackers: Vec<ObjectId> = table
        .state
        .permanents()
        .filter(|p| p.is(flag::ATTACKING))
        .map(|permanent| permanent.object)
        .collect();
    while let Some(&attacker) = attackers.get(usize::from(table.state.progress)) {
        if !assign_attacker(table, attacker) {
            return false;
        }
        table.state.progress += 1;
    }
    assign_blockers(table);
    deal(table);
    true
}

fn assign(state: &mut State, source: ObjectId, recipient: ObjectId, amount: i16) {
    let added = state.assigned.push(Assigned { source, recipient, amount });
    state.overflow |= added.is_err();
}

/// False where its controller has to divide the damage.
fn assign_attacker(table: &mut Table, id: ObjectId) -> bool {
    let Some(attacker) = table.state.permanent(id).copied() else { return true };
    if attacker.power <= 0 || !strikes_now(table.state, &attacker) {
        return true;
    }
    let blockers = blockers_of(table.state, id);
    let tramples = attacker.has(keyword::TRAMPLE);
    let reaches_defender = !attacker.is(flag::BLOCKED) || tramples;
    match blockers.as_slice() {
        [] => {
            if reaches_defender && !attacker.is(flag::ATTACKS_NOTHING) {
                assign(table.state, id, attacker.attack_target, attacker.power);
            }
            true
        }
        [only] if !tramples => {
            assign(table.state, id, *only, attacker.power);
            true
        }
        _ => divide(table, &attacker, &blockers),
    }
}

/// Asks recipient by recipient; the last share follows from the others.
fn divide(table: &mut Table, attacker: &Permanent, blockers: &[ObjectId]) -> bool {
    let id = attacker.object;
    let done: Vec<Assigned> = table.state.assigned.iter().filter(|part| part.source == id).copied().collect();
    let left = attacker.power - done.iter().map(|part| part.amount).sum::<i16>();
    let can_spill = attacker.has(keyword::TRAMPLE) && !attacker.is(flag::ATTACKS_NOTHING);
    if done.len() == blockers.len() {
        if left > 0 {
            assign(table.state, id, attacker.attack_target, left);
        }
        return true;
    }
    let recipient = blockers[done.len()];
    let last = done.len() + 1 == blockers.len();
    let lethal_so_far = done.iter().all(|part| part.amount >= lethal(table.state, attacker, part.recipient));
    let need = lethal(table.state, attacker, recipient);
    let forced = last && !(can_spill && lethal_so_far && left > need);
    if forced || left == 0 {
        assign(table.state, id, recipient, left);
        return divide(table, attacker, blockers);
    }
    table.state.ask(attacker.controller, Question::Divide { source: id, recipient, left });
    false
}

/// The amounts that may be assigned to the recipient asked about.
pub fn shares(
    state: &State,
    source: ObjectId,
    recipient: ObjectId,
    left: i16,
) -> std::ops::RangeInclusive<i16> {
    let blockers = blockers_of(state, source);
    let is_last = blockers.last() == Some(&recipient);
    match state.permanent(source) {
        // The question is asked of the last blocker only where the rest may go on to what is attacked (702.19b).
        Some(attacker) if is_last => lethal(state, attacker, recipient)..=left,
        Some(_) | None => 0..=left,
    }
}

pub fn answer_share(table: &mut Table, source: ObjectId, recipient: ObjectId, amount: i16) {
    assign(table.state, source, recipient, amount);
}

/// Lethal damage, counting what is marked and what else is being assigned (702.19b); deathtouch makes it 1 (702.2c).
fn lethal(state: &State, attacker: &Permanent, recipient: ObjectId) -> i16 {
    let Some(blocker) = state.permanent(recipient) else { return 0 };
    let others =
        state.assigned.iter().filter(|part| part.recipient == recipient && part.source != attacker.object);
    let rest = (blocker.toughness - blocker.damage - others.map(|part| part.amount).sum::<i16>()).max(0);
    if attacker.has(keyword::DEATHTOUCH) {
        rest.min(1)
    } else {
        rest
    }
}

pub fn blockers_of(state: &State, attacker: ObjectId) -> Vec<ObjectId> {
    state.permanents().filter(|blocker| blocker.blocking == attacker).map(|blocker| blocker.object).collect()
}

/// A creature blocks one attacker and deals all its damage to it (510.1d).
fn assign_blockers(table: &mut Table) {
    let blocks: Vec<(ObjectId, ObjectId, i16)> = table
        .state
        .permanents()
        .filter(|p| !p.blocking.is_none() && p.power > 0 && strikes_now(table.state, p))
        .map(|p| (p.object, p.blocking, p.power))
        .collect();
    for (blocker, attacker, power) in blocks {
        assign(table.state, blocker, attacker, power);
    }
}

/// All combat damage is dealt simultaneously (510.2): who deals it is fixed before any of it is dealt.
fn deal(table: &mut Table) {
    let defender = table.state.active.other();
    let assigned: Vec<(Assigned, Dealer)> = table
        .state
        .assigned
        .iter()
        .map(|part| {
            let source = table.state.reference(part.source);
            (*part, Dealer::new(table, source, table.state.active, true))
        })
        .collect();
    table.state.assigned.clear();
    for (part, dealer) in assigned {
        if part.recipient.is_none() {
            damage::to_player(table, dealer, defender, part.amount);
        } else {
            damage::to_permanent(table, dealer, part.recipient, part.amount);
        }
    }
}
