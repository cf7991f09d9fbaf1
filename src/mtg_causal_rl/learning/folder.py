"""The folder of a training run: what is in it under which name, and when it is written. No training."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mtg_causal_rl.learning import checkpoint as checkpoints
from mtg_causal_rl.learning.checkpoint import Checkpoint
from mtg_causal_rl.learning.metrics import MetricsLog
from mtg_causal_rl.learning.tensorboard import TensorBoardLog

CHECKPOINT = "checkpoint.safetensors"
STOPPED = "stopped.safetensors"
METRICS = "metrics"
TENSORBOARD = "tensorboard"

Row = Mapping[str, float]


def _logs(out: Path, tensorboard: bool) -> list[MetricsLog | TensorBoardLog]:
    return [MetricsLog(out / METRICS), *([TensorBoardLog(out / TENSORBOARD)] if tensorboard else [])]


class RunFolder:
    """The run's folder; without one, nothing is kept."""

    def __init__(self, out: Path | None, tensorboard: bool) -> None:
        self.out = out
        self.logs = [] if out is None else _logs(out, tensorboard)

    def last(self, configuration: Mapping[str, Any]) -> Checkpoint | None:
        """The last checkpoint, refused if it is of another configuration."""
        if self.out is None:
            return None
        path = self.out / CHECKPOINT
        stored = checkpoints.read(path)
        checkpoints.refuse_differences(path, stored.configuration, configuration)
        return stored

    def add(self, row: Row) -> None:
        """Log one update; it is written with the next checkpoint."""
        for log in self.logs:
            log.add(row)

    def save(self, checkpoint: Callable[[], Checkpoint]) -> None:
        """Write what was logged, then the checkpoint, which is only made where there is a folder."""
        if self.out is not None:
            for log in self.logs:
                log.flush()
            checkpoints.write(self.out / CHECKPOINT, checkpoint())

    def save_stopped(self, checkpoint: Callable[[], Checkpoint]) -> str:
        """Write the state of a run that cannot go on beside the last good one; returns where, in words."""
        if self.out is None:
            return "nothing was saved, since no folder was named"
        path = self.out / STOPPED
        checkpoints.write(path, checkpoint())
        last = (
            f"the last good checkpoint is {self.out / CHECKPOINT}"
            if (self.out / CHECKPOINT).exists()
            else "no earlier one"
        )
        return f"the weights before the bad step are in {path}, {last}"
