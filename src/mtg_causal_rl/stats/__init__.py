"""Statistics for studies: intervals, paired tests, multiplicity, power. Nothing of games or files."""

from mtg_causal_rl.stats.intervals import Interval, bootstrap_mean, paired_bootstrap, wilson
from mtg_causal_rl.stats.multiplicity import holm
from mtg_causal_rl.stats.paired_tests import (
    PairedResult,
    equivalence,
    hodges_lehmann,
    paired_t,
    sign_flip,
    sign_flip_interval,
    welch,
    wilcoxon_signed_rank,
)
from mtg_causal_rl.stats.power import (
    detectable_difference,
    pairs_needed,
    power_of_paired_t,
    smallest_p,
    smallest_p_after_holm,
)

__all__ = [
    "Interval",
    "PairedResult",
    "bootstrap_mean",
    "detectable_difference",
    "equivalence",
    "hodges_lehmann",
    "holm",
    "paired_bootstrap",
    "paired_t",
    "pairs_needed",
    "power_of_paired_t",
    "sign_flip",
    "sign_flip_interval",
    "smallest_p",
    "smallest_p_after_holm",
    "welch",
    "wilcoxon_signed_rank",
    "wilson",
]
