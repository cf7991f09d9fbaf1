"""Drawings show every variable and edge, and tell apart what acts at once, later and not at all."""

from __future__ import annotations

import re
import sys

import pytest
from causal.positions import made_up_strategy

from mtg_causal_rl.causal import PAPER, STRATEGY
from mtg_causal_rl.causal.drawing import edge_styles
from mtg_causal_rl.errors import MissingExtra, UnknownName


def test_graphviz_text_has_layers_variables_and_edges() -> None:
    text = STRATEGY.draw()
    assert re.findall(r'label="([^"]+)"', text) == [
        "resources",
        "board state",
        "strategic position",
        "outcome",
    ]
    assert set(re.findall(r'"(\w+)" \[fillcolor', text)) == set(STRATEGY.names)
    assert set(re.findall(r'"(\w+)" -> "(\w+)"', text)) == set(STRATEGY.edges)
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize("model", [STRATEGY, made_up_strategy()])
def test_seven_edges_act_later(model) -> None:  # type: ignore[no-untyped-def]
    assert sorted(edge_styles(model).values()) == ["dashed"] * 7 + ["solid"] * 10


def test_edges_without_equation_are_dotted() -> None:
    styles = edge_styles(PAPER)
    assert {edge for edge, style in styles.items() if style == "dotted"} == set(PAPER.unused_edges)
    assert len(styles) == 17


def test_an_intervention_cuts_edges_in_the_drawing() -> None:
    assert '-> "mana_next"' not in STRATEGY.do(mana_next=3).draw()


def test_a_figure_names_every_variable() -> None:
    pytest.importorskip("matplotlib")
    figure = STRATEGY.draw("matplotlib")
    shown = {text.get_text() for text in figure.axes[0].texts}
    assert set(STRATEGY.names) <= shown


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match="studies"):
        STRATEGY.draw("matplotlib")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(UnknownName, match="graphviz"):
        STRATEGY.draw("grahviz")  # type: ignore[call-overload]
