"""A classical planner alone: the yardstick that a language model's prior has to justify itself against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.world import leave_and_reach
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability, Shortest
from clamp_bench.baselines.baseline import Baseline, read
from clamp_bench.harness import Answer, Question

MOST_ACTIONS = 100
_LIMITS = SearchLimits(states=100_000, seconds=30.0)


class Classical(Baseline):
    """A shortest plan by CLAMP's own search over the things in the prompt; no model is asked.

    unified-planning's planners read PDDL, and a benchmark's system need not be PDDL (VirtualHome's is not).
    """

    needs_model = False
    heeds = frozenset({"budget"})
    says = "a shortest plan by search (CLAMP's own), without a model"

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            tell(index, _plan(question))


def _plan(question: Question) -> Answer:
    system, asked = question.request.system, question.request.seen
    started = perf_counter()
    seen = None if asked is None else frozenset(asked)
    enabled = (
        None if seen is None else [at for at, one in enumerate(system.actions) if seen.issuperset(one.args)]
    )
    search = Reachability(system, enabled, _LIMITS)
    most = question.budget or MOST_ACTIONS
    found: tuple[int, ...] | LimitReached | None
    if system.is_goal(system.initial):
        plan, stopped = leave_and_reach(search, system.initial, most, loops=True)
        found = plan if plan is not None else stopped
    else:
        best = search.shortest(system.initial, most)
        found = search.plan(system.initial, best.length) if isinstance(best, Shortest) else best
    timing = Timing(compile=perf_counter() - started)
    details = {"planner": "CLAMP's search"}
    if isinstance(found, tuple):
        text = question.request.plan_format.serialize([system.actions[index] for index in found])
        return Answer(replace(read(question, text, timing), budget=question.budget), details)
    said = "No plan reaches the goal within the budget." if found is None else "The search reached its limit."
    failure = Failure("unreachable" if found is None else "limit", said)
    return Answer(PlanResult("fail", failure=failure, timing=timing, budget=question.budget), details)
