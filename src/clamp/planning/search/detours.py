"""Actions that only begin a detour: to take up what the goal does not need, and must be put down again.

Let x be a literal of an exclusive group, such as that a certain cup is held. If every action that makes x
true needs the literal y of the group (that the hand is free), every action that needs x makes y true again,
and neither does any other good, then what lies between the two could as well have been done with y true. So a
plan without both is a plan, too: whoever does not hold the cup need not take it. Who does may put it down.

This holds from states that obey the group, that is, have at most one of its literals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from clamp.planning.conditions import Condition, Conj, bits, literals
from clamp.planning.grounding import GroundAction
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import Group

_DOING = "looking for detours"

Literal: TypeAlias = tuple[int, bool]
"""A bit, and whether it is to be set."""

Needs: TypeAlias = Callable[[GroundAction], tuple[int, int]]


def detours(
    actions: Sequence[GroundAction], goal: Condition, needs: Needs, groups: Sequence[Group]
) -> tuple[frozenset[int], tuple[Group, ...]]:
    """The indices of the actions that begin a detour, and the groups that say so.

    Args:
        actions: The actions that matter.
        needs: Masks of the atoms that an action needs set, and not set, for whatever good it does.
    """
    roads = _Roads(actions, goal, needs)
    found: set[int] = set()
    used: list[Group] = []
    for group in groups:
        before = len(found)
        for x in group.literals():
            checkpoint(_DOING)
            found |= roads.entries(x, group)
        if len(found) > before:
            used.append(group)
    return frozenset(found), tuple(used)


class _Roads:
    """Who needs, makes and unmakes each literal."""

    def __init__(self, actions: Sequence[GroundAction], goal: Condition, needs: Needs):
        self._makers: defaultdict[Literal, list[GroundAction]] = defaultdict(list)
        self._needers: defaultdict[Literal, list[GroundAction]] = defaultdict(list)
        self._needs: dict[int, frozenset[Literal]] = {}
        self._sometimes: set[int] = set()
        goal_pos, goal_neg = literals(goal)
        self._wanted = frozenset(_literals(goal_pos, goal_neg))
        for action in actions:
            checkpoint(_DOING)
            needed = frozenset(_literals(*needs(action)))
            self._needs[action.index] = needed
            for one in needed:
                self._needers[one].append(action)
            for one in _literals(action.add, action.delete):
                self._makers[one].append(action)
            for _, adds, deletes in action.conditional:
                self._sometimes |= {*bits(adds), *bits(deletes)}

    def entries(self, x: Literal, group: Group) -> set[int]:
        """The actions that make x true, if all of them only begin a detour."""
        enter, leave = self._makers[x], self._needers[x]
        ways_back = self._ways_back(x, enter, group)
        if len(ways_back) != 1 or x in self._wanted or x[0] in self._sometimes:
            return set()
        (y,) = ways_back
        entering, leaving = ({action.index for action in side} for side in (enter, leave))
        if not {action.index for action in self._makers[_opposite(x)]} <= leaving:
            return set()
        others = frozenset(group.literals()) - {x}
        busy = all(
            action.index in leaving or self._needs[action.index] & others
            for action in self._needers[_opposite(y)]
        )
        if not busy or _opposite(y) in self._wanted:
            return set()
        if any(
            not _plain(action) or y not in self._needs[action.index] for action in self._makers[_opposite(y)]
        ):
            return set()
        allowed = {x, y, _opposite(x), _opposite(y)}
        good = [one for action in (*enter, *leave) for one in self._good(action) if one not in allowed]
        if any(
            one in self._wanted or not {action.index for action in self._needers[one]} <= entering
            for one in good
        ):
            return set()
        returns = all(_plain(one) and _makes(one, y) and _makes(one, _opposite(x)) for one in leave)
        return entering if returns else set()

    def _ways_back(self, x: Literal, enter: Sequence[GroundAction], group: Group) -> set[Literal]:
        """The literals of the group that every action that makes x true takes the place of."""
        found: set[Literal] | None = None
        for action in enter:
            if not _plain(action):
                return set()
            replaced = {
                y
                for y in self._needs[action.index].intersection(group.literals())
                if y != x and y[0] not in self._sometimes and _makes(action, _opposite(y))
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
