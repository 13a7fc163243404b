"""The transition system: the one interface between planning models and everything above them.

`clamp.planning.Problem` (grounded PDDL as bit sets), `clamp_worlds.virtualhome.VirtualHome` (the semantics of
VirtualHome's executor) and `clamp.planning.rules.Ruled` (either with rules) implement it, and so may you. Nothing
above `planning` asks what kind a system is: what it wants to know is a member of `TransitionSystem`, with a
default for a system that says nothing. `clamp.contracts.check_transition_system` checks an implementation.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from clamp import checks
from clamp.errors import DomainError
from clamp.threads import once

if TYPE_CHECKING:  # a type only: the package of rules stands on this file
    from clamp.planning.rules.formula import Rule


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
        unread: What was asked for in words that were not read: nobody knows whether the plan does it.
        read_by_model: How many of them a language model read off sentences.
        goal_read: Who read the goal off a sentence: ``"reader"``, ``"model"``, or nobody, where it was supplied.
        unknown: What became of facts about the initial state that are not known: ``"conformant"``, the plan was
            replayed from every state that they allow; ``"likeliest"``, from the likeliest of them alone;
            ``"looked"``, the state is as it was seen; empty where all was known.
        states: How many states they allow; ``None`` if that was not counted.
        preferred: Whose word counts where what was seen and the problem file contradict each other: ``"picture"``,
            ``"file"``, or nobody's, where they do not.
        against: The facts of which the other one says otherwise, as ``open(fridge)``.
        beside_file: What nothing was seen of is as a problem file says.
        least_sure: The thing of the plan of which it is least sure that it is there, and its score, 0 to 1; ``None``
            where nobody doubted any.
    """

    valid: bool
    step: int | None = None
    reason: str = ""
    has_goal: bool = True
    rules: int = 0
    read_by_model: int = 0
    unread: tuple[str, ...] = ()
    goal_read: Literal["", "reader", "model"] = ""
    unknown: Literal["", "conformant", "likeliest", "looked"] = ""
    states: int | None = 1
    preferred: Literal["", "picture", "file"] = ""
    against: tuple[str, ...] = ()
    beside_file: bool = False
    least_sure: tuple[str, float] | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        told: dict[str, Any] = {
            "valid": self.valid,
            "step": self.step,
            "reason": self.reason,
            "claim": self.claim,
            "certified": self.certified,
            "unread": list(self.unread),
        }
        told |= {"unknown": self.unknown, "states": self.states} if self.unknown else {}
        told |= {"least_sure": list(self.least_sure)} if self.least_sure else {}
        return told | ({"preferred": self.preferred, "against": list(self.against)} if self.preferred else {})

    @property
    def certified(self) -> bool:
        """Whether the plan is certified for all that was asked for: it is valid, and nothing was left unread."""
        return self.valid and not self.unread

    @property
    def claim(self) -> str:
        """What a valid plan's certificate says, and given what; empty for a plan that is not valid."""
        if not self.valid:
            return ""
        sure = self.least_sure
        seen = (
            ""
            if sure is None
            else f" That the things are there is as sure as {sure[0]}'s score, {sure[1]:.2f}."
        )
        return self._said + seen + (f" {not_certified(self.unread)}" if self.unread else "")

    @property
    def _said(self) -> str:
        kept = f"{self.rules} rule{'' if self.rules == 1 else 's'} kept throughout" if self.rules else ""
        if self.read_by_model:
            kept += f" ({self.read_by_model} of them as a language model reads what was required)"
        if self.has_goal:
            said = "each action is applicable in its turn; the goal holds at the end"
            said += f", and {kept}" if kept else ""
            if self.goal_read:
                whose = "as a language model reads" if self.goal_read == "model" else "as it was read off"
                return f"Given {self._start} and the goal {whose} the instruction, {said}.{self._doubt}"
            if self.unknown or self.preferred:
                return f"Given {self._start} and the goal that you supplied, {said}.{self._doubt}"
            return f"Given the initial state and the goal that you supplied, {said}."
        said = "each action is applicable in its turn" + (f", and {kept}" if kept else "")
        return (
            f"Given {self._start}, {said}.{self._doubt} No goal was supplied, so nothing is said "
            "about what the plan achieves."
        )

    @property
    def _start(self) -> str:
        """Which initial state it is certified for."""
        many = "the states" if self.states is None else f"the {self.states:,} states"
        match self.unknown:
            case "conformant":
                start = f"any of {many} that the unknown facts allow"
            case "likeliest":
                start = f"the likeliest of {many} that the unknown facts allow"
            case "looked" if self.preferred == "file":
                start = "the initial state that you supplied"
            case "looked":
                start = "the initial state as it was seen"
                start += " and, where nothing was seen, as you supplied it" if self.beside_file else ""
            case _:
                start = "the initial state that you supplied"
        if not self.preferred:
            return start
        other = "what was seen" if self.preferred == "file" else "the problem file"
        return f"{start} (against {other} in {', '.join(self.against)})"

    @property
    def _doubt(self) -> str:
        return " In the others it may fail." if self.unknown == "likeliest" and self.states != 1 else ""

    def __bool__(self) -> bool:
        return self.valid


def where_it_fails(found: Validation) -> str:
    """Why a plan is not valid, with the number of the action at fault: some systems say it, others do not."""
    if found.step is None or found.reason.startswith(f"Action {found.step + 1}"):
        return found.reason
    return f"Action {found.step + 1}: {found.reason}"


def not_certified(unread: Sequence[str]) -> str:
    """What a plan is not certified for, in a sentence."""
    said = "; ".join(repr(" ".join(one.split())) for one in unread)
    return f"It is not certified for what was not read: {said}."


class SearchSpace(ABC):
    """A goal-distance-preserving abstraction of a transition system, for search only.

    Two states with the same node have the same goal distance through the enabled actions. Pruning by
    relevance lives here, and only here: it never touches `TransitionSystem.applicable`.
    Nodes are hashable and opaque.

    The abstract members are all that a space must have: `node`, `is_goal`, `successors`, `lower_bound` and `estimate`.
    The last two may be 0, which is always right, only slower (`StateSpace`). The others give advice, each by itself,
    and a space that is searched much faster for it gives most of it; by default they say nothing.
    """

    coarse: SearchSpace | None = None
    """A smaller space, whose `node` takes a node of this one and whose distances are never longer."""

    @abstractmethod
    def node(self, state: Any, /) -> Hashable:
        """The node of a state."""

    @abstractmethod
    def is_goal(self, node: Any, /) -> bool:
        """Whether the goal holds in the states of this node."""

    @abstractmethod
    def successors(self, node: Any, /) -> Iterable[tuple[int, Hashable]]:
        """Pairs (action index, node) over the enabled actions that matter to the goal."""

    @abstractmethod
    def lower_bound(self, node: Any, /) -> float:
        """An admissible estimate of the goal distance in actions: never too high; `inf` is a proof.

        Asked right after the `landmarks` of the same node, which need not be found again.
        """

    @abstractmethod
    def estimate(self, node: Any, /) -> float:
        """A guess of the goal distance that guides satisficing search; may be too high."""

    def step(self, node: Any, action: int, /) -> Hashable | None:
        """The node after one action, or ``None`` when it does not apply, or does not matter."""
        return next((after for index, after in self.successors(node) if index == action), None)

    def relaxed_plan(self, node: Any, /) -> tuple[float, Collection[int]]:
        """An estimate of the goal distance, and the actions that look useful now; `inf` is a proof."""
        return min(self.estimate(node), sys.maxsize), ()

    def landmarks(self, node: Any, known: Sequence[frozenset[int]], /) -> Sequence[frozenset[int]] | None:
        """Disjoint sets of (opaque) operators of which every plan has one each, `known` ones first.

        ``None`` is a proof that there is no plan. Asked only where the goal does not hold.
        """
        return known

    def surviving(
        self, node: Any, action: int, landmarks: Sequence[frozenset[int]], /
    ) -> Sequence[frozenset[int]]:
        """Those of a node's landmarks that are landmarks after an action, too.

        None if the action is not among those that `successors` uses: it may stand in for one of them.
        """
        return ()

    @property
    def effort(self) -> float | None:
        """What estimates and landmarks have cost so far, counted, in nodes that might have been generated instead.

        ``None`` where the space does not count: then a node is taken to cost as much as an estimate.
        """
        return None

    @property
    def price(self) -> float:
        """What one more estimate or landmark will cost, as far as is known; in the unit of `effort`."""
        return 0

    # What of a node a plan rests on, so that one plan serves many: a need is opaque, ``None`` where it cannot be told.

    def satisfied(self, node: Any, /) -> Any | None:
        """What of a node in which the goal holds makes it hold."""
        return None

    def regressed(self, node: Any, action: int, need: Any, /) -> Any | None:
        """What of a node makes an action apply and lead to where a need is met, as it does from this node."""
        return None

    def meets(self, node: Any, need: Any, /) -> bool:
        """Whether a node has what is needed."""
        return False

    def first_met(self, node: Any, needs: Sequence[Any], most: int, /) -> int:
        """The place of the first of some needs that a node meets, below `most`; -1 if it meets none."""
        return next((place for place in range(most) if self.meets(node, needs[place])), -1)

    def mending(self, node: Any, need: Any, /) -> Sequence[int]:
        """Some actions that may make up for what a node lacks of a need, if one action can."""
        return ()

    # Where nodes differ only in which of several objects that are alike does what.

    @property
    def has_symmetry(self) -> bool:
        """Whether there are objects that are alike; found out when it is first asked."""
        return False

    def different_successors(self, node: Any, /) -> Iterable[tuple[int, Hashable]]:
        """The `successors`, of those that are of one kind at least one."""
        return self.successors(node)

    def kind(self, node: Any, /) -> Hashable:
        """Nodes of one kind have the same goal distance."""
        return node

    def likeness(self, node: Any, /) -> Callable[[int], Hashable]:
        """What actions have in common that lead from a node to nodes of one kind; ``None`` is nothing."""
        return lambda action: None

    def swapped(self, plan: Sequence[int], one: int, other: int, /) -> Sequence[int] | None:
        """A plan that goes on after an action, as one that goes on after another of the same likeness, if it can."""
        return None


class StateSpace(SearchSpace):
    """The states of a system as the nodes of its search, without any advice: right for every system, only slower.

    Args:
        system: The system that is searched.
        enabled: Indices of the actions that may be used, all by default.
    """

    def __init__(self, system: TransitionSystem[Any], enabled: Collection[int] | None = None):
        self._system = system
        self._enabled = None if enabled is None else frozenset(enabled)

    def node(self, state: Any, /) -> Hashable:
        return state

    def is_goal(self, node: Any, /) -> bool:
        return self._system.is_goal(node)

    def successors(self, node: Any, /) -> Iterator[tuple[int, Hashable]]:
        for index in self._system.applicable_indices(node):
            if self._enabled is None or index in self._enabled:
                yield index, self._system.successor_of_index(node, index)

    def lower_bound(self, node: Any, /) -> float:
        return 0

    def estimate(self, node: Any, /) -> float:
        return 0


Fact: TypeAlias = tuple[str, tuple[str, ...]]
"""A predicate and its arguments."""

Position: TypeAlias = tuple[Callable[[str, tuple[str, ...]], bool], Action | None]
"""One position of a plan's trace: which facts hold in its state, and the action that led there."""


class RuleWords(Protocol):
    """The facts, objects and types that rules over a transition system may speak of."""

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


class ActionWords:
    """Rules over actions alone (``do:…``), for a system that tells no facts; all entities are objects."""

    def __init__(self, entities: Sequence[str]):
        self._entities = tuple(entities)

    predicates: Mapping[str, Collection[int]] = {}
    types: Collection[str] = ("object",)

    def objects(self, kind: str) -> Sequence[str]:
        return self._entities

    def constant(self, fact: Fact) -> bool | None:
        return False

    def valuation(self, facts: Sequence[Fact]) -> Callable[[Any], int]:
        return lambda state: 0

    def replay(self, actions: Iterable[Action]) -> Iterator[Position]:
        yield _no_fact, None
        for action in actions:
            yield _no_fact, action


def _no_fact(predicate: str, args: tuple[str, ...]) -> bool:
    return False


class Rulebook(Protocol):
    """What a system whose plans keep temporal rules says of them; states are those of that system."""

    @property
    def rules(self) -> Sequence[Rule]:
        """The rules; everything here numbers them by position."""
        ...

    @property
    def reaches_goal(self) -> bool:
        """Whether a plan must reach the goal as well as keep the rules."""
        ...

    @property
    def system(self) -> TransitionSystem[Any]:
        """The same system without any rules."""
        ...

    def state_without_rules(self, state: Any) -> Any:
        """What a state is in `system`."""
        ...

    @property
    def rules_only(self) -> TransitionSystem[Any]:
        """The same with the rules, but without the goal; it has the same states."""
        ...

    def without(self, dropped: Collection[int]) -> TransitionSystem[Any]:
        """The same with some of the rules, given by number, left out."""
        ...

    def kept_by(self, actions: Sequence[int]) -> frozenset[int]:
        """Numbers of the rules that a plan of `system` keeps, given by the indices of its actions."""
        ...

    def broken_at_first(self) -> tuple[Rule, ...]:
        """The rules that the initial state breaks before any action."""
        ...

    def broken_by(self, state: Any, action: Action) -> tuple[Rule, ...]:
        """The rules that an action, applicable in `system`, would break for good."""
        ...

    def open_rules(self, state: Any) -> tuple[Rule, ...]:
        """The rules that a plan would break if it ended in a state."""
        ...


@dataclass(frozen=True)
class Names:
    """How people and models speak of a system.

    Attributes:
        signatures: Each kind of action once, with the names of its parameters: what a prompt lists.
        types: The entities of each type, subtypes included, under the name that an instruction may call them by.
        terms: Words of the planning model that name no entity; an instruction that uses one misses nothing.
    """

    signatures: tuple[tuple[str, tuple[str, ...]], ...]
    types: Mapping[str, Sequence[str]]
    terms: frozenset[str]


class TransitionSystem(ABC, Generic[S]):
    """Actions, applicable, successor, goal. States are immutable and hashable.

    Action indices are positions in `actions` and do not change during a system's life. The abstract
    methods speak indices (the hot paths); the public twins speak `Action`.

    The abstract members are all that a system must have: `actions`, `entities`, `initial`, `is_goal`,
    `applicable_indices`, `successor_of_index`, `why_inapplicable`, `goal_entities` and `validate`; and a `name`, as an
    attribute. `search_space` makes the search faster; `rule_words`, `rulebook`, `constraints`, `lexicon` may say more.
    """

    name: str
    """What messages call the system."""

    @property
    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """The ground actions that can ever apply, each once; this is the space that syntax alone allows.

        It has every action that applies in a state that can be reached from `initial`. It may have more: what a
        system finds out cheaply, such as that a fact which no action changes is missing, is left out.
        """

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

    def possible_indices(self, state: S) -> Sequence[int]:
        """Ascending indices of all applicable actions, and perhaps of some that are not: a cheaper first answer.

        Of an action that is not applicable, the state after it is one of which `is_lost` is true. Override both where
        telling whether an action applies means looking at the state after it.
        """
        return self.applicable_indices(state)

    def is_lost(self, state: S) -> bool:
        """Whether a state is reached only by an action of `possible_indices` that was not applicable."""
        return False

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        """The abstraction that reachability searches, over the enabled actions only (all by default).

        By default its nodes are the states (`StateSpace`). With a smaller space, or with advice, it is searched faster.
        """
        return StateSpace(self, enabled)

    @abstractmethod
    def why_inapplicable(self, state: S, action: Action) -> str | None:
        """One sentence that says why an action is not applicable, or ``None`` when it is."""

    @abstractmethod
    def goal_entities(self) -> frozenset[str]:
        """Entities that the goal names; used to explain failures, not to decide them."""

    @abstractmethod
    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay a plan from the initial state by code that shares nothing with the fast engine."""

    def why_never(self, action: Action) -> str | None:
        """Why an action that is not in `actions`, though it is well formed, applies in no state that can be reached.

        ``None`` if it is not well formed, and by default.
        """
        return None

    def impossible_actions(self) -> Iterator[Action]:
        """The well-formed actions that are not in `actions`, for explanations; there may be very many."""
        return iter(())

    def rule_words(self) -> RuleWords:
        """What rules over this system may speak of; by default its actions, and no facts."""
        return ActionWords(self.entities)

    def places(self) -> Mapping[str, Sequence[Collection[str]]]:
        """What may stand at each place of each kind of action, whether or not it can ever be done from here."""
        found: dict[str, list[set[str]]] = {}
        for action in self.actions:
            places = found.setdefault(action.name, [])
            places += [set[str]() for _ in action.args[len(places) :]]
            for place, argument in zip(places, action.args, strict=False):
                place.add(argument)
        return found

    def outcome(self, action: Action, given: Collection[Fact] = ()) -> Mapping[Fact, bool]:
        """Which facts hold (true), and which do not (false), after an action of `actions`, whatever held before.

        What it leaves as it was is not among them. A system that tells no facts, as by default, tells none here.

        Args:
            given: Facts that held before: what an action does may depend on them.
        """
        return {}

    def excludes(self, action: Action, facts: Mapping[Fact, bool]) -> bool:
        """Whether no state that can be reached, and in which an action of `actions` applies, has some facts: a proof.

        False where that is not known, as by default.

        Args:
            facts: Which are to hold (true), and which are not to (false).
        """
        return False

    @property
    def rulebook(self) -> Rulebook | None:
        """The rules that every plan keeps, if there are any; ``None`` by default."""
        return None

    @property
    def constraints(self) -> tuple[Rule, ...]:
        """Rules that come with the system, none by default; its states do not tell whether they are kept.

        `clamp.planning.rules.with_rules` binds them, and whatever makes or judges plans does so by itself. A system
        that has some judges them in `validate`, and refuses what would answer as if it had none.
        """
        return ()

    @property
    def unconstrained(self) -> TransitionSystem[S]:
        """The same system without its `constraints`; states are shared."""
        return self

    @once
    def _default_lexicon(self) -> Names:
        shapes = dict.fromkeys((action.name, ("object",) * len(action.args)) for action in self.actions)
        return Names(tuple(shapes), {}, frozenset(name for name, _ in shapes))

    @property
    def lexicon(self) -> Names:
        """How to speak of this system; by default its actions over things called ``object``, and no types."""
        return self._default_lexicon

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
            never = self.why_never(action)
            if never is not None:
                raise DomainError(f"{action} can never be applied in {self.name!r}: {never}.") from None
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
