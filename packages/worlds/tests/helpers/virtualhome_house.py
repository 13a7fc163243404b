"""A small house for VirtualHome tests: two rooms, and something for every action of the language."""

from __future__ import annotations

from collections import deque
from typing import Any

from clamp_worlds.virtualhome import NodeState, Relation, VirtualHome, VirtualHomeGoal

ME = 9

NODES: list[tuple[int, str, str, str, str]] = [
    (1, "kitchen", "Rooms", "", ""),
    (2, "bedroom", "Rooms", "", ""),
    (ME, "character", "Characters", "", ""),
    (10, "table", "Furniture", "SURFACES MOVABLE", "CLEAN"),
    (11, "fridge", "Appliances", "CAN_OPEN CONTAINERS HAS_SWITCH", "CLOSED ON"),
    (12, "cup", "Props", "GRABBABLE RECIPIENT", "DIRTY"),
    (13, "apple", "Props", "GRABBABLE EATABLE CUTTABLE", ""),
    (14, "butter_knife", "Props", "GRABBABLE", ""),
    (15, "television", "Electronics", "HAS_SWITCH LOOKABLE", "OFF PLUGGED_IN"),
    (16, "chair", "Furniture", "SITTABLE", ""),
    (17, "bed", "Furniture", "LIEABLE SITTABLE", ""),
    (18, "coat", "Props", "GRABBABLE CLOTHES", ""),
    (19, "water", "Props", "POURABLE DRINKABLE", ""),
    (20, "hands_both", "placable_objects", "BODY_PART", ""),
    (21, "safe", "Furniture", "", "CLOSED"),
    (22, "friend", "Characters", "PERSON", ""),
    (23, "novel", "Props", "GRABBABLE READABLE LOOKABLE", ""),
    (24, "keyboard", "Electronics", "", ""),
    (25, "lamp", "Lamps", "HAS_SWITCH HAS_PLUG", "OFF PLUGGED_OUT"),
    (26, "basket", "Props", "GRABBABLE CAN_OPEN", "OPEN"),
    (27, "wall", "Walls", "", ""),
]

CLOSE = [
    (10, 12), (10, 13), (10, 14), (10, 24), (11, 13), (15, 16), (15, 27), (16, 27), (17, 18), (12, 14),
    (26, 23),
]  # fmt: skip

EDGES: list[tuple[int, str, int]] = [
    (ME, "INSIDE", 2),
    (12, "ON", 10), (14, "ON", 10), (24, "ON", 10), (13, "INSIDE", 11), (13, "INSIDE", 1), (23, "INSIDE", 26),
    *((i, "INSIDE", 1) for i in (10, 11, 12, 14, 19, 21, 24, 25)),
    *((i, "INSIDE", 2) for i in (15, 16, 17, 18, 20, 22, 26, 27)),
    (18, "ON", 17), (16, "FACING", 15), (17, "FACING", 15), (12, "FACING", 15),
]  # fmt: skip


def house(*, objects: set[int] | None = None) -> tuple[dict[str, Any], list[int]]:
    """The scene graph, and the ids that actions may name (the wall is only there to be close to)."""
    edges = [*EDGES, *((a, "CLOSE", b) for a, b in CLOSE), *((b, "CLOSE", a) for a, b in CLOSE)]
    graph = {
        "nodes": [
            {
                "id": i,
                "class_name": class_name,
                "category": category,
                "properties": properties.split(),
                "states": states.split(),
            }
            for i, class_name, category, properties, states in NODES
        ],
        "edges": [{"from_id": a, "relation_type": relation, "to_id": b} for a, relation, b in edges],
    }
    return graph, sorted(objects or {i for i, *_ in NODES} - {27})


ANYTHING = VirtualHomeGoal()


def build(goal: VirtualHomeGoal = ANYTHING, objects: set[int] | None = None) -> VirtualHome:
    graph, named = house(objects=objects)
    return VirtualHome.from_graph(graph, goal=goal, objects=named, name="house")


def brute_distance(system: VirtualHome, start: Any, limit: int) -> float:
    """Goal distance by breadth-first search over full states, nothing pruned."""
    depth = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if system.is_goal(state):
            return depth[state]
        if depth[state] < limit:
            for index in system.applicable_indices(state):
                after = system.successor_of_index(state, index)
                if after not in depth:
                    depth[after] = depth[state] + 1
                    queue.append(after)
    return float("inf")


GOALS = {
    "lit": ({15}, VirtualHomeGoal(states=(NodeState(15, "ON"),))),
    "faced": ({15, 16}, VirtualHomeGoal(relations=(Relation(ME, "FACING", 15), Relation(ME, "CLOSE", 16)))),
    "looked at": ({15, 17}, VirtualHomeGoal(actions=(("WATCH",), ("LIE",)))),
    "left hand": ({12, 14}, VirtualHomeGoal(relations=(Relation(ME, "HOLDS_LH", 12),))),
    "swapped": (
        {12, 14},
        VirtualHomeGoal(relations=(Relation(ME, "HOLDS_LH", 14), Relation(ME, "CLOSE", 14))),
    ),
    "both hands": (
        {12},
        VirtualHomeGoal(relations=(Relation(ME, "HOLDS_LH", 12), Relation(ME, "HOLDS_RH", 12))),
    ),
    "unboxed": ({11, 13}, VirtualHomeGoal(relations=(Relation(ME, "HOLDS_RH", 13),))),
    "chilled": ({11, 12}, VirtualHomeGoal(relations=(Relation(12, "INSIDE", 11),))),
    "worn": ({18, 17}, VirtualHomeGoal((NodeState(ME, "LYING"),), (Relation(18, "ON", ME),))),
    "put": ({12, 21}, VirtualHomeGoal(relations=(Relation(12, "ON", 21), Relation(12, "CLOSE", 21)))),
    "moved": ({12, 1, 2}, VirtualHomeGoal(relations=(Relation(12, "INSIDE", 2), Relation(ME, "INSIDE", 2)))),
    "washed": ({10, 12}, VirtualHomeGoal((NodeState(12, "CLEAN"),), (), (("WIPE",),))),
    "slept": ({17}, VirtualHomeGoal(actions=(("SLEEP",), ("LIE",)))),
    "switched": (
        {11},
        VirtualHomeGoal((NodeState(11, "OFF"), NodeState(11, "CLOSED")), (), (("CLOSE", "OPEN"),)),
    ),
    "plugged": ({25}, VirtualHomeGoal(states=(NodeState(25, "PLUGGED_IN"),))),
    "poured": ({19, 12}, VirtualHomeGoal(relations=(Relation(19, "INSIDE", 12),))),
    "performed": ({13, 14}, VirtualHomeGoal(actions=(("EAT",), ("CUT",)))),
}  # fmt: skip
