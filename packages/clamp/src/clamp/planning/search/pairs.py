"""Which literals never hold together: the pairs that no state has which the actions lead to from the initial one.

A fixpoint over pairs (Haslum and Geffner's h²; Blum and Furst's mutexes). A pair is let in where an action may bring it
about as far as pairs tell: whatever holds in a state that can be reached has all its pairs, so what is missing is a
proof. Derived atoms, and conditions that are no literals, are taken to be whatever suits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clamp.planning.actions import ActionTable, GroundAction
from clamp.planning.axioms import Derivation
from clamp.planning.conditions import Condition, Conj, bits
from clamp.planning.search.limits import checkpoint

MOST_ACTIONS, MOST_ATOMS = 4_000, 600
"""With more actions (and effects that depend on the state), or more atoms, only what contradicts itself is known."""


class _Operator(NamedTuple):
    """What an action, or an effect of it that depends on the state, needs and makes of literals.

    Attributes:
        needs: The literals that it needs.
        made: Those that it makes true, all of them.
        lost: Those that do not outlast it.
        beside: Those that it may make true as well.
    """

    needs: tuple[int, ...]
    made: int
    lost: int
    beside: int


class Pairs:
    """The pairs of literals that may hold together; a set of literals is a mask, those that are not to be set on top.

    Args:
        width: How many atoms there are.
    """

    def __init__(self, actions: ActionTable, width: int, initial: int, derivation: Derivation):
        self._width, self._derivation = width, derivation
        self._basic = ~derivation.derived & ((1 << width) - 1)
        self._rows: list[int] | None = None
        effects = len(actions) + sum(len(one.conditional) for one in actions.odd.values())
        if effects <= MOST_ACTIONS and width <= MOST_ATOMS:
            self._rows = self._closed([one for action in actions for one in self._operators(action)], initial)

    def needs(self, condition: Condition) -> int:
        """The literals that a condition needs, as far as they are plain; of what does not follow, its grounds."""
        if not isinstance(condition, Conj):
            return 0
        found = self.literals(condition.pos, condition.neg)
        for bit in bits(condition.neg & self._derivation.derived):
            found |= self.needs(self._derivation.refutation(bit))
        return found

    def literals(self, pos: int, neg: int) -> int:
        """Bits that are set, and bits that are not, as one set of literals; of derived ones nothing is known."""
        return pos & self._basic | (neg & self._basic) << self._width

    def together(self, literals: int) -> bool:
        """Whether some literals may hold together, as far as is known: false is a proof."""
        if literals & self._opposite(literals):
            return False
        return self._rows is None or all(not literals & ~self._rows[one] for one in bits(literals))

    def _opposite(self, literals: int) -> int:
        return literals >> self._width | (literals & ((1 << self._width) - 1)) << self._width

    def _operators(self, action: GroundAction) -> Iterator[_Operator]:
        """An action without what depends on the state, and with one of these effects each."""
        need = self.needs(action.precondition)
        always = self.literals(action.add, action.delete & ~action.add)
        sometimes = [
            (self.needs(condition), condition, self.literals(add, delete & ~add))
            for condition, add, delete in action.conditional
        ]
        beside = 0
        for _, _, made in sometimes:
            beside |= made
        gone = 0  # whatever holds is taken back by an effect that asks for nothing else
        for wanted, condition, made in sometimes:
            rest = wanted & ~need
            if rest.bit_count() == 1 and self._says_all(condition, wanted):
                gone |= rest & self._opposite(made)
        gone &= ~(always | beside)
        for wanted, made in ((0, 0), *((wanted, made) for wanted, _, made in sometimes)):
            needs, all_made = need | wanted, always | made
            lost = self._opposite(all_made) | gone
            if not needs & self._opposite(needs):
                yield _Operator(tuple(bits(needs)), all_made, lost, beside)

    def _says_all(self, condition: Condition, wanted: int) -> bool:
        """Whether a condition holds wherever some literals do."""
        if not isinstance(condition, Conj) or condition.parts:
            return False
        derived = (condition.pos | condition.neg) & ~self._basic
        return not derived and wanted == self.literals(condition.pos, condition.neg)

    def _closed(self, operators: Sequence[_Operator], initial: int) -> list[int]:
        """For each literal, those that it may hold together with; itself, if it may hold at all."""
        at_first = self.literals(initial, ~initial & ((1 << self._width) - 1))
        rows = [at_first if at_first >> one & 1 else 0 for one in range(2 * self._width)]
        reached = at_first
        known = [-1] * len(operators)
        changed = True
        while changed:
            checkpoint("looking for what excludes each other")
            changed = False
            for place, (needs, made, lost, beside) in enumerate(operators):
                beside_it = reached
                for one in needs:
                    beside_it &= rows[one]
                if beside_it == known[place] or any(not beside_it >> one & 1 for one in needs):
                    continue
                known[place] = beside_it
                after = beside_it & ~lost | made | beside
                more = 0
                for one in bits(made):
                    more |= after & ~rows[one]
                    rows[one] |= after
                if more:
                    changed = True
                    reached |= made
                    for one in bits(more):
                        rows[one] |= made
        return rows
