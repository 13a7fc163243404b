"""Problem: a grounded PDDL task as a transition system over bit-set states, and the words for rules over it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from clamp import checks
from clamp.errors import DomainError, RuleError
from clamp.planning import validator
from clamp.planning.actions import ActionTable, Effects
from clamp.planning.conditions import bits, conjunction, holds, literals
from clamp.planning.grounding import Grounder
from clamp.planning.lifting import free_names
from clamp.planning.lists import distinct
from clamp.planning.obstacles import Relaxed
from clamp.planning.pddl import read_task
from clamp.planning.pddl.source import Repair
from clamp.planning.search.applicability import ApplicabilityTable
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits
from clamp.planning.search.pairs import Pairs
from clamp.planning.search.projection import Projection
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action, Fact, Names, Position, RuleWords, TransitionSystem, Validation
from clamp.planning.task import Atom, Domain, Formula, Task, Variable
from clamp.threads import attributes, once, shared

if TYPE_CHECKING:
    from clamp.planning.rules.formula import Rule


_OF_ACTIONS = frozenset({"_entities", "_table", "_index_of", "_lexicon"})
"""What a problem finds out once that its goal and its constraints have no part in."""


class Problem(TransitionSystem[int]):
    """A planning problem: what is true at first, what can be done, what must become true.

    A state is an ``int`` whose bits are the fluent atoms that hold (`facts` and `state` convert). Actions
    are compiled when they are first needed, and `actions` is written out when it is first read.

    Attributes:
        task: The lifted task.
        domain: Its domain.
        repairs: What was mended while the files were read.
        name: The task's name.
        limits: What grounding it may cost, also later, when its actions are compiled.
        constraints: The trajectory constraints of the domain and the task, as rules. Whatever plans or judges plans
            keeps them; `is_goal`, `search_space` and `goal_distance`, which know nothing of them, are refused.
    """

    def __init__(
        self,
        task: Task,
        repairs: tuple[Repair, ...] = (),
        limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
    ):
        checks.instance(
            "task",
            task,
            Task,
            DomainError,
            what="a lifted task (clamp.planning.task.Task)",
            hint="PDDL files are read with Problem.from_pddl(domain, problem).",
        )
        checks.instance(
            "limits", limits, SearchLimits, what="clamp.SearchLimits, such as SearchLimits(seconds=10)"
        )
        self.task = task
        self.domain: Domain = task.domain
        self.repairs = repairs
        self.name = task.name
        self.limits = limits
        self._constraints = _rules_of(task)
        with Meter(limits):
            self._grounder = Grounder(task)
        self._effects = Effects(self._grounder.compiled)

    @classmethod
    def from_task(cls, task: Task, limits: SearchLimits = SearchLimits()) -> Problem:  # noqa: B008 (frozen)
        """Ground a lifted task.

        Raises:
            DomainError: If the task names unknown types, predicates, objects or variables.
            LimitError: If it is too large, or the time is up.
        """
        return cls(task, limits=limits)

    @classmethod
    def from_pddl(
        cls,
        domain: str | os.PathLike[str],
        problem: str | os.PathLike[str],
        repair: bool = True,
        limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
    ) -> Problem:
        """Read and ground PDDL files, or PDDL text.

        Args:
            domain: A path; a string that contains a parenthesis is PDDL text.
            problem: The same.
            repair: Mend what real-world files get wrong, and list it in `repairs`.
            limits: What reading and grounding may cost.

        Raises:
            PDDLError: If a file cannot be read; with `repair=False` also if it is not strictly right.
            DomainError: If the files do not fit together.
            LimitError: If the problem is too large, or the time is up.
        """
        with Meter(limits):
            task, repairs = read_task(domain, problem, repair=repair)
            return cls(task, repairs, limits)

    @classmethod
    def from_unified_planning(cls, problem: Any, limits: SearchLimits = SearchLimits()) -> Problem:  # noqa: B008
        """Ground a problem of unified-planning; see `clamp.planning.unified.task_of`.

        Args:
            problem: A ``unified_planning.model.Problem``.

        Raises:
            DomainError: If it is none, or has parts that CLAMP does not plan with, such as numbers or time.
            LimitError: If it is too large, or the time is up.
        """
        from clamp.planning.unified import task_of

        return cls.from_task(task_of(problem), limits)

    def __repr__(self) -> str:
        return (
            f"Problem({self.name!r}, {len(self.entities)} entities, {self._grounder.size:,} grounded actions)"
        )

    @property
    def constraints(self) -> tuple[Rule, ...]:
        return self._constraints

    @property
    def unconstrained(self) -> Problem:
        return self._unconstrained if self._constraints else self

    @once
    def _unconstrained(self) -> Problem:
        other = self._like()
        other._constraints = ()
        return other

    def with_goal(self, goal: Formula) -> Problem:
        """The same problem with another goal; what was grounded and compiled is shared.

        States and action indices stay what they are, so that what is known of one may be asked of the other.

        Raises:
            DomainError: If the goal names unknown predicates, types or objects.
        """
        other = self._like()
        other.task = replace(self.task, goal=goal)
        other._grounder = copy(self._grounder)
        other._grounder.goal = self._grounder.condition(goal, "the goal")
        return other

    def _like(self) -> Problem:
        """A copy of which the goal or the constraints may be changed: it has what was found out without them."""
        other = copy(self)
        vars(other).update({name: one for name, one in attributes(self).items() if name in _OF_ACTIONS})
        return other

    def _refuse_constraints(self, asked: str) -> None:
        if self._constraints:
            more = len(self._constraints) - 1
            raise RuleError(
                f"{asked} of {self.name!r} does not tell whether {self._constraints[0].name!r}"
                f"{f' and {more} more' if more else ''} will be kept. Plan with "
                "clamp.planning.rules.with_rules(problem), or leave constraints out knowingly: problem.unconstrained."
            )

    @property
    def grounder(self) -> Grounder:
        """The atoms, goal and compiled actions over bits, for code of this package that searches them."""
        return self._grounder

    @property
    def actions(self) -> Sequence[Action]:
        """The ground actions that can ever apply: those that the delete relaxation reaches from `initial`."""
        return self._grounder.actions

    @once
    def _entities(self) -> tuple[str, ...]:
        return tuple(self._grounder.types.objects)

    @property
    def entities(self) -> Sequence[str]:
        """The domain's constants and the task's objects, in the order of declaration."""
        return self._entities

    @property
    def initial(self) -> int:
        """The initial state."""
        return self._grounder.initial

    def is_goal(self, state: int) -> bool:
        """Whether the goal holds in a state.

        Raises:
            RuleError: If the problem has `constraints`.
        """
        self._refuse_constraints("A state")
        return holds(self._grounder.goal, state)

    @property
    def possible(self) -> ActionTable:
        """The compiled actions, each at its index."""
        return self._grounder.compiled

    @once
    def _table(self) -> ApplicabilityTable:
        with Meter(self.limits):
            actions = self.possible
            return ApplicabilityTable(actions, len(self._grounder.atoms), self.initial)

    def applicable_indices(self, state: int) -> list[int]:
        """Ascending indices of the actions whose preconditions hold in a state."""
        return self._table.applicable(state)

    def successor_of_index(self, state: int, index: int) -> int:
        """The state after an action; whether its precondition holds in this one is not checked."""
        effect = self._effects[index]
        after = state & ~effect[1] | effect[0] if effect else self._grounder.compiled[index].apply(state)
        return self._grounder.derivation.after(state, after)

    def search_space(self, enabled: Collection[int] | None = None) -> Projection:
        """The states restricted to what matters to the goal, over the enabled actions.

        Raises:
            RuleError: If the problem has `constraints`.
        """
        self._refuse_constraints("The search space")
        chosen = None if enabled is None else frozenset(enabled)
        return shared(self, (Projection, chosen), partial(self._projection, chosen)).again()

    def _projection(self, enabled: Collection[int] | None) -> Projection:
        actions = self.possible
        if enabled is not None:
            chosen = distinct(np.fromiter(enabled, np.int64))
            actions = actions.take(chosen[(chosen >= 0) & (chosen < len(actions))])
        grounder = self._grounder
        return Projection(
            actions, grounder.goal, self.initial, grounder.atoms, grounder.derivation, grounder.actions
        )

    @once
    def _reachability(self) -> Reachability:
        return Reachability(self)

    def goal_distance(self, state: int, budget: int) -> int | float | LimitReached:
        """The exact number of actions to the goal, or `inf` if it is more than `budget`.

        Raises:
            DomainError: If the state is none, or the budget no number of at least 0.
            RuleError: If the problem has `constraints`.
        """
        self._refuse_constraints("The goal distance")
        checks.whole("state", state, DomainError, least=0, hint="States come from `initial` and `successor`.")
        checks.whole("budget", budget, DomainError, least=0)
        return self._reachability.distance(state, budget)

    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay a plan from the initial state with the lifted interpreter; its trace is judged by the `constraints`.

        Raises:
            DomainError: If these are no actions.
            RuleError: If a constraint names what the problem does not know.
        """
        plan = checks.items("actions", actions, Action, DomainError, of="clamp.Action")
        verdict = validator.validate(self.task, plan)
        if not self._constraints or verdict.step is not None:
            return verdict
        from clamp.planning.rules.trace import keeps, ruled_verdict

        words = self.rule_words()
        trace = list(words.replay(plan))
        kept = [keeps(one, trace, words.objects) for one in self._constraints]
        return ruled_verdict(verdict, self._constraints, kept)

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        """The false parts of an action's precondition, or ``None`` when it is applicable.

        Raises:
            DomainError: If the domain has no such action, or the task no such objects.
        """
        checks.instance("action", action, Action, DomainError, what="a clamp.Action")
        if action not in self._index_of and self.why_never(action) is None:
            self.index(action)
        schema = next(one for one in self.domain.schemas if one.name == action.name)
        binding = {one.name: value for one, value in zip(schema.parameters, action.args, strict=True)}
        facts = self.facts(state)
        if validator.holds(self.task, schema.precondition, facts, binding):
            return None
        return validator.explain(self.task, schema.precondition, facts, binding)

    def why_never(self, action: Action) -> str | None:
        """The parts of a precondition that can never hold, for an action that is not in `actions`."""
        return None if action in self._index_of else Relaxed(self._grounder).why_never(action)

    def impossible_actions(self) -> Iterator[Action]:
        """The actions that fit a schema, but that the delete relaxation does not reach."""
        types = self._grounder.types
        for schema in self.domain.schemas:
            candidates = [types.candidates(one, schema.name) for one in schema.parameters]
            for args in product(*candidates):
                action = Action(schema.name, args)
                if action not in self._index_of:
                    yield action

    def successor(self, state: int, action: Action) -> int:
        """The state after an action.

        Raises:
            DomainError: If the action is unknown, or not applicable in the state.
        """
        reason = self.why_inapplicable(state, action)
        if reason is not None:
            raise DomainError(f"{action} is not applicable: {reason}")
        return self.successor_of_index(state, self.index(action))

    def facts(self, state: int) -> frozenset[Atom]:
        """All atoms that hold in a state, static and derived ones included."""
        atoms = self._grounder.atoms
        return self._grounder.static.union(atoms[bit] for bit in bits(state))

    def state(self, facts: Iterable[Atom]) -> int:
        """The state in which exactly these facts hold, and what follows from them; the inverse of `facts`.

        Raises:
            DomainError: If a fact is malformed, can never hold, is derived but does not follow from the others, or
                is missing though no action changes it.
        """
        grounder = self._grounder
        listed = frozenset(checks.items("facts", facts, Atom, DomainError, of="atoms, as `facts` gives them"))
        for atom in listed:
            grounder.check_fact(atom, "the state")
        derived = frozenset(atom for atom in listed if atom.predicate in grounder.derived)
        given = (listed - derived).union(
            atom for atom in grounder.static if atom.predicate in grounder.derived
        )
        masks = {atom: grounder.mask(atom.predicate, atom.args) for atom in given}
        missing = sorted(str(atom) for atom in grounder.static - given)
        extra = sorted(str(atom) for atom, mask in masks.items() if mask < 0)
        if missing or extra:
            raise DomainError(
                f"A state of {self.name!r} must have the facts of its initial state that no action changes, and "
                "none that no action can bring about from there; "
                f"missing: {', '.join(missing[:5]) or 'none'}; too many: {', '.join(extra[:5]) or 'none'}. "
                "Where the world differs from the task, make a problem of a task with other initial facts."
            )
        state = grounder.derivation.complete(sum(mask for mask in masks.values()))
        unfounded = sorted(map(str, derived - self.facts(state))) if derived else ()
        if unfounded:
            raise DomainError(
                f"{', '.join(unfounded[:5])} cannot be stated of a state of {self.name!r}: axioms say where it holds, "
                "and it does not follow from the other facts. Leave derived facts out."
            )
        return state

    def goal_entities(self) -> frozenset[str]:
        """The entities that the goal names."""
        return free_names(self.task.goal) & frozenset(self.entities)

    def places(self) -> Mapping[str, Sequence[Collection[str]]]:
        """The objects of each parameter's types."""
        types = self._grounder.types
        return {
            schema.name: [frozenset(types.candidates(one, schema.name)) for one in schema.parameters]
            for schema in self.domain.schemas
        }

    def outcome(self, action: Action, given: Collection[Fact] = ()) -> Mapping[Fact, bool]:
        """See `TransitionSystem.outcome`: its effects, and those whose conditions the given facts meet."""
        grounder = self._grounder
        known = 0
        for name, args in given:
            known |= max(grounder.mask(name, args), 0)
        compiled = grounder.compiled[self.index(action)]
        add, delete = compiled.add, compiled.delete
        for condition, more, less in compiled.conditional:
            if not literals(condition)[1] and holds(condition, known):
                add, delete = add | more, delete | less
        atoms = grounder.atoms
        found: dict[Fact, bool] = {
            (atoms[bit].predicate, atoms[bit].args): False for bit in bits(delete & ~add)
        }
        return found | {(atoms[bit].predicate, atoms[bit].args): True for bit in bits(add)}

    def excludes(self, action: Action, facts: Mapping[Fact, bool]) -> bool:
        """See `TransitionSystem.excludes`: what no two literals of a state can be (`clamp.planning.search.pairs`)."""
        grounder, pairs = self._grounder, self._pairs
        wanted = conjunction(grounder.truth(name, args, held) for (name, args), held in facts.items())
        need = pairs.needs(grounder.compiled[self.index(action)].precondition)
        return wanted is False or not pairs.together(need | pairs.needs(wanted))

    @once
    def _pairs(self) -> Pairs:
        grounder = self._grounder
        return Pairs(self.possible, len(grounder.atoms), grounder.initial, grounder.derivation)

    def rule_words(self) -> RuleWords:
        """The problem's predicates, types and objects."""
        return PDDLWords(self.task, self._grounder)

    @once
    def _lexicon(self) -> Names:
        signatures = tuple(
            (one.name, tuple(parameter.name for parameter in one.parameters)) for one in self.domain.schemas
        )
        words = PDDLWords(self.task, self._grounder)
        return Names(
            signatures,
            {kind: found for kind in words.types - {"object"} if (found := words.objects(kind))},
            frozenset(self.domain.predicates) | {name for name, _ in signatures},
        )

    @property
    def lexicon(self) -> Names:
        """The domain's own names of parameters, types, predicates and actions."""
        return self._lexicon


def _rules_of(task: Task) -> tuple[Rule, ...]:
    if not task.domain.constraints and not task.constraints:
        return ()
    # As late as this, because the package of rules stands on this file.
    from clamp.planning.rules.trajectories import rules_of_constraints

    return rules_of_constraints(task)


_REMEMBERED = 100_000


class PDDLWords:
    """Rules over a problem speak of its predicates, over its objects and constants; see `RuleWords`."""

    def __init__(self, task: Task, grounder: Grounder):
        self._task = task
        self._grounder = grounder

    @property
    def predicates(self) -> Mapping[str, Collection[int]]:
        declared = self._task.domain.predicates
        return {name: (len(parameters),) for name, parameters in declared.items()}

    @property
    def types(self) -> frozenset[str]:
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
        state = validator.initial(self._task)
        yield partial(_holds, state), None
        for action in actions:
            state = validator.successor(self._task, state, action)
            yield partial(_holds, state), action


def _holds(state: frozenset[Atom], predicate: str, args: tuple[str, ...]) -> bool:
    return Atom(predicate, args) in state
