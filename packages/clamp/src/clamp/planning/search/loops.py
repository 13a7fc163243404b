"""Plans without loops: which states a plan has been in, and what plans lead to the goal around them.

It decides that a known plan is trusted where bounds or nodes prove that it passes none of these states, and
hides the searches for another where it does: first over nodes, which is enough to find one, then over states,
which is needed to refute, because states that the goal cannot tell apart are different states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from clamp.planning.search.bounds import Bounds, Greedy, Parents, Way, trace
from clamp.planning.search.kernel import CompiledAround, CompiledBounds, CompiledTrail
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.search.projection import Odd
from clamp.planning.system import TransitionSystem
from clamp.threads import Cache, once

State: TypeAlias = Any
Node: TypeAlias = Any

EVALUATIONS = 20
"""Estimates of the search over nodes in its second turn; in its first it makes none."""

EXPANSIONS = 10
"""Expansions of the search over states in its second turn; in its first it makes one."""

COMPILED = 4
"""How much more effort, in turns, the search over nodes gets at first where it is compiled."""

KEPT_DETOURS = 100_000

CHEAP = 8
"""So many states are looked at before bounds are computed for them."""


class Trail:
    """The states that a plan has been in, the last one included."""

    __slots__ = ("_nodes", "_parent", "_state", "states")

    def __init__(self, parent: Trail | None, state: State) -> None:
        self._parent = parent
        self._state = state
        self.states: frozenset[State] = frozenset((state,)) if parent is None else parent.states | {state}
        self._nodes: tuple[frozenset[Node], float] | None = None

    def nodes(self, bounds: Bounds) -> tuple[frozenset[Node], float]:
        """The nodes of its states, and a lower bound of all their goal distances."""
        missing: list[Trail] = []
        at: Trail | None = self
        while at is not None and at._nodes is None:
            missing.append(at)
            at = at._parent
        found = (frozenset[Node](), math.inf) if at is None or at._nodes is None else at._nodes
        for one in reversed(missing):
            node = bounds.space.node(one._state)
            found = one._nodes = found[0] | {node}, min(found[1], bounds.known_lower(node))
        return found


class Around:
    """Ways to the goal that pass none of the states of a trail.

    Args:
        applicable: Indices of the enabled actions that apply in a state.
        detours: Plans that were found around other trails, by the nodes where they begin.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        applicable: Callable[[State], Sequence[int]],
        bounds: Bounds,
        detours: dict[Node, Way],
        trail: Trail,
    ) -> None:
        self._detours = detours
        self._system = system
        self._applicable = applicable
        self._bounds = bounds
        self._states = trail.states
        self._nodes, self._floor = trail.nodes(bounds)
        self._passes: dict[Way, bool] = {}
        self._over_nodes: Cache[Node, _OverNodes | CompiledAround] = Cache()
        self._good: dict[State, Way] = {}

    @once
    def _compiled(self) -> CompiledTrail | None:
        bounds = self._bounds
        return bounds.trail(self._nodes, self._floor) if isinstance(bounds, CompiledBounds) else None

    def meets(self, node: Node) -> bool:
        """Whether a state with this node may be one of the trail's."""
        return node in self._nodes

    def is_known(self, node: Node, budget: int) -> bool:
        """Whether there is a plan that `known` tells; often said without looking at one."""
        # Nearer to the goal than all nodes of the trail are, it can pass none of them.
        near = self._bounds.upper.get(node, math.inf) <= min(budget, self._floor)
        return near or self.known(node, budget) is not None

    def known(self, node: Node, budget: int) -> Way | None:
        """The plan that is known from a node, if it passes no node of the trail on its way; computes nothing.

        The node itself may be one of them: it is that of a state which is none of the trail's.
        """
        for way in (self._bounds.way(node), self._detours.get(node)):
            if way is not None and way.length <= budget and (way.rest is None or self._clear(way.rest)):
                return way
        return None

    def _clear(self, way: Way) -> bool:
        """Whether no node of a plan, the first included, is one of the trail's."""
        walked: list[Way] = []
        passes = False
        at: Way | None = way
        # A node that is nearer to the goal than all nodes of the trail is none of them.
        while at is not None and at.length >= self._floor:
            known = self._passes.get(at)
            if known is not None:
                passes = known
                break
            walked.append(at)
            if at.node in self._nodes:
                passes = True
                break
            at = at.rest
        for one in walked:
            self._passes[one] = passes
        return not passes

    def find(self, node: Node, state: State, budget: int, meter: Meter) -> Way | LimitReached | None:
        """A way of at most `budget` actions from a state that is none of the trail's; ``None`` if none is."""
        self._bounds.is_goal(node)  # no search below asks it of its root, and it may have been forgotten
        known = self.known(node, budget)
        if known is not None:
            return known
        over_nodes = self._over_nodes.get(node)
        if over_nodes is None:
            over_nodes = self._over_nodes[node] = (
                _OverNodes(self._bounds, node, budget, self._nodes, self._known_on_the_way)
                if self._compiled is None or isinstance(node, Odd)
                else self._compiled.search(node, budget)
            )
        over_states: _OverStates | None = None
        effort = 0 if self._compiled is None else COMPILED
        while True:
            found = over_nodes.find(effort * EVALUATIONS, meter)
            if found is not None:
                self._learn(found)
                return found
            if over_states is None:
                over_states = _OverStates(self, self._bounds, state, budget)
            found = over_states.run(1 + effort * EXPANSIONS, meter)
            if found is not None:
                return found
            if over_states.exhausted:
                return None
            stopped = meter.reached(self._bounds.known_lower(node))
            if stopped is not None:
                return stopped
            effort = 2 * effort or 1

    def _learn(self, way: Way) -> None:
        """Keep a plan that was found, for where the best one that is known passes the trail."""
        detours = self._detours
        if len(detours) > KEPT_DETOURS:
            detours.clear()
        at: Way | None = way
        while at is not None and self._bounds.ways.get(at.node) is not at:
            detours[at.node] = at
            at = at.rest

    def _known_on_the_way(self, node: Node, budget: int) -> Way | None:
        """A plan that is known from a node which is none of the trail's, if it passes none of them."""
        self._bounds.joined(node, budget)
        for way in (self._bounds.way(node), self._detours.get(node)):
            if way is not None and way.length <= budget and self._clear(way):
                return way
        return None

    # What the search over states asks

    def node(self, state: State) -> Node:
        """The node of a state."""
        return self._bounds.space.node(state)

    def after(self, state: State) -> Iterable[tuple[int, State]]:
        """The states after each action that applies, but those of the trail."""
        for index in self._applicable(state):
            after = self.successor(state, index)
            if after not in self._states:
                yield index, after

    def successor(self, state: State, index: int) -> State:
        """The state after an action."""
        return self._system.successor_of_index(state, index)

    def known_from(self, state: State, node: Node, budget: int) -> Way | None:
        """The plan that is known from a state's node, if it passes none of the trail's states from there."""
        good = self._good.get(state)
        if good is not None and good.length <= budget:
            return good
        known = self.known(node, budget)
        if known is not None:
            return known
        way = self._bounds.way(node)
        return way if way is not None and way.length <= budget and self._walks(state, way) else None

    def note(self, states: Sequence[State], way: Way) -> None:
        """Keep a plan that was found, for what else may lead to its states."""
        at: Way | None = way
        for state in states:
            assert at is not None
            self._good[state] = at
            at = at.rest

    def _walks(self, state: State, way: Way) -> bool:
        """Whether a plan from a state passes no state of the trail after it."""
        while way.rest is not None:
            state = self.successor(state, way.action)
            if state in self._states:
                return False
            way = way.rest
        return True


class _OverNodes(Greedy):
    """Looks for a way that passes no blocked node, by estimates: enough to find one, not to refute it.

    Args:
        known: A plan from a node within a budget that is known to pass nothing that is blocked.
    """

    heeds_features = False
    first_guess = 0.0

    def __init__(
        self,
        bounds: Bounds,
        root: Node,
        budget: int,
        blocked: Collection[Node],
        known: Callable[[Node, int], Way | None],
    ) -> None:
        super().__init__(bounds, root, budget, blocked)
        self._known = known
        self._found: Way | None = None
        self._begun = False

    def find(self, evaluations: int, meter: Meter) -> Way | None:
        """A way, if one is found with so much effort; the first step is for nothing."""
        if not self._begun:
            self.expand(self.root, 0, meter)
            self._begun = True
        if self._found is None:
            self.run(evaluations, meter)
        return self._found

    def arrived(self, node: Node, left: int) -> bool:
        way = self._known(node, left)
        if way is not None:
            self._found = _joined(trace(self.parents, node), way)
        return way is not None

    def is_refuted(self, node: Node, left: int, meter: Meter) -> bool:
        return False

    def exhausted(self) -> None:
        return None


class _OverStates:
    """Looks for a way that passes no state of the trail among all states: finds one, or refutes it."""

    def __init__(self, around: Around, bounds: Bounds, root: State, budget: int) -> None:
        self._around, self._bounds, self._budget = around, bounds, budget
        self._depth: dict[State, int] = {root: 0}
        self._parents: Parents = {}
        self._closed: dict[State, int] = {}
        self._order = count()
        self._queue: list[tuple[float, int, int, State]] = [(0, 0, next(self._order), root)]
        self._found: Way | None = None

    @property
    def exhausted(self) -> bool:
        """Whether there is no way."""
        return not self._queue and self._found is None

    def run(self, expansions: int, meter: Meter) -> Way | None:
        """A way, if one is found with so much effort."""
        bounds, budget, queue, around = self._bounds, self._budget, self._queue, self._around
        while queue and self._found is None:
            if expansions <= 0 or meter.reached(0) is not None:
                break
            state = queue[0][-1]
            g = self._depth[state]
            if self._closed.get(state, math.inf) > g:
                node = around.node(state)
                # A bound costs much more than a look at the first few.
                lower = (
                    bounds.lower_within(node, budget - g)
                    if len(self._closed) > CHEAP
                    else bounds.known_lower(node)
                )
                if g + lower <= budget:
                    expansions -= 1
                    self._found = self._expand(state, g, meter)
                # Only now, so that nothing is missed if the time was up in the middle.
                self._closed[state] = g
            if self._queue[0][-1] is state:
                heappop(queue)
        return self._found

    def _expand(self, state: State, g: int, meter: Meter) -> Way | None:
        bounds, budget, around = self._bounds, self._budget, self._around
        if g == 0 and (way := self._onward(state, around.node(state), 0)) is not None:
            return way
        if g >= budget:
            return None
        for action, after in around.after(state):
            meter.generated += 1
            if g + 1 >= self._depth.get(after, math.inf):
                continue
            node = around.node(after)
            lower = bounds.known_lower(node)
            if g + 1 + lower > budget:
                continue
            self._depth[after] = g + 1
            self._parents[after] = action, state
            if bounds.space.is_goal(node):
                bounds.lower(node)
            way = self._onward(after, node, g + 1)
            if way is not None:
                return way
            rank = g + 1 + bounds.upper.get(node, lower)
            heappush(self._queue, (rank, -g - 1, next(self._order), after))
        return None

    def _onward(self, state: State, node: Node, g: int) -> Way | None:
        """The path to a state, and the plan that is known from there, without loops."""
        way = self._around.known_from(state, node, self._budget - g)
        if way is None:
            return None
        steps = trace(self._parents, state)
        for action in way.actions():
            steps.append((state, action))
            state = self._around.successor(state, action)
        last = {state: number for number, (state, _) in enumerate(steps)}
        last[state] = len(steps)
        number, kept = 0, list[tuple[State, int]]()
        while number < len(steps):
            number = last[steps[number][0]]
            if number < len(steps):
                kept.append(steps[number])
            number += 1
        found = Way.of([action for _, action in kept])
        self._around.note([one for one, _ in kept], found)
        return found


def _joined(path: Sequence[tuple[Node, int]], way: Way) -> Way:
    """A path of nodes and a plan from its end; where the plan comes back to the path, it is cut short."""
    for node, action in reversed(path):
        at: Way | None = way
        while at is not None and at.node != node:
            at = at.rest
        way = Way(node, action, way) if at is None else at
    return way
