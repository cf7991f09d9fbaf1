//! What happened, as plain records for transcripts: one record an event. Written only where somebody asked for a log.

use super::ids::{FaceId, ObjectId, Seat};
use crate::numbered;

numbered!(
    /// Kinds of events; `Event` says which fields each uses.
    EventKind {
        TurnBegins, StepBegins, Keeps, Mulligans, Draws, PlaysLand, Casts, Plots, Activates, Triggers, Targets, Resolves,
        Fizzles, Countered, TapsForMana, Attacks, Blocks, DamagesPlayer, DamagesPermanent, Gains, Loses, Moves,
        Counters, Creates, Transforms, Reveals, LooksAt, Shuffles, Discards, Pays, Sacrifices, Ceases, GameOver
    }
);

/// One event: who, what, with or against what, how much. Unused fields are at their defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub kind: EventKind,
    pub seat: Seat,
    pub object: ObjectId,
    pub face: FaceId,
    pub other: ObjectId,
    pub other_face: FaceId,
    /// An amount; for `Moves` from-zone * 16 + to-zone; for `StepBegins` the step; for `GameOver` the reason.
    pub amount: i16,
}
