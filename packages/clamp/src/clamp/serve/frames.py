"""The language between the engine, the HTTP gate and the processes that plan: JSON behind a length.

Nothing is unpickled. Engines speak it over blocking sockets, the gate and the workshop over asyncio's.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from typing import Any

Message = dict[str, Any]

_LENGTH = struct.Struct("!I")
_LONGEST_MESSAGE = 256 * 1024 * 1024
ANSWER_SECONDS = 2.0
"""A bench that takes more processor time over one question about a plan is killed."""


def framed(data: bytes) -> bytes:
    """A message's JSON as it travels."""
    return _LENGTH.pack(len(data)) + data


def encode(message: Message) -> bytes:
    """A message as it travels."""
    return framed(json.dumps(message, separators=(",", ":")).encode())


def _read_exactly(link: socket.socket, count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        part = link.recv(min(count, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def receive(link: socket.socket) -> Message:
    """The next message.

    Raises:
        EOFError: If the other side has left.
        TimeoutError: If it did not come within the socket's time.
    """
    (length,) = _LENGTH.unpack(_read_exactly(link, _LENGTH.size))
    if length > _LONGEST_MESSAGE:
        raise EOFError
    return json.loads(_read_exactly(link, length))


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    """The next message as it travels, without its length; see `read_message`."""
    (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    if length > _LONGEST_MESSAGE:
        raise ValueError("a frame that is too long")
    return await reader.readexactly(length)


async def read_message(reader: asyncio.StreamReader) -> Message:
    """The next message.

    Raises:
        EOFError: If the other side has left.
        ValueError: If it is no message.
    """
    return json.loads(await read_frame(reader))
