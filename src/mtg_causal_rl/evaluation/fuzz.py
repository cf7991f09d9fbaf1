"""Watched random games: played in the core; what is found becomes something to read or run again. Judges nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mtg_causal_rl.cards import Card, Deck, Pool
from mtg_causal_rl.cards.decks import MOST_COPIES, SMALLEST
from mtg_causal_rl.errors import EngineBug, MTGCausalError
from mtg_causal_rl.evaluation.positions import position_as_python
from mtg_causal_rl.game import binding
from mtg_causal_rl.game.game import Game, Hidden, Randomness
from mtg_causal_rl.game.setting import STOPS, DeckLike, faces_of, read_deck, read_integer, read_seed

CHUNK = 250
"""Games between two reports; an interrupted run stops after them."""
MOST_THREADS = 1024
_FIELDS = 11
_BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


@dataclass(frozen=True, slots=True)
class Fork:
    """A copy that left its game after `at` actions."""

    at: int
    randomness: Randomness
    hidden: Hidden
    player: int
    seed: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What went wrong in one game, and all that happened up to there."""

    number: int
    decks: tuple[Deck, Deck]
    seed: int
    stops: str | frozenset[str]
    max_turns: int | None
    fork: Fork | None
    actions: tuple[int, ...]
    problem: str

    def replay(self, pool: Pool, actions: int) -> Game:
        """The game after that many actions, in the copy if they reach into it."""
        steps = self.steps(pool)
        game = next(steps)
        for _ in range(actions):
            game = next(steps)
        return game

    def steps(self, pool: Pool) -> Iterator[Game]:
        """The game before each action, and after the last; it is one and the same, except that a fork replaces it."""
        game = Game(self.decks, self.seed, max_turns=self.max_turns, stops=self.stops, pool=pool)
        for place in range(len(self.actions) + 1):
            game = self._forked(game, place)
            yield game
            if place < len(self.actions):
                game.apply(self.actions[place])

    def _forked(self, game: Game, place: int) -> Game:
        fork = self.fork
        if fork is None or fork.at != place:
            return game
        return game.fork(fork.randomness, fork.hidden, fork.player, fork.seed)


@dataclass(frozen=True, slots=True)
class Report:
    """How often each thing was done, and what was found."""

    counts: dict[str, int]
    findings: tuple[Finding, ...]

    def __add__(self, other: Report) -> Report:
        names = {**self.counts, **other.counts}
        counts = {name: self.counts.get(name, 0) + other.counts.get(name, 0) for name in names}
        return Report(counts, self.findings + other.findings)


def fuzz(
    games: int,
    seed: int = 0,
    threads: int = 1,
    decks: Sequence[DeckLike] | None = None,
    pool: Pool | None = None,
) -> Iterator[Report]:
    """Plays that many watched random games over all pairs of decks; a report for each part of them."""
    pool = pool or Pool.standard()
    total = read_integer(games, "games", range(1, 2**48))
    workers = read_integer(threads, "threads", range(1, MOST_THREADS + 1))
    read_seed(seed)
    chosen = [read_deck(deck, pool, "decks") for deck in decks] if decks else usual_decks(pool)
    faces = [faces_of(deck, pool) for deck in chosen]
    for first in range(0, total, CHUNK):
        numbers = range(first, min(first + CHUNK, total))
        yield _read(binding.fuzz(binding.compiled(pool), faces, seed, numbers, workers), chosen)


def usual_decks(pool: Pool) -> list[Deck]:
    """The pool's decks, and one of the cards that are in none of them."""
    decks = list(pool.decks.values())
    rest = deck_of_the_rest(pool)
    return [*decks, rest] if rest else decks


def deck_of_the_rest(pool: Pool) -> Deck | None:
    """Equally many copies of each card that no deck plays, and their lands; None where they make no deck."""
    played = {name for deck in pool.decks.values() for name in deck.cards}
    rest = [card for card in pool.cards.values() if card.name not in played]
    spells = [card for card in rest if "Land" not in card.type_line]
    lands = {card.name: MOST_COPIES for card in rest if "Land" in card.type_line}
    copies = min(MOST_COPIES, 40 // len(spells)) if spells else 0
    missing = SMALLEST - copies * len(spells) - sum(lands.values())
    colours = [_BASICS[colour] for colour in _BASICS if any(colour in _cost(card) for card in spells)]
    if not copies or not colours or missing < 0:
        return None
    basics = {name: missing // len(colours) for name in colours}
    basics[colours[0]] += missing % len(colours)
    cards = {**{card.name: copies for card in spells}, **lands, **basics}
    return Deck("the_rest", "Cards in no deck", "unknown", cards)


def _cost(card: Card) -> str:
    return str(card.cost or "")


def _read(text: str, decks: Sequence[Deck]) -> Report:
    rows = [line.split("\t") for line in text.splitlines()]
    counts = {row[1]: int(row[2]) for row in rows if row[0] == "tally"}
    return Report(counts, tuple(_finding(row, decks) for row in rows if row[0] == "finding"))


def _finding(row: Sequence[str], decks: Sequence[Deck]) -> Finding:
    if len(row) != _FIELDS:
        raise EngineBug(f"a finding of {len(row)} fields: {row}")
    number, first, second, seed, stops, steps, max_turns = map(int, row[1:8])
    return Finding(
        number,
        (decks[first], decks[second]),
        seed,
        _stops(stops, steps),
        max_turns or None,
        _fork(row[8]),
        tuple(map(int, row[9].split())),
        row[10],
    )


def _stops(number: int, bits: int) -> str | frozenset[str]:
    if number < len(STOPS):
        return STOPS[number]
    return frozenset(name for place, name in enumerate(binding.steps()) if bits >> place & 1)


def _fork(text: str) -> Fork | None:
    if not text:
        return None
    at, fresh, resampled, player, seed = map(int, text.split())
    return Fork(at, "fresh" if fresh else "same", "resampled" if resampled else "true", player, seed)


def described(finding: Finding, pool: Pool | None = None) -> str:
    """The finding as a scenario and what was done from there on, and as the actions that lead to it from the deal."""
    first, second = finding.decks
    lines = [f"game {finding.number}, {first.name} against {second.name}: {finding.problem}"]
    return "\n".join([*lines, *_scenario(finding, pool or Pool.standard()), *_actions(finding), ""])


def _scenario(finding: Finding, pool: Pool) -> list[str]:
    """The latest position before the last action where a scenario can begin, and the actions from there on in words."""
    position, since = "# no scenario begins before it", list[str]()
    try:
        for game, action in zip(finding.steps(pool), finding.actions, strict=False):
            found = position_as_python(game)
            position, since = (found, []) if found else (position, since)
            words = dict(game.legal_actions()).get(action, "an action that is not legal")
            since.append(f"# seat {game.player}: {words} ({action})")
    except MTGCausalError as error:
        since.append(f"# it cannot be played again up to there: {error}")
    return ["from mtg_causal_rl import scenario", "", position, *since]


def _actions(finding: Finding) -> list[str]:
    decks = tuple(deck.id for deck in finding.decks)
    stops = finding.stops if isinstance(finding.stops, str) else set(finding.stops)
    given = f"decks={decks}, seed={finding.seed}, max_turns={finding.max_turns}, stops={stops!r}"
    lines = ["from mtg_causal_rl import Game", "", f"game = Game({given})"]
    actions, fork = list(finding.actions), finding.fork
    if fork is None:
        return [*lines, f"for action in {actions}:", "    game.apply(action)"]
    call = f"game = game.fork({fork.randomness!r}, {fork.hidden!r}, player={fork.player}, seed={fork.seed})"
    return [
        *lines,
        f"for action in {actions[: fork.at]}:",
        "    game.apply(action)",
        call,
        f"for action in {actions[fork.at :]}:",
        "    game.apply(action)",
    ]
