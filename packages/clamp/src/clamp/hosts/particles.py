"""The model's own posterior over valid texts, by sequential Monte Carlo: several texts, weighed side by side.

Masking token by token changes what a model would have written, given that its plan is valid: a text is favoured if
it is led into a corner where little else is admissible. Here several texts (particles) are written side by side,
each weighed by the probability that the mask took away, and light ones are replaced by copies of heavy ones. A host
supplies scores and keeps its keys and values in step; nothing here knows how.

Target: p(text) · [the constraint accepts text], up to its sum Z, which is the probability that the model writes a
valid text if nothing constrains it. Proposal at each token: p · exp(twist) over the admissible tokens, where the
twist is the sum of a `clamp.Weighted` constraint's scores, such as a lookahead's; it steers, and cancels in the
weights. For any twist the weights are proper: their mean is an unbiased estimate of Z.

Source: Lew, Zhi-Xuan, Grand and Mansinghka (2023), sequential Monte Carlo steering; Zhao et al. (2024), twists.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.decoding import Constraint, Failure
from clamp.decoding.result import Posterior
from clamp.errors import ConstraintError, DeadEndError
from clamp.hosts.follower import Decoded, Follower, unusable_scores, width_message
from clamp.hosts.jobs import Text

RESAMPLE_BELOW = 0.5
"""Particles are drawn anew when their effective number falls below this share of them."""

_LEAST_TWIST = -60.0
"""A twist below the best one by more than this is held here, for a proposal must not exclude what may be written."""


@dataclass
class Particle:
    """One text of several for the same request.

    Attributes:
        tokens: With the end-of-sequence token, if it has ended.
        preferred: For each token, the one that the model itself scored highest; empty if nobody watched.
        log_weight: Natural log of its importance weight since particles were last drawn anew.
        log_probability: Natural log of the model's own probability of its tokens.
        ended: It is a whole text.
        failure: Why it cannot go on, where it is none.
    """

    follower: Follower
    tokens: list[int] = field(default_factory=list[int])
    preferred: list[int] = field(default_factory=list[int])
    log_weight: float = 0.0
    log_probability: float = 0.0
    twist: float = 0.0
    ended: bool = False
    failure: Failure | None = None

    def fork(self) -> Particle:
        """A copy that goes its own way."""
        return Particle(
            self.follower.fork(),
            list(self.tokens),
            list(self.preferred),
            self.log_weight,
            self.log_probability,
            self.twist,
            self.ended,
            self.failure,
        )

    def fail(self, failure: Failure) -> None:
        """End it as no plan."""
        self.failure, self.log_weight = failure, -math.inf

    @property
    def goes_on(self) -> bool:
        """Whether it needs another token."""
        return not self.ended and self.log_weight > -math.inf


class Particles:
    """The particles of one request, fed one row of scores for each that goes on.

    Args:
        constraint: What may be written.
        eos: Tokens that end a text.
        count: How many particles, at least 1.
        temperature: Of the model's distribution; 1 is its own.
        seed: Of this request's random generator.
        most_tokens: Texts that have not ended by then count as invalid.
        watch: Note the tokens that the model itself scores highest.
    """

    def __init__(
        self,
        constraint: Constraint[Any],
        eos: frozenset[int],
        count: int,
        *,
        temperature: float,
        seed: int,
        most_tokens: int,
        watch: bool = False,
    ) -> None:
        self.constraint = constraint
        self.particles = [Particle(Follower(constraint, eos)) for _ in range(count)]
        self._temperature = temperature
        self._random = np.random.default_rng(seed)
        self._most = most_tokens
        self._watch = watch
        self._log_mean = 0.0

    @classmethod
    def of(cls, text: Text, *, watch: bool) -> Particles:
        """The particles that a request asks for, none of which has a token yet."""
        request = text.request
        assert request.constraint is not None  # a request for more than one is refused without
        return cls(
            request.constraint,
            text.eos_ids,
            request.particles,
            temperature=request.temperature or 1.0,
            seed=request.seed,
            most_tokens=text.room,
            watch=watch,
        )

    @property
    def live(self) -> list[int]:
        """Which particles need another token, rising; the host's rows are theirs, in this order."""
        return [number for number, one in enumerate(self.particles) if one.goes_on]

    def give_up(self) -> None:
        """Write no more of any: nobody waits for them."""
        for number in self.live:
            one = self.particles[number]
            one.fail(Failure("length", f"The text was given up after {len(one.tokens)} tokens."))

    def paced(self, seconds: float) -> None:
        """Say what a token of the model took (`Follower.paced`)."""
        self.particles[0].follower.paced(seconds)  # all have one constraint

    def take(self, scores: NDArray[np.float32] | Sequence[NDArray[np.float32]]) -> list[int]:
        """Write one more token on each live particle, and draw the particles anew if few of them carry the weight.

        Args:
            scores: The model's logits, one row for each of `live`, shape [live, vocabulary].

        Returns:
            For each particle that is live now, which row of `scores` its text so far belongs to: the host
            brings its keys and values into this order. Empty when all have ended.

        Raises:
            ConstraintError: If the model is wider or narrower than the vocabulary, or weights are malformed.
            ModelScoresError: If the scores are NaN, or infinite.
            GuidanceError: If the constraint's own scores are.
        """
        rows: dict[int, int] = {}
        for row, number in enumerate(self.live):
            self._extend(self.particles[number], scores[row])
            rows[number] = row
        for number, parent in enumerate(self.redraw()):
            if parent in rows:  # one that had ended before has no row, and its copies need none
                rows[number] = rows[parent]
        return [rows[number] for number in self.live]

    def chooser(self, number: int) -> Callable[[int, NDArray[np.float32]], int | None]:
        """For a host that writes each particle by itself for a while, and has them drawn anew in between.

        Returns:
            A function from how many tokens have been written since now, and the logits after them, to the next
            token; ``None`` if there is none, and the particle is given up. It may be asked the same again, with
            other scores, as long as nothing has been written after it.
        """
        particle = self.particles[number]
        base, before = len(particle.tokens), particle.fork()

        def choose(written: int, logits: NDArray[np.float32]) -> int | None:
            nonlocal particle, before
            if len(particle.tokens) == base + written:
                before = particle.fork()
            else:
                assert len(before.tokens) == base + written
                particle = self.particles[number] = before.fork()
            self._extend(particle, logits)
            return particle.tokens[-1] if len(particle.tokens) > base + written else None

        return choose

    def _extend(self, particle: Particle, logits: NDArray[np.float32]) -> None:
        width = self.constraint.vocabulary.size
        if width != len(logits):
            raise ConstraintError(width_message(self.constraint, len(logits)))
        try:
            admissible = particle.follower.admissible()
        except DeadEndError as error:
            particle.fail(particle.follower.failed(error))  # raises what is not this text's own failure
            return
        logs = logits.astype(np.float64) / self._temperature
        admitted = logs[admissible.ids]
        best = float(admitted.max())
        if not math.isfinite(best):
            where = f"After {len(particle.tokens)} tokens"
            raise unusable_scores(where, admitted, None, "float64")
        admitted -= _log_sum(logs)
        proposal, twist = admitted, None
        if admissible.bias is not None:
            top = float(admissible.bias.max())
            twist = np.maximum(admissible.bias, top + _LEAST_TWIST)
            proposal = admitted + twist
        total = _log_sum(proposal)
        probabilities = np.exp(proposal - total)
        place = int(self._random.choice(len(probabilities), p=probabilities / probabilities.sum()))
        token = int(admissible.ids[place])
        particle.log_weight += total - particle.twist
        particle.twist = 0.0 if twist is None else float(twist[place])
        particle.log_probability += float(admitted[place])
        particle.tokens.append(token)
        if self._watch:
            particle.preferred.append(int(logits.argmax()))
        particle.follower.step(token)
        if particle.follower.ended:
            particle.ended = True
            particle.log_weight -= particle.twist  # a whole text is weighed by the target alone
        elif len(particle.tokens) >= self._most:
            particle.fail(Failure("length", f"The text was cut after {len(particle.tokens)} tokens."))

    def redraw(self) -> list[int]:
        """Draw the particles anew if few carry the weight; for each the one that took its place, often itself."""
        count = len(self.particles)
        unchanged = list(range(count))
        if not self.live or self.effective >= RESAMPLE_BELOW * count:
            return unchanged
        logs = self._log_weights()
        mean = _log_sum(logs) - math.log(count)
        shares = np.exp(logs - _log_sum(logs))
        # Systematic resampling: one draw places all, so a particle gets its expected number of copies, rounded.
        places = (self._random.random() + np.arange(count)) / count
        drawn = np.minimum(np.searchsorted(np.cumsum(shares), places, side="right"), count - 1)
        copies = np.bincount(drawn, minlength=count)
        spare = [number for number in unchanged for _ in range(int(copies[number]) - 1)]
        parents = [number if copies[number] else spare.pop() for number in unchanged]
        forked = [
            self.particles[parent].fork() if parent != own else None for own, parent in enumerate(parents)
        ]
        self.particles = [new or old for new, old in zip(forked, self.particles, strict=True)]
        for one in self.particles:
            one.log_weight = 0.0
        self._log_mean += mean
        return parents

    def _log_weights(self) -> NDArray[np.float64]:
        return np.array([one.log_weight for one in self.particles])

    @property
    def shares(self) -> NDArray[np.float64]:
        """Normalised weights, shape [particles]; all 0 where no text can be continued or has ended."""
        logs = self._log_weights()
        total = _log_sum(logs)
        return np.zeros(len(logs)) if total == -math.inf else np.exp(logs - total)

    @property
    def effective(self) -> float:
        """The effective sample size (Kish), from 0 to the number of particles."""
        squares = float((self.shares**2).sum())
        return 1 / squares if squares else 0.0

    @property
    def log_validity(self) -> float:
        """Natural log of an unbiased estimate of the probability that the model writes a valid text by itself."""
        return self._log_mean + _log_sum(self._log_weights()) - math.log(len(self.particles))

    def end(self, out: Decoded, *, sampled: bool) -> None:
        """Note what came of the particles, and the text that was chosen of them, as what was written.

        Args:
            sampled: See `chosen`.
        """
        out.posterior = Posterior(len(self.particles), self.effective, self.log_validity)
        out.constraint_seconds = sum(one.follower.seconds for one in self.particles)
        one = self.chosen(sampled=sampled)
        if one is None:
            one, out.failure = self._failed()
            out.finish = "length" if out.failure.cause == "length" else "dead-end"
        else:
            out.finish = "eos"
        out.tokens, out.preferred, out.follower = one.tokens, one.preferred, one.follower

    def _failed(self) -> tuple[Particle, Failure]:
        """Where none wrote a whole plan: the one whose end is told, and why it is none.

        That is a text that was cut, if one was, for it alone might have gone on; or else one of the commonest cause.
        """
        failed = [(one, one.failure) for one in self.particles if one.failure is not None]
        causes = [failure.cause for _, failure in failed]
        cause = "length" if "length" in causes else max(causes, key=causes.count)
        alike = [(one, failure) for one, failure in failed if failure.cause == cause]
        told, failure = max(alike, key=lambda pair: len(pair[0].tokens))
        none = f"None of {len(self.particles)} particles wrote a whole plan"
        if cause != "length":
            message = f"{none}; so ended {len(alike)} of them: {failure.message}"
            return told, replace(failure, message=message)
        return told, Failure(
            "length",
            f"{none}; {len(alike)} of them were cut after {len(told.tokens)} tokens. Raise max_new_tokens, or use "
            "a model with a longer context.",
        )

    def chosen(self, *, sampled: bool) -> Particle | None:
        """One whole text; ``None`` if there is none.

        Args:
            sampled: Draw it by the weights, which is a draw from the posterior as well as so few particles
                tell. Otherwise take the plan to which the model itself gives most: the probabilities of the
                different texts at hand that write the same actions are added.
        """
        shares = self.shares
        if not shares.any():
            return None
        if sampled:
            return self.particles[int(self._random.choice(len(shares), p=shares / shares.sum()))]
        whole = [one for one in self.particles if one.ended and one.log_weight > -math.inf]
        texts = {tuple(one.tokens): one for one in whole}
        masses: dict[object, float] = {}
        for one in texts.values():
            key = _written(one)
            masses[key] = float(np.logaddexp(masses.get(key, -math.inf), one.log_probability))
        return max(texts.values(), key=lambda one: (masses[_written(one)], one.log_probability))


def _written(one: Particle) -> object:
    """What tells plans apart: the actions, where the constraint can tell them, or else the tokens."""
    return one.follower.actions or tuple(one.tokens)


def _log_sum(logs: NDArray[np.float64]) -> float:
    most = float(logs.max())
    return most if not math.isfinite(most) else most + math.log(float(np.exp(logs - most).sum()))
