"""The outer shape of a file: ``(define (domain …) section…)``."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from clamp.planning.pddl.sexpr import Group, Node, Word, read, show
from clamp.planning.pddl.source import RepairLog

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
    ":derived": "derived predicates (axioms)",
    ":axiom": "derived predicates (axioms)",
    ":durative-action": "durative actions",
    ":process": "processes (PDDL+)",
    ":event": "events (PDDL+)",
    ":constraints": "trajectory constraints",
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
    if chosen.head != "define":
        raise source.error(chosen.offset, f"expected '(define ({role} name) …)', found {show(chosen)}.")
    found = _role(chosen)
    if found != role:
        other = {"domain": "problem", "problem": "domain"}[role]
        hint = "Were the two files given in the wrong order?" if found == other else ""
        raise source.error(
            chosen.offset,
            f"expected a {role}, '(define ({role} name) …)', but this is {show(chosen, 40)} {hint}".strip(),
        )
    title = chosen.items[1]
    assert isinstance(title, Group)
    if len(title.items) != 2 or not isinstance(title.items[1], Word):
        raise source.error(title.offset, f"expected '({role} name)', found {show(title)}.")
    return title.items[1], chosen.items[2:]


def _role(form: Group) -> str:
    title = form.items[1] if len(form.items) > 1 else None
    return title.head if isinstance(title, Group) else ""


def split(
    log: RepairLog, sections: Sequence[Node], known: Sequence[str], many: str = ""
) -> dict[str, list[Group]]:
    """Sections by keyword, spelling repaired; a section that may appear once appears once.

    Args:
        known: The keywords that may appear.
        many: The keyword that may appear many times.

    Raises:
        PDDLError: If a section is unknown or not supported, or a word stands between sections.
    """
    found: dict[str, list[Group]] = {}
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
        if keyword in found and keyword != many:
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


def requirements(log: RepairLog, sections: Mapping[str, Sequence[Group]]) -> frozenset[str]:
    """The requirements that a file lists, with those that they imply."""
    listed: set[str] = {":strips"}
    for section in sections.get(":requirements", ()):
        for item in section.rest:
            if isinstance(item, Group):
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
