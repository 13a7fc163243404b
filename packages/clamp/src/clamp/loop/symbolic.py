"""A world made of a planning problem, in which what lies behind something closed is not seen."""

from __future__ import annotations

import random

from clamp import checks
from clamp.errors import DomainError
from clamp.loop.containers import Containers
from clamp.loop.world import Observation
from clamp.perception import Entity, Scene
from clamp.planning import Action, Problem
from clamp.planning.task import Atom
from clamp.planning.validator import holds, successor, why_inapplicable


class SymbolicEnvironment:
    """Simulates a problem from its initial state; an `Environment`.

    Args:
        problem: What is really there; its goal says when `goal_holds`.
        containers: The domain's words for containers.
        slip: Probability with which an action does nothing, 0 to below 1.
        seed: Of the slips.

    Attributes:
        state: The atoms that really hold.
        fails_by_chance: Whether actions may slip.

    Raises:
        DomainError: If the problem is none in PDDL, its domain has no predicate of this name for open things,
            or `slip` makes no sense.
    """

    def __init__(
        self, problem: Problem, *, containers: Containers | None = None, slip: float = 0.0, seed: int = 0
    ) -> None:
        checks.instance(
            "problem", problem, Problem, DomainError, what="a clamp.Problem: the world is its facts"
        )
        self.problem = problem
        self.containers = containers or Containers()
        if not 0 <= slip < 1:
            raise DomainError(f"The probability of a slip is {slip}, but it lies between 0 and 1.")
        self.slip = slip
        self.fails_by_chance = slip > 0
        self._random = random.Random(seed)
        self.state: frozenset[Atom] = problem.facts(problem.initial)

    def observe(self) -> Observation:
        """What is not hidden, and all facts that name nothing hidden."""
        hidden = self.containers.hidden(self.problem.task, self.state)
        visible = [name for name in self.problem.entities if name not in hidden]
        facts = frozenset(atom for atom in self.state if not hidden.keys() & set(atom.args))
        entities = (Entity(name, place=self.containers.place(facts, name)) for name in visible)
        return Observation(Scene(tuple(entities)), facts)

    def execute(self, action: Action) -> None:
        """Apply an action.

        Raises:
            DomainError: If it is not applicable in the true state.
        """
        reason = why_inapplicable(self.problem.task, self.state, action)
        if reason is not None:
            raise DomainError(f"{action} cannot be executed: {reason}")
        if self._random.random() >= self.slip:
            self.state = successor(self.problem.task, self.state, action)

    def goal_holds(self) -> bool:
        """Whether the problem's goal really holds."""
        return holds(self.problem.task, self.problem.task.goal, self.state, {})
