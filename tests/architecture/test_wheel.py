"""One wheel serves every supported Python: built once, tested under each one found. Needs a package index."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from architecture.sources import HEADER, ROOT

pytestmark = pytest.mark.slow

SUPPORTED = ("3.11", "3.12", "3.13")
BASE_LAYERS = ("cards", "game", "policies", "causal", "rendering", "env", "stats")
LEARNING_PACKAGES = re.compile(r"(torch|stable_baselines3|sb3_contrib)==")

LOAD = """
import sys
import mtg_causal_rl
from mtg_causal_rl._core import lib
print(*sorted(name for name in sys.argv[1:] if callable(getattr(lib, name))))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "maturin", "build", "--release", "--quiet", "--out", str(folder))
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_for_every_python_3(wheel: Path) -> None:
    _, _, python, abi, _ = wheel.stem.split("-")
    assert (python, abi) == ("py3", "none")


@pytest.mark.parametrize("version", SUPPORTED)
def test_the_wheel_works(wheel: Path, version: str, tmp_path: Path) -> None:
    """Every function of the header is found, and the tests of the base layers pass."""
    python = environment(version, wheel, tmp_path)
    declared = sorted(set(re.findall(r"\b(mtgc_\w+)\s*\(", HEADER.read_text(encoding="utf-8"))))
    assert run(python, "-c", LOAD, *declared).split() == declared
    folders = [
        f"tests/{layer}" for layer in BASE_LAYERS if any((ROOT / "tests" / layer).glob("**/test_*.py"))
    ]
    if folders:
        run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *folders)


def environment(version: str, wheel: Path, folder: Path) -> str:
    """A fresh environment's interpreter, with the wheel and the locked packages but those of the learners."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} on this machine")
    locked = [
        line
        for line in (ROOT / "requirements.lock").read_text().splitlines()
        if not LEARNING_PACKAGES.match(line)
    ]
    requirements = folder / "requirements.txt"
    requirements.write_text("\n".join(locked))
    run(python, "-m", "venv", str(folder / "environment"))
    inside = str(folder / "environment" / "bin" / "python")
    run(inside, "-m", "pip", "install", "--quiet", "-r", str(requirements), str(wheel))
    return inside


def interpreter(version: str) -> str | None:
    """A Python of this version: on the path, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [
        shutil.which(f"python{version}"),
        *map(str, sorted(kept.glob(f"{version}.*/bin/python{version}"))),
    ]
    return next((path for path in candidates if path and answers(path)), None)


def answers(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def run(*command: str) -> str:
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, f"{' '.join(command)}\n{answer.stdout}\n{answer.stderr}"
    return answer.stdout
