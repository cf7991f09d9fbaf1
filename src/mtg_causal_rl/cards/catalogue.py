"""A read-only mapping by name, in order, which answers an unknown name with the closest known ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from mtg_causal_rl.errors import unknown_name

V = TypeVar("V")


class Catalogue(Mapping[str, V]):
    """Values by name. `kind` is the word for one of them in errors."""

    __slots__ = ("_kind", "_values")

    def __init__(self, kind: str, values: Iterable[tuple[str, V]]) -> None:
        self._kind = kind
        self._values = dict(values)

    def __getitem__(self, name: str) -> V:
        if name not in self._values:
            raise unknown_name(self._kind, name, self._values)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def updated(self, values: Iterable[tuple[str, V]]) -> Catalogue[V]:
        """This catalogue with more values, or others in place of those of the same name."""
        return Catalogue(self._kind, (self._values | dict(values)).items())

    def get(self, name: str, default: V | None = None) -> V | None:  # type: ignore[override]
        return self._values.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash((self._kind, tuple(self._values)))

    def __repr__(self) -> str:
        return f"<{len(self)} by {self._kind}: {', '.join(self._values)}>"
