"""Sentences that become goals, or questions; goals that are said; and what writes a goal under its constraint."""

from __future__ import annotations

import json
import math
import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NoReturn

import pytest
from commands import run
from fakes import byte_vocabulary
from roots import ROOT

from clamp import GoalConstraint, GoalFormat, GoalPlanConstraint, PlanFormat, Problem, Rule
from clamp.cli.goal import aim
from clamp.cli.options import read_spec
from clamp.contracts import check_constraint
from clamp.decoding import Constraint
from clamp.decoding.goals import literals_of, said_directly
from clamp.decoding.rule_notation import UNKNOWN
from clamp.errors import ConstraintError, SceneError
from clamp.hosts.choices import Sure
from clamp.hosts.goals import MOST_EXAMPLES, GoalAnswer, goal_of, nearest_examples
from clamp.hosts.trained import goals_and_none, slip
from clamp.planning.goals import BOUND, GoalLiteral, Goals, own_goal
from clamp.request.form import request_of
from clamp.words.goals import Heard, for_whom, members_of, unread

KITCHEN = ROOT / "examples" / "kitchen"
FILES = ["--domain", str(KITCHEN / "domain.pddl"), "--problem", str(KITCHEN / "problem.pddl")]


@pytest.fixture(scope="module")
def kitchen() -> Problem:
    return Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")


def nobody() -> NoReturn:
    raise AssertionError("the reader needs no model")


class Writer:
    """A model that writes one text, if it may, with a share of the probability, and others with the rest."""

    name = "fake"
    vocabulary = byte_vocabulary()
    sure = Sure()

    def __init__(self, *texts: tuple[str, float]) -> None:
        self.texts = texts
        self.asked: list[Any] = []

    def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
        self.asked.append(prompt)
        assert isinstance(constraint, GoalConstraint)
        return [one for one in self.texts if constraint.read(one[0]) is not None][:width]


def answer(kitchen: Problem, sentence: str, model: Callable[[], Any] = nobody, **more: Any) -> GoalAnswer:
    return goal_of(sentence, kitchen, model, **more)


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Put the milk in the fridge.", "at(milk, fridge)"),
        ("Put the milk in the fridge and close it.", "at(milk, fridge) and not open(fridge)"),
        ("Open the fridge", "open(fridge)"),
        ("I'd like the apple on the table", "at(apple, table)"),
        ("Take the milk from the table and put it into the fridge.", "at(milk, fridge)"),
        ("Clean red_cup_1 and put it on the shelf.", "not dirty(red_cup_1) and at(red_cup_1, shelf)"),
        ("Put all the dishes in the sink.", "for every dish: at(it, sink)"),
        ("The apple should not be in the fridge", "not at(apple, fridge)"),
        ("Pick up the apple", "holding(apple)"),
    ],
)
def test_what_is_asked_to_be_so(kitchen: Problem, sentence: str, goal: str) -> None:
    found = answer(kitchen, sentence)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal)))
    assert found.to_json()["status"] == "goal"


@pytest.mark.parametrize(
    ("sentence", "status", "why"),
    [
        ("Wash the red cup.", "question", "red_cup_1, red_cup_2"),
        ("Put the cup on the shelf", "question", "may mean 2 things"),
        ("Feed the cat", "question", "'cat'"),
        ("Eat the apple", "question", "'eat'"),
        ("hello", "question", "What can be asked for"),
        ("Mets le lait dans le frigo.", "question", "names nothing"),
        ("Put the apple anywhere but the fridge", "question", "'but'"),
        ("Is the milk in the fridge?", "question", "an answer"),
        ("Close the fridge", "none", "so already"),
        ("Don't open the fridge.", "none", "nothing to be so"),
    ],
)
def test_what_is_asked_back(kitchen: Problem, sentence: str, status: str, why: str) -> None:
    found = answer(kitchen, sentence, Writer)
    assert found.status == status, found
    assert why in found.why
    assert found.to_json()["goal"] is None


BLOCKS = """(define (domain blocks) (:requirements :typing) (:types block)
  (:predicates (on ?a ?b - block) (on-table ?a - block) (clear ?a - block))
  (:action stack :parameters (?a ?b - block) :precondition (and (on-table ?a) (clear ?a) (clear ?b))
    :effect (and (on ?a ?b) (not (on-table ?a)) (not (clear ?b))))
  (:action unstack :parameters (?a ?b - block) :precondition (and (on ?a ?b) (clear ?a))
    :effect (and (on-table ?a) (clear ?b) (not (on ?a ?b)))))"""


HOME = """
(define (domain home) (:requirements :strips :typing :negative-preconditions)
  (:types item place - object plant food dish - item)
  (:predicates (robot-at ?p - place) (ontop ?i - item ?p - place) (carrying ?i - item) (free) (lit ?p - place)
    (watered ?p - plant) (made ?p - place) (dirty ?d - dish) (sliced ?f - food))
  (:action go :parameters (?a ?b - place) :precondition (robot-at ?a) :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action take :parameters (?i - item ?p - place) :precondition (and (robot-at ?p) (ontop ?i ?p) (free))
    :effect (and (carrying ?i) (not (ontop ?i ?p)) (not (free))))
  (:action put :parameters (?i - item ?p - place) :precondition (and (robot-at ?p) (carrying ?i))
    :effect (and (ontop ?i ?p) (free) (not (carrying ?i))))
  (:action water :parameters (?w - plant ?p - place) :precondition (and (robot-at ?p) (ontop ?w ?p))
    :effect (watered ?w))
  (:action make-bed :parameters (?p - place) :precondition (robot-at ?p) :effect (made ?p))
  (:action wash :parameters (?d - dish) :precondition (carrying ?d) :effect (not (dirty ?d)))
  (:action slice :parameters (?f - food ?p - place) :precondition (and (robot-at ?p) (ontop ?f ?p))
    :effect (sliced ?f)))
"""
HOME_PROBLEM = """
(define (problem home1) (:domain home) (:objects fern - plant bread - food mug plate - dish bed shelf oven - place)
  (:init (robot-at bed) (free) (ontop fern bed) (ontop bread shelf) (ontop mug bed) (ontop plate bed) (dirty mug)
    (dirty plate)) (:goal (and)))
"""


@pytest.fixture(scope="module")
def home() -> Problem:
    return Problem.from_pddl(HOME, HOME_PROBLEM)


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("The fern needs water.", "watered(fern)"),
        ("The fern looks thirsty, it could do with some water.", "watered(fern)"),
        ("Gather the mug and the plate on the shelf.", "ontop(mug, shelf) and ontop(plate, shelf)"),
        ("I'd like the plate to be clean by tonight.", "not dirty(plate)"),
        ("Make the bed", "made(bed)"),
        ("Everything dirty should be clean.", "not dirty(mug) and not dirty(plate)"),
        ("Take the fern off the bed and stick it in the oven.", "ontop(fern, oven)"),
        ("Could you tidy the mug away on the shelf?", "ontop(mug, shelf)"),
        ("It's too bright here, put the mug on the shelf.", "ontop(mug, shelf)"),
        ("Put the mug on the shelf, I'm freezing", "ontop(mug, shelf)"),
        ("Place a slice of bread in the oven", "sliced(bread) and ontop(bread, oven)"),
        ("Put a bread slice in the oven", "sliced(bread) and ontop(bread, oven)"),
        ("Put the dishes that lie on the bed on the shelf", "ontop(mug, shelf) and ontop(plate, shelf)"),
        ("Slice up the bread and put it in the oven.", "sliced(bread) and ontop(bread, oven)"),
        ("Water the fern - it is thirsty.", "watered(fern)"),
        ("It's gloomy in here — put the mug on the shelf", "ontop(mug, shelf)"),
        ("Bring me the mug to the shelf", "ontop(mug, shelf)"),
        ("Plate onto the shelf, mug into the oven", "ontop(plate, shelf) and ontop(mug, oven)"),
        (
            "Make sure the mug ends up on the shelf and the plate is clean again.",
            "ontop(mug, shelf) and not dirty(plate)",
        ),
    ],
)
def test_orders_in_the_words_of_people(home: Problem, sentence: str, goal: str) -> None:
    found = answer(home, sentence)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal))), found.text


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the pink mug and the blue mug on the shelf",
        "It's not too bright, put the mug on the shelf unless I say so",
        "I'm not cold, put the mug on the umbrella",
        "Put the parrot on the shelf",
        "There's a mug on the shelf",
        "Throw up the bread",
        "It's gloomy in here — put the parrot on the shelf",
    ],
)
def test_what_nobody_knows_is_still_asked(home: Problem, sentence: str) -> None:
    def model() -> Any:
        return Writer()

    assert answer(home, sentence, model).status != "goal"


TOWELS = """
(define (domain towels) (:requirements :strips :typing :negative-preconditions) (:types cloth device - object)
  (:predicates (folded ?c - cloth) (running ?d - device))
  (:action fold :parameters (?c - cloth) :precondition (not (folded ?c)) :effect (folded ?c))
  (:action start :parameters (?d - device) :precondition (not (running ?d)) :effect (running ?d))
  (:action turn-off :parameters (?d - device) :precondition (running ?d) :effect (not (running ?d))))
"""
TOWELS_PROBLEM = """
(define (problem two) (:domain towels) (:objects blanket red_towel blue_towel - cloth heater - device) (:init)
  (:goal (and)))
"""


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        pytest.param(
            "Fold both towels.", "folded(red_towel) and folded(blue_towel)", id="called-so-not-of-that-sort"
        ),
        pytest.param("Get the heater going", "running(heater)", id="get-going"),
        pytest.param("Fold up the blanket", "folded(blanket)", id="up"),
    ],
)
def test_what_is_called_so_comes_before_what_may_be_called_so(sentence: str, goal: str) -> None:
    found = answer(Problem.from_pddl(TOWELS, TOWELS_PROBLEM), sentence)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal))), found.text


def shelved(*names: str) -> Problem:
    """Things of these names, and a shelf to put them on."""
    return Problem.from_pddl(
        """(define (domain shelf) (:requirements :strips :typing) (:types item place)
        (:predicates (on ?i - item ?p - place))
        (:action put :parameters (?i - item ?p - place) :precondition () :effect (on ?i ?p)))""",
        f"(define (problem p) (:domain shelf) (:objects {' '.join(names)} napkin - item shelf - place) (:init)"
        f" (:goal (on {names[0]} shelf)))",
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("noun", "open_name", "closed_name"),
    [
        ("book", "hymn_book", "cookbook"),
        ("cup", "coffee_cup", "eggcup"),
        ("pot", "jam_pot", "teapot"),
        ("pan", "baking_pan", "saucepan"),
        ("coat", "winter_coat", "raincoat"),
        ("mat", "yoga_mat", "doormat"),
        ("knife", "bread_knife", "penknife"),
        ("stool", "bar_stool", "footstool"),
        ("bin", "recycling_bin", "dustbin"),
        ("glass", "water_glass", "wineglass"),
        ("bear", "brown_bear", "teddybear"),
        ("chair", "garden_chair", "armchair"),
    ],
)
def test_a_name_that_is_written_as_one_word_ends_in_its_noun_too(
    noun: str, open_name: str, closed_name: str
) -> None:
    both = shelved(open_name, closed_name)
    found = goal_of(f"Put the {noun} on the shelf.", both, nobody)
    assert found.status == "question"
    assert {one.literals[0].args[0] for one in found.alternatives} == {open_name, closed_name}
    plain = goal_of(f"Put the {open_name.replace('_', ' ')} on the shelf.", both, nobody)
    assert [one.args[0] for one in plain.literals] == [open_name]
    closed = goal_of(f"Put the {closed_name} on the shelf.", both, nobody)
    assert [one.args[0] for one in closed.literals] == [closed_name]
    all_of_them = goal_of(f"Put both {noun}s on the shelf.".replace("knifes", "knives"), both, nobody)
    assert {one.args[0] for one in all_of_them.literals} == {open_name, closed_name}


@pytest.mark.parametrize(
    ("noun", "meant", "other"),
    [
        ("board", "cutting_board", "keyboard"),
        ("board", "cutting_board", "cupboard"),
        ("table", "coffee_table", "vegetable"),
        ("nut", "brass_nut", "doughnut"),
        ("key", "door_key", "turkey"),
        ("pan", "baking_pan", "marzipan"),
        ("bin", "recycling_bin", "cabin"),
        ("cup", "coffee_cup", "buttercup"),
        ("phone", "mobile_phone", "saxophone"),
        ("glass", "water_glass", "hourglass"),
    ],
)
def test_a_word_that_only_ends_like_another_is_not_called_so(noun: str, meant: str, other: str) -> None:
    found = goal_of(f"Put the {noun} on the shelf.", shelved(meant, other), nobody)
    assert [one.args[0] for one in found.literals] == [meant]


COOKING = """
(define (domain cooking) (:requirements :strips :typing :negative-preconditions) (:types item place - object)
  (:predicates (inReceptacle ?i - item ?p - place) (isClean ?i - item) (isHot ?i - item) (isCool ?i - item)
    (isSliced ?i - item))
  (:action CleanObject :parameters (?i - item) :precondition () :effect (isClean ?i))
  (:action HeatObject :parameters (?i - item) :precondition () :effect (and (isHot ?i) (not (isCool ?i))))
  (:action CoolObject :parameters (?i - item) :precondition () :effect (and (isCool ?i) (not (isHot ?i))))
  (:action SliceObject :parameters (?i - item) :precondition () :effect (isSliced ?i))
  (:action PutObject :parameters (?i - item ?p - place) :precondition () :effect (inReceptacle ?i ?p)))
"""
MADE = {
    "isClean": "clean cleaned washed",
    "isHot": "hot heated warmed warm heated-up",
    "isCool": "cold cooled chilled",
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("fact", "said"), [(fact, said) for fact, all_ in MADE.items() for said in all_.split()]
)
@pytest.mark.parametrize(
    ("things", "sliced"),
    [
        ("a {} apple", False),
        ("{} apple", False),
        ("a slice of {} apple", True),
        ("a {} slice of apple", True),
        ("a {} bar of soap", False),
    ],
)
def test_what_is_to_be_such_before_it_is_put_somewhere(
    fact: str, said: str, things: str, sliced: bool
) -> None:
    meal = Problem.from_pddl(
        COOKING,
        "(define (problem p) (:domain cooking) (:objects apple soap_bar - item fridge - place) (:init)"
        " (:goal (isHot apple)))",
    )
    name = "apple" if "apple" in things else "soap_bar"
    found = goal_of(f"Put {things.format(said)} in the fridge.", meal, nobody)
    wanted = {("inReceptacle", name, "fridge"), (fact, name), *([("isSliced", name)] if sliced else [])}
    assert (found.status, {(one.predicate, *one.args) for one in found.literals}) == ("goal", wanted), (
        found.text
    )


@pytest.mark.parametrize("before", ["grey", "small wooden", "striped", "large metal", "round"])
@pytest.mark.parametrize(
    "names", [("plate",), ("plate", "steel_spoon", "red_mug", "tall_vase", "square_tray", "plain_bib")]
)
def test_how_the_only_thing_looks_matters_where_names_tell_looks(before: str, names: tuple[str, ...]) -> None:
    """*The grey plate* is the one plate there is, where no name says of anything which colour it has."""
    asked = goal_of(f"Put the {before} plate on the shelf.", shelved(*names), Writer)
    assert asked.status == ("goal" if len(names) == 1 else "question"), asked.text
    two = goal_of(f"Put the {before} plate on the shelf.", shelved("soup_plate", "dinner_plate"), Writer)
    assert two.status == "question"


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Put a set of keys on the shelf.", {"keychain_1"}),
        ("Put a roll of kitchen paper on the shelf.", {"kitchen_paper"}),
        ("Put the kitchen paper roll on the shelf.", {"kitchen_paper"}),
        ("Put the tin of paint on the shelf.", {"paint_tin"}),
        ("Put the bottle of the red wine on the shelf.", {"red_wine_bottle"}),
        ("Put all the lights on the shelf.", {"desk_lamp", "night_light"}),
        ("Put the lamps on the shelf.", {"desk_lamp", "head_lamp"}),
    ],
)
def test_what_things_come_in_and_words_for_several(sentence: str, names: set[str]) -> None:
    lamps = {"desk_lamp", "head_lamp"} if "lamps" in sentence else {"desk_lamp", "night_light"}
    there = ("keychain_1", "kitchen_paper", "paint_tin", "red_wine_bottle", *sorted(lamps))
    found = goal_of(sentence, shelved(*there), nobody)
    assert {one.args[0] for one in found.literals if found.status == "goal"} == names, found.text


LAUNDRY = """
(define (domain laundry) (:requirements :strips :typing :negative-preconditions)
  (:types cloth crockery plot lamp place - object)
  (:predicates {facts} (on ?x - object ?p - place) (watered ?b - plot) (lit ?l - lamp) (plugged_in ?l - lamp))
  (:action wash-thing :parameters (?c - (either cloth crockery)) :precondition () :effect {wash})
  (:action dry-thing :parameters (?c - (either cloth crockery)) :precondition () :effect (not (wet ?c)))
  (:action put :parameters (?x - object ?p ?q - place) :precondition (on ?x ?q)
    :effect (and (on ?x ?p) (not (on ?x ?q))))
  (:action water :parameters (?b - plot) :precondition () :effect (watered ?b))
  (:action plug-in :parameters (?l - lamp) :precondition () :effect (plugged_in ?l))
  (:action unplug :parameters (?l - lamp) :precondition () :effect (not (plugged_in ?l)))
  (:action switch-on :parameters (?l - lamp) :precondition () :effect (lit ?l))
  (:action switch-off :parameters (?l - lamp) :precondition () :effect (not (lit ?l))))
"""
LAUNDRY_PROBLEM = """
(define (problem p) (:domain laundry) (:objects toms_shirt mias_shirt scarf - cloth plate green_mug - crockery
    bean_bed herb_bed - plot desk_lamp hall_lamp porch_light - lamp desk childrens_shelf sofa - place)
  (:init {so} (watered herb_bed) (plugged_in desk_lamp) (plugged_in hall_lamp) (lit desk_lamp) (lit porch_light)
    (on toms_shirt desk) (on scarf desk) (on plate desk) (on green_mug childrens_shelf)) (:goal (and)))
"""
WASHES = {  # what washing makes of a thing, as facts, at first, and as a goal
    "clean": ("(clean ?c - object) (wet ?c - object)", "(and (clean ?c) (wet ?c))", "", "clean({})"),
    "not-dirty": (
        "(dirty ?c - object) (wet ?c - object)",
        "(and (not (dirty ?c)) (wet ?c))",
        " ".join(f"(dirty {one})" for one in ["toms_shirt", "mias_shirt", "scarf", "plate", "green_mug"]),
        "not dirty({})",
    ),
    "washed": ("(washed ?c - object) (wet ?c - object)", "(and (washed ?c) (wet ?c))", "", "washed({})"),
}


def laundry(how: str = "clean") -> Problem:
    facts, wash, so, _ = WASHES[how]
    return Problem.from_pddl(LAUNDRY.format(facts=facts, wash=wash), LAUNDRY_PROBLEM.format(so=so))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("how", WASHES)
@pytest.mark.parametrize(
    ("sentence", "things", "more"),
    [
        ("Wash the scarf.", ["scarf"], ""),
        ("The scarf needs washing.", ["scarf"], ""),
        ("The scarf should be washed.", ["scarf"], ""),
        ("Wash Tom's shirt.", ["toms_shirt"], ""),
        ("Wash the scarf and put it on the desk.", ["scarf"], ""),
        ("The scarf should be washed and on the children's shelf.", ["scarf"], " and on(scarf, childrens_shelf)"),
        ("By tomorrow I want Mia's shirt washed, dried and on the desk.", ["mias_shirt"],
         " and not wet(mias_shirt) and on(mias_shirt, desk)"),
        ("Wash the dishes.", ["plate", "green_mug"], ""),
    ],
)  # fmt: skip
def test_what_is_done_is_for_what_it_is_done_for(
    how: str, sentence: str, things: list[str], more: str
) -> None:
    """A washed shirt is wet, too; what is asked for is that it is clean."""
    found = goal_of(sentence, laundry(how), nobody)
    wanted = set(literals_of(" and ".join(map(WASHES[how][3].format, things)) + more))
    left = {one for one in found.literals if one.predicate != "on" or more}
    assert (found.status, left) == ("goal", wanted), found.text


def test_what_is_so_for_good_is_what_it_would_be_done_for() -> None:
    """What is clean, and can never be dirty, is not washed for it to get wet."""
    facts, wash, _, _ = WASHES["clean"]
    clean = Problem.from_pddl(
        LAUNDRY.format(facts=facts, wash=wash), LAUNDRY_PROBLEM.format(so="(clean scarf)")
    )
    found = goal_of("Wash the scarf.", clean, nobody)
    assert (found.status, found.literals) == ("none", (GoalLiteral("clean", ("scarf",)),))


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Water the beds that haven't been watered yet.", "watered(bean_bed)"),
        ("Whichever beds aren't watered yet, water them.", "watered(bean_bed)"),
        ("Water every bed that needs watering.", "watered(bean_bed)"),
        ("Unplug everything that is plugged in.", "not plugged_in(desk_lamp) and not plugged_in(hall_lamp)"),
        ("Unplug everything that is plugged in but switched off.", "not plugged_in(hall_lamp)"),
        ("Switch off whichever lamps are on.", "not lit(desk_lamp) and not lit(porch_light)"),
        ("Switch off the lights that are on.", "not lit(desk_lamp) and not lit(porch_light)"),
        ("That scarf on the desk, put it on the children's shelf.", "on(scarf, childrens_shelf)"),
        ("The scarf has got filthy again, it needs washing.", "clean(scarf)"),
        ("Wash the shirt that isn't on the desk.", "clean(mias_shirt)"),
        ("Whichever shirts aren't on the desk, wash them.", "clean(mias_shirt)"),
        ("Everything on the desk that isn't a plate goes onto the sofa.", "on(toms_shirt, sofa) and on(scarf, sofa)"),
        ("If the porch light is still on, switch it off.", "not lit(porch_light)"),
        ("Switch the desk lamp off and the other lamps on.",
         "not lit(desk_lamp) and lit(hall_lamp) and lit(porch_light)"),
        ("Take everything off the desk that is lying on it now.",
         "not on(toms_shirt, desk) and not on(scarf, desk) and not on(plate, desk)"),
        ("Take everything that is on the desk off it except for the plate.",
         "not on(toms_shirt, desk) and not on(scarf, desk)"),
        ("Take everything except the plate off the desk.", "not on(toms_shirt, desk) and not on(scarf, desk)"),
        ("Everything off the desk except the plate, put it all on the children's shelf.",
         "on(toms_shirt, childrens_shelf) and on(scarf, childrens_shelf)"),
    ],
)  # fmt: skip
def test_which_things_are_meant_is_told_by_how_and_where_they_are(sentence: str, goal: str) -> None:
    found = goal_of(sentence, laundry(), nobody)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal))), found.text


@pytest.mark.parametrize(
    ("sentence", "goal", "left"),
    [
        ("Take everything there is off the desk.", "not on(scarf, desk)", ["toms_shirt", "plate"]),
        ("Everything bar the plate has to leave the desk.", "not on(scarf, desk)", ["toms_shirt"]),
        ("Take the scarf off the desk.", "not on(scarf, desk)", []),
        (
            "Put the lot from the desk on the children's shelf.",
            "on(scarf, childrens_shelf)",
            ["toms_shirt", "plate"],
        ),
    ],
)
def test_what_of_everything_a_goal_leaves_where_it_is(sentence: str, goal: str, left: list[str]) -> None:
    assert Heard(sentence, laundry()).not_all(literals_of(goal)) == left


GUESTS = """
(define (domain guests) (:requirements :strips :typing :negative-preconditions)
  (:types room person bed radiator towel shelf - object)
  (:predicates (made ?b - bed) (heating ?r - radiator) (dusty ?s - shelf) (on ?t - towel ?s - shelf)
    (has ?p - person ?t - towel) (holding ?t - towel) (stands-in ?x - object ?r - room) ({guest} ?p - person ?r - room)
    (person-in ?p - person ?r - room))
  (:action make :parameters (?b - bed) :precondition () :effect (made ?b))
  (:action turn-on :parameters (?r - radiator) :precondition () :effect (heating ?r))
  (:action turn-off :parameters (?r - radiator) :precondition () :effect (not (heating ?r)))
  (:action wipe :parameters (?s - shelf) :precondition () :effect (not (dusty ?s)))
  (:action take :parameters (?t - towel ?s - shelf) :precondition (on ?t ?s)
    :effect (and (holding ?t) (not (on ?t ?s))))
  (:action put :parameters (?t - towel ?s - shelf) :precondition (holding ?t)
    :effect (and (on ?t ?s) (not (holding ?t))))
  (:action give :parameters (?t - towel ?p - person) :precondition (holding ?t)
    :effect (and (has ?p ?t) (not (holding ?t)))))
"""
GUESTS_PROBLEM = """
(define (problem p) (:domain guests) (:objects rose_room garden_room hall - room mr_okafor mrs_keller - person
    rose_room_bed garden_room_bed - bed rose_room_radiator garden_room_radiator hall_radiator - radiator
    white_towel - towel rose_room_shelf hall_shelf - shelf)
  (:init (stands-in rose_room_bed rose_room) (stands-in garden_room_bed garden_room)
    (stands-in rose_room_radiator rose_room) (stands-in garden_room_radiator garden_room)
    (stands-in hall_radiator hall) (stands-in rose_room_shelf rose_room) (stands-in hall_shelf hall)
    ({guest} mr_okafor garden_room) ({guest} mrs_keller rose_room) (person-in mr_okafor garden_room)
    (person-in mrs_keller hall) (heating rose_room_radiator) (dusty hall_shelf) (on white_towel hall_shelf))
  (:goal (and)))
"""


@pytest.mark.parametrize("guest", ["guest-of", "lives_in", "booked"])
@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Could you make Mr Okafor's bed?", "made(garden_room_bed)"),
        ("Make Mrs Keller's bed.", "made(rose_room_bed)"),
        ("Turn on the radiator in Mr Okafor's room.", "heating(garden_room_radiator)"),
        ("Take the white towel to Mr Okafor and make his bed.",
         "has(mr_okafor, white_towel) and made(garden_room_bed)"),
        ("Take the white towel to Mr Okafor and make the bed in his room.",
         "has(mr_okafor, white_towel) and made(garden_room_bed)"),
        ("Take the white towel to the rose room and lay it on the shelf.", "on(white_towel, rose_room_shelf)"),
        ("Turn off the heating in the rose room.", "not heating(rose_room_radiator)"),
        ("Radiators on everywhere except in the garden room.",
         "heating(rose_room_radiator) and heating(hall_radiator)"),
        ("All the radiators should be on, except the one in the rose room, which has to be off.",
         "not heating(rose_room_radiator) and heating(garden_room_radiator) and heating(hall_radiator)"),
        ("Radiators on everywhere except in the rose room, that one stays off.",
         "not heating(rose_room_radiator) and heating(garden_room_radiator) and heating(hall_radiator)"),
        ("Dust the hall shelf.", "not dusty(hall_shelf)"),
    ],
)  # fmt: skip
def test_whose_a_thing_is_and_what_is_excepted(guest: str, sentence: str, goal: str) -> None:
    house = Problem.from_pddl(GUESTS.format(guest=guest), GUESTS_PROBLEM.format(guest=guest))
    found = goal_of(sentence, house, nobody)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal))), found.text


@pytest.mark.parametrize(
    ("sentence", "people", "goal"),
    [
        ("Could you get the towel for me?", "mr_okafor", "has(mr_okafor, white_towel)"),
        ("Bring me the towel.", "mr_okafor", "has(mr_okafor, white_towel)"),
        ("Bring me the towel.", "mr_okafor mrs_keller", "it is not said who is to have white_towel"),
        ("Pick up the towel.", "mr_okafor mrs_keller", "holding(white_towel)"),
    ],
)
def test_for_whom_a_thing_is_to_be_held(sentence: str, people: str, goal: str) -> None:
    """Whoever read it, also a model."""
    problem = GUESTS_PROBLEM.format(guest="guest-of")
    if people == "mr_okafor":
        problem = problem.replace("mr_okafor mrs_keller - person", "mr_okafor - person")
        problem = re.sub(r"\([a-z-]+ mrs_keller \w+\)", "", problem)
    house = Problem.from_pddl(GUESTS.format(guest="guest-of"), problem)
    found = for_whom(sentence, tuple(literals_of("holding(white_towel)")), house, Goals(house))
    assert found == (goal if goal.startswith("it is") else tuple(literals_of(goal)))


@pytest.mark.parametrize(
    ("goal", "several"),
    [
        ("heating(hall_radiator) and not heating(rose_room_radiator)", True),
        ("heating(hall_radiator) and heating(garden_room_radiator)", False),
        ("heating(hall_radiator)", True),
    ],
)
def test_of_all_but_one_a_goal_leaves_none_out(goal: str, several: bool) -> None:
    house = Problem.from_pddl(GUESTS.format(guest="guest-of"), GUESTS_PROBLEM.format(guest="guest-of"))
    heard = Heard("Put all the radiators on, except the one in the rose room", house)
    assert bool(heard.several(literals_of(goal), members_of(house))) == several


class TwoMinds(Writer):
    """A model that writes something else once what there is is told in the opposite order."""

    def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
        first, second = self.texts
        self.texts = (second, first)
        return super().beams(prompt, constraint, 1)


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        (("at(apple, sink)", 0.9), ("at(apple, sink)", 0.3), "goal"),
        (("at(apple, sink)", 0.9), ("at(apple, table)", 0.3), "question"),
    ],
)
def test_what_is_likeliest_in_one_order_alone_is_asked_back(
    kitchen: Problem, first: tuple[str, float], second: tuple[str, float], status: str
) -> None:
    writer = TwoMinds(*((text, math.log(share)) for text, share in (first, second)))
    found = goal_of("The apple could do with flummoxing", kitchen, nobody, reads=lambda: writer)
    assert found.status == status, found.text
    assert [one.share for one in found.alternatives][:1] == [pytest.approx(0.6 if status == "goal" else 0.45)]


@pytest.mark.parametrize(
    ("sentence", "goal", "said"),
    [
        ("Carry the apple into the sink.", "at(milk, sink)", "apple"),
        ("Carry the apple into the sink.", "at(apple, sink)", ""),
        ("Put the milk in the sink for the apple.", "at(milk, sink)", ""),
        ("The apple is for later, the milk in the sink.", "at(milk, sink)", ""),
    ],
)
def test_with_what_a_sentence_begins_by_saying_what_to_do(
    kitchen: Problem, sentence: str, goal: str, said: str
) -> None:
    assert Heard(sentence, kitchen).untouched(literals_of(goal), members_of(kitchen)) == said


@pytest.mark.parametrize(
    ("guard", "sentence", "goal", "said"),
    [
        ("refused", "Mrs Keller doesn't want the towel, bring her a rug.", "has(mrs_keller, white_towel)", "towel"),
        ("refused", "Mrs Keller doesn't want the towel on her shelf, give it to Mr Okafor.",
         "on(white_towel, hall_shelf)", ""),
        ("refused", "Mrs Keller wants the towel.", "has(mrs_keller, white_towel)", ""),
        ("untrue", "Take the towel that's on the rose room shelf to her.", "has(mrs_keller, white_towel)",
         "rose room shelf"),
        ("untrue", "Take the towel that is lying on the hall shelf to her.", "has(mrs_keller, white_towel)", ""),
        ("strangers", "Give Mr Keller the towel.", "has(mrs_keller, white_towel)", "Mr Keller"),
        ("strangers", "Give Mrs. Keller the towel.", "has(mrs_keller, white_towel)", ""),
        ("strangers", "Give Mr Keller the towel.", "has(mr_okafor, white_towel)", ""),
        ("dropped", "Put the towel on the rose room shelf, but not mine.", "on(white_towel, rose_room_shelf)", "mine"),
    ],
)  # fmt: skip
def test_what_speaks_against_a_goal(guard: str, sentence: str, goal: str, said: str) -> None:
    house = Problem.from_pddl(GUESTS.format(guest="guest-of"), GUESTS_PROBLEM.format(guest="guest-of"))
    heard, literals = Heard(sentence, house), literals_of(goal)
    found = {
        "refused": lambda: heard.refused(literals),
        "untrue": lambda: heard.untrue(literals),
        "strangers": lambda: heard.strangers(literals, members_of(house)),
        "dropped": lambda: heard.dropped(literals, members_of(house)),
    }[guard]()
    assert found == ([said] if said else [])


@pytest.mark.parametrize(
    ("sentence", "hedged"),
    [
        ("Mr Okafor would love Mrs Keller to fold the towel more often.", True),
        ("Mr Okafor would love the towel.", False),
        ("Mr Okafor would like the towel to be brought to him.", False),
        ("Mr Okafor would like you to make his bed.", False),
    ],
)
def test_what_somebody_else_is_to_do_is_no_wish_for_a_thing(sentence: str, hedged: bool) -> None:
    house = Problem.from_pddl(GUESTS.format(guest="guest-of"), GUESTS_PROBLEM.format(guest="guest-of"))
    heard = Heard(sentence, house)
    assert (bool(heard.hedged) and not heard.wishes) == hedged


@pytest.mark.parametrize(
    "when",
    [
        "in an hour",
        "in ten minutes",
        "in 20 mins",
        "in a while",
        "at seven",
        "at half past six",
        "at 7:30 pm",
        "at noon",
        "tomorrow",
        "tomorrow morning",
        "later",
        "later on",
        "after lunch",
        "on Monday",
        "next week",
        "every morning",
        "twice a day",
        "for ten minutes",
        "tomorrow at seven",
        "an hour from now",
        "when I get home",
        "in the morning",
    ],
)
@pytest.mark.parametrize("form", ["Open the fridge {}.", "{}, open the fridge.", "Could you please open the fridge {}?",
                                  "Put the bread on the table, and then open the fridge {}."])  # fmt: skip
def test_what_is_to_wait_or_to_last_is_asked_back(kitchen: Problem, form: str, when: str) -> None:
    given = answer(kitchen, form.format(when))
    assert given.status == "question"
    assert when.lower().split()[-1] in given.text


@pytest.mark.parametrize(
    "sentence",
    [
        "Open the fridge, we're off in ten minutes.",
        "I leave in an hour, so open the fridge.",
        "Open the fridge by seven.",
        "Open the fridge before lunch.",
        "Open the fridge now.",
        "Open the fridge so that I see it in the morning.",
    ],
)
def test_a_reason_or_a_deadline_does_not_put_it_off(kitchen: Problem, sentence: str) -> None:
    assert answer(kitchen, sentence).status == "goal"


@pytest.mark.parametrize(
    "sentence",
    [
        "Open the fridge. No, wait, don't, I still need it.",
        "Open the fridge. Actually no, leave it.",
        "Open the fridge. No, scrap that, it's fine.",
        "Open the fridge... oh, never mind, I'll manage.",
        "Open the fridge. Hang on, forget it, the milk is out already.",
        "Open the fridge, no, stop, don't open it.",
        "Open the fridge - cancel that, please.",
        "Open the fridge... no, hang on, I'd rather you didn't.",
        "Anna would love to have the fridge open, but she isn't getting that.",
        "Anna wants the fridge open, but she'll have to wait.",
    ],
)
def test_what_is_taken_back_is_asked_back(kitchen: Problem, sentence: str) -> None:
    given = answer(kitchen, sentence)
    assert (given.status, "takes it back" in given.text) == ("question", True)


@pytest.mark.parametrize(
    ("sentence", "hedged"),
    [
        ("Anna is going to open the fridge.", True),
        ("I'll open the fridge myself in a second.", True),
        ("At the last party Anna opened the fridge.", True),
        ("I'm going to bed, open the fridge.", False),
        ("Anna wants the fridge open, but she can't reach it.", True),
        ("We're going to need the fridge open.", False),
    ],
)
def test_what_somebody_will_do_or_did_is_not_asked_for(kitchen: Problem, sentence: str, hedged: bool) -> None:
    heard = Heard(sentence, kitchen)
    assert (bool(heard.hedged), heard.taken_back) == (hedged, "")


@pytest.mark.parametrize(
    ("sentence", "forbids"),
    [
        ("N'ouvre pas le frigo, s'il te plaît.", True),
        ("N’ouvre surtout pas le frigo.", True),
        ("Den Kühlschrank bitte nicht öffnen!", True),
        ("No abras la nevera, que se va el frío.", True),
        ("Niet de koelkast openen, alsjeblieft.", True),
        ("Não abras a geladeira.", True),
        ("Ne laisse pas le frigo ouvert.", False),
        ("N'oublie pas d'ouvrir le frigo.", False),
        ("No dejes abierta la nevera, por favor.", False),
        ("Mach nicht den Schrank, sondern den Kühlschrank auf.", False),
        ("No open bottles in the fridge, please.", False),
        ("Don't leave the fridge open.", False),
    ],
)
def test_what_another_language_only_forbids_is_no_goal(
    kitchen: Problem, sentence: str, forbids: bool
) -> None:
    assert bool(Heard(sentence, kitchen).forbids) == forbids
    if forbids:
        assert answer(kitchen, sentence).status == "question"


@pytest.mark.parametrize(
    ("sentence", "goal", "said"),
    [
        ("Shut the fridge and keep it open.", "not open(fridge)", "keep it open"),
        ("Shut the fridge and leave it open.", "not open(fridge)", "leave it open"),
        ("Open the fridge and leave it open.", "open(fridge)", ""),
        ("Shut the fridge and keep it closed.", "not open(fridge)", ""),
    ],
)
def test_what_is_to_be_kept_otherwise_is_a_contradiction(
    kitchen: Problem, sentence: str, goal: str, said: str
) -> None:
    assert Heard(sentence, kitchen).kept_otherwise(literals_of(goal)) == said


@pytest.mark.parametrize(
    ("sentence", "goal", "said"),
    [
        ("Put the milk in the sink, and don't open the fridge.", "open(fridge)", "don't open the fridge"),
        ("Put the milk in the sink, and don't open the fridge.", "at(milk, sink)", ""),
        ("Don't leave the fridge open.", "not open(fridge)", ""),
        ("Don't forget to open the fridge.", "open(fridge)", ""),
    ],
)
def test_what_is_forbidden_is_not_asked_for(kitchen: Problem, sentence: str, goal: str, said: str) -> None:
    assert Heard(sentence, kitchen).forbidden(literals_of(goal)) == said


@pytest.mark.parametrize(
    ("sentence", "status", "goal"),
    [
        ("Pick up the milk and leave it in the sink.", "goal", "at(milk, sink)"),
        ("Open the fridge and take the milk out.", "question", ""),
        ("Put the milk in the fridge before it goes off.", "goal", "at(milk, fridge)"),
        ("Put the milk in the sink twice.", "question", ""),
        ("Open the fridge when you leave.", "question", ""),
    ],
)
def test_what_was_read_wrongly_by_words_alone(
    kitchen: Problem, sentence: str, status: str, goal: str
) -> None:
    found = answer(kitchen, sentence)
    assert found.status == status
    assert not goal or found.literals == tuple(literals_of(goal))


@pytest.mark.parametrize(
    ("sentence", "goal", "said"),
    [
        ("Not the milk, put the apple in the sink.", "at(milk, sink)", "not the milk"),
        ("Not the milk, put the apple in the sink.", "at(apple, sink)", ""),
        ("Put the apple in the sink, not the milk.", "at(apple, sink)", ""),
        ("Put the milk in the sink, sorry, I mean the apple.", "at(milk, sink)", "the apple"),
        ("Put the milk in the sink, sorry, I mean the apple.", "at(apple, sink)", ""),
        ("Put the milk on the shelf, no, wait, the table.", "at(milk, shelf)", "the table"),
    ],
)
def test_what_is_corrected_is_not_meant(kitchen: Problem, sentence: str, goal: str, said: str) -> None:
    assert Heard(sentence, kitchen).not_corrected(literals_of(goal)) == said


@pytest.mark.parametrize("said", ["green", "blue"])
def test_what_is_called_otherwise_is_not_meant(kitchen: Problem, said: str) -> None:
    literals = literals_of("at(red_cup_1, shelf)")
    assert Heard(f"Put the {said} cup on the shelf.", kitchen).opposed(literals) == [f"{said} cup"]
    assert Heard("Put the red cup on the shelf.", kitchen).opposed(literals) == []
    assert Heard("Put the coffee cup on the shelf.", kitchen).opposed(literals) == []


def test_a_goal_takes_as_many_actions_as_it_needs() -> None:
    """Thirty books are shelved one by one; a budget bounds that only where somebody gave one."""
    sentence, many = "Put all the books on the shelf.", shelved(*(f"book_{number}" for number in range(30)))
    assert goal_of(sentence, many, nobody).status == "goal"
    bounded = goal_of(sentence, many, nobody, budget=20)
    assert bounded.status == "none"
    assert bounded.why.startswith("It cannot be reached within 20 actions: ")


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("Put the lamp at the piano on the shelf.", "piano_lamp"),
        ("Put the lamp by the piano on the shelf.", "piano_lamp"),
        ("Put the lamp near the piano on the shelf.", "piano_lamp"),
        ("Put the towel by the pool on the shelf.", "pool_towel"),
        ("Put the lamp on the shelf.", None),
        ("Put the lamp by the door on the shelf.", None),
    ],
)
def test_a_thing_that_is_called_after_its_place_may_be_told_by_it(sentence: str, meant: str | None) -> None:
    home = shelved("piano_lamp", "floor_lamp", "pool_towel", "bath_towel")
    try:
        found = goal_of(sentence, home, nobody)
    except AssertionError:  # it would be left to a model
        assert meant is None
    else:
        assert [one.args[0] for one in found.literals if found.status == "goal"] == ([meant] if meant else [])


@pytest.mark.parametrize(
    ("sentence", "name", "several"),
    [
        ("The lamp at the piano: bang it on the shelf.", "piano_lamp", False),
        ("The lamp at the piano: bang it on the shelf.", "floor_lamp", True),
        ("The lamp: bang it on the shelf.", "piano_lamp", True),
        ("Bang the books on the shelf.", "hymn_book", True),
        ("Bang every book on the shelf.", "hymn_book", True),
        ("Bang the toy on the shelf.", "toy_train", True),
        ("Bang the toy on the shelf.", "teddy_bear", True),
        ("Bang the toy train on the shelf.", "toy_train", False),
        ("Bang the fruit on the shelf.", "apple", False),
    ],
)
def test_what_a_model_took_one_of_several_for_is_told_from_what_was_said(
    sentence: str, name: str, several: bool
) -> None:
    home = shelved("piano_lamp", "floor_lamp", "hymn_book", "cookbook", "toy_train", "teddy_bear", "apple")
    goals = Goals(home)
    literals = [GoalLiteral("on", (name, "shelf"))]
    assert bool(Heard(sentence, home).several(literals, members_of(home))) == several
    assert goals.knows(literals[0])


@pytest.fixture(scope="module")
def rooms() -> Problem:
    """Places that contain things, two lamps in two rooms, and two mugs."""
    return Problem.from_pddl(
        """(define (domain rooms) (:requirements :strips :typing) (:types item lamp place - object box room - place)
        (:predicates (contains ?p - place ?i - object) (lit ?l - lamp))
        (:action move :parameters (?i - item ?from ?to - place) :precondition (contains ?from ?i)
         :effect (and (not (contains ?from ?i)) (contains ?to ?i)))
        (:action light :parameters (?l - lamp) :precondition () :effect (lit ?l)))""",
        """(define (problem p) (:domain rooms) (:objects butter red_mug blue_mug - item fridge cupboard - box
        desk_lamp floor_lamp bedside_lamp - lamp bedroom lounge - room anna - place)
        (:init (contains bedroom desk_lamp) (contains lounge floor_lamp) (contains lounge butter)
        (contains lounge red_mug) (contains lounge blue_mug)) (:goal (contains fridge butter)))""",
    )


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Would you mind putting the butter in the fridge?", [("contains", "fridge", "butter")]),
        (
            "The red mug goes in the cupboard and the other mug goes in the fridge.",
            [("contains", "cupboard", "red_mug"), ("contains", "fridge", "blue_mug")],
        ),
    ],
)
def test_places_that_contain_things_and_the_other_of_two(
    rooms: Problem, sentence: str, goal: list[tuple[str, ...]]
) -> None:
    found = goal_of(sentence, rooms, nobody)
    assert found.status == "goal", found.why
    assert {(one.predicate, *one.args) for one in found.literals} == set(goal)


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the butter in the fridge. Oh, sorry, I meant the red mug.",
        "Put the butter in the fridge, I mean the red mug.",
        "Put the butter in the fridge. No wait, the red mug.",
        "Put the butter in the fridge. Make that the cupboard.",
    ],
)
def test_what_is_corrected_is_not_read_as_it_was_said_first(rooms: Problem, sentence: str) -> None:
    found = goal_of(sentence, rooms, nobody, reads=lambda: None)
    assert found.status == "question"
    corrected = Writer(("contains(fridge, red_mug)", math.log(0.9)))
    read = goal_of(sentence, rooms, nobody, reads=lambda: corrected)
    assert corrected.asked or read.status == "question"


@pytest.mark.parametrize(
    ("sentence", "text", "status"),
    [
        ("It's gloomy in the bedroom: switch the lamp on in there.", "lit(desk_lamp)", "goal"),
        ("Head over to the bedroom and switch the lamp on in there.", "lit(desk_lamp)", "goal"),
        ("Head over to the bedroom and switch the lamp on in there.", "lit(floor_lamp)", "question"),
        ("Head over to the bedroom and switch the lamp on.", "lit(floor_lamp)", "question"),
        ("The red mug: whack it in the fridge, pal.", "contains(fridge, red_mug)", "goal"),
        ("The butter's melting, whack it in the fridge.", "contains(fridge, butter)", "goal"),
        ("Anna would like her butter.", "contains(anna, butter)", "goal"),
        ("Anna would like the lamp on.", "lit(floor_lamp)", "question"),
        ("Granny would like her butter.", "contains(fridge, butter)", "question"),
        (
            "The red mug is fine, but it is the blue one that belongs in the fridge.",
            "contains(fridge, blue_mug)",
            "goal",
        ),
        ("Would you mind switching on the lamp beside the bed?", "lit(bedside_lamp)", "goal"),
        ("Would you mind switching on the lamp beside the bed?", "lit(floor_lamp)", "question"),
        ("Every lamp ought to glow.", "lit(floor_lamp) and lit(bedside_lamp) and lit(desk_lamp)", "goal"),
    ],
)
def test_what_a_model_wrote_is_held_against_where_things_are(
    rooms: Problem, sentence: str, text: str, status: str
) -> None:
    writer = Writer((text, math.log(0.9)))
    found = goal_of(sentence, rooms, nobody, reads=lambda: writer)
    assert found.status == status, found.why


@pytest.mark.parametrize(
    ("sentence", "taken"),
    [
        ("Put one of the mugs in the cupboard, I don't care which.", True),
        ("Could you put one of the mugs in the cupboard? Either will do.", True),
        ("It doesn't matter which, but put one of the mugs in the cupboard.", True),
        ("Put a mug in the cupboard, never mind which one.", True),
        ("Put either the red mug or the blue mug in the cupboard.", True),
        ("Put the red mug or the blue mug in the cupboard, one of the two is enough.", True),
        ("Put the red mug in the cupboard or put the blue mug in the cupboard, whichever you prefer.", True),
        ("Put the red mug or the blue mug in the cupboard.", False),
        ("Put the red mug or the blue mug in the cupboard, whichever it was that she said.", False),
        ("Put one of the mugs in the cupboard.", False),
        ("Put one of the mugs in the cupboard, I don't care when.", False),
    ],
)
def test_where_it_does_not_matter_which_any_is_taken(rooms: Problem, sentence: str, taken: bool) -> None:
    found = goal_of(sentence, rooms, nobody)
    assert found.status == ("goal" if taken else "question")
    if taken:
        assert {one.literals[0].args for one in found.alternatives} == {
            ("cupboard", "red_mug"),
            ("cupboard", "blue_mug"),
        }
        assert found.literals == found.alternatives[0].literals


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Close the kitchen window.", "not window-open(kitchen_window)"),
        ("Shut the kitchen window.", "not window-open(kitchen_window)"),
        ("Would you shut the kitchen window, please?", "not window-open(kitchen_window)"),
        ("Open the study window.", "window-open(study_window)"),
        ("Water the fern.", "watered(fern)"),
        ("Lock the front door.", "locked(front_door)"),
    ],
)
def test_an_action_that_names_what_it_is_done_to_is_called_by_its_verb_too(sentence: str, goal: str) -> None:
    house = Problem.from_pddl(
        """(define (domain house) (:requirements :strips :typing) (:types window door plant)
        (:predicates (window-open ?w - window) (locked ?d - door) (watered ?p - plant))
        (:action open-window :parameters (?w - window) :precondition () :effect (window-open ?w))
        (:action close-window :parameters (?w - window) :precondition () :effect (not (window-open ?w)))
        (:action lock-door :parameters (?d - door) :precondition () :effect (locked ?d))
        (:action water-plant :parameters (?p - plant) :precondition () :effect (watered ?p)))""",
        """(define (problem p) (:domain house) (:objects kitchen_window study_window - window front_door - door
        fern - plant) (:init (window-open kitchen_window)) (:goal (watered fern)))""",
    )
    assert set(goal_of(sentence, house, nobody).literals) == set(literals_of(goal))


@pytest.fixture(scope="module")
def blocks() -> Problem:
    names = [f"b{number}" for number in range(1, 5)]
    facts = " ".join(f"(on-table {one}) (clear {one})" for one in names)
    text = f"(define (problem p) (:domain blocks) (:objects {' '.join(names)} - block) (:init {facts}) (:goal (and)))"
    return Problem.from_pddl(BLOCKS, text)


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("At the end, b2 should be on b1. At the end, b3 should be on b2.", "on(b2, b1) and on(b3, b2)"),
        ("At the end, b3 is on b4. At the end, b1 is on b2. At the end, b2 is on b3.", "on(b3, b4) and on(b2, b3) "
         "and on(b1, b2)"),
        ("Put b1 on b2 and b2 on b3.", "on(b1, b2) and on(b2, b3)"),
        ("At the end, block b2 should be on block b1.", "on(b2, b1)"),
        ("Put the block b2 on the block b1.", "on(b2, b1)"),
    ],
)  # fmt: skip
def test_towers_and_things_with_their_kind(blocks: Problem, sentence: str, goal: str) -> None:
    found = answer(blocks, sentence)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal)))


@pytest.mark.parametrize("redundant", [False, True])
def test_what_follows_from_the_rest_may_be_said_where_that_is_wanted(
    blocks: Problem, redundant: bool
) -> None:
    goals = Goals(blocks, redundant=redundant)
    constraint = GoalConstraint(blocks, byte_vocabulary(), "calls", goals=goals)
    text = "not clear(b1) and on(b2, b1)"
    assert constraint.read("on(b2, b1)") is not None
    assert (constraint.read(text) is not None) == redundant
    assert constraint.read("on(b1, b2) and on(b2, b1)") is None
    assert constraint.read("not clear(b1) and clear(b2) and on-table(b2) and on(b2, b1)") is None


@pytest.mark.parametrize(
    ("goal", "misplaced"),
    [
        ("on(b1, b2) and on(b2, b3)", []),
        ("on(b2, b1) and on(b3, b2)", ["on b3"]),
        ("on(b2, b1) and on(b2, b3)", ["on b2"]),
    ],
)
def test_a_tower_upside_down_is_told(blocks: Problem, goal: str, misplaced: list[str]) -> None:
    heard = Heard("Put b1 on b2 and b2 on b3.", blocks, None, None)
    assert heard.misplaced(literals_of(goal)) == misplaced


@pytest.mark.sampled(18)
@pytest.mark.parametrize("verb", ["clear", "empty", "open", "close", "free up", "shut"])
@pytest.mark.parametrize("joint", [", and ", " and ", ", "])
@pytest.mark.parametrize("place", ["in it", "in the fridge", "on the table", "that is on the table"])
def test_what_may_be_done_to_two_things_is_no_order_of_a_place(
    kitchen: Problem, verb: str, joint: str, place: str
) -> None:
    """A thing and where it is, after a verb with another thing: it may be what the verb is done to, too."""
    for thing in ("the milk", "milk", "the apple"):
        found = answer(kitchen, f"{verb} the fridge{joint}{thing} {place}", Writer)
        assert found.status == "question", found
        assert not found.taken().literals


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("clear the fridge, and the milk into it", "at(milk, fridge) and not at(apple, fridge)"),
        ("clear the fridge, and put the milk in it", "at(milk, fridge) and not at(apple, fridge)"),
        ("open the fridge, and the apple out of it", "open(fridge) and not at(apple, fridge)"),
        ("open the fridge, and the milk should be in it", "open(fridge) and at(milk, fridge)"),
        ("put the milk in the fridge, and the apple in it", "at(milk, fridge) and at(apple, fridge)"),
        ("milk in the fridge, and the apple on the table", "at(milk, fridge) and at(apple, table)"),
        ("clear the fridge and the table", "not at(apple, fridge) and not at(milk, table)"
         " and not at(red_cup_1, table)"),
    ],
)  # fmt: skip
def test_orders_of_two_places_are_still_read(kitchen: Problem, sentence: str, goal: str) -> None:
    found = answer(kitchen, sentence)
    assert (found.status, set(single(found.literals, kitchen))) == ("goal", set(literals_of(goal)))


def single(literals: Sequence[GoalLiteral], problem: Problem) -> list[GoalLiteral]:
    """What is said of every thing of a type, said of each."""
    return [
        replace(one, args=tuple(name if arg == BOUND else arg for arg in one.args), kind="")
        for one in literals
        for name in (problem.rule_words().objects(one.kind) if one.kind else ("",))
    ]


def test_a_goal_beyond_the_budget_or_the_rules_is_none(kitchen: Problem) -> None:
    found = answer(kitchen, "Put the milk in the fridge", budget=2)
    assert (found.status, "within 2 actions" in found.why) == ("none", True)
    found = answer(kitchen, "Open the fridge", rules=[Rule.parse("G !do:open(fridge)")])
    assert (found.status, "while the rules hold" in found.why) == ("none", True)
    found = answer(kitchen, "Put the milk in the fridge, and never open the fridge")
    assert (found.status, [one.text for one in found.rules]) == ("none", ["G !do:open(fridge)"])


def test_a_model_writes_what_the_reader_does_not_know(kitchen: Problem) -> None:
    writer = Writer(("at(apple, sink)", -1.0), ("at(apple, table)", -0.1), ("not at(apple, sink)", -0.2))
    found = answer(kitchen, "Let the apple get to the sink", lambda: writer)
    assert (found.status, found.by_model) == ("goal", True)
    assert found.literals == tuple(literals_of("at(apple, sink)"))
    assert found.alternatives[0].share == pytest.approx(1.0)
    assert "apple" in writer.asked[0][-1]["content"]


@pytest.mark.parametrize(
    "text", ["at(apple, table)", "not at(apple, sink)", "holding(apple)", "open(fridge)"]
)
def test_a_goal_that_the_sentence_does_not_ask_for_is_not_taken(kitchen: Problem, text: str) -> None:
    found = answer(kitchen, "Let the apple get to the sink", lambda: Writer((text, -0.01)))
    assert found.status == "question"


def test_where_no_word_asks_for_anything_it_asks(kitchen: Problem) -> None:
    assert answer(kitchen, "Place the milk next to the apple", Writer).status == "question"


def test_without_a_margin_it_asks(kitchen: Problem) -> None:
    writer = Writer(("at(apple, sink)", -1.0), ("at(apple, sink) and holding(milk)", -1.1))
    assert answer(kitchen, "Let the apple get to the sink", lambda: writer).status == "goal"
    writer = Writer(("at(milk, sink)", -1.0), ("at(milk, table)", -1.2))
    found = answer(kitchen, "Let the milk get from the table to the sink", lambda: writer)
    assert found.status == "goal"
    close = answer(
        kitchen, "Let the apple get to the sink", lambda: Writer(("at(apple, sink)", -1.0)), margin=2.0
    )
    assert close.status == "question"
    assert close.taken().status == "goal"


class Turning(Writer):
    """A model that writes something else when its examples come in another order."""

    def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
        self.asked.append(prompt)
        return [self.texts[len(self.asked) - 1]]


def test_a_model_has_to_be_sure_in_both_orders_of_the_examples(kitchen: Problem) -> None:
    said = "Let the apple get to the sink"
    turning = Turning(("at(apple, sink)", -0.1), ("holding(apple)", -0.1))
    assert answer(kitchen, said, lambda: turning).status == "question"
    one, other = turning.asked
    assert [part["content"] for part in one[1:-1:2]] == [part["content"] for part in reversed(other[1:-1:2])]
    assert answer(kitchen, said, lambda: Writer(("at(apple, sink)", -9.0))).status == "question"
    unknown = "Zorble the fridge"
    assert answer(kitchen, unknown, lambda: Writer(("open(fridge)", -1.0))).literals == tuple(
        literals_of("open(fridge)")
    )
    assert answer(kitchen, unknown, lambda: Writer(("open(fridge)", -2.5))).status == "question"
    assert (
        answer(kitchen, "Zorble blick frun the fridge", lambda: Writer(("open(fridge)", 0.0))).status
        == "question"
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Maybe open the fridge",
        "Pretend to open the fridge",
        "Tom opened the fridge",
        "Stop the fridge from being open",
        "I have already opened the fridge",
        "When I get back, zorble the fridge",
        "Opposite of the fridge being zorbled",
    ],
)
def test_what_is_not_meant_or_only_told_is_left_to_no_model(kitchen: Problem, sentence: str) -> None:
    assert answer(kitchen, sentence, lambda: Writer(("open(fridge)", 0.0))).status != "goal"


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Put red_cup_1 on the shelf, but wash it first.", "not dirty(red_cup_1) and at(red_cup_1, shelf)"),
        ("Put the milk in the fridge, my nephew dropped the last one.", "at(milk, fridge)"),
        ("Put the milk in the fridge? We leave on Sunday. Please.", ""),
        ("The milk is rather warm, put it in the fridge.", "at(milk, fridge)"),
        ("The milk is rather warm. Put it in the fridge.", "at(milk, fridge)"),
        ("The milk is not warm, put it in the fridge.", "at(milk, fridge)"),
        ("Open the fridge door.", "open(fridge)"),
        ("It's getting late, so open the fridge", "open(fridge)"),
    ],
)
def test_what_is_told_and_what_is_done_first(kitchen: Problem, sentence: str, goal: str) -> None:
    found = answer(kitchen, sentence, Writer)
    if goal:
        assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal)))
    else:
        assert found.status == "question"


def test_goals_that_are_said(kitchen: Problem) -> None:
    goals = Goals(kitchen)
    found = said_directly("(and (not (open fridge)) (at milk fridge))", goals)
    assert set(found) == set(said_directly("at(milk, fridge) and not open(fridge)", goals))
    for text, why in [
        ("in(milk, fridge)", "at/2"),
        ("at(milk, frige)", "at(milk, fridge)"),
        ("at(milk)", "2 arguments"),
        ("at(milk, table)", "already"),
        ("at(milk, table) and at(milk, fridge)", "exclude"),
        ("at(milk, fridge) and not at(milk, table)", "leave that out"),
        ("", "is empty. Write it like"),
        ("(or (open fridge))", "no conjunction"),
        ("((", "open parenthesis"),
    ]:
        with pytest.raises(ConstraintError) as caught:
            said_directly(text, goals)
        assert why in str(caught.value)


@pytest.mark.parametrize("name", ["calls", "pddl", "json", "eai"])
def test_the_constraint_keeps_the_laws(kitchen: Problem, name: str) -> None:
    vocabulary = byte_vocabulary([b"at(", b"(and (", b"milk", b") and "])
    check_constraint(GoalConstraint(kitchen, vocabulary, name, budget=6, most=2), walks=4, steps=120)


@pytest.mark.parametrize("name", ["calls", "pddl", "json", "eai"])
def test_the_constraint_can_be_sent_to_another_process(kitchen: Problem, name: str) -> None:
    sent = [
        GoalConstraint(kitchen, byte_vocabulary(), name, budget=8),
        GoalPlanConstraint(kitchen, byte_vocabulary(), PlanFormat.calls(), name, budget=8),
    ]
    for made in sent:
        again = pickle.loads(pickle.dumps(made))
        cursor, other = made.initial(), again.initial()
        for _ in range(12):
            allowed = made.allowed(cursor).tolist()
            assert again.allowed(other).tolist() == allowed
            cursor, other = made.advance(cursor, allowed[0]), again.advance(other, allowed[0])
            again, other = pickle.loads(pickle.dumps((again, other)))


def test_goals_as_eai_writes_them(kitchen: Problem) -> None:
    form = GoalFormat.eai({"at": "Inside", "open": "Open", "milk": "milk.n.01_1"})
    constraint = GoalConstraint(kitchen, byte_vocabulary(), form, budget=8)
    text = (
        '{"node goals": [["not", ["Open", "fridge"]]], "edge goals": [["Inside", "milk.n.01_1", "fridge"]]}'
    )
    wanted = literals_of("not open(fridge) and at(milk, fridge)")
    assert constraint.read(text) == tuple(wanted)
    assert form.write(wanted) == text
    assert (
        constraint.read('{"node goals": [], "edge goals": [["Inside", "milk.n.01_1", "sink"]]}') is not None
    )
    assert constraint.read('{"node goals": [], "edge goals": []}') is None


def test_nothing_to_ask_for(kitchen: Problem) -> None:
    constraint = GoalConstraint(kitchen, byte_vocabulary(), budget=0)
    failure = constraint.failure()
    assert failure is not None
    assert "0 actions" in failure.message
    with pytest.raises(ConstraintError, match="xml"):
        GoalConstraint(kitchen, byte_vocabulary(), "xml")
    with pytest.raises(ConstraintError, match="oven"):
        GoalConstraint(kitchen, byte_vocabulary(), seen=["oven"])
    with pytest.raises(ConstraintError, match="empty"):
        answer(kitchen, "  ")


def test_what_a_limit_leaves_open_is_listed_and_not_admitted(kitchen: Problem) -> None:
    from clamp import SearchLimits

    goals = Goals(kitchen, budget=20, limits=SearchLimits(states=0, seconds=2.0))
    far = said = literals_of(
        "at(milk, fridge) and at(red_cup_1, sink) and not dirty(red_cup_1) and at(apple, shelf)"
    )
    assert goals.why_not(tuple(sorted(far))) == "undecided"
    assert set(next(iter(goals.undecided))) == set(said)


def test_the_command(tmp_path: Any) -> None:
    found = run("goal", *FILES, "--instruction", "Put the milk in the fridge.", "--json")
    assert found.exit_code == 0
    assert json.loads(found.stdout)["goal"] == [["at", "milk", "fridge"]]
    found = run("goal", *FILES, "--instruction", "Feed the cat", "--json")
    assert (found.exit_code, json.loads(found.stdout)["cause"]) == (1, "ambiguous")
    assert run("goal", *FILES, "--goal", "at(milk, fridge)").exit_code == 0
    assert run("goal", *FILES, "--goal", "on(milk, fridge)").exit_code == 2
    assert run("goal", *FILES).exit_code == 2
    wrong = tmp_path / "examples.jsonl"
    wrong.write_text('{"sentence": 1}\n')
    found = run("goal", *FILES, "--instruction", "Open the fridge", "--examples", str(wrong))
    assert (found.exit_code, "line 1" in found.stderr) == (2, True)


def test_a_goal_names_only_what_a_scene_shows(tmp_path: Any) -> None:
    scene = tmp_path / "scene.json"
    names = ["milk", "fridge", "table"]
    scene.write_text(json.dumps({"entities": [{"id": name} for name in names]}))
    files = [*FILES, "--scene", str(scene)]
    found = run("goal", *files, "--instruction", "Put the milk in the fridge.")
    assert (found.exit_code, "milk is at fridge" in found.stdout) == (0, True)
    found = run("goal", *files, "--instruction", "Put the apple in the fridge.", "--json")
    assert (found.exit_code, json.loads(found.stdout)["status"]) == (1, "question")
    assert run("goal", *files, "--goal", "at(apple, fridge)").exit_code == 2
    scene.write_text(json.dumps({"entities": [{"id": "unicorn"}]}))
    assert run("goal", *files, "--instruction", "Put the milk in the fridge.").exit_code == 2


def test_a_sentence_that_reads_otherwise_than_the_goal_is_told() -> None:
    asked = ["--instruction", "Put the apple in the sink", "--json"]
    found = run("goal", *FILES, "--goal", "at(apple, table)", *asked)
    told = json.loads(found.stdout)
    assert (found.exit_code, told["goal"]) == (0, [["at", "apple", "table"]])
    assert "apple is at sink" in told["contradiction"]["sentence"]
    assert "apple is at table" in told["contradiction"]["goal"]
    assert "reads otherwise" in found.stderr
    same = run("goal", *FILES, "--goal", "at(apple, sink)", *asked)
    assert "contradiction" not in json.loads(same.stdout)
    found = run(
        "plan",
        *FILES,
        "--instruction",
        "Leave the milk on the table and open nothing",
        "--json",
        "--budget",
        "1",
    )
    assert "reads otherwise" in found.stderr


def test_a_plan_without_a_goal(tmp_path: Any) -> None:
    text = (KITCHEN / "problem.pddl").read_text()
    (tmp_path / "problem.pddl").write_text(text[: text.index("  (:goal")] + ")")
    files = ["--domain", str(KITCHEN / "domain.pddl"), "--problem", str(tmp_path / "problem.pddl")]
    found = run("plan", *files, "--instruction", "Wash the red cup", "--json")
    told = json.loads(found.stdout)
    assert (found.exit_code, told["failure"]["cause"], told["asked"]["status"]) == (
        1,
        "ambiguous",
        "question",
    )
    found = run("plan", *files, "--instruction", "Close the fridge", "--json")
    assert (found.exit_code, json.loads(found.stdout)["failure"]["cause"]) == (1, "no-goal")


CORRIDOR = """(define (domain corridor) (:requirements :strips)
  (:predicates (next ?a ?b) (at ?a)) (:action step :parameters (?a ?b)
    :precondition (and (next ?a ?b) (at ?a)) :effect (and (at ?b) (not (at ?a)))))"""


def test_a_budget_of_nothing_is_one_and_none_is_no_bound(tmp_path: Any) -> None:
    """As of plans: without a budget, a goal that takes thirty actions can be asked for."""
    found = run("goal", *FILES, "--instruction", "Open the fridge", "--budget", "0")
    assert (found.exit_code, "within 0 actions" in found.stdout) == (1, True)
    assert run("goal", *FILES, "--goal", "open(fridge)", "--budget", "0").exit_code == 2
    rooms = [f"r{number}" for number in range(31)]
    doors = " ".join(f"(next {one} {other})" for one, other in pairwise(rooms))
    (tmp_path / "domain.pddl").write_text(CORRIDOR)
    (tmp_path / "problem.pddl").write_text(
        f"(define (problem long) (:domain corridor) (:objects {' '.join(rooms)}) (:init (at r0) {doors}))"
    )
    given = {name: str(tmp_path / f"{name}.pddl") for name in ("domain", "problem")}
    for budget, reached in ((None, True), (30, True), (29, False), (0, False)):
        spec = read_spec(None, given if budget is None else given | {"budget": budget})
        request = request_of(spec, ())
        if reached:
            aimed = aim(request, nobody, "at(r30)", yes=False, reads=None)
            assert aimed is not None
            assert isinstance(aimed[1].problem, Problem)
            assert own_goal(aimed[1].problem) == tuple(literals_of("at(r30)"))
        else:
            with pytest.raises(ConstraintError, match="cannot be reached"):
                aim(request, nobody, "at(r30)", yes=False, reads=None)


def test_the_examples_nearest_to_the_sentence_stand_in_the_prompt(kitchen: Problem) -> None:
    sentence = "Let the apple get to the sink"
    given = [(f"Move {number} of {99 - number}", f"at(apple, p{number})") for number in range(30)]

    def embed(texts: list[str]) -> list[list[float]]:  # the sentence is nearest to the numbers about 20
        turns = [20.2 if one == sentence else float(one.split()[1]) for one in texts]
        return [[math.cos(one / 30), math.sin(one / 30)] for one in turns]

    wanted = sorted(given, key=lambda one: abs(float(one[0].split()[1]) - 20.2))[:MOST_EXAMPLES]
    assert nearest_examples(sentence, given, embed) == wanted[::-1]
    assert nearest_examples(sentence, given) == given[:MOST_EXAMPLES]
    assert nearest_examples(sentence, [], embed) == []
    writer = Writer(("at(apple, sink)", -0.1))
    answer(kitchen, sentence, lambda: writer, examples=given, embed=embed)
    chat = [str(one["content"]) for one in writer.asked[0]]
    assert chat[-3:-1] == [f"Sentence: {wanted[0][0]}", wanted[0][1]]
    assert sum("Move" in one for one in chat) == MOST_EXAMPLES
    with pytest.raises(SceneError, match="a finite vector for each text"):
        nearest_examples(sentence, given, lambda texts: [1.0] * len(texts))


def test_an_embedder_that_nothing_needs_or_nobody_has_is_bad_input(tmp_path: Any) -> None:
    asked = [*FILES, "--instruction", "Open the fridge"]
    found = run("goal", *asked, "--embedder", "words")
    assert (found.exit_code, "`examples`" in found.stderr) == (2, True)
    examples = tmp_path / "examples.jsonl"
    examples.write_text('{"sentence": "Shut the fridge", "goal": "not open(fridge)"}\n')
    found = run("goal", *asked, "--examples", str(examples), "--embedder", str(tmp_path / "nothing"))
    assert (found.exit_code, "nothing" in found.stderr) == (2, True)
    assert run("goal", *asked, "--examples", str(tmp_path / "none.jsonl")).exit_code == 2
    assert run("goal", *asked, "--examples", str(examples), "--embedder", "words").exit_code == 0


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["c++", "a*b", "x/y", "p.q", "a|b", "a\\b", "a^b", "$d", "m'n", "e=f", "w!"])
def test_names_with_signs_are_names(name: str) -> None:
    """Their signs mean nothing in the grammar of sentences."""
    text = (KITCHEN / "problem.pddl").read_text().replace("apple", name)
    problem = Problem.from_pddl((KITCHEN / "domain.pddl").read_text(), text)
    assert set(answer(problem, "Put the milk in the fridge").literals) == set(literals_of("at(milk, fridge)"))


# ------------------------------------------------------------------ a model that was trained to read


def trained(
    kitchen: Problem, sentence: str, *texts: tuple[str, float], **more: Any
) -> tuple[GoalAnswer, Writer]:
    """What becomes of a sentence where a model that was trained writes goals with shares of its probability."""
    writer = Writer(*((text, math.log(share)) for text, share in texts))
    return answer(kitchen, sentence, nobody, reads=lambda: writer, **more), writer


SOAK = "The apple could do with a good soak in the sink."


PARLOUR_DOMAIN = """(define (domain h) (:requirements :strips :typing) (:types item person)
    (:predicates (holding ?i - item) (has ?p - person ?i - item))
    (:action grab :parameters (?i - item) :precondition () :effect (holding ?i))
    (:action hand :parameters (?i - item ?p - person) :precondition (holding ?i)
     :effect (and (has ?p ?i) (not (holding ?i)))))"""
PARLOUR = Problem.from_pddl(
    PARLOUR_DOMAIN,
    """(define (problem p) (:domain h) (:objects spectacles scarf - item agnes - person) (:init (has agnes scarf))
    (:goal (holding scarf)))""",
)


def test_to_hold_a_thing_is_not_to_bring_it_to_somebody() -> None:
    def status(said: str, text: str) -> str:
        reader = Writer((text, math.log(0.9)))
        return goal_of(said, PARLOUR, nobody, reads=lambda: reader).status

    holds, has = "holding(spectacles)", "has(agnes, spectacles)"
    said = "Let Agnes see her spectacles up close."
    assert (status(said, holds), status(said, has)) == ("question", "goal")
    assert status("The spectacles, up close, if you can.", holds) == "goal"
    # Where a thing is said to be, and is, it need not be brought.
    assert status("The scarf that is on Agnes, up close if you can.", "holding(scarf)") == "goal"
    assert status("The spectacles that are on Agnes, up close if you can.", holds) == "question"
    assert status("Let Agnes see her scarf up close.", "holding(scarf)") == "question"


@pytest.mark.parametrize(
    ("sentence", "taken"),
    [
        ("Agnes would like her spectacles.", True),
        ("Agnes wants her spectacles.", True),
        ("If it rains, Agnes would like her spectacles.", False),
        ("Agnes would like her spectacles, according to Tom.", False),
        ("Agnes almost wants her spectacles.", False),
        ("Tom would like her spectacles.", False),
        ("Suppose Agnes wants her spectacles.", False),
        ("I don't think Agnes wants her spectacles.", False),
        ("I doubt Agnes wants her spectacles.", False),
    ],
)
def test_what_somebody_here_would_like_is_asked_for_where_nothing_else_hedges_it(
    sentence: str, taken: bool
) -> None:
    reader = Writer(("has(agnes, spectacles)", math.log(0.9)))
    assert (goal_of(sentence, PARLOUR, nobody, reads=lambda: reader).status == "goal") == taken


@pytest.mark.parametrize(
    ("share", "sure", "status"), [(0.4, 0.3, "goal"), (0.4, 0.5, "question"), (0.9, 0.95, "question")]
)
def test_each_reader_is_taken_at_its_own_word(
    kitchen: Problem, share: float, sure: float, status: str
) -> None:
    writer = Writer(("at(apple, sink)", math.log(share)))
    writer.sure = Sure(goal=sure)
    assert answer(kitchen, SOAK, nobody, reads=lambda: writer).status == status


@pytest.mark.parametrize(
    "sentence",
    [
        "Leg bitte den Apfel ins Spülbecken.",
        "Mets la pomme dans l'évier, s'il te plaît.",
        "Pon la manzana en el fregadero, por favor.",
        "Metti la mela nel lavandino, per favore.",
        "Leg de appel in de gootsteen.",
        "Põe a maçã na pia.",
        "Lägg äpplet i diskhon.",
        "Włóż jabłko do zlewu.",
    ],
)
@pytest.mark.parametrize(
    ("share", "sure", "status"), [(0.9, None, "question"), (0.7, 0.8, "question"), (0.7, 0.6, "goal")]
)
def test_another_language_is_read_only_by_who_is_sure_of_it(
    kitchen: Problem, sentence: str, share: float, sure: float | None, status: str
) -> None:
    writer = Writer(("at(apple, sink)", math.log(share)))
    writer.sure = Sure(doubtful=sure)
    found = answer(kitchen, sentence, nobody, reads=lambda: writer)
    assert found.status == status
    assert "seems not to be English" in found.why or status == "goal"
    assert answer(kitchen, SOAK, nobody, reads=lambda: writer).status == "goal"


@pytest.mark.parametrize(
    "sentence",
    [
        "Could the apple be in the sink by noon?",
        "Granny cleaned the apple in the sink for ages",
        "Granny wants the apple to have a soak in the sink",
        "Soak the... no, wait, the apple goes in the sink",
    ],
    ids=["asks", "tells", "hedges", "corrects itself"],
)
@pytest.mark.parametrize(
    ("share", "sure", "status"), [(0.95, None, "question"), (0.7, 0.8, "question"), (0.95, 0.8, "goal")]
)
def test_what_may_ask_for_nothing_is_read_only_by_who_is_sure_of_it(
    kitchen: Problem, sentence: str, share: float, sure: float | None, status: str
) -> None:
    writer = Writer(("at(apple, sink)", math.log(share)))
    writer.sure = Sure(doubtful=sure)
    assert answer(kitchen, sentence, nobody, reads=lambda: writer).status == status


@pytest.mark.parametrize("sentence", ["Can you sort out the apple?", "Please see to the apple."])
def test_what_does_not_say_what_is_to_be_done_is_asked_back_however_sure_the_model(
    kitchen: Problem, sentence: str
) -> None:
    writer = Writer(("at(apple, sink)", math.log(0.99)))
    writer.sure = Sure(doubtful=0.8)
    found = answer(kitchen, sentence, nobody, reads=lambda: writer)
    assert (found.status, "What is to be done" in found.why) == ("question", True)


BY_OTHER_NAMES = Problem.from_pddl(
    """(define (domain by-other-names) (:requirements :strips :typing :negative-preconditions)
    (:types area pane lamp plant dish shirt tap pet - object)
    (:predicates (lit ?a - area) (floor-dirty ?a - area) (unsealed ?p - pane) (energised ?l - lamp)
      (thirsty ?p - plant) (grimy ?d - dish) (creased ?s - shirt) (flowing ?t - tap) (famished ?p - pet))
    (:action light-up :parameters (?a - area) :precondition (not (lit ?a)) :effect (lit ?a))
    (:action darken :parameters (?a - area) :precondition (lit ?a) :effect (not (lit ?a)))
    (:action do-floor :parameters (?a - area) :precondition (floor-dirty ?a) :effect (not (floor-dirty ?a)))
    (:action swing-to :parameters (?p - pane) :precondition (unsealed ?p) :effect (not (unsealed ?p)))
    (:action power :parameters (?l - lamp) :precondition (not (energised ?l)) :effect (energised ?l))
    (:action tend :parameters (?p - plant) :precondition (thirsty ?p) :effect (not (thirsty ?p)))
    (:action scour :parameters (?d - dish) :precondition (grimy ?d) :effect (not (grimy ?d)))
    (:action smooth :parameters (?s - shirt) :precondition (creased ?s) :effect (not (creased ?s)))
    (:action twist :parameters (?t - tap) :precondition (flowing ?t) :effect (not (flowing ?t)))
    (:action serve :parameters (?p - pet) :precondition (famished ?p) :effect (not (famished ?p))))""",
    """(define (problem home) (:domain by-other-names) (:objects hall kitchen - area window - pane bulb - lamp
      fern - plant mug - dish shirt - shirt tap - tap cat - pet)
    (:init (lit hall) (lit kitchen) (floor-dirty hall) (floor-dirty kitchen) (unsealed window) (thirsty fern)
      (grimy mug) (creased shirt) (flowing tap) (famished cat)) (:goal (not (lit hall))))""",
)


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Close the window.", "not unsealed(window)"),
        ("Switch the bulb on.", "energised(bulb)"),
        ("Water the fern.", "not thirsty(fern)"),
        ("The fern could do with some water.", "not thirsty(fern)"),
        ("Wash the mug.", "not grimy(mug)"),
        ("Iron the shirt.", "not creased(shirt)"),
        ("Turn off the tap.", "not flowing(tap)"),
        ("Feed the cat.", "not famished(cat)"),
        ("Turn off the light in the hall.", "not lit(hall)"),
        ("The kitchen light doesn't need to be on any more.", "not lit(kitchen)"),
        ("Lights out in every area.", "not lit(hall) and not lit(kitchen)"),
        ("All the lights off, please.", "not lit(hall) and not lit(kitchen)"),
        ("Sweep the hall.", "not floor-dirty(hall)"),
        ("Sweep every area but the hall.", "not floor-dirty(kitchen)"),
        ("Hoover the hall floor.", "not floor-dirty(hall)"),
        ("The floor in the kitchen ought to be mopped.", "not floor-dirty(kitchen)"),
        ("Turn off every light but leave the hall lit.", "lit(hall) and not lit(kitchen)"),
        ("The hall should not be lit, but all other areas should be lit.", "not lit(hall) and lit(kitchen)"),
    ],
)
def test_states_go_by_other_names_and_rooms_have_lights_and_floors(sentence: str, goal: str) -> None:
    found = goal_of(sentence, BY_OTHER_NAMES, nobody)
    assert {*found.literals} == {*literals_of(goal)}


BEDS = Problem.from_pddl(
    """(define (domain beds) (:requirements :strips :typing :negative-preconditions)
    (:types room thing - object bed lamp toy loaf clothing oven table - thing)
    (:predicates (in-room ?t - thing ?r - room) (linked ?a ?b - room) (made ?b - bed) (lit ?l - lamp)
     (on ?t - toy ?b - bed) (baked ?l - loaf) (clean ?c - clothing) (lies ?c - clothing ?t - table))
    (:action make :parameters (?b - bed) :precondition (not (made ?b)) :effect (made ?b))
    (:action light :parameters (?l - lamp) :precondition (not (lit ?l)) :effect (lit ?l))
    (:action snuff :parameters (?l - lamp) :precondition (lit ?l) :effect (not (lit ?l)))
    (:action lay :parameters (?t - toy ?b ?c - bed) :precondition (on ?t ?b) :effect (and (on ?t ?c) (not (on ?t ?b))))
    (:action bake :parameters (?l - loaf) :precondition (not (baked ?l)) :effect (baked ?l))
    (:action launder :parameters (?c - clothing) :precondition (not (clean ?c)) :effect (clean ?c))
    (:action tidy :parameters (?c - clothing ?t - table) :precondition (lies ?c ?t) :effect (not (lies ?c ?t))))""",
    """(define (problem b) (:domain beds) (:objects nursery attic - room emil_bed lotte_bed parents_bed - bed
    nursery_lamp attic_lamp - lamp teddy - toy rye_loaf wheat_loaf - loaf football_shirt jumper - clothing
    bread_oven - oven dresser counter - table)
    (:init (linked nursery attic) (linked attic nursery) (in-room emil_bed nursery) (in-room lotte_bed nursery)
     (in-room parents_bed attic) (in-room nursery_lamp nursery) (in-room attic_lamp attic) (on teddy parents_bed)
     (lit nursery_lamp) (in-room bread_oven attic) (lies football_shirt dresser) (lies jumper counter))
    (:goal (made emil_bed)))""",
)


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Could you bring me my spectacles?", ["has", "agnes", "spectacles"]),
        ("Fetch me my spectacles.", ["has", "agnes", "spectacles"]),
        ("Get me the spectacles", ["has", "agnes", "spectacles"]),
        ("Grab the spectacles.", ["holding", "spectacles"]),
        ("Grab Edith's spectacles.", ["holding", "spectacles"]),
        ("Grab the spectacles for tomorrow, please.", ["holding", "spectacles"]),
    ],
)
def test_what_is_to_be_brought_is_for_whoever_is_here(sentence: str, goal: list[str]) -> None:
    found = goal_of(sentence, PARLOUR, nobody)
    assert (found.status, found.to_json()["goal"]) == ("goal", [goal]), found.why


def test_what_is_to_be_brought_to_one_of_two_is_for_a_model_to_say() -> None:
    two = Problem.from_pddl(
        PARLOUR_DOMAIN,
        """(define (problem p) (:domain h) (:objects spectacles scarf - item agnes edith - person)
        (:init (has agnes scarf))
        (:goal (holding scarf)))""",
    )
    reader = Writer(("has(edith, spectacles)", math.log(0.9)))
    assert goal_of("Bring me my spectacles.", two, nobody, reads=lambda: reader).status == "question"
    found = goal_of("It's Edith. Bring me my spectacles.", two, nobody, reads=lambda: reader)
    assert found.to_json()["goal"] == [["has", "edith", "spectacles"]], found.why


@pytest.mark.parametrize(
    ("sentence", "goal", "share"),
    [
        ("Make Emil's bed, please.", None, 0.0),
        ("Take the teddy to Lotte's bed.", None, 0.0),
        ("Emil's dead tired, so the teddy goes over onto his bed.", "on(teddy, emil_bed)", 0.7),
        ("It's pitch dark up in the attic, do the lamp for us.", "lit(attic_lamp)", 0.7),
        ("It's ever so bright, no lamps burning, thank you", "not lit(nursery_lamp)", 0.7),
        ("Bake the rye bread, would you?", "baked(rye_loaf)", 0.7),
        (
            "All that grubby clothing wants a good going-over.",
            "clean(football_shirt) and clean(jumper)",
            0.45,
        ),
        ("Clear that dresser for us, quick.", "not lies(football_shirt, dresser)", 0.45),
    ],
)
def test_which_of_several_is_meant_may_be_told_by_any_word(
    sentence: str, goal: str | None, share: float
) -> None:
    reader = Writer((goal or "", math.log(share or 1)))
    reader.sure = Sure(goal=0.3)
    found = goal_of(sentence, BEDS, nobody, reads=None if goal is None else lambda: reader)
    assert found.status == "goal", found.why


@pytest.mark.parametrize(
    ("sentence", "goal", "status"),
    [
        ("Pop a scrubbed apple into the sink for us", "at(apple, sink)", "question"),
        ("Pop the apple into the sink for us, with the milk in it", "at(apple, sink)", "question"),
        ("Pop a striped apple into the sink for us", "at(apple, sink)", "goal"),
        (
            "Pop a scrubbed red cup 1 onto the shelf for us",
            "at(red_cup_1, shelf) and not dirty(red_cup_1)",
            "goal",
        ),
    ],
)
def test_how_a_thing_is_to_be_is_not_dropped(kitchen: Problem, sentence: str, goal: str, status: str) -> None:
    reader = Writer((goal, math.log(0.9)))
    found = answer(kitchen, sentence, nobody, reads=lambda: reader)
    assert found.status == status, found.why
    assert reader.asked


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Make that bed of his, would you?", "made(emil_bed)"),
        ("Emil says hello, Lotte too: somebody's bed is a mess, see to it", "made(emil_bed)"),
        ("The lamp, it's so dark!", "lit(attic_lamp)"),
        ("Stick it in and get it done, it's time", "baked(rye_loaf)"),
    ],
)
def test_where_no_word_tells_which_of_several_is_meant_it_is_asked(sentence: str, goal: str) -> None:
    reader = Writer((goal, math.log(0.45)))
    reader.sure = Sure(goal=0.3)
    assert goal_of(sentence, BEDS, nobody, reads=lambda: reader).status == "question"


@pytest.mark.parametrize(
    "sentence", ["lights out everyone", "Telly off.", "Enough telly. Radio instead.", SOAK]
)
def test_what_has_an_english_word_is_of_no_other_language(kitchen: Problem, sentence: str) -> None:
    assert not Heard(sentence, kitchen).seems_foreign


@pytest.mark.parametrize(
    ("share", "examples", "status", "asked"),
    [(0.9, True, "goal", False), (0.4, True, "goal", True), (0.4, False, "question", False)],
)
def test_examples_count_where_a_trained_reader_asks_back(
    kitchen: Problem, share: float, examples: bool, status: str, asked: bool
) -> None:
    given = [("Let the milk get to the fridge", "at(milk, fridge)")] if examples else None
    reader, writer = Writer(("at(apple, sink)", math.log(share))), Writer(("at(apple, sink)", -0.1))
    found = answer(
        kitchen,
        "Let the apple get to the sink",
        lambda: writer,
        reads=lambda: reader,
        examples=given,
    )
    assert (found.status, bool(writer.asked)) == (status, asked)


def test_a_reader_without_a_say_about_goals_that_are_given_is_not_asked(kitchen: Problem) -> None:
    class Either(Writer):
        def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
            return [("at(apple, sink)" if isinstance(constraint, GoalConstraint) else UNKNOWN, math.log(0.4))]

    writer, goals = Either(), Goals(kitchen)
    found = goals_and_none(SOAK, kitchen, goals, writer)
    assert found == [
        (tuple(literals_of("at(apple, sink)")), pytest.approx(0.4)),
        ((), pytest.approx(0.4)),
    ]
    writer.sure = Sure(compares=False)
    assert goals_and_none(SOAK, kitchen, goals, writer) == []


def test_a_trained_model_is_asked_for_what_the_readers_abstain_on(kitchen: Problem) -> None:
    found, writer = trained(kitchen, SOAK, ("at(apple, sink)", 0.9))
    assert (found.status, found.by_model) == ("goal", True)
    assert found.literals == tuple(literals_of("at(apple, sink)"))
    assert [one.share for one in found.alternatives] == [pytest.approx(0.9)]
    assert writer.asked[0][-1]["content"].endswith(f"Instruction: {SOAK}")
    read, writer = trained(kitchen, "Open the fridge")
    assert (read.status, read.by_model, writer.asked) == ("goal", False, [])


@pytest.mark.parametrize(
    ("texts", "status", "why"),
    [
        ([("at(apple, sink)", 0.49)], "question", "Is this meant"),
        ([("at(apple, sink)", 0.4), ("at(apple, table)", 0.35)], "question", "Is this meant"),
        ([], "question", "soak"),
        (
            [("at(apple, table)", 0.3), ("holding(apple)", 0.1)],
            "question",
            "Is this meant",
        ),
        ([("not dirty(red_cup_1)", 0.9)], "question", "red_cup_2"),
        ([("open(fridge) and not open(fridge)", 0.9)], "question", "soak"),
    ],
    ids=["not sure", "one of two", "knows no goal", "rather none", "one of two cups", "no goal"],
)
def test_where_a_trained_model_is_not_sure_it_asks(
    kitchen: Problem, texts: list[tuple[str, float]], status: str, why: str
) -> None:
    sentence = "A cup could do with a good soak." if why == "red_cup_2" else SOAK
    found, _ = trained(kitchen, sentence, *texts)
    assert (found.status, found.to_json()["goal"]) == (status, None)
    assert why in found.why, found.why
    assert re.search(r"[.?]\.", found.why) is None
    assert bool(found.alternatives) is (texts != [] and why != "soak")


def test_what_a_trained_model_all_but_rules_out_is_not_proposed(kitchen: Problem) -> None:
    found, _ = trained(kitchen, SOAK, ("at(apple, sink)", 0.007), ("at(apple, table)", 0.001))
    assert found.status == "question"
    assert "Is this meant" not in found.why
    assert [one.share for one in found.alternatives] == [pytest.approx(0.007)]


def test_what_a_trained_model_takes_for_meant_may_hold_already_or_be_out_of_reach(kitchen: Problem) -> None:
    already, _ = trained(kitchen, "The milk could do with a good rest.", ("at(milk, table)", 0.9))
    assert (already.status, already.by_model) == ("none", True)
    assert "so already" in already.why
    far, _ = trained(kitchen, SOAK, ("at(apple, sink)", 0.9), budget=1)
    assert far.status == "none"
    assert "within 1 action" in far.why
    unsure, _ = trained(kitchen, SOAK, ("at(apple, sink)", 0.45), ("open(fridge)", 0.3), budget=2)
    assert unsure.status == "question"
    assert "apple" not in unsure.why.partition("Is this meant?")[2]  # only what can be reached is asked about


@pytest.mark.parametrize(
    "sentence",
    [
        "Is the milk in the fridge?",
        "Could the apple be in the sink already?",
        "Put the apple anywhere but the fridge",
        "Let the apple nearly reach the sink",
        "The apple goes for a soak in the sink until it is nearly soft",
        "Granny said thanks for giving the apple a soak in the sink",
        "Granny says please give the apple a soak in the sink",
        "If the milk is off, the apple goes for a soak",
        "Granny wants the apple to have a soak",
        "Granny used to soak the apple in the sink",
        "I was going to soak the apple in the sink, never mind",
        "Suppose the apple were having a soak in the sink",
        "You don't need to give the apple a soak in the sink",
        "Don't bother soaking the apple in the sink",
        "The apple could have been soaking in the sink",
        "Oh great, give the apple a soak in the sink",
        "Sure, soak the apple in the sink, brilliant idea",
        "Forget what you heard about soaking the apple in the sink",
        "I wonder whether the apple is soaking in the sink",
        "According to Granny the apple ought to soak in the sink",
        "I might want to soak the apple in the sink",
        '"Put the apple in the sink," Granny used to shout.',
        '"Put the apple in the sink!" he said.',
        "Put the apple in the sink, he said.",
        "Give the apple a soak in the sink, actually don't bother.",
        "Put the apple in the sink, actually don't bother.",
        "Frieda would like the apple in the sink; she can put it there herself.",
        "Put the apple in the sink; she can get it herself.",
        "Put the apple in the sink. Oh, never mind!",
        "Give the apple a soak in the sink, or rather don't, the sink is dirty",
        "The apple into the sink for a soak. No, wait, leave it",
        "Granny's always wanting the apple in the sink, but that's Granny for you",
        "Put the apple in the sink, said the old cook",
        "Put the apple in the sink, my mother always says.",
        "You start by holding the apple over the sink.",
        "You begin with the apple soaking in the sink",
        "Initially the apple is having a soak in the sink",
    ],
)
def test_questions_and_what_is_hedged_never_reach_it(kitchen: Problem, sentence: str) -> None:
    found, writer = trained(kitchen, sentence, ("at(apple, sink)", 0.99))
    assert found.status != "goal"
    assert writer.asked == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Laisse pas tremper la pomme dans le sink",
        "Den Apfel bitte ins Becken",
        "La mela nel lavandino, per favore",
    ],
)
def test_of_another_language_it_is_asked_whether_it_was_read_aright(kitchen: Problem, sentence: str) -> None:
    found, _ = trained(kitchen, sentence, ("at(apple, sink)", 0.99))
    assert found.status == "question"
    assert "not to be English" in found.why


@pytest.mark.parametrize(
    ("sentence", "taken"),
    [
        ("Full to the brim, the blue one. The jar, I mean.", True),
        ("Full to the brim, the jar.", False),
        ("Full to the brim, the small one. The jar, I mean, not the blue one.", False),
        ("When all is dry the blue jar wants filling. See to it, would you?", True),
        ("When all is dry, is the blue jar full?", False),
    ],
)
def test_of_several_things_it_may_be_said_elsewhere_which(sentence: str, taken: bool) -> None:
    apiary = ROOT / "tests" / "sentences" / "apiary"
    problem = Problem.from_pddl(apiary / "domain.pddl", apiary / "problem.pddl")
    found, _ = trained(problem, sentence, ("full(blue_jar)", 0.95))
    assert (found.status == "goal") == taken


@pytest.mark.parametrize(
    "sentence",
    [
        "When you have a moment, the apple could do with a soak in the sink",
        "If it isn't too much trouble, the apple goes for a soak in the sink",
        "As soon as you can, let the apple have a soak in the sink",
        "Once you're done with that, the apple goes for a soak in the sink",
        "You might want to give the apple a soak in the sink",
        "Why don't you give the apple a soak in the sink?",
        "Granny says the apple is dusty, so put it in the sink for a soak",
        "Granny used to say it is good for them. Put the apple in the sink for a soak",
        "The apple wants soaking in the sink",
        "I can't think, put the apple in the sink for a soak, as the recipe says",
        "Put the apple in the sink for a soak, Granny wants to eat later",
        "A little soak in the sink for the apple, please",
        "Don't bother with the milk, but put the apple in the sink for a soak",
        '"It is dusty," said Granny, so put the apple in the sink for a soak',
        'The "apple" goes for a soak in the sink',
        "The apple for a soak in the sink, it's nearly four",
        "It is almost half past nine: the apple goes for a soak in the sink",
        "It's nearly bedtime, the apple wants soaking in the sink",
        "Hello robot, Granny says the apple has to have a soak in the sink. Thank you!",
        "Granny wants the apple to have a soak in the sink, please",
    ],
)
def test_courtesies_reasons_and_what_is_asked_for_beside_a_hedge_do(kitchen: Problem, sentence: str) -> None:
    found, writer = trained(kitchen, sentence, ("at(apple, sink)", 0.99))
    assert (found.status, found.to_json()["goal"]) == ("goal", [["at", "apple", "sink"]])
    assert len(writer.asked) in (0, 2)  # some the readers of words know


@pytest.mark.parametrize(
    "sentence", ["The aplpe could do with a good soak.", "The apple could do with a good soak in the fridg."]
)
def test_a_slip_of_the_pen_is_asked_about_however_sure_the_model_is(kitchen: Problem, sentence: str) -> None:
    found, _ = trained(kitchen, sentence, ("at(apple, sink)", 0.99))
    asked = "aplpe" in sentence  # at the end of a word a letter may be an ending
    assert (found.status == "question") is asked
    assert ("did you mean 'apple'?" in found.why) is asked


LAMPS = """(define (domain lit) (:requirements :typing) (:types lamp room)
  (:predicates (in ?l - lamp ?r - room) (on ?l - lamp))
  (:action light :parameters (?l - lamp ?r - room) :precondition (in ?l ?r) :effect (on ?l))
  (:action move :parameters (?l - lamp ?from ?to - room) :precondition (in ?l ?from)
    :effect (and (in ?l ?to) (not (in ?l ?from)))))"""
LIT = """(define (problem p) (:domain lit) (:objects tall_lamp porch_lamp - lamp lounge porch - room)
  (:init (in tall_lamp lounge) (in porch_lamp porch)) (:goal (on tall_lamp)))"""


@pytest.mark.parametrize(
    ("sentence", "goal", "taken"),
    [
        ("The lamp in the lounge could do with some life.", "on(tall_lamp)", True),
        ("The lamp that is in the lounge could do with some life.", "on(tall_lamp)", True),
        ("The lamp could do with some life.", "on(tall_lamp)", False),
        ("The lamp in the porch could do with some life.", "on(tall_lamp)", False),
        ("I'd fancy the lamp in the lounge.", "in(porch_lamp, lounge)", False),
    ],
)
def test_which_of_several_things_is_meant_may_be_told_by_where_it_is(
    sentence: str, goal: str, taken: bool
) -> None:
    found, _ = trained(Problem.from_pddl(LAMPS, LIT), sentence, (goal, 0.95))
    assert (found.status == "goal") == taken, found.why


@pytest.mark.parametrize("verb", ["Get", "Take", "Fetch"])
def test_what_is_got_out_of_somewhere_is_not_put_there(verb: str) -> None:
    home = ROOT / "benchmarks" / "flats"
    problem = Problem.from_pddl(home / "orchard_domain.pddl", home / "orchard_problem.pddl")
    found = answer(problem, f"{verb} the ladder out of the shed.")
    assert found.status == "goal"
    assert found.to_json()["goal"] in ([["holding", "ladder"]], [["not", "in", "ladder", "shed"]])


FERRY = """(define (domain ferry) (:requirements :strips :typing :negative-preconditions)
  (:types room surface container portable light - object)
  (:predicates (robot-at ?r - room) (stands ?s - object ?r - room) (on ?x - portable ?s - surface)
    (inside ?x - portable ?c - container) (holding ?x - portable) (free) (lit ?l - light))
  (:action walk :parameters (?a ?b - room) :precondition (robot-at ?a)
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action take-from :parameters (?x - portable ?s - surface) :precondition (and (on ?x ?s) (free))
    :effect (and (holding ?x) (not (on ?x ?s)) (not (free))))
  (:action take-out :parameters (?x - portable ?c - container) :precondition (and (inside ?x ?c) (free))
    :effect (and (holding ?x) (not (inside ?x ?c)) (not (free))))
  (:action put-on :parameters (?x - portable ?s - surface) :precondition (holding ?x)
    :effect (and (on ?x ?s) (free) (not (holding ?x))))
  (:action put-in :parameters (?x - portable ?c - container) :precondition (holding ?x)
    :effect (and (inside ?x ?c) (free) (not (holding ?x))))
  (:action switch-on :parameters (?l - light) :precondition (not (lit ?l)) :effect (lit ?l))
  (:action switch-off :parameters (?l - light) :precondition (lit ?l) :effect (not (lit ?l))))"""
FERRY_PROBLEM = """(define (problem p) (:domain ferry)
  (:objects hall porch - room desk worktop hallstand sink - surface wardrobe - container
    umbrella novel blue_mug kettle - portable desk_lamp bedside_lamp tv - light)
  (:init (robot-at hall) (free) (stands desk hall) (stands wardrobe hall) (stands hallstand porch)
    (inside umbrella wardrobe) (on novel desk) (on blue_mug desk) (on kettle worktop) (lit desk_lamp) (lit tv))
  (:goal (holding novel)))"""


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Fetch the umbrella from the wardrobe.", "holding(umbrella)"),
        ("Fetch the umbrella out of the wardrobe.", "holding(umbrella)"),
        ("Collect the umbrella from the wardrobe.", "holding(umbrella)"),
        ("Retrieve the umbrella from the wardrobe and put it on the desk.", "on(umbrella, desk)"),
        ("Take the umbrella out of the wardrobe.", "not inside(umbrella, wardrobe)"),
        (
            "Put the kettle on the desk and the blue mug next to it.",
            "on(kettle, desk) and on(blue_mug, desk)",
        ),
        ("Take the novel with you to the porch.", "holding(novel) and robot-at(porch)"),
        ("Pick up the novel and take it with you to the porch.", "holding(novel) and robot-at(porch)"),
        ("Carry the novel along with you to the porch.", "holding(novel) and robot-at(porch)"),
        ("Bring the novel along to the worktop.", "on(novel, worktop)"),
        ("Put the blue mug in the sink.", "on(blue_mug, sink)"),
        ("Get everything off the desk.", "not on(novel, desk) and not on(blue_mug, desk)"),
        ("Take everything out of the wardrobe.", "not inside(umbrella, wardrobe)"),
        ("Turn off the light on the desk.", "not lit(desk_lamp)"),
        ("Turn off the lamp by the desk.", "not lit(desk_lamp)"),
        ("Turn the telly off.", "not lit(tv)"),
        ("Switch the telly off, I keep bumping into it.", "not lit(tv)"),
        ("Looks like rain. Put the umbrella on the hallstand.", "on(umbrella, hallstand)"),
    ],
)
def test_orders_where_it_matters_what_is_held_and_what_is_called_after_a_place(
    sentence: str, goal: str
) -> None:
    found = goal_of(sentence, Problem.from_pddl(FERRY, FERRY_PROBLEM), nobody)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal)))


@pytest.mark.parametrize(
    "sentence",
    [
        "Take the novel with you to the desk.",  # nobody can be at the desk
        "Put the blue mug next to the kettle.",  # that it is on the worktop says less
        "Put the blue mug in the worktop.",
        "Put the umbrella by the wardrobe.",  # is not in it
        "Leave the novel by the wardrobe.",
        "Put the blue mug by the desk.",
        "Turn off the light on the worktop.",
        "Switch the telly off. I keep telling you to put the umbrella on the desk.",
    ],
)
def test_where_it_is_not_said_so_nothing_is_taken(sentence: str) -> None:
    assert goal_of(sentence, Problem.from_pddl(FERRY, FERRY_PROBLEM), Writer).status == "question"


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Draw the curtains.", "shut(curtains)"),
        ("Draw the picture.", None),
        ("Sweep every room in the house.", "swept(hall) and swept(study)"),
        ("Bring the parcel to Lena.", "has(lena, parcel)"),
    ],
)
def test_curtains_are_drawn_all_rooms_are_in_the_house_and_what_is_brought_to_somebody_she_has(
    sentence: str, goal: str | None
) -> None:
    domain = """(define (domain d) (:requirements :strips :typing)
      (:types room thing parcel person)
      (:predicates (shut ?t - thing) (swept ?r - room) (has ?w - person ?p - parcel) (carried ?p - parcel))
      (:action pull-to :parameters (?t - thing) :precondition () :effect (shut ?t))
      (:action sweep :parameters (?r - room) :precondition () :effect (swept ?r))
      (:action lift :parameters (?p - parcel) :precondition () :effect (carried ?p))
      (:action pass-on :parameters (?w - person ?p - parcel) :precondition (carried ?p)
        :effect (and (has ?w ?p) (not (carried ?p)))))"""
    problem = """(define (problem p) (:domain d) (:objects hall study - room curtains picture - thing parcel - parcel
      lena - person) (:init) (:goal (swept hall)))"""
    system = Problem.from_pddl(domain, problem)
    found = goal_of(sentence, system, Writer)
    literals = set(single(found.literals, system))
    assert (found.status, literals) == (("goal", set(literals_of(goal))) if goal else ("question", set()))


GRANNY = """(define (domain g) (:requirements :strips :typing) (:types thing place person)
  (:predicates (on ?t - thing ?p - place) (has ?w - person ?t - thing))
  (:action lay :parameters (?t - thing ?p ?q - place) :precondition (on ?t ?p)
    :effect (and (on ?t ?q) (not (on ?t ?p))))
  (:action hand :parameters (?t - thing ?p - place ?w - person) :precondition (on ?t ?p)
    :effect (and (has ?w ?t) (not (on ?t ?p)))))"""
GRANNY_PROBLEM = """(define (problem p) (:domain g) (:objects novel teddy - thing shelf bed - place granny tom - person)
  (:init (on novel shelf) (on teddy shelf)) (:goal (on novel bed)))"""


@pytest.mark.parametrize(
    ("sentence", "goal", "taken"),
    [
        ("The novel may lie on the bed, for Granny to find.", "has(granny, novel)", False),
        ("The novel may lie on the bed, for Granny to find.", "on(novel, bed)", True),
        ("Granny fancies the novel that is on the shelf.", "has(granny, novel)", True),
        ("Let Uncle Frank cuddle the teddy.", "has(granny, teddy)", False),
        ("Let Tom cuddle the teddy.", "has(tom, teddy)", True),
        ("Let my Gran cuddle the teddy.", "has(granny, teddy)", True),
    ],
)
def test_of_another_place_or_somebody_else_nothing_is_taken(sentence: str, goal: str, taken: bool) -> None:
    found, _ = trained(Problem.from_pddl(GRANNY, GRANNY_PROBLEM), sentence, (goal, 0.95))
    assert (found.status == "goal") == taken, found.why


@pytest.mark.parametrize(
    ("sentence", "share", "status"),
    [
        ("The milk belongs in the freezer.", 0.5, "question"),
        ("The milk belongs in the freezer.", 0.8, "goal"),
        ("The milk might enjoy the fridge.", 0.5, "goal"),
    ],
)
def test_a_model_has_to_be_surer_of_what_nothing_here_is_called(
    kitchen: Problem, sentence: str, share: float, status: str
) -> None:
    assert trained(kitchen, sentence, ("at(milk, fridge)", share))[0].status == status


ROOMS = Problem.from_pddl(
    """(define (domain rooms) (:requirements :strips :typing) (:types room)
    (:predicates (swept ?r - room) (at ?r - room)) (:action go :parameters (?a ?b - room)
      :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
    (:action sweep :parameters (?r - room) :precondition (at ?r) :effect (swept ?r)))""",
    """(define (problem flat) (:domain rooms) (:objects veranda kitchen bedroom bathroom - room)
    (:init (at kitchen)) (:goal (swept veranda)))""",
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Sweep every room but the bathroom.",
        "Sweep every room except the bathroom.",
        "Sweep all the rooms apart from the bathroom.",
        "All rooms other than the bathroom should be swept.",
    ],
)
def test_all_rooms_but_one_are_not_one_of_them(sentence: str) -> None:
    found = goal_of(sentence, ROOMS, nobody)
    assert {*found.literals} == {*literals_of("swept(veranda) and swept(kitchen) and swept(bedroom)")}
    assert found.status == "goal"


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the apple in the sink, but make sure the fridge stays shut.",
        "Put the apple in the sink, and keep the fridge closed.",
    ],
)
def test_what_is_to_stay_as_it_is_is_said_of_the_end_too(kitchen: Problem, sentence: str) -> None:
    found = answer(kitchen, sentence)
    assert {*found.literals} == {*literals_of("at(apple, sink) and not open(fridge)")}
    assert [one.text for one in found.rules] == ["G !open(fridge)"]


@pytest.mark.parametrize(("said", "there"), [("grandpa", "grandma"), ("grandmother", "grandfather")])
def test_nobody_of_a_family_is_a_slip_of_the_pen_for_another(said: str, there: str) -> None:
    domain = """(define (domain gifts) (:requirements :typing) (:types person item)
      (:predicates (has ?p - person ?i - item))
      (:action give :parameters (?p - person ?i - item) :precondition () :effect (has ?p ?i)))"""
    problem = f"""(define (problem p) (:domain gifts) (:objects {there} - person rug - item) (:init)
      (:goal (has {there} rug)))"""
    house = Problem.from_pddl(domain, problem)
    assert unread(f"Give {there} the rug.", house, Goals(house)) == ""
    assert unread(f"Give {said} the rug.", house, Goals(house))


@pytest.mark.parametrize("sentence", ["Coco is hungry, feed her.", "Feed Coco, she is hungry."])
def test_how_something_is_that_is_asked_for_is_not_to_stay_so(sentence: str) -> None:
    """That she is hungry is why, and not how she is to stay."""
    domain = """(define (domain pets) (:requirements :typing) (:types cat)
      (:predicates (fed ?c - cat) (brushed ?c - cat))
      (:action feed :parameters (?c - cat) :precondition () :effect (fed ?c))
      (:action brush :parameters (?c - cat) :precondition () :effect (brushed ?c)))"""
    problem = "(define (problem p) (:domain pets) (:objects coco - cat) (:init) (:goal (fed coco)))"
    found = goal_of(sentence, Problem.from_pddl(domain, problem), nobody)
    assert (found.status, found.to_json()["goal"], found.rules) == ("goal", [["fed", "coco"]], ())


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        ("You've left the fridge open again, shut it.", False),
        ("Someone's opened the fridge - close it, please.", False),
        ("You opened the fridge, please just close it.", False),
        ("Tom closed the fridge, then opened it.", True),
        ("Tom opened the fridge, the apple is in it.", True),
    ],
)
def test_what_is_told_may_end_in_an_order(kitchen: Problem, sentence: str, tells: bool) -> None:
    assert Heard(sentence, kitchen).tells == tells


def test_a_lamp_that_is_elsewhere_is_not_the_one_on_the_desk() -> None:
    elsewhere = FERRY_PROBLEM.replace("(stands desk hall)", "(stands desk hall) (stands desk_lamp porch)")
    found = goal_of("Turn off the light on the desk.", Problem.from_pddl(FERRY, elsewhere), Writer)
    assert found.status == "question"


def test_a_word_that_is_taken_for_a_thing_as_it_is_spelt_like_it_does_not_outweigh_a_model() -> None:
    """*Tablets* are no table; what is spelt like a thing by chance does not say that it is spoken of."""
    home = ROOT / "benchmarks" / "flats"
    problem = Problem.from_pddl(home / "almshouse_domain.pddl", home / "almshouse_problem.pddl")
    found, _ = trained(problem, "i take my tablets now, bring them", ("holding(pills)", 0.95))
    assert (found.status, found.to_json()["goal"]) == ("goal", [["holding", "pills"]])


@pytest.mark.parametrize(
    ("sentence", "slipped"),
    [
        ("Never unmtue the spare mic.", "unmtue"),
        ("Close the inelt valve.", "inelt"),
        ("Put the specs beside the bed.", ""),
        ("Close the inlet vlave.", "vlave"),
        ("the kichen window", "kichen"),
        ("Unmuted mics, closed valves, kitchens.", ""),
        ("The spare mike, the in-let, the wave, the muse.", ""),
    ],
)
def test_what_looks_like_a_slip_of_the_pen(sentence: str, slipped: str) -> None:
    about = {"Types": ["mic: spare_mic", "valve: inlet_valve", "room: kitchen"], "Actions": ["unmute(mic)"]}
    found = slip(sentence, about)
    assert found.partition(" looks")[0].strip("'") == slipped


def test_of_a_goal_that_is_unlikelier_than_none_nothing_is_taken(kitchen: Problem) -> None:
    """It is told, so that people may say yes; --yes says it for them only of what is likelier."""
    rather_none, _ = trained(kitchen, SOAK, ("at(apple, table)", 0.3), ("holding(apple)", 0.1))
    assert rather_none.alternatives
    assert rather_none.taken().status == "question"
    likelier, _ = trained(kitchen, SOAK, ("at(apple, sink)", 0.55), ("holding(apple)", 0.1))
    assert likelier.taken().status == "goal"


HALLS = """(define (domain halls) (:requirements :strips :typing :negative-preconditions)
  (:types room lamp curtain blind thing garment device motor person - object)
  (:predicates (stands ?l - lamp ?r - room) (lit ?l - lamp) (drawn ?c - curtain) (down ?b - blind) (idle ?m - motor)
    (playing ?d - device) (has ?p - person ?t - thing) (soiled ?g - garment) (held ?t - thing))
  (:action light :parameters (?l - lamp) :precondition (not (lit ?l)) :effect (lit ?l))
  (:action douse :parameters (?l - lamp) :precondition (lit ?l) :effect (not (lit ?l)))
  (:action pull-to :parameters (?c - curtain) :precondition () :effect (drawn ?c))
  (:action pull-apart :parameters (?c - curtain) :precondition (drawn ?c) :effect (not (drawn ?c)))
  (:action let-down :parameters (?b - blind) :precondition () :effect (down ?b))
  (:action pull-up :parameters (?b - blind) :precondition (down ?b) :effect (not (down ?b)))
  (:action quieten :parameters (?m - motor) :precondition () :effect (idle ?m))
  (:action play :parameters (?d - device) :precondition () :effect (playing ?d))
  (:action launder :parameters (?g - garment) :precondition (soiled ?g) :effect (not (soiled ?g)))
  (:action hold :parameters (?t - thing) :precondition () :effect (held ?t))
  (:action hand :parameters (?p - person ?t - thing) :precondition (held ?t)
    :effect (and (has ?p ?t) (not (held ?t)))))"""
HALLS_PROBLEM = """(define (problem p) (:domain halls)
  (:objects hall landing nursery - room hall_lamp reading_lamp lantern - lamp
    curtains_parlour curtains_nursery - curtain lounge_blind - blind tv - device fan - motor
    teddy paper pillbox - thing jumper_red jumper_grey - garment
    granny tom - person)
  (:init (stands hall_lamp hall) (stands reading_lamp nursery) (stands lantern landing) (lit lantern)
    (drawn curtains_nursery) (down lounge_blind) (soiled jumper_red) (soiled jumper_grey))
  (:goal (held paper)))"""


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Close the parlour curtains.", "drawn(curtains_parlour)"),
        ("Open the nursery curtains.", "not drawn(curtains_nursery)"),
        ("Open the blind.", "not down(lounge_blind)"),
        ("Put the telly on.", "playing(tv)"),
        ("Make sure the fan is off.", "idle(fan)"),
    ],
)
def test_curtains_that_are_drawn_and_devices_that_idle_are_closed_and_off(sentence: str, goal: str) -> None:
    found = goal_of(sentence, Problem.from_pddl(HALLS, HALLS_PROBLEM), nobody)
    assert (found.status, set(found.literals)) == ("goal", set(literals_of(goal)))


@pytest.mark.parametrize(
    ("sentence", "goal", "taken"),
    [
        ("Lights on in the hall, I can't see what I'm at!", "lit(hall_lamp)", True),
        ("Make it cosy in the hall, lamp on and blankets out.", "lit(hall_lamp)", True),
        ("Make it cosy in the hall, lamp on and blankets out.", "lit(reading_lamp)", False),
        ("Rise and shine, fling the curtains in the nursery apart.", "not drawn(curtains_nursery)", True),
        ("It's time for Granny's pills, see that she gets the pillbox.", "has(granny, pillbox)", True),
        ("Lights on all over the place, I've lost an earring.", "lit(hall_lamp) and lit(reading_lamp)", True),
        ("Light the lantern out yonder so they can find us.", "not lit(lantern)", False),
        ("Oh, do give it to Granny, she's been asking for it.", "has(granny, teddy)", False),
        ("Tom's cold, he'd like the grey jumper, it could do with a soak.", "not soiled(jumper_red)", False),
        ("Hang on to the paper for me till I've sat down.", "has(granny, paper)", False),
    ],
)
def test_what_a_model_writes_is_held_against_what_the_sentence_tells_apart(
    sentence: str, goal: str, taken: bool
) -> None:
    problem = Problem.from_pddl(HALLS, HALLS_PROBLEM)
    writer = Writer((goal, math.log(0.7)))
    found = goal_of(sentence, problem, nobody, reads=lambda: writer)
    assert writer.asked, sentence
    assert found.status == ("goal" if taken else "question"), found.text


@pytest.mark.parametrize(
    ("sentence", "goal", "share", "status"),
    [
        # What the clauses that are read ask for, too, is taken whatever stands beside them, and however unsure it is.
        ("Open the fridge, it keeps clonking our Frieda's elbow", "open(fridge)", 0.1, "goal"),
        ("Open the fridge, it keeps clonking our Frieda's elbow", "open(fridge)", 0.02, "question"),
        # What they ask for, and the model forgot.
        ("Pop the milk in the sink, open the fridge, we're flummoxed", "at(milk, sink)", 0.7, "question"),
        ("Pop the milk in the sink, open the fridge, we're flummoxed", "at(milk, sink)", 0.95, "question"),
        ("Shift the milk over to the sink for us, my hands are full", "at(milk, sink)", 0.7, "goal"),
        # Which of several is meant is for people to say, however sure it is; what nobody named, it may know.
        ("Shove a cup in the sink for flummoxed Frieda", "at(red_cup_1, sink)", 0.7, "question"),
        ("Shove a cup in the sink for flummoxed Frieda", "at(red_cup_1, sink)", 0.95, "question"),
        ("Give that cold-box of ours some air", "open(fridge)", 0.5, "question"),
        ("Give that cold-box of ours some air", "open(fridge)", 0.9, "goal"),
    ],
)
def test_a_trained_model_is_held_against_the_clauses_that_are_read(
    kitchen: Problem, sentence: str, goal: str, share: float, status: str
) -> None:
    reader = Writer((goal, math.log(share)))
    reader.sure = Sure(goal=0.25, doubtful=0.85)
    found = answer(kitchen, sentence, nobody, reads=lambda: reader)
    assert found.status == status, found.why
    assert reader.asked


@pytest.mark.parametrize(
    ("sentence", "goal", "taken"),
    [
        ("Anna, open the fridge; the robot is charging.", "open(fridge)", False),
        ("Hey Paul, would you open the fridge, our robot has no hands.", "open(fridge)", False),
        ("Tiago, open the fridge, it is stuffy in there.", "open(fridge)", True),
        ("Well, open the fridge, and let the robot rest.", "open(fridge)", True),
        ('The order "open the fridge" has three words.', "open(fridge)", False),
        ('The label reads "open the fridge".', "open(fridge)", False),
        ('Please "open the fridge".', "open(fridge)", True),
        ("Opening the fridge takes only a second.", "open(fridge)", False),
        ("Opening the fridge is quite easy.", "open(fridge)", False),
        ("Opening the fridge would be lovely.", "open(fridge)", True),
        ("Put the fridge in the milk.", "at(milk, fridge)", False),
        ("Open the fridge unless it is stuffy in there.", "open(fridge)", False),
        ("Open the fridge for ten minutes and then shut it again.", "open(fridge)", False),
        ("The milk, that goes in the fridge over there.", "at(milk, fridge)", True),
    ],
)
def test_what_is_said_to_others_or_only_told_or_turned_round_is_not_taken(
    kitchen: Problem, sentence: str, goal: str, taken: bool
) -> None:
    reader = Writer((goal, math.log(0.95)))
    reader.sure = Sure(goal=0.3, doubtful=0.85)
    found = goal_of(sentence, kitchen, nobody, reads=lambda: reader)
    assert (found.status == "goal") == taken, found.why


@pytest.mark.parametrize(
    ("sentence", "on", "taken"),
    [
        ("Never mind the hall lamp; do the other one.", "", False),
        ("Never mind the hall lamp; do the other one.", "bed_lamp", True),
    ],
)
def test_which_the_other_one_is_has_to_be_known(sentence: str, on: str, taken: bool) -> None:
    domain = """(define (domain d) (:requirements :strips :typing) (:types lamp) (:predicates (lit ?l - lamp))
      (:action light :parameters (?l - lamp) :effect (lit ?l)))"""
    problem = f"""(define (problem p) (:domain d) (:objects hall_lamp desk_lamp bed_lamp - lamp)
      (:init {f"(lit {on})" if on else ""}) (:goal (lit hall_lamp)))"""
    found, _ = trained(Problem.from_pddl(domain, problem), sentence, ("lit(desk_lamp)", 0.95))
    assert (found.status == "goal") == taken, found.why


@pytest.mark.parametrize(
    ("sentence", "goal", "taken"),
    [
        ("Open the thing that keeps food fresh.", "open(fridge)", True),
        ("Put the thing I drink in the fridge.", "at(milk, fridge)", True),
        ("Put the thing in the fridge.", "at(milk, fridge)", False),
        ("Open the thing that keeps food fresh.", "open(fridge) and at(milk, sink)", False),
    ],
)
def test_a_thing_that_is_told_by_its_use_needs_no_name(
    kitchen: Problem, sentence: str, goal: str, taken: bool
) -> None:
    reader = Writer((goal, math.log(0.5)))
    reader.sure = Sure(goal=0.4, doubtful=0.85)
    found = goal_of(sentence, kitchen, nobody, reads=lambda: reader)
    assert (found.status == "goal") == taken, found.why


@pytest.mark.parametrize(
    ("sentence", "share", "taken"),
    [
        ("Put the milk into that icy fridge thing.", 0.3, True),
        ("Put the milk into that icy fridge thing.", 0.2, False),
        ("The milk would like it icy in that fridge thing.", 0.3, False),
        ("The milk would like it icy in that fridge thing.", 0.5, True),
        ("Please don't put the milk into that icy fridge thing.", 0.3, False),
    ],
)
def test_of_an_order_a_model_need_not_be_as_sure(
    kitchen: Problem, sentence: str, share: float, taken: bool
) -> None:
    reader = Writer(("at(milk, fridge)", math.log(share)))
    reader.sure = Sure(goal=0.4, ordered=0.25)
    found = goal_of(sentence, kitchen, nobody, reads=lambda: reader)
    assert (found.status == "goal") == taken, found.why


@pytest.mark.parametrize("sentence", ["Go to the den.", "Wait for me in the den.", "Go and wait in the den."])
@pytest.mark.parametrize("agent", [False, True])
def test_where_whoever_acts_is_may_be_called_anything(sentence: str, agent: bool) -> None:
    who, butler, robot = ("?b ", "?b - butler ", "hugo ") if agent else ("", "", "")
    domain = f"""(define (domain d) (:requirements :strips :typing) (:types butler spot - object room ledge - spot cup)
      (:predicates (placed {butler}?s - spot) (way ?a ?b - room) (lies ?c - cup ?s - spot) (dull {butler}))
      (:action roll :parameters ({butler}?f ?t - room) :precondition (and (placed {who}?f) (way ?f ?t))
        :effect (and (not (placed {who}?f)) (placed {who}?t)))
      (:action doze :parameters ({butler}?f - room) :precondition (placed {who}?f) :effect (dull {who})))"""
    problem = f"""(define (problem p) (:domain d) (:objects den hall - room shelf - ledge mug - cup
      {"hugo - butler" if agent else ""}) (:init (placed {robot}hall) (way hall den) (way den hall) (lies mug shelf))
      (:goal (placed {robot}den)))"""
    found = goal_of(sentence, Problem.from_pddl(domain, problem), nobody)
    assert (found.status, found.to_json()["goal"]) == ("goal", [["placed", *robot.split(), "den"]]), found.why
