"""Measures masks of one library, CLAMP or another, in a process: ``python -m clamp_bench.speed.mask_worker JOB``.

Reads a pickled `MaskJob`; writes one JSON object a line as soon as a figure is known, so that a process that is
stopped for taking too long has still told what it measured.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false, reportAttributeAccessIssue=false

from __future__ import annotations

import importlib
import json
import pickle
import re
import statistics
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp.decoding.world import EXECUTABILITY, SYNTAX, World
from clamp.errors import BenchmarkError
from clamp.planning.problem import Problem
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import Action, TransitionSystem, Validation
from clamp_bench.speed.measuring import peak_mib
from clamp_bench.vlabench.format import vlabench
from clamp_worlds.household import household

# The libraries are only partly typed.


@dataclass(frozen=True)
class PlanTexts:
    """What stands around the actions of a plan, and the texts of actions."""

    opening: str
    separator: str
    closing: str
    actions: Sequence[str]


class GrammarEngine(ABC):
    """One library with one vocabulary. A matcher is whatever the library calls so."""

    package: str

    @abstractmethod
    def compile_plans(self, texts: PlanTexts) -> Any:
        """The language of all plans over some actions."""

    @abstractmethod
    def compile_next(self, texts: PlanTexts) -> Any:
        """The language of one more action and what may follow it: what a new state needs."""

    @abstractmethod
    def matcher(self, compiled: Any) -> Any:
        """A matcher before the first token."""

    @abstractmethod
    def mask(self, matcher: Any) -> None:
        """Write the mask of the next token into the engine's own buffer."""

    @abstractmethod
    def is_admissible(self, matcher: Any, token: int) -> bool:
        """Whether the mask that was written last admits a token."""

    @abstractmethod
    def advance(self, matcher: Any, token: int) -> None:
        """Read one token."""


def is_installed(package: str) -> bool:
    """Whether a competitor can be measured here."""
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _bit(mask: Any, token: int) -> bool:
    return bool(int(mask[token // 32]) >> (token % 32) & 1)


class LLGuidance(GrammarEngine):
    """llguidance, with ``no_forcing``: otherwise it bans tokens that models really write."""

    package = "llguidance"

    def __init__(self, vocabulary: Vocabulary, tokenizer_file: str) -> None:
        library: Any = importlib.import_module("llguidance")
        numpy: Any = importlib.import_module("llguidance.numpy")
        self._matcher: Any = library.LLMatcher
        self._fill = numpy.fill_next_token_bitmask
        self._tokenizer: Any = library.LLTokenizer(
            tokenizer_file, n_vocab=vocabulary.size, eos_token=min(vocabulary.eos_ids)
        )
        # The default limits are for grammars of ordinary size.
        self._limits: Any = library.LLParserLimits(
            initial_lexer_fuel=10**9, step_lexer_fuel=10**9, max_lexer_states=10**7, max_grammar_size=10**8
        )
        self._mask: Any = numpy.allocate_token_bitmask(1, vocabulary.size)

    def _grammar(self, start: str, texts: PlanTexts) -> str:
        actions = " | ".join(map(_quoted, texts.actions))
        lark = f'%llguidance {{"no_forcing": true}}\nstart: {start}\nACTION: {actions}\n'
        return self._matcher.grammar_from_lark(lark)

    def compile_plans(self, texts: PlanTexts) -> Any:
        opening, separator, closing = map(_quoted, (texts.opening, texts.separator, texts.closing))
        return self._checked(self._grammar(f"{opening} ACTION ({separator} ACTION)* {closing}", texts))

    def compile_next(self, texts: PlanTexts) -> Any:
        return self._checked(
            self._grammar(f"ACTION ({_quoted(texts.separator)} | {_quoted(texts.closing)})", texts)
        )

    def _checked(self, grammar: str) -> Any:
        # A matcher is what compiles a grammar; `reset` brings it back to the start.
        matcher = self._matcher(self._tokenizer, grammar, limits=self._limits)
        if matcher.is_error():
            raise BenchmarkError(f"llguidance refuses the grammar of the plans: {matcher.get_error()}")
        return matcher

    def matcher(self, compiled: Any) -> Any:
        compiled.reset()
        return compiled

    def mask(self, matcher: Any) -> None:
        self._fill(matcher, self._mask, 0)

    def is_admissible(self, matcher: Any, token: int) -> bool:
        return _bit(self._mask[0], token)

    def advance(self, matcher: Any, token: int) -> None:
        matcher.consume_token(token)


class XGrammar(GrammarEngine):
    """xgrammar, with its cache of compiled grammars off: no two states have the same actions."""

    package = "xgrammar"

    def __init__(self, vocabulary: Vocabulary, tokenizer_file: str) -> None:
        self._library: Any = importlib.import_module("xgrammar")
        tokens = [vocabulary.bytes_of(token) or b"" for token in range(vocabulary.size)]
        information = self._library.TokenizerInfo(
            tokens,
            vocab_type=self._library.VocabType.RAW,
            vocab_size=vocabulary.size,
            stop_token_ids=sorted(vocabulary.eos_ids),
        )
        self._compiler: Any = self._library.GrammarCompiler(information, cache_enabled=False)
        self._mask: Any = self._library.allocate_token_bitmask(1, vocabulary.size)

    def _compile(self, root: str, texts: PlanTexts) -> Any:
        actions = " | ".join(map(_quoted, texts.actions))
        return self._compiler.compile_grammar(f"root ::= {root}\naction ::= {actions}\n")

    def compile_plans(self, texts: PlanTexts) -> Any:
        opening, separator, closing = map(_quoted, (texts.opening, texts.separator, texts.closing))
        return self._compile(f"{opening} action ({separator} action)* {closing}", texts)

    def compile_next(self, texts: PlanTexts) -> Any:
        return self._compile(f"action ({_quoted(texts.separator)} | {_quoted(texts.closing)})", texts)

    def matcher(self, compiled: Any) -> Any:
        return self._library.GrammarMatcher(compiled)

    def mask(self, matcher: Any) -> None:
        matcher.fill_next_token_bitmask(self._mask)

    def is_admissible(self, matcher: Any, token: int) -> bool:
        return _bit(self._mask[0].numpy(), token)

    def advance(self, matcher: Any, token: int) -> None:
        matcher.accept_token(token)


class OutlinesCore(GrammarEngine):
    """outlines-core: an index of every state of a regular expression's automaton by token."""

    package = "outlines-core"

    def __init__(self, vocabulary: Vocabulary, tokenizer_file: str) -> None:
        self._library: Any = importlib.import_module("outlines_core")
        ids: dict[bytes, list[int]] = {}
        for token in range(vocabulary.size):
            data = vocabulary.bytes_of(token)
            if data:
                ids.setdefault(data, []).append(token)
        self._vocabulary: Any = self._library.Vocabulary(min(vocabulary.eos_ids), ids)
        self._mask = np.zeros((vocabulary.size + 31) // 32, dtype=np.int32)

    def compile_plans(self, texts: PlanTexts) -> Any:
        opening, separator, closing = map(re.escape, (texts.opening, texts.separator, texts.closing))
        action = "(" + "|".join(map(re.escape, texts.actions)) + ")"
        return self._library.Index(f"{opening}{action}({separator}{action})*{closing}", self._vocabulary)

    def compile_next(self, texts: PlanTexts) -> Any:
        separator, closing = map(re.escape, (texts.separator, texts.closing))
        action = "|".join(map(re.escape, texts.actions))
        return self._library.Index(f"({action})({separator}|{closing})", self._vocabulary)

    def matcher(self, compiled: Any) -> Any:
        return self._library.Guide(compiled)

    def mask(self, matcher: Any) -> None:
        matcher.write_mask_into(self._mask.ctypes.data, self._mask.size, self._mask.itemsize)

    def is_admissible(self, matcher: Any, token: int) -> bool:
        return _bit(self._mask, token)

    def advance(self, matcher: Any, token: int) -> None:
        matcher.advance(token, return_tokens=False)


ENGINES: dict[str, type[LLGuidance | XGrammar | OutlinesCore]] = {
    engine.package: engine for engine in (LLGuidance, XGrammar, OutlinesCore)
}


Emit = Callable[[dict[str, Any]], None]

_BOUNDARY_SECONDS = 4.0
"""Boundaries are measured until this much time is spent."""


@dataclass(frozen=True)
class MaskJob:
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


def measure(job: MaskJob, emit: Emit) -> None:
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


def _measure_clamp(job: MaskJob, vocabulary: Vocabulary, memory: float, emit: Emit) -> None:
    problem = Problem.from_task(household(job.size, goals=1))
    problem.actions  # noqa: B018 (grounding is no part of compilation)
    started = time.perf_counter()
    # A boundary is measured to its end: no limit of time between two actions.
    limits = SearchLimits(boundary_seconds=None)
    constraint = PlanConstraint(problem, vocabulary, vlabench(), budget=job.budget, limits=limits)
    emit({"compile_s": round(time.perf_counter() - started, 3)})

    # The language stays, with its lists of tokens; a new world knows nothing of any state.
    symbolic = constraint.world
    recorded = RecordedSystem(problem, job.path, job.admissible)

    def new_world() -> World:
        enforce = frozenset((SYNTAX, EXECUTABILITY))
        return World(
            recorded,
            symbolic.order,
            enforce=enforce,
            seen=None,
            budget=job.budget,
            limits=symbolic.limits,
            loops=True,
        )

    constraint.world = new_world()
    emit(summary("mask_first_visit", [step.mask for step in _write_plan(constraint, job.plan)]))
    steps = [step for _ in range(job.repetitions) for step in _write_plan(constraint, job.plan)]
    emit(summary("mask", [step.mask for step in steps]))
    emit(summary("advance", [step.advance for step in steps]))
    fresh: list[MaskStep] = []
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


class MaskStep(NamedTuple):
    """One token of a plan: seconds of the mask before it and of reading it, and whether either met a new
    state."""

    mask: float
    advance: float
    meets_state: bool


def _write_plan(constraint: PlanConstraint, plan: Sequence[int]) -> Iterator[MaskStep]:
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
        yield MaskStep(pending + masked - started, ended - masked, met > known)
        pending, known = 0.0, met
    assert constraint.accepting(cursor)


def _measure_engine(job: MaskJob, engine: GrammarEngine, emit: Emit) -> None:
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
    job: MaskJob = pickle.loads(Path(path).read_bytes())
    measure(job, lambda figures: print(json.dumps(figures), flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
