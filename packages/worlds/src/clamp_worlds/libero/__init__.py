"""LIBERO and LIBERO-PRO: 130 tabletop tasks and their variants as planning problems, pictures and scenes."""

from clamp_worlds.libero.domain import Cast
from clamp_worlds.libero.tasks import (
    SUITES,
    TRAINING_SUITE,
    LiberoTask,
    is_held_out,
    problem_of,
    suites,
    task,
    tasks,
)

__all__ = [
    "SUITES",
    "TRAINING_SUITE",
    "Cast",
    "LiberoTask",
    "is_held_out",
    "problem_of",
    "suites",
    "task",
    "tasks",
]
