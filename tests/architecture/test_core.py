"""What the core may be: layers in order, one unsafe file, no dependency, no card by name, one interface."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from architecture import core_layers
from architecture.sources import (
    CORE,
    CORE_SOURCE,
    FOREIGN_INTERFACE,
    HEADER,
    PACKAGE,
    core_code,
    rust_files,
    shown,
    without_comments,
)

# A basic land's name is also its land type (rule 205.3i), and domain counts types.
LAND_TYPES = {"Plains", "Island", "Swamp", "Mountain", "Forest"}


def test_modules_use_only_lower_layers() -> None:
    assert core_layers.violations() == []


def test_every_kind_of_wrong_use_is_seen(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "mod.rs").write_text(
        "use crate::{state::{game::Zone, Id}, rng};\nuse super::game::Game;\n"
    )
    (tmp_path / "rules" / "combat.rs").write_text(
        "fn f() { super::super::pilots::act(); super::turn::next(); }\n"
    )
    (tmp_path / "causal.rs").write_text(
        'use crate::snapshot; // use crate::ffi\nconst A: &str = "crate::batch";\n'
    )
    (tmp_path / "state.rs").write_text("#[cfg(test)]\nmod tests { use crate::game::Game; }\n")
    (tmp_path / "stray.rs").write_text("")
    assert core_layers.violations(tmp_path) == [
        "causal.rs: causal may not use snapshot",
        "rules/combat.rs: rules may not use pilots",
        "rules/mod.rs: rules may not use game",
        "stray.rs: `stray` has no place in the order of layers",
    ]


def test_only_the_foreign_interface_is_unsafe() -> None:
    unsafe = [
        path
        for path in rust_files(CORE)
        if re.search(r"\bunsafe\b", without_comments(path.read_text("utf-8")))
    ]
    assert [shown(path) for path in unsafe if path != FOREIGN_INTERFACE] == []


def test_the_crate_depends_on_nothing() -> None:
    manifest = tomllib.loads((CORE / "Cargo.toml").read_text(encoding="utf-8"))
    tables = [key for key in manifest if key.endswith("dependencies") or key in {"target", "patch"}]
    assert tables == []
    packages = tomllib.loads((CORE / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    assert [package["name"] for package in packages] == ["mtg-causal-core"]


def test_the_oldest_supported_rust_is_stated_and_not_newer_than_1_85() -> None:
    manifest = tomllib.loads((CORE / "Cargo.toml").read_text(encoding="utf-8"))
    oldest = tuple(int(part) for part in manifest["package"]["rust-version"].split("."))
    assert oldest <= (1, 85)


def test_the_header_and_the_core_declare_the_same_functions() -> None:
    header = re.sub(r"//[^\n]*|/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    declared = re.findall(r"\b(mtgc_\w+)\s*\(", header)
    code = "".join(core_code(path) for path in rust_files())
    exported = re.findall(r"\bextern\s+fn\s+(\w+)", re.sub(r"extern\s+fn", "extern fn", code))
    assert sorted(declared) == sorted(exported)


def test_the_core_knows_no_card_by_name() -> None:
    """Whole words, in code, comments and strings; names of several words also as identifiers."""
    found = []
    for path in rust_files():
        text = path.read_text(encoding="utf-8")
        found += [f"{shown(path)}: {name}" for name in card_names() if mentions(text, name)]
    assert found == []


@pytest.mark.parametrize(
    "text", ["// like Lightning Strike", "fn lightning_strike()", "struct LightningStrike;"]
)
def test_a_card_name_is_seen_in_every_spelling(text: str) -> None:
    assert mentions(text, "Lightning Strike")
    assert not mentions(text, "Strike Lightning")


def mentions(text: str, name: str) -> bool:
    words = re.findall(r"\w+", name)
    spellings = (
        {name}
        if len(words) == 1
        else {name, "_".join(words).lower(), "".join(word.capitalize() for word in words)}
    )
    return any(re.search(rf"(?<!\w){re.escape(spelling)}(?!\w)", text) for spelling in spellings)


def card_names() -> set[str]:
    """The names of every card and token that ships; none before the first card exists."""
    if not (PACKAGE / "__init__.py").exists():
        return set()
    from mtg_causal_rl import Pool

    names = set(Pool.standard().cards) - LAND_TYPES
    assert names, "the pool has no card, so this test would prove nothing"
    return names


def test_the_core_has_sources() -> None:
    assert (CORE_SOURCE / "lib.rs").is_file()
