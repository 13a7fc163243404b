"""Random rules, and random traces to judge them on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st
from strategies import FLUENT, PREDICATES, TYPES

from clamp.planning.rules import Rule
from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, Same
from clamp.planning.rules.ltlf import Branch, Decision
from clamp.planning.system import Action, Position
from clamp.planning.task import Task

UNARY = ("!", "X", "WX", "F", "G", "Y", "WY", "O", "H")
BINARY = ("&", "|", "->", "<->", "U", "R", "W", "M", "S")


@st.composite
def rule_formulas(
    draw: st.DrawFn,
    terms: tuple[str, ...],
    actions: Sequence[Action],
    depth: int = 3,
    predicates: tuple[str, ...] = FLUENT,
    types: tuple[str, ...] = ("object", *TYPES),
) -> Formula:
    """A formula whose free variables are among the terms, over some facts (if any) and some actions."""
    kinds = [*(["fact", "fact"] if predicates else []), "event", "event", "constant", "same"]
    if depth:
        kinds += ["unary"] * 4 + ["binary"] * 4 + ["quantified"]
    match draw(st.sampled_from(kinds)):
        case "fact":
            usable = [name for name in predicates if terms or not PREDICATES[name]]
            name = draw(st.sampled_from(usable))
            args = tuple(draw(st.sampled_from((*terms, "*"))) for _ in PREDICATES[name])
            return Proposition(name, args)
        case "event" if actions:
            action = draw(st.sampled_from(actions))
            args = tuple(draw(st.sampled_from((one, "*"))) for one in action.args)
            return draw(st.sampled_from((
                Proposition(action.name, args, True), Proposition(action.name, None, True),
                Proposition("*", None, True),
            )))  # fmt: skip
        case "same" if terms:
            return Same(draw(st.sampled_from(terms)), draw(st.sampled_from(terms)))
        case "unary":
            below = rule_formulas(terms, actions, depth - 1, predicates, types)
            return Compound(draw(st.sampled_from(UNARY)), (draw(below),))
        case "binary":
            below = rule_formulas(terms, actions, depth - 1, predicates, types)
            return Compound(draw(st.sampled_from(BINARY)), (draw(below), draw(below)))
        case "quantified":
            name = draw(st.sampled_from(("?x", "?y")))
            kind = draw(st.sampled_from(types))
            body = draw(rule_formulas((*terms, name), actions, depth - 1, predicates, types))
            return Quantified(draw(st.booleans()), ((name, kind),), body)
        case _:
            return Compound(draw(st.sampled_from(("true", "false", "last"))))


@st.composite
def rules(draw: st.DrawFn, task: Task, actions: Sequence[Action], depth: int = 3) -> Rule:
    """A rule over a task."""
    names = (*task.domain.constants, *task.objects)
    formula = draw(rule_formulas(names, actions, depth, tuple(PREDICATES)))
    return Rule(str(formula), formula, str(formula))


def positions(states: Sequence[frozenset[object]], actions: Sequence[Action]) -> list[Position]:
    """A trace of states, given as sets of atoms, and of the actions between them."""
    from clamp.planning.task import Atom

    def reading(state: frozenset[object]) -> Position:
        return (lambda predicate, args: Atom(predicate, args) in state), None

    trace = [reading(state) for state in states]
    return [trace[0], *((holds, action) for (holds, _), action in zip(trace[1:], actions, strict=True))]


def walk(move: Decision, holds: Callable[[int], bool]) -> int:
    """The state that a transition leads to, given which propositions hold."""
    while isinstance(move, Branch):
        move = move.yes if holds(move.number) else move.no
    return move
