//! Triggered abilities (603): noticing events, waiting, going on the stack in APNAP order with targets chosen.

use super::table::Table;
use super::targets;
use crate::program::evaluate::Context;
use crate::program::vocabulary::{Ability, AbilityKind, Trigger};
use crate::program::{trigger_bit, Card};
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, ObjectRef, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::stack::{Delayed, Event, ItemKind, StackItem, Target, MAX_TARGETS};
use crate::state::words::{types, Step, Zone};

/// One thing that happened, as triggers see it.
struct Happening<'a> {
    bit: u32,
    event: Event,
    convoked: u8,
    flags: u8,
    /// The targets of the spell that is copied, as they were when it was cast.
    targets: [Target; MAX_TARGETS],
    /// Whether a trigger of that kind, on a source of that controller, is about this happening.
    fits: &'a dyn Fn(&Context, &Trigger) -> bool,
}

const NO_TARGETS: [Target; MAX_TARGETS] = [Target::None; MAX_TARGETS];
const ENTERS: u32 = 1;
const DIES: u32 = 1 << 1;
const LEAVES: u32 = 1 << 2;
const CAST_SELF: u32 = 1 << 3;
const CASTS: u32 = 1 << 4;
const TARGETED: u32 = 1 << 5;
const ATTACKS: u32 = 1 << 6;
const ATTACK_WITH: u32 = 1 << 7;
const DRAWS: u32 = 1 << 8;
const CHAPTER: u32 = 1 << 9;
const STEP_BEGINS: u32 = 1 << 10;

/// Lets one source see a happening; its matching abilities wait to be put on the stack (603.3).
fn notice(table: &mut Table, source: ObjectRef, you: Seat, zone: Zone, happening: &Happening) {
    let face = table.state.object(source.id).face;
    let card: &Card = table.program.card(face);
    if card.listens & happening.bit == 0 {
        return;
    }
    for (index, ability) in card.face.abilities.iter().enumerate() {
        let AbilityKind::Triggered { event, zone: from, condition, .. } = &ability.kind else { continue };
        if trigger_bit(event) & happening.bit == 0 || *from != zone as i16 {
            continue;
        }
        let item = StackItem {
            kind: ItemKind::Triggered,
            controller: you,
            source,
            face,
            ability: index as u8,
            event: happening.event,
            convoked: happening.convoked,
            flags: happening.flags,
            targets: happening.targets,
            ..StackItem::default()
        };
        let context = Context::of_item(table.state, table.program, &item);
        if (happening.fits)(&context, event) && context.condition(condition) {
            wait(table, item);
        }
    }
}

fn wait(table: &mut Table, item: StackItem) {
    table.note(EventKind::Triggers, item.controller, item.source.id, i16::from(item.ability));
    table.state.overflow |= table.state.waiting.push(item).is_err();
}

/// Every permanent sees the happening, in order of arrival.
fn notice_all(table: &mut Table, happening: &Happening) {
    for index in 0..table.state.battlefield.len() {
        let id = table.state.battlefield.as_slice()[index];
        let listens = table.program.card(table.state.object(id).face).listens;
        if listens & happening.bit != 0 {
            let (reference, you) =
                (table.state.reference(id), crate::program::evaluate::controller(table.state, id));
            notice(table, reference, you, Zone::Battlefield, happening);
        }
    }
}

pub fn entered(table: &mut Table, id: ObjectId, convoked: u8) {
    let source = table.state.reference(id);
    let you = crate::program::evaluate::controller(table.state, id);
    let event = Event { subject: source, player: you, ..Event::default() };
    let happening =
        Happening { bit: ENTERS, event, convoked, flags: 0, targets: NO_TARGETS, fits: &|_, _| true };
    notice(table, source, you, Zone::Battlefield, &happening);
    chapter(table, id);
}

/// A Saga's lore counters have just reached a number (714.2b).
pub fn chapter(table: &mut Table, id: ObjectId) {
    let Some(permanent) = table.state.permanent(id) else { return };
    let reached = i16::from(permanent.count(crate::state::words::CounterKind::Lore));
    let (source, you) = (table.state.reference(id), permanent.controller);
    let event = Event { subject: source, player: you, ..Event::default() };
    let fits =
        |_: &Context, trigger: &Trigger| matches!(trigger, Trigger::Chapter { number } if *number == reached);
    notice(
        table,
        source,
        you,
        Zone::Battlefield,
        &Happening { bit: CHAPTER, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &fits },
    );
}

/// A permanent has left; its own triggers look back (603.10a), with its last known power.
pub fn left(table: &mut Table, was: ObjectRef, permanent: &Permanent, to: Zone) {
    let you = permanent.controller;
    let event = Event { subject: was, player: you, amount: permanent.power, spell: 0 };
    let died = to == Zone::Graveyard && permanent.has_type(types::CREATURE);
    let bit = LEAVES | if died { DIES } else { 0 };
    let happening = Happening { bit, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &|_, _| true };
    notice(table, was, you, Zone::Battlefield, &happening);
    if died {
        delayed(table, &Trigger::SubjectDies {}, was, event);
    }
}

/// Fires the delayed triggers of one kind, once each (603.7b).
fn delayed(table: &mut Table, kind: &Trigger, subject: ObjectRef, event: Event) {
    let program = table.program;
    let fires = |entry: &Delayed| {
        let trigger = &program.ability(entry.face, entry.ability).kind;
        let right_kind = matches!(trigger, AbilityKind::Triggered { event, .. } if event == kind);
        right_kind && (entry.subject == subject || entry.subject == ObjectRef::NONE)
    };
    let due: Vec<Delayed> = table.state.delayed.iter().filter(|entry| fires(entry)).copied().collect();
    table.state.delayed.retain(|entry| !due.contains(entry));
    for entry in due {
        let item = StackItem {
            kind: ItemKind::Triggered,
            controller: entry.controller,
            source: entry.source,
            face: entry.face,
            ability: entry.ability,
            event,
            ..StackItem::default()
        };
        wait(table, item);
    }
}

/// A spell has been cast (601.2i): its own trigger, and all that watch for it.
pub fn cast(table: &mut Table, spell: StackItem) {
    let (caster, id) = (spell.controller, spell.source.id);
    let event = Event { subject: spell.source, player: caster, amount: 0, spell: spell.serial };
    let own = Happening {
        bit: CAST_SELF,
        event,
        convoked: spell.convoked,
        flags: spell.flags,
        targets: spell.targets,
        fits: &|_, _| true,
    };
    notice(table, spell.source, caster, Zone::Stack, &own);
    let fits = |context: &Context, trigger: &Trigger| match trigger {
        Trigger::Casts { who, filter } => context.who(who) == caster && context.matches(filter, id),
        _ => false,
    };
    notice_all(
        table,
        &Happening { bit: CASTS, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &fits },
    );
    if table.program.card(spell.face).is(types::CREATURE) {
        let mine = table.state.delayed.iter().filter(|entry| entry.controller == caster).count();
        if mine > 0 {
            next_creature_spell(table, caster, event);
        }
    }
}

fn next_creature_spell(table: &mut Table, caster: Seat, event: Event) {
    let others: Vec<Delayed> =
        table.state.delayed.iter().filter(|entry| entry.controller != caster).copied().collect();
    table.state.delayed.retain(|entry| entry.controller == caster);
    delayed(table, &Trigger::NextCreatureSpell {}, ObjectRef::NONE, event);
    for entry in others {
        table.state.overflow |= table.state.delayed.push(entry).is_err();
    }
}

/// An object has become a target of a spell or ability (601.2c); only the first time in a turn by its controller counts.
pub fn targeted(table: &mut Table, target: Target, by: Seat) {
    let Target::Object(reference) = target else { return };
    let Some(permanent) = table.state.live(reference) else { return };
    if permanent.controller != by || permanent.is(flag::TARGETED) {
        return;
    }
    if let Some(permanent) = table.state.permanent_mut(reference.id) {
        permanent.set(flag::TARGETED, true);
    }
    let event = Event { subject: reference, player: by, ..Event::default() };
    let happening =
        Happening { bit: TARGETED, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &|_, _| true };
    notice(table, reference, by, Zone::Battlefield, &happening);
}

/// Attackers have been declared (508.1m): each attacker's own triggers, then those that count attackers.
pub fn attacked(table: &mut Table, attackers: &[ObjectId]) {
    let attacking = table.state.active;
    for &id in attackers {
        let Some(permanent) = table.state.permanent(id) else { continue };
        // The amount says whether a planeswalker is attacked (508.3a).
        let amount = i16::from(!permanent.attack_target.is_none());
        let source = table.state.reference(id);
        let event = Event { subject: source, player: attacking.other(), amount, spell: 0 };
        let happening =
            Happening { bit: ATTACKS, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &|_, _| true };
        notice(table, source, attacking, Zone::Battlefield, &happening);
    }
    let count = attackers.len() as i16;
    let event = Event { player: attacking.other(), amount: count, ..Event::default() };
    let fits = |_: &Context, trigger: &Trigger| matches!(trigger, Trigger::AttackWith { at_least } if count >= *at_least);
    let happening =
        Happening { bit: ATTACK_WITH, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &fits };
    let graveyard = table.state.player(attacking).graveyard;
    for &id in graveyard.iter() {
        let source = table.state.reference(id);
        notice(table, source, attacking, Zone::Graveyard, &happening);
    }
    for index in 0..table.state.battlefield.len() {
        let id = table.state.battlefield.as_slice()[index];
        if crate::program::evaluate::controller(table.state, id) == attacking {
            let source = table.state.reference(id);
            notice(table, source, attacking, Zone::Battlefield, &happening);
        }
    }
}

/// A player has drawn the nth card of the turn; each card is an event of its own (121.2).
pub fn drew(table: &mut Table, seat: Seat, nth: u8) {
    let event = Event { player: seat, ..Event::default() };
    let fits = |context: &Context, trigger: &Trigger| match trigger {
        Trigger::Draws { who, nth: wanted } => {
            context.who(who) == seat && (*wanted == 0 || *wanted == i16::from(nth))
        }
        _ => false,
    };
    notice_all(
        table,
        &Happening { bit: DRAWS, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &fits },
    );
}

pub fn step_begins(table: &mut Table, step: Step) {
    let active = table.state.active;
    let event = Event { player: active, ..Event::default() };
    let fits = |context: &Context, trigger: &Trigger| match trigger {
        Trigger::StepBegins { step: wanted, who } => {
            *wanted == step as i16 && context.players(who).any(|seat| seat == active)
        }
        _ => false,
    };
    notice_all(
        table,
        &Happening { bit: STEP_BEGINS, event, convoked: 0, flags: 0, targets: NO_TARGETS, fits: &fits },
    );
}

/// Puts waiting triggers on the stack, the active player's first (603.3b). False where a question is open.
pub fn place_waiting(table: &mut Table) -> bool {
    loop {
        if let Some(item) = table.state.placing {
            if !place(table, item) {
                return false;
            }
            continue;
        }
        let active = table.state.active;
        let Some(seat) = [active, active.other()].into_iter().find(|&seat| count_of(table, seat) > 0) else {
            return true;
        };
        let options = distinct_waiting(table.state, seat);
        if options.len() > 1 {
            table.state.ask(seat, Question::Order);
            return false;
        }
        take_waiting(table, options[0]);
    }
}

fn count_of(table: &Table, seat: Seat) -> usize {
    table.state.waiting.iter().filter(|item| item.controller == seat).count()
}

/// Triggers that say the same about the same thing: their order makes no difference and is not asked. A delayed trigger
/// is also about the object it watches.
fn alike(one: &StackItem, other: &StackItem) -> bool {
    let facts =
        |item: &StackItem| (item.face, item.ability, item.event.player, item.event.amount, item.event.spell);
    let same_source = one.source == other.source || one.event.subject == one.source;
    facts(one) == facts(other) && one.convoked == other.convoked && (same_source || one.event == other.event)
}

/// Positions of the waiting triggers of a player that differ from one another.
pub fn distinct_waiting(state: &crate::state::State, seat: Seat) -> Vec<u8> {
    let mut found: Vec<u8> = Vec::new();
    for (index, item) in state.waiting.iter().enumerate().filter(|(_, item)| item.controller == seat) {
        let same = |&other: &u8| alike(&state.waiting.as_slice()[usize::from(other)], item);
        if !found.iter().any(same) {
            found.push(index as u8);
        }
    }
    found
}

/// The waiting trigger at this position is the next to be put on the stack.
pub fn take_waiting(table: &mut Table, position: u8) {
    table.state.placing = table.state.waiting.remove(usize::from(position));
}

/// Chooses targets for the trigger that is being placed and puts it on the stack; without a legal target it is removed
/// (603.3d). False where its controller must choose.
fn place(table: &mut Table, mut item: StackItem) -> bool {
    let ability: &Ability = table.program.ability(item.face, item.ability);
    for (index, rule) in ability.targets.iter().enumerate() {
        if item.targets[index] != Target::None {
            continue;
        }
        let legal = targets::candidates(table.state, table.program, &item, rule);
        match legal.as_slice() {
            [] if !rule.optional => {
                table.state.placing = None;
                return true;
            }
            [] => {}
            [only] if !rule.optional => item.targets[index] = *only,
            _ => {
                table.state.placing = Some(item);
                table.state.ask(item.controller, Question::Target { index: index as u8 });
                return false;
            }
        }
    }
    finish_placing(table, item);
    true
}

fn finish_placing(table: &mut Table, mut item: StackItem) {
    table.state.placing = None;
    item.serial = table.state.serial();
    table.state.overflow |= table.state.stack.push(item).is_err();
    let rules = table.program.ability(item.face, item.ability).targets.len();
    for &target in item.targets.iter().take(rules) {
        targeted(table, target, item.controller);
    }
}

/// The controller's answer for the trigger being placed; `None` declines an optional target.
pub fn answer_target(table: &mut Table, index: u8, target: Target) {
    let Some(mut item) = table.state.placing else { return };
    item.targets[usize::from(index)] = target;
    let declined = target == Target::None;
    table.state.placing = Some(item);
    if declined {
        finish_placing(table, item);
    }
}
