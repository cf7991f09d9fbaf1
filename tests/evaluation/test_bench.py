"""Speed is measured beside environments that do nothing, and written for people and programs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.evaluation.bench import (
    Effort,
    Figure,
    NullEnvironment,
    NullVector,
    Runs,
    figure,
    measure,
    random_actions,
    runs,
    table,
    write_json,
)
from mtg_causal_rl.game.binding import ACTIONS, OBSERVATION_SIZE, pilots, state_bytes

SHORT = Effort(repeats=3, seconds=0.01, games=4)


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    return list(measure(SHORT))


def test_the_null_environments_have_our_sizes() -> None:
    observation, info = NullEnvironment().reset(seed=0)
    assert observation.shape == (OBSERVATION_SIZE,)
    assert info["action_mask"].shape == (ACTIONS,)
    observations, infos = NullVector(3).reset()
    assert observations.shape == (3, OBSERVATION_SIZE)
    assert infos["action_mask"].shape == (3, ACTIONS)
    assert NullVector(3).observation_space.contains(observations)


def test_everything_promised_is_measured(figures: list[Figure]) -> None:
    units = {figure.name: figure.unit for figure in figures}
    assert units == {
        "null environment": "steps/s",
        "single environment, random pilot": "steps/s",
        "null vector environment, 4 games": "decisions/s",
        **{f"vector environment, 4 games, 1 thread, {pilot} pilot": "decisions/s" for pilot in pilots()},
        "engine alone, random against random": "games/s",
        "fork inside the core": "us",
        "fork of a Game from Python": "us",
        "state of a game": "bytes",
    }
    assert all(0 < figure.lowest <= figure.value <= figure.highest for figure in figures)
    assert figures[-1].value == state_bytes()


def test_environments_stand_beside_one_that_does_nothing(figures: list[Figure]) -> None:
    shares = {figure.name: figure.of_null for figure in figures if figure.of_null is not None}
    assert set(shares) == {name for name in (f.name for f in figures) if "environment, " in name and "pilot" in name}
    assert all(0 < share < 1 for share in shares.values())


def test_a_figure_is_the_median_of_its_runs() -> None:
    measured = iter([3.0, 1.0, 2.0])
    found = figure("thing", "us", runs(lambda: next(measured), Effort(repeats=3)), Runs((4.0,), 1.0))
    assert (found.value, found.lowest, found.highest, found.of_null) == (2.0, 1.0, 3.0, 0.5)


def test_random_actions_are_legal_and_uniform() -> None:
    masks = np.zeros((3000, 10), dtype=np.int8)
    masks[:, [2, 5, 7]] = 1
    counts = np.bincount(random_actions(masks, np.random.default_rng(0)), minlength=10)
    assert set(np.flatnonzero(counts)) == {2, 5, 7}
    assert counts[[2, 5, 7]].min() > 900


def test_figures_are_written_twice(tmp_path: Path) -> None:
    made = [Figure("null", 123456.78, "steps/s", 1e5, 2e5, 0.97), Figure("ours", 5e4, "steps/s", 5e4, 5e4, 1.0, 0.4)]
    assert table(made) == (
        "null      123,456.78 steps/s     (100,000.00 to 200,000.00)\nours       50,000.00 steps/s      40.0% of null"
    )
    write_json(made, Effort(), tmp_path / "bench.json")
    content = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert content["figures"][0]["value"] == 123456.78
    assert content["figures"][1]["of_null"] == 0.4
    assert content["effort"]["repeats"] == 5


def test_a_busy_machine_is_said_to_be_one() -> None:
    busy = Figure("ours", 5e4, "steps/s", 5e4, 5e4, 0.41)
    assert "as little as 41% of a processor" in table([busy])


@pytest.mark.parametrize("wrong", [{"repeats": 0}, {"games": 0}, {"threads": -1}, {"seconds": 0.0}])
def test_nothing_can_be_measured_in_no_time(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidValue, match=next(iter(wrong))):
        Effort(**wrong)
