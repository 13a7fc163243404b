"""How a domain speaks of containers: what is open, what is inside, and what a closed one hides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from clamp.planning.task import And, Atom, Exists, Forall, Formula, Not, Or, Task
from clamp.planning.validator import Binding, extensions, ground, holds, is_of_type


@dataclass(frozen=True)
class Containers:
    """The predicates that say what is open and what is where.

    A container is whatever an action can open: an action of the domain adds ``(opened ?x)`` for it.

    Attributes:
        opened: A predicate of one argument: it is open.
        inside: Predicates of two arguments: a thing, and what it is in. Only a closed container hides it.
        on: Predicates of two arguments: a thing, and what it rests on; it is hidden with it.
        door: A predicate of two arguments: what opens, and what it closes, where they are not the same.
        above: A predicate of two arguments: two drawers, the upper of which hides the lower while it is open.
    """

    opened: str = "open"
    inside: tuple[str, ...] = ("in", "inside", "at")
    on: tuple[str, ...] = ("on",)
    door: str = "closes"
    above: str = "above"

    def openable(self, task: Task) -> tuple[str, ...]:
        """The objects that some action opens, in the order of the task."""
        types = [
            parameter.types
            for schema in task.domain.schemas
            for effect in schema.effects
            if effect.positive and effect.atom.predicate == self.opened and len(effect.atom.args) == 1
            for parameter in schema.parameters
            if parameter.name == effect.atom.args[0]
        ]
        names = (*task.domain.constants, *task.objects)
        return tuple(name for name in names if any(is_of_type(task, name, one) for one in types))

    def hidden(self, task: Task, facts: Collection[Atom]) -> dict[str, str]:
        """What is behind something closed: each hidden entity, with what would have to be opened, or shut."""
        openable = set(self.openable(task))
        doors = {atom.args[1]: atom.args[0] for atom in facts if atom.predicate == self.door}
        held = {(atom.args, atom.predicate) for atom in facts if len(atom.args) == 2}
        covered = self._covered(facts)
        shut = {
            name: covered.get(door, door)
            for name in openable | set(doors)
            if Atom(self.opened, ((door := doors.get(name, name)),)) not in facts or door in covered
        }
        found: dict[str, str] = {}
        agenda: list[tuple[str, str]] = [
            (thing, shut[place])
            for (thing, place), predicate in held
            if predicate in self.inside and place in shut
        ]
        while agenda:
            thing, closed = agenda.pop()
            if thing in found:
                continue
            found[thing] = closed
            agenda += [
                (other, closed)
                for (other, place), predicate in held
                if place == thing and predicate in (*self.inside, *self.on)
            ]
        return found

    def place(self, facts: Collection[Atom], entity: str) -> str | None:
        """What an entity is in or on, as far as the facts say."""
        for predicate in (*self.inside, *self.on):
            for atom in sorted(facts, key=str):
                if atom.predicate == predicate and len(atom.args) == 2 and atom.args[0] == entity:
                    return atom.args[1]
        return None

    def shown(self, task: Task, facts: Collection[Atom], seen: Collection[str]) -> frozenset[str]:
        """The places whose inside can be seen: open containers, and what an open door closes."""
        open_ = {name for name in self.openable(task) if name in seen and Atom(self.opened, (name,)) in facts}
        open_ -= self._covered(facts).keys()
        behind = {atom.args[1] for atom in facts if atom.predicate == self.door and atom.args[0] in open_}
        return frozenset(open_ | behind)

    def unknown(
        self, task: Task, facts: Collection[Atom], seen: Collection[str], known: Collection[str]
    ) -> Iterator[str]:
        """Seen things that would have to be opened to see what is inside, and were never looked into."""
        shown = self.shown(task, facts, seen)
        for name in self.openable(task):
            if name in seen and name not in known and name not in shown:
                yield name

    def shows_one(self, facts: Collection[Atom], names: Collection[str]) -> Formula:
        """The goal of looking: one of these is open, and nothing open above it."""
        above = [atom.args for atom in facts if atom.predicate == self.above]
        return Or(
            tuple(
                And(
                    (
                        Atom(self.opened, (name,)),
                        *(Not(Atom(self.opened, (upper,))) for upper, lower in above if lower == name),
                    )
                )
                for name in names
            )
        )

    def _covered(self, facts: Collection[Atom]) -> dict[str, str]:
        """What something open hides: each such thing, with what hides it."""
        return {
            atom.args[1]: atom.args[0]
            for atom in facts
            if atom.predicate == self.above and Atom(self.opened, (atom.args[0],)) in facts
        }

    def may_hold(
        self, task: Task, facts: Collection[Atom], seen: Collection[str], closed: Collection[str]
    ) -> bool:
        """Whether the goal could hold already, unseen: whether looking alone could reach it.

        What is said of things out of sight is unknown. But they are in nothing, and on nothing, that is in
        plain sight.

        Args:
            closed: What could hide something.
        """
        known = set(seen)
        behind = {atom.args[1] for atom in facts if atom.predicate == self.door and atom.args[0] in closed}
        in_plain_sight = known - set(closed) - behind

        def unknown(atom: Atom) -> bool:
            if known.issuperset(atom.args):
                return False
            places = len(atom.args) == 2 and atom.predicate in (*self.inside, *self.on)
            return not (places and atom.args[0] not in known and atom.args[1] in in_plain_sight)

        return _possible(task, task.goal, frozenset(facts), unknown, {}, True)


def _possible(
    task: Task,
    formula: Formula,
    facts: frozenset[Atom],
    unknown: Callable[[Atom], bool],
    binding: Binding,
    truth: bool,
) -> bool:
    """Whether a formula may have a truth value, each unknown atom having either, as suits it best."""

    def may(part: Formula, inner: Binding, wanted: bool = truth) -> bool:
        return _possible(task, part, facts, unknown, inner, wanted)

    match formula:
        case Atom():
            atom = ground(formula, binding)
            return unknown(atom) or (atom in facts) == truth
        case Not(operand):
            return may(operand, binding, not truth)
        case And(operands) | Or(operands):
            together = all if isinstance(formula, And) == truth else any
            return together(may(operand, binding) for operand in operands)
        case Exists(variables, body) | Forall(variables, body):
            together = all if isinstance(formula, Forall) == truth else any
            return together(may(body, inner) for inner in extensions(task, variables, binding))
        case _:
            return holds(task, formula, facts, binding) == truth
