"""Our constraints keep the laws that `clamp.testing` holds other people's to, and it finds those that do not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary

from clamp import HMM, Lookahead, PlanConstraint, PlanFormat, Score, Weighted
from clamp.decoding.visibility import VisibilityBias
from clamp.planning.system import Action
from clamp.testing import check_constraint

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)
FORMATS = [
    PlanFormat.calls(),
    PlanFormat.skill_json(),
    PlanFormat.steps().with_reasoning("Think:", "\nPlan:\n", 5),
]


def constraint(plan_format: PlanFormat = FORMATS[0], **options: Any) -> PlanConstraint:
    vocabulary = byte_vocabulary([b"Pick(", b")\nPut(", b"()\n", b'"},{"', b"ook", b"p)\nL"])
    return PlanConstraint(TIDY, vocabulary, plan_format, **({"budget": 3} | options))


def weighed(inner: PlanConstraint) -> list[Any]:
    lookahead = Lookahead(inner, HMM.random(2, inner.vocabulary.size, seed=0))
    soft = VisibilityBias(lookahead, {"cup": -0.5, "shelf": -0.25})
    mine = Score("mine", 2.0, lambda cursor: -np.arange(len(inner.allowed(cursor))))
    return [lookahead, soft, Weighted(soft, [mine]), Weighted(inner, [])]


@pytest.mark.parametrize("plan_format", FORMATS, ids=lambda one: one.name)
@pytest.mark.parametrize("enforce", [{"syntax"}, {"syntax", "executability"}, None])
def test_our_constraints_keep_the_laws(plan_format: PlanFormat, enforce: set[str] | None) -> None:
    inner = constraint(plan_format, **({} if enforce is None else {"enforce": enforce}))
    for one in [inner, *(weighed(inner) if enforce is None else [])]:
        check_constraint(one, walks=2, steps=24)


def test_a_constraint_without_a_plan_keeps_them_too() -> None:
    check_constraint(constraint(budget=1))


class Broken:
    """A constraint with some verbs replaced."""

    def __init__(self, inner: Any, **verbs: Any) -> None:
        self._inner = inner
        self.__dict__.update(verbs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


GOOD = constraint()
SOFT = weighed(GOOD)[0]


def _changing() -> Broken:
    """Cursors that are counters, changed by `advance`."""
    state: dict[int, Any] = {}

    def advance(cursor: Any, token: int) -> Any:
        cursor.inner = GOOD.advance(cursor.inner, token)
        return cursor

    class Counter:
        def __init__(self) -> None:
            self.inner = GOOD.initial()

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Counter)

        def __hash__(self) -> int:
            return 1

    return Broken(
        SimpleNamespace(vocabulary=GOOD.vocabulary, state=state),
        initial=Counter,
        advance=advance,
        allowed=lambda cursor: GOOD.allowed(cursor.inner),
        accepting=lambda cursor: GOOD.accepting(cursor.inner),
    )


def _dead_end(cursor: Any) -> Any:
    return GOOD.allowed(cursor) if cursor == GOOD.initial() else np.empty(0, dtype=np.int64)


def _nan(cursor: Any) -> Any:
    return {"G": np.full(len(GOOD.allowed(cursor)), np.nan)}


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor).tolist()), "is an array"),
        (Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor)[::-1]), "ascend"),
        (Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor) + 10_000), "the vocabulary's"),
        (Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor)[:1]), "refuses all else|exactly where"),
        (Broken(GOOD, allowed=lambda cursor: np.arange(32, 60)), "takes what is admissible|exactly where"),
        (Broken(GOOD, allowed=_dead_end, accepting=lambda cursor: False), "dead end|refuses all else"),
        (Broken(GOOD, accepting=lambda cursor: True), "exactly where `accepting`"),
        (Broken(GOOD, accepting=lambda cursor: False), "exactly where `accepting`|accepted text"),
        (Broken(GOOD, initial=lambda: object()), "equal cursors"),
        (Broken(GOOD, explain=lambda cursor, token: SimpleNamespace(allowed=True)), "`explain`"),
        (Broken(constraint(budget=1), failure=lambda: None), "`failure` says why"),
        (Broken(SOFT, bias=lambda cursor: np.zeros(1)), "a bias for each"),
        (Broken(SOFT, bias=lambda cursor: None), "exactly where scores weigh"),
        (Broken(SOFT, named_scores=lambda cursor: {"G": np.zeros(1)}), "a score for each"),
        (Broken(SOFT, named_scores=_nan), "no number"),
        (Broken(SOFT, bias=lambda cursor: np.full(len(GOOD.allowed(cursor)), -np.inf)), "finite exactly"),
        (_changing(), "stays as it is|refuses all else|equal cursors"),
    ],
)
def test_broken_ones_are_found(broken: Broken, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_constraint(broken, walks=4, steps=40)
