"""The compiled record of one face, as the core reads it. What an author writes is in `cards.card`."""

from __future__ import annotations

from mtg_causal_rl.cards.vocabulary.abilities import Ability, Mana, ManaAbility
from mtg_causal_rl.cards.vocabulary.entry import Entry, record
from mtg_causal_rl.cards.vocabulary.groups import Enters, Number, Static, Subtype
from mtg_causal_rl.cards.vocabulary.words import Colour, Keyword, Type


@record
class Face(Entry):
    """One face of a card or token: what is printed on it."""

    name: str
    front: int
    back: int
    token: bool
    castable: bool
    cost: Mana
    mana_value: int
    colours: Colour
    types: Type
    subtypes: tuple[Subtype, ...]
    power: int
    toughness: int
    power_rule: Number | None
    loyalty: int
    chapters: int
    keywords: Keyword
    flashback: Mana | None
    plot: Mana | None
    casualty: int
    mana_abilities: tuple[ManaAbility, ...]
    enters: tuple[Enters, ...]
    statics: tuple[Static, ...]
    abilities: tuple[Ability, ...]
