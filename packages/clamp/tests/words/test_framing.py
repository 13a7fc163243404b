"""What surrounds a demand: when the end is, in what words one asks, and whose a thing is."""

from __future__ import annotations

import pytest
from said_in import wording

from clamp.words.requirements import read_requirements

STATES = {
    "depot": ("the night van", "locked", "locked(night-van)"),
    "kennels": ("the poodle", "fed", ""),
    "plant": ("the feed pump", "inspected", ""),
}
ENDS = [
    "when the shop shuts",
    "when they lock up tonight",
    "by tomorrow morning",
    "when I come in tomorrow morning",
    "when the boss gets in in the morning",
    "tonight when you knock off",
    "by closing time",
    "today by the end of the shift",
]
ASKED = [
    "I'd like {what} {so} {end}.",
    "I want {what} to be {so} {end}.",
    "Could you please make sure that {what} is {so} {end}?",
    "Have {what} {so} {end}, would you?",
    "See to it that {what} is {so} {end}, ready for tomorrow.",
    "It is important that {what} is {so} {end}.",
]


def rules(world: str, sentence: str) -> list[str]:
    (clause,) = read_requirements(sentence, wording(world), suggest=False).clauses
    return [one.rule.text for one in clause.readings]


@pytest.mark.sampled(1)
@pytest.mark.traced
@pytest.mark.parametrize("world", STATES)
def test_the_end_has_many_names(world: str) -> None:
    what, so, rule = STATES[world]
    for asked in ASKED:
        plain = rules(world, asked.format(what=what, so=so, end="by the end"))
        assert len(plain) == 1
        assert rule in plain[0]
        assert {tuple(rules(world, asked.format(what=what, so=so, end=end))) for end in ENDS} == {
            tuple(plain)
        }


@pytest.mark.traced
@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Don't leave any van unlocked overnight.", "forall ?v - van: G (last -> locked(?v))"),
        ("The night van stays locked overnight.", "G (last -> locked(night-van))"),
        ("All the parcels back on the top shelf by closing time.", "forall ?p - parcel: G (last -> at(?p, top-shelf))"),
        ("No parcels on the top shelf tonight by closing time.", "forall ?p - parcel: G (last -> !at(?p, top-shelf))"),
        ("please you lock the night van", "F do:lock(night-van)"),
        ("please you never lock the night van", "G !do:lock(night-van)"),
        ("What you unlock you lock again.", "forall ?x: G (do:unlock(?x) -> X F do:lock(?x))"),
    ],
)  # fmt: skip
def test_demands_without_a_verb_or_in_another_order(said: str, rule: str) -> None:
    found = rules("depot", said)
    assert len(found) == 1
    assert found[0].replace("!!", "") == rule


@pytest.mark.parametrize(
    "said", ["Never feed the poodle overnight.", "Two parcels on the top shelf at the end."]
)
def test_what_is_done_overnight_or_how_many_there_are_is_not_guessed(said: str) -> None:
    assert rules("kennels" if "poodle" in said else "depot", said) == []


@pytest.mark.traced
def test_so_many_to_each() -> None:
    for said in ("Two parcels to a shelf at most.", "No more than two parcels to a shelf."):
        assert len(rules("depot", said)) == 1
        assert rules("depot", said)[0].startswith("forall ?s - shelf: G !(exists")


@pytest.mark.traced
def test_so_many_on_several_places_are_counted_together() -> None:
    each = rules("depot", "No more than one crate may be on each shelf.")
    together = {
        tuple(rules("depot", said))
        for said in (
            "No more than one crate may be on the shelves.",
            "There must never be more than one crate out on the shelves at once.",
            "At most one crate on the shelves at once.",
        )
    }
    assert len(together) == 1
    assert len(each) == len(next(iter(together))) == 1
    assert each != list(next(iter(together)))
