"""Speed is measured beside an environment that does nothing, and written for people and programs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from mtg_causal_rl.evaluation.bench import (
    ACTIONS,
    OBSERVATION_SIZE,
    Effort,
    Figure,
    NullEnvironment,
    random_actions,
    steps_per_second,
    table,
    write_json,
)


def test_the_null_environment_has_our_sizes() -> None:
    environment = NullEnvironment()
    observation, info = environment.reset(seed=0)
    assert observation.shape == (OBSERVATION_SIZE,)
    assert info["action_mask"].shape == (ACTIONS,)
    assert (OBSERVATION_SIZE, ACTIONS) == (17 + 90 * 34, 478)
    assert environment.observation_space.contains(observation)


def test_steps_are_timed() -> None:
    assert steps_per_second(NullEnvironment, Effort(repeats=1, seconds=0.02)) > 1000


def test_random_actions_are_legal_and_uniform() -> None:
    masks = np.zeros((3000, 10), dtype=np.int8)
    masks[:, [2, 5, 7]] = 1
    counts = np.bincount(random_actions(masks, np.random.default_rng(0)), minlength=10)
    assert set(np.flatnonzero(counts)) == {2, 5, 7}
    assert counts[[2, 5, 7]].min() > 900


def test_figures_are_written_twice(tmp_path: Path) -> None:
    figures = [Figure("null environment", 123456.78, "steps/s")]
    assert table(figures) == "null environment       123,456.8 steps/s"
    write_json(figures, Effort(), tmp_path / "bench.json")
    content = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert content["figures"] == [{"name": "null environment", "value": 123456.78, "unit": "steps/s"}]
    assert content["effort"]["repeats"] == 5
