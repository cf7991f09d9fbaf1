//! Layers (613): what a permanent's types, colours, keywords, power and toughness are now. Cached in the permanent.

use crate::program::evaluate::{printed_power, Context};
use crate::program::vocabulary::{Affected, Op, Static};
use crate::program::Program;
use crate::state::ids::ObjectId;
use crate::state::permanent::{flag, Permanent};
use crate::state::words::{types, CounterKind};
use crate::state::{Effect, State};

/// Recomputes every permanent if something on the battlefield has changed since the last time, else those whose words
/// depend on more than that (a graveyard, a life total).
pub fn refresh(state: &mut State, program: &Program) {
    if !state.dirty {
        if state.stirred {
            refresh_dependent(state, program);
        }
        return;
    }
    state.dirty = false;
    state.stirred = false;
    state.unchecked = true;
    for index in 0..state.battlefield.len() {
        as_printed(state, program, state.battlefield.as_slice()[index]);
    }
    if !state.effects.is_empty() {
        for index in 0..state.battlefield.len() {
            set_types_and_colours(state, program, state.battlefield.as_slice()[index]);
        }
    }
    let attachments = state.permanents().any(|permanent| !permanent.attached_to.is_none());
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        let card = program.card(state.object(id).face);
        if card.has_statics || attachments || !state.effects.is_empty() {
            let computed = characteristics(state, program, id);
            if let Some(permanent) = state.permanent_mut(id) {
                *permanent = computed;
            }
        }
    }
}

fn refresh_dependent(state: &mut State, program: &Program) {
    state.stirred = false;
    state.unchecked = true;
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        if !program.card(state.object(id).face).dependent {
            continue;
        }
        let host = state.permanent(id).map_or(ObjectId::NONE, |permanent| permanent.attached_to);
        for changed in [id, host] {
            if state.permanent(changed).is_some() {
                let computed = characteristics(state, program, changed);
                state.permanent_mut(changed).into_iter().for_each(|permanent| *permanent = computed);
            }
        }
    }
}

/// What the card says, and its counters: all there is to most permanents.
fn as_printed(state: &mut State, program: &Program, id: ObjectId) {
    let card = program.card(state.object(id).face);
    let Some(permanent) = state.permanent_mut(id) else { return };
    permanent.types = card.types;
    permanent.colours = card.colours;
    permanent.keywords = card.keywords;
    permanent.power = card.face.power;
    permanent.toughness = card.face.toughness;
    permanent.set(flag::BARRED | flag::NO_BLOCK, false);
    add_counters(permanent);
}

/// Layer 7c: +1/+1 and -1/-1 counters.
fn add_counters(permanent: &mut Permanent) {
    if permanent.has_type(types::CREATURE) {
        let counters =
            i16::from(permanent.count(CounterKind::Plus)) - i16::from(permanent.count(CounterKind::Minus));
        permanent.power += counters;
        permanent.toughness += counters;
    }
}

/// Layers 4 and 5: types and colours, in timestamp order of the animations.
fn set_types_and_colours(state: &mut State, program: &Program, id: ObjectId) {
    let card = program.card(state.object(id).face);
    let (mut kinds, mut colours) = (card.types, card.colours);
    let reference = state.reference(id);
    for effect in state.effects.iter().filter(|effect| effect.target == reference) {
        if let Some(Op::Animate { types, colours: set, .. }) = animation(program, effect) {
            kinds |= *types as u16;
            colours = *set as u8;
        }
    }
    if let Some(permanent) = state.permanent_mut(id) {
        permanent.types = kinds;
        permanent.colours = colours;
    }
}

pub fn animation<'p>(program: &'p Program, effect: &Effect) -> Option<&'p Op> {
    let (face, ability, op) = effect.animation?;
    program.ability(face, ability).code.get(usize::from(op))
}

/// Layers 6 and 7: keywords, then power and toughness (7a, 7b, 7c).
fn characteristics(state: &State, program: &Program, id: ObjectId) -> Permanent {
    let mut permanent = *state.permanent(id).unwrap_or(&Permanent::default());
    let card = program.card(state.object(id).face);
    permanent.keywords = card.keywords;
    permanent.power =
        if card.face.power_rule.is_some() { printed_power(state, program, id) } else { card.face.power };
    permanent.toughness = card.face.toughness;
    apply_effects(state, program, &mut permanent);
    if card.has_statics {
        apply_own_statics(state, program, id, &mut permanent);
    }
    for aura in state.permanents().filter(|aura| aura.attached_to == id) {
        apply_attached(state, program, aura, &mut permanent);
    }
    add_counters(&mut permanent);
    permanent
}

fn apply_effects(state: &State, program: &Program, permanent: &mut Permanent) {
    let reference = state.reference(permanent.object);
    let mine = || state.effects.iter().filter(|effect| effect.target == reference);
    for effect in mine() {
        if let Some(Op::Animate { power, toughness, keywords, .. }) = animation(program, effect) {
            permanent.power = *power;
            permanent.toughness = *toughness;
            permanent.keywords |= *keywords as u32;
        }
    }
    for effect in mine() {
        permanent.power += effect.power;
        permanent.toughness += effect.toughness;
        permanent.keywords |= effect.keywords;
    }
}

fn apply_own_statics(state: &State, program: &Program, id: ObjectId, permanent: &mut Permanent) {
    let context = Context::of_object(state, program, id);
    for ability in &program.face(state.object(id).face).statics {
        match ability {
            Static::Modify { affected: Affected::Itself {}, condition, power, toughness, keywords } => {
                if context.condition(condition) {
                    modify(permanent, &context, (power, toughness), *keywords);
                }
            }
            Static::Barred { unless } => permanent.set(flag::BARRED, !context.condition(unless)),
            Static::CannotBlock {} => permanent.set(flag::NO_BLOCK, true),
            Static::Modify { affected: Affected::AttachedTo {}, .. }
            | Static::CheaperSpells { .. }
            | Static::CheaperSelf { .. }
            | Static::LoyaltyAnyTime { .. }
            | Static::DamageAsCounters {}
            | Static::ExileDamaged {} => {}
        }
    }
}

fn apply_attached(state: &State, program: &Program, aura: &Permanent, permanent: &mut Permanent) {
    let context = Context::of_object(state, program, aura.object);
    for ability in &program.face(state.object(aura.object).face).statics {
        if let Static::Modify { affected: Affected::AttachedTo {}, condition, power, toughness, keywords } =
            ability
        {
            if context.condition(condition) {
                modify(permanent, &context, (power, toughness), *keywords);
            }
        }
    }
}

type Change<'a> = (&'a crate::program::vocabulary::Amount, &'a crate::program::vocabulary::Amount);

fn modify(permanent: &mut Permanent, context: &Context, change: Change, keywords: i16) {
    permanent.power += context.amount(change.0);
    permanent.toughness += context.amount(change.1);
    permanent.keywords |= keywords as u32;
}

/// Ends every "until end of turn" (514.2).
pub fn end_effects(state: &mut State) {
    state.effects.clear();
    state.dirty = true;
}
