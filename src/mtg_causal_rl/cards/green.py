"""The green cards of the pool, one statement each."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.idioms import LAND, lands, taps_for, when
from mtg_causal_rl.cards.vocabulary import (
    Barred,
    Casts,
    Draw,
    EntersSelf,
    Keyword,
    ManaValueAtLeast,
    SearchToBattlefield,
    Shuffle,
    Type,
    TypeAny,
    You,
)

CARDS = (
    Card(
        "Llanowar Elves", "{G}", "Creature — Elf Druid", power=1, toughness=1,
        mana_abilities=(taps_for("G"),),
    ),
    Card(
        "Topiary Stomper", "{1}{G}{G}", "Creature — Plant Dinosaur", power=4, toughness=4,
        keywords=Keyword.VIGILANCE,
        statics=(Barred(unless=lands(7)),),
        abilities=(
            when(EntersSelf(), SearchToBattlefield((*LAND, TypeAny(Type.BASIC))), Shuffle(You())),
        ),
    ),
    Card(
        "Up the Beanstalk", "{1}{G}", "Enchantment",
        abilities=(
            when(EntersSelf(), Draw(You(), 1)),
            when(Casts(You(), (ManaValueAtLeast(5),)), Draw(You(), 1)),
        ),
    ),
)
