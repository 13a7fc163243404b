"""One token, without the whole mask: the best and the drawn one are those of the exact mask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fakes import TIDY, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp import PlanConstraint, PlanFormat, Problem
from clamp.decoding import LEVELS, language
from clamp.decoding.plans import Cursor
from clamp.hosts.follower import Follower
from clamp.planning.search.limits import limits_in_force
from clamp.planning.system import Action
from clamp_worlds.household import household
from clamp_worlds.virtualhome.formats import virtualhome_json

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

FORMATS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "virtualhome_json": virtualhome_json(),
    "reasoning": PlanFormat.calls().with_reasoning("T:", end="aa:", max_bytes=4),
}
CROSSING = [
    b"  ",
    b'": [',
    b")\n",
    b"\n\n",
    b"},{",
    b'"},{"',
    b"a:",
    b"aaa:P",
    b")\nP",
    b'"}}',
    b'"]}',
    b"go(",
    b"ab(",
]


@pytest.mark.parametrize("name", FORMATS)
@given(
    system=graph_systems(), budget=st.integers(1, 4), levels=st.sampled_from([LEVELS[:1], LEVELS[:3], LEVELS]),
    loops=st.booleans(), seed=st.integers(0, 10**6), kind=st.sampled_from(["best", "worst", "even", "hostile"]),
)  # fmt: skip
@settings(max_examples=examples(25), deadline=None)
def test_the_best_token_is_that_of_the_whole_mask(
    name: str, system: GraphSystem, budget: int, levels: tuple[str, ...], loops: bool, seed: int, kind: str
) -> None:
    random, vocabulary = np.random.default_rng(seed), byte_vocabulary(CROSSING)

    def build() -> PlanConstraint:
        return PlanConstraint(system, vocabulary, FORMATS[name], budget=budget, enforce=levels, loops=loops)

    lazy, exact = build(), build()
    here, there = lazy.initial(), exact.initial()
    for _ in range(40):
        allowed = exact.allowed(there)
        scores = random.normal(size=vocabulary.size).astype(np.float32).round(1)
        if kind == "even":
            scores[:] = 0
        elif kind == "worst":
            scores[allowed] -= 100
        elif kind == "hostile":  # where nothing is admissible, anything may stand
            others = np.setdiff1d(np.arange(vocabulary.size), allowed)
            scores[others] = random.choice(np.array([np.nan, np.inf, -np.inf]), len(others))
        token = lazy.best(here, scores)
        assert token == (int(allowed[scores[allowed].argmax()]) if allowed.size else None)
        if token is None:
            return
        others = random.choice(vocabulary.size, 6)
        assert [lazy.admits(here, int(one)) for one in others] == np.isin(others, allowed).tolist()
        assert np.isin(allowed, lazy._likely(here)).all()
        here, there = lazy.advance(here, token), exact.advance(there, token)


class NextChoice(Exception):
    """Another choice is to be made."""

    def __init__(self, weights: np.ndarray) -> None:
        self.weights = weights


class Script(np.random.Generator):
    """A random generator that chooses what it was told."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        super().__init__(np.random.PCG64())
        self.rest = list(choices)

    def choice(self, count: int, p: np.ndarray) -> int:  # type: ignore[override]
        if not self.rest:
            raise NextChoice(p)
        return self.rest.pop(0)


def drawn(
    begun: Callable[[], tuple[PlanConstraint, Cursor]], scores: np.ndarray, heat: float
) -> dict[int, float]:
    """The distribution of `sample`, by following every sequence of choices that it may make."""
    found: dict[int, float] = {}
    agenda: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while agenda:
        script, likely = agenda.pop()
        random = Script(script)
        constraint, cursor = begun()  # anew, or less would be left to decide, and so to choose from
        try:
            token = constraint.sample(cursor, scores, heat, random)
        except NextChoice as ask:
            agenda += (((*script, i), likely * p) for i, p in enumerate(ask.weights.tolist()) if p)
        else:
            assert token is not None
            found[token] = found.get(token, 0.0) + likely
    return found


NAMES = [b"Pick(", b"Put(", b"Look(", b"Look()", b"cup", b", shelf", b")\nL"]


@pytest.mark.parametrize("seed", range(3))
def test_a_drawn_token_has_the_distribution_of_the_masked_scores(seed: int) -> None:
    actions = [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look"), Action("Lose")]
    edges = {0: {0: 1, 2: 0, 3: 3}, 1: {1: 2, 2: 1, 3: 3}, 2: {2: 2}, 3: {2: 3}}
    system, vocabulary = GraphSystem(actions, edges, [2]), byte_vocabulary(NAMES)
    random, text = np.random.default_rng(seed), b"Pick(cup)\nP"
    tried = 0
    for end in (0, 1, 5, 9, 10, 11):

        def begun(end: int = end) -> tuple[PlanConstraint, Cursor]:
            constraint = PlanConstraint(system, vocabulary, PlanFormat.calls(), budget=3)
            cursor = constraint.initial()
            for byte in text[:end]:
                cursor = constraint.advance(cursor, byte)
            return constraint, cursor

        constraint, cursor = begun()
        likely = constraint._likely(cursor)
        allowed = constraint.allowed(cursor)
        tried += len(likely) > len(allowed)
        scores = np.full(vocabulary.size, -np.inf, np.float32)  # few tokens, or there are too many sequences
        some = random.choice(allowed, min(3, len(allowed)), replace=False)
        for chosen in (random.choice(vocabulary.size, 3), some, likely[:3]):
            scores[chosen] = random.normal(size=len(chosen))
        weights = np.exp(scores[allowed].astype(np.float64) / 0.7)
        expected = zip(allowed.tolist(), (weights / weights.sum()).tolist(), strict=True)
        found = drawn(begun, scores, 0.7)
        assert found == pytest.approx({token: p for token, p in expected if p > 0})
    assert tried, "somewhere there is something to reject"


def test_greedy_writing_leaves_actions_undecided_that_nobody_asked_for() -> None:
    problem = Problem.from_task(household(60, goals=2))
    vocabulary = byte_vocabulary()
    lazy, exact = (PlanConstraint(problem, vocabulary, PlanFormat.calls(), budget=18) for _ in range(2))
    random = np.random.default_rng(0)
    one, other = Follower(lazy, vocabulary.eos_ids), exact.initial()
    open_ends = 0
    while not one.ended:
        scores = random.normal(size=vocabulary.size).astype(np.float32)
        allowed = exact.allowed(other)
        token = one.choose(scores, 0.0, random)
        assert token == int(allowed[scores[allowed].argmax()])
        choices = one._cursor.threads[0].boundary.choices
        open_ends += choices.known_in(0, len(problem.actions)) is None
        one.step(token)
        other = exact.advance(other, token)
    assert open_ends > 20
    assert problem.validate(one.actions)


@pytest.mark.parametrize("name", FORMATS)
def test_what_the_vocabulary_tells_is_not_charged_to_the_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables of a whole vocabulary are made while no limit runs, or a first mask would leave actions open."""
    found, charged = language.static_tokens, list[float]()

    def told(site: Any, node: Any, *given: Any) -> Any:
        if node is given[-1].trie.root and limits_in_force().seconds is not None:
            charged.append(limits_in_force().seconds or 0)
        return found(site, node, *given)

    monkeypatch.setattr(language, "static_tokens", told)
    for best in (False, True):
        constraint = PlanConstraint(TIDY, byte_vocabulary(CROSSING), FORMATS[name], budget=4)
        cursor = constraint.initial()
        for number in range(60):
            scores = np.cos(np.arange(constraint.vocabulary.size) * (number + 1))
            ids = [constraint.best(cursor, scores)] if best else constraint.allowed(cursor)[-1:].tolist()
            if not ids or ids[0] is None:
                break
            cursor = constraint.advance(cursor, ids[0])
    assert not charged
