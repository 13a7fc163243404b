"""One request, one verdict, also where a benchmark makes it; what a benchmark says itself rules nothing out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from commands import flat
from verdicts import (
    BANANA,
    CASES,
    DOMAIN,
    PROBLEM,
    SEEN,
    Verdict,
    agrees,
    by_python,
    host,
    in_python,
    load_here,
    model_of,
    with_pictures,
)

from clamp.decoding import LEVELS
from clamp.errors import BenchmarkError, HostError
from clamp.planning import Problem
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.configuration import Batched
from clamp_bench.harness import Benchmark, Scored
from clamp_bench.records import Record, RecordFile

WORLD = sorted(LEVELS)


class One(Benchmark[str]):
    """A benchmark of one item."""

    title = "one"

    def __init__(self, asked: Callable[[], Request]):
        self.asked = asked

    def items(self) -> Sequence[str]:
        return ["item"]

    def key(self, item: str) -> Record:
        return {"id": item}

    def request(self, item: str) -> Request:
        return self.asked()

    def score(self, records: Sequence[Record], tell: harness.Tell) -> Scored:
        return Scored({"plans": sum(one["status"] == "plan" for one in records)})


def by_benchmark(asked: Callable[[], Request], out: Path, model: str | None = None) -> Verdict:
    """What the record says; or, where there is none, what the run does."""
    config = Batched(out)
    try:
        harness.run(One(asked), config, load=lambda _: host(model))
    except (BenchmarkError, HostError) as error:
        return Verdict("refused", flat(str(error)))
    (record,) = RecordFile(out / "records.jsonl").read()
    if record["status"] != "plan":
        return Verdict(record["failure"]["cause"], flat(record["failure"]["message"]))
    acts = tuple(f"{one['name']}({', '.join(one['args'])})" for one in record["actions"])
    certificate, read = record["certificate"], record["timing"]["prompt_tokens"]
    assert certificate["certified"] is not bool(certificate["unread"])
    return Verdict("plan", actions=acts, read=read, unread=tuple(certificate["unread"]))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_pictures(tmp_path_factory.mktemp("place"))


@pytest.mark.sampled(29)
@pytest.mark.filterwarnings("ignore:.*text-only model")
@pytest.mark.parametrize("name", CASES)
def test_a_benchmark_s_request_has_the_verdict_of_everybody_s(
    name: str, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_here(monkeypatch)
    one = CASES[name]

    def asked() -> Request:
        problem, instruction, settings = in_python(one.fields, place)
        return Request.of(problem, instruction, **settings)

    found = by_benchmark(asked, tmp_path / "out", model_of(one.fields))
    if one.verdict == "any":
        python = by_python(one.fields, place, tmp_path)
        assert (found.kind, found.actions) == (python.kind, python.actions)
        return
    assert agrees(found, one.verdict, one.words), found
    assert found.unread == one.unread
    if found.kind == "plan":
        python = by_python(one.fields, place, tmp_path)
        assert (found.actions, found.read) == (python.actions, python.read)


@pytest.mark.parametrize(
    ("own", "kind"),
    [
        pytest.param({"instruction": BANANA}, "absent", id="an instruction"),
        pytest.param({"prompt": BANANA}, "plan", id="a prompt of the benchmark's own"),
        pytest.param({"instruction": BANANA, "binding": False}, "plan", id="an instruction in loose prose"),
    ],
)
def test_a_prompt_that_a_benchmark_wrote_rules_nothing_out(
    own: dict[str, Any], kind: str, tmp_path: Path
) -> None:
    problem = Problem.from_pddl(DOMAIN, PROBLEM)
    assert by_benchmark(lambda: Request.of(problem, seen=SEEN).but(**own), tmp_path / "out").kind == kind


def test_a_record_says_under_what_it_was_written(tmp_path: Path) -> None:
    problem = Problem.from_pddl(DOMAIN, PROBLEM)
    for name, asked, budget, enforced in (
        ("world", Request.of(problem, prompt="Go."), 4, WORLD),
        ("unseen", Request.of(problem, prompt="Go.", seen=["table"], budget=3), None, WORLD),
        ("token", Request.of(problem, prompt="Go.", constraints="token", budget=2), 2, ["syntax"]),
        ("none", Request.of(problem, prompt="Go.", constraints="none", max_new_tokens=4), None, []),
    ):
        by_benchmark(lambda asked=asked: asked, tmp_path / name)
        (record,) = RecordFile(tmp_path / name / "records.jsonl").read()
        assert record["budget"] == budget, name
        assert record["enforced"] == enforced, name
