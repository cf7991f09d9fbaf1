"""A laboratory without games: win rates are given, rows look like real ones. No test lives here."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.evaluation.matches import Episode, Matches, evaluation_seed
from mtg_causal_rl.experiments.protocol import Known, Registration, parse_protocol
from mtg_causal_rl.experiments.runner import Laboratory
from mtg_causal_rl.experiments.versions import Versions

VERSIONS = Versions("rules-1", "layout-1", "model-1")
KNOWN = Known(
    agents=("ppo", "cgfa"), policies=("random", "heuristic"), decks=("mono_red_aggro", "azorius_control")
)
STRENGTH = {"ppo": 0.7, "cgfa": 0.75, "heuristic": 0.5, "random": 0.1}

PROTOCOL = """
name = "tiny"
purpose = "A study of nothing & <nobody>"
assumed_deviation = 0.08
[environment]
agency = "full"
reward = "shaped"
max_turns = 50
at_cap = "draw"
stops = "usual"
gamma = 0.995
[training]
steps = 1000
device = "cpu"
threads = 1
[evaluation]
episodes = 20
pilots = ["heuristic"]
[[family]]
name = "headline"
status = "{status}"
agents = ["ppo"]
anchors = ["random"]
decks = ["mono_red_aggro"]
opponents = ["azorius_control", "mono_red_aggro"]
pilot = "heuristic"
seeds = {seeds}
[[family.comparison]]
test = "ppo"
reference = "random"
pilot = "heuristic"
"""


def tiny(seeds: int = 2, status: str = "exploratory") -> Registration:
    """A small protocol."""
    text = PROTOCOL.format(status=status, seeds=list(range(seeds)))
    return parse_protocol(text.encode(), "tiny.toml", KNOWN)


@dataclass(frozen=True)
class Trained:
    """What the trainer gives back."""

    out: Path
    finished: bool = True


@dataclass
class FakeGames:
    """Counts what it is asked for; a policy is just the name of its player."""

    trainings: list[dict[str, Any]] = field(default_factory=list)
    evaluations: list[dict[str, Any]] = field(default_factory=list)

    def laboratory(self, versions: Versions = VERSIONS) -> Laboratory:
        """Everything a runner needs."""
        return Laboratory(self.train, self.load_policy, self.make_policy, self.play_matches, versions)

    def train(self, agent: str, *, out: Path, say: Any, **settings: Any) -> Trained:
        """Writes what a trainer would write."""
        self.trainings.append({"agent": agent, **settings})
        (out / "metrics").mkdir(parents=True, exist_ok=True)
        (out / "policy").write_text(agent, encoding="utf-8")
        pd.DataFrame({"update": [1, 2], "loss": [0.5, 0.4]}).to_parquet(out / "metrics" / "part-1.parquet")
        return Trained(out)

    def load_policy(self, folder: Path) -> str:
        """The player that was trained."""
        return (folder / "policy").read_text(encoding="utf-8")

    def make_policy(self, name: str, *, deck: str) -> str:
        """A fixed player."""
        return name

    def play_matches(
        self, policy: str, *, opponents: Any, episodes: int, seed: int, **settings: Any
    ) -> Matches:
        """Coins of the player's strength, the same for the same seeds."""
        self.evaluations.append({"policy": policy, "seed": seed, **settings})
        generator = np.random.default_rng((seed, len(policy)))
        rows = [
            Episode(
                deck=settings["deck"],
                opponent=opponent,
                pilot=settings["pilot"],
                seed=seed,
                episode=number,
                game_seed=evaluation_seed(seed, opponent, number),
                winner="agent" if generator.random() < STRENGTH[policy] else "opponent",
                reason="life",
                turns=12,
                length=40,
                total_return=1.0,
                mean_factors=tuple(generator.normal(size=len(FACTORS)).tolist()),
            )
            for opponent in opponents
            for number in range(episodes)
        ]
        return Matches(tuple(rows))
