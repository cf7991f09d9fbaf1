"""The border to the core: versions, names, and what becomes of bugs and of programs that do not decode."""

from __future__ import annotations

import threading

import pytest
from game.playing import middle

from mtg_causal_rl.cards import Pool, compile_pool
from mtg_causal_rl.errors import EngineBug, EpisodeState, InvalidCard
from mtg_causal_rl.game import binding


def test_a_panic_inside_the_core_says_seed_and_actions_and_does_not_spread() -> None:
    game, other = middle(seed=3), middle(seed=3)
    action = int(game.mask().argmax())
    game._core.sabotage(0)
    with pytest.raises(EngineBug) as caught:
        game.apply(action)
    told = str(caught.value)
    assert f"{[*other.actions_taken(), action]}" in told
    assert "seed 3," in told
    assert "told to fail" in told
    with pytest.raises(EngineBug):
        game.apply(action)
    other.apply(action)


def test_a_program_that_does_not_decode_is_refused_with_place_and_reason() -> None:
    program = compile_pool(Pool.standard())
    for broken in (b"", b"junk", program[:-1], program + b"\0", program[:200] + b"\xff\xff" + program[202:]):
        with pytest.raises(InvalidCard, match=r"byte \d+"):
            binding.CorePool(broken)


def test_names_are_words() -> None:
    assert binding.reasons()[1] == "life"
    assert "turn_cap" in binding.reasons()
    assert binding.steps()[4] == "main1"
    assert binding.pilots() == ("random", "heuristic")
    assert binding.rules_version() >= 1


def test_a_state_fits_the_budget() -> None:
    assert binding.state_bytes() <= 16 * 1024


def test_a_game_that_has_not_begun_takes_no_action() -> None:
    from game.test_fork import small_position

    game = small_position()
    with pytest.raises(EpisodeState, match="begun already"):
        game.begin()


def test_one_handle_used_by_two_threads_is_refused_or_waits() -> None:
    """Whatever the timing, no call may see a half-done state: either it works or it says so."""
    games = binding.CoreGames(binding.compiled(Pool.standard()))
    faces = [Pool.standard().face_id("Mountain")] * 60
    for seed in range(200):
        games.deal([faces, faces], binding.Settings(), seed, logged=False)
    problems: list[Exception] = []

    def watch() -> None:
        for _ in range(20):
            try:
                games.status()
            except Exception as problem:
                problems.append(problem)

    watchers = [threading.Thread(target=watch) for _ in range(3)]
    for watcher in watchers:
        watcher.start()
    for watcher in watchers:
        watcher.join()
    assert all(isinstance(problem, EpisodeState) and "thread" in str(problem) for problem in problems)
