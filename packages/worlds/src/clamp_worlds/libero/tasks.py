"""LIBERO's suites and tasks, found in the installed benchmark without loading its simulator."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from clamp.errors import BenchmarkError, SceneError
from clamp.planning import Problem
from clamp_worlds.libero.bddl import BddlTask, Literal, read_bddl
from clamp_worlds.libero.domain import Cast, domain_text, initial_atoms, problem, problem_text

SUITES = ("libero_90", "libero_10", "libero_goal", "libero_spatial", "libero_object")
"""The original suites: 130 tasks."""

TRAINING_SUITE = "libero_90"
"""The only suite that anything in this project is trained or tuned on."""

INSTALL = "pip install 'clamp-worlds[libero]'"


def root() -> Path:
    """The folder of LIBERO's files (``bddl_files``, ``init_files``) in the installed benchmark.

    Raises:
        BenchmarkError: If the benchmark is not installed.
    """
    spec = importlib.util.find_spec("libero")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "libero"
        if (folder / "bddl_files").is_dir():
            return folder
    raise BenchmarkError(f"LIBERO's task files are not installed ({INSTALL}).")


def suites() -> tuple[str, ...]:
    """All suites, the original ones first, then LIBERO-PRO's variants.

    Raises:
        BenchmarkError: If the benchmark is not installed.
    """
    found = sorted(path.name for path in (root() / "bddl_files").iterdir() if path.is_dir())
    return (*(name for name in SUITES if name in found), *(name for name in found if name not in SUITES))


@dataclass(frozen=True)
class LiberoTask:
    """One task of a suite.

    Attributes:
        suite: Such as ``"libero_90"``.
        name: The file's name without ending.
        path: The BDDL file.
    """

    suite: str
    name: str
    path: Path

    @property
    def id(self) -> str:
        """Suite and name, unique."""
        return f"{self.suite}/{self.name}"

    @cached_property
    def bddl(self) -> BddlTask:
        """The task file, read."""
        return read_bddl(self.path)

    @property
    def instruction(self) -> str:
        """What to do, in English, in lower case."""
        return self.bddl.language

    @cached_property
    def cast(self) -> Cast:
        """The entities and their types."""
        return Cast.of(self.bddl)

    @property
    def goal(self) -> tuple[Literal, ...]:
        """BDDL literals that must all hold in the end."""
        return self.bddl.goal

    @property
    def initial(self) -> tuple[Literal, ...]:
        """What holds at first, as planning atoms."""
        return initial_atoms(self.bddl, self.cast)

    def placed(self, places: Mapping[str, str]) -> tuple[Literal, ...]:
        """What holds at first if some things begin elsewhere, as planning atoms.

        Args:
            places: A thing that can be picked up → the drawer or compartment that it is in, or what it is on.

        Raises:
            SceneError: If there is no such thing, or no such place.
        """
        cast = self.cast
        atoms = [atom for atom in self.initial if atom[0] not in ("on", "in") or atom[1] not in places]
        for thing, place in places.items():
            if thing not in cast.items:
                raise SceneError(
                    f"{thing!r} cannot be placed: {self.id} has {', '.join(cast.items)} to be picked up."
                )
            if place not in cast.types or place == thing:
                others = ", ".join(name for name in cast.types if name != thing)
                raise SceneError(f"{thing!r} cannot be placed in or on {place!r}; places are {others}.")
            kind = cast.types[place]
            atoms.append(("in" if kind in ("drawer", "compartment") else "on", thing, place))
            if kind == "area":
                atoms.append(("on", thing, cast.whole[place]))
        return tuple(dict.fromkeys(atoms))

    def problem(self, atoms: Sequence[Sequence[str]] | None = None) -> Problem:
        """The planning problem, from the task's own initial state or another.

        Raises:
            DomainError: If the task says what the domain cannot.
        """
        if atoms is None:
            return self._problem
        return problem(self.pddl_name, self.cast, atoms, self.goal)

    @cached_property
    def _problem(self) -> Problem:
        return problem(self.pddl_name, self.cast, self.initial, self.goal)

    def pddl(self) -> tuple[str, str]:
        """The domain and the problem as PDDL text."""
        return domain_text(self.cast), problem_text(self.pddl_name, self.cast, self.initial, self.goal)

    @property
    def pddl_name(self) -> str:
        """Suite and name in the characters that PDDL allows."""
        return re.sub(r"[^a-z0-9_-]", "_", f"{self.suite}-{self.name}".lower())

    @cached_property
    def scene_key(self) -> tuple[object, ...]:
        """Equal for tasks that differ in instruction and goal only: they can share one simulator."""
        bddl = self.bddl
        placed = {literal[2] for literal in bddl.initial if len(literal) == 3}
        return (
            bddl.problem,
            tuple(bddl.fixtures.items()),
            tuple(bddl.objects.items()),
            tuple(sorted(bddl.initial)),
            tuple((name, bddl.regions[name]) for name in sorted(placed & set(bddl.regions))),
        )

    @property
    def initial_states(self) -> Path:
        """The benchmark's own simulator states at the start, a NumPy archive."""
        return self.path.parents[2] / "init_files" / self.suite / f"{self.name}.pruned_init.npz"


def tasks(suite: str) -> tuple[LiberoTask, ...]:
    """The tasks of a suite, by name.

    Raises:
        BenchmarkError: If the benchmark is not installed, or has no such suite.
    """
    folder = root() / "bddl_files" / suite
    if suite not in suites():
        raise BenchmarkError(f"LIBERO has no suite {suite!r}; it has {', '.join(suites())}.")
    return tuple(LiberoTask(suite, path.stem, path) for path in sorted(folder.glob("*.bddl")))


def task(identifier: str) -> LiberoTask:
    """The task with an id such as ``"libero_goal/turn_on_the_stove"``, or a BDDL file's path.

    Raises:
        BenchmarkError: If there is no such task.
    """
    if identifier.endswith(".bddl") and os.path.isfile(identifier):
        path = Path(identifier)
        return LiberoTask(path.parent.name, path.stem, path)
    suite, _, name = identifier.partition("/")
    names = {one.name: one for one in tasks(suite)}
    if name in names:
        return names[name]
    if not name:
        raise BenchmarkError(f"A task of LIBERO is SUITE/TASK; {suite!r} has the tasks {', '.join(names)}.")
    from rapidfuzz import process

    near = ", ".join(found[0] for found in process.extract(name, list(names), limit=3))
    raise BenchmarkError(f"LIBERO's suite {suite!r} has no task {name!r}; near it are {near}.")


def is_held_out(suite: str) -> bool:
    """Whether a suite is kept for evaluation: all but `TRAINING_SUITE`."""
    return suite != TRAINING_SUITE


def problem_of(record: Mapping[str, Any], goal: Sequence[Sequence[str]]) -> Problem:
    """The planning problem of a rendered state (a line of ``records.jsonl``) with any goal.

    Args:
        goal: BDDL literals such as ``("in", "butter_1", "basket_1_contain_region")``.

    Raises:
        DomainError: If the goal does not fit the scene.
    """
    return problem("rendered", Cast.from_objects(record["objects"]), record["atoms"], goal)


FLUENTS = ("on", "in", "open", "turned_on", "holding")
"""The predicates that a state is described by; an empty hand is implied."""


def atoms_of(problem: Problem, state: int) -> tuple[Literal, ...]:
    """A state of a LIBERO problem as planning atoms, sorted."""
    facts = problem.facts(state)
    return tuple(sorted((fact.predicate, *fact.args) for fact in facts if fact.predicate in FLUENTS))


def random_state(problem: Problem, steps: int, rng: np.random.Generator) -> tuple[Literal, ...]:
    """The state after some random actions, with an empty hand.

    A kind of action is drawn first and then its arguments, so that drawers are opened as often as things are
    moved.

    Args:
        steps: How many actions; one more where the hand would be full.
    """
    state = problem.initial
    while steps > 0 or any(atom[0] == "holding" for atom in atoms_of(problem, state)):
        kinds: dict[str, list[int]] = {}
        for index in problem.applicable_indices(state):
            kinds.setdefault(problem.actions[index].name, []).append(index)
        if not kinds:
            break
        kind = sorted(kinds)[rng.integers(len(kinds))]
        state = problem.successor_of_index(state, int(rng.choice(kinds[kind])))
        steps -= 1
    return atoms_of(problem, state)
