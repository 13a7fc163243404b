"""What each mechanism of the search is worth: boundaries of the same plans, with one after the other switched off.

    python benchmarks/ablation.py                           # all mechanisms, all tasks
    python benchmarks/ablation.py --without orbits watch --tasks kitchen
    python benchmarks/ablation.py --without --save FILE     # in the checkout of another commit, and then in this one:
    python benchmarks/ablation.py --without --beside FILE

A task is walked at random as a plan is decoded: a `World` with the default limits of a constraint, every action decided
at each boundary, no state twice. The walk is made once, with everything on, and followed by each variant. The table
gives, for each family of tasks, processor time (preparation, first plan and boundaries) beside that with everything on,
generated nodes and all effort counted in nodes likewise, and which share of the applicable actions a limit left
undecided. Actions that one variant admits and another denies would be an error, and are counted as such.

Public instances are those that ``CLAMP_DATA`` names; VirtualHome's tasks need `eai-eval`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

import numpy as np

from clamp import Problem, Rule, Ruled, TransitionSystem
from clamp.decoding.plans import DEFAULT_LIMITS
from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.errors import BenchmarkError
from clamp.planning.search import bounds, engine, projection
from clamp.planning.search.limits import Meter
from clamp.planning.task import And, Atom, Forall, Task, Variable
from clamp_bench.speed.rules import house
from clamp_worlds.household import household, household_domain

STEPS = 25
"""Boundaries of a walk at most."""

Patch = tuple[Any, str, Any]

WITHOUT: dict[str, Sequence[Patch]] = {
    "mutex pair": [(projection, "mutex_pair", lambda actions, groups: None)],
    "repaired": [(engine, "_repaired", lambda *_: False)],
    "skipping": [(engine, "_skipping", lambda *_: False)],
    "rejoined": [(engine, "_rejoined", lambda *_: False)],
    "all repairs": [(engine, name, lambda *_: False) for name in ("_repaired", "_skipping", "_rejoined")],
    "greedy": [
        (engine.Greedy, "run", lambda search, effort, meter: None),
        (engine.Greedy, "waits", lambda search: False),
    ],
    "detours": [(projection, "detours", lambda *_: (frozenset(), ()))],
    "action elimination": [(bounds.Bounds, "eliminate_actions", lambda self, node: None)],
    "watch": [(bounds.Bounds, "watch", lambda self, way: None)],
    "orbits": [(bounds.Bounds, "symmetry", lambda self, *, again=False: None)],
}
"""What is switched off, and how: an attribute of a module or a class, and what stands in its place."""

_CONTAINERS = (
    "forall ?c - container: G (do:open(?c) -> F do:close(?c))",
    "forall ?c - container: G (last -> closed(?c))",
    "G (do:pick(*, *) -> X !do:pick(*, *))",
)
_DOORS = (
    "forall ?d - door: G (do:open(?d) -> F do:close(?d))",
    "forall ?d - door: G (last -> !open(?d))",
    "G (do:take(*) -> X !do:take(*))",
)
_KITCHEN = (
    *_CONTAINERS[:2],
    "forall ?a - item: G (do:pick(?a, *) -> X do:go(*))",
    "forall ?a - item: G (do:put(?a, *) -> G !do:pick(?a, *))",
    "G (do:go(table_0) -> X !do:go(box_0))",
)
WANTED = 3


def kitchen(objects: int, places: int) -> Task:
    """Some of many things are wanted elsewhere; every fourth place is a box, to be closed in the end.

    The other things lie together in groups, so that those of one place are alike.
    """
    rng = random.Random(0)
    boxes = [f"box_{i}" for i in range(places // 4)]
    tables = [f"table_{i}" for i in range(places - len(boxes))]
    things = [f"thing_{i}" for i in range(objects - places)]
    homes = rng.sample(tables, len(tables) // 2) + boxes
    home = {one: rng.choice(homes) for one in things}
    wanted = {
        one: rng.choice([there for there in boxes + tables if there != home[one]]) for one in things[:WANTED]
    }
    shut = Forall((Variable("?box", ("container",)),), Atom("closed", ("?box",)))
    return Task(
        f"kitchen-{objects}",
        household_domain(),
        objects={
            **dict.fromkeys(things, ("item",)),
            **dict.fromkeys(boxes, ("container",)),
            **dict.fromkeys(tables, ("surface",)),
        },
        initial=frozenset(
            (
                Atom("at", (tables[0],)),
                Atom("hand_free"),
                *(Atom("closed", (one,)) for one in boxes),
                *(Atom("in", pair) for pair in home.items()),
            )
        ),
        goal=And((*(Atom("in", pair) for pair in wanted.items()), shut)),
    )


@dataclass
class Case:
    """A task to walk: its family and name, how to make it, and most actions of a plan."""

    family: str
    name: str
    make: Callable[[], TransitionSystem[Any]]
    budget: int


def cases() -> Iterator[Case]:
    """All tasks."""
    folder = Path(os.environ.get("CLAMP_DATA", "no such folder")) / "planning"
    if (folder / "index.json").is_file():
        for entry in json.loads((folder / "index.json").read_text("utf-8")):
            parts = [folder / "instances" / f"{entry['n']}.{part}.pddl" for part in ("domain", "problem")]
            made = lambda parts=parts: Problem.from_pddl(*parts)  # noqa: E731
            yield Case("public", entry["key"], made, entry["budget"] or 40)
    for actions, goals in ((300, 1), (1000, 1), (1000, 3)):
        made = lambda actions=actions, goals=goals: Problem.from_task(household(actions, goals))  # noqa: E731
        yield Case("household", f"{actions} actions, {goals} wanted", made, 16 + 8 * goals)
    for name, size in {"100 objects, dense": (100, 40), "300 objects, flat": (300, 16)}.items():
        yield Case("kitchen", name, lambda size=size: Problem.from_task(kitchen(*size)), 40)

    def ruled(system: Problem, texts: Sequence[str]) -> Ruled:
        return Ruled(system, [Rule.parse(text) for text in texts])

    yield Case("rules", "house of 4 doors", lambda: ruled(house(4, 8, 2), _DOORS), 20)
    yield Case("rules", "house of 6 doors", lambda: ruled(house(6, 14, 3), _DOORS), 20)
    for goals in (1, 3):
        made = lambda goals=goals: ruled(Problem.from_task(household(200, goals)), _CONTAINERS)  # noqa: E731
        yield Case("rules", f"household, {goals} wanted", made, 20 + 8 * goals)
    yield Case("rules", "kitchen", lambda: ruled(Problem.from_task(kitchen(60, 16)), _KITCHEN), 40)
    try:
        from clamp_bench.eai.action_sequencing import task_budget
        from clamp_worlds.virtualhome.tasks import load_tasks

        every = [task for task in load_tasks() if task.has_goal]
    except BenchmarkError:
        return
    for task in sorted(every, key=lambda task: len(task.objects))[:: len(every) // 12]:
        yield Case("virtualhome", task.id, task.system, task_budget(task.system(), ("goal",)))


@dataclass
class Walk:
    """What a walk cost and decided.

    Attributes:
        path: The actions, by position.
        budget: Most actions of the plan.
        masks: What was admitted, and what was left open, at each boundary.
        applied: How many actions applied at the boundaries after the first.
    """

    seconds: float = 0.0
    nodes: float = 0.0
    effort: float = 0.0
    applied: int = 0
    budget: int = 0
    path: list[int] = field(default_factory=list)
    masks: list[tuple[frozenset[int], frozenset[int]]] = field(default_factory=list)

    @property
    def undecided(self) -> int:
        return sum(len(left) for _, left in self.masks[1:])


def walk(case: Case, system: TransitionSystem[Any], known: Walk | None, seed: int) -> Walk:
    """One plan, at random, or along the actions of another walk."""
    order, rng = np.arange(len(system.actions)), random.Random(seed)
    done = Walk(budget=case.budget if known is None else known.budget)
    path = None if known is None else known.path
    started = process_time()
    world = World(
        system,
        ActionOrder(order, order),
        enforce=frozenset(LEVELS),
        seen=None,
        budget=done.budget,
        limits=DEFAULT_LIMITS,
        loops=False,
    )
    here = world.start
    while True:
        with Meter(DEFAULT_LIMITS.at_boundary if here.written else DEFAULT_LIMITS):
            possible = here.choices.positions.tolist()
        done.masks.append((frozenset(possible), frozenset(here.choices.undecided)))
        done.seconds += process_time() - started
        done.applied += len(system.applicable_indices(here.state)) if here.written else 0
        if path is None and possible and here.written < STEPS:
            done.path.append(rng.choice(possible))
        elif path is not None and here.written < len(path):
            done.path.append(path[here.written])
        else:
            break
        started = process_time()
        here = here.after(done.path[-1])
    done.nodes = world.reachability.generated
    done.effort = done.nodes + (getattr(world.reachability.ready().space, "effort", None) or 0)
    return done


def contradictions(one: Walk, other: Walk) -> int:
    """Actions that one walk admits and the other denies."""
    return sum(
        len((yes - also) - open_ - left) + len((also - yes) - open_ - left)
        for (yes, open_), (also, left) in zip(one.masks, other.masks, strict=False)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--without", nargs="*", choices=[*WITHOUT], default=[*WITHOUT], metavar="MECHANISM")
    parser.add_argument("--tasks", default="", help="only tasks whose family and name this pattern matches")
    parser.add_argument("--walks", type=int, default=1, help="random plans of each task (default 1)")
    parser.add_argument("--each", action="store_true", help="a line for each task, too")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the walks with everything on")
    parser.add_argument(
        "--beside", type=Path, metavar="FILE", help="follow walks that were kept, of another commit"
    )
    options = parser.parse_args()
    chosen = [
        (case, case.make()) for case in cases() if re.search(options.tasks, f"{case.family} {case.name}")
    ]
    print(
        f"{'without':12} {'tasks':28} {'CPU s':>7} {'×':>5} {'nodes ×':>8} {'effort ×':>8} {'undecided':>11} errors"
    )
    whole: dict[str, Walk] = {}
    if options.beside:
        kept = json.loads(options.beside.read_text("utf-8"))
        whole = {
            key: Walk(**one | {"masks": [(frozenset(yes), frozenset(left)) for yes, left in one["masks"]]})
            for key, one in kept.items()
        }
    for name in ("", *options.without):
        rows: dict[str, list[tuple[Walk, Walk]]] = {}
        for case, system in chosen:
            for seed in range(options.walks):
                key = f"{case.family} {case.name} {seed}"
                known = whole.get(key)
                if known is not None and not known.path:
                    continue  # no plan was found, and the time was spent in vain
                with ExitStack() as patches:
                    for there, attribute, instead in WITHOUT.get(name, ()):
                        patches.enter_context(patch.object(there, attribute, instead))
                    found = walk(case, system, known, seed)
                if known is None:
                    whole[key] = known = found
                rows.setdefault(case.family, []).append((known, found))
                if options.each:
                    _line(name, f"{case.family} {case.name}"[:28], [(known, found)])
        for family, pairs in rows.items():
            _line(name, family, pairs)
    if options.save:
        kept = {key: asdict(one) for key, one in whole.items()}
        options.save.write_text(json.dumps(kept, default=sorted), encoding="utf-8")


def _line(name: str, tasks: str, pairs: Sequence[tuple[Walk, Walk]]) -> None:
    def ratio(what: str) -> float:
        known, found = (sum(getattr(pair[side], what) for pair in pairs) for side in (0, 1))
        return found / known if known else float("nan")

    seconds = sum(found.seconds for _, found in pairs)
    undecided, applied = (
        sum(getattr(found, what) for _, found in pairs) for what in ("undecided", "applied")
    )
    wrong = sum(contradictions(*pair) for pair in pairs)
    print(
        f"{name or '(nothing)':12} {tasks:28} {seconds:7.2f} {ratio('seconds'):5.2f} {ratio('nodes'):8.2f} "
        f"{ratio('effort'):8.2f} {undecided:5d}/{applied:5d} {wrong or ''}",
        flush=True,
    )


if __name__ == "__main__":
    main()
