"""How an entry of the vocabulary is declared and what its fields hold. Knows no entry by name."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar, dataclass_transform

T = TypeVar("T", bound="Entry")
Shape = Literal[
    "Int", "Flag", "Text", "List", "Option", "Entry", "Amount", "Token", "Subtype", "Block", "Delayed"
]


class Entry:
    """Everything in the vocabulary: the choices of a group, and the records."""

    __slots__ = ()
    codes: ClassVar[dict[str, int | None]]
    """By group, the number it is written as; a record is its own group and has no number."""
    spelling: ClassVar[str]
    """Its name in the core's table."""


@dataclass_transform(frozen_default=True)
def choice(*codes: int, spelling: str = "") -> Callable[[type[T]], type[T]]:
    """One choice of each group it derives from, in that order, with its number there."""

    def declare(cls: type[T]) -> type[T]:
        made = dataclass(frozen=True, slots=True)(cls)
        made.codes = dict(zip((group.__name__ for group in cls.__bases__), codes, strict=True))
        made.spelling = spelling or cls.__name__
        return made

    return declare


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A group that is always the same few fields."""
    made = dataclass(frozen=True, slots=True)(cls)
    made.codes = {cls.__name__: None}
    made.spelling = cls.__name__
    return made


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field holds: `of` is what it is made of where it is made of something, `name` the group of an
    entry, `python` the class of its values.
    """

    shape: Shape
    name: str = ""
    of: Kind | None = None
    python: type = object

    def __str__(self) -> str:
        """As the core's table writes it: names and blocks are numbers there."""
        if self.shape in ("List", "Option"):
            return f"{self.shape}<{self.of}>"
        if self.shape in ("Entry", "Amount"):
            return self.name
        return self.shape if self.shape in ("Flag", "Text") else "Int"


def kinds(cls: type) -> Mapping[str, Kind]:
    """Each field of an entry, or of a dataclass of such fields, and what it holds, in written order."""
    return _kinds(typing.cast(Hashable, cls))


def table_lines(entries: Iterable[type[Entry]]) -> Iterator[str]:
    """`Group code Name field:Type ... | doc`, as the core prints its own table."""
    for cls in entries:
        told = "".join(
            f" {'skip' if kind.shape == 'Block' else name}:{kind}" for name, kind in kinds(cls).items()
        )
        docs = " ".join((cls.__doc__ or "").split()).split(" / ")  # one for each group
        for (group, code), doc in zip(cls.codes.items(), docs, strict=True):
            number = "-" if code is None else code
            yield f"{group} {number} {cls.spelling}{told} | {doc}"


@cache
def _kinds(cls: Any) -> Mapping[str, Kind]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return {field.name: _kind(hints[field.name]) for field in fields(cls)}


def _kind(hint: Any) -> Kind:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return Kind(arguments[1], of=_kind(arguments[0]))
    if origin is tuple:
        return Kind("List", of=_kind(arguments[0]), python=tuple)
    if origin in (types.UnionType, typing.Union):
        return _union(arguments)
    if issubclass(hint, Entry):
        return Kind("Entry", hint.__name__, python=hint)
    if issubclass(hint, Enum):
        return Kind("Int", python=hint)
    plain: dict[type, Shape] = {bool: "Flag", int: "Int", str: "Text"}
    return Kind(plain[hint], python=hint)


def _union(arguments: tuple[Any, ...]) -> Kind:
    """`X | None` is an option; the other union of the vocabulary is a number written as itself."""
    if type(None) in arguments:
        rest = [argument for argument in arguments if argument is not type(None)]
        inner = rest[0] if len(rest) == 1 else typing.Union[tuple(rest)]  # noqa: UP007 - built, not written
        return Kind("Option", of=_kind(inner))
    group = next(argument for argument in arguments if argument is not int)
    return Kind("Amount", group.__name__, python=group)


def walk(value: object) -> Iterator[Entry]:
    """Every entry inside a value, itself included, in written order."""
    if isinstance(value, tuple):
        for item in value:
            yield from walk(item)
    elif isinstance(value, Entry):
        yield value
        for field in kinds(type(value)):
            yield from walk(getattr(value, field))
