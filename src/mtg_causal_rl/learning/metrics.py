"""The log of a run: one row per update, in Parquet parts. Knows no metric."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pyarrow
import pyarrow.parquet

from mtg_causal_rl.learning.files import write_atomically


class MetricsLog:
    """Rows wait here until a checkpoint is written, so that a resumed run neither loses nor repeats one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: list[Mapping[str, float]] = []

    def add(self, row: Mapping[str, float]) -> None:
        """Take one update's row; `update` is one of its columns."""
        self.rows.append(row)

    def flush(self) -> None:
        """Write the waiting rows as one part, named by its first update.

        A run killed before the checkpoint that follows leaves a part that the resumed run overwrites.
        """
        if not self.rows:
            return
        columns = sorted({name for row in self.rows for name in row})
        table = pyarrow.table({name: [row.get(name) for row in self.rows] for name in columns})
        buffer = io.BytesIO()
        pyarrow.parquet.write_table(table, buffer)
        write_atomically(self._part(int(self.rows[0]["update"])), buffer.getvalue())
        self.rows.clear()

    def _part(self, update: int) -> Path:
        return self.folder / f"part-{update:08d}.parquet"
