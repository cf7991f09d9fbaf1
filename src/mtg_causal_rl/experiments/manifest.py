"""What made a result: the paper's eight sections and the versions of rules, layout and model."""

from __future__ import annotations

import hashlib
import os
import platform
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from mtg_causal_rl.experiments.versions import Versions

SCHEMA = 1
LIBRARIES = (
    "mtg-causal-rl",
    "numpy",
    "gymnasium",
    "networkx",
    "scipy",
    "statsmodels",
    "pandas",
    "pyarrow",
    "torch",
)
TRACKED_ENVIRONMENT = (
    "CUBLAS_WORKSPACE_CONFIG",
    "CUDA_VISIBLE_DEVICES",
    "MKL_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "PYTHONHASHSEED",
)
SECTIONS = ("run", "git", "python", "lockfile", "invocation", "environment", "config", "seeds", "versions")


@dataclass(frozen=True, slots=True)
class Subject:
    """What the manifest is about: a run, its whole configuration, its seeds, the versions that made it."""

    name: str
    config: Mapping[str, Any]
    seeds: tuple[int, ...]
    versions: Versions
    protocol_hash: str = ""


def manifest(subject: Subject, arguments: Iterable[str] | None = None) -> dict[str, Any]:
    """The manifest of one run as plain JSON values."""
    root = repository()
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    words = sys.argv if arguments is None else list(arguments)
    return {
        "run": {"schema": SCHEMA, "name": subject.name, "timestamp": stamp},
        "git": git_state(root),
        "python": {
            "version": platform.python_version(),
            "platform": platform.platform(),
            "libraries": libraries(),
        },
        "lockfile": {"sha256": file_digest(root / "requirements.lock") if root else None},
        "invocation": {"arguments": [without_folder(word) for word in words], "host": host()},
        "environment": {name: os.environ[name] for name in TRACKED_ENVIRONMENT if name in os.environ},
        "config": dict(subject.config),
        "seeds": {"list": list(subject.seeds), "fingerprints": [fingerprint(seed) for seed in subject.seeds]},
        "versions": {**asdict(subject.versions), "protocol_hash": subject.protocol_hash},
    }


def repository() -> Path | None:
    """The checkout that this package runs from, if it does."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "pyproject.toml").is_file() and (root / "src" / "mtg_causal_rl").is_dir() else None


def git_state(root: Path | None) -> dict[str, Any]:
    """Commit, branch and whether anything is uncommitted; all None outside of a checkout."""
    commit, branch, status = (
        git(root, *words)
        for words in (("rev-parse", "HEAD"), ("rev-parse", "--abbrev-ref", "HEAD"), ("status", "--porcelain"))
    )
    return {"commit": commit, "branch": branch, "dirty": None if status is None else bool(status)}


def git(root: Path | None, *words: str) -> str | None:
    """What a git command prints, or None where there is no git, checkout or commit."""
    if root is None:
        return None
    try:
        answer = subprocess.run(("git", "-C", str(root), *words), capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return answer.stdout.strip() if answer.returncode == 0 else None


def libraries() -> dict[str, str]:
    """The installed versions of what can change a number."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def file_digest(path: Path) -> str | None:
    """SHA-256 of a file, or None where it does not exist."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def host() -> str:
    """The machine as a hash: the same machine can be recognised, its name cannot be read."""
    return hashlib.blake2b(socket.gethostname().encode(), digest_size=6, key=b"mtg-causal-rl").hexdigest()


def without_folder(word: str) -> str:
    """An argument without the folders of this machine: only the last part of an absolute path stays."""
    option, equals, value = word.rpartition("=")
    return f"{option}{equals}{Path(value).name}" if Path(value).is_absolute() else word


def fingerprint(seed: int) -> str:
    """What numpy's generator draws first from this seed; another stream would show."""
    return hashlib.sha256(np.random.default_rng(seed).bytes(64)).hexdigest()[:16]
