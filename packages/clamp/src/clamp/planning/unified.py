"""Problems of unified-planning as tasks of ours: which parts of its language are ours too, and how each is said.

What CLAMP has no words for (numbers, time, several agents, …) is refused by name, never left out.
"""

# unified-planning has no type stubs.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clamp import checks
from clamp.errors import DomainError
from clamp.planning.task import (
    TRUE,
    ActionSchema,
    Atom,
    Domain,
    Effect,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Task,
    TrajectoryConstraint,
    Variable,
    all_of,
    any_of,
)

FEATURES = frozenset(
    {
        "ACTION_BASED",
        "FLAT_TYPING",
        "HIERARCHICAL_TYPING",
        "NEGATIVE_CONDITIONS",
        "DISJUNCTIVE_CONDITIONS",
        "EQUALITIES",
        "EXISTENTIAL_CONDITIONS",
        "UNIVERSAL_CONDITIONS",
        "CONDITIONAL_EFFECTS",
        "FORALL_EFFECTS",
        "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
        "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
        "TRAJECTORY_CONSTRAINTS",
        "STATE_INVARIANTS",
    }
)
"""What a problem's kind may have."""

PASSED_OVER = frozenset({"PLAN_LENGTH"})
"""What is no part of which plans there are."""


def task_of(problem: Any) -> Task:
    """A task that has the plans of a problem of unified-planning.

    Args:
        problem: A ``unified_planning.model.Problem``: classical, with types, quantifiers, conditional and universal
            effects, and trajectory constraints. Its quality metrics are not heeded, for they rule no plan out.

    Raises:
        DomainError: If it is none, or has parts that are not ours.
    """
    checks.package("unified_planning", "Reading a problem of unified-planning", DomainError)
    from unified_planning.model import Problem as Theirs

    checks.instance(
        "problem",
        problem,
        Theirs,
        DomainError,
        what="a problem of unified-planning",
        hint="PDDL files are read with Problem.from_pddl(domain, problem).",
    )
    strange = sorted(set(problem.kind.features) - FEATURES - PASSED_OVER - _metrics(problem))
    if strange:
        raise DomainError(
            f"The problem {problem.name!r} has {', '.join(one.lower().replace('_', ' ') for one in strange)}, which "
            "CLAMP does not plan with. Compile it away with unified-planning's compilers, if one does."
        )
    return _Reader(problem).task()


def _metrics(problem: Any) -> set[str]:
    """Features that the kind has for quality metrics alone."""
    from unified_planning.model.problem_kind import FEATURES as THEIRS

    return {*THEIRS["QUALITY_METRICS"], *THEIRS.get("ACTIONS_COST_KIND", ())} & set(problem.kind.features)


class _Reader:
    def __init__(self, problem: Any) -> None:
        self._problem = problem

    def task(self) -> Task:
        problem = self._problem
        types = {one.name: (one.father.name,) if one.father is not None else () for one in problem.user_types}
        predicates = {
            one.name: tuple(Variable(f"?{part.name}", (part.type.name,)) for part in one.signature)
            for one in problem.fluents
        }
        domain = Domain(
            problem.name or "problem",
            types,
            predicates,
            schemas=tuple(self._schema(one) for one in problem.actions),
        )
        return Task(
            problem.name or "problem",
            domain,
            {one.name: (one.type.name,) for one in problem.all_objects},
            frozenset(
                self._atom(fluent) for fluent, value in problem.initial_values.items() if value.is_true()
            ),
            all_of(self._formula(one) for one in problem.goals),
            tuple(part for one in problem.trajectory_constraints for part in self._constraints(one, ())),
        )

    def _schema(self, action: Any) -> ActionSchema:
        parameters = tuple(Variable(f"?{one.name}", (one.type.name,)) for one in action.parameters)
        precondition = all_of(self._formula(one) for one in action.preconditions)
        effects = tuple(part for one in action.effects for part in self._effects(one))
        return ActionSchema(action.name, parameters, precondition, effects)

    def _effects(self, effect: Any) -> Sequence[Effect]:
        atom, condition = self._atom(effect.fluent), self._formula(effect.condition)
        variables = self._variables(effect.forall)
        value: Formula = self._formula(effect.value)
        found = [
            Effect(atom, positive, all_of([condition, wanted]), variables)
            for positive, wanted in ((True, value), (False, _negated(value)))
            if wanted != Or()
        ]
        return found

    def _variables(self, given: Sequence[Any]) -> tuple[Variable, ...]:
        return tuple(Variable(f"?{one.name}", (one.type.name,)) for one in given)

    def _atom(self, node: Any) -> Atom:
        return Atom(node.fluent().name, tuple(self._term(one) for one in node.args))

    def _term(self, node: Any) -> str:
        if node.is_object_exp():
            return str(node.object().name)
        if node.is_parameter_exp():
            return f"?{node.parameter().name}"
        if node.is_variable_exp():
            return f"?{node.variable().name}"
        raise DomainError(f"{checks.shown(str(node))} stands where an object is wanted, and is none.")

    def _formula(self, node: Any) -> Formula:
        if node.is_bool_constant():
            return TRUE if node.bool_constant_value() else Or()
        if node.is_fluent_exp():
            return self._atom(node)
        if node.is_equals():
            left, right = node.args
            if left.type.is_bool_type():
                return self._both_or_neither(left, right)
            return Equal(self._term(left), self._term(right))
        if node.is_exists() or node.is_forall():
            kind = Exists if node.is_exists() else Forall
            return kind(self._variables(node.variables()), self._formula(node.arg(0)))
        if node.is_iff():
            return self._both_or_neither(*node.args)
        parts = [self._formula(one) for one in node.args]
        if node.is_and():
            return all_of(parts)
        if node.is_or():
            return any_of(parts)
        if node.is_not():
            return _negated(parts[0])
        if node.is_implies():
            return any_of([_negated(parts[0]), parts[1]])
        raise DomainError(f"CLAMP has no words for {checks.shown(str(node))}.")

    def _both_or_neither(self, left: Any, right: Any) -> Formula:
        one, other = self._formula(left), self._formula(right)
        return any_of([all_of([one, other]), all_of([_negated(one), _negated(other)])])

    def _constraints(self, node: Any, variables: tuple[Variable, ...]) -> list[TrajectoryConstraint]:
        if node.is_and():
            return [part for one in node.args for part in self._constraints(one, variables)]
        if node.is_forall():
            return self._constraints(node.arg(0), (*variables, *self._variables(node.variables())))
        operators: Mapping[str, str] = {
            "is_always": "always",
            "is_sometime": "sometime",
            "is_at_most_once": "at-most-once",
            "is_sometime_before": "sometime-before",
            "is_sometime_after": "sometime-after",
        }
        for asked, operator in operators.items():
            if getattr(node, asked)():
                conditions = tuple(self._formula(one) for one in node.args)
                return [TrajectoryConstraint(operator, (), conditions, variables, str(node))]
        raise DomainError(f"CLAMP has no trajectory constraint {checks.shown(str(node))}.")


def _negated(formula: Formula) -> Formula:
    if formula == TRUE:
        return Or()
    if formula == Or():
        return TRUE
    return formula.operand if isinstance(formula, Not) else Not(formula)
