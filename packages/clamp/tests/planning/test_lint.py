"""Lint finds what is wrong, and says only what is so."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lamps import DOMAIN, PROBLEM
from patience import examples
from pddl_strategies import all_actions, tasks

from clamp.errors import DomainError
from clamp.planning.conditions import Conj
from clamp.planning.conditions import holds as holds_in
from clamp.planning.lint import Finding, lint
from clamp.planning.pddl import read_task
from clamp.planning.problem import Problem
from clamp.planning.search.limits import Meter, SearchLimits
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
from clamp.planning.validator import holds, successor, validate, why_inapplicable

X = Variable("?x")
P, Q = Atom("p", ("?x",)), Atom("q", ("?x",))
ADD = ActionSchema("add", (X,), P, (Effect(Q),))


def task(
    *schemas: ActionSchema,
    goal: Formula | None = None,
    facts: tuple[Atom, ...] = (Atom("p", ("a",)),),
    objects: tuple[str, ...] = ("a", "b"),
) -> Task:
    predicates = dict.fromkeys("pqs", (X,))
    domain = Domain("d", {"box": (), "lid": ("box",)}, predicates, {}, schemas or (ADD,))
    goal = Atom("q", ("a",)) if goal is None else goal
    return Task("t", domain, dict.fromkeys(objects, ("box",)), frozenset(facts), goal)


def found(kind: str, findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.kind == kind]


def test_nothing_is_wrong_with_what_is_right() -> None:
    assert lint(read_task(DOMAIN.replace("closet - room ", ""), PROBLEM)[0]) == []


def test_repairs_and_notes_are_told() -> None:
    read, repairs = read_task(DOMAIN, PROBLEM.replace("(dark hall)", "(not (dark study)) (dark cellar)"))
    findings = lint(read, repairs)
    (repair,) = found("undeclared-object", findings)
    assert (repair.severity, repair.where) == ("warning", "problem, line 4, column 78")
    (note,) = found("negative-fact", findings)
    assert note.severity == "info"
    assert str(repair).startswith("warning: problem, line 4, column 78: object 'cellar' is not declared")
    assert [finding.severity for finding in findings] == sorted(
        (finding.severity for finding in findings), key=["error", "warning", "info"].index
    )


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (Atom("q", ("b",)), "(q b) can never become true"),
        (
            And((Atom("q", ("a",)), Atom("q", ("b",)), Atom("s", ("a",)))),
            "(q b) can never become true; (s a) can never become true",
        ),
        (Not(Atom("p", ("a",))), "(p a) can never become false"),
        (Or((Atom("q", ("b",)), Atom("s", ("a",)))), "(or (q b) (s a)) can never become true"),
        (Forall((X,), Q), "(q b) can never become true"),
        (Exists((X,), Atom("s", ("?x",))), "(exists (?x - object) (s ?x)) can never become true"),
        (Not(Exists((X,), P)), "(exists (?x - object) (p ?x)) can never become false"),
        (Not(Or((Atom("p", ("a",)), Atom("q", ("a",))))), "(or (p a) (q a)) can never become false"),
        (Equal("a", "b"), "(= a b) can never become true"),
    ],
)
def test_unreachable_goals_name_the_atoms(goal: Formula, message: str) -> None:
    (finding,) = found("unreachable-goal", lint(task(goal=goal)))
    assert (finding.severity, finding.where, finding.message) == ("error", "goal", message)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (And((Atom("q", ("a",)), Not(Atom("q", ("a",))))), "both (q a) and (not (q a))"),
        (And((Not(Atom("q", ("b",))), Forall((X,), And((Q, P))))), "both (q b) and (not (q b))"),
        (And((Atom("q", ("a",)), Forall((X,), Not(Q)))), "both (q a) and (not (q a))"),
        (And((Atom("q", ("a",)), Equal("a", "b"))), "a and b to be one object"),
        (Not(Equal("a", "a")), "a to be different from itself"),
    ],
)
def test_contradictory_goals(goal: Formula, message: str) -> None:
    (finding,) = found("contradictory-goal", lint(task(goal=goal)))
    assert (finding.severity, finding.message) == ("error", f"the goal asks for {message}")


def test_goals_that_hold_from_the_start() -> None:
    (finding,) = found("trivial-goal", lint(task(goal=Atom("p", ("a",)))))
    assert finding.severity == "warning"


def test_dead_actions_say_why() -> None:
    findings = lint(
        task(
            ADD,
            ActionSchema("close", (Variable("?l", ("lid",)),), And(), (Effect(Atom("p", ("?l",))),)),
            ActionSchema("need", (X,), And((P, Atom("s", ("?x",)))), (Effect(Q),)),
            ActionSchema("both", (X,), And((P, Or((Atom("s", ("?x",)), Not(P))))), (Effect(Q),)),
        )
    )
    messages = {
        finding.where: (finding.severity, finding.message) for finding in found("dead-action", findings)
    }
    assert messages == {
        "action close": ("info", "can never be applied: no object is of type lid"),
        "action need": ("warning", "can never be applied: (s ?x) can never become true"),
        "action both": ("warning", "can never be applied: no objects can meet all of its precondition"),
    }


def test_conditional_effects_count_when_their_condition_can_hold() -> None:
    chain = ActionSchema("go", (X,), And(), (Effect(Q, True, P), Effect(Atom("s", ("?x",)), True, Q)))
    assert found("unreachable-goal", lint(task(chain, goal=Atom("s", ("a",))))) == []
    assert found("unreachable-goal", lint(task(chain, goal=Atom("s", ("b",)))))


def test_contradictions_in_actions() -> None:
    findings = lint(
        task(
            ActionSchema("never", (X,), And((P, And((Not(P), Not(Equal("?x", "?x")))))), (Effect(Q),)),
            ActionSchema("flip", (X,), P, (Effect(Q), Effect(Q, False), Effect(P, False, Q), Effect(P))),
        )
    )
    first, second = found("contradictory-precondition", findings)
    assert {first.message, second.message} == {
        "the precondition asks for both (p ?x) and (not (p ?x))",
        "the precondition asks for ?x to be different from itself",
    }
    (clash,) = found("add-and-delete", findings)
    assert clash.where == "action flip"
    assert clash.message.startswith("(q ?x) is added and deleted")


def test_what_nobody_uses() -> None:
    findings = lint(task())
    assert [finding.message for finding in found("unused-predicate", findings)] == [
        "no action and no goal mentions s"
    ]
    assert [finding.message for finding in found("unused-type", findings)] == [
        "no object, parameter or predicate is of type lid"
    ]
    many = Domain("d", {f"t{i}": () for i in range(12)}, {}, {}, ())
    (unused,) = found("unused-type", lint(Task("t", many, {}, frozenset(), And())))
    assert unused.message.endswith("t7 and 4 more")


def test_tasks_made_by_hand_may_lack_declarations() -> None:
    bad = ActionSchema(
        "bad",
        (Variable("?x", ("ghost",)),),
        Exists((Variable("?y", ("elf",)),), P),
        (Effect(Q, True, And(), (Variable("?z", ("orc",)),)),),
    )
    domain = Domain(
        "d", {"box": ("thing",)}, {"p": (X,), "q": (X, X), "w": (Variable("?x", ("wraith",)),)}, {}, (bad,)
    )
    made = Task("t", domain, {"a": ("gnome",), "b": ("thing",)}, frozenset({Atom("z")}), And())
    findings = lint(made)
    types = {finding.message.split("'")[1] for finding in found("undeclared-type", findings)}
    assert types == {"ghost", "elf", "orc", "gnome", "wraith"}
    assert [finding.where for finding in found("undeclared-predicate", findings)] == ["initial state"]
    assert [finding.where for finding in found("predicate-arity", findings)] == ["action bad"]
    assert found("dead-action", findings) == []


def test_names_that_are_one_for_a_language_model() -> None:
    findings = lint(task(objects=("Red_Cup_2", "red-cup 2", "red.cup.3", "ﬁg", "fig", "a")))
    assert [finding.where for finding in found("alias", findings)] == ["object Red_Cup_2", "object ﬁg"]
    twins = task(ADD, ActionSchema("A_dd", (X,), P, (Effect(Q),)))
    assert [finding.where for finding in found("alias", lint(twins))] == ["action add"]


class Letters:
    """Spells ASCII only."""

    def can_spell(self, data: bytes) -> bool:
        return data.isascii()


def test_names_that_no_token_spells() -> None:
    findings = lint(task(objects=("a", "caffè")), vocabulary=Letters())
    (finding,) = found("unspellable", findings)
    assert (finding.severity, finding.where) == ("error", "object caffè")
    assert found("unspellable", lint(task(objects=("a", "caffè")))) == []


def test_tasks_too_large_to_ground_are_a_finding() -> None:
    with Meter(SearchLimits(groundings=0)):
        (finding,) = found("invalid-task", lint(task()))
    assert "above the ceiling" in finding.message


@settings(max_examples=examples(80), deadline=None)
@given(tasks(), st.data())
def test_what_lint_excludes_never_happens(made: Task, data: st.DataObject) -> None:
    findings = lint(made)
    dead = {finding.where.removeprefix("action ") for finding in found("dead-action", findings)}
    hopeless = found("unreachable-goal", findings) or found("contradictory-goal", findings)
    state = made.initial
    for step in range(6):
        reached = holds(made, made.goal, state, {})
        assert not (reached and hopeless)
        if step == 0:
            assert bool(found("trivial-goal", findings)) == reached == bool(validate(made, []))
        choices = [action for action in all_actions(made) if why_inapplicable(made, state, action) is None]
        assert dead.isdisjoint(action.name for action in choices)
        if not choices:
            break
        state = successor(made, state, data.draw(st.sampled_from(choices)))


@given(tasks(), st.integers(0, 2**32))
@settings(max_examples=examples(60))
def test_actions_that_never_change_a_state(task: Task, seed: int) -> None:
    """What is called so changes nothing anywhere; what is plain and not called so changes some state."""
    try:
        problem = Problem.from_task(task)
    except DomainError:
        return
    draw = random.Random(seed)
    count = len(problem.grounder.atoms)
    idle: set[str] = set()
    for action, compiled in zip(problem.actions, problem.possible, strict=True):
        pre = compiled.precondition
        states = [draw.getrandbits(count) if count else 0 for _ in range(20)]
        if isinstance(pre, Conj):
            states = [(one | pre.pos) & ~pre.neg for one in [*states, 0, (1 << count) - 1]]
        states = [one for one in states if holds_in(pre, one)]
        changed = any(compiled.apply(one) != one for one in states)
        if compiled.never_changes():
            assert not changed, action
            idle.add(str(action))
        elif not compiled.conditional and (pre is True or (isinstance(pre, Conj) and not pre.parts)):
            assert changed, action
    listed = " ".join(str(one) for one in found("no-effect", lint(task)))
    assert bool(listed) == bool(idle)


def test_actions_without_effect_are_listed_by_name() -> None:
    where = "(:action drive :parameters (?a ?b) :precondition (at ?a) :effect (and (not (at ?a)) (at ?b)))"
    bell = "(:action ring :parameters (?a) :precondition (at ?a) :effect (at ?a))"
    domain = f"(define (domain d) (:predicates (at ?x)) {where} {bell})"
    problem = "(define (problem p) (:domain d) (:objects dock yard) (:init (at dock)) (:goal (at yard)))"
    findings = found("no-effect", lint(read_task(domain, problem)[0]))
    assert [(one.severity, one.where) for one in findings] == [
        ("warning", "action ring"),
        ("info", "action drive"),
    ]
    assert findings[1].message == "drive(dock, dock), drive(yard, yard) never change a state"
