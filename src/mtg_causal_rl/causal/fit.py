"""The measured numbers of the lagged edges as a versioned, hashed JSON value. Nothing is measured here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from mtg_causal_rl.causal.parameters import Coefficient, Estimate
from mtg_causal_rl.errors import InvalidValue, unknown_name

FORMAT = 1
_KIND = "mtg-causal fit"
_UNFITTED = "; the lagged edges are fitted by `mtg-causal fit`, which has not been run for this model"


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients by name, horizon and phase, persistences by variable and horizon, and their statistics."""

    #: `CausalModel.structure` of the equations that were fitted.
    structure: str
    #: Later horizons; none in the explicit absence of a fit.
    horizons: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    coefficients: Mapping[str, Mapping[str, tuple[Estimate, ...]]] = field(default_factory=dict)
    persistences: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    #: Fit statistics, games, seed, versions, the deck left out: whatever the fit says about itself.
    statistics: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def unfitted(cls) -> Fit:
        """No measurement: a model with it answers at the immediate horizon and refuses the later ones."""
        return cls(structure="")

    @property
    def measured(self) -> bool:
        return bool(self.horizons)

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    def coefficient(self, name: str, immediate: str, phases: tuple[str, ...]) -> Coefficient:
        """A lagged coefficient: 0 by definition at the immediate horizon, measured or absent later."""
        at_once = (Estimate(0.0),) * len(phases)
        return Coefficient({immediate: at_once, **self.coefficients.get(name, {})}, remedy=_UNFITTED)

    def check_covers(self, coefficients: tuple[str, ...], persistences: tuple[str, ...]) -> None:
        """An error naming the first number that these equations need and the fit lacks, or has too much."""
        for kind, needed, given in (
            ("coefficient", coefficients, self.coefficients),
            ("persistence", persistences, self.persistences),
        ):
            for name in needed:
                missing = [h for h in self.horizons if h not in given.get(name, {})]
                if missing:
                    raise InvalidValue(f"the fit has no {kind} {name!r} at horizon {missing[0]!r}")
            extra = sorted(set(given) - set(needed))
            if extra:
                raise unknown_name(kind, extra[0], needed, "the fit")

    def to_json(self) -> str:
        """Canonical text: the same fit gives the same bytes."""
        content = {
            "kind": _KIND,
            "format": FORMAT,
            "structure": self.structure,
            "horizons": list(self.horizons),
            "phases": list(self.phases),
            "coefficients": {
                name: {h: [_row(estimate) for estimate in row] for h, row in by_horizon.items()}
                for name, by_horizon in self.coefficients.items()
            },
            "persistences": {
                name: {h: _row(estimate) for h, estimate in by_horizon.items()}
                for name, by_horizon in self.persistences.items()
            },
            "statistics": dict(self.statistics),
        }
        return json.dumps(content, indent=1, sort_keys=True, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str, where: str = "this text") -> Fit:
        try:
            content = json.loads(text)
            if (content["kind"], content["format"]) != (_KIND, FORMAT):
                raise InvalidValue(
                    f"{where} is a {content['kind']!r} of format {content['format']}, not {_KIND!r} {FORMAT}"
                )
            return cls(
                content["structure"],
                tuple(content["horizons"]),
                tuple(content["phases"]),
                {
                    name: {h: tuple(Estimate(*row) for row in rows) for h, rows in by_horizon.items()}
                    for name, by_horizon in content["coefficients"].items()
                },
                {
                    name: {h: Estimate(*row) for h, row in by_horizon.items()}
                    for name, by_horizon in content["persistences"].items()
                },
                content["statistics"],
            )
        except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as problem:
            raise InvalidValue(f"{where} is no fit: {type(problem).__name__}: {problem}") from problem

    def save(self, path: Path) -> None:
        path.write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Fit:
        """The fit in a file."""
        if not path.is_file():
            raise InvalidValue(f"there is no fit at {path}; `mtg-causal fit` makes one")
        return cls.from_json(path.read_text(encoding="utf-8"), str(path))

    @classmethod
    def shipped(cls, name: str) -> Fit:
        """A fit that comes with the package, by name."""
        folder = resources.files("mtg_causal_rl.causal") / "fits"
        known = {f.name.removesuffix(".json"): f for f in (folder.iterdir() if folder.is_dir() else ())}
        if name not in known:
            raise unknown_name("fit", name, known, "the package")
        return cls.from_json(known[name].read_text(encoding="utf-8"), f"the shipped fit {name!r}")


def _row(estimate: Estimate) -> list[float | None]:
    return [estimate.value, estimate.low, estimate.high]
