//! A permanent on the battlefield: status, counters, combat, and the cached result of the layers. No rules.

use super::ids::{ObjectId, Seat};
use super::words::{CounterKind, COUNTER_KINDS};

/// Facts about a permanent that are true or false.
pub mod flag {
    pub const TAPPED: u16 = 1;
    /// Not controlled continuously since its controller's most recent turn began (302.6).
    pub const SICK: u16 = 1 << 1;
    /// Chosen in the declaration of attackers that is going on.
    pub const SELECTED: u16 = 1 << 2;
    pub const ATTACKING: u16 = 1 << 3;
    /// The planeswalker it attacked is gone: it attacks nothing (506.4c).
    pub const ATTACKS_NOTHING: u16 = 1 << 4;
    /// Stays true when its blockers leave (509.1h).
    pub const BLOCKED: u16 = 1 << 5;
    /// Has been targeted this turn by a spell or ability of its controller (valiant).
    pub const TARGETED: u16 = 1 << 6;
    /// A loyalty ability of it has been activated this turn (606.3).
    pub const LOYALTY_USED: u16 = 1 << 7;
    /// Dealt damage by a source with deathtouch since the last check (704.5h).
    pub const DEATHTOUCHED: u16 = 1 << 8;
    /// Dealt damage this turn by a source that seat 0 (or 1: the next bit) controlled.
    pub const DAMAGED_BY_FIRST: u16 = 1 << 9;
    pub const DAMAGED_BY_SECOND: u16 = 1 << 10;
    /// Had first or double strike as the first combat damage step began (510.4).
    pub const STRUCK_FIRST: u16 = 1 << 11;
    /// May neither attack nor block, as the layers found it.
    pub const BARRED: u16 = 1 << 12;
    /// May not block.
    pub const NO_BLOCK: u16 = 1 << 13;
    /// Was declared as a blocker; stays true when the attacker it blocks leaves (506.4).
    pub const BLOCKING: u16 = 1 << 14;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permanent {
    pub object: ObjectId,
    pub controller: Seat,
    pub flags: u16,
    pub damage: i16,
    pub counters: [u8; COUNTER_KINDS],
    /// What an Aura is attached to.
    pub attached_to: ObjectId,
    /// The planeswalker attacked; NONE with `ATTACKING` means the player.
    pub attack_target: ObjectId,
    pub blocking: ObjectId,
    pub timestamp: u16,
    pub entered_turn: u16,
    /// Results of the layers (613), recomputed when something changes.
    pub power: i16,
    pub toughness: i16,
    pub keywords: u32,
    pub types: u16,
    pub colours: u8,
}

impl Default for Permanent {
    fn default() -> Self {
        Permanent {
            object: ObjectId::NONE,
            controller: Seat(0),
            flags: 0,
            damage: 0,
            counters: [0; COUNTER_KINDS],
            attached_to: ObjectId::NONE,
            attack_target: ObjectId::NONE,
            blocking: ObjectId::NONE,
            timestamp: 0,
            entered_turn: 0,
            power: 0,
            toughness: 0,
            keywords: 0,
            types: 0,
            colours: 0,
        }
    }
}

impl Permanent {
    #[inline]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub fn set(&mut self, flag: u16, on: bool) {
        if on {
            self.flags |= flag;
        } else {
            self.flags &= !flag;
        }
    }

    #[inline]
    pub fn has_type(&self, types: u16) -> bool {
        self.types & types != 0
    }

    #[inline]
    pub fn has(&self, keyword: u32) -> bool {
        self.keywords & keyword != 0
    }

    #[inline]
    pub fn count(&self, kind: CounterKind) -> u8 {
        self.counters[kind as usize]
    }

    pub fn total_counters(&self) -> i16 {
        self.counters.iter().map(|&n| i16::from(n)).sum()
    }
}
