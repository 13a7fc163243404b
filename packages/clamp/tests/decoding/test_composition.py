"""Constraints side by side: ``one & other`` admits what both admit, says where it dead-ends, and keeps all scores."""

from __future__ import annotations

import pickle
import random
import unittest
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fakes import TIDY, byte_vocabulary

import clamp
from clamp import HMM, Constraint, Lookahead, PlanConstraint, PlanFormat, Score, Weighted
from clamp.automata import Vocabulary
from clamp.contracts import ConstraintContract, SystemContract
from clamp.decoding import constraint as room
from clamp.decoding.constraint import Both
from clamp.decoding.forms import FormConstraint, any_of, text
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ConstraintError, DeadEndError, ModelScoresError
from clamp.hosts.follower import Follower

VOCABULARY = byte_vocabulary([b"Pick(", b")\nPut(", b"()\n", b"Look", b"shelf)"])
CALLS = PlanFormat.calls()
LONG, SHORT = "Look()\nPick(cup)\nPut(cup, shelf)", "Pick(cup)\nPut(cup, shelf)"


class Except(Constraint[bytes]):
    """Any text without some words; a cursor is what has been written."""

    def __init__(self, *words: bytes) -> None:
        super().__init__(VOCABULARY)
        self.words = words

    def initial(self) -> bytes:
        return b""

    def advance(self, cursor: bytes, token: int) -> bytes:
        return cursor + (self.vocabulary.bytes_of(token) or b"")

    def allowed(self, cursor: bytes) -> np.ndarray:
        known = ((token, self.vocabulary.bytes_of(token)) for token in range(self.vocabulary.size))
        good = [
            token for token, data in known if data and not any(one in cursor + data for one in self.words)
        ]
        return np.array(sorted({*good, *self.vocabulary.eos_ids}), dtype=np.int64)


def plans(**options: Any) -> PlanConstraint:
    return PlanConstraint(TIDY, VOCABULARY, CALLS, budget=4, **options)


def texts_of(*texts: str) -> FormConstraint:
    return FormConstraint(any_of(*map(text, texts)), VOCABULARY)


def follow(constraint: Constraint[Any], draw: random.Random) -> tuple[bytes, str | None]:
    """A random text, and why it ended where it is not whole."""
    cursor, written = constraint.initial(), list[int]()
    while True:
        allowed = constraint.allowed(cursor).tolist()
        if not allowed:
            return VOCABULARY.decode(written), constraint.dead_end(cursor)
        token = draw.choice(allowed)
        if token in VOCABULARY.eos_ids:
            return VOCABULARY.decode(written), None
        written.append(token)
        cursor = constraint.advance(cursor, token)


@pytest.mark.parametrize("seed", range(6))
def test_both_admit_each_token_and_only_then(seed: int) -> None:
    one, other = plans(loops=True), Except(b"L", b"Look")
    both, draw = one & other, random.Random(seed)
    cursor = both.initial()
    while (allowed := both.allowed(cursor)).size:
        expected = set(one.allowed(cursor[0]).tolist()) & set(other.allowed(cursor[1]).tolist())
        assert allowed.tolist() == sorted(expected)
        token = draw.choice(allowed.tolist())
        cursor = both.advance(cursor, token)
    assert b"Look" not in cursor[1]
    assert [str(action) for action in both.actions(cursor)] == ["Pick(cup)", "Put(cup, shelf)"]


@pytest.mark.parametrize(
    "made",
    [
        lambda: plans() & texts_of(LONG, SHORT),
        lambda: texts_of(LONG, SHORT, "Sing()") & plans(),
        lambda: plans() & texts_of(LONG, SHORT) & Except(b"Look"),
        lambda: plans() & Except(b"shelf)"),
        lambda: Lookahead(plans(), HMM.random(2, VOCABULARY.size, seed=0)) & texts_of(LONG, SHORT),
        lambda: texts_of(LONG, SHORT),
        lambda: Except(b"o", b"L"),
    ],
)
def test_what_is_put_together_keeps_the_contract(made: Callable[[], Constraint[Any]]) -> None:
    class Contract(ConstraintContract):
        walks = 4

        def constraint(self) -> Constraint[Any]:
            return made()

    contract = Contract()
    contract.test_keeps_its_contract_to_the_end_of_its_texts()
    if not isinstance(made(), Weighted):
        contract.test_keeps_it_when_it_is_weighed()


def test_unittest_runs_a_contract_too() -> None:
    class Contract(ConstraintContract, unittest.TestCase):
        walks = 1

        def constraint(self) -> Constraint[Any]:
            return texts_of(SHORT)

    class Broken(Contract):
        def constraint(self) -> Constraint[Any]:
            return Weighted(texts_of(SHORT), [Score("none", 1.0, lambda cursor: [np.nan])])

    for kind, failures in ((Contract, 0), (Broken, 2)):
        found = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(found)
        assert (found.testsRun, len(found.failures) + len(found.errors)) == (2, failures)


def test_a_contract_of_a_system_runs_and_needs_its_system() -> None:
    class Contract(SystemContract):
        def system(self) -> Any:
            return TIDY

    Contract().test_keeps_its_contract_near_the_start_and_to_the_goal()
    with pytest.raises(TypeError, match="abstract"):
        SystemContract()  # type: ignore[abstract]


def test_a_dead_end_says_who_admitted_what() -> None:
    both = plans() & Except(b"shelf)", b"f)")
    written, why = follow(both, random.Random(0))
    assert written.endswith(b"Put(cup, shelf")
    assert why is not None
    assert "none is in both" in why
    follower = Follower(both, VOCABULARY.eos_ids)
    follower.follow([*written])
    with pytest.raises(DeadEndError, match=r"PlanConstraint admits .* there, Except") as caught:
        follower.admissible()
    assert follower.failed(caught.value).cause == "dead-end"
    at_once = plans() & texts_of("Sing()")
    failure = at_once.failure()
    assert failure is not None
    assert (failure.cause, "none is in both" in failure.message) == ("dead-end", True)
    hopeless = (PlanConstraint(TIDY, VOCABULARY, CALLS, budget=1) & Except()).failure()
    assert hopeless is not None
    assert hopeless.cause == "budget"


def test_who_forbids_a_token_says_why() -> None:
    both = plans(loops=True) & Except(b"L")
    for token, who in ((ord("L"), "Except"), (ord("!"), "syntax")):
        why = both.explain(both.initial(), token)
        assert (why.allowed, why.constraint) == (False, who)
    assert both.explain(both.initial(), ord("P")).allowed


def test_scores_weigh_on_whichever_side_they_stand() -> None:
    inner = plans()
    mine = Score("mine", 2.0, lambda cursor: -inner.allowed(cursor).astype(float))
    weighed, other = Weighted(inner, [mine]), texts_of(LONG, SHORT)
    word = Score("word", 1.0, lambda cursor: np.arange(len(other.allowed(cursor)), dtype=float))
    for both, names in (
        (weighed & other, {"mine"}),
        (other & weighed, {"mine"}),
        (weighed & Weighted(other, [word]), {"mine", "word"}),
    ):
        assert isinstance(both, Weighted)
        cursor = both.initial()
        assert set(both.named_scores(cursor)) == names
        np.testing.assert_array_equal(both.named_scores(cursor)["mine"], -both.allowed(cursor).astype(float))
        pair = both.constraint
        assert isinstance(pair, Both)
        assert both.bias(cursor) is not None
        # The best token with its weights, not without.
        assert both.best(cursor, np.zeros(VOCABULARY.size)) == int(
            both.allowed(cursor)[np.argmax(both.bias(cursor))]
        )


def test_what_is_put_together_is_pickled_with_its_cursors() -> None:
    both = plans() & plans(loops=True)
    copy, cursor = pickle.loads(pickle.dumps((both, both.advance(both.initial(), ord("P")))))
    assert copy.name == "PlanConstraint & PlanConstraint"
    there = both.advance(both.initial(), ord("P"))
    np.testing.assert_array_equal(copy.allowed(cursor), both.allowed(there))


def test_what_does_not_go_together_is_refused() -> None:
    other = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)
    with pytest.raises(ConstraintError, match="over the tokens of"):
        plans() & PlanConstraint(TIDY, other, CALLS, budget=4)
    with pytest.raises(ConstraintError, match="`plan_format`"):
        plans() & PlanConstraint(TIDY, VOCABULARY, PlanFormat.steps(), budget=4)
    with pytest.raises(TypeError):
        plans() & 3  # type: ignore[operator]
    for one in (texts_of(LONG), Weighted(texts_of(LONG), []), 3):
        with pytest.raises(ConstraintError, match=r"`constraint` is (the|a) clamp\.PlanConstraint"):
            VisibilityBias(one, {})  # type: ignore[arg-type]
        with pytest.raises(ConstraintError, match=r"`constraint` is (the|a) clamp\.PlanConstraint"):
            Lookahead(one, HMM.random(2, VOCABULARY.size, seed=0))  # type: ignore[arg-type]
    same = Vocabulary.from_bytes(
        [VOCABULARY.bytes_of(one) for one in range(VOCABULARY.size)], VOCABULARY.size - 1
    )
    assert (plans() & PlanConstraint(TIDY, same, CALLS, budget=4)).failure() is None


def test_what_follows_from_three_methods() -> None:
    form, scores = texts_of(LONG, SHORT), np.zeros(VOCABULARY.size)
    cursor = form.initial()
    assert not form.accepting(cursor)
    assert form.admits(cursor, ord("P"))
    assert not form.admits(cursor, ord("!"))
    scores[ord("!")], scores[ord("P")] = 9.0, 1.0
    assert form.best(cursor, scores) == ord("P")
    assert form.sample(cursor, scores, 0.01, np.random.default_rng(0)) == ord("P")
    with pytest.raises(ConstraintError, match="`temperature` is 0"):
        form.sample(cursor, scores, 0, np.random.default_rng(0))
    with pytest.raises(ModelScoresError):
        form.best(cursor, np.full(VOCABULARY.size, -np.inf))
    assert form.failure() is None
    assert form.actions(cursor) == ()
    assert form.hard is form


def test_what_stood_in_another_room_is_found_with_a_warning() -> None:
    with pytest.warns(
        FutureWarning, match=r"clamp\.decoding\.constraint\.PlanConstraint is now clamp\.decoding\.plans"
    ):
        assert room.PlanConstraint is clamp.PlanConstraint  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = room.nonsense  # type: ignore[attr-defined]
