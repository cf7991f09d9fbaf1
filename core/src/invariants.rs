//! What must hold whenever a player is asked something: the debug mode of tests and of the fuzzer. Costs too much for play.

use crate::program::Program;
use crate::rules::{layers, state_based};
use crate::snapshot;
use crate::state::permanent::flag;
use crate::state::question::Question;
use crate::state::words::{types, CounterKind, Step, Zone};
use crate::state::{object_flag, State};

type Check = fn(&State, &Program) -> bool;

const MAX_LIFE: i16 = 10_000;

/// The first thing found that does not hold, in words.
pub fn broken(state: &State, program: &Program) -> Option<String> {
    let checks: [(&str, Check); 8] = [
        ("a token is off the battlefield", tokens_are_permanents),
        ("a zone lists a card that is elsewhere, or misses one", zones_are_complete),
        ("a stored characteristic is stale", characteristics_are_current),
        ("a state-based action was left undone", nothing_dies_late),
        ("a trigger waits although a player has priority", triggers_are_placed),
        ("an attachment, attack or block names nothing on the battlefield", links_are_live),
        ("life or counters are out of range", numbers_are_sane),
        ("damage or a temporary effect outlived its turn", turn_is_clean),
    ];
    if let Err(problem) = snapshot::check(state, program) {
        return Some(problem);
    }
    checks.into_iter().find(|(_, holds)| !holds(state, program)).map(|(problem, _)| problem.to_owned())
}

fn tokens_are_permanents(state: &State, _: &Program) -> bool {
    let objects = &state.objects[..usize::from(state.object_count)];
    let tokens = objects.iter().filter(|object| object.flags & object_flag::TOKEN != 0);
    tokens.into_iter().all(|token| matches!(token.zone, Zone::Battlefield | Zone::Nowhere))
}

/// Every card is in exactly the one list of its zone (400.1).
fn zones_are_complete(state: &State, _: &Program) -> bool {
    let mut listed =
        state.battlefield.len() + state.stack.iter().filter(|item| on_stack(state, item)).count();
    for player in &state.players {
        listed += player.library.len() + player.hand.len() + player.graveyard.len() + player.exile.len();
    }
    let objects = &state.objects[..usize::from(state.object_count)];
    listed == objects.iter().filter(|object| object.zone != Zone::Nowhere).count()
}

fn on_stack(state: &State, item: &crate::state::stack::StackItem) -> bool {
    let spell = item.kind == crate::state::stack::ItemKind::Spell;
    spell && state.current(item.source).is_some_and(|id| state.object(id).zone == Zone::Stack)
}

fn characteristics_are_current(state: &State, program: &Program) -> bool {
    let mut fresh = state.clone();
    fresh.dirty = true;
    layers::refresh(&mut fresh, program);
    state.over || state.permanents().eq(fresh.permanents())
}

fn asked_at_priority(state: &State) -> bool {
    state.question == Question::Priority
}

fn nothing_dies_late(state: &State, program: &Program) -> bool {
    !asked_at_priority(state)
        || state.permanents().all(|permanent| !state_based::falls(state, program, permanent))
}

fn triggers_are_placed(state: &State, _: &Program) -> bool {
    !asked_at_priority(state) || (state.waiting.is_empty() && state.placing.is_none())
}

fn links_are_live(state: &State, _: &Program) -> bool {
    state.permanents().all(|permanent| {
        let links = [permanent.attached_to, permanent.attack_target, permanent.blocking];
        links.into_iter().all(|id| id.is_none() || state.permanent(id).is_some())
    })
}

fn numbers_are_sane(state: &State, _: &Program) -> bool {
    let lives = state.players.iter().all(|player| player.life.abs() < MAX_LIFE);
    let loyal = state.permanents().all(|permanent| {
        permanent.count(CounterKind::Loyalty) == 0 || permanent.has_type(types::PLANESWALKER)
    });
    lives && loyal
}

/// As a turn begins nothing of the last one is left (514.2); combat is over outside combat (511.3).
fn turn_is_clean(state: &State, _: &Program) -> bool {
    let fresh_turn = state.step == Step::Upkeep && state.events_this_turn == 0;
    let undamaged = state.permanents().all(|permanent| permanent.damage == 0);
    let peaceful = matches!(state.step, Step::Main1 | Step::Main2 | Step::Upkeep | Step::Draw | Step::End);
    let nobody_fights = state.permanents().all(|p| !p.is(flag::ATTACKING) && p.blocking.is_none());
    (!fresh_turn || (undamaged && state.effects.is_empty())) && (!peaceful || nobody_fights)
}
