"""Cards, tokens and decks: what authors write, the benchmark's pool, its compiled program. Plays no game."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Back, Card, Token
from mtg_causal_rl.cards.compile import compile_pool
from mtg_causal_rl.cards.decks import Deck, format_problems, parse_deck
from mtg_causal_rl.cards.describe import describe_card
from mtg_causal_rl.cards.pool import Pool

__all__ = [
    "Back",
    "Card",
    "Deck",
    "Pool",
    "Token",
    "compile_pool",
    "describe_card",
    "format_problems",
    "parse_deck",
]
