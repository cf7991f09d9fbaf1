//! What is printed on a card as numbers, worked out once for each face of a pool. What a card is doing is `card`.

use super::card::{self, Body, CURRENT};
use super::effects::Effects;
use super::field::{numbers, share, yes};
use crate::program::vocabulary::{Condition, Enters};
use crate::program::{Card, Program};
use crate::state::ids::FaceId;
use crate::state::words::types;

/// What the printed numbers are read from.
pub struct Printed<'a> {
    card: &'a Card,
    effects: Effects,
}

numbers!(PRINTED, write_printed(printed: &Printed) {
    "mana_value" [0.0, 1.0] "mana / 10", "mana value" => share(printed.card.face.mana_value, 10.0);
    "spell" [0.0, 1.0] "yes or no", "an instant or sorcery" => yes(printed.card.is(types::INSTANT | types::SORCERY));
    "land" [0.0, 1.0] "yes or no", "a land" => yes(printed.card.is_land());
    "kind" [-1.0, 1.0] "sum", "planeswalker 1/2, enchantment 1/4, artifact 1/8, legendary 1/16; a token 1/32 more and negative"
        => kind(printed.card);
    "speed" [-1.0, 1.0] "code", "1 castable at instant speed; a land that enters tapped -1 always, -0.75 unless life is paid, \
        -0.5 unless a condition holds, -0.25 where one holds" => speed(printed.card);
    "damage" [-1.0, 1.0] "damage / 10", "damage or loss of life it deals to a player" => cut(printed.effects.damage);
    "removal" [-1.0, 1.0] "strength", "permanents it removes: 1 a sweep; a target by how much it may hit; damage / 10"
        => cut(printed.effects.removal);
    "denial" [-1.0, 1.0] "strength", "above 0 counters spells (mana to be paid / 5), below 0 looks at or takes from a hand, mills"
        => cut(printed.effects.denial);
    "cards" [-1.0, 1.0] "cards / 5", "cards it draws or takes; scry 1/4 of a card" => cut(printed.effects.cards);
    "board" [-1.0, 1.0] "power and toughness / 20", "tokens and other permanents it makes; below 0 for the opponent"
        => cut(printed.effects.board);
    "growth" [-1.0, 1.0] "power and toughness / 10", "counters, power, toughness and keywords it gives"
        => cut(printed.effects.growth);
    "life" [-1.0, 1.0] "life / 10", "life its controller gains, below 0 loses" => cut(printed.effects.life);
    "options" [-1.0, 1.0] "sum", "further uses (flashback, plot, casualty, convoke, activated abilities, cheaper spells), \
        below 0 restrictions" => cut(printed.effects.options);
});

/// Numbers of a card that are not about its situation in a game.
pub const STATIC: usize = PRINTED.len() + CURRENT.len();

/// The printed numbers of every face of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    rows: Vec<[f32; STATIC]>,
}

impl Features {
    pub fn new(program: &Program) -> Features {
        Features { rows: program.cards.iter().map(|card| row(program, card)).collect() }
    }

    #[inline]
    pub fn row(&self, face: FaceId) -> &[f32; STATIC] {
        &self.rows[face.index()]
    }
}

fn row(program: &Program, card: &Card) -> [f32; STATIC] {
    let mut row = [0.0; STATIC];
    let (printed, current) = row.split_at_mut(PRINTED.len());
    write_printed(&Printed { card, effects: Effects::of(program, card) }, printed);
    card::write_current(&Body::printed(card), current);
    row
}

fn cut(value: f32) -> f32 {
    value.clamp(-1.0, 1.0)
}

fn kind(card: &Card) -> f32 {
    let parts = [
        (types::PLANESWALKER, 0.5),
        (types::ENCHANTMENT, 0.25),
        (types::ARTIFACT, 0.125),
        (types::LEGENDARY, 0.0625),
    ];
    let sum: f32 = parts.into_iter().filter(|&(kinds, _)| card.is(kinds)).map(|(_, part)| part).sum();
    if card.face.token {
        -sum - 0.03125
    } else {
        sum
    }
}

fn speed(card: &Card) -> f32 {
    let entering = card.face.enters.iter().map(entering).fold(0.0, f32::min);
    if card.is_land() {
        entering
    } else {
        yes(card.instant_speed)
    }
}

fn entering(enters: &Enters) -> f32 {
    match enters {
        Enters::TappedUnlessPaid { .. } => -0.75,
        Enters::Tapped { unless: Condition::Not { of } } if **of == Condition::Always {} => -1.0,
        Enters::Tapped { unless: Condition::Not { .. } } => -0.25,
        Enters::Tapped { .. } => -0.5,
    }
}
