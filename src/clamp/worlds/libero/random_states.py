"""Random states that can be reached: what makes a picture worth looking at."""

from __future__ import annotations

import numpy as np

from clamp.planning import Problem
from clamp.worlds.libero.bddl import Literal

FLUENTS = ("on", "in", "open", "turned_on", "holding")
"""The predicates that a state is described by; an empty hand is implied."""


def atoms_of(problem: Problem, state: int) -> tuple[Literal, ...]:
    """A state of a LIBERO problem as planning atoms, sorted."""
    facts = problem.facts(state)
    return tuple(sorted((fact.predicate, *fact.args) for fact in facts if fact.predicate in FLUENTS))


def random_state(problem: Problem, steps: int, rng: np.random.Generator) -> tuple[Literal, ...]:
    """The state after some random actions, with an empty hand.

    A kind of action is drawn first and then its arguments, so that drawers are opened as often as things are
    moved.

    Args:
        steps: How many actions; one more where the hand would be full.
    """
    state = problem.initial
    while steps > 0 or any(atom[0] == "holding" for atom in atoms_of(problem, state)):
        kinds: dict[str, list[int]] = {}
        for index in problem.applicable_indices(state):
            kinds.setdefault(problem.actions[index].name, []).append(index)
        if not kinds:
            break
        kind = sorted(kinds)[rng.integers(len(kinds))]
        state = problem.successor_of_index(state, int(rng.choice(kinds[kind])))
        steps -= 1
    return atoms_of(problem, state)
