//! Spells and abilities: announced, waiting, on the stack, and the frame of the one that is resolving. Plain data.

use super::ids::{FaceId, ObjectId, ObjectRef, Seat};
use super::list::List;

/// What a spell or ability is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Target {
    #[default]
    None,
    Player(Seat),
    Object(ObjectRef),
    /// A spell on the stack by its serial number.
    Stack(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ItemKind {
    #[default]
    Spell,
    /// A copy of a spell: no card, never cast (707.10).
    Copy,
    Triggered,
    Activated,
}

pub const MAX_TARGETS: usize = 2;

/// What made a trigger trigger, as it was then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Event {
    /// The object the event is about.
    pub subject: ObjectRef,
    /// The player the event is about: who drew, who was attacked.
    pub player: Seat,
    /// A number that the event carries: the last known power of what died.
    pub amount: i16,
    /// The serial number of the spell the event is about.
    pub spell: u16,
}

/// Facts about a spell that are true or false.
pub mod cast {
    /// Cast with flashback: exiled when it leaves the stack (702.34a).
    pub const FLASHBACK: u8 = 1;
    pub const PLOTTED: u8 = 1 << 1;
    pub const CASUALTY: u8 = 1 << 2;
}

/// A spell or ability on the stack, or a trigger waiting to be put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StackItem {
    pub kind: ItemKind,
    pub controller: Seat,
    /// The spell's own card, or the source of the ability.
    pub source: ObjectRef,
    /// The face whose words these are.
    pub face: FaceId,
    /// Index into that face's abilities; for a spell, of its spell ability if it has one.
    pub ability: u8,
    pub flags: u8,
    /// Number of this item, never used again in a game.
    pub serial: u16,
    pub targets: [Target; MAX_TARGETS],
    pub event: Event,
    pub mana_spent: u8,
    pub convoked: u8,
    /// Additional +1/+1 counters for the permanent this spell becomes.
    pub extra_counters: u8,
}

/// A delayed triggered ability (603.7); all of them last until end of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Delayed {
    pub controller: Seat,
    pub source: ObjectRef,
    pub face: FaceId,
    pub ability: u8,
    /// The object it watches, where it watches one.
    pub subject: ObjectRef,
}

pub const REGISTERS: usize = 4;

/// The spell or ability that is resolving: where it is in its program and what it has found so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    pub active: bool,
    /// Next op of the program.
    pub at: u8,
    /// How far the present op has come with its questions.
    pub phase: u8,
    /// The present op's question has been answered, with `answer` or `picked`.
    pub answered: bool,
    pub answer: i16,
    pub picked: ObjectId,
    /// The cards that an open question offers.
    pub options: List<ObjectId, 48>,
    pub item: StackItem,
    pub registers: [i16; REGISTERS],
    /// Cards looked at or revealed and not yet put anywhere.
    pub looked: List<ObjectId, 24>,
    /// Who controlled each target as resolution began (608.2h).
    pub controllers: [Seat; MAX_TARGETS],
}

/// How a card is being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    #[default]
    Cast,
    Flashback,
    /// Casting a card that was plotted on an earlier turn (702.170d).
    Plotted,
    /// Plotting it: a special action (116.2k).
    Plot,
    /// Activating ability number `ability`.
    Activate,
}

/// One unit of a payment: a permanent tapped for mana of one colour, or tapped to convoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Payment {
    pub object: ObjectId,
    /// A single colour bit; 0 for a creature that convokes.
    pub colour: u8,
}

/// How far an announcement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Default)]
pub enum Progress {
    #[default]
    Idle,
    Method,
    Ability,
    Casualty,
    Targets,
    TapOthers,
    Payment,
    Ready,
}

/// A spell or ability being announced; nothing of it is real until it is committed, so CANCEL rewinds it whole (732.1).
#[derive(Clone, Copy, Debug, Default)]
pub struct Announcement {
    pub progress: Progress,
    pub player: Seat,
    pub object: ObjectId,
    pub method: Method,
    pub ability: u8,
    pub casualty: ObjectId,
    pub casualty_asked: bool,
    pub next_target: u8,
    pub targets: [Target; MAX_TARGETS],
    pub tapped: List<ObjectId, 8>,
    pub payments: List<Payment, 24>,
}
