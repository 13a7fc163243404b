"""State trajectory constraints of PDDL 3 as rules: what each of their operators means.

A plan of n actions has the states 0 to n, and the state after i actions is that of time i:

====================================  ===============================================================================
``(at end a)``                        a holds in the last state
``(always a)``                        a holds in every state
``(sometime a)``                      a holds in some state
``(within t a)``                      a holds in some state i ≤ t
``(at-most-once a)``                  the states in which a holds, if any, lie next to each other
``(sometime-after a b)``              each state in which a holds is, or is followed by, one in which b holds
``(sometime-before a b)``             each state in which a holds comes after one in which b holds
``(always-within t a b)``             for each state i in which a holds, b holds in some state j with i ≤ j ≤ i + t
``(hold-during t u a)``               a holds in every state i with t ≤ i < u
``(hold-after t a)``                  a holds in every state i ≥ t
====================================  ===============================================================================

What is said of states that a plan is too short to have asks for nothing of it.

Source: Gerevini and Long (2005), "Plan constraints and preferences in PDDL3", with states at times 0, 1, 2, …
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product

from clamp.errors import RuleError
from clamp.planning import task as pddl
from clamp.planning.rules.book import before, finally_
from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, Rule, Same, balanced
from clamp.planning.task import MOST_STEPS, TRAJECTORIES, Task, TrajectoryConstraint

_NAMED = 90
"""Longest text of a constraint that stands in the name of its rule, in characters."""


def rules_of_constraints(task: Task) -> tuple[Rule, ...]:
    """The rules that a task's constraints are, the domain's first; their names say which constraint each is.

    Raises:
        RuleError: If a constraint has an unknown operator, or counts too far.
    """
    return (
        *(
            _rule(f"domain constraint {number}", one)
            for number, one in enumerate(task.domain.constraints, start=1)
        ),
        *(_rule(f"constraint {number}", one) for number, one in enumerate(task.constraints, start=1)),
    )


def _rule(name: str, constraint: TrajectoryConstraint) -> Rule:
    shapes = TRAJECTORIES.get(constraint.operator)
    given = (len(constraint.numbers), len(constraint.conditions))
    if shapes != given:
        raise RuleError(
            f"{name}: {constraint.operator!r} over {given[0]} numbers and {given[1]} conditions is no constraint of "
            f"PDDL 3. Its operators are {', '.join(TRAJECTORIES)}."
        )
    if any(not 0 <= number <= MOST_STEPS for number in constraint.numbers):
        raise RuleError(
            f"{name}: {constraint.operator!r} counts from 0 to at most {MOST_STEPS} steps, not "
            f"{max(constraint.numbers)}."
        )
    formula = _quantified(True, constraint.variables, {}, lambda terms: _trajectory(constraint, terms))
    said = constraint.text or constraint.operator
    if len(said) > _NAMED:
        said = said[: _NAMED - 1] + "…"
    return Rule(f"{name}: {said}", formula, str(formula))


def _trajectory(constraint: TrajectoryConstraint, terms: Mapping[str, str]) -> Formula:
    """What the operator says of the conditions."""
    first, *more = (_condition(one, terms) for one in constraint.conditions)
    then = more[0] if more else first
    begin, *ends = constraint.numbers or (0,)
    match constraint.operator:
        case "at end":
            return finally_(first)
        case "always":
            return _op("G", first)
        case "sometime":
            return _op("F", first)
        case "at-most-once":
            return _op("G", _op("->", first, _op("W", first, _op("G", _op("!", first)))))
        case "sometime-after":
            return _op("G", _op("->", first, _op("F", then)))
        case "sometime-before":
            return before(then, first)
        case "within":
            return _within(begin, first)
        case "always-within":
            # Who waits for the same thing since a later state waits no longer than who has waited all along.
            waits = _op("Y", _op("S", _op("!", then), _op("&", first, _op("!", then))))
            return _op("G", _op("->", _op("&", first, _op("!", waits)), _within(begin, then)))
        case "hold-during":
            lasts = ends[0] - begin
            held = reduce(lambda later, _: _op("&", first, _op("WX", later)), range(lasts - 1), first)
            return _later(begin, held) if lasts > 0 else Compound("true")
        case _:  # hold-after
            return _later(begin, _op("G", first))


def _within(steps: int, what: Formula) -> Formula:
    """It holds here, or at one of the next positions."""
    return reduce(lambda later, _: _op("|", what, _op("X", later)), range(steps), what)


def _later(steps: int, what: Formula) -> Formula:
    """It holds so many positions from here, if the trace goes so far."""
    return reduce(lambda later, _: _op("WX", later), range(steps), what)


def _op(operator: str, *operands: Formula) -> Formula:
    return Compound(operator, operands)


def _condition(formula: pddl.Formula, terms: Mapping[str, str]) -> Formula:
    """A condition on one state, in the words of rules.

    Args:
        terms: What the variables are called there.
    """
    match formula:
        case pddl.Atom(predicate, args):
            return Proposition(predicate, tuple(terms.get(one, one) for one in args))
        case pddl.Equal(left, right):
            return Same(terms.get(left, left), terms.get(right, right))
        case pddl.Not(operand):
            return _op("!", _condition(operand, terms))
        case pddl.And(operands):
            return _joined("&", [_condition(one, terms) for one in operands])
        case pddl.Or(operands):
            return _joined("|", [_condition(one, terms) for one in operands])
        case pddl.Exists(variables, body):
            return _quantified(False, variables, terms, lambda inner: _condition(body, inner))
        case pddl.Forall(variables, body):
            return _quantified(True, variables, terms, lambda inner: _condition(body, inner))


def _joined(operator: str, parts: Sequence[Formula]) -> Formula:
    return balanced(operator, parts) if parts else Compound("true" if operator == "&" else "false")


def _quantified(
    universal: bool,
    variables: Sequence[pddl.Variable],
    terms: Mapping[str, str],
    body: Callable[[Mapping[str, str]], Formula],
) -> Formula:
    """A quantifier of PDDL, whose variables may be of one of several types each."""
    if not variables:
        return body(terms)
    names = dict(terms)
    for one in variables:
        name = "?" + re.sub(r"\W|^(?=\d)", "_", one.name.removeprefix("?"), flags=re.A)
        while name in names.values():
            name += "_"
        names[one.name] = name
    inner = body(names)
    return _joined(
        "&" if universal else "|",
        [
            Quantified(
                universal,
                tuple((names[one.name], kind) for one, kind in zip(variables, kinds, strict=True)),
                inner,
            )
            for kinds in product(*(one.types for one in variables))
        ],
    )
