"""PDDL files as `clamp.planning.task.Task`, broken ones repaired.

The text is read as a tree of words with positions; names are checked against the declarations, and what is
wrong is repaired or refused, and formulas are built from it as it is read.
"""

from __future__ import annotations

import os

from clamp.planning.pddl.domain import read_domain
from clamp.planning.pddl.problem import read_problem
from clamp.planning.pddl.source import Repair, load
from clamp.planning.task import Domain, Task

__all__ = ["read_domain_file", "read_task"]


def read_domain_file(
    domain: str | os.PathLike[str], *, repair: bool = True
) -> tuple[Domain, tuple[Repair, ...]]:
    """Read a domain alone.

    Args:
        domain, repair: As of `read_task`.

    Raises:
        PDDLError: As `read_task` does.
    """
    reading = read_domain(load(domain, "domain"), repair)
    return reading.domain, reading.repairs


def read_task(
    domain: str | os.PathLike[str], problem: str | os.PathLike[str], *, repair: bool = True
) -> tuple[Task, tuple[Repair, ...]]:
    """Read a domain and a problem.

    Names keep their spelling and are compared without regard to case, as PDDL says.

    Args:
        domain: Path of the domain file, or its text (a string with a parenthesis in it).
        problem: Path of the problem file, or its text.
        repair: Whether texts that depart from PDDL are repaired where it is clear how. If false, the first
            departure is an error. `docs/pddl.md` lists all repairs.

    Returns:
        The task, and what was repaired or noted, in the order of the texts, the domain's first.

    Raises:
        PDDLError: If a file cannot be read, is not PDDL, needs a feature that is not supported, or is wrong
            in a way that is not repaired. The message has file, line and column.
    """
    reading = read_domain(load(domain, "domain"), repair)
    task, repairs = read_problem(reading, load(problem, "problem"), repair)
    return task, reading.repairs + repairs
