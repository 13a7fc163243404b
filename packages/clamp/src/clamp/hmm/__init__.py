"""Hidden Markov models of a language model's continuations: what decoding scores tokens with.

Importing this package imports neither torch nor transformers, and nothing of how HMMs are made (`clamp.hmm.training`),
whose names are loaded when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clamp.hmm.corpus import Continuation, Corpus
from clamp.hmm.model import HMM, Belief, fingerprint
from clamp.hmm.sequence_trie import Messages, SequenceTrie, segment_operator
from clamp.hmm.vision import VisionHMM

if TYPE_CHECKING:
    from clamp.hmm.training.adaptation import (
        CONFIGURATIONS,
        AdaptationConfig,
        AdaptationSession,
        DomainAdaptation,
        DomainReport,
        adapt,
        adapt_to_domain,
        entity_columns,
    )
    from clamp.hmm.training.distill import Distillation, DistillConfig, distill, sample_continuations
    from clamp.hmm.training.learning import (
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
    from clamp.hmm.training.passes import Forward, forward
    from clamp.hmm.training.remap import Coverage, remap
    from clamp.hmm.training.vision import VisionConfig, VisionTraining, fit_vision

_TRAINING = {
    "adaptation": (
        "CONFIGURATIONS", "AdaptationConfig", "AdaptationSession", "DomainAdaptation", "DomainReport", "adapt",
        "adapt_to_domain", "entity_columns",
    ),
    "distill": ("Distillation", "DistillConfig", "distill", "sample_continuations"),
    "learning": (
        "BaumWelch", "Counts", "Epoch", "Pseudocounts", "Training", "baum_welch", "expected_counts", "hmm_from_labels",
        "kmeans", "nll",
    ),
    "passes": ("Forward", "forward"),
    "remap": ("Coverage", "remap"),
    "vision": ("VisionConfig", "VisionTraining", "fit_vision"),
}  # fmt: skip
"""What is defined in which module of `clamp.hmm.training`."""
_HOME_OF = {name: home for home, names in _TRAINING.items() for name in names}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"clamp.hmm.training.{_HOME_OF[name]}"), name)
    return found


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
