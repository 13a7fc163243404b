"""The facts that rules over a VirtualHome task may speak of: its states and relations, in lower case.

States take one argument (``open(fridge_305)``; ``on(stove_312)``: it is switched on), relations two
(``on(cup_12, table_7)``, ``inside``, ``close``, ``facing``, ``holds_rh``, ``holds_lh``, with the character's
name, such as ``character_65``, as an object). The types are the classes: ``forall ?x - microwave: …``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from clamp.planning.rules.words import Fact, Position
from clamp.planning.system import Action
from clamp.planning.virtualhome.facts import relation_test, state_test
from clamp.planning.virtualhome.goal import NodeState, Relation
from clamp.planning.virtualhome.replay import Interpreter
from clamp.planning.virtualhome.state import State
from clamp.planning.virtualhome.system import VirtualHome
from clamp.planning.virtualhome.vocabulary import RELATIONS, STATES

_CHANGING = frozenset({"OPEN", "CLOSED", "ON", "OFF", "CLEAN", "DIRTY"})


class VirtualHomeWords:
    """See `clamp.planning.rules.words.Words`."""

    def __init__(self, system: VirtualHome):
        self._system = system
        self._id = {node.name: node.id for node in system.scene.nodes.values()}

    @property
    def predicates(self) -> Mapping[str, Collection[int]]:
        found: dict[str, list[int]] = {name.lower(): [1] for name in STATES}
        for name in RELATIONS:
            found.setdefault(name.lower(), []).append(2)
        return found

    @cached_property
    def _of_class(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"object": []}
        named = set(self._system.scene.objects)
        for node in self._system.scene.nodes.values():
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
        tables, node = self._system.tables, self._id[args[0]]
        if len(args) == 2 or tables.position[node] == tables.character:
            return None
        changes = node in self._system.scene.objects and predicate.upper() in _CHANGING
        return None if changes else predicate.upper() in self._system.scene.nodes[node].states

    def _test(self, fact: Fact) -> Callable[[State], bool]:
        predicate, args = fact
        ids = [self._id[name] for name in args]
        if len(ids) == 1:
            return state_test(self._system.tables, NodeState(ids[0], predicate.upper()))
        return relation_test(self._system.tables, Relation(ids[0], predicate.upper(), ids[1]))

    def valuation(self, facts: Sequence[Fact]) -> Callable[[State], int]:
        tests = [(1 << number, self._test(fact)) for number, fact in enumerate(facts)]
        return lambda state: sum(bit for bit, test in tests if test(state))

    def replay(self, actions: Iterable[Action]) -> Iterator[Position]:
        house = Interpreter(self._system.scene, self._system.rules)
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
