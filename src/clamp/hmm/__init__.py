"""Hidden Markov models of a language model's continuations: what decoding scores tokens with.

Importing this package imports neither torch nor transformers; functions that need torch import it when they
are called.
"""

from clamp.hmm.adaptation import (
    CONFIGURATIONS,
    AdaptationConfig,
    AdaptationSession,
    adapt_to_domain,
    entity_columns,
)
from clamp.hmm.corpus import Continuation, Corpus
from clamp.hmm.counts import Counts, expected_counts
from clamp.hmm.distill import Distillation, DistillConfig, distill
from clamp.hmm.domain import DomainAdaptation, DomainReport, adapt
from clamp.hmm.inference import Belief, Forward, forward
from clamp.hmm.initialisation import hmm_from_labels, kmeans
from clamp.hmm.learning import BaumWelch, Epoch, Pseudocounts, Training, baum_welch, nll
from clamp.hmm.model import HMM
from clamp.hmm.remap import Coverage, remap
from clamp.hmm.sampling import sample_continuations
from clamp.hmm.segments import Messages, SequenceTrie, segment_operator
from clamp.hmm.tokenizers import fingerprint
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
