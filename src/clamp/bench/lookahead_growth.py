"""How the lookahead's time and memory grow: with admissible actions, alive states, H and V.

One thing grows at a time; the others keep the values of `BASE`. The vocabulary is made of bytes, so that
actions have the same tokens whatever V is.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np

from clamp.bench.growth import Curves, Figures, Line, Panel, Row, draw, measure_curves
from clamp.bench.lookahead import byte_vocabulary, measure
from clamp.bench.measuring import hmm_mib, processor_time
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.errors import BenchmarkError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.domain import ActionSchema, Domain, Task
from clamp.planning.logic import And, Atom, Effect, Not, Variable

BASE = {"actions": 1_000, "hidden": 128, "vocabulary": 49_152}
CURVES: Curves = {
    "actions": (200, 500, 1_000, 2_000, 5_000, 10_000, 20_000),
    "states": (4, 16, 64, 256, 1_024, 4_096),
    "hidden": (16, 32, 64, 128, 256, 512, 1_024),
    "vocabulary": (1_024, 4_096, 16_384, 65_536, 151_936, 262_144),
}


def switching(n_switches: int) -> Task:
    """All switches are to be on, and none can be turned off: 2ⁿ alive states for a budget of n."""
    switch = Variable("?switch", ("object",))
    on = Atom("on", ("?switch",))
    schema = ActionSchema("press", (switch,), precondition=Not(on), effects=(Effect(on),))
    domain = Domain("switching", predicates={"on": (switch,)}, schemas=(schema,))
    names = [f"switch_{number}" for number in range(n_switches)]
    goal = And(tuple(Atom("on", (name,)) for name in names))
    return Task(f"press_{n_switches}", domain, dict.fromkeys(names, ("object",)), frozenset(), goal)


def run(
    curves: Curves | None = None,
    *,
    progress: Callable[[str], None] = lambda message: None,
) -> Figures:
    """Measure curves: those of `CURVES` by default.

    Returns:
        The base values, and for each curve its rows: `x`, `boundary_ms` (what the lookahead adds at a
        boundary), `scores_us` (what G adds to a mask between boundaries; not for states), `peak_mib` (most
        memory beside the HMM) and `hmm_mib` (the HMM's own).
    """
    return {"base": BASE, **measure_curves(CURVES if curves is None else curves, _measure, progress)}


def _measure(name: str, size: int) -> Row:
    return _states(size) if name == "states" else _parameter(name, size)


def _parameter(name: str, size: int) -> Row:
    values = BASE | {name: size}
    hmm = HMM.random(values["hidden"], values["vocabulary"], seed=0, dtype=np.float32)
    row = measure(values["actions"], hmm, byte_vocabulary(values["vocabulary"]))
    return {
        "boundary_ms": row.boundary_ms,
        "scores_us": row.scores_us,
        "peak_mib": row.peak_mib,
        "hmm_mib": hmm_mib(hmm),
    }


def _states(size: int) -> Row:
    """The exact recursion over `size` alive states; which actions are admissible is known beforehand."""
    budget = size.bit_length() - 1
    if size != 1 << budget or budget < 1:
        raise BenchmarkError(f"The number of alive states is a power of two from 2 on, not {size}.")
    vocabulary = byte_vocabulary(BASE["vocabulary"])
    hmm = HMM.random(BASE["hidden"], vocabulary.size, seed=0, dtype=np.float32)
    problem = Problem.from_task(switching(budget))
    constraint = PlanConstraint(problem, vocabulary, PlanFormat.calls(), budget=budget)

    def cold() -> Lookahead:
        lookahead = Lookahead(constraint, hmm, max_states=2**30)
        lookahead.action_scores(constraint.world.start)
        return lookahead

    if (truncation := cold().truncation) is not None:
        raise BenchmarkError(f"The recursion over {size} states was truncated: {truncation}.")
    times = [processor_time(cold) for _ in range(3)]
    tracemalloc.start()
    cold()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        "boundary_ms": 1e3 * min(times),
        "peak_mib": peak / 2**20,
        "hmm_mib": hmm_mib(hmm),
    }


_LABELS = {
    "actions": "admissible actions",
    "states": "alive states (exact sum)",
    "hidden": "hidden states H",
    "vocabulary": "tokens V",
}


_PANELS = (
    Panel(
        "milliseconds",
        (Line("boundary_ms", "a boundary", "o-"), Line("scores_us", "G, a token", "s--", 1e-3)),
    ),
    Panel("MiB", (Line("peak_mib", "a boundary, at most", "o-"), Line("hmm_mib", "the HMM", "^:"))),
)


def plot(figures: Figures, path: Path) -> None:
    """Draw the curves that `run` measured: time above, memory below."""
    draw(figures, path, _LABELS, _PANELS)
