"""A limit holds for all that a call does, and what it leaves open is never answered wrongly.

No time is measured: a clock that counts executed lines of Python stands in for it, so that work which is
done without a look at the clock shows; or one that moves on with each look, so that a call is stopped at
every place where it can be.
"""

from __future__ import annotations

import gc
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest
from clocks import Looks, Work
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import rich_tasks, tasks

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.errors import DomainError, LimitError, PDDLError
from clamp.planning.actions import ActionTable, GroundAction
from clamp.planning.conditions import Conj
from clamp.planning.problem import Problem
from clamp.planning.search import limits
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits, checkpoint, limits_in_force
from clamp.planning.search.loops import Around
from clamp.planning.search.reachability import AliveActions, Onward, Reachability
from clamp.planning.search.relevance import undominated
from clamp.planning.task import Task

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]

VOCABULARY = byte_vocabulary()


# -- nasty problems ----------------------------------------------------------------------------------


def wide(n: int, k: int) -> tuple[str, str]:
    """n objects, one action of k parameters that reaches the goal in n^k ways, none better than another."""
    ps = " ".join(f"?x{i}" for i in range(k))
    domain = (
        f"(define (domain wide) (:predicates {' '.join(f'(p{i} ?x)' for i in range(k))} (done))"
        f"(:action all :parameters ({ps}) :precondition (and {' '.join(f'(p{i} ?x{i})' for i in range(k))})"
        f" :effect (and (done) {' '.join(f'(not (p{i} ?x{i}))' for i in range(k))}))"
        + "".join(
            f"(:action go{i} :parameters (?x ?y) :precondition (p{i} ?x)"
            f" :effect (and (p{i} ?y) (not (p{i} ?x))))"
            for i in range(k)
        )
        + ")"
    )
    return domain, _problem(_names("o", n), " ".join(f"(p{i} o0)" for i in range(k)), "(done)")


def quantified(n: int, k: int) -> tuple[str, str]:
    """A precondition of k nested quantifiers over n objects."""
    vs = [f"?v{i}" for i in range(k)]
    formula = f"(or {' '.join(f'(q {v})' for v in vs)} (r {' '.join(vs)}))"
    for i, v in enumerate(vs):
        formula = f"({'forall' if i % 2 else 'exists'} ({v}) {formula})"
    domain = (
        f"(define (domain nest) (:requirements :adl) (:predicates (q ?x) (r {' '.join(vs)}) (s ?x))"
        f"(:action tell :parameters (?a ?b) :precondition (q ?a) :effect (r {' '.join(['?a', '?b'] * k).split()[0]}"
        f" {' '.join(['?b'] * (k - 1))}))"
        f"(:action end :parameters (?x) :precondition {formula} :effect (and (s ?x) (not (q ?x)))))"
    )
    names = _names("o", n)
    return domain, _problem(names, _all("q", names), f"(and {_all('s', names)})")


def conjunctive(n: int) -> tuple[str, str]:
    """Big conjunctions: every action needs, and changes, n things under n conditions."""
    names = _names("o", n)
    domain = (
        "(define (domain big) (:requirements :adl) (:predicates (p ?x) (q ?x))"
        "(:action turn :parameters (?x) :precondition (forall (?y) (or (p ?y) (q ?y)))"
        " :effect (and (q ?x) (forall (?y) (when (and (p ?y) (not (q ?x))) (not (p ?y))))"
        " (forall (?y) (when (not (p ?y)) (p ?y))))))"
    )
    return domain, _problem(names, _all("p", names), f"(and {_all('q', names)} {_all('p', names)})")


def hanoi(discs: int) -> tuple[str, str]:
    names = _names("d", discs)
    smaller = [f"(smaller {disc} {peg})" for disc in names for peg in "xyz"]
    smaller += [f"(smaller {one} {other})" for one, other in combinations(names, 2)]
    tower = " ".join(f"(on {one} {other})" for one, other in pairwise(names))
    domain = (
        "(define (domain hanoi) (:predicates (clear ?x) (on ?x ?y) (smaller ?x ?y)) (:action move"
        " :parameters (?d ?f ?t) :precondition (and (smaller ?d ?t) (on ?d ?f) (clear ?d) (clear ?t))"
        " :effect (and (clear ?f) (on ?d ?t) (not (on ?d ?f)) (not (clear ?t)))))"
    )
    first = f"(clear d0) (clear y) (clear z) {tower} (on {names[-1]} x) {' '.join(smaller)}"
    return domain, _problem(["x", "y", "z", *names], first, f"(and {tower} (on {names[-1]} z))")


def sliding(side: int) -> tuple[str, str]:
    """The sliding puzzle with its tiles in reverse."""
    cells = [(x, y) for x in range(side) for y in range(side)]
    next_to = [f"(next c{a}{b} c{x}{y})" for a, b in cells for x, y in cells if abs(a - x) + abs(b - y) == 1]
    tiles = _names("t", side * side - 1)
    at = [f"c{x}{y}" for x, y in cells]
    domain = (
        "(define (domain slide) (:requirements :typing) (:types cell tile)"
        " (:predicates (at ?t - tile ?c - cell) (blank ?c - cell) (next ?a ?b - cell))"
        " (:action move :parameters (?t - tile ?a ?b - cell)"
        " :precondition (and (at ?t ?a) (blank ?b) (next ?a ?b))"
        " :effect (and (at ?t ?b) (blank ?a) (not (at ?t ?a)) (not (blank ?b)))))"
    )
    facts = [f"(at {tile} {cell})" for tile, cell in zip(reversed(tiles), at, strict=False)]
    goal = " ".join(f"(at {tile} {cell})" for tile, cell in zip(tiles, at, strict=False))
    objects = [*at, "- cell", *tiles, "- tile"]
    return domain, _problem(objects, " ".join([*next_to, *facts, f"(blank {at[-1]})"]), f"(and {goal})")


def snacks(n: int) -> tuple[str, str]:
    """Sandwiches are made of any bread and any filling, put on a tray, brought and served: all alike."""
    domain = (
        "(define (domain snack) (:requirements :typing) (:types child bread filling sandwich tray place)"
        " (:constants kitchen - place) (:predicates (b ?x - bread) (f ?x - filling) (served ?c - child)"
        " (waits ?c - child ?p - place) (made ?s - sandwich) (new ?s - sandwich)"
        " (on ?s - sandwich ?t - tray) (at ?t - tray ?p - place))"
        " (:action make :parameters (?s - sandwich ?b - bread ?f - filling)"
        " :precondition (and (b ?b) (f ?f) (new ?s))"
        " :effect (and (not (b ?b)) (not (f ?f)) (made ?s) (not (new ?s))))"
        " (:action put :parameters (?s - sandwich ?t - tray) :precondition (and (made ?s) (at ?t kitchen))"
        " :effect (and (not (made ?s)) (on ?s ?t)))"
        " (:action serve :parameters (?s - sandwich ?c - child ?t - tray ?p - place)"
        " :precondition (and (waits ?c ?p) (on ?s ?t) (at ?t ?p))"
        " :effect (and (not (on ?s ?t)) (served ?c)))"
        " (:action move :parameters (?t - tray ?a ?b - place) :precondition (at ?t ?a)"
        " :effect (and (not (at ?t ?a)) (at ?t ?b))))"
    )
    groups = {"child": "c", "bread": "b", "filling": "f", "sandwich": "s"}
    objects = [
        *(f"{' '.join(_names(c, n))} - {kind}" for kind, c in groups.items()),
        "t1 t2 - tray pa pb - place",
    ]
    facts = [_all("b", _names("b", n)), _all("f", _names("f", n)), _all("new", _names("s", n))]
    facts += [f"(waits c{i} {'pa' if i % 2 else 'pb'})" for i in range(n)] + [
        "(at t1 kitchen) (at t2 kitchen)"
    ]
    return domain, _problem(objects, " ".join(facts), f"(and {_all('served', _names('c', n))})")


def balls(n: int) -> tuple[str, str]:
    """Balls are carried from one room to the other, two at a time, so a plan takes the same way again and again."""
    domain = (
        "(define (domain carry) (:predicates (room ?r) (ball ?b) (hand ?h) (here ?r) (at ?b ?r) (free ?h)"
        " (in ?b ?h)) (:action move :parameters (?a ?b) :precondition (and (room ?a) (room ?b) (here ?a))"
        " :effect (and (here ?b) (not (here ?a)))) (:action pick :parameters (?o ?r ?h) :precondition"
        " (and (ball ?o) (hand ?h) (at ?o ?r) (here ?r) (free ?h)) :effect (and (in ?o ?h) (not (at ?o ?r))"
        " (not (free ?h)))) (:action drop :parameters (?o ?r ?h) :precondition (and (room ?r) (in ?o ?h) (here ?r))"
        " :effect (and (at ?o ?r) (free ?h) (not (in ?o ?h)))))"
    )
    names = _names("o", n)
    facts = f"(room a) (room b) (here a) (hand l) (hand r) (free l) (free r) {_all('ball', names)}"
    first = " ".join(f"(at {name} a)" for name in names)
    goal = " ".join(f"(at {name} b)" for name in names)
    return domain, _problem(["a", "b", "l", "r", *names], f"{facts} {first}", f"(and {goal})")


def _names(prefix: str, n: int) -> list[str]:
    return [f"{prefix}{i}" for i in range(n)]


def _all(predicate: str, names: list[str]) -> str:
    return " ".join(f"({predicate} {name})" for name in names)


def _problem(objects: list[str], facts: str, goal: str) -> str:
    return f"(define (problem p) (:objects {' '.join(objects)}) (:init {facts}) (:goal {goal}))"


NASTY: dict[str, tuple[Callable[[], tuple[str, str]], int]] = {
    "wide": (lambda: wide(16, 3), 9),
    "wider": (lambda: wide(40, 3), 9),
    "widest": (lambda: wide(11, 5), 9),
    "quantified": (lambda: quantified(24, 4), 40),
    "conjunctive": (lambda: conjunctive(60), 70),
    "hanoi": (lambda: hanoi(8), 255),
    "sliding": (lambda: sliding(4), 80),
    "snacks": (lambda: snacks(12), 60),
}


# -- the limit holds ---------------------------------------------------------------------------------


SLOW = {"quantified", "wider", "widest"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] if one in SLOW else []) for one in NASTY]
)
def test_every_call_stops_within_its_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 0.04
    work = Work()
    monkeypatch.setattr(limits, "clock", work)
    usual = 1.2 * seconds + 0.015  # in millions of lines
    text, budget = NASTY[name]
    given_limits = SearchLimits(seconds=seconds)

    def call(what: str, function: Callable[[], Any], answers: int = 0) -> Any:
        started = work()
        found = stopped = None
        most = usual + answers * 130e-6  # to look up what is known of each takes its lines, whatever the time
        with work.counting(most):
            try:
                found = function()
            except LimitError as error:
                stopped = error
        assert work() - started <= most, what
        assert stopped is None or stopped.kind == "seconds"
        return found

    problem = call("reading", lambda: Problem.from_pddl(*text(), limits=given_limits))
    if problem is None:
        problem = Problem.from_pddl(*text())
    start = problem.initial
    reachability = call("preparing", lambda: Reachability(problem, limits=given_limits))
    for query in (reachability.within, reachability.distance, reachability.plan, reachability.alive_graph):
        call(query.__name__, lambda query=query: query(start, budget))  # pyright: ignore[reportUnknownLambdaType]
    count = len(reachability.applicable(start))
    call("alive actions", lambda: reachability.alive_actions(start, budget), count)
    build = lambda: PlanConstraint(  # noqa: E731
        problem, VOCABULARY, PlanFormat.calls(), budget=budget, limits=given_limits
    )
    constraint = call("constructing", build)
    if constraint is None:
        return
    cursor = call("the start", constraint.initial)
    for _ in range(6):
        allowed = call("a mask", lambda: constraint.allowed(cursor))  # noqa: B023
        if allowed is None or not len(allowed):
            break
        cursor = call("a step", lambda: constraint.advance(cursor, int(allowed[-1])))  # noqa: B023
    call("the failure", constraint.failure)


def test_a_mask_stops_within_its_limit_where_a_long_plan_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 1.0
    work = Work()
    monkeypatch.setattr(limits, "clock", work)
    problem = Problem.from_pddl(*balls(24))
    constraint = PlanConstraint(
        problem, VOCABULARY, PlanFormat.calls(), budget=142, limits=SearchLimits(boundary_seconds=seconds)
    )
    cursor = constraint.initial()  # nothing is counted yet, so the plan is found
    for _ in range(12):
        started = work()
        with work.counting(seconds):
            allowed = constraint.allowed(cursor)
            cursor = constraint.advance(cursor, int(allowed[-1]))
        assert work() - started <= 2 * (1.2 * seconds + 0.015)
    assert cursor.threads


@pytest.mark.parametrize("late", [False, True])
def test_where_the_time_is_up_no_plan_is_looked_at_for_loops(
    monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """Each known plan may be long, and there may be one for each action: the clock is looked at before each."""
    now, looked = [0.0], [0]
    monkeypatch.setattr(limits, "clock", lambda: now[0])
    decided, known = Onward.decided, Around.known

    def then_time_is_up(onward: Onward, meter: limits.Meter) -> AliveActions:
        found = decided(onward, meter)
        now[0] += 1.0 if late else 0.0
        return found

    def counted(around: Around, node: Any, budget: int) -> Any:
        looked[0] += 1
        return known(around, node, budget)

    monkeypatch.setattr(Onward, "decided", then_time_is_up)
    monkeypatch.setattr(Around, "known", counted)
    problem = Problem.from_pddl(*balls(6))
    constraint = PlanConstraint(
        problem, VOCABULARY, PlanFormat.calls(), budget=40, limits=SearchLimits(boundary_seconds=0.5)
    )
    boundary, most = constraint.initial().threads[0].boundary, 0
    for _ in range(12):
        looked[0] = 0
        with limits.Meter(constraint.limits.at_boundary):
            choices = boundary.choices
            positions = choices.positions.tolist()
            assert positions
            admitted = set(constraint.world.order.indices[positions].tolist())
            assert not admitted & choices.undecided
        most = max(most, looked[0])
        boundary = boundary.after(positions[-1])
    assert (most > 0) == (not late)


# -- nothing is wrong --------------------------------------------------------------------------------


@settings(max_examples=examples(20), deadline=None)
@given(tasks() | rich_tasks(), st.integers(1, 6), st.integers(1, 400))
def test_a_query_that_is_stopped_anywhere_is_never_wrong(task: Task, budget: int, looks: int) -> None:
    exact = Reachability(Problem.from_task(task))
    problem = Problem.from_task(task)
    first = problem.initial
    states = [problem.successor_of_index(first, one) for one in problem.applicable_indices(first)[:2]]
    states.append(first)
    problem = Problem.from_task(task)  # afresh, with nothing compiled
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "clock", Looks())
        reachability = Reachability(problem, limits=SearchLimits(seconds=looks))
        for state in states:
            distance = exact.distance(state, 30)
            assert isinstance(distance, int | float)
            for found, expected in (
                (reachability.within(state, budget), distance <= budget),
                (reachability.distance(state, budget), distance if distance <= budget else math.inf),
            ):
                if isinstance(found, LimitReached):
                    assert (found.kind, found.limit) == ("seconds", looks)
                    assert found.lower_bound <= distance
                else:
                    assert found == expected
            try:
                alive = reachability.alive_actions(state, budget)
            except LimitError:  # not even the names of the actions were written out in time
                continue
            right = exact.alive_actions(state, budget)
            assert set(alive.indices.tolist()) <= set(right.indices.tolist())
            assert set(right.indices.tolist()) <= set(alive.indices.tolist()) | set(alive.undecided.tolist())
            assert not set(alive.indices.tolist()) & set(alive.undecided.tolist())
            assert alive.undecided.size == 0 or alive.limit is not None


@settings(max_examples=examples(20), deadline=None)
@given(tasks() | rich_tasks(), st.integers(1, 4), st.integers(1, 1000), st.data())
def test_a_constraint_that_is_stopped_anywhere_admits_nothing_wrong(
    task: Task, budget: int, looks: int, data: st.DataObject
) -> None:
    assume(Problem.from_task(task).actions)
    build = lambda given: PlanConstraint(  # noqa: E731
        Problem.from_task(task), VOCABULARY, PlanFormat.calls(), budget=budget, limits=given
    )
    exact = build(SearchLimits())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "clock", Looks())
        try:
            constraint = build(SearchLimits(seconds=looks))
        except LimitError:
            return
        cursor, right = constraint.initial(), exact.initial()
        if not cursor.threads:
            failure, expected = constraint.failure(), exact.failure()
            if failure is None:  # a plan was found late, with the time of another call: begin with it
                assert constraint.initial().threads
            elif failure.cause != "limit":
                assert failure == expected
            return
        for _ in range(60):
            allowed = constraint.allowed(cursor).tolist()
            assert set(allowed) <= set(exact.allowed(right).tolist())
            if not allowed:
                break
            token = data.draw(st.sampled_from(allowed))
            cursor, right = constraint.advance(cursor, token), exact.advance(right, token)
        assert cursor.finished, "a plan that was begun is finished"


def test_a_meter_within_another_allows_no_more_than_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(limits, "clock", lambda: now[0])
    with Meter(SearchLimits(seconds=10, groundings=50)):
        now[0] = 8
        with Meter(SearchLimits(seconds=100, groundings=70)) as inner:
            assert limits_in_force().groundings == 50
            now[0] = 10
            assert inner.reached(3) == LimitReached("seconds", 10, 3)
            with pytest.raises(LimitError, match="limit of 10 seconds was reached while looking"):
                checkpoint("looking")
        with Meter(SearchLimits()) as open_ended:
            assert open_ended.out_of_time()
    checkpoint("nothing in force")
    assert limits_in_force() == SearchLimits()


# -- caps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [7, 200])
def test_too_many_objects_are_refused_with_their_number(n: int) -> None:
    domain, problem = wide(n, 1)
    assert Problem.from_pddl(domain, problem, limits=SearchLimits(objects=n)).entities
    with pytest.raises(LimitError, match=rf"problem, line 1.*{n:,} objects.*ceiling of {n - 1:,}") as caught:
        Problem.from_pddl(domain, problem, limits=SearchLimits(objects=n - 1))
    assert (caught.value.kind, caught.value.limit) == ("objects", n - 1)
    task = Problem.from_pddl(domain, problem).task
    with pytest.raises(LimitError, match=f"{n:,} objects"):
        Problem.from_task(task, SearchLimits(objects=n - 1))


@pytest.mark.parametrize("place", ["goal", "precondition", "effect", "condition"])
def test_quantifiers_are_estimated_before_they_are_written_out(place: str) -> None:
    whole = "(forall (?a ?b) (exists (?c ?d) (or (p ?a) (p ?b) (p ?c) (p ?d))))"
    parts = {"goal": "(p o0)", "precondition": "(and)", "effect": "(p ?x)", "condition": "(and)"}
    if place == "effect":
        parts["effect"] = "(forall (?a ?b ?c ?d) (when (and (p ?a) (p ?b) (p ?c)) (p ?d)))"
    else:
        parts[place] = whole
    domain = (
        "(define (domain d) (:requirements :adl) (:predicates (p ?x)) (:action a :parameters (?x)"
        f" :precondition {parts['precondition']}"
        f" :effect (and {parts['effect']} (when {parts['condition']} (not (p ?x))))))"
    )
    problem = _problem(_names("o", 30), "(p o0)", parts["goal"])
    with pytest.raises(
        LimitError, match=r"30 × 30 × 30 × 30 = 810,000 instances, above the ceiling of 800,000"
    ):
        Problem.from_pddl(domain, problem, limits=SearchLimits(groundings=800_000))


def test_quantifiers_that_share_no_variable_are_not_multiplied() -> None:
    formula = "(forall (?a ?b) (or (p ?a) (exists (?c ?d) (and (p ?c) (p ?d)))))"
    domain = (
        "(define (domain d) (:requirements :adl) (:predicates (p ?x)) (:action a :parameters (?x)"
        f" :precondition {formula} :effect (p ?x)))"
    )
    problem = Problem.from_pddl(
        domain, _problem(_names("o", 30), "(p o0)", "(p o1)"), limits=SearchLimits(groundings=900)
    )
    assert len(problem.applicable_indices(problem.initial)) == 30


def test_limit_errors_are_errors_of_the_domain() -> None:
    assert issubclass(LimitError, DomainError)
    assert not issubclass(LimitError, PDDLError)


# -- fast paths beside their naive twins -------------------------------------------------------------


@st.composite
def ground_actions(draw: st.DrawFn, width: int = 6) -> list[GroundAction]:
    masks = st.sets(st.integers(0, width - 1), max_size=3).map(lambda chosen: sum(1 << bit for bit in chosen))
    drawn = draw(st.lists(st.tuples(masks, masks, masks, masks, st.booleans()), min_size=1, max_size=25))
    return [
        GroundAction(i, True if free else Conj(pos, neg & ~pos), add, delete & ~add)
        for i, (pos, neg, add, delete, free) in enumerate(drawn)
    ]


@settings(max_examples=examples(60), deadline=None)
@given(ground_actions(), st.integers(0, 63), st.integers(0, 63))
def test_undominated_actions_are_those_of_the_definition(
    actions: list[GroundAction], pos: int, neg: int
) -> None:
    def price(action: GroundAction) -> tuple[int, ...]:
        need = action.precondition if isinstance(action.precondition, Conj) else Conj(0, 0)
        return need.pos, need.neg, action.add & neg, action.delete & pos

    def better(one: GroundAction, other: GroundAction) -> bool:
        if (one.add & pos, one.delete & neg) != (other.add & pos, other.delete & neg):
            return False
        pairs = list(zip(price(one), price(other), strict=True))
        return all(not mine & ~theirs for mine, theirs in pairs) and (
            any(mine != theirs for mine, theirs in pairs) or one.index < other.index
        )

    expected = [
        one for one in actions if not any(better(other, one) for other in actions if other is not one)
    ]
    found = undominated(ActionTable.of(actions), pos, neg)
    assert found.indices.tolist() == [one.index for one in expected]


class Slow:
    """A cycle that takes a while to collect."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass


def test_a_garbage_collection_is_not_charged() -> None:
    with Meter(SearchLimits(seconds=10)), Meter(SearchLimits(seconds=0.04)) as meter:
        Slow()
        gc.collect()
        assert not meter.out_of_time()
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        assert meter.out_of_time()


def test_a_garbage_collection_may_come_while_a_meter_is_left() -> None:
    """Whoever is called then must not ask for context variables: what they would cache is gone right after."""
    script = (
        "import gc\n"
        "from contextvars import ContextVar\n"
        "from clamp.planning.search.limits import Meter, SearchLimits, in_force\n"
        "kept = [ContextVar(str(number)) for number in range(40)]\n"
        "for one in kept: one.set(one)\n"
        "gc.set_threshold(1)\n"
        "for _ in range(2000):\n"
        "    with Meter(SearchLimits(seconds=5)), Meter(SearchLimits(seconds=5)):\n"
        "        some = [[] for _ in range(3)]\n"
        "    assert in_force() is None\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)
