"""A benchmark run on disk, and the processes that it starts.

Records are JSON Lines that survive a kill: one object a line, appended whole, on disk before the next task.

A run that is killed leaves at most one broken line, the last; `RecordFile.repair` cuts it off, and puts aside what
else is no record, so that the tasks they belonged to are done again.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from clamp import checks, files
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
        """All records, in the order they were written; a broken last line is left out.

        Raises:
            BenchmarkError: If a line before the last is no JSON object: that is damage, not a kill.
        """
        found: list[Record] = []
        for number, line, record in (lines := self._lines()):
            if record is None:
                if number == len(lines):
                    break
                raise BenchmarkError(
                    f"{self._damage(number, line)} Remove the line, or let the command of the run go on: it keeps the "
                    f"line in {self._aside.name}, and does its task again."
                )
            found.append(record)
        return found

    def repair(self) -> list[str]:
        """Cut a half-written last line off, and put every other line that is no record aside.

        What is put aside is appended to a file beside this one.

        Returns:
            What is to be said of each line that was put aside.
        """
        lines = self._lines()
        broken = [(number, line) for number, line, record in lines if record is None]
        if not broken:
            return []
        last = [line for number, line in broken if number == len(lines) and not line.endswith(b"\n")]
        damaged = broken[: len(broken) - len(last)]
        with files.writing(self.path, "records", BenchmarkError):
            if damaged:
                with self._aside.open("ab") as file:
                    file.writelines(line for _, line in damaged)
                kept = self.path.with_suffix(".kept")
                kept.write_bytes(b"".join(line for _, line, record in lines if record is not None))
                kept.replace(self.path)
            else:
                with self.path.open("r+b") as file:
                    file.truncate(self.path.stat().st_size - sum(map(len, last)))
        return [f"{self._damage(number, line)} It is kept in {self._aside.name}." for number, line in damaged]

    @property
    def _aside(self) -> Path:
        return self.path.with_suffix(".damaged")

    def _damage(self, number: int, line: bytes) -> str:
        return (
            f"{self.path}, line {number}, is not a JSON object: {line[:60]!r}. Was the file edited, or written by two "
            "runs at once?"
        )

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one record and wait until it is on disk.

        Raises:
            BenchmarkError: If the record holds something that JSON has no word for, NaN included.
        """
        try:
            line = json.dumps(record, ensure_ascii=False, allow_nan=False)
            if checks.no_unicode(line):
                line = json.dumps(record, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise BenchmarkError(f"A record for {self.path} cannot be written as JSON: {error}.") from error
        with files.writing(self.path, "records", BenchmarkError):
            self._append(line)

    def size(self) -> int:
        """Bytes of the file; 0 where there is none."""
        return self.path.stat().st_size if self.path.exists() else 0

    def arrange(self, begin: int, ranks: Sequence[Any]) -> None:
        """Put the records behind a place in the file into another order; a kill leaves the old one or the new one.

        Args:
            begin: That place, in bytes: where a line begins.
            ranks: Of each of these records, in the order of the file, what they are to be sorted by.
        """
        if list(ranks) == sorted(ranks):
            return
        with files.writing(self.path, "records", BenchmarkError):
            content = self.path.read_bytes()
            lines = content[begin:].splitlines(keepends=True)
            order = sorted(range(len(lines)), key=lambda number: ranks[number])
            kept = self.path.with_suffix(".kept")
            kept.write_bytes(content[:begin] + b"".join(lines[number] for number in order))
            kept.replace(self.path)

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

    def _lines(self) -> list[tuple[int, bytes, Record | None]]:
        """Each line's number, the line, and the record that it is, if it is one."""
        if not self.path.exists():
            return []
        files.check_file(self.path, "records", BenchmarkError)
        lines = self.path.read_bytes().splitlines(keepends=True)
        return [
            (number, line, _parse(line) if line.endswith(b"\n") else None)
            for number, line in enumerate(lines, start=1)
        ]


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
