"""What people read: the specification and its pages. Nothing is decided or measured here."""

from __future__ import annotations

from mtg_causal_rl.rendering.specification import specification

__all__ = ["specification"]
