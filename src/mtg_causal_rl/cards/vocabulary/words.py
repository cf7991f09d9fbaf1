"""The small sets that cards name (colours, types, zones, counters), numbered as in the core. No rules."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class Colour(IntFlag):
    """Colours and kinds of mana, in the order WUBRGC."""

    NONE = 0
    WHITE = 1
    BLUE = 2
    BLACK = 4
    RED = 8
    GREEN = 16
    COLOURLESS = 32


class Type(IntFlag):
    """Card types and the two supertypes of the pool (205)."""

    NONE = 0
    ARTIFACT = 1
    CREATURE = 1 << 1
    ENCHANTMENT = 1 << 2
    INSTANT = 1 << 3
    LAND = 1 << 4
    PLANESWALKER = 1 << 5
    SORCERY = 1 << 6
    BATTLE = 1 << 7
    BASIC = 1 << 8
    LEGENDARY = 1 << 9


class Keyword(IntFlag):
    """Keyword abilities (702)."""

    NONE = 0
    FLYING = 1
    REACH = 1 << 1
    HASTE = 1 << 2
    VIGILANCE = 1 << 3
    FIRST_STRIKE = 1 << 4
    DOUBLE_STRIKE = 1 << 5
    TRAMPLE = 1 << 6
    DEATHTOUCH = 1 << 7
    LIFELINK = 1 << 8
    FLASH = 1 << 9
    PROWESS = 1 << 10
    CONVOKE = 1 << 11


class Zone(IntEnum):
    """Where an object is."""

    LIBRARY = 0
    HAND = 1
    BATTLEFIELD = 2
    GRAVEYARD = 3
    EXILE = 4
    STACK = 5
    NOWHERE = 6


class Step(IntEnum):
    """The steps of a turn in order (500.1)."""

    MULLIGAN = 0
    UNTAP = 1
    UPKEEP = 2
    DRAW = 3
    MAIN1 = 4
    COMBAT = 5
    ATTACKERS = 6
    BLOCKERS = 7
    FIRST_DAMAGE = 8
    DAMAGE = 9
    END_COMBAT = 10
    MAIN2 = 11
    END = 12
    CLEANUP = 13


class CounterKind(IntEnum):
    """Kinds of counters; any of them may lie on any permanent."""

    PLUS = 0
    MINUS = 1
    LOYALTY = 2
    LORE = 3
    CHARGE = 4
    OIL = 5
    TIME = 6
    STUN = 7


class Players(IntEnum):
    """Which players a target may be."""

    NONE = 0
    ANY = 1
    OPPONENTS = 2


BASIC_LAND_TYPES = {
    "Plains": Colour.WHITE,
    "Island": Colour.BLUE,
    "Swamp": Colour.BLACK,
    "Mountain": Colour.RED,
    "Forest": Colour.GREEN,
}
"""The five basic land types and the mana each gives (305.6), in the order of every compiled pool."""
