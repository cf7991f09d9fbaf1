"""A finished tiny study, made once for all tests that only read one."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments.fakes import FakeGames, tiny

from mtg_causal_rl.experiments.runner import run_study
from mtg_causal_rl.experiments.store import Results, Store


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Two seeds, exploratory."""
    store = Store(tmp_path_factory.mktemp("study"))
    assert run_study(tiny(), store, FakeGames().laboratory(), lambda line: None)
    return store


@pytest.fixture(scope="session")
def results(finished: Store) -> Results:
    """Its rows."""
    return finished.read()


@pytest.fixture(scope="session")
def confirmatory(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Eight seeds, registered as confirmatory."""
    store = Store(Path(tmp_path_factory.mktemp("confirmatory")))
    run_study(tiny(8, "confirmatory"), store, FakeGames().laboratory(), lambda line: None)
    return store.read()
