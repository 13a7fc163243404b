"""The simulator's side of `clamp_worlds.libero.remote`: ``python -m clamp_worlds.libero.worker``.

It answers requests on standard input until that ends, which it does when the parent closes it or dies.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, Protocol

from clamp.errors import BenchmarkError, ClampError
from clamp.loop.world import Observation
from clamp.planning import Action
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.remote import Arrays, packed, receive, send


class ServedSimulator(Protocol):
    """What can be asked of a simulated task; `LiberoEnvironment` is one."""

    @property
    def states(self) -> int: ...
    def reset(self, index: int | None = 0) -> Observation: ...
    def set_state(self, atoms: Sequence[Sequence[str]]) -> tuple[Literal, ...]: ...
    def observe(self) -> Observation: ...
    def execute(self, action: Action) -> None: ...
    def holds(self, literal: Sequence[str]) -> bool: ...
    def close(self) -> None: ...


def serve(make: Callable[[Mapping[str, Any]], ServedSimulator], source: IO[bytes], sink: IO[bytes]) -> None:
    """Make a world as the first message says, answer all others, and close it when they end.

    Errors are answers, too: those that CLAMP raises on purpose with their text, others with their traceback
    on standard error.

    Args:
        make: Opens the world from the first message's ``options``.
    """
    world: ServedSimulator | None = None
    try:
        while (received := receive(source)) is not None:
            request, _ = received
            try:
                if world is None:
                    world = make(request["options"])
                    answer: dict[str, Any] = {}
                    arrays: Arrays = {}
                else:
                    answer, arrays = _answer(world, request)
            except ClampError as error:
                answer, arrays = {"error": str(error), "kind": type(error).__name__}, {}
            except Exception as error:
                traceback.print_exc()
                answer, arrays = {"error": repr(error), "kind": None}, {}
            send(sink, answer, arrays)
    except BrokenPipeError:
        pass  # the parent has gone; nobody waits for the answer
    finally:
        if world is not None:
            world.close()


def _answer(world: ServedSimulator, request: Mapping[str, Any]) -> tuple[dict[str, Any], Arrays]:
    match request["do"]:
        case "reset":
            return packed(world.reset(request["index"]))
        case "set_state":
            return {"result": world.set_state(request["atoms"])}, {}
        case "observe":
            return packed(world.observe())
        case "execute":
            name, *args = request["action"]
            world.execute(Action(name, tuple(args)))
            return {}, {}
        case "holds":
            return {"result": world.holds(request["literal"])}, {}
        case "states":
            return {"result": world.states}, {}
        case other:
            raise BenchmarkError(f"The simulator's process does not know the request {other!r}.")


def main(make: Callable[[Mapping[str, Any]], ServedSimulator]) -> None:
    """`serve` on standard input and output, until the parent closes them."""
    # Ctrl-C in a terminal reaches the whole group; the parent decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(make, *_own_streams())


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output for messages alone: whatever else is printed goes to standard error."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


def _libero(options: Mapping[str, Any]) -> ServedSimulator:
    from clamp_worlds.libero.simulator import LiberoEnvironment
    from clamp_worlds.libero.tasks import task

    settings = dict(options)
    return LiberoEnvironment(task(settings.pop("task")), **settings)


if __name__ == "__main__":
    main(_libero)
