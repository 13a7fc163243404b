"""The tasks of the preferences benchmark: a scene, a goal that many plans reach, and a sentence that stands for a rule.

They are made from templates, each of which is in one split only. The planner is given scene, goal and sentence; the
rule, over facts of the plan's states, is what the answer is held to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clamp.planning import Problem
from clamp.planning.rules import Rule

TASKS = 200
SPLITS = ("dev", "test")
_SEED = 20_251

_DOMAIN = """(define (domain tidying)
  (:requirements :typing :negative-preconditions :existential-preconditions)
  (:types thing place - object surface container - place cup plate fruit - thing)
  (:predicates (at ?t - thing ?p - place) (holding ?t - thing) (free) (opened ?c - container))
  (:action pick :parameters (?t - thing ?p - surface)
    :precondition (and (at ?t ?p) (free))
    :effect (and (holding ?t) (not (at ?t ?p)) (not (free))))
  (:action take :parameters (?t - thing ?c - container)
    :precondition (and (at ?t ?c) (opened ?c) (free))
    :effect (and (holding ?t) (not (at ?t ?c)) (not (free))))
  (:action put :parameters (?t - thing ?p - surface)
    :precondition (holding ?t)
    :effect (and (at ?t ?p) (free) (not (holding ?t))))
  (:action store :parameters (?t - thing ?c - container)
    :precondition (and (holding ?t) (opened ?c))
    :effect (and (at ?t ?c) (free) (not (holding ?t))))
  (:action open :parameters (?c - container)
    :precondition (and (free) (not (opened ?c))) :effect (opened ?c))
  (:action close :parameters (?c - container)
    :precondition (and (free) (opened ?c)) :effect (not (opened ?c))))
"""

_COLOURS = ("red", "blue", "green", "white", "black", "yellow")
_FRUITS = ("apple", "pear", "lemon", "mango", "peach")
_SURFACES = ("table", "shelf", "counter", "tray", "windowsill", "stove")
_CONTAINERS = ("fridge", "cupboard", "drawer", "basket")


@dataclass(frozen=True)
class Preference:
    """A task of the benchmark.

    Attributes:
        id: Its number and its template.
        template: What the sentence asks for.
        split: The split of the template.
        sentence: What the planner is told.
        goal: The goal in PDDL.
        rule: What the sentence stands for, over the facts of a plan's states; hidden from the planner.
        problem_text: The scene and the goal in PDDL.
    """

    id: str
    template: str
    split: str
    sentence: str
    goal: str
    rule: Rule
    problem_text: str

    @cached_property
    def problem(self) -> Problem:
        """The scene and the goal; nothing of the sentence."""
        return Problem.from_pddl(_DOMAIN, self.problem_text)


@dataclass(frozen=True)
class _Scene:
    """Things where they are at first, all on surfaces but those in `inside`."""

    draw: random.Random
    things: Mapping[str, str]
    surfaces: tuple[str, ...]
    containers: tuple[str, ...]
    at: Mapping[str, str]
    inside: Mapping[str, str]
    opened: frozenset[str]

    def several(self, count: int) -> tuple[str, list[str]]:
        """A kind of which there are so many in sight, and those."""
        kinds = sorted({kind for kind in self.things.values() if len(self._of(kind)) >= count})
        kind = self.draw.choice(kinds)
        return kind, self.draw.sample(self._of(kind), count)

    def _of(self, kind: str) -> list[str]:
        return [name for name, one in self.things.items() if one == kind and name in self.at]

    @property
    def empty(self) -> str:
        """A surface with nothing on it."""
        return self.surfaces[3]

    def other(self, *taken: str) -> str:
        """A surface on which none of some things lies, and that is none of the others."""
        free = [one for one in self.surfaces if one not in taken and one not in map(self.at.get, taken)]
        return self.draw.choice(free)


def _scene(draw: random.Random) -> _Scene:
    surfaces = tuple(draw.sample(_SURFACES, 4))
    containers = tuple(draw.sample(_CONTAINERS, 2))
    colours = draw.sample(_COLOURS, 5)
    fruits = draw.sample(_FRUITS, 2)
    things = {f"{colour}_cup": "cup" for colour in colours[:3]}
    things |= {f"{colour}_plate": "plate" for colour in colours[2:]}
    things |= dict.fromkeys(fruits, "fruit")
    inside = {fruits[0]: containers[0]}
    at = {name: draw.choice(surfaces[:3]) for name in things if name not in inside}
    opened = frozenset(one for one in containers if draw.random() < 0.5)
    return _Scene(draw, things, surfaces, containers, at, inside, opened)


Made = tuple[str, str, str]
"""Goal in PDDL, sentence, rule."""


def _said(name: str) -> str:
    return f"the {name.replace('_', ' ')}"


def _all(*atoms: str) -> str:
    return f"(and {' '.join(atoms)})"


def _at(thing: str, place: str) -> str:
    return f"(at {thing} {place})"


def _this_one(scene: _Scene) -> Made:
    kind, (one, _) = scene.several(2)
    where = scene.empty
    goal = f"(exists (?x - {kind}) (at ?x {where}))"
    return goal, f"Put {_said(one)} on {_said(where)}.", f"F G at({one}, {where})"


def _not_this(scene: _Scene) -> Made:
    kind, (one, _) = scene.several(2)
    where = scene.empty
    goal = f"(exists (?x - {kind}) (at ?x {where}))"
    sentence = f"Put a {kind} on {_said(where)}, but leave {_said(one)} where it is."
    return goal, sentence, f"G !holding({one})"


def _in_order(scene: _Scene) -> Made:
    _, (one, other) = scene.several(2)
    where = scene.other(one, other)
    sentence = f"Bring {_said(one)} and {_said(other)} to {_said(where)}, {_said(other)} first."
    return _all(_at(one, where), _at(other, where)), sentence, f"!at({one}, {where}) U at({other}, {where})"


def _three_in_order(scene: _Scene) -> Made:
    _, (one, two, three) = scene.several(3)
    where = scene.other(one, two, three)
    sentence = f"First {_said(two)}, then {_said(three)}, and at last {_said(one)} go to {_said(where)}."
    rule = f"(!at({three}, {where}) U at({two}, {where})) & (!at({one}, {where}) U at({three}, {where}))"
    return _all(*(_at(each, where) for each in (one, two, three))), sentence, rule


def _by_way_of(scene: _Scene) -> Made:
    _, (one, _) = scene.several(2)
    where = scene.other(one)
    way = scene.other(one, where)
    sentence = f"Move {_said(one)} to {_said(where)}, but set it down on {_said(way)} in between."
    return _at(one, where), sentence, f"F at({one}, {way})"


def _which_place(scene: _Scene) -> Made:
    _, (one, _) = scene.several(2)
    where = scene.other(one)
    home = scene.at[one]
    goal = f"(and (not (at {one} {home})) (free))"
    return (
        goal,
        f"Take {_said(one)} away from {_said(home)} and leave it on {_said(where)}.",
        (f"F G at({one}, {where})"),
    )


def _one_after_the_other(scene: _Scene) -> Made:
    _, (one, other) = scene.several(2)
    where = scene.other(one, other)
    place = scene.containers[1]
    goal = _all(_at(one, where), _at(other, place))
    sentence = (
        f"Put {_said(one)} on {_said(where)} and {_said(other)} into {_said(place)}; do not touch {_said(one)} "
        f"before {_said(other)} is stored."
    )
    return goal, sentence, f"!holding({one}) U at({other}, {place})"


def _closed_again(scene: _Scene) -> Made:
    _, (one, _) = scene.several(2)
    place = scene.containers[1]
    sentence = f"Store {_said(one)} in {_said(place)} and close it afterwards."
    return _at(one, place), sentence, f"F G !opened({place})"


def _left_shut(scene: _Scene) -> Made:
    thing, place = next(iter(scene.inside.items()))
    kind = scene.things[thing]
    where = scene.empty  # one fruit is in a container, another in sight
    goal = f"(exists (?x - {kind}) (at ?x {where}))"
    return (
        goal,
        f"Put a {kind} on {_said(where)} without taking anything out of {_said(place)}.",
        (f"G !holding({thing})"),
    )


def _last_of_all(scene: _Scene) -> Made:
    _, (one, other) = scene.several(2)
    where, place = scene.other(one, other), scene.containers[0]
    opening = "shut" if place in scene.opened else "opened"
    wanted = f"(not (opened {place}))" if place in scene.opened else f"(opened {place})"
    sentence = f"{_said(place).capitalize()} has to be {opening} and {_said(one)} moved to {_said(where)}, this last."
    done = f"!opened({place})" if place in scene.opened else f"opened({place})"
    return _all(wanted, _at(one, where)), sentence, f"!holding({one}) U {done}"


TEMPLATES: Mapping[str, tuple[str, Callable[[_Scene], Made]]] = {
    "this-one": ("dev", _this_one),
    "in-order": ("dev", _in_order),
    "by-way-of": ("dev", _by_way_of),
    "closed-again": ("dev", _closed_again),
    "not-this": ("test", _not_this),
    "three-in-order": ("test", _three_in_order),
    "which-place": ("test", _which_place),
    "one-after-the-other": ("test", _one_after_the_other),
    "left-shut": ("test", _left_shut),
    "last-of-all": ("test", _last_of_all),
}
"""By name: the split, and what makes a task."""


def preferences(split: str = "all") -> list[Preference]:
    """The tasks, template after template in turn, the same at every call."""
    names = list(TEMPLATES)
    made = (_task(number, names[number % len(names)]) for number in range(TASKS))
    return [one for one in made if split in ("all", one.split)]


def _task(number: int, template: str) -> Preference:
    scene = _scene(random.Random(_SEED + number))
    split, make = TEMPLATES[template]
    goal, sentence, rule = make(scene)
    return Preference(
        f"{number:03}-{template}",
        template,
        split,
        sentence,
        goal,
        Rule.parse(rule, name=template),
        _problem_text(scene, goal),
    )


def _problem_text(scene: _Scene, goal: str) -> str:
    objects = [f"{name} - {kind}" for name, kind in scene.things.items()]
    objects += [f"{name} - surface" for name in scene.surfaces]
    objects += [f"{name} - container" for name in scene.containers]
    places: Sequence[tuple[str, str]] = [*scene.at.items(), *scene.inside.items()]
    facts = [_at(*one) for one in places] + [f"(opened {one})" for one in sorted(scene.opened)] + ["(free)"]
    return (
        f"(define (problem scene) (:domain tidying)\n  (:objects {' '.join(objects)})\n"
        f"  (:init {' '.join(facts)})\n  (:goal {goal}))\n"
    )
