"""Made-up places, with orders about them and what each asks for; for the tests of goals from sentences."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from clamp import Problem
from clamp.planning.goals import GoalLiteral, Goals
from clamp.words.goals import asked
from clamp.words.orders import Orders

DOMAIN = """(define (domain yard) (:requirements :strips :typing :negative-preconditions)
  (:types area spot thing - object box bench - spot engine - thing)
  (:predicates (robot-at ?a - area) (spot_in ?s - spot ?a - area) (engine_in ?e - engine ?a - area)
    (in ?t - thing ?b - box) (on ?t - thing ?b - bench) (holding ?t - thing) (free) (open ?b - box)
    (running ?e - engine) (wet ?t - thing))
  (:action go :parameters (?from ?to - area) :precondition (robot-at ?from)
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action open :parameters (?b - box) :precondition (not (open ?b)) :effect (open ?b))
  (:action close :parameters (?b - box) :precondition (open ?b) :effect (not (open ?b)))
  (:action start :parameters (?e - engine) :precondition (not (running ?e)) :effect (running ?e))
  (:action stop :parameters (?e - engine) :precondition (running ?e) :effect (not (running ?e)))
  (:action dry :parameters (?t - thing) :precondition (wet ?t) :effect (not (wet ?t)))
  (:action lift-from :parameters (?t - thing ?b - bench) :precondition (and (free) (on ?t ?b))
    :effect (and (holding ?t) (not (free)) (not (on ?t ?b))))
  (:action lift-out :parameters (?t - thing ?b - box) :precondition (and (free) (in ?t ?b) (open ?b))
    :effect (and (holding ?t) (not (free)) (not (in ?t ?b))))
  (:action lay-on :parameters (?t - thing ?b - bench) :precondition (holding ?t)
    :effect (and (on ?t ?b) (free) (not (holding ?t))))
  (:action lay-in :parameters (?t - thing ?b - box) :precondition (and (holding ?t) (open ?b))
    :effect (and (in ?t ?b) (free) (not (holding ?t)))))"""
AREAS = ["barn", "shed", "orchard", "mill", "stable"]
BOXES = ["crate", "barrel", "trunk", "hamper"]
BENCHES = ["pallet", "ledge", "trestle", "rampart"]
THINGS = ["saddle", "rope", "anvil", "lantern", "ladder", "sickle", "bucket", "harness"]
ENGINES = ["pump", "winch", "thresher", "fan"]


@dataclass(frozen=True)
class Yard:
    """A made-up place: two things and two engines of one noun, one thing wet and one engine running of each."""

    areas: tuple[str, str]
    box: str
    bench: str
    things: tuple[str, str, str]
    engine: str
    problem: Problem
    goals: Goals

    def read(self, sentence: str) -> list[frozenset[GoalLiteral]] | None:
        found = asked(sentence, self.problem, self.goals)
        return None if isinstance(found, str) else [frozenset(one.literals) for one in found]

    def orders(self, sentence: str) -> object:
        return Orders(self.problem, self.goals, lambda event: ()).read(sentence)


@cache
def yard_of(seed: int) -> Yard:
    draw = random.Random(seed)
    pick = draw.sample
    here, there = pick(AREAS, 2)
    (box,), (bench,), (engine,) = pick(BOXES, 1), pick(BENCHES, 1), pick(ENGINES, 1)
    twin, one, other = pick(THINGS, 3)
    problem = Problem.from_pddl(
        DOMAIN,
        f"""(define (problem y) (:domain yard) (:objects {here} {there} - area {box}_1 {box}_2 - box
        {bench}_1 - bench {twin}_1 {twin}_2 {one}_1 {other}_1 - thing {engine}_1 {engine}_2 - engine)
        (:init (robot-at {here}) (free) (spot_in {box}_1 {here}) (spot_in {box}_2 {there})
          (spot_in {bench}_1 {here}) (engine_in {engine}_1 {here}) (engine_in {engine}_2 {there})
          (open {box}_1) (running {engine}_2) (wet {twin}_2) (in {twin}_1 {box}_1) (on {twin}_2 {bench}_1)
          (in {one}_1 {box}_1) (on {other}_1 {bench}_1)) (:goal (free)))""",
    )
    return Yard((here, there), box, bench, (twin, one, other), engine, problem, Goals(problem, budget=8))


def lit(*parts: str) -> GoalLiteral:
    positive = parts[0] != "not"
    name, *args = parts if positive else parts[1:]
    return GoalLiteral(name, tuple(args), positive)


Case = tuple[str, list[tuple[str, ...]]]


def orders_with_goals(yard: Yard) -> list[Case]:
    """Sentences with what they ask for, by how they are made."""
    first, second = yard.areas
    twin, one, other = yard.things
    box, bench, engine = yard.box, yard.bench, yard.engine
    on_bench = ("on", f"{one}_1", f"{bench}_1")
    there = ("in", f"{other}_1", f"{box}_2")
    dry_twin, off, on = (
        ("not", "wet", f"{twin}_2"),
        ("not", "running", f"{engine}_2"),
        ("running", f"{engine}_1"),
    )
    gone = ("not", "on", f"{other}_1", f"{bench}_1")
    return [
        (f"Bring the {one} back to the {bench}.", [on_bench]),
        (f"Could you haul the {one} over to the {bench}, please?", [on_bench]),
        (f"{one} onto the {bench}", [on_bench]),
        (f"The {one} goes on the {bench}", [on_bench]),
        (f"The {one} should end up on the {bench}, thanks", [on_bench]),
        (f"I would like the {one} on the {bench}", [on_bench]),
        (f"Please make sure the {one} is on the {bench}", [on_bench]),
        (f"Zorple the {one} onto the {bench}", [on_bench]),
        (f"Put the {one}, not the {other}, on the {bench}", [on_bench]),
        (f"Put the {one} on the {bench} rather than in the {second} {box}", [on_bench]),
        (f"Instead of the {other}, put the {one} on the {bench}", [on_bench]),
        (f"Put the {other} not on the {bench} but in the {second} {box}", [there]),
        (f"Put the {other} in the {second} {box}", [there]),
        (f"Put the {other} in the {box} in the {second}", [there]),
        (f"The {other} that is lying on the {bench} belongs in the {second} {box}", [there]),
        (f"If the {first} {box} is open, put the {one} on the {bench}", [on_bench]),
        (f"Move the {other} off the {bench}", [gone]),
        (f"The {other} should not be on the {bench} any longer", [gone]),
        (f"Don't leave the {other} on the {bench}", [gone]),
        (f"I don't want the {other} on the {bench} any more", [gone]),
        (f"No {other} on the {bench}", [gone]),
        (f"Clear the {bench}", [gone, ("not", "on", f"{twin}_2", f"{bench}_1")]),
        (f"Clear the {bench} except for the {twin}", [gone]),
        (f"Everything on the {bench} into the {second} {box} except the {twin}", [there]),
        (f"Dry the {twin} on the {bench}", [dry_twin]),
        (f"The wet {twin} must be dried", [dry_twin]),
        (f"{second} {engine} off", [off]),
        (f"Turn the {engine} in the {second} off", [off]),
        (f"Turn off the {second} {engine} and turn on the one in the {first}", [off, on]),
        (f"The {first} {engine} needs to be running", [on]),
        (f"All {engine}s on but the one in the {second}", [on]),
        (f"Both {twin}s into the {second} {box}", [("in", f"{twin}_1", f"{box}_2"), ("in", f"{twin}_2", f"{box}_2")]),
        (f"the {one} and the {twin} from the {box} onto the {bench}", [on_bench, ("on", f"{twin}_1", f"{bench}_1")]),
        (f"Put the {one} on the {bench}, and the {first} {box} closed", [on_bench, ("not", "open", f"{box}_1")]),
        (f"Open the {second} {box}, put the {other} in it and shut it", [there, ("not", "open", f"{box}_2")]),
        (f"Leave the {second} {engine} off", [off]),
        (f"Walk over to the {second}", [("robot-at", second)]),
        (f"You must end the task with the {one} on the {bench}", [on_bench]),
        (f"Finish by putting the {one} on the {bench}", [on_bench]),
        (f"You must complete the task by holding the {other}", [("holding", f"{other}_1")]),
        (f"You must put the {one} on the {bench} to end the task", [on_bench]),
        (f"After opening the {second} {box}, be in the {second}", [("open", f"{box}_2"), ("robot-at", second)]),
        (f"After lifting the {other}, you must be in the {second}", [("holding", f"{other}_1"), ("robot-at", second)]),
        (f"To put the {one} on the {bench}", [on_bench]),
        (f"Putting the {one} on the {bench}", [on_bench]),
    ]  # fmt: skip
