"""Conditions: checked against the declarations, repaired, and built as formulas.

A variable that hides another gets a name of its own, so in the result each name means one variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb

from clamp.checks import count
from clamp.checks import count as plural
from clamp.planning.pddl.sexpr import Node, Parenthesised, Word, show
from clamp.planning.pddl.source import RepairLog
from clamp.planning.pddl.symbols import KEYWORDS, OBJECT, Scope, Symbol, Symbols, Typed, suggestion
from clamp.planning.search.limits import checkpoint
from clamp.planning.task import (
    TRAJECTORIES,
    TRUE,
    Atom,
    Effect,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Variable,
    all_of,
    any_of,
)

COUNTING = ("forn", "forpairs", "fornpairs")
_MAX_CASES = 5_000


def expand(reader: FormulaReader, node: Parenthesised, head: str, scope: Scope) -> Formula:
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


def _number(reader: FormulaReader, node: Parenthesised, item: Node | None) -> int:
    word = item.items[0] if isinstance(item, Parenthesised) and len(item.items) == 1 else item
    if not isinstance(word, Word) or not word.text.isdecimal():
        raise reader.log.error(node.offset, f"{show(node)} needs a number first. {_usage(node.head)}")
    return int(word.text)


def _range(reader: FormulaReader, node: Parenthesised, head: str, item: Node) -> tuple[str, list[str]]:
    entries = reader.symbols.typed_list(item.items, "a variable") if isinstance(item, Parenthesised) else []
    if len(entries) != 1 or entries[0].word.text[0] != "?":
        raise reader.log.error(item.offset, f"expected one variable, found {show(item)}. {_usage(head)}")
    types = reader.symbols.type_names(entries[0].types)
    return entries[0].word.key, reader.symbols.objects_of(types)


def _instance(reader: FormulaReader, body: Node, scope: Scope, objects: dict[str, str]) -> Formula:
    inner = dict(scope)
    for variable, name in objects.items():
        types = reader.symbols.objects.get(name, (OBJECT,))
        inner[variable] = Symbol(name, types, is_variable=False)
    return reader.condition(body, inner)


def _at_least(reader: FormulaReader, node: Parenthesised, number: int, cases: Sequence[Formula]) -> Formula:
    _check_size(reader, node, number, len(cases))
    return any_of([all_of(chosen) for chosen in combinations(cases, number)])


def _exactly(reader: FormulaReader, node: Parenthesised, number: int, cases: Sequence[Formula]) -> Formula:
    _check_size(reader, node, number, len(cases))
    return any_of(
        [
            all_of([case if i in chosen else Not(case) for i, case in enumerate(cases)])
            for chosen in map(frozenset, combinations(range(len(cases)), number))
        ]
    )


def _check_size(reader: FormulaReader, node: Parenthesised, number: int, total: int) -> None:
    if comb(total, number) > _MAX_CASES:
        raise reader.log.error(
            node.offset,
            f"{show(node)} has {comb(total, number):,} cases over {total} objects; more than {_MAX_CASES:,} "
            "are not expanded.",
        )


_NUMERIC = frozenset((">", "<", ">=", "<=", "assign", "increase", "decrease", "scale-up", "scale-down"))
_UNSUPPORTED = {
    **dict.fromkeys(_NUMERIC, "numeric fluents"),
    **dict.fromkeys(("oneof", "probabilistic", "unknown"), "non-deterministic effects and uncertainty"),
}
_CONDITIONS = ("and", "or", "not", "imply", "forall", "exists", "=", *COUNTING)
_SYNONYMS = {
    "implies": "imply",
    "->": "imply",
    "=>": "imply",
    "for-all": "forall",
    "for_all": "forall",
    "==": "=",
}


@dataclass
class UsedFeatures:
    """Which requirements a text makes use of, and where first."""

    used: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])

    def use(self, offset: int, *alternatives: str) -> None:
        """Note a feature that any one of some requirements allows."""
        self.used.setdefault(alternatives, offset)

    def check(self, log: RepairLog, declared: frozenset[str]) -> None:
        """Report the features that no requirement allows."""
        allowed = set(declared)
        for alternatives, offset in self.used.items():
            if allowed.isdisjoint(alternatives):
                allowed.add(alternatives[0])
                log.repair(
                    offset,
                    "missing-requirement",
                    f"this needs {' or '.join(alternatives)}, which (:requirements …) does not list",
                    "allowed all the same",
                )


def atoms(node: Node) -> Iterator[Parenthesised]:
    """The atoms of a condition or an effect, as far as its shape is right."""
    if isinstance(node, Word) or not node.items:
        return
    if node.head in ("and", "or", "not", "imply", "when"):
        parts = node.rest
    elif node.head in ("forall", "exists"):
        parts = node.items[2:]
    elif node.head in COUNTING:
        parts = node.items[-1:]
    elif isinstance(node.items[0], Parenthesised):
        parts = node.items
    else:
        if node.head not in KEYWORDS and not node.head.startswith("?"):
            yield node
        return
    for part in parts:
        yield from atoms(part)


class FormulaReader:
    """Reads the conditions of one text.

    Args:
        symbols: The declarations; undeclared constants and predicates are added to them.
    """

    def __init__(self, symbols: Symbols):
        self.symbols = symbols
        self.log = symbols.log
        self.features = UsedFeatures()
        self.expand_counting = False

    # -- variables -----------------------------------------------------------------------------------

    def bind(self, entries: Sequence[Typed], scope: Scope, role: str) -> tuple[tuple[Variable, ...], Scope]:
        """Bind the variables of a typed list.

        Returns:
            The variables, and the scope with them in it.
        """
        variables: list[Variable] = []
        inner = dict(scope)
        here: set[str] = set()
        for entry in entries:
            word = self._with_question_mark(entry.word, role)
            if word.key in here:
                raise self.log.error(word.offset, f"{role} {word.text!r} appears twice in this list.")
            here.add(word.key)
            types = self.symbols.type_names(entry.types)
            name = word.text
            while any(term.is_variable and term.name == name for term in inner.values()):
                name += "'"
            inner[word.key] = Symbol(name, types)
            variables.append(Variable(name, types))
        return tuple(variables), inner

    def _with_question_mark(self, word: Word, role: str) -> Word:
        if word.text[0] == "?" and len(word.text) > 1:
            return word
        if word.text == "?":
            raise self.log.error(word.offset, "'?' has no name after it (no space may stand between).")
        self.symbols.name(word, role, word.offset)
        self.log.repair(
            word.offset,
            "missing-question-mark",
            f"{role} {word.text!r} has no question mark",
            f"read as '?{word.text}'",
        )
        return Word("?" + word.text, word.offset)

    # -- conditions ----------------------------------------------------------------------------------

    def condition(self, node: Node, scope: Scope) -> Formula:
        """A condition."""
        if isinstance(node, Word):
            raise self.log.error(
                node.offset, f"expected a condition in parentheses, such as (clear ?x), found {node.text!r}."
            )
        head = self.keyword(node, _CONDITIONS)
        if not node.items:
            self.log.repair(node.offset, "empty-goal", "() is no condition inside another", "it is true")
            return TRUE
        if isinstance(node.items[0], Parenthesised):
            return self.conjunction(node.items, scope, node.offset)
        if head in ("and", "or"):
            if head == "or":
                self.features.use(node.offset, ":disjunctive-preconditions")
            return (all_of if head == "and" else any_of)([self.condition(item, scope) for item in node.rest])
        if head == "not":
            return self._negation(node, scope)
        if head == "imply":
            self.features.use(node.offset, ":disjunctive-preconditions")
            self._expect(node, 2, "two conditions")
            left, right = node.rest
            return Or((Not(self.condition(left, scope)), self.condition(right, scope)))
        if head in ("forall", "exists"):
            return self._quantified(node, head, scope)
        if head == "=":
            return self._equality(node, scope)
        if head in COUNTING and not self.symbols.predicates.find(head):
            return expand(self, node, head, scope)
        return self.atom(node, scope)

    def conjunction(self, items: Sequence[Node], scope: Scope, offset: int) -> Formula:
        """One or more conditions that stand where one should."""
        if len(items) > 1:
            self.log.repair(
                items[1].offset,
                "implicit-and",
                f"{len(items)} conditions stand where one should",
                "all of them must hold",
            )
        else:
            self.log.repair(offset, "implicit-and", "one pair of parentheses too many", "it is left out")
        return all_of([self.condition(item, scope) for item in items])

    def body(self, items: Sequence[Node], scope: Scope, owner: Parenthesised) -> Formula:
        """The condition under a quantifier."""
        if not items:
            raise self.log.error(owner.offset, f"{show(owner)} lacks a condition after its variables.")
        if len(items) > 1:
            return self.conjunction(items, scope, owner.offset)
        return self.condition(items[0], scope)

    def _negation(self, node: Parenthesised, scope: Scope) -> Formula:
        self._expect(node, 1, "one condition")
        inner = node.items[1]
        atomic = isinstance(inner, Parenthesised) and inner.head not in KEYWORDS
        if not (isinstance(inner, Parenthesised) and inner.head == "="):
            alternatives = (":disjunctive-preconditions",) if not atomic else ()
            self.features.use(node.offset, ":negative-preconditions", *alternatives)
        return Not(self.condition(inner, scope))

    def variables(self, node: Parenthesised) -> tuple[list[Typed], list[Node]]:
        """The variables of a quantifier, and what follows them."""
        if len(node.items) < 2 or not isinstance(node.items[1], Parenthesised):
            raise self.log.error(
                node.offset,
                f"{node.head!r} needs its variables in parentheses first: ({node.head} (?x - type) …).",
            )
        return self.symbols.typed_list(node.items[1].items, "a variable"), node.items[2:]

    def _quantified(self, node: Parenthesised, head: str, scope: Scope) -> Formula:
        name = ":universal-preconditions" if head == "forall" else ":existential-preconditions"
        self.features.use(node.offset, name)
        entries, rest = self.variables(node)
        bound, inner = self.bind(entries, scope, "a variable")
        body = self.body(rest, inner, node)
        if not bound:
            return body
        return Forall(bound, body) if head == "forall" else Exists(bound, body)

    def _equality(self, node: Parenthesised, scope: Scope) -> Formula:
        self.features.use(node.offset, ":equality")
        self._expect(node, 2, "two terms")
        names: list[str] = []
        for item in node.rest:
            if isinstance(item, Parenthesised) or item.text[0].isdigit():
                raise self.unsupported(item, "numeric fluents", show(node))
            names.append(self._term(item, scope, [(OBJECT,)]).name)
        return Equal(names[0], names[1])

    def _expect(self, node: Parenthesised, count: int, what: str) -> None:
        if len(node.rest) != count:
            raise self.log.error(
                node.offset, f"{node.head!r} takes {what}, but {show(node)} has {len(node.rest)}."
            )

    def unsupported(self, node: Node, feature: str, text: str) -> Exception:
        """The error for a feature that no repair can stand in for."""
        return self.log.error(
            node.offset,
            f"{text} needs {feature}, which CLAMP does not support. Supported are STRIPS, typing, equality, "
            "and negative, disjunctive, quantified and conditional formulas (ADL); action costs are ignored.",
        )

    def soft(self, node: Node) -> Exception:
        """The error for a preference."""
        return self.log.error(
            node.offset,
            f"{show(node)} is a preference, a soft constraint: a plan may break it at a cost. Plans are not ranked, so "
            "it would be kept by chance only. Write what it asks for without 'preference', and every plan keeps it, or "
            "leave it out.",
        )

    def keyword(self, node: Parenthesised, known: Sequence[str]) -> str:
        """The keyword at the head of a group, synonyms understood; features without support refused."""
        head = node.head
        if head in ("preference", *TRAJECTORIES) and not self.symbols.predicates.find(head):
            if head == "preference":
                raise self.soft(node)
            raise self.log.error(
                node.offset,
                f"{show(node)} is a constraint on the states of a plan, not a condition on one: it stands in "
                "(:constraints …), and not within another constraint.",
            )
        if head in _UNSUPPORTED and not self.symbols.predicates.find(head):
            raise self.unsupported(node, _UNSUPPORTED[head], show(node))
        meant = _SYNONYMS.get(head)
        if meant is not None and meant in known and not self.symbols.predicates.find(head):
            self.log.repair(
                node.offset, "misspelt-keyword", f"{head!r} is no PDDL keyword", f"read as {meant!r}"
            )
            return meant
        return head

    # -- atoms ---------------------------------------------------------------------------------------

    def atom(self, node: Parenthesised, scope: Scope) -> Atom:
        """An atomic formula."""
        checkpoint("reading the text")
        word, arguments = self._predicate_and_words(node)
        predicate = self.symbols.find_predicate(word, len(arguments))
        if predicate is None:
            terms = [self._term(item, scope, None) for item in arguments]
            predicate = self.symbols.declare_predicate(word, [term.types for term in terms])
        parameters = self.symbols.predicates[predicate]
        if len(parameters) != len(arguments):
            raise self.log.error(
                node.offset,
                f"{show(node)} has {plural(len(arguments), 'argument')}, but {predicate!r} is declared with "
                f"{len(parameters)}.",
            )
        names = [self._argument(predicate, i, word, scope, node) for i, word in enumerate(arguments)]
        return Atom(predicate, tuple(names))

    def _predicate_and_words(self, node: Parenthesised) -> tuple[Word, list[Word]]:
        word = self.symbols.name(node.items[0] if node.items else None, "a predicate", node.offset)
        arguments: list[Word] = []
        for item in node.rest:
            if isinstance(item, Parenthesised):
                nested = isinstance(item.items[0], Word) if item.items else False
                hint = "Is a ')' missing before it?" if nested else "Terms take no parentheses."
                raise self.log.error(
                    item.offset,
                    f"expected a variable or an object in {show(node)}, found {show(item)}. {hint}",
                )
            arguments.append(item)
        return word, arguments

    def _argument(self, predicate: str, index: int, word: Word, scope: Scope, node: Parenthesised) -> str:
        parameter = self.symbols.predicates[predicate][index]
        term = self._term(word, scope, [parameter.types])
        fits = self.symbols.fits_variable if term.is_variable else self.symbols.fits_object
        if not fits(term.types, parameter.types):
            if predicate not in self.symbols.implicit_predicates:
                self.report_argument(predicate, index, word, term.types, show(node))
            self.symbols.widen(predicate, index, term.types)
        return term.name

    def report_argument(
        self, predicate: str, index: int, word: Word, have: tuple[str, ...], text: str
    ) -> None:
        """Report an argument of a type that the predicate does not take."""
        types, wanted = " or ".join(have), " or ".join(self.symbols.predicates[predicate][index].types)
        wrong = f"in {text}, {word.text!r} is of type {types}, but {predicate!r} takes {wanted} there"
        self.log.tally(
            word.offset,
            "argument-type",
            word.text,
            wrong,
            lambda count, _: (
                f"{wrong} ({plural(count, 'such use')}); kept as written, {predicate!r} takes {types} too"
            ),
            f"kept as written, {predicate!r} takes {types} too",
            f"{predicate} {index} {types}",
        )

    def _term(self, word: Word, scope: Scope, uses: Sequence[tuple[str, ...]] | None) -> Symbol:
        symbols = self.symbols
        if word.key in scope:
            return scope[word.key]
        bare = word.text.removeprefix("?")
        known = symbols.objects.find(bare)
        if known is None and word.text[0] != "?" and f"?{word.key}" in scope:
            self.log.repair(
                word.offset,
                "missing-question-mark",
                f"{word.text!r} is no declared object, but '?{word.text}' is a variable here",
                "read as the variable",
            )
            return scope[f"?{word.key}"]
        if known is None:
            alike = [*symbols.objects.alike(bare)] or symbols.objects.slips(bare)
            if len(alike) == 1:
                symbols.respelled(Word(bare, word.offset), alike[0], "object")
                known = alike[0]
        if known is None and word.text[0] == "?":
            raise self.log.error(
                word.offset,
                f"variable {word.text!r} is bound by no parameter or quantifier here. "
                f"{suggestion(word.text, scope)}",
            )
        if known is None:
            known = self._declare_constant(word, uses)
        elif word.text[0] == "?":
            symbols.stray_question_mark(word)
        return Symbol(known, symbols.objects[known], is_variable=False)

    def _declare_constant(self, word: Word, uses: Sequence[tuple[str, ...]] | None) -> str:
        symbols = self.symbols
        symbols.name(word, "an object", word.offset)
        types = symbols.guess_types(word.text, uses or ())
        self.log.repair(
            word.offset,
            "undeclared-constant",
            f"{word.text!r} is neither a variable (no question mark) nor a declared constant. "
            f"{suggestion(word.text, symbols.objects)}",
            f"it is a constant of type {' and '.join(types)}",
        )
        symbols.implicit_objects.add(word.text)
        symbols.objects[word.text] = types
        return word.text


_EFFECTS = ("and", "forall", "when", "not")
_NUMERIC_EFFECTS = ("increase", "decrease", "assign", "scale-up", "scale-down")
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
        if not (isinstance(item, Parenthesised) and not item.items):
            _effect(reader, item, _Under(scope), found)
    return tuple(found)


def _effect(reader: FormulaReader, node: Node, under: _Under, found: dict[Effect, None]) -> None:
    source = reader.log.source
    if isinstance(node, Word):
        raise source.error(node.offset, f"expected an effect in parentheses, found {node.text!r}.")
    if node.head in _NUMERIC_EFFECTS and not reader.symbols.predicates.find(node.head):
        _ignore_number(reader, node)
        return
    head = reader.keyword(node, _EFFECTS)
    if head in _IN_CONDITIONS_ONLY:
        raise source.error(
            node.offset,
            f"{show(node)} is no effect: {head!r} can stand in conditions only (effects are certain).",
        )
    if not node.items or isinstance(node.items[0], Parenthesised):
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
        _written_effects(reader, node, rest, inner, found)
    elif head == "when":
        reader.features.use(node.offset, ":conditional-effects")
        if len(node.items) < 3:
            raise source.error(
                node.offset, f"{show(node)} needs a condition and an effect: (when condition effect)."
            )
        condition = node.items[1]
        always = isinstance(condition, Parenthesised) and not condition.items
        conditions = () if always else (reader.condition(condition, under.scope),)
        inner = replace(under, conditions=(*under.conditions, *conditions))
        _written_effects(reader, node, node.items[2:], inner, found)
    elif head == "not":
        if (
            len(node.items) != 2
            or not isinstance(node.items[1], Parenthesised)
            or node.items[1].head in _EFFECTS
        ):
            raise source.error(
                node.offset, f"{show(node)}: as an effect, 'not' takes one atom: (not (on ?x ?y))."
            )
        found[under.effect(reader.atom(node.items[1], under.scope), False)] = None
    else:
        found[under.effect(reader.atom(node, under.scope), True)] = None


def _written_effects(
    reader: FormulaReader, node: Parenthesised, items: list[Node], under: _Under, found: dict[Effect, None]
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


def _ignore_number(reader: FormulaReader, node: Parenthesised) -> None:
    """Leave out a change of a number: conditions that would read one are refused where they stand."""
    fluent = node.items[1] if len(node.items) == 3 else None
    head = fluent.head if isinstance(fluent, Parenthesised) else fluent.key if fluent else ""
    if not head:
        raise reader.log.error(
            node.offset,
            f"{show(node)} is no effect: {node.head!r} takes a function and a number, as in "
            f"({node.head} (total-cost) 1).",
        )
    if node.head == "increase" and head == "total-cost":
        reader.log.tally(
            node.offset,
            "cost-ignored",
            show(node),
            "",
            lambda n, _: f"{count(n, 'action cost')} {'is' if n == 1 else 'are'} ignored",
        )
        return
    reader.log.tally(
        node.offset,
        "number-ignored",
        show(node),
        f"{show(node)} changes a number, and numbers other than total-cost are not kept",
        lambda n, items: (
            f"{count(n, 'effect')} on numbers {'is' if n == 1 else 'are'} ignored, since no condition reads "
            f"them: {items}"
        ),
        "ignored, since no condition reads it",
    )
