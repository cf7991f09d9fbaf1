"""The real laboratory: this package's trainer, policies, games and versions. The fakes are in the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mtg_causal_rl.cards.pool import Pool
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.evaluation import Matches, play_matches
from mtg_causal_rl.experiments.manifest import Subject, manifest
from mtg_causal_rl.experiments.protocol import Known
from mtg_causal_rl.experiments.runner import Laboratory, episode_rows
from mtg_causal_rl.experiments.store import write_rows
from mtg_causal_rl.experiments.versions import package_versions
from mtg_causal_rl.experiments.wording import percent
from mtg_causal_rl.learning import AGENTS, load_policy, train
from mtg_causal_rl.policies import POLICIES, make_policy
from mtg_causal_rl.stats import wilson

Words = Mapping[str, Any]


def laboratory() -> Laboratory:
    """What studies are run with."""
    return Laboratory(train, load_policy, make_policy, play_matches, package_versions())


def known_names() -> Known:
    """The names that a protocol may use."""
    return Known(agents=tuple(AGENTS), policies=POLICIES, decks=tuple(Pool.standard().decks))


def train_once(words: Words, say: Callable[[str], None]) -> None:
    """`mtg-causal train`: one training run with its manifest."""
    folder = Path(words["out"])
    result = train(**words, say=say)
    subject = Subject(folder.name, configuration(words), (words["seed"],), package_versions())
    write_rows(folder, {}, manifest(subject))
    state = "finished" if result.finished else "interrupted; --resume goes on"
    say(f"{result.steps:,} steps, {state}; the policy is in {folder}")


def evaluate_once(words: Words) -> str:
    """`mtg-causal evaluate`: win rates as text; rows and manifest too where a folder is given."""
    folder = words["out"]
    if folder is not None and Path(folder).exists():
        raise InvalidValue(f"{folder} exists already: an evaluation is written once; give a new folder")
    opponents = words["opponents"] or list(Pool.standard().decks)
    asked = {name: words[name] for name in ("deck", "episodes", "seed", "pilot")}
    matches = play_matches(player(words["policy"], words["deck"]), opponents=opponents, **asked)
    if folder is not None:
        Path(folder).mkdir(parents=True)
        subject = Subject(Path(folder).name, configuration(words), (words["seed"],), package_versions())
        write_rows(Path(folder), {"episodes": episode_rows(matches)}, manifest(subject))
    return rates(matches)


def player(name: str, deck: str) -> Any:
    """A fixed policy by name, or a trained one by the place where it lies."""
    return load_policy(name) if Path(name).exists() else make_policy(name, deck=deck)


def configuration(words: Words) -> dict[str, Any]:
    """The arguments of a command as plain values, without folders."""
    return {name: value.name if isinstance(value, Path) else value for name, value in words.items()}


def rates(matches: Matches) -> str:
    """One line for each opponent, and one for all."""
    opponents = dict.fromkeys(row.opponent for row in matches)
    lines = [rate(opponent, matches.against(opponent)) for opponent in opponents]
    return "\n".join([*lines, rate("all", matches)] if len(lines) > 1 else lines)


def rate(name: str, matches: Matches) -> str:
    """A win rate with its interval over games."""
    interval = wilson(matches.wins, len(matches))
    reach = f"95% Wilson {percent(interval.low)} to {percent(interval.high)}"
    return f"{name:<16} {percent(matches.win_rate):>6} of {len(matches)} games won ({reach})"
