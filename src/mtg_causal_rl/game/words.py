"""The words behind the numbers of a view: verbs, questions, events; numbered as in the core."""

from __future__ import annotations

from enum import IntEnum, IntFlag

Verb = IntEnum(
    "Verb",
    "PASS KEEP MULLIGAN CONFIRM CANCEL AUTO_PAY BOTTOM DISCARD PLAY_LAND CAST ACTIVATE ATTACK "
    "BLOCK_ATTACKER BLOCKER SOURCE TARGET_OBJECT TARGET_PLAYER TARGET_SPELL OBJECT PLAYER NUMBER "
    "COLOUR METHOD ABILITY TRIGGER TOP BOTTOMMOST NEXT_PAGE",
    start=0,
)
Question = IntEnum(
    "Question",
    "NONE MULLIGAN BOTTOM DISCARD PRIORITY ATTACKERS ATTACK_WHOM BLOCKERS BLOCK_WITH DIVIDE METHOD "
    "ABILITY CASUALTY TARGET TAP_OTHERS PAY PAY_COLOUR TAP_COLOUR YES_NO PICK SCRY PAY_LIFE RETARGET "
    "ORDER LEGEND",
    start=0,
)
EventKind = IntEnum(
    "EventKind",
    "TURN_BEGINS STEP_BEGINS KEEPS MULLIGANS DRAWS PLAYS_LAND CASTS PLOTS ACTIVATES TRIGGERS TARGETS "
    "RESOLVES FIZZLES COUNTERED TAPS_FOR_MANA ATTACKS BLOCKS DAMAGES_PLAYER DAMAGES_PERMANENT GAINS "
    "LOSES MOVES COUNTERS CREATES TRANSFORMS REVEALS LOOKS_AT SHUFFLES DISCARDS PAYS SACRIFICES "
    "CEASES GAME_OVER",
    start=0,
)
Reason = IntEnum(
    "Reason",
    "NONE LIFE LIBRARY CONCESSION TURN_CAP LOOP OVERFLOW ILLEGAL SIMULTANEOUS",
    start=0,
)
Method = IntEnum(
    "Method",
    "CAST FLASHBACK PLOTTED PLOT ACTIVATE",
    start=0,
)
ItemKind = IntEnum(
    "ItemKind",
    "SPELL COPY TRIGGERED ACTIVATED",
    start=0,
)
TargetKind = IntEnum(
    "TargetKind",
    "NONE PLAYER OBJECT SPELL",
    start=0,
)

KEYWORDS = (
    "flying",
    "reach",
    "haste",
    "vigilance",
    "first strike",
    "double strike",
    "trample",
    "deathtouch",
    "lifelink",
    "flash",
    "prowess",
    "convoke",
)
"""Keyword abilities in words, in the order of their bits."""


class ObjectFlag(IntFlag):
    """Facts about a card or token, see `object_flag` in the core."""

    TOKEN = 1
    PLOTTED = 2
    LINKED = 4


class PermanentFlag(IntFlag):
    """Facts about a permanent that are shown, see `permanent::flag` in the core."""

    TAPPED = 1
    SICK = 1 << 1
    SELECTED = 1 << 2
    ATTACKING = 1 << 3
    ATTACKS_NOTHING = 1 << 4


class CastFlag(IntFlag):
    """Facts about how a spell was cast, see `stack::cast` in the core."""

    FLASHBACK = 1
    PLOTTED = 2
    CASUALTY = 4
