"""What idioms ask for, and that they ask for nothing where they are no idioms."""

from __future__ import annotations

from typing import NoReturn

import pytest
from asking import is_asked

from clamp import Problem
from clamp.decoding.goals import literals_of
from clamp.hosts.goals import goal_of

DOMAIN = """
(define (domain flat) (:requirements :strips :typing :negative-preconditions)
  (:types room place thing window blind lamp person - object mug tablet towel - thing)
  (:predicates (robot-at ?r - room) (next ?a - room ?b - room) (part-of ?x - object ?r - room) (open ?w - window)
    (lowered ?b - blind) (lit ?l - lamp) (on ?t - thing ?p - place) (held ?t - thing) (empty) (vacuumed ?r - room)
    (charged ?t - tablet) (dirty ?t - towel) (wet ?t - towel) (has ?p - person ?t - thing))
  (:action go :parameters (?a - room ?b - room) :precondition (and (robot-at ?a) (next ?a ?b))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action open :parameters (?w - window) :precondition (not (open ?w)) :effect (open ?w))
  (:action close :parameters (?w - window) :precondition (open ?w) :effect (not (open ?w)))
  (:action lower :parameters (?b - blind) :precondition (not (lowered ?b)) :effect (lowered ?b))
  (:action raise :parameters (?b - blind) :precondition (lowered ?b) :effect (not (lowered ?b)))
  (:action switch-on :parameters (?l - lamp) :precondition (not (lit ?l)) :effect (lit ?l))
  (:action switch-off :parameters (?l - lamp) :precondition (lit ?l) :effect (not (lit ?l)))
  (:action vacuum :parameters (?r - room) :precondition (robot-at ?r) :effect (vacuumed ?r))
  (:action charge :parameters (?t - tablet) :precondition (held ?t) :effect (charged ?t))
  (:action wash :parameters (?t - towel) :precondition (held ?t) :effect (and (not (dirty ?t)) (wet ?t)))
  (:action dry :parameters (?t - towel) :precondition (held ?t) :effect (not (wet ?t)))
  (:action take :parameters (?t - thing ?p - place) :precondition (and (on ?t ?p) (empty))
    :effect (and (held ?t) (not (empty)) (not (on ?t ?p))))
  (:action put :parameters (?t - thing ?p - place) :precondition (held ?t)
    :effect (and (on ?t ?p) (empty) (not (held ?t))))
  (:action give :parameters (?t - thing ?p - person) :precondition (held ?t)
    :effect (and (has ?p ?t) (empty) (not (held ?t)))))
"""
PROBLEM = """
(define (problem p) (:domain flat) (:objects study den - room study_window den_window - window
    study_blind den_blind - blind study_lamp den_lamp floor_lamp - lamp desk shelf - place mug_1 mug_2 - mug
    tablet - tablet towel - towel edith - person)
  (:init (robot-at den) (next den study) (next study den) (empty) (part-of study_window study) (part-of den_window den)
    (part-of study_blind study) (part-of den_blind den) (part-of study_lamp study) (part-of den_lamp den)
    (part-of floor_lamp den) (part-of desk study) (part-of shelf den) (part-of edith den) (open study_window)
    (lowered den_blind) (lit den_lamp) (lit study_lamp) (on mug_1 desk) (on mug_2 shelf) (on tablet desk)
    (on towel desk) (dirty towel))
  (:goal (and)))
"""


@pytest.fixture(scope="module")
def flat() -> Problem:
    return Problem.from_pddl(DOMAIN, PROBLEM)


def nobody() -> NoReturn:
    raise AssertionError("the reader needs no model")


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Let some fresh air into the den.", "open(den_window)"),
        ("A bit of fresh air in the den would be lovely.", "open(den_window)"),
        ("There's a nasty draught in the study.", "not open(study_window)"),
        ("Let some daylight into the den.", "not lowered(den_blind)"),
        ("The sun is blinding us in the study, do something about the blind.", "lowered(study_blind)"),
        ("No lamp should be left burning in the den.", "not lit(den_lamp) and not lit(floor_lamp)"),
        ("I don't want any lamp on in the study.", "not lit(study_lamp)"),
        ("There's no need for the study lamp to be on.", "not lit(study_lamp)"),
        ("Nobody is in the study, so the study lamp needn't be on.", "not lit(study_lamp)"),
        ("It's stuffy in the den, open the window.", "open(den_window)"),
        ("It's bright in the study, so turn off the light.", "not lit(study_lamp)"),
        ("Nobody is in the study, so switch that lamp off.", "not lit(study_lamp)"),
        ("Swap the two mugs.", "on(mug_1, shelf) and on(mug_2, desk)"),
        ("Make the tablet and mug 2 trade places.", "on(tablet, shelf) and on(mug_2, desk)"),
        ("There are crumbs all over the den floor.", "vacuumed(den)"),
        ("The tablet's battery is nearly flat, see to it.", "charged(tablet)"),
        ("The tablet is almost out of battery.", "charged(tablet)"),
        ("How about closing the study window while we talk?", "not open(study_window)"),
        ("Whoever left the window open in the study, it needs shutting.", "not open(study_window)"),
        ("The study blind isn't lowered yet. Would you do it?", "lowered(study_blind)"),
        ("Somebody left the study window open again, do shut it.", "not open(study_window)"),
        ("There shouldn't be a mug on the desk.", "not on(mug_1, desk)"),
        ("No mugs may be left on the desk.", "not on(mug_1, desk)"),
        ("Don't let that mug stay on the desk.", "not on(mug_1, desk)"),
        ("Nothing should be lying on the shelf.", "not on(mug_2, shelf)"),
        ("Turn the study lamp off and the floor lamp on.", "not lit(study_lamp) and lit(floor_lamp)"),
        ("The towel needs washing and drying.", "not dirty(towel) and not wet(towel)"),
        ("Give Edith a mug, it doesn't matter which.", "has(edith, mug_1)"),
        ("Edith can't do without her tablet, bring it to her.", "has(edith, tablet)"),
        ("Don't put the tablet on the shelf, give it to Edith.", "has(edith, tablet)"),
        ("Swap mug 1 with mug 2.", "on(mug_1, shelf) and on(mug_2, desk)"),
        (
            "Switch the two mugs around, so that each is where the other was.",
            "on(mug_1, shelf) and on(mug_2, desk)",
        ),
        ("Put the towel on the desk - no, wait, on the shelf.", "on(towel, shelf)"),
        ("Put the towel on the desk, sorry, I mean on the shelf.", "on(towel, shelf)"),
        ("Turn on the study lamp, no, the floor lamp.", "lit(floor_lamp)"),
        ("Could you turn the study lamp, er, sorry, the den lamp off?", "not lit(den_lamp)"),
        ("Put the tablet, no, the towel on the shelf.", "on(towel, shelf)"),
        ("Close the study window, if it's no trouble.", "not open(study_window)"),
        ("If it isn't too much bother, close the study window.", "not open(study_window)"),
        ("The towel could do with a good wash, I should say.", "not dirty(towel)"),
        ("The towel wants washing, by the look of it.", "not dirty(towel)"),
        ("I don't want a single lamp left on in the study.", "not lit(study_lamp)"),
        ("Do you mind closing the study window?", "not open(study_window)"),
        ("Would it kill you to close the study window?", "not open(study_window)"),
        ("Don't put the towel on the desk but on the shelf.", "on(towel, shelf)"),
        ("Let the tablet and mug 2 trade places.", "on(tablet, shelf) and on(mug_2, desk)"),
        ("Don't stop until the study window is closed.", "not open(study_window)"),
        ("Hands off the den lamp, but turn the floor lamp on.", "lit(floor_lamp)"),
        ("Take everything off the desk, all but the towel.", "not on(mug_1, desk) and not on(tablet, desk)"),
        ("Before we go out, close the study window.", "not open(study_window)"),
        ("Turn off the lamp in the den, not the floor lamp.", "not lit(den_lamp)"),
        ("It's getting chilly in the study, so please close the window there.", "not open(study_window)"),
        ("It's awfully bright in the study, turn off the lamp in there.", "not lit(study_lamp)"),
    ],
)
def test_idioms_are_read_as_what_they_ask_for(flat: Problem, sentence: str, goal: str) -> None:
    found = goal_of(sentence, flat, nobody)
    assert (found.status, {*found.literals}) == ("goal", {*literals_of(goal)}), found.why


@pytest.mark.parametrize(
    "sentence",
    [
        "Close the window and I'll never forgive you.",
        "How about that window?",
        "Do you do something about the blind?",
        "No need to light the lamp.",
        "Put the tablet in the study, and turn off the lamp.",
        "Edith is in the den, the tablet in the study: turn off the lamp.",
        "You needn't close the study window.",
        "The study lamp needn't be on.",
        "Give Edith the third mug.",
        "Do something about the blind.",
        "Turn on the floor lamp, no, the study lamp's fine.",
        "Turn on the floor lamp, no, don't.",
        "I don't want the towel on the desk, no, on the shelf.",
        "Put the towel on the desk, no, the shelf is dusty.",
        "Do you mind the study lamp?",
        "Close the study window, if it's any trouble.",
        "I can't decide whether the study window should be closed.",
        "The blinds in the kitchen are lowered, raise them.",
        "Lamp in the den, please, and the study window closed.",
    ],
)
def test_what_is_no_idiom_asks_for_nothing(flat: Problem, sentence: str) -> None:
    assert is_asked(sentence, flat)
