"""Whether a sentence asks for something else than the goal that somebody gave beside it.

What the readers understand is compared with the goal itself. Of what they do not, the clauses tell enough: which things
they speak of, whether they deny, and whether something is to stay as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clamp.planning.goals import BOUND, GoalLiteral, Goals
from clamp.planning.rules.formula import Rule
from clamp.planning.system import TransitionSystem
from clamp.words import english
from clamp.words.goals import Heard, asked, in_words, members_of, without_remarks
from clamp.words.left_open import no_duty
from clamp.words.orders import Orders
from clamp.words.wording import SystemWording, spelt, wording_of

Literals = tuple[GoalLiteral, ...]

_DENYING = frozenset(
    "not no never nobody none nothing without avoid neither nor refuse stop forbid refrain nowhere".split()  # noqa: SIM905
)
_KEEPING = frozenset(
    "leave leaves keep keeps stay stays remain remains staying kept untouched alone".split()  # noqa: SIM905
)
_ENOUGH = ("any more", "any longer", "anymore", "no longer")
"""After a denial: it is to change."""
_LEAVING = _DENYING | frozenset(
    "from out off away remove clear empty take unload unpack leave rid instead than other".split()  # noqa: SIM905
)
"""Where one of these is said, something may be meant to be no more where it is."""
_MAY_TURN = re.compile(
    r"n['’]t\b|\b(?:not?|never|nothing|none|but|instead|rather|sorry|actually|wait|hang|mean|meant|except|unless|if|until"
    r"|before|after|when|while|only|or|either|other|others|otherwise|without|back|again|undo|maybe|perhaps)\b",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:it|them|ones?|this|that|these|those|both|all|every\w*)\b", re.I)
_TELLS = re.compile(r"\b(?:is|are|was|were)\b|\b(?:it|that|there|here|he|she)['’]s\b", re.I)
_FAILING = frozenset("forget fail hesitate neglect miss omit skip".split())  # noqa: SIM905
_TOUCHING = frozenset("touch move change disturb bother use handle".split())  # noqa: SIM905


@dataclass(frozen=True)
class Contradiction:
    """A sentence and a goal that cannot both be meant.

    Attributes:
        said: What the sentence asks for, in words; the sentence itself where that was not read to the last word.
        goal: The goal in words.
    """

    said: str
    goal: str

    @property
    def text(self) -> str:
        """One line for people."""
        return (
            f"The instruction reads otherwise than the goal. It asks: {self.said} The goal says: {self.goal}"
        )

    def to_json(self) -> dict[str, str]:
        """Plain data."""
        return {"sentence": self.said, "goal": self.goal}


def contradiction(
    sentence: str,
    system: TransitionSystem[Any],
    goal: Sequence[GoalLiteral],
    goals: Goals,
    read: Callable[[str], Sequence[tuple[Literals, float]]] | None = None,
) -> Contradiction | None:
    """What a sentence asks for, if it is something else than a goal; ``None`` if both may be meant.

    Args:
        sentence: What a person asks for.
        system: The problem.
        goal: What was given beside it.
        goals: What may be asked for there.
        read: What a model holds that a sentence asks for which is not understood: goals, no goal among them, with
            their shares of its probability.
    """
    known = [one for one in _single(goal, system) if goals.knows(one)]
    if not sentence.strip() or not known or no_duty(sentence):  # what need not be so may be so
        return None
    sentence = without_remarks(sentence, system)
    found = asked(sentence, system, goals)
    if not isinstance(found, str):
        for way in found:
            if way.literals and _agree(way.literals, known, system, goals):
                return None
            if not way.literals and not (way.rules and _forbid(way.rules, known, system, goals)):
                return None
        said = " Or: ".join(in_words(way.literals) if way.literals else sentence for way in found)
        return Contradiction(said, in_words(goal))
    told: Contradiction | None = None
    if undone(read_alone(sentence, system, goals), known, goals) or _speaks_of_other(
        sentence, system, known, goals
    ):
        told = Contradiction(sentence, in_words(goal))
    return told if read is None else _weighed(told, sentence, system, known, goals, read(sentence))


_SAME, _OTHERWISE, _HEARD = 0.5, 0.1, 0.15
"""Of a model's probability for goals: from here it takes the goal for what is meant, below this for what is not; and so
much of its probability has to stand for goals."""


def _weighed(
    told: Contradiction | None,
    sentence: str,
    system: TransitionSystem[Any],
    goal: Sequence[GoalLiteral],
    goals: Goals,
    read: Sequence[tuple[Literals, float]],
) -> Contradiction | None:
    """What clauses told, unless a model reads the goal, or something else and hardly ever the goal."""
    same = sum(share for one, share in read if one and say_the_same(one, goal, goals))
    none = sum(share for one, share in read if not one)
    others = [(share, one) for one, share in read if one and not say_the_same(one, goal, goals)]
    otherwise = sum(share for share, _ in others)
    # What asks for nothing may ask for what has no name here, unless it denies.
    nothing = none if _denies_or_keeps(sentence) else 0.0
    if same + otherwise + nothing < _HEARD:
        return told
    of_goals = same / (same + otherwise + nothing)
    if of_goals >= _SAME:
        return None
    if of_goals >= _OTHERWISE:
        return told
    share, best = max(others, default=(0.0, ()))
    used, given = _used(best), _used(goal)
    several = Heard(sentence, system).several(best, members_of(system)) if best else []
    if any(given.intersection(one.fits) - used for one in several):  # of two lamps it took the other one
        return told
    return Contradiction(in_words(best) if share > nothing else sentence, in_words(goal))


def _used(literals: Sequence[GoalLiteral]) -> set[str]:
    return {name for one in literals for name in one.args}


def _denies_or_keeps(sentence: str) -> bool:
    return not _words(sentence.lower()).isdisjoint(_DENYING | _KEEPING)


def _words(text: str) -> set[str]:
    """The words of a text in lower case, *not* by itself."""
    return set(re.findall(r"[a-z]+", text.replace("n't", " not").replace("n’t", " not")))


def say_the_same(some: Literals, others: Sequence[GoalLiteral], goals: Goals) -> bool:
    """Whether each says all that the other does, but for what is so already."""
    return all(
        one in against or goals.implied(against, one) is True or goals.holds([one])
        for told, against in ((some, others), (others, some))
        for one in told
    )


def _single(goal: Sequence[GoalLiteral], system: TransitionSystem[Any]) -> Iterator[GoalLiteral]:
    """Literals of named things: *every* is each of them."""
    words = system.rule_words()
    for one in goal:
        for name in words.objects(one.kind) if one.kind else ("",):
            yield GoalLiteral(
                one.predicate, tuple(name if arg == BOUND else arg for arg in one.args), one.positive
            )


def _agree(
    said: Sequence[GoalLiteral], goal: Sequence[GoalLiteral], system: TransitionSystem[Any], goals: Goals
) -> bool:
    """Whether both may be meant: each says all that the other does, but for what is so already and may stay so.

    *The red cup and the bowl into the sink*, and a goal of the blue cup and the bowl, share the bowl.
    """
    mine = [one for one in said if goals.knows(one)]
    if not mine or undone(mine, goal, goals) or undone(goal, mine, goals):
        return False
    shared = any(goals.implied(goal, one) is True for one in mine)
    if not shared and not any(goals.implied(mine, one) is True for one in goal):
        return False
    kept = [one for one in mine if goals.implied(goal, one) is False]
    return not kept or not _forbid([_always(one) for one in kept], goal, system, goals)


def undone(said: Sequence[GoalLiteral], goal: Sequence[GoalLiteral], goals: Goals) -> bool:
    """Whether a goal excludes something that is said, or leaves undone what is not so already."""
    if not said:
        return False
    if any(goals.implied(goal, one) is False and not goals.holds([one]) for one in said):
        return True
    return goals.within_reach(*goals.masks([*said, *goal])) is False


def _always(one: GoalLiteral) -> Rule:
    return Rule.parse(f"G {'' if one.positive else '!'}{one.predicate}({', '.join(one.args)})")


def _forbid(
    rules: Sequence[Any], goal: Sequence[GoalLiteral], system: TransitionSystem[Any], goals: Goals
) -> bool:
    """Whether no plan reaches a goal while rules hold."""
    ruled = Goals(system, rules=rules, budget=goals.budget, limits=goals.limits)
    if not all(map(ruled.knows, goal)):
        return True
    return ruled.within_reach(*ruled.masks(goal)) is False


# ------------------------------------------------------------------ what was not read to the last word


def read_alone(
    sentence: str, system: TransitionSystem[Any], goals: Goals, *, borne: bool = False
) -> list[GoalLiteral]:
    """What those clauses of a sentence ask for that are read, where no other clause may turn that round.

    Args:
        borne: Somebody else reads the whole sentence, too, so that what *it* is in another clause need not be known.
    """
    found: list[GoalLiteral] = []
    for text in re.split(r"[,;:.!?]+(?:\s|$)|\s[-–—]+\s", sentence):
        ways = asked(text, system, goals) if text.strip() else []
        if isinstance(ways, str):
            of_it = not borne and _PRONOUN.search(text) and not _TELLS.search(text)
            if of_it or _MAY_TURN.search(text):
                return []
        elif len(ways) == 1:
            # *My hands are full* says nothing of the robot's.
            found += [one for one in ways[0].literals if one.args and not one.kind and goals.knows(one)]
    return found


def _speaks_of_other(
    sentence: str, system: TransitionSystem[Any], goal: Sequence[GoalLiteral], goals: Goals
) -> bool:
    """Whether the clauses of a sentence speak of other things than a goal, deny it, or want it left as it is."""
    orders = Orders(system, goals, lambda _: ())
    cut = re.split(r"[,;:.!?]+(?:\s|$)|\bbut\b|(?=\bexcept\b)|(?=\bapart from\b)", sentence.lower())
    clauses = [one for text in cut if text and (one := _Clause(text, orders)).fits]
    used = _used(goal)
    named = {name for one in clauses for name in one.fits}
    beside = {args[1] for _, args in goals.facts_at_first if len(args) == 2 and args[0] in used}
    words = {word for name in used for word in _called(name)}  # *the bench*, of the bench lamp
    beside |= {name for name in named if not words.isdisjoint(_called(name))}
    if not named:
        return False
    whole = re.search(r"\b(?:every|any)thing\b", sentence.lower()) is not None  # of all that is not named
    if not named & (used | beside) and not whole:
        return True
    placing = _LEAVING.isdisjoint(re.findall(r"[a-z]+", sentence.lower().replace("n't", " not")))
    if placing and any(not one.positive and len(one.args) > 1 and named.issuperset(one.args) for one in goal):
        return True  # no word takes anything from anywhere
    changed = [one for one in goal if not goals.holds([one])]
    touched = {name for one in changed for name in one.args[:1]}
    asking = {name for one in clauses if one.asks for name in one.fits}
    if any((one.keeps or one.excepts) and one.fits & touched - asking for one in clauses):
        return True
    if whole:
        return False
    if any(one.denies and one.does(goal, system) for one in clauses):
        return True
    about = [one for one in clauses if one.fits & used]
    if about and all(one.denies for one in about) and all(one.positive for one in goal):
        return True
    heard = [one for one in clauses if one.asks] or clauses
    simple = all(len(one.args) == 1 for one in goal)
    if simple and not changed and heard[0].asks and not any(one.denies or one.keeps for one in clauses):
        return True  # something is asked for, and all of the goal is so already
    if any(
        _nameless(one.text, system) for one in heard
    ):  # it may be another word for what the goal speaks of
        return False
    if any(named.isdisjoint(one.args) and beside.isdisjoint(one.args) for one in changed):
        return True  # and there is no word for that
    others = {name for one in heard for some in one.phrases if used.isdisjoint(some) for name in some}
    kinds: dict[str, set[str]] = {}
    for kind, members in system.lexicon.types.items():
        for name in members:
            kinds.setdefault(name, set()).add(kind)
    for one in goal:
        for place, name in enumerate(one.args):
            if name in named:
                continue
            for other in others:
                args = tuple(other if at == place else arg for at, arg in enumerate(one.args))
                changed_one = GoalLiteral(one.predicate, args, one.positive)
                own = kinds.get(other, {"object"})  # where no plan gets at the other, it is known by its type
                alike = len(args) > 1 and own != {"object"} and own == kinds.get(name)
                if len(set(args)) == len(args) and (alike or goals.knows(changed_one)):
                    return True
    return False


_WHEN = re.compile(
    r"\b(?:before|after|until|till|because|since|so that|in time for|for|when|while)\b.*", re.S
)


def _nameless(sentence: str, system: TransitionSystem[Any]) -> bool:
    """Whether something may be spoken of by a noun that nothing here is known by."""
    heard = Heard(sentence, system)
    verbs = {
        clause.split()[0] for clause in re.split(r"[,;:.!?]+\s*|\band\b", sentence.lower()) if clause.split()
    }
    left = set(heard.unknown) - verbs
    return bool(heard.absent) or any(
        english.names_a_thing(one) and not english.is_adverb(one) for one in left
    )


def _called(name: str) -> set[str]:
    return {word for form in spelt(name) for word in form.split() if not word.isdigit()}


class _Clause:
    """What one clause of a sentence speaks of, and how.

    Attributes:
        text: Its words, but for when, and for whom.
        phrases: What each of its noun phrases may name.
        fits: All of that.
        denies: It says that something is not to be.
        keeps: It says that something is to be left as it is.
        excepts: It names what is left out.
        asks: It may ask for something, as it tells nothing of how things are, and denies nothing.
    """

    def __init__(self, text: str, orders: Orders) -> None:
        self.text = _WHEN.sub("", text)
        self.words = words = _words(text)
        self.phrases = orders.spoken(text)
        self.fits = {name for one in self.phrases for name in one}
        self.excepts = text.startswith(("except", "apart from"))
        self.denies = bool(words & _DENYING) and not any(one in text for one in _ENOUGH)
        if re.search(r"\b(?:be|is|are|was|were)\b", text) and not words & _KEEPING:
            self.denies = False  # *should not be dark*: of what is denied to be so, nothing is known
        self.keeps = bool(words & _KEEPING) != self.denies if words & _KEEPING else False
        if self.denies and words & _TOUCHING:
            self.keeps = True
        self.asks = not self.denies and not self.keeps and not _TELLS.search(text)

    def does(self, goal: Sequence[GoalLiteral], system: TransitionSystem[Any]) -> bool:
        """Whether something is named by its verb that makes a goal so: *let it run down*."""
        wording = wording_of(system)
        if not isinstance(wording, SystemWording) or not self.words.isdisjoint(_FAILING):
            return False
        made = {
            one for verb in wording.verbs if self.words.issuperset(verb.split()) for one in wording.made(verb)
        }
        return any((one.predicate, one.positive) in made and self.fits.intersection(one.args) for one in goal)
