"""Tokens a second of one GGUF file in llama.cpp and in transformers, side by side, each with processor time.

Both hosts are loaded in one process and write the same requests in turn, so that whatever else the machine does
falls on both: a text without a constraint, and a plan under CLAMP's. transformers computes with the file's weights
unpacked to bfloat16, llama.cpp with the file as it is. Writes one JSON document.

    python benchmarks/llamacpp.py --model FILE.gguf --rounds 3
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import clamp
from clamp.hosts.jobs import PlanRequest, job_of
from clamp.hosts.loading import load_host

ROOT = Path(__file__).resolve().parent.parent
KITCHEN = ROOT / "examples" / "kitchen"
INSTRUCTION = "Put the milk away and wash the red cup."


def measured(host: Any, request: PlanRequest) -> dict[str, Any]:
    """One text: its tokens, and what they took beside the prompt (which is read once before)."""
    started, processor = perf_counter(), process_time()
    (result,) = host.write([request])
    timing = result.timing
    wall, used = perf_counter() - started, process_time() - processor
    share = timing.generation / (timing.generation + timing.prompt)
    return {
        "tokens": timing.tokens,
        "tokens_per_second": timing.tokens / timing.generation,
        "processor_seconds_per_token": used * share / timing.tokens,
        "wall_seconds": wall,
        "constraint_share": timing.constraint_share,
        "text": result.text,
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", help="a GGUF file; SmolLM2-135M-Instruct by default")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=48, help="of the text without a constraint")
    asked = parser.parse_args()
    problem = clamp.Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    hosts = {name: load_host(name, asked.model) for name in ("llamacpp", "transformers")}
    found: dict[str, Any] = {"model": asked.model, "rounds": asked.rounds, "hosts": {}}
    runs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for turn in range(asked.rounds + 1):
        for name, host in hosts.items():
            request = clamp.Request.of(problem, INSTRUCTION, budget=14)
            job = job_of(request, host.constrained(request))
            free = PlanRequest(job.prompt, None, job.plan_format, problem, max_new_tokens=asked.tokens)
            for kind, one in (("free", free), ("plan", job)):
                figures = measured(host, one)
                print(turn, name, kind, f"{figures['tokens_per_second']:.2f} tokens/s", file=sys.stderr)
                if turn:  # the first round reads the prompt, and warms what is to be warmed
                    runs.setdefault((name, kind), []).append(figures)
    for (name, kind), figures in runs.items():
        row = {
            key: statistics.median(one[key] for one in figures)
            for key in ("tokens_per_second", "processor_seconds_per_token", "constraint_share")
        }
        found["hosts"].setdefault(name, {})[kind] = row | {"text": figures[0]["text"]}
    for kind in ("free", "plan"):
        ours, theirs = (found["hosts"][name][kind] for name in ("llamacpp", "transformers"))
        found[f"{kind}_times_as_fast"] = ours["tokens_per_second"] / theirs["tokens_per_second"]
        found[f"{kind}_processor_ratio"] = (
            theirs["processor_seconds_per_token"] / ours["processor_seconds_per_token"]
        )
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
