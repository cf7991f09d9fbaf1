//! What single ops would do, in points for the pilot's seat. Choices between ops, triggers and targets are elsewhere.

use super::effects::{self, trigger_item};
use super::seen::{Seen, Words};
use super::worth;
use crate::program::trigger_bit;
use crate::program::vocabulary::{AbilityKind, Amount, Filter, Op, Ref, TargetIndex, Trigger, Who};
use crate::state::ids::{FaceId, Seat};
use crate::state::permanent::Permanent;
use crate::state::stack::{Event, Target};
use crate::state::words::{types, CounterKind};

const SCRIED: i32 = 4;
const EXPLORED: i32 = 20;
const LOOKED: i32 = 2;
const LATER: i32 = 6;
const ANOTHER: i32 = 15;

/// One op. Boosts are weighed together in `tricks`, choices in `effects`; what only prepares is worth nothing by itself.
pub fn effect(seen: &Seen, words: &mut Words, op: &Op) -> i32 {
    let mine = side(seen, words.item.controller);
    match op {
        Op::DamageTarget { index, amount } => damage_target(seen, words, *index, amount),
        Op::DamagePlayer { who, amount } | Op::LoseLife { who, amount } => {
            each(seen, words, who, amount, |seat, amount| -side(seen, seat) * worth::life(seen, seat, amount))
        }
        Op::DamageAll { filter, amount } => {
            let amount = seen.amount(words, amount);
            matching(seen, words, filter).map(|permanent| damage(seen, permanent, amount)).sum()
        }
        Op::Destroy { of } | Op::Exile { of } => permanent(seen, words, of).map_or(0, |it| loss(seen, it)),
        Op::ExileAll { filter } => exile_all(seen, words, filter),
        Op::ExileUntilLeaves { of: Ref::Picked {} } | Op::DiscardPicked {} => picked_away(seen, words),
        Op::ExileUntilLeaves { of } => permanent(seen, words, of).map_or(0, |it| loss(seen, it) * 9 / 10),
        Op::ExileSameName { of } => permanent(seen, words, of).map_or(0, |it| same_name(seen, it)),
        Op::Counter { index, .. } => countered(seen, words, *index),
        Op::Draw { who, amount } => each(seen, words, who, amount, |seat, amount| draws(seen, seat, amount)),
        Op::Discard { who, amount } => {
            each(seen, words, who, amount, |seat, amount| discards(seen, seat, amount))
        }
        Op::Mill { who, amount } => each(seen, words, who, amount, |seat, amount| mills(seen, seat, amount)),
        Op::GainLife { who, amount } => {
            each(seen, words, who, amount, |seat, amount| gains(seen, seat, amount))
        }
        Op::Scry { amount } => mine * SCRIED * seen.amount(words, amount),
        Op::Explore { of } => permanent(seen, words, of).map_or(0, |it| side(seen, it.controller) * EXPLORED),
        Op::CreateToken { face, who, amount, counters, attach: None } => {
            let token = worth::token(seen.program.card(FaceId(*face as u16)), seen.amount(words, counters));
            each(seen, words, who, amount, |seat, amount| side(seen, seat) * amount * token)
        }
        Op::AddCounters { of, kind, amount } => counters(seen, words, of, *kind, amount),
        Op::Transform { of } => transformed(seen, words, of),
        Op::Take { at_most, filter, .. } => {
            mine * seen.amount(words, at_most) * taken(seen, words.item.controller, filter)
        }
        Op::TakeOnePerType {} => mine * 3 * a_card(seen, words.item.controller),
        Op::SearchToBattlefield { .. } => mine * (worth::source_of_mana(seen, words.item.controller) + 4),
        Op::ReturnAttacking { of, .. } => mine * returning(seen, words, of),
        Op::ReturnTransformed { .. } | Op::CopySpell {} => mine * ANOTHER,
        Op::Delay { .. } | Op::ExtraCounter {} => mine * LATER,
        Op::LookAtHand { .. } => mine * LOOKED,
        Op::UnlessPays { .. } | Op::May { .. } | Op::MayPay { .. } | Op::SkipUnless { .. } => 0,
        Op::Pump { .. } | Op::CreateToken { .. } | Op::Animate { .. } | Op::ReturnLinked {} => 0,
        Op::Look { .. } | Op::BottomLooked {} | Op::Shuffle { .. } | Op::PickFromHand { .. } => 0,
        Op::RevealTop { .. } | Op::PickedToHand {} => 0,
    }
}

/// 1 for the pilot's seat, -1 for the other.
pub fn side(seen: &Seen, seat: Seat) -> i32 {
    if seat == seen.me {
        1
    } else {
        -1
    }
}

/// What the pilot gains when this permanent goes.
fn loss(seen: &Seen, permanent: &Permanent) -> i32 {
    -side(seen, permanent.controller) * worth::permanent(seen, permanent)
}

fn damage_target(seen: &Seen, words: &Words, index: TargetIndex, amount: &Amount) -> i32 {
    let amount = seen.amount(words, amount);
    match words.item.targets[index.at()] {
        Target::Player(seat) => -side(seen, seat) * worth::life(seen, seat, amount),
        target => seen.target(target).map_or(0, |permanent| damage(seen, permanent, amount)),
    }
}

fn exile_all(seen: &Seen, words: &mut Words, filter: &Filter) -> i32 {
    words.registers[0] = matching(seen, words, filter).count() as i16;
    matching(seen, words, filter).map(|permanent| loss(seen, permanent)).sum()
}

fn same_name(seen: &Seen, permanent: &Permanent) -> i32 {
    let face = seen.face(permanent.object);
    seen.permanents().filter(|other| seen.face(other.object) == face).map(|other| loss(seen, other)).sum()
}

fn countered(seen: &Seen, words: &Words, index: TargetIndex) -> i32 {
    match words.item.targets[index.at()] {
        Target::Stack(serial) => seen.spell(serial).map_or(0, |spell| -effects::item(seen, spell)),
        Target::None | Target::Player(_) | Target::Object(_) => 0,
    }
}

fn discards(seen: &Seen, seat: Seat, amount: i32) -> i32 {
    -side(seen, seat) * amount.min(seen.hand_size(seat)) * seen.weights.card * 2 / 3
}

/// Little, unless it is most of the library.
fn mills(seen: &Seen, seat: Seat, amount: i32) -> i32 {
    -side(seen, seat) * if 2 * amount >= seen.library_size(seat) { seen.weights.card } else { 2 }
}

/// A card chosen among those looked at is better than one drawn; with a filter there may be none.
fn taken(seen: &Seen, seat: Seat, filter: &Filter) -> i32 {
    a_card(seen, seat) * if filter.is_empty() { 4 } else { 2 } / 3
}

fn returning(seen: &Seen, words: &Words, of: &Ref) -> i32 {
    seen.referred(words, of).map_or(0, |id| worth::printed(seen, id) + 9)
}

/// The sum over the players meant.
fn each(seen: &Seen, words: &Words, who: &Who, amount: &Amount, value: impl Fn(Seat, i32) -> i32) -> i32 {
    let amount = seen.amount(words, amount);
    seen.seats(words, who).into_iter().flatten().map(|seat| value(seat, amount)).sum()
}

fn permanent<'a>(seen: &Seen<'a>, words: &Words, of: &Ref) -> Option<&'a Permanent> {
    seen.referred(words, of).and_then(|id| seen.permanent(id))
}

fn matching<'a: 's, 's>(
    seen: &'s Seen<'a>,
    words: &'s Words,
    filter: &'s Filter,
) -> impl Iterator<Item = &'a Permanent> + 's {
    seen.permanents().filter(move |permanent| seen.matches(words, filter, permanent.object))
}

/// Damage to a permanent: its worth if that kills it, little otherwise.
fn damage(seen: &Seen, permanent: &Permanent, amount: i32) -> i32 {
    if permanent.has_type(types::PLANESWALKER) {
        let loyalty = i32::from(permanent.count(CounterKind::Loyalty));
        return if amount >= loyalty {
            loss(seen, permanent)
        } else {
            -side(seen, permanent.controller) * 8 * amount
        };
    }
    let left = i32::from(permanent.toughness - permanent.damage);
    if permanent.has_type(types::CREATURE) && amount >= left && amount > 0 {
        loss(seen, permanent)
    } else {
        -side(seen, permanent.controller) * amount.min(1)
    }
}

fn gains(seen: &Seen, seat: Seat, amount: i32) -> i32 {
    let point = if seat == seen.me { seen.weights.life } else { -seen.weights.face };
    point * amount * 24 / (seen.life(seat) + amount / 2 + 4).max(1)
}

/// Cards drawn, and what watches for it.
fn draws(seen: &Seen, seat: Seat, amount: i32) -> i32 {
    if amount > seen.library_size(seat) {
        return -side(seen, seat) * worth::GAME;
    }
    let watching = trigger_bit(&Trigger::Draws { who: Who::You {}, nth: 0 });
    let watchers = seen
        .permanents()
        .filter(|permanent| seen.card(permanent.object).is_some_and(|card| card.listens & watching != 0));
    let watched: i32 = watchers.map(|permanent| draw_trigger(seen, permanent, seat, amount)).sum();
    side(seen, seat) * amount * a_card(seen, seat) + watched
}

/// A card more is worth less the nearer the end of the library is, and little to a hand that is full.
fn a_card(seen: &Seen, seat: Seat) -> i32 {
    let card = seen.weights.card;
    let left = match seen.library_size(seat) {
        0..=4 => -2 * card,
        5..=10 => -card / 2,
        11..=20 => card / 4,
        _ => card,
    };
    match seen.hand_size(seat) {
        0..=6 => left,
        7..=8 => left.min(card / 4),
        _ => left.min(-card / 4),
    }
}

fn draw_trigger(seen: &Seen, permanent: &Permanent, seat: Seat, amount: i32) -> i32 {
    let Some(card) = seen.card(permanent.object) else { return 0 };
    let mut total = 0;
    for (index, ability) in card.face.abilities.iter().enumerate() {
        let AbilityKind::Triggered { event: Trigger::Draws { who, nth: 0 }, .. } = &ability.kind else {
            continue;
        };
        let event = Event { player: seat, ..Event::default() };
        let item = trigger_item(seen, permanent.object, index as u8, event);
        let words = &mut Words::of(&item);
        let draws_again = ability.code.iter().any(|op| matches!(op, Op::Draw { .. }));
        if !draws_again && seen.seats(words, who).contains(&Some(seat)) {
            total += amount * effects::code(seen, words, &ability.code);
        }
    }
    total
}

/// The picked card leaves a hand; before it is picked, some card would.
fn picked_away(seen: &Seen, words: &Words) -> i32 {
    let owner = if words.picked.is_none() { words.item.controller.other() } else { seen.owner(words.picked) };
    if seen.hand_size(owner) == 0 {
        return 0;
    }
    -side(seen, owner) * seen.weights.card * 4 / 5
}

fn counters(seen: &Seen, words: &Words, of: &Ref, kind: i16, amount: &Amount) -> i32 {
    let amount = seen.amount(words, amount);
    let Some(permanent) = permanent(seen, words, of) else { return 0 };
    let each = match CounterKind::from_number(kind as u8) {
        // Counters that change the size are weighed with the other boosts.
        Some(CounterKind::Plus | CounterKind::Minus) | None => 0,
        Some(CounterKind::Loyalty) => 9,
        Some(CounterKind::Stun) => -8,
        Some(CounterKind::Lore | CounterKind::Charge | CounterKind::Oil | CounterKind::Time) => 3,
    };
    side(seen, permanent.controller) * each * amount
}

fn transformed(seen: &Seen, words: &Words, of: &Ref) -> i32 {
    let Some(permanent) = permanent(seen, words, of) else { return 0 };
    let Some(card) = seen.card(permanent.object) else { return 0 };
    let Ok(back) = u16::try_from(card.face.back) else { return 0 };
    let grown = worth::token(seen.program.card(FaceId(back)), i32::from(permanent.count(CounterKind::Plus)));
    side(seen, permanent.controller) * (grown - worth::permanent(seen, permanent))
}
