"""Do and undo: the orders of a rule that a plan keeps to the letter, after taking back what was to be done first.

*The burner is switched off before you pour* is kept to the letter by off, on again, pour. In substance it asks that
what the first action brought about still holds when the second is done (`clamp.planning.rules.book.before` with
`still`). Here the orders that a rule asks for are found in its formula, and judged in substance on a plan's trace.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from typing import Any, TypeAlias

from clamp.planning.rules.effects import conjuncts, lasting_effect, still_there
from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, Rule, Same
from clamp.planning.rules.trace import TraceReading
from clamp.planning.system import Action, Position, TransitionSystem

_Variables: TypeAlias = tuple[tuple[str, str], ...]
_Binding: TypeAlias = tuple[tuple[str, str], ...]
_Done: TypeAlias = tuple[int, _Binding]


@dataclass(frozen=True)
class Undone:
    """What was done first, and no longer so when the second thing was done. Actions are counted from 1.

    Attributes:
        effect: What no longer held, as a formula over objects.
        first: The action that brought it about; 0 where it held at first.
        by: The action that undid it; ``None`` where the first brought nothing about, because the world denied it.
        then: The action before which it was to be done.
    """

    effect: str
    first: int
    by: int | None
    then: int

    def to_json(self, actions: Sequence[Action]) -> dict[str, Any]:
        """Plain data, with what the action that undid it was in a plan of these actions."""
        return {**asdict(self), "undone_by": None if self.by is None else str(actions[self.by - 1])}

    def said(self, actions: Sequence[Action]) -> str:
        """The same in words."""

        def named(number: int) -> str:
            return f"action {number}, {actions[number - 1]}" if number else "the initial state"

        done = named(self.first)
        why = f"{done}, was denied" if self.by is None else f"{named(self.by)}, undid {done}"
        return f"kept to the letter alone: {self.effect} did not hold at {named(self.then)}, since {why}"


@dataclass(frozen=True)
class _Order:
    """For all values of the variables: where `then` holds, `first` has held before, for some values of `some`."""

    variables: _Variables
    then: Formula
    first: Formula
    some: _Variables = ()


def undone(system: TransitionSystem[Any], rule: Rule, trace: Sequence[Position]) -> Iterator[Undone]:
    """Where a trace keeps an order of a rule to the letter alone.

    An action of which the system does not tell what it brings about is not judged; see `lasting_effect`.

    Args:
        system: Whose trace it is.
    """
    reading = TraceReading(trace, system.rule_words().objects)
    for order in _orders(rule.formula, ()):
        kept = list(_kept(reading, order, len(trace)))
        effect = _effect(system, order) if kept else None
        if effect is not None:
            for then, done in kept:
                flag = _flag(system, trace, reading, order, effect, then, done)
                if flag is not None:
                    yield flag


def _kept(reading: TraceReading, order: _Order, length: int) -> Iterator[tuple[int, list[_Done]]]:
    """Each place where the second thing is done, and where the first was before, for which values."""
    lasts = not _has_event(order.then)
    for binding in reading.bindings(order.variables, ()):
        choices = list(reading.bindings(order.some, binding))
        for then in range(1, length):
            began = reading.holds(order.then, then, binding) and not (
                lasts and reading.holds(order.then, then - 1, binding)
            )
            done = [
                (place, choice)
                for choice in choices
                for place in range(then if began else 0)
                if reading.holds(order.first, place, choice)
            ]
            if done:
                yield then, done


def _flag(
    system: TransitionSystem[Any],
    trace: Sequence[Position],
    reading: TraceReading,
    order: _Order,
    effect: Formula,
    then: int,
    done: Sequence[_Done],
) -> Undone | None:
    """Whether what the first thing brought about had been taken back when the second was done."""
    held = [
        (last, place, choice)
        for place, choice in done
        for last in range(place, then)
        if reading.holds(effect, last, choice)
    ]
    last, place, choice = max(held) if held else (None, *max(done))
    if last == then - 1:
        return None
    by = None if last is None else last + 1
    if not _has_event(order.first):
        if by is not None and _gives_way(system, trace[by], order, choice):
            return None
        while place > 0 and reading.holds(order.first, place - 1, choice):
            place -= 1
    return Undone(str(_bound(effect, dict(choice))), place, by, then)


def to_the_letter(system: TransitionSystem[Any], rule: Rule) -> Rule:
    """A rule whose orders ask no more than that the first thing was done; itself, if none asks for more."""
    formula = _letter(system, rule.formula, ())
    return rule if formula == rule.formula else replace(rule, formula=formula, text=str(formula))


def _letter(system: TransitionSystem[Any], formula: Formula, variables: _Variables) -> Formula:
    match formula:
        case Compound("&"):
            parts = list(conjuncts(formula))
            done = [one.operands[0] for one in parts if isinstance(one, Compound) and one.operator == "O"]
            effects = [lasting_effect(system, one, variables) for one in done if _has_event(one)]
            left = {str(part) for one in effects if one is not None for part in conjuncts(one)}
            kept = [_letter(system, one, variables) for one in parts if str(one) not in left]
            return reduce(lambda one, other: Compound("&", (one, other)), kept)
        case Compound("->", (when, asked)):
            return Compound("->", (when, _letter(system, asked, variables)))
        case Compound("G" | "Y" | "WY" as operator, (body,)):
            return Compound(operator, (_letter(system, body, variables),))
        case Quantified():
            return replace(formula, body=_letter(system, formula.body, (*variables, *formula.variables)))
        case _:
            return formula


def _orders(formula: Formula, variables: _Variables) -> Iterator[_Order]:
    """What a rule asks to be done before something else, in whatever conjunctions and quantifiers it says so."""
    match formula:
        case Compound("&", operands):
            for one in operands:
                yield from _orders(one, variables)
        case Compound("G", (body,)):
            yield from _orders(body, variables)
        case Quantified(True, more, body):
            yield from _orders(body, (*variables, *more))
        case Compound("->", (then, asked)):
            yield from _asked(asked, variables, then)
        case Compound("W" | "U", (Compound("!", (then,)), first)) | Compound(
            "R", (first, Compound("!", (then,)))
        ):
            yield _order(variables, then, first)
        case _:
            pass


def _asked(formula: Formula, variables: _Variables, then: Formula) -> Iterator[_Order]:
    """What is asked to have been before."""
    match formula:
        case Compound("&", operands):
            for one in operands:
                yield from _asked(one, variables, then)
        case Quantified(True, more, body):
            yield from _asked(body, (*variables, *more), then)
        case Compound("->", (when, body)):
            yield from _asked(body, variables, Compound("&", (then, when)))
        case Compound("Y" | "WY", (body,)):
            yield from _asked(body, variables, then)
        case Compound("O", (first,)):
            yield _order(variables, then, first)
        case _:
            pass


def _order(variables: _Variables, then: Formula, first: Formula) -> _Order:
    found = _Order(variables, then, first)
    while isinstance(found.first, Quantified) and not found.first.universal:
        found = replace(found, first=found.first.body, some=(*found.some, *found.first.variables))
    return found


def _effect(system: TransitionSystem[Any], order: _Order) -> Formula | None:
    """What the first thing leaves behind, a fact itself, as far as it can last until the second."""
    variables = (*order.variables, *order.some)
    if _has_event(order.first):
        effect = lasting_effect(system, order.first, variables)
    else:
        effect = order.first if _is_of_one_state(order.first) else None
    return effect and still_there(system, effect, order.then, order.variables, order.some)


def _gives_way(system: TransitionSystem[Any], position: Position, order: _Order, binding: _Binding) -> bool:
    """Whether a fact made room for its like: what is in one place after the other cannot be in both."""
    fact, action = order.first, position[1]
    if not isinstance(fact, Proposition) or action is None:
        return False
    if any(isinstance(one, Proposition) and one.name == fact.name for one in _parts(order.then)):
        return True
    names = dict(binding)
    args = [names.get(one, one) for one in fact.args or ()]
    return any(
        held and name == fact.name and sum(one != other for one, other in zip(args, theirs, strict=True)) == 1
        for (name, theirs), held in system.outcome(action).items()
    )


def _bound(formula: Formula, names: dict[str, str]) -> Formula:
    """A formula with objects in place of variables."""
    match formula:
        case Proposition(_, args):
            return replace(formula, args=None if args is None else tuple(names.get(one, one) for one in args))
        case Same(left, right):
            return Same(names.get(left, left), names.get(right, right))
        case Compound(operator, operands):
            return Compound(operator, tuple(_bound(one, names) for one in operands))
        case Quantified(_, variables, body):
            inner = {name: value for name, value in names.items() if name not in dict(variables)}
            return replace(formula, body=_bound(body, inner))


def _parts(formula: Formula) -> Iterator[Formula]:
    yield formula
    below = (formula.body,) if isinstance(formula, Quantified) else ()
    for one in formula.operands if isinstance(formula, Compound) else below:
        yield from _parts(one)


def _has_event(formula: Formula) -> bool:
    return any(isinstance(one, Proposition) and one.event for one in _parts(formula))


def _is_of_one_state(formula: Formula) -> bool:
    """Whether it says something of one state alone."""
    plain = ("!", "&", "|", "->", "<->", "true", "false")
    return all(not isinstance(one, Compound) or one.operator in plain for one in _parts(formula))
