//! The card vocabulary, said once: every word a card program may use. The macro makes the types, the decoder and the table of it.
//! A word enters when a rule needs it; what it does is in `resolve` and `rules`.

use super::decode::{Below, Decode, DecodeError, Reader};
use crate::state::stack::{MAX_TARGETS, REGISTERS};

/// One line of the vocabulary, for documentation and for the comparison with its Python face.
pub struct Entry {
    pub group: &'static str,
    /// The number a choice is written as; None for a record.
    pub code: Option<u8>,
    pub name: &'static str,
    pub fields: Vec<(&'static str, String)>,
    pub doc: &'static str,
}

macro_rules! choice {
    ($group:ident { $($(#[doc = $doc:literal])+ $code:literal $name:ident { $($field:ident : $kind:ty),* $(,)? })* }) => {
        #[derive(Clone, Debug, PartialEq)]
        pub enum $group { $($(#[doc = $doc])+ $name { $($field: $kind),* }),* }

        impl Decode for $group {
            fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
                match reader.byte()? {
                    $($code => Ok($group::$name { $($field: <$kind as Decode>::decode(reader)?),* }),)*
                    other => reader.error(format!("{other} is no {}", stringify!($group))),
                }
            }
            fn kind() -> String {
                stringify!($group).into()
            }
        }

        impl $group {
            pub fn entries() -> Vec<Entry> {
                vec![$(Entry {
                    group: stringify!($group),
                    code: Some($code),
                    name: stringify!($name),
                    fields: vec![$((stringify!($field), <$kind as Decode>::kind())),*],
                    doc: concat!($($doc),+),
                }),*]
            }
        }
    };
}

macro_rules! record {
    ($(#[doc = $doc:literal])+ $name:ident { $($field:ident : $kind:ty),* $(,)? }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $(pub $field: $kind),* }

        impl Decode for $name {
            fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
                Ok($name { $($field: <$kind as Decode>::decode(reader)?),* })
            }
            fn kind() -> String {
                stringify!($name).into()
            }
        }

        impl $name {
            pub fn entries() -> Vec<Entry> {
                vec![Entry {
                    group: stringify!($name),
                    code: None,
                    name: stringify!($name),
                    fields: vec![$((stringify!($field), <$kind as Decode>::kind())),*],
                    doc: concat!($($doc),+),
                }]
            }
        }
    };
}

pub type TargetIndex = Below<MAX_TARGETS>;

/// A conjunction of predicates; empty matches everything.
pub type Filter = Vec<Predicate>;

choice!(Who {
    /// The controller of the spell or ability.
    0 You {}
    /// That player's opponent.
    1 Opponent {}
    /// Both players, the active one first.
    2 Each {}
    /// The player the triggering event is about.
    3 EventPlayer {}
    /// The player chosen as that target.
    4 Target { index: TargetIndex }
    /// Who controls (or last controlled) an object or spell.
    5 ControllerOf { of: Ref }
});

choice!(Ref {
    /// The object whose ability this is, or the spell itself.
    0 Source {}
    /// What was chosen as that target.
    1 Target { index: TargetIndex }
    /// The object the triggering event is about.
    2 Subject {}
    /// What the source is attached to.
    3 Attached {}
    /// The card picked by the latest picking op.
    4 Picked {}
});

choice!(Amount {
    /// A number.
    0 Fixed { value: i16 }
    /// What an earlier op has counted.
    1 Register { index: Below<REGISTERS> }
    /// How many objects in a player's zone (numbered as `Zone`) match; permanents by controller, cards by owner.
    2 Count { who: Who, zone: i16, filter: Filter }
    /// All counters on an object.
    3 Counters { of: Ref }
    /// An object's power, or its last known power.
    4 Power { of: Ref }
    /// The number that the triggering event carries.
    5 EventAmount {}
    /// Mana spent to cast this spell.
    6 ManaSpent {}
    /// Creatures that convoked this spell or the permanent it became.
    7 Convoked {}
    /// Different basic land types among lands a player controls (domain, 207.2c).
    8 BasicLandTypes { who: Who }
    /// A player's life total.
    9 Life { who: Who }
});

choice!(Predicate {
    /// Has one of these types or supertypes.
    0 TypeAny { types: i16 }
    /// Has none of these types or supertypes.
    1 TypeNone { types: i16 }
    /// Is controlled (a card: owned) by that player.
    2 ControlledBy { who: Who }
    /// Is tapped.
    3 Tapped {}
    /// Is untapped.
    4 Untapped {}
    /// Is not the source.
    5 Another {}
    /// Power plus toughness is at most this.
    6 TotalAtMost { total: i16 }
    /// Mana value is at most this.
    7 ManaValueAtMost { amount: Amount }
    /// Mana value is at least this.
    8 ManaValueAtLeast { amount: Amount }
    /// Power is at least this.
    9 PowerAtLeast { power: i16 }
    /// Is not of the same name as the source.
    10 NotNamedLikeSource {}
});

choice!(Condition {
    /// Always true.
    0 Always {}
    /// The other is false.
    1 Not { of: Box<Condition> }
    /// All are true.
    2 All { of: Vec<Condition> }
    /// The first number is at least the second.
    3 AtLeast { left: Amount, right: Amount }
    /// The source entered the battlefield this turn.
    4 EnteredThisTurn {}
    /// The triggering attack is on a player, not on a planeswalker.
    5 AttacksPlayer {}
    /// The casualty cost of the spell was paid.
    6 CasualtyPaid {}
    /// The picked card matches; false where none was picked.
    7 PickedIs { filter: Filter }
    /// The source is still the permanent it was; one that has left holds nothing (610.3b).
    8 SourceRemains {}
});

choice!(Trigger {
    /// When this permanent enters (603.6a).
    0 EntersSelf {}
    /// When this permanent dies (700.4).
    1 DiesSelf {}
    /// When this permanent leaves the battlefield (603.6c).
    2 LeavesSelf {}
    /// When this spell is cast.
    3 CastSelf {}
    /// Whenever that player casts a spell that matches.
    4 Casts { who: Who, filter: Filter }
    /// Whenever this becomes the target of a spell or ability you control for the first time in a turn.
    5 TargetedFirst {}
    /// Whenever this attacks (508.3a).
    6 AttacksSelf {}
    /// Whenever you attack with at least so many creatures (508.3c).
    7 AttackWith { at_least: i16 }
    /// Whenever that player draws a card; `nth` of the turn, 0 for any.
    8 Draws { who: Who, nth: i16 }
    /// When the lore counters of this Saga reach a number (714.2b).
    9 Chapter { number: i16 }
    /// At the beginning of a step (numbered as `Step`) of that player's turn.
    10 StepBegins { step: i16, who: Who }
    /// Delayed: when the watched creature dies this turn.
    11 SubjectDies {}
    /// Delayed: when you next cast a creature spell this turn.
    12 NextCreatureSpell {}
});

record!(
    /// A mana cost: pips by kind, and generic mana.
    Mana { white: i16, blue: i16, black: i16, red: i16, green: i16, colourless: i16, generic: i16 }
);

record!(
    /// What an activated ability costs; a loyalty ability has `loyalty_ability` and its change of counters.
    Cost {
        mana: Mana,
        tap: bool,
        sacrifice: bool,
        loyalty_ability: bool,
        loyalty: i16,
        tap_others: i16,
        tap_filter: Filter,
    }
);

choice!(AbilityKind {
    /// What an instant or sorcery does.
    0 Spell {}
    /// Can be activated by its controller; `sorcery` restricts the timing (602.5d).
    1 Activated { cost: Cost, sorcery: bool }
    /// Triggers where `condition` holds at the event, from a zone (numbered as `Zone`); `still` checks it again on
    /// resolution (603.4).
    2 Triggered { event: Trigger, zone: i16, condition: Condition, still: bool }
});

record!(
    /// What one target may be: permanents that match, players (0 none, 1 any, 2 opponents), spells that match.
    TargetRule { permanents: Option<Filter>, players: i16, spells: Option<Filter>, optional: bool }
);

record!(
    /// One ability: what it is, what it targets, what it does.
    Ability { kind: AbilityKind, targets: Vec<TargetRule>, code: Vec<Op> }
);

record!(
    /// A mana ability: tap for one mana of one of these colours (bits WUBRGC), and this much damage to its controller.
    ManaAbility { colours: i16, damage: i16 }
);

choice!(Enters {
    /// Enters tapped unless the condition holds (614.1d).
    0 Tapped { unless: Condition }
    /// Enters tapped unless its controller pays life (614.12a).
    1 TappedUnlessPaid { life: i16 }
});

choice!(Affected {
    /// The source itself.
    0 Itself {}
    /// What the source is attached to.
    1 AttachedTo {}
});

choice!(Static {
    /// Changes power and toughness and grants keywords while the condition holds (613.1f, 613.4c).
    0 Modify { affected: Affected, condition: Condition, power: Amount, toughness: Amount, keywords: i16 }
    /// Spells you cast that match cost less generic mana (601.2f).
    1 CheaperSpells { filter: Filter, amount: Amount }
    /// This spell costs less generic mana.
    2 CheaperSelf { amount: Amount }
    /// Cannot attack or block unless the condition holds (508.1c, 509.1b).
    3 Barred { unless: Condition }
    /// Cannot block (509.1b).
    4 CannotBlock {}
    /// Its loyalty abilities may be activated at instant speed while the condition holds (606.3).
    5 LoyaltyAnyTime { condition: Condition }
    /// Noncombat damage your sources would deal to opposing creatures becomes -1/-1 counters (614.1a).
    6 DamageAsCounters {}
    /// A creature dealt damage this turn by a source you controlled is exiled instead of dying (614.1a).
    7 ExileDamaged {}
});

choice!(Op {
    /// Deals damage to a target, whatever it is; register 0 becomes the damage dealt to a player.
    0 DamageTarget { index: TargetIndex, amount: Amount }
    /// Deals damage to players.
    1 DamagePlayer { who: Who, amount: Amount }
    /// Deals damage to each permanent that matches.
    2 DamageAll { filter: Filter, amount: Amount }
    /// Destroys an object (701.8).
    3 Destroy { of: Ref }
    /// Exiles an object.
    4 Exile { of: Ref }
    /// Exiles every permanent that matches; register 0 becomes how many reached exile.
    5 ExileAll { filter: Filter }
    /// Exiles an object until the source leaves the battlefield (610.3).
    6 ExileUntilLeaves { of: Ref }
    /// Exiles an object and every other permanent of its name, linked to the source (607.2a).
    7 ExileSameName { of: Ref }
    /// Returns what the linked ability exiled, under its owners' control (607.2a).
    8 ReturnLinked {}
    /// Exiles an object and returns it transformed under its controller's control.
    9 ReturnTransformed { of: Ref }
    /// Counters the target spell (701.6a); `exile` replaces its graveyard.
    10 Counter { index: TargetIndex, exile: bool }
    /// The player may pay; whoever pays skips the next ops (118.12a).
    11 UnlessPays { who: Who, cost: Mana, skip: i16 }
    /// The player may; whoever declines skips the next ops.
    12 May { who: Who, skip: i16 }
    /// You may pay; whoever does not skips the next ops (118.12).
    13 MayPay { cost: Mana, skip: i16 }
    /// Skips the next ops unless the condition holds.
    14 SkipUnless { condition: Condition, skip: i16 }
    /// Draws cards, one by one (121.2).
    15 Draw { who: Who, amount: Amount }
    /// Puts cards from the top of a library into the graveyard (701.17a).
    16 Mill { who: Who, amount: Amount }
    /// Gains life.
    17 GainLife { who: Who, amount: Amount }
    /// Loses life.
    18 LoseLife { who: Who, amount: Amount }
    /// Scries (701.22a).
    19 Scry { amount: Amount }
    /// Explores with a creature (701.44a).
    20 Explore { of: Ref }
    /// Creates tokens, with +1/+1 counters, attached to an object where one is given (111).
    21 CreateToken { face: i16, who: Who, amount: Amount, counters: Amount, attach: Option<Ref> }
    /// Puts counters on an object; `kind` is numbered as `CounterKind`.
    22 AddCounters { of: Ref, kind: i16, amount: Amount }
    /// Gives power, toughness and keywords until end of turn (611.2).
    23 Pump { of: Ref, power: Amount, toughness: Amount, keywords: i16 }
    /// Makes an object a creature until end of turn, in addition to what it is (613.1d to 613.4b).
    24 Animate { of: Ref, types: i16, subtypes: Vec<i16>, colours: i16, power: i16, toughness: i16, keywords: i16 }
    /// Transforms a double-faced permanent (701.27).
    25 Transform { of: Ref }
    /// Looks at cards from the top of a library; `reveal` shows them to both.
    26 Look { who: Who, amount: Amount, reveal: bool }
    /// Puts cards among those looked at into the hand, one by one; `reveal` shows them.
    27 Take { at_least: Amount, at_most: Amount, filter: Filter, reveal: bool }
    /// Puts up to one card of each card type among those looked at into the hand.
    28 TakeOnePerType {}
    /// Puts the rest of those looked at on the bottom in random order.
    29 BottomLooked {}
    /// Shuffles a library (701.24a).
    30 Shuffle { who: Who }
    /// Searches your library for a card that matches, onto the battlefield tapped (701.23b).
    31 SearchToBattlefield { filter: Filter }
    /// Looks at a hand; `reveal` shows it to both.
    32 LookAtHand { who: Who, reveal: bool }
    /// Picks a card of a hand; `optional` may pick none.
    33 PickFromHand { who: Who, filter: Filter, optional: bool }
    /// Discards the picked card.
    34 DiscardPicked {}
    /// Reveals the top card of a library and picks it.
    35 RevealTop { who: Who }
    /// Puts the picked card into its owner's hand.
    36 PickedToHand {}
    /// Returns an object from the graveyard tapped and attacking, with +1/+1 counters (508.4).
    37 ReturnAttacking { of: Ref, counters: i16 }
    /// Copies the spell that the event is about; its controller may choose new targets (707.10c).
    38 CopySpell {}
    /// Sets up the delayed trigger that is another ability of this face, watching an object where one is given.
    39 Delay { ability: i16, subject: Option<Ref> }
    /// The creature spell that the event is about enters with an additional +1/+1 counter.
    40 ExtraCounter {}
    /// Discards cards of the player's choice.
    41 Discard { who: Who, amount: Amount }
});

record!(
    /// One face of a card or token: what is printed on it.
    Face {
        name: String,
        front: i16,
        back: i16,
        token: bool,
        castable: bool,
        cost: Mana,
        mana_value: i16,
        colours: i16,
        types: i16,
        subtypes: Vec<i16>,
        power: i16,
        toughness: i16,
        power_rule: Option<Amount>,
        loyalty: i16,
        chapters: i16,
        keywords: i16,
        flashback: Option<Mana>,
        plot: Option<Mana>,
        casualty: i16,
        mana_abilities: Vec<ManaAbility>,
        enters: Vec<Enters>,
        statics: Vec<Static>,
        abilities: Vec<Ability>,
    }
);

/// The whole table, group by group.
pub fn entries() -> Vec<Entry> {
    let groups = [
        Who::entries(),
        Ref::entries(),
        Amount::entries(),
        Predicate::entries(),
        Condition::entries(),
        Trigger::entries(),
        Mana::entries(),
        Cost::entries(),
        AbilityKind::entries(),
        TargetRule::entries(),
        Ability::entries(),
        ManaAbility::entries(),
        Enters::entries(),
        Affected::entries(),
        Static::entries(),
        Op::entries(),
        Face::entries(),
    ];
    groups.into_iter().flatten().collect()
}

/// The table as lines `Group code Name field:Type ... | doc`, for the Python face to be compared with.
pub fn table_text() -> String {
    let mut text = String::new();
    for entry in entries() {
        let code = entry.code.map_or_else(|| "-".to_owned(), |code| code.to_string());
        text.push_str(&format!("{} {} {}", entry.group, code, entry.name));
        for (field, kind) in entry.fields {
            text.push_str(&format!(" {field}:{kind}"));
        }
        text.push_str(&format!(" |{}\n", entry.doc));
    }
    text
}
