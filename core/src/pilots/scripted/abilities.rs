//! Activated abilities of permanents: which one, and what activating it is worth now.

use super::attack;
use super::fight::{gather, Fighter};
use super::priority::{Moment, Play};
use super::seen::Seen;
use super::surprise;
use super::targets;
use super::worth;
use crate::program::vocabulary::{Ability, AbilityKind, Cost, Op};
use crate::program::Pips;
use crate::state::ids::ObjectId;
use crate::state::permanent::{flag, Permanent};
use crate::state::words::{types, CounterKind};

const LOYALTY: i32 = 7;

/// The best of the abilities that can be activated now.
pub fn weigh(seen: &Seen, moment: Moment, id: ObjectId) -> Option<Play> {
    best(seen, moment, id).map(|(_, play)| play)
}

/// The best ability that can be activated now, by its index.
pub fn best(seen: &Seen, moment: Moment, id: ObjectId) -> Option<(u8, Play)> {
    let card = seen.card(id)?;
    let open = card.activated.iter().copied().filter(|&ability| seen.can_activate(id, ability));
    let plays = open.map(|ability| (ability, one(seen, moment, id, ability)));
    plays.fold(None, |best: Option<(u8, Play)>, next| match best {
        Some(so_far) if so_far.1.now.max(so_far.1.later) >= next.1.now.max(next.1.later) => Some(so_far),
        Some(_) | None => Some(next),
    })
}

fn one(seen: &Seen, moment: Moment, id: ObjectId, ability: u8) -> Play {
    let item = seen.as_ability(id, ability);
    let words = seen.program.ability(item.face, ability);
    let (Some(permanent), AbilityKind::Activated { cost, .. }) = (seen.permanent(id), &words.kind) else {
        return Play::default();
    };
    let mana = i32::from(Pips::of(&cost.mana).total());
    let play = Play { cost: mana, ..Play::default() };
    if let Some(animated) = animation(seen, permanent, words) {
        // A land that attacks makes no mana afterwards.
        let itself = i32::from(!permanent.is(flag::TAPPED) && seen.my_turn());
        return Play { now: animate(seen, moment, permanent, &animated), cost: mana + itself, ..play };
    }
    let value = targets::best(seen, item).0 - price(seen, permanent, cost);
    let (now, later) = match moment {
        Moment::BeforeCombat if cost.tap_others > 0 => (value, value + 1),
        Moment::BeforeCombat | Moment::LastMain if waits(cost, words) => (0, value),
        Moment::BeforeCombat | Moment::LastMain | Moment::LastChance => (value, 0),
        Moment::Defending if cost.loyalty_ability || seen.my_turn() => (value, 0),
        Moment::Response if cost.loyalty_ability => (0, 0),
        Moment::OwnCombat | Moment::Defending | Moment::Response | Moment::Waiting => (0, 0),
    };
    Play { now, later, ..play }
}

/// Drawing can wait for the end of the opponent's turn.
fn waits(cost: &Cost, words: &Ability) -> bool {
    let draws = words.code.iter().any(|op| matches!(op, Op::Draw { .. }));
    let sorcery = matches!(words.kind, AbilityKind::Activated { sorcery: true, .. });
    draws && !cost.loyalty_ability && !sorcery
}

/// What the costs other than mana take.
fn price(seen: &Seen, permanent: &Permanent, cost: &Cost) -> i32 {
    let mut price = 0;
    if cost.loyalty_ability {
        let left = i32::from(permanent.count(CounterKind::Loyalty)) + i32::from(cost.loyalty);
        price -= LOYALTY * i32::from(cost.loyalty);
        price += if left <= 0 { 20 } else { 0 };
    } else {
        price += 1;
    }
    if cost.sacrifice {
        price += worth::permanent(seen, permanent);
    }
    if cost.tap && permanent.has_type(types::CREATURE) {
        price += i32::from(permanent.power);
    }
    price + taps(seen, cost)
}

/// Creatures tapped for it do not block; those that are needed to are not tapped.
fn taps(seen: &Seen, cost: &Cost) -> i32 {
    if cost.tap_others == 0 {
        return 0;
    }
    let threats: i32 = seen
        .controlled(seen.foe())
        .filter(|permanent| permanent.has_type(types::CREATURE) && !permanent.is(flag::BARRED))
        .map(|permanent| i32::from(permanent.power))
        .sum();
    worth::life(seen, seen.me, threats.min(seen.life(seen.me) - 1)) / 3
}

/// The size that an ability gives its own source, if that makes a creature of it.
fn animation(seen: &Seen, permanent: &Permanent, words: &Ability) -> Option<Fighter> {
    words.code.iter().find_map(|op| match op {
        Op::Animate { power, toughness, keywords, .. } => {
            let counters = i32::from(permanent.count(CounterKind::Plus))
                - i32::from(permanent.count(CounterKind::Minus));
            Some(Fighter {
                id: permanent.object,
                power: i32::from(*power) + counters,
                toughness: i32::from(*toughness) + counters,
                keywords: *keywords as u32,
                worth: worth::permanent(seen, permanent) + 10,
                at_player: true,
                can_block: true,
                ..Fighter::default()
            })
        }
        _ => None,
    })
}

/// Worth it where it attacks well, or blocks well.
fn animate(seen: &Seen, moment: Moment, permanent: &Permanent, animated: &Fighter) -> i32 {
    if permanent.has_type(types::CREATURE) || permanent.is(flag::TAPPED) {
        return 0;
    }
    match moment {
        Moment::BeforeCombat | Moment::LastMain if !permanent.is(flag::SICK) && before_attack(seen) => {
            let mut able = gather(seen, seen.controlled(seen.me).filter(|other| seen.can_attack(other)));
            if able.push(*animated).is_err() || !attack::plan_with(seen, able).includes(animated.id) {
                return 0;
            }
            worth::life(seen, seen.foe(), animated.damage()).min(worth::GAME / 2)
        }
        Moment::Defending => surprise::best_block(seen, animated) - 6,
        Moment::BeforeCombat | Moment::LastMain | Moment::OwnCombat => 0,
        Moment::LastChance | Moment::Response | Moment::Waiting => 0,
    }
}

fn before_attack(seen: &Seen) -> bool {
    seen.step() == crate::state::words::Step::Main1
}
