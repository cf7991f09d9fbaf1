"""The checkpoint file: tensors as safetensors, the rest as JSON in its header. Not what is saved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from mtg_causal_rl.errors import InvalidSnapshot, InvalidValue
from mtg_causal_rl.learning.description import flat
from mtg_causal_rl.learning.files import write_atomically

FORMAT = 1
# One key: the order of several in a safetensors header differs from process to process, and bytes would too.
HEADER = "mtg_causal_rl"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A training run at the end of an update."""

    configuration: Mapping[str, Any]  # must be equal for a run to resume
    shape: Mapping[str, Any]  # of the network
    steps: int
    updates: int
    tensors: Mapping[str, Tensor]

    def group(self, name: str) -> dict[str, Tensor]:
        """The tensors whose names start with `name.`, without it."""
        start = f"{name}."
        return {key.removeprefix(start): value for key, value in self.tensors.items() if key.startswith(start)}


def grouped(name: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors with `name.` before their names."""
    return {f"{name}.{key}": value for key, value in tensors.items()}


def write(path: Path, checkpoint: Checkpoint) -> None:
    """Write the file under its final name, all of it or nothing."""
    header = {
        "format": FORMAT,
        "configuration": checkpoint.configuration,
        "shape": checkpoint.shape,
        "steps": checkpoint.steps,
        "updates": checkpoint.updates,
    }
    tensors = {name: value.detach().cpu().contiguous().clone() for name, value in sorted(checkpoint.tensors.items())}
    write_atomically(path, save(tensors, {HEADER: json.dumps(header, sort_keys=True)}))


def read(path: Path) -> Checkpoint:
    """Read a file that `write` made, or say why it is none."""
    if not path.is_file():
        raise InvalidValue(f"no checkpoint at {path}: give the folder that train(out=...) wrote, or the file in it")
    try:
        with safe_open(path, framework="pt") as file:
            header = json.loads((file.metadata() or {})[HEADER])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118, no mapping
    except (SafetensorError, KeyError, ValueError) as error:
        raise InvalidSnapshot(
            f"{path} is no checkpoint or a damaged one ({error}): train again or take another"
        ) from error
    if header.get("format") != FORMAT:
        raise InvalidSnapshot(f"{path} has checkpoint format {header.get('format')}, this version reads {FORMAT}")
    return Checkpoint(header["configuration"], header["shape"], header["steps"], header["updates"], tensors)


def refuse_differences(path: Path, stored: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Raise unless both configurations are equal, naming every difference."""
    differences = list(_differences(flat(stored), flat(asked)))
    if differences:
        listed = "\n  ".join(differences)
        raise InvalidValue(
            f"{path} belongs to another configuration:\n  {listed}\nask for the same one or another folder"
        )


def _differences(stored: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    absent = object()
    found = []
    for key in sorted(stored.keys() | asked.keys()):
        old, new = stored.get(key, absent), asked.get(key, absent)
        if old != new:
            shown = ["absent" if value is absent else repr(value) for value in (old, new)]
            found.append(f"{key}: {shown[0]} in the checkpoint, {shown[1]} asked")
    return found


def bytes_to_tensor(blob: bytes) -> Tensor:
    """Bytes as what a checkpoint can hold."""
    return torch.frombuffer(bytearray(blob), dtype=torch.uint8) if blob else torch.zeros(0, dtype=torch.uint8)


def tensor_to_bytes(tensor: Tensor) -> bytes:
    """The bytes again."""
    return tensor.numpy().tobytes()
