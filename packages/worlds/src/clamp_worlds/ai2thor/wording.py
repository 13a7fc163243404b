"""How people speak of AI2-THOR: what *close the faucet* or *pour water onto the laptop* is to its controller."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified
from clamp.words.formulas import all_, some_
from clamp.words.senses import Part
from clamp.words.wording import Kind, NounTerm, Undoing
from clamp_worlds.ai2thor.kinds import KINDS, LIQUIDS, PIECES, THINGS, spellings

_VERSION = 3

_VERBS: dict[str, str] = {
    **dict.fromkeys(("turn on", "switch on", "toggle on", "start", "light", "activate", "power on", "ignite"),
    "turn_on"),
    **dict.fromkeys(("turn off", "switch off", "toggle off", "shut off", "stop", "extinguish", "power off",
    "deactivate",
                     "blow out", "put out"), "turn_off"),
    "toggle": "toggle",
    "open": "open",
    **dict.fromkeys(("close", "shut"), "close"),
    **dict.fromkeys(("pick up", "pick", "take", "take out", "remove", "grab", "lift", "retrieve", "take away",
    "pick out"), "pick"),
    **dict.fromkeys(("put", "place", "put down", "set", "set down", "put back", "lay", "store", "place back",
    "insert"), "put"),
    "drop": "drop",
    **dict.fromkeys(("throw", "toss", "throw away"), "throw"),
    **dict.fromkeys(("break", "smash", "shatter"), "break"),
    **dict.fromkeys(("slice", "cut", "cut up"), "slice"),
    **dict.fromkeys(("cook", "heat", "boil", "fry", "heat up"), "cook"),
    "dirty": "dirty",
    **dict.fromkeys(("clean", "wash", "rinse", "wipe"), "clean"),
    **dict.fromkeys(("fill", "fill up"), "fillLiquid"),
    **dict.fromkeys(("empty", "drain"), "emptyLiquid"),
    "pour": "pour", "spill": "pour",
    **dict.fromkeys(("find", "go to", "approach", "walk to", "locate"), "find"),
}  # fmt: skip
_STATES: Mapping[str, tuple[str, bool]] = {
    "on": ("on", True), "off": ("on", False), "open": ("open", True), "closed": ("open", False), "shut": ("open",
    False),
    "broken": ("broken", True), "intact": ("broken", False), "dirty": ("dirty", True), "clean": ("dirty", False),
    "filled": ("filled", True), "full": ("filled", True), "empty": ("filled", False), "wet": ("wet", True),
    "dry": ("wet", False), "cooked": ("cooked", True), "raw": ("cooked", False), "sliced": ("sliced", True),
    "turned on": ("on", True), "turned off": ("on", False), "switched on": ("on", True), "switched off": ("on",
    False),
    "lit": ("on", True), "running": ("on", True), "burning": ("on", True), "uncooked": ("cooked", False),
    "unsliced": ("sliced", False), "uncut": ("sliced", False), "unwashed": ("dirty", True), "unopened": ("open", False),
    "unlit": ("on", False), "unfilled": ("filled", False), "unclean": ("dirty", True), "spotless": ("dirty", False),
    "unbroken": ("broken", False), "whole": ("sliced", False), "cracked": ("broken", True),
    "smashed": ("broken", True),
}  # fmt: skip
_KIND_OF = {"on": "Toggleable", "open": "Openable", "broken": "Breakable", "dirty": "Dirtyable", "filled": "Fillable",
            "cooked": "Cookable", "sliced": "Sliceable", "wet": ""}  # fmt: skip
_NEEDS = {
    "pick": "Pickupable", "open": "Openable", "close": "Openable", "turn_on": "Toggleable", "turn_off": "Toggleable",
    "toggle": "Toggleable", "break": "Breakable", "slice": "Sliceable", "cook": "Cookable", "dirty": "Dirtyable",
    "clean": "Dirtyable", "emptyLiquid": "Fillable", "find": "",
}  # fmt: skip
_LEAVES: Mapping[str, tuple[str, bool]] = {
    "turn_on": ("on", True), "turn_off": ("on", False), "open": ("open", True), "close": ("open", False),
    "break": ("broken", True), "slice": ("sliced", True), "cook": ("cooked", True), "dirty": ("dirty", True),
    "clean": ("dirty", False), "emptyLiquid": ("filled", False), "fillLiquid": ("filled", True), "pick": ("holding",
    True),
}  # fmt: skip
_UNDOES = (
    ("open", "close"),
    ("turn_on", "turn_off"),
    ("pick", "put"),
    ("fillLiquid", "emptyLiquid"),
    ("dirty", "clean"),
)
TOGETHER = (("Sink", "SinkBasin"), ("Bathtub", "BathtubBasin"), ("StoveBurner", "StoveKnob"))
"""Things that people do not tell apart."""
_INTO = frozenset(
    [
        "in",
        "into",
        "in to",
        "inside",
        "inside of",
        "on",
        "onto",
        "on to",
        "on top of",
        "upon",
        "to",
        "at",
        "over",
        "under",
    ]
)
_OUT = frozenset(["from", "out of", "off", "off of"])
_DOOR = " door"
_EFFECTS: dict[str, Formula] = {}
"""What an event leaves behind, by its text: the same in every scene, so that whoever is handed a reading knows it."""


class AI2ThorWording:
    """See `clamp.words.wording.Wording`.

    Args:
        things: The kinds of things that are there; nothing else is known.
    """

    def __init__(self, things: Iterable[str]) -> None:
        self._things = frozenset(things) & THINGS

    def identity(self) -> str:
        return f"ai2thor {_VERSION} {' '.join(sorted(self._things))}"

    @property
    def verbs(self) -> Iterable[str]:
        return _VERBS

    @property
    def adjectives(self) -> Iterable[str]:
        return _STATES

    @property
    def statives(self) -> Iterable[str]:
        return ("holding", "facing", "carrying")

    @property
    def everything(self) -> Kind:
        return self._kind("Thing", "thing")

    def _kind(self, type_: str, said: str) -> Kind:
        members = self._things if type_ == "Thing" else self._things & KINDS[type_]
        if type_ == "Food":  # what can be cut may lie there in slices, too
            members = members | {PIECES[one] for one in members if one in PIECES} & KINDS[type_]
        return Kind(tuple(sorted(members)), type_, said)

    @property
    def nouns(self) -> Mapping[str, Sequence[Kind]]:
        return self._nouns

    @property
    def parts(self) -> Mapping[str, Part]:
        return {}

    @property
    def own_verbs(self) -> Iterable[str]:
        return ()

    @property
    def general(self) -> Iterable[str]:
        return ()

    def may_do(self, verb: str, things: Kind) -> bool:
        return False

    @cached_property
    def _nouns(self) -> Mapping[str, Sequence[Kind]]:
        """Things by their names, by other words for them and by the ends of their names; and some types."""
        named: dict[str, dict[str, None]] = {}
        for spelling, thing in spellings().items():
            if thing in self._things:
                named.setdefault(spelling, {})[thing] = None
        ends: dict[str, dict[str, None]] = {}
        for thing in sorted(self._things):
            words = _words(thing).split()
            for cut in range(1, len(words)):
                ends.setdefault(" ".join(words[cut:]), {})[thing] = None
                ends.setdefault(" ".join(words[:cut]), {})[thing] = None
        found: dict[str, list[Kind]] = {}
        for word, things in named.items():
            own = next((one for one in things if _words(one) == word), None)
            meant = things if own is not None else things | ends.get(word, {})
            found[word] = [self._one(tuple(_told_apart(meant)), word)]
        for word, things in ends.items():
            if word not in found and word not in _VAGUE:
                found[word] = [self._one(tuple(_told_apart(things)), word)]
        for said, type_ in _TYPES.items():
            kind = self._kind(type_, said)
            if kind.members and said not in found:
                found[said] = [kind]
        for said, listed in _SORTS.items():
            members = tuple(sorted(self._things & frozenset(listed.split())))
            if members:
                found.setdefault(said, [self._one(members, said)])
        for liquid in LIQUIDS:
            found.setdefault(liquid, [Kind((liquid,), "", liquid)])
        found.setdefault("liquid", [Kind(LIQUIDS, "Liquid", "liquid")])
        for word, thing in spellings().items():
            if thing in self._things & KINDS["Openable"]:
                found.setdefault(word + _DOOR, [self._one((thing,), word + _DOOR)])
        return found

    @staticmethod
    def _one(things: tuple[str, ...], said: str) -> Kind:
        return Kind(things, "", said)

    def begins(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        return None

    def move(self) -> Formula | None:
        return None

    def around(self, members: Sequence[str]) -> Kind | None:
        if set(members) <= set(LIQUIDS):
            return Kind(LIQUIDS, "Liquid", "liquid")
        return self._kind("Pickupable", "thing") if set(members) <= KINDS["Pickupable"] else self.everything

    # -- what is done

    def event(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        action = _VERBS.get(verb)
        if action is None:
            return []
        objects = [term for preposition, term in places if not preposition]
        others = [(preposition, term) for preposition, term in places if preposition]
        if len(objects) > 1 or len(others) > 2:
            return []
        thing = objects[0] if objects else None
        match action:
            case "pour":
                found = self._poured(thing, others)
                if (
                    thing is not None
                    and thing.symbol in LIQUIDS
                    and [one for one, _ in others] in (["in"], ["into"])
                ):
                    filled = self._filled(others[0][1], [("with", thing)])
                    return [one for one in (found, filled) if one is not None]  # out of a cup, or from a tap
            case "put" | "drop" | "throw":
                found = None if thing is None else self._let_go(action, thing, others)
            case "fillLiquid":
                found = None if thing is None else self._filled(thing, others)
            case _:
                found = self._acted(action, thing, others)
        return [] if found is None else [found]

    def _fitting(self, term: NounTerm, kind: str) -> list[str]:
        """The symbols that may stand for a thing of a kind: the variable, or the things that are not told apart."""
        if term.is_variable:
            fits = [one for one in term.kind.members if not kind or one in KINDS[kind]]
            return [term.symbol] if fits and not all(one in LIQUIDS for one in term.kind.members) else []
        if term.symbol in LIQUIDS:
            return []
        if kind != "Openable" and term.kind.said.endswith(_DOOR) and not term.symbol.endswith("Door"):
            return []  # *the fridge door* is opened and closed, and is no place
        group = next((one for one in TOGETHER if term.symbol in one), (term.symbol,))
        if kind == "Receptacle" and term.symbol in group[1:] and term.kind.said == _words(term.symbol):
            group = (term.symbol,)  # *the sink basin* is no other; *the sink* may be either
        group = (term.symbol, *(one for one in group if one != term.symbol))
        return [one for one in group if one in self._things and (not kind or one in KINDS[kind])]

    def _acted(
        self, action: str, thing: NounTerm | None, others: Sequence[tuple[str, NounTerm]]
    ) -> Formula | None:
        if thing is None:
            return Proposition(action, None, True) if not others and action != "find" else None
        if action in ("open", "close") and not self._fitting(thing, "Openable"):
            action = {"open": "turn_on", "close": "turn_off"}[action]  # *close the faucet*
        fitting = self._fitting(thing, _NEEDS[action])
        if not fitting:
            return None
        if others and action == "cook":
            return self._cooked(thing, others)
        if others and action == "break":
            return self._broken_at(fitting[0], others)
        if others:
            preposition, place = others[0]
            if action != "pick" or len(others) > 1 or preposition not in (*_OUT, "in", "inside", "on"):
                return None  # with what, or where, is no part of these actions
            places = self._fitting(place, "Receptacle")
            if not places:
                return None
            was = some_([Proposition("in", (fitting[0], one)) for one in places])
            done = Proposition("pick", (fitting[0],), True)
            gone = all_([Compound("!", (Proposition("in", (fitting[0], one)),)) for one in places])
            return self._leaving(all_([done, Compound("Y", (was,))]), gone)
        actions = ("turn_on", "turn_off") if action == "toggle" else (action,)
        events: list[Formula] = [Proposition(each, (one,), True) for each in actions for one in fitting]
        predicate, positive = _LEAVES.get(action, ("", True))
        kind = _KIND_OF.get(predicate, "")
        facts: list[Formula] = [
            Proposition(predicate, (one,))
            for one in fitting
            if not kind or fitting[0].startswith("?") or one in KINDS[kind]
        ]
        if action == "cook":  # a stove cooks, too
            events = [*events, _becomes(some_(facts))]
        if action == "emptyLiquid":
            events += [
                _held("pour", one) for one in fitting if one.startswith("?") or one in KINDS["Pickupable"]
            ]
        formula = some_(events)
        if not predicate or not facts:
            return formula
        left = facts[0]
        if not positive:
            left = all_([Compound("!", (one,)) for one in facts])
        return self._leaving(formula, left)

    def _cooked(self, thing: NounTerm, others: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        """*Cook the egg using the stove*: it is on; *in the pan*: it is in there. *In the microwave* would be both, and
        in a bowl in there, too."""
        preposition, place = others[0]
        food, heaters = self._fitting(thing, "Cookable"), self._fitting(place, "Heater")
        into, using = preposition in _INTO, preposition in ("using", "with")
        vessels = self._fitting(place, "Receptacle")
        if len(others) > 1 or not food or not ((using and heaters) or (into and vessels and not heaters)):
            return None
        cooked = Proposition("cooked", (food[0],))
        where: list[Formula] = [Proposition("on", (one,)) for one in heaters]
        if not heaters:
            where = [Proposition("in", (food[0], one)) for one in vessels]
        done = some_([Proposition("cook", (food[0],), True), _becomes(cooked)])
        return self._leaving(all_([done, some_(where)]), cooked)

    def _broken_at(self, thing: str, others: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        """*Break the egg on the floor*: it is broken, and is there."""
        preposition, place = others[0]
        places = self._fitting(place, "Receptacle")
        if len(others) > 1 or not places or preposition not in _INTO:
            return None
        broken = Proposition("broken", (thing,))
        there = some_([Proposition("in", (thing, one)) for one in places])
        return self._leaving(
            all_([some_([Proposition("break", (thing,), True), _becomes(broken)]), there]), broken
        )

    def _leaving(self, event: Formula, effect: Formula) -> Formula:
        _EFFECTS[str(event)] = effect
        return event

    def _let_go(self, action: str, thing: NounTerm, others: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        things = self._fitting(thing, "Pickupable")
        if not things or len(others) > 1:
            return None
        if others and action != "put":
            aims = self._fitting(others[0][1], "")
            if not aims or others[0][0] in _OUT:
                return None
            facing = some_([Proposition("facing", (one,)) for one in aims])
            return all_([_held(action, things[0]), Compound("Y", (facing,))])
        if not others:
            actions = ("put", "drop") if action == "put" else (action,)
            return some_([_held(one, things[0]) for one in actions])
        preposition, place = others[0]
        places = self._fitting(place, "Receptacle")
        if not places or preposition not in _INTO:
            return None
        was = Compound("Y", (Proposition("holding", (things[0],)),))
        event = some_([all_([Proposition("put", (one,), True), was]) for one in places])
        return self._leaving(event, some_([Proposition("in", (things[0], one)) for one in places]))

    def _filled(self, thing: NounTerm, others: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        things = self._fitting(thing, "Fillable")
        if not things or len(others) > 1:
            return None
        liquid = "*"
        if others:
            preposition, term = others[0]
            if preposition != "with" or not set(term.kind.members) <= set(LIQUIDS):
                return None
            liquid = term.symbol
        left = (
            Proposition("filled", (things[0],))
            if liquid == "*"
            else Proposition("contains", (things[0], liquid))
        )
        return self._leaving(Proposition("fillLiquid", (things[0], liquid), True), left)

    def _poured(self, thing: NounTerm | None, others: Sequence[tuple[str, NounTerm]]) -> Formula | None:
        parts: list[Formula] = [Proposition("pour", None, True)]
        if thing is not None:
            if set(thing.kind.members) <= set(LIQUIDS):
                if thing.symbol in LIQUIDS or thing.is_variable:
                    full = all_(
                        [Proposition("holding", ("?v",)), Proposition("contains", ("?v", thing.symbol))]
                    )
                    parts.append(Compound("Y", (Quantified(False, (("?v", "Fillable"),), full),)))
            elif vessels := [] if thing.kind.type else self._fitting(thing, "Fillable"):  # what is in it
                full = [Proposition("holding", (vessels[0],)), Proposition("filled", (vessels[0],))]
                parts.append(Compound("Y", (all_(full),)))
            elif thing.kind.type != "Thing":  # *pour anything*, *something*
                return None
        for preposition, term in others:
            out = preposition in (*_OUT, "using")
            fitting = self._fitting(term, "Pickupable" if out else "")
            if not fitting or not (out or preposition in _INTO):
                return None
            if preposition in ("into", "in", "in to") and not (
                self._fitting(term, "Fillable") or self._fitting(term, "Receptacle")
            ):
                return None
            predicate = "holding" if out else "facing"
            parts.append(Compound("Y", (some_([Proposition(predicate, (one,)) for one in fitting]),)))
        return all_(parts)

    # -- what is the case

    def state(
        self, adjective: str, thing: NounTerm, places: Sequence[tuple[str, NounTerm]] = ()
    ) -> Sequence[Formula]:
        if places or adjective not in _STATES:
            return []
        predicate, positive = _STATES[adjective]
        if predicate == "open" and not self._fitting(thing, "Openable"):
            predicate = "on"  # a tap that is open runs
        fitting = self._fitting(thing, _KIND_OF[predicate])
        if not fitting:
            return []
        fact: Formula = Proposition(predicate, (fitting[0],))
        if not positive:
            return [all_([Compound("!", (Proposition(predicate, (one,)),)) for one in fitting])]
        return [fact if len(fitting) == 1 else some_([Proposition(predicate, (one,)) for one in fitting])]

    def relation(self, preposition: str, thing: NounTerm, place: NounTerm) -> Sequence[Formula]:
        if preposition not in ("in", "inside", "inside of", "on", "on top of", "onto", "into", "upon"):
            return []
        things, places = self._fitting(thing, ""), self._fitting(place, "Receptacle")
        if set(thing.kind.members) <= set(LIQUIDS):
            vessels = self._fitting(place, "Fillable")
            return (
                [some_([Proposition("contains", (one, thing.symbol)) for one in vessels])] if vessels else []
            )
        if not things or not places:
            return []
        return [some_([Proposition("in", (things[0], one)) for one in places])]

    def doing(self, stative: str, thing: NounTerm) -> Sequence[Formula]:
        predicate, kind = ("facing", "") if stative == "facing" else ("holding", "Pickupable")
        things = self._fitting(thing, kind)
        return [some_([Proposition(predicate, (one,)) for one in things])] if things else []

    def at(self, preposition: str, place: NounTerm) -> Sequence[Formula]:
        return []

    def effect(self, event: Formula, terms: Sequence[NounTerm]) -> Formula | None:
        return _EFFECTS.get(str(event))

    def still_there(
        self,
        effect: Formula,
        then: Formula,
        every: Sequence[tuple[str, str]],
        some: Sequence[tuple[str, str]],
    ) -> Formula | None:
        return effect  # the kinds of things are known here, and not what a state can be

    def touching(self, thing: NounTerm) -> Formula | None:
        return None  # what it is to touch a thing that is held, faced or poured upon is not one question

    def related(self, predicate: str, one: NounTerm, other: NounTerm) -> bool:
        return False  # each fact of two things is said with both

    def lasts(self, event: Formula) -> bool:
        return isinstance(event, Proposition) and event.name in ("slice", "break", "cook", "use_up")

    def at_first(self, formula: Formula) -> bool | None:
        return None  # the kinds of things are known here, and not how a room is

    def fixed(self, formula: Formula) -> bool:
        return False

    def with_another(self, event: Proposition, at: int, term: NounTerm) -> Proposition | None:
        return None  # what can be done to which kind is asked of its verb

    def undoings(self, event: Proposition, terms: Sequence[NounTerm]) -> Sequence[Undoing]:
        return []  # nothing is done to more than one thing

    def opposite(self, verb: str) -> Sequence[str]:
        action = _VERBS.get(verb)
        for one, other in (*_UNDOES, *((b, a) for a, b in _UNDOES)):
            if one == action:
                return [next(verb for verb, known in _VERBS.items() if known == other)]
        return []


_VAGUE = frozenset(["room", "table", "top", "bottle of", "side", "dog", "hand", "house", "light", "alarm", "credit",
    "key", "dish",
                    "scrub", "spray", "tissue", "toilet", "towel", "wine", "garbage", "shower", "laundry", "desk",
                    "dining", "coffee",
                    "floor", "stove", "can", "unit", "decor", "stand", "holder", "hanger", "arm", "baseball",
                    "basket",
                    "tennis", "sliced", "cracked", "shelving", "paper", "counter", "cell", "remote", "control",
                    "vacuum",
                    "cleaner", "watering", "aluminum", "butter", "head", "glass", "curtain", "door", "bar", "roll",
                    "teddy", "bear",
                    "chain", "card", "bag", "tv", "machine", "clock"]) - {"table"}  # fmt: skip
"""Beginnings and ends of names that say too little to name a thing, or that name another."""
_TYPES = {"food": "Food", "dish": "Dish", "crockery": "Dish",
    "metal": "Metal", "thing": "Pickupable", "object": "Pickupable", "appliance": "Electrical",
    "vessel": "Fillable",
          "container": "Receptacle"}  # fmt: skip


_SORTS = {
    "cutlery": "ButterKnife Fork Knife Spoon",
}
"""Words for several things that are no type."""


def _told_apart(things: Iterable[str]) -> list[str]:
    """Of things that people do not tell apart, the first."""
    listed = list(things)
    return [one for one in listed if not any(one in group[1:] and group[0] in listed for group in TOGETHER)]


def _words(thing: str) -> str:
    return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+", thing)).lower()


def _becomes(fact: Formula) -> Formula:
    return all_([fact, Compound("Y", (Compound("!", (fact,)),))])


def _held(action: str, thing: str) -> Formula:
    """An action on what is held."""
    return all_([Proposition(action, None, True), Compound("Y", (Proposition("holding", (thing,)),))])
