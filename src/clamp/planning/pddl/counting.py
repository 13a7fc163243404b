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

from clamp.planning.pddl.sexpr import Group, Node, Word, show
from clamp.planning.pddl.symbols import OBJECT, Scope, Term

if TYPE_CHECKING:
    from clamp.planning.pddl.formulas import Writer

COUNTING = ("forn", "forpairs", "fornpairs")
_MAX_CASES = 5_000


def expand(writer: Writer, node: Group, head: str, scope: Scope) -> str:
    """A counting quantifier as plain text.

    Raises:
        PDDLError: If it is malformed, stands in a domain (which has no objects), or has too many cases.
    """
    if not writer.expand_counting:
        raise writer.log.error(
            node.offset,
            f"{head!r} is BDDL and counts objects, so it can stand in the goal of a problem only.",
        )
    writer.log.repair(
        node.offset,
        "bddl-quantifier",
        f"{head!r} is BDDL, not PDDL",
        f"{show(node, 80)} is expanded over the objects",
    )
    rest = node.rest
    number = -1
    if head != "forpairs":
        number = _number(writer, node, rest[0] if rest else None)
        rest = rest[1:]
    lists = rest[: 1 if head == "forn" else 2]
    ranges = [_range(writer, node, head, item) for item in lists]
    if len(rest) != (2 if head == "forn" else 3):
        raise writer.log.error(node.offset, f"{show(node)} lacks a part. {_usage(head)}")
    body = rest[-1]
    if head == "forn":
        ((variable, objects),) = ranges
        return _exactly(
            writer, node, number, [_instance(writer, body, scope, {variable: x}) for x in objects]
        )
    (first, xs), (second, ys) = ranges
    if number < 0:
        number = min(len(xs), len(ys))
    table = {(x, y): _instance(writer, body, scope, {first: x, second: y}) for x in xs for y in ys if x != y}
    some_y = [_any([table[x, y] for y in ys if x != y]) for x in xs]
    some_x = [_any([table[x, y] for x in xs if x != y]) for y in ys]
    return f"(and {_at_least(writer, node, number, some_y)} {_at_least(writer, node, number, some_x)})"


def _usage(head: str) -> str:
    number = "" if head == "forpairs" else "(n) "
    second = "" if head == "forn" else "(?y - type) "
    return f"It reads ({head} {number}(?x - type) {second}condition)."


def _number(writer: Writer, node: Group, item: Node | None) -> int:
    word = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else item
    if not isinstance(word, Word) or not word.text.isdecimal():
        raise writer.log.error(node.offset, f"{show(node)} needs a number first. {_usage(node.head)}")
    return int(word.text)


def _range(writer: Writer, node: Group, head: str, item: Node) -> tuple[str, list[str]]:
    entries = writer.symbols.typed_list(item.items, "a variable") if isinstance(item, Group) else []
    if len(entries) != 1 or entries[0].word.text[0] != "?":
        raise writer.log.error(item.offset, f"expected one variable, found {show(item)}. {_usage(head)}")
    types = writer.symbols.type_names(entries[0].types)
    return entries[0].word.key, writer.symbols.objects_of(types)


def _instance(writer: Writer, body: Node, scope: Scope, objects: dict[str, str]) -> str:
    inner = dict(scope)
    for variable, name in objects.items():
        types = writer.symbols.objects.get(name, (OBJECT,))
        inner[variable] = Term(writer.codes.encode("o", name), types, is_variable=False)
    return writer.condition(body, inner)


def _any(cases: Sequence[str]) -> str:
    return f"(or {' '.join(cases)})"


def _at_least(writer: Writer, node: Group, number: int, cases: Sequence[str]) -> str:
    _check_size(writer, node, number, len(cases))
    return _any([f"(and {' '.join(chosen)})" for chosen in combinations(cases, number)])


def _exactly(writer: Writer, node: Group, number: int, cases: Sequence[str]) -> str:
    _check_size(writer, node, number, len(cases))
    return _any(
        [
            "(and " + " ".join(case if i in chosen else f"(not {case})" for i, case in enumerate(cases)) + ")"
            for chosen in map(frozenset, combinations(range(len(cases)), number))
        ]
    )


def _check_size(writer: Writer, node: Group, number: int, total: int) -> None:
    if comb(total, number) > _MAX_CASES:
        raise writer.log.error(
            node.offset,
            f"{show(node)} has {comb(total, number):,} cases over {total} objects; more than {_MAX_CASES:,} "
            "are not expanded.",
        )
