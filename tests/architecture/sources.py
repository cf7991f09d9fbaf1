"""The source files of this repository; Rust text without comments, strings and tests. Judges nothing."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "mtg_causal_rl"
CORE = ROOT / "core"
CORE_SOURCE = CORE / "src"
BINDING = PACKAGE / "game" / "binding.py"
FOREIGN_INTERFACE = CORE_SOURCE / "ffi.rs"
HEADER = CORE / "mtg_causal_core.h"

_RUST_TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/                           # comments
    | b?r(?P<hashes>\#*)".*?"(?P=hashes)              # raw strings
    | b?"(?:\\.|[^"\\])*" | b?'(?:\\.[^']*|[^'\\])'   # strings, characters (a lifetime has no second quote)
    """,
    re.DOTALL | re.VERBOSE,
)
_RUST_TEST = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?mod\s+\w+\s*(?=[{;])")


def python_files(*folders: Path) -> list[Path]:
    """Every Python file of ours, the generated `_core` package aside."""
    found = (path for folder in folders or (PACKAGE, ROOT / "tests") for path in folder.rglob("*.py"))
    return sorted(path for path in found if not {"_core", "__pycache__"} & set(path.parts))


def rust_files(folder: Path = CORE_SOURCE) -> list[Path]:
    return sorted(path for path in folder.rglob("*.rs") if "target" not in path.relative_to(folder).parts)


def shown(path: Path) -> str:
    """A path as a reader of the repository writes it."""
    return path.relative_to(ROOT).as_posix()


def tracked_files() -> list[str]:
    """What git holds or would take, or nothing where this is no git checkout."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.splitlines() if answer.returncode == 0 else []


def without_comments(rust: str) -> str:
    """The same lines with comments, strings and characters blanked: what is left can be counted."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())

    return _RUST_TOKEN.sub(blank, rust)


def without_tests(code: str) -> str:
    """Blanked code without its `#[cfg(test)]` modules; line numbers stay."""
    for match in reversed(list(_RUST_TEST.finditer(code))):
        end = match.end() + 1 if code[match.end()] == ";" else closing_brace(code, match.end()) + 1
        code = code[: match.start()] + re.sub(r"[^\n]", " ", code[match.start() : end]) + code[end:]
    return code


def closing_brace(code: str, opening: int) -> int:
    """The index of the brace that closes the one at `opening`."""
    depth = 0
    for index, letter in brackets(code, opening):
        depth += 1 if letter == "{" else -1
        if depth == 0:
            return index
    raise ValueError(f"no brace closes the one at {opening}")


def brackets(code: str, start: int = 0) -> Iterator[tuple[int, str]]:
    for match in re.compile(r"[{}]").finditer(code, start):
        yield match.start(), match.group()


def core_code(path: Path) -> str:
    """A Rust file as the architecture tests read it: no comments, no strings, no tests."""
    return without_tests(without_comments(path.read_text(encoding="utf-8")))
