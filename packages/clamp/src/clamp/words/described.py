"""Things that facts tell from their like, where names do not: *Jonas's headset*, *the red mug* of ``mug1``, ``mug2``.

A sentence is said with the name of the one thing that it describes, and of the one person who is *him* or *her*; what
describes none or several is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise, product
from typing import Any

from clamp.planning.system import TransitionSystem
from clamp.words.english import these
from clamp.words.naming import plain
from clamp.words.senses import people_of

_PLACES = these(
    "in on at inside within into onto upon contained located loc placed connected linked adjacent next path part "
    "stands stand standing situated sits lies installed fitted"
)
"""A fact with such a word tells where something is, which is read where places are (`Orders`)."""
_HE = these(
    "mr dad daddy papa father grandpa grandad grandfather opa uncle brother bro son husband boy man sir king"
)
_SHE = these(
    "mrs ms miss mum mom mummy mommy mama gran granny nan nana grandma grandmother oma aunt auntie mother sister sis "
    "daughter wife girl woman madam lady"
)
_OF_THE_OTHER = {"his": _SHE, "him": _SHE, "her": _HE}
_OWN = r"(?:own |new |old |other )?"
_THAT_IS = r"(?:of|that belongs to|which belongs to|that is|which is|belonging to|owned by) "
_TO_SOMEBODY = (
    r"(?P<way>\b(?:to|with) )(?P<who>him|her)\b(?=\s*(?:[,.;:!?]|$|(?:and|please|so|then|now|before|in|at|when)\b))",
    r"(?P<way>\b(?:bring|give|hand|pass|take|fetch|get) )(?P<who>him|her)\b(?= (?:the|a|an|some|one|two|both|all)\b)",
)
"""*Bring it to her*, *give him the mug*."""


def by_name(sentence: str, system: TransitionSystem[Any], before: str = "") -> str:
    """A sentence with the names of things that it tells by whose they are, or by what else holds of them for good.

    *Give Jonas his headset, and put the red mug on the shelf; the blue one stays where it is.*

    Args:
        sentence: What a person asks for.
        system: The problem.
        before: What was said besides, of which pronouns may speak.
    """
    return _Described(sentence, system, before).named()


def of_somebody_else(sentence: str, system: TransitionSystem[Any]) -> str:
    """What a sentence calls somebody's that facts say is another's: *Nora's keys*, of Emil's; empty if nothing."""
    return _Described(sentence, system).of_somebody_else()


def unlike(sentence: str, system: TransitionSystem[Any]) -> str:
    """What a sentence says of a thing that nothing of that noun is, by facts that never change: *the red plate*."""
    return _Described(sentence, system).unlike()


class _Described:
    def __init__(self, sentence: str, system: TransitionSystem[Any], before: str = "") -> None:
        self._sentence, self._before = sentence, before
        self._words = system.rule_words()
        self._related = [
            name
            for name, arities in self._words.predicates.items()
            if 2 in arities and _PLACES.isdisjoint(plain(name).split())
        ]
        self._placing = [
            name
            for name, arities in self._words.predicates.items()
            if 2 in arities and name not in self._related
        ]
        self._looks = {
            plain(name).removeprefix("is "): name
            for name, arities in self._words.predicates.items()
            if 1 in arities
        }
        self._called = {name: plain(name) for name in system.entities}
        self._people = people_of(system.lexicon.types)
        kinds: dict[str, list[str]] = {name: [] for name in self._called}
        for kind, members in system.lexicon.types.items():
            for name in {*members} & kinds.keys():
                kinds[name].append(plain(kind))
        self._nouns: dict[str, list[str]] = {}
        for name, called in self._called.items():
            words = re.sub(r"(?<=[a-z]) ?\d+\b", "", called).split()
            for noun in {*(" ".join(words[at:]) for at in range(len(words))), *kinds[name]} - {"object"}:
                self._nouns.setdefault(noun, []).append(name)
        if "lamp" in self._nouns:
            self._nouns.setdefault("light", self._nouns["lamp"])

    def named(self) -> str:
        """See `by_name`."""
        for one, other in pairwise(re.findall(r"[a-z]+", self._sentence.lower())):
            if one + other in self._nouns:  # *school bag*, of ``schoolbag1``
                self._sentence = re.sub(rf"\b{one} {other}\b", one + other, self._sentence, flags=re.I)
        several = _either(noun for noun, of in self._nouns.items() if len(of) > 1)
        one = _either(self._said(self._called.values()))
        such = _either(self._said((*self._called.values(), *self._looks)))
        for pattern in _TO_SOMEBODY:
            self._sentence = re.sub(pattern, self._to_whom, self._sentence, flags=re.I)
        the = r"(?:(?:the|a|an|my|your|our|this|that) )?"
        self._sentence = re.sub(
            rf"\bthe (?P<noun>{several})(?P<rest> [^,.;!?]*)?,? (?:but )?not the (?P<not>\w+)(?: one| (?P=noun))?"
            r"(?=\s*(?:[,.;!?]|$))",
            self._the_other,
            self._sentence,
            flags=re.I,
        )
        for pattern in (
            rf"\b(?:(?P<whose>{one})(?:['’]s?|s['’])|(?P<pronoun>his|her|their)) {_OWN}(?P<noun>{several})\b(?!['’])",
            rf"\b{the}(?P<what>{such}) (?P<noun>{several})\b(?!['’])",
            rf"\b{the}(?P<noun>{several}) {_THAT_IS}(?P<late>{such})\b",
            rf"\b{the}(?P<noun>{several}) (?:that|which) (?P<no>is not|isn['’]t) (?P<late>{such})(?:['’]s)?\b",
            rf"\b{the}(?P<what>{such}) one\b(?!['’])",
            rf"(?<=\band )(?P<whose>{one})['’]s(?= (?:in|into|on|onto|to) )",
        ):
            self._sentence = re.sub(pattern, self._name, self._sentence, flags=re.I)
        return self._in_its_scene(several)

    def _in_its_scene(self, several: str) -> str:
        """*It's dark in the study, put the light on*: the one in the only place that is named, where that is told."""
        said = f"{self._before}, {self._sentence}" if self._before else self._sentence
        called = _either(self._called.values())
        places = {
            one.lower() for one in re.findall(rf"\b(?:in|at) (?:(?:the|my|our) )?({called})\b", said, re.I)
        }
        if len(places) != 1:
            return self._sentence
        (place,) = places
        told = re.search(
            rf"(?:['’]s|['’]re|['’]m|\b(?:is|are|am|was))\b[^,;:.!?]* {re.escape(place)}\b[^,;:.!?]*[,;:.!?]",
            said,
            re.I,
        )
        if told is None:
            return self._sentence
        start = max(told.end() - len(said) + len(self._sentence), 0)

        def named(found: re.Match[str]) -> str:
            things = self._nouns[found["noun"].lower()]
            here = [
                one
                for one in things
                for at in self._called
                if self._called[at] == place and self._is_at(one, at)
            ]
            return f"the {self._called[here[0]]}{found['off'] or ''}" if len(here) == 1 else found[0]

        own = (
            r"(?! (?:in|at|from|of|under|by|near|that|which|upstairs|downstairs)\b(?! there\b))"
            r"(?! on (?:the|my|our|a)\b)"
        )
        there = r"(?P<off> (?:on|off|up|down)\b)?(?: (?:in |over |up |down )?there\b)?"
        noun = re.compile(rf"\b(?:the|that) (?P<noun>{several})\b(?!['’]){own}{there}", re.I)
        return self._sentence[:start] + noun.sub(named, self._sentence[start:])

    def of_somebody_else(self) -> str:
        """See the function."""
        whose = _either(self._called[one] for one in self._people if one in self._called)
        nouns = _either(self._nouns)
        for found in re.finditer(
            rf"\b(?:(?P<whose>{whose})['’]s?|(?P<pronoun>his|her)) {_OWN}(?P<noun>{nouns})\b(?!['’])",
            self._sentence,
            re.I,
        ):
            by = (
                found["whose"] or self._antecedent(self._sentence[: found.start()], found["pronoun"])
            ).lower()
            things = self._nouns[found["noun"].lower()]
            owners = [{one for one in self._people if self._holds(name, one)} for name in things]
            if by and all(owners) and not any(self._called[one] == by for of in owners for one in of):
                return found[0]
        return ""

    def unlike(self) -> str:
        """See the function."""
        looks = {
            said: name
            for said, name in self._looks.items()
            if any(self._is_so(name, one) for one in self._called)
        }
        for found in re.finditer(
            rf"\b(?P<what>{_either(looks)}) (?P<noun>{_either(self._nouns)})\b(?!['’])", self._sentence, re.I
        ):
            what, things = found["what"].lower(), self._nouns[found["noun"].lower()]
            if all(
                self._words.constant((looks[what], (one,))) is False and what not in self._called[one].split()
                for one in things
            ):
                return found[0]
        return ""

    def _is_so(self, fact: str, thing: str) -> bool:
        return self._words.constant((fact, (thing,))) is True

    def _to_whom(self, found: re.Match[str]) -> str:
        who = self._antecedent(self._sentence[: found.start()], found["who"].lower())
        return f"{found['way']}{who.title() or found['who']}"

    def _name(self, found: re.Match[str]) -> str:
        said = {key: value.lower() for key, value in found.groupdict().items() if value}
        before = self._sentence[: found.start()]
        noun = said.get("noun") or self._noun_before(before)
        if "pronoun" in said:
            by = self._antecedent(before, said["pronoun"])
        else:
            by = said.get("whose") or said.get("what") or said.get("late") or ""
        things = self._nouns.get(noun, [])
        left = [name for name in things if self._is_told(name, by) != ("no" in said)]
        if by and len(left) == 1 < len(things):
            return f"{'the' if before else 'The'} {self._called[left[0]]}"
        own = [
            name
            for name in things
            if {*by.split(), f"{by}s"} & {*self._called[name].split()} - {*noun.split()}
        ]
        if "what" not in said and by and len(own) == 1 < len(things):  # ``toms_desk``
            return f"{'the' if before else 'The'} {self._called[own[0]]}"
        return found[0]

    def _the_other(self, found: re.Match[str]) -> str:
        """*Wash the mug, but not the blue one*, where there are two."""
        things = self._nouns[found["noun"].lower()]
        left = [name for name in things if found["not"].lower() not in self._called[name].split()]
        places = [at for at, called in self._called.items() if f" {called}" in (found["rest"] or "").lower()]
        left = [one for one in left if any(self._is_at(one, at) for at in places)] or left
        return (
            f"the {self._called[left[0]]}{found['rest'] or ''}" if len(left) == 1 < len(things) else found[0]
        )

    def _noun_before(self, text: str) -> str:
        """The noun of several things that was said last; of *the phone 1* that this made, too."""
        ends = [
            (last.end(), noun)
            for noun, things in self._nouns.items()
            if len(things) > 1
            for last in [*re.finditer(rf"\b{re.escape(noun)}(?: ?\d+)?\b", text, re.I)][-1:]
        ]
        return max(ends, key=lambda one: (one[0], len(one[1])))[1] if ends else ""

    def _antecedent(self, text: str, pronoun: str) -> str:
        """Who is named right before, or alone before, and may be called so; empty if nobody is."""
        named = {self._called[one] for one in self._people if one in self._called}
        named = {one for one in named if re.search(rf"\b{re.escape(one)}\b", f"{self._before} {text}", re.I)}
        named = {one for one in named if _OF_THE_OTHER.get(pronoun, frozenset[str]()).isdisjoint(one.split())}
        last = {one for one in named if text.lower().endswith(f"{one} ")}
        return (last or named).pop() if len(last or named) == 1 else ""

    def _said(self, names: Iterable[str]) -> list[str]:
        """Which names are in the sentence."""
        return [one for one in names if re.search(rf"\b{re.escape(one)}\b", self._sentence, re.I)]

    def _is_told(self, thing: str, by: str) -> bool:
        """Whether a thing is somebody's, or such, for good."""
        if by in self._looks and self._is_so(self._looks[by], thing):
            return True
        return any(self._holds(thing, name) for name, called in self._called.items() if called == by)

    def _is_at(self, thing: str, place: str) -> bool:
        """Whether a fact says for good that a thing is at a place."""
        return any(self._words.constant((name, (thing, place))) for name in self._placing)

    def _holds(self, thing: str, other: str) -> bool:
        """Whether a fact joins two things for good, that says of neither where it is."""
        return thing != other and any(
            self._words.constant((name, args))
            for name, args in product(self._related, ((thing, other), (other, thing)))
        )


def _either(names: Iterable[str]) -> str:
    """A pattern of some names, the longest first; of none, one that fits nothing."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
