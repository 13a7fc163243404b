"""Kitchens of any size, with up to twenty rules: what the benchmarks of scale walk through."""

from __future__ import annotations

import math
import random

from clamp.planning.task import And, Atom, Forall, Task, Variable
from clamp_worlds.household import household_domain

WANTED = 3
"""Things that are wanted elsewhere."""


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


def dense(objects: int) -> int:
    """Places of a kitchen in which two of five objects are places, so that its actions grow with their square."""
    return round(0.4 * objects)


def flat(objects: int) -> int:
    """Places of a kitchen of many things in few places: 4 at ten objects, and 8 more for each ten times as many."""
    return round(8 * math.log10(objects)) - 4


RULES: tuple[str, ...] = (
    "forall ?c - container: G (do:open(?c) -> F do:close(?c))",
    "forall ?c - container: G (last -> closed(?c))",
    "forall ?a - item: G (do:pick(?a, *) -> X do:go(*))",
    "forall ?a - item: G (do:put(?a, *) -> G !do:pick(?a, *))",
    "G (do:go(table_0) -> X !do:go(box_0))",
    "forall ?a - item: G (last -> !holding(?a))",
    "G (do:go(*) -> X !do:go(*))",
    "G (do:pick(*, *) -> X F do:put(*, *))",
    "G !(do:close(*) & X do:open(*))",
    "forall ?c - container: G (do:open(?c) -> X !do:close(?c))",
    "forall ?c - container: G (do:close(?c) -> G !do:open(?c))",
    "G !do:pick(thing_3, *)",
    "G (do:pick(thing_4, *) -> F do:put(thing_4, box_0))",
    "G !do:put(thing_5, table_0)",
    "G (do:pick(thing_1, *) -> F do:put(thing_1, *))",
    "G (do:go(table_1) -> X !do:go(table_2))",
    "G (do:go(table_2) -> X !do:go(table_1))",
    "G !(holding(thing_3) & at(box_0))",
    "(!do:put(thing_1, *)) U do:put(thing_0, *)",
    "F do:put(thing_2, *)",
)
"""Rules that every kitchen has plans with, in the order in which they are taken; those of things and boxes are one
for each."""
