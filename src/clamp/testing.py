"""Contracts that systems, constraints and hosts of other people can be held to; CLAMP's own pass them.

Each check raises an `AssertionError` that names the clause which does not hold, and the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ConstraintError
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
