"""Goals in words of daily life: things by other words, whose they are, where others are, by when, what is denied."""

from __future__ import annotations

from functools import cache

import pytest
from places import lit

import clamp
from clamp.planning.goals import Goals
from clamp.words.contradiction import contradiction
from clamp.words.goals import asked

pytestmark = pytest.mark.usefixtures("unhurried")

DOMAIN = """
(define (domain studio)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing place - object spot chest - place lamp - object)
  (:predicates (lies-on ?t - thing ?s - spot) (stowed-in ?t - thing ?c - chest) (draped-over ?t - thing ?s - spot)
    (holding ?t - thing) (free-hand) (shut ?c - chest) (glowing ?l - lamp) (washed ?t - thing))
  (:action grab :parameters (?t - thing ?s - spot) :precondition (and (lies-on ?t ?s) (free-hand))
    :effect (and (holding ?t) (not (lies-on ?t ?s)) (not (free-hand))))
  (:action lay :parameters (?t - thing ?s - spot) :precondition (holding ?t)
    :effect (and (lies-on ?t ?s) (free-hand) (not (holding ?t))))
  (:action drape :parameters (?t - thing ?s - spot) :precondition (holding ?t)
    :effect (and (draped-over ?t ?s) (free-hand) (not (holding ?t))))
  (:action take-out :parameters (?t - thing ?c - chest)
    :precondition (and (stowed-in ?t ?c) (not (shut ?c)) (free-hand))
    :effect (and (holding ?t) (not (stowed-in ?t ?c)) (not (free-hand))))
  (:action stow :parameters (?t - thing ?c - chest) :precondition (and (holding ?t) (not (shut ?c)))
    :effect (and (stowed-in ?t ?c) (free-hand) (not (holding ?t))))
  (:action open :parameters (?c - chest) :precondition (shut ?c) :effect (not (shut ?c)))
  (:action close :parameters (?c - chest) :precondition (not (shut ?c)) :effect (shut ?c))
  (:action switch-lamp-on :parameters (?l - lamp) :precondition (not (glowing ?l)) :effect (glowing ?l))
  (:action switch-lamp-off :parameters (?l - lamp) :precondition (glowing ?l) :effect (not (glowing ?l)))
  (:action wash :parameters (?t - thing) :precondition (and (holding ?t) (not (washed ?t))) :effect (washed ?t)))
"""
PROBLEM = """
(define (problem monday) (:domain studio)
  (:objects bench_maria bench_paul worktop fold_table - spot toolbox wall_cabinet - chest standing_lamp - lamp
    jug_green jug_yellow quilt backpack - thing)
  (:init (free-hand) (lies-on jug_green bench_paul) (lies-on jug_yellow worktop) (lies-on quilt fold_table)
    (stowed-in backpack wall_cabinet) (glowing standing_lamp) (shut toolbox))
  (:goal (and)))
"""


@cache
def world() -> tuple[clamp.Problem, Goals]:
    problem = clamp.Problem.from_pddl(DOMAIN, PROBLEM)
    return problem, Goals(problem)


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("The green jug goes on the worktop.", [("lies-on", "jug_green", "worktop")]),
        ("Lay the yellow jug on Maria's bench.", [("lies-on", "jug_yellow", "bench_maria")]),
        ("The green jug goes on Maria's bench and the yellow jug on Paul's",
         [("lies-on", "jug_green", "bench_maria"), ("lies-on", "jug_yellow", "bench_paul")]),
        ("Put the green pitcher on the counter before lunch", [("lies-on", "jug_green", "worktop")]),
        ("Put the green jug on the folding table when you've got a minute", [("lies-on", "jug_green", "fold_table")]),
        ("Put the quilt over the worktop", [("draped-over", "quilt", "worktop")]),
        ("Fetch me the rucksack", [("holding", "backpack")]),
        ("Take the backpack out", [("not", "stowed-in", "backpack", "wall_cabinet")]),
        ("Push the wall cabinet shut", [("shut", "wall_cabinet")]),
        ("Get the backpack down from the wall cabinet and lay it on the counter", [("lies-on", "backpack", "worktop")]),
        ("Take the backpack out and shut the cabinet it was in",
         [("not", "stowed-in", "backpack", "wall_cabinet"), ("shut", "wall_cabinet")]),
        ("The quilt belongs where the backpack is", [("stowed-in", "quilt", "wall_cabinet")]),
        ("Paul's bench should be empty by Friday", [("not", "lies-on", "jug_green", "bench_paul")]),
        ("I don't want the lamp burning all night", [("not", "glowing", "standing_lamp")]),
        ("Shut the wall cabinet and switch off the standing lamp",
         [("shut", "wall_cabinet"), ("not", "glowing", "standing_lamp")]),
        ("Empty the wall cabinet, there's only the backpack in it", [("not", "stowed-in", "backpack", "wall_cabinet")]),
    ],
)  # fmt: skip
def test_words_of_daily_life_are_read(sentence: str, goal: list[tuple[str, ...]]) -> None:
    problem, goals = world()
    found = asked(sentence, problem, goals)
    assert not isinstance(found, str), found
    assert [set(one.literals) for one in found] == [{lit(*one) for one in goal}]


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the green jug next to the yellow jug",
        "Put the green jug on the worktop tomorrow",
        "Put the green jug on the worktop when the lamp is off",
        "Lay the jug on Anna's bench",
        "Lay the green jug on the third bench",
        "Empty the wall cabinet, there's only the quilt in it",
        "Push the quilt shut",
    ],
)
def test_what_may_mean_more_than_that_is_asked_back(sentence: str) -> None:
    problem, goals = world()
    found = asked(sentence, problem, goals)
    assert isinstance(found, str) or not any(one.literals for one in found)


@pytest.mark.parametrize(
    ("sentence", "goal", "other"),
    [
        ("Shut the wall cabinet and switch off the standing lamp", [("shut", "wall_cabinet")], True),
        ("Shut the wall cabinet", [("shut", "wall_cabinet"), ("not", "glowing", "standing_lamp")], True),
        (
            "Shut the wall cabinet",
            [("shut", "wall_cabinet"), ("shut", "toolbox")],
            False,
        ),  # that is so already
        ("Shut the wall cabinet and the toolbox", [("shut", "wall_cabinet")], False),
        (
            "The quilt should be clean and on the folding table",
            [("washed", "quilt")],
            True,
        ),  # it leaves it to wash it
        ("Both jugs onto Maria's bench", [("lies-on", "jug_green", "bench_maria")], True),
        ("Shut the wall cabinet, I'm allergic to moths", [("not", "glowing", "standing_lamp")], True),
        ("Please don't open the toolbox, the nails spill", [("not", "shut", "toolbox")], True),
        ("Don't forget to open the toolbox, the nails spill", [("not", "shut", "toolbox")], False),
    ],
)
def test_readings_are_compared_both_ways(sentence: str, goal: list[tuple[str, ...]], other: bool) -> None:
    problem, goals = world()
    assert (contradiction(sentence, problem, [lit(*one) for one in goal], goals) is not None) == other
