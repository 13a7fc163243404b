"""What of a PDDL problem matters to its goal: the search space of `clamp.planning.Problem`.

Decides which atoms and actions can be left out without changing any goal distance: those that nothing on the way
to the goal needs, actions beside which another does all they do and harms no more, and actions that only begin a
detour. Hides the indices and relaxations that the search asks for successors, bounds and advice.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from itertools import chain, combinations
from math import comb
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from clamp.planning.axioms import NOTHING, Derivation
from clamp.planning.conditions import Condition, Conj, bits, holds, literals, negation, reasons
from clamp.planning.grounding import GroundAction
from clamp.planning.search.applicability import ApplicabilityTable
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import MutexGroup, Obedience, mutex_groups, mutex_pair
from clamp.planning.search.relaxation import Relaxation
from clamp.planning.search.symmetry import Symmetry, find_symmetry
from clamp.planning.system import Action, SearchSpace
from clamp.planning.task import Atom
from clamp.threads import once

_FEW = 8
"""So many actions that make one literal true are tried."""

LOOKS = 50
"""To look at so many operators takes as long as to generate a node: two loops of this package, compared."""

_MANY = 1000
"""Comparing more than this takes long enough to look at the time."""


class MutexViolating(NamedTuple):
    """The node of a state that breaks a mutex group over which something was left out: all actions are looked at there.

    Actions that a plan may not use, or that do not matter to the goal, may have led there.
    """

    node: int


Node: TypeAlias = int | MutexViolating

Need: TypeAlias = tuple[int, int]
"""Masks of atoms that are to be true, and to be false."""


_Method = TypeVar("_Method", bound=Callable[..., Any])


def _unless_violating(instead: Callable[..., Any]) -> Callable[[_Method], _Method]:
    """What answers of a `MutexViolating` node, in place of a method."""

    def chosen(method: _Method) -> _Method:
        @wraps(method)
        def asked(self: Projection, node: Any, *args: Any) -> Any:
            return (instead if isinstance(node, MutexViolating) else method)(self, node, *args)

        return cast("_Method", asked)

    return chosen


def _or_whole(method: _Method) -> _Method:
    """Of a `MutexViolating` node, what the projection with all actions says."""

    def of_whole(self: Projection, node: MutexViolating, *args: Any) -> Any:
        return method(self._whole, node.node, *args)  # pyright: ignore[reportPrivateUsage]

    return _unless_violating(of_whole)(method)


def _or_nothing(method: _Method) -> _Method:
    """Of a `MutexViolating` node, what a space says that has no advice."""
    return _unless_violating(getattr(SearchSpace, method.__name__))(method)


def _step_of_whole(space: Projection, node: Any, action: int) -> Node | None:
    after = space._whole.step(node.node, action)  # pyright: ignore[reportPrivateUsage]
    return None if after is None else MutexViolating(cast(int, after))


def _successors_of_whole(space: Projection, node: Any) -> Iterator[tuple[int, Node]]:
    after = space._whole.successors(node.node)  # pyright: ignore[reportPrivateUsage]
    return ((index, MutexViolating(cast(int, one))) for index, one in after)


class Projection(SearchSpace):
    """States restricted to the atoms that matter to the goal, and the actions that can help to reach it.

    An action matters if it makes a literal true that the goal, a precondition of an action that matters, or
    a condition of one of its effects needs. Taking the other actions out of a plan leaves a plan, so the
    goal distance is the same; the opposite of a harmful effect's condition counts as needed, because
    otherwise an action taken out could have been what prevented the harm. For the same reason an action does
    not matter if another needs no more, does at least the same good and no other harm, or if it only begins
    a detour (below). States in which the last is not certain are searched with all actions, as `MutexViolating` nodes.

    A derived literal that is needed makes that needed which it is derived from, with its sign: then the more of
    what is needed holds, the more of it is derived, and what is said above stays true.

    Args:
        actions: The actions that a plan may use.
        initial: A state that most states resemble.
        atoms: The atom of each bit.
        derivation: Which bits follow from others.
        labels: The name and the objects of the action of each index; without them no objects are found to be alike.
        lean: Leave detours out.
    """

    def __init__(
        self,
        actions: Sequence[GroundAction],
        goal: Condition,
        initial: int,
        atoms: Sequence[Atom] = (),
        derivation: Derivation = NOTHING,
        labels: Sequence[Action] = (),
        *,
        lean: bool = True,
    ):
        self._all = (actions, goal, initial, atoms, derivation, labels)
        self.goal = goal
        relevant = partial(_relevant, goal=goal, derivation=derivation)
        chosen, pos, neg = relevant(actions)
        self._matter, self._matters = chosen, pos | neg
        chosen, pos, neg = relevant(_undominated(chosen, pos, neg))
        self._detoured: tuple[MutexGroup, ...] = ()
        groups = mutex_groups(chosen, atoms, pos, derivation.derived)
        if lean:
            wanted = _wanted(goal, derivation, pos, neg)
            left_out, self._detoured = detours(chosen, wanted, partial(_needs, pos=pos, neg=neg), groups)
            if left_out:
                chosen, pos, neg = relevant([one for one in chosen if one.index not in left_out])
                chosen, pos, neg = relevant(_undominated(chosen, pos, neg))
                groups = [group for group in groups if not (group.pos | group.neg) & ~(pos | neg)]
        self._obeyed = Obedience(self._detoured)
        self.actions, self.relevant = chosen, pos | neg
        self._pos, self._neg = pos, neg
        self._derivation = derivation.restricted(self.relevant)
        self._by_index = {action.index: action for action in chosen}
        # An action without conditional effects makes a node what `node & keep | add` is, before axioms are looked at.
        self._effect = {
            action.index: (self.relevant & ~action.delete, action.add & self.relevant)
            for action in chosen
            if not action.conditional
        }
        self._width = width = self.relevant.bit_length()
        self._table = ApplicabilityTable(chosen, width, initial & self.relevant)
        pair = mutex_pair(chosen, groups)
        relax = partial(
            Relaxation, chosen, goal, (pos, neg), width, self._derivation, initial=initial & self.relevant
        )
        self._plain = relax()
        self._paired = relax(pair) if pair else self._plain
        self._relaxations = [self._plain, self._paired] if pair else [self._plain]
        self._counted: tuple[int, float] = -1, 0

    @once
    def _whole(self) -> Projection:
        whole = Projection(*self._all, lean=False)
        self._relaxations += whole._relaxations  # what is asked of it is asked of this one
        return whole

    @once
    def _symmetry(self) -> Symmetry:
        _, _, _, atoms, derivation, labels = self._all
        if not labels:
            return Symmetry((), {})
        return find_symmetry(
            self._matter,
            labels,
            self.goal,
            atoms,
            derivation.restricted(self._matters),
            self._matters,
            (self.relevant,),
            self._detoured,
        )

    @property
    def has_symmetry(self) -> bool:
        """Whether there are objects that are alike."""
        return bool(self._symmetry)

    @_or_nothing
    def likeness(self, node: int) -> Callable[[int], Hashable]:
        """What actions have in common that lead from a node to nodes of one kind; ``None`` is nothing."""
        return self._symmetry.likeness(node)

    def swapped(self, plan: Sequence[int], one: int, other: int) -> Sequence[int] | None:
        """A plan that goes on after an action, as one that goes on after another of the same likeness, if it can."""
        found = self._symmetry.swapped(plan, one, other)
        return None if found is None or not self._by_index.keys() >= set(found) else found

    @_or_nothing
    def kind(self, node: int) -> Hashable:
        """Nodes of one kind have the same goal distance: they differ by swaps of objects that are alike."""
        return self._symmetry.sorted(node)

    def _bounding(self, node: int) -> Relaxation:
        """The relaxation that bounds a node best: the paired one, unless the node breaks its groups."""
        return self._paired if self._paired.applies_to(node) else self._plain

    def node(self, state: int) -> Node:
        """The atoms of a state that matter."""
        return state & self.relevant if self._obeyed(state) else MutexViolating(state & self._whole.relevant)

    @_or_whole
    def is_goal(self, node: int) -> bool:
        """Whether the goal holds."""
        return holds(self.goal, node)

    @_unless_violating(_step_of_whole)
    def step(self, node: int, action: int) -> Node | None:
        """The node after one action that matters, or ``None`` when it does not apply."""
        ground = self._by_index.get(action)
        if ground is None or not holds(ground.precondition, node):
            return None
        return self._after(node, action)

    def _after(self, node: int, action: int) -> int:
        """The node after an action that applies."""
        keep, add = self._effect.get(action) or (0, self._by_index[action].apply(node) & self.relevant)
        after = node & keep | add
        return self._derivation.after(node, after) if self._derivation.derived else after

    @_unless_violating(_successors_of_whole)
    def successors(self, node: int) -> Iterator[tuple[int, Node]]:
        """Pairs (action index, node), one for each other node that one action reaches."""
        return self._reached(node, self._table.applicable(node))

    @_or_nothing
    def different_successors(self, node: int) -> Iterator[tuple[int, Node]]:
        """Of those that differ only in which of several objects of a kind was chosen, one."""
        return self._reached(node, self._symmetry.different(node, self._table.applicable(node)))

    def _reached(self, node: int, indices: Iterable[int]) -> Iterator[tuple[int, int]]:
        """What applicable actions reach."""
        checkpoint("searching")
        effect, relevant, seen = self._effect, self.relevant, {node}
        derivation = self._derivation
        derives = bool(derivation.derived)
        for index in indices:
            keep, add = effect.get(index) or (0, self._by_index[index].apply(node) & relevant)
            after = node & keep | add
            if derives:
                after = derivation.after(node, after)
            if after not in seen:
                seen.add(after)
                yield index, after

    @property
    def effort(self) -> float:
        """What estimates and landmarks have cost so far, in nodes that might have been generated instead."""
        return sum(one.looks for one in self._relaxations) / LOOKS

    @property
    def price(self) -> float:
        """What one sweep of theirs has cost on average."""
        return self.effort / max(1, sum(one.sweeps for one in self._relaxations))

    @_or_nothing
    def satisfied(self, node: int) -> Need | None:
        """What of a node in which the goal holds makes it hold."""
        return self._grounds(node, reasons(self.goal, node))

    @_or_nothing
    def regressed(self, node: int, action: int, need: Need) -> Need | None:
        """What of a node makes an action apply and lead to where a need is met, as it does from this node."""
        pos, neg = need
        ground = self._by_index[action]
        made, unmade = ground.add, ground.delete
        need_pos, need_neg = reasons(ground.precondition, node)
        for condition, adds, deletes in ground.conditional:
            if holds(condition, node):
                if not (adds & pos & ~made or deletes & neg & ~unmade):
                    continue
                made, unmade = made | adds, unmade | deletes
                more_pos, more_neg = reasons(condition, node)
            else:
                if not (adds & neg or deletes & pos & ~made):
                    continue
                more_pos, more_neg = reasons(condition, node, False)
            need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
        need_pos, need_neg = self._grounds(node, (need_pos, need_neg))
        return need_pos | pos & ~made, need_neg | neg & ~unmade

    def _grounds(self, node: int, need: Need) -> Need:
        """What of a node is not derived and makes that so which is needed of it."""
        return self._derivation.grounds(node, *need)

    @_or_nothing
    def meets(self, node: int, need: Need) -> bool:
        """Whether a node has what is needed."""
        return node & need[0] == need[0] and not node & need[1]

    @_or_nothing
    def first_met(self, node: int, needs: Sequence[Need], most: int) -> int:
        """The place of the first of some needs that a node meets, below `most`; -1 if it meets none."""
        for place in range(most):
            pos, neg = needs[place]
            if node & pos == pos and not node & neg:
                return place
        return -1

    @once
    def _makers(self) -> dict[Literal, list[int]]:
        """The actions that make each literal true wherever they are done."""
        found: defaultdict[Literal, list[int]] = defaultdict(list)
        for action in self.actions:
            for one in _literals(action.add & self.relevant, action.delete & self.relevant):
                found[one].append(action.index)
        return dict(found)

    @_or_nothing
    def mending(self, node: int, need: Need) -> Sequence[int]:
        """Some actions that make true what a node lacks of a need, where that is one literal; not all of many."""
        pos, neg = need[0] & ~node, need[1] & node
        if pos.bit_count() + neg.bit_count() != 1:
            return ()
        (lacking,) = _literals(pos, neg)
        return self._makers.get(lacking, ())[:_FEW]

    def _literals(self, node: int) -> int:
        """What of all that may be needed holds, as a bit set."""
        return (node & self._pos) << self._width | (~node & self._neg)

    @_or_whole
    def lower_bound(self, node: int) -> float:
        """The number of landmark cuts; of those that were found last, if that was here."""
        last, count = self._counted
        return count if last == node else _count(self.landmarks(node, ()))

    @_or_whole
    def estimate(self, node: int) -> float:
        """The length of a relaxed plan."""
        return self.relaxed_plan(node)[0]

    @_or_whole
    def relaxed_plan(self, node: int) -> tuple[float, frozenset[int]]:
        """The length of a relaxed plan, and its actions that apply now."""
        return self._plain.relaxed_plan(node)

    @_or_whole
    def landmarks(self, node: int, known: Sequence[frozenset[int]]) -> list[frozenset[int]] | None:
        """Disjoint sets of operators of which every plan has one each; ``None`` proves a dead end."""
        found = self._bounding(node).landmarks(node, known)
        self._counted = node, _count(found)
        return found

    @_or_whole
    def surviving(
        self, node: int, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        """Those of a node's landmarks that an action leaves to be passed."""
        if action not in self._by_index or not self._paired.applies_to(node):
            return ()
        operator = self._paired.operator(node, action)
        return [cut for cut in landmarks if operator not in cut]


def _count(landmarks: Sequence[frozenset[int]] | None) -> float:
    return math.inf if landmarks is None else len(landmarks)


def _relevant(
    actions: Sequence[GroundAction], goal: Condition, derivation: Derivation
) -> tuple[list[GroundAction], int, int]:
    """The actions that matter, by ascending index, and masks of the atoms that are needed true and false."""
    makes_true: defaultdict[int, list[GroundAction]] = defaultdict(list)
    makes_false: defaultdict[int, list[GroundAction]] = defaultdict(list)
    for action in actions:
        checkpoint("looking for what matters to the goal")
        adds, deletes = action.add, action.delete
        for _, more_adds, more_deletes in action.conditional:
            adds |= more_adds
            deletes |= more_deletes
        for bit in bits(adds):
            makes_true[bit].append(action)
        for bit in bits(deletes):
            makes_false[bit].append(action)
    pos = neg = 0
    todo_pos, todo_neg = literals(goal)
    chosen: dict[int, GroundAction] = {}
    depends: list[GroundAction] = []  # what these need depends on what else is needed
    while todo_pos or todo_neg:
        pos, neg = pos | todo_pos, neg | todo_neg
        sources_pos, sources_neg = _sources(derivation, todo_pos, todo_neg)
        useful = [makes_true[bit] for bit in bits(todo_pos)] + [makes_false[bit] for bit in bits(todo_neg)]
        fresh = {one.index: one for one in chain.from_iterable(useful) if one.index not in chosen}
        chosen.update(fresh)
        depends += (one for one in fresh.values() if one.conditional)
        want_pos, want_neg = sources_pos, sources_neg
        for action in chain((one for one in fresh.values() if not one.conditional), depends):
            checkpoint("looking for what matters to the goal")
            more_pos, more_neg = _needs(action, pos, neg)
            want_pos, want_neg = want_pos | more_pos, want_neg | more_neg
        todo_pos, todo_neg = want_pos & ~pos, want_neg & ~neg
    return [chosen[index] for index in sorted(chosen)], pos, neg


def _sources(derivation: Derivation, pos: int, neg: int) -> tuple[int, int]:
    """Literals from which derived ones, of those in `pos` and `neg`, may follow in one step."""
    need_pos = need_neg = 0
    for bit in bits(pos & derivation.derived):
        more_pos, more_neg = literals(derivation.conditions[bit])
        need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
    for bit in bits(neg & derivation.derived):
        more_pos, more_neg = literals(derivation.conditions[bit])
        need_pos, need_neg = need_pos | more_neg, need_neg | more_pos
    return need_pos, need_neg


def _wanted(goal: Condition, derivation: Derivation, pos: int, neg: int) -> tuple[int, int]:
    """Literals that something other than an action needs: the goal, or what is derived and needed."""
    goal_pos, goal_neg = literals(goal)
    more_pos, more_neg = _sources(derivation, pos, neg)
    return goal_pos | more_pos, goal_neg | more_neg


def _needs(action: GroundAction, pos: int, neg: int) -> tuple[int, int]:
    """Literals that an action needs to apply, to help, and not to harm the literals in `pos` and `neg`."""
    need_pos, need_neg = literals(action.precondition)
    for condition, adds, deletes in action.conditional:
        if adds & pos or deletes & neg:
            more_pos, more_neg = literals(condition)
            need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
        if adds & neg or deletes & pos:
            more_pos, more_neg = literals(negation(condition))
            need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
    return need_pos, need_neg


def _undominated(actions: Sequence[GroundAction], pos: int, neg: int) -> list[GroundAction]:
    """Leave out each action beside which another needs no more, does the same good, and no other harm."""
    kept: list[GroundAction] = []
    groups: defaultdict[tuple[int, int], list[GroundAction]] = defaultdict(list)
    for action in actions:
        checkpoint("comparing the actions")
        need = Conj(0, 0) if action.precondition is True else action.precondition
        if action.conditional or not isinstance(need, Conj) or need.parts:
            kept.append(action)
            continue
        groups[action.add & pos, action.delete & neg].append(action)
    for group in groups.values():
        kept += _cheapest(group, pos, neg) if len(group) > 1 else group
    return sorted(kept, key=lambda action: action.index)


Price: TypeAlias = frozenset[int]
"""What an action needs and what harm it does: for each bit of each of four masks, 4 × bit + mask."""


def _price(action: GroundAction, pos: int, neg: int) -> Price:
    checkpoint("comparing the actions")
    need = action.precondition if isinstance(action.precondition, Conj) else Conj(0, 0)
    masks = (need.pos, need.neg, action.add & neg, action.delete & pos)
    return frozenset(4 * bit + number for number, mask in enumerate(masks) for bit in bits(mask))


def _cheapest(actions: Sequence[GroundAction], pos: int, neg: int) -> list[GroundAction]:
    """Of actions that do the same good, those whose price includes that of no other, the first of equals.

    A price that is included is smaller. So prices are met by size, and those kept so far are looked up:
    the parts of a price by name if they are few, or else what is filed under one of its elements.
    """
    group = [(_price(action, pos, neg), action) for action in actions]
    group.sort(key=lambda one: (len(one[0]), one[1].index))
    common = Counter(element for price, _ in group for element in price)
    kept: dict[Price, GroundAction] = {}
    filed: defaultdict[int, list[Price]] = defaultdict(list)
    nothing: Price = frozenset()
    sizes: list[int] = []  # of the prices that are kept, ascending
    for price, action in group:
        checkpoint("comparing the actions")
        if price in kept or nothing in kept:
            continue
        smaller = [size for size in sizes if size < len(price)]
        if smaller:
            candidates = sum(len(filed[element]) for element in price)
            parts = sum(comb(len(price), size) for size in smaller)
            if parts <= candidates:
                named = chain.from_iterable(combinations(price, size) for size in smaller)
                if any(frozenset(part) in kept for part in named):
                    continue
            elif any(one <= price for element in price for one in filed[element]):
                continue
        kept[price] = action
        if len(price) not in sizes:
            sizes.append(len(price))
        if price:
            filed[min(price, key=common.__getitem__)].append(price)
    return list(kept.values())


# ------------------------------------------------------------------ actions that only begin a detour
#
# Let x be a literal of a mutex group, such as that a certain cup is held. If every action that makes x true needs
# the literal y of the group (that the hand is free), every action that needs x makes y true again, and neither
# does any other good, then what lies between the two could as well have been done with y true. So a plan without
# both is a plan, too, in all states that have at most one literal of the group. Where x holds already, the actions
# that need x stay: only those that make it true are left out.


Literal: TypeAlias = tuple[int, bool]
"""A bit, and whether it is to be set."""

Needs: TypeAlias = Callable[[GroundAction], tuple[int, int]]


def detours(
    actions: Sequence[GroundAction], wanted: tuple[int, int], needs: Needs, groups: Sequence[MutexGroup]
) -> tuple[frozenset[int], tuple[MutexGroup, ...]]:
    """The indices of the actions that begin a detour, and the groups that say so.

    Args:
        actions: The actions that matter.
        wanted: Masks of the atoms that something other than an action needs set, and not set.
        needs: Masks of the atoms that an action needs set, and not set, for whatever good it does.
    """
    roads = _Roads(actions, wanted, needs)
    found: set[int] = set()
    used: list[MutexGroup] = []
    for group in groups:
        before, along = len(found), _Along(group)
        for x in along.members:
            checkpoint("looking for detours")
            found |= roads.entries(x, along)
        if len(found) > before:
            used.append(group)
    return frozenset(found), tuple(used)


class _Along:
    """A mutex group while its literals are looked at one by one, with what is asked about it again and again."""

    def __init__(self, group: MutexGroup) -> None:
        self.members = frozenset(group.literals())
        self.idle: dict[Literal, defaultdict[Literal | None, list[int]]] = {}


class _Roads:
    """Who needs, makes and unmakes each literal."""

    def __init__(self, actions: Sequence[GroundAction], wanted: tuple[int, int], needs: Needs):
        self._makers: defaultdict[Literal, list[GroundAction]] = defaultdict(list)
        self._needers: defaultdict[Literal, list[GroundAction]] = defaultdict(list)
        self._needs: dict[int, frozenset[Literal]] = {}
        self._needed_by: dict[Literal, frozenset[int]] = {}
        self._only_left: dict[Literal, bool] = {}
        self._sometimes: set[int] = set()
        self._wanted = frozenset(_literals(*wanted))
        for action in actions:
            checkpoint("looking for detours")
            needed = frozenset(_literals(*needs(action)))
            self._needs[action.index] = needed
            for one in needed:
                self._needers[one].append(action)
            for one in _literals(action.add, action.delete):
                self._makers[one].append(action)
            for _, adds, deletes in action.conditional:
                self._sometimes |= {*bits(adds), *bits(deletes)}

    def entries(self, x: Literal, along: _Along) -> frozenset[int]:
        """The actions that make x true, if all of them only begin a detour."""
        enter, leave = self._makers[x], self._needers[x]
        ways_back = self._ways_back(x, enter, along)
        if len(ways_back) != 1 or x in self._wanted or x[0] in self._sometimes:
            return frozenset()
        (y,) = ways_back
        entering, leaving = frozenset(action.index for action in enter), self._indices_needing(x)
        if not {action.index for action in self._makers[_opposite(x)]} <= leaving:
            return frozenset()
        idle = self._idle(y, along)
        busy = leaving.issuperset(idle.get(None, ())) and leaving.issuperset(idle.get(x, ()))
        if not busy or _opposite(y) in self._wanted or not self._is_only_left(y):
            return frozenset()
        allowed = {x, y, _opposite(x), _opposite(y)}
        good = {one for action in (*enter, *leave) for one in self._good(action) if one not in allowed}
        if any(one in self._wanted or not self._indices_needing(one) <= entering for one in good):
            return frozenset()
        returns = all(_plain(one) and _makes(one, y) and _makes(one, _opposite(x)) for one in leave)
        return entering if returns else frozenset()

    def _indices_needing(self, one: Literal) -> frozenset[int]:
        if one not in self._needed_by:
            self._needed_by[one] = frozenset(action.index for action in self._needers[one])
        return self._needed_by[one]

    def _idle(self, y: Literal, along: _Along) -> Mapping[Literal | None, Sequence[int]]:
        """Who needs the opposite of y but no literal of the group, under ``None``, or only one, under that one."""
        found = along.idle.get(y)
        if found is None:
            found = along.idle[y] = defaultdict(list)
            for action in self._needers[_opposite(y)]:
                own = [one for one in self._needs[action.index] if one in along.members]
                if len(own) < 2:
                    found[own[0] if own else None].append(action.index)
        return found

    def _is_only_left(self, y: Literal) -> bool:
        """Whether y becomes false only where it was true before, and whatever else is the case."""
        if y not in self._only_left:
            self._only_left[y] = all(
                _plain(action) and y in self._needs[action.index] for action in self._makers[_opposite(y)]
            )
        return self._only_left[y]

    def _ways_back(self, x: Literal, enter: Sequence[GroundAction], along: _Along) -> set[Literal]:
        """The literals of the group that every action that makes x true takes the place of."""
        found: set[Literal] | None = None
        for action in enter:
            if not _plain(action):
                return set()
            replaced = {
                y
                for y in self._needs[action.index]
                if y in along.members
                and y != x
                and y[0] not in self._sometimes
                and _makes(action, _opposite(y))
            }
            found = replaced if found is None else found & replaced
        return found or set()

    def _good(self, action: GroundAction) -> Iterable[Literal]:
        """What an action makes true that something needs."""
        return (
            one for one in _literals(action.add, action.delete) if self._needers[one] or one in self._wanted
        )


def _plain(action: GroundAction) -> bool:
    need = action.precondition
    return not action.conditional and (need is True or (isinstance(need, Conj) and not need.parts))


def _makes(action: GroundAction, literal: Literal) -> bool:
    bit, positive = literal
    return bool((action.add if positive else action.delete) >> bit & 1)


def _opposite(literal: Literal) -> Literal:
    return literal[0], not literal[1]


def _literals(pos: int, neg: int) -> list[Literal]:
    return [*((bit, True) for bit in bits(pos)), *((bit, False) for bit in bits(neg))]
