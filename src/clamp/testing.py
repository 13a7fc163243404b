"""Contracts that systems, constraints and hosts of other people can be held to; CLAMP's own pass them.

Each check raises an `AssertionError` that names the clause which does not hold, and the evidence.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ClampError, ConstraintError
from clamp.planning.problem import Problem

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost, PlanRequest


def _holds(clause: str, holds: object, evidence: object) -> None:
    if not holds:
        raise AssertionError(f"{clause} {evidence!r}")


# ------------------------------------------------------------------ hosts

_DOMAIN = """(define (domain tidying) (:predicates (on ?x) (held ?x) (tidy ?x))
 (:action pick :parameters (?x) :precondition (on ?x) :effect (and (held ?x) (not (on ?x))))
 (:action put :parameters (?x) :precondition (held ?x) :effect (and (tidy ?x) (not (held ?x)))))"""
_PROBLEM = """(define (problem tidying-two) (:domain tidying) (:objects cup vase)
 (:init (on cup) (on vase)) (:goal (and (tidy cup) (tidy vase))))"""
_BUDGET = 6
_PROMPT = "Put the cup and the vase away."


def check_host(host: PlanHost, *, vocabulary: Vocabulary | None = None) -> None:
    """Hold a host to what `clamp.Planner` and `clamp.VLLMPlanner` promise. A few dozen short plans are written.

    - `plan_many` returns one result for each request, in their order, and tells `on_result` each once.
    - What a constraint has to say is said by each token written: the text is spelled by admissible tokens,
      and a plan's actions are what it says, replayed with success, within the budget; sampled or not, in any
      format, alone or in a batch.
    - What cannot be planned, is cut short, or cannot go on is a failure with a cause, without harm to the
      other requests. Without a constraint, a text passes for a plan only if it is replayed with success.
    - A constraint over another vocabulary is refused with a `ConstraintError`.

    Args:
        vocabulary: The model's; by default `host.vocabulary`.

    Raises:
        AssertionError: The clause that does not hold, and the evidence.
    """
    from clamp.hosts.planner import PlanRequest  # loads torch

    vocabulary = host.vocabulary if vocabulary is None else vocabulary
    problem = Problem.from_pddl(_DOMAIN, _PROBLEM)

    def constraint(plan_format: PlanFormat, budget: int = _BUDGET, width: Vocabulary = vocabulary) -> Any:
        return PlanConstraint(problem, width, plan_format, budget=budget)

    calls = constraint(PlanFormat.calls())
    good = [
        PlanRequest(
            _PROMPT, calls if plans is None else constraint(plans), temperature=temperature, seed=seed
        )
        for plans in (None, PlanFormat.steps())
        for temperature, seed in ((0.0, 0), (1.0, 1), (1.0, 2))
    ]
    hopeless = PlanRequest(_PROMPT, constraint(PlanFormat.calls(), budget=3))
    cut = PlanRequest(_PROMPT, calls, max_new_tokens=1)
    stuck = PlanRequest(_PROMPT, Weighted(calls, [Score("never after the first", 1.0, _none_after(calls))]))
    free = PlanRequest(_PROMPT, None, plan_format=PlanFormat.calls(), system=problem, max_new_tokens=5)
    requests = [good[0], hopeless, *good[1:4], cut, stuck, free, *good[4:]]

    for batch_size in (1, 3):
        results = _all_of(host, requests, batch_size)
        for request, result in zip(requests, results, strict=True):
            if request in good:
                _holds("A solvable request comes to a plan, not", result.status == "plan", result.failure)
            _check_result(request, result, vocabulary, problem)
        for request, causes in (
            (hopeless, {"budget"}),
            (cut, {"length"}),
            (stuck, {"guidance"}),
        ):
            failure = results[requests.index(request)].failure
            cause = None if failure is None else failure.cause
            _holds(f"The cause of this failure is {' or '.join(causes)}, not", cause in causes, failure)
    narrow = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)
    if narrow.size != vocabulary.size:
        try:
            host.plan_many([PlanRequest(_PROMPT, constraint(PlanFormat.calls(), width=narrow))])
        except ConstraintError:
            return
        raise AssertionError("A constraint over another vocabulary is refused with a ConstraintError.")


def _none_after(constraint: PlanConstraint) -> Any:
    """A score that excludes every token but the first of a text."""
    first = constraint.initial()

    def score(cursor: Any) -> np.ndarray:
        return np.full(len(constraint.allowed(cursor)), 0.0 if cursor == first else -np.inf)

    return score


def _all_of(host: PlanHost, requests: Sequence[PlanRequest], batch_size: int) -> list[PlanResult]:
    """What `plan_many` returns, which is also what it reports."""
    told: dict[int, PlanResult] = {}

    def on_result(index: int, result: PlanResult) -> None:
        _holds("`on_result` hears of each request once, but twice of", index not in told, index)
        told[index] = result

    results = host.plan_many(requests, batch_size=batch_size, trace=True, on_result=on_result)
    _holds("Each request has a result;", len(results) == len(requests), len(results))
    same = [index for index, result in enumerate(results) if told.get(index) is not result]
    _holds("Results come in the order of the requests, and as `on_result` heard them; not", not same, same)
    return results


def _check_result(request: PlanRequest, result: PlanResult, vocabulary: Vocabulary, problem: Problem) -> None:
    """What holds of every result, whatever came of it."""
    if result.status == "plan":
        _holds("A plan has no failure;", result.failure is None, result.failure)
        replayed = problem.validate(result.actions)
        _holds("A plan is replayed with success, unlike", replayed.valid, (result.actions, replayed))
    else:
        _holds("A failure has a cause;", result.failure is not None and result.failure.cause, result)
    constraint = request.constraint
    if constraint is None:
        return
    written = b"".join(_admitted(constraint, result, vocabulary)).decode(errors="replace")
    _holds("The trace spells the text", written == result.text, (written, result.text))
    if result.status == "plan":
        said = tuple(constraint.plan_format.parse(result.text))
        _holds("A plan's actions are what its text says;", said == result.actions, (result.text, said))
        _holds("A plan keeps to its budget", len(said) <= _BUDGET, said)


def _admitted(constraint: Any, result: PlanResult, vocabulary: Vocabulary) -> Iterator[bytes]:
    """The bytes of the tokens written; each is admissible."""
    cursor = constraint.initial()
    for number, step in enumerate(result.trace):
        allowed = constraint.allowed(cursor)
        _holds(f"Token {number} is admissible, unlike", step.token in allowed, step)
        _holds(f"The trace counts what is admissible at token {number};", step.allowed == len(allowed), step)
        if step.token in vocabulary.eos_ids:
            return
        yield vocabulary.bytes_of(step.token) or b""
        cursor = constraint.advance(cursor, step.token)


# ------------------------------------------------------------------ constraints

_NEIGHBOURS = 4
"""Forbidden tokens that are tried beside each place of a walk, and admissible ones whose cursors are compared."""

_AT_THE_START = 100
"""The same for forbidden tokens before the first one of a text."""


def check_constraint(constraint: Any, *, walks: int = 8, steps: int = 60, seed: int = 0) -> None:
    """Hold a constraint to the laws of its verbs, on random walks: `PlanConstraint`, weighed or not, or your own.

    - Cursors are hashable, and `advance` changes none: what a cursor admits, accepts and hashes to stays.
    - Replaying tokens from `initial()` comes to an equal cursor.
    - `allowed` gives ascending ids of the vocabulary; `advance` takes these, and refuses all others with a
      `ClampError`.
    - A text never runs into a dead end: only its end, and a start from which there is no plan, admit nothing.
    - An end-of-sequence token is admissible exactly where `accepting`; after it nothing is.
    - Where there are scores (`bias`, `named_scores`), there is one for each admissible token, never NaN or
      infinite mass; a bias is finite exactly where all of its scores are.
    - Where there is `explain`, it calls those tokens admissible that are.

    Args:
        walks: How many random texts are followed.
        steps: How many tokens of each.
        seed: Of the random choices.

    Raises:
        AssertionError: The clause that does not hold, and the evidence.
    """
    for number in range(walks):
        draw = random.Random(f"{seed} {number}")
        cursor, tokens = constraint.initial(), list[int]()
        _holds("`initial` gives equal cursors, not", cursor == constraint.initial(), cursor)
        for _ in range(steps):
            allowed = _check_allowed(constraint, cursor, tokens)
            _check_scores(constraint, cursor, len(allowed), tokens)
            _check_neighbours(constraint, cursor, allowed, tokens, draw)
            if not allowed:
                break
            # Every other walk prefers long tokens, which cross more of the text and come to its end.
            some = draw.choices(allowed, k=1 + 4 * (number % 2))
            tokens.append(max(some, key=lambda token: len(constraint.vocabulary.bytes_of(token) or b"")))
            cursor = constraint.advance(cursor, tokens[-1])
        replayed = constraint.initial()
        for token in tokens:
            replayed = constraint.advance(replayed, token)
        same = replayed == cursor and hash(replayed) == hash(cursor)
        _holds("Replaying tokens comes to an equal cursor, unlike", same, (tokens, cursor, replayed))


def _check_allowed(constraint: Any, cursor: Any, tokens: list[int]) -> list[int]:
    """The admissible tokens after some others, if they may be what they are."""
    vocabulary = constraint.vocabulary
    found: Any = constraint.allowed(cursor)
    right = type(found) is np.ndarray and found.ndim == 1 and found.dtype.kind == "i"
    _holds("`allowed` is an array of token ids, not", right, found)
    allowed: list[int] = found.tolist()
    _holds("Admissible ids ascend, unlike", allowed == sorted(set(allowed)), (tokens, allowed))
    outside = [token for token in allowed if not 0 <= token < vocabulary.size]
    _holds("Admissible ids are the vocabulary's, unlike", not outside, (tokens, outside))
    silent = [one for one in allowed if one not in vocabulary.eos_ids and not vocabulary.bytes_of(one)]
    _holds("A token that writes nothing is not admissible, unlike", not silent, (tokens, silent))
    ends, accepting = [one for one in allowed if one in vocabulary.eos_ids], constraint.accepting(cursor)
    if tokens and tokens[-1] in vocabulary.eos_ids:
        _holds("After the end of the sequence nothing is admissible, unlike", not allowed, (tokens, allowed))
        _holds("The end of the sequence leaves an accepted text, not", accepting, tokens)
        return allowed
    said = "The end of the sequence is admissible exactly where `accepting`, but of (tokens, ends, accepting)"
    _holds(said, bool(ends) == bool(accepting), (tokens, ends, accepting))
    if not allowed and not tokens and hasattr(constraint, "failure"):
        _holds("Where no text may begin, `failure` says why, not", constraint.failure() is not None, None)
    _holds("A text runs into no dead end, but did after", allowed or not tokens, tokens)
    return allowed


def _check_scores(constraint: Any, cursor: Any, count: int, tokens: list[int]) -> None:
    """Scores are of the admissible tokens, and say nothing that cannot be added to logits."""
    if not hasattr(constraint, "bias"):
        return
    bias, named = constraint.bias(cursor), constraint.named_scores(cursor)
    _holds("There is a bias exactly where scores weigh, but of", (bias is None) == (not named), (bias, named))
    finite = np.ones(count, dtype=bool)
    for name, scores in named.items():
        _holds(f"{name!r} has a score for each of {count} tokens, not", np.shape(scores) == (count,), scores)
        wrong = np.isnan(scores) | (scores == np.inf)
        _holds(f"{name!r} is no number, or infinite, after", not wrong.any(), (tokens, scores))
        finite &= np.isfinite(scores)
    if bias is not None:
        _holds(f"There is a bias for each of {count} tokens, not", np.shape(bias) == (count,), bias)
        same = bool((np.isfinite(bias) == finite).all())
        _holds("A bias is finite exactly where its scores are, unlike", same, (tokens, bias, named))


_REFUSED = object()


def _advanced(constraint: Any, cursor: Any, token: int) -> Any:
    """The cursor after a token, or `_REFUSED`."""
    try:
        return constraint.advance(cursor, token)
    except ClampError:
        return _REFUSED


def _check_neighbours(
    constraint: Any, cursor: Any, allowed: list[int], tokens: list[int], draw: random.Random
) -> None:
    """`advance` takes what is admissible and nothing else, and leaves its cursor as it is."""
    before = hash(cursor), allowed, constraint.accepting(cursor), repr(cursor)
    size = constraint.vocabulary.size
    count = _NEIGHBOURS if tokens else _AT_THE_START
    others = {draw.randrange(size) for _ in range(count)} | {min(constraint.vocabulary.eos_ids)}
    for token in sorted(others.union(draw.sample(allowed, min(_NEIGHBOURS, len(allowed))))):
        after, again = (_advanced(constraint, cursor, token) for _ in range(2))
        took = after is not _REFUSED
        _holds(
            "`advance` takes what is admissible, and refuses all else; not after (tokens, token, taken)",
            took == (token in allowed),
            (tokens, token, took),
        )
        same = after == again and hash(after) == hash(again)
        _holds("`advance` gives equal cursors, not", same, (tokens, token, after, again))
        if hasattr(constraint, "explain"):
            why = constraint.explain(cursor, token)
            _holds("`explain` says what is admissible, unlike", why.allowed == (token in allowed), why)
    now = hash(cursor), constraint.allowed(cursor).tolist(), constraint.accepting(cursor), repr(cursor)
    _holds("A cursor stays as it is when others are made from it, unlike", now == before, (before, now))
