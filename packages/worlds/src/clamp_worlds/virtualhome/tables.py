"""What never changes in a scene, as bit masks over its nodes, and the enabled actions by name and node."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from clamp.errors import DomainError
from clamp.planning.system import Action
from clamp_worlds.virtualhome.scene import Node, SceneGraph
from clamp_worlds.virtualhome.state import LYING, SITTING, Holding, State, bits
from clamp_worlds.virtualhome.vocabulary import ExecutorRules


class Tables:
    """Masks over nodes, by position: first the nodes that actions may name, then other items, then the rest.

    A node is an *item* when its CLOSE, ON or INSIDE edges can change: it can be grabbed or is held, or it is
    ON or INSIDE such a node or the character. All other edges between nodes stay as they are, so that
    closeness through nodes that no action names is one lookup.

    Attributes:
        ids: Node id of each position.
        named: How many nodes actions may name; they have the positions below it.
        character: Position of the character; its bit is `me`.
        item_at: Position of each item in the node order.
        item_of: Position among the items of the node at a position, or -1.
        body: Parts of the body, which WALK keeps close.
        openable_boxes: Nodes with the property CAN_OPEN: WALK goes close to what is inside.
        edges_on, edges_inside, edges_facing: Initial edges out of each node. For items only the start; what
            the character faces is in `State.facing` alone.
    """

    def __init__(self, scene: SceneGraph, rules: ExecutorRules):
        self.scene = scene
        movable = {i for i in scene.objects if grabbable(scene.nodes[i], rules)}
        movable |= {
            target for hand in ("HOLDS_RH", "HOLDS_LH") for target in scene.targets(scene.character, hand)
        }
        bases = movable | {scene.character}
        items = set(movable)
        for (source, relation), targets in scene.edges.items():
            if relation in ("ON", "INSIDE") and source != scene.character and not bases.isdisjoint(targets):
                items.add(source)
        named = list(scene.objects)
        others = sorted(items - set(named))
        rest = [i for i in scene.nodes if i not in items and i not in set(named)]
        self.ids = (*named, *others, *rest)
        self.named = len(named)
        self.by_name = {scene.nodes[i].name: k for k, i in enumerate(self.ids)}
        self.position = {node: i for i, node in enumerate(self.ids)}
        self.nodes: tuple[Node, ...] = tuple(scene.nodes[i] for i in self.ids)
        self.character = self.position[scene.character]
        self.me = 1 << self.character
        self.item_at = tuple(sorted(self.position[i] for i in items))
        self.item_of = [-1] * len(self.ids)
        for item, position in enumerate(self.item_at):
            self.item_of[position] = item
        self.item_bits = tuple(1 << position for position in self.item_at)
        self.all_items = sum(self.item_bits)

        self.rooms = self.where(lambda node: node.is_room)
        self.body = self.with_property("BODY_PART")
        self.openable_boxes = self.with_property("CAN_OPEN")
        self.edges_on = [self.mask(scene.targets(i, "ON")) for i in self.ids]
        self.edges_inside = [self.mask(scene.targets(i, "INSIDE")) for i in self.ids]
        self.edges_facing = [
            0 if i == scene.character else self.mask(scene.targets(i, "FACING")) for i in self.ids
        ]
        self.edges_close = [self.mask(scene.targets(i, "CLOSE")) for i in self.ids]
        fixed = ~(self.all_items | self.me)
        self.fixed = fixed
        # For each node, the fixed nodes close to it (none for an item: its own closeness says so) …
        self.neighbours = [
            0 if self.item_of[i] >= 0 or i == self.character else mask & fixed
            for i, mask in enumerate(self.edges_close)
        ]
        # … and the fixed nodes on it and inside it.
        self.carries = [mask & fixed for mask in self._reversed(self.edges_on)]
        self.contains = [mask & fixed for mask in self._reversed(self.edges_inside)]
        self._orders: dict[tuple[int, str, int], tuple[int, ...]] = {}
        self._check_character()

    def mask(self, ids: tuple[int, ...]) -> int:
        """The bits of nodes given by id."""
        return sum(1 << self.position[i] for i in ids)

    def where(self, holds: Callable[[Node], bool]) -> int:
        """The bits of the nodes that satisfy a predicate."""
        return sum(1 << i for i, node in enumerate(self.nodes) if holds(node))

    def with_property(self, name: str) -> int:
        return self.where(lambda node: name in node.properties)

    def in_state(self, name: str) -> int:
        """The nodes that start in a state."""
        return self.where(lambda node: name in node.states)

    def held(self, s: State) -> int:
        """The bits of what is in the hands; both may hold the same thing at the start."""
        held = self.item_bits[s.right] if s.right >= 0 else 0
        return held | self.item_bits[s.left] if s.left >= 0 else held

    def order(self, source: int, relation: str, targets: int) -> tuple[int, ...]:
        """Positions of some targets of a node in the order in which the executor comes across them.

        It iterates over a Python set of node ids. Where it takes the first of several (GRAB's origin, the
        room of a thing in two rooms), only doing to such a set what the executor does tells which. A relation
        that gained an edge has a set of its own; each time it is read, all edges that the scene had at the
        start go into it, and those that were removed since come out again. That moves the rest: it is read
        once when the state is recorded, and once more when the next action looks.
        """
        if targets & (targets - 1) == 0:
            return (targets.bit_length() - 1,) if targets else ()
        key = (source, relation, targets)
        found = self._orders.get(key)
        if found is None:
            start = self.scene.targets(self.ids[source], relation)
            now = {self.ids[i] for i in bits(targets)}
            gained = sorted(now.difference(start))
            encountered = set([*gained, *(i for i in start if i in now)] if gained else ())
            for _ in range(2 if gained else 1):
                encountered.update(start)
                encountered.difference_update({i for i in start if i not in now})
            found = self._orders[key] = tuple(self.position[i] for i in encountered)
        return found

    def initial(self) -> State:
        """The state of the scene as it was read."""
        scene, me, low = self.scene, self.scene.character, (1 << self.named) - 1
        right, left = scene.targets(me, "HOLDS_RH"), scene.targets(me, "HOLDS_LH")
        states = scene.nodes[me].states
        return State(
            room=self.position[scene.targets(me, "INSIDE")[0]],
            close=self.edges_close[self.character],
            facing=self.mask(scene.targets(me, "FACING")),
            on=self.edges_on[self.character],
            right=self.item_of[self.position[right[0]]] if right else -1,
            left=self.item_of[self.position[left[0]]] if left else -1,
            posture=SITTING * ("SITTING" in states) | LYING * ("LYING" in states),
            open=self.in_state("OPEN") & low,
            closed=self.in_state("CLOSED") & low,
            lit=self.in_state("ON") & low,
            unlit=self.in_state("OFF") & low,
            clean=self.in_state("CLEAN") & low,
            dirty=self.in_state("DIRTY") & low,
            unfaced=0,
            items=tuple(
                Holding(self.edges_close[i] & ~self.me, self.edges_on[i], self.edges_inside[i], -1)
                for i in self.item_at
            ),
            progress=0,
        )

    def _reversed(self, edges: list[int]) -> list[int]:
        sources = [0] * len(edges)
        for source, targets in enumerate(edges):
            for target in bits(targets):
                sources[target] |= 1 << source
        return sources

    def _check_character(self) -> None:
        scene, me = self.scene, self.scene.character
        inside = scene.targets(me, "INSIDE")
        if len(inside) != 1 or not scene.nodes[inside[0]].is_room:
            raise DomainError(
                f"The character {scene.nodes[me].name} must be INSIDE exactly one room; the scene has it "
                f"INSIDE {[scene.nodes[i].name for i in inside]}"
            )
        for hand in ("HOLDS_RH", "HOLDS_LH"):
            if len(held := scene.targets(me, hand)) > 1:
                raise DomainError(f"The character {hand} {len(held)} things at once: {list(held)}")
        if self.item_of[self.character] >= 0:
            raise DomainError(
                f"The character {scene.nodes[me].name} is GRABBABLE or held, so that it could carry itself "
                "about; such a scene is not supported. Remove the property or the edge from the scene graph."
            )


def grabbable(node: Node, rules: ExecutorRules) -> bool:
    """Whether GRAB applies to a node at all."""
    return "GRABBABLE" in node.properties or node.class_name in rules.grabbable


class Catalogue:
    """The enabled actions by name and nodes; one that is not enabled is not found."""

    def __init__(self, tables: Tables, actions: Sequence[Action], enabled: Collection[int] | None):
        self.where: dict[int, tuple[int, ...]] = {}
        self.name: dict[int, str] = {}
        self._index: dict[tuple[str, tuple[int, ...]], int] = {}
        self._named: dict[str, list[int]] = {}
        for index in range(len(actions)) if enabled is None else sorted(set(enabled)):
            action = actions[index]
            nodes = tuple(tables.by_name[arg] for arg in action.args)
            self.where[index] = nodes
            self.name[index] = action.name
            self._index[action.name, nodes] = index
            self._named.setdefault(action.name, []).append(index)

    def find(self, name: str, *nodes: int) -> int | None:
        """The index of an action."""
        return self._index.get((name, nodes))

    def some(self, names: Iterable[str], *nodes: int) -> int | None:
        """The index of the first of several actions that is enabled."""
        return next((i for name in names if (i := self._index.get((name, nodes))) is not None), None)

    def named(self, *names: str) -> list[int]:
        """Indices of all actions with one of some names."""
        return [index for name in names for index in self._named.get(name, ())]
