"""The validator against unified-planning, and its reasons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from pddl_strategies import all_actions, domain_text, problem_text, tasks

from clamp.planning import Problem
from clamp.planning.pddl import read_task
from clamp.planning.system import Action, Validation
from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
    Domain,
    Effect,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Task,
    Variable,
)
from clamp.planning.validator import explain, holds, render, successor, validate, why_inapplicable

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

X = Variable("?x")
P, Q = Atom("p", ("?x",)), Atom("q", ("?x",))


def task(
    *schemas: ActionSchema, goal: Formula | None = None, facts: tuple[Atom, ...] = (), objects: str = "a b"
) -> Task:
    predicates = {"p": (X,), "q": (X,), "r": (X, Variable("?y"))}
    domain = Domain("d", {"small": ()}, predicates, {"c": ("small",)}, schemas)
    goal = And() if goal is None else goal
    return Task("t", domain, dict.fromkeys(objects.split(), ("object",)), frozenset(facts), goal)


def test_conditions_read_the_old_state_and_deletes_come_before_adds() -> None:
    swap = ActionSchema(
        "swap",
        (X,),
        And(),
        (
            Effect(P, False, P),
            Effect(Q, True, P),
            Effect(Q, False, Q),
            Effect(P, True, Q),
            Effect(Atom("p", ("c",)), False),
            Effect(Atom("p", ("c",)), True),
        ),
    )
    start = task(swap, facts=(Atom("p", ("a",)),))
    once = successor(start, start.initial, Action("swap", ("a",)))
    assert once == {Atom("q", ("a",)), Atom("p", ("c",))}
    assert successor(start, once, Action("swap", ("a",))) == {Atom("p", ("a",)), Atom("p", ("c",))}


def test_universal_effects_and_hidden_variables() -> None:
    clear = ActionSchema("clear", (X,), And(), (Effect(P, False, Not(Q), (X,)),))
    start = task(clear, facts=(Atom("p", ("a",)), Atom("p", ("b",)), Atom("q", ("b",))))
    assert successor(start, start.initial, Action("clear", ("b",))) == {Atom("p", ("b",)), Atom("q", ("b",))}


STEP = ActionSchema("step", (X, Variable("?s", ("small",))), And((P, Not(Q))), (Effect(Q), Effect(P, False)))


@pytest.mark.parametrize(
    ("actions", "step", "reason"),
    [
        ([Action("fly", ("a",))], 0, "Action 1, fly(a): the domain has no action 'fly'."),
        ([Action("step", ("a",))], 0, "'step' takes 2 arguments, not 1."),
        ([Action("step", ("z", "c"))], 0, "there is no object 'z'."),
        ([Action("step", ("a", "b"))], 0, "'b' is of type object, but ?s must be small."),
        ([Action("step", ("b", "c"))], 0, "its precondition fails: (p b) does not hold."),
        (
            [Action("step", ("a", "c"))] * 2,
            1,
            "Action 2, step(a, c): its precondition fails: (p a) does not hold, "
            "and (q a) holds but must not.",
        ),
        ([], None, "The goal is not reached: (q a) does not hold."),
        ([Action("step", ("a", "c"))], None, ""),
    ],
)
def test_a_verdict_names_the_step_and_the_false_part(
    actions: list[Action], step: int | None, reason: str
) -> None:
    verdict = validate(task(STEP, goal=Atom("q", ("a",)), facts=(Atom("p", ("a",)),)), actions)
    assert bool(verdict) == (not reason)
    assert verdict.step == step
    assert reason in verdict.reason
    assert isinstance(verdict, Validation)


A, B = Atom("p", ("a",)), Atom("q", ("a",))


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (A, "(p a) does not hold"),
        (Not(Atom("r", ("a", "b"))), "(r a b) holds but must not"),
        (Not(Not(A)), "(p a) does not hold"),
        (Equal("a", "b"), "a and b are different objects"),
        (Not(Equal("a", "a")), "a and a must be different objects, but both are a"),
        (And((A, Atom("r", ("a", "b")), B)), "(p a) does not hold, and (q a) does not hold"),
        (Or((A, B)), "(or (p a) (q a)) does not hold"),
        (Or(()), "it can never hold"),
        (Not(And(())), "(and) holds but must not"),
        (Exists((X,), And((P, Q))), "no ?x - object makes (and (p ?x) (q ?x)) hold"),
        (Not(Exists((X,), Atom("r", ("a", "?x")))), "(r a b) holds but must not"),
        (Forall((X,), Atom("r", ("a", "?x"))), "(r a c) does not hold"),
        (Not(Forall((), And())), "(forall () (and)) holds but must not"),
        (Not(Or((Equal("a", "a"), Not(A)))), "(or (= a a) (not (p a))) holds but must not"),
        (Exists((Variable("?x", ("a", "b")),), P), "no ?x - (either a b) makes (p ?x) hold"),
    ],
)
def test_reasons(formula: Formula, reason: str) -> None:
    here = task(facts=(Atom("r", ("a", "b")),), objects="a b")
    assert not holds(here, formula, here.initial, {})
    assert explain(here, formula, here.initial, {}) == reason
    assert render(formula, {})


def test_only_what_is_false_is_explained() -> None:
    with pytest.raises(
        AssertionError, match=r"only a false formula can be explained, not \(forall \(\) \(and\)\)"
    ):
        explain(task(), Forall((), And()), frozenset(), {})


@settings(max_examples=examples(60), deadline=None)
@given(tasks(), st.data())
def test_a_reason_is_given_exactly_for_what_is_false(found: Task, data: st.DataObject) -> None:
    state = found.initial
    for _ in range(3):
        assert holds(found, found.goal, state, {}) or explain(found, found.goal, state, {})
        choices = [a for a in all_actions(found) if why_inapplicable(found, state, a) is None]
        if not choices:
            break
        state = successor(found, state, data.draw(st.sampled_from(choices)))


# -- unified-planning ---------------------------------------------------------------------------------


def _external(domain: str, problem: str) -> tuple[Any, Any]:
    up = pytest.importorskip("unified_planning.shortcuts")
    io = pytest.importorskip("unified_planning.io")
    up.get_environment().credits_stream = None
    return up, io.PDDLReader().parse_problem_string(domain, problem)


# unified-planning calls what pyparsing and others deprecate
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@settings(max_examples=examples(40), deadline=None)
@given(tasks(plain=True), st.data())
def test_it_agrees_with_unified_planning(found: Task, data: st.DataObject) -> None:
    """Random walks: the same applicable actions, the same facts after them, the same goal states."""
    domain, problem = domain_text(found.domain), problem_text(found)
    up, theirs = _external(domain, problem)
    simulator = up.SequentialSimulator(theirs)
    read, _ = read_task(domain, problem, repair=False)
    state, other = read.initial, simulator.get_initial_state()
    names = {o.name.lower(): o for o in theirs.all_objects}
    for _ in range(3):
        choices = []
        for action in all_actions(read):
            args = tuple(names[name.lower()] for name in action.args)
            applicable = why_inapplicable(read, state, action) is None
            their_action = theirs.action(action.name.lower())
            assert simulator.is_applicable(other, their_action, args) == applicable, action
            if applicable:
                choices.append((action, their_action, args))
        assert simulator.is_goal(other) == holds(read, read.goal, state, {})
        if not choices:
            break
        action, their_action, args = data.draw(st.sampled_from(choices))
        state, other = successor(read, state, action), simulator.apply(other, their_action, args)
        assert {str(atom).lower() for atom in state} == _true(theirs, other)


def _true(problem: Any, state: Any) -> set[str]:
    return {
        "(" + " ".join((str(f.fluent().name), *(str(arg) for arg in f.args))).lower() + ")"
        for f in problem.initial_values
        if state.get_value(f).is_true()
    }


@pytest.mark.parametrize(
    ("goal", "has_goal"),
    [
        ("(and)", False),
        ("()", False),
        ("(and (and) (and))", False),
        ("(forall (?x - object) (and))", False),
        ("(lit a)", True),
        ("(and (and) (lit a))", True),
        ("(not (lit b))", True),
        ("(exists (?x - object) (lit ?x))", True),
    ],
)
def test_a_certificate_says_what_it_was_given_and_claims_no_goal_that_there_is_not(
    goal: str, has_goal: bool
) -> None:
    problem = Problem.from_pddl(
        """(define (domain d) (:requirements :adl) (:predicates (lit ?x))
        (:action light :parameters (?x) :precondition (not (lit ?x)) :effect (lit ?x)))""",
        f"(define (problem p) (:domain d) (:objects a b) (:init) (:goal {goal}))",
    )
    found = problem.validate([Action("light", ("a",))])
    assert (found.valid, found.has_goal) == (True, has_goal)
    assert ("initial state and the goal that you supplied" in found.claim) == has_goal
    assert ("the goal holds at the end" in found.claim) == has_goal
    assert ("No goal was supplied" in found.claim) != has_goal
    assert problem.validate([Action("light", ("c",))]).claim == ""
