"""How the lookahead's time and memory grow: with admissible actions, alive states, H and V.

One thing grows at a time; the others keep the values of `BASE`. The vocabulary is made of bytes, so that
actions have the same tokens whatever V is.
"""

# matplotlib is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from clamp.bench.lookahead import byte_vocabulary, measure, processor_time
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.errors import BenchmarkError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.domain import ActionSchema, Domain, Task
from clamp.planning.logic import And, Atom, Effect, Not, Variable

Row = dict[str, float]

BASE = {"actions": 1_000, "hidden": 128, "vocabulary": 49_152}
CURVES: Mapping[str, Sequence[int]] = {
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
    curves: Mapping[str, Sequence[int]] | None = None,
    *,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure curves: those of `CURVES` by default.

    Returns:
        The base values, and for each curve its rows: `x`, `boundary_ms` (what the lookahead adds at a
        boundary), `scores_us` (what G adds to a mask between boundaries; not for states), `peak_mib` (most
        memory beside the HMM) and `hmm_mib` (the HMM's own).
    """
    found: dict[str, Any] = {"base": BASE}
    for name, sizes in (CURVES if curves is None else curves).items():
        rows: list[Row] = []
        for size in sizes:
            progress(f"growth of {name}: {size:,}")
            rows.append(_states(size) if name == "states" else _parameter(name, size))
        found[name] = rows
    return found


def _parameter(name: str, size: int) -> Row:
    values = BASE | {name: size}
    hmm = HMM.random(values["hidden"], values["vocabulary"], seed=0, dtype=np.float32)
    row = measure(values["actions"], hmm, byte_vocabulary(values["vocabulary"]))
    return {
        "x": size,
        "boundary_ms": row.boundary_ms,
        "scores_us": row.scores_us,
        "peak_mib": row.peak_mib,
        "hmm_mib": _mib(hmm),
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
        "x": size,
        "boundary_ms": 1e3 * min(times),
        "peak_mib": peak / 2**20,
        "hmm_mib": _mib(hmm),
    }


def _mib(hmm: HMM) -> float:
    return (hmm.emission.nbytes + hmm.transition.nbytes + hmm.initial.nbytes) / 2**20


_LABELS = {
    "actions": "admissible actions",
    "states": "alive states (exact sum)",
    "hidden": "hidden states H",
    "vocabulary": "tokens V",
}


def plot(figures: dict[str, Any], path: Path) -> None:
    """Draw the curves: a column each, time above and memory below, all axes logarithmic."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    curves = [name for name in _LABELS if name in figures]
    figure = Figure(figsize=(3.2 * len(curves), 5.2), layout="constrained")
    FigureCanvasSVG(figure)
    axes: Any = figure.subplots(2, len(curves), sharex="col", sharey="row", squeeze=False)
    for column, name in enumerate(curves):
        rows: list[Row] = figures[name]
        x = [row["x"] for row in rows]
        time, memory = axes[0][column], axes[1][column]
        time.plot(x, [row["boundary_ms"] for row in rows], "o-", label="a boundary")
        if "scores_us" in rows[0]:
            time.plot(x, [row["scores_us"] / 1e3 for row in rows], "s--", label="G, a token")
        memory.plot(x, [row["peak_mib"] for row in rows], "o-", label="a boundary, at most")
        memory.plot(x, [row["hmm_mib"] for row in rows], "^:", label="the HMM")
        memory.set_xlabel(_LABELS[name])
        for axis in (time, memory):
            axis.set_xscale("log")
            axis.set_yscale("log")
            axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("milliseconds")
    axes[1][0].set_ylabel("MiB")
    axes[0][0].legend(fontsize=8)
    axes[1][0].legend(fontsize=8)
    figure.savefig(path, metadata={"Date": None})
