"""The documented examples run, and the documented table is the one that the model gives."""

from __future__ import annotations

import doctest
from pathlib import Path

from mtg_causal_rl.causal import STRATEGY
from mtg_causal_rl.causal.documentation import variable_table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "causal_models.md"


def test_examples_give_what_they_show() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_table_of_variables_is_current() -> None:
    assert variable_table(STRATEGY) in PAGE.read_text(encoding="utf-8")
