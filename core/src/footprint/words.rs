//! What amounts, conditions, filters and references mean on a board in the making. Changes nothing.

use super::board::{Piece, Size};
use super::Forecast;
use crate::program::vocabulary::{Amount, Condition, Filter, Predicate, Ref, TargetIndex, Who};
use crate::program::BASIC_LAND_TYPES;
use crate::state::ids::{FaceId, ObjectId, ObjectRef, Seat};
use crate::state::permanent::flag;
use crate::state::stack::{cast, StackItem, Target, MAX_TARGETS, REGISTERS};
use crate::state::words::{types, Zone};

/// A spell or ability whose words are read, and what is known while reading them.
#[derive(Clone, Copy, Debug)]
pub struct Speech {
    pub item: StackItem,
    pub registers: [f32; REGISTERS],
    pub picked: ObjectId,
    pub controllers: [Seat; MAX_TARGETS],
}

impl Speech {
    pub fn of_item(item: StackItem) -> Speech {
        let controllers = [item.controller; MAX_TARGETS];
        Speech { item, registers: [0.0; REGISTERS], picked: ObjectId::NONE, controllers }
    }

    /// The words of a permanent, with nothing on the stack.
    pub fn of_piece(piece: &Piece) -> Speech {
        let source = ObjectRef { id: piece.object, generation: 0 };
        Speech::of_item(StackItem {
            controller: piece.controller,
            source,
            face: piece.face,
            ..StackItem::default()
        })
    }

    pub fn target(&self, index: TargetIndex) -> Target {
        self.item.targets[index.at()]
    }
}

/// What a filter is about: a permanent, or a card elsewhere.
#[derive(Clone, Copy, Debug)]
pub enum Thing {
    Piece(usize),
    Card { id: ObjectId, face: FaceId, owner: Seat },
}

impl Forecast<'_> {
    /// One player; for `Each` the controller, see `players`.
    pub fn who(&self, speech: &Speech, who: &Who) -> Seat {
        let you = speech.item.controller;
        match who {
            Who::You {} | Who::Each {} => you,
            Who::Opponent {} => you.other(),
            Who::EventPlayer {} => speech.item.event.player,
            Who::Target { index } => match speech.target(*index) {
                Target::Player(seat) => seat,
                Target::None | Target::Object(_) | Target::Stack(_) => you,
            },
            Who::ControllerOf { of } => self.controller_of(speech, of),
        }
    }

    /// All players meant, the active one first (101.4).
    pub fn players(&self, speech: &Speech, who: &Who) -> impl Iterator<Item = Seat> {
        let both = matches!(who, Who::Each {});
        let first = if both { self.state.active } else { self.who(speech, who) };
        [Some(first), both.then_some(first.other())].into_iter().flatten()
    }

    fn controller_of(&self, speech: &Speech, of: &Ref) -> Seat {
        match of {
            Ref::Target { index } => speech.controllers[index.at()],
            Ref::Subject {} => match self.board.place(speech.item.event.subject.id) {
                Some(place) => self.board.pieces[place].controller,
                None => speech.item.event.player,
            },
            Ref::Source {} | Ref::Attached {} | Ref::Picked {} => {
                let id = self.object(speech, of);
                self.board
                    .place(id)
                    .map_or(speech.item.controller, |place| self.board.pieces[place].controller)
            }
        }
    }

    /// The object a word refers to; whether it is still there says `Board::place`.
    pub fn object(&self, speech: &Speech, of: &Ref) -> ObjectId {
        match of {
            Ref::Source {} => speech.item.source.id,
            Ref::Target { index } => match speech.target(*index) {
                Target::Object(reference) => reference.id,
                Target::None | Target::Player(_) | Target::Stack(_) => ObjectId::NONE,
            },
            Ref::Subject {} => speech.item.event.subject.id,
            Ref::Attached {} => {
                let source = self.board.place(speech.item.source.id);
                source.map_or(ObjectId::NONE, |place| self.board.pieces[place].attached_to)
            }
            Ref::Picked {} => speech.picked,
        }
    }

    /// The permanent a word refers to, if it is still there.
    pub fn piece(&self, speech: &Speech, of: &Ref) -> Option<usize> {
        self.board.place(self.object(speech, of))
    }

    pub fn amount(&self, speech: &Speech, amount: &Amount) -> f32 {
        let item = &speech.item;
        let piece = |of: &Ref| self.piece(speech, of).map(|place| &self.board.pieces[place]);
        match amount {
            Amount::Fixed { value } => f32::from(*value),
            Amount::Register { index } => speech.registers[index.at()],
            Amount::Count { who, zone, filter } => {
                self.players(speech, who).map(|seat| self.count(speech, seat, *zone, filter)).sum()
            }
            Amount::Counters { of } => piece(of).map_or(0.0, Piece::counters),
            Amount::Power { of } => piece(of).map_or(0.0, Piece::power),
            Amount::EventAmount {} => f32::from(item.event.amount),
            Amount::ManaSpent {} => f32::from(item.mana_spent),
            Amount::Convoked {} => f32::from(item.convoked),
            Amount::BasicLandTypes { who } => self.basic_land_types(self.who(speech, who)),
            Amount::Life { who } => self.life(self.who(speech, who)),
        }
    }

    pub fn life(&self, seat: Seat) -> f32 {
        f32::from(self.state.player(seat).life) + self.board.sides[seat.index()].life
    }

    fn count(&self, speech: &Speech, seat: Seat, zone: i16, filter: &Filter) -> f32 {
        let player = self.state.player(seat);
        let Some(zone) = Zone::from_number(zone as u8) else { return 0.0 };
        let there = match zone {
            Zone::Battlefield => {
                let own = self.board.pieces.iter().enumerate();
                let own = own.filter(|(_, piece)| piece.alive && piece.controller == seat);
                return own.filter(|(place, _)| self.matches(speech, filter, Thing::Piece(*place))).count()
                    as f32;
            }
            Zone::Graveyard => player.graveyard.as_slice(),
            Zone::Exile => player.exile.as_slice(),
            Zone::Hand if filter.is_empty() => {
                return player.hand.len() as f32 + self.board.sides[seat.index()].hand
            }
            Zone::Library if filter.is_empty() => return player.library.len() as f32,
            // What lies in a hidden zone is not counted by what it is.
            Zone::Hand | Zone::Library | Zone::Stack | Zone::Nowhere => return 0.0,
        };
        let cards = there.iter().map(|&id| self.card(id));
        let before = cards.filter(|&card| self.matches(speech, filter, card)).count() as f32;
        let moved = self.board.moved.iter().filter(|moved| moved.owner == seat && moved.zone == zone);
        let changes = moved.map(|moved| {
            let card = Thing::Card { id: ObjectId::NONE, face: moved.face, owner: seat };
            if self.matches(speech, filter, card) {
                moved.weight
            } else {
                0.0
            }
        });
        before + changes.sum::<f32>()
    }

    pub fn card(&self, id: ObjectId) -> Thing {
        let object = self.state.object(id);
        Thing::Card { id, face: object.face, owner: object.owner }
    }

    fn basic_land_types(&self, seat: Seat) -> f32 {
        let basics = (1u128 << BASIC_LAND_TYPES) - 1;
        let lands = self.board.pieces.iter().filter(|piece| piece.alive && piece.controller == seat);
        let lands = lands.filter(|piece| piece.has_type(types::LAND));
        let found = lands.fold(0, |bits, land| bits | self.program.card(land.face).subtypes & basics);
        found.count_ones() as f32
    }

    pub fn condition(&self, speech: &Speech, condition: &Condition) -> bool {
        match condition {
            Condition::Always {} => true,
            Condition::Not { of } => !self.condition(speech, of),
            Condition::All { of } => of.iter().all(|one| self.condition(speech, one)),
            Condition::AtLeast { left, right } => self.amount(speech, left) >= self.amount(speech, right),
            Condition::EnteredThisTurn {} => {
                let source = self.board.place(speech.item.source.id);
                source.is_some_and(|place| self.board.pieces[place].entered_turn == self.state.turn)
            }
            Condition::AttacksPlayer {} => speech.item.event.amount == 0,
            Condition::CasualtyPaid {} => speech.item.flags & cast::CASUALTY != 0,
            Condition::SourceRemains {} => self.board.place(speech.item.source.id).is_some(),
            Condition::PickedIs { filter } => {
                !speech.picked.is_none() && self.matches(speech, filter, self.card(speech.picked))
            }
        }
    }

    pub fn matches(&self, speech: &Speech, filter: &Filter, thing: Thing) -> bool {
        filter.iter().all(|predicate| self.holds(speech, predicate, thing))
    }

    fn holds(&self, speech: &Speech, predicate: &Predicate, thing: Thing) -> bool {
        match predicate {
            Predicate::TypeAny { types } => self.kinds(thing) & *types as u16 != 0,
            Predicate::TypeNone { types } => self.kinds(thing) & *types as u16 == 0,
            Predicate::ControlledBy { who } => self.holder(thing) == self.who(speech, who),
            Predicate::Tapped {} => self.is_tapped(thing),
            Predicate::Untapped {} => !self.is_tapped(thing),
            Predicate::Another {} => self.identity(thing).0 != speech.item.source.id,
            Predicate::TotalAtMost { total } => {
                let size = self.size(thing);
                size.power + size.toughness <= f32::from(*total)
            }
            Predicate::ManaValueAtMost { amount } => {
                self.mana_value(self.identity(thing).1) <= self.amount(speech, amount)
            }
            Predicate::ManaValueAtLeast { amount } => {
                self.mana_value(self.identity(thing).1) >= self.amount(speech, amount)
            }
            Predicate::PowerAtLeast { power } => self.size(thing).power >= f32::from(*power),
            Predicate::NotNamedLikeSource {} => {
                let named = |face: FaceId| &self.program.face(face).name;
                named(self.identity(thing).1) != named(speech.item.face)
            }
        }
    }

    fn kinds(&self, thing: Thing) -> u16 {
        match thing {
            Thing::Piece(place) => self.board.pieces[place].types,
            Thing::Card { face, .. } => self.program.card(face).types,
        }
    }

    /// Who controls it; a card's owner stands for that.
    fn holder(&self, thing: Thing) -> Seat {
        match thing {
            Thing::Piece(place) => self.board.pieces[place].controller,
            Thing::Card { owner, .. } => owner,
        }
    }

    fn is_tapped(&self, thing: Thing) -> bool {
        match thing {
            Thing::Piece(place) => self.board.pieces[place].is(flag::TAPPED),
            Thing::Card { .. } => false,
        }
    }

    fn identity(&self, thing: Thing) -> (ObjectId, FaceId) {
        match thing {
            Thing::Piece(place) => (self.board.pieces[place].object, self.board.pieces[place].face),
            Thing::Card { id, face, .. } => (id, face),
        }
    }

    fn size(&self, thing: Thing) -> Size {
        match thing {
            Thing::Piece(place) => {
                let piece = &self.board.pieces[place];
                Size { power: piece.power(), toughness: piece.toughness() }
            }
            Thing::Card { face, .. } => {
                let face = self.program.face(face);
                Size { power: f32::from(face.power), toughness: f32::from(face.toughness) }
            }
        }
    }

    /// Mana value; a back face has that of its front (202.3b).
    fn mana_value(&self, face: FaceId) -> f32 {
        let face = self.program.face(face);
        if face.token {
            return 0.0;
        }
        f32::from(self.program.cards[face.front as usize].face.mana_value)
    }
}
