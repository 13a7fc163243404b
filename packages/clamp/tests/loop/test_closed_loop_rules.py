"""Rules in closed loops: all that was really done keeps them, whatever plans it belonged to and whatever interfered.

The oracle is the definition of the rules on the true world's trace, from the first action to the last.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from shortest import DRAWERS, Shortest

from clamp.loop.loop import LoopResult, closed_loop
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.planning import Action, Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Position
from clamp.planning.task import Atom

SAFE = ["G (do:take(x, *) -> Y O do:open(b))", "G (do:take(y, *) -> Y !open(a))", "G !(open(a) & open(b))"]
"""Kept by a whole plan only if by each of its beginnings."""
OWING = [
    "forall ?d - drawer: G (do:open(?d) -> X F do:close(?d))",
    "G (last -> !open(a) & !open(b))",
    "F do:close(b)",
    "G (do:take(x, *) -> X F do:open(a))",
]


def drawers(where: dict[str, str]) -> Problem:
    facts = " ".join(f"(in {thing} {drawer})" for thing, drawer in where.items())
    return Problem.from_pddl(
        DRAWERS,
        f"(define (problem p) (:domain d) (:objects x y - thing a b - drawer) (:init {facts}) (:goal (held x)))",
    )


class Interfering(SymbolicEnvironment):
    """Puts back what is held, or shuts a drawer, where that is seen; keeps what really came to pass."""

    def __init__(self, problem: Problem, at: dict[int, str]) -> None:
        super().__init__(problem)
        self.at, self.count = at, 0
        self.trace: list[Position] = [(self._holding(), None)]

    def _holding(self) -> Callable[[str, tuple[str, ...]], bool]:
        state = self.state
        return lambda name, args: Atom(name, args) in state

    def execute(self, action: Action) -> None:
        super().execute(action)
        self.count += 1
        what = self.at.get(self.count)
        if what == "put back" and {Atom("held", ("x",)), Atom("open", ("b",))} <= self.state:
            self.state = self.state - {Atom("held", ("x",))} | {Atom("in", ("x", "b"))}
        elif what is not None and Atom("open", (what,)) in self.state and action.name != "open":
            self.state = self.state - {Atom("open", (what,))}
        self.trace.append((self._holding(), action))


def run(seed: int) -> tuple[LoopResult, Interfering, list[Rule], Problem]:
    draw = random.Random(seed)
    problem = drawers({"x": draw.choice("ab"), "y": draw.choice("ab")})
    rules = [Rule.parse(one) for one in [draw.choice(SAFE), *draw.sample(OWING, 2)]]
    at = {draw.randint(1, 4): draw.choice(["put back", "a", "b"]) for _ in range(draw.randint(0, 2))}
    world = Interfering(problem, at)
    return closed_loop(problem, world, Shortest(), budget=14, rules=rules), world, rules, problem


@pytest.mark.parametrize("seed", range(25))
def test_all_that_was_done_keeps_the_rules(seed: int) -> None:
    result, world, rules, problem = run(seed)
    objects = problem.rule_words().objects
    if result:
        assert world.goal_holds()
        assert all(keeps(rule, world.trace, objects) for rule in rules)
    for length in range(1, len(world.trace) + 1):
        assert keeps(rules[0], world.trace[:length], objects)


def test_rules_are_kept_over_several_plans_and_most_worlds_are_reached() -> None:
    found = [run(seed)[0] for seed in range(10)]
    assert sum(bool(one) for one in found) >= 5
    assert any(one.plans > 2 and one for one in found)


def test_what_a_rule_still_asks_for_is_not_forgotten_when_the_world_changes() -> None:
    """The drawer was opened by the first plan and shut by the world: closing it is owed all the same."""
    problem = drawers({"x": "a", "y": "b"})
    world = Interfering(problem, {2: "a"})
    rules = [Rule.parse(OWING[0])]
    result = closed_loop(problem, world, Shortest(), budget=14, rules=rules)
    assert result
    names = [str(step.action) for step in result.steps]
    assert names.count("close(a)") >= 1
    assert keeps(rules[0], world.trace, problem.rule_words().objects)
    without = closed_loop(problem, Interfering(problem, {2: "a"}), Shortest(), budget=14)
    assert without
    assert "close(a)" not in [str(step.action) for step in without.steps]


@pytest.mark.parametrize("ends", [True, False])
def test_a_past_is_as_if_its_plan_went_on(ends: bool) -> None:
    """A plan from the beginning is admitted iff its second part is, after the first as the past."""
    problem = drawers({"x": "a", "y": "b"})
    rules = [Rule.parse(one) for one in (*SAFE[:2], *OWING)]
    draw = random.Random(3)
    for _ in range(25):
        whole, state, plan = Ruled(problem, rules), problem.initial, list[Action]()
        for _ in range(draw.randint(2, 6)):
            plan.append(draw.choice(list(problem.applicable(state))))
            state = problem.successor(state, plan[-1])
        cut = draw.randint(1, len(plan) - 1)
        words = problem.rule_words()
        past = list(words.replay(plan[:cut]))
        middle = problem.initial
        for action in plan[:cut]:
            middle = problem.successor(middle, action)
        later = Problem.from_pddl(
            DRAWERS,
            "(define (problem q) (:domain d) (:objects x y - thing a b - drawer) (:init "
            + " ".join(f"({one.predicate} {' '.join(one.args)})" for one in problem.facts(middle))
            + ") (:goal (held x)))",
        )
        going_on = Ruled(later, rules, past=past, ends=ends)
        expected = [keeps(rule, list(words.replay(plan)), words.objects) for rule in rules]
        rest = [going_on.system.index(action) for action in plan[cut:]]
        kept = going_on.kept_by(rest)
        if ends:
            assert kept == frozenset(number for number, one in enumerate(expected) if one)
            broken = going_on.validate(plan[cut:]).reason
            assert ("breaks" in broken) is (not all(expected))
        else:
            assert kept >= whole.kept_by([problem.index(action) for action in plan])
