//! The one interpreter: resolves spells and abilities op by op. Each op says Next, Jump or Ask; where it stands is in the state.

mod cards;
mod choices;
pub use choices::answer_retarget;
mod effects;
mod exile;
mod look;

use crate::program::evaluate::{controller, Context};
use crate::program::vocabulary::{Ability, AbilityKind, Op, Ref, Who};
use crate::program::Program;
use crate::rules::priority;
use crate::rules::table::Table;
use crate::rules::{entering, targets, zones};
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, ObjectRef, Seat};
use crate::state::stack::{cast, Frame, ItemKind, StackItem, Target};
use crate::state::words::{types, Zone};
use crate::state::{Entering, State};

/// What an op says when it has done what it can.
pub enum Flow {
    Next,
    /// Skip so many ops.
    Jump(i16),
    /// A question is open; this op goes on when it is answered.
    Ask,
    /// A question is open, and this op is done with it.
    NextAfterAnswer,
}

/// Goes on resolving the top of the stack until it is done or a question is open.
pub fn advance(table: &mut Table) {
    if !table.state.frame.active && !begin(table) {
        return;
    }
    let item = table.state.frame.item;
    let Some(ability) = words(table.program, &item) else { return finish(table) };
    while let Some(op) = ability.code.get(usize::from(table.state.frame.at)) {
        match execute(table, op) {
            Flow::Next => step(table.state, 1),
            Flow::Jump(skipped) => step(table.state, 1 + skipped),
            Flow::Ask => return,
            Flow::NextAfterAnswer => return step(table.state, 1),
        }
    }
    finish(table);
}

fn step(state: &mut State, count: i16) {
    let frame = &mut state.frame;
    frame.at += count as u8;
    frame.phase = 0;
    frame.answered = false;
}

/// The ability that says what the item does; a permanent spell has none.
fn words<'p>(program: &'p Program, item: &StackItem) -> Option<&'p Ability> {
    program.face(item.face).abilities.get(usize::from(item.ability))
}

/// Rechecks targets and conditions (608.2b, 603.4); false where nothing of it happens.
fn begin(table: &mut Table) -> bool {
    let Some(mut item) = table.state.stack.last() else { return false };
    let ability = words(table.program, &item);
    let rules = ability.map_or(&[][..], |ability| &ability.targets);
    let fizzles = targets::all_illegal(table.state, table.program, &item, rules)
        || ability.is_some_and(|ability| condition_has_failed(table, &item, ability));
    if fizzles {
        table.note(EventKind::Fizzles, item.controller, item.source.id, 0);
        put_away(table, &item);
        return false;
    }
    for (index, rule) in rules.iter().enumerate() {
        if !targets::is_legal(table.state, table.program, &item, rule, item.targets[index]) {
            item.targets[index] = Target::None;
        }
    }
    table.note(EventKind::Resolves, item.controller, item.source.id, 0);
    let controllers = item.targets.map(|target| controller_of_target(table.state, target));
    table.state.frame = Frame { active: true, item, controllers, ..Frame::default() };
    true
}

fn controller_of_target(state: &State, target: Target) -> Seat {
    match target {
        Target::Object(reference) => controller(state, reference.id),
        Target::Stack(serial) => state.spell(serial).map_or(Seat(0), |spell| spell.controller),
        Target::Player(seat) => seat,
        Target::None => Seat(0),
    }
}

fn condition_has_failed(table: &Table, item: &StackItem, ability: &Ability) -> bool {
    match &ability.kind {
        AbilityKind::Triggered { condition, still: true, .. } => {
            !Context::of_item(table.state, table.program, item).condition(condition)
        }
        AbilityKind::Triggered { .. } | AbilityKind::Spell {} | AbilityKind::Activated { .. } => false,
    }
}

/// All its instructions have been followed (608.2n, 608.3).
fn finish(table: &mut Table) {
    let item = table.state.frame.item;
    table.state.frame = Frame::default();
    let permanent = table.program.card(item.face).is(types::PERMANENT);
    if item.kind == ItemKind::Spell && permanent && table.state.current(item.source).is_some() {
        become_permanent(table, &item);
    } else {
        put_away(table, &item);
    }
}

fn become_permanent(table: &mut Table, item: &StackItem) {
    remove_from_stack(table.state, item.serial);
    priority::give(table.state, table.state.active);
    let entering = Entering {
        object: item.source.id,
        controller: item.controller,
        extra_counters: item.extra_counters,
        convoked: item.convoked,
        ..Entering::default()
    };
    entering::enter(table, entering);
}

/// Takes the item off the stack; a spell's card goes where spells go. Then the active player gets priority.
fn put_away(table: &mut Table, item: &StackItem) {
    remove_from_stack(table.state, item.serial);
    if item.kind == ItemKind::Spell && table.state.current(item.source).is_some() {
        let exiled = item.flags & cast::FLASHBACK != 0;
        zones::move_to(table, item.source.id, if exiled { Zone::Exile } else { Zone::Graveyard });
    }
    priority::give(table.state, table.state.active);
}

fn remove_from_stack(state: &mut State, serial: u16) -> Option<StackItem> {
    // A Saga waits for its chapter to leave the stack (704.5s).
    state.stirred = true;
    let position = state.stack.iter().position(|item| item.serial == serial)?;
    state.stack.remove(position)
}

/// Counters a spell: off the stack without effect (701.6a).
fn counter(table: &mut Table, serial: u16, exile: bool) {
    let Some(spell) = remove_from_stack(table.state, serial) else { return };
    table.note(EventKind::Countered, spell.controller, spell.source.id, 0);
    if spell.kind == ItemKind::Spell {
        let exiled = exile || spell.flags & cast::FLASHBACK != 0;
        zones::move_to(table, spell.source.id, if exiled { Zone::Exile } else { Zone::Graveyard });
    }
}

fn context<'t>(table: &'t Table) -> Context<'t> {
    Context::of_frame(table.state, table.program)
}

fn seats(table: &Table, who: &Who) -> Vec<Seat> {
    context(table).players(who).collect()
}

/// The object a word refers to, if it is still what it was.
fn object(table: &Table, of: &Ref) -> Option<ObjectId> {
    table.state.current(context(table).reference(of))
}

fn permanent(table: &Table, of: &Ref) -> Option<ObjectId> {
    object(table, of).filter(|&id| table.state.permanent(id).is_some())
}

fn source(table: &Table) -> ObjectRef {
    table.state.frame.item.source
}

fn you(table: &Table) -> Seat {
    table.state.frame.item.controller
}

fn execute(table: &mut Table, op: &Op) -> Flow {
    match op {
        Op::DamageTarget { index, amount } => effects::damage_target(table, *index, amount),
        Op::DamagePlayer { who, amount } => effects::damage_player(table, who, amount),
        Op::DamageAll { filter, amount } => effects::damage_all(table, filter, amount),
        Op::Destroy { of } => effects::destroy(table, of),
        Op::Exile { of } => exile::exile(table, of),
        Op::ExileAll { filter } => exile::exile_all(table, filter),
        Op::ExileUntilLeaves { of } => exile::exile_until_leaves(table, of),
        Op::ExileSameName { of } => exile::exile_same_name(table, of),
        Op::ReturnLinked {} => exile::return_linked(table),
        Op::ReturnTransformed { of } => exile::return_transformed(table, of),
        Op::Counter { index, exile } => effects::counter_target(table, *index, *exile),
        Op::UnlessPays { who, cost, skip } => choices::unless_pays(table, who, cost, *skip),
        Op::May { who, skip } => choices::may(table, who, *skip),
        Op::MayPay { cost, skip } => choices::may_pay(table, cost, *skip),
        Op::SkipUnless { condition, skip } => choices::skip_unless(table, condition, *skip),
        Op::Draw { who, amount } => cards::draw(table, who, amount),
        Op::Mill { who, amount } => cards::mill(table, who, amount),
        Op::GainLife { who, amount } => effects::gain_life(table, who, amount),
        Op::LoseLife { who, amount } => effects::lose_life(table, who, amount),
        Op::Scry { amount } => look::scry(table, amount),
        Op::Explore { of } => look::explore(table, of),
        Op::CreateToken { face, who, amount, counters, attach } => {
            effects::create_token(table, &effects::NewToken { face: *face, who, amount, counters, attach })
        }
        Op::AddCounters { of, kind, amount } => effects::add_counters(table, of, *kind, amount),
        Op::Pump { of, power, toughness, keywords } => {
            effects::pump(table, of, (power, toughness), *keywords)
        }
        Op::Animate { of, .. } => effects::animate(table, of),
        Op::Transform { of } => effects::transform(table, of),
        Op::Look { who, amount, reveal } => look::look(table, who, amount, *reveal),
        Op::Take { at_least, at_most, filter, reveal } => {
            look::take(table, (at_least, at_most), filter, *reveal)
        }
        Op::TakeOnePerType {} => look::take_one_per_type(table),
        Op::BottomLooked {} => look::bottom_looked(table),
        Op::Shuffle { who } => cards::shuffle(table, who),
        Op::SearchToBattlefield { filter } => cards::search_to_battlefield(table, filter),
        Op::LookAtHand { who, reveal } => cards::look_at_hand(table, who, *reveal),
        Op::PickFromHand { who, filter, optional } => cards::pick_from_hand(table, who, filter, *optional),
        Op::DiscardPicked {} => cards::discard_picked(table),
        Op::RevealTop { who } => look::reveal_top(table, who),
        Op::PickedToHand {} => cards::picked_to_hand(table),
        Op::ReturnAttacking { of, counters } => exile::return_attacking(table, of, *counters),
        Op::CopySpell {} => choices::copy_spell(table),
        Op::Delay { ability, subject } => effects::delay(table, *ability, subject.as_ref()),
        Op::ExtraCounter {} => effects::extra_counter(table),
        Op::Discard { who, amount } => cards::discard(table, who, amount),
    }
}
