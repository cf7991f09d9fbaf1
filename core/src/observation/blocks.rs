//! Which card stands at which of the 90 card positions of the observation, for one player. What is written of it is `card`.

use super::View;
use crate::decision::Choice;
use crate::program::vocabulary::Op;
use crate::slots::{Kind, BEYOND, CARD_OPTIONS, HAND, KNOWN};
use crate::state::ids::ObjectId;
use crate::state::permanent::Permanent;
use crate::state::question::Question;
use crate::state::stack::StackItem;
use crate::state::words::Zone;

/// Permanents of a side that are observed; those further back can still be addressed.
const PERMANENTS: usize = 20;
/// Spells and abilities that are observed, from the top of the stack.
const STACK: usize = 4;

/// A run of card positions.
pub struct Block {
    pub name: &'static str,
    pub first: usize,
    pub count: usize,
    pub doc: &'static str,
}

const OWN_HAND: usize = 0;
const OWN_BATTLEFIELD: usize = OWN_HAND + HAND;
const OPPOSING_BATTLEFIELD: usize = OWN_BATTLEFIELD + PERMANENTS;
const OWN_GRAVEYARD: usize = OPPOSING_BATTLEFIELD + PERMANENTS;
const OPPOSING_GRAVEYARD: usize = OWN_GRAVEYARD + BEYOND;
const KNOWN_FIRST: usize = OPPOSING_GRAVEYARD + GRAVEYARD_SHOWN;
const STACK_FIRST: usize = KNOWN_FIRST + KNOWN;
const GRAVEYARD_SHOWN: usize = CARD_OPTIONS - KNOWN - STACK;
/// Card positions in all.
pub const CARDS: usize = OPPOSING_GRAVEYARD + CARD_OPTIONS;

pub const BLOCKS: [Block; 5] = [
    Block {
        name: "own.hand",
        first: OWN_HAND,
        count: HAND,
        doc: "hand slots: equal cards share one, in order of arrival; playable ones first where there are more than ten",
    },
    Block {
        name: "own.battlefield",
        first: OWN_BATTLEFIELD,
        count: PERMANENTS,
        doc: "own slots 0-19: creatures and planeswalkers, animated lands, other nonlands, lands; each in order of arrival",
    },
    Block {
        name: "opponent.battlefield",
        first: OPPOSING_BATTLEFIELD,
        count: PERMANENTS,
        doc: "the opponent's slots 0-19, in the same order",
    },
    Block {
        name: "own.graveyard",
        first: OWN_GRAVEYARD,
        count: BEYOND,
        doc: "own slots 40-59: cards of graveyard and exile with a use there, then the graveyard, then exile; newest first",
    },
    Block {
        name: "opponent.graveyard",
        first: OPPOSING_GRAVEYARD,
        count: CARD_OPTIONS,
        doc: "0-11 the opponent's slots 40-51, but while a question offers cards its option k at k; \
            12-15 known cards of the opponent's hand; 16-19 the stack from the top",
    },
];

/// What stands at a position.
#[derive(Clone, Copy)]
pub enum Shown<'a> {
    /// Equal cards of a hand; true for the own hand.
    Kind(&'a Kind, bool),
    Permanent(&'a Permanent),
    /// A card outside the battlefield and the stack.
    Card(ObjectId),
    Item(&'a StackItem),
}

/// Calls `put` with every position that is not empty: position, what stands there, whether it is offered as an option.
pub fn show<'a>(view: View<'a>, mut put: impl FnMut(usize, Shown<'a>, bool)) {
    let slots = view.slots;
    for (slot, kind) in slots.hand.iter().enumerate() {
        put(OWN_HAND + slot, Shown::Kind(kind, true), false);
    }
    for (first, side) in [(OWN_BATTLEFIELD, &slots.own), (OPPOSING_BATTLEFIELD, &slots.opposing)] {
        for (slot, &id) in side.battlefield.iter().take(PERMANENTS).enumerate() {
            put(first + slot, of_object(view, id), false);
        }
    }
    for (slot, &id) in slots.own.beyond.iter().enumerate() {
        put(OWN_GRAVEYARD + slot, Shown::Card(id), false);
    }
    let options = show_options(view, &mut put);
    if options == 0 {
        for (slot, &id) in slots.opposing.beyond.iter().take(GRAVEYARD_SHOWN).enumerate() {
            put(OPPOSING_GRAVEYARD + slot, Shown::Card(id), false);
        }
    }
    let free = OPPOSING_GRAVEYARD + options;
    for (slot, kind) in (KNOWN_FIRST..).zip(slots.known.iter()).filter(|(slot, _)| *slot >= free) {
        put(slot, Shown::Kind(kind, false), false);
    }
    for (slot, item) in (STACK_FIRST..).zip(stack(view).take(STACK)).filter(|(slot, _)| *slot >= free) {
        put(slot, Shown::Item(item), false);
    }
}

/// Shows option k at k where options are cards, or the one card that a question is about and that is shown nowhere else.
/// Returns how many positions this takes.
fn show_options<'a>(view: View<'a>, put: &mut impl FnMut(usize, Shown<'a>, bool)) -> usize {
    let options = &view.slots.options;
    let cards =
        options.iter().enumerate().filter_map(|(slot, &option)| Some((slot, of_option(view, option)?)));
    let mut any = false;
    for (slot, shown) in cards {
        put(OPPOSING_GRAVEYARD + slot, shown, true);
        any = true;
    }
    if any {
        return options.len();
    }
    let Some(id) = lone_card(view) else {
        return 0;
    };
    put(OPPOSING_GRAVEYARD, Shown::Card(id), true);
    1
}

fn of_option(view: View, option: Choice) -> Option<Shown> {
    match option {
        Choice::Object(id) | Choice::TargetObject(id) => Some(of_object(view, id)),
        Choice::TargetSpell(serial) => view.state.spell(serial).map(Shown::Item),
        Choice::Trigger(position) => {
            view.state.waiting.as_slice().get(usize::from(position)).map(Shown::Item)
        }
        Choice::Pass
        | Choice::Keep
        | Choice::Mulligan
        | Choice::Confirm
        | Choice::Cancel
        | Choice::AutoPay => None,
        Choice::Bottom(_)
        | Choice::Discard(_)
        | Choice::PlayLand(_)
        | Choice::Cast(_)
        | Choice::Activate(_) => None,
        Choice::Attack(_) | Choice::BlockAttacker(_) | Choice::Blocker(_) | Choice::Source(_) => None,
        Choice::TargetPlayer(_) | Choice::Player(_) | Choice::Number(_) | Choice::Colour(_) => None,
        Choice::Method(_) | Choice::Ability(_) | Choice::Top | Choice::Bottommost => None,
    }
}

fn of_object(view: View, id: ObjectId) -> Shown {
    view.state.permanent(id).map_or(Shown::Card(id), Shown::Permanent)
}

/// The card that the question is about, where this player knows it and it has no slot.
fn lone_card(view: View) -> Option<ObjectId> {
    let View { state, slots, .. } = view;
    if state.asked != slots.seat {
        return None;
    }
    let card = if let Question::Scry { card } | Question::PayLife { object: card } = state.question {
        card
    } else if state.question == Question::YesNo && state.frame.active {
        resolving_card(view)
    } else {
        return None;
    };
    let elsewhere = !card.is_none() && slots.place(card).is_none();
    let known = elsewhere
        && (state.object(card).known & slots.seat.bit() != 0 || state.object(card).zone == Zone::Exile);
    known.then_some(card)
}

/// The card that a yes or no is about: the top card for exploring, else what the effect has picked.
fn resolving_card(view: View) -> ObjectId {
    let frame = &view.state.frame;
    let ability = view.program.face(frame.item.face).abilities.get(usize::from(frame.item.ability));
    match ability.and_then(|ability| ability.code.get(usize::from(frame.at))) {
        Some(Op::Explore { .. }) => {
            view.state.player(frame.item.controller).library.first().unwrap_or_default()
        }
        Some(_) | None => frame.picked,
    }
}

/// From the top: the trigger whose targets are being chosen, what is resolving, and what waits below.
fn stack<'a>(view: View<'a>) -> impl Iterator<Item = &'a StackItem> {
    let state = view.state;
    let frame = &state.frame;
    let resolving = (frame.active && state.spell(frame.item.serial).is_none()).then_some(&frame.item);
    state.placing.iter().chain(resolving).chain(state.stack.iter().rev())
}
