"""A pool: the cards, tokens and decks that can be played together. They are stated in the files by colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from mtg_causal_rl.cards import black, blue, green, lands, multicolour, red, tokens, white
from mtg_causal_rl.cards.card import Back, Card, Statement, Token
from mtg_causal_rl.cards.catalogue import Catalogue
from mtg_causal_rl.cards.decks import DECKS, Deck, deck_problems
from mtg_causal_rl.cards.lint import lint, refuse
from mtg_causal_rl.errors import InvalidCard, InvalidDeck

_CARDS = (lands, red, white, blue, black, green, multicolour)


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards, tokens and decks by name or id; an unknown one is answered with the closest known."""

    cards: Catalogue[Card]
    tokens: Catalogue[Token]
    decks: Catalogue[Deck]
    faces: tuple[Statement, ...] = field(init=False, repr=False, compare=False)
    """Every face in the order it is compiled: cards, then tokens, a back face after its front."""
    _ids: Catalogue[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        faces = tuple(_with_backs(self.cards.values())) + tuple(_with_backs(self.tokens.values()))
        object.__setattr__(self, "faces", faces)
        numbered = ((face.name, index) for index, face in enumerate(faces))
        object.__setattr__(self, "_ids", Catalogue("card, back face or token", numbered))

    @staticmethod
    def standard() -> Pool:
        """The pool of the benchmark with its five decks."""
        return _standard()

    def with_cards(self, statements: Iterable[Card | Token]) -> Pool:
        """This pool with more cards and tokens, or others in place of those of the same name."""
        if isinstance(statements, Card | Token):
            raise InvalidCard(f"with_cards takes a list of cards and tokens: with_cards([{statements.name!r}, ...])")
        given = tuple(statements)
        refuse([f"{value!r} is neither a Card nor a Token" for value in given if not _is_statement(value)])
        pool = Pool(
            self.cards.updated((value.name, value) for value in given if isinstance(value, Card)),
            self.tokens.updated((value.name, value) for value in given if isinstance(value, Token)),
            self.decks,
        )
        refuse(lint(given, pool.faces))
        return pool

    def with_decks(self, decks: Iterable[Deck]) -> Pool:
        """This pool with more decks, or others in place of those of the same id."""
        if isinstance(decks, Deck):
            raise InvalidDeck(f"with_decks takes a list of decks: with_decks([{decks.id!r}, ...])")
        given = tuple(decks)
        for deck in given:
            _refuse_other_than_deck(deck)
            self.check_deck(deck)
        return replace(self, decks=self.decks.updated((deck.id, deck) for deck in given))

    def check_deck(self, deck: Deck) -> None:
        """Raises one error with everything that keeps a deck from being played."""
        problems = deck_problems(deck, self.cards)
        if problems:
            raise InvalidDeck(f"deck {deck.id!r} cannot be played: " + "; ".join(problems))

    def face_id(self, name: str) -> int:
        """The index of a face in `faces`, which is its number in the core."""
        return self._ids[name]

    def front(self, name: str) -> Card | Token:
        """The card or token that a face belongs to: itself, unless it is a back face."""
        index = self._ids[name]
        found = self.faces[index]
        before = self.faces[index - 1] if isinstance(found, Back) else found
        assert isinstance(before, Card | Token)
        return before


@cache
def _standard() -> Pool:
    cards = (card for file in _CARDS for card in file.CARDS)
    return Pool(
        Catalogue("card", ((card.name, card) for card in cards)),
        Catalogue("token", ((token.name, token) for token in tokens.TOKENS)),
        Catalogue("deck", ((deck.id, deck) for deck in DECKS)),
    )


def _refuse_other_than_deck(value: object) -> None:
    if not isinstance(value, Deck):
        raise InvalidDeck(f"with_decks takes decks, not {value!r}")


def _is_statement(value: object) -> bool:
    return isinstance(value, Card | Token)


def _with_backs(statements: Iterable[Card | Token]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        if isinstance(statement.back, Back):
            yield statement.back
