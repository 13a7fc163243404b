"""Soft visibility in decoding: a plan is preferred by how surely the things that it names are there.

An action weighs W(a) = Σ of the log weights of the entities that it names, each once. A text's potential is

    Φ(text) = Σ W of its complete actions + max W of the admissible actions that the rest may begin

(without the second term where the next item has not been begun, and in the closing), and a token's bias is
the difference of Φ that it makes. So the biases of a whole plan add up to the sum of its actions' weights,
however it is cut into tokens, and where all weights are 0 every bias is 0. The best action stands for those
behind a prefix, not their sum: how many things share a prefix says nothing about any of them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.decoding.formats import PlanFormat
from clamp.decoding.language import END, ActionSite, FreeSite, Ids, PatternSite, Piece, Thread, union
from clamp.decoding.plans import Cursor, PlanConstraint
from clamp.decoding.weights import MIN_LOG_WEIGHT, Score, Scores, Weighted
from clamp.decoding.world import Boundary
from clamp.errors import ConstraintError
from clamp.threads import Cache


class _RangeMaximum:
    """Maxima over intervals of an array, by a sparse table: row k holds those of 2^k neighbours."""

    def __init__(self, values: Scores) -> None:
        self.rows = [values]
        step = 1
        while 2 * step <= len(values):
            last = self.rows[-1]
            self.rows.append(np.maximum(last[:-step], last[step:]))
            step *= 2

    def over(self, lo: NDArray[np.int32], hi: NDArray[np.int32]) -> Scores:
        """The maximum of each interval [lo, hi), none empty; shape [n]."""
        found = np.empty(len(lo))
        level: NDArray[np.int32] = np.frexp(hi - lo)[1] - 1
        levels: list[int] = level.tolist()
        for number in set(levels):
            row, at = self.rows[number], level == number
            found[at] = np.maximum(row[lo[at]], row[hi[at] - (1 << number)])
        return found


def checked_weights(name: str, given: object) -> dict[str, float]:
    """Log weights of entities, as an argument of this name gives them.

    Raises:
        ConstraintError: If it is no mapping from names to numbers from `MIN_LOG_WEIGHT` to 0.
    """
    weights = checks.mapping(name, given, of="from entity names to log weights", values=None)
    for entity, weight in weights.items():
        if isinstance(weight, bool | str | bytes) or not hasattr(weight, "__float__"):
            raise ConstraintError(
                f"The log weight of {entity!r} is a number of at most 0, not {checks.shown(weight)}."
            )
        if not MIN_LOG_WEIGHT <= weight <= 0:
            raise ConstraintError(
                f"The log weight of {entity!r} is {weight}, but it is the logarithm of a score above 0 and "
                f"at most 1, and not below {MIN_LOG_WEIGHT:g}. What is not there at all is left out of "
                "`seen`."
            )
    return {entity: float(weight) for entity, weight in weights.items()}


class VisibilityBias(Weighted):
    """A constraint whose admissible tokens are weighed by how surely the things behind them are there.

    Its one score is "visibility"; around a constraint that is weighed already, both weigh.

    Args:
        constraint: What admits the tokens.
        log_weights: A log weight from `MIN_LOG_WEIGHT` to 0 for each entity (see
            `clamp.perception.SoftVisibility`). Every entity that an action may name needs one.

    Raises:
        ConstraintError: If a weight is positive or no number, or an entity that may be named has none.
    """

    constraint: PlanConstraint  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, constraint: PlanConstraint | Weighted, log_weights: Mapping[str, float]) -> None:
        checks.instance(
            "constraint",
            getattr(constraint, "hard", constraint),
            PlanConstraint,
            what="a clamp.PlanConstraint, weighed or not",
        )
        super().__init__(constraint, [Score("visibility", 1.0, self._find_scores)])
        log_weights = checked_weights("visibility", log_weights)
        world = self.constraint.world
        actions = self.constraint.system.actions
        enabled: list[int] = world.enabled.tolist()
        self._weights = np.zeros(len(actions))
        for index in enabled:
            names = dict.fromkeys(actions[index].args)
            missing = [name for name in names if name not in log_weights]
            if missing:
                raise ConstraintError(
                    f"{missing[0]!r} may be named, but has no weight. Enforce visibility, with the entities "
                    "that have one as `seen`."
                )
            self._weights[world.order.positions[index]] = sum(log_weights[name] for name in names)
        self._maxima: dict[Boundary, _RangeMaximum] = Cache()

    def _find_scores(self, cursor: Cursor) -> Scores:
        """By how much each admissible token changes Φ, shape [n]."""
        ids = self.allowed(cursor)
        after = np.full(len(ids), -np.inf)
        if not len(ids):
            return after
        language = self.constraint.language
        for thread in cursor.threads:
            if thread.site == END:
                at = np.searchsorted(ids, sorted(self.vocabulary.eos_ids))
                after[at] = np.maximum(after[at], self._written(thread.boundary))
                continue
            pieces = list(language.pieces([thread]))
            if isinstance(thread.site, FreeSite):
                # The first piece stays in the reasoning, where nothing is named yet.
                stays = np.searchsorted(ids, pieces[0].ids)
                after[stays] = np.maximum(after[stays], 0.0)
                self._one_by_one(cursor, ids, after, pieces[1:])
            elif _before_reasoning(thread, self.constraint.plan_format):
                self._one_by_one(cursor, ids, after, pieces)
            else:
                for piece in pieces:
                    tokens, values = self._piece(piece)
                    at = np.searchsorted(ids, tokens)
                    after[at] = np.maximum(after[at], values)
        return after - self.potential(cursor)

    def potential(self, cursor: Cursor) -> float:
        """Φ of the text so far; 0 before the first token."""
        self.constraint.check_cursor(cursor)
        with self.lock:
            if cursor == self.initial():
                return 0.0
            return max((self._potential(thread) for thread in cursor.threads), default=0.0)

    def _potential(self, thread: Thread) -> float:
        site, boundary = thread
        written = self._written(boundary)
        if isinstance(site, ActionSite):
            count = boundary.choices.cumulative
            ends = count[[site.node.lo, site.node.hi]]
            return written + float(self._maximum(boundary).over(ends[:1], ends[1:])[0])
        begun = isinstance(site, PatternSite) and (site.offset or site.spaces) and not site.pattern.ends
        if begun and not _before_reasoning(thread, self.constraint.plan_format):
            return written + float(self._maximum(boundary).rows[0].max())
        return written

    def _one_by_one(self, cursor: Cursor, ids: Ids, after: Scores, pieces: list[Piece]) -> None:
        """Around the reasoning, tokens are few, and pieces do not say into which action they lead."""
        found = [piece.admissible() for piece in pieces]
        if not found:
            return
        tokens: list[int] = union(found).tolist()
        for token in tokens:
            at = int(np.searchsorted(ids, token))
            after[at] = max(after[at], self.potential(self.advance(cursor, token)))

    def _piece(self, piece: Piece) -> tuple[Ids, Scores]:
        """The admissible tokens of a piece, and Φ after each."""
        written = self._written(piece.boundary)
        if piece.leading is None:
            return piece.ids, np.full(len(piece.ids), written)
        lo, hi = piece.boundary.choices.cumulative[piece.leading.intervals]
        alive = hi > lo
        if not alive.any():
            return piece.ids[:0], np.empty(0)
        return piece.ids[alive], written + self._maximum(piece.boundary).over(lo[alive], hi[alive])

    def _maximum(self, boundary: Boundary) -> _RangeMaximum:
        found = self._maxima.get(boundary)
        if found is None:
            found = _RangeMaximum(self._weights[boundary.choices.positions])
            self._maxima[boundary] = found
        return found

    def _written(self, boundary: Boundary) -> float:
        """Σ W of the actions so far."""
        total = 0.0
        at: Boundary | None = boundary
        while at is not None and at.position >= 0:
            total += float(self._weights[at.position])
            at = at.parent
        return total


def _before_reasoning(thread: Thread, plan_format: PlanFormat) -> bool:
    """Whether the thread is in the fixed text that opens the reasoning."""
    site, reasoning = thread.site, plan_format.reasoning
    if reasoning is None or not isinstance(site, PatternSite) or thread.boundary.written:
        return False
    return site.pattern.template == reasoning.opening.encode()
