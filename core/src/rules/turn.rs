//! Turn structure (500-514): turn-based actions as a step begins, what ends with a step, the order of steps and turns.

use super::combat;
use super::combat_damage;
use super::layers;
use super::legal;
use super::mana;
use super::priority;
use super::state_based;
use super::table::Table;
use super::triggers;
use super::zones;
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::words::{CounterKind, Reason, Step};
use crate::state::{Stage, State};

const MAX_HAND: usize = 7;

/// What is true of a permanent for one turn only.
const PER_TURN: u16 = flag::TARGETED | flag::LOYALTY_USED | flag::DAMAGED_BY_FIRST | flag::DAMAGED_BY_SECOND;

/// Turn-based actions of the step; afterwards priority, a question, or the end of the step.
pub fn begin_step(table: &mut Table) {
    let step = table.state.step;
    match step {
        Step::Mulligan => table.state.stage = Stage::Mulligans,
        Step::Untap => untap(table),
        Step::Draw => {
            zones::draw(table, table.state.active);
            open(table, step);
        }
        Step::Main1 => {
            add_lore(table);
            open(table, step);
        }
        Step::Attackers => {
            if !combat::ask_attackers(table) {
                priority::give(table.state, table.state.active);
            }
        }
        Step::Blockers => {
            if !combat::ask_blockers(table) {
                priority::give(table.state, table.state.active);
            }
        }
        Step::FirstDamage | Step::Damage => {
            if combat_damage::advance(table) {
                open(table, step);
            }
        }
        Step::Upkeep | Step::Combat | Step::EndCombat | Step::Main2 | Step::End => open(table, step),
        Step::Cleanup => cleanup(table),
    }
}

/// Triggers of the step's beginning, then priority for the active player.
fn open(table: &mut Table, step: Step) {
    triggers::step_begins(table, step);
    priority::give(table.state, table.state.active);
}

/// Everything of the active player untaps; nobody gets priority (502).
fn untap(table: &mut Table) {
    let active = table.state.active;
    table.state.stirred = true;
    for index in 0..table.state.battlefield.len() {
        let id = table.state.battlefield.as_slice()[index];
        if let Some(permanent) = table.state.permanent_mut(id) {
            if permanent.controller == active {
                untap_one(permanent);
            }
        }
    }
    table.state.stage = Stage::StepEnds;
}

/// A stun counter comes off instead of untapping (122.1d).
fn untap_one(permanent: &mut Permanent) {
    let stun = &mut permanent.counters[CounterKind::Stun as usize];
    if permanent.flags & flag::TAPPED != 0 && *stun > 0 {
        *stun -= 1;
    } else {
        permanent.set(flag::TAPPED, false);
    }
}

/// Each Saga of the active player gets a lore counter, without the stack (714.3b).
fn add_lore(table: &mut Table) {
    let program = table.program;
    let state = &*table.state;
    let sagas: Vec<ObjectId> = state
        .controlled(state.active)
        .map(|permanent| permanent.object)
        .filter(|&id| program.face(state.object(id).face).chapters > 0)
        .collect();
    for id in sagas {
        super::damage::add_counters(table, id, CounterKind::Lore, 1);
        triggers::chapter(table, id);
    }
}

/// Discard to seven (514.1), then damage and "until end of turn" end (514.2); priority only if something happens (514.3a).
fn cleanup(table: &mut Table) {
    let active = table.state.active;
    let excess = table.state.player(active).hand.len().saturating_sub(MAX_HAND);
    if excess > 0 {
        discard_excess(table, active, excess);
        return;
    }
    layers::end_effects(table.state);
    table.state.delayed.clear();
    for index in 0..table.state.battlefield.len() {
        let id = table.state.battlefield.as_slice()[index];
        if let Some(permanent) = table.state.permanent_mut(id) {
            permanent.damage = 0;
            permanent.set(flag::DEATHTOUCHED, false);
        }
    }
    table.state.cleanup_again = false;
    priority::give(table.state, active);
}

/// In cleanup nobody gets priority unless state-based actions or triggers have happened; then another cleanup step
/// follows (514.3a). True where the step simply ends.
pub fn cleanup_ends(state: &mut State, something_happened: bool) -> bool {
    if state.step != Step::Cleanup || state.cleanup_again {
        return false;
    }
    state.cleanup_again = something_happened;
    !something_happened
}

/// Asks which card, unless all are equal; the step then begins again and finds what is left to do.
fn discard_excess(table: &mut Table, active: Seat, excess: usize) {
    let first = table.state.player(active).hand.first();
    match first.filter(|_| legal::hand_is_uniform(table.state, active)) {
        Some(any) => zones::discard(table, any),
        None => table.state.ask(active, Question::Discard { left: excess as u8 }),
    }
}

/// The step ends: mana empties (106.4), and the next step begins.
pub fn end_step(table: &mut Table) {
    mana::empty_pools(table.state);
    table.state.progress = 0;
    table.state.stage = Stage::StepBegins;
    let next = next_step(table.state);
    match next {
        Some(step) => enter_step(table, step),
        None => next_turn(table),
    }
}

fn enter_step(table: &mut Table, step: Step) {
    if table.state.step == Step::EndCombat {
        combat::end(table.state);
    }
    table.state.step = step;
    table.note(EventKind::StepBegins, table.state.active, ObjectId::NONE, step as i16);
    table.state.cleanup_again = false;
    if step == Step::FirstDamage {
        combat_damage::begin_first_step(table.state);
    }
}

/// The step after this one; None after cleanup. Skipped steps are passed over (508.8, 103.8a).
fn next_step(state: &State) -> Option<Step> {
    let next = match state.step {
        Step::Mulligan => return None,
        Step::Untap => Step::Upkeep,
        Step::Upkeep if state.turn == 1 => Step::Main1,
        Step::Upkeep => Step::Draw,
        Step::Draw => Step::Main1,
        Step::Main1 => Step::Combat,
        Step::Combat => Step::Attackers,
        // 508.8: skipped only where nobody was declared or put attacking, not where all attackers are gone.
        Step::Attackers if state.attacked_this_turn => Step::Blockers,
        Step::Attackers => Step::EndCombat,
        Step::Blockers if combat_damage::needs_first_step(state) => Step::FirstDamage,
        Step::Blockers | Step::FirstDamage => Step::Damage,
        Step::Damage => Step::EndCombat,
        Step::EndCombat => Step::Main2,
        Step::Main2 => Step::End,
        Step::End => Step::Cleanup,
        // 514.3a: a cleanup step in which somebody got priority is followed by another.
        Step::Cleanup if state.cleanup_again => Step::Cleanup,
        Step::Cleanup => return None,
    };
    Some(next)
}

/// The next player's turn, or the end of the game at the turn cap.
fn next_turn(table: &mut Table) {
    let first = table.state.step == Step::Mulligan;
    if !first {
        table.state.active = table.state.active.other();
    } else {
        table.state.active = table.state.starter;
    }
    table.state.turn += 1;
    let cap = table.state.settings.max_turns;
    if cap > 0 && table.state.turn > cap {
        table.state.turn = cap;
        state_based::finish(table, None, Reason::TurnCap);
        return;
    }
    begin_turn(table.state);
    table.note(EventKind::TurnBegins, table.state.active, ObjectId::NONE, table.state.turn as i16);
}

fn begin_turn(state: &mut State) {
    state.step = Step::Untap;
    state.events_this_turn = 0;
    state.attacked_this_turn = false;
    for player in &mut state.players {
        player.lands_played = 0;
        player.drawn_this_turn = 0;
        player.spells_this_turn = 0;
        player.shuffles = 0;
        player.random_orders = 0;
    }
    let active: Seat = state.active;
    state.player_mut(active).mana_spent = 0;
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        if let Some(permanent) = state.permanent_mut(id) {
            permanent.set(PER_TURN, false);
            if permanent.controller == active {
                permanent.set(flag::SICK, false);
            }
        }
    }
}
