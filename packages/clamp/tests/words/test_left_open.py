"""Sentences that leave open what they ask for, or ask it of some things only: said right, or asked back."""

from __future__ import annotations

from functools import cache
from typing import NoReturn

import pytest
from pydantic import ValidationError

from clamp import Problem
from clamp.decoding.goals import literals_of, said_directly
from clamp.errors import ConstraintError
from clamp.hosts.goals import GoalAnswer, goal_of
from clamp.planning.goals import Goals
from clamp.request.form import TaskFile
from clamp.words.contradiction import contradiction

pytestmark = pytest.mark.usefixtures("unhurried")

DOMAIN = """(define (domain flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room thing fixture - object lamp window - fixture box - thing)
  (:predicates (robot-in ?r - room) (in ?t - thing ?r - room) (inside ?t - thing ?b - box) (holding ?t - thing)
    (hand-empty) (on ?l - lamp) (open ?w - window) (fixed-in ?l - fixture ?r - room) (dirty ?t - thing))
  (:action go :parameters (?a ?b - room) :precondition (robot-in ?a)
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-up :parameters (?t - thing ?r - room) :precondition (and (robot-in ?r) (in ?t ?r) (hand-empty))
    :effect (and (holding ?t) (not (in ?t ?r)) (not (hand-empty))))
  (:action put-down :parameters (?t - thing ?r - room) :precondition (and (robot-in ?r) (holding ?t))
    :effect (and (not (holding ?t)) (in ?t ?r) (hand-empty)))
  (:action switch-on :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?l ?r) (not (on ?l))) :effect (on ?l))
  (:action switch-off :parameters (?l - lamp ?r - room) :precondition (and (robot-in ?r) (fixed-in ?l ?r) (on ?l))
    :effect (not (on ?l)))
  (:action open :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?w ?r) (not (open ?w))) :effect (open ?w))
  (:action close :parameters (?w - window ?r - room) :precondition (and (robot-in ?r) (fixed-in ?w ?r) (open ?w))
    :effect (not (open ?w)))
  (:action clean :parameters (?t - thing) :precondition (and (holding ?t) (dirty ?t)) :effect (not (dirty ?t))))"""
PROBLEM = """(define (problem flat1) (:domain flat)
  (:objects kitchen hall bedroom study - room  hall_lamp bed_lamp desk_lamp - lamp
    kitchen_window bedroom_window - window  book red_towel blue_towel mug vase - thing toy_box - box)
  (:init (robot-in hall) (hand-empty) (inside book toy_box) (in red_towel bedroom) (in blue_towel bedroom)
    (in mug study) (in vase kitchen) (in toy_box bedroom) (on hall_lamp) (on bed_lamp) (on desk_lamp)
    (open kitchen_window) (open bedroom_window) (fixed-in hall_lamp hall) (fixed-in bed_lamp bedroom)
    (fixed-in desk_lamp study) (fixed-in kitchen_window kitchen) (fixed-in bedroom_window bedroom) (dirty mug)
    (dirty red_towel))
  (:goal (and)))"""


@cache
def flat() -> Problem:
    return Problem.from_pddl(DOMAIN, PROBLEM)


class Nobody(Exception):
    """The readers abstain: only a model could read it."""


def nobody() -> NoReturn:
    raise Nobody


def read(sentence: str) -> GoalAnswer | None:
    try:
        return goal_of(sentence, flat(), nobody)
    except Nobody:
        return None


def goal(sentence: str) -> set[str]:
    answer = read(sentence)
    assert answer is not None, sentence
    assert answer.status == "goal", (sentence, answer)
    return {
        f"{'' if one.positive else 'not '}{one.predicate}({','.join((*one.args, *filter(None, [one.kind])))})"
        for one in answer.literals
    }


def asked_back(sentence: str) -> str:
    """Why it is asked back."""
    answer = read(sentence)
    assert answer is not None, sentence
    assert answer.status == "question", (sentence, answer)
    return answer.why


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Turn off the lamps in the hall", {"not on(hall_lamp)"}),
        ("Turn off every lamp in the study", {"not on(desk_lamp)"}),
        ("Close the windows in the kitchen", {"not open(kitchen_window)"}),
        ("Close all windows in the bedroom", {"not open(bedroom_window)"}),
        ("Turn off all the lamps", {"not on(?x,lamp)"}),
    ],
)
def test_things_of_a_place_are_not_all_things(sentence: str, wanted: set[str]) -> None:
    assert goal(sentence) == wanted


@pytest.mark.parametrize(
    "sentence", ["Turn off every lamp in the hall and the study", "The lamps in the hall and the study off"]
)
def test_things_of_two_places_are_not_all_things(sentence: str) -> None:
    answer = read(sentence)
    assert (
        answer is None
        or answer.status == "question"
        or {one.args for one in answer.literals}
        == {
            ("hall_lamp",),
            ("desk_lamp",),
        }
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "The mug need not be dirty, bring it to the hall",
        "The mug needn't be dirty, bring it to the hall",
        "The hall lamp might not be off",
        "The mug may not be dirty",
        "The hall lamp need not be on",
        "You don't have to clean the mug, bring it to the hall",
    ],
)
def test_what_need_not_be_is_not_asked_for(sentence: str) -> None:
    assert "permit" in asked_back(sentence)
    for said in ("dirty(mug)", "on(hall_lamp)"):
        given = literals_of(said)
        assert contradiction(sentence, flat(), given, Goals(flat(), budget=20)) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Turn off any lamp",
        "Turn off any of the lamps",
        "Turn off some lamps",
        "Turn off a couple of lamps",
        "Bring any towel to the hall",
        "Clean some dirty things",
        "Do not touch the vase and turn off any lamp",
    ],
)
def test_some_of_several_are_not_all(sentence: str) -> None:
    assert "leaves open which" in asked_back(sentence)


def test_any_that_is_denied_is_every_one_and_some_of_one_is_that() -> None:
    assert goal("Do not leave any lamps on") == {"not on(?x,lamp)"}
    assert goal("There should not be any towels in the bedroom") == {
        "not in(red_towel,bedroom)",
        "not in(blue_towel,bedroom)",
    }
    assert goal("Put any mug in the hall") == {"in(mug,hall)"}


@pytest.mark.parametrize(
    "sentence", ["Put both mugs in the kitchen", "Turn off both lamps", "Turn off both lamps in the hall"]
)
def test_both_of_one_or_three_are_asked_about(sentence: str) -> None:
    assert "speaks of two" in asked_back(sentence)


@pytest.mark.parametrize("number", ["three", "all five", "the four", "7"])
def test_more_than_there_are_is_asked_about(number: str) -> None:
    assert "more than there are" in asked_back(f"Put {number} towels in the hall")


def test_as_many_as_there_are_is_all_of_them() -> None:
    two = {"in(red_towel,hall)", "in(blue_towel,hall)"}
    assert goal("Put the two towels in the hall") == goal("Put 2 towels in the hall") == two


def test_both_of_two_places_are_not_one() -> None:
    assert "not both" in asked_back("Close both windows in the kitchen")


def test_both_of_two_are_meant() -> None:
    assert goal("Put both towels in the hall") == {"in(red_towel,hall)", "in(blue_towel,hall)"}
    assert goal("Put both the mug and the vase in the hall") == {"in(mug,hall)", "in(vase,hall)"}
    assert goal("Close both windows") == {"not open(?x,window)"}


@pytest.mark.parametrize(
    "sentence",
    [
        "The towels out of the bedroom and the mug too",
        "The towels out of the bedroom and the mug",
        "The mug out of the study and the vase too",
        "Take the red towel out of the bedroom and the mug",
        "Remove the mug from the study and the vase",
        "Take the towels out of the bedroom and the mug",
    ],
)
def test_a_second_thing_is_not_dropped(sentence: str) -> None:
    answer = read(sentence)
    if answer is not None and answer.status != "question":  # one hand holds one thing
        assert len({one.args[0] for one in answer.literals}) == 2, answer
        assert answer.status == "none"


def test_things_of_two_places_are_taken_from_both() -> None:
    wanted = {"in(red_towel,hall)", "in(mug,hall)"}
    assert goal("Bring the red towel and the mug from the bedroom and the study to the hall") == wanted
    assert goal("The mug out of the study and the vase out of the kitchen") == {
        "not in(mug,study)",
        "not in(vase,kitchen)",
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the vase in the hall and turn it off",
        "Bring the mug to the hall and turn it off",
        "Put the vase in the kitchen and close it",
    ],
)
def test_it_is_nothing_that_nobody_named(sentence: str) -> None:
    assert "'it'" in asked_back(sentence)


def test_it_is_what_was_named() -> None:
    assert goal("Take the mug and bring it to the hall") == {"in(mug,hall)"}
    assert goal("Clean the mug and bring it to the hall") == {"not dirty(mug)", "in(mug,hall)"}


@pytest.mark.parametrize("verb", ["should be", "is", "may be"])
def test_nothing_is_none_of_all_things(verb: str) -> None:
    lamps = {"not on(hall_lamp)", "not on(bed_lamp)", "not on(desk_lamp)"}
    end = " at the end" if verb == "may be" else ""
    assert goal(f"Nothing {verb} on{end}") == lamps
    assert goal(f"Nothing {verb} dirty{end}") == {"not dirty(mug)", "not dirty(red_towel)"}
    assert goal(f"Nothing {verb} open{end}") == {"not open(kitchen_window)", "not open(bedroom_window)"}


def test_nothing_counts_what_can_never_change() -> None:
    answer = read("Nothing should be in the toy box")
    assert answer is not None
    assert answer.status == "none"
    assert "can never become so" in answer.why


@pytest.mark.parametrize("sentence", ["The desk lamp is on", "All lamps should be on", "The mug is dirty"])
def test_a_fact_that_holds_holds_already(sentence: str) -> None:
    answer = read(sentence)
    assert answer is not None
    assert answer.status == "none"
    assert answer.why.startswith("It is so already: ")


def test_what_may_ask_for_several_things_says_which() -> None:
    assert "Or: At the end, it is not so that any lamp is on." in asked_back(
        "The lamps are on, turn them off"
    )


@pytest.mark.parametrize(
    ("sentence", "given", "other"),
    [
        ("Bring the book to the kitchen", "in(mug, kitchen)", True),  # nobody gets at the book
        ("Bring the book to the kitchen", "in(vase, hall)", True),
        ("Bring the mug to the kitchen", "in(mug, kitchen)", False),
        ("Tidy the kitchen", "in(mug, kitchen)", False),
        ("Bring the thing for tea to the kitchen", "in(mug, kitchen)", False),
    ],
)
def test_what_cannot_be_reached_is_something_else_too(sentence: str, given: str, other: bool) -> None:
    found = contradiction(sentence, flat(), literals_of(given), Goals(flat(), budget=20))
    assert (found is not None) == other


def test_another_language_is_told_what_is_read() -> None:
    for sentence in (
        "Mets la tasse dans la cuisine",
        "Bringe den Becher in die Küche",
        "Pon la taza en la cocina",
    ):
        assert "It is read as English." in asked_back(sentence)
    assert "English" not in asked_back("Tidy up quickly, please")


def test_no_goal_says_what_one_looks_like() -> None:
    with pytest.raises(ConstraintError, match=r"The goal is empty. Write it like in\(milk, fridge\)"):
        said_directly(" ", Goals(flat(), budget=20))
    with pytest.raises(ConstraintError, match="goals know no 'foo'; they may say dirty/1, "):
        said_directly("foo(mug)", Goals(flat(), budget=20))


def test_no_instruction_says_what_one_looks_like() -> None:
    with pytest.raises(
        ValidationError, match=r"it is empty\. Say what is to be so: 'the milk is in the fridge'"
    ):
        TaskFile.model_validate({"instruction": " "})
