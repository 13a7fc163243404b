"""What becomes of rules along a plan, also one that cannot be executed to its end or misses its goal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, TypeAlias

from clamp import checks
from clamp.errors import DomainError, RuleError
from clamp.planning.rules.consistency import refuse_contradictions
from clamp.planning.rules.formula import ANY, Formula, Proposition, Rule, Same, subformulas
from clamp.planning.rules.grounding import ground_rules
from clamp.planning.rules.monitor import Monitor
from clamp.planning.rules.trace import asked, broken_for, keeps
from clamp.planning.rules.undoing import Undone, undone
from clamp.planning.system import Action, SearchSpace, TransitionSystem, Validation

Outcome: TypeAlias = Literal["kept", "vacuous", "broken"]
_SHOWN = 3


@dataclass(frozen=True)
class Verdict:
    """What becomes of one rule.

    Attributes:
        outcome: ``vacuous``: it is kept, but nothing happened that it is about.
        action: Which action broke it, counted from 1: from there on nothing could have kept it. 0 is the initial
            state. ``None`` where it is not broken, and where only the end of the plan broke it: it asked for
            something that never came.
        of: Objects for which it is broken, if it is to hold for all of a type; at most three of them.
        undone: Where it asks for one thing before another, and is kept to the letter alone: what was done first was
            taken back before the second; at most three times.
    """

    rule: Rule
    outcome: Outcome
    action: int | None = None
    of: tuple[dict[str, str], ...] = ()
    undone: tuple[Undone, ...] = ()

    @property
    def kept(self) -> bool:
        """Vacuously or not."""
        return self.outcome != "broken"

    def where(self, actions: Sequence[Action]) -> str | None:
        """Where along a plan the rule was broken, in words; ``None`` if it was not."""
        if self.kept:
            return None
        if self.action is None:
            return "the end of the plan"
        return "the initial state" if self.action == 0 else str(actions[self.action - 1])


@dataclass(frozen=True)
class Judgement:
    """What becomes of a plan.

    Attributes:
        validation: What the system's own validator says of it, rules aside.
        executed: How many actions can be executed; the rules are judged on these.
        verdicts: In the order of the rules.
    """

    validation: Validation
    executed: int
    verdicts: tuple[Verdict, ...]

    @property
    def broken(self) -> tuple[Verdict, ...]:
        """The rules that are broken."""
        return tuple(one for one in self.verdicts if not one.kept)

    def to_json(self, actions: Sequence[Action]) -> dict[str, Any]:
        """Plain data.

        Args:
            actions: The plan that was judged.
        """
        validation = self.validation
        return {
            "rules": [
                one.rule.to_json()
                | {
                    "outcome": one.outcome,
                    "action": one.action,
                    "at": one.where(actions),
                    "of": list(one.of),
                    "undone": [flag.to_json(actions) for flag in one.undone],
                }
                for one in self.verdicts
            ],
            "kept": sum(one.kept for one in self.verdicts),
            "vacuous": sum(one.outcome == "vacuous" for one in self.verdicts),
            "broken": len(self.broken),
            "undone": sum(bool(one.undone) for one in self.verdicts),
            "executable": validation.step is None,
            "executed": self.executed,
            "actions": len(actions),
            "goal": None if not validation.has_goal or validation.step is not None else validation.valid,
            "reason": validation.reason,
        }


def judge(system: TransitionSystem[Any], rules: Sequence[Rule], plan: Iterable[Action]) -> Judgement:
    """Judge the rules on the trace of a plan, by their definition; automata only say where one was lost.

    Args:
        system: Without rules of its own; its constraints are judged before the rules.

    Raises:
        RuleError: If a rule names what the system does not know, or is too large; if rules contradict each other.
    """
    actions = checks.items("plan", plan, Action, DomainError, of="clamp.Action")
    if system.rulebook is not None:
        raise RuleError(f"{system.name!r} has rules already; judge a plan by the system without them.")
    rules, system = [*system.constraints, *rules], system.unconstrained
    words = system.rule_words()
    ground = ground_rules(system, words, rules)
    refuse_contradictions(ground, len(system.actions))
    monitor = Monitor(ground, len(system.actions))
    validation = system.validate(actions)
    executed = actions if validation.step is None else actions[: validation.step]
    valuation = words.valuation(ground.facts)
    state = system.initial
    positions = [(valuation(state), 0)]
    for action in executed:
        index = system.index(action)
        state = system.successor_of_index(state, index)
        positions.append((valuation(state), monitor.events[index]))
    lost = monitor.lost(positions)
    trace = list(words.replay(executed))

    def verdict(number: int, rule: Rule) -> Verdict:
        if not keeps(rule, trace, words.objects):
            of = tuple(islice(broken_for(rule, trace, words.objects), _SHOWN))
            return Verdict(rule, "broken", lost.get(number), of)
        if not asked(rule, trace, words.objects):
            return Verdict(rule, "vacuous")
        return Verdict(rule, "kept", undone=tuple(islice(undone(system, rule, trace), _SHOWN)))

    verdicts = tuple(verdict(number, rule) for number, rule in enumerate(rules))
    return Judgement(validation, len(executed), verdicts)


class ActionsAlone(TransitionSystem[int]):
    """No planning model: whatever a plan does can be done, and nothing is known of what comes of it.

    Rules over it speak of actions (``do:…``) and of the objects that the plan or the rules name.

    Args:
        rules: What they name can be done, too.
    """

    def __init__(self, plan: Sequence[Action], rules: Sequence[Rule]) -> None:
        self.name = "the plan"
        parts = [part for rule in rules for part in subformulas(rule.formula)]
        terms = {term for part in parts for term in _terms(part)} - {ANY}
        objects = {name for action in plan for name in action.args} | {one for one in terms if one[0] != "?"}
        self._entities = tuple(sorted(objects))
        found = dict.fromkeys(plan)
        some = self._entities[0] if self._entities else "something"
        for event in parts:
            if isinstance(event, Proposition) and event.event and event.name != ANY:
                args = event.args or ()
                found[Action(event.name, tuple(some if one[0] in "?*" else one for one in args))] = None
        self._actions = tuple(found)

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return self._entities

    @property
    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return True

    def applicable_indices(self, state: int) -> Sequence[int]:
        return range(len(self._actions))

    def successor_of_index(self, state: int, index: int) -> int:
        return 0

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        raise RuleError("Nothing can be planned without a planning model.")

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        return None

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Validation:
        return Validation(True, has_goal=False)


def _terms(formula: Formula) -> Sequence[str]:
    """The terms of an atom; none of what is no atom."""
    match formula:
        case Proposition():
            return formula.args or ()
        case Same(left, right):
            return left, right
        case _:
            return ()
