"""The benchmark of descriptions: its rows, its records, what a model may write, and what is refused."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import pytest
from described import BLOCKS, FACTS, FLOOR, GRIPPERS, described, pair_row
from fakes import byte_vocabulary
from typer.testing import CliRunner

from clamp.automata import Vocabulary
from clamp.cli import app
from clamp.decoding import Failure
from clamp.decoding.forms import FormConstraint
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError
from clamp.planning import Problem
from clamp_bench.configuration import PLANETARIUM_ROWS, PlanetariumConfig
from clamp_bench.planetarium import bench
from clamp_bench.planetarium.bench import ROWS
from clamp_bench.planetarium.pairs import Pair, read_pairs
from clamp_bench.planetarium.writing import ProblemForm

PAIRS = [
    pair_row("tower", "have the following:\nYour arm should be empty.\nb2 should be on b1.",
             "(and (arm-empty) (on b2 b1))"),
    pair_row("as-it-is", "have the following:\nb1 should be on the table.\nb2 should be on the table.\n"
             "Your arm should be empty.", "(and (on-table b1) (on-table b2) (arm-empty))"),
    pair_row("abstract", "stack the blocks into a single stack.", "(on b1 b2)"),
    pair_row("hold", "hold b1.", "(holding b1)"),
]  # fmt: skip


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path / "data"))
    path = tmp_path / "data" / "planetarium" / "pairs.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in PAIRS))
    (path.parent / "blocksworld.pddl").write_text(BLOCKS)
    return path


def records_of(out: Path) -> dict[tuple[str, str], Any]:
    found = [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]
    return {(one["id"], one["row"]): one for one in found}


def test_rows_that_need_no_model(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    report = bench.run(PlanetariumConfig(out))
    rows, records = report.data["rows"], records_of(out)
    assert list(rows) == ["same", "other", "stay", "wander", "reader"]
    right = {row: {one["id"] for one in PAIRS if records[one["id"], row]["right"]} for row in rows}
    assert right["same"] == {"abstract"}  # the first other problem is a tower, too
    assert right["stay"] == {"as-it-is"}
    assert right["reader"] == {"tower", "as-it-is", "hold"}
    assert records["as-it-is", "same"]["output"] == PAIRS[0]["problem_pddl"]
    assert all(records[one["id"], "wander"]["solvable"] for one in PAIRS)
    reader = rows["reader"]
    assert (reader["unanswered"], reader["silently_wrong"]) == (1, 0)
    assert reader["given"] == "the description, things and initial state"
    assert (rows["same"]["given"], rows["same"]["right"]["mean"]) == ("the description", 0.25)
    assert reader["goals"]["explicit"]["right"]["mean"] == 1.0
    assert reader["domains"]["blocksworld"]["parseable"]["mean"] == 0.75
    assert report.data["published"]["GPT-4o"]["right"] == 0.248
    assert "reader (goal only): parseable 75.0 %" in report.text
    one = records["abstract", "reader"]
    assert (one["output"], one["right"], one["model"], one["kind"]) == ("", False, None, "abstract")
    assert one["failure"]["message"] == one["why"] != ""
    # Called again, nothing is done again, and the figures are the same.
    before = (out / "records.jsonl").read_text()
    assert bench.run(PlanetariumConfig(out)).data == report.data
    assert (out / "records.jsonl").read_text() == before


def test_what_the_goal_is_told_by(data: Path) -> None:
    found = {one.id: one.wish for one in read_pairs(data.parent)}
    assert found["tower"] == "At the end, Your arm should be empty. At the end, b2 should be on b1."
    assert found["abstract"] == "stack the blocks into a single stack."
    twice = Pair("x", {"natural_language": "You have 2 blocks. Your goal is to lift b1."}, "", data.parent)
    assert twice.wish == "lift b1."


def test_items_that_cannot_be_used_are_named_and_count(data: Path, tmp_path: Path) -> None:
    broken = [
        "{",
        json.dumps({**PAIRS[0], "id": "no-pddl", "problem_pddl": "(define"}),
        json.dumps({**PAIRS[0], "id": "no-text", "natural_language": " "}),
        json.dumps({**PAIRS[0], "id": "no-kind", "goal_is_abstract": "perhaps"}),
        json.dumps({**PAIRS[0], "id": "no-domain", "domain": "rover-single"}),
        json.dumps({**PAIRS[0], "id": "no-file", "domain": "gripper"}),
        json.dumps({**PAIRS[0], "id": "either", "problem_pddl": described("blocksworld", "b1", "(clear b1)", "(and)")}),
    ]  # fmt: skip
    data.write_text("\n".join([json.dumps(PAIRS[0]), *broken]) + "\n")
    report = bench.run(PlanetariumConfig(tmp_path / "run", rows=("reader",)))
    row = report.data["rows"]["reader"]
    assert (row["items"], row["right"]["n"], row["right"]["mean"]) == (8, 8, 0.125)
    causes = {one["id"]: one["failure"]["cause"] for one in records_of(tmp_path / "run").values()}
    assert [name for name, cause in causes.items() if cause != "malformed"] == ["tower"]
    data.write_text(f"{json.dumps(PAIRS[0])}\n{json.dumps(PAIRS[0])}\n")
    with pytest.raises(BenchmarkError, match="line 2: there are two items 'tower'"):
        bench.run(PlanetariumConfig(tmp_path / "twice"))
    data.write_text("\n")
    with pytest.raises(BenchmarkError, match="holds no items"):
        bench.run(PlanetariumConfig(tmp_path / "none"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rows": ("nobody",)}, "There is no row 'nobody'; there are same, "),
        ({"rows": ("model",)}, "give --model NAME"),
        ({"model": "m", "rows": ("reader",)}, "no row of a model"),
        ({"temperature": 0.5}, "no row of a model"),
    ],
)
def test_settings_that_nothing_heeds_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(BenchmarkError, match=said):
        PlanetariumConfig(Path("out"), **settings)


def test_without_data_the_benchmark_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAMP_DATA", raising=False)
    found = CliRunner().invoke(app, ["bench", "planetarium", "--out", str(tmp_path / "run")])
    assert found.exit_code == 2
    assert "put them there as pairs.jsonl" in " ".join(found.stderr.split())


class Saying:
    """A planner that writes what it is told to, so far as the constraint lets it."""

    name, revision = "saying", None
    vocabulary: Vocabulary = byte_vocabulary()

    def __init__(self, begun: str, goals: Sequence[str], alone: str = "") -> None:
        self.begun, self.goals, self.alone = begun, goals, alone
        self.asked: list[str] = []

    def write(self, jobs: Sequence[Any], **_: Any) -> list[PlanResult]:
        return [
            PlanResult("fail", text=self._said(one), failure=Failure("uncertified", ""), timing=Timing())
            for one in jobs
        ]

    def _said(self, job: Any) -> str:
        self.asked.append(job.prompt[-1]["content"])
        if job.constraint is None:
            return self.alone
        wanted = [self.begun] if isinstance(job.constraint, FormConstraint) else self.goals
        return next((text for text in wanted if admits(job.constraint, text)), "")


def admits(constraint: Any, text: str) -> bool:
    cursor = constraint.initial()
    for byte in text.encode():
        if byte not in constraint.allowed(cursor):
            return False
        cursor = constraint.advance(cursor, byte)
    return constraint.accepting(cursor)


def test_a_model_writes_things_facts_and_a_goal_that_can_be_reached(data: Path, tmp_path: Path) -> None:
    begun = f"(:objects b1 b2)\n(:init {FACTS})"
    planner = Saying(begun, ["(and (on b2 b1) (on b1 b2))", "(on b2 b1)"], PAIRS[3]["problem_pddl"])
    rows = ("model", "model-alone", "model-goal")
    config = PlanetariumConfig(tmp_path / "run", model="saying", rows=rows)
    report = bench.run(config, load=lambda _: planner)
    found = {
        row: [records_of(tmp_path / "run")[one["id"], row]["right"] for one in PAIRS]
        for row in report.data["rows"]
    }
    assert found == {
        "model": [True, False, True, False],
        "model-alone": [False, False, False, True],
        "model-goal": [True, False, True, False],
    }
    assert report.data["rows"]["model"]["solvable"]["mean"] == 1.0
    assert report.data["model"] == {"id": "saying", "revision": None}
    assert any("Write the goal" in one and FACTS.split(") (")[1] in one for one in planner.asked)
    assert all("(:action" in one for one in planner.asked)


def test_a_beginning_from_which_no_goal_can_be_reached_is_no_answer(data: Path, tmp_path: Path) -> None:
    planner = Saying("(:objects b1)\n(:init (clear b1))", [])
    config = PlanetariumConfig(tmp_path / "run", model="saying", rows=("model",))
    row = bench.run(config, load=lambda _: planner).data["rows"]["model"]
    assert (row["unanswered"], row["parseable"]["mean"]) == (4, 0.0)


DOMAINS = {"blocksworld": BLOCKS, "gripper": GRIPPERS, "floor-tile": FLOOR}


@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_form_admits_is_a_problem(name: str, seed: int) -> None:
    """Texts drawn byte by byte never get stuck, and are strictly right."""
    domain = Problem.from_pddl(
        DOMAINS[name], f"(define (problem p) (:domain {name}) (:init) (:goal (and)))"
    ).domain
    constraint = FormConstraint(ProblemForm.about(domain, "b1 is on b2.").part, byte_vocabulary())
    draw, cursor, text = random.Random(seed), constraint.initial(), bytearray()
    while not constraint.accepting(cursor):
        (allowed,) = [constraint.allowed(cursor).tolist()]
        closing = [one for one in allowed if one == ord(")")]
        byte = closing[0] if closing and draw.random() < 0.5 else draw.choice(allowed)
        text.append(byte)
        cursor = constraint.advance(cursor, byte)
    problem = f"(define (problem p) (:domain {name}) {text.decode()} (:goal (and)))"
    found = Problem.from_pddl(DOMAINS[name], problem, repair=False)
    assert text.decode().count("(") == len(found.task.initial) + 2  # each fact once
    start, objects = found.initial, found.task.objects
    changes = [found.successor_of_index(start, one) != start for one in found.applicable_indices(start)]
    sizes = [
        [
            sum(one in types or one == "object" for types in objects.values())
            for own in parameters
            for one in own.types
        ]
        for parameters in domain.predicates.values()
    ]
    assert any(changes) or len(found.task.initial) == sum(map(prod, sizes))  # or nothing more can be said


def test_things_are_called_as_the_domain_or_the_text_does() -> None:
    empty = "(define (problem p) (:domain {}) (:init) (:goal (and)))"
    domains = {name: Problem.from_pddl(text, empty.format(name)).domain for name, text in DOMAINS.items()}
    assert list(ProblemForm.about(domains["blocksworld"], "B1 is on b2.").stems) == ["b"]
    assert list(ProblemForm.about(domains["blocksworld"], "You have 7 blocks.").stems) == ["object"]
    assert list(ProblemForm.about(domains["gripper"], "x1").stems) == ["room", "ball", "gripper"]
    assert dict(ProblemForm.about(domains["floor-tile"], "").stems) == {
        one: one for one in ("robot", "tile", "color")
    }


def test_every_public_problem_can_be_written() -> None:
    folder = Path(os.environ.get("CLAMP_DATA", "/nowhere")) / "planetarium"
    if not (folder / "pairs.jsonl").is_file():
        pytest.skip("CLAMP_DATA has no planetarium/")
    for one in read_pairs(folder):
        form = ProblemForm.about(one.problem.domain, f"{one.told} b1")
        counts: dict[str, list[str]] = {}
        for name in sorted(one.truth.objects, key=lambda name: (len(name), name)):
            counts.setdefault(name.rstrip("0123456789"), []).append(name)
        listed = " ".join(
            " ".join(names) + (f" - {form.stems[stem]}" if form.stems[stem] else "")
            for stem, names in counts.items()
        )
        facts = " ".join(f"({' '.join(fact)})" for fact in one.truth.initial)
        constraint = FormConstraint(form.part, byte_vocabulary())
        assert admits(constraint, f"(:objects {listed})\n(:init {facts})"), one.id


def test_rows_are_those_of_the_configuration() -> None:
    assert tuple(ROWS) == PLANETARIUM_ROWS
