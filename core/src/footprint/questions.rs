//! Answers that start no play: mulligans, cards that are put away, and choices of something that is resolving or has triggered.

use super::board::{count, Change};
use super::stack::{Looked, Run};
use super::words::Speech;
use super::{Book, Footprint, Forecast, Parts, View};
use crate::decision::Choice;
use crate::program::vocabulary::{AbilityKind, Trigger};
use crate::rules::state_based;
use crate::state::ids::ObjectId;
use crate::state::stack::{StackItem, Target};

const HAND: f32 = 7.0;

fn staying(stays: Change) -> Footprint {
    Footprint::of_play(Parts { stays, ..Parts::default() }, None)
}

/// Cards, lands and removal among these cards of a player's own.
fn contents(view: &View, cards: impl Iterator<Item = ObjectId>) -> [f32; 3] {
    let mut found = [0.0; 3];
    for id in cards {
        let card = view.program.card(view.state.object(id).face);
        let marks = [true, card.is_land(), card.removal];
        found.iter_mut().zip(marks).for_each(|(sum, mark)| *sum += f32::from(mark));
    }
    found
}

fn in_hand([cards, lands, removal]: [f32; 3]) -> Change {
    let mut change = Change::default();
    (change[count::OWN_HAND], change[count::OWN_LANDS_IN_HAND], change[count::OWN_REMOVAL_IN_HAND]) =
        (cards, lands, removal);
    change
}

/// A mulligan: seven cards of the whole deck for those in hand; putting some back is a question of its own.
pub fn mulligan(view: &View, choice: Choice) -> Footprint {
    if choice != Choice::Mulligan {
        return Footprint::default();
    }
    let player = view.state.player(view.seat);
    let hand = contents(view, player.hand.iter().copied());
    let library = contents(view, player.library.iter().copied());
    let all = hand[0] + library[0];
    let share = HAND.min(all) / all.max(1.0);
    staying(in_hand([0, 1, 2].map(|sort| (hand[sort] + library[sort]) * share - hand[sort])))
}

/// A card goes from the hand to the graveyard or the bottom.
pub fn put_away(view: &View, choice: Choice) -> Footprint {
    let (Choice::Bottom(id) | Choice::Discard(id)) = choice else { return Footprint::default() };
    staying(in_hand(contents(view, [id].into_iter()).map(|sum| -sum)))
}

pub fn target_of(choice: Choice) -> Target {
    match choice {
        Choice::TargetObject(id) => Target::Object(super::moving::reference(id)),
        Choice::TargetPlayer(seat) => Target::Player(seat),
        Choice::TargetSpell(serial) => Target::Stack(serial),
        _ => Target::None,
    }
}

/// The target of a trigger that is being put on the stack: the difference to the one that ranks first.
pub fn trigger_target(book: &mut Book, index: u8, choice: Choice) -> Footprint {
    let Some(item) = book.view.state.placing else { return Footprint::default() };
    let best = book.best(|forecast| {
        forecast.lay_stack(&item);
        forecast.board.waiting.extend(forecast.state.waiting.iter());
        forecast.place_trigger(item);
        forecast.go_on(&item);
    });
    let mut chosen = item;
    chosen.targets[usize::from(index)] = target_of(choice);
    let rules = book.view.program.ability(item.face, item.ability).targets.len();
    let then = book.best(|forecast| {
        forecast.lay_stack(&item);
        forecast.board.waiting.extend(forecast.state.waiting.iter());
        forecast.put_on_stack(chosen, rules);
        forecast.go_on(&item);
    });
    then.beyond(&best)
}

/// A yes or no, or a pick, for what is resolving. One's own spell or ability carried what ranks first; of the opponent's
/// nothing was carried, and the answer counts in full.
pub fn resume(book: &mut Book, choice: Choice) -> Footprint {
    let then = book.best(|forecast| forecast.resume(Some(choice)));
    if book.view.state.frame.item.controller != book.view.seat {
        return then;
    }
    let best = book.best(|forecast| forecast.resume(None));
    then.beyond(&best)
}

/// Another target for a copy: the difference to the one that ranks first.
pub fn retarget(book: &mut Book, index: u8, choice: Choice) -> Footprint {
    let Some(copy) = book.view.state.stack.last() else { return Footprint::default() };
    let (index, target) = (usize::from(index), target_of(choice));
    let present = copy.targets[index];
    let best = book.best(|forecast| {
        let rule = &forecast.program.ability(copy.face, copy.ability).targets[index];
        let target = forecast.choose_target(&copy, rule).unwrap_or(present);
        forecast.aim_copy(copy, index, target);
    });
    let target = if choice == Choice::Pass { present } else { target };
    let then = book.best(|forecast| forecast.aim_copy(copy, index, target));
    then.beyond(&best)
}

/// The legend that stays: the difference to the one that ranks first.
pub fn legend(book: &mut Book, object: ObjectId, choice: Choice) -> Footprint {
    let Choice::Object(kept) = choice else { return Footprint::default() };
    let group = state_based::legend_group(book.view.state, book.view.program, object);
    let best = book.best(|forecast| forecast.resolve_all());
    let then = book.best(|forecast| {
        for &id in group.iter().filter(|&&id| id != kept) {
            if let Some(place) = forecast.board.place(id) {
                let zone = forecast.grave(place);
                forecast.leave(place, zone);
            }
        }
        forecast.resolve_all();
    });
    then.beyond(&best)
}

impl Forecast<'_> {
    /// What is resolving goes on from where it stands.
    fn resume(&mut self, reply: Option<Choice>) {
        let frame = &self.state.frame;
        if frame.item.controller == self.seat {
            self.lay_stack(&frame.item);
        }
        let looked = Looked { known: frame.looked, unknown: 0 };
        let speech = Speech {
            registers: frame.registers.map(f32::from),
            picked: frame.picked,
            controllers: frame.controllers,
            ..Speech::of_item(frame.item)
        };
        self.run(Run { speech, at: usize::from(frame.at), looked, reply, phase: frame.phase });
        self.go_on(&frame.item);
    }

    /// The copy on top of the stack with a target, and what lies below it.
    fn aim_copy(&mut self, copy: StackItem, index: usize, target: Target) {
        self.lay_stack(&self.state.frame.item);
        if let Some(top) = self.board.stack.iter_mut().find(|item| item.serial == copy.serial) {
            top.targets[index] = target;
        }
        self.resolve_all();
    }

    /// What belongs to the same play and waits below: the original of a copy, other triggers of the same attack.
    fn lay_stack(&mut self, resolving: &StackItem) {
        let attack = self.is_of_attack(resolving);
        let (serial, card) = (resolving.serial, resolving.source.id);
        let alike = |item: &&StackItem| item.source.id == card || attack && self.is_of_attack(item);
        let below: Vec<StackItem> =
            self.state.stack.iter().filter(|item| item.serial != serial).filter(alike).copied().collect();
        self.board.stack.extend(below);
    }

    fn is_of_attack(&self, item: &StackItem) -> bool {
        let attack = |event: &Trigger| matches!(event, Trigger::AttacksSelf {} | Trigger::AttackWith { .. });
        let kind = self.words(item).map(|ability| &ability.kind);
        kind.is_some_and(|kind| matches!(kind, AbilityKind::Triggered { event, .. } if attack(event)))
    }

    /// Everything else that belongs to the play: for what an attack has triggered, the rest of the combat.
    fn go_on(&mut self, item: &StackItem) {
        self.resolve_all();
        if self.is_of_attack(item) && self.seat == self.state.active {
            self.finish_combat();
        }
    }
}
