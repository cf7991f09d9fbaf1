"""Writing files so that nothing half-written keeps a final name. Knows no content."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from mtg_causal_rl.errors import UserError


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside the final name, flush to disk, then rename."""
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise UserError(
            f"cannot write {path}: {reason}; what was saved before is still there: make room and resume"
        ) from error
