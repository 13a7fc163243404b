"""Which states are alive: goal distance, and whether a plan within a budget exists.

Written over `SearchSpace`, so it serves every transition system. Existence within a budget is cheaper than
distance: any plan short enough proves every state on it alive, and only refutation needs a complete search.
What one query proves, upper bounds as well as lower bounds, is kept for the next.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.errors import LimitError
from clamp.planning.search.bounds import Bounds, PlanSuffix
from clamp.planning.search.engine import Orbits
from clamp.planning.search.kernel import CompiledOrbits, bounds_over, decide, decide_each, orbits, settle
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits
from clamp.planning.search.refutation import Recheck, Refutation, states_to_recheck
from clamp.planning.system import TransitionSystem
from clamp.threads import Lock, locked

__all__ = [
    "AliveActions",
    "AliveGraph",
    "LimitReached",
    "Reachability",
    "SearchLimits",
    "Shortest",
]

State: TypeAlias = Any
Node: TypeAlias = Any

SYMMETRY_SHARE = 0.5
"""The share of the time of a query that begins a plan which may be spent on finding objects that are alike."""


@dataclass(frozen=True, eq=False)
class AliveActions:
    """The actions after which the goal can still be reached.

    Attributes:
        indices: Ascending indices, shape (n,), int64.
        group: Actions of one number lead to states that the goal cannot tell apart, shape (n,), int64.
        undecided: Ascending indices of actions that a limit left open; none of them is in `indices`.
        limit: The limit that was reached, if any.
    """

    indices: NDArray[np.int64]
    group: NDArray[np.int64]
    undecided: NDArray[np.int64]
    limit: LimitReached | None = None


@dataclass(frozen=True, eq=False)
class AliveGraph:
    """The states from which a goal is still reachable within the remaining budget, and the ways between them.

    Attributes:
        states: The states; the first is the one that was asked about. Empty when no plan exists.
        depth: Fewest actions from the first state, shape (states,).
        distance: Exact goal distance, shape (states,); `depth + distance` is at most the budget.
        edges: Rows (source, action index, target), shape (edges, 3), by source and action; an edge is there
            iff `depth[source] + 1 + distance[target]` is at most the budget.
    """

    states: tuple[State, ...]
    depth: NDArray[np.int64]
    distance: NDArray[np.int64]
    edges: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Shortest:
    """The length of the best plan that is known.

    Attributes:
        length: In actions.
        proved: No plan is shorter; otherwise a limit was reached before this was known.
    """

    length: int
    proved: bool


class Reachability:
    """Goal distance and existence of plans for one system, through its enabled actions.

    Args:
        system: The transition system.
        enabled: Indices of the actions that a plan may use; all by default.
        limits: What one query may cost, the preparation of the search space included. Reaching a limit is a
            typed result, never a wrong answer.

    Attributes:
        generated: Search nodes that all queries so far have generated.
        detours: Plans beside the best ones that are known (for this package).

    Raises:
        LimitError: If the system has more ground actions than the limits allow. (A search space that takes
            too long to prepare is no error here: queries go on with it, and report the limit.)
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        enabled: Collection[int] | None = None,
        limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
    ):
        self.system = system
        self.limits = limits
        self.generated = 0
        self._enabled = None if enabled is None else frozenset(enabled)
        self._prepared: Bounds | None = None
        self.detours: dict[Node, PlanSuffix] = {}
        self._lock = Lock()
        with Meter(limits):
            try:
                self.ready()
            except LimitError as error:
                if error.kind != "seconds":
                    raise

    def ready(self) -> Bounds:
        """For this package: the bounds over the search space, which is prepared first if it is not.

        Raises:
            LimitError: If the time is up before it is.
        """
        if self._prepared is None:
            self._prepared = bounds_over(self.system.search_space(self._enabled))
        states = states_to_recheck()
        if self._prepared.recheck is None and states is not None:
            self._prepared.recheck = Recheck(partial(self.system.search_space, self._enabled), states)
        self._prepared.forget_if_large()
        return self._prepared

    @contextmanager
    def asked(self) -> Generator[Meter]:
        """For this package: a query, which nobody else has at the same time, and its meter."""
        with self._lock, self.metered() as meter:
            yield meter

    @contextmanager
    def metered(self, states: int | None = None) -> Generator[Meter]:
        """For this package: a query's meter, where the lock is held; of `states` at most, where that is less."""
        most = self.limits if states is None else replace(self.limits, states=min(states, self.limits.states))
        with Meter(most) as meter:
            try:
                yield meter
            finally:
                self.generated += meter.generated

    @locked
    def node(self, state: State) -> Node:
        """What the goal can tell of a state: equal nodes have the same plans over what matters.

        Raises:
            LimitError: If the search space could not be prepared within the limits.
        """
        with self.metered():
            return self.ready().space.node(state)

    @locked
    def within(self, state: State, budget: int) -> bool | LimitReached:
        """Whether a plan of at most `budget` enabled actions exists."""
        found = self.plan(state, budget)
        return found if isinstance(found, LimitReached) else found is not None

    @locked
    def plan(self, state: State, budget: int) -> tuple[int, ...] | LimitReached | None:
        """Indices of the actions of some plan of at most `budget` actions (not always a shortest one)."""
        with self.metered() as meter:
            found = self._decide(state, budget, meter)
            if found is None or isinstance(found, LimitReached):
                return found
            bounds, node = found
            return bounds.plan(node)

    @locked
    def known_plan(self, state: State) -> tuple[int, ...] | None:
        """The best plan that earlier queries found from a state where the goal does not hold; looks for none."""
        try:
            with self.metered():
                return self.ready().plan(self.ready().space.node(state)) or None
        except LimitError:
            return None

    @locked
    def distance(self, state: State, budget: int) -> int | float | LimitReached:
        """The fewest enabled actions to the goal, or `inf` if they are more than `budget`."""
        with self.metered() as meter:
            found = self._decide(state, budget, meter)
            if isinstance(found, LimitReached):
                return found
            if found is None:
                return math.inf
            bounds, node = found
            try:
                stopped = settle(bounds, node, meter)
                if stopped is not None:
                    return stopped
            except LimitError as error:
                return LimitReached.of(error, bounds.known_lower(node))
            return bounds.upper[node]

    @locked
    def shortest(self, state: State, most: int, states: int | None = None) -> Shortest | LimitReached | None:
        """The best plan of at most `most` enabled actions that is found within the limits.

        One plan after the other is found, each shorter than the last, until none is shorter: so there is an
        answer, not proved, as soon as there is a plan.

        Args:
            states: Search nodes that may be generated, where these are fewer than the limit.

        Returns:
            ``None`` if there is no such plan, `LimitReached` if not even that became known.
        """
        with self.metered(states) as meter:
            found = self._decide(state, most, meter)
            if found is None or isinstance(found, LimitReached):
                return found
            bounds, node = found
            shorter: bool | LimitReached = True
            while shorter is True and bounds.known_lower(node) < bounds.upper[node]:
                shorter = decide(bounds, node, bounds.upper[node] - 1, meter)
            return Shortest(bounds.upper[node], not isinstance(shorter, LimitReached))

    @locked
    def refutation(
        self, state: State, budget: float, states: int | None = None
    ) -> Refutation | LimitReached | None:
        """Why no plan of at most `budget` enabled actions exists, found without what earlier queries proved.

        Args:
            budget: Infinite for a plan of any length.
            states: Search nodes that may be generated, where these are fewer than the limit.

        Returns:
            ``None`` if there is a plan.
        """
        with self.metered(states) as meter:
            try:
                space = self.ready().unlearned
                return Refutation.of(space, space.node(state), budget, meter)
            except LimitError as error:
                return LimitReached.of(error, 0)

    def _decide(self, state: State, budget: int, meter: Meter) -> tuple[Bounds, Node] | LimitReached | None:
        """The bounds and the node by which there is a plan; ``None`` if there is none."""
        try:
            bounds = self.ready()
            node = bounds.space.node(state)
        except LimitError as error:
            return LimitReached.of(error, 0)
        found = decide(bounds, node, budget, meter)
        if isinstance(found, LimitReached):
            return found
        return (bounds, node) if found else None

    def alive_actions(self, state: State, budget: int) -> AliveActions:
        """The applicable enabled actions after which the goal is still reachable within `budget - 1`.

        Raises:
            LimitError: If not even the applicable actions are known within the limits.
        """
        return self.onward(state, budget).all()

    def onward(self, state: State, budget: int, proof: PlanSuffix | None = None) -> Onward:
        """The same, action by action as they are asked for.

        Args:
            proof: A plan from the state that is known.
        """
        return Onward(self, state, budget, proof)

    @locked
    def alive_graph(self, state: State, budget: int) -> AliveGraph | LimitReached:
        """All states from which a goal is still reachable within the remaining budget.

        Forward from `state` over the enabled actions; a state that is t actions away stays if its goal
        distance is at most `budget - t`. The goal itself may be passed through.
        """
        with self.metered() as meter:
            lower = 0.0
            try:
                bounds = self.ready()
                lower = bounds.known_lower(bounds.space.node(state))
                return self._alive_graph(bounds, state, budget, meter)
            except LimitError as error:
                return LimitReached.of(error, lower)

    def _alive_graph(
        self, bounds: Bounds, state: State, budget: int, meter: Meter
    ) -> AliveGraph | LimitReached:
        space = bounds.space
        number: dict[State, int] = {state: 0}
        states, depth, edges = [state], [0], list[tuple[int, int, int]]()
        for source, here in enumerate(states):  # grows while we walk: breadth first
            node, left = space.node(here), budget - depth[source]
            if bounds.lower(node) > left:
                continue
            for index in self.applicable(here):
                there = self.system.successor_of_index(here, index)
                target = space.node(there)
                if 1 + max(bounds.known_lower(target), bounds.lower_after(node, index)) > left:
                    continue
                if there not in number:
                    meter.generated += 1
                    stopped = meter.reached(bounds.lower(space.node(state)))
                    if stopped is not None:
                        return stopped
                    number[there] = len(states)
                    states.append(there)
                    depth.append(depth[source] + 1)
                edges.append((source, index, number[there]))
        return _trim(
            states, np.array(depth), np.array(edges, np.int64).reshape(-1, 3), self.system.is_goal, budget
        )

    @property
    def enabled(self) -> list[int]:
        """Indices of the actions that a plan may use, ascending."""
        return list(range(len(self.system.actions))) if self._enabled is None else sorted(self._enabled)

    def applicable(self, state: State) -> list[int]:
        """Indices of those that apply in a state, ascending."""
        return self._of_enabled(self.system.applicable_indices(state))

    def possible(self, state: State) -> list[int]:
        """Indices of those that may apply in a state, ascending; `after` tells."""
        return self._of_enabled(self.system.possible_indices(state))

    def _of_enabled(self, indices: Iterable[int]) -> list[int]:
        return [index for index in indices if self._enabled is None or index in self._enabled]

    def after(self, state: State, index: int) -> State | None:
        """The state after one of the `possible` actions; ``None`` where it does not apply."""
        after = self.system.successor_of_index(state, index)
        return None if self.system.is_lost(after) else after


class Onward:
    """What may be done in a state so that the goal stays within reach, decided when it is asked for.

    What has been decided stays, limits included; all threads may ask.

    Args:
        budget: Most actions of the plan from here.
        proof: A plan of at most so many actions that is known. Its first action is admitted, whatever else
            can be found in time.

    Attributes:
        bounds: What is proved of the nodes; ``None`` where the search space was not ready in time.
        limit: Why it was not.
    """

    def __init__(
        self, reachability: Reachability, state: State, budget: int, proof: PlanSuffix | None
    ) -> None:
        self.reachability = reachability
        self.state = state
        self.budget = budget
        self._begun = False
        self._indices: Sequence[int] = ()
        self.bounds: Bounds | None = None
        self.limit: LimitReached | None = None
        self._node: Node = None
        self._targets: dict[int, Node] = {}
        self._found: dict[Node, PlanSuffix | LimitReached | None] = {}
        self._proofs: dict[int, PlanSuffix] = {}
        self._alike: Orbits | CompiledOrbits | None = None
        self._all: AliveActions | None = None
        if proof is not None:
            self.trust(proof)

    def trust(self, proof: PlanSuffix) -> bool:
        """Take note of a plan from the state, within the budget; whether its first action was denied before."""
        if proof.rest is None or proof.action in self._proofs:
            return False
        self._proofs[proof.action] = proof.rest
        denied = self._all is not None and proof.action not in self._all.indices
        if denied:
            self._all = None
        return denied

    @property
    def indices(self) -> Sequence[int]:
        """The actions that may be admitted, ascending; no other is."""
        with self.reachability.asked() as meter:
            self._begin(meter)
            return self._indices

    def way(self, index: int) -> PlanSuffix | LimitReached | None:
        """A plan that goes on after one of `indices`; ``None`` if there is none within the budget."""
        with self.reachability.asked() as meter:
            return self.decide(index, meter)

    def surely(self, indices: Iterable[int], most: int) -> list[int]:
        """The first, `most` at most, of some of `indices` after which a plan is known already to go on."""
        with self.reachability.asked() as meter:
            self._begin(meter)
            return list(islice(filter(self._is_known, indices), most))

    def _is_known(self, index: int) -> bool:
        if index in self._proofs or self.bounds is None:
            return index in self._proofs
        target = self.target(index)
        found = isinstance(self._found.get(target), PlanSuffix)
        return target is not None and (found or self.bounds.joined(target, self.budget - 1))

    def all(self) -> AliveActions:
        """Every action decided."""
        with self.reachability.asked() as meter:
            return self.decided(meter)

    def decided(self, meter: Meter) -> AliveActions:
        """For this package: `all`, where the lock is held."""
        if self._all is None:
            self._begin(meter)
            self._all = self._decide_all(meter)
        return self._all

    def _decide_all(self, meter: Meter) -> AliveActions:
        by_target: defaultdict[Node, list[int]] = defaultdict(list)
        if self.bounds is not None:
            try:
                for index in self._indices:
                    target = self.target(index)
                    if target is not None:
                        by_target[target].append(index)
            except LimitError as error:
                self._give_up(LimitReached.of(error, 0))
        alive: list[tuple[int, int]] = []
        undecided: list[int] = []
        if self.bounds is None:
            known = sorted(self._proofs.keys() & set(self._indices))
            alive += ((index, index) for index in known)
            return _alive(alive, sorted(set(self._indices).difference(known)), self.limit)
        limit: LimitReached | None = None
        self._after(self.bounds, by_target, meter)
        for group, (target, indices) in enumerate(by_target.items()):
            found = self._found[target]
            if isinstance(found, PlanSuffix):
                alive += ((index, group) for index in indices)
                continue
            trusted = [index for index in indices if index in self._proofs]
            alive += ((index, group) for index in trusted)
            if found is not None:
                limit = found
                undecided += (index for index in indices if index not in trusted)
        return _alive(alive, undecided, limit)

    def decide(self, index: int, meter: Meter) -> PlanSuffix | LimitReached | None:
        """For this package: `way`, where the lock is held."""
        proof = self._proofs.get(index)
        if proof is not None:
            if self.bounds is not None:
                self.bounds.learn_way(proof)
            return proof
        self._begin(meter)
        if self.bounds is None:
            return self.limit
        try:
            target = self.target(index)
        except LimitError as error:
            return LimitReached.of(error, 0)
        if target is None:
            return None
        self._after(self.bounds, {target: [index]}, meter)
        found = self._found[target]
        return self.bounds.proved(target, found) if isinstance(found, PlanSuffix) else found

    def target(self, index: int) -> Node | None:
        """For this package: the node that one of `indices` leads to; ``None`` where it does not apply after all."""
        if index not in self._targets:
            bounds = self.bounds
            assert bounds is not None
            after = self.reachability.after(self.state, index)
            self._targets[index] = None if after is None else bounds.space.node(after)
        return self._targets[index]

    def _begin(self, meter: Meter) -> None:
        """Which actions apply, unless it is proved that there is no plan at all."""
        if self._begun:
            return
        self._begun = True
        reachability = self.reachability
        if self.budget < 1:
            return
        try:
            bounds = reachability.ready()
            self._node = bounds.space.node(self.state)
            for proof in self._proofs.values():
                bounds.learn_way(proof)
                bounds.watch(proof)
            indices = reachability.possible(self.state)  # first, because it must be known whatever is decided
            if self._proofs or decide(bounds, self._node, self.budget, meter) is not False:
                self._indices = indices
                if not self._proofs:
                    _find_symmetry(bounds, meter)
            bounds.watch(bounds.way(self._node))
            self.bounds = bounds
        except LimitError as error:
            self._give_up(LimitReached.of(error, 0))

    def _give_up(self, limit: LimitReached) -> None:
        """It is not even known where the actions lead: only plans that are known already count."""
        self.limit, self.bounds = limit, None
        try:
            self._indices = self.reachability.possible(self.state)
        except LimitError:
            self._indices = self.reachability.enabled

    def _after(self, bounds: Bounds, targets: Mapping[Node, Sequence[int]], meter: Meter) -> None:
        """Find how a plan goes on from nodes, given with the actions that lead there."""
        fresh = {target: indices for target, indices in targets.items() if target not in self._found}
        if self._alike is None:
            self._alike = orbits(bounds, self._node)
        each = decide_each(bounds, self._node, fresh, self.budget - 1, meter, self._alike)
        for target, found in each.items():
            if isinstance(found, LimitReached):
                self._found[target] = found
            else:
                self._found[target] = bounds.proof(target) if found else None


def _find_symmetry(bounds: Bounds, meter: Meter) -> None:
    """Find out which objects are alike before the first action: between two actions there is little time for it."""
    left = meter.seconds_left()
    share = replace(meter.limits, seconds=None if left is None else SYMMETRY_SHARE * max(0, left))
    with suppress(LimitError), Meter(share):  # it is only a help
        bounds.find_symmetry()


def _trim(
    states: list[State],
    depth: NDArray[np.int64],
    edges: NDArray[np.int64],
    goal: Callable[[State], bool],
    budget: int,
) -> AliveGraph:
    """Distances backward from the goal, and what of a forward sweep lies within the budget.

    Every state on a path of at most `budget` actions to a goal was swept, and so was the rest of a shortest
    plan from it: for these states the distance within the sweep is the exact one.
    """
    distance = np.array([0 if goal(state) else np.inf for state in states])
    while edges.size:
        through = np.full(len(states), np.inf)
        np.minimum.at(through, edges[:, 0], 1 + distance[edges[:, 2]])
        if (through >= distance).all():
            break
        distance = np.minimum(distance, through)
    kept = np.flatnonzero(depth + distance <= budget)
    place = np.full(len(states), -1)
    place[kept] = np.arange(kept.size)
    good = depth[edges[:, 0]] + 1 + distance[edges[:, 2]] <= budget
    edges = edges[good]
    edges = np.stack([place[edges[:, 0]], edges[:, 1], place[edges[:, 2]]], axis=1)
    return AliveGraph(tuple(states[row] for row in kept), depth[kept], distance[kept].astype(np.int64), edges)


def _alive(alive: list[tuple[int, int]], undecided: list[int], limit: LimitReached | None) -> AliveActions:
    indices, group = np.array(sorted(alive), np.int64).reshape(-1, 2).T.copy()
    return AliveActions(indices, group, np.array(sorted(undecided), np.int64), limit)
