//! Legal actions and the event log as rows of numbers; the words for them are the Python side's.

use super::{method, number_of, ordinal_of, section};
use crate::actions::{self, Action, Menu};
use crate::decision::Choice;
use crate::program::Program;
use crate::state::event::Event;
use crate::state::ids::{FaceId, ObjectId};
use crate::state::question::Question;
use crate::state::State;

/// Every legal action: equal cards share one, the first of them stands for all.
pub fn legal(state: &State, program: &Program, out: &mut Vec<i32>) {
    out.clear();
    let mut menu = Menu::default();
    menu.read(state, program);
    let indices = (0..actions::SIZE).filter_map(|index| Some((index, menu.action_at(index)?)));
    section(out, indices, |(index, action), out| {
        let (verb, object, number) = match action {
            Action::Choice(choice) => words(state, program, choice),
            Action::NextPage => (27, -1, 0),
        };
        out.extend([index as i32, verb, object, number]);
    });
}

/// A choice as its number in `VERBS`, the object it is about, and a number: a seat, an amount, a set, a serial.
fn words(state: &State, program: &Program, choice: Choice) -> (i32, i32, i32) {
    let about = |verb: i32, id: ObjectId| (verb, number_of(id), 0);
    match choice {
        Choice::Pass => (0, -1, 0),
        Choice::Keep => (1, -1, 0),
        Choice::Mulligan => (2, -1, 0),
        Choice::Confirm => (3, -1, 0),
        Choice::Cancel => (4, -1, 0),
        Choice::AutoPay => (5, -1, 0),
        Choice::Bottom(id) => about(6, id),
        Choice::Discard(id) => about(7, id),
        Choice::PlayLand(id) => about(8, id),
        Choice::Cast(id) => about(9, id),
        Choice::Activate(id) => about(10, id),
        Choice::Attack(id) => about(11, id),
        Choice::BlockAttacker(id) => about(12, id),
        Choice::Blocker(id) => about(13, id),
        Choice::Source(id) => about(14, id),
        Choice::TargetObject(id) => about(15, id),
        Choice::TargetPlayer(seat) => (16, -1, i32::from(seat.0)),
        Choice::TargetSpell(serial) => (17, -1, i32::from(serial)),
        Choice::Object(id) => about(18, id),
        Choice::Player(seat) => (19, -1, i32::from(seat.0)),
        Choice::Number(number) => (20, -1, i32::from(number)),
        Choice::Colour(colour) => (21, -1, i32::from(colour)),
        Choice::Method(way) => (22, -1, method(way)),
        Choice::Ability(ability) => (23, -1, ability_number(state, program, ability)),
        Choice::Trigger(position) => (24, -1, i32::from(position)),
        Choice::Top => (25, -1, 0),
        Choice::Bottommost => (26, -1, 0),
    }
}

/// Abilities are counted as activated ones in printed order; -1 is the mana ability.
fn ability_number(state: &State, program: &Program, ability: u8) -> i32 {
    match state.question {
        Question::Ability { object } => ordinal_of(program, state.object(object).face, ability),
        _ => i32::from(ability),
    }
}

/// The log, one row an event.
pub fn events(log: &[Event], out: &mut Vec<i32>) {
    out.clear();
    let face = |id: FaceId| if id.0 == u16::MAX { -1 } else { i32::from(id.0) };
    section(out, log.iter(), |event, out| {
        out.extend([
            event.kind as i32,
            i32::from(event.seat.0),
            number_of(event.object),
            face(event.face),
            number_of(event.other),
            face(event.other_face),
            i32::from(event.amount),
        ]);
    });
}
