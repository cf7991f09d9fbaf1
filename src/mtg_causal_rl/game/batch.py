"""Many games at once for both seats, as arrays, for self-play and search. No episodes, rewards or pilots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.game.binding import ACTIONS, ASKED, CoreGames, Floats, Foresight, Masks, compiled, pilots
from mtg_causal_rl.game.game import Game, Hidden, Randomness, derived_seed, read_changes
from mtg_causal_rl.game.setting import (
    DeckLike,
    Stops,
    faces_of,
    read_decks,
    read_integer,
    read_seed,
    read_settings,
)

LEAVE = -1
"""In `apply`: nothing is done in that game."""


class GameBatch:
    """`n` games; every array has one row a game, and is fresh at each call."""

    def __init__(
        self,
        n: int,
        decks: tuple[DeckLike, DeckLike],
        seeds: Sequence[int],
        on_the_play: int | str = "random",
        max_turns: int | None = 50,
        stops: Stops = "usual",
        threads: int = 1,
        pool: Pool | None = None,
    ) -> None:
        count = read_integer(n, "n", range(1, 2**31))
        if len(seeds) != count:
            raise InvalidValue(f"{count} games need {count} seeds, not {len(seeds)}")
        pool = pool or Pool.standard()
        starter = None if on_the_play == "random" else read_integer(on_the_play, "on_the_play", range(2))
        settings = read_settings(starter, max_turns, stops)
        faces = [faces_of(deck, pool) for deck in read_decks(decks, pool)]
        core = CoreGames(compiled(pool), threads)
        for seed in seeds:
            core.deal(faces, settings, read_seed(seed), logged=False)
        self._take(core, pool, threads, [read_seed(seed) for seed in seeds])

    def _take(self, core: CoreGames, pool: Pool, threads: int, luck: list[int]) -> None:
        self._core, self.pool, self.threads = core, pool, threads
        self._luck, self._forks = luck, 0

    def __len__(self) -> int:
        return self._core.size

    @property
    def player(self) -> npt.NDArray[np.int32]:
        """The seat that decides in each game, -1 where the game is over."""
        return self._status("player")

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self._status("over") != 0)

    @property
    def winner(self) -> npt.NDArray[np.int32]:
        """The seat that has won, -1 while unfinished and for a draw."""
        return self._status("winner")

    @property
    def turn(self) -> npt.NDArray[np.int32]:
        """The turn of each game."""
        return self._status("turn")

    def _status(self, name: str) -> npt.NDArray[np.int32]:
        return np.ascontiguousarray(self._core.status()[name])

    @property
    def mask(self) -> Masks:
        """The legal actions of each game's deciding seat, int8[n, 478]; none where the game is over."""
        return self._core.mask()

    def observe(self, player: int | None = None) -> Floats:
        """What a seat sees, float32[n, 3077]; left out, the seat that decides in each game."""
        return self._core.observe(self._seat(player))[0]

    def counts(self, player: int | None = None) -> Floats:
        """The raw counts of a seat, float32[n, 15]."""
        return self._core.observe(self._seat(player))[1]

    def apply(self, indices: npt.ArrayLike) -> None:
        """One action in each game, LEAVE in those that are to stay; nothing happens unless all are legal."""
        actions = np.asarray(indices)
        if actions.shape != (len(self),) or not np.issubdtype(actions.dtype, np.integer):
            raise InvalidValue(f"actions are {len(self)} whole numbers, not {actions.dtype} of shape {actions.shape}")
        if ((actions < LEAVE) | (actions >= ACTIONS)).any():
            raise InvalidValue(f"actions lie in 0..{ACTIONS - 1}, or are {LEAVE} to leave a game alone")
        self._core.apply(actions.tolist())

    def foresee(
        self, sources: Sequence[int], actions: Sequence[int], model: bytes, variables: int, at_once: bool = True
    ) -> Foresight:
        """What action k will do in game `sources[k]`, for the seat that decides there; see `causal.interventions`."""
        return self._core.foresee(sources, actions, model, variables, at_once)

    def play_random(self) -> None:
        """Plays every game to its end, both seats at random, inside the core."""
        random = pilots().index("random")
        self._core.play((random, random), (), self._luck)

    def fork(
        self,
        indices: npt.ArrayLike,
        n: int = 1,
        randomness: Randomness = "fresh",
        hidden: Hidden = "resampled",
        player: int | None = None,
    ) -> GameBatch:
        """`n` copies of each game named, in that order; see `Game.fork`."""
        copies = read_integer(n, "n", range(1, 2**31))
        sources = np.repeat(self._indices(indices), copies).tolist()
        changes = read_changes(randomness, hidden, self._seat(player))
        seeds = [derived_seed(self._luck[source], self._forks + number) for number, source in enumerate(sources)]
        self._forks += len(sources)
        core = self._core.fork(sources, changes, seeds, self.threads)
        batch = GameBatch.__new__(GameBatch)
        luck = seeds if changes.fresh else [self._luck[source] for source in sources]
        batch._take(core, self.pool, self.threads, luck)
        return batch

    def game(self, index: int) -> Game:
        """A copy of one game."""
        place = read_integer(index, "index", range(len(self)))
        core = self._core.fork((place,), read_changes("same", "true"), (0,))
        return Game._of(core, self.pool, self._luck[place], None)

    def _indices(self, indices: npt.ArrayLike) -> npt.NDArray[np.int64]:
        places = np.atleast_1d(np.asarray(indices))
        if places.ndim != 1 or not np.issubdtype(places.dtype, np.integer):
            raise InvalidValue(f"games are named by whole numbers, not {places.dtype} of shape {places.shape}")
        if ((places < 0) | (places >= len(self))).any():
            raise InvalidValue(f"games are numbered 0..{len(self) - 1}")
        return places.astype(np.int64)

    @staticmethod
    def _seat(player: int | None) -> int:
        return ASKED if player is None else read_integer(player, "player", range(2))
