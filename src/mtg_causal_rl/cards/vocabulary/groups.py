"""The groups that entries of the vocabulary belong to, and short names for types. No entry lives here."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from mtg_causal_rl.cards.vocabulary.entry import Entry


class Who(Entry):
    """Which player or players."""

    __slots__ = ()


class Ref(Entry):
    """Which object."""

    __slots__ = ()


class Amount(Entry):
    """How many."""

    __slots__ = ()


class Predicate(Entry):
    """A test of one object."""

    __slots__ = ()


class Condition(Entry):
    """A test of the position."""

    __slots__ = ()


class Trigger(Entry):
    """An event that a triggered ability waits for."""

    __slots__ = ()


class AbilityKind(Entry):
    """How an ability comes to be used."""

    __slots__ = ()


class Enters(Entry):
    """A replacement effect of a permanent's own entering."""

    __slots__ = ()


class Affected(Entry):
    """What a static ability changes."""

    __slots__ = ()


class Static(Entry):
    """A static ability."""

    __slots__ = ()


class Op(Entry):
    """One instruction of what a spell or ability does."""

    __slots__ = ()


Number: TypeAlias = Amount | int
"""A number may be written as itself; it is `Fixed` then."""
Filter: TypeAlias = tuple[Predicate, ...]
"""A conjunction of predicates; empty matches everything."""
Code: TypeAlias = tuple[Op, ...]
Block: TypeAlias = Annotated[Code, "Block"]
"""Ops inside another op; compiled to the count that is skipped otherwise."""
TokenName: TypeAlias = Annotated[str, "Token"]
"""A token of the pool by its name; compiled to the index of its face."""
Subtype: TypeAlias = Annotated[str, "Subtype"]
"""Compiled to its index in the pool's table of subtypes."""
