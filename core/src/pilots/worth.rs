//! What things are worth to the scripted pilot, in whole numbers: permanents, and what the words of a spell or ability would do.

use crate::program::evaluate::{self, Context};
use crate::program::vocabulary::{Amount, Op, Ref};
use crate::program::Program;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::stack::{StackItem, Target};
use crate::state::words::{keyword, types, CounterKind};
use crate::state::State;

pub const WIN: i32 = 10_000;
const A_CARD: i32 = 5;
const A_TOKEN: i32 = 4;
const A_POINT_OF_DAMAGE: i32 = 2;

/// What losing this permanent would cost its controller.
pub fn permanent(state: &State, program: &Program, permanent: &Permanent) -> i32 {
    if permanent.has_type(types::CREATURE) {
        let evasive = permanent.has(keyword::FLYING | keyword::DOUBLE_STRIKE | keyword::LIFELINK);
        let size = 2 * i32::from(permanent.power.max(0)) + i32::from(permanent.toughness.max(0));
        return 2 + size + if evasive { 3 } else { 0 };
    }
    if permanent.has_type(types::PLANESWALKER) {
        return 6 + 2 * i32::from(permanent.count(CounterKind::Loyalty));
    }
    3 + i32::from(evaluate::mana_value(state, program, permanent.object))
}

/// What a permanent's loss is worth to `seat`: good where it is the opponent's.
fn loss(context: &Context, id: ObjectId, seat: Seat) -> i32 {
    let Some(found) = context.state.permanent(id) else { return 0 };
    let worth = permanent(context.state, context.program, found);
    if found.controller == seat {
        -worth
    } else {
        worth
    }
}

pub fn kills(damage: i16, deathtouch: bool, creature: &Permanent) -> bool {
    damage >= creature.toughness - creature.damage || (deathtouch && damage > 0)
}

fn damage_to_object(context: &Context, id: ObjectId, amount: i16, seat: Seat) -> i32 {
    let Some(found) = context.state.permanent(id) else { return 0 };
    let dies = match found.has_type(types::CREATURE) {
        true => kills(amount, false, found),
        false => i16::from(found.count(CounterKind::Loyalty)) <= amount,
    };
    let wounded = if found.controller == seat { -1 } else { 0 };
    if dies {
        loss(context, id, seat)
    } else {
        wounded
    }
}

fn damage_to_player(state: &State, player: Seat, amount: i16, seat: Seat) -> i32 {
    let lethal = if amount >= state.player(player).life { WIN } else { 0 };
    let worth = A_POINT_OF_DAMAGE * i32::from(amount) + lethal;
    if player == seat {
        -worth
    } else {
        worth
    }
}

/// What the words of an item would be worth to its controller, with the targets that it has.
pub fn words(state: &State, program: &Program, item: &StackItem, code: &[Op]) -> i32 {
    let context = Context::of_item(state, program, item);
    code.iter().map(|op| one(&context, op)).sum()
}

fn one(context: &Context, op: &Op) -> i32 {
    let seat = context.you;
    let amount = |amount: &Amount| i32::from(context.amount(amount));
    let whose = |player: Seat, worth: i32| if player == seat { worth } else { -worth };
    match op {
        Op::DamageTarget { index, amount } => match context.target(*index) {
            Target::Player(player) => damage_to_player(context.state, player, context.amount(amount), seat),
            Target::Object(reference) => damage_to_object(context, reference.id, context.amount(amount), seat),
            Target::None | Target::Stack(_) => 0,
        },
        Op::DamagePlayer { who, amount } | Op::LoseLife { who, amount } => {
            let players = context.players(who);
            players.map(|player| damage_to_player(context.state, player, context.amount(amount), seat)).sum()
        }
        Op::DamageAll { filter, amount } => {
            let damage = context.amount(amount);
            all(context, |id| context.matches(filter, id), |id| damage_to_object(context, id, damage, seat))
        }
        Op::ExileAll { filter } => all(context, |id| context.matches(filter, id), |id| loss(context, id, seat)),
        Op::Destroy { of } | Op::Exile { of } | Op::ExileUntilLeaves { of } | Op::ExileSameName { of } => {
            match of {
                Ref::Target { .. } => loss(context, context.reference(of).id, seat),
                Ref::Source {} | Ref::Subject {} | Ref::Attached {} | Ref::Picked {} => 0,
            }
        }
        Op::Counter { index, .. } => countered(context, context.target(*index)),
        Op::Pump { of, power, toughness, .. } => pumped(context, of, context.amount(power), context.amount(toughness)),
        Op::Animate { of, .. } => animated(context, of),
        Op::CreateToken { who, amount: count, .. } => whose(context.who(who), A_TOKEN * amount(count)),
        Op::AddCounters { of, amount: count, .. } => 3 * amount(count) * friendly(context, of),
        Op::Draw { who, amount: count } => whose(context.who(who), A_CARD * amount(count)),
        Op::Take { .. } | Op::TakeOnePerType {} | Op::SearchToBattlefield { .. } => A_CARD,
        Op::GainLife { who, amount: gained } => whose(context.who(who), amount(gained)),
        Op::Discard { who, .. } => whose(context.who(who), -A_CARD),
        Op::DiscardPicked {} => A_CARD,
        Op::Scry { .. } | Op::Explore { .. } | Op::Transform { .. } => 1,
        Op::ReturnLinked {}
        | Op::ReturnTransformed { .. }
        | Op::UnlessPays { .. }
        | Op::May { .. }
        | Op::MayPay { .. }
        | Op::SkipUnless { .. }
        | Op::Mill { .. }
        | Op::Look { .. }
        | Op::BottomLooked {}
        | Op::Shuffle { .. }
        | Op::LookAtHand { .. }
        | Op::PickFromHand { .. }
        | Op::RevealTop { .. }
        | Op::PickedToHand {}
        | Op::ReturnAttacking { .. }
        | Op::CopySpell {}
        | Op::Delay { .. }
        | Op::ExtraCounter {} => 0,
    }
}

fn all(context: &Context, fits: impl Fn(ObjectId) -> bool, worth: impl Fn(ObjectId) -> i32) -> i32 {
    context.state.battlefield.iter().copied().filter(|&id| fits(id)).map(worth).sum()
}

/// A spell of the opponent is worth its mana and a card.
fn countered(context: &Context, target: Target) -> i32 {
    let Target::Stack(serial) = target else { return 0 };
    let Some(spell) = context.state.spell(serial) else { return 0 };
    let worth = A_CARD + 2 * i32::from(context.program.face(spell.face).mana_value);
    if spell.controller == context.you {
        -worth
    } else {
        worth
    }
}

/// 1 where the object is one's own, -1 where it is the opponent's.
fn friendly(context: &Context, of: &Ref) -> i32 {
    let id = context.reference(of).id;
    match context.state.permanent(id) {
        Some(found) if found.controller != context.you => -1,
        Some(_) | None => 1,
    }
}

/// A bonus until end of turn counts for a creature that fights; a malus where it kills.
fn pumped(context: &Context, of: &Ref, power: i16, toughness: i16) -> i32 {
    let id = context.reference(of).id;
    let Some(found) = context.state.permanent(id) else { return 0 };
    if toughness < 0 {
        return damage_to_object(context, id, -toughness, context.you);
    }
    let fights = found.is(flag::ATTACKING) || !found.blocking.is_none();
    let worth = A_POINT_OF_DAMAGE * i32::from(power) + i32::from(toughness);
    match (fights, found.controller == context.you) {
        (true, true) => worth,
        (false, true) => -A_TOKEN,
        (_, false) => -worth,
    }
}

/// Waking a permanent is worth something before its own attack, once.
fn animated(context: &Context, of: &Ref) -> i32 {
    let Some(found) = context.state.permanent(context.reference(of).id) else { return 0 };
    let ready = !found.has_type(types::CREATURE) && !found.is(flag::TAPPED | flag::SICK);
    if ready && context.state.active == context.you && context.state.turn > 0 {
        3
    } else {
        0
    }
}
