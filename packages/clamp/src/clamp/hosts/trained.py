"""How a model that was trained to read sentences is asked, and what it answers, with how sure it is.

It is shown what there is, what actions do, for a goal what holds at first, and a sentence. It writes a formula or a
goal under a constraint, so that what it writes is typed and speaks of known things. Training material is made by the
same code, so that a model meets what it was trained on.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar
from weakref import ref

from rapidfuzz.distance import OSA

from clamp.automata import Vocabulary
from clamp.decoding.constraint import Constraint
from clamp.decoding.forms import FormConstraint, text
from clamp.decoding.goals import GoalConstraint
from clamp.decoding.rule_notation import UNKNOWN, RuleNotation, listed
from clamp.errors import RuleError
from clamp.hosts.choices import Sure
from clamp.planning.goals import GoalLiteral, Goals
from clamp.planning.rules.consistency import equivalent
from clamp.planning.rules.formula import Formula
from clamp.planning.system import TransitionSystem
from clamp.request.prompts import Message
from clamp.threads import Recent, fingerprint
from clamp.words.english import PREPOSITIONS
from clamp.words.goals import in_order
from clamp.words.naming import verb_of
from clamp.words.wording import SystemWording

T = TypeVar("T")

TASK = (
    "You write what people ask of a robot as a formula over the names that are given, or `unknown` where they cannot "
    "say it."
)
_AGAIN = 0.3
"""With less than this in the first order, it is not asked in the other."""
_WIDTH = 3
"""Beams: what stands behind the first few is of no use, and each costs time."""
_KEPT: Recent[tuple[ref[Any], bytes], Any] = Recent(1024)
"""What models wrote, by model and by all else on which it depends; it keeps no model."""
NOW = "Now"
_LONG, _ENTRIES, _THINGS, _FACTS = 3600, 2200, 8, 40
"""Characters from which a description is cut to what a sentence speaks of, and of a list then; things of a type, and
facts that hold at first."""


class Writer(Protocol):
    """What is needed of a planner here."""

    vocabulary: Vocabulary

    def beams(
        self, prompt: str | Sequence[Message], constraint: Constraint[Any], width: int
    ) -> Sequence[tuple[str, float]]:
        """The likeliest texts under a constraint, each with the log of its probability, best first."""
        ...


class Reader(Writer, Protocol):
    """A planner's `reader`."""

    @property
    def sure(self) -> Sure:
        """How sure it must be."""
        ...


class Meaning(NamedTuple):
    """What a sentence may mean.

    Attributes:
        formulas: One; several where the sentence may mean several things; none where no formula says it.
        share: Of the model's own probability, between 0 and 1.
    """

    formulas: tuple[Formula, ...]
    share: float


class GoalReading(NamedTuple):
    """A goal that a sentence may ask for.

    Attributes:
        literals: What is to be so.
        share: Of the model's own probability.
        steady: It is the likeliest in each order in which the model was told what there is.
    """

    literals: tuple[GoalLiteral, ...]
    share: float
    steady: bool = True


def told(model: object, asked: Sequence[object], ask: Callable[[list[int]], Sequence[T]]) -> list[T]:
    """What a model answers: it is asked for what it was not asked before, or so long ago that it is forgotten.

    Args:
        asked: All on which each answer depends, beside the model, as plain data (see `clamp.threads.fingerprint`).
        ask: Asks the model, for the answers to those of `asked` that stand at some places.
    """
    keys = [(ref(model), fingerprint(one)) for one in asked]
    known: dict[Any, Any] = {key: _KEPT.get(key) for key in keys}
    new = [key for key, answer in known.items() if answer is None]
    for key, answer in zip(new, ask([keys.index(one) for one in new]) if new else (), strict=True):
        known[key] = answer
        _KEPT.keep(key, answer)
    return [known[key] for key in keys]


def beams(
    model: Writer, prompt: Sequence[Message], constraint: Constraint[Any], width: int, language: bytes
) -> Sequence[tuple[str, float]]:
    """The likeliest texts that a model writes behind a prompt, which it is asked for once (`told`).

    Args:
        language: The same where a constraint admits the same.
    """
    chat = [dict(one) for one in prompt]
    return told(model, [[chat, width, language]], lambda _: [model.beams(prompt, constraint, width)])[0]


def read_goal(sentence: str, system: TransitionSystem[Any], goals: Goals, model: Reader) -> list[GoalReading]:
    """The goals that a sentence may ask for, the likeliest first; what no goal says has the rest of the probability."""
    about = described(RuleNotation(system), system, now=True)

    likeliest: list[tuple[GoalLiteral, ...]] = []

    def read(turned: bool) -> Sequence[tuple[tuple[GoalLiteral, ...], float]]:
        found = _goals(messages("Instruction", sentence, about, turned=turned), system, goals, model)
        likeliest.extend(literals for literals, _ in found[:1])
        return found

    return [
        GoalReading(literals, share, all(one == literals for one in likeliest))
        for literals, share in _in_two_orders(read, _summed)
    ]


def goals_and_none(
    sentence: str, system: TransitionSystem[Any], goals: Goals, model: Reader
) -> list[tuple[tuple[GoalLiteral, ...], float]]:
    """The goals that a sentence may ask for with their shares, and that of its asking for none: of no literals.

    Nothing of a model that has no say where a sentence is compared with a goal (`Sure`).
    """
    if not model.sure.compares:
        return []
    asked = messages("Instruction", sentence, described(RuleNotation(system), system, now=True))
    nothing = beams(model, asked, FormConstraint(text(UNKNOWN), model.vocabulary), 1, UNKNOWN.encode())
    none = sum(math.exp(log) for _, log in nothing)
    return [*_goals(asked, system, goals, model), ((), none)]


def _goals(
    asked: Sequence[Message], system: TransitionSystem[Any], goals: Goals, model: Writer
) -> list[tuple[tuple[GoalLiteral, ...], float]]:
    constraint = GoalConstraint(
        system, model.vocabulary, "calls", goals=goals, reachable=False, ordered=False
    )
    if constraint.failure() is not None:
        return []

    def read(written: str) -> tuple[GoalLiteral, ...] | None:
        literals = constraint.read(written)
        return None if literals is None else in_order(literals, goals)

    written = beams(model, asked, constraint, _WIDTH, goals.language)
    return _shares(written, read)


def _shares(texts: Sequence[tuple[str, float]], read: Callable[[str], T | None]) -> list[tuple[T, float]]:
    """What texts say, with their probabilities together, the likeliest first.

    Args:
        read: What a text says; ``None`` where it was cut by the model's context.
    """
    said = ((read(written), math.exp(log)) for written, log in texts)
    return _summed((one, share) for one, share in said if one is not None)


def _summed(read: Iterable[tuple[T, float]]) -> list[tuple[T, float]]:
    """Readings with their shares together, the likeliest first."""
    found: dict[T, float] = {}
    for said, share in read:
        found[said] = found.get(said, 0.0) + share
    return sorted(found.items(), key=lambda one: -one[1])


def _in_two_orders(
    read: Callable[[bool], Iterable[tuple[T, float]]],
    together: Callable[[Iterable[tuple[T, float]]], Sequence[tuple[T, float]]],
) -> Sequence[tuple[T, float]]:
    """What a model reads, over two orders in which what there is is told; over one, where it is that unsure.

    Args:
        read: Readings with their shares; whether it is told in the opposite order.
        together: Makes one of readings that are the same.
    """
    first = together(read(False))
    if max((share for said, share in first if said), default=0.0) < _AGAIN:
        return first
    return together((said, share / 2) for said, share in (*first, *read(True)))


class RuleReader:
    """A model that reads requirements about one problem.

    Args:
        system: What the rules may be about.
        model: A planner's `reader`.
    """

    def __init__(self, system: TransitionSystem[Any], model: Writer) -> None:
        notation = RuleNotation(system)
        self._system, self._notation, self._model = system, notation, model
        self._about = described(notation, system)
        self._constraint = FormConstraint(notation.formulas, model.vocabulary)

    def slip(self, sentence: str) -> str:
        """Which word looks like a slip of the pen; see `slip`."""
        return slip(sentence, self._about)

    def read(self, sentence: str) -> list[Meaning]:
        """What a sentence may mean, the likeliest first."""

        def written(turned: bool) -> Sequence[tuple[tuple[Formula, ...], float]]:
            asked = messages("Requirement", sentence, self._about, turned=turned)
            texts = beams(self._model, asked, self._constraint, _WIDTH, self._notation.language)
            return _shares(texts, self._formulas)

        return [Meaning(*one) for one in _in_two_orders(written, self._together)]

    def _together(
        self, read: Iterable[tuple[tuple[Formula, ...], float]]
    ) -> list[tuple[tuple[Formula, ...], float]]:
        """Readings with their shares, what means the same as one."""
        found: list[tuple[tuple[Formula, ...], float]] = []
        for formulas, share in read:
            same = next((at for at, one in enumerate(found) if self._mean_the_same(one[0], formulas)), None)
            if same is None:
                found.append((formulas, share))
            else:
                found[same] = (found[same][0], found[same][1] + share)
        return sorted(found, key=lambda one: -one[1])

    def _formulas(self, written: str) -> tuple[Formula, ...] | None:
        try:
            return tuple(dict.fromkeys(self._notation.meant(written) or ()))
        except RuleError:
            return None

    def _mean_the_same(self, some: Sequence[Formula], others: Sequence[Formula]) -> bool:
        if len(some) != len(others):
            return False
        try:
            return all(equivalent(one, other, self._system) for one, other in zip(some, others, strict=True))
        except RuleError:  # too large, say
            return False


def messages(
    asked: Literal["Requirement", "Instruction"],
    sentence: str,
    about: Mapping[str, Sequence[str]],
    *,
    turned: bool = False,
) -> list[Message]:
    """The chat that asks for the formula of a requirement, or for the goal of an instruction.

    Args:
        about: What `described` says of the problem.
        turned: It is told in the opposite order.
    """
    now = about.get(NOW, [])
    there_is = {head: found for head, found in about.items() if head != NOW}
    if len(listed(there_is)) > _LONG:
        there_is = _told(there_is, sentence)
    if sum(map(len, now)) > _ENTRIES:
        said = stems(sentence)
        now = [one for one in now if stems(one) & said][:_FACTS]
    if now:
        there_is = {**there_is, NOW: now}
    content = f"{listed(_turned(there_is) if turned else there_is)}\n{asked}: {' '.join(sentence.split())}"
    return [{"role": "system", "content": TASK}, {"role": "user", "content": content}]


def described(
    notation: RuleNotation, system: TransitionSystem[Any], *, now: bool = False
) -> dict[str, list[str]]:
    """Types, actions with what they make true (+) and false (-), states and kinds of a problem.

    Args:
        now: What holds at first is told, too.
    """
    wording = SystemWording(system)

    def with_effects(signature: str) -> str:
        name = signature.partition("(")[0]
        made = wording.made(verb_of(name)) or wording.made(name)
        effects = sorted(f"{'+' if positive else '-'}{predicate}" for predicate, positive in made)
        return f"{signature} {{{' '.join(effects)}}}" if effects else signature

    told = {
        head: list(map(with_effects, found)) if head == "Actions" else found
        for head, found in notation.lists.items()
    }
    return told | {NOW: notation.now} if now else told


def _turned(about: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """What there is, each list from its end, and so the things of each type."""

    def members(line: str) -> str:
        kind, sep, things = line.partition(": ")
        return f"{kind}{sep}{', '.join(reversed(things.split(', ')))}"

    return {
        head: [members(one) if head == "Types" else one for one in reversed(found)]
        for head, found in about.items()
    }


def _told(about: Mapping[str, Sequence[str]], sentence: str) -> dict[str, list[str]]:
    """Of a long description, the types and things of which a sentence may speak, and the beginnings of other lists."""
    said = stems(sentence)
    found: dict[str, list[str]] = {"Types": []}
    for line in about["Types"]:
        kind, _, members = line.partition(": ")
        things = members.split(", ")
        meant = [one for one in things if stems(one) & said]
        if stems(kind) & said:
            meant += [one for one in things if one not in meant]
        if meant:
            found["Types"].append(f"{kind}: {', '.join(meant[:_THINGS])}")
    for head in ("Actions", "States"):
        lines = found.setdefault(head, [])
        for line in about.get(head, ()):
            if sum(map(len, lines)) + len(line) <= _ENTRIES:
                lines.append(line)
    if kinds := [one for one in about.get("Kinds", ()) if stems(one) & said]:
        found["Kinds"] = kinds
    return found


def slip(sentence: str, about: Mapping[str, Sequence[str]]) -> str:
    """Which word looks like a slip of the pen for one of a name here, and for which; empty if none does.

    Two letters have changed places, or within a longer word one is missing or too many. A model reads over it; people
    are asked.
    """
    known = set(re.findall("[a-z]{4,}", listed(about).lower()))
    for word in re.findall("[a-z]{4,}", sentence.lower()):
        for name in sorted(known) if word not in known | PREPOSITIONS else ():
            if OSA.distance(word, name, score_cutoff=1) != 1:
                continue
            within = min(len(word), len(name)) > 4 and word[0] == name[0] and word[-1] == name[-1]
            if sorted(word) == sorted(name) or (within and len(word) != len(name)):
                return f"{word!r} looks like a slip of the pen: did you mean {name!r}?"
    return ""


def stems(words: str) -> set[str]:
    """The beginnings of words of three letters or more, without a plural's *s*."""
    found = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", words)
    return {one.lower().rstrip("s")[:5] for one in found if len(one) > 2}
