"""Random agents for tests of environments, and what they see as bytes. Promises nothing itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"
RED = "mono_red_aggro"
SMALL = {"deck": RED, "opponent": RED, "pilot": "random"}


def single(**options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ENVIRONMENT, **(SMALL | options))


def vector(num_envs: int, **options: Any) -> Any:
    return gymnasium.make_vec(ENVIRONMENT, num_envs=num_envs, **(SMALL | options))


def by_rule(mask: np.ndarray, number: int) -> int:
    """A legal action that depends on the mask and on how many there were before."""
    legal = np.flatnonzero(mask)
    return int(legal[(number * 7) % len(legal)])


def flat(value: Any) -> bytes:
    """Everything in an info as bytes, in the order of its keys."""
    if isinstance(value, dict):
        return b"".join(str(key).encode() + flat(value[key]) for key in sorted(value))
    if isinstance(value, np.ndarray) and value.dtype == object:
        return b"".join(flat(item) for item in value if item is not None)
    return np.asarray(value).tobytes() if not isinstance(value, str) else value.encode()


def lane(info: dict[str, Any], index: int) -> dict[str, Any]:
    """One lane of a vector's info, without Gymnasium's masks."""
    return {
        key: lane(value, index) if isinstance(value, dict) else value[index]
        for key, value in info.items()
        if not key.startswith("_")
    }


def play(env: Any, seed: int, steps: int) -> Iterable[tuple[Any, ...]]:
    """What each step of a single environment gave; it is reset wherever an episode ends."""
    observation, info = env.reset(seed=seed)
    for number in range(steps):
        step = env.step(by_rule(info["action_mask"], number))
        yield step
        info = step[4]
        if step[2] or step[3]:
            observation, info = env.reset()
            yield observation, info


def to_the_end(env: Any, seed: int | None = 0) -> dict[str, Any]:
    _, info = env.reset(seed=seed)
    number = 0
    while "summary" not in info:
        _, _, _, _, info = env.step(by_rule(info["action_mask"], number))
        number += 1
    return info
