"""The white cards of the pool, one statement each."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.idioms import (
    CREATURE,
    OPPOSING_NONLAND,
    activated,
    exile_until_leaves,
    loyalty,
    spell,
    when,
)
from mtg_causal_rl.cards.vocabulary import (
    AddCounters,
    AtLeast,
    BasicLandTypes,
    CheaperSelf,
    ControllerOf,
    Convoked,
    Cost,
    CounterKind,
    Counters,
    CreateToken,
    Destroy,
    EnteredThisTurn,
    EntersSelf,
    Exile,
    ExileAll,
    GainLife,
    Itself,
    Keyword,
    Look,
    LoyaltyAnyTime,
    ManaValueAtMost,
    Modify,
    Pump,
    Register,
    Scry,
    Shuffle,
    Source,
    Take,
    Tapped,
    Target,
    TargetRule,
    Type,
    TypeAny,
    You,
)

CARDS = (
    Card(
        "Warden of the Inner Sky", "{W}", "Creature — Human Soldier", power=1, toughness=2,
        statics=(
            Modify(Itself(), AtLeast(Counters(Source()), 3), 0, 0, Keyword.FLYING | Keyword.VIGILANCE),
        ),
        abilities=(
            activated(
                Cost(tap_others=3, tap_filter=(TypeAny(Type.ARTIFACT | Type.CREATURE),)),
                AddCounters(Source(), CounterKind.PLUS, 1), Scry(1), sorcery=True,
            ),
        ),
    ),
    Card(
        "Resolute Reinforcements", "{1}{W}", "Creature — Human Soldier", power=1, toughness=1,
        keywords=Keyword.FLASH,
        abilities=(when(EntersSelf(), CreateToken("Soldier Token", You())),),
    ),
    Card(
        "Knight-Errant of Eos", "{4}{W}", "Creature — Human Knight", power=4, toughness=4,
        keywords=Keyword.CONVOKE,
        abilities=(
            when(
                EntersSelf(), Look(You(), 6),
                Take(0, 2, (*CREATURE, ManaValueAtMost(Convoked())), reveal=True), Shuffle(You()),
            ),
        ),
    ),
    Card(
        "The Wandering Emperor", "{2}{W}{W}", "Legendary Planeswalker", loyalty=3,
        keywords=Keyword.FLASH,
        statics=(LoyaltyAnyTime(EnteredThisTurn()),),
        abilities=(
            loyalty(
                +1, AddCounters(Target(), CounterKind.PLUS, 1), Pump(Target(), 0, 0, Keyword.FIRST_STRIKE),
                target=TargetRule(CREATURE, optional=True),
            ),
            loyalty(-1, CreateToken("Samurai Token", You())),
            loyalty(-2, Exile(Target()), GainLife(You(), 2), target=TargetRule((*CREATURE, Tapped()))),
        ),
    ),
    Card(
        "Get Lost", "{1}{W}", "Instant",
        abilities=(
            spell(
                Destroy(Target()), CreateToken("Map Token", ControllerOf(Target()), 2),
                target=TargetRule((TypeAny(Type.CREATURE | Type.ENCHANTMENT | Type.PLANESWALKER),)),
            ),
        ),
    ),
    Card(
        "Sunfall", "{3}{W}{W}", "Sorcery",
        abilities=(spell(ExileAll(CREATURE), CreateToken("Incubator Token", You(), counters=Register(0))),),
    ),
    Card(
        "Leyline Binding", "{5}{W}", "Enchantment", keywords=Keyword.FLASH,
        statics=(CheaperSelf(BasicLandTypes(You())),),
        abilities=(exile_until_leaves(Target(), target=TargetRule(OPPOSING_NONLAND)),),
    ),
)
