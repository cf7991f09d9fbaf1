"""Measuring policies: matches with paired seeds, and speed. No training, no statistics."""

from mtg_causal_rl.evaluation.matches import EVALUATION_SEEDS, Episode, Matches, play_matches

__all__ = ["EVALUATION_SEEDS", "Episode", "Matches", "play_matches"]
