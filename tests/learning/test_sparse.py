"""A sparse batch is the dense one: rows, transposition, products and gradients, empty ones too."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from mtg_causal_rl.learning.networks import InputLayer
from mtg_causal_rl.learning.sparse import SparseRows, product, sparse_rows


def _random(rows: int, columns: int, density: float = 0.1) -> Tensor:
    luck = torch.Generator().manual_seed(rows + columns)
    kept = torch.rand(rows, columns, generator=luck) < density
    return torch.randn(rows, columns, generator=luck) * kept


def _sparse(dense: Tensor) -> SparseRows:
    return sparse_rows(dense, torch.arange(dense.shape[1]), dense.shape[1])


def _dense(sparse: SparseRows) -> Tensor:
    return sparse.sums(torch.eye(sparse.width))


@pytest.mark.parametrize("shape", [(7, 30), (1, 5), (0, 4), (40, 40_000)])
def test_rows_and_columns_are_those_of_the_dense_matrix(shape: tuple[int, int]) -> None:
    dense = _random(*shape, density=0.001 if shape[1] > 1000 else 0.2)
    sparse = _sparse(dense)
    assert len(sparse) == len(dense)
    assert len(sparse.values) == int((dense != 0).sum())
    transposed = sparse.transposed()
    again = _dense(transposed) if len(dense) else torch.zeros(shape[1], 0)
    assert torch.equal(again, dense.t())
    if shape[1] < 1000:
        assert torch.equal(_dense(sparse), dense)


def test_rows_can_be_taken_in_any_order_and_more_than_once() -> None:
    dense = _random(9, 20)
    dense[4] = 0.0
    rows = torch.tensor([8, 0, 4, 4, 3, 8])
    assert torch.equal(_dense(_sparse(dense).index_select(0, rows)), dense[rows])
    assert torch.equal(_dense(_sparse(dense)[2:5]), dense[2:5])
    assert len(_sparse(dense)[5:5]) == 0


def test_product_and_gradient_are_the_dense_ones() -> None:
    dense = _random(50, 300, density=0.03)
    weight = torch.randn(4, 300, 16, generator=torch.Generator().manual_seed(0), requires_grad=True)
    goal = torch.randn(50, 64, generator=torch.Generator().manual_seed(1))
    found = product(_sparse(dense), weight)
    expected = (dense @ weight).transpose(0, 1).flatten(1)
    torch.testing.assert_close(found, expected)
    (gradient,) = torch.autograd.grad((found * goal).sum(), weight)
    (wanted,) = torch.autograd.grad((expected * goal).sum(), weight)
    torch.testing.assert_close(gradient, wanted, atol=1e-5, rtol=1e-5)
    unused = (dense == 0).all(dim=0)
    assert unused.any()
    assert gradient[:, unused].abs().max() == 0  # exactly, so that Adam leaves such a column alone


def test_the_number_of_threads_changes_no_bit() -> None:
    sparse = _sparse(_random(256, 600))
    weight = torch.randn(2, 600, 256, generator=torch.Generator().manual_seed(0), requires_grad=True)
    found = []
    for threads in (1, 3):
        torch.set_num_threads(threads)
        hidden = product(sparse, weight)
        found.append((hidden, torch.autograd.grad(hidden.square().sum(), weight)[0]))
    assert all(torch.equal(one, three) for one, three in zip(*found, strict=True))


@pytest.mark.parametrize("width", [24, 512])
def test_the_input_layer_computes_the_same_from_dense_columns(width: int) -> None:
    """Which is what it does on a GPU."""
    layer = InputLayer(90, width, torch.Generator().manual_seed(0))
    observations = _random(32, 90)
    columns = layer.unseen(observations)
    assert 0 < len(columns) < 90
    layer.choose(columns)
    expected = (observations @ layer.dense().t()).relu()
    for selected in (layer.select(observations), observations[:, columns]):
        both = torch.cat(layer.both(selected), dim=1)
        torch.testing.assert_close(both, expected, atol=1e-5, rtol=1e-5)
        apart = torch.cat((layer.policy(selected), layer.value(selected)), dim=1)
        torch.testing.assert_close(apart, expected, atol=1e-5, rtol=1e-5)
    assert len(layer.value(layer.select(observations[:0]))) == 0
    layer.choose(columns[1:])
    without = observations.clone()
    without[:, columns[0]] = 0.0
    assert torch.equal(layer.value(layer.select(observations)), layer.value(layer.select(without)))


def test_weights_put_in_come_out() -> None:
    layer = InputLayer(90, 512, torch.Generator().manual_seed(0))
    weight = torch.randn(1024, 90)
    layer.put(weight)
    layer.choose(torch.tensor([3, 4, 80]))
    assert torch.equal(layer.dense(), weight)
    layer.weight.data.zero_()
    weight[:, [3, 4, 80]] = 0.0
    assert torch.equal(layer.dense(), weight)
