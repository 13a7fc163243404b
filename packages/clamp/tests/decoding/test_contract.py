"""Our constraints keep the laws that `clamp.testing` holds other people's to, and it finds those that do not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary

from clamp import HMM, Lookahead, PlanConstraint, PlanFormat, Score, Weighted
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ConstraintError
from clamp.hosts.follower import (
    CHOOSING_MEMBERS,
    PLANNING_MEMBERS,
    WEIGHT_MEMBERS,
    ChoosingConstraint,
    PlanningConstraint,
    TokenConstraint,
    TokenWeights,
)
from clamp.hosts.jobs import PlanRequest
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
    """A constraint with some members replaced, or left out."""

    def __init__(self, inner: Any, **members: Any) -> None:
        self._inner = inner
        self._lacking = [name for name, member in members.items() if member is LACKING]
        self.__dict__.update({name: one for name, one in members.items() if one is not LACKING})

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("_lacking", ()):
            raise AttributeError(name)
        return getattr(self._inner, name)


LACKING = object()
GOOD = constraint()
SOFT = weighed(GOOD)[0]
NONE = constraint(budget=1)


def changing() -> Broken:
    """Cursors that are counters, changed by `advance`."""

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
        GOOD,
        initial=Counter,
        advance=advance,
        allowed=lambda cursor: GOOD.allowed(cursor.inner),
        accepting=lambda cursor: GOOD.accepting(cursor.inner),
        actions=lambda cursor: GOOD.actions(cursor.inner),
        explain=lambda cursor, token: GOOD.explain(cursor.inner, token),
        best=lambda cursor, *rest: GOOD.best(cursor.inner, *rest),
        sample=lambda cursor, *rest: GOOD.sample(cursor.inner, *rest),
        admits=lambda cursor, token: GOOD.admits(cursor.inner, token),
    )


def dead_end(cursor: Any) -> Any:
    return GOOD.allowed(cursor) if cursor == GOOD.initial() else np.empty(0, dtype=np.int64)


def nan(cursor: Any) -> Any:
    return {"G": np.full(len(GOOD.allowed(cursor)), np.nan)}


def why(**said: Any) -> Any:
    return lambda cursor, token: SimpleNamespace(**said)


def silent(cursor: Any, token: int) -> Any:
    return SimpleNamespace(allowed=GOOD.admits(cursor, token), constraint=None, reason="")


def stuck() -> Broken:
    paper = constraint(semantics="paper", budget=1)
    return Broken(paper, dead_end=lambda cursor: 3)


ENDLESS = GraphSystem(TIDY.actions, TIDY.edges, goals=())
"""The same, without a plan."""

WRONG: list[tuple[str, Any, str]] = [
    ("vocabulary", lambda: Broken(GOOD, vocabulary=SimpleNamespace(size=3, name="x", eos_ids=())), "has a size"),
    ("initial", lambda: Broken(GOOD, initial=lambda: object()), "equal cursors|was given"),
    ("initial", lambda: Broken(GOOD, initial=LACKING), "lacks"),
    ("advance", changing, "stays as it is|refuses all else|equal cursors|was given a cursor"),
    ("advance", lambda: Broken(GOOD, advance=lambda cursor, token: cursor), "takes what is admissible"),
    ("allowed", lambda: Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor).tolist()), "is an array"),
    ("allowed", lambda: Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor)[::-1]), "ascend"),
    ("allowed", lambda: Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor) + 10_000), "the vocabulary's"),
    ("allowed", lambda: Broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor)[:1]), "all else|exactly|`best`"),
    ("allowed", lambda: Broken(GOOD, allowed=lambda cursor: np.arange(32, 60)), "takes what is|exactly where|`best`"),
    ("allowed", lambda: Broken(GOOD, allowed=dead_end, accepting=lambda cursor: False), "dead end|all else|`best`"),
    ("accepting", lambda: Broken(GOOD, accepting=lambda cursor: True), "exactly where `accepting`"),
    ("accepting", lambda: Broken(GOOD, accepting=lambda cursor: False), "exactly where `accepting`|accepted text"),
    ("accepting", lambda: Broken(GOOD, accepting=LACKING), "lacks.*'accepting'"),
    ("failure", lambda: Broken(NONE, failure=lambda: None), "`failure` is None exactly"),
    ("failure", lambda: Broken(GOOD, failure=NONE.failure), "`failure` is None exactly"),
    ("failure", lambda: Broken(NONE, failure=lambda: SimpleNamespace(cause="", message="")), "`failure` says why"),
    ("plan_format", lambda: Broken(GOOD, plan_format=None), "`plan_format` reads plans"),
    ("plan_format", lambda: Broken(GOOD, plan_format=PlanFormat.skill_json()), "`plan_format` reads what is written"),
    ("plan_format", lambda: Broken(GOOD, plan_format=LACKING), "lacks.*'plan_format'"),
    ("system", lambda: Broken(GOOD, system=None), "`system` is a TransitionSystem"),
    ("system", lambda: Broken(GOOD, system=ENDLESS), "`system` finds valid"),
    ("actions", lambda: Broken(GOOD, actions=LACKING), "lacks.*'actions'"),
    ("actions", lambda: Broken(GOOD, actions=lambda cursor: ()), "`actions` are what the text says"),
    ("actions", lambda: Broken(GOOD, actions=lambda cursor: TIDY.actions[:1]), "before the first|Before the first"),
    ("explain", lambda: Broken(GOOD, explain=why(allowed=True)), "`explain` says what is"),
    ("explain", lambda: Broken(GOOD, explain=silent), "`explain` says what forbids"),
    ("dead_end", stuck, "`dead_end` is a sentence"),
    ("dead_end", lambda: Broken(GOOD, dead_end=lambda cursor: "stuck"), "`dead_end` says nothing"),
    ("admits", lambda: Broken(GOOD, admits=lambda cursor, token: True), "`admits`"),
    ("best", lambda: Broken(GOOD, best=lambda cursor, scores: int(scores.argmax())), "`best`"),
    ("best", lambda: Broken(GOOD, best=LACKING), "wholly or not at all"),
    ("sample", lambda: Broken(GOOD, sample=lambda cursor, scores, *_: int(scores.argmax())), "`sample`"),
    ("weighing", lambda: Broken(SOFT, weighing=()), "`named_scores` are of what"),
    ("weighing", lambda: Broken(SOFT, weighing=LACKING), "lacks.*'weighing'"),
    ("truncation", lambda: Broken(SOFT, truncation=""), "`truncation` says"),
    ("bias", lambda: Broken(SOFT, bias=lambda cursor: np.zeros(1)), "a bias for each|is the weighed sum"),
    ("bias", lambda: Broken(SOFT, bias=lambda cursor: None), "exactly where scores weigh"),
    ("bias", lambda: Broken(SOFT, bias=lambda cursor: np.full(len(GOOD.allowed(cursor)), -np.inf)), "finite exactly"),
    ("bias", lambda: Broken(SOFT, bias=lambda cursor: 2 * SOFT.bias(cursor)), "the weighed sum"),
    ("named_scores", lambda: Broken(SOFT, named_scores=lambda cursor: {"G": np.zeros(1)}), "a score for each"),
    ("named_scores", lambda: Broken(SOFT, named_scores=nan), "no number"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "said"),
    [one[1:] for one in WRONG],
    ids=[f"{one[0]} {number}" for number, one in enumerate(WRONG)],
)
def test_broken_ones_are_found(broken: Any, said: str) -> None:
    with pytest.raises((AssertionError, ConstraintError), match=said):
        check_constraint(broken(), walks=4, steps=40)


@pytest.mark.parametrize("bad", [{"walks": 0}, {"steps": "60"}, {"seed": 0.5}])
def test_numbers_that_are_none_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ConstraintError, match=f"`{next(iter(bad))}`|{next(iter(bad))}"):
        check_constraint(GOOD, **bad)


def test_the_paper_s_semantics_pass_with_their_dead_ends() -> None:
    check_constraint(constraint(semantics="paper", budget=1), walks=3)


PROTOCOLS = (TokenConstraint, ChoosingConstraint, PlanningConstraint, TokenWeights)


def test_no_member_goes_unasked() -> None:
    """All that hosts ask of a constraint, the two verbs that some have, and what the lists of them say."""
    token, choosing, planning, weights = (
        {one for one in vars(protocol) if not one.startswith("_")} for protocol in PROTOCOLS
    )
    assert {one[0] for one in WRONG} == {*token, *choosing, *planning, *weights, "accepting", "dead_end"}
    assert set(PLANNING_MEMBERS) == token | planning
    assert set(CHOOSING_MEMBERS) == choosing
    assert set(WEIGHT_MEMBERS) == weights


@pytest.mark.parametrize("name", [*PLANNING_MEMBERS, "accepting"])
def test_what_a_text_will_need_is_asked_before_it_is_written(name: str) -> None:
    lacking = Broken(GOOD, **{name: LACKING})
    with pytest.raises(AssertionError, match=f"lacks.*{name}"):
        check_constraint(lacking)
    if name in PLANNING_MEMBERS:
        with pytest.raises(ConstraintError, match=f"lacks '{name}'|not .*Broken"):
            PlanRequest("Tidy up.", lacking)  # type: ignore[arg-type]


def test_one_that_forgets_an_action_s_effect_is_found_where_the_plan_ends() -> None:
    """`possible_indices` without `is_lost`: what is written then is no plan."""

    class Loose(GraphSystem):
        def possible_indices(self, state: int) -> list[int]:
            return [0, 1, 2]

        def successor_of_index(self, state: int, index: int) -> int:
            return self.edges[state].get(index, 2)

    loose = Loose(TIDY.actions, TIDY.edges, TIDY.goals)
    written = PlanConstraint(loose, GOOD.vocabulary, FORMATS[0], budget=3)
    with pytest.raises(
        AssertionError, match=r"a plan that `system` finds valid|`explain` says what is admissible"
    ):
        check_constraint(written)
