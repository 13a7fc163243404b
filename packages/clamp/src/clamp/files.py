"""Files from outside: read with a limit, never from a device, and written where it was checked that one may.

A path may lead to a folder, a device without an end, a pipe that nobody writes to, or to bytes that are no
text. Every reader here says so in one sentence, in the error class that its caller names.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import platform
import select
import stat
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from clamp.errors import ClampError

PathLike: TypeAlias = str | os.PathLike[str]

MEBIBYTE = 1 << 20
TEXT_LIMIT = 16 * MEBIBYTE
"""Most bytes of a text that is read whole."""
LINE_LIMIT = 16 * MEBIBYTE
"""Most bytes of one line of a file that is read line by line."""
LINES_LIMIT = 1 << 34
"""Most bytes of such a file: 16 GiB."""

_WRITER_SECONDS = 10.0
"""How long nothing may come through a pipe that is not at its end."""

_DEPTH = 100
"""Deepest nesting of JSON from outside."""

_ENCODINGS = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)

_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EISDIR: "it is a folder, not a file",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ELOOP: "its symbolic links lead in a circle",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENOSPC: "the disk is full (no space left on device)",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.EEXIST: "it is a file, not a folder",
}


def reason_of(error: OSError | ValueError) -> str:
    """Why the operating system refused a file, in words."""
    if isinstance(error, OSError):
        if error.errno in _REASONS:
            return _REASONS[error.errno]
        return (error.strerror or str(error) or type(error).__name__).rstrip(".")
    return "a path holds no null character" if "null" in str(error) else str(error)


# -- reading -----------------------------------------------------------------------------------------


def read_bytes(
    path: PathLike, what: str, error: type[ClampError], *, limit: int = TEXT_LIMIT, hint: str = ""
) -> bytes:
    """The content of a file or of a pipe.

    Args:
        path: The file.
        what: What the file is for, such as ``"scene"``.
        error: The class of the errors raised.
        limit: Most bytes.
        hint: A last sentence for the message about a file that is not there.

    Raises:
        ClampError: Of class `error`, if it cannot be read, is a folder or a device, or is too large.
    """
    parts: list[bytes] = []
    size = 0
    with _opened(path, what, error, hint) as file:
        for part in file:
            parts.append(part)
            size += len(part)
            if size > limit:
                raise error(
                    f"{path}: cannot read the {what} file: it is larger than "
                    f"{_size(limit)}, the most that is read. Is it the right file?"
                )
    return b"".join(parts)


def read_text(path: PathLike, what: str, error: type[ClampError], *, limit: int = TEXT_LIMIT) -> str:
    """The text of a file or of a pipe, in UTF-8, without its byte-order mark; arguments as of `read_bytes`.

    Raises:
        ClampError: Of class `error`, as `read_bytes`, or if it is no UTF-8 text; with the place.
    """
    return decoded(read_bytes(path, what, error, limit=limit), path, error)


def decoded(data: bytes, path: PathLike, error: type[ClampError], *, line: int = 1) -> str:
    """UTF-8 as text, without its byte-order mark.

    Args:
        data: The bytes.
        path: Where they are from.
        error: The class of the error raised.
        line: The number of their first line.

    Raises:
        ClampError: Of class `error`, if they are in another encoding, or no text.
    """
    if line == 1:
        for mark, encoding in _ENCODINGS:
            if data.startswith(mark):
                raise error(f"{path} is in {encoding}, as its first bytes say. Save it as UTF-8.")
    try:
        text = data.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
        line += before.count(b"\n")
        column = problem.start - (before.rfind(b"\n") + 1) + 1
        raise error(
            f"{path}:{line}: byte {column} of the line, {data[problem.start]:#04x}, is no UTF-8 "
            f"({problem.reason}). {_not_text(data)}"
        ) from None
    if "\0" in text:
        line += text[: text.index("\0")].count("\n")
        raise error(f"{path}:{line}: there is a zero byte. {_not_text(data)}")
    return text


def read_lines(
    path: PathLike, what: str, error: type[ClampError], *, limit: int = LINES_LIMIT
) -> Iterator[tuple[int, str]]:
    """The lines of a file of any size with their numbers from 1, without their ends.

    Raises:
        ClampError: As `read_text`, or if a line is longer than `LINE_LIMIT`.
    """
    number, size = 0, 0
    pending: list[bytes] = []  # the parts of a line whose end has not come yet
    with _opened(path, what, error) as file:
        for part in file:
            size += len(part)
            first, *others = part.split(b"\n")
            pending.append(first)
            for line in others:
                number += 1
                yield number, decoded(b"".join(pending), path, error, line=number).removesuffix("\r")
                pending = [line]
            if sum(map(len, pending)) > LINE_LIMIT:
                raise error(
                    f"{path}:{number + 1}: the line is longer than {_size(LINE_LIMIT)}, the most "
                    "that is read. Is it the right file?"
                )
            if size > limit:
                raise error(f"{path}: the file is larger than {_size(limit)}, the most that is read.")
    if rest := b"".join(pending):
        yield number + 1, decoded(rest, path, error, line=number + 1).removesuffix("\r")


def parse_json(
    text: str, where: object, error: type[ClampError], *, unique: bool = False, of_line: bool = False
) -> Any:
    """A JSON document from outside.

    Args:
        text: The document.
        where: Begins every message, such as the path.
        error: The class of the errors raised.
        unique: Refuse an object that has a field twice.
        of_line: The document is one line of a file, which `where` names.

    Raises:
        ClampError: Of class `error`, if it is no JSON, holds a number that no computer calculates with, is
            nested more deeply than any such document, or has a field twice.
    """

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if unique and key in found:
                raise error(f"{where}: the field {shown(key)} is given twice in one object.")
            found[key] = value
        return found

    def number(digits: str) -> int:
        if len(digits) > 300:
            raise error(f"{where}: the number {digits[:12]}… has {len(digits.lstrip('-')):,} digits.")
        return int(digits)

    try:
        found = json.loads(text, object_pairs_hook=fields if unique else None, parse_int=number)
    except json.JSONDecodeError as problem:
        if of_line:
            raise error(f"{where} is not JSON: {problem.msg} (column {problem.colno}).") from None
        raise error(f"{where}:{problem.lineno}:{problem.colno}: not JSON: {problem.msg}.") from None
    except RecursionError:
        raise error(f"{where}: it is nested too deeply; at most {_DEPTH} levels are read.") from None
    if too_deep(found):
        raise error(f"{where}: it is nested too deeply; at most {_DEPTH} levels are read.")
    return found


def too_deep(document: Any) -> bool:
    """Whether plain data are nested more deeply than any document that people write."""
    level: list[Any] = [document]
    for _ in range(_DEPTH):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)  # pyright: ignore
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def shown(value: Any, width: int = 60) -> str:
    """A value from outside as evidence in a message: its `repr`, shortened."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 1_000:
        return f"a number of {value.bit_length():,} binary digits"
    if isinstance(value, str | bytes) and len(value) > width:
        return f"{value[: width - 20]!r}… ({len(value):,} characters)"
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__}"
    return text if len(text) <= width else text[: width - 1] + "…"


def check_file(path: PathLike, what: str, error: type[ClampError]) -> None:
    """Make sure that something is a plain file, for a library that opens it itself.

    Raises:
        ClampError: Of class `error`, if it is not there, or is a folder, a device or a pipe.
    """
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise error(f"{shown_path(path)}: cannot read the {what}: it is {_kind(mode)}, not a file.")
        os.close(os.open(path, os.O_RDONLY))
    except (OSError, ValueError) as problem:
        if isinstance(problem, ClampError):
            raise
        if isinstance(problem, FileNotFoundError):
            raise error(f"There is no {what} {shown_path(path)!r}.") from None
        raise error(f"{shown_path(path)}: cannot read the {what}: {reason_of(problem)}.") from None


def shown_path(path: PathLike) -> str:
    """A path for a message: shortened, if it is absurdly long."""
    text = os.fspath(path)
    return text if len(text) <= 300 else f"{text[:120]}… ({len(text):,} characters)"


@contextmanager
def _opened(path: PathLike, what: str, error: type[ClampError], hint: str = "") -> Generator[_Stream]:
    """A file descriptor to read from, of a file or of a pipe that somebody writes to."""
    end = f". {hint}" if hint else "."
    name = shown_path(path)
    try:
        # A pipe without a writer would let the call wait for ever; it makes no difference to files.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError) as problem:
        if isinstance(problem, OSError) and problem.errno == errno.ENXIO:
            raise error(f"{name}: cannot read the {what} file: it is a socket, not a file{end}") from None
        if isinstance(problem, FileNotFoundError):
            raise error(f"{name}: cannot read the {what} file. There is no file {name!r}{end}") from problem
        raise error(f"{name}: cannot read the {what} file: {reason_of(problem)}{end}") from problem
    try:
        mode = os.fstat(file).st_mode
        pipe = stat.S_ISFIFO(mode)
        if not pipe and not stat.S_ISREG(mode) and not (stat.S_ISCHR(mode) and os.isatty(file)):
            raise error(f"{name}: cannot read the {what} file: it is {_kind(mode)}, not a file{end}")
        os.set_blocking(file, not pipe)
        yield _Stream(file, pipe, f"{name}: cannot read the {what} file", error)
    finally:
        os.close(file)


@dataclass
class _Stream:
    """A file descriptor to read from; a pipe's does not block."""

    file: int
    pipe: bool
    complaint: str
    error: type[ClampError]

    def __iter__(self) -> Iterator[bytes]:
        while part := self._piped() if self.pipe else self._read():
            yield part

    def _piped(self) -> bytes:
        """The next bytes of a pipe; none where its writer has ended, not where there was none yet."""
        poll = select.poll()
        poll.register(self.file, select.POLLIN)
        if not poll.poll(_WRITER_SECONDS * 1000):
            raise self.error(
                f"{self.complaint}: it is a pipe through which nothing came for {_WRITER_SECONDS:g} seconds. "
                "Does anything write to it? Give a slow writer's result as a file."
            )
        return self._read()

    def _read(self) -> bytes:
        try:
            return os.read(self.file, MEBIBYTE)
        except OSError as problem:
            raise self.error(f"{self.complaint}: {reason_of(problem)}.") from problem


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"


def _size(limit: int) -> str:
    return f"{limit >> 30} GiB" if limit >> 30 else f"{limit >> 20} MiB"


def _not_text(data: bytes) -> str:
    if b"\0" in data[:4096]:
        return "Is it a binary file?"
    return "Is it in Latin-1 or Windows-1252? Save it as UTF-8."


# -- writing -----------------------------------------------------------------------------------------


@contextmanager
def writing(path: PathLike, what: str, error: type[ClampError]) -> Generator[None]:
    """Tell what the operating system refuses while a file is written.

    Raises:
        ClampError: Of class `error`, in place of an `OSError`.
    """
    try:
        yield
    except (OSError, ValueError) as problem:
        if isinstance(problem, ClampError) or not (isinstance(problem, OSError) or "null" in str(problem)):
            raise
        raise error(f"{shown_path(path)}: cannot write the {what}: {reason_of(problem)}.") from problem


def check_folder(path: PathLike, what: str, error: type[ClampError]) -> None:
    """Make sure, before long work, that a folder can be made or written to, by trying; nothing stays.

    Raises:
        ClampError: Of class `error`, if it cannot.
    """
    _check_place(Path(path), what, error, named=path, folder=True)


def check_output(path: PathLike, what: str, error: type[ClampError]) -> None:
    """Make sure, before long work, that a file can be written, by trying; nothing stays, and nothing changes.

    Raises:
        ClampError: Of class `error`, if it cannot, or is a device or a pipe.
    """
    place = Path(path)
    name = shown_path(path)
    with writing(path, what, error):
        if str(path) == "":
            raise error(f"The path of the {what} is empty.")
        if os.path.lexists(place):
            mode = os.stat(place).st_mode
            if not stat.S_ISREG(mode):
                raise error(f"{name}: cannot write the {what}: it is {_kind(mode)}, not a file.")
            if not os.access(place, os.W_OK):
                raise error(f"{name}: cannot write the {what}: permission denied, or the disk is read-only.")
            os.close(os.open(place, os.O_WRONLY | os.O_APPEND))
            return
        if not place.parent.exists():
            raise error(f"{name}: cannot write the {what}: there is no folder {str(place.parent)!r}.")
        _lstat(place)
    _check_place(place.parent, what, error, named=path, folder=False)


def _check_place(place: Path, what: str, error: type[ClampError], *, named: PathLike, folder: bool) -> None:
    name = shown_path(named)
    with writing(named, what, error):
        if folder and str(place) in ("", "\0"):
            raise error(f"The path of the {what} is empty.")
        here = place
        while not os.path.lexists(here):
            _lstat(here)
            if here == here.parent:
                break
            here = here.parent
        mode = os.stat(here).st_mode  # raises for a link that leads nowhere
        if not stat.S_ISDIR(mode):
            raise error(
                f"{name}: cannot write the {what}: {'it' if folder and here == place else repr(str(here))} is "
                f"{'a file' if stat.S_ISREG(mode) else _kind(mode)}, not a folder."
            )
        if not os.access(here, os.W_OK | os.X_OK):
            raise error(f"{name}: cannot write the {what}: permission denied, or the disk is read-only.")
        try:  # what the system says of rights does not hold for its own folders, nor for whom it denies nothing
            if here == place:
                tempfile.TemporaryFile(dir=here).close()
            else:
                os.rmdir(tempfile.mkdtemp(dir=here))
        except OSError as problem:
            raise error(
                f"{name}: cannot write the {what}: nothing can be made in {str(here)!r} ({reason_of(problem)})."
            ) from problem


def _lstat(path: Path) -> None:
    """Raise what the operating system says of a name, unless only that there is no such file."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return


@contextmanager
def alone(folder: Path, error: type[ClampError]) -> Generator[None]:
    """Keep a run's folder, made if missing, to this process: two that write one run would break its files.

    The lock is the operating system's, so a process that is killed leaves none behind.

    Raises:
        ClampError: Of class `error`, if another process holds the folder, or it cannot be used.
    """
    from filelock import FileLock, Timeout

    holder = folder / "running.json"
    check_folder(folder, "run's folder", error)
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "run.lock")
        lock.acquire(blocking=False)
    except Timeout:
        raise error(
            f"Another run is writing {folder} ({_holder(holder)}). Wait for it, stop it, or choose another "
            "folder."
        ) from None
    except (OSError, NotImplementedError) as problem:
        reason = reason_of(problem) if isinstance(problem, OSError) else str(problem)
        raise error(f"The folder {folder} cannot be used for a run: {reason}.") from problem
    try:
        with writing(holder, "run's folder", error):
            write_json(holder, {"process": os.getpid(), "machine": platform.node()})
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()
        if fresh and {path.name for path in folder.iterdir()} <= {"run.lock"}:  # nothing came of the run
            with contextlib.suppress(OSError):
                (folder / "run.lock").unlink(missing_ok=True)
                folder.rmdir()


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Replace a JSON file in one step, so that a kill leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(
            json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8"
        )
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _holder(path: Path) -> str:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return f"process {found['process']} on {found['machine']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "its process is not known yet"
