"""A protocol file says everything, is checked whole, and its hash is its registration."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments.fakes import KNOWN, PROTOCOL, tiny

from mtg_causal_rl.errors import InvalidValue, UnknownName
from mtg_causal_rl.experiments.protocol import find_protocol, load_protocol, parse_protocol, shipped_protocols


def problems(text: str) -> str:
    with pytest.raises(InvalidValue) as caught:
        parse_protocol(text.encode(), "bad.toml", KNOWN)
    return str(caught.value)


def test_runs_are_the_product_of_players_decks_and_seeds() -> None:
    runs = tiny(3).runs()
    assert [(run.agent, run.trained, run.seed) for run in runs] == [
        *(("ppo", True, seed) for seed in range(3)),
        *(("random", False, seed) for seed in range(3)),
    ]
    assert len({run.name for run in runs}) == 6


def test_a_run_of_two_families_is_done_once() -> None:
    text = PROTOCOL.format(status="exploratory", seeds=[0, 1])
    family = text[text.index("[[family]]") :].replace('"headline"', '"ablation"')
    assert len(parse_protocol((text + family).encode(), "two.toml", KNOWN).runs()) == 4


@pytest.mark.parametrize(
    ("old", "new"), [("steps = 1000", "steps = 2000"), ("max_turns = 50", "max_turns = 40")]
)
def test_changed_settings_are_another_run(old: str, new: str) -> None:
    text = PROTOCOL.format(status="exploratory", seeds=[0])
    changed = parse_protocol(text.replace(old, new).encode(), "changed.toml", KNOWN)
    before, after = tiny(1).runs(), changed.runs()
    assert before[0].name != after[0].name
    trained_only = old.startswith("steps")
    assert (before[1].name == after[1].name) == trained_only


def test_every_problem_is_listed_with_its_place_and_close_matches() -> None:
    text = PROTOCOL.format(status="exploratory", seeds=[0, 0])
    text = text.replace('agents = ["ppo"]', 'agents = ["pppo"]').replace("stops =", "stop =")
    text = text.replace('"azorius_control"', '"azorius_contol"').replace("episodes = 20", "episodes = 0")
    found = problems(text)
    assert found.startswith("bad.toml has 7 problems:")
    for expected in (
        "environment > stop: unknown key; did you mean 'stops'?",
        "environment > stops: missing",
        "evaluation > episodes: Input should be greater than or equal to 1, not 0",
        "family > 1: unknown agent 'pppo'",
        "family > 1: seeds: 0 appears twice",
        "unknown deck 'azorius_contol'; did you mean 'azorius_control'?",
        "family > 1: unknown agent 'ppo' in comparison; did you mean 'pppo'?",
    ):
        assert expected in found


def test_duplicate_comparisons_are_refused() -> None:
    text = PROTOCOL.format(status="exploratory", seeds=[0])
    assert "comparisons: ('ppo', 'random', 'heuristic') appears twice" in problems(
        text + text[text.index("[[family.") :]
    )


def test_a_family_that_cannot_reach_significance_is_not_confirmatory() -> None:
    found = problems(PROTOCOL.format(status="confirmatory", seeds=[0, 1]))
    assert "2 seeds and 1 tests cannot give p below 0.5; use 6 seeds or say 'exploratory'" in found
    assert tiny(6, "confirmatory").protocol.families[0].status == "confirmatory"


def test_a_pilot_that_evaluation_does_not_play_cannot_be_compared() -> None:
    text = PROTOCOL.format(status="exploratory", seeds=[0]).replace(
        'pilots = ["heuristic"]', 'pilots = ["random"]'
    )
    assert "unknown pilot of a comparison 'heuristic'; known: random" in problems(text)


def test_broken_toml_says_where() -> None:
    assert "bad.toml is no TOML" in problems("name = ")


def test_the_hash_is_that_of_the_bytes() -> None:
    assert tiny().hash != tiny(3).hash
    assert tiny().hash == tiny().hash


def test_shipped_protocols_are_found_by_name_or_path(tmp_path: Path) -> None:
    assert find_protocol("smoke") == shipped_protocols()["smoke"]
    mine = tmp_path / "mine.toml"
    mine.write_bytes(tiny().content)
    assert load_protocol(find_protocol(str(mine)), KNOWN).hash == tiny().hash
    with pytest.raises(UnknownName, match="did you mean 'smoke'"):
        find_protocol("smokes")


@pytest.mark.parametrize("name", sorted(shipped_protocols()))
def test_every_shipped_protocol_is_valid(name: str) -> None:
    assert load_protocol(shipped_protocols()[name]).protocol.name == name
