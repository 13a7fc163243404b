"""A small house for VirtualHome tests: two rooms, and something for every action of the language."""

from __future__ import annotations

from typing import Any

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
