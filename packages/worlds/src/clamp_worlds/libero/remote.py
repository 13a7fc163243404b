"""LIBERO's simulator in a process of its own, behind the methods of `LiberoEnvironment`.

Mesa's software renderer and triton, which torch imports, each bring an LLVM along, and together they can
crash a process: whoever plans with a model renders elsewhere.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from clamp import errors
from clamp.errors import BenchmarkError, ClampError
from clamp.loop.world import Observation
from clamp.perception import Scene
from clamp.planning import Action
from clamp.planning.task import Atom
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.simulator import VIEWS
from clamp_worlds.libero.tasks import LiberoTask

Arrays = Mapping[str, NDArray[Any]]

_ARRAYS = "arrays"


def send(stream: IO[bytes], message: Mapping[str, Any], arrays: Arrays | None = None) -> None:
    """Write one message, and the arrays that belong to it.

    Raises:
        OSError: If nobody reads any more.
    """
    packed: dict[str, bytes] = {}
    for name, array in (arrays or {}).items():
        buffer = io.BytesIO()
        np.save(buffer, array, allow_pickle=False)
        packed[name] = buffer.getvalue()
    header = {**message, _ARRAYS: {name: len(data) for name, data in packed.items()}}
    stream.write(json.dumps(header).encode() + b"\n")
    for data in packed.values():
        stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
    """Read one message with its arrays; ``None`` where the stream ends, also in the middle of a message.

    Raises:
        ValueError: If what comes is no message.
    """
    line = stream.readline()
    if not line.endswith(b"\n"):
        return None
    message: Any = json.loads(line)
    if not isinstance(message, dict) or _ARRAYS not in message:
        raise ValueError(f"{line[:80]!r} is no message")
    found: dict[str, Any] = dict(message)  # pyright: ignore[reportUnknownArgumentType]
    arrays: dict[str, NDArray[Any]] = {}
    for name, size in found.pop(_ARRAYS).items():
        data = stream.read(size)
        if len(data) != size:
            return None
        arrays[name] = np.load(io.BytesIO(data), allow_pickle=False)
    return found, arrays


def packed(seen: Observation) -> tuple[dict[str, Any], Arrays]:
    """An observation as a message and arrays."""
    facts = sorted([fact.predicate, *fact.args] for fact in seen.facts)
    return {"scene": seen.scene.to_json(), "facts": facts}, seen.images


def unpacked(message: Mapping[str, Any], arrays: Arrays) -> Observation:
    """The observation that `packed` made a message of."""
    facts = frozenset(Atom(name, tuple(args)) for name, *args in message["facts"])
    return Observation(Scene.from_json(message["scene"]), facts, dict(arrays))


WORKER = (sys.executable, "-P", "-m", "clamp_worlds.libero.worker")
"""The command that answers; -P so that nothing in the current folder is imported."""

_PATIENCE = 5.0  # seconds that a process gets to end by itself
_LAST_WORDS = 600  # characters of its standard error that an error shows


class RemoteLibero:
    """One task in a simulator that runs in a process of its own; an `Environment`.

    Use it in a ``with`` block, or call `close`. The process ends with its parent, whatever ends that. One
    thread at a time may use it. After an error that leaves the process in doubt (it died, did not answer, or
    a request was interrupted) it is ended, and every further request says so.

    Args:
        task, size, views, seed, samples: As for `LiberoEnvironment`.
        timeout: Seconds that a request may take, loading included.
        command: What to run instead of `WORKER`; it must speak as `clamp_worlds.libero.worker` does.

    Raises:
        BenchmarkError: If the simulator is not installed or cannot render, or the task cannot be loaded.
    """

    def __init__(
        self,
        task: LiberoTask,
        *,
        size: int = 256,
        views: Sequence[str] = VIEWS,
        seed: int = 0,
        samples: int = 4,
        timeout: float = 300.0,
        command: Sequence[str] | None = None,
    ):
        self.task = task
        self._timeout = timeout
        self._ended = ""
        # A pipe would have to be read all the time, or the process would wait for it to be.
        self._spoken: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by _end)
        try:
            self._process = subprocess.Popen(
                list(command or WORKER), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._spoken
            )
        except OSError as error:
            self._spoken.close()
            raise BenchmarkError(f"The simulator's process cannot be started: {error}.") from error
        self._finalizer = weakref.finalize(self, _end, self._process, self._spoken)
        options = {
            "task": str(task.path),
            "size": size,
            "views": list(views),
            "seed": seed,
            "samples": samples,
        }
        try:
            self._ask("open", options=options)
        except ClampError:
            self.close()
            raise

    def __enter__(self) -> RemoteLibero:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. Closing twice is fine."""
        self._ended = self._ended or "it was closed"
        self._finalizer()

    @property
    def states(self) -> int:
        """How many initial states the benchmark has for this task."""
        return self._ask("states")[0]["result"]

    def reset(self, index: int | None = 0) -> Observation:
        """Go to an initial state of the benchmark, or with ``None`` to a placement drawn with the seed.

        Raises:
            BenchmarkError: If the benchmark has no such state.
        """
        return unpacked(*self._ask("reset", index=index))

    def set_state(self, atoms: Sequence[Sequence[str]]) -> tuple[Literal, ...]:
        """Set the state that planning atoms describe; returns those that do not hold after all."""
        found = self._ask("set_state", atoms=[list(atom) for atom in atoms])[0]["result"]
        return tuple(tuple(atom) for atom in found)

    def observe(self) -> Observation:
        """Look through all views."""
        return unpacked(*self._ask("observe"))

    def execute(self, action: Action) -> None:
        """Set the state that an action leaves behind; one that cannot be executed changes nothing."""
        self._ask("execute", action=[action.name, *action.args])

    def holds(self, literal: Sequence[str]) -> bool:
        """Whether LIBERO's own predicate holds, such as ``("in", "butter_1", "basket_1_contain_region")``."""
        return bool(self._ask("holds", literal=list(literal))[0]["result"])

    def goal_holds(self) -> bool:
        """Whether LIBERO's own goal predicates hold."""
        return not self.unmet()

    def unmet(self) -> tuple[Literal, ...]:
        """The literals of the goal that LIBERO's own predicates deny."""
        return tuple(literal for literal in self.task.goal if not self.holds(literal))

    # -- the process -------------------------------------------------------------------------------

    def _ask(self, what: str, **request: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        if self._ended:
            raise BenchmarkError(
                f"The simulator's process has ended ({self._ended}); there is no {what!r} any more."
            )
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(self._timeout, give_up)
        timer.daemon = True
        timer.start()
        answer, trouble = None, ""
        source, sink = _streams(self._process)
        try:
            send(sink, {"do": what, **request})
            answer = receive(source)
        except OSError:
            pass  # it has gone, as an answer that ends early says
        except ValueError as error:
            trouble = f"it answered what is no message ({error})"
            self._process.kill()
        except BaseException:
            # The answer to this request would be taken for that to the next one.
            self._ended = f"a request ({what!r}) was interrupted"
            self._process.kill()
            self._finalizer()
            raise
        finally:
            timer.cancel()
        if answer is None:
            self._ended = trouble or self._how_it_ended(late.is_set())
            message = f"The simulator's process failed in {what!r}: {self._ended}.{self._last_words()}"
            self._finalizer()
            raise BenchmarkError(message)
        message, arrays = answer
        if "error" in message:
            raise self._error(message, what)
        return message, arrays

    def _error(self, message: dict[str, Any], what: str) -> ClampError:
        kind = getattr(errors, message["kind"] or "", None)
        if isinstance(kind, type) and issubclass(kind, ClampError) and kind is not errors.PlanSyntaxError:
            return kind(message["error"])
        return BenchmarkError(
            f"The simulator's process failed in {what!r}: {message['error']}.{self._last_words()}"
        )

    def _how_it_ended(self, late: bool) -> str:
        if late:
            return f"it did not answer within {self._timeout:g} s and was ended"
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it was killed by signal {-code}" if code < 0 else f"it ended with exit code {code}"

    def _last_words(self) -> str:
        size = self._spoken.seek(0, 2)
        self._spoken.seek(max(0, size - _LAST_WORDS))
        words = self._spoken.read().decode(errors="replace").strip()
        self._spoken.seek(0, 2)
        return f" Its last words:\n{words}" if words else ""


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """What it says, and what it hears."""
    assert process.stdout is not None
    assert process.stdin is not None
    return process.stdout, process.stdin


def _end(process: subprocess.Popen[bytes], spoken: IO[bytes]) -> None:
    """Close its input, which ends it; wait for it, and kill it where that does not help."""
    source, sink = _streams(process)
    with contextlib.suppress(OSError):
        sink.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    source.close()
    spoken.close()
