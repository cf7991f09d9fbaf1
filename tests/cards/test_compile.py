"""Compiled programs say what the statements say, byte by byte as the format has it."""

from __future__ import annotations

import pytest
from cards.decoder import Decoder, read_table
from cards.samples import SUBTYPES, TOKENS, delayed, plain_entry, sample

from mtg_causal_rl.cards import Card, Pool, Token, compile_pool, vocabulary
from mtg_causal_rl.cards.compile import Numbers, encode
from mtg_causal_rl.cards.idioms import when
from mtg_causal_rl.cards.vocabulary import (
    Draw,
    EntersSelf,
    Keyword,
    May,
    Scry,
    You,
)
from mtg_causal_rl.cards.vocabulary.entry import Entry

TABLE = read_table(vocabulary.table_text())
CHOICES = [(cls, group) for cls in vocabulary.entries() for group in cls.codes]
SHOCK = """
    05 53 68 6f 63 6b      # name
    1700 ffff              # front: itself, 23; no back
    00 01                  # no token; castable
    0000 0000 0000 0100 0000 0000 0000  # {R}
    0100 0800 0800 00      # mana value 1, red, instant, no subtypes
    0000 0000 00           # power, toughness, no power rule
    0000 0000 0000         # loyalty, chapters, keywords
    00 00 0000             # flashback, plot, casualty
    00 00 00               # mana abilities, enters, statics
    01 00                  # one ability: a spell
    01                     # one target:
    01 01 00 a200 0100 00 00            # creature, planeswalker or battle; any player; no spell; needed
    01                     # one op:
    00 0000 00 0200        # 2 damage to target 0
"""


def faces(pool: Pool) -> dict[str, dict[str, object]]:
    _, decoded = Decoder(compile_pool(pool), TABLE).read_pool()
    return {fields["name"]: fields for _, fields in decoded}


@pytest.mark.parametrize(("cls", "group"), CHOICES, ids=lambda value: getattr(value, "__name__", value))
def test_every_entry_reads_back(cls: type[Entry], group: str) -> None:
    value = sample(cls)
    written = encode(value, group, Numbers(TOKENS, SUBTYPES, (delayed(),)), skip=3)
    reader = Decoder(written, TABLE)
    name, fields = plain_entry(value)
    assert reader.read(group) == (name, fields | ({"skip": 3} if "skip" in fields else {}))
    assert reader.at == len(written)


def test_a_card_is_written_as_the_format_says() -> None:
    golden = bytes.fromhex("".join(line.partition("#")[0] for line in SHOCK.splitlines()))
    program = compile_pool(Pool.standard())
    assert Pool.standard().face_id("Shock") == 0x17
    assert golden in program


def test_the_standard_pool_reads_back_whole() -> None:
    pool = Pool.standard()
    subtypes, decoded = Decoder(compile_pool(pool), TABLE).read_pool()
    assert [fields["name"] for _, fields in decoded] == [face.name for face in pool.faces]
    assert subtypes[:5] == ["Plains", "Island", "Swamp", "Mountain", "Forest"]
    assert subtypes[5:] == sorted(set(subtypes[5:]))
    assert {"Bird", "Shark", "Aura", "Role", "Saga"} <= set(subtypes)


def test_compiling_twice_gives_the_same_bytes() -> None:
    other = Pool.standard().with_cards([])
    assert compile_pool(other) == compile_pool(Pool.standard())


def test_faces_follow_the_pool_with_backs_behind_fronts_and_tokens_last() -> None:
    pool = Pool.standard()
    compiled = list(faces(pool).values())
    assert [face["token"] for face in compiled] == sorted(face["token"] for face in compiled)
    for index, face in enumerate(compiled):
        is_back = face["front"] != index
        assert face["front"] == (index - 1 if is_back else index)
        if is_back:
            assert compiled[index - 1]["back"] == index
            assert face["back"] == -1


def test_only_what_has_a_cost_is_castable() -> None:
    castable = {name for name, face in faces(Pool.standard()).items() if face["castable"]}
    not_castable = {name for name, face in faces(Pool.standard()).items() if not face["castable"]}
    assert {"Shock", "Atraxa, Grand Unifier", "Kumano Faces Kakkazan"} <= castable
    assert {"Plains", "Restless Reef", "Etching of Kumano", "Phyrexian Token"} <= not_castable


def test_a_back_face_has_the_mana_value_of_its_front() -> None:
    """202.3b."""
    assert faces(Pool.standard())["Etching of Kumano"]["mana_value"] == 1
    assert faces(Pool.standard())["Phyrexian Token"]["mana_value"] == 0


def test_basic_land_types_give_their_mana_abilities() -> None:
    """305.6."""
    compiled = faces(Pool.standard())
    assert compiled["Forest"]["mana_abilities"] == [("ManaAbility", {"colours": 16, "damage": 0})]
    assert compiled["Hallowed Fountain"]["mana_abilities"] == [("ManaAbility", {"colours": 3, "damage": 0})]
    assert [ability["colours"] for _, ability in compiled["Adarkar Wastes"]["mana_abilities"]] == [32, 3]


def test_prowess_and_casualty_bring_their_triggers() -> None:
    """702.108a, 702.153a."""
    compiled = faces(Pool.standard())
    for name in ("Monastery Swiftspear", "Soul-Scar Mage"):
        [(_, ability)] = compiled[name]["abilities"]
        assert ability["code"][0][1]["power"] == ("Fixed", {"value": 1})
        assert compiled[name]["keywords"] & Keyword.PROWESS
    spell, trigger = (ability for _, ability in compiled["Make Disappear"]["abilities"])
    assert compiled["Make Disappear"]["casualty"] == 1
    assert spell["kind"] == ("Spell", {})
    assert trigger["kind"] == (
        "Triggered",
        {"event": ("CastSelf", {}), "zone": 5, "condition": ("CasualtyPaid", {}), "still": True},
    )
    assert trigger["code"] == [("CopySpell", {})]


def test_chapters_are_counted() -> None:
    assert faces(Pool.standard())["Kumano Faces Kakkazan"]["chapters"] == 3
    assert faces(Pool.standard())["Up the Beanstalk"]["chapters"] == 0


def test_a_block_becomes_a_count_of_all_ops_inside_it() -> None:
    code = (May(You(), (Draw(You(), 1), May(You(), (Scry(1), Scry(2))))), Draw(You(), 3))
    card = Card("Choices", "{1}", "Enchantment", abilities=(when(EntersSelf(), *code),))
    pool = Pool.standard().with_cards([card])
    [(_, ability)] = faces(pool)["Choices"]["abilities"]
    assert [name for name, _ in ability["code"]] == ["May", "Draw", "May", "Scry", "Scry", "Draw"]
    assert [fields["skip"] for name, fields in ability["code"] if name == "May"] == [4, 2]


def test_what_is_delayed_becomes_a_later_ability_of_the_face() -> None:
    compiled = faces(Pool.standard())
    abilities = [ability for _, ability in compiled["Kumano Faces Kakkazan"]["abilities"]]
    assert len(abilities) == 4
    assert abilities[1]["code"] == [("Delay", {"ability": 3, "subject": None})]
    assert abilities[3]["code"] == [("ExtraCounter", {})]
    assert abilities[3]["kind"][1]["zone"] == 6


def test_tokens_are_named_by_the_index_of_their_face() -> None:
    pool = Pool.standard()
    [(_, ability)] = faces(pool)["Resolute Reinforcements"]["abilities"]
    assert ability["code"][0][1]["face"] == pool.face_id("Soldier Token")


def test_a_token_of_ones_own_is_compiled() -> None:
    pool = Pool.standard().with_cards([Token("Bat Token", "Creature — Bat", power=1, toughness=1)])
    assert faces(pool)["Bat Token"]["token"] is True

