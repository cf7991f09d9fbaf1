//! Priority (117): who may act, when a player is asked, and passing.

use super::legal;
use super::table::Table;
use crate::state::ids::Seat;
use crate::state::question::Question;
use crate::state::words::Step;
use crate::state::{Stage, State, Stops};

/// Own main phase, empty stack, priority (307.1): nothing else may be pending.
pub fn sorcery_timing(state: &State, seat: Seat) -> bool {
    seat == state.active && matches!(state.step, Step::Main1 | Step::Main2) && state.stack.is_empty()
}

/// What the word "usual" means: own main phases, combat after both declarations, the opponent's end step, responses.
pub const USUAL: Stops = Stops {
    own: 1 << Step::Main1 as u16
        | 1 << Step::Main2 as u16
        | 1 << Step::Attackers as u16
        | 1 << Step::Blockers as u16,
    opposing: 1 << Step::Attackers as u16 | 1 << Step::Blockers as u16 | 1 << Step::End as u16,
    responses: true,
    always: false,
};

/// Asked at every real choice.
pub const CHOICES: Stops = Stops { own: u16::MAX, opposing: u16::MAX, responses: true, always: false };

/// Asked at every priority, real choice or not.
pub const ALL: Stops = Stops { own: u16::MAX, opposing: u16::MAX, responses: true, always: true };

/// Asks the player with priority, or passes for a player who has nothing to choose.
pub fn offer(table: &mut Table) {
    let seat = table.state.priority;
    if stops_here(table.state, seat) && has_choice(table, seat) {
        table.state.ask(seat, Question::Priority);
    } else {
        pass(table);
    }
}

fn stops_here(state: &State, seat: Seat) -> bool {
    let stops = &state.settings.stops;
    if let Some(top) = state.stack.last() {
        if stops.responses && top.controller != seat {
            return true;
        }
    }
    let steps = if seat == state.active { stops.own } else { stops.opposing };
    // With something of one's own on the stack there is nothing to wait for, unless every choice is wanted.
    let waits = state.stack.is_empty() || (stops.own == u16::MAX && stops.opposing == u16::MAX);
    waits && steps >> state.step as u16 & 1 != 0
}

fn has_choice(table: &mut Table, seat: Seat) -> bool {
    let (state, program) = (&*table.state, table.program);
    let always = state.settings.stops.always;
    match table.listing.as_deref_mut() {
        Some(listing) => {
            legal::at_priority(state, program, seat, listing);
            always || listing.len() > 1
        }
        None => always || legal::can_act(state, program, seat),
    }
}

/// One player passes; when both have passed in a row the top of the stack resolves, or the step ends (117.4).
pub fn pass(table: &mut Table) {
    let state = &mut *table.state;
    state.cancelled.clear();
    state.passes += 1;
    if state.passes < 2 {
        state.priority = state.priority.other();
        state.stage = Stage::Priority;
        return;
    }
    state.passes = 0;
    state.stage = if state.stack.is_empty() { Stage::StepEnds } else { Stage::Resolving };
}

/// Gives priority to a player, after state-based actions and triggers (117.5).
pub fn give(state: &mut State, seat: Seat) {
    state.priority = seat;
    state.passes = 0;
    state.stage = Stage::Checks;
}
