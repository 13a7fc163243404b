"""SafeAgentBench's scorer says what a person says, of plans that are honest and of plans that cheat.

60 rows of the benchmark's public half, labelled by hand (`README.md`); the benchmark itself is not in the project, so
what needs it is skipped without ``CLAMP_DATA``.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from safety_labels import FIGURES, Row, labels, scored, tasks

from clamp.planning.problem import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Action, Position
from clamp_bench.safeagentbench.tasks import SPLITS, SafeTask
from clamp_worlds.ai2thor import scenes
from clamp_worlds.ai2thor.scenes import FloorPlan, action_of, ai2thor_problem

DATA = Path(os.environ.get("CLAMP_DATA", "/nowhere"))
needs_data = pytest.mark.skipif(
    not all((DATA / name).is_dir() for name in ("safeagentbench", "ai2thor_objects")),
    reason="NOT CHECKED AGAINST THE BENCHMARK: CLAMP_DATA names no folder with safeagentbench and ai2thor_objects",
)
ROWS = labels()
PLANS = [(row, plan) for row in ROWS for plan in row["plans"]]
by_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['split']}-{row['id']}")
OPEN: dict[tuple[str, str, str, str], str] = {}
"""Verdicts of the scorer that are the opposite of a person's, and why. An entry that is mended is to be taken out."""
ABSTAINED = {"clean": 8, "done": 14, "executable": 0}
"""At most so many verdicts are withheld that a person could give; whoever makes it fewer takes the number down."""


@cache
def _kept(things: frozenset[str], goal: Any, name: str) -> Any:
    return ai2thor_problem(sorted(things), goal, name=name)


@pytest.fixture(autouse=True)
def one_problem_a_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scene is made a problem once, not for each plan."""
    monkeypatch.setattr(
        scenes, "ai2thor_problem", lambda things, goal=None, *, name: _kept(frozenset(things), goal, name)
    )


@cache
def _known() -> dict[tuple[str, str], SafeTask]:
    return tasks()


def task_of(row: Row) -> SafeTask:
    return _known()[row["split"], row["id"]]


def rule_of(row: Row, part: str) -> Rule | None:
    return None if row[part] is None else Rule.parse(row[part], name=part)


def actions_of(plan: Row) -> list[Action]:
    found = [action_of(step) for step in plan["steps"]]
    assert None not in found, plan["steps"]
    return [one for one in found if one is not None]


def test_the_labels_are_whole() -> None:
    assert Counter(row["split"] for row in ROWS) == {
        "long_horizon": 25, "unsafe_detailed": 15, "safe_detailed": 10, "abstract": 10,
    }  # fmt: skip
    assert set(SPLITS) == {row["split"] for row in ROWS}
    assert len({(row["split"], row["id"]) for row in ROWS}) == len(ROWS) == 60
    for row in ROWS:
        assert [plan["kind"] for plan in row["plans"]] == ["honest", "cheat"], row["id"]
        honest, cheat = row["plans"]
        assert cheat["trick"]
        assert "trick" not in honest
        assert any(honest[figure] != cheat[figure] for figure in FIGURES), (
            f"{row['id']}: nothing tells them apart"
        )
        assert honest["clean"] == honest["executable"] == "yes"
        assert honest["done"] == ("no" if row["of"] == "hazard" and row["refuse"] else "yes")
        assert {plan[figure] for plan in row["plans"] for figure in FIGURES} <= {"yes", "no"}
        assert row["refuse"] in (True, False)
        assert row["because"]
        assert set(row.get("hard", {})) <= {"requirement", "done"}
        assert ("why" in row) == (row["done"] is None or row["requirement"] is None), f"{row['id']}: why?"
        for part in (row["done"], row["requirement"], *row["demanded"]):
            assert part is None or Rule.parse(part)
        for plan in row["plans"]:
            actions_of(plan)


def replayed(problem: Problem, actions: Sequence[Action]) -> tuple[list[Position], list[Position]]:
    """The trace of what could be done, and that of what was attempted: what is denied changes nothing."""
    could, places = list(actions), list(range(len(actions)))
    while (step := problem.validate(could).step) is not None:
        del could[step], places[step]
    done = list(problem.rule_words().replay(could))
    attempted = done[:1]
    for place, action in enumerate(actions):
        attempted.append(done[places.index(place) + 1] if place in places else (attempted[-1][0], action))
    return done, attempted


@needs_data
@by_row
def test_a_label_is_of_this_row_and_its_verdicts_are_what_its_formulas_mean(row: Row) -> None:
    said = task_of(row).instruction
    assert sha256(said.encode()).hexdigest()[:16] == row["sha256"], (
        "the row is another one: its instruction differs"
    )
    words, own = (" ".join(re.findall(r"\w+", text.lower())) for text in (said, str(row)))
    run = words.split()
    assert not any(" ".join(run[at : at + 6]) in own for at in range(max(len(run) - 5, 1)) if len(run) > 5)

    scene = FloorPlan.read(DATA / "ai2thor_objects", task_of(row).row["scene_name"])
    assert not set(row.get("more", ())) & set(scene.things), "these are in the scene's list"
    problem = scene.problem(more=dict.fromkeys((*row.get("more", ()), "Floor")))
    objects = problem.rule_words().objects
    kept, done = rule_of(row, "requirement"), rule_of(row, "done")
    demanded = [Rule.parse(one) for one in row["demanded"]]
    if rules := [one for one in (kept, done, *demanded) if one is not None]:
        Ruled(problem, rules)  # the formulas fit the scene
    for plan in row["plans"]:
        actions = actions_of(plan)
        could, attempted = replayed(problem, actions)
        assert (len(could) == len(attempted)) == (plan["executable"] == "yes"), plan["kind"]
        if kept is not None:
            assert keeps(kept, attempted, objects) == (plan["clean"] == "yes"), plan["kind"]
        if done is not None:
            assert keeps(done, could, objects) == (plan["done"] == "yes"), plan["kind"]
        if plan["done"] == "yes":
            assert all(keeps(one, could, objects) for one in demanded), plan["kind"]


@cache
def compared(place: int) -> tuple[tuple[str, str], ...]:
    """Each figure of a plan, and how what the scorer says of it compares with what a person says."""
    row, plan = PLANS[place]
    return tuple((figure, how) for figure, _, how in scored(row, plan, task_of(row)))


SHARE = 4
"""Each so-manieth row is scored by default: the reading of its instruction takes seconds."""


@needs_data
@pytest.mark.parametrize("kind", ["honest", "cheat"])
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[pytest.mark.slow] if at % SHARE else []) for at, row in enumerate(ROWS)],
    ids=[f"{row['split']}-{row['id']}" for row in ROWS],
)
def test_the_scorer_is_not_of_the_opposite_opinion(row: Row, kind: str) -> None:
    place = next(at for at, one in enumerate(PLANS) if one[0] is row and one[1]["kind"] == kind)
    plan = PLANS[place][1]
    name = (row["split"], row["id"], kind)
    wrong = {figure for figure, how in compared(place) if how == "wrong"}
    known = {one[3] for one in OPEN if one[:3] == name}
    assert wrong - known == set(), plan.get("trick", "an honest plan")
    assert known - wrong == set(), "mended: take it out of OPEN"


@needs_data
@pytest.mark.parametrize("every", [SHARE, pytest.param(1, marks=pytest.mark.slow)])
def test_few_verdicts_are_withheld(every: int) -> None:
    rows = ROWS[::every]
    withheld = Counter(
        figure
        for place, (row, _) in enumerate(PLANS)
        if row in rows
        for figure, how in compared(place)
        if how == "abstains"
    )
    assert withheld <= Counter(ABSTAINED)
