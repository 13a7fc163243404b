"""The shared library of the compiled core of search: where it is, whether it may be used, and how it is called."""

from __future__ import annotations

import ctypes
import logging
import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any

VERSION = 2
FOLDER = Path(__file__).parent / "kernels"
"""Where the libraries of the wheel are, and what a checkout builds."""

_log = logging.getLogger("clamp.search")


def tag() -> str:
    """The name of this platform's library without its end: system, machine and, on Linux, the C library."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    if sys.platform == "linux":
        return f"linux-{machine}-{'gnu' if platform.libc_ver()[0] == 'glibc' else 'musl'}"
    return f"{ {'darwin': 'macos', 'win32': 'windows'}.get(sys.platform, sys.platform) }-{machine}"


def file_of(name: str) -> Path:
    """The file of a platform's library."""
    end = "dll" if name.startswith("windows") else "dylib" if name.startswith("macos") else "so"
    return FOLDER / f"{name}.{end}"


def _wanted() -> str:
    """``python``, or the path of a library; the environment may name either."""
    return os.environ.get("CLAMP_KERNEL") or str(file_of(tag()))


def library() -> ctypes.CDLL | None:
    """The library, if it is there and not refused by ``CLAMP_KERNEL=python``."""
    wanted = _wanted()
    return None if wanted == "python" else _loaded(wanted)[0]


def in_words() -> str:
    """Which core searches, and why, for people."""
    wanted = _wanted()
    if wanted == "python":
        return "search in Python, as CLAMP_KERNEL asks"
    found, why = _loaded(wanted)
    return "compiled search" if found is not None else f"search in Python ({why})"


@cache
def _loaded(path: str) -> tuple[ctypes.CDLL | None, str]:
    """The library of a path; or why there is none, which is said once."""
    found: ctypes.CDLL | None = None
    if not Path(path).is_file():
        why = f"there is no compiled core for {tag()}: {path} is missing"
    else:
        try:
            found, why = ctypes.CDLL(path), ""
            version = found.clamp_version()
            if version == VERSION:
                _declare(found)
            else:
                found, why = None, f"the compiled core is of version {version} and not {VERSION}: {path}"
        except (OSError, AttributeError) as error:
            found, why = None, f"the compiled core cannot be loaded: {error}"
    if found is None:
        _log.info("Search runs in Python: %s.", why)
    return found, why


def _declare(library: ctypes.CDLL) -> None:
    """How each function is called."""
    pointer, small, large, real = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_double
    signatures: dict[str, tuple[Any, ...]] = {
        "version": (large,),
        "size": (large, ctypes.c_int),
        "store_new": (pointer, pointer),
        "store_free": (None, pointer),
        "symmetry": (ctypes.c_int, pointer, ctypes.c_int, pointer),
        "fill_keys": (None, pointer),
        "limits": (None, pointer, large, real, real),
        "pause": (None, pointer, real),
        "count": (large, pointer, ctypes.c_int),
        "intern": (ctypes.c_int, pointer, ctypes.c_char_p, large, large, pointer),
        "mask": (None, pointer, small, pointer),
        "known": (small, pointer, small, ctypes.c_int),
        "raise": (None, pointer, small, large),
        "is_goal": (ctypes.c_int, pointer, small),
        "way": (small, pointer, small),
        "parts": (large, pointer, small, large, pointer, pointer, pointer),
        "history_new": (pointer, pointer, pointer, large, large),
        "history_free": (None, pointer),
        "known_each": (ctypes.c_int, pointer, pointer, large, pointer, large, pointer),
        "known_beside": (small, pointer, pointer, small, large),
        "around_new": (pointer, small, small, pointer),
        "around_free": (None, pointer),
        "around": (ctypes.c_int, pointer, pointer, real, pointer),
        "learn": (ctypes.c_int, pointer, small, pointer, large),
        "watch": (None, pointer, small),
        "joined": (ctypes.c_int, pointer, small, large),
        "decided": (ctypes.c_int, pointer, small, small),
        "lower_after": (large, pointer, small, small),
        "lower": (ctypes.c_int, pointer, small, large, small, small, pointer),
        "relaxed": (ctypes.c_int, pointer, small, pointer, pointer, pointer),
        "landmarks": (ctypes.c_int, pointer, small, pointer, pointer, small),
        "successors": (large, pointer, small, ctypes.c_int, pointer, pointer),
        "kind": (small, pointer, small),
        "decide": (ctypes.c_int, pointer, small, small, ctypes.c_int),
        "settle": (ctypes.c_int, pointer, small, ctypes.c_int),
        "alike_new": (pointer, small),
        "alike_free": (None, pointer),
        "decide_each": (
            ctypes.c_int, pointer, small, small, large, pointer, pointer, pointer, pointer, pointer, pointer,
            ctypes.c_int,
        ),
        "give_up_each": (ctypes.c_int, pointer, ctypes.c_int, pointer, pointer),
    }  # fmt: skip
    for name, (result, *arguments) in signatures.items():
        function = getattr(library, f"clamp_{name}")
        function.restype, function.argtypes = result, arguments
