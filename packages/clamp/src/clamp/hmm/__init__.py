"""Hidden Markov models of a language model's continuations: what decoding scores tokens with.

Importing this package imports neither torch nor transformers; functions that need torch import it when they
are called.
"""

from clamp.hmm.adaptation import (
    CONFIGURATIONS,
    AdaptationConfig,
    AdaptationSession,
    DomainAdaptation,
    DomainReport,
    adapt,
    adapt_to_domain,
    entity_columns,
)
from clamp.hmm.corpus import Continuation, Corpus
from clamp.hmm.distill import Distillation, DistillConfig, distill, sample_continuations
from clamp.hmm.learning import (
    BaumWelch,
    Counts,
    Epoch,
    Pseudocounts,
    Training,
    baum_welch,
    expected_counts,
    hmm_from_labels,
    kmeans,
    nll,
)
from clamp.hmm.model import HMM, Belief, Forward, fingerprint, forward
from clamp.hmm.remap import Coverage, remap
from clamp.hmm.sequence_trie import Messages, SequenceTrie, segment_operator
from clamp.hmm.vision import VisionConfig, VisionHMM, VisionTraining, fit_vision

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
    "DistillConfig",
    "Distillation",
    "DomainAdaptation",
    "DomainReport",
    "Epoch",
    "Forward",
    "Messages",
    "Pseudocounts",
    "SequenceTrie",
    "Training",
    "VisionConfig",
    "VisionHMM",
    "VisionTraining",
    "adapt",
    "adapt_to_domain",
    "baum_welch",
    "distill",
    "entity_columns",
    "expected_counts",
    "fingerprint",
    "fit_vision",
    "forward",
    "hmm_from_labels",
    "kmeans",
    "nll",
    "remap",
    "sample_continuations",
    "segment_operator",
]
