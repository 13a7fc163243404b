"""The blind sentences that need no data: none of them is read silently where nothing clear is said."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from roots import ROOT

from clamp.planning import Problem
from clamp.words.requirements import read_requirements
from clamp.words.wording import wording_of

SETS = ("sentences", "second", "third", "fourth", "fifth", "sixth", "seventh")


def sentences(name: str) -> list[dict[str, Any]]:
    """The sentences of a set about planning problems of the project."""
    lines = (ROOT / "tests" / "sentences" / f"{name}.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines if line.strip()]
    return [one for one in found if (ROOT / one["world"] / "domain.pddl").is_file()]


@cache
def wording(world: str) -> Any:
    folder = ROOT / world
    return wording_of(Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl"))


@pytest.mark.sampled(4)
@pytest.mark.traced
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SETS)
def test_what_says_nothing_clear_is_not_read_in_silence(name: str, every: int) -> None:
    """By default, each sixth sentence is read."""
    silent = {"meaning": 0, "ambiguous": 0, "abstain": 0}
    asked = dict(silent)
    for one in sentences(name)[::every]:
        found = read_requirements(one["text"], wording(one["world"]), suggest=False)
        asked[one["expect"]] += 1
        silent[one["expect"]] += found.status == "understood"
    assert silent["abstain"] == 0, f"of {asked['abstain']} sentences that mean nothing clear"
    assert silent["ambiguous"] <= 1, f"of {asked['ambiguous']} that mean two things"
    assert silent["meaning"] >= 0.65 * asked["meaning"], f"of {asked['meaning']} that mean one thing"
