//! What a play puts on the stack resolves on a board in the making, from the top: spells, abilities, what becomes of them (608).

use super::moving::Arriving;
use super::words::Speech;
use super::Forecast;
use crate::decision::Choice;
use crate::program::vocabulary::{Ability, AbilityKind};
use crate::state::ids::{ObjectId, Seat};
use crate::state::list::List;
use crate::state::stack::{cast, ItemKind, StackItem, Target, MAX_TARGETS};
use crate::state::words::{types, Zone};

/// A loop of triggers is cut off here: no play of a finite value puts so much on the stack.
const MOST_RESOLVED: usize = 64;

/// Cards on top of a library that are being looked at: those that are known, and how many are not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looked {
    pub known: List<ObjectId, 24>,
    pub unknown: u8,
}

impl Looked {
    /// There is room for every card that a program can look at; what would not fit is not foreseen.
    pub fn see(&mut self, id: ObjectId) {
        let seen = self.known.push(id);
        debug_assert!(seen.is_ok(), "more cards are looked at than a frame has room for");
    }
}

/// A spell or ability that is resolving: where it is in its program and what it has found.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub speech: Speech,
    pub at: usize,
    pub looked: Looked,
    /// What is answered to the first question, where that is what the footprint is about.
    pub reply: Option<Choice>,
    /// How often the present op has been answered.
    pub phase: u8,
}

impl Run {
    pub fn of_item(item: StackItem) -> Run {
        Run { speech: Speech::of_item(item), at: 0, looked: Looked::default(), reply: None, phase: 0 }
    }
}

/// What an op says when it is done.
pub enum Flow {
    Next,
    /// Skip so many ops.
    Jump(i16),
}

impl<'a> Forecast<'a> {
    /// Until the play has left the stack.
    pub fn resolve_all(&mut self) {
        for _ in 0..MOST_RESOLVED {
            self.check();
            let next = self.board.stack.pop().filter(|_| !self.is_over());
            let Some(item) = next else { return };
            self.resolve(item);
        }
    }

    /// Somebody has no life left: nothing follows (104.2a).
    pub fn is_over(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.life(seat) <= 0.0)
    }

    fn resolve(&mut self, mut item: StackItem) {
        let Some(ability) = self.words(&item) else { return self.finish(&item) };
        if self.fizzles(&mut item, ability) {
            return self.put_away(&item);
        }
        let mut run = Run::of_item(item);
        run.speech.controllers = item.targets.map(|target| self.controller_of_target(target));
        self.run(run);
    }

    /// Follows the instructions from where the run stands.
    pub fn run(&mut self, mut run: Run) {
        let code = self.words(&run.speech.item).map_or(&[][..], |ability| &ability.code);
        while let Some(op) = code.get(run.at) {
            run.at += match self.execute(&mut run, op) {
                Flow::Next => 1,
                Flow::Jump(skipped) => 1 + skipped as usize,
            };
            (run.phase, run.reply) = (0, None);
        }
        self.finish(&run.speech.item);
    }

    /// The ability that says what the item does; a permanent spell has none.
    pub fn words(&self, item: &StackItem) -> Option<&'a Ability> {
        self.program.face(item.face).abilities.get(usize::from(item.ability))
    }

    /// Rechecks targets and condition; drops targets that are none any more (608.2b, 603.4).
    fn fizzles(&mut self, item: &mut StackItem, ability: &Ability) -> bool {
        let speech = Speech::of_item(*item);
        let mut legal = [true; MAX_TARGETS];
        let (mut chosen, mut left) = (0, 0);
        for (index, rule) in ability.targets.iter().enumerate() {
            legal[index] = self.is_legal(&speech, rule, item.targets[index]);
            chosen += usize::from(item.targets[index] != Target::None);
            left += usize::from(legal[index]);
        }
        for (target, legal) in item.targets.iter_mut().zip(legal) {
            *target = if legal { *target } else { Target::None };
        }
        let holds = match &ability.kind {
            AbilityKind::Triggered { condition, still: true, .. } => self.condition(&speech, condition),
            AbilityKind::Triggered { .. } | AbilityKind::Spell {} | AbilityKind::Activated { .. } => true,
        };
        chosen > 0 && left == 0 || !holds
    }

    fn controller_of_target(&self, target: Target) -> Seat {
        match target {
            Target::Object(object) => {
                self.board.place(object.id).map_or(Seat(0), |place| self.board.pieces[place].controller)
            }
            Target::Stack(serial) => self.spell(serial).map_or(Seat(0), |spell| spell.controller),
            Target::Player(seat) => seat,
            Target::None => Seat(0),
        }
    }

    fn finish(&mut self, item: &StackItem) {
        let card = self.program.card(item.face);
        if item.kind != ItemKind::Spell || !card.is(types::PERMANENT) {
            return self.put_away(item);
        }
        let id = item.source.id;
        self.enter(Arriving {
            controller: item.controller,
            plus: f32::from(item.extra_counters),
            convoked: item.convoked,
            ..Arriving::card(id, item.face, self.state.object(id).owner)
        });
    }

    /// A spell's card goes where spells go; abilities and copies are gone.
    fn put_away(&mut self, item: &StackItem) {
        if item.kind == ItemKind::Spell {
            let exiled = item.flags & cast::FLASHBACK != 0;
            let owner = self.state.object(item.source.id).owner;
            self.arrives_in(item.face, owner, if exiled { Zone::Exile } else { Zone::Graveyard }, 1.0);
        }
    }

    /// A spell leaves the stack without effect (701.6a).
    pub fn counter(&mut self, serial: u16, exile: bool) {
        let Some(spell) = self.spell(serial) else { return };
        self.board.stack.retain(|item| item.serial != serial);
        if self.state.spell(serial).is_some() {
            self.board.countered = Some(serial);
        }
        if spell.kind == ItemKind::Spell {
            let exiled = exile || spell.flags & cast::FLASHBACK != 0;
            let owner = self.state.object(spell.source.id).owner;
            self.arrives_in(spell.face, owner, if exiled { Zone::Exile } else { Zone::Graveyard }, 1.0);
        }
    }
}
