//! Boosts: what more (or less) power, toughness and keywords mean for a creature, above all in a combat that is going on.

use super::fight::{clash, gather, Fighter};
use super::seen::{Seen, Words};
use super::worth;
use crate::program::vocabulary::{Affected, Op, Ref, Static};
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::stack::Target;
use crate::state::words::{types, CounterKind, Step};

/// What a piece of code changes about one creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Boost {
    power: i32,
    toughness: i32,
    keywords: u32,
    /// The part that stays after the turn.
    lasting_power: i32,
    lasting_toughness: i32,
    lasting_keywords: u32,
}

/// All boosts in a piece of code, for the creatures it names.
pub fn boosts(seen: &Seen, words: &Words, ops: &[Op]) -> i32 {
    let mut total = 0;
    let mut done = [ObjectId::NONE; 3];
    for op in ops {
        let Some(id) = boosted(op).and_then(|of| seen.referred(words, of)) else { continue };
        if done.contains(&id) {
            continue;
        }
        if let Some(place) = done.iter_mut().find(|place| place.is_none()) {
            *place = id;
        }
        if let Some(permanent) = seen.permanent(id) {
            total += value(seen, permanent, &sum(seen, words, ops, id));
        }
    }
    total
}

/// The creature whose size an op changes.
fn boosted(op: &Op) -> Option<&Ref> {
    match op {
        Op::Pump { of, .. } | Op::CreateToken { attach: Some(of), .. } => Some(of),
        Op::AddCounters { of, kind, .. } if is_size(*kind) => Some(of),
        _ => None,
    }
}

fn is_size(kind: i16) -> bool {
    kind == CounterKind::Plus as i16 || kind == CounterKind::Minus as i16
}

fn sum(seen: &Seen, words: &Words, ops: &[Op], id: ObjectId) -> Boost {
    let mut boost = Boost::default();
    for op in ops.iter().filter(|op| boosted(op).and_then(|of| seen.referred(words, of)) == Some(id)) {
        match op {
            Op::Pump { power, toughness, keywords, .. } => {
                boost.power += seen.amount(words, power);
                boost.toughness += seen.amount(words, toughness);
                boost.keywords |= *keywords as u32;
            }
            Op::AddCounters { kind, amount, .. } => {
                let size =
                    seen.amount(words, amount) * if *kind == CounterKind::Plus as i16 { 1 } else { -1 };
                boost.lasting_power += size;
                boost.lasting_toughness += size;
            }
            Op::CreateToken { face, .. } => attached(seen, words, FaceId(*face as u16), &mut boost),
            _ => {}
        }
    }
    boost
}

/// What an Aura gives to what it is attached to.
fn attached(seen: &Seen, words: &Words, aura: FaceId, boost: &mut Boost) {
    for ability in &seen.program.face(aura).statics {
        if let Static::Modify { affected: Affected::AttachedTo {}, power, toughness, keywords, .. } = ability
        {
            boost.lasting_power += seen.amount(words, power);
            boost.lasting_toughness += seen.amount(words, toughness);
            boost.lasting_keywords |= *keywords as u32;
        }
    }
}

fn value(seen: &Seen, permanent: &Permanent, boost: &Boost) -> i32 {
    if !permanent.has_type(types::CREATURE) {
        return 0;
    }
    let sign = if permanent.controller == seen.me { 1 } else { -1 };
    let before = Fighter::new(seen, permanent);
    let toughness = before.toughness + boost.toughness + boost.lasting_toughness;
    if toughness <= 0 {
        return -sign * before.worth;
    }
    let after = Fighter {
        power: (i32::from(permanent.power) + boost.power + boost.lasting_power).max(0),
        toughness,
        keywords: before.keywords | boost.keywords | boost.lasting_keywords,
        ..before
    };
    let body = |power: i32, toughness: i32, keywords: u32| {
        worth::body(power, toughness, permanent.keywords | keywords)
    };
    let (power, full) = (i32::from(permanent.power), i32::from(permanent.toughness));
    let lasting = body(power + boost.lasting_power, full + boost.lasting_toughness, boost.lasting_keywords)
        - body(power, full, 0);
    let saved = if is_saved(seen, permanent, &before, &after) { before.worth } else { 0 };
    sign * (lasting * 3 / 4 + saved) + in_combat(seen, permanent, &before, &after)
}

/// Damage on its way from the stack would kill it now, and no longer does.
fn is_saved(seen: &Seen, permanent: &Permanent, before: &Fighter, after: &Fighter) -> bool {
    let Some(top) = seen.stack().last().filter(|item| item.controller != permanent.controller) else {
        return false;
    };
    let Some(ability) = seen.card_of(top).face.abilities.get(usize::from(top.ability)) else { return false };
    let words = Words::of(top);
    let damage: i32 = ability
        .code
        .iter()
        .map(|op| match op {
            Op::DamageTarget { index, amount } if names(seen, top.targets[index.at()], permanent.object) => {
                seen.amount(&words, amount)
            }
            _ => 0,
        })
        .sum();
    damage >= before.toughness && damage > 0 && damage < after.toughness
}

fn names(seen: &Seen, target: Target, id: ObjectId) -> bool {
    target == Target::Object(seen.reference(id))
}

/// The difference it makes in its fight, for the pilot's seat; nothing before the blocks are known.
fn in_combat(seen: &Seen, permanent: &Permanent, before: &Fighter, after: &Fighter) -> i32 {
    let decided = matches!(seen.step(), Step::Blockers | Step::FirstDamage);
    if !decided {
        return 0;
    }
    if permanent.is(flag::ATTACKING) {
        let blockers = gather(seen, seen.permanents().filter(|other| other.blocking == permanent.object));
        let end = |fighter: &Fighter| fight(seen, permanent, fighter, blockers.as_slice());
        return end(after) - end(before);
    }
    let Some(attacker) = seen.permanent(permanent.blocking) else { return 0 };
    let attacking = Fighter::new(seen, attacker);
    let blockers = gather(seen, seen.permanents().filter(|other| other.blocking == attacker.object));
    let mut boosted = blockers;
    for fighter in boosted.as_mut_slice().iter_mut().filter(|fighter| fighter.id == permanent.object) {
        *fighter = *after;
    }
    fight(seen, attacker, &attacking, boosted.as_slice())
        - fight(seen, attacker, &attacking, blockers.as_slice())
}

/// How the fight of one attacker ends, for the pilot's seat.
fn fight(seen: &Seen, attacker: &Permanent, fighter: &Fighter, blockers: &[Fighter]) -> i32 {
    let sign = if attacker.controller == seen.me { 1 } else { -1 };
    let defender = attacker.controller.other();
    if blockers.is_empty() {
        let reaches = !attacker.is(flag::BLOCKED) || fighter.has(crate::state::words::keyword::TRAMPLE);
        return if reaches { sign * unblocked(seen, attacker, defender, fighter.damage()) } else { 0 };
    }
    let few = &blockers[..blockers.len().min(4)];
    let end = clash(fighter, few);
    let dead = few.iter().enumerate().filter(|(index, _)| end.dead >> index & 1 != 0);
    let mut balance = dead.map(|(_, blocker)| blocker.worth).sum::<i32>()
        + unblocked(seen, attacker, defender, end.through);
    balance -= if end.attacker_dies { fighter.worth } else { 0 };
    sign * balance
}

/// Damage to what is attacked, counted on top of what the other unblocked attackers deal.
fn unblocked(seen: &Seen, attacker: &Permanent, defender: Seat, damage: i32) -> i32 {
    if !attacker.attack_target.is_none() {
        return 6 * damage;
    }
    let others = seen.controlled(attacker.controller).filter(|other| {
        other.is(flag::ATTACKING)
            && !other.is(flag::BLOCKED)
            && other.attack_target.is_none()
            && other.object != attacker.object
    });
    let rest: i32 = others.map(|other| i32::from(other.power.max(0))).sum();
    worth::life(seen, defender, rest + damage) - worth::life(seen, defender, rest)
}
