"""Remarks beside a demand: left aside, and said to be; what may ask for something, or restrict it, is none.

Remarks are told by the shape of a statement, so these go with demands of several domains, at every place of a text.
"""

from __future__ import annotations

from itertools import product

import pytest
from said_in import wording

from clamp.words.requirements import Requirements, read_requirements

DEMANDS: dict[str, tuple[str, str]] = {
    "kitchen": ("Never open the fridge", "G !do:open(fridge)"),
    "plant": ("Inspect the feed pump before you activate it", ""),
    "depot": ("The night van must be locked at the end", "G (last -> locked(night-van))"),
    "kennels": ("Do not feed the poodle", "G !do:feed(poodle)"),
}
REMARKS = [
    "it's on a diet",
    "they'd rot",
    "we would lose our licence",
    "the neighbours complain",
    "the plumber is at it",
    "it was used for paint",
    "it gets grumpy when teased",
    "my husband is allergic",
    "that's just how they are",
    "I don't mind who does it",
    "they're only for show",
    "the wasps upset him",
    "the brush scratches the wood",
    "gas isn't cheap",
    "somebody always trips",
    "I've seen fingers go that way",
    "the track's being relaid",
    "that one always drips",
    "they come off otherwise",
    "Mrs Smith is very particular",
    "two of them burst",
]
THREATS = [
    "or you'll only make a mess",
    "or it rolls away",
    "or you'll be wearing it",
    "otherwise one of them always drips",
]
PLACES = [
    "{demand}, {remark}.",
    "{demand}. {Remark}.",
    "{demand} - {remark}.",
    "{Remark}. {demand}.",
    "{demand} ({remark}).",
]
NONE: list[str] = [
    "{demand}, the floor must shine.",
    "{demand}. Mop the floor.",
    "{demand}. The floor gets mopped.",
    "{demand}. The floor is to be mopped.",
    "{demand}. You mop the floor.",
    "{demand}. We mop the floor.",
    "{demand}. The robot mops the floor.",
    "{demand}. Nobody mops the floor.",
    "{demand}. Everybody mops the floor.",
    "{demand}, the curtains and the carpet.",
    "{demand}, and the carpet too.",
    "{demand}. It needs mopping.",
    "{demand}. I want it mopped.",
    "{demand}. I would like it mopped.",
    "{demand}, my wife wants it mopped.",
    "{demand}, unless the neighbours complain.",
    "{demand}, the moment the bell rings.",
    "{demand}, while it rains.",
    "{demand}. The carpet had better be mopped.",
    "{demand}. After that the floor is mopped.",
    "{demand}. The plumber took it and the carpet is mopped.",
    "{demand}. It is only for the plumber.",
    "{demand}, it and the carpet.",
    "{demand}, slowly.",
    "{demand}. The last one is mine.",
    "{demand}. It goes on the carpet.",
    "{demand}. It should not matter.",
    "{demand}. Please ignore it.",
    "{demand}, and the floor mopped.",
    "{demand}, and the floor mopped at the end.",
    "{demand}, and the curtains drawn.",
    "{demand}; the floor mopped and the curtains drawn.",
    *(
        place.format(demand="{demand}", said=said)
        for said in (
            "the brush gets a rinse", "the brush goes in the attic", "the brush comes before the mop",
            "the brush is never wet", "it is never wet", "the brush has its cover on", "it could do with a rinse",
            "the brush can not get wet", "the brush follows the mop", "it ends up in the attic", "the lid left off",
            "the other one goes last", "the same applies to the brush", "the gas is off",
            "that includes the brush", "the brush is off limits", "they never meet", "I hate it wet", "once it leaks",
            "and the other way round", "otherwise rinse the brush", "otherwise it goes in the attic",
            "the tin kept shut",
            "no brushes", "the brush is rinsed", "it looks rinsed at the end",
        )
        for place in ("{demand}, {said}.", "{said}, {demand}.")
    ),
    "{demand} if it leaks or it smells.",
    "{demand} when it leaks, or it smells.",
    "The brush first: {demand}.",
    "Emergencies: {demand}.",
]  # fmt: skip


def read(world: str, sentence: str) -> Requirements:
    return read_requirements(sentence, wording(world), suggest=False)


@pytest.mark.traced
@pytest.mark.parametrize(("world", "place"), list(product(("kitchen", "depot"), PLACES)))
def test_a_remark_changes_nothing_and_is_told(world: str, place: str) -> None:
    demand, rule = DEMANDS[world]
    (alone,) = read(world, demand).clauses
    plain = [one.rule.text for one in alone.readings]
    assert len(plain) == 1
    assert rule in ("", plain[0])
    for remark in REMARKS:
        found = read(world, place.format(demand=demand, remark=remark, Remark=remark[0].upper() + remark[1:]))
        assert [[one.rule.text for one in clause.readings] for clause in found.clauses] == [plain], remark
        assert "Left aside" in found.clauses[0].readings[0].said, remark


@pytest.mark.traced
def test_what_comes_of_it_changes_nothing() -> None:
    for world in ("depot", "kennels"):
        plain = [one.rule.text for one in read(world, DEMANDS[world][0]).clauses[0].readings]
        for threat, how in product(THREATS, ("{}, {}.", "{} {}.", "{}, mate, {}.")):
            (clause,) = read(world, how.format(DEMANDS[world][0], threat)).clauses
            assert [one.rule.text for one in clause.readings] == plain, threat
            assert "Left aside" in clause.readings[0].said, threat


@pytest.mark.traced
@pytest.mark.parametrize(
    "head",
    [
        "Money up front",
        "Nuts and dogs don't mix",
        "One coat is plenty",
        "A word about the pump",
        "Safety first",
    ],
)
def test_what_heads_an_order_says_no_more_than_it(head: str) -> None:
    demand = DEMANDS["plant"][0]
    assert read("plant", f"{head}: {demand}.").clauses[0].readings[0].rule.text == (
        read("plant", demand).clauses[0].readings[0].rule.text
    )


@pytest.mark.sampled(1)
@pytest.mark.traced
@pytest.mark.parametrize("world", DEMANDS)
def test_what_may_ask_for_something_is_no_remark(world: str) -> None:
    said = [one.format(demand=DEMANDS[world][0]) for one in NONE]
    assert [one for one in said if read(world, one).status == "understood"] == []
