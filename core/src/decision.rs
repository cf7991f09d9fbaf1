//! Every answer a player can give, as one enum. What is asked is `state::question`; which answers are legal, `rules::legal`;
//! which index each has, `actions`.

use crate::state::ids::{ObjectId, Seat};
use crate::state::stack::Method;

/// One legal answer to the open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    /// Pass priority, declare nothing, decline, take no more.
    #[default]
    Pass,
    Keep,
    Mulligan,
    /// Yes; or: the declaration is complete.
    Confirm,
    /// No; or: take the announcement or declaration back.
    Cancel,
    AutoPay,
    Bottom(ObjectId),
    Discard(ObjectId),
    PlayLand(ObjectId),
    /// Cast or plot a card of the hand.
    Cast(ObjectId),
    /// Activate an ability of a permanent, or cast a card from graveyard or exile.
    Activate(ObjectId),
    Attack(ObjectId),
    BlockAttacker(ObjectId),
    Blocker(ObjectId),
    /// Tap this permanent for mana, or to convoke, towards the open payment.
    Source(ObjectId),
    TargetObject(ObjectId),
    TargetPlayer(Seat),
    /// A spell on the stack by its serial number.
    TargetSpell(u16),
    /// An object among the options offered: a card, a creature to sacrifice, a legendary permanent to keep.
    Object(ObjectId),
    /// A player among the options offered: whom to attack.
    Player(Seat),
    Number(i16),
    /// One colour bit, see `state::words::colour`.
    Colour(u8),
    Method(Method),
    /// An ability by its index in the face.
    Ability(u8),
    /// A waiting trigger by its position.
    Trigger(u8),
    Top,
    Bottommost,
}
