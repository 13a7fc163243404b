"""Does LIBERO agree with the planning model? Every task's start and goal, asked of its own predicates.

    python experiments/libero_agreement.py OUT.jsonl [SUITE …]

For each task: the benchmark's first initial state is compared with the task's planning atoms; then the
simulator is set to the state that a shortest plan implies, and LIBERO's goal predicates are asked. Resumable:
tasks in OUT are skipped.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from clamp.errors import BenchmarkError
from clamp_bench.libero.score import shortest_plans, state_after
from clamp_worlds import libero
from clamp_worlds.libero.render import scenes_of
from clamp_worlds.libero.simulator import LiberoEnvironment


def groups(tasks: list[libero.LiberoTask]) -> list[list[libero.LiberoTask]]:
    """Tasks of one scene that name the same areas: only those can be judged in one simulator."""
    found: dict[tuple[str, ...], list[libero.LiberoTask]] = {}
    for scene, group in scenes_of(tasks).items():
        for task in group:
            areas = [name for name, kind in task.cast.types.items() if kind == "area"]
            found.setdefault((scene, *areas), []).append(task)
    return list(found.values())


def compared(environment: LiberoEnvironment, task: libero.LiberoTask) -> dict[str, Any]:
    """One task: its start, and the state after a shortest plan."""
    plans = shortest_plans(task.problem(), 1)
    row: dict[str, Any] = {"task": task.id, "plan": [str(action) for action in plans[0]] if plans else None}
    environment.adopt(task)
    environment.set_layout(0)
    row["start"] = environment.disagreements(task.initial)
    row["goal_at_start"] = environment.goal_holds()
    if plans:
        row["unset"] = environment.set_state(state_after(task.problem(), plans[0]))
        row["goal_after"] = environment.goal_holds()
    return row


def main(out: Path, suites: list[str]) -> None:
    done = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    known = {row["task"] for row in done}
    tasks = [task for suite in suites for task in libero.tasks(suite) if task.id not in known]
    with out.open("a") as file:
        for group in groups(tasks):
            try:
                opened = LiberoEnvironment(group[0], size=32, samples=0)
            except BenchmarkError as error:
                rows = [{"task": task.id, "error": str(error)} for task in group]
            else:
                with opened as environment:
                    rows = [compared(environment, task) for task in group]
            file.writelines(json.dumps(row) + "\n" for row in rows)
            file.flush()
            done += rows
    loaded = [row for row in done if "error" not in row]
    agreeing = sum(not row["start"] for row in loaded)
    reached = [row for row in loaded if row.get("goal_after")]
    print(f"{len(done)} tasks, {len(loaded)} loaded; the start agrees in {agreeing}; ", end="")
    print(f"the goal holds after the plan in {len(reached)}, and at the start in ", end="")
    print(sum(row["goal_at_start"] for row in loaded))
    for row in loaded:
        if row["start"] or not row.get("goal_after"):
            print(row["task"], "start:", row["start"], "after the plan:", row.get("unset"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(libero.SUITES))
