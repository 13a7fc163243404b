"""Rules in plain words, made from the formula alone, so that people can check what was understood."""

from __future__ import annotations

from collections.abc import Sequence

from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Same
from clamp.words.english import these
from clamp.words.naming import plain, relation, verb_of

_ROBOTS = these(
    "holding carrying wearing gripping grasping bearing lifting facing touching using watching pushing pulling riding "
    "driving reaching inspecting"
)
"""What the robot does with a thing, where others tell how the thing is: *running*, *gaping*."""
_SMALL = these("in on at inside near next under from to of with close facing between")


def in_words(formula: Formula) -> str:
    """A rule as a sentence, which says no less and no more than the formula."""
    said = _rule(formula).replace(",,", ",").removesuffix(",")
    return f"{said[:1].upper()}{said[1:]}."


def in_words_given_way(effects: Sequence[Formula]) -> str:
    """That an order does not ask for what cannot last until the second thing is done; empty where all can."""
    said = dict.fromkeys(_is(one) for one in effects)
    return f" That {' and '.join(said)} cannot last until then, and is not asked for." if said else ""


def _rule(formula: Formula) -> str:
    """What holds at the start of a plan."""
    match formula:
        case Quantified():
            return f"{_quantifier(formula)}: {_rule(formula.body)}"
        case Compound("&", (one, other)):
            return f"{_rule(one)}; and {_rule(other)}"
        case Compound("G", (Compound("->", (Compound("last"), then)),)):
            return f"at the end, {_is(then)}"
        case Compound("G", (Compound("->", (when, then)),)):
            return f"whenever {_is(when)}, {_is(then)}"
        case Compound("G", (Compound("!", (one,)),)):
            return f"at no time {_is(one)}"
        case Compound("G", (one,)):
            return f"at all times {_is(one)}"
        case Compound("!", (Compound("F"),)) if (times := _times(formula.operands[0])) is not None:
            return f"at most {_count(times[1] - 1)}, {_is(times[0])}"
        case Compound("F") if (times := _times(formula)) is not None and times[1] > 1:
            return f"at least {_count(times[1])}, {_is(times[0])}"
        case Compound("F", (one,)):
            return f"some time {_is(one)}"
        case Compound("!", (one,)):
            return f"it is not so that {_rule(one)}"
        case Compound("|", (one, other)):
            return f"{_rule(one)}, or {_rule(other)}"
        case Compound("->", (one, other)):
            return f"if at the start {_is(one)}: {_rule(other)}"
        case Compound("W", (one, other)):
            return f"until {_is(other)}, {_is(one)}"
        case _:
            return f"at the start {_is(formula)}"


def _is(formula: Formula) -> str:
    """What holds at some position."""
    match formula:
        case Proposition():
            return _done(formula) if formula.event else fact_in_words(formula, True)
        case Same():
            return f"{_called(formula.left)} is {_called(formula.right)}"
        case Quantified():
            return f"{_quantifier(formula)} {_is(formula.body)}"
        case Compound("!", (Proposition(event=False) as fact,)):
            return fact_in_words(fact, False)
        case Compound("!", (Same() as same,)):
            return f"{_called(same.left)} is not {_called(same.right)}"
        case Compound("!", (one,)):
            return f"it is not so that {_is(one)}"
        case Compound("&", (one, other)):
            return f"{_is(one)} and {_is(other)}"
        case Compound("|", (one, other)):
            return f"{_is(one)}, or {_is(other)},"
        case Compound("->", (one, other)):
            return f"if {_is(one)}, then {_is(other)}"
        case Compound("Y", (Compound("O", (one,)),)):
            return f"before that, at some time, {_is(one)}"
        case Compound("Y", (one,)):
            return f"just before that {_is(one)}"
        case Compound("O", (one,)):
            return f"at some time by then {_is(one)}"
        case Compound("X", (Compound("F", (one,)),)):
            return f"some time later {_is(one)}"
        case Compound("X", (one,)):
            return f"in the next step {_is(one)}"
        case Compound("WX", (Compound("G", (Compound("!", (one,)),)),)):
            return f"from then on at no time {_is(one)}"
        case Compound("WX", (Compound("!", (one,)),)):
            return f"not in the next step {_is(one)}"
        case Compound("WX", (one,)):
            return f"in the next step, if there is one, {_is(one)}"
        case Compound("F", (one,)):
            return f"now or later {_is(one)}"
        case Compound("G", (Compound("->", (Compound("last"), then)),)):
            return f"at the end {_is(then)}"
        case Compound("G", (one,)):
            return f"from then on always {_is(one)}"
        case Compound("H", (one,)):
            return f"always until then {_is(one)}"
        case Compound("last"):
            return "the plan is over"
        case Compound("true"):
            return "anything is the case"
        case Compound("false"):
            return "nothing can be the case"
        case Compound(operator, operands):
            return f" {operator} ".join(f"({_is(one)})" for one in operands)


def _times(formula: Formula) -> tuple[Formula, int] | None:
    """How often something is to happen, of *some time, and some time after that*."""
    match formula:
        case Compound("F", (Compound("&", (one, Compound("X", (Compound("F") as rest,)))),)):
            inner = _times(rest)
            return None if inner is None or str(inner[0]) != str(one) else (one, inner[1] + 1)
        case Compound("F", (one,)):
            return one, 1
        case _:
            return None


def _count(number: int) -> str:
    return {0: "zero times", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _quantifier(formula: Quantified) -> str:
    listed = ", ".join(
        f"{plain(kind) if kind != 'object' else 'thing'} {name[1:]}" for name, kind in formula.variables
    )
    return f"for every {listed}" if formula.universal else f"for some {listed}"


def _called(term: str) -> str:
    return "anything" if term == ANY else term[1:] if term.startswith("?") else plain(term)


def _done(event: Proposition) -> str:
    verb = "do anything" if event.name == ANY else verb_of(event.name)
    if event.args is None:
        return f"you {verb} anything"
    args = list(event.args)
    while len(args) > 1 and args[-1] == ANY:  # *you wash the cup* says of itself: anywhere
        args.pop()
    return " ".join(["you", verb, ", ".join(map(_called, args))]).strip()


def fact_in_words(fact: Proposition, positive: bool) -> str:
    """A fact, or its opposite, as a sentence says it."""
    name, args = plain(fact.name), [_called(one) for one in fact.args or ()]
    be = "is" if positive else "is not"
    match args:
        case []:
            return f"{name} {'holds' if positive else 'does not hold'}"
        case [one] if name in _ROBOTS:
            return f"you {'are' if positive else 'are not'} {name} {one}"
        case [one]:
            return f"{one} {be} {name.removeprefix('is ')}"
        case [one, other] if (there := _where(fact.name)) is not None:
            return f"{one} {be} {there} {other}"
        case [one, other] if name == "has":
            return f"{one} {'has' if positive else 'does not have'} {other}"
        case [one, other]:
            return f"{one} {name} {other}{'' if positive else ' does not hold'}"
        case _:
            return f"{name}({', '.join(args)}) {'holds' if positive else 'does not hold'}"


def _where(predicate: str) -> str | None:
    """Where a relation says that a thing is: ``ontop`` *on top of*, ``item-at`` *at*; ``None`` if nowhere."""
    name = relation(predicate)
    words = name.split()
    at = next((at for at, one in enumerate(words) if one in _SMALL), None)
    if at is None:
        return None
    if at and words[at - 1].endswith(("s", "ed")):  # *stands in*, *stored in*
        return name if words[0].endswith("ed") and at == 1 else None
    if at > 1 or (at and at + 1 < len(words)):
        return None
    rest = words[at:]
    if rest[:2] == ["on", "top"]:
        return "on top of"
    return " ".join(rest) if len(rest) == 1 or rest[-1] in _SMALL else rest[0] if len(rest) == 2 else None
