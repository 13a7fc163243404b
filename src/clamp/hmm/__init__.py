"""Hidden Markov models of a language model's continuations: what decoding scores tokens with.

Importing this package imports neither torch nor transformers; functions that need torch import it when they
are called.
"""

from clamp.hmm.adaptation import (
    CONFIGURATIONS,
    AdaptationConfig,
    AdaptationSession,
    Continuation,
    adapt_to_domain,
)
from clamp.hmm.corpus import Corpus
from clamp.hmm.counts import Counts, expected_counts
from clamp.hmm.inference import Belief, Forward, forward
from clamp.hmm.learning import BaumWelch, Epoch, Pseudocounts, Training, baum_welch, nll
from clamp.hmm.model import HMM
from clamp.hmm.remap import Coverage, remap
from clamp.hmm.segments import Messages, SequenceTrie, segment_operator
from clamp.hmm.tokenizers import fingerprint

__all__ = [
    "CONFIGURATIONS",
    "HMM",
    "AdaptationConfig",
    "AdaptationSession",
    "BaumWelch",
    "Belief",
    "Continuation",
    "Corpus",
    "Counts",
    "Coverage",
    "Epoch",
    "Forward",
    "Messages",
    "Pseudocounts",
    "SequenceTrie",
    "Training",
    "adapt_to_domain",
    "baum_welch",
    "expected_counts",
    "fingerprint",
    "forward",
    "nll",
    "remap",
    "segment_operator",
]
