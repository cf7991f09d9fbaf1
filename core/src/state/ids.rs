//! Names for things in a game: seats, objects, faces. Numbers only; what they stand for is in the arenas beside.

/// A player: seat 0 or seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Seat(pub u8);

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0 & 1)
    }

    #[inline]
    pub fn other(self) -> Seat {
        Seat(1 - (self.0 & 1))
    }

    /// This seat's bit in a set of players.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << (self.0 & 1)
    }
}

/// A card or token of this game, wherever it is: an index into `State::objects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct ObjectId(pub u8);

impl ObjectId {
    pub const NONE: ObjectId = ObjectId(u8::MAX);

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    pub fn is_none(self) -> bool {
        self == ObjectId::NONE
    }
}

impl Default for ObjectId {
    fn default() -> Self {
        ObjectId::NONE
    }
}

/// An object as it was at one moment: after a zone change the generation differs and the reference is stale (400.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ObjectRef {
    pub id: ObjectId,
    pub generation: u16,
}

impl ObjectRef {
    pub const NONE: ObjectRef = ObjectRef { id: ObjectId::NONE, generation: 0 };
}

/// One face of a card: an index into `Program::faces`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct FaceId(pub u16);

impl FaceId {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
