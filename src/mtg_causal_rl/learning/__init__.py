"""Learning agents: what they are, how they are trained, what they leave. Evaluation is in `evaluation`."""

from __future__ import annotations

from mtg_causal_rl.errors import MissingExtra

try:
    import pyarrow  # noqa: F401
    import safetensors  # noqa: F401
    import torch  # noqa: F401
except ImportError as error:
    raise MissingExtra(f'learning needs {error.name}: pip install "mtg-causal-rl[learn]"') from error

from mtg_causal_rl.learning.agents import AGENTS, Agent, Term, find_agent
from mtg_causal_rl.learning.policy import TrainedPolicy, load_policy
from mtg_causal_rl.learning.settings import Trained, TrainingSettings
from mtg_causal_rl.learning.trainer import train, train_on

__all__ = [
    "AGENTS",
    "Agent",
    "Term",
    "Trained",
    "TrainedPolicy",
    "TrainingSettings",
    "find_agent",
    "load_policy",
    "train",
    "train_on",
]
