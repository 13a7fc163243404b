"""A writer of plans for closed loops that needs no model: always a shortest one; and worlds to try it in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fakes import byte_vocabulary
from roots import EXAMPLES

from clamp.decoding import Failure, PlanConstraint, PlanFormat
from clamp.loop.world import Observation
from clamp.planning import Action, Problem, Reachability
from clamp.planning.search.reachability import Shortest as Shortened

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
        best = reach.shortest(problem.initial, left)
        assert isinstance(best, Shortened)
        found = reach.plan(problem.initial, best.length)
        assert isinstance(found, tuple)
        return Plan([problem.actions[index] for index in found])


KITCHEN = EXAMPLES / "kitchen"
DRAWERS = """(define (domain d) (:requirements :typing :negative-preconditions :equality)
    (:types thing drawer - object)
    (:predicates (in ?x - thing ?y - drawer) (open ?d - drawer) (above ?u ?l - drawer) (held ?x - thing))
    (:action open :parameters (?d - drawer) :precondition (not (open ?d)) :effect (open ?d))
    (:action close :parameters (?d - drawer) :precondition (open ?d) :effect (not (open ?d)))
    (:action take :parameters (?x - thing ?d - drawer) :precondition (and (in ?x ?d) (open ?d))
      :effect (and (held ?x) (not (in ?x ?d)))))"""


def kitchen(where: dict[str, str], goal: str, opened: Sequence[str] = ()) -> Problem:
    facts = " ".join(f"(at {thing} {place})" for thing, place in where.items())
    facts += "".join(f" (open {name})" for name in opened)
    return Problem.from_pddl(
        KITCHEN / "domain.pddl",
        f"""(define (problem look) (:domain kitchen)
            (:objects table shelf sink - surface fridge oven - container milk apple - food cup - dish)
            (:init (robot-at shelf) (hand-empty) (washes sink) {facts}) (:goal {goal}))""",
    )
