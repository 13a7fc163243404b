"""The facts that rules over a PDDL problem may speak of: its predicates, over its objects and constants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from clamp.planning import validator
from clamp.planning.problem import Problem
from clamp.planning.rules.words import Fact, Position
from clamp.planning.system import Action
from clamp.planning.task import Atom, Variable

_REMEMBERED = 100_000


class PDDLWords:
    """See `clamp.planning.rules.words.Words`."""

    def __init__(self, problem: Problem):
        self._problem = problem
        self._grounder = problem.grounder

    @property
    def predicates(self) -> Mapping[str, Collection[int]]:
        declared = self._problem.domain.predicates
        return {name: (len(parameters),) for name, parameters in declared.items()}

    @property
    def types(self) -> Collection[str]:
        return self._grounder.types.names

    def objects(self, kind: str) -> Sequence[str]:
        return self._grounder.types.candidates(Variable("?", (kind,)), "a rule")

    def constant(self, fact: Fact) -> bool | None:
        truth = self._grounder.truth(*fact, True)
        return truth if isinstance(truth, bool) else None

    def valuation(self, facts: Sequence[Fact]) -> Callable[[int], int]:
        masks = [(1 << number, 1 << self._grounder.bit(*fact)) for number, fact in enumerate(facts)]
        every = sum(mask for _, mask in masks)
        known: dict[int, int] = {}

        def valuation(state: int) -> int:
            relevant = state & every
            found = known.get(relevant)
            if found is None:
                if len(known) >= _REMEMBERED:
                    known.clear()
                found = known[relevant] = sum(bit for bit, mask in masks if relevant & mask)
            return found

        return valuation

    def replay(self, actions: Iterable[Action]) -> Iterator[Position]:
        task = self._problem.task
        state: validator.State = task.initial
        yield partial(_holds, state), None
        for action in actions:
            state = validator.successor(task, state, action)
            yield partial(_holds, state), action


def _holds(state: frozenset[Atom], predicate: str, args: tuple[str, ...]) -> bool:
    return Atom(predicate, args) in state
