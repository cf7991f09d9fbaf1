"""The red cards of the pool, one statement each."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Back, Card
from mtg_causal_rl.cards.cost import mana
from mtg_causal_rl.cards.idioms import (
    LAND,
    NONCREATURE,
    PLANESWALKER,
    TARGET_CREATURE,
    deals,
    spell,
    when,
)
from mtg_causal_rl.cards.vocabulary import (
    AddCounters,
    AtLeast,
    AttacksSelf,
    AttackWith,
    CannotBlock,
    Casts,
    Chapter,
    Colour,
    ControlledBy,
    ControllerOf,
    CounterKind,
    CreateToken,
    DamageAll,
    DamageAsCounters,
    DamagePlayer,
    DamageTarget,
    Delay,
    DiesSelf,
    EventAmount,
    EventPlayer,
    ExileDamaged,
    ExtraCounter,
    If,
    Keyword,
    MayPay,
    NextCreatureSpell,
    Opponent,
    PickedIs,
    PickedToHand,
    Pump,
    Register,
    ReturnAttacking,
    ReturnTransformed,
    RevealTop,
    Scry,
    Source,
    Subject,
    SubjectDies,
    Target,
    TargetedFirst,
    You,
    Zone,
)

CARDS = (
    Card(
        "Monastery Swiftspear", "{R}", "Creature — Human Monk", power=1, toughness=2,
        keywords=Keyword.HASTE | Keyword.PROWESS,
    ),
    Card(
        "Heartfire Hero", "{R}", "Creature — Mouse Soldier", power=1, toughness=1,
        abilities=(
            when(TargetedFirst(), AddCounters(Source(), CounterKind.PLUS, 1)),
            when(DiesSelf(), DamagePlayer(Opponent(), EventAmount())),
        ),
    ),
    Card(
        "Slickshot Show-Off", "{1}{R}", "Creature — Bird Wizard", power=1, toughness=2,
        keywords=Keyword.FLYING | Keyword.HASTE,
        plot="{1}{R}",
        abilities=(when(Casts(You(), NONCREATURE), Pump(Source(), 2, 0)),),
    ),
    Card(
        "Phoenix Chick", "{R}", "Creature — Phoenix", power=1, toughness=1,
        keywords=Keyword.FLYING | Keyword.HASTE,
        statics=(CannotBlock(),),
        abilities=(
            when(AttackWith(3), MayPay(mana("{R}{R}"), (ReturnAttacking(Source(), 1),)), zone=Zone.GRAVEYARD),
        ),
    ),
    Card(
        "Play with Fire", "{R}", "Instant",
        abilities=(deals(2, If(AtLeast(Register(0), 1), (Scry(1),))),),
    ),
    Card("Lightning Strike", "{1}{R}", "Instant", abilities=(deals(3),)),
    Card(
        "Monstrous Rage", "{R}", "Instant",
        abilities=(
            spell(
                Pump(Target(), 2, 0), CreateToken("Monster", You(), attach=Target()),
                target=TARGET_CREATURE,
            ),
        ),
    ),
    Card("Lightning Bolt", "{R}", "Instant", abilities=(deals(3),)),
    Card("Shock", "{R}", "Instant", abilities=(deals(2),)),
    Card(
        "Searing Blood", "{R}{R}", "Instant",
        abilities=(
            spell(
                DamageTarget(0, 2),
                Delay(when(SubjectDies(), DamagePlayer(ControllerOf(Subject()), 3)), Target()),
                target=TARGET_CREATURE,
            ),
        ),
    ),
    Card(
        "Goblin Guide", "{R}", "Creature — Goblin Scout", power=2, toughness=2,
        keywords=Keyword.HASTE,
        abilities=(when(AttacksSelf(), RevealTop(EventPlayer()), If(PickedIs(LAND), (PickedToHand(),))),),
    ),
    Card(
        "Soul-Scar Mage", "{R}", "Creature — Human Wizard", power=1, toughness=2,
        keywords=Keyword.PROWESS,
        statics=(DamageAsCounters(),),
    ),
    Card(
        "Kumano Faces Kakkazan", "{R}", "Enchantment — Saga",
        abilities=(
            when(
                Chapter(1), DamagePlayer(Opponent(), 1),
                DamageAll((*PLANESWALKER, ControlledBy(Opponent())), 1),
            ),
            when(Chapter(2), Delay(when(NextCreatureSpell(), ExtraCounter()))),
            when(Chapter(3), ReturnTransformed(Source())),
        ),
        back=Back(
            "Etching of Kumano", "Enchantment Creature — Human Shaman", power=2, toughness=2,
            colours=Colour.RED, keywords=Keyword.HASTE, statics=(ExileDamaged(),),
        ),
    ),
)
