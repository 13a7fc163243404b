"""How people speak of AI2-THOR: what *close the faucet* or *pour water onto the laptop* is to its controller."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified
from clamp.planning.rules.sentences import Meaning
from clamp.worlds.ai2thor.kinds import KINDS, LIQUIDS, thing_of

_VERSION = 1

_VERBS: dict[str, str] = {
    **dict.fromkeys(("turn on", "switch on", "toggle on", "start", "light"), "turn_on"),
    **dict.fromkeys(("activate", "power on", "ignite"), "turn_on"),
    **dict.fromkeys(("turn off", "switch off", "toggle off", "shut off", "stop", "extinguish"), "turn_off"),
    **dict.fromkeys(("power off", "deactivate", "blow out", "put out"), "turn_off"),
    "open": "open",
    **dict.fromkeys(("close", "shut"), "close"),
    **dict.fromkeys(("pick up", "pick", "take", "take out", "remove", "grab", "lift", "retrieve", "take away",
                     "pick out"), "pick"),
    **dict.fromkeys(("put", "place", "put down", "set", "set down", "put back", "lay", "store"), "put"),
    "drop": "drop",
    **dict.fromkeys(("throw", "toss"), "throw"),
    **dict.fromkeys(("break", "smash", "shatter"), "break"),
    **dict.fromkeys(("slice", "cut"), "slice"),
    **dict.fromkeys(("cook", "heat", "boil", "fry", "heat up"), "cook"),
    "dirty": "dirty",
    **dict.fromkeys(("clean", "wash", "rinse", "wipe"), "clean"),
    **dict.fromkeys(("fill", "fill up"), "fillLiquid"),
    **dict.fromkeys(("empty", "drain"), "emptyLiquid"),
    "pour": "pour",
    **dict.fromkeys(("find", "go to", "approach", "walk to"), "find"),
}  # fmt: skip
_STATES = {
    "on": ("on", True), "off": ("on", False), "open": ("open", True), "closed": ("open", False),
    "shut": ("open", False),
    "broken": ("broken", True), "intact": ("broken", False), "dirty": ("dirty", True), "clean": ("dirty", False),
    "filled": ("filled", True), "full": ("filled", True), "empty": ("filled", False), "wet": ("wet", True),
    "dry": ("wet", False), "cooked": ("cooked", True), "raw": ("cooked", False), "sliced": ("sliced", True),
    "turned on": ("on", True), "turned off": ("on", False), "switched on": ("on", True), "switched off": ("on", False),
    "lit": ("on", True),
}  # fmt: skip
_KIND_OF = {"on": "Toggleable", "open": "Openable", "broken": "Breakable", "dirty": "Dirtyable", "filled": "Fillable",
            "cooked": "Cookable", "sliced": "Sliceable", "wet": ""}  # fmt: skip
_NEEDS = {
    "pick": "Pickupable", "open": "Openable", "close": "Openable", "turn_on": "Toggleable", "turn_off": "Toggleable",
    "break": "Breakable", "slice": "Sliceable", "cook": "Cookable", "dirty": "Dirtyable", "clean": "Dirtyable",
    "emptyLiquid": "Fillable",
}  # fmt: skip
_TOGETHER = (("Sink", "SinkBasin"), ("Bathtub", "BathtubBasin"), ("StoveBurner", "StoveKnob"))
"""Things that people do not tell apart."""
_PLACE = r"(?:in\s+to|into|in|on\s+to|onto|on|inside|under|at|over|to|from|out\s+of|off|of|with)"


class AI2ThorWording:
    """See `clamp.planning.rules.sentences.Wording`.

    Args:
        things: The kinds of things that are there; nothing else is known.
    """

    def __init__(self, things: Iterable[str]) -> None:
        self._things = frozenset(things)

    def identity(self) -> str:
        return f"ai2thor {_VERSION} {' '.join(sorted(self._things))}"

    def verbs(self) -> Iterable[str]:
        return _VERBS

    def thing(self, words: str) -> bool:
        return bool(self._find(words))

    def action(self, verb: str, words: str) -> Sequence[Meaning]:
        found = self._action(_VERBS[verb], words) if verb in _VERBS else None
        return [] if found is None else [found]

    def opposite(self, verb: str, words: str) -> Sequence[Meaning]:
        done = {"close": "open", "open": "close", "turn_off": "turn_on", "turn_on": "turn_off", "pick": "put",
                "emptyLiquid": "fillLiquid", "clean": "dirty"}.get(_VERBS.get(verb, ""))  # fmt: skip
        object_ = re.split(rf"\b{_PLACE}\b", words, maxsplit=1, flags=re.I)[0]
        found = None if done is None else self._action(done, object_)
        return [] if found is None else [found]

    def state(self, thing: str, adjective: str) -> Sequence[Meaning]:
        things, word = self._find(thing), " ".join(adjective.lower().split())
        if not things:
            return []
        if word in _STATES:
            predicate, positive = _STATES[word]
            if predicate == "open" and not any(one in KINDS["Openable"] for one in things):
                predicate = "on"  # a tap that is open runs
            kind = _KIND_OF[predicate]
            fitting = [one for one in things if not kind or one in KINDS[kind]]
            facts: list[Formula] = [Proposition(predicate, (one,)) for one in fitting]
            if not facts:
                return []
            return [
                Meaning(
                    _some(facts) if positive else Compound("!", (_some(facts),)),
                    f"the {fitting[0]} is {word}",
                )
            ]
        inside = re.fullmatch(rf"(?P<p>{_PLACE})\s+(?P<t>.+)", word)
        if inside is not None and inside["p"] in ("in", "on", "inside", "onto", "into"):
            places = [one for one in self._find(inside["t"]) if one in KINDS["Receptacle"]]
            if places:
                pairs: list[Formula] = [
                    Proposition("in", (one, other)) for one in things[:1] for other in places
                ]
                return [Meaning(_some(pairs), f"the {things[0]} is {inside['p']} the {places[0]}")]
        return []

    def _find(self, words: str) -> list[str]:
        """The things that words name, those that are not told apart together."""
        noun = re.sub(r"^(?:(?:the|a|an|any|all|every|each|your|some)\s+)+", "", words.strip(), flags=re.I)
        noun = re.sub(
            r"^(?:piece|slice|sheet|bottle|roll|bar|door|surface|outlet|inside|switch)\s+of\s+(?:the\s+)?",
            "",
            noun,
            flags=re.I,
        )
        noun = re.sub(
            r"^(?:turned-on|turned-off|hot|open|closed|lit|burning|dirty|empty|full|filled|fresh)\s+",
            "",
            noun,
            flags=re.I,
        )
        noun = (
            re.sub(r"(?<=\w)'s\s+(?:door|lid|surface)$|\s+(?:door|lid)$", "", noun)
            if thing_of(noun) is None
            else noun
        )
        found = thing_of(noun)
        if found is None:
            return []
        group = next((one for one in _TOGETHER if found in one), (found,))
        if found in group[1:]:
            group = (found, *(one for one in group if one != found))
        return [one for one in group if one in self._things]

    def _action(self, action: str, words: str) -> Meaning | None:
        if action == "pour":
            return self._poured(words)
        if action in ("drop", "throw", "put"):
            return self._let_go(action, words)
        if action == "fillLiquid":
            return self._filled(words)
        object_, *rest = re.split(rf"\s+(?={_PLACE}\s)|\s+(?:up|down|out|away)$", words.strip(), flags=re.I)
        things = self._find(object_)
        where = " ".join(one for one in rest if one)
        if not things or (where and action != "pick"):
            return None  # with what, or where, is no part of these actions
        if where:
            places = self._place(where)
            source = re.match(r"(?:from|out\s+of|off|in|inside|on)\b", where, re.I)
            if not places or source is None or things[0] not in KINDS["Pickupable"]:
                return None
            was: list[Formula] = [Proposition("in", (things[0], place)) for place in places]
            done = Proposition("pick", (things[0],), True)
            there = Compound("Y", (_some(was),))
            return Meaning(
                Compound("&", (done, there)), f"pick the {things[0]} out of or off the {places[0]}"
            )
        if action in ("open", "close") and not any(one in KINDS["Openable"] for one in things):
            action = {"open": "turn_on", "close": "turn_off"}[action]  # *close the faucet*
        return self._plain(action, things)

    def _plain(self, action: str, things: Sequence[str]) -> Meaning | None:
        kind = _NEEDS.get(action)
        fitting = [one for one in things if kind is None or one in KINDS[kind]]
        if not fitting:
            return None
        said = f"{action.replace('_', ' ').replace('emptyLiquid', 'empty')} the {fitting[0]}"
        done: list[Formula] = [Proposition(action, (one,), True) for one in fitting]
        if action == "cook":  # a stove cooks, too
            facts: list[Formula] = [Proposition("cooked", (one,)) for one in fitting]
            became = Compound("&", (_some(facts), Compound("Y", (Compound("!", (_some(facts),)),))))
            return Meaning(Compound("|", (_some(done), became)), said)
        if action == "emptyLiquid":
            poured = [_held("pour", one) for one in fitting if one in KINDS["Pickupable"]]
            return Meaning(_some([*done, *poured]), said)
        return Meaning(_some(done), said)

    def _let_go(self, action: str, words: str) -> Meaning | None:
        object_, *rest = re.split(rf"\s+(?={_PLACE}\s)", words.strip(), flags=re.I)
        object_ = re.sub(r"\s+(?:down|away|back)$", "", object_, flags=re.I)
        things = [one for one in self._find(object_) if one in KINDS["Pickupable"]]
        if not things:
            return None
        where = " ".join(rest)
        if where and action != "put":
            found = re.fullmatch(rf"{_PLACE}\s+(?P<t>.+)", where, re.I)
            aims = [] if found is None else self._find(found["t"])
            if not aims:
                return None
            facing: list[Formula] = [Proposition("facing", (one,)) for one in aims]
            aimed = Compound("&", (_held(action, things[0]), Compound("Y", (_some(facing),))))
            return Meaning(aimed, f"{action} the {things[0]} at or onto the {aims[0]}")
        if not where:
            actions = ("put", "drop") if action == "put" else (action,)
            held = [_held(one, things[0]) for one in actions]
            return Meaning(_some(held), f"{action}{' down' if action == 'put' else ''} the {things[0]}")
        places = self._place(where)
        if not places:
            return None
        done: list[Formula] = [
            Compound(
                "&",
                (Proposition("put", (place,), True), Compound("Y", (Proposition("holding", (things[0],)),))),
            )
            for place in places
        ]
        return Meaning(_some(done), f"put the {things[0]} in or on the {places[0]}")

    def _place(self, words: str) -> list[str]:
        """The receptacles that *into the sink* names."""
        found = re.fullmatch(rf"{_PLACE}\s+(?:(?:top|the\s+top)\s+of\s+)?(?P<t>.+)", words.strip(), re.I)
        if found is None:
            return []
        noun = re.sub(r"^(?:the\s+)?(?:outlet|spout|nozzle|top|inside)\s+of\s+", "", found["t"], flags=re.I)
        return [one for one in self._find(noun) if one in KINDS["Receptacle"]]

    def _filled(self, words: str) -> Meaning | None:
        found = re.fullmatch(
            rf"(?P<t>.+?)(?:\s+(?:up\s+)?with\s+(?:some\s+|the\s+)?(?P<l>{'|'.join(LIQUIDS)}))?",
            words.strip(),
            re.I,
        )
        if found is None:
            return None
        things = [one for one in self._find(found["t"]) if one in KINDS["Fillable"]]
        if not things:
            return None
        liquid = found["l"].lower() if found["l"] else "*"
        said = f"fill the {things[0]}" + (f" with {liquid}" if liquid != "*" else "")
        return Meaning(Proposition("fillLiquid", (things[0], liquid), True), said)

    def _poured(self, words: str) -> Meaning | None:
        liquids = "|".join((*LIQUIDS, "liquids?", "anything"))
        found = re.fullmatch(
            rf"(?:(?:the\s+|any\s+|some\s+)?(?P<l>{liquids})\s*)?(?:(?:from|out\s+of)\s+(?P<v>.+?)\s*)?"
            r"(?:(?P<p>on\s+to|onto|on|into|in|over|at)\s+(?P<t>.+))?",
            words.strip(),
            re.I,
        )
        if found is None:
            return None
        parts: list[Formula] = [Proposition("pour", None, True)]
        said = "pour"
        liquid = (found["l"] or "").lower()
        if liquid in LIQUIDS:
            full = Compound("&", (Proposition("holding", ("?v",)), Proposition("contains", ("?v", liquid))))
            parts.append(Compound("Y", (Quantified(False, (("?v", "Fillable"),), full),)))
            said += f" {liquid}"
        for key, predicate in (("v", "holding"), ("t", "facing")):
            if found[key]:
                things = self._find(found[key])
                if not things or (key == "v" and things[0] not in KINDS["Pickupable"]):
                    return None
                inside = key == "t" and found["p"].lower() in ("into", "in")
                if inside and not any(things[0] in KINDS[kind] for kind in ("Fillable", "Receptacle")):
                    return None
                parts.append(Compound("Y", (_some([Proposition(predicate, (one,)) for one in things]),)))
                said += f" {'from' if key == 'v' else 'onto'} the {things[0]}"
        return Meaning(parts[0] if len(parts) == 1 else _all(parts), said)


def _held(action: str, thing: str) -> Formula:
    """An action on what is held."""
    done = Proposition(action, None, True)
    return Compound("&", (done, Compound("Y", (Proposition("holding", (thing,)),))))


def _some(parts: Sequence[Formula]) -> Formula:
    found = parts[0]
    for one in parts[1:]:
        found = Compound("|", (found, one))
    return found


def _all(parts: Sequence[Formula]) -> Formula:
    found = parts[0]
    for one in parts[1:]:
        found = Compound("&", (found, one))
    return found
