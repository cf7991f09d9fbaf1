//! The board as a play will leave it: permanents, both players, what has moved. Data and sums; what happens to it is beside.

use crate::measure::COUNTS;
use crate::program::vocabulary::Op;
use crate::program::{Pips, Program};
use crate::rules::layers;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::stack::{Delayed, StackItem};
use crate::state::words::{types, CounterKind, Zone};
use crate::state::{object_flag, Effect, State, MAX_OBJECTS};

/// One number for each of `COUNTS`.
pub type Change = [f32; COUNTS.len()];

/// Power and toughness, or a change of them; expectations, so not always whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    pub power: f32,
    pub toughness: f32,
}

/// A permanent that is there or will be.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Numbers from `MAX_OBJECTS` on are tokens to come.
    pub object: ObjectId,
    pub face: FaceId,
    pub owner: Seat,
    pub controller: Seat,
    pub alive: bool,
    pub token: bool,
    pub flags: u16,
    /// Now, and after the turn.
    pub types: u16,
    pub lasting_types: u16,
    /// Printed, or given until end of turn.
    pub keywords: u32,
    /// Printed, or what it is animated to.
    pub base: Size,
    /// Until end of turn.
    pub passing: Size,
    /// By static abilities, its own and of what is attached to it.
    pub granted: Size,
    pub granted_keywords: u32,
    pub plus: f32,
    pub minus: f32,
    pub loyalty: f32,
    pub other_counters: f32,
    pub damage: f32,
    pub attached_to: ObjectId,
    pub attack_target: ObjectId,
    pub blocking: ObjectId,
    pub entered_turn: u16,
    /// Of its card: has mana abilities, some of which hurt, has static abilities, and which triggers it listens for.
    pub makes_mana: bool,
    pub hurts: bool,
    pub has_statics: bool,
    pub aura: bool,
    pub listens: u32,
}

impl Piece {
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    pub fn has_type(&self, kinds: u16) -> bool {
        self.types & kinds != 0
    }

    pub fn has(&self, keyword: u32) -> bool {
        (self.keywords | self.granted_keywords) & keyword != 0
    }

    pub fn is_creature(&self) -> bool {
        self.has_type(types::CREATURE)
    }

    /// Power now; a permanent that is no creature has counters without an effect on it.
    pub fn power(&self) -> f32 {
        let counters = if self.is_creature() { self.plus - self.minus } else { 0.0 };
        self.base.power + self.passing.power + self.granted.power + counters
    }

    pub fn toughness(&self) -> f32 {
        let counters = if self.is_creature() { self.plus - self.minus } else { 0.0 };
        self.base.toughness + self.passing.toughness + self.granted.toughness + counters
    }

    /// All counters on it; +1/+1 and -1/-1 annihilate (704.5q).
    pub fn counters(&self) -> f32 {
        (self.plus - self.minus).abs() + self.loyalty + self.other_counters
    }

    /// A printed face as a permanent, with nothing on it.
    pub fn printed(program: &Program, face: FaceId) -> Piece {
        let card = program.card(face);
        let power = if card.face.power_rule.is_some() { 0 } else { card.face.power };
        Piece {
            object: ObjectId::NONE,
            face,
            owner: Seat(0),
            controller: Seat(0),
            alive: true,
            token: card.face.token,
            flags: 0,
            types: card.types,
            lasting_types: card.types,
            keywords: card.keywords,
            base: Size { power: f32::from(power), toughness: f32::from(card.face.toughness) },
            passing: Size::default(),
            granted: Size::default(),
            granted_keywords: 0,
            plus: 0.0,
            minus: 0.0,
            loyalty: 0.0,
            other_counters: 0.0,
            damage: 0.0,
            attached_to: ObjectId::NONE,
            attack_target: ObjectId::NONE,
            blocking: ObjectId::NONE,
            entered_turn: 0,
            makes_mana: card.mana != 0,
            hurts: card.face.mana_abilities.iter().any(|ability| ability.damage > 0),
            has_statics: card.has_statics,
            aura: card.aura,
            listens: card.listens,
        }
    }

    fn standing(state: &State, program: &Program, permanent: &Permanent) -> Piece {
        let object = state.object(permanent.object);
        let count = |kind: CounterKind| f32::from(permanent.count(kind));
        let (plus, minus, loyalty) =
            (count(CounterKind::Plus), count(CounterKind::Minus), count(CounterKind::Loyalty));
        Piece {
            object: permanent.object,
            owner: object.owner,
            controller: permanent.controller,
            token: object.flags & object_flag::TOKEN != 0,
            flags: permanent.flags,
            plus,
            minus,
            loyalty,
            other_counters: f32::from(permanent.total_counters()) - plus - minus - loyalty,
            damage: f32::from(permanent.damage),
            attached_to: permanent.attached_to,
            attack_target: permanent.attack_target,
            blocking: permanent.blocking,
            entered_turn: permanent.entered_turn,
            ..Piece::printed(program, object.face)
        }
    }

    /// An effect until end of turn that is already on it.
    fn add_effect(&mut self, program: &Program, effect: &Effect) {
        if let Some(Op::Animate { types, power, toughness, keywords, .. }) =
            layers::animation(program, effect)
        {
            self.animate(*types as u16, Size { power: f32::from(*power), toughness: f32::from(*toughness) });
            self.keywords |= *keywords as u32;
        }
        self.passing.power += f32::from(effect.power);
        self.passing.toughness += f32::from(effect.toughness);
        self.keywords |= effect.keywords;
    }

    pub fn animate(&mut self, kinds: u16, size: Size) {
        self.types |= kinds;
        self.base = size;
    }
}

/// How a player changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    pub life: f32,
    pub hand: f32,
    pub lands: f32,
    pub removal: f32,
    pub spent: f32,
    /// The costs for which that was.
    pub paid: Pips,
    /// Cards drawn, for triggers that count them.
    pub drawn: u8,
    /// Cards that have left the top of the library.
    pub taken: usize,
    /// What anybody knew of the order of the library is gone.
    pub shuffled: bool,
}

/// A card that comes into a zone, or leaves it with a weight below 0; an expected card has a weight between.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    pub face: FaceId,
    pub owner: Seat,
    pub zone: Zone,
    pub weight: f32,
}

/// The board in the making. Buffers are kept from play to play.
#[derive(Debug, Default)]
pub struct Board {
    pub pieces: Vec<Piece>,
    pub sides: [Side; 2],
    pub moved: Vec<Moved>,
    /// What the play has put on the stack, above whatever lay there.
    pub stack: Vec<StackItem>,
    pub waiting: Vec<StackItem>,
    pub delayed: Vec<Delayed>,
    /// Of a spell that lay on the stack: it is countered.
    pub countered: Option<u16>,
    /// Some permanent has static abilities.
    pub has_statics: bool,
    /// Something ends with the turn.
    pub has_passing: bool,
    /// Something has changed since state-based actions were looked for.
    pub dirty: bool,
    pub tokens_to_come: u8,
    pub next_serial: u16,
}

impl Board {
    /// The position as it is.
    pub fn read(&mut self, state: &State, program: &Program) {
        self.clear();
        self.pieces.extend(state.permanents().map(|permanent| Piece::standing(state, program, permanent)));
        for effect in state.effects.iter() {
            if state.live(effect.target).is_some() {
                let place = usize::from(state.object(effect.target.id).permanent);
                self.pieces[place].add_effect(program, effect);
                self.has_passing = true;
            }
        }
        self.has_statics = self.pieces.iter().any(|piece| piece.has_statics);
        // In the middle of a resolution, or of the legend rule, state-based actions are still to come (704.3).
        self.dirty = state.frame.active || matches!(state.question, Question::Legend { .. });
        self.delayed.extend(state.delayed.iter());
        self.next_serial = state.next_serial;
    }

    fn clear(&mut self) {
        self.pieces.clear();
        self.sides = [Side::default(); 2];
        self.moved.clear();
        self.stack.clear();
        self.waiting.clear();
        self.delayed.clear();
        (self.countered, self.tokens_to_come, self.has_passing) = (None, 0, false);
    }

    /// The same board again, into the buffers that are there.
    pub fn copy(&mut self, from: &Board) {
        self.pieces.clone_from(&from.pieces);
        self.sides = from.sides;
        self.moved.clone_from(&from.moved);
        self.stack.clone_from(&from.stack);
        self.waiting.clone_from(&from.waiting);
        self.delayed.clone_from(&from.delayed);
        (self.countered, self.tokens_to_come) = (from.countered, from.tokens_to_come);
        (self.has_statics, self.has_passing) = (from.has_statics, from.has_passing);
        (self.dirty, self.next_serial) = (from.dirty, from.next_serial);
    }

    /// Where the permanent is, if it is still there.
    pub fn place(&self, id: ObjectId) -> Option<usize> {
        if id.is_none() {
            return None;
        }
        self.pieces.iter().rposition(|piece| piece.object == id && piece.alive)
    }

    pub fn side(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    pub fn next_token(&mut self) -> ObjectId {
        let number = (MAX_OBJECTS as u8).saturating_add(self.tokens_to_come).min(u8::MAX - 1);
        self.tokens_to_come = self.tokens_to_come.saturating_add(1);
        ObjectId(number)
    }

    pub fn serial(&mut self) -> u16 {
        self.next_serial = self.next_serial.wrapping_add(1);
        self.next_serial
    }

    /// Whether it goes when what ends with the turn has ended: an Aura on what is a creature for the turn, a creature that
    /// lives by a change of its toughness.
    fn falls_at_cleanup(&self, piece: &Piece) -> bool {
        if piece.attached_to.is_none() {
            if piece.passing.toughness <= 0.0 {
                return false;
            }
            let creature = piece.lasting_types & types::CREATURE != 0;
            return creature && piece.toughness() - piece.passing.toughness <= 0.0;
        }
        let host = self.place(piece.attached_to).map(|host| &self.pieces[host]);
        host.is_none_or(|host| host.lasting_types & types::CREATURE == 0 || self.falls_at_cleanup(host))
    }

    /// The counts now, as long as the turn lasts, and after it; hands, life and spent mana as changes.
    pub fn sums(&self, seat: Seat) -> Sums {
        let mut sums = Sums::default();
        for piece in self.pieces.iter().filter(|piece| piece.alive) {
            sums.now.add(piece.controller == seat, piece, (piece.types, piece.power()));
        }
        sums.later = sums.now;
        if self.has_passing {
            sums.later = Sum::default();
            for piece in self.pieces.iter().filter(|piece| piece.alive && !self.falls_at_cleanup(piece)) {
                let power = piece.power() - piece.passing.power;
                sums.later.add(piece.controller == seat, piece, (piece.lasting_types, power));
            }
        }
        let sides = [self.sides[seat.index()], self.sides[seat.other().index()]];
        sums.now.add_sides(&sides);
        sums.later.add_sides(&sides);
        sums
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub now: Sum,
    pub later: Sum,
}

/// The places of `measure::COUNTS`.
pub mod count {
    pub const OWN_MANA_SOURCES: usize = 0;
    pub const OWN_MANA_CREATURES: usize = 1;
    pub const OWN_LANDS_IN_HAND: usize = 2;
    pub const OWN_HAND: usize = 3;
    pub const OWN_REMOVAL_IN_HAND: usize = 4;
    pub const OWN_POWER: usize = 5;
    pub const OPPONENT_POWER: usize = 6;
    pub const OWN_THREATS: usize = 7;
    pub const OWN_PERMANENTS: usize = 8;
    pub const OPPONENT_PERMANENTS: usize = 9;
    pub const OWN_MANA_SPENT: usize = 10;
    pub const OPPONENT_MANA_SPENT: usize = 11;
    pub const OPPONENT_MANA_SOURCES: usize = 12;
    pub const OWN_LIFE: usize = 13;
    pub const OPPONENT_LIFE: usize = 14;
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum(pub Change);

impl Sum {
    /// What one permanent adds, as in `measure`.
    fn add(&mut self, own: bool, piece: &Piece, (kinds, power): (u16, f32)) {
        let creature = kinds & types::CREATURE != 0;
        let makes_mana = piece.makes_mana;
        let counts = &mut self.0;
        let power = if creature { power } else { 0.0 };
        if !own {
            counts[count::OPPONENT_PERMANENTS] += 1.0;
            counts[count::OPPONENT_POWER] += power;
            counts[count::OPPONENT_MANA_SOURCES] += f32::from(makes_mana);
            return;
        }
        let attacks = creature && power >= 1.0 && !piece.is(flag::BARRED);
        counts[count::OWN_PERMANENTS] += 1.0;
        counts[count::OWN_POWER] += power;
        counts[count::OWN_MANA_SOURCES] += f32::from(makes_mana);
        counts[count::OWN_MANA_CREATURES] += f32::from(makes_mana && creature);
        counts[count::OWN_THREATS] += f32::from(attacks || kinds & types::PLANESWALKER != 0);
    }

    fn add_sides(&mut self, [own, opponent]: &[Side; 2]) {
        let counts = &mut self.0;
        counts[count::OWN_LANDS_IN_HAND] += own.lands;
        counts[count::OWN_HAND] += own.hand;
        counts[count::OWN_REMOVAL_IN_HAND] += own.removal;
        counts[count::OWN_MANA_SPENT] += own.spent;
        counts[count::OPPONENT_MANA_SPENT] += opponent.spent;
        counts[count::OWN_LIFE] += own.life;
        counts[count::OPPONENT_LIFE] += opponent.life;
    }

    pub fn minus(&self, other: &Sum) -> Change {
        std::array::from_fn(|index| self.0[index] - other.0[index])
    }
}
