//! The London mulligan (103.5), at most three times: both say keep or mulligan, starting player first, then redraw together.

use super::legal;
use super::table::Table;
use super::zones;
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::question::Question;
use crate::state::words::Zone;
use crate::state::{Stage, State};

pub const MAX_MULLIGANS: u8 = 3;
const HAND: usize = 7;

/// Where the procedure stands; kept in `State::progress`.
const DEAL: u8 = 0;
const FIRST_SAYS: u8 = 1;
const SECOND_SAYS: u8 = 2;
const FIRST_REDRAWS: u8 = 3;
const SECOND_REDRAWS: u8 = 4;
const DONE: u8 = 5;

/// Goes on to the next question, or to the first turn.
pub fn advance(table: &mut Table) {
    while !is_asking(table.state) {
        let first = table.state.starter;
        match table.state.progress {
            DEAL => {
                deal(table, first);
                deal(table, first.other());
                table.state.progress = FIRST_SAYS;
            }
            FIRST_SAYS => ask_to_keep(table, first, SECOND_SAYS),
            SECOND_SAYS => ask_to_keep(table, first.other(), FIRST_REDRAWS),
            FIRST_REDRAWS => redraw(table, first, SECOND_REDRAWS),
            SECOND_REDRAWS => redraw(table, first.other(), FIRST_SAYS),
            DONE => {
                table.state.stage = Stage::StepEnds;
                return;
            }
            _ => unreachable!("the mulligan procedure has six places"),
        }
        if table.state.players.iter().all(|player| player.kept) && table.state.question == Question::None {
            table.state.progress = DONE;
        }
    }
}

fn is_asking(state: &State) -> bool {
    state.question != Question::None
}

fn deal(table: &mut Table, seat: Seat) {
    for _ in 0..HAND {
        if let Some(id) = table.state.player(seat).library.first() {
            zones::move_to(table, id, Zone::Hand);
        }
    }
}

fn ask_to_keep(table: &mut Table, seat: Seat, next: u8) {
    table.state.progress = next;
    let player = table.state.player_mut(seat);
    if player.kept {
        return;
    }
    if player.mulligans == MAX_MULLIGANS {
        player.kept = true;
        return;
    }
    table.state.ask(seat, Question::Mulligan);
}

pub fn answer(table: &mut Table, seat: Seat, keeps: bool) {
    let player = table.state.player_mut(seat);
    if keeps {
        player.kept = true;
    } else {
        player.mulligans += 1;
    }
    let kind = if keeps { EventKind::Keeps } else { EventKind::Mulligans };
    table.note(kind, seat, ObjectId::NONE, 0);
}

/// Whoever took a mulligan shuffles the hand in, draws seven and puts as many cards on the bottom as mulligans taken.
fn redraw(table: &mut Table, seat: Seat, next: u8) {
    table.state.progress = next;
    if table.state.player(seat).kept {
        return;
    }
    let hand = table.state.player(seat).hand;
    for &id in hand.as_slice().iter().rev() {
        zones::move_to(table, id, Zone::Library);
        table.state.object_mut(id).known = 0;
    }
    zones::shuffle(table, seat);
    deal(table, seat);
    let left = table.state.player(seat).mulligans;
    ask_for_bottom(table, seat, left);
}

fn ask_for_bottom(table: &mut Table, seat: Seat, left: u8) {
    let Some(first) = table.state.player(seat).hand.first() else { return };
    if left == 0 {
        return;
    }
    if legal::hand_is_uniform(table.state, seat) {
        answer_bottom(table, first, left);
    } else {
        table.state.ask(seat, Question::Bottom { left });
    }
}

/// One card goes to the bottom; its owner knows it is there.
pub fn answer_bottom(table: &mut Table, id: ObjectId, left: u8) {
    let owner = table.state.object(id).owner;
    zones::put_on_bottom(table, id, owner.bit());
    ask_for_bottom(table, owner, left - 1);
}
