"""Why no plan exists, as an object that can be checked: each node of it by what stands beside it, and by no table.

A refutation is inductive: a node is refuted within a number of actions where the space itself bounds its goal distance
by more, or where the goal does not hold and all its successors are refuted within one action less.

Source: inductive certificates of unsolvability, Eriksson, Röger and Helmert (2017).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from clamp.errors import DomainError
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.system import SearchSpace

Node: TypeAlias = Any


class Evidence(NamedTuple):
    """What bounds a node's goal distance from below.

    Attributes:
        bound: In actions.
        kind: ``goal``: the goal does not hold. ``relaxation``: not even the relaxed problem has a plan. ``landmarks``:
            so many disjoint sets of operators of which every plan has one each. ``bound``: the space's own bound.
    """

    bound: float
    kind: Literal["goal", "relaxation", "landmarks", "bound"]

    @classmethod
    def of(cls, space: SearchSpace, node: Node) -> Evidence | None:
        """What a space tells of a node, found anew; ``None`` where the goal holds."""
        if space.is_goal(node):
            return None
        cuts = space.landmarks(node, ())
        if cuts is None:
            return cls(math.inf, "relaxation")
        found = max(cls(1, "goal"), cls(len(cuts), "landmarks"), key=lambda one: one.bound)
        bound = space.lower_bound(node)
        return found if bound <= found.bound else cls(bound, "bound")


@dataclass(frozen=True)
class Refutation:
    """That no plan of at most `budget` actions leads on from a node.

    Attributes:
        bounded: Nodes whose goal distance the space bounds, with what it tells.
        searched: Nodes whose successors were all looked at, with how many actions were left.
    """

    node: Node
    budget: float
    bounded: Mapping[Node, Evidence] = field(repr=False)
    searched: Mapping[Node, float] = field(repr=False)

    @classmethod
    def of(
        cls, space: SearchSpace, node: Node, budget: float, meter: Meter
    ) -> Refutation | LimitReached | None:
        """Refute a node without anything that was learned before; ``None`` if a plan turns up.

        Args:
            budget: Most actions of a plan; infinite for any number.
        """
        bounded: dict[Node, Evidence] = {}
        searched: dict[Node, float] = {}
        agenda = deque([(node, budget)])
        while agenda:  # breadth first: a node is met with most actions left
            here, left = agenda.popleft()
            if here in searched:
                continue
            if here not in bounded:
                evidence = Evidence.of(space, here)
                if evidence is None:
                    if left >= 0:
                        return None
                    continue
                bounded[here] = evidence
            if bounded[here].bound > left:
                continue
            searched[here] = left
            for _, child in space.successors(here):
                meter.generated += 1
                agenda.append((child, left - 1))
            stopped = meter.reached(0)
            if stopped is not None:
                return stopped
        return cls(node, budget, bounded, searched)

    def check(self, space: SearchSpace) -> None:
        """Replay it in a search space, best in one of its own that has answered nothing before.

        Raises:
            DomainError: If something of it does not follow; it says what.
        """
        if not self._refutes(self.node, self.budget):
            raise DomainError(
                f"The refutation of {self.node!r} says nothing of it within {self.budget} actions."
            )
        for node, claim in self.bounded.items():
            found = Evidence.of(space, node)
            if found is None or found.bound < claim.bound:
                told = "the goal holds" if found is None else f"the bound is {found.bound}"
                raise DomainError(
                    f"{node!r} is said to be {claim.bound} actions from the goal; there, {told}."
                )
        for node, left in self.searched.items():
            if space.is_goal(node):
                raise DomainError(f"{node!r} is said to be no goal; it is one.")
            for action, child in space.successors(node):
                if not self._refutes(child, left - 1):
                    raise DomainError(
                        f"{node!r} is said to have no plan of {left} actions; action {action} leads to {child!r}, of "
                        "which nothing is said."
                    )

    def _refutes(self, node: Node, left: float) -> bool:
        evidence = self.bounded.get(node)
        if left < 0 or (evidence is not None and evidence.bound > left):
            return True
        return self.searched.get(node, -1) >= left
