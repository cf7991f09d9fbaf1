//! The raw counts that the causal variables are made of: only what the player can see. What is made of them is the causal model's.

use crate::program::{Card, Program};
use crate::state::ids::Seat;
use crate::state::permanent::{flag, Permanent};
use crate::state::words::types;
use crate::state::State;

/// Names and order of the counts.
pub const COUNTS: [&str; 15] = [
    "own_mana_sources",
    "own_mana_creatures",
    "own_lands_in_hand",
    "own_hand",
    "own_removal_in_hand",
    "own_power",
    "opponent_power",
    "own_threats",
    "own_permanents",
    "opponent_permanents",
    "own_mana_spent",
    "opponent_mana_spent",
    "opponent_mana_sources",
    "own_life",
    "opponent_life",
];

/// What one player's battlefield adds up to.
#[derive(Clone, Copy, Default)]
struct Board {
    mana_sources: i16,
    mana_creatures: i16,
    power: i16,
    threats: i16,
    permanents: i16,
}

impl Board {
    fn add(&mut self, card: &Card, permanent: &Permanent) {
        let creature = permanent.has_type(types::CREATURE);
        let makes_mana = card.mana != 0;
        let attacks = creature && permanent.power >= 1 && !permanent.is(flag::BARRED);
        self.permanents += 1;
        self.mana_sources += i16::from(makes_mana);
        self.mana_creatures += i16::from(makes_mana && creature);
        self.power += if creature { permanent.power } else { 0 };
        self.threats += i16::from(attacks || permanent.has_type(types::PLANESWALKER));
    }
}

/// The counts as one player sees them, in the order of `COUNTS`.
pub fn counts(state: &State, program: &Program, seat: Seat) -> [f32; 15] {
    let mut boards = [Board::default(); 2];
    for permanent in state.permanents() {
        let card = program.card(state.object(permanent.object).face);
        boards[permanent.controller.index()].add(card, permanent);
    }
    let (own, opponent) = (&boards[seat.index()], &boards[seat.other().index()]);
    let (me, other) = (state.player(seat), state.player(seat.other()));
    let in_hand = |wanted: fn(&Card) -> bool| {
        me.hand.iter().filter(|&&id| wanted(program.card(state.object(id).face))).count() as f32
    };
    [
        f32::from(own.mana_sources),
        f32::from(own.mana_creatures),
        in_hand(Card::is_land),
        me.hand.len() as f32,
        in_hand(|card| card.removal),
        f32::from(own.power),
        f32::from(opponent.power),
        f32::from(own.threats),
        f32::from(own.permanents),
        f32::from(opponent.permanents),
        f32::from(me.mana_spent),
        f32::from(other.mana_spent),
        f32::from(opponent.mana_sources),
        f32::from(me.life),
        f32::from(other.life),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::tests::toy::{position, BEAR, BOLT, ME, OTHER, RELIC, WALKER, WOOD};
    use crate::state::words::Zone;

    fn named(values: [f32; 15], name: &str) -> f32 {
        values[COUNTS.iter().position(|count| *count == name).expect("a count of that name")]
    }

    #[test]
    fn a_position_is_counted_from_both_sides() {
        let mut table = position();
        for face in [WOOD, BOLT, BOLT, BEAR] {
            table.put(ME, face, Zone::Hand);
        }
        for face in [WOOD, WOOD, BEAR, WALKER, RELIC] {
            table.permanent(ME, face);
        }
        let barred = table.permanent(ME, BEAR);
        table.permanent(OTHER, BEAR);
        table.set(barred, |permanent| permanent.flags |= flag::BARRED);
        table.state.player_mut(OTHER).mana_spent = 3;
        let mine = counts(&table.state, &table.program, ME);
        let expected = [2.0, 0.0, 1.0, 4.0, 2.0, 4.0, 2.0, 2.0, 6.0, 1.0, 0.0, 3.0, 0.0, 20.0, 20.0];
        assert_eq!(mine, expected);
        let theirs = counts(&table.state, &table.program, OTHER);
        assert_eq!(named(theirs, "own_power"), named(mine, "opponent_power"));
        assert_eq!(named(theirs, "own_mana_spent"), 3.0);
    }

    #[test]
    fn a_land_that_is_a_creature_makes_mana_and_fights() {
        let mut table = position();
        let wood = table.permanent(ME, WOOD);
        table.set(wood, |permanent| {
            permanent.types |= types::CREATURE;
            permanent.power = 3;
        });
        let values = counts(&table.state, &table.program, ME);
        let names = ["own_mana_sources", "own_mana_creatures", "own_power", "own_threats"];
        assert_eq!(names.map(|name| named(values, name)), [1.0, 1.0, 3.0, 1.0]);
    }
}
