"""The facts that rules over a VirtualHome task may speak of: its states and relations, in lower case.

States take one argument (``open(fridge_305)``; ``on(stove_312)``: it is switched on), relations two
(``on(cup_12, table_7)``, ``inside``, ``close``, ``facing``, ``holds_rh``, ``holds_lh``, with the character's
name, such as ``character_65``, as an object). The types are the classes: ``forall ?x - microwave: …``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from clamp.planning.system import Action, Fact, Position
from clamp.threads import once
from clamp_worlds.virtualhome.executor import MASK_OF_STATE, state_test, targets
from clamp_worlds.virtualhome.goal import NodeState
from clamp_worlds.virtualhome.replay import Interpreter
from clamp_worlds.virtualhome.scene import SceneGraph
from clamp_worlds.virtualhome.state import State, bits
from clamp_worlds.virtualhome.tables import Tables
from clamp_worlds.virtualhome.vocabulary import RELATIONS, STATES, ExecutorRules


@dataclass
class _Group:
    """Facts that one mask over nodes tells; `number` is that of the fact about each node."""

    mask: Callable[[State], int]
    number: dict[int, int] = field(default_factory=dict[int, int])

    def reader(self) -> Callable[[State], int]:
        """The facts of the group that hold in a state."""
        every = sum(1 << node for node in self.number)
        mask, known = self.mask, dict[int, int]()

        def read(state: State) -> int:
            here = mask(state) & every
            found = known.get(here)
            if found is None:
                if len(known) >= _REMEMBERED:
                    known.clear()
                found = known[here] = sum(1 << self.number[node] for node in bits(here))
            return found

        return read


def _bit(test: Callable[[State], bool], node: int) -> Callable[[State], int]:
    return lambda state: int(test(state)) << node


_REMEMBERED = 10_000


class VirtualHomeWords:
    """See `clamp.planning.system.RuleWords`."""

    def __init__(self, scene: SceneGraph, tables: Tables, rules: ExecutorRules):
        self._scene = scene
        self._tables = tables
        self._rules = rules
        self._id = {node.name: node.id for node in scene.nodes.values()}

    @property
    def predicates(self) -> Mapping[str, Collection[int]]:
        found: dict[str, list[int]] = {name.lower(): [1] for name in STATES}
        for name in RELATIONS:
            found.setdefault(name.lower(), []).append(2)
        return found

    @once
    def _of_class(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"object": []}
        named = set(self._scene.objects)
        for node in self._scene.nodes.values():
            found.setdefault(node.class_name, []).append(node.name)
            if node.id in named:
                found["object"].append(node.name)
        return found

    @property
    def types(self) -> Collection[str]:
        return self._of_class.keys()

    def objects(self, kind: str) -> Sequence[str]:
        return self._of_class[kind]

    def constant(self, fact: Fact) -> bool | None:
        predicate, args = fact
        tables, node = self._tables, self._id[args[0]]
        if len(args) == 2 or tables.position[node] == tables.character:
            return None
        changes = node in self._scene.objects and predicate.upper() in MASK_OF_STATE
        return None if changes else predicate.upper() in self._scene.nodes[node].states

    def valuation(self, facts: Sequence[Fact]) -> Callable[[State], int]:
        """See `RuleWords`. Facts that one mask of a state tells together are read together."""
        groups: dict[tuple[int, str, int], _Group] = {}  # some names are both a state and a relation
        for number, (predicate, args) in enumerate(facts):
            name, (node, *others) = (
                predicate.upper(),
                (self._tables.position[self._id[one]] for one in args),
            )
            if others:
                group = groups.setdefault((2, name, node), _Group(self._edges(name, node)))
            elif name in MASK_OF_STATE:
                group = groups.setdefault((1, name, -1), _Group(attrgetter(MASK_OF_STATE[name])))
            else:
                test = state_test(self._tables, NodeState(self._id[args[0]], name))
                group = groups.setdefault((1, name, node), _Group(_bit(test, node)))
            group.number[others[0] if others else node] = number
        readers = [group.reader() for group in groups.values()]
        return lambda state: sum(reader(state) for reader in readers)

    def _edges(self, relation: str, node: int) -> Callable[[State], int]:
        tables = self._tables
        return lambda state: targets(tables, state, node, relation)

    def replay(self, actions: Iterable[Action]) -> Iterator[Position]:
        house = Interpreter(self._scene, self._rules)
        yield self._reading(house), None
        for action in actions:
            house.execute(action)
            yield self._reading(house), action

    def _reading(self, house: Interpreter) -> Callable[[str, tuple[str, ...]], bool]:
        states = {node: frozenset(names) for node, names in house.states.items()}
        edges = {key: frozenset(targets) for key, targets in house.edges.items()}

        def holds(predicate: str, args: tuple[str, ...]) -> bool:
            first, *rest = (self._id[name] for name in args)
            if rest:
                return rest[0] in edges.get((first, predicate.upper()), ())
            return predicate.upper() in states[first]

        return holds
