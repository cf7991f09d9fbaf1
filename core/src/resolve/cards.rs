//! Ops about cards in hands and libraries: drawing, milling, discarding, searching, picking from a hand.

use super::{context, seats, you, Flow};
use crate::program::vocabulary::{Amount, Filter, Who};
use crate::rules::entering;
use crate::rules::legal;
use crate::rules::table::Table;
use crate::rules::zones;
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::question::Question;
use crate::state::words::Zone;
use crate::state::Entering;

/// Cards one by one; several players in turn order (121.2, 121.2c).
pub fn draw(table: &mut Table, who: &Who, amount: &Amount) -> Flow {
    let amount = context(table).amount(amount);
    for seat in seats(table, who) {
        for _ in 0..amount {
            zones::draw(table, seat);
        }
    }
    Flow::Next
}

pub fn mill(table: &mut Table, who: &Who, amount: &Amount) -> Flow {
    let amount = context(table).amount(amount);
    for seat in seats(table, who) {
        zones::mill(table, seat, amount);
    }
    Flow::Next
}

pub fn shuffle(table: &mut Table, who: &Who) -> Flow {
    for seat in seats(table, who) {
        zones::shuffle(table, seat);
    }
    Flow::Next
}

/// Fills the options with one card of each kind that matches.
pub fn offer(table: &mut Table, cards: &[ObjectId], filter: &Filter) {
    let context = context(table);
    let mut kinds = Vec::new();
    let mut options = crate::state::list::List::default();
    for &id in cards {
        let face = table.state.object(id).face;
        if !kinds.contains(&face) && context.matches(filter, id) {
            kinds.push(face);
            if options.push(id).is_err() {
                break;
            }
        }
    }
    table.state.frame.options = options;
}

/// May fail to find, for a stated quality (701.23b).
pub fn search_to_battlefield(table: &mut Table, filter: &Filter) -> Flow {
    let seat = you(table);
    if !table.state.frame.answered {
        let library = table.state.player(seat).library;
        offer(table, library.as_slice(), filter);
        if table.state.frame.options.is_empty() {
            return Flow::Next;
        }
        table.state.ask(seat, Question::Pick { optional: true });
        return Flow::Ask;
    }
    let found = table.state.frame.picked;
    if found.is_none() {
        return Flow::Next;
    }
    let entering = Entering { object: found, controller: seat, tapped: true, ..Entering::default() };
    if entering::enter(table, entering) {
        Flow::Next
    } else {
        Flow::NextAfterAnswer
    }
}

/// Looking shows the hand to you alone, revealing to everybody (701.20a, 701.20e).
pub fn look_at_hand(table: &mut Table, who: &Who, reveal: bool) -> Flow {
    let viewer = you(table);
    for seat in seats(table, who) {
        let hand = table.state.player(seat).hand;
        for &id in hand.iter() {
            let seen = if reveal { 3 } else { viewer.bit() };
            table.state.object_mut(id).known |= seen;
            table.note(if reveal { EventKind::Reveals } else { EventKind::LooksAt }, viewer, id, 0);
        }
    }
    Flow::Next
}

pub fn pick_from_hand(table: &mut Table, who: &Who, filter: &Filter, optional: bool) -> Flow {
    if table.state.frame.answered {
        return Flow::Next;
    }
    let owner = context(table).who(who);
    let hand = table.state.player(owner).hand;
    offer(table, hand.as_slice(), filter);
    table.state.frame.picked = ObjectId::NONE;
    let options = table.state.frame.options;
    match (options.as_slice(), optional) {
        ([], _) => Flow::Next,
        ([only], false) => {
            table.state.frame.picked = *only;
            Flow::Next
        }
        _ => {
            let seat = you(table);
            table.state.ask(seat, Question::Pick { optional });
            Flow::Ask
        }
    }
}

pub fn discard_picked(table: &mut Table) -> Flow {
    let picked = table.state.frame.picked;
    if !picked.is_none() {
        zones::discard(table, picked);
    }
    Flow::Next
}

pub fn picked_to_hand(table: &mut Table) -> Flow {
    let picked = table.state.frame.picked;
    if !picked.is_none() {
        zones::move_to(table, picked, Zone::Hand);
    }
    Flow::Next
}

/// Each player's own choice, card by card.
pub fn discard(table: &mut Table, who: &Who, amount: &Amount) -> Flow {
    let (wanted, players) = (context(table).amount(amount), seats(table, who));
    if table.state.frame.answered {
        zones::discard(table, table.state.frame.picked);
        table.state.frame.answered = false;
        table.state.frame.phase += 1;
    }
    let done = i16::from(table.state.frame.phase);
    let Some(&seat) = players.get((done / wanted.max(1)) as usize) else { return Flow::Next };
    ask_to_discard(table, seat, wanted - done % wanted.max(1))
}

/// Nothing to choose: the whole hand must go, or all cards are equal.
fn discard_all_alike(table: &mut Table, seat: Seat, count: i16) -> Flow {
    for _ in 0..count {
        if let Some(id) = table.state.player(seat).hand.first() {
            zones::discard(table, id);
        }
    }
    Flow::Next
}

fn ask_to_discard(table: &mut Table, seat: Seat, left: i16) -> Flow {
    let available = table.state.player(seat).hand.len() as i16;
    if left <= 0 || available == 0 {
        return Flow::Next;
    }
    if available <= left || legal::hand_is_uniform(table.state, seat) {
        return discard_all_alike(table, seat, left.min(available));
    }
    table.state.ask(seat, Question::Discard { left: left.min(available) as u8 });
    Flow::Ask
}
