"""The only file that talks to the `pddl` package: plain text in, formulas out.

The library's parsers are built once and guarded by a lock, since they keep state while they read. It reads
disjunctions, equality and quantifiers in domains but not in problems, so a goal is read as the precondition
of an action of a small domain made for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from threading import Lock
from typing import Any

from pddl.action import Action as LibraryAction
from pddl.logic.base import And as LibraryAnd
from pddl.logic.base import ExistsCondition, ForallCondition, Imply
from pddl.logic.base import Not as LibraryNot
from pddl.logic.base import Or as LibraryOr
from pddl.logic.effects import Forall as ForallEffect
from pddl.logic.effects import When
from pddl.logic.predicates import EqualTo, Predicate
from pddl.parser.domain import DomainParser
from pddl.parser.problem import ProblemParser

from clamp.errors import PDDLError
from clamp.planning.domain import ActionSchema
from clamp.planning.logic import And, Atom, Effect, Equal, Exists, Forall, Formula, Not, Or, Variable
from clamp.planning.pddl.names import Codes
from clamp.planning.pddl.symbols import OBJECT, Symbols

_lock = Lock()


def read_actions(symbols: Symbols, codes: Codes, actions: Sequence[str]) -> tuple[ActionSchema, ...]:
    """Action schemas from the text of their ``(:action …)`` forms, in the order of the text."""
    text = " ".join(
        (
            "(define (domain d) (:requirements :adl :typing)",
            _types(symbols, codes),
            _section(
                ":constants", (_declared(codes, name, types) for name, types in symbols.objects.items())
            ),
            _section(
                ":predicates",
                (
                    f"({codes.encode('p', name)} {' '.join(f'?x{i}' for i in range(len(parameters)))})"
                    for name, parameters in symbols.predicates.items()
                ),
            ),
            *actions,
            ")",
        )
    )
    domain = _parse(_domain_parser, text)
    found: list[Any] = sorted(domain.actions, key=lambda action: Codes.order(action.name))
    return tuple(_schema(codes, action) for action in found)


def read_goal(symbols: Symbols, codes: Codes, goal: str) -> Formula:
    """A goal from its text."""
    action = f"(:action {codes.fresh('a', 'goal')} :parameters () :precondition {goal} :effect (and))"
    return read_actions(symbols, codes, [action])[0].precondition


def read_facts(symbols: Symbols, codes: Codes, facts: Iterable[str]) -> frozenset[Atom]:
    """Initial facts from their texts."""
    text = " ".join(
        (
            "(define (problem p) (:domain d)",
            _section(":objects", (_declared(codes, name, types) for name, types in symbols.objects.items())),
            "(:init",
            *facts,
            ") (:goal (and)))",
        )
    )
    problem = _parse(_problem_parser, text)
    return frozenset(_atom(codes, literal) for literal in problem.init)


@cache
def _domain_parser() -> Callable[[str], Any]:
    return DomainParser()


@cache
def _problem_parser() -> Callable[[str], Any]:
    return ProblemParser()


def _parse(parser: Any, text: str) -> Any:
    """Run one of the library's parsers.

    It sets `sys.tracebacklimit` and forgets to restore it when a text does not parse, and then keeps what it
    had read so far; so the limit is restored here, and a parser that failed is not used again.
    """
    with _lock:
        limited = hasattr(sys, "tracebacklimit")
        limit = getattr(sys, "tracebacklimit", None)
        try:
            return parser()(text)
        except Exception as error:  # the library raises lark's, its own and built-in ones, bugs included
            parser.cache_clear()
            raise PDDLError(
                f"the pddl library refuses a text that CLAMP's own checks let pass: {error}. Please "
                "report this, with the files."
            ) from error
        finally:
            if limited:
                sys.tracebacklimit = limit
            elif hasattr(sys, "tracebacklimit"):
                del sys.tracebacklimit


def _section(keyword: str, entries: Iterable[str]) -> str:
    content = " ".join(sorted(entries, key=lambda entry: " - " not in entry))
    return f"({keyword} {content})" if content else ""


def _declared(codes: Codes, name: str, types: Sequence[str]) -> str:
    """An object; one of several types is left untyped, since the library takes one type only."""
    code = codes.encode("o", name)
    single = len(types) == 1 and types[0] != OBJECT
    return f"{code} - {codes.encode('t', types[0])}" if single else code


def _types(symbols: Symbols, codes: Codes) -> str:
    """The types, each under its first supertype; `Symbols` knows the others."""
    entries: list[str] = []
    for name, above in symbols.types.items():
        code = codes.encode("t", name)
        entries.append(f"{code} - {codes.encode('t', above[0])}" if above and above[0] != OBJECT else code)
    return _section(":types", entries)


def _schema(codes: Codes, action: LibraryAction) -> ActionSchema:
    effects: list[Effect] = []
    if action.effect is not None:
        _effects(codes, action.effect, And(), (), effects)
    precondition = And() if action.precondition is None else _formula(codes, action.precondition)
    return ActionSchema(
        codes.decode(str(action.name)), _variables(codes, action.parameters), precondition, tuple(effects)
    )


def _variables(codes: Codes, variables: Iterable[Any]) -> tuple[Variable, ...]:
    ordered: list[Any] = sorted(variables, key=lambda variable: Codes.order(variable.name))
    return tuple(Variable(codes.decode(str(v.name)), _type_names(codes, v.type_tags)) for v in ordered)


def _type_names(codes: Codes, tags: Iterable[Any]) -> tuple[str, ...]:
    ordered = sorted((str(tag) for tag in tags), key=Codes.order)
    return tuple(codes.decode(tag) for tag in ordered) or (OBJECT,)


def _term(codes: Codes, term: Any) -> str:
    return codes.decode(str(term.name))


def _atom(codes: Codes, atom: Any) -> Atom:
    return Atom(codes.decode(str(atom.name)), tuple(_term(codes, term) for term in atom.terms))


def _formula(codes: Codes, formula: Any) -> Formula:
    match formula:
        case Predicate():
            return _atom(codes, formula)
        case EqualTo():
            return Equal(_term(codes, formula.left), _term(codes, formula.right))
        case LibraryNot():
            return Not(_formula(codes, formula.argument))
        case LibraryAnd():
            return And(tuple(_formula(codes, operand) for operand in formula.operands))
        case LibraryOr():
            return Or(tuple(_formula(codes, operand) for operand in formula.operands))
        case Imply():
            left, right = (_formula(codes, operand) for operand in formula.operands)
            return Or((Not(left), right))
        case ForallCondition():
            return Forall(_variables(codes, formula.variables), _formula(codes, formula.condition))
        case ExistsCondition():
            return Exists(_variables(codes, formula.variables), _formula(codes, formula.condition))
        case _:
            raise PDDLError(f"the pddl library returned a condition that CLAMP does not know: {formula!r}.")


def _effects(
    codes: Codes, effect: Any, condition: Formula, variables: tuple[Variable, ...], result: list[Effect]
) -> None:
    match effect:
        case LibraryAnd():
            for operand in effect.operands:
                _effects(codes, operand, condition, variables, result)
        case ForallEffect():
            _effects(codes, effect.effect, condition, _variables(codes, effect.variables), result)
        case When():
            _effects(codes, effect.effect, _formula(codes, effect.condition), variables, result)
        case LibraryNot():
            result.append(Effect(_atom(codes, effect.argument), False, condition, variables))
        case Predicate():
            result.append(Effect(_atom(codes, effect), True, condition, variables))
        case _:
            raise PDDLError(f"the pddl library returned an effect that CLAMP does not know: {effect!r}.")
