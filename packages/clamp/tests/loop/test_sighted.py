"""Closed loops that take their state from pictures: a camera that is sometimes unsure, and a world that refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shortest import Shortest

from clamp.errors import SceneError
from clamp.loop.loop import closed_loop
from clamp.loop.sighted import Sighted
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.loop.world import Observation
from clamp.perception import Belief, Evidence
from clamp.planning import Action, Problem
from clamp.planning.task import Atom

DOMAIN, PROBLEM = "examples/kitchen/domain.pddl", "examples/kitchen/problem.pddl"


class Filmed(SymbolicEnvironment):
    """A symbolic world with pictures; some of its actions do nothing, a number of times."""

    def __init__(self, problem: Problem, fails: dict[str, int] | None = None) -> None:
        super().__init__(problem)
        self.fails = fails or {}

    def observe(self) -> Observation:
        return replace(super().observe(), images={"front": np.zeros((4, 4, 3), np.uint8)})

    def execute(self, action: Action) -> None:
        if self.fails.get(action.name, 0) > 0:
            self.fails[action.name] -= 1
            return
        super().execute(action)


def camera(world: Filmed, unsure: Callable[[Atom], bool] = lambda atom: False) -> Any:
    """Sees where things are and what is open, but for what it is unsure of."""

    def look(images: Any, objects: Any, scene: Any) -> Belief:
        found = []
        for name in ("at", "open"):
            places = world.problem.domain.predicates[name]
            kinds = [list(world.problem.rule_words().objects(place.types[0])) for place in places]
            every = (
                [(a, b) for a in kinds[0] for b in kinds[1]] if len(kinds) == 2 else [(a,) for a in kinds[0]]
            )
            for args in every:
                atom = Atom(name, args)
                held = 0.97 if atom in world.state else 0.02
                found.append(Evidence((name, *args), 0.5 if unsure(atom) else held, "camera"))
        return Belief(objects, tuple(found))

    return look


def run(world: Filmed, look: Any, budget: int = 30) -> Any:
    return closed_loop(world.problem, Sighted(world, world.problem, look), Shortest(), budget=budget)


def problem() -> Problem:
    return Problem.from_pddl(DOMAIN, PROBLEM)


def test_the_goal_is_reached_by_what_is_seen() -> None:
    world = Filmed(problem())
    result = run(world, camera(world))
    assert result.status == "goal"
    assert world.goal_holds()


def test_what_the_pictures_do_not_tell_is_as_it_was_foreseen() -> None:
    world = Filmed(problem())
    result = run(world, camera(world, lambda atom: atom.predicate == "open"))
    assert result.status == "goal"
    assert world.goal_holds()


def test_an_action_that_failed_is_noticed_and_done_again() -> None:
    world = Filmed(problem(), {"place": 1})
    world.fails_by_chance = True
    result = run(world, camera(world))
    assert result.status == "goal"
    assert world.goal_holds()
    assert any(not step.expected for step in result.steps)


def test_what_the_world_denies_is_not_tried_for_ever() -> None:
    world = Filmed(problem(), {"open": 1_000})
    result = run(world, camera(world), budget=200)
    assert result.status == "fail"
    assert result.cause == "denied"
    assert "open(fridge)" in result.message
    assert sum(step.action.name == "open" for step in result.steps) <= 3


def test_a_world_without_pictures_is_refused() -> None:
    world = SymbolicEnvironment(problem())
    with pytest.raises(SceneError, match="no pictures"):
        Sighted(world, world.problem, lambda images, objects: Belief()).observe()
