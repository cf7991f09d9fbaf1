"""Does the runs of a study, one after the other; what they are is the protocol's business."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.evaluation import Episode, Matches
from mtg_causal_rl.experiments.manifest import Subject, manifest
from mtg_causal_rl.experiments.protocol import Registration, Run
from mtg_causal_rl.experiments.store import Store, read_manifest, write_rows
from mtg_causal_rl.experiments.versions import Versions

TRAINING = "training"  # the trainer's own folder inside that of its run
CHECKPOINT = "checkpoint.safetensors"
METRICS = "metrics"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What a study is done with: how to train, load, make and play, and the versions of all that."""

    train: Callable[..., Any]
    load_policy: Callable[[Path], Any]
    make_policy: Callable[..., Any]
    play_matches: Callable[..., Matches]
    versions: Versions


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run made: the games, the updates of a trained one, and where the time went."""

    episodes: tuple[Episode, ...]
    updates: pd.DataFrame | None
    training_seconds: float
    evaluation_seconds: float


def run_study(registration: Registration, store: Store, laboratory: Laboratory, say: Say) -> bool:
    """Does what is not done yet; True when the whole study is finished afterwards."""
    store.register(registration)
    runs = registration.runs()
    for run in runs:
        if store.finished(run):
            refuse_stale(store.folder(run), laboratory.versions)
    for number, run in enumerate(runs, start=1):
        place = f"[{number}/{len(runs)}] {run.name}"
        if store.finished(run):
            say(f"{place}: already there")
            continue
        say(f"{place}: {'training and evaluating' if run.trained else 'evaluating'}")
        started = time.perf_counter()
        done = do_run(run, registration, store, laboratory, say)
        seconds = time.perf_counter() - started
        say(f"{place}: " + (f"done in {seconds:.0f} s" if done else "another process does it"))
    return all(store.finished(run) for run in runs)


def refuse_stale(folder: Path, versions: Versions) -> None:
    """Runs made by other rules, layout or model are never mixed with new ones."""
    made = read_manifest(folder)["versions"]
    for name, now in asdict(versions).items():
        if made[name] != now:
            raise InvalidValue(
                f"{folder} was made with {name} {made[name]}, and this package has {now}: "
                "run the study into another folder, or delete the runs of the old version"
            )


def do_run(run: Run, registration: Registration, store: Store, laboratory: Laboratory, say: Say) -> bool:
    """One run from nothing to its place in the store; False if another process is at it."""
    with store.writing(run) as folder:
        if folder is None:
            return False
        outcome = carried_out(run, folder / TRAINING, laboratory, say)
        config = asdict(run) | {"settings": json.loads(run.settings)}
        subject = Subject(run.name, config, (run.seed,), laboratory.versions, registration.hash)
        write_rows(folder, tables(run, outcome, subject), manifest(subject))
    return True


def carried_out(run: Run, folder: Path, laboratory: Laboratory, say: Say) -> Outcome:
    """Trains where that is asked, then plays the evaluation games."""
    started = time.perf_counter()
    policy = (
        trained(run, folder, laboratory, say)
        if run.trained
        else laboratory.make_policy(run.agent, deck=run.deck)
    )
    between = time.perf_counter()
    episodes = evaluated(run, policy, laboratory)
    updates = read_updates(folder) if run.trained else None
    return Outcome(episodes, updates, between - started, time.perf_counter() - between)


def trained(run: Run, folder: Path, laboratory: Laboratory, say: Say) -> Any:
    """The policy that training leaves; training that was cut off goes on from its last checkpoint."""
    result = laboratory.train(
        run.agent,
        deck=run.deck,
        opponent=run.opponents[0] if len(run.opponents) == 1 else list(run.opponents),
        pilot=run.pilot,
        seed=run.seed,
        out=folder,
        resume=(folder / CHECKPOINT).is_file(),
        say=say,
        **run.setting("training"),
        **run.setting("environment"),
    )
    if not result.finished:
        raise KeyboardInterrupt
    return laboratory.load_policy(folder)


def evaluated(run: Run, policy: Any, laboratory: Laboratory) -> tuple[Episode, ...]:
    """The evaluation games under every pilot; players that share a seed meet the same games."""
    evaluation = run.setting("evaluation")
    return tuple(
        episode
        for pilot in evaluation["pilots"]
        for episode in laboratory.play_matches(
            policy,
            deck=run.deck,
            opponents=run.opponents,
            episodes=evaluation["episodes"],
            seed=run.seed,
            pilot=pilot,
            **run.setting("environment"),
        )
    )


def read_updates(folder: Path) -> pd.DataFrame:
    """The trainer's metrics, one row per update, written in parts."""
    parts = sorted((folder / METRICS).glob("*.parquet"))
    return pd.concat([pd.read_parquet(part) for part in parts], ignore_index=True)


def tables(run: Run, outcome: Outcome, subject: Subject) -> dict[str, pd.DataFrame]:
    """The rows that a run adds to the store."""
    who = {"run": run.name, "agent": run.agent}
    about = {
        **who,
        "trained": run.trained,
        "deck": run.deck,
        "opponents": " ".join(run.opponents),
        "pilot": run.pilot,
        "seed": run.seed,
        "steps": run.setting("training")["steps"] if run.trained else 0,
        "training_seconds": outcome.training_seconds,
        "evaluation_seconds": outcome.evaluation_seconds,
        "protocol_hash": subject.protocol_hash,
        **asdict(subject.versions),
    }
    episodes = episode_rows(Matches(outcome.episodes)).assign(**who)
    found = {"runs": pd.DataFrame([about]), "episodes": episodes}
    return (
        found
        if outcome.updates is None
        else {**found, "updates": outcome.updates.assign(**who, seed=run.seed)}
    )


def episode_rows(matches: Matches) -> pd.DataFrame:
    """One row per game, with a column for the mean of every factor."""
    rows = pd.DataFrame(matches.columns())
    means = rows.pop("mean_factors").tolist()
    return rows.join(pd.DataFrame(means, columns=[f"mean_{name}" for name in FACTORS]))
