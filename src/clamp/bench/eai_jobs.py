"""How the plan of one EAI task is written: its transition system, its constraint, its budget."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from time import perf_counter

from clamp.automata import Vocabulary
from clamp.bench.eai_tasks import EAITask
from clamp.decoding import Failure, PlanConstraint, PlanFormat
from clamp.planning.reachability import Reachability
from clamp.planning.virtualhome import VirtualHome

PLAIN_BUDGET = 40
"""Default budget where no goal is enforced: the paper's K_max. EAI's median gold plan has 8 actions."""

LEAST_BUDGET = 10
"""Smallest default budget where the goal is enforced."""

_SEARCH_BUDGET = 100
_LISTED = re.compile(r"^(\S+), id: (\d+), properties: ", re.MULTILINE)


@dataclass(frozen=True)
class Job:
    """How one task's plan is written.

    Attributes:
        constraint: ``None`` for the model alone.
        budget: Most actions; ``None`` for the model alone.
        failure: Why no plan satisfies the configuration's constraints. The task then counts as failed; what
            is written all the same, for EAI to judge, satisfies all of them but the goal.
        seconds: Time that this took.
    """

    system: VirtualHome
    constraint: PlanConstraint | None = None
    budget: int | None = None
    failure: Failure | None = None
    seconds: float = 0.0


def make_job(task: EAITask, prompt: str, vocabulary: Vocabulary, constraints: str, budget: int | None) -> Job:
    """Build a task's system and constraint.

    Args:
        constraints: ``"none"``, ``"token"``, ``"grounded"`` or ``"world"``.
        budget: ``None`` for `task_budget`.
    """
    from clamp.hosts.plan_host import enforced  # loads torch

    started = perf_counter()
    system = task.system()
    enforce = enforced(constraints)
    if enforce is None:
        return Job(system, seconds=perf_counter() - started)
    actions = budget or task_budget(system, enforce)
    seen = prompt_entities(prompt).intersection(system.entities) if "visibility" in enforce else None

    def constraint(enforce: frozenset[str]) -> PlanConstraint:
        plan_format = PlanFormat.virtualhome_json()
        return PlanConstraint(system, vocabulary, plan_format, budget=actions, seen=seen, enforce=enforce)

    chosen = constraint(enforce)
    failure = chosen.failure()
    if failure is not None and "goal" in enforce:
        chosen = constraint(enforce - {"goal"})
    return Job(system, chosen, actions, failure, perf_counter() - started)


def task_budget(system: VirtualHome, enforce: Collection[str]) -> int:
    """The default budget: room for twice the actions of a plan that search finds, and for 10 at least.

    Where no goal is enforced, nothing but the budget stops a model, and it is 40.
    """
    if "goal" not in enforce:
        return PLAIN_BUDGET
    plan = Reachability(system).plan(system.initial, _SEARCH_BUDGET)
    return max(LEAST_BUDGET, 2 * len(plan)) if isinstance(plan, tuple) else LEAST_BUDGET


def prompt_entities(prompt: str) -> frozenset[str]:
    """The objects that a prompt lists, as entity names: what the model is told it sees."""
    listing = prompt.partition("Objects in the scene:\n")[2].partition("-----------------")[0]
    return frozenset(f"{match[1]}_{match[2]}" for match in _LISTED.finditer(listing))
