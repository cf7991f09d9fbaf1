//! Paying for an announcement (601.2f to 601.2h): its price, which sources may be chosen, and paying by itself. What makes
//! mana, and which units can pay what, is in `mana`.

use super::casting;
use super::costs;
use super::mana::{self, Purse};
use super::table::Table;
use crate::program::{Pips, Program};
use crate::state::ids::ObjectId;
use crate::state::question::Question;
use crate::state::stack::{Method, Payment, Progress};
use crate::state::words::{keyword, types};
use crate::state::State;

/// The mana that the announcement costs, and whether creatures may convoke it.
pub fn price(state: &State, program: &Program) -> (Pips, bool) {
    let announcement = &state.announcement;
    let card = program.card(state.object(announcement.object).face);
    match announcement.method {
        Method::Activate => {
            let cost = costs::ability_cost(program, state, announcement.object, announcement.ability);
            (cost.map_or_else(Pips::default, |cost| Pips::of(&cost.mana)), false)
        }
        method => {
            let cost = costs::total(state, program, announcement.object, method).unwrap_or_default();
            (cost, card.keywords & keyword::CONVOKE != 0 && method != Method::Plot)
        }
    }
}

/// Permanents that other parts of the cost take, so that they cannot be tapped for its mana.
pub fn reserved(state: &State, program: &Program) -> Vec<ObjectId> {
    let announcement = &state.announcement;
    let mut taken: Vec<ObjectId> = announcement.tapped.iter().copied().collect();
    if announcement.method == Method::Activate {
        let cost = costs::ability_cost(program, state, announcement.object, announcement.ability);
        if cost.is_some_and(|cost| cost.tap) {
            taken.push(announcement.object);
        }
    }
    taken
}

pub fn choose(table: &mut Table) {
    let (cost, convoke) = price(table.state, table.program);
    let announcement = table.state.announcement;
    let seat = announcement.player;
    let payments = announcement.payments;
    let taken = reserved(table.state, table.program);
    let purse = Purse { seat, convoke, payments: payments.as_slice(), reserved: &taken };
    let covered = mana::committed(table.state, seat, payments.as_slice()).can_pay(&cost);
    if covered && !(convoke && could_convoke(table.state, table.program)) {
        table.state.announcement.progress = Progress::Ready;
    } else if !mana::available(table.state, table.program, purse).can_pay(&cost) {
        casting::cancel(table);
    } else if is_a_choice(table.state, table.program, purse, &cost) {
        table.state.ask(seat, Question::Pay);
    } else {
        pay_automatically(table);
    }
}

/// Whether another creature could convoke, instead of floating mana if need be.
fn could_convoke(state: &State, program: &Program) -> bool {
    let creature =
        |id: ObjectId| state.permanent(id).is_some_and(|permanent| permanent.has_type(types::CREATURE));
    payable_sources(state, program).into_iter().any(creature)
}

/// Not a choice where every source is needed and each makes only one kind, or where all are alike.
fn is_a_choice(state: &State, program: &Program, purse: Purse, cost: &Pips) -> bool {
    let units: Vec<mana::Unit> = mana::sources(state, program, purse).collect();
    if purse.convoke && could_convoke(state, program) {
        return true;
    }
    let floating: u8 = state.player(purse.seat).mana.iter().sum::<u8>() + purse.payments.len() as u8;
    let all_needed = units.len() as u8 + floating == cost.total();
    let one_way = |unit: &mana::Unit| unit.mask.count_ones() <= 1;
    let alike = |unit: &mana::Unit| {
        let face = state.object(unit.object).face;
        let plain = state.permanent(unit.object).is_some_and(|p| !p.has_type(types::CREATURE));
        plain && face == state.object(units[0].object).face && program.card(face).activated.is_empty()
    };
    let single = units.iter().all(one_way);
    !((all_needed && single) || (units.iter().all(alike) && units.iter().all(one_way)))
}

/// AUTO_PAY: the engine chooses the remaining sources; convoking is never chosen for the player.
pub fn pay_automatically(table: &mut Table) {
    let (cost, convoke) = price(table.state, table.program);
    let announcement = table.state.announcement;
    let taken = reserved(table.state, table.program);
    let purse = Purse {
        seat: announcement.player,
        convoke,
        payments: announcement.payments.as_slice(),
        reserved: &taken,
    };
    match mana::automatic(table.state, table.program, purse, &cost) {
        Some(payments) => {
            let list = &mut table.state.announcement.payments;
            list.clear();
            let fits = payments.into_iter().all(|payment| list.push(payment).is_ok());
            table.state.overflow |= !fits;
            table.state.announcement.progress = Progress::Ready;
        }
        None => table.state.ask(announcement.player, Question::Pay),
    }
}

/// An open payment: what it costs, what has been chosen for it, and everything that could still be.
struct Paying {
    cost: Pips,
    convoke: bool,
    chosen: mana::Units,
    /// With the floating mana and all sources.
    all: mana::Units,
    sources: Vec<mana::Unit>,
}

impl Paying {
    fn of(state: &State, program: &Program) -> Paying {
        let (cost, convoke) = price(state, program);
        let announcement = &state.announcement;
        let taken = reserved(state, program);
        let purse = Purse {
            seat: announcement.player,
            convoke,
            payments: announcement.payments.as_slice(),
            reserved: &taken,
        };
        let chosen = mana::chosen(state, purse.payments);
        let sources: Vec<mana::Unit> = mana::sources(state, program, purse).collect();
        let mut all = mana::committed(state, purse.seat, purse.payments);
        sources.iter().for_each(|unit| all.add(unit.mask, 1));
        Paying { cost, convoke, chosen, all, sources }
    }

    /// The colours for which a source pays a part that nothing else pays yet, so that the rest can still be paid;
    /// 0 is convoking.
    fn colours(&self, state: &State, program: &Program, unit: &mana::Unit) -> impl Iterator<Item = u8> + '_ {
        let mana = if unit.convokes { 0 } else { program.card(state.object(unit.object).face).mana };
        let creature = state.permanent(unit.object).filter(|permanent| permanent.has_type(types::CREATURE));
        let convoked = creature.filter(|_| self.convoke).map(|permanent| permanent.colours);
        let mut rest = self.all.clone();
        rest.remove(unit.mask);
        let so_far = self.chosen.pays(&self.cost);
        let fits = move |mask: u8| {
            self.chosen.with(mask).pays(&self.cost) > so_far && rest.with(mask).can_pay(&self.cost)
        };
        let options = (0..6).map(|c| 1u8 << c).filter(move |c| mana & c != 0).map(|c| (c, c));
        options
            .chain(convoked.map(|colours| (0, colours)))
            .filter(move |&(_, mask)| fits(mask))
            .map(|(c, _)| c)
    }
}

/// The sources that can be chosen next for the open payment.
pub fn payable_sources(state: &State, program: &Program) -> Vec<ObjectId> {
    let paying = Paying::of(state, program);
    let usable = |unit: &&mana::Unit| paying.colours(state, program, unit).next().is_some();
    paying.sources.iter().filter(usable).map(|unit| unit.object).collect()
}

/// The colours for which a source can be chosen; 0 is convoking.
pub fn colours_of_source(state: &State, program: &Program, source: ObjectId) -> Vec<u8> {
    let paying = Paying::of(state, program);
    let unit = paying.sources.iter().find(|unit| unit.object == source);
    unit.map_or_else(Vec::new, |unit| paying.colours(state, program, unit).collect())
}

pub fn answer_source(table: &mut Table, source: ObjectId) {
    let options = colours_of_source(table.state, table.program, source);
    match options.as_slice() {
        [only] => answer_colour(table, source, *only),
        _ => {
            let player = table.state.announcement.player;
            table.state.ask(player, Question::PayColour { source });
        }
    }
}

pub fn answer_colour(table: &mut Table, object: ObjectId, colour: u8) {
    let added = table.state.announcement.payments.push(Payment { object, colour });
    table.state.overflow |= added.is_err();
}
