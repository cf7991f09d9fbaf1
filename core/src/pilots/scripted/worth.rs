//! What things are worth, in points: bodies, permanents, cards, life. A card in hand is some 30 points, a 2/2 creature too.

use super::seen::{Seen, Words};
use crate::program::vocabulary::{AbilityKind, Static, Trigger};
use crate::program::Card;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::words::{keyword, types, CounterKind};

/// Winning or losing the game.
pub const GAME: i32 = 5_000;
const LAND: i32 = 24;
const HELD_CARD: i32 = 26;

/// A creature by its size and keywords.
pub fn body(power: i32, toughness: i32, keywords: u32) -> i32 {
    let (power, toughness) = (power.max(0), toughness.max(0));
    let with = |bits: u32, points: i32| if keywords & bits != 0 { points } else { 0 };
    6 + 9 * power
        + 5 * toughness
        + with(keyword::FLYING, 3 + 3 * power)
        + with(keyword::REACH, 2)
        + with(keyword::VIGILANCE, power)
        + with(keyword::FIRST_STRIKE, 2 + 2 * power)
        + with(keyword::DOUBLE_STRIKE, 8 * power)
        + with(keyword::TRAMPLE, power)
        + with(keyword::DEATHTOUCH, 12)
        + with(keyword::LIFELINK, 3 * power)
        + with(keyword::PROWESS, 4)
}

/// What the abilities of a card on the battlefield go on giving.
pub fn abilities(card: &Card) -> i32 {
    let triggered_or_activated =
        card.face.abilities.iter().map(|ability| lasting(&ability.kind)).sum::<i32>();
    triggered_or_activated + card.face.statics.iter().map(standing).sum::<i32>()
}

fn lasting(kind: &AbilityKind) -> i32 {
    match kind {
        AbilityKind::Spell {} => 0,
        AbilityKind::Activated { cost, .. } if cost.sacrifice => 2,
        AbilityKind::Activated { .. } => 6,
        AbilityKind::Triggered { event, .. } => match event {
            Trigger::Draws { .. } => 14,
            Trigger::StepBegins { .. } => 14,
            Trigger::AttacksSelf {} => 10,
            Trigger::Casts { .. } => 8,
            Trigger::AttackWith { .. } => 4,
            Trigger::TargetedFirst {} => 6,
            Trigger::Chapter { .. } => 8,
            Trigger::DiesSelf {} => 3,
            Trigger::EntersSelf {} | Trigger::LeavesSelf {} | Trigger::CastSelf {} => 0,
            Trigger::SubjectDies {} | Trigger::NextCreatureSpell {} => 0,
        },
    }
}

fn standing(ability: &Static) -> i32 {
    match ability {
        Static::CheaperSpells { .. } => 8,
        Static::DamageAsCounters {} | Static::ExileDamaged {} => 4,
        Static::Modify { .. } | Static::LoyaltyAnyTime { .. } => 4,
        Static::CannotBlock {} => -5,
        Static::Barred { .. } => -12,
        Static::CheaperSelf { .. } => 0,
    }
}

/// A permanent for whoever controls it.
pub fn permanent(seen: &Seen, permanent: &Permanent) -> i32 {
    let Some(card) = seen.card(permanent.object) else { return 0 };
    let mut worth = 0;
    if permanent.has_type(types::CREATURE) {
        worth += body(i32::from(permanent.power), i32::from(permanent.toughness), permanent.keywords);
        worth -= if permanent.is(flag::BARRED) { i32::from(permanent.power) * 3 } else { 0 };
    } else if permanent.count(CounterKind::Plus) > 0 {
        worth += 7 * i32::from(permanent.count(CounterKind::Plus));
    }
    if permanent.has_type(types::PLANESWALKER) {
        worth += 24 + 9 * i32::from(permanent.count(CounterKind::Loyalty));
    } else {
        worth += abilities(card);
    }
    if permanent.has_type(types::LAND) {
        return LAND + worth / 2;
    }
    if card.mana != 0 {
        worth += source_of_mana(seen, permanent.controller);
    }
    worth + held(seen, permanent)
}

/// Cards that come back when the permanent leaves.
fn held(seen: &Seen, permanent: &Permanent) -> i32 {
    let Some(card) = seen.card(permanent.object) else { return 0 };
    let could_hold = card.listens & crate::program::trigger_bit(&Trigger::EntersSelf {}) != 0;
    if !could_hold {
        return 0;
    }
    let sign = |id: ObjectId| if seen.owner(id) == permanent.controller { -1 } else { 1 };
    seen.held_by(permanent.object).map(|id| sign(id) * HELD_CARD).sum()
}

/// One more source of mana: worth much while lands are few.
pub fn source_of_mana(seen: &Seen, seat: Seat) -> i32 {
    let sources = seen.controlled(seat).filter(|permanent| permanent.has_type(types::LAND)).count() as i32;
    let wanted = seen.weights.lands_wanted;
    if sources >= wanted {
        2
    } else {
        seen.weights.mana
    }
}

/// A card as a permanent on the battlefield, without what happens as it enters.
pub fn printed(seen: &Seen, id: ObjectId) -> i32 {
    let Some(card) = seen.card(id) else { return 0 };
    let face = &card.face;
    let mut worth = abilities(card);
    if card.is(types::CREATURE) {
        worth += body(power_of(seen, id, card), i32::from(face.toughness), card.keywords);
    }
    if card.is(types::PLANESWALKER) {
        worth = 24 + 9 * i32::from(face.loyalty);
    }
    if card.mana != 0 {
        worth += source_of_mana(seen, seen.owner(id));
    }
    worth
}

fn power_of(seen: &Seen, id: ObjectId, card: &Card) -> i32 {
    match &card.face.power_rule {
        None => i32::from(card.face.power),
        Some(rule) => {
            let item = seen.as_spell(id, crate::state::stack::Method::Cast);
            seen.amount(&Words::of(&item), rule)
        }
    }
}

/// The token or back face with this many +1/+1 counters.
pub fn token(card: &Card, counters: i32) -> i32 {
    let grown = card.is(types::CREATURE);
    let size = |printed: i16| i32::from(printed) + counters;
    let creature = if grown {
        body(size(card.face.power), size(card.face.toughness), card.keywords)
    } else {
        6 * counters
    };
    creature + abilities(card)
}

/// What a loss of life by one player means to the other: the whole game where it is all of it.
pub fn life(seen: &Seen, seat: Seat, amount: i32) -> i32 {
    let left = seen.life(seat);
    if amount <= 0 {
        return 0;
    }
    if amount >= left {
        return GAME;
    }
    let weights = seen.weights;
    let point = if seat == seen.me { weights.life } else { weights.face };
    let pressed = seat == seen.me && left - amount <= weights.defensive_life;
    let scaled = point * amount * 24 / (left - amount / 2 + 4);
    if pressed {
        2 * scaled
    } else {
        scaled
    }
}
