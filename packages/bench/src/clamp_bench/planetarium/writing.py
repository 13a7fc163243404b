"""How a language model writes a PDDL problem from a text: things and initial state under a form, then a goal to reach.

What the form admits are things in groups (``b1 b2 b3``, ``tile1 tile2 - tile``), as many as some number of the text,
and facts about them, typed as the domain says and each once, with which something can be done. The goal is written
under a `clamp.GoalConstraint` over the problem so far, so that it can be reached from there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from clamp.decoding.forms import Part, any_of, in_order, later, text
from clamp.planning import Problem
from clamp.planning.task import TRUE, Atom, Domain, Task
from clamp.request.prompts import Message

_MOST_THINGS = 40
"""Most things of one group."""


class _Things(NamedTuple):
    """Things with their types, and the members of each type."""

    objects: dict[str, tuple[str, ...]]
    members: dict[str, list[str]]


_Atom: TypeAlias = tuple[str, ...]
_NUMBERED = re.compile(r"\b([a-z]+)\d+\b", re.IGNORECASE)


@dataclass(frozen=True)
class ProblemForm:
    """Objects and initial states that a domain has.

    Attributes:
        domain: Its predicates and types count.
        stems: What things are called, before their number: each with the type that is written behind them, if any.
        counts: How many there may be of a group.
    """

    domain: Domain
    stems: Mapping[str, str]
    counts: frozenset[int]

    @classmethod
    def about(cls, domain: Domain, told: str) -> ProblemForm:
        """The form for a text.

        Things are called by their type, or by the predicates of one thing that no action changes (``ball``, ``room``);
        where a domain has neither, as the text calls them. There are as many of a group as some number of the text.
        """
        said = frozenset(
            number for one in re.findall(r"\d+", told) if 0 < (number := int(one)) <= _MOST_THINGS
        )
        counts = said or frozenset(range(1, _MOST_THINGS + 1))
        if domain.types:
            return cls(domain, {name: name for name in domain.types}, counts)
        changed = {effect.atom.predicate for schema in domain.schemas for effect in schema.effects}
        kinds = [name for name, own in domain.predicates.items() if len(own) == 1 and name not in changed]
        named = list(dict.fromkeys(one.lower() for one in _NUMBERED.findall(told)))
        return cls(domain, dict.fromkeys(kinds or named or ["object"], ""), counts)

    @property
    def part(self) -> Part:
        """``(:objects …)`` and ``(:init …)``."""
        return in_order(text("(:objects"), self._groups({}))

    def _groups(self, counts: Mapping[str, int]) -> Part:
        ways = [
            in_order(text(f" {stem}1"), self._counted(counts, stem, 1))
            for stem in self.stems
            if stem not in counts
        ]
        if counts:
            ways.append(
                in_order(text(")\n(:init"), later(lambda: self._facts(self._things(counts), frozenset())))
            )
        return any_of(*ways)

    def _counted(self, counts: Mapping[str, int], stem: str, count: int) -> Part:
        def make() -> Part:
            kind, ways = self.stems[stem], list[Part]()
            if count in self.counts:
                more = {**counts, stem: count}
                ways.append(in_order(text(f" - {kind}" if kind else ""), later(lambda: self._groups(more))))
            if count < max(self.counts):
                ways.append(in_order(text(f" {stem}{count + 1}"), self._counted(counts, stem, count + 1)))
            return any_of(*ways)

        return later(make)

    def _things(self, counts: Mapping[str, int]) -> _Things:
        found = _Things({}, {"object": []})
        for stem, count in counts.items():
            names = [f"{stem}{number}" for number in range(1, count + 1)]
            found.objects.update(dict.fromkeys(names, (self.stems[stem] or "object",)))
            above = ["object", *filter(None, [self.stems[stem]])]
            for kind in above:
                found.members.setdefault(kind, []).extend(names)
                above += [one for one in self.domain.types.get(kind, ()) if one not in above]
        return found

    def _facts(self, things: _Things, said: frozenset[_Atom]) -> Part:
        ways: list[Part] = []
        for name, parameters in self.domain.predicates.items():
            places = [
                [one for kind in own.types for one in things.members.get(kind, ())] for own in parameters
            ]
            if any((name, *args) not in said for args in product(*places)):
                ways.append(in_order(text(f" ({name}"), self._args(things, said, (name,), places)))
        if not ways or self._alive(things, said):
            ways.append(text(")"))
        return any_of(*ways)

    def _alive(self, things: _Things, said: frozenset[_Atom]) -> bool:
        """Whether something can be done that changes what is so: otherwise there is no goal to ask for."""
        initial = frozenset(Atom(name, tuple(args)) for name, *args in said)
        problem = Problem(Task("begun", self.domain, things.objects, initial, TRUE))
        start = problem.initial
        return any(
            problem.successor_of_index(start, index) != start for index in problem.applicable_indices(start)
        )

    def _args(
        self,
        things: _Things,
        said: frozenset[_Atom],
        begun: _Atom,
        places: Sequence[Sequence[str]],
    ) -> Part:
        def make() -> Part:
            if not places:
                return in_order(text(")"), later(lambda: self._facts(things, said | {begun})))
            left = [
                one
                for one in places[0]
                if any((*begun, one, *rest) not in said for rest in product(*places[1:]))
            ]
            return any_of(
                *(
                    in_order(text(f" {one}"), self._args(things, said, (*begun, one), places[1:]))
                    for one in left
                )
            )

        return later(make)


_TASK = (
    "You write PDDL problems from descriptions. The domain is given; write what the description says, with all that "
    "holds at first, and all that is to hold in the end. Write PDDL and nothing else."
)
_LIBRARY = """\
(define (domain library)
  (:predicates (book ?b) (shelf ?s) (on ?b ?s) (lent ?b) (empty ?s))
  (:action lend :parameters (?b ?s)
    :precondition (and (book ?b) (shelf ?s) (on ?b ?s)) :effect (and (lent ?b) (not (on ?b ?s)))))"""
_EXAMPLE = """\
(:objects book1 book2 shelf1 shelf2)
(:init (book book1) (book book2) (shelf shelf1) (shelf shelf2) (on book1 shelf1) (on book2 shelf1) (empty shelf2))"""
_GOAL = "(and (lent book1) (on book2 shelf1))"


def _asked(domain: str, told: str) -> str:
    return f"Domain:\n{domain}\n\nDescription:\n{told}"


_DESCRIBED = (
    "You have 2 shelves and 2 books, all on the first shelf.\n"
    "Your goal is to lend one book and to keep the other."
)


def _chat(*turns: str) -> list[Message]:
    roles = ("user", "assistant")
    chat: list[Message] = [{"role": "system", "content": _TASK}]
    return chat + [{"role": roles[at % 2], "content": one} for at, one in enumerate(turns)]


def whole(domain: str, told: str) -> list[Message]:
    """A chat that asks for a whole problem."""
    answer = f"(define (problem one)\n(:domain library)\n{_EXAMPLE}\n(:goal {_GOAL}))"
    return _chat(_asked(_LIBRARY, _DESCRIBED), answer, _asked(domain, told))


def beginning(domain: str, told: str) -> list[Message]:
    """A chat that asks for things and initial state."""
    ask = "Write (:objects …) and (:init …)."
    return _chat(f"{_asked(_LIBRARY, _DESCRIBED)}\n\n{ask}", _EXAMPLE, f"{_asked(domain, told)}\n\n{ask}")


def ending(domain: str, told: str, begun: str) -> list[Message]:
    """A chat that asks for the goal of a problem whose beginning is known."""
    ask = "Write the goal: (and …)."
    return _chat(
        f"{_asked(_LIBRARY, _DESCRIBED)}\n\n{_EXAMPLE}\n\n{ask}",
        _GOAL,
        f"{_asked(domain, told)}\n\n{begun}\n\n{ask}",
    )
