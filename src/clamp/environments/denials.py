"""What a world has denied, and the problem in which none of it is tried again in the same situation.

A situation is what held when the action was denied. What is learned later of things that were out of sight is
taken to have been so then: nothing moved them. What is forgotten since is not compared, as no plan speaks of
it. So a world that is in the state in which it denied an action is known to be, though more is known of it
now, or less; and as soon as any fact differs, the action may be tried again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from clamp.planning import Action, Problem
from clamp.planning.conditions import bits
from clamp.planning.domain import ActionSchema, Task
from clamp.planning.logic import And, Atom, Equal, Formula, Not, Or


@dataclass
class _Denied:
    """An action, the facts in whose presence it was denied, and the things of which they tell."""

    action: Action
    facts: frozenset[Atom]
    known: frozenset[str]


class Denials:
    """The actions that a world has denied, each with its situation."""

    def __init__(self) -> None:
        self._denied: list[_Denied] = []

    def __bool__(self) -> bool:
        return bool(self._denied)

    def __str__(self) -> str:
        """The actions, each once, in the order in which they were first denied."""
        return ", ".join(dict.fromkeys(str(one.action) for one in self._denied))

    def add(self, action: Action, facts: Collection[Atom], known: Iterable[str]) -> None:
        """An action did nothing where these facts hold, as far as is known of these things."""
        self._denied.append(_Denied(action, frozenset(facts), frozenset(known)))

    def learn(self, facts: Collection[Atom], known: Iterable[str]) -> None:
        """More is known: what is new of things unknown before was so all the time."""
        now = frozenset(known)
        for one in self._denied:
            new = now - one.known
            if new:
                found = (atom for atom in facts if not new.isdisjoint(atom.args))
                one.facts, one.known = one.facts.union(found), one.known | new

    def forbids(self, action: Action, facts: Collection[Atom], known: Collection[str]) -> bool:
        """Whether an action was denied in the present situation."""
        now = _about(facts, frozenset(known))
        return any(
            one.action == action and _about(one.facts, frozenset(known)) == now for one in self._denied
        )

    def avoided(self, task: Task, known: Collection[str]) -> Task:
        """A task whose plans do nothing where it was denied; its initial facts are the present ones."""
        if not self._denied:
            return task
        sight = frozenset(known)
        now = _about(task.initial, sight)
        added, deleted = _changeable(Problem.from_task(task))
        ways: dict[str, list[Formula]] = {}
        for one in self._denied:
            then = _about(one.facts, sight)
            if all(atom in (deleted if atom in now else added) for atom in then ^ now):
                ways.setdefault(one.action.name, []).append(
                    _elsewhere(
                        _schema(task, one.action), one.action, (then & (added | deleted), added - then)
                    )
                )
        schemas = tuple(
            replace(schema, precondition=And((schema.precondition, *ways[schema.name])))
            if schema.name in ways
            else schema
            for schema in task.domain.schemas
        )
        return replace(task, domain=replace(task.domain, schemas=schemas))


def _about(facts: Iterable[Atom], known: frozenset[str]) -> frozenset[Atom]:
    """The facts that speak of known things alone."""
    return frozenset(atom for atom in facts if known.issuperset(atom.args))


def _changeable(problem: Problem) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """The atoms that some action can make true, and that some can make false."""
    added = deleted = 0
    for action in problem.possible:
        added |= action.add
        deleted |= action.delete
        for _, more, less in action.conditional:
            added |= more
            deleted |= less
    atoms = problem.grounder.atoms
    return frozenset(atoms[bit] for bit in bits(added)), frozenset(atoms[bit] for bit in bits(deleted))


def _schema(task: Task, action: Action) -> ActionSchema:
    return next(schema for schema in task.domain.schemas if schema.name == action.name)


def _elsewhere(
    schema: ActionSchema, action: Action, situation: tuple[frozenset[Atom], frozenset[Atom]]
) -> Formula:
    """It is another action, or something that held then does not, or something holds that did not."""
    held, lacking = (sorted(atoms, key=str) for atoms in situation)
    others: Iterator[Formula] = (
        Not(Equal(parameter.name, argument))
        for parameter, argument in zip(schema.parameters, action.args, strict=True)
    )
    return Or((*others, *map(Not, held), *lacking))
