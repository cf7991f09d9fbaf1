"""The specification as Markdown: actions, observation, pool, decks, each read from what it describes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mtg_causal_rl.cards import Back, Card, Deck, Pool
from mtg_causal_rl.cards.card import Statement
from mtg_causal_rl.game.layout import actions, layout
from mtg_causal_rl.rendering.card_numbers import card_numbers, nearest
from mtg_causal_rl.rendering.markdown import table

_NEIGHBOURS = 3


def specification(pool: Pool) -> str:
    """Action table, observation layout, pool and decks."""
    parts = (action_page(), observation_page(pool), pool_page(pool), deck_page(pool))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def action_page() -> str:
    """The action table, and for each question what an index means and where it can be seen."""
    rows = (
        (_range(category.first, category.count), category.count, category.name, category.doc)
        for category in actions.categories
    )
    questions = ((row.name, row.rows, row.meaning, row.visible) for row in actions.questions)
    return _page(
        "Actions",
        f"{actions.size} actions in {len(actions.categories)} rows; the mask holds 1 for those that execute.",
        table(("Index", "Slots", "Row", "Meaning"), rows),
        "Own slots 0-39 are the own battlefield, 40-59 the own graveyard and exile; the other side alike. "
        "Option k has the index 296 + k. Where options or slots do not fit, index 417 shows the next page, "
        "forward only; cards have 20 options on a page, so that each can be seen, anything else 121.",
        "## Questions",
        table(("Question", "Rows", "Meaning of an index", "Where it is visible"), questions),
    )


def observation_page(pool: Pool) -> str:
    """Every number of the observation, and each card's nearest neighbours by its numbers."""
    game = ((n.index, n.name, _limits(n.low, n.high), n.unit, n.doc) for n in layout.numbers)
    blocks = (
        (_range(block.start, block.cards * block.numbers), block.name, block.cards, block.doc)
        for block in layout.blocks
    )
    fields = ((f.index, f.name, _limits(f.low, f.high), f.unit, f.doc) for f in layout.fields)
    return _page(
        "Observation",
        f"{layout.size} numbers of type float32: {len(layout.numbers)} of the game, then {len(layout.zones)} "
        f"card slots of {len(layout.fields)}. An empty slot is all zeros. Layout {layout.hash:016x}.",
        "```python\nfrom mtg_causal_rl.game.layout import layout\n\n"
        'observation[layout["own.life"]]           # one number\n'
        'observation[layout["own.hand.power"]]     # one number of every card of a block\n'
        'observation[layout["own.hand.3"]]         # all numbers of one card\n'
        "game, cards = layout.split(observation)   # 17 numbers, a table of 90 x 34\n"
        "print(layout.explain(observation))        # in words\n```",
        "## The game",
        table(("Index", "Name", "Range", "Unit", "Meaning"), game),
        "## The card slots",
        table(("Index", "Block", "Cards", "What stands there"), blocks),
        "## The numbers of a card",
        "Up to `options` they are printed on it, up to `touch` what it is now, the rest is what it is doing.",
        table(("Offset", "Name", "Range", "Unit", "Meaning"), fields),
        "## Nearest neighbours",
        "The numbers say what a card is and does, not which it is; cards that play alike lie close together.",
        table(("Card", "Nearest first"), _neighbours(pool)),
    )


def pool_page(pool: Pool) -> str:
    """Every card, back face and token."""
    rows = (_card_row(pool, face) for face in pool.faces)
    return _page("Pool", table(("Name", "Cost", "Type", "Size", "In decks"), rows))


def deck_page(pool: Pool) -> str:
    """Every deck as a list."""
    return _page("Decks", *(part for deck in pool.decks.values() for part in _deck(deck)))


PAGES = ("observation.md", "actions.md")


def page(name: str) -> str:
    """One page of the documentation, by its file name."""
    return observation_page(Pool.standard()) if name == "observation.md" else action_page()


def write_pages(folder: Path) -> None:
    """Writes the pages of the documentation that are generated from the core's tables."""
    for name in PAGES:
        (folder / name).write_text(page(name), encoding="utf-8")


def _page(title: str, *parts: str) -> str:
    return "\n\n".join((f"# {title}", *parts)) + "\n"


def _range(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first}-{first + count - 1}"


def _limits(low: float, high: float) -> str:
    return f"{low:g} to {high:g}"


def _neighbours(pool: Pool) -> Iterator[tuple[str, str]]:
    names = [face.name for face in pool.faces]
    for name, others in zip(names, nearest(card_numbers(pool), _NEIGHBOURS), strict=True):
        yield name, "; ".join(names[other] for other in others)


def _card_row(pool: Pool, face: Statement) -> tuple[str, str, str, str, str]:
    cost = face.cost if isinstance(face, Card) else ""
    back = f" (back of {pool.front(face.name).name})" if isinstance(face, Back) else ""
    copies = ((deck.id, deck.cards.get(face.name, 0)) for deck in pool.decks.values())
    decks = ", ".join(f"{deck} {count}" for deck, count in copies if count)
    return face.name + back, cost, face.type_line, _size(face), decks


def _size(face: Statement) -> str:
    if face.loyalty is not None:
        return f"loyalty {face.loyalty}"
    if face.toughness is None:
        return ""
    return f"{'*' if face.power is None else face.power}/{face.toughness}"


def _deck(deck: Deck) -> tuple[str, str]:
    rows = ((count, name) for name, count in deck.cards.items())
    heading = f"## {deck.name}\n\n`{deck.id}`, {deck.archetype}, {deck.size} cards"
    return heading, table(("Copies", "Card"), rows)
