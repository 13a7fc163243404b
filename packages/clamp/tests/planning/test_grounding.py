"""Grounding: types, clear refusals, and the cases of effects that are easy to get wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import DomainError, LimitError
from clamp.planning.conditions import conjunction, disjunction, holds, literal, literals, negation
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
    assert (
        list(problem.actions)
        == problem.applicable(problem.initial)
        == [Action("a", ("o0", "o1")), Action("a", ("o1", "o0"))]
    )
    reason = problem.why_inapplicable(problem.initial, Action("a", ("o1", "o1")))
    assert reason == "?x and ?y must be different objects, but both are o1"


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (And((P, Q)), "(q) does not hold"),
        (Not(P), "(p) holds but must not"),
        (Or((Q, Atom("r", ("?x",)))), "(or (q) (r o0)) does not hold"),
        (Or(), "it can never hold"),
        (Forall((Variable("?y", ("thing",)),), Atom("s", ("?x", "?y"))), "(s o0 o0) does not hold"),
        (
            Exists((Variable("?y", ("thing",)),), Atom("s", ("?x", "?y"))),
            "no ?y - thing makes (s o0 ?y) hold",
        ),
        (Not(Or((P, Q))), "(or (p) (q)) holds but must not"),
        (Not(Not(Q)), "(q) does not hold"),
        (Equal("?x", "o1"), "o0 and o1 are different objects"),
        (Not(Forall((X,), P)), "(forall (?x - thing) (p)) holds but must not"),
    ],
)
def test_the_false_part_is_named(formula: Formula, reason: str):
    schema = ActionSchema("a", (X,), formula, (Effect(P), Effect(Q), Effect(Atom("r", ("?x",)))))
    problem = Problem.from_task(task(schema, initial=frozenset({P})))
    assert problem.why_inapplicable(problem.initial, Action("a", ("o0",))) == reason
    with pytest.raises(DomainError, match="is not applicable"):
        problem.successor(problem.initial, Action("a", ("o0",)))


def test_actions_that_can_never_apply_are_left_out_and_say_why():
    link, gone = Atom("s", ("?x", "?y")), Atom("r", ("?y",))
    go = ActionSchema("go", (X, Y), And((Atom("r", ("?x",)), link)), (Effect(gone),))
    initial = frozenset({Atom("r", ("o0",)), Atom("s", ("o0", "o1")), Atom("s", ("o2", "o0"))})
    problem = Problem.from_task(task(go, initial=initial, objects=3))
    assert list(problem.actions) == problem.applicable(problem.initial) == [Action("go", ("o0", "o1"))]
    for args, why in (
        (("o0", "o2"), "(s o0 o2) can never become true"),
        (("o2", "o0"), "(r o2) can never become true"),
        (("o2", "o2"), "(r o2) can never become true; (s o2 o2) can never become true"),
    ):
        action = Action("go", args)
        with pytest.raises(DomainError) as caught:
            problem.index(action)
        assert str(caught.value) == f"go({args[0]}, {args[1]}) can never be applied in 't': {why}."
        said = why.replace("; ", ", and ").replace("can never become true", "does not hold")
        assert problem.why_inapplicable(problem.initial, action) == said
        assert said in problem.validate([action]).reason
        with pytest.raises(DomainError, match="is not applicable"):
            problem.successor(problem.initial, action)
    for wrong in (Action("go", ("o0",)), Action("come", ("o0", "o1")), Action("go", ("o0", "cup"))):
        for ask in (problem.index, lambda one: problem.why_inapplicable(problem.initial, one)):
            with pytest.raises(DomainError, match=r"has no action .* Unknown name, wrong number"):
                ask(wrong)


def test_what_can_never_hold_together_is_said_to_be_so():
    schema = ActionSchema(
        "a", (X,), And((P, Or((Not(P), Atom("r", ("?x",)))), Not(Atom("r", ("?x",))))), (Effect(P),)
    )
    fill = ActionSchema(
        "fill", (X,), And(), (Effect(Atom("r", ("?x",))), Effect(P, False), Effect(P, True, Q))
    )
    problem = Problem.from_task(task(schema, fill, initial=frozenset({P})))
    never = Action("a", ("o0",))
    if never not in problem.actions:  # a better relaxation might tell
        assert problem.why_never(never) == "what its precondition asks for can never hold together"


def test_facts_that_no_action_changes_take_no_bit():
    y = Variable("?y", ("thing",))
    held = Exists((y,), Atom("s", ("?x", "?y")))
    schemas = (
        ActionSchema(
            "take",
            (X,),
            And((Atom("r", ("?x",)), Q)),
            (Effect(Atom("s", ("?x", "?x"))), Effect(P, False, Not(Q))),
        ),
        ActionSchema("drop", (X, Y), Atom("s", ("?x", "?y")), (Effect(Atom("s", ("?x", "?y")), False),)),
        ActionSchema("never", (X,), And((Not(Q), held)), (Effect(Q, False), Effect(Atom("r", ("?x",))))),
    )
    initial = frozenset({Q, P, Atom("r", ("o1",)), Atom("s", ("o0", "o0"))})
    problem = Problem.from_task(task(*schemas, initial=initial))
    bits = {Atom("s", ("o1", "o1")), Atom("s", ("o0", "o0"))}
    assert set(problem.grounder.atoms) == bits
    assert {action.name for action in problem.actions} == {"take", "drop"}
    assert problem.facts(problem.initial) == initial
    assert problem.facts(problem.state(initial | bits)) == initial | bits
    words = problem.rule_words()
    assert [words.constant(one) for one in (("p", ()), ("r", ("o0",)), ("s", ("o1", "o1")))] == [
        True,
        False,
        None,
    ]
    for facts, message in (
        (initial - {P}, r"missing: \(p\); too many: none"),
        (initial | {Atom("r", ("o0",))}, r"missing: none; too many: \(r o0\)"),
    ):
        with pytest.raises(DomainError, match=message):
            problem.state(facts)


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


def test_more_ground_actions_than_the_limit_are_refused():
    schema = ActionSchema("wide", (X, Variable("?y", ("thing",))), And(), (Effect(P),))
    wide = task(schema, objects=4)
    assert "16 grounded actions" in repr(Problem.from_task(wide, SearchLimits(groundings=16)))
    with pytest.raises(
        LimitError, match=r"above the ceiling of 15; .*'wide' alone has 16 .* of 4 × 4 = 16"
    ) as caught:
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
        pos, neg = literals(part)
        assert holds(part, state & (pos | neg)) == truth
