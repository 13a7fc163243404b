"""What a domain's actions keep: facts of which never more than one holds, such as all that say where a thing is.

Unlike the mutex groups of `clamp.planning.search.mutex`, which serve a search from one initial state, these hold of
every state in which they hold once, so that they tell which facts of a state that was seen contradict each other. A
group is found for each object from a lifted candidate (facts of some predicates, the object at one place of each), or
for all objects at once; it is kept if every action that makes one of its facts true makes another false that it needs.

Source: Helmert (2009), "Concise finite-domain representations for PDDL planning tasks", AIJ 173, section 5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeAlias

from clamp.planning.actions import GroundAction
from clamp.planning.conditions import Conj, bits
from clamp.planning.problem import Problem
from clamp.planning.search.limits import SearchLimits, checkpoint
from clamp.planning.task import TRUE, ActionSchema, Atom, Effect, Task
from clamp.planning.validator import is_of_type

_DEEPEST = 5
"""Most predicates in one group."""
_MOST_FACTS = 10_000
"""So many facts are written out, so that every action can be done."""
_MOST_CANDIDATES = 300
"""So many lifted candidates are tried."""

Part: TypeAlias = tuple[str, int | None]
"""A predicate, and at which place the object stands that the group is about; ``None`` in groups about no object."""


@dataclass(frozen=True)
class Invariant:
    """Facts of which no action makes more than one hold, where at most one held before.

    Attributes:
        members: The facts.
        exactly: Nor does one take away the last of them, or bring in a first: one holds for ever, or none does.
        lasting: None takes away the last of them: where one holds, one does for ever after.
        about: The object that all of them speak of; empty in a group about none.
    """

    members: tuple[Atom, ...]
    exactly: bool
    about: str = ""
    lasting: bool = False


def invariants(
    task: Task,
    facts: Collection[Atom] = (),
    *,
    limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
) -> list[Invariant]:
    """The groups of a task's facts that its actions keep, whatever the initial state; see `kept_by_actions`."""
    return kept_by_actions(task, facts, limits=limits)[0]


def kept_by_actions(
    task: Task,
    facts: Collection[Atom] = (),
    *,
    limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
) -> tuple[list[Invariant], frozenset[Atom]]:
    """The groups of a task's facts that its actions keep, whatever the initial state, and what they never make so.

    Left out are groups of which nothing is ever made true, and those that are the sum of groups that exclude each
    other by themselves: *all things are in one place* is kept where there is one thing, and says nothing of two.

    What actions never make so is a fact that names one thing twice, *a on a*, where they make others of its predicate:
    the actions that would need what excludes each other (*a in the hand, and free to be put upon*), or say themselves
    that the things are two.

    Args:
        task: Its initial facts, with `facts`, say what may hold; its goal does not count.
        facts: More facts that may hold at first; of facts that actions change, all do.

    Raises:
        DomainError: If something names what the task does not know.
        LimitError: If the task is too large.
    """
    problem = Problem.from_task(_loose(task, facts), limits)
    grounder = problem.grounder
    own = {schema.name for schema in task.domain.schemas}
    actions = [
        compiled
        for action, compiled in zip(grounder.actions, grounder.compiled, strict=True)
        if action.name in own
    ]
    finder = _Finder(grounder.atoms, actions, grounder.derived)
    groups = finder.found()
    return groups, finder.never(groups)


def _loose(task: Task, facts: Collection[Atom]) -> Task:
    """A task in which every fact that an action changes may hold and may not, so that every action can be done.

    Each such fact holds at first, and has an action that takes it away; where there are too many, only those that are
    given.
    """
    domain = task.domain
    derived = domain.derived
    may = {one for one in (*task.initial, *facts) if one.predicate not in derived}
    changed = {effect.atom.predicate for schema in domain.schemas for effect in schema.effects} - derived
    names = {**domain.constants, **task.objects}
    left = _MOST_FACTS
    for predicate in sorted(changed):
        places = [
            [one for one in names if is_of_type(task, one, place.types)]
            for place in domain.predicates[predicate]
        ]
        left -= prod(map(len, places))
        if left < 0:
            break
        may.update(Atom(predicate, args) for args in product(*places))
    fluent = sorted((one for one in may if one.predicate in changed), key=str)
    schemas = tuple(
        ActionSchema(f"\0{number}", (), effects=(Effect(one, positive=False),))
        for number, one in enumerate(fluent)
    )
    loose = replace(domain, schemas=(*domain.schemas, *schemas), constraints=())
    return replace(task, domain=loose, initial=frozenset(may), goal=TRUE, constraints=())


class _Finder:
    def __init__(
        self, atoms: Sequence[Atom], actions: Sequence[GroundAction], derived: Collection[str]
    ) -> None:
        self._atoms, self._actions = atoms, actions
        self._makers: defaultdict[int, list[GroundAction]] = defaultdict(list)
        self._takers: defaultdict[int, list[GroundAction]] = defaultdict(list)
        unsure = 0
        for number, action in enumerate(actions):
            if not number & 1023:
                checkpoint("looking for what excludes each other")
            for bit in bits(action.add):
                self._makers[bit].append(action)
            for bit in bits(_may_delete(action)):
                self._takers[bit].append(action)
            for _, add, _ in action.conditional:
                unsure |= add
        changed = {*self._makers, *self._takers}
        self._of: defaultdict[str, list[int]] = defaultdict(list)
        for bit, atom in enumerate(atoms):
            self._of[atom.predicate].append(bit)
        self._unsure = {atoms[bit].predicate for bit in bits(unsure)}.union(derived)
        self._predicates = [
            name for name, of in self._of.items() if name not in self._unsure and not changed.isdisjoint(of)
        ]

    def found(self) -> list[Invariant]:
        candidates: list[frozenset[Part]] = []
        for name in self._predicates:
            arity = len(self._atoms[self._of[name][0]].args)
            candidates += [frozenset({(name, place)}) for place in (*range(arity), None)]
        kept: dict[frozenset[int], Invariant] = {}
        good: list[frozenset[Part]] = []
        tried = set(candidates)
        for candidate in candidates:  # grows
            checkpoint("looking for what excludes each other")
            groups = self._groups(candidate)
            offender = None
            for about, mask in groups.items():
                offender = self._offender(mask)
                if offender is not None:
                    wider = self._wider(candidate, about, mask, offender) if len(candidate) < _DEEPEST else ()
                    for one in wider:
                        if one not in tried and len(tried) < _MOST_CANDIDATES:
                            tried.add(one)
                            candidates.append(one)
                    break
            if offender is None:
                for other in good:  # facts that exclude each other in two ways
                    both = candidate | other
                    alike = all((place is None) == ("" in groups) for _, place in other)
                    if alike and candidate & other and len(both) <= _DEEPEST and both not in tried:
                        tried.add(both)
                        candidates.append(both)
                good.append(candidate)
                for about, mask in groups.items():
                    members = frozenset(bits(mask))
                    moved = any(self._makers[bit] for bit in members)  # what only ever ends excludes nothing
                    if len(members) > 1 and moved and members not in kept:
                        named = tuple(self._atoms[bit] for bit in sorted(members))
                        kept[members] = Invariant(
                            named, self._exactly(mask), about, lasting=self._lasting(mask)
                        )
        sure = [members for members, one in kept.items() if one.exactly]

        single: list[frozenset[int]] = []  # groups of which one fact holds, smaller ones first

        def overfull(members: frozenset[int]) -> bool:
            """Whether more than one of its facts may hold: then it says nothing of real states.

            It holds two groups of each of which one fact holds; or, of two such groups, all but what excludes each
            other elsewhere (*nothing but the thing in the hand is without a place*: all places together are a count).
            """
            inside = [each for each in sure if each < members]
            if any(one.isdisjoint(other) for number, one in enumerate(inside) for other in inside[:number]):
                return True
            beside = [each for each in sure if each & members and not each <= members]
            apart = [one for one in beside if any(one.isdisjoint(other) for other in beside)]
            return any(sum(one - members <= smaller for one in apart) > 1 for smaller in single)

        for members in sorted(kept, key=len):
            if kept[members].about == "" and not overfull(members):
                single.append(members)
        found = {members: one for members, one in kept.items() if not overfull(members)}
        return [
            one
            for members, one in found.items()
            if one.exactly or not any(members < other for other in found)
        ]

    def never(self, groups: Iterable[Invariant]) -> frozenset[Atom]:
        """The facts that name a thing twice and that no action which can ever be done makes so."""
        bit_of = {atom: bit for bit, atom in enumerate(self._atoms)}
        masks = [sum(1 << bit_of[one] for one in group.members) for group in groups]

        def ever(action: GroundAction) -> bool:
            needed = _needs(action)
            return all((needed & mask).bit_count() < 2 for mask in masks)

        found: set[Atom] = set()
        for name, of in self._of.items():
            twice = [bit for bit in of if len(set(self._atoms[bit].args)) < len(self._atoms[bit].args)]
            if name in self._unsure or not twice or not any(self._makers[bit] for bit in of):
                continue
            made = [bit for bit in of if any(map(ever, self._makers[bit]))]
            if any(bit not in twice for bit in made):
                found.update(self._atoms[bit] for bit in twice if bit not in made)
        return frozenset(found)

    def _groups(self, candidate: Iterable[Part]) -> Mapping[str, int]:
        """The facts of a candidate for each object, as masks."""
        groups: defaultdict[str, int] = defaultdict(int)
        for name, place in candidate:
            for bit in self._of[name]:
                args = self._atoms[bit].args
                groups["" if place is None else args[place]] |= 1 << bit
        return groups

    def _offender(self, mask: int) -> GroundAction | None:
        """An action that may make a fact of a group true beside another."""
        for bit in bits(mask):
            for action in self._makers[bit]:
                made = self._made(action, mask)
                alone = mask != made and not mask & ~made & ~_deletes(
                    action
                )  # it takes away whatever else held
                if made.bit_count() > 1 or (made and not alone and not self._lost(action, mask)):
                    return action
        return None

    @staticmethod
    def _made(action: GroundAction, mask: int) -> int:
        """What it makes true of a group, and does not need to be so before."""
        return action.add & mask & ~_needs(action)

    @staticmethod
    def _lost(action: GroundAction, mask: int) -> int:
        """What it needs of a group, and takes away."""
        return action.delete & mask & _needs(action)

    def _exactly(self, mask: int) -> bool:
        """Whether no action takes the last fact of a group away, or makes one true where none was."""
        return self._lasting(mask) and not any(
            self._made(one, mask) and not self._lost(one, mask)
            for bit in bits(mask)
            for one in self._makers[bit]
        )

    def _lasting(self, mask: int) -> bool:
        """Whether no action takes the last fact of a group away."""
        return all(action.add & mask for bit in bits(mask) for action in self._takers[bit])

    def _wider(
        self, candidate: frozenset[Part], about: str, mask: int, offender: GroundAction
    ) -> Iterator[frozenset[Part]]:
        """Candidates in which the offender takes something away, too."""
        if self._made(offender, mask).bit_count() > 1:
            return
        for bit in bits(offender.delete & _needs(offender)):
            atom = self._atoms[bit]
            if atom.predicate in self._unsure:
                continue
            if about == "":
                places: list[int | None] = [None]
            else:
                places = [place for place, name in enumerate(atom.args) if name == about]
            for place in places:
                yield candidate | {(atom.predicate, place)}


def _deletes(action: GroundAction) -> int:
    """The facts that do not hold after an action, whatever held before: *when it is so, not any more* is one, too."""
    found = action.delete
    for condition, _, delete in action.conditional:
        if isinstance(condition, Conj) and not condition.neg and not condition.parts:
            found |= delete & condition.pos if condition.pos.bit_count() == 1 else 0
    return found


def _may_delete(action: GroundAction) -> int:
    """The facts that an action takes away in some states."""
    found = action.delete
    for _, _, delete in action.conditional:
        found |= delete
    return found


def _needs(action: GroundAction) -> int:
    """The facts that an action needs to be true."""
    return action.precondition.pos if isinstance(action.precondition, Conj) else 0
