"""The work whose instructions are counted runs on the installed core and does as much as it says. Counts nothing."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "instructions.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    place = importlib.util.spec_from_file_location("instructions", SCRIPT)
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def workload(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = script.compiled(tmp_path_factory.mktemp("a folder with spaces"))
    return found


def test_every_kind_of_work_is_done_and_counted_the_same_each_time(script: ModuleType, workload: Path) -> None:
    for name in script.WORK:
        done = [subprocess.run([workload, name], capture_output=True, text=True, check=True).stdout for _ in range(2)]
        assert done[0] == done[1]
        assert int(done[0]) > 0


def test_what_was_counted_last_is_kept(script: ModuleType) -> None:
    lines = script.KEPT.read_text(encoding="utf-8").splitlines()
    assert lines[0] == script.ABOUT
    kept = dict(re.split(r"  ", line.strip(), maxsplit=1)[::-1] for line in lines[1:])
    assert list(kept) == list(script.WORK.values())
    assert all(int(number.replace(",", "")) > 0 for number in kept.values())


def test_three_figures_are_kept(script: ModuleType) -> None:
    assert [script.rounded(number) for number in (13_912_345.6, 999.6, 12.0)] == [13_900_000, 1000, 12]
