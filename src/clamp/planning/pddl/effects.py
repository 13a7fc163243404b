"""Effects: flattened to single atoms, each under its variables and its condition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clamp.checks import count
from clamp.planning.logic import Atom, Effect, Formula, Variable, all_of
from clamp.planning.pddl.formulas import FormulaReader
from clamp.planning.pddl.sexpr import Group, Node, Word, show
from clamp.planning.pddl.symbols import Scope

_EFFECTS = ("and", "forall", "when", "not")
_IN_CONDITIONS_ONLY = ("or", "imply", "exists", "=")


@dataclass(frozen=True, slots=True)
class _Under:
    """What an effect stands under: variables bound, and conditions that must hold."""

    scope: Scope
    bound: tuple[Variable, ...] = ()
    conditions: tuple[Formula, ...] = ()

    def effect(self, atom: Atom, positive: bool) -> Effect:
        """The effect on an atom."""
        return Effect(atom, positive, all_of(self.conditions), self.bound)


def read_effects(reader: FormulaReader, items: list[Node], scope: Scope) -> tuple[Effect, ...]:
    """The value of ``:effect``, each effect once."""
    found: dict[Effect, None] = {}
    if len(items) > 1:
        reader.log.repair(
            items[1].offset, "implicit-and", f"{len(items)} effects stand where one should", "all take place"
        )
    for item in items:
        if not (isinstance(item, Group) and not item.items):
            _effect(reader, item, _Under(scope), found)
    return tuple(found)


def _effect(reader: FormulaReader, node: Node, under: _Under, found: dict[Effect, None]) -> None:
    source = reader.log.source
    if isinstance(node, Word):
        raise source.error(node.offset, f"expected an effect in parentheses, found {node.text!r}.")
    if node.head == "increase" and _is_cost(node):
        reader.log.tally(
            node.offset,
            "cost-ignored",
            show(node),
            "",
            lambda n, _: f"{count(n, 'action cost')} {'is' if n == 1 else 'are'} ignored",
        )
        return
    head = reader.keyword(node, _EFFECTS)
    if head in _IN_CONDITIONS_ONLY:
        raise source.error(
            node.offset,
            f"{show(node)} is no effect: {head!r} can stand in conditions only (effects are certain).",
        )
    if not node.items or isinstance(node.items[0], Group):
        reader.log.repair(
            node.offset, "implicit-and", "effects in parentheses without 'and'", "all of them take place"
        )
        for item in node.items:
            _effect(reader, item, under, found)
    elif head == "and":
        for item in node.rest:
            _effect(reader, item, under, found)
    elif head == "forall":
        reader.features.use(node.offset, ":conditional-effects")
        entries, rest = reader.variables(node)
        bound, scope = reader.bind(entries, under.scope, "a variable")
        inner = replace(under, scope=scope, bound=(*under.bound, *bound))
        _effects(reader, node, rest, inner, found)
    elif head == "when":
        reader.features.use(node.offset, ":conditional-effects")
        if len(node.items) < 3:
            raise source.error(
                node.offset, f"{show(node)} needs a condition and an effect: (when condition effect)."
            )
        condition = node.items[1]
        always = isinstance(condition, Group) and not condition.items
        conditions = () if always else (reader.condition(condition, under.scope),)
        inner = replace(under, conditions=(*under.conditions, *conditions))
        _effects(reader, node, node.items[2:], inner, found)
    elif head == "not":
        if len(node.items) != 2 or not isinstance(node.items[1], Group) or node.items[1].head in _EFFECTS:
            raise source.error(
                node.offset, f"{show(node)}: as an effect, 'not' takes one atom: (not (on ?x ?y))."
            )
        found[under.effect(reader.atom(node.items[1], under.scope), False)] = None
    else:
        found[under.effect(reader.atom(node, under.scope), True)] = None


def _effects(
    reader: FormulaReader, node: Group, items: list[Node], under: _Under, found: dict[Effect, None]
) -> None:
    if not items:
        raise reader.log.error(node.offset, f"{show(node)} lacks an effect.")
    if len(items) > 1:
        reader.log.repair(
            items[1].offset,
            "implicit-and",
            f"{node.head!r} takes one effect, not {len(items)}",
            "all take place",
        )
    for item in items:
        _effect(reader, item, under, found)


def _is_cost(node: Group) -> bool:
    fluent = node.items[1] if len(node.items) == 3 else None
    head = fluent.head if isinstance(fluent, Group) else fluent.key if fluent else ""
    return head == "total-cost"
