"""The words of any planning model: its actions as verbs, its objects and types as nouns, its facts as states."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

from rapidfuzz import fuzz, process

from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition
from clamp.planning.rules.sentences import Meaning
from clamp.planning.system import TransitionSystem

_SAME: tuple[tuple[str, ...], ...] = (
    ("turn on", "switch on", "toggle on", "start"),
    ("turn off", "switch off", "toggle off", "shut off"),
    ("pick up", "pick", "grab", "take", "grasp", "lift", "take out"),
    ("put", "place", "put down", "set", "set down"),
    ("close", "shut"),
    ("open",),
    ("wash", "clean", "rinse", "wipe"),
    ("warm", "heat", "warm up", "heat up"),
    ("slice", "cut"),
    ("go to", "go", "walk to", "walk", "move to", "move"),
    ("drop", "let go of"),
    ("throw", "toss"),
    ("pour",),
    ("stack",),
    ("unstack",),
)
"""Verbs that mean the same."""

_OPPOSITE = {"turn on": "turn off", "pick up": "put", "open": "close"}
_ANTONYMS = {
    "off": "on", "closed": "open", "shut": "open", "cold": "hot", "dry": "wet", "unlocked": "locked",
    "intact": "broken",
    "dirty": "clean", "clean": "dirty", "empty": "full", "full": "empty", "raw": "cooked", "whole": "broken",
}  # fmt: skip
_PREPOSITIONS: Mapping[str, tuple[str, ...]] = {
    "in": ("in", "inside", "into", "at"),
    "inside": ("inside", "in"),
    "into": ("into", "in", "inside", "to"),
    "on": ("on", "onto", "at"),
    "onto": ("onto", "on", "to"),
    "at": ("at", "in", "on"),
    "to": ("to", "at", "into"),
    "from": ("from", "at", "in", "on", "source"),
    "off": ("from",),
    "with": ("with", "using", "tool"),
    "using": ("using", "with", "tool"),
}
"""What a preposition may be called in a planning model, best first."""


_WHO = frozenset(["robot", "agent", "r", "a", "hand", "gripper", "arm", "character", "char", "me", "actor"])
_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "from": ("from", "off", "source", "origin"),
    "to": ("to", "into", "onto", "dest", "destination", "target"),
    "with": ("with", "using", "tool"),
    "at": ("in", "on", "at", "inside"),
}


def _family(word: str) -> str | None:
    """What a preposition, or a parameter that is called like one, is about: where from, where to, with what, where."""
    return next((family for family, words in _FAMILIES.items() if word in words), None)


def plain(name: str) -> str:
    """A name as people say it: ``stove_1`` is *stove 1*, ``turn-on`` *turn on*, ``InBox`` *in box*."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.sub(r"[_\-]+", " ", spaced).lower().split())


class SystemWording:
    """See `clamp.planning.rules.sentences.Wording`; what a phrase may mean follows from the system's names.

    *A* or *any* heater is every object of the type; *the* heater is the only one, if there is only one.
    """

    def __init__(self, system: TransitionSystem[Any]) -> None:
        words = system.rule_words()
        self._predicates = words.predicates
        self._objects = {
            name: plain(name) for name in dict.fromkeys((*system.entities, *words.objects("object")))
        }
        self._types = {plain(kind): kind for kind in words.types if kind != "object"}
        self._of_type = {kind: tuple(words.objects(kind)) for kind in self._types.values()}
        self._fits: dict[str, list[set[str]]] = {}
        for action in system.actions:
            places = self._fits.setdefault(action.name, [set() for _ in action.args])
            for place, argument in zip(places, action.args, strict=False):
                place.add(argument)
        self._parameters = dict(self._signatures(system))
        self._verbs: dict[str, list[str]] = {}
        for name in self._fits:
            for verb in {plain(name), *_synonyms(plain(name))}:
                self._verbs.setdefault(verb, []).append(name)
        for name in self._fits:  # what is called so is meant
            self._verbs[plain(name)] = [name]
        said = repr((sorted(self._objects), sorted(self._types.items()), sorted(self._of_type.items()),
                     sorted(self._predicates), [(k, len(v)) for k, v in sorted(self._fits.items())]))  # fmt: skip
        self._identity = hashlib.sha256(said.encode()).hexdigest()

    def _signatures(self, system: TransitionSystem[Any]) -> Iterable[tuple[str, tuple[str, ...]]]:
        called = dict(system.lexicon.signatures)
        for name, places in self._fits.items():
            names = called.get(name, ())
            known = names if len(names) == len(places) else ("",) * len(places)
            yield name, tuple(plain(one.lstrip("?")) for one in known)

    def identity(self) -> str:
        return self._identity

    def verbs(self) -> Iterable[str]:
        return self._verbs

    def thing(self, words: str) -> bool:
        return bool(self._nouns(words))

    def action(self, verb: str, words: str) -> Sequence[Meaning]:
        found = (meaning for name in self._verbs.get(verb, ()) for meaning in self._done(name, words))
        return list({str(one.formula): one for one in found}.values())

    def opposite(self, verb: str, words: str) -> Sequence[Meaning]:
        pairs = [*_OPPOSITE.items(), *((b, a) for a, b in _OPPOSITE.items())]
        others = [other for one, other in pairs if verb in _group(one)]
        names = dict.fromkeys(name for other in others for name in self._verbs.get(other, ()))
        object_, *_ = _chunks(words)
        if len(names) != 1 or not object_[1]:
            return []
        return [meaning for name in names for meaning in self._done(name, object_[1])]

    def state(self, thing: str, adjective: str) -> Sequence[Meaning]:
        found: list[Meaning] = []
        joined = plain(f"{_noun(thing)[1]} {adjective}")
        for name, arities in self._predicates.items():
            if 0 in arities and plain(name) == joined:
                found.append(Meaning(Proposition(name, ()), f"{joined} holds"))
        subjects = self._nouns(thing)
        head, _, rest = adjective.strip().lower().partition(" ")
        for subject, variables in subjects:
            for word, positive in (
                (adjective.strip().lower(), True),
                (_ANTONYMS.get(adjective.strip().lower()), False),
            ):
                if word is None:
                    continue
                names = [
                    name
                    for name, arities in self._predicates.items()
                    if 1 in arities and plain(name) in (word, f"is {word}")
                ]
                if not positive and found:
                    continue
                for name in names:
                    fact: Formula = Proposition(name, (subject,))
                    said = f"{_shown(subject, variables)} is {adjective}"
                    found.append(Meaning(fact if positive else Compound("!", (fact,)), said, variables))
            if head in _PREPOSITIONS and rest:
                for place, others in self._nouns(rest):
                    for word in _PREPOSITIONS[head]:
                        names = [
                            name
                            for name, arities in self._predicates.items()
                            if 2 in arities and plain(name) == word
                        ]
                        if names:
                            both = dict((*variables, *others))
                            said = f"{_shown(subject, variables)} is {head} {_shown(place, others)}"
                            found += [
                                Meaning(Proposition(name, (subject, place)), said, tuple(both.items()))
                                for name in names
                            ]
                            break
        return list({str(one.formula): one for one in found}.values())

    def _done(self, name: str, words: str) -> Iterable[Meaning]:
        """What doing an action with the things that words name may mean."""
        chunks = [one for one in _chunks(words) if one[0] or one[1]]
        places = self._fits[name]
        if len(chunks) > len(places):
            return
        nouns = [self._nouns(text) for _, text in chunks]
        if not all(nouns):
            return
        best: list[tuple[int, Meaning]] = []
        choices: list[list[tuple[str, tuple[tuple[str, str], ...]]]] = [[]]
        for one in nouns:
            choices = [[*before, noun] for before in choices for noun in one]
        for chosen in choices:
            for at in permutations(range(len(places)), len(chunks)):
                if not all(self._suits(name, place, *noun) for place, noun in zip(at, chosen, strict=True)):
                    continue
                if not all(
                    self._may_be(name, place, chunk[0]) for place, chunk in zip(at, chunks, strict=True)
                ):
                    continue
                badness = sum(
                    self._badness(name, place, chunk[0], at) for place, chunk in zip(at, chunks, strict=True)
                )
                args = [ANY] * len(places)
                variables: dict[str, str] = {}
                for place, (argument, bound) in zip(at, chosen, strict=True):
                    args[place] = argument
                    variables.update(bound)
                said = " ".join([plain(name), *(" ".join(filter(None, (prep, _shown(*noun)))) for (prep, _), noun in
                                                zip(chunks, chosen, strict=True))])  # fmt: skip
                best.append(
                    (badness, Meaning(Proposition(name, tuple(args), True), said, tuple(variables.items())))
                )
        least = min((badness for badness, _ in best), default=0)
        yield from (meaning for badness, meaning in best if badness == least)

    def _suits(self, name: str, place: int, argument: str, variables: Sequence[tuple[str, str]]) -> bool:
        if variables:
            return any(one in self._fits[name][place] for one in self._of_type[variables[0][1]])
        return argument in self._fits[name][place]

    def _may_be(self, name: str, place: int, preposition: str) -> bool:
        """Whether a parameter may be the object of the verb, or what a preposition leads to."""
        called = self._parameters[name]
        if not preposition:  # the first, but for who acts
            return all(one in _WHO for one in called[:place])
        ours, theirs = _family(preposition), _family(called[place])
        if theirs is None or ours == theirs:
            return True
        return "with" not in (ours, theirs) and {ours, theirs} != {"from", "to"}

    def _badness(self, name: str, place: int, preposition: str, at: Sequence[int]) -> int:
        """How badly a parameter fits a preposition: by its name, or by its place for the object of the verb."""
        if not preposition:
            return place
        called = self._parameters[name][place]
        if called in _PREPOSITIONS[preposition]:
            return 0
        return 5 if _family(called) is None else 20

    def _nouns(self, words: str) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
        """What a noun may be: an object, or a variable for any of a type."""
        determiner, noun = _noun(words)
        if not noun:
            return []
        exact = [name for name, said in self._objects.items() if said == noun]
        if exact and determiner not in ("any", "every", "each", "all"):
            return [(name, ()) for name in exact]
        kinds = [
            self._types[one]
            for one in (noun, noun.removesuffix("s"), noun.removesuffix("es"))
            if one in self._types
        ][:1]
        named = [name for name, said in self._objects.items() if re.sub(r"\s*\d+$", "", said) == noun]
        if kinds:
            variable = (f"?{re.sub(r'[^a-z0-9_]', '_', kinds[0].lower())}", kinds[0])
            some = [(variable[0], (variable,))]
            if determiner in ("a", "an", "any", "every", "each", "all", ""):
                return some
            members = self._of_type[kinds[0]]
            return [(members[0], ())] if len(members) == 1 else [*((one, ()) for one in named), *some]
        if named:
            return [(name, ()) for name in named]
        if len(noun) >= 5:
            near = process.extract(noun, self._objects, scorer=fuzz.ratio, score_cutoff=88, limit=2)
            alone = len(near) == 1 or (near and near[0][1] > near[1][1])
            if alone and re.findall(r"\d+", near[0][0]) == re.findall(r"\d+", noun):
                return [(near[0][2], ())]
        return []


def _shown(argument: str, variables: Sequence[tuple[str, str]]) -> str:
    return f"any {plain(variables[0][1])}" if variables else plain(argument)


def _group(verb: str) -> tuple[str, ...]:
    return next((group for group in _SAME if verb in group), (verb,))


def _synonyms(verb: str) -> tuple[str, ...]:
    return _group(verb)


def _noun(words: str) -> tuple[str, str]:
    """A determiner, in lower case and perhaps empty, and the noun as `plain` writes it."""
    found = re.fullmatch(
        r"(?:(the|a|an|any|every|each|all|your|that|this)\s+)?(?:the\s+)?(.*)", words.strip().lower()
    )
    assert found is not None
    return found[1] or "", plain(found[2])


def _chunks(words: str) -> list[tuple[str, str]]:
    """The object of a verb, and what comes after each preposition: pairs (preposition, words)."""
    pieces = re.split(rf"\b(out\s+of|{'|'.join(_PREPOSITIONS)})\b", words.strip(), flags=re.I)
    found = [("", pieces[0].strip())]
    for preposition, rest in zip(pieces[1::2], pieces[2::2], strict=True):
        found.append(("from" if preposition.lower().startswith("out") else preposition.lower(), rest.strip()))
    return found
