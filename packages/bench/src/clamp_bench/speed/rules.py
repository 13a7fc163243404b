"""`clamp bench rules`: what temporal rules cost, beside the same problems without them.

Everything is CPU time of one process: both sides of a ratio are measured in turn along the same plans, which keep the
rules, and of several rounds the least counts, so that what else the machine does weighs on both alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any, TypeAlias, cast

import numpy as np

from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.errors import BenchmarkError, RuleError
from clamp.planning.problem import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.monitor import RuledState
from clamp.planning.search.limits import Meter, SearchLimits
from clamp.planning.system import TransitionSystem
from clamp_worlds.household import household

BUDGET = 20
_CANDIDATES = 4
"""Actions besides the one of the plan that a model asks for at a boundary."""
_BOUNDARIES = 6
"""Most boundaries of a plan that are measured."""
_PLANS = 2
"""Plans of a PDDL problem along which boundaries are measured."""
_TWENTY = 20
_KINDS = ("met", "first_met", "all_decided")
_SECONDS = 10
"""What one decision may take."""

_PDDL = (
    "forall ?d - door: G (do:open(?d) -> F do:close(?d))",
    "forall ?d - door: G (last -> !open(?d))",
    "G (do:take(*) -> X !do:take(*))",
)
_CONTAINERS = (
    "forall ?c - container: G (do:open(?c) -> F do:close(?c))",
    "forall ?c - container: G (last -> closed(?c))",
    "G (do:pick(*, *) -> X !do:pick(*, *))",
)
_HOUSEHOLD = (
    "G !(holds_rh({me}, *) & holds_lh({me}, *))",
    "forall ?x: G (do:OPEN(?x) -> F closed(?x))",
    "forall ?x: G (do:SWITCHON(?x) -> X !do:SWITCHON(*))",
)

_HOUSE = """(define (domain house) (:requirements :adl) (:types door thing - object)
  (:predicates (open ?d - door) (behind ?x - thing ?d - door) (held ?x - thing) (free) (away ?x - thing))
  (:action open :parameters (?d - door) :precondition (not (open ?d)) :effect (open ?d))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d)))
  (:action take :parameters (?x - thing) :precondition (and (free)
      (forall (?d - door) (or (not (behind ?x ?d)) (open ?d))) (not (away ?x)))
    :effect (and (held ?x) (not (free)) (forall (?d - door) (not (behind ?x ?d)))))
  (:action put :parameters (?x - thing) :precondition (held ?x)
    :effect (and (free) (away ?x) (not (held ?x)))))"""


def house(doors: int, things: int, wanted: int) -> Problem:
    """Things behind doors, some of which are to be put away."""
    objects = " ".join(f"d{i}" for i in range(doors)) + " - door "
    objects += " ".join(f"x{i}" for i in range(things)) + " - thing"
    behind = " ".join(f"(behind x{i} d{i % doors})" for i in range(things))
    goal = " ".join(f"(away x{i})" for i in range(wanted))
    return Problem.from_pddl(
        _HOUSE,
        f"(define (problem house) (:domain house) (:objects {objects}) (:init (free) {behind}) (:goal (and {goal})))",
    )


def run(*, tasks: int = 12, repetitions: int = 5) -> dict[str, Any]:
    """The figures.

    Args:
        tasks: VirtualHome tasks of eai-eval; 0, or without that package, none.
        repetitions: How often everything is measured; each figure is the least.

    Raises:
        BenchmarkError: If less than one repetition is asked for.
    """
    if repetitions < 1:
        raise BenchmarkError(f"Something is measured at least once, not {repetitions} times.")
    figures: dict[str, Any] = {"compile": _compiling(repetitions)}
    pddl = [
        (house(4, 8, 2), _PDDL),
        (house(6, 14, 3), _PDDL),
        (Problem.from_task(household(200, goals=1)), _CONTAINERS),
    ]
    figures["pddl"] = _boundaries(pddl, _PLANS, repetitions) | {"wanted": 1.3}
    home, reason = _virtualhome(tasks)
    figures["virtualhome"] = (
        _boundaries(home, 1, repetitions) | {"wanted": 2.0} if home else {"left_out": reason}
    )
    return figures


def _least(repetitions: int, one: Callable[[], Any]) -> float:
    times: list[float] = []
    for _ in range(repetitions):
        started = process_time()
        one()
        times.append(process_time() - started)
    return min(times)


def _compiling(repetitions: int) -> dict[str, Any]:
    """Twenty rules, from their text to their automata; and what is too large, until it is refused."""
    problem = house(6, 14, 3)
    texts = [f"G (do:take(x{i}) -> X F do:put(x{i}))" for i in range(14)]
    texts += [f"G (last -> !open(d{i}))" for i in range(6)]
    assert len(texts) == _TWENTY
    problem.rule_words()
    seconds = _least(repetitions, lambda: Ruled(problem, [Rule.parse(text) for text in texts]))
    large = " & ".join(f"F do:take(x{i})" for i in range(14))
    reason = ""

    def refuse() -> None:
        nonlocal reason
        try:
            with Meter(SearchLimits(seconds=1)):
                Ruled(problem, [Rule.parse(f"G !open(d0) | ({large})")])
        except RuleError as error:
            reason = str(error)

    refusing = _least(1, refuse)
    return {
        "rules": len(texts),
        "milliseconds": 1e3 * seconds,
        "wanted_milliseconds": 50.0,
        "refused_after_seconds": refusing,
        "refused_because": reason,
        "actions": len(problem.actions),
    }


def _virtualhome(tasks: int) -> tuple[list[Bound], str]:
    if not tasks:
        return [], "no task was asked for"
    try:
        from clamp_worlds.virtualhome.tasks import load_tasks

        every = list(load_tasks())
    except BenchmarkError as error:
        return [], str(error)
    found: list[Bound] = []
    for task in every[:: max(1, len(every) // tasks)][:tasks]:
        system = task.system()
        me = system.scene.nodes[system.scene.character].name
        found.append((system, [text.format(me=me) for text in _HOUSEHOLD]))
    return found, ""


Bound: TypeAlias = tuple[TransitionSystem[Any], Sequence[str]]
"""A system, and the rules that are bound to it."""


def _boundaries(systems: Sequence[Bound], plans: int, repetitions: int) -> dict[str, Any]:
    """What a boundary costs without and with rules: medians over all boundaries, and their ratio.

    The rules' automata have met the states before, as where one system's plans are written one after another;
    ``first_met``: they have not, as in a system's first plan. ``all_decided`` is the same where every action is
    decided at every boundary, which decoding need not do: there the search counts, of which one round is measured.

    Args:
        plans: How many plans of each system are walked along.
    """
    found: dict[str, tuple[list[float], list[float]]] = {kind: ([], []) for kind in _KINDS}
    first: list[tuple[float, float]] = []
    tasks = 0
    for system, texts in systems:
        rules = [Rule.parse(text) for text in texts]
        ruled = Ruled(system, rules)
        ways = [way for seed in range(plans) if (way := _way(ruled, seed))]
        tasks += bool(ways)
        for way in ways:
            for kind, columns in found.items():
                every = kind == "all_decided"
                rounds: list[list[list[float]]] = []
                for _ in range(1 if every else repetitions):
                    kept = Ruled(system, rules) if kind == "first_met" else ruled
                    rounds.append([list(_walk(one, way, every=every)) for one in (system, kept)])
                sides = [
                    [min(times) for times in zip(*(pair[side] for pair in rounds), strict=True)]
                    for side in (0, 1)
                ]
                for column, times in zip(columns, sides, strict=True):
                    column += times[1:]
                if kind == "first_met":
                    first.append((sides[0][0], sides[1][0]))
    if not found["met"][0]:
        return {"tasks": 0}
    figures: dict[str, Any] = {"tasks": tasks, "boundaries": len(found["met"][0])}
    for kind, (plain, kept) in found.items():
        a, b = 1e3 * median(plain), 1e3 * median(kept)
        told = {"without_ms": a, "with_ms": b, "ratio": b / a, "slowest_with_ms": 1e3 * max(kept)}
        figures |= told if kind == "met" else {kind: told}
    figures["first_decision"] = {
        "without_ms": 1e3 * median(one for one, _ in first),
        "with_ms": 1e3 * median(one for _, one in first),
    }
    return figures


def _world(system: TransitionSystem[Any]) -> World:
    order = np.arange(len(system.actions))
    limits = SearchLimits(seconds=_SECONDS)
    return World(
        system,
        ActionOrder(order, order),
        enforce=frozenset(LEVELS),
        seen=None,
        budget=BUDGET,
        limits=limits,
        loops=False,
    )


Asked = tuple[int, tuple[int, ...]]
"""An action of a plan, and what is asked for before it is written: itself last, and others at random."""


def _way(ruled: Ruled, seed: int) -> list[Asked]:
    """The beginning of a plan that keeps the rules, at random, so that no search has met it before."""
    random = np.random.default_rng(seed)
    here, found = _world(ruled).start, list[Asked]()
    while len(found) < _BOUNDARIES and here.choices.may_continue:
        if found and here.choices.may_end:
            break
        able = ruled.system.applicable_indices(ruled.state_without_rules(cast(RuledState, here.state)))
        others = random.permutation(able)[:_CANDIDATES].tolist()
        index = int(random.choice(np.flatnonzero(here.choices.admissible)))
        found.append((index, (*others, index)))
        here = here.after(index)
    return found


def _walk(system: TransitionSystem[Any], plan: Sequence[Asked], *, every: bool) -> Iterator[float]:
    """Seconds to the first decision, and to that at each boundary of a plan.

    Args:
        every: Decide all that may come next, as a whole mask needs it; otherwise only what is asked for, as a model
            that writes the plan does: its candidates, and whether it may end.
    """
    started = process_time()
    here = _world(system).start
    for index, asked in plan:
        _ = here.choices.may_end
        _ = here.choices.admissible if every else [one in here.choices for one in asked]
        yield process_time() - started
        started = process_time()
        here = here.after(index)
