"""One best-first search, in three orders, and the decisions that are made with them.

A search says only what bounds prove, and one that stops early says so. A compiled search over flat arrays would stand
beside `Greedy` and `Complete`, behind `Decision`: it takes a node and a budget, and gives a plan, a proof that there is
none, or neither.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from clamp.errors import LimitError
from clamp.planning.search.bounds import Bounds, Node
from clamp.planning.search.limits import LimitReached, Meter, checkpoint
from clamp.planning.system import SearchSpace

FAVOUR = 100
"""How many more turns useful actions get after one that came nearer to the goal."""

TURN = 300
"""Effort of a search in its first turn, in generated nodes (`Bounds.effort`); it doubles with each."""

UNLIKELY_SHARE = 0.25
"""The share of a turn of what is unlikely: of the complete search to refute, or, where there is hardly any room, of
the search by estimate to find."""

EVALUATIONS = 20
"""Estimates in which the search by estimate has to come nearer to the goal to go on out of its turn."""

ESTIMATE_WEIGHT = 2
"""How much more the estimate counts than the depth, where both do."""

TIGHT = 2
"""With no more slack between the lower bound and the budget, refutation is likely, and gets more effort."""

ABSTRACTION_EFFORT = 1_000
"""Effort for one lower bound from the abstraction."""

ABSTRACTION_SLACK = 2
"""A lower bound farther than this below the budget is not searched for in the abstraction."""

ORBIT_TURN = 16
"""From this turn on, the search for any plan looks at one node of each orbit (they differ by swaps of objects)."""

UNKNOWN = 1 << 60
"""An estimate that is none yet; finite, since every node may turn out to be a dead end."""


class Search(ABC):
    """Best-first search for a plan of at most `budget` actions; whose turn it is, and what it does, is a subclass's.

    Attributes:
        depth: The fewest actions by which each node was reached.
        parents: The last of them, and the node before it.
    """

    def __init__(self, bounds: Bounds, root: Node, budget: int):
        self.bounds, self.space, self.root, self.budget = bounds, bounds.space, root, budget
        self.depth: dict[Node, int] = {root: 0}
        self.parents: dict[Node, tuple[int, Node]] = {}
        self.order = count()

    def run(self, effort: float, meter: Meter) -> bool | None:
        """Search until a plan is found (true), none is left to find (false), or the effort is spent or a limit reached.

        Args:
            effort: As `Bounds.effort` counts.
        """
        bounds = self.bounds
        most = bounds.effort(meter) + effort
        while self.waits():
            if bounds.effort(meter) >= most or meter.reached(0) is not None:
                self.stopped()
                return None
            if self.turn(meter):
                return True
        return self.exhausted()

    @abstractmethod
    def waits(self) -> bool:
        """Whether something is left to look at."""

    @abstractmethod
    def turn(self, meter: Meter) -> bool:
        """Look at what comes first; whether a plan is found."""

    @abstractmethod
    def exhausted(self) -> bool | None:
        """What it means that nothing is left to look at."""

    def stopped(self) -> None:  # noqa: B027 (most learn nothing)
        """Note what is proved where the search stops with something left."""

    def path(self, node: Node) -> list[tuple[Node, int]]:
        """How a node was reached: pairs (node, action) from the root on."""
        path: list[tuple[Node, int]] = []
        while node != self.root:
            action, node = self.parents[node]
            path.append((node, action))
        path.reverse()
        return path


class Greedy(Search):
    """Look for any plan: along relaxed plans, which say what looks useful now.

    A node is estimated when its turn comes; until then its parent's estimate stands for its own. Useful
    actions lead to one queue; a node's other children wait in another until the node's turn comes there.
    The first has more turns, and many more after each that came nearer to the goal than any before.

    Source: lazy search with preferred operators, Richter and Helmert (2009).

    Args:
        shallow: The order: what is reached by few actions comes earlier. Otherwise the estimate alone counts.

    Attributes:
        nearest: The best estimate so far.
    """

    def __init__(self, bounds: Bounds, root: Node, budget: int, *, shallow: bool):
        super().__init__(bounds, root, budget)
        self._shallow = shallow
        self.nearest = UNKNOWN
        self._estimated: set[Node] = set()
        self._cut = False
        self._turns = [0, 0]
        self._useful: list[tuple[float, int, Node]] = [(0.0, next(self.order), root)]
        self._others: list[tuple[float, int, Node]] = []
        self._alike: SearchSpace | None = None
        self._orbits: dict[Hashable, Node] = {}

    def heed(self, alike: SearchSpace | None) -> None:
        """From now on, of nodes that differ by a swap of objects, look at the first only.

        They are equally far from the goal. The first may lie deeper than the others: a search that stays within a
        budget may miss a plan by that, and then says that it cut something off.
        """
        self._alike = alike
        for node in self.depth:
            self._is_new(node)

    def _is_new(self, node: Node) -> bool:
        return self._alike is None or self._orbits.setdefault(self._alike.kind(node), node) == node

    def waits(self) -> bool:
        return bool(self._useful or self._others)

    def turn(self, meter: Meter) -> bool:
        bounds = self.bounds
        others = not self._useful or (bool(self._others) and self._turns[1] < self._turns[0])
        self._turns[others] += 1
        estimate, _, node = heappop(self._others if others else self._useful)
        if node in self._estimated:
            if not others:
                return False
            return any(
                self._reached(node, action, child, estimate, True, meter)
                for action, child in self.successors(node)
            )
        left = self.budget - self.depth[node]
        if bounds.known_lower(node) > left:
            self._cut = True
            return False
        if self.joins(node, left):
            return True
        self._estimated.add(node)
        estimate, useful = bounds.relaxed_plan(node)
        if estimate == math.inf:
            return False
        if estimate < self.nearest:
            self.nearest = estimate
            self._turns[0] = self._turns[1] - FAVOUR
        if self._shallow:
            estimate = self.depth[node] + ESTIMATE_WEIGHT * estimate
        for action in useful:
            child = self.step(node, action)
            if child is not None and self._reached(node, action, child, estimate, False, meter):
                return True
        heappush(self._others, (estimate, next(self.order), node))
        return False

    def successors(self, node: Node) -> Iterable[tuple[int, Node]]:
        """What may be entered from a node."""
        return self.space.successors(node) if self._alike is None else self.space.different_successors(node)

    def step(self, node: Node, action: int) -> Node | None:
        """The node after an action, if it may be entered."""
        return self.space.step(node, action)

    def joins(self, node: Node, left: int) -> bool:
        """Whether a plan of at most `left` actions is known to lead on from a node, which is noted."""
        if not self.bounds.joined(node, left):
            return False
        self.bounds.learn_path(self.path(node), node)
        return True

    def ends(self, node: Node, left: int) -> bool:
        """Whether a node that was just reached ends a plan, which is noted."""
        if not self.bounds.is_goal(node) or left < 0:
            return False
        self.bounds.learn_path(self.path(node), node)
        return True

    def exhausted(self) -> bool | None:
        if self._cut:
            return None
        self.bounds.raise_lower(self.root, math.inf)
        return False

    def _reached(
        self, node: Node, action: int, child: Node, estimate: float, others: bool, meter: Meter
    ) -> bool:
        """Queue a child; whether it ends a plan."""
        meter.generated += 1
        g, deep = self.depth[node] + 1, self.depth.get(child)
        if deep is None and not self._is_new(child):
            return False
        if deep is None or g < deep:
            self.depth[child] = g
            self.parents[child] = (action, node)
        if deep is not None and others:
            return False
        if deep is None and g > self.budget:
            self._cut = True
            return False
        if self.ends(child, self.budget - self.depth[child]):
            return True
        if child not in self._estimated:
            heappush(self._others if others else self._useful, (estimate, next(self.order), child))
        return False


class Complete(Search):
    """Settle a node by A*: in the end the bounds prove a plan of at most `budget` actions, or that none is.

    Args:
        optimal: Go on until the bounds meet, if the distance is at most `budget`.
    """

    def __init__(self, bounds: Bounds, root: Node, budget: int, *, optimal: bool = False):
        super().__init__(bounds, root, budget)
        self._optimal = optimal
        self._best: float = bounds.upper.get(root, math.inf)
        self._closed: dict[Node, int] = {}
        self._queue: list[tuple[float, int, int, Node]] = [(bounds.lower(root), 0, next(self.order), root)]

    def waits(self) -> bool:
        return bool(self._queue) and self._queue[0][0] < self._best and self._queue[0][0] <= self.budget

    def turn(self, meter: Meter) -> bool:
        bounds, budget = self.bounds, self.budget
        f, _, _, node = heappop(self._queue)
        g = self.depth[node]
        if self._closed.get(node, math.inf) <= g:
            return False
        bound = g + bounds.lower(node, self.parents.get(node))
        if bound > f:
            if bound <= budget and bound < self._best:
                heappush(self._queue, (bound, -g, next(self.order), node))
            return False
        longest = min(budget, self._best - 1)
        if g + refine(bounds, node, longest - g, meter) > longest:
            return False
        self._closed[node] = g
        bounds.joined(node, budget - g)
        total = g + bounds.upper.get(node, math.inf)
        if total < self._best:
            self._best = total
            bounds.learn_path(self.path(node), node)
            if total <= budget and not self._optimal:
                return True
        for action, child in self.space.successors(node):
            meter.generated += 1
            if g + 1 >= self.depth.get(child, math.inf):
                continue
            bound = g + 1 + max(bounds.known_lower(child), bounds.lower_after(node, action))
            if bound > budget or bound >= self._best:
                continue
            self.depth[child] = g + 1
            self.parents[child] = (action, node)
            heappush(self._queue, (bound, -g - 1, next(self.order), child))
        return False

    def stopped(self) -> None:
        self._learn(self._queue[0][0])

    def exhausted(self) -> bool:
        self._learn(math.inf)
        return self.bounds.upper.get(self.root, math.inf) <= self.budget

    def _learn(self, smallest: float) -> None:
        """No plan is shorter than the smallest open bound, so no expanded node is nearer than the rest."""
        proved = min(smallest, self._best, self.budget + 1)
        self.bounds.raise_lower(self.root, proved)
        for node, g in self._closed.items():
            self.bounds.raise_lower(node, proved - g)


def refine(bounds: Bounds, node: Node, budget: float, meter: Meter) -> float:
    """The best lower bound known, searched for in the abstraction if others do not refute the budget."""
    coarse = bounds.coarse
    if coarse is None:
        return bounds.known_lower(node)
    lower = bounds.lower(node)
    if not lower <= budget <= lower + ABSTRACTION_SLACK or bounds.not_refuted.get(node, math.inf) <= budget:
        return lower
    image, most = coarse.space.node(node), int(budget)
    unsettled = coarse.decided(image, most) is None and coarse.not_refuted.get(image, math.inf) > most
    if unsettled and Complete(coarse, image, most).run(ABSTRACTION_EFFORT, meter) is None:
        coarse.not_refuted[image] = most
    bounds.raise_lower(node, coarse.known_lower(image))
    if bounds.known_lower(node) <= budget:
        bounds.not_refuted[node] = most
    return bounds.known_lower(node)


class Decision:
    """Settle whether a plan of at most `budget` actions exists: all searches in turn, with growing effort.

    Args:
        step: An action that leads to the node, and the node before it, if known.
    """

    def __init__(
        self, bounds: Bounds, node: Node, budget: int, meter: Meter, step: tuple[int, Node] | None = None
    ):
        self._bounds, self._node, self._budget, self._meter, self._step = bounds, node, budget, meter, step
        self._turn = 1
        self._owed: defaultdict[Search, float] = defaultdict(float)
        self._greedy: Greedy | None = None
        self._proof: Complete | None = None

    def turn(self) -> bool | LimitReached | None:
        """Go on for a while: the answer, or the limit that was reached, or ``None`` if neither is yet known."""
        bounds, node, budget = self._bounds, self._node, self._budget
        if bounds.joined(node, budget):
            return True
        decided = bounds.decided(node, budget)
        if decided is not None:
            return decided
        if self._greedy is None:
            if self._refuted():
                return False
            # A first plan is found soonest by what seems nearest. Where one is known, short ones leave most to do.
            shallow = self._step is not None or bounds.space.effort is None
            self._greedy = Greedy(bounds, node, budget, shallow=shallow)
        turn, self._turn = self._turn, 2 * self._turn
        if turn == ORBIT_TURN:
            self._greedy.heed(bounds.symmetry(again=True))
        # Where there is hardly any room, most answers are no, and what proves them is soon done, or soon given up.
        ways = (self._prove, self._look) if self._tight() else (self._look, self._prove)
        for way in ways:
            found = way(turn)
            if found is not None:
                return found
        return self._meter.reached(bounds.known_lower(node))

    def _look(self, turn: int) -> bool | None:
        """Look for any plan."""
        greedy, found = self._greedy, None
        assert greedy is not None
        tight = self._step is not None and self._tight()
        effort, nearest = TURN * turn * (UNLIKELY_SHARE if tight else 1), math.inf
        while found is None and greedy.waits() and greedy.nearest < nearest:
            # On and on, as long as that leads nearer to the goal.
            nearest = 0 if tight else greedy.nearest
            found = self._charged(greedy, effort)
            effort = EVALUATIONS * self._bounds.price
        return found

    def _prove(self, turn: int) -> bool | None:
        """Look at all nodes, the nearest to a goal first."""
        bounds, node = self._bounds, self._node
        effort = TURN * turn * (2.0 if self._tight() else UNLIKELY_SHARE)
        if self._proof is None:
            if effort <= bounds.price_of_lower(node, self._step):
                return None
            before = bounds.effort(self._meter)
            bounds.lower(node, self._step)
            effort -= bounds.effort(self._meter) - before
            self._proof = Complete(bounds, node, self._budget)
        return self._charged(self._proof, effort)

    def _charged(self, search: Search, effort: float) -> bool | None:
        """Go on with a search: what it cost beyond its effort, because it stops between steps only, it owes."""
        bounds, meter = self._bounds, self._meter
        left = effort - self._owed[search]
        if left <= 0:
            self._owed[search] = -left
            return None
        before = bounds.effort(meter)
        found = search.run(left, meter)
        self._owed[search] = bounds.effort(meter) - before - left
        return found

    def _tight(self) -> bool:
        """Whether a plan, if there is one, can hardly be longer than is proved already."""
        return self._budget - self._bounds.known_lower(self._node) <= TIGHT

    def _refuted(self) -> bool:
        """Whether a bound tells that there is no plan."""
        bounds, node, budget = self._bounds, self._node, self._budget
        if bounds.lower_within(node, budget - TIGHT, self._step) > budget:
            return True
        return refine(bounds, node, budget, self._meter) > budget


def decide(bounds: Bounds, node: Node, budget: int, meter: Meter) -> bool | LimitReached:
    """Whether a plan of at most `budget` actions exists."""
    try:
        decision = Decision(bounds, node, budget, meter)
        found = decision.turn()
        while found is None:
            found = decision.turn()
        if found is True:
            bounds.eliminate_actions(node)
        return found
    except LimitError as error:  # in the middle of something: what was proved before is kept, and holds
        if bounds.upper.get(node, math.inf) <= budget:
            return True
        return LimitReached.of(error, bounds.known_lower(node))


class Orbits:
    """Which of the actions in a node differ by a swap of objects only: one of each kind has to be decided.

    Long-lived: what was decided once, of whatever kind, is decided for all of that kind.
    """

    def __init__(self, bounds: Bounds, node: Node) -> None:
        self._bounds, self._node = bounds, node
        self._likeness: Callable[[int], Hashable] | None = None
        self._decided: dict[Hashable, tuple[Node, int]] = {}

    def kinds(self, targets: Iterable[Node]) -> dict[Node, Hashable]:
        """The kinds of nodes that actions lead to; nothing where there are none."""
        space = self._bounds.symmetry()
        if space is None:
            return {}
        if self._likeness is None:
            self._likeness = space.likeness(self._node)
        return {target: space.kind(target) for target in targets}

    def note(self, kind: Hashable, target: Node, actions: Sequence[int]) -> None:
        """A node of a kind is decided."""
        self._decided[kind] = target, actions[0]

    def tells(self, kind: Hashable, target: Node, actions: Sequence[int], budget: int) -> bool | None:
        """What is known of a node by another one of its kind, which is noted.

        How far the goal is at least is the same for all. A plan is another one's with other objects, where the
        actions that lead to the two are alike themselves.
        """
        if kind not in self._decided:
            return None
        bounds, (other, one) = self._bounds, self._decided[kind]
        bounds.raise_lower(target, bounds.known_lower(other))
        way, likeness = bounds.way(other), self._likeness
        if way is not None and way.length <= budget and likeness is not None:
            alike = likeness(one)
            two = None if alike is None else next((two for two in actions if likeness(two) == alike), None)
            if two is not None:
                bounds.swapped(target, way, one, two)
        return bounds.decided(target, budget)


def decide_each(
    bounds: Bounds,
    node: Node,
    after: Mapping[Node, Sequence[int]],
    budget: int,
    meter: Meter,
    alike: Orbits | None = None,
) -> dict[Node, bool | LimitReached]:
    """Whether a plan of at most `budget` actions leads on from each node that actions lead to from `node`.

    What is known already is said even when the time is up: so the plan that was found last goes on.

    Args:
        after: The nodes, each with the actions that lead there.
        alike: What is known of the kinds of these actions.
    """
    alike = Orbits(bounds, node) if alike is None else alike
    try:
        if bounds.upper.get(node, 0) > budget - TIGHT:  # a shorter plan decides more
            bounds.eliminate_actions(node)
    except LimitError:
        pass  # it was only an attempt
    bounds.watch(bounds.way(node))
    found: dict[Node, bool | LimitReached] = {}
    for target, actions in after.items():
        if bounds.joined(target, budget):
            found[target] = True
            continue
        bounds.raise_lower(target, max(bounds.lower_after(node, action) for action in actions))
        decided = bounds.decided(target, budget)
        if decided is not None:
            found[target] = decided
    try:
        open_ = [target for target in after if target not in found]
        kinds = alike.kinds(after) if open_ else {}
        for target in found:
            if target in kinds:
                alike.note(kinds[target], target, after[target])

        def settle(targets: Iterable[Node]) -> list[Node]:
            """Those of some nodes that others of their kinds do not tell of; one of each kind comes first."""
            left: dict[Node, None] = {}
            for target in targets:
                if target not in found:
                    told = (
                        alike.tells(kinds[target], target, after[target], budget) if target in kinds else None
                    )
                    if told is None:
                        left[target] = None
                    else:
                        found[target] = told
            return list(left)

        def kind_of(target: Node) -> Hashable:
            return kinds.get(target, (target,))

        open_ = settle(open_)
        first = {kind_of(target): target for target in reversed(open_)}
        for cheap in (_repaired, _skipping, _rejoined):
            for target in first.values():
                checkpoint("searching")
                if target not in found and cheap(bounds, node, target, budget):
                    found[target] = True
                    if target in kinds:
                        alike.note(kinds[target], target, after[target])
        open_ = settle(open_)
        decisions = dict[Node, Decision]()
        if len(open_) > 1 and bounds.upper.get(node, 0) > budget - TIGHT:
            # What bounds one node bounds all after it, but for what the action takes away.
            bounds.lower(node)
            for target in open_:
                bounds.raise_lower(target, max(bounds.lower_after(node, one) for one in after[target]))
            open_ = settle(open_)
        while open_:
            checkpoint("searching")
            # Whoever was decided in passing stands for its kind no longer.
            first = {kind: target for kind, target in first.items() if target not in found}
            for target in open_:
                if first.setdefault(kind_of(target), target) != target:
                    continue
                if target not in decisions:
                    decisions[target] = Decision(bounds, target, budget, meter, (after[target][0], node))
                answer = decisions[target].turn()
                if answer is True:
                    bounds.watch(bounds.way(target))
                if answer is None:
                    continue
                found[target] = answer
                del first[kind_of(target)]  # another one of the kind is next, if this tells nothing of it
                if target in kinds:
                    alike.note(kinds[target], target, after[target])
            open_ = settle(open_)
    except LimitError as error:
        stopped = LimitReached.of(error, 0)
        for target in after:
            if target not in found:
                known = bounds.decided(target, budget)
                unknown = LimitReached(stopped.kind, stopped.limit, bounds.known_lower(target))
                found[target] = (
                    unknown if known is None and not bounds.joined(target, budget) else known is not False
                )
    return found


def _repaired(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
    """Whether the plan that is known from `node` works from `target` with one more action, its second or its first.

    What `target` lacks is often taken back by one action: a rule asks for it, or it undoes what led to `target`. The
    second place comes first, because in the first place the action may come back to `node`.
    """
    space, way = bounds.space, bounds.way(node)
    if way is None or way.rest is None or way.need is None or way.length >= budget:
        return False
    path: list[tuple[Node, int]] = []
    after = space.step(target, way.action)
    places = [(target, way, path)]
    if after is not None and after != target:
        places.insert(0, (after, way.rest, [(target, way.action)]))
    for here, rest, path in places:
        for action in space.mending(here, rest.need):
            mended = space.step(here, action)
            if mended is not None and bounds.meets(mended, rest):
                bounds.learn_path([*path, (here, action)], mended)
                return True
    return False


def _skipping(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
    """Whether the plan that is known from `node` still works, skipping what does not, from `target`."""
    way = bounds.way(node)
    if way is None:
        return False
    path: list[tuple[Node, int]] = []
    while way.rest is not None and len(path) < budget:
        action, way = way.action, way.rest
        after = bounds.space.step(target, action)
        if after is None or after == target:
            continue
        path.append((target, action))
        target, left = after, budget - len(path)
        met = way.length <= left and bounds.meets(target, way)
        if met or bounds.upper.get(target, math.inf) <= left or bounds.is_goal(target):
            bounds.learn_path(path, target)
            return True
    return False


def _rejoined(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
    """Whether one action leads from `target` to where a plan is known."""
    if bounds.space.effort is None:
        return False
    for action, child in bounds.space.successors(target):
        if bounds.joined(child, budget - 1) or bounds.is_goal(child):
            bounds.learn_path([(target, action)], child)
            return bounds.upper[target] <= budget
    return False
