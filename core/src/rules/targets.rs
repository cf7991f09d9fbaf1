//! Targets (115): what may be chosen, and whether it still is legal on resolution (608.2b).

use crate::program::evaluate::Context;
use crate::program::vocabulary::TargetRule;
use crate::program::Program;
use crate::state::ids::Seat;
use crate::state::stack::{ItemKind, StackItem, Target};
use crate::state::State;

/// Everything that may be chosen now: players, permanents in order of arrival, spells from the top of the stack.
pub fn candidates(state: &State, program: &Program, item: &StackItem, rule: &TargetRule) -> Vec<Target> {
    let context = Context::of_item(state, program, item);
    let mut found = Vec::new();
    visit(&context, rule, |target| {
        found.push(target);
        false
    });
    found
}

/// Whether anything at all may be chosen.
pub fn any(state: &State, program: &Program, item: &StackItem, rule: &TargetRule) -> bool {
    visit(&Context::of_item(state, program, item), rule, |_| true)
}

/// Whether an ability's targets can all be chosen.
pub fn all_available(state: &State, program: &Program, item: &StackItem, rules: &[TargetRule]) -> bool {
    rules.iter().all(|rule| rule.optional || any(state, program, item, rule))
}

fn visit(context: &Context, rule: &TargetRule, mut stop: impl FnMut(Target) -> bool) -> bool {
    let you = context.you;
    for seat in [you, you.other()] {
        if player_allowed(rule, you, seat) && stop(Target::Player(seat)) {
            return true;
        }
    }
    if let Some(filter) = &rule.permanents {
        for &id in context.state.battlefield.iter() {
            if context.matches(filter, id) && stop(Target::Object(context.state.reference(id))) {
                return true;
            }
        }
    }
    if let Some(filter) = &rule.spells {
        for item in context.state.stack.iter().rev() {
            if spell_matches(context, filter, item) && stop(Target::Stack(item.serial)) {
                return true;
            }
        }
    }
    false
}

fn player_allowed(rule: &TargetRule, you: Seat, seat: Seat) -> bool {
    rule.players == 1 || (rule.players == 2 && seat != you)
}

fn spell_matches(context: &Context, filter: &crate::program::vocabulary::Filter, item: &StackItem) -> bool {
    let is_spell = matches!(item.kind, ItemKind::Spell | ItemKind::Copy);
    // 115.5: a spell cannot target itself.
    let itself = context.item.is_some_and(|mine| mine.serial == item.serial && mine.serial != 0);
    is_spell && !itself && (filter.is_empty() || context.matches(filter, item.source.id))
}

/// Whether a chosen target is (still) legal for this rule.
pub fn is_legal(
    state: &State,
    program: &Program,
    item: &StackItem,
    rule: &TargetRule,
    target: Target,
) -> bool {
    let context = Context::of_item(state, program, item);
    match target {
        Target::None => false,
        Target::Player(seat) => player_allowed(rule, item.controller, seat),
        Target::Object(reference) => {
            let here = state.live(reference).is_some();
            here && rule.permanents.as_ref().is_some_and(|filter| context.matches(filter, reference.id))
        }
        Target::Stack(serial) => {
            let spell = state.spell(serial);
            spell.is_some_and(|spell| rule.spells.as_ref().is_some_and(|f| spell_matches(&context, f, spell)))
        }
    }
}

/// Whether the item has chosen targets and all of them are illegal now: then nothing of it happens (608.2b).
pub fn all_illegal(state: &State, program: &Program, item: &StackItem, rules: &[TargetRule]) -> bool {
    let chosen = rules.iter().zip(item.targets).filter(|(_, target)| *target != Target::None);
    let mut any_chosen = false;
    for (rule, target) in chosen {
        any_chosen = true;
        if is_legal(state, program, item, rule, target) {
            return false;
        }
    }
    any_chosen
}
