"""Training in the real environment: every kind of agent, resumed to the byte, evaluated in paired games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mtg_causal_rl.causal.win_learner import WinLearning
from mtg_causal_rl.evaluation import play_matches
from mtg_causal_rl.learning import AGENTS, Agent, load_policy, train
from mtg_causal_rl.policies import RandomPolicy

UPDATE = 256
MET: dict[str, Any] = {"deck": "mono_red_aggro", "opponents": ["boros_convoke"], "episodes": 6, "pilot": "random"}


def _small(name: str) -> Agent:
    agent = AGENTS[name]
    numbers = replace(agent.optimisation, hidden=(32, 16), transitions=UPDATE, games=8, minibatch=64, epochs=2)
    return replace(agent, optimisation=numbers)


def _train(name: str, out: Path, **changes: Any) -> Any:
    settings = {"deck": "mono_red_aggro", "opponent": "boros_convoke", "pilot": "random", "seed": 3}
    settings |= {"steps": 4 * UPDATE, "device": "cpu", "out": out, "say": None, "max_turns": 6}
    return train(_small(name), **(settings | changes))


class _Killed(Exception):
    """As if the process had died."""


def _killing(monkeypatch: pytest.MonkeyPatch, update: int) -> Callable[[], None]:
    """Let the run die at the end of that update, after checkpoints of every update before."""
    from mtg_causal_rl.learning import run as runs

    unbroken = runs.Run.update

    def dying(self: Any) -> dict[str, float]:
        row = unbroken(self)
        if self.updates == update:
            raise _Killed
        return row

    monkeypatch.setattr(runs.Run, "update", dying)
    return lambda: monkeypatch.setattr(runs.Run, "update", unbroken)


@pytest.mark.parametrize("name", ["ppo", "cwm", "cgfa", "cgfa_permuted_epsilon", "cgfa_random_factors"])
def test_a_killed_and_resumed_run_is_one_that_never_stopped(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _train(name, tmp_path / "whole", checkpoint_every=1)
    revive = _killing(monkeypatch, 3)
    with pytest.raises(_Killed):
        _train(name, tmp_path / "broken", checkpoint_every=1)
    revive()
    assert _train(name, tmp_path / "broken", checkpoint_every=1, resume=True).finished
    whole, broken = (tmp_path / each / "checkpoint.safetensors" for each in ("whole", "broken"))
    assert whole.read_bytes() == broken.read_bytes()


@pytest.mark.parametrize("name", ["ppo", "cwm", "cgfa"])
def test_a_trained_policy_plays_matches_the_same_every_time(name: str, tmp_path: Path) -> None:
    _train(name, tmp_path, steps=UPDATE)
    policy = load_policy(tmp_path)
    first, again = (play_matches(policy, **MET) for _ in range(2))
    assert len(first) == 6
    assert first.columns() == again.columns()


def test_a_player_of_ones_own_can_be_the_opponent(tmp_path: Path) -> None:
    """A trained one too, and a resumed run refuses another in its place."""
    _train("ppo", tmp_path / "first", steps=UPDATE)
    opponent = load_policy(tmp_path / "first")
    _train("ppo", tmp_path / "second", steps=UPDATE, pilot=opponent)
    with pytest.raises(ValueError, match=r"environment\.pilot: 'trained policy"):
        _train("ppo", tmp_path / "second", steps=UPDATE, pilot=RandomPolicy(), resume=True)


def test_a_win_model_is_learned_and_handed_to_the_games(tmp_path: Path) -> None:
    learning = WinLearning(buffer_games=100, refit_every=5, steps=20)
    rows: list[Any] = []
    settings = {"win_learning": learning, "checkpoint_every": 1, "on_update": rows.append}
    _train("ppo", tmp_path / "whole", **settings)
    assert rows[-1]["win_model/games"] >= 5
    assert rows[-1]["win_model/weight/life_buffer"] != rows[0]["win_model/weight/life_buffer"]
    assert 0.0 < rows[-1]["win_model/brier"] < 1.0


def test_maskable_ppo_trains_on_the_real_games(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    assert _train("ppo", tmp_path, trainer="sb3", steps=2 * UPDATE).finished
    assert len(play_matches(load_policy(tmp_path), **MET)) == 6
