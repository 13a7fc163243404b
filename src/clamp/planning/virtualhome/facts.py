"""Reading a state: single facts, the goal, and the whole scene graph."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from clamp.errors import DomainError
from clamp.planning.virtualhome.goal import ActionProgress, NodeState, Relation, VirtualHomeGoal
from clamp.planning.virtualhome.state import LYING, ORIGINS, SITTING, State, bits
from clamp.planning.virtualhome.tables import Tables
from clamp.planning.virtualhome.vocabulary import RELATIONS, STATES

Test = Callable[[State], bool]

MASK_OF_STATE = {
    "OPEN": "open",
    "CLOSED": "closed",
    "ON": "lit",
    "OFF": "unlit",
    "CLEAN": "clean",
    "DIRTY": "dirty",
}
"""The field of a state that says of which nodes a state of theirs holds."""
_POSTURE = {"SITTING": SITTING, "LYING": LYING}
_HANDS = {"HOLDS_RH": "right", "HOLDS_LH": "left"}


class GoalTest:
    """Whether the goal holds in a state; facts that no action changes are decided once.

    Raises:
        DomainError: If the goal names an unknown node, state or relation.
    """

    def __init__(self, tables: Tables, goal: VirtualHomeGoal, progress: ActionProgress):
        for node in [g.id for g in goal.states] + [i for g in goal.relations for i in (g.from_id, g.to_id)]:
            if node not in tables.position:
                raise DomainError(f"The goal names node {node}, which is not in the scene graph")
        self.states = tuple((goal, state_test(tables, goal)) for goal in dict.fromkeys(goal.states))
        self.relations = tuple((goal, relation_test(tables, goal)) for goal in dict.fromkeys(goal.relations))
        self.progress = progress
        self._tests = [test for _, test in (*self.states, *self.relations)]

    def holds(self, state: State) -> bool:
        """Whether every part of the goal holds."""
        for test in self._tests:
            if not test(state):
                return False
        return self.progress.met(state.progress)

    def unmet(self, state: State) -> int:
        """How many parts of the goal do not hold."""
        open_parts = sum(1 for test in self._tests if not test(state))
        return open_parts + self.progress.missing(state.progress)


def state_test(t: Tables, goal: NodeState) -> Test:
    """A test of one node state.

    Raises:
        DomainError: If the state is not one of VirtualHome's.
    """
    if goal.state not in STATES:
        raise DomainError(
            f"The goal asks node {goal.id} to be {goal.state!r}; VirtualHome's states: {STATES}"
        )
    i = t.position[goal.id]
    if i == t.character and goal.state in _POSTURE:
        posture = _POSTURE[goal.state]
        return lambda s: bool(s.posture & posture)
    if i < t.named and goal.state in MASK_OF_STATE:
        bit, mask_of = 1 << i, attrgetter(MASK_OF_STATE[goal.state])
        return lambda s: bool(mask_of(s) & bit)
    verdict = goal.state in t.nodes[i].states
    return lambda s: verdict


def relation_test(t: Tables, goal: Relation) -> Test:
    """A test of one edge.

    Raises:
        DomainError: If the relation is not one of VirtualHome's.
    """
    if goal.relation not in RELATIONS:
        raise DomainError(
            f"The goal asks for {goal.from_id} {goal.relation} {goal.to_id}; "
            f"VirtualHome's relations: {RELATIONS}"
        )
    i, j = t.position[goal.from_id], t.position[goal.to_id]
    return lambda s: bool(targets(t, s, i, goal.relation) >> j & 1)


def targets(t: Tables, s: State, i: int, relation: str) -> int:
    """The nodes that a relation leads to from a node."""
    k = t.item_of[i]
    me = i == t.character
    if relation == "ON":
        return s.on if me else s.items[k].on if k >= 0 else t.edges_on[i]
    if relation == "INSIDE":
        return 1 << s.room if me else s.items[k].inside if k >= 0 else t.edges_inside[i]
    if relation == "CLOSE":
        if me:
            return s.close
        if k >= 0:
            return s.items[k].close | (t.me if s.close >> i & 1 else 0)
        close = t.edges_close[i] & t.fixed | (t.me if s.close >> i & 1 else 0)
        return close | sum(b for b, item in zip(t.item_bits, s.items, strict=True) if item.close >> i & 1)
    if relation == "FACING":
        if me:
            return s.facing
        return 0 if s.unfaced >> i & 1 else t.edges_facing[i] & ~s.unfaced
    if relation in _HANDS and me:
        held = s.right if relation == "HOLDS_RH" else s.left
        return t.item_bits[held] if held >= 0 else 0
    return t.mask(t.scene.targets(t.ids[i], relation))


def to_graph(t: Tables, s: State) -> dict[str, Any]:
    """A state as a scene graph in VirtualHome's JSON form."""
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for i, node in enumerate(t.nodes):
        held = [state for state in STATES if state_test(t, NodeState(node.id, state))(s)]
        nodes.append(
            {
                "id": node.id,
                "class_name": node.class_name,
                "category": node.category,
                "properties": sorted(node.properties),
                "states": sorted(held),
            }
        )
        for relation in RELATIONS:
            edges += [
                {"from_id": node.id, "relation_type": relation, "to_id": t.ids[j]}
                for j in bits(targets(t, s, i, relation))
            ]
    return {"nodes": nodes, "edges": edges}


def origins(t: Tables, s: State) -> dict[int, tuple[int, str]]:
    """Where each grabbed thing came from: node id and relation, by the thing's id."""
    found: dict[int, tuple[int, str]] = {}
    for position, item in zip(t.item_at, s.items, strict=True):
        if item.origin >= 0:
            origin, relation = divmod(item.origin, 3)
            found[t.ids[position]] = (t.ids[origin], ORIGINS[relation])
    return found
