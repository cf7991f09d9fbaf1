"""One game for both seats: legal actions, apply, fork, snapshot, transcript. The rules are in the core."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from mtg_causal_rl.cards import Deck, Pool
from mtg_causal_rl.cards.archetypes import weights_of
from mtg_causal_rl.errors import IllegalAction, InvalidValue, unknown_name
from mtg_causal_rl.game.binding import (
    ASKED,
    Changes,
    CoreGames,
    Floats,
    Foresight,
    Masks,
    Numbers,
    compiled,
    pilots,
    reasons,
)
from mtg_causal_rl.game.setting import (
    DeckLike,
    Stops,
    faces_of,
    read_action,
    read_decks,
    read_integer,
    read_seed,
    read_settings,
)

Randomness: TypeAlias = Literal["fresh", "same"]
Hidden: TypeAlias = Literal["resampled", "true"]
_LOW_64 = 2**64 - 1
MOST_LISTED = 12  # legal actions that an error message names


def read_changes(randomness: str, hidden: str, viewer: int = ASKED) -> Changes:
    """What becomes of luck and hidden cards in a fork, from the words for it."""
    if randomness not in ("fresh", "same"):
        raise unknown_name("randomness", randomness, ("fresh", "same"), "fork")
    if hidden not in ("resampled", "true"):
        raise unknown_name("hidden", hidden, ("resampled", "true"), "fork")
    return Changes(randomness == "fresh", hidden == "resampled", viewer)


def derived_seed(seed: int, number: int) -> int:
    """The luck of the fork with this number: SplitMix64, so that neighbours share nothing."""
    mixed = (seed + (number + 1) * 0x9E3779B97F4A7C15) & _LOW_64
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _LOW_64
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _LOW_64
    return mixed ^ (mixed >> 31)


class Game:
    """A game in progress. Seats are 0 and 1; everything is seen through the indices of the action table."""

    def __init__(
        self,
        decks: tuple[DeckLike, DeckLike],
        seed: int = 0,
        on_the_play: int | str = "random",
        max_turns: int | None = 50,
        stops: Stops = "usual",
        pool: Pool | None = None,
    ) -> None:
        pool = pool or Pool.standard()
        read = read_decks(decks, pool)
        starter = None if on_the_play == "random" else read_integer(on_the_play, "on_the_play", range(2))
        settings = read_settings(starter, max_turns, stops)
        core = CoreGames(compiled(pool))
        core.deal([faces_of(deck, pool) for deck in read], settings, read_seed(seed), logged=True)
        self._take(core, pool, seed, read)

    def _take(self, core: CoreGames, pool: Pool, luck: int, decks: tuple[Deck, Deck] | None) -> None:
        self._core, self.pool, self.decks = core, pool, decks
        self._luck, self._forks = luck, 0
        self._status: Any = None

    @classmethod
    def _of(cls, core: CoreGames, pool: Pool, luck: int, decks: tuple[Deck, Deck] | None) -> Game:
        game = cls.__new__(cls)
        game._take(core, pool, luck, decks)
        return game

    @classmethod
    def of_core(cls, core: CoreGames, pool: Pool, luck: int, decks: tuple[Deck, Deck] | None) -> Game:
        """A game that the core holds already."""
        return cls._of(core, pool, luck, decks)

    @classmethod
    def from_position(cls, position: Numbers, pool: Pool | None = None) -> Game:
        """A game in a position, the core's flat numbers; `begin()` runs it to its first question."""
        pool = pool or Pool.standard()
        core = CoreGames(compiled(pool))
        core.place(position)
        return cls._of(core, pool, 0, None)

    def begin(self) -> None:
        """Runs a game from a position to its first question."""
        self._core.begin(0)
        self._status = None

    @property
    def status(self) -> Any:
        """A row of numbers about the game: player, over, winner, reason, turn, active, starter, step."""
        if self._status is None:
            self._status = self._core.status()[0]
        return self._status

    @property
    def player(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        asked = int(self.status["player"])
        return asked if asked >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.status["over"])

    @property
    def winner(self) -> int | None:
        """The seat that has won; None while unfinished, or for a draw."""
        winner = int(self.status["winner"])
        return winner if winner >= 0 else None

    @property
    def reason(self) -> str | None:
        """How the game ended ("life", "library", "turn_cap", ...); None while it goes on."""
        return reasons()[self.status["reason"]] if self.over else None

    @property
    def turn(self) -> int:
        """The turn, both players' together; 0 before the first."""
        return int(self.status["turn"])

    @property
    def starter(self) -> int:
        """The seat that is on the play."""
        return int(self.status["starter"])

    def mask(self) -> Masks:
        """The legal actions, int8[478]; all zero when the game is over."""
        masks: Masks = self._core.mask()[0]
        return masks

    def observe(self, player: int | None = None) -> Floats:
        """What a seat sees, float32[3077]; left out, the seat that decides."""
        observation: Floats = self._core.observe(_seat(player))[0][0]
        return observation

    def counts(self, player: int | None = None) -> Floats:
        """The raw counts of a seat, float32[15], in the order of `causal.counts.COUNTS`."""
        counts: Floats = self._core.observe(_seat(player))[1][0]
        return counts

    def legal_actions(self) -> list[tuple[int, str]]:
        """Every legal action: its index, and what it does in words."""
        from mtg_causal_rl.game.text import Speaker, describe_action
        from mtg_causal_rl.game.view import read_legal, read_state

        if self.player is None:
            return []
        view = read_state(self.view_state())
        players = ("you", "opponent") if self.player == 0 else ("opponent", "you")
        speaker = Speaker(self._faces(), players)
        words: dict[int, str] = {}
        for row in read_legal(self.view_legal()):
            words.setdefault(row.action, describe_action(row, view, speaker))
        return sorted(words.items())

    def apply(self, index: int) -> None:
        """Takes a legal action by its index; anything else raises and changes nothing."""
        action = read_action(index)
        try:
            self._core.apply((action,))
        except IllegalAction:
            raise IllegalAction(self.refusal(action)) from None
        self._status = None

    def foresee(
        self, actions: Sequence[int], model: bytes, variables: int, at_once: bool = True
    ) -> Foresight:
        """What legal actions will do to the counts of the seat that decides; see `causal.interventions`."""
        chosen = [read_action(index) for index in actions]
        return self._core.foresee([0] * len(chosen), chosen, model, variables, at_once)

    def suggestion(self, pilot: str, deck: Deck | None = None, seed: int = 0) -> int:
        """The index that one of the core's own players would take for the seat that decides.

        The scripted one weighs things as the archetype of its deck does; left out, that is the deck of the game.
        """
        if pilot not in pilots():
            raise unknown_name("pilot", pilot, pilots())
        weights = self._weights(deck) if pilot == "heuristic" else ()
        return int(self._core.suggest(pilots().index(pilot), weights, (seed,))[0])

    def _weights(self, deck: Deck | None) -> Sequence[int]:
        own = deck or (self.decks[self.player] if self.decks and self.player is not None else None)
        if own is None:
            raise InvalidValue("this game does not know its decks: say which one the pilot plays")
        return weights_of(own, self.pool)

    def refusal(self, action: int) -> str:
        """What to say of an action that is not legal: what was."""
        legal = self.legal_actions()
        named = "; ".join(f"{index} {words}" for index, words in legal[:MOST_LISTED])
        more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
        return f"action {action} is not legal now; legal: {named}{more}"

    def fork(
        self,
        randomness: Randomness = "fresh",
        hidden: Hidden = "resampled",
        player: int | None = None,
        seed: int | None = None,
    ) -> Game:
        """A copy that a player may simulate on; "same" and "true" keep the luck to come and the hidden cards.

        `player` is the seat whose knowledge counts, left out the one that decides. Without a seed each fork
        has its own luck.
        """
        changes = read_changes(randomness, hidden, _seat(player))
        luck = derived_seed(self._luck, self._forks) if seed is None else read_seed(seed)
        self._forks += seed is None
        core = self._core.fork((0,), changes, (luck,))
        return Game._of(core, self.pool, luck if changes.fresh else self._luck, self.decks)

    def copy(self) -> Game:
        """An exact twin, its transcript included."""
        core = self._core.fork((0,), Changes(False, False), (0,))
        twin = Game._of(core, self.pool, self._luck, self.decks)
        twin._forks = self._forks
        return twin

    def snapshot(self) -> bytes:
        """The game as bytes, for `Game.restore`; the transcript is not part of it."""
        return self._core.snapshot(0)

    @classmethod
    def restore(cls, blob: bytes, pool: Pool | None = None) -> Game:
        """The game of a snapshot, which must have been made with the same pool."""
        if not isinstance(blob, bytes | bytearray | memoryview):
            raise InvalidValue(f"a snapshot is bytes, not {type(blob).__name__}")
        pool = pool or Pool.standard()
        blob = bytes(blob)
        core = CoreGames(compiled(pool))
        core.restore(blob, logged=True)
        luck = int.from_bytes(hashlib.blake2b(blob, digest_size=8).digest(), "little")
        return cls._of(core, pool, luck, None)

    def transcript(self) -> str:
        """What has happened since the game was made or restored, in words, one line an event."""
        from mtg_causal_rl.game.text import Speaker, describe_event
        from mtg_causal_rl.game.view import read_events

        speaker = Speaker(self._faces(), ("player 0", "player 1"))
        return "\n".join(describe_event(row, speaker) for row in read_events(self.view_events()))

    def actions_taken(self) -> list[int]:
        """The indices of all actions so far, both seats'."""
        taken: list[int] = self._core.taken(0).tolist()
        return taken

    def view_state(self) -> Numbers:
        """The whole state as flat rows, hidden cards included; `game.view` reads them."""
        return self._core.view_state(0)

    def view_legal(self) -> Numbers:
        """The legal actions as flat rows."""
        return self._core.view_legal(0)

    def view_prospects(self) -> Numbers:
        """What could be done, as flat rows."""
        return self._core.view_prospects(0)

    def view_events(self) -> Numbers:
        """The log as flat rows."""
        return self._core.view_events(0)

    def _faces(self) -> tuple[str, ...]:
        return tuple(face.name for face in self.pool.faces)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        standard = self.pool is Pool.standard()
        return _unpickled, (self.snapshot(), None if standard else self.pool, self._luck, self._forks, self.decks)

    def __repr__(self) -> str:
        state = f"over: {self.reason}" if self.over else f"turn {self.turn}, player {self.player} decides"
        return f"<Game {state}>"


def _unpickled(blob: bytes, pool: Pool | None, luck: int, forks: int, decks: tuple[Deck, Deck] | None) -> Game:
    game = Game.restore(blob, pool)
    game._luck, game._forks, game.decks = luck, forks, decks
    return game


def _seat(player: int | None) -> int:
    return ASKED if player is None else read_integer(player, "player", range(2))
