"""Whether every field of a statement holds the kind of thing it should. What things mean is for `lint`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from mtg_causal_rl.cards.card import Back, Card, Printed, Statement
from mtg_causal_rl.cards.vocabulary.entry import Entry, Kind, kinds

LONGEST = 255
"""Items of a list and bytes of a text: their count is one byte."""
DEEPEST = 20
"""Levels of entries inside each other that the core's decoder follows, with room for lists and options."""


def shape_problems(face: Statement) -> Iterator[str]:
    """One line for each field that holds something else than it should."""
    for name in ("name", "type_line") + (("cost",) if isinstance(face, Card) else ()):
        yield from _misshapen(getattr(face, name), Kind("Text"), name)
    for name, kind in kinds(Printed).items():
        yield from _misshapen(getattr(face, name), kind, name)
    if isinstance(face, Card):
        yield from _misshapen(face.flashback, Kind("Option", of=Kind("Text")), "flashback")
        yield from _misshapen(face.plot, Kind("Option", of=Kind("Text")), "plot")
        yield from _misshapen(face.casualty, Kind("Int", python=int), "casualty")
    back: object = None if isinstance(face, Back) else face.back
    if not isinstance(back, Back | None):
        yield f"back: a Back or None was expected, not {_shown(back)}"


def _misshapen(value: Any, kind: Kind, where: str, depth: int = 0) -> Iterator[str]:
    match kind.shape:
        case "Int" | "Flag" | "Text":
            yield from _misshapen_plain(value, kind, where)
        case "Token" | "Subtype" | "Block" | "Delayed":
            yield from _misshapen(value, _inner(kind), where, depth)
        case "Option":
            if value is not None:
                yield from _misshapen(value, _inner(kind), where, depth)
        case "List":
            yield from _misshapen_list(value, kind, where, depth)
        case "Amount" if isinstance(value, int):
            yield from _misshapen_plain(value, Kind("Int", python=int), where)
        case "Amount" | "Entry":
            yield from _misshapen_entry(value, kind, where, depth)


def _misshapen_plain(value: Any, kind: Kind, where: str) -> Iterator[str]:
    if kind.shape == "Text":
        if not isinstance(value, str):
            yield f"{where}: a text was expected, not {_shown(value)}"
        elif len(value.encode()) > LONGEST:
            yield f"{where}: {value[:20]!r}... is longer than {LONGEST} bytes"
    elif kind.shape == "Flag":
        if not isinstance(value, bool):
            yield f"{where}: True or False was expected, not {_shown(value)}"
    elif issubclass(kind.python, Enum):
        if not isinstance(value, kind.python):
            yield f"{where}: a {kind.python.__name__} was expected, not {_shown(value)}"
    elif not isinstance(value, int) or isinstance(value, bool):
        yield f"{where}: a whole number was expected, not {_shown(value)}"
    elif not -(2**15) <= value < 2**15:
        yield f"{where}: {value} is out of range"


def _misshapen_list(value: Any, kind: Kind, where: str, depth: int) -> Iterator[str]:
    if not isinstance(value, tuple):
        hint = "; a single one is written (x,)" if isinstance(value, Entry) else ""
        yield f"{where}: a tuple was expected, not {_shown(value)}{hint}"
        return
    if len(value) > LONGEST:
        yield f"{where}: {len(value)} items, where {LONGEST} fit"
    for index, item in enumerate(value):
        yield from _misshapen(item, _inner(kind), f"{where}[{index}]", depth)


def _misshapen_entry(value: Any, kind: Kind, where: str, depth: int) -> Iterator[str]:
    if not isinstance(value, kind.python):
        number = " or a whole number" if kind.shape == "Amount" else ""
        yield f"{where}: {_article(kind.name)}{number} was expected, not {_shown(value)}"
    elif depth > DEEPEST:
        yield f"{where}: nested more than {DEEPEST} deep"
    else:
        for name, field in kinds(type(value)).items():
            yield from _misshapen(getattr(value, name), field, f"{where}.{name}", depth + 1)


def _inner(kind: Kind) -> Kind:
    assert kind.of is not None
    return kind.of


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def _shown(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__} (write {value.__name__}(...))"
    if isinstance(value, str | int | float | bool | None):
        return repr(value)
    return _article(type(value).__name__)
