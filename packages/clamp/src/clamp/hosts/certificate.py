"""What becomes of a written text: a `PlanResult` with the plan, its replay and its trace, or the typed failure.

The verdict is a validator's that shares no code with what steered the plan, whichever host wrote it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding import Constraint, Failure, PlanConstraint
from clamp.decoding.goal_plans import GoalPlanConstraint
from clamp.decoding.result import PlanResult, ShortestPlan, Timing, TraceStep
from clamp.errors import PlanSyntaxError
from clamp.hosts.follower import Decoded, Follower, weights_of
from clamp.hosts.jobs import PlanRequest
from clamp.planning.goals import GoalLiteral
from clamp.planning.system import Action, where_it_fails
from clamp.visible import spelt


def outcome(
    vocabulary: Vocabulary, request: PlanRequest, decoded: Decoded, timing: Timing, *, trace: bool
) -> PlanResult:
    """Follow what was written, replay its actions in an independent validator, and explain it where asked.

    Raises:
        ForbiddenTokenError: If the host wrote what the constraint does not admit.
    """
    constraint = request.constraint
    follower = decoded.follower
    goal: tuple[GoalLiteral, ...] | None = None
    steps: list[TraceStep] = []
    if follower is None or trace:
        follower = Follower(constraint, vocabulary.eos_ids)
        for position, token in enumerate(decoded.tokens):
            if trace:
                text = spelt(vocabulary.bytes_of(token) or b"")
                best = decoded.preferred[position] if decoded.preferred else None
                ranking = decoded.ranked[position] if decoded.ranked else None
                steps.append(follower.trace_step(token, text, best, ranking))
            follower.step(token)
    text = vocabulary.decode(decoded.tokens).decode(errors="replace")
    plan = text
    if isinstance(constraint, GoalPlanConstraint):
        parts = constraint.parts(text)
        if parts is not None:  # from here on the constraint on plans for this goal counts
            goal, constraint, plan = parts
    actions, failure = _read(request, constraint, decoded, follower, plan)
    if failure is None and goal is not None and request.doubt is not None:
        why = request.doubt(goal)
        failure = None if why is None else Failure("ambiguous", why)
    system = (constraint and constraint.system) or request.system
    certificate = None
    if system is not None and (actions or failure is None):
        certificate = replace(system.validate(actions), unread=tuple(request.unread))
        if failure is None and not certificate.valid:
            failure = Failure("validation", where_it_fails(certificate))
    if failure is None and certificate is None:
        failure = Failure("uncertified", "The request names no transition system to replay the plan in.")
    weights = weights_of(constraint)
    return PlanResult(
        "plan" if failure is None else "fail",
        actions,
        text,
        failure,
        certificate,
        timing,
        tuple(steps),
        None if weights is None or weights.truncation is None else str(weights.truncation),
        _shortest(constraint, len(actions)) if failure is None else None,
        decoded.posterior,
        tuple(decoded.tokens),
        undecided=follower.undecided,
        goal=goal,
    )


def _shortest(constraint: Constraint[Any] | None, length: int) -> ShortestPlan | None:
    hard = None if constraint is None else constraint.hard
    return ShortestPlan.beside(hard.best_known, length) if isinstance(hard, PlanConstraint) else None


def _read(
    request: PlanRequest, constraint: Constraint[Any] | None, decoded: Decoded, follower: Follower, text: str
) -> tuple[tuple[Action, ...], Failure | None]:
    """The actions that a text writes, and what is wrong with it as a text."""
    if constraint is not None and decoded.finish != "eos":
        actions = follower.actions
        if decoded.failure is not None:
            return actions, decoded.failure
        return actions, Failure(
            "length",
            f"The plan was cut after {len(decoded.tokens)} tokens, {len(actions)} actions written. Raise "
            "max_new_tokens, or use a model with a longer context.",
        )
    written = (constraint and constraint.plan_format) or request.plan_format
    if written is None:
        return (), Failure("uncertified", "The request names no plan format to read the text with.")
    try:
        if constraint is not None:
            return tuple(written.parse(text)), None
        return tuple(written.parse_within(text)), None
    except PlanSyntaxError as error:
        return (), Failure("syntax", str(error))
