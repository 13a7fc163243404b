"""Axioms: derived predicates against the naive reading and exhaustive search; what has no meaning is refused."""

from __future__ import annotations

import math
import random

import oracles
import pytest
from strategies import RICH_AXIOMS, axiom_task

from clamp.errors import DomainError, PDDLError
from clamp.planning.axioms import components
from clamp.planning.lint import lint
from clamp.planning.pddl import read_task
from clamp.planning.problem import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp.planning.task import ActionSchema, Atom, Axiom, Domain, Effect, Not, Task, Variable
from clamp.planning.validator import completed


@pytest.mark.parametrize("seed", RICH_AXIOMS)
def test_everything_agrees_with_exhaustive_search(seed: int) -> None:
    task = axiom_task(seed)
    problem = Problem.from_task(task)
    graph = oracles.reachable(task, 60)
    assert graph is not None
    assert list(problem.actions) == oracles.groundings(task)
    distances = oracles.goal_distances(task, graph)
    reachability, space = Reachability(problem), problem.search_space()
    rng = random.Random(seed)
    states = list(graph)
    rng.shuffle(states)
    for facts in states[:20]:
        distance = distances[facts]
        basic = frozenset(atom for atom in facts if atom.predicate not in task.domain.derived)
        assert completed(task, basic) == facts
        state = problem.state(basic)
        assert problem.facts(state) == facts
        assert problem.state(facts) == state
        assert problem.applicable_indices(state) == list(graph[facts])
        for index, after in graph[facts].items():
            assert problem.facts(problem.successor_of_index(state, index)) == after
        assert space.lower_bound(space.node(state)) <= distance
        for budget in rng.sample(range(6), 3):
            assert reachability.distance(state, budget) == (distance if distance <= budget else math.inf)
            alive = reachability.alive_actions(state, budget)
            expected = [index for index, after in graph[facts].items() if distances[after] <= budget - 1]
            assert alive.indices.tolist() == expected


@pytest.mark.parametrize("seed", RICH_AXIOMS)
def test_what_a_plan_rests_on_is_basic_and_enough_for_it(seed: int) -> None:
    task = axiom_task(seed)
    problem = Problem.from_task(task)
    plan = Reachability(problem).plan(problem.initial, 8)
    assert isinstance(plan, tuple)
    assert problem.validate([problem.actions[index] for index in plan]).valid
    space = problem.search_space()
    nodes = [space.node(problem.initial)]
    for index in plan:
        after = space.step(nodes[-1], index)
        assert after is not None
        nodes.append(after)
    need = space.satisfied(nodes[-1])
    graph = oracles.reachable(task, 60)
    assert graph is not None
    for start in range(len(plan), -1, -1):
        if start < len(plan):
            assert need is not None
            need = space.regressed(nodes[start], plan[start], need)
        assert need is not None
        assert not (need[0] | need[1]) & problem.grounder.derivation.derived
        assert space.meets(nodes[start], need)
        for facts in graph:
            state = problem.state(facts)
            if space.meets(space.node(state), need):
                for index in plan[start:]:
                    assert index in problem.applicable_indices(state)
                    state = problem.successor_of_index(state, index)
                assert problem.is_goal(state)


BLOCKS = """(define (domain blocks) (:requirements :adl :derived-predicates)
  (:types block) (:predicates (on ?x ?y - block) (above ?x ?y - block) (free ?x - block) (seen ?x - block))
  (:derived (above ?x ?y) (or (on ?x ?y) (exists (?z - block) (and (on ?x ?z) (above ?z ?y)))))
  (:derived (free ?x) (not (exists (?z - block) (above ?z ?x))))
  (:action put :parameters (?x ?y - block)
    :precondition (and (free ?x) (free ?y) (not (= ?x ?y)) (not (exists (?z - block) (on ?x ?z))))
    :effect (on ?x ?y))
  (:action look :parameters (?x - block) :precondition (free ?x) :effect (seen ?x)))"""
PILE = """(define (problem pile) (:domain blocks) (:objects a b c - block)
  (:init) (:goal (and (above a c) (not (on a c)) (seen c))))"""


def test_a_plan_over_derived_predicates_read_from_text() -> None:
    problem = Problem.from_pddl(BLOCKS, PILE)
    look, lower, upper = Action("look", ("c",)), Action("put", ("b", "c")), Action("put", ("a", "b"))
    assert problem.goal_distance(problem.initial, 6) == 3
    assert problem.validate([look, lower, upper])
    verdict = problem.validate([lower, upper, look])
    assert verdict.step == 2
    assert "(free c)" in verdict.reason
    state = problem.successor(problem.successor(problem.initial, lower), upper)
    assert Atom("above", ("a", "c")) in problem.facts(state)
    assert problem.why_inapplicable(state, look) == "(free c) does not hold"
    assert {"above", "free"} == problem.domain.derived
    assert [one for one in lint(problem.task, problem.repairs) if one.severity != "info"] == []


def test_rules_may_speak_of_derived_facts() -> None:
    problem = Problem.from_pddl(BLOCKS, PILE)
    first = Ruled(problem, [Rule.parse("G (above(a, b) -> on(b, c))")])
    assert Reachability(first).distance(first.initial, 6) == 3
    never = Ruled(problem, [Rule.parse("G !above(b, c)")])
    assert Reachability(never).distance(never.initial, 4) == math.inf
    basic = Ruled(problem, [Rule.parse("G (seen(c) -> !on(b, c))")])
    assert Reachability(basic).distance(basic.initial, 6) == math.inf


def test_derived_facts_of_the_initial_state_are_what_the_axioms_say() -> None:
    stated = PILE.replace("(:init)", "(:init (above a b) (on b c))")
    task, repairs = read_task(BLOCKS, stated)
    assert task.initial == {Atom("on", ("b", "c"))}
    assert [one.kind for one in repairs if one.kind == "derived-fact"] == ["derived-fact"]
    with pytest.raises(PDDLError, match="axioms say where it holds"):
        read_task(BLOCKS, stated, repair=False)
    problem = Problem.from_task(task)
    again = Problem.from_task(Task("t", task.domain, task.objects, problem.facts(problem.initial), task.goal))
    assert again.facts(again.initial) == problem.facts(problem.initial)
    with pytest.raises(DomainError, match=r"\(above a b\) cannot be stated"):
        problem.state({Atom("on", ("b", "c")), Atom("above", ("a", "b"))})


@pytest.mark.parametrize(
    ("axiom", "message"),
    [
        (
            "(:derived (seen ?x) (not (above ?x ?x))) (:derived (above ?x ?y) (seen ?x))",
            "from its own negation",
        ),
        ("(:derived (free ?x) (forall (?y - block) (not (free ?y))))", r"'free' from \(not 'free'\)"),
        ("(:derived (seen ?x) (free ?x))", "an effect on 'seen', which is derived"),
        ("(:derived (above ?x) (free ?x))", "has 1 argument, but 'above' is declared with 2"),
        ("(:derived above (free ?x))", "is no axiom"),
        ("(:derived (above ?x ?y))", "is no axiom"),
        ("(:derived (above ?x ?x) (free ?x))", "appears twice"),
        ("(:derived (above ?x ?y) (on ?x ?z))", "variable '?z' is bound by no parameter"),
        ("(:axiom :vars () :context (and) :implies (and))", "axioms in the form of PDDL 1"),
    ],
)
def test_axioms_without_a_meaning_are_refused_with_their_place(axiom: str, message: str) -> None:
    broken = BLOCKS.replace("(:action look", axiom + "\n  (:action look")
    with pytest.raises(PDDLError, match=message.replace("'?z'", r"'\?z'")) as caught:
        read_task(broken, PILE)
    assert "line" in str(caught.value)


P, Q = Atom("p"), Atom("q")


@pytest.mark.parametrize(
    ("axioms", "message"),
    [
        ((Axiom("p", (), Q), Axiom("q", (), Not(P))), "from its own negation"),
        ((Axiom("r", (), P),), "an effect on 'r'"),
        ((Axiom("p", (Variable("?x"),), Q),), "declared with 0"),
        ((Axiom("s", (), Q),), "not declared"),
    ],
)
def test_tasks_made_by_hand_are_checked_too(axioms: tuple[Axiom, ...], message: str) -> None:
    schemas = (ActionSchema("a", (), Q, (Effect(Atom("r")),)),)
    domain = Domain("d", {}, {"p": (), "q": (), "r": ()}, {}, schemas, axioms)
    with pytest.raises(DomainError, match=message):
        Problem.from_task(Task("t", domain, {}, frozenset(), P))


def test_components_come_after_what_they_lead_to() -> None:
    assert components({1: [2], 2: [3, 1], 3: [4], 4: [], 5: [5, 3]}) == [[4], [3], [2, 1], [5]]
