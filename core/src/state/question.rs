//! What a player is being asked, as plain data. Which answers are legal is found by `rules::legal`; their indices by `actions`.

use super::ids::ObjectId;

/// The open question; `State::asked` says who must answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Question {
    /// Nothing is asked: the game is between decisions, or over.
    #[default]
    None,
    /// Keep the opening hand or take a mulligan (103.5).
    Mulligan,
    /// Put a card of the hand on the bottom after a mulligan (103.5).
    Bottom { left: u8 },
    /// Discard down to the maximum hand size (514.1), or because an effect says so.
    Discard { left: u8 },
    /// Act or pass (117).
    Priority,
    /// Switch attackers on, then confirm (508.1).
    Attackers,
    /// Which player or planeswalker this attacker attacks (508.1b, 508.4).
    AttackWhom { attacker: ObjectId },
    /// Pick an attacker to block, or confirm (509.1).
    Blockers,
    /// Pick a blocker for the chosen attacker (509.1).
    BlockWith { attacker: ObjectId },
    /// How much of its combat damage this creature deals to one recipient (510.1c, 510.1d).
    Divide { source: ObjectId, recipient: ObjectId, left: i16 },
    /// Cast the card or plot it, where both may be done.
    Method { object: ObjectId },
    /// Which of several activated abilities of one object.
    Ability { object: ObjectId },
    /// Which creature to sacrifice for casualty, or none (702.153a).
    Casualty,
    /// What the announced spell or ability, or the trigger being put on the stack, targets (601.2c, 603.3d).
    Target { index: u8 },
    /// Which permanents to tap for a cost that taps others.
    TapOthers { left: u8 },
    /// How to pay: by itself, or source by source (601.2g, 601.2h).
    Pay,
    /// Which colour the chosen source makes.
    PayColour { source: ObjectId },
    /// Which colour a mana ability activated by hand makes (605.3).
    TapColour { source: ObjectId },
    /// A "may", an "unless pays" or an optional cost while resolving (608.2d).
    YesNo,
    /// A card among those that the resolving effect offers (608.2d); `optional` allows to stop.
    Pick { optional: bool },
    /// Top or bottom for the card looked at (701.22a).
    Scry { card: ObjectId },
    /// Pay life as a land enters, or let it enter tapped (614.12a).
    PayLife { object: ObjectId },
    /// New target for a copy, or the present one (707.10c).
    Retarget { index: u8 },
    /// Which waiting trigger goes on the stack next (603.3b).
    Order,
    /// Which of the legendary permanents of one name stays (704.5j).
    Legend { object: ObjectId },
}
