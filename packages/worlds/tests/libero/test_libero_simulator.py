"""Runs the checks of LIBERO's simulator in a process of their own.

Mesa's software renderer and triton, which torch imports, each bring an LLVM along; the second to be loaded
in a process can crash it.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from shortest import Shortest

from clamp.errors import BenchmarkError
from clamp.loop.loop import closed_loop
from clamp.loop.world import Observation
from clamp.planning import Action
from clamp_worlds import libero
from clamp_worlds.libero.remote import RemoteLibero

CHECKS = Path(__file__).with_name("libero_simulator_checks.py")


def test_the_simulator_agrees_with_the_planning_model() -> None:
    try:
        libero.suites()
    except BenchmarkError as error:
        pytest.skip(str(error))
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(CHECKS)],
        capture_output=True,
        text=True,
        cwd=CHECKS.parent.parent.parent,
        env={**os.environ, "OMP_WAIT_POLICY": "PASSIVE"},
    )
    assert found.returncode == 0, found.stdout[-4000:]


@pytest.mark.slow
def test_a_closed_loop_opens_drawers_until_it_sees_what_it_needs() -> None:
    """The cream cheese is in the middle drawer: LIBERO's cameras show it only when that one is open alone."""
    cheese, drawer = "cream_cheese_1", "wooden_cabinet_1_middle_region"
    pictures: list[Observation] = []

    class Watched(RemoteLibero):
        def observe(self) -> Observation:
            pictures.append(super().observe())
            return pictures[-1]

    try:
        chosen = libero.task("libero_goal/put_the_cream_cheese_in_the_bowl")
        world = Watched(chosen, size=128, samples=0)
    except BenchmarkError as error:
        pytest.skip(str(error))
    with world:
        assert world.reset(0).scene.seen
        assert world.states >= 10
        with pytest.raises(BenchmarkError, match="has initial states 0 to"):
            world.reset(10**6)
        assert world.set_state(chosen.placed({cheese: drawer})) == ()
        result = closed_loop(chosen.problem(), world, Shortest(), budget=12)
        assert result.status == "goal", result
        assert world.unmet() == ()
        assert world.holds(("on", cheese, "akita_black_bowl_1"))
    found = next(number for number, step in enumerate(result.steps) if cheese in step.appeared)
    assert result.steps[found].exploring
    assert not any(cheese in step.action.args for step in result.steps[: found + 1])
    assert Action("open", (drawer,)) in [step.action for step in result.steps[: found + 1]]
    assert len(pictures) == 1 + len(result.steps)
    changes = [
        np.abs(after.images["agentview"].astype(int) - before.images["agentview"]).mean()
        for before, after in itertools.pairwise(pictures)
    ]
    assert min(changes) > 0.1, "every action shows"
