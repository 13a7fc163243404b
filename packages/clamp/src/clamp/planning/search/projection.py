"""What of a PDDL problem matters to its goal: the search space of `clamp.planning.Problem`.

Decides which atoms and actions can be left out without changing any goal distance: those that nothing on the way
to the goal needs, actions beside which another does all they do and harms no more, and actions that only begin a
detour. Hides the indices and relaxations that the search asks for successors, bounds and advice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial, wraps
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from clamp.planning.actions import ActionTable, GroundAction, literals_of
from clamp.planning.axioms import NOTHING, Derivation
from clamp.planning.conditions import Condition, holds, literals, reasons
from clamp.planning.lists import Lists
from clamp.planning.search.applicability import ApplicabilityTable
from clamp.planning.search.detours import detours
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import MutexGroup, Obedience, mutex_groups, mutex_pair
from clamp.planning.search.relaxation import Relaxation
from clamp.planning.search.relevance import relevant, sources, undominated
from clamp.planning.search.symmetry import Symmetry, find_symmetry
from clamp.planning.system import Action, SearchSpace
from clamp.planning.task import Atom
from clamp.threads import once

_FEW = 8
"""So many actions that make one literal true are tried."""

LOOKS = 50
"""To look at so many operators takes as long as to generate a node: two loops of this package, compared."""

_MOST_REMEMBERED = 1 << 28
"""So many bits are spent on remembering the actions that searches in Python met."""


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


class Parts(NamedTuple):
    """What a projection is made of, for its compiled twin."""

    actions: ActionTable
    goal: Condition
    initial: int
    relevant: int
    width: int
    relax: Callable[..., Relaxation]
    pair: tuple[MutexGroup, MutexGroup] | None


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

    lighter: Projection | None = None
    """For this package: a smaller space whose `node` takes a node of this one. Its distances are never longer, and its
    plans are often plans of this space, too."""

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
        self.goal, self._initial = goal, initial
        mattering = partial(relevant, goal=goal, derivation=derivation)
        chosen, pos, neg = mattering(ActionTable.of(actions))
        self._matter, self._matters = chosen, pos | neg
        chosen, pos, neg = mattering(undominated(chosen, pos, neg))
        self._detoured: tuple[MutexGroup, ...] = ()
        groups = mutex_groups(chosen, atoms, pos, derivation.derived)
        if lean:
            wanted = _wanted(goal, derivation, pos, neg)
            left_out, self._detoured = detours(chosen, wanted, (pos, neg), groups)
            if len(left_out):
                chosen, pos, neg = mattering(chosen.without(left_out))
                chosen, pos, neg = mattering(undominated(chosen, pos, neg))
                groups = [group for group in groups if not (group.pos | group.neg) & ~(pos | neg)]
        self._obeyed = Obedience(self._detoured)
        self.actions, self.relevant = chosen, pos | neg
        self._pos, self._neg = pos, neg
        self._derivation = derivation.restricted(self.relevant)
        # An action without conditional effects makes a node what `node & keep | add` is, before axioms are looked at.
        self._effect: dict[int, tuple[int, int]] = {}
        self._met: dict[int, GroundAction] = {}
        self._width = width = self.relevant.bit_length()
        pair = mutex_pair(chosen, groups)
        self.relax = partial(
            Relaxation, chosen, goal, (pos, neg), width, self._derivation, initial=initial & self.relevant
        )
        self.pair = pair
        self._relaxations: list[Relaxation] = []
        self._counted: tuple[int, float] = -1, 0

    origin: Projection | None = None
    """For this package: the one that this is a copy of."""

    def again(self) -> Projection:
        """The same for another search: it shares what was found out; what a search learns and counts is its own."""
        other = copy(self)
        other.origin = self
        other._effect, other._met = {}, {}
        other._relaxations, other._counted = [], (-1, 0)
        return other

    def prepare(self) -> None:
        """For this package: lay out what only searches in Python need, before there is little time for it."""
        for _ in (self._plain, self._paired, self._table):
            pass

    @once
    def _plain(self) -> Relaxation:
        relaxation = self.relax()
        self._relaxations.append(relaxation)
        return relaxation

    @once
    def _paired(self) -> Relaxation:
        if not self.pair:
            return self._plain
        relaxation = self.relax(self.pair)
        self._relaxations.append(relaxation)
        return relaxation

    @once
    def _table(self) -> ApplicabilityTable:
        return ApplicabilityTable(self.actions, self._width, self._initial & self.relevant)

    @once
    def _whole(self) -> Projection:
        whole = Projection(*self._all, lean=False)
        whole._relaxations = self._relaxations  # what is asked of it is asked of this one
        return whole

    @once
    def _symmetry(self) -> Symmetry:
        if self.origin is not None:
            return self.origin._symmetry
        _, _, _, atoms, derivation, labels = self._all
        if not labels:
            return Symmetry(())
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

    def alike(self) -> Symmetry:
        """For this package: the objects that are alike."""
        return self._symmetry

    @property
    def can_be_compiled(self) -> bool:
        """For this package: whether nothing that matters is derived."""
        return not self._derivation.derived

    def compiled_parts(self) -> Parts:
        """For this package: what it is made of."""
        return Parts(
            self.actions, self.goal, self._initial, self.relevant, self._width, self.relax, self.pair
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
        return None if found is None or any(self._action(one) is None for one in set(found)) else found

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
        ground = self._action(action)
        if ground is None or not holds(ground.precondition, node):
            return None
        return self._after(node, action)

    def _action(self, index: int) -> GroundAction | None:
        """The action of an index, if it matters."""
        found = self._met.get(index)
        if found is None:
            place = int(np.searchsorted(self.actions.indices, index))
            if place == len(self.actions) or self.actions.indices[place] != index:
                return None
            if len(self._met) * self._width > _MOST_REMEMBERED:
                self._met.clear()
                self._effect.clear()
            found = self._met[index] = self.actions[place]
        return found

    def _effect_of(self, index: int, node: int) -> tuple[int, int]:
        """What an action keeps of a node, and what it adds."""
        action = self._action(index)
        assert action is not None
        if action.conditional:
            return 0, action.apply(node) & self.relevant
        effect = self._effect[index] = self.relevant & ~action.delete, action.add & self.relevant
        return effect

    def _after(self, node: int, action: int) -> int:
        """The node after an action that applies."""
        keep, add = self._effect.get(action) or self._effect_of(action, node)
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
        effect, seen = self._effect, {node}
        derivation = self._derivation
        derives = bool(derivation.derived)
        for index in indices:
            keep, add = effect.get(index) or self._effect_of(index, node)
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
        ground = self._action(action)
        assert ground is not None
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
    def _makers(self) -> Lists:
        """The actions that make each literal true wherever they are done, by their places."""
        return self.actions.effects.owned_by(2 * max(self._width, self.actions.width))

    @_or_nothing
    def mending(self, node: int, need: Need) -> Sequence[int]:
        """Some actions that make true what a node lacks of a need, where that is one literal; not all of many."""
        pos, neg = need[0] & ~node, need[1] & node
        if pos.bit_count() + neg.bit_count() != 1:
            return ()
        (lacking,) = literals_of(pos, neg)
        return (
            self.actions.indices[self._makers[lacking][:_FEW]].tolist() if lacking >> 1 < self._width else ()
        )

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
        if self._action(action) is None or not self._paired.applies_to(node):
            return ()
        operator = self._paired.operator(node, action)
        return [cut for cut in landmarks if operator not in cut]


def _count(landmarks: Sequence[frozenset[int]] | None) -> float:
    return math.inf if landmarks is None else len(landmarks)


def _wanted(goal: Condition, derivation: Derivation, pos: int, neg: int) -> tuple[int, int]:
    """Literals that something other than an action needs: the goal, or what is derived and needed."""
    goal_pos, goal_neg = literals(goal)
    more_pos, more_neg = sources(derivation, pos, neg)
    return goal_pos | more_pos, goal_neg | more_neg
