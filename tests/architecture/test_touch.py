"""The touch test: one toy of everything is added from outside and used, and the package stays as it was."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pyarrow.parquet
import pytest
import torch
from architecture.sources import PACKAGE
from experiments.fakes import PROTOCOL, FakeGames, tiny

from mtg_causal_rl import Game, GameBatch, Pool, scenario
from mtg_causal_rl.cards import compile_pool, describe_card
from mtg_causal_rl.causal import COUNTS, STRATEGY, CausalModel, Counts
from mtg_causal_rl.causal.interpreter import Batch, evaluate, measure
from mtg_causal_rl.causal.strategy import VARIABLES
from mtg_causal_rl.env.rewards import REWARDS
from mtg_causal_rl.evaluation import play_matches
from mtg_causal_rl.experiments.figures import FIGURES
from mtg_causal_rl.experiments.laboratory import laboratory
from mtg_causal_rl.experiments.protocol import Known, parse_protocol
from mtg_causal_rl.experiments.report import Contents, write_report
from mtg_causal_rl.experiments.runner import run_study
from mtg_causal_rl.experiments.store import Results, Store
from mtg_causal_rl.experiments.tables import TABLES
from mtg_causal_rl.learning import AGENTS, Trained, load_policy, train
from mtg_causal_rl.policies import make_policy

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"
TOY = Path(__file__).with_name("toy.py")
STUDY = PROTOCOL.format(status="exploratory", seeds=[0])
for written, meant in {
    '"ppo"': '"toy"',
    'decks = ["mono_red_aggro"]': 'decks = ["toy_scouts"]',
    '"heuristic"': '"random"',
    "steps = 1000": "steps = 256",
    "episodes = 20": "episodes = 4",
}.items():
    STUDY = STUDY.replace(written, meant)


def files_of_the_package() -> dict[str, str]:
    """The hash of every file by its path, the compiled core included."""
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(PACKAGE)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def what_is_known() -> dict[str, Any]:
    """Everything that could be registered somewhere, by name, and what the standard pool compiles to."""
    return {
        "cards": tuple(Pool.standard().cards),
        "decks": tuple(Pool.standard().decks),
        "program": compile_pool(Pool.standard()),
        "agents": dict(AGENTS),
        "rewards": dict(REWARDS),
        "variables": (VARIABLES, STRATEGY.names, STRATEGY.structure),
        "tables": TABLES,
        "figures": FIGURES,
        "environments": tuple(gymnasium.registry),
    }


@pytest.fixture(autouse=True)
def nothing_was_touched() -> Iterator[None]:
    files, known = files_of_the_package(), what_is_known()
    yield
    assert what_is_known() == known
    assert files_of_the_package() == files


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The user's module, loaded from a folder that the package knows nothing of."""
    path = Path(shutil.copy(TOY, tmp_path_factory.mktemp("elsewhere")))
    place = importlib.util.spec_from_file_location("toy", path)
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def toy_training(toy: ModuleType) -> dict[str, Any]:
    """Two updates with the toy deck and reward."""
    decks = {"deck": toy.DECK, "opponent": "mono_red_aggro", "pool": toy.POOL}
    return {**decks, "pilot": "random", "reward": toy.REWARD, "steps": 256, "device": "cpu"}


@pytest.fixture(scope="module")
def trained(toy: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """The toy agent, trained and saved."""
    return train(toy.AGENT, **toy_training(toy), out=tmp_path_factory.mktemp("training") / "toy", say=None)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A finished study whose games are invented."""
    store = Store(tmp_path_factory.mktemp("study"))
    assert run_study(tiny(), store, FakeGames().laboratory(), lambda line: None)
    return store.read()


def choose(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """A random legal action for each row."""
    return np.argmax(np.where(masks != 0, generator.random(masks.shape), -1.0), axis=1)


def test_a_card_is_played_in_a_scenario(toy: ModuleType) -> None:
    g = scenario(you=dict(hand=["Toy Scout"], battlefield=["Island", "Island"], library=["Shock"]), pool=toy.POOL)
    g.cast("Toy Scout")
    g.resolve_all()
    scout = g.permanent("Toy Scout", of="you")
    assert (scout.power, scout.toughness) == (2, 2)
    assert (g.you.hand, g.you.library) == (["Shock"], [])
    assert "Toy Scout" in describe_card(toy.POOL, "Toy Scout")


def test_a_deck_plays_whole_games(toy: ModuleType) -> None:
    game = Game(decks=(toy.DECK, "toy_scouts"), seed=3, pool=toy.POOL)
    generator = np.random.default_rng(0)
    while not game.over:
        game.apply(int(choose(game.mask()[None], generator)[0]))
    assert "casts Toy Scout" in game.transcript()
    games = GameBatch(8, decks=("toy_scouts", "mono_red_aggro"), seeds=range(8), pool=toy.POOL)
    games.play_random()
    assert games.over.all()


def test_deck_and_reward_work_in_an_environment(toy: ModuleType) -> None:
    options = {"deck": toy.DECK, "opponent": "toy_scouts", "pilot": "random", "reward": toy.REWARD}
    env = gymnasium.make(ENVIRONMENT, pool=toy.POOL, **options)
    generator = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    rewards, over = [], False
    while not over:
        action = choose(info["action_mask"][None], generator)[0]
        _, reward, terminated, truncated, info = env.step(action)
        rewards.append(float(reward))
        over = terminated or truncated
    assert info["summary"]["matchup"]["deck"] == "toy_scouts"
    assert info["summary"]["return"] == pytest.approx(sum(rewards))
    outcome = 2.0 * (info["summary"]["winner"] == "agent")
    assert sum(rewards) - outcome == pytest.approx(0.25 * round((sum(rewards) - outcome) / 0.25))
    assert 0.25 in rewards


def test_deck_and_reward_work_in_many_environments(toy: ModuleType) -> None:
    options = {"deck": toy.DECK, "opponent": "all", "pilot": "heuristic", "reward": toy.REWARD}
    games = gymnasium.make_vec(ENVIRONMENT, num_envs=16, pool=toy.POOL, **options)
    generator = np.random.default_rng(0)
    _, infos = games.reset(seed=1)
    assert "toy_scouts" in infos["matchup"]["opponent"]
    seen: set[float] = set()
    for _ in range(60):
        _, rewards, _, _, infos = games.step(choose(infos["action_mask"], generator))
        seen |= set(rewards.tolist())
    games.close()
    assert 0.25 in seen


def test_an_agent_trains_and_its_checkpoint_plays(toy: ModuleType, trained: Trained) -> None:
    assert trained.finished
    assert trained.out is not None
    policy = load_policy(trained.out)
    matches = play_matches(policy, deck=toy.DECK, opponents=["toy_scouts"], episodes=4, pilot="random", pool=toy.POOL)
    assert [row.deck for row in matches] == ["toy_scouts"] * 4
    scripted = make_policy("heuristic", deck="toy_scouts", pool=toy.POOL)
    assert len(play_matches(scripted, deck=toy.DECK, opponents=["toy_scouts"], episodes=2, pool=toy.POOL)) == 2


def test_a_loss_term_is_logged_and_moves_the_weights(toy: ModuleType, trained: Trained) -> None:
    assert trained.out is not None
    rows = pyarrow.parquet.read_table(trained.out / "metrics").to_pylist()
    assert len(rows) == 2
    assert all(row["loss/distance"] > 0 for row in rows)
    without = replace(toy.AGENT, terms=toy.AGENT.with_coefficient("distance", 0.0))
    other = train(without, **toy_training(toy), say=None)
    pairs = zip(trained.policy.network.parameters(), other.policy.network.parameters(), strict=True)
    assert any(not torch.equal(left, right) for left, right in pairs)


def counted(model: CausalModel) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Random raw counts of 50 positions, float64[50, 15], and what the model evaluates from them."""
    counts = np.random.default_rng(0).integers(0, 8, (50, len(COUNTS))).astype(np.float64)
    values = model.measure(Counts(*counts.T)) | dict(zip(COUNTS, counts.T, strict=True))
    return counts, model.evaluate(values)


def test_a_causal_variable_follows_its_parents(toy: ModuleType) -> None:
    model = toy.MODEL
    assert set(model.graph.edges) - set(STRATEGY.graph.edges) == {
        ("card_count", "readiness"),
        ("mana_next", "readiness"),
    }
    _, values = counted(model)
    assert np.array_equal(values["readiness"], values["card_count"] + values["mana_next"])
    effects = model.effects(values, shift={"card_count": -1}, contrast={}, horizon="resolved")
    assert np.array_equal(effects["readiness"], effects["card_count"])
    assert effects["readiness"].min() == -1


def test_a_causal_variable_compiles_to_the_same_values(toy: ModuleType) -> None:
    counts, values = counted(toy.MODEL)
    program = toy.MODEL.compile("resolved")
    phase = np.zeros(len(counts), np.intp)
    ran = evaluate(program, Batch(measure(program, counts), counts, phase))
    assert program.variables == (*STRATEGY.names, "readiness")
    assert np.array_equal(ran, np.stack([values[name] for name in program.variables], axis=1))


def test_a_causal_variable_is_measured_in_an_environment(toy: ModuleType) -> None:
    env = gymnasium.make(ENVIRONMENT, deck="mono_red_aggro", pilot="random", causal_model=toy.MODEL)
    _, info = env.reset(seed=1)
    values = dict(zip(toy.MODEL.names, info["causal_variables"].tolist(), strict=True))
    assert values["readiness"] == values["card_count"] + values["mana_next"] == 8


def test_agent_and_deck_are_studied(toy: ModuleType, tmp_path: Path) -> None:
    """A laboratory is a value: here it knows one agent more and plays with another pool."""
    usual = laboratory()
    agents = {"toy": toy.AGENT}
    mine = replace(
        usual,
        train=lambda agent, **settings: train(agents.get(agent, agent), pool=toy.POOL, **settings),
        play_matches=partial(play_matches, pool=toy.POOL),
    )
    store = Store(tmp_path / "study")
    known = Known(agents=tuple(agents), policies=("random",), decks=tuple(toy.POOL.decks))
    assert run_study(parse_protocol(STUDY.encode(), "toy.toml", known), store, mine, lambda line: None)
    results = store.read()
    assert set(results.episodes["agent"]) == {"toy", "random"}
    assert set(results.episodes["deck"]) == {"toy_scouts"}
    assert write_report(results, tmp_path / "report").is_file()


def test_table_and_figure_stand_in_a_report(toy: ModuleType, results: Results, tmp_path: Path) -> None:
    contents = Contents((*TABLES, toy.games_table), (*FIGURES, toy.lengths_figure))
    page = write_report(results, tmp_path, contents=contents).read_text(encoding="utf-8")
    assert "Games of each player" in page
    assert "Length of games" in page
    assert (tmp_path / "tables" / "toy_games.tex").read_text().count("80") == 2
    assert (tmp_path / "figures" / "toy_lengths.png").stat().st_size > 0
