"""CLAMP: constrained decoding for embodied planning.

Makes every plan that a frozen language or vision-language model writes well-formed, grounded in what is seen,
executable and goal-reaching, while it is written. Importing this package is light: what it offers is loaded
when it is first asked for. It sets ``OMP_WAIT_POLICY=PASSIVE`` unless that is set (see
`clamp.openmp`).
"""

from __future__ import annotations

from clamp import former
from clamp.openmp import wait_asleep

TYPE_CHECKING = False  # `typing` itself takes longer to import than all of this
if TYPE_CHECKING:
    from typing import Any

    from clamp.automata import Vocabulary
    from clamp.decoding import Constraint, Explanation, Failure, PlanConstraint, PlanFormat
    from clamp.decoding.goal_plans import GoalPlanConstraint
    from clamp.decoding.goals import GoalConstraint, GoalFormat
    from clamp.decoding.lookahead import Lookahead
    from clamp.decoding.result import PlanResult
    from clamp.decoding.weights import Score, Weighted
    from clamp.errors import ClampError
    from clamp.hmm import HMM, remap
    from clamp.hosts.hf.planner import Planner
    from clamp.hosts.hf.processor import ClampLogitsProcessor
    from clamp.hosts.vllm.planner import VLLMPlanner
    from clamp.perception import Scene
    from clamp.planning import Action, LimitReached, Problem, SearchLimits, TransitionSystem, Validation
    from clamp.planning.rules import Rule, Ruled
    from clamp.request.form import read_request
    from clamp.request.request import Request
    from clamp.request.worlds import NamedWorld, open_world

__version__ = "0.1.0"

wait_asleep()
former.install()

__all__ = [
    "HMM",
    "Action",
    "ClampError",
    "ClampLogitsProcessor",
    "Constraint",
    "Explanation",
    "Failure",
    "GoalConstraint",
    "GoalFormat",
    "GoalPlanConstraint",
    "LimitReached",
    "Lookahead",
    "NamedWorld",
    "PlanConstraint",
    "PlanFormat",
    "PlanResult",
    "Planner",
    "Problem",
    "Request",
    "Rule",
    "Ruled",
    "Scene",
    "Score",
    "SearchLimits",
    "TransitionSystem",
    "VLLMPlanner",
    "Validation",
    "Vocabulary",
    "Weighted",
    "__version__",
    "open_world",
    "read_request",
    "remap",
]

_HOMES = {
    "automata": ("Vocabulary",),
    "errors": ("ClampError",),
    "decoding.goal_plans": ("GoalPlanConstraint",),
    "decoding.goals": ("GoalConstraint", "GoalFormat"),
    "decoding": ("Constraint", "Explanation", "Failure", "PlanConstraint", "PlanFormat"),
    "decoding.lookahead": ("Lookahead",),
    "decoding.result": ("PlanResult",),
    "decoding.weights": ("Score", "Weighted"),
    "hmm": ("HMM", "remap"),
    "hosts.hf.processor": ("ClampLogitsProcessor",),
    "hosts.hf.planner": ("Planner",),
    "hosts.vllm.planner": ("VLLMPlanner",),
    "perception": ("Scene",),
    "request.form": ("read_request",),
    "request.request": ("Request",),
    "request.worlds": ("NamedWorld", "open_world"),
    "planning": ("Action", "LimitReached", "Problem", "SearchLimits", "TransitionSystem", "Validation"),
    "planning.rules": ("Rule", "Ruled"),
}
"""Where the public names are defined. Each is loaded when it is first asked for."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_ROOMS = ("automata", "decoding", "errors", "hmm", "hosts", "perception", "planning", "worlds")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"clamp.{name}")
    if name in former.NAMES:
        return former.named(name)
    if name not in _HOME_OF:
        return former.found(__name__, name)
    try:
        found = globals()[name] = getattr(import_module(f"clamp.{_HOME_OF[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "transformers"):
            raise
        from clamp.errors import HostError

        raise HostError(
            f"clamp.{name} needs {error.name}, which is not installed. Run `pip install "
            "'clamp-planning[transformers]'`."
        ) from error
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
