"""What a domain says of things that it does not name: the parts of things, and what is on them.

*Chocked* tells that a thing's chocks are in place, *icy* that there is ice on it, `guard-down` and `lower-guard` where
its guard is. So *put the chocks under it*, *the ice is off*, *its guard is up* mean an action or a fact of the domain,
found from names and from what the actions do. A phrase means something only where one fact, or one kind of action,
fits it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from clamp.words import forms
from clamp.words.english import these
from clamp.words.naming import plain, verb_of

_STUFF = these(
    "ice snow frost mould mold mud dust dirt rust grease oil sand soap soot slime grime blood smoke moss leaf weed "
    "grit salt water steam fog mist scale lint hair fluff crumb wax ash sludge algae sleet slush foam bubble stain nut "
    "rot damp fat bone seed stone sugar cream cheese"
)
"""What may be on a thing or in it, and is cleared away: *icy*."""
_BLOCKING = these(
    "jam clog block blockage leak puncture crack kink knot chip dent scratch hole flaw tear stain"
)
"""What a participle says to be wrong with a thing: *jammed*."""
_FITTED = these(
    "cover lid cap cork stopper chock label tag strap belt guard bandage muzzle saddle bridle lead leash collar "
    "harness chain rope tape plug latch bolt stamp sticker wrapper tarpaulin tarp blanket sheet net netting hood mask "
    "mat splint plaster clamp clip pin peg padlock gag blindfold veil screen shield fuse filter nozzle shutter shade "
    "cushion pad brake wedge prop band bung tie ribbon bell flag awning sleeve jacket rug halter hobble cone sling "
    "brace bracket lining liner lagging fence rail ladder gangway ramp hatch flap apron bib coat nappy dressing"
)
"""What is put on a thing, or under it, and taken off: *covered*, *chocked*."""
_HOLDING = these(
    "box crate cage bag pot jar tin bottle case sack envelope frame bed rack pen kennel stall dock garage cradle "
    "folder file pouch sheath holster basket tray carton drum barrel cask tank net shelf cabinet hangar berth bay"
)
"""What a thing is put in: *boxed*."""
_PUTTING = these("put place set lay slip fit attach fasten fix strap pop push get add")
_TAKING = these("take remove pull lift get slip clear detach unfasten")
_CLEARING = these(
    "clear remove scrape brush wipe sweep melt knock wash scrub shake chip shovel dust rinse clean take get blow"
)
_ONTO = these("on onto in into under underneath beneath over around round back inside upon to at")
_OFF = these("off away out from")
_IN_PLACE = ("on", "in place", "in position", "fitted", "attached", "secured", "back on")
_AWAY = ("off", "away", "out", "gone", "missing", "out of the way")
_SYNONYMS = (
    ("label", "tag", "sticker", "ticket"), ("lid", "cover", "cap", "top"), ("strap", "belt"), ("mould", "mold"),
    ("leash", "lead"), ("tarpaulin", "tarp"), ("jam", "blockage"), ("hood", "cover"),
)  # fmt: skip
"""Names of parts that mean the same where a domain has but one of them."""
PLACES = frozenset(["on", "in", "under", "over", "at", "inside", "into", "onto", "on top of", "underneath", "inside of",
                     "in to", "on to", "upon", "beside", "next to", "near"])  # fmt: skip
_ALIKE: tuple[tuple[str, ...], ...] = (
    ("down", "lowered"), ("up", "raised", "lifted"), ("closed", "shut"), ("open", "opened"),
    ("on", "applied", "engaged", "set"), ("off", "released", "disengaged"), ("in", "inserted"), ("out", "removed"),
)  # fmt: skip
_CONTRARY = (
    ("down", "up"), ("closed", "open"), ("on", "off"), ("in", "out"), ("full", "empty"), ("locked", "unlocked"),
    ("locked", "open"), ("tight", "loose"),
    ("clean", "dirty"), ("hot", "cold"), ("wet", "dry"), ("lit", "out"), ("running", "stopped"),
)  # fmt: skip
RESULTS: Mapping[str, str] = {
    "raise": "up", "lift": "up", "hoist": "up", "lower": "down", "drop": "down", "open": "open", "close": "closed",
    "shut": "closed", "apply": "on", "release": "off", "engage": "on", "disengage": "off", "fit": "on", "attach": "on",
    "remove": "off", "detach": "off", "insert": "in", "fasten": "on", "unfasten": "off", "extend": "out",
    "retract": "in", "pull": "out", "set": "on", "lock": "locked", "unlock": "unlocked", "put on": "on",
    "take off": "off", "put down": "down", "put up": "up", "let down": "down", "take out": "out", "put in": "in",
    "switch on": "on", "switch off": "off", "turn on": "on", "turn off": "off", "light": "lit", "put out": "out",
}  # fmt: skip
"""What is so of a thing to which that was done."""
_BROUGHT = these("put let bring pull move take swing slide push flip get turn switch")
"""Verbs that say no more than what they bring about: *put down*."""


@dataclass
class Part:
    """Something of a thing that is no object of its own.

    Attributes:
        owners: The things that have one.
        states: What it may be said to be, and the fact of its owner that this is: a predicate, and whether it holds.
        there: The fact that it is there, on the owner or under it.
        verbs: What may be done to it by these verbs alone, each an action's name.
        putting: The actions that put it there,
        taking: and those that take it away,
        put: with the verbs for this,
        take: and for that.
    """

    noun: str
    owners: frozenset[str] = frozenset()
    states: dict[str, tuple[str, bool]] = field(default_factory=dict[str, tuple[str, bool]])
    there: tuple[str, bool] | None = None
    verbs: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    putting: tuple[str, ...] = ()
    taking: tuple[str, ...] = ()
    put: frozenset[str] = frozenset()
    take: frozenset[str] = frozenset()

    def actions(self, verb: str, preposition: str = "", whole: bool = False) -> Sequence[str]:
        """The actions that a verb means of it, and a preposition that leads to its owner.

        Args:
            whole: The preposition leads to it, and it is the owner to which that is done: *clear it of snow*.
        """
        if whole:
            if preposition in ("of", "from") and verb.split()[0] in _RIDDING:
                return self.taking
            return () if preposition == "of" else self._by_direction(verb, preposition)
        alone = self.verbs.get(verb, ())
        if alone and preposition in ("", "of", "on", "at", "in"):
            return alone
        return self._by_direction(verb, preposition)

    def _by_direction(self, verb: str, preposition: str) -> Sequence[str]:
        head, *said = verb.split()
        where = {*said, *preposition.split()} - {"of"}
        if where & _OFF or (not where and head in _SURELY_OFF):
            return self.taking if head in self.take and not where & (_ONTO - {"to"}) else ()
        if where & _ONTO or (not where and head in _SURELY_ON):
            return self.putting if head in self.put else ()
        return ()

    @property
    def phrases(self) -> Iterable[str]:
        """All that can be done to it, as verbs of one word or with a particle."""
        yield from _RIDDING if self.taking else ()
        yield from self.verbs
        for heads, particles in ((self.put, _PARTICLES_ON), (self.take, _PARTICLES_OFF)):
            for head in heads if (self.putting if heads is self.put else self.taking) else ():
                yield head
                yield from (f"{head} {one}" for one in particles if head in _WITH_PARTICLES)


_SURELY_OFF = these("remove clear detach unfasten strip melt scrape")
_RIDDING = these("clear clean free rid strip")
_SURELY_ON = these("fit attach fasten add fix")
_WITH_PARTICLES = these("put slip push get pull take lift clear scrape brush wipe sweep knock wash")
_PARTICLES_ON = ("on", "in", "back", "over")
_PARTICLES_OFF = ("off", "away", "out")


class Senses:
    """The parts that a domain's names and actions speak of.

    Args:
        predicates: What can be the case of one thing,
        owners: and of which it may be.
        actions: Which facts of its first thing each action changes.
        taken: Nouns that are things of their own.
    """

    def __init__(
        self,
        predicates: Iterable[str],
        owners: Callable[[str], frozenset[str]],
        actions: Mapping[str, Mapping[str, bool]],
        taken: Iterable[str],
    ) -> None:
        self._owners = owners
        self._actions = actions
        self._taken = frozenset(taken)
        self.parts: dict[str, Part] = {}
        for name in predicates:
            self._of_predicate(name)
        self._of_actions()
        for group in _SYNONYMS:
            named = [one for one in group if one in self.parts]
            for other in group if len(named) == 1 else ():
                if other not in self._taken:
                    self.parts.setdefault(other, self.parts[named[0]])

    def _changing(self, predicate: str, held: bool) -> tuple[str, ...]:
        return tuple(name for name, made in self._actions.items() if made.get(predicate) is held)

    def _part(self, noun: str, predicate: str) -> Part | None:
        if noun in self._taken or not (owners := self._owners(predicate)):
            return None
        found = self.parts.setdefault(noun, Part(noun))
        if found.owners and found.there is not None and found.there[0] != predicate:
            return None  # two facts that may be meant
        found.owners |= owners
        return found

    def _of_predicate(self, name: str) -> None:
        said = plain(name).removeprefix("is ")
        *before, last = said.split()
        if not before:
            stuff = next((one for one in sorted(_STUFF) if last in _adjectives(one)), "")
            if stuff:
                self._cleared(stuff, name, True)
            for noun in sorted(_BLOCKING):
                if last in forms.pasts(noun):
                    self._cleared(noun, name, True)
            for noun in self._fitted(last, name):
                self._kept(noun, name)
            if last.endswith("less") and len(last) > 6:
                self._kept(last.removesuffix("less"), name, False)
        elif before == ["has"] or last in ("present", "fitted", "attached"):
            noun = last if before == ["has"] else " ".join(before)
            self._kept(noun, name)
        elif last == "free" and len(before) == 1 and before[0] in _STUFF:
            self._cleared(before[0], name, False)
        elif len(before) == 1 and before[0] in ("on", "in", "at"):
            self._kept(last, name)
            if (
                last in self.parts and last not in _FITTED
            ):  # it is a place: things are taken out of the kitchen
                self.parts[last].put, self.parts[last].take = CARRYING, FETCHING
        elif (last in _STATES or last.endswith("ed")) and not before[-1].endswith(("ed", "ing")):
            part = self._part(" ".join(before), name)
            if part is not None:
                self._is(part, last, name, True)
                if last == "on":
                    self._kept(part.noun, name)

    def _fitted(self, participle: str, name: str) -> list[str]:
        """The nouns of which a participle says that they are there: *chock* of *chocked*."""
        undone = {verb_of(one) for one in self._changing(name, False)}
        found = [one for one in sorted(_FITTED | _HOLDING) if participle in forms.pasts(one)]
        for action in self._changing(name, True):
            verb = verb_of(action)
            if (
                " " not in verb
                and participle in forms.pasts(verb)
                and f"un{verb}" in undone
                and verb not in _VERBS
            ):
                found.append(verb)
        return list(dict.fromkeys(found))

    def _cleared(self, noun: str, name: str, positive: bool) -> None:
        part = self._part(noun, name)
        if part is None:
            return
        part.there = (name, positive)
        part.states |= dict.fromkeys(_AWAY, (name, not positive))
        part.states |= dict.fromkeys(("there", "present"), (name, positive))
        part.taking = self._changing(name, not positive)
        part.take = _CLEARING | {verb_of(one).split()[0] for one in part.taking}
        for one in part.taking:
            head = verb_of(one).split()[0]
            for verb in (head, *(f"{head} {little}" for little in _PARTICLES_OFF)):
                part.verbs.setdefault(verb, []).append(one)

    def _kept(self, noun: str, name: str, positive: bool = True) -> None:
        part = self._part(noun, name)
        if part is None:
            return
        part.there = (name, positive)
        part.states |= dict.fromkeys(_IN_PLACE, (name, positive)) | dict.fromkeys(_AWAY, (name, not positive))
        part.putting, part.taking = self._changing(name, positive), self._changing(name, not positive)
        part.put, part.take = _PUTTING, _TAKING

    def _is(self, part: Part, state: str, name: str, positive: bool) -> None:
        """Note that a part is in a state, and with that its contraries, and what brings them about."""
        alike = _alike(state)
        contrary = {
            other
            for one in alike
            for pair in _CONTRARY
            for here, there in (pair, pair[::-1])
            if here == one
            for other in _alike(there)
        }
        for words, so in ((alike, positive), (contrary, not positive)):
            for word in words:
                if part.states.setdefault(word, (name, so)) != (name, so):
                    part.states[word] = ("", so)  # it may be two things
                for action in self._changing(name, so):
                    for head in _BROUGHT if word in _PARTICLES else ():
                        made = part.verbs.setdefault(f"{head} {word}", [])
                        made += [action] if action not in made else []

    def _of_actions(self) -> None:
        """Parts that are named in actions: the guard, of `lower-guard` and `raise-guard`."""
        named: dict[str, list[tuple[str, str]]] = {}
        for name in self._actions:
            head, *rest = verb_of(name).split()
            at = next((at for at, word in enumerate(rest) if word not in _PARTICLES), None)
            if at is not None:
                named.setdefault(" ".join(rest[at:]), []).append((" ".join((head, *rest[:at])), name))
        for noun, listed in named.items():
            if noun not in self.parts and len(listed) < 2:
                continue
            for verb, name in listed:
                made = self._actions[name]
                if len(made) != 1:
                    continue
                ((predicate, held),) = made.items()
                part = self._part(noun, predicate)
                if part is None:
                    continue
                part.verbs.setdefault(verb, []).append(name)
                if verb in RESULTS:
                    self._is(part, RESULTS[verb], predicate, held)

    def owns(self, noun: str, things: Iterable[str]) -> bool:
        """Whether any of some things has such a part."""
        return not self.parts[noun].owners.isdisjoint(things)


_STATES = these(
    "on off up down in out open closed shut full empty locked unlocked tight loose lit clean dirty hot cold wet dry"
)
_PARTICLES = these("on off up down in out back away over aside")
_VERBS = these("lock load pack wrap fold do button zip plug tie")
"""Verbs that have a contrary with *un-* and name nothing that is put on a thing."""


def _adjectives(noun: str) -> tuple[str, ...]:
    """*icy* of *ice*, *muddy* of *mud*, *leafy* of *leaf*."""
    stem = noun.removesuffix("e")
    return (f"{noun}y", f"{stem}y", f"{noun}{noun[-1]}y")


def _alike(state: str) -> tuple[str, ...]:
    return next((group for group in _ALIKE if state in group), (state,))


def nouns_of(noun: str) -> tuple[str, str]:
    """A part's name and its plural."""
    return noun, re.sub(r"^(?:lint|ice|snow|dust|mud)s$", noun, forms.plural(noun))


# -- where things are

CARRYING = these(
    "put place set lay hang stow store bring take carry move send serve show lead give hand return transfer deliver"
)
"""Verbs for bringing something somewhere, whatever a domain calls that; alone they say no more."""
FETCHING = these("take remove lift get fetch bring carry move pull clear lead collect")
"""Verbs for taking something from somewhere."""
MAKES: dict[str, str] = {
    "open": "open", "open up": "open", "draw": "closed", "close": "closed", "shut": "closed", "close up": "closed",
    "turn on": "on", "switch on": "on", "put on": "on", "power up": "on", "turn off": "off", "switch off": "off",
    "power down": "off", "shut off": "off", "shut down": "off", "put out": "out", "blow out": "out",
    "lock": "locked", "unlock": "unlocked", "light": "lit", "light up": "lit", "wash": "clean", "clean": "clean",
    "wash up": "clean", "rinse": "clean", "scrub": "clean", "dry": "dry", "fill": "full", "fill up": "full",
    "empty": "empty",
    "cool": "cool", "chill": "cool", "cool down": "cool", "refrigerate": "cool", "heat": "hot", "warm": "hot",
    "warm up": "hot", "heat up": "hot", "microwave": "hot", "repair": "repaired", "slice": "sliced",
    "slice up": "sliced", "cut up": "sliced", "cut": "sliced",
    "kill": "off", "douse": "out", "extinguish": "out", "run": "on", "fire up": "on", "start": "on", "start up": "on",
    "stop": "off", "activate": "on", "deactivate": "off", "flick on": "on", "flick off": "off", "flip on": "on",
    "flip off": "off", "mend": "repaired", "fix": "repaired", "fix up": "repaired", "patch up": "repaired",
    "latch": "latched", "unlatch": "unlatched", "plug in": "plugged in", "unplug": "unplugged",
    "water": "watered", "iron": "ironed", "press": "ironed", "feed": "fed", "make": "made", "tidy": "tidy",
    "tidy up": "tidy", "sweep": "swept", "sweep up": "swept", "mop": "mopped", "mop up": "mopped",
    "hoover": "hoovered", "vacuum": "vacuumed", "drain": "empty", "top up": "full", "refill": "full",
    **dict.fromkeys(("put on charge", "pop on charge", "stick on charge", "put on to charge", "charge"), "charging"),
    "pull down": "lowered", "let down": "lowered", "pull up": "raised", "raise": "raised", "lower": "lowered",
}  # fmt: skip
"""What a verb leaves something as, where a model has no action of that name."""
PEOPLE = these(
    "person patient guest resident child human user customer people client visitor passenger actor pupil student "
    "tenant member worker nurse doctor surgeon driver pilot cook chef waiter"
)


def people_of(types: Mapping[str, Collection[str]]) -> frozenset[str]:
    """Who is somebody, by what types are called."""
    return frozenset(
        name
        for kind, members in types.items()
        if not PEOPLE.isdisjoint(plain(kind).split())
        for name in members
    )


ALONG = these("out over back")
"""Words that such a verb may have with it: *carry out to*."""
_EITHER_WAY = these(
    "rack shelf hook stand trolley cart table berth pier bench line rail tray stall pitch bus train plane boat ship "
    "ferry runway farm ward deck stage field lawn bay platform yard pad court rink slope list roster"
)
"""Places in which a thing is as well as on them."""
_HELD_THERE = these(
    "stand lie sit rest hang grow wait live sleep park dock moor berth lodge seat mount load store shelve stack place "
    "put keep plant display exhibit pin board book hire lend rent loan"
)
"""Verbs whose participle, or third person, tells where a thing is."""


_HELD_AS = {
    form: verb
    for verb in sorted(_HELD_THERE, reverse=True)  # of two with one form, the first
    for form in (*forms.pasts(verb), *forms.thirds(verb), *forms.gerunds(verb))
}


@lru_cache(1024)
def where_told(predicate: str) -> tuple[str, str]:
    """The verb and the preposition in the name of a fact about two things: *sit*, *at* of ``sits-at``.

    Both are empty where a name tells nothing of where a thing is.
    """
    head, *rest = plain(predicate).removeprefix("is ").split()
    verb = _HELD_AS.get(head, "")
    if not verb or len(rest) > 1 or (rest and rest[0] not in PLACES | {"by", "with", "to"}):
        return "", ""
    return verb, "".join(rest)


def either_way(noun: str) -> bool:
    """Whether *in* such a place and *on* it are the same."""
    return noun.split()[-1] in _EITHER_WAY


def base_of(participle: str) -> list[str]:
    """The verbs of which a word may be the participle, and no more than that: *cover* of *covered*."""
    if not re.fullmatch(r"[a-z]{3,}ed", participle):
        return []
    stems = (participle[:-2], participle[:-1], participle[:-3], f"{participle[:-3]}y")
    return [one for one in dict.fromkeys(stems) if participle in forms.pasts(one)][:1]
