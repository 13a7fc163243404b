"""`clamp bench serving`: what constraints and guidance cost in a vLLM engine that serves several requests at a time.

All kinds run in one process, in turns, so that a busy machine slows them alike, and a ratio is the median of those of
single turns. Each request has a constraint of its own, made before the clock starts and used once, as in serving, all
of them over one problem: what is computed when a plan first comes to a place is in the figures, except for what an
earlier request over that problem found out for all. Rows draw at temperature 1 from seeds of their own, and all write
the same number of tokens. The clock runs from the step after the prompts, for reading a prompt is dear and the same for
all. Beside the clock on the wall stands the processor time of all threads of the process, which other work on the
machine disturbs less.
"""

# vLLM is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from clamp.decoding import Constraint, PlanConstraint, PlanFormat
from clamp.errors import BenchmarkError
from clamp.hmm import HMM
from clamp.hosts.loading import load_host
from clamp.hosts.planner import prompt_tokens
from clamp.planning.problem import Problem
from clamp.request.prompts import plan_messages
from clamp.serve.description import KEY, Handed, hand_over, take_back
from clamp_worlds.household import household

CONCURRENCY = (1, 4, 16)
KINDS = ("unconstrained", "guided JSON", "hard", "guided")
TARGETS = {"hard": 1.05, "guided": 1.10}
"""At most so many times the time of an unconstrained text."""
_ACTIONS = 200
"""Grounded actions of the household task that is planned for; its plans have more tokens than are counted."""
_BUDGET = 40
_WARM = 6
"""Tokens of a turn that is not counted."""


def run(
    *,
    concurrency: Sequence[int] = CONCURRENCY,
    tokens: int = 48,
    repetitions: int = 5,
    model: str | None = None,
    dtype: str = "bfloat16",
    hmm: str | None = None,
    states: int = 128,
    planner: Any = None,
    progress: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """Measure.

    Args:
        concurrency: Requests that are written side by side.
        tokens: Of each request.
        repetitions: Turns of each kind.
        model: As of `VLLMPlanner.from_pretrained`.
        hmm: Folder of an HMM for it; a random one by default, which costs the same.
        states: Of that.
        planner: A `VLLMPlanner`, instead of the model's.

    Returns:
        Figures, JSON-able: for each concurrency and kind its tokens a second, the ratios of its time to that of
        unconstrained text, on the wall and on processors, and the part of its time that was spent in CLAMP.

    Raises:
        HostError: If there is no vLLM, or it does not start.
        BenchmarkError: If a text ended before all tokens were written.
    """
    if planner is None:
        planner = load_host(
            "vllm",
            model,
            dtype=dtype,
            max_model_len=1024,
            max_num_seqs=max(concurrency),
            enforce_eager=True,
            hmm=hmm,
        )
    if planner.hmm is None:
        planner.hmm = HMM.random(states, planner.vocabulary.size, seed=0)
    problem = Problem(household(_ACTIONS))
    rows: list[dict[str, Any]] = []
    for many in concurrency:
        turns: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
        for kind in KINDS:
            progress(f"{many} at a time: warming up ({kind})")
            _turn(planner, problem, kind, many, _WARM)
        for number in range(repetitions):
            progress(f"{many} at a time: turn {number + 1} of {repetitions}")
            # The kinds take turns in going first, so that none always follows the same other.
            for kind in (*KINDS[number % len(KINDS) :], *KINDS[: number % len(KINDS)]):
                turns[kind].append(_turn(planner, problem, kind, many, tokens))
        rows += [{"concurrency": many, "kind": kind, **_figures(turns, kind)} for kind in KINDS]
    return {
        "model": planner.name,
        "vocabulary": planner.vocabulary.size,
        "hidden_states": len(planner.hmm.initial),
        "tokens": tokens,
        "turns": repetitions,
        "targets": TARGETS,
        "rows": rows,
        "met": {
            kind: {
                by: all(row[f"{by}_ratio"] <= most for row in rows if row["kind"] == kind)
                for by in ("wall", "processor")
            }
            for kind, most in TARGETS.items()
        },
    }


def _figures(turns: dict[str, list[dict[str, float]]], kind: str) -> dict[str, Any]:
    """The medians of a kind's turns, and of the ratios to the unconstrained text of the same turn."""
    mine, free = turns[kind], turns["unconstrained"]

    def ratio(name: str) -> float:
        return statistics.median(one[name] / other[name] for one, other in zip(mine, free, strict=True))

    middle = {name: statistics.median(one[name] for one in mine) for name in mine[0]}
    return {
        "tokens_per_second": 1 / middle["seconds"],
        "wall_ratio": ratio("seconds"),
        "processor_ratio": ratio("processor"),
        "clamp_share": middle["clamp"] / middle["seconds"],
        "clamp_ms_a_token": 1e3 * middle["clamp"],
        "made_ms_a_request": 1e3 * middle["made"],
    }


def _constraint(planner: Any, problem: Problem, kind: str) -> Constraint[Any] | None:
    if kind not in TARGETS:
        return None
    hard = PlanConstraint(problem, planner.vocabulary, PlanFormat.calls(), budget=_BUDGET)
    made: Constraint[Any] = hard if kind == "hard" else planner.guided(hard)
    if (failure := made.failure()) is not None:
        raise BenchmarkError(f"There is no plan to write: {failure.message}")
    return made


def _schema(problem: Problem) -> dict[str, Any]:
    """A list of actions by their names and what they may be of, longer than what is written of it."""
    names, entities = sorted({one.name for one in problem.actions}), sorted(problem.entities)
    arguments = {"type": "array", "items": {"enum": entities}, "minItems": 1, "maxItems": 3}
    action = {
        "type": "object",
        "properties": {"action": {"enum": names}, "arguments": arguments},
        "required": ["action", "arguments"],
        "additionalProperties": False,
    }
    return {"type": "array", "items": action, "minItems": 60, "maxItems": 80}


@contextmanager
def _handed(
    constraints: Sequence[Constraint[Any] | None],
) -> Generator[list[tuple[dict[str, Any], Handed | None]]]:
    carried = [None if one is None else hand_over(one) for one in constraints]
    try:
        yield [({}, None) if one is None else ({KEY: one[0]}, one[1]) for one in carried]
    finally:
        for one in carried:
            if one is not None:
                take_back(one[0])


def _turn(planner: Any, problem: Problem, kind: str, many: int, tokens: int) -> dict[str, float]:
    """So many requests from their prompts to their last tokens; seconds a token."""
    vllm: Any = import_module("vllm")
    structured: Any = import_module("vllm.sampling_params").StructuredOutputsParams
    engine: Any = planner.llm.llm_engine
    started = time.perf_counter()
    with _handed([_constraint(planner, problem, kind) for _ in range(many)]) as carried:
        made = time.perf_counter() - started
        for row, (extra, _) in enumerate(carried):
            messages = plan_messages(
                problem, f"Tidy up, variant {row}.", plan_format=PlanFormat.calls(), budget=_BUDGET
            )
            params = vllm.SamplingParams(
                temperature=1.0,
                seed=row,
                max_tokens=tokens,
                ignore_eos=kind not in TARGETS,
                detokenize=False,
                extra_args=extra,
                structured_outputs=structured(json=_schema(problem)) if kind == "guided JSON" else None,
            )
            prompt = {"prompt_token_ids": list(prompt_tokens(messages, planner.tokenizer))}
            engine.add_request(f"{kind}-{row}", prompt, params)
        written: dict[str, int] = {}
        while len(written) < many:
            _step(engine, written)
        records = [record for _, record in carried if record is not None]
        begun, before = sum(written.values()), sum(record.seconds for record in records)
        started, processor = time.perf_counter(), time.process_time()
        while engine.has_unfinished_requests():
            _step(engine, written)
        seconds, processor = time.perf_counter() - started, time.process_time() - processor
    if sum(written.values()) != many * tokens:
        raise BenchmarkError(
            f"A text ended before its {tokens} tokens ({kind}: {written}). Choose fewer --tokens."
        )
    steps = sum(written.values()) - begun
    return {
        "seconds": seconds / steps,
        "processor": processor / steps,
        "clamp": (sum(record.seconds for record in records) - before) / steps,
        "made": made / many,
    }


def _step(engine: Any, written: dict[str, int]) -> None:
    for output in engine.step():
        written[output.request_id] = len(output.outputs[0].token_ids)
