"""What a domain's names and actions say of things that it does not name, over generated domains.

A part (*its chocks*, *the ice on it*) is spoken of in many ways, each of which is one action or one fact; where it is
not clear whose is meant, or what, it abstains.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from clamp.planning import Problem
from clamp.words.requirements import read_requirements
from clamp.words.wording import wording_of

FITTED: dict[str, tuple[str, str, str, str]] = {
    "chock": ("chocked", "wagon", "chock", "unchock"), "cover": ("covered", "boat", "cover", "uncover"),
    "muzzle": ("muzzled", "hound", "muzzle", "unmuzzle"), "strap": ("strapped", "trunk", "strap", "unstrap"),
    "label": ("has-label", "jar", "label", "unlabel"), "lid": ("lid-on", "pan", "lid", "unlid"),
    "tag": ("tagged", "coat", "tag", "untag"),
}  # fmt: skip
"""What is put on a thing: the fact, the thing, and the actions that put it there and take it away."""
STUFF: dict[str, tuple[str, str, str]] = {
    "ice": ("icy", "wing", "thaw"), "snow": ("snowy", "path", "plough"), "mud": ("muddy", "boot", "brush"),
    "rust": ("rusty", "gate", "grind"), "mould": ("mouldy", "wall", "bleach"), "dust": ("dusty", "shelf", "polish"),
}  # fmt: skip
"""What is on a thing and is cleared away: the fact, the thing, and the action."""
FITTED_SAID: dict[str, str] = {
    "Put the {part} on the old {thing}.": "F do:{put}(old_{thing})",
    "Take the {part} off the new {thing}.": "F do:{take}(new_{thing})",
    "Never take the {part} off the new {thing}.": "G !do:{take}(new_{thing})",
    "The {part} of the old {thing} must be on at the end.": "G (last -> {fact}(old_{thing}))",
    "The old {thing}'s {part} must be off at the end.": "G (last -> !{fact}(old_{thing}))",
    "Put the old {thing}'s {part} back on.": "F do:{put}(old_{thing})",
    "Never push the old {thing} while its {part} is on.": "G !(do:push(old_{thing}) & Y {fact}(old_{thing}))",
    "Never push a {thing} with its {part} on.": "forall ?{t} - {thing}: G !(do:push(?{t}) & Y {fact}(?{t}))",
    "Never push a {thing} without a {part} on it.": "forall ?{t} - {thing}: G !(do:push(?{t}) & Y !{fact}(?{t}))",
    "Don't push a {thing} whose {part} is off.": "forall ?{t} - {thing}: G !(do:push(?{t}) & Y !{fact}(?{t}))",
    "The new {thing} must have a {part} at the end.": "G (last -> {fact}(new_{thing}))",
    "Put a {thing}'s {part} on before you push it.":
        "forall ?{t} - {thing}: G (do:push(?{t}) -> Y (O do:{put}(?{t}) & {fact}(?{t})))",
}  # fmt: skip
STUFF_SAID: dict[str, str] = {
    "Clear the {part} off the old {thing}.": "F do:{take}(old_{thing})",
    "Clear the old {thing} of {part}.": "F do:{take}(old_{thing})",
    "The old {thing} must be free of {part} at the end.": "G (last -> !{fact}(old_{thing}))",
    "Don't push a {thing} while there is {part} on it.":
        "forall ?{t} - {thing}: G !(do:push(?{t}) & Y {fact}(?{t}))",
    "Never push a {thing} with {part} on it.": "forall ?{t} - {thing}: G !(do:push(?{t}) & Y {fact}(?{t}))",
    "The old {thing} mustn't be pushed until the {part} has been cleared off it.":
        "G (do:push(old_{thing}) -> Y (O do:{take}(old_{thing}) & !{fact}(old_{thing})))",
}  # fmt: skip


@cache
def wording(thing: str, fact: str, actions: tuple[tuple[str, str, str], ...]) -> Any:
    """The words of a domain of two things of a kind; what each action needs and does, beside pushing."""
    made = "".join(
        f"(:action {name} :parameters (?x - {thing}) :precondition {needs} :effect {does})"
        for name, needs, does in (*actions, ("push", "()", "(pushed ?x)"))
    )
    domain = (
        f"(define (domain d) (:requirements :adl) (:types {thing} stone - object) (:predicates ({fact} ?x - {thing}) "
        f"(pushed ?x - {thing})) {made})"
    )
    problem = (
        f"(define (problem p) (:domain d) (:objects old_{thing} new_{thing} - {thing} pebble - stone) "
        f"(:init ({fact} old_{thing})) (:goal (and)))"
    )
    return wording_of(Problem.from_pddl(domain, problem))


def read(words: Any, sentence: str) -> list[list[str]]:
    found = read_requirements(sentence, words, suggest=False)
    return [[one.rule.text for one in clause.readings] for clause in found.clauses]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("part", FITTED)
def test_what_is_put_on_a_thing_is_spoken_of_by_its_own_name(part: str) -> None:
    fact, thing, put, take = FITTED[part]
    words = wording(
        thing,
        fact,
        ((put, f"(not ({fact} ?x))", f"({fact} ?x)"), (take, f"({fact} ?x)", f"(not ({fact} ?x))")),
    )
    gaps = {"part": part, "thing": thing, "put": put, "take": take, "fact": fact, "t": thing[0]}
    for said, meant in FITTED_SAID.items():
        assert read(words, said.format(**gaps)) == [[meant.format(**gaps)]], said.format(**gaps)


@pytest.mark.parametrize("part", STUFF)
def test_what_is_on_a_thing_is_cleared_off_it(part: str) -> None:
    fact, thing, take = STUFF[part]
    words = wording(thing, fact, ((take, f"({fact} ?x)", f"(not ({fact} ?x))"),))
    gaps = {"part": part, "thing": thing, "take": take, "fact": fact, "t": thing[0]}
    for said, meant in STUFF_SAID.items():
        assert read(words, said.format(**gaps)) == [[meant.format(**gaps)]], said.format(**gaps)


GUARD = (
    ("lower-guard", "(not (guarded ?x))", "(guarded ?x)"),
    ("raise-guard", "(guarded ?x)", "(not (guarded ?x))"),
)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Put the guard of the old saw down.", "F do:lower-guard(old_saw)"),
        ("Raise the old saw's guard.", "F do:raise-guard(old_saw)"),
        ("The guard of every saw must be down at the end.", "forall ?s - saw: G (last -> guarded(?s))"),
        ("Never push a saw while its guard is up.", "forall ?s - saw: G !(do:push(?s) & Y !guarded(?s))"),
        ("The guard must be down when you push the new saw.", "G (do:push(new_saw) -> Y guarded(new_saw))"),
    ],
)
def test_a_part_that_actions_name_is_where_they_bring_it(sentence: str, rule: str) -> None:
    assert read(wording("saw", "guarded", GUARD), sentence) == [[rule]]


@pytest.mark.parametrize(
    "sentence",
    [
        "Put the guard down.",  # whose?
        "Push the guard of the old saw.",  # the saw is pushed
        "Never push the guard.",
        "The guard of the old saw must be pushed.",
        "The guard of the old saw must be clean.",
        "Paint the guard of the old saw.",
        "The old saw must be down at the end.",  # its guard is
        "The guard of the old saw and the guard of the new saw must be left.",
    ],
)
def test_a_part_is_never_taken_for_the_thing_that_has_it(sentence: str) -> None:
    assert read(wording("saw", "guarded", GUARD), sentence) == [[]]


def test_where_two_facts_may_be_meant_a_word_means_neither() -> None:
    domain = """(define (domain d) (:requirements :adl) (:types saw - object)
      (:predicates (guarded ?x - saw) (guard-on ?x - saw) (pushed ?x - saw))
      (:action fit :parameters (?x - saw) :precondition (not (guard-on ?x)) :effect (guard-on ?x))
      (:action guard :parameters (?x - saw) :precondition (not (guarded ?x)) :effect (guarded ?x)))"""
    problem = "(define (problem p) (:domain d) (:objects old_saw new_saw - saw) (:init) (:goal (and)))"
    words = wording_of(Problem.from_pddl(domain, problem))
    assert all(len(one) != 1 for one in read(words, "Put the guard of the old saw in place."))


YARD = """(define (domain yard) (:requirements :adl) (:types crate rack guest table plane strip - object)
  (:predicates (in ?c - crate ?r - rack) (held ?c - crate) (sits-at ?g - guest ?t - table) (flying ?p - plane))
  (:action lift-out :parameters (?c - crate ?r - rack) :precondition (in ?c ?r)
    :effect (and (held ?c) (not (in ?c ?r))))
  (:action put-back :parameters (?c - crate ?r - rack) :precondition (held ?c)
    :effect (and (in ?c ?r) (not (held ?c))))
  (:action seat :parameters (?g - guest ?t - table) :precondition () :effect (sits-at ?g ?t))
  (:action see-off :parameters (?g - guest ?t - table) :precondition (sits-at ?g ?t) :effect (not (sits-at ?g ?t)))
  (:action take-off :parameters (?p - plane ?s - strip) :precondition (not (flying ?p)) :effect (flying ?p))
  (:action land :parameters (?p - plane ?s - strip) :precondition (flying ?p) :effect (not (flying ?p))))"""
THINGS = """(define (problem p) (:domain yard) (:objects red_crate blue_crate - crate wall_rack floor_rack - rack
  ann bob - guest round_table long_table - table mail_plane jet - plane north_strip south_strip - strip)
  (:init (in red_crate wall_rack) (held blue_crate)) (:goal (and)))"""


@cache
def yard() -> Any:
    return wording_of(Problem.from_pddl(YARD, THINGS))


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Hang the red crate on the floor rack.", "F do:put-back(red_crate, floor_rack)"),
        ("Take the red crate off the wall rack.", "F do:lift-out(red_crate, wall_rack)"),
        ("At the end the red crate must be on the floor rack.", "G (last -> in(red_crate, floor_rack))"),
        ("Show Ann to the round table.", "F do:seat(ann, round_table)"),
        ("Ann must never be at the long table.", "G !sits-at(ann, long_table)"),
        ("At the end the round table must be free.", "G (last -> !sits-at(*, round_table))"),
        ("Never land the jet while Bob is sitting at the long table.",
         "G !(do:land(jet, *) & Y sits-at(bob, long_table))"),
        ("No plane takes off while Bob is sitting at the long table.",
         "forall ?p - plane: G !(do:take-off(?p, *) & Y sits-at(bob, long_table))"),
        ("The jet never lands on the north strip.", "G !do:land(jet, north_strip)"),
        ("Nothing lands on the north strip.", "G !do:land(*, north_strip)"),
        ("Planes do not land on the north strip.", "forall ?p - plane: G !do:land(?p, north_strip)"),
        ("Whenever a plane lands, put the blue crate back on the wall rack.",
         "forall ?p - plane: G (do:land(?p, *) -> X F do:put-back(blue_crate, wall_rack))"),
    ],
)  # fmt: skip
def test_what_brings_a_thing_somewhere_and_what_moves_by_itself(sentence: str, rule: str) -> None:
    assert read(yard(), sentence) == [[rule]]


@pytest.mark.parametrize(
    "sentence",
    [
        "Hang the red crate on the round table.",  # crates are in racks
        "Take Ann off the wall rack.",
        "Show Ann to the wall rack.",
        "Ann lands on the north strip.",
        "The red crate takes off.",
        "Give the red crate to Ann.",
    ],
)
def test_what_no_action_brings_about_is_not_read(sentence: str) -> None:
    assert read(yard(), sentence) == [[]]
