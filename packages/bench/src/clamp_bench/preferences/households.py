"""VirtualHome's households in the preferences benchmark: scenes that EAI's tasks begin in, and some things of each.

The scenes are those of the package ``eai-eval``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from clamp_bench.preferences.wanted import WantedTask, by_template
from clamp_worlds.virtualhome import NodeState, Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks
from clamp_worlds.virtualhome.vocabulary import CHARACTER

_SURFACES = frozenset(
    ("table", "desk", "kitchen_counter", "bathroom_counter", "bed", "couch", "tvstand", "bench")
)
_BULKY = frozenset(("SURFACES", "CONTAINERS", "CAN_OPEN", "SITTABLE", "HAS_PLUG", "HAS_SWITCH", "HANGABLE"))
_TOLD = frozenset(("OPEN", "CLOSED", "ON", "OFF"))
_FRAMES = frozenset(("door", "doorjamb", "window", "curtain", "toilet"))
_ODD = frozenset(("cat", "child", "dirt", "dog", "hair", "water"))
_ENOUGH = 3
"""Things, surfaces, containers and devices of a scene that can be named, each."""


@dataclass(frozen=True)
class Household:
    """A scene, and what of it can be named; no two of these are of one class.

    Attributes:
        graph: VirtualHome's scene graph.
        things: What can be carried.
        surfaces: What things are put on.
        containers: What is shut and can be opened.
        devices: What is switched off and can be switched on.
        kept: A thing → the container that it is in, where one is.
    """

    draw: random.Random
    graph: Mapping[str, Any]
    things: Sequence[str]
    surfaces: Sequence[str]
    containers: Sequence[str]
    devices: Sequence[str]
    kept: Mapping[str, str]

    def loose(self, count: int) -> list[str]:
        """So many of the things that are in no container."""
        return self.draw.sample([one for one in self.things if one not in self.kept], count)

    def surface(self, *others: str) -> str:
        return self.draw.choice([one for one in self.surfaces if one not in others])

    def container(self) -> str:
        return self.draw.choice([one for one in self.containers if one not in self.kept.values()])

    @property
    def told(self) -> str:
        nodes = {node["id"]: node for node in self.graph["nodes"]}
        inside, on = _edges(self.graph, "INSIDE"), _edges(self.graph, "ON")

        def about(name: str) -> str:
            id = _id(name)
            words = [f"in the {nodes[one]['class_name']}" for one in inside.get(id, ())]
            words += [f"on the {nodes[one]['class_name']}" for one in on.get(id, ())]
            words += [one.lower() for one in nodes[id]["states"] if one in _TOLD]
            return f"{name}: {', '.join(dict.fromkeys(words)).replace('_', ' ')}"

        lines = [about(name) for name in self.named]
        return (
            "You are a person at home, with two hands.\n\n"
            "Actions: WALK(object), GRAB(object), PUTBACK(object, surface), PUTIN(object, container), OPEN(object), "
            "CLOSE(object), SWITCHON(object), SWITCHOFF(object), and others of VirtualHome\n"
            "Walk to a thing before you do something with it.\n\nObjects:\n"
        ) + "\n".join(lines)

    @property
    def named(self) -> list[str]:
        return [*self.things, *self.surfaces, *self.containers, *self.devices]

    def system(self, goal: Any) -> VirtualHome:
        objects = {_id(one) for one in self.named}
        return VirtualHome.from_graph(self.graph, goal=goal, objects=objects, name="a household")


def _id(name: str) -> int:
    return int(name.rpartition("_")[2])


def _said(name: str) -> str:
    kind = name.rpartition("_")[0].removeprefix("clothes_").removeprefix("food_")
    return f"the {kind.replace('coffe_', 'coffee_').replace('tvstand', 'TV stand').replace('_', ' ')}"


@cache
def _tasks() -> Sequence[EAITask]:
    return load_tasks()


def _edges(graph: Mapping[str, Any], relation: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for edge in graph["edges"]:
        if edge["relation_type"] == relation:
            found.setdefault(edge["from_id"], []).append(edge["to_id"])
    return found


def drawn(template: str, draw: random.Random) -> Household:
    """One of EAI's scenes in which someone stands, and there is enough of everything.

    Raises:
        BenchmarkError: If ``eai-eval`` is not installed.
    """
    tasks = _tasks()
    while True:
        found = _household(draw, draw.choice(tasks).scene, template)
        if found is not None:
            return found


def _household(draw: random.Random, graph: Mapping[str, Any], template: str) -> Household | None:
    nodes = {node["id"]: node for node in graph["nodes"]}
    inside = _edges(graph, "INSIDE")
    rooms = {id for id, node in nodes.items() if node["category"] == "Rooms"}
    loose = {id for id in nodes if id in inside and rooms.issuperset(inside[id])}
    properties = {id: frozenset(node["properties"]) for id, node in nodes.items()}
    states = {id: frozenset(node["states"]) for id, node in nodes.items()}
    kinds = {id: node["class_name"] for id, node in nodes.items()}

    def some(ids: Iterable[int], count: int, taken: set[str]) -> list[str]:
        by_kind: dict[str, list[int]] = {}
        for id in ids:
            if kinds[id] not in taken:
                by_kind.setdefault(kinds[id], []).append(id)
        chosen = draw.sample(sorted(by_kind), min(count, len(by_kind)))
        taken.update(chosen)
        return [f"{kind}_{draw.choice(by_kind[kind])}" for kind in chosen]

    if any(kinds[id] == CHARACTER and states[id] & {"SITTING", "LYING"} for id in nodes):
        return None
    taken: set[str] = set(_ODD)
    surfaces = some((id for id in loose if kinds[id] in _SURFACES), _ENOUGH, taken)
    on = _edges(graph, "ON")
    small = [
        id
        for id in loose
        if "GRABBABLE" in properties[id]
        and not properties[id] & _BULKY
        and not {_id(one) for one in surfaces} & set(on.get(id, ()))
    ]
    things = some(small, _ENOUGH, taken)
    shut = [
        id
        for id in loose
        if {"CAN_OPEN", "CONTAINERS"} <= properties[id]
        and "GRABBABLE" not in properties[id]
        and kinds[id] not in _FRAMES
        and "CLOSED" in states[id]
        and not ("HAS_SWITCH" in properties[id] and "OFF" not in states[id])
    ]
    containers = some(shut, _ENOUGH, taken)
    off = [
        id
        for id in loose
        if "HAS_SWITCH" in properties[id]
        and "OFF" in states[id]
        and "PLUGGED_OUT" not in states[id]
        and not properties[id] & {"GRABBABLE", "CAN_OPEN"}
    ]
    devices = some(off, _ENOUGH, taken)
    if min(map(len, (things, surfaces, containers, devices))) < _ENOUGH:
        return None
    kept: dict[str, str] = {}
    if template == "by-way-of":  # a detour is the longest of these plans: fewer things keep its search short
        things, containers, devices = things[:2], [], []
    if template == "left-shut":  # one of the things is put into a container
        thing, place = things[0], containers[0]
        edges = [edge for edge in graph["edges"] if _id(thing) not in (edge["from_id"], edge["to_id"])]
        edges += [
            {"from_id": _id(thing), "relation_type": "INSIDE", "to_id": one}
            for one in (_id(place), *inside[_id(place)])
        ]
        graph, kept = {**graph, "edges": edges}, {thing: place}
    return Household(draw, graph, things, surfaces, containers, devices, kept)


def _on(thing: str, place: str) -> Relation:
    return Relation(_id(thing), "ON", _id(place))


def _do(*verbs: str) -> VirtualHomeGoal:
    return VirtualHomeGoal(actions=tuple((verb,) for verb in verbs))


def _this_one(scene: Household) -> WantedTask:
    if scene.draw.random() < 0.5:
        one = scene.draw.choice(scene.devices)
        return WantedTask(_do("SWITCHON"), f"Switch on {_said(one)}.", f"F do:SWITCHON({one})")
    (one,) = scene.loose(1)
    return WantedTask(_do("GRAB"), f"Pick up {_said(one)}.", f"F do:GRAB({one})")


def _not_this(scene: Household) -> WantedTask:
    if scene.draw.random() < 0.5:
        one = scene.draw.choice(scene.devices)
        return WantedTask(
            _do("SWITCHON"), f"Switch something on, but not {_said(one)}.", f"G !do:SWITCHON({one})"
        )
    one = scene.container()
    return WantedTask(_do("OPEN"), f"Open something, but not {_said(one)}.", f"G !do:OPEN({one})")


def _in_order(scene: Household) -> WantedTask:
    (one, other), where = scene.loose(2), scene.surface()
    sentence = f"Put {_said(one)} and {_said(other)} on {_said(where)}, {_said(other)} first."
    goal = VirtualHomeGoal(relations=(_on(one, where), _on(other, where)))
    return WantedTask(goal, sentence, f"!on({one}, {where}) U on({other}, {where})")


def _three_in_order(scene: Household) -> WantedTask:
    one, two, three = scene.draw.sample(list(scene.devices), 3)
    sentence = f"Switch on {_said(two)}, then {_said(three)}, and at last {_said(one)}."
    goal = VirtualHomeGoal(states=tuple(NodeState(_id(each), "ON") for each in (one, two, three)))
    return WantedTask(goal, sentence, f"(!on({three}) U on({two})) & (!on({one}) U on({three}))")


def _by_way_of(scene: Household) -> WantedTask:
    (one,), where = scene.loose(1), scene.surface()
    way = scene.surface(where)
    sentence = f"Bring {_said(one)} to {_said(where)}, but set it down on {_said(way)} in between."
    return WantedTask(VirtualHomeGoal(relations=(_on(one, where),)), sentence, f"F on({one}, {way})")


def _which_place(scene: Household) -> WantedTask:
    (one,), where = scene.loose(1), scene.surface()
    return WantedTask(_do("PUTBACK"), f"Put {_said(one)} on {_said(where)}.", f"F G on({one}, {where})")


def _one_after_the_other(scene: Household) -> WantedTask:
    (one,), where = scene.loose(1), scene.surface()
    device = scene.draw.choice(scene.devices)
    goal = VirtualHomeGoal(states=(NodeState(_id(device), "ON"),), relations=(_on(one, where),))
    sentence = (
        f"Put {_said(one)} on {_said(where)} and switch {_said(device)} on; do not touch {_said(one)} before "
        f"{_said(device)} is on."
    )
    return WantedTask(goal, sentence, f"!do:GRAB({one}) U on({device})")


def _closed_again(scene: Household) -> WantedTask:
    (one,), box = scene.loose(1), scene.container()
    sentence = f"Put {_said(one)} into {_said(box)} and close it afterwards."
    goal = VirtualHomeGoal(relations=(Relation(_id(one), "INSIDE", _id(box)),))
    return WantedTask(goal, sentence, f"F G closed({box})")


def _left_shut(scene: Household) -> WantedTask:
    (box,) = scene.kept.values()
    return WantedTask(_do("GRAB"), f"Pick something up without opening {_said(box)}.", f"G !open({box})")


def _last_of_all(scene: Household) -> WantedTask:
    (one,), where, box = scene.loose(1), scene.surface(), scene.container()
    goal = VirtualHomeGoal(states=(NodeState(_id(box), "OPEN"),), relations=(_on(one, where),))
    sentence = (
        f"{_said(box).capitalize()} has to be opened and {_said(one)} put on {_said(where)}, this last."
    )
    return WantedTask(goal, sentence, f"!do:GRAB({one}) U open({box})")


TEMPLATES: Mapping[str, Callable[[Household], WantedTask]] = by_template(
    *(_this_one, _in_order, _by_way_of, _closed_again, _not_this, _three_in_order, _which_place),
    *(_one_after_the_other, _left_shut, _last_of_all),
)
