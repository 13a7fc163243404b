"""Why there is no plan at all, and the smallest change of budget or sight that would give one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from clamp.decoding.world import EXECUTABILITY, GOAL, World
from clamp.planning.reachability import LimitReached, Reachability

Cause = Literal["budget", "unseen", "unreachable", "limit", "no-action"]

_LARGE_BUDGET = 10_000
"""Stands for 'any budget' when asking whether a plan exists at all."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why no plan satisfies the constraints.

    Attributes:
        cause: ``budget``: a longer plan would do. ``unseen``: only plans through unseen entities do.
            ``unreachable``: no sequence of actions reaches the goal. ``no-action``: there is no action to begin
            with. ``limit``: the search gave up before it knew.
        message: One sentence with the evidence.
        smallest_budget: The smallest budget that would do, with what is seen; ``None`` if there is none or it
            was not found.
        entities: The entities that the message is about.
    """

    cause: Cause
    message: str
    smallest_budget: int | None = None
    entities: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "cause": self.cause,
            "message": self.message,
            "smallest_budget": self.smallest_budget,
            "entities": list(self.entities),
        }


def diagnose(world: World) -> Failure:
    """The cause of an empty language."""
    if not len(world.enabled):
        return _no_action(world)
    if EXECUTABILITY not in world.enforce or GOAL not in world.enforce:
        return Failure("no-action", f"In the initial state of {world.system.name!r} no admissible action is applicable.")
    needed = _smallest_budget(world, world.reachability)
    if isinstance(needed, int):
        return Failure(
            "budget",
            f"The goal needs {needed} actions, but the budget is {world.budget}.",
            smallest_budget=needed,
        )
    if isinstance(needed, LimitReached):
        return _limit(needed)
    if world.seen is not None:
        return _unseen(world)
    return Failure("unreachable", f"No sequence of actions reaches the goal of {world.system.name!r}.")


def _no_action(world: World) -> Failure:
    if world.seen is not None and len(world.system.actions):
        unseen = tuple(sorted(world.system.goal_entities().difference(world.seen)))
        hint = f" The goal names {', '.join(unseen)}, which is not seen." if unseen else ""
        return Failure("unseen", f"Every action names an entity that is not seen.{hint}", entities=unseen)
    return Failure("no-action", f"{world.system.name!r} has no actions.")


def _smallest_budget(world: World, reachability: Reachability) -> int | LimitReached | None:
    """Length of a shortest plan of at least one action; ``None`` if there is none."""
    system, start = world.system, world.system.initial
    if not system.is_goal(start):
        return _whole(reachability.distance(start, _LARGE_BUDGET))
    # The goal holds already, but a plan has at least one action: leave, and come back.
    best: int | LimitReached | None = None
    enabled = set(world.enabled.tolist())
    for index in system.applicable_indices(start):
        if index not in enabled:
            continue
        length = _whole(reachability.distance(system.successor_of_index(start, index), _LARGE_BUDGET))
        if isinstance(length, int):
            best = length + 1 if not isinstance(best, int) else min(best, length + 1)
        elif best is None:
            best = length
    return best


def _whole(distance: float | LimitReached) -> int | LimitReached | None:
    if isinstance(distance, LimitReached):
        return distance
    return None if distance == float("inf") else int(distance)


def _limit(reached: LimitReached) -> Failure:
    return Failure(
        "limit",
        f"The search for a plan reached its limit of {reached.limit:g} {reached.kind} before it was known whether "
        f"one exists; it would have at least {reached.lower_bound} actions. Raise the limit, or the budget.",
    )


def _unseen(world: World) -> Failure:
    """Nothing seen leads to the goal: would more sight?"""
    system = world.system
    path = Reachability(system, None, world.limits).plan(system.initial, _LARGE_BUDGET)
    if isinstance(path, LimitReached):
        return _limit(path)
    if path is None:
        return Failure("unreachable", f"No sequence of actions reaches the goal of {system.name!r}, seen or unseen.")
    named = {argument for index in path for argument in system.actions[index].args}
    unseen = tuple(sorted(named.difference(world.seen or ())))
    return Failure(
        "unseen",
        f"The goal of {system.name!r} cannot be reached through what is seen; a plan of {len(path)} actions would "
        f"need {', '.join(unseen)}.",
        entities=unseen,
    )
