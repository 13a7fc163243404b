"""What an action that a rule speaks of brings about and leaves behind: *off*, for switching off.

*Switch the stove off before you pour* is kept in substance only where the stove is still off when it is poured. What an
event leaves behind are the facts about the objects that it names which hold after each action that it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice, product
from math import prod
from typing import Any, NamedTuple

from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Same, subformulas
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


MOST_CASES = 2_000
"""Where a rule speaks of more cases than this, what an action leaves behind is taken to be able to last."""


def still_there(
    system: TransitionSystem[Any],
    effect: Formula,
    then: Formula,
    every: Sequence[tuple[str, str]] = (),
    some: Sequence[tuple[str, str]] = (),
) -> Formula | None:
    """What of an effect may hold in some state in which an event comes next; ``None`` if none of it: it gives way.

    With one hand, the cup that was picked up first is not held any more when the milk is picked up. What gives way
    does by the system's own proof (`TransitionSystem.excludes`), whatever comes next; all else stays.

    Args:
        effect: What an event leaves behind, over objects and variables.
        then: A later event, as in `lasting_effect`.
        every: Pairs (name, type) of the variables that occur free in either: it is asked of each. Where the event does
            not say of which, it is asked of all at once.
        some: Likewise, where one of a type is enough.
    """
    doings = _doings(then)
    kinds = dict([*every, *some, *(one for doing in doings or () for one in doing.variables)])
    if doings is None or not _variables(effect, *(one for doing in doings for one in doing.given)) <= set(
        kinds
    ):
        return effect
    cases = _Cases(system, doings, then, kinds, frozenset(name for name, _ in every))

    def possible(wanted: Formula) -> bool:
        return any(not system.excludes(action, facts) for action, facts in cases.of(wanted))

    known = sum(1 for _ in islice(cases.of(effect), MOST_CASES + 1))
    if not 0 < known <= MOST_CASES or possible(effect):
        return effect
    parts = list(conjuncts(effect))
    left = [one for one in parts if len(parts) > 1 and possible(one)]
    rest = reduce(lambda left, right: Compound("&", (left, right)), left) if left else None
    return rest if rest is not None and possible(rest) else None


class _Doing(NamedTuple):
    """One way in which an event may come about: an action, given facts of the state before, for some variables."""

    done: Proposition
    given: tuple[Proposition, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()


def _doings(then: Formula) -> list[_Doing] | None:
    """All ways in which an event may come about; ``None`` if that is not plain to see."""
    match then:
        case Proposition(event=True):
            return [_Doing(then)]
        case Quantified(False, variables, body):
            found = _doings(body)
            return found and [one._replace(variables=(*one.variables, *variables)) for one in found]
        case Compound("|", operands):
            ways = [_doings(one) for one in operands]
            return None if None in ways else [one for some in ways for one in some or ()]
        case Compound("&"):
            parts = list(conjuncts(then))
            events = [found for one in parts if (found := _doings(one))]
            before = [one for part in parts for one in conjuncts(part, "Y") if one is not part]
            given = tuple(one for one in before if isinstance(one, Proposition) and _is_sure(one))
            return [one._replace(given=(*one.given, *given)) for one in events[0]] if events else None
        case _:
            return None


class _Cases:
    """The actions that an event may be, with what is to hold before each.

    Args:
        every: The variables of which it is asked for each object, and not for one.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        doings: Sequence[_Doing],
        then: Formula,
        kinds: Mapping[str, str],
        every: frozenset[str],
    ):
        words = system.rule_words()
        self._objects = {name: tuple(words.objects(kind)) for name, kind in kinds.items()}
        self._every = every
        self._guards = [one for one in conjuncts(then) if not _doings(one)]
        self._known: dict[tuple[str | None, ...], dict[Fact, bool]] = {}
        self._bound = [
            (doing, action, bound)
            for doing in doings
            for action in system.actions
            if (bound := _bound(doing.done, action, self._objects)) is not None
        ]

    def of(self, wanted: Formula) -> Iterator[tuple[Action, dict[Fact, bool]]]:
        """Each action, and each choice of facts that are to hold before it."""
        for doing, action, bound in self._bound:
            free = _variables(wanted, *doing.given) - set(bound)
            each = free if self._asks_all(wanted, free) and not doing.given else set[str]()
            for names in self._named(bound, free - each):
                if each:
                    yield action, self._together(wanted, names, each)
                    continue
                given = {_fact(one, names): True for one in doing.given}
                yield from ((action, given | some) for some in _ways(wanted, names))

    def _together(self, wanted: Formula, names: Mapping[str, str], each: set[str]) -> dict[Fact, bool]:
        """What is wanted for each choice of some variables; nothing where these are too many."""
        asked = {one for formula in (wanted, *self._guards) for one in _variables(formula)} - each
        key = (str(wanted), *(names.get(one) for one in sorted(asked)))
        if key not in self._known:
            found = self._known[key] = dict[Fact, bool]()
            if prod(len(self._objects[one]) for one in each) <= MOST_CASES:
                for more in self._named(names, each):
                    for some in _ways(wanted, more):
                        found.update({fact: held for fact, held in some.items() if fact not in found})
        return self._known[key]

    def _asks_all(self, wanted: Formula, free: set[str]) -> bool:
        """Whether all that is wanted is for each choice of some variables, and is plain facts."""
        plain = not any(isinstance(one, Compound) and one.operator == "|" for one in subformulas(wanted))
        odd = [one for one in self._guards if not _is_same(one)]
        return bool(free) and free <= self._every and plain and not _variables(*odd) & free

    def _named(self, bound: Mapping[str, str], free: set[str]) -> Iterator[dict[str, str]]:
        """Each choice of objects for some more variables, of which the event does not say that it is none."""
        order = sorted(free)
        for values in product(*(self._objects[one] for one in order)):
            names = {**bound, **dict(zip(order, values, strict=True))}
            if all(_may_be_same(one, names) for one in self._guards if _is_same(one)):
                yield names


def _is_same(one: Formula) -> bool:
    """Whether it says that two are one object, or that they are not."""
    return isinstance(one, Same) or (
        isinstance(one, Compound) and one.operator == "!" and isinstance(one.operands[0], Same)
    )


def _may_be_same(one: Formula, names: Mapping[str, str]) -> bool:
    inner = one.operands[0] if isinstance(one, Compound) else one
    assert isinstance(inner, Same)
    left, right = (names.get(end, end) for end in (inner.left, inner.right))
    unknown = left.startswith("?") or right.startswith("?")
    return unknown or (left == right) == (inner is one)


def _bound(done: Proposition, action: Action, objects: Mapping[str, Sequence[str]]) -> dict[str, str] | None:
    """What variables stand for where an action is one that is spoken of; ``None`` where it is not."""
    if done.name not in (ANY, action.name) or not (done.args is None or len(done.args) == len(action.args)):
        return None
    bound: dict[str, str] = {}
    for one, arg in zip(done.args or (), action.args, strict=False):
        fits = (
            arg in objects[one] and bound.setdefault(one, arg) == arg if one in objects else one in (ANY, arg)
        )
        if not fits:
            return None
    return bound


def _ways(wanted: Formula, names: Mapping[str, str]) -> Iterator[dict[Fact, bool]]:
    """Choices of facts, of which one is met wherever a formula holds."""
    match wanted:
        case Proposition() if _is_sure(wanted):
            yield {_fact(wanted, names): True}
        case Compound("!", (Proposition() as fact,)) if _is_sure(fact):
            yield {_fact(fact, names): False}
        case Compound("&", (one, other)):
            for some, more in product(_ways(one, names), _ways(other, names)):
                if all(more.get(fact, held) == held for fact, held in some.items()):
                    yield some | more
        case Compound("|", operands):
            for one in operands:
                yield from _ways(one, names)
        case _:
            yield {}


def _is_sure(one: Proposition) -> bool:
    """Whether it is one fact, and neither an event nor any of several facts."""
    return not one.event and ANY not in (one.args or ())


def _fact(one: Proposition, names: Mapping[str, str]) -> Fact:
    return one.name, tuple(names.get(arg, arg) for arg in one.args or ())


def _variables(*formulas: Formula) -> set[str]:
    """The variables in formulas without quantifiers."""
    found = set[str]()
    for one in (part for formula in formulas for part in subformulas(formula)):
        if isinstance(one, Proposition):
            found.update(one.args or ())
        elif isinstance(one, Same):
            found.update((one.left, one.right))
    return {one for one in found if one.startswith("?")}


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
    parts = list(conjuncts(event))
    done = [one for one in parts if isinstance(one, Proposition) and one.event]
    others = [one for one in parts if not (isinstance(one, Proposition) and one.event)]
    before = [one for other in others for one in conjuncts(other, "Y")]
    if len(done) == 1:
        yield done[0], [one for one in before if isinstance(one, Proposition) and not one.event]
        return
    for choice in done or [one for one in others if isinstance(one, Compound) and one.operator == "|"]:
        for one, given in _alternatives(choice):
            yield one, [*given, *(two for two in before if isinstance(two, Proposition) and not two.event)]


def conjuncts(formula: Formula, under: str = "") -> Iterator[Formula]:
    """What a conjunction is made of; also below an operator, where one is given."""
    if isinstance(formula, Compound) and formula.operator == "&":
        for one in formula.operands:
            yield from conjuncts(one, under)
    elif isinstance(formula, Compound) and under and formula.operator == under:
        yield from conjuncts(formula.operands[0])
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
