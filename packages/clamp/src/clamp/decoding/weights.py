"""How much each admissible token is preferred: named scores with weights, added to the model's own.

A `Score` gives every token that a constraint admits a natural-log score, a `Weighted` constraint the sum of
weight · score over its terms, under the names by which traces show them. The lookahead's goal mass, soft
visibility and whatever users bring are terms alike. What is admissible never depends on any of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from clamp import checks
from clamp.decoding.constraint import Constraint, Pick, checked_scores, made_whole, picked
from clamp.decoding.diagnosis import Explanation, Failure
from clamp.decoding.world import Ids
from clamp.errors import ConstraintError, GuidanceError
from clamp.planning.system import Action
from clamp.threads import Cache

Scores = NDArray[np.float64]

MAX_GUIDANCE = 1e6
"""Largest weight of a score: far more than decides every choice, and far from what a float32 can hold."""

MIN_LOG_WEIGHT = -1e6
"""Smallest log weight of an entity, for the same reason."""

_CACHED = 1024


def check_guidance(weight: float) -> float:
    """A guidance weight λ as a float.

    Raises:
        ConstraintError: If it is no number from 0 to `MAX_GUIDANCE`.
    """
    hint = "It is the weight λ of the score; 0 leaves the score out, and larger weights would overflow."
    return checks.number("guidance", weight, least=0, most=MAX_GUIDANCE, hint=hint)


def _nothing() -> None:
    return None


@dataclass(frozen=True, eq=False)
class Score:
    """One reason to prefer some admissible tokens to others.

    Attributes:
        name: What the score is, for people; its key in traces.
        weight: What it is multiplied with, from 0 to `MAX_GUIDANCE`. At 0 it is left out and never computed.
        function: From a cursor to the natural-log score of each token of `constraint.allowed(cursor)`, in that
            order, shape [n]. ``-inf`` excludes a token; NaN and ``inf`` are refused. Called with the
            constraint's lock held, and not again while its result is remembered.
        truncation: Says what the scores so far leave out, such as plans; ``None`` if nothing.

    Raises:
        ConstraintError: If the name is empty, or the weight is out of range.
    """

    name: str
    weight: float
    function: Callable[[Any], ArrayLike]
    truncation: Callable[[], object | None] = _nothing

    def __post_init__(self) -> None:
        if not checks.text("name", self.name, hint="It names a score in traces."):
            raise ConstraintError("`name` is empty, but it names a score in traces.")
        hint = "It is what the score is multiplied with; 0 leaves the score out."
        weight = checks.number("weight", self.weight, least=0, most=MAX_GUIDANCE, hint=hint)
        object.__setattr__(self, "weight", weight)
        checks.function("function", self.function)


class Weighted(Constraint[Any]):
    """A constraint whose admissible tokens are weighed: used wherever its constraint is.

    Args:
        constraint: What admits the tokens. If it is weighed itself, its scores count, too.
        scores: What weighs them; each has another name.

    Attributes:
        constraint: What admits the tokens, without scores.
        terms: The scores; in the order given, those of a weighed constraint last.
        lock: The constraint's; held while something is computed.

    Raises:
        ConstraintError: If something else is given, or two scores have the same name.
    """

    def __init__(self, constraint: Constraint[Any], scores: Iterable[Score]) -> None:
        checks.instance(
            "constraint", constraint, Constraint, what="a clamp.Constraint, such as a clamp.PlanConstraint"
        )
        made_whole("constraint", constraint)
        what = "a list of clamp.Score(name, weight, function)"
        checks.instance("scores", scores, Iterable, what=what)
        terms = list(scores)
        for term in terms:
            checks.instance("scores", term, Score, what=what)
        if isinstance(constraint, Weighted):
            terms += constraint.terms
        constraint = constraint.hard
        names = [term.name for term in terms]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ConstraintError(
                f"Two scores are named {twice!r}; in a trace, each needs a name of its own."
            )
        super().__init__(constraint.vocabulary, constraint.plan_format, constraint.system)
        self.constraint = constraint
        self.terms: tuple[Score, ...] = tuple(terms)
        self.enforce, self.lock = constraint.enforce, constraint.lock
        self._found: dict[str, dict[Any, Scores]] = {name: Cache() for name in names}

    @property
    def name(self) -> str:
        """The constraint's."""
        return self.constraint.name

    @property
    def hard(self) -> Constraint[Any]:
        """The constraint."""
        return self.constraint

    def initial(self) -> Any:
        """The constraint's, as all that follows."""
        return self.constraint.initial()

    def advance(self, cursor: Any, token: int) -> Any:
        """See `Constraint.advance`."""
        return self.constraint.advance(cursor, token)

    def allowed(self, cursor: Any) -> Ids:
        """See `Constraint.allowed`."""
        return self.constraint.allowed(cursor)

    def accepting(self, cursor: Any) -> bool:
        """See `Constraint.accepting`."""
        return self.constraint.accepting(cursor)

    def admits(self, cursor: Any, token: int) -> bool:
        """See `Constraint.admits`."""
        return self.constraint.admits(cursor, token)

    def actions(self, cursor: Any) -> tuple[Action, ...]:
        """See `Constraint.actions`."""
        return self.constraint.actions(cursor)

    def dead_end(self, cursor: Any) -> str | None:
        """See `Constraint.dead_end`."""
        return self.constraint.dead_end(cursor)

    def explain(self, cursor: Any, token: int) -> Explanation:
        """See `Constraint.explain`."""
        return self.constraint.explain(cursor, token)

    def failure(self) -> Failure | None:
        """See `Constraint.failure`."""
        return self.constraint.failure()

    def check_cursor(self, cursor: Any) -> None:
        """See `Constraint.check_cursor`."""
        self.constraint.check_cursor(cursor)

    def choose(self, cursor: Any, scores: NDArray[Any], pick: Pick) -> int | None:
        """An admissible token, as `pick` takes one by its score and what is added to it.

        Raises:
            GuidanceError: As `bias`.
        """
        ids, added = self.allowed(cursor), self.bias(cursor)
        total = checked_scores("scores", scores, self.vocabulary)[ids].astype(np.float64)
        return picked(ids, total if added is None else total + added, pick)

    def __and__(self, other: Constraint[Any]) -> Weighted:
        both = self.constraint & other.hard
        theirs = other._lifted(both, 1) if isinstance(other, Weighted) else []
        return Weighted(both, [*self._lifted(both, 0), *theirs])

    def __rand__(self, other: Constraint[Any]) -> Weighted:
        both = other & self.constraint
        return Weighted(both, self._lifted(both, 1))

    def _lifted(self, both: Constraint[Any], place: int) -> list[Score]:
        """The terms as scores of what this constraint and another one admit; its cursors are at a place in theirs."""
        return [
            Score(term.name, term.weight, partial(self._within, term, both, place), term.truncation)
            for term in self.terms
        ]

    def _within(self, term: Score, both: Constraint[Any], place: int, cursor: tuple[Any, Any]) -> Scores:
        at = self.allowed(cursor[place]).searchsorted(both.allowed(cursor))
        return self._scores_of(term, cursor[place])[at]

    @property
    def weighing(self) -> tuple[Score, ...]:
        """The terms that are not left out."""
        return tuple(term for term in self.terms if term.weight)

    @property
    def truncation(self) -> object | None:
        """What the first term that leaves something out leaves out; ``None`` if none does."""
        found = (term.truncation() for term in self.weighing)
        return next((one for one in found if one is not None), None)

    def named_scores(self, cursor: Any) -> dict[str, Scores]:
        """Each term's scores, not multiplied: term name → natural logs of the tokens of `allowed`, shape [n].

        None is to be written to.

        Raises:
            ConstraintError: If the cursor is not one of the constraint's, or a function gives something else.
        """
        return {term.name: self._scores_of(term, cursor) for term in self.weighing}

    def bias(self, cursor: Any) -> Scores | None:
        """What to add to the logits of the tokens of `allowed`: Σ weight · score, shape [n].

        ``None`` where no term weighs. Tokens whose entry is ``-inf`` are not to be chosen.

        Raises:
            GuidanceError: If that leaves no token, or a score is NaN or ``inf``.
            ConstraintError: If the cursor is not one of the constraint's, or a function gives something else.
        """
        total: Scores | None = None
        with np.errstate(over="ignore", invalid="ignore"):
            for term in self.weighing:
                added = term.weight * self._scores_of(term, cursor)
                total = added if total is None else total + added
        if total is not None and len(total) and not math.isfinite(best := float(total.max())):
            raise GuidanceError(_unusable(self, cursor, best))
        return total

    def _scores_of(self, term: Score, cursor: Any) -> Scores:
        """A term's scores at a cursor, remembered."""
        self.constraint.check_cursor(cursor)
        known = self._found[term.name]
        found = known.get(cursor)
        if found is None:
            with self.lock:
                found = known.get(cursor)
                if found is None:
                    found = _checked(term, term.function(cursor), len(self.constraint.allowed(cursor)))
                    if len(known) >= _CACHED:
                        del known[next(iter(known))]
                    known[cursor] = found
        return found


_WEIGHTS = ("weighing", "scores", "guidance", "bias", "named_scores")
"""What `Weighted` has, or had once."""


def checked_constraint(name: str, constraint: object) -> Constraint[Any]:
    """A constraint that a host can ask, whose weights it hears of.

    Args:
        name: The argument's.

    Raises:
        ConstraintError: If it is none, has no vocabulary, or has weights that nobody would read.
    """
    kind = type(constraint)
    if not issubclass(kind, Constraint):
        hint = "What to enforce is named in `enforce` of a PlanConstraint."
        if hasattr(constraint, "allowed") and kind is not type:
            hint = "Let its class inherit clamp.Constraint: three methods of its own, and all else follows."
        raise ConstraintError(
            f"`{name}` is or holds a clamp.Constraint, such as a clamp.PlanConstraint, weighed or not, and not "
            f"{checks.shown(constraint)}. {hint}"
        )
    made_whole(name, cast("Constraint[Any]", constraint))
    found = () if issubclass(kind, Weighted) else [one for one in _WEIGHTS if hasattr(constraint, one)]
    if found:
        raise ConstraintError(
            f"{checks.shown(constraint).capitalize()} is to weigh tokens (it has {' and '.join(map(repr, found))}), "
            "but it is no clamp.Weighted, of which hosts ask that, so it would weigh nothing. Wrap the constraint: "
            "clamp.Weighted(constraint, [clamp.Score(name, weight, function)])."
        )
    return cast("Constraint[Any]", constraint)


def _checked(term: Score, given: ArrayLike, count: int) -> Scores:
    """What a term's function gave, as a read-only array of its own."""
    try:
        found = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        found = None
    if found is None or found.shape != (count,):
        what = checks.shown(given) if found is None else f"an array of shape {found.shape}"
        raise ConstraintError(
            f"The function of the score {term.name!r} returned {what} for {count} admissible tokens. It gives "
            "one number for each token of `constraint.allowed(cursor)`, in their order."
        )
    found.flags.writeable = False
    return found


def _unusable(weighted: Weighted, cursor: Any, best: float) -> str:
    """Why no admissible token can be chosen by its weight."""
    largest = {name: float(scores.max()) for name, scores in weighted.named_scores(cursor).items()}
    count = len(weighted.allowed(cursor))
    for name, most in largest.items():
        left_out = next(term.truncation() for term in weighted.weighing if term.name == name)
        if most == -math.inf and left_out is not None:
            return (
                f"{name!r} gives each of {count} admissible tokens the score -inf. It counts no more than {left_out}: "
                "is that too little? Or does the HMM hold all plans that go on from here for impossible? A weight "
                "(guidance) of 0 leaves it out."
            )
        if most == -math.inf:
            return (
                f"{name!r} gives each of {count} admissible tokens the score -inf: what weighs them holds all "
                "plans that go on from here for impossible. Does the HMM have zeros (was it learned without "
                "pseudocounts), or does it belong to other texts? A weight (guidance) of 0 leaves it out."
            )
        if not math.isfinite(most):
            return f"{name!r} gives an admissible token the score {most}, which is no logarithm of a mass."
    if len(largest) == 1:
        (term,) = weighted.weighing
        return (
            f"{term.weight:g} times the score {term.name!r} is {best} for each of {count} admissible tokens, "
            f"though the largest score is {largest[term.name]:g}: the weight is too large. Lower it."
        )
    return (
        f"The scores {', '.join(map(repr, largest))} exclude all {count} admissible tokens between them: no "
        "token has a finite sum. A weight of 0 leaves a score out."
    )
