"""Time and memory: what the benchmarks measure with."""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from clamp.hmm import HMM


def elapsed(call: Callable[[], object]) -> float:
    """Seconds that a call takes by the clock."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def processor_time(call: Callable[[], object]) -> float:
    """Seconds of processor time that a call takes, over all threads."""
    started = time.process_time()
    call()
    return time.process_time() - started


def median(call: Callable[[], object], repeats: int) -> float:
    """Median seconds of a call by the clock, after one to warm up."""
    call()
    return statistics.median(elapsed(call) for _ in range(repeats))


def peak_mib() -> float:
    """The most memory that this process has ever held, in MiB."""
    status = Path("/proc/self/status")
    if status.is_file():  # what getrusage says on Linux includes the process that started this one
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def hmm_mib(hmm: HMM) -> float:
    """The memory of an HMM's parameters, in MiB."""
    return (hmm.emission.nbytes + hmm.transition.nbytes + hmm.initial.nbytes) / 2**20
