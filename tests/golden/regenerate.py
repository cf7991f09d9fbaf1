"""Golden games, one random game of each pair of decks as text. Run, it writes them if the rules version changed.

.venv/bin/python -m tests.golden.regenerate
"""

from __future__ import annotations

import hashlib
import re
import sys
from itertools import product
from pathlib import Path

import numpy as np

from mtg_causal_rl import Game, Pool
from mtg_causal_rl.game.binding import rules_version

FOLDER = Path(__file__).parent
MAX_TURNS = 12
IDLE = (0, 2, 4)
"""Indices of PASS, MULLIGAN and CANCEL, which are taken a quarter as often as chance has it."""
ACTIONS_PER_LINE = 24

Pair = tuple[str, str]


def pairs() -> list[Pair]:
    """All ordered pairs of the benchmark's decks."""
    return list(product(Pool.standard().decks, repeat=2))


def path_of(pair: Pair) -> Path:
    return FOLDER / f"{pair[0]}_against_{pair[1]}.txt"


def played(pair: Pair) -> str:
    """The game as text: what it was played with, what happened, how it stood, and the actions."""
    seed = pairs().index(pair)
    game = Game(pair, seed=seed, max_turns=MAX_TURNS)
    count = 0
    while not game.over:
        game.apply(chosen(game, f"{seed}/{count}"))
        count += 1
    head = [f"rules version {rules_version()}", f"decks {pair[0]}, {pair[1]}; seed {seed}; at most {MAX_TURNS} turns"]
    result = "draw" if game.winner is None else f"player {game.winner} wins"
    taken = [str(action) for action in game.actions_taken()]
    rows = [" ".join(taken[at : at + ACTIONS_PER_LINE]) for at in range(0, len(taken), ACTIONS_PER_LINE)]
    return "\n".join([*head, "", game.transcript(), "", f"{result}: {game.reason}", "actions", *rows, ""])


def chosen(game: Game, key: str) -> int:
    """A legal action by a hash of the key, so that it depends on no library's generator."""
    legal = [int(index) for index in np.flatnonzero(game.mask())]
    first, second, keeps = (_below(f"{key}/{n}", bound) for n, bound in enumerate((len(legal), len(legal), 4)))
    return legal[second] if legal[first] in IDLE and keeps else legal[first]


def _below(key: str, bound: int) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "little") % bound


def version_of(text: str) -> int:
    """The rules version that a golden game was played with."""
    found = re.match(r"rules version (\d+)\n", text)
    return int(found.group(1)) if found else 0


def refused(stored: dict[Pair, str], present: dict[Pair, str]) -> list[Pair]:
    """The games that changed although the rules version is the one they were played with."""
    same = {pair for pair, text in stored.items() if version_of(text) == version_of(present[pair])}
    return [pair for pair in stored if pair in same and stored[pair] != present[pair]]


def main() -> int:
    """Writes every game; 1 and nothing written where a game changed and the rules version did not."""
    stored = {pair: path_of(pair).read_text("utf-8") for pair in pairs() if path_of(pair).exists()}
    present = {pair: played(pair) for pair in pairs()}
    changed = refused(stored, present)
    if changed:
        names = ", ".join(" against ".join(pair) for pair in changed)
        print(f"The same rules version, {rules_version()}, gives other games: {names}.", file=sys.stderr)
        print("Raise RULES_VERSION in core/src/snapshot/mod.rs if that is meant, and build.", file=sys.stderr)
        return 1
    for pair, text in present.items():
        path_of(pair).write_text(text, "utf-8")
    print(f"{len(present)} games of rules version {rules_version()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
