//! Damage that spells in hand can deal to the opponent at once.

use super::seen::{Seen, Words};
use crate::program::vocabulary::{AbilityKind, Op, TargetIndex};
use crate::state::ids::ObjectId;
use crate::state::stack::{Method, StackItem, Target};
use crate::state::words::types;

/// What an instant or sorcery would deal to the opponent if it is aimed there.
pub fn burn(seen: &Seen, item: &StackItem) -> i32 {
    let card = seen.card_of(item);
    let Some(ability) = card.face.abilities.get(usize::from(item.ability)) else { return 0 };
    if !matches!(ability.kind, AbilityKind::Spell {}) {
        return 0;
    }
    let words = Words::of(item);
    let aimed = |index: TargetIndex| ability.targets.get(index.at()).is_some_and(|rule| rule.players > 0);
    let dealt = |op: &Op| match op {
        Op::DamageTarget { index, amount } if aimed(*index) => seen.amount(&words, amount),
        Op::DamagePlayer { who, amount } | Op::LoseLife { who, amount }
            if seen.seats(&words, who)[0] == Some(seen.foe()) =>
        {
            seen.amount(&words, amount)
        }
        _ => 0,
    };
    ability.code.iter().map(dealt).sum()
}

/// The burn of the hand that the mana suffices for now; instants only, unless sorceries could be cast too.
pub fn damage_now(seen: &Seen) -> i32 {
    let mut mana = seen.mana(seen.me);
    let mut total = 0;
    for &id in seen.hand() {
        let damage = burn_of(seen, id);
        if damage == 0 {
            continue;
        }
        let cost = seen.cost(id, Method::Cast).map_or(0, |cost| i32::from(cost.total()));
        if cost <= mana {
            mana -= cost;
            total += damage;
        }
    }
    total
}

fn burn_of(seen: &Seen, id: ObjectId) -> i32 {
    match seen.card(id) {
        Some(card) if card.is(types::INSTANT) => burn(seen, &seen.as_spell(id, Method::Cast)),
        Some(_) | None => 0,
    }
}

/// All burn of the hand, whatever it costs: what a few turns could bring.
pub fn damage_soon(seen: &Seen) -> i32 {
    seen.hand().iter().map(|&id| burn_of(seen, id)).sum()
}

/// Whether the target is the opponent.
pub fn is_face(seen: &Seen, item: &StackItem) -> bool {
    item.targets.contains(&Target::Player(seen.foe()))
}
