"""A writer of plans for closed loops that needs no model: always a shortest one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fakes import byte_vocabulary

from clamp.decoding import Failure, PlanConstraint, PlanFormat
from clamp.planning import Action, Problem, Reachability
from clamp.worlds.protocol import Observation

VOCABULARY = byte_vocabulary()


@dataclass
class Plan:
    actions: Sequence[Action] = ()
    failure: Failure | None = None


class Shortest:
    """Writes a shortest plan, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Problem, tuple[str, ...], int]] = []

    def __call__(self, problem: Problem, observation: Observation, seen: Sequence[str], left: int) -> Plan:
        self.asked.append((problem, tuple(seen), left))
        constraint = PlanConstraint(problem, VOCABULARY, PlanFormat.calls(), budget=left, seen=seen)
        failure = constraint.failure()
        if failure is not None:
            return Plan(failure=failure)
        reach = Reachability(problem, constraint.world.enabled.tolist())
        found = reach.plan(problem.initial, left)
        assert isinstance(found, tuple)
        return Plan([problem.actions[index] for index in found])
