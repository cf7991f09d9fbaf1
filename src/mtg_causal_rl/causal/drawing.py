"""A causal graph as Graphviz text and as a matplotlib figure, by layers. What the graph is lives in model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from mtg_causal_rl.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mtg_causal_rl.causal.model import CausalModel, Edge

_COLOURS = ("#dbe6f6", "#fbe7d0", "#dcefd9", "#f6d9d9", "#e6def0", "#eeeeee")
_STEP_DOWN = 0.45  # in layers
#: Solid: acts at once. Dashed: acts at later horizons. Dotted: drawn, but no equation uses it.
_AT_ONCE, _LATER, _UNUSED = "solid", "dashed", "dotted"


def graphviz(model: CausalModel) -> str:
    """The graph in the DOT language; layers from top to bottom."""
    lines = [f'digraph "{model.name}" {{', "  rankdir=TB;", '  node [shape=box, style="rounded,filled"];']
    for colour, (layer, names) in zip(_cycled(len(_layers(model))), _layers(model).items(), strict=True):
        lines += [f'  subgraph "cluster_{layer}" {{', f'    label="{layer}"; style=dashed;']
        lines += [f'    "{name}" [fillcolor="{colour}"];' for name in names]
        lines.append("  }")
    lines += [
        f'  "{parent}" -> "{child}" [style={style}];' for (parent, child), style in edge_styles(model).items()
    ]
    return "\n".join([*lines, "}"]) + "\n"


def figure(model: CausalModel) -> Figure:
    """The graph as a figure that belongs to no window."""
    try:
        from matplotlib.figure import Figure
    except ImportError as problem:
        raise MissingExtra(
            'drawing a figure needs matplotlib: pip install "mtg-causal-rl[studies]", or draw("graphviz")'
        ) from problem
    layers = _layers(model)
    widest = max(len(names) for names in layers.values())
    drawn = Figure(figsize=(1.7 * widest + 1.5, 1.8 * len(layers)), layout="constrained")
    axes = drawn.subplots()
    axes.set_axis_off()
    places = _places(model)
    for edge, style in edge_styles(model).items():
        _draw_edge(axes, places, edge, style)
    for depth, (colour, (layer, names)) in enumerate(zip(_cycled(len(layers)), layers.items(), strict=True)):
        for name in names:
            box = {"boxstyle": "round", "facecolor": colour, "edgecolor": "#555555"}
            axes.text(*places[name], name, ha="center", va="center", fontsize=8, bbox=box)
        axes.text(-0.02, -depth, layer, ha="right", va="center", fontsize=8, color="#555555")
    axes.set_xlim(-0.2, 1.0)
    axes.set_ylim(min(y for _, y in places.values()) - 0.3, 0.3)
    return drawn


DRAWINGS: Mapping[str, Callable[[CausalModel], str | Figure]] = MappingProxyType(
    {"graphviz": graphviz, "matplotlib": figure}
)


def edge_styles(model: CausalModel) -> dict[Edge, str]:
    """How each edge is drawn; what do() has cut is gone."""
    styles = {edge: _LATER if _acts_later(model, edge) else _AT_ONCE for edge in model.graph.edges}
    return styles | dict.fromkeys(model.unused_edges, _UNUSED)


def _acts_later(model: CausalModel, edge: Edge) -> bool:
    name = "_to_".join(edge)
    return name in model.parameters.coefficients and model.parameters.acts_later(name)


def _layers(model: CausalModel) -> dict[str, list[str]]:
    layers: dict[str, list[str]] = {}
    for variable in model.variables:
        layers.setdefault(variable.layer, []).append(variable.name)
    return layers


def _cycled(count: int) -> list[str]:
    return [_COLOURS[index % len(_COLOURS)] for index in range(count)]


def _places(model: CausalModel) -> dict[str, tuple[float, float]]:
    """Layers from top to bottom; what depends on its own layer stands lower in it."""
    return {
        name: ((index + 0.5) / len(names), -depth - _STEP_DOWN * _depends_on(model, name, names))
        for depth, names in enumerate(_layers(model).values())
        for index, name in enumerate(names)
    }


def _depends_on(model: CausalModel, name: str, names: list[str]) -> bool:
    return any(parent in names for parent in model[name].parents)


def _draw_edge(axes: Axes, places: Mapping[str, tuple[float, float]], edge: Edge, style: str) -> None:
    arrow = {"arrowstyle": "->", "color": "#888888", "linestyle": style, "shrinkA": 10, "shrinkB": 10}
    arrow["connectionstyle"] = "arc3,rad=0.08"  # edges along one column would hide each other
    axes.annotate("", xy=places[edge[1]], xytext=places[edge[0]], arrowprops=arrow)
