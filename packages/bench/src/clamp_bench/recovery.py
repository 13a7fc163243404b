"""The paper's recovery: rules are checked when a step ends; what breaks one is unwritten, banned and tried again.

Nothing here looks ahead: the masks are those of syntax and visibility alone. A step whose action breaks a rule is
rewound to its beginning, its verb is banned there, and the prefix is replayed. After a few tries the policy proposes an
action that can be done and that a rule waits for; where there is none, the text fails. It is kept beside the joint
constraint, which never has to recover, to be compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from clamp.decoding import Failure, PlanConstraint
from clamp.errors import ModelScoresError, RuleError
from clamp.hosts.follower import Decoded, Follower
from clamp.planning.rules import Ruled
from clamp.planning.rules.formula import named
from clamp.planning.rules.ltlf import DEAD
from clamp.planning.rules.monitor import RuledState
from clamp.planning.system import Action, Names, SearchSpace, TransitionSystem, Validation
from clamp_bench.forward import ForwardRuled

TRIES = 3
"""How often a step is sampled anew before the policy proposes one."""


class _Steps(TransitionSystem[int]):
    """Steps that are counted, and nothing else: a state is the number of steps so far.

    Attributes:
        banned: The verbs that may not be written at a step.
        forced: The only action that may be written at a step.
    """

    def __init__(self, ruled: Ruled) -> None:
        self._ruled = ruled
        self.name = ruled.name
        self.banned: dict[int, frozenset[str]] = {}
        self.forced: dict[int, int] = {}

    @property
    def actions(self) -> Sequence[Action]:
        return self._ruled.actions

    @property
    def entities(self) -> Sequence[str]:
        return self._ruled.entities

    @property
    def lexicon(self) -> Names:
        return self._ruled.lexicon

    @property
    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return True

    def applicable_indices(self, state: int) -> Sequence[int]:
        if state in self.forced:
            return [self.forced[state]]
        banned = self.banned.get(state, frozenset())
        return [index for index, action in enumerate(self.actions) if action.name not in banned]

    def successor_of_index(self, state: int, index: int) -> int:
        return state + 1

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        raise RuleError("Recovery looks for no plan.")

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        free = self.index(action) in self.applicable_indices(state)
        return None if free else "its verb is banned at this step"

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Validation:
        return self._ruled.validate(actions)


Scores = Callable[[Sequence[int]], np.ndarray]
"""The model's scores after the tokens of a text, shape [vocabulary]."""


@dataclass
class Recovery:
    """How often the mechanism had to step in.

    Attributes:
        checked: Steps, and ends, that were checked against the rules.
        rejected: Of these, how many broke a rule.
        rewound: How often a part of the text was unwritten.
        retried: How often a step was sampled anew, its verb banned.
        proposed: How often the policy proposed an action.
        open_at_end: 1 if the plan ended though a rule still asked for something that no single action does.
    """

    checked: int = 0
    rejected: int = 0
    rewound: int = 0
    retried: int = 0
    proposed: int = 0
    open_at_end: int = 0


class Recovering:
    """One text, written by the paper's mechanism.

    Args:
        constraint: Over a system with rules; what it enforces is syntax, with or without visibility.

    Attributes:
        counts: How often the mechanism stepped in so far.

    Raises:
        RuleError: If there are no rules to keep, or they are kept without it.
    """

    def __init__(self, constraint: PlanConstraint) -> None:
        self._constraint = constraint
        if constraint.system.rulebook is None or "executability" in constraint.enforce:
            raise RuleError(
                "Recovery unwrites what breaks a rule, where only syntax and visibility are enforced: give rules, and "
                "the constraints 'token' or 'grounded'."
            )
        self._ruled = cast(Ruled, constraint.system)
        self._forward = ForwardRuled(self._ruled)
        self._steps = _Steps(self._ruled)
        self._tokens: list[int] = []
        self._begun = [0]
        """The number of tokens before each step."""
        self._states: list[RuledState] = [self._ruled.initial]
        self._tries = 0
        self.counts = Recovery()
        self._mask = self._made()
        self._cursor = self._mask.initial()

    def _made(self) -> PlanConstraint:
        given = self._constraint
        return PlanConstraint(
            self._steps,
            given.vocabulary,
            given.plan_format,
            budget=given.budget,
            seen=given.seen,
            enforce=given.enforce | {"executability"},
            limits=given.limits,
            loops=True,
        )

    def write(self, scores: Scores, room: int, temperature: float, random: np.random.Generator) -> Decoded:
        """Write until the text ends, fails, or has no more room."""
        out = Decoded()
        eos = np.array(sorted(self._constraint.vocabulary.eos_ids), dtype=np.int64)
        while len(self._tokens) < room:
            found = np.array(scores(self._tokens), dtype=np.float64)
            forced = len(self._states) - 1 in self._steps.forced
            if forced:
                found[eos] = -np.inf
            try:
                token = (
                    self._mask.sample(self._cursor, found, temperature, random)
                    if temperature > 0
                    else self._mask.best(self._cursor, found)
                )
            except ModelScoresError:
                if not forced or np.setdiff1d(self._mask.allowed(self._cursor), eos).size:
                    raise
                token = None  # only the end could follow
            if token is None:
                why = self._give_way("no other step can be written")
            else:
                self._cursor = self._mask.advance(self._cursor, token)
                self._tokens.append(token)
                why = self._checked(token in eos)
            if why is not None:
                out.finish, out.failure = "dead-end", Failure("dead-end", why)
                break
            if self._tokens and self._tokens[-1] in eos:
                out.finish = "eos"
                break
        out.tokens = list(self._tokens)
        out.follower = Follower(self._constraint, frozenset(eos.tolist()))
        out.follower.follow(out.tokens)
        return out

    def _checked(self, ended: bool) -> str | None:
        """Check the steps that a token has completed; why nothing more can be written."""
        done = self._mask.actions(self._cursor)
        for action in done[len(self._states) - 1 :]:
            self.counts.checked += 1
            index, state = self._ruled.index(action), self._states[-1]
            after = self._forward.successor_of_index(state, index)
            if after.rules == DEAD:
                self.counts.rejected += 1
                return self._reject(action, named(self._forward.broken_by(state, index)))
            self._states.append(after)
            self._begun.append(len(self._tokens))
            self._tries = 0
        if ended and self._ruled.open_rules(self._states[-1]):
            self.counts.checked += 1
            self.counts.rejected += 1
            wanted = self._wanted(open_only=True) if len(self._states) <= self._constraint.budget else None
            if wanted is None:
                self.counts.open_at_end += 1  # no single action would do, so the plan ends as it is
                return None
            return self._propose(wanted, len(self._tokens) - 1)
        return None

    def _reject(self, action: Action, broken: str) -> str | None:
        step = len(self._states) - 1
        if self._tries >= TRIES or step in self._steps.forced:
            return self._give_way(f"{action} would break {broken}")
        self._tries += 1
        self.counts.retried += 1
        self._steps.banned[step] = self._steps.banned.get(step, frozenset()) | {action.name}
        self._rewind(self._begun[step])
        return None

    def _give_way(self, reason: str) -> str | None:
        """Propose an action where sampling has not found one; why not, if there is none."""
        step = len(self._states) - 1
        wanted = None if step in self._steps.forced else self._wanted(open_only=False)
        if wanted is None:
            return f"Step {step + 1}: {reason}, and the policy has nothing to propose that can be done."
        return self._propose(wanted, self._begun[step])

    def _propose(self, index: int, length: int) -> str | None:
        step = len(self._states) - 1
        self.counts.proposed += 1
        self._steps.forced[step] = index
        self._rewind(length)
        if not self._mask.allowed(self._cursor).size:
            return f"Step {step + 1}: {self._ruled.actions[index]} is proposed, but cannot be written here."
        return None

    def _wanted(self, *, open_only: bool) -> int | None:
        """An action that can be done, breaks nothing, and leaves fewer rules open than any other; the first of equals.

        Args:
            open_only: Only if it leaves fewer open than there are.
        """
        state = self._states[-1]
        seen = self._constraint.seen
        best: tuple[int, int] | None = None
        for index in self._ruled.applicable_indices(state):
            action = self._ruled.actions[index]
            if seen is not None and not set(action.args) <= set(seen):
                continue
            left = len(self._ruled.open_rules(self._ruled.successor_of_index(state, index)))
            if best is None or left < best[0]:
                best = left, index
        before = len(self._ruled.open_rules(state))
        if best is None or (best[0] >= before and (open_only or before)):
            return None
        return best[1]

    def _rewind(self, length: int) -> None:
        """Unwrite all tokens but the first, and replay these under what is banned and forced by now."""
        self.counts.rewound += 1
        del self._tokens[length:]
        self._mask = self._made()
        self._cursor = self._mask.initial()
        for token in self._tokens:
            self._cursor = self._mask.advance(self._cursor, token)
