"""Texts to trees: words and parenthesised groups, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from clamp.errors import PDDLError
from clamp.planning.limits import checkpoint
from clamp.planning.pddl.source import Source

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>;[^\r\n]*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<word>[^\s();,"'`\[\]{}\x00-\x1f\x7f\ufffd]+(?:'[^\s();,"'`\[\]{}\x00-\x1f\x7f\ufffd]+)*)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_MAX_DEPTH = 200
_BATCH = 1024


@dataclass(slots=True)
class Word:
    """A name, variable, keyword or number, as written."""

    text: str
    offset: int

    @property
    def key(self) -> str:
        """The word as PDDL compares it: case does not matter."""
        return self.text.lower()


@dataclass(slots=True)
class Group:
    """A parenthesised list; `offset` is its opening parenthesis, `end` its closing one."""

    offset: int
    items: list[Node] = field(default_factory=list["Node"])
    end: int = -1

    @property
    def head(self) -> str:
        """The first word as PDDL compares it, or empty when the group starts with none."""
        if self.items and isinstance(self.items[0], Word):
            return self.items[0].key
        return ""

    @property
    def rest(self) -> list[Node]:
        """All but the first item."""
        return self.items[1:]

    def walk(self) -> Iterator[Group]:
        """This group and all groups within, outer ones first."""
        stack: list[Group] = [self]
        while stack:
            group = stack.pop()
            yield group
            stack.extend(item for item in reversed(group.items) if isinstance(item, Group))


Node: TypeAlias = Word | Group


def show(node: Node, limit: int = 60) -> str:
    """A node as one line of text, cut when long."""
    text = _show(node)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _show(node: Node) -> str:
    return node.text if isinstance(node, Word) else "(" + " ".join(map(_show, node.items)) + ")"


def read(source: Source) -> list[Group]:
    """The top-level groups of a text.

    Raises:
        PDDLError: If parentheses do not balance, a character cannot occur in PDDL, text stands outside of
            all parentheses, or there is nothing at all.
    """
    top: list[Group] = []
    stack: list[Group] = []
    for number, match in enumerate(_TOKEN.finditer(source.text)):
        if not number % _BATCH:
            checkpoint("reading the text")
        kind, offset = match.lastgroup, match.start()
        if kind in ("space", "comment"):
            continue
        if kind == "open":
            group = Group(offset)
            (stack[-1].items if stack else top).append(group)
            stack.append(group)
            if len(stack) > _MAX_DEPTH:
                raise source.error(offset, f"parentheses are nested more than {_MAX_DEPTH} deep.")
        elif kind == "close":
            if not stack:
                raise source.error(offset, _too_many(source, top))
            stack.pop().end = offset
        elif kind == "word":
            if not stack:
                raise source.error(offset, _outside(match.group()))
            stack[-1].items.append(Word(match.group(), offset))
        else:
            raise source.error(
                offset,
                f"unexpected character {match.group()!r}: PDDL is made of names, '?variables', ':keywords', "
                "parentheses and ';' comments. Quotation marks, brackets and commas mean nothing in it.",
            )
    if stack:
        raise _unclosed(source, stack)
    if not top:
        raise source.error(
            0, f"{_emptiness(source)}: expected '(define (domain …) …)' or '(define (problem …) …)'."
        )
    return top


def _emptiness(source: Source) -> str:
    return "there are only comments here" if source.text.strip() else "the text is empty"


def _outside(word: str) -> str:
    hint = "Is this a PDDL file?" if word[0] not in "#*-" else "Is this prose or Markdown around the PDDL?"
    return f"{word!r} stands outside of all parentheses; only '(define …)' and comments may. {hint}"


def _too_many(source: Source, top: list[Group]) -> str:
    if not top:
        return "')' closes nothing: no parenthesis was opened before it."
    early = top[0] if len(top) > 1 and top[1].head in _SECTIONS else top[-1]
    return (
        f"')' closes nothing: the '(' of line {source.line(early.offset)} was already closed on line "
        f"{source.line(early.end)}. There is one ')' too many, there or before."
    )


def _unclosed(source: Source, stack: list[Group]) -> PDDLError:
    """The error for a text that ends too early: blames the group that swallowed its neighbours."""
    for group in stack[0].walk():
        for item in group.items[1:]:
            if group is not stack[0] and isinstance(item, Group) and item.head in _SECTIONS:
                return source.error(
                    group.offset,
                    f"this '(' is not closed before {item.head} begins on line {source.line(item.offset)}; "
                    f"{len(stack)} parenthesis(es) are open at the end of the text. A ')' is missing "
                    "between the two.",
                )
    inner = stack[-1]
    return source.error(
        inner.offset,
        f"this '(' is never closed; {len(stack)} parenthesis(es) are open at the end of the text "
        f"(line {source.line(len(source.text))}). A ')' is missing, or the file is cut off.",
    )


_SECTIONS = frozenset(
    (
        *(":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived"),
        *(":durative-action", ":axiom", ":domain", ":objects", ":init", ":goal", ":metric"),
    )
)
