"""Names for the 3,077 numbers of an observation and the 478 actions, read from the core's own tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.game import binding

Floats = npt.NDArray[np.float32]

_SHARE = re.compile(r"(?P<what>.+) / (?P<scale>\d+)")


@dataclass(frozen=True, slots=True)
class Number:
    """One number: its index (of a card: within the card), range, unit and meaning."""

    name: str
    index: int
    low: float
    high: float
    unit: str
    doc: str

    def in_words(self, value: float) -> str:
        """The value in its unit: "20 life" for 0.5 in "life / 40"."""
        if share := _SHARE.fullmatch(self.unit):
            return f"{value * int(share['scale']):.4g} {share['what']}"
        return f"{value:.4g}"


@dataclass(frozen=True, slots=True)
class Block:
    """A run of card slots of one zone: the first index, how many cards, numbers of each."""

    name: str
    start: int
    cards: int
    numbers: int
    doc: str

    @property
    def stop(self) -> int:
        return self.start + self.cards * self.numbers


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands where in an observation; `layout["own.life"]` is a slice of its last axis."""

    numbers: tuple[Number, ...]
    blocks: tuple[Block, ...]
    fields: tuple[Number, ...]
    """The numbers of every card."""
    hash: int
    """Two layouts with one hash mean the same."""

    @property
    def size(self) -> int:
        return self.blocks[-1].stop

    @property
    def zones(self) -> tuple[str, ...]:
        """The name of the block of each card."""
        return tuple(block.name for block in self.blocks for _ in range(block.cards))

    @property
    def low(self) -> Floats:
        """The smallest value of each number; every range holds 0, which fills the empty slots."""
        return self._each([number.low for number in self.numbers], [field.low for field in self.fields])

    @property
    def high(self) -> Floats:
        return self._each([number.high for number in self.numbers], [field.high for field in self.fields])

    def __getitem__(self, name: str) -> slice:
        """A number of the game ("own.life"), a block ("own.hand"), one number of all its cards
        ("own.hand.power"), a card ("own.hand.3") or a number of it ("own.hand.3.power")."""
        for number in self.numbers:
            if number.name == name:
                return slice(number.index, number.index + 1)
        for block in self.blocks:
            if f"{name}.".startswith(f"{block.name}."):
                return self._part(block, name.removeprefix(block.name).removeprefix("."))
        raise unknown_name("part of the observation", name, self.names())

    def names(self) -> Iterator[str]:
        """Numbers of the game, blocks, and one number of all cards of a block."""
        yield from (number.name for number in self.numbers)
        for block in self.blocks:
            yield block.name
            yield from (f"{block.name}.{field.name}" for field in self.fields)

    def split(self, observation: Floats) -> tuple[Floats, Floats]:
        """Numbers of the game [..., 17] and the table of cards [..., 90, 34], both views."""
        if observation.shape[-1:] != (self.size,):
            raise InvalidValue(f"an observation ends in {self.size} numbers, not in {observation.shape}")
        game = len(self.numbers)
        cards = observation[..., game:].reshape(*observation.shape[:-1], len(self.zones), len(self.fields))
        return observation[..., :game], cards

    def explain(self, observation: Floats) -> str:
        """One observation in words: every number of the game, and of each card those that are not zero."""
        if observation.shape != (self.size,):
            raise InvalidValue(f"one observation has {self.size} numbers, not {observation.shape}")
        game, cards = self.split(observation)
        lines = [f"{number.name}: {number.in_words(float(game[number.index]))}" for number in self.numbers]
        for block in self.blocks:
            first = (block.start - len(self.numbers)) // block.numbers
            for slot, card in enumerate(cards[first : first + block.cards]):
                if card.any():
                    lines.append(f"{block.name}.{slot}: {self._card_in_words(card)}")
        return "\n".join(lines)

    def _card_in_words(self, card: Floats) -> str:
        shown = ((field, float(card[field.index])) for field in self.fields)
        return ", ".join(f"{field.name} {field.in_words(value)}" for field, value in shown if value)

    def _part(self, block: Block, rest: str) -> slice:
        """A block, one of its cards, one number of all cards or of one: "", "3", "power", "3.power"."""
        slot, _, field = rest.partition(".") if rest[:1].isdigit() else ("", "", rest)
        start, stop, step = block.start, block.stop, 1
        if slot:
            start = block.start + self._slot(block, slot) * block.numbers
            stop = start + block.numbers
        if field:
            start, step = start + self._offset(block, field), block.numbers
        return slice(start, stop, step)

    def _slot(self, block: Block, slot: str) -> int:
        if not slot.isdecimal() or int(slot) >= block.cards:
            raise InvalidValue(f"{block.name} has no slot {slot!r}: they go from 0 to {block.cards - 1}")
        return int(slot)

    def _offset(self, block: Block, field: str) -> int:
        offsets = {number.name: number.index for number in self.fields}
        if field not in offsets:
            raise unknown_name("number of a card", field, offsets, block.name)
        return offsets[field]

    def _each(self, numbers: list[float], fields: list[float]) -> Floats:
        return np.concatenate([numbers, np.tile(fields, len(self.zones))]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Category:
    """One row of the action table: `count` indices from `first` on."""

    name: str
    first: int
    count: int
    doc: str

    @property
    def indices(self) -> range:
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """For one kind of question: the rows that answer it, what an index means, where that can be seen."""

    name: str
    rows: str
    meaning: str
    visible: str


@dataclass(frozen=True, slots=True)
class ActionLayout:
    """The 478 actions by category; `actions["TARGET"]` is a row of the table."""

    categories: tuple[Category, ...]
    questions: tuple[QuestionRow, ...]

    @property
    def size(self) -> int:
        return sum(category.count for category in self.categories)

    def __getitem__(self, name: str) -> Category:
        for category in self.categories:
            if category.name == name:
                return category
        raise unknown_name("category of actions", name, (category.name for category in self.categories))

    def category_of(self, index: int) -> Category:
        """The row that an action belongs to."""
        for category in self.categories:
            if index in category.indices:
                return category
        raise InvalidValue(f"there is no action {index}: they are numbered from 0 to {self.size - 1}")


def _rows(text: str, kind: str) -> Iterator[list[str]]:
    lines = (line.split("\t") for line in text.splitlines())
    return (columns[1:] for columns in lines if columns[0] == kind)


def _number(columns: list[str]) -> Number:
    name, index, low, high, unit, doc = columns
    return Number(name, int(index), float(low), float(high), unit, doc)


def read_layout(text: str, hash: int) -> Layout:
    """The layout that the core's tab-separated table says."""
    blocks = (
        Block(name, int(start), int(cards), int(numbers), doc)
        for name, start, cards, numbers, doc in _rows(text, "block")
    )
    numbers, fields = (tuple(map(_number, _rows(text, kind))) for kind in ("number", "field"))
    return Layout(numbers, tuple(blocks), fields, hash)


def read_actions(text: str) -> ActionLayout:
    """The action table that the core's tab-separated table says."""
    categories = (
        Category(name, int(first), int(count), doc) for name, first, count, doc in _rows(text, "category")
    )
    questions = (QuestionRow(*columns) for columns in _rows(text, "question"))
    return ActionLayout(tuple(categories), tuple(questions))


layout = read_layout(binding.layout_text(), binding.layout_hash())
actions = read_actions(binding.action_text())
