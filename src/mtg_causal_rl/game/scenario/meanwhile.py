"""What the engine did by itself since an act began, where only one answer was possible. Asks nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mtg_causal_rl.cards.vocabulary import Zone
from mtg_causal_rl.game.scenario.naming import Answer, face_name
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import split_name
from mtg_causal_rl.game.view import read_events
from mtg_causal_rl.game.words import EventKind, PermanentFlag

_CHOSEN_MOVES = (
    (Zone.LIBRARY, Zone.HAND),
    (Zone.LIBRARY, Zone.BATTLEFIELD),
    (Zone.HAND, Zone.GRAVEYARD),
    (Zone.HAND, Zone.LIBRARY),
    (Zone.HAND, Zone.EXILE),
)
"""Moves that a question may be about: taking, searching, discarding, putting on the bottom."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where an act began."""

    events: int
    tapped: frozenset[int]
    stack: frozenset[int]


def mark(session: Session) -> Mark:
    events = len(read_events(session.engine.view_events()))
    return Mark(events, _tapped(session), frozenset(row.serial for row in session.view.stack))


def _tapped(session: Session) -> frozenset[int]:
    return frozenset(row.object for row in session.view.permanents if row.flags & PermanentFlag.TAPPED)


def taken_since(session: Session, since: Mark) -> Counter[str]:
    """Names of the cards moved, the permanents tapped and the triggers put on the stack since then."""
    events = read_events(session.engine.view_events())[since.events :]
    moved = [row for row in events if row.kind == EventKind.MOVES]
    chosen = [row for row in moved if (row.amount // 16, row.amount % 16) in _CHOSEN_MOVES]
    drawn = Counter(row.face for row in events if row.kind == EventKind.DRAWS)
    faces = Counter(row.face for row in chosen) - drawn
    names = Counter({session.faces.names[face]: number for face, number in faces.items()})
    names.update(face_name(session, number) for number in _tapped(session) - since.tapped)
    new = (row for row in session.view.stack if row.serial not in since.stack)
    names.update(session.faces.names[row.face] for row in new)
    return names


def happened(session: Session, since: Mark, said: Iterable[Answer], answer: Answer) -> bool:
    """Whether the answer names only what was taken by itself, beside what has been said already."""
    names = answer if isinstance(answer, list | tuple) else [answer]
    wanted = Counter(_plain(name) for name in names if isinstance(name, str))
    if wanted.total() != len(names) or not names:
        return False
    rest = taken_since(session, since)
    rest.subtract(_plain(name) for name in said if isinstance(name, str))
    return all(rest[name] >= number for name, number in wanted.items())


def _plain(name: str) -> str:
    return split_name(name.partition("/")[0])[1]
