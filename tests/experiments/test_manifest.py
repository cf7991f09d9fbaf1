"""A manifest has the paper's eight sections and our versions, and nothing private."""

from __future__ import annotations

import getpass
import json
import socket
from pathlib import Path

from experiments.fakes import VERSIONS

from mtg_causal_rl.experiments.manifest import SECTIONS, Subject, fingerprint, manifest, without_folder

SUBJECT = Subject("run", {"steps": 5}, (3, 4), VERSIONS, "protocol")


def test_sections_and_versions() -> None:
    found = manifest(SUBJECT, ["mtg-causal", "run"])
    assert tuple(found) == SECTIONS
    assert found["versions"] == {
        "rules_version": "rules-1",
        "layout_hash": "layout-1",
        "causal_model_version": "model-1",
        "protocol_hash": "protocol",
    }
    assert found["config"] == {"steps": 5}
    assert found["seeds"]["list"] == [3, 4]
    assert found["seeds"]["fingerprints"] == [fingerprint(3), fingerprint(4)]
    assert fingerprint(3) != fingerprint(4)


def test_nothing_private() -> None:
    text = json.dumps(manifest(SUBJECT, ["/usr/local/bin/mtg-causal", "run", f"--out={Path.home()}/x", "y"]))
    assert socket.gethostname() not in text.replace("mtg-causal", "")
    assert str(Path.home()) not in text
    assert f'"{getpass.getuser()}"' not in text
    assert '["mtg-causal", "run", "--out=x", "y"]' in text


def test_relative_arguments_stay() -> None:
    assert without_folder("runs/smoke") == "runs/smoke"
    assert without_folder("/somewhere/runs/smoke") == "smoke"
    assert without_folder("--seed=3") == "--seed=3"
