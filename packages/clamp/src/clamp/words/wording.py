"""The words of a planning model, and what they mean: actions as verbs, objects and types as nouns, facts as states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from itertools import permutations
from typing import Any, Protocol
from uuid import uuid4

from clamp.planning.rules.effects import conjuncts, lasting_effect, still_there
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, is_closed, subformulas
from clamp.planning.rules.trace import TraceReading
from clamp.planning.system import Action, TransitionSystem
from clamp.words import english, forms
from clamp.words.english import MODIFIERS, these
from clamp.words.naming import plain, verb_of
from clamp.words.senses import (
    ALONG,
    CARRYING,
    FETCHING,
    MAKES,
    PEOPLE,
    PLACES,
    Part,
    Senses,
    base_of,
    either_way,
    where_told,
)


@dataclass(frozen=True)
class Kind:
    """What a noun may name.

    Attributes:
        members: The objects, in order.
        type: The type that has exactly these; empty if there is none.
        said: How it is called.
        part: What of each of them is meant: their *guard*. Where nothing is said of whose that is, it has no members.
        whole: The type that has these, and others that nothing can be done with.
    """

    members: tuple[str, ...]
    type: str = ""
    said: str = field(default="", compare=False)
    part: str = ""
    whole: str = field(default="", compare=False)


@dataclass(frozen=True)
class NounTerm:
    """An object, or a variable for one of a kind: what stands in a formula for a noun phrase."""

    symbol: str
    kind: Kind

    @property
    def is_variable(self) -> bool:
        return self.symbol.startswith("?")

    @property
    def is_owned(self) -> bool:
        """Whether it is the part of some thing that is known: *its guard*, and not *the guard*."""
        return bool(self.kind.part) and bool(self.kind.members)

    def its(self, part: str) -> NounTerm:
        """A part of it, or it again."""
        return NounTerm(self.symbol, replace(self.kind, part=part))


@dataclass(frozen=True)
class Undoing:
    """An event that takes back another.

    Attributes:
        event: With all arguments that the other tells.
        made: Which of them it must have, since the other made it so: what is attached to a tap is detached from that.
            What is put back where it was, might be put elsewhere, too.
    """

    event: Proposition
    made: frozenset[int]


class Wording(Protocol):
    """The words of a domain; phrases are in lower case, verbs and nouns in their base form."""

    def identity(self) -> str:
        """What changes whenever a phrase may mean something else here."""
        ...

    @property
    def nouns(self) -> Mapping[str, Sequence[Kind]]:
        """What each noun may name; the first is meant where it fits."""
        ...

    @property
    def verbs(self) -> Iterable[str]:
        """All that can be done: ``turn off``, ``pick up``. Particles belong to them."""
        ...

    @property
    def own_verbs(self) -> Iterable[str]:
        """The verbs that are names of actions."""
        ...

    @property
    def general(self) -> Iterable[str]:
        """Verbs and states that are no names here, and mean something only of some things: *bring*, *in place*."""
        ...

    def may_do(self, verb: str, things: Kind) -> bool:
        """Whether a verb is what is done to some of things, said without an object: *the plane takes off*."""
        ...

    @property
    def adjectives(self) -> Iterable[str]:
        """What can be the case of a thing: ``closed``, ``lit``."""
        ...

    @property
    def statives(self) -> Iterable[str]:
        """What the robot can be at: ``holding``."""
        ...

    @property
    def everything(self) -> Kind:
        """All things."""
        ...

    def begins(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        """What begins an act that takes several actions; ``None`` if it is one action."""
        ...

    def move(self) -> Formula | None:
        """Any of what people count as moves; ``None`` where that is each action."""
        ...

    def around(self, members: Sequence[str]) -> Kind | None:
        """The things of the sort that some things are of: what *only* leaves out; ``None`` if that is not clear."""
        ...

    def event(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """What doing it may mean.

        Args:
            places: The object of the verb under an empty preposition, and what comes after prepositions.
        """
        ...

    def state(
        self, adjective: str, thing: NounTerm, places: Sequence[tuple[str, NounTerm]] = ()
    ) -> Sequence[Formula]:
        """What it may mean that a thing is such; empty if it is nothing here."""
        ...

    def relation(self, preposition: str, thing: NounTerm, place: NounTerm) -> Sequence[Formula]:
        """What it may mean that a thing is there: ``in the fridge``."""
        ...

    def doing(self, stative: str, thing: NounTerm) -> Sequence[Formula]:
        """What it may mean that the robot is at it: ``holding the cup``."""
        ...

    def at(self, preposition: str, place: NounTerm) -> Sequence[Formula]:
        """What it may mean that the robot is somewhere."""
        ...

    def effect(self, event: Formula, terms: Sequence[NounTerm]) -> Formula | None:
        """What an event leaves behind."""
        ...

    def still_there(
        self,
        effect: Formula,
        then: Formula,
        every: Sequence[tuple[str, str]],
        some: Sequence[tuple[str, str]],
    ) -> Formula | None:
        """What of that may be so when something else is done; see `clamp.planning.rules.effects.still_there`."""
        ...

    def touching(self, thing: NounTerm) -> Formula | None:
        """Anything that is done with a thing; ``None`` if that is not known."""
        ...

    @property
    def parts(self) -> Mapping[str, Part]:
        """What belongs to things, or is on them, and is no thing of its own: *cover*, *ice*."""
        ...

    def related(self, predicate: str, one: NounTerm, other: NounTerm) -> bool:
        """Whether a fact of two arguments can hold of two things."""
        ...

    def lasts(self, event: Formula) -> bool:
        """Whether what an event leaves behind is never undone, as far as that is known."""
        ...

    def at_first(self, formula: Formula) -> bool | None:
        """Whether something is so before anything is done; ``None`` if that is not known."""
        ...

    def fixed(self, formula: Formula) -> bool:
        """Whether no action changes a formula over states; ``False`` if that is not known."""
        ...

    def opposite(self, verb: str) -> Sequence[str]:
        """The verbs that undo what a verb does."""
        ...

    def with_another(self, event: Proposition, at: int, term: NounTerm) -> Proposition | None:
        """An event with another thing as one of its arguments; ``None`` if that fits there no better than elsewhere."""
        ...

    def undoings(self, event: Proposition, terms: Sequence[NounTerm]) -> Sequence[Undoing]:
        """The events that take back what an event changes: of what it connects, or where a thing was.

        Args:
            terms: What the variables among its arguments stand for.
        """
        ...


_CALLED_BY_KIND = frozenset(["dough", "bread", "loaf", "cheese", "wine"])
"""What is called by its kind alone: the rye is rye dough."""
_SAME: tuple[tuple[str, ...], ...] = (
    ("turn on", "switch on", "toggle on", "start", "power on", "activate", "start up", "power up"),
    ("turn off", "switch off", "toggle off", "shut off", "power off", "deactivate", "stop", "shut down", "power down",
     "switch out"),
    ("pick up", "pick", "grab", "take", "grasp", "lift", "lift up", "take up", "grab hold of", "take out",
    "retrieve", "remove"),
    ("put", "place", "put down", "set", "set down", "lay", "lay down", "place down", "stow", "store", "put back",
    "place back", "stand", "rest",
     "return", "bring", "bring back", "pop", "stick", "tuck",
     "put away", "place on", "place in", "put on", "put in", "set in", "set on", "put into", "deposit"),
    ("close", "shut"),
    ("open", "open up"),
    ("wash", "clean", "rinse", "wipe", "wash up", "clean up", "scrub"),
    ("warm", "heat", "warm up", "heat up"),
    ("cool", "cool down", "cool off", "chill"),
    ("slice", "cut", "chop", "cut up", "slice up"),
    ("go to", "go", "walk to", "walk", "move to", "drive to", "head to", "travel to", "visit", "navigate to",
    "navigate", "reach", "move",
     "enter", "walk into", "go into", "drive", "goto", "walk off", "walk away", "go away", "go off", "wander off",
     "move away", "drive off", "move off", "wander"),
    ("drop", "let go of", "let fall"),
    ("throw", "toss", "hurl", "throw away"),
    ("put out", "extinguish", "blow out", "douse"),
    ("light", "ignite"),
    ("seal", "seal up"), ("lock", "lock up"), ("fill", "fill up"), ("attach", "hook up", "fasten"), ("detach",
    "unhook"),
    ("inspect", "check", "examine"), ("clean", "clean out"), ("empty", "empty out"), ("connect", "hook up"),
    ("lie down", "lie", "lie down on", "lie on"), ("sit down", "sit", "sit on", "sit down on"), ("stand up",
    "get up"),
    ("sleep", "go to sleep", "fall asleep"), ("wake up", "wake"), ("load", "load up"), ("wrap", "wrap up"),
    ("pack", "pack up"), ("mow", "cut"),
    ("put on", "don"), ("label", "tag"), ("discard", "throw away", "dispose of", "get rid of", "throw out"),
    ("lay up", "lay", "set"), ("stack", "put", "place", "set", "lay"), ("inflate", "pump up", "blow up"),
    ("loosen", "untighten", "undo", "slacken"), ("tighten", "fasten", "screw tight"),
    ("drain", "empty"), ("harvest", "pick", "gather", "reap"), ("prune", "trim", "cut back"), ("lend", "loan"),
    ("repair", "fix", "mend"), ("call", "phone", "ring", "telephone"), ("notify", "inform", "tell", "alert"),
    ("sound", "ring", "toot", "honk"), ("bandage", "dress"), ("disinfect", "sanitize", "sterilize"),
    ("return", "give back", "bring back", "take back", "put back"),
    ("deliver", "hand over", "drop off"), ("mount", "install"),
    ("test ride", "take for a test ride", "ride"), ("weigh", "put on the scales"), ("photograph", "take a picture of"),
    ("stir", "mix"), ("mix", "blend"), ("shelve", "put on the shelf"), ("dismiss", "send away", "send home"),
    ("admit", "let in"), ("oil", "grease", "lubricate"), ("sweep", "brush"), ("vacuum", "hoover"), ("raise", "lift"),
    ("detach", "unfasten", "take off"), ("switch off lights", "turn out the lights"),
    ("arm", "switch on", "turn on"), ("disarm", "switch off", "turn off"),
    ("saddle up", "saddle"), ("tie up", "moor"), ("cast off", "unmoor"), ("muck out", "clean out"),
    ("lash down", "lash", "tie down", "strap down"), ("set up", "put up"), ("brush on", "apply", "paint on"),
    ("dry off", "dry"), ("mute", "silence"), ("raise", "hoist"), ("lower", "let down"),
    ("help up", "help out of"), ("inspect", "look over"), ("groom", "brush", "brush down"),
    ("sharpen", "hone"), ("print", "print out"), ("lend", "lend out"),
    ("dispense", "give", "hand", "give out", "hand out", "hand over", "issue", "supply"),
    ("serve", "give"), ("issue", "give", "hand out", "give out"), ("administer", "give"), ("sell", "give", "hand over"),
    ("fetch", "take out", "take"), ("transfer", "move"), ("fetch", "get", "bring"), ("collect", "pick up", "fetch"),
)  # fmt: skip
"""Verbs that mean the same where only one of them is an action's name. Each stands for itself where it is one."""

_OPPOSITE: tuple[tuple[str, str], ...] = (
    ("turn on", "turn off"), ("pick up", "put"), ("open", "close"), ("lock", "unlock"), ("light", "put out"),
    ("seal", "unseal"), ("attach", "detach"), ("connect", "disconnect"), ("fill", "empty"), ("arm", "disarm"),
    ("put on", "take off"), ("cover", "uncover"), ("load", "unload"), ("plug in", "unplug"), ("pressurize",
    "depressurize"),
    ("tighten", "untighten"), ("heat", "cool"), ("stack", "unstack"), ("mount", "unmount"), ("raise", "lower"),
    ("fold", "unfold"), ("tie", "untie"), ("pack", "unpack"), ("latch", "unlatch"), ("engage", "disengage"),
)  # fmt: skip
_TOLD: dict[str, tuple[tuple[str, bool], ...]] = {
    "on": (("on", True), ("turned on", True), ("running", True), ("switched on", True), ("lit", True), ("spinning",
    True),
           ("active", True), ("powered", True), ("is on", True), ("wearing", True),
           ("glowing", True), ("playing", True), ("heating", True), ("idle", False), ("off", False)),
    "going": (("running", True), ("moving", True), ("on", True), ("turned on", True), ("switched on", True)),
    "running": (("running", True), ("moving", True), ("on", True), ("turned on", True), ("spinning", True),
    ("active", True), ("switched on", True), ("powered", True)),
    "off": (("off", True), ("on", False), ("turned on", False), ("running", False), ("switched on", False), ("lit",
    False),
            ("spinning", False), ("active", False), ("powered", False), ("is on", False), ("glowing", False),
            ("playing", False), ("heating", False), ("idle", True)),
    "locked": (("locked", True), ("secured", True), ("bolted", True), ("unlocked", False)),
    "unlocked": (("unlocked", True), ("locked", False), ("secured", False), ("bolted", False)),
    "closed": (("closed", True), ("open", False), ("shut", True), ("ajar", False), ("opened", False)),
    "up": (("up", True), ("raised", True), ("lowered", False)),
    "down": (("down", True), ("lowered", True), ("raised", False)),
    "raised": (("raised", True), ("lowered", False)), "lowered": (("lowered", True), ("raised", False)),
    "shut": (("shut", True), ("closed", True), ("open", False), ("ajar", False), ("opened", False)),
    "open": (("open", True), ("closed", False), ("shut", False), ("ajar", True), ("opened", True)),
    "ajar": (("open", True),),
    "burning": (("burning", True), ("lit", True), ("on", True)), "lit": (("lit", True), ("burning", True)),
    "unlit": (("lit", False),), "out": (("lit", False), ("burning", False), ("on", False), ("parked", False)),
    "under pressure": (("pressurized", True), ("pressurised", True)), "alight": (("lit", True), ("burning", True)),
    "on board": (("aboard", True), ("on board", True)), "on fire": (("burning", True), ("lit", True)),
    "in motion": (("moving", True), ("running", True)),
    "at a standstill": (("moving", False), ("running", False)), "up and running": (("running", True), ("on", True)),
    "wide open": (("open", True), ("closed", False)), "live": (("powered", True), ("active", True)),
    "stationary": (("moving", False), ("running", False)), "idle": (("running", False), ("moving", False)),
    "extinguished": (("lit", False), ("burning", False)),
    "clean": (("clean", True), ("dirty", False), ("soiled", False), ("murky", False)),
    "well": (("well", True), ("sick", False), ("ill", False)),
    "healthy": (("healthy", True), ("sick", False), ("ill", False)),
    "dirty": (("dirty", True), ("clean", False), ("soiled", True)),
    "unwashed": (("dirty", True), ("clean", False)),
    "empty": (("empty", True), ("full", False), ("filled", False)), "full": (("full", True), ("filled", True),
    ("empty", False)),
    "filled": (("filled", True), ("full", True), ("empty", False)),
    "cold": (("cold", True), ("cool", True), ("hot", False)), "hot": (("hot", True),), "worn": (("wearing", True),),
    "held": (("holding", True),), "carried": (("holding", True), ("carrying", True)), "cool": (("cool", True),
    ("cold", True), ("hot", False)),
    "dry": (("dry", True), ("wet", False), ("damp", False)), "wet": (("wet", True), ("damp", True), ("dry", False)),
    "damp": (("damp", True), ("wet", True), ("dry", False)), "moist": (("damp", True), ("wet", True)),
    "intact": (("broken", False),), "unbroken": (("broken", False),), "whole": (("broken", False), ("sliced", False)),
    "raw": (("cooked", False),), "uncooked": (("cooked", False),), "loose": (("tight", False), ("tightened", False)),
    "tightened": (("tight", True), ("tightened", True)), "unclean": (("dirty", True), ("clean", False)),
    "switched on": (("on", True),), "turned on": (("turned on", True), ("on", True)),
    "plugged in": (("plugged in", True),), "unplugged": (("plugged out", True), ("plugged in", False)),
    "inactive": (("active", False), ("running", False), ("on", False)), "active": (("active", True), ("running",
    True), ("on", True)),
    "free": (("free", True), ("clear", True)), "clear": (("clear", True), ("free", True)),
    "awake": (("awake", True), ("asleep", False)), "asleep": (("asleep", True), ("awake", False), ("sleeping", True)),
    "blunt": (("blunt", True), ("sharp", False)), "sharp": (("sharp", True), ("blunt", False)),
    "dull": (("blunt", True), ("sharp", False)), "airborne": (("flying", True), ("airborne", True)),
    "aloft": (("flying", True),), "in the air": (("flying", True), ("airborne", True)),
    "up in the air": (("flying", True), ("airborne", True)), "on the ground": (("flying", False), ("airborne", False)),
    "grounded": (("flying", False), ("airborne", False)), "jammed": (("jammed", True), ("blocked", True)),
    "blocked": (("blocked", True), ("jammed", True), ("clogged", True)),
    "clogged": (("clogged", True), ("blocked", True)),
    "grubby": (("dirty", True), ("soiled", True)),
    "spotless": (("clean", True), ("dirty", False)), "soaked": (("wet", True),), "soaking wet": (("wet", True),),
    "dripping wet": (("wet", True),), "dripping": (("wet", True),), "drenched": (("wet", True),),
    "soaking": (("wet", True),),
    "bone dry": (("dry", True), ("wet", False), ("damp", False)), "ill": (("sick", True), ("ill", True)),
    "poorly": (("sick", True), ("ill", True)), "unwell": (("sick", True), ("ill", True)),
    "cured": (("sick", False), ("ill", False)), "moored": (("moored", True), ("docked", True)),
    "docked": (("docked", True), ("moored", True)), "adrift": (("moored", False), ("docked", False)),
    "on loan": (("lent", True), ("loaned", True)), "lent out": (("lent", True),), "out on loan": (("lent", True),),
    "in operation": (("running", True), ("active", True)), "at rest": (("moving", False), ("running", False)),
    "under way": (("moving", True), ("sailing", True)), "fuelled up": (("fuelled", True), ("fueled", True)),
    "refuelled": (("fuelled", True), ("fueled", True)), "hungry": (("hungry", True), ("fed", False)),
    "set": (("laid", True), ("set", True)), "laid": (("laid", True), ("set", True)),
    "ironed": (("ironed", True), ("pressed", True), ("creased", False)),
    "creased": (("creased", True), ("ironed", False)),
    "made": (("made", True), ("made up", True), ("unmade", False)), "tidy": (("tidy", True), ("untidy", False)),
    "charged": (("charged", True), ("flat", False)), "fed": (("fed", True), ("hungry", False)),
    "watered": (("watered", True), ("thirsty", False), ("dry", False)),
    "thirsty": (("thirsty", True),),
    "mended": (("mended", True), ("repaired", True), ("fixed", True), ("broken", False)),
    "repaired": (("repaired", True), ("mended", True), ("fixed", True), ("broken", False)),
    "fixed": (("fixed", True), ("repaired", True), ("mended", True), ("broken", False)),
    "labeled": (("labelled", True), ("labeled", True)), "labelled": (("labelled", True), ("labeled", True)),
}  # fmt: skip
"""What a word may be called in a model, and whether it is that or its contrary, best first."""
_TOLD["playing"] = (("playing", True), *_TOLD["on"])
_TOLD.update({one: ((one, True), *_TOLD["off"]) for one in ("switched off", "turned off")})
_TOLD.update(
    {
        one: ((one, True), ("swept", True), *_TOLD["clean"], ("dusty", False))
        for one in ("swept", "hoovered", "mopped", "vacuumed")
    }
)
_LIKEWISE: Mapping[str, tuple[str, ...]] = {
    "on": ("energised", "energized", "powered on", "powered up", "activated", "electrified", "flowing", "enabled",
           "illuminated", "operating", "burning", "shining", "alight"),
    "off": ("dormant", "powered off", "powered down", "shut down", "unpowered", "deactivated"),
    "open": ("unsealed", "gapes", "gaping", "agape", "unclosed", "unshut", "unlidded"),
    "closed": ("sealed", "lidded"),
    "clean": ("spotless", "pristine", "washed", "rinsed", "scrubbed", "hygienic", "floor clean"),
    "dirty": ("grimy", "grubby", "filthy", "mucky", "stained", "smeared", "unwashed", "greasy", "muddy", "messy",
              "smudged", "sticky", "unclean", "floor dirty"),
    "wet": ("moist", "soaked", "soggy", "sodden", "drenched", "dripping"),
    "dry": ("dried",),
    "full": ("brimming", "brimful", "topped up", "replenished"),
    "empty": ("emptied", "drained", "depleted"),
    "broken": ("damaged", "faulty", "defective", "busted", "cracked", "torn", "ripped"),
    "locked": ("bolted", "latched", "deadbolted", "barred"),
    "hot": ("heated", "warm", "warmed", "steaming"),
    "cold": ("chilled", "cooled", "refrigerated"),
    "watered": ("hydrated", "irrigated"),
    "thirsty": ("parched", "droopy", "drooping", "wilting", "wilted", "dehydrated"),
    "creased": ("wrinkled", "crumpled", "wrinkly", "rumpled"),
    "untidy": ("messy", "cluttered"),
    "hungry": ("starving", "famished", "unfed"),
    "charged": ("fully charged",),
    "flat": ("discharged", "battery low", "low battery", "uncharged"),
}  # fmt: skip
"""What else a model may call what it is by one of these words; so that it is, or is not, that as well."""
_IS: Mapping[str, tuple[tuple[str, bool], ...]] = {
    word: tuple(
        dict.fromkeys((*meant, *((other, held) for one, held in meant for other in _LIKEWISE.get(one, ()))))
    )
    for word, meant in _TOLD.items()
}

_LONGER = frozenset(["bring", "take", "carry", "send"])
_LENDING = frozenset(["hire", "lend", "rent", "loan", "let"])
_IN_OR_ON = frozenset(["in", "on", "at", "into", "onto", "inside", "on to", "in to", "aboard"])
_STAYING = frozenset(["sit", "seat", "lie", "park", "moor", "live"])
_TAKEN = {"free": False, "vacant": False, "unoccupied": False, "occupied": True, "taken": True}
"""Whether somebody is at a place."""
_WITH_PARTS: Mapping[str, bool] = {
    **dict.fromkeys(("free of", "free from", "clear of", "rid of", "without of"), False),
    **dict.fromkeys(("covered in", "covered with", "full of", "fitted with"), True),
}
"""Whether something is there of which a thing is so."""
_MOVING = ("move", "transfer", "take", "bring", "shift")
"""Verbs for putting a thing somewhere else, where they say to where."""
_SWITCHING = ("switch", "turn", "power", "flick", "flip")
_ON_THE = re.compile(r"^(\w+) (?:the|its|your) ")
"""*On the counter*, where that is one fact: ``on-counter``."""
_AWAY = {"out of": "in", "off": "on", "off of": "on"}
_LIFTING = ("grab", "pick up", "pick", "take", "lift")
"""Verbs that take a thing up, whatever else is known of the action."""
_TABLE = "@table"
_RESTING = ("on table", "ontable")
PARTICLES = frozenset(["on", "off", "out", "up", "down", "away", "in", "back", "over", "aside", "into", "onto", "to",
                       "from", "at"])  # fmt: skip
PREPOSITIONS: Mapping[str, tuple[str, ...]] = {
    "in": ("in", "inside", "into", "contained in", "stored in", "at", "within", "loaded", "aboard"),
    "inside": ("inside", "in", "into", "contained in", "at", "loaded"),
    "inside of": ("inside", "in", "into", "at"),
    "into": ("into", "in", "inside", "to", "at"),
    "in to": ("into", "in", "inside", "to", "at"),
    "on": ("on", "onto", "upon", "on top of", "at", "aboard"), "onto": ("onto", "on", "to", "at"),
    "on to": ("onto", "on",
    "to", "at"),
    "on top of": ("on", "on top of", "onto", "at"), "upon": ("on", "upon", "at"),
    "at": ("at", "in", "on"), "to": ("to", "at", "into"), "towards": ("to", "at"),
    "from": ("from", "at", "in", "on", "source"), "out of": ("from", "in"), "off": ("from", "on"),
    "off of": ("from", "on"),
    "with": ("with", "using", "tool"), "using": ("using", "with", "tool"), "near": ("near", "close", "at"),
    "next to": ("next to", "near", "close", "beside"), "beside": ("beside", "near", "next to"), "under": ("under",
    "below"),
    "underneath": ("under", "below"), "over": ("over", "above", "on"), "of": ("of",), "by": ("by", "near"),
    "via": ("via", "by"),
    **dict.fromkeys(("through", "out through", "in through"), ("through", "via", "by", "at", "to", "from")),
}  # fmt: skip
"""What a preposition may be called in a planning model, best first."""
_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "from": ("from", "off", "source", "origin", "out of", "off of"),
    "to": ("to", "into", "onto", "dest", "destination", "target", "in to", "on to", "towards"),
    "with": ("with", "using", "tool"),
    "at": ("in", "on", "at", "inside", "on top of", "upon", "inside of", "over", "near"),
}
_SOME = 60
"""So many things are tried, where it is asked whether any two can be related."""
_PLACING = frozenset(
    ["in", "on", "at", "inside", "on top of", "loaded", "aboard", "attached", "connected", "under"]
)
"""Facts that tell where a thing is."""
_THERE = frozenset(["bring", "return", "pop", "stick", "tuck"])
"""Verbs for putting a thing somewhere, which say where."""
_WHO = frozenset(["robot", "agent", "r", "a", "hand", "gripper", "arm", "character", "char", "me", "actor"])
_RENAMED = {"frypan": "frying pan", "coffe": "coffee", "tv": "television", "refrigerator": "fridge"}
_ALIKE: tuple[tuple[str, ...], ...] = (
    ("faucet", "tap"), ("fridge", "refrigerator"), ("couch", "sofa"), ("stove", "cooker"), ("trash can", "garbage can",
    "rubbish bin", "bin"), ("cell phone", "mobile phone"), ("television", "telly"), ("frying pan", "skillet"),
    ("pants", "trousers"), ("lorry", "truck"), ("cupboard", "cabinet"), ("torch", "flashlight"),
    ("wardrobe", "closet"), ("lift", "elevator"), ("parcel", "package"), ("jug", "pitcher"), ("spanner", "wrench"),
    ("washing machine", "washer"), ("bike", "bicycle"), ("car", "automobile"), ("telephone", "phone"),
    ("microphone", "mic"), ("amplifier", "amp"), ("settee", "sofa"), ("vacuum cleaner", "hoover"),
    ("lawn mower", "mower", "lawnmower"), ("trolley", "cart"), ("worktop", "counter", "countertop", "counter top"),
    ("curtain", "drape"), ("fume hood", "fume cupboard"), ("goggles", "safety goggles", "safety glasses"),
    ("medicine", "medication"), ("photo", "photograph", "picture"), ("jumper", "sweater", "pullover"),
    ("couch", "settee"), ("saucepan", "cooking pot"), ("kettle", "teakettle"), ("bathtub", "bath", "tub"),
    ("spectacles", "eyeglasses"), ("rubber", "eraser"), ("film", "movie"), ("cooker", "hob", "stovetop", "cooktop"),
)  # fmt: skip
"""Nouns that mean the same where only one of them is a name."""


ABOVE: Mapping[str, frozenset[str]] = {
    "animal, creature": these(
        "dog cat rabbit horse pony donkey mule foal cow bull calf ox sheep lamb goat kid pig piglet hen chicken cock "
        "rooster duck goose turkey bird parrot budgie canary hamster mouse rat gerbil tortoise turtle fish puppy "
        "kitten snake lizard ferret llama alpaca"
    ),
    "vehicle": these(
        "car van lorry truck bus coach taxi motorbike motorcycle scooter tractor tanker jeep ambulance minibus "
        "bicycle bike trailer"
    ),
    "food": these(
        "apple bread egg lettuce potato tomato banana orange pear lemon carrot onion cheese butter milk cake pie "
        "sandwich salad soup meat chicken fish ham sausage rice pasta noodles sugar flour salt pepper ketchup "
        "mustard mayonnaise sauce dressing jam honey cereal cookie biscuit pudding chocolate yoghurt yogurt cream "
        "cutlet salmon cupcake plum peach lime pancake pizza bun roll loaf croissant baguette muffin tart"
    ),
    "fruit": these(
        "apple banana orange pear lemon lime plum peach cherry grape grapes strawberry raspberry blueberry apricot "
        "melon mango pineapple kiwi"
    ),
    "crockery": these("cup mug plate bowl saucer teapot"),
    "cutlery": these("fork knife spoon teaspoon tablespoon"),
    "vegetable": these(
        "lettuce potato carrot onion cabbage leek cucumber courgette aubergine broccoli cauliflower spinach bean "
        "pea pumpkin radish turnip beetroot celery"
    ),
    "drink, beverage": these("water milk juice wine beer coffee tea lemonade soda cola"),
    "flower": these("rose tulip daisy lily daffodil orchid sunflower pansy carnation violet"),
    "garment, piece of clothing, clothes item, clothes, clothing": these(
        "shirt trousers pants dress skirt coat jacket jumper sweater sock socks hat cap scarf underwear blouse tie "
        "shoe shoes boot boots glove gloves apron jeans shorts cardigan hoodie tshirt vest tights leggings pyjamas "
        "pajamas pullover jersey suit raincoat anorak"
    ),
    "book": these(
        "book novel atlas dictionary encyclopedia encyclopaedia textbook cookbook paperback hardback hardcover "
        "thriller biography thesaurus guidebook handbook songbook storybook hymnal"
    ),
    "plant, house plant, pot plant, potted plant": these(
        "plant houseplant cactus fern orchid ivy monstera ficus basil geranium begonia aloe bonsai palm succulent "
        "philodendron pothos calathea dracaena yucca azalea hydrangea cyclamen poinsettia spiderplant parsley mint "
        "rosemary thyme chives"
    ),
    "toy": these(
        "train teddy bear doll dolly ball kite puppet puzzle dinosaur plushie teddybear lego marble marbles"
    ),
}
"""Words for sorts of things, and the nouns that are of that sort; each list is meant to be whole for a household, a
farm or a street."""
_ELSE = these(
    "cup mug glass plate bowl saucer dish pan pot kettle fork knife spoon bottle box tray basket bag jar can carton "
    "packet sack crate parcel letter envelope table chair shelf counter sink fridge oven stove microwave cupboard "
    "cabinet drawer bed lamp door window gate room hall kitchen floor bin toaster dishwasher washer book pen pencil "
    "phone laptop remote towel sponge soap vase saddle bridle stall paddock kennel trough hay oats ramp deck pier "
    "engine belt forklift key keys hammer saw screwdriver hose mower bucket bench rack"
)
"""Nouns that are of none of these sorts."""
KNOWN_NOUNS = _ELSE.union(
    *english.SYNONYMS,
    *english.SAME_KIND,
    *ABOVE.values(),
    *(these(words.replace(",", "")) for words in ABOVE),
)
"""Words that are meant as they are written, and no slips of the pen."""
_COMPOUND = re.compile(
    r"(?<=[a-z]{3})(ball|bag|basket|bear|bench|bike|bin|board|book|bowl|box|brush|cabinet|chair|clock|cloth|coat|counter|cup|"
    r"drawer|fork|glass|hanger|heater|jar|kettle|knife|lamp|machine|maker|mat|mill|mug|pad|pan|phone|player|pot|rack|room|"
    r"screen|shaker|shelf|spoon|stand|stool|top|tray)$"
)
_ONE_WORD = these(
    "buttercup cupboard dustpan gramophone hourglass keyboard marzipan meatball megaphone microphone saxophone "
    "sideboard toadstool xylophone"
)
"""These are no sort of what their last part says."""
_AGENTS = these("robot robo bot agent character actor helper assistant butler manipulator gripper arm")
_BEING_AT = frozenset(["at", "in", "is at", "is in", "robot at", "agent at", "in room", "at location"])
_HELD = ("holding", "carrying", "gripping", "holds", "carries", "grips", "grasps")
_WORN = {"holding": _HELD, "wearing": ("wearing",), "facing": ("facing",), "carrying": _HELD, "gripping": _HELD,
         "grasping": ("grasping", *_HELD), "touching": ("touching",)}  # fmt: skip


@dataclass(frozen=True)
class _Schema:
    """An action: how each of its parameters is called, and what fits there.

    Attributes:
        to: The parameter to which the agent goes; ``None`` if it stays.
        lifts: What it does to something held: ``True`` takes it up, ``False`` lets it go, ``None`` neither.
        rests: It lays something on the table, where that is no object: a fact such as ``on-table``.
    """

    name: str
    called: tuple[str, ...]
    fits: tuple[frozenset[str], ...]
    to: int | None = None
    lifts: bool | None = None
    rests: bool = False


def wording_of(system: TransitionSystem[Any]) -> Wording:
    """The words of a planning model, made once for each: those that its world brings (`speak`), or its own names."""
    found = getattr(system, "_clamp_wording", None)
    if found is None:
        found = SystemWording(system)
        with_slot: Any = system
        with_slot._clamp_wording = found
    return found


def sorts_of(wording: Wording) -> Mapping[str, tuple[str, ...]]:
    """What is here of each sort that has a word of its own: of *plant*, a fern; of those that have something here."""
    return wording.sorts if isinstance(wording, SystemWording) else {}


def speak(system: TransitionSystem[Any], wording: Wording) -> None:
    """Have people's sentences about a planning model read in a world's own words, in place of the model's names."""
    with_slot: Any = system
    with_slot._clamp_wording = wording


class SystemWording:
    """See `Wording`; what a phrase may mean follows from the system's own names."""

    def __init__(self, system: TransitionSystem[Any]) -> None:
        self._system = system
        self._words = words = system.rule_words()
        self._predicates = {name: frozenset(arities) for name, arities in words.predicates.items()}
        self._objects = tuple(dict.fromkeys((*system.entities, *words.objects("object"))))
        self._types = {kind: tuple(words.objects(kind)) for kind in words.types if kind != "object"}
        fits = system.places()
        called = dict(system.lexicon.signatures)
        self._schemas = [
            _Schema(
                name, self._parameters(name, called.get(name, ()), len(places)), tuple(map(frozenset, places))
            )
            for name, places in fits.items()
        ]
        self._schemas = [self._observed(one) for one in self._schemas]
        self._verbs = self._all_verbs()
        self._general = {
            verb
            for verb in (*(one for part in self.parts.values() for one in part.phrases), *self._carrying())
            if verb not in self._verbs
        }
        self._verbs |= {verb: [] for verb in sorted(self._general)}
        for verb, thing in self._named_in_verbs.items():
            bare = verb.replace(f" {thing}", "")
            for form in (bare, *_group(bare)):
                self._verbs.setdefault(form, [])
        self._identity = (
            uuid4().hex
        )  # what its actions do and what is so at first are part of what phrases mean

    def _observed(self, schema: _Schema) -> _Schema:
        """What an action does tells what its parameters are: where the agent goes, what it takes up or lets go."""
        done = self._examples.get(schema.name)
        if done is None or not done.args:
            return schema
        after = self._system.outcome(done)
        called, to = list(schema.called), None
        for (predicate, args), held in after.items():
            if held and len(args) == 1 and args[0] in done.args and len(done.args) > 1:
                left = [
                    theirs
                    for (other, theirs), now in after.items()
                    if other == predicate and not now and theirs != args
                ]
                gone = [done.args.index(one[0]) for one in left if one[0] in done.args]
                if gone:
                    to = done.args.index(args[0])
                    called[to], called[gone[0]] = "to", "from"
            elif (
                held
                and len(args) == 1
                and len(done.args) == 1
                and plain(predicate) in ("at", "robot at", "agent at", "in")
            ):
                to = 0
        taken = [
            held
            for (predicate, args), held in after.items()
            if plain(predicate) in ("holding", "carrying", "held") and args
        ]
        rests = any(
            held and len(args) == 1 and plain(name) in _RESTING for (name, args), held in after.items()
        )
        return replace(
            schema, called=tuple(called), to=to, lifts=taken[0] if len(taken) == 1 else None, rests=rests
        )

    @staticmethod
    def _parameters(name: str, called: Sequence[str], places: int) -> tuple[str, ...]:
        """How parameters are called; the last of ``put-in`` is what the preposition leads to."""
        found = [plain(one.lstrip("?")) for one in called] if len(called) == places else [""] * places
        last = verb_of(name).split()[-1]
        if places > 1 and last in PARTICLES:
            implied = {"back": "on", "out": "from", "up": "from", "off": "from"}.get(last, last)
            if _family(found[-1]) is None:
                found[-1] = implied
        return tuple(found)

    def _brought_about(self) -> Iterator[tuple[str, list[_Schema]]]:
        """Verbs that are in the names of facts, *hire* in ``hired-by``, each with the only action that makes it so."""
        for name, arities in self._predicates.items():
            made: dict[bool, list[_Schema]] = {True: [], False: []}
            for schema in self._schemas:
                for held in {
                    held for (one, at), held in self._changes[schema.name].items() if one == name and 0 in at
                }:
                    made[held].append(schema)
            verb, _ = where_told(name)
            verbs = [verb] if verb and 2 in arities else base_of(plain(name)) if 1 in arities else []
            for one in verbs:
                if len(made[True]) == 1 and verb_of(made[True][0].name) != one:
                    yield one, made[True]
                    yield (
                        f"{one} {'down' if one in ('sit', 'lie') else 'out' if one in _LENDING else 'up'}",
                        made[True],
                    )
                if len(made[False]) == 1:
                    yield f"un{one}", made[False]

    def _carrying(self) -> Iterator[str]:
        """Verbs for bringing things somewhere, where there is an action that does."""
        if any(len(at) == 2 for made in self._changes.values() for _, at in made):
            for verb in sorted(CARRYING | FETCHING):
                yield verb
                yield from (f"{verb} {along}" for along in sorted(ALONG) if verb in _LONGER)

    def _all_verbs(self) -> dict[str, list[_Schema]]:
        own: dict[str, list[_Schema]] = {}
        for one in self._schemas:
            own.setdefault(verb_of(one.name), []).append(one)
        self._own = frozenset(own)
        found: dict[str, list[_Schema]] = {}
        for verb, schemas in own.items():
            head, *rest = verb.split()
            forms = [verb, *_group(verb)]
            if head in _SWITCHING and rest[-1:] in (
                ["on"],
                ["off"],
            ):  # switch-lamp-on; without *on* it says nothing
                forms += [f"{head} {rest[-1]}", *_group(f"{head} {rest[-1]}")]
            elif (
                rest
                and rest[-1] in ("in", "into", "on", "onto", "to", "from", "at")
                and any(len(one.called) > 1 for one in schemas)
            ):
                forms += [" ".join((head, *rest[:-1])), *_group(head)]  # put … in …
            elif any(" ".join(rest) in self._kinds_of(fit) for one in schemas for fit in one.fits[:1]):
                forms += _group(head)  # close-window: shut it
            for form in dict.fromkeys(forms):
                if form == verb or form not in own:
                    found.setdefault(form, []).extend(
                        one for one in schemas if one not in found.get(form, [])
                    )
        for verb, schemas in self._brought_about():  # hire it out, where that is to have it be hired
            if verb not in own:
                found.setdefault(verb, schemas)
        for schema in own.get("load", ()):  # put it in the van, where that is called to load it
            for form in ("put", "place", "put in", "put into") if len(schema.called) > 1 else ():
                if form not in own and schema not in found.setdefault(form, []):
                    found[form].append(schema)
        for one in self._schemas:
            for form in _group("go") if one.to is not None else ():
                if form not in own and one not in found.setdefault(form, []):
                    found[form].append(one)
        if "put" not in found:  # put the lights on
            for word in ("on", "off"):
                if f"turn {word}" in found:
                    found.setdefault(f"put {word}", list(found[f"turn {word}"]))
        if any(one.to is not None for one in self._schemas) and "leave" not in own:
            found.setdefault("leave", [])
        if "turn on" in found or any(
            len(one.fits) > 1 and one.to is None and one.lifts is None for one in self._schemas
        ):
            found.setdefault("use", [])
        if "put" in found and any(len(one.fits) > 1 and one.to is None for one in found["put"]):
            for verb in _MOVING:
                found.setdefault(verb, [])
        lifting, letting = ([one for one in self._schemas if one.lifts is way] for way in (True, False))
        if lifting and letting and all(one.to is not None for one in found.get("move", ())):
            found["move"] = [
                *found.get("move", ()),
                *letting,
            ]  # to move a thing is to take it up and to let it go
        for verb in own:  # take … out of … where the action is called take-out
            head, *rest = verb.split()
            if rest and head in own and any(len(one.called) > 1 for one in own[verb]):
                found[head].extend(one for one in own[verb] if one not in found[head])
        return found

    def _kinds_of(self, members: Collection[str]) -> set[str]:
        """The types that have just these."""
        return {plain(kind) for kind, those in self._types.items() if {*those} == {*members}}

    @property
    def own_verbs(self) -> Iterable[str]:
        return self._own

    @property
    def general(self) -> Iterable[str]:
        return self._general | self._states_of_parts

    def may_do(self, verb: str, things: Kind) -> bool:
        return any(
            self._fits(schema, next((at for at, one in enumerate(schema.called) if one not in _WHO), 0),
                       NounTerm("?x", things))
            for schema in self._verbs.get(verb, ()) if schema.fits
        )  # fmt: skip

    @property
    def parts(self) -> Mapping[str, Part]:
        return self._parts_of_things

    @cached_property
    def _parts_of_things(self) -> Mapping[str, Part]:
        """See `clamp.words.senses`; what is a thing of its own here is no part."""
        named = {
            form
            for name in (*self._objects, *self._types)
            for form in spelt(re.sub(r"[\s_-]*\d+$", "", name))
        }
        first = {one.name: next((at for at, called in enumerate(one.called) if called not in _WHO), 0)
                 for one in self._schemas}  # fmt: skip
        changes = {
            name: {predicate: held for (predicate, at), held in made.items() if at == (first[name],)}
            for name, made in self._changes.items()
        }
        return Senses(
            [name for name, arities in self._predicates.items() if 1 in arities],
            lambda name: frozenset(
                one for one in self._objects if self._words.constant((name, (one,))) is not False
            ),
            changes,
            {*named, *(one.split()[-1] for one in named)},
        ).parts

    @cached_property
    def turned(self) -> frozenset[str]:
        """Facts that name a place before what is there, *contains(fridge, milk)*: what moves is their second thing.

        What moves is what the action that makes them so takes from elsewhere.
        """
        found: dict[str, list[bool]] = {}
        tried: Counter[str] = Counter()
        for done in self._system.actions:
            if len({*done.args}) < len(done.args) or tried[done.name] > 2:
                continue
            tried[done.name] += 1
            outcome = self._system.outcome(done)
            taken = {one for (_, args), held in outcome.items() if not held for one in args}
            for (predicate, args), held in outcome.items():
                if held and len(args) == 2 and len(taken & {*args}) == 1:
                    found.setdefault(predicate, []).append(args[1] in taken)
        moving = {name: 2 * sum(votes) > len(votes) for name, votes in found.items()}
        return frozenset(name for name, turns in moving.items() if turns)

    @cached_property
    def _changes(self) -> Mapping[str, Mapping[tuple[str, tuple[int, ...]], bool]]:
        """What each action makes true or false: a predicate, of which of the action's things."""
        found: dict[str, dict[tuple[str, tuple[int, ...]], bool]] = {one.name: {} for one in self._schemas}
        tried: dict[str, set[str]] = {one.name: set() for one in self._schemas}
        for done in self._system.actions:  # what can never be so of a thing is no effect on it
            seen = tried[done.name]
            if not done.args or (done.args[0] in seen and len(seen) > 1) or len(seen) > _SOME:
                continue
            seen.add(done.args[0])
            for (predicate, args), held in self._system.outcome(done).items():
                if set(args) <= set(done.args):
                    found[done.name][predicate, tuple(map(done.args.index, args))] = held
        return found

    def _between(self, preposition: str, one: NounTerm, other: NounTerm) -> list[tuple[str, bool]]:
        """The changing facts that tell that one thing is somewhere, by whatever name; whether the place comes first."""
        changing = {name for made in self._changes.values() for name, at in made if len(at) == 2}
        found: list[tuple[str, bool]] = []
        for name in sorted(changing):
            verb, said = where_told(name)
            here = plain(name) if plain(name) in ("in", "on", "at") else ""
            for place, turned in ((other, False), (one, True)):
                ends = (other, one) if turned else (one, other)
                if not self._may_relate(name, *ends):
                    continue
                if here:
                    noun = place.kind.said or place.kind.type or place.symbol
                    alike = either_way(plain(noun)) and not turned and preposition in _IN_OR_ON
                elif said in ("by", "with"):
                    alike = not turned and preposition in ("by", "with")
                elif verb:
                    alike = (
                        not turned
                        and preposition in (_IN_OR_ON if said in ("", "at") else PREPOSITIONS)
                        and said in ("", "at", *PREPOSITIONS.get(preposition, ()))
                    )
                else:
                    alike = self._laid(name, turned) and preposition in _IN_OR_ON
                if alike:
                    found.append((name, turned))
        return found

    def _laid(self, predicate: str, turned: bool) -> bool:
        """Whether a fact is that one thing was put on another by its action's name: *ink* on a press, *brush on*."""
        for name, made in self._changes.items():
            at = next(
                (at for (one, at), held in made.items() if one == predicate and held and len(at) == 2), None
            )
            schema = next(one for one in self._schemas if one.name == name)
            if at is None:
                continue
            thing = at[1 if turned else 0]
            *_, last = verb_of(name).split()
            types = {
                plain(kind)
                for kind, members in self._types.items()
                if schema.fits[thing] == frozenset(members)
            }
            if last in types or (last in ("on", "onto", "in", "into") and thing == 0):
                return True
        return False

    def identity(self) -> str:
        return self._identity

    @property
    def verbs(self) -> Iterable[str]:
        return self._verbs

    @property
    def nouns(self) -> Mapping[str, Sequence[Kind]]:
        return self._nouns

    def made(self, verb: str) -> frozenset[tuple[str, bool]]:
        """Which predicates what a verb may mean makes true or false."""
        schemas = self._verbs.get(verb, ())
        return frozenset[tuple[str, bool]]().union(*(self._outcomes.get(one.name, ()) for one in schemas))

    @cached_property
    def _nouns(self) -> Mapping[str, Sequence[Kind]]:
        """Objects by their whole names and by the ends of them, and types."""
        whole: dict[str, list[str]] = {}
        ends: dict[str, list[str]] = {}
        acted = set(self._system.entities)
        named = sorted(self._objects, key=lambda one: one not in acted)
        for name in named:
            for form in spelt(name):
                self._name(name, form, whole, ends)
        found: dict[str, list[Kind]] = {}
        for said, members in whole.items():
            found.setdefault(said, []).append(Kind(tuple(dict.fromkeys(members)), "", said))
        for kind, members in self._types.items():
            for form in spelt(kind) if members else ():
                listed = found.setdefault(form, [])
                mine = tuple(one for one in members if one in acted) or members
                if not any(set(one.members) == set(mine) for one in listed):
                    listed.append(Kind(mine, self._type_of(mine), form, whole=kind))
                for above, others in self._types.items():  # soft cheeses, where they are a sort of cheese
                    if set(members) < set(others):
                        for sort in spelt(above):
                            found.setdefault(
                                f"{form} {sort}", [Kind(mine, self._type_of(mine), f"{form} {sort}")]
                            )
                for name in members:  # the block b1: a number says little without its kind
                    if name[-1:].isdigit() and name.isalnum():
                        found.setdefault(f"{form} {name.lower()}", [Kind((name,), "", name.lower())])
        for said, members in ends.items():
            listed = found.setdefault(said, [])
            if not listed:
                mine = [one for one in members if one in acted] or members  # what can be acted upon is meant
                mine += [one for one in self.sorts.get(said, ()) if one not in mine]  # a novel is a book, too
                listed.append(Kind(tuple(dict.fromkeys(mine)), self._type_of(mine), said))
        if any(1 in arities and plain(name) in _RESTING for name, arities in self._predicates.items()):
            found.setdefault("table", [Kind((_TABLE,), "", "table")])
        for group in _ALIKE:
            for noun in [one for one in group if one in found]:
                for other in group:
                    found.setdefault(other, found[noun])
        for word in ("thing", "object", "item"):
            found.setdefault(word, [self.everything])
        for word, kind in self.above():
            found.setdefault(word, [kind])
        for name, arities in self._predicates.items():  # *the hand is empty*, where that is one fact
            words = plain(name).split()
            if 0 in arities and len(words) > 1:
                found.setdefault(" ".join(words[:-1]), [Kind((f"@{name}",), "", " ".join(words[:-1]))])
        opening = tuple(one for one in named if self.state("open", NounTerm(one, Kind((one,), "", one))))
        if opening and len(opening) <= 6:  # the door, of whatever has one
            found.setdefault("door", [Kind(opening, "", "door")])
        for said, kinds in list(found.items()):  # the fridge door
            if any(self.state("open", NounTerm("?x", kind)) for kind in kinds):
                for part in ("door", "lid"):
                    found.setdefault(f"{said} {part}", kinds)
        for said, kinds in list(found.items()):  # the rye, of dough
            *before, head = said.split()
            if before and head in _CALLED_BY_KIND and not MODIFIERS.intersection(before):
                found.setdefault(" ".join(before), kinds)
        for noun, part in self.parts.items():
            found.setdefault(noun, [Kind((), "", noun, noun)])
            for said, kinds in list(found.items()) if part.putting or part.verbs else ():  # the press guard
                for kind in kinds:
                    if not kind.part and kind.said and part.owners.issuperset(kind.members):
                        found.setdefault(f"{said} {noun}", [replace(kind, part=noun)])
        for thing in self._named_in_verbs.values():  # the supervisor is called: one action is for it
            found.setdefault(thing, [Kind((f"@{thing}",), "", thing)])
        return found

    def above(self) -> Iterator[tuple[str, Kind]]:
        """Words above the domain's own, *animal* over dogs and cats; not where a thing beside them may be one, too.

        What is beside them: the other things of the smallest type that has them all. Each must be known to be of
        another sort.
        """
        for words, below in ABOVE.items():
            first, *_ = words.split(", ")
            mine = self.sorts.get(first, ())
            if not mine:
                continue
            smallest = self._smallest(mine)
            around = self._types.get(smallest, self._objects)
            others = _ELSE.union(*(one for one in ABOVE.values() if one is not below))
            if all(name in mine or self._called[name] & others for name in around):
                for word in words.split(", "):
                    yield word, Kind(mine, self._type_of(mine), word)

    @cached_property
    def _called(self) -> Mapping[str, frozenset[str]]:
        """The nouns of each object: its own name's, and those of its types."""
        return {
            name: frozenset(
                word
                for said in (name, *(kind for kind, members in self._types.items() if name in members))
                for word in (plain(said), *plain(re.sub(r"[\s_-]*\d+$", "", said)).split()[-1:])
            )
            for name in self._objects
        }

    @cached_property
    def sorts(self) -> Mapping[str, tuple[str, ...]]:
        """What is known to be of each sort that has something here: of `book`, a novel."""
        found: dict[str, tuple[str, ...]] = {}
        for words, below in ABOVE.items():
            if mine := tuple(name for name, said in self._called.items() if said & below):
                found |= dict.fromkeys(words.split(", "), mine)
        return found

    @cached_property
    def _named_in_verbs(self) -> Mapping[str, str]:
        """The things that are part of a verb: *supervisor* of *call supervisor*."""
        found: dict[str, str] = {}
        for one in self._schemas:
            head, *rest = verb_of(one.name).split()
            thing = " ".join(word for word in rest if word not in PARTICLES)
            if not one.called and head and thing:
                found[verb_of(one.name)] = thing
        return found

    @cached_property
    def _worn_things(self) -> frozenset[str]:
        """What is put on and taken off, where that is one fact: *goggles-on*."""
        return frozenset(f"@{name}" for name, arities in self._predicates.items()
                         if 0 in arities and plain(name).endswith(" on")
                         and f"put on {plain(name).removesuffix(' on')}" in self._verbs)  # fmt: skip

    def _name(self, name: str, said: str, whole: dict[str, list[str]], ends: dict[str, list[str]]) -> None:
        """Note all that an object may be called: its whole name, the ends of it, and its types with a word of it."""
        numbered = re.fullmatch(r"(.+?) (\d+)", said)
        forms = [said]
        if numbered is not None:
            forms += [f"{numbered[1]}{numbered[2]}", f"{numbered[1]} number {numbered[2]}"]
            if int(numbered[2]) in range(1, 7) and numbered[2] != "0":
                nth = ("first", "second", "third", "fourth", "fifth", "sixth")[int(numbered[2]) - 1]
                spelt_out = ("one", "two", "three", "four", "five", "six")[int(numbered[2]) - 1]
                forms += [f"{nth} {numbered[1]}", f"{numbered[1]} {spelt_out}"]
        close = re.fullmatch(r"([a-z ]+?)(\d+)", said)
        if close is not None:
            forms.append(f"{close[1]} {close[2]}")
        for form in dict.fromkeys(forms):
            whole.setdefault(form, []).append(name)
        stem = re.sub(r"\s*\d+$", "", said)
        words = stem.split()
        for start in range(len(words)):
            end = " ".join(words[start:])
            if end != said and end and not end[0].isdigit():
                ends.setdefault(end, []).append(name)
        for kind, members in self._types.items():
            if name in members:
                for word in words:
                    for type_ in spelt(kind):
                        if not word.isdigit() and word != type_:
                            ends.setdefault(f"{word} {type_}", []).append(name)

    def _type_of(self, members: Sequence[str]) -> str:
        if set(members) == set(self._words.objects("object")):
            return "object"
        return next((kind for kind, those in self._types.items() if set(those) == set(members)), "")

    @property
    def everything(self) -> Kind:
        return Kind(tuple(self._words.objects("object")), "object", "thing")

    @property
    def adjectives(self) -> Iterable[str]:
        return [*self._adjectives, *sorted(self._states_of_parts)]

    @cached_property
    def _states_of_parts(self) -> frozenset[str]:
        """What is said of parts alone: *in place*, *clear* of snow."""
        said = {one for part in self.parts.values() for one in part.states}
        said |= {one.split()[0] for one in _WITH_PARTS if self.parts}
        return frozenset(said - {*self._adjectives} - (PREPOSITIONS.keys() - {"on", "off"}))

    @cached_property
    def _adjectives(self) -> Iterable[str]:
        own = {
            plain(name).removeprefix("is ") for name, arities in self._predicates.items() if arities & {1, 2}
        }
        found = dict.fromkeys(sorted(own))
        for name, arities in self._predicates.items():
            found |= dict.fromkeys(_participles(name) if 2 in arities else ())
        for word, meanings in _IS.items():
            if any(name in own for name, _ in meanings):
                found[word] = None
        for name in sorted(own):
            for prefix in ("un", "non", "in", "dis", "de"):
                found.setdefault(f"{prefix}{name}", None)
        single = {plain(name).split()[-1] for name, arities in self._predicates.items() if 0 in arities}
        found |= dict.fromkeys(sorted(single))
        found |= {word: None for word, meanings in _IS.items() if any(name in single for name, _ in meanings)}
        for name, arities in self._predicates.items():  # on-counter: on the counter
            where, *there = plain(name).split()
            if 1 in arities and where in PREPOSITIONS and there:
                found |= dict.fromkeys(f"{where} {the} {' '.join(there)}" for the in ("the", "its", "your"))
        if self._worn_things:
            found["worn"] = None
        if any(2 in arities and where_told(name)[0] for name, arities in self._predicates.items()):
            found |= dict.fromkeys(_TAKEN)
        if any(2 in arities and plain(name) in _PLACING for name, arities in self._predicates.items()):
            found["empty"] = None
        return [one for one in found if one not in PREPOSITIONS or one in ("on", "off")]

    @property
    def statives(self) -> Iterable[str]:
        return self._statives

    @cached_property
    def _statives(self) -> Iterable[str]:
        known = {plain(name) for name, arities in self._predicates.items() if 1 in arities or 2 in arities}
        held = {"holds rh", "holds lh"} & known
        if self._worn_things:
            known |= {"wearing"}
        return [word for word, names in _WORN.items() if known & set(names) or (held and "holding" in names)]

    def begins(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        """What begins an act that takes two: moving is taking up, and letting go. ``None`` if it is one."""
        schemas = [one for one in self._verbs.get(verb, ()) if one.to is None]
        if len(places) > 1 or verb != "move" or not schemas or any(one.lifts is not False for one in schemas):
            return None
        found: list[Formula] = []
        for schema in self._schemas:
            if schema.lifts:
                found += [
                    Proposition(schema.name, args, True) for _, args in self._filled(schema, places[:1])
                ][:1]
        return _some(found) if found else None

    def move(self) -> Formula | None:
        """Any of what people count as moves, where that is not each action."""
        named = [
            one for one in self._verbs.get("move", ()) if verb_of(one.name) == "move" or one.lifts is False
        ]
        return _some([Proposition(one.name, None, True) for one in named]) if named else None

    def around(self, members: Sequence[str]) -> Kind | None:
        """The things of the largest type but *object* that has all of some: what else there is of their sort."""
        if any(map(self._parts, members)):  # the rack, of which its top region is a thing of its own
            return None
        fitting = [(len(those), kind) for kind, those in self._types.items() if set(members) <= set(those)]
        if not fitting:
            return self.everything
        kind = max(fitting)[1]
        return Kind(self._types[kind], kind, plain(kind))

    def event(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        if len(places) == 1 and not places[0][0] and places[0][1].symbol.startswith("@"):
            said = places[0][1].kind.said
            return [Proposition(one.name, (), True) for one in self._schemas
                    if self._named_in_verbs.get(verb_of(one.name)) == said
                    and verb in (alike := verb_of(one.name).replace(f" {said}", ""), *_group(alike))]  # fmt: skip
        if self.begins(verb, places[:1]) is not None and any(_family(one) == "from" for one, _ in places):
            return []  # moving something from somewhere is not letting it go there
        if verb in _THERE and verb not in self._own and len(places) < 2:
            return []  # it does not say where to
        if any(term.kind.part for _, term in places):
            return self._done_to_part(verb, places)
        best: list[tuple[int, _Schema, tuple[str, ...]]] = []
        to = any(_family(one) == "to" for one, _ in places)
        for schema in self._verbs.get(verb, ()):
            if to and schema.lifts:
                continue  # taking a thing back to a place is not taking it there
            onto = verb.split()[0] in ("load", "unload")  # a van is loaded, too
            if (
                schema.lifts is False
                and not onto
                and places
                and all(preposition for preposition, _ in places)
            ):
                continue  # putting nothing on the stove
            best += [(badness, schema, args) for badness, args in self._filled(schema, places)]
        least = min((badness for badness, _, _ in best), default=0)
        by_schema: dict[str, list[Formula]] = {}
        for badness, schema, args in best:
            if badness == least:
                by_schema.setdefault(schema.name, []).append(Proposition(schema.name, args, True))
        if not by_schema and (done := self._carried(verb, places) or self._from_there(verb, places)):
            return done
        if not by_schema and len(places) == 1 and not places[0][0] and verb.split()[0] in ("load", "unload"):
            return self.event(verb, [("into" if verb.startswith("load") else "from", places[0][1])])
        if not by_schema and verb in _MOVING and to and len(places) > 1 and "put" in self._verbs:
            return self.event("put", places)  # move it into the pen, where that is to put it there
        if not by_schema and verb in ("place", "set", "lay") and "put" in self._verbs and len(places) > 1:
            return self.event("put", places)  # place it in the fridge, where *place* itself is for tables
        if not by_schema and verb == "use":
            return self._used(places) or self.event("turn on", places)
        if not by_schema:
            return self._left(verb, places)
        most = max(len(each) for each in by_schema.values())
        if most == 1:
            return [_some([each[0] for each in by_schema.values()])]
        return [one for each in by_schema.values() for one in each]

    def _done_to_part(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """*Put the chocks under the plane*, *clear the runway of snow*, *raise its guard*."""
        ((preposition, term), *more) = [one for one in places if one[1].kind.part]
        rest = [one for one in places if not one[1].kind.part]
        if more or len(rest) > 1:
            return []
        owner = term.its("") if term.is_owned else None
        if rest and (owner is None or rest[0][1].symbol == owner.symbol):
            owner = rest[0][1]
        elif rest or owner is None:
            return []
        part = self.parts[term.kind.part]
        if preposition:
            names = part.actions(verb, preposition, whole=True) if rest and not rest[0][0] else ()
        else:
            names = part.actions(verb, rest[0][0] if rest else "")
        found = [
            Proposition(schema.name, args, True)
            for schema in self._schemas
            if schema.name in names
            for _, args in list(self._filled(schema, [("", owner)]))[:1]
        ]
        return [_some(found)] if found else []

    def _of_part(self, fact: tuple[str, bool] | None, owner: NounTerm) -> Sequence[Formula]:
        """A fact of a part, of the thing that has it."""
        if fact is None or not fact[0] or not self._may_be(fact[0], owner):
            return []
        so = Proposition(fact[0], (owner.symbol,))
        return [so if fact[1] else Compound("!", (so,))]

    def _part_state(
        self, adjective: str, thing: NounTerm, places: Sequence[tuple[str, NounTerm]]
    ) -> Sequence[Formula]:
        """*Its guard is down*, *the ice is off the wing*, *free of ice*."""
        if thing.kind.part:
            owner = thing.its("") if thing.is_owned else places[0][1] if len(places) == 1 else None
            if owner is None or owner.kind.part or (places and places[0][1].symbol != owner.symbol):
                return []
            return self._of_part(self.parts[thing.kind.part].states.get(adjective), owner)
        if len(places) != 1 or (places[0][1].is_owned and places[0][1].symbol != thing.symbol):
            return []
        there = self.parts[places[0][1].kind.part].there
        how = _WITH_PARTS.get(f"{adjective} {places[0][0]}")
        return [] if there is None or how is None else self._of_part((there[0], there[1] is how), thing)

    def _carried(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """*Hang it on the rack*, *give him the boots*: the only kind of action that brings a thing there, or away."""
        head, *along = verb.split()
        if len(places) != 2 or places[0][0] or not ALONG.issuperset(along):
            return []
        (_, thing), (preposition, place) = places
        away = preposition in ("from", *_AWAY)
        if head not in (FETCHING if away else CARRYING):
            return []
        found: list[Formula] = []
        for schema in self._schemas:
            for (predicate, at), held in self._changes[schema.name].items():
                if len(at) != 2 or held is away:
                    continue
                for mine, theirs in ((at[::-1]) if self._laid(predicate, True) else at,):
                    args = [ANY] * len(schema.fits)
                    if not self._fits(schema, mine, thing) or not self._fits(schema, theirs, place):
                        continue
                    if thing.kind == self.everything and self._are_people(schema.fits[mine]):
                        continue  # nothing is taken to a table: guests are no things
                    there = _AWAY.get(preposition, preposition)
                    if preposition not in ("to", "from") and not self._tells(predicate, there, thing, place):
                        continue
                    args[mine], args[theirs] = thing.symbol, place.symbol
                    found.append(Proposition(schema.name, tuple(args), True))
        return found if len(found) == 1 else []

    def _are_people(self, things: Iterable[str]) -> bool:
        return plain(self._smallest(sorted(things))) in PEOPLE

    def _tells(self, predicate: str, preposition: str, thing: NounTerm, place: NounTerm) -> bool:
        """Whether a fact is that a thing is there."""
        so = self.relation(preposition, thing, place)
        return any(isinstance(one, Proposition) and one.name == predicate for one in so)

    @staticmethod
    def _fits(schema: _Schema, at: int, term: NounTerm) -> bool:
        fits = schema.fits[at]
        return not fits.isdisjoint(term.kind.members) if term.is_variable else term.symbol in fits

    def _from_there(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """From where, of an action that does not say it: *walk away from the fridge*, *take the pot off the stove*."""
        away = [one for one in places if _family(one[0]) == "from"]
        rest = [one for one in places if one not in away]
        schemas = self._verbs.get(verb, ())
        if len(away) != 1 or not schemas:
            return []
        preposition, place = away[0]
        if all(one.to is not None for one in schemas) and len(rest) <= 1:
            there = list(self.at("at", place))
        elif (
            all(one.lifts or verb_of(one.name) in _LIFTING for one in schemas)
            and len(rest) == 1
            and not rest[0][0]
        ):
            where = [_AWAY[preposition]] if preposition in _AWAY else ["on", "in"]
            found = (list(self.relation(word, rest[0][1], place)) for word in where)
            there = next((one for one in found if len(one) == 1), list[Formula]())
        else:
            return []
        done = list(self.event(verb, rest))
        if len(there) != 1 or len(done) != 1:
            return []
        return [Compound("&", (done[0], Compound("Y", (there[0],))))]

    def _used(self, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """*Use the scalpel*: what is done with it to something else, and does not put a thing there."""
        if (
            not places
            or places[0][0]
            or len(places) > 2
            or any(one not in ("on", "for") for one, _ in places[1:])
        ):
            return []
        tool, found = places[0][1], list[Formula]()
        things = set(tool.kind.members) if tool.is_variable else {tool.symbol}
        for schema in self._schemas:
            done = self._examples.get(schema.name)
            if done is None or schema.to is not None:
                continue
            after = self._system.outcome(done)
            placing = {
                arg
                for (predicate, args) in after
                if len(args) > 1 and plain(predicate) in _PLACING
                for arg in args[1:]
            }
            for at in range(1, len(schema.fits)):
                fits = schema.fits[at]
                if done.args[at] in placing and fits & things:
                    return []  # it is a place, of which it is not clear what it is to use it
                if not fits & things:
                    continue
                args = [ANY] * len(schema.fits)
                args[at] = tool.symbol
                if len(places) > 1:
                    other = places[1][1]
                    if not (
                        schema.fits[0] & set(other.kind.members)
                        if other.is_variable
                        else other.symbol in schema.fits[0]
                    ):
                        continue
                    args[0] = other.symbol
                found.append(Proposition(schema.name, tuple(args), True))
        return [_some(found)] if found else []

    def _left(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """*Walk away from the fridge*, *leave the fridge*: to go anywhere from there."""
        goes_away = verb.endswith((" away", " off")) and [one for one, _ in places] == ["from"]
        if not goes_away and (verb, [one for one, _ in places]) != ("leave", [""]):
            return []
        going = [one for one in self._schemas if one.to is not None]
        if verb != "leave" and not all(one in going for one in self._verbs.get(verb, ())):
            return []
        there = self.at("at", places[0][1])
        gone: list[Formula] = [Proposition(one.name, (ANY,) * len(one.called), True) for one in going]
        return [Compound("&", (_some(gone), Compound("Y", (there[0],))))] if gone and there else []

    def _filled(
        self, schema: _Schema, places: Sequence[tuple[str, NounTerm]]
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        if schema.rests:
            places = [one for one in places if one[1].symbol != _TABLE]
        if len(places) > len(schema.called):
            return
        if not places and any(one not in _WHO for one in schema.called):
            yield 0, (ANY,) * len(schema.called)
            return
        for at in permutations(range(len(schema.called)), len(places)):
            badness = 0
            args = [ANY] * len(schema.called)
            for place, (preposition, term) in zip(at, places, strict=True):
                fits = schema.fits[place]
                symbol = term.symbol
                if not term.is_variable and symbol not in fits:
                    parts = [one for one in self._parts(symbol) if one in fits]
                    symbol = parts[0] if len(parts) == 1 else symbol
                if not (fits & set(term.kind.members) if term.is_variable else symbol in fits):
                    break
                worse = self._badness(schema, place, preposition, places)
                if worse is None:
                    break
                badness += worse
                args[place] = symbol
            else:
                yield badness, tuple(args)

    def _parts(self, name: str) -> list[str]:
        """What is part of a thing, by its name: the thing is called so where it cannot be meant itself."""
        return [one for one in self._objects if one.startswith(f"{name}_")]

    def _badness(
        self, schema: _Schema, place: int, preposition: str, places: Sequence[tuple[str, NounTerm]]
    ) -> int | None:
        """How badly a parameter fits what a preposition leads to, or the object of the verb; ``None``: not at all."""
        called = schema.called[place]
        if not preposition and schema.to is not None:  # *visit the hall*, *move south*
            return 0 if place == schema.to else 3
        if not preposition:  # the first, but for who acts
            return place if all(one in _WHO for one in schema.called[:place]) else None
        if called in PREPOSITIONS.get(preposition, (preposition,)):
            return 0
        ours, theirs = _family(preposition), _family(called)
        if theirs is None or ours == theirs:
            return 5
        if "with" in (ours, theirs) or {ours, theirs} == {"from", "to"}:
            return None
        return 20

    def state(
        self, adjective: str, thing: NounTerm, places: Sequence[tuple[str, NounTerm]] = ()
    ) -> Sequence[Formula]:
        if thing.symbol.startswith("@"):
            name = thing.symbol[1:]
            if 0 not in self._predicates.get(name, ()) or places:
                return []
            if adjective == "worn" and thing.symbol in self._worn_things:
                return [Proposition(name, ())]
            for word, positive in _IS.get(adjective, ((adjective, True),)):
                if plain(name).split()[-1] == word:
                    fact = Proposition(name, ())
                    return [fact if positive else Compound("!", (fact,))]
            return []
        if len(places) > 1:
            return []
        if thing.kind.part or (places and places[0][1].kind.part):
            return self._part_state(adjective, thing, places)
        arity = 1 + len(places)
        if places and adjective in ("out", "off", "up", "down"):
            return []  # *out of the basket* is no light that is out
        meant = _IS.get(adjective, ())
        adjective = _ON_THE.sub(r"\1 ", adjective)
        called = dict.fromkeys(((adjective, True), *meant, *_IS.get(adjective, ()), *_prefixed(adjective)))
        for word, positive in called:
            for name, arities in self._predicates.items():
                if arity in arities and plain(name).removeprefix("is ") == word:
                    if arity == 2 and not self._may_relate(name, thing, places[0][1]):
                        # the tank that a pump is connected to
                        if self._may_relate(name, places[0][1], thing):
                            swapped: Formula = Proposition(name, (places[0][1].symbol, thing.symbol))
                            return [swapped if positive else Compound("!", (swapped,))]
                        continue
                    if (
                        arity == 2
                        or self._may_be(name, thing)
                        or (not positive and self._never_is(name, thing))
                    ):
                        args = (thing.symbol, *(one.symbol for _, one in places))
                        fact: Formula = Proposition(name, args)
                        return [fact if positive else Compound("!", (fact,))]
        if places and any(
            adjective in _participles(name) for name in self._predicates
        ):  # sitting at the table
            return self._by_another_name(places[0][0], thing, places[0][1])
        if not places and adjective not in ("on", "off"):  # loaded: into some vehicle
            named = [word for word, positive in _IS.get(adjective, ((adjective, True),)) if positive]
            for name, arities in self._predicates.items():
                if (
                    2 in arities
                    and (plain(name) in named or adjective in _participles(name))
                    and thing.symbol[:1] != "@"
                ):
                    sides = [
                        self._may_relate(name, thing, self._anything),
                        self._may_relate(name, self._anything, thing),
                    ]
                    sides[1] &= plain(name) in named
                    facts = (Proposition(name, (thing.symbol, ANY)), Proposition(name, (ANY, thing.symbol)))
                    return [fact for fact, fits in zip(facts, sides, strict=True) if fits]
        if adjective in _TAKEN and not places and thing.symbol[:1] != "@":  # nobody sits at it
            there = [
                Proposition(name, (ANY, thing.symbol))
                for name in self._predicates
                if where_told(name)[0] in _STAYING and self._may_relate(name, self._anything, thing)
            ]
            if len(there) == 1:
                return [there[0] if _TAKEN[adjective] else Compound("!", (there[0],))]
        if adjective == "empty" and not places:  # with nothing in it, or on it
            for word in ("in", "on"):
                inside = self.relation(word, self._anything, thing)
                if len(inside) == 1 and isinstance(inside[0], Proposition):
                    args = tuple(ANY if one == "?x" else one for one in inside[0].args or ())
                    return [Compound("!", (Proposition(inside[0].name, args),))]
        return []

    @property
    def _anything(self) -> NounTerm:
        return NounTerm("?x", self.everything)

    def _may_be(self, predicate: str, thing: NounTerm) -> bool:
        """Whether a fact of one argument can hold of some of the things."""
        for one in thing.kind.members if thing.is_variable else (thing.symbol,):
            if self._words.constant((predicate, (one,))) is not False:
                return True
        return False

    def _never_is(self, predicate: str, thing: NounTerm) -> bool:
        """Whether a thing is never such, where others of its sort may be: the cup that is clean from the start."""
        if thing.is_variable or thing.symbol not in self._objects:
            return False
        sort = self._types.get(self._smallest([thing.symbol]), ())
        return any(self._words.constant((predicate, (one,))) is not False for one in sort)

    def relation(self, preposition: str, thing: NounTerm, place: NounTerm) -> Sequence[Formula]:
        if preposition in _AWAY:  # *stays out of the basket*
            return [Compound("!", (one,)) for one in self.relation(_AWAY[preposition], thing, place)]
        if thing.kind.part or place.kind.part:
            part, owner = (thing, place) if thing.kind.part else (place, thing)
            if (
                preposition not in PLACES
                or owner.kind.part
                or (part.is_owned and part.symbol != owner.symbol)
            ):
                return []
            return self._of_part(self.parts[part.kind.part].there, owner)
        if preposition in ("with", "by"):
            return self._by_another_name(preposition, thing, place)
        if preposition in ("from", "to", "towards", "using", "via", "of"):
            return []
        if not place.is_variable and not thing.is_variable:
            parts = self._parts(place.symbol)
            if not self._related(preposition, thing, place) and len(parts) == 1:
                place = NounTerm(parts[0], place.kind)
        elif (
            not place.is_variable
            and len(self._parts(place.symbol)) == 1
            and not self._related(preposition, thing, place)
        ):
            place = NounTerm(self._parts(place.symbol)[0], place.kind)
        return self._related(preposition, thing, place)

    def _related(self, preposition: str, thing: NounTerm, place: NounTerm) -> Sequence[Formula]:
        if place.symbol == _TABLE:
            resting = [
                name for name, arities in self._predicates.items() if 1 in arities and plain(name) in _RESTING
            ]
            return (
                [Proposition(name, (thing.symbol,)) for name in resting]
                if preposition in ("on", "on top of")
                else []
            )
        for word in PREPOSITIONS.get(preposition, (preposition,)):
            names = [
                name for name, arities in self._predicates.items() if 2 in arities and plain(name) == word
            ]
            found: list[Formula] = [
                Proposition(name, (thing.symbol, place.symbol))
                for name in names
                if self._may_relate(name, thing, place)
            ]
            if found:
                return found
        if preposition in ("in", "inside", "inside of"):
            return [
                Proposition(name, (place.symbol, thing.symbol))
                for name, arities in self._predicates.items()
                if 2 in arities
                and plain(name) in ("contains", "holds", "has")
                and self._may_relate(name, place, thing)
            ]
        return self._by_another_name(preposition, thing, place)

    def _by_another_name(self, preposition: str, thing: NounTerm, place: NounTerm) -> Sequence[Formula]:
        """*At the table*, where a guest *sits-at* it; *on the press*, of ink with which it is *inked*."""
        found = self._between(preposition, thing, place)
        if len(found) != 1:
            return []
        ((name, turned),) = found
        return [Proposition(name, (place.symbol, thing.symbol) if turned else (thing.symbol, place.symbol))]

    def related(self, predicate: str, one: NounTerm, other: NounTerm) -> bool:
        return 2 in self._predicates.get(predicate, ()) and self._may_relate(predicate, one, other)

    def _may_relate(self, predicate: str, one: NounTerm, other: NounTerm) -> bool:
        ones = one.kind.members if one.is_variable else (one.symbol,)
        others = other.kind.members if other.is_variable else (other.symbol,)
        return any(
            self._words.constant((predicate, (first, second))) is not False
            for first in ones[:_SOME]
            for second in others[:_SOME]
            if first != second
        )

    def doing(self, stative: str, thing: NounTerm) -> Sequence[Formula]:
        if thing.kind.part:
            return []
        if thing.symbol.startswith("@"):
            worn = stative == "wearing" and thing.symbol in self._worn_things
            return [Proposition(thing.symbol[1:], ())] if worn else []
        found: list[Formula] = []
        for word in _WORN.get(stative, (stative,)):
            for name, arities in self._predicates.items():
                if plain(name) == word and 1 in arities:
                    found.append(Proposition(name, (thing.symbol,)))
        if not found:
            found += self._of_agent(lambda name: plain(name) in _WORN.get(stative, (stative,)), thing)
        if not found and "holding" in _WORN.get(stative, ()):
            hands = [name for name in ("holds_rh", "holds_lh") if 2 in self._predicates.get(name, ())]
            if hands:
                found.append(_some([Proposition(name, (ANY, thing.symbol)) for name in hands]))
        return found[:1]

    def at(self, preposition: str, place: NounTerm) -> Sequence[Formula]:
        names = [
            name
            for name, arities in self._predicates.items()
            if 1 in arities
            and not place.kind.part
            and (
                name in self._whereabouts
                or re.fullmatch(
                    r"(?:robot |agent )?(?:at|in|is at)(?: robot| agent| robby)?|robot at|agent at",
                    plain(name),
                )
            )
        ]
        found = [Proposition(name, (place.symbol,)) for name in names if self._may_be(name, place)][:1]
        return found or ([] if place.kind.part else self._of_agent(self._is_being_at, place))

    def _is_being_at(self, name: str) -> bool:
        return plain(name) in _BEING_AT or name in self._whereabouts

    @cached_property
    def _whereabouts(self) -> frozenset[str]:
        """What predicates say where whoever acts is, whatever they are called: all that going somewhere changes."""
        found: set[str] = set()
        for changes in self._changes.values():
            match sorted(changes.items(), key=lambda one: one[1]):
                case [((left, (*who, _)), False), ((reached, (*same, _)), True)]:
                    if left == reached and who == same and len(who) == (1 if self.agent else 0):
                        found.add(left)
                case _:
                    pass
        return frozenset(found)

    def _of_agent(self, called: Callable[[str], bool], thing: NounTerm) -> list[Proposition]:
        """What a predicate of some name says of the robot, where that is an object: ``holding(robot, cup)``."""
        if not self.agent:
            return []
        agent = NounTerm(self.agent, Kind((self.agent,), "", self.agent))
        names = [name for name in self._predicates if called(name) and self.related(name, agent, thing)]
        return [Proposition(name, (self.agent, thing.symbol)) for name in names][:1]

    @cached_property
    def agent(self) -> str:
        """The robot, where it is an object that takes part in whatever is done; empty if it is none, or several."""
        acting = frozenset(self._objects).intersection(*(one.args for one in self._system.actions))
        kinds = {name: [kind for kind, members in self._types.items() if name in members] for name in acting}
        found = [
            name
            for name, types in kinds.items()
            if any(not _AGENTS.isdisjoint(plain(one).split()) for one in (name, *types))
        ]
        return found[0] if len(found) == 1 else ""

    def effect(self, event: Formula, terms: Sequence[NounTerm]) -> Formula | None:
        variables: list[tuple[str, str]] = []
        for term in terms:
            if term.is_variable and term.kind.members:
                variables.append((term.symbol, term.kind.type or self._smallest(term.kind.members)))
        found = lasting_effect(self._system, event, variables)
        return (
            found
            if found is None or not isinstance(event, Proposition)
            else self._on_purpose(event.name, found)
        )

    def purpose(self, action: str) -> frozenset[tuple[str, bool]]:
        """Which of what an action makes true or false is called after it, or is how its verb leaves things.

        Washing is for a shirt to be clean, though it gets wet, too.
        """
        whole = verb_of(action)
        meant: set[tuple[str, bool]] = set()
        for verb in {whole, whole.split()[0]}:
            meant |= {(one, True) for one in forms.pasts(verb)}
            if verb in MAKES:
                meant |= {(MAKES[verb], True), *_IS.get(MAKES[verb], ())}
        called = {name: plain(name).removeprefix("is ") for name in self._predicates}
        return frozenset(
            (name, held) for name in called for held in (True, False) if (called[name], held) in meant
        )

    def _on_purpose(self, action: str, effect: Formula) -> Formula:
        """What an action leaves behind, without what else becomes so where something of it is its purpose."""
        purpose, parts = self.purpose(action), list(conjuncts(effect))
        facts = [(one.operands[0], False) if isinstance(one, Compound) else (one, True) for one in parts]
        meant = [isinstance(one, Proposition) and (one.name, held) in purpose for one, held in facts]
        kept = [
            part
            for part, is_meant, (one, held) in zip(parts, meant, facts, strict=True)
            if is_meant
            or not any(meant)
            or not held
            or not isinstance(one, Proposition)
            or len(one.args or ()) != 1
        ]
        return reduce(lambda left, right: Compound("&", (left, right)), kept)

    def still_there(
        self,
        effect: Formula,
        then: Formula,
        every: Sequence[tuple[str, str]],
        some: Sequence[tuple[str, str]],
    ) -> Formula | None:
        return still_there(self._system, effect, then, every, some)

    def touching(self, thing: NounTerm) -> Formula | None:
        if thing.kind.part:
            return None
        found: list[Formula] = []
        for schema in self._schemas:
            if schema.to is None:
                for place, fits in enumerate(schema.fits):
                    if fits & set(thing.kind.members if thing.is_variable else (thing.symbol,)):
                        args = tuple(thing.symbol if at == place else ANY for at in range(len(schema.fits)))
                        found.append(Proposition(schema.name, args, True))
        return _some(found) if found else None

    def lasts(self, event: Formula) -> bool:
        if not isinstance(event, Proposition):
            return False
        left = self._outcomes.get(event.name, frozenset())
        undone = {(name, not held) for made in self._outcomes.values() for name, held in made}
        return bool(left) and not left & undone

    @cached_property
    def _outcomes(self) -> Mapping[str, frozenset[tuple[str, bool]]]:
        """Which predicates each action makes true or false, by one of its kind."""
        return {
            name: frozenset((predicate, held) for (predicate, _), held in self._system.outcome(done).items())
            for name, done in self._examples.items()
        }

    @cached_property
    def _examples(self) -> Mapping[str, Action]:
        """One action of each kind: the first."""
        found: dict[str, Action] = {}
        for action in self._system.actions:
            found.setdefault(action.name, action)
        return found

    def at_first(self, formula: Formula) -> bool | None:
        if not is_closed(formula):
            return None  # it speaks of a variable of the whole rule
        return TraceReading(self._start, self._words.objects).holds(formula, 0, ())

    def fixed(self, formula: Formula) -> bool:
        facts = [one for one in subformulas(formula) if isinstance(one, Proposition)]
        return all(
            one.args is not None
            and not one.event
            and ANY not in one.args
            and self._words.constant((one.name, one.args)) is not None
            for one in facts
        )

    @cached_property
    def _start(self) -> tuple[Any, ...]:
        return tuple(self._words.replay(()))

    def _smallest(self, members: Sequence[str]) -> str:
        """The smallest type that has all of some objects."""
        fitting = [(len(those), kind) for kind, those in self._types.items() if set(members) <= set(those)]
        return min(fitting)[1] if fitting else "object"

    def opposite(self, verb: str) -> Sequence[str]:
        mine = {verb, *_group(verb)}
        return [
            other
            for pair in _OPPOSITE
            for one, two in (pair, pair[::-1])
            if one in mine
            for other in (two, *_group(two))
            if self._verbs.get(other)
        ][:1]

    def with_another(self, event: Proposition, at: int, term: NounTerm) -> Proposition | None:
        schema = next((one for one in self._schemas if one.name == event.name), None)
        if schema is None or term.is_variable or not event.args or not self._fits(schema, at, term):
            return None
        return Proposition(event.name, (*event.args[:at], term.symbol, *event.args[at + 1 :]), True)

    def undoings(self, event: Proposition, terms: Sequence[NounTerm]) -> Sequence[Undoing]:
        known = {one.symbol: one for one in terms}
        found = (self._as_undoing(schema, event, known) for schema in self._schemas)
        return [one for one in found if one is not None]

    def _as_undoing(
        self, schema: _Schema, event: Proposition, known: Mapping[str, NounTerm]
    ) -> Undoing | None:
        """An action as what takes back all relations that an event changes; where it changes none, all states."""
        changed = [one for one in self._changes.get(event.name, {}).items() if one[0][1]]
        changed = [one for one in changed if len(set(one[0][1])) > 1] or changed
        args: list[str] = [ANY] * len(schema.fits)
        made: set[int] = set()

        def take(at: int, value: str) -> bool:
            term = known.get(value, NounTerm(value, Kind((value,), "", value)))
            if value != ANY and not (args[at] in (ANY, value) and self._fits(schema, at, term)):
                return False
            args[at] = value if value != ANY else args[at]
            return True

        for (predicate, places), held in changed:
            back = [
                at
                for (name, at), now in self._changes[schema.name].items()
                if (name, now) == (predicate, not held)
            ]
            if len(back) != 1 or not all(
                take(mine, (event.args or ())[theirs]) for mine, theirs in zip(back[0], places, strict=True)
            ):
                return None
            made |= set(back[0]) if held else set()
        told = next(one for one in self._schemas if one.name == event.name)
        for at, called in enumerate(schema.called):  # of which no fact tells, and that is called the same
            if (
                args[at] == ANY
                and called in told.called
                and told.fits[told.called.index(called)] == schema.fits[at]
            ):
                take(at, (event.args or ())[told.called.index(called)])
        return Undoing(Proposition(schema.name, tuple(args), True), frozenset(made)) if changed else None


def _participles(predicate: str) -> tuple[str, ...]:
    """What a thing is of which a fact about two things is so: *hired*, *hired out*, *out on hire* of ``hired-by``."""
    verb, said = where_told(predicate)
    if not verb:
        return ()
    if said == "by":
        done = next(forms.pasts(verb))
        return done, f"{done} out", f"on {verb}", f"out on {verb}"
    return (
        tuple(f"{one}{more}" for one in forms.gerunds(verb) for more in ("", " down"))
        if verb in ("sit", "lie")
        else ()
    )


def _prefixed(adjective: str) -> tuple[tuple[str, bool], ...]:
    """*unlocked* is not *locked*."""
    found = re.fullmatch(r"(?:un|non|in|dis|de)(\w{4,}.*)", adjective)
    return () if found is None else ((found[1], False),)


def _family(word: str) -> str | None:
    """What a preposition, or a parameter that is called like one, is about: where from, where to, with what, where."""
    return next((family for family, words in _FAMILIES.items() if word in words), None)


def _group(verb: str) -> tuple[str, ...]:
    alike = tuple(dict.fromkeys((verb, *(one for group in _SAME if verb in group for one in group))))
    return (*alike, *(f"{one} {little}" for one in alike for little in _AS_GOOD.get(one, "").split()))


_AS_GOOD: Mapping[str, str] = {
    "cover": "up over", "lend": "out", "loan": "out", "drain": "off out", "empty": "out",
    "rinse": "off out down", "wash": "off out down up",
    "wipe": "off down up", "clean": "off out up down", "dry": "off out", "heat": "up", "warm": "up", "cool": "down off",
    "lock": "up", "seal": "up off", "fill": "up", "tighten": "up", "loosen": "up off", "pump": "up", "inflate": "up",
    "tie": "up", "wrap": "up", "pack": "up", "load": "up", "chop": "up", "slice": "up", "hang": "up", "plug": "in",
    "stack": "up", "pile": "up", "polish": "up", "sharpen": "up", "oil": "up", "grease": "up", "sweep": "up out",
    "mop": "up", "dust": "down off", "scrub": "down off out", "hose": "down", "light": "up", "ring": "up", "call": "up",
    "phone": "up", "open": "up", "close": "up off down", "measure": "out", "weigh": "out", "note": "down",
    "tidy": "up",
    "raise": "up", "lower": "down", "lift": "up", "unwrap": "up", "harvest": "in", "fetch": "back", "bandage": "up",
    "inspect": "over", "check": "over", "trim": "back", "prune": "back", "deliver": "up", "scan": "in",
    "mend": "up",
    "patch": "up", "disinfect": "down", "sterilize": "off", "start": "up", "shut": "up off", "bolt": "up",
    "hand": "out over", "serve": "up", "plate": "up", "boil": "up", "fry": "up", "reheat": "up",
}  # fmt: skip
"""Particles after which a verb means what it means alone."""


@lru_cache(1 << 12)
def spelt(name: str) -> tuple[str, ...]:
    """An object or type as a noun, in the ways in which it may be spelt."""
    said = plain(name)
    renamed = " ".join(_RENAMED.get(one, one) for one in said.split())
    apart = " ".join(one if one in _ONE_WORD else _COMPOUND.sub(r" \1", one) for one in renamed.split())
    head, _, last = renamed.rpartition(" ")
    turned = f"{last} {head}" if head and last in english.COLOURS else said  # mug_blue
    return tuple(dict.fromkeys((said, renamed, apart, turned)))


def _some(parts: Sequence[Formula]) -> Formula:
    return reduce(lambda left, right: Compound("|", (left, right)), parts)
