"""LIBERO's tasks as planning problems: one PDDL domain, and a PDDL problem for any state and goal.

A robot with one gripper picks, places, opens, closes and turns things on and off. The texts are ordinary
PDDL, so that they can be read, checked and used elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clamp.checks import count
from clamp.errors import DomainError
from clamp.planning import Problem
from clamp_worlds.libero.bddl import PREDICATES, BddlTask, Literal

DISHES = frozenset(
    (
        *("plate", "yellow_plate", "akita_black_bowl", "bigger_akita_black_bowl", "black_bowl", "white_bowl"),
        *("glazed_rim_porcelain_ramekin", "chefmate_8_frypan", "cookies"),
    )
)
"""Objects on which others can stand."""

BROAD = frozenset(("plate", "yellow_plate"))
"""Dishes with room for several things; any other holds one."""

VESSELS = frozenset(("basket", "red_basket", "wooden_tray"))
"""Objects that hold others and are too large to be put into or onto anything but a table."""

TABLES = frozenset(
    ("kitchen_table", "living_room_table", "study_table", "coffee_table", "table", "main_table", "floor")
)
"""The workspace: a fixture without a body of its own, whose regions are rectangles on it."""

STOVES = frozenset(("flat_stove", "yellow_stove"))
"""Fixtures that are turned on and off."""

DOORED = frozenset(("microwave",))
"""Fixtures whose one door closes all of their compartments."""

CABINETS = frozenset(("white_cabinet", "wooden_cabinet", "yellow_cabinet", "short_cabinet"))
"""Fixtures with drawers, one above the other."""

DRAWERS = ("top_region", "middle_region", "bottom_region")
"""A cabinet's drawers from above."""

RACKS = frozenset(("wine_rack", "brown_rack"))
"""Fixtures on whose `top_region` things lie, instead of in it."""

FIXTURES = (
    TABLES | STOVES | DOORED | CABINETS | RACKS | {"desk_caddy", "wooden_two_layer_shelf", "wooden_shelf"}
)
"""Categories that cannot be picked up."""

_TOPS = frozenset(("top_side", "cook_region"))


def region_type(category: str, suffix: str) -> str:
    """The planning type of a fixture's or object's region: ``drawer``, ``top`` or ``compartment``.

    Args:
        category: Of the fixture or object.
        suffix: The region's own name, such as ``top_region``.
    """
    if suffix in _TOPS or category in RACKS:
        return "top"
    if category in CABINETS and suffix in DRAWERS:
        return "drawer"
    return "compartment"


def supertype(category: str, fixture: bool) -> str:
    """The planning type above a category."""
    if fixture:
        for members, kind in ((TABLES, "table"), (STOVES, "stove"), (DOORED, "doored")):
            if category in members:
                return kind
        return "fixture"
    if category in DISHES:
        return "dish"
    return "vessel" if category in VESSELS else "item"


_NUMBER = re.compile(r"_(\d+)$")


def label(name: str) -> str:
    """A name in words, without the number of its instance: ``akita_black_bowl_1`` → ``akita black bowl``."""
    return _NUMBER.sub("", re.sub(r"_(\d+)_", "_", name)).replace("_", " ")


Atoms = Sequence[Sequence[str]]
"""What holds: ``("on", x, y)``, ``("in", x, y)``, ``("open", x)``, ``("turned_on", x)``, ``("holding", x)``.
"""

_ARITY = {"on": 2, "in": 2, "open": 1, "turned_on": 1, "holding": 1}
_GOALS = {
    "on": "(on {} {})",
    "in": "(in {} {})",
    "open": "(open {})",
    "close": "(not (open {}))",
    "turnon": "(turned_on {})",
    "turnoff": "(not (turned_on {}))",
}
_LEAF_TYPES = ("drawer", "top", "compartment", "area")

_DOMAIN = """\
; LIBERO's tabletop scenes: one gripper; drawers and a microwave that open; a stove that is switched.
(define (domain libero)
  (:requirements :adl)
  (:types
    item fixture region - object
    dish vessel - item            ; other things stand on a dish, or lie in a vessel
    table stove doored - fixture
    top area compartment drawer - region{categories})
  (:predicates
    (on ?x ?on - object)
    (in ?x ?in - object)
    (open ?x - object)
    (turned_on ?x - stove)
    (holding ?x - item)
    (hand_empty)
    (part_of ?part ?whole - object)
    (closes ?door ?inside - object)  ; what is inside can be reached only while the door is open
    (above ?upper ?lower - object)   ; an open drawer hides those below
    (broad ?x - dish))               ; room for several things

  (:action pick
    :parameters (?x - item)
    :precondition (and (hand_empty)
      (forall (?y - item) (not (on ?y ?x)))
      (forall (?inside - region ?y - item) (not (and (part_of ?inside ?x) (in ?y ?inside))))
      (forall (?door - object ?inside - region)
        (imply (and (closes ?door ?inside) (in ?x ?inside)) (open ?door)))
      (forall (?upper ?lower - drawer) (not (and (above ?upper ?lower) (in ?x ?lower) (open ?upper)))))
    :effect (and (holding ?x) (not (hand_empty))
      (forall (?y - object) (not (on ?x ?y)))
      (forall (?y - region) (not (in ?x ?y)))))

  (:action place_on
    :parameters (?x - item ?target - (either table top area dish))
    :precondition (and (holding ?x) (not (= ?x ?target))
      ; a vessel stands on tables only
      (forall (?v - vessel) (imply (= ?v ?x) (exists (?t - table) (or (= ?t ?target) (part_of ?target ?t)))))
      ; a dish with one place is free, and no dish is filled behind a door
      (forall (?d - dish) (imply (= ?d ?target) (or (broad ?d) (forall (?y - item) (not (on ?y ?d))))))
      (forall (?door - object ?inside - region) (not (and (closes ?door ?inside) (in ?target ?inside)))))
    :effect (and (on ?x ?target) (hand_empty) (not (holding ?x))
      (forall (?t - table) (when (part_of ?target ?t) (on ?x ?t)))))

  (:action place_in
    :parameters (?x - item ?container - (either compartment drawer))
    :precondition (and (holding ?x)
      (forall (?v - vessel) (not (= ?v ?x)))
      (forall (?door - object) (imply (closes ?door ?container) (open ?door)))
      (forall (?upper - drawer) (not (and (above ?upper ?container) (open ?upper)))))
    :effect (and (in ?x ?container) (hand_empty) (not (holding ?x))))

  (:action open
    :parameters (?x - (either drawer doored))
    :precondition (and (hand_empty) (not (open ?x)))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either drawer doored))
    :precondition (and (hand_empty) (open ?x))
    :effect (not (open ?x)))

  (:action turn_on
    :parameters (?x - stove)
    :precondition (and (hand_empty) (not (turned_on ?x)))
    :effect (turned_on ?x))

  (:action turn_off
    :parameters (?x - stove)
    :precondition (and (hand_empty) (turned_on ?x))
    :effect (not (turned_on ?x))))
"""


@dataclass(frozen=True)
class Cast:
    """Who and what can be named in a scene.

    Attributes:
        types: Every entity → its type: LIBERO's category, or ``drawer``, ``top``, ``compartment`` or ``area``
            (a rectangle on the table) for a region.
        fixed: The names of the entities that are fixtures.
    """

    types: Mapping[str, str]
    fixed: frozenset[str]

    @classmethod
    def of(cls, bddl: BddlTask) -> Cast:
        """The fixtures, objects and parts of a task, and the areas that its goal names."""
        categories = {**bddl.fixtures, **bddl.objects}
        types = dict(categories)
        named = {argument for literal in bddl.goal for argument in literal[1:]}
        for name, region in bddl.regions.items():
            if region.target not in categories:
                if name in named:
                    raise DomainError(
                        f"{bddl.where}: the goal's region {name!r} belongs to {region.target!r}, "
                        "which is neither a fixture nor an object of the task."
                    )
                continue  # left over from another task, as in libero_goal's files
            if not region.ranges:
                suffix = name.removeprefix(f"{region.target}_")
                types[name] = region_type(categories[region.target], suffix)
            elif name in named:
                types[name] = "area"
        return cls(types, frozenset(bddl.fixtures))

    @classmethod
    def from_objects(cls, objects: Iterable[Sequence[str]]) -> Cast:
        """From pairs of name and type, as records of rendered states have them.

        Fixtures are told by their category.
        """
        types = {name: kind for name, kind in objects}  # noqa: C416 (pairs may be lists)
        return cls(types, frozenset(name for name, kind in types.items() if kind in FIXTURES))

    @cached_property
    def whole(self) -> dict[str, str]:
        """Each region → the fixture or object that it is a part of."""
        wholes = [name for name, kind in self.types.items() if kind not in _LEAF_TYPES]
        found: dict[str, str] = {}
        for name, kind in self.types.items():
            if kind in _LEAF_TYPES:
                owners = [one for one in wholes if name.startswith(f"{one}_")]
                if not owners:
                    raise DomainError(f"The region {name!r} begins with the name of no fixture or object.")
                found[name] = max(owners, key=len)
        return found

    @cached_property
    def items(self) -> tuple[str, ...]:
        """What can be picked up."""
        return tuple(
            name for name, kind in self.types.items() if kind not in _LEAF_TYPES and name not in self.fixed
        )

    def doors(self) -> dict[str, str]:
        """Each container that has a door → what opens it: a drawer itself, or the microwave."""
        found: dict[str, str] = {}
        for name, kind in self.types.items():
            if kind == "drawer":
                found[name] = name
            elif kind == "compartment" and self.types[self.whole[name]] in DOORED:
                found[name] = self.whole[name]
        return found

    def static(self) -> list[Literal]:
        """The facts that no action changes."""
        facts: list[Literal] = [("part_of", part, whole) for part, whole in self.whole.items()]
        facts += [("closes", door, inside) for inside, door in self.doors().items()]
        facts += [("broad", name) for name, kind in self.types.items() if kind in BROAD]
        drawers = [name for name, kind in self.types.items() if kind == "drawer"]
        for upper in drawers:
            for lower in drawers:
                if self.whole[upper] == self.whole[lower] and self._level(upper) < self._level(lower):
                    facts.append(("above", upper, lower))
        return facts

    def _level(self, drawer: str) -> int:
        return DRAWERS.index(drawer.removeprefix(f"{self.whole[drawer]}_"))


def domain_text(cast: Cast) -> str:
    """The PDDL domain with the categories of a scene as types."""
    below: dict[str, set[str]] = {}
    for name, kind in cast.types.items():
        if kind not in _LEAF_TYPES:
            parent = supertype(kind, name in cast.fixed)
            if parent != kind:
                below.setdefault(parent, set()).add(kind)
    lines = [f"\n    {' '.join(sorted(kinds))} - {parent}" for parent, kinds in sorted(below.items())]
    return _DOMAIN.replace("{categories}", "".join(lines))


def problem_text(name: str, cast: Cast, atoms: Atoms, goal: Iterable[Sequence[str]] | str) -> str:
    """The PDDL problem for a state and a goal: BDDL literals, or a condition in PDDL.

    Raises:
        DomainError: If an atom or a goal names something unknown, or has another predicate.
    """
    for atom in atoms:
        _check(atom, _ARITY, cast, "state")
    facts = [*cast.static(), *(tuple(atom) for atom in atoms)]
    if not any(atom[0] == "holding" for atom in atoms):
        facts.append(("hand_empty",))
    wanted: list[str] = [goal] if isinstance(goal, str) else []
    for literal in () if isinstance(goal, str) else goal:
        _check(literal, PREDICATES, cast, "goal")
        wanted.append(_GOALS[literal[0]].format(*literal[1:]))
    return "\n".join(
        (
            f"(define (problem {name})",
            "  (:domain libero)",
            "  (:objects",
            *(f"    {entity} - {kind}" for entity, kind in cast.types.items()),
            "  )",
            "  (:init",
            *(f"    ({' '.join(fact)})" for fact in facts),
            "  )",
            f"  (:goal (and {' '.join(wanted)})))\n",
        )
    )


def problem(name: str, cast: Cast, atoms: Atoms, goal: Iterable[Sequence[str]] | str) -> Problem:
    """A planning problem for a state and a goal.

    Args:
        name: A PDDL name.
        atoms: What holds; anything else does not. Nothing is held unless ``("holding", x)`` is there.
        goal: BDDL literals, all of which must hold in the end: ``on``, ``in``, ``open``, ``close``,
            ``turnon``, ``turnoff``; or a condition in PDDL.

    Raises:
        DomainError: If the state or the goal does not fit the scene.
    """
    return Problem.from_pddl(domain_text(cast), problem_text(name, cast, atoms, goal), repair=False)


def initial_atoms(bddl: BddlTask, cast: Cast) -> tuple[Literal, ...]:
    """What holds at first, as planning atoms: an object in an area of the table is on the table, too.

    Where a fixture stands is left out, unless the task has that area as an entity.
    """
    atoms: list[Literal] = []
    for literal in bddl.initial:
        name, *arguments = literal
        if name in ("on", "in"):
            thing, place = arguments
            if place in cast.types:
                atoms.append((name, thing, place))
            region = bddl.regions.get(place)
            if region is not None and region.ranges and thing in bddl.objects:
                atoms.append(("on", thing, region.target))
        elif name == "open":
            atoms += [("open", door) for door in _doors(arguments[0], cast)]
        elif name == "turnon":
            atoms.append(("turned_on", arguments[0]))
    return tuple(dict.fromkeys(atoms))


def _doors(name: str, cast: Cast) -> list[str]:
    doors = cast.doors()
    if name in doors:
        return [doors[name]]
    if name in doors.values():
        return [name]
    raise DomainError(
        f"{name!r} is open at first, but it has no door; doors are {', '.join(doors) or 'none'}."
    )


def _check(literal: Sequence[str], arities: Mapping[str, int], cast: Cast, where: str) -> None:
    name, *arguments = literal
    text = f"({' '.join(literal)})"
    if name not in arities:
        raise DomainError(f"{text} in the {where}: no such predicate; there are {', '.join(arities)}.")
    if len(arguments) != arities[name]:
        raise DomainError(f"{text} in the {where}: {name} takes {count(arities[name], 'argument')}.")
    for argument in arguments:
        if argument not in cast.types:
            raise DomainError(
                f"{text} in the {where}: the scene has no {argument!r}; it has {', '.join(cast.types)}."
            )
