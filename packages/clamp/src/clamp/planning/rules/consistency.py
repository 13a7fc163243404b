"""Rules that contradict each other whatever the world is like: no trace of facts and actions keeps them all.

Facts may change freely here, and of the actions one is done at a time. What only the dynamics of a problem rule out
is found by planning (`clamp.planning.rules.conflict`).
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from clamp.errors import RuleError
from clamp.planning.rules.cores import Kept, minimal_core, smallest_core
from clamp.planning.rules.formula import Compound, Formula, Rule
from clamp.planning.rules.grounding import GroundRules, Instance, ground_rules
from clamp.planning.rules.ltlf import DEAD, Branch, Decision, leaves
from clamp.planning.system import TransitionSystem

_WORK = 300_000
"""How many moves of automata may be looked at for the rules of a book together."""
_SETS_WORK = 20_000
"""The same for each smaller set of them."""
_MOST_SETS = 1500
"""So many smaller sets may be looked at."""
_EACH = 64
"""Most ways on from a position that are followed for one action."""


class _Meter:
    def __init__(self, left: int) -> None:
        self.left = left
        self.skipped = False

    def spend(self, steps: int) -> bool:
        self.left -= steps
        return self.left >= 0


def refuse_contradictions(ground: GroundRules, actions: int) -> None:
    """Refuse rules that contradict each other.

    Args:
        ground: The rules, bound to a system.
        actions: How many actions it has.

    Raises:
        RuleError: With as few of the rules as contradict each other. Where that is too much work to find out,
            nothing is refused: then planning finds it.
    """
    core = contradiction(ground, actions)
    if core is None:
        return
    rules, smallest = core
    if len(rules) == 1:
        raise RuleError(f"No plan can keep the rule {_shown(rules[0])}, whatever holds and whatever is done.")
    least = (
        ""
        if smallest
        else " Perhaps fewer of them contradict each other; that was too much work to find out."
    )
    raise RuleError(
        f"These {len(rules)} rules contradict each other: {'; '.join(map(_shown, rules))}. No plan can keep them "
        f"all, whatever holds and whatever is done; without any one of them, the others can be kept.{least}"
        if smallest
        else f"These {len(rules)} rules contradict each other: {'; '.join(map(_shown, rules))}.{least}"
    )


def equivalent(one: Formula, other: Formula, system: TransitionSystem[Any]) -> bool:
    """Whether two formulas are kept by the same traces of a system, whatever holds and whatever is done.

    Where that is too much work to find out, they are taken for different.

    Raises:
        RuleError: If one of them does not fit the system.
    """
    if one == other:
        return True
    words, actions = system.rule_words(), len(system.actions)
    for kept, broken in ((one, other), (other, one)):
        rules = [Rule("kept", kept, ""), Rule("broken", Compound("!", (broken,)), "")]
        if contradiction(ground_rules(system, words, rules), actions) is None:
            return False
    return True


def _shown(rule: Rule) -> str:
    text = " ".join(rule.text.split())
    return repr(rule.name) if rule.name == text else f"{rule.name!r} ({text})"


def contradiction(ground: GroundRules, actions: int) -> tuple[tuple[Rule, ...], bool] | None:
    """The smallest set of rules that no trace keeps, and whether it is known to be the smallest.

    ``None`` if some trace keeps all, or if that is too much work to find out.
    """
    masks = [0] * actions
    for number, indices in enumerate(ground.events):
        for index in indices:
            masks[index] |= 1 << number
    events = sorted(set(masks))
    whole = _keepable(ground.instances, events, _Meter(_WORK))
    if whole:
        return None
    asked: dict[frozenset[int], Kept] = {}

    def keeps(chosen: frozenset[int]) -> Kept:
        if chosen not in asked:
            if len(asked) >= _MOST_SETS:
                return None
            verdict = _keepable(_of(ground, chosen), events, _Meter(_SETS_WORK))
            asked[chosen] = chosen if verdict else verdict
        return asked[chosen]

    core = smallest_core(len(ground.rules), keeps)
    if core is None:
        if whole is None:
            return None
        core = minimal_core(len(ground.rules), keeps)._replace(smallest=False)
    return tuple(rule for number, rule in enumerate(ground.rules) if number in core.rules), core.smallest


def _of(ground: GroundRules, rules: Collection[int]) -> list[Instance]:
    return [one for one in ground.instances if one.rule in rules]


def _keepable(instances: Sequence[Instance], events: Sequence[int], meter: _Meter) -> bool | None:
    """Whether some trace is accepted by all; ``None`` if that was too much work to find out."""
    if any(one.automaton.impossible for one in instances):
        return False
    left = [_steps_left(one) for one in instances]
    open_: list[tuple[float, int, tuple[int, ...]]] = []
    seen: set[tuple[int, ...]] = set()

    def add(state: tuple[int, ...]) -> bool:
        if state not in seen:
            seen.add(state)
            heapq.heappush(
                open_, (sum(costs[at] for costs, at in zip(left, state, strict=True)), len(seen), state)
            )
        return all(one.automaton.accepting[at] for one, at in zip(instances, state, strict=True))

    starts = [one.automaton.start for one in instances]
    for state in _steps(instances, starts, 0, meter):
        if add(state):
            return True
    while open_:
        _, _, state = heapq.heappop(open_)
        moves = [one.automaton.moves[at] for one, at in zip(instances, state, strict=True)]
        for mask in events:
            for after in _steps(instances, moves, mask, meter):
                if add(after):
                    return True
            if meter.left < 0:
                return None
    return None if meter.skipped or meter.left < 0 else False


def _steps_left(instance: Instance) -> list[int]:
    """No fewer positions than this make it accept, by state."""
    automaton = instance.automaton
    left = [0 if accepting else len(automaton.moves) for accepting in automaton.accepting]
    targets = [leaves(move) - {DEAD} for move in automaton.moves]
    for _ in left:
        left = [min([here, *(1 + left[one] for one in to)]) for here, to in zip(left, targets, strict=True)]
    return left


def _steps(
    instances: Sequence[Instance], moves: Sequence[Decision], mask: int, meter: _Meter
) -> Iterator[tuple[int, ...]]:
    """The joint states that an action, and facts of any kind, lead to; few of them where there are many."""
    if not meter.spend(len(instances)):
        return
    given: list[Decision] = []
    for instance, move in zip(instances, moves, strict=True):
        given.append(_after(instance, move, mask, {}))
        if given[-1] == DEAD:
            return
    found: set[tuple[int, ...]] = set()
    for one in _choices(instances, given, mask, {}, meter):
        if one not in found:
            found.add(one)
            yield one
            if len(found) >= _EACH:
                meter.skipped = True
                return


def _choices(
    instances: Sequence[Instance], moves: Sequence[Decision], mask: int, facts: dict[int, bool], meter: _Meter
) -> Iterator[tuple[int, ...]]:
    at = next((place for place, move in enumerate(moves) if isinstance(move, Branch)), None)
    if at is None:
        yield tuple(one for one in moves if not isinstance(one, Branch))
        return
    open_ = moves[at]
    assert isinstance(open_, Branch)
    fact = instances[at].propositions[open_.number]
    for truth in (False, True):
        if not meter.spend(len(moves) - at):
            return
        known = {**facts, fact: truth}
        after = [
            _after(instance, move, mask, known) if isinstance(move, Branch) else move
            for instance, move in zip(instances, moves, strict=True)
        ]
        if DEAD not in after:
            yield from _choices(instances, after, mask, known, meter)


def _after(instance: Instance, move: Decision, mask: int, facts: dict[int, bool]) -> Decision:
    """A move, as far as an action and some facts decide it."""
    while isinstance(move, Branch):
        number = instance.propositions[move.number]
        if number < 0:
            truth = bool(mask >> (-1 - number) & 1)
        elif number in facts:
            truth = facts[number]
        else:
            break
        move = move.yes if truth else move.no
    return move
