"""What the agents say of themselves, as Markdown for the docs. Defines none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from mtg_causal_rl.causal.win_learner import WinLearning
from mtg_causal_rl.learning.agents import AGENTS, CGFA, CWM, PPO, Agent
from mtg_causal_rl.learning.description import describe, flat
from mtg_causal_rl.rendering.markdown import table

_ABSENT = object()


def agent_table() -> str:
    """One row for each agent: the one that it differs least from, and every difference."""
    return table(("agent", "as", "but"), (_agent_row(agent) for agent in AGENTS.values()))


def _agent_row(agent: Agent) -> tuple[str, str, str]:
    if agent is PPO:
        return f"`{agent.name}`", "-", "-"
    bases = [PPO] if agent is CGFA else [PPO, CGFA]
    differences, base = min(
        ((list(_differences(base, agent)), base.name) for base in bases), key=lambda pair: len(pair[0])
    )
    return f"`{agent.name}`", f"`{base}`", "; ".join(differences)


def _differences(base: Agent, agent: Agent) -> Iterator[str]:
    old, new = _told(base), _told(agent)
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key, _ABSENT), new.get(key, _ABSENT)
        if before != after:
            yield f"{key} {_short(after)}"


def _told(agent: Agent) -> dict[str, Any]:
    """What is said of an agent: a term by its coefficient and, where it has another one, its function."""
    described = describe(agent)
    described["environment"] = ", ".join(f"{name}={value}" for name, value in agent.environment)
    described["factor_scales"] = ", ".join(f"{scale:g}" for scale in agent.factor_scales)
    told = {name: value for name, value in flat(described).items() if value is not None and name != "name"}
    terms = {f"terms.{term.name}": term.loss.__name__ for term in agent.terms}
    named = {f"terms.{term.name}.{part}" for term in agent.terms for part in ("name", "loss")}
    return {name: value for name, value in told.items() if name not in named} | terms


def _short(value: Any) -> str:
    if value is _ABSENT:
        return "left out"
    return value.rpartition(".")[2] if isinstance(value, str) and value.startswith("mtg_causal_rl.") else f"{value}"


def number_table() -> str:
    """Every number of the paper's table that a learner has, from the agents themselves."""
    return table(("of", "number", "value"), (row for part in _numbers() for row in part))


def _numbers() -> Iterator[Iterator[tuple[str, str, str]]]:
    yield _rows("every agent", flat(describe(PPO.optimisation)))
    yield _rows("every agent", _coefficients(PPO))
    yield _rows("`cwm`", flat(describe(CWM.companion)))
    extra = {name: value for name, value in _coefficients(CGFA).items() if name not in _coefficients(PPO)}
    yield _rows("`cgfa`", extra | flat(describe(CGFA.heads)))
    yield _rows("win model, where it is learned", asdict(WinLearning()))


def _rows(of: str, numbers: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    return ((of, name.replace("_", " ").replace(".", ", "), f"{value}") for name, value in numbers.items())


def _coefficients(agent: Agent) -> dict[str, Any]:
    return flat({f"{term.name} loss": describe(term.coefficient) for term in agent.terms})
