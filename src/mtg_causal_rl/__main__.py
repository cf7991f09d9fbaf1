"""`python -m mtg_causal_rl` is `mtg-causal`. Nothing else lives here."""

from mtg_causal_rl.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
