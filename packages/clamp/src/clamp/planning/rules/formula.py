"""Temporal rules as they are written: formulas of LTL on finite traces (LTLf) over facts and actions.

A trace has one position for each state of a plan's execution: position 0 is the initial state, position i the
state after i actions, together with the action that led there. ``do:a`` is true where that action is a.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from clamp import checks
from clamp.errors import RuleError

ANY = "*"
"""An argument that may be any object; as an action's name: any action."""


@dataclass(frozen=True, slots=True)
class Proposition:
    """A fact, such as ``on(stove)``, or an event, such as ``do:turn_on(stove)``.

    Attributes:
        args: Objects, variables (``?x``) and wildcards (``*``). ``None``, for events only: whatever they are.
        event: It is an action that has just been done, not a fact.
        at: Where it stands in the text, in characters.
    """

    name: str
    args: tuple[str, ...] | None = ()
    event: bool = False
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        given = self.args is not None and (self.args or self.event)
        args = f"({', '.join(self.args or ())})" if given else ""
        return f"{'do:' if self.event else ''}{self.name}{args}"


@dataclass(frozen=True, slots=True)
class Same:
    """Two terms denote the same object."""

    left: str
    right: str
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.left} = {self.right}"


@dataclass(frozen=True, slots=True)
class Compound:
    """An operator and its operands.

    ``true false last`` (none); ``! X WX F G`` and, of the past, ``Y WY O H`` (one); ``& | -> <-> U R W M`` and, of
    the past, ``S`` (two).
    """

    operator: str
    operands: tuple[Formula, ...] = ()

    def __str__(self) -> str:
        match self.operands:
            case ():
                return self.operator
            case (one,):
                return f"{self.operator}{'' if self.operator == '!' else ' '}{_inner(one)}"
            case _:
                return f" {self.operator} ".join(map(_inner, self.operands))


@dataclass(frozen=True, slots=True)
class Quantified:
    """``forall`` or ``exists``, over typed variables: pairs (name, type)."""

    universal: bool
    variables: tuple[tuple[str, str], ...]
    body: Formula
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        listed = ", ".join(name if kind == "object" else f"{name} - {kind}" for name, kind in self.variables)
        return f"{'forall' if self.universal else 'exists'} {listed}: {self.body}"


Formula: TypeAlias = Proposition | Same | Compound | Quantified


def _inner(formula: Formula) -> str:
    simple = isinstance(formula, Proposition) or (isinstance(formula, Compound) and len(formula.operands) < 2)
    return str(formula) if simple else f"({formula})"


Severity: TypeAlias = Literal["critical", "serious", "minor"]
SEVERITIES: tuple[Severity, ...] = ("critical", "serious", "minor")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that every plan must keep.

    Attributes:
        name: What messages call it.
        formula: What must hold at position 0 of every plan's trace.
        text: The formula as it was written.
        because: Why there is such a rule, in words, for people.
        severity: How bad it is to break it, one of `SEVERITIES`; for people: every rule binds.
        read_by_model: A language model read it off a sentence; certificates say so.
    """

    name: str
    formula: Formula
    text: str
    because: str = ""
    severity: Severity = "serious"
    read_by_model: bool = False

    @classmethod
    def parse(cls, text: str, name: str = "", because: str = "") -> Rule:
        """Read a rule such as ``G(do:open(drawer) -> F do:close(drawer))`` (grammar: docs/rules.md).

        Args:
            name: By default the text itself.

        Raises:
            RuleError: If it is no formula; the message has the position.
        """
        checks.text("text", text, RuleError, hint="A rule is written as in 'G !do:open(fridge)'.")
        checks.text("name", name, RuleError)
        checks.text("because", because, RuleError)
        return cls(name or " ".join(text.split()), parse(text), text, because)

    @property
    def described(self) -> str:
        """Its name, if it has one of its own, and its text."""
        text = " ".join(self.text.split())
        return text if text == self.name else f"{self.name}: {text}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"name": self.name, "rule": self.text, "reason": self.because, "severity": self.severity}


def named(rules: Sequence[Rule]) -> str:
    """Rules in a sentence: ``the rule 'off' (the stove must be off at the end)``."""
    listed = [repr(rule.name) + (f" ({rule.because})" if rule.because else "") for rule in rules]
    return f"the rule{'s' if len(listed) > 1 else ''} {', '.join(listed)}"


_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<variable>\?[A-Za-z_]\w*)|(?P<name>do:\s*\*|(?:do:\s*)?[A-Za-z0-9_](?:\w|-(?!>))*)
    |(?P<symbol><->|->|&&?|\|\|?|!=|[!=(),:*-])""",
    re.VERBOSE,
)
_UNARY = ("!", "X", "WX", "F", "G", "Y", "WY", "O", "H")
_BINARY = ("U", "R", "W", "M", "S")
_CONSTANTS = ("true", "false", "last")
_QUANTIFIERS = ("forall", "exists")
_RESERVED = frozenset((*_UNARY, *_BINARY, *_CONSTANTS, *_QUANTIFIERS))
_WORDS = {"not": "!", "and": "&", "or": "|", "implies": "->", "always": "G", "eventually": "F", "until": "U",
          "next": "X", "once": "O", "historically": "H", "since": "S", "before": "Y",
          "yesterday": "Y"}  # fmt: skip
_DEEPEST = 50


def is_name(text: str, *, fact: bool = False) -> bool:
    """Whether formulas can name an object, a type or an action so; or a fact, which no operator is called."""
    found = _TOKEN.fullmatch(text)
    named = found is not None and found.lastgroup == "name" and ":" not in text
    return named and not (fact and text in _RESERVED)


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def parse(text: str, deepest: int = _DEEPEST) -> Formula:
    """The formula that a text writes.

    Args:
        deepest: How deep formulas may stand within formulas.

    Raises:
        RuleError: With the position, what stands there and what was expected.
    """
    return _Parser(text, deepest).whole()


class _Parser:
    def __init__(self, text: str, deepest: int) -> None:
        self._text = text
        self._deepest = deepest
        self._tokens = self._cut()
        self._next = 0
        self._depth = 0

    def _cut(self) -> list[_Token]:
        tokens: list[_Token] = []
        at = 0
        while at < len(self._text):
            found = _TOKEN.match(self._text, at)
            if found is None:
                self._fail(at, f"{self._text[at]!r} means nothing in a rule")
            if found.lastgroup != "space":
                tokens.append(_Token(found.lastgroup or "", found[0], at))
            at = found.end()
        return [*tokens, _Token("end", "", len(self._text))]

    def whole(self) -> Formula:
        if self._peek.kind == "end":
            self._fail(0, "the rule is empty")
        formula = self._formula()
        if self._peek.kind != "end":
            self._unexpected("an operator or the end")
        return formula

    @property
    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _take(self) -> _Token:
        token = self._peek
        self._next += token.kind != "end"
        return token

    def _is(self, *texts: str) -> bool:
        return self._peek.kind != "end" and self._peek.text in texts

    def _expect(self, text: str, after: str) -> None:
        if not self._is(text):
            self._unexpected(f"{text!r} {after}")
        self._take()

    def _take_a(self, kind: str, wanted: str) -> str:
        if self._peek.kind != kind:
            self._unexpected(wanted)
        return self._take().text

    def _formula(self) -> Formula:
        parts = [self._deeper(self._implication)]
        while self._is("<->"):
            self._take()
            parts.append(self._implication())
        return balanced("<->", parts)

    def _implication(self) -> Formula:
        left = self._joined("|")
        if not self._is("->"):
            return left
        self._take()
        return Compound("->", (left, self._deeper(self._implication)))

    def _joined(self, sign: str) -> Formula:
        below = self._until if sign == "&" else lambda: self._joined("&")
        parts = [below()]
        while self._is(sign, sign * 2):
            self._take()
            parts.append(below())
        return balanced(sign, parts)

    def _until(self) -> Formula:
        left = self._unary()
        if not self._is(*_BINARY):
            return left
        operator = self._take().text
        return Compound(operator, (left, self._deeper(self._until)))

    def _unary(self) -> Formula:
        if self._is(*_UNARY):
            return Compound(self._take().text, (self._deeper(self._unary),))
        if self._is(*_QUANTIFIERS):
            return self._quantified()
        if self._is(*_CONSTANTS):
            return Compound(self._take().text)
        if self._is("("):
            self._take()
            formula = self._formula()
            self._expect(")", "to close the parenthesis")
            return formula
        return self._atom()

    def _deeper(self, level: Callable[[], Formula]) -> Formula:
        self._depth += 1
        if self._depth > self._deepest:
            self._fail(self._peek.at, f"formulas within formulas, more than {self._deepest} deep")
        formula = level()
        self._depth -= 1
        return formula

    def _quantified(self) -> Formula:
        word = self._take()
        variables: list[tuple[str, str]] = []
        while True:
            name, kind = self._take_a("variable", "a variable such as ?x"), "object"
            if self._is("-"):
                self._take()
                kind = self._take_a("name", f"the type of {name}")
            variables.append((name, kind))
            if not self._is(","):
                break
            self._take()
        self._expect(":", f"after the variables of {word.text!r}")
        return Quantified(word.text == "forall", tuple(variables), self._formula(), word.at)

    def _atom(self) -> Formula:
        token = self._peek
        event = token.text.startswith("do:")
        if token.kind not in ("name", "variable") or (token.text in _RESERVED and not event):
            self._unexpected("a fact such as on(stove), or an action such as do:turn_on(stove)")
        self._take()
        if token.kind == "variable" or self._is("=", "!="):
            if event or not self._is("=", "!="):
                self._unexpected("'=' or '!='")
            different = self._take().text == "!="
            same = Same(token.text, self._term("'='"), token.at)
            return Compound("!", (same,)) if different else same
        name = token.text[3:].strip() if event else token.text
        args: tuple[str, ...] | None = None if event else ()
        if self._is("("):
            self._take()
            args = self._arguments(name)
        return Proposition(name, args, event, token.at)

    def _arguments(self, name: str) -> tuple[str, ...]:
        args: list[str] = []
        while not self._is(")"):
            if args:
                self._expect(",", f"or ')' after an argument of {name!r}")
            args.append(self._term(f"{name!r}"))
        self._take()
        return tuple(args)

    def _term(self, of: str) -> str:
        if self._peek.kind in ("name", "variable") or self._is(ANY):
            return self._take().text
        self._unexpected(f"an object, a variable or '*' for {of}")

    def _unexpected(self, wanted: str) -> NoReturn:
        token = self._peek
        before = self._tokens[self._next - 1].text if self._next else ""
        found = repr(token.text) if token.text else "the end"
        hint = next((f" Did you mean {_WORDS[word]!r} by {word!r}?" for word in (token.text.lower(),
                     before.lower()) if word in _WORDS), "")  # fmt: skip
        self._fail(token.at, f"found {found}, where {wanted} was expected", hint)

    def _fail(self, at: int, what: str, hint: str = "") -> NoReturn:
        raise RuleError(f"Rule {self._text!r}, character {at + 1}: {what}.{hint}")


def subformulas(formula: Formula) -> Iterator[Formula]:
    """A formula and all that it is made of, from the outside in."""
    yield formula
    match formula:
        case Compound(_, operands):
            for one in operands:
                yield from subformulas(one)
        case Quantified():
            yield from subformulas(formula.body)
        case _:
            pass


def is_closed(formula: Formula, bound: frozenset[str] = frozenset()) -> bool:
    """Whether every variable of a formula is bound by a quantifier of its own."""
    match formula:
        case Compound(_, operands):
            return all(is_closed(one, bound) for one in operands)
        case Quantified(_, variables, body):
            return is_closed(body, bound | {name for name, _ in variables})
        case Same(left, right):
            terms: tuple[str, ...] = (left, right)
        case Proposition():
            terms = formula.args or ()
    return all(one in bound for one in terms if one.startswith("?"))


def balanced(sign: str, parts: Sequence[Formula]) -> Formula:
    """An associative operator over many operands, as flat a tree as can be."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return Compound(sign, (balanced(sign, parts[:half]), balanced(sign, parts[half:])))
