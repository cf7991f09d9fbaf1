//! What cards say: the decoded pool of one set of cards, with what the rules ask often worked out once. Immutable, shared by games.

pub mod check;
pub mod decode;
pub mod evaluate;
pub mod vocabulary;

use crate::state::ids::FaceId;
use crate::state::words::{colour, types};
use decode::{Decode, DecodeError, Reader};
use vocabulary::{Ability, AbilityKind, Face, Mana, Static, Trigger};

const MAGIC: &[u8; 4] = b"MTGP";
const VERSION: i16 = 1;

/// Basic land types come first among the subtypes of every pool, in the order WUBRG (305.6).
pub const BASIC_LAND_TYPES: usize = 5;

/// A face with what is asked of it at every step.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub face: Face,
    pub cost: Pips,
    pub types: u16,
    pub colours: u8,
    pub keywords: u32,
    /// Bit per subtype of the pool.
    pub subtypes: u128,
    /// Bit per kind of trigger that some ability of it waits for, see `trigger_bit`.
    pub listens: u32,
    /// Colours its mana abilities can make together (bits WUBRGC).
    pub mana: u8,
    /// The ability that resolves when this is cast, for instants and sorceries.
    pub spell: Option<u8>,
    /// Indices of the activated abilities, in printed order.
    pub activated: Vec<u8>,
    /// Castable at instant speed.
    pub instant_speed: bool,
    /// Is a removal spell: destroys, exiles, damages or shrinks an opposing creature.
    pub removal: bool,
    pub has_statics: bool,
    /// What its statics do to permanents depends on more than the battlefield itself.
    pub dependent: bool,
    pub reduces_spells: bool,
    /// Enchants what it is attached to (303.4).
    pub aura: bool,
    /// Of the Roles of one player on one permanent only the newest stays (704.5y).
    pub role: bool,
}

/// A mana cost as small numbers in the order WUBRGC, and generic mana.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pips {
    pub coloured: [u8; 6],
    pub generic: u8,
}

impl Pips {
    pub fn of(mana: &Mana) -> Pips {
        let kinds = [mana.white, mana.blue, mana.black, mana.red, mana.green, mana.colourless];
        Pips { coloured: kinds.map(|n| n.max(0) as u8), generic: mana.generic.max(0) as u8 }
    }

    #[inline]
    pub fn total(&self) -> u8 {
        self.coloured.iter().sum::<u8>() + self.generic
    }

    /// The set of colours it asks for (bits WUBRGC).
    #[inline]
    pub fn colours(&self) -> u8 {
        (0..6).filter(|&c| self.coloured[c] > 0).fold(0, |bits, c| bits | 1 << c)
    }
}

/// The pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub subtypes: Vec<String>,
    pub cards: Vec<Card>,
}

impl Program {
    pub fn decode(bytes: &[u8]) -> Result<Program, DecodeError> {
        let mut reader = Reader::new(bytes);
        if reader.take(4)? != MAGIC {
            return reader.error("these bytes are no card program");
        }
        let version = reader.int()?;
        if version != VERSION {
            return reader.error(format!("version {version} where {VERSION} is read"));
        }
        let subtype_count = reader.int()?;
        let subtypes =
            (0..subtype_count).map(|_| String::decode(&mut reader)).collect::<Result<Vec<_>, _>>()?;
        let face_count = reader.int()?;
        let faces = (0..face_count).map(|_| Face::decode(&mut reader)).collect::<Result<Vec<_>, _>>()?;
        if !reader.at_end() {
            return reader.error("bytes are left over after the last face");
        }
        if let Err(reason) = check::check(&subtypes, &faces) {
            return reader.error(reason);
        }
        let cards = faces.into_iter().map(|face| Card::new(face, &subtypes)).collect();
        Ok(Program { subtypes, cards })
    }

    #[inline]
    pub fn card(&self, face: FaceId) -> &Card {
        &self.cards[face.index()]
    }

    #[inline]
    pub fn face(&self, face: FaceId) -> &Face {
        &self.cards[face.index()].face
    }

    #[inline]
    pub fn ability(&self, face: FaceId, ability: u8) -> &Ability {
        &self.cards[face.index()].face.abilities[usize::from(ability)]
    }
}

/// The bit under which a face says that it listens for a kind of trigger.
pub fn trigger_bit(trigger: &Trigger) -> u32 {
    1 << match trigger {
        Trigger::EntersSelf {} => 0,
        Trigger::DiesSelf {} => 1,
        Trigger::LeavesSelf {} => 2,
        Trigger::CastSelf {} => 3,
        Trigger::Casts { .. } => 4,
        Trigger::TargetedFirst {} => 5,
        Trigger::AttacksSelf {} => 6,
        Trigger::AttackWith { .. } => 7,
        Trigger::Draws { .. } => 8,
        Trigger::Chapter { .. } => 9,
        Trigger::StepBegins { .. } => 10,
        Trigger::SubjectDies {} => 11,
        Trigger::NextCreatureSpell {} => 12,
    }
}

impl Card {
    fn new(face: Face, subtypes: &[String]) -> Card {
        let named = |name: &str| face.subtypes.iter().any(|&subtype| subtypes[subtype as usize] == name);
        let kinds = face.types as u16;
        let activated = indices(&face, |kind| matches!(kind, AbilityKind::Activated { .. }));
        let spell = indices(&face, |kind| matches!(kind, AbilityKind::Spell {})).first().copied();
        let listens = face.abilities.iter().fold(0, |bits, ability| match &ability.kind {
            AbilityKind::Triggered { event, .. } => bits | trigger_bit(event),
            AbilityKind::Spell {} | AbilityKind::Activated { .. } => bits,
        });
        let keywords = face.keywords as u32;
        Card {
            cost: Pips::of(&face.cost),
            types: kinds,
            colours: face.colours as u8 & colour::ALL_COLOURS,
            keywords,
            subtypes: face.subtypes.iter().fold(0, |bits, &id| bits | 1u128 << id),
            listens,
            mana: face.mana_abilities.iter().fold(0, |bits, ability| bits | ability.colours as u8),
            spell,
            activated,
            instant_speed: kinds & types::INSTANT != 0 || keywords & crate::state::words::keyword::FLASH != 0,
            removal: evaluate::is_removal(&face),
            dependent: evaluate::is_dependent(&face),
            has_statics: !face.statics.is_empty() || face.power_rule.is_some(),
            reduces_spells: face.statics.iter().any(|s| matches!(s, Static::CheaperSpells { .. })),
            aura: named("Aura"),
            role: named("Role"),
            face,
        }
    }

    #[inline]
    pub fn is(&self, kinds: u16) -> bool {
        self.types & kinds != 0
    }

    /// Does nothing on its own but make mana when tapped.
    pub fn is_land(&self) -> bool {
        self.is(types::LAND)
    }
}

fn indices(face: &Face, wanted: impl Fn(&AbilityKind) -> bool) -> Vec<u8> {
    let numbered = face.abilities.iter().enumerate();
    numbered.filter(|(_, ability)| wanted(&ability.kind)).map(|(index, _)| index as u8).collect()
}
