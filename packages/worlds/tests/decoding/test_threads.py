"""Threads that share a constraint, what weighs it, its vocabulary or its system see what one thread sees."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Any

import numpy as np
import pytest
from fakes import byte_vocabulary
from roots import EXAMPLES
from virtualhome_house import ME, house

import clamp.decoding.plans
import clamp.decoding.weights
import clamp.hmm.sequence_trie
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.rule_notation import RuleNotation
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.weights import Weighted
from clamp.errors import ConstraintError, VocabularyError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.system import TransitionSystem
from clamp.threads import once
from clamp_worlds.virtualhome import VirtualHome
from clamp_worlds.virtualhome.formats import virtualhome_json
from clamp_worlds.virtualhome.goal import Relation, VirtualHomeGoal

# Compared with one thread many times over: tracing each line would make it two to three times as slow. What the clock
# leaves undecided differs from run to run, the more so where threads wait for each other.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

THREADS, STEPS = 4, 25
Weighed = PlanConstraint | Weighted


DOMAIN = """(define (domain tidy) (:types thing place - object)
  (:predicates (at ?x - thing ?p - place) (held ?x - thing) (free) (wet ?x - thing) (basin ?p - place))
  (:action pick :parameters (?x - thing ?p - place) :precondition (and (free) (at ?x ?p))
    :effect (and (held ?x) (not (free)) (not (at ?x ?p)) (when (basin ?p) (wet ?x))))
  (:action put :parameters (?x - thing ?p - place) :precondition (held ?x)
    :effect (and (free) (at ?x ?p) (not (held ?x)))))"""
PROBLEM = """(define (problem tidying) (:domain tidy)
  (:objects cup cup_1 can - thing table sink shelf - place)
  (:init (free) (basin sink) (at cup table) (at cup_1 sink) (at can shelf))
  (:goal (and (at cup shelf) (wet cup_1) (at cup_1 table))))"""


def tidying() -> Problem:
    return Problem.from_pddl(DOMAIN, PROBLEM)


def ruled() -> Ruled:
    problem = Problem.from_pddl(EXAMPLES / "cooking/domain.pddl", EXAMPLES / "cooking/problem.pddl")
    return Ruled(
        problem,
        [
            Rule.parse("forall ?h - heater: G (last -> !on(?h))", "off at the end"),
            Rule.parse("G (do:pour -> hot(soup))", "pour hot"),
        ],
    )


def virtualhome() -> VirtualHome:
    graph, objects = house(objects={ME, 10, 11, 12, 13, 14})
    goal = VirtualHomeGoal(relations=(Relation(12, "ON", 11), Relation(ME, "CLOSE", 14)))
    return VirtualHome.from_graph(graph, goal=goal, objects=objects)


SYSTEMS: dict[str, tuple[Callable[[], TransitionSystem[Any]], int]] = {
    "pddl": (tidying, 6),
    "rules": (ruled, 9),
    "virtualhome": (virtualhome, 5),
}
FORMATS = {
    "calls": PlanFormat.calls(),
    "json": PlanFormat.skill_json(),
    "virtualhome_json": virtualhome_json(),
    "reasoning": PlanFormat.steps().with_reasoning("", "\nPlan:\n", 12),
}
PAIRS = [
    pytest.param(
        name,
        plan_format,
        # Every system and every format has its turn by default, but not every pair.
        marks=[pytest.mark.slow] if name != "pddl" and plan_format in ("calls", "virtualhome_json") else [],
    )
    for name in SYSTEMS
    for plan_format in FORMATS
]
EXTRA = [b")\n", b"\n1. ", b'"},{"', b'": [', b"  ", b"\nPlan:\n1", b"an\nPlan:", b"on(", b"e(", b"_1"]


def build(
    system: TransitionSystem[Any], plan_format: PlanFormat = FORMATS["calls"], budget: int = 6
) -> list[Weighed]:
    """A constraint, and what weighs it, over a vocabulary of their own."""
    vocabulary = byte_vocabulary(EXTRA)
    constraint = PlanConstraint(system, vocabulary, plan_format, budget=budget)
    lookahead = Lookahead(constraint, HMM.random(3, vocabulary.size, seed=1), max_states=100_000)
    weights = {name: -0.1 * (number % 4) for number, name in enumerate(system.entities)}
    return [constraint, lookahead, VisibilityBias(lookahead, weights)]


def walk(kinds: list[Weighed], seed: int) -> Iterator[tuple[Any, ...]]:
    """What a random text shows, step by step."""
    draw = random.Random(seed)
    constraint = kinds[0]
    cursor = constraint.initial()
    for _ in range(STEPS):
        ids = constraint.allowed(cursor)
        scores = [np.round(one.bias(cursor), 9).tolist() for one in kinds[1:]]  # type: ignore[union-attr]
        forbidden = draw.randrange(constraint.vocabulary.size)
        why = constraint.explain(cursor, forbidden) if draw.random() < 0.1 else None
        yield ids.tolist(), scores, constraint.accepting(cursor), constraint.actions(cursor), why
        if not ids.size:
            return
        token = int(draw.choice(ids[ids >= 256] if draw.random() < 0.5 and ids[-1] >= 256 else ids))
        cursor = constraint.advance(cursor, token)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads change places as often as they can, and caches hold next to nothing."""
    monkeypatch.setattr(clamp.decoding.plans, "_CACHED_MASKS", 2)
    monkeypatch.setattr(clamp.decoding.weights, "_CACHED", 2)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(job: Callable[[int], Any]) -> list[Any]:
    """Run one job in many threads that begin at once."""
    gate = threading.Barrier(THREADS)

    def begin(number: int) -> Any:
        gate.wait()
        return job(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


@pytest.mark.sampled(5)
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("name", "plan_format"), PAIRS)
def test_threads_that_share_a_constraint_see_what_one_sees(name: str, plan_format: str) -> None:
    (make, budget), form = SYSTEMS[name], FORMATS[plan_format]
    shared, own = build(make(), form, budget), build(make(), form, budget)
    found = together(lambda number: list(walk(shared, number // 2)))  # pairs walk the same text
    for number, steps in enumerate(found):
        assert len(steps) > 3
        assert steps == list(walk(own, number // 2))
    assert shared[1].truncation is None  # type: ignore[union-attr]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", SYSTEMS)
def test_threads_may_share_a_system_and_a_vocabulary(name: str) -> None:
    make, budget = SYSTEMS[name]
    system, vocabulary = make(), byte_vocabulary(EXTRA)

    def job(number: int) -> list[Any]:
        constraint = PlanConstraint(system, vocabulary, FORMATS["calls"], budget=budget)
        return list(walk([constraint], number))

    found = together(job)
    alone = make()
    for number, steps in enumerate(found):
        one = PlanConstraint(alone, byte_vocabulary(EXTRA), FORMATS["calls"], budget=budget)
        assert steps == list(walk([one], number))


class Meanwhile(str):
    """A name that is no sooner looked at than another thread has found something out, as far as anybody can tell."""

    values: dict[str, Any]

    def _found(self) -> None:
        self.values[f"found_{len(self.values)}"] = None

    def __eq__(self, other: object) -> bool:
        self._found()
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        self._found()
        return super().__ne__(other)

    def __hash__(self) -> int:
        self._found()
        return super().__hash__()


class Finds:
    @once
    def found(self) -> int:
        return 1


COPIES: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
    "what is found once": (Finds, copy),
    "a problem": (tidying, lambda problem: problem.with_goal(problem.task.goal)),
    "a problem without its constraints": (tidying, lambda problem: problem._like()),
    "a search space": (lambda: tidying().search_space(), lambda space: space.again()),
    "a system with rules": (ruled, lambda system: system.over(system.system)),
    "a notation of rules": (
        lambda: RuleNotation(tidying()),
        lambda notation: notation.about("The cup is wet."),
    ),
    "a constraint": (lambda: build(tidying())[0], lambda constraint: constraint.keeping_tokens()),
}


@pytest.mark.parametrize("kind", COPIES)
def test_what_is_copied_may_be_found_out_meanwhile(kind: str) -> None:
    make, copied = COPIES[kind]
    one = make()
    name = Meanwhile("noted")
    name.values = vars(one)
    vars(one)[name] = None
    assert type(copied(one)) is type(one)


@pytest.mark.usefixtures("hurried")
def test_equal_prefixes_have_equal_cursors_in_all_threads() -> None:
    for _ in range(5):
        constraint = build(tidying())[0]

        def follow(_: int, constraint: Weighed = constraint) -> Any:
            cursor = constraint.initial()
            for _ in range(25):
                cursor = constraint.advance(cursor, int(constraint.allowed(cursor)[-1]))
            return cursor

        assert len(set(together(follow))) == 1


@pytest.mark.usefixtures("hurried")
def test_segments_are_put_into_one_trie_by_many_threads() -> None:
    for _ in range(5):
        constraint = build(tidying())[0]
        assert isinstance(constraint, PlanConstraint)
        count = len(constraint.system.actions)

        def ask(number: int, constraint: PlanConstraint = constraint, count: int = count) -> None:
            draw = random.Random(number)
            for _ in range(30):
                positions = np.array(draw.sample(range(count), 3))
                first = draw.random() < 0.5
                trie, numbers = constraint.segments.trie(positions, first=first)
                for position, leaf in zip(positions.tolist(), numbers.tolist(), strict=True):
                    spelt, node = list[int](), int(trie.end[leaf])
                    while node:
                        spelt.append(int(trie.token[node]))
                        node = int(trie.parent[node])
                    assert tuple(spelt[::-1]) == constraint.segments.of(position, first=first)

        together(ask)


def test_a_cursor_of_another_constraint_is_refused() -> None:
    own, other = (build(tidying()) for _ in range(2))
    begin = other[0].initial()
    for cursor in (begin, other[0].advance(begin, int(other[0].allowed(begin)[0]))):
        for kind in own:
            calls: list[Callable[[], object]] = [
                lambda kind=kind, cursor=cursor: kind.allowed(cursor),
                lambda kind=kind, cursor=cursor: kind.advance(cursor, 65),
                lambda kind=kind, cursor=cursor: kind.accepting(cursor),
                lambda kind=kind, cursor=cursor: kind.actions(cursor),
                lambda kind=kind, cursor=cursor: kind.explain(cursor, 65),
            ]
            if not isinstance(kind, PlanConstraint):
                calls.append(lambda kind=kind, cursor=cursor: kind.bias(cursor))
            for call in calls:
                with pytest.raises(ConstraintError, match="made by another constraint"):
                    call()


@pytest.mark.parametrize("cursor", [None, 3, "cursor", [], ()])
def test_what_is_no_cursor_is_refused(cursor: Any) -> None:
    constraint, lookahead, _ = build(tidying())
    assert isinstance(lookahead, Lookahead)
    for call in (constraint.allowed, constraint.accepting, constraint.actions, lookahead.scores):
        with pytest.raises(ConstraintError, match="cursor that is"):
            call(cursor)


@pytest.mark.parametrize(
    ("token", "error"),
    [(-1, VocabularyError), (10**9, VocabularyError), ("P", VocabularyError), (65.0, VocabularyError),
     (None, VocabularyError), (b"P", VocabularyError)],
)  # fmt: skip
def test_what_is_no_token_is_refused(token: Any, error: type[Exception]) -> None:
    constraint = build(tidying())[0]
    for call in (constraint.advance, constraint.explain):
        with pytest.raises(error):
            call(constraint.initial(), token)
    assert constraint.advance(constraint.initial(), np.int64(constraint.allowed(constraint.initial())[0]))
