"""Reading LIBERO's BDDL files: what is on the table, where it may lie, and what must become true."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass

from clamp.planning.pddl.sexpr import Node, Parenthesised, Word, read, show
from clamp.planning.pddl.source import Source, load

Literal = tuple[str, ...]
"""A lower-case BDDL predicate and its arguments: ``("in", "butter_1", "basket_1_contain_region")``."""

PREDICATES = {"on": 2, "in": 2, "open": 1, "close": 1, "turnon": 1, "turnoff": 1}
"""What LIBERO's tasks say of the world, with the number of arguments."""

_LANGUAGE = re.compile(r"\(\s*:language\b([^()]*)\)", re.IGNORECASE)


@dataclass(frozen=True)
class Region:
    """A named place.

    Attributes:
        target: The fixture, object or workspace that it belongs to.
        ranges: Rectangles (x0, y0, x1, y1) in metres from the middle of the workspace; empty for a part of a
            fixture or object, whose place the simulator's model says.
    """

    target: str
    ranges: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True)
class BddlTask:
    """A BDDL file, names in lower case.

    Attributes:
        where: The file's path, or ``"BDDL"``.
        problem: LIBERO's class of problems, such as ``"libero_kitchen_tabletop_manipulation"``.
        language: The instruction.
        fixtures, objects: Name → category, in the order of the file. Objects can be picked up.
        regions: Full name (target and region joined by ``_``) → region.
        initial, goal: What holds at first, and what must hold at the end (all of it).
        of_interest: What the authors marked as taking part.
    """

    where: str
    problem: str
    language: str
    fixtures: dict[str, str]
    objects: dict[str, str]
    regions: dict[str, Region]
    initial: tuple[Literal, ...]
    goal: tuple[Literal, ...]
    of_interest: tuple[str, ...]


def read_bddl(given: str | os.PathLike[str]) -> BddlTask:
    """Read a BDDL file, or BDDL text.

    Raises:
        PDDLError: If the file cannot be read or is not a LIBERO task, with line and column.
    """
    source = load(given, "BDDL")
    spoken = _LANGUAGE.search(source.text)
    language = " ".join(spoken.group(1).split()).lower() if spoken else ""
    # An instruction is prose: it may hold characters that nothing else in the file may.
    text = _LANGUAGE.sub(lambda match: " " * len(match.group()), source.text)
    reader = _Reader(Source(source.where, text, source.encoding))
    return reader.task(language)


class _Reader:
    def __init__(self, source: Source):
        self.source = source

    def task(self, language: str) -> BddlTask:
        top = read(self.source)
        named = (one.head for one in top[0].rest if isinstance(one, Parenthesised))
        if len(top) != 1 or top[0].head != "define" or "problem" not in named:
            raise self.source.error(top[0].offset, "expected '(define (problem …) …)'. Is this a BDDL file?")
        sections: dict[str, Parenthesised] = {}
        for node in top[0].rest:
            if not isinstance(node, Parenthesised) or not node.head:
                raise self.source.error(node.offset, f"expected a section '(:name …)', found {show(node)}.")
            if node.head in sections:
                raise self.source.error(node.offset, f"the section {node.head} appears twice.")
            sections[node.head] = node
        for needed in ("problem", ":objects", ":fixtures", ":init", ":goal"):
            if needed not in sections:
                raise self.source.error(
                    top[0].offset, f"there is no section ({needed} …); it has {', '.join(sections)}."
                )
        fixtures, objects = self.typed(sections[":fixtures"]), self.typed(sections[":objects"])
        regions = self.regions(sections[":regions"]) if ":regions" in sections else {}
        known = {*fixtures, *objects, *regions}
        interest = sections.get(":obj_of_interest")
        return BddlTask(
            where=self.source.where,
            problem=" ".join(self.words(sections["problem"].rest)),
            language=language,
            fixtures=fixtures,
            objects=objects,
            regions=regions,
            initial=tuple(self.literal(node, known) for node in sections[":init"].rest),
            goal=self.goal(sections[":goal"], known),
            of_interest=tuple(self.words(interest.rest)) if interest else (),
        )

    def words(self, nodes: Iterable[Node]) -> list[str]:
        found: list[str] = []
        for node in nodes:
            if not isinstance(node, Word):
                raise self.source.error(node.offset, f"expected a name, found {show(node)}.")
            found.append(node.key)
        return found

    def typed(self, section: Parenthesised) -> dict[str, str]:
        """``a b - t c - u`` as a → t, b → t, c → u."""
        found: dict[str, str] = {}
        waiting: list[str] = []
        words = iter(self.words(section.rest))
        for word in words:
            if word != "-":
                waiting.append(word)
                continue
            category = next(words, None)
            if category is None or not waiting:
                raise self.source.error(
                    section.offset, f"{section.head}: '-' stands between names and a type."
                )
            for name in waiting:
                if name in found:
                    raise self.source.error(section.offset, f"{section.head}: {name!r} is declared twice.")
                found[name] = category
            waiting = []
        if waiting:
            raise self.source.error(section.offset, f"{section.head}: {', '.join(waiting)} has no type.")
        return found

    def regions(self, section: Parenthesised) -> dict[str, Region]:
        found: dict[str, Region] = {}
        for node in section.rest:
            if not isinstance(node, Parenthesised) or not node.head:
                raise self.source.error(node.offset, f"expected a region '(name …)', found {show(node)}.")
            parts = {part.head: part for part in node.rest if isinstance(part, Parenthesised)}
            if ":target" not in parts or len(parts[":target"].rest) != 1:
                raise self.source.error(node.offset, f"the region {node.head!r} has no '(:target name)'.")
            (target,) = self.words(parts[":target"].rest)
            ranges = self.ranges(parts[":ranges"]) if ":ranges" in parts else ()
            found[f"{target}_{node.head}"] = Region(target, ranges)
        return found

    def ranges(self, node: Parenthesised) -> tuple[tuple[float, float, float, float], ...]:
        found: list[tuple[float, float, float, float]] = []
        for rectangle in node.walk():
            if rectangle.items and all(isinstance(item, Word) for item in rectangle.items):
                try:
                    x0, y0, x1, y1 = map(float, self.words(rectangle.items))
                except ValueError:
                    raise self.source.error(
                        rectangle.offset, f"expected four numbers (x0 y0 x1 y1), found {show(rectangle)}."
                    ) from None
                found.append((x0, y0, x1, y1))
        return tuple(found)

    def goal(self, section: Parenthesised, known: set[str]) -> tuple[Literal, ...]:
        if len(section.rest) != 1:
            raise self.source.error(section.offset, "a goal is one '(And …)' or one predicate.")
        (node,) = section.rest
        parts = node.rest if isinstance(node, Parenthesised) and node.head == "and" else [node]
        return tuple(self.literal(part, known) for part in parts)

    def literal(self, node: Node, known: set[str]) -> Literal:
        if not isinstance(node, Parenthesised) or PREDICATES.get(node.head) != len(node.rest):
            raise self.source.error(
                node.offset,
                f"expected one of {', '.join(f'{name}/{arity}' for name, arity in PREDICATES.items())} "
                f"(predicate/arguments), found {show(node)}.",
            )
        arguments = self.words(node.rest)
        for argument in arguments:
            if argument not in known:
                raise self.source.error(
                    node.offset, f"{argument!r} in {show(node)} is no object, fixture or region of this file."
                )
        return (node.head, *arguments)
