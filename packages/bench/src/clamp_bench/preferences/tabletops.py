"""LIBERO's tabletops in the preferences benchmark: eight of its scenes, doors opened and stoves lit at random.

Only CLAMP's planning domain for LIBERO is used, so LIBERO need not be installed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from clamp.planning import Problem
from clamp_bench.preferences.wanted import WantedTask, by_template
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.domain import (
    CABINETS,
    DOORED,
    DRAWERS,
    RACKS,
    STOVES,
    TABLES,
    VESSELS,
    Cast,
    label,
    problem,
    region_type,
)

SCENES: Mapping[str, tuple[str, Sequence[str]]] = {
    "libero_goal": (
        "table",
        (
            "wooden_cabinet",
            "flat_stove",
            "wine_rack",
            "akita_black_bowl",
            "cream_cheese",
            "wine_bottle",
            "plate",
        ),
    ),
    "KITCHEN_SCENE4": ("kitchen_table", ("white_cabinet", "wine_rack", "akita_black_bowl", "wine_bottle")),
    "KITCHEN_SCENE5": ("kitchen_table", ("white_cabinet", "akita_black_bowl", "plate", "ketchup")),
    "KITCHEN_SCENE6": ("kitchen_table", ("microwave", "porcelain_mug", "white_yellow_mug")),
    "KITCHEN_SCENE9": (
        "kitchen_table",
        ("flat_stove", "wooden_two_layer_shelf", "white_bowl", "chefmate_8_frypan"),
    ),
    "KITCHEN_SCENE10": (
        "kitchen_table",
        ("wooden_cabinet", "akita_black_bowl", "butter", "butter", "chocolate_pudding"),
    ),
    "LIVING_ROOM_SCENE2": (
        "living_room_table",
        (
            *("alphabet_soup", "cream_cheese", "tomato_sauce", "ketchup", "orange_juice", "milk", "butter"),
            "basket",
        ),
    ),
    "LIVING_ROOM_SCENE5": (
        "living_room_table",
        ("porcelain_mug", "red_coffee_mug", "white_yellow_mug", "plate", "plate"),
    ),
}
"""LIBERO's scenes: the table, and the categories of what stands there."""

_TABLE = {"table": "main_table"}
"""Tables whose instance is not called after their category."""
_PARTS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(CABINETS, (*DRAWERS, "top_side")),
    **dict.fromkeys(STOVES, ("cook_region",)),
    **dict.fromkeys(DOORED, ("heating_region", "top_side")),
    **dict.fromkeys(RACKS, ("top_region",)),
    **dict.fromkeys(VESSELS, ("contain_region",)),
    "wooden_two_layer_shelf": ("top_side", "top_region", "bottom_region"),
}
_FIXED = frozenset(_PARTS) - VESSELS
_PLATES = frozenset(("plate",))


@dataclass(frozen=True)
class Tabletop:
    """One of LIBERO's scenes, and how it is at first.

    Attributes:
        where: Each movable thing → the table, or the drawer that it is in.
        opened: Drawers and doors.
        lit: Stoves.
    """

    draw: random.Random
    name: str
    where: Mapping[str, str]
    opened: frozenset[str]
    lit: frozenset[str]

    @cached_property
    def cast(self) -> Cast:
        return _cast(self.name)

    @property
    def table(self) -> str:
        return next(name for name in self.cast.fixed if self.cast.types[name] in TABLES)

    @cached_property
    def spots(self) -> list[str]:
        """What things are put on or into without a door."""
        doors, types = self.cast.doors(), self.cast.types
        boxes = [name for name, kind in types.items() if kind in ("top", "compartment") and name not in doors]
        return boxes + [name for name, kind in types.items() if kind in _PLATES]

    @cached_property
    def doors(self) -> Mapping[str, str]:
        """What has a door → the door."""
        return self.cast.doors()

    @property
    def stoves(self) -> list[str]:
        return [name for name, kind in self.cast.types.items() if kind in STOVES]

    def things(self, count: int) -> list[str]:
        """So many of what lies on the table."""
        return self.draw.sample([one for one, where in self.where.items() if where == self.table], count)

    def spot(self, *others: str) -> str:
        return self.draw.choice([one for one in self.spots if one not in others])

    def box(self) -> str:
        """Something with a door, and nothing in its way."""
        return self.draw.choice([box for box in self.doors if box not in self.where.values()])

    def at(self, thing: str, place: str) -> str:
        """The fact that a thing is there, in a rule's words."""
        return f"{self._relation(place)}({thing}, {place})"

    def goal(self, thing: str, place: str) -> str:
        """The same in PDDL."""
        return f"({self._relation(place)} {thing} {place})"

    def _relation(self, place: str) -> str:
        return "in" if self.cast.types[place] in ("compartment", "drawer") else "on"

    def said(self, name: str) -> str:
        """A thing in words, with its number where others are called the same."""
        alike = [one for one in self.cast.types if label(one) == label(name)]
        return f"{label(name)} {name.rpartition('_')[2]}" if len(alike) > 1 else f"the {label(name)}"

    def to(self, place: str) -> str:
        """Where something is put, in words."""
        kind = self.cast.types[place]
        if kind not in ("top", "compartment", "drawer"):
            return f"on {self.said(place)}"
        whole, part = self.cast.whole[place], place.removeprefix(f"{self.cast.whole[place]}_")
        of = self.said(whole)
        if kind == "drawer":
            return f"into the {part.removesuffix('_region')} drawer of {of}"
        if self.cast.types[whole].endswith("shelf"):
            parts = {
                "top_side": "on top of",
                "top_region": "onto the upper board of",
                "bottom_region": "onto the lower board of",
            }
            return f"{parts[part]} {of}"
        if part == "top_side":
            return f"on top of {of}"
        return f"{'onto' if kind == 'top' else 'into'} {of}"

    @property
    def told(self) -> str:
        types = self.cast.types
        doored = dict.fromkeys(self.doors.values())
        facts = [f"{one} is {self._relation(place)} {place}" for one, place in self.where.items()]
        facts += [f"{one} is {'open' if one in self.opened else 'shut'}" for one in doored]
        facts += [f"{one} is {'on' if one in self.lit else 'off'}" for one in self.stoves]
        on = [self.table, *(one for one in types if types[one] == "top" or types[one] in _PLATES)]
        into = [one for one in types if types[one] in ("compartment", "drawer")]
        return (
            "You plan for a robot arm at a table.\n\n"
            "Actions: pick(thing), place_on(thing, place), place_in(thing, container), open(door), close(door), "
            "turn_on(stove), turn_off(stove)\n"
            f"Places: {', '.join(on)}\nContainers: {', '.join(into) or 'none'}\n\nNow:\n"
        ) + "\n".join(facts)

    def system(self, goal: Any) -> Problem:
        atoms: list[Literal] = [(self._relation(place), one, place) for one, place in self.where.items()]
        atoms += [
            ("on", one, self.table) for one, kind in self.cast.types.items() if kind in _PLATES | VESSELS
        ]
        atoms += [("open", one) for one in sorted(self.opened)]
        atoms += [("turned_on", one) for one in sorted(self.lit)]
        return problem("scene", self.cast, atoms, goal)


def _cast(scene: str) -> Cast:
    table, categories = SCENES[scene]
    types = {_TABLE.get(table, table): table}
    for category in categories:
        number = sum(one == category for one in types.values()) + 1
        types[f"{category}_{number}"] = category
    wholes = dict(types)
    for name, category in wholes.items():
        types |= {f"{name}_{part}": region_type(category, part) for part in _PARTS.get(category, ())}
    fixed = frozenset(name for name, kind in wholes.items() if kind in _FIXED | TABLES)
    return Cast(types, fixed)


def _movable(cast: Cast) -> list[str]:
    return [one for one in cast.items if cast.types[one] not in _PLATES | VESSELS]


_NEEDS: Mapping[str, tuple[int, int, int, bool]] = {
    "this-one": (2, 1, 0, False),
    "in-order": (2, 1, 0, False),
    "by-way-of": (1, 2, 0, False),
    "closed-again": (1, 0, 1, False),
    "not-this": (2, 1, 0, False),
    "three-in-order": (3, 1, 0, False),
    "which-place": (1, 2, 0, False),
    "one-after-the-other": (2, 1, 1, False),
    "left-shut": (2, 1, 1, False),
    "last-of-all": (1, 1, 0, True),
}
"""What a template needs: things, spots, things with a door, and whether something that is opened or switched."""


def _suits(scene: str, template: str) -> bool:
    cast = _cast(scene)
    bare = Tabletop(random.Random(0), scene, {}, frozenset(), frozenset())
    things, spots, doors, switched = _NEEDS[template]
    return (
        len(_movable(cast)) >= things
        and len(bare.spots) >= spots
        and len(bare.doors) >= doors
        and bool(not switched or bare.stoves or bare.doors)
    )


def drawn(template: str, draw: random.Random) -> Tabletop:
    """One of the scenes that have what a template needs; one thing is behind a door where it is about that."""
    name = draw.choice([one for one in SCENES if _suits(one, template)])
    empty = Tabletop(draw, name, {}, frozenset(), frozenset())
    where = dict.fromkeys(_movable(empty.cast), empty.table)
    box = draw.choice(list(empty.doors)) if template == "left-shut" else ""
    if box:
        where[draw.choice(list(where))] = box
    doors = [one for one in dict.fromkeys(empty.doors.values()) if one != empty.doors.get(box)]
    some = draw.sample(doors, 1) if doors and draw.random() < 0.5 else []
    if box and empty.cast.types[box] == "drawer":
        some = []  # an open drawer hides those below it
    lit = frozenset(one for one in empty.stoves if draw.random() < 0.5)
    return Tabletop(draw, name, where, frozenset(some), lit)


def _all(*atoms: str) -> str:
    return f"(and {' '.join(atoms)})"


def _any_at(scene: Tabletop, place: str) -> str:
    return f"(or {' '.join(scene.goal(one, place) for one in scene.where)})"


def _this_one(scene: Tabletop) -> WantedTask:
    (one,), spot = scene.things(1), scene.spot()
    sentence = f"Put {scene.said(one)} {scene.to(spot)}."
    return WantedTask(_any_at(scene, spot), sentence, f"F G {scene.at(one, spot)}")


def _not_this(scene: Tabletop) -> WantedTask:
    (one,), spot = scene.things(1), scene.spot()
    sentence = f"Put something {scene.to(spot)}, but leave {scene.said(one)} where it is."
    return WantedTask(_any_at(scene, spot), sentence, f"G !holding({one})")


def _in_order(scene: Tabletop) -> WantedTask:
    (one, other), spot = scene.things(2), scene.spot()
    goal = _all(scene.goal(one, spot), scene.goal(other, spot))
    sentence = f"Put {scene.said(one)} and {scene.said(other)} {scene.to(spot)}, {scene.said(other)} first."
    return WantedTask(goal, sentence, f"!{scene.at(one, spot)} U {scene.at(other, spot)}")


def _three_in_order(scene: Tabletop) -> WantedTask:
    (one, two, three), spot = scene.things(3), scene.spot()
    goal = _all(*(scene.goal(each, spot) for each in (one, two, three)))
    sentence = f"First {scene.said(two)}, then {scene.said(three)}, and at last {scene.said(one)} go {scene.to(spot)}."
    first, then, last = (scene.at(each, spot) for each in (two, three, one))
    return WantedTask(goal, sentence, f"(!{then} U {first}) & (!{last} U {then})")


def _by_way_of(scene: Tabletop) -> WantedTask:
    (one,), spot = scene.things(1), scene.spot()
    way = scene.spot(spot)
    sentence = f"Put {scene.said(one)} {scene.to(way)} first, and from there {scene.to(spot)}."
    return WantedTask(scene.goal(one, spot), sentence, f"F {scene.at(one, way)}")


def _which_place(scene: Tabletop) -> WantedTask:
    (one,), spot = scene.things(1), scene.spot()
    goal = _all(f"(not (on {one} {scene.table}))", "(hand_empty)")
    sentence = f"Take {scene.said(one)} off the table and put it {scene.to(spot)}."
    return WantedTask(goal, sentence, f"F G {scene.at(one, spot)}")


def _one_after_the_other(scene: Tabletop) -> WantedTask:
    (one, other), spot, box = scene.things(2), scene.spot(), scene.box()
    goal = _all(scene.goal(one, spot), scene.goal(other, box))
    sentence = (
        f"Put {scene.said(one)} {scene.to(spot)} and {scene.said(other)} {scene.to(box)}; do not touch "
        f"{scene.said(one)} before {scene.said(other)} is in there."
    )
    return WantedTask(goal, sentence, f"!holding({one}) U {scene.at(other, box)}")


def _closed_again(scene: Tabletop) -> WantedTask:
    (one,), box = scene.things(1), scene.box()
    sentence = f"Put {scene.said(one)} {scene.to(box)} and close it afterwards."
    return WantedTask(scene.goal(one, box), sentence, f"F G !open({scene.doors[box]})")


def _left_shut(scene: Tabletop) -> WantedTask:
    box = next(place for place in scene.where.values() if place != scene.table)
    door, spot = scene.doors[box], scene.spot()
    closed = scene.said(door) if door in scene.cast.fixed else scene.to(box).removeprefix("into ")
    sentence = f"Put something {scene.to(spot)} without opening {closed}."
    return WantedTask(_any_at(scene, spot), sentence, f"G !open({door})")


def _last_of_all(scene: Tabletop) -> WantedTask:
    (one,), spot = scene.things(1), scene.spot()
    if scene.stoves:
        stove = scene.stoves[0]
        off = stove in scene.lit
        literal, words = f"turned_on({stove})", f"{scene.said(stove)} turned {'off' if off else 'on'}"
        fact = f"(turned_on {stove})"
    else:
        door = scene.draw.choice(list(dict.fromkeys(scene.doors.values())))
        off = door in scene.opened
        what = scene.said(door) if door in scene.cast.fixed else scene.to(door).removeprefix("into ")
        literal, words = f"open({door})", f"{what} {'closed' if off else 'opened'}"
        fact = f"(open {door})"
    goal = _all(f"(not {fact})" if off else fact, scene.goal(one, spot))
    sentence = f"Have {words} and {scene.said(one)} put {scene.to(spot)}, this last."
    return WantedTask(goal, sentence, f"!holding({one}) U {'!' if off else ''}{literal}")


TEMPLATES: Mapping[str, Callable[[Tabletop], WantedTask]] = by_template(
    *(_this_one, _in_order, _by_way_of, _closed_again, _not_this, _three_in_order, _which_place),
    *(_one_after_the_other, _left_shut, _last_of_all),
)
