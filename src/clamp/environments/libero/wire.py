"""What the simulator's process and its parent say to each other: a line of JSON, then arrays as npy bytes."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from clamp.environments.protocol import Observation
from clamp.perception import Scene
from clamp.planning.logic import Atom

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
