"""Effects: flattened to single literals, each under its variables and its condition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clamp.planning.pddl.formulas import Writer, plain_list
from clamp.planning.pddl.sexpr import Group, Node, Word, show
from clamp.planning.pddl.symbols import Scope

_EFFECTS = ("and", "forall", "when", "not")
_IN_CONDITIONS_ONLY = ("or", "imply", "exists", "=")


@dataclass(frozen=True, slots=True)
class _Under:
    """What an effect stands under: variables bound, and conditions that must hold."""

    scope: Scope
    bound: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()


def write_effects(writer: Writer, items: list[Node], scope: Scope) -> str:
    """The value of ``:effect`` as plain text: a conjunction of literals under conditions."""
    literals: list[str] = []
    if len(items) > 1:
        writer.log.repair(
            items[1].offset, "implicit-and", f"{len(items)} effects stand where one should", "all take place"
        )
    for item in items:
        if not (isinstance(item, Group) and not item.items):
            _effect(writer, item, _Under(scope), literals)
    return f"(and {' '.join(literals)})"


def _effect(writer: Writer, node: Node, under: _Under, literals: list[str]) -> None:
    source = writer.log.source
    if isinstance(node, Word):
        raise source.error(node.offset, f"expected an effect in parentheses, found {node.text!r}.")
    if node.head == "increase" and _is_cost(node):
        writer.log.tally(
            node.offset, "cost-ignored", show(node), "", lambda n, _: f"{n} action cost(s) are ignored"
        )
        return
    head = writer.keyword(node, _EFFECTS)
    if head in _IN_CONDITIONS_ONLY:
        raise source.error(
            node.offset,
            f"{show(node)} is no effect: {head!r} can stand in conditions only (effects are certain).",
        )
    if not node.items or isinstance(node.items[0], Group):
        writer.log.repair(
            node.offset, "implicit-and", "effects in parentheses without 'and'", "all of them take place"
        )
        for item in node.items:
            _effect(writer, item, under, literals)
    elif head == "and":
        for item in node.rest:
            _effect(writer, item, under, literals)
    elif head == "forall":
        writer.features.use(node.offset, ":conditional-effects")
        entries, rest = writer.variables(node)
        bound, scope = writer.bind(entries, under.scope, "a variable")
        inner = replace(under, scope=scope, bound=(*under.bound, *bound))
        _effects(writer, node, rest, inner, literals)
    elif head == "when":
        writer.features.use(node.offset, ":conditional-effects")
        if len(node.items) < 3:
            raise source.error(
                node.offset, f"{show(node)} needs a condition and an effect: (when condition effect)."
            )
        condition = node.items[1]
        always = isinstance(condition, Group) and not condition.items
        conditions = () if always else (writer.condition(condition, under.scope),)
        inner = replace(under, conditions=(*under.conditions, *conditions))
        _effects(writer, node, node.items[2:], inner, literals)
    elif head == "not":
        if len(node.items) != 2 or not isinstance(node.items[1], Group) or node.items[1].head in _EFFECTS:
            raise source.error(
                node.offset, f"{show(node)}: as an effect, 'not' takes one atom: (not (on ?x ?y))."
            )
        literals.append(_wrap(under, f"(not {writer.atom(node.items[1], under.scope)})"))
    else:
        literals.append(_wrap(under, writer.atom(node, under.scope)))


def _effects(writer: Writer, node: Group, items: list[Node], under: _Under, literals: list[str]) -> None:
    if not items:
        raise writer.log.error(node.offset, f"{show(node)} lacks an effect.")
    if len(items) > 1:
        writer.log.repair(
            items[1].offset,
            "implicit-and",
            f"{node.head!r} takes one effect, not {len(items)}",
            "all take place",
        )
    for item in items:
        _effect(writer, item, under, literals)


def _is_cost(node: Group) -> bool:
    fluent = node.items[1] if len(node.items) == 3 else None
    head = fluent.head if isinstance(fluent, Group) else fluent.key if fluent else ""
    return head == "total-cost"


def _wrap(under: _Under, literal: str) -> str:
    if under.conditions:
        literal = f"(when (and {' '.join(under.conditions)}) {literal})"
    if under.bound:
        literal = f"(forall ({plain_list(under.bound)}) {literal})"
    return literal
