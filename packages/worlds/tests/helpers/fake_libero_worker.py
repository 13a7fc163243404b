"""A process that speaks as LIBERO's simulator does, with the planning model behind it; it can also misbehave.

``python fake_libero_worker.py NOTE [MISBEHAVIOUR]``: NOTE is a file that is written when the world is closed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from clamp.errors import BenchmarkError
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.loop.world import Observation
from clamp.planning import Action
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.tasks import atoms_of, task
from clamp_worlds.libero.worker import main

NOTE: Path | None = None
MISBEHAVIOUR = ""


class World:
    """The symbolic twin of `LiberoEnvironment`."""

    states = 3

    def __init__(self, options: Mapping[str, Any]):
        print("something that a library prints")  # not a message: it must not be taken for one
        if MISBEHAVIOUR == "absent":
            raise BenchmarkError("LIBERO's simulator is not installed.")
        self.task = task(options["task"])
        self.size = options["size"]
        self.atoms: tuple[Literal, ...] = self.task.initial

    def reset(self, index: int | None = 0) -> Observation:
        if index not in (None, *range(self.states)):
            raise BenchmarkError(f"{self.task.name} has initial states 0 to 2, not {index}.")
        self.atoms = self.task.initial
        return self.observe()

    def set_state(self, atoms: Sequence[Sequence[str]]) -> tuple[Literal, ...]:
        self.atoms = tuple(tuple(atom) for atom in atoms)
        return tuple(atom for atom in self.atoms if MISBEHAVIOUR == "denies" and atom[0] == "in")

    def observe(self) -> Observation:
        rng = np.random.default_rng(len(self.atoms))
        images = {view: rng.integers(0, 256, (self.size, self.size, 3), np.uint8) for view in ("a", "b")}
        return replace(SymbolicEnvironment(self.task.problem(self.atoms)).observe(), images=images)

    def execute(self, action: Action) -> None:
        match MISBEHAVIOUR:
            case "dies":
                print("out of luck", file=sys.stderr, flush=True)
                os._exit(7)
            case "crashes":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "raises":
                {}["no such joint"]
            case "hangs":
                time.sleep(600)
        problem = self.task.problem(self.atoms)
        if action in problem.applicable(problem.initial):
            self.atoms = atoms_of(problem, problem.successor(problem.initial, action))

    def holds(self, literal: Sequence[str]) -> bool:
        if MISBEHAVIOUR == "denies":
            return False
        name, *args = literal
        opposite = {"close": "open", "turnoff": "turned_on"}
        if name in opposite:
            return (opposite[name], *args) not in self.atoms
        return ({"turnon": "turned_on"}.get(name, name), *args) in self.atoms

    def close(self) -> None:
        if NOTE is not None:
            NOTE.write_text("closed")


if __name__ == "__main__":
    NOTE, MISBEHAVIOUR = Path(sys.argv[1]), "".join(sys.argv[2:])
    main(World)
