"""One toy of everything that a user may add, each one statement or function. A test loads it elsewhere."""

from __future__ import annotations

from dataclasses import replace

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas
from torch import Tensor

from mtg_causal_rl import Pool
from mtg_causal_rl.cards import Card, Deck
from mtg_causal_rl.cards.idioms import when
from mtg_causal_rl.cards.vocabulary import Draw, EntersSelf, You
from mtg_causal_rl.causal import STRATEGY, Range, structural
from mtg_causal_rl.causal.expression import Value
from mtg_causal_rl.env import Outcome, Reward
from mtg_causal_rl.experiments.figures import Figure
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.tables import Table
from mtg_causal_rl.learning import AGENTS, Term
from mtg_causal_rl.learning.batch import Step
from mtg_causal_rl.learning.networks import NO_HEADS

CARD = Card(
    "Toy Scout", "{1}{U}", "Creature — Otter Scout", power=2, toughness=2,
    abilities=(when(EntersSelf(), Draw(You(), 1)),),
)  # fmt: skip

DECK = Deck("toy_scouts", "Toy Scouts", "aggro", {"Island": 24, "Toy Scout": 36})

POOL = Pool.standard().with_cards([CARD]).with_decks([DECK])

REWARD = Reward("toy", Outcome(win=2.0, draw=0.0, loss=0.0), rises={"own_threats": 0.25})


def distance_from_start(step: Step) -> Tensor:
    """How far the policy has moved from the one that played: E[(log pi_live(a) - log pi_stored(a))^2]."""
    taken = step.live.log_probabilities.gather(1, step.batch.actions[:, None]).squeeze(1)
    return (taken - step.batch.log_probabilities).square().mean()


LOSS_TERM = Term("distance", distance_from_start, 0.1)

PPO = AGENTS["ppo"]
SMALL = replace(PPO.optimisation, hidden=(16,), games=4, transitions=128, minibatch=64, epochs=2)
AGENT = replace(PPO, name="toy", terms=(*PPO.terms, LOSS_TERM), heads=NO_HEADS, optimisation=SMALL)


@structural("strategic position", Range(0, 30), "cards in hand and mana for the next turn together")
def readiness(card_count: Value, mana_next: Value) -> Value:
    return card_count + mana_next


MODEL = replace(STRATEGY, name="TOY", variables=(*STRATEGY.variables, readiness))


def games_table(results: Results) -> Table:
    """How many games each player has played."""
    counts = results.episodes.groupby("agent").size()
    rows = tuple((str(agent), str(count)) for agent, count in counts.items())
    return Table("toy_games", "Games of each player", ("Player", "Games"), rows, words=1)


def lengths_figure(results: Results) -> Figure:
    """How long the games were."""
    with matplotlib.rc_context():
        canvas = Canvas(figsize=(3, 2))
        FigureCanvasAgg(canvas)
        canvas.subplots().hist(results.episodes["length"])
    return Figure("toy_lengths", "Length of games", "All games are equally long", canvas)
