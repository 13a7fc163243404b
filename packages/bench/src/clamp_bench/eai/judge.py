"""EAI's Action Sequencing judge: its own evaluator, unmodified, in a process and a folder of its own.

Reported twice: the official score, over the tasks that EAI counts, and a corrected score, over every task
that has a goal. `docs/benchmarks.md` lists how the two differ, with the evidence.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path
from typing import Any

from clamp.errors import BenchmarkError
from clamp_bench.eai.evaluator_process import EAIVerdict
from clamp_bench.records import command, environment

OnTask = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class EAIJudgement:
    """What EAI's evaluator and the replay say about a set of outputs.

    Attributes:
        official: EAI's summary, under EAI's names. Rates are per cent of `counted` tasks; ``None`` where
            EAI divides by zero, because no counted task has a goal of that kind.
        evaluator_wrote: Whether EAI's evaluator wrote `official` itself. It stops at the first division by
            zero; `official` is then computed from its verdicts, task by task.
        counted: Tasks in EAI's denominator.
        verdicts: One a task, in the order of the outputs.
        error_info: EAI's own details about each plan it refused or ran (empty if it stopped).
    """

    official: dict[str, Any]
    evaluator_wrote: bool
    counted: int
    verdicts: tuple[EAIVerdict, ...]
    error_info: Mapping[str, Any]


def package_version() -> str:
    """The installed version of ``eai-eval``.

    Raises:
        BenchmarkError: If it is not installed.
    """
    if util.find_spec("virtualhome_eval") is None:
        raise BenchmarkError(
            "The package eai-eval (module virtualhome_eval), which holds the benchmark's tasks and judge, is "
            "not installed. Install it with: pip install --no-deps eai-eval"
        )
    try:
        return metadata.version("eai-eval")
    except metadata.PackageNotFoundError:
        return "unknown"


def generate_prompts(file_ids: Sequence[str], task: str = "action-sequencing") -> dict[str, str]:
    """EAI's own prompts of a task, generated now (0.05 s each), by file id.

    The Action Sequencing prompts that the package ships are of an older format: names without ids, which its
    evaluator no longer accepts.

    Raises:
        BenchmarkError: If the package is missing or its generator fails, or EAI has no such task.
    """
    request: dict[str, Any] = {"file_ids": list(file_ids)}
    if task != "action-sequencing":
        request["task"] = task
    prompts: dict[str, str] = _work("prompts", request, None)["prompts"]
    if unknown := [file_id for file_id in file_ids if file_id not in prompts]:
        raise BenchmarkError(f"EAI's VirtualHome scene has no task {', '.join(unknown[:5])}.")
    return {file_id: prompts[file_id] for file_id in file_ids}


def judge(outputs: Mapping[str, str], on_task: OnTask | None = None) -> EAIJudgement:
    """Judge outputs (file id → text) by EAI's evaluator; about 0.1 s a task.

    Args:
        on_task: Called with a file id when the evaluator is done with it; after a crash of the evaluator
            it may be called again.

    Raises:
        BenchmarkError: If the package is missing, or its evaluator does not behave as this code expects.
    """
    result = _work("judge", {"outputs": dict(outputs)}, on_task)
    verdicts = tuple(EAIVerdict(**entry) for entry in result["verdicts"])
    computed = official_summary(verdicts)
    written = result["summary"]
    if written is not None and written != computed:
        raise BenchmarkError(
            f"EAI's evaluator wrote {json.dumps(written)}, but its log reads {json.dumps(computed)}. "
            f"eai-eval {package_version()} may log in another way than 1.0.5 does."
        )
    return EAIJudgement(
        official=computed,
        evaluator_wrote=written is not None,
        counted=sum(not verdict.excluded for verdict in verdicts),
        verdicts=verdicts,
        error_info=result["error_info"] or {},
    )


def evaluate(
    task: str,
    outputs: Mapping[str, str],
    on_task: OnTask | None = None,
    known: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What EAI's own evaluator of another task says of outputs (file id → text).

    Args:
        task: ``subgoal-decomposition``, ``goal-interpretation``, ``transition-modeling`` or ``behavior-goals``.
        on_task, known: See `clamp_bench.eai.evaluator_process.judge_subgoals`.

    Raises:
        BenchmarkError: If the package or one that it needs is missing, or its evaluator fails.
    """
    lacking = [name for name in _NEEDED[task] if util.find_spec(name) is None]
    if lacking:
        raise BenchmarkError(
            f"EAI's evaluator of {task} needs {', '.join(lacking)}. Install what it needs with: "
            "pip install 'clamp-bench[eai]'"
        )
    return _work(task, {"outputs": dict(outputs), "known": dict(known or {})}, on_task)


_NEEDED = {
    "subgoal-decomposition": ("lark", "fire"),
    "goal-interpretation": ("scipy",),
    "transition-modeling": ("scipy",),
    "behavior-goals": ("behavior_eval", "yaml"),
}


def official_summary(verdicts: Sequence[EAIVerdict]) -> dict[str, Any]:
    """EAI's summary, from its verdicts task by task: its names, its arithmetic, its rounding.

    A text without any plan counts as one parsing error, a text that breaks EAI's parser as two. ``None``
    stands where EAI would divide by zero.
    """
    counted = [verdict for verdict in verdicts if not verdict.excluded]

    def rate(number: int, total: int, digits: int = 4) -> float | None:
        return round(100.0 * number / total, digits) if total else None

    def share(number: int, digits: int = 4) -> float | None:
        return rate(number, len(counted), digits)

    def goals(kinds: slice) -> float | None:
        matched = sum(sum(verdict.matched[kinds]) for verdict in counted)
        return rate(matched, sum(sum(verdict.goals[kinds]) for verdict in counted))

    def faults(name: str) -> float | None:
        return share(sum(verdict.runtime_errors.count(name) for verdict in counted))

    def grammar(name: str) -> float | None:
        return share(sum(verdict.grammar_error == name for verdict in counted))

    return {
        "goal_evaluation": {
            "task_success_rate": share(sum(verdict.success for verdict in counted)),
            "state_goal": goals(slice(0, 1)),
            "relation_goal": goals(slice(1, 2)),
            "action_goal": goals(slice(2, 3)),
            "total_goal": goals(slice(0, 3)),
        },
        "trajectory_evaluation": {
            "execution_success_rate": share(sum(verdict.executable for verdict in counted), 1),
            "grammar_error": {
                "parsing": share(sum(verdict.parsing_errors for verdict in counted)),
                "hallucination": grammar("hallucination"),
                "predicate_argument_number": grammar("predicate_argument_number"),
            },
            "runtime_error": {
                name: faults(name)
                for name in ("wrong_order", "missing_step", "affordance_error", "additional_step")
            },
        },
    }


def corrected_summary(verdicts: Sequence[EAIVerdict]) -> dict[str, Any]:
    """The corrected score: over every task that has a goal, by `clamp_bench.eai.evaluator_process.replay`."""
    judged = [verdict for verdict in verdicts if any(verdict.goals)]

    def share(number: int) -> float | None:
        return round(100.0 * number / len(judged), 4) if judged else None

    return {
        "tasks": len(judged),
        "task_success_rate": share(sum(verdict.corrected_success for verdict in judged)),
        "execution_success_rate": share(sum(verdict.corrected_executable for verdict in judged)),
        "tasks_that_eai_leaves_out": sum(verdict.excluded for verdict in judged),
        "plans_equal_to_gold": sum(verdict.equals_gold for verdict in judged),
        "outputs_that_crash_the_evaluator": sum(verdict.crash is not None for verdict in judged),
    }


def _work(mode: str, request: Mapping[str, Any], on_task: OnTask | None) -> dict[str, Any]:
    """Run the worker in a clean folder with a fixed hash seed."""
    package_version()
    with tempfile.TemporaryDirectory(prefix="clamp-eai-") as name:
        folder = Path(name)
        (folder / "request.json").write_text(json.dumps(request), encoding="utf-8")
        # A session of its own: Ctrl-C reaches this process only, which then ends the worker.
        with (
            (folder / "stderr.txt").open("w+", encoding="utf-8") as stderr,
            subprocess.Popen(
                command("clamp_bench.eai.evaluator_process", mode, name),
                cwd=folder,
                env=environment(PYTHONHASHSEED="0"),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                start_new_session=True,
            ) as process,
        ):
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    if on_task is not None:
                        on_task(line.strip())
                code = process.wait()
            except BaseException:
                process.kill()
                raise
            if code:
                stderr.seek(0)
                tail = "".join(stderr.readlines()[-12:])
                raise BenchmarkError(
                    f"EAI's code failed (mode {mode!r}, exit code {code}). Is eai-eval damaged, or a package "
                    f"missing that it imports? Its last words:\n{tail}"
                )
        return json.loads((folder / "result.json").read_text(encoding="utf-8"))
