"""Particles converge to the exact posterior of a small model over valid plans, and their estimate is unbiased."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary
from patience import examples
from shortsighted import Shortsighted

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ConstraintError, ModelScoresError
from clamp.hosts.follower import Decoded
from clamp.hosts.particles import Particles
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

VOCABULARY = byte_vocabulary()
TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)
LEAN = 8.0


def constraint(budget: int = 4) -> PlanConstraint:
    return PlanConstraint(TIDY, VOCABULARY, PlanFormat.calls(), budget=budget, loops=True)


@cache
def logits(last: int) -> np.ndarray:
    """A model that remembers one token; peaked, so that what it prefers matters."""
    found = np.random.default_rng(last + 1).normal(0, 2, VOCABULARY.size).astype(np.float32)
    found[list(b"PLpl")] += LEAN  # without some mass on plans every estimate would be of nothing
    return found


def log_p(last: int) -> np.ndarray:
    found = logits(last).astype(np.float64)
    return found - (found.max() + math.log(np.exp(found - found.max()).sum()))


@cache
def valid_texts(budget: int = 4) -> Mapping[tuple[int, ...], float]:
    """Every valid text with the model's log probability, by walking the constraint's definition."""
    inner, found = constraint(budget), dict[tuple[int, ...], float]()
    waiting: list[tuple[tuple[int, ...], Any, float]] = [((), inner.initial(), 0.0)]
    while waiting:
        text, cursor, total = waiting.pop()
        scores = log_p(text[-1] if text else -1)
        for token in inner.allowed(cursor).tolist():
            written, mass = (*text, token), total + float(scores[token])
            if token in VOCABULARY.eos_ids:
                found[written] = mass
            else:
                waiting.append((written, inner.advance(cursor, token), mass))
    return found


def run(inner: Any, count: int, seed: int, **options: Any) -> Particles:
    found = Particles(
        inner,
        VOCABULARY.eos_ids,
        count,
        **{"temperature": 1.0, "seed": seed, "most_tokens": 200, **options},
    )
    texts = [()] * count  # what the host would hold for each row
    rows = list(range(count))
    while rows:
        live = found.live
        assert [found.particles[number].tokens for number in live] == [
            list(texts[row]) for row in range(len(live))
        ]
        rows = found.take([logits(text[-1] if text else -1) for text in texts[: len(live)]])
        # The host copies the rows' texts into the new order, and each has one token more.
        assert all(
            tuple(found.particles[number].tokens[:-1]) == tuple(texts[row])
            for number, row in zip(found.live, rows, strict=True)
        )
        texts = [tuple(found.particles[number].tokens) for number in found.live]
    return found


def exact() -> tuple[dict[tuple[int, ...], float], float]:
    texts = valid_texts()
    total = sum(math.exp(mass) for mass in texts.values())
    return {text: math.exp(mass) / total for text, mass in texts.items()}, total


def distance(found: Particles) -> float:
    posterior, _ = exact()
    shares = dict.fromkeys(posterior, 0.0)
    for one, share in zip(found.particles, found.shares, strict=True):
        if share:
            shares[tuple(one.tokens)] += float(share)
    return sum(abs(shares[text] - mass) for text, mass in posterior.items()) / 2


def greedy_masking_is_something_else() -> float:
    """The distance of sampling token by token under the mask from the posterior."""
    inner, drawn = constraint(), dict.fromkeys(exact()[0], 0.0)
    waiting: list[tuple[tuple[int, ...], Any, float]] = [((), inner.initial(), 1.0)]
    while waiting:
        text, cursor, mass = waiting.pop()
        allowed = inner.allowed(cursor)
        shares = np.exp(log_p(text[-1] if text else -1)[allowed])
        for token, share in zip(allowed.tolist(), shares / shares.sum(), strict=True):
            written = (*text, token)
            if token in VOCABULARY.eos_ids:
                drawn[written] += mass * float(share)
            else:
                waiting.append((written, inner.advance(cursor, token), mass * float(share)))
    return sum(abs(drawn[text] - mass) for text, mass in exact()[0].items()) / 2


def scored(seed: int = 0) -> Weighted:
    """Any twist at all: it must cancel."""
    inner = constraint()
    random = np.random.default_rng(seed).normal(0, 1, VOCABULARY.size)
    return Weighted(inner, [Score("whim", 1.0, lambda cursor: random[inner.allowed(cursor)])])


@pytest.mark.parametrize("twisted", [False, True])
def test_many_particles_are_the_posterior(twisted: bool) -> None:
    assert greedy_masking_is_something_else() > 0.2
    found = run(scored() if twisted else constraint(), examples(1200), seed=1)
    assert distance(found) < 0.1
    assert math.exp(found.log_validity) == pytest.approx(exact()[1], rel=0.25)


@pytest.mark.parametrize("twisted", [False, True])
@pytest.mark.parametrize("count", [1, 4])
def test_the_estimate_of_validity_is_unbiased(twisted: bool, count: int) -> None:
    inner = scored() if twisted else constraint()
    found = np.array([math.exp(run(inner, count, seed).log_validity) for seed in range(examples(200))])
    error = found.std() / math.sqrt(len(found))
    assert abs(found.mean() - exact()[1]) < 4 * error
    assert error < exact()[1]  # or the line above says nothing


def test_the_best_is_the_likeliest_plan_and_a_sample_is_a_draw() -> None:
    plans: dict[tuple[Action, ...], float] = {}
    inner = constraint()
    for text, mass in exact()[0].items():
        cursor = inner.initial()
        for token in text:
            cursor = inner.advance(cursor, token)
        actions = inner.actions(cursor)
        plans[actions] = plans.get(actions, 0.0) + mass
    best = run(constraint(), examples(300), seed=3).chosen(sampled=False)
    assert best is not None
    assert best.follower.actions == max(plans, key=lambda plan: plans[plan])
    drawn = [run(constraint(), 16, seed).chosen(sampled=True) for seed in range(examples(60))]
    share = np.mean([one is not None and one.follower.actions == best.follower.actions for one in drawn])
    assert share == pytest.approx(plans[best.follower.actions], abs=0.2)


def test_the_same_seed_is_the_same_plan() -> None:
    assert [one.tokens for one in run(constraint(), 9, 5).particles] == [
        one.tokens for one in run(constraint(), 9, 5).particles
    ]


def test_texts_that_are_cut_are_no_plans() -> None:
    found = run(constraint(), 6, 0, most_tokens=5)
    assert found.chosen(sampled=False) is None
    assert found.chosen(sampled=True) is None
    assert found.effective == 0
    assert found.log_validity == -math.inf


def masks(budget: int = 1) -> PlanConstraint:
    """No plan within the budget, so every text comes to a dead end."""
    return Shortsighted(TIDY, VOCABULARY, PlanFormat.calls(), budget=budget)


def nothing_weighs(after: int) -> Weighted:
    """Weights that leave no token once so many bytes are written."""
    inner = constraint()

    def score(cursor: Any) -> np.ndarray:
        allowed = inner.allowed(cursor)
        starts = inner.allowed(inner.initial())
        begun = len(allowed) != len(starts) or bool((allowed != starts).any())
        return np.full(len(allowed), -np.inf if begun or not after else 0.0)

    return Weighted(inner, [Score("whim", 1.0, score)])


def ended(inner: Any, count: int, **options: Any) -> Decoded:
    out = Decoded()
    run(inner, count, **{"seed": 0, **options}).end(out, sampled=False)
    return out


@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_what_ended_the_particles_is_what_is_said(count: int) -> None:
    """The cause that one text by itself would have; a limit on tokens is blamed only where it cut one."""
    for inner, options, cause, finish in [
        (masks(), {}, "dead-end", "dead-end"),
        (nothing_weighs(1), {}, "guidance", "dead-end"),
        (nothing_weighs(0), {}, "guidance", "dead-end"),
        (constraint(), {"most_tokens": 5}, "length", "length"),
    ]:
        out = ended(inner, count, **options)
        assert out.failure is not None
        assert (out.failure.cause, out.finish) == (cause, finish)
        assert ("max_new_tokens" in out.failure.message) == (cause == "length")
        assert out.failure.message.startswith(f"None of {count} particles wrote a whole plan")
        assert out.follower is not None
        assert out.follower.count == len(out.tokens)


def test_of_several_endings_a_cut_is_told_first_for_more_room_may_help() -> None:
    """`Look` has come to its dead end where `Pick(cup)` is cut."""
    seen = set[tuple[str, ...]]()
    for seed in range(20):
        found = run(masks(), 6, seed, most_tokens=8)
        causes = [one.failure.cause for one in found.particles if one.failure is not None]
        assert len(causes) == 6
        found.end(out := Decoded(), sampled=False)
        assert out.failure is not None
        assert out.failure.cause == ("length" if "length" in causes else "dead-end")
        assert (f"{causes.count('length')} of them were cut" in out.failure.message) == ("length" in causes)
        seen.add(tuple(sorted(set(causes))))
    assert ("dead-end", "length") in seen


def test_a_copy_of_a_particle_that_goes_on_has_not_failed() -> None:
    for seed in range(20):
        found = run(constraint(), 6, seed)
        for one in found.particles:
            assert (one.failure is None) == one.ended


def test_a_model_of_another_width_or_with_broken_scores_is_refused() -> None:
    found = Particles(constraint(), VOCABULARY.eos_ids, 2, temperature=1, seed=0, most_tokens=9)
    with pytest.raises(ConstraintError, match="scores 7 tokens"):
        found.take([np.zeros(7, np.float32)] * 2)
    with pytest.raises(ModelScoresError, match="NaN"):
        found.take([np.full(VOCABULARY.size, np.nan, np.float32)] * 2)
