"""Reads the sections of a PDDL problem for a domain: objects, initial state, goal, constraints."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from clamp.checks import count as plural
from clamp.planning.pddl.constraints import constrained_atoms, read_constraints
from clamp.planning.pddl.domain import DomainReading
from clamp.planning.pddl.formulas import FormulaReader, atoms
from clamp.planning.pddl.sexpr import Node, Parenthesised, Word, open_file, requirements, show, split
from clamp.planning.pddl.source import Repair, RepairLog, Source
from clamp.planning.pddl.symbols import OBJECT, Symbols
from clamp.planning.task import TRUE, Atom, Formula, Task

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\Z", re.IGNORECASE)
_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":constraints", ":metric", ":length")


def read_problem(reading: DomainReading, source: Source, repairing: bool) -> tuple[Task, tuple[Repair, ...]]:
    """Read a problem.

    Raises:
        PDDLError: If the text is not a problem, or needs a repair and may not be repaired.
    """
    log = RepairLog(source, repairing)
    title, nodes = open_file(log, "problem")
    sections = split(log, nodes, _SECTIONS)
    listed = reading.requirements | requirements(log, sections)
    symbols = reading.symbols.extended(log)
    name = symbols.name(title, "a problem", title.offset).text
    _check_domain(log, sections.get(":domain", []), reading.domain.name, title)

    constants = set(symbols.objects)
    for section in sections.get(":objects", ()):
        symbols.declare_objects(section.rest, "an object")
    facts = _Facts(symbols, _init_items(log, sections.get(":init"), title))
    goal_items = _goal_items(log, sections.get(":goal"), title)
    constrained = sections.get(":constraints", ())
    asked = [*(one for item in goal_items for one in atoms(item))]
    asked += (one for section in constrained for item in section.rest for one in constrained_atoms(item))
    _declare_used(symbols, facts, asked)

    reader = FormulaReader(symbols)
    reader.expand_counting = True
    goal = _goal(reader, goal_items)
    constraints = read_constraints(reader, constrained)
    reader.features.check(log, listed)
    initial = facts.read(reader, reading.domain.derived)
    for section in (*sections.get(":metric", ()), *sections.get(":length", ())):
        log.note(section.offset, "cost-ignored", f"{section.head} is ignored; plans are not ranked")

    domain = replace(
        reading.domain,
        types=dict(symbols.types),
        predicates=dict(symbols.predicates),
        constants={name: types for name, types in symbols.objects.items() if name in constants},
    )
    task = Task(
        name,
        reading.domain if domain == reading.domain else domain,
        {name: types for name, types in symbols.objects.items() if name not in constants},
        initial,
        goal,
        constraints,
    )
    return task, log.finish()


# -- sections ----------------------------------------------------------------------------------------


def _check_domain(log: RepairLog, sections: Sequence[Parenthesised], domain: str, title: Word) -> None:
    if not sections:
        log.repair(
            title.offset, "missing-section", "the problem names no (:domain …)", f"read with {domain!r}"
        )
        return
    named = sections[0].items[1] if len(sections[0].items) == 2 else sections[0]
    if isinstance(named, Parenthesised):
        raise log.error(named.offset, f"expected (:domain name), found {show(sections[0])}.")
    if named.key != domain.lower():
        log.repair(
            named.offset,
            "domain-name",
            f"the problem is for domain {named.text!r}, but the domain given is {domain!r}",
            f"read with {domain!r}",
        )


def _init_items(log: RepairLog, sections: Sequence[Parenthesised] | None, title: Word) -> list[Node]:
    if sections is None:
        log.repair(title.offset, "missing-section", "there is no (:init …)", "nothing holds at first")
        return []
    items: list[Node] = []
    for section in sections:
        stack = list(reversed(section.rest))
        while stack:
            item = stack.pop()
            if isinstance(item, Parenthesised) and item.head == "and":
                log.repair(item.offset, "implicit-and", "(and …) in :init", "its facts are taken one by one")
                stack.extend(reversed(item.rest))
            else:
                items.append(item)
    return items


def _goal_items(log: RepairLog, sections: Sequence[Parenthesised] | None, title: Word) -> list[Node]:
    if not sections:
        log.repair(title.offset, "missing-section", "there is no (:goal …)", "every state is a goal")
        return []
    items = [item for section in sections for item in section.rest]
    if not items:
        raise log.error(sections[0].offset, "the problem has no goal; expected (:goal condition).")
    return items


def _goal(reader: FormulaReader, items: Sequence[Node]) -> Formula:
    if not items:
        return TRUE
    if len(items) > 1:
        return reader.conjunction(items, {}, items[0].offset)
    (item,) = items
    if isinstance(item, Parenthesised) and not item.items:
        reader.log.repair(item.offset, "empty-goal", "the goal is ()", "every state is a goal")
        return TRUE
    return reader.condition(item, {})


# -- initial facts -----------------------------------------------------------------------------------


class _Facts:
    """The facts of ``:init``: first who is spoken of, then, when all is declared, what is said."""

    def __init__(self, symbols: Symbols, items: Sequence[Node]):
        self.symbols = symbols
        self.log = symbols.log
        self.facts: list[tuple[Parenthesised, bool]] = []
        for item in items:
            self._add(item)

    def _add(self, item: Node) -> None:
        source = self.log.source
        if isinstance(item, Word):
            raise source.error(
                item.offset, f"expected a fact in parentheses, such as (clear a), found {item.text!r}."
            )
        if item.head == "=":
            value = item.items[2] if len(item.items) == 3 else item
            if isinstance(value, Parenthesised) or not _NUMBER.match(value.text):
                raise source.error(
                    item.offset,
                    f"{show(item)} is no fact: '=' in :init gives a function its number, (= (total-cost) 0).",
                )
            self.log.tally(
                item.offset,
                "cost-ignored",
                show(item),
                "",
                lambda n, _: f"{plural(n, 'value')} of functions {'is' if n == 1 else 'are'} ignored",
            )
            return
        timed = item.head == "at" and len(item.items) == 3 and isinstance(item.items[2], Parenthesised)
        if timed or item.head in ("oneof", "unknown", "probabilistic", "or"):
            feature = "timed initial literals" if timed else "uncertain initial states"
            raise source.error(item.offset, f"{show(item)} needs {feature}, which CLAMP does not support.")
        if item.head == "not":
            inner = item.items[1] if len(item.items) == 2 else item
            if isinstance(inner, Word) or inner is item:
                raise source.error(item.offset, f"expected (not (fact)), found {show(item)}.")
            self.facts.append((inner, False))
        else:
            self.facts.append((item, True))

    def read(self, reader: FormulaReader, derived: Collection[str]) -> frozenset[Atom]:
        """The positive facts, without those of derived predicates."""
        true: set[Atom] = set()
        false: dict[Atom, Parenthesised] = {}
        for group, positive in self.facts:
            fact = self._fact(reader, group)
            if fact is None:
                continue
            if fact.predicate in derived:
                self.log.tally(
                    group.offset,
                    "derived-fact",
                    show(group),
                    f"{show(group)} is stated, but {fact.predicate!r} is derived: axioms say where it holds",
                    lambda n, facts: (
                        f"{plural(n, 'fact')} of derived predicates, for which axioms say where they hold, "
                        f"{'is' if n == 1 else 'are'} left out: {facts}"
                    ),
                    "left out",
                )
                continue
            if positive:
                true.add(fact)
            else:
                false.setdefault(fact, group)
                self.log.tally(
                    group.offset,
                    "negative-fact",
                    show(group),
                    "",
                    lambda _, facts: f"facts stated to be false, as all are that are not stated: {facts}",
                )
        for fact, group in false.items():
            if fact in true:
                self.log.repair(
                    group.offset,
                    "contradictory-fact",
                    f"{show(group)} is stated both true and false",
                    "it is true",
                )
        return frozenset(true)

    def _fact(self, reader: FormulaReader, group: Parenthesised) -> Atom | None:
        word = self.symbols.name(group.items[0] if group.items else None, "a predicate", group.offset)
        predicate = self.symbols.find_predicate(word, len(group.rest))
        if predicate is None:
            self.log.tally(
                word.offset,
                "inert-fact",
                show(group),
                f"predicate {word.text!r} is not declared",
                lambda count, _: (
                    f"predicate {word.text!r} is not declared, and neither actions nor goal use it; its "
                    f"{plural(count, 'fact')} {'is' if count == 1 else 'are'} dropped"
                ),
                "its facts are dropped, since neither actions nor goal use it",
                word.key,
            )
            return None
        arity = len(self.symbols.predicates[predicate])
        if len(group.rest) != arity:
            self.log.repair(
                group.offset,
                "fact-arity",
                f"{show(group)} has {plural(len(group.rest), 'argument')}, {predicate!r} is declared with {arity}",
                "the fact is dropped",
            )
            return None
        return reader.atom(group, {})


def _declare_used(symbols: Symbols, facts: _Facts, asked: Sequence[Parenthesised]) -> None:
    """Declare what facts use, and the atoms of goal and constraints, but nobody declares; all uses tell the types."""
    for group in asked:
        if _is_atom(group) and symbols.find_predicate(_head(group), len(group.rest)) is None:
            types = [_declared_types(symbols, item) for item in group.rest]
            symbols.declare_predicate(_head(group), types)
    uses: dict[str, list[tuple[str, ...]]] = {}
    first: dict[str, Word] = {}
    for group in (*(fact for fact, _ in facts.facts), *asked):
        if not _is_atom(group):
            continue
        predicate = symbols.predicates.find(group.head)
        parameters = symbols.predicates[predicate] if predicate is not None else ()
        if len(parameters) != len(group.rest):
            continue
        for parameter, item in zip(parameters, group.rest, strict=True):
            if isinstance(item, Word) and item.text[0] != "?" and symbols.objects.find(item.text) is None:
                first.setdefault(item.key, item)
                uses.setdefault(item.key, []).append(parameter.types)
    in_facts = {item.key for fact, _ in facts.facts for item in fact.rest if isinstance(item, Word)}
    for key, word in first.items():
        alike = [*symbols.objects.alike(word.text)]
        if key not in in_facts:
            alike = alike or symbols.objects.slips(word.text)
        if len(alike) == 1:
            continue  # read as that object when its turn comes
        _declare(symbols, word, uses[key])


def _declare(symbols: Symbols, word: Word, uses: Sequence[tuple[str, ...]]) -> None:
    symbols.name(word, "an object", word.offset)
    types = symbols.guess_types(word.text, uses)
    symbols.log.repair(
        word.offset,
        "undeclared-object",
        f"object {word.text!r} is not declared",
        f"it is declared as {' and '.join(types)}",
    )
    symbols.objects[word.text] = types


def _declared_types(symbols: Symbols, item: Node) -> tuple[str, ...]:
    known = symbols.objects.find(item.text.removeprefix("?")) if isinstance(item, Word) else None
    return symbols.objects[known] if known is not None else (OBJECT,)


def _is_atom(group: Parenthesised) -> bool:
    return bool(group.head) and all(isinstance(item, Word) for item in group.items)


def _head(group: Parenthesised) -> Word:
    head = group.items[0]
    assert isinstance(head, Word)
    return head
