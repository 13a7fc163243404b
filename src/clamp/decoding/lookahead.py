"""Budget-aware lookahead: how much goal-reaching probability lies behind each admissible token.

The HMM weighs plans (CLAMP §4.2.3). R[K, z, h] is the log mass of the plans that reach the goal from state z
in at most K actions, from hidden state h; a token's score G is the log mass of all plans that go on with it,
over that of the text so far. Only actions that the constraint admits count, so with positive HMM parameters
G is finite exactly where the constraint allows a token.

Scores depend on the text, not on how it was cut into tokens: the belief at a boundary is that after the
canonical segments of the actions so far (`clamp.decoding.goal_mass`), and a token that crosses a boundary sums
over the actions of the next state.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.decoding.constraint import SEMANTICS, Cursor, PlanConstraint
from clamp.decoding.goal_mass import GoalMassTable, Masses, Truncation
from clamp.decoding.language import END, Piece
from clamp.decoding.weights import Score, Scores, Weighted, check_guidance
from clamp.decoding.world import EXECUTABILITY, GOAL, SYNTAX, Boundary, Ids, World
from clamp.errors import ConstraintError, HMMError
from clamp.hmm import HMM, Belief
from clamp.hmm.model import initial_belief
from clamp.threads import once


class MassAfter(Protocol):
    """The part of `clamp.decoding.goal_mass.GoalMassTable` that a lookahead uses."""

    @property
    def truncation(self) -> Truncation | None: ...
    def after(self, boundary: Boundary) -> Masses: ...


_SAFE = 1e-9
"""A difference of prefix sums is exact to 1e-7 while it is at least this fraction of the total."""


@dataclass(frozen=True, slots=True, eq=False)
class _Onward:
    """The mass behind each action at a boundary, relative to the text up to there.

    Attributes:
        logs: log s_a of the admissible actions, ascending positions, shape [admissible].
        sums: Prefix sums of exp(logs - scale), shape [admissible + 1].
        scale: The largest of `logs`.
        total: log Σ_a s_a; ``-inf`` if no action is admissible.
    """

    logs: Scores
    sums: Scores
    scale: float
    total: float

    @classmethod
    def of(cls, logs: Scores) -> _Onward:
        scale = float(logs.max(initial=-math.inf))
        if scale == -math.inf:
            return cls(logs, np.zeros(len(logs) + 1), 0.0, -math.inf)
        sums = np.concatenate(([0.0], np.cumsum(np.exp(logs - scale))))
        return cls(logs, sums, scale, scale + math.log(sums[-1]))

    def over(self, lo: NDArray[np.int32], hi: NDArray[np.int32]) -> Scores:
        """log Σ of s_a over each interval of admissible actions, none empty, shape [n]."""
        if self.total == -math.inf:
            return np.full(len(lo), -np.inf)
        mass = self.sums[hi] - self.sums[lo]
        doubtful = mass < _SAFE * self.sums[-1]
        if not doubtful.any():
            return np.log(mass) + self.scale
        mass[doubtful] = 1.0
        found = np.log(mass) + self.scale
        found[doubtful] = _over_each(self.logs, lo[doubtful], hi[doubtful])
        return found


def _over_each(logs: Scores, lo: NDArray[np.int32], hi: NDArray[np.int32]) -> Scores:
    """log Σ exp(logs) over each interval, none empty, however small its share of the whole; shape [n]."""
    order = np.argsort(lo, kind="stable")  # or what lies between two intervals would be summed many times
    bounds = np.stack([lo[order], hi[order]], axis=1).ravel()
    found = np.empty(len(lo))
    # `reduceat` also reduces from the end of each interval to the beginning of the next: left out.
    found[order] = np.logaddexp.reduceat(np.append(logs, -np.inf), bounds)[::2]
    return found


@dataclass(frozen=True, eq=False)
class _GoalMass(Score):
    """The score G, and whose it is."""

    lookahead: Lookahead = field(kw_only=True)


class Lookahead(Weighted):
    """A constraint whose admissible tokens are weighed by the goal-reaching mass behind them.

    Its one score is G, the log of that mass; ``Weighted(lookahead, [...])`` adds others to it. The end of the
    sequence ends the plan with its mass so far: its score is 0 where nothing of the next action has been
    written. Adaptation makes a new HMM, and so a new lookahead; no table here can be stale.

    Args:
        constraint: The hard constraint; it must enforce the goal.
        hmm: An HMM over the constraint's vocabulary.
        guidance: Weight λ of the score, from 0 to `MAX_GUIDANCE`. At 0 the term is omitted, not multiplied.
        max_states: Up to how many pairs (state, actions left) the mass is summed over all plans. Where it
            would take more, only one plan per state counts, and `truncation` says so.
        slack: Count only plans at most this much longer than a shortest one; by default all in the budget.

    Attributes:
        guidance: The weight λ of G.

    Raises:
        ConstraintError: If the constraint does not enforce the goal, or a number is negative.
        HMMError: If the HMM has another vocabulary size than the constraint.
    """

    needs_goal: ClassVar[bool] = True

    def __init__(
        self,
        constraint: PlanConstraint,
        hmm: HMM,
        *,
        guidance: float = 1.0,
        max_states: int = 512,
        slack: int | None = None,
    ) -> None:
        checks.instance(
            "constraint", constraint, PlanConstraint, what="the clamp.PlanConstraint that it weighs"
        )
        checks.instance(
            "hmm", hmm, HMM, what="a clamp.HMM", hint="A folder is read with HMM.from_pretrained."
        )
        checks.whole("max_states", max_states)
        if slack is not None:
            checks.whole("slack", slack)
        if self.needs_goal and GOAL not in constraint.enforce:
            raise ConstraintError(
                "Lookahead weighs plans that reach the goal, so the constraint must enforce 'goal' (the "
                "*world* configuration)."
            )
        weight = check_guidance(guidance)
        if max_states < 0 or (slack is not None and slack < 0):
            raise ConstraintError(
                "max_states (pairs of state and actions left) and slack (actions) are numbers of at least 0, "
                f"not {max_states} and {slack}."
            )
        if hmm.vocab_size != constraint.vocabulary.size:
            raise HMMError(
                f"The HMM has {hmm.vocab_size} tokens, the vocabulary {constraint.vocabulary.name!r} has "
                f"{constraint.vocabulary.size}. Was it distilled for another tokenizer? `clamp.remap` "
                "carries an HMM over to another one."
            )
        self._goal_mass = _GoalMass(
            "G", weight, self._find_scores, lambda: self._mass.truncation, lookahead=self
        )
        super().__init__(constraint, [self._goal_mass])
        self.guidance = weight
        self.hmm = hmm
        self.max_states = max_states
        self.slack = slack
        self._eos = sorted(constraint.vocabulary.eos_ids)
        self._beliefs: dict[Boundary, Belief | None] = {}
        self._onward: dict[Boundary, _Onward] = {}

    @property
    def truncation(self) -> Truncation | None:
        """What was left out of the mass, or ``None`` while it is exact."""
        return self._mass.truncation

    def scores(self, cursor: Cursor) -> tuple[Ids, Scores]:
        """G of every admissible token, not multiplied: (token ids, as in `allowed`; natural logs), both [n].

        Neither is to be written to.
        """
        return self.constraint.allowed(cursor), self._scores_of(self._goal_mass, cursor)

    def action_scores(self, boundary: Boundary) -> tuple[Ids, Scores]:
        """log s_a of every admissible action at a boundary: (positions, scores), both of shape [n].

            log s_a = log Σ_{h, h′} belief[h] · exp(F_a[h, h′] + R[K-1, Δ(z, a), h′])

        the mass of the plans that go on with a, in at most K actions (CLAMP §4.2.3).
        """
        with self.lock:
            return boundary.choices.positions, self._onward_of(boundary).logs

    def _find_scores(self, cursor: Cursor) -> Scores:
        ids = self.constraint.allowed(cursor)
        if not len(ids):
            return np.empty(0)
        pieces = list(self.constraint.language.pieces(cursor.threads))
        if len(pieces) == 1 and not self.constraint.accepting(cursor):
            return self._piece_scores(pieces[0])[1]
        return self._merged_scores(cursor, ids, pieces)

    def _merged_scores(self, cursor: Cursor, ids: Ids, pieces: Iterable[Piece]) -> Scores:
        """G of some tokens, each of which may be in several pieces or end the plan; shape [n]."""
        scores = np.full(len(ids), -np.inf)
        # Threads may stand at different boundaries; scores are relative to the earliest.
        start = min((thread.boundary for thread in cursor.threads), key=lambda boundary: boundary.written)
        base = self._log_likelihood(start)
        if base == -math.inf:
            return scores
        for piece in pieces:
            offset = self._log_likelihood(piece.boundary) - base
            if offset == -math.inf:
                continue
            tokens, values = self._piece_scores(piece)
            at = np.searchsorted(ids, tokens)
            scores[at] = np.logaddexp(scores[at], values + offset)
        for site, boundary in cursor.threads:
            if site == END:
                at = np.searchsorted(ids, self._eos)
                scores[at] = np.logaddexp(scores[at], self._log_likelihood(boundary) - base)
        return scores

    def _piece_scores(self, piece: Piece) -> tuple[Ids, Scores]:
        """The admissible tokens of a piece and their mass, relative to the piece's boundary."""
        if piece.leading is None:
            # Reasoning leaves every plan possible; the closing leaves none but this one.
            value = self._onward_of(piece.boundary).total if piece.boundary.written == 0 else 0.0
            return piece.ids, np.full(len(piece.ids), value)
        lo, hi = piece.boundary.choices.cumulative[piece.leading.intervals]
        alive = hi > lo
        if alive.all():
            ids = piece.ids
        elif alive.any():
            ids, lo, hi = piece.ids[alive], lo[alive], hi[alive]
        else:
            return piece.ids[:0], np.empty(0)
        return ids, self._onward_of(piece.boundary).over(lo, hi)

    @once
    def _mass(self) -> MassAfter:
        return self.mass()

    def mass(self) -> MassAfter:
        """What gives the mass behind each action."""
        constraint = self.constraint
        return GoalMassTable(constraint.world, self.hmm, constraint.segments, self.max_states, self.slack)

    def belief(self, boundary: Boundary) -> Belief:
        """The HMM's belief after the canonical tokens of the plan up to a boundary.

        Raises:
            HMMError: If the HMM has zeros, and holds this text for impossible.
        """
        with self.lock:
            found = self._belief(boundary)
        if found is None:
            actions = ", ".join(map(str, boundary.actions()))
            raise HMMError(
                f"The HMM gives the text of {actions} probability 0, so there is no belief after it."
            )
        return found

    def _belief(self, boundary: Boundary) -> Belief | None:
        """`belief`, or ``None`` where the HMM holds the text for impossible."""
        if boundary not in self._beliefs:
            self._beliefs[boundary] = self._find_belief(boundary)
        return self._beliefs[boundary]

    def _find_belief(self, boundary: Boundary) -> Belief | None:
        parent = boundary.parent
        if parent is None:
            return initial_belief(self.hmm)
        found = self._belief(parent)
        if found is None:
            return None
        try:
            for token in self.constraint.segments.of(boundary.position, first=parent.written == 0):
                found = found.advance(token)
        except HMMError:  # a token of probability 0: all of them are ids of the HMM
            return None
        return found

    def _log_likelihood(self, boundary: Boundary) -> float:
        """Log mass of the canonical tokens of the plan up to a boundary; ``-inf`` if it is impossible."""
        found = self._belief(boundary)
        return -math.inf if found is None else found.log_likelihood

    def _onward_of(self, boundary: Boundary) -> _Onward:
        found = self._onward.get(boundary)
        if found is None:
            found = self._onward[boundary] = self._find_onward(boundary)
        return found

    def _find_onward(self, boundary: Boundary) -> _Onward:
        return self._onward_over(boundary, boundary)

    def _onward_over(self, boundary: Boundary, admitted: Boundary) -> _Onward:
        """The mass behind the actions that are admitted after the text up to a boundary."""
        positions, first = admitted.choices.positions, boundary.written == 0
        if not len(positions):
            return _Onward.of(np.empty(0))
        ends = self._mass.after(admitted)
        trie, numbers = self.constraint.segments.trie(positions, first=first)
        belief = self._belief(boundary)
        if belief is None:
            return _Onward.of(np.full(len(positions), -np.inf))
        return _Onward.of(trie.log_scores(self.hmm, belief.probabilities, numbers, ends.logs, ends.row))


class PaperLookahead(Lookahead):
    """G as the paper has it, for a constraint of its semantics: neutral outside actions, and blind to visibility.

    A token that leaves every action open, ends a plan or is a part of its frame scores 0. One inside an action has
    the mass of the executable actions that it can become, also of those whose entities are not seen, and of plans on
    from there through any entity (§4.2.3). So a token can be admissible and have no mass: then it is not chosen.
    """

    def mass(self) -> MassAfter:
        """See `Lookahead`."""
        return GoalMassTable(self._twin, self.hmm, self.constraint.segments, self.max_states, self.slack)

    @once
    def _twin(self) -> World:
        return self.constraint.alone(frozenset((SYNTAX, EXECUTABILITY, GOAL)))

    @once
    def _twins(self) -> dict[Boundary, Boundary]:
        return {}

    def _twin_of(self, boundary: Boundary) -> Boundary:
        """The same plan so far, where only what can be executed and reaches the goal is admitted."""
        found = self._twins.get(boundary)
        if found is None:
            parent = boundary.parent
            found = self._twin.start if parent is None else self._twin_of(parent).after(boundary.position)
            self._twins[boundary] = found
        return found

    def _merged_scores(self, cursor: Cursor, ids: Ids, pieces: Iterable[Piece]) -> Scores:
        scores = np.full(len(ids), -np.inf)
        start = min((thread.boundary for thread in cursor.threads), key=lambda boundary: boundary.written)
        for piece in pieces:
            tokens, values = self._piece_scores(piece)
            if piece.boundary is not start:
                values = values + self._done(piece.boundary, start)
            at = np.searchsorted(ids, tokens)
            scores[at] = np.maximum(scores[at], values)
        for site, _ in cursor.threads:
            if site == END:
                scores[np.searchsorted(ids, self._eos)] = 0.0
        return scores

    def _done(self, boundary: Boundary, start: Boundary) -> float:
        """The mass behind the actions that led from one boundary to another."""
        parent = boundary.parent
        if boundary is start or parent is None:
            return 0.0
        positions = self._twin_of(parent).choices.positions
        at = int(positions.searchsorted(boundary.position))
        if at == len(positions) or int(positions[at]) != boundary.position:
            return -math.inf
        return self._done(parent, start) + float(self._onward_of(parent).logs[at])

    def _piece_scores(self, piece: Piece) -> tuple[Ids, Scores]:
        if piece.leading is None:
            return piece.ids, np.zeros(len(piece.ids))
        kept = piece.boundary.choices.any_in_each(piece.leading.intervals)
        ids, (lo, hi) = piece.ids[kept], piece.leading.intervals[:, kept]
        scores = np.where(hi - lo == len(self.constraint.system.actions), 0.0, -np.inf)
        before = self._twin_of(piece.boundary).choices.cumulative
        alive = (before[hi] > before[lo]) & (scores < 0)
        if alive.any():
            scores[alive] = self._onward_of(piece.boundary).over(before[lo[alive]], before[hi[alive]])
        return ids, scores

    def _find_onward(self, boundary: Boundary) -> _Onward:
        return self._onward_over(boundary, self._twin_of(boundary))


def lookahead_for(constraint: PlanConstraint) -> type[Lookahead]:
    """The lookahead of a constraint's semantics."""
    return Lookahead if constraint.semantics == SEMANTICS[0] else PaperLookahead


def weighs_goal_mass(constraint: object) -> bool:
    """Whether an HMM weighs a constraint's tokens."""
    terms = constraint.terms if isinstance(constraint, Weighted) else ()
    return any(isinstance(term, _GoalMass) and term.weight for term in terms)


def with_hmm(constraint: Weighted, hmm: HMM) -> Weighted:
    """The same constraint and scores, with another HMM behind G.

    Raises:
        ConstraintError: If nothing weighs goal mass there.
        HMMError: If the HMM has another vocabulary size.
    """

    def remade(term: Score) -> Score:
        if not isinstance(term, _GoalMass):
            return term
        old = term.lookahead
        new = type(old)(
            old.constraint, hmm, guidance=old.guidance, max_states=old.max_states, slack=old.slack
        )
        return new.terms[0]

    if not weighs_goal_mass(constraint):
        raise ConstraintError("No HMM weighs these tokens, so there is none to put another in place of.")
    return Weighted(constraint.constraint, [remade(term) for term in constraint.terms])
