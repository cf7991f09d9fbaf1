"""What a study is: the checked content of one protocol file and the runs it asks for. Nothing is run here."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import astuple, dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, model_validator

from mtg_causal_rl.errors import InvalidValue, close_matches, unknown_name
from mtg_causal_rl.stats import pairs_needed, smallest_p_after_holm

ALPHA = 0.05
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Seed = Annotated[int, Field(ge=0, lt=2**31)]


@dataclass(frozen=True, slots=True)
class Known:
    """The names that a protocol may use."""

    agents: Collection[str]
    policies: Collection[str]
    decks: Collection[str]


class Part(BaseModel):
    """A table of the file: no unknown keys, nothing converted silently, nothing changed later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Environment(Part):
    """What every run of the study plays; each line is stated in the file."""

    agency: Literal["full", "auto"]
    reward: Literal["sparse", "shaped", "dense"]
    max_turns: Annotated[int, Field(ge=1)]
    at_cap: Literal["draw", "truncate"]
    stops: Literal["usual", "choices", "all"]
    gamma: Annotated[float, Field(gt=0, le=1)]


class Training(Part):
    """How long each trained run trains, and on what: another device or thread count gives other bytes."""

    steps: Annotated[int, Field(ge=1)]
    device: str
    threads: Annotated[int, Field(ge=1)]


class Evaluation(Part):
    """How every run is evaluated: this many greedy games against each opponent under each pilot."""

    episodes: Annotated[int, Field(ge=1, le=2**20)]
    pilots: Annotated[tuple[str, ...], Field(min_length=1)]


class Comparison(Part):
    """A pre-registered question, asked deck by deck: does `test` win as often as `reference`?"""

    test: str
    reference: str
    pilot: str

    @property
    def sides(self) -> tuple[str, str]:
        """Both players."""
        return self.test, self.reference


class Family(Part):
    """A product of agents, decks and seeds against one pool of opponents; Holm corrects within it."""

    name: Name
    status: Literal["confirmatory", "exploratory"]
    agents: tuple[str, ...]
    anchors: tuple[str, ...] = ()
    decks: Annotated[tuple[str, ...], Field(min_length=1)]
    opponents: Annotated[tuple[str, ...], Field(min_length=1)]
    pilot: str
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1)]
    comparisons: Annotated[tuple[Comparison, ...], Field(alias="comparison")] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who is evaluated: the trained agents, then the fixed anchors."""
        return self.agents + self.anchors

    @property
    def questions(self) -> int:
        """How many tests Holm corrects for: every comparison on every deck."""
        return len(self.comparisons) * len(self.decks)

    @model_validator(mode="after")
    def hangs_together(self, info: ValidationInfo) -> Family:
        """Lists everything that is wrong between the lines of one family."""
        problems = dict.fromkeys((*self.doubled(), *self.strangers(info.context), *self.overclaims()))
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def doubled(self) -> Iterator[str]:
        """Names and comparisons that appear twice."""
        lists = {
            "decks": self.decks,
            "opponents": self.opponents,
            "seeds": self.seeds,
            "agents": self.players,
        }
        asked = [(asked.test, asked.reference, asked.pilot) for asked in self.comparisons]
        for key, values in {**lists, "comparisons": asked}.items():
            yield from (f"{key}: {value!r} appears twice" for value in values if values.count(value) > 1)

    def strangers(self, known: Known | None) -> Iterator[str]:
        """Names that nobody knows, and compared agents that the family does not run."""
        for asked in self.comparisons:
            yield from (
                str(unknown_name("agent", side, self.players, "comparison"))
                for side in asked.sides
                if side not in self.players
            )
            if asked.test == asked.reference:
                yield f"comparison: {asked.test!r} is compared with itself"
        if known is not None:
            yield from unknown("agent", self.agents, known.agents)
            yield from unknown("policy", self.anchors, known.policies)
            yield from unknown("pilot", (self.pilot,), known.policies)
            yield from unknown("deck", self.decks + self.opponents, known.decks)

    def overclaims(self) -> Iterator[str]:
        """A family that calls itself confirmatory must be able to reach significance."""
        if self.status == "confirmatory" and self.comparisons:
            floor = smallest_p_after_holm(len(self.seeds), self.questions)
            if floor > ALPHA:
                design = f"{len(self.seeds)} seeds and {self.questions} tests cannot give p below {floor:g}"
                remedy = f"use {pairs_needed(self.questions, ALPHA)} seeds or say 'exploratory'"
                yield f"status: not confirmatory: {design}; {remedy}"


def unknown(kind: str, names: Collection[str], known: Collection[str]) -> list[str]:
    """One message for each name that is not known."""
    return [str(unknown_name(kind, name, known)) for name in names if name not in known]


class Protocol(Part):
    """A whole study."""

    name: Name
    purpose: str
    assumed_deviation: Annotated[
        float, Field(gt=0, lt=1)
    ]  # of one paired difference of win rates, for the power
    environment: Environment
    training: Training
    evaluation: Evaluation
    families: Annotated[tuple[Family, ...], Field(alias="family", min_length=1)]

    def family(self, name: str) -> Family:
        """The family of this name."""
        return next(family for family in self.families if family.name == name)

    @model_validator(mode="after")
    def hangs_together(self, info: ValidationInfo) -> Protocol:
        """Lists what is wrong between families and the evaluation they share."""
        names = [family.name for family in self.families]
        problems = [f"family: {name!r} appears twice" for name in set(names) if names.count(name) > 1]
        known: Known | None = info.context
        problems += unknown("pilot", self.evaluation.pilots, known.policies) if known else []
        asked = {asked.pilot for family in self.families for asked in family.comparisons}
        problems += unknown("pilot of a comparison", asked, self.evaluation.pilots)
        if problems:
            raise ValueError("\n".join(problems))
        return self


@dataclass(frozen=True, slots=True)
class Run:
    """One thing to do: train (or take) one player for one deck and seed, and evaluate it."""

    agent: str
    trained: bool
    deck: str
    opponents: tuple[str, ...]
    pilot: str
    seed: int
    settings: str  # canonical JSON of environment, training and evaluation

    @property
    def name(self) -> str:
        """A readable name that changes with every setting, so that no run is ever mistaken for another."""
        digest = hashlib.sha256(json.dumps(astuple(self)).encode()).hexdigest()[:10]
        return f"{self.agent}-{self.deck}-seed{self.seed}-{digest}"

    def setting(self, part: str) -> dict[str, Any]:
        """One table of the settings."""
        found: dict[str, Any] = json.loads(self.settings)[part]
        return found


@dataclass(frozen=True, slots=True)
class Registration:
    """A protocol together with the exact bytes it was read from; their hash is the registration."""

    protocol: Protocol
    content: bytes

    @property
    def hash(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.content).hexdigest()

    def runs(self) -> tuple[Run, ...]:
        """Every run of the study once, however many families ask for it."""
        return tuple(dict.fromkeys(run for family in self.protocol.families for run in self.runs_of(family)))

    def runs_of(self, family: Family) -> tuple[Run, ...]:
        """The runs of one family."""
        return tuple(
            self.run(family, agent, deck, seed)
            for deck, agent, seed in product(family.decks, family.players, family.seeds)
        )

    def run(self, family: Family, agent: str, deck: str, seed: int) -> Run:
        """One run; a fixed player has no training, so its name does not depend on any."""
        trained = agent in family.agents
        parts = ("environment", "evaluation", "training") if trained else ("environment", "evaluation")
        settings = json.dumps(
            {part: getattr(self.protocol, part).model_dump() for part in parts}, sort_keys=True
        )
        return Run(agent, trained, deck, family.opponents, family.pilot if trained else "", seed, settings)


def shipped_protocols() -> dict[str, Path]:
    """The protocol files of this package by name."""
    folder = Path(str(files("mtg_causal_rl.experiments"))) / "protocols"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_protocol(name: str) -> Path:
    """The file of a shipped protocol, or the path that was given."""
    shipped = shipped_protocols()
    path = shipped.get(name, Path(name))
    if not path.is_file():
        raise unknown_name("protocol", name, shipped, "this package, and it is no file")
    return path


def load_protocol(path: Path, known: Known | None = None) -> Registration:
    """Reads and checks a protocol file; all problems are listed at once."""
    return parse_protocol(path.read_bytes(), path.name, known)


def parse_protocol(content: bytes, place: str, known: Known | None = None) -> Registration:
    """Checks a protocol's content; without `known`, names are taken on trust (as in a finished study)."""
    try:
        return Registration(Protocol.model_validate(tomllib.loads(content.decode()), context=known), content)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidValue(f"{place} is no TOML: {error}") from error
    except ValidationError as error:
        problems = [line for problem in own_problems(error) for line in described(problem)]
        count = f"{len(problems)} problem{'s' if len(problems) != 1 else ''}"
        raise InvalidValue("\n  ".join([f"{place} has {count}:", *problems])) from error


def own_problems(error: ValidationError) -> list[Any]:
    """The errors of the file; a list too short only because its entries were refused is none."""
    found = error.errors()
    inside = {other["loc"][:length] for other in found for length in range(len(other["loc"]))}
    return [problem for problem in found if problem["type"] != "too_short" or problem["loc"] not in inside]


def described(problem: Any) -> list[str]:
    """One pydantic error in words: where it is, what is wrong, and what may have been meant."""
    place = " > ".join(str(step + 1) if isinstance(step, int) else step for step in problem["loc"]) or "file"
    if problem["type"] == "extra_forbidden":
        *table, key = problem["loc"]
        return [f"{place}: unknown key{close_matches(str(key), keys_at(table))}"]
    if problem["type"] == "value_error":
        return [f"{place}: {line}" for line in str(problem["ctx"]["error"]).splitlines()]
    if problem["type"] == "missing":
        return [f"{place}: missing"]
    return [f"{place}: {problem['msg']}, not {problem['input']!r}"]


def keys_at(location: list[int | str]) -> list[str]:
    """The keys that a table of the file may have."""
    tables: dict[str, type[Part]] = {
        "environment": Environment,
        "training": Training,
        "evaluation": Evaluation,
        "family": Family,
        "comparison": Comparison,
    }
    named = [step for step in location if isinstance(step, str)]
    model = tables[named[-1]] if named else Protocol
    return [field.alias or name for name, field in model.model_fields.items()]
