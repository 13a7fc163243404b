"""``clamp plan --libero``: a task of LIBERO, its start, and the simulator that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clamp.cli.console import messages
from clamp.cli.sight import Sight
from clamp.errors import SceneError

if TYPE_CHECKING:
    from clamp.cli.task_file import TaskFile
    from clamp.environments.libero import LiberoTask
    from clamp.environments.libero.bddl import Literal
    from clamp.environments.libero.remote import RemoteLibero
    from clamp.planning import Problem


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

    def open(self) -> RemoteLibero:
        """The simulator in this state, in a process of its own.

        Raises:
            BenchmarkError: If the simulator cannot be used, or has no such initial state.
            SceneError: If things cannot be placed as asked.
        """
        from clamp.environments.libero.remote import RemoteLibero

        atoms = self.atoms
        with messages().status("Starting LIBERO's simulator"):
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

    def look(self) -> Sight:
        """What the simulator's cameras show at the start."""
        from clamp.perception.pictures import picture_of

        with self.open() as world:
            seen = world.observe()
        return Sight({view: picture_of(pixels) for view, pixels in seen.images.items()}, seen.scene)


def libero_start(spec: TaskFile) -> LiberoStart | None:
    """The start that a task file or options ask for, if of a task of LIBERO.

    Raises:
        BenchmarkError: If LIBERO is not installed, or has no such task.
    """
    if spec.libero is None:
        return None
    from clamp.environments.libero import task

    chosen = task(spec.libero)
    initial = spec.initial
    if initial is None and chosen.initial_states.is_file():
        initial = 0
    return LiberoStart(chosen, initial, spec.place or {}, spec.seed)
