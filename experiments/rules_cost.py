"""What temporal rules cost: compiling them, and deciding which actions may come next, with and without them.

    python experiments/rules_cost.py --tasks 20

One process measures both, task by task, along the same plan (one that keeps the rules), in CPU time. Prints
Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.reachability import SearchLimits
from clamp.planning.system import TransitionSystem

EXAMPLES = Path(__file__).parent.parent / "examples"

KITCHEN = (
    "forall ?c - container: G (do:open(?c) -> F do:close(?c))",
    "forall ?d - dish: G (do:place(?d, *) -> !dirty(?d))",
    "forall ?c - container: G (last -> !open(?c))",
)
COOKING = (
    "forall ?m - microwave, ?x - metal: G !(at(?x, ?m) & on(?m))",
    "forall ?h - heater: G (last -> !on(?h))",
    "forall ?h - heater: G (do:turn-on(?h) -> X (!do:turn-on(*) U do:turn-off(?h)))",
)
HOUSEHOLD = (
    "G !(holds_rh({me}, *) & holds_lh({me}, *))",
    "forall ?x: G (do:OPEN(?x) -> F closed(?x))",
    "forall ?x: G (do:SWITCHON(?x) -> X !do:SWITCHON(*))",
)


def systems(tasks: int) -> Iterator[tuple[str, TransitionSystem[Any], Sequence[str]]]:
    """Pairs of a system and its rules, with the group that it is reported in."""
    for name, texts in (("kitchen", KITCHEN), ("cooking", COOKING)):
        folder = EXAMPLES / name
        yield name, Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl"), texts
    if not tasks:
        return
    from clamp.worlds.virtualhome.tasks import load_tasks

    every = list(load_tasks())
    for task in every[:: max(1, len(every) // tasks)][:tasks]:
        system = task.system()
        me = system.scene.nodes[system.scene.character].name
        yield "VirtualHome", system, [text.format(me=me) for text in HOUSEHOLD]


def world(system: TransitionSystem[Any], budget: int) -> World:
    """The constraint's symbolic part over all actions."""
    order = np.arange(len(system.actions))
    return World(
        system, ActionOrder(order, order), enforce=frozenset(LEVELS), seen=None, budget=budget,
        limits=SearchLimits(seconds=60),
    )  # fmt: skip


def measure(system: TransitionSystem[Any], plan: Sequence[int], budget: int) -> tuple[float, list[float]]:
    """Seconds to the first decision, and at each boundary of a plan."""
    started = process_time()
    here = world(system, budget).start
    first = process_time() - started
    boundaries: list[float] = []
    for index in plan:
        started = process_time()
        here = here.after(index)
        boundaries.append(process_time() - started)
    return first, boundaries


def measure_all(tasks: int, budget: int) -> Iterator[tuple[str, tuple[float, ...] | None]]:
    """The figures of each task, or ``None`` where no plan was found or none is needed."""
    for group, system, texts in systems(tasks):
        started = process_time()
        ruled = Ruled(system, [Rule.parse(text) for text in texts])
        binding = process_time() - started
        found = world(ruled, budget).reachability.plan(ruled.initial, budget)
        if not isinstance(found, tuple) or not found:
            yield group, None
            continue
        without, plain = measure(system, found, budget)
        with_rules, kept = measure(ruled, found, budget)
        yield group, (binding, without, with_rules, median(plain), max(plain), median(kept), max(kept))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=20, help="VirtualHome tasks; 0 for none")
    parser.add_argument("--budget", type=int, default=20)
    options = parser.parse_args()
    list(measure_all(0, options.budget))  # imports and first uses
    rows: dict[str, list[tuple[float, ...]]] = {}
    left_out = 0
    for group, figures in measure_all(options.tasks, options.budget):
        if figures is None:
            left_out += 1
        else:
            rows.setdefault(group, []).append(figures)
    print("| tasks | bind | first decision | boundary, median | boundary, slowest |")
    print("| --- | --- | --- | --- | --- |")
    for group, figures in rows.items():
        binding, without, with_rules, plain, slow, kept, slowest = (
            [1e3 * one for one in column] for column in zip(*figures, strict=True)
        )
        print(
            f"| {group} ({len(figures)}) | {median(binding):.1f} ms | {median(without):.1f} → "
            f"{median(with_rules):.1f} ms | {median(plain):.2f} → {median(kept):.2f} ms | {max(slow):.0f} → "
            f"{max(slowest):.0f} ms |"
        )
    print(f"\nLeft out, because no plan was found or none is needed: {left_out} tasks.")


if __name__ == "__main__":
    main()
