"""Mask and boundary times beside those of another commit, measured by turns in one run.

    python benchmarks/against.py COMMIT [--rounds 5] [--at-most 1.05] [--json FILE]

Both commits write the same plans, token by token, each in a process of its own and by turns, so that both meet the
same weather of a shared machine. Each step counts with its shortest processor time of all rounds. In a round both hash
alike, and the collector of garbage does not run: when it would depends on what else is imported. A step takes a token
and asks for the mask after it. At a boundary between two actions it is decided what may come next, in some commits with
the last token of an action, in others with the first after it: so a boundary's time is that of the three steps around
it, and the start of a plan counts as one. Exit code 1 if a ratio is above ``--at-most``, or if the two commits admit
different tokens.
"""

from __future__ import annotations

import argparse
import gc
import inspect
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
HOUSEHOLD = ("clamp_worlds.household", "clamp.worlds.household", "clamp.bench.generate")
EAI_TASKS = ("clamp_worlds.virtualhome.tasks", "clamp.worlds.virtualhome.tasks", "clamp.bench.eai_tasks")
"""Where something is, and where it was in older commits."""

Step = tuple[str, float]
"""``mask`` or ``boundary``, and seconds."""


def first_of(names: tuple[str, ...]) -> Any:
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("clamp"):
                raise
    raise SystemExit(f"This commit has none of {', '.join(names)}.")


def cases(tasks: int) -> Iterator[tuple[str, Any, int]]:
    """Name, system and budget: the examples, households of two sizes, and EAI's tasks where they are installed."""
    import clamp

    kitchen = ROOT / "examples" / "kitchen"
    yield "kitchen", clamp.Problem.from_pddl(kitchen / "domain.pddl", kitchen / "problem.pddl"), 14
    for actions in (200, 1000):
        yield f"household {actions}", clamp.Problem(first_of(HOUSEHOLD).household(actions)), 24
    try:
        found = first_of(EAI_TASKS).load_tasks()
    except clamp.errors.BenchmarkError:
        return
    for task in found[:: max(1, len(found) // tasks)][:tasks]:
        yield f"virtualhome {task.id}", task.system(), 10


def walk(system: Any, budget: int, seed: str) -> tuple[list[Step], str]:
    """One plan by a hash of what is written: its steps, and a digest of all masks."""
    import clamp

    tokens: list[bytes | None] = [bytes([byte]) for byte in range(256)]
    tokens += sorted({name.encode() for name in system.entities} | {b")\n", b", "} - set(tokens))
    vocabulary = clamp.Vocabulary.from_bytes([*tokens, None], len(tokens))
    # What is newer than some commits: loops were always admitted, and no search ended before it had decided.
    taken, newer = inspect.signature(clamp.PlanConstraint).parameters, {}
    if "loops" in taken:
        newer["loops"] = True
    if "boundary_seconds" in inspect.signature(clamp.SearchLimits).parameters:
        newer["limits"] = clamp.SearchLimits(boundary_seconds=None)
    constraint = clamp.PlanConstraint(system, vocabulary, clamp.PlanFormat.calls(), budget=budget, **newer)
    digest, seconds, ends, written, token = sha256(), list[float](), [0], 0, -1
    cursor = constraint.initial()
    while True:
        before = time.process_time_ns()
        if token >= 0:
            cursor = constraint.advance(cursor, token)
        allowed = constraint.allowed(cursor)
        seconds.append((time.process_time_ns() - before) / 1e9)
        actions = len(constraint.actions(cursor))
        if actions > written:
            ends.append(len(seconds) - 1)
        written = actions
        digest.update(allowed.tobytes())
        if not allowed.size:
            return steps_of(seconds, ends), digest.hexdigest()
        token = int(allowed[int(sha256(f"{seed}|{len(seconds)}".encode()).hexdigest(), 16) % allowed.size])


def steps_of(seconds: list[float], ends: list[int]) -> list[Step]:
    """One step for each boundary (and the steps beside it), one for each other mask."""
    near = {number + beside for number in ends for beside in (-1, 0, 1)}
    masks: list[Step] = [("mask", one) for number, one in enumerate(seconds) if number not in near]
    return masks + [("boundary", sum(seconds[max(0, number - 1) : number + 2])) for number in ends]


def measure(tasks: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, system, budget in cases(tasks):
        gc.collect()
        gc.disable()
        found[name] = [walk(system, budget, f"{name}|{seed}") for seed in range(2)]
        gc.enable()
    return found


def run_in(source: Path, tasks: int, seed: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, __file__, "--measure", "--tasks", str(tasks)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, [source / "src", *source.glob("packages/*/src")])),
            "OMP_NUM_THREADS": "1",
            "PYTHONHASHSEED": str(seed),
        },
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return json.loads(done.stdout)


def compare(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> dict[str, Any]:
    """Medians and sums over steps, each with its shortest time of all rounds, and their ratios; what differs."""
    times: dict[str, dict[str, list[float]]] = {}
    different: list[str] = []
    for name in old[0]:
        world = name.split()[0]
        for number, (_, digest) in enumerate(old[0][name]):
            if new[0][name][number][1] != digest:
                different.append(f"{name}, plan {number}")
                continue
            for which, rounds in (("old", old), ("new", new)):
                for steps in zip(*(one[name][number][0] for one in rounds), strict=True):
                    kind = f"{world} {steps[0][0]}"
                    best = min(seconds for _, seconds in steps)
                    times.setdefault(kind, {"old": [], "new": []})[which].append(best)
    rows = {
        kind: {
            "steps": len(found["old"]),
            **{f"{which}_median_us": 1e6 * statistics.median(found[which]) for which in found},
            **{f"{which}_mean_us": 1e6 * statistics.mean(found[which]) for which in found},
            "ratio": sum(found["new"]) / max(sum(found["old"]), 1e-9),
        }
        for kind, found in sorted(times.items())
    }
    return {"rows": rows, "different": different}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("commit", nargs="?", help="the other commit")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tasks", type=int, default=12, help="EAI tasks")
    parser.add_argument("--at-most", type=float, default=1.05, metavar="RATIO")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        print(json.dumps(measure(asked.tasks)))
        return 0
    if asked.commit is None:
        parser.error("name the other commit")
    with tempfile.TemporaryDirectory() as folder:
        tree, git = Path(folder) / "old", ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), asked.commit], check=True)
        try:
            old: list[dict[str, Any]] = []
            new: list[dict[str, Any]] = []
            for number in range(asked.rounds):
                turns = ((old, tree), (new, ROOT))
                for into, source in turns if number % 2 == 0 else turns[::-1]:
                    into.append(run_in(source, asked.tasks, number))
                print(f"round {number + 1} of {asked.rounds}", file=sys.stderr)
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    found = compare(old, new)
    print(f"{'':<24}{'steps':>7}{'old µs':>10}{'new µs':>10}{'ratio':>8}   (means of each step's shortest)")
    for kind, row in found["rows"].items():
        means = f"{row['old_mean_us']:>10.1f}{row['new_mean_us']:>10.1f}"
        print(f"{kind:<24}{row['steps']:>7}{means}{row['ratio']:>8.3f}")
    for which in found["different"]:
        print(f"the masks differ: {which}")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n")
    slower = [kind for kind, row in found["rows"].items() if row["ratio"] > asked.at_most]
    return 1 if slower or found["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
