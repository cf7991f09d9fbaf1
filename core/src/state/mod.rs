//! What a game is: plain data in fixed arenas, ids instead of references, cloned by a copy. No rule lives here.

pub mod event;
pub mod ids;
pub mod list;
pub mod permanent;
pub mod question;
pub mod stack;
pub mod words;

use ids::{FaceId, ObjectId, ObjectRef, Seat};
use list::List;
use permanent::Permanent;
use question::Question;
use stack::{Announcement, Delayed, Frame, StackItem};
use words::{Reason, Step, Zone};

pub const MAX_OBJECTS: usize = 200;
pub const MAX_PERMANENTS: usize = 80;
pub const MAX_ZONE: usize = 100;
pub const MAX_STACK: usize = 48;
pub const MAX_WAITING: usize = 32;
pub const MAX_EFFECTS: usize = 32;
pub const MAX_DELAYED: usize = 12;
const NO_PERMANENT: u8 = u8::MAX;

/// Facts about an object that are true or false.
pub mod object_flag {
    pub const TOKEN: u8 = 1;
    /// In exile, plotted on the turn in `Object::turn` (702.170b).
    pub const PLOTTED: u8 = 1 << 1;
    /// Exiled by a linked trigger (607.2a), not until something leaves.
    pub const LINKED: u8 = 1 << 2;
    /// Exiled from a hand: it goes back there (610.3).
    pub const FROM_HAND: u8 = 1 << 3;
}

/// A card or token, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    pub face: FaceId,
    pub owner: Seat,
    pub zone: Zone,
    /// Counts zone changes: an older reference is stale (400.7).
    pub generation: u16,
    pub flags: u8,
    /// Which seats know what this card is, where it lies now (bits).
    pub known: u8,
    pub turn: u16,
    /// What holds it in exile until it leaves the battlefield (610.3).
    pub held_by: ObjectRef,
    /// Cards of one group lie in an order that nobody knows; its two low bits say which seats know what they are.
    pub group: u8,
    /// Where the permanent lies in its arena; set by `add_permanent` and `remove_permanent` alone.
    pub(crate) permanent: u8,
}

impl Default for Object {
    fn default() -> Self {
        Object {
            face: FaceId(0),
            owner: Seat(0),
            zone: Zone::Nowhere,
            generation: 0,
            flags: 0,
            known: 0,
            turn: 0,
            held_by: ObjectRef::NONE,
            group: 0,
            permanent: NO_PERMANENT,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Player {
    pub life: i16,
    /// Floating mana in the order WUBRGC.
    pub mana: [u8; 6],
    pub lands_played: u8,
    pub drawn_this_turn: u8,
    pub spells_this_turn: u8,
    pub mulligans: u8,
    pub kept: bool,
    /// Tried to draw from an empty library since the last check (704.5b).
    pub drew_from_empty: bool,
    pub conceded: bool,
    /// Mana spent since the start of this player's own latest turn.
    pub mana_spent: u16,
    /// How often each kind of luck was used this turn, see `rng`.
    pub shuffles: u16,
    pub random_orders: u16,
    pub library: List<ObjectId, MAX_ZONE>,
    pub hand: List<ObjectId, MAX_ZONE>,
    pub graveyard: List<ObjectId, MAX_ZONE>,
    pub exile: List<ObjectId, MAX_ZONE>,
}

/// A continuous effect of a resolved spell or ability, until end of turn (611.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effect {
    pub target: ObjectRef,
    pub timestamp: u16,
    pub power: i16,
    pub toughness: i16,
    pub keywords: u32,
    /// Where the words of an animation are: face, ability, op; power and toughness are then set, not added.
    pub animation: Option<(FaceId, u8, u8)>,
}

/// An object on its way onto the battlefield, before replacement effects have been applied (614.12).
#[derive(Clone, Copy, Debug, Default)]
pub struct Entering {
    pub object: ObjectId,
    pub controller: Seat,
    pub tapped: bool,
    pub attacking: bool,
    pub attached_to: ObjectId,
    pub extra_counters: u8,
    pub convoked: u8,
}

/// One piece of combat damage, assigned and not yet dealt; recipient NONE is the defending player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Assigned {
    pub source: ObjectId,
    pub recipient: ObjectId,
    pub amount: i16,
}

/// What the loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stage {
    #[default]
    Mulligans,
    /// Turn-based actions of the step, then priority.
    StepBegins,
    /// State-based actions, then triggers, then priority (117.5).
    Checks,
    /// Waiting for the player with priority, or finding out that nobody has a choice.
    Priority,
    Announcing,
    Resolving,
    StepEnds,
    Over,
}

/// When a player who has a choice is really asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// Bit per step in which the player is asked at priority, in the own turn and in the opponent's.
    pub own: u16,
    pub opposing: u16,
    /// Asked whenever the other side has put something on the stack.
    pub responses: bool,
    /// Asked also where passing and tapping for mana are all there is.
    pub always: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub seed: u64,
    /// Both players' turns together; 0 is no cap.
    pub max_turns: u16,
    pub stops: Stops,
    /// Every redraw of a mulligan is from the library in its given order: positions that a test sets up card by card.
    pub keeps_order: bool,
}

/// A whole game.
#[derive(Clone)]
pub struct State {
    pub settings: Settings,
    pub turn: u16,
    pub active: Seat,
    pub starter: Seat,
    pub step: Step,
    pub stage: Stage,
    /// How far the present stage has come.
    pub progress: u8,
    pub priority: Seat,
    pub passes: u8,
    pub question: Question,
    pub asked: Seat,
    /// Which page of the options is shown, where there are more than slots.
    pub page: u8,
    pub over: bool,
    pub winner: Option<Seat>,
    pub reason: Reason,
    pub players: [Player; 2],
    pub objects: [Object; MAX_OBJECTS],
    pub object_count: u8,
    /// In the order of `battlefield`.
    permanents: [Permanent; MAX_PERMANENTS],
    /// The battlefield in order of arrival.
    pub battlefield: List<ObjectId, MAX_PERMANENTS>,
    pub stack: List<StackItem, MAX_STACK>,
    pub waiting: List<StackItem, MAX_WAITING>,
    pub delayed: List<Delayed, MAX_DELAYED>,
    pub effects: List<Effect, MAX_EFFECTS>,
    pub assigned: List<Assigned, 48>,
    pub frame: Frame,
    pub announcement: Announcement,
    /// The trigger that is being put on the stack and still needs a target (603.3d).
    pub placing: Option<StackItem>,
    pub entering: Entering,
    pub next_serial: u16,
    pub next_timestamp: u16,
    pub next_group: u8,
    /// Characteristics must be recomputed before anyone looks.
    pub dirty: bool,
    /// Something off the battlefield, or tapping, has changed since: what depends on it must be read anew.
    pub stirred: bool,
    /// Something has changed since state-based actions were last found to have nothing to do.
    pub unchecked: bool,
    /// An arena was full; the game ends at the next check.
    pub overflow: bool,
    /// Decisions and resolutions of this turn: a game that does not come to an end is a draw (104.4b).
    pub events_this_turn: u16,
    /// Objects whose announcement was cancelled since the state last changed.
    pub cancelled: List<ObjectId, 16>,
    /// The declaration of attackers or blockers was cleared once already.
    pub cleared: bool,
    pub attacked_this_turn: bool,
    /// Somebody got priority in this cleanup step, so another one follows (514.3a).
    pub cleanup_again: bool,
}

impl State {
    /// A game with nothing in it yet; `setup` fills it.
    pub fn new(settings: Settings) -> State {
        State {
            settings,
            turn: 0,
            active: Seat(0),
            starter: Seat(0),
            step: Step::Mulligan,
            stage: Stage::Mulligans,
            progress: 0,
            priority: Seat(0),
            passes: 0,
            question: Question::None,
            asked: Seat(0),
            page: 0,
            over: false,
            winner: None,
            reason: Reason::None,
            players: [Player::default(); 2],
            objects: [Object::default(); MAX_OBJECTS],
            object_count: 0,
            permanents: [Permanent::default(); MAX_PERMANENTS],
            battlefield: List::default(),
            stack: List::default(),
            waiting: List::default(),
            delayed: List::default(),
            effects: List::default(),
            assigned: List::default(),
            frame: Frame::default(),
            announcement: Announcement::default(),
            placing: None,
            entering: Entering::default(),
            next_serial: 0,
            next_timestamp: 0,
            next_group: 0,
            dirty: true,
            stirred: true,
            unchecked: true,
            overflow: false,
            events_this_turn: 0,
            cancelled: List::default(),
            cleared: false,
            attacked_this_turn: false,
            cleanup_again: false,
        }
    }

    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    #[inline]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id.index()]
    }

    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The reference that is good until the object changes zones.
    #[inline]
    pub fn reference(&self, id: ObjectId) -> ObjectRef {
        if id.is_none() {
            return ObjectRef::NONE;
        }
        ObjectRef { id, generation: self.object(id).generation }
    }

    /// The object, if it has not changed zones since the reference was made.
    #[inline]
    pub fn current(&self, reference: ObjectRef) -> Option<ObjectId> {
        let live = !reference.id.is_none() && self.object(reference.id).generation == reference.generation;
        live.then_some(reference.id)
    }

    #[inline]
    pub fn permanent(&self, id: ObjectId) -> Option<&Permanent> {
        if id.is_none() {
            return None;
        }
        self.permanents.get(usize::from(self.object(id).permanent))
    }

    #[inline]
    pub fn permanent_mut(&mut self, id: ObjectId) -> Option<&mut Permanent> {
        if id.is_none() {
            return None;
        }
        let index = usize::from(self.object(id).permanent);
        self.permanents.get_mut(index)
    }

    /// The permanent a reference still names.
    #[inline]
    pub fn live(&self, reference: ObjectRef) -> Option<&Permanent> {
        self.current(reference).and_then(|id| self.permanent(id))
    }

    /// All permanents in order of arrival.
    #[inline]
    pub fn permanents(&self) -> std::slice::Iter<'_, Permanent> {
        self.permanents[..self.battlefield.len()].iter()
    }

    #[inline]
    pub fn permanents_mut(&mut self) -> std::slice::IterMut<'_, Permanent> {
        self.permanents[..self.battlefield.len()].iter_mut()
    }

    pub fn controlled(&self, seat: Seat) -> impl Iterator<Item = &Permanent> + '_ {
        self.permanents().filter(move |permanent| permanent.controller == seat)
    }

    /// Gives the object a place on the battlefield; false if there is no room.
    pub fn add_permanent(&mut self, id: ObjectId, permanent: Permanent) -> bool {
        let index = self.battlefield.len();
        if self.battlefield.push(id).is_err() {
            return false;
        }
        self.permanents[index] = Permanent { object: id, ..permanent };
        self.object_mut(id).permanent = index as u8;
        true
    }

    /// Takes the object off the battlefield and returns what it was; those behind it move up.
    pub fn remove_permanent(&mut self, id: ObjectId) -> Option<Permanent> {
        let was = *self.permanent(id)?;
        let index = usize::from(self.object(id).permanent);
        let last = self.battlefield.len() - 1;
        self.permanents.copy_within(index + 1..=last, index);
        self.permanents[last] = Permanent::default();
        self.battlefield.remove(index);
        self.object_mut(id).permanent = NO_PERMANENT;
        for later in index..last {
            let moved = self.battlefield.as_slice()[later];
            self.object_mut(moved).permanent = later as u8;
        }
        Some(was)
    }

    /// A free place for a card or token, reusing those that ceased to exist.
    pub fn new_object(&mut self) -> Option<ObjectId> {
        let count = usize::from(self.object_count);
        if count < MAX_OBJECTS {
            self.object_count += 1;
            return Some(ObjectId(count as u8));
        }
        let free = self.objects.iter().position(|object| object.zone == Zone::Nowhere)?;
        Some(ObjectId(free as u8))
    }

    pub fn spell(&self, serial: u16) -> Option<&StackItem> {
        self.stack.iter().find(|item| item.serial == serial)
    }

    pub fn ask(&mut self, player: Seat, question: Question) {
        self.question = question;
        self.asked = player;
        self.page = 0;
    }

    pub fn timestamp(&mut self) -> u16 {
        self.next_timestamp += 1;
        self.next_timestamp
    }

    pub fn serial(&mut self) -> u16 {
        self.next_serial += 1;
        self.next_serial
    }
}
