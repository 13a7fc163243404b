"""The search space of VirtualHome: what the goal can tell apart, with bounds and advice."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from clamp.planning.search.limits import checkpoint
from clamp.planning.system import Action, SearchSpace
from clamp_worlds.virtualhome.advice import Adviser
from clamp_worlds.virtualhome.coarse import Abstraction, CoarseFeatures
from clamp_worlds.virtualhome.executor import Applicability, GoalTest
from clamp_worlds.virtualhome.goal import ActionProgress, VirtualHomeGoal
from clamp_worlds.virtualhome.landmarks import Landmarks
from clamp_worlds.virtualhome.observe import Observer
from clamp_worlds.virtualhome.relevance import Relevance
from clamp_worlds.virtualhome.state import State
from clamp_worlds.virtualhome.tables import Catalogue, Tables
from clamp_worlds.virtualhome.vocabulary import ExecutorRules

REMEMBERED = 50_000
"""Nodes whose executable actions are remembered."""


class VirtualHomeSearch(SearchSpace):
    """Search over projected states and the enabled actions that matter (see `Relevance`).

    It also tells single steps, landmarks and relaxed plans.
    """

    def __init__(
        self,
        *,
        tables: Tables,
        rules: ExecutorRules,
        actions: Sequence[Action],
        affords: dict[str, int],
        observer: Observer,
        goal: VirtualHomeGoal,
        goal_test: GoalTest,
        successor: Callable[[State, int], State],
        enabled: Collection[int] | None,
    ):
        self._tables = tables
        self._goal_test = goal_test
        self._successor = successor
        progress = goal_test.progress
        self._relevance = relevance = Relevance(tables, goal, progress, actions, affords, enabled)
        chosen = relevance.actions
        self._chosen = frozenset(chosen)
        # Less matters once nothing can undo what was performed.
        self._progress = progress
        nothing = ActionProgress((), [""] * len(actions))
        self._later = Relevance(tables, replace(goal, actions=()), nothing, actions, affords, enabled)
        self._chosen_later = frozenset(self._later.actions)
        self._observer = observer
        self._applicability = Applicability(tables, rules, actions, affords, observer, chosen)
        self._executable_in: dict[State, tuple[int, ...]] = {}
        self._counted: tuple[State | None, float] = None, 0
        self._twice = _same_as_walk(Catalogue(tables, actions, chosen), frozenset(progress.useful()))
        features = CoarseFeatures(tables, rules, observer, goal_test, actions, affords, relevance, enabled)
        self.coarse = Abstraction(features, tables, observer) if features.sufficient else None
        self._landmarks = Landmarks(tables, goal_test, actions, chosen, affords, self._executable)
        self._advise = Adviser(tables, goal_test, actions, affords, observer, chosen, self._executable)

    def node(self, state: State) -> State:
        return self._project(state)

    def is_goal(self, node: State) -> bool:
        return self._goal_test.holds(node)

    def successors(self, node: State) -> Iterator[tuple[int, State]]:
        checkpoint("searching")
        twice, near = self._twice, self._observer.near(node)
        settled = node.progress == self._progress.everything
        for index in self._executable(node):
            checkpoint("searching")  # there may be a thousand, of 20 µs each
            if settled and index not in self._chosen_later:
                continue
            walked_to = twice.get(index)
            if walked_to is not None and not near & walked_to:
                continue
            after = self._project(self._successor(node, index))
            if after != node:
                yield index, after

    def step(self, node: State, action: int) -> State | None:
        if action not in self._executable(node):
            return None
        return self._project(self._successor(node, action))

    def lower_bound(self, node: State) -> float:
        if self.is_goal(node):
            return 0
        last, count = self._counted  # those that were found last, if that was here, need not be found again
        if last == node:
            return count
        cuts = self.landmarks(node, ())
        return math.inf if cuts is None else len(cuts)

    def landmarks(self, node: State, known: Sequence[frozenset[int]]) -> Sequence[frozenset[int]] | None:
        checkpoint("searching")
        found = self._landmarks(node, known)
        self._counted = node, math.inf if found is None else len(found)
        return found

    def surviving(
        self, node: State, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        # Landmarks speak of plans of chosen actions; another action may stand in for one of those.
        return [cut for cut in landmarks if action not in cut] if action in self._chosen else ()

    def estimate(self, node: State) -> float:
        return self._advise(node)[0]

    def relaxed_plan(self, node: State) -> tuple[float, Collection[int]]:
        checkpoint("searching")
        return self._advise(node)

    def _project(self, state: State) -> State:
        progress = self._progress.settled(state.progress)
        if progress != state.progress:
            state = state._replace(progress=progress)
        settled = progress == self._progress.everything
        return (self._later if settled else self._relevance).project(state)

    def _executable(self, node: State) -> tuple[int, ...]:
        found = self._executable_in.get(node)
        if found is None:
            if len(self._executable_in) >= REMEMBERED:
                self._executable_in.clear()
            found = self._executable_in[node] = tuple(self._applicability.indices(node))
        return found


def _same_as_walk(find: Catalogue, useful: frozenset[int]) -> dict[int, int]:
    """Actions that WALK makes superfluous while the nodes in the mask are not near: FIND, and RUN always.

    Not so where an action goal asks for the WALK: progress can be undone by what counts towards it.
    """
    twice: dict[int, int] = {}
    for index, name in find.name.items():
        if name in ("RUN", "FIND") and index not in useful:
            (node,) = find.where[index]
            walk = find.find("WALK", node)
            if walk is not None and walk not in useful:
                twice[index] = 1 << node if name == "FIND" else 0
    return twice
