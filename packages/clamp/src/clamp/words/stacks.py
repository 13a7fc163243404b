"""What a sentence says of stacks: *Create 2 stacks: green over blue over purple, red over yellow.*

What is over what becomes facts of the domain's own *on*, what is lowest stands on the table. Every word is accounted
for, or nothing is read; a number of stacks that the sentence does not keep to is no reading either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from clamp.planning.goals import GoalLiteral, Goals
from clamp.planning.system import TransitionSystem
from clamp.words.naming import plain
from clamp.words.orders import Unclear

Literals = tuple[GoalLiteral, ...]

_IN_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_IN_WORDS, 1)} | {
    **{"a": 1, "an": 1, "a single": 1},
    "both": 2,
}
_COUNT = rf"(?:\d+|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_BLOCKS = r"(?:blocks?|cubes?|bricks?|boxes|box|pieces?|objects?|items?|things?|ones?)"
_STACKS = r"(?:stacks?|towers?|piles?|columns?)"
_OPENING = re.compile(
    r"^(?:please|kindly|now|ok(?:ay)?|hey|robot|(?:could|can|would|will) you(?: please)?|i (?:want|need|would like)"
    r"(?: you to)?|i'd like(?: you to)?|we (?:want|need)|your (?:task|job|goal) is to|the (?:task|goal) is(?: to)?"
    r"|let's|let us|you (?:should|must|have to|need to))\b[ ,:]*"
)
_MAKING = (
    r"(?:create|make|build|form|construct|assemble|produce|erect|set up|put together|put up|there (?:should|must) be"
    r"|have|end up with|(?:re)?arrange|(?:re)?organi[sz]e|sort|stack|pile|place|put|group|get)"
)
_HEAD = re.compile(
    rf"^(?:(?P<verb>{_MAKING})(?: up)?\b)?"
    rf"(?: ?(?:all |all of )?(?:the |these |those |my )?(?:\w+ )?{_BLOCKS})?"
    r"(?: ?(?:so that|such that) (?:there (?:are|is)|you (?:get|have)))?"
    r"(?: ?(?:in|into|as|to(?: form| make| build)?)\b)?"
    rf"(?: ?(?:exactly )?(?P<count>{_COUNT})\b)?(?: (?:separate|different|distinct|new|single|tall|neat))?"
    rf"(?: ?(?P<stack>{_STACKS})\b)?(?: of (?:the )?(?:\w+ )?{_BLOCKS})?"
    r"(?P<close>(?: ?(?:as follows|like this|like so|in this (?:order|way)|with|where|in which"
    r"|such that|so that|consisting of"
    r"|namely|made of|that is|i\.e\.|of)\b)*[ :,–-]*)"
)
_ON = (
    r"(?:(?:which|that|and this|and that|, which|, that) )?(?:(?:is|are"
    r"|should be|must be|shall be|sits?|stands?|lies?|rests?|goes?|comes?"
    r"|sitting|standing|lying|resting|placed|stacked|put|going) )?(?:directly |right |straight |immediately )?"
)
_OVER = re.compile(rf" ?{_ON}(?:over|onto|on top of|on top|on|atop(?: of)?|upon|above)\b ?")
_UNDER = re.compile(rf" ?{_ON}(?:under|underneath|below|beneath)\b ?")
_NEXT = re.compile(r" ?(?:, ?)?(?:(?:and|then|next|finally|followed by|plus)\b ?)* ?(?:, ?)?")
_APART = re.compile(
    rf" ?[.;,/|\n]* ?(?:(?:and|as well as|plus|then|also|finally|with|next to (?:it|that)|beside (?:it|that)"
    rf"|(?:a |an |the )?(?:first|second|third|fourth|fifth|sixth|last|other|another|next)(?: one)?"
    rf"|in (?:the|a|another)|{_STACKS}(?: (?:of|is|with|has))?"
    r"|(?:and )?(?:one|another)(?: of| with)?|\d\s*[.):])(?!\w) ?[,:;]? ?)*"
)
_DOWNWARDS = r"(?:from )?(?:the )?top (?:down )?to (?:the )?bottom|top[ -]down|from the top(?: down)?"
_UPWARDS = r"(?:from )?(?:the )?bottom (?:up )?to (?:the )?top|bottom[ -]up|from the bottom(?: up)?"
_ORDER = re.compile(rf" ?,? ?\(?(?:(?P<down>{_DOWNWARDS})|(?P<up>{_UPWARDS}))\)? ?[:,]? ?")
_MARK = re.compile(
    r" ?(?:(?:is|goes|should be|must be|,) )?(?:"
    r"(?P<low>(?:at|on|in|to) the (?:very )?(?:bottom|base)|lowest|as the base|on the table|on the ground)"
    r"|(?P<high>(?:at|on|to) the (?:very )?top|on top|topmost|highest|uppermost)"
    r"|(?P<mid>in the middle|in between|between them))\b(?! of) ?"
)
_END = re.compile(r"[ .!,]*(?:please|thanks|thank you|in the end|at the end)?[ .!]*$")


class _NotRead(Exception):
    """A sentence about stacks that was not read to its end."""


def stacks(sentence: str, system: TransitionSystem[Any], goals: Goals) -> Literals | Unclear | None:
    """The goal that a sentence about stacks asks for; ``None`` where it is about something else.

    Args:
        system: The problem; it needs a predicate *on*.
        goals: What may be asked for there, which says what the table is called.
    """
    words = system.rule_words()
    on = next(
        (name for name, arities in words.predicates.items() if plain(name) in _ONS and 2 in arities), None
    )
    if on is None:
        return None
    text = sentence.lower().replace("’", "'").replace("_", " ").replace("(", " ").replace(")", ", ")
    text = re.sub(r"\s+", " ", text).strip()
    while (opened := _OPENING.match(text)) and opened.end():
        text = text[opened.end() :].removesuffix("?")
    head = _HEAD.match(text)
    assert head is not None
    counted, titled = head["count"], head["stack"] is not None
    bodies = [text[head.end() :]]
    if not titled:  # *stack the red block on the blue one*; *pile up the six blocks: red on blue on …*
        if head["verb"] not in ("stack", "pile"):
            return None
        bodies = [re.sub(rf"^{head['verb']}(?: up)?\b[ :]*", "", text), *bodies]
    chains, why = [], ""
    for body in bodies:
        try:
            chains = _Body(body, _names(system, words)).chains()
            break
        except _NotRead as error:
            why = str(error)
    if not any(len(one) > 1 for one in chains):
        return Unclear(why) if titled and why and _OVER.search(bodies[0]) else None
    if titled and counted is not None:
        number = int(counted) if counted.isdigit() else _NUMBERS[counted]
        if number != len(chains):
            return Unclear(
                f"it asks for {number} stack{'s' if number != 1 else ''} and describes {len(chains)}"
            )
    names = [name for chain in chains for name in chain]
    again = [one for one in names if names.count(one) > 1]
    if again:
        return Unclear(f"{again[0]!r} is in two places")
    literals = [GoalLiteral(on, pair) for chain in chains for pair in pairwise(chain)]
    if titled or any(len(one) == 1 for one in chains):
        literals += [one for chain in chains if (one := _standing(chain[-1], on, goals)) is not None]
    return tuple(literals)


_ONS = ("on", "on top of", "stacked on", "on block", "is on")


def _standing(name: str, on: str, goals: Goals) -> GoalLiteral | None:
    """The fact that a thing stands on the table, as this domain says it."""
    for predicate in {one.predicate for one in goals.literals}:
        if plain(predicate).replace(" ", "") in ("ontable", "onthetable", "onfloor", "onground"):
            return GoalLiteral(predicate, (name,))
    tables = {
        one.args[1]
        for one in goals.literals
        if one.predicate == on and len(one.args) == 2 and plain(one.args[1]) == "table"
    }
    return GoalLiteral(on, (name, *tables)) if len(tables) == 1 else None


def _names(system: TransitionSystem[Any], words: Any) -> dict[str, str]:
    """What each thing may be called: its name, without its noun, with another noun for blocks."""
    found: dict[str, set[str]] = {}
    for name in system.entities:
        called = plain(name)
        bare = re.sub(rf"^{_BLOCKS} | {_BLOCKS}$", "", called)
        for one in {
            called,
            bare,
            *(f"{bare} {noun}" for noun in ("block", "cube", "brick", "one", "box")),
            f"block {bare}",
        }:
            found.setdefault(one, set()).add(name)
    return {one: next(iter(names)) for one, names in found.items() if len(names) == 1}


class _Body:
    """What follows the title: chains of things, each from the top to the bottom."""

    def __init__(self, text: str, names: dict[str, str]) -> None:
        self._text, self._names, self._at = text, names, 0
        called = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self._thing = re.compile(rf" ?(?:the |a |an |my |one )?(?P<name>{called})(?!\w)")

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found is None or not found.end() - found.start():
            return None
        self._at = found.end()
        return found

    def _one(self) -> str:
        found = self._take(self._thing)
        if found is None:
            rest = self._text[self._at :].strip() or "its end"
            raise _NotRead(f"there is no thing here that is called as at {rest!r}")
        return self._names[found["name"]]

    def chains(self) -> list[tuple[str, ...]]:
        """Raises `_NotRead` where a word is left over."""
        order = self._take(_ORDER)
        found: list[tuple[str, ...]] = []
        while not _END.match(self._text, self._at):
            if found or order is None:
                self._take(_APART)
                order = self._take(_ORDER) or order
            found.append(self._chain(order))
        if not found:
            raise _NotRead("it describes none")
        return found

    def _chain(self, order: re.Match[str] | None) -> tuple[str, ...]:
        names, marks = [self._one()], [self._mark()]
        if order is None:
            for relation, turned in ((_OVER, False), (_UNDER, True)):
                if self._take(relation):
                    names.append(self._one())
                    while self._take(relation):
                        names.append(self._one())
                    if (_UNDER if relation is _OVER else _OVER).match(self._text, self._at):
                        raise _NotRead("it says both what is over and what is under something")
                    return tuple(reversed(names) if turned else names)
        names, marks = [*names], [*marks]
        while (more := self._more()) is not None:
            names.append(more)
            marks.append(self._mark())
        after = self._take(_ORDER) if order is None else None
        return tuple(self._ordered(names, marks, order or after))

    def _more(self) -> str | None:
        """The next thing of a list, if it goes on."""
        before = self._at
        if self._take(_NEXT) and (found := self._take(self._thing)):
            end = self._at
            related = _OVER.match(self._text, end) or _UNDER.match(self._text, end)
            if not related or _MARK.match(self._text, end):
                return self._names[found["name"]]
        self._at = before
        return None

    def _mark(self) -> str:
        found = self._take(_MARK)
        return next((name for name, said in found.groupdict().items() if said), "") if found else ""

    def _ordered(self, names: list[str], marks: list[str], order: re.Match[str] | None) -> Iterator[str]:
        """A list from the top to the bottom.

        Raises:
            _NotRead: If nothing says which end is up, or two things say otherwise.
        """
        ways: set[bool] = set()  # whether it is told upwards
        if order is not None:
            ways.add(order["up"] is not None)
        for place, mark in enumerate(marks):
            if mark and len(names) > 1 and (mark == "mid") == (place in (0, len(names) - 1)):
                raise _NotRead(f"{names[place]!r} is said to be where it is not")
            if mark in ("low", "high") and len(names) > 1:
                ways.add((mark == "low") == (place == 0))
        if len(names) > 1 and len(ways) != 1:
            raise _NotRead("it does not say which is on which")
        return iter(reversed(names) if True in ways else names)
