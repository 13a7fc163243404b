"""Sentences that people write, read as rules: by fixed patterns, or not at all.

A sentence is cut into clauses; each is matched, to its last word, against the patterns below, and its phrases are
looked up in the words of a domain (`Wording`). What is left over, unknown or negated where no pattern expects it makes
the reader abstain: a rule that is not understood must not be guessed. Where words mean several things, all readings are
told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, Literal, Protocol, TypeAlias

from rapidfuzz import fuzz, process

from clamp import checks
from clamp.errors import RuleError
from clamp.planning.rules import book
from clamp.planning.rules.book import MAX_COUNT, Steps
from clamp.planning.rules.formula import Compound, Formula, Quantified, Rule

VERSION = 2
"""Raised whenever a sentence may be read otherwise than before: cached readings are then of no use."""


@dataclass(frozen=True)
class Meaning:
    """What a phrase may mean.

    Attributes:
        formula: It happens, or is the case, at a position.
        said: The same in plain words, as what follows *whenever you* (an action), or *that* (a fact).
        variables: Variables of the formula that stand for any object of a type.
    """

    formula: Formula
    said: str
    variables: tuple[tuple[str, str], ...] = ()


class Wording(Protocol):
    """The words of a domain."""

    def identity(self) -> str:
        """What changes whenever a phrase may mean something else here."""
        ...

    def verbs(self) -> Iterable[str]:
        """The verbs that a phrase may begin with, in their base form: ``turn on``, ``pick up``."""
        ...

    def action(self, verb: str, words: str) -> Sequence[Meaning]:
        """What doing something may mean: a verb and the rest of its phrase, without pronouns. Empty if unknown."""
        ...

    def opposite(self, verb: str, words: str) -> Sequence[Meaning]:
        """What an action undoes: picking up undoes putting down. Empty if that is not clear."""
        ...

    def state(self, thing: str, adjective: str) -> Sequence[Meaning]:
        """What it may mean that a thing is such; ``on``, ``closed``, ``in the fridge``. Empty if unknown."""
        ...

    def thing(self, words: str) -> bool:
        """Whether words name a thing, for pronouns."""
        ...


Status: TypeAlias = Literal["understood", "ambiguous", "abstained"]


@dataclass(frozen=True)
class Reading:
    """One rule that a clause may mean, and the same in plain words."""

    rule: Rule
    said: str


@dataclass(frozen=True)
class Clause:
    """A part of a text that asks for one thing.

    Attributes:
        text: As it was written.
        readings: One if understood, several if ambiguous, none if the reader abstained.
        why: Why it abstained.
    """

    text: str
    readings: tuple[Reading, ...] = ()
    why: str = ""

    @property
    def status(self) -> Status:
        """Whether it was understood."""
        return "understood" if len(self.readings) == 1 else "ambiguous" if self.readings else "abstained"


@dataclass(frozen=True)
class Requirements:
    """What was understood of a text."""

    text: str
    clauses: tuple[Clause, ...]

    def rules(self, *, ignore_the_rest: bool = False) -> tuple[Rule, ...]:
        """The rules of the clauses that were understood.

        Args:
            ignore_the_rest: Leave out clauses that were not, instead of refusing.

        Raises:
            RuleError: If a clause was not understood, or may mean several things; with all of them.
        """
        left = [clause for clause in self.clauses if clause.status != "understood"]
        if left and not ignore_the_rest:
            raise RuleError("\n".join(map(_refusal, left)))
        found: dict[str, Rule] = {}
        for clause in self.clauses:
            if clause.status == "understood":
                found.setdefault(clause.readings[0].rule.text, clause.readings[0].rule)
        return tuple(found.values())


def _refusal(clause: Clause) -> str:
    if clause.status == "abstained":
        said = f"The requirement {clause.text!r} was not understood: {clause.why}."
        return f"{said} Write it as a rule, or in other words."
    said = "; or: ".join(reading.said for reading in clause.readings)
    return f"The requirement {clause.text!r} may mean several things: {said}. Say which."


def read_requirements(text: str, wording: Wording, *, steps: Steps = "index") -> Requirements:
    """Read a text.

    Of a task that ends with ``Requirement: …`` only that is read. What is asked for is said back in plain words.

    Args:
        wording: The words of the domain.
        steps: How *within n steps* is counted; see `clamp.planning.rules.book`.

    Raises:
        RuleError: If it is no text.
    """
    checks.text("text", text, RuleError)
    return _cached(text, wording.identity(), steps, VERSION, _Key(wording))


@dataclass(frozen=True)
class _Key:
    """A wording that takes no part in the comparison of cache keys: its identity does."""

    wording: Any = field(compare=False)


@lru_cache(maxsize=1024)
def _cached(text: str, identity: str, steps: Steps, version: int, key: _Key) -> Requirements:
    clauses = tuple(_Reader(key.wording, steps).clause(one) for one in clauses_of(text))
    return Requirements(text, clauses)


_HEADING = re.compile(r"\b(?:safety\s+)?(?:requirements?|rules?|constraints?)\s*:\s*", re.I)


def clauses_of(text: str) -> list[str]:
    """The clauses of a text: its sentences, from the last heading (``Requirement:``) on."""
    parts = _HEADING.split(text)
    wanted = parts[-1] if len(parts) > 1 else text
    found = re.split(r"(?<=[^\d\s])[.;!]+(?:\s+|$)|\n+", wanted)
    return [one.strip(" \t-*•") for one in found if one.strip(" \t-*•.;!")]


_NUMBERS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"a": 1, "an": 1, "a single": 1, "the next": 1}
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True))})"
_N = rf"(?P<n>{_NUMBER})"
_STEP = r"(?:more\s+)?(?:steps?|actions?|moves?)"
_AT_MOST = r"(?:no\s+more\s+than|not\s+more\s+than|at\s+most|a\s+maximum\s+of|up\s+to)"
_WITHIN = (
    rf"(?:to\s+)?(?:within(?:\s+in)?(?:\s+{_AT_MOST})?|no\s+(?:later|more)\s+than|at\s+most|at\s+the\s+latest|in\s+at\s+most)"
    rf"\s+(?:the\s+next\s+)?{_N}\s+{_STEP}"
)
_SOON = r"(?:immediately|directly|right\s+away|straight\s+away|right|straight|at\s+once|instantly|promptly)"
_LEAD = re.compile(
    r"^(?:and\s+|then\s+|also\s+|but\s+|please\s+|always\s+(?!while|keep|when)|you\s+(?:must|should|have\s+to|need\s+to)\s+|"
    r"the\s+robot\s+(?:must|should|has\s+to|needs\s+to)\s+|(?:it\s+is\s+)?(?:required|necessary|important)\s+(?:to|that\s+you)\s+|"
    r"(?:make|making)\s+sure\s+(?:to|that\s+you|you|that)\s+|make\s+sure\s+|(?:ensure|ensuring)\s+(?:to|that\s+you|that)\s+|"
    r"ensure\s+|be\s+sure\s+to\s+|remember\s+to\s+|take\s+care\s+to\s+|be\s+careful\s+to\s+|must\s+|should\s+)+",
    re.I,
)
_PURPOSE = re.compile(
    r"(?:,?\s+(?:in\s+order\s+)?(?:so\s+as\s+)?to\s+(?:help\s+)?(?:avoid|aviod|prevent|keep|protect|reduce|save|ensure|minimi[sz]e|"
    r"preserve|stop|eliminate|guard|stay|be)\b"
    r"|,?\s+avoid(?:ing)?\s+(?!\w+ing\b)|,?\s+(?:thus|thereby)\s|,?\s+preventing\b|,?\s+so\s+(?:that|the|it|they|no|nothing|nobody|we|you)\b"
    r"|,?\s+because\b|,?\s+since\s+(?:it|they|the)\b|,?\s+otherwise\b|,?\s+as\s+(?:it|this|they)\b|,?\s+for\s+(?:safety|your)\b)",
    re.I,
)
_BEYOND = re.compile(
    r"\b(?:unless|except|instead|only\s+if|if\s+and\s+only|or\s+else|either|at\s+least|exactly|seconds?|minutes?|hours?)\b",
    re.I,
)
_TIMED = re.compile(r"\b(?:before|after|within|until|unless|immediately|whenever|once)\b", re.I)
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nothing|without|don'?t|doesn'?t|can'?t|cannot|mustn'?t|shouldn'?t|won'?t|neither|nor)\b",
    re.I,
)
_INSIDE = re.compile(r"\b(?:inside|into)$", re.I)
_SHORTENED = re.compile(r"\b(it|that|they)'(s|re)\b", re.I)
_PRONOUN = re.compile(r"\b(?:it|them|this|that|its)\b", re.I)


class _Abstain(Exception):
    """Why a clause cannot be read."""


@dataclass(frozen=True)
class _Phrase:
    """A verb phrase whose verb was found.

    Attributes:
        verb: In its base form.
        rest: What comes after it.
    """

    verb: str
    rest: str


class _Reader:
    def __init__(self, wording: Wording, steps: Steps):
        self._words = wording
        self._steps: Steps = steps
        self._verbs = _verb_forms(wording.verbs())

    def clause(self, text: str) -> Clause:
        try:
            readings = self._readings(text)
        except _Abstain as why:
            return Clause(text, (), str(why))
        found: dict[str, Reading] = {}
        for formulas, said in readings:
            body = formulas[0] if len(formulas) == 1 else Compound("&", (formulas[0], formulas[1]))
            for more in formulas[2:]:
                body = Compound("&", (body, more))
            rule = Rule(" ".join(text.split()), body, str(body))
            found.setdefault(rule.text, Reading(rule, said))
        if len(found) > 6:
            return Clause(text, (), "it may mean more than six things")
        return Clause(text, tuple(found.values()))

    # -- patterns ------------------------------------------------------------------------------------------

    def _readings(self, text: str) -> list[tuple[list[Formula], str]]:
        plain = " ".join(text.replace("’", "'").replace("–", "-").split()).strip(" ,.;:!")
        plain = _SHORTENED.sub(lambda short: f"{short[1]} {'is' if short[2] == 's' else 'are'}", plain)
        plain = self._without_purpose(plain)
        said = _LEAD.sub("", plain).strip(" ,")
        if not said:
            raise _Abstain("it says nothing that can be done")
        if _BEYOND.search(said):
            raise _Abstain(
                "it has an exception, a choice, a least number or a time, for which there is no pattern"
            )
        for pattern, build in self._patterns():
            found = pattern.fullmatch(said)
            if found is not None:
                return build(found.groupdict())
        return self._bare(said)

    @staticmethod
    def _without_purpose(text: str) -> str:
        """The text up to what it is good for."""
        found = _PURPOSE.search(text, 1)
        while found is not None:
            rest = text[found.end() :]
            head = text[: found.start()].strip(" ,")
            if head and len(head.split()) > 1:
                if _TIMED.search(rest) and not _TIMED.search(head):
                    raise _Abstain("what comes after its purpose may be a condition")
                return head
            found = _PURPOSE.search(text, found.end())
        return text

    def _patterns(
        self,
    ) -> Iterator[tuple[re.Pattern[str], Callable[[Mapping[str, str]], list[tuple[list[Formula], str]]]]]:
        def p(text: str) -> re.Pattern[str]:
            return re.compile(text, re.I)

        not_ = (
            r"(?:never|not|do\s+not|don'?t|must\s+not|mustn'?t|must\s+never|should\s+not|shouldn'?t|cannot|"
            r"can'?t|no)"
        )
        yield (
            p(rf"{not_}\s+(?P<b>.+?)\s+(?:before|until|till)\s+(?:having\s+|you\s+have\s+|you\s+)?(?P<a>.+)"),
            self._before,
        )
        yield (
            p(rf"{not_}\s+(?P<b>.+?)\s+without\s+(?:first\s+)?(?P<a>.+?)(?:\s+first|\s+beforehand)?"),
            self._before,
        )
        yield p(rf"(?:before|prior\s+to)\s+(?P<b>[^,]+),\s*{not_}\s+(?P<c>.+)"), self._no_pattern
        yield p(rf"{not_}\s+(?P<a>.+?)\s+{_WITHIN}\s+(?:after|of)\s+(?P<b>.+)"), self._not_within
        yield p(rf"{not_}\s+(?P<a>.+?)\s+{_SOON}\s+after\s+(?P<b>.+)"), self._not_next
        yield p(rf"{not_}\s+(?P<a>.+?)\s+(?:any\s+more\s+)?(?:after|once)\s+(?P<b>.+)"), self._not_after
        yield (
            p(
                rf"(?:after|once|when(?:ever)?)\s+(?P<b>[^,]+),\s*{not_}\s+(?P<a>.+?)(?:\s+(?:again|any\s+more|anymore))?"
            ),
            self._not_after,
        )
        yield (
            p(
                rf"(?:while|as\s+long\s+as|when(?:ever)?|if)\s+(?P<s>[^,]+?\s+(?:is|are)\s+[^,]+),\s*{not_}\s+(?P<a>.+)"
            ),
            self._not_while,
        )
        yield (
            p(
                rf"{not_}\s+(?P<a>.+?)\s+(?:while|as\s+long\s+as|when(?:ever)?|if)\s+(?P<s>.+?\s+(?:is|are)\s+.+)"
            ),
            self._not_while,
        )
        yield p(rf"{not_}\s+(?P<a>.+?)\s+more\s+than\s+(?P<times>.+)"), self._at_most
        yield p(rf"{not_}\s+(?P<a>.+)"), self._never
        yield p(r"(?:avoid|refrain\s+from)\s+(?P<a>\w+ing\b.*)"), self._never
        yield (
            p(r"(?P<a>.+?)\s+(?:is|are)\s+(?:forbidden|prohibited|not\s+allowed|not\s+permitted)"),
            self._never,
        )
        yield p(rf"(?P<a>.+?)\s+{_AT_MOST}\s+(?P<times>once|twice|{_NUMBER}\s+times?)"), self._at_most
        yield p(r"only\s+(?P<b>.+?)\s+(?:after|once)\s+(?P<a>.+)"), self._before
        yield p(r"(?P<b>.+?)\s+only\s+(?:after|once)\s+(?P<a>.+)"), self._before
        yield p(rf"(?P<a>.+?)\s+{_WITHIN}\s+(?:after|of|from|once)\s+(?P<b>.+)"), self._within
        yield p(rf"{_WITHIN}\s+(?:after|of|from|once)\s+(?P<b>[^,]+),\s*(?P<a>.+)"), self._within
        yield (
            p(
                rf"(?:after|once|when(?:ever)?|every\s+time|each\s+time|if)\s+(?:you\s+)?(?P<b>[^,]+),\s*(?P<a>.+?)\s+{_WITHIN}"
            ),
            self._within,
        )
        yield p(rf"(?P<a>.+?)\s+{_WITHIN}"), self._within_undone
        yield p(rf"{_SOON}\s+(?:after|once|when)\s+(?P<b>[^,]+),\s*(?P<a>.+)"), self._next
        yield p(r"as\s+soon\s+as\s+(?P<b>[^,]+),\s*(?P<a>.+)"), self._next
        yield p(r"(?P<a>.+?),?\s+as\s+soon\s+as\s+(?P<b>.+)"), self._next
        yield p(rf"(?P<a>.+?),?\s+{_SOON}\s+(?:after|once|when)\s+(?P<b>.+)"), self._next
        yield (
            p(
                rf"(?:after|once|when(?:ever)?|every\s+time|each\s+time|if)\s+(?:you\s+)?(?P<b>[^,]+),\s*{_SOON}\s+(?P<a>.+)"
            ),
            self._next,
        )
        yield (
            p(
                rf"(?:after|once|when(?:ever)?|every\s+time|each\s+time|if)\s+(?:you\s+)?(?P<b>[^,]+),\s*(?P<a>.+?)\s+{_SOON}"
            ),
            self._next,
        )
        yield p(r"(?:before|prior\s+to)\s+(?P<b>[^,]+),\s*(?:first\s+)?(?P<a>.+)"), self._before
        yield p(r"(?P<a>.+?)(?:\s+first)?,?\s+(?:before|prior\s+to)\s+(?P<b>.+)"), self._before
        yield (
            p(
                r"(?:in\s+the\s+end|at\s+the\s+end|finally|when\s+(?:you\s+are\s+)?(?:done|finished)),?\s*(?P<s>.+)"
            ),
            self._finally,
        )
        yield (
            p(
                r"(?P<s>.+?)\s+(?:in\s+the\s+end|at\s+the\s+end(?:\s+of\s+the\s+(?:plan|task))?|when\s+(?:you\s+are\s+)?(?:done|finished))"
            ),
            self._finally,
        )
        yield p(r"keep\s+(?P<s>.+?)\s+(?:while|as\s+long\s+as|when(?:ever)?)\s+(?P<w>.+)"), self._keep_while
        yield p(r"(?:always\s+)?keep\s+(?P<s>.+?)(?:\s+at\s+all\s+times|\s+all\s+the\s+time)?"), self._keep
        yield (
            p(
                r"(?P<t>.+?)\s+(?:must|should|has\s+to|have\s+to)\s+(?:always\s+)?(?:be|stay|remain)\s+(?:always\s+)?(?P<j>.+?)(?:\s+at\s+all\s+times)?"
            ),
            self._stays,
        )
        yield (
            p(
                r"(?:after|once|when(?:ever)?|every\s+time|each\s+time|if)\s+(?:you\s+)?(?P<b>[^,]+),\s*(?:then\s+)?(?P<a>.+?)(?:\s+(?:later|again|afterwards))?"
            ),
            self._response,
        )
        yield (
            p(
                r"(?P<a>.+?)(?:\s+again)?,?\s+(?:after|once|whenever|every\s+time|each\s+time)\s+(?:you\s+)?(?P<b>.+)"
            ),
            self._response,
        )

    def _no_pattern(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        raise _Abstain("there is no pattern for it")

    def _pairs(
        self,
        parts: Mapping[str, str],
        build: Callable[[Formula, Formula], Formula],
        said: str,
        *,
        each_after: bool = False,
    ) -> list[tuple[list[Formula], str]]:
        """All readings of a pattern over the phrases `a` and `b`.

        Args:
            each_after: Of several actions in `b`, joined by *and*, each alone matters.
        """
        firsts, seconds = self._phrases(parts["a"], parts["b"], either_second=True, both_second=each_after)
        found: list[tuple[list[Formula], str]] = []
        for one in firsts:
            for other in seconds:
                formulas = [
                    _for_all(dict((*a.variables, *b.variables)), build(a.formula, b.formula))
                    for a in one
                    for b in other
                ]
                sentence = said.format(
                    a=" and ".join(x.said for x in one), b=" or ".join(x.said for x in other)
                )
                found.append((formulas, sentence))
        return found

    def _before(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        said = "Whenever you {b}, you have done this before: {a}."
        return self._pairs(parts, book.before, said, each_after=True)

    def _response(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        return self._pairs(
            parts, lambda a, b: book.response(b, a), "Whenever you {b}, some time later you {a}."
        )

    def _next(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        if len(self._split(parts["a"])) > 1:
            raise _Abstain("two actions cannot both come immediately after another")
        return self._pairs(
            parts, lambda a, b: book.within(b, a, 1), "Whenever you {b}, the very next action is: {a}."
        )

    def _within(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        positions, said = self._positions(parts)
        return self._pairs(
            parts, lambda a, b: book.within(b, a, positions), f"Whenever you {{b}}, you {{a}} {said}."
        )

    def _within_undone(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        """Within n steps – of what it undoes."""
        positions, said = self._positions(parts)
        phrases = self._split(parts["a"])
        if len(phrases) != 1 or _NEGATION.search(phrases[0]) or _PRONOUN.search(phrases[0]):
            raise _Abstain("it does not say after what")
        found = self._phrase(phrases[0])
        meanings = list(self._words.action(found.verb, found.rest))
        undone = list(self._words.opposite(found.verb, found.rest))
        if not meanings or not undone:
            raise _Abstain("it does not say after what")
        return [
            ([_for_all(dict((*a.variables, *b.variables)), book.within(b.formula, a.formula, positions))],
             f"Whenever you {b.said}, you {a.said} {said}.")
            for a in meanings
            for b in undone
        ]  # fmt: skip

    def _positions(self, parts: Mapping[str, str]) -> tuple[int, str]:
        number = _number(parts["n"])
        if number == 0 and self._steps == "index":
            raise _Abstain("nothing comes zero steps after")
        positions = number + (self._steps == "intervening")
        if positions > MAX_COUNT:
            raise _Abstain(f"it counts beyond {MAX_COUNT}")
        if positions == 1:
            return 1, "as the very next action"
        return positions, f"as one of the next {positions} actions"

    def _not_within(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        positions, _ = self._positions(parts)

        def build(a: Formula, b: Formula) -> Formula:
            choices = book.within(b, a, positions)
            assert isinstance(choices, Compound)
            (implication,) = choices.operands
            assert isinstance(implication, Compound)
            when, then = implication.operands
            return Compound("G", (Compound("->", (when, Compound("!", (then,)))),))

        return self._pairs(
            parts, build, f"Whenever you {{b}}, none of the next {positions} actions is: {{a}}."
        )

    def _not_next(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        def build(a: Formula, b: Formula) -> Formula:
            return Compound("G", (Compound("->", (b, Compound("WX", (Compound("!", (a,)),)))),))

        return self._pairs(parts, build, "Whenever you {b}, the very next action is not: {a}.")

    def _not_after(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        def build(a: Formula, b: Formula) -> Formula:
            return Compound("G", (Compound("->", (b, Compound("WX", (book.never(a),)))),))

        return self._pairs(parts, build, "Once you {b}, you never {a} any more.")

    def _not_while(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        named = dict.fromkeys(
            thing for one in self._split(parts["a"], joined=False, either=True) for thing in self._named(one)
        )
        states = self._states(parts["s"], tuple(named))
        found: list[tuple[list[Formula], str]] = []
        for one in self._phrases(parts["a"], None, either_first=True)[0]:
            for state in states:
                formulas = [
                    _for_all(
                        dict((*a.variables, *state.variables)),
                        Compound(
                            "G",
                            (Compound("->", (a.formula, Compound("Y", (Compound("!", (state.formula,)),)))),),
                        ),
                    )
                    for a in one
                ]
                doing = " and ".join(a.said for a in one)
                found.append((formulas, f"You never {doing} while {state.said}."))
        return found

    def _never(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        found: list[tuple[list[Formula], str]] = []
        for one in self._phrases(parts["a"], None, either_first=True)[0]:
            formulas = [_for_all(dict(a.variables), book.never(a.formula)) for a in one]
            found.append((formulas, f"You never {' nor '.join(a.said for a in one)}."))
        return found

    def _at_most(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        times = parts["times"].lower().split()
        word = {"once": "1", "twice": "2"}.get(times[0], times[0])
        if len(times) > 2 or (len(times) == 2 and times[1] not in ("time", "times")):
            raise _Abstain("there is no pattern for it")
        if len(times) == 1 and times[0] not in ("once", "twice"):
            raise _Abstain("there is no pattern for it")
        number = _number(word)
        if number > MAX_COUNT:
            raise _Abstain(f"it counts beyond {MAX_COUNT}")
        found: list[tuple[list[Formula], str]] = []
        for one in self._phrases(parts["a"], None)[0]:
            if len(one) > 1:
                raise _Abstain("it counts two things at once")
            formulas = [_for_all(dict(a.variables), book.at_most(number, a.formula)) for a in one]
            found.append((formulas, f"You {one[0].said} at most {checks.count(number, 'time')}."))
        return found

    def _finally(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        return [
            ([_for_all(dict(state.variables), book.finally_(state.formula))], f"At the end, {state.said}.")
            for state in self._states(parts["s"])
        ]

    def _keep(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        return [
            (
                [_for_all(dict(state.variables), Compound("G", (state.formula,)))],
                f"At all times, {state.said}.",
            )
            for state in self._states(parts["s"])
        ]

    def _stays(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        return self._keep({"s": f"{parts['t']} {parts['j']}"})

    def _keep_while(self, parts: Mapping[str, str]) -> list[tuple[list[Formula], str]]:
        return [
            (
                [
                    _for_all(
                        dict((*state.variables, *when.variables)),
                        book.always_while(when.formula, state.formula),
                    )
                ],
                f"As long as {when.said}, {state.said}.",
            )
            for state in self._states(parts["s"])
            for when in self._states(parts["w"])
        ]

    def _bare(self, said: str) -> list[tuple[list[Formula], str]]:
        if _TIMED.search(said) or re.search(
            r"\b(?:while|when|if|then|during|only|always|times?|twice)\b", said, re.I
        ):
            raise _Abstain("there is no pattern for it")
        found: list[tuple[list[Formula], str]] = []
        for one in self._phrases(said, None)[0]:
            formulas = [Compound("F", (_exists(a),)) for a in one]
            found.append((list(formulas), f"Some time, you {' and you '.join(a.said for a in one)}."))
        return found

    # -- phrases -------------------------------------------------------------------------------------------

    def _phrases(
        self,
        first: str,
        second: str | None,
        *,
        either_first: bool = False,
        either_second: bool = False,
        both_second: bool = False,
    ) -> tuple[list[list[Meaning]], list[list[Meaning]]]:
        """All readings of two phrases, each of one or more actions; pronouns speak of what the other names.

        Args:
            either_first, either_second: Whether *or* is as good as *and* (then it is the only one) in them.
            both_second: Whether *and* is possible in the second, too.
        """
        ours = self._split(first, joined=not either_first, either=either_first)
        theirs = [] if second is None else self._split(second, joined=both_second, either=either_second)
        texts = [_INSIDE.sub(r"\g<0> it", text) for text in (*ours, *theirs)]
        for text in texts:
            if _NEGATION.search(text):
                raise _Abstain(f"there is no pattern for the negation in {text!r}")
        named = [self._named(text) for text in texts]
        meanings: list[list[Meaning]] = []
        for number, text in enumerate(texts):
            if not _PRONOUN.search(text):
                meanings.append(self._action(text))
                continue
            others = named[: len(ours)] if number >= len(ours) else named[len(ours) :]
            earlier = named[len(ours) : number] if number >= len(ours) else named[:number]
            things = dict.fromkeys(
                thing for some in (*others, *earlier) for thing in some if thing not in named[number]
            )
            if not things:
                raise _Abstain(f"it is not clear what is meant by the pronoun in {text!r}")
            found: list[Meaning] = []
            why: _Abstain | None = None
            for thing in things:
                try:
                    found += self._action(_PRONOUN.sub(lambda _, thing=thing: thing, text))
                except _Abstain as error:
                    why = error
            if not found:
                assert why is not None
                raise why
            meanings.append(list({str(one.formula): one for one in found}.values()))
        return list(map(list, product(*meanings[: len(ours)]))), list(
            map(list, product(*meanings[len(ours) :]))
        )

    def _named(self, text: str) -> list[str]:
        """The things that a phrase names: what it acts upon, and where."""
        try:
            phrase = self._phrase(text)
        except _Abstain:
            return []
        parts = re.split(
            r"\b(?:in|into|on|onto|to|from|with|at|inside|under|over|out|off|of|down|up)\b",
            phrase.rest,
            flags=re.I,
        )
        nouns = [_bare_noun(words) for words in parts]
        found = [noun for noun in nouns if noun and self._words.thing(noun)]
        whole = _bare_noun(phrase.rest)
        return found or ([whole] if whole and self._words.thing(whole) else [])

    def _split(self, text: str, *, joined: bool = True, either: bool = False) -> list[str]:
        """Phrases joined by *and*, *or* or commas; a verb that is left out is that of the phrase before."""
        parts = [
            one.strip(" ,") for one in re.split(r"\s*,?\s+(?:and|or|nor)\s+|\s*,\s*", text) if one.strip(" ,")
        ]
        if len(parts) > 1:
            if re.search(r"\b(?:or|nor)\b", text, re.I) and (not either or re.search(r"\band\b", text, re.I)):
                raise _Abstain("it offers a choice")
            if not re.search(r"\b(?:or|nor)\b", text, re.I) and not joined:
                raise _Abstain("it is not clear whether both of two actions are meant, or each")
        found: list[str] = []
        for part in parts:
            part = re.sub(r"^(?:then|also|to)\s+", "", part, flags=re.I)
            try:
                self._phrase(part)
            except _Abstain:
                if not found:
                    raise
                before = self._phrase(found[-1])
                if not self._words.thing(_bare_noun(part)):
                    raise
                part = f"{before.verb} {part}"  # "close the door and the window"
            found.append(part)
        if not found:
            raise _Abstain("it says nothing that can be done")
        return found

    def _phrase(self, text: str) -> _Phrase:
        """A phrase with its verb in base form: imperative, gerund, or passive (*the bowl is emptied*)."""
        words = re.sub(
            r"^(?:you\s+(?:have\s+)?|having\s+|has\s+been\s+|it\s+has\s+been\s+)",
            "",
            text.strip(),
            flags=re.I,
        )
        words = re.sub(r"^(?:first|again|quickly|carefully|safely|gently)\s+", "", words, flags=re.I)
        words = re.sub(r"\s+(?:first|again|carefully|safely|gently|completely|back)$", "", words, flags=re.I)
        passive = re.fullmatch(
            r"(?P<t>.+?)\s+(?:(?:must|should|has\s+to|have\s+to)\s+be|is|are|was|were|has\s+been|have\s+been|gets?|being)\s+(?P<v>.+)",
            words,
            re.I,
        )
        if passive is not None:
            found = self._verb(passive["v"], ("past",))
            if found is not None:
                return _Phrase(found[0], f"{passive['t']} {found[1]}".strip())
            raise _Abstain(f"{passive['v']!r} is nothing that can be done here")
        found = self._verb(words, ("base", "gerund", "past", "third"))
        if found is None:
            raise _Abstain(f"{' '.join(words.split()[:2])!r} is nothing that can be done here")
        return _Phrase(*found)

    def _verb(self, words: str, forms: Sequence[str]) -> tuple[str, str] | None:
        """The verb that words begin with, in base form, and the rest; particles may stand after the object."""
        lower = words.lower().split()
        originals = words.split()
        if not lower:
            return None
        head = lower[0].strip(",")
        known = {
            form: verbs for form, verbs in self._verbs.items() if any(kind in forms for kind, _ in verbs)
        }
        if head not in known:
            near = (
                process.extract(head, list(known), scorer=fuzz.ratio, score_cutoff=84, limit=3)
                if len(head) > 4
                else []
            )
            bases = {frozenset(base for _, base in known[name]) for name, _, _ in near}
            if len(bases) != 1 or head in _COMMON:
                return None
            head = near[0][0]
        bases = [base for kind, base in known[head] if kind in forms]
        best: tuple[int, str, str] | None = None
        for base in bases:
            particles = base.split()[1:]
            if not particles:
                found = (0, base, " ".join(originals[1:]))
            elif lower[1:3] == ["out", "of"]:
                continue  # where from, and no part of the verb
            elif lower[1 : 1 + len(particles)] == particles:
                found = (len(particles) + 1, base, " ".join(originals[1 + len(particles) :]))
            elif len(particles) == 1 and particles[0] in lower[1:]:
                at = lower.index(particles[0], 1)
                if lower[at : at + 2] == ["out", "of"]:
                    continue  # where from, and no part of the verb
                rest = originals[1:at]
                if not self._words.thing(_bare_noun(" ".join(rest))) and not _PRONOUN.fullmatch(
                    " ".join(rest)
                ):
                    continue
                found = (1, base, " ".join([*rest, *originals[at + 1 :]]))
            else:
                continue
            if best is None or found[0] > best[0]:
                best = found
        return None if best is None else (best[1], best[2])

    def _action(self, text: str) -> list[Meaning]:
        phrase = self._phrase(text)
        found = list(self._words.action(phrase.verb, phrase.rest))
        if not found:
            what = f"{phrase.verb} {phrase.rest}".strip()
            raise _Abstain(f"{what!r} is nothing that can be done here")
        return found

    def _states(self, text: str, named: Sequence[str] = ()) -> list[Meaning]:
        """*the stove is off*, *the fridge closed*, *leave the fridge closed*.

        Args:
            named: What a pronoun may stand for.
        """
        if named and _PRONOUN.search(text):
            meant: list[Meaning] = []
            for thing in named:
                with suppress(_Abstain):
                    meant += self._states(_PRONOUN.sub(lambda _, thing=thing: thing, text))
            if meant:
                return list({str(one.formula): one for one in meant}.values())
        said = _LEAD.sub("", text.strip(" ,"))
        if _NEGATION.search(said):
            raise _Abstain(f"there is no pattern for the negation in {text!r}")
        said = re.sub(r"^(?:leave|keep|have|that)\s+", "", said, flags=re.I)
        found = re.fullmatch(
            r"(?P<t>.+?)\s+(?:is|are|must\s+be|should\s+be|has\s+to\s+be|be)\s+(?P<j>.+)", said, re.I
        )
        pairs = [(found["t"], found["j"])] if found is not None else []
        words = said.split()
        if found is None:
            pairs = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        meanings = {
            str(one.formula): one for thing, adjective in pairs for one in self._words.state(thing, adjective)
        }
        if not meanings:
            raise _Abstain(f"{text!r} is no state that is known here")
        return list(meanings.values())


_COMMON = frozenset(
    [
        "the",
        "and",
        "then",
        "that",
        "this",
        "with",
        "into",
        "onto",
        "from",
        "before",
        "after",
        "while",
        "until",
        "when",
        "make",
        "sure",
        "ensure",
    ]
)
_DETERMINERS = re.compile(r"^(?:the|a|an|your|some|its)\s+", re.I)


def _bare_noun(words: str) -> str:
    """A noun without its article."""
    return _DETERMINERS.sub("", words.strip())


def _number(word: str) -> int:
    lower = " ".join(word.lower().split())
    if lower in _NUMBERS:
        return _NUMBERS[lower]
    if lower.isdecimal():
        return int(lower)
    raise _Abstain(f"{word!r} is no number")


def _for_all(variables: Mapping[str, str], formula: Formula) -> Formula:
    return Quantified(True, tuple(variables.items()), formula) if variables else formula


def _exists(meaning: Meaning) -> Formula:
    if not meaning.variables:
        return meaning.formula
    return Quantified(False, meaning.variables, meaning.formula)


_IRREGULAR: Mapping[str, tuple[str, ...]] = {
    "put": ("put",), "take": ("took", "taken"), "break": ("broke", "broken"), "throw": ("threw", "thrown"),
    "cut": ("cut",), "set": ("set",), "find": ("found",), "leave": ("left",), "light": ("lit",), "go": ("went", "gone"),
    "shut": ("shut",), "hold": ("held",), "bring": ("brought",), "give": ("gave", "given"), "eat": ("ate", "eaten"),
}  # fmt: skip


def _verb_forms(verbs: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """All forms of the first words of verbs: pairs (kind of form, verb in base form)."""
    found: dict[str, list[tuple[str, str]]] = {}
    for base in verbs:
        head = base.split()[0]
        stem = head[:-1] if head.endswith("e") else head
        doubled = head + head[-1] if re.fullmatch(r"[a-z]*[^aeiou][aeiou][bdgmnpt]", head) else head
        forms = [("base", head), ("third", head + ("es" if head.endswith(("s", "sh", "ch", "x")) else "s"))]
        forms += [("gerund", form + "ing") for form in {stem, doubled if doubled != head else stem}]
        if head in _IRREGULAR:
            forms += [("past", form) for form in _IRREGULAR[head]]
        else:
            forms += [("past", (doubled if doubled != head else stem) + "ed")]
            if head.endswith("y") and head[-2] not in "aeiou":
                forms += [("past", head[:-1] + "ied"), ("third", head[:-1] + "ies")]
        for kind, form in forms:
            found.setdefault(form, []).append((kind, base))
    return found
