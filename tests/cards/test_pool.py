"""The standard pool holds the cards as printed; pools grow by values; unknown names get close matches."""

from __future__ import annotations

import ast
import copy
import csv
import pickle
import statistics
from pathlib import Path

import pytest
from cards.decoder import Decoder, read_table

from mtg_causal_rl.cards import Back, Card, Deck, Pool, Token, compile_pool, vocabulary
from mtg_causal_rl.cards.cost import colour_letters, mana, type_line
from mtg_causal_rl.cards.faces import face_record
from mtg_causal_rl.cards.idioms import when
from mtg_causal_rl.cards.vocabulary import Colour, Draw, EntersSelf, Face, Keyword, Type, You
from mtg_causal_rl.errors import InvalidCard, InvalidDeck, UnknownName

FACTS = list(csv.DictReader(Path(__file__).with_name("facts.csv").read_text("utf-8").splitlines()))
STATEMENTS = ("lands", "white", "blue", "black", "red", "green", "multicolour", "tokens")
SOURCES = Path(vocabulary.__file__).parents[1]
LINES_OF_A_STATEMENT = 9

LIBRARIAN = Card(
    "Village Librarian", "{1}{U}", "Creature — Human Scout", power=2, toughness=2,
    abilities=(when(EntersSelf(), Draw(You(), 1)),),
)


def record(name: str) -> Face:
    pool = Pool.standard()
    return face_record(pool.faces[pool.face_id(name)], pool.front(name), 0)


def test_the_pool_is_exactly_the_one_of_the_facts() -> None:
    assert sorted(face.name for face in Pool.standard().faces) == sorted(fact["name"] for fact in FACTS)
    assert (len(Pool.standard().cards), len(Pool.standard().tokens)) == (53, 6)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["name"])
def test_a_face_is_as_printed(fact: dict[str, str]) -> None:
    pool = Pool.standard()
    face = pool.faces[pool.face_id(fact["name"])]
    made = record(fact["name"])
    assert made.cost == mana(fact["cost"])
    assert made.mana_value == int(fact["mana_value"])
    assert colour_letters(made.colours) == fact["colours"]
    assert (made.types, made.subtypes) == type_line(fact["type_line"])
    assert size(face) == fact["size"]
    assert keywords(made) == {keyword for keyword in fact["keywords"].split(", ") if keyword}


def size(face: Card | Back | Token) -> str:
    if face.loyalty is not None:
        return f"loyalty {face.loyalty}"
    if face.toughness is None:
        return ""
    return f"{'*' if face.power_rule else face.power}/{face.toughness}"


def keywords(made: Face) -> set[str]:
    return {(keyword.name or "").lower().replace("_", " ") for keyword in made.keywords}


@pytest.mark.parametrize(
    ("name", "flashback", "plot", "casualty"),
    [
        ("Memory Deluge", "{5}{U}{U}", None, 0),
        ("Slickshot Show-Off", None, "{1}{R}", 0),
        ("Make Disappear", None, None, 1),
    ],
)
def test_other_ways_to_cast_are_as_printed(
    name: str, flashback: str | None, plot: str | None, casualty: int
) -> None:
    card = Pool.standard().cards[name]
    assert (card.flashback, card.plot, card.casualty) == (flashback, plot, casualty)


def test_a_statement_is_short() -> None:
    """One statement for each card and token."""
    lengths = [length for file in STATEMENTS for length in statement_lengths(SOURCES / f"{file}.py")]
    assert len(lengths) == 53 + 6
    assert statistics.median(lengths) <= LINES_OF_A_STATEMENT


def statement_lengths(path: Path) -> list[int]:
    tree = ast.parse(path.read_text("utf-8"))
    [listed] = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    return [item.end_lineno - item.lineno + 1 for item in listed.elts]


def test_unknown_names_get_close_matches() -> None:
    pool = Pool.standard()
    with pytest.raises(UnknownName, match="unknown card 'Lightning Stike'; did you mean 'Lightning Strike'"):
        pool.cards["Lightning Stike"]
    with pytest.raises(UnknownName, match="did you mean 'mono_red_aggro'"):
        pool.decks["mono_red"]
    with pytest.raises(UnknownName, match="did you mean 'Map Token'"):
        pool.tokens["Map Tokens"]
    with pytest.raises(UnknownName, match="did you mean 'Etching of Kumano'"):
        pool.face_id("Etching of Kumanu")


def test_asking_for_a_name_that_is_not_there_is_no_error() -> None:
    assert "Shok" not in Pool.standard().cards
    assert Pool.standard().cards.get("Shok") is None
    assert Pool.standard().cards.get("Shock") == Pool.standard().cards["Shock"]


def test_face_ids_number_the_faces() -> None:
    pool = Pool.standard()
    assert [pool.face_id(face.name) for face in pool.faces] == list(range(len(pool.faces)))
    assert pool.front("Etching of Kumano") == pool.cards["Kumano Faces Kakkazan"]


def test_a_card_of_ones_own_is_played_like_any_other() -> None:
    pool = Pool.standard().with_cards([LIBRARIAN])
    deck = Deck("librarians", "Librarians", "test", {"Island": 40, "Village Librarian": 20})
    grown = pool.with_decks([deck])
    _, faces = Decoder(compile_pool(grown), read_table(vocabulary.table_text())).read_pool()
    fields = faces[grown.face_id("Village Librarian")][1]
    assert (fields["power"], fields["colours"], fields["types"]) == (2, Colour.BLUE, Type.CREATURE)
    assert grown.decks["librarians"] == deck
    assert "Village Librarian" not in Pool.standard().cards


def test_a_card_of_the_same_name_takes_the_place_of_the_old_one() -> None:
    stronger = Card("Shock", "{R}", "Instant", abilities=Pool.standard().cards["Lightning Bolt"].abilities)
    pool = Pool.standard().with_cards([stronger])
    assert pool.cards["Shock"] == stronger
    assert pool.face_id("Shock") == Pool.standard().face_id("Shock")


def test_two_faces_of_one_name_are_refused() -> None:
    namesake = Token("Shock", "Creature — Bird", power=1, toughness=1)
    with pytest.raises(InvalidCard, match="Shock: 2 faces have this name"):
        Pool.standard().with_cards([namesake])


def test_what_is_no_statement_is_refused() -> None:
    with pytest.raises(InvalidCard, match="'Shock' is neither a Card nor a Token"):
        Pool.standard().with_cards(["Shock"])  # type: ignore[list-item]


def test_a_deck_that_cannot_be_played_is_refused_with_everything_that_is_wrong() -> None:
    deck = Deck("odd", "Odd", "test", {"Shok": 3, "Mountain": 10, "Soldier Token": 1})
    with pytest.raises(InvalidDeck) as refusal:
        Pool.standard().with_decks([deck])
    expected = ("'odd'", "14 cards, where 60 to 80", "'Shok'; did you mean 'Shock'", "card 'Soldier Token'")
    for said in expected:
        assert said in str(refusal.value)


@pytest.mark.parametrize("copies", [0, -4, 2.5, "4"])
def test_a_number_of_copies_is_a_whole_number_above_zero(copies: object) -> None:
    with pytest.raises(InvalidDeck, match="copies of Shock"):
        Pool.standard().check_deck(Deck("odd", "Odd", "test", {"Mountain": 60, "Shock": copies}))


def test_pools_are_values() -> None:
    pool = Pool.standard()
    for twin in (pickle.loads(pickle.dumps(pool)), copy.deepcopy(pool)):
        assert twin == pool
        assert hash(twin) == hash(pool)
        assert compile_pool(twin) == compile_pool(pool)
    assert pool.with_cards([LIBRARIAN]) != pool


def test_flags_that_no_card_has_are_not_set() -> None:
    unused = Keyword.REACH | Keyword.DOUBLE_STRIKE
    assert all(not face.keywords & unused for face in Pool.standard().faces)


def test_one_card_or_deck_without_a_list_is_refused_with_a_hint() -> None:
    pool = Pool.standard()
    with pytest.raises(InvalidCard, match="takes a list"):
        pool.with_cards(pool.cards["Shock"])  # type: ignore[arg-type]
    with pytest.raises(InvalidDeck, match="takes a list"):
        pool.with_decks(pool.decks["domain_ramp"])  # type: ignore[arg-type]
    with pytest.raises(InvalidDeck, match="not 3"):
        pool.with_decks([3])  # type: ignore[list-item]
