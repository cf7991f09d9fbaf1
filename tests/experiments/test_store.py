"""Rows come back as they were written; damaged, foreign and unwritable stores are refused with a remedy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from experiments.fakes import FakeGames, tiny

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.experiments.runner import run_study
from mtg_causal_rl.experiments.store import Results, Store


def test_one_row_per_run_episode_and_update(results: Results) -> None:
    assert len(results.runs) == 4
    assert len(results.episodes) == 4 * 2 * 20
    assert len(results.updates) == 2 * 2
    assert {f"mean_{name}" for name in FACTORS} <= set(results.episodes)
    assert results.missing == ()
    assert not results.changed


@pytest.fixture
def copy(finished: Store, tmp_path: Path) -> Store:
    return Store(Path(shutil.copytree(finished.root, tmp_path / "copy")))


@pytest.mark.parametrize("name", ["episodes.parquet", "runs.parquet"])
def test_a_truncated_or_edited_file_is_refused(copy: Store, name: str) -> None:
    path = copy.folder(tiny().runs()[0]) / name
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(InvalidValue, match=f"{name} was changed, cut short or removed; delete the folder"):
        copy.read()


def test_a_broken_manifest_is_refused(copy: Store) -> None:
    path = copy.folder(tiny().runs()[0]) / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8")[:50], encoding="utf-8")
    with pytest.raises(InvalidValue, match="cannot be read"):
        copy.read()
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InvalidValue, match="lacks run, git"):
        copy.read()


def test_a_folder_without_a_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="holds no study"):
        Store(tmp_path).read()


def test_a_changed_protocol_is_noticed(copy: Store) -> None:
    run_study(tiny(3), copy, FakeGames().laboratory(), lambda line: None)
    found = copy.read()
    assert found.changed
    assert found.registered.hash == tiny().hash
    assert len(found.runs) == 6


def test_an_unwritable_place_is_a_message(tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("", encoding="utf-8")
    with pytest.raises(InvalidValue, match=r"cannot write to the study in .*; finished runs are untouched"):
        Store(occupied / "study").register(tiny())
