"""The reader: parses a sentence by the grammar in `english.lark`, and tells every rule that a parse may mean.

A terminal of the grammar is whole words; those that the domain fills are made from its wording. Words that are not
known are named, with what they are near to, and are never taken for it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from threading import Lock
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.grammar import NonTerminal, Terminal
from lark.grammar import Rule as LarkRule
from rapidfuzz import process
from rapidfuzz.distance import OSA

from clamp.planning.rules.book import Steps
from clamp.planning.rules.formula import Compound, Formula, Quantified, Rule, is_closed, subformulas
from clamp.words.asides import Asides
from clamp.words.clauses import Clause, Order, Reading
from clamp.words.elided import mixed, statements_of, tiers
from clamp.words.formulas import all_, settled, some_
from clamp.words.lexicon import REASON, Lexicon, one_of
from clamp.words.reading import Decisions, Node, Unread, every_way, trees_of
from clamp.words.saying import in_words, in_words_given_way
from clamp.words.statements import Statement
from clamp.words.wording import Wording

_MOST_WORDS = 60
_MOST_PARSES = 150
_MOST_READINGS = 8


_MAKING = Lock()
"""Held while a reader is made: Lark's own grammar, with which it reads grammars, is one for all threads."""


def reader_of(wording: Wording) -> Reader:
    """The reader of a wording, made once for each."""
    with _MAKING:
        return _reader(wording.identity(), _Key(wording))


class _Key:
    """A wording that takes no part in the comparison of cache keys: its identity does."""

    def __init__(self, wording: Wording):
        self.wording = wording

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=16)
def _reader(identity: str, key: _Key) -> Reader:
    return Reader(key.wording)


_FIRST = re.compile(r",?\s+first\s*$", re.I)
_THEN = re.compile(r"\s*(?:and )?(?:then|next|after that|afterwards|finally|lastly)\b", re.I)
_LITERAL = r'"[^"\n]+"'
_EITHER = re.compile(
    rf"\(\s*{_LITERAL}(?:\s*\|\s*{_LITERAL})+\s*\)|(?<=: ){_LITERAL}(?:\s*\|\s*{_LITERAL})+(?=\s*\n\S|\s*$)"
)


def _with_words(grammar: str) -> str:
    """The grammar with its strings as whole words; strings that may stand for each other become one terminal."""
    made: dict[str, str] = {}

    def terminal(found: re.Match[str]) -> str:
        listed = re.findall(r'"([^"]+)"', found[0])
        pattern = one_of(listed).replace("/", r"\/")
        return made.setdefault(f"/{pattern}/", f"_WORDS{len(made)}")

    merged = _EITHER.sub(terminal, grammar)
    spaced = re.sub(r'"([^"]+)"', r'"\1 "', merged)
    return "\n".join([spaced, *(f"{name}: {pattern}" for pattern, name in made.items())])


@cache
def _text() -> str:
    """The grammar, without its comments."""
    read = (files("clamp.words") / "english.lark").read_text("utf-8")
    return "\n".join(line for line in read.splitlines() if not line.startswith("//"))


@lru_cache(maxsize=1)
def _english(terminals: tuple[str, ...]) -> Any:
    """The parser of English, where a domain's own terminals match nothing yet."""
    empty = "\n".join(f"{name}: /(?!{name})[x]/" for name in terminals)
    made: Any = Lark(
        f"{_with_words(_text())}\n{empty}", parser="earley", ambiguity="explicit", lexer="dynamic"
    )
    earley: Any = made.parser.parser
    _compare_by_identity(earley)
    _predict_once(earley)
    return made


def _parser(terminals: Mapping[str, str]) -> Lark:
    """The parser of a domain: that of English, with its words in place of those of none."""
    english = _english(tuple(terminals))
    made: Any = copy(english)
    made.parser = copy(english.parser)
    made.parser.parser = earley = copy(english.parser.parser)
    matches = earley.term_matcher
    own = {name: re.compile(pattern) for name, pattern in terminals.items()}

    def match(terminal: Any, text: str, at: int = 0) -> re.Match[str] | None:
        pattern = own.get(terminal.name)
        return matches(terminal, text, at) if pattern is None else pattern.match(text, at)

    earley.term_matcher = match
    _look_ahead(earley)
    return cast("Lark", made)


class _Ahead(threading.local):
    """Where the parser of this thread is, in which text, and which terminals match there."""

    text = ""
    at = 0
    there: Mapping[int, frozenset[Any]] = {}


_AHEAD_HERE = _Ahead()


_BY_IDENTITY = {"__eq__": object.__eq__, "__ne__": object.__ne__, "__hash__": object.__hash__}
_Phrase: Any = type("_Phrase", (NonTerminal,), _BY_IDENTITY)
_Words: Any = type("_Words", (Terminal,), _BY_IDENTITY)
_Way: Any = type("_Way", (LarkRule,), _BY_IDENTITY)
"""Symbols and rules of which there is one each: they are compared by identity, in C, where Lark compares by name."""


def _compare_by_identity(earley: Any) -> None:
    """Have equal symbols and rules of a parser be the same objects: most of its time goes into comparing them."""
    known: dict[tuple[bool, str], Any] = {}

    def one(symbol: Any) -> Any:
        made = _Words(symbol.name, symbol.filter_out) if symbol.is_term else _Phrase(symbol.name)
        return known.setdefault((symbol.is_term, symbol.name), made)

    def all_of(symbols: Iterable[Any]) -> set[Any]:
        return {one(symbol) for symbol in symbols}

    ways: dict[Any, Any] = {
        rule: _Way(
            one(rule.origin), [one(symbol) for symbol in rule.expansion], rule.order, rule.alias, rule.options
        )
        for rule in earley.callbacks
    }
    earley.callbacks = {ways[rule]: build for rule, build in earley.callbacks.items()}
    earley.TERMINALS, earley.NON_TERMINALS = all_of(earley.TERMINALS), all_of(earley.NON_TERMINALS)
    earley.NULLABLE = all_of(earley.NULLABLE)
    earley.FIRST = {one(symbol): all_of(begins) for symbol, begins in earley.FIRST.items()}
    earley.predictions = {
        one(symbol): [ways[rule] for rule in rules] for symbol, rules in earley.predictions.items()
    }


def _predict_once(earley: Any) -> None:
    """Have a parser predict with a symbol its own rules alone, each with what it may begin with (`_look_ahead`).

    Lark predicts all rules that one of them may begin with, and then the same again with each of these; its own rules
    are enough, since what they begin with is predicted in its turn.
    """

    def first_of(rule: Any) -> frozenset[Any] | None:
        found: set[Any] = set()
        for symbol in rule.expansion:
            found |= {symbol} if symbol in earley.TERMINALS else set(earley.FIRST[symbol])
            if symbol not in earley.NULLABLE:
                return frozenset(found)
        return None  # it may be empty

    earley.predictions = {
        origin: [(rule, first_of(rule)) for rule in rules if rule.origin == origin]
        for origin, rules in earley.predictions.items()
    }


def _look_ahead(earley: Any) -> None:
    """Have a parser expect only what may begin with the words that are there: the same parses, much sooner."""
    matches, predict = earley.term_matcher, earley.predict_and_complete

    class Predictions(dict[Any, list[tuple[Any, frozenset[Any] | None]]]):
        def __getitem__(self, symbol: Any) -> Any:
            here = _AHEAD_HERE
            there = here.there.get(here.at)
            if there is None:
                there = frozenset(one for one in earley.TERMINALS if matches(one, here.text, here.at))
                here.there = {**here.there, here.at: there}
            listed = super().__getitem__(symbol)
            return [rule for rule, first in listed if first is None or not first.isdisjoint(there)]

        def __missing__(self, symbol: Any) -> Any:  # the start is asked for by its name
            return next(rules for one, rules in self.items() if one.name == symbol.name)

    def predict_here(at: int, *rest: Any) -> None:
        _AHEAD_HERE.at = at
        predict(at, *rest)

    earley.predictions = Predictions(earley.predictions)
    earley.predict_and_complete = predict_here


class Reader:
    """Reads sentences about one domain."""

    def __init__(self, wording: Wording):
        self._wording = wording
        self._lexicon = Lexicon(wording)
        self._asides = Asides(self._lexicon, wording)
        grammar = _text()
        literals = re.findall(r'"([^"]+)"', grammar)
        spelt = re.findall(r"^[A-Z]+: /(.*)/$", grammar, re.M)
        self._known = frozenset(word for one in literals for word in one.split()) | self._lexicon.words
        own = self._lexicon.words
        self._nearest_first = [
            *sorted(own),
            *sorted(self._known - own),
        ]  # the domain's words are what is most often misspelt
        self._known |= {word for one in spelt for word in re.findall(r"[a-z]{2,}", one)} | {
            "steps",
            "actions",
            "moves",
        }
        self._parser = _parser(self._lexicon.terminals())

    def clauses(self, texts: Iterable[str], steps: Steps, order: Order, suggest: bool) -> tuple[Clause, ...]:
        """Each text as a clause; a later one may speak of what an earlier one named."""
        found: list[Clause] = []
        context: list[Statement] = []
        said = self._asides.joined(list(texts))
        for (text, read, aside), (_, following, _) in zip(said, [*said[1:], ("", "", [])], strict=False):
            first = _FIRST.search(read) if _THEN.match(following) else None  # do this first. Then do that
            plain = read[: first.start()] if first else read
            clause, context = self._clause(plain, steps, order, context, suggest)
            found.append(replace(clause, text=text, readings=_with_asides(clause.readings, aside)))
        return tuple(found)

    def without_remarks(self, sentence: str) -> str:
        """See `clamp.words.asides.Asides.without_remarks`."""
        return self._asides.without_remarks(sentence)

    def _clause(
        self, text: str, steps: Steps, order: Order, context: Sequence[Statement], suggest: bool
    ) -> tuple[Clause, list[Statement]]:
        """A clause, and the statements that the next may speak of."""
        try:
            readings, statements = self._read(text, steps, order, context)
        except Unread as why:
            nearest = self._suggestion(text, steps, order, context) if suggest else ""
            return Clause(text, (), str(why), nearest), []
        return Clause(text, readings), statements if len(readings) == 1 else []

    def _read(
        self, text: str, steps: Steps, order: Order, context: Sequence[Statement]
    ) -> tuple[tuple[Reading, ...], list[Statement]]:
        plain, aside = self._asides.plain(text)
        if len(plain.split()) > _MOST_WORDS:
            raise Unread(f"it has more than {_MOST_WORDS} words")
        odd = re.findall(r"[^a-z0-9' ,;:%]", plain.replace(f" {REASON} ", " "))
        if odd or REASON in text:
            raise Unread(f"{(odd or [REASON])[0]!r} is no part of a sentence")
        readings, statements = self._parsed(text, plain, steps, order, context)
        return _with_asides(readings, aside), statements

    def _parsed(
        self, text: str, plain: str, steps: Steps, order: Order, context: Sequence[Statement]
    ) -> tuple[tuple[Reading, ...], list[Statement]]:
        try:
            _AHEAD_HERE.text, _AHEAD_HERE.at, _AHEAD_HERE.there = plain, 0, {}
            parses = _trees_of(cast("Any", self._parser).parse(plain))
        except UnexpectedInput as error:
            raise Unread(self._unparsed(plain, error)) from None
        why: Unread | None = None
        told: tuple[tuple[Reading, ...], list[Statement]] = (), []
        try:
            told = self._told(text, parses, steps, order, context, "")
        except Unread as reason:
            why = reason
        if len(told[0]) != 1 and any(map(_describes, parses[:_MOST_PARSES])):
            denies = any(any(True for _ in one.find_pred(_denies)) for one in parses[:_MOST_PARSES])
            for identify in ("kept", "dropped") if denies else ("dropped",):  # the one that is dirty at first
                try:
                    fewer = self._told(text, parses, steps, order, context, identify)
                except Unread:
                    continue
                if not told[0] or len(fewer[0]) < len(told[0]):
                    return fewer
        if why is not None:
            raise why
        return told

    def _told(
        self,
        text: str,
        parses: Sequence[Node],
        steps: Steps,
        order: Order,
        context: Sequence[Statement],
        identify: str,
    ) -> tuple[tuple[Reading, ...], list[Statement]]:
        """What the parses of a sentence mean."""
        found: dict[str, tuple[Rule, list[Statement]]] = {}
        impossible: dict[str, tuple[Rule, list[Statement]]] = {}
        said: dict[str, str] = {}
        why: list[str] = []
        for tier in tiers(parses[:_MOST_PARSES]):
            for parse in () if found else tier:
                built, reasons = every_way(
                    lambda choices, parse=parse: self._rule(parse, steps, order, choices, context, identify)
                )
                why += reasons
                for formula, statements, lost, given_way in built:
                    written = str(formula)
                    read = (Rule(" ".join(text.split()), formula, written), statements)
                    said.setdefault(written, in_words(formula) + in_words_given_way(given_way))
                    (impossible if lost else found).setdefault(written, read)
        if not found and impossible:
            raise Unread("it is not so at first, so that no plan could keep it")
        told = {_timeless(rule.formula) for rule, _ in found.values()}
        for (
            written,
            read,
        ) in impossible.items():  # that it cannot be kept tells when, and not of what it speaks
            if _timeless(read[0].formula) not in told:
                found.setdefault(written, read)
        if not found:
            raise Unread(max(why, key=why.count) if why else "there is nothing that it may mean")
        if len(parses) > _MOST_PARSES or len(found) > _MOST_READINGS:
            raise Unread(f"it may mean more than {_MOST_READINGS} things")
        readings = tuple(Reading(rule, said[written]) for written, (rule, _) in found.items())
        return readings, next(iter(found.values()))[1]

    def _rule(
        self,
        parse: Node,
        steps: Steps,
        order: Order,
        choices: Decisions,
        context: Sequence[Statement],
        identify: str,
    ) -> tuple[Formula, list[Statement], bool, list[Formula]]:
        """The rule of a parse, its statements, whether the first state breaks it already, and what gave way in it."""
        parts: list[Formula] = []
        given_way: list[Formula] = []
        statements = list(context)
        for told in trees_of(parse, "told"):  # the crate is heavy, so …
            fact = Statement(
                told, self._wording, self._lexicon, steps, choices, statements, order == "letter"
            )
            fact.bind_all()
            if not fact.is_fact():
                raise Unread("what it tells as a reason is not so at first")
            statements.append(fact)
        for remark in (one for one in trees_of(parse) if one.data == "remark"):  # block 1 is fragile, so …
            said = Statement(
                remark, self._wording, self._lexicon, steps, choices, statements, order == "letter"
            )
            said.bind_all()
            statements.append(said)
        for node in statements_of(parse):
            both = mixed(node) if node.data != "permission" else None
            rules: list[Formula] = []
            for each in [node] if both is None else both[1]:
                statement = Statement(
                    each, self._wording, self._lexicon, steps, choices, statements, order == "letter"
                )
                statement.identify = identify
                if node.data == "permission":
                    statement.permit()
                else:
                    rule, gone = settled(statement.rule(), self._wording.still_there)
                    rules.append(rule)
                    given_way += gone
                statements.append(statement)
            parts += rules if both is None else [_mixed(both[0], rules, choices)]
        if not is_closed(all_(parts)):
            raise Unread("it is not clear of which thing it speaks")
        lost = any(
            self._wording.at_first(one) is False for part in parts for one in _kept_from_the_start(part)
        )
        return all_(parts), statements, lost, given_way

    def _unparsed(self, plain: str, error: UnexpectedInput) -> str:
        """Why no parse covers a sentence: a word that is not known, or where the pattern breaks off."""
        unknown = [one for one in re.findall(r"[a-z']+", plain) if one not in self._known]
        if unknown:
            near = self._near(unknown[0])
            hint = f" (did you mean {near!r}?)" if near else ""
            return f"{unknown[0]!r} is no word that is known here{hint}"
        column = error.column if error.column > 0 else len(plain)
        left = plain[max(column - 1, 0) :].strip()
        return f"there is no pattern for it from {left!r} on" if left else "it breaks off"

    def _near(self, word: str) -> str | None:
        if len(word) < 3:
            return None
        found = process.extractOne(
            word, self._nearest_first, scorer=OSA.normalized_similarity, score_cutoff=0.6
        )
        return None if found is None else found[0]

    def _suggestion(self, text: str, steps: Steps, order: Order, context: Sequence[Statement]) -> str:
        """The nearest phrasing that would be understood: unknown words spelt right, or left out, or a word less."""
        words = text.split()
        if not 2 <= len(words) <= 30:
            return ""
        tries: list[str] = []
        spelt = [self._spelt(one) for one in words]
        if spelt != words:
            tries.append(" ".join(one for one in spelt if one))
        base = [one for one in spelt if one]
        tries += [" ".join(base[:end]) for end in range(len(base) - 1, max(2, len(base) - 7), -1)]
        tries += [" ".join((*base[:at], *base[at + 1 :])) for at in range(len(base) - 1, -1, -1)][:6]
        for one in dict.fromkeys(tries):
            if one == text:
                continue
            try:
                readings, _ = self._read(one, steps, order, context)
            except Unread:
                continue
            if len(readings) == 1:
                return one
        return ""

    def _spelt(self, word: str) -> str:
        bare = re.sub(r"[^a-z']", "", word.lower())
        if not bare or all(part in self._known for part in self._asides.plain(word)[0].split()):
            return word
        near = self._near(bare)
        return "" if near is None else word.lower().replace(bare, near)


def _mixed(or_first: bool, rules: Sequence[Formula], choices: Decisions) -> Formula:
    """*A or B and C*, *A and B or C*: to the left, or to the right."""
    first, second, third = rules
    left = choices(["to the left", "to the right"]) == "to the left"
    if or_first:
        return all_([some_([first, second]), third]) if left else some_([first, all_([second, third])])
    return some_([all_([first, second]), third]) if left else all_([first, some_([second, third])])


def _with_asides(readings: Iterable[Reading], aside: Sequence[str]) -> tuple[Reading, ...]:
    """Readings that tell what was left aside."""
    left = f" Left aside, as it asks for nothing: {'; '.join(aside)}." if aside else ""
    return tuple(replace(one, said=f"{one.said}{left}") for one in readings)


def _denies(node: Node) -> bool:
    """Whether a node forbids something: then *the dirty cup* is meant while it is dirty."""
    return node.data in (
        "never",
        "must_not_be",
        "must_not_get",
        "goes_not",
        "leave_be",
        "may_be",
        "may_do",
        "only_do",
        "may_be_only",
        "only_may_be",
    )


def _describes(parse: Node) -> bool:
    """Whether a thing is told by how it is: *the dirty cup*, *the cup that is on the table*."""
    for name in ("one", "such", "such_done"):
        for node in parse.find_data(name):
            the = any(one.data in ("the", "that") for one in trees_of(node))
            if the and (
                name != "one" or any(isinstance(one, Token) and one.type == "ADJ" for one in node.children)
            ):
                return True
    return False


def _kept_from_the_start(formula: Formula) -> Iterator[Formula]:
    """The parts of a rule that the first state alone can break."""
    match formula:
        case Compound("&", parts):
            for one in parts:
                yield from _kept_from_the_start(one)
        case Quantified(True, _, Compound("G" | "W") as body) | (Compound("G" | "W") as body):
            inner = (part for one in body.operands for part in subformulas(one))
            if not any(isinstance(part, Compound) and part.operator in _AHEAD for part in inner):
                yield formula
        case _:
            pass


def _timeless(formula: Formula) -> str:
    """What a rule speaks of, without when."""
    match formula:
        case Compound("G" | "F" | "X" | "WX" | "Y" | "WY" | "O" | "H", (one,)):
            return _timeless(one)
        case Compound("->", (Compound("last"), then)):
            return _timeless(then)
        case Compound(sign, operands):
            return f"({sign} {' '.join(map(_timeless, operands))})"
        case Quantified(universal, variables, body):
            return f"({universal} {variables} {_timeless(body)})"
        case _:
            return str(formula)


_AHEAD = frozenset(["X", "WX", "F", "G", "U", "W", "R", "M", "last"])


def _trees_of(parse: Any) -> list[Node]:
    """The trees that a forest stands for; at most one more than are looked at."""

    def ways(node: Any) -> list[Any]:
        if isinstance(node, Token):
            return [node]
        tree = cast("Node", node)
        if tree.data == "_ambig":
            found: list[Any] = []
            for one in tree.children:
                found += ways(one)
                if len(found) > _MOST_PARSES:
                    break
            return found[: _MOST_PARSES + 1]
        choices = [ways(one) for one in tree.children]
        found = []
        for children in product(*choices):
            found.append(Tree(tree.data, list(children)))
            if len(found) > _MOST_PARSES:
                break
        return found

    return ways(parse)
