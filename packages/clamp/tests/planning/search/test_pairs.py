"""What is proved never to hold together does so in no state that can be reached: compared with all of them."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from patience import examples
from strategies import RICH_AXIOMS, axiom_task, tasks

from clamp.planning import Problem
from clamp.planning.search import pairs
from clamp.planning.task import Task

_MOST = 300


def states_of(problem: Problem) -> list[int] | None:
    """All states that can be reached, if they are few."""
    found, todo = {problem.initial}, [problem.initial]
    while todo:
        state = todo.pop()
        for index in problem.applicable_indices(state):
            after = problem.successor_of_index(state, index)
            if after not in found:
                found.add(after)
                todo.append(after)
        if len(found) > _MOST:
            return None
    return sorted(found)


@given(tasks(max_schemas=3))
@settings(max_examples=examples(60), deadline=None)
def test_nothing_that_some_state_has_is_excluded(task: Task) -> None:
    """Whatever actions ask for and do: disjunctions, quantifiers, effects that depend on the state."""
    check(task)


@pytest.mark.parametrize("seed", RICH_AXIOMS)
def test_nor_where_facts_follow_from_others(seed: int) -> None:
    check(axiom_task(seed))


def check(task: Task) -> None:
    problem = Problem.from_task(task)
    states = states_of(problem)
    if states is None:
        return
    atoms = problem.grounder.atoms
    facts = [((one.predicate, one.args), held) for one in atoms[:8] for held in (True, False)]
    holding = [
        ({fact for fact, _ in facts if fact in known}, frozenset(problem.applicable_indices(state)))
        for state in states
        for known in [{(one.predicate, one.args) for one in problem.facts(state)}]
    ]
    for number, action in list(enumerate(problem.actions))[:12]:
        before = [known for known, applicable in holding if number in applicable]
        for one, other in combinations(facts, 2):
            if problem.excludes(action, dict([one, other])):
                wanted = dict([one, other])
                assert not any(
                    all((fact in known) == held for fact, held in wanted.items()) for known in before
                )


CHEST = """(define (domain d) (:requirements :strips) (:predicates (held ?x) (free) (lit ?x))
  (:action take :parameters (?x) :precondition (free) :effect (and (held ?x) (not (free))))
  (:action drop :parameters (?x) :precondition (held ?x) :effect (and (free) (not (held ?x))))
  (:action light :parameters (?x) :precondition (and) :effect (lit ?x)))"""


@pytest.mark.parametrize("begin", ["(free)", "(free) (held a)"])
def test_the_initial_state_counts(begin: str) -> None:
    """With one hand that is free at first, nothing is held where it is free; if it begins otherwise, not so."""
    problem = Problem.from_pddl(
        CHEST,
        f"(define (problem p) (:domain d) (:objects a b) (:init {begin}) (:goal (lit a)))",
        repair=False,
    )
    for (one, other), held in product([("a", "b"), ("a", "a")], (True, False)):
        takes = [action for action in problem.actions if action.name == "take" and action.args == (other,)]
        for action in takes:
            assert problem.excludes(action, {("held", (one,)): held}) == (held and begin == "(free)")


def test_beyond_a_bound_only_what_contradicts_itself_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(define (problem p) (:domain d) (:objects a b) (:init (free)) (:goal (lit a)))"
    for most, known in ((pairs.MOST_ATOMS, True), (3, False)):
        monkeypatch.setattr(pairs, "MOST_ATOMS", most)
        problem = Problem.from_pddl(CHEST, text, repair=False)
        (action,) = (one for one in problem.actions if str(one) == "take(b)")
        assert problem.excludes(action, {("held", ("a",)): True}) == known
        assert problem.excludes(action, {("free", ()): False})
