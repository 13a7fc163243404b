"""Orders over made-up places: what is read is what was put into the sentence, and no odd word is passed over."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples, first

from clamp import Problem
from clamp.planning.goals import GoalLiteral, Goals
from clamp.words.goals import asked
from clamp.words.orders import Orders

pytestmark = pytest.mark.usefixtures("unhurried")

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


YARDS = pytest.mark.parametrize("seed", first(2, range(12)))
Case = tuple[str, list[tuple[str, ...]]]


def cases(yard: Yard) -> list[Case]:
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
    ]  # fmt: skip


@YARDS
def test_an_order_asks_for_what_was_put_into_it(seed: int) -> None:
    yard = yard_of(seed)
    missed: list[str] = []
    made = cases(yard)
    for sentence, goal in made:
        found = yard.read(sentence)
        wanted = frozenset(lit(*one) for one in goal)
        if found is None or len(found) > 1:
            missed.append(sentence)  # it asks back
            continue
        (mine,) = found
        assert yard.goals.equivalent(sorted(mine), sorted(wanted)), (sentence, mine)
    assert len(missed) <= len(made) // 8, missed


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(0, 2).map(yard_of), st.data())
def test_no_odd_word_is_passed_over(yard: Yard, data: st.DataObject) -> None:
    """A word that nothing here is called by leaves a sentence unread, wherever it stands."""
    sentence, _ = data.draw(st.sampled_from(cases(yard)))
    words = sentence.split()
    at = data.draw(st.integers(0, len(words)))
    odd = data.draw(
        st.sampled_from(["glimpfs", "hardly", "yesterday", "maybe", "or", "until", "unless", "half"])
    )
    assume(not (at == 0 and any(one in words for one in ("into", "onto"))))
    said = " ".join([*words[:at], odd, *words[at:]])
    if "if" not in words[:1] and "If" not in words[:1]:
        assert isinstance(yard.orders(said), str), said


@YARDS
def test_what_may_mean_one_of_two_things_is_told_twice(seed: int) -> None:
    yard = yard_of(seed)
    twin, one, _ = yard.things
    for sentence in [
        f"Bring the {twin} to the {yard.bench}",
        f"The {yard.engine} should be on",
        f"{one} into the {yard.box}, please",
        f"Zorple a {twin} into the {yard.areas[1]} {yard.box}",
        f"Turn some {yard.engine} off",
    ]:
        found = yard.read(sentence)
        assert found is None or len(found) != 1, (sentence, found)


@YARDS
def test_what_asks_for_nothing_here_is_no_order(seed: int) -> None:
    yard = yard_of(seed)
    _, second = yard.areas
    twin, one, other = yard.things
    for sentence in [
        f"The {one} was on the {yard.bench} all day",
        f"The {one} is on the {yard.bench}",
        f"The {yard.box} may be open",
        f"I put the {one} on the {yard.bench}",
        f"Somebody should put the {one} on the {yard.bench}",
        f"Don't put the {one} on the {yard.bench}",
        f"Never put the {one} on the {yard.bench}",
        f"Put the {one} on the {yard.bench} or in the {second} {yard.box}",
        f"Put the {one} anywhere but on the {yard.bench}",
        f"Put the {yard.bench} on the {one}",
        f"Put the {one} near the {yard.bench}",
        f"Put the {one} under the {yard.bench}",
        f"Put the green {one} on the {yard.bench}",
        f"Put the {one} from the {yard.bench} in the {second} {yard.box}",
        f"Put the {one} on the {yard.bench}, not on the {yard.bench}",
        f"Slice the {one} onto the {yard.bench}",
        f"Look for the {one} on the {yard.bench}",
        f"Bring me the {one}",
        f"Put the {one} on the {yard.bench} if the {second} {yard.box} is open",
        f"Put the {one} on the {yard.bench} tomorrow",
        f"The {one} does not belong to the {other}",
        f"Put three {twin}s on the {yard.bench}",
        f"Is the {one} on the {yard.bench}?",
        "Hello!",
        f"{one}",
    ]:
        assert isinstance(yard.orders(sentence), str), (sentence, yard.orders(sentence))
    assert yard.orders(f"If the {second} {yard.box} is open, put the {one} on the {yard.bench}") == [()]
