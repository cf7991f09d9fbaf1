//! Entering the battlefield (614.12): replacement effects, counters it comes with, tokens. Leaving it is in `zones`.

use super::layers;
use super::table::Table;
use super::triggers;
use super::zones;
use crate::program::evaluate::Context;
use crate::program::vocabulary::Enters;
use crate::state::event::EventKind;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::words::{types, CounterKind, Zone};
use crate::state::{object_flag, Entering};

/// Puts an object onto the battlefield; false where a question must be answered first (614.12a).
pub fn enter(table: &mut Table, entering: Entering) -> bool {
    if let Some(life) = price_to_enter_untapped(table, &entering) {
        if table.state.player(entering.controller).life >= life {
            table.state.entering = entering;
            let question = Question::PayLife { object: entering.object };
            table.state.ask(entering.controller, question);
            return false;
        }
    }
    enter_without_asking(table, entering);
    true
}

/// The answer to `PayLife`.
pub fn answer_pay_life(table: &mut Table, pays: bool) {
    let entering = table.state.entering;
    table.state.entering = Entering::default();
    let paid = pays.then(|| price_to_enter_untapped(table, &entering)).flatten();
    if let Some(life) = paid {
        super::damage::lose_life(table, entering.controller, life);
    }
    put_onto_battlefield(table, entering, paid.is_some());
}

fn price_to_enter_untapped(table: &Table, entering: &Entering) -> Option<i16> {
    let face = table.program.face(table.state.object(entering.object).face);
    face.enters.iter().find_map(|rule| match rule {
        Enters::TappedUnlessPaid { life } => Some(*life),
        Enters::Tapped { .. } => None,
    })
}

/// Enters with every optional payment declined.
pub fn enter_without_asking(table: &mut Table, entering: Entering) {
    put_onto_battlefield(table, entering, false);
}

fn put_onto_battlefield(table: &mut Table, entering: Entering, paid: bool) {
    let id = entering.object;
    let from = table.state.object(id).zone;
    let tapped = entering.tapped || enters_tapped(table, &entering, paid);
    table.note(EventKind::Moves, entering.controller, id, from as i16 * 16 + Zone::Battlefield as i16);
    zones::take_out(table.state, id);
    zones::place(table.state, id, Zone::Battlefield);
    let permanent = new_permanent(table, &entering, tapped);
    if !table.state.add_permanent(id, permanent) {
        table.state.overflow = true;
        table.state.object_mut(id).zone = Zone::Nowhere;
        return;
    }
    layers::refresh(table.state, table.program);
    triggers::entered(table, id, entering.convoked);
}

fn enters_tapped(table: &Table, entering: &Entering, paid: bool) -> bool {
    let face = table.program.face(table.state.object(entering.object).face);
    face.enters.iter().any(|rule| match rule {
        Enters::Tapped { unless } => {
            let context = Context {
                you: entering.controller,
                ..Context::of_object(table.state, table.program, entering.object)
            };
            !context.condition(unless)
        }
        Enters::TappedUnlessPaid { .. } => !paid,
    })
}

fn new_permanent(table: &mut Table, entering: &Entering, tapped: bool) -> Permanent {
    let face = table.program.face(table.state.object(entering.object).face);
    let mut permanent = Permanent {
        controller: entering.controller,
        attached_to: entering.attached_to,
        timestamp: table.state.timestamp(),
        entered_turn: table.state.turn,
        types: face.types as u16,
        ..Permanent::default()
    };
    permanent.set(flag::SICK, true);
    permanent.set(flag::TAPPED, tapped);
    permanent.set(flag::ATTACKING, entering.attacking);
    permanent.counters[CounterKind::Plus as usize] = entering.extra_counters;
    if permanent.has_type(types::PLANESWALKER) {
        // 306.5b
        permanent.counters[CounterKind::Loyalty as usize] = face.loyalty as u8;
    }
    if face.chapters > 0 {
        // 714.3a
        permanent.counters[CounterKind::Lore as usize] = 1;
    }
    permanent
}

/// Creates a token; its place is reused when it has ceased to exist (111.7).
pub fn create_token(table: &mut Table, face: FaceId, controller: Seat, attached_to: ObjectId, counters: u8) {
    let Some(id) = table.state.new_object() else {
        table.state.overflow = true;
        return;
    };
    let generation = table.state.object(id).generation;
    *table.state.object_mut(id) = crate::state::Object {
        face,
        owner: controller,
        generation,
        flags: object_flag::TOKEN,
        ..Default::default()
    };
    table.note(EventKind::Creates, controller, id, 1);
    let entering =
        Entering { object: id, controller, attached_to, extra_counters: counters, ..Entering::default() };
    enter_without_asking(table, entering);
}
