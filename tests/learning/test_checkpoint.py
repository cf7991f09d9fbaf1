"""Checkpoints: equal bytes for equal content, refused when damaged or foreign, never half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from mtg_causal_rl.errors import InvalidSnapshot, InvalidValue, UserError
from mtg_causal_rl.learning import checkpoint as checkpoints
from mtg_causal_rl.learning.checkpoint import Checkpoint
from mtg_causal_rl.learning.files import write_atomically

CONFIGURATION = {
    "seed": 1,
    "agent": {"terms": [{"name": "value", "coefficient": 0.5}, {"name": "policy", "coefficient": 1.0}]},
}


def _checkpoint() -> Checkpoint:
    tensors = {
        "a.x": torch.arange(6.0).view(2, 3).T,
        "a.y": torch.tensor(3, dtype=torch.int64),
        "b.z": torch.zeros(0),
    }
    return Checkpoint(CONFIGURATION, {"observation": 3}, steps=2048, updates=1, tensors=tensors)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "checkpoint.safetensors"
    checkpoints.write(path, _checkpoint())
    stored = checkpoints.read(path)
    assert (stored.configuration, stored.shape, stored.steps, stored.updates) == (
        CONFIGURATION,
        {"observation": 3},
        2048,
        1,
    )
    assert torch.equal(stored.group("a")["x"], _checkpoint().tensors["a.x"])
    assert set(stored.group("a")) == {"x", "y"}
    assert [file.name for file in path.parent.iterdir()] == ["checkpoint.safetensors"]


def test_equal_content_gives_equal_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        checkpoints.write(tmp_path / name, _checkpoint())
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("keep", [0, 4, 100, -1])
def test_a_truncated_file_is_refused(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "checkpoint.safetensors"
    checkpoints.write(path, _checkpoint())
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(InvalidSnapshot, match=r"checkpoint\.safetensors"):
        checkpoints.read(path)


def test_a_foreign_file_and_another_format_are_refused(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    save_file({"x": torch.zeros(1)}, tmp_path / "foreign")
    save_file({"x": torch.zeros(1)}, tmp_path / "later", metadata={checkpoints.HEADER: json.dumps({"format": 99})})
    with pytest.raises(InvalidSnapshot, match="no checkpoint"):
        checkpoints.read(tmp_path / "foreign")
    with pytest.raises(InvalidSnapshot, match="99"):
        checkpoints.read(tmp_path / "later")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="nowhere"):
        checkpoints.read(tmp_path / "nowhere")


def test_every_difference_of_the_configuration_is_named() -> None:
    asked = {
        "seed": 2,
        "agent": {"terms": [{"name": "policy", "coefficient": 1.0}, {"name": "value", "coefficient": 0.25}]},
        "extra": True,
    }
    with pytest.raises(InvalidValue) as refused:
        checkpoints.refuse_differences(Path("run"), CONFIGURATION, asked)
    message = str(refused.value)
    assert "seed: 1 in the checkpoint, 2 asked" in message
    assert "agent.terms.value.coefficient: 0.5 in the checkpoint, 0.25 asked" in message
    assert "extra: absent in the checkpoint, True asked" in message
    assert "policy" not in message
    checkpoints.refuse_differences(Path("run"), CONFIGURATION, json.loads(json.dumps(CONFIGURATION)))


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(UserError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
