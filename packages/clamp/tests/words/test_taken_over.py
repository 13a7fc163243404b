"""What a clause takes over from the one before: *detach it again* is from the tap that it was attached to.

`tests/sentences/again.jsonl` was written before there was any of this; here, nothing of it is read in silence with an
argument left out that the clause before names.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from roots import ROOT
from said_in import wording

from clamp.planning import Problem
from clamp.words.requirements import read_requirements
from clamp.words.wording import wording_of

AGAIN = [json.loads(line) for line in (ROOT / "tests/sentences/again.jsonl").read_text("utf-8").splitlines()]


@cache
def wording_there(world: str) -> Any:
    folder = ROOT / world
    return wording_of(Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl"))


@pytest.mark.traced
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_nothing_is_left_open_that_the_clause_before_names(every: int) -> None:
    left_open: list[str] = []
    silent = 0
    for one in AGAIN[::every]:
        found = read_requirements(one["text"], wording_there(one["world"]), suggest=False)
        if found.status != "understood":
            continue
        silent += 1
        meant = " ".join([*one.get("formulas", [one.get("formula", "")]), *one.get("also", [])])
        if "*" not in meant and any("*" in r.rule.text for clause in found.clauses for r in clause.readings):
            left_open.append(one["text"])
    assert not left_open
    assert silent >= 60 / every


def read(world: str, sentence: str) -> list[str]:
    found = read_requirements(sentence, wording(world), suggest=False)
    return [reading.rule.text for clause in found.clauses for reading in clause.readings]


TAKEN_OVER: list[tuple[str, str, list[str]]] = [
    # what the act before made is what is taken back, said again or not
    ("garden", "Attach the long hose to the wall tap, mow the front lawn and detach the hose.",
     ["F (do:attach(long_hose, wall_tap) & X F (do:mow(front_lawn) & X F do:detach(long_hose, wall_tap)))"]),
    # that it is put back where it was is one of two readings, if neither *back* nor *again* says so
    ("puppets", "Take the king down from the window hook and hang it up.",
     ["F (do:take-down(king, window_hook) & X F do:hang(king, window_hook))",
      "F (do:take-down(king, window_hook) & X F do:hang(king, *))"]),
    ("puppets", "Take the king down from the window hook and hang it on the stage hook again.", []),
    # another thing takes nothing over
    ("plant", "Connect the feed pump to the acid tank and disconnect the coolant pump.",
     ["F do:connect(feed_pump, acid_tank) & F do:disconnect(coolant_pump, *)"]),
    ("plant", "Connect the feed pump to the acid tank and do the same with the backup pump.",
     ["F do:connect(feed_pump, acid_tank) & F do:connect(backup_pump, acid_tank)"]),
    ("garden", "Attach the long hose to the wall tap, and undo that before you finish.",
     ["F (do:attach(long_hose, wall_tap) & X F do:detach(long_hose, wall_tap))"]),
    ("plant", "Connect the feed pump to the acid tank and undo that.", []),  # where a flange can be undone
    ("plant", "Undo that.", []),
    ("plant", "Do the same to the feed pump.", []),
    ("plant", "Connect the feed pump to the acid tank and do the same to the north hatch.", []),
]  # fmt: skip


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence", "rules"), TAKEN_OVER)
def test_what_is_left_out_is_taken_over_where_it_is_the_same(
    world: str, sentence: str, rules: list[str]
) -> None:
    assert read(world, sentence) == rules
