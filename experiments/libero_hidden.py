"""Closed loops in LIBERO's simulator, with what the task needs shut away: does the loop find it and succeed?

    python experiments/libero_hidden.py OUT.jsonl [SUITE …]

For each task (libero_goal and libero_10 by default) each thing that its goal moves begins in each drawer or
microwave that is shut at first and that the goal does not name. The embedded model writes the plans, from
what the simulator's cameras show, in at most twelve actions; LIBERO's own goal predicates judge the end.
Resumable: cases in OUT are skipped.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clamp.hosts.hf.models import EMBEDDED
from clamp.hosts.hf.planner import Planner
from clamp.loop.loop import closed_loop
from clamp.loop.world import Observation
from clamp.perception.pictures import picture_of
from clamp.perception.sight import Sight
from clamp.planning import Problem
from clamp.request.request import Request
from clamp_worlds import libero
from clamp_worlds.libero.remote import RemoteLibero

BUDGET = 12


def cases(task: libero.LiberoTask) -> Iterator[tuple[str, str]]:
    """What the goal moves, and where it could be shut away."""
    named = {name for literal in task.goal for name in literal[1:]}
    initial = set(task.initial)
    for thing in sorted(named.intersection(task.cast.items)):
        if any(literal[2:] == (thing,) for literal in task.goal):
            continue  # something is to be put on it; shutting that away as well says nothing new
        for place, door in task.cast.doors().items():
            if place not in named and door not in named and ("open", door) not in initial:
                yield thing, place


def run(
    task: libero.LiberoTask, world: RemoteLibero, planner: Planner, thing: str, place: str
) -> dict[str, Any]:
    row: dict[str, Any] = {"task": task.id, "thing": thing, "place": place}
    world.reset(0)
    start = task.placed({thing: place})
    if ("in", thing, place) in world.set_state(start):
        return row | {"outcome": "does not fit"}

    def write(problem: Problem, seen: Observation, known: Sequence[str], left: int) -> Any:
        images = {view: picture_of(pixels) for view, pixels in seen.images.items()}
        asked = Request.of(problem, task.instruction, budget=left).but(binding=False)  # it may yet be found
        return planner.run(asked.seeing(Sight(images, seen.scene, tuple(known))))

    result = closed_loop(task.problem(start), world, write, budget=BUDGET)
    outcome = result.cause or ("goal" if world.goal_holds() else "goal that LIBERO denies")
    found = any(thing in step.appeared for step in result.steps)
    steps = [str(step.action) for step in result.steps]
    failed = sum(not step.expected and not step.appeared for step in result.steps)
    return row | {"outcome": outcome, "found": found, "failed_actions": failed, "steps": steps}


def main(out: Path, suites: Sequence[str]) -> None:
    rows = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    known = {(row["task"], row["thing"], row["place"]) for row in rows}
    planner = Planner.from_pretrained(EMBEDDED)
    with out.open("a") as file:
        for task in (task for suite in suites for task in libero.tasks(suite)):
            missing = [case for case in cases(task) if (task.id, *case) not in known]
            if not missing:
                continue
            with RemoteLibero(task, samples=0) as world:
                for case in missing:
                    rows.append(run(task, world, planner, *case))
                    print(json.dumps(rows[-1]), file=file, flush=True)
    for outcome, count in Counter(row["outcome"] for row in rows).most_common():
        print(f"{count:4} {outcome}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["libero_goal", "libero_10"])
