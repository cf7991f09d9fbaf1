"""MaskablePPO on our games: the same policy from the same weights, every rule of sb3's interface, a usable folder."""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mtg_causal_rl.errors import InvalidValue, MissingExtra, UnknownName
from mtg_causal_rl.learning import load_policy
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.masked import masked_log_probabilities
from mtg_causal_rl.learning.networks import Network, Shape
from mtg_causal_rl.learning.settings import TrainingSettings
from mtg_causal_rl.learning.trainer import train_on

pytest.importorskip("sb3_contrib")

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]
UPDATE = 128
CPU = torch.device("cpu")


def _settings(out: Path | None = None, updates: int = 4, **changes: Any) -> TrainingSettings:
    base = TrainingSettings(seed=7, steps=UPDATE * updates, out=out, trainer="sb3", say=None)
    return replace(base, **changes)


def _model(agent: Agent, make_toy: MakeToy) -> tuple[Any, Any]:
    from mtg_causal_rl.learning.sb3 import Sb3Games, maskable_ppo

    games = Sb3Games(make_toy(), seed=5)
    return maskable_ppo(agent, games, 0, CPU), games


def _network(agent: Agent, seed: int) -> Network:
    towers, heads = (torch.Generator().manual_seed(seed + part) for part in (0, 1))
    shape = Shape(observation=20, actions=6, hidden=agent.optimisation.hidden, heads=agent.heads)
    return Network(shape, towers, heads)


def _answers(network: Network, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    network.input.choose(torch.arange(20))
    logits, critic = network(seen, torch.arange(6))
    return masked_log_probabilities(logits, masks), critic.values


@pytest.mark.parametrize("hidden", [(24, 16), (24, 16, 8), (12,)])
def test_weights_convert_both_ways(hidden: tuple[int, ...], make_toy: MakeToy, small_agent: SmallAgent) -> None:
    from mtg_causal_rl.learning.sb3 import copy_from_sb3, copy_to_sb3

    ppo = small_agent("ppo")
    agent = replace(ppo, optimisation=replace(ppo.optimisation, hidden=hidden))
    model, _ = _model(agent, make_toy)
    ours, back = _network(agent, 1), _network(agent, 50)
    copy_to_sb3(ours, model.policy)
    copy_from_sb3(model.policy, back)
    assert all(torch.equal(value, back.weights()[name]) for name, value in ours.weights().items())
    seen, masks = torch.rand(32, 20), torch.rand(32, 6) < 0.6
    masks[:, 0] = True
    with torch.no_grad():
        log_probabilities, values = _answers(ours, seen, masks)
        distribution = model.policy.get_distribution(seen, action_masks=masks.numpy())
        theirs = distribution.distribution.logits
        torch.testing.assert_close(log_probabilities[masks], theirs[masks], atol=1e-6, rtol=1e-5)
        torch.testing.assert_close(values, model.policy.predict_values(seen).squeeze(1), atol=1e-6, rtol=1e-5)


def test_the_games_as_sb3_sees_them(make_toy: MakeToy) -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from mtg_causal_rl.learning.sb3 import Sb3Games

    toy = make_toy(cut_off=3)
    games = Sb3Games(toy, seed=5)
    first = games.reset()
    assert is_masking_supported(games)
    kept, masks = first.copy(), get_action_masks(games)
    assert masks.shape == (8, 6)
    assert masks.dtype == np.bool_
    cut_off = 0
    for _ in range(6):
        games.step_async(get_action_masks(games).argmax(axis=1))
        seen, rewards, ended, infos = games.step_wait()
        assert rewards.dtype == np.float32
        for game in range(8):
            assert ended[game] == ("terminal_observation" in infos[game])
            cut_off += infos[game].get("TimeLimit.truncated", False)
    assert cut_off > 0
    assert np.array_equal(first, kept), "an array that sb3 keeps was written again"
    assert np.array_equal(games.reset(), kept), "a reset begins the same games"
    assert seen is not toy.observations


def test_it_learns_and_leaves_a_policy(tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    rows: list[Any] = []
    trained = train_on(small_agent("ppo"), make_toy(), _settings(tmp_path, 30, on_update=rows.append))
    assert (trained.steps, trained.updates, trained.finished) == (UPDATE * 30, 30, True)
    assert [row["update"] for row in rows] == [float(update) for update in range(1, 31)]
    assert rows[-1]["return"] > rows[0]["return"] + 0.5
    assert {"loss/policy", "policy_entropy", "kl", "win_rate", "explained_variance"} <= set(rows[0])
    observations, infos = make_toy(games=50).reset(seed=1)
    masks = infos["action_mask"]
    loaded = load_policy(tmp_path).probabilities(observations, masks, infos)
    assert np.array_equal(loaded, trained.policy.probabilities(observations, masks, infos))
    assert (tmp_path / "metrics").is_dir()


def test_both_trainers_start_from_the_same_weights(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    """With a learning rate of zero, what each leaves is what it began with."""
    from mtg_causal_rl.learning.schedules import Linear

    ppo = small_agent("ppo")
    still = replace(ppo, optimisation=replace(ppo.optimisation, learning_rate=Linear(0.0, 0.0)))
    networks = [
        train_on(still, make_toy(), _settings(updates=1, trainer=name)).policy.network.weights()
        for name in ("own", "sb3")
    ]
    assert all(torch.equal(value, networks[1][name]) for name, value in networks[0].items())


def test_schedules_reach_sb3(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    from mtg_causal_rl.learning import sb3_training

    seen: list[tuple[float, float]] = []
    report = sb3_training._Updates._report

    def noting(self: Any) -> None:
        rate = self.model.policy.optimizer.param_groups[0]["lr"]
        seen.append((rate, self.model.ent_coef))
        report(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sb3_training._Updates, "_report", noting)
        train_on(small_agent("ppo"), make_toy(), _settings(updates=4))
    expected = [(3e-3 + (1e-3 - 3e-3) * p, 0.05 + (0.005 - 0.05) * p) for p in (0.25, 0.5, 0.75, 1.0)]
    assert np.allclose(seen, expected)


@pytest.mark.parametrize("name", ["cgfa", "cwm", "cgfa_scalar_only"])
def test_agents_that_sb3_cannot_train_are_refused(name: str, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    with pytest.raises(InvalidValue, match=f"cannot train agent '{name}'"):
        train_on(small_agent(name), make_toy(), _settings())


def test_an_unknown_trainer_and_what_sb3_cannot_do_are_refused(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    with pytest.raises(UnknownName, match="'sb3'"):
        train_on(small_agent("ppo"), make_toy(), _settings(trainer="sb2"))
    train_on(small_agent("ppo"), make_toy(), _settings(tmp_path, updates=1))
    with pytest.raises(InvalidValue, match="neither resumes"):
        train_on(small_agent("ppo"), make_toy(), _settings(tmp_path, updates=1, resume=True))
    settings = _settings(tmp_path, updates=1, resume=True, trainer="own")
    with pytest.raises(InvalidValue, match="trainer: 'sb3' in the checkpoint, absent asked"):
        train_on(small_agent("ppo"), make_toy(), settings)


def test_without_sb3_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("mtg_causal_rl.learning.sb3")]:
        monkeypatch.delitem(sys.modules, module)
    real_import = builtins.__import__

    def without_sb3(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name.startswith("sb3_contrib"):
            raise ImportError("no such module", name=name)
        return real_import(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without_sb3)
    with pytest.raises(MissingExtra, match=r"sb3_contrib.*mtg-causal-rl\[learn\]"):
        importlib.import_module("mtg_causal_rl.learning.sb3_training")
