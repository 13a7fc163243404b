"""Grounding: types, clear refusals, and the cases of effects that are easy to get wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import DomainError, LimitError
from clamp.planning.conditions import conjunction, disjunction, holds, literal, literals, negation, open_parts
from clamp.planning.problem import Problem
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import Action
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

P, Q = Atom("p"), Atom("q")
X, Y = Variable("?x", ("thing",)), Variable("?y", ("thing",))


def task(
    *schemas: ActionSchema, initial: frozenset[Atom] = frozenset(), goal: Formula = P, objects: int = 2
) -> Task:
    predicates = {"p": (), "q": (), "r": (X,), "s": (X, X)}
    domain = Domain("d", {"thing": ()}, predicates, {}, schemas)
    return Task("t", domain, {f"o{i}": ("thing",) for i in range(objects)}, initial, goal)


def after(schema: ActionSchema, initial: frozenset[Atom]) -> frozenset[Atom]:
    problem = Problem.from_task(task(schema, initial=initial))
    return problem.facts(problem.successor_of_index(problem.initial, 0))


def test_an_add_beats_a_delete_of_the_same_atom():
    assert after(ActionSchema("a", (), And(), (Effect(P), Effect(P, False))), frozenset({P})) == {P}
    assert after(ActionSchema("a", (), And(), (Effect(P), Effect(P, False))), frozenset()) == {P}


def test_conditions_read_the_old_state():
    swap = ActionSchema(
        "swap",
        (),
        And(),
        (Effect(P, True, Q), Effect(P, False, Not(Q)), Effect(Q, True, P), Effect(Q, False, Not(P))),
    )
    assert after(swap, frozenset({P})) == {Q}
    assert after(swap, frozenset({Q})) == {P}


def test_a_toggle_is_not_simplified_away():
    toggle = ActionSchema("toggle", (), And(), (Effect(P, False), Effect(P, True, Not(P))))
    assert after(toggle, frozenset({P})) == frozenset()
    assert after(toggle, frozenset()) == {P}


def test_repeated_parameters_and_equality():
    schema = ActionSchema(
        "a", (X, Variable("?y", ("thing",))), Not(Equal("?x", "?y")), (Effect(Atom("s", ("?x", "?y"))),)
    )
    problem = Problem.from_task(task(schema))
    assert len(problem.actions) == 4
    assert problem.applicable(problem.initial) == [Action("a", ("o0", "o1")), Action("a", ("o1", "o0"))]
    reason = problem.why_inapplicable(problem.initial, Action("a", ("o1", "o1")))
    assert reason == "o1 and o1 are the same object"


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (And((P, Q)), "(q) does not hold"),
        (Not(P), "(p) holds, but must not"),
        (Or((Q, Atom("r", ("?x",)))), "nothing of (or (q) (r o0)) holds"),
        (Or(), "it never holds"),
        (Forall((Variable("?y", ("thing",)),), Atom("s", ("?x", "?y"))), "(s o0 o0) does not hold"),
        (
            Exists((Variable("?y", ("thing",)),), Atom("s", ("?x", "?y"))),
            "no object satisfies (exists (?y) (s o0 ?y))",
        ),
        (Not(Or((P, Q))), "(or (p) (q)) is true, but must not be"),
        (Not(Not(Q)), "(q) does not hold"),
        (Equal("?x", "o1"), "o0 and o1 are not the same object"),
        (Not(Forall((X,), P)), "(forall (?x) (p)) is true, but must not be"),
    ],
)
def test_the_false_part_is_named(formula: Formula, reason: str):
    schema = ActionSchema("a", (X,), formula, (Effect(P), Effect(Q), Effect(Atom("r", ("?x",)))))
    problem = Problem.from_task(task(schema, initial=frozenset({P})))
    assert problem.why_inapplicable(problem.initial, Action("a", ("o0",))) == reason
    with pytest.raises(DomainError, match="is not applicable"):
        problem.successor(problem.initial, Action("a", ("o0",)))


def test_static_facts_forbid_actions_without_hiding_them():
    schema = ActionSchema("a", (X,), Atom("r", ("?x",)), (Effect(P),))
    problem = Problem.from_task(task(schema, initial=frozenset({Atom("r", ("o1",))})))
    assert [action.args for action in problem.actions] == [("o0",), ("o1",)]
    assert problem.applicable(problem.initial) == [Action("a", ("o1",))]
    assert [action.index for action in problem.possible] == [1]
    with pytest.raises(DomainError, match=r"a\(o0\) is applicable in no state"):
        problem.successor_of_index(problem.initial, 0)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda t: replace(t, objects={"o": ("thng",)}), r"object 'o' has the type 'thng'.*does not declare"),
        (lambda t: replace(t, initial=frozenset({Atom("nope")})), "initial state uses the predicate 'nope'"),
        (lambda t: replace(t, initial=frozenset({Atom("r")})), r"\(r\) with 0 arguments.*takes 1"),
        (lambda t: replace(t, initial=frozenset({Atom("r", ("cup",))})), "'cup' is neither an object"),
        (lambda t: replace(t, goal=Atom("r", ("cup",))), "the goal names 'cup'"),
        (
            lambda t: replace(t, goal=Atom("r", ("?x",))),
            r"the goal uses the variable '\?x', which no",
        ),
        (
            lambda t: replace(t, goal=Forall((Variable("?x", ("cup",)),), P)),
            r"variable '\?x' has the type 'cup'",
        ),
    ],
)
def test_a_task_that_does_not_fit_its_domain_is_refused(broken, message: str):  # pyright: ignore
    with pytest.raises(DomainError, match=message):
        Problem.from_task(broken(task()))


def test_ambiguous_schemas_are_refused():
    with pytest.raises(DomainError, match="2 actions named 'a'"):
        Problem.from_task(task(ActionSchema("a"), ActionSchema("a")))
    with pytest.raises(DomainError, match=r"action 'a' has the parameter '\?x' twice"):
        Problem.from_task(task(ActionSchema("a", (X, X))))


def test_too_many_groundings_are_refused_before_any_is_made():
    schema = ActionSchema("wide", (X, Variable("?y", ("thing",))), And(), (Effect(P),))
    wide = task(schema, objects=4)
    assert "16 grounded actions" in repr(Problem.from_task(wide, SearchLimits(groundings=16)))
    with pytest.raises(LimitError, match=r"above the ceiling of 15; .*'wide' alone has 4 × 4 = 16") as caught:
        Problem.from_task(wide, SearchLimits(groundings=15))
    assert (caught.value.kind, caught.value.limit) == ("groundings", 15)


def test_states_and_facts_convert_both_ways_and_strictly():
    schema = ActionSchema("a", (X,), Atom("r", ("?x",)), (Effect(P),))
    static = Atom("r", ("o1",))
    problem = Problem.from_task(task(schema, initial=frozenset({static})))
    state = problem.state({P, static})
    assert problem.facts(state) == {P, static}
    assert problem.is_goal(state)
    assert problem.goal_entities() == frozenset()
    with pytest.raises(DomainError, match=r"missing: \(r o1\); too many: \(r o0\)"):
        problem.state({Atom("r", ("o0",))})
    with pytest.raises(DomainError, match="'cup' is neither"):
        problem.state({Atom("r", ("cup",)), static})
    with pytest.raises(DomainError, match="has no action"):
        problem.why_inapplicable(state, Action("b"))


def test_goal_entities_are_those_that_the_goal_names():
    y = Variable("?y", ("thing",))
    goal = And((Atom("r", ("o1",)), Exists((y,), Or((Not(Equal("?y", "o0")), Atom("s", ("?y", "?y")))))))
    assert Problem.from_task(task(goal=goal)).goal_entities() == {"o0", "o1"}


conditions = st.recursive(
    st.booleans() | st.builds(literal, st.integers(0, 4), st.booleans()),
    lambda inner: st.lists(inner, max_size=3).map(conjunction) | st.lists(inner, max_size=3).map(disjunction),
    max_leaves=12,
)
states = st.integers(0, 31)


@given(st.lists(conditions, max_size=3), states)
def test_conditions_obey_boolean_algebra(parts: list, state: int):
    truths = [holds(part, state) for part in parts]
    assert holds(conjunction(parts), state) == all(truths)
    assert holds(disjunction(parts), state) == any(truths)
    for part, truth in zip(parts, truths, strict=True):
        assert holds(negation(part), state) != truth
        assert (open_parts(part, state) == 0) == truth
        pos, neg = literals(part)
        assert holds(part, state & (pos | neg)) == truth
