"""What a causal model says of itself, as Markdown for the docs. Defines nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtg_causal_rl.causal.model import CausalModel


def variable_table(model: CausalModel) -> str:
    """One row for each variable: name, layer, range, definition, parents in the model."""
    rows = [
        f"| `{v.name}` | {v.layer} | {v.range} | {v.definition} | {', '.join(v.parents) or '-'} |"
        for v in model.variables
    ]
    return "\n".join(
        ["| variable | layer | range | definition | parents |", "| --- | --- | --- | --- | --- |", *rows]
    )
