"""Hidden Markov models of a language model's continuations: what decoding scores tokens with.

Importing this package imports neither torch nor transformers; functions that need torch import it when they
are called.
"""

from clamp.hmm.corpus import Corpus
from clamp.hmm.counts import Counts, expected_counts
from clamp.hmm.inference import Belief, Forward, forward
from clamp.hmm.learning import BaumWelch, Epoch, Pseudocounts, Training, baum_welch, nll
from clamp.hmm.model import HMM
from clamp.hmm.segments import Messages, SequenceTrie, segment_operator
from clamp.hmm.tokenizers import fingerprint

__all__ = [
    "HMM",
    "BaumWelch",
    "Belief",
    "Corpus",
    "Counts",
    "Epoch",
    "Forward",
    "Messages",
    "Pseudocounts",
    "SequenceTrie",
    "Training",
    "baum_welch",
    "expected_counts",
    "fingerprint",
    "forward",
    "nll",
    "segment_operator",
]
