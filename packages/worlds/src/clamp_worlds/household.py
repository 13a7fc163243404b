"""Household tasks of any size, for benchmarks that scale."""

from __future__ import annotations

import math

from clamp.errors import BenchmarkError
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Equal, Forall, Not, Task, Variable

SMALLEST = 24
"""`household` makes no task with fewer actions than this."""

_ITEMS = ("red_cup", "plate", "fork", "towel", "book", "apple", "kettle", "bowl", "sponge", "candle")
_PLACES = ("kitchen_counter", "cabinet", "dining_table", "drawer", "shelf", "fridge", "desk", "wardrobe")
_PLACE, _ITEM = Variable("?place", ("place",)), Variable("?item", ("item",))
_BOX = Variable("?place", ("container",))


def household_domain() -> Domain:
    """Go to places, open and close containers, pick items up and put them somewhere else."""
    at, free = Atom("at", ("?place",)), Atom("hand_free")
    closed, holding = Atom("closed", ("?place",)), Atom("holding", ("?item",))
    inside, elsewhere = Atom("in", ("?item", "?place")), Variable("?elsewhere", ("place",))
    leave = Effect(Atom("at", ("?elsewhere",)), False, Not(Equal("?elsewhere", "?place")), (elsewhere,))
    return Domain(
        "household",
        types={"item": (), "place": (), "container": ("place",), "surface": ("place",)},
        predicates={
            "at": (_PLACE,),
            "closed": (_PLACE,),
            "holding": (_ITEM,),
            "in": (_ITEM, _PLACE),
            "hand_free": (),
        },
        schemas=(
            ActionSchema("go", (_PLACE,), Not(at), (Effect(at), leave)),
            ActionSchema("open", (_BOX,), And((at, closed, free)), (Effect(closed, False),)),
            ActionSchema("close", (_BOX,), And((at, Not(closed))), (Effect(closed),)),
            ActionSchema(
                "pick",
                (_ITEM, _PLACE),
                And((at, inside, free, Not(closed))),
                (Effect(holding), Effect(inside, False), Effect(free, False)),
            ),
            ActionSchema(
                "put",
                (_ITEM, _PLACE),
                And((at, holding, Not(closed))),
                (Effect(inside), Effect(holding, False), Effect(free)),
            ),
        ),
    )


def household(n_actions: int, goals: int = 3) -> Task:
    """A household task with about `n_actions` grounded actions; exactly so for 200, 1,000, 5,000, 20,000.

    Half of the places are containers, all of them closed at first and in the end. With p places and i items
    there are p + p + 2·i·p actions.

    Args:
        n_actions: At least `SMALLEST`.
        goals: How many items have to be moved into a container (fewer if the task has fewer).

    Raises:
        BenchmarkError: If the size is too small.
    """
    if n_actions < SMALLEST:
        raise BenchmarkError(
            f"A household task needs at least {SMALLEST} actions, but {n_actions} were asked for."
        )
    n_places = max(4, 2 * round(math.sqrt(n_actions / 2) / 2))
    n_items = max(2, round(n_actions / (2 * n_places)) - 1)
    places = [f"{_PLACES[i % len(_PLACES)]}_{1 + i // len(_PLACES)}" for i in range(n_places)]
    items = [f"{_ITEMS[i % len(_ITEMS)]}_{1 + i // len(_ITEMS)}" for i in range(n_items)]
    containers = places[1::2]
    home = {item: places[(5 * i + 2) % n_places] for i, item in enumerate(items)}
    wanted = {
        item: next(box for box in containers[i:] + containers if box != home[item])
        for i, item in enumerate(items[:goals])
    }
    box, shut = Variable("?box", ("container",)), Atom("closed", ("?box",))
    return Task(
        f"household-{n_actions}",
        household_domain(),
        objects={
            **dict.fromkeys(items, ("item",)),
            **{place: ("container" if place in containers else "surface",) for place in places},
        },
        initial=frozenset(
            (
                Atom("at", (places[0],)),
                Atom("hand_free"),
                *(Atom("closed", (place,)) for place in containers),
                *(Atom("in", pair) for pair in home.items()),
            )
        ),
        goal=And((*(Atom("in", pair) for pair in wanted.items()), Forall((box,), shut))),
    )
