//! What amounts, conditions, filters and references mean in a position. Reads the state, changes nothing.

use super::vocabulary::{
    AbilityKind, Amount, Condition, Face, Filter, Op, Predicate, Ref, Static, TargetIndex, Who,
};
use super::{Program, BASIC_LAND_TYPES};
use crate::state::ids::{ObjectId, ObjectRef, Seat};
use crate::state::stack::{cast, StackItem, Target, MAX_TARGETS};
use crate::state::words::{types, Zone};
use crate::state::State;

/// Whose words are being read, and what is known while reading them.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub state: &'a State,
    pub program: &'a Program,
    pub you: Seat,
    pub source: ObjectRef,
    pub item: Option<&'a StackItem>,
    pub registers: [i16; 4],
    pub picked: ObjectId,
    /// Who controlled the targets as resolution began (608.2h).
    pub controllers: [Seat; MAX_TARGETS],
}

impl<'a> Context<'a> {
    /// The words of a permanent or card, with nothing on the stack.
    pub fn of_object(state: &'a State, program: &'a Program, id: ObjectId) -> Self {
        let you = controller(state, id);
        let source = state.reference(id);
        Context {
            state,
            program,
            you,
            source,
            item: None,
            registers: [0; 4],
            picked: ObjectId::NONE,
            controllers: [you; MAX_TARGETS],
        }
    }

    /// The words of a spell or ability.
    pub fn of_item(state: &'a State, program: &'a Program, item: &'a StackItem) -> Self {
        Context {
            state,
            program,
            you: item.controller,
            source: item.source,
            item: Some(item),
            registers: [0; 4],
            picked: ObjectId::NONE,
            controllers: [item.controller; MAX_TARGETS],
        }
    }

    /// The words of what is resolving.
    pub fn of_frame(state: &'a State, program: &'a Program) -> Self {
        let frame = &state.frame;
        let base = Context::of_item(state, program, &frame.item);
        Context { registers: frame.registers, picked: frame.picked, controllers: frame.controllers, ..base }
    }

    pub fn target(&self, index: TargetIndex) -> Target {
        self.item.map_or(Target::None, |item| item.targets[index.at()])
    }

    /// One player; for `Each` the controller, see `players`.
    pub fn who(&self, who: &Who) -> Seat {
        match who {
            Who::You {} | Who::Each {} => self.you,
            Who::Opponent {} => self.you.other(),
            Who::EventPlayer {} => self.item.map_or(self.you, |item| item.event.player),
            Who::Target { index } => match self.target(*index) {
                Target::Player(seat) => seat,
                Target::None | Target::Object(_) | Target::Stack(_) => self.you,
            },
            Who::ControllerOf { of } => self.controller_of(of),
        }
    }

    /// All players meant, the active one first (101.4).
    pub fn players(&self, who: &Who) -> impl Iterator<Item = Seat> {
        let both = matches!(who, Who::Each {});
        let first = if both { self.state.active } else { self.who(who) };
        [Some(first), both.then_some(first.other())].into_iter().flatten()
    }

    fn controller_of(&self, of: &Ref) -> Seat {
        if let Ref::Target { index } = of {
            return self.controllers[index.at()];
        }
        if let (Ref::Subject {}, Some(item)) = (of, self.item) {
            if self.state.current(item.event.subject).is_none() {
                return item.event.player;
            }
        }
        let reference = self.reference(of);
        if reference.id.is_none() {
            return self.you;
        }
        controller(self.state, reference.id)
    }

    pub fn reference(&self, of: &Ref) -> ObjectRef {
        match of {
            Ref::Source {} => self.source,
            Ref::Target { index } => match self.target(*index) {
                Target::Object(reference) => reference,
                Target::None | Target::Player(_) | Target::Stack(_) => ObjectRef::NONE,
            },
            Ref::Subject {} => self.item.map_or(ObjectRef::NONE, |item| item.event.subject),
            Ref::Attached {} => {
                let attached = self.state.live(self.source).map_or(ObjectId::NONE, |aura| aura.attached_to);
                self.state.reference(attached)
            }
            Ref::Picked {} => self.state.reference(self.picked),
        }
    }

    pub fn amount(&self, amount: &Amount) -> i16 {
        match amount {
            Amount::Fixed { value } => *value,
            Amount::Register { index } => self.registers[index.at()],
            Amount::Count { who, zone, filter } => {
                self.players(who).map(|seat| self.count(seat, *zone, filter)).sum()
            }
            Amount::Counters { of } => {
                self.state.live(self.reference(of)).map_or(0, |permanent| permanent.total_counters())
            }
            Amount::Power { of } => {
                self.state.live(self.reference(of)).map_or(0, |permanent| permanent.power)
            }
            Amount::EventAmount {} => self.item.map_or(0, |item| item.event.amount),
            Amount::ManaSpent {} => self.item.map_or(0, |item| i16::from(item.mana_spent)),
            Amount::Convoked {} => self.item.map_or(0, |item| i16::from(item.convoked)),
            Amount::BasicLandTypes { who } => self.basic_land_types(self.who(who)),
            Amount::Life { who } => self.state.player(self.who(who)).life,
        }
    }

    fn count(&self, seat: Seat, zone: i16, filter: &Filter) -> i16 {
        let player = self.state.player(seat);
        let matching = |list: &[ObjectId]| self.matching(filter, list);
        match Zone::from_number(zone as u8) {
            Some(Zone::Battlefield) => {
                let own = self.state.controlled(seat);
                own.filter(|permanent| self.matches(filter, permanent.object)).count() as i16
            }
            Some(Zone::Graveyard) => matching(player.graveyard.as_slice()),
            Some(Zone::Hand) => matching(player.hand.as_slice()),
            Some(Zone::Exile) => matching(player.exile.as_slice()),
            Some(Zone::Library) => matching(player.library.as_slice()),
            Some(Zone::Stack) | Some(Zone::Nowhere) | None => 0,
        }
    }

    /// How many of these objects match.
    pub fn matching(&self, filter: &Filter, objects: &[ObjectId]) -> i16 {
        objects.iter().filter(|&&id| self.matches(filter, id)).count() as i16
    }

    fn basic_land_types(&self, seat: Seat) -> i16 {
        let basics = (1u128 << BASIC_LAND_TYPES) - 1;
        let lands = self.state.controlled(seat).filter(|permanent| permanent.has_type(types::LAND));
        let found = lands.fold(0, |bits, land| {
            bits | self.program.card(self.state.object(land.object).face).subtypes & basics
        });
        found.count_ones() as i16
    }

    pub fn condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always {} => true,
            Condition::Not { of } => !self.condition(of),
            Condition::All { of } => of.iter().all(|one| self.condition(one)),
            Condition::AtLeast { left, right } => self.amount(left) >= self.amount(right),
            Condition::EnteredThisTurn {} => self
                .state
                .live(self.source)
                .is_some_and(|permanent| permanent.entered_turn == self.state.turn),
            Condition::AttacksPlayer {} => self.item.is_some_and(|item| item.event.amount == 0),
            Condition::CasualtyPaid {} => self.item.is_some_and(|item| item.flags & cast::CASUALTY != 0),
            Condition::SourceRemains {} => self.state.live(self.source).is_some(),
            Condition::PickedIs { filter } => !self.picked.is_none() && self.matches(filter, self.picked),
        }
    }

    pub fn matches(&self, filter: &Filter, id: ObjectId) -> bool {
        filter.iter().all(|predicate| self.holds(predicate, id))
    }

    fn holds(&self, predicate: &Predicate, id: ObjectId) -> bool {
        let state = self.state;
        match predicate {
            Predicate::TypeAny { types } => kinds(state, self.program, id) & *types as u16 != 0,
            Predicate::TypeNone { types } => kinds(state, self.program, id) & *types as u16 == 0,
            Predicate::ControlledBy { who } => controller(state, id) == self.who(who),
            Predicate::Tapped {} => is_tapped(state, id),
            Predicate::Untapped {} => !is_tapped(state, id),
            Predicate::Another {} => state.reference(id) != self.source,
            Predicate::TotalAtMost { total } => {
                power(state, self.program, id) + toughness(state, self.program, id) <= *total
            }
            Predicate::ManaValueAtMost { amount } => {
                mana_value(state, self.program, id) <= self.amount(amount)
            }
            Predicate::ManaValueAtLeast { amount } => {
                mana_value(state, self.program, id) >= self.amount(amount)
            }
            Predicate::PowerAtLeast { power: least } => power(state, self.program, id) >= *least,
            Predicate::NotNamedLikeSource {} => {
                self.program.face(state.object(id).face).name
                    != self.program.face(state.object(self.source.id).face).name
            }
        }
    }
}

fn is_tapped(state: &State, id: ObjectId) -> bool {
    state.permanent(id).is_some_and(|permanent| permanent.is(crate::state::permanent::flag::TAPPED))
}

/// Who controls an object; outside the battlefield and the stack its owner stands for it.
pub fn controller(state: &State, id: ObjectId) -> Seat {
    match state.permanent(id) {
        Some(permanent) => permanent.controller,
        None => state.object(id).owner,
    }
}

/// Card types and supertypes, as the layers have them on the battlefield.
#[inline]
pub fn kinds(state: &State, program: &Program, id: ObjectId) -> u16 {
    match state.permanent(id) {
        Some(permanent) => permanent.types,
        None => program.card(state.object(id).face).types,
    }
}

/// Mana value; a back face has that of its front (202.3b).
pub fn mana_value(state: &State, program: &Program, id: ObjectId) -> i16 {
    let face = program.face(state.object(id).face);
    if face.token {
        return 0;
    }
    program.cards[face.front as usize].face.mana_value
}

/// Power in any zone: a characteristic-defining ability works everywhere (604.3).
pub fn power(state: &State, program: &Program, id: ObjectId) -> i16 {
    if let Some(permanent) = state.permanent(id) {
        return permanent.power;
    }
    printed_power(state, program, id)
}

pub fn printed_power(state: &State, program: &Program, id: ObjectId) -> i16 {
    let face = program.face(state.object(id).face);
    match &face.power_rule {
        Some(rule) => Context::of_object(state, program, id).amount(rule),
        None => face.power,
    }
}

pub fn toughness(state: &State, program: &Program, id: ObjectId) -> i16 {
    match state.permanent(id) {
        Some(permanent) => permanent.toughness,
        None => program.face(state.object(id).face).toughness,
    }
}

/// Whether a face changes permanents by more than fixed numbers: such words are read anew at every check.
pub fn is_dependent(face: &Face) -> bool {
    let fixed = |amount: &Amount| matches!(amount, Amount::Fixed { .. });
    let depends = |ability: &Static| match ability {
        Static::Modify { condition, power, toughness, .. } => {
            !(matches!(condition, Condition::Always {}) && fixed(power) && fixed(toughness))
        }
        Static::Barred { unless } => !matches!(unless, Condition::Always {}),
        Static::CheaperSpells { .. }
        | Static::CheaperSelf { .. }
        | Static::CannotBlock {}
        | Static::LoyaltyAnyTime { .. }
        | Static::DamageAsCounters {}
        | Static::ExileDamaged {} => false,
    };
    face.power_rule.is_some() || face.statics.iter().any(depends)
}

/// Whether a card destroys, exiles, damages or shrinks an opposing creature, sweepers included; read from its program.
pub fn is_removal(face: &Face) -> bool {
    face.abilities.iter().any(|ability| {
        let reaches_creature =
            ability.targets.iter().any(|rule| rule.permanents.as_ref().is_some_and(hits_creatures));
        let enters_or_spell = match &ability.kind {
            AbilityKind::Spell {} => true,
            AbilityKind::Activated { cost, .. } => cost.loyalty_ability,
            AbilityKind::Triggered { event, .. } => {
                matches!(event, super::vocabulary::Trigger::EntersSelf {})
            }
        };
        enters_or_spell && ability.code.iter().any(|op| removes(op, reaches_creature))
    })
}

fn hits_creatures(filter: &Filter) -> bool {
    filter.iter().all(|predicate| match predicate {
        Predicate::TypeAny { types } => *types as u16 & types::CREATURE != 0,
        Predicate::TypeNone { types } => *types as u16 & types::CREATURE == 0,
        Predicate::ControlledBy { who } => !matches!(who, Who::You {}),
        _ => true,
    })
}

fn removes(op: &Op, reaches_creature: bool) -> bool {
    match op {
        Op::DamageTarget { .. } | Op::Destroy { .. } | Op::ExileUntilLeaves { of: Ref::Target { .. } } => {
            reaches_creature
        }
        Op::Exile { of: Ref::Target { .. } } | Op::ExileSameName { .. } => reaches_creature,
        Op::DamageAll { filter, .. } | Op::ExileAll { filter } => hits_creatures(filter),
        Op::Pump { of: Ref::Target { .. }, toughness, .. } => {
            reaches_creature && matches!(toughness, Amount::Fixed { value } if *value < 0)
        }
        _ => false,
    }
}
