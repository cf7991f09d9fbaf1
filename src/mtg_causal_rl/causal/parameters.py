"""The numbers of a causal model: coefficients by horizon and phase, persistences. No equation lives here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl.causal.variable import Array
from mtg_causal_rl.errors import InvalidValue, UserError, unknown_name


class MissingFit(UserError, LookupError):
    """A coefficient that nobody has measured yet was asked for; says how to measure it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, if it was estimated; one that is true by definition has none."""

    value: float
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        if not np.isfinite(self.value):
            raise InvalidValue(f"an estimate must be a finite number, not {self.value}")
        if (self.low is None) != (self.high is None):
            raise InvalidValue("an interval needs both its ends")
        if self.low is not None and self.high is not None and not self.low <= self.value <= self.high:
            raise InvalidValue(
                f"the estimate {self.value:g} is outside its interval {self.low:g} to {self.high:g}"
            )

    @property
    def covers_zero(self) -> bool:
        return self.low is not None and self.high is not None and self.low <= 0 <= self.high

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:+.4g}"
        return f"{self.value:+.4g} [{self.low:+.4g}, {self.high:+.4g}]"


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One number of a mechanism: an estimate per phase for each horizon. One left out is not measured."""

    at: Mapping[str, tuple[Estimate, ...]]
    remedy: str = ""


@dataclass(frozen=True)
class Parameters:
    """Every number of a model. The first horizon is the immediate one; a position belongs to one phase."""

    horizons: tuple[str, ...] = ("now",)
    phases: tuple[str, ...] = ("any",)
    coefficients: Mapping[str, Coefficient] = field(default_factory=dict)
    #: What is left of a shift at a later horizon, by variable and horizon; 1 where none is given.
    persistences: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind, names in (("horizon", self.horizons), ("phase", self.phases)):
            if not names or len(set(names)) != len(names):
                raise InvalidValue(f"a model needs at least one {kind} and no {kind} twice, not {names}")
        for name, coefficient in self.coefficients.items():
            self._check_shape(name, coefficient)
        for variable, by_horizon in self.persistences.items():
            for horizon in by_horizon:
                self.check_horizon(horizon, f"the persistence of {variable}")

    def _check_shape(self, name: str, coefficient: Coefficient) -> None:
        for horizon, estimates in coefficient.at.items():
            self.check_horizon(horizon, f"coefficient {name}")
            if len(estimates) != len(self.phases):
                count = f"{len(estimates)} estimates for {len(self.phases)} phases"
                raise InvalidValue(f"coefficient {name!r} has {count} at horizon {horizon!r}")

    def check_horizon(self, horizon: str, where: str) -> None:
        if horizon not in self.horizons:
            raise unknown_name("horizon", horizon, self.horizons, where)

    def require(self, horizon: str | None) -> str:
        """The horizon (None: the immediate one), or an error if any coefficient is not measured there."""
        if horizon is None:
            return self.horizons[0]
        self.check_horizon(horizon, "this model")
        for name, coefficient in self.coefficients.items():
            if horizon not in coefficient.at:
                raise MissingFit(
                    f"coefficient {name!r} has not been measured at horizon {horizon!r}{coefficient.remedy}"
                )
        return horizon

    def table(self, name: str, horizon: str) -> Array:
        """The coefficient for each phase, [phases]."""
        return np.array([estimate.value for estimate in self.coefficients[name].at[horizon]])

    def by_position(self, name: str, horizon: str, phase: NDArray[np.intp]) -> float | Array:
        """The coefficient for each position, [n]; one number where all phases agree."""
        table = self.table(name, horizon)
        return float(table[0]) if (table == table[0]).all() else table[phase]

    def persistence(self, variable: str, horizon: str) -> float:
        estimate = self.persistences.get(variable, {}).get(horizon)
        return 1.0 if estimate is None else estimate.value

    def acts_later(self, name: str) -> bool:
        """Whether the coefficient is 0 by definition at the immediate horizon."""
        now = self.coefficients[name].at.get(self.horizons[0], ())
        return len(self.horizons) > 1 and all(estimate == Estimate(0.0) for estimate in now)

    def with_coefficients(self, coefficients: Mapping[str, Coefficient]) -> Parameters:
        """These parameters with some coefficients exchanged."""
        for name in coefficients:
            if name not in self.coefficients:
                raise unknown_name("coefficient", name, self.coefficients, "this model")
        return replace(self, coefficients={**self.coefficients, **coefficients})


def constant(estimate: Estimate, horizons: tuple[str, ...], phases: tuple[str, ...]) -> Coefficient:
    """A coefficient that is the same at every horizon and in every phase."""
    return Coefficient({horizon: (estimate,) * len(phases) for horizon in horizons})
