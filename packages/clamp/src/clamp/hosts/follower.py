"""The one follower of tokens: every host feeds it what it writes, and asks it what may come next and why.

It hides how a constraint is asked: its cursors, its biases, the end of a text, and the typed failures that a
row ends with.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal, NamedTuple, cast

import numpy as np

from clamp.decoding import Failure, PlanConstraint
from clamp.decoding.constraint import Constraint, checked_ids, unusable_model_scores
from clamp.decoding.result import Candidate, Posterior, Rejected, TraceStep, Undecided, Wanted
from clamp.decoding.weights import Weighted, checked_constraint
from clamp.errors import ConstraintError, DeadEndError, ForbiddenTokenError, GuidanceError, ModelScoresError
from clamp.planning.system import Action
from clamp.visible import spelt

_CANDIDATES = 5
"""Admissible tokens whose score a trace shows at each step."""
RANKED = 8
"""So many of the tokens that a model scores highest are looked at for a trace,"""
_REJECTED = 4
"""and of so many that were forbidden it says why."""


def weights_of(constraint: Constraint[Any] | None) -> Weighted | None:
    """The constraint, if it weighs the tokens that it admits."""
    return constraint if isinstance(constraint, Weighted) and constraint.weighing else None


# ------------------------------------------------------------------ the follower


@dataclass(frozen=True, slots=True)
class Admissible:
    """What may come next in a text.

    Attributes:
        ids: The admissible tokens, rising, shape [n]; at least one.
        bias: What to add to their scores, shape [n]; ``None`` for nothing.
    """

    ids: np.ndarray
    bias: np.ndarray | None = None


class Follower:
    """One text, followed token by token.

    What it knows is told by the tokens, never by a row or a slot: a request that was preempted, moved or read
    anew is followed from wherever its tokens lead. Cursors are immutable, so a fork for another continuation
    of the same text costs next to nothing.

    Args:
        constraint: What the text may be; ``None``: anything.
        eos: Tokens that end a text; at least one.

    Raises:
        ConstraintError: As `checked_constraint`.

    Attributes:
        count: How many tokens it has followed.
        ended: Whether the text has ended; tokens that follow are padding.
        seconds: What asking the constraint took.
    """

    __slots__ = (
        "_cursor",
        "_ids",
        "_known",
        "_last",
        "_lazy",
        "constraint",
        "count",
        "ended",
        "eos",
        "seconds",
    )

    def __init__(self, constraint: Constraint[Any] | None, eos: frozenset[int]) -> None:
        self.constraint = None if constraint is None else checked_constraint("constraint", constraint)
        self._lazy = constraint is not None and constraint.lazy and weights_of(constraint) is None
        self.eos = eos
        self.seconds = 0.0
        self._restart()

    def _restart(self) -> None:
        self.count = 0
        self.ended = False
        self._last = -1
        self._ids: np.ndarray | None = None
        self._known: tuple[int, bool] | None = None
        self._cursor: Any = None if self.constraint is None else self.constraint.initial()

    def fork(self) -> Follower:
        """Another follower of the same text; from here they go their own ways."""
        other = Follower.__new__(Follower)
        other.constraint, other.eos, other.seconds = self.constraint, self.eos, self.seconds
        other._lazy = self._lazy
        other.count, other.ended, other._last = self.count, self.ended, self._last
        other._ids, other._cursor, other._known = self._ids, self._cursor, self._known
        return other

    # ---------------------------------------------------------------- feeding tokens

    def follow(self, tokens: Sequence[int]) -> None:
        """Go to the end of the tokens written so far: on from the last call's, or anew if they differ.

        Raises:
            ForbiddenTokenError: If one of them was not admissible.
        """
        if len(tokens) < self.count or (self.count and tokens[self.count - 1] != self._last):
            self._restart()
        for position in range(self.count, len(tokens)):
            self.step(int(tokens[position]))

    def step(self, token: int) -> None:
        """Go on by one token.

        Raises:
            ForbiddenTokenError: If it was not admissible.
        """
        if not self.ended:
            constraint = self.constraint
            if constraint is not None and not self.admits(token):
                known = 0 <= token < constraint.vocabulary.size
                written = constraint.vocabulary.bytes_of(token) if known else None
                raise ForbiddenTokenError(
                    f"Generated token {self.count} is {token} ({written!r}), which the constraint did not "
                    "admit there. Did another processor run after CLAMP's, or force tokens? Is prompt_length "
                    "wrong? Or is it a draft of prompt lookup or assisted decoding that was not masked?"
                )
            if token in self.eos:
                self.ended = True
            elif constraint is not None:
                started = perf_counter()
                self._cursor = constraint.advance(self._cursor, token)
                self.seconds += perf_counter() - started
                self._ids = self._known = None
        self.count += 1
        self._last = token

    def paced(self, seconds: float) -> None:
        """Say what a token of the model took: a slow model leaves a plan's constraint more time at a boundary."""
        hard = None if self.constraint is None else self.constraint.hard
        if isinstance(hard, PlanConstraint):
            hard.paced(seconds)

    # ---------------------------------------------------------------- what may come next

    def _allowed(self) -> np.ndarray:
        """The admissible tokens before the end; found once for a cursor."""
        if self._ids is None:
            constraint = cast("Constraint[Any]", self.constraint)
            started = perf_counter()
            self._ids = constraint.allowed(self._cursor)
            if not isinstance(constraint.hard, PlanConstraint):  # whose ids are right, and many
                checked_ids(self._ids, constraint)
            self.seconds += perf_counter() - started
        return self._ids

    def admits(self, token: int) -> bool:
        """Whether a token may come next."""
        if self.constraint is None:
            return True
        if self.ended:
            return token in self.eos
        if self._known is not None and self._known[0] == token:
            return self._known[1]
        if self._lazy and self._ids is None and 0 <= token < self.constraint.vocabulary.size:
            started = perf_counter()
            self._known = token, self.constraint.admits(self._cursor, token)
            self.seconds += perf_counter() - started
            return self._known[1]
        allowed = self._allowed()
        position = int(allowed.searchsorted(token))
        return position < allowed.size and int(allowed[position]) == token

    @property
    def stuck(self) -> bool:
        """Whether no token may come next."""
        return self.constraint is not None and not self.ended and not self._allowed().size

    def admissible(self) -> Admissible:
        """What may come next under a constraint; after the end, the end.

        Raises:
            DeadEndError: If no token is admissible.
            GuidanceError: If the weights leave none.
            ConstraintError: If the weights are not those of the admissible tokens.
        """
        constraint = self.constraint
        if constraint is None or self.ended:
            return Admissible(np.array([min(self.eos)], dtype=np.int64))
        allowed = self._allowed()
        if not allowed.size:
            raise DeadEndError(self._dead_end(constraint))
        weights = weights_of(constraint)
        if weights is None:
            return Admissible(allowed)
        started = perf_counter()
        added = weights.bias(self._cursor)
        self.seconds += perf_counter() - started
        if added is not None and added.shape != allowed.shape:
            raise ConstraintError("The constraint weighs other tokens than those that it admits.")
        return Admissible(allowed, added)

    def choose(self, scores: np.ndarray, temperature: float, random: np.random.Generator) -> int:
        """The best token that may come next, or one that is drawn; only what it needs is decided, if that can be.

        Args:
            scores: The model's, of all tokens, shape [vocabulary].
            temperature: 0 takes the best, weights included; otherwise a token is drawn from the admissible ones.

        Raises:
            DeadEndError: If none is admissible, or can be chosen.
            GuidanceError: If the weights leave none.
            ConstraintError: If the constraint is one over other tokens.
        """
        constraint, ids, added = self.constraint, None, None
        if constraint is not None:
            if constraint.vocabulary.size != len(scores):
                raise ConstraintError(width_message(constraint, len(scores)))
            if self._lazy and not self.ended and self._ids is None:
                started = perf_counter()
                try:
                    token = (
                        constraint.sample(self._cursor, scores, temperature, random)
                        if temperature > 0
                        else constraint.best(self._cursor, scores)
                    )
                except ModelScoresError:
                    token = None  # said below, with where it was
                self.seconds += perf_counter() - started
                if token is not None and 0 <= token < len(scores) and math.isfinite(scores[token]):
                    self._known = token, True
                    return token
            admissible = self.admissible()
            ids, added = admissible.ids, admissible.bias
            scores = scores[ids]
        total = scores if added is None else scores + added
        place = int(total.argmax())
        if not math.isfinite(total[place]):
            raise unusable_scores(f"After {self.count} tokens", scores, added, str(total.dtype))
        if temperature > 0:
            weights = np.exp((total.astype(np.float64) - float(total[place])) / temperature)
            place = int(random.choice(len(weights), p=weights / weights.sum()))
        return place if ids is None else int(ids[place])

    def _dead_end(self, constraint: Constraint[Any]) -> str:
        failure = constraint.failure() if not self.count else None
        if failure is not None:
            return f"no plan exists ({failure.cause}): {failure.message}"
        told = constraint.dead_end(self._cursor)
        if told is not None:
            return f"No token is admissible after {self.count} tokens. {told}"
        return (
            f"No token is admissible after {self.count} tokens, though {constraint.name} admitted each. Did search "
            "limits leave every continuation undecided? Raise them. A constraint of your own that may dead-end says "
            "why in `dead_end`."
        )

    # ---------------------------------------------------------------- what was written, and why

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are complete, as far as the constraint tells; none without one."""
        return () if self.constraint is None else self.constraint.actions(self._cursor)

    @property
    def undecided(self) -> Undecided | None:
        """What search limits left open so far; ``None`` where no plan is enforced, or constraints are joined."""
        hard = None if self.constraint is None else self.constraint.hard
        return hard.undecided(self._cursor) if isinstance(hard, PlanConstraint) else None

    def failed(self, error: DeadEndError) -> Failure:
        """The failure that a text ends with which cannot go on; a `ModelScoresError` is none: it is raised.

        Raises:
            ModelScoresError: If it is one: the model or another processor is to blame, not this text.
        """
        if isinstance(error, ModelScoresError | ForbiddenTokenError):
            raise error
        if isinstance(error, GuidanceError):
            message = f"After {self.count} tokens no admissible token can be chosen. {error}"
            return Failure("guidance", message)
        return Failure("dead-end", str(error))

    def trace_step(
        self, token: int, text: str, preferred: int | None, ranking: Ranking | None = None
    ) -> TraceStep:
        """The next token, not followed yet, as a trace shows it.

        Args:
            text: The token's.
            preferred: The token that the model itself scored highest, if that is known.
            ranking: What else is known of the model's scores there.
        """
        constraint = self.constraint
        if constraint is None or self.ended:
            return TraceStep(token, text)
        wanted: Wanted | None = None
        if preferred is not None and preferred != token and not self.admits(preferred):
            why = constraint.explain(self._cursor, preferred)
            wanted = Wanted(why.text, why.constraint or "", why.reason)
        allowed, written = len(self._allowed()), len(self.actions)
        told = self._weighed(constraint, token)
        if ranking is not None:
            told |= {"logprob": ranking.logprob, "rejected": self._rejected(constraint, ranking)}
        return TraceStep(token, text, allowed, written, wanted, **told)

    def _rejected(self, constraint: Constraint[Any], ranking: Ranking) -> tuple[Rejected, ...]:
        """The best of a ranking that are forbidden, each with the reason."""
        refused = [one for one in ranking.best if not self.admits(one[0])][:_REJECTED]
        found: list[Rejected] = []
        for token, logprob in refused:
            why = constraint.explain(self._cursor, token)
            found.append(Rejected(why.text, logprob, why.constraint or "", why.reason))
        return tuple(found)

    def _weighed(self, constraint: Constraint[Any], token: int) -> dict[str, Any]:
        """What a trace says of how a token, and the best candidates beside it, are weighed."""
        weights = weights_of(constraint)
        if weights is None:
            return {}
        ids, named = self._allowed(), weights.named_scores(self._cursor)
        if len(named) == 1:
            ((name, scores),) = named.items()
        else:
            terms = [(term.weight, term.name) for term in weights.weighing]
            name = " + ".join(name if weight == 1 else f"{weight:g} {name}" for weight, name in terms)
            scores = sum((weight * named[name] for weight, name in terms), np.zeros(len(ids)))
        best = np.argsort(-scores, kind="stable")[:_CANDIDATES]
        best = best[np.isfinite(scores[best])]
        texts = [spelt(constraint.vocabulary.bytes_of(int(ids[i])) or b"") for i in best]
        at = int(ids.searchsorted(token))
        return {
            "score": float(scores[at]),
            "candidates": tuple(
                Candidate(text, float(scores[i])) for text, i in zip(texts, best, strict=True)
            ),
            "weighed_by": name,
            "scores": {name: float(values[at]) for name, values in named.items()},
        }


Finish = Literal["eos", "length", "dead-end"]


class Ranking(NamedTuple):
    """What a model's scores say at one place, before anything is forbidden or weighed.

    Attributes:
        logprob: Log-probability of the token that was written, natural log.
        best: The tokens of the highest finite scores with their log-probabilities, best first.
    """

    logprob: float
    best: tuple[tuple[int, float], ...]

    @classmethod
    def of(cls, scores: np.ndarray, token: int) -> Ranking:
        """The ranking of a row of logits, shape [vocabulary]."""
        many = min(RANKED, len(scores))
        top = np.argpartition(scores, len(scores) - many)[-many:]
        top = top[np.argsort(-scores[top], kind="stable")]
        largest = float(scores[top[0]])
        total = largest + math.log(float(np.exp(scores - largest, dtype=np.float64).sum()))
        best = tuple((int(one), float(scores[one]) - total) for one in top if math.isfinite(scores[one]))
        return cls(float(scores[token]) - total, best)


@dataclass
class Decoded:
    """What a host wrote for one request.

    Attributes:
        tokens: With the end-of-sequence token, if there is one.
        finish: ``"eos"``; ``"length"``: no more tokens were to be written; ``"dead-end"``: none could be
            chosen.
        failure: Why none could be.
        preferred: For each token, the one that the model itself scored highest; empty if nobody watched.
        ranked: For each token, what else is known of the model's scores; empty if nobody watched, or the host does
            not tell.
        follower: At the end of the tokens, which it has found admissible; ``None`` if nothing followed them.
        posterior: What was learned from the other particles, if there were any.
        prompt_seconds, generation_seconds, constraint_seconds: This row's shares (`clamp.decoding.result.Timing`).
    """

    tokens: list[int] = field(default_factory=list[int])
    finish: Finish = "length"
    failure: Failure | None = None
    preferred: list[int] = field(default_factory=list[int])
    ranked: list[Ranking] = field(default_factory=list[Ranking])
    follower: Follower | None = None
    posterior: Posterior | None = None
    prompt_seconds: float = 0.0
    generation_seconds: float = 0.0
    constraint_seconds: float = 0.0

    def note(self, scores: np.ndarray, token: int) -> None:
        """Note what the model's scores prefer where a token was written.

        Args:
            scores: Before the constraint sees them, shape [vocabulary].
        """
        self.rank(Ranking.of(scores, token), int(scores.argmax()))

    def rank(self, ranking: Ranking, preferred: int | None = None) -> None:
        """Note what is known of the model's scores where a token was written.

        Args:
            preferred: The token of the highest score; by default the first of the best.
        """
        self.preferred.append(ranking.best[0][0] if preferred is None else preferred)
        self.ranked.append(ranking)


# ------------------------------------------------------------------ messages


def unusable_scores(where: str, scores: np.ndarray, bias: np.ndarray | None, dtype: str) -> DeadEndError:
    """Why no admissible token can be chosen.

    Args:
        where: Begins the message.
        scores: The model's scores of the admissible tokens, without biases, shape [n].
        bias: What is added to them, shape [n], if anything is.
        dtype: The type in which they are added.
    """
    best = float(scores.max())
    if not math.isfinite(best):
        return ModelScoresError(f"{where}: {unusable_model_scores(best)}")
    if bias is not None and bool((np.isfinite(scores) & np.isfinite(bias)).any()):
        return GuidanceError(
            f"{where}: the weights of the admissible tokens (at most {float(bias.max()):g}) leave the range "
            f"of {dtype}, in which they are added to the model's scores. Lower the guidance weight, or pass "
            "scores in float32."
        )
    return GuidanceError(
        f"{where}: the tokens that have a finite weight (goal mass, visibility) are not those that have a "
        "finite score of the model: each admissible token is excluded by one of the two."
    )


def width_message(constraint: Constraint[Any], width: int) -> str:
    """Says that a vocabulary does not have the model's width, and how to make one that has."""
    vocabulary = constraint.vocabulary
    return (
        f"The model scores {width} tokens, but Vocabulary {vocabulary.name!r} has {vocabulary.size}. Models "
        f"pad their vocabularies: build it with Vocabulary.from_tokenizer(tokenizer, size={width}), from "
        "this model's own tokenizer."
    )
