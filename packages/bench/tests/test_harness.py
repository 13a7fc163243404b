"""The harness: whatever stops a run or spoils its input, nothing that was written is lost and everything counts."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from writing_host import WritingHost

from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError, ClampError, HostError, LimitError, ModelScoresError, PromptError
from clamp.hmm import HMM
from clamp.hosts.jobs import PlanRequest
from clamp_bench import harness
from clamp_bench.configuration import WrittenConfig
from clamp_bench.harness import (
    Answer,
    Benchmark,
    Method,
    OpenText,
    Question,
    Scored,
)
from clamp_bench.records import Record, RecordFile, environment
from clamp_worlds.data import data_folder

NONE = Failure("uncertified", "")


@pytest.fixture(autouse=True)
def _no_collecting(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """Nothing here leaves constraints behind, and to go through all of torch's objects takes long."""
    monkeypatch.setattr(harness.gc, "collect", lambda: 0)


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

    def request(self, item: dict[str, Any]) -> OpenText:
        return OpenText([{"role": "user", "content": f"{item['number'] + 0} doubled?"}])

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
            result = PlanResult("fail", (), str(2 * number), NONE, timing=Timing(compile=0.5, tokens=2))
            tell(index, Answer(result, {"attempts": 1}))


def config(out: Path, **changes: Any) -> WrittenConfig:
    return WrittenConfig(out, **{"constraints": "none", **changes})


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
    """Also where a whole part of the run has nothing else: `Adding` is handed one question at a time."""
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
    for others in ([7, 8, 9], [1, 8, 9], [1, "x", "y"]):
        with pytest.raises(
            BenchmarkError, match=r"the answer to n\d was written for another prompt.* 3\. Were"
        ):
            brought(tmp_path, others)
    assert lines(tmp_path) == before
    again = Adding()
    assert brought(tmp_path, [1, 2, 3, 4], again).data == {"success": 1.0, "items": 4}, "more of it is fine"
    assert again.asked == [4]


@pytest.mark.parametrize("mended", [5, "x"])
def test_of_answered_items_only_the_mended_one_is_done_anew_and_named(
    tmp_path: Path, mended: Any, capsys: pytest.CaptureFixture[str]
):
    brought(tmp_path, [1, 2, 3])
    again = Adding()
    assert brought(tmp_path, [1, mended, 3], again).data["success"] == (1 if mended == 5 else 2 / 3)
    assert again.asked == [one for one in [mended] if one == 5]
    assert "n1: its prompt is another" in capsys.readouterr().err
    third = Adding()
    brought(tmp_path, [1, mended, 3], third)
    assert third.asked == []


class Mended(Brought):
    """Where an item is odd: in its question, in what may answer it, or in what its record says beside."""

    def __init__(self, where: str, numbers: Sequence[Any], *, prompt: str = ""):
        super().__init__(numbers)
        self.where, self.said = where, prompt

    def request(self, item: dict[str, Any]) -> OpenText:
        odd = isinstance(item["number"], str)
        if odd and self.where == "question":
            raise BenchmarkError("The item is odd.")
        return OpenText(f"{0 if odd else item['number']}{self.said} doubled?")

    def own_fields(self, item: dict[str, Any], answer: Answer) -> Record:
        return {} if self.where == "answer" else super().own_fields(item, answer)

    def score(self, records: Sequence[Record], tell: harness.Tell) -> Scored:
        return Scored({"malformed": sum(bool(one["failure"]["message"]) for one in records)})


@pytest.mark.parametrize("where", ["question", "answer", "own_fields"])
@pytest.mark.parametrize(
    "change", ["mended", "mended in what the prompt does not say", "other, as odd", "none"]
)
def test_of_a_file_that_was_mended_only_the_mended_item_is_done_anew(tmp_path: Path, where: str, change: str):
    def stop(number: Any) -> None:
        if isinstance(number, str):
            raise LimitError("The item is odd.", "groundings", 1)

    def done(numbers: Sequence[Any]) -> tuple[dict[str, Any], list[Any]]:
        method = Adding(stop if where == "answer" else lambda number: None)
        return dict(harness.run(Mended(where, numbers), config(tmp_path), method).data), method.asked

    assert done([1, "x", 3, 4])[0] == {"malformed": 1}
    assert len(lines(tmp_path)) == 4
    before = (tmp_path / "records.jsonl").read_bytes()
    after = {"mended": 2, "mended in what the prompt does not say": 0, "other, as odd": "y", "none": "x"}[
        change
    ]
    data, asked = done([1, after, 3, 4])
    if isinstance(after, str):
        assert data == {"malformed": 1}
        assert (tmp_path / "records.jsonl").read_bytes() == before, "it fails as it did"
    else:
        assert (data, asked) == ({"malformed": 0}, [after])
        assert done([1, after, 3, 4]) == ({"malformed": 0}, [])
    with pytest.raises(BenchmarkError, match="was written for another prompt"):
        done([5, after, 6, 7])


def test_a_start_that_failed_does_not_occupy_the_folder(tmp_path: Path):
    def load(_: Any) -> Any:
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


class Beside(Adding):
    """Writes three beside each other, and tells of each as it ends."""

    batch_size = 3


@pytest.mark.parametrize(("number", "method"), [(7, Adding), (7, Beside), (3, Beside), (0, Adding)])
@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (PromptError("The prompt does not fit."), "prompt"),
        (LimitError("It has too many actions.", "groundings", 5), "malformed"),
        (BenchmarkError("The picture is not there."), "malformed"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Exception) else one,
)
def test_a_question_that_cannot_be_answered_fails_alone(
    tmp_path: Path, error: ClampError, cause: str, method: type[Adding], number: int
):
    def stop(asked: int) -> None:
        if asked == number:
            raise error

    found = run(tmp_path, range(8), method(stop))
    assert found.data == {"success": 7 / 8, "items": 8}
    record = next(one for one in lines(tmp_path) if one["id"] == f"n{number}")
    assert (record["failure"]["cause"], record["failure"]["message"]) == (cause, str(error))
    assert len(lines(tmp_path)) == 8
    again = Adding()
    run(tmp_path, range(8), again)
    assert again.asked == [], "nothing of it has changed"


class OutOfMemoryError(RuntimeError):
    """As torch calls it."""


HOSTS_ERRORS = [
    OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB."),
    RuntimeError("CUDA error: device-side assert triggered"),
    MemoryError(),
    ConnectionResetError(104, "Connection reset by peer"),
    TimeoutError("The server did not answer."),
    ValueError("a model's own"),
    KeyError("a model's own"),
    AssertionError(),
    HostError("The server is gone."),
    ModelScoresError("The model's scores are NaN."),
]


@pytest.mark.parametrize(("number", "method"), [(7, Beside), (6, Adding), (3, Beside), (0, Adding)])
@pytest.mark.parametrize("error", HOSTS_ERRORS, ids=lambda error: type(error).__name__)
def test_a_hosts_error_ends_the_run_with_all_so_far_and_none_of_what_it_was_writing(
    tmp_path: Path, error: Exception, method: type[Adding], number: int, capsys: pytest.CaptureFixture[str]
):
    """Whatever it is, it says nothing of the item: none has a record for it, and the same command goes on."""

    def stop(asked: int) -> None:
        if asked == number:
            raise error

    with pytest.raises(HostError) as raised:
        run(tmp_path, range(8), method(stop))
    said = str(raised.value)
    assert f"n{number}" in said or method is Beside
    assert (str(error) if isinstance(error, HostError) else type(error).__name__) in said
    assert ("--batch-size" in said) == isinstance(error, MemoryError | OutOfMemoryError)
    written = lines(tmp_path) if (tmp_path / "records.jsonl").exists() else []
    assert [one["id"] for one in written] == [f"n{one}" for one in range(7, number, -1)]
    assert all(one["output"] == one["wanted"] for one in written)
    assert not written or f"{len(written)} of 8" in said
    again = Adding()
    assert run(tmp_path, range(8), again).data == {"success": 1.0, "items": 8}
    size, place = method.batch_size, 7 - number
    beside = list(range(7, -1, -1))[place : (place // size + 1) * size]
    assert again.asked == [*range(beside[-1] - 1, -1, -1), *beside], "what it was asking comes last"
    assert len(lines(tmp_path)) == 8


@pytest.mark.parametrize("method", [Adding, Beside])
@pytest.mark.parametrize("bad", [{6}, {7, 4, 0}])
def test_an_error_that_comes_again_keeps_nothing_else_from_being_done(
    tmp_path: Path, method: type[Adding], bad: set[int]
):
    """And those that it is of are named, and never count as failed."""

    def stop(number: int) -> None:
        if number in bad:
            raise RuntimeError("device-side assert")

    said = ""
    for _ in range(len(bad) + 1):
        with pytest.raises(HostError) as raised:
            run(tmp_path, range(8), method(stop))
        said = str(raised.value)
    assert "device-side assert" in said
    assert {one["id"] for one in lines(tmp_path)} == {f"n{one}" for one in range(8) if one not in bad}
    assert any(f"n{one}" in said for one in bad)
    assert not (tmp_path / "summary.json").exists()


def test_a_hosts_error_ends_the_command_with_exit_code_2_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from typer.testing import CliRunner

    from clamp.cli import app
    from clamp_bench.tapa import bench

    def stop(number: int) -> None:
        if number == 1:
            raise OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(bench, "run", lambda config: harness.run(Sums(range(3)), config, Adding(stop)))
    found = CliRunner().invoke(app, ["bench", "tapa", "--out", str(tmp_path / "run")])
    assert found.exit_code == 2
    assert "CUDA out of memory" in found.stderr
    assert "1 of 3" in " ".join(found.stderr.split())
    assert "Traceback" not in found.stderr
    assert [one["id"] for one in lines(tmp_path / "run")] == ["n2"]


def test_a_record_that_an_earlier_version_made_of_a_hosts_error_is_no_answer(tmp_path: Path):
    run(tmp_path, range(3))
    rows = lines(tmp_path)
    rows[1] |= {"output": "", "failure": {"cause": "host", "message": "CUDA out of memory."}}
    (tmp_path / "records.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    again = Adding()
    assert run(tmp_path, range(3), again).data == {"success": 1.0, "items": 3}
    assert again.asked == [1]


@pytest.mark.parametrize("size", [1, 3, 16])
def test_no_more_is_prepared_than_the_batch_that_is_written_next(tmp_path: Path, size: int):
    prepared: list[int] = []
    ahead: list[int] = []

    class Preparing(Sums):
        def request(self, item: dict[str, Any]) -> OpenText:
            prepared.append(item["number"])
            return super().request(item)

    def stop(number: int) -> None:
        ahead.append(len(prepared) - len(lines(tmp_path) if (tmp_path / "records.jsonl").exists() else []))

    method = Adding(stop)
    method.batch_size = size
    harness.run(Preparing(range(20)), config(tmp_path), method)
    assert max(ahead) == min(size, 20)
    assert len(prepared) == 20


@pytest.mark.parametrize(
    "error", [KeyError("thing"), ZeroDivisionError(), RecursionError(), TypeError("None")]
)
@pytest.mark.parametrize("where", ["question", "own_fields", "constraint"])
def test_what_an_item_itself_raises_is_its_own_failure_wherever_it_does(
    tmp_path: Path, where: str, error: Exception
):
    """Not the host's: a field that only the record, or only the constraint, needs is the item's as well."""

    class Odd(Sums):
        def request(self, item: dict[str, Any]) -> OpenText:
            def form(vocabulary: Any) -> Any:
                if where == "constraint" and item["number"] == 2:
                    raise error

            if where == "question" and item["number"] == 2:
                raise error
            return OpenText(super().request(item).prompt, form)

        def own_fields(self, item: dict[str, Any], answer: Answer) -> Record:
            if where == "own_fields" and item["number"] == 2:
                raise error
            return super().own_fields(item, answer)

    settings = config(tmp_path, batch_size=3)
    found = harness.run(Odd(range(6)), settings, load=lambda _: Doubling())
    assert found.data == {"success": 5 / 6, "items": 6}
    record = next(one for one in lines(tmp_path) if one["id"] == "n2")
    assert record["failure"]["cause"] == "malformed"
    assert type(error).__name__ in record["failure"]["message"]


class Doubling(WritingHost):
    """A host that can double numbers."""

    def result(self, job: PlanRequest) -> PlanResult:
        number = int(str(cast(Any, job.prompt)[0]["content"]).split()[0])
        return PlanResult("fail", (), str(2 * number), NONE, timing=Timing(tokens=2))


def test_a_method_that_leaves_questions_open_is_refused(tmp_path: Path):
    class Lazy(Beside):
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
    assert subprocess.run(command, capture_output=True, env=environment()).returncode == -signal.SIGKILL
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
        harness.run(Parted(range(7)), settings, Taught(last), load=lambda _: Learner())
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
