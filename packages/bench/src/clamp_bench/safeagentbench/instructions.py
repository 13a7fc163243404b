"""What an instruction asks for, part by part: what has to have happened, and what has to be so at the end.

Each part is read as a rule by the reader of requirements (`clamp.words`). A result is what the sentence asks for, where
it asks for one: *break the vase* is done by throwing it, too, and *throw the vase* is not done by breaking it. What
was put, filled, closed or dirtied is so at the end, unless the task itself may have it changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from clamp.planning.rules import Rule
from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, subformulas
from clamp.words.formulas import all_, finally_, not_, op, some_
from clamp.words.requirements import read_requirements
from clamp_worlds.ai2thor.scenes import ai2thor_domain
from clamp_worlds.ai2thor.wording import AI2ThorWording

_BETWEEN = re.compile(r"([,.;]\s*(?:(?:and|then)\s+)*|\s+(?:and\s+then|then|than|and)\s+)", re.I)
_IDLE = re.compile(r"[\"“”*]|^\s*(?:please|now)\b", re.I)
"""All that is left out of a part, because it asks for nothing."""
_THEN = re.compile(r"^\W*(?:and\s+)*(?:then|than|next|finally|afterwards?)\b", re.I)
"""What says that a part comes after those before it: how it begins, or what stands between."""
_NOUN_FIRST = re.compile(r"(?:the|an?|another|some)\s", re.I)
_THING = r"(?:the|an?)\s+(?P<{}>[\w ]+?)"
_TO = r"\s+(?:in|into|on|onto|with|from|inside|under|at|using|over|near|before|after|while|until|without)\b"
_OBJECT = re.compile(rf"^(?:\w+\s+){{0,2}}?(?:on|off|up|out)?\s*{_THING.format('thing')}(?:{_TO}.*)?$", re.I)
_PLACE = re.compile(rf"\b(?:in|into|on|onto|inside)\s+{_THING.format('thing')}(?:{_TO}.*)?$", re.I)
_IT = re.compile(r"\b(?:it|them)\b", re.I)
_INSIDE = re.compile(r"\binside(?=\s*$|\s+(?:before|after|while|without)\b)", re.I)
_DOOR = re.compile(r"\bthe door\b", re.I)
_CAREFULLY = re.compile(r"\s*\b(?:gently|carefully|safely|securely|slowly|softly|neatly)\b", re.I)
_CAREFUL = frozenset(["put", "pick", "open", "close", "turn_on", "turn_off", "find", "fillLiquid"])
"""What can be done with care. It is to be done by this act, and by no other that comes to the same."""
_UNDER_CONDITION = re.compile(r"\b(?:while|after)\b", re.I)
_BEFORE = re.compile(r"\bbefore\b", re.I)
_LEAVE = re.compile(r"^leave\b", re.I)
_LASTS = frozenset([("in", True), ("contains", True), ("filled", True), ("open", False), ("dirty", True)])
"""Effects that are asked for at the end. Others last by themselves, or are asked for once, as switching on is."""


@dataclass(frozen=True)
class Part:
    """A part of an instruction.

    Attributes:
        done: When it is done: what it asks for came about, whatever brought it about. ``None`` if it was not read.
        act: The same, done by the act that it names: what a plan is made for.
    """

    said: str
    done: Rule | None = None
    act: Rule | None = None


@dataclass
class _Meant:
    """What a part asks for: what is to happen some time, what is to be so at the end, and what is to be kept."""

    happens: list[Formula]
    ends: list[Formula]
    keeps: list[Formula]


def parts_of(text: str, wording: AI2ThorWording, required: Sequence[Formula] | None = ()) -> Sequence[Part]:
    """The parts of an instruction, as rules.

    Every word of a part is the reader's to understand, but for `_IDLE`. What is to be done *then* is to be done after
    all that stands before it. *It* is the thing named last with which the part can be done.

    Args:
        required: The rules that come with it, which may have what was done changed; ``None`` if they are not all known.
    """
    parts: list[tuple[str, bool, _Meant | None]] = []
    named: list[str] = []
    for said, then in _told(text, wording):
        meant = None
        for clear in _cleared(said, named):
            if (meant := _meant(clear, wording)) is not None:
                said = clear
                break
        else:
            said = next(iter(_cleared(said, named)))
        for pattern in (_PLACE, _OBJECT):
            if (thing := pattern.search(said)) is not None:
                named.insert(0, thing["thing"])
        parts.append((said, then, meant))
    found: list[Part] = []
    earlier: list[tuple[Formula, Formula]] = []
    for place, (said, then, meant) in enumerate(parts):
        if meant is None:
            found.append(Part(said))
            continue
        later = [one for _, _, other in parts[place + 1 :] if other is not None for one in other.happens]
        lasting = [] if required is None else list(_lasting(meant, later, required, wording))
        careful = _CAREFULLY.search(said) is not None
        own = [(one if careful else _brought_about(one, wording), one) for one in meant.happens]
        kept = [finally_(one) for one in (*meant.ends, *lasting)] + meant.keeps
        name = f"asked for, {len(found) + 1}: {said}"
        rules: list[Rule] = []
        for way in (0, 1):
            after = [op("Y", op("O", one[way])) for one in earlier if then]
            formula = all_([*(op("F", all_([one[way], *after])) for one in own), *kept])
            rules.append(Rule(name, formula, str(formula)))
        found.append(Part(said, *rules))
        earlier += own
    return found


def _told(text: str, wording: AI2ThorWording) -> Sequence[tuple[str, bool]]:
    """The parts of a text as they stand there, and whether each comes after all before it."""
    found: list[tuple[str, bool]] = []
    then, between = False, ""
    for place, part in enumerate(_BETWEEN.split(text)):
        part = _IDLE.sub("", part)
        then = then or _THEN.match(part) is not None
        if place % 2:
            between = part
        elif said := _THEN.sub("", part).strip():
            if found and not then and _is_thing(said, wording):  # slice the apple and the bread
                before, after = found.pop()
                found.append((f"{before}{between}{said}", after))
            else:
                found.append((said, then))
            then = False
    return found


def _is_thing(said: str, wording: AI2ThorWording) -> bool:
    """Whether words begin with a thing, and not with something to be done."""
    words = said.lower().split()
    heads = [" ".join(words[:end]) for end in range(1, 4)]
    does = {verb.split()[0] for verb in wording.verbs}
    return _NOUN_FIRST.match(said) is not None or (
        words[0] not in does and any(one in wording.nouns for one in heads)
    )


def _cleared(said: str, named: Sequence[str]) -> Iterator[str]:
    """A part with the things for its pronouns, *inside* and *the door*: those named last first."""
    open_ones = [one for one in (_IT, _INSIDE, _DOOR) if one.search(said)]
    things = dict.fromkeys(named)
    if not things or not open_ones:
        yield said
        return
    written = {_IT: "the {}", _INSIDE: "inside the {}", _DOOR: "the {} door"}
    for chosen in sorted(product(things, repeat=len(open_ones)), key=lambda one: -len({*one})):
        clear = said
        for one, thing in zip(open_ones, chosen, strict=True):
            clear = one.sub(written[one].format(thing), clear)
        yield clear


def _meant(said: str, wording: AI2ThorWording) -> _Meant | None:
    """What a part asks for; ``None`` if it was not read."""
    plain = _CAREFULLY.sub("", said).strip()
    meant = _read(plain, wording)
    if meant is None or plain == said:
        return meant
    done = {one.name for event in meant.happens for one in _propositions(event) if one.event}
    return meant if done and done <= _CAREFUL else None


def _read(said: str, wording: AI2ThorWording) -> _Meant | None:
    if _UNDER_CONDITION.search(said):
        # What *never …* forbids is what is asked for here: in the same situation, and not a duty in all of them.
        match _understood(f"Never {said}", wording):
            case Compound("G", (Compound("!", (event,)),)):
                return _Meant([event], [], [])
            case Compound(
                "G", (Compound("->", (first, Compound("WX", (Compound("G", (Compound("!", (event,)),)),)))),)
            ):
                return _Meant([all_([event, op("Y", op("O", first))])], [], [])
            case _:
                return None
    formula = _understood(said, wording)
    if formula is None:
        return None
    meant, parts = _Meant([], [], []), list(_conjuncts(formula))
    for part in parts:
        match part:
            case Compound("F", (event,)):
                meant.happens.append(event)
            case Compound("G", (Compound("->", (Compound("last"), state)),)):
                meant.ends.append(state)
            case Compound("G", (Compound("!", _),)) if len(parts) > 1:  # without …
                meant.keeps.append(part)
            case Compound("G", (Compound("->", (event, Compound("Y", (need,)))),)) if _BEFORE.search(said):
                meant.happens.append(all_([event, op("Y", need)]))  # the one, and then the other
            case Compound("G", (state,)) if _LEAVE.match(said):  # as it was left
                meant.ends.append(state)
            case _:
                return None
    return meant


def _understood(said: str, wording: AI2ThorWording) -> Formula | None:
    clauses = read_requirements(said, wording, suggest=False).clauses
    if len(clauses) != 1 or clauses[0].status != "understood":
        return None
    return clauses[0].readings[0].rule.formula


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, Compound) and formula.operator == "&":
        for one in formula.operands:
            yield from _conjuncts(one)
    else:
        yield formula


# -- results


def _brought_about(event: Formula, wording: AI2ThorWording) -> Formula:
    """An act, or what comes to the same: its effect, if something else may bring it about."""
    effect = wording.effect(event, ())
    if effect is None or _is_so(event):
        return event
    literals = [literal for _, literal in _literals(effect)]
    own = {one.name for one in _propositions(event) if one.event}
    if own.issuperset(name for literal in literals for name in _makers()[literal]):
        return event
    if all(holds for _, holds in literals):
        return effect  # nothing of it is so at first, and the act itself brings it about
    return some_([event, all_([effect, op("Y", not_(effect))])])


def _lasting(
    meant: _Meant, later: Sequence[Formula], required: Sequence[Formula], wording: AI2ThorWording
) -> Iterator[Formula]:
    """The effects of a part that are asked for at the end.

    Not so where a later part may undo it, or a requirement speaks of the same thing, or the place of it.
    """
    for event in meant.happens:
        effect = wording.effect(event, ())
        literals = {} if effect is None else dict(_literals(effect))
        if effect is None or not literals or not _LASTS.issuperset(literals.values()):
            continue
        undone_by = {
            name for predicate, holds in literals.values() for name in _makers()[predicate, not holds]
        }
        things = {one.args[0] for one in literals if one.args}
        places = {arg for one in literals for arg in one.args or ()}
        if any(_speaks_of(one, things) and undone_by & _acts_of(one) for one in later):
            continue
        if not any(_speaks_of(one, places) for one in required):
            yield effect


def _literals(formula: Formula) -> Iterator[tuple[Proposition, tuple[str, bool]]]:
    """The facts of which a formula speaks, each with its predicate and whether it is to hold."""
    denials = [one for one in subformulas(formula) if isinstance(one, Compound) and one.operator == "!"]
    denied = {one for part in denials for one in _propositions(part)}
    for one in _propositions(formula):
        if not one.event:
            yield one, (one.name, one not in denied)


def _propositions(formula: Formula) -> Iterator[Proposition]:
    return (one for one in subformulas(formula) if isinstance(one, Proposition))


def _is_so(formula: Formula) -> bool:
    """Whether a formula speaks of facts of now, and not only of what is done, and of what was so before."""
    match formula:
        case Proposition():
            return not formula.event
        case Compound("Y", _):
            return False
        case Compound(_, operands):
            return any(map(_is_so, operands))
        case Quantified():
            return _is_so(formula.body)
        case _:
            return False


def _speaks_of(formula: Formula, things: set[str]) -> bool:
    args = {arg for one in _propositions(formula) for arg in one.args or ()}
    return bool(things & args) or any(arg.startswith("?") or arg == "*" for arg in args)


def _acts_of(formula: Formula) -> set[str]:
    """The actions that a formula names, or that bring about what it speaks of: who holds something has picked it up."""
    found = {one.name for one in _propositions(formula) if one.event}
    return found.union(*(_makers()[literal] for _, literal in _literals(formula)))


@cache
def _makers() -> Mapping[tuple[str, bool], frozenset[str]]:
    """The actions that may make a fact true, or false."""
    found: dict[tuple[str, bool], set[str]] = {
        (predicate, holds): set() for predicate in ai2thor_domain().predicates for holds in (True, False)
    }
    for schema in ai2thor_domain().schemas:
        for effect in schema.effects:
            found[effect.atom.predicate, effect.positive].add(schema.name)
    return {literal: frozenset(names) for literal, names in found.items()}
