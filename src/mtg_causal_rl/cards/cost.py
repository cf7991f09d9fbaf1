"""Mana costs and type lines as text: "{2}{W}{U}", "Legendary Creature — Human Knight". No cards live here."""

from __future__ import annotations

import re

from mtg_causal_rl.cards.vocabulary import BASIC_LAND_TYPES, Colour, Mana, Type
from mtg_causal_rl.errors import InvalidValue

SYMBOLS = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
    "C": "colourless",
}
"""The letter of a pip and the field of `Mana` that counts it, in the order of mana costs."""
COLOURS = dict(zip(SYMBOLS, Colour, strict=True))
_SYMBOL = re.compile(r"\{([^{}]*)\}")
_TYPES = {kind.name.capitalize(): kind for kind in Type if kind.name}


def mana(text: str) -> Mana:
    """The cost that a text like "{2}{W}{U}" writes; "" and "{0}" are no mana."""
    if _SYMBOL.sub("", text):
        raise InvalidValue(f"{text!r} is no mana cost: write each symbol in braces, like '{{2}}{{W}}{{U}}'")
    counts = dict.fromkeys([*SYMBOLS.values(), "generic"], 0)
    for symbol in _SYMBOL.findall(text):
        if symbol.isascii() and symbol.isdigit() and len(symbol) <= 2:
            counts["generic"] += int(symbol)
        elif symbol in SYMBOLS:
            counts[SYMBOLS[symbol]] += 1
        else:
            known = ", ".join(f"{{{letter}}}" for letter in SYMBOLS)
            raise InvalidValue(f"{{{symbol}}} in {text!r} is no known symbol: {known} or a number like {{2}}")
    return Mana(**counts)


def mana_text(cost: Mana) -> str:
    """The text of a cost, generic mana first; "{0}" where it is nothing."""
    pips = "".join(f"{{{letter}}}" * getattr(cost, field) for letter, field in SYMBOLS.items())
    return f"{{{cost.generic}}}{pips}" if cost.generic or not pips else pips


def mana_value(cost: Mana) -> int:
    """202.3."""
    return cost.generic + sum(int(getattr(cost, field)) for field in SYMBOLS.values())


def colours_of(cost: Mana) -> Colour:
    """The colours of an object with that cost (105.2)."""
    found = Colour.NONE
    for letter, field in SYMBOLS.items():
        if letter != "C" and getattr(cost, field):
            found |= COLOURS[letter]
    return found


def colour_letters(colours: Colour) -> str:
    """As "WUBRGC" would write a set."""
    return "".join(letter for letter, colour in COLOURS.items() if colour & colours)


def type_line(text: str) -> tuple[Type, tuple[str, ...]]:
    """Types and subtypes of a line like "Legendary Creature — Human Knight"."""
    before, _, after = text.partition("—")
    found = Type.NONE
    for word in before.split():
        if word not in _TYPES:
            raise InvalidValue(f"{word!r} in {text!r} is no type: known are {', '.join(_TYPES)}")
        found |= _TYPES[word]
    return found, tuple(after.split())


def land_colours(subtypes: tuple[str, ...]) -> Colour:
    """What the basic land types among these make a land tap for (305.6)."""
    found = Colour.NONE
    for subtype in subtypes:
        found |= BASIC_LAND_TYPES.get(subtype, Colour.NONE)
    return found
