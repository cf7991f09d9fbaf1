"""Bad input: a wrong request gets a typed error with value, place and close names, and harms nothing. No snapshots."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest

from mtg_causal_rl import Game, GameBatch, Pool, cli, scenario
from mtg_causal_rl.cards import Card, Deck, compile_pool, parse_deck
from mtg_causal_rl.causal import STRATEGY
from mtg_causal_rl.env import MTGCausal, MTGCausalVector
from mtg_causal_rl.errors import (
    EpisodeState,
    IllegalAction,
    InvalidCard,
    InvalidDeck,
    InvalidValue,
    UnknownName,
    UserError,
)
from mtg_causal_rl.game.binding import ACTIONS, CorePool
from mtg_causal_rl.policies import make_policy

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"
RED = "mono_red_aggro"
BEAR = Card("Toy Bear", "{1}{G}", "Creature — Bear", power=2, toughness=2)
NOT_AN_ACTION = [1.0, np.float32(1), "1", None, True, [1], np.zeros(2, np.int64), np.zeros(1), -1, ACTIONS, 2**70]


def random_action(mask: np.ndarray, generator: np.random.Generator) -> int:
    return int(generator.choice(np.flatnonzero(mask)))


def finished_game() -> Game:
    game, generator = Game(decks=(RED, RED), seed=1), np.random.default_rng(0)
    while not game.over:
        game.apply(random_action(game.mask(), generator))
    return game


@pytest.fixture
def env() -> MTGCausal:
    """A single environment without Gymnasium's wrappers, in its first game."""
    made = MTGCausal(deck=RED, opponent=RED, pilot="random")
    made.reset(seed=3)
    return made


@pytest.fixture
def venv() -> MTGCausalVector:
    """Three lanes in their first games."""
    made = MTGCausalVector(num_envs=3, deck=RED, opponent=RED, pilot="random")
    made.reset(seed=3)
    return made


# Names

COMMANDS = {
    ("evalute",): "unknown command 'evalute'; did you mean 'evaluate'?",
    ("--hepl",): "unknown option '--hepl'; did you mean '--help'?",
    ("card", "Lightnig Strike"): "'Lightnig Strike'; did you mean 'Lightning Strike'",
    ("evaluate", "randm"): "unknown policy 'randm'; did you mean 'random'?",
    ("evaluate", "random", "--deck", "domain_rmp"): "unknown deck 'domain_rmp' in deck; did you mean 'domain_ramp'?",
    ("evaluate", "random", "--opponents", "boros"): "unknown deck 'boros' in opponent; did you mean 'boros_convoke'?",
    ("evaluate", "random", "--pilot", "randm"): "unknown pilot 'randm' in the environment; did you mean 'random'?",
    ("evaluate", "random", "--episode", "3"): "unknown option '--episode' in `mtg-causal evaluate`",
    ("evaluate", "random", "--episodes", "0"): "episodes must lie in 1..",
    ("train", "ppoo", "--out", "nowhere"): "unknown agent 'ppoo'; did you mean 'ppo'?",
    ("train", "ppo", "--out", "nowhere", "--steps", "0"): "steps 0: give a whole number of at least 1",
    ("run", "smoek"): "unknown protocol 'smoek' in this package, and it is no file; did you mean 'smoke'?",
    ("bench", "--repeats", "0"): "repeats must be at least 1, not 0",
    ("bench", "--seconds", "nan"): "seconds must be above 0, not nan",
}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_bad_command_exits_with_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("mtg-causal: ")
    assert COMMANDS[words] in captured.err
    assert captured.out == ""


def test_the_exit_code_reaches_the_shell() -> None:
    command = [sys.executable, "-m", "mtg_causal_rl", "card", "Lightnig Strike"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1


UNKNOWN: dict[str, Callable[[], object]] = {
    "unknown deck 'mono_red_agro' in deck; did you mean 'mono_red_aggro'?": lambda: made(deck="mono_red_agro"),
    "unknown deck 'azorius' in opponent; did you mean 'azorius_control'?": lambda: made(opponent="azorius"),
    "unknown deck 'dimir' in opponent": lambda: made(opponent=("not", "dimir")),
    "unknown deck 'x' in decks[1]": lambda: Game(decks=(RED, "x")),
    "unknown option 'dek' in the environment; did you mean 'deck'?": lambda: made(dek=RED),
    "unknown option 'lanes' in the environment": lambda: gymnasium.make_vec(ENVIRONMENT, num_envs=2, lanes=3),
    "unknown option 'options' in reset": lambda: made().reset(options={"options": 1}),
    "unknown pilot 'randm' in the environment; did you mean 'random'?": lambda: made(pilot="randm"),
    "unknown reward 'shapd'; did you mean 'shaped'?": lambda: made(reward="shapd"),
    "unknown causal 'ful' in the environment; did you mean 'full'?": lambda: made(causal="ful"),
    "unknown at_cap 'drw' in the environment; did you mean 'draw'?": lambda: made(at_cap="drw"),
    "unknown on_illegal 'rise' in the environment; did you mean 'raise'?": lambda: made(on_illegal="rise"),
    "unknown on_the_play 'agnt' in the environment; did you mean 'agent'?": lambda: made(on_the_play="agnt"),
    "unknown stops 'usul'; did you mean 'usual'?": lambda: made(stops="usul"),
    "unknown step 'upkep' in stops; did you mean 'upkeep'?": lambda: made(stops={"upkep"}),
    "unknown card 'Shok'; did you mean 'Shock'?": lambda: Pool.standard().cards["Shok"],
    "unknown deck 'domain'; did you mean 'domain_ramp'?": lambda: Pool.standard().decks["domain"],
    "unknown card 'Shok' in you hand; did you mean 'Shock'?": lambda: scenario(you={"hand": ["Shok"]}),
    "unknown option 'hnd' in you=; did you mean 'hand'?": lambda: scenario(you={"hnd": ["Shock"]}),
    "unknown step 'main3' in scenario; did you mean": lambda: scenario(step="main3"),
    "unknown policy 'heuristc'; did you mean 'heuristic'?": lambda: make_policy("heuristc"),
    "unknown deck 'mono' in make_policy": lambda: make_policy("heuristic", deck="mono"),
    "unknown randomness 'frsh' in fork; did you mean 'fresh'?": lambda: Game((RED, RED)).fork(randomness="frsh"),
    "unknown hidden 'tru' in fork; did you mean 'true'?": lambda: Game((RED, RED)).fork(hidden="tru"),
    "unknown pilot 'rndom'; did you mean 'random'?": lambda: Game((RED, RED)).suggestion("rndom"),
    "unknown deck 'domain_rmp' in deck": lambda: made(deck={RED: 1, "domain_rmp": 1}),
    "unknown agency 'ful' in the environment; did you mean 'full'?": lambda: made(agency="ful"),
    "unknown part of a game 'combt' in agency; did you mean 'combat'?": lambda: made(agency={"combt": "auto"}),
    "unknown win_model 'col' in the environment; did you mean 'cold'?": lambda: made(win_model="col"),
    "unknown variable 'land_drp'": lambda: STRATEGY.do(land_drp=1),
}  # fmt: skip


def made(**options: Any) -> gymnasium.Env[Any, Any]:
    """The environment as users make it, with a pilot that needs nothing."""
    return gymnasium.make(ENVIRONMENT, **{"pilot": "random"} | options)


@pytest.mark.parametrize("message", UNKNOWN)
def test_an_unknown_name_is_answered_with_close_ones(message: str) -> None:
    with pytest.raises(UnknownName) as caught:
        UNKNOWN[message]()
    assert message in str(caught.value)
    assert isinstance(caught.value, LookupError)


# Values

INVALID: dict[str, Callable[[], object]] = {
    "gamma must lie in 0..1, not 1.5": lambda: made(gamma=1.5),
    "gamma must lie in 0..1, not nan": lambda: made(gamma=float("nan")),
    "max_turns must lie in 1..65535, not 0": lambda: made(max_turns=0),
    "max_turns must be a whole number, not 5.5": lambda: made(max_turns=5.5),
    "a pilot is one of random, heuristic or a Policy with an `act`, not 3": lambda: made(pilot=3),
    "pool is a Pool, not 'x'": lambda: made(pool="x"),
    "causal_model is a CausalModel, not 3": lambda: made(causal_model=3),
    "weights are numbers of at least 0, and that of mono_red_aggro is 'x'": lambda: made(deck={RED: "x"}),
    "decks are two, one for each seat, not ('domain_ramp',)": lambda: GameBatch(1, ("domain_ramp",), [1]),
    "leaves no deck": lambda: made(opponent=("not", *Pool.standard().decks)),
    "num_envs must lie in": lambda: MTGCausalVector(num_envs=0),
    "threads must lie in": lambda: MTGCausalVector(num_envs=1, threads=0),
    "seed must be a whole number, not 1.5": lambda: made().reset(seed=1.5),  # type: ignore[arg-type]
    "seed must lie in": lambda: Game((RED, RED), seed=-1),
    "decks are two, one for each seat, not ('mono_red_aggro',)": lambda: Game((RED,)),  # type: ignore[arg-type]
    "on_the_play must lie in 0..1, not 2": lambda: Game((RED, RED), on_the_play=2),
    "player must lie in 0..1, not 2": lambda: Game((RED, RED)).observe(2),
    "2 games need 2 seeds, not 1": lambda: GameBatch(2, (RED, RED), seeds=[1]),
    "3 lanes need 3 seeds, not 2": lambda: MTGCausalVector(num_envs=3, pilot="random").reset(seed=[1, 2]),
}  # fmt: skip


@pytest.mark.parametrize("message", INVALID)
def test_a_bad_value_is_named_with_what_is_allowed(message: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        INVALID[message]()
    assert message in str(caught.value)


# Decks and cards


def test_a_bad_deck_lists_all_its_problems_at_once() -> None:
    deck = Deck("broken", "Broken", "unknown", {"Mountan": 60, "Shock": 1, "Shok": 20})
    for attempt in (lambda: made(deck=deck), lambda: Pool.standard().with_decks([deck])):
        with pytest.raises(InvalidDeck) as caught:
            attempt()
        for part in ("'broken'", "81 cards", "'Mountan'; did you mean 'Mountain'?", "'Shok'; did you mean 'Shock'?"):
            assert part in str(caught.value)


def test_an_unknown_card_in_a_list_of_cards_is_named() -> None:
    with pytest.raises(InvalidDeck, match="unknown card 'Lightnin Strike'; did you mean 'Lightning Strike'"):
        made(deck=["Mountain"] * 59 + ["Lightnin Strike"])


def test_a_pasted_deck_names_the_lines_that_cannot_be_read() -> None:
    with pytest.raises(InvalidDeck, match="line 2, 'four Shock': write it like '4 Lightning Strike'"):
        parse_deck("20 Mountain\nfour Shock\n")


def test_a_broken_custom_card_is_refused_before_an_environment_is_made() -> None:
    broken = [replace(BEAR, cost="1G"), replace(BEAR, name="Other Bear", toughness=None)]
    with pytest.raises(InvalidCard) as caught:
        made(pool=Pool.standard().with_cards(broken), deck=RED)
    assert "Toy Bear: '1G' is no mana cost" in str(caught.value)
    assert "Other Bear: a creature needs power and toughness" in str(caught.value)
    assert "Toy Bear" not in Pool.standard().cards
    made(pool=Pool.standard().with_cards([BEAR])).close()


def test_a_card_program_that_does_not_decode_is_refused_with_offset_and_reason() -> None:
    program = compile_pool(Pool.standard())
    for cut in (0, 3, 100, len(program) - 1):
        with pytest.raises(InvalidCard, match=r"refused at byte \d+: \d+ more bytes were expected"):
            CorePool(program[:cut])
    with pytest.raises(InvalidCard, match=rf"refused at byte {len(program)}: bytes are left over"):
        CorePool(program + b"\0")
    with pytest.raises(InvalidCard, match=r"refused at byte \d: these bytes are no card program"):
        CorePool(b"X" + program[1:])
    CorePool(program)


def refusal(program: bytes) -> str | None:
    """What the core says against a card program."""
    try:
        CorePool(program)
    except InvalidCard as error:
        return str(error)
    return None


def test_a_damaged_card_program_is_decoded_or_refused() -> None:
    """Any byte may be wrong: the core never fails otherwise, and says where it stopped."""
    program, generator = compile_pool(Pool.standard()), np.random.default_rng(0)
    refusals = []
    for place in generator.integers(len(program), size=400):
        damaged = bytearray(program)
        damaged[place] ^= 1 << int(generator.integers(8))
        refusals.append(refusal(bytes(damaged)))
    refused = [message for message in refusals if message is not None]
    assert len(refused) > 50
    assert all("refused at byte " in message for message in refused)


# Actions


@pytest.mark.parametrize("action", NOT_AN_ACTION, ids=repr)
def test_what_is_no_action_leaves_the_environment_as_it_was(env: MTGCausal, action: object) -> None:
    before = env.snapshot()
    with pytest.raises(InvalidValue, match="action"):
        env.step(action)
    assert env.snapshot() == before


@pytest.mark.parametrize("action", NOT_AN_ACTION, ids=repr)
def test_what_is_no_action_leaves_the_game_as_it_was(action: Any) -> None:
    game = Game(decks=(RED, RED), seed=1)
    before = game.snapshot()
    with pytest.raises(InvalidValue, match="action"):
        game.apply(action)
    assert game.snapshot() == before


def test_an_illegal_action_is_answered_with_what_was_legal(env: MTGCausal) -> None:
    before, illegal = env.snapshot(), int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(IllegalAction, match=r"not legal now; legal: \d+ Keep the hand; \d+ Take a mulligan"):
        env.step(illegal)
    assert env.snapshot() == before
    game = env.game
    with pytest.raises(IllegalAction, match="Keep the hand"):
        game.apply(illegal)
    assert game.legal_actions() == env.legal_actions()


@pytest.mark.parametrize(
    "actions",
    [[1, 1], [[1], [1], [1]], [1.0, 1.0, 1.0], "111", None, 1, [1, 1, ACTIONS], [-1, 1, 1], [True, True, True]],
    ids=repr,
)
def test_wrong_shaped_actions_move_no_lane(venv: MTGCausalVector, actions: Any) -> None:
    before = venv.snapshot()
    with pytest.raises(InvalidValue, match="actions"):
        venv.step(actions)
    assert venv.snapshot() == before


def test_one_illegal_action_moves_no_lane(venv: MTGCausalVector) -> None:
    before, masks = venv.snapshot(), venv.action_masks()
    actions = masks.argmax(axis=1)
    actions[1] = np.flatnonzero(~masks[1])[0]
    with pytest.raises(IllegalAction, match=r"lane 1: action \d+ is not legal now; legal: .*no lane was moved"):
        venv.step(actions)
    assert venv.snapshot() == before


@pytest.mark.parametrize("actions", [[1], [1.0, 1.0], None, [0, ACTIONS], [-2, 1], [[1, 1]]], ids=repr)
def test_wrong_shaped_actions_move_no_game_of_a_batch(actions: Any) -> None:
    games = GameBatch(2, decks=(RED, RED), seeds=[1, 2])
    before = [games.game(index).snapshot() for index in range(2)]
    with pytest.raises(InvalidValue, match="actions"):
        games.apply(actions)
    assert [games.game(index).snapshot() for index in range(2)] == before


# The wrong time


@pytest.mark.parametrize("word", ["snapshot", "fork", "legal_actions"])
def test_before_reset_there_is_nothing_to_look_at(word: str) -> None:
    with pytest.raises(EpisodeState, match="reset the environment before"):
        getattr(MTGCausal(pilot="random"), word)()


def test_a_step_before_reset_is_refused() -> None:
    for env, action in ((MTGCausal(pilot="random"), 1), (MTGCausalVector(num_envs=2, pilot="random"), [1, 1])):
        with pytest.raises(EpisodeState, match="reset the environment before the first step"):
            env.step(action)
        env.reset(seed=1)
        env.step(action)


def test_a_step_after_the_end_is_refused_and_harms_nothing(env: MTGCausal) -> None:
    generator, over = np.random.default_rng(0), False
    while not over:
        _, _, terminated, truncated, _ = env.step(random_action(env.action_masks(), generator))
        over = terminated or truncated
    ended = env.snapshot()
    with pytest.raises(EpisodeState, match=r"the episode has ended: reset\(\) begins the next one"):
        env.step(1)
    assert env.snapshot() == ended
    env.reset()
    env.step(random_action(env.action_masks(), generator))


def test_an_action_after_the_end_of_a_game_is_refused() -> None:
    game = finished_game()
    before = game.snapshot()
    with pytest.raises(EpisodeState, match="over"):
        game.apply(1)
    assert game.snapshot() == before


def test_every_error_of_a_request_is_a_user_error() -> None:
    """So that one `except` is enough, and the command line exits with 2."""
    kinds = (EpisodeState, IllegalAction, InvalidCard, InvalidDeck, InvalidValue, UnknownName)
    assert all(issubclass(kind, UserError) for kind in kinds)
