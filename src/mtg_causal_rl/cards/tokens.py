"""The tokens that cards of the pool make, one statement each; Roles have names of their own (111.10k)."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Back, Token
from mtg_causal_rl.cards.idioms import CREATURE, activated, pay
from mtg_causal_rl.cards.vocabulary import (
    Always,
    AttachedTo,
    Colour,
    ControlledBy,
    Explore,
    Keyword,
    Modify,
    Source,
    Target,
    TargetRule,
    Transform,
    You,
)

TOKENS = (
    Token("Soldier Token", "Creature — Soldier", colours=Colour.WHITE, power=1, toughness=1),
    Token(
        "Vampire Token", "Creature — Vampire", colours=Colour.WHITE, power=1, toughness=1,
        keywords=Keyword.LIFELINK,
    ),
    Token(
        "Samurai Token", "Creature — Samurai", colours=Colour.WHITE, power=2, toughness=2,
        keywords=Keyword.VIGILANCE,
    ),
    Token(
        "Map Token", "Artifact — Map",
        abilities=(
            activated(
                pay("{1}", tap=True, sacrifice=True), Explore(Target()),
                target=TargetRule((*CREATURE, ControlledBy(You()))), sorcery=True,
            ),
        ),
    ),
    Token(
        "Incubator Token", "Artifact — Incubator",
        abilities=(activated(pay("{2}"), Transform(Source())),),
        back=Back("Phyrexian Token", "Artifact Creature — Phyrexian", power=0, toughness=0),
    ),
    Token(
        "Monster", "Enchantment — Aura Role",
        statics=(Modify(AttachedTo(), Always(), 1, 1, Keyword.TRAMPLE),),
    ),
)
