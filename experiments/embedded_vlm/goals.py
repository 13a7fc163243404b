"""Goals for a rendered state, each with a shortest plan that keeps the order in which the goal is told.

Needs nothing but clamp's planning engine; run once over a data set (`prepare`), never while training.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from clamp.planning import Problem
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Formula, Not
from clamp_worlds.libero import problem_of
from embedded_vlm.instructions import Step, instance_of

LONGEST = 12
"""Plans of more actions are not asked for."""

_LITERALS: Mapping[str, tuple[str, bool]] = {
    "place_on": ("on", True),
    "place_in": ("in", True),
    "open": ("open", True),
    "close": ("open", False),
    "turn_on": ("turned_on", True),
    "turn_off": ("turned_on", False),
}
"""What an action of the domain makes true or false of its arguments."""


@dataclass(frozen=True)
class Wish:
    """A goal as it is told, and the plan for it.

    Attributes:
        steps: In the order in which a sentence names them; the plan takes them in the same order.
        plan: A shortest plan.
    """

    steps: tuple[Step, ...]
    plan: tuple[Action, ...]


def literal(step: Step) -> Formula:
    """What a wish means for the state."""
    predicate, positive = _LITERALS[step.verb]
    atom = Atom(predicate, step.args)
    return atom if positive else Not(atom)


class Wisher:
    """Draws goals for one record.

    Args:
        record: A line of ``records.jsonl``.
        named: Entities that a goal may name; those of the prompt.
    """

    def __init__(self, record: Mapping[str, Any], named: Sequence[str], random: Random):
        self.random = random
        self.base = problem_of(record, [])
        self.task = self.base.task
        self.tables = {
            name for name, kind in record["objects"] if kind.endswith("table") or kind in ("floor", "table")
        }
        self.start = self.base.facts(self.base.initial)
        known = set(named)
        self.steps = [
            Step(action.name, action.args)
            for index in (one.index for one in self.base.possible)
            if (action := self.base.actions[index]).name in _LITERALS and known.issuperset(action.args)
        ]

    def draw(self) -> Wish | None:
        """A goal that is told in one to three steps; ``None`` if the draw came to nothing."""
        if not self.steps:
            return None
        steps = self._some()
        if steps is None:
            return None
        return self.wish(steps)

    def wish(self, steps: Sequence[Step]) -> Wish | None:
        """The steps in an order that a shortest plan can follow, preferably theirs, and that plan.

        ``None`` if no plan of at most `LONGEST` actions reaches them, nothing is to be done, or the plan
        lacks a step's action, other than for a door or a switch that is already as it should be.
        """
        whole = self._shortest(steps, self.base.initial)
        if not whole:
            return None
        plan = (self._in_order(steps, len(whole)) if len(steps) > 1 else None) or whole
        done = [Step(action.name, action.args) for action in plan]
        if any(
            step not in done and (step.verb.startswith("place") or not self._holds(step)) for step in steps
        ):
            return None
        told = sorted(steps, key=lambda step: (step in done, done.index(step) if step in done else 0))
        return Wish(tuple(told), plan)

    def _some(self) -> list[Step] | None:
        random = self.random
        first = self._one()
        if first is None:
            return None
        steps = [first]
        for _ in range(random.choices((0, 1, 2), (46, 42, 12))[0]):
            steps.append(self._companion(steps) if random.random() < 0.75 else random.choice(self.steps))
        steps = list(dict.fromkeys(steps))
        moved = [step.args[0] for step in steps if step.verb.startswith("place")]
        if len(set(moved)) < len(moved):
            return None
        doors = [step.args for step in steps if step.verb in ("open", "close")]
        knobs = [step.args for step in steps if step.verb.startswith("turn")]
        if len(set(doors)) < len(doors) or len(set(knobs)) < len(knobs):
            return None
        return steps

    def _one(self) -> Step | None:
        """A step that does not hold yet. Its kind is drawn first, so that places do not crowd out doors."""
        open_steps = [step for step in self.steps if not self._holds(step)]
        kinds = sorted({self._kind(step) for step in open_steps})
        if not kinds:
            return None
        weights = [{"table": 1, "switch": 3, "door": 4, "place": 12}[kind] for kind in kinds]
        kind = self.random.choices(kinds, weights)[0]
        return self.random.choice([step for step in open_steps if self._kind(step) == kind])

    def _kind(self, step: Step) -> str:
        if step.verb.startswith("place"):
            return "table" if step.args[1] in self.tables else "place"
        return "switch" if step.verb.startswith("turn") else "door"

    def _companion(self, steps: Sequence[Step]) -> Step:
        """A step that people ask for together with the last: of the same drawer, stove or place."""
        last = steps[-1]
        near = [
            step
            for step in self.steps
            if step not in steps and instance_of(step.args[-1]) == instance_of(last.args[-1])
        ]
        return self.random.choice(near or self.steps)

    def _holds(self, step: Step) -> bool:
        predicate, positive = _LITERALS[step.verb]
        return (Atom(predicate, step.args) in self.start) == positive

    def _shortest(self, steps: Sequence[Step], state: int) -> tuple[Action, ...] | None:
        """A shortest plan from a state to where all steps hold."""
        problem = Problem.from_task(replace(self.task, goal=And(tuple(map(literal, steps)))))
        search = Reachability(problem)
        facts = problem.state(self.base.facts(state))
        distance = search.distance(facts, LONGEST)
        if not isinstance(distance, int):
            return None
        plan = search.plan(facts, distance)
        assert isinstance(plan, tuple)
        assert len(plan) == distance
        return tuple(problem.actions[index] for index in plan)

    def _in_order(self, steps: Sequence[Step], length: int) -> tuple[Action, ...] | None:
        """A plan of `length` actions that takes the steps one after the other, in some drawn order."""
        orders = list(itertools.permutations(steps))
        self.random.shuffle(orders)
        for order in orders:
            plan: tuple[Action, ...] = ()
            state = self.base.initial
            for count in range(1, len(order) + 1):
                more = self._shortest(order[:count], state)
                if more is None or len(plan) + len(more) > length:
                    break
                for action in more:
                    state = self.base.successor(state, action)
                plan += more
            else:
                return plan
        return None


def draw_wishes(record: Mapping[str, Any], named: Sequence[str], *, count: int, seed: str) -> list[Wish]:
    """Up to `count` different wishes for a record; fewer where the scene offers fewer.

    Args:
        seed: Equal seeds draw equal wishes.
    """
    wisher = Wisher(record, named, Random(seed))
    found: dict[tuple[Step, ...], Wish] = {}
    for _ in range(3 * count):
        wish = wisher.draw()
        if wish is not None:
            found.setdefault(wish.steps, wish)
        if len(found) == count:
            break
    return list(found.values())
