"""The network: initialised as sb3-contrib's is, and the same over all columns or the non-zero ones."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from mtg_causal_rl.learning.agents import AGENTS
from mtg_causal_rl.learning.learner import Learner
from mtg_causal_rl.learning.networks import Heads, InputLayer, Mixture, Network, Shape

HEADS = Heads(factors=6, gate_hidden=8, mixture=Mixture.SOFTMAX)
SHAPE = Shape(observation=40, actions=7, hidden=(24, 16), heads=HEADS)
ALL = torch.arange(SHAPE.actions)


def _network(shape: Shape = SHAPE, seed: int = 0) -> Network:
    return Network(shape, torch.Generator().manual_seed(seed), torch.Generator().manual_seed(1))


def _orthogonal(weight: Tensor) -> Tensor:
    """The gain squared times the identity, if the shorter side's vectors are orthogonal."""
    return weight @ weight.T if weight.shape[0] <= weight.shape[1] else weight.T @ weight


@pytest.mark.parametrize(
    ("name", "rows", "gain"),
    [
        ("input.weight", slice(0, 24), math.sqrt(2.0)),
        ("input.weight", slice(24, 48), math.sqrt(2.0)),
        ("policy_tower.0.weight", slice(None), math.sqrt(2.0)),
        ("value_tower.0.weight", slice(None), math.sqrt(2.0)),
        ("policy_head.weight", slice(None), 0.01),
        ("value_head.weight", slice(None), 1.0),
        ("causal.factors.weight", slice(None), 1.0),
    ],
)
def test_orthogonal_with_sb3s_gains(name: str, rows: slice, gain: float) -> None:
    product = _orthogonal(_network().weights()[name][rows])
    torch.testing.assert_close(product, gain**2 * torch.eye(len(product)), atol=1e-5, rtol=0.0)


def test_biases_start_at_zero_and_the_gate_at_one_half() -> None:
    network = _network()
    assert all(bool((value == 0).all()) for name, value in network.weights().items() if name.endswith("bias"))
    network.load_weights(network.weights())
    assert network.critic(torch.randn(5, 40)).gate.tolist() == [0.5] * 5


def test_towers_do_not_depend_on_the_heads() -> None:
    with_heads, without = _network(), _network(replace(SHAPE, heads=Heads(0, 0, Mixture.SOFTMAX)))
    for name, value in without.weights().items():
        assert torch.equal(value, with_heads.weights()[name])


def test_initialisation_leaves_torchs_own_generator_alone() -> None:
    before = torch.get_rng_state()
    _network()
    assert torch.equal(torch.get_rng_state(), before)


def _observations(*active: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    observations = torch.zeros(12, 40)
    observations[:, list(active)] = torch.rand(12, len(active), generator=generator) + 0.1
    return observations


def test_selected_columns_give_the_answers_of_all_columns() -> None:
    selecting, dense = _network(), _network()
    dense.load_weights(dense.weights())
    observations = _observations(3, 8, 39)
    selecting.input.choose(selecting.input.unseen(observations))
    assert selecting.input.columns.tolist() == [3, 8, 39]
    logits, critic = selecting(selecting.input.select(observations), ALL)
    expected_logits, expected = dense(dense.input.select(observations), ALL)
    torch.testing.assert_close(logits, expected_logits)
    torch.testing.assert_close(critic.factor_values, expected.factor_values)
    torch.testing.assert_close(selecting.logits(selecting.input.select(observations)), logits)
    torch.testing.assert_close(selecting.critic(selecting.input.select(observations)).values, critic.values)


def test_training_on_selected_columns_is_training_on_all() -> None:
    """Adam's moments included: a column that appears late starts with none, as it would have had."""
    agent = AGENTS["ppo"]
    learners = [Learner(_network(), agent), Learner(_network(), agent)]
    learners[1].network.load_weights(learners[1].network.weights())
    for round_, active in enumerate([(3, 8), (3, 8), (8, 20, 39), (3, 20)]):
        observations = _observations(*active, seed=round_)
        for learner in learners:
            learner.see(observations)
            logits, critic = learner.network(learner.network.input.select(observations), ALL)
            learner.optimiser.zero_grad()
            (logits.square().mean() + critic.values.square().mean()).backward()
            learner.optimiser.step()
    selecting, dense = (learner.network for learner in learners)
    assert selecting.input.columns.tolist() == [3, 8, 20, 39]
    for name, value in dense.weights().items():
        torch.testing.assert_close(selecting.weights()[name], value, atol=1e-6, rtol=0.0)


def test_a_column_that_never_appeared_keeps_its_weights() -> None:
    network = _network()
    before = network.weights()["input.weight"]
    learner = Learner(network, AGENTS["ppo"])
    learner.see(_observations(3))
    network(network.input.select(_observations(3)), ALL)[0].square().mean().backward()
    learner.optimiser.step()
    after = network.weights()["input.weight"]
    assert not torch.equal(after[:, 3], before[:, 3])
    assert torch.equal(after[:, 4:], before[:, 4:])


def test_the_two_towers_are_separate() -> None:
    layer = InputLayer(10, 4, torch.Generator().manual_seed(0))
    layer.choose(torch.arange(10))
    policy, _ = layer.both(layer.select(torch.ones(2, 10)))
    policy.sum().backward()
    gradient = layer.weight.grad
    assert gradient is not None
    assert gradient.shape == (2, 10, 4)
    assert gradient[0].abs().sum() > 0
    assert gradient[1].abs().sum() == 0


def test_logits_of_some_actions_are_those_of_all() -> None:
    network = _network()
    network.load_weights(network.weights())
    selected, offered = network.input.select(_observations(3, 8)), torch.tensor([0, 2, 3])
    some, all_ = (network(selected, actions)[0] for actions in (offered, ALL))
    torch.testing.assert_close(some, all_[:, offered])
    some.square().sum().backward()
    gradient = network.policy_head.weight.grad
    assert gradient is not None
    assert gradient[offered].abs().sum(dim=1).min() > 0
    assert gradient[1].abs().sum() == 0


def test_softmax_makes_a_negative_weight_a_small_credit_and_signed_keeps_it() -> None:
    beta = torch.tensor([1.0, -1.0, 0.0, 0.0, 0.0, 2.0])
    softmax, signed = _network(), _network(replace(SHAPE, heads=replace(HEADS, mixture=Mixture.SIGNED)))
    for network in (softmax, signed):
        assert network.causal is not None
        network.causal.beta.data = beta.clone()
    weights = softmax.critic(torch.zeros(1, 0)).mixture
    assert weights.sum().item() == pytest.approx(1.0)
    assert weights[1].item() == pytest.approx(math.exp(-1) / (math.e + math.exp(-1) + 3 + math.exp(2)))
    assert signed.critic(torch.zeros(1, 0)).mixture.tolist() == pytest.approx([0.25, -0.25, 0.0, 0.0, 0.0, 0.5])
