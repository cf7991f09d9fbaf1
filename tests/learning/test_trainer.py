"""Training: it learns, the same seed gives the same bytes, a resumed run is one that never stopped."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
import torch

from mtg_causal_rl.causal.factors import FACTOR_SCALES
from mtg_causal_rl.errors import InvalidValue, UnknownName, UserError
from mtg_causal_rl.learning import load_policy
from mtg_causal_rl.learning.agents import AGENTS, Agent, Term
from mtg_causal_rl.learning.batch import Step
from mtg_causal_rl.learning.settings import TrainingSettings, choose_device
from mtg_causal_rl.learning.streams import TRAINING_SEEDS, environment_seed
from mtg_causal_rl.learning.trainer import train, train_on

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]
UPDATE = 128
# Two actions are always legal, each of four more with probability 1/2: sum over k of C(4, k) / 16 / (2 + k).
CHANCE_OF_A_HIT = 0.26875


def _settings(out: Path | None = None, updates: int = 6, **changes: Any) -> TrainingSettings:
    base = TrainingSettings(seed=7, steps=UPDATE * updates, out=out, checkpoint_every=2, say=None)
    return replace(base, **changes)


def _hit_rate(policy: Any, make_toy: MakeToy) -> float:
    venv = make_toy()
    observations, infos = venv.reset(seed=2**62)
    hits = []
    for _ in range(60):
        good = venv.good.copy()
        actions = policy.act(observations, infos["action_mask"], infos, [])
        hits.append(actions == good)
        observations, _, _, _, infos = venv.step(actions)
    return float(np.mean(hits))


@pytest.mark.parametrize("name", ["ppo", "cwm", "cgfa", "cgfa_return_gate"])
def test_learning_beats_chance(name: str, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    trained = train_on(small_agent(name), make_toy(), _settings(updates=30))
    untrained = train_on(small_agent(name), make_toy(), _settings(updates=1))
    assert _hit_rate(untrained.policy, make_toy) < (CHANCE_OF_A_HIT + 1.0) / 2
    assert _hit_rate(trained.policy, make_toy) > (CHANCE_OF_A_HIT + 1.0) / 2  # halfway to playing perfectly


@pytest.mark.parametrize("name", ["ppo", "cwm", "cgfa"])
def test_the_same_seed_gives_the_same_bytes(
    name: str, tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    for folder, seed in (("one", 7), ("two", 7), ("other", 8)):
        torch.manual_seed(len(folder))  # torch's own generator has no say
        train_on(small_agent(name), make_toy(), _settings(tmp_path / folder, updates=3, seed=seed))
    one, two, other = (_bytes(tmp_path / folder) for folder in ("one", "two", "other"))
    assert one == two
    assert one != other


def _bytes(folder: Path) -> bytes:
    return (folder / "checkpoint.safetensors").read_bytes()


class _Killed(Exception):
    """As if the process had died."""


@pytest.mark.parametrize("name", ["ppo", "cwm", "cgfa"])
@pytest.mark.parametrize("killed_in", [3, 4])
def test_a_killed_and_resumed_run_is_one_that_never_stopped(
    name: str, killed_in: int, tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    agent = small_agent(name)
    train_on(agent, make_toy(), _settings(tmp_path / "whole"))

    def kill(row: Any) -> None:
        if row["update"] == killed_in:
            raise _Killed

    with pytest.raises(_Killed):
        train_on(agent, make_toy(), _settings(tmp_path / "broken", on_update=kill))
    resumed = train_on(agent, make_toy(), _settings(tmp_path / "broken", resume=True))
    assert resumed.finished
    assert _bytes(tmp_path / "whole") == _bytes(tmp_path / "broken")
    assert _logged(tmp_path / "whole") == _logged(tmp_path / "broken")


def _logged(folder: Path) -> list[dict[str, str]]:
    """Every row but its wall-clock columns, as text since nan is not nan."""
    table = pyarrow.parquet.read_table(folder / "metrics").to_pylist()
    rows = sorted(table, key=lambda row: row["update"])
    return [{name: repr(value) for name, value in row.items() if not name.startswith("seconds/")} for row in rows]


def test_interrupting_saves_and_says_how_to_resume(tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    agent, said = small_agent("ppo"), []
    train_on(agent, make_toy(), _settings(tmp_path / "whole"))

    def interrupt(row: Any) -> None:
        if row["update"] == 3:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    stopped = train_on(agent, make_toy(), _settings(tmp_path / "broken", on_update=interrupt, say=said.append))
    assert signal.getsignal(signal.SIGINT) is before
    assert (stopped.updates, stopped.finished) == (3, False)
    assert "resume" in said[-1]
    train_on(agent, make_toy(), _settings(tmp_path / "broken", resume=True))
    assert _bytes(tmp_path / "whole") == _bytes(tmp_path / "broken")


def test_metrics_have_one_row_per_update_with_the_diagnostics(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    train_on(small_agent("cgfa"), make_toy(), _settings(tmp_path, updates=5))
    rows = _logged(tmp_path)
    assert [float(row["update"]) for row in rows] == [1.0, 2.0, 3.0, 4.0, 5.0]
    expected = ["correlation", "sign_agreement", "credit", "mixture", "bias"]
    wanted = {f"{kind}/{factor}" for kind in expected for factor in ("card_advantage", "removal_available")}
    wanted |= {"gate/mean", "gate/min", "gate/max", "gate/collapsed", "gate/pull", "explained_variance"}
    wanted |= {"policy_entropy", "clip_fraction", "kl", "win_rate", "return", "loss/calibration", "steps"}
    assert wanted <= set(rows[-1])


def _not_a_number(step: Step) -> torch.Tensor:
    """Finite for a while, then not."""
    return step.live.critic.values.mean() * (math.nan if step.batch.returns.max() > -9.0 else 1.0)


def test_a_loss_that_is_not_finite_stops_with_the_state_saved(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    ppo = small_agent("ppo")
    agent = replace(ppo, terms=(*ppo.terms, Term("broken", _not_a_number, 1.0)))
    with pytest.raises(UserError, match=r"diverged in update 1.*broken nan.*stopped\.safetensors"):
        train_on(agent, make_toy(), _settings(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["stopped.safetensors"]
    weights = load_policy(tmp_path / "stopped.safetensors").network.weights()
    assert all(bool(torch.isfinite(value).all()) for value in weights.values())


def test_resuming_another_configuration_is_refused_by_name(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    agent = small_agent("ppo")
    train_on(agent, make_toy(), _settings(tmp_path, updates=2))
    with pytest.raises(InvalidValue, match="seed: 7 in the checkpoint, 8 asked"):
        train_on(agent, make_toy(), _settings(tmp_path, updates=2, seed=8, resume=True))
    dearer = replace(agent, terms=agent.with_coefficient("value", 0.7))
    with pytest.raises(InvalidValue, match=r"agent\.terms\.value\.coefficient: 0\.5 in the checkpoint, 0\.7 asked"):
        train_on(dearer, make_toy(), _settings(tmp_path, updates=2, resume=True))


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    train_on(small_agent("ppo"), make_toy(), _settings(tmp_path, updates=1))
    with pytest.raises(InvalidValue, match="resume=True"):
        train_on(small_agent("ppo"), make_toy(), _settings(tmp_path, updates=1))


def test_another_gamma_is_refused(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    venv = make_toy()
    venv.gamma = 0.99
    with pytest.raises(InvalidValue, match=r"0\.995.*0\.99"):
        train_on(small_agent("ppo"), venv, _settings())
    venv.gamma = None
    with pytest.raises(InvalidValue, match="does not say with which gamma"):
        train_on(small_agent("ppo"), venv, _settings())


def test_a_missing_win_model_is_refused_where_the_mixture_starts_at_it(
    make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    venv = make_toy()
    venv.win_weights = None
    with pytest.raises(InvalidValue, match="win_weights"):
        train_on(small_agent("cgfa"), venv, _settings())
    train_on(small_agent("cgfa_cold"), venv, _settings(updates=1))


def test_the_mixture_starts_at_the_win_models_weights(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    rows: list[Any] = []
    train_on(small_agent("cgfa"), make_toy(), _settings(updates=1, on_update=rows.append))
    weights = torch.softmax(
        torch.from_numpy(make_toy().win_weights) * torch.tensor(list(FACTOR_SCALES.values())), dim=0
    )
    assert rows[0]["mixture/card_advantage"] == pytest.approx(float(weights[0]))
    assert rows[0]["gate/mean"] == 0.5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"device": "cua"}, "unknown device 'cua'"),
        ({"steps": 0}, "steps 0"),
        ({"seed": -1}, "seed -1"),
        ({"threads": 0}, "threads 0"),
        ({"resume": True}, "nothing to resume"),
        ({"tensorboard": True}, "out="),
    ],
)
def test_bad_settings_are_refused_before_starting(
    changes: dict[str, Any], message: str, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    with pytest.raises(InvalidValue, match=message):
        train_on(small_agent("ppo"), make_toy(), _settings(**changes))


def test_a_gpu_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert choose_device("auto") == torch.device("cpu")
    with pytest.raises(InvalidValue, match="no GPU"):
        choose_device("cuda")


def test_a_count_of_games_that_does_not_divide_is_refused(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    with pytest.raises(InvalidValue, match="num_envs 7"):
        train_on(small_agent("ppo"), make_toy(games=7), _settings())


def test_training_seeds_stay_below_those_of_evaluation() -> None:
    from mtg_causal_rl.evaluation.matches import EVALUATION_SEEDS

    seeds = {environment_seed(seed, "shared") for seed in range(200)}
    assert len(seeds) == 200
    assert all(seed in TRAINING_SEEDS for seed in seeds)
    assert TRAINING_SEEDS[-1] < EVALUATION_SEEDS[0]


def test_train_makes_the_environment_that_the_agent_needs(monkeypatch: pytest.MonkeyPatch, make_toy: MakeToy) -> None:
    made: dict[str, Any] = {}

    def make_vec(name: str, num_envs: int, **options: Any) -> Any:
        made.update(options, name=name, num_envs=num_envs)
        return make_toy(games=num_envs)

    monkeypatch.setattr("gymnasium.make_vec", make_vec)
    trained = train(
        "cgfa_factual_epsilon",
        deck="d",
        opponent="o",
        pilot="p",
        seed=1,
        steps=1,
        max_turns=9,
        say=None,
        device="cpu",
        threads=1,
    )
    assert trained.steps == AGENTS["ppo"].optimisation.transitions
    assert made == {
        "name": "mtg_causal_rl:MTGCausal-v0",
        "num_envs": 16,
        "deck": "d",
        "opponent": "o",
        "pilot": "p",
        "max_turns": 9,
        "threads": 1,
        "gamma": 0.995,
        "causal": "full",
        "epsilon": "factual",
    }


def test_an_unknown_option_is_answered_with_the_closest() -> None:
    with pytest.raises(UnknownName, match="max_turns"):
        train("ppo", deck="mono_red_aggro", max_turn=9)
    with pytest.raises(UnknownName, match="checkpoint_every"):
        train("ppo", deck="mono_red_aggro", checkpoints_every=9)


def test_tensorboard_shows_every_update_once(tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    event_accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    agent = small_agent("ppo")

    def kill(row: Any) -> None:
        if row["update"] == 3:
            raise _Killed

    with pytest.raises(_Killed):
        train_on(agent, make_toy(), _settings(tmp_path, updates=6, tensorboard=True, on_update=kill))
    train_on(agent, make_toy(), _settings(tmp_path, updates=6, tensorboard=True, resume=True))
    shown = event_accumulator.EventAccumulator(str(tmp_path / "tensorboard"))
    shown.Reload()
    points = {point.step: point.value for point in shown.Scalars("policy_entropy")}
    assert sorted(points) == [UPDATE * update for update in range(1, 7)]
    logged = {float(row["steps"]): float(row["policy_entropy"]) for row in _logged(tmp_path)}
    assert points == pytest.approx(logged)
