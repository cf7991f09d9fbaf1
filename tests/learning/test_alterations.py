"""Permuted epsilon keeps what each category of action predicts, and loses for which action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from mtg_causal_rl.game.layout import actions
from mtg_causal_rl.learning.agents import AGENTS, Agent
from mtg_causal_rl.learning.alterations import PermutedEpsilon, category_of_each_action, shuffled_within
from mtg_causal_rl.learning.experience import prepare
from mtg_causal_rl.learning.run import start
from mtg_causal_rl.learning.settings import RunSettings

CPU = torch.device("cpu")


def test_every_action_has_the_category_of_the_action_table() -> None:
    categories = category_of_each_action(CPU)
    names = [actions.categories[index].name for index in categories.tolist()]
    assert names == [actions.category_of(index).name for index in range(actions.size)]


def test_rows_move_within_their_group_and_everywhere_in_it() -> None:
    groups = torch.tensor([2, 0, 2, 0, 2, 1])
    luck, reached = torch.Generator().manual_seed(0), torch.zeros(6, 6)
    for _ in range(3000):
        permutation = shuffled_within(groups, luck)
        assert permutation.sort().values.tolist() == list(range(6))
        assert torch.equal(groups[permutation], groups)
        reached[torch.arange(6), permutation] += 1
    shares = reached / 3000
    sizes = torch.tensor([3.0, 2.0, 3.0, 2.0, 3.0, 1.0])
    expected = (groups.unsqueeze(1) == groups.unsqueeze(0)) / sizes
    torch.testing.assert_close(shares, expected, atol=0.05, rtol=0.0)  # five standard errors


def test_epsilon_alone_is_permuted(make_toy: Callable[..., Any], small_agent: Callable[[str], Agent]) -> None:
    run = start(small_agent("cgfa"), make_toy(), RunSettings(0, 1000, CPU, {}))
    run.update()
    batch = prepare(run.rollout, run.network, run.agent).batch
    altered = PermutedEpsilon()(batch, torch.Generator().manual_seed(0))
    assert not torch.equal(altered.epsilon, batch.epsilon)
    categories = category_of_each_action(CPU)[batch.offered[batch.actions]]
    for category in categories.unique():
        rows = categories == category
        before, after = (each.epsilon[rows].sort(dim=0).values for each in (batch, altered))
        assert torch.equal(before, after)
    for name in ("observations", "actions", "factor_returns", "advantages", "log_probabilities"):
        assert getattr(altered, name) is getattr(batch, name)


@pytest.mark.parametrize("name", ["cgfa", "cgfa_permuted_epsilon"])
def test_the_permutation_takes_no_luck_from_minibatches(
    name: str, make_toy: Callable[..., Any], small_agent: Callable[[str], Agent]
) -> None:
    run = start(small_agent(name), make_toy(), RunSettings(0, 1000, CPU, {}))
    untouched = run.streams.alterations.get_state()
    run.update()
    other = start(small_agent("cgfa"), make_toy(), RunSettings(0, 1000, CPU, {}))
    other.update()
    assert torch.equal(run.streams.minibatches.get_state(), other.streams.minibatches.get_state())
    drew = not torch.equal(run.streams.alterations.get_state(), untouched)
    assert drew == (AGENTS[name].alteration is not None)
