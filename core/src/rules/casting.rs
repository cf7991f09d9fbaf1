//! Announcing spells and abilities (601.2, 602.2): a plan is made question by question; only when it is whole does anything
//! happen, so taking it back rewinds everything (732.1).

use super::costs;
use super::damage;
use super::entering;
use super::mana;
use super::payment;
use super::priority;
use super::table::Table;
use super::targets;
use super::triggers;
use super::zones;
use crate::program::vocabulary::TargetRule;
use crate::program::{Pips, Program};
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::question::Question;
use crate::state::stack::{cast, Announcement, Method, Progress, StackItem, Target};
use crate::state::words::{CounterKind, Zone};
use crate::state::{object_flag, Entering, Stage, State};

/// Begins to announce a card of the hand, graveyard or exile, or an ability of a permanent.
pub fn announce(table: &mut Table, seat: Seat, object: ObjectId) {
    let on_battlefield = table.state.object(object).zone == Zone::Battlefield;
    let progress = if on_battlefield { Progress::Ability } else { Progress::Method };
    let method = if on_battlefield { Method::Activate } else { Method::Cast };
    table.state.announcement =
        Announcement { progress, player: seat, object, method, ..Announcement::default() };
    table.state.stage = Stage::Announcing;
}

/// Takes the announcement back; it is not offered again until something has changed.
pub fn cancel(table: &mut Table) {
    let object = table.state.announcement.object;
    table.state.announcement = Announcement::default();
    table.state.stage = Stage::Priority;
    if !table.state.cancelled.is_full() {
        let added = table.state.cancelled.push(object);
        table.state.overflow |= added.is_err();
    }
}

/// Goes on until a question is open or the announcement is committed.
pub fn advance(table: &mut Table) {
    while table.state.question == Question::None && table.state.stage == Stage::Announcing {
        match table.state.announcement.progress {
            Progress::Idle => table.state.stage = Stage::Priority,
            Progress::Method => choose_method(table),
            Progress::Ability => choose_ability(table),
            Progress::Casualty => choose_casualty(table),
            Progress::Targets => choose_target(table),
            Progress::TapOthers => choose_tapped(table),
            Progress::Payment => payment::choose(table),
            Progress::Ready => commit(table),
        }
    }
}

fn choose_method(table: &mut Table) {
    let Announcement { object, player, .. } = table.state.announcement;
    match costs::methods(table.state, table.program, object).as_slice() {
        [only] => answer_method(table, *only),
        _ => table.state.ask(player, Question::Method { object }),
    }
}

pub fn answer_method(table: &mut Table, method: Method) {
    let announcement = &mut table.state.announcement;
    announcement.method = method;
    announcement.progress = if method == Method::Plot { Progress::Payment } else { Progress::Casualty };
}

/// The abilities that could be activated now; mana abilities by hand are `None`.
pub fn ability_options(state: &State, program: &Program, object: ObjectId) -> Vec<Option<u8>> {
    let card = program.card(state.object(object).face);
    let mut options: Vec<Option<u8>> = card
        .activated
        .iter()
        .copied()
        .filter(|&ability| costs::can_activate(state, program, object, ability))
        .map(Some)
        .collect();
    let by_hand = state.settings.stops.always;
    if by_hand
        && state.permanent(object).is_some_and(|permanent| mana::can_tap_for_mana(state, program, permanent))
    {
        options.push(None);
    }
    options
}

fn choose_ability(table: &mut Table) {
    let Announcement { object, player, .. } = table.state.announcement;
    match ability_options(table.state, table.program, object).as_slice() {
        [only] => answer_ability(table, *only),
        _ => table.state.ask(player, Question::Ability { object }),
    }
}

pub fn answer_ability(table: &mut Table, ability: Option<u8>) {
    let Announcement { object, player, .. } = table.state.announcement;
    match ability {
        Some(ability) => {
            table.state.announcement.ability = ability;
            table.state.announcement.progress = Progress::Targets;
        }
        None => {
            let colours = table.program.card(table.state.object(object).face).mana;
            if colours.count_ones() == 1 {
                tap_by_hand(table, colours);
            } else {
                table.state.ask(player, Question::TapColour { source: object });
            }
        }
    }
}

/// A mana ability activated outside a payment: the mana floats (605.3a), priority stays.
pub fn tap_by_hand(table: &mut Table, colour: u8) {
    let Announcement { object, player, .. } = table.state.announcement;
    table.state.announcement = Announcement::default();
    mana::tap_for(table, player, object, colour);
    table.state.cancelled.clear();
    priority::give(table.state, player);
}

fn choose_casualty(table: &mut Table) {
    let announcement = table.state.announcement;
    let possible = costs::casualties(table.state, table.program, announcement.object);
    if announcement.casualty_asked || possible.is_empty() {
        table.state.announcement.progress = Progress::Targets;
    } else {
        table.state.announcement.casualty_asked = true;
        table.state.ask(announcement.player, Question::Casualty);
    }
}

/// The targets that the announced spell or ability asks for.
pub fn target_rules<'p>(state: &State, program: &'p Program) -> &'p [TargetRule] {
    let announcement = &state.announcement;
    let face = state.object(announcement.object).face;
    let ability = match announcement.method {
        Method::Activate => Some(announcement.ability),
        Method::Plot => None,
        Method::Cast | Method::Flashback | Method::Plotted => program.card(face).spell,
    };
    ability.map_or(&[], |ability| &program.ability(face, ability).targets)
}

/// The item as announced so far.
pub fn item_so_far(state: &State, program: &Program) -> StackItem {
    let announcement = &state.announcement;
    let base = match announcement.method {
        Method::Activate => {
            costs::ability_item(state, announcement.object, announcement.ability, announcement.player)
        }
        Method::Cast | Method::Flashback | Method::Plotted | Method::Plot => {
            costs::as_item(state, program, announcement.object, announcement.method)
        }
    };
    StackItem { targets: announcement.targets, ..base }
}

fn choose_target(table: &mut Table) {
    let index = table.state.announcement.next_target;
    let rules = target_rules(table.state, table.program);
    let Some(rule) = rules.get(usize::from(index)) else {
        table.state.announcement.progress = Progress::TapOthers;
        return;
    };
    let item = item_so_far(table.state, table.program);
    let legal = targets::candidates(table.state, table.program, &item, rule);
    match legal.as_slice() {
        [] if rule.optional => answer_target(table, Target::None),
        [only] if !rule.optional => answer_target(table, *only),
        [] => cancel(table),
        _ => {
            let player = table.state.announcement.player;
            table.state.ask(player, Question::Target { index });
        }
    }
}

pub fn answer_target(table: &mut Table, target: Target) {
    let announcement = &mut table.state.announcement;
    announcement.targets[usize::from(announcement.next_target)] = target;
    announcement.next_target += 1;
}

fn choose_tapped(table: &mut Table) {
    let announcement = table.state.announcement;
    let needed = match announcement.method {
        Method::Activate => {
            costs::ability_cost(table.program, table.state, announcement.object, announcement.ability)
                .map_or(0, |cost| cost.tap_others)
        }
        Method::Cast | Method::Flashback | Method::Plotted | Method::Plot => 0,
    };
    let left = needed as usize - announcement.tapped.len();
    if left == 0 {
        table.state.announcement.progress = Progress::Payment;
        return;
    }
    let options = tap_options(table.state, table.program);
    if options.len() == left {
        for id in options {
            answer_tapped(table, id);
        }
    } else {
        table.state.ask(announcement.player, Question::TapOthers { left: left as u8 });
    }
}

/// What may still be tapped for a cost that taps others.
pub fn tap_options(state: &State, program: &Program) -> Vec<ObjectId> {
    let announcement = &state.announcement;
    let Some(cost) = costs::ability_cost(program, state, announcement.object, announcement.ability) else {
        return Vec::new();
    };
    let all = costs::tappable(state, program, announcement.object, cost);
    all.into_iter().filter(|&id| !announcement.tapped.contains(id)).collect()
}

pub fn answer_tapped(table: &mut Table, id: ObjectId) {
    let added = table.state.announcement.tapped.push(id);
    table.state.overflow |= added.is_err();
}

/// Everything has been chosen: pay, and the spell is cast or the ability activated (601.2h, 601.2i).
fn commit(table: &mut Table) {
    let announcement = table.state.announcement;
    let item = item_so_far(table.state, table.program);
    let (cost, _) = payment::price(table.state, table.program);
    table.state.announcement = Announcement::default();
    table.state.cancelled.clear();
    match announcement.method {
        Method::Plot => plot(table, &announcement, &cost),
        Method::Activate => activate(table, &announcement, item, &cost),
        Method::Cast | Method::Flashback | Method::Plotted => cast_spell(table, &announcement, item, &cost),
    }
    priority::give(table.state, announcement.player);
}

/// Plotting is a special action: no stack, no cast (116.2k, 702.170b).
fn plot(table: &mut Table, announcement: &Announcement, cost: &Pips) {
    mana::pay(table, announcement.player, cost, announcement.payments.as_slice());
    table.note(EventKind::Plots, announcement.player, announcement.object, 0);
    zones::move_to(table, announcement.object, Zone::Exile);
    let turn = table.state.turn;
    let object = table.state.object_mut(announcement.object);
    object.flags |= object_flag::PLOTTED;
    object.turn = turn;
}

fn cast_spell(table: &mut Table, announcement: &Announcement, mut item: StackItem, cost: &Pips) {
    let (seat, object) = (announcement.player, announcement.object);
    table.note(EventKind::Casts, seat, object, 0);
    zones::move_to(table, object, Zone::Stack);
    item.source = table.state.reference(object);
    item.serial = table.state.serial();
    for target in item.targets {
        triggers::targeted(table, target, seat);
    }
    item.mana_spent = mana::pay(table, seat, cost, announcement.payments.as_slice());
    let convoking = announcement.payments.iter().filter(|payment| payment.colour == 0).count() as u8;
    item.convoked = convoking;
    if !announcement.casualty.is_none() {
        zones::sacrifice(table, announcement.casualty);
        item.flags |= cast::CASUALTY;
    }
    let player = table.state.player_mut(seat);
    player.spells_this_turn = player.spells_this_turn.saturating_add(1);
    table.state.overflow |= table.state.stack.push(item).is_err();
    triggers::cast(table, item);
}

fn activate(table: &mut Table, announcement: &Announcement, mut item: StackItem, cost: &Pips) {
    let (seat, object) = (announcement.player, announcement.object);
    table.note(EventKind::Activates, seat, object, i16::from(announcement.ability));
    item.serial = table.state.serial();
    for target in item.targets {
        triggers::targeted(table, target, seat);
    }
    mana::pay(table, seat, cost, announcement.payments.as_slice());
    table.state.stirred = true;
    for &id in announcement.tapped.iter() {
        if let Some(permanent) = table.state.permanent_mut(id) {
            permanent.set(flag::TAPPED, true);
        }
    }
    pay_with_itself(table, object, announcement.ability);
    table.state.overflow |= table.state.stack.push(item).is_err();
}

/// {T}, loyalty and sacrifice of the source.
fn pay_with_itself(table: &mut Table, object: ObjectId, ability: u8) {
    let Some(cost) = costs::ability_cost(table.program, table.state, object, ability) else { return };
    if let Some(permanent) = table.state.permanent_mut(object) {
        if cost.tap {
            permanent.set(flag::TAPPED, true);
        }
        if cost.loyalty_ability {
            permanent.set(flag::LOYALTY_USED, true);
        }
    }
    if cost.loyalty_ability {
        damage::add_counters(table, object, CounterKind::Loyalty, cost.loyalty);
    }
    if cost.sacrifice {
        zones::sacrifice(table, object);
    }
}

/// Playing a land: a special action, once each turn (305.1, 116.2a).
pub fn play_land(table: &mut Table, seat: Seat, object: ObjectId) {
    table.note(EventKind::PlaysLand, seat, object, 0);
    table.state.player_mut(seat).lands_played += 1;
    table.state.cancelled.clear();
    priority::give(table.state, seat);
    entering::enter(table, Entering { object, controller: seat, ..Entering::default() });
}
