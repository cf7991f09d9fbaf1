"""Sentences say exactly what the test allows, with their condition; numbers are those of the rows."""

from __future__ import annotations

import pandas as pd
import pytest

from mtg_causal_rl.experiments.findings import cells, findings, policy_sentences, sentence
from mtg_causal_rl.experiments.store import Results


def rate(episodes: pd.DataFrame, agent: str, seed: int) -> float:
    """Recomputed without the package: wins over games."""
    games = episodes[(episodes["agent"] == agent) & (episodes["seed"] == seed)]
    return sum(winner == "agent" for winner in games["winner"]) / len(games)


def test_differences_are_those_of_the_rows(results: Results) -> None:
    (finding,) = findings(results)
    expected = [
        rate(results.episodes, "ppo", seed) - rate(results.episodes, "random", seed) for seed in (0, 1)
    ]
    assert finding.differences == pytest.approx(expected)
    assert finding.result.p_value == 0.5


def test_two_seeds_claim_nothing(results: Results) -> None:
    (finding,) = findings(results)
    assert not finding.significant
    text = sentence(finding)
    assert text.startswith(
        "Exploratory: 2 seeds cannot give p below 0.5: with Mono-Red Aggro against heuristic pilots"
    )
    assert "exact sign-flip p = 0.5, 0.5 after Holm; interval not attainable" in text


def test_a_confirmatory_family_of_eight_seeds_claims(confirmatory: Results) -> None:
    (finding,) = findings(confirmatory)
    assert finding.significant
    text = sentence(finding)
    assert text.startswith("Higher win rate: ")
    assert "exact sign-flip p = 0.0078, 0.0078 after Holm; 95.31% interval +" in text


def test_missing_seeds_make_no_claim(confirmatory: Results) -> None:
    episodes = confirmatory.episodes
    partial = episodes[(episodes["seed"] < 7) | (episodes["agent"] == "random")]
    changed = Results(
        confirmatory.registration,
        confirmatory.registered,
        confirmatory.runs,
        partial,
        confirmatory.updates,
        (),
        (),
    )
    (finding,) = findings(changed)
    assert not finding.significant
    assert sentence(finding).startswith("Unfinished: 7 of 8 registered seeds: ")


def test_a_policy_sentence_is_about_that_policy(results: Results) -> None:
    first, second = policy_sentences(results)
    won = round(rate(results.episodes, "ppo", 0) * 40)
    assert f"PPO trained with seed 0 on Mono-Red Aggro won {won} of 40 games" in first
    assert "seed 1" in second


def test_cells_follow_the_protocol(results: Results) -> None:
    assert [(cell.agent, cell.games, cell.seeds) for cell in cells(results)] == [
        ("ppo", 80, 2),
        ("random", 80, 2),
    ]
