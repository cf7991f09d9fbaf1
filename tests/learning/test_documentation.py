"""The documented tables are those that the agents give."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtg_causal_rl.learning.agents import AGENTS
from mtg_causal_rl.learning.documentation import agent_table, number_table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "learning.md"


@pytest.mark.parametrize("table", [agent_table, number_table])
def test_a_table_is_current(table: object) -> None:
    assert callable(table)
    assert table() in PAGE.read_text(encoding="utf-8")


def test_every_agent_has_a_row_that_tells_it_apart() -> None:
    rows = agent_table().splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(AGENTS)
    assert len({row.split("|", 2)[2] for row in rows}) == len(rows)
