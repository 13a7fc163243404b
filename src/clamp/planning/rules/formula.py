"""Temporal rules as they are written: formulas of LTL on finite traces (LTLf) over facts and actions.

A trace has one position for each state of a plan's execution: position 0 is the initial state, position i the
state after i actions, together with the action that led there. ``do:a`` is true where that action is a.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

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

    ``true false last`` (none); ``! X WX F G`` (one); ``& | -> <-> U R W M`` (two).
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


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that every plan must keep.

    Attributes:
        name: What messages call it.
        formula: What must hold at position 0 of every plan's trace.
        text: The formula as it was written.
        because: Why there is such a rule, in words, for people.
    """

    name: str
    formula: Formula
    text: str
    because: str = ""

    @classmethod
    def parse(cls, text: str, name: str = "", because: str = "") -> Rule:
        """Read a rule such as ``G(do:open(drawer) -> F do:close(drawer))`` (grammar: docs/rules.md).

        Args:
            name: By default the text itself.

        Raises:
            RuleError: If it is no formula; the message has the position.
        """
        from clamp.planning.rules.parser import parse

        checks.text("text", text, RuleError, hint="A rule is written as in 'G !do:open(fridge)'.")
        checks.text("name", name, RuleError)
        checks.text("because", because, RuleError)
        return cls(name or " ".join(text.split()), parse(text), text, because)

    @property
    def described(self) -> str:
        """Its name, if it has one of its own, and its text."""
        text = " ".join(self.text.split())
        return text if text == self.name else f"{self.name}: {text}"
