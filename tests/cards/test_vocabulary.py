"""The Python face of the vocabulary is the core's table: same groups, numbers, names, fields and words."""

from __future__ import annotations

from collections import Counter

from mtg_causal_rl.cards import vocabulary
from mtg_causal_rl.cards.phrases import PHRASES
from mtg_causal_rl.cards.vocabulary import Ability, AbilityKind, Cost, Face, Mana, ManaAbility, TargetRule


def test_the_table_equals_the_one_of_the_core() -> None:
    from mtg_causal_rl.game.binding import vocabulary_text

    core = {" ".join(line.split()) for line in vocabulary_text().splitlines()}
    assert set(vocabulary.table_text().splitlines()) == core


def test_no_number_is_used_twice_in_a_group() -> None:
    used = Counter((group, code) for cls in vocabulary.entries() for group, code in cls.codes.items())
    assert [choice for choice, times in used.items() if times > 1] == []


def test_numbers_of_a_group_have_no_gaps() -> None:
    groups: dict[str, list[int]] = {}
    for cls in vocabulary.entries():
        for group, code in cls.codes.items():
            groups.setdefault(group, []).extend([] if code is None else [code])
    assert {group: sorted(codes) for group, codes in groups.items()} == {
        group: list(range(len(codes))) for group, codes in groups.items()
    }


def test_every_choice_has_a_phrase() -> None:
    """Records and kinds of abilities are told by functions of their own."""
    told_apart = {Ability, Cost, Face, Mana, ManaAbility, TargetRule}
    told_apart |= {cls for cls in vocabulary.entries() if issubclass(cls, AbilityKind)}
    assert set(PHRASES) == set(vocabulary.entries()) - told_apart


def test_every_entry_says_what_it_does() -> None:
    assert [line for line in vocabulary.table_text().splitlines() if not line.endswith(".")] == []
