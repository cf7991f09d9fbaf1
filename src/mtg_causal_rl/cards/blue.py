"""The blue cards of the pool, one statement each."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.idioms import (
    INSTANT_OR_SORCERY,
    TARGET_SPELL,
    activated,
    counter_unless_pays,
    pay,
    spell,
    when,
)
from mtg_causal_rl.cards.vocabulary import (
    BottomLooked,
    CheaperSpells,
    Count,
    Counter,
    Draw,
    Draws,
    Each,
    Keyword,
    Look,
    ManaSpent,
    Opponent,
    Scry,
    Take,
    You,
    Zone,
)

CARDS = (
    Card(
        "Faerie Mastermind", "{1}{U}", "Creature — Faerie Rogue", power=2, toughness=1,
        keywords=Keyword.FLASH | Keyword.FLYING,
        abilities=(
            when(Draws(Opponent(), nth=2), Draw(You(), 1)),
            activated(pay("{3}{U}"), Draw(Each(), 1)),
        ),
    ),
    Card(
        "Haughty Djinn", "{1}{U}{U}", "Creature — Djinn", power=0, toughness=4,
        keywords=Keyword.FLYING,
        power_rule=Count(You(), Zone.GRAVEYARD, INSTANT_OR_SORCERY),
        statics=(CheaperSpells(INSTANT_OR_SORCERY, 1),),
    ),
    Card(
        "Make Disappear", "{1}{U}", "Instant", casualty=1,
        abilities=(spell(counter_unless_pays("{2}"), target=TARGET_SPELL),),
    ),
    Card(
        "Memory Deluge", "{2}{U}{U}", "Instant", flashback="{5}{U}{U}",
        abilities=(spell(Look(You(), ManaSpent()), Take(2, 2), BottomLooked()),),
    ),
    Card("Counterspell", "{U}{U}", "Instant", abilities=(spell(Counter(), target=TARGET_SPELL),)),
    Card("Dissolve", "{1}{U}{U}", "Instant", abilities=(spell(Counter(), Scry(1), target=TARGET_SPELL),)),
)
