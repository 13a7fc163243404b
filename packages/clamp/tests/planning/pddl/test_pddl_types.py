"""Types as sets: whatever the hierarchy, an object belongs to each type that it is given and to all above."""

from __future__ import annotations

import random
from itertools import product

import pytest

from clamp.errors import PDDLError
from clamp.planning.pddl import read_task
from clamp.planning.problem import Problem
from clamp.planning.validator import is_of_type

SEEDS = range(60)


class World:
    """A random hierarchy (several supertypes, diamonds), things of it, and who is what, by brute force."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        names = [f"t{i}" for i in range(self.random.randint(2, 6))]
        self.above = {
            name: self.random.sample(names[:i], self.random.randint(0, min(i, 2)))
            for i, name in enumerate(names)
        }
        self.types = ["object", *names]
        self.given = {f"o{i}": self.either() for i in range(self.random.randint(1, 6))}
        self.constants = [name for name in self.given if self.random.random() < 0.3]

    def either(self) -> list[str]:
        return self.random.sample(self.types, self.random.randint(1, min(3, len(self.types))))

    def up(self, name: str) -> set[str]:
        return {name, "object"}.union(*(self.up(above) for above in self.above.get(name, ())))

    def is_of(self, thing: str, wanted: list[str]) -> bool:
        return bool(set().union(*map(self.up, self.given[thing])) & set(wanted))

    def members(self, wanted: list[str]) -> list[str]:
        ordered = [*self.constants, *(one for one in self.given if one not in self.constants)]
        return [thing for thing in ordered if self.is_of(thing, wanted)]

    def spelled(self, types: list[str]) -> str:
        return types[0] if len(types) == 1 else f"(either {' '.join(types)})"

    def texts(self, parameters: list[list[str]], quantified: list[str]) -> tuple[str, str]:
        hierarchy = " ".join(
            f"{name} - {self.spelled(above or ['object'])}" for name, above in self.above.items()
        )
        listed = lambda names: " ".join(f"{name} - {self.spelled(self.given[name])}" for name in names)  # noqa: E731
        parts = " ".join(f"?x{i} - {self.spelled(types)}" for i, types in enumerate(parameters))
        domain = (
            f"(define (domain d) (:requirements :adl :typing) (:types {hierarchy})\n"
            f"(:constants {listed(self.constants)})\n"
            "(:predicates (done) (seen ?x - object))\n"
            f"(:action all :parameters ({parts}) :precondition (done)\n"
            f" :effect (forall (?y - {self.spelled(quantified)}) (seen ?y))))"
        )
        others = [name for name in self.given if name not in self.constants]
        problem = (
            f"(define (problem p) (:domain d) (:objects {listed(others)}) (:init (done))\n"
            f"(:goal (forall (?z - {self.spelled(quantified)}) (seen ?z))))"
        )
        return domain, problem


@pytest.mark.parametrize("repair", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_object_is_of_each_of_its_types_and_of_all_above(seed: int, repair: bool) -> None:
    world = World(seed)
    parameters = [world.either() for _ in range(world.random.randint(1, 2))]
    quantified = world.either()
    task, repairs = read_task(*world.texts(parameters, quantified), repair=repair)
    assert all(entry.is_note for entry in repairs)
    for thing, wanted in product(world.given, [[one] for one in world.types] + parameters):
        assert is_of_type(task, thing, wanted) == world.is_of(thing, wanted), (thing, wanted)
    problem = Problem.from_task(task)
    expected = [tuple(args) for args in product(*map(world.members, parameters))]
    assert [action.args for action in problem.actions] == expected
    everything = {f"(seen {thing})" for thing in world.members(quantified)}
    if expected:
        after = problem.successor(problem.initial, problem.actions[0])
        assert {str(atom) for atom in problem.facts(after)} == {"(done)", *everything}
        assert problem.is_goal(after)
    assert problem.is_goal(problem.initial) == (not everything)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_predicate_takes_exactly_what_is_of_its_types(seed: int) -> None:
    world = World(seed)
    wanted = world.either()
    domain, problem = world.texts([], ["object"])
    domain = domain.replace("(done)", f"(done) (of ?x - {world.spelled(wanted)})", 1)
    for thing in world.given:
        text = problem.replace("(:init (done)", f"(:init (done) (of {thing})")
        if world.is_of(thing, wanted):
            task, repairs = read_task(domain, text, repair=False)
            assert f"(of {thing})" in map(str, task.initial)
            assert all(entry.is_note for entry in repairs)
        else:
            with pytest.raises(PDDLError, match=f"'{thing}' is of type"):
                read_task(domain, text, repair=False)


def test_a_subtype_beside_its_supertype_is_not_lost() -> None:
    domain = (
        "(define (domain d) (:requirements :strips :typing) (:types a - object b - a)"
        " (:predicates (p ?x - b)) (:action go :parameters (?x - b) :precondition (and) :effect (p ?x)))"
    )
    problem = "(define (problem q) (:domain d) (:objects o - (either a b)) (:init) (:goal (p o)))"
    read = Problem.from_pddl(domain, problem, repair=False)
    assert read.task.objects == {"o": ("b",)}
    assert [str(action) for action in read.actions] == ["go(o)"]
