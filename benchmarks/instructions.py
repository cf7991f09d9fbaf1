"""Counts the core's instructions with valgrind, undisturbed by other programs, and keeps them. Measures no time.

`python benchmarks/instructions.py` writes instructions.txt beside this file, so that a slower core shows in a diff.
The work is workload.c's, compiled here against the installed core.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import mtg_causal_rl._core
from mtg_causal_rl import Pool
from mtg_causal_rl.cards import compile_pool
from mtg_causal_rl.cards.archetypes import weights_of
from mtg_causal_rl.causal import HORIZONS, STRATEGY
from mtg_causal_rl.game.setting import faces_of

HERE = Path(__file__).resolve().parent
HEADER = HERE.parent / "core"
KEPT = HERE / "instructions.txt"
WORK = {
    "engine": "decisions of the engine alone, both sides random",
    "random": "decisions of the environment, random pilot",
    "heuristic": "decisions of the environment, heuristic pilot",
    "forks": "forks of a game",
}
#: Else every byte counts that one instruction copies or clears.
NO_STRING_INSTRUCTIONS = ":".join(f"glibc.cpu.x86_rep_{name}_threshold=1000000000" for name in ("movsb", "stosb"))
ABOUT = "Instructions per thousand, all pairs of decks, everything written where there is an environment."


def main() -> int:
    """Counts, prints, keeps; without valgrind it says so and shows what was kept."""
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: these instructions were counted before")
        print(KEPT.read_text(encoding="utf-8"), end="")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        workload = compiled(Path(folder))
        lines = [f"{rounded(instructions(workload, name)):>13,}  {what}" for name, what in WORK.items()]
    text = "\n".join([ABOUT, *lines]) + "\n"
    print(text, end="")
    KEPT.write_text(text, encoding="utf-8")
    return 0


def compiled(folder: Path) -> Path:
    """The workload as a program that uses the installed core."""
    (folder / "data.h").write_text(data(), encoding="utf-8")
    core = next(Path(mtg_causal_rl._core.__file__).parent.glob("lib*.so"))
    program = folder / "workload"
    paths = [f"-I{HEADER}", f"-I{folder}", str(HERE / "workload.c"), str(core), f"-Wl,-rpath,{core.parent}"]
    subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-O2", *paths, "-o", str(program)], check=True)
    return program


def data() -> str:
    """The pool, its decks and the causal model as C arrays."""
    pool = Pool.standard()
    decks = [faces_of(deck, pool) for deck in pool.decks.values()]
    weights = [weight for deck in pool.decks.values() for weight in weights_of(deck, pool)]
    model = STRATEGY.compile(HORIZONS[0])
    arrays = {
        "uint8_t program": compile_pool(pool),
        "uint16_t cards": [face for deck in decks for face in deck],
        "uint32_t sizes": [len(deck) for deck in decks],
        "int16_t archetypes": weights,
        "uint8_t model": model.to_bytes(),
    }
    sizes = f"enum {{ DECKS = {len(decks)}, VARIABLES = {len(model.variables)} }};\n"
    return sizes + "".join(array(name, values) for name, values in arrays.items())


def array(name: str, values: Iterable[int]) -> str:
    """One constant array."""
    return f"static const {name}[] = {{{', '.join(map(str, values))}}};\n"


def instructions(workload: Path, work: str) -> float:
    """Instructions per thousand of what the workload does, those of the C library included."""
    profile = workload.with_name("profile")
    counting = ["--tool=callgrind", "--toggle-collect=counted_*", f"--callgrind-out-file={profile}", "--quiet"]
    command = ["valgrind", *counting, str(workload), work]
    environment = os.environ | {"GLIBC_TUNABLES": NO_STRING_INSTRUCTIONS}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    found = re.search(r"^(?:summary|totals): (\d+)", profile.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None or int(found[1]) == 0:
        raise SystemExit(f"valgrind counted nothing for {work!r}: {answer.stderr}")
    return int(found[1]) / int(answer.stdout) * 1000


def rounded(number: float) -> int:
    """Three figures: the others depend on the processor's instructions for copying memory."""
    return int(float(f"{number:.3g}"))


if __name__ == "__main__":
    sys.exit(main())
