"""Reads ``(:constraints …)`` of a domain or a problem: state trajectory constraints of PDDL 3."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from clamp.checks import count
from clamp.planning.pddl.formulas import FormulaReader, atoms
from clamp.planning.pddl.sexpr import Node, Parenthesised, Word, show
from clamp.planning.pddl.symbols import Scope
from clamp.planning.search.limits import checkpoint
from clamp.planning.task import MOST_STEPS, TRAJECTORIES, TrajectoryConstraint, Variable

_MOST_SHOWN = 1000


def read_constraints(
    reader: FormulaReader, sections: Sequence[Parenthesised]
) -> tuple[TrajectoryConstraint, ...]:
    """The constraints of a text: ``and`` and ``forall`` over operators, each operator one constraint.

    Raises:
        PDDLError: If one is malformed, soft, counts in other than whole steps, or stands within another.
    """
    found: list[TrajectoryConstraint] = []
    for section in sections:
        reader.features.use(section.offset, ":constraints")
        if len(section.rest) > 1:
            reader.log.repair(
                section.rest[1].offset,
                "implicit-and",
                f"{len(section.rest)} constraints stand where one should",
                "all of them must hold",
            )
        for node in section.rest:
            found += _constraints(reader, node, {}, ())
    return tuple(found)


def constrained_atoms(node: Node) -> Iterator[Parenthesised]:
    """The atoms of a constraint's conditions, as far as its shape is right."""
    if isinstance(node, Word) or not node.items:
        return
    head = _operator(node)
    if head in TRAJECTORIES:
        parts = [one for one in node.rest if isinstance(one, Parenthesised)]
        for part in parts:
            yield from atoms(part)
        return
    for part in node.items[2:] if head == "forall" else node.rest if head == "and" else ():
        yield from constrained_atoms(part)


def _operator(node: Parenthesised) -> str:
    """What stands at the head of a constraint; ``at end`` is one of two words."""
    if node.head == "at" and len(node.items) > 1 and isinstance(node.items[1], Word):
        return f"at {node.items[1].key}"
    return node.head


def _constraints(
    reader: FormulaReader, node: Node, scope: Scope, bound: tuple[Variable, ...]
) -> Iterator[TrajectoryConstraint]:
    checkpoint("reading the text")
    if isinstance(node, Word):
        raise reader.log.error(
            node.offset,
            f"expected a constraint in parentheses, such as (always (clear ?x)), found {node.text!r}.",
        )
    head = _operator(node)
    if head in TRAJECTORIES:
        yield _constraint(reader, node, head, scope, bound)
    elif head == "and" or not node.items:
        for item in node.rest:
            yield from _constraints(reader, item, scope, bound)
    elif head == "forall":
        reader.features.use(node.offset, ":universal-preconditions")
        entries, rest = reader.variables(node)
        variables, inner = reader.bind(entries, scope, "a variable")
        if len(rest) != 1:
            raise reader.log.error(
                node.offset, f"{show(node)} takes one constraint after its variables, not {len(rest)}."
            )
        yield from _constraints(reader, rest[0], inner, (*bound, *variables))
    else:
        raise _refused(reader, node, head)


def _refused(reader: FormulaReader, node: Parenthesised, head: str) -> Exception:
    operators = ", ".join(TRAJECTORIES)
    if head == "preference":
        return reader.soft(node)
    if head in ("or", "not", "imply", "exists", "when"):
        why = f"{head!r} stands around no constraint, only within its conditions"
    elif not head:
        why = "this is none"
    else:
        near = difflib.get_close_matches(head, TRAJECTORIES, n=1, cutoff=0.75)
        hint = f"Did you mean {near[0]!r}? " if near else ""
        why = f"{hint}A condition alone does not say when it must hold, as (always …) or (at end …) does"
    return reader.log.error(
        node.offset, f"expected a constraint ({operators}; and, forall), found {show(node)}: {why}."
    )


def _constraint(
    reader: FormulaReader, node: Parenthesised, operator: str, scope: Scope, bound: tuple[Variable, ...]
) -> TrajectoryConstraint:
    numbers, conditions = TRAJECTORIES[operator]
    given = node.items[2 if operator == "at end" else 1 :]
    if len(given) != numbers + conditions:
        raise reader.log.error(
            node.offset,
            f"{operator!r} takes {_taken(operator)}, but {show(node)} has {count(len(given), 'part')} after it.",
        )
    times = tuple(_steps(reader, one, operator) for one in given[:numbers])
    if operator == "hold-during" and times[0] >= times[1]:
        raise reader.log.error(
            node.offset,
            f"{show(node)} holds during no time: it is from step {times[0]} up to, but not including, step {times[1]}.",
        )
    formulas = tuple(reader.condition(one, scope) for one in given[numbers:])
    return TrajectoryConstraint(operator, times, formulas, bound, show(node, _MOST_SHOWN))


def _taken(operator: str) -> str:
    numbers, conditions = TRAJECTORIES[operator]
    parts = [count(numbers, "number")] if numbers else []
    return " and ".join([*parts, count(conditions, "condition")])


def _steps(reader: FormulaReader, node: Node, operator: str) -> int:
    if not isinstance(node, Word) or not (node.text.isascii() and node.text.isdecimal()):
        raise reader.log.error(
            node.offset,
            f"{operator!r} needs a whole number of steps here, found {show(node)}. Time is counted in actions: the "
            "state after i actions is that of time i.",
        )
    if len(node.text) > 9 or int(node.text) > MOST_STEPS:
        raise reader.log.error(
            node.offset,
            f"{operator!r} counts {show(node)} steps, and at most {MOST_STEPS} are kept count of. Time is counted in "
            "actions; are these seconds?",
        )
    return int(node.text)
