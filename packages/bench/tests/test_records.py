"""Laws of the record file: what was appended is read back, whatever byte a kill stopped at."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import BenchmarkError
from clamp_bench.records import RecordFile, alone, write_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.lists(st.dictionaries(st.text(), VALUES, max_size=4), max_size=5)


@given(RECORDS, st.data())
def test_a_kill_at_any_byte_loses_only_the_record_it_hit(
    records: list[dict[str, object]], data: st.DataObject
):
    with tempfile.TemporaryDirectory() as folder:
        file = RecordFile(Path(folder) / "new" / "records.jsonl")
        ends = [0]
        for record in records:
            file.append(record)
            ends.append(file.path.stat().st_size)
        assert file.read() == records

        cut = data.draw(st.integers(0, ends[-1]))
        if not records:
            assert file.repair() == []
            return
        whole = file.path.read_bytes()
        file.path.write_bytes(whole[:cut])
        survivors = sum(end <= cut for end in ends[1:])

        assert file.read() == records[:survivors]
        assert file.repair() == []
        assert file.path.read_bytes() == whole[: ends[survivors]]
        file.append({"after": survivors})
        assert file.read() == [*records[:survivors], {"after": survivors}]


@pytest.mark.parametrize("damage", [b"{oops\n", b"[1, 2]\n", b"\n"])
def test_damage_before_the_last_line_is_an_error_that_names_the_line_until_it_is_put_aside(
    tmp_path: Path, damage: bytes
):
    path = tmp_path / "records.jsonl"
    path.write_bytes(b'{"a": 1}\n' + damage + b'{"b": 2}\n{"c"')
    with pytest.raises(BenchmarkError, match=r"line 2, is not a JSON object"):
        RecordFile(path).read()
    (said,) = RecordFile(path).repair()
    assert "line 2, is not a JSON object" in said
    assert RecordFile(path).read() == [{"a": 1}, {"b": 2}]
    assert (tmp_path / "records.damaged").read_bytes() == damage
    assert RecordFile(path).repair() == []


def test_half_a_surrogate_pair_comes_back_as_it_was(tmp_path: Path):
    file = RecordFile(tmp_path / "records.jsonl")
    file.append({"text": "a\ud800é"})
    file.append({"text": "é"})
    assert [one["text"] for one in file.read()] == ["a\ud800é", "é"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"bytes"])
def test_what_json_cannot_say_is_refused_and_leaves_the_file_alone(tmp_path: Path, value: object):
    file = RecordFile(tmp_path / "records.jsonl")
    file.append({"a": 1})
    with pytest.raises(BenchmarkError, match="cannot be written as JSON"):
        file.append({"value": value})
    assert file.read() == [{"a": 1}]


def test_write_json_leaves_nothing_but_the_new_file(tmp_path: Path):
    path = tmp_path / "deep" / "summary.json"
    write_json(path, {"a": 1})
    write_json(path, {"a": "ü"})
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": "ü"}
    assert [entry.name for entry in path.parent.iterdir()] == ["summary.json"]


HOLD = """
import sys, pathlib, time
from clamp_bench.records import alone
with alone(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_run_s_folder_belongs_to_one_process_until_it_ends_or_dies(tmp_path: Path):
    out = tmp_path / "new" / "run"
    with subprocess.Popen([sys.executable, "-c", HOLD, str(out)], stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with (
                pytest.raises(BenchmarkError, match=rf"Another run is writing .*process {other.pid} on "),
                alone(out),
            ):
                pass
            assert json.loads((out / "running.json").read_text())["process"] == other.pid
        finally:
            os.kill(other.pid, signal.SIGKILL)
    with alone(out):  # what a killed process left behind blocks nobody
        assert json.loads((out / "running.json").read_text())["process"] == os.getpid()
        with pytest.raises(BenchmarkError, match=f"process {os.getpid()}"), alone(out):
            pass
    assert not (out / "running.json").exists()


def test_a_folder_is_free_again_after_an_error(tmp_path: Path):
    with pytest.raises(KeyError), alone(tmp_path):
        raise KeyError
    with alone(tmp_path):
        pass


def test_a_holder_that_has_not_said_its_name_is_reported_all_the_same(tmp_path: Path):
    with alone(tmp_path):
        (tmp_path / "running.json").write_text("{")
        with pytest.raises(BenchmarkError, match="not known yet"), alone(tmp_path):
            pass


def test_records_behind_a_place_can_be_put_into_another_order(tmp_path: Path):
    file = RecordFile(tmp_path / "records.jsonl")
    for number in (9, 8):
        file.append({"n": number})
    begin = file.size()
    for number in (2, 0, 1):
        file.append({"n": number})
    file.arrange(begin, [2, 0, 1])
    assert [one["n"] for one in file.read()] == [9, 8, 0, 1, 2]
    before = file.path.stat().st_mtime_ns
    file.arrange(begin, [0, 1, 2])
    assert file.path.stat().st_mtime_ns == before
