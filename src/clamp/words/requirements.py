"""Sentences that people write, read as rules, or not at all: by a grammar of English, `english.lark`.

A clause is read only where a parse covers each of its words; where parses, or ways to understand one, come to different
rules, all are told; where there is none, the reader abstains and says why. Nothing is guessed: what is close to a
known word is offered, not taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from clamp import checks
from clamp.errors import RuleError
from clamp.planning.rules.book import Steps
from clamp.planning.rules.formula import Rule
from clamp.words.wording import Wording

VERSION = 3
"""Raised whenever a sentence may be read otherwise than before: cached readings are then of no use."""

Status: TypeAlias = Literal["understood", "ambiguous", "abstained"]
Order: TypeAlias = Literal["substance", "letter"]
"""Whether *A before B* asks that what A brought about still holds at B, or only that A was done some time before."""


@dataclass(frozen=True)
class Reading:
    """One rule that a clause may mean, and the same in plain words."""

    rule: Rule
    said: str


@dataclass(frozen=True)
class Clause:
    """A part of a text that asks for one thing.

    Attributes:
        text: As it was written.
        readings: One if understood, several if ambiguous, none if the reader abstained.
        why: Why it abstained.
        suggestion: The nearest phrasing that would be understood; empty if there is none.
    """

    text: str
    readings: tuple[Reading, ...] = ()
    why: str = ""
    suggestion: str = ""

    @property
    def status(self) -> Status:
        """Whether it was understood."""
        return "understood" if len(self.readings) == 1 else "ambiguous" if self.readings else "abstained"


@dataclass(frozen=True)
class Requirements:
    """What was understood of a text."""

    text: str
    clauses: tuple[Clause, ...]

    @property
    def status(self) -> Status:
        """Abstained if a clause is, or if there is none; else ambiguous if a clause is."""
        found = {clause.status for clause in self.clauses}
        return (
            "abstained"
            if "abstained" in found or not found
            else "ambiguous"
            if "ambiguous" in found
            else "understood"
        )

    @property
    def unread(self) -> tuple[Clause, ...]:
        """The clauses that were not understood, or that may mean several things."""
        return tuple(clause for clause in self.clauses if clause.status != "understood")

    def rules(self, *, ignore_the_rest: bool = False) -> tuple[Rule, ...]:
        """The rules of the clauses that were understood.

        Args:
            ignore_the_rest: Leave out clauses that were not, instead of refusing.

        Raises:
            RuleError: If a clause was not understood, or may mean several things; with all of them.
        """
        if self.unread and not ignore_the_rest:
            raise RuleError("\n".join(map(refusal, self.unread)))
        found: dict[str, Rule] = {}
        for clause in self.clauses:
            if clause.status == "understood":
                found.setdefault(clause.readings[0].rule.text, clause.readings[0].rule)
        return tuple(found.values())


def refusal(clause: Clause) -> str:
    """Why a clause is no rule, and what to do about it."""
    if clause.status == "abstained":
        nearest = f" Nearest that would be: {clause.suggestion!r}." if clause.suggestion else ""
        said = f"The requirement {clause.text!r} was not understood: {clause.why}.{nearest}"
        return f"{said} Write it as a rule, or in other words."
    said = "; or: ".join(reading.said for reading in clause.readings)
    return f"The requirement {clause.text!r} may mean several things: {said}. Say which."


def read_requirements(
    text: str, wording: Wording, *, steps: Steps = "index", order: Order = "substance"
) -> Requirements:
    """Read a text; what is asked for is said back in plain words.

    Args:
        wording: The words of the domain.
        steps: How *within n steps* is counted; see `clamp.planning.rules.book`.
        order: What *A before B* asks for.

    Raises:
        RuleError: If it is no text.
    """
    checks.text("text", text, RuleError)
    return _cached(text, wording.identity(), steps, order, VERSION, _Key(wording))


@dataclass(frozen=True)
class _Key:
    """A wording that takes no part in the comparison of cache keys: its identity does."""

    wording: Any = field(compare=False)


@lru_cache(maxsize=1024)
def _cached(text: str, identity: str, steps: Steps, order: Order, version: int, key: _Key) -> Requirements:
    from clamp.words.reader import reader_of  # the parser is loaded only where something is read

    return Requirements(text, reader_of(key.wording).clauses(clauses_of(text), steps, order))


_HEADING = re.compile(r"\b(?:safety\s+)?(?:requirements?|rules?|constraints?)\s*\d*\s*:\s*", re.I)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.)])\s+")


def clauses_of(text: str) -> list[str]:
    """The clauses of a text: its sentences, without headings (``Requirement:``) and bullets."""
    found: list[str] = []
    for part in _HEADING.split(text):
        for line in part.splitlines():
            found += re.split(r"(?<=\S)[.;!?]+(?=\s|$)", _BULLET.sub("", line))
    return [one.strip(" \t") for one in found if re.search(r"\w", one)]
