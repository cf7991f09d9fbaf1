//! What could be done now, whoever has priority: costs, legal targets, attacks and blocks. For looking, never for deciding.

use super::{method, number_of, section, target};
use crate::program::Program;
use crate::rules::{combat, costs, targets};
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::stack::{Method, StackItem, Target};
use crate::state::State;

/// Sections `cost`, `aim`, `attacker`, `block`.
pub fn prospects(state: &State, program: &Program, out: &mut Vec<i32>) {
    out.clear();
    section(out, prices(state, program).into_iter(), |row, out| out.extend(row));
    section(out, aims(state, program).into_iter(), |row, out| out.extend(row));
    let attackers = state.permanents().filter(|creature| combat::can_attack(state, creature));
    section(out, attackers, |creature, out| out.push(number_of(creature.object)));
    section(out, blocks(state).into_iter(), |row, out| out.extend(row));
}

fn cards(state: &State) -> impl Iterator<Item = ObjectId> + '_ {
    Seat::BOTH.into_iter().flat_map(|seat| {
        let player = state.player(seat);
        player.hand.iter().chain(player.graveyard.iter()).chain(player.exile.iter()).copied()
    })
}

fn prices(state: &State, program: &Program) -> Vec<[i32; 9]> {
    let ways = [Method::Cast, Method::Flashback, Method::Plotted, Method::Plot];
    let all = cards(state).flat_map(|id| ways.into_iter().map(move |way| (id, way)));
    all.filter_map(|(id, way)| {
        let price = costs::total(state, program, id, way)?;
        let [white, blue, black, red, green, colourless] = price.coloured.map(i32::from);
        let generic = i32::from(price.generic);
        Some([number_of(id), method(way), white, blue, black, red, green, colourless, generic])
    })
    .collect()
}

fn aims(state: &State, program: &Program) -> Vec<[i32; 5]> {
    let mut rows = Vec::new();
    for id in cards(state) {
        let item = costs::as_item(state, program, id, Method::Cast);
        if let Some(ability) = program.card(item.face).spell {
            aim(state, program, &StackItem { ability, ..item }, -1, &mut rows);
        }
    }
    for permanent in state.permanents() {
        let face = state.object(permanent.object).face;
        for (ordinal, &ability) in program.card(face).activated.iter().enumerate() {
            let item = costs::ability_item(state, permanent.object, ability, permanent.controller);
            aim(state, program, &item, ordinal as i32, &mut rows);
        }
    }
    rows
}

fn aim(state: &State, program: &Program, item: &StackItem, ordinal: i32, rows: &mut Vec<[i32; 5]>) {
    let id = number_of(item.source.id);
    for rule in &program.ability(item.face, item.ability).targets {
        let legal: Vec<Target> = targets::candidates(state, program, item, rule);
        rows.extend(legal.iter().map(|aimed| {
            let [kind, number, generation] = target(aimed);
            [id, ordinal, kind, number, generation]
        }));
    }
}

fn blocks(state: &State) -> Vec<[i32; 2]> {
    let attacking = || state.permanents().filter(|attacker| attacker.is(flag::ATTACKING));
    let all = state.permanents().flat_map(|blocker| attacking().map(move |attacker| (blocker, attacker)));
    all.filter(|(blocker, attacker)| combat::can_block(state, blocker, attacker))
        .map(|(blocker, attacker)| [number_of(blocker.object), number_of(attacker.object)])
        .collect()
}
