"""The follower of tokens: whichever way it got to a text, it says the same of it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ConstraintError, DeadEndError, ForbiddenTokenError, GuidanceError, HostError
from clamp.hosts.follower import Follower
from clamp.hosts.jobs import PlanRequest
from clamp.planning.system import Action

VOCABULARY = byte_vocabulary()
TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)


def constraint(budget: int = 4) -> PlanConstraint:
    return PlanConstraint(TIDY, VOCABULARY, PlanFormat.calls(), budget=budget, loops=True)


def follower(inner: Any = None) -> Follower:
    return Follower(inner or constraint(), VOCABULARY.eos_ids)


def same(one: Follower, other: Follower) -> bool:
    return np.array_equal(one.admissible().ids, other.admissible().ids) and (
        one.count,
        one.ended,
        one.actions,
    ) == (other.count, other.ended, other.actions)


@pytest.mark.parametrize("seed", range(8))
def test_stepping_replaying_forking_and_going_back_agree(seed: int) -> None:
    draw, inner = random.Random(seed), constraint()
    stepped, jumping, written = follower(inner), follower(inner), list[int]()
    beams: list[tuple[list[int], Follower]] = []
    while not stepped.ended:
        beams.append((list(written), stepped.fork()))
        token = draw.choice(stepped.admissible().ids.tolist())
        stepped.step(token)
        written.append(token)
        if draw.random() < 0.3:
            jumping.follow(written)
            jumping.follow(written[: draw.randrange(len(written) + 1)])
    assert [action.name for action in stepped.actions][-1] in {"Put", "Look"}
    for text, beam in beams:  # a fork stays where it was, however its parent went on
        again = follower(inner)
        again.follow(text)
        jumping.follow(text)
        assert same(beam, again)
        assert same(jumping, again)
        other = beam.fork()
        other.step(draw.choice(other.admissible().ids.tolist()))
        assert same(beam, again)


def test_a_forbidden_token_is_the_hosts_fault_and_changes_nothing() -> None:
    one = follower()
    one.follow(list(b"Pick"))
    for token in (ord("!"), -1, 10_000):
        with pytest.raises(ForbiddenTokenError, match=rf"token 4 is {token} .* did not admit") as caught:
            one.step(token)
        assert isinstance(caught.value, HostError)
        assert isinstance(caught.value, DeadEndError)
        with pytest.raises(ForbiddenTokenError):
            one.failed(caught.value)  # no failure of the plan's
    assert one.count == 4
    one.step(ord("("))


def test_after_the_end_comes_padding() -> None:
    one, eos = follower(), min(VOCABULARY.eos_ids)
    one.follow([*b"Pick(cup)\nPut(cup, shelf)", eos])
    assert one.ended
    assert one.admissible().ids.tolist() == [eos]
    assert one.admits(eos)
    assert not one.admits(ord("P"))
    one.step(0)
    assert one.count == 27


def test_without_a_constraint_everything_may_be_written() -> None:
    one = Follower(None, VOCABULARY.eos_ids)
    one.follow([1, 2, 3])
    assert one.admits(77)
    assert not one.stuck
    assert one.actions == ()
    assert one.trace_step(7, "x", 8).allowed is None
    one.step(min(VOCABULARY.eos_ids))
    assert one.ended


def test_failures_are_typed() -> None:
    hopeless = follower(constraint(budget=1))
    assert hopeless.stuck
    with pytest.raises(DeadEndError, match=r"no plan exists \(budget\)") as dead:
        hopeless.admissible()
    assert hopeless.failed(dead.value).cause == "dead-end"
    inner = constraint()
    never = Weighted(
        inner, [Score("never", 1.0, lambda cursor: np.full(len(inner.allowed(cursor)), -np.inf))]
    )
    with pytest.raises(GuidanceError, match="never") as unguided:
        follower(never).admissible()
    failure = follower(never).failed(unguided.value)
    assert (failure.cause, "After 0 tokens" in failure.message) == ("guidance", True)
    odd = Weighted(inner, [Score("odd", 1.0, lambda cursor: np.zeros(99))])
    with pytest.raises(ConstraintError, match=r"'odd' returned an array of shape \(99,\)"):
        follower(odd).admissible()


@pytest.mark.parametrize("names", [("guidance", "scores"), ("scores",), ("bias",), ("named_scores", "bias")])
def test_weights_that_no_host_would_hear_of_are_refused(names: tuple[str, ...]) -> None:
    """As a lookahead of one's own looked before there was `clamp.Weighted`: it would weigh nothing."""
    mine: Any = constraint()
    for name in names:
        setattr(mine, name, lambda cursor: np.zeros(len(mine.allowed(cursor))))
    with pytest.raises(ConstraintError, match=r"would weigh nothing.*clamp\.Weighted"):
        follower(mine)
    with pytest.raises(ConstraintError, match=names[0]):
        PlanRequest("Tidy up.", mine)
    assert follower(Weighted(mine, [])).admissible().bias is None


def test_a_trace_names_scores_and_what_was_wanted() -> None:
    inner = constraint()

    def looks(cursor: Any) -> np.ndarray:
        return np.where(inner.allowed(cursor) == ord("L"), 0.0, -1.0)

    def even(cursor: Any) -> np.ndarray:
        return -(inner.allowed(cursor) % 2).astype(float)

    one = follower(Weighted(inner, [Score("looks", 1.0, looks), Score("even", 0.5, even)]))
    step = one.trace_step(ord("P"), "P", ord("!"))
    assert step.scores == {"looks": -1.0, "even": 0.0}
    assert (step.score, step.weighed_by) == (-1.0, "looks + 0.5 even")
    assert step.wanted is not None
    assert step.wanted.text == "!"
    assert one.trace_step(ord("P"), "P", ord("L")).wanted is None
    assert one.count == 0
