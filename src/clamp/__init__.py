"""CLAMP: constrained decoding for embodied planning.

Makes every plan that a frozen language or vision-language model writes well-formed, grounded in what is seen,
executable and goal-reaching, while it is written. Importing this package is light: hosts (transformers, vLLM)
are loaded when they are first used. It sets ``OMP_WAIT_POLICY=PASSIVE`` unless that is set (see
`clamp.openmp`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clamp.automata import Vocabulary
from clamp.decoding import Explanation, Failure, PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Score, Weighted
from clamp.errors import (
    BenchmarkError,
    ClampError,
    ConstraintError,
    DeadEndError,
    DomainError,
    ForbiddenTokenError,
    GuidanceError,
    HMMError,
    HostError,
    LimitError,
    ModelScoresError,
    PDDLError,
    PlanFormatError,
    PlanSyntaxError,
    RuleError,
    SceneError,
    VocabularyError,
)
from clamp.hmm import HMM, remap
from clamp.openmp import wait_asleep
from clamp.perception import Scene
from clamp.planning import Action, LimitReached, Problem, SearchLimits, TransitionSystem, Validation
from clamp.planning.rules import Rule, Ruled

if TYPE_CHECKING:
    from clamp.hosts.hf.processor import ClampLogitsProcessor
    from clamp.hosts.planner import Planner
    from clamp.hosts.request import PlanRequest
    from clamp.hosts.vllm.planner import VLLMPlanner

__version__ = "0.1.0"

wait_asleep()

__all__ = [
    "HMM",
    "Action",
    "BenchmarkError",
    "ClampError",
    "ClampLogitsProcessor",
    "ConstraintError",
    "DeadEndError",
    "DomainError",
    "Explanation",
    "Failure",
    "ForbiddenTokenError",
    "GuidanceError",
    "HMMError",
    "HostError",
    "LimitError",
    "LimitReached",
    "Lookahead",
    "ModelScoresError",
    "PDDLError",
    "PlanConstraint",
    "PlanFormat",
    "PlanFormatError",
    "PlanRequest",
    "PlanResult",
    "PlanSyntaxError",
    "Planner",
    "Problem",
    "Rule",
    "RuleError",
    "Ruled",
    "Scene",
    "SceneError",
    "Score",
    "SearchLimits",
    "TransitionSystem",
    "VLLMPlanner",
    "Validation",
    "Vocabulary",
    "VocabularyError",
    "Weighted",
    "__version__",
    "remap",
]

_LAZY = {
    "ClampLogitsProcessor": "clamp.hosts.hf.processor",
    "PlanRequest": "clamp.hosts.request",
    "Planner": "clamp.hosts.planner",
    "VLLMPlanner": "clamp.hosts.vllm.planner",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
