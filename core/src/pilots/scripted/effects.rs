//! What a spell or ability would do, in points for the pilot's seat, read from its program and from what this seat sees.

use super::deeds;
use super::seen::{Seen, Words};
use super::targets;
use super::tricks;
use super::worth;
use crate::program::trigger_bit;
use crate::program::vocabulary::{AbilityKind, Condition, Mana, Op, Trigger, Who};
use crate::program::Pips;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::stack::{Event, ItemKind, Method, StackItem, Target, MAX_TARGETS};
use crate::state::words::types;

/// What a paid mana is worth where something else could be bought for it.
const MANA_SPENT: i32 = 3;

/// The value of an item with its targets, were it to resolve now.
pub fn item(seen: &Seen, item: &StackItem) -> i32 {
    let card = seen.card_of(item);
    let permanent = matches!(item.kind, ItemKind::Spell) && card.is(types::PERMANENT);
    if permanent {
        let sign = deeds::side(seen, item.controller);
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

/// A trigger of an object as it would stand on the stack.
pub fn trigger_item(seen: &Seen, id: ObjectId, ability: u8, event: Event) -> StackItem {
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

/// A piece of code: op by op, blocks that somebody may skip by whether that player would.
pub fn code(seen: &Seen, words: &mut Words, ops: &[Op]) -> i32 {
    let mut total = tricks::boosts(seen, words, ops);
    let mut at = 0;
    while let Some(op) = ops.get(at) {
        at += 1;
        let block = &ops[at..(at + skipped(op)).min(ops.len())];
        if block.is_empty() {
            total += deeds::effect(seen, words, op);
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

/// A card of the hand as if cast now, and the item it would be, with the best targets for it or for what enters.
pub fn cast(seen: &Seen, id: ObjectId, method: Method) -> (i32, StackItem) {
    let item = seen.as_spell(id, method);
    let card = seen.card_of(&item);
    if card.is(types::PERMANENT) {
        let (value, targets) = entering_at(seen, id, seen.me);
        return (worth::printed(seen, id) + value + casting(seen, id), StackItem { targets, ..item });
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
