"""A first plan from PDDL files, by CLAMP and by the planner Fast Downward, each charged in the same way.

Each side is what it needs and no more: for CLAMP one process of Python that imports the package, reads, grounds,
prepares and searches; for Fast Downward its translator, which is one process of Python too, and its search, a program
of its own. (Its driver, a second start of Python, is left out.) All figures are processor seconds.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from clamp import Problem
from clamp.errors import ClampError
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp_bench.records import command, environment


@dataclass(frozen=True)
class FirstPlan:
    """What a first plan took, in processor seconds; ``None`` where it was not got to.

    Attributes:
        process: All processes from their start to their end.
        start: Of that, what is in none of the others: starting, importing, writing, ending.
        read: Reading the files and grounding; Fast Downward's translator, as it says itself.
        prepare: What comes before the search; of Fast Downward's search program, all of that, landmarks for example.
        search: The search itself; Fast Downward's as it says itself.
        length: Actions of the plan; ``None`` where none was found.
        error: Why there is none.
    """

    process: float
    read: float | None = None
    prepare: float | None = None
    search: float | None = None
    length: int | None = None
    error: str | None = None

    @property
    def planning(self) -> float | None:
        """Without the start: reading, preparing and searching."""
        if self.read is None or self.prepare is None or self.search is None:
            return None
        return self.read + self.prepare + self.search

    @property
    def start(self) -> float | None:
        """The process without planning."""
        return None if self.planning is None else max(0.0, self.process - self.planning)

    def told(self, prefix: str) -> dict[str, Any]:
        """All figures, each name with a prefix."""
        names = ("process", "start", "read", "prepare", "search", "length", "error")
        return {f"{prefix}_{name}": getattr(self, name) for name in names}


def ours(files: Sequence[Path], budget: int, seconds: float) -> FirstPlan:
    """CLAMP's first plan of at most `budget` actions, within so many seconds of search."""
    job = json.dumps({"files": list(map(str, files)), "budget": budget, "seconds": seconds})
    spent, done = _spent(
        command("clamp_bench.speed.first_plans", job), None, env=environment(OMP_NUM_THREADS="1")
    )
    lines = done.stdout.splitlines()
    told: dict[str, Any] = json.loads(lines[-1]) if lines else {"error": done.stderr[-300:]}
    return FirstPlan(spent, **told)


def fast_downward_folder() -> Path | None:
    """Where Fast Downward is, from the package ``up-fast-downward`` (GPL, so never a dependency)."""
    spec = find_spec("up_fast_downward")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent / "downward"


@cache
def _lama_first(folder: Path) -> list[str]:
    """The options of its configuration ``lama-first``, as its driver knows them."""
    asked = "import json; from driver.aliases import ALIASES; print(json.dumps(ALIASES['lama-first']))"
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(told.stdout)


def fast_downward(files: Sequence[Path], seconds: float) -> FirstPlan | None:
    """Fast Downward's first plan (``lama-first``), each of its processes within so many seconds by the clock.

    Returns:
        ``None`` if it is not installed.
    """
    folder = fast_downward_folder()
    if folder is None:
        return None
    programs = folder / "builds" / "release" / "bin"
    translate = [
        sys.executable,
        "-m",
        "fast_downward.translate",
        *map(str, files),
        "--sas-file",
        "output.sas",
    ]
    search = [str(programs / "downward"), *_lama_first(folder), "--internal-plan-file", "sas_plan"]
    with tempfile.TemporaryDirectory() as name:
        process = 0.0
        try:
            env = {**os.environ, "PYTHONPATH": str(programs)}
            process, translated = _spent(translate, seconds, env=env, folder=name)
            read = _told(r"Done! \[([\d.]+)s CPU", translated.stdout)
            if read is None:
                return FirstPlan(
                    process, error=f"the translator: {(translated.stderr or translated.stdout)[-300:]}"
                )
            with (Path(name) / "output.sas").open() as task:
                spent, searched = _spent(search, seconds, folder=name, read=task)
        except subprocess.TimeoutExpired:
            return FirstPlan(process, error=f"stopped after {seconds:g} s")
    process += spent
    alone, whole = (
        _told(r"Search time: ([\d.]+)s", searched.stdout),
        _told(r"Total time: ([\d.]+)s", searched.stdout),
    )
    length = _told(r"Plan length: (\d+) step", searched.stdout)
    if alone is None or whole is None or length is None:
        return FirstPlan(process, read, error=f"the search: exit code {searched.returncode}")
    return FirstPlan(process, read, whole - alone, alone, int(length))


def _told(pattern: str, text: str) -> float | None:
    found = re.findall(pattern, text)
    return float(found[-1]) if found else None


def _spent(
    words: list[str],
    seconds: float | None,
    *,
    env: Mapping[str, str] | None = None,
    folder: str | None = None,
    read: IO[str] | None = None,
) -> tuple[float, subprocess.CompletedProcess[str]]:
    """The processor seconds of a command from its start to its end, and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        words, timeout=seconds, env=env, cwd=folder, stdin=read, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def main(job: dict[str, Any]) -> dict[str, Any]:
    """CLAMP's own steps, in this process."""
    try:
        at = [time.process_time()]
        domain, task = map(Path, job["files"])
        problem = Problem.from_pddl(domain, task)
        at.append(time.process_time())
        search = Reachability(problem, limits=SearchLimits(seconds=job["seconds"]))
        at.append(time.process_time())
        found = search.plan(problem.initial, job["budget"])
        at.append(time.process_time())
    except ClampError as error:
        return {"error": f"{type(error).__name__}: {error}"[:300]}
    read, prepare, searched = (after - before for before, after in itertools.pairwise(at))
    steps = {"read": read, "prepare": prepare, "search": searched}
    if isinstance(found, tuple):
        return {**steps, "length": len(found)}
    why = "proved not to exist" if found is None else f"not found within {found.limit:,g} {found.kind}"
    return {**steps, "error": f"a plan of at most {job['budget']} actions: {why}"}


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
