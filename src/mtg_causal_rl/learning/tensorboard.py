"""The log of a run as TensorBoard reads it. Knows no metric; the record proper is in `metrics`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from mtg_causal_rl.errors import MissingExtra


class TensorBoardLog:
    """Rows wait here as they do in MetricsLog; every number is drawn over the environment steps."""

    def __init__(self, folder: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError as error:
            raise MissingExtra(f'tensorboard=True needs {error.name}: pip install "mtg-causal-rl[learn]"') from error
        self._open, self.folder = SummaryWriter, folder
        self.rows: list[Mapping[str, float]] = []

    def add(self, row: Mapping[str, float]) -> None:
        """Take one update's row; `steps` is one of its columns."""
        self.rows.append(row)

    def flush(self) -> None:
        """Write the waiting rows; later ones of a run that was killed after its checkpoint are taken back."""
        if not self.rows:
            return
        first = int(self.rows[0]["steps"])
        with self._open(str(self.folder), purge_step=first) as writer:
            for row in self.rows:
                known = {name: value for name, value in row.items() if not math.isnan(value)}
                for name, value in known.items():
                    writer.add_scalar(name, value, int(row["steps"]))
        self.rows.clear()
