//! The small sets that state and card programs share: zones, steps, colours, types, keywords, counters. No rules.

/// Declares a `u8` enum that can be read back from its number.
#[macro_export]
macro_rules! numbered {
    ($(#[$meta:meta])* $name:ident { $($variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name { $($variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            pub const NAMES: &'static [&'static str] = &[$(stringify!($variant)),+];

            pub fn from_number(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number)).copied()
            }
        }
    };
}

numbered!(
    /// Where an object is; `Nowhere` is a token or copy that has ceased to exist (704.5d).
    Zone { Library, Hand, Battlefield, Graveyard, Exile, Stack, Nowhere }
);

numbered!(
    /// The steps of a turn in order (500.1); `Mulligan` is before the first turn.
    Step { Mulligan, Untap, Upkeep, Draw, Main1, Combat, Attackers, Blockers, FirstDamage, Damage, EndCombat, Main2, End, Cleanup }
);

numbered!(
    /// Kinds of counters; any of them may lie on any permanent.
    CounterKind { Plus, Minus, Loyalty, Lore, Charge, Oil, Time, Stun }
);

pub const COUNTER_KINDS: usize = CounterKind::ALL.len();

numbered!(
    /// How a game ended.
    Reason { None, Life, Library, Concession, TurnCap, Loop, Overflow, Illegal, Simultaneous }
);

/// Sets of colours and of kinds of mana, in the order WUBRGC.
pub mod colour {
    pub const WHITE: u8 = 1;
    pub const BLUE: u8 = 2;
    pub const BLACK: u8 = 4;
    pub const RED: u8 = 8;
    pub const GREEN: u8 = 16;
    pub const COLOURLESS: u8 = 32;
    pub const ALL_COLOURS: u8 = 31;
}

/// Sets of card types and supertypes (205).
pub mod types {
    pub const ARTIFACT: u16 = 1;
    pub const CREATURE: u16 = 1 << 1;
    pub const ENCHANTMENT: u16 = 1 << 2;
    pub const INSTANT: u16 = 1 << 3;
    pub const LAND: u16 = 1 << 4;
    pub const PLANESWALKER: u16 = 1 << 5;
    pub const SORCERY: u16 = 1 << 6;
    pub const BATTLE: u16 = 1 << 7;
    pub const BASIC: u16 = 1 << 8;
    pub const LEGENDARY: u16 = 1 << 9;
    pub const PERMANENT: u16 = ARTIFACT | CREATURE | ENCHANTMENT | LAND | PLANESWALKER | BATTLE;
    /// The card types proper, without supertypes, in alphabetical order as questions ask them.
    pub const CARD_TYPES: [u16; 8] =
        [ARTIFACT, BATTLE, CREATURE, ENCHANTMENT, INSTANT, LAND, PLANESWALKER, SORCERY];
}

/// Sets of keyword abilities (702); the last ones act through other abilities and are here to be seen.
pub mod keyword {
    pub const FLYING: u32 = 1;
    pub const REACH: u32 = 1 << 1;
    pub const HASTE: u32 = 1 << 2;
    pub const VIGILANCE: u32 = 1 << 3;
    pub const FIRST_STRIKE: u32 = 1 << 4;
    pub const DOUBLE_STRIKE: u32 = 1 << 5;
    pub const TRAMPLE: u32 = 1 << 6;
    pub const DEATHTOUCH: u32 = 1 << 7;
    pub const LIFELINK: u32 = 1 << 8;
    pub const FLASH: u32 = 1 << 9;
    pub const PROWESS: u32 = 1 << 10;
    pub const CONVOKE: u32 = 1 << 11;
    pub const NAMES: [&str; 12] = [
        "flying",
        "reach",
        "haste",
        "vigilance",
        "first strike",
        "double strike",
        "trample",
        "deathtouch",
        "lifelink",
        "flash",
        "prowess",
        "convoke",
    ];
}
