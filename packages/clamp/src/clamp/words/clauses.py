"""What a reader makes of a text: its clauses, and the rules that each of them may mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from clamp.errors import RuleError
from clamp.planning.rules.formula import Rule

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

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "text": self.text,
            "status": self.status,
            "clauses": [
                {
                    "text": one.text,
                    "status": one.status,
                    "readings": [{"rule": each.rule.text, "said": each.said} for each in one.readings],
                    "why": one.why,
                    "suggestion": one.suggestion,
                }
                for one in self.clauses
            ],
        }

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


_HEADING = re.compile(r"\b(?:safety\s+)?(?:requirements?|rules?|constraints?)\s*\d*\s*:\s*", re.I)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.)])\s+")


def clauses_of(text: str) -> list[str]:
    """The clauses of a text: its sentences, without headings (``Requirement:``) and bullets."""
    found: list[str] = []
    for part in _HEADING.split(text):
        for line in part.splitlines():
            found += re.split(
                r"(?<!\bmin)(?<!\bmax)(?<!\b[Mm]r)(?<!\b[MmDd]rs)(?<!\b[Dd]r)(?<!\b[Mm]s)(?<=\S)"
                r"(?:[.;!]+|\?+(?!\s+[Tt]hen\b))(?=\s|$)",
                _BULLET.sub("", line),
            )
    return [one.strip(" \t") for one in found if re.search(r"\w", one)]
