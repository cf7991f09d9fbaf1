"""`python -m mtg_causal_rl.rendering docs` writes the generated pages into that folder."""

from __future__ import annotations

import sys
from pathlib import Path

from mtg_causal_rl.rendering.specification import write_pages

write_pages(Path(sys.argv[1]))
