"""The order of the core's modules and who breaks it. Reads text; compiles nothing."""

from __future__ import annotations

import re
from pathlib import Path

from architecture.sources import CORE_SOURCE, closing_brace, core_code, rust_files

# Highest first; modules of one row know nothing of each other.
LAYERS = (
    ("ffi",),
    ("fuzz",),
    ("batch",),
    ("pilots",),
    ("game",),
    ("epsilon",),
    ("invariants",),
    ("footprint", "causal", "snapshot", "view", "setup"),
    ("measure", "observation", "actions"),
    ("slots",),
    ("resolve",),
    ("rules",),
    ("decision",),
    ("program",),
    ("state",),
    ("rng",),
)
LEVEL = {module: level for level, row in enumerate(LAYERS) for module in row}
EXEMPT = {"lib", "tests"}

_CRATE_PATH = re.compile(r"(?<![\w:])crate::(\{|\w+)")
_SUPER_PATH = re.compile(r"(?<![\w:])((?:super::)+)(\{|\w+)")


def module_of(path: Path, source: Path = CORE_SOURCE) -> tuple[str, ...]:
    """`rules/combat.rs` is ("rules", "combat"), `rules/mod.rs` is ("rules",)."""
    parts = path.relative_to(source).with_suffix("").parts
    return parts[:-1] if parts[-1] == "mod" else parts


def used_modules(code: str, module: tuple[str, ...]) -> set[str]:
    """The top-level modules that the code of `module` names, by `crate::` or by enough `super::`."""
    used: set[str] = set()
    for match in _CRATE_PATH.finditer(code):
        used |= _names_at(code, match.start(1))
    for match in _SUPER_PATH.finditer(code):
        if match.group(1).count("super") == len(module):
            used |= _names_at(code, match.start(2))
    return used - {module[0]}


def violations(source: Path = CORE_SOURCE) -> list[str]:
    """One line for each use that points up, sideways or to a module without a place in the order."""
    found = []
    for path in rust_files(source):
        module = module_of(path, source)
        if module[0] in EXEMPT or "tests" in module:
            continue
        where = path.relative_to(source).as_posix()
        if module[0] not in LEVEL:
            found.append(f"{where}: `{module[0]}` has no place in the order of layers")
            continue
        for other in sorted(used_modules(core_code(path), module) & LEVEL.keys()):
            if LEVEL[other] <= LEVEL[module[0]]:
                found.append(f"{where}: {module[0]} may not use {other}")
    return found


def _names_at(code: str, start: int) -> set[str]:
    """The first name of a path, or of each path in a braced list: `{a::b, c::{d, e}}` gives a and c."""
    if code[start] != "{":
        return set(re.findall(r"\w+", code[start:])[:1])
    inside = code[start + 1 : closing_brace(code, start)]
    while re.search(r"\{[^{}]*\}", inside):
        inside = re.sub(r"\{[^{}]*\}", "", inside)
    return {name for part in inside.split(",") for name in re.findall(r"\w+", part)[:1]}
