//! The loop: runs a game from one question to the next and takes answers. Owns the order of things, no rule of its own.

use crate::decision::Choice;
use crate::program::Program;
use crate::resolve;
use crate::rules::state_based::Outcome;
use crate::rules::table::Table;
use crate::rules::{casting, combat, combat_damage, entering, legal, mulligan, payment, priority};
use crate::rules::{state_based, triggers, turn, zones};
use crate::state::event::Event;
use crate::state::ids::{ObjectId, Seat};
use crate::state::question::Question;
use crate::state::stack::{Progress, Target};
use crate::state::words::Reason;
use crate::state::{Stage, State};

/// More decisions and resolutions in one turn than any game comes to: nobody ends the loop, so it is a draw (104.4b).
pub const MAX_EVENTS_PER_TURN: u16 = 2_000;

/// Runs a game that has been set up to its first question.
pub fn begin(state: &mut State, program: &Program, log: Option<&mut Vec<Event>>) {
    run(&mut Table::new(state, program, log));
}

/// Takes a legal answer to the open question and runs on to the next one, or to the end.
pub fn apply(state: &mut State, program: &Program, log: Option<&mut Vec<Event>>, choice: Choice) {
    take(&mut Table::new(state, program, log), choice);
}

/// The same, and `choices` then holds the legal answers to the next question: cheaper than asking for them afterwards.
pub fn apply_listing(
    state: &mut State,
    program: &Program,
    log: Option<&mut Vec<Event>>,
    choice: Choice,
    choices: &mut Vec<Choice>,
) {
    let mut table = Table::new(state, program, log);
    table.listing = Some(choices);
    take(&mut table, choice);
    if state.question != Question::Priority {
        legal::choices(state, program, choices);
    }
}

fn take(table: &mut Table, choice: Choice) {
    if loops(table) {
        return;
    }
    let question = std::mem::take(&mut table.state.question);
    let seat = table.state.asked;
    answer(table, question, seat, choice);
    run(table);
}

/// A player gives the game up.
pub fn concede(state: &mut State, program: &Program, log: Option<&mut Vec<Event>>, seat: Seat) {
    state_based::concede(&mut Table::new(state, program, log), seat);
}

/// Counts a decision or resolution; true where the game has ended because nobody ends the loop.
fn loops(table: &mut Table) -> bool {
    table.state.events_this_turn += 1;
    let endless = table.state.events_this_turn > MAX_EVENTS_PER_TURN;
    if endless {
        state_based::finish(table, None, Reason::Loop);
    }
    endless
}

fn resolve(table: &mut Table) {
    if table.state.frame.active || !loops(table) {
        resolve::advance(table);
    }
}

fn run(table: &mut Table) {
    while !table.state.over && table.state.question == Question::None {
        match table.state.stage {
            Stage::Mulligans => mulligan::advance(table),
            Stage::StepBegins => turn::begin_step(table),
            Stage::Checks => check(table),
            Stage::Priority => priority::offer(table),
            Stage::Announcing => casting::advance(table),
            Stage::Resolving => resolve(table),
            Stage::StepEnds => turn::end_step(table),
            Stage::Over => return,
        }
        state_based::check_overflow(table);
    }
    crate::rules::layers::refresh(table.state, table.program);
}

/// State-based actions, then triggers, again until neither is left; then priority (117.5).
fn check(table: &mut Table) {
    let mut something_happened = !table.state.stack.is_empty();
    loop {
        let outcome = state_based::check(table);
        if outcome == Outcome::Asking || table.state.over {
            return;
        }
        something_happened |= outcome == Outcome::Acted;
        let waiting = !table.state.waiting.is_empty() || table.state.placing.is_some();
        if !waiting {
            break;
        }
        if !triggers::place_waiting(table) {
            return;
        }
    }
    something_happened |= !table.state.stack.is_empty();
    table.state.stage =
        if turn::cleanup_ends(table.state, something_happened) { Stage::StepEnds } else { Stage::Priority };
}

fn answer(table: &mut Table, question: Question, seat: Seat, choice: Choice) {
    match question {
        Question::None => {}
        Question::Mulligan => mulligan::answer(table, seat, choice == Choice::Keep),
        Question::Bottom { left } => mulligan::answer_bottom(table, chosen(choice), left),
        Question::Discard { .. } => discard(table, chosen(choice)),
        Question::Priority => at_priority(table, seat, choice),
        Question::Attackers => match choice {
            Choice::Attack(id) => combat::select_attacker(table, id),
            Choice::Cancel => combat::clear_attackers(table),
            _ => combat::declare_attackers(table),
        },
        Question::AttackWhom { attacker } => combat::answer_attack_whom(table, attacker, chosen(choice)),
        Question::Blockers => match choice {
            Choice::BlockAttacker(attacker) => block_with(table, seat, attacker),
            Choice::Cancel => combat::clear_blockers(table),
            _ => combat::declare_blockers(table),
        },
        Question::BlockWith { attacker } => combat::select_blocker(table, attacker, chosen(choice)),
        Question::Divide { source, recipient, .. } => {
            combat_damage::answer_share(table, source, recipient, number(choice));
        }
        Question::Order => triggers::take_waiting(table, number(choice) as u8),
        Question::Legend { .. } => state_based::answer_legend(table, chosen(choice)),
        Question::PayLife { .. } => entering::answer_pay_life(table, choice == Choice::Confirm),
        Question::YesNo | Question::Scry { .. } | Question::Pick { .. } => to_frame(table, choice),
        Question::Retarget { index } => {
            let target = (choice != Choice::Pass).then(|| target(table.state, choice));
            resolve::answer_retarget(table, index, target);
        }
        Question::Target { index } => answer_target(table, index, choice),
        Question::Method { .. }
        | Question::Ability { .. }
        | Question::Casualty
        | Question::TapOthers { .. }
        | Question::Pay
        | Question::PayColour { .. }
        | Question::TapColour { .. } => announcing(table, question, choice),
    }
}

fn at_priority(table: &mut Table, seat: Seat, choice: Choice) {
    match choice {
        Choice::PlayLand(id) => casting::play_land(table, seat, id),
        Choice::Cast(id) | Choice::Activate(id) => casting::announce(table, seat, id),
        _ => priority::pass(table),
    }
}

/// A single possible blocker needs no question.
fn block_with(table: &mut Table, seat: Seat, attacker: ObjectId) {
    let mut able = combat::blockers_for(table.state, attacker);
    let (first, second) = (able.next(), able.next());
    drop(able);
    match (first, second) {
        (Some(only), None) => combat::select_blocker(table, attacker, only),
        _ => table.state.ask(seat, Question::BlockWith { attacker }),
    }
}

fn discard(table: &mut Table, id: ObjectId) {
    if table.state.stage == Stage::Resolving {
        table.state.frame.picked = id;
        table.state.frame.answered = true;
    } else {
        zones::discard(table, id);
    }
}

fn to_frame(table: &mut Table, choice: Choice) {
    let frame = &mut table.state.frame;
    frame.answered = true;
    frame.answer = i16::from(matches!(choice, Choice::Confirm | Choice::Top));
    frame.picked = chosen(choice);
}

fn answer_target(table: &mut Table, index: u8, choice: Choice) {
    if choice == Choice::Cancel {
        casting::cancel(table);
        return;
    }
    let target = target(table.state, choice);
    if table.state.placing.is_some() {
        triggers::answer_target(table, index, target);
    } else {
        casting::answer_target(table, target);
    }
}

fn announcing(table: &mut Table, question: Question, choice: Choice) {
    match (question, choice) {
        (_, Choice::Cancel) => casting::cancel(table),
        (_, Choice::Method(method)) => casting::answer_method(table, method),
        (_, Choice::Ability(ability)) => {
            casting::answer_ability(table, (ability != legal::BY_HAND).then_some(ability));
        }
        (Question::Casualty, Choice::Object(id)) => table.state.announcement.casualty = id,
        (Question::Casualty, _) => {}
        (Question::TapOthers { .. }, Choice::Object(id)) => casting::answer_tapped(table, id),
        (_, Choice::AutoPay) => payment::pay_automatically(table),
        (_, Choice::Source(id)) => payment::answer_source(table, id),
        (Question::PayColour { source }, Choice::Colour(colour)) => {
            payment::answer_colour(table, source, colour)
        }
        (Question::TapColour { .. }, Choice::Colour(colour)) => casting::tap_by_hand(table, colour),
        _ => {
            debug_assert!(false, "an answer that was not offered: {choice:?} to {question:?}");
            table.state.announcement.progress = Progress::Idle;
        }
    }
}

/// The object a choice names; NONE for those that name none.
fn chosen(choice: Choice) -> ObjectId {
    match choice {
        Choice::Bottom(id)
        | Choice::Discard(id)
        | Choice::PlayLand(id)
        | Choice::Cast(id)
        | Choice::Activate(id)
        | Choice::Attack(id)
        | Choice::BlockAttacker(id)
        | Choice::Blocker(id)
        | Choice::Source(id)
        | Choice::TargetObject(id)
        | Choice::Object(id) => id,
        _ => ObjectId::NONE,
    }
}

fn number(choice: Choice) -> i16 {
    match choice {
        Choice::Number(n) => n,
        Choice::Trigger(n) => i16::from(n),
        _ => 0,
    }
}

fn target(state: &State, choice: Choice) -> Target {
    match choice {
        Choice::TargetObject(id) => Target::Object(state.reference(id)),
        Choice::TargetPlayer(seat) => Target::Player(seat),
        Choice::TargetSpell(serial) => Target::Stack(serial),
        _ => Target::None,
    }
}
