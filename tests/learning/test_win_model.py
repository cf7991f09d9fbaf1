"""The win model learned online: whole games, handed over between rollouts, kept in checkpoints, logged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mtg_causal_rl.causal.win_learner import FinishedGame, WinLearning, WinProbLearner
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.settings import TrainingSettings
from mtg_causal_rl.learning.trainer import train_on

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]
UPDATE = 128
LEARNING = WinLearning(buffer_games=50, refit_every=10, steps=20)


def _settings(out: Path | None = None, **changes: Any) -> TrainingSettings:
    base = TrainingSettings(seed=7, steps=UPDATE * 6, out=out, checkpoint_every=2, say=None)
    return replace(base, win_learning=LEARNING, **changes)


def test_the_environment_gets_what_was_learned_between_rollouts(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    venv = make_toy()
    handed: list[tuple[int, WinModel]] = []
    venv.set_win_model = lambda model: handed.append((venv.steps, model))
    rows: list[Any] = []
    train_on(small_agent("ppo"), venv, _settings(on_update=rows.append))
    steps_per_rollout = UPDATE // venv.num_envs
    assert handed
    assert all(step % steps_per_rollout == 0 and step > 0 for step, _ in handed)
    assert len({model.hash for _, model in handed}) == len(handed)
    # In the toy the first factor counts right answers, the second mistakes with a minus: both speak for a win.
    assert handed[-1][1].raw_weights[0] > 0
    assert rows[-1]["win_model/games"] >= 10
    assert 0 <= rows[-1]["win_model/brier"] <= 1
    assert {"win_model/calibration_error", "win_model/skill", "win_model/weight/tempo"} <= set(rows[-1])


def test_games_are_learned_from_whole(
    monkeypatch: pytest.MonkeyPatch, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    seen: list[FinishedGame] = []
    record = WinProbLearner.record

    def noting(self: WinProbLearner, game: FinishedGame, luck: np.random.Generator) -> bool:
        seen.append(game)
        return record(self, game, luck)

    monkeypatch.setattr(WinProbLearner, "record", noting)
    rows: list[Any] = []
    train_on(small_agent("cgfa"), make_toy(), _settings(on_update=rows.append))
    assert seen
    for game in seen:
        # Each action changed one of the two counts by one; the last change is seen by no decision.
        assert np.array_equal(game.factors[:, 0] - game.factors[:, 1], np.arange(len(game.factors)))
        assert game.won == (game.factors[-1, 0] == 7 and -game.factors[-1, 1] <= 2)


def test_without_it_nothing_else_changes(tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    """The toy's games do not depend on the win model, and so neither does what PPO learns."""
    logged: dict[bool, list[Any]] = {}
    for learned in (True, False):
        rows: list[Any] = []
        settings = _settings(on_update=rows.append)
        train_on(small_agent("ppo"), make_toy(), settings if learned else replace(settings, win_learning=None))
        logged[learned] = [row["loss/policy"] for row in rows]
    assert logged[True] == logged[False]


def test_a_killed_and_resumed_run_is_one_that_never_stopped(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    class Killed(Exception):
        pass

    def kill(row: Any) -> None:
        if row["update"] == 3:
            raise Killed

    agent = small_agent("cgfa")
    whole = make_toy()
    train_on(agent, whole, _settings(tmp_path / "whole"))
    with pytest.raises(Killed):
        train_on(agent, make_toy(), _settings(tmp_path / "broken", on_update=kill))
    resumed = make_toy()
    train_on(agent, resumed, _settings(tmp_path / "broken", resume=True))
    first, second = (tmp_path / each / "checkpoint.safetensors" for each in ("whole", "broken"))
    assert first.read_bytes() == second.read_bytes()
    assert resumed.win_model.hash == whole.win_model.hash != WinModel.cold().hash


def test_an_environment_that_takes_no_model_is_refused(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    venv = make_toy()
    venv.set_win_model = None
    with pytest.raises(InvalidValue, match="set_win_model"):
        train_on(small_agent("ppo"), venv, _settings())
