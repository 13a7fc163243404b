"""What rules may speak of: the facts, objects and types of a transition system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from clamp.planning.system import Action, TransitionSystem

Fact: TypeAlias = tuple[str, tuple[str, ...]]
"""A predicate and its arguments."""

Position: TypeAlias = tuple[Callable[[str, tuple[str, ...]], bool], Action | None]
"""One position of a trace: which facts hold, and the action that led there."""


class Words(Protocol):
    """The vocabulary of the rules of one transition system."""

    @property
    def predicates(self) -> Mapping[str, Collection[int]]:
        """The numbers of arguments that each predicate may have."""
        ...

    @property
    def types(self) -> Collection[str]:
        """The types of variables; ``object`` is one."""
        ...

    def objects(self, kind: str) -> Sequence[str]:
        """The objects of a type, in order."""
        ...

    def constant(self, fact: Fact) -> bool | None:
        """The truth of a fact that no action changes; ``None`` if it may change."""
        ...

    def valuation(self, facts: Sequence[Fact]) -> Callable[[Any], int]:
        """A function from states to bit sets: bit i is set iff fact i holds; none is constant."""
        ...

    def replay(self, actions: Iterable[Action]) -> Iterator[Position]:
        """The positions of a valid plan's trace, by code that shares nothing with the fast engine."""
        ...


def words_of(system: TransitionSystem[Any]) -> Words:
    """What rules over a system may speak of.

    Raises:
        RuleError: If rules are not supported for this kind of system.
    """
    from clamp.planning.problem import Problem
    from clamp.worlds.virtualhome.system import VirtualHome

    if isinstance(system, Problem):
        from clamp.planning.rules.pddl_words import PDDLWords

        return PDDLWords(system)
    if isinstance(system, VirtualHome):
        from clamp.worlds.virtualhome.rule_words import VirtualHomeWords

        return VirtualHomeWords(system)
    from clamp.errors import RuleError

    raise RuleError(
        f"There are no rules over a {type(system).__name__}: only over PDDL problems and VirtualHome tasks."
    )
