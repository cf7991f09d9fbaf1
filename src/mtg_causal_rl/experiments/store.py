"""Where a study's rows live: one folder per finished run, written once, checked when read. No statistics."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.experiments.manifest import SECTIONS, file_digest
from mtg_causal_rl.experiments.protocol import Registration, Run, parse_protocol

TABLES = ("runs", "episodes", "updates")
MANIFEST = "manifest.json"
UNWRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR)
FILES = "files"  # the manifest's list of checksums


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that tables, figures and the report are made of."""

    registration: Registration  # what was asked last
    registered: Registration  # what was asked first, before any run
    runs: pd.DataFrame  # one row per finished run
    episodes: pd.DataFrame  # one row per evaluation episode
    updates: pd.DataFrame  # one row per update of a trained run
    manifests: tuple[Mapping[str, Any], ...]
    missing: tuple[Run, ...]

    @property
    def changed(self) -> bool:
        """Whether the comparisons, or anything else in the file, were changed after the first run."""
        return self.registration.hash != self.registered.hash


@dataclass(frozen=True, slots=True)
class Store:
    """A folder: registered.toml, protocol.toml, and runs/<name>/ with Parquet rows and a manifest."""

    root: Path

    def register(self, registration: Registration) -> None:
        """Keeps the protocol; the first one ever kept stays as the registration."""
        with writable(self.root):
            (self.root / "runs").mkdir(parents=True, exist_ok=True)
            (self.root / "partial").mkdir(exist_ok=True)
            for name in ("registered.toml", "protocol.toml"):
                if name == "protocol.toml" or not (self.root / name).exists():
                    replace(self.root / name, registration.content)

    def folder(self, run: Run) -> Path:
        """Where a finished run lies."""
        return self.root / "runs" / run.name

    def finished(self, run: Run) -> bool:
        """Whether the run is complete; a folder appears under runs/ only when it is."""
        return self.folder(run).is_dir()

    @contextlib.contextmanager
    def writing(self, run: Run) -> Iterator[Path | None]:
        """A folder to fill, moved into place when the block ends well; None if another process has it.

        What an interrupted block left in the folder is still there the next time.
        """
        partial = self.root / "partial" / run.name
        with writable(self.root), open(f"{partial}.lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield None
                return
            if self.finished(run):
                yield None
                return
            partial.mkdir(exist_ok=True)
            yield partial
            partial.rename(self.folder(run))
            Path(lock.name).unlink()

    def read(self) -> Results:
        """The rows of every finished run that the protocol asks for."""
        registration, registered = (self.protocol(name) for name in ("protocol.toml", "registered.toml"))
        planned = registration.runs()
        folders = [self.folder(run) for run in planned if self.finished(run)]
        manifests = tuple(read_manifest(folder) for folder in folders)
        frames = {table: joined(folder / f"{table}.parquet" for folder in folders) for table in TABLES}
        missing = tuple(run for run in planned if not self.finished(run))
        return Results(registration, registered, **frames, manifests=manifests, missing=missing)

    def protocol(self, name: str) -> Registration:
        """One of the two protocol files that the store keeps."""
        path = self.root / name
        if not path.is_file():
            raise InvalidValue(f"{self.root} holds no study: {name} is missing; `mtg-causal run` makes one")
        return parse_protocol(path.read_bytes(), str(path))


def write_rows(folder: Path, tables: Mapping[str, pd.DataFrame], manifest: Mapping[str, Any]) -> None:
    """Writes the tables of a run and its manifest with their checksums."""
    for name, rows in tables.items():
        rows.to_parquet(folder / f"{name}.parquet", index=False)
    digests = {f"{name}.parquet": file_digest(folder / f"{name}.parquet") for name in tables}
    content = json.dumps({**manifest, FILES: digests}, indent=2, default=str)
    (folder / MANIFEST).write_text(content + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Mapping[str, Any]:
    """A run's manifest; a file that it lists and that was changed or cut short is refused."""
    remedy = f"delete the folder {folder} and run the study again: only this run is repeated"
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidValue(f"the manifest in {folder} cannot be read ({error}); {remedy}") from error
    absent = [section for section in (*SECTIONS, FILES) if section not in manifest]
    if absent:
        raise InvalidValue(f"the manifest in {folder} lacks {', '.join(absent)}; {remedy}")
    for name, digest in manifest[FILES].items():
        if file_digest(folder / name) != digest:
            raise InvalidValue(f"{folder / name} was changed, cut short or removed; {remedy}")
    return manifest


def joined(paths: Iterable[Path]) -> pd.DataFrame:
    """The rows of several files, one below the other; a run without such rows has no such file."""
    frames = [pd.read_parquet(path) for path in paths if path.is_file()]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def replace(path: Path, content: bytes) -> None:
    """Writes a file so that a reader sees the old content or the new, never a part."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.write_bytes(content)
    partial.rename(path)


@contextlib.contextmanager
def writable(root: Path) -> Iterator[None]:
    """Turns a full disk or a missing permission into a message; finished runs are untouched by either."""
    try:
        yield
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        reason = f"{error.strerror}; finished runs are untouched"
        raise InvalidValue(f"cannot write to the study in {root}: {reason}") from error
