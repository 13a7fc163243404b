"""For each member that can be overridden there is a way to have it wrong, and the contract of systems tells it.

The wrong answers are given by something that is right in all else. Those of bounds, nodes, states and verdicts are
wrong beyond the first four actions only.
"""

from __future__ import annotations

import inspect
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from fakes import GraphSystem

from clamp.contracts import check_transition_system
from clamp.errors import ConstraintError
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.system import (
    Action,
    Names,
    Rulebook,
    RuleWords,
    SearchSpace,
    TransitionSystem,
    Validation,
)

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

DOMAIN = """(define (domain tidying) (:predicates (on ?x) (held ?x) (tidy ?x) (free) (stuck ?x))
 (:action pick :parameters (?x) :precondition (and (on ?x) (free))
  :effect (and (held ?x) (not (free)) (not (on ?x))))
 (:action drop :parameters (?x) :precondition (held ?x) :effect (and (on ?x) (not (held ?x)) (free)))
 (:action force :parameters (?x) :precondition (stuck ?x) :effect (tidy ?x))
 (:action put :parameters (?x) :precondition (held ?x) :effect (and (tidy ?x) (free) (not (held ?x)))))"""
PROBLEM = """(define (problem tidying-three) (:domain tidying) (:objects cup vase mug)
 (:init (free) (on cup) (on vase) (on mug)) (:goal (and (tidy cup) (tidy vase) (tidy mug))))"""
TIDY = Problem.from_pddl(DOMAIN, PROBLEM)
"""Six actions from its goal; its space gives all advice."""

FAR = 8
GO, BACK, ASIDE = range(3)
ROOMS = GraphSystem(
    [Action("go", ("x",)), Action("back", ("x",)), Action("aside")],
    {
        0: {GO: 1},
        **{s: {GO: s + 1, BACK: s - 1} for s in range(1, FAR)},
        5: {GO: 6, BACK: 4, ASIDE: 20},
        20: {BACK: 5},
    },
    goals=[FAR],
)
"""A corridor of eight rooms, with one aside of the sixth."""
SHORTER = GraphSystem(ROOMS.actions, ROOMS.edges, [FAR - 1])
RULED = Ruled(ROOMS, [Rule.parse("G !do:aside", "never aside"), Rule.parse("F do:go", "go once")])
SEEN = Ruled(TIDY, [Rule.parse("G !held(mug)", "not the mug")])
"""No plan: what the contract can try of it is near its start."""

BOUND = Problem.from_pddl(
    DOMAIN, PROBLEM.replace("(:goal", "(:constraints (sometime-before (tidy cup) (tidy mug))) (:goal")
)


def members(*protocols: type) -> set[str]:
    """The members that are meant to be overridden."""
    found = {name for one in protocols for name in (*vars(one), *inspect.get_annotations(one))}
    return {name for name in found if not name.startswith("_")}


def of_space(space: Any, **answers: Any) -> Any:
    """A search space with some members replaced; each function is given the space."""
    body = {name: _member(space, name, answers.get(name)) for name in members(SearchSpace)}
    return type("Mutant", (SearchSpace,), body)()


def _member(inner: Any, name: str, answer: Any) -> Any:
    is_function = any(
        inspect.isfunction(vars(one).get(name))
        for one in (SearchSpace, TransitionSystem, Rulebook, RuleWords)
    )
    if not is_function:
        return property(lambda self: getattr(inner, name) if answer is None else answer(inner))
    if answer is None:
        return lambda self, *args: getattr(inner, name)(*args)
    return lambda self, *args: answer(inner, *args)


def of_system(system: Any, **answers: Any) -> Any:
    """A system with some members replaced, which its other members see."""
    body = {name: _member(system, name, answer) for name, answer in answers.items()}
    found = object.__new__(type("Mutant", (type(system),), body))
    found.__dict__.update(system.__dict__)
    return found


def of_words(words: Any, **answers: Any) -> Any:
    return type(
        "Mutant", (), {name: _member(words, name, answers.get(name)) for name in members(RuleWords)}
    )()


def of_book(book: Any, **answers: Any) -> Any:
    return type("Mutant", (), {name: _member(book, name, answers.get(name)) for name in members(Rulebook)})()


@dataclass(frozen=True)
class Wrong:
    """One way to have one member wrong."""

    kind: type
    member: str
    make: Callable[[], TransitionSystem[Any]]
    why: str


def system(member: str, answer: Callable[..., Any], base: Any = ROOMS, why: str = "") -> Wrong:
    return Wrong(TransitionSystem, member, lambda: of_system(base, **{member: answer}), why)


def space(kind: type, member: str, answer: Callable[..., Any], base: Any = TIDY, why: str = "") -> Wrong:
    def make() -> TransitionSystem[Any]:
        return of_system(
            base,
            search_space=lambda inner, enabled=None: of_space(
                inner.search_space(enabled), **{member: answer}
            ),
        )

    return Wrong(kind, member, make, why)


def words(member: str, answer: Callable[..., Any]) -> Wrong:
    def make() -> TransitionSystem[Any]:
        return of_system(TIDY, rule_words=lambda inner: of_words(inner.rule_words(), **{member: answer}))

    return Wrong(RuleWords, member, make, "")


def book(member: str, answer: Callable[..., Any]) -> Wrong:
    return Wrong(
        Rulebook,
        member,
        lambda: of_system(RULED, rulebook=lambda inner: of_book(inner, **{member: answer})),
        "",
    )


COUNT = itertools.count()


def far(state: Any) -> bool:
    """Beyond the first four actions."""
    return isinstance(state, int) and state > 4


def forgetting(inner: Any, state: int) -> Any:
    return inner.node(6 if state == 20 else state)


def coarse(inner: Any, **answers: Any) -> Any:
    """A space as the coarse one of itself."""
    return of_space(inner, node=lambda one, node: node, **answers)


def needed_before(inner: Any, node: Any) -> Any:
    """What is needed one action before a goal, in its place."""
    start = inner.node(TIDY.initial)
    return inner.regressed(start, 0, inner.satisfied(node))


WRONG = [
    system("name", lambda inner: 3),
    system("actions", lambda inner: [*inner.actions, inner.actions[0]]),
    system("entities", lambda inner: []),
    system("initial", lambda inner: next(COUNT)),
    system("is_goal", lambda inner, state: state == 7),
    system("is_goal", lambda inner, state: state >= 7, why="two goals"),
    system("applicable_indices", lambda inner, state: inner.applicable_indices(state)[:: -1 if state == 6 else 1]),
    system("applicable_indices", lambda inner, state: inner.applicable_indices(state)[state == 6 :], why="too few"),
    system("successor_of_index", lambda inner, state, index: 7 if state == 7 else inner.edges[state][index]),
    system("possible_indices", lambda inner, state: range(3), TIDY, why="without is_lost"),
    system("possible_indices", lambda inner, state: inner.applicable_indices(state)[:1], why="too few"),
    system("is_lost", lambda inner, state: far(state)),
    system("is_lost", lambda inner, state: False, SEEN, why="nothing is"),
    system("search_space", lambda inner, enabled=None: SHORTER.search_space(enabled)),
    system("why_inapplicable", lambda inner, state, act: None if far(state) else inner.why_inapplicable(state, act)),
    system("goal_entities", lambda inner: {"x"}),
    system("goal_entities", lambda inner: frozenset({"ghost"}), why="nowhere"),
    system("validate", lambda inner, plan: Validation(False, None, "long") if len(plan) > 4 else inner.validate(plan)),
    system("validate", lambda inner, plan: Validation(True) if len(plan) > 4 else inner.validate(plan), why="believes"),
    system("why_never", lambda inner, action: "never"),
    system("why_never", lambda inner, action: None, TIDY, why="does not say"),
    system("impossible_actions", lambda inner: iter(inner.actions)),
    system("rule_words", lambda inner: of_words(inner.rule_words(), types=lambda _: ())),
    system("rulebook", lambda inner: of_book(inner, open_rules=lambda *_: ()), RULED),
    system("constraints", lambda inner: RULED.rules[:1] * 2),
    system("constraints", lambda inner: RULED.rules, why="never left out"),
    system("validate", lambda inner, plan: inner.unconstrained.validate(plan), BOUND, why="passes over constraints"),
    system("unconstrained", lambda inner: TIDY),
    system("places", lambda inner: {name: [() for _ in places] for name, places in inner.places().items()}, TIDY),
    system("outcome", lambda inner, action, given=(): inner.outcome(action) | {("free", ()): True}, TIDY),
    system("lexicon", lambda inner: Names((), {}, frozenset())),
    system("index", lambda inner, action: 0),
    system("applicable", lambda inner, state: [] if far(state) else inner.applicable(state)),
    system("successor", lambda inner, state, action: state),
    space(SearchSpace, "node", forgetting, ROOMS, "forgets what is aside"),
    space(SearchSpace, "node", lambda inner, state: [state], ROOMS, "not hashable"),
    space(SearchSpace, "is_goal", lambda inner, node: node in (7, 8), ROOMS),
    space(SearchSpace, "successors", lambda inner, node: [(GO, 8)] if node == 5 else inner.successors(node), ROOMS),
    space(SearchSpace, "successors", lambda inner, node: [] if node == 6 else inner.successors(node), ROOMS, "too few"),
    space(SearchSpace, "lower_bound", lambda inner, node: 2 * (FAR - node), ROOMS, "doubled"),
    space(SearchSpace, "lower_bound", lambda inner, node: math.nan, ROOMS, "no number"),
    space(SearchSpace, "estimate", lambda inner, node: math.inf if node == 6 else 1.0, ROOMS),
    space(SearchSpace, "estimate", lambda inner, node: -1.0, ROOMS, "below 0"),
    space(SearchSpace, "coarse", lambda inner: coarse(inner, lower_bound=lambda one, node: 2 * one.lower_bound(node))),
    space(SearchSpace, "coarse", lambda inner: coarse(inner, successors=lambda one, node: ()), why="no ways"),
    space(SearchSpace, "coarse", lambda inner: coarse(inner, is_goal=lambda one, node: False), why="no goal"),
    space(SearchSpace, "step", lambda inner, node, action: node),
    space(SearchSpace, "step", lambda inner, node, action: None, why="never applies"),
    space(SearchSpace, "relaxed_plan", lambda inner, node: (math.inf, ())),
    space(SearchSpace, "relaxed_plan", lambda inner, node: (inner.relaxed_plan(node)[0], [99]), why="no actions"),
    space(SearchSpace, "landmarks", lambda inner, node, known: [frozenset({-one}) for one in range(9)]),
    space(SearchSpace, "landmarks", lambda inner, node, known: [frozenset({1, 2}), frozenset({2})], why="not disjoint"),
    space(SearchSpace, "landmarks", lambda inner, node, known: None, why="calls it hopeless"),
    space(SearchSpace, "surviving", lambda inner, node, action, landmarks: landmarks),
    space(SearchSpace, "effort", lambda inner: -1),
    space(SearchSpace, "effort", lambda inner: -inner.effort, why="shrinks"),
    space(SearchSpace, "price", lambda inner: -1),
    space(SearchSpace, "price", lambda inner: math.inf, why="no number"),
    space(SearchSpace, "satisfied", lambda inner, node: needed_before(inner, node)),
    space(SearchSpace, "regressed", lambda inner, node, action, need: need),
    space(SearchSpace, "meets", lambda inner, node, need: True),
    space(SearchSpace, "meets", lambda inner, node, need: False, why="never"),
    space(SearchSpace, "first_met", lambda inner, node, needs, most: 0),
    space(SearchSpace, "mending", lambda inner, node, need: [99]),
    space(SearchSpace, "has_symmetry", lambda inner: "perhaps"),
    space(SearchSpace, "different_successors", lambda inner, node: ()),
    space(SearchSpace, "kind", lambda inner, node: 0),
    space(SearchSpace, "likeness", lambda inner, node: lambda action: 0),
    space(SearchSpace, "swapped", lambda inner, plan, one, other: plan),
    words("predicates", lambda inner: {"on": (-1,)}),
    words("types", lambda inner: ["cup"]),
    words("objects", lambda inner, kind: ["cup", "cup"]),
    words("constant", lambda inner, fact: True),
    words("valuation", lambda inner, facts: lambda state: 0),
    words("replay", lambda inner, actions: itertools.islice(inner.replay(actions), 4)),
    book("rules", lambda inner: [inner.rules[0], inner.rules[0]]),
    book("reaches_goal", lambda inner: False),
    book("system", lambda inner: inner),
    book("state_without_rules", lambda inner, state: 0),
    book("rules_only", lambda inner: inner),
    book("without", lambda inner, dropped: inner),
    book("kept_by", lambda inner, plan: frozenset({0})),
    book("broken_at_first", lambda inner: inner.rules),
    book("broken_by", lambda inner, state, action: ()),
    book("open_rules", lambda inner, state: ()),
]  # fmt: skip


@pytest.mark.parametrize(
    "base", [ROOMS, TIDY, RULED, SEEN, BOUND], ids=lambda one: type(one).__name__ + str(len(one.actions))
)
def test_what_is_right_passes(base: TransitionSystem[Any]) -> None:
    check_transition_system(base)
    check_transition_system(
        of_system(base, search_space=lambda inner, enabled=None: of_space(inner.search_space(enabled)))
    )


@pytest.mark.parametrize(
    "wrong", WRONG, ids=lambda one: f"{one.kind.__name__}.{one.member} {one.why}".strip()
)
def test_what_is_wrong_is_told(wrong: Wrong) -> None:
    with pytest.raises(AssertionError) as told:
        check_transition_system(wrong.make())
    assert ". But " in str(told.value), "the contract's own word, no assertion of something else"


@pytest.mark.parametrize("kind", [TransitionSystem, SearchSpace, Rulebook, RuleWords])
def test_no_member_goes_unasked(kind: type) -> None:
    assert {one.member for one in WRONG if one.kind is kind} == members(kind)


@pytest.mark.parametrize("bad", [{"depth": 0}, {"states": "many"}, {"seed": 0.5}])
def test_numbers_that_are_none_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ConstraintError):
        check_transition_system(ROOMS, **bad)


@pytest.mark.parametrize("some", [{"depth": 1}, {"states": 1}, {"seed": 7}])
def test_what_is_right_passes_however_little_is_looked_at(some: dict[str, Any]) -> None:
    for base in (ROOMS, TIDY, RULED):
        check_transition_system(base, **some)
