"""Texts to trees: words and parenthesised groups, each with its place in the text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clamp.errors import PDDLError
from clamp.planning.pddl.source import RepairLog, Source
from clamp.planning.search.limits import checkpoint

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
class Parenthesised:
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

    def walk(self) -> Iterator[Parenthesised]:
        """This group and all groups within, outer ones first."""
        stack: list[Parenthesised] = [self]
        while stack:
            group = stack.pop()
            yield group
            stack.extend(item for item in reversed(group.items) if isinstance(item, Parenthesised))


Node: TypeAlias = Word | Parenthesised


def show(node: Node, limit: int = 60) -> str:
    """A node as one line of text, cut when long."""
    text = _show(node)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _show(node: Node) -> str:
    return node.text if isinstance(node, Word) else "(" + " ".join(map(_show, node.items)) + ")"


def read(source: Source) -> list[Parenthesised]:
    """The top-level groups of a text.

    Raises:
        PDDLError: If parentheses do not balance, a character cannot occur in PDDL, text stands outside of
            all parentheses, or there is nothing at all.
    """
    top: list[Parenthesised] = []
    stack: list[Parenthesised] = []
    for number, match in enumerate(_TOKEN.finditer(source.text)):
        if not number % _BATCH:
            checkpoint("reading the text")
        kind, offset = match.lastgroup, match.start()
        if kind in ("space", "comment"):
            continue
        if kind == "open":
            group = Parenthesised(offset)
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
    # The word is not said: a file of any other kind begins with one, and may be none of the reader's business.
    hint = "Is this a PDDL file?" if word[0] not in "#*-" else "Is this prose or Markdown around the PDDL?"
    return f"a word stands outside of all parentheses; only '(define …)' and comments may. {hint}"


def _too_many(source: Source, top: list[Parenthesised]) -> str:
    if not top:
        return "')' closes nothing: no parenthesis was opened before it."
    early = top[0] if len(top) > 1 and top[1].head in _SECTIONS else top[-1]
    return (
        f"')' closes nothing: the '(' of line {source.line(early.offset)} was already closed on line "
        f"{source.line(early.end)}. There is one ')' too many, there or before."
    )


def _unclosed(source: Source, stack: list[Parenthesised]) -> PDDLError:
    """The error for a text that ends too early: blames the group that swallowed its neighbours."""
    for group in stack[0].walk():
        for item in group.items[1:]:
            if group is not stack[0] and isinstance(item, Parenthesised) and item.head in _SECTIONS:
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


ADL = frozenset(
    (
        *(":strips", ":typing", ":negative-preconditions", ":disjunctive-preconditions", ":equality"),
        *(":existential-preconditions", ":universal-preconditions", ":conditional-effects"),
    )
)
_IMPLIED = {
    ":adl": ADL,
    ":ucpop": ADL,
    ":quantified-preconditions": frozenset((":existential-preconditions", ":universal-preconditions")),
}
_KNOWN = ADL | frozenset(
    (
        *_IMPLIED,
        *(":action-costs", ":fluents", ":numeric-fluents", ":object-fluents", ":goal-utilities"),
        *(":derived-predicates", ":domain-axioms", ":durative-actions", ":duration-inequalities"),
        *(":timed-initial-literals", ":continuous-effects", ":time", ":constraints", ":preferences"),
        *(":safety-constraints", ":open-world", ":action-expansions", ":expression-evaluation"),
        *(":non-deterministic", ":probabilistic-effects", ":true-negation", ":foreach-expansions"),
    )
)
_UNSUPPORTED = {
    ":axiom": "axioms in the form of PDDL 1 (write them as :derived)",
    ":durative-action": "durative actions",
    ":process": "processes (PDDL+)",
    ":event": "events (PDDL+)",
    ":method": "hierarchical task networks",
    ":task": "hierarchical task networks",
}


def open_file(log: RepairLog, role: str) -> tuple[Word, list[Node]]:
    """The name of a domain or problem, and its sections.

    Args:
        role: ``"domain"`` or ``"problem"``.

    Raises:
        PDDLError: If the text is not one ``(define (role name) …)``.
    """
    source = log.source
    if source.encoding:
        log.repair(0, "encoding", "the file is not UTF-8", f"read as {source.encoding}")
    forms = read(source)
    chosen = forms[0]
    if not any(_role(form) for form in forms):  # then nothing of it is repeated
        raise source.error(
            chosen.offset, f"expected '(define ({role} name) …)', found something else. Is this a PDDL file?"
        )
    for form in forms[1:]:
        if form.head != "define":
            raise source.error(
                form.offset,
                f"{show(form)} stands after the '(define' of line {source.line(forms[0].offset)}, which was "
                f"closed on line {source.line(forms[0].end)}. There is a ')' too many there or before.",
            )
    if len(forms) > 1:
        mine = [form for form in forms if _role(form) == role]
        if len(mine) != 1:
            raise source.error(
                forms[1].offset, f"a second (define …); found {len(mine)} {role}s in this text, expected one."
            )
        log.repair(
            forms[1].offset,
            "combined-file",
            "a second (define …) in one file",
            f"only the {role} is read from it",
        )
        chosen = mine[0]
    title = chosen.items[1] if _role(chosen) == role else chosen
    if not isinstance(title, Parenthesised) or title is chosen:
        hint = "Were the two files given in the wrong order?" if title is chosen else ""
        raise source.error(
            chosen.offset,
            f"expected a {role}, '(define ({role} name) …)', but this is {show(chosen, 40)} {hint}".strip(),
        )
    if len(title.items) != 2 or not isinstance(title.items[1], Word):
        raise source.error(title.offset, f"expected '({role} name)', found {show(title)}.")
    return title.items[1], chosen.items[2:]


def _role(form: Parenthesised) -> str:
    """``"domain"`` or ``"problem"``, if a form is one's ``(define …)``."""
    title = form.items[1] if form.head == "define" and len(form.items) > 1 else form
    said = title.head if isinstance(title, Parenthesised) else title.key
    return said if said in ("domain", "problem") else ""


def split(
    log: RepairLog, sections: Sequence[Node], known: Sequence[str], many: Collection[str] = ()
) -> dict[str, list[Parenthesised]]:
    """Sections by keyword, spelling repaired; a section that may appear once appears once.

    Args:
        known: The keywords that may appear.
        many: Keywords that may appear many times.

    Raises:
        PDDLError: If a section is unknown or not supported, or a word stands between sections.
    """
    found: dict[str, list[Parenthesised]] = {}
    for node in sections:
        if isinstance(node, Word):
            raise log.error(node.offset, f"expected a section such as ({known[0]} …), found {node.text!r}.")
        if not node.items or not isinstance(node.items[0], Word):
            raise log.error(node.offset, f"expected a section such as ({known[0]} …), found {show(node)}.")
        if node.head in _UNSUPPORTED and node.head not in known:
            raise log.error(
                node.offset,
                f"{node.head} needs {_UNSUPPORTED[node.head]}, which CLAMP does not support. Supported are "
                "STRIPS and ADL with action costs ignored.",
            )
        keyword = spelling(log, node.items[0], known)
        if keyword in found and keyword not in many:
            log.repair(
                node.offset,
                "duplicate-section",
                f"a second {keyword} section",
                "its content is added to the first",
            )
        found.setdefault(keyword, []).append(node)
    return found


def spelling(log: RepairLog, word: Word, known: Sequence[str]) -> str:
    """The keyword that a word is or was meant to be.

    Raises:
        PDDLError: If it is none of them, nor close to one.
    """
    if word.key in known:
        return word.key
    asked = word.key if word.text.startswith(":") else f":{word.key}"
    close = [asked] if asked in known else difflib.get_close_matches(asked, known, n=1, cutoff=0.8)
    if not close:
        raise log.error(
            word.offset, f"{word.text!r} is not expected here; expected one of {', '.join(known)}."
        )
    log.repair(word.offset, "misspelt-keyword", f"{word.text!r} is no keyword here", f"read as {close[0]!r}")
    return close[0]


def requirements(log: RepairLog, sections: Mapping[str, Sequence[Parenthesised]]) -> frozenset[str]:
    """The requirements that a file lists, with those that they imply."""
    listed: set[str] = {":strips"}
    for section in sections.get(":requirements", ()):
        for item in section.rest:
            if isinstance(item, Parenthesised):
                raise log.error(item.offset, f"expected a requirement such as :typing, found {show(item)}.")
            if item.key in _KNOWN:
                listed.add(item.key)
                continue
            asked = item.key if item.text.startswith(":") else f":{item.key}"
            close = [asked] if asked in _KNOWN else difflib.get_close_matches(asked, _KNOWN, n=1, cutoff=0.85)
            if close:
                log.repair(
                    item.offset,
                    "misspelt-keyword",
                    f"{item.text!r} is no requirement",
                    f"read as {close[0]!r}",
                )
                listed.add(close[0])
            else:
                log.repair(
                    item.offset, "unknown-requirement", f"PDDL has no requirement {item.text!r}", "ignored"
                )
    for name in tuple(listed):
        listed |= _IMPLIED.get(name, frozenset())
    return frozenset(listed)
