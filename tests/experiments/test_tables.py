"""Tables are pure functions of the rows, in three forms that say the same."""

from __future__ import annotations

import pytest

from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.tables import TABLES, Table, comparisons, factors, win_rates


def test_win_rates_are_those_of_the_rows(results: Results) -> None:
    wins = (results.episodes[results.episodes["agent"] == "ppo"]["winner"] == "agent").sum()
    row = win_rates(results).rows[0]
    assert row[:6] == ("headline", "Mono-Red Aggro", "PPO", "heuristic", "2", "80")
    assert row[6] == f"{100 * wins / 80:.1f}%"


def test_comparison_says_what_it_could_have_reached(results: Results, confirmatory: Results) -> None:
    assert comparisons(results).rows[0][-4:] == ("not attainable", "0.5", "0.5", "0.5")
    assert comparisons(confirmatory).rows[0][-3:] == ("0.0078", "0.0078", "0.0078")


def test_factor_means_are_those_of_the_rows(results: Results) -> None:
    games = results.episodes[results.episodes["agent"] == "random"]
    assert factors(results).rows[1][4] == f"{games['mean_card_advantage'].mean():+.2f}"


@pytest.mark.parametrize("table", TABLES)
def test_forms_agree(results: Results, table: object) -> None:
    made: Table = table(results)  # type: ignore[operator]
    assert all(len(row) == len(made.heading) for row in made.rows)
    latex, markdown, page = made.latex(), made.markdown(), made.html()
    assert latex.count(r"\\") == markdown.count("\n| ") - 1 == page.count("<tr>") == 1 + len(made.rows)
    for cell in made.rows[0]:
        assert cell in markdown


def test_latex_is_escaped() -> None:
    table = Table("t", "5% & more_less", ("a", "b"), (("x_y", "10%"),), words=1)
    assert r"\caption{5\% \& more\_less}\label{tab:t}" in table.latex()
    assert r"x\_y & 10\% \\" in table.latex()
    assert r"\begin{tabular}{lr}" in table.latex()
