"""One library, one vocabulary, one size, in a process of its own: ``python -m clamp.bench.mask_worker JOB``.

Reads a pickled `Job`; writes one JSON object a line as soon as a figure is known, so that a process that is
stopped for taking too long has still told what it measured.
"""

from __future__ import annotations

import json
import pickle
import statistics
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from clamp.automata import Vocabulary
from clamp.bench.generate import household
from clamp.bench.grammars import ENGINES, GrammarEngine, PlanTexts
from clamp.bench.measuring import peak_mib
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.world import EXECUTABILITY, SYNTAX, World
from clamp.planning.problem import Problem
from clamp.planning.system import Action, TransitionSystem, Validation

Emit = Callable[[dict[str, Any]], None]

_BOUNDARY_SECONDS = 4.0
"""Boundaries are measured until this much time is spent."""


@dataclass(frozen=True)
class Job:
    """What one process measures.

    Attributes:
        library: ``clamp``, or a key of `ENGINES`.
        tokens: Bytes of each id.
        tokenizer_file: The tokenizer as a JSON file.
        size: Grounded actions.
        path: The plan that is written, as action indices.
        plan: Its canonical text, as tokens.
        budget: Most actions a plan may have.
        texts: The plans' frame, with the texts of all actions.
        admissible: Indices of the applicable actions at each boundary of the plan, the start included.
        repetitions: How often the plan is written for the warm figures.
        plans: Whether to compile the language of all plans; if not, only boundaries are measured.
    """

    library: str
    tokens: list[bytes | None]
    eos_ids: tuple[int, ...]
    tokenizer_file: str
    size: int
    path: tuple[int, ...]
    plan: list[int]
    budget: int
    texts: PlanTexts
    admissible: list[list[int]]
    repetitions: int
    plans: bool = True


class RecordedSystem(TransitionSystem[int]):
    """A plan's states with the actions admissible in each, looked up: what is left is not symbolic work.

    State ``k`` is the one after ``k`` actions of the plan; -1 stands for all states beside it.
    """

    name = "recorded"

    def __init__(self, problem: Problem, path: Sequence[int], admissible: Sequence[Sequence[int]]) -> None:
        self._problem = problem
        self._path = path
        self._admissible = [*admissible, admissible[0]]

    @property
    def actions(self) -> Sequence[Action]:
        return self._problem.actions

    @property
    def entities(self) -> Sequence[str]:
        return self._problem.entities

    @property
    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state == len(self._path)

    def applicable_indices(self, state: int) -> Sequence[int]:
        return self._admissible[state]

    def successor_of_index(self, state: int, index: int) -> int:
        on_plan = 0 <= state < len(self._path) and self._path[state] == index
        return state + 1 if on_plan else -1

    def search_space(self, enabled: Collection[int] | None = None) -> NoReturn:
        raise NotImplementedError("What was recorded is not searched.")

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        return None if self.index(action) in self._admissible[state] else "it was not recorded"

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Validation:
        return self._problem.validate(actions)


def summary(name: str, seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile in microseconds."""
    return {
        f"{name}_us": round(1e6 * statistics.median(seconds), 2),
        f"{name}_p95_us": round(1e6 * float(np.percentile(seconds, 95)), 2),
    }


def measure(job: Job, emit: Emit) -> None:
    """Measure one library; `emit` gets the figures piece by piece."""
    started, memory = time.perf_counter(), peak_mib()
    vocabulary = Vocabulary.from_bytes(job.tokens, job.eos_ids)
    if job.library == "clamp":
        vocabulary.trie  # noqa: B018 (built when it is first needed)
        vocabulary.trie_ids  # noqa: B018
        emit({"vocabulary_s": round(time.perf_counter() - started, 3)})
        _measure_clamp(job, vocabulary, memory, emit)
    else:
        engine = ENGINES[job.library](vocabulary, job.tokenizer_file)
        emit({"vocabulary_s": round(time.perf_counter() - started, 3)})
        _measure_engine(job, engine, emit)
        emit(_memory_since(memory))


def _memory_since(before: float) -> dict[str, float]:
    peak = peak_mib()
    return {"memory_mib": round(peak - before, 1), "process_mib": round(peak, 1)}


def _measure_clamp(job: Job, vocabulary: Vocabulary, memory: float, emit: Emit) -> None:
    problem = Problem.from_task(household(job.size, goals=1))
    problem.actions  # noqa: B018 (grounding is no part of compilation)
    started = time.perf_counter()
    constraint = PlanConstraint(problem, vocabulary, PlanFormat.skill_json(), budget=job.budget)
    emit({"compile_s": round(time.perf_counter() - started, 3)})

    # The language stays, with its lists of tokens; a new world knows nothing of any state.
    symbolic = constraint.world
    recorded = RecordedSystem(problem, job.path, job.admissible)

    def new_world() -> World:
        enforce = frozenset((SYNTAX, EXECUTABILITY))
        return World(
            recorded, symbolic.order, enforce=enforce, seen=None, budget=job.budget, limits=symbolic.limits
        )

    constraint.world = new_world()
    emit(summary("mask_first_visit", [step.mask for step in _write_plan(constraint, job.plan)]))
    steps = [step for _ in range(job.repetitions) for step in _write_plan(constraint, job.plan)]
    emit(summary("mask", [step.mask for step in steps]))
    emit(summary("advance", [step.advance for step in steps]))
    fresh: list[Step] = []
    for _ in range(job.repetitions):
        constraint.world = new_world()
        fresh += _write_plan(constraint, job.plan)
    emit(summary("mask_new_state", [step.mask for step in fresh]))
    boundaries = [step.mask + step.advance for step in fresh if step.meets_state]
    emit(summary("boundary", boundaries) | {"boundaries": len(boundaries)})
    emit(_memory_since(memory))
    # Last, because a search may take longer than everything else together.
    constraint.world = symbolic
    searched: list[float] = []
    for step in _write_plan(constraint, job.plan):
        if step.meets_state:
            searched.append(step.mask + step.advance)
            emit(summary("boundary_with_symbolic", searched) | {"boundaries_with_symbolic": len(searched)})


class Step(NamedTuple):
    """One token of a plan: seconds of the mask before it and of reading it, and whether either met a new
    state."""

    mask: float
    advance: float
    meets_state: bool


def _write_plan(constraint: PlanConstraint, plan: Sequence[int]) -> Iterator[Step]:
    """Write a plan once, past the cache of whole masks."""
    started = time.perf_counter()
    cursor = constraint.initial()
    pending = time.perf_counter() - started  # the first state is met before the first mask
    known = 0
    for token in plan:
        started = time.perf_counter()
        allowed = constraint.language.tokens(cursor.threads)
        masked = time.perf_counter()
        cursor = constraint.advance(cursor, token)
        ended = time.perf_counter()
        assert allowed.size
        met = constraint.world.states_met
        yield Step(pending + masked - started, ended - masked, met > known)
        pending, known = 0.0, met
    assert constraint.accepting(cursor)


def _measure_engine(job: Job, engine: GrammarEngine, emit: Emit) -> None:
    boundaries: list[float] = []
    everything = job.texts.actions
    began = time.perf_counter()
    while not boundaries or time.perf_counter() - began < _BOUNDARY_SECONDS:
        if len(boundaries) >= job.repetitions * len(job.admissible):
            break
        indices = job.admissible[len(boundaries) % len(job.admissible)]
        texts = replace(job.texts, actions=[everything[index] for index in indices])
        started = time.perf_counter()
        engine.mask(engine.matcher(engine.compile_next(texts)))
        boundaries.append(time.perf_counter() - started)
    emit(summary("boundary", boundaries) | {"boundaries": len(boundaries)})
    if not job.plans:
        return
    started = time.perf_counter()
    compiled = engine.compile_plans(job.texts)
    emit({"compile_s": round(time.perf_counter() - started, 3)})
    warm: list[float] = []
    advances: list[float] = []
    for repetition in range(job.repetitions + 1):
        matcher = engine.matcher(compiled)
        masks: list[float] = []
        for token in job.plan:
            started = time.perf_counter()
            engine.mask(matcher)
            masked = time.perf_counter()
            masks.append(masked - started)
            assert engine.is_admissible(matcher, token), f"{engine.package} bans token {token} of the plan"
            started = time.perf_counter()
            engine.advance(matcher, token)
            advances.append(time.perf_counter() - started)
        if repetition == 0:
            emit(summary("mask_first_visit", masks))
        else:
            warm += masks
            emit(summary("mask", warm) | summary("advance", advances))


def main(path: str) -> None:
    """Measure the job in a file."""
    job: Job = pickle.loads(Path(path).read_bytes())
    measure(job, lambda figures: print(json.dumps(figures), flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
