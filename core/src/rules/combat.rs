//! Combat (506-509, 511): who can attack and block, both declarations, leaving combat. Damage is in `combat_damage`.

use super::priority;
use super::table::Table;
use super::triggers;
use super::zones;
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::words::{keyword, types};
use crate::state::State;

/// Untapped, not summoning sick or hasty, not barred (508.1a, 508.1c).
pub fn can_attack(state: &State, permanent: &Permanent) -> bool {
    permanent.controller == state.active
        && permanent.has_type(types::CREATURE)
        && !permanent.is(flag::TAPPED | flag::BARRED)
        && (!permanent.is(flag::SICK) || permanent.has(keyword::HASTE))
}

/// Untapped and not barred (509.1a, 509.1b).
pub fn can_block_at_all(state: &State, permanent: &Permanent) -> bool {
    permanent.controller != state.active
        && permanent.has_type(types::CREATURE)
        && !permanent.is(flag::TAPPED | flag::BARRED | flag::NO_BLOCK)
}

/// Flying is blocked only by flying or reach (702.9b, 702.17b).
pub fn can_block(state: &State, blocker: &Permanent, attacker: &Permanent) -> bool {
    let reaches = !attacker.has(keyword::FLYING) || blocker.has(keyword::FLYING | keyword::REACH);
    can_block_at_all(state, blocker) && reaches
}

pub fn planeswalkers(state: &State, seat: Seat) -> impl Iterator<Item = ObjectId> + '_ {
    state
        .controlled(seat)
        .filter(|permanent| permanent.has_type(types::PLANESWALKER))
        .map(|permanent| permanent.object)
}

/// Begins the declaration of attackers; false where there is nothing to ask.
pub fn ask_attackers(table: &mut Table) -> bool {
    let state = &mut *table.state;
    state.cleared = false;
    let possible = state.controlled(state.active).any(|permanent| can_attack(state, permanent));
    if possible {
        state.ask(state.active, Question::Attackers);
    }
    possible
}

/// Switches an attacker on; asks whom it attacks where there is a planeswalker (508.1b).
pub fn select_attacker(table: &mut Table, id: ObjectId) {
    set_flag(table.state, id, flag::SELECTED);
    let defender = table.state.active.other();
    if planeswalkers(table.state, defender).next().is_some() {
        table.state.ask(table.state.active, Question::AttackWhom { attacker: id });
    } else {
        table.state.ask(table.state.active, Question::Attackers);
    }
}

/// Whom the attacker attacks: a planeswalker, or NONE for the player.
pub fn answer_attack_whom(table: &mut Table, attacker: ObjectId, target: ObjectId) {
    let declaring = table.state.permanent(attacker).is_some_and(|permanent| permanent.is(flag::SELECTED));
    if let Some(permanent) = table.state.permanent_mut(attacker) {
        permanent.attack_target = target;
    }
    if declaring {
        table.state.ask(table.state.active, Question::Attackers);
    }
}

/// Takes the whole declaration back, once.
pub fn clear_attackers(table: &mut Table) {
    for index in 0..table.state.battlefield.len() {
        let id = table.state.battlefield.as_slice()[index];
        if let Some(permanent) = table.state.permanent_mut(id) {
            permanent.set(flag::SELECTED, false);
            permanent.attack_target = ObjectId::NONE;
        }
    }
    table.state.cleared = true;
    table.state.ask(table.state.active, Question::Attackers);
}

/// The attack is declared: attackers tap and their triggers see it (508.1f, 508.1m).
pub fn declare_attackers(table: &mut Table) {
    let chosen: Vec<ObjectId> =
        table.state.permanents().filter(|p| p.is(flag::SELECTED)).map(|permanent| permanent.object).collect();
    for &id in &chosen {
        let Some(permanent) = table.state.permanent_mut(id) else { continue };
        permanent.set(flag::SELECTED, false);
        permanent.set(flag::ATTACKING, true);
        if !permanent.has(keyword::VIGILANCE) {
            permanent.set(flag::TAPPED, true);
        }
        let target = permanent.attack_target;
        table.note_about(EventKind::Attacks, table.state.active, id, target, 0);
    }
    if !chosen.is_empty() {
        table.state.attacked_this_turn = true;
        table.state.stirred = true;
        triggers::attacked(table, &chosen);
    }
    priority::give(table.state, table.state.active);
}

/// Begins the declaration of blockers; false where nothing could block.
pub fn ask_blockers(table: &mut Table) -> bool {
    table.state.cleared = false;
    let possible = attackers_to_block(table.state).next().is_some();
    if possible {
        table.state.ask(table.state.active.other(), Question::Blockers);
    }
    possible
}

/// Attackers that some creature which blocks nothing yet could block.
pub fn attackers_to_block(state: &State) -> impl Iterator<Item = ObjectId> + '_ {
    let attacking = state.controlled(state.active).filter(|permanent| permanent.is(flag::ATTACKING));
    attacking.map(|permanent| permanent.object).filter(move |&id| blockers_for(state, id).next().is_some())
}

pub fn blockers_for(state: &State, attacker: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    let attacking = state.permanent(attacker);
    state.controlled(state.active.other()).filter_map(move |blocker| {
        let free = blocker.blocking.is_none();
        (free && can_block(state, blocker, attacking?)).then_some(blocker.object)
    })
}

pub fn select_blocker(table: &mut Table, attacker: ObjectId, blocker: ObjectId) {
    if let Some(permanent) = table.state.permanent_mut(blocker) {
        permanent.blocking = attacker;
    }
    table.state.ask(table.state.active.other(), Question::Blockers);
}

pub fn clear_blockers(table: &mut Table) {
    for index in 0..table.state.battlefield.len() {
        let id = table.state.battlefield.as_slice()[index];
        if let Some(permanent) = table.state.permanent_mut(id) {
            permanent.blocking = ObjectId::NONE;
        }
    }
    table.state.cleared = true;
    table.state.ask(table.state.active.other(), Question::Blockers);
}

/// The blocks are declared; a blocked creature stays blocked (509.1h).
pub fn declare_blockers(table: &mut Table) {
    let blocks: Vec<(ObjectId, ObjectId)> =
        table.state.permanents().filter(|p| !p.blocking.is_none()).map(|p| (p.object, p.blocking)).collect();
    for (blocker, attacker) in blocks {
        set_flag(table.state, attacker, flag::BLOCKED);
        set_flag(table.state, blocker, flag::BLOCKING);
        table.note_about(EventKind::Blocks, table.state.active.other(), blocker, attacker, 0);
    }
    priority::give(table.state, table.state.active);
}

fn set_flag(state: &mut State, id: ObjectId, flag: u16) {
    if let Some(permanent) = state.permanent_mut(id) {
        permanent.set(flag, true);
    }
}

/// Combat is over (511.3).
pub fn end(state: &mut State) {
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        if let Some(permanent) = state.permanent_mut(id) {
            zones::remove_from_combat(permanent);
        }
    }
}

/// What stops being a creature leaves combat (506.4).
pub fn remove_noncreatures_in_combat(state: &mut State) {
    if !zones::in_combat(state) {
        return;
    }
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        if let Some(permanent) = state.permanent_mut(id) {
            if permanent.is(flag::ATTACKING | flag::BLOCKING) && !permanent.has_type(types::CREATURE) {
                zones::remove_from_combat(permanent);
            }
        }
    }
}
