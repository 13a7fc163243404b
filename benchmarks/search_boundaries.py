"""What search costs where many objects are alike: first plans, and what a boundary leaves undecided, in counts.

    python benchmarks/search_boundaries.py                # kitchens of 100 and of 300 objects
    python benchmarks/search_boundaries.py --walks 1      # sooner

Each kitchen is walked at random, no state twice, under the default limits of a constraint, side by side in one run: as
the search decides it, one decision for each kind of action (see `clamp.planning.search.symmetry`), and each alone.
Nodes and estimates are counted; the share that is undecided depends on the machine, since the limit is one of time.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from clamp import Problem, SearchLimits
from clamp.decoding.plans import DEFAULT_LIMITS
from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.planning.search.limits import Meter
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import And, Atom, Forall, Task, Variable
from clamp_worlds.household import household_domain

KITCHENS = {"100 objects, dense": (100, 40), "300 objects, flat": (300, 16)}
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


def walk(problem: Problem, budget: int, seed: int, kinds: bool) -> tuple[int, int, int]:
    """Actions that applied at the boundaries of a random plan, those left undecided, and nodes generated."""
    order, rng = np.arange(len(problem.actions)), random.Random(seed)
    world = World(
        problem,
        ActionOrder(order, order),
        enforce=frozenset(LEVELS),
        seen=None,
        budget=budget,
        limits=DEFAULT_LIMITS,
        loops=False,
    )
    if not kinds:
        world.reachability.ready().symmetry = lambda *, again=False: None
    here, applied, undecided = world.start, 0, 0
    while True:
        with Meter(DEFAULT_LIMITS.at_boundary if here.written else DEFAULT_LIMITS):
            possible = here.choices.positions.tolist()
        if here.written:
            applied += len(problem.applicable_indices(here.state))
            undecided += len(here.choices.undecided)
        if not possible:
            return applied, undecided, world.reachability.generated
        here = here.after(rng.choice(possible))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--walks", type=int, default=3, help="random plans of each kitchen (default 3)")
    options = parser.parse_args()
    for name, size in KITCHENS.items():
        problem = Problem.from_task(kitchen(*size))
        search = Reachability(problem, limits=SearchLimits(seconds=60))
        with Meter(SearchLimits()) as meter:
            plan = search.plan(problem.initial, 60)
            effort = search.ready().effort(meter)
        assert isinstance(plan, tuple)
        print(f"{name}: {len(problem.actions):,} actions")
        print(
            f"  first plan: {len(plan)} actions, {search.generated:,} nodes; all counted in nodes {effort:,.0f}"
        )
        for kinds in (False, True):
            walks = [walk(problem, 2 * len(plan), seed, kinds) for seed in range(options.walks)]
            applied, undecided, nodes = map(sum, zip(*walks, strict=True))
            how = "one decision a kind" if kinds else "each action alone"
            print(
                f"  {how}: {undecided / applied:.0%} of {applied:,} undecided at a boundary, {nodes:,} nodes"
            )


if __name__ == "__main__":
    main()
