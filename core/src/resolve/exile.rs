//! Ops that exile and return: for good, until something leaves, linked, transformed, and back from the graveyard attacking.

use super::effects::matching;
use super::{object, permanent, source, you, Flow};
use crate::program::vocabulary::{Filter, Ref};
use crate::rules::combat;
use crate::rules::entering;
use crate::rules::table::Table;
use crate::rules::zones;
use crate::state::ids::{FaceId, ObjectId};
use crate::state::question::Question;
use crate::state::words::Zone;
use crate::state::{object_flag, Entering};

pub fn exile(table: &mut Table, of: &Ref) -> Flow {
    if let Some(id) = object(table, of) {
        zones::move_to(table, id, Zone::Exile);
    }
    Flow::Next
}

/// Tokens count too: they reach exile before they cease to exist (111.8).
pub fn exile_all(table: &mut Table, filter: &Filter) -> Flow {
    let all = matching(table, filter);
    for &id in &all {
        zones::move_to(table, id, Zone::Exile);
    }
    table.state.frame.registers[0] = all.len() as i16;
    Flow::Next
}

/// If the source has left, the exile never happens (610.3b).
pub fn exile_until_leaves(table: &mut Table, of: &Ref) -> Flow {
    let holder = source(table);
    if let (true, Some(id)) = (table.state.live(holder).is_some(), object(table, of)) {
        zones::exile_held(table, id, holder, 0);
    }
    Flow::Next
}

pub fn exile_same_name(table: &mut Table, of: &Ref) -> Flow {
    let Some(target) = permanent(table, of) else { return Flow::Next };
    let name = |id: ObjectId| &table.program.face(table.state.object(id).face).name;
    let named: Vec<ObjectId> =
        table.state.battlefield.iter().copied().filter(|&id| name(id) == name(target)).collect();
    let holder = source(table);
    for id in named {
        zones::exile_held(table, id, holder, object_flag::LINKED);
    }
    Flow::Next
}

pub fn return_linked(table: &mut Table) -> Flow {
    let holder = source(table);
    for index in 0..table.state.object_count {
        let id = ObjectId(index);
        let card = *table.state.object(id);
        let linked = card.flags & object_flag::LINKED != 0;
        if linked && card.held_by == holder && card.zone == Zone::Exile {
            let entering = Entering { object: id, controller: card.owner, ..Entering::default() };
            entering::enter_without_asking(table, entering);
        }
    }
    Flow::Next
}

/// A new object, with its back face up (712.14a).
pub fn return_transformed(table: &mut Table, of: &Ref) -> Flow {
    let Some(id) = permanent(table, of) else { return Flow::Next };
    let face = table.program.face(table.state.object(id).face);
    let back = face.back;
    zones::move_to(table, id, Zone::Exile);
    if table.state.object(id).zone == Zone::Exile && back >= 0 {
        table.state.object_mut(id).face = FaceId(back as u16);
        let entering = Entering { object: id, controller: you(table), ..Entering::default() };
        entering::enter_without_asking(table, entering);
    }
    Flow::Next
}

/// It was never declared: no attack triggers see it (508.4). Its controller chooses what it attacks.
pub fn return_attacking(table: &mut Table, of: &Ref, counters: i16) -> Flow {
    let Some(id) = object(table, of) else { return Flow::Next };
    if table.state.object(id).zone != Zone::Graveyard {
        return Flow::Next;
    }
    let controller = you(table);
    let attacking = zones::in_combat(table.state) && controller == table.state.active;
    let extra_counters = counters.clamp(0, 255) as u8;
    let entering =
        Entering { object: id, controller, tapped: true, attacking, extra_counters, ..Entering::default() };
    entering::enter_without_asking(table, entering);
    if attacking && combat::planeswalkers(table.state, controller.other()).next().is_some() {
        table.state.ask(controller, Question::AttackWhom { attacker: id });
        return Flow::NextAfterAnswer;
    }
    Flow::Next
}
