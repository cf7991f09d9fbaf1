"""Measures files and functions; as a program it prints what is over the usual sizes. Fails nothing."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from architecture.sources import CORE, closing_brace, python_files, rust_files, shown, without_comments

FILE_LINES = 400
FUNCTION_LINES = 60
ARGUMENTS = 5
NESTING = 3

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NESTS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match, ast.AsyncFor, ast.AsyncWith)
_RUST_FUNCTION = re.compile(r"\bfn\s+(\w+)")
_RUST_NESTS = re.compile(r"\b(?:if|else|for|while|loop|match)\b")


@dataclass(frozen=True, slots=True)
class FunctionSize:
    """One function: where it starts and its three sizes (lines, arguments, levels of nesting)."""

    name: str
    line: int
    lines: int
    arguments: int
    nesting: int

    def excess(self) -> list[str]:
        measured = ((self.lines, FUNCTION_LINES, "lines"), (self.arguments, ARGUMENTS, "arguments"))
        nested = (self.nesting, NESTING, "levels of nesting")
        return [f"{value} {unit}" for value, limit, unit in (*measured, nested) if value > limit]


def python_functions(text: str) -> list[FunctionSize]:
    return [_python_function(node) for node in ast.walk(ast.parse(text)) if isinstance(node, _FUNCTIONS)]


def rust_functions(text: str) -> list[FunctionSize]:
    code = without_comments(text)
    return [size for match in _RUST_FUNCTION.finditer(code) if (size := _rust_function(code, match))]


def report() -> Iterator[str]:
    """One line for each file or function that is over a limit."""
    for path in [*python_files(), *rust_files(CORE)]:
        text = path.read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > FILE_LINES:
            yield f"{shown(path)}: {lines} lines"
        for size in python_functions(text) if path.suffix == ".py" else rust_functions(text):
            if excess := size.excess():
                yield f"{shown(path)}:{size.line} {size.name}: {', '.join(excess)}"


def _python_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> FunctionSize:
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    counted = [argument for argument in arguments if argument.arg not in {"self", "cls"}]
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    return FunctionSize(node.name, node.lineno, lines, len(counted), _python_nesting(node))


def _python_nesting(node: ast.AST) -> int:
    """Blocks inside each other; an `elif` is no deeper than its `if`, an inner function counts alone."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*_FUNCTIONS, ast.ClassDef)):
            continue
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, (isinstance(child, _NESTS) and not is_elif) + _python_nesting(child))
    return deepest


def _rust_function(code: str, match: re.Match[str]) -> FunctionSize | None:
    """None for a signature without a body."""
    opening = re.compile(r"[{;]").search(code, match.end())
    if opening is None or opening.group() == ";":
        return None
    closing = closing_brace(code, opening.start())
    line = code.count("\n", 0, match.start()) + 1
    lines = code.count("\n", match.start(), closing) + 1
    arguments = _rust_arguments(code[match.end() : opening.start()])
    return FunctionSize(
        match.group(1), line, lines, arguments, _rust_nesting(code[opening.start() + 1 : closing])
    )


def _rust_arguments(signature: str) -> int:
    """Each argument but `self` has one colon of its own outside of brackets; a path has two."""
    inside = _first_parentheses(signature)
    while re.search(r"[(\[<][^()\[\]<>]*[)\]>]", inside):
        inside = re.sub(r"[(\[<][^()\[\]<>]*[)\]>]", "", inside)
    return len(re.findall(r"(?<!:):(?!:)", inside))


def _first_parentheses(signature: str) -> str:
    """What stands between the first `(` outside of `<>` and the `)` that closes it."""
    signature = signature.replace("->", "  ")
    angles = depth = start = 0
    for index, letter in enumerate(signature):
        angles += (letter == "<") - (letter == ">") if depth == 0 else 0
        if letter == "(" and angles == 0:
            start = start if depth else index + 1
            depth += 1
        elif letter == ")" and angles == 0:
            depth -= 1
            if depth == 0:
                return signature[start:index]
    return ""


def _rust_nesting(body: str) -> int:
    """Open control blocks at the deepest point; braces of match arms, closures and values do not count."""
    deepest, before = 0, 0
    open_blocks: list[bool] = []
    for match in re.finditer(r"[{};]|=>|,\n", body):
        if match.group() == "{":
            open_blocks.append(bool(_RUST_NESTS.search(body, before, match.start())))
            deepest = max(deepest, sum(open_blocks))
        elif match.group() == "}":
            open_blocks.pop()
        before = match.end()
    return deepest


if __name__ == "__main__":
    over = list(report())
    print(f"Over the sizes of CONTRIBUTING (printed, not failing): {len(over)}", *over, sep="\n  ")
