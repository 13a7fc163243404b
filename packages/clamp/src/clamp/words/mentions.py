"""Which things an English instruction speaks of, and whether they are there.

The rules find noun phrases: what follows a determiner ("the black bowl"), the object of a verb such as "put"
("put bananas in …"), what is coordinated with either ("the bowl and spoon"), and elsewhere whatever is called
exactly like an entity ("Milk, please"). A false alarm is worse than a missed absentee, so a phrase *fits* an
entity as soon as its noun does: "the white mug" fits a red mug. Left out are phrases that name no thing of
their own (places, people, times, parts, categories: `english`), and those that need not be there: after a
negation or a condition, and occasions ("for the guests").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz, process

from clamp.words import english
from clamp.words.english import alike, forms
from clamp.words.matching import Matcher
from clamp.words.naming import words_of

Standing = Literal["seen", "unseen", "unknown"]
_Lead = Literal["start", "verb", "turn", "list", "of", ""]

_TOKEN = re.compile(r"[^\W_]+(?:['_][^\W_]+)*|[.,;:!?&+\n]")
_SENTENCE_ENDS = frozenset(".;:!?\n")
_MAY_END = english.PARTS | english.CATEGORIES | english.BACKGROUND
_NO_NOUN = english.MODIFIERS | english.RELATIONS | english.ABSTRACT
_SOMEBODY = frozenset(["he", "she", "they"])  # *he'd like the jumper*
_WHEN = english.these("tonight today tomorrow later")
_SPELT_ALIKE = 80
_NEAR = 3
_NEAR_ENOUGH = 50


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing that an instruction speaks of.

    Attributes:
        text: The noun phrase, without its determiner.
        standing: ``"seen"``: it fits something seen. ``"unseen"``: it fits only what is not seen.
            ``"unknown"``: it fits nothing that there is.
        entities: What it fits.
        near: Seen entities that are called something like it, best first; where it is not seen itself.
    """

    text: str
    standing: Standing
    entities: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "text": self.text,
            "standing": self.standing,
            "entities": list(self.entities),
            "near": list(self.near),
        }


def mentioned(
    instruction: str,
    matcher: Matcher,
    *,
    seen: Collection[str] | None = None,
    kinds: Mapping[str, Collection[str]] | None = None,
    words: Iterable[str] = (),
) -> tuple[Mention, ...]:
    """The things that an instruction speaks of, in its order, each phrase once.

    Args:
        instruction: English. Of other languages, only what is called exactly like an entity is found.
        matcher: The entities that there are, with their labels and the user's aliases.
        seen: Those that are seen; all by default.
        kinds: More names, each of several entities: a problem's types.
        words: Words that name no thing: those of a problem's actions and predicates.
    """
    names = _Names(matcher, kinds or {}, words)
    sight = frozenset(matcher.entities if seen is None else seen)
    phrases = _phrases(_tokens(instruction))
    fitting = [names.fitting(phrase) for phrase in phrases]
    found: dict[str, Mention] = {}
    # *Lena's schoolbag*, where nobody is called Lena
    owners = {phrase.owner for phrase, fits in zip(phrases, fitting, strict=True) if fits}
    for number, (phrase, fits) in enumerate(zip(phrases, fitting, strict=True)):
        if not phrase.words or (phrase.tentative and not (phrase.beside and sight.intersection(fits))):
            continue
        owned = phrase.owner is not None and bool(fitting[phrase.owner])
        if not fits and (owned or number in owners or not phrase.strong or not names.may_be_absent(phrase)):
            continue
        standing: Standing = "unknown" if not fits else "unseen" if sight.isdisjoint(fits) else "seen"
        if standing == "unseen" and forms(phrase.thing) & english.PLACES:
            continue
        near = () if standing == "seen" else _near(phrase.text, matcher, sight)
        found.setdefault(phrase.text, Mention(phrase.text, standing, tuple(fits), near))
    return tuple(found.values())


# ------------------------------------------------------------------ what a phrase fits


class _Names:
    """Everything that there is, by its names."""

    def __init__(self, matcher: Matcher, kinds: Mapping[str, Collection[str]], words: Iterable[str]) -> None:
        self._matcher = matcher
        self._kinds: dict[str, list[str]] = {}
        for kind, entities in kinds.items():
            known = [name for name in matcher.entities if name in set(entities)]
            self._kinds.setdefault(words_of(kind), []).extend(known)
        self._words = frozenset(form for word in words for form in forms(word.lower()))
        called = [(label, [name]) for name, label in matcher.labels.items()]
        called += list(self._kinds.items())
        split = [(name.lower().split(), entities) for name, entities in called]
        self._called = [
            (_head(words), words, entities)
            for words, entities in split
            if any(map(english.names_a_thing, words))
        ]
        ids = sorted(matcher.entities)
        self._parts = [part for whole in ids for part in ids if part.startswith(f"{whole}_")]

    def fitting(self, phrase: _Phrase) -> list[str]:
        """The entities that a phrase may mean, in the matcher's order; those of its full name come first."""
        if not phrase.words:
            return []
        by_type = phrase.strong
        fits = set(self._named(phrase.words, by_type) or self._named(phrase.trunk, by_type))
        if not fits and phrase.strong and forms(phrase.thing).isdisjoint(_NO_NOUN):
            fits = self._by_noun(phrase) or self._matched(phrase)
        return [name for name in self._matcher.entities if name in fits]

    def _named(self, words: Sequence[str], by_type: bool) -> list[str]:
        """What is called exactly as a phrase, or as its end; the longest name counts."""
        for start in range(len(words)):
            for last in sorted(forms(words[-1]), key=len, reverse=True):
                name = " ".join((*words[start:-1], last))
                found = [*self._matcher.named(name), *(self._kinds.get(name, []) if by_type else [])]
                if found:
                    return found
        return []

    def _by_noun(self, phrase: _Phrase) -> set[str]:
        """What shares its noun with a phrase; "the cream cheese box" shares "cheese"."""
        fits: set[str] = set()
        packed = phrase.thing in english.PACKAGES
        for head, words, entities in self._called:
            nouns = {head, words[-1], *filter(english.names_a_thing, words)}
            pairs = [(phrase.thing, noun) for noun in nouns] + [(word, head) for word in phrase.trunk]
            if packed:
                pairs += [(word, noun) for word in phrase.trunk for noun in nouns]
            if any(alike(word, noun) for word, noun in pairs):
                fits.update(entities)
        if not fits and forms(phrase.thing) & english.COMPARTMENTS:
            fits.update(self._parts)
        return fits

    def _matched(self, phrase: _Phrase) -> set[str]:
        """What the matcher takes a phrase for; by spelling only if the noun is near: a mop is no soup."""
        match = self._matcher.match(phrase.text)
        found = [match.entity] if match.entity is not None else []
        found += [name for name, score in match.candidates if score >= self._matcher.accept]
        if match.stage != "fuzzy":
            return set(found)
        heads = {name: _head(self._matcher.labels[name].lower().split()) for name in found}
        return {name for name, head in heads.items() if fuzz.ratio(phrase.thing, head) >= _SPELT_ALIKE}

    def may_be_absent(self, phrase: _Phrase) -> bool:
        """Whether a phrase that fits nothing names a thing at all."""
        return english.names_a_thing(phrase.thing) and forms(phrase.thing).isdisjoint(self._words)


def _head(words: Sequence[str]) -> str:
    """The noun of a name: its last word that says more than where or how something is."""
    return next((word for word in reversed(words) if english.names_a_thing(word)), "")


def _near(text: str, matcher: Matcher, seen: Collection[str]) -> tuple[str, ...]:
    labels = {name: label for name, label in matcher.labels.items() if name in seen}
    found = process.extract(
        text, labels, scorer=fuzz.token_sort_ratio, limit=_NEAR, score_cutoff=_NEAR_ENOUGH
    )
    return tuple(name for _, _, name in found)


# ------------------------------------------------------------------ the phrases of a sentence


@dataclass
class _Phrase:
    """Words between two boundaries.

    Attributes:
        strong: It is a noun phrase by its place; otherwise it may be anything.
        tentative: What it names need not be there.
        beside: It stands after *by*: what is there is a place, *by the fridge*, and no occasion, *by noon*.
        owner: Index of the phrase that it is a part of: "the door *of the fridge*".
        raw: All of its words.
    """

    strong: bool
    tentative: bool
    beside: bool
    owner: int | None = None
    raw: list[str] = field(default_factory=list[str])

    @property
    def words(self) -> list[str]:
        """Without adverbs, and without what a person does."""
        words = [word for word in self.raw if not english.is_adverb(word)]
        while len(words) > 1 and words[-1] in _WHEN:
            words = words[:-1]  # *dark in the bedroom tonight*
        return words[:1] if words and words[0] in english.PEOPLE else words

    @property
    def trunk(self) -> list[str]:
        """Up to its noun: without "on its side", "upright" and the like."""
        words = self.words
        while len(words) > 1 and not (english.names_a_thing(words[-1]) or words[-1] in _MAY_END):
            words = words[:-1]
        return words

    @property
    def thing(self) -> str:
        """Its noun."""
        return self.trunk[-1]

    @property
    def text(self) -> str:
        """As it is shown."""
        return " ".join(self.words)


def _tokens(text: str) -> list[str]:
    """Lower-case words, possessives apart, ids in words without their numbers, and punctuation."""
    found: list[str] = []
    for token in _TOKEN.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")):
        base, _, clitic = token.partition("'")
        if token.endswith("n't") or token == "cannot":
            found.append("not")
        elif clitic == "s" and base not in english.FUNCTION_WORDS:
            found += [*words_of(base).split(), "'s"]
        elif clitic:
            found.append(base)
        else:
            found += words_of(token).split() if "_" in token else [token]
    return found


def _phrases(tokens: Sequence[str]) -> list[_Phrase]:
    """The phrases of a text, in order; some are empty."""
    reader = _Reader(english.is_english(tokens))
    for token, after in pairwise((*tokens, ".", ".")):
        reader.read(token, after)
    return reader.phrases


class _Reader:
    """Cuts a text into phrases, one word after the other."""

    def __init__(self, is_english: bool) -> None:
        self.phrases: list[_Phrase] = []
        self._is_english = is_english
        self._is_open = False
        self._determiner = ""
        self._lead: _Lead = "start"
        self._before: str = "."
        self._negated = self._condition = False
        self._adjunct = ""  # the word that leads it

    def read(self, token: str, after: str) -> None:
        """One word, and the one after it."""
        raw = self.phrases[-1].raw if self._is_open else None
        begun = self._determiner if raw == [] else ""
        wants_noun = raw is not None and self._determiner and english.MODIFIERS.issuperset(raw)
        if token in _SENTENCE_ENDS:
            self._close(token, "start")
            self._negated = self._condition = False
            self._adjunct = ""
        elif token == "," or token in english.CONJUNCTIONS:
            follows = self._is_open or self._lead == "list"
            self._close(token, "list" if follows else "start")
            if token == "," or after not in english.DETERMINERS:
                self._adjunct = ""
            if token == "," and after in english.VERBS | english.CLAUSES:
                # "if you see the shelf, put …", "she can't hear, bring …"
                self._negated = self._condition = False
        elif token in english.DETERMINERS or token.isdigit() or self._is_that_one(token):
            self._determine(token)
        elif begun in english.ARTICLES:
            self._add(token)
        elif token in english.NEGATIONS:
            self._close(token, "")
            if after not in english.OMISSIONS and (token != "rather" or after == "than"):
                self._negated = True  # "do not forget the milk" asks for it, "rather warm" says how it is
            self._condition |= token in english.CONDITIONS
        elif token in english.ADJUNCTS and not (
            token == "like" and self._before in english.WRAPPERS | _SOMEBODY
        ):
            self._close(token, "")
            self._adjunct = token
        elif token in english.CLAUSES or (
            token in english.WRAPPERS
            and not (token == "can" and self._is_open and after not in english.VERBS)  # *the watering can*
        ):
            self._close(token, "start")
            self._adjunct = ""
            self._negated &= token not in ("but", "then")
        elif token in english.PREPOSITIONS or token in english.FUNCTION_WORDS:
            acts = token in english.PARTICLES and self._lead in ("verb", "turn") and not self._is_open
            self._close(token, "verb" if acts else "of" if token == "of" and self._is_open else "")
        elif token in english.VERBS and not wants_noun:
            lead: _Lead = "verb" if token in english.OBJECT_VERBS else ""
            self._close(token, "turn" if token in ("turn", "switch") else lead)
        else:
            self._add(token)
        self._before = token

    def _is_that_one(self, token: str) -> bool:
        """Whether this is the "that" of "that bowl", not of "the bowl that is red"."""
        return token == "that" and self._before in english.PREPOSITIONS | english.VERBS

    def _determine(self, token: str) -> None:
        """A noun phrase begins."""
        owns = token == "'s" and self._is_open
        owned = self._lead == "of" and not self._is_open
        self._close(token, "")
        whole = len(self.phrases) - 1 if owns else None
        if owned:
            self.phrases[-1].owner = len(self.phrases)
        self._begin(strong=self._is_english, owner=whole)
        self._determiner = token

    def _begin(self, *, strong: bool, owner: int | None = None) -> None:
        beside = self._adjunct == "by" and not self._negated
        self.phrases.append(_Phrase(strong, self._negated or bool(self._adjunct), beside, owner))
        self._is_open = True
        self._determiner = ""

    def _add(self, word: str) -> None:
        if not self._is_open:
            self._begin(strong=self._lead in ("verb", "of"))
        self.phrases[-1].raw.append(word)

    def _close(self, after: str, lead: _Lead) -> None:
        """The phrase ends before a word; the next one is led by `lead`."""
        if self._is_open and not self._determiner:
            self._judge(self.phrases[-1], after)
        self._is_open = False
        self._lead = lead

    def _judge(self, phrase: _Phrase, after: str) -> None:
        """What a phrase without a determiner is, by what stands before and after it."""
        before = self.phrases[-2] if len(self.phrases) > 1 else None
        first, last = phrase.raw[0], phrase.raw[-1]
        ended = after in _SENTENCE_ENDS
        many = first.endswith("s") and not first.endswith("ss")
        if self._lead == "start" and after != "," and (len(phrase.raw) > 1 or not ended) and not many:
            # An imperative that is in no list; but "red cup, please" and "lights on in here".
            phrase.raw.pop(0)
        elif self._lead == "turn":
            phrase.strong = after in ("on", "off")  # "turn lamp on", but "turn around"
        elif self._lead == "of" and before is not None:
            phrase.raw += before.raw  # "carton of milk"
            phrase.strong, before.raw = before.strong, []
        elif self._lead == "list" and before is not None and before.strong:
            is_plural = len(last) > 3 and last.endswith("s") and not last.endswith("ss")
            goes_on = after == "," or after in english.CONJUNCTIONS | english.PREPOSITIONS
            phrase.strong = goes_on or (ended and is_plural)
            if first in english.MODIFIERS and len(before.raw) == 1:
                before.strong = False  # "the shiny and white mug"
