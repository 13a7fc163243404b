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
from clamp.decoding.constraint import DEFAULT_LIMITS
from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.planning.search.limits import Meter
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import And, Atom, Forall, Task, Variable
from clamp.worlds.household import household_domain

KITCHENS = {"100 objects, dense": (100, 0.45), "300 objects, flat": (300, 0.1)}
SLACK = 13


def kitchen(objects: int, share: float) -> Task:
    """Three of many things are to be put into boxes, and all boxes closed; so many of the objects are places."""
    rng, count = random.Random(0), round(objects * share)
    places = [f"place_{i}" for i in range(count)]
    things = [f"thing_{i}" for i in range(objects - count)]
    boxes = places[1::2]
    home = {one: rng.choice(places) for one in things}
    wanted = {one: rng.choice([box for box in boxes if box != home[one]]) for one in things[:3]}
    shut = Forall((Variable("?box", ("container",)),), Atom("closed", ("?box",)))
    return Task(
        f"kitchen-{objects}",
        household_domain(),
        objects={
            **dict.fromkeys(things, ("item",)),
            **{one: ("container",) if one in boxes else ("surface",) for one in places},
        },
        initial=frozenset(
            (
                Atom("at", (places[0],)),
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
        world.reachability.ready()._symmetric = None  # pyright: ignore[reportPrivateUsage]
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
            walks = [walk(problem, len(plan) + SLACK, seed, kinds) for seed in range(options.walks)]
            applied, undecided, nodes = map(sum, zip(*walks, strict=True))
            how = "one decision a kind" if kinds else "each action alone"
            print(
                f"  {how}: {undecided / applied:.0%} of {applied:,} undecided at a boundary, {nodes:,} nodes"
            )


if __name__ == "__main__":
    main()
