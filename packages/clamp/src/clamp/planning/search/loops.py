"""Plans without loops: which states a plan has been in, and what plans lead to the goal around them.

It decides that a known plan is trusted where bounds or nodes prove that it passes none of these states, and
hides the searches for another where it does: first over nodes, which is enough to find one, then over states,
which is needed to refute, because states that the goal cannot tell apart are different states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heappop, heappush
from typing import Any, TypeAlias

import numpy as np

from clamp.errors import LimitError
from clamp.planning.search.bounds import Bounds, PlanSuffix
from clamp.planning.search.engine import TURN, Greedy, Search
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.search.reachability import AliveActions, Onward, Reachability
from clamp.planning.system import TransitionSystem

State: TypeAlias = Any
Node: TypeAlias = Any

KEPT_DETOURS = 100_000

CHEAP = 8
"""So many states are looked at before bounds are computed for them."""


class StateHistory:
    """The states that a plan has been in, the last one included."""

    __slots__ = ("_nodes", "parent", "state", "states")

    def __init__(self, parent: StateHistory | None, state: State) -> None:
        self.parent = parent
        self.state = state
        self.states: frozenset[State] = frozenset((state,)) if parent is None else parent.states | {state}
        self._nodes: tuple[frozenset[Node], float] | None = None

    def nodes(self, bounds: Bounds) -> tuple[frozenset[Node], float]:
        """The nodes of its states, and a lower bound of all their goal distances."""
        missing: list[StateHistory] = []
        at: StateHistory | None = self
        while at is not None and at._nodes is None:
            missing.append(at)
            at = at.parent
        found = (frozenset[Node](), math.inf) if at is None or at._nodes is None else at._nodes
        for one in reversed(missing):
            node = bounds.space.node(one.state)
            found = one._nodes = found[0] | {node}, min(found[1], bounds.known_lower(node))
        return found


class Around:
    """Ways to the goal that pass none of the states of a history.

    Args:
        applicable: Indices of the enabled actions that apply in a state.
        detours: Plans that were found around other histories, by the nodes where they begin.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        applicable: Callable[[State], Sequence[int]],
        bounds: Bounds,
        detours: dict[Node, PlanSuffix],
        history: StateHistory,
    ) -> None:
        self._detours = detours
        self._system = system
        self._applicable = applicable
        self._bounds = bounds
        self._states = history.states
        self._nodes, self._floor = history.nodes(bounds)
        self._passes: dict[PlanSuffix, bool] = {}
        self._over_nodes: dict[Node, _OverNodes] = {}
        self._good: dict[State, PlanSuffix] = {}

    def meets(self, node: Node) -> bool:
        """Whether a state with this node may be one of the history's."""
        return node in self._nodes

    def is_known(self, node: Node, budget: int) -> bool:
        """Whether there is a plan that `known` tells; often said without looking at one."""
        # Nearer to the goal than all nodes of the history are, it can pass none of them.
        near = self._bounds.upper.get(node, math.inf) <= min(budget, self._floor)
        return near or self.known(node, budget) is not None

    def known(self, node: Node, budget: int) -> PlanSuffix | None:
        """The plan that is known from a node, if it passes no node of the history on its way; computes nothing.

        The node itself may be one of them: it is that of a state which is none of the history's.
        """
        for way in (self._bounds.way(node), self._detours.get(node)):
            if way is not None and way.length <= budget and (way.rest is None or self._clear(way.rest)):
                return way
        return None

    def _clear(self, way: PlanSuffix) -> bool:
        """Whether no node of a plan, the first included, is one of the history's."""
        walked: list[PlanSuffix] = []
        passes = False
        at: PlanSuffix | None = way
        # A node that is nearer to the goal than all nodes of the history is none of them.
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

    def find(self, node: Node, state: State, budget: int, meter: Meter) -> PlanSuffix | LimitReached | None:
        """A way of at most `budget` actions from a state that is none of the history's; ``None`` if none is."""
        self._bounds.is_goal(node)  # no search below asks it of its root, and it may have been forgotten
        known = self.known(node, budget)
        if known is not None:
            return known
        over_nodes = self._over_nodes.get(node)
        if over_nodes is None:
            over_nodes = self._over_nodes[node] = _OverNodes(
                self._bounds, node, budget, self._nodes, self._known_on_the_way
            )
            over_nodes.begin(meter)
        over_states = _OverStates(self, self._bounds, state, budget)
        effort = 0
        while True:
            if over_nodes.found is not None or over_nodes.run(effort, meter):
                assert over_nodes.found is not None
                self._learn(over_nodes.found)
                return over_nodes.found
            found = over_states.run(1 + effort, meter)
            if found is not None:
                return over_states.found
            stopped = meter.reached(self._bounds.known_lower(node))
            if stopped is not None:
                return stopped
            effort = 2 * effort or TURN

    def _learn(self, way: PlanSuffix) -> None:
        """Keep a plan that was found, for where the best one that is known passes the history."""
        detours = self._detours
        if len(detours) > KEPT_DETOURS:
            detours.clear()
        at: PlanSuffix | None = way
        while at is not None and self._bounds.ways.get(at.node) is not at:
            detours[at.node] = at
            at = at.rest

    def _known_on_the_way(self, node: Node, budget: int) -> PlanSuffix | None:
        """A plan that is known from a node which is none of the history's, if it passes none of them."""
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
        """The states after each action that applies, but those of the history."""
        for index in self._applicable(state):
            after = self.successor(state, index)
            if after not in self._states:
                yield index, after

    def successor(self, state: State, index: int) -> State:
        """The state after an action."""
        return self._system.successor_of_index(state, index)

    def known_from(self, state: State, node: Node, budget: int) -> PlanSuffix | None:
        """The plan that is known from a state's node, if it passes none of the history's states from there."""
        good = self._good.get(state)
        if good is not None and good.length <= budget:
            return good
        known = self.known(node, budget)
        if known is not None:
            return known
        way = self._bounds.way(node)
        return way if way is not None and way.length <= budget and self._walks(state, way) else None

    def note(self, states: Sequence[State], way: PlanSuffix) -> None:
        """Keep a plan that was found, for what else may lead to its states."""
        at: PlanSuffix | None = way
        for state in states:
            assert at is not None
            self._good[state] = at
            at = at.rest

    def _walks(self, state: State, way: PlanSuffix) -> bool:
        """Whether a plan from a state passes no state of the history after it."""
        while way.rest is not None:
            state = self.successor(state, way.action)
            if state in self._states:
                return False
            way = way.rest
        return True


class _OverNodes(Greedy):
    """Looks for a way that passes no blocked node: enough to find one, not to refute it.

    Args:
        known: A plan from a node within a budget that is known to pass nothing that is blocked.
    """

    def __init__(
        self,
        bounds: Bounds,
        root: Node,
        budget: int,
        blocked: Collection[Node],
        known: Callable[[Node, int], PlanSuffix | None],
    ) -> None:
        super().__init__(bounds, root, budget, shallow=True)
        self._blocked, self._known = blocked, known
        self.found: PlanSuffix | None = None

    def begin(self, meter: Meter) -> bool:
        """Whether one action leads to where a plan is known; costs no estimate."""
        left = self.budget - 1
        for action, child in self.successors(self.root) if left >= 0 else ():
            meter.generated += 1
            if child == self.root:
                continue
            self.parents[child] = action, self.root
            if self.ends(child, left):
                return True
        return False

    def successors(self, node: Node) -> Iterable[tuple[int, Node]]:
        return (one for one in super().successors(node) if one[1] not in self._blocked)

    def step(self, node: Node, action: int) -> Node | None:
        after = super().step(node, action)
        return None if after in self._blocked else after

    def joins(self, node: Node, left: int) -> bool:
        return False

    def ends(self, node: Node, left: int) -> bool:
        self.bounds.is_goal(node)
        way = self._known(node, left)
        if way is not None:
            self.found = _joined(self.path(node), way)
        return way is not None

    def exhausted(self) -> None:
        return None


class _OverStates(Search):
    """Looks for a way that passes no state of the history among all states: finds one, or refutes it."""

    def __init__(self, around: Around, bounds: Bounds, root: State, budget: int) -> None:
        super().__init__(bounds, root, budget)
        self._around = around
        self._closed: dict[State, int] = {}
        self._queue: list[tuple[float, int, int, State]] = [(0, 0, next(self.order), root)]
        self.found: PlanSuffix | None = None

    def waits(self) -> bool:
        return bool(self._queue)

    def turn(self, meter: Meter) -> bool:
        bounds = self.bounds
        state = self._queue[0][-1]
        g = self.depth[state]
        found = False
        if self._closed.get(state, math.inf) > g:
            node, left = self._around.node(state), self.budget - g
            # A bound costs much more than a look at the first few.
            looked = len(self._closed) > CHEAP
            lower = bounds.lower_within(node, left) if looked else bounds.known_lower(node)
            if lower <= left:
                found = self._expand(state, g, meter)
            # Only now, so that nothing is missed if the time was up in the middle.
            self._closed[state] = g
        if self._queue[0][-1] is state:
            heappop(self._queue)
        return found

    def exhausted(self) -> bool:
        return False

    def _expand(self, state: State, g: int, meter: Meter) -> bool:
        bounds, budget, around = self.bounds, self.budget, self._around
        if g == 0 and self._ends(state, around.node(state), 0):
            return True
        if g >= budget:
            return False
        for action, after in around.after(state):
            meter.generated += 1
            if g + 1 >= self.depth.get(after, math.inf):
                continue
            node = around.node(after)
            lower = bounds.known_lower(node)
            if g + 1 + lower > budget:
                continue
            self.depth[after] = g + 1
            self.parents[after] = action, state
            if bounds.is_goal(node):
                bounds.lower(node)
            if self._ends(after, node, g + 1):
                return True
            rank = g + 1 + bounds.upper.get(node, lower)
            heappush(self._queue, (rank, -g - 1, next(self.order), after))
        return False

    def _ends(self, state: State, node: Node, g: int) -> bool:
        """Whether a plan is known from a state; then the path and the plan, without loops, are what was found."""
        way = self._around.known_from(state, node, self.budget - g)
        if way is None:
            return False
        steps = self.path(state)
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
        self.found = PlanSuffix.of([action for _, action in kept])
        self._around.note([one for one, _ in kept], self.found)
        return True


def _joined(path: Sequence[tuple[Node, int]], way: PlanSuffix) -> PlanSuffix:
    """A path of nodes and a plan from its end; where the plan comes back to the path, it is cut short."""
    for node, action in reversed(path):
        at: PlanSuffix | None = way
        while at is not None and at.node != node:
            at = at.rest
        way = PlanSuffix(node, action, way) if at is None else at
    return way


class Loopless:
    """The same for a plan that comes back to no state.

    An action is admitted iff a plan goes on with it that is in none of the history's states again, nor in any
    other state twice.

    Args:
        onward: What may be done in the last state of the history, loops allowed.
        history: The states of the plan so far.
        proof: A plan of at most the budget that is known, without loops.
    """

    def __init__(self, onward: Onward, history: StateHistory, proof: PlanSuffix | None) -> None:
        self._onward = onward
        self._history = history
        self._proofs: dict[int, PlanSuffix] = {}
        self._found: dict[int, PlanSuffix | LimitReached | None] = {}
        self._around: Around | None = None
        self._all: AliveActions | None = None
        if proof is not None:
            self.trust(proof)

    def trust(self, proof: PlanSuffix) -> bool:
        """Take note of a plan from the state, within the budget and without loops; whether it was not known."""
        if proof.rest is None or proof.action in self._proofs:
            return False
        self._proofs[proof.action] = proof.rest
        self._all = None
        return True

    @property
    def indices(self) -> Sequence[int]:
        """The actions that may be admitted, ascending; no other is."""
        return self._onward.indices

    def way(self, index: int) -> PlanSuffix | LimitReached | None:
        """A plan that goes on after one of `indices`; ``None`` if there is none within the budget."""
        with self._onward.reachability.asked() as meter:
            return self._decide(index, meter)

    def surely(self, indices: Iterable[int], most: int) -> list[int]:
        """The first, `most` at most, of some of `indices` after which a plan is known to go on, loops allowed."""
        some = list(indices)
        proved = [index for index in some if index in self._proofs]
        return [*proved, *self._onward.surely(some, most)][:most]

    def all(self) -> AliveActions:
        """Every action decided."""
        with self._onward.reachability.asked() as meter:
            if self._all is None:
                self._all = self._decide_all(meter)
            return self._all

    def _decide_all(self, meter: Meter) -> AliveActions:
        found = self._onward.decided(meter)
        kept = np.ones(len(found.indices), np.bool_)
        undecided = found.undecided.tolist()
        limit = found.limit
        clear: dict[int, bool | None] = {}
        for place, (index, group) in enumerate(
            zip(found.indices.tolist(), found.group.tolist(), strict=True)
        ):
            if group not in clear:
                clear[group] = self._is_clear(index)
            verdict = clear[group]
            if verdict or index in self._proofs:
                continue
            if verdict is False:
                kept[place] = self._successor(index) not in self._history.states
                continue
            way = self._decide(index, meter)
            if not isinstance(way, PlanSuffix):
                kept[place] = False
                if way is not None:
                    limit = way
                    undecided.append(index)
        return AliveActions(
            found.indices[kept], found.group[kept], np.array(sorted(undecided), np.int64), limit
        )

    def _around_history(self) -> Around | None:
        """The search for other ways; ``None`` where the search space was not ready in time."""
        onward = self._onward
        if self._around is None and onward.bounds is not None:
            reachability = onward.reachability
            self._around = Around(
                reachability.system,
                reachability.applicable,
                onward.bounds,
                reachability.detours,
                self._history,
            )
        return self._around

    def _is_clear(self, index: int) -> bool | None:
        """Whether all actions that lead to the node of this one are admitted, as far as is known at once.

        False: all those that come back to no state themselves; ``None``: that is not known.
        """
        around = self._around_history()
        if around is None:
            return None
        target = self._onward.target(index)
        known = around.is_known(target, self._onward.budget - 1)
        return not around.meets(target) if known else None

    def _successor(self, index: int) -> State:
        onward = self._onward
        return onward.reachability.system.successor_of_index(onward.state, index)

    def _decide(self, index: int, meter: Meter) -> PlanSuffix | LimitReached | None:
        proof = self._proofs.get(index)
        if proof is not None:
            return proof
        if index not in self._found:
            try:
                self._found[index] = self._find(index, meter)
            except LimitError as error:
                self._found[index] = LimitReached.of(error, 0)
        return self._found[index]

    def _find(self, index: int, meter: Meter) -> PlanSuffix | LimitReached | None:
        onward = self._onward
        way = onward.decide(index, meter)
        if not isinstance(way, PlanSuffix):
            return way
        around = self._around_history()
        if around is None:
            assert onward.limit is not None
            return onward.limit
        target, budget = onward.target(index), onward.budget - 1
        if around.meets(target) and self._successor(index) in self._history.states:
            return None
        known = around.known(target, budget)
        if known is not None:
            return known
        if meter.out_of_time():
            return meter.timed_out(0)
        return around.find(target, self._successor(index), budget, meter)


def plan_from(
    reachability: Reachability, history: StateHistory, most: int, *, loops: bool
) -> tuple[int, ...] | LimitReached | None:
    """The rest of some plan from the last state of a history, by the one definition of a plan that there is.

    It reaches the goal, has at least one action with those of the history, and is in no state twice, unless loops are
    allowed. A state is that of the system that is asked: with rules, how far each has come belongs to it.

    Args:
        most: Most actions of the rest.
    """
    if reachability.system.is_goal(history.state):
        if history.parent is not None:
            return ()
    elif loops or history.parent is None:
        return reachability.plan(history.state, most)  # a shorter plan than one with a loop has none
    onward = reachability.onward(history.state, most)
    decider = onward if loops else Loopless(onward, history, None)
    found = decider.all()
    plans = ((index, decider.way(index)) for index in found.indices.tolist())
    known = [(index, *way.actions()) for index, way in plans if isinstance(way, PlanSuffix)]
    return min(known, key=len) if known else found.limit


def leave_and_reach(
    reachability: Reachability, start: State, most: int, *, loops: bool
) -> tuple[tuple[int, ...] | None, LimitReached | None]:
    """The best plan that is found of 1 to `most` actions, also where the goal holds at first.

    Args:
        loops: Whether it may come back to a state.

    Returns:
        Indices of its actions, and the limit that was reached before it was known that none is shorter.
    """
    best: tuple[int, ...] | None = None
    while True:
        found = plan_from(
            reachability, StateHistory(None, start), most if best is None else len(best) - 1, loops=loops
        )
        if not isinstance(found, tuple):
            return best, found
        best = found
