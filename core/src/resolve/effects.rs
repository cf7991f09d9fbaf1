//! Ops that act at once: damage, destroying, countering, life, tokens, counters, pumping. None of them asks.

use super::{context, counter as counter_spell, permanent, seats, source, you, Flow};
use crate::program::vocabulary::{Amount, Filter, Ref, TargetIndex, Who};
use crate::rules::damage::{self, Dealer};
use crate::rules::entering;
use crate::rules::table::Table;
use crate::rules::zones;
use crate::state::ids::{FaceId, ObjectId, ObjectRef};
use crate::state::stack::{Delayed, Target};
use crate::state::words::CounterKind;
use crate::state::Effect;

fn dealer(table: &Table) -> Dealer {
    Dealer::new(table, source(table), you(table), false)
}

pub fn damage_target(table: &mut Table, index: TargetIndex, amount: &Amount) -> Flow {
    let (amount, dealer) = (context(table).amount(amount), dealer(table));
    table.state.frame.registers[0] = 0;
    match table.state.frame.item.targets[index.at()] {
        Target::Player(seat) => {
            table.state.frame.registers[0] = damage::to_player(table, dealer, seat, amount)
        }
        Target::Object(reference) => {
            if let Some(id) = table.state.current(reference) {
                damage::to_permanent(table, dealer, id, amount);
            }
        }
        Target::Stack(_) | Target::None => {}
    }
    Flow::Next
}

pub fn damage_player(table: &mut Table, who: &Who, amount: &Amount) -> Flow {
    let (amount, dealer) = (context(table).amount(amount), dealer(table));
    for seat in seats(table, who) {
        damage::to_player(table, dealer, seat, amount);
    }
    Flow::Next
}

/// Every permanent that matches, in order of arrival.
pub fn matching(table: &Table, filter: &Filter) -> Vec<ObjectId> {
    let context = context(table);
    table.state.battlefield.iter().copied().filter(|&id| context.matches(filter, id)).collect()
}

pub fn damage_all(table: &mut Table, filter: &Filter, amount: &Amount) -> Flow {
    let (amount, dealer) = (context(table).amount(amount), dealer(table));
    for id in matching(table, filter) {
        damage::to_permanent(table, dealer, id, amount);
    }
    Flow::Next
}

pub fn destroy(table: &mut Table, of: &Ref) -> Flow {
    if let Some(id) = permanent(table, of) {
        zones::destroy(table, id);
    }
    Flow::Next
}

pub fn counter_target(table: &mut Table, index: TargetIndex, exile: bool) -> Flow {
    if let Target::Stack(serial) = table.state.frame.item.targets[index.at()] {
        counter_spell(table, serial, exile);
    }
    Flow::Next
}

pub fn gain_life(table: &mut Table, who: &Who, amount: &Amount) -> Flow {
    let amount = context(table).amount(amount);
    for seat in seats(table, who) {
        damage::gain_life(table, seat, amount);
    }
    Flow::Next
}

pub fn lose_life(table: &mut Table, who: &Who, amount: &Amount) -> Flow {
    let amount = context(table).amount(amount);
    for seat in seats(table, who) {
        damage::lose_life(table, seat, amount);
    }
    Flow::Next
}

/// What a token-making op says.
pub struct NewToken<'p> {
    pub face: i16,
    pub who: &'p Who,
    pub amount: &'p Amount,
    pub counters: &'p Amount,
    pub attach: &'p Option<Ref>,
}

pub fn create_token(table: &mut Table, token: &NewToken) -> Flow {
    let context = context(table);
    let (count, counters) =
        (context.amount(token.amount), context.amount(token.counters).clamp(0, 255) as u8);
    let host = match token.attach {
        // 303.4i: an Aura token that can enchant nothing is not created.
        Some(of) => match permanent(table, of) {
            Some(id) => id,
            None => return Flow::Next,
        },
        None => ObjectId::NONE,
    };
    for seat in seats(table, token.who) {
        for _ in 0..count {
            entering::create_token(table, FaceId(token.face as u16), seat, host, counters);
        }
    }
    Flow::Next
}

pub fn add_counters(table: &mut Table, of: &Ref, kind: i16, amount: &Amount) -> Flow {
    let amount = context(table).amount(amount);
    if let (Some(id), Some(kind)) = (permanent(table, of), CounterKind::from_number(kind as u8)) {
        damage::add_counters(table, id, kind, amount);
    }
    Flow::Next
}

fn add_effect(table: &mut Table, effect: Effect) {
    let timestamp = table.state.timestamp();
    let added = table.state.effects.push(Effect { timestamp, ..effect });
    table.state.overflow |= added.is_err();
    table.state.dirty = true;
}

pub fn pump(table: &mut Table, of: &Ref, change: (&Amount, &Amount), keywords: i16) -> Flow {
    let context = context(table);
    let (power, toughness) = (context.amount(change.0), context.amount(change.1));
    let Some(id) = permanent(table, of) else { return Flow::Next };
    let (target, keywords) = (table.state.reference(id), keywords as u32);
    table.state.dirty = true;
    // Changes of power and toughness add up whatever their order (613.4c), so one entry holds them all.
    let mut pumps = table.state.effects.as_mut_slice().iter_mut();
    match pumps.find(|effect| effect.target == target && effect.animation.is_none()) {
        Some(effect) => {
            effect.power += power;
            effect.toughness += toughness;
            effect.keywords |= keywords;
        }
        None => add_effect(table, Effect { target, power, toughness, keywords, ..Effect::default() }),
    }
    Flow::Next
}

/// The layers read what it becomes from this very op.
pub fn animate(table: &mut Table, of: &Ref) -> Flow {
    if let Some(id) = permanent(table, of) {
        let (target, frame) = (table.state.reference(id), &table.state.frame);
        let animation = Some((frame.item.face, frame.item.ability, frame.at));
        add_effect(table, Effect { target, animation, ..Effect::default() });
    }
    Flow::Next
}

/// Only once for one activation of its own ability (701.27f).
pub fn transform(table: &mut Table, of: &Ref) -> Flow {
    let face = table.state.frame.item.face;
    if let Some(id) = permanent(table, of).filter(|&id| table.state.object(id).face == face) {
        zones::transform(table, id);
    }
    Flow::Next
}

pub fn delay(table: &mut Table, ability: i16, subject: Option<&Ref>) -> Flow {
    let watched = subject.map(|of| context(table).reference(of));
    if watched == Some(ObjectRef::NONE) {
        return Flow::Next;
    }
    let item = table.state.frame.item;
    let delayed = Delayed {
        controller: item.controller,
        source: item.source,
        face: item.face,
        ability: ability as u8,
        subject: watched.unwrap_or(ObjectRef::NONE),
    };
    table.state.overflow |= table.state.delayed.push(delayed).is_err();
    Flow::Next
}

pub fn extra_counter(table: &mut Table) -> Flow {
    let serial = table.state.frame.item.event.spell;
    if let Some(spell) = table.state.stack.as_mut_slice().iter_mut().find(|item| item.serial == serial) {
        spell.extra_counters = spell.extra_counters.saturating_add(1);
    }
    Flow::Next
}
