"""What of a problem matters to its goal: the search space that reachability works on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from clamp.planning.applicability import ApplicabilityTable
from clamp.planning.conditions import Condition, bits, holds, literals, negation
from clamp.planning.grounding import GroundAction


class Projection:
    """States restricted to the atoms that matter to the goal, and the actions that can help to reach it.

    An action matters if it makes a literal true that the goal, a precondition of an action that matters, or
    a condition of one of its effects needs. Taking the other actions out of a plan leaves a plan, so the
    goal distance is the same; the opposite of a harmful effect's condition counts as needed, because
    otherwise an action taken out could have been what prevented the harm.
    """

    def __init__(self, actions: Sequence[GroundAction], goal: Condition, initial: int):
        self.goal = goal
        self.actions, self.relevant = _relevant(actions, goal)
        self._by_index = {action.index: action for action in self.actions}
        self._table = ApplicabilityTable(self.actions, self.relevant.bit_length(), initial & self.relevant)

    def node(self, state: int) -> int:
        """The atoms of a state that matter."""
        return state & self.relevant

    def is_goal(self, node: int) -> bool:
        """Whether the goal holds."""
        return holds(self.goal, node)

    def successors(self, node: int) -> Iterator[tuple[int, int]]:
        """Pairs (action index, node), without actions that leave the node as it is."""
        for index in self._table.applicable(node):
            successor = self._by_index[index].apply(node) & self.relevant
            if successor != node:
                yield index, successor

    def lower_bound(self, node: int) -> float:
        """An admissible estimate."""
        return 0.0 if self.is_goal(node) else 1.0

    def estimate(self, node: int) -> float:
        """A guess."""
        return 0.0 if self.is_goal(node) else 1.0


def _relevant(actions: Sequence[GroundAction], goal: Condition) -> tuple[list[GroundAction], int]:
    """The actions that matter, by ascending index, and the mask of the atoms that matter."""
    makes_true: defaultdict[int, list[GroundAction]] = defaultdict(list)
    makes_false: defaultdict[int, list[GroundAction]] = defaultdict(list)
    for action in actions:
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
    while todo_pos or todo_neg:
        pos, neg = pos | todo_pos, neg | todo_neg
        for bit in bits(todo_pos):
            chosen.update((action.index, action) for action in makes_true[bit])
        for bit in bits(todo_neg):
            chosen.update((action.index, action) for action in makes_false[bit])
        want_pos = want_neg = 0
        for action in chosen.values():
            more_pos, more_neg = _needs(action, pos, neg)
            want_pos, want_neg = want_pos | more_pos, want_neg | more_neg
        todo_pos, todo_neg = want_pos & ~pos, want_neg & ~neg
    return [chosen[index] for index in sorted(chosen)], pos | neg


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
