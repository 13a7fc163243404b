"""Things told from their like by facts: whose they are, of what colour, by whatever name a fact has."""

from __future__ import annotations

from typing import NoReturn

import pytest
from asking import is_asked

from clamp import Problem
from clamp.decoding.goals import literals_of
from clamp.hosts.goals import goal_of
from clamp.words.described import by_name

DOMAIN = """
(define (domain studio) (:requirements :strips :typing :negative-preconditions)
  (:types room person colour thing - object mug gadget - thing lamp desk - object)
  (:predicates (robot-at ?r - room) (stands ?d - object ?r - room) ({owns} ?t - thing ?p - person)
    ({looks} ?t - object ?c - colour) (on ?t - thing ?d - desk) (held ?t - thing) (empty-handed)
    (has ?p - person ?t - thing) (lit ?l - lamp) (clean ?m - mug) (spotted ?t - thing))
  (:action go :parameters (?a - room ?b - room) :precondition (robot-at ?a)
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action take :parameters (?t - thing ?d - desk) :precondition (and (on ?t ?d) (empty-handed))
    :effect (and (held ?t) (not (on ?t ?d)) (not (empty-handed))))
  (:action put :parameters (?t - thing ?d - desk) :precondition (held ?t)
    :effect (and (on ?t ?d) (not (held ?t)) (empty-handed)))
  (:action give :parameters (?t - thing ?p - person) :precondition (held ?t)
    :effect (and (has ?p ?t) (not (held ?t)) (empty-handed)))
  (:action wash :parameters (?m - mug) :precondition (held ?m) :effect (clean ?m))
  (:action light :parameters (?l - lamp) :precondition (not (lit ?l)) :effect (lit ?l)))
"""
PROBLEM = """
(define (problem p) (:domain studio) (:objects den study - room grandma priya jonas - person red blue - colour
    mug1 mug2 - mug phone1 phone2 phone3 keys handbag1 handbag2 - gadget
    lamp1 lamp2 - lamp bench dresser - desk)
  (:init (robot-at den) (empty-handed) (stands bench den) (stands dresser study) (stands lamp1 den)
    (stands lamp2 den)
    ({owns} phone1 priya) ({owns} phone2 jonas) ({owns} phone3 grandma) ({owns} keys jonas)
    ({owns} handbag1 priya) ({owns} handbag2 grandma)
    (spotted mug2) (spotted phone3) ({looks} mug1 red) ({looks} mug2 blue) ({looks} lamp1 blue) ({looks} lamp2 red)
    (on mug1 bench) (on mug2 bench) (on phone1 bench) (on phone2 bench) (on phone3 bench) (on keys dresser)
    (on handbag1 bench) (on handbag2 bench))
  (:goal (and)))
"""


def studio(owns: str, looks: str) -> Problem:
    """The world, its facts called so."""
    named = {"owns": owns, "looks": looks}
    domain, problem = DOMAIN, PROBLEM
    for one, name in named.items():
        domain, problem = domain.replace(f"{{{one}}}", name), problem.replace(f"{{{one}}}", name)
    return Problem.from_pddl(domain, problem)


def nobody() -> NoReturn:
    raise AssertionError("the reader needs no model")


@pytest.mark.parametrize(
    ("owns", "looks"), [("belongs-to", "has-colour"), ("owned_by", "coloured"), ("owner", "shade")]
)
@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Give Jonas his phone.", "has(jonas, phone2)"),
        ("Put Priya's phone on the dresser.", "on(phone1, dresser)"),
        ("Put the phone that belongs to Priya on the dresser.", "on(phone1, dresser)"),
        ("Put Priya's phone on the dresser and Jonas's on the dresser, too.",
         "on(phone1, dresser) and on(phone2, dresser)"),
        ("Priya would like to have her phone.", "has(priya, phone1)"),
        ("Jonas has asked for his phone.", "has(jonas, phone2)"),
        ("Jonas can't work without his phone, so take it to him.", "has(jonas, phone2)"),
        ("Grandma is looking for her phone: bring it to her.", "has(grandma, phone3)"),
        ("Wash the red mug.", "clean(mug1)"),
        ("Put Priya's hand bag on the dresser.", "on(handbag1, dresser)"),
        ("Wash the spotted mug.", "clean(mug2)"),
        ("Wash the mug that isn't spotted.", "clean(mug1)"),
        ("I need the blue mug clean.", "clean(mug2)"),
        ("Wash the mug that is blue.", "clean(mug2)"),
        ("Turn on the red lamp, not the blue one.", "lit(lamp2)"),
    ],
)  # fmt: skip
def test_what_facts_tell_is_meant(owns: str, looks: str, sentence: str, goal: str) -> None:
    found = goal_of(sentence, studio(owns, looks), nobody)
    assert (found.status, {*found.literals}) == ("goal", {*literals_of(goal)}), found.why


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the phone on the dresser.",
        "Wash the green mug.",
        "Take Priya her phone and Jonas hers.",
        "Give Grandma his phone.",
        "Put Priya's keys on the bench.",
        "Give Priya her keys.",
        "Jonas and Priya are here, give him his phone.",
        "Put the second keys on the bench.",
        "Put the spotted handbag on the dresser.",  # neither is
        "Bring the spotted keys to Jonas.",
    ],
)
def test_what_facts_do_not_tell_is_asked(sentence: str) -> None:
    assert is_asked(sentence, studio("belongs-to", "has-colour"))


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the red phone on the bench.",
        "Turn on the lamp.",
        "Is Priya's the red one?",
        "Priya's desk is free.",
    ],
)
def test_what_is_not_told_by_facts_is_left_as_it_is(sentence: str) -> None:
    assert by_name(sentence, studio("belongs-to", "has-colour")) == sentence


@pytest.mark.parametrize(
    ("sentence", "goal"),
    [
        ("Bring the red mug to Jonas.", "held_by(mug1, jonas)"),
        (
            "Bring the red mug to Jonas and the blue one to Priya.",
            "held_by(mug1, jonas) and held_by(mug2, priya)",
        ),
        ("Fetch the keys from the dresser and hand them to Jonas.", "held_by(keys, jonas)"),
    ],
)
def test_who_has_something_may_be_said_last(sentence: str, goal: str) -> None:
    named = {"{owns}": "owner", "{looks}": "colour", "?p - person ?t - thing": "?t - thing ?p - person",
             "has ?p ?t": "held_by ?t ?p", "(has ": "(held_by "}  # fmt: skip
    domain, problem = DOMAIN, PROBLEM
    for one, other in named.items():
        domain, problem = domain.replace(one, other), problem.replace(one, other)
    found = goal_of(sentence, Problem.from_pddl(domain, problem), nobody)
    assert (found.status, {*found.literals}) == ("goal", {*literals_of(goal)}), found.why
