"""What each card of the pool needs to be used, as small tables of its own beside the card facts. No engine code."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FACTS = Path(__file__).parents[1] / "cards" / "facts.csv"
COLOURS = "WUBRGC"

MANA = {
    "Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G",
    "Adarkar Wastes": "CWU", "Battlefield Forge": "CRW", "Underground River": "CUB",
    "Deserted Beach": "WU", "Shipwreck Marsh": "UB", "Inspiring Vantage": "RW",
    "Hallowed Fountain": "WU", "Steam Vents": "UR",
    "Restless Anchorage": "WU", "Restless Reef": "UB", "Llanowar Elves": "G",
}  # fmt: skip
"""Every kind of mana that tapping it can make (605.1a)."""

FLASHBACK = {"Memory Deluge": "{5}{U}{U}"}
PLOT = {"Slickshot Show-Off": "{1}{R}"}
CASUALTY = {"Make Disappear": 1}
SPELL_DISCOUNT = "Haughty Djinn"
DOMAIN_DISCOUNT = "Leyline Binding"
NEEDS_SEVEN_LANDS = "Topiary Stomper"
NEVER_BLOCKS = "Phoenix Chick"
USED_IN_GRAVEYARD = {"Memory Deluge", "Phoenix Chick"}

SPELL_TARGETS = {
    "Play with Fire": "anything", "Lightning Strike": "anything", "Lightning Bolt": "anything",
    "Shock": "anything", "Monstrous Rage": "creature", "Searing Blood": "creature",
    "Go for the Throat": "nonartifact creature", "Cut Down": "small creature",
    "Get Lost": "creature, enchantment or planeswalker", "Counterspell": "spell", "Dissolve": "spell",
    "No More Lies": "spell", "Make Disappear": "spell", "Duress": "opponent",
}  # fmt: skip
"""What the one target of an instant or sorcery may be."""

TRIGGER_TARGETS = {
    "Restless Reef": "player",
    "Deep-Cavern Bat": "opponent",
    "Leyline Binding": "opposing nonland permanent",
    "Detention Sphere": "nonland permanent of another name",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """A mana cost: pips by colour, and generic mana."""

    pips: Mapping[str, int] = field(default_factory=dict)
    generic: int = 0

    @staticmethod
    def read(text: str) -> Cost:
        symbols = re.findall(r"\{(\w+)\}", text)
        pips = {colour: symbols.count(colour) for colour in COLOURS if colour in symbols}
        return Cost(pips, sum(int(symbol) for symbol in symbols if symbol.isdecimal()))

    def less(self, generic: int) -> Cost:
        """118.7a: only generic mana shrinks."""
        return Cost(self.pips, max(0, self.generic - generic))

    @property
    def total(self) -> int:
        return sum(self.pips.values()) + self.generic

    def demands(self) -> list[str]:
        """One entry for each mana: the colours that pay it."""
        coloured = [colour for colour, number in self.pips.items() for _ in range(number)]
        return coloured + [COLOURS] * self.generic


@dataclass(frozen=True, slots=True)
class Activated:
    """One activated ability that makes no mana, as printed."""

    cost: Cost = Cost()
    taps: bool = False
    sorcery: bool = False
    loyalty: int | None = None
    taps_others: int = 0
    target: str | None = None
    optional: bool = False


ACTIVATED = {
    "Restless Anchorage": (Activated(Cost.read("{1}{W}{U}")),),
    "Restless Reef": (Activated(Cost.read("{2}{U}{B}")),),
    "Warden of the Inner Sky": (Activated(sorcery=True, taps_others=3),),
    "Faerie Mastermind": (Activated(Cost.read("{3}{U}")),),
    "The Wandering Emperor": (
        Activated(loyalty=1, target="creature", optional=True),
        Activated(loyalty=-1),
        Activated(loyalty=-2, target="tapped creature"),
    ),
    "Map Token": (Activated(Cost.read("{1}"), taps=True, sorcery=True, target="own creature"),),
    "Incubator Token": (Activated(Cost.read("{2}")),),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """What is printed on a card or token."""

    name: str
    cost: Cost
    mana_value: int
    types: str
    keywords: frozenset[str]

    def has(self, kind: str) -> bool:
        return kind in self.types.split()

    @property
    def instant_speed(self) -> bool:
        return self.has("Instant") or "flash" in self.keywords


@cache
def facts() -> dict[str, Fact]:
    with FACTS.open(encoding="utf-8", newline="") as lines:
        return {row["name"]: _fact(row) for row in csv.DictReader(lines)}


def _fact(row: Mapping[str, str]) -> Fact:
    keywords = frozenset(word.strip() for word in row["keywords"].split(",") if word.strip())
    return Fact(row["name"], Cost.read(row["cost"]), int(row["mana_value"]), row["type_line"], keywords)
