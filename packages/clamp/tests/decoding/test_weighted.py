"""Scores add up, whoever brings them: order, nesting and zero weights change nothing, and each keeps its name."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary

from clamp import HMM, Lookahead, PlanConstraint, PlanFormat, Score, Weighted
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ConstraintError, GuidanceError
from clamp.planning.system import Action

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)
LOGS = {"cup": -0.5, "shelf": -0.25}
INF = math.inf


def constraint() -> PlanConstraint:
    return PlanConstraint(
        TIDY, byte_vocabulary([b"Pick(", b")\nPut(", b"()\n"]), PlanFormat.calls(), budget=4
    )


def random_score(inner: PlanConstraint, name: str, weight: float, seed: int) -> Score:
    """A number for each token and each length of the text, whatever asks for it."""

    def scores(cursor: Any) -> list[float]:
        written = len(inner.actions(cursor))
        return [random.Random(f"{seed} {written} {token}").uniform(-3, 1) for token in inner.allowed(cursor)]

    return Score(name, weight, scores)


def walk(inner: PlanConstraint, seed: int) -> list[Any]:
    draw, cursors = random.Random(seed), [inner.initial()]
    while (allowed := inner.allowed(cursors[-1])).size:
        cursors.append(inner.advance(cursors[-1], int(draw.choice(allowed.tolist()))))
    return cursors


@pytest.mark.parametrize("seed", range(6))
def test_scores_add_whoever_brings_them_in_whatever_order_and_nesting(seed: int) -> None:
    inner = constraint()
    draw = random.Random(seed)
    hmm = HMM.random(3, inner.vocabulary.size, seed=seed)
    lookahead, soft = (
        Lookahead(inner, hmm, guidance=draw.choice([0.0, 0.5, 2.0])),
        VisibilityBias(inner, LOGS),
    )
    own = [random_score(inner, f"own {n}", draw.choice([0.0, 0.25, 1.0, 3.0]), n) for n in range(3)]
    terms = [*own, *soft.terms, *lookahead.terms]
    draw.shuffle(terms)
    flat = Weighted(inner, terms)
    nested = Weighted(Weighted(lookahead, own[:2]), [*soft.terms, own[2]])
    around = VisibilityBias(Weighted(lookahead, own), LOGS)
    for cursor in walk(inner, seed):
        expected = np.zeros(len(inner.allowed(cursor)))
        for term in terms:
            if term.weight:
                expected += term.weight * np.asarray(term.function(cursor))
        for one in (flat, nested, around):
            np.testing.assert_array_equal(one.allowed(cursor), inner.allowed(cursor))
            assert one.accepting(cursor) == inner.accepting(cursor)
            np.testing.assert_allclose(one.bias(cursor), expected, atol=1e-12)
            named = one.named_scores(cursor)
            assert set(named) == {term.name for term in terms if term.weight}
            for term in terms:
                if term.weight:
                    np.testing.assert_array_equal(named[term.name], term.function(cursor))


def test_what_weighs_nothing_is_never_asked() -> None:
    def never(_: Any) -> Any:
        raise AssertionError

    inner = constraint()
    off = Weighted(inner, [Score("off", 0, never)])
    assert off.bias(off.initial()) is None
    assert off.named_scores(off.initial()) == {}
    assert off.weighing == ()
    assert Weighted(inner, []).bias(inner.initial()) is None


def test_a_function_is_asked_once_a_cursor_and_its_array_is_its_own() -> None:
    inner, asked, mine = constraint(), [], np.zeros(2)

    def scores(cursor: Any) -> np.ndarray:
        asked.append(cursor)
        return mine

    one = Weighted(inner, [Score("mine", 2.0, scores)])
    cursor = one.initial()
    ids = inner.allowed(cursor)
    mine = np.arange(len(ids), dtype=np.float64)
    for _ in range(3):
        np.testing.assert_array_equal(one.bias(cursor), 2.0 * np.arange(len(ids)))
        mine += 1.0  # what is remembered does not change with it
    assert asked == [cursor]
    with pytest.raises(ValueError, match="read-only"):
        one.named_scores(cursor)["mine"][0] = 5.0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda n: np.zeros(n + 1), "shape"),
        (lambda n: np.zeros((n, 1)), "shape"),
        (lambda _: 0.0, r"shape \(\)"),
        (lambda _: None, "nothing|shape"),
        (lambda n: ["much"] * n, "a list"),
        (lambda n: dict.fromkeys(range(n), 0.0), "a dict"),
    ],
)
def test_a_function_gives_one_number_a_token(given: Any, said: str) -> None:
    inner = constraint()
    one = Weighted(inner, [Score("mine", 1.0, lambda cursor: given(len(inner.allowed(cursor))))])
    with pytest.raises(ConstraintError, match=rf"'mine'.*({said})"):
        one.bias(one.initial())


@pytest.mark.parametrize("dtype", [np.float32, np.int64, bool])
def test_scores_may_be_of_other_types_of_numbers(dtype: Any) -> None:
    inner = constraint()
    one = Weighted(inner, [Score("mine", 1.0, lambda cursor: np.ones(len(inner.allowed(cursor)), dtype))])
    found = one.bias(one.initial())
    assert found is not None
    assert found.dtype == np.float64
    assert found.tolist() == [1.0] * len(found)


def test_what_leaves_no_token_is_named() -> None:
    inner = constraint()
    ids = inner.allowed(inner.initial())
    for value, said in (
        (-INF, r"'mine'.*-inf"),
        (INF, "'mine'.*no logarithm"),
        (math.nan, "'mine'.*score nan"),
    ):
        one = VisibilityBias(
            Weighted(inner, [Score("mine", 1.0, lambda _, v=value: np.full(len(ids), v))]), LOGS
        )
        with pytest.raises(GuidanceError, match=said):
            one.bias(one.initial())
        assert "visibility" in one.named_scores(one.initial())  # a trace still shows what there is
    first, others = np.full(len(ids), -INF), np.zeros(len(ids))
    first[0], others[0] = 0.0, -INF
    torn = Weighted(inner, [Score("a", 1.0, lambda _: first), Score("b", 1.0, lambda _: others)])
    with pytest.raises(GuidanceError, match=r"'a', 'b' exclude all"):
        torn.bias(torn.initial())


def test_what_makes_no_sense_is_refused() -> None:
    inner = constraint()

    def zero(cursor: Any) -> Any:
        return np.zeros(len(inner.allowed(cursor)))

    for name, weight, function in (
        ("", 1.0, zero),
        (None, 1.0, zero),
        ("a", -1.0, zero),
        ("a", math.nan, zero),
        ("a", INF, zero),
        ("a", "1", zero),
        ("a", 2e6, zero),
        ("a", 1.0, np.zeros(3)),
    ):
        with pytest.raises(ConstraintError):
            Score(name, weight, function)  # type: ignore[arg-type]
    score = Score("a", 1.0, zero)
    for given in ("a", score, [zero], None, {"a": score}):
        with pytest.raises(ConstraintError, match=r"clamp\.Score"):
            Weighted(inner, given)  # type: ignore[arg-type]
    with pytest.raises(ConstraintError, match="PlanConstraint"):
        Weighted(TIDY, [score])  # type: ignore[arg-type]
    with pytest.raises(ConstraintError, match="named 'a'"):
        Weighted(Weighted(inner, [score]), [score])


def test_what_a_term_leaves_out_is_said() -> None:
    inner = constraint()
    hmm = HMM.random(2, inner.vocabulary.size, seed=0)
    short = Lookahead(inner, hmm, slack=0)
    one = VisibilityBias(short, LOGS)
    assert one.truncation is not None
    assert one.truncation == short.truncation
    assert VisibilityBias(Lookahead(inner, hmm, slack=0, guidance=0), LOGS).truncation is None
