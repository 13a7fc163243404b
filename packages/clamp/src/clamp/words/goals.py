"""What a sentence asks to be made so, as the reader of requirements reads it; and what of it a goal leaves unsaid.

*Put the milk in the fridge* asks for what putting it there leaves behind, *the fridge is closed at the end* for a fact.
What the reader abstains on is left to a model, whose goal is then held against the sentence: each thing that it speaks
of is to be in the goal, nothing else is, and each word is to be known (`Heard`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice, pairwise, product
from typing import Any

from clamp.planning.goals import BOUND, GoalLiteral, Goals
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule, Same
from clamp.planning.system import Action, TransitionSystem
from clamp.words import english
from clamp.words.described import by_name, of_somebody_else, unlike
from clamp.words.english import forms, same_noun, these
from clamp.words.forms import pasts
from clamp.words.hedges import (
    addressed,
    asks_after,
    delayed,
    forbidding,
    hedge,
    is_question,
    passed_on,
    quotes,
    reported,
    taken_back,
    talks_of,
)
from clamp.words.idioms import as_meant
from clamp.words.left_open import both_of, left_open
from clamp.words.matching import Matcher
from clamp.words.mentions import Mention, mentioned
from clamp.words.naming import plain, words_of
from clamp.words.orders import MADE_SUCH, Orders, Unclear, is_holding
from clamp.words.requirements import read_requirements
from clamp.words.saying import fact_in_words
from clamp.words.senses import base_of, people_of
from clamp.words.stacks import stacks
from clamp.words.wording import (
    ABOVE,
    PREPOSITIONS,
    NounTerm,
    SystemWording,
    Wording,
    sorts_of,
    spelt,
    wording_of,
)

Literals = tuple[GoalLiteral, ...]

_MOST_READINGS = 16


MOVING = these(
    "go goes belong belongs move bring carry transfer relocate deliver take get fetch shift transport return put place "
    "leave set lay store stow drop deposit"
)
"""Verbs of getting a thing to a place, however that is done here."""
_LITTLE = these(
    "so that be to it them in on at into onto of from with the a an and is are should must end "
    "finally up down off out there please make sure ensure want would like have get i you my we d "
    "ll thing things one ones inside within back away over for me us need needs let s can could "
    "will put then now also too first next afterwards again there here they these those this go"
)
"""Words that say nothing that a goal could leave unsaid."""
_FOREIGN = these(
    "le la les une du au aux sur dans avec pas jamais est et vous il nel el los las por una nunca favor favore "
    "der das dem des bitte auf mit nicht kein keine und ins zur zum einen ein "
    "de het een niet naar uit aan hem op och att det inte från não na da os ao uma się nie proszę"
)
"""Small words of French, German, Spanish, Italian, Dutch, Swedish, Portuguese and Polish that English hardly has."""
_ENGLISH = (
    english.NEVER_A_THING
    | english.VERBS
    | english.OBJECT_VERBS
    | english.DETERMINERS
    | these("everywhere anywhere somewhere nowhere everything anything nothing everybody nobody")
)
_ANYHOW = frozenset(["to", "towards", "of", "with", "using", "via"])
"""Prepositions after which a thing comes to be wherever things are there: *to the desk* is on it."""
_SOURCES = frozenset(["from", "out of", "off", "off of"])
_TOOLS = frozenset(["of", "with", "using", "via"])
_OF_SEVERAL = these("other others all both every each rest everything swap")
"""Words after which more is asked of than is told apart."""
_LEADING = these(
    "oh ah well please just do can could would you will now so hey right robot kindly okay ok then"
)
"""What may stand before a verb that nothing was said before."""
_CONTRACTED = re.compile(
    r"\b(?:i|you|we|they|he|she|it|there|that|who|what|let)['’](?:ve|m|ll|d|re|s)\b|n['’]t\b|\b[a-z]{3,}['’]s\b"
)
"""*I've*, *can't*: English, whatever is said with it."""
_LOOKING = these("striped spotted checked chequered coloured colored patterned flowered dotted used tired")
"""Participles that tell of a thing what nobody makes of it."""
_LET = these("forget leave let just keep")
"""Verbs that, denied, ask for something: *don't leave it on*."""
_PARTS = these("piece slice")
_ANYTHING = these("object thing item entity")
"""Types of which a word speaks of nothing."""
_USED = r"(?:that|which|for \w+ing|i|we|you|he|she|they|with which|to \w+ with)\b"
"""What says for what a thing is used, or what it does."""
_WHOSE = r"(?: (?:the|my|your|our|this|that|his|her|their))?"
_BETWEEN = (
    r"(?: (?:that|which))?(?: (?:is|s|are|re))?(?: (?:on|off|up|down|out|over))?"
    rf" (?:in|on|at|by|from|off|out of|inside|under|beside|near){_WHOSE}"
)
"""Between a thing and where it is: *the lamp that is in the hall*, *the mug off my desk*."""
_NEGATIONS = these(
    "not no never without nor neither except instead unless until before avoid don't dont cannot "
    "none nothing rather than if or but only "
    "maybe perhaps possibly almost nearly hardly barely partly halfway pretend imagine suppose wonder consider think "
    "forget fail refuse yesterday whether stop prevent keep "
    "when whenever while"
)
"""Words that turn a meaning round: nobody but the reader of requirements may read them."""


_WISHED = these(
    "be been get have want wants need needs like love make leave let see should must is are please and"
)
_DO_IT = re.compile(r"\b(?:could|can|would|will) you (?:please )?(?:do|see to|sort) (?:it|them|that)\b", re.I)
_PRONOUNS = these("it them its theirs ones other others same rest former latter")


_CORRECTION = re.compile(
    r"\b(?:i (?:mean|meant)|make (?:that|it)(?= (?:the|a|an|my|your|this|that|\w+ ones?)\b)|no,? wait|or rather"
    r"|not that one|correction)\b",
    re.I,
)
"""What comes after these stands for what was said before; *make it cosy in here* does not."""


_UNTIL_WHEN = re.compile(
    r",? for (?:the (?:night|evening|day|weekend)|tonight|tomorrow(?: morning| night)?)\b"
    r"(?=\W*(?:$|[.,;!?]|please\b))",
    re.I,
)
"""For when something is to be so, as far as anybody cares: *bolt the door for the night*."""
_FOLK = re.compile(
    r"\b(?:the |our )?(kids|children|boys|girls|parents|guests|visitors|neighbours)['’] ", re.I
)
_ALL_OF_IT = re.compile(r"\b(?:everything|whatever|anything|(?:it|them) all|the (?:whole )?lot)\b")
_AIR = re.compile(
    r"""\W*it(?:['’]s|\ is|\ has|['’]s\ got)(?:\ (?:getting|got|gone|become|so|too|very|really|quite|rather|terribly
    |awfully|pretty|freezing|a\ bit|pitch|far\ too))*
    \ (?:cold|chilly|cool|freezing|hot|warm|boiling|stuffy|dark|dim|gloomy|bright|draughty|drafty|damp)
    \ (?:(?:up|down|out)\ )?(?:in|at|on)\ (?:(?:the|my|our)\ )?(?P<place>\w+(?:\ room)?)
    (?:\ (?:today|tonight|again|already|now))?[,;:.!]\ (?:(?:so|please|could\ you|would\ you|can\ you)\ )*""",
    re.I | re.X,
)
"""*It's getting cold in the bedroom, …*"""
_TITLED = re.compile(r"\b(Mr|Mrs|Ms|Miss|Mister|Dr)\.? ([A-Z][a-z]+)")
_EMPTYING = these("empty clear unload unpack strip tidy")
_TITLES = these("mr mrs ms miss mister dr")
_VAGUE = re.compile(
    r"^\W*(?:(?:please|could|can|would|will|you|robot|now|just)\W+)*"
    r"(?:sort out|see to|deal with|take care of|look after|handle|do something (?:about|with))(?: [\w'’]+){1,4}\W*$",
    re.I,
)
_EXCEPTING = re.compile(r"\b(?:except|apart from|but not|other than|but for|bar)\b")
_OTHERS = re.compile(r"\b(?:except|apart from|other|others|but)\b")
_POSSESSIVE = re.compile(r"\b([A-Za-z]+)['’]s\b")
_OWNER = re.compile(r"\b([A-Z][a-z]+)['’]s (?=((?:[a-z]+ )?[a-z]+))")


def without_strangers(sentence: str, system: TransitionSystem[Any]) -> str:
    """A sentence without whose a thing is, where there is one of its noun, and it is called after nobody else.

    *Put Lena's schoolbag on the bed* is about the schoolbag, whether there is a Lena or not.
    """
    called = {name: plain(name).split() for name in system.entities}
    alone = {words[0] for words in called.values() if len(words) == 1}

    def the(found: re.Match[str]) -> str:
        owner = found[1].lower()
        if owner in english.FUNCTION_WORDS | _LITTLE:
            return found[0]  # *there's a plate*
        for noun in found[2].split():
            things = [words for words in called.values() if noun == words[-1]]
            things = things or [words for words in called.values() if noun in words]
            theirs = any(word.startswith(owner) for words in things for word in words)
            if len(things) == 1 and not theirs and not alone.intersection(*things) - {noun}:
                return "the "
        return found[0]

    own = {word for words in called.values() for word in words}

    def folk(found: re.Match[str]) -> str:
        theirs = sorted(own & english.singulars(found[1].lower()))
        return f"the {theirs[0]} " if theirs else "the "  # *the guests' window* is the guest window

    def joined(found: re.Match[str]) -> str:
        theirs = f"{found[1]}s".lower()
        return f"{found[1]}s" if theirs in own and found[1].lower() not in own else found[0]

    sentence = _POSSESSIVE.sub(joined, _FOLK.sub(folk, sentence))  # *Tom's sweater* is ``toms_sweater``
    return _OWNER.sub(the, sentence)


def without_remarks(sentence: str, system: TransitionSystem[Any]) -> str:
    """A sentence without what it only remarks on: *It's too bright in here, …*, *…, my mother is coming on Sunday*.

    What it tells by facts is named (`by_name`), also what a remark tells: *Jonas is ill, bring him his phone*.
    """
    meant = as_meant(sentence, system)
    rest = _asking(_UNTIL_WHEN.sub("", without_strangers(meant, system)), system)
    named = by_name(rest, system, "" if rest == meant else meant)
    air = _AIR.match(named)
    if air is not None and (named != rest or air["place"].lower() in named[air.end() :].lower()):
        return named[air.end() :]  # where it is cold has told which window is meant, or is said again
    return named if named == rest else _asking(named, system)


def _asking(sentence: str, system: TransitionSystem[Any]) -> str:
    """What of a sentence asks for something; all of it, where what is left points to the rest."""
    from clamp.words.reader import reader_of  # the parser is loaded only where something is read

    if reported(sentence) or taken_back(sentence) or passed_on(sentence):  # no mere remarks
        return sentence
    rest = reader_of(wording_of(system)).without_remarks(sentence)
    if rest != sentence and _CORRECTION.search(sentence) and not _CORRECTION.search(rest):
        return sentence
    left = re.findall(r"[^_\W]+", rest.lower())
    pointing = _PRONOUNS | {"there", "her", "him"}
    if not pointing.isdisjoint(left):  # *the fern's wilting, give it some water*
        names = {word for name in system.entities for word in plain(name).split()}
        if names.intersection(re.findall(r"[^_\W]+", sentence.lower())) - {*left}:
            return sentence
    return rest


def in_words(literals: Sequence[GoalLiteral]) -> str:
    """A goal as a sentence: *At the end, milk is in fridge, and fridge is not open.*"""
    said = ", and ".join(map(_literal_in_words, literals))
    return f"At the end, {said}."


def _literal_in_words(one: GoalLiteral) -> str:
    name = plain(one.predicate)
    if name.startswith("robot ") and len(one.args) == 1 and not one.kind:
        be = "is" if one.positive else "is not"
        return f"the robot {be} {name.removeprefix('robot ')} {plain(one.args[0])}"
    args = tuple(f"every {plain(one.kind)}" if name == BOUND else name for name in one.args)
    if one.kind and not one.positive:
        args = tuple(f"any {plain(one.kind)}" if name == BOUND else name for name in one.args)
        return f"it is not so that {fact_in_words(Proposition(one.predicate, args), True)}"
    return fact_in_words(Proposition(one.predicate, args), one.positive)


# ------------------------------------------------------------------ what the reader of requirements makes of it


@dataclass(frozen=True)
class Asked:
    """One way to understand a sentence.

    Attributes:
        literals: What is to be so.
        rules: What is to be kept on the way.
        as_order: It was read clause by clause (`Orders`), each thing told from others by all that is said of it.
    """

    literals: Literals
    rules: tuple[Rule, ...] = ()
    as_order: bool = False


_AT_FIRST = "it is not so at first"


NOTHING_LEFT = "what is done leaves nothing behind that is known"
"""Why the readers abstain where what somebody does changes nothing, as far as the problem knows."""


class _NoGoal(Exception):
    """What is asked for is nothing that a goal can say."""


def with_kept(literals: Literals, rules: Sequence[Rule], goals: Goals) -> Literals:
    """A goal with what is to stay as it is, too: *lock the front door, but the back door stays unlocked*."""
    kept: list[GoalLiteral] = []
    for one in rules:
        match one.formula:
            case Compound("G", (Proposition(event=False) as fact,)):
                kept.append(GoalLiteral(fact.name, fact.args or ()))
            case Compound("G", (Compound("!", (Proposition(event=False) as fact,)),)):
                kept.append(GoalLiteral(fact.name, fact.args or (), False))
            case _:
                pass
    more = [one for one in kept if goals.knows(one)]
    return in_order({*literals, *more}, goals) if literals and more else literals


_ALL_BUT = (
    r"(?P<all>\b(?:every|all|both|each|everything|the (?:\w+ )?\w+s)\b[^,.;:!?]*?),? but "
    r"(?P<left>(?:please )?(?:leave|keep) "
    r"(?P<one>(?:the|my|our|your|his|her|their) (?:\w+ ){0,3}?\w+) "
)
_LEAVING = re.compile(
    rf"{_ALL_BUT}(?:alone|be|(?:just )?(?:as|where|how) (?:it|they|he|she) (?:is|are)))\b", re.I
)
_SPARING = re.compile(
    rf"{_ALL_BUT}"
    r"(?:on|off|open|closed|shut|lit|dirty|clean|wet|dry|up|down|locked|unlocked|running|empty|full))\b",
    re.I,
)
"""*All the lamps off, but leave the one in the hall on*: all but that one."""


def asked(sentence: str, system: TransitionSystem[Any], goals: Goals) -> list[Asked] | str:
    """The ways in which the readers understand a sentence, each once; or why they abstain (`Unclear`: for good).

    Args:
        system: The problem, whose words count.
        goals: What may be asked for there.
    """
    orders = Orders(system, goals, _Reader(system, goals).left_by)
    if (unclear := left_open(sentence, orders)) is not None:
        return unclear
    spared = _LEAVING.sub(r"\g<all> except \g<one>", sentence)
    spared = _SPARING.sub(r"\g<all> except \g<one>, and \g<left>", spared)
    found = _asked(spared, system, goals, orders)
    if isinstance(found, str) and spared != sentence:
        found = _asked(sentence, system, goals, orders)
    if isinstance(found, str):
        return found
    for at, one in enumerate(found):
        given = for_whom(sentence, one.literals, system, goals)
        if isinstance(given, str):
            return given
        found[at] = replace(one, literals=given)
    words = system.rule_words()
    members = {kind: words.objects(kind) for kind in words.types}
    for pair in both_of(sentence, orders):
        if any(way.literals and not _used(way.literals, members).issuperset(pair) for way in found):
            return Unclear(
                f"'both' speaks of two, and not both of {' and '.join(pair)} are as it says. Say which."
            )
    return found


_BRINGING = re.compile(
    r"\b(?:bring|fetch|hand|pass)\b|\b(?:get|give|grab|find) (?:me|us|(?:[a-z]+ ){1,4}for (?:me|us))\b", re.I
)


def for_whom(
    sentence: str, literals: Literals, system: TransitionSystem[Any], goals: Goals
) -> Literals | str:
    """*Bring me my pills*: where people can have things, it is for whoever is here; or why it is not clear for whom."""
    if not _BRINGING.search(sentence):
        return literals
    people = people_of(system.lexicon.types)
    found = list(literals)
    for at, one in enumerate(literals):
        if not one.positive or not one.args or one.kind or not is_holding(one.predicate):
            continue
        if not people.isdisjoint(one.args):  # ``held-by(mug, jory)`` is for him
            continue
        given = [
            each
            for each in goals.literals
            if each.positive
            and not each.kind
            and len(each.args) == 2
            and one.args[-1] in each.args
            and not people.isdisjoint(each.args)
        ]
        if len(given) > 1:
            return f"it is not said who is to have {one.args[-1]}"
        found[at] = given[0] if given else one
    return in_order(found, goals) if found != list(literals) else literals


def unread(sentence: str, system: TransitionSystem[Any], goals: Goals) -> str:
    """Why the readers make no goal of a sentence; empty where they do."""
    found = asked(without_remarks(sentence, system), system, goals)
    return found.rstrip(".") if isinstance(found, str) else ""


def _asked(sentence: str, system: TransitionSystem[Any], goals: Goals, orders: Orders) -> list[Asked] | str:
    """See `asked`, of a sentence whose own words leave nothing open."""
    stacked = stacks(sentence, system, goals)
    if stacked is not None:
        return stacked if isinstance(stacked, Unclear) else [Asked(in_order(stacked, goals), as_order=True)]
    found = _required(sentence, system, goals)
    if not isinstance(found, str):
        if len(found) == 1 and found[0].literals and not found[0].rules:
            # *Get the shirt clean and into the wardrobe*: what is read clause by clause may be more.
            whole = orders.read(sentence)
            if (
                isinstance(whole, list)
                and len(whole) == 1
                and _says_more(whole[0], found[0].literals, sentence)
            ):
                return [Asked(in_order(whole[0], goals), as_order=True)]
            if (
                isinstance(whole, list)
                and len(whole) == 1
                and {*found[0].literals} <= {*goals.literals}
                and goals.why_not(found[0].literals) == "contradictory"
            ):
                # *Pick up the keys and leave them on the table*: they are held on the way only.
                return [Asked(in_order(whole[0], goals), as_order=True)]
            if _OTHERS.search(sentence) and isinstance(whole, list):
                same = [in_order(one, goals) for one in whole] == [found[0].literals]
                return [replace(found[0], as_order=same)]  # which are left is told by both
        ends = any("last" in one.text for way in found for one in way.rules)  # what no literal says
        if len(found) == 1 and (found[0].literals or (found[0].rules and not ends)):
            return found
        # What a description leaves nothing of is no reading, where there is another.
        found = [one for one in found if one.literals or one.rules] or found
    ordered = orders.read(sentence)
    if isinstance(ordered, Unclear):
        return ordered
    if isinstance(ordered, str):
        return found
    ways = list(dict.fromkeys(in_order(one, goals) for one in ordered))
    known = [()] if isinstance(found, str) else [one.literals for one in found]
    held = [any(is_holding(lit.predicate) for lit in one) for one in (*known, *ways)]
    told = len(ways) == 1 < len(known) and all(held[:-1]) and not held[-1] and not _HOLDING.search(sentence)
    several = not english.COLLECTIVE.isdisjoint(re.findall(r"[a-z]+", sentence.lower()))
    told |= (
        several and len(ways) == 1 and {*ways[0]} == {*chain.from_iterable(known)}
    )  # *the clothes*: all of them
    if any(known) and not told and (len(ways) > 1 or ways[0] not in known):
        return found
    return [Asked(one, as_order=True) for one in ways]


_HOLDING = re.compile(r"\b(?:pick|grab|lift|hold|carry|grasp)\b", re.I)


def _says_more(whole: Literals, found: Literals, sentence: str) -> bool:
    """Whether what is read clause by clause says all that was found, and more.

    *Take the trowel out of the crate* asks for it to be out, not in a hand.
    """
    if {*whole} > {*found}:
        return True
    placed: dict[tuple[str, ...], list[str]] = {
        one.args: plain(one.predicate).split() for one in found if len(one.args) > 1
    }
    if {one.args for one in whole} == {
        one.args for one in found
    }:  # *over the chair* is how it is draped over, not on
        said = english.PREPOSITIONS.intersection(sentence.lower().split())
        return any(
            said & {*plain(one.predicate).split()} - {*placed.get(one.args, ())} for one in whole if placed
        )
    if _HOLDING.search(sentence):
        return False
    lost = {one for one in found if one not in whole}
    gone = {one.args[0] for one in whole if one not in found and not one.positive and len(one.args) > 1}
    return bool(lost) and all(is_holding(one.predicate) and one.args and one.args[-1] in gone for one in lost)


def _required(sentence: str, system: TransitionSystem[Any], goals: Goals) -> list[Asked] | str:
    """What the reader of requirements makes of a sentence, or why it abstains."""
    found = read_requirements(sentence, wording_of(system), suggest=False)
    if not found.clauses:
        return "it asks for nothing"
    if any(
        _AT_FIRST in one.why for one in found.clauses
    ):  # *the apple should not be there* is said of the end
        last = " ".join(f"{'' if one.readings else 'At the end, '}{one.text}." for one in found.clauses)
        found = read_requirements(last, wording_of(system), suggest=False)
    if unread := [one for one in found.clauses if not one.readings]:
        return "; ".join(f"{one.text!r}: {one.why}" for one in unread)
    reader = _Reader(system, goals)
    ways = [[_parts(reader, reading.rule, one.text) for reading in one.readings] for one in found.clauses]
    made: dict[Asked, None] = {}
    for given in ways:
        possible = [one for one in given if not isinstance(one, str)]
        if not possible:
            return "; ".join(dict.fromkeys(str(one) for one in given))
        given[:] = possible
    for chosen in islice(product(*ways), _MOST_READINGS):
        demands: list[_Demand] = []
        rules: list[Rule] = []
        for one in chosen:
            assert not isinstance(one, str)
            demands += one[0]
            rules += one[1]
        made[Asked(reader.together(demands), tuple(rules))] = None
    return list(made)


def _parts(reader: _Reader, rule: Rule, said: str) -> tuple[list[_Demand], list[Rule]] | str:
    """What a rule asks to be made so, and what of it is kept on the way; or why it is neither."""
    demands: list[_Demand] = []
    rules: list[Rule] = []
    if (both := _one_after_other(rule.formula, said)) is not None:
        with suppress(_NoGoal):
            return [reader.left(one) for one in both], [rule]
    parts = list(_conjuncts(rule.formula))
    for part in parts:
        if (first := _done_first(part, parts)) is not None:
            with suppress(_NoGoal):  # *…, but empty it first*: it is to be empty, too
                demands.insert(0, reader.left(first))
        try:
            demands += reader.demands(part)
        except _NoGoal as error:
            inner = part
            while isinstance(inner, Quantified):
                if not inner.universal:
                    return "it asks for one of several things, whichever it is"
                inner = inner.body
            if (
                isinstance(inner, Compound)
                and inner.operator in ("F", "->", "!")
                and "last" not in str(inner)
            ):
                return str(error)
            name = rule.name if part is rule.formula else str(part)
            rules.append(rule if part is rule.formula else Rule(name, part, str(part)))
    return demands, rules


_ORDER_ONLY = re.compile(
    r"n['’]t\b|\b(?:not|no|never|only|always|any|every|each|all|if|whenever|must|should|may|can|has to|have to)\b",
    re.I,
)
"""Makes of *before* and *after* a rule for whatever is done, and no order to do it."""


def _one_after_other(formula: Formula, said: str) -> tuple[Formula, Formula] | None:
    """What is to be done first and then, of *fold it before putting it in the basket*; ``None`` if it is a rule."""
    if _ORDER_ONLY.search(said):
        return None
    match formula:
        case Compound("G", (Compound("->", (then, Compound("Y"))),)):
            first = _done_first(formula, [Compound("F", (then,))])
            return None if first is None else (first, then)
        case Compound("G", (Compound("->", (first, Compound("X", (Compound("F", (then,)),)))),)):
            return first, then
        case _:
            return None


def _done_first(part: Formula, parts: Sequence[Formula]) -> Formula | None:
    """What is to be done before something that other parts ask for; ``None`` where a part says none of that."""
    match part:
        case Compound("G", (Compound("->", (then, Compound("Y", (before,)))),)) if (
            Compound("F", (then,)) in parts
        ):
            match before:
                case Compound("O", (event,)) | Compound("&", (Compound("O", (event,)), _)):
                    return event
                case _:
                    pass
        case _:
            pass
    return None


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Compound("&", parts):
            for one in parts:
                yield from _conjuncts(one)
        case _:
            yield formula


@dataclass(frozen=True)
class _Demand:
    """What is to be so, and all that is known to be so after it."""

    wanted: frozenset[GoalLiteral]
    after: frozenset[GoalLiteral] = field(default=frozenset[GoalLiteral]())


class _Reader:
    """Turns what a rule asks for into literals."""

    def __init__(self, system: TransitionSystem[Any], goals: Goals) -> None:
        self._system = system
        self._goals = goals
        self._words = system.rule_words()
        self._wording = wording_of(system)
        self._by_name: dict[str, list[Action]] = {}
        for action in system.actions:
            self._by_name.setdefault(action.name, []).append(action)

    def left_by(self, event: Formula) -> Literals:
        """What doing something leaves behind of what is named; empty if that is not clear."""
        try:
            return tuple(sorted(self.left(event).wanted))
        except _NoGoal:
            return ()

    def left(self, event: Formula) -> _Demand:
        """The same, with all that is known to be so after it; raises `_NoGoal` if that is not clear."""
        return self._done(list(_alternatives(event)), {})

    def demands(self, formula: Formula, scope: Mapping[str, str] | None = None) -> list[_Demand]:
        """Raises `_NoGoal` if a formula is none."""
        scope = scope or {}
        match formula:
            case Quantified(
                True, ((name, kind),), Compound("->", (Compound("!", (Same(left, right),)), body))
            ) if not scope and name in (left, right):  # all but one: no literal says that of a kind
                rest = [one for one in self._words.objects(kind) if one not in (left, right)]
                return [
                    _Demand(
                        *(frozenset(_of(lit, one) for lit in told) for told in (demand.wanted, demand.after))
                    )
                    for demand in self.demands(body, {name: kind})
                    for one in rest
                ]
            case Quantified(True, ((name, kind),), body) if not scope:
                return self.demands(body, {name: kind})
            case Compound("&", (one, other)):
                return [*self.demands(one, scope), *self.demands(other, scope)]
            case Compound("->", (when, then)) if (held := self._wording.at_first(when)) is not None:
                return self.demands(then, scope) if held else []  # *the dirty cup*: it is, or it is not
            case Compound("F", (Compound("&", (one, Compound("X", (Compound("F") as rest,)))),)):
                return [self._done([one], scope), *self.demands(rest, scope)]
            case Compound("F", (one,)):
                return [self._done(list(_alternatives(one)), scope)]
            case Compound("G", (Compound("->", (Compound("last"), then)),)):
                return [_Demand(frozenset(self._state(then, scope)))]
            case _:
                raise _NoGoal(f"{formula} is nothing that a goal can say")

    def _state(self, formula: Formula, scope: Mapping[str, str]) -> Iterator[GoalLiteral]:
        match formula:
            case Compound("&", parts):
                for one in parts:
                    yield from self._state(one, scope)
            case Compound("!", (Proposition(event=False) as fact,)) if ANY in (fact.args or ()):
                yield from self._none(fact.name, fact.args or ())
            case Compound("!", (Proposition(event=False) as fact,)):
                yield from self._not_there(self._literal(fact.name, fact.args or (), False, scope))
            case Proposition(event=False) as fact:
                yield self._literal(fact.name, fact.args or (), True, scope)
            case Quantified(True, ((name, kind),), body) if not scope:
                yield from self._state(body, {name: kind})
            case _:
                raise _NoGoal(f"{formula} is nothing that a goal can say")

    def _not_there(self, one: GoalLiteral) -> Iterator[GoalLiteral]:
        """*No tools on the table*: of those that are there, where any is."""
        if not one.kind or len(one.args) < 2:
            yield one
            return
        members = {*self._system.rule_words().objects(one.kind)}
        so = [
            args
            for fact, args in self._goals.facts_at_first
            if fact == one.predicate
            and all(
                arg == said or (said == BOUND and arg in members)
                for arg, said in zip(args, one.args, strict=True)
            )
        ]
        yield from (GoalLiteral(one.predicate, args, False) for args in sorted(so)) if so else (one,)

    def _none(self, name: str, args: tuple[str, ...]) -> Iterator[GoalLiteral]:
        """*Nothing is dirty*: of each thing, that it is not; also of what is so for good, and can never be changed.

        *Nothing should be on the bench* is about what is there.
        """
        can_be = {one.args for one in self._goals.literals if one.predicate == name and not one.kind}
        can_be |= {given for fact, given in self._goals.facts_at_first if fact == name}
        fit = [
            one
            for one in can_be
            if len(one) == len(args)
            and all(said in (ANY, given) for said, given in zip(args, one, strict=True))
        ]
        if not fit:
            raise _NoGoal(f"{name}({', '.join(args)}) can never be so")
        so = [one for one in fit if len(one) > 1 and (name, one) in self._goals.facts_at_first]
        yield from (GoalLiteral(name, one, False, "") for one in sorted(so or fit))

    def _literal(
        self, name: str, args: tuple[str, ...], positive: bool, scope: Mapping[str, str]
    ) -> GoalLiteral:
        if ANY in args:
            raise _NoGoal(f"{name}({', '.join(args)}) speaks of anything")
        bound = [one for one in args if one in scope]
        kind = scope[bound[0]] if bound else ""
        return GoalLiteral(name, tuple(BOUND if one in scope else one for one in args), positive, kind)

    def _done(self, events: Sequence[Formula], scope: Mapping[str, str]) -> _Demand:
        """What doing one of some things leaves behind, of what is named."""
        demands = {self._left_by(event, scope) for event in events}
        wanted = {one.wanted for one in demands}
        if len(wanted) > 1:
            raise _NoGoal("it leaves open what is to be so")
        after = frozenset[GoalLiteral].intersection(*(one.after for one in demands))
        return _Demand(wanted.pop(), after)

    def _left_by(self, event: Formula, scope: Mapping[str, str]) -> _Demand:
        if not isinstance(event, Proposition) or not event.event:
            raise _NoGoal(f"{event} is nothing that is done")
        args = event.args or ()
        own = {BOUND if one in scope else one for one in args if one != ANY}
        agent = {self._wording.agent} if isinstance(self._wording, SystemWording) else set[str]()
        found: frozenset[GoalLiteral] | None = None
        reached: set[str] = set()
        for action in self._by_name.get(event.name, ()):
            binding = self._fits(args, action.args, scope)
            if binding is not None:
                reached |= {name for name, said in binding.items() if said == BOUND}
                left = frozenset(self._left(action, binding, scope))
                found = left if found is None else found & left
                if any(one.positive and set(one.args) & own and set(one.args) - own - agent for one in left):
                    raise _NoGoal("it does not say where")
        if not found:
            raise _NoGoal(NOTHING_LEFT)
        if own - {BOUND}:  # *the lamps in the hall*: the others are switched elsewhere, and are not meant
            for kind in {scope[one] for one in args if one in scope}:
                if others := sorted(set(self._words.objects(kind)) - reached):
                    raise _NoGoal(f"it cannot be done there with {', '.join(others)}")
        speaking = [one for one in found if set(one.args) & own and set(one.args) <= own | agent]
        wanted = [one for one in speaking if one.positive] or speaking
        purpose = self._wording.purpose(event.name) if isinstance(self._wording, SystemWording) else ()
        meant = [one for one in speaking if (one.predicate, one.positive) in purpose]
        if not meant and len(own) == 1:  # it is so for good, and no action makes it so
            told = [GoalLiteral(name, tuple(own), positive) for name, positive in purpose]
            meant = [one for one in told if not self._goals.knows(one) and self._goals.so_at_first([one])]
        if meant and any(one.positive for one in wanted if one not in meant):
            wanted = meant  # *wash the shirt* is for it to be clean, though it gets wet, too
        if not wanted:
            raise _NoGoal(f"{NOTHING_LEFT} of what is named")
        most = max(len({*one.args} - agent) for one in wanted)
        return _Demand(frozenset(one for one in wanted if len({*one.args} - agent) == most), found)

    def _fits(
        self, args: Sequence[str], given: Sequence[str], scope: Mapping[str, str]
    ) -> dict[str, str] | None:
        """What each object of an action is called where it is spoken of; ``None`` if it is another action."""
        binding: dict[str, str] = {}
        if len(args) != len(given):
            return None
        for one, thing in zip(args, given, strict=True):
            if one in scope:
                if thing not in self._words.objects(scope[one]):
                    return None
                binding[thing] = BOUND
            elif one != ANY:
                if one != thing:
                    return None
                binding[thing] = thing
        return binding

    def _left(
        self, action: Action, binding: Mapping[str, str], scope: Mapping[str, str]
    ) -> Iterator[GoalLiteral]:
        kind = next(iter(scope.values()), "")
        for (name, args), positive in self._system.outcome(action).items():
            said = tuple(binding.get(one, one) for one in args)
            yield GoalLiteral(name, said, positive, kind if BOUND in said else "")

    def together(self, demands: Sequence[_Demand]) -> Literals:
        """All that is to be so in the end: what something later undoes is not."""
        kept: set[GoalLiteral] = set()
        for one in demands:
            undone = {GoalLiteral(lit.predicate, lit.args, not lit.positive, lit.kind) for lit in one.after}
            kept = {lit for lit in kept if lit not in undone} | one.wanted
        return in_order(kept, self._goals)


def _of(literal: GoalLiteral, name: str) -> GoalLiteral:
    """What a literal says of each of a kind, said of one thing."""
    return GoalLiteral(
        literal.predicate, tuple(name if one == BOUND else one for one in literal.args), literal.positive
    )


def _alternatives(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Compound("|", parts):
            for one in parts:
                yield from _alternatives(one)
        case _:
            yield formula


def in_order(literals: Collection[GoalLiteral], goals: Goals) -> Literals:
    """Some literals in the order of goals, without those that the others imply; what no goal may say comes last."""
    rank = {one: number for number, one in enumerate(goals.literals)}
    found = sorted({*literals}, key=lambda one: (rank.get(one, len(rank)), one))
    if all(one in rank for one in found):
        for one in reversed(list(found)):
            rest = [other for other in found if other != one]
            if rest and goals.implied(rest, one) is True:
                found = rest
    return tuple(found)


# ------------------------------------------------------------------ what of a sentence a goal leaves unsaid


@dataclass(frozen=True)
class Thing:
    """A thing that a sentence speaks of.

    Attributes:
        said: Its noun phrase.
        fits: What it may mean: entities that all words of the phrase fit; or whose noun fits, where there are none.
        exact: Whether all words fit.
        guessed: Its noun is but spelt like the name of what it may mean.
    """

    said: str
    fits: tuple[str, ...]
    exact: bool
    guessed: bool = False


class Heard:
    """What a sentence speaks of, against which a goal is held.

    Args:
        sentence: What a person asks for.
        system: The problem.
        seen: What is seen; all by default.
        aliases: Other names of entities.
        whole: All that was said, where `sentence` is without what that only remarks on.

    Attributes:
        absent: What it speaks of that is not there.
        things: What it speaks of that is.
        unknown: Words that nothing here accounts for.
        turned: Words that turn a meaning round.
        hedged: Words with which a sentence says less than that something is to be so: a condition, what
            somebody else wants, or *almost*; empty if there are none.
        wishes: Who is here and would like something, where nothing but that hedges it.
        quotes: Whether it tells what somebody says.
        addressed: To whom it is said, if not to the robot.
        talks_of: With what words it tells of doing something, and does not ask for it.
        pronouns: Words that stand for something said elsewhere.

    Raises:
        SceneError: If an alias stands for what the problem does not know.
    """

    def __init__(
        self,
        sentence: str,
        system: TransitionSystem[Any],
        seen: Collection[str] | None = None,
        aliases: Mapping[str, str] | None = None,
        whole: str = "",
    ) -> None:
        lexicon, wording = system.lexicon, wording_of(system)
        matcher = Matcher(dict.fromkeys(system.entities), aliases=aliases)
        terms = {word for term in lexicon.terms for word in words_of(term).split()}
        if "watered" in wording.adjectives:
            terms.add("water")  # *it needs some water*, whatever its fact is called
        kinds = {**sorts_of(wording), **lexicon.types}
        found = mentioned(sentence, matcher, seen=seen, kinds=kinds, words=terms)
        self.sentence = sentence
        self._lower = sentence.lower()
        self._spoken = " ".join(re.findall(r"[^_\W]+", self._lower))  # its words alone
        self._whole = (whole or sentence).lower()
        self._system, self._entities = system, system.entities
        self._wording = wording
        self._verbs = frozenset(wording.verbs)
        self._types = _words_of_types(system)
        rules = system.rule_words()
        self._holds, _ = next(iter(rules.replay(())))
        self._relations = [name for name, arities in rules.predicates.items() if 2 in arities]
        self._facts: dict[str, set[str]] = {}
        for name in [name for name, arities in rules.predicates.items() if 1 in arities]:
            for one in rules.objects("object"):
                if self._holds(name, (one,)):
                    self._facts.setdefault(one, set()).update(plain(name).split())
        self.absent = [one for one in found if one.standing != "seen"]
        self.things = [self._thing(one) for one in found if one.standing == "seen"]
        words = [one.strip("'") for one in re.findall(r"[\w']+", self._lower.replace("’", "'"))]
        self.turned = [one for one in words if one in _NEGATIONS or one.endswith("n't")]
        self.quotes = quotes(sentence, self._verbs)
        self.addressed = addressed(whole or sentence)
        self.talks_of = talks_of(sentence, self._verbs)
        self.taken_back = taken_back(sentence)
        self.delayed = delayed(self._whole, self._verbs)
        self.of_another = of_somebody_else(whole or sentence, system)
        self.unlike = unlike(sentence, system)
        called = [one.said for one in self.things]
        self.hedged = hedge(sentence, self._verbs, called)
        whose = r"(?:^|[^\w\s]\s*)(?:(?:and|but|so|because) )?(?:(?:the|my|our) )?"
        wishing = [
            one
            for one in self._entities
            if re.search(
                rf"{whose}{re.escape(plain(one))} (?:would (?:like|love|prefer)|wants?)\b", self._lower
            )
        ]
        others = bool(wishing) and hedge(sentence, self._verbs, [*called, *map(plain, wishing)])
        self.wishes = [] if others or self.turned else wishing
        self.pronouns = [one for one in words if one in _PRONOUNS]
        self._forms = {form for one in words for form in (one, *forms(one))}
        phrases = [
            one.split()
            for one in (*wording.verbs, *wording.adjectives, *wording.statives, *PREPOSITIONS)
            if self._forms.issuperset(one.split())
        ]
        known = {word for one in (*phrases, *(mention.text.split() for mention in found)) for word in one}
        own = {word for one in self.things for name in one.fits for word in plain(name).split()}
        known |= {form for word in own for form in (word, *forms(word))}
        self.unknown = [
            one
            for one in words
            if not one.isdigit()
            and one not in _LITTLE | english.ARTICLES | english.DETERMINERS
            and known.isdisjoint((one, *forms(one)))
            and MOVING.isdisjoint((one, *forms(one)))
            and one not in self.turned
            and not all(part in known or part.isdigit() for part in plain(one).split())
        ]
        self.verbs = {one for one in words if one in MOVING}
        self._prepositions = {one for one in PREPOSITIONS if f" {one} " in f" {' '.join(words)} "}
        self._said = self._meant(wording)

    def _thing(self, mention: Mention) -> Thing:
        said = f" {self._spoken} "
        whole = [one for one in self._entities if plain(one).startswith(f"{mention.text} ")]
        whole = [one for one in whole if f" {plain(one)} " in said]
        if whole and said.count(f" {mention.text} ") == sum(said.count(f" {plain(one)} ") for one in whole):
            return Thing(plain(whole[0]), tuple(whole), exact=True)  # *on the plant stand*, of no plant
        named = [one for one in mention.entities if f" {plain(one)} " in said]
        if named and all(len(plain(one).split()) > len(mention.text.split()) for one in named):
            return Thing(mention.text, tuple(named), exact=True)  # by its number
        within = [one for one in mention.entities if f" {plain(one)} " in f" {mention.text} "]
        if len(within) == 1 and re.search(r"\d$", within[0]):
            return Thing(plain(within[0]), tuple(within), exact=True)  # *hoodie1 smells*
        words = [one for one in mention.text.split() if one not in english.DETERMINERS]
        exact = [name for name in mention.entities if self._all_fit(words, name)]
        # *Towel* is what is called so, before what a towel may be, too: a *cloth*; and so the kitchen range is.
        exact = [name for name in exact if self._all_fit(words, name, loosely=False)] or exact
        exact = [name for name in exact if self._is_named(words, name)] or exact
        exact = [name for name in exact if not self._only_part(words, name)] or exact
        fits = tuple(exact or mention.entities)
        guessed = bool(words) and not any(self._is_called(words[-1], name) for name in fits)
        return Thing(mention.text, fits, bool(exact), guessed)

    def _is_named(self, words: Sequence[str], name: str) -> bool:
        """Whether all words are in a thing's name, or in its types', and not only mean the same."""
        own = {*self._types.get(name, ())}.union(*(said.split() for said in spelt(name)))
        known = {form for word in own for form in (word, *forms(word))}
        return all(not known.isdisjoint({word, *forms(word)}) for word in words)

    def _is_called(self, noun: str, name: str) -> bool:
        """Whether a noun is one of the words of a thing, or of its types, or means the same as one of them."""
        own = {*plain(name).split(), *self._types.get(name, ()), *self._facts.get(name, ())}
        own |= {plain(name).replace(" ", "")}
        return any(
            english.synonymous(noun, one) or not forms(noun).isdisjoint({one, *forms(one)}) for one in own
        )

    def _only_part(self, words: Sequence[str], name: str) -> bool:
        """Whether a noun is but what another thing is called after: *lamp*, of the lamp room."""
        own = [one for one in plain(name).split() if not one.isdigit()]
        noun = {words[-1], *forms(words[-1])} if words else set[str]()
        kinds = {form for word in self._types.get(name, ()) for form in (word, *forms(word))}
        return not noun.isdisjoint(own[:-1]) and noun.isdisjoint({own[-1], *forms(own[-1])} | kinds)

    def _all_fit(self, words: Sequence[str], name: str, *, loosely: bool = True) -> bool:
        own = {word for said in spelt(name) for word in said.split()}
        own |= {*self._types.get(name, ()), *self._facts.get(name, ())}
        known = {form for word in own for form in (word, *forms(word))}
        return all(
            not known.isdisjoint({word, *forms(word)})
            or any(english.synonymous(word, one) or (loosely and english.alike(word, one)) for one in own)
            for word in words
        )

    def _meant(self, wording: Wording) -> dict[str, set[tuple[str, bool]]]:
        """For each verb and adjective of the sentence, which predicates it makes true or false, or says so."""
        found: dict[str, set[tuple[str, bool]]] = {}
        told = {form for one in self.things for word in one.said.split() for form in (word, *forms(word))}
        for verb in wording.verbs:
            head = verb.split()[0]
            if (
                isinstance(wording, SystemWording)
                and self._forms.issuperset(verb.split())
                and head not in told
            ):
                found.setdefault(head, set()).update(wording.made(verb))
        for adjective in wording.adjectives:
            head = adjective.split()[-1]
            if not self._forms.issuperset(adjective.split()) or head in told | PREPOSITIONS.keys():
                continue
            for name in {name for one in self.things for name in one.fits}:
                for state in wording.state(adjective, NounTerm(name, wording.everything)):
                    match state:
                        case Proposition(predicate):
                            found.setdefault(head, set()).add((predicate, True))
                        case Compound("!", (Proposition(predicate),)):
                            found.setdefault(head, set()).add((predicate, False))
                        case _:
                            pass
        return found

    def unmet(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """The verbs and adjectives of the sentence that a goal does nothing about."""
        said = {(one.predicate, one.positive) for one in literals}
        return [head for head, made in self._said.items() if head not in MOVING and said.isdisjoint(made)]

    def not_asked(self, literals: Sequence[GoalLiteral]) -> list[GoalLiteral]:
        """What of a goal no verb, adjective or preposition of the sentence asks for."""
        return [one for one in literals if not self._asks(one)]

    def _asks(self, one: GoalLiteral) -> bool:
        name = plain(one.predicate)
        if any((one.predicate, one.positive) in made for made in self._said.values()):
            return True
        if one.positive and len(one.args) > 1:
            names = {other for listed in PREPOSITIONS.values() for other in listed}
            if name in names and not self._prepositions & _ANYHOW:
                return any(name in PREPOSITIONS[other] for other in self._prepositions)
            return bool(self.verbs)
        return one.positive and self._forms.issuperset(name.split())

    def misplaced(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """Where a preposition of the sentence says something else than a goal: *near the fridge*, not in it."""
        found: list[str] = []
        names = {name for listed in PREPOSITIONS.values() for name in listed}
        for thing in self.things:
            before = re.search(
                rf"\b({'|'.join(sorted(PREPOSITIONS, key=len, reverse=True))})"
                rf"(?: (?:the|a|an|my|your|that|this|its|both|all|each|every))* {re.escape(thing.said)}\b",
                self._spoken,
            )
            if before is None or before[1] in _SOURCES:
                continue
            if all(self._only_part(thing.said.split(), name) for name in thing.fits):
                continue  # *the lamp at the piano*, where a lamp is called after it
            first = {self._laid(one)[0] for one in literals if one.positive and len(one.args) > 1}
            if (
                before[1] not in _TOOLS
                and not {name for one in literals for name in self._laid(one)[1:]} & {*thing.fits}
                and first & {*thing.fits}
            ):
                found.append(before[0])  # *put the shelf in the book* is not to put the book on the shelf
                continue
            if before[1] in _ANYHOW:
                continue
            placed = [
                one
                for one in literals
                if {*self._laid(one)[1:]} & {*thing.fits} or self._laid(one)[1:] == (BOUND,)
            ]
            if before[1] in ("in", "into") and english.HOLLOW.intersection(thing.said.split()[-1:]):
                placed = [
                    one for one in placed if plain(one.predicate) != "on"
                ]  # *in the sink*, of what is on it
            if any(plain(one.predicate) in names - {*PREPOSITIONS[before[1]]} for one in placed):
                found.append(before[0])
        return found

    def _laid(self, one: GoalLiteral) -> tuple[str, ...]:
        """What a literal is about, where it is last: a fridge that contains the butter is where that is."""
        turned = self._wording.turned if isinstance(self._wording, SystemWording) else frozenset[str]()
        return one.args[::-1] if len(one.args) == 2 and one.predicate in turned else one.args

    def known_by_another_name(self, literals: Sequence[GoalLiteral]) -> bool:
        """Whether all that seemed to be absent is another word for something that a goal speaks of."""
        used = {name for one in literals for name in one.args if name != BOUND}
        own: set[str] = set()
        for name in used:
            parts = [one for one in plain(name).split() if not one.isdigit()]
            own |= {*parts[-1:], "".join(parts[-2:])}
        absent = [
            [word for word in one.text.split() if english.forms(word).isdisjoint(english.AMOUNTS)]
            or [one.text]
            for one in self.absent
        ]
        return all(
            not (self._verbs | MADE_SUCH).isdisjoint(words)  # *give it a trim*, *a heated-up tomato*
            or any(english.synonymous(word, noun) for word in (words[0], words[-1]) for noun in own)
            for words in absent
        )

    @property
    def corrects(self) -> str:
        """The words with which it corrects itself, if it names a thing after them, or none at all; or nothing."""
        found = _CORRECTION.search(self.sentence)
        after = "" if found is None else self.sentence[found.end() :].lower()
        names = not self.things or any(one.said in after for one in self.things)
        return found[0] if found is not None and names else ""

    @property
    def is_vague(self) -> bool:
        """Whether it only says that something is to be done about a thing: *can you sort out the oven?*"""
        return _VAGUE.search(self.sentence) is not None

    @property
    def tells(self) -> bool:
        """Whether it may say what somebody has done: *Tom closed the wardrobe*."""
        if asks_after(self.sentence, self._verbs) or _DO_IT.search(self.sentence):
            return False  # *Tom closed the wardrobe, so open it*
        then = re.search(r"(?:,| [-–—]+) (?:(?:please|just|now) )*(\w+) (?:it|them|that)\b", self._lower)
        if then is not None and then[1] in self._verbs | english.OBJECT_VERBS | {"shut"}:
            return False  # *you've left the pantry open, shut it*
        said = re.findall(r"[a-z']+", self._lower)[:5]
        done = {form for verb in self._verbs for form in pasts(verb) if form not in self._verbs}
        at = next((at for at, one in enumerate(said) if one in done), 0)
        if at and said[at - 1] in ("have", "has", "had", "already", "just"):
            return True
        return at > 0 and said[0] not in self._verbs and _WISHED.isdisjoint(said[:at])

    @property
    def carries(self) -> bool:
        """Whether one of its verbs is of getting something to a place, and it speaks of two things."""
        return len(self.things) > 1 and not self.verbs <= {"get", "leave", "set", "take"}

    @property
    def is_foreign(self) -> bool:
        """Whether most of its words are none that are known here, as of another language."""
        return 2 * len(self.unknown) > len(re.findall(r"\w+", self.sentence)) > 1

    @property
    def seems_foreign(self) -> bool:
        """Whether it seems to be of another language: by two small words of one, or by how little of it is known."""
        words = re.findall(r"\w+", self._lower)
        said = _FOREIGN.intersection(words)
        is_said = self.is_foreign and (
            bool(said)
            or (
                _ENGLISH.isdisjoint(one for one in words if len(one) > 2)
                and _CONTRACTED.search(self._lower) is None
            )
        )
        return len(said) > 1 or is_said

    @property
    def is_order(self) -> bool:
        """Whether it begins with what is to be done, and nothing in it takes that back or turns it round."""
        first = next((one for one in self._spoken.split() if one not in _LEADING), "")
        verbs = {one.split()[0] for one in self._verbs} | MOVING | english.OBJECT_VERBS
        return first in verbs and not self.turned and not self.hedged and not self.seems_foreign

    @property
    def forbids(self) -> str:
        """With what words a sentence of another language only forbids something."""
        return forbidding(self.sentence, self.seems_foreign)

    @property
    def is_question(self) -> bool:
        """Whether something is to be answered, not done."""
        return is_question(self.sentence)

    def several(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[Thing]:
        """What a goal takes some, but not all, of the things of one noun for; or all of them for a singular."""
        used = _used(literals, members)
        return [
            one
            for one in (*self.things, *self._sorts())
            if len(one.fits) > 1
            and used & set(one.fits)
            and not self._is_told_by_use(one)
            and (not self._is_plural(one) or self._missing(one, used, literals))
            # *All radiators but the one in the hall*: what tells the one from the others picks none of those.
            and (
                (self._is_plural(one) and _EXCEPTING.search(self._lower))
                or not self._picked(one, used, literals)
            )
            and not self._placed(one, used, literals)
            and not self._is_rest(one, used)
            and not self._are_numbered(used & {*one.fits})
        ]

    def others(self, literals: Sequence[GoalLiteral]) -> list[Thing]:
        """*The other one*, where beside those that it names there are several that it could be."""
        said = " ".join(["", *re.findall(r"[^_\W]+", self._whole), ""])
        found = re.search(r" the other (?:one|(?P<noun>\w+)) ", said)
        if found is None:
            return []
        named = {one for one in self._entities if f" {plain(one)} " in said}
        named |= {one.fits[0] for one in self.things if len(one.fits) == 1}
        for literal, arg in [(lit, arg) for lit in literals for arg in lit.args if arg not in named]:
            noun = _noun(arg)
            if found["noun"] not in (None, noun) or noun not in {_noun(one) for one in named}:
                continue
            left = [one for one in self._entities if _noun(one) == noun and one not in named]
            ways = {
                one: replace(literal, args=tuple(one if arg == name else name for name in literal.args))
                for one in left
            }
            alike = tuple(one for one, way in ways.items() if not self._is_so(way))
            if len(alike) > 1:
                return [Thing(f"the other {found['noun'] or 'one'}", alike, exact=True)]
        return []

    def turned_round(self, literals: Sequence[GoalLiteral]) -> str:
        """What it wants where, if a goal has it the other way round: *put the fridge in the milk*."""
        said = {name: one.said for one in self.things if len(one.fits) == 1 for name in one.fits}
        for one in literals:
            if not one.positive or len(one.args) != 2 or not said.keys() >= {*one.args}:
                continue
            thing, place = (re.escape(said[name]) for name in self._laid(one))
            there = rf"\b(?:in|into|inside|on|onto|on top of|under){_WHOSE}"
            turned = re.search(rf"\b{place} {there} {thing}\b", self._spoken)
            if turned and not re.search(rf"\b{thing}\b.* {there} {place}\b", self._spoken):
                return turned[0]
        return ""

    def _is_told_by_use(self, one: Thing) -> bool:
        """*The thing that warms the bathroom*, *that thing I cut paper with*: which it is, is for a model to say."""
        return one.said in _ANYTHING and re.search(rf"\b{one.said} {_USED}", self._spoken) is not None

    def _are_numbered(self, names: Collection[str]) -> bool:
        """Whether things are all said by their number: *mug 1*."""
        said = f" {self._spoken} "
        return all(re.search(r"\d$", name) and f" {plain(name)} " in said for name in names)

    def told_apart(self, one: Thing, literals: Sequence[GoalLiteral], goals: Goals) -> bool:
        """Whether its noun phrase tells which of several things a goal speaks of: *the can that is still empty*."""
        used = {name for lit in literals for name in lit.args} & {*one.fits}
        orders = Orders(self._system, goals, lambda _: ())
        return any({*fits} == used for fits in orders.spoken(self.sentence))

    def _is_plural(self, one: Thing) -> bool:
        """Whether a noun is of several things, as far as its form tells."""
        return one.said.endswith("s") or one.said in english.COLLECTIVE or self._is_all(one)

    def _missing(self, one: Thing, used: set[str], literals: Sequence[GoalLiteral]) -> set[str]:
        """What else of *the windows* or *every room* a goal would have to be about: not those that are so already."""
        rest = set(one.fits) - used
        mine = [lit for lit in literals if {*lit.args} & {*one.fits}]
        alike = {name: [self._said_of(name, lit, one) for lit in mine] for name in rest}
        both = len({(lit.predicate, lit.positive) for lit in mine}) > len({lit.predicate for lit in mine})
        return {name for name, found in alike.items() if both or not any(self._is_so(lit) for lit in found)}

    @staticmethod
    def _said_of(name: str, literal: GoalLiteral, one: Thing) -> GoalLiteral:
        """What a goal says of one of several things, of another one."""
        return replace(literal, args=tuple(name if arg in one.fits else arg for arg in literal.args))

    def _is_so(self, literal: GoalLiteral) -> bool:
        """Whether it is so at first."""
        return self._holds(literal.predicate, literal.args) == literal.positive

    def _sorts(self) -> Iterator[Thing]:
        """What is told by its sort alone, *the toy*, as what it may be; and nouns that stand where none was found."""
        spoken = set(self._spoken.split())
        for word in self.unknown:
            alike = tuple(name for name in self._entities if not forms(word).isdisjoint(forms(_noun(name))))
            if not any(
                len(plain(name).split()) > 1 and spoken.issuperset(plain(name).split()) for name in alike
            ):
                yield Thing(word, alike, exact=True)
        own = {name: set(plain(name).split()) for name in self._entities}
        said = [*re.findall(r"[a-z]+", self._lower), ""]
        for sort, below in ((word, below) for words, below in ABOVE.items() for word in words.split(", ")):
            if any(
                one == sort and not any(after in words for words in own.values())
                for one, after in pairwise(said)
            ):
                yield Thing(sort, tuple(name for name, words in own.items() if below & words), exact=True)

    def _picked(self, one: Thing, used: set[str], literals: Sequence[GoalLiteral]) -> bool:
        """Whether a word said elsewhere tells which of several things is meant.

        *The blue one. The jug, I mean*; *Emil's bed*; *Emil wants a story, put both books on his bed*.
        """
        mine, others = (
            {word for name in names for word in plain(name).split()}
            for names in (used & set(one.fits), set(one.fits) - used)
        )
        picked = set(re.findall(r"\b([a-z]+) ones?\b", self._lower))
        picked |= {*re.findall(rf"\b(\w+) s {re.escape(one.said)}\b", self._spoken)}  # *Jules's desk*
        if picked & (mine - others):
            return not picked & (others - mine)
        said = set(re.findall(r"[^_\W]+", self._whole))
        said -= {form for word in one.said.split() for form in forms(word)} | set(one.said.split())
        for other in self.things:  # *the kitchen counter* tells nothing of a kitchen lamp
            words = other.said.split()
            said -= {*words[:-1]} if len(words) > 1 and f" {other.said} " in f" {self._spoken} " else set()
        for literal in literals:  # nor the desk to which one of the lamps is brought
            if {*literal.args[:1]} & {*one.fits}:
                said -= {word for place in literal.args[1:] for word in plain(place).split()}
        return bool(said & (mine - others)) and not said & (others - mine)

    def _is_rest(self, one: Thing, used: set[str]) -> bool:
        """Whether it is what other words of the sentence leave of several things: *the red mug … the other mug*."""
        if not re.match(r"others?\b", one.said) and f"other {one.said}" not in self._lower:
            return False
        named = {each.fits[0] for each in self.things if len(each.fits) == 1}
        rest = {*one.fits} - named
        return len(rest) == len(one.fits) - len(named & {*one.fits}) == 1 and rest <= used

    def _placed(self, one: Thing, used: set[str], literals: Sequence[GoalLiteral]) -> bool:
        """Whether it is told by where it is which of several things is meant: *the lamp in the hall*."""
        said = self._spoken
        after = re.search(rf"\b{re.escape(one.said)}{_BETWEEN} (\w+)\b", said)
        if after is not None and self._called_after(after[1], one, used):
            return True
        for place in self.things:
            if not (
                re.search(rf"\b{re.escape(one.said)}{_BETWEEN} {re.escape(place.said)}\b", said)
                or re.search(
                    rf"\b{re.escape(place.said)}\b.*\b{re.escape(one.said)}\b.* (?:there|in here)\b", said
                )
                or self._is_scene(place, one, literals)
            ):
                continue
            there = {name for name in one.fits if any(self._beside(name, other) for other in place.fits)}
            there = there or {
                name for name in one.fits if {*plain(name).split()[:-1]} & {*place.said.split()}
            }
            moved = any({*there} & {*lit.args} and {*place.fits} & {*lit.args} for lit in literals)
            if there == used & {*one.fits} and not moved:
                return True
        return False

    def _is_scene(self, place: Thing, one: Thing, literals: Sequence[GoalLiteral]) -> bool:
        """Whether all is said of one place that comes first: *cosy in the lounge, lamp on and window shut*."""
        first = re.search(rf"\bin{_WHOSE} {re.escape(place.said)}\b.*\b{re.escape(one.said)}\b", self._spoken)
        brought = any({*place.fits} & {*lit.args[1:]} for lit in literals)
        return first is not None and not brought and len(re.findall(r" (?:in|at) the ", self._spoken)) == 1

    @staticmethod
    def _called_after(place: str, one: Thing, used: set[str]) -> bool:
        """Whether of several things those of a goal are called after a place, and no other: *piano lamp*."""
        words = {*one.said.split()}
        mine = {name for name in one.fits if {place, f"{place}side"} & ({*plain(name).split()} - words)}
        return mine == used & {*one.fits}

    def _beside(self, one: str, other: str) -> bool:
        """Whether a fact says at first where one thing is, of another."""
        return any(
            self._holds(name, (one, other)) or self._holds(name, (other, one)) for name in self._relations
        )

    def _is_at(self, one: str, other: str) -> bool:
        """Whether facts say at first that a thing is somewhere, or on something that is there."""
        on = (name for name in self._entities if self._beside(one, name))
        return self._beside(one, other) or any(self._beside(name, other) for name in on)

    def left_out(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """What the sentence speaks of, and a goal does not."""
        used = _used(literals, members)
        return [
            one.said
            for one in self.things
            if not (used >= set(one.fits) if self._is_all(one) else used & set(one.fits))
            and not self._is_source(one)
        ]

    def not_brought(
        self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]
    ) -> list[str]:
        """To what or whom what a goal is but to hold is not brought: *give Grandma her glasses*.

        Where they are said to be, and are, they need not be brought: *pick up the mug that is on the table*.
        """
        held = {
            one.args[-1]
            for one in literals
            if one.args and one.positive and is_holding(one.predicate) and self._people.isdisjoint(one.args)
        }
        if not held:
            return []
        left = self.left_out(literals, members)
        mine = [one for one in self.things if held & {*one.fits}]
        return [
            place.said
            for place in self.things
            if place.said in left
            and not place.guessed
            and not any(
                re.search(rf"\b{re.escape(one.said)}{_BETWEEN} {re.escape(place.said)}\b", self._spoken)
                and any(self._beside(name, other) for name in held & {*one.fits} for other in place.fits)
                for one in mine
            )
        ]

    def untouched(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> str:
        """With what it begins by saying what to do, if a goal says nothing of it: *carry the carer into the hall*."""
        used = _used(literals, members)
        for one in self.things:
            if not one.exact or self._is_told_by_use(one):
                continue  # *bake the rye bread*, where there is a bread oven
            begun = re.match(
                rf"(?:please )?(\w+){_WHOSE} {re.escape(one.said)}\b(?! s\b)", self._spoken.strip()
            )
            if begun is None or begun[1] not in english.VERBS | self._verbs or not used.isdisjoint(one.fits):
                continue
            emptied = begun[1] in _EMPTYING and all(
                any(self._beside(lit.args[0], place) for place in one.fits) for lit in literals if lit.args
            )
            if not emptied:
                return one.said
        return ""

    def not_all(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """What else is where *everything* is to be gone from, if goal and sentence say nothing of it by name."""
        if not _ALL_OF_IT.search(self._lower):
            return []
        used = {name for one in literals for name in one.args}
        named = {one.fits[0] for one in self.things if len(one.fits) == 1}
        moved = {one.args[0] for one in literals if len(one.args) > 1}
        places = named - moved
        left = [
            (fact, place)
            for fact in self._relations
            for place in places
            if any(self._holds(fact, (name, place)) for name in moved)
        ]
        return [
            name
            for name in self._entities
            if name not in used | named and any(self._holds(fact, (name, place)) for fact, place in left)
        ]

    def displaced(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """Places that it says, and a goal of another place or person does not: *leave it on the bed for Granny*.

        Not where something of the goal is at first, or who is to have it: *the mug in the cupboard, to Granny*.
        """
        if not any(one.positive and len(one.args) > 1 for one in literals):
            return []
        left, used = self.left_out(literals, members), _used(literals, members)
        before = rf"\b(?:on|in|into|onto){_WHOSE}"
        return [
            place.said
            for place in self.things
            if place.said in left
            and place.exact
            and not place.guessed
            and re.search(rf"{before} {re.escape(place.said)}\b", self._spoken)
            and not any(self._is_at(name, other) for name in used for other in place.fits)
        ]

    def dropped(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """How it says that things of a goal are to be, where a goal leaves them otherwise: *a washed tomato*.

        Or what is to be with them: *a plate with a candle on it*.
        """
        used = _used(literals, members)
        told = {word for name in used for word in plain(name).split()}
        beside = re.findall(r"\bwith(?: [a-z]+){0,3} ([a-z]+) (?:in|on|inside) (?:it|them)\b", self._spoken)
        found = [noun for noun in beside if not any(english.synonymous(noun, word) for word in told)]
        found += re.findall(r"\bbut not (mine|yours|his|hers|ours|theirs)\b", self._spoken)
        last = re.search(r", (?:and )?([a-z]+)(?: of course| please| as well| too| though)?\W*$", self._lower)
        for one in self.things:
            *before, noun = one.said.split()
            if last and last[1] in self._wording.adjectives:  # *…, clean of course*
                before.append(last[1])
            for name in used & {*one.fits}:
                own = {*plain(name).split(), *self._types.get(name, ())}
                made = {(lit.predicate, lit.positive) for lit in literals if lit.args == (name,)}
                found += [word for word in before if word not in own and self._is_left(word, name, made)]
                if noun in _PARTS - own and not made:
                    found.append(noun)
        return found

    def _is_left(self, word: str, name: str, made: Collection[tuple[str, bool]]) -> bool:
        """Whether a thing is at first not as a word says, nor is it made so."""
        if word in self._wording.adjectives:
            told = self._wording.state(word, NounTerm(name, self._wording.everything))
            states = [one for one in told if isinstance(one, Proposition)]
            return bool(states) and not any(
                (one.name, True) in made or self._holds(one.name, (name,)) for one in states
            )
        return bool(base_of(word)) and word not in _LOOKING and not made

    def strangers(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """Whom it calls by a name that nobody here has, where a goal is about somebody else: *Uncle Frank*."""
        named = re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+\b", self.sentence)
        called = {word for one in self._entities for word in plain(one).split()}
        unknown = [one for one in named if one.lower() in {*self.unknown} - called - english.KIN]
        people = self._people
        unknown = unknown if people & {*self.not_said(literals, members)} else []
        used = [plain(one).split() for one in people & _used(literals, members)]
        for title, name in _TITLED.findall(self.sentence):  # *Mr Hale*, where there is a Mrs Hale
            titles = [words[0] for words in used if name.lower() in words and words[0] in _TITLES]
            if titles and title.lower() not in titles:
                unknown.append(f"{title} {name}")
        return unknown

    def not_corrected(self, literals: Sequence[GoalLiteral]) -> str:
        """What it means after all, or does not mean, where a goal is of something else: *I mean the right one*."""
        used = {word for one in literals for name in one.args for word in plain(name).split()}
        called = {word for name in self._entities for word in plain(name).split()}
        corrected = _CORRECTION.search(self.sentence)
        if corrected is not None:
            told = re.findall(r"[^_\W]+", self.sentence[corrected.end() :].lower())
            meant = called.intersection(word for one in told for word in (one, *english.singulars(one)))
            if meant and meant.isdisjoint(used):
                return " ".join(told)
        names = [plain(name).split() for one in literals for name in one.args]
        for phrase in re.findall(
            r"(?:^|[,;.!] )not (?:the|my|your|our|his|her|their)((?: [a-z]+){1,3})", self._lower
        ):
            said = phrase.split()
            for words in (said[:size] for size in range(1, len(said) + 1)):
                if any(_are_of(words, own) for own in names):
                    return f"not the {' '.join(words)}"
        return ""

    def kept_otherwise(self, literals: Sequence[GoalLiteral]) -> str:
        """How a thing of a goal is to be left, where the goal is the contrary: *turn it off and keep it playing*."""
        for verb, word in re.findall(r"\b(keep|leave) (?:it|them|that|this) ([a-z]+)\b", self._spoken):
            for one in literals:
                states = (
                    self._wording.state(word, NounTerm(one.args[0], self._wording.everything))
                    if one.args
                    else ()
                )
                for state in states:
                    fact = state.operands[0] if isinstance(state, Compound) else state
                    same = isinstance(fact, Proposition) and (fact.name, fact.args) == (
                        one.predicate,
                        one.args,
                    )
                    if same and one.positive is isinstance(state, Compound):
                        return f"{verb} it {word}"
        return ""

    def forbidden(self, literals: Sequence[GoalLiteral]) -> str:
        """What it forbids to do, and a goal would be done by: *don't untie the boat*, of its being untied."""
        if not isinstance(self._wording, SystemWording):
            return ""
        for verb, rest in re.findall(r"\b(?:don t|do not|never) ([a-z]+)((?: [a-z]+){1,5})", self._spoken):
            made = self._wording.made(verb) if verb not in _LET else ()
            for one in literals:
                things = {word for name in one.args for word in plain(name).split()}
                if (one.predicate, one.positive) in made and not things.isdisjoint(rest.split()):
                    return f"don't {verb}{rest}"
        return ""

    def opposed(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """What it calls otherwise than a goal's thing is called: *the green mug*, of the blue one."""
        used = {name for one in literals for name in one.args}
        found: list[str] = []
        for one in self.things:
            for name in used & {*one.fits}:
                own = {*plain(name).split(), *self._facts.get(name, ())}
                for word in one.said.split()[:-1]:
                    others = [own & kind for kind in english.OPPOSED if word in kind]
                    if any(others) and not any(english.synonymous(word, other) for other in own):
                        found.append(one.said)
        return found

    def refused(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """What somebody does not want and would have: *she doesn't want the pills, bring her the tea*."""
        given = {
            name: plain(name).split()
            for one in literals
            if one.positive and (is_holding(one.predicate) or not self._people.isdisjoint(one.args))
            for name in one.args
        }
        told = re.findall(
            rf"\b(?:do|does|did)(?:n t| not) (?:want|need|like){_WHOSE}((?: [a-z]+){{1,3}})", self._spoken
        )
        phrases = [
            words[:size] for one in told if (words := one.split()) for size in range(1, len(words) + 1)
        ]
        return [" ".join(words) for words in phrases if any(_are_of(words, own) for own in given.values())][
            :1
        ]

    def untrue(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """Where a thing is said to be and is not: *the milk that's on the table*, where it is in the fridge."""
        used = {name for one in literals for name in one.args}
        found: list[str] = []
        for one in self.things:
            meant = used.intersection(one.fits)
            if not meant:
                continue
            thing, at = re.escape(one.said), r"(?:in|on|at|under|inside)"
            for place in (other for other in self.things if other is not one):
                where = rf"{re.escape(place.said)}\b(?! s\b)"
                told = re.search(
                    rf"\b{thing} (?:that|which) (?:is|s|are|re)(?: (?:lying|standing|sitting|still))?"
                    rf" {at}{_WHOSE} {where}"
                    rf"|\bopen{_WHOSE} {where} and (?:take|get|grab|fetch|bring){_WHOSE} {thing} out\b",
                    self._spoken,
                )
                beside = re.search(rf"\b{thing} {at}{_WHOSE} {where}", self._spoken)
                if any(self._is_there(name, place, alone=len(one.fits) == 1) for name in meant):
                    continue
                if told or (
                    beside and not any(self._is_done_at(literals, name, place.fits) for name in meant)
                ):
                    found.append(place.said)
        return found

    def elsewhere(
        self, literals: Sequence[GoalLiteral], goals: Goals, members: Mapping[str, Collection[str]]
    ) -> list[str]:
        """Where something else could be such than what a goal adds to the sentence: *it's dark in the cellar*."""
        more = self.not_said(literals, members)
        for place in self.things:
            if len(place.fits) != 1 or not re.search(
                rf"\b(?:in|at){_WHOSE} {re.escape(place.said)}\b", self._spoken
            ):
                continue
            there = {one for one in self._entities if self._is_at(one, place.fits[0])}
            for one in literals:
                alike = (
                    lit
                    for lit in goals.literals
                    if (lit.predicate, lit.positive) == (one.predicate, one.positive)
                )
                if (
                    len(one.args) == 1
                    and one.args[0] in {*more} - there
                    and any(there & {*lit.args} for lit in alike)
                ):
                    return [place.said]
        return []

    def _is_there(self, name: str, place: Thing, *, alone: bool) -> bool:
        """Whether a thing is at a place; or, of one of several, may be as far as facts and its name tell."""
        if any(self._is_at(name, other) for other in place.fits):
            return True
        known = any(self._beside(name, other) for other in self._entities)
        return not alone and (not known or bool({*plain(name).split()} & {*place.said.split()}))

    def _is_done_at(self, literals: Sequence[GoalLiteral], thing: str, places: Collection[str]) -> bool:
        """Whether a place is where a goal puts a thing, or has a part in what makes it so: *wash it in the sink*."""
        mine = [one for one in literals if thing in one.args]
        if any(not {*places}.isdisjoint(one.args) for one in literals):
            return True
        made = {(one.predicate, one.args): one.positive for one in mine}
        return any(
            not {*places}.isdisjoint(action.args)
            and any(made.get(fact) is held for fact, held in self._system.outcome(action).items())
            for action in self._system.actions
            if thing in action.args
        )

    def where_in(self, literals: Sequence[GoalLiteral], goals: Goals) -> list[str]:
        """Where else in a room a goal could put a thing that is only to go there: *take the novel to the kitchen*."""
        named = {name for one in self.things for name in one.fits}
        for room in self.things:
            before = re.search(rf"\b(?:to|in|into){_WHOSE} {re.escape(room.said)}\b", self._spoken)
            if before is None or len(room.fits) != 1 or any(room.fits[0] in one.args for one in literals):
                continue
            for one in literals:
                if one.positive and len(one.args) == 2 and one.args[1] not in named:
                    fits = [
                        lit.args[1]
                        for lit in goals.literals
                        if lit.positive and lit.predicate == one.predicate and lit.args[:1] == one.args[:1]
                    ]
                    there = [name for name in fits if name != BOUND and self._is_at(name, room.fits[0])]
                    if one.args[1] in there and len(there) > 1:
                        return there
        return []

    def added(
        self, literals: Sequence[GoalLiteral], rules: Sequence[Rule], members: Mapping[str, Collection[str]]
    ) -> list[str]:
        """What stands after *and*, and neither a goal nor a rule speaks of: *… out of the hall and the mug*."""
        ruled = {word for one in rules for word in re.findall(r"[\w-]+", str(one.formula))}
        said = self._spoken
        return [
            one.said
            for one in self.things
            if ruled.isdisjoint(one.fits)
            and _used(literals, members).isdisjoint(one.fits)
            and re.search(
                rf"\band (?:(?:the|my|a|an|also|then|all|both|every) )*{re.escape(one.said)}\b", said
            )
        ]

    def _is_all(self, thing: Thing) -> bool:
        """Whether a sentence speaks of all things of a noun."""
        said = rf"\b(?:all|every|each|both|no)(?: of)?(?: the| my)? {re.escape(thing.said)}\b"
        return bool(re.search(said, self._lower))

    def taken_from(self, literals: Sequence[GoalLiteral]) -> list[str]:
        """From where something is to be taken, though a goal asks for something to be there."""
        used = {name for one in literals if one.positive for name in one.args[1:]}
        return [one.said for one in self.things if self._is_source(one) and used & set(one.fits)]

    def not_there(
        self, literals: Sequence[GoalLiteral], facts: Collection[tuple[str, tuple[str, ...]]]
    ) -> list[str]:
        """From where things are to be taken that are not there at first."""
        moved = {name for one in literals for name in one.args} - {BOUND} - self._people
        beside = {args[1] for _, args in facts if len(args) == 2 and args[0] in moved}
        return [
            one.said
            for one in self.things
            if moved and self._is_source(one) and beside.isdisjoint(one.fits) and moved.isdisjoint(one.fits)
        ]

    def _is_source(self, thing: Thing) -> bool:
        """Whether a thing is only where something else is taken from."""
        return bool(re.search(rf"\b(?:from|off|out of) (?:\w+ )?{re.escape(thing.said)}\b", self._lower))

    def contrary(self, literals: Sequence[GoalLiteral]) -> str:
        """The verb that a sentence begins with, where it makes the opposite of a goal so; empty if it does not.

        *Light the lantern out on the porch* does not ask for it to be unlit.
        """
        words = self._spoken.split()
        first = next((one for one in words if one not in _LEADING), "")
        if self.turned or "then" in words or first in MOVING:
            return ""
        made = self._said.get(first, set())
        states = {(one.predicate, one.positive) for one in literals if len(one.args) == 1} - made
        return "" if made.isdisjoint((name, not positive) for name, positive in states) else first

    def astray(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """What a goal speaks of beside what the sentence tells apart: the red jumper, where it says *the grey jumper*.

        Or what *it* would be, where nothing was said before that: *do give it to Granny*.
        """
        more = self.not_said(literals, members)
        if not more:
            return []
        words = set(self._spoken.split())
        if words.isdisjoint(_OF_SEVERAL):
            nouns = {
                noun
                for one in self.things
                if len(one.fits) == 1 and one.exact
                for noun in (_noun(one.fits[0]),)
                if f"{noun}s" not in words
            }
            beside = [name for name in more if _noun(name) in nouns]
            if beside:
                return beside
        before = re.match(
            r"(?P<before>[^.;!?]*?)\b(?:it|them)\b(?!['’]| (?:is|was|will|looks?)\b)", self._lower
        )
        if before is None:
            return []
        led = set(re.findall(r"[a-z]+", before["before"]))
        return more if led <= _LEADING | self._verbs | english.OBJECT_VERBS | MOVING else []

    def unnamed(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """What a goal speaks of, and no noun of the sentence does: *lights out*, *no stereo* speak of some.

        Not where a type of it is said (*the dirty clothes*), or a word that is in no other name (*the rye bread*), nor
        what is to be gone from a place that is: *clear the table*.
        """
        said = self._spoken.split()
        told = {name for one in self.things for name in one.fits}
        cleared = {
            one.args[0]
            for one in literals
            if not one.positive and len(one.args) > 1 and told & {*one.args[1:]}
        }
        people = self._people
        mine = people if len(people) == 1 and {"me", "my", "i", "us", "we"} & {*said} else set[str]()
        found = [
            name
            for name in self.not_said(literals, members)
            if name not in cleared | mine
            and self._own_words(name).isdisjoint(said)
            and not any(
                not forms(one).isdisjoint(forms(noun)) or english.synonymous(one, noun)
                for one in said
                for noun in (_noun(name), *(self._types.get(name, set()) - _ANYTHING))
            )
        ]
        # *The thing that keeps the rain off*: that is a name of one thing.
        return found if len(found) != 1 or not re.search(rf"\bthing {_USED}", self._spoken) else []

    def _own_words(self, name: str) -> set[str]:
        """The words of a thing's name that are in no other's."""
        others = {word for one in self._entities if one != name for word in plain(one).split()}
        return {*plain(name).split()} - others

    @property
    def _people(self) -> set[str]:
        return {*people_of(self._system.lexicon.types)}

    def for_somebody(
        self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]
    ) -> list[str]:
        """Of several people here whom a goal is for, where the sentence tells of nobody: *hang on to it for me*."""
        people = self._people
        words = {*self._spoken.split()}
        if (
            len(people) < 2
            or words.isdisjoint(("i", "me", "my"))
            or words & ({"she", "he", "her", "him", "they"} | english.KIN)
        ):
            return []
        return [one for one in self.unnamed(literals, members) if one in people]

    def not_said(self, literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> list[str]:
        """What a goal speaks of beside the things that the sentence names as such."""
        told = {name for one in self.things for name in one.fits}
        picked = set(re.findall(r"\b([a-z]+) ones?\b", self._lower))  # *the red apple … the green one*
        nouns = {plain(name).split()[-1] for name in told}
        said = set(self._spoken.split())
        for name in self._entities:
            *before, noun = plain(name).split()
            if (before and picked & {*before} and noun in nouns) or said.issuperset((*before, noun)):
                told.add(name)  # or *the curtains downstairs*
        agent = self._wording.agent if isinstance(self._wording, SystemWording) else ""
        return sorted(_used(literals, members) - told - {agent})


def _are_of(words: Sequence[str], own: Sequence[str]) -> bool:
    """Whether words are some of a thing's own, with its noun last."""
    return same_noun(words[-1], own[-1]) and all(any(same_noun(word, part) for part in own) for word in words)


def _noun(name: str) -> str:
    """The noun of a thing's name: of ``mug_blue`` and ``blue_mug_2`` *mug*."""
    *_, last = spelt(name)
    return ([one for one in last.split() if not one.isdigit()] or [last])[-1]


def _words_of_types(system: TransitionSystem[Any]) -> dict[str, set[str]]:
    """The words of all types of each thing."""
    found: dict[str, set[str]] = {}
    for kind, members in system.lexicon.types.items():
        for name in members:
            found.setdefault(name, set()).update(plain(kind).split())
    return found


def members_of(system: TransitionSystem[Any]) -> dict[str, Collection[str]]:
    """The objects of each type."""
    words = system.rule_words()
    return {kind: words.objects(kind) for kind in words.types}


def _used(literals: Sequence[GoalLiteral], members: Mapping[str, Collection[str]]) -> set[str]:
    found = {name for one in literals for name in one.args if name != BOUND}
    return found.union(*(members.get(one.kind, ()) for one in literals if one.kind))
