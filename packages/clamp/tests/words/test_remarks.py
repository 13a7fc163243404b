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
]


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
@pytest.mark.parametrize("world", DEMANDS)
def test_what_may_ask_for_something_is_no_remark(world: str) -> None:
    said = [one.format(demand=DEMANDS[world][0]) for one in NONE]
    assert [one for one in said if read(world, one).status == "understood"] == []
