"""A card's footprint in words: each way to use it, in a plain position that the same words describe. Predicts nothing.

The position: no lands, floating mana for anything, 20 life each; you have a Soldier Token, the opponent two Samurai
Tokens, one of them tapped, and no mana; of the cards in your library four in ten are lands and two in ten removal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.cards.card import Card, Statement
from mtg_causal_rl.cards.cost import type_line
from mtg_causal_rl.cards.vocabulary import Activated, Type
from mtg_causal_rl.causal.counts import COUNTS
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.layout import actions as action_layout
from mtg_causal_rl.game.scenario import scenario

#: What an action does, [2, 15]: what stays, and what ends with the turn.
Parts = NDArray[np.float32]
#: The parts of each of some legal actions of a game, [n, 2, 15].
Foreseen = Callable[[Game, Sequence[int]], Parts]

COUNT_WORDS = {
    "own_mana_sources": "your mana sources",
    "own_mana_creatures": "your mana creatures",
    "own_lands_in_hand": "your lands in hand",
    "own_hand": "your hand",
    "own_removal_in_hand": "your removal in hand",
    "own_power": "your power",
    "opponent_power": "the opponent's power",
    "own_threats": "your threats",
    "own_permanents": "your permanents",
    "opponent_permanents": "the opponent's permanents",
    "own_mana_spent": "your mana spent",
    "opponent_mana_spent": "the opponent's mana spent",
    "opponent_mana_sources": "the opponent's mana sources",
    "own_life": "your life",
    "opponent_life": "the opponent's life",
}
NOTHING = "changes no count"

_MANA = "WWWWWWWUUUUUUUBBBBBBBRRRRRRRGGGGGGG"
_LIBRARY = ["Plains", "Goblin Guide", "Shock", "Plains", "Goblin Guide"] * 4
_THEIRS = ["Samurai Token", ("Samurai Token", {"tapped": True})]
_SPELL = "Play with Fire"


def describe(pool: Pool, name: str, foreseen: Foreseen) -> str:
    """What each way to use a card changes of the counts, one line each."""
    face = pool.faces[pool.face_id(name)]
    lines: list[str] = []
    for game in _positions(pool, face):
        lines += [f"{words}: {parts_in_words(parts)}" for words, parts in _uses(game, foreseen)]
    return "\n".join(dict.fromkeys(lines)) or f"{name}: no way to use it by itself"


def parts_in_words(parts: Parts) -> str:
    """The changes of counts as a list: what stays first, then what ends with the turn."""
    lasting, passing = (
        [f"{COUNT_WORDS[count]} {_number(change)}" for count, change in zip(COUNTS, row, strict=True) if _seen(change)]
        for row in parts
    )
    return "; ".join([*lasting, *(f"{words} until the turn ends" for words in passing)]) or NOTHING


def _seen(change: float) -> bool:
    return abs(change) >= 0.005


def _number(change: float) -> str:
    whole = abs(change - round(change)) < 0.005
    return f"{change:+.0f}" if whole else f"{change:+.2f}"


def _positions(pool: Pool, face: Statement) -> Iterator[Game]:
    """The plain position with the card where it can be used from."""
    permanent = {"face": "back"} if face is not pool.front(face.name) else {}
    name = pool.front(face.name).name
    if isinstance(face, Card):
        targets_spell = any(rule.spells is not None for ability in face.abilities for rule in ability.targets)
        yield _answering(pool, name) if targets_spell else _plain(pool, hand=[name])
        if face.flashback is not None:
            yield _plain(pool, graveyard=[name])
    kinds = type_line(face.type_line)[0]
    if any(isinstance(ability.kind, Activated) for ability in face.abilities):
        yield _plain(pool, battlefield=[(name, permanent), "Soldier Token"])
    if kinds & Type.CREATURE:
        attacker = [(name, permanent)]
        yield _engine(scenario(you={"battlefield": attacker, "library": _LIBRARY}, step="attackers", pool=pool))


def _plain(pool: Pool, **zones: Any) -> Game:
    you = {"battlefield": ["Soldier Token"], "mana": _MANA, "library": _LIBRARY, **zones}
    return _engine(scenario(you=you, opponent={"battlefield": _THEIRS}, pool=pool))


def _answering(pool: Pool, name: str) -> Game:
    """The opponent has cast a spell, and has no mana left."""
    you = {"battlefield": ["Soldier Token"], "mana": _MANA, "library": _LIBRARY, "hand": [name]}
    opponent = {"battlefield": _THEIRS, "mana": "R", "hand": [_SPELL]}
    g = scenario(you=you, opponent=opponent, active="opponent", pool=pool)
    g.cast(_SPELL, targets=["you"], by="opponent")
    g.pass_priority(by="opponent")
    return _engine(g)


def _engine(played: Any) -> Game:
    game: Game = played.session.engine
    return game


def _uses(game: Game, foreseen: Foreseen) -> Iterator[tuple[str, Parts]]:
    """Every way to use the card, its choices answered one by one; the parts of the whole play."""
    words = dict(game.legal_actions())
    starts = [action for action in words if _starts_play(action)]
    for action, parts in zip(starts, foreseen(game, starts), strict=True):
        yield from _answered(game, action, words[action], parts, foreseen)


def _answered(game: Game, action: int, words: str, parts: Parts, foreseen: Foreseen) -> Iterator[tuple[str, Parts]]:
    after = game.copy()
    after.apply(action)
    mask = after.mask()
    announcing = bool(mask[_CANCEL]) and not mask[_AUTO_PAY] and not mask[_CONFIRM] and after.player == game.player
    if not announcing:
        yield words, parts
        return
    named = dict(after.legal_actions())
    answers = [answer for answer in named if answer != _CANCEL]
    for answer, more in zip(answers, foreseen(after, answers), strict=True):
        yield from _answered(after, answer, named[answer], parts + more, foreseen)


_CANCEL, _AUTO_PAY, _CONFIRM = (action_layout[name].indices[0] for name in ("CANCEL", "AUTO_PAY", "CONFIRM"))
_STARTS = ("PLAY_LAND", "CAST_SORCERY", "CAST_INSTANT", "ACTIVATE", "ATTACK_TOGGLE")


def _starts_play(action: int) -> bool:
    return action_layout.category_of(action).name in _STARTS
