"""Rendered LIBERO states as a benchmark's tasks: which are asked, what they show, and what they need."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from clamp.bench.libero_score import shortest_plans
from clamp.bench.records import Record
from clamp.environments.libero import is_held_out, problem_of
from clamp.environments.libero import task as libero_task
from clamp.environments.libero.render import RECORDS, read_records
from clamp.errors import BenchmarkError
from clamp.planning import Action, LimitReached, Problem
from clamp.planning.reachability import Reachability

_PROBLEMS: dict[str, Problem] = {}


def held_out_records(data: Path, limit: int | None, *, needing_sight: bool = False) -> list[Record]:
    """The rendered states of a data set, in a fixed order that mixes tasks.

    States in which the goal holds already are left out: no plan is to be written for them.

    Raises:
        BenchmarkError: If there are none, or some belong to the suite that models are trained on; or if only
            those that need sight are wanted, and LIBERO, which knows the tasks' own starts, is not installed.
    """
    records = read_records(data)
    if not records:
        raise BenchmarkError(
            f"{data / RECORDS}: no rendered states. Render held-out tasks first: "
            f"python -m clamp.environments.libero.render {data} --suite libero_10 --initial 2"
        )
    for record in records:
        if not is_held_out(record["suite"]):
            raise BenchmarkError(
                f"{data / RECORDS}: the state {record['id']!r} is of {record['suite']}, "
                "on which models are trained."
            )
    records.sort(key=lambda record: sha256(record["id"].encode()).digest())
    open_tasks = [record for record in records if not goal_holds_at_first(record)]
    if needing_sight:
        open_tasks = [record for record in open_tasks if _needs_sight(record)]
    return open_tasks[:limit]


def goal_holds_at_first(record: Mapping[str, Any]) -> bool:
    """Whether nothing is left to do in a rendered state."""
    found = problem_in(record)
    return found.is_goal(found.initial)


def seen_of(state: Mapping[str, Any]) -> list[str]:
    """The entities that a rendered state's pictures show, in the order of its objects."""
    shown = {entity["id"] for entity in state["scene"]["entities"] if entity["seen"]}
    return [name for name, _ in state["objects"] if name in shown]


def needs_sight(state: Mapping[str, Any]) -> bool | None:
    """Whether none of the shortest plans for the task's own start reaches the goal from this state.

    ``None`` if LIBERO, which knows that start, is not installed.
    """
    try:
        return _needs_sight(state)
    except BenchmarkError:
        return None


def _needs_sight(state: Mapping[str, Any]) -> bool:
    found = problem_in(state)
    return not any(found.validate(plan) for plan in _usual_plans(f"{state['suite']}/{state['task']}"))


@cache
def _usual_plans(task: str) -> tuple[tuple[Action, ...], ...]:
    return tuple(shortest_plans(libero_task(task).problem()))


def plan_exists(found: Problem, seen: Sequence[str], budget: int) -> bool:
    """Whether a plan of at most `budget` actions exists that names only what is seen.

    Raises:
        BenchmarkError: If the search reached its limit before it knew.
    """
    allowed = set(seen)
    enabled = frozenset(
        index for index, action in enumerate(found.actions) if allowed.issuperset(action.args)
    )
    distance = Reachability(found, enabled).distance(found.initial, budget)
    if isinstance(distance, LimitReached):
        raise BenchmarkError(f"{found.name}: the search for a plan through seen entities reached its limit.")
    return distance <= budget


def problem_in(state: Mapping[str, Any]) -> Problem:
    """The planning problem of a rendered state with its task's goal; made once."""
    key = json.dumps([state["objects"], state["atoms"], state["goal"]])
    if key not in _PROBLEMS:
        _PROBLEMS[key] = problem_of(state, state["goal"])
    return _PROBLEMS[key]
