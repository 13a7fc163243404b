"""The lookahead: what an HMM of the model holds of each admissible token, by what may follow it.

By default that is budget-aware goal mass (CLAMP §4.2.3). R[K, z, h] is the log mass of the plans that reach the
goal from state z in at most K actions, from hidden state h; a token's score G is the log mass of all plans that go
on with it, over that of the text so far. Only actions that the constraint admits count, so with positive HMM
parameters G is finite exactly where the constraint allows a token. Without a goal, G is the mass of the action at
hand alone (`ActionLookahead`).

Scores depend on the text, not on how it was cut into tokens: the belief at a boundary is that after the canonical
segments of the actions so far (`clamp.decoding.goal_mass`), and a token that crosses a boundary sums over the
actions of the next state. On demand the belief is that after the tokens that were really written (`BELIEFS`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.decoding.goal_mass import ActionSegments, ActionSpans, GoalMassTable, Masses, Truncation
from clamp.decoding.language import END, Left, Piece
from clamp.decoding.plans import Cursor, Mark, PlanConstraint, Tokens
from clamp.decoding.weights import Score, Scores, Weighted, check_guidance
from clamp.decoding.world import GOAL, Boundary, Ids
from clamp.errors import ConstraintError, HMMError
from clamp.hmm import HMM, Belief
from clamp.hmm.model import initial_belief
from clamp.threads import Cache, once

T = TypeVar("T")


class MassAfter(Protocol):
    """The part of `clamp.decoding.goal_mass.GoalMassTable` that a lookahead uses."""

    @property
    def truncation(self) -> Truncation | None: ...
    def after(self, boundary: Boundary) -> Masses: ...


LOOKAHEADS = ("goal", "action")
"""What follows an action in a lookahead: the plans that reach the goal in time, or anything, with mass one."""

BELIEFS = ("canonical", "plan", "text")
"""What the HMM has read when it weighs an action: the canonical tokens of the actions so far; the tokens really
written of the plan; all that were written, the reasoning before the plan included."""

_KEPT = 256
"""For so many ends of really written tokens, beliefs and masses are remembered."""

_SAFE = 1e-9
"""A difference of prefix sums is exact to 1e-7 while it is at least this fraction of the total."""


class _Place(NamedTuple):
    """A boundary, and where the tokens really written are that the belief there rests on.

    Attributes:
        mark: Of the boundary itself, or of one before it that no token has gone beyond; ``None`` where the belief
            rests on canonical tokens alone.
    """

    boundary: Boundary
    mark: Mark | None

    @property
    def parent(self) -> _Place | None:
        """The place before the last action; ``None`` where the belief does not rest on another's."""
        boundary, mark = self
        if boundary.parent is None or (mark is not None and mark.boundary is boundary):
            return None
        return _Place(boundary.parent, mark)


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
        constraint: The hard constraint; it must enforce the goal, unless `needs_goal` is false.
        hmm: An HMM over the constraint's vocabulary.
        guidance: Weight λ of the score, from 0 to `MAX_GUIDANCE`. At 0 the term is omitted, not multiplied.
        max_states: Up to how many pairs (state, actions left) the mass is summed over all plans. Where it
            would take more, only one plan per state counts, and `truncation` says so.
        slack: Count only plans at most this much longer than a shortest one; by default all in the budget.
        cap: Look for the goal at most so many actions beyond the one at hand: R[min(K, cap), z, h] in place of
            R[K, z, h] (the paper's ``lookahead_cap``). Where the goal is further, G is -∞. By default the
            budget is the only bound.
        belief: What the HMM has read when it weighs an action; one of `BELIEFS`.

    Attributes:
        needs_goal: Whether it weighs plans that reach the goal.
        usual_belief: What the HMM has read where people do not say it.
        guidance: The weight λ of G.
        constraint: The constraint; where the belief needs the tokens, one that keeps them.

    Raises:
        ConstraintError: If the constraint does not enforce the goal, or a number is negative.
        HMMError: If the HMM has another vocabulary size than the constraint.
    """

    needs_goal: ClassVar[bool] = True
    usual_belief: ClassVar[str] = BELIEFS[0]
    constraint: PlanConstraint  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        constraint: PlanConstraint,
        hmm: HMM,
        *,
        guidance: float = 1.0,
        max_states: int = 512,
        slack: int | None = None,
        cap: int | None = None,
        belief: str = BELIEFS[0],
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
        if cap is not None:
            checks.whole("cap", cap, least=0)
        checks.one_of("belief", belief, BELIEFS)
        if self.needs_goal and GOAL not in constraint.enforce:
            raise ConstraintError(
                "Lookahead weighs plans that reach the goal, so the constraint must enforce 'goal' (the "
                "*world* configuration). Without a goal, clamp.decoding.lookahead.ActionLookahead weighs actions."
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
        self._goal_mass = _GoalMass("G", weight, self._find_scores, self._left_out, lookahead=self)
        super().__init__(
            constraint if belief == BELIEFS[0] else constraint.keeping_tokens(), [self._goal_mass]
        )
        self.guidance = weight
        self.hmm = hmm
        self.max_states = max_states
        self.slack = slack
        self.cap = cap
        self.reads = belief
        self._eos = sorted(constraint.vocabulary.eos_ids)
        self._beliefs: dict[_Place, Belief | None] = Cache()
        self._onward: dict[_Place, _Onward] = Cache()
        self._written: dict[Tokens, Belief | None] = Cache()

    def with_hmm(self, hmm: HMM) -> Self:
        """The same with another HMM.

        Raises:
            HMMError: If it has another vocabulary size.
        """
        return type(self)(
            self.constraint,
            hmm,
            guidance=self.guidance,
            max_states=self.max_states,
            slack=self.slack,
            cap=self.cap,
            belief=self.reads,
        )

    @property
    def truncation(self) -> Truncation | None:
        """What was left out of the mass, or ``None`` while it is exact."""
        return self._left_out()

    def _left_out(self) -> Truncation | None:
        return self._mass.truncation

    def scores(self, cursor: Cursor) -> tuple[Ids, Scores]:
        """G of every admissible token, not multiplied: (token ids, as in `allowed`; natural logs), both [n].

        Neither is to be written to.
        """
        return self.constraint.allowed(cursor), self._scores_of(self._goal_mass, cursor)

    def action_scores(self, boundary: Boundary, cursor: Cursor | None = None) -> tuple[Ids, Scores]:
        """log s_a of every admissible action at a boundary: (positions, scores), both of shape [n].

            log s_a = log Σ_{h, h′} belief[h] · exp(F_a[h, h′] + R[K-1, Δ(z, a), h′])

        the mass of the plans that go on with a, in at most K actions (CLAMP §4.2.3).

        Args:
            cursor: Where the tokens are that the belief rests on, if it rests on what was really written.
        """
        with self.lock:
            return boundary.choices.positions, self._onward_of(self._place(boundary, cursor)).logs

    def _place(self, boundary: Boundary, cursor: Cursor | None) -> _Place:
        """What the belief at a boundary rests on, where a cursor stands there or a token may lead there from it."""
        if cursor is None or cursor.tokens is None:
            return _Place(boundary, None)
        marks = cursor.tokens.marks
        met: Boundary | None = boundary
        while met is not None and met not in marks:
            met = met.parent
        if met is None or (met.parent is None and self.reads == "plan"):
            return _Place(boundary, None)
        return _Place(boundary, marks[met])

    def _find_scores(self, cursor: Cursor) -> Scores:
        ids = self.constraint.allowed(cursor)
        if not len(ids):
            return np.empty(0)
        pieces = list(self.constraint.language.pieces(cursor.threads))
        if len(pieces) == 1 and not self.constraint.accepting(cursor):
            return self._piece_scores(pieces[0], self._place(pieces[0].boundary, cursor))[1]
        return self._merged_scores(cursor, ids, pieces)

    def _merged_scores(self, cursor: Cursor, ids: Ids, pieces: Iterable[Piece]) -> Scores:
        """G of some tokens, each of which may be in several pieces or end the plan; shape [n]."""
        scores = np.full(len(ids), -np.inf)
        # Threads may stand at different boundaries; scores are relative to the earliest.
        start = min((thread.boundary for thread in cursor.threads), key=lambda boundary: boundary.written)
        base = self._log_likelihood(self._place(start, cursor))
        if base == -math.inf:
            return scores
        for piece in pieces:
            place = self._place(piece.boundary, cursor)
            offset = self._log_likelihood(place) - base
            if offset == -math.inf:
                continue
            tokens, values = self._piece_scores(piece, place)
            at = np.searchsorted(ids, tokens)
            scores[at] = np.logaddexp(scores[at], values + offset)
        for site, boundary in cursor.threads:
            if site == END:
                at = np.searchsorted(ids, self._eos)
                ended = self._log_likelihood(self._place(boundary, cursor)) - base
                scores[at] = np.logaddexp(scores[at], ended)
        return scores

    def _piece_scores(self, piece: Piece, place: _Place) -> tuple[Ids, Scores]:
        """The admissible tokens of a piece and their mass, relative to the piece's boundary."""
        if piece.leading is None:
            # Reasoning leaves every plan possible; the closing leaves none but this one.
            value = self._onward_of(place).total if piece.boundary.written == 0 else 0.0
            return piece.ids, np.full(len(piece.ids), value)
        lo, hi = piece.boundary.choices.cumulative[piece.leading.intervals]
        alive = hi > lo
        if alive.all():
            ids = piece.ids
        elif alive.any():
            ids, lo, hi = piece.ids[alive], lo[alive], hi[alive]
        else:
            return piece.ids[:0], np.empty(0)
        return ids, self._onward_of(place).over(lo, hi)

    @once
    def _mass(self) -> MassAfter:
        return self.mass()

    def mass(self) -> MassAfter:
        """What gives the mass behind each action."""
        constraint = self.constraint
        return GoalMassTable(
            constraint.world, self.hmm, constraint.segments, self.max_states, self.slack, self.cap
        )

    def belief(self, boundary: Boundary, cursor: Cursor | None = None) -> Belief:
        """The HMM's belief at a boundary, before the action that follows.

        That is after the canonical tokens of the plan up to there; or, from a cursor at the boundary and where the
        lookahead reads them, after those really written up to the one in which the boundary was reached.

        Raises:
            HMMError: If the HMM has zeros, and holds this text for impossible.
        """
        with self.lock:
            found = self._belief(self._place(boundary, cursor))
        if found is None:
            actions = ", ".join(map(str, boundary.actions()))
            raise HMMError(
                f"The HMM gives the text of {actions} probability 0, so there is no belief after it."
            )
        return found

    def _belief(self, place: _Place) -> Belief | None:
        """`belief`, or ``None`` where the HMM holds the text for impossible."""
        if place not in self._beliefs:
            self._remember(self._beliefs, place, self._find_belief(place))
        return self._beliefs[place]

    @staticmethod
    def _remember(known: dict[_Place, T], place: _Place, found: T) -> T:
        """Note what was found; of places that rest on written tokens, which are many, only the last ones."""
        if place.mark is not None and len(known) >= _KEPT:
            for old in [one for one in known if one.mark is not None][: _KEPT // 2]:
                del known[old]
        known[place] = found
        return found

    def _find_belief(self, place: _Place) -> Belief | None:
        parent = place.parent
        if parent is None:
            return initial_belief(self.hmm) if place.mark is None else self._after(place.mark.tokens)
        found = self._belief(parent)
        first, left = parent.boundary.written == 0, self._left_at(parent)
        return self._read(found, self.constraint.segments.of(place.boundary.position, first=first, left=left))

    @staticmethod
    def _read(belief: Belief | None, tokens: Iterable[int]) -> Belief | None:
        """The belief after some tokens more; ``None`` where the HMM holds one of them for impossible."""
        try:
            for token in tokens:
                belief = belief and belief.advance(token)
        except HMMError:  # a token of probability 0: all of them are ids of the HMM
            return None
        return belief

    def _after(self, tokens: Tokens) -> Belief | None:
        """The belief after tokens that were really written; without the reasoning, where that is not read."""
        begun = tokens.begun if self.reads == "plan" else None
        new: list[int] = []
        at = tokens
        while at.parent is not None and at is not begun and at not in self._written:
            new.append(at.token)
            at = at.parent
        known = at in self._written and at is not begun
        found = self._read(self._written[at] if known else initial_belief(self.hmm), reversed(new))
        if len(self._written) >= _KEPT:
            del self._written[next(iter(self._written))]
        self._written[tokens] = found
        return found

    def _left_at(self, place: _Place) -> Left | None:
        """What is left of the next item where the written tokens end; ``None`` where canonical ones have ended."""
        mark = place.mark
        if mark is None or mark.boundary is not place.boundary:
            return None
        return self.constraint.language.left_at(mark.thread)

    def _log_likelihood(self, place: _Place) -> float:
        """Log mass of the tokens of the plan up to a boundary; ``-inf`` if it is impossible."""
        found = self._belief(place)
        return -math.inf if found is None else found.log_likelihood

    def _onward_of(self, place: _Place) -> _Onward:
        found = self._onward.get(place)
        if found is None:
            found = self._remember(self._onward, place, self._find_onward(place))
        return found

    def _find_onward(self, place: _Place) -> _Onward:
        return self._onward_over(place, place.boundary)

    @property
    def _segments(self) -> ActionSegments:
        """The tokens that count of each action."""
        return self.constraint.segments

    def _before(self, place: _Place) -> tuple[Belief | None, Left | None]:
        """The belief before the first token that counts of an action, and what is then left of the item."""
        return self._belief(place), self._left_at(place)

    def _onward_over(self, place: _Place, admitted: Boundary) -> _Onward:
        """The mass behind the actions that are admitted after the text up to a boundary."""
        positions, first = admitted.choices.positions, place.boundary.written == 0
        if not len(positions):
            return _Onward.of(np.empty(0))
        ends = self._mass.after(admitted)
        segments, left = self._segments, self._left_at(place)
        (belief, rest), row = self._before(place), ends.row
        found = np.full(len(positions), -np.inf)
        going_on: Any = slice(None)
        if left is not None and left.prefix:
            going_on = segments.going_on(positions, left)
            positions, row = positions[going_on], row[going_on]
        if belief is not None and len(positions):
            trie, numbers = segments.trie(positions, first=first, left=rest)
            found[going_on] = trie.log_scores(self.hmm, belief.probabilities, numbers, ends.logs, row)
        return _Onward.of(found)


class ActionLookahead(Lookahead):
    """G without a goal: a token inside an action has the mass of the actions that it can become, and no more.

        G(v) = log Σ_{a, h, h′} belief[h] · exp(F_a[h, h′])

    over the actions a that go on with v, which are those that count (`counted`): here those that the constraint
    admits. It is the paper's G (§4.2.3) where any plan may end after any action: then each state is a goal, R is 0
    everywhere, and so neither the budget nor a cap changes it. This is what the paper weighs by λ_diag and calls the
    text HMM, and its Ctrl-G, for neither of which it gives a formula. The constraint may enforce anything.

    A token that stands before an action, ends a plan or is a part of its frame scores 0; one inside an action has mass
    even where all actions begin with it. F_a is over the tokens of the action itself, and the belief that of the text
    right before it: what parts two actions is read, in canonical tokens, and charged to none.
    """

    needs_goal = False

    def mass(self) -> MassAfter:
        """See `Lookahead`."""
        return _Anything(self.hmm)

    def counted(self, boundary: Boundary) -> Boundary:
        """Where the actions are admitted that count at a boundary."""
        return boundary

    @property
    def _segments(self) -> ActionSegments:
        return self._spans

    @once
    def _spans(self) -> ActionSpans:
        constraint = self.constraint
        return ActionSpans(constraint.language.actions.strings, constraint.plan_format, constraint.vocabulary)

    def _before(self, place: _Place) -> tuple[Belief | None, Left | None]:
        boundary = place.boundary
        left = self._left_at(place) or self._spans.left(boundary.written + 1, boundary.position)
        return self._read(self._belief(place), self._spans.lead(left)), left

    def _merged_scores(self, cursor: Cursor, ids: Ids, pieces: Iterable[Piece]) -> Scores:
        scores = np.full(len(ids), -np.inf)
        start = min((thread.boundary for thread in cursor.threads), key=lambda boundary: boundary.written)
        for piece in pieces:
            place = self._place(piece.boundary, cursor)
            tokens, values = self._piece_scores(piece, place)
            if piece.boundary is not start:
                values = values + self._done(place, start, cursor)
            at = np.searchsorted(ids, tokens)
            scores[at] = np.maximum(scores[at], values)
        for site, _ in cursor.threads:
            if site == END:
                scores[np.searchsorted(ids, self._eos)] = 0.0
        return scores

    def _done(self, place: _Place, start: Boundary, cursor: Cursor) -> float:
        """The mass behind the actions that led from one boundary to another."""
        boundary = place.boundary
        parent = boundary.parent
        if boundary is start or parent is None:
            return 0.0
        before = self._place(parent, cursor)
        positions = self.counted(parent).choices.positions
        at = int(positions.searchsorted(boundary.position))
        if at == len(positions) or int(positions[at]) != boundary.position:
            return -math.inf
        return self._done(before, start, cursor) + float(self._onward_of(before).logs[at])

    def _piece_scores(self, piece: Piece, place: _Place) -> tuple[Ids, Scores]:
        if piece.leading is None:
            return piece.ids, np.zeros(len(piece.ids))
        kept = piece.boundary.choices.any_in_each(piece.leading.intervals)
        ids, (lo, hi), begun = piece.ids[kept], piece.leading.intervals[:, kept], piece.leading.begun[kept]
        scores = np.where(begun, -np.inf, 0.0)
        before = self.counted(piece.boundary).choices.cumulative
        alive = begun & (before[hi] > before[lo])
        if alive.any():
            scores[alive] = self._onward_of(place).over(before[lo[alive]], before[hi[alive]])
        return ids, scores

    def _find_onward(self, place: _Place) -> _Onward:
        return self._onward_over(place, self.counted(place.boundary))


class _Anything:
    """After any action, whatever follows has mass one."""

    truncation = None

    def __init__(self, hmm: HMM) -> None:
        self._open = np.zeros((1, hmm.num_states), hmm.dtype)

    def after(self, boundary: Boundary) -> Masses:
        return Masses(self._open, np.zeros(len(boundary.choices.positions), dtype=np.int64))


def lookahead_for(constraint: PlanConstraint, kind: str = LOOKAHEADS[0]) -> type[Lookahead]:
    """The lookahead that weighs a constraint's tokens: one of its own, or else ours.

    Raises:
        ConstraintError: If there is no such kind.
    """
    own = constraint.lookaheads.get(checks.one_of("lookahead", kind, LOOKAHEADS))
    return own or (Lookahead if kind == LOOKAHEADS[0] else ActionLookahead)


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
    if not weighs_goal_mass(constraint):
        raise ConstraintError("No HMM weighs these tokens, so there is none to put another in place of.")
    terms = [
        one.lookahead.with_hmm(hmm).terms[0] if isinstance(one, _GoalMass) else one
        for one in constraint.terms
    ]
    return Weighted(constraint.constraint, terms)
