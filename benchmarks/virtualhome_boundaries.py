"""What a boundary costs on VirtualHome: the time of `Reachability.alive_actions` between two actions.

    python benchmarks/virtualhome_boundaries.py                      # random walks over EAI's tasks
    python benchmarks/virtualhome_boundaries.py --records DIR/records.jsonl   # plans that a model wrote

A walk takes random admissible actions, with the budget that the benchmark gives (`task_budget`). Randomness
uses up all slack, so that soon each action must be proved to leave the goal just within reach: the worst that
happens in earnest, and what language models do, too. With `--records` the plans that `clamp bench
eai-virtualhome` wrote are replayed instead, each boundary with the budget that was left.

The first boundary of a task is a part of compiling its constraint and is counted apart. Times are those of
the processor (one thread), so that a busy machine tells the same. Needs `eai-eval`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from clamp.bench.eai.action_sequencing import task_budget
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp.worlds.virtualhome import VirtualHome
from clamp.worlds.virtualhome.tasks import EAITask, load_tasks

Chooser = Callable[[Sequence[int]], int | None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--records", type=Path, help="replay the plans of this records.jsonl")
    parser.add_argument("--tasks", type=int, default=60, help="how many tasks to walk (default 60)")
    parser.add_argument("--walks", type=int, default=1, help="random walks a task (default 1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ids", help="only these tasks, separated by commas")
    parser.add_argument("--json", type=Path, help="write every boundary's figures to this file")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    wanted = set(options.ids.split(",")) if options.ids else None
    started = time.process_time()
    for task, budget, choosers in _workload(options.records, options.tasks, options.walks, options.seed):
        if wanted is not None and task.id not in wanted:
            continue
        system = task.system()
        steps = task_budget(system, ("goal",)) if budget is None else budget
        for number, chooser in enumerate(choosers):
            rows += _measured(task.id, system, steps, chooser(system), number)
        if sys.stderr.isatty():
            print(
                f"\r{time.process_time() - started:6.1f} s, {len(rows)} boundaries", end="", file=sys.stderr
            )
    if options.json:
        options.json.write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    _report(rows)


def _workload(
    records: Path | None, count: int, walks: int, seed: int
) -> Iterator[tuple[EAITask, int | None, list[Callable[[VirtualHome], Chooser]]]]:
    tasks = {task.id: task for task in load_tasks()}
    if records is not None:
        # A task that was run again has one record a run; the last one counts.
        read = {
            row["file_id"]: row for row in map(json.loads, records.read_text().splitlines()) if row["actions"]
        }
        for task_id, row in read.items():
            plan = [Action(one["name"], tuple(one["args"])) for one in row["actions"]]
            yield tasks[task_id], row["budget"], [_following(plan)]
        return
    # Spread over the sizes of the tasks, which are those of their numbers of objects.
    by_size = sorted((task for task in tasks.values() if task.has_goal), key=lambda task: len(task.objects))
    stride = max(len(by_size) / max(count, 1), 1)
    for number in range(min(count, len(by_size))):
        task = by_size[int(number * stride)]
        yield task, None, [_at_random(random.Random(f"{seed} {task.id} {walk}")) for walk in range(walks)]


def _following(plan: Sequence[Action]) -> Callable[[VirtualHome], Chooser]:
    def start(system: VirtualHome) -> Chooser:
        rest = iter([system.index(action) for action in plan])
        return lambda _: next(rest, None)

    return start


def _at_random(rng: random.Random) -> Callable[[VirtualHome], Chooser]:
    return lambda _: lambda alive: rng.choice(alive) if alive else None


def _measured(
    task_id: str, system: VirtualHome, budget: int, choose: Chooser, walk: int
) -> Iterable[dict[str, Any]]:
    """One row a boundary; every walk starts with nothing known."""
    reachability, state, left = Reachability(system), system.initial, budget
    while left > 0:
        started = time.process_time()
        alive = reachability.alive_actions(state, left)
        seconds = time.process_time() - started
        yield {
            "task": task_id,
            "walk": walk,
            "left": left,
            "budget": budget,
            "seconds": seconds,
            "alive": len(alive.indices),
            "undecided": len(alive.undecided),
            "checksum": int(alive.indices.sum()),
        }
        action = choose(alive.indices.tolist())
        if action is None:
            return
        state, left = system.successor_of_index(state, action), left - 1


def _report(rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        print("no boundaries: does the file hold plans, or --ids a task?")
        return
    for name, first in (("first boundaries", True), ("other boundaries", False)):
        times = sorted(row["seconds"] for row in rows if (row["left"] == row["budget"]) == first)
        if times:
            p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
            print(
                f"{name}: {len(times)}, {sum(times):.2f} s; "
                f"milliseconds: mean {1e3 * statistics.mean(times):.2f}, "
                f"median {1e3 * statistics.median(times):.2f}, p99 {1e3 * p99:.1f}, max {1e3 * times[-1]:.1f}"
            )
    per_task: dict[str, float] = {}
    for row in rows:
        per_task[row["task"]] = per_task.get(row["task"], 0.0) + row["seconds"]
    dearest = sorted(per_task.items(), key=lambda one: -one[1])[:8]
    print("dearest tasks:", ", ".join(f"{task} {seconds:.2f} s" for task, seconds in dearest))
    undecided = sum(row["undecided"] > 0 for row in rows)
    print(
        f"boundaries that a limit left open: {undecided}; sum over admitted indices: "
        f"{sum(row['checksum'] for row in rows)}"
    )


if __name__ == "__main__":
    main()
