"""Our constraints keep the laws that `clamp.contracts` holds other people's to, and it finds those that do not."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary
from shortsighted import Shortsighted

from clamp import HMM, Lookahead, PlanConstraint, PlanFormat, Score, Weighted
from clamp.contracts import check_constraint
from clamp.decoding import Constraint
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ConstraintError
from clamp.hosts.follower import Follower
from clamp.hosts.jobs import PlanRequest
from clamp.planning.system import Action

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


def constraint(
    plan_format: PlanFormat = FORMATS[0], kind: type[PlanConstraint] = PlanConstraint, **options: Any
) -> PlanConstraint:
    vocabulary = byte_vocabulary([b"Pick(", b")\nPut(", b"()\n", b'"},{"', b"ook", b"p)\nL"])
    return kind(TIDY, vocabulary, plan_format, **({"budget": 3} | options))


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


@pytest.mark.parametrize("plan_format", FORMATS, ids=lambda one: one.name)
@pytest.mark.parametrize("kind", [PlanConstraint, Shortsighted])
def test_ours_refuse_what_hosts_never_ask(plan_format: PlanFormat, kind: type[PlanConstraint]) -> None:
    """A token that is not admissible; and after the end of the sequence nothing is, and the plan stays whole."""
    for seed in range(3):
        draw, one = random.Random(seed), constraint(plan_format, kind)
        cursor = one.initial()
        while (allowed := one.allowed(cursor).tolist()) and not cursor.finished:
            for token in set(draw.sample(range(one.vocabulary.size), 30)) - set(allowed):
                with pytest.raises(ConstraintError, match="is not admissible here"):
                    one.advance(cursor, token)
            cursor = one.advance(cursor, draw.choice(allowed))
        if cursor.finished:
            assert one.accepting(cursor)
            with pytest.raises(ConstraintError, match="is not admissible here"):
                one.advance(cursor, min(EOS))


def test_a_constraint_without_a_plan_keeps_them_too() -> None:
    check_constraint(constraint(budget=1))


def broken(inner: Any, **members: Any) -> Any:
    """A constraint like another one, with some members replaced."""
    attributes = {name: staticmethod(one) if callable(one) else one for name, one in members.items()}
    found = object.__new__(type("Broken", (type(inner),), attributes))
    vars(found).update({name: one for name, one in vars(inner).items() if name not in members})
    return found


class Stuck(Constraint[int]):
    """One token, and then nothing."""

    def initial(self) -> int:
        return 0

    def advance(self, cursor: int, token: int) -> int:
        return cursor + 1

    def allowed(self, cursor: int) -> np.ndarray:
        return np.array([[5], []][min(cursor, 1)], dtype=np.int64)


def endless() -> Stuck:
    found = Stuck(GOOD.vocabulary)
    found.allowed = lambda cursor: np.array([5])  # type: ignore[method-assign]
    return found


GOOD = constraint()
EOS = GOOD.vocabulary.eos_ids
SOFT = weighed(GOOD)[0]
NONE = constraint(budget=1)


def changing() -> Any:
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

    return broken(
        GOOD,
        initial=Counter,
        failure=lambda: None,
        advance=advance,
        allowed=lambda cursor: GOOD.allowed(cursor.inner),
        accepting=lambda cursor: GOOD.accepting(cursor.inner),
        actions=lambda cursor: GOOD.actions(cursor.inner),
        explain=lambda cursor, token: GOOD.explain(cursor.inner, token),
        best=lambda cursor, *rest: GOOD.best(cursor.inner, *rest),
        sample=lambda cursor, *rest: GOOD.sample(cursor.inner, *rest),
        admits=lambda cursor, token: GOOD.admits(cursor.inner, token),
    )


class Listed(Stuck):
    """Cursors that are lists, at the start or later."""

    start: ClassVar[Any] = []

    def initial(self) -> Any:
        return self.start

    def advance(self, cursor: Any, token: int) -> Any:
        return [*cursor, token]

    def allowed(self, cursor: Any) -> np.ndarray:
        return np.array([5] if len(cursor) < 3 else sorted(EOS), dtype=np.int64)


class ListedLater(Listed):
    start: ClassVar[Any] = ()


def untyped(cursor: Any) -> Any:
    return tuple((action.name, action.args) for action in GOOD.actions(cursor))


def dead_end(cursor: Any) -> Any:
    return GOOD.allowed(cursor) if cursor == GOOD.initial() else np.empty(0, dtype=np.int64)


def nan(cursor: Any) -> Any:
    return {"G": np.full(len(GOOD.allowed(cursor)), np.nan)}


def why(**said: Any) -> Any:
    return lambda cursor, token: SimpleNamespace(**said)


def silent(cursor: Any, token: int) -> Any:
    return SimpleNamespace(allowed=GOOD.admits(cursor, token), constraint=None, reason="")


def stuck() -> Any:
    return broken(constraint(kind=Shortsighted, budget=1), dead_end=lambda cursor: 3)


ENDLESS = GraphSystem(TIDY.actions, TIDY.edges, goals=())
"""The same, without a plan."""

WRONG: list[tuple[str, Any, str]] = [
    ("initial", lambda: broken(GOOD, initial=lambda: object(), failure=lambda: None), "equal cursors|was given"),
    ("initial", lambda: Listed(GOOD.vocabulary), "Cursors are hashable"),
    ("advance", lambda: ListedLater(GOOD.vocabulary), "Cursors are hashable"),
    ("actions", lambda: broken(GOOD, actions=untyped), "`actions` is a tuple of clamp.Action, not"),
    ("enforce", lambda: broken(GOOD, enforce=frozenset({"goals"})), "`enforce` of a Broken is"),
    ("enforce", lambda: broken(GOOD, enforce="goal"), "`enforce` of a Broken is the text 'goal'"),
    ("advance", changing, "stays as it is|refuses all else|equal cursors|was given a cursor"),
    ("advance", lambda: broken(GOOD, advance=lambda cursor, token: cursor), "ends within"),
    ("allowed", lambda: broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor).tolist()), "is an array"),
    ("allowed", lambda: broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor)[::-1]), "ascend"),
    ("allowed", lambda: broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor) + 10_000), "the vocabulary's"),
    ("allowed", lambda: broken(GOOD, allowed=lambda cursor: GOOD.allowed(cursor)[:1]), "all else|exactly|`best`"),
    ("allowed", lambda: broken(GOOD, allowed=lambda cursor: np.arange(32, 60)), "takes what is|exactly where|`best`"),
    ("allowed", lambda: broken(GOOD, allowed=dead_end, accepting=lambda cursor: False), "dead end|takes what|`best`"),
    ("accepting", lambda: broken(GOOD, accepting=lambda cursor: True), "exactly where `accepting`"),
    ("accepting", lambda: broken(GOOD, accepting=lambda cursor: False), "exactly where `accepting`|accepted text"),
    ("failure", lambda: broken(NONE, failure=lambda: None), "`failure` is None exactly"),
    ("failure", lambda: broken(GOOD, failure=NONE.failure), "`failure` is None exactly"),
    ("failure", lambda: broken(NONE, failure=lambda: SimpleNamespace(cause="", message="")), "`failure` says why"),
    ("plan_format", lambda: broken(GOOD, plan_format=PlanFormat.skill_json()), "`plan_format` reads what is written"),
    ("allowed", lambda: endless(), "ends within"),
    ("dead_end", lambda: Stuck(GOOD.vocabulary), "not to a dead end"),
    ("system", lambda: broken(GOOD, system=ENDLESS), "`system` finds valid"),
    ("actions", lambda: broken(GOOD, actions=lambda cursor: GOOD.actions(cursor)[:1]), "are what the text says"),
    ("actions", lambda: broken(GOOD, actions=lambda cursor: TIDY.actions[:1]), "before the first|Before the first"),
    ("explain", lambda: broken(GOOD, explain=why(allowed=True)), "`explain` says what is"),
    ("explain", lambda: broken(GOOD, explain=silent), "`explain` says what forbids"),
    ("dead_end", stuck, "`dead_end` is a sentence"),
    ("dead_end", lambda: broken(GOOD, dead_end=lambda cursor: "stuck"), "`dead_end` says nothing"),
    ("admits", lambda: broken(GOOD, admits=lambda cursor, token: True), "`admits`"),
    ("best", lambda: broken(GOOD, best=lambda cursor, scores: int(scores.argmax())), "`best`"),
    ("sample", lambda: broken(GOOD, sample=lambda cursor, scores, *_: int(scores.argmax())), "`sample`"),
    ("weighing", lambda: broken(SOFT, weighing=(), named_scores=SOFT.named_scores), "`named_scores` are of what"),
    ("truncation", lambda: broken(SOFT, truncation=""), "`truncation` says"),
    ("bias", lambda: broken(SOFT, bias=lambda cursor: np.zeros(1)), "a bias for each|is the weighed sum"),
    ("bias", lambda: broken(SOFT, bias=lambda cursor: None), "exactly where scores weigh"),
    ("bias", lambda: broken(SOFT, bias=lambda cursor: np.full(len(GOOD.allowed(cursor)), -np.inf)), "finite exactly"),
    ("choose", lambda: broken(GOOD, choose=lambda cursor, scores, pick: int(scores.argmax())), "`best`"),
    ("bias", lambda: broken(SOFT, bias=lambda cursor: 2 * SOFT.bias(cursor)), "the weighed sum"),
    ("named_scores", lambda: broken(SOFT, named_scores=lambda cursor: {"G": np.zeros(1)}), "a score for each"),
    ("named_scores", lambda: broken(SOFT, named_scores=nan), "no number"),
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


def test_dead_ends_that_are_said_to_be_some_pass() -> None:
    check_constraint(constraint(kind=Shortsighted, budget=1), walks=3)


def test_no_method_goes_unasked() -> None:
    """All that hosts ask of a constraint and of what weighs tokens."""
    asked = {one for kind in (Constraint, Weighted) for one in vars(kind) if not one.startswith("_")}
    known = {one[0] for one in WRONG} | {"endings", "longest_ending", "within"}  # test_within.py
    known |= {"lazy", "lock", "name", "hard", "check_cursor", "terms"}
    assert asked - known == set()


def test_what_has_not_all_three_methods_is_none() -> None:
    assert Constraint.__abstractmethods__ == {"initial", "advance", "allowed"}


class Duck:
    """What passed for a constraint while hosts asked for methods by name."""

    vocabulary, initial, advance, allowed = GOOD.vocabulary, GOOD.initial, GOOD.advance, GOOD.allowed


class Forgetful(Stuck):
    def __init__(self) -> None:
        pass


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Duck(), "inherit clamp.Constraint: three methods"),
        (Duck, "not .*Duck"),
        (Forgetful(), r"does not call `super\(\)"),
        ("world", "`enforce` of a PlanConstraint"),
    ],
)
def test_what_is_none_is_refused_before_a_model_is_asked(given: Any, said: str) -> None:
    for refuses in (
        check_constraint,
        lambda one: PlanRequest("Tidy up.", one),
        lambda one: Follower(one, EOS),
    ):
        with pytest.raises(ConstraintError, match=said):
            refuses(given)


@pytest.mark.parametrize(
    ("ids", "said"),
    [([3, 4], "integer array"), (np.array([4, 3]), "ascend"), (np.array([4.0]), "integer array")],
)
def test_what_no_ids_are_is_refused_before_a_model_is_asked(ids: Any, said: str) -> None:
    stuck = Stuck(GOOD.vocabulary)
    stuck.allowed = lambda cursor: ids  # type: ignore[method-assign]
    with pytest.raises(ConstraintError, match=said):
        stuck.failure()


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
