"""The command `mtg-causal`: reads arguments, calls the package, prints. Nothing is computed here."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mtg_causal_rl.errors import InvalidValue, UserError, unknown_name

Arguments = argparse.Namespace
PROGRAM = "mtg-causal"
DEFAULT = "(default: %(default)s)"


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it takes, what it does, and an example of it."""

    summary: str
    example: str
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Arguments], int | None]


class Parser(argparse.ArgumentParser):
    """Reports a bad argument as a UserError, so that every message looks the same."""

    def error(self, message: str) -> Any:
        """Called by argparse for whatever it cannot read."""
        raise InvalidValue(f"{self.prog}: {message}; see `{self.prog} --help`")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; 0 if it went well, 1 if it found faults, 2 for a bad request, 130 when interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return dispatch(words)
    except UserError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{PROGRAM}: interrupted; what is finished stays", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever reads our output has seen enough; Python would complain once more while it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def dispatch(words: list[str]) -> int:
    """Finds the command and runs it with its arguments."""
    if not words or words[0] in ("-h", "--help"):
        print(overview())
        return 0
    name, *rest = words
    if name not in COMMANDS:
        kind = "option" if name.startswith("-") else "command"
        raise unknown_name(kind, name, [*COMMANDS, "--help"])
    command = COMMANDS[name]
    parser = Parser(
        prog=f"{PROGRAM} {name}",
        description=command.summary,
        epilog=f"example:\n  {command.example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.declare(parser)
    try:
        known, extra = parser.parse_known_args(rest)
    except SystemExit:  # --help has printed itself
        return 0
    refuse_extra(extra, parser)
    return command.run(known) or 0


def refuse_extra(extra: list[str], parser: argparse.ArgumentParser) -> None:
    """An argument that the command does not take, with the closest one that it does."""
    if not extra:
        return
    options = re.findall(r"--[a-z]+", parser.format_usage())
    if extra[0].startswith("-"):
        raise unknown_name("option", extra[0].split("=")[0], options, f"`{parser.prog}`")
    raise InvalidValue(f"{parser.prog}: {extra[0]!r} is one argument too many; see `{parser.prog} --help`")


def overview() -> str:
    """What `mtg-causal --help` prints."""
    lines = [f"  {name:<9} {command.summary}" for name, command in COMMANDS.items()]
    about = "A benchmark for causal reinforcement learning on two-player Magic: The Gathering."
    more = f"`{PROGRAM} COMMAND --help` explains a command and shows an example."
    return "\n".join([f"usage: {PROGRAM} COMMAND ...", "", about, "", *lines, "", more])


def declare_card(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the card's name, in quotes if it has spaces")


def run_card(arguments: Arguments) -> None:
    from mtg_causal_rl import Pool
    from mtg_causal_rl.cards.describe import describe_card

    print(describe_card(Pool.standard(), arguments.name))


def declare_nothing(parser: argparse.ArgumentParser) -> None:
    """This command takes no arguments."""


def run_spec(arguments: Arguments) -> None:
    from mtg_causal_rl import Pool
    from mtg_causal_rl.rendering.specification import specification

    print(specification(Pool.standard()))


def declare_matchup(parser: argparse.ArgumentParser) -> None:
    """Who plays what, for training and for evaluation."""
    parser.add_argument("--deck", default="mono_red_aggro", help=f"the player's deck {DEFAULT}")
    parser.add_argument("--pilot", default="heuristic", help=f"who plays the opponent {DEFAULT}")
    parser.add_argument("--seed", type=int, default=0, help=f"the one seed of everything {DEFAULT}")


def declare_train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", help="the agent's name, for example ppo")
    declare_matchup(parser)
    parser.add_argument("--opponent", default="all", help=f"the opponent's deck, or all {DEFAULT}")
    parser.add_argument("--steps", type=int, default=1_000_000, help=f"environment steps {DEFAULT}")
    parser.add_argument("--device", default="auto", help=f"auto, cpu or cuda {DEFAULT}")
    parser.add_argument("--threads", type=int, help="torch's threads; another number gives other bytes")
    parser.add_argument("--out", type=Path, required=True, help="the folder for checkpoint, metrics and manifest")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's last checkpoint")
    trainers = "who runs the updates: own, or sb3 for sb3-contrib's MaskablePPO"
    parser.add_argument("--trainer", default="own", help=f"{trainers} {DEFAULT}")
    parser.add_argument("--tensorboard", action="store_true", help="write the metrics for TensorBoard too")


def run_train(arguments: Arguments) -> None:
    from mtg_causal_rl.experiments.laboratory import train_once

    train_once(vars(arguments), say)


def declare_evaluate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("policy", help="a folder or checkpoint that `train` wrote, or heuristic, or random")
    declare_matchup(parser)
    parser.add_argument("--opponents", nargs="+", help="the opponents' decks (default: every deck)")
    parser.add_argument("--episodes", type=int, default=300, help=f"games per opponent {DEFAULT}")
    parser.add_argument("--out", type=Path, help="a new folder for one row per game, and a manifest")


def run_evaluate(arguments: Arguments) -> None:
    from mtg_causal_rl.experiments.laboratory import evaluate_once

    print(evaluate_once(vars(arguments)))


def declare_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("protocol", help="a shipped protocol's name, or a protocol file")
    parser.add_argument("--out", type=Path, help="the study's folder (default: studies/NAME)")
    parser.add_argument("--plan", action="store_true", help="only say what it costs and what it can show")


def run_run(arguments: Arguments) -> None:
    from mtg_causal_rl.experiments.laboratory import known_names, laboratory
    from mtg_causal_rl.experiments.plan import described
    from mtg_causal_rl.experiments.protocol import find_protocol, load_protocol
    from mtg_causal_rl.experiments.runner import run_study
    from mtg_causal_rl.experiments.store import Store

    registration = load_protocol(find_protocol(arguments.protocol), known_names())
    print(described(registration), flush=True)
    if not arguments.plan:
        folder = arguments.out or Path("studies") / registration.protocol.name
        run_study(registration, Store(folder), laboratory(), say)
        report_on(folder)


def say(line: str) -> None:
    """Progress, shown at once even through a pipe."""
    print(line, flush=True)


def declare_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("study", type=Path, help="the folder of a study")


def run_report(arguments: Arguments) -> None:
    report_on(arguments.study)


def report_on(folder: Path) -> None:
    """Writes the report of a study and says where it is, last."""
    from mtg_causal_rl.experiments.report import write_report
    from mtg_causal_rl.experiments.store import Store
    from mtg_causal_rl.experiments.versions import package_versions

    print(write_report(Store(folder).read(), folder / "report", package_versions()))


def declare_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repeats", type=int, default=5, help=f"runs of each figure {DEFAULT}")
    parser.add_argument("--seconds", type=float, default=1.0, help=f"length of a run {DEFAULT}")
    parser.add_argument("--games", type=int, default=64, help=f"games side by side {DEFAULT}")
    parser.add_argument("--threads", type=int, default=1, help=f"threads of the engine {DEFAULT}")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")


def run_bench(arguments: Arguments) -> None:
    from mtg_causal_rl.evaluation import bench

    effort = bench.Effort(arguments.repeats, arguments.seconds, arguments.games, arguments.threads)
    figures = list(bench.measure(effort))
    print(bench.table(figures))
    if arguments.json:
        bench.write_json(figures, effort, arguments.json)


def declare_fuzz(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=2_000, help=f"how many {DEFAULT}")
    parser.add_argument("--seed", type=int, default=0, help=f"of the run; a game is its seed and number {DEFAULT}")
    parser.add_argument("--threads", type=int, default=1, help=f"the findings do not depend on it {DEFAULT}")
    parser.add_argument("--decks", nargs="+", help="all pairs of these (default: every deck, and the cards in none)")


def run_fuzz(arguments: Arguments) -> int:
    from mtg_causal_rl.evaluation.fuzz import Report, described, fuzz

    total = Report({}, ())
    for report in fuzz(arguments.games, arguments.seed, arguments.threads, arguments.decks):
        total += report
        for finding in report.findings:
            say(described(finding))
    say(", ".join(f"{number:,} {name}" for name, number in total.counts.items()))
    return 1 if total.counts["findings"] else 0


COMMANDS = {
    "card": Command(
        summary="Shows what a card is and does.",
        example='mtg-causal card "Lightning Strike"',
        declare=declare_card,
        run=run_card,
    ),
    "spec": Command(
        summary="Prints the specification: cards, actions, observation, causal variables.",
        example="mtg-causal spec > specification.md",
        declare=declare_nothing,
        run=run_spec,
    ),
    "train": Command(
        summary="Trains an agent.",
        example="mtg-causal train ppo --deck mono_red_aggro --steps 100000 --out runs/a",
        declare=declare_train,
        run=run_train,
    ),
    "evaluate": Command(
        summary="Plays a policy against opponents and prints its win rates.",
        example="mtg-causal evaluate runs/a --deck mono_red_aggro --episodes 300",
        declare=declare_evaluate,
        run=run_evaluate,
    ),
    "run": Command(
        summary="Runs a study, or what is unfinished of it, and reports.",
        example="mtg-causal run smoke --plan",
        declare=declare_run,
        run=run_run,
    ),
    "report": Command(
        summary="Writes the report of a study anew.",
        example="mtg-causal report studies/smoke",
        declare=declare_report,
        run=run_report,
    ),
    "fuzz": Command(
        summary="Plays watched random games and prints what goes wrong.",
        example="mtg-causal fuzz --games 10000 --threads 2",
        declare=declare_fuzz,
        run=run_fuzz,
    ),
    "bench": Command(
        summary="Measures the speed of environments and engine.",
        example="mtg-causal bench --json bench.json",
        declare=declare_bench,
        run=run_bench,
    ),
}
