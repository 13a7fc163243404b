"""What vLLM calls as each of its processes begins: its entry point `vllm.general_plugins`.

A package of its own, and nothing but this: a vLLM that serves something else imports nothing of CLAMP.
"""

from __future__ import annotations

import multiprocessing
import sys


def begin() -> None:
    """In the first process of a server whose command line names CLAMP, begin with what must not wait."""
    if multiprocessing.parent_process() is None and any("clamp.hosts.vllm" in one for one in sys.argv[1:]):
        from clamp.hosts.vllm.beginning import before_the_engine

        before_the_engine(sys.argv[1:])
