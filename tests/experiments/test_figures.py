"""The headline figure agrees with the table and renders to the same bytes every time."""

from __future__ import annotations

import pytest

from mtg_causal_rl.experiments.figures import headline
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.tables import win_rates


def test_bars_equal_the_table(results: Results) -> None:
    (axis,) = headline(results).canvas.axes
    drawn = [f"{bar.get_width():.1f}%" for bar in axis.patches]
    assert drawn == [row[6] for row in win_rates(results).rows]
    assert [label.get_text() for label in axis.get_yticklabels()] == ["PPO", "Random"]


@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_rendering_is_repeatable(results: Results, form: str, start: bytes) -> None:
    first, second = (headline(results).rendered(form) for _ in range(2))  # type: ignore[arg-type]
    assert first.startswith(start)
    assert first == second
