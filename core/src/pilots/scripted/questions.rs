//! Questions while something resolves: yes or no, which card, top or bottom, which legend.

use super::effects;
use super::hand;
use super::lands;
use super::seen::{Seen, Words};
use super::worth;
use crate::decision::Choice;
use crate::program::vocabulary::Op;
use crate::program::Pips;
use crate::state::ids::ObjectId;
use crate::state::words::Zone;

/// A card wanted less than this is not wanted on top.
const WELCOME: i32 = 26;
const MANA_SPENT: i32 = 2;

fn position(choices: &[Choice], wanted: Choice) -> usize {
    choices.iter().position(|&choice| choice == wanted).unwrap_or(0)
}

fn answer(choices: &[Choice], yes: bool) -> usize {
    position(choices, if yes { Choice::Confirm } else { Choice::Cancel })
}

/// The op that is asking, and those after it.
fn asking<'a>(seen: &Seen<'a>) -> &'a [Op] {
    let frame = seen.frame();
    let ability = seen.program.face(frame.item.face).abilities.get(usize::from(frame.item.ability));
    ability.and_then(|ability| ability.code.get(usize::from(frame.at)..)).unwrap_or(&[])
}

fn words<'a>(seen: &Seen<'a>) -> Words<'a> {
    let frame = seen.frame();
    Words { item: &frame.item, registers: frame.registers, picked: frame.picked }
}

/// Yes where what follows is good, or where paying prevents what is bad.
pub fn yes_or_no(seen: &Seen, choices: &[Choice]) -> usize {
    let ops = asking(seen);
    let block = |skip: i16| {
        let end = (1 + usize::try_from(skip).unwrap_or(0)).min(ops.len());
        effects::code(seen, &mut words(seen), &ops[1..end])
    };
    let yes = match ops.first() {
        Some(Op::May { skip, .. }) => block(*skip) > 0,
        Some(Op::MayPay { cost, skip }) => block(*skip) > MANA_SPENT * i32::from(Pips::of(cost).total()),
        Some(Op::UnlessPays { skip, .. }) => block(*skip) < 0,
        Some(Op::Explore { .. }) => !top_is_welcome(seen),
        Some(_) | None => true,
    };
    answer(choices, yes)
}

/// The card just revealed from the top of the own library.
fn top_is_welcome(seen: &Seen) -> bool {
    seen.revealed_top().is_none_or(|id| hand::keeping(seen, id) >= WELCOME)
}

pub fn scry(seen: &Seen, card: ObjectId, choices: &[Choice]) -> usize {
    let top = hand::keeping(seen, card) >= WELCOME;
    position(choices, if top { Choice::Top } else { Choice::Bottommost })
}

pub fn pay_life(seen: &Seen, object: ObjectId, choices: &[Choice]) -> usize {
    answer(choices, lands::pays(seen, lands::asked_life(seen, object)))
}

/// The best of the cards offered; none where none is good and none need be taken.
pub fn pick(seen: &Seen, choices: &[Choice]) -> usize {
    let mut best: Option<(i32, u16, usize)> = None;
    for (index, choice) in choices.iter().enumerate() {
        let Choice::Object(id) = choice else { continue };
        // Equal cards of a library are told apart by nothing that the pilot may know: the pool's order decides.
        let rank = u16::MAX - seen.face(*id).map_or(0, |face| face.0);
        let candidate = (appeal(seen, *id), rank, index);
        if best.is_none_or(|so_far| (candidate.0, candidate.1) > (so_far.0, so_far.1)) {
            best = Some(candidate);
        }
    }
    let declines = choices.first() == Some(&Choice::Pass);
    match best {
        Some((appeal, _, index)) if appeal > 0 || !declines => index,
        Some(_) | None => 0,
    }
}

/// What picking this card means: it is put into play, taken, or taken away from somebody.
fn appeal(seen: &Seen, id: ObjectId) -> i32 {
    let Some(op) = asking(seen).first() else { return 0 };
    match op {
        Op::SearchToBattlefield { .. } if seen.card(id).is_some_and(|card| card.is_land()) => {
            10 + lands::score(seen, id)
        }
        Op::PickFromHand { .. } => {
            let danger = danger(seen, id);
            if seen.owner(id) == seen.me {
                -danger
            } else {
                danger
            }
        }
        _ if seen.zone(id) == Zone::Battlefield => {
            seen.permanent(id).map_or(0, |p| worth::permanent(seen, p))
        }
        _ => hand::keeping(seen, id),
    }
}

/// How much a card of a hand matters to its owner.
fn danger(seen: &Seen, id: ObjectId) -> i32 {
    let Some(card) = seen.card(id) else { return 1 };
    let cost = i32::from(card.face.mana_value);
    worth::printed(seen, id).max(12 + 6 * cost) + if card.removal { 10 } else { 0 }
}

/// The one worth most stays.
pub fn legend(seen: &Seen, choices: &[Choice]) -> usize {
    let worth = |index: usize| match choices[index] {
        Choice::Object(id) => seen.permanent(id).map_or(0, |permanent| worth::permanent(seen, permanent)),
        _ => i32::MIN,
    };
    (0..choices.len()).max_by_key(|&index| (worth(index), choices.len() - index)).unwrap_or(0)
}

/// Triggers that only change numbers go on the stack last, so that they resolve first; the order asked is kept otherwise.
pub fn order(choices: &[Choice]) -> usize {
    choices.iter().position(|choice| matches!(choice, Choice::Trigger(_))).unwrap_or(0)
}
