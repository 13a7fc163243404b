"""What an action that a rule speaks of brings about and leaves behind: *off*, for switching off.

*Switch the stove off before you pour* is kept in substance only where the stove is still off when it is poured. What an
event leaves behind are the facts about the objects that it names which hold after each action that it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from typing import Any

from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition
from clamp.planning.system import Action, Fact, TransitionSystem


def lasting_effect(
    system: TransitionSystem[Any], event: Formula, variables: Sequence[tuple[str, str]] = ()
) -> Formula | None:
    """What an event leaves behind, as a formula over its own objects and variables; ``None`` if that is nothing.

    Where the agent itself goes is nothing that lasts: it is given up by going on.

    Args:
        event: An action, several joined by ``|``, or either with facts of the state before (``& Y holding(x)``).
        variables: Pairs (name, type) of the variables that occur free in it.
    """
    stand_ins = _stand_ins(system, event, variables)
    if stand_ins is None:
        return None
    asked = [
        (
            Proposition(done.name, _replaced(done.args, stand_ins), True),
            [(one.name, _replaced(one.args, stand_ins) or ()) for one in given],
        )
        for done, given in _alternatives(event)
    ]
    named = {arg for done, given in asked for arg in chain(done.args or (), *(args for _, args in given))} - {
        ANY
    }
    back = {stand_in: name for name, stand_in in stand_ins.items()}
    found: dict[str, Formula] = {}
    for done, given in asked:
        left = _left_behind(system, done, given, frozenset(named))
        if not left:
            return None
        parts = [_literal(fact, held, back) for fact, held in left.items()]
        one = reduce(lambda left, right: Compound("&", (left, right)), parts)
        found.setdefault(str(one), one)
    return reduce(lambda left, right: Compound("|", (left, right)), found.values()) if found else None


def _replaced(args: tuple[str, ...] | None, stand_ins: Mapping[str, str]) -> tuple[str, ...] | None:
    return None if args is None else tuple(stand_ins.get(arg, arg) for arg in args)


def _left_behind(
    system: TransitionSystem[Any], done: Proposition, given: Sequence[Fact], named: frozenset[str]
) -> dict[Fact, bool]:
    """What holds after each action that fits: what says most of the named objects; rather what holds than what not."""
    common: dict[Fact, bool] | None = None
    for action in system.actions:
        if action.name == done.name and (done.args is None or _fits(action, done.args)):
            after = _about(system.outcome(action, given), named)
            common = after if common is None else dict(common.items() & after.items())
    found = {fact: held for fact, held in (common or {}).items() if fact[1] or not named}
    most = max((len(set(args)) for _, args in found), default=0)
    found = {fact: held for fact, held in sorted(found.items()) if len(set(fact[1])) == most}
    return {fact: held for fact, held in found.items() if held} or found


def _literal(fact: Fact, held: bool, names: Mapping[str, str]) -> Formula:
    known = Proposition(fact[0], tuple(names.get(arg, arg) for arg in fact[1]))
    return known if held else Compound("!", (known,))


def _about(after: Mapping[Fact, bool], named: frozenset[str]) -> dict[Fact, bool]:
    """What is left behind of the named objects alone, but for where the agent is."""
    return {
        (predicate, args): held
        for (predicate, args), held in after.items()
        if set(args) <= named and not (held and len(args) == 1 and _moves(after, predicate, args))
    }


def _moves(after: Mapping[Fact, bool], predicate: str, args: tuple[str, ...]) -> bool:
    """Whether a fact of one object stops to hold of another when it begins to hold of this one."""
    return any(other == predicate and not held and theirs != args for (other, theirs), held in after.items())


def _alternatives(event: Formula) -> Iterator[tuple[Proposition, list[Proposition]]]:
    """The actions that an event may be, each with the facts that it asks for in the state before."""
    if isinstance(event, Compound) and event.operator == "|":
        for one in event.operands:
            yield from _alternatives(one)
        return
    parts = list(_conjuncts(event))
    done = [one for one in parts if isinstance(one, Proposition) and one.event]
    others = [one for one in parts if not (isinstance(one, Proposition) and one.event)]
    before = [one for other in others for one in _conjuncts(other, "Y")]
    if len(done) == 1:
        yield done[0], [one for one in before if isinstance(one, Proposition) and not one.event]
        return
    for choice in done or [one for one in others if isinstance(one, Compound) and one.operator == "|"]:
        for one, given in _alternatives(choice):
            yield one, [*given, *(two for two in before if isinstance(two, Proposition) and not two.event)]


def _conjuncts(formula: Formula, under: str = "") -> Iterator[Formula]:
    if isinstance(formula, Compound) and formula.operator == "&":
        for one in formula.operands:
            yield from _conjuncts(one, under)
    elif isinstance(formula, Compound) and under and formula.operator == under:
        yield from _conjuncts(formula.operands[0])
    else:
        yield formula


def _fits(action: Action, wanted: Sequence[str]) -> bool:
    return len(action.args) == len(wanted) and all(
        one in (ANY, arg) for one, arg in zip(wanted, action.args, strict=True)
    )


def _stand_ins(
    system: TransitionSystem[Any], event: Formula, variables: Sequence[tuple[str, str]]
) -> dict[str, str] | None:
    """An object for each variable, such that some action fits; ``None`` if there is none."""
    found: dict[str, str] = {}
    words = system.rule_words()
    taken = {arg for done, given in _alternatives(event) for one in (done, *given) for arg in one.args or ()}
    for name, kind in variables:
        places = [
            (done.name, place)
            for done, _ in _alternatives(event)
            for place, arg in enumerate(done.args or ())
            if arg == name
        ]
        fitting = {
            one.args[place]
            for at, place in places
            for one in system.actions
            if one.name == at and place < len(one.args)
        }
        free = [one for one in words.objects(kind) if one not in taken and (not places or one in fitting)]
        if not free:
            return None
        found[name] = free[0]
        taken.add(free[0])
    return found
