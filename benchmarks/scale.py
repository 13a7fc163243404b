"""How search scales: preparation, boundaries and what they leave open, with the compiled core and with its Python twin.

    python benchmarks/scale.py                                # all cases, both
    python benchmarks/scale.py --tasks "300|gripper" --kernel compiled --json

Each task is walked at random as a plan is decoded: a `World` with the default limits of a constraint, all actions
decided at each boundary, within 80 ms of processor time. Undecided is the share of the actions that a limit left open
of those that are not refuted; times are processor time of one thread, p50 and p99 of the boundaries after the first.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import sys
import traceback
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from ablation import _KITCHEN, kitchen

from clamp import Problem, Rule, Ruled, TransitionSystem
from clamp.decoding.plans import DEFAULT_LIMITS
from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.errors import LimitError
from clamp.planning.search.limits import Meter, SearchLimits

STEPS = 25
KITCHENS = {
    "kitchen 10": (10, 4),
    "kitchen 30 dense": (30, 12),
    "kitchen 100 dense": (100, 40),
    "kitchen 300 flat": (300, 16),
    "kitchen 300 dense": (300, 120),
    "kitchen 1000 flat": (1000, 20),
    "kitchen 1000 dense": (1000, 400),
}
RULED = {"kitchen 60, 5 rules": (60, 16), "kitchen 100, 5 rules": (100, 40)}


def make(name: str, limits: SearchLimits) -> tuple[TransitionSystem[Any], int]:
    """A task, and most actions of a plan."""
    if name in RULED:
        problem = Problem.from_task(kitchen(*RULED[name]), limits=limits)
        return Ruled(problem, [Rule.parse(text) for text in _KITCHEN]), 40
    if name in KITCHENS:
        return Problem.from_task(kitchen(*KITCHENS[name]), limits=limits), 40
    folder = Path(os.environ["CLAMP_DATA"]) / "planning"
    for entry in json.loads((folder / "index.json").read_text("utf-8")):
        if entry["key"] == name:
            parts = [folder / "instances" / f"{entry['n']}.{part}.pddl" for part in ("domain", "problem")]
            return Problem.from_pddl(*parts), entry["budget"] or 40
    raise SystemExit(f"no task {name!r}")


def names() -> list[str]:
    """All tasks."""
    folder = Path(os.environ.get("CLAMP_DATA", "no such folder")) / "planning"
    public = json.loads((folder / "index.json").read_text("utf-8")) if folder.is_dir() else []
    return [*KITCHENS, *RULED, *(entry["key"] for entry in public)]


def walk(name: str, kernel: str, seed: int) -> dict[str, Any]:
    """One random walk of a task."""
    os.environ["CLAMP_KERNEL"] = "python" if kernel == "python" else ""
    started = process_time()
    system, budget = make(name, DEFAULT_LIMITS)
    loaded = process_time()
    order, rng = np.arange(len(system.actions)), random.Random(seed)
    world = World(
        system, ActionOrder(order, order), enforce=frozenset(LEVELS), seen=None, budget=budget,
        limits=DEFAULT_LIMITS, loops=False,
    )  # fmt: skip
    constructed = process_time()
    here, times, left, alive, path = world.start, list[float](), 0, 0, list[int]()
    partly = 0
    first = 0.0
    while True:
        began = process_time()
        with Meter(DEFAULT_LIMITS.at_boundary if here.written else DEFAULT_LIMITS):
            possible = here.choices.positions.tolist()
        took = process_time() - began
        open_ = len(here.choices.undecided)
        if here.written:
            times.append(1e3 * took)
            left, alive, partly = left + open_, alive + len(possible), partly + bool(open_)
        else:
            first = took
        if not possible or here.written >= STEPS:
            break
        path.append(rng.choice(possible))
        here = here.after(path[-1])
    plan = world.reachability.known_plan(here.state) or ()
    replayed = system.validate([system.actions[one] for one in (*path, *plan)]) if path else None
    p50, p99 = np.percentile(times, (50, 99)) if times else (float("nan"),) * 2
    return {
        "task": name, "kernel": kernel, "seed": seed, "actions": len(system.actions), "load": loaded - started,
        "construct": constructed - loaded, "first": first, "boundaries": len(times), "partly": partly,
        "undecided": left / max(1, left + alive), "p50": p50, "p99": p99,
        "plan": bool(replayed), "mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tasks", default="kitchen|gripper", help="tasks whose names this pattern matches")
    parser.add_argument("--kernel", nargs="*", default=["compiled", "python"])
    parser.add_argument("--walks", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each walk")
    options = parser.parse_args()
    if not options.json:
        print(
            f"{'task':28} {'kernel':9} {'actions':>8} {'load':>6} {'constr.':>7} {'first':>7} {'partly':>8} "
            f"{'undecided':>9} {'p50 ms':>7} {'p99 ms':>7} {'MiB':>6}"
        )
    for name in names():
        if not re.search(options.tasks, name):
            continue
        for kernel in options.kernel:
            for seed in range(options.walks):
                child = os.fork()  # memory is that of one walk
                if child == 0:
                    try:
                        row = walk(name, kernel, seed)
                        if options.json:
                            print(json.dumps(row), flush=True)
                        else:
                            print(
                                f"{name[:28]:28} {kernel:9} {row['actions']:8} {row['load']:6.2f} "
                                f"{row['construct']:7.2f} {row['first']:7.2f} "
                                f"{row['partly']:3}/{row['boundaries']:3} {row['undecided']:10.1%} "
                                f"{row['p50']:7.1f} {row['p99']:7.1f} {row['mib']:6.0f}"
                                f"{'' if row['plan'] else '  no plan'}", flush=True,
                            )  # fmt: skip
                    except LimitError as error:
                        print(f"{name[:28]:28} {kernel:9} {error}", flush=True)
                    except BaseException:
                        traceback.print_exc()
                    os._exit(0)
                os.waitpid(child, 0)


if __name__ == "__main__":
    main()
