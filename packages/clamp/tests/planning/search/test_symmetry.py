"""Objects that are alike: nodes of one kind are equally far from the goal, and no kind of child is passed over."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from dataclasses import replace

import oracles
import pytest
from strategies import RICH_AXIOMS, axiom_task, rich_task

from clamp.errors import LimitError
from clamp.planning.pddl import read_task
from clamp.planning.problem import Problem
from clamp.planning.search import engine
from clamp.planning.search.bounds import PlanSuffix
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.projection import Projection
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import And, Atom, Exists, Forall, Formula, Not, Task, Variable

pytestmark = pytest.mark.usefixtures("both_cores")

SNACK = """(define (domain snack) (:requirements :adl) (:types child bread sandwich tray place)
  (:constants kitchen - place)
  (:predicates (in_store ?b - bread) (plain ?b - bread) (new ?s - sandwich) (made ?s - sandwich) (safe ?s - sandwich)
    (on ?s - sandwich ?t - tray) (at ?t - tray ?p - place) (waits ?c - child ?p - place) (picky ?c - child)
    (served ?c - child))
  (:action make :parameters (?s - sandwich ?b - bread) :precondition (and (in_store ?b) (new ?s))
    :effect (and (not (in_store ?b)) (not (new ?s)) (made ?s) (when (plain ?b) (safe ?s))))
  (:action load :parameters (?s - sandwich ?t - tray) :precondition (and (made ?s) (at ?t kitchen))
    :effect (and (not (made ?s)) (on ?s ?t)))
  (:action move :parameters (?t - tray ?p ?q - place) :precondition (and (at ?t ?p) (not (= ?p ?q)))
    :effect (and (not (at ?t ?p)) (at ?t ?q)))
  (:action serve :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (on ?s ?t) (at ?t ?p) (waits ?c ?p) (imply (picky ?c) (safe ?s)))
    :effect (and (not (on ?s ?t)) (served ?c))))"""


def snack(sandwiches: int, children: int = 2, trays: int = 2) -> Task:
    names = {
        "sandwich": [f"s{i}" for i in range(sandwiches)],
        "bread": [f"b{i}" for i in range(children)],
        "tray": [f"t{i}" for i in range(trays)],
        "child": [f"c{i}" for i in range(children)],
    }
    objects = " ".join(f"{' '.join(one)} - {kind}" for kind, one in names.items())
    facts = [f"(at {tray} kitchen)" for tray in names["tray"]] + [f"(new {one})" for one in names["sandwich"]]
    facts += [f"(in_store {one})" for one in names["bread"]] + [
        f"(waits {one} table)" for one in names["child"]
    ]
    goal = " ".join(f"(served {one})" for one in names["child"])
    text = f"""(define (problem lunch) (:domain snack) (:objects {objects} table - place)
      (:init (plain b0) (picky c0) {" ".join(facts)}) (:goal (and {goal})))"""
    return read_task(SNACK, text)[0]


def nameless(seed: int) -> Task:
    """A random task whose objects are of one type, and whose goal names none of them."""
    rng = random.Random(seed)
    task = axiom_task(rng.choice(RICH_AXIOMS)) if seed % 3 == 0 else rich_task(rng.randrange(40))
    static = frozenset(one for one in task.initial if rng.random() < 0.5)

    def someone() -> Formula:
        atom = rng.choice(
            (Atom("clean", ("?g",)), Atom("held", ("?g",)), Atom("near", ("?g", "?g")), Atom("lit"))
        )
        body = Not(atom) if rng.random() < 0.3 else atom
        return rng.choice((Exists, Exists, Forall))((Variable("?g"),), body)

    return replace(
        task, objects={"o0": ("box",), "o1": ("box",)}, initial=static, goal=And((someone(), someone()))
    )


def check_kinds(task: Task, most: int) -> bool:
    """Whether there were nodes of one kind that differ."""
    problem = Problem.from_task(task)
    graph = oracles.reachable(task, most)
    if graph is None:
        return False
    distances = oracles.goal_distances(task, graph)
    space = problem.search_space()
    by_kind: defaultdict[object, dict[object, float]] = defaultdict(dict)
    for facts, distance in distances.items():
        node = space.node(problem.state(facts))
        by_kind[space.kind(node)][node] = distance
        every = dict(space.successors(node))
        some = dict(space.different_successors(node))
        assert some.items() <= every.items()
        assert {space.kind(one) for one in some.values()} == {space.kind(one) for one in every.values()}
    for members in by_kind.values():
        assert len(set(members.values())) == 1
    return any(len(members) > 1 for members in by_kind.values())


def test_nodes_of_one_kind_are_equally_far_in_random_tasks() -> None:
    found = [check_kinds(nameless(seed), 80) for seed in range(24)]
    assert sum(found) > 2, "there is nothing to see"


def test_nodes_of_one_kind_are_equally_far_where_things_are_made() -> None:
    assert check_kinds(snack(2, children=1), 300)


def test_there_are_far_fewer_kinds_than_nodes() -> None:
    problem = Problem.from_task(snack(6, children=4, trays=3))
    space = problem.search_space()
    assert space.has_symmetry
    node = space.node(problem.initial)
    assert len(dict(space.successors(node))) == 6 * 4 + 3
    assert len(dict(space.different_successors(node))) == 2 + 1
    layer, kinds = {node}, {space.kind(node)}
    for _ in range(2):
        layer = {child for one in layer for _, child in space.successors(one)}
        kinds = {space.kind(child) for one in kinds for _, child in space.successors(one)}
    assert len(layer) > 20 * len(kinds)


def test_what_is_named_apart_is_not_alike() -> None:
    task = snack(3, children=2)
    named = Problem.from_task(task)
    assert named.search_space().has_symmetry
    space = Problem.from_task(snack(1, children=2, trays=1)).search_space()
    assert not space.has_symmetry, "one child is picky and one bread is plain; nothing else is there twice"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("turn", [1, 4])
def test_searches_that_heed_kinds_are_exact(turn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ORBIT_TURN", turn)
    monkeypatch.setattr(engine, "TURN", 5)
    for seed in range(12):
        task = nameless(seed)
        problem = Problem.from_task(task)
        graph = oracles.reachable(task, 40)
        if graph is None:
            continue
        distances = oracles.goal_distances(task, graph)
        for budget in (2, 4):
            reachability = Reachability(problem)
            for facts in list(graph)[:8]:
                state = problem.state(facts)
                assert reachability.within(state, budget) is (distances[facts] <= budget)
    lunch = Problem.from_task(snack(3))
    assert Reachability(lunch).distance(lunch.initial, 12) == 7
    assert Reachability(lunch).within(lunch.initial, 6) is False
    none = Problem.from_task(snack(1))
    assert Reachability(none).distance(none.initial, 12) == math.inf


def carrying(balls: int, named: int) -> Problem:
    """Balls to be carried from one room to another; some are named by the goal, the rest are alike."""
    domain = """(define (domain carry) (:requirements :typing) (:types ball room hand)
      (:predicates (here ?r - room) (at ?b - ball ?r - room) (free ?h - hand) (in ?b - ball ?h - hand))
      (:action move :parameters (?a ?b - room) :precondition (here ?a) :effect (and (here ?b) (not (here ?a))))
      (:action pick :parameters (?o - ball ?r - room ?h - hand) :precondition (and (at ?o ?r) (here ?r) (free ?h))
        :effect (and (in ?o ?h) (not (at ?o ?r)) (not (free ?h))))
      (:action drop :parameters (?o - ball ?r - room ?h - hand) :precondition (and (in ?o ?h) (here ?r))
        :effect (and (at ?o ?r) (free ?h) (not (in ?o ?h)))))"""
    names = [f"o{i}" for i in range(balls)]
    facts = " ".join(f"(at {one} a)" for one in names)
    goal = " ".join(f"(at {one} b)" for one in names[:named])
    objects = f"{' '.join(names)} - ball a b c - room l r - hand"
    text = f"""(define (problem p) (:domain carry) (:objects {objects})
      (:init (here a) (free l) (free r) {facts}) (:goal (and {goal})))"""
    return Problem.from_pddl(domain, text)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("whole", [True, False])
def test_one_decision_a_kind_is_what_deciding_each_is(whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Along random walks, all at once or one by one; so are the plans that go on."""
    with_kinds, without = 0, 0
    problems = [Problem.from_task(nameless(seed)) for seed in range(10)]
    problems += [
        carrying(3, 3),
        carrying(9, 2),
        Problem.from_task(snack(3)),
        Problem.from_task(snack(3, trays=3)),
    ]
    decided = list[object]()
    begin = engine.Decision.__init__

    def counted(*given: object) -> None:
        decided.append(given[2])
        begin(*given)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(engine.Decision, "__init__", counted)
    monkeypatch.setenv(
        "CLAMP_KERNEL", "python"
    )  # whose decisions are counted; the compiled core takes the same
    for number, problem in enumerate(problems):
        rng = random.Random(number)
        alike, each = Reachability(problem), Reachability(problem)
        each.ready().symmetry = lambda *, again=False: None
        distance = each.distance(problem.initial, 12)
        assert alike.distance(problem.initial, 12) == distance
        state, left = problem.initial, 0 if isinstance(distance, float) else int(distance) + rng.randint(0, 2)
        while left > 0:
            decided.clear()
            right = each.alive_actions(state, left).indices.tolist()
            without, _ = without + len(decided), decided.clear()
            onward = alike.onward(state, left)
            asked = problem.applicable_indices(state)
            found = (
                onward.all().indices.tolist() if whole else [i for i in asked if onward.way(i) is not None]
            )
            assert found == right
            with_kinds += len(decided)
            for index in found:
                after, way = problem.successor_of_index(state, index), onward.way(index)
                assert isinstance(way, PlanSuffix)
                assert way.length < left
                for step in way.actions():
                    assert step in problem.applicable_indices(after)
                    after = problem.successor_of_index(after, step)
                assert problem.is_goal(after)
            if not found:
                break
            state, left = problem.successor_of_index(state, rng.choice(found)), left - 1
    assert 0 < with_kinds < without


def stowing(things: int, boxes: int) -> Problem:
    """Things on two shelves, one of which belongs into a box that is to be closed; things and boxes are alike."""
    domain = """(define (domain stow) (:requirements :typing :negative-preconditions)
      (:types thing place - object shelf box - place)
      (:predicates (at ?t - thing ?p - place) (held ?t - thing) (idle) (usable ?p - place))
      (:action take :parameters (?t - thing ?p - place) :precondition (and (idle) (at ?t ?p) (usable ?p))
        :effect (and (held ?t) (not (at ?t ?p)) (not (idle))))
      (:action put :parameters (?t - thing ?p - place) :precondition (and (held ?t) (usable ?p))
        :effect (and (at ?t ?p) (idle) (not (held ?t))))
      (:action open :parameters (?b - box) :precondition (and (idle) (not (usable ?b))) :effect (usable ?b))
      (:action close :parameters (?b - box) :precondition (and (idle) (usable ?b)) :effect (not (usable ?b))))"""
    named = [f"t{i}" for i in range(things)]
    facts = " ".join(f"(at {one} {'l' if number % 3 else 'r'})" for number, one in enumerate(named, start=1))
    text = f"""(define (problem p) (:domain stow) (:objects {" ".join(named)} - thing l r - shelf
      {" ".join(f"b{i}" for i in range(boxes))} - box)
      (:init (idle) (usable l) (usable r) {facts}) (:goal (and (at t0 b0) (not (usable b0)))))"""
    return Problem.from_pddl(domain, text)


@pytest.mark.parametrize("room", range(6))
@pytest.mark.parametrize("size", [(3, 2), (4, 2), (4, 3)])
def test_however_it_is_asked_every_kind_is_decided(size: tuple[int, int], room: int) -> None:
    """One action, then all; all twice; some of them: with room to spare, and none; nothing stays open."""
    problem = stowing(*size)
    rng = random.Random(room)
    limits = SearchLimits(seconds=20.0)
    alike, each = Reachability(problem, limits=limits), Reachability(problem, limits=limits)
    each.ready().symmetry = lambda *, again=False: None
    state, left = problem.initial, 4 + room
    while left > 0 and not (problem.is_goal(state) and rng.random() < 0.5):
        right = each.alive_actions(state, left)
        assert right.limit is None
        onward = alike.onward(state, left)
        asked = problem.applicable_indices(state)
        for index in rng.sample(asked, min(len(asked), rng.randint(0, 2))):
            assert (onward.way(index) is not None) == (index in right.indices)
        found = onward.all()
        assert found.limit is None
        assert found.indices.tolist() == right.indices.tolist()
        if not len(right.indices):
            break
        state, left = problem.successor_of_index(state, rng.choice(right.indices.tolist())), left - 1


def test_what_cannot_be_found_out_in_time_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for before the first action, not between every two; that it failed costs no answer."""
    tried = list[str]()

    def slow(self: Projection) -> bool:
        tried.append("looked")
        raise LimitError("Looking took too long.", kind="seconds", limit=0.08)

    monkeypatch.setattr(Projection, "has_symmetry", property(slow))
    problem = stowing(4, 3)
    alike = Reachability(problem)
    state, left = problem.initial, 8
    assert alike.onward(state, left).all().limit is None
    assert len(tried) == 1
    for index in problem.applicable_indices(state):
        assert alike.onward(problem.successor_of_index(state, index), left - 1).all().limit is None
    assert len(tried) == 1
