"""A play as a value, the plays that need no object, and what the public view and the actions so far cannot tell."""

from __future__ import annotations

from mtg_causal_rl.game.words import Verb

Play = tuple[Verb, int]
"""What is done and to what: an object, the face of a card in a hand or library, a player, a serial or a number."""

NOTHING = -1
PASS: Play = (Verb.PASS, NOTHING)
CANCEL: Play = (Verb.CANCEL, NOTHING)
CONFIRM: Play = (Verb.CONFIRM, NOTHING)


class Unclear(Exception):
    """What is asked about cannot be told from the public view and the actions so far."""


class TooMany(Exception):
    """More cards than there are slots: the rest is on another page."""
