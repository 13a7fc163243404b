"""The controlled comparison: the same tasks for every row, each judged by EAI's evaluator, whatever stops a run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from writing_host import WritingHost

pytest.importorskip("torch")
pytest.importorskip("virtualhome_eval")

from clamp.automata import Vocabulary
from clamp.cli import app
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError, DeadEndError
from clamp.hosts.certificate import outcome
from clamp.hosts.follower import Decoded, Follower
from clamp_bench.configuration import ControlledConfig
from clamp_bench.eai import controlled, evaluator_process

# EAI's code leaves the files that it reads open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LIGHT = '{"WALK": ["light", 411], "SWITCHON": ["light", 411]}'
IDS = ("150_2", "311_1")
ROWS = ["unconstrained", "classical", "clamp", "clamp-slack0"]
PROMPTS: dict[str, str] = {}
VERDICTS: dict[tuple[str, str], dict[str, Any]] = {}


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch):
    """Run EAI's code here, and for each text once: test_eai_judge tests the process that is started for it."""

    def work(mode: str, request: dict[str, Any], on_task: Callable[[str], None]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            if mode == "prompts":
                if new := [one for one in request["file_ids"] if one not in PROMPTS]:
                    PROMPTS.update(evaluator_process.generate_prompts(new, Path(folder)))
                return {"prompts": {one: PROMPTS[one] for one in request["file_ids"]}}
            outputs: dict[str, str] = request["outputs"]
            if new := {one: text for one, text in outputs.items() if (one, text) not in VERDICTS}:
                for verdict in evaluator_process.judge(new, Path(folder), on_task)["verdicts"]:
                    VERDICTS[verdict["file_id"], new[verdict["file_id"]]] = verdict
            found = [VERDICTS[pair] for pair in outputs.items()]
            return {"summary": None, "verdicts": found, "error_info": None}

    monkeypatch.setattr("clamp_bench.eai.judge._work", work)


class Scripted(WritingHost):
    """Writes its texts in turn where nothing is enforced; else scores tokens by a fixed preference."""

    name, revision = "scripted", "1"

    def __init__(self, texts: Sequence[str] = (LIGHT,), after: Callable[[int], None] = lambda _: None):
        self.vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
        self.texts, self.after, self.asked = texts, after, list[Any]()

    def _written(self, requests: Sequence[Any], *_: Any, **__: Any) -> Iterator[tuple[int, PlanResult]]:
        for index, request in enumerate(requests):
            self.asked.append(request)
            yield index, self.result(request)
            self.after(len(self.asked))

    def result(self, request: Any) -> PlanResult:
        decoded = Decoded()
        free = request.constraint is None
        written = self.texts[(len(self.asked) - 1) % len(self.texts)].encode() + b"\x00"
        if not free and (failure := request.constraint.failure()) is not None:
            return PlanResult("fail", failure=failure)
        follower = decoded.follower = Follower(request.constraint, frozenset({256}))
        most = min(request.max_new_tokens or 1000, 1000)
        while len(decoded.tokens) < most:
            if free:
                place = len(decoded.tokens)
                token = 256 if place == len(written) - 1 else written[place]
            else:
                try:
                    token = int(follower.admissible().ids[-1])
                except DeadEndError as error:
                    decoded.finish, decoded.failure = "dead-end", follower.failed(error)
                    break
            decoded.tokens.append(token)
            follower.step(token)
            if token == 256:
                decoded.finish = "eos"
                break
        timing = Timing(prompt=0.25, generation=0.5, tokens=len(decoded.tokens))
        return outcome(self.vocabulary, request, decoded, timing, trace=False)


def settings(out: Path, ids: Sequence[str] = IDS, **changes: Any) -> ControlledConfig:
    out.mkdir(parents=True, exist_ok=True)
    (out.parent / "ids.txt").write_text("\n".join(ids))
    free = {"safety-chip", "best-of-n", "llm-tamp"}  # rows that no budget binds
    bound = {} if set(changes.get("rows", ["clamp"])) <= free else {"budget": 3}
    return ControlledConfig(out, **{"ids": out.parent / "ids.txt", **bound, **changes})


def records(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]


def test_every_row_has_every_task_with_figures_intervals_and_differences(tmp_path: Path):
    out = tmp_path / "run"
    found = controlled.run(settings(out, rows=ROWS), load=lambda _: Scripted()).data
    assert found == json.loads((out / "summary.json").read_text())
    assert list(found["baselines"]) == ROWS
    written = {(record["file_id"], record["baseline"]) for record in records(out)}
    assert written == {(one, row) for one in IDS for row in ROWS}
    for name, row in found["baselines"].items():
        for metric in controlled.METRICS:
            assert row[metric]["n"] <= row["tasks"] == len(IDS)
            if row[metric]["mean"] is not None and row[metric]["n"] > 1:
                assert row[metric]["low"] <= row[metric]["mean"] <= row[metric]["high"]
            if name != "clamp":
                assert -1 <= row["against_clamp"]["task_success"]["difference"] <= 1
    clamp = found["baselines"]["clamp"]
    assert clamp["corrected_task_success"]["mean"] == clamp["plans_certified"] / len(IDS) == 1
    assert found["baselines"]["classical"]["times_the_shortest"]["mean"] == 1
    assert found["baselines"]["clamp-slack0"]["times_the_shortest"]["mean"] == 1
    models = {record["baseline"]: record["model"] for record in records(out)}
    assert models["classical"] is None
    assert models["clamp"] == {"id": "scripted", "revision": "1"}


@pytest.mark.no_cover
def test_rows_may_be_added_to_a_run_and_what_is_there_is_not_written_again(tmp_path: Path):
    out = tmp_path / "run"
    controlled.run(settings(out, rows=["classical"]), load=lambda _: pytest.fail("no model is needed"))
    planner = Scripted()
    rows = controlled.run(settings(out, rows=["classical", "unconstrained"]), load=lambda _: planner).data
    assert list(rows["baselines"]) == ["classical", "unconstrained"]
    assert len(planner.asked) == len(IDS)
    alone = controlled.run(settings(out, rows=["unconstrained"]), load=lambda _: pytest.fail("all there"))
    assert alone.data["baselines"]["unconstrained"] == rows["baselines"]["unconstrained"]
    with pytest.raises(BenchmarkError, match="another configuration: budget was 3 and is now 5"):
        controlled.run(settings(out, budget=5, rows=["classical"]))


def test_what_is_wrong_is_said_up_to_three_times_and_all_attempts_are_counted(tmp_path: Path):
    texts = ["No.", '{"FLY": ["light", 411]}', '{"WALK": ["light", 411, "light", 411]}', LIGHT]
    planner = Scripted(texts)
    out = tmp_path / "run"
    config = settings(out, ["150_2"], rows=["safety-chip"])
    row = controlled.run(config, load=lambda _: planner).data["baselines"]["safety-chip"]
    (record,) = records(out)
    assert [one["output"] for one in record["attempts"]] == texts
    said = [one["violation"] for one in record["attempts"]]
    assert said[3] is None
    assert "FLY" in said[1]
    for before, request in zip(said, planner.asked[1:], strict=False):
        assert before in request.prompt[-1]["content"]
    assert record["timing"]["tokens"] == sum(len(text.encode()) + 1 for text in texts)
    assert row["corrected_task_success"]["mean"] == 1
    stubborn = Scripted(["No."])
    config = settings(tmp_path / "other", ["150_2"], rows=["safety-chip"])
    controlled.run(config, load=lambda _: stubborn)
    assert len(stubborn.asked) == 4
    assert records(tmp_path / "other")[0]["output"] == "No."


def test_the_first_valid_sample_is_taken(tmp_path: Path):
    planner = Scripted(["No.", LIGHT, "Nor this."])
    out = tmp_path / "run"
    config = settings(out, ["150_2"], rows=["best-of-n"], samples=3)
    controlled.run(config, load=lambda _: planner)
    (record,) = records(out)
    assert (record["output"], record["valid_samples"], record["status"]) == (LIGHT, 1, "plan")
    assert [request.seed for request in planner.asked] == [0, 1, 2]
    assert all(request.temperature > 0 and request.constraint is None for request in planner.asked)


@pytest.mark.parametrize(
    ("answers", "status", "asked"),
    [
        ([f'{{"reasoning": "It is dark.", "actions": {LIGHT}}}'], "plan", 1),
        ([f'Sure! {{"actions": {json.dumps(LIGHT)}, "reasoning": 1}}'], "plan", 1),
        (["I cannot.", f'{{"reasoning": "", "actions": {LIGHT}}}'], "plan", 2),
        (["I cannot.", "Really."], "fail", 2),
        (['{"reasoning": "x", "actions": {"FLY": []}}'] * 2, "fail", 1),
    ],
)
def test_reason_and_actions_are_told_apart_with_one_retry(
    tmp_path: Path, answers: list[str], status: str, asked: int
):
    planner = Scripted(answers)
    out = tmp_path / "run"
    controlled.run(settings(out, ["150_2"], rows=["llm-tamp"]), load=lambda _: planner)
    (record,) = records(out)
    assert (record["status"], len(record["attempts"])) == (status, asked)
    assert all('"actions"' in request.prompt[-1]["content"] for request in planner.asked)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("clamp,safety-chp", "no baseline 'safety-chp'. Did you mean 'safety-chip'?"),
        ("CLAMP", "Did you mean 'clamp'?"),
        ("zzz", "There are unconstrained,"),
    ],
)
def test_unknown_baselines_are_refused_with_the_nearest(tmp_path: Path, names: str, said: str):
    options = ["bench", "controlled", "--out", str(tmp_path / "run"), "--rows", names]
    refused = CliRunner().invoke(app, options)
    assert refused.exit_code == 2
    assert said in " ".join(refused.stderr.split())
    assert not (tmp_path / "run" / "records.jsonl").exists()


@pytest.mark.slow
def test_a_killed_run_goes_on_and_a_second_writer_is_refused(tmp_path: Path):
    """The rows without a model are written by the real command, killed with SIGKILL while it writes."""
    out = tmp_path / "run"
    program = (
        "import os, signal, sys\n"
        "from clamp_bench.records import RecordFile\n"
        "append = RecordFile.append\n"
        "def dying(self, record):\n"
        "    append(self, record)\n"
        "    if self.path.name == 'records.jsonl':\n"
        "        from clamp.cli import app\n"
        "        from typer.testing import CliRunner\n"
        "        second = CliRunner().invoke(app, sys.argv[1:])\n"
        "        print(second.exit_code, second.stderr, flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "RecordFile.append = dying\n"
        "from clamp.cli import app\n"
        "app(sys.argv[1:])\n"
    )
    (tmp_path / "ids.txt").write_text("\n".join(IDS))
    options = [
        "bench",
        "controlled",
        "--out",
        str(out),
        "--rows",
        "classical",
        "--ids",
        str(tmp_path / "ids.txt"),
    ]
    killed = subprocess.run(
        [sys.executable, "-c", program, *options], capture_output=True, text=True, env=dict(os.environ)
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert killed.stdout.startswith("2 "), killed.stdout
    assert "Another run is writing" in killed.stdout
    assert len(records(out)) == 1
    first = (out / "records.jsonl").read_text()
    again = CliRunner().invoke(app, options)
    assert again.exit_code == 0, again.stderr
    assert (out / "records.jsonl").read_text().startswith(first)
    assert len(records(out)) == 2
