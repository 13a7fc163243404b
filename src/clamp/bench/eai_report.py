"""From records and verdicts to figures: ``summary.json`` and ``tasks.csv``."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clamp.bench.eai_judge import Judgement, corrected_summary
from clamp.bench.eai_worker import Verdict
from clamp.bench.records import Record, write_json
from clamp.decoding.plan_format import PlanFormat
from clamp.errors import PlanSyntaxError
from clamp.planning.system import Action

COLUMNS = (
    "file_id",
    "name",
    "status",
    "failure",
    "actions",
    "tokens",
    "seconds",
    "counted_by_eai",
    "task_success",
    "execution_success",
    "grammar_error",
    "runtime_errors",
    "equals_gold",
    "evaluator_crash",
    "corrected_task_success",
    "corrected_execution_success",
    "corrected_reason",
)
"""Columns of ``tasks.csv``."""


@dataclass(frozen=True)
class Summary:
    """What a run came to.

    Attributes:
        data: As in ``summary.json``: EAI's ``goal_evaluation`` and ``trajectory_evaluation`` over the tasks
            that EAI counts; ``corrected`` over all tasks with a goal; ``clamp``, the run's own figures.
        path: The file.
    """

    data: Mapping[str, Any]
    path: Path

    def __str__(self) -> str:
        """The headline figures, a line each."""
        official = self.data["goal_evaluation"], self.data["trajectory_evaluation"]
        corrected, own = self.data["corrected"], self.data["clamp"]
        errors = {**official[1]["grammar_error"], **official[1]["runtime_error"]}
        scores = [
            ("official", self.data["counted_by_eai"], *official),
            ("corrected", corrected["tasks"], corrected, corrected),
        ]
        lines = [
            f"EAI VirtualHome, Action Sequencing: {own['tasks']} tasks, constraints {own['constraints']}"
        ]
        for name, tasks, goals, steps in scores:
            success = _percent(goals["task_success_rate"])
            execution = _percent(steps["execution_success_rate"])
            lines.append(f"  {name} ({tasks} tasks): task success {success}, execution success {execution}")
        lines += [
            "  errors: " + ", ".join(f"{name} {_percent(rate)}" for name, rate in errors.items()),
            f"  certified plans: {own['plans_certified']} of {own['tasks']}",
            f"  {own['tokens_per_second']} tokens/s, {own['seconds_per_task']} s a task, "
            f"{own['constraint_share_of_generation']:.1%} of the generation time in the constraint",
            f"  {self.path}",
        ]
        return "\n".join(lines)


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.1f} %"


def judged_text(output: str) -> str:
    """What EAI's evaluator is given for a model's output.

    An output that is a plan is written again from its actions, in the spelling that the evaluator reads
    whole: it drops ``"STANDUP": []`` but not ``"STANDUP": [ ]``. Anything else is given as it is, because
    the evaluator finds actions in any text.
    """
    actions = read_plan(output)
    return output if actions is None else PlanFormat.virtualhome_json().serialize(actions)


def read_plan(output: str) -> list[Action] | None:
    """The plan that an output is, from first to last character; ``None`` if it is none."""
    try:
        return PlanFormat.virtualhome_json().parse(output, strict=False)
    except PlanSyntaxError:
        return None


def report(
    out: Path, identity: Mapping[str, Any], records: Sequence[Record], judgement: Judgement
) -> Summary:
    """Write ``summary.json`` and ``tasks.csv``.

    Args:
        identity: The run's configuration.
        records: One a task, in the order of the judgement's verdicts.
    """
    path = out / "summary.json"
    data: dict[str, Any] = {
        "benchmark": "EAI VirtualHome, Action Sequencing",
        "config": dict(identity),
        "model": records[0]["model"] if records else None,
        "clamp_builds": _distinct(record["clamp"] for record in records),
        **judgement.official,
        "counted_by_eai": judgement.counted,
        "written_by_eai_evaluator": judgement.evaluator_wrote,
        "corrected": corrected_summary(judgement.verdicts),
        "clamp": own_figures(records),
    }
    write_json(path, data)
    with (out / "tasks.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for record, verdict in zip(records, judgement.verdicts, strict=True):
            table.writerow(_row(record, verdict))
    return Summary(data, path)


def own_figures(records: Sequence[Record]) -> dict[str, Any]:
    """CLAMP's own figures of a run.

    In a batch a task's seconds are its share of the batch's, so they add up to the time that the run took to
    write its plans; loading the model and building the transition systems are not in them.
    """
    timings: list[Mapping[str, Any]] = [record["timing"] for record in records]

    def total(name: str) -> float:
        return sum(timing[name] for timing in timings)

    generation, seconds = total("generation"), sum(map(_seconds, timings))
    tokens = int(total("tokens"))
    causes = Counter(record["failure"]["cause"] for record in records if record["failure"] is not None)
    return {
        "constraints": records[0]["config"]["constraints"] if records else None,
        "tasks": len(records),
        "plans_certified": sum(
            record["certificate"] is not None and record["certificate"]["valid"] for record in records
        ),
        "failures": dict(sorted(causes.items())),
        "actions": sum(len(record["actions"]) for record in records),
        "tokens": tokens,
        "prompt_tokens": int(total("prompt_tokens")),
        "seconds": round(seconds, 3),
        "seconds_per_task": round(seconds / len(records), 3) if records else 0.0,
        "tokens_per_second": round(tokens / generation, 1) if generation else 0.0,
        "compile_seconds": round(total("compile"), 3),
        "prompt_seconds": round(total("prompt"), 3),
        "generation_seconds": round(generation, 3),
        "constraint_seconds": round(total("constraint"), 3),
        "constraint_share_of_generation": round(total("constraint") / generation, 4) if generation else 0.0,
    }


def _seconds(timing: Mapping[str, Any]) -> float:
    return timing["compile"] + timing["prompt"] + timing["generation"]


def _row(record: Record, verdict: Verdict) -> list[Any]:
    failure = record["failure"]
    return [
        record["file_id"],
        record["name"],
        record["status"],
        failure["cause"] if failure else "",
        len(record["actions"]),
        record["timing"]["tokens"],
        round(_seconds(record["timing"]), 3),
        not verdict.excluded,
        verdict.success,
        verdict.executable,
        verdict.grammar_error or "",
        "; ".join(f"{name} x{count}" for name, count in Counter(verdict.runtime_errors).items()),
        verdict.equals_gold,
        verdict.crash or "",
        verdict.corrected_success,
        verdict.corrected_executable,
        verdict.corrected_reason,
    ]


def _distinct(values: Any) -> list[Any]:
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())
