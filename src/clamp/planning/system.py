"""The transition system: the one interface between planning models and everything above them.

`clamp.planning.Problem` (grounded PDDL as bit sets) and `clamp.worlds.virtualhome.VirtualHome` (the
semantics of VirtualHome's executor) implement it. Nothing above `planning` asks a system for more than
what this file names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from clamp import checks
from clamp.errors import DomainError
from clamp.threads import once


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """A grounded action: a schema's name and the entities it is applied to.

    Raises:
        DomainError: If the name is no text, or empty, or the arguments are no collection of texts.
    """

    name: str
    args: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # Made by the ten thousand: what is as it should be costs no call.
        if type(self.name) is not str or not self.name:
            checks.text("name", self.name, DomainError, hint="It is an action's name, such as 'pick'.")
            if not self.name:
                raise DomainError(f"There is an action with an empty name, of {checks.shown(self.args)}.")
        if type(self.args) is not tuple:
            object.__setattr__(self, "args", checks.names("args", self.args, DomainError, of="entity names"))
        else:
            for one in self.args:
                if type(one) is not str:
                    checks.names("args", self.args, DomainError, of="entity names")

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.args)})"


S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Validation:
    """The verdict of an independent replay of a plan.

    Attributes:
        valid: Every action was applicable when its turn came, and the goal holds at the end.
        step: Index of the first action that failed, or ``None`` (also when only the goal is missed).
        reason: One sentence that says why the plan is not valid; empty when it is.
        has_goal: A goal was supplied. Where none was, every state would do, and a valid plan is one that can
            be executed, no more.
        rules: How many temporal rules the plan was judged by, too.
    """

    valid: bool
    step: int | None = None
    reason: str = ""
    has_goal: bool = True
    rules: int = 0

    @property
    def claim(self) -> str:
        """What a valid plan's certificate says, and given what; empty for a plan that is not valid."""
        if not self.valid:
            return ""
        kept = f"{self.rules} rule{'' if self.rules == 1 else 's'} kept throughout" if self.rules else ""
        if self.has_goal:
            said = "each action is applicable in its turn; the goal holds at the end"
            said += f", and {kept}" if kept else ""
            return f"Given the initial state and the goal that you supplied, {said}."
        said = "each action is applicable in its turn" + (f", and {kept}" if kept else "")
        return (
            f"Given the initial state that you supplied, {said}. No goal was supplied, so nothing is said "
            "about what the plan achieves."
        )

    def __bool__(self) -> bool:
        return self.valid


class SearchSpace(Protocol):
    """A goal-distance-preserving abstraction of a transition system, for search only.

    Two states with the same node have the same goal distance through the enabled actions. Pruning by
    relevance lives here, and only here: it never touches `TransitionSystem.applicable`.
    Nodes are hashable and opaque.
    """

    def node(self, state: Any) -> Hashable:
        """The node of a state."""
        ...

    def is_goal(self, node: Any) -> bool:
        """Whether the goal holds in the states of this node."""
        ...

    def successors(self, node: Any) -> Iterable[tuple[int, Hashable]]:
        """Pairs (action index, node) over the enabled actions that matter to the goal."""
        ...

    def lower_bound(self, node: Any) -> float:
        """An admissible estimate of the goal distance in actions: never too high; `inf` is a proof."""
        ...

    def estimate(self, node: Any) -> float:
        """A guess of the goal distance that guides satisficing search; may be too high."""
        ...


@runtime_checkable
class GuidedSpace(SearchSpace, Protocol):
    """A search space that gives more advice than it must, and is searched much faster for it.

    A space has all of this or none; one that has a part is refused by `guide_of`.
    """

    coarse: SearchSpace | None
    """A smaller space, whose `node` takes a node of this one and whose distances are never longer."""

    def step(self, node: Any, action: int) -> Hashable | None:
        """The node after one action, or ``None`` when it does not apply."""
        ...

    def relaxed_plan(self, node: Any) -> tuple[float, Collection[int]]:
        """An estimate of the goal distance, and the actions that look useful now."""
        ...

    def features(self, node: Any) -> tuple[int, int]:
        """How many goals are open, and what is the case, as a bit set."""
        ...

    def landmarks(self, node: Any, known: Sequence[frozenset[int]]) -> Sequence[frozenset[int]] | None:
        """Disjoint sets of (opaque) operators of which every plan has one each, `known` ones first.

        ``None`` is a proof that there is no plan.
        """
        ...

    def surviving(
        self, node: Any, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        """Those of a node's landmarks that are landmarks after an action, too.

        None if the action is not among those that `successors` uses: it may stand in for one of them.
        """
        ...


_SPACE = ("node", "is_goal", "successors", "lower_bound", "estimate")
_ADVICE = ("coarse", "step", "relaxed_plan", "features", "landmarks", "surviving")


def guide_of(space: SearchSpace) -> GuidedSpace | None:
    """The space itself if it is a `GuidedSpace`, or ``None`` if it gives no advice beyond `SearchSpace`.

    Raises:
        DomainError: If it implements one of the two protocols in part.
    """
    given = [name for name in _ADVICE if hasattr(space, name)]
    lacking = [name for name in (*_SPACE, *(_ADVICE if given else ())) if not hasattr(space, name)]
    if lacking:
        protocol = "GuidedSpace" if given else "SearchSpace"
        raise DomainError(
            f"{type(space).__name__} is no {protocol}: it has {', '.join(given) or 'no advice'}, but lacks "
            f"{', '.join(lacking)}. A misspelt or forgotten method? Advice is given as a whole or not at all."
        )
    return space if isinstance(space, GuidedSpace) else None


class TransitionSystem(ABC, Generic[S]):
    """Actions, applicable, successor, goal. States are immutable and hashable.

    Action indices are positions in `actions` and do not change during a system's life. The abstract
    methods speak indices (the hot paths); the public twins speak `Action`.
    """

    name: str

    @property
    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """All type-correct grounded actions, each once; this is the space that syntax alone allows."""

    @property
    @abstractmethod
    def entities(self) -> Sequence[str]:
        """The names that an action's arguments may have, each once."""

    @property
    @abstractmethod
    def initial(self) -> S:
        """The initial state."""

    @abstractmethod
    def is_goal(self, state: S) -> bool:
        """Whether the goal holds in a state."""

    @abstractmethod
    def applicable_indices(self, state: S) -> Sequence[int]:
        """Ascending indices of the actions whose preconditions hold in a state."""

    @abstractmethod
    def successor_of_index(self, state: S, index: int) -> S:
        """The state after an applicable action; not checked."""

    @abstractmethod
    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        """The abstraction that reachability searches, over the enabled actions only (all by default).

        A `SearchSpace` is enough; a `GuidedSpace` is faster.
        """

    @abstractmethod
    def why_inapplicable(self, state: S, action: Action) -> str | None:
        """One sentence that says why an action is not applicable, or ``None`` when it is."""

    @abstractmethod
    def goal_entities(self) -> frozenset[str]:
        """Entities that the goal names; used to explain failures, not to decide them."""

    @abstractmethod
    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay a plan from the initial state by code that shares nothing with the fast engine."""

    @once
    def _index_of(self) -> dict[Action, int]:
        return {action: index for index, action in enumerate(self.actions)}

    def index(self, action: Action) -> int:
        """The position of an action in `actions`.

        Raises:
            DomainError: If the system has no such action.
        """
        checks.instance("action", action, Action, DomainError, what="a clamp.Action")
        try:
            return self._index_of[action]
        except KeyError:
            raise DomainError(
                f"{self.name!r} has no action {action}. Unknown name, wrong number of arguments, or an "
                "argument of the wrong type?"
            ) from None

    def applicable(self, state: S) -> list[Action]:
        """The actions whose preconditions hold in a state, in the order of `actions`."""
        return [self.actions[index] for index in self.applicable_indices(state)]

    def successor(self, state: S, action: Action) -> S:
        """The state after an action.

        Raises:
            DomainError: If the action is unknown, or not applicable in the state.
        """
        index = self.index(action)
        reason = self.why_inapplicable(state, action)
        if reason is not None:
            raise DomainError(f"{action} is not applicable: {reason}")
        return self.successor_of_index(state, index)
