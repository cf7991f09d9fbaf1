//! Permanents that arrive and leave, cards that go to hands and graveyards, and damage, on a board in the making.

use super::board::{Moved, Piece, Side};
use super::triggers::{About, Happening, NO_TARGETS};
use super::Forecast;
use crate::program::vocabulary::{Static, Trigger};
use crate::state::ids::{FaceId, ObjectId, ObjectRef, Seat};
use crate::state::object_flag;
use crate::state::permanent::flag;
use crate::state::stack::Event;
use crate::state::words::{keyword, types, Zone};

/// A permanent on its way.
#[derive(Clone, Copy, Debug)]
pub struct Arriving {
    pub object: ObjectId,
    pub face: FaceId,
    pub owner: Seat,
    pub controller: Seat,
    pub flags: u16,
    pub attached_to: ObjectId,
    pub plus: f32,
    pub convoked: u8,
}

impl Arriving {
    pub fn card(object: ObjectId, face: FaceId, owner: Seat) -> Arriving {
        let attached_to = ObjectId::NONE;
        Arriving { object, face, owner, controller: owner, flags: 0, attached_to, plus: 0.0, convoked: 0 }
    }
}

/// What deals damage.
#[derive(Clone, Copy, Debug)]
pub struct Dealer {
    pub controller: Seat,
    pub keywords: u32,
    pub combat: bool,
}

/// A reference on a board in the making: nothing there is ever taken for what it was before.
pub fn reference(id: ObjectId) -> ObjectRef {
    ObjectRef { id, generation: 0 }
}

impl Forecast<'_> {
    pub fn enter(&mut self, arriving: Arriving) {
        let card = self.program.card(arriving.face);
        let place = self.board.pieces.len();
        self.board.has_statics |= card.has_statics;
        self.board.dirty = true;
        self.board.pieces.push(Piece {
            object: arriving.object,
            owner: arriving.owner,
            controller: arriving.controller,
            flags: flag::SICK | arriving.flags,
            attached_to: arriving.attached_to,
            plus: arriving.plus,
            loyalty: if card.is(types::PLANESWALKER) { f32::from(card.face.loyalty) } else { 0.0 },
            other_counters: f32::from(card.face.chapters > 0),
            entered_turn: self.state.turn,
            ..Piece::printed(self.program, arriving.face)
        });
        let event =
            Event { subject: reference(arriving.object), player: arriving.controller, ..Event::default() };
        let entered = Happening::of(&Trigger::EntersSelf {}, About::Itself, event);
        self.notice_piece(place, &Happening { convoked: arriving.convoked, ..entered });
        self.notice_piece(place, &Happening::of(&Trigger::Chapter { number: 1 }, About::Chapter(1), event));
    }

    /// A permanent leaves for another zone; its own triggers look back (603.10a).
    pub fn leave(&mut self, place: usize, zone: Zone) {
        let was = self.board.pieces[place];
        if !was.alive {
            return;
        }
        self.board.pieces[place].alive = false;
        self.board.dirty = true;
        if !was.token {
            let front = FaceId(self.program.face(was.face).front as u16);
            self.arrives_in(front, was.owner, zone, 1.0);
        }
        self.detach(was.object);
        let died = zone == Zone::Graveyard && was.is_creature();
        let event = Event {
            subject: reference(was.object),
            player: was.controller,
            amount: was.power() as i16,
            spell: 0,
        };
        self.notice_piece(place, &Happening::of(&Trigger::LeavesSelf {}, About::Itself, event));
        if died {
            self.notice_piece(place, &Happening::of(&Trigger::DiesSelf {}, About::Itself, event));
            self.wake_delayed(&Trigger::SubjectDies {}, was.object, event, NO_TARGETS);
        }
        self.return_held(was.object);
    }

    fn detach(&mut self, gone: ObjectId) {
        for piece in &mut self.board.pieces {
            if piece.attack_target == gone {
                // 506.4c: it goes on attacking, nothing in particular.
                piece.attack_target = ObjectId::NONE;
                piece.flags |= flag::ATTACKS_NOTHING;
            }
            if piece.blocking == gone {
                piece.blocking = ObjectId::NONE;
            }
        }
    }

    /// "Until it leaves the battlefield" ends (610.3).
    fn return_held(&mut self, holder: ObjectId) {
        let state = self.state;
        if holder.index() >= state.objects.len() {
            return;
        }
        let held_by = state.reference(holder);
        for number in 0..state.object_count {
            let (id, object) = (ObjectId(number), state.object(ObjectId(number)));
            let linked = object.flags & object_flag::LINKED != 0;
            if object.zone != Zone::Exile || object.held_by != held_by || linked {
                continue;
            }
            self.arrives_in(object.face, object.owner, Zone::Exile, -1.0);
            if object.flags & object_flag::FROM_HAND != 0 {
                self.arrives_in(object.face, object.owner, Zone::Hand, 1.0);
            } else {
                self.enter(Arriving::card(id, object.face, object.owner));
            }
        }
    }

    /// A card comes into a zone other than the battlefield, or leaves it with a weight below 0.
    pub fn arrives_in(&mut self, face: FaceId, owner: Seat, zone: Zone, weight: f32) {
        if zone == Zone::Hand {
            let card = self.program.card(face);
            let (land, removal) = (f32::from(card.is_land()), f32::from(card.removal));
            self.add_to_hand(owner, [1.0, land, removal].map(|count| count * weight));
        }
        self.board.dirty = true;
        self.board.moved.push(Moved { face, owner, zone, weight });
    }

    /// Cards, lands and removal that come to a hand; only the own one is counted.
    pub fn add_to_hand(&mut self, owner: Seat, [cards, lands, removal]: [f32; 3]) {
        let side: &mut Side = self.board.side(owner);
        side.hand += cards;
        side.lands += lands;
        side.removal += removal;
    }

    pub fn gain_life(&mut self, seat: Seat, amount: f32) {
        self.board.side(seat).life += amount.max(0.0);
    }

    pub fn lose_life(&mut self, seat: Seat, amount: f32) {
        self.board.side(seat).life -= amount.max(0.0);
    }

    /// What deals damage: a permanent as it is, or a card with its printed keywords.
    pub fn dealer(&self, source: ObjectId, face: FaceId, controller: Seat) -> Dealer {
        match self.board.place(source) {
            Some(place) => self.dealer_at(place, false),
            None => Dealer { controller, keywords: self.program.card(face).keywords, combat: false },
        }
    }

    pub fn dealer_at(&self, place: usize, combat: bool) -> Dealer {
        let piece = &self.board.pieces[place];
        Dealer { controller: piece.controller, keywords: piece.keywords | piece.granted_keywords, combat }
    }

    pub fn damage_player(&mut self, dealer: Dealer, seat: Seat, amount: f32) {
        self.lose_life(seat, amount);
        self.lifelink(dealer, amount);
    }

    pub fn damage_piece(&mut self, dealer: Dealer, place: usize, amount: f32) {
        let recipient = self.board.pieces[place];
        if amount <= 0.0 || !recipient.alive {
            return;
        }
        self.board.dirty = true;
        let hostile = recipient.is_creature() && recipient.controller != dealer.controller;
        let as_counters = |ability: &Static| matches!(ability, Static::DamageAsCounters {});
        if !dealer.combat && hostile && self.controls_static(dealer.controller, as_counters) {
            self.board.pieces[place].minus += amount;
            return;
        }
        let by =
            if dealer.controller.index() == 0 { flag::DAMAGED_BY_FIRST } else { flag::DAMAGED_BY_SECOND };
        let piece = &mut self.board.pieces[place];
        if piece.is_creature() {
            piece.damage += amount;
            piece.flags |= by;
            piece.flags |= if dealer.keywords & keyword::DEATHTOUCH != 0 { flag::DEATHTOUCHED } else { 0 };
        }
        if piece.has_type(types::PLANESWALKER) {
            piece.loyalty = (piece.loyalty - amount).max(0.0);
        }
        self.lifelink(dealer, amount);
    }

    fn lifelink(&mut self, dealer: Dealer, amount: f32) {
        if dealer.keywords & keyword::LIFELINK != 0 {
            self.gain_life(dealer.controller, amount);
        }
    }
}
