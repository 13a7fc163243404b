"""Reads the sections of a PDDL domain: types, constants, predicates, axioms, actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clamp.checks import count
from clamp.planning.axioms import negative_cycle, why_no_meaning
from clamp.planning.pddl.constraints import read_constraints
from clamp.planning.pddl.formulas import FormulaReader, atoms, read_effects
from clamp.planning.pddl.sexpr import (
    Node,
    Parenthesised,
    Word,
    open_file,
    requirements,
    show,
    spelling,
    split,
)
from clamp.planning.pddl.source import Repair, RepairLog, Source
from clamp.planning.pddl.symbols import OBJECT, Symbol, Symbols
from clamp.planning.task import TRUE, ActionSchema, Axiom, Domain, Formula, Variable

_SECTIONS = (
    *(":requirements", ":types", ":constants", ":predicates", ":functions", ":constraints", ":derived"),
    ":action",
)
_ACTION_PARTS = (":parameters", ":precondition", ":effect")


@dataclass(frozen=True)
class DomainReading:
    """A domain with what a problem needs to know of how it was read."""

    domain: Domain
    symbols: Symbols
    requirements: frozenset[str]
    repairs: tuple[Repair, ...]


@lru_cache(maxsize=32)
def read_domain(source: Source, repairing: bool) -> DomainReading:
    """Read a domain; the same text is read once.

    Raises:
        PDDLError: If the text is not a domain, or needs a repair and may not be repaired.
    """
    log = RepairLog(source, repairing)
    title, nodes = open_file(log, "domain")
    sections = split(log, nodes, _SECTIONS, (":derived", ":action"))
    listed = requirements(log, sections)
    symbols = Symbols(log)
    name = symbols.name(title, "a domain", title.offset).text
    reader = FormulaReader(symbols)

    _note_typing(reader, sections)
    _read_types(symbols, sections.get(":types", ()))
    for section in sections.get(":constants", ()):
        symbols.declare_objects(section.rest, "a constant")
    _read_predicates(symbols, sections.get(":predicates", ()))
    _read_functions(log, sections.get(":functions", ()))
    actions = sections.get(":action", ())
    derived = sections.get(":derived", ())
    _correct_arities(symbols, [*derived, *actions])
    axioms = tuple(_read_axiom(reader, section) for section in derived)
    cycle = negative_cycle(axioms)
    if cycle:
        first = next(
            section for axiom, section in zip(axioms, derived, strict=True) if axiom.predicate == cycle[0]
        )
        raise log.error(first.offset, why_no_meaning(cycle))
    schemas = _read_actions(reader, actions, frozenset(axiom.predicate for axiom in axioms))
    constraints = read_constraints(reader, sections.get(":constraints", ()))
    reader.features.check(log, listed)

    domain = Domain(
        name,
        dict(symbols.types),
        dict(symbols.predicates),
        dict(symbols.objects),
        schemas,
        axioms,
        constraints,
    )
    return DomainReading(domain, symbols, listed, log.finish())


def _note_typing(reader: FormulaReader, sections: Mapping[str, Sequence[Parenthesised]]) -> None:
    typed = [section for section in sections.get(":types", ()) if section.rest]
    for section in (*typed, *(group for groups in sections.values() for group in groups)):
        if section.head == ":types" and section.rest:
            reader.features.use(section.offset, ":typing")
            return
        for group in section.walk() if section.head not in (":functions", ":requirements") else ():
            for item in group.items:
                if isinstance(item, Word) and item.text == "-":
                    reader.features.use(item.offset, ":typing")
                    return


# -- types -------------------------------------------------------------------------------------------


def _read_types(symbols: Symbols, sections: Sequence[Parenthesised]) -> None:
    log = symbols.log
    places: dict[str, int] = {}
    above: dict[str, list[Word]] = {}
    for section in sections:
        for entry in symbols.typed_list(section.rest, "a type"):
            word, supertypes = entry.word, [word for word in entry.types if word.key != OBJECT]
            if word.key == OBJECT:
                log.repair(
                    word.offset,
                    "redeclared-object",
                    f"'object' cannot have the supertype {supertypes[0].text!r}; it is the root of all types"
                    if supertypes
                    else "'object' is declared as a type, but it is the root of all types already",
                    "the declaration is dropped",
                )
                continue
            symbols.name(word, "a type", word.offset)
            if len(entry.types) > 1:
                log.note(
                    word.offset,
                    "either-supertype",
                    f"type {word.text!r} is read as a subtype of each of its either",
                )
            known = symbols.types.find(word.text)
            if known is not None:
                listed = " and ".join(item.text for item in (*above[known], *supertypes)) or "object"
                log.repair(
                    word.offset,
                    "duplicate-type",
                    f"type {word.text!r} is declared twice",
                    f"it is below {listed}",
                )
            name = known or word.text
            symbols.types[name] = ()
            places.setdefault(name, word.offset)
            above.setdefault(name, []).extend(supertypes)
    for name, words in above.items():
        symbols.types[name] = tuple(dict.fromkeys(_supertypes(symbols, name, words)))
    _refuse_cycles(symbols, places)


def _supertypes(symbols: Symbols, name: str, words: Sequence[Word]) -> list[str]:
    found: list[str] = []
    for word in words:
        known = symbols.types.find(word.text)
        if known is None:
            symbols.name(word, "a type", word.offset)
            symbols.log.note(
                word.offset, "implicit-type", f"type {word.text!r} is declared only by being a supertype"
            )
            known = word.text
            symbols.types[known] = ()
        if known == name:
            symbols.log.repair(
                word.offset,
                "self-supertype",
                f"type {name!r} is its own supertype",
                "that supertype is dropped",
            )
            continue
        found.append(known)
    return found


def _refuse_cycles(symbols: Symbols, places: Mapping[str, int]) -> None:
    for start in symbols.types:
        if start not in symbols.supertypes(start):
            continue
        path = [start]
        while True:
            step = next(
                name for name in symbols.types[path[-1]] if name == start or start in symbols.supertypes(name)
            )
            path.append(step)
            if step == start:
                break
        raise symbols.log.error(
            places.get(start, 0),
            f"types form a cycle, each below the next: {' - '.join(path)}. Which of them is the wider type?",
        )


# -- predicates and functions ------------------------------------------------------------------------


def _read_predicates(symbols: Symbols, sections: Sequence[Parenthesised]) -> None:
    for section in sections:
        for item in section.rest:
            if isinstance(item, Word):
                raise symbols.log.error(
                    item.offset,
                    f"expected a predicate in parentheses, such as (on ?x ?y), found {item.text!r}.",
                )
            word = symbols.name(item.items[0] if item.items else None, "a predicate", item.offset)
            entries = symbols.typed_list(item.rest, "a variable")
            parameters = tuple(
                Variable(
                    entry.word.text if entry.word.text[0] == "?" else f"?{entry.word.text}",
                    symbols.type_names(entry.types),
                )
                for entry in entries
            )
            for entry in entries:
                if entry.word.text[0] != "?":
                    symbols.log.repair(
                        entry.word.offset,
                        "missing-question-mark",
                        f"parameter {entry.word.text!r} of predicate {word.text!r} has no question mark",
                        f"read as '?{entry.word.text}'",
                    )
            known = symbols.predicates.find(word.text)
            if known is None:
                symbols.predicates[word.text] = parameters
            else:
                _merge_predicate(symbols, known, word, parameters)


def _merge_predicate(symbols: Symbols, known: str, word: Word, parameters: tuple[Variable, ...]) -> None:
    before = symbols.predicates[known]
    if len(before) != len(parameters):
        raise symbols.log.error(
            word.offset,
            f"predicate {word.text!r} is declared with {len(before)} and again with {len(parameters)} "
            "parameters, but PDDL has no overloading. Rename one of the two.",
        )
    symbols.log.repair(
        word.offset,
        "duplicate-predicate",
        f"predicate {word.text!r} is declared twice",
        "it takes what either declaration takes",
    )
    for index, parameter in enumerate(parameters):
        symbols.widen(known, index, parameter.types)


def _read_functions(log: RepairLog, sections: Sequence[Parenthesised]) -> None:
    """Functions may be declared; effects on them are ignored, and conditions that read one are refused."""
    for section in sections:
        for item in section.rest:
            if isinstance(item, Word) and item.text not in ("-",) and item.key not in ("number", OBJECT):
                raise log.error(
                    item.offset,
                    f"expected a function in parentheses, such as (total-cost), found {item.text!r}.",
                )
        log.note(
            section.offset, "cost-ignored", "functions are numbers, such as action costs, and are ignored"
        )


# -- axioms ------------------------------------------------------------------------------------------


def _read_axiom(reader: FormulaReader, section: Parenthesised) -> Axiom:
    """One ``(:derived (predicate ?x ?y - type) condition)``; a variable without a type has the predicate's."""
    log, symbols = reader.log, reader.symbols
    reader.features.use(section.offset, ":derived-predicates", ":domain-axioms")
    head = section.items[1] if len(section.items) > 2 else None
    if not isinstance(head, Parenthesised):
        raise log.error(
            section.offset,
            f"{show(section)} is no axiom; expected what is derived and when: "
            "(:derived (above ?x ?y - block) (on ?x ?y)).",
        )
    word = symbols.name(head.items[0] if head.items else None, "a predicate", head.offset)
    entries = symbols.typed_list(head.rest, "a variable")
    variables, scope = reader.bind(entries, {}, "a parameter")
    predicate = symbols.find_predicate(word, len(entries))
    if predicate is None:
        predicate = symbols.declare_predicate(word, [one.types for one in variables])
    declared = symbols.predicates[predicate]
    if len(declared) != len(entries):
        raise log.error(
            head.offset,
            f"{show(head)} has {count(len(entries), 'argument')}, but {predicate!r} is declared with "
            f"{len(declared)}.",
        )
    parameters: list[Variable] = []
    for place, (entry, variable) in enumerate(zip(entries, variables, strict=True)):
        types = variable.types
        if not entry.types:
            types = declared[place].types
        elif not symbols.fits_variable(types, declared[place].types):
            reader.report_argument(predicate, place, entry.word, types, show(head))
            symbols.widen(predicate, place, types)
        parameters.append(Variable(variable.name, types))
    scope = {
        key: Symbol(term.name, one.types) for (key, term), one in zip(scope.items(), parameters, strict=True)
    }
    return Axiom(predicate, tuple(parameters), reader.body(section.items[2:], scope, section))


# -- actions -----------------------------------------------------------------------------------------


def _correct_arities(symbols: Symbols, actions: Sequence[Parenthesised]) -> None:
    """Trust the uses of a predicate over its declaration when all of them disagree with it."""
    uses: dict[str, list[Parenthesised]] = {}
    for action in actions:
        for atom in (atom for item in action.items[2:] for atom in atoms(item)):
            known = symbols.predicates.find(atom.head)
            if known is not None:
                uses.setdefault(known, []).append(atom)
    for name, groups in uses.items():
        arities = {len(group.rest) for group in groups}
        parameters = symbols.predicates[name]
        if len(arities) == 1 and len(parameters) not in arities:
            (arity,) = arities
            used = "its one use has" if len(groups) == 1 else f"all {len(groups)} uses have"
            symbols.log.repair(
                groups[0].offset,
                "predicate-arity",
                f"{show(groups[0])} has {count(arity, 'argument')}, but {name!r} is declared with {len(parameters)}",
                f"{used} {arity}, so it is declared with {arity}",
            )
            extra = (Variable(f"?x{i + 1}") for i in range(len(parameters), arity))
            symbols.predicates[name] = (*parameters[:arity], *extra)


def _read_actions(
    reader: FormulaReader, actions: Sequence[Parenthesised], derived: Collection[str]
) -> tuple[ActionSchema, ...]:
    """The action schemas, in the order of the text; none has an effect on a derived predicate."""
    log = reader.log
    seen: dict[str, tuple[Word, str]] = {}
    parts: list[tuple[Word, dict[str, list[Node]], Parenthesised]] = []
    for action in actions:
        name = reader.symbols.name(
            action.items[1] if len(action.items) > 1 else None, "an action", action.offset
        )
        before = seen.get(name.key)
        if before is not None and before[1] == show(Parenthesised(0, action.items[2:]), 10**9):
            log.repair(name.offset, "duplicate-action", f"action {name.text!r} is defined twice", "read once")
            continue
        if before is not None:
            raise log.error(
                name.offset,
                f"action {name.text!r} is already defined on line {log.source.line(before[0].offset)}, "
                "in other words (PDDL ignores case). Rename one of the two.",
            )
        seen[name.key] = (name, show(Parenthesised(0, action.items[2:]), 10**9))
        parts.append((name, _action_parts(log, action), action))
    return tuple(_read_action(reader, *part, derived) for part in parts)


def _action_parts(log: RepairLog, action: Parenthesised) -> dict[str, list[Node]]:
    """The values after each keyword of an action."""
    parts: dict[str, list[Node]] = {}
    current: list[Node] | None = None
    for item in action.items[2:]:
        if isinstance(item, Parenthesised):
            if current is None:
                raise log.error(item.offset, f"expected :parameters, found {show(item)}.")
            current.append(item)
            continue
        keyword = spelling(log, item, _ACTION_PARTS)
        if keyword in parts:
            log.repair(
                item.offset, "duplicate-section", f"a second {keyword}", "its content is added to the first"
            )
        current = parts.setdefault(keyword, [])
    return parts


def _read_action(
    reader: FormulaReader,
    name: Word,
    parts: Mapping[str, list[Node]],
    action: Parenthesised,
    derived: Collection[str],
) -> ActionSchema:
    log, symbols = reader.log, reader.symbols
    lists = parts.get(":parameters")
    if not lists:
        log.repair(
            action.offset, "missing-parameters", f"action {name.text!r} has no :parameters (…)", "it has none"
        )
        lists = []
    entries = [
        entry
        for group in lists
        if isinstance(group, Parenthesised)
        for entry in symbols.typed_list(group.items, "a variable")
    ]
    parameters, scope = reader.bind(entries, {}, "a parameter")
    for term in scope.values():
        symbols.parameter_types.update(term.types)
    precondition: Formula = TRUE
    values = parts.get(":precondition", [])
    if len(values) > 1:
        precondition = reader.conjunction(values, scope, action.offset)
    elif values and not (isinstance(values[0], Parenthesised) and not values[0].items):
        precondition = reader.condition(values[0], scope)
    effects = read_effects(reader, parts.get(":effect", []), scope)
    for effect in effects:
        if effect.atom.predicate in derived:
            groups = (group for item in parts[":effect"] for group in atoms(item))
            places = [
                one.offset for one in groups if symbols.predicates.find(one.head) == effect.atom.predicate
            ]
            raise log.error(
                places[0] if places else name.offset,
                f"action {name.text!r} has an effect on {effect.atom.predicate!r}, which is derived: it holds where "
                "its axioms say so, and no effect can change it. Change what it is derived from.",
            )
    return ActionSchema(name.text, parameters, precondition, effects)
