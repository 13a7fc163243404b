"""Reads and checks a scene graph in VirtualHome's JSON form."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from clamp.errors import DomainError
from clamp_worlds.virtualhome.vocabulary import CHARACTER, RELATIONS, ROOMS, STATES


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the scene graph: a thing, a room, a part of the body or the character."""

    id: int
    class_name: str
    category: str
    properties: frozenset[str]
    states: frozenset[str]

    @property
    def name(self) -> str:
        """How plans name the node: ``sink_231``."""
        return f"{self.class_name}_{self.id}"

    @property
    def is_room(self) -> bool:
        return self.category == ROOMS


@dataclass(frozen=True)
class SceneGraph:
    """The scene at the start of a task.

    Attributes:
        nodes: By id, in the order of the graph.
        edges: Target ids by source id and relation, in the order of the graph; the executor's choice among
            several depends on it.
        character: The id of the character who acts: the lowest.
        objects: Ids of the nodes that actions may name, ascending.
    """

    nodes: Mapping[int, Node]
    edges: Mapping[tuple[int, str], tuple[int, ...]]
    character: int
    objects: tuple[int, ...]

    @classmethod
    def read(cls, graph: Mapping[str, Any], objects: Collection[int]) -> SceneGraph:
        """Read a scene graph in VirtualHome's JSON form.

        Raises:
            DomainError: If the graph lacks a key, names an unknown node, state or relation, has no
                character, has one-sided CLOSE edges, or `objects` has an id that is no node.
        """
        try:
            nodes = {int(node["id"]): _node(node) for node in graph["nodes"]}
            triples = [
                (int(edge["from_id"]), str(edge["relation_type"]).upper(), int(edge["to_id"]))
                for edge in graph["edges"]
            ]
        except (KeyError, TypeError, AttributeError) as error:
            raise DomainError(
                f"The scene graph cannot be read: {error!r}. It needs 'nodes' (id, class_name, category, "
                "properties, states) and 'edges' (from_id, relation_type, to_id), as VirtualHome writes them."
            ) from error
        edges: dict[tuple[int, str], dict[int, None]] = {}
        for source, relation, target in triples:
            if relation not in RELATIONS:
                raise DomainError(
                    f"Edge {source} {relation} {target} has an unknown relation; known: {RELATIONS}"
                )
            for end in (source, target):
                if end not in nodes:
                    raise DomainError(
                        f"Edge {source} {relation} {target} names node {end}, which is not there"
                    )
            edges.setdefault((source, relation), {})[target] = None
        for (source, relation), targets in edges.items():
            lone = [t for t in targets if relation == "CLOSE" and source not in edges.get((t, "CLOSE"), ())]
            if lone:
                raise DomainError(
                    f"Node {source} is CLOSE to {lone[0]}, but not the other way round; "
                    "the executor's actions keep closeness two-sided, so a scene must start so"
                )
        characters = sorted(node.id for node in nodes.values() if node.class_name == CHARACTER)
        if not characters:
            raise DomainError(f"The scene graph has no node of class {CHARACTER!r}: nobody can act in it")
        unknown = sorted(set(objects) - nodes.keys())
        if unknown:
            raise DomainError(f"Objects {unknown} are not nodes of the scene graph")
        ordered = {key: tuple(targets) for key, targets in edges.items()}
        return cls(nodes, ordered, characters[0], tuple(sorted(set(objects))))

    def targets(self, source: int, relation: str) -> tuple[int, ...]:
        """Where the edges of a relation lead from a node."""
        return self.edges.get((source, relation), ())


def _node(node: Mapping[str, Any]) -> Node:
    states = frozenset(str(state).upper() for state in node["states"])
    if not states <= frozenset(STATES):
        raise DomainError(f"Node {node['id']} has unknown states {sorted(states - frozenset(STATES))}")
    return Node(
        id=int(node["id"]),
        class_name=str(node["class_name"]),
        category=str(node["category"]),
        properties=frozenset(str(p).upper() for p in node["properties"]),
        states=states,
    )
