"""A house as the naive twin sees it: plain sets of edges and states, what can be asked and changed."""

from __future__ import annotations

from collections.abc import Iterable

from clamp.planning.virtualhome.scene import Scene
from clamp.planning.virtualhome.vocabulary import ExecutorRules

HANDS = ("HOLDS_RH", "HOLDS_LH")
Origin = tuple[int, str]


class House:
    """A scene graph at some point of a plan. Nodes are ids.

    Attributes:
        me: The character.
        edges: Target ids by source id and relation.
        states: The states of each node.
        origins: Where GRAB took each thing from; such a thing cannot be grabbed again.
    """

    def __init__(self, scene: Scene, rules: ExecutorRules):
        self.scene = scene
        self.rules = rules
        self.me = scene.character
        self.edges = {key: set(targets) for key, targets in scene.edges.items()}
        self.states = {node.id: set(node.states) for node in scene.nodes.values()}
        self.origins: dict[int, Origin] = {}

    # Queries

    def to(self, source: int, relation: str) -> set[int]:
        """Where the edges of a relation lead."""
        return self.edges.get((source, relation), set())

    def ordered(self, source: int, relation: str) -> list[int]:
        """Targets as the executor comes across them.

        It reads a set of ids. Once an edge has been added to the relation the set is kept, and every reading
        (one when the state is recorded, one when an action looks) puts the scene's own edges in and takes
        those that are gone out again.
        """
        now, scene = self.to(source, relation), self.scene.targets(source, relation)
        new = sorted(node for node in now if node not in scene)
        kept: set[int] = set()
        if new:
            for node in new + [node for node in scene if node in now]:
                kept.add(node)
            kept.update(scene)
            kept.difference_update({node for node in scene if node not in now})
        kept.update(scene)
        kept.difference_update({node for node in scene if node not in now})
        return list(kept)

    def has(self, node: int, name: str) -> bool:
        """Whether a node has a property."""
        return name in self.scene.nodes[node].properties

    def kind(self, node: int) -> str:
        """A node's class name."""
        return self.scene.nodes[node].class_name

    def name(self, node: int) -> str:
        """What plans call a node."""
        return self.scene.nodes[node].name

    def is_room(self, node: int) -> bool:
        """Whether a node is a room."""
        return self.scene.nodes[node].is_room

    def is_near(self, node: int) -> bool:
        """Whether the character is close to a node, or to what it is on, or to what is close to it."""
        close = self.to(self.me, "CLOSE")
        if node in close:
            return True
        return any(node in self.to(other, "CLOSE") or other in self.to(node, "ON") for other in close)

    def is_faced(self, node: int) -> bool:
        """Whether the character faces a node, or something that does."""
        facing = self.to(self.me, "FACING")
        return node in facing or any(node in self.to(other, "FACING") for other in facing)

    def room_of(self, node: int) -> int | None:
        """The room of a node, found as the executor looks for it."""
        if self.is_room(node):
            return node
        around = self.ordered(node, "INSIDE")
        if len(around) > 1:
            return next((other for other in around if self.is_room(other)), None)
        passed: set[int] = set()
        while around and around[0] not in passed:
            if self.is_room(around[0]):
                return around[0]
            passed.add(around[0])
            around = self.ordered(around[0], "INSIDE")
        return None

    def closed_around(self, node: int) -> int | None:
        """A closed thing that a node is inside."""
        boxes = (box for box in self.to(node, "INSIDE") if not self.is_room(box))
        return next((box for box in boxes if "CLOSED" in self.states[box]), None)

    def held(self) -> list[int]:
        """What is in the character's hands."""
        return [node for hand in HANDS for node in self.to(self.me, hand)]

    def free_hand(self) -> str | None:
        """The relation of a hand that holds nothing."""
        return next((hand for hand in HANDS if not self.to(self.me, hand)), None)

    def posture(self) -> set[str]:
        """SITTING, LYING, or neither."""
        return self.states[self.me] & {"SITTING", "LYING"}

    def count_on(self, node: int) -> int:
        """How many things are on a node."""
        return sum(1 for (_, relation), targets in self.edges.items() if relation == "ON" and node in targets)

    # Edits

    def add(self, source: int, relation: str, target: int) -> None:
        """Draw an edge."""
        self.edges.setdefault((source, relation), set()).add(target)

    def join(self, a: int, b: int) -> None:
        """Two nodes are close from now on."""
        self.add(a, "CLOSE", b)
        self.add(b, "CLOSE", a)

    def cut(self, node: int, relations: Iterable[str], *, incoming: bool = True) -> None:
        """Remove a node's edges of some relations."""
        for relation in relations:
            self.edges.pop((node, relation), None)
            if incoming:
                for (_, name), targets in self.edges.items():
                    if name == relation:
                        targets.discard(node)

    def let_go(self, node: int) -> None:
        """The hands hold a node no more."""
        for hand in HANDS:
            self.to(self.me, hand).discard(node)

    def swap(self, node: int, old: str, new: str) -> None:
        """A node has one state in place of another."""
        self.states[node] = self.states[node] - {old} | {new}
