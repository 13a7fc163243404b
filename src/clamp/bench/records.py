"""A benchmark run on disk, and the processes that it starts.

Records are JSON Lines that survive a kill: one object a line, appended whole, on disk before the next task.

A run that is killed leaves at most one broken line, the last; `RecordFile.repair` cuts it off, so that the
task it belonged to is done again.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from clamp import files
from clamp.errors import BenchmarkError
from clamp.files import write_json as write_json

Record = dict[str, Any]


class RecordFile:
    """An append-only file of JSON objects.

    Args:
        path: The file; made at the first append, with its folder.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = Path(path)

    def read(self) -> list[Record]:
        """All complete records, in the order they were written; a broken last line is left out.

        Raises:
            BenchmarkError: If a line before the last is no JSON object: that is damage, not a kill.
        """
        return [record for record, _ in self._complete()]

    def repair(self) -> int:
        """Cut a half-written last line off, and return the number of bytes cut.

        Raises:
            BenchmarkError: As `read`.
        """
        complete = self._complete()
        end = complete[-1][1] if complete else 0
        size = self.path.stat().st_size if self.path.exists() else 0
        if size > end:
            with self.path.open("r+b") as file:
                file.truncate(end)
        return size - end

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one record and wait until it is on disk.

        Raises:
            BenchmarkError: If the record holds something that JSON has no word for, NaN included.
        """
        try:
            line = json.dumps(record, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise BenchmarkError(f"A record for {self.path} cannot be written as JSON: {error}.") from error
        with files.writing(self.path, "records", BenchmarkError):
            self._append(line)

    def _append(self, line: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # One unbuffered write: another process, or a kill, sees all of the line or a prefix of it. A disk that
        # fills up takes a part without a word and refuses the rest; then not even the part stays.
        with self.path.open("ab", buffering=0) as file:
            before = os.fstat(file.fileno()).st_size
            rest = line.encode() + b"\n"
            try:
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(before)
                raise

    def _complete(self) -> list[tuple[Record, int]]:
        """Each complete record with the offset of the byte after its line."""
        if not self.path.exists():
            return []
        records: list[tuple[Record, int]] = []
        end = 0
        files.check_file(self.path, "records", BenchmarkError)
        lines = self.path.read_bytes().splitlines(keepends=True)
        for number, line in enumerate(lines, start=1):
            record = _parse(line) if line.endswith(b"\n") else None
            if record is None:
                if number == len(lines):
                    break
                raise BenchmarkError(
                    f"{self.path}, line {number}, is not a JSON object: {line[:60]!r}. Was the file edited, "
                    "or written by two runs at once? Remove the line, and the run will do its task again."
                )
            end += len(line)
            records.append((record, end))
        return records


def _parse(line: bytes) -> Record | None:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast(Record, value) if isinstance(value, dict) else None


@contextmanager
def alone(folder: Path) -> Generator[None]:
    """Keep a run's folder to this process: see `clamp.files.alone`.

    Raises:
        BenchmarkError: If another process holds the folder, or it cannot be used.
    """
    with files.alone(folder, BenchmarkError):
        yield


def command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module with this interpreter."""
    return [sys.executable, "-m", module, *arguments]


def environment(**variables: str) -> dict[str, str]:
    """This process's environment with some variables set; modules are found where this one finds them."""
    found = os.pathsep.join(entry for entry in sys.path if entry)
    return {**os.environ, "PYTHONPATH": found, **variables}
