//! The table a game is played on: the state, the pool, and the log if somebody keeps one. Passed to every rule.

use crate::decision::Choice;
use crate::program::Program;
use crate::state::event::{Event, EventKind};
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::State;

pub struct Table<'a> {
    pub state: &'a mut State,
    pub program: &'a Program,
    pub log: Option<&'a mut Vec<Event>>,
    /// Where somebody wants the legal answers to the next question: finding out whether a player has any lists them.
    pub listing: Option<&'a mut Vec<Choice>>,
}

impl<'a> Table<'a> {
    pub fn new(state: &'a mut State, program: &'a Program, log: Option<&'a mut Vec<Event>>) -> Self {
        Table { state, program, log, listing: None }
    }

    /// Writes an event about one object, or none.
    #[inline]
    pub fn note(&mut self, kind: EventKind, seat: Seat, object: ObjectId, amount: i16) {
        if self.log.is_some() {
            self.note_about(kind, seat, object, ObjectId::NONE, amount);
        }
    }

    pub fn note_about(
        &mut self,
        kind: EventKind,
        seat: Seat,
        object: ObjectId,
        other: ObjectId,
        amount: i16,
    ) {
        let face_of = |id: ObjectId| if id.is_none() { FaceId(u16::MAX) } else { self.state.object(id).face };
        let event =
            Event { kind, seat, object, face: face_of(object), other, other_face: face_of(other), amount };
        if let Some(log) = self.log.as_deref_mut() {
            log.push(event);
        }
    }
}
