//! Damage and life (119, 120): what damage does to whom, lifelink, gaining and losing life.

use super::replacement;
use super::table::Table;
use crate::program::evaluate::controller;
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, ObjectRef, Seat};
use crate::state::permanent::flag;
use crate::state::words::{keyword, types, CounterKind};

/// What deals damage: who controls it and which keywords it has, or last had (702.2e, 702.15c).
#[derive(Clone, Copy, Debug)]
pub struct Dealer {
    pub object: ObjectId,
    pub controller: Seat,
    pub keywords: u32,
    pub combat: bool,
}

impl Dealer {
    pub fn new(table: &Table, source: ObjectRef, fallback: Seat, combat: bool) -> Dealer {
        match table.state.live(source) {
            Some(permanent) => Dealer {
                object: source.id,
                controller: permanent.controller,
                keywords: permanent.keywords,
                combat,
            },
            None => {
                let keywords = table.program.card(table.state.object(source.id).face).keywords;
                let on_stack = table.state.current(source).is_some();
                let controller = if on_stack { controller(table.state, source.id) } else { fallback };
                Dealer { object: source.id, controller, keywords, combat }
            }
        }
    }
}

pub fn gain_life(table: &mut Table, seat: Seat, amount: i16) {
    if amount > 0 {
        let player = table.state.player_mut(seat);
        player.life = player.life.saturating_add(amount);
        table.state.stirred = true;
        table.note(EventKind::Gains, seat, ObjectId::NONE, amount);
    }
}

pub fn lose_life(table: &mut Table, seat: Seat, amount: i16) {
    if amount > 0 {
        let player = table.state.player_mut(seat);
        player.life = player.life.saturating_sub(amount);
        table.state.stirred = true;
        table.note(EventKind::Loses, seat, ObjectId::NONE, amount);
    }
}

/// Damage to a player is a loss of life (120.3a); no damage is no event (120.8).
pub fn to_player(table: &mut Table, dealer: Dealer, seat: Seat, amount: i16) -> i16 {
    if amount <= 0 {
        return 0;
    }
    let player = table.state.player_mut(seat);
    player.life = player.life.saturating_sub(amount);
    table.state.stirred = true;
    table.note(EventKind::DamagesPlayer, seat, dealer.object, amount);
    lifelink(table, dealer, amount);
    amount
}

pub fn to_permanent(table: &mut Table, dealer: Dealer, id: ObjectId, amount: i16) {
    if amount <= 0 || table.state.permanent(id).is_none() {
        return;
    }
    if !dealer.combat && replacement::damage_becomes_counters(table, dealer.controller, id) {
        add_counters(table, id, CounterKind::Minus, amount);
        return;
    }
    table.note_about(EventKind::DamagesPermanent, dealer.controller, dealer.object, id, amount);
    mark(table, dealer, id, amount);
    lifelink(table, dealer, amount);
}

fn mark(table: &mut Table, dealer: Dealer, id: ObjectId, amount: i16) {
    table.state.stirred = true;
    let Some(permanent) = table.state.permanent_mut(id) else { return };
    let by = if dealer.controller.index() == 0 { flag::DAMAGED_BY_FIRST } else { flag::DAMAGED_BY_SECOND };
    if permanent.has_type(types::CREATURE) {
        // 120.3e, 702.2b
        permanent.damage = permanent.damage.saturating_add(amount);
        permanent.set(by, true);
        if dealer.keywords & keyword::DEATHTOUCH != 0 {
            permanent.set(flag::DEATHTOUCHED, true);
        }
    }
    if permanent.has_type(types::PLANESWALKER) {
        // 120.3c
        let loyalty = &mut permanent.counters[CounterKind::Loyalty as usize];
        *loyalty = (i16::from(*loyalty) - amount).max(0) as u8;
    }
}

/// Life gained is part of the damage's result, not a trigger (120.3f, 702.15b).
fn lifelink(table: &mut Table, dealer: Dealer, amount: i16) {
    if dealer.keywords & keyword::LIFELINK != 0 {
        gain_life(table, dealer.controller, amount);
    }
}

pub fn add_counters(table: &mut Table, id: ObjectId, kind: CounterKind, amount: i16) {
    let Some(permanent) = table.state.permanent_mut(id) else { return };
    let counters = &mut permanent.counters[kind as usize];
    *counters = (i16::from(*counters) + amount).clamp(0, i16::from(u8::MAX)) as u8;
    let controller = permanent.controller;
    table.state.dirty = true;
    table.note(EventKind::Counters, controller, id, amount);
}
