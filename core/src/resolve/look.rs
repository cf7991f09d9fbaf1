//! Ops about cards looked at or revealed: scry, explore, look, take, put the rest on the bottom.

use super::cards::offer;
use super::{context, object, you, Flow};
use crate::program::vocabulary::{Amount, Filter, Ref, Who};
use crate::rules::damage;
use crate::rules::table::Table;
use crate::rules::zones;
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::list::List;
use crate::state::question::Question;
use crate::state::words::{types, CounterKind, Zone};

const BOTH: u8 = 3;

/// Shows a card to some players.
fn show(table: &mut Table, id: ObjectId, seats: u8) {
    table.state.object_mut(id).known |= seats;
    let kind = if seats == BOTH { EventKind::Reveals } else { EventKind::LooksAt };
    let seat = you(table);
    table.note(kind, seat, id, 0);
}

fn top_cards(table: &Table, seat: Seat, count: i16) -> List<ObjectId, 24> {
    let mut top = List::default();
    for &id in table.state.player(seat).library.iter().take(count.max(0) as usize) {
        if top.push(id).is_err() {
            break;
        }
    }
    top
}

/// Card by card: top or bottom (701.22a).
pub fn scry(table: &mut Table, amount: &Amount) -> Flow {
    let seat = you(table);
    if table.state.frame.phase == 0 {
        let count = context(table).amount(amount);
        table.state.frame.looked = top_cards(table, seat, count);
        for index in 0..table.state.frame.looked.len() {
            show(table, table.state.frame.looked.as_slice()[index], seat.bit());
        }
        table.state.frame.phase = 1;
    }
    if table.state.frame.answered {
        table.state.frame.answered = false;
        let card = table.state.frame.looked.remove(0).unwrap_or(ObjectId::NONE);
        if table.state.frame.answer == 0 && !card.is_none() {
            // One card that others know goes to the bottom before their eyes; of several they cannot tell which.
            let alone = context(table).amount(amount) == 1;
            let others = if alone { table.state.object(card).known } else { 0 };
            zones::put_on_bottom(table, card, seat.bit() | others);
        }
    }
    match table.state.frame.looked.first() {
        Some(card) => {
            table.state.ask(seat, Question::Scry { card });
            Flow::Ask
        }
        None => Flow::Next,
    }
}

/// Reveal the top card: a land goes to the hand, otherwise a +1/+1 counter and the card may be binned (701.44a).
pub fn explore(table: &mut Table, of: &Ref) -> Flow {
    let seat = you(table);
    let top = table.state.player(seat).library.first();
    if table.state.frame.answered {
        if let (1, Some(card)) = (table.state.frame.answer, top) {
            zones::move_to(table, card, Zone::Graveyard);
        }
        return Flow::Next;
    }
    if let Some(card) = top {
        show(table, card, BOTH);
        if table.program.card(table.state.object(card).face).is(types::LAND) {
            zones::move_to(table, card, Zone::Hand);
            return Flow::Next;
        }
    }
    if let Some(creature) = object(table, of) {
        damage::add_counters(table, creature, CounterKind::Plus, 1);
    }
    if top.is_none() {
        return Flow::Next;
    }
    table.state.ask(seat, Question::YesNo);
    Flow::Ask
}

pub fn look(table: &mut Table, who: &Who, amount: &Amount, reveal: bool) -> Flow {
    let (owner, count) = (context(table).who(who), context(table).amount(amount));
    let seen = if reveal { BOTH } else { you(table).bit() };
    table.state.frame.looked = top_cards(table, owner, count);
    for index in 0..table.state.frame.looked.len() {
        show(table, table.state.frame.looked.as_slice()[index], seen);
    }
    Flow::Next
}

/// Moves a card that was looked at into the hand.
fn take_card(table: &mut Table, id: ObjectId) {
    table.state.frame.looked.remove_value(id);
    zones::move_to(table, id, Zone::Hand);
}

/// A card taken unseen is unknown to the other player, even one he had seen on top of the library.
fn show_or_hide(table: &mut Table, id: ObjectId, reveal: bool) {
    if reveal {
        show(table, id, BOTH);
    } else {
        let object = table.state.object_mut(id);
        object.known &= object.owner.bit();
    }
}

/// Asks card by card; `phase` counts what has been taken.
pub fn take(table: &mut Table, bounds: (&Amount, &Amount), filter: &Filter, reveal: bool) -> Flow {
    let (least, most) = (context(table).amount(bounds.0), context(table).amount(bounds.1));
    if table.state.frame.answered {
        table.state.frame.answered = false;
        let picked = table.state.frame.picked;
        if picked.is_none() {
            return Flow::Next;
        }
        show_or_hide(table, picked, reveal);
        take_card(table, picked);
        table.state.frame.phase += 1;
    }
    loop {
        let taken = i16::from(table.state.frame.phase);
        let looked = table.state.frame.looked;
        offer(table, looked.as_slice(), filter);
        let options = table.state.frame.options;
        let matching = context(table).matching(filter, looked.as_slice());
        // Where all that match must be taken, or all are alike, there is nothing to choose.
        let forced = matching <= least - taken || options.len() == 1;
        match options.as_slice() {
            _ if taken >= most => return Flow::Next,
            [] => return Flow::Next,
            [any, ..] if taken < least && forced => {
                show_or_hide(table, *any, reveal);
                take_card(table, *any);
                table.state.frame.phase += 1;
            }
            _ => {
                let seat = you(table);
                table.state.ask(seat, Question::Pick { optional: taken >= least });
                return Flow::Ask;
            }
        }
    }
}

/// One question for each card type that is there, in alphabetical order; `phase` counts the types.
pub fn take_one_per_type(table: &mut Table) -> Flow {
    if table.state.frame.answered {
        table.state.frame.answered = false;
        let picked = table.state.frame.picked;
        if !picked.is_none() {
            take_card(table, picked);
        }
        table.state.frame.phase += 1;
    }
    while let Some(&kind) = types::CARD_TYPES.get(usize::from(table.state.frame.phase)) {
        let looked = table.state.frame.looked;
        let filter = vec![crate::program::vocabulary::Predicate::TypeAny { types: kind as i16 }];
        offer(table, looked.as_slice(), &filter);
        if !table.state.frame.options.is_empty() {
            let seat = you(table);
            table.state.ask(seat, Question::Pick { optional: true });
            return Flow::Ask;
        }
        table.state.frame.phase += 1;
    }
    Flow::Next
}

pub fn bottom_looked(table: &mut Table) -> Flow {
    let looked = table.state.frame.looked;
    let Some(first) = looked.first() else { return Flow::Next };
    let seen = looked.iter().fold(BOTH, |seats, &id| seats & table.state.object(id).known);
    let owner = table.state.object(first).owner;
    zones::bottom_in_random_order(table, owner, looked.as_slice(), seen);
    table.state.frame.looked.clear();
    Flow::Next
}

pub fn reveal_top(table: &mut Table, who: &Who) -> Flow {
    let owner = context(table).who(who);
    let top = table.state.player(owner).library.first();
    table.state.frame.picked = top.unwrap_or(ObjectId::NONE);
    if let Some(card) = top {
        show(table, card, BOTH);
    }
    Flow::Next
}
