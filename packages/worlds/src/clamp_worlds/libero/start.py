"""How a task of LIBERO begins: initial state, things placed elsewhere, the simulator opened there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clamp.errors import ConstraintError, SceneError
from clamp.files import shown
from clamp.planning import Problem
from clamp.request.worlds import NamedWorld, Start
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.remote import RemoteLibero
from clamp_worlds.libero.tasks import LiberoTask, task


@dataclass(frozen=True)
class LiberoStart:
    """How a task of LIBERO begins.

    Attributes:
        task: The task.
        initial: The benchmark's initial state; ``None`` draws the places with `seed`.
        placed: What begins elsewhere: a thing, and the place that it is in or on.
        seed: Of all that is drawn.
    """

    task: LiberoTask
    initial: int | None
    placed: Mapping[str, str]
    seed: int

    @property
    def problem(self) -> Problem:
        """The planning problem from this start."""
        return self.task.problem(self.atoms)

    @property
    def atoms(self) -> tuple[Literal, ...]:
        """What holds at the start.

        Raises:
            SceneError: If what is placed, or its place, makes no sense.
        """
        return self.task.placed(self.placed)

    def opened(self) -> RemoteLibero:
        """The simulator in this state, in a process of its own.

        Raises:
            BenchmarkError: If the simulator cannot be used, or has no such initial state.
            SceneError: If things cannot be placed as asked.
        """
        atoms = self.atoms
        world = RemoteLibero(self.task, seed=self.seed)
        try:
            world.reset(self.initial)
            denied = world.set_state(atoms) if self.placed else ()
        except BaseException:
            world.close()
            raise
        # What the benchmark's own start does not hold to the letter is not the user's doing.
        wrong = [atom for atom in denied if atom not in self.task.initial]
        if wrong:
            world.close()
            raise SceneError(
                f"The simulator cannot begin with ({' '.join(wrong[0])}): the thing does not fit "
                "there, or does not stay."
            )
        return world


def world(name: str, start: Start, seed: int) -> NamedWorld:
    """The task ``SUITE/TASK``, or of a BDDL file, as a world by name (`clamp.request.worlds.WorldSource`).

    Args:
        start: ``initial``: the number of the benchmark's initial state, 0 by default where it has any. Any other name
            is a thing, and what it says the place where the thing begins.

    Raises:
        BenchmarkError: If LIBERO is not installed, or has no such task.
        ConstraintError: If `initial` is no number.
        SceneError: If a thing cannot begin there.
    """
    chosen = task(name)
    placed = {thing: str(place) for thing, place in start.items() if thing != "initial"}
    given = start.get("initial", 0 if chosen.initial_states.is_file() else None)
    if given is not None and (not isinstance(given, int) or given < 0):
        raise ConstraintError(
            f"`start`: `initial` is the number of an initial state, from 0, not {shown(given)}."
        )
    begun = LiberoStart(chosen, given, placed, seed)
    return NamedWorld(begun.problem, chosen.instruction, opened=begun.opened)
