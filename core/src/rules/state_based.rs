//! State-based actions (704): everything that applies happens at once, again and again until nothing does.

use super::combat;
use super::layers;
use super::replacement;
use super::table::Table;
use super::zones;
use crate::program::{Card, Program};
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::stack::ItemKind;
use crate::state::words::{types, CounterKind, Reason, Zone};
use crate::state::{Stage, State};

/// What a check came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing had to be done.
    Quiet,
    Acted,
    /// A question is open: the legend rule.
    Asking,
}

/// Performs all state-based actions.
pub fn check(table: &mut Table) -> Outcome {
    let mut outcome = Outcome::Quiet;
    loop {
        layers::refresh(table.state, table.program);
        if !table.state.unchecked {
            return outcome;
        }
        combat::remove_noncreatures_in_combat(table.state);
        if let Some(object) = legend_conflict(table.state, table.program) {
            let controller = crate::program::evaluate::controller(table.state, object);
            table.state.ask(controller, Question::Legend { object });
            return Outcome::Asking;
        }
        let losers = losers(table.state);
        let changed = permanents_fall(table);
        if losers != [false, false] {
            end_game(table, losers);
            return Outcome::Acted;
        }
        if !changed {
            table.state.unchecked = false;
            return outcome;
        }
        outcome = Outcome::Acted;
    }
}

/// 704.5a, 704.5b, 104.3a.
fn losers(state: &State) -> [bool; 2] {
    let lost = |seat: Seat| {
        let player = state.player(seat);
        player.life <= 0 || player.drew_from_empty || player.conceded
    };
    [lost(Seat(0)), lost(Seat(1))]
}

fn end_game(table: &mut Table, losers: [bool; 2]) {
    let both = losers == [true, true];
    let loser = Seat(u8::from(losers[1]));
    let player = table.state.player(loser);
    // 104.4a: all players losing at once is a draw.
    let reason = match (both, player.life <= 0, player.drew_from_empty) {
        (true, _, _) => Reason::Simultaneous,
        (false, true, _) => Reason::Life,
        (false, false, true) => Reason::Library,
        (false, false, false) => Reason::Concession,
    };
    finish(table, (!both).then(|| loser.other()), reason);
}

/// The game ends.
pub fn finish(table: &mut Table, winner: Option<Seat>, reason: Reason) {
    let state = &mut *table.state;
    state.over = true;
    state.winner = winner;
    state.reason = reason;
    state.stage = Stage::Over;
    state.question = Question::None;
    let seat = winner.unwrap_or(Seat(0));
    table.note(EventKind::GameOver, seat, ObjectId::NONE, reason as i16);
}

/// Two legendary permanents of one name and controller (704.5j): the first of them.
fn legend_conflict(state: &State, program: &Program) -> Option<ObjectId> {
    let legends = || state.permanents().filter(|permanent| permanent.has_type(types::LEGENDARY));
    legends().map(|p| p.object).find(|&id| legend_group(state, program, id).len() > 1)
}

/// All legendary permanents that share name and controller with this one.
pub fn legend_group(state: &State, program: &Program, id: ObjectId) -> Vec<ObjectId> {
    let Some(first) = state.permanent(id) else { return Vec::new() };
    let name = |object: ObjectId| &program.face(state.object(object).face).name;
    state
        .controlled(first.controller)
        .filter(|other| other.has_type(types::LEGENDARY) && name(other.object) == name(id))
        .map(|other| other.object)
        .collect()
}

/// The legend that stays; the others go to the graveyard: neither destroyed nor sacrificed, yet creatures die (704.5j).
pub fn answer_legend(table: &mut Table, kept: ObjectId) {
    let group = legend_group(table.state, table.program, kept);
    for id in group.into_iter().filter(|&id| id != kept) {
        let zone = replacement::instead_of_dying(table, id);
        zones::move_to(table, id, zone);
    }
}

/// What happens to permanents in one check; true if anything did.
fn permanents_fall(table: &mut Table) -> bool {
    let annihilated = annihilate_counters(table);
    if !table.state.permanents().any(|permanent| falls(table.state, table.program, permanent)) {
        return annihilated;
    }
    let fallen: Vec<(ObjectId, Zone)> = table
        .state
        .permanents()
        .filter(|permanent| falls(table.state, table.program, permanent))
        .map(|permanent| (permanent.object, replacement::instead_of_dying(table, permanent.object)))
        .collect();
    table.state.permanents_mut().for_each(|permanent| permanent.set(flag::DEATHTOUCHED, false));
    for &(id, zone) in &fallen {
        zones::move_to(table, id, zone);
    }
    annihilated || !fallen.is_empty()
}

/// Whether a state-based action takes this permanent off the battlefield now.
pub fn falls(state: &State, program: &Program, permanent: &Permanent) -> bool {
    if permanent.has_type(types::CREATURE) {
        // 704.5f, 704.5g, 704.5h
        let lethal = permanent.damage > 0 && permanent.damage >= permanent.toughness;
        if permanent.toughness <= 0 || lethal || permanent.is(flag::DEATHTOUCHED) {
            return true;
        }
    }
    // 704.5i
    if permanent.has_type(types::PLANESWALKER) && permanent.count(CounterKind::Loyalty) == 0 {
        return true;
    }
    if !permanent.has_type(types::ENCHANTMENT) {
        return false;
    }
    if card_of(state, program, permanent).aura {
        return loose(state, permanent) || older_role(state, program, permanent);
    }
    saga_is_over(state, program, permanent)
}

fn card_of<'p>(state: &State, program: &'p Program, permanent: &Permanent) -> &'p Card {
    program.card(state.object(permanent.object).face)
}

/// An Aura attached to nothing, or to what is no creature (704.5m).
fn loose(state: &State, aura: &Permanent) -> bool {
    state.permanent(aura.attached_to).is_none_or(|host| !host.has_type(types::CREATURE))
}

/// All but the newest Role of one controller on one permanent (704.5y).
fn older_role(state: &State, program: &Program, role: &Permanent) -> bool {
    card_of(state, program, role).role
        && state.controlled(role.controller).any(|other| {
            other.attached_to == role.attached_to
                && other.timestamp > role.timestamp
                && card_of(state, program, other).role
        })
}

/// A Saga that has reached its last chapter, none of whose chapter abilities is still to resolve (704.5s).
fn saga_is_over(state: &State, program: &Program, permanent: &Permanent) -> bool {
    let chapters = card_of(state, program, permanent).face.chapters;
    if chapters == 0 || i16::from(permanent.count(CounterKind::Lore)) < chapters {
        return false;
    }
    let source = state.reference(permanent.object);
    let mut pending = state.stack.iter().chain(state.waiting.iter()).chain(state.placing.iter());
    !pending.any(|item| item.kind == ItemKind::Triggered && item.source == source)
}

/// Pairs of +1/+1 and -1/-1 counters annihilate (704.5q).
fn annihilate_counters(table: &mut Table) -> bool {
    let mut any = false;
    for permanent in table.state.permanents_mut() {
        let pairs = permanent.count(CounterKind::Plus).min(permanent.count(CounterKind::Minus));
        permanent.counters[CounterKind::Plus as usize] -= pairs;
        permanent.counters[CounterKind::Minus as usize] -= pairs;
        any |= pairs > 0;
    }
    table.state.dirty |= any;
    any
}

/// A cost or effect has put an impossible load on the arenas: the game ends as a draw and says so.
pub fn check_overflow(table: &mut Table) {
    if table.state.overflow && !table.state.over {
        finish(table, None, Reason::Overflow);
    }
}

/// A player gives up (104.3a).
pub fn concede(table: &mut Table, seat: Seat) {
    table.state.player_mut(seat).conceded = true;
    finish(table, Some(seat.other()), Reason::Concession);
}
