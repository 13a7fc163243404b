"""Corridors by name: `corridor:4` is four rooms in a row, a robot in the first, and a lamp to be lit in the last."""

from itertools import pairwise

from clamp import Problem
from clamp.errors import ConstraintError
from clamp.request.worlds import NamedWorld, Start

DOMAIN = """
(define (domain corridor)
  (:requirements :strips :typing)
  (:types room)
  (:predicates (at ?r - room) (beside ?a ?b - room) (lit ?r - room))
  (:action go
    :parameters (?from ?to - room)
    :precondition (and (at ?from) (beside ?from ?to))
    :effect (and (at ?to) (not (at ?from))))
  (:action light :parameters (?r - room) :precondition (at ?r) :effect (lit ?r)))
"""
LONGEST = 100


def world(name: str, start: Start, seed: int) -> NamedWorld:
    """A corridor of so many rooms; `start` may say in which `room` the robot begins, from 1."""
    if not name.isdecimal() or not 2 <= int(name) <= LONGEST:
        raise ConstraintError(f"corridor:{name}: a corridor has 2 to {LONGEST} rooms, as in corridor:4.")
    rooms = [f"room{number}" for number in range(1, int(name) + 1)]
    first = f"room{start.get('room', 1)}"
    if start.keys() - {"room"} or first not in rooms:
        raise ConstraintError(
            f"corridor:{name} begins with room=N, from 1 to {name}, not with {dict(start)}."
        )
    pairs = [pair for a, b in pairwise(rooms) for pair in ((a, b), (b, a))]
    beside = " ".join(f"(beside {a} {b})" for a, b in pairs)
    problem = f"""
(define (problem corridor-{name}) (:domain corridor)
  (:objects {" ".join(rooms)} - room)
  (:init (at {first}) {beside})
  (:goal (lit {rooms[-1]})))
"""
    return NamedWorld(Problem.from_pddl(DOMAIN, problem), f"Light the lamp in {rooms[-1]}.")
