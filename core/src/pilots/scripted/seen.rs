//! What one seat may see of a game: the only door through which a scripted pilot reads a position. Hands and libraries of
//! others stay shut, but for the cards that this seat knows. No judgement lives here.

use super::weights::Weights;
use crate::program::evaluate::Context;
use crate::program::vocabulary::{Amount, Condition, Filter, Predicate, Ref, TargetRule, Who};
use crate::program::{Card, Pips, Program};
use crate::rules::costs;
use crate::rules::mana::{self, Purse, Units};
use crate::rules::{combat, targets};
use crate::state::ids::{FaceId, ObjectId, ObjectRef, Seat};
use crate::state::permanent::Permanent;
use crate::state::question::Question;
use crate::state::stack::{Announcement, Frame, Method, StackItem, Target};
use crate::state::words::{Step, Zone};
use crate::state::State;

/// A position as one seat sees it. Nothing outside this file reads the state itself.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    state: &'a State,
    pub program: &'a Program,
    pub weights: &'a Weights,
    pub me: Seat,
}

/// An ability being weighed: the item it is or would be, what has been counted, what has been picked.
#[derive(Clone, Copy)]
pub struct Words<'i> {
    pub item: &'i StackItem,
    pub registers: [i16; 4],
    pub picked: ObjectId,
}

impl<'i> Words<'i> {
    pub fn of(item: &'i StackItem) -> Words<'i> {
        Words { item, registers: [0; 4], picked: ObjectId::NONE }
    }
}

impl<'a> Seen<'a> {
    /// What the seat sees that is asked.
    pub fn new(state: &'a State, program: &'a Program, weights: &'a Weights) -> Seen<'a> {
        Seen { state, program, weights, me: state.asked }
    }

    pub fn foe(&self) -> Seat {
        self.me.other()
    }

    pub fn question(&self) -> Question {
        self.state.question
    }

    pub fn step(&self) -> Step {
        self.state.step
    }

    pub fn my_turn(&self) -> bool {
        self.state.active == self.me
    }

    pub fn events_this_turn(&self) -> u16 {
        self.state.events_this_turn
    }

    /// Whether this seat is asked at a later step of this turn.
    pub fn is_asked_later(&self, after: Step) -> bool {
        let stops = &self.state.settings.stops;
        let steps = if self.my_turn() { stops.own } else { stops.opposing };
        let playable = (2u32 << Step::End as u32) - 1;
        u32::from(steps) & playable & !((2u32 << after as u32) - 1) != 0
    }

    pub fn is_asked_in(&self, step: Step) -> bool {
        let stops = &self.state.settings.stops;
        let steps = if self.my_turn() { stops.own } else { stops.opposing };
        steps >> step as u16 & 1 != 0
    }

    pub fn life(&self, seat: Seat) -> i32 {
        i32::from(self.state.player(seat).life)
    }

    pub fn mulligans(&self) -> u8 {
        self.state.player(self.me).mulligans
    }

    /// The own hand.
    pub fn hand(&self) -> &'a [ObjectId] {
        self.state.player(self.me).hand.as_slice()
    }

    /// How many cards a hand holds: that is public.
    pub fn hand_size(&self, seat: Seat) -> i32 {
        self.state.player(seat).hand.len() as i32
    }

    pub fn library_size(&self, seat: Seat) -> i32 {
        self.state.player(seat).library.len() as i32
    }

    /// The top card of the own library, where this seat was shown it.
    pub fn revealed_top(&self) -> Option<ObjectId> {
        let top = self.state.player(self.me).library.first()?;
        self.face(top).map(|_| top)
    }

    pub fn stack(&self) -> &'a [StackItem] {
        self.state.stack.as_slice()
    }

    pub fn spell(&self, serial: u16) -> Option<&'a StackItem> {
        self.state.spell(serial)
    }

    /// The trigger that is being put on the stack.
    pub fn placing(&self) -> Option<StackItem> {
        self.state.placing
    }

    /// The own announcement that is under way.
    pub fn announcement(&self) -> &'a Announcement {
        &self.state.announcement
    }

    pub fn frame(&self) -> &'a Frame {
        &self.state.frame
    }

    pub fn permanents(&self) -> impl Iterator<Item = &'a Permanent> + 'a {
        self.state.permanents()
    }

    pub fn controlled(&self, seat: Seat) -> impl Iterator<Item = &'a Permanent> + 'a {
        self.state.controlled(seat)
    }

    pub fn permanent(&self, id: ObjectId) -> Option<&'a Permanent> {
        self.state.permanent(id)
    }

    /// The permanent that a target names, if it is still there.
    pub fn target(&self, target: Target) -> Option<&'a Permanent> {
        match target {
            Target::Object(reference) => self.state.live(reference),
            Target::None | Target::Player(_) | Target::Stack(_) => None,
        }
    }

    pub fn reference(&self, id: ObjectId) -> ObjectRef {
        self.state.reference(id)
    }

    pub fn zone(&self, id: ObjectId) -> Zone {
        self.state.object(id).zone
    }

    pub fn owner(&self, id: ObjectId) -> Seat {
        self.state.object(id).owner
    }

    /// What this seat may know the card to be: everything in the open, its own hand, and whatever it was shown.
    pub fn face(&self, id: ObjectId) -> Option<FaceId> {
        let object = self.state.object(id);
        let open = match object.zone {
            Zone::Battlefield | Zone::Graveyard | Zone::Exile | Zone::Stack => true,
            Zone::Hand => object.owner == self.me,
            Zone::Library | Zone::Nowhere => false,
        };
        let offered =
            || matches!(self.state.question, Question::Pick { .. }) && self.state.frame.options.contains(id);
        (open || object.known & self.me.bit() != 0 || offered()).then_some(object.face)
    }

    pub fn card(&self, id: ObjectId) -> Option<&'a Card> {
        self.face(id).map(|face| self.program.card(face))
    }

    /// The card that an item on the stack shows.
    pub fn card_of(&self, item: &StackItem) -> &'a Card {
        self.program.card(item.face)
    }

    /// Cards that a permanent holds in exile until it leaves.
    pub fn held_by(&self, holder: ObjectId) -> impl Iterator<Item = ObjectId> + 'a {
        let (state, reference) = (self.state, self.state.reference(holder));
        let exiled = Seat::BOTH.into_iter().flat_map(move |seat| state.player(seat).exile.as_slice());
        exiled.copied().filter(move |&id| state.object(id).held_by == reference)
    }

    fn context<'w>(&self, words: &Words<'w>) -> Context<'w>
    where
        'a: 'w,
    {
        let context = Context::of_item(self.state, self.program, words.item);
        let controllers =
            words.item.targets.map(|target| self.controller_of(target).unwrap_or(words.item.controller));
        Context { registers: words.registers, picked: words.picked, controllers, ..context }
    }

    fn controller_of(&self, target: Target) -> Option<Seat> {
        match target {
            Target::None | Target::Player(_) => None,
            Target::Object(reference) => self.state.live(reference).map(|permanent| permanent.controller),
            Target::Stack(serial) => self.state.spell(serial).map(|spell| spell.controller),
        }
    }
}

/// Asking the rules, on behalf of the pilot, what is public or its own.
impl<'a> Seen<'a> {
    /// An amount, 0 where it counts what this seat cannot see.
    pub fn amount(&self, words: &Words, amount: &Amount) -> i32 {
        if reads_hidden(amount) {
            return 0;
        }
        i32::from(self.context(words).amount(amount))
    }

    /// Whether a condition holds, as far as this seat can see.
    pub fn condition(&self, words: &Words, condition: &Condition) -> bool {
        match condition {
            Condition::Not { of } => !self.condition(words, of),
            Condition::All { of } => of.iter().all(|one| self.condition(words, one)),
            Condition::AtLeast { left, right } => self.amount(words, left) >= self.amount(words, right),
            Condition::PickedIs { filter } => {
                self.face(words.picked).is_some() && self.matches(words, filter, words.picked)
            }
            Condition::SourceRemains {} => true,
            Condition::Always {}
            | Condition::EnteredThisTurn {}
            | Condition::AttacksPlayer {}
            | Condition::CasualtyPaid {} => self.context(words).condition(condition),
        }
    }

    pub fn matches(&self, words: &Words, filter: &Filter, id: ObjectId) -> bool {
        self.face(id).is_some()
            && !filter.iter().any(predicate_reads_hidden)
            && self.context(words).matches(filter, id)
    }

    pub fn seats(&self, words: &Words, who: &Who) -> [Option<Seat>; 2] {
        let mut players = self.context(words).players(who);
        [players.next(), players.next()]
    }

    pub fn referred(&self, words: &Words, of: &Ref) -> Option<ObjectId> {
        self.state.current(self.context(words).reference(of))
    }

    pub fn legal_target(&self, item: &StackItem, rule: &TargetRule, target: Target) -> bool {
        targets::is_legal(self.state, self.program, item, rule, target)
    }

    pub fn as_spell(&self, id: ObjectId, method: Method) -> StackItem {
        costs::as_item(self.state, self.program, id, method)
    }

    pub fn as_ability(&self, id: ObjectId, ability: u8) -> StackItem {
        let controller = self.permanent(id).map_or(self.me, |permanent| permanent.controller);
        costs::ability_item(self.state, id, ability, controller)
    }

    /// The item being announced, with the targets chosen so far.
    pub fn announced(&self) -> StackItem {
        crate::rules::casting::item_so_far(self.state, self.program)
    }

    pub fn can_activate(&self, id: ObjectId, ability: u8) -> bool {
        costs::can_activate(self.state, self.program, id, ability)
    }

    /// What an own card costs now.
    pub fn cost(&self, id: ObjectId, method: Method) -> Option<Pips> {
        costs::total(self.state, self.program, id, method)
    }

    pub fn can_pay(&self, seat: Seat, cost: &Pips) -> bool {
        mana::available(self.state, self.program, Purse::of(seat, false)).can_pay(cost)
    }

    /// What the own lands in play could make together, tapped or not.
    pub fn lands_in_play(&self) -> Units {
        let mut units = Units::default();
        for permanent in self.controlled(self.me) {
            units.add(self.program.card(self.state.object(permanent.object).face).mana, 1);
        }
        units
    }

    /// Mana that can be made without hurting its controller, if that pays for the cost.
    pub fn pays_unhurt(&self, cost: &Pips) -> bool {
        let mut units = mana::committed(self.state, self.me, &[]);
        let able = self
            .controlled(self.me)
            .filter(|&permanent| mana::can_tap_for_mana(self.state, self.program, permanent));
        for permanent in able {
            let abilities = &self.program.face(self.state.object(permanent.object).face).mana_abilities;
            let harmless = abilities.iter().filter(|ability| ability.damage == 0);
            units.add(harmless.fold(0, |mask, ability| mask | ability.colours as u8), 1);
        }
        units.can_pay(cost)
    }

    /// Mana a player could still spend now.
    pub fn mana(&self, seat: Seat) -> i32 {
        let floating: u8 = self.state.player(seat).mana.iter().sum();
        let sources = self
            .controlled(seat)
            .filter(|&permanent| mana::can_tap_for_mana(self.state, self.program, permanent));
        i32::from(floating) + sources.count() as i32
    }

    pub fn can_attack(&self, permanent: &Permanent) -> bool {
        combat::can_attack(self.state, permanent)
    }

    pub fn can_block_now(&self, permanent: &Permanent) -> bool {
        combat::can_block_at_all(self.state, permanent)
    }
}

/// Whether an amount looks into a hand or library further than their sizes.
fn reads_hidden(amount: &Amount) -> bool {
    match amount {
        Amount::Count { zone, filter, .. } => {
            let shut = *zone == Zone::Library as i16 || *zone == Zone::Hand as i16;
            (shut && !filter.is_empty()) || filter.iter().any(predicate_reads_hidden)
        }
        Amount::Fixed { .. }
        | Amount::Register { .. }
        | Amount::Counters { .. }
        | Amount::Power { .. }
        | Amount::EventAmount {}
        | Amount::ManaSpent {}
        | Amount::Convoked {}
        | Amount::BasicLandTypes { .. }
        | Amount::Life { .. } => false,
    }
}

fn predicate_reads_hidden(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::ManaValueAtMost { amount } | Predicate::ManaValueAtLeast { amount } => {
            reads_hidden(amount)
        }
        Predicate::TypeAny { .. }
        | Predicate::TypeNone { .. }
        | Predicate::ControlledBy { .. }
        | Predicate::Tapped {}
        | Predicate::Untapped {}
        | Predicate::Another {}
        | Predicate::TotalAtMost { .. }
        | Predicate::PowerAtLeast { .. }
        | Predicate::NotNamedLikeSource {} => false,
    }
}
