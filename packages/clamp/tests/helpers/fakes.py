"""Small stand-ins for the real thing: explicit transition graphs, and vocabularies made of bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from clamp.automata import Vocabulary
from clamp.planning.system import Action, SearchSpace, TransitionSystem, Validation


class GraphSystem(TransitionSystem[int]):
    """A transition system given as a table: `edges[state][action index] = successor`."""

    name = "graph"

    def __init__(
        self, actions: Sequence[Action], edges: Mapping[int, Mapping[int, int]], goals: Collection[int]
    ) -> None:
        self._actions = tuple(actions)
        self.edges = edges
        self.goals = frozenset(goals)

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return sorted({argument for action in self._actions for argument in action.args})

    @property
    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state in self.goals

    def applicable_indices(self, state: int) -> Sequence[int]:
        return sorted(self.edges.get(state, {}))

    def successor_of_index(self, state: int, index: int) -> int:
        return self.edges[state][index]

    def search_space(self, enabled: Collection[int] | None = None) -> _GraphSpace:
        return _GraphSpace(self, None if enabled is None else frozenset(enabled))

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        return None if self.index(action) in self.edges.get(state, {}) else f"state {state} has no such edge"

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Validation:
        state = 0
        for step, action in enumerate(actions):
            reason = self.why_inapplicable(state, action)
            if reason:
                return Validation(False, step, reason)
            state = self.edges[state][self.index(action)]
        return (
            Validation(True) if state in self.goals else Validation(False, None, "The goal is not reached.")
        )


@dataclass(frozen=True)
class _GraphSpace(SearchSpace):
    system: GraphSystem
    enabled: frozenset[int] | None

    def node(self, state: int) -> int:
        return state

    def is_goal(self, node: int) -> bool:
        return node in self.system.goals

    def successors(self, node: int) -> Iterable[tuple[int, int]]:
        for index, after in self.system.edges.get(node, {}).items():
            if self.enabled is None or index in self.enabled:
                yield index, after

    def lower_bound(self, node: int) -> float:
        return 0 if node in self.system.goals else 1

    def estimate(self, node: int) -> float:
        return self.lower_bound(node)


NAMES = ["a", "ab", "Pick", "é", "日本", "go"]
ENTITIES = ["x", "xy", "x_1", "ü", "cup_2", "12"]


@st.composite
def graph_systems(draw: st.DrawFn, max_states: int = 4, max_actions: int = 5) -> GraphSystem:
    """Random small systems, whose action texts share prefixes and hold multi-byte characters."""
    actions = draw(
        st.lists(
            st.builds(
                Action, st.sampled_from(NAMES), st.lists(st.sampled_from(ENTITIES), max_size=2).map(tuple)
            ),
            min_size=1,
            max_size=max_actions,
            unique=True,
        )
    )
    states = draw(st.integers(1, max_states))
    edges = {
        state: draw(
            st.dictionaries(
                st.integers(0, len(actions) - 1), st.integers(0, states - 1), max_size=len(actions)
            )
        )
        for state in range(states)
    }
    goals = draw(st.sets(st.integers(0, states - 1), max_size=2))
    return GraphSystem(actions, edges, goals)


ACTS = [Action("go", ("a",)), Action("back", ("b",)), Action("look")]
EDGES = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
"""A state, one of `ACTS`, and the state after it."""


def byte_vocabulary(extra: Iterable[bytes] = ()) -> Vocabulary:
    """The 256 bytes, some longer tokens, and the end of the sequence as the last id."""
    tokens: list[bytes | None] = [bytes([byte]) for byte in range(256)]
    tokens += [token for token in extra if token]
    return Vocabulary.from_bytes([*tokens, None], len(tokens))


PICK, PUT, LOOK = Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")
TIDY = GraphSystem([PICK, PUT, LOOK], {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}}, {2})
