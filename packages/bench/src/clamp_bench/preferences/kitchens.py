"""The kitchens of the preferences benchmark: cups, plates and fruit to be put away with one hand, in PDDL."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clamp.planning import Problem
from clamp_bench.preferences.wanted import WantedTask, by_template, in_words

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
class Kitchen:
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

    @property
    def told(self) -> str:
        places = {**self.at, **self.inside}
        facts = [f"{thing} is at {place}" for thing, place in sorted(places.items())]
        facts += [f"{one} is {'open' if one in self.opened else 'shut'}" for one in self.containers]
        return (
            "You tidy a kitchen with one hand.\n\n"
            "Actions: pick(thing, surface), put(thing, surface), take(thing, container), store(thing, container), "
            "open(container), close(container)\n"
            f"Surfaces: {', '.join(self.surfaces)}\nContainers: {', '.join(self.containers)}\n\nNow:\n"
        ) + "\n".join(facts)

    def system(self, goal: Any) -> Problem:
        objects = [f"{name} - {kind}" for name, kind in self.things.items()]
        objects += [f"{name} - surface" for name in self.surfaces]
        objects += [f"{name} - container" for name in self.containers]
        facts = [_at(*one) for one in (*self.at.items(), *self.inside.items())]
        facts += [*(f"(opened {one})" for one in sorted(self.opened)), "(free)"]
        text = (
            f"(define (problem scene) (:domain tidying)\n  (:objects {' '.join(objects)})\n"
            f"  (:init {' '.join(facts)})\n  (:goal {goal}))\n"
        )
        return Problem.from_pddl(_DOMAIN, text)


def drawn(template: str, draw: random.Random) -> Kitchen:
    """A kitchen; any will do for any template."""
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
    return Kitchen(draw, things, surfaces, containers, at, inside, opened)


def _all(*atoms: str) -> str:
    return f"(and {' '.join(atoms)})"


def _at(thing: str, place: str) -> str:
    return f"(at {thing} {place})"


def _this_one(scene: Kitchen) -> WantedTask:
    kind, (one, _) = scene.several(2)
    where = scene.empty
    goal = f"(exists (?x - {kind}) (at ?x {where}))"
    return WantedTask(goal, f"Put {in_words(one)} on {in_words(where)}.", f"F G at({one}, {where})")


def _not_this(scene: Kitchen) -> WantedTask:
    kind, (one, _) = scene.several(2)
    where = scene.empty
    goal = f"(exists (?x - {kind}) (at ?x {where}))"
    sentence = f"Put a {kind} on {in_words(where)}, but leave {in_words(one)} where it is."
    return WantedTask(goal, sentence, f"G !holding({one})")


def _in_order(scene: Kitchen) -> WantedTask:
    _, (one, other) = scene.several(2)
    where = scene.other(one, other)
    sentence = f"Bring {in_words(one)} and {in_words(other)} to {in_words(where)}, {in_words(other)} first."
    goal = _all(_at(one, where), _at(other, where))
    return WantedTask(goal, sentence, f"!at({one}, {where}) U at({other}, {where})")


def _three_in_order(scene: Kitchen) -> WantedTask:
    _, (one, two, three) = scene.several(3)
    where = scene.other(one, two, three)
    sentence = (
        f"First {in_words(two)}, then {in_words(three)}, and at last {in_words(one)} go to {in_words(where)}."
    )
    rule = f"(!at({three}, {where}) U at({two}, {where})) & (!at({one}, {where}) U at({three}, {where}))"
    return WantedTask(_all(*(_at(each, where) for each in (one, two, three))), sentence, rule)


def _by_way_of(scene: Kitchen) -> WantedTask:
    _, (one, _) = scene.several(2)
    where = scene.other(one)
    way = scene.other(one, where)
    sentence = f"Move {in_words(one)} to {in_words(where)}, but set it down on {in_words(way)} in between."
    return WantedTask(_at(one, where), sentence, f"F at({one}, {way})")


def _which_place(scene: Kitchen) -> WantedTask:
    _, (one, _) = scene.several(2)
    where, home = scene.other(one), scene.at[one]
    sentence = f"Take {in_words(one)} away from {in_words(home)} and leave it on {in_words(where)}."
    return WantedTask(f"(and (not (at {one} {home})) (free))", sentence, f"F G at({one}, {where})")


def _one_after_the_other(scene: Kitchen) -> WantedTask:
    _, (one, other) = scene.several(2)
    where, place = scene.other(one, other), scene.containers[1]
    sentence = (
        f"Put {in_words(one)} on {in_words(where)} and {in_words(other)} into {in_words(place)}; do not touch "
        f"{in_words(one)} before {in_words(other)} is stored."
    )
    return WantedTask(
        _all(_at(one, where), _at(other, place)), sentence, f"!holding({one}) U at({other}, {place})"
    )


def _closed_again(scene: Kitchen) -> WantedTask:
    _, (one, _) = scene.several(2)
    place = scene.containers[1]
    sentence = f"Store {in_words(one)} in {in_words(place)} and close it afterwards."
    return WantedTask(_at(one, place), sentence, f"F G !opened({place})")


def _left_shut(scene: Kitchen) -> WantedTask:
    thing, place = next(iter(scene.inside.items()))
    kind, where = scene.things[thing], scene.empty  # one fruit is in a container, another in sight
    sentence = f"Put a {kind} on {in_words(where)} without taking anything out of {in_words(place)}."
    return WantedTask(f"(exists (?x - {kind}) (at ?x {where}))", sentence, f"G !holding({thing})")


def _last_of_all(scene: Kitchen) -> WantedTask:
    _, (one, other) = scene.several(2)
    where, place = scene.other(one, other), scene.containers[0]
    word, goal, done = (
        ("shut", f"(not (opened {place}))", f"!opened({place})")
        if place in scene.opened
        else ("opened", f"(opened {place})", f"opened({place})")
    )
    first = f"{in_words(place).capitalize()} has to be {word}"
    sentence = f"{first} and {in_words(one)} moved to {in_words(where)}, this last."
    return WantedTask(_all(goal, _at(one, where)), sentence, f"!holding({one}) U {done}")


TEMPLATES: Mapping[str, Callable[[Kitchen], WantedTask]] = by_template(
    *(_this_one, _in_order, _by_way_of, _closed_again, _not_this, _three_in_order, _which_place),
    *(_one_after_the_other, _left_shut, _last_of_all),
)
