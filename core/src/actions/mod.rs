//! THE action table: 17 rows, 478 indices, and which index each legal choice has. What each question means is `questions`.

mod questions;

use crate::decision::Choice;
use crate::program::Program;
use crate::rules::legal;
use crate::slots::{Slots, HAND, OPTIONS, SIDE};
use crate::state::State;

pub const SIZE: usize = 478;
/// In `Menu::indices`: a choice that lies on another page.
pub const UNREACHABLE: u16 = u16::MAX;

/// One row of the table: `count` indices from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Category {
    pub name: &'static str,
    pub first: usize,
    pub count: usize,
    pub doc: &'static str,
}

macro_rules! rows {
    ($($name:ident $first:literal $count:expr, $doc:literal;)*) => {
        mod row {
            $(pub const $name: usize = $first;)*
        }
        pub const CATEGORIES: [Category; 17] =
            [$(Category { name: stringify!($name), first: $first, count: $count, doc: $doc }),*];
    };
}

rows!(
    PASS 0 1, "pass priority, declare nothing, decline, or take no more";
    KEEP 1 1, "keep the opening hand";
    MULLIGAN 2 1, "shuffle the hand away and draw a new one";
    CONFIRM 3 1, "yes, or the declaration is complete";
    CANCEL 4 1, "no, or take the announcement or declaration back";
    AUTO_PAY 5 1, "pay the cost automatically";
    BOTTOM 6 HAND, "put the card of this hand slot on the bottom of the library";
    DISCARD 16 HAND, "discard the card of this hand slot";
    PLAY_LAND 26 HAND, "play the land of this hand slot";
    CAST_SORCERY 36 HAND, "cast or plot the sorcery-speed card of this hand slot";
    CAST_INSTANT 46 HAND, "cast the instant-speed card of this hand slot";
    ACTIVATE 56 SIDE, "use an ability of the permanent in this own slot, or cast the card there from graveyard or exile";
    ATTACK_TOGGLE 116 SIDE, "switch the creature in this own slot on as an attacker";
    BLOCK_SELECT_ATTACKER 176 SIDE, "block the attacker in this slot of the opponent's battlefield";
    BLOCK_SELECT_BLOCKER 236 SIDE, "block the selected attacker with the creature in this own slot";
    TARGET 296 2 * SIDE + 2, "a target: own slot, 60 + the opponent's slot, 120 you, 121 the opponent; or option k of a question";
    MANA_SOURCE 418 SIDE, "tap the permanent in this own slot towards the payment";
);

const _: () = {
    let mut row = 0;
    let mut next = 0;
    while row < CATEGORIES.len() {
        assert!(CATEGORIES[row].first == next, "a row does not begin where the one before ends");
        next += CATEGORIES[row].count;
        row += 1;
    }
    assert!(next == SIZE, "the table does not have 478 indices");
};

const NEXT_PAGE: usize = row::TARGET + OPTIONS;
const YOU: usize = row::TARGET + 2 * SIDE;
const OPPONENT: usize = YOU + 1;

/// What an index means now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Choice(Choice),
    /// Show the next slots or options; nothing of the game changes.
    NextPage,
}

/// One decision as its player sees it: the slots, the legal choices, and the index of each. Reused from decision to decision.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    pub slots: Slots,
    pub choices: Vec<Choice>,
    /// Index of each choice, or `UNREACHABLE`.
    pub indices: Vec<u16>,
    more: bool,
}

impl Menu {
    pub fn read(&mut self, state: &State, program: &Program) {
        legal::choices(state, program, &mut self.choices);
        self.index(state, program);
    }

    /// Gives every choice listed its index.
    pub fn index(&mut self, state: &State, program: &Program) {
        self.slots.read(state, program, state.asked, &self.choices);
        self.indices.clear();
        for &choice in &self.choices {
            let index = index_of(state, program, &self.slots, choice);
            self.indices.push(index.map_or(UNREACHABLE, |index| index as u16));
        }
        self.more = state.page < self.slots.last_page && self.indices.contains(&UNREACHABLE);
    }

    /// Writes 1 for every index that executes and 0 for every other.
    pub fn mask(&self, out: &mut [i8]) {
        out.fill(0);
        for &index in self.indices.iter().filter(|&&index| index != UNREACHABLE) {
            out[usize::from(index)] = 1;
        }
        if let Some(index) = self.next_page() {
            out[index] = 1;
        }
    }

    /// The index that turns the page, where some choice lies on a later one.
    pub fn next_page(&self) -> Option<usize> {
        self.more.then_some(NEXT_PAGE)
    }

    /// What the index does, or None where it is not legal.
    pub fn action_at(&self, index: usize) -> Option<Action> {
        if self.next_page() == Some(index) {
            return Some(Action::NextPage);
        }
        let wanted = u16::try_from(index).ok().filter(|&index| index != UNREACHABLE)?;
        let position = self.indices.iter().position(|&index| index == wanted)?;
        Some(Action::Choice(self.choices[position]))
    }
}

/// The index of a legal choice of the asked player; None where its slot or option lies on another page.
pub fn index_of(state: &State, program: &Program, slots: &Slots, choice: Choice) -> Option<usize> {
    if slots.lists(choice) {
        return slots.option_slot(state, choice).map(|option| row::TARGET + option);
    }
    match choice {
        Choice::Pass => Some(row::PASS),
        Choice::Keep => Some(row::KEEP),
        Choice::Mulligan => Some(row::MULLIGAN),
        Choice::Confirm => Some(row::CONFIRM),
        Choice::Cancel => Some(row::CANCEL),
        Choice::AutoPay => Some(row::AUTO_PAY),
        Choice::Bottom(id) => slots.hand_slot(id).map(|slot| row::BOTTOM + slot),
        Choice::Discard(id) => slots.hand_slot(id).map(|slot| row::DISCARD + slot),
        Choice::PlayLand(id) => slots.hand_slot(id).map(|slot| row::PLAY_LAND + slot),
        Choice::Cast(id) if program.card(state.object(id).face).instant_speed => {
            slots.hand_slot(id).map(|slot| row::CAST_INSTANT + slot)
        }
        Choice::Cast(id) => slots.hand_slot(id).map(|slot| row::CAST_SORCERY + slot),
        Choice::Activate(id) => slots.own_slot(id).map(|slot| row::ACTIVATE + slot),
        Choice::Attack(id) => slots.own_slot(id).map(|slot| row::ATTACK_TOGGLE + slot),
        Choice::BlockAttacker(id) => slots.opposing_slot(id).map(|slot| row::BLOCK_SELECT_ATTACKER + slot),
        Choice::Blocker(id) => slots.own_slot(id).map(|slot| row::BLOCK_SELECT_BLOCKER + slot),
        Choice::Source(id) => slots.own_slot(id).map(|slot| row::MANA_SOURCE + slot),
        Choice::TargetObject(id) => {
            let own = slots.own_slot(id);
            own.or_else(|| slots.opposing_slot(id).map(|slot| SIDE + slot)).map(|slot| row::TARGET + slot)
        }
        Choice::TargetPlayer(seat) => Some(if seat == slots.seat { YOU } else { OPPONENT }),
        Choice::TargetSpell(_) | Choice::Object(_) | Choice::Player(_) | Choice::Number(_) => None,
        Choice::Colour(_) | Choice::Method(_) | Choice::Ability(_) | Choice::Trigger(_) => None,
        Choice::Top | Choice::Bottommost => None,
    }
}

/// Shows the next slots or options; pages go forward only, so that nobody can turn them for ever.
pub fn turn_page(state: &mut State) {
    state.page = state.page.saturating_add(1);
}

/// The table and the meaning of every question as tab-separated lines, for the Python face and the documentation.
pub fn table_text() -> String {
    let mut text = String::new();
    for Category { name, first, count, doc } in CATEGORIES {
        text.push_str(&format!("category\t{name}\t{first}\t{count}\t{doc}\n"));
    }
    for entry in questions::ENTRIES {
        text.push_str(&format!(
            "question\t{}\t{}\t{}\t{}\n",
            entry.name, entry.rows, entry.meaning, entry.visible
        ));
    }
    text
}

#[cfg(test)]
mod tests;
