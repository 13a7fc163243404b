"""Orders as people give them, clause by clause: what goes where, what is to be such, what is done with what.

*Mug into the sink, and the hall lamp off* has no verb, and *the hall lamp* is told from others by where it is. A
sentence is read only if every word of it is accounted for; what it may mean in several ways is told in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice, product
from typing import Any, TypeAlias

from clamp.planning.goals import GoalLiteral, Goals
from clamp.planning.rules.formula import Compound, Formula, Proposition
from clamp.planning.system import TransitionSystem
from clamp.words import english
from clamp.words.english import misspelt, same_noun, synonymous, these
from clamp.words.forms import gerunds, pasts
from clamp.words.naming import plain, relation
from clamp.words.senses import MAKES, people_of
from clamp.words.wording import (
    KNOWN_NOUNS,
    PREPOSITIONS,
    Kind,
    NounTerm,
    SystemWording,
    sorts_of,
    spelt,
    wording_of,
)

Literals = tuple[GoalLiteral, ...]
Set: TypeAlias = tuple[str, ...]

_TABLE = "@table"
"""The table where it is no thing (see `SystemWording`)."""
_MOST = 200
"""So many ways to parse a sentence are looked at."""
_MOST_THINGS = 40
"""A goal speaks of at most so many facts."""


_SHORT = (
    (r"\bcan(?:'t|not)\b", "can not"), (r"\bwon't\b", "will not"), (r"n't\b", " not"),
    (r"\b(i|you|we|they|he|she|it)'d\b", r"\1 would"),
    (r"\b(it|that|there|what|whatever|everything|nothing)'s\b", r"\1 is"), (r"'(?:ve|re|ll|m)\b", " '"),
    (r"'s (left|gone|got|been)\b", r" has \1"),
    (r"'s (?=(?:on|in|at) (?:the|my|your|his|her|our|their|\w+'s) )", " is "),
    (r"\b(on|in) to\b(?= (?:the|my|your|his|her|our|their|a)\b)", r"\1to"),
    (r"\b(that|which) (is|are) still\b", r"\1 \2"),
    (r"\b(?:bring|take|carry|fetch|get) ((?:\w+ ){1,4}?)(?:through|down|over|up|across|round) and "
     r"(leave|put|set|place) (?:it|them) ", r"\2 \1"),
    (r"\beverything ((?:off|out of|from) (?:the|my|your|our) (?:\w+ )+?)that (?:is|lies|sits|stands)(?: \w+ing)?"
     r" (?:[io]n it|there)(?: (?:right )?now)?\b", r"everything \1"),
    (r"\beverything that is (?:\w+ing )?[io]n ((?:the|my|your|our) (?:\w+ )+?)(?:(?:right )?now )?"
     r"(off|out of|from) it\b", r"everything \2 \1"),
    (r"(\b(?:except|but|apart from)\b[^,;.!?]*), which (?=has to|must|should|is to|stays|can)", r"\1, that one "),
    (r"\beverything (except(?: for)?|but|apart from) ((?:\w+ ){1,4}?)"
     r"((?:off|out of|from) (?:the|my|your|our)(?: (?!and\b)\w+)+)", r"everything \3 \1 \2"),
    (r"(\bif [^,]*?\b(?:is|are)) still\b", r"\1"),
    (r"(\b(?:everything|all)\b[^,;.!?]*?) that (?:is|are) not (?:an?|the) (\w+)\b([^,;.!?]*)", r"\1\3 except the \2"),
    (r"\bcould (?:really )?do with (?:(?:a|some) )?", "needs "),
    (r"\bit can all\b", "everything can"), (r"\b(?:all of it|it all|the (?:whole )?lot)\b", "everything"),
    (r" (?:that|which) needs? (?:it|one|doing|a \w+)\b", ""), (r"(?<=\w)'s\b", " 's"),
    (r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", " "), (r"(?<=\w)[-_–](?=\w)", " "),
)  # fmt: skip
_OPENINGS = tuple(
    sorted(
        (
            "please", "kindly", "could you", "can you", "would you", "will you", "could you please", "can you please",
            "would you please", "would you mind", "i would like you to", "i want you to", "i need you to", "you should",
            "you must", "robot", "hey", "hi", "hello", "ok", "okay", "so", "now", "just", "also", "then", "go and",
            "and", "make sure that", "make sure", "see to it that", "ensure that", "ensure", "be sure to",
            "do not forget to", "remember to", "be so kind as to", "would you be so kind as to", "i ask you to",
            "first", "first of all", "finally", "next", "afterwards", "after that", "i would like", "i want",
            "i would love", "i would love to have", "i would like to have", "i want to have", "we need", "i need",
            "we want", "we would like", "have", "get", "at the end", "in the end", "at last", "i would rather have",
            "i would prefer", "i prefer", "we would prefer", "time to", "be a dear and", "see that",
            "let us", "would you kindly", "please you", "you please", "if you would be so kind", "if you could",
            "if you would", "dear", "be so good as to", "you know what",
            "please to", "and so", "right", "oh", "oh and", "well", "listen",
            "i would be glad if you would", "i would be grateful if you would", "it would be nice to have",
            "whatever you do", "whatever happens", "for goodness sake",
        ),
        key=lambda one: -len(one.split()),
    )
)  # fmt: skip
"""What may stand before what is asked for. *Have the mug in the sink* is *the mug in the sink*."""
_SEEING_TO = ("make sure that", "make sure", "see to it that", "see that", "ensure that", "ensure")
_ENDING = re.compile(
    r"^(?:(?:you|the robot) (?:must|should|have to|need to) )?(?:end|finish|complete|conclude) "
    r"(?:(?:the|your|this) )?(?:task|plan|job|mission)? ?(?:with|by) (?:having )?"
)
"""*End the task with the cup in the sink*."""
_TO_END = re.compile(r",? to (?:end|finish|complete|conclude) (?:the|your|this) (?:task|plan|job|mission)$")
_TURNED = re.compile(r"\b(?:not|no|never|nothing|none|without|if|unless|except|but)\b")
_REST = re.compile(r"\b(?:except|apart from|but not|but for)\b.*")
_WHATEVER = re.compile(
    r"\b(?:whatever|anything (?:that|which)|all (?:that|which)|everything which) (is|lies|stands|sits)\b"
)
_WHICHEVER = re.compile(r"\b(?:whatever|whichever|any) ((?:\w+ ){0,2}?\w+) (is|are|has|have|needs?)\b")
_SPLIT_PARTICLE = re.compile(r"\b(turn|switch) ([\w ]+?) (on|off) (that (?:is|are) [\w ]+)")
"""*Turn everything off that is running* is *turn off everything that is running*."""
_POLITE = re.compile(
    r"^\s*(?:(?:please|hey|hi|hello|robot|and|so|then|also)[ ,]+)*(?:could|can|would|will) you\b"
    r"|\b(?:(?:would|will|could|can) you|please)\s*(?:please\s*)?\?"
)
"""What makes a question an order."""
_WISHES = these("want like love need have get")
_CLOSINGS = tuple(
    sorted(
        (
            "please", "pls", "thanks", "thank you", "would you", "will you", "could you", "for me", "now", "right now",
            "too", "as well", "again", "afterwards", "after that", "at the end", "in the end", "when you are done",
            "would you please", "if you would", "if you please", "ok", "okay", "thanks a lot", "today", "tonight",
            "a bit", "a little", "a little bit", "for a bit", "once more", "straight away", "right away", "at once",
            "for a while", "all day", "all night", "and wait there",
            "and stay there", "and stay put", "and leave it like that", "and leave it that way", "and leave it there",
            "and leave them there", "in the same place", "like that", "that way",
            "and wait there for me", "and wait for me", "and wait", "and wait here",
            "when you get a chance", "when you have a moment", "when you have time", "if you can", "if you could",
            "if you do not mind", "if you would not mind", "cheers", "dear", "mate", 
            "quick", "quickly", "love", "ta", "for later", "for me a sec", "a sec", "for a sec", "for me a second",
        ),
        key=lambda one: -len(one.split()),
    )
)  # fmt: skip
_AT_TIMES = these("by for in over during before until till")
_TIMES = these("before until till when once while so")
_NEXT = these("early late whole other few couple of about half past")
_PERSONS = these(
    "i you he she they we somebody someone everybody everyone people guests visitors anybody anyone"
)
_OCCASIONS = these(
    "morning evening afternoon night noon midday midnight dawn dusk sunrise sunset weekend week month year winter "
    "summer spring autumn fall season day minute moment second hour while breakfast brunch lunch dinner supper teatime "
    "party meeting guest visitor kid child trip journey holiday vacation christmas easter monday tuesday wednesday "
    "thursday friday saturday sunday bedtime today tonight tomorrow"
)
_NEVER_SKIPPED = these("hardly barely nearly only scarcely partly possibly supposedly usually mostly early")
"""What looks like an adverb of manner, and is none."""

# Levin's verbs of putting, removing, sending and carrying, and throwing (classes 9, 10.1, 11 and 17.1): what they move
# is where they say in the end, however that is done. Those that also change what they move are none of them.
_PUTTING = these(
    "put place set lay position arrange install mount situate stash stow store deposit drop dump perch park rest stand "
    "lean lodge hang pop stick shove tuck slap plonk plop slot insert "
    "move bring carry transfer relocate deliver take get fetch shift transport return send convey haul lug drag push "
    "pull pass ship slide roll slip smuggle tote cart throw toss fling chuck hurl lob sling pitch "
    "remove clear extract withdraw retrieve fish collect gather evict drive run "
    "tidy pack serve load stack pile stuff cram squeeze file"
)
_CHANGING = these(
    "spill drip dribble splash splatter spray smear squirt drizzle slop slosh trickle leak sprinkle scatter spread "
    "break smash crush crumble shatter crack snap split tear rip shred grate mash grind melt dissolve burn boil bake "
    "bite chew swallow sip lick eat drink convert transform change translate make develop grow build "
    "look gaze stare peer peek see watch listen shout yell talk read sing write draw copy type print "
    "forget leave keep lose ignore avoid stop prevent refuse"
)
"""What stands before things and *into* a place, and gets them there changed, in part, or not at all."""
_LEAVING = these(
    "remove clear take get move extract withdraw pull fish lift bring fetch carry drag throw chuck collect retrieve"
)
"""Those after which a thing is no more where it was, where nothing else is said."""
_FETCHING = these("fetch collect retrieve")
"""Those after which one thing is in a hand, where something can be held and nothing else is said."""
_ALL_AROUND = ("house", "flat", "home", "place", "apartment", "cottage", "building")
"""*Every room in the house* is every room there is."""
_HOLDERS = ("contains", "holds", "has")
"""Where a model calls a place so, and names it first."""
_CLEARING = ("clear", "clear off", "clear out", "empty", "free", "free up")
"""Verbs after which nothing is left where something is."""
_CHANGED_BY_UP = these("give throw blow look call hold keep take turn bring pick stand shake break")
"""Verbs that mean something else with *up*; *fold up* is to fold."""
_RUNNING = (("going",), ("running",), ("started",), ("up", "and", "running"), ("going", "again"))
"""*Get the heater going* is to turn it on."""
_GOING = these("go walk drive head come move travel proceed return navigate run roll")
_NOTHING = ("there should be nothing", "there must be nothing", "there shall be nothing", "nothing should be",
            "nothing must be", "nothing should stay", "nothing should remain")  # fmt: skip
_SWINGING = these(
    "push pull swing slide slam bang prop lever nudge kick flip crank roll wedge throw draw leave keep"
)
_STAYING = these("stay remain lie stand sit rest hang be lying standing sitting hanging")
_SUCH = tuple(
    tuple(one.split(","))
    for one in (
        "cool,cold,chilled,cooled,refrigerated,chilly", "hot,warm,heated,heated up,warmed,warmed up,microwaved,cooked",
        "clean,washed,cleaned,rinsed", "dirty,filthy,grubby,grimy,mucky,manky,soiled,unwashed",
        "charging,charged,plugged in,plugged", "lowered,down", "raised,up",
        "off,out", "lit,on,running", "repaired,fixed,mended", "sliced,cut",
    )
)  # fmt: skip
"""Other words for how something is, where a model does not have the one that is said."""
MADE_SUCH = frozenset(chain(*_SUCH, *(pasts(verb) for verb in MAKES if " " not in verb)))
"""Words for how something is once it was made so."""
_ALIVE = these(
    "burning humming running going blazing blaring buzzing glowing lit playing whirring ticking alight"
)
"""How something is that is on."""
_PARTS = ("slice", "slices", "piece", "pieces")
"""*A slice of bread* is bread that is sliced, where things here are themselves when they are."""
_ATOP = these("on upon atop onto ontop")
_SOURCES = ("out of", "off of", "from", "off")
_DIRECTIONS = these("back over down up away out across through along in to")
"""What may stand before a preposition: *back on*, *down from*, *over to*, *to on top of*."""
_PLACES = tuple(
    sorted(
        (*_SOURCES, "to", "alongside", "together with",
         *(one for one in PREPOSITIONS if one not in ("of", "with", "using", "via"))),
        key=lambda one: -len(one.split()),
    )
)  # fmt: skip
_ANYHOW = frozenset(["to", "at", "by", "for"])
_BESIDE = frozenset(["next to", "beside", "near", "by", "with", "alongside", "together with"])
_MUST = (
    "should", "must", "shall", "ought to", "has to", "have to", "needs to", "need to", "is to", "are to",
    "is supposed to", "are supposed to", "had better", "needs", "need", "ought",
)  # fmt: skip
_GOES = these("go goes belong belongs come comes live lives")
_TELLING = these("is are looks look seems seem smells feels feel sounds")
_BEING = these("is are was were has have")
_BECOME = these("gone got been become run come turned gotten started stopped")
_TELLING_MORE = english.NEGATIONS | these("to supposed meant should must")
_DEGREES = these(
    "too so very really quite rather still all totally completely pretty just again a bit little already"
)
_GOOD = these(
    "good quick nice thorough proper little gentle light careful decent fresh bit of drop drops splash drink spot"
)
_RIDDING = these("get take remove clean wipe wash brush scrub sweep")
_OF_DOORS = ("open", "closed", "locked", "unlocked")
_DOORS = ("door", "doors", "lid", "lids", "flap")
_THERE = these("lie lies sit sits stand stands hang hangs rest rests are is")
"""*That lie on the rug*."""
_WITHIN_OR_UPON = ("in", "into", "inside", "on", "onto", "upon", "on top of", "inside of", "in to", "on to")
_KEPT = these(
    "packed stowed kept put stashed stacked shelved parked laid contained stored placed loaded lies rests stands sits "
    "located"
)
"""Where a model calls a place so, and knows no other way to be there, *in* and *on* are that."""
_HAVING = these("contains contain containing has have houses")
"""With these a fact names a place before what is there."""
_LOCATING = these(
    "in on at inside within into onto upon contained stored location located loc placed lies kept"
)
_PLACING = _LOCATING | _KEPT | these("of from to")
_ALL = ("all of", "every one of", "each of", "both of", "all", "both", "every", "each", "any of", "any")
_ONE = these("a an some another one")
_GIVING = these("give hand pass bring take get fetch carry")
_WANTING = these("needs need wants want wanted needed")
_WANTS = tuple(
    tuple(one.split())
    for one in (
        "would like to have", "would love to have", "would like", "would love", "wants to have", "wants", "want",
        "needs", "need", "has asked for", "have asked for", "is asking for", "asks for", "asked for", "is waiting for",
    )
)  # fmt: skip
"""What says after who it is that somebody would have something."""
_VERBS_OF_THINGS = these("go goes belong belongs should must has have")
_SWAPPING = these("trade swap change exchange switch")
_EXCHANGING = ("swap", "exchange")
_SPEAKERS = these("i we he she they")
_EXCEPT = ("except for", "except", "but", "apart from", "other than", "but not", "save", "not counting")
_DETERMINERS = these("the my your our his her their its this that these those 's")


class _Unread(Exception):
    """A sentence is not understood, or asks for nothing that a goal can say."""


class Unclear(str):
    """Why a sentence is to be asked about: its own words have two readings, so that no model can know either."""


class _Unclear(Exception):
    """See `Unclear`."""


@dataclass(frozen=True)
class _Phrase:
    """A noun phrase.

    Attributes:
        ways: The sets of things that it may mean: one of several, or all of them.
        base: What its noun fits, before it is told from others.
        plural: It speaks of all of them.
        cleared: It is what is to be gone from a place: *everything*, where that is said next.
    """

    ways: tuple[Set, ...]
    base: Set
    plural: bool = False
    cleared: bool = False


@dataclass(frozen=True)
class _Place:
    """A preposition and what it leads to; without a phrase it is *on* or *off* alone."""

    preposition: str
    phrase: _Phrase


@dataclass(frozen=True)
class _Clause:
    """What one clause asks for: each way to understand it; and what it speaks of, for *it* in the next."""

    ways: tuple[Literals, ...]
    spoken: tuple[_Phrase, ...]


class Orders:
    """Reads orders about one problem.

    Args:
        system: The problem, whose words count.
        goals: What may be asked for there.
        done: What doing something leaves behind.
    """

    def __init__(
        self, system: TransitionSystem[Any], goals: Goals, done: Callable[[Formula], Literals]
    ) -> None:
        self._goals = goals
        self._wording = wording_of(system)
        self._done = done
        self._facts = goals.facts_at_first
        self._objects = tuple(system.entities)
        types = {name: list[str]() for name in self._objects}
        for kind, members in system.lexicon.types.items():
            for name in members:
                if name in types and kind != "object":
                    types[name].append(kind)
        self._types = {name: [_split(one) for one in kinds] for name, kinds in types.items()}
        self._names = {name: _split(name) for name in self._objects}
        self._people = people_of(system.lexicon.types)
        self._kinds = {_split(kind): tuple(members) for kind, members in system.lexicon.types.items()}
        self._naming = {word for one in (*self._names.values(), *self._kinds) for word in one}
        """Words of names: *red towel into the basket* is no *redding*."""
        turned = self._wording.turned if isinstance(self._wording, SystemWording) else frozenset[str]()
        self._places = tuple(self._where_things_are(turned))
        self._beside: dict[str, set[str]] = {name: set() for name in self._objects}
        for _, thing, place in self._places:
            if thing in self._beside:
                self._beside[thing].add(place)
        self._joined: dict[str, set[str]] = {}
        """What things are joined to for now: the lens that is attached to a camera."""
        changing = {one.predicate for one in goals.literals if len(one.args) == 2}
        for fact, args in self._facts:
            if fact in changing and len(args) == 2:
                self._joined.setdefault(args[0], set()).add(args[1])
        self._verbs = sorted(self._wording.verbs, key=lambda one: -len(one.split()))
        pairs = [
            one.args[::-1] if one.predicate in turned else one.args
            for one in goals.literals
            if len(one.args) == 2 and not one.kind
        ]
        moved, self._placing = {one for one, _ in pairs}, {name for pair in pairs for name in pair}
        self._movable = tuple(name for name in self._objects if name in moved)
        located = {
            one.predicate
            for one in goals.literals
            if len(one.args) == 2
            and not one.kind
            and not _LOCATING.isdisjoint(_relation(one.predicate))
            and not _AGENT.intersection(self._types_of(one.args[0]))
        }
        self._only_place = next(iter(located)) if len(located) == 1 else ""
        """Where a model knows one way to be somewhere, *in* and *on* are that."""
        self._holding = {args[1] for _, args in self._facts if len(args) == 2}
        self._holding |= {one.args[1] for one in goals.literals if len(one.args) == 2 and not one.kind}

    def _where_things_are(self, turned: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """The facts that say at first where something is: each with the thing and the place.

        What joins places to one another (*linked*) says of none where it is.

        Args:
            turned: What names the place first.
        """
        for fact, args in self._facts:
            if len(args) != 2:
                continue
            first = fact in turned or not _HAVING.isdisjoint(_relation(fact))
            thing, place = args[::-1] if first else args
            alike = self._types.get(thing) == self._types.get(place)
            joins = (fact, args[::-1]) in self._facts or (alike and _PLACING.isdisjoint(_relation(fact)))
            if not joins:
                yield fact, thing, place

    def _types_of(self, name: str) -> set[str]:
        return {word for kind in self._types.get(name, ()) for word in kind} | {*self._names.get(name, ())}

    # ---------------------------------------------------------------- sentences

    def read(self, sentence: str) -> list[Literals] | str:
        """The ways in which a sentence may be understood, each once; or why it is not."""
        for one in _through_a_room(sentence):
            try:
                return self._read(one)
            except (_Unread, _Unclear):
                pass
        try:
            found = self._read(sentence)
            whose = self._with_owner(sentence) if len(found) > 1 else ""
            return self._read(whose) if whose else found
        except _Unread as error:
            return str(error)
        except _Unclear as error:
            return Unclear(error)

    def _with_owner(self, sentence: str) -> str:
        """*Take it to Mr Okafor and make his bed*, with whose bed it is; empty if that is not the only person named."""
        found = re.search(r"\b(?:his|her|their)\b", sentence, re.I)
        if found is None:
            return ""
        before, after = sentence[: found.start()], sentence[found.end() :]
        said = f" {' '.join(_split(before))} "
        named = [one for one in map(" ".join, self._persons) if f" {one} " in said]
        return f"{before}{named[0]}'s{after}" if len(named) == 1 else ""

    def places_of(self, name: str) -> Collection[str]:
        """Where a thing is at first, as far as facts tell."""
        return self._beside.get(name, ())

    def spoken(self, text: str) -> list[Set]:
        """What the noun phrases of a text may name, one after the other, whatever stands around them."""
        tokens = re.findall(r"[^\W_]+|'s|[,;:]", _plainly(text))
        found: list[Set] = []
        at = 0
        while at < len(tokens):
            end = at + 1
            named = max(self._told_apart(tokens, at, ()), key=lambda one: one[1], default=None)
            if named is not None:
                phrase, end = named
                found.append(tuple(dict.fromkeys(name for one in phrase.ways for name in one)))
            at = end
        return found

    def first_named(self, text: str) -> list[tuple[Set, str]]:
        """What the noun phrases may name that a text begins with, the longest first, each with the word after it."""
        tokens = re.findall(r"[^\W_]+|'s|[,;:]", _plainly(text))
        found = sorted(self._told_apart(tokens, 0, ()), key=lambda one: -one[1]) if tokens else []
        return [
            (
                tuple(dict.fromkeys(name for one in phrase.ways for name in one)),
                " ".join(tokens[end : end + 1]),
            )
            for phrase, end in found
        ]

    def _read(self, sentence: str) -> list[Literals]:
        text = _WHICHEVER.sub(r"all \1 that \2", _plainly(sentence))
        if not _TURNED.search(_REST.sub("", text)):
            text = _WHATEVER.sub(r"everything that \1", text)
            text = _SPLIT_PARTICLE.sub(r"\1 \3 \2 \4", text)
        for one in re.findall(r"[^.!?]*\?", text):  # *the mug in the sink?* is to be answered
            if not _POLITE.search(one):
                raise _Unread(f"{one.strip()!r} is a question")
        said = [one for one in re.split(r"[.!?]+(?:\s+|$)", text) if one.strip()]
        said = [re.sub(r"^to (?=\w)", "", _TO_END.sub("", _ENDING.sub("", one.strip()))) for one in said]
        if not said:
            raise _Unread("it asks for nothing")
        ways: list[tuple[Literals, tuple[_Phrase, ...]]] = [((), ())]
        for at, one in enumerate(said):
            if re.search(r"[^\w\s',;:]", one):
                raise _Unread(f"{one.strip()!r} has signs that are no words")
            tokens = re.findall(r"[^\W_]+|'s|[,;:]", one)
            if (
                _speaks_of_it(" ".join(said[at + 1 : at + 2]))
                and (told := self._told_of(tokens, ways[0][1])) is not None
            ):
                ways = [(literals, (told, *known)) for literals, known in ways]
                continue
            ways = [
                (self._together(before, literals), spoken)
                for before, known in ways
                for literals, spoken in self._clauses(tokens, known)
            ][:_MOST]
        found = list(dict.fromkeys(literals for literals, _ in ways))
        # What can never change is not meant where another reading can: *… to the icebox from the table, and shut it*.
        return [one for one in found if all(map(self._goals.knows, one))] or found

    def _clauses(
        self, tokens: Sequence[str], known: tuple[_Phrase, ...]
    ) -> list[tuple[Literals, tuple[_Phrase, ...]]]:
        """What a sentence of several clauses asks for; cut where each part is one."""
        tokens = self._bare(tokens)
        if not tokens or self._is_so(tokens, known):
            return [((), known)]
        when = next((one for one in (["if"], ["in", "case"]) if list(tokens[: len(one)]) == one), None)
        if when is not None and "," in tokens:
            at = tokens.index(",")
            so, phrase = self._so(tokens[len(when) : at], known)
            return self._clauses(tokens[at + 1 :], (phrase, *known)) if so else [((), known)]
        if tokens[0] == "after" and "," in tokens and (base := self._base(tokens[1])) is not None:
            at = tokens.index(",")
            return [
                (self._together(one, later), spoken)
                for one, known_then in self._clauses([base, *tokens[2:at]], known)
                for later, spoken in self._clauses(tokens[at + 1 :], known_then)
            ]
        for way in (self._topic, self._of_several_verbs):
            if found := way(tokens, known):
                return found
        whole: _Unread | None = None
        try:
            clause = self._clause(tokens, known)
            return [(one, (*clause.spoken, *known)) for one in clause.ways]
        except _Unread as error:
            whole = error
        for at, token in enumerate(tokens):
            if token not in (",", ";", ":", "and", "then", "but") or not at:
                continue
            try:
                first = self._clause(self._bare(tokens[:at]), known)
            except _Unread:
                continue
            rest = list(tokens[at + 1 :])
            while rest and rest[0] in (",", "and", "then", "also", "but"):
                rest.pop(0)
            try:
                later = self._clauses(rest, (*first.spoken, *known))
            except _Unread as error:
                whole = error
                continue
            if not any(self._goals.knows(lit) for one in first.ways for lit in one) and any(first.ways):
                continue  # *light on the terrace, and …* does not ask for it to be there
            self._check_coordination(self._bare(tokens[:at]), rest, (*first.spoken, *known))
            return [(self._together(one, more), spoken) for one in first.ways for more, spoken in later]
        raise whole

    def _topic(
        self, tokens: Sequence[str], known: tuple[_Phrase, ...]
    ) -> list[tuple[Literals, tuple[_Phrase, ...]]]:
        """*The shirt is filthy, wash it*: what is told of a thing that the next clause speaks of asks for nothing."""
        at = next((at for at, one in enumerate(tokens) if one in (",", ";", ":", "so", "and")), 0)
        after = list(tokens[at + 1 :])
        if after[:1] == ["so"]:
            after = after[1:]
        if (
            not at
            or not _speaks_of_it(" ".join(after))
            or (told := self._told_of(tokens[:at], known)) is None
        ):
            return []
        try:
            return self._clauses(after, (told,))
        except _Unread:
            return []

    def _told_of(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Phrase | None:
        """The things of which a clause only tells how they are; ``None`` if it may ask for something."""
        wants = next((at for at, one in enumerate(tokens[:3]) if one in _WANTING), 0)
        if wants and tokens[wants - 1] in self._naming | _PERSONS | english.PEOPLE | _SPEAKERS:
            for phrase, end in self._phrases_at(tokens, wants + 1, known):  # *Anna needs her bag. Put it …*
                if end == len(tokens):
                    return phrase
        if (there := self._said_to_be_there(tokens, known)) is not None:
            return there
        if (missed := self._spoken_of_with_somebody(tokens, known)) is not None:
            return missed
        for phrase, end in self._phrases_at(tokens, 0, known):  # *that mug by my bed, …*
            if end == len(tokens):
                return phrase
        be = next((be for be, one in enumerate(tokens) if one in _TELLING), 0)
        gone = next(
            (at for at, one in enumerate(tokens) if one in _BECOME and tokens[at - 1] in ("has", "have")), 0
        )
        be = be or max(gone - 1, 0)  # *the radio has gone flat*
        said = [one for one in tokens[be + 1 :] if one not in _DEGREES]
        if not be or not said or not _TELLING_MORE.isdisjoint(said) or self.spoken(" ".join(said)):
            return None
        for phrase, end in self._phrases_at(tokens, 0, known):
            if end != be:
                continue
            for way in self._such(phrase, said, known, positive=True):
                if any(((one.predicate, one.args) in self._facts) != one.positive for one in way):
                    return None  # it is not so, and may be asked for
            return phrase
        return None

    def _spoken_of_with_somebody(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Phrase | None:
        """*Lena can not sleep without her teddy*: the only thing of which a clause tells that begins with a person."""
        for person, start in self._phrases_at(tokens, 0, known):
            if not all(map(self._is_person, chain(*person.ways))):
                continue
            for at in range(start + 1, len(tokens)):
                for phrase, end in self._phrases_at(tokens, at, known):
                    things = {*chain(*phrase.ways)}
                    if end == len(tokens) and not any(map(self._is_person, things)):
                        between = " ".join(tokens[start:at]).replace("can not", "")
                        return phrase if not self.spoken(between) else None
        return None

    def _said_to_be_there(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Phrase | None:
        """*My phone is on the desk*, *there is a mug in the hall*, *somebody has left a lamp on*: what is so."""
        at = next((at for at, one in enumerate(tokens[:4]) if one == "left"), -1) + 1
        at = 2 if list(tokens[:2]) in (["there", "is"], ["there", "are"]) else at
        be = next((be for be, one in enumerate(tokens) if one in ("is", "are")), 0)
        if not _TELLING_MORE.isdisjoint(tokens) or not (at or be):
            return None
        told = tokens if at else [*tokens[:be], *tokens[be + 1 :]]
        whole = [one for one, end in self._phrases_at(told, at, known) if end == len(told)]
        placed = [
            one for one in whole if len(told) > at + 2 and not english.PREPOSITIONS.isdisjoint(told[at:])
        ]
        if placed:
            return placed[0]
        for phrase, end in self._phrases_at(tokens, at, known) if at else ():
            said = [one for one in tokens[end:] if one not in _DEGREES | {"wide"}]
            if said and not self.spoken(" ".join(said)):
                left = [
                    name
                    for name in dict.fromkeys(chain(*phrase.ways))
                    for way in self._such(self._made((name,), False), said, known, positive=True)
                    if all(((one.predicate, one.args) in self._facts) == one.positive for one in way)
                ]
                if left:
                    return self._made(tuple(left), phrase.plural)
        return None

    def _is_so(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> bool:
        """*There is only the cheese in it*, where that is so."""
        if list(tokens[:2]) not in (["there", "is"], ["there", "are"]):
            return False
        rest = [one for at, one in enumerate(tokens) if at > 1 and one not in _DEGREES | {"only"} - {"a"}]
        for phrase, places in self._placed(rest, known):
            for way, place in product(phrase.ways, places[0].phrase.ways):
                if len(places) == 1 and all(
                    self._is_there(one, places[0].preposition, {*place}) for one in way
                ):
                    return True
        return False

    def _of_several_verbs(
        self, tokens: Sequence[str], known: tuple[_Phrase, ...]
    ) -> list[tuple[Literals, tuple[_Phrase, ...]]]:
        """*Peel and slice the potato*: each verb is of what the last is of."""
        verbs: list[str] = []
        at = 0
        while at + 1 < len(tokens) and tokens[at + 1] in (",", "and"):
            verbs.append(tokens[at])
            at += 3 if list(tokens[at + 1 : at + 3]) == [",", "and"] else 2
        if not verbs or at >= len(tokens):
            return []
        try:
            found: list[tuple[Literals, tuple[_Phrase, ...]]] = []
            for literals, spoken in self._clauses(tokens[at:], known):
                ways = [self._clause([one, _it(spoken[0])], spoken[:1]).ways for one in verbs]
                for before in product(*ways):
                    first = tuple(one for way in before for one in way)
                    found.append((self._together(first, literals), spoken))
            return found
        except _Unread:
            return []

    def _check_coordination(
        self, before: Sequence[str], after: Sequence[str], known: tuple[_Phrase, ...]
    ) -> None:
        """*Clear the fridge, and the milk in it* may ask for the milk to be there, or to be taken out, too.

        So where a thing and its place follow a verb that was done to another thing, without a verb of their own or a
        preposition of getting there. After *put the milk in the fridge*, they say where else something is to be put.

        Raises:
            _Unclear: If that is so.
        """
        done = (self._clear, self._hold, self._state_verb, self._act)
        if not before or not any(literals for way in done for literals, _ in way(before, ())):
            return
        if not _VERBS_OF_THINGS.isdisjoint(after):  # *everything on it goes on the shelf*
            return
        # *Turn this lamp on and that one off* has one verb for both.
        if before[0] in ("turn", "switch") and after[-1] in ("on", "off"):
            return
        for _, end in self._phrases_at(after, 0, known):
            preposition, place = self._preposition(after, end)
            if place < len(after) and preposition not in ("", "to", "into", "onto", *_SOURCES):
                raise _Unclear(
                    f"{' '.join(after)!r} may say what is to be so, or what else {before[0]!r} is done to."
                )

    def _base(self, word: str) -> str | None:
        """The verb of which a word is the gerund: *taking* is of *take*."""
        known = {*_PUTTING, *_GOING, *(one.split()[0] for one in (*self._verbs, *MAKES))}
        return next((one for one in sorted(known) if word in gerunds(one)), None)

    def _bare(self, tokens: Sequence[str]) -> list[str]:
        """Without what only says how kindly it is asked."""
        found = [one for one in tokens if not english.is_adverb(one) or one in _NEVER_SKIPPED]
        found = self._undated(found)
        changed = True
        while changed and found:
            changed = False
            while found and found[0] in (",", ";", ":"):
                found.pop(0)
            while found and found[-1] in (",", ";", ":"):
                found.pop()
            for one in _CLOSINGS:
                words = one.split()
                if found[-len(words) :] == words and len(found) > len(words):
                    found, changed = found[: -len(words)], True
                    break
            for one in _OPENINGS:
                words = one.split()
                if found[: len(words)] == words and len(found) > len(words) and words[-1] not in _WISHES:
                    found, changed = found[len(words) :], True
                    if (
                        words[-1] == "mind" and (base := self._base(found[0])) is not None
                    ):  # … *watering the fern*
                        found[0] = base
                    be = next((at for at, word in enumerate(found) if word in ("is", "are")), None)
                    if one in _SEEING_TO and be is not None:
                        found[be : be + 1] = ["should", "be"]
                    break
        return found

    def _undated(self, tokens: list[str]) -> list[str]:
        """Without when, and for what occasion: *… before breakfast*, *… when she comes back*, *by noon …*."""
        if tokens[:1] and tokens[0] in _AT_TIMES and (end := self._occasion(tokens, 0)):
            tokens = tokens[end + 1 :] if tokens[end : end + 1] == [","] else tokens[end:]
        if not (english.NEGATIONS - {"when", "any"}).isdisjoint(tokens):
            return tokens  # *do not open it before noon* is kept on the way
        for at in range(1, len(tokens)):
            if tokens[at] in _AT_TIMES and self._occasion(tokens, at) == len(tokens):
                return tokens[:at]
            if tokens[at] in _TIMES and len(tokens) > at + 1:
                after = tokens[at + 1 :]
                whose = after[1] if after[0] in _DETERMINERS | _ONE and len(after) > 1 else after[0]
                told = tokens[at] in ("before", "until", "till") or whose in english.PEOPLE | _PERSONS
                # *before we start the next run* is about nothing here; *before you start the oven* may be.
                apart = after[0] in _SPEAKERS and not self.spoken(" ".join(after[1:]))
                if told and (apart or self._says_nothing(after)):
                    return tokens[:at]
        return tokens

    @staticmethod
    def _occasion(tokens: Sequence[str], at: int) -> int:
        """Where a time or an occasion ends whose preposition is at a place; 0 if there is none."""
        end = at + 1
        while end < len(tokens) and (
            tokens[end] in _DETERMINERS | _ONE | _NEXT or tokens[end] in english.NUMBERS
        ):
            end += 1
        if end < len(tokens) and english.forms(tokens[end]) & _OCCASIONS:
            return end + 1
        return (
            end if end > at + 1 and tokens[end - 1] in english.NUMBERS and tokens[at] in ("at", "by") else 0
        )

    def _says_nothing(self, words: Sequence[str]) -> bool:
        """Whether words name nothing here, and nothing that can be so or be done."""
        known = self._naming | {
            part for one in (*self._verbs, *self._wording.adjectives) for part in one.split()
        }
        known |= {one.split()[0] for one in MAKES}
        known -= _DETERMINERS | _ONE | english.PREPOSITIONS | english.FUNCTION_WORDS | _GOING | _DIRECTIONS
        return known.isdisjoint(form for one in words for form in english.forms(one))

    def _together(self, before: Literals, after: Literals) -> Literals:
        """What is to be so at last: what is said later counts, where both cannot be."""
        kept = [one for one in before if one not in after and not self._excludes(one, after)]
        return (*kept, *after)

    def _excludes(self, one: GoalLiteral, after: Literals) -> bool:
        known = [other for other in after if self._goals.knows(other)]
        if not known or not self._goals.knows(one):
            return False
        placed = {other.args[0] for other in known if other.positive and len(other.args) > 1}
        if one.positive and not placed.isdisjoint(one.args) and is_holding(one.predicate):
            return True  # *take it off the table and put it there*
        return self._goals.excluded([one, *known])

    def _so(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> tuple[bool, _Phrase]:
        """Whether a condition holds at first, and of what it speaks."""
        for be in ("is", "are"):
            if be not in tokens:
                continue
            at = tokens.index(be)
            phrase, end = self._phrase(tokens[:at], 0, known)
            if end != at:
                continue
            rest = list(tokens[at + 1 :])
            positive = rest[:1] != ["not"]
            ways = self._such(phrase, rest if positive else rest[1:], known, positive=positive)
            if len(ways) == 1:
                facts = [((one.predicate, one.args) in self._facts) == one.positive for one in ways[0]]
                return all(facts), phrase
        raise _Unread(f"{' '.join(tokens)!r} is no condition that is known here")

    # ---------------------------------------------------------------- clauses

    def _clause(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Clause:
        """The one thing that a clause asks for.

        Raises:
            _Unread: If it is none that is understood, to the last word.
        """
        tokens, dropped = _without_contrast(tokens)
        found = self._understood(tokens, known) or self._with_exception(tokens, known)
        if not found:
            raise _Unread(f"{' '.join(tokens)!r} is not understood to the last word")
        if dropped:
            self._check_contrast(dropped, found, known)
        spoken = next(iter(found.values()))
        if len(found) == 1:  # *take the lens off the camera and clean it*: the lens that was on it
            used = {name for one in next(iter(found)) for name in one.args}
            spoken = tuple(_only(one, used) for one in spoken)
        return _Clause(tuple(found), spoken)

    def _with_exception(
        self, tokens: Sequence[str], known: tuple[_Phrase, ...]
    ) -> dict[Literals, tuple[_Phrase, ...]]:
        """*All cups on the desk except the red one*: the exception stands last."""
        found: dict[Literals, tuple[_Phrase, ...]] = {}
        for one in _EXCEPT:
            words = one.split()
            for at in range(2, len(tokens) - len(words)):
                if list(tokens[at : at + len(words)]) != words:
                    continue
                end = at - 1 if tokens[at - 1] == "," else at
                for literals, spoken in self._understood(tokens[:end], known).items():
                    those = tuple(dict.fromkeys(name for lit in literals for name in lit.args[:1]))
                    for ways in self._excepted(tokens, at + len(words), those, (*spoken, *known)):
                        meant = [one for one in ways if one and {*those}.issuperset(one)]
                        if len(meant) != 1:
                            continue
                        left = tuple(lit for lit in literals if lit.args[0] not in meant[0])
                        if left and len(left) < len(literals):
                            excepted = self._made(meant[0], len(meant[0]) > 1)  # *…, that one stays on*
                            found[left] = (excepted, *(_without_things(one, meant[0]) for one in spoken))
        return found

    def _excepted(
        self, tokens: Sequence[str], at: int, those: Set, known: tuple[_Phrase, ...]
    ) -> Iterator[Sequence[Set]]:
        """Which of some things are excepted: *the red one*, *in the bedroom*."""
        yield from (
            phrase.ways for phrase, last in self._phrases_at(tokens, at, known) if last == len(tokens)
        )
        for places in self._all_places(tokens[at:], known):
            if len(places) == 1:
                there = {name for way in places[0].phrase.ways for name in way}
                yield [tuple(name for name in those if self._is_there(name, places[0].preposition, there))]

    def _understood(
        self, tokens: Sequence[str], known: tuple[_Phrase, ...]
    ) -> dict[Literals, tuple[_Phrase, ...]]:
        """What a clause may ask for, with what it speaks of; nothing if it is not understood to the last word."""
        found: dict[Literals, tuple[_Phrase, ...]] = {}
        tokens = _without(tokens, *((f"in the {one}",) for one in _ALL_AROUND if one not in self._naming))
        tokens = _without(tokens, ("everywhere",))
        if "water" not in self._naming:
            tokens = _without(tokens, ("with water",))
        for way in (
            self._wish,
            self._swap,
            self._clear,
            self._hold,
            self._everything,
            self._state_verb,
            self._act,
            self._given,
            self._rid,
            self._move,
            self._go,
            self._statement,
            self._left,
        ):
            for literals, spoken in islice(way(tokens, known), _MOST):
                if literals:
                    found.setdefault(literals, spoken)
            if found:
                break
        return found

    def _check_contrast(
        self, dropped: Sequence[str], found: dict[Literals, Any], known: tuple[_Phrase, ...]
    ) -> None:
        """*Not the oak one* is to speak of something here, that nothing is asked of.

        Raises:
            _Unread: If it does not.
        """
        rest = list(dropped)
        place, at = self._preposition(rest, 0)
        phrase, end = self._phrase(rest, at, (*next(iter(found.values())), *known))
        if end != len(rest) or place in _SOURCES:
            raise _Unread(f"{' '.join(dropped)!r} is not understood to the last word")
        named = {name for one in phrase.ways for name in one}
        for literals in found:
            used = {name for one in literals if one.positive for name in one.args}
            if used & named:
                raise _Unread(f"it asks for something of {' '.join(dropped)!r}, and not of it")

    def _clear(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Clear the desk*, *there should be nothing on the desk*: what is there is to be gone."""
        rest = list(tokens)
        places: Iterator[_Phrase] = iter(())
        for one in _NOTHING:
            words = one.split()
            if rest[: len(words)] == words:
                left = rest[len(words) :]
                left = left[1:] if left[:1] in (["left"], ["lying"], ["standing"]) else left
                places = (all_[0].phrase for all_ in self._all_places(left, known) if len(all_) == 1)
        for verb in _CLEARING:
            head, *particle = verb.split()
            if rest[0] == head:
                places = chain(places, self._object(rest[1:], particle, known))
        taken = rest[1:] if rest[0] in _LEAVING else rest
        if taken[:1] == ["everything"]:  # *take everything out of the basket*
            sources = (found[0] for found in self._all_places(taken[1:], known) if len(found) == 1)
            places = chain(places, (one.phrase for one in sources if one.preposition in _SOURCES))
        for phrase in places:
            for where in phrase.ways:
                if not self._holding.issuperset(
                    where
                ):  # of what can hold nothing, that would ask for nothing
                    continue
                gone = [
                    (name, one)
                    for name in self._movable
                    for place in where
                    for one in self._not_at(name, place)
                ]
                things = tuple(dict.fromkeys(name for name, _ in gone))
                cleared = _Phrase((things,), things, plural=True, cleared=True)
                yield tuple(one for _, one in gone), (phrase, cleared)

    def _hold(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Hold the ladder*, *carry it with you*, *get hold of the trowel*."""
        rest = _without(tokens, ("with you",), ("around with you",), ("in your hand",), ("ready",))
        for one in ("hold on to", "hold onto", "hold", "grasp", "holding", "carry", "get hold of", "keep hold of",
                    "take hold of", "give me", "hand me", "pass me", "give us", "hand us", "pass us"):  # fmt: skip
            words = one.split()
            if rest[: len(words)] == words:
                yield from self._held(rest[len(words) :], known)
                return

    def _held(self, rest: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """That things are in a hand."""
        for phrase in self._object(rest, (), known):
            for chosen in phrase.ways:
                facts = [self._literals(self._wording.doing("holding", _term(name))) for name in chosen]
                if all(len(one) == 1 for one in facts):
                    yield tuple(one[0] for one in facts), (phrase,)

    def _wish(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*I want the mug in the sink*, *have the cup washed*: what is wished for is said like a fact."""
        for one in _OPENINGS:
            words = one.split()
            if list(tokens[: len(words)]) == words and words[-1] in _WISHES and len(tokens) > len(words) + 1:
                yield from self._statement(tokens[len(words) :], known)
                return
        for person, at in self._phrases_at(tokens, 0, known):
            wants = next((one for one in _WANTS if list(tokens[at : at + len(one)]) == [*one]), ())
            if not wants or not all(map(self._is_person, chain(*person.ways))):
                continue
            thing = tokens[at + len(wants) :]
            # *Nora wants her phone*
            if any(end == len(thing) for _, end in self._phrases_at(thing, 0, known)):
                yield from self._handed([*thing, "to", *tokens[:at]], known)
            elif wants[-1] in _WISHES | {"wants"}:  # *Arthur wants his glasses kept on the table*
                yield from self._statement(thing, known)
        if list(tokens[:4]) in (["i", "do", "not", "want"], ["we", "do", "not", "want"]):
            for phrase, at in self._phrases_at(tokens, 4, known):
                rest = _without(tokens[at:], ("any more",), ("any longer",), ("anymore",))
                yield from self._predicated(phrase, rest, known, positive=False)

    def _swap(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Swap the milk and the yoghurt*, *make them trade places*: each goes where the other is."""
        rest = list(tokens)
        if rest[:1] in (["make"], ["let"]) and rest[-1:] == ["places"] and rest[-2] in _SWAPPING:
            rest = ["swap", *rest[1:-2]]
        if rest[-1:] and rest[-1] in ("around", "round", "over") and rest[0] in (*_EXCHANGING, "switch"):
            rest = ["swap", *rest[1:-1]]
        if not rest or rest[0] not in _EXCHANGING:
            return
        rest = ["and" if one == "with" else one for one in rest]
        for phrase, end in self._phrases_at(rest, 1, known):
            for pair in phrase.ways if end == len(rest) else ():
                if len(pair) != 2:
                    continue
                where = [
                    [(fact, place) for fact, thing, place in self._places if thing == one] for one in pair
                ]
                if len(where[0]) == len(where[1]) == 1:
                    (there,), (here,) = where
                    first, second = self._likewise(*here, pair[0]), self._likewise(*there, pair[1])
                    if first is not None and second is not None:
                        yield (first, second), (phrase,)

    def _likewise(self, fact: str, place: str, thing: str) -> GoalLiteral | None:
        """That a thing is at a place, as a fact told it of another, where it may be."""
        fits = (
            one for one in self._goals.literals if one.predicate == fact and one.positive and not one.kind
        )
        return next((one for one in fits if {*one.args} == {thing, place}), None)

    def _state_verb(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Open the drawer*, *turn the lamp off*: what it is to be afterwards."""
        if (split := _with_particle_first(tokens)) is not None:  # *put the light on in the hall*
            yield from self._state_verb(split, known)
        if (whole := _without_part(tokens)) is not None:  # *chill a piece of apple*
            for literals, spoken in self._state_verb(whole, known):
                things = tuple(dict.fromkeys(one.args[0] for one in literals))
                for sliced in self._such(self._made(things, True), ["sliced"], known, positive=True):
                    yield tuple(dict.fromkeys((*literals, *sliced))), spoken
            return
        if tokens[0] in ("off", "on") and tokens[1:2] == ["with"]:  # *off with both lamps*
            yield from self._state_verb(["turn", tokens[0], *tokens[2:]], known)
        if tokens[0] == "dust":  # for it to be dusty no more
            for phrase in self._object(tokens[1:], (), known):
                yield from ((one, (phrase,)) for one in self._without_it(phrase, "dust"))
        for one in _RUNNING if tokens[0] in ("get", "set") else ():
            if tuple(tokens[-len(one) :]) == one and len(tokens) > len(one) + 1:
                yield from self._state_verb(["turn", "on", *tokens[1 : -len(one)]], known)
        for verb, adjective in MAKES.items():
            head, *particle = verb.split()
            if tokens[0] != head or len(tokens) < 2:
                continue
            objects = [*self._object(tokens[1:], particle, known)]
            if not particle and head not in _CHANGED_BY_UP and f"{head} up" not in MAKES:
                objects += self._object(tokens[1:], ["up"], known)
            if verb == "draw":
                objects = [one for one in objects if all(map(self._is_drawn, chain(*one.ways)))]
            for phrase in objects:
                ways = self._each(phrase, adjective) or self._alike(phrase, adjective)
                yield from ((one, (phrase,)) for one in ways or self._drawn(phrase, adjective))
            if adjective in _OF_DOORS and (whole := _without_door(tokens)) is not None:
                yield from self._state_verb(whole, known)
        if tokens[0] in _SWINGING and tokens[-1] in ("open", "shut", "closed"):  # *push the door shut*
            for phrase in self._object(tokens[1:-1], (), known):
                yield from ((one, (phrase,)) for one in self._each(phrase, tokens[-1]))
        for past in pasts(tokens[0]) if len(tokens) > 1 else ():  # *make the bed*, which is then made
            for phrase in self._object(tokens[1:], (), known):
                yield from ((one, (phrase,)) for one in self._each(phrase, past))

    def _everything(self, tokens: Sequence[str], _: tuple[_Phrase, ...]) -> _Ways:
        """*Turn everything off in the hall except the radio*: all that can be turned off, and is not off yet."""
        if list(tokens[:2]) == ["everything", "off"]:
            tokens = ["turn", *tokens]
        if "everything" not in tokens[1:3]:
            return
        at = tokens.index("everything")
        for verb, adjective in MAKES.items():
            head, *particle = verb.split()
            if tokens[0] != head:
                continue
            rest = list(tokens[at + 1 :])
            if particle and rest[: len(particle)] == particle:
                rest = rest[len(particle) :]
            elif list(tokens[1:at]) != particle:
                continue
            can_be = self._can_be(adjective)
            if rest[:2] == ["that", "is"] and rest[2:]:  # *that is running*
                alive = rest[2] in _ALIVE and self._can_be("on") == can_be
                can_be = self._as_it_is(can_be, rest[2]) or (self._as_it_is(can_be, "on") if alive else ())
                rest = rest[3:]
            told = _Phrase((can_be,), can_be, plural=True)
            for phrase, end in self._phrases_at([_it(told), *rest], 0, (told,)):
                if end == len(rest) + 1:
                    for literals in self._each(phrase, adjective):
                        undone = [one for one in literals if not self._goals.holds([one])]
                        yield tuple(undone) or literals, (phrase,)

    def _can_be(self, adjective: str) -> Set:
        """What actions can make such, or otherwise."""
        found: list[str] = []
        for name in self._objects:
            state = self._literals(self._wording.state(adjective, _term(name)))
            if len(state) == 1 and state[0].args == (name,) and self._goals.knows(state[0]):
                found.append(name)
        return tuple(found)

    def _drawn(self, phrase: _Phrase, adjective: str) -> list[Literals]:
        """*Close the curtains*, *open the blind*, where a model says that they are drawn, or down."""
        if not all(map(self._is_drawn, chain(*phrase.ways))):
            return []
        if adjective in ("raised", "lowered"):
            return self._each(phrase, "open", positive=adjective == "raised")
        if adjective not in ("open", "closed"):
            return []
        for one in ("drawn", "down", "lowered"):
            if found := self._each(phrase, one, positive=adjective == "closed"):
                return found
        return []

    def _is_drawn(self, name: str) -> bool:
        """Whether a thing is closed when it is drawn: a curtain, not a picture."""
        return any(self._is_called(name, one, same_noun) for one in ("curtain", "blind", "shade", "shutter"))

    def _given(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Give the stove a good wipe*, *give the fern some water*."""
        if tokens[0] not in ("give", "do"):
            return
        for phrase, end in self._phrases_at(tokens, 1, known):
            if tokens[end : end + 1] and tokens[end] in ("a", "another", "some", "the"):
                yield from self._needed(phrase, tokens[end + 1 :])

    def _rid(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Get the stain out of the sweater*: it is to be stained no more."""
        if tokens[0] not in _RIDDING:
            return
        rest = [
            one for one in tokens[1:] if one not in _DETERMINERS and one not in ("all", "any", "rid", "some")
        ]
        rest = rest[1:] if rest[:1] == ["of"] else rest
        preposition, at = self._preposition(rest, 1)
        if preposition not in (*_SOURCES, "on", "in"):
            return
        start = len(tokens) - len(rest) + at
        for phrase, end in self._phrases_at(tokens, start, known):
            if end == len(tokens):
                yield from ((one, (phrase,)) for one in self._without_it(phrase, rest[0]))

    def _without_it(self, phrase: _Phrase, noun: str) -> list[Literals]:
        """That things are not as the adjective of a noun says: *no dust* is not to be dusty."""
        for base in english.forms(noun):
            for adjective in (*pasts(base), f"{base}y", f"{base}{base[-1:]}y"):
                if found := self._each(phrase, adjective, positive=False):
                    return found
        return []

    def _object(
        self, rest: Sequence[str], particle: Sequence[str], known: tuple[_Phrase, ...]
    ) -> Iterator[_Phrase]:
        """What a verb is done with, where nothing else is said; its particle stands before or after it."""
        size = len(particle)
        if list(rest[:size]) == list(particle):
            yield from (one for one, end in self._phrases_at(rest, size, known) if end == len(rest))
        if size and list(rest[-size:]) == list(particle):
            rest = rest[:-size]
            yield from (one for one, end in self._phrases_at(rest, 0, known) if end == len(rest))

    def _act(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Mow the lawn*: what an action of that name leaves behind."""
        for verb in self._verbs:
            head, *particle = verb.split()
            if tokens[0] != head or len(tokens) < 2 or head in _GOING:
                continue
            if head in ("take", "remove", "get") and any(one in ("out", "off") for one in tokens[1:]):
                continue  # *take it out of the crate* is for it to be out, not in a hand
            objects = [*self._object(tokens[1:], particle, known)]
            if not particle and head not in _CHANGED_BY_UP and f"{head} up" not in self._verbs:
                objects += self._object(tokens[1:], ["up"], known)
            for phrase in objects:
                for chosen in phrase.ways:
                    literals = self._doing(verb, chosen)
                    if literals:
                        yield literals, (phrase,)

    def _doing(self, verb: str, chosen: Set) -> Literals:
        found: list[GoalLiteral] = []
        if len(chosen) > _MOST_THINGS:
            return ()
        for name in chosen:
            events = self._wording.event(verb, [("", _term(name))])
            if len(events) != 1:
                return ()
            left = self._done(events[0])
            if not left:
                return ()
            found += left
        return tuple(dict.fromkeys(found))

    def _move(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Put the mug back on the shelf*, *take the towel off the bed*."""
        head = tokens[0]
        if head in _GIVING:
            yield from self._handed(list(tokens[1:]), known)
        base = next((one for one in _PUTTING if head in {one, *gerunds(one)}), None)
        directed = any(one in tokens for one in ("into", "onto"))
        if base is None and not (directed and _may_be_verb(head) and head not in self._naming):
            return
        rest = list(tokens[1:])
        if rest[:1] in (["me"], ["us"]):  # *bring me the mug*, and no more, is to have it at hand
            for phrase, places in self._placed(rest[1:], known):
                if any(one.preposition not in _SOURCES for one in places):
                    yield from self._moved(phrase, places, leaving=False, must=True)
            yield from self._held(rest[1:], known)
            return
        if rest[:1] in (["away"], ["back"], ["up"], ["down"], ["out"], ["over"]):
            rest = (
                rest[1:]
                if len(rest) > 1 and rest[1] not in ("of", "to", "in", "on", "into", "onto")
                else rest
            )
        if rest[:1] == ["in"] and len(rest) > 2 and base in ("bring", "carry", "take", "fetch", "get"):
            rest = rest[1:]
        if base in _LEAVING:  # *take it out*: of what it is in
            for phrase in self._object(rest, ["out"], known):
                for things in phrase.ways:
                    gone = [self._not_at(name, place) for name in things for place in self._place_of(name)]
                    if gone and all(gone) and self._is_out_of(things, gone, known):
                        yield tuple(one for left in gone for one in left), (phrase,)
        if base in ("take", "bring", "carry"):
            yield from self._carried(rest, known)
        into = base == "carry" and re.search(r"\b(?:in from|out of)\b", " ".join(rest))  # not only to be held
        if base in _FETCHING and not into and (fetched := list(self._fetched(rest, known))):
            yield from fetched
            return
        leaving, plain_ways = base in _LEAVING, False
        for phrase, places in self._placed(rest, known):
            for way in self._moved(phrase, places, leaving=leaving, must=True):
                plain_ways = True
                yield way
        if not plain_ways:
            yield from self._made_first(rest, known, leaving=leaving)
            yield from self._with_in_it(rest, known)

    def _is_out_of(
        self, things: Set, gone: Iterable[Iterable[GoalLiteral]], known: tuple[_Phrase, ...]
    ) -> bool:
        """Whether *out* may be said of where things are: of the fridge that was opened, not of a counter."""
        if any(not _ATOP.isdisjoint(_relation(one.predicate)) for left in gone for one in left):
            return False
        named = {name for phrase in known for way in phrase.ways for name in way} - {*self._movable, *things}
        return not named or all(self._beside.get(name, set()) & named for name in things)

    def _handed(self, rest: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Give Anna the book*, *hand the book to Anna*: it is to be with her."""
        told = [list(rest)] if "to" in rest else []
        for phrase, end in self._phrases_at(rest, 0, known):
            if rest[end : end + 1] and all(map(self._is_person, chain(*phrase.ways))):
                told.append([*rest[end:], "to", *rest[:end]])
        for one in told:
            for phrase, places in self._placed(one, known):
                if all(map(self._is_person, chain(*(way for place in places for way in place.phrase.ways)))):
                    yield from self._moved(phrase, places, leaving=False, must=True)

    @cached_property
    def _persons(self) -> dict[tuple[str, ...], str]:
        """Who is here, by the words of their names."""
        return {self._names[name]: name for name in self._objects if self._is_person(name)}

    def _is_person(self, name: str) -> bool:
        """Whether a thing is somebody: by its type, or as it can have things and be nowhere itself."""
        if name in self._people:
            return True
        return name not in self._movable and any(
            name in one.args and not _HAVING.isdisjoint(_relation(one.predicate))
            for one in self._goals.literals
            if one.positive and len(one.args) == 2
        )

    def _fetched(self, rest: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Fetch the umbrella from the wardrobe*: one thing that is there is to be held, if anything can be."""
        for phrase, places in self._placed(rest, known):
            if len(places) == 1 and places[0].preposition in _SOURCES:
                for things in self._from(phrase, places[0]):
                    facts = self._literals(self._wording.doing("holding", _term(things[0])))
                    if len(things) == len(facts) == 1:
                        yield tuple(facts), (phrase, places[0].phrase)

    def _carried(self, rest: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Take the book with you to the porch*: it is to be held, and whoever holds it to be there."""
        for at in range(1, len(rest) - 2):
            if list(rest[at : at + 2]) == ["with", "you"]:
                end = at - 1 if rest[at - 1] == "along" else at
                held, gone = self._held(rest[:end], known), self._go(["go", *rest[at + 2 :]], known)
                for (one, things), (there, place) in product(held, gone):
                    if there:
                        yield (*one, *there), (*things, *place)

    def _with_in_it(self, rest: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*A pot with a spoon in it on the table*: what is in it is to be there, too."""
        for at, word in enumerate(rest):
            if word != "with":
                continue
            for end in range(at + 2, len(rest) - 2):
                if rest[end] not in _WITHIN_OR_UPON or rest[end + 1] != "it":
                    continue
                inside = [
                    one
                    for one, last in self._phrases_at(rest[at + 1 : end], 0, known)
                    if last == end - at - 1
                ]
                if len(inside) != 1 or len(inside[0].ways) != 1:
                    continue
                for literals, spoken in self._move(["put", *rest[:at], *rest[end + 2 :]], known):
                    holders = tuple(dict.fromkeys(one.args[0] for one in literals))
                    held = [self._at(rest[end], one, holders, True) for one in inside[0].ways[0]]
                    if len(holders) == 1 and all(held):
                        yield (*literals, *(one for one in held if one)), (*spoken, *inside)

    def _made_first(self, rest: Sequence[str], known: tuple[_Phrase, ...], *, leaving: bool) -> _Ways:
        """*A washed cup onto the shelf*, where none is washed yet: it is to be that, too."""
        at = int(rest[0] in _ONE)
        if len(rest) < at + 3 or rest[0] in _DETERMINERS or rest[0] in english.NUMBERS:
            return
        for said, left in _told(rest[at:]):
            for phrase, places in self._placed([*rest[:at], *left], known):
                for literals, spoken in self._moved(phrase, places, leaving=leaving, must=True):
                    things = tuple(dict.fromkeys(one.args[0] for one in literals))
                    made = [
                        self._such(_Phrase((things,), things), [one], known, positive=True) for one in said
                    ]
                    if all(len(ways) == 1 for ways in made):
                        facts = [one for ways in made for one in ways[0]]
                        if not any(self._goals.holds([one]) for one in facts):
                            yield (*literals, *facts), spoken

    def _moved(
        self, phrase: _Phrase, places: Sequence[_Place], *, leaving: bool, must: bool, positive: bool = True
    ) -> _Ways:
        """Where things are to be: the last place that is not where they come from."""
        sources = [one for one in places if one.preposition in _SOURCES]
        others = [one for one in places if one.preposition not in _SOURCES]
        beside = [
            one for one in others[1:] if one.preposition in _BESIDE
        ]  # *on the shelf next to the other one*
        if beside and all(self._are_there(one, others[0]) for one in beside):
            others = [one for one in others if one not in beside]
        spoken = (phrase, *(one.phrase for one in places))
        if len(others) > 1 or len(sources) > 1:
            return
        if sources and others:
            phrase = replace(phrase, ways=tuple(self._from(phrase, sources[0])))
        if others:
            for things, goal in product(phrase.ways, others[0].phrase.ways):
                if len(things) > _MOST_THINGS or len(goal) != 1:
                    continue
                literals = [self._at(others[0].preposition, one, goal, positive) for one in things]
                if not any(literals) and others[0].preposition in ("with", "together with"):
                    there = self._place_of(goal[0])  # *with the contract*, where that is
                    literals = [self._at("at", one, there, positive) for one in things if there]
                if literals and all(literals):
                    yield tuple(one for one in literals if one), spoken
        elif sources and (leaving or not must):
            for things, where in product(phrase.ways, sources[0].phrase.ways):
                pairs = [(place, self._not_at(name, place)) for name in things for place in where]
                gone = [one for _, left in pairs for one in left]
                idle = set(where) - {
                    place for place, left in pairs if left
                }  # *… and the mug too*, of no place
                if gone and not idle and {one.args[0] for one in gone} == set(things):
                    yield tuple(gone), spoken

    def _place_of(self, name: str) -> Set:
        """Where a thing is at first, if that is one place."""
        found = tuple(self._beside.get(name, ()))
        return found if len(found) == 1 else ()

    def _are_there(self, place: _Place, whole: _Place) -> bool:
        """Whether what is named beside a place is there."""
        there = {name for way in whole.phrase.ways for name in way}
        return all(self._beside.get(name, set()) & there for way in place.phrase.ways for name in way)

    def _from(self, phrase: _Phrase, source: _Place) -> Iterator[Set]:
        """The things that are where they are said to come from."""
        for things, there in product(phrase.ways, source.phrase.ways):
            beside = [self._beside.get(name, set()) | self._joined.get(name, set()) for name in things]
            if all(one & {*there} for one in beside) and {*there} <= set[str]().union(*beside):
                yield things

    def _go(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Drive back to the depot*."""
        start = 2 if list(tokens[:2]) in (["end", "up"], ["wind", "up"]) else 1
        if list(tokens[:2]) in (["meet", "me"], ["meet", "us"], ["wait", "for"]):
            start = 3 if tokens[0] == "wait" else 2
        elif (tokens[0] not in _GOING and tokens[0] not in ("be", "end", "wind", "stand", "wait")) or len(
            tokens
        ) < 3:
            return
        preposition, at = self._preposition(tokens, start)
        if not preposition or preposition in _SOURCES:
            return
        phrase, end = self._phrase(tokens, at, known)
        if end != len(tokens):
            return
        for chosen in phrase.ways:
            if len(chosen) == 1:
                facts = self._literals(self._wording.at("at", _term(chosen[0]))) or self._being_at(chosen[0])
                yield tuple(facts), (phrase,)

    def _being_at(self, place: str) -> list[GoalLiteral]:
        """That whoever acts is at a place, by what that is called: ``bot-at``."""
        found = [
            one
            for one in self._goals.literals
            if one.positive and one.args == (place,) and _is_being_at(_relation(one.predicate))
        ]
        return found if len(found) == 1 else []

    def _statement(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*The mug should be in the sink*, *hall lamp off*, *no cups on the desk*."""
        rest = list(tokens)
        positive = True
        if rest[:1] == ["no"] and len(rest) > 2 and rest[1] != ",":
            positive, rest = False, rest[1:]
        for phrase, at in self._phrases_at(rest, 0, known, some=not positive):
            after = at + 1 if rest[at : at + 1] == [":"] else at
            yield from self._predicated(phrase, rest[after:], known, positive=positive)

    def _predicated(
        self, phrase: _Phrase, rest: Sequence[str], known: tuple[_Phrase, ...], *, positive: bool
    ) -> _Ways:
        """What is said of things: after *should be*, or right after them."""
        rest = list(
            rest[2:] if list(rest[:2]) == ["to", "be"] else rest
        )  # *I would like the towel to be clean*
        must = next((one for one in _MUST if rest[: len(one.split())] == one.split()), None)
        if must is None and rest[:1] in (["can"], ["could"], ["may"]) and rest[1:2] and rest[1] in _GOES:
            rest = rest[1:]  # *the can can go in the crate now*
        if must is not None:
            rest = rest[len(must.split()) :]
            if rest[:1] in (["not"], ["never"]):
                positive, rest = not positive, rest[1:]
            if rest[:1] == ["to"]:
                rest = rest[1:]
        if rest[:1] and rest[0] in ("is", "are", "was", "were"):
            return
        if rest[:2] in (["end", "up"], ["wind", "up"], ["ends", "up"], ["winds", "up"]):
            rest = rest[2:]
        elif rest[:1] and rest[0] in _GOES:
            rest = rest[1:]
        elif rest[:1] and (rest[0] in ("stays", "remains") or (must is not None and rest[0] in _STAYING)):
            rest = rest[1:]
            if rest[:1] and rest[0] in (
                "lying",
                "standing",
                "sitting",
                "hanging",
                "left",
                "kept",
                "put",
                "placed",
            ):
                rest = rest[1:]
        elif must is not None and must not in ("needs", "need"):
            return
        if not positive:
            rest = _without(rest, ("any more",), ("any longer",), ("anymore",))
        if must in ("needs", "need"):
            rest = rest[1:] if rest[:1] == ["its"] else rest
            yield from self._needed(phrase, rest[1:] if rest[:1] == ["a"] else rest)
            for cut in (
                at for at, word in enumerate(rest) if word == "and"
            ):  # *needs a wash and then goes there*
                more = rest[cut + 2 :] if rest[cut + 1 : cut + 2] == ["then"] else rest[cut + 1 :]
                yield from (
                    (self._together(one, other), (*some, *others))
                    for one, some in self._needed(phrase, rest[1:cut] if rest[:1] == ["a"] else rest[:cut])
                    for other, others in self._predicated(phrase, more, known, positive=positive)
                )
        if rest and rest[0] in ("lying", "standing", "sitting"):
            rest = rest[1:]
        for cut in (at for at, word in enumerate(rest) if word in ("and", ",")):  # *clean and in the hall*
            more = rest[cut + 1 :]
            while more[:1] in (["and"], ["then"]):
                more = more[1:]
            yield from (
                ((*one, *other), (*some, *others))
                for one, some in self._said_of(phrase, rest[:cut], known, positive=positive)
                for other, others in self._predicated(phrase, more, known, positive=positive)
            )
        yield from self._said_of(phrase, rest, known, positive=positive)

    def _needed(self, phrase: _Phrase, rest: Sequence[str]) -> _Ways:
        """*The fern needs water*: what is to be done with it is named like a thing."""
        rest = [one for one in rest if one not in _GOOD]
        if len(rest) != 1:
            return
        base = self._base(rest[0]) or rest[0]
        done = [self._doing(base, chosen) for chosen in phrase.ways] if base in self._verbs else []
        yield from ((literals, (phrase,)) for literals in done if literals)
        if not any(done) and base in MAKES:
            yield from ((one, (phrase,)) for one in self._each(phrase, MAKES[base]))

    def _said_of(
        self, phrase: _Phrase, rest: Sequence[str], known: tuple[_Phrase, ...], *, positive: bool
    ) -> _Ways:
        """That things are such, or are somewhere."""
        spoken = (phrase,)
        such = self._such(phrase, rest, known, positive=positive)
        yield from ((literals, spoken) for literals in such)
        if not such and positive and list(rest) in (["empty"], ["clear"], ["bare"], ["free"], ["cleared"]):
            yield from self._clear(["empty", "it"], (_Phrase(phrase.ways, phrase.base, phrase.plural),))
        for places in self._all_places(rest, (phrase, *known)):
            if places:
                yield from self._moved(phrase, places, leaving=True, must=False, positive=positive)

    def _left(self, tokens: Sequence[str], known: tuple[_Phrase, ...]) -> _Ways:
        """*Leave the window open*, *do not leave the lamp on*."""
        rest = list(tokens)
        positive = rest[:2] != ["do", "not"]
        rest = rest if positive else rest[2:]
        if rest[:1] not in (["leave"], ["let"]):
            return
        found = [*self._phrases_at(rest, 1, known)]
        told = [one for one in rest if one not in _STAYING]
        whole = (phrase for phrase, end in self._phrases_at(told, 1, known) if end == len(told))
        there = {name for phrase in whole for name in chain(*phrase.ways)}
        for phrase, at in found:
            if rest[at : at + 1] and rest[at] in _STAYING:
                at += 1
            elif rest[0] == "let":
                continue
            # *Do not leave the camera on the desk*: the one that is there.
            if not positive and there and len(phrase.ways) > 1:
                ways = tuple(way for way in phrase.ways if there.issuperset(way))
                phrase = replace(phrase, ways=ways or phrase.ways)
            yield from self._predicated(phrase, rest[at:], known, positive=positive)

    def _such(
        self, phrase: _Phrase, rest: Sequence[str], known: tuple[_Phrase, ...], *, positive: bool
    ) -> list[Literals]:
        """What it means that things are such: *closed*, *washed*, *on*."""
        said = " ".join(rest)
        if not said:
            return []
        if said == "dusted":
            return self._without_it(phrase, "dust") if positive else []
        if said in _ALIVE and not self._each(phrase, said):  # *humming all night*
            ways = [
                way for one in ("on", "lit", "running") if (way := self._each(phrase, one, positive=positive))
            ]
            return ways[0] if ways else []
        if positive and rest[0] in ("without", "free") and len(rest) > 1:
            nouns = [one for one in rest[1:] if one not in ("of", "from", "any", "all")]
            return self._without_it(phrase, nouns[0]) if len(nouns) == 1 else []
        if (found := self._each(phrase, said, positive=positive)) or not positive:
            return found
        for verb in self._verbs:
            done = said in pasts(verb) or said in gerunds(verb)
            if done and (ways := [one for chosen in phrase.ways if (one := self._doing(verb, chosen))]):
                return ways
        for verb, adjective in MAKES.items():
            if said in pasts(verb):
                return self._each(phrase, adjective) or self._alike(phrase, adjective)
        drawn = {"down": "lowered", "up": "raised"}.get(said, said)
        return self._alike(phrase, said) or self._drawn(phrase, drawn)

    def _alike(self, phrase: _Phrase, said: str) -> list[Literals]:
        """The same of another word for it, if the model has one."""
        ways = [
            ways
            for kind in _SUCH
            if said in kind
            for one in kind
            if one != said and (ways := self._each(phrase, one))
        ]
        return ways[0] if ways and all(one == ways[0] for one in ways) else []

    def _each(self, phrase: _Phrase, adjective: str, *, positive: bool = True) -> list[Literals]:
        found: list[Literals] = []
        for chosen in phrase.ways:
            literals: list[GoalLiteral] = []
            if len(chosen) > _MOST_THINGS:
                continue
            for name in chosen:
                state = self._literals(self._wording.state(adjective, _term(name)))
                if len(state) != 1 or state[0].args != (name,):
                    break
                one = state[0]
                literals.append(GoalLiteral(one.predicate, one.args, one.positive == positive))
            else:
                found.append(tuple(literals))
        return found

    # ---------------------------------------------------------------- places

    def _placed(
        self, rest: Sequence[str], known: tuple[_Phrase, ...]
    ) -> Iterator[tuple[_Phrase, tuple[_Place, ...]]]:
        """Things, and then places, to the last word; a place may also tell which things are meant."""
        for phrase, at in self._phrases_at(rest, 0, known):
            after = at + 1 if phrase.plural and rest[at : at + 1] in (["both"], ["all"]) else at
            for places in self._all_places(rest[after:], (phrase, *known)):
                if places:
                    yield phrase, places

    def _all_places(self, rest: Sequence[str], known: tuple[_Phrase, ...]) -> Iterator[tuple[_Place, ...]]:
        """Places one after the other, to the last word."""
        if not rest:
            yield ()
            return
        if rest[0] == "and" and len(rest) > 1:
            rest = rest[1:]
        if rest[0] == "where" and rest[-1] in ("is", "are") and len(rest) > 2:  # *where the cheese is*
            for phrase in self._object(rest[1:-1], (), known):
                if len(phrase.ways) == 1 and (there := self._place_of(phrase.ways[0][0])):
                    yield (_Place("at", _Phrase((there,), there)),)
        preposition, at = self._preposition(rest, 0)
        if not preposition:
            return
        for phrase, end in self._phrases_at(rest, at, known):
            for more in self._all_places(rest[end:], known):
                yield _Place(preposition, phrase), *more

    @staticmethod
    def _preposition(tokens: Sequence[str], at: int) -> tuple[str, int]:
        """The preposition at a place, bare: *back on* is *on*."""
        for start in (at + 1, at) if tokens[at : at + 1] and tokens[at] in _DIRECTIONS else (at,):
            for one in _PLACES:
                words = one.split()
                if list(tokens[start : start + len(words)]) == words:
                    return ("to" if one == "towards" else one), start + len(words)
        return "", at

    def _at(self, preposition: str, thing: str, place: Set, positive: bool) -> GoalLiteral | None:
        """That a thing is at a place, as the preposition says it; ``None`` if nothing here is that."""
        target = place[0]
        if target == _TABLE:
            resting = NounTerm(_TABLE, Kind((_TABLE,), "", "table"))
            facts = self._literals(self._wording.relation(preposition, _term(thing), resting))
            known = [one for one in facts if self._goals.knows(one)]
            return GoalLiteral(known[0].predicate, known[0].args, positive) if len(known) == 1 else None
        found = [
            one
            for one in self._goals.literals
            if one.positive and not one.kind and one.args in ((thing, target), (target, thing))
        ]
        if not found:
            known = [GoalLiteral(name, args) for name, args in self._facts if args == (thing, target)]
            found = known if positive else []
        ranks = PREPOSITIONS.get(preposition, ())
        ranked: list[tuple[int, GoalLiteral]] = []
        for one in found:
            said = _relation(one.predicate)
            if one.args == (target, thing):
                holder = preposition in ("in", "into", "inside", "on", "onto") and said[0] in _HOLDERS
                if holder or (preposition == "to" and said[0] == "has"):
                    ranked.append((0, one))
                continue
            fits = [rank for rank, name in enumerate(ranks) if _within(name.split(), said)]
            # *By the fridge* is not in it.
            beside = preposition == "by" and not {*said}.isdisjoint(_WITHIN_OR_UPON)
            if fits or (preposition in _ANYHOW and not beside):
                ranked.append((min(fits, default=len(ranks)), one))
            elif preposition in _WITHIN_OR_UPON and self._only_place == one.predicate:
                ranked.append((len(ranks), one))
        if not ranked and len(found) == 1 and preposition in _WITHIN_OR_UPON:
            ranked = [(0, one) for one in found if _relation(one.predicate)[0] in _KEPT]
        if not ranked and preposition in ("in", "into") and self._is_hollow(target):
            ranked = [
                (0, one) for one in found if one.args == (thing, target) and "on" in _relation(one.predicate)
            ]
        least = min((rank for rank, _ in ranked), default=0)
        best = [one for rank, one in ranked if rank == least]
        if len(best) != 1:
            return None
        return GoalLiteral(best[0].predicate, best[0].args, positive)

    def _is_hollow(self, place: str) -> bool:
        """Whether people say that things are in a place on which a model says that they are: a sink, a bed."""
        return any(one in english.HOLLOW for one in self._heads(place))

    def _not_at(self, thing: str, place: str) -> list[GoalLiteral]:
        """That a thing is no more where it is."""
        return [
            one
            for name, args in self._facts
            if args == (thing, place) and self._goals.knows(one := GoalLiteral(name, args, False))
        ]

    def _literals(self, formulas: Sequence[Formula]) -> list[GoalLiteral]:
        found: list[GoalLiteral] = []
        for one in formulas:
            match one:
                case Compound("!", (Proposition(name, args, False),)) if args is not None:
                    found.append(GoalLiteral(name, args, False))
                case Proposition(name, args, False) if args is not None:
                    found.append(GoalLiteral(name, args, True))
                case _:
                    return []
        return [] if any(set(one.args) - set(self._objects) for one in found) else found

    # ---------------------------------------------------------------- things

    def _phrase(self, tokens: Sequence[str], at: int, known: tuple[_Phrase, ...]) -> tuple[_Phrase, int]:
        """The longest noun phrase at a place, and where it ends.

        Raises:
            _Unread: If there is none.
        """
        best = max(self._phrases_at(tokens, at, known), key=lambda one: one[1], default=None)
        if best is None:
            raise _Unread(f"{' '.join(tokens[at:])!r} names nothing that there is here")
        return best

    def _phrases_at(
        self, tokens: Sequence[str], at: int, known: tuple[_Phrase, ...], *, some: bool = False
    ) -> Iterator[tuple[_Phrase, int]]:
        """The noun phrases that begin at a place: with and without what tells them from others, and lists of them."""
        for phrase, end in self._told_apart(tokens, at, known, some=some):
            yield phrase, end
            for one in _EXCEPT:
                words = one.split()
                if list(tokens[end : end + len(words)]) == words and phrase.plural:
                    for other, last in self._told_apart(tokens, end + len(words), (phrase, *known)):
                        left = [
                            tuple(name for name in all_ if name not in without)
                            for all_, without in product(phrase.ways, other.ways)
                            if set(without) < set(all_)
                        ]
                        if left:
                            yield _Phrase(tuple(left), phrase.base, plural=True), last
            after = end
            while after < len(tokens) and tokens[after] in (",", "and"):
                after += 1
            if end < after < len(tokens):
                for other, last in self._phrases_at(tokens, after, (phrase, *known), some=some):
                    both = tuple(
                        tuple(dict.fromkeys((*one, *more)))
                        for one, more in product(phrase.ways, other.ways)
                        if set(one).isdisjoint(more)  # *the pink one and the blue one* are two
                    )
                    if both:
                        yield _Phrase(both[:_MOST], (*phrase.base, *other.base), plural=True), last

    def _told_apart(
        self, tokens: Sequence[str], at: int, known: tuple[_Phrase, ...], *, some: bool = False
    ) -> Iterator[tuple[_Phrase, int]]:
        """One noun phrase, alone and with where it is: *the lamp in the hall*, *the cup that is on the desk*."""
        for fits, base, all_, end in self._simple(tokens, at, known):
            if base:
                yield self._made(fits, all_ or some, base), end
            after = end
            if (
                tokens[after : after + 1]
                and tokens[after] in ("up", "down", "over", "out", "back")
                and list(tokens[after + 1 : after + 2]) == ["there"]
            ):
                yield self._made(fits, all_ or some, base), after + 2
            if list(tokens[after : after + 1]) == ["it"] and len(tokens) > after + 2 and known:
                held = {place for name in known[0].ways[0] for place in self._beside.get(name, ())}
                was = tokens[after + 1] in ("was", "is") and tokens[after + 2] in ("in", "on", "at")
                if was and (left := tuple(name for name in fits if name in held)):  # *the locker it was in*
                    yield self._made(left, all_ or some, base), after + 3
            if list(tokens[after : after + 1]) in (["that"], ["which"]):
                after += 1
                for left, last in self._as_told(fits, tokens, after):
                    yield self._made(left, all_ or some, base), last
                if after >= len(tokens) or tokens[after] not in _THERE:
                    continue
                after += 1
            elsewhere = tokens[after : after + 1] == ["not"]  # *the mug that is not in the sink*
            after += int(elsewhere)
            for one in ("lying", "standing", "sitting", "hanging", "currently"):
                if list(tokens[after : after + 1]) == [one]:
                    after += 1
            preposition, start = self._preposition(tokens, after)
            if preposition and preposition not in ("to", "into", "onto", "back", "for"):
                for place, last in self._told_apart(tokens, start, known):
                    there = {name for way in place.ways for name in way}
                    left = tuple(
                        name for name in fits if self._is_there(name, preposition, there) != elsewhere
                    )
                    if preposition in ("on", "at", "by", "beside", "near", "next to") and not elsewhere:
                        left = left or tuple(name for name in fits if self._is_called_after(name, there))
                    if left:
                        yield self._made(left, all_ or some, base), last

    def _as_told(self, fits: Set, tokens: Sequence[str], at: int) -> Iterator[tuple[Set, int]]:
        """Those of some things that are as a clause behind *that* says, and its end: *have not been watered yet*."""
        if tokens[at : at + 1] and tokens[at] in ("need", "needs"):
            left = [
                name
                for name in fits
                for way, _ in self._needed(self._made((name,), False), tokens[at + 1 : at + 2])
                if not all(self._goals.so_at_first([one]) for one in way)
            ]
            if left:
                yield tuple(left), at + 2
            return
        if not tokens[at : at + 1] or tokens[at] not in _BEING:
            return
        positive, at = True, at + 1
        while tokens[at : at + 1] and tokens[at] in _DEGREES | {"not", "been", "yet"}:
            positive, at = positive and tokens[at] != "not", at + 1
        for end in range(at + 1, min(at + 3, len(tokens)) + 1):
            if any(self._wording.state(" ".join(tokens[at:end]), _term(name)) for name in fits):
                such = self._as_it_is(fits, " ".join(tokens[at:end]))
                left = such if positive else tuple(name for name in fits if name not in such)
                last = end + int(list(tokens[end : end + 1]) in (["yet"], ["already"], ["now"]))
                if left:
                    yield left, last
                if left and tokens[last : last + 1] and tokens[last] in ("but", "and"):  # *on but not in use*
                    yield from self._as_told(left, [*tokens[:last], "is", *tokens[last + 1 :]], last)

    @staticmethod
    def _made(left: Set, all_: bool, base: Set | None = None) -> _Phrase:
        ways = (left,) if all_ or len(left) == 1 else tuple((one,) for one in left)
        return _Phrase(ways, base or left, all_)

    def _is_there(self, name: str, preposition: str, there: set[str]) -> bool:
        """Whether a thing is at one of some places at first, or on something that is."""
        ranks = PREPOSITIONS.get(preposition, ())
        within = preposition in ("in", "inside", "from", "out of", "at")
        for fact, thing, place in self._places:
            if thing != name:
                continue
            said = _relation(fact)
            if place in there:
                if fact == self._only_place and preposition in _WITHIN_OR_UPON:
                    return True
                if any(_within(one.split(), said) for one in ranks):
                    return True
                if within and "on" in said and self._is_hollow(place):
                    return True
                # What stays where it is is there, whatever the fact is called: *situated*, *part of*, *contains*.
                stays = name not in self._movable and english.PREPOSITIONS.isdisjoint({*said} - _PLACING)
                if preposition in _WITHIN_OR_UPON and not _KEPT.isdisjoint(said):
                    return True
                if within and (not (_KEPT | _HAVING).isdisjoint(said) or stays):
                    return True
            if within and preposition != "at" and self._beside.get(place, set()) & there:
                return True
        return False

    def _is_called_after(self, name: str, places: set[str]) -> bool:
        """Whether a thing that stays where it is, which no fact tells, is called after one of some places.

        *The lamp by the bed* is the bedside lamp; where it is somewhere else than its place, it is not.
        """
        around = places.union(*(self._beside.get(place, ()) for place in places))
        where = self._beside.get(name, set())
        if name in self._placing or (where and where.isdisjoint(around)):
            return False
        nouns = [noun for place in places for noun in self._stem(place)[-1:]]
        return any({noun, f"{noun}side"} & {*self._stem(name)[:-1]} for noun in nouns)

    def _simple(
        self, tokens: Sequence[str], at: int, known: tuple[_Phrase, ...]
    ) -> Iterator[tuple[Set, Set, bool, int]]:
        """A noun with what stands before it: what fits, what its noun alone fits, whether all is meant, its end.

        *Everything* fits what can be moved, and has no noun: where it is has to be said.
        """
        start = at
        if list(tokens[at : at + 1]) == ["everything"]:
            if at + 1 < len(tokens) and (fits := self._as_it_is(self._objects, tokens[at + 1])):
                yield fits, fits, True, at + 2
            for fits, end in (
                self._as_told(self._objects, tokens, at + 2) if tokens[at + 1 : at + 2] == ["that"] else ()
            ):
                yield fits, fits, True, end
            yield self._movable, (), True, at + 1
            for phrase in known:
                if phrase.cleared:  # *clear the table, put everything on the shelf*
                    yield phrase.ways[0], phrase.base, True, at + 1
            return
        if list(tokens[at : at + 1]) in (["it"], ["them"]):
            plural = tokens[at] == "them"
            for phrase in known:
                for one in phrase.ways:
                    pairs = plural and all(
                        self._names[name][-1:] and self._names[name][-1].endswith("s") for name in one
                    )
                    if len(phrase.ways) == 1 and (
                        (len(one) > 1) == plural or pairs or (plural and phrase.plural)
                    ):  # *the shears*
                        yield one, phrase.base, True, at + 1
            return
        if (
            list(tokens[at : at + 2]) in (["that", "one"], ["this", "one"])
            and known
            and len(known[0].ways) == 1
        ):
            yield known[0].ways[0], known[0].base, False, at + 2
            return
        all_ = False
        for one in _ALL:
            words = one.split()
            if list(tokens[at : at + len(words)]) == words:
                all_, at = True, at + len(words)
                break
        if at < len(tokens) and (tokens[at] in _DETERMINERS or (tokens[at] in _ONE and not all_)):
            at += 1
        counted = ""
        if at + 1 < len(tokens) and tokens[at] in english.NUMBERS and tokens[at] != "one":
            counted, at = tokens[at], at + 1
        for end in range(min(len(tokens), at + 6), at, -1):
            words = self._of_what(
                [one for one in tokens[at:end] if one != "'s"]
            )  # *Anna's desk*, *tin of paint*
            if not words or (tokens[end - 1] == "'s" and (end < len(tokens) or len(words) > 1)):
                continue
            if tokens[end - 1] == "'s":  # *the laptop to Tom's desk, and the mug to Anna's*
                for fits in [one.base for one in known[:3]]:
                    kind = {head for name in fits for head in self._names[name]}
                    own = [name for name in self._objects if words[0] in self._names[name] and len(name) > 1]
                    if left := tuple(name for name in own if kind & {*self._names[name]} - {words[0]}):
                        yield left, left, False, end
                continue
            if any(one in (",", ";", ":", "and", "or", "not", "but") for one in words):
                continue
            for fits, base, plural in self._called(words, known):
                many = plural or (all_ and end > start)
                if counted and (not many or english.COUNTS[counted] != len(fits)):
                    continue
                yield fits, base, many, end

    def _called(self, words: Sequence[str], known: tuple[_Phrase, ...]) -> Iterator[tuple[Set, Set, bool]]:
        """What a noun and the words before it fit, what the noun alone fits, and whether it is a plural."""
        together = (
            "".join(words[-2:]),
            english.PHRASES.get(" ".join(words[-2:])),
        )  # *cool box*, *rubber plant*
        for whole in together if len(words) > 1 else ():
            if whole and any(self._is_called(name, whole, synonymous) for name in self._objects):
                yield from self._called([*words[:-2], whole], known)
                return
        *before, head = words
        if before[:1] == ["other"] and known:  # *raise the blind in the hall and leave the other one down*
            named = {name for way in known[0].ways for name in way}
            for fits, base, _ in self._called(words[1:], known):
                left = tuple(name for name in base if name not in named)
                if left and len(fits) > len(left):
                    yield left, base, len(left) > 1
            return
        if before and head in ("roll", "rolls") and self._is_amount(head):
            yield from self._called(before, known)  # *toilet paper roll*
            return
        if head in ("one", "ones") and known:
            for fits in [one.base for one in known[:2]]:
                left = self._narrowed(fits, before)
                if left:
                    yield left, fits, head == "ones"
            return
        turned = [
            one
            for one in self._objects
            if {*self._names[one]} == {*words} and self._names[one][-1:] != (head,)
        ]
        if before and len(turned) == 1:  # Anna's desk, of desk_anna
            yield (turned[0],), (turned[0],), False
            return
        for same in _TIERS.get(head, (same_noun, synonymous, _akin)):
            if (found := self._as_called(words, same)) is not None:
                yield found
                return
        for sort in english.forms(head) & self._sorts.keys():  # *the fruit* of an apple
            if left := self._narrowed(self._sorts[sort], before):
                yield left, self._sorts[sort], self._is_plural(head, sort) or head in english.COLLECTIVE
                return
        # A plant is no slip of a plate.
        is_word = head in _TIERS or not english.forms(head).isdisjoint(KNOWN_NOUNS)
        if not is_word and (found := self._as_called(words, _slipped)) is not None:
            yield found

    def _as_called(
        self, words: Sequence[str], same: Callable[[str, str], bool]
    ) -> tuple[Set, Set, bool] | None:
        """What a noun and the words before it fit, where nouns are compared in one way; see `_called`."""
        *before, head = words
        base = tuple(name for name in self._objects if self._is_called(name, head, same))
        if head.isdigit() and not base:
            base = tuple(name for name in self._objects if head in self._names[name] and len(head) > 1)
        if base and same is same_noun:
            base = self._with_its_sort(base, head)
        alike = same_noun if same is _is_dish else same  # *dirty* is no word for a dish
        left = self._narrowed(base, before, alike) or self._numbered(words)
        if not left and len(base) == 1:
            left = self._narrowed(base, [one for one in before if not self._is_unrecorded(one)], alike)
        if not left and not before and same is same_noun and self._is_table(head):
            return (_TABLE,), (_TABLE,), False
        if not left:
            return None
        own = [noun for name in left for noun in self._heads(name) if same(head, noun)]
        plural = bool(own) and all(self._is_plural(head, noun) for noun in own)
        return left, base or left, plural or head in english.COLLECTIVE

    def _with_its_sort(self, base: Set, head: str) -> Set:
        """What a noun names, and what is known to be of that sort: *the book* may be a novel, too.

        Not where one is called so and nothing more, or the sort is a type.
        """
        if any(
            same_noun(head, " ".join(own)) for name in base for own in (self._stem(name), *self._types[name])
        ):
            return base
        known = sorts_of(self._wording)
        more = [known.get(one, ()) for one in english.forms(head)]
        return tuple(name for name in self._objects if name in base or any(name in one for one in more))

    @cached_property
    def _sorts(self) -> Mapping[str, Set]:
        """The words above what things are called, where all that is of such a sort here is known."""
        above = self._wording.above() if isinstance(self._wording, SystemWording) else ()
        return {word: kind.members for word, kind in above}

    def _of_what(self, words: list[str]) -> list[str]:
        """*Tin of the paint*, as a name says it: *paint tin*; *set of keys*, where nothing is a set: *keys*."""
        if "of" not in words[1:-1]:
            return words
        at = words.index("of", 1)
        what = [one for one in words[at + 1 :] if one not in _DETERMINERS]
        return what if self._is_amount(words[at - 1]) else [*what, *words[:at]]

    def _is_amount(self, noun: str) -> bool:
        """Whether a noun says in what something comes, and nothing here is called so."""
        called = any(self._is_called(name, noun, same_noun) for name in self._objects)
        return not called and not english.forms(noun).isdisjoint(english.AMOUNTS)

    def _is_unrecorded(self, word: str) -> bool:
        """Whether a word says how a thing looks, as no name here does: *the grey plate* is the one plate there is."""
        return any(word in one and self._naming.isdisjoint(one) for one in english.LOOKS)

    def _is_table(self, noun: str) -> bool:
        """Whether a noun is the table of a world where that is no thing, but things are *on the table*."""
        kinds = self._wording.nouns.get(noun, ())
        return any(one.members == (_TABLE,) for one in kinds)

    def _numbered(self, words: Sequence[str]) -> Set:
        """*Lamp 2*: its whole name."""
        return tuple(name for name in self._objects if list(self._names[name]) == list(words))

    @staticmethod
    def _is_plural(word: str, own: str) -> bool:
        """Whether a noun is the plural of what a thing is called, or of something that means the same."""
        if same_noun(word, own):
            return word != own and len(word) > len(own)
        return word.endswith("s") and not word.endswith("ss") and not own.endswith("s")

    def _heads(self, name: str) -> list[str]:
        """The nouns that a thing is called by: of its name, and of its types."""
        return [*_nouns_of(name), *(kind[-1] for kind in self._types[name] if kind)]

    def _is_called(self, name: str, head: str, same: Callable[[str, str], bool]) -> bool:
        return any(same(head, own) for own in self._heads(name))

    def _narrowed(
        self, fits: Set, before: Sequence[str], same: Callable[[str, str], bool] = same_noun
    ) -> Set:
        """Those of some things that all words before the noun fit: in their name, how they are, where they are."""
        words = list(before)
        while words and fits:
            for size in range(min(3, len(words)), 0, -1):
                part = words[len(words) - size :]
                left = self._with(fits, part, same)
                if left:
                    fits, words = left, words[: len(words) - size]
                    break
            else:
                return ()
        return fits

    def _with(self, fits: Set, part: Sequence[str], same: Callable[[str, str], bool]) -> Set:
        number = _ORDINALS.get(part[0]) if len(part) == 1 else None
        if counted := tuple(name for name in fits if number in self._names[name]):
            return counted

        def own(name: str) -> bool:
            words = [*self._names[name], *(word for kind in self._types[name] for word in kind)]
            return all(any(same(one, word) or _made_of(one, word) for word in words) for one in part)

        named = tuple(name for name in fits if own(name))
        if named:
            return named
        if such := self._as_it_is(fits, " ".join(part)):
            return such
        if (owner := self._persons.get(tuple(part))) is not None:
            return self._of_somebody(fits, owner)
        places = {
            name
            for name in self._objects
            if len(stem := self._stem(name)) == len(part) and all(map(synonymous, part, stem))
        }
        places |= {
            name for kind, members in self._kinds.items() if list(kind) == list(part) for name in members
        }
        return tuple(name for name in fits if self._beside.get(name, set()) & places)

    def _of_somebody(self, fits: Set, owner: str) -> Set:
        """Those of some things that a fact tells of somebody, or that are where one does: the bed in a guest's room.

        Where somebody is at the moment counts where nothing else does.
        """
        told = [
            (_relation(fact), {*args} - {owner})
            for fact, args in self._facts
            if len(args) == 2 and owner in args
        ]
        for now in (False, True):
            places = set[str]().union(
                *(others for said, others in told if now != {*said}.isdisjoint(("in", "at")))
            )
            if left := tuple(
                name for name in fits if name in places or self._beside.get(name, set()) & places
            ):
                return left
        return ()

    def _as_it_is(self, fits: Set, said: str) -> Set:
        """Those of some things that are at first as an adjective says."""
        such: Set = ()
        for state in self._wording.state(said, NounTerm("?x", Kind(fits, "", ""))):
            match state:
                case Compound("!", (Proposition(fact, ("?x",), False),)):
                    such = tuple(name for name in fits if (fact, (name,)) not in self._facts)
                case Proposition(fact, ("?x",), False):
                    such = tuple(name for name in fits if (fact, (name,)) in self._facts)
                case _:
                    pass
            break
        return such

    def _stem(self, name: str) -> tuple[str, ...]:
        return tuple(one for one in self._names[name] if not one.isdigit())


def _told(words: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """What a thing is to be made first, and the rest: *washed cup …*, *cold slice of bread …*, *bread slice …*."""
    said: list[str] = []
    left = list(words)
    if left[1:2] and left[1] in _PARTS:
        yield ["sliced"], [left[0], *left[2:]]
    for _ in range(3):
        if not left:
            return
        if left[0] in _PARTS and left[1:2] == ["of"]:
            said, left = [*said, "sliced"], left[2:]
        elif left[0] not in english.PREPOSITIONS and len(left) > 1:
            size = 2 if left[1] == "up" else 1  # *heated up*
            said, left = [*said, " ".join(left[:size])], left[size:]
        yield said, left
        if len(left) > 1 and left[1] in _PARTS:
            yield [*said, "sliced"], [left[0], *left[2:]]


_THROUGH = re.compile(
    r"\b(?:bring|take|carry|fetch|get|move) (?P<thing>(?:[\w'’]+ ){1,4}?)(?:(?:back|up|down|over) )?(?:to|into) "
    r"(?P<room>(?:the|my|your|our|his|her) (?:\w+ ){1,2})and (?P<verb>leave|put|set|place|lay|hang|stand) (?:it|them) "
    r"(?P<rest>(?:on|in|into|onto|under|by|next)\b[^,.;:!?]*)",
    re.I,
)


def _through_a_room(sentence: str) -> list[str]:
    """*Take the towel to the bath and lay it on the shelf*: on the shelf in the bath, or on the one that there is."""
    found = _THROUGH.search(sentence)
    if found is None:
        return []
    order = f"{found['verb']} {found['thing']}{found['rest']}"
    whole = [order] if " and " in order else [f"{order} in {found['room'].strip()}", order]
    return [f"{sentence[: found.start()]}{one}{sentence[found.end() :]}" for one in whole]


def _without_part(tokens: Sequence[str]) -> list[str] | None:
    """*Chill a piece of apple* as of the apple; ``None`` where no part is told."""
    for at in range(1, len(tokens) - 2):
        if tokens[at] in _PARTS and tokens[at + 1] == "of":
            return [*tokens[:at], *tokens[at + 2 :]]
    return None


def _without_things(phrase: _Phrase, things: Set) -> _Phrase:
    """What is to be gone from a place, but for some of it; any other phrase as it is."""
    if not phrase.cleared:
        return phrase
    left = tuple(name for name in phrase.base if name not in things)
    return replace(phrase, ways=(left,), base=left)


def _with_particle_first(tokens: Sequence[str]) -> list[str] | None:
    """*Put the light on in the hall*, with its *on* beside the verb; ``None`` where none stands before a place."""
    for at in range(2, len(tokens) - 2):
        if (
            tokens[0] in ("turn", "switch", "put")
            and tokens[at] in ("on", "off")
            and tokens[at + 1] in ("in", "at")
        ):
            return [tokens[0], tokens[at], *tokens[1:at], *tokens[at + 1 :]]
    return None


def _speaks_of_it(text: str) -> bool:
    return re.search(r"\b(?:it|them)\b", text) is not None


def _it(phrase: _Phrase) -> str:
    """The pronoun of what a phrase speaks of."""
    return "them" if any(len(one) > 1 for one in phrase.ways) else "it"


def _without_door(tokens: Sequence[str]) -> list[str] | None:
    """*Shut the fridge door*, *shut the door of the fridge*: a door that has no name of its own is what it is of."""
    if len(tokens) > 3 and tokens[-1] in _DOORS:
        return list(tokens[:-1])
    for at in range(1, len(tokens) - 2):
        if tokens[at] in _DOORS and tokens[at + 1] == "of":
            return [*tokens[: at - 1 if tokens[at - 1] in _DETERMINERS else at], *tokens[at + 2 :]]
    return None


_AGENT = these("agent bot robot character gripper hand arm human person")


def _is_being_at(words: Sequence[str]) -> bool:
    return words == ["stationed"] or (words[0] in _AGENT and words[-1] in ("at", "in"))


@lru_cache(1 << 12)
def _nouns_of(name: str) -> tuple[str, ...]:
    """The nouns of a thing's name."""
    found = [re.sub(r"\b\d\w*|(?<=[a-z])\d+\b", " ", one).split()[-2:] for one in spelt(name)]
    whole = ["".join(one) for one in found if len(one) > 1]  # *arm chair* is an *armchair*
    whole += [
        noun for one in found if (noun := english.PHRASES.get(" ".join(one)))
    ]  # a roof vent: *skylight*
    return (*(one[-1] for one in found if one), *whole)


def _relation(predicate: str) -> list[str]:
    """The words of a relation's name."""
    return relation(predicate).split()


def is_holding(predicate: str) -> bool:
    return not these(
        "carrying carry holding holds hold held grasped grasping carried gripping gripped"
    ).isdisjoint(plain(predicate).split())


_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_Ways: TypeAlias = Iterator[tuple[Literals, tuple[_Phrase, ...]]]


def _plainly(text: str) -> str:
    """In lower case, with what is shortened in full, and names in words."""
    text = text.lower().replace("’", "'")
    for short, long in _SHORT:
        text = re.sub(short, long, text)
    return text


def _akin(one: str, other: str) -> bool:
    """*Glasses*, where nothing is worn on a nose."""
    return not english.forms(one).isdisjoint(english.forms(other))


def _is_dish(_: str, other: str) -> bool:
    return not english.forms(other).isdisjoint(("dish", "crockery", "tableware", "dishware"))


_TIERS: dict[str, tuple[Callable[[str, str], bool], ...]] = {"lights": (synonymous,), "dishes": (_is_dish,)}
"""How nouns of whole kinds are compared: all lamps are lights, and dishes are more than plates."""


def _made_of(one: str, word: str) -> bool:
    """*Folding*, of a fold table; *conference*, of what is called conf."""
    return (
        one in (*gerunds(word), *pasts(word))
        or word in gerunds(one)
        or (len(word) > 3 and one.startswith(word))
    )


def _slipped(one: str, other: str) -> bool:
    return same_noun(one, other) or misspelt(one, other)


def _term(name: str) -> NounTerm:
    return NounTerm(name, Kind((name,), "", name))


def _split(name: str) -> tuple[str, ...]:
    """The words and numbers of a name: ``wrench_10mm_1`` has *10* and *mm*."""
    return tuple(re.findall(r"[^\W\d_]+|\d+", plain(name)))


def _within(part: Sequence[str], words: Sequence[str]) -> bool:
    size = len(part)
    return any(list(words[at : at + size]) == list(part) for at in range(len(words) - size + 1))


def _without(words: Sequence[str], *endings: tuple[str, ...]) -> list[str]:
    for (ending,) in endings:
        size = len(ending.split())
        if list(words[-size:]) == ending.split():
            return list(words[:-size])
    return list(words)


_CONTRASTS = ("not just", "not only", "not", "rather than", "instead of")
_BEFORE_NOT = ("do", "does", "is", "are", "must", "should", "shall", "will", "can", "may", "need", ",")


def _only(phrase: _Phrase, used: Collection[str]) -> _Phrase:
    """What a noun phrase means, where one way of it alone is what something is asked of."""
    ways = [way for way in phrase.ways if set(way) <= {*used}]
    return replace(phrase, ways=tuple(ways)) if len(ways) == 1 else phrase


def _without_contrast(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """A clause without *not the oak one*, *rather than on the desk*; and what that was."""
    found = list(tokens)
    if (
        "not" in found[2:] and "but" in found[found.index("not", 2) + 1 :]
    ):  # *not in the hall but in the yard*
        at = found.index("not", 2)
        end = found.index("but", at)
        if found[at - 1] not in _BEFORE_NOT and "," not in found[at:end]:
            return [*found[:at], *found[end + 1 :]], found[at + 1 : end]
    for one in _CONTRASTS:
        words = one.split()
        for at in range(0 if words[-1] in ("of", "than") else 1, len(tokens) - len(words)):
            if list(tokens[at : at + len(words)]) != words or (not at and "," not in tokens):
                continue
            if words[0] == "not" and tokens[at - 1] != ",":
                continue
            end = next((place for place in range(at, len(tokens)) if tokens[place] == ","), len(tokens))
            kept = [*tokens[:at], *tokens[end + 1 :]]
            if at and kept[at - 1 : at] == [","]:
                kept = [*kept[: at - 1], *kept[at:]]
            return kept, [] if words[-1] in ("just", "only") else list(tokens[at + len(words) : end])
    return list(tokens), []


def _may_be_verb(word: str) -> bool:
    """Whether an unknown word before things and *into* a place can only be a way to get them there."""
    known = english.VERBS | english.FUNCTION_WORDS | english.NEGATIONS | english.CLAUSES | english.DETERMINERS
    known |= _CHANGING | english.PREPOSITIONS | {one.split()[0] for one in MAKES}
    return word not in known and not any(word in (*gerunds(one), *pasts(one)) for one in _CHANGING)
