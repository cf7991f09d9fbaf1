"""The Python face of the card vocabulary: every entry of the core's one table, compared with it by a test."""

# ruff: noqa: F403 - every name of these modules is a word of the vocabulary, and cards are written with them

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from mtg_causal_rl.cards.vocabulary import abilities, face, ops, values
from mtg_causal_rl.cards.vocabulary.abilities import *
from mtg_causal_rl.cards.vocabulary.entry import Entry, table_lines
from mtg_causal_rl.cards.vocabulary.face import *
from mtg_causal_rl.cards.vocabulary.groups import *
from mtg_causal_rl.cards.vocabulary.ops import *
from mtg_causal_rl.cards.vocabulary.values import *
from mtg_causal_rl.cards.vocabulary.words import *


def entries() -> tuple[type[Entry], ...]:
    """Every choice and record, in the order of the files."""
    return tuple(cls for module in (values, abilities, ops, face) for cls in _declared(module))


def table_text() -> str:
    """The whole table as lines `Group code Name field:Type ... | doc`."""
    return "".join(f"{line}\n" for line in table_lines(entries()))


def _declared(module: ModuleType) -> Iterator[type[Entry]]:
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Entry) and value.__module__ == module.__name__:
            yield value
