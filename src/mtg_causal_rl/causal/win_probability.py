"""The probability of winning as a frozen, hashed value: weights over the six factors. Learns nothing."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mtg_causal_rl.causal.expression import sigmoid
from mtg_causal_rl.causal.factors import FACTOR_SCALES, FACTORS
from mtg_causal_rl.causal.parameters import Coefficient, Estimate, constant
from mtg_causal_rl.causal.variable import Array
from mtg_causal_rl.errors import InvalidValue

FORMAT = 1
_KIND = "mtg-causal win model"


@dataclass(frozen=True, slots=True)
class WinModel:
    """sigmoid(bias + sum of weight * (factor - mean) / scale), each tuple in the order of FACTORS."""

    weights: tuple[float, ...]
    bias: float
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    #: Where the weights come from, in words; no part of the hash.
    origin: str = ""

    def __post_init__(self) -> None:
        for name in ("weights", "mean", "scale"):
            row = tuple(float(number) for number in getattr(self, name))
            if len(row) != len(FACTORS) or not np.isfinite(row).all():
                raise InvalidValue(f"{name} of a win model are {len(FACTORS)} finite numbers, not {row}")
            object.__setattr__(self, name, row)
        if min(self.scale) <= 0:
            raise InvalidValue(f"every scale of a win model is above 0, not {self.scale}")
        if not np.isfinite(self.bias):
            raise InvalidValue(f"the bias of a win model is a finite number, not {self.bias}")

    @classmethod
    def cold(cls) -> WinModel:
        """Before anything was learned: equal weights on the declared scales, even at the start of a game."""
        count = len(FACTORS)
        return cls((1.0,) * count, 0.0, (0.0,) * count, tuple(FACTOR_SCALES.values()), "cold: equal weights")

    @property
    def raw_weights(self) -> tuple[float, ...]:
        """Change of the log odds per unit of each factor."""
        return tuple(weight / scale for weight, scale in zip(self.weights, self.scale, strict=True))

    @property
    def raw_bias(self) -> float:
        """Log odds where every factor is 0."""
        return self.bias - sum(w * m for w, m in zip(self.raw_weights, self.mean, strict=True))

    @property
    def hash(self) -> str:
        numbers = [FORMAT, FACTORS, self.weights, self.bias, self.mean, self.scale]
        return hashlib.sha256(json.dumps(numbers).encode()).hexdigest()

    def probability(self, factors: Array) -> Array:
        """Probability of winning [n] for factors [n, 6]."""
        factors = np.asarray(factors, dtype=np.float64)
        if factors.ndim != 2 or factors.shape[1] != len(FACTORS):
            raise InvalidValue(f"factors have shape [n, {len(FACTORS)}], not {factors.shape}")
        return np.asarray(sigmoid(self.raw_bias + np.einsum("nk,k->n", factors, np.array(self.raw_weights))))

    def on_scale(self, mean: Array, scale: Array) -> WinModel:
        """The same probabilities, written for differently standardised factors."""
        weights = np.array(self.raw_weights) * scale
        bias = self.raw_bias + float(np.array(self.raw_weights) @ mean)
        return WinModel(tuple(weights), bias, tuple(mean), tuple(scale), self.origin)

    def coefficients(self, horizons: tuple[str, ...], phases: tuple[str, ...]) -> dict[str, Coefficient]:
        """The numbers by the names that the mechanism of win_probability uses."""
        named = {f"{name}_to_win_probability": w for name, w in zip(FACTORS, self.raw_weights, strict=True)}
        named = {"win_probability_intercept": self.raw_bias, **named}
        return {name: constant(Estimate(number), horizons, phases) for name, number in named.items()}

    def to_json(self) -> str:
        content = {
            "kind": _KIND,
            "format": FORMAT,
            "factors": FACTORS,
            "weights": self.weights,
            "bias": self.bias,
            "mean": self.mean,
            "scale": self.scale,
            "origin": self.origin,
        }
        return json.dumps(content, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, where: str = "this text") -> WinModel:
        try:
            content = json.loads(text)
            found = content["kind"], content["format"], tuple(content["factors"])
            if found != (_KIND, FORMAT, FACTORS):
                raise InvalidValue(f"{where} is no {_KIND} of format {FORMAT} over {', '.join(FACTORS)}")
            weights, mean, scale = (tuple(content[name]) for name in ("weights", "mean", "scale"))
            return cls(weights, float(content["bias"]), mean, scale, content["origin"])
        except (json.JSONDecodeError, KeyError, TypeError) as problem:
            raise InvalidValue(f"{where} is no {_KIND}: {type(problem).__name__}: {problem}") from problem

    def save(self, path: Path) -> None:
        path.write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> WinModel:
        """The win model in a file."""
        if not path.is_file():
            raise InvalidValue(f"there is no win model at {path}")
        return cls.from_json(path.read_text(encoding="utf-8"), str(path))
