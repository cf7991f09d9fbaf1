//! What part each object plays in the open question and the announced or stacked spells: the number `choice`.

use super::View;
use crate::slots::Place;
use crate::state::ids::ObjectId;
use crate::state::question::Question;
use crate::state::stack::{Progress, StackItem, Target};
use crate::state::MAX_OBJECTS;

pub const OFFERED: f32 = 1.0;
const PLEDGED: f32 = 0.75;
const CHOSEN: f32 = 0.5;
const AIMED_AT: f32 = 0.25;
const ANNOUNCED: f32 = -0.5;
const DIVIDES: f32 = -0.75;
const ASKED_ABOUT: f32 = -1.0;

/// One number for each object, 0 for most.
pub struct Parts<'a> {
    view: View<'a>,
    codes: [f32; MAX_OBJECTS],
}

impl<'a> Parts<'a> {
    /// Later marks stand over earlier ones.
    pub fn of(view: View<'a>) -> Parts<'a> {
        let mut parts = Parts { view, codes: [0.0; MAX_OBJECTS] };
        for item in view.state.stack.iter() {
            let own = item.controller == view.slots.seat;
            parts.mark_targets(item.targets, if own { AIMED_AT } else { -AIMED_AT });
        }
        if view.state.asked == view.slots.seat {
            parts.mark_announcement();
            parts.mark_question();
        }
        parts
    }

    #[inline]
    pub fn code(&self, id: ObjectId) -> f32 {
        self.codes.get(id.index()).copied().unwrap_or(0.0)
    }

    /// Equal cards of the own hand are marked on the first of them.
    fn mark(&mut self, id: ObjectId, code: f32) {
        let shown = match self.view.slots.place(id) {
            Some(Place::Hand(slot)) => self.view.slots.hand.get(slot).map_or(id, |kind| kind.first),
            Some(Place::Own(_) | Place::Opposing(_)) | None => id,
        };
        if let Some(place) = self.codes.get_mut(shown.index()) {
            *place = code;
        }
    }

    fn mark_targets(&mut self, targets: impl IntoIterator<Item = Target>, code: f32) {
        let state = self.view.state;
        for target in targets {
            let object = match target {
                Target::None | Target::Player(_) => None,
                Target::Object(reference) => state.current(reference),
                Target::Stack(serial) => state.spell(serial).map(|spell: &StackItem| spell.source.id),
            };
            if let Some(id) = object {
                self.mark(id, code);
            }
        }
    }

    fn mark_announcement(&mut self) {
        let state = self.view.state;
        if let Some(item) = &state.placing {
            self.mark_targets(item.targets, CHOSEN);
        }
        let announcement = &state.announcement;
        if announcement.progress == Progress::Idle || announcement.player != self.view.slots.seat {
            return;
        }
        self.mark(announcement.object, ANNOUNCED);
        self.mark_targets(announcement.targets, CHOSEN);
        self.mark(announcement.casualty, PLEDGED);
        announcement.tapped.iter().for_each(|&id| self.mark(id, PLEDGED));
        announcement.payments.iter().for_each(|payment| self.mark(payment.object, PLEDGED));
    }

    fn mark_question(&mut self) {
        match self.view.state.question {
            Question::Divide { source, recipient, .. } => {
                self.mark(source, DIVIDES);
                self.mark(recipient, ASKED_ABOUT);
            }
            Question::AttackWhom { attacker: id } | Question::BlockWith { attacker: id } => {
                self.mark(id, ASKED_ABOUT)
            }
            Question::Method { object: id } | Question::Ability { object: id } => self.mark(id, ASKED_ABOUT),
            Question::PayColour { source: id } | Question::TapColour { source: id } => {
                self.mark(id, ASKED_ABOUT)
            }
            Question::PayLife { object: id } | Question::Scry { card: id } => self.mark(id, ASKED_ABOUT),
            Question::Legend { object: id } => self.mark(id, ASKED_ABOUT),
            Question::None | Question::Mulligan | Question::Bottom { .. } | Question::Discard { .. } => {}
            Question::Priority | Question::Attackers | Question::Blockers | Question::Casualty => {}
            Question::Target { .. }
            | Question::Retarget { .. }
            | Question::TapOthers { .. }
            | Question::Pay => {}
            Question::YesNo | Question::Pick { .. } | Question::Order => {}
        }
    }
}
