"""Every run is done once, with its settings; what is finished is kept, what is not is done again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from experiments.fakes import VERSIONS, FakeGames, Trained, tiny

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.experiments.runner import Laboratory, run_study
from mtg_causal_rl.experiments.store import Store
from mtg_causal_rl.experiments.versions import Versions


def quiet(line: str) -> None:
    """Progress that nobody reads."""


def test_a_study_is_done_once(tmp_path: Path) -> None:
    games, store = FakeGames(), Store(tmp_path)
    assert run_study(tiny(), store, games.laboratory(), quiet)
    assert len(games.trainings) == 2
    assert len(games.evaluations) == 4
    said: list[str] = []
    assert run_study(tiny(), store, games.laboratory(), said.append)
    assert len(games.trainings) == 2
    assert all(line.endswith("already there") for line in said)


def test_settings_of_the_protocol_reach_training_and_evaluation(tmp_path: Path) -> None:
    games = FakeGames()
    run_study(tiny(1), Store(tmp_path), games.laboratory(), quiet)
    stated = {"agency": "full", "reward": "shaped", "max_turns": 50, "at_cap": "draw", "stops": "usual"}
    stated |= {"gamma": 0.995}
    about = {"agent": "ppo", "deck": "mono_red_aggro", "opponent": ["azorius_control", "mono_red_aggro"]}
    about |= {"pilot": "heuristic", "seed": 0, "steps": 1000, "device": "cpu", "threads": 1, "resume": False}
    assert games.trainings == [about | stated]
    assert games.evaluations[0].items() >= stated.items()


def test_paired_players_meet_the_same_games(tmp_path: Path) -> None:
    store = Store(tmp_path)
    run_study(tiny(), store, FakeGames().laboratory(), quiet)
    episodes = store.read().episodes
    keys = ["seed", "opponent", "episode", "game_seed"]
    sides = [episodes[episodes["agent"] == agent][keys].reset_index(drop=True) for agent in ("ppo", "random")]
    assert sides[0].equals(sides[1])
    assert not episodes[episodes["agent"] == "ppo"]["game_seed"].duplicated().any()


def test_an_interrupted_run_is_done_again_and_the_others_stay(tmp_path: Path) -> None:
    store, games = Store(tmp_path), FakeGames()
    calls = 0

    def failing(*arguments: Any, **settings: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return games.play_matches(*arguments, **settings)

    broken = Laboratory(games.train, games.load_policy, games.make_policy, failing, VERSIONS)
    with pytest.raises(KeyboardInterrupt):
        run_study(tiny(), store, broken, quiet)
    assert [store.finished(run) for run in tiny().runs()] == [True, False, False, False]
    assert [run.name for run in store.read().missing] == [run.name for run in tiny().runs()[1:]]
    assert run_study(tiny(), store, games.laboratory(), quiet)
    undisturbed = Store(tmp_path / "undisturbed")
    run_study(tiny(), undisturbed, FakeGames().laboratory(), quiet)
    assert store.read().episodes.equals(undisturbed.read().episodes)


def test_two_runners_do_not_disturb_each_other(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.register(tiny())
    run = tiny().runs()[0]
    said: list[str] = []
    with store.writing(run) as folder:
        assert folder is not None
        assert not run_study(tiny(), Store(tmp_path), FakeGames().laboratory(), said.append)
    assert any(line.endswith("another process does it") for line in said)
    assert store.finished(run)


def test_runs_of_other_rules_are_refused(tmp_path: Path) -> None:
    run_study(tiny(), Store(tmp_path), FakeGames().laboratory(), quiet)
    newer = FakeGames().laboratory(Versions("rules-2", "layout-1", "model-1"))
    with pytest.raises(InvalidValue, match="made with rules_version rules-1, and this package has rules-2"):
        run_study(tiny(), Store(tmp_path), newer, quiet)


def test_training_that_was_cut_off_resumes(tmp_path: Path) -> None:
    store, games = Store(tmp_path), FakeGames()

    def cut_off(agent: str, *, out: Path, **settings: Any) -> Trained:
        out.mkdir()
        (out / "checkpoint.safetensors").write_text("half", encoding="utf-8")
        return Trained(out, finished=False)

    broken = Laboratory(cut_off, games.load_policy, games.make_policy, games.play_matches, VERSIONS)
    with pytest.raises(KeyboardInterrupt):
        run_study(tiny(), store, broken, quiet)
    assert not store.finished(tiny().runs()[0])
    assert run_study(tiny(), store, games.laboratory(), quiet)
    assert [training["resume"] for training in games.trainings] == [True, False]


KILLED = """
import os, signal, sys
from pathlib import Path
from experiments.fakes import VERSIONS, FakeGames, tiny
from mtg_causal_rl.experiments import runner, store

def killed(path, *arguments, **settings):
    Path(path).write_bytes(b"half a file")
    os.kill(os.getpid(), signal.SIGKILL)

{point}
runner.run_study(tiny(), store.Store(Path(sys.argv[1])), FakeGames().laboratory(), print)
"""
POINTS = {
    "rows": "runner.write_rows = lambda folder, tables, manifest: killed(folder / 'episodes.parquet')",
    "manifest": "store.json.dumps = lambda *arguments, **settings: killed(Path(sys.argv[1]) / 'x')",
    "registration": "store.Path.rename = lambda path, target: killed(path)",
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
def test_a_killed_study_ends_as_an_undisturbed_one(tmp_path: Path, finished: Store, point: str) -> None:
    program = [sys.executable, "-c", KILLED.format(point=point), str(tmp_path)]
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    answer = subprocess.run(program, capture_output=True, text=True, check=False, env=os.environ | paths)
    assert answer.returncode == -signal.SIGKILL, answer.stderr
    store = Store(tmp_path)
    assert run_study(tiny(), store, FakeGames().laboratory(), quiet)
    ours, undisturbed = store.read(), finished.read()
    seconds = ["training_seconds", "evaluation_seconds"]
    assert ours.runs.drop(columns=seconds).equals(undisturbed.runs.drop(columns=seconds))
    assert ours.episodes.equals(undisturbed.episodes)
    assert ours.updates.equals(undisturbed.updates)
