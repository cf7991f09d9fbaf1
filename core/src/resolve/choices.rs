//! Ops that ask whether: may, may pay, unless pays, conditions, and new targets for a copy.

use super::{context, you, Flow};
use crate::program::vocabulary::{Condition, Mana, Who};
use crate::program::Pips;
use crate::rules::mana::{self, Purse};
use crate::rules::table::Table;
use crate::rules::{targets, triggers};
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::question::Question;
use crate::state::stack::{ItemKind, StackItem, Target};

fn ask_whether(table: &mut Table, seat: Seat) -> Flow {
    table.state.ask(seat, Question::YesNo);
    Flow::Ask
}

fn can_pay(table: &Table, seat: Seat, cost: &Pips) -> bool {
    mana::available(table.state, table.program, Purse::of(seat, false)).can_pay(cost)
}

/// Mana abilities may be activated while paying (605.3a); the engine picks the sources.
fn pay(table: &mut Table, seat: Seat, cost: &Pips) -> bool {
    let Some(payments) = mana::automatic(table.state, table.program, Purse::of(seat, false), cost) else {
        return false;
    };
    mana::pay(table, seat, cost, &payments);
    table.note(EventKind::Pays, seat, ObjectId::NONE, i16::from(cost.total()));
    true
}

/// Not asked where it cannot be paid; there is no paying in part (118.3).
pub fn unless_pays(table: &mut Table, who: &Who, cost: &Mana, skip: i16) -> Flow {
    let (seat, cost) = (context(table).who(who), Pips::of(cost));
    if !table.state.frame.answered {
        return if can_pay(table, seat, &cost) { ask_whether(table, seat) } else { Flow::Next };
    }
    let paid = table.state.frame.answer == 1 && pay(table, seat, &cost);
    if paid {
        Flow::Jump(skip)
    } else {
        Flow::Next
    }
}

pub fn may(table: &mut Table, who: &Who, skip: i16) -> Flow {
    let seat = context(table).who(who);
    if !table.state.frame.answered {
        return ask_whether(table, seat);
    }
    if table.state.frame.answer == 1 {
        Flow::Next
    } else {
        Flow::Jump(skip)
    }
}

pub fn may_pay(table: &mut Table, cost: &Mana, skip: i16) -> Flow {
    let (seat, cost) = (you(table), Pips::of(cost));
    if !table.state.frame.answered {
        return if can_pay(table, seat, &cost) { ask_whether(table, seat) } else { Flow::Jump(skip) };
    }
    let paid = table.state.frame.answer == 1 && pay(table, seat, &cost);
    if paid {
        Flow::Next
    } else {
        Flow::Jump(skip)
    }
}

pub fn skip_unless(table: &mut Table, condition: &Condition, skip: i16) -> Flow {
    if context(table).condition(condition) {
        Flow::Next
    } else {
        Flow::Jump(skip)
    }
}

/// The copy has all choices made (707.10), is not cast, and may get new targets (707.10c), asked one by one.
pub fn copy_spell(table: &mut Table) -> Flow {
    if table.state.frame.phase == 0 {
        put_copy_on_stack(table);
        table.state.frame.phase = 1;
    }
    let Some(copy) = table.state.stack.last() else { return Flow::Next };
    let rules = super::words(table.program, &copy).map_or(&[][..], |ability| &ability.targets);
    let first = usize::from(table.state.frame.phase - 1);
    for (index, rule) in rules.iter().enumerate().skip(first) {
        let present = copy.targets[index];
        let others = targets::candidates(table.state, table.program, &copy, rule);
        if others.into_iter().any(|target| target != present) {
            table.state.frame.phase = index as u8 + 2;
            table.state.ask(copy.controller, Question::Retarget { index: index as u8 });
            return Flow::Ask;
        }
    }
    for target in copy.targets {
        triggers::targeted(table, target, copy.controller);
    }
    Flow::Next
}

fn put_copy_on_stack(table: &mut Table) {
    let trigger = table.state.frame.item;
    let spell = table.program.card(trigger.face).spell.unwrap_or(u8::MAX);
    let copy = StackItem {
        kind: ItemKind::Copy,
        controller: trigger.controller,
        source: trigger.event.subject,
        face: trigger.face,
        ability: spell,
        serial: table.state.serial(),
        targets: trigger.targets,
        ..StackItem::default()
    };
    table.state.overflow |= table.state.stack.push(copy).is_err();
}

/// The answer to `Retarget`; `None` keeps the present target.
pub fn answer_retarget(table: &mut Table, index: u8, target: Option<Target>) {
    if let (Some(target), Some(copy)) = (target, table.state.stack.as_mut_slice().last_mut()) {
        copy.targets[usize::from(index)] = target;
    }
}
