"""The black cards of the pool, one statement each."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.idioms import (
    CREATURE,
    NONLAND,
    TARGET_OPPONENT,
    spell,
    when,
)
from mtg_causal_rl.cards.vocabulary import (
    All,
    AtLeast,
    AttacksPlayer,
    AttacksSelf,
    CreateToken,
    Destroy,
    DiscardPicked,
    Draw,
    Draws,
    EntersSelf,
    EventPlayer,
    ExileUntilLeaves,
    GainLife,
    If,
    Keyword,
    Life,
    LookAtHand,
    LoseLife,
    Opponent,
    Picked,
    PickFromHand,
    SourceRemains,
    Target,
    TargetRule,
    TotalAtMost,
    Type,
    TypeNone,
    You,
)

CARDS = (
    Card(
        "Deep-Cavern Bat", "{1}{B}", "Creature — Bat", power=1, toughness=1,
        keywords=Keyword.FLYING | Keyword.LIFELINK,
        abilities=(
            when(
                EntersSelf(), LookAtHand(Target()), If(SourceRemains(), (
                    PickFromHand(Target(), NONLAND, optional=True), ExileUntilLeaves(Picked()),
                )),
                target=TARGET_OPPONENT,
            ),
        ),
    ),
    Card(
        "Preacher of the Schism", "{2}{B}", "Creature — Vampire Cleric", power=2, toughness=4,
        keywords=Keyword.DEATHTOUCH,
        abilities=(
            when(
                AttacksSelf(), CreateToken("Vampire Token", You()),
                condition=All((AttacksPlayer(), AtLeast(Life(EventPlayer()), Life(You())))),
            ),
            when(
                AttacksSelf(), Draw(You(), 1), LoseLife(You(), 1),
                condition=AtLeast(Life(You()), Life(Opponent())),
            ),
        ),
    ),
    Card(
        "Sheoldred, the Apocalypse", "{2}{B}{B}", "Legendary Creature — Phyrexian Praetor",
        power=4, toughness=5, keywords=Keyword.DEATHTOUCH,
        abilities=(
            when(Draws(You()), GainLife(You(), 2)),
            when(Draws(Opponent()), LoseLife(EventPlayer(), 2)),
        ),
    ),
    Card(
        "Go for the Throat", "{1}{B}", "Instant",
        abilities=(spell(Destroy(Target()), target=TargetRule((*CREATURE, TypeNone(Type.ARTIFACT)))),),
    ),
    Card(
        "Cut Down", "{B}", "Instant",
        abilities=(spell(Destroy(Target()), target=TargetRule((*CREATURE, TotalAtMost(5)))),),
    ),
    Card(
        "Duress", "{B}", "Sorcery",
        abilities=(
            spell(
                LookAtHand(Target(), reveal=True),
                PickFromHand(Target(), (TypeNone(Type.CREATURE | Type.LAND),)), DiscardPicked(),
                target=TARGET_OPPONENT,
            ),
        ),
    ),
)
