"""What LIBERO's sentences speak of: which thing a phrase means, by its words and by where things are in the picture.

*The left plate*, *the bowl next to the ramekin*, *the top drawer of the cabinet*, *it*: `named` writes a sentence
again with the names of a problem in their place (*put porcelain_mug_1 on plate_1*), which any reader of goals reads.
Every word is accounted for, or there is no such sentence. The words were made on libero_90's sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import dist
from typing import TypeAlias

from clamp_worlds.libero.domain import CABINETS, DOORED, RACKS, STOVES, TABLES, Cast, label

Box: TypeAlias = tuple[float, float, float, float]
Things: TypeAlias = tuple[str, ...]

ALSO: Mapping[str, tuple[str, ...]] = {
    "chefmate_8_frypan": ("frying pan", "pan"),
    "cookies": ("cookie", "cookies box", "cookie box"),
    "desk_caddy": ("caddy",),
    "porcelain_mug": ("white mug",),
    "red_coffee_mug": ("red mug",),
    "libero_mug_yellow": ("yellow mug", "mug"),
    "libero_mug_green": ("green mug", "mug"),
    "white_yellow_mug": ("yellow and white mug", "white and yellow mug", "yellow white mug"),
    "wooden_two_layer_shelf": ("cabinet shelf", "shelf", "cabinet"),
    **dict.fromkeys(CABINETS, ("drawer", "drawers", "cabinet")),
    **dict.fromkeys(STOVES, ("stove",)),
    **dict.fromkeys(RACKS, ("rack",)),
}
"""Category -> what people call it besides its own words."""

PACKED = ("box", "bottle", "can", "carton", "package", "pack", "jar")
"""*Cream cheese box* is the cream cheese."""

_LEVELS = {"top": "top", "upper": "top", "middle": "middle", "bottom": "bottom", "lower": "bottom"}
_SIDES = ("left", "right", "front", "back")
_PREPOSITIONS: Mapping[tuple[str, ...], str] = {
    ("on", "top", "of"): "top",
    ("on", "the", "top", "of"): "top",
    ("onto", "the", "top", "of"): "top",
    ("on",): "on",
    ("onto",): "on",
    ("in",): "in",
    ("into",): "in",
    ("inside",): "in",
    ("to",): "in",
    ("under",): "under",
}
_PUT = ("put", "place", "stack", "set", "push", "move")
_PUT_ALONE = tuple((one,) for one in _PUT)
_PICK = (("pick", "up"), ("pick",), ("take",), ("grab",), ("lift", "up"), ("lift",), ("get",))
_SWITCH: Mapping[tuple[str, ...], str] = {
    ("open",): "open",
    ("close",): "close",
    ("shut",): "close",
    ("turn", "on"): "turn on",
    ("switch", "on"): "turn on",
    ("turn", "off"): "turn off",
    ("switch", "off"): "turn off",
}
_PRONOUNS = ("it", "them")
_OF = "@"
"""What *'s* is read as."""
_ODDS, _FEW = 9.0, 0.02
"""Of two things, the one that a phrase says to be somewhere is there by odds so many times as good; worse odds than the
second count as these."""
_SAID = 0.1
"""Less probably than this nothing is where a phrase has it: it is not meant so."""
_NEARER = 0.8
"""What is next to something is nearer than any other by this factor."""


@dataclass(frozen=True)
class Sighted:
    """What is known of where things are.

    Attributes:
        boxes: x0, y0, x1, y1 of what is seen in the picture from the front, in any unit.
        holds: How probable it is that a thing is in or on a place.
    """

    boxes: Mapping[str, Box] = field(default_factory=dict[str, Box])
    holds: Callable[[str, str], float] = lambda thing, place: 0.0

    def foot(self, name: str) -> tuple[float, float]:
        """The middle of a box's lower edge: where a thing stands."""
        x0, _, x1, y1 = self.boxes[name]
        return ((x0 + x1) / 2, y1)


@dataclass(frozen=True)
class Named:
    """A sentence with the names of a problem.

    Attributes:
        text: The sentence; ``None`` where it could not be made.
        areas: The areas that it names.
        why: Why there is none: what it may mean, if it may mean several things; empty where its words are not known.
    """

    text: str | None
    areas: Things = ()
    why: str = ""


def named(sentence: str, cast: Cast, sighted: Sighted, areas: Collection[str] = ()) -> Named:
    """Write a sentence with the names of a problem.

    Args:
        cast: Who can be named; its areas are left out of account.
        areas: Names of rectangles on a table, such as ``main_table_stove_front_region``.
    """
    plain = re.sub(r"(?<=[a-z])['’]s\b", f" {_OF} ", sentence.lower())
    words = re.findall(rf"[a-z0-9]+|,|{_OF}", plain)
    reader = _Reader(cast, sighted, tuple(areas))
    found = {tuple(dict.fromkeys(one)) for one in reader.sentence(tuple(words), ())}
    if len(found) == 1:
        orders = found.pop()
        used = tuple(one for one in areas if any(one in order.split() for order in orders))
        return Named(" and ".join(orders), used)
    if found:
        listed = "; ".join(sorted(" and ".join(one) for one in found))
        return Named(None, why=f"It may mean several things: {listed}.")
    return Named(None, why=" ".join(dict.fromkeys(reader.doubts)))


Orders: TypeAlias = tuple[str, ...]


class _Reader:
    """Reads one sentence; every method takes words and gives all ways to read all of them."""

    def __init__(self, cast: Cast, sighted: Sighted, areas: Things) -> None:
        self.cast, self.sighted, self.areas = cast, sighted, areas
        self.doubts: list[str] = []
        self.wholes = [one for one, kind in cast.types.items() if one not in cast.whole and kind != "area"]
        self.names = {one: self._names(one) for one in self.wholes}

    def _names(self, name: str) -> set[tuple[str, ...]]:
        own = label(name)
        found = {own, *ALSO.get(self.cast.types[name], ())}
        return {tuple(one.split()) for one in found}

    # -- clauses -----------------------------------------------------------------------------------

    def sentence(self, words: tuple[str, ...], before: Things) -> Iterator[Orders]:
        """Orders, one after the other; `before` are the things that *it* may stand for."""
        for orders, spoken in self.clause(words, before):
            yield orders
            del spoken
        for cut, word in enumerate(words):
            if word in ("and", ",", "then"):
                rest = words[cut + 1 :]
                while rest and rest[0] in ("and", "then", ","):
                    rest = rest[1:]
                for orders, spoken in self.clause(words[:cut], before):
                    for more in self.sentence(rest, spoken):
                        yield (*orders, *more)
                    if words[:1] in _PUT_ALONE and rest and rest[0] not in (*_PUT, *_PRONOUNS):
                        for more in self.sentence((*words[:1], *rest), ()):  # the verb counts for both
                            yield (*orders, *more)

    def clause(self, words: tuple[str, ...], before: Things) -> Iterator[tuple[Orders, Things]]:
        for verb, order in _SWITCH.items():
            if words[: len(verb)] == verb:
                for thing in self.one(words[len(verb) :], before):
                    if self.switches(order, thing):
                        yield (f"{order} {thing}",), (thing,)
        if len(words) > 2 and words[-1] in ("on", "off") and words[0] in ("turn", "switch"):
            yield from self.clause((words[0], words[-1], *words[1:-1]), before)
        for verb in _PICK:
            if words[: len(verb)] == verb:
                for things in self.things(words[len(verb) :], before):
                    yield (), things
        if words and words[0] in _PUT:
            yield from self.put(words[1:], before)
            if before and any(words[1 : 1 + len(one)] == one for one in _PREPOSITIONS):
                yield from self.put(("it", *words[1:]), before)  # pick it up and put [it] there

    def switches(self, order: str, thing: str) -> bool:
        """Whether a thing can be opened, or turned on; of a cabinet it is to be said which drawer."""
        kind = self.cast.types[thing]
        if order.startswith("turn"):
            return kind in STOVES
        inner = [
            one
            for one, whole in self.cast.whole.items()
            if whole == thing and self.cast.types[one] == "drawer"
        ]
        if inner:
            self.doubts.append(f"{order} {thing} may mean {' or '.join(inner)}.")
        return kind == "drawer" or kind in DOORED

    def put(self, words: tuple[str, ...], before: Things) -> Iterator[tuple[Orders, Things]]:
        """*X on Y*: wherever a preposition may part them."""
        if words[-1:] == ("inside",) or words[-1:] == ("in",):
            for things in self.things(words[:-1], before):
                for place in before[-1:]:
                    for relation, target in self.target("in", place):
                        yield self.orders(things, relation, target), things
        for cut in range(1, len(words)):
            for preposition, kind in _PREPOSITIONS.items():
                if words[cut : cut + len(preposition)] != preposition:
                    continue
                rest = words[cut + len(preposition) :]
                if kind == "in" and preposition == ("to",) and rest[1:2] and rest[1] in _SIDES:
                    continue
                for things in self.things(words[:cut], before):
                    for place in self.one(rest, before):
                        for relation, target in self.target(kind, place):
                            if target not in things:
                                # What carries something else is put down with it.
                                moved = (
                                    things if len(things) == 1 or "them" not in words[:cut] else things[-1:]
                                )
                                yield self.orders(moved, relation, target), (*moved, place)
            for things in self.beside(words, cut, before):
                yield things

    def beside(self, words: tuple[str, ...], cut: int, before: Things) -> Iterator[tuple[Orders, Things]]:
        """*X to the right of Y*: an area of the table."""
        for pattern in (
            ("to", "the", None, "of"),
            ("at", "the", None, "of"),
            ("in", None, "of"),
            ("on", "the", None, "of"),
        ):
            here = words[cut : cut + len(pattern)]
            if len(here) < len(pattern) or any(
                a is not None and a != b for a, b in zip(pattern, here, strict=True)
            ):
                continue
            side = here[pattern.index(None)]
            if side not in _SIDES:
                continue
            for things in self.things(words[:cut], before):
                for place in self.one(words[cut + len(pattern) :], before):
                    fits = [one for one in self.areas if self._is_area(one, place, side)]
                    if len(fits) == 1:
                        yield self.orders(things, "on", fits[0]), things
                    else:
                        self.doubts.append(f"No place is known {side} of {place}.")

    def _is_area(self, area: str, place: str, side: str) -> bool:
        words = area.split("_")
        if side not in words or "init" in words:
            return False
        before = words[: words.index(side)]
        own = self.cast.types[place].split("_")
        return any(before[-n:] == own[-n:] for n in range(1, len(own) + 1))

    @staticmethod
    def orders(things: Things, relation: str, target: str) -> Orders:
        return tuple(f"put {thing} {relation} {target}" for thing in things)

    def target(self, kind: str, place: str) -> Iterator[tuple[str, str]]:
        """Relation and place in the domain's words for *on*, *in*, *on top of* or *under* a thing."""
        types = self.cast.types
        own_type = types[place]
        parts = {
            one.removeprefix(f"{place}_"): one for one, whole in self.cast.whole.items() if whole == place
        }
        if own_type == "drawer":
            if kind == "in":
                yield "in", place
            if kind == "top":
                yield from self.target("top", self.cast.whole[place])
            return
        if own_type in ("compartment", "top"):
            yield ("on" if own_type == "top" else "in"), place
            return
        two_layers = own_type == "wooden_two_layer_shelf"
        if two_layers and kind == "on" and "top_region" in parts:
            yield "in", parts["top_region"]
        elif two_layers and kind == "under" and "bottom_region" in parts:
            yield "in", parts["bottom_region"]
        elif kind in ("on", "top") and "top_side" in parts:
            yield "on", parts["top_side"]
        elif kind in ("on", "in", "top"):
            inner = [one for one in parts.values() if types[one] in ("top", "compartment")]
            if kind == "in":
                inner = [one for one in inner if types[one] == "compartment"] or inner
            if len(inner) == 1:
                yield ("on" if types[inner[0]] == "top" else "in"), inner[0]
            elif not parts:
                yield "on", place

    # -- noun phrases ------------------------------------------------------------------------------

    def one(self, words: tuple[str, ...], before: Things) -> Iterator[str]:
        for found in self.things(words, before):
            if len(found) == 1:
                yield found[0]

    def things(self, words: tuple[str, ...], before: Things) -> Iterator[Things]:
        """One thing, or several that are coordinated."""
        if words[:1] and words[0] in _PRONOUNS:
            if len(words) == 1 and before:
                yield before if words[0] == "them" else before[-1:]
            return
        both = words[:1] == ("both",)
        if both:
            words = words[1:]
            bare = tuple(word for word in words if word not in ("the", "of"))
            found = (
                self.called((*bare[:-1], bare[-1].removesuffix("s")))
                if bare and bare[-1].endswith("s")
                else ()
            )
            if len(found) == 2:
                yield found
        single = self.phrase(words)
        if single and not both:
            yield single
        for cut, word in enumerate(words):
            if word == "and":
                left, right = self.phrase(words[:cut]), self.phrase(words[cut + 1 :])
                if left and right and left != right:
                    yield (*left, *right)

    def phrase(self, words: tuple[str, ...]) -> Things:
        """The thing that a noun phrase means; nothing where it means none, or it is not known which."""
        words = words[1:] if words[:1] and words[0] in ("the", "a", "an") else words
        if not words:
            return ()
        if _OF in words:  # the cabinet's middle drawer
            cut = words.index(_OF)
            return self.phrase((*words[cut + 1 :], "of", *words[:cut]))
        if part := self.part(words):
            return part
        for cut in range(len(words), 0, -1):
            head, modifier = words[:cut], words[cut:]
            found = self.called(head)
            side = ""
            if not found and head[0] in (*_SIDES, "middle"):
                side, found = head[0], self.called(head[1:])
            if not found:
                continue
            if side:
                found = self.at_side(found, side)
            if modifier:
                found = self.modified(found, modifier)
            if len(found) == 1:
                return found
            if len(found) > 1:
                self.doubts.append(f"{' '.join(words)!r} may be {' or '.join(found)}.")
        return ()

    def called(self, words: tuple[str, ...]) -> Things:
        """What is called so, by all its words before it is called so by some."""
        if not words:
            return ()
        for said in (words, words[:-1] if words[-1] in PACKED else ()):
            exact = tuple(one for one in self.wholes if said in self.names[one])
            if exact:
                return exact
            some = tuple(
                one
                for one in self.wholes
                if any(said and said[-1] == name[-1] and {*said} <= {*name} for name in self.names[one])
            )
            if some:
                return some
        return ()

    def part(self, words: tuple[str, ...]) -> Things:
        """*Top drawer of the cabinet*, *back compartment of the caddy*."""
        level = _LEVELS.get(words[0])
        if level and words[1:2] and words[1] in ("drawer", "layer"):
            name = f"{level}_region"
        elif words[0] in _SIDES and words[1:2] == ("compartment",):
            name = f"{words[0]}_contain_region"
        else:
            return ()
        rest = words[2:]
        if not rest:
            wholes: Things = tuple(self.wholes)
        elif rest[0] in ("of", "in", "on"):
            wholes = self.phrase(rest[1:])
        else:
            return ()
        found = tuple(f"{whole}_{name}" for whole in wholes if f"{whole}_{name}" in self.cast.types)
        if level:
            found = tuple(one for one in found if self.cast.types[one] == "drawer")
        if len(found) > 1:
            self.doubts.append(f"{' '.join(words)!r} may be {' or '.join(found)}.")
        return found if len(found) == 1 else ()

    # -- where -------------------------------------------------------------------------------------

    def modified(self, found: Things, words: tuple[str, ...]) -> Things:
        """Those of which a modifier is true: *on the left*, *next to the plate*, *in the top drawer*."""
        text = " ".join(words)
        if side := re.fullmatch(r"(?:on|at|to|in|from) the (left|right|front|back|middle)(?: side)?", text):
            return self.at_side(found, side[1])
        if re.fullmatch(r"(?:from|at|in|on) (?:the )?(?:table center|(?:center|middle) of the table)", text):
            return self.central(found)
        if words[0] == "between":
            for cut, word in enumerate(words):
                if word == "and":
                    left, right = self.phrase(words[1:cut]), self.phrase(words[cut + 1 :])
                    if left and right:
                        return self.between(found, left[0], right[0])
            return ()
        for preposition in (("next", "to"), ("near",), ("beside",), ("close", "to")):
            if words[: len(preposition)] == preposition:
                return self.nearest(found, self.phrase(words[len(preposition) :]))
        for preposition, kind in _PREPOSITIONS.items():
            if words[: len(preposition)] == preposition and kind != "under":
                for place in self.phrase(words[len(preposition) :]):
                    return self.resting(found, kind, place)
        if words[0] == "from":
            for place in self.phrase(words[1:]):
                return self.resting(found, "on", place) or self.resting(found, "in", place)
        return ()

    def resting(self, found: Things, kind: str, place: str) -> Things:
        """The one that is there: the phrase says that one is, so they are held against each other."""
        targets = [target for _, target in self.target(kind, place)] or [place]
        if len(found) == 1:
            there = max(self.sighted.holds(found[0], target) for target in targets)
            return found if there >= _SAID else ()
        odds = {
            one: p / (1 - p)
            for one in found
            for p in (min(max(max(self.sighted.holds(one, target) for target in targets), 1e-6), 1 - 1e-6),)
        }
        first, second = sorted(found, key=lambda one: odds[one], reverse=True)[:2]
        return (first,) if odds[first] >= _ODDS * max(odds[second], _FEW) else found

    def at_side(self, found: Things, side: str) -> Things:
        if len(found) < 2 or not all(one in self.sighted.boxes for one in found):
            return found
        feet = {one: self.sighted.foot(one) for one in found}
        if side == "middle":
            spread = [
                max(foot[axis] for foot in feet.values()) - min(foot[axis] for foot in feet.values())
                for axis in (0, 1)
            ]
            order = sorted(found, key=lambda one: feet[one][0 if spread[0] > spread[1] else 1])
            return (order[len(order) // 2],) if len(order) % 2 else found
        axis, sign = {"left": (0, 1), "right": (0, -1), "back": (1, 1), "front": (1, -1)}[side]
        order = sorted(found, key=lambda one: sign * feet[one][axis])
        return (order[0],)

    def central(self, found: Things) -> Things:
        """Nearest to the middle of what is seen of the table."""
        table = next(
            (one for one in self.wholes if self.cast.types[one] in TABLES and one in self.sighted.boxes), None
        )
        if table is None:
            return found
        x0, y0, x1, y1 = self.sighted.boxes[table]
        return self.least(found, lambda one: dist(self._foot(one), ((x0 + x1) / 2, (y0 + y1) / 2)))

    def nearest(self, found: Things, place: Things) -> Things:
        """Nearest to what one phrase means."""
        if len(place) != 1:
            return ()
        foot = self._foot(place[0])
        return self.least(found, lambda one: dist(self._foot(one), foot))

    def between(self, found: Things, left: str, right: str) -> Things:
        a, b = self._foot(left), self._foot(right)
        others = tuple(one for one in found if one not in (left, right))
        return self.least(
            others, lambda one: dist(self._foot(one), a) + dist(self._foot(one), b) - dist(a, b)
        )

    def _foot(self, name: str) -> tuple[float, float]:
        return self.sighted.foot(name) if name in self.sighted.boxes else (float("inf"), float("inf"))

    def least(self, found: Things, measure: Callable[[str], float]) -> Things:
        """The one of which a measure is clearly least; all where it is not clear."""
        if len(found) < 2:
            return found
        order: Sequence[str] = sorted(found, key=measure)
        return (order[0],) if measure(order[0]) <= _NEARER * measure(order[1]) else found
