"""The exception tree: every error a user can meet, saying what, where and what to do. No logic lives here."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class MTGCausalError(Exception):
    """The root: catch it to catch everything this package raises on purpose."""


class UserError(MTGCausalError):
    """Something in the request is wrong; the command line prints it and exits with 2."""


class UnknownName(UserError, LookupError):
    """A deck, card, option, command or variable that does not exist; carries close matches."""


class InvalidValue(UserError, ValueError):
    """A value of the wrong type, shape or range."""


class IllegalAction(UserError):
    """An action or answer that the rules do not allow now; the state is unchanged."""


class PendingChoice(UserError):
    """A question is open and must be answered before anything else is done."""


class InvalidCard(UserError):
    """A card that cannot work; lists every problem found."""


class InvalidDeck(UserError):
    """A deck that cannot be played; lists every problem found."""


class InvalidSnapshot(UserError):
    """Bytes that are no snapshot of this version, or a damaged one."""


class EpisodeState(UserError, RuntimeError):
    """A call at the wrong time of an episode: a step before reset or after the end."""


class MissingExtra(UserError, ImportError):
    """An optional dependency is not installed; names the extra that brings it."""


class EngineBug(MTGCausalError):
    """The core failed an internal check; carries the seed and the actions that reproduce it."""


def close_matches(value: str, known: Iterable[str]) -> str:
    """", did you mean 'x' or 'y'?" for a mistyped name, or the whole short list, or nothing."""
    names = sorted({str(name) for name in known})
    lowered = {name.lower(): name for name in reversed(names)}
    found = [lowered[match] for match in difflib.get_close_matches(value.lower(), lowered, n=3, cutoff=0.55)]
    if found:
        return "; did you mean " + " or ".join(repr(name) for name in found) + "?"
    if names and len(names) <= 12:
        return "; known: " + ", ".join(names)
    return ""


def unknown_name(kind: str, value: object, known: Iterable[str], where: str = "") -> UnknownName:
    """The error for a name that is not known, with the place and the closest valid names."""
    place = f" in {where}" if where else ""
    return UnknownName(f"unknown {kind} {value!r}{place}{close_matches(str(value), known)}")
