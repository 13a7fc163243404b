"""Rule books: YAML files of rules that are written as templates or as formulas, and what each template means.

A template says in words what a formula would; what it stands for is in the table of docs/rules.md. "After" and "before"
are strict: an action does not come after itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from rapidfuzz import process

from clamp.checks import reworded
from clamp.documents import Document
from clamp.errors import RuleError
from clamp.files import shown
from clamp.planning.rules.formula import Compound, Formula, Quantified, Rule, Severity, parse

Steps: TypeAlias = Literal["intervening", "index"]
"""How "within n steps" is counted: n other actions at most lie between, or the n-th action after is the last."""

MAX_COUNT = 20
"""Largest number of a template."""

_DEEPEST = 50 + 6 * MAX_COUNT
_MANY = 1000
"""Most rules of a book."""


@dataclass(frozen=True)
class RuleBook:
    """Rules, as a file gives them.

    Attributes:
        rules: In the order of the file; names are unique.
        domain: The PDDL domain that they are about, if the book names one.
        problem: The same for the problem.
    """

    rules: tuple[Rule, ...]
    domain: Path | None = None
    problem: Path | None = None

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> RuleBook:
        """Read a file.

        Raises:
            RuleError: With the line, and for a formula with the character.
        """
        file = Path(path)
        document = Document.read(file, "rule book", RuleError, "rules: […]")
        found = cls._of(document)
        near = [None if one is None else file.parent / one for one in (found.domain, found.problem)]
        return cls(found.rules, *near)

    @classmethod
    def parse(cls, text: str, where: str = "rule book") -> RuleBook:
        """Read a text; paths in it are as they are.

        Raises:
            RuleError: As `read`.
        """
        return cls._of(Document.parse(text, where, "rule book", RuleError, "rules: […]"))

    @classmethod
    def _of(cls, document: Document) -> RuleBook:
        try:
            book = _Book.model_validate(document.fields)
        except ValidationError as error:
            raise RuleError(_described(error, document)) from None
        rules: list[Rule] = []
        for location, entry in book.entries():
            where = document.place(location)
            rule = entry.rule(where, book.steps)
            if any(other.name == rule.name for other in rules):
                raise RuleError(f"{where}: there are two rules named {rule.name!r}.")
            rules.append(rule)
        if not rules:
            raise RuleError(f"{document.where}: the book has no rules.")
        return cls(tuple(rules), *(None if one is None else Path(one) for one in (book.domain, book.problem)))


def _not(one: Formula) -> Formula:
    return Compound("!", (one,))


def _op(operator: str, *operands: Formula) -> Formula:
    return Compound(operator, operands)


def _repeated(operator: str, times: int, one: Formula) -> Formula:
    return reduce(lambda inner, _: _op(operator, inner), range(times), one)


def before(first: Formula, then: Formula, still: Formula | None = None) -> Formula:
    """Whenever `then` holds, `first` has held at an earlier position: the order to the letter.

    Args:
        still: With it, the order in substance: this holds, too, in the state in which `then` is done. It is what
            `first` was good for, such as what `clamp.planning.rules.effects.lasting_effect` tells of an action.
    """
    done = _op("O", first)
    return _op("G", _op("->", then, _op("Y", done if still is None else _op("&", done, still))))


def response(after: Formula, then: Formula) -> Formula:
    """Whenever `after` holds, `then` holds at a later position."""
    return _op("G", _op("->", after, _op("X", _op("F", then))))


def within(after: Formula, then: Formula, positions: int) -> Formula:
    """Whenever `after` holds, `then` holds at one of the next positions."""
    return _op("G", _op("->", after, one_of_next(then, positions)))


def one_of_next(then: Formula, positions: int) -> Formula:
    """It holds at one of the next positions."""
    choices = [_repeated("X", number, then) for number in range(1, positions + 1)]
    return reduce(lambda left, right: _op("|", left, right), choices)


def immediately_after(after: Formula, then: Formula) -> Formula:
    """Whenever `after` holds, `then` holds at the next position."""
    return within(after, then, 1)


def never(what: Formula) -> Formula:
    """It holds nowhere."""
    return _op("G", _not(what))


def at_most(times: int, what: Formula) -> Formula:
    """It holds at no more than so many positions."""
    return _not(
        reduce(lambda inner, _: _op("F", _op("&", what, _op("X", inner))), range(times), _op("F", what))
    )


def always_while(condition: Formula, keep: Formula) -> Formula:
    """Wherever `condition` holds, `keep` holds."""
    return _op("G", _op("->", condition, keep))


def finally_(what: Formula) -> Formula:
    """It holds at the end of the plan."""
    return _op("G", _op("->", Compound("last"), what))


_PAIRS: Mapping[str, tuple[tuple[str, str], Callable[..., Formula]]] = {
    "before": (("first", "then"), before),
    "response": (("after", "then"), response),
    "immediately after": (("after", "then"), immediately_after),
    "always while": (("while", "keep"), always_while),
}
_STILL = "still"
"""The third part that `before` may have: what `first` brought about."""
_ONES: Mapping[str, Callable[[Formula], Formula]] = {
    "never": never,
    "finally": finally_,
    "formula": lambda one: one,
}
_COUNTED = re.compile(r"(within|at most) +(\d+)(?: +(?:steps?|times?))?")
TEMPLATES = ("before", "within n", "immediately after", "response", "never", "at most n", "always while",
             "finally", "formula")  # fmt: skip
_NAME = re.compile(r"\??([A-Za-z_]\w*)")


class _Entry(BaseModel):
    """One rule of a book."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str | None = None
    reason: str = ""
    severity: Severity = "serious"
    variables: dict[str, str] = Field({}, alias="for")
    template: str = Field(exclude=True)
    arguments: list[str] = Field(exclude=True)

    @model_validator(mode="before")
    @classmethod
    def _one_template(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        fields = {str(key): value for key, value in cast("dict[object, Any]", given).items()}
        own = ("name", "reason", "severity", "for")
        found = [key for key in fields if key not in own]
        for key in found:
            if key not in _PAIRS and key not in _ONES and _COUNTED.fullmatch(key) is None:
                near = process.extractOne(key, [*own, *TEMPLATES], score_cutoff=60)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise ValueError(
                    f"{shown(key)} is neither a field nor a template{hint} (the fields are {', '.join(own)}; the "
                    f"templates are {', '.join(TEMPLATES)})"
                )
        if len(found) != 1:
            said = "none" if not found else " and ".join(map(repr, found))
            raise ValueError(f"a rule has one template, and this one has {said}")
        (template,) = found
        kept = {key: value for key, value in fields.items() if key in own and value is not None}
        return kept | {"template": template, "arguments": _arguments(template, fields[template])}

    @field_validator("variables")
    @classmethod
    def _names(cls, value: dict[str, str]) -> dict[str, str]:
        for name in value:
            if _NAME.fullmatch(name) is None:
                raise ValueError(f"{shown(name)} is no variable; one is called ?x, or x")
        return {name.removeprefix("?"): kind for name, kind in value.items()}

    def rule(self, where: str, steps: Steps | None) -> Rule:
        """The rule, which is read again as a whole, so that messages point into its text."""
        parts = [self._part(one, where) for one in self.arguments]
        formula = self._formula(parts, where, steps)
        if self.variables:
            pairs = tuple((f"?{name}", kind) for name, kind in self.variables.items())
            formula = Quantified(True, pairs, formula)
        text = str(formula)
        try:
            formula = parse(text, _DEEPEST)
        except RuleError as error:
            raise RuleError(f"{where}: {error}") from None
        return Rule(self.name or self._own_name, formula, text, self.reason, self.severity)

    def called(self, key: int | str) -> _Entry:
        """The same with the name under which it stands, if it stands under one."""
        return self if isinstance(key, int) else self.model_copy(update={"name": key})

    @property
    def _own_name(self) -> str:
        if self.template == "formula":
            return self.arguments[0]
        first, *others = self.arguments
        if len(others) == 2:
            others[1] = f"{_STILL} {others[1]}"
        return f"{self.template}: {', '.join([first, *others])}"

    def _part(self, text: str, where: str) -> Formula:
        try:
            return parse(text)
        except RuleError as error:
            raise RuleError(f"{where}: {error}") from None

    def _formula(self, parts: Sequence[Formula], where: str, steps: Steps | None) -> Formula:
        if self.template in _PAIRS:
            return _PAIRS[self.template][1](*parts)
        if self.template in _ONES:
            return _ONES[self.template](*parts)
        counted = _COUNTED.fullmatch(self.template)
        assert counted is not None
        kind, number = counted[1], int(counted[2][:9])
        if number > MAX_COUNT:
            raise RuleError(f"{where}: {self.template!r} counts to at most {MAX_COUNT}.")
        if kind == "at most":
            return at_most(number, parts[0])
        if steps is None:
            raise RuleError(
                f"{where}: {self.template!r} may be counted in two ways. Say `steps: intervening` at the top of the "
                f"book (at most {number} other actions lie between), or `steps: index` (the action is at the latest "
                f"the {number}. after)."
            )
        if number == 0 and steps == "index":
            raise RuleError(
                f"{where}: 'within 0' with `steps: index` can never be kept: nothing comes 0 steps after."
            )
        return within(parts[0], parts[1], number + (steps == "intervening"))


def _arguments(template: str, given: Any) -> list[str]:
    """The formulas of a template, in the order of its parameters."""
    keys = (
        ("after", "then")
        if template.startswith("within")
        else _PAIRS[template][0]
        if template in _PAIRS
        else ()
    )
    if not keys:
        if not isinstance(given, str):
            raise ValueError(f"{template!r} takes one formula, as text{_quoted(given)}")
        return [given]
    such = f"such as {{{keys[0]}: …, {keys[1]}: …}}"
    if isinstance(given, dict):
        named = cast("dict[object, Any]", given)
        more = (_STILL,) if template == "before" else ()
        if not set(keys) <= set(named) <= {*keys, *more}:
            said = ", ".join(shown(key) for key in named)
            third = f", and may have {_STILL!r}" if more else ""
            raise ValueError(
                f"{template!r} takes {keys[0]!r} and {keys[1]!r}{third}, {such}, but has {said or 'nothing'}"
            )
        values = [named[key] for key in (*keys, *more) if key in named]
    elif isinstance(given, list) and len(cast("list[Any]", given)) == 2:
        values = cast("list[Any]", given)
    else:
        raise ValueError(
            f"{template!r} takes two formulas, {such} or a list of two; within brackets a formula with commas needs "
            "quotes"
        )
    for value in values:
        if not isinstance(value, str):
            raise ValueError(f"{template!r} takes formulas, as texts{_quoted(value)}")
    return values


def _quoted(given: Any) -> str:
    if isinstance(given, bool):
        return "; write a formula that is true or false in quotes"
    return (
        f", not {shown(given)}"
        if not isinstance(given, dict | list)
        else "; quote it if it holds brackets or ': '"
    )


_Text = Annotated[str, Field(min_length=1)]


class _Book(BaseModel):
    """The fields of a book."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    steps: Steps | None = None
    domain: _Text | None = None
    problem: _Text | None = None
    rules: dict[int | str, _Entry]

    def entries(self) -> list[tuple[tuple[int | str, ...], _Entry]]:
        """The rules, each with where it stands."""
        return [(("rules", key), one.called(key)) for key, one in self.rules.items()]

    @field_validator("rules", mode="before")
    @classmethod
    def _by_key(cls, value: Any) -> Any:
        """A list is read as a mapping from its numbers, a text as a formula."""
        if not isinstance(value, dict | list):
            raise ValueError("it should be a list of rules, or a mapping from their names")
        many = cast("dict[object, Any] | list[Any]", value)
        if len(many) > _MANY:
            raise ValueError(f"it has {len(many):,} rules; a book has at most {_MANY:,}")
        if isinstance(many, dict):
            for name, one in many.items():
                if not isinstance(name, str):
                    raise ValueError(f"the name {shown(name)} is no text; quote it")
                if isinstance(one, dict) and "name" in one:
                    raise ValueError(f"the rule {name!r} has a name already: that under which it stands")
        pairs = many.items() if isinstance(many, dict) else enumerate(many)
        return {key: {"formula": one} if isinstance(one, str) else one for key, one in pairs}


def _described(error: ValidationError, document: Document) -> str:
    """What is wrong with a book, once for each place."""
    lines: list[str] = []
    for problem in error.errors():
        location = problem["loc"]
        message = reworded(problem)
        if problem["type"] == "extra_forbidden":
            near = process.extractOne(str(location[-1]), list(_Book.model_fields), score_cutoff=60)
            message = f"unknown field{f'; did you mean {near[0]!r}?' if near else ''}"
        elif problem["type"] not in ("value_error", "missing"):
            message = f"{message}, but it is {shown(problem['input'])}"
        field = location[-1] if location and isinstance(location[-1], str) else "a rule"
        lines.append(f"{document.place(location)}: {field}: {message}.")
    return "\n".join(lines)
