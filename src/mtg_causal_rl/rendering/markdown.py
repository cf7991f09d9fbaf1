"""Tables of Markdown. Knows nothing of Magic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table whose cells may hold any text."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text.replace("|", "\\|")
