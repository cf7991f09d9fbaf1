"""What the package may be: layers in order, one binding file, a base without extras, first lines."""

from __future__ import annotations

import ast
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from architecture.sources import BINDING, CORE, PACKAGE, ROOT, python_files, rust_files, shown, tracked_files

BASE_LAYERS = ("errors.py", "__init__.py", "cards", "game", "policies", "causal", "rendering", "env")
BASE_DEPENDENCIES = {"mtg_causal_rl", "numpy", "gymnasium", "networkx", "cffi", "_cffi_backend"}
EXTRAS = (
    "torch",
    "scipy",
    "pandas",
    "matplotlib",
    "pyarrow",
    "statsmodels",
    "sb3_contrib",
    "pydantic",
    "duckdb",
    "ray",
)
IMPORT_SECONDS = 0.5
ROOT_ENTRIES = 12

MEASURE_IMPORT = f"""
import json, sys, time
start = time.process_time()
import mtg_causal_rl
seconds = time.process_time() - start
print(json.dumps([seconds, sorted(set({EXTRAS!r}) & set(sys.modules))]))
"""


def test_layers_import_downwards_only() -> None:
    """The contracts stand in pyproject.toml."""
    command = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    answer = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_one_file_imports_the_compiled_core() -> None:
    importers = [
        path for path in python_files(PACKAGE) if any("_core" in name.split(".") for name in imported(path))
    ]
    assert [shown(path) for path in importers if path != BINDING] == []


def test_base_layers_import_no_extra_when_loaded() -> None:
    files = [
        path
        for layer in BASE_LAYERS
        for path in ([PACKAGE / layer] if layer.endswith(".py") else python_files(PACKAGE / layer))
    ]
    foreign = {
        f"{shown(path)}: {name}"
        for path in files
        if path.is_file()
        for name in imported_when_loaded(path)
        if name.split(".")[0] not in BASE_DEPENDENCIES | sys.stdlib_module_names
    }
    assert foreign == set()


def test_base_import_is_quick_and_without_extras() -> None:
    """Median of three fresh interpreters, in seconds of the processor: their own start and other work do not count."""
    measured = [measure_import() for _ in range(3)]
    assert [extras for _, extras in measured] == [[], [], []]
    assert statistics.median(seconds for seconds, _ in measured) < IMPORT_SECONDS


def test_the_root_holds_at_most_a_dozen_entries() -> None:
    files = tracked_files()
    if not files:
        pytest.skip("not a git checkout")
    entries = {Path(name).parts[0] for name in files if (ROOT / name).exists()}
    visible = {entry for entry in entries if not entry.startswith(".")}
    assert len(visible) <= ROOT_ENTRIES, sorted(visible)


def test_every_python_file_starts_by_saying_what_lives_there() -> None:
    silent = [
        shown(path) for path in python_files() if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    late = [shown(path) for path in python_files() if not path.read_text("utf-8").startswith(('"""', 'r"""'))]
    assert silent + late == []


def test_every_rust_file_starts_by_saying_what_lives_there() -> None:
    assert [shown(path) for path in rust_files(CORE) if not path.read_text("utf-8").startswith("//! ")] == []


def test_an_extra_imported_inside_a_function_is_not_loaded_with_the_module(tmp_path: Path) -> None:
    source = tmp_path / "example.py"
    source.write_text(
        "import numpy\nif TYPE_CHECKING:\n    import torch\ndef f():\n    import pandas\n"
        "try:\n    import scipy\nexcept ImportError: ...\n"
    )
    assert set(imported_when_loaded(source)) == {"numpy", "scipy"}
    assert set(imported(source)) == {"numpy", "torch", "scipy", "pandas"}


def measure_import() -> tuple[float, list[str]]:
    command = [sys.executable, "-c", MEASURE_IMPORT]
    seconds, extras = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE.parent).stdout
    )
    return seconds, extras


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        yield from names_of(node)


def imported_when_loaded(path: Path) -> Iterator[str]:
    """What runs at import: not what stands in a function or under TYPE_CHECKING."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        yield from names_of(node)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def names_of(node: ast.AST) -> list[str]:
    """Absolute names; a relative import is always one of ours, and says so."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = f"mtg_causal_rl.{node.module or ''}" if node.level else node.module or ""
        return [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return []
