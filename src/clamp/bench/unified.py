"""A task in the words of unified-planning: the rival in benchmarks, an oracle in tests."""

# unified-planning has no type stubs.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clamp.errors import BenchmarkError
from clamp.planning.domain import Task
from clamp.planning.logic import And, Atom, Equal, Exists, Forall, Formula, Not, Or, Variable

if TYPE_CHECKING:
    from unified_planning.model import FNode, Problem


def to_unified_planning(task: Task) -> Problem:
    """The same task as a `unified_planning.model.Problem`.

    Raises:
        BenchmarkError: If unified-planning is not installed, or cannot say what the task says (a type with
            two supertypes, an ``either``).
    """
    try:
        import unified_planning.shortcuts as up
    except ImportError:
        raise BenchmarkError(
            "unified-planning is not installed; `pip install 'clamp-planning[bench]'` installs it."
        ) from None
    up.get_environment().credits_stream = None
    return _Converter(task, up).problem()


class _Converter:
    def __init__(self, task: Task, up: Any):
        self._task, self._up = task, up
        self._types: dict[str, Any] = {"object": up.UserType("object")}
        self._objects: dict[str, Any] = {}
        self._fluents: dict[str, Any] = {}

    def _type(self, names: Sequence[str], where: str) -> Any:
        if len(names) != 1:
            raise BenchmarkError(f"{where} has the types {tuple(names)}; unified-planning knows no either.")
        name = names[0]
        if name not in self._types:
            above = self._task.domain.types.get(name, ()) or ("object",)
            self._types[name] = self._up.UserType(name, self._type(above, f"type {name!r}"))
        return self._types[name]

    def problem(self) -> Problem:
        """The whole task."""
        up, task = self._up, self._task
        problem = up.Problem(task.name)
        for name, kinds in (*task.domain.constants.items(), *task.objects.items()):
            self._objects[name] = problem.add_object(name, self._type(kinds, f"object {name!r}"))
        for name, parameters in task.domain.predicates.items():
            signature = {f"x{i}": self._type(one.types, name) for i, one in enumerate(parameters)}
            fluent = up.Fluent(f"p_{name}", up.BoolType(), **signature)
            self._fluents[name] = problem.add_fluent(fluent, default_initial_value=False)
        for schema in task.domain.schemas:
            parameters = {one.name[1:]: self._type(one.types, schema.name) for one in schema.parameters}
            action = up.InstantaneousAction(schema.name, **parameters)
            scope = {one.name: action.parameter(one.name[1:]) for one in schema.parameters}
            action.add_precondition(self._formula(schema.precondition, scope))
            for effect in schema.effects:
                variables = [self._variable(one) for one in effect.variables]
                names = [one.name for one in effect.variables]
                inner = {**scope, **dict(zip(names, variables, strict=True))}
                condition = self._formula(effect.condition, inner)
                action.add_effect(
                    self._formula(effect.atom, inner), effect.positive, condition, forall=tuple(variables)
                )
            problem.add_action(action)
        for atom in task.initial:
            problem.set_initial_value(self._formula(atom, {}), True)
        problem.add_goal(self._formula(task.goal, {}))
        return problem

    def _variable(self, variable: Variable) -> Any:
        return self._up.Variable(variable.name[1:], self._type(variable.types, variable.name))

    def _formula(self, formula: Formula, scope: Mapping[str, Any]) -> FNode:
        up = self._up
        match formula:
            case Atom():
                return self._fluents[formula.predicate](*(self._term(one, scope) for one in formula.args))
            case Equal():
                return up.Equals(self._term(formula.left, scope), self._term(formula.right, scope))
            case Not():
                return up.Not(self._formula(formula.operand, scope))
            case And():
                return up.And([self._formula(one, scope) for one in formula.operands])
            case Or():
                return up.Or([self._formula(one, scope) for one in formula.operands])
            case Exists() | Forall():
                variables = [self._variable(one) for one in formula.variables]
                inner = {
                    **scope,
                    **{one.name: v for one, v in zip(formula.variables, variables, strict=True)},
                }
                body = self._formula(formula.body, inner)
                return (up.Exists if isinstance(formula, Exists) else up.Forall)(body, *variables)

    def _term(self, name: str, scope: Mapping[str, Any]) -> Any:
        return scope[name] if name in scope else self._objects[name]
