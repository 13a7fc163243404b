"""BDDL's counting quantifiers, expanded over the objects of a problem.

BEHAVIOR's activity definitions use three quantifiers that PDDL lacks. Their meaning here is that of the
reference implementation of BDDL, where ``n`` and the sizes of the two sets of objects decide:

- ``(forn (n) (?x - t) φ)``: φ holds for exactly n of the x.
- ``(fornpairs (n) (?x - t) (?y - u) φ)``: at least n of the x have a y with φ, and at least n of the y
  have an x with φ.
- ``(forpairs (?x - t) (?y - u) φ)``: the same, with n the size of the smaller set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from clamp.planning.logic import Formula, Not, all_of, any_of
from clamp.planning.pddl.sexpr import Group, Node, Word, show
from clamp.planning.pddl.symbols import OBJECT, Scope, Term

if TYPE_CHECKING:
    from clamp.planning.pddl.formulas import FormulaReader

COUNTING = ("forn", "forpairs", "fornpairs")
_MAX_CASES = 5_000


def expand(reader: FormulaReader, node: Group, head: str, scope: Scope) -> Formula:
    """A counting quantifier as a formula without one.

    Raises:
        PDDLError: If it is malformed, stands in a domain (which has no objects), or has too many cases.
    """
    if not reader.expand_counting:
        raise reader.log.error(
            node.offset,
            f"{head!r} is BDDL and counts objects, so it can stand in the goal of a problem only.",
        )
    reader.log.repair(
        node.offset,
        "bddl-quantifier",
        f"{head!r} is BDDL, not PDDL",
        f"{show(node, 80)} is expanded over the objects",
    )
    rest = node.rest
    number = -1
    if head != "forpairs":
        number = _number(reader, node, rest[0] if rest else None)
        rest = rest[1:]
    lists = rest[: 1 if head == "forn" else 2]
    ranges = [_range(reader, node, head, item) for item in lists]
    if len(rest) != (2 if head == "forn" else 3):
        raise reader.log.error(node.offset, f"{show(node)} lacks a part. {_usage(head)}")
    body = rest[-1]
    if head == "forn":
        ((variable, objects),) = ranges
        return _exactly(
            reader, node, number, [_instance(reader, body, scope, {variable: x}) for x in objects]
        )
    (first, xs), (second, ys) = ranges
    if number < 0:
        number = min(len(xs), len(ys))
    table = {(x, y): _instance(reader, body, scope, {first: x, second: y}) for x in xs for y in ys if x != y}
    some_y = [any_of([table[x, y] for y in ys if x != y]) for x in xs]
    some_x = [any_of([table[x, y] for x in xs if x != y]) for y in ys]
    return all_of([_at_least(reader, node, number, some_y), _at_least(reader, node, number, some_x)])


def _usage(head: str) -> str:
    number = "" if head == "forpairs" else "(n) "
    second = "" if head == "forn" else "(?y - type) "
    return f"It reads ({head} {number}(?x - type) {second}condition)."


def _number(reader: FormulaReader, node: Group, item: Node | None) -> int:
    word = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else item
    if not isinstance(word, Word) or not word.text.isdecimal():
        raise reader.log.error(node.offset, f"{show(node)} needs a number first. {_usage(node.head)}")
    return int(word.text)


def _range(reader: FormulaReader, node: Group, head: str, item: Node) -> tuple[str, list[str]]:
    entries = reader.symbols.typed_list(item.items, "a variable") if isinstance(item, Group) else []
    if len(entries) != 1 or entries[0].word.text[0] != "?":
        raise reader.log.error(item.offset, f"expected one variable, found {show(item)}. {_usage(head)}")
    types = reader.symbols.type_names(entries[0].types)
    return entries[0].word.key, reader.symbols.objects_of(types)


def _instance(reader: FormulaReader, body: Node, scope: Scope, objects: dict[str, str]) -> Formula:
    inner = dict(scope)
    for variable, name in objects.items():
        types = reader.symbols.objects.get(name, (OBJECT,))
        inner[variable] = Term(name, types, is_variable=False)
    return reader.condition(body, inner)


def _at_least(reader: FormulaReader, node: Group, number: int, cases: Sequence[Formula]) -> Formula:
    _check_size(reader, node, number, len(cases))
    return any_of([all_of(chosen) for chosen in combinations(cases, number)])


def _exactly(reader: FormulaReader, node: Group, number: int, cases: Sequence[Formula]) -> Formula:
    _check_size(reader, node, number, len(cases))
    return any_of(
        [
            all_of([case if i in chosen else Not(case) for i, case in enumerate(cases)])
            for chosen in map(frozenset, combinations(range(len(cases)), number))
        ]
    )


def _check_size(reader: FormulaReader, node: Group, number: int, total: int) -> None:
    if comb(total, number) > _MAX_CASES:
        raise reader.log.error(
            node.offset,
            f"{show(node)} has {comb(total, number):,} cases over {total} objects; more than {_MAX_CASES:,} "
            "are not expanded.",
        )
