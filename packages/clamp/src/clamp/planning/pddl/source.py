"""Texts, positions in them, and the log of what had to be repaired."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import cast

from clamp.checks import shown
from clamp.errors import PDDLError
from clamp.files import read_bytes

NOTES = frozenset({"cost-ignored", "negative-fact", "implicit-type", "either-supertype"})
"""Kinds that report how legal PDDL was understood; strict reading accepts and reports them too."""

KINDS = MappingProxyType(
    {
        "argument-type": "an argument of a type that the predicate does not take; the predicate takes it now",
        "bddl-quantifier": "BDDL's forn, forpairs or fornpairs; expanded over the objects",
        "combined-file": "domain and problem in one file; the form that was asked for is read",
        "contradictory-fact": "a fact stated both true and false; it is true",
        "cost-ignored": "action costs and metrics; plans are not ranked by them",
        "derived-fact": "initial facts of a derived predicate, for which axioms say where it holds; left out",
        "domain-name": "the problem names another domain; it is read with the one given",
        "duplicate-action": "an action defined twice in the same words; read once",
        "duplicate-object": "an object or constant declared more than once; merged",
        "duplicate-predicate": "a predicate declared more than once; merged",
        "duplicate-section": "a section that may appear once appears again; merged",
        "duplicate-type": "a type declared more than once; merged",
        "either-supertype": "a type below (either …); it is a subtype of each",
        "empty-goal": "the goal is (); every state is a goal",
        "encoding": "the file is not UTF-8; read as UTF-16 or Windows-1252",
        "fact-arity": "an initial fact with the wrong number of arguments; dropped",
        "glued-hyphen": "no space between a hyphen and a type; read as if there was",
        "implicit-and": "several conditions or effects without (and …); all of them count",
        "implicit-type": "a type that is only named as a supertype; declared",
        "inert-fact": "initial facts of a predicate that neither domain nor goal knows; dropped",
        "misspelt-keyword": "a keyword with a spelling mistake; read as the keyword",
        "missing-parameters": "an action without :parameters; it has none",
        "missing-question-mark": "a variable without its question mark; read as the variable",
        "missing-requirement": "a feature is used that :requirements does not list; allowed",
        "missing-section": "a section that must be there is not; read as empty",
        "missing-type": "a hyphen that no type follows; the type is object",
        "negative-fact": "(not …) in :init says nothing, since what is not stated is false; dropped",
        "nonstandard-name": "a name with characters that PDDL does not allow; kept as written",
        "number-ignored": "an effect on a number other than total-cost, which no condition reads; left out",
        "predicate-arity": "all uses of a predicate have another number of arguments than its declaration",
        "redeclared-object": "object is declared as a type or given a supertype; it is the root of all types",
        "respelled-name": "a name spelt differently from its declaration; read as the declared one",
        "self-supertype": "a type that is its own supertype; that supertype is dropped",
        "stray-question-mark": "an object written as a variable; read as the object",
        "undeclared-constant": "an action names an object that is no constant; declared as one",
        "undeclared-object": "an object that is not declared; declared, its type inferred",
        "undeclared-predicate": "a predicate that is not declared; declared from its uses",
        "undeclared-type": "a type that is not declared; declared under object",
        "unknown-requirement": "a requirement that PDDL does not know; ignored",
    }
)
"""Every kind of repair and note, with what it means. The keys are stable."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One departure of a PDDL file from the standard, and how it was read.

    Attributes:
        where: The file's path, or ``"domain"`` / ``"problem"`` when the text itself was given.
        line: Line in the original text, from 1.
        column: Column in the original text, from 1, in characters.
        kind: A key of `KINDS`.
        message: What was wrong; what was done instead.
    """

    where: str
    line: int
    column: int
    kind: str
    message: str

    @property
    def is_note(self) -> bool:
        """Whether the text is legal PDDL and this only says how it was understood."""
        return self.kind in NOTES

    def __str__(self) -> str:
        return f"{self.where}, line {self.line}, column {self.column}: {self.message} [{self.kind}]"


_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[^\s();]+")
_MAX_EXAMPLES = 4


@dataclass(frozen=True)
class Source:
    """A PDDL text and where it came from.

    Attributes:
        where: The file's path, or what the text is (``"domain"``, ``"problem"``).
        text: The text without a byte-order mark.
        encoding: How the file was decoded when that was not UTF-8, else empty.
    """

    where: str
    text: str
    encoding: str = ""

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word occurs, in lower case."""
        return Counter(_WORD.findall(self.text.lower()))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1."""
        starts = self._line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def at(self, offset: int) -> str:
        """A position in words."""
        line, column = self.position(offset)
        return f"{self.where}, line {line}, column {column}"

    def line(self, offset: int) -> int:
        """The line of a character, from 1."""
        return self.position(offset)[0]

    def error(self, offset: int, message: str) -> PDDLError:
        """An error about the text at an offset, to be raised by the caller."""
        return PDDLError(f"{self.at(offset)}: {message}")

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]


def load(given: str | os.PathLike[str], role: str) -> Source:
    """Read a file, or take the text itself.

    Args:
        given: A path, or PDDL text: a string with an opening parenthesis, a line break, or nothing in it,
            unless there is a file of that name (``domain (1).pddl``).
        role: ``"domain"`` or ``"problem"``; names the text when there is no path.

    Raises:
        PDDLError: If there is no such file, or it holds no text.
    """
    if not isinstance(cast(object, given), str | os.PathLike):
        raise PDDLError(f"`{role}` is {shown(given)}. Give the path of a PDDL file, or PDDL text.")
    if isinstance(given, str) and _is_text(given):
        return Source(role, given.removeprefix("\ufeff"))
    path = Path(given)
    hint = "Give the path of a PDDL file, or PDDL text."
    data = read_bytes(given, role, PDDLError, hint=hint)
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PDDLError(f"{path}: the {role} file holds zero bytes. Is it a binary file?")
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return Source(str(path), data.decode(encoding, errors="replace"), "UTF-16")
    try:
        return Source(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Source(str(path), data.decode("cp1252", errors="replace"), "Windows-1252")


def _is_text(given: str) -> bool:
    if given.strip() and "(" not in given and "\n" not in given:
        return False
    try:
        return not os.path.isfile(given)
    except ValueError:  # a null character, which no path has
        return True


@dataclass
class _Tally:
    offset: int
    message: Callable[[int, str], str]
    items: dict[str, None] = field(default_factory=dict[str, None])
    count: int = 0


class RepairLog:
    """Collects the repairs of one source, or refuses them.

    Args:
        source: The text that the repairs are about.
        repairing: If false, the first repair is raised as an error instead; notes are collected all the same.
    """

    def __init__(self, source: Source, repairing: bool):
        self.source = source
        self.repairing = repairing
        self._repairs: list[tuple[int, Repair]] = []
        self._tallies: dict[tuple[str, str], _Tally] = {}

    def error(self, offset: int, message: str) -> PDDLError:
        """An error about the text that is repaired, to be raised by the caller."""
        return self.source.error(offset, message)

    def repair(self, offset: int, kind: str, wrong: str, done: str) -> None:
        """Record one repair.

        Raises:
            PDDLError: If repairs are not allowed.
        """
        self._refuse(offset, wrong, done)
        self._add(offset, kind, f"{wrong.removesuffix('.')}; {done}")

    def note(self, offset: int, kind: str, message: str) -> None:
        """Record how legal PDDL was understood."""
        self._add(offset, kind, message)

    def tally(
        self,
        offset: int,
        kind: str,
        item: str,
        wrong: str,
        message: Callable[[int, str], str],
        done: str = "",
        group: str = "",
    ) -> None:
        """Record one of many like repairs, reported together at the first one's position.

        Args:
            item: What is repaired; different ones are counted and the first few named.
            wrong: What is wrong with this one, for the error when repairs are not allowed.
            message: Makes the report from the number of occurrences and the list of different items.
            done: What is done about it; empty for a note.
            group: Repairs of one kind and group are reported together.
        """
        if done:
            self._refuse(offset, wrong, done)
        entry = self._tallies.setdefault((kind, group), _Tally(offset, message))
        entry.count += 1
        entry.items[item] = None

    def finish(self) -> tuple[Repair, ...]:
        """Everything recorded, in the order of the text."""
        for (kind, _), entry in self._tallies.items():
            shown = ", ".join(islice(entry.items, _MAX_EXAMPLES))
            if len(entry.items) > _MAX_EXAMPLES:
                shown += f" and {len(entry.items) - _MAX_EXAMPLES} more"
            self._add(entry.offset, kind, entry.message(entry.count, shown))
        self._tallies.clear()
        return tuple(repair for _, repair in sorted(self._repairs, key=lambda pair: pair[0]))

    def _refuse(self, offset: int, wrong: str, done: str) -> None:
        if not self.repairing:
            raise self.source.error(offset, f"{wrong.removesuffix('.')}. (With repair=True: {done}.)")

    def _add(self, offset: int, kind: str, message: str) -> None:
        line, column = self.source.position(offset)
        self._repairs.append((offset, Repair(self.source.where, line, column, kind, message)))
