"""The cards of the pool with more than one colour, one statement each."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.idioms import NONLAND, TARGET_SPELL, counter_unless_pays, spell, when
from mtg_causal_rl.cards.vocabulary import (
    BottomLooked,
    EntersSelf,
    ExileSameName,
    Keyword,
    LeavesSelf,
    Look,
    May,
    NotNamedLikeSource,
    ReturnLinked,
    TakeOnePerType,
    Target,
    TargetRule,
    You,
)

CARDS = (
    Card(
        "No More Lies", "{W}{U}", "Instant",
        abilities=(spell(counter_unless_pays("{3}", exile=True), target=TARGET_SPELL),),
    ),
    Card(
        "Atraxa, Grand Unifier", "{3}{G}{W}{U}{B}", "Legendary Creature — Phyrexian Angel",
        power=7, toughness=7,
        keywords=Keyword.FLYING | Keyword.VIGILANCE | Keyword.DEATHTOUCH | Keyword.LIFELINK,
        abilities=(when(EntersSelf(), Look(You(), 10, reveal=True), TakeOnePerType(), BottomLooked()),),
    ),
    Card(
        "Detention Sphere", "{1}{W}{U}", "Enchantment",
        abilities=(
            when(
                EntersSelf(), May(You(), (ExileSameName(Target()),)),
                target=TargetRule((*NONLAND, NotNamedLikeSource())),
            ),
            when(LeavesSelf(), ReturnLinked()),
        ),
    ),
)
