//! What to do with priority: every legal play is weighed for this moment; passing is worth nothing and often best.

use super::abilities;
use super::effects;
use super::lands;
use super::reach;
use super::seen::Seen;
use super::spending;
use super::surprise;
use super::targets;
use super::worth::{self, GAME};
use crate::decision::Choice;
use crate::program::vocabulary::Op;
use crate::program::Card;
use crate::state::ids::ObjectId;
use crate::state::permanent::flag;
use crate::state::stack::{Method, StackItem, Target};
use crate::state::words::{types, Step, Zone};

/// After so many decisions in one turn nothing more is begun: no turn goes on for ever.
const ENOUGH: u16 = 400;
/// A spell is worth more than its card when it may finish the opponent soon.
const FINISHING: i32 = 40;
/// At so little life no land is tapped that hurts.
const DYING: i32 = 2;
/// What is left of a hand that is too full is discarded.
const FULL_HAND: i32 = 7;

/// A play at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// Position among the choices; none for a card that waits for its moment.
    pub position: Option<usize>,
    pub now: i32,
    /// Worth of keeping the mana for it until later this turn, or in the opponent's.
    pub later: i32,
    pub cost: i32,
    pub makes_mana: bool,
}

/// Which moment it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Own main phase before combat, with a main phase to come.
    BeforeCombat,
    /// The last own main phase.
    LastMain,
    /// Own combat.
    OwnCombat,
    /// The opponent attacks.
    Defending,
    /// The last time this seat is asked in the opponent's turn.
    LastChance,
    /// Something of the opponent's is on the stack.
    Response,
    /// Any other time in the opponent's turn.
    Waiting,
}

pub fn moment(seen: &Seen) -> Moment {
    if !seen.stack().is_empty() {
        return Moment::Response;
    }
    match (seen.my_turn(), seen.step()) {
        (true, Step::Main1) if seen.is_asked_in(Step::Main2) => Moment::BeforeCombat,
        (true, Step::Main1 | Step::Main2) => Moment::LastMain,
        (true, _) => Moment::OwnCombat,
        (false, Step::Attackers | Step::Blockers) if seen.is_asked_later(seen.step()) => Moment::Defending,
        (false, step) if !seen.is_asked_later(step) => Moment::LastChance,
        (false, _) => Moment::Waiting,
    }
}

pub fn choose(seen: &Seen, choices: &[Choice]) -> usize {
    if seen.events_this_turn() > ENOUGH || seen.stack().last().is_some_and(|top| top.controller == seen.me) {
        return 0;
    }
    let moment = moment(seen);
    if let Some(land) = lands::choose(seen, choices) {
        return land;
    }
    match moment {
        Moment::BeforeCombat | Moment::LastMain => spending::choose(seen, moment, choices),
        Moment::OwnCombat | Moment::Defending | Moment::LastChance | Moment::Response | Moment::Waiting => {
            best_now(seen, moment, choices)
        }
    }
}

fn best_now(seen: &Seen, moment: Moment, choices: &[Choice]) -> usize {
    let mut best = (0, 0);
    for (position, &choice) in choices.iter().enumerate() {
        let now = weigh(seen, moment, choice).map_or(0, |play| play.now);
        if now > best.0 {
            best = (now, position);
        }
    }
    best.1
}

/// The play that a choice begins; none for those that begin nothing.
pub fn weigh(seen: &Seen, moment: Moment, choice: Choice) -> Option<Play> {
    match choice {
        Choice::Cast(id) => Some(card(seen, moment, id, from_hand(seen, id))),
        Choice::Activate(id) if seen.zone(id) == Zone::Battlefield => abilities::weigh(seen, moment, id),
        Choice::Activate(id) => Some(card(seen, moment, id, beyond(seen, id))),
        _ => None,
    }
}

/// A card of the hand is cast; where only plotting it can be paid for, it is plotted.
fn from_hand(seen: &Seen, id: ObjectId) -> Method {
    let plots = seen.card(id).is_some_and(|card| card.face.plot.is_some());
    let castable = || seen.cost(id, Method::Cast).is_some_and(|cost| seen.can_pay(seen.me, &cost));
    if plots && !castable() {
        Method::Plot
    } else {
        Method::Cast
    }
}

/// How a card outside the hand is cast.
fn beyond(seen: &Seen, id: ObjectId) -> Method {
    if seen.zone(id) == Zone::Graveyard {
        Method::Flashback
    } else {
        Method::Plotted
    }
}

/// A card cast now, and what waiting for a better moment is worth.
pub fn card(seen: &Seen, moment: Moment, id: ObjectId, method: Method) -> Play {
    let (value, item) = effects::cast(seen, id, method);
    let card = seen.card_of(&item);
    let total = seen.cost(id, method).map_or(0, |cost| i32::from(cost.total()));
    let cost = total - spending::convokers(seen, card);
    let play = Play { cost: cost.clamp(0, total), makes_mana: card.mana != 0, ..Play::default() };
    if seen.life(seen.me) <= DYING
        && value < GAME
        && !seen.cost(id, method).is_some_and(|cost| seen.pays_unhurt(&cost))
    {
        return play;
    }
    if card.is(types::CREATURE | types::PLANESWALKER) {
        return creature(seen, moment, &item, value + seen.weights.tempo * total, play);
    }
    spell(seen, moment, &item, value, play)
}

/// A creature or planeswalker: after combat, unless it can attack or something happens as it enters.
fn creature(seen: &Seen, moment: Moment, item: &StackItem, value: i32, play: Play) -> Play {
    let card = seen.card_of(item);
    let value = if is_second_legend(seen, card) { 4 } else { value };
    let flash = card.instant_speed;
    let ambush = || surprise::as_blocker(seen, item.source.id);
    let (now, later) = match moment {
        Moment::LastMain if flash && seen.weights.patience > 0 => (value, value + 3),
        Moment::LastMain => (value, 0),
        Moment::BeforeCombat if flash && seen.weights.patience > 0 => (value, value + 3),
        Moment::BeforeCombat if matters_in_combat(seen, card, item) => (value, 0),
        Moment::BeforeCombat => (value, value + 1),
        Moment::Defending => (surprise::now(seen, card, value, ambush()), 0),
        Moment::LastChance => (value, 0),
        Moment::OwnCombat | Moment::Response | Moment::Waiting => (0, 0),
    };
    Play { now, later, ..play }
}

/// Haste, convoke (those who attack cannot convoke), or something that happens as it enters.
fn matters_in_combat(seen: &Seen, card: &Card, item: &StackItem) -> bool {
    use crate::state::words::keyword::{CONVOKE, HASTE};
    card.keywords & (HASTE | CONVOKE) != 0 || effects::entering(seen, item.source.id, seen.me) > 0
}

fn is_second_legend(seen: &Seen, card: &Card) -> bool {
    let mut own = seen.controlled(seen.me);
    card.is(types::LEGENDARY)
        && own.any(|permanent| {
            seen.card(permanent.object).is_some_and(|other| other.face.name == card.face.name)
        })
}

/// An instant, sorcery, or permanent that is played for what it does.
fn spell(seen: &Seen, moment: Moment, item: &StackItem, value: i32, play: Play) -> Play {
    let card = seen.card_of(item);
    let weights = seen.weights;
    let full = if seen.hand_size(seen.me) > FULL_HAND && seen.my_turn() { weights.card / 3 } else { 0 };
    let value = value + finishing(seen, item) + pressure(seen, item) + full - weights.thrift;
    let sweeps = card
        .face
        .abilities
        .iter()
        .any(|a| a.code.iter().any(|op| matches!(op, Op::ExileAll { .. } | Op::DamageAll { .. })));
    if sweeps && value < weights.sweep {
        return play;
    }
    if value >= GAME {
        return Play { now: value, ..play };
    }
    let (now, later) = match moment {
        Moment::BeforeCombat if sweeps => (value, value + 1),
        Moment::BeforeCombat | Moment::LastMain if !card.instant_speed => (value, 0),
        Moment::BeforeCombat | Moment::LastMain => in_own_main(seen, moment, item, value),
        Moment::OwnCombat if seen.step() == Step::Blockers && fights(seen, item) => (value, 0),
        Moment::Defending => (if is_urgent(seen, item) { value } else { 0 }, 0),
        Moment::LastChance => (value, 0),
        Moment::Response => (in_response(seen, item, value), 0),
        Moment::OwnCombat | Moment::Waiting => (0, 0),
    };
    Play { now, later, ..play }
}

/// Instants wait, unless the own deck is in a hurry and a blocker stands in the way.
fn in_own_main(seen: &Seen, moment: Moment, item: &StackItem, value: i32) -> (i32, i32) {
    let opposing =
        item.targets.iter().find_map(|&target| seen.target(target)).filter(|p| p.controller != seen.me);
    let clears_way = moment == Moment::BeforeCombat
        && opposing.is_some_and(|p| p.has_type(types::CREATURE) && !p.is(flag::TAPPED | flag::BARRED))
        && seen.controlled(seen.me).any(|permanent| seen.can_attack(permanent));
    let removes = opposing.is_some() || (seen.card_of(item).is(types::PERMANENT) && value > 0);
    if !removes {
        return (0, value);
    }
    let now = value - seen.weights.patience + if clears_way { 6 } else { 0 };
    (now, value)
}

/// While the opponent attacks: removal of attackers, tricks for blockers; the rest can wait.
fn is_urgent(seen: &Seen, item: &StackItem) -> bool {
    let mut aimed = item.targets.iter().filter_map(|&target| seen.target(target));
    aimed.any(|permanent| permanent.is(flag::ATTACKING) || !permanent.blocking.is_none())
}

/// Burn at the player, a trick or removal in the fight that is going on, or a spell that makes the own fighters bigger.
fn fights(seen: &Seen, item: &StackItem) -> bool {
    reach::is_face(seen, item) || is_urgent(seen, item)
}

/// Against something on the stack: counter it, save the own, or strike at what is being made bigger.
fn in_response(seen: &Seen, item: &StackItem, value: i32) -> i32 {
    let Some(top) = seen.stack().last() else { return 0 };
    let counters = item.targets.contains(&Target::Stack(top.serial));
    if counters {
        return if value + seen.weights.thrift >= seen.weights.counter_floor {
            value + seen.weights.thrift
        } else {
            0
        };
    }
    let shared = item.targets.iter().any(|&target| target != Target::None && top.targets.contains(&target));
    let own = item.targets.iter().filter_map(|&target| seen.target(target)).find(|p| p.controller == seen.me);
    if let Some(saved) = own {
        // Boosts count the creature itself where they save it.
        return if shared && value > worth::permanent(seen, saved) { value } else { 0 };
    }
    // The opponent's own creature is what its spell makes bigger: both are lost if it dies first.
    if shared && value > 0 && !targets::is_aimed_at(seen, item.targets[0]) {
        return value + seen.weights.card / 2;
    }
    0
}

/// Burn that wins now or in a turn or two is aimed at the player.
fn finishing(seen: &Seen, item: &StackItem) -> i32 {
    if !reach::is_face(seen, item) {
        return 0;
    }
    let life = seen.life(seen.foe());
    if reach::damage_now(seen) >= life {
        return GAME;
    }
    if life <= seen.weights.reach || reach::damage_soon(seen) >= life {
        FINISHING
    } else {
        0
    }
}

/// Removing an attacker also spares the life that it would take.
fn pressure(seen: &Seen, item: &StackItem) -> i32 {
    let attackers = item.targets.iter().filter_map(|&target| seen.target(target)).filter(|permanent| {
        permanent.controller != seen.me && permanent.is(flag::ATTACKING) && !permanent.is(flag::BLOCKED)
    });
    attackers.map(|permanent| worth::life(seen, seen.me, i32::from(permanent.power)).min(GAME / 4)).sum()
}
