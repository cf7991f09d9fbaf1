"""Decks: the five of the paper, pasted lists, and what paper Magic would not allow. Knows no pool."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from mtg_causal_rl.cards.vocabulary import BASIC_LAND_TYPES
from mtg_causal_rl.errors import InvalidDeck, unknown_name

SMALLEST = 60
"""100.2a."""
LARGEST = 80
"""Two such decks leave a fifth of the engine's 200 objects to tokens."""
MOST_COPIES = 4
"""Of one name, basic lands aside (100.2a)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """How many copies of which cards. Whether a pool can play it is said by `Pool.with_decks`."""

    id: str
    name: str
    archetype: str
    cards: Mapping[str, int] = field(hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", dict(self.cards))

    @property
    def size(self) -> int:
        return sum(self.cards.values())


DECKS = (
    Deck(
        "mono_red_aggro",
        "Mono-Red Aggro",
        "aggro",
        {
            "Mountain": 20,
            "Monastery Swiftspear": 4,
            "Heartfire Hero": 4,
            "Slickshot Show-Off": 4,
            "Phoenix Chick": 4,
            "Play with Fire": 8,
            "Lightning Strike": 8,
            "Monstrous Rage": 8,
        },
    ),
    Deck(
        "azorius_control",
        "Azorius Control",
        "control",
        {
            "Plains": 6,
            "Island": 6,
            "Adarkar Wastes": 4,
            "Restless Anchorage": 4,
            "Deserted Beach": 4,
            "Haughty Djinn": 4,
            "No More Lies": 8,
            "Make Disappear": 4,
            "Memory Deluge": 8,
            "Sunfall": 8,
            "The Wandering Emperor": 4,
        },
    ),
    Deck(
        "dimir_midrange",
        "Dimir Midrange",
        "midrange",
        {
            "Swamp": 6,
            "Island": 5,
            "Underground River": 4,
            "Shipwreck Marsh": 4,
            "Restless Reef": 4,
            "Preacher of the Schism": 4,
            "Sheoldred, the Apocalypse": 4,
            "Faerie Mastermind": 4,
            "Deep-Cavern Bat": 4,
            "Go for the Throat": 8,
            "Cut Down": 4,
            "Duress": 4,
            "Make Disappear": 4,
            "Memory Deluge": 1,
        },
    ),
    Deck(
        "domain_ramp",
        "Domain Ramp",
        "ramp",
        {
            "Forest": 8,
            "Plains": 4,
            "Island": 4,
            "Swamp": 2,
            "Mountain": 2,
            "Adarkar Wastes": 2,
            "Underground River": 2,
            "Atraxa, Grand Unifier": 4,
            "Topiary Stomper": 8,
            "Llanowar Elves": 4,
            "Leyline Binding": 4,
            "Up the Beanstalk": 4,
            "Sunfall": 4,
            "Memory Deluge": 4,
            "Go for the Throat": 4,
        },
    ),
    Deck(
        "boros_convoke",
        "Boros Convoke",
        "tokens",
        {
            "Plains": 10,
            "Mountain": 6,
            "Battlefield Forge": 4,
            "Inspiring Vantage": 4,
            "Warden of the Inner Sky": 4,
            "Resolute Reinforcements": 4,
            "Knight-Errant of Eos": 4,
            "Monastery Swiftspear": 4,
            "Phoenix Chick": 4,
            "Heartfire Hero": 4,
            "Play with Fire": 4,
            "Lightning Strike": 4,
            "Monstrous Rage": 4,
        },
    ),
)

_LINE = re.compile(r"(?P<count>\d+)\s*x?\s+(?P<name>.+?)(?:\s+\([A-Za-z0-9]+\)(?:\s+\S+)?)?\s*$")
_HEADERS = {"deck", "main", "maindeck", "mainboard", "companion", "commander"}
_SIDEBOARD = re.compile(r"sideboard\b|SB:", re.IGNORECASE)


def parse_deck(text: str, id: str = "pasted", name: str = "Pasted deck", archetype: str = "unknown") -> Deck:
    """The deck of a pasted list, "4 Lightning Strike" a line; a sideboard is left out with a warning."""
    main, sideboard = _split(text)
    cards: dict[str, int] = {}
    problems = []
    for number, line in main:
        found = _LINE.match(line)
        if found is None:
            problems.append(f"line {number}, {line!r}: write it like '4 Lightning Strike'")
        else:
            front = found["name"].split(" // ")[0]
            cards[front] = cards.get(front, 0) + int(found["count"])
    if not cards and not problems:
        problems.append("the text holds no card")
    if problems:
        raise InvalidDeck("this deck list cannot be read: " + "; ".join(problems))
    if sideboard:
        warnings.warn(f"the sideboard was left out: {', '.join(sideboard)}", stacklevel=2)
    return Deck(id, name, archetype, cards)


def deck_problems(deck: Deck, cards: Collection[str]) -> list[str]:
    """What keeps a deck from being played with these cards."""
    problems = [
        f"{copies!r} copies of {card}"
        for card, copies in deck.cards.items()
        if not _is_count(copies)
    ]
    if not problems and not SMALLEST <= deck.size <= LARGEST:
        problems.append(f"{deck.size} cards, where {SMALLEST} to {LARGEST} can be played")
    return problems + [str(unknown_name("card", card, cards)) for card in deck.cards if card not in cards]


def format_problems(deck: Deck) -> list[str]:
    """What paper Magic would not allow in a deck (100.2a); the benchmark plays it all the same."""
    problems = []
    if deck.size < SMALLEST:
        problems.append(f"{deck.size} cards, where at least {SMALLEST} are needed")
    for card, copies in deck.cards.items():
        if copies > MOST_COPIES and card not in BASIC_LAND_TYPES:
            problems.append(f"{copies} copies of {card}, where {MOST_COPIES} are allowed")
    return problems


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value > 0


def _split(text: str) -> tuple[list[tuple[int, str]], list[str]]:
    """Numbered lines of the main deck, and the lines of the sideboard. It begins with its header, or after an
    empty line below a full deck.
    """
    main: list[tuple[int, str]] = []
    sideboard: list[str] = []
    below = False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line:
            below = below or _copies(main) >= SMALLEST
        elif line.startswith(("//", "#")) or line.rstrip(":").lower() in _HEADERS:
            continue
        elif _SIDEBOARD.match(line):
            below = below or not line.upper().startswith("SB:")
            sideboard += [rest] if (rest := _SIDEBOARD.sub("", line, count=1).strip(" :")) else []
        elif below:
            sideboard.append(line)
        else:
            main.append((number, line))
    return main, sideboard


def _copies(lines: list[tuple[int, str]]) -> int:
    return sum(int(found["count"]) for _, line in lines if (found := _LINE.match(line)))
