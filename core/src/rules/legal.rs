//! Every legal answer to the open question: the one place that says what may be done. Exactly what executes, nothing else.

use super::casting;
use super::combat;
use super::combat_damage;
use super::costs;
use super::mana;
use super::payment;
use super::state_based;
use super::targets;
use super::triggers;
use crate::decision::Choice;
use crate::program::vocabulary::TargetRule;
use crate::program::Program;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::question::Question;
use crate::state::stack::{Progress, StackItem, Target};
use crate::state::State;

/// Fills `out` with the legal answers; none where nothing is asked.
pub fn choices(state: &State, program: &Program, out: &mut Vec<Choice>) {
    out.clear();
    let seat = state.asked;
    match state.question {
        Question::None => {}
        Question::Mulligan => out.extend([Choice::Keep, Choice::Mulligan]),
        Question::Bottom { .. } => each_kind(state, seat, |id| out.push(Choice::Bottom(id))),
        Question::Discard { .. } => each_kind(state, seat, |id| out.push(Choice::Discard(id))),
        Question::Priority => at_priority(state, program, seat, out),
        Question::Attackers => attackers(state, out),
        Question::AttackWhom { .. } => {
            let defender = state.active.other();
            out.push(Choice::Player(defender));
            out.extend(combat::planeswalkers(state, defender).map(Choice::Object));
        }
        Question::Blockers => blockers(state, out),
        Question::BlockWith { attacker } => {
            out.extend(combat::blockers_for(state, attacker).map(Choice::Blocker))
        }
        Question::Divide { source, recipient, left } => {
            out.extend(combat_damage::shares(state, source, recipient, left).map(Choice::Number));
        }
        Question::Order => {
            out.extend(triggers::distinct_waiting(state, seat).into_iter().map(Choice::Trigger))
        }
        Question::Legend { object } => {
            out.extend(state_based::legend_group(state, program, object).into_iter().map(Choice::Object));
        }
        Question::YesNo | Question::PayLife { .. } => out.extend([Choice::Confirm, Choice::Cancel]),
        Question::Scry { .. } => out.extend([Choice::Top, Choice::Bottommost]),
        Question::Pick { optional } => {
            out.extend(optional.then_some(Choice::Pass));
            out.extend(state.frame.options.iter().copied().map(Choice::Object));
        }
        Question::Retarget { index } => retarget(state, program, index, out),
        Question::Target { index } => target(state, program, index, out),
        Question::Method { .. }
        | Question::Ability { .. }
        | Question::Casualty
        | Question::TapOthers { .. }
        | Question::Pay
        | Question::PayColour { .. }
        | Question::TapColour { .. } => announcing(state, program, out),
    }
}

/// What a player with priority may do; passing comes first and is always there.
pub fn at_priority(state: &State, program: &Program, seat: Seat, out: &mut Vec<Choice>) {
    out.clear();
    out.push(Choice::Pass);
    actions(state, program, seat, &mut |choice| {
        out.push(choice);
        false
    });
    hand_mana(state, program, seat, out);
}

/// One card of each kind in the hand: equal cards are one choice. The copy that the opponent knows goes first, or what
/// is left would tell him more than he saw.
fn each_kind(state: &State, seat: Seat, mut visit: impl FnMut(ObjectId)) {
    let hand = state.player(seat).hand.as_slice();
    for (index, &id) in hand.iter().enumerate() {
        let face = state.object(id).face;
        if hand[..index].iter().any(|&earlier| state.object(earlier).face == face) {
            continue;
        }
        let known = |&&other: &&ObjectId| {
            let object = state.object(other);
            object.face == face && object.known & seat.other().bit() != 0
        };
        visit(hand[index..].iter().find(known).copied().unwrap_or(id));
    }
}

/// Whether all cards of a hand are equal, so that there is nothing to choose among them.
pub fn hand_is_uniform(state: &State, seat: Seat) -> bool {
    let mut kinds = 0;
    each_kind(state, seat, |_| kinds += 1);
    kinds <= 1
}

/// Whether the player with priority could do anything but pass and tap for mana.
pub fn can_act(state: &State, program: &Program, seat: Seat) -> bool {
    actions(state, program, seat, &mut |_| true)
}

/// Visits what can be done at priority; stops early where the visitor says so.
fn actions(state: &State, program: &Program, seat: Seat, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
    let offered = |id: ObjectId| !state.cancelled.contains(id);
    let means = costs::Means::of(state, program, seat);
    let mut stopped = false;
    each_kind(state, seat, |id| {
        if stopped || !offered(id) || !means.playable(id) {
            return;
        }
        let land = program.card(state.object(id).face).is_land();
        stopped = visit(if land { Choice::PlayLand(id) } else { Choice::Cast(id) });
    });
    if stopped {
        return true;
    }
    for permanent in state.controlled(seat) {
        let card = program.card(state.object(permanent.object).face);
        let activates = |&&ability: &&u8| costs::can_activate(state, program, permanent.object, ability);
        if offered(permanent.object)
            && card.activated.iter().find(activates).is_some()
            && visit(Choice::Activate(permanent.object))
        {
            return true;
        }
    }
    let player = state.player(seat);
    let elsewhere = player.graveyard.iter().chain(player.exile.iter());
    elsewhere.copied().any(|id| offered(id) && means.playable(id) && visit(Choice::Activate(id)))
}

/// Mana abilities by hand are offered to those who are asked at every priority; everyone else taps while paying.
fn hand_mana(state: &State, program: &Program, seat: Seat, out: &mut Vec<Choice>) {
    if !state.settings.stops.always {
        return;
    }
    for permanent in
        state.controlled(seat).filter(|permanent| mana::can_tap_for_mana(state, program, permanent))
    {
        let choice = Choice::Activate(permanent.object);
        if !out.contains(&choice) && !state.cancelled.contains(permanent.object) {
            out.push(choice);
        }
    }
}

fn attackers(state: &State, out: &mut Vec<Choice>) {
    let selected = state.permanents().any(|permanent| permanent.is(flag::SELECTED));
    out.push(if selected { Choice::Confirm } else { Choice::Pass });
    if selected && !state.cleared {
        out.push(Choice::Cancel);
    }
    let able = state.permanents().filter(|p| !p.is(flag::SELECTED) && combat::can_attack(state, p));
    out.extend(able.map(|permanent| Choice::Attack(permanent.object)));
}

fn blockers(state: &State, out: &mut Vec<Choice>) {
    let chosen = state.permanents().any(|permanent| !permanent.blocking.is_none());
    out.push(if chosen { Choice::Confirm } else { Choice::Pass });
    if chosen && !state.cleared {
        out.push(Choice::Cancel);
    }
    out.extend(combat::attackers_to_block(state).map(Choice::BlockAttacker));
}

/// The item whose targets are being chosen, and its rules: an announcement, or a trigger being placed.
pub fn choosing_targets<'p>(state: &State, program: &'p Program) -> (StackItem, &'p [TargetRule]) {
    match state.placing {
        Some(item) => (item, &program.ability(item.face, item.ability).targets),
        None => (casting::item_so_far(state, program), casting::target_rules(state, program)),
    }
}

pub fn as_choice(target: Target) -> Choice {
    match target {
        Target::Player(seat) => Choice::TargetPlayer(seat),
        Target::Object(reference) => Choice::TargetObject(reference.id),
        Target::Stack(serial) => Choice::TargetSpell(serial),
        Target::None => Choice::Pass,
    }
}

fn target(state: &State, program: &Program, index: u8, out: &mut Vec<Choice>) {
    let (item, rules) = choosing_targets(state, program);
    let Some(rule) = rules.get(usize::from(index)) else { return };
    if rule.optional {
        out.push(Choice::Pass);
    }
    out.extend(targets::candidates(state, program, &item, rule).into_iter().map(as_choice));
    if state.announcement.progress != Progress::Idle && state.placing.is_none() {
        out.push(Choice::Cancel);
    }
}

/// The copy keeps its target with PASS, or takes another legal one (707.10c).
fn retarget(state: &State, program: &Program, index: u8, out: &mut Vec<Choice>) {
    let Some(copy) = state.stack.last() else { return };
    let Some(rule) = program.ability(copy.face, copy.ability).targets.get(usize::from(index)) else { return };
    out.push(Choice::Pass);
    let present = copy.targets[usize::from(index)];
    let others =
        targets::candidates(state, program, &copy, rule).into_iter().filter(|&target| target != present);
    out.extend(others.map(as_choice));
}

fn announcing(state: &State, program: &Program, out: &mut Vec<Choice>) {
    let object = state.announcement.object;
    match state.question {
        Question::Method { .. } => {
            out.extend(costs::methods(state, program, object).into_iter().map(Choice::Method))
        }
        Question::Ability { .. } => {
            let options = casting::ability_options(state, program, object);
            out.extend(options.into_iter().map(|ability| Choice::Ability(ability.unwrap_or(BY_HAND))));
        }
        Question::Casualty => {
            out.push(Choice::Pass);
            out.extend(costs::casualties(state, program, object).into_iter().map(Choice::Object));
        }
        Question::TapOthers { .. } => {
            out.extend(casting::tap_options(state, program).into_iter().map(Choice::Object))
        }
        Question::Pay => pay(state, program, out),
        Question::PayColour { source } => {
            out.extend(payment::colours_of_source(state, program, source).into_iter().map(Choice::Colour));
        }
        Question::TapColour { source } => {
            let mask = program.card(state.object(source).face).mana;
            out.extend((0..6).map(|c| 1u8 << c).filter(|c| mask & c != 0).map(Choice::Colour));
        }
        _ => {}
    }
    out.push(Choice::Cancel);
}

/// The ability number that stands for a mana ability by hand.
pub const BY_HAND: u8 = u8::MAX;

fn pay(state: &State, program: &Program, out: &mut Vec<Choice>) {
    let (cost, convoke) = payment::price(state, program);
    let announcement = &state.announcement;
    let taken = payment::reserved(state, program);
    let purse = mana::Purse {
        seat: announcement.player,
        convoke,
        payments: announcement.payments.as_slice(),
        reserved: &taken,
    };
    let by_mana = mana::Purse { convoke: false, ..purse };
    if mana::available(state, program, by_mana).can_pay(&cost) {
        out.push(Choice::AutoPay);
    }
    out.extend(payment::payable_sources(state, program).into_iter().map(Choice::Source));
}
