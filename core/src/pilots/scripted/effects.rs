//! What a spell or ability would do, in points for the pilot's seat, read from its program and from what this seat sees.

use super::seen::{Seen, Words};
use super::targets;
use super::tricks;
use super::worth;
use crate::program::trigger_bit;
use crate::program::vocabulary::{AbilityKind, Amount, Condition, Filter, Mana, Op, Ref, Trigger, Who};
use crate::program::Pips;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::Permanent;
use crate::state::stack::{Event, ItemKind, Method, StackItem, Target, MAX_TARGETS};
use crate::state::words::{types, CounterKind};

/// What a paid mana is worth where something else could be bought for it.
const MANA_SPENT: i32 = 3;
const SCRIED: i32 = 4;
const EXPLORED: i32 = 20;

/// The value of an item with its targets, were it to resolve now.
pub fn item(seen: &Seen, item: &StackItem) -> i32 {
    let card = seen.card_of(item);
    let permanent = matches!(item.kind, ItemKind::Spell) && card.is(types::PERMANENT);
    if permanent {
        let sign = side(seen, item.controller);
        return sign * worth::printed(seen, item.source.id) + entering(seen, item.source.id, item.controller);
    }
    match card.face.abilities.get(usize::from(item.ability)) {
        Some(ability) => code(seen, &mut Words::of(item), &ability.code),
        None => 0,
    }
}

/// What happens when the card enters the battlefield.
pub fn entering(seen: &Seen, id: ObjectId, controller: Seat) -> i32 {
    entering_at(seen, id, controller).0
}

/// What happens when the card enters the battlefield, and what its trigger is aimed at.
fn entering_at(seen: &Seen, id: ObjectId, controller: Seat) -> (i32, [Target; MAX_TARGETS]) {
    let mut found = (0, [Target::None; MAX_TARGETS]);
    let Some(card) = seen.card(id) else { return found };
    if card.listens & (trigger_bit(&Trigger::EntersSelf {}) | trigger_bit(&Trigger::Chapter { number: 1 }))
        == 0
    {
        return found;
    }
    for (index, ability) in card.face.abilities.iter().enumerate() {
        let AbilityKind::Triggered { event: Trigger::EntersSelf {} | Trigger::Chapter { .. }, .. } =
            &ability.kind
        else {
            continue;
        };
        let event = Event { subject: seen.reference(id), player: controller, ..Event::default() };
        let trigger = StackItem { controller, ..trigger_item(seen, id, index as u8, event) };
        let (value, aimed) = targets::best(seen, trigger);
        found.0 += value;
        if !ability.targets.is_empty() {
            found.1 = aimed.targets;
        }
    }
    found
}

fn trigger_item(seen: &Seen, id: ObjectId, ability: u8, event: Event) -> StackItem {
    let face = seen.face(id).unwrap_or(FaceId(0));
    let controller = seen.permanent(id).map_or(seen.me, |permanent| permanent.controller);
    let kind = ItemKind::Triggered;
    StackItem { kind, controller, source: seen.reference(id), face, ability, event, ..StackItem::default() }
}

/// A trigger of a permanent, with the best targets for its controller, if its condition holds.
pub fn triggered(seen: &Seen, id: ObjectId, ability: u8, event: Event) -> i32 {
    let item = trigger_item(seen, id, ability, event);
    let AbilityKind::Triggered { condition, .. } = &seen.program.ability(item.face, ability).kind else {
        return 0;
    };
    if !seen.condition(&Words::of(&item), condition) {
        return 0;
    }
    targets::best(seen, item).0
}

/// What the own permanents do when their controller casts this card.
pub fn casting(seen: &Seen, id: ObjectId) -> i32 {
    let listens = trigger_bit(&Trigger::Casts { who: Who::You {}, filter: Vec::new() });
    let mut total = 0;
    for permanent in seen.controlled(seen.me) {
        let Some(card) = seen.card(permanent.object).filter(|card| card.listens & listens != 0) else {
            continue;
        };
        for (index, ability) in card.face.abilities.iter().enumerate() {
            let AbilityKind::Triggered { event: Trigger::Casts { who, filter }, .. } = &ability.kind else {
                continue;
            };
            let event = Event { subject: seen.reference(id), player: seen.me, ..Event::default() };
            let item = trigger_item(seen, permanent.object, index as u8, event);
            let words = Words::of(&item);
            if seen.seats(&words, who).contains(&Some(seen.me)) && seen.matches(&words, filter, id) {
                total += code(seen, &mut Words::of(&item), &ability.code);
            }
        }
    }
    total
}

fn side(seen: &Seen, seat: Seat) -> i32 {
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

/// A piece of code: op by op, blocks that somebody may skip by whether that player would.
pub fn code(seen: &Seen, words: &mut Words, ops: &[Op]) -> i32 {
    let mut total = tricks::boosts(seen, words, ops);
    let mut at = 0;
    while let Some(op) = ops.get(at) {
        at += 1;
        let block = &ops[at..(at + skipped(op)).min(ops.len())];
        if block.is_empty() {
            total += effect(seen, words, op);
        } else {
            let inside = code(seen, words, block);
            total += chosen(seen, words, op, inside);
            at += block.len();
        }
    }
    total
}

fn skipped(op: &Op) -> usize {
    match op {
        Op::UnlessPays { skip, .. }
        | Op::May { skip, .. }
        | Op::MayPay { skip, .. }
        | Op::SkipUnless { skip, .. } => usize::try_from(*skip).unwrap_or(0),
        _ => 0,
    }
}

/// What a block is worth that stands under a choice or condition.
fn chosen(seen: &Seen, words: &Words, op: &Op, block: i32) -> i32 {
    match op {
        Op::May { who, .. } => prefer(seen, words, who, block),
        Op::MayPay { cost, .. } if words.item.controller == seen.me => {
            let price = Pips::of(cost);
            if seen.can_pay(seen.me, &price) {
                (block - MANA_SPENT * i32::from(price.total())).max(0)
            } else {
                0
            }
        }
        Op::UnlessPays { who, cost, .. } => unless_paid(seen, words, who, cost, block),
        Op::SkipUnless { condition: Condition::SourceRemains {}, .. } => block,
        _ => block / 2,
    }
}

fn prefer(seen: &Seen, words: &Words, who: &Who, block: i32) -> i32 {
    match seen.seats(words, who)[0] {
        Some(seat) if seat == seen.me => block.max(0),
        Some(_) | None => block.min(0),
    }
}

/// Whoever can pay does, where that is the lesser evil.
fn unless_paid(seen: &Seen, words: &Words, who: &Who, cost: &Mana, block: i32) -> i32 {
    let price = Pips::of(cost);
    let paid = MANA_SPENT * i32::from(price.total());
    let Some(payer) = seen.seats(words, who)[0].filter(|&seat| seen.can_pay(seat, &price)) else {
        return block;
    };
    if payer == seen.me {
        block.max(-paid)
    } else {
        block.min(paid)
    }
}

fn effect(seen: &Seen, words: &mut Words, op: &Op) -> i32 {
    match op {
        Op::DamageTarget { index, amount } => {
            let amount = seen.amount(words, amount);
            match words.item.targets[index.at()] {
                Target::Player(seat) => -side(seen, seat) * worth::life(seen, seat, amount),
                target => seen.target(target).map_or(0, |permanent| damage(seen, permanent, amount)),
            }
        }
        Op::DamagePlayer { who, amount } | Op::LoseLife { who, amount } => {
            let amount = seen.amount(words, amount);
            each(seen, words, who, |seat| -side(seen, seat) * worth::life(seen, seat, amount))
        }
        Op::GainLife { who, amount } => {
            let amount = seen.amount(words, amount);
            each(seen, words, who, |seat| gained(seen, seat, amount))
        }
        Op::Destroy { of } | Op::Exile { of } => {
            referred(seen, words, of).map_or(0, |permanent| loss(seen, permanent))
        }
        Op::ExileUntilLeaves { of: Ref::Picked {} } | Op::DiscardPicked {} => picked_away(seen, words),
        Op::ExileUntilLeaves { of } => {
            referred(seen, words, of).map_or(0, |permanent| loss(seen, permanent) * 9 / 10)
        }
        Op::ExileSameName { of } => referred(seen, words, of).map_or(0, |permanent| {
            let face = seen.face(permanent.object);
            seen.permanents()
                .filter(|other| seen.face(other.object) == face)
                .map(|other| loss(seen, other))
                .sum()
        }),
        Op::DamageAll { filter, amount } => {
            let amount = seen.amount(words, amount);
            matching(seen, words, filter).map(|permanent| damage(seen, permanent, amount)).sum()
        }
        Op::ExileAll { filter } => {
            words.registers[0] = matching(seen, words, filter).count() as i16;
            matching(seen, words, filter).map(|permanent| loss(seen, permanent)).sum()
        }
        Op::Counter { index, .. } => match words.item.targets[index.at()] {
            Target::Stack(serial) => seen.spell(serial).map_or(0, |spell| -item(seen, spell)),
            Target::None | Target::Player(_) | Target::Object(_) => 0,
        },
        _ => resource(seen, words, op),
    }
}

/// Ops about cards, mana, tokens and counters.
fn resource(seen: &Seen, words: &mut Words, op: &Op) -> i32 {
    let card = seen.weights.card;
    let mine = side(seen, words.item.controller);
    match op {
        Op::Draw { who, amount } => {
            let amount = seen.amount(words, amount);
            each(seen, words, who, |seat| draws(seen, seat, amount))
        }
        Op::Discard { who, amount } => {
            let amount = seen.amount(words, amount);
            each(seen, words, who, |seat| -side(seen, seat) * amount.min(seen.hand_size(seat)) * card * 2 / 3)
        }
        Op::Mill { who, amount } => {
            let amount = seen.amount(words, amount);
            each(seen, words, who, |seat| {
                -side(seen, seat) * if 2 * amount >= seen.library_size(seat) { card } else { 2 }
            })
        }
        Op::Scry { amount } => mine * SCRIED * seen.amount(words, amount),
        Op::Explore { of } => referred(seen, words, of).map_or(0, |p| side(seen, p.controller) * EXPLORED),
        Op::CreateToken { face, who, amount, counters, attach: None } => {
            let token = worth::token(seen.program.card(FaceId(*face as u16)), seen.amount(words, counters));
            let amount = seen.amount(words, amount);
            each(seen, words, who, |seat| side(seen, seat) * amount * token)
        }
        Op::AddCounters { of, kind, amount } => counters(seen, words, of, *kind, amount),
        Op::Transform { of } => transformed(seen, words, of),
        Op::Take { at_most, filter, .. } => {
            let chance = if filter.is_empty() { 4 } else { 2 };
            mine * seen.amount(words, at_most) * card * chance / 3
        }
        Op::TakeOnePerType {} => mine * 3 * card,
        Op::SearchToBattlefield { .. } => mine * (worth::source_of_mana(seen, words.item.controller) + 4),
        Op::ReturnAttacking { of, .. } if words.item.controller == seen.me => returning(seen, words, of),
        Op::ReturnAttacking { .. } => 0,
        Op::ReturnTransformed { .. } | Op::CopySpell {} => mine * 15,
        Op::Delay { .. } | Op::ExtraCounter {} => mine * 6,
        Op::LookAtHand { .. } => mine * 2,
        _ => 0,
    }
}

fn returning(seen: &Seen, words: &Words, of: &Ref) -> i32 {
    seen.referred(words, of).map_or(0, |id| worth::printed(seen, id) + 9)
}

fn each(seen: &Seen, words: &Words, who: &Who, value: impl Fn(Seat) -> i32) -> i32 {
    seen.seats(words, who).into_iter().flatten().map(value).sum()
}

fn referred<'a>(seen: &Seen<'a>, words: &Words, of: &Ref) -> Option<&'a Permanent> {
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

fn gained(seen: &Seen, seat: Seat, amount: i32) -> i32 {
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

/// A card drawn is worth less the nearer the end of the library is.
fn a_card(seen: &Seen, seat: Seat) -> i32 {
    let card = seen.weights.card;
    match seen.library_size(seat) {
        0..=3 => -card,
        4..=8 => 0,
        9..=15 => card / 3,
        _ => card,
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
            total += amount * code(seen, words, &ability.code);
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
    let Some(permanent) = referred(seen, words, of) else { return 0 };
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
    let Some(permanent) = referred(seen, words, of) else { return 0 };
    let Some(card) = seen.card(permanent.object) else { return 0 };
    let Ok(back) = u16::try_from(card.face.back) else { return 0 };
    let grown = worth::token(seen.program.card(FaceId(back)), i32::from(permanent.count(CounterKind::Plus)));
    side(seen, permanent.controller) * (grown - worth::permanent(seen, permanent))
}

/// A card of the hand as if cast now, and the item it would be, with the best targets for it or for what enters.
pub fn cast(seen: &Seen, id: ObjectId, method: Method) -> (i32, StackItem) {
    let item = seen.as_spell(id, method);
    let card = seen.card_of(&item);
    if card.is(types::PERMANENT) {
        let (value, targets) = entering_at(seen, id, seen.me);
        return (worth::printed(seen, id) + value, StackItem { targets, ..item });
    }
    let (value, item) = targets::best(seen, item);
    (value + casting(seen, id), item)
}

/// What a copy of a spell adds to it: the same again; for "unless he pays", what he cannot pay a second time.
pub fn again(seen: &Seen, item: &StackItem) -> i32 {
    let Some(ability) = seen.card_of(item).face.abilities.get(usize::from(item.ability)) else { return 0 };
    let words = &mut Words::of(item);
    match ability.code.first() {
        Some(Op::UnlessPays { who, cost, .. }) => {
            let once = Pips::of(cost);
            let twice = Pips { generic: once.generic + once.total(), ..once };
            let payer = seen.seats(words, who)[0].unwrap_or(seen.foe());
            let tips = seen.can_pay(payer, &once) && !seen.can_pay(payer, &twice);
            if tips {
                code(seen, words, &ability.code[1..])
            } else {
                0
            }
        }
        Some(_) | None => targets::value(seen, item) * 2 / 3,
    }
}
