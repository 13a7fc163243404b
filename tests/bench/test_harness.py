"""The harness: whatever stops a run or spoils its input, nothing that was written is lost and everything counts."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from clamp.bench import harness
from clamp.bench.configuration import Written
from clamp.bench.harness import (
    Answer,
    Benchmark,
    Constrained,
    Method,
    Question,
    Scored,
    data_folder,
)
from clamp.bench.records import Record, RecordFile
from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError, HostError
from clamp.hmm import HMM

NONE = Failure("uncertified", "")


class Sums(Benchmark[dict[str, Any]]):
    """One item a number; an answer is right if it is the number's double."""

    title, owner = "Sums", "Sums"

    def __init__(self, numbers: Sequence[Any]):
        self.numbers = numbers
        self.prepared: list[str] = []

    def items(self) -> Sequence[dict[str, Any]]:
        return [{"id": f"n{index}", "number": number} for index, number in enumerate(self.numbers)]

    def key(self, item: dict[str, Any]) -> Record:
        return {"id": item["id"]}

    def prepare(
        self, items: Sequence[dict[str, Any]], out: Path, tell: harness.Tell
    ) -> Sequence[dict[str, Any]]:
        self.prepared += [item["id"] for item in items]
        return list(reversed(items))

    def question(self, item: dict[str, Any]) -> Question:
        return Question([{"role": "user", "content": f"{item['number'] + 0} doubled?"}], source=item)

    def own_fields(self, item: dict[str, Any], answer: Answer) -> Record:
        return {"wanted": str(2 * (item["number"] + 0))}

    def score(self, records: Sequence[Record], tell: harness.Tell) -> Scored:
        right = sum(record["output"] == record.get("wanted") for record in records)
        rows = "".join(f"{record['id']}\n" for record in records)
        return Scored({"success": right / len(records), "items": len(records)}, "sums", {"rows.txt": rows})


class Adding(Method):
    """Doubles without a model; some items may stop it."""

    needs_model = False
    batch_size = 1

    def __init__(self, stop: Callable[[int], None] = lambda number: None):
        self.stop, self.asked = stop, list[int]()

    def identity(self) -> Record:
        return {"method": "adding"}

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        assert planner is None
        for index, question in enumerate(questions):
            source: Any = question.source
            number = source["number"]
            self.stop(number)
            self.asked.append(number)
            result = PlanResult("fail", (), str(2 * number), NONE, timing=Timing(tokens=2))
            tell(index, Answer(result, Constrained(seconds=0.5), {"attempts": 1}))


def config(out: Path, **changes: Any) -> Written:
    return Written(out, **{"constraints": "none", **changes})


def run(out: Path, numbers: Sequence[Any], method: Method | None = None, **changes: Any) -> harness.Report:
    return harness.run(Sums(numbers), config(out, **changes), method or Adding())


def lines(out: Path) -> list[Record]:
    return [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]


def test_a_run_leaves_a_record_an_item_with_everything_that_scoring_and_readers_need(tmp_path: Path):
    found = run(tmp_path, range(5))
    assert found.data == json.loads((tmp_path / "summary.json").read_text()) == {"success": 1.0, "items": 5}
    assert (tmp_path / "rows.txt").read_text() == "n0\nn1\nn2\nn3\nn4\n", "in the items' order"
    assert str(found) == f"sums\n  {tmp_path / 'summary.json'}"
    first = lines(tmp_path)[0]
    assert first["id"] == "n4", "in the order that `prepare` says"
    wanted = {"config", "clamp", "model", "seed", "prompt_sha256", "output", "timing", "failure", "attempts"}
    assert wanted <= first.keys()
    assert first["config"]["method"] == "adding"
    assert (first["timing"]["tokens"], first["timing"]["compile"]) == (2, 0.5)


def test_what_stops_a_run_costs_nothing_that_was_written(tmp_path: Path):
    def stop(number: int) -> None:
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, range(6), Adding(stop))
    assert [one["id"] for one in lines(tmp_path)] == ["n5", "n4", "n3"]
    again = Adding()
    assert run(tmp_path, range(6), again).data["success"] == 1
    assert again.asked == [2, 1, 0]
    third = Adding()
    assert run(tmp_path, range(6), third).data["items"] == 6
    assert third.asked == []


@pytest.mark.parametrize("bad", ["three", None, {}])
@pytest.mark.no_cover
def test_a_malformed_item_is_named_counts_as_failed_and_the_run_goes_on(
    tmp_path: Path, bad: Any, capsys: pytest.CaptureFixture[str]
):
    found = run(tmp_path, [0, 1, bad, 3])
    assert found.data == {"success": 0.75, "items": 4}
    record = next(one for one in lines(tmp_path) if one["id"] == "n2")
    assert record["failure"]["cause"] == "malformed"
    assert (record["status"], record["output"]) == ("fail", "")
    assert "n2 counts as failed: TypeError" in capsys.readouterr().err
    assert run(tmp_path, [0, 1, bad, 3]).data == found.data, "and is not asked again"


@pytest.mark.parametrize("numbers", [["x"] * 9 + [1], [1] + ["x"] * 9, ["x", None, 4, {}]])
def test_malformed_items_do_not_stop_a_run_wherever_they_stand(tmp_path: Path, numbers: list[Any]):
    """Also where a whole part of the run has nothing else: `Adding` is handed four questions at once."""
    found = run(tmp_path, numbers)
    assert found.data == {"success": 1 / len(numbers), "items": len(numbers)}
    assert len(lines(tmp_path)) == len(numbers)


def test_where_every_item_is_malformed_the_run_says_which_and_why(tmp_path: Path):
    with pytest.raises(BenchmarkError, match=r"any of the 3 items. The first, n2: TypeError"):
        run(tmp_path, ["x", "y", "z"])
    assert run(tmp_path, ["x", "y", 1]).data["items"] == 3, "nothing of it is in the way"


class Brought(Sums):
    """The same numbers from a file of the user's."""

    own_data = True


def brought(out: Path, numbers: Sequence[Any], method: Method | None = None) -> harness.Report:
    return harness.run(Brought(numbers), config(out), method or Adding())


def test_answers_to_other_prompts_are_not_taken_for_answers_to_these(tmp_path: Path):
    brought(tmp_path, [1, 2, 3])
    before = lines(tmp_path)
    with pytest.raises(BenchmarkError, match=r"the answer to n1 was written for another prompt"):
        brought(tmp_path, [1, 5, 3])
    with pytest.raises(BenchmarkError, match=r"the answer to n1 was written for another prompt"):
        brought(tmp_path, [1, "x", 3])
    assert lines(tmp_path) == before
    again = Adding()
    assert brought(tmp_path, [1, 2, 3, 4], again).data == {"success": 1.0, "items": 4}, "more of it is fine"
    assert again.asked == [4]


def test_what_was_malformed_is_asked_once_its_file_is_mended(tmp_path: Path):
    assert brought(tmp_path, [1, "x", 3]).data["success"] == pytest.approx(2 / 3)
    again = Adding()
    assert brought(tmp_path, [1, 2, 3], again).data == {"success": 1.0, "items": 3}
    assert again.asked == [2]


def test_a_start_that_failed_does_not_occupy_the_folder(tmp_path: Path):
    def load() -> Any:
        raise HostError("There is no such model.")

    class Asking(Adding):
        needs_model = True

        def identity(self) -> Record:
            return {"method": "asking"}

    with pytest.raises(HostError):
        harness.run(Sums(range(2)), config(tmp_path), Asking(), load=load)
    (tmp_path / harness.PROMPTS).write_text("of the start that failed\n")
    assert run(tmp_path, range(2)).data["items"] == 2
    assert not (tmp_path / harness.PROMPTS).exists()
    (tmp_path / "config.json").unlink()
    with pytest.raises(BenchmarkError, match="seed was 0 and is now 1"):
        run(tmp_path, range(2), seed=1)
    assert run(tmp_path, range(2)).data["items"] == 2


@pytest.mark.parametrize("damage", ["{oops", "[1, 2]", ""])
def test_a_line_that_is_no_record_is_named_and_its_task_done_again(
    tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
):
    run(tmp_path, range(3))
    path = tmp_path / "records.jsonl"
    rows = path.read_text().splitlines()
    rows[1] = damage
    path.write_text("".join(f"{row}\n" for row in rows))
    again = Adding()
    assert run(tmp_path, range(3), again).data == {"success": 1.0, "items": 3}
    assert again.asked == [1]
    assert "records.jsonl, line 2, is not a JSON object" in capsys.readouterr().err
    assert (tmp_path / "records.damaged").read_text() == f"{damage}\n"
    assert len(lines(tmp_path)) == 3


def test_a_question_that_cannot_be_answered_fails_alone(tmp_path: Path):
    def stop(number: int) -> None:
        if number == 3:
            raise HostError("The prompt does not fit.")

    found = run(tmp_path, range(8), Adding(stop))
    assert found.data == {"success": 7 / 8, "items": 8}
    record = next(one for one in lines(tmp_path) if one["id"] == "n3")
    assert (record["failure"]["cause"], record["failure"]["message"]) == ("host", "The prompt does not fit.")
    assert len(lines(tmp_path)) == 8


def test_where_no_question_can_be_answered_the_reason_is_the_runs(tmp_path: Path):
    def stop(number: int) -> None:
        raise HostError("The model is broken.")

    with pytest.raises(HostError, match="broken"):
        run(tmp_path, range(8), Adding(stop))
    assert lines(tmp_path) == [] if (tmp_path / "records.jsonl").exists() else True


def test_a_method_that_leaves_questions_open_is_refused(tmp_path: Path):
    class Lazy(Adding):
        def write(self, questions: Any, planner: Any, tell: Any) -> None:
            super().write(questions[:1], planner, tell)

    with pytest.raises(BenchmarkError, match="Lazy left 2 of 3 questions"):
        run(tmp_path, range(3), Lazy())


def test_a_record_that_lost_its_fields_is_named_and_written_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    run(tmp_path, range(3))
    path = tmp_path / "records.jsonl"
    rows = lines(tmp_path)
    del rows[1]["output"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    again = Adding()
    assert run(tmp_path, range(3), again).data == {"success": 1.0, "items": 3}
    assert again.asked == [1]
    assert "records.jsonl, line 2: the record has no 'output'" in capsys.readouterr().err


@pytest.mark.parametrize("taken", [0, 10])
def test_a_full_disk_is_said_and_leaves_whole_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: int
):
    run(tmp_path, range(2))

    class Full:
        """A file of a disk that takes some bytes more, and then none."""

        def __init__(self, file: Any):
            self.file, self.room = file, taken

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def fileno(self) -> int:
            return self.file.fileno()

        def truncate(self, size: int) -> None:
            self.file.truncate(size)

        def write(self, data: bytes) -> int:
            if not self.room:
                raise OSError(errno.ENOSPC, "No space left on device")
            written = self.file.write(data[: self.room])
            self.room = 0
            return written

    opened = Path.open

    def full(self: Path, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        file = opened(self, mode, *arguments, **options)
        return Full(file) if mode == "ab" else file

    monkeypatch.setattr(Path, "open", full)
    before = (tmp_path / "records.jsonl").read_bytes()
    with pytest.raises(BenchmarkError, match=r"records.jsonl: cannot write the records: the disk is full"):
        run(tmp_path, range(4))
    monkeypatch.undo()
    assert (tmp_path / "records.jsonl").read_bytes() == before
    assert run(tmp_path, range(4)).data == {"success": 1.0, "items": 4}


def test_ids_and_limit_choose_in_the_file_s_order(tmp_path: Path):
    ids = tmp_path / "ids"
    ids.write_text("n4 # last\n\nn1\nn4\nn0\n")
    assert run(tmp_path / "a", range(5), ids=ids, limit=2).data["items"] == 2
    assert (tmp_path / "a" / "rows.txt").read_text() == "n4\nn1\n"
    ids.write_text("n9")
    with pytest.raises(BenchmarkError, match=r"line 1: Sums has no task 'n9'. Its ids look like 'n0'"):
        run(tmp_path / "b", range(5), ids=ids)


def test_another_method_in_the_same_folder_is_refused(tmp_path: Path):
    class Other(Adding):
        def identity(self) -> Record:
            return {"method": "other"}

    run(tmp_path, range(2))
    with pytest.raises(BenchmarkError, match="method was 'adding' and is now 'other'"):
        run(tmp_path, range(2), Other())


def test_absent_data_say_how_to_get_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CLAMP_DATA", raising=False)
    with pytest.raises(BenchmarkError, match=r"CLAMP_DATA is not set. Fetch it."):
        data_folder("tapa", "Fetch it.")
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path))
    with pytest.raises(BenchmarkError, match=r"no folder .*tapa.* Fetch it."):
        data_folder("tapa", "Fetch it.")
    (tmp_path / "tapa").mkdir()
    assert data_folder("tapa", "") == tmp_path / "tapa"


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import test_harness

def stop(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)

test_harness.run(Path(sys.argv[1]), range(8), test_harness.Adding(stop))
"""


def test_kill_9_loses_at_most_what_was_being_written(tmp_path: Path):
    command = [sys.executable, "-c", KILLED, str(tmp_path / "out"), str(Path(__file__).parent)]
    assert subprocess.run(command, capture_output=True).returncode == -signal.SIGKILL
    assert [one["id"] for one in lines(tmp_path / "out")] == ["n7", "n6", "n5", "n4"]
    again = Adding()
    assert run(tmp_path / "out", range(8), again).data == {"success": 1.0, "items": 8}
    assert again.asked == [3, 2, 1, 0]


def test_progress_without_a_terminal_is_a_line_now_and_then_with_what_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    now = iter([0.0, 1.0, 40.0, 41.0, 42.0])
    monkeypatch.setattr(harness, "monotonic", lambda: next(now))
    tell = harness._Lines()
    tell("loading", 0, 0)
    for done in (0, 10, 11, 100):
        tell("writing", done, 100)
    assert capsys.readouterr().err.splitlines() == [
        "loading",
        "writing: 0 of 100",
        "writing: 10 of 100, about 5:51 min left",
        "writing: 100 of 100",
    ]


def test_two_writers_are_refused(tmp_path: Path):
    def inner(number: int) -> None:
        with pytest.raises(BenchmarkError, match="Another run is writing"):
            run(tmp_path, range(1))

    run(tmp_path, range(1), Adding(inner))
    assert RecordFile(tmp_path / "records.jsonl").read()[0]["id"] == "n0"


class Learner:
    """A planner that remembers what its HMM has been taught since it last forgot."""

    name, revision = "learner", None

    def __init__(self) -> None:
        self.taught: list[int] = []
        self.smoothed: set[float | None] = set()

    def forget(self) -> None:
        self.taught = []

    def learn(self, tokens: Sequence[int], pseudocount: float | None = None) -> None:
        self.taught += tokens
        self.smoothed.add(pseudocount)


class Taught(Adding):
    """Answers with what the planner has been taught, and teaches it the number."""

    needs_model = True

    def __init__(self, last: int = 10**9):
        super().__init__()
        self.last = last

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            source: Any = question.source
            number = source["number"]
            if len(self.asked) == self.last:
                raise KeyboardInterrupt
            self.asked.append(number)
            said, good = str(planner.taught), number != 3
            assert planner.smoothed <= {0.5}
            if good:
                planner.learn([number], 0.5)
            failure = Failure("validation", "no goal was enforced") if good else Failure("length", "cut")
            result = PlanResult("fail", (), said, failure, tokens=(number,))
            tell(index, Answer(result))


class Parted(Sums):
    """Odd and even numbers are two families."""

    def family(self, item: dict[str, Any]) -> str:
        return str(item["number"] % 2)


def test_what_plans_teach_ends_with_their_family_and_outlives_an_interruption(tmp_path: Path):
    hmm = tmp_path / "hmm"
    HMM.random(2, 5, seed=0).save_pretrained(hmm)

    def made(out: Path, last: int = 10**9) -> dict[str, str]:
        settings = config(out, hmm=hmm, adaptation="otta", pseudocount=0.5, constraints="world")
        harness.run(Parted(range(7)), settings, Taught(last), load=Learner)
        return {one["id"]: one["output"] for one in lines(out)}

    whole = made(tmp_path / "whole")
    # From the last to the first, as `prepare` says; the one that failed taught nothing.
    assert whole == {
        "n6": "[]",
        "n4": "[6]",
        "n2": "[6, 4]",
        "n0": "[6, 4, 2]",
        "n5": "[]",
        "n3": "[5]",
        "n1": "[5]",
    }
    for last in (2, 5):
        out = tmp_path / str(last)
        with pytest.raises(KeyboardInterrupt):
            made(out, last)
        assert made(out) == whole, last
