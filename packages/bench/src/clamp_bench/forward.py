"""Rules without looking ahead: only what breaks one at once is forbidden, whether or not the rest can be done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from clamp.errors import RuleError
from clamp.planning.rules.formula import Rule, named
from clamp.planning.rules.ltlf import DEAD
from clamp.planning.rules.monitor import RuledState
from clamp.planning.rules.ruled import Ruled
from clamp.planning.system import Action, Names, RuleWords, SearchSpace, TransitionSystem, Validation


class ForwardRuled(TransitionSystem[RuledState]):
    """A system in which anything can be attempted but what breaks a rule for good.

    What the system cannot do changes nothing, but it was attempted, and rules about actions see it. Whether a plan can
    still keep the rules to its end is not asked, and neither is the goal: the paper's forward masking.
    """

    def __init__(self, ruled: Ruled) -> None:
        self.ruled = ruled
        self.name = ruled.name
        self._next: dict[RuledState, dict[int, RuledState]] = {}

    @property
    def actions(self) -> Sequence[Action]:
        return self.ruled.actions

    @property
    def entities(self) -> Sequence[str]:
        return self.ruled.entities

    @property
    def initial(self) -> RuledState:
        return self.ruled.initial

    @property
    def lexicon(self) -> Names:
        return self.ruled.lexicon

    def rule_words(self) -> RuleWords:
        return self.ruled.rule_words()

    def is_goal(self, state: RuledState) -> bool:
        return True

    def applicable_indices(self, state: RuledState) -> Sequence[int]:
        return [index for index, after in self._after(state).items() if after.rules != DEAD]

    def successor_of_index(self, state: RuledState, index: int) -> RuledState:
        return self._after(state)[index]

    def feasible(self, state: RuledState, index: int) -> bool:
        """Whether the system can do an action."""
        return index in frozenset(self.ruled.system.applicable_indices(state.state))

    def _after(self, state: RuledState) -> dict[int, RuledState]:
        found = self._next.get(state)
        if found is None:
            able = frozenset(self.ruled.system.applicable_indices(state.state))
            same = self.ruled.valuation(state.state)
            monitor = self.ruled.monitor
            found = self._next[state] = {
                index: self.ruled.after(state, index)
                if index in able
                else RuledState(state.state, monitor.step(state.rules, same, monitor.events[index]))
                for index in range(len(self.actions))
            }
        return found

    def broken_by(self, state: RuledState, index: int) -> tuple[Rule, ...]:
        """The rules that an action breaks for good, whether or not it can be done."""
        if self.feasible(state, index):
            return self.ruled.broken_by(state, self.actions[index])
        monitor = self.ruled.monitor
        broken = monitor.broken(state.rules, self.ruled.valuation(state.state), monitor.events[index])
        return tuple(self.ruled.rules[number] for number in sorted(broken))

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        raise RuleError("Forward masking looks for no plan.")

    def why_inapplicable(self, state: RuledState, action: Action) -> str | None:
        broken = self.broken_by(state, self.index(action))
        return f"it would break {named(broken)}" if broken else None

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Validation:
        return self.ruled.validate(actions)
