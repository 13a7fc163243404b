"""SafeDec's two variants and Safety Chip, as the paper adapts them to plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp.decoding.plans import Cursor
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Score, Weighted
from clamp.decoding.world import Boundary, Intervals, State, World
from clamp.planning.system import Action
from clamp.request.prompts import Message
from clamp_bench.baselines.baseline import AskingAgain, UnderConstraint, appended, plan_constraint
from clamp_bench.harness import Question
from clamp_bench.paper import Mask, ProductWorld

PENALTY = 5.0
"""How much RCD takes off the score of a token that settles on an invalid action, in nats. The paper names no
value; this is our choice."""


class _Settled(Mask):
    """Asks of an action only once a text can become no other."""

    def any_in(self, lo: int, hi: int) -> bool:
        return hi - lo > 1 or super().any_in(lo, hi)

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        lo, hi = intervals
        return (hi - lo > 1) | super().any_in_each(intervals)


class _HardWorld(ProductWorld):
    """What is seen, and what can be executed once it is settled."""

    def executable(self, state: State) -> Mask:
        return _Settled(super().executable(state).flags)


class _SoftWorld(ProductWorld):
    """Anything that is seen; what cannot be executed changes nothing."""

    def masks(self, state: State) -> list[Mask]:
        return [self.everything, *([] if self.seen is None else [self.visible])]

    def after(self, state: State, position: int) -> State:
        index = int(self.order.indices[position])
        if not self.executable(state).flags[position]:
            return state
        return self.system.successor_of_index(state, index)


class _Hard(PlanConstraint):
    def kind_of_world(self) -> type[World]:
        return _HardWorld


class _Soft(PlanConstraint):
    def kind_of_world(self) -> type[World]:
        return _SoftWorld


class Hcd(UnderConstraint):
    """SafeDec's hard-constrained decoding: invalid actions are masked.

    An action is judged once the text has settled which one it is, in the symbolic state after the actions before it;
    there is no lookahead, no goal, and nothing is pruned before an action is settled. So it can dead-end.
    """

    says = "an action is masked once it is settled and cannot be executed; no goal, no lookahead"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> PlanConstraint:
        return plan_constraint(question, vocabulary, "visibility", "executability", kind=_Hard)


class Rcd(UnderConstraint):
    """SafeDec's robustness-conditioned decoding: invalid actions are made unlikely."""

    says = "an action that cannot be executed costs a penalty once it is settled; no goal, no lookahead"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Weighted:
        made = plan_constraint(question, vocabulary, "visibility", "executability", kind=_Soft)
        return Weighted(made, [Score("robustness", PENALTY, _robustness(made))])


def _robustness(constraint: PlanConstraint) -> Callable[[Cursor], NDArray[np.float64]]:
    """The predicted satisfaction of each admissible token: 0, or -1 where it settles on an invalid action."""
    world = constraint.world
    assert isinstance(world, _SoftWorld)

    def invalid(boundary: Boundary) -> bool:
        """Whether the action that led to a boundary could not be executed."""
        parent = boundary.parent
        return parent is not None and not world.executable(parent.state).flags[boundary.position]

    def scores(cursor: Cursor) -> NDArray[np.float64]:
        ids = constraint.allowed(cursor)
        found = np.zeros(len(ids))
        written = min((thread.boundary.written for thread in cursor.threads), default=0)
        for piece in constraint.language.pieces(cursor.threads):
            tokens, bad = piece.ids, np.zeros(len(piece.ids), dtype=np.bool_)
            if piece.leading is not None:
                lo, hi = piece.leading.intervals
                flags = world.executable(piece.boundary.state).flags
                bad = (hi - lo == 1) & ~flags[np.minimum(lo, len(flags) - 1)]
            if piece.boundary.written > written and invalid(piece.boundary):
                bad[:] = True
            at = np.searchsorted(ids, tokens)
            known = (at < len(ids)) & (ids[np.minimum(at, len(ids) - 1)] == tokens)
            found[at[known & bad]] = -1.0
        return found

    return scores


class SafetyChip(AskingAgain):
    """Safety Chip (Yang et al., 2024): what is wrong with a plan is appended to its prompt, up to three times; the last
    text is kept.

    The monitor is the paper's (App. A3.3): every action's name, number of arguments and things are known ones.
    """

    says = "asked again, up to three times, with what is wrong with the format"
    several_texts = True
    retries = 3

    def prompt(self, question: Question, violation: str | None) -> str | Sequence[Message]:
        if violation is None:
            return question.prompt
        return appended(
            question,
            f"Your previous plan violates a constraint: {violation}\n"
            "Write the whole plan again without this violation, in the required format and nothing else.",
        )

    def look(self, question: Question, result: PlanResult) -> tuple[PlanResult, str | None]:
        return result, self.violation(question, result)

    def violation(self, question: Question, result: PlanResult) -> str | None:
        """What is wrong with a plan, in words; ``None`` if nothing is."""
        if result.failure is not None and result.failure.cause != "validation":
            return result.failure.message
        return unknown(result.actions, question.request.system.actions)


class SafetyChipReplay(SafetyChip):
    """The same with the validator for a monitor: each action can be done, and the goal holds at the end."""

    says = "asked again, up to three times, with the validator's error"

    def violation(self, question: Question, result: PlanResult) -> str | None:
        return None if result.failure is None else result.failure.message


def unknown(actions: Sequence[Action], known: Sequence[Action]) -> str | None:
    """The first action of a plan that is none of those known, and why; ``None`` if there is none."""
    arities: dict[str, set[int]] = {}
    for one in known:
        arities.setdefault(one.name, set()).add(len(one.args))
    things = {thing for one in known for thing in one.args}
    for number, action in enumerate(actions, 1):
        if action.name not in arities:
            return f"Action {number} is {action}, but there is no action {action.name}."
        if len(action.args) not in arities[action.name]:
            wanted = " or ".join(map(str, sorted(arities[action.name])))
            return f"Action {number} is {action}, but {action.name} has {wanted} arguments."
        for thing in action.args:
            if thing not in things:
                return f"Action {number} is {action}, but there is nothing called {thing}."
    return None
