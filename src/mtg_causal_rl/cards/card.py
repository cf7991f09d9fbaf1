"""What an author writes: `Card`, its `Back` face and `Token`. Compiled in `compile`, checked in `lint`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from mtg_causal_rl.cards.vocabulary import Ability, Amount, Colour, Enters, Keyword, ManaAbility, Static


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What every face may have printed on it. A creature has power and toughness, a planeswalker loyalty."""

    power: int | None = None
    toughness: int | None = None
    power_rule: Amount | None = None
    """Sets power in every zone (604.3)."""
    loyalty: int | None = None
    keywords: Keyword = Keyword.NONE
    mana_abilities: tuple[ManaAbility, ...] = ()
    """Beside those that basic land types give (305.6)."""
    enters: tuple[Enters, ...] = ()
    statics: tuple[Static, ...] = ()
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Back(Printed):
    """The back face of a card or token: it has no cost, a colour indicator gives its colours."""

    name: str
    type_line: str
    _: KW_ONLY
    colours: Colour = Colour.NONE


@dataclass(frozen=True, slots=True)
class Card(Printed):
    """A card: a land has the cost "", a spell that costs nothing "{0}"."""

    name: str
    cost: str
    type_line: str
    _: KW_ONLY
    flashback: str | None = None
    plot: str | None = None
    casualty: int = 0
    back: Back | None = None


@dataclass(frozen=True, slots=True)
class Token(Printed):
    """A token, which only effects create (111)."""

    name: str
    type_line: str
    _: KW_ONLY
    colours: Colour = Colour.NONE
    back: Back | None = None


Statement: TypeAlias = Card | Back | Token
