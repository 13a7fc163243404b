"""Obstacles: why a formula can never hold, or an action never apply, in words.

Decides nothing that grounding has not decided: it looks for the smallest parts that the delete relaxation excludes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clamp.planning.grounding import Grounder
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Equal, Exists, Forall, Formula, Not, Or
from clamp.planning.validator import extensions, ground, holds, is_of_type, render

_MOST = 3


class Relaxed:
    """The delete relaxation at its fixpoint.

    Attributes:
        sometimes: The atoms that hold in some state, as far as it tells.
    """

    def __init__(self, grounder: Grounder):
        self._task = grounder.task
        self._always = grounder.static
        self.sometimes = grounder.static.union(grounder.atoms)

    def can_be(self, formula: Formula, wanted: bool, binding: Mapping[str, str]) -> bool:
        """Whether a formula can have a truth value, as far as the relaxation tells."""
        match formula:
            case Atom():
                atom = ground(formula, binding)
                return atom in self.sometimes if wanted else atom not in self._always
            case Equal():
                return holds(self._task, formula, frozenset(), binding) == wanted
            case Not(operand):
                return self.can_be(operand, not wanted, binding)
            case And(operands) | Or(operands):
                every = isinstance(formula, And) == wanted
                return (all if every else any)(self.can_be(part, wanted, binding) for part in operands)
            case Exists(variables, body) | Forall(variables, body):
                every = isinstance(formula, Forall) == wanted
                inner = extensions(self._task, variables, binding)
                return (all if every else any)(self.can_be(body, wanted, binding) for binding in inner)

    def obstacles(self, formula: Formula, binding: Mapping[str, str]) -> Iterator[str]:
        """The smallest parts of an impossible formula that are impossible themselves, in words."""
        if self.can_be(formula, True, binding):
            return
        match formula:
            case And(operands):
                for operand in operands:
                    yield from self.obstacles(operand, binding)
            case Forall(variables, body):
                for inner in extensions(self._task, variables, binding):
                    yield from self.obstacles(body, inner)
            case Not(operand):
                yield f"{render(operand, binding)} can never become false"
            case _:
                yield f"{render(formula, binding)} can never become true"

    def why_never(self, action: Action) -> str | None:
        """Why an action that fits its schema can never be applied; ``None`` if it fits none."""
        task = self._task
        schema = next((one for one in task.domain.schemas if one.name == action.name), None)
        if schema is None or len(schema.parameters) != len(action.args):
            return None
        known = {*task.domain.constants, *task.objects}
        for name, parameter in zip(action.args, schema.parameters, strict=True):
            if name not in known or not is_of_type(task, name, parameter.types):
                return None
        binding = {one.name: value for one, value in zip(schema.parameters, action.args, strict=True)}
        found = list(dict.fromkeys(self.obstacles(schema.precondition, binding)))
        if not found:
            return "what its precondition asks for can never hold together"
        return "; ".join(found[:_MOST]) + ("; …" if len(found) > _MOST else "")
