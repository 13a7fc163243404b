"""What a failure claims holds: each claim is tried by doing what it says, under the same other settings.

Small graphs × rules × loops × slack × what is seen × budget × what is enforced. A cause is one only if changing it
gives a plan; where no single change does, none is named as the cause.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import oracles
import pytest
from fakes import ACTS, EDGES, GraphSystem, byte_vocabulary
from hypothesis import example, given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import LEVELS, Explanation, Failure, PlanConstraint, PlanFormat
from clamp.errors import LimitError
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.trace import keeps
from clamp.planning.search import limits
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.system import Action, ActionWords, TransitionSystem

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

VOCABULARY = byte_vocabulary()
ANY = 14
"""No plan of more actions need be tried: there are at most 3 states, and as many of the automata."""

FORMULAS = (
    "G !do:go", "G !do:back", "F do:go", "F do:look", "F (do:look & X do:look)", "G (do:go -> X do:back)", "F do:back",
    "last", "X do:look", "G (last -> do:back)", "G (do:look -> X F do:go)", "!do:* U do:back", "G (do:* -> WX false)",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """All that a constraint is asked."""

    edges: tuple[tuple[int, int, int], ...]
    goals: frozenset[int]
    rules: tuple[str, ...] = ()
    loops: bool = False
    slack: int | None = None
    budget: int | None = None
    seen: frozenset[str] | None = None
    enforce: tuple[str, ...] = LEVELS

    def constraint(self, limits: SearchLimits | None = None) -> PlanConstraint:
        table: dict[int, dict[int, int]] = {}
        for state, action, after in self.edges:
            table.setdefault(state, {})[action] = after
        system: TransitionSystem[Any] = GraphSystem(ACTS, table, self.goals)
        if self.rules:
            system = Ruled(system, [Rule.parse(text, text) for text in self.rules])
        return PlanConstraint(
            system, VOCABULARY, PlanFormat.calls(), budget=self.budget, slack=self.slack, seen=self.seen,
            loops=self.loops, enforce=self.enforce, limits=limits,
        )  # fmt: skip

    def failure(self) -> Failure | None:
        return self.constraint().failure()

    def solved(self, **changes: Any) -> bool:
        return replace(self, **changes).failure() is None

    def without(self, *names: str) -> tuple[str, ...]:
        return tuple(one for one in self.rules if one not in names)


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    edges = draw(st.lists(EDGES, min_size=1, max_size=5, unique_by=lambda one: one[:2]))
    goals = draw(st.frozensets(st.integers(0, 2), max_size=2))
    rules = draw(st.lists(st.sampled_from(FORMULAS), max_size=3, unique=True))
    enforce = draw(st.sampled_from((LEVELS, LEVELS, LEVELS, LEVELS[:3], LEVELS[:2])))
    slack = draw(st.none() | st.integers(0, 2)) if enforce == LEVELS else None
    budget = draw(st.integers(1, 4) | st.none())
    seen = draw(st.none() | st.frozensets(st.sampled_from(("a", "b"))))
    return Asked(tuple(edges), goals, tuple(rules), draw(st.booleans()), slack, budget, seen, enforce)


GO, BACK, LOOK = range(3)


@settings(max_examples=examples(300), deadline=None)
@given(asked())
@example(Asked(((0, LOOK, 0),), frozenset({0}), ("G !do:look",)))
@example(Asked(((0, LOOK, 0), (0, GO, 1)), frozenset({0, 1}), ("G !do:go", "F do:look"), budget=2))
@example(Asked(((0, GO, 1),), frozenset({1}), ("G !do:go",), seen=frozenset({"b"})))
def test_every_claim_of_a_failure_holds(one: Asked) -> None:
    failure = one.failure()
    if failure is not None:
        assert "limit" not in failure.message
        check(one, failure)


def check(one: Asked, failure: Failure) -> None:
    assert failure.cause in ("budget", "unseen", "rules", "unreachable", "loops", "no-action"), failure
    assert bool(failure.rules) == (failure.cause == "rules")
    alone = [rule for rule in one.rules if one.solved(rules=one.without(rule))]
    match failure.cause:
        case "rules":
            if alone:
                assert set(failure.rules) <= set(alone), "without any one of them there is a plan"
            else:
                assert one.solved(rules=one.without(*failure.rules)), "without them there is a plan"
        case "budget":
            assert failure.smallest_budget is not None
        case "unseen":
            assert failure.entities
            assert one.seen is not None
            wider = one.seen | set(failure.entities)
            if not one.solved(seen=wider):
                assert "budget" in failure.message
                assert one.solved(seen=wider, budget=ANY, slack=None)
        case "loops":
            if not one.solved(loops=True):
                assert "budget" in failure.message
                assert one.solved(loops=True, budget=ANY, slack=None)
        case _:
            assert not alone
            assert not one.solved(loops=True)
            assert not one.solved(seen=None)
            assert not one.solved(budget=ANY, slack=None)
    if failure.smallest_budget is None:
        assert not one.solved(budget=ANY, slack=None)
    else:
        assert one.solved(budget=failure.smallest_budget)
        assert failure.smallest_budget == 1 or not one.solved(budget=failure.smallest_budget - 1)


# What an explanation says of an action that may not come next


@cache
def plans(one: Asked) -> frozenset[tuple[Action, ...]]:
    constraint = one.constraint()
    return frozenset() if constraint.failure() else frozenset(oracles.admitted(constraint.world.start))


def goes_on(one: Asked, begun: tuple[Action, ...]) -> bool:
    return any(plan[: len(begun)] == begun for plan in plans(one))


@settings(max_examples=examples(60), deadline=None)
@given(asked(), st.randoms(use_true_random=False))
@example(  # what tells two states apart is one of the rules: with it there is a plan, without any there is none
    Asked(((0, LOOK, 0),), frozenset({0}), ("X do:look", "G (last -> do:back)")), random.Random(0)
)
def test_every_claim_of_an_explanation_holds(one: Asked, rng: random.Random) -> None:
    one = replace(one, enforce=LEVELS, slack=None, budget=min(one.budget or 4, 4))
    constraint = one.constraint()
    begun: tuple[Action, ...] = ()
    while True:
        cursor = constraint.initial()
        for byte in "".join(f"{act}\n" for act in begun).encode():
            cursor = constraint.advance(cursor, byte)
        for act in ACTS:
            found = constraint.explain(cursor, ord(act.name[0]))
            assert found.allowed == goes_on(one, (*begun, act))
            if not found.allowed:
                check_blame(one, (*begun, act), found)
        longer = [plan for plan in plans(one) if plan[: len(begun)] == begun and len(plan) > len(begun) + 1]
        if not longer:
            break
        begun = rng.choice(sorted(longer, key=str))[: len(begun) + 1]


def check_blame(one: Asked, begun: tuple[Action, ...], found: Explanation) -> None:
    """What forbids a beginning does, and without that there is a plan."""
    match found.constraint:
        case "rules" if "without breaking" in found.reason:
            named = [rule for rule in one.rules if repr(rule) in found.reason]
            assert named
            for rule in named:
                among = ([other for other in some if other != rule] for some in (named, one.rules))
                assert any(goes_on(replace(one, rules=tuple(rest)), begun) for rest in among), rule
        case "loops":
            assert goes_on(replace(one, loops=True), begun)
        case "goal":
            for kept in (list[str](), *(one.without(rule) for rule in one.rules)):
                assert not goes_on(replace(one, rules=tuple(kept)), begun), kept
        case _:
            pass


# What "how far each rule has come" means, by definition


def come(rule: str, plan: tuple[Action, ...]) -> frozenset[tuple[Action, ...]]:
    """What may follow some actions so that a rule is kept: all that tells how far it has come."""
    words, parsed = ActionWords(["a", "b"]), Rule.parse(rule)
    return frozenset(
        more
        for length in range(4)
        for more in itertools.product(ACTS, repeat=length)
        if keeps(parsed, list(words.replay((*plan, *more))), words.objects)
    )


COME = lru_cache(maxsize=None)(come)


@settings(max_examples=examples(60), deadline=None)
@given(asked())
@example(Asked(((0, LOOK, 0),), frozenset({0}), ("F do:look",)))
@example(Asked(((0, LOOK, 0), (0, GO, 1), (1, BACK, 0)), frozenset({0}), ("F do:go",)))
def test_no_state_comes_twice_and_a_state_is_that_of_the_system_and_how_far_each_rule_has_come(
    one: Asked,
) -> None:
    one = replace(one, loops=False, budget=4, slack=None, enforce=LEVELS)
    table = {(state, index): after for state, index, after in one.edges}
    usable = [at for at, act in enumerate(ACTS) if one.seen is None or one.seen.issuperset(act.args)]
    wanted: set[tuple[Action, ...]] = set()
    agenda: list[tuple[int, tuple[Action, ...], list[object]]] = [
        (0, (), [(0, *(COME(rule, ()) for rule in one.rules))])
    ]
    for state, plan, passed in agenda:
        for index in usable if len(plan) < 4 else ():
            after = table.get((state, index))
            if after is None:
                continue
            longer = (*plan, ACTS[index])
            now = (after, *(COME(rule, longer) for rule in one.rules))
            if now in passed:
                continue
            if after in one.goals and all(() in COME(rule, longer) for rule in one.rules):
                wanted.add(longer)
            agenda.append((after, longer, [*passed, now]))
    assert set(oracles.admitted(one.constraint().world.start)) == wanted


@pytest.mark.parametrize(
    ("rule", "plans"),
    [
        ("F do:look", {1}),  # once fulfilled, it is settled: looking again is a loop
        ("G !do:go", set()),  # it was settled all along: looking is a loop
        ("F do:look | G !do:look", set()),  # so is what nothing can break
        ("G (do:look -> WX WX WX !do:look)", {1, 2, 3}),  # each time, something else may follow
        ("F (do:look & X do:look)", {2}),
    ],
)
def test_a_settled_rule_tells_no_states_apart(rule: str, plans: set[int]) -> None:
    looking = Asked(((0, LOOK, 0),), frozenset({0}), (rule,), budget=4)
    assert {len(plan) for plan in oracles.admitted(looking.constraint().world.start)} == plans


# Limits


class Clock:
    """Each look at it takes a millisecond."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@settings(max_examples=examples(150), deadline=None)
@given(asked(), st.integers(1, 12), st.booleans())
def test_a_limit_is_named_only_where_it_was_reached_and_by_its_name(
    one: Asked, most: int, timed: bool
) -> None:
    reached: list[str] = []
    meter = limits.Meter.reached

    def told(self: limits.Meter, lower_bound: float) -> LimitReached | None:
        found = meter(self, lower_bound)
        reached.extend([] if found is None else [found.kind])
        return found

    given_ = SearchLimits(seconds=most / 200) if timed else SearchLimits(states=most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "clock", Clock())
        patch.setattr(limits.Meter, "reached", told)
        try:
            constraint = one.constraint(given_)
        except LimitError:
            return
        failure = constraint.failure()
        if failure is not None:
            said = f"limit of {most / 200:g} seconds" if timed else f"limit of {most} states"
            if failure.cause == "limit":
                assert said in failure.message
                assert timed or "states" in reached
            assert ("limit" not in failure.message.replace(said, "")) or failure.cause in ("limit", "rules")
    if failure is None:
        return
    if failure.smallest_budget is not None:
        assert one.solved(budget=failure.smallest_budget)
        assert failure.smallest_budget == 1 or not one.solved(budget=failure.smallest_budget - 1)
    if failure.cause != "limit":
        assert not one.solved(budget=constraint.budget)
        if "not found within the limits" not in failure.message:
            check(one, failure)
