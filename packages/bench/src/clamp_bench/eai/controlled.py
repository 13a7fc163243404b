"""The controlled comparison: many ways to come to a plan, on EAI's Action Sequencing tasks, all else being equal.

Every row has the same model, prompts, tokens and budget of actions, and EAI's evaluator judges them all.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from clamp.errors import BenchmarkError
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.baselines.registry import BASELINES, Several, chosen, not_run
from clamp_bench.configuration import ControlledConfig
from clamp_bench.eai import judge
from clamp_bench.eai.action_sequencing import ActionSequencing
from clamp_bench.eai.evaluator_process import EAIVerdict
from clamp_bench.eai.report import item_figures, judged_text, seconds_of, shortest_plan
from clamp_bench.harness import Answer, Comparison, Report, Scored, Tell
from clamp_bench.records import Record
from clamp_bench.statistics import mean_with_interval, paired, scipy_stats
from clamp_worlds.virtualhome.tasks import EAITask

Case = tuple[EAITask, str]
"""A task, and the row in which it is planned."""

REFERENCE = "clamp"
"""The row that the others are compared with."""

METRICS: Mapping[str, str] = {
    "task_success": "EAI's task success, of the tasks that EAI counts",
    "execution_success": "EAI's execution success, of the tasks that EAI counts",
    "corrected_task_success": "task success by EAI's executor, every goal checked, of the tasks with a goal",
    "corrected_execution_success": "executable by EAI's executor, of the tasks with a goal",
    "goal_overlap": "share of the task's goal conditions that EAI's evaluator finds reached",
    "f1_with_gold": "F1 of the actions with EAI's gold plan, as multisets; a text that is no plan scores 0",
    "actions": "actions written",
    "times_the_shortest": "actions of a plan that reaches the goal, over those of a shortest one",
    "tokens": "tokens written or scored, all attempts together",
    "seconds": "compiling, reading and writing, all attempts together",
    "dead_end": "no token could follow before the plan had ended",
}
"""Figures of a row, each a mean over tasks."""


class Controlled(Comparison[EAITask]):
    """EAI's VirtualHome tasks, each planned by every row."""

    title = "Controlled comparison on EAI VirtualHome, Action Sequencing"
    owner = "EAI"
    fields = ("file_id", "baseline")

    def __init__(self, config: ControlledConfig):
        self.config = config
        self._benchmark = ActionSequencing(config)
        self.rows = chosen(config.rows)
        self.left_out = not_run(self.rows, config)
        self.rows = [name for name in self.rows if name not in self.left_out]
        if not self.rows:
            raise BenchmarkError("; ".join(f"{name}: {why}" for name, why in self.left_out.items()) + ".")
        config.check_rows(BASELINES[name].heeds for name in self.rows)

    def tasks(self) -> Sequence[EAITask]:
        return self._benchmark.items()

    def prepare(self, items: Sequence[Case], out: Path, tell: Tell) -> Sequence[Case]:
        tasks = {task.id: task for task, _ in items}
        order = {
            task.id: at for at, task in enumerate(self._benchmark.prepare(list(tasks.values()), out, tell))
        }
        return sorted(items, key=lambda item: (self.rows.index(item[1]), order[item[0].id]))

    def request(self, item: Case) -> Request:
        return self._benchmark.request(item[0])

    def own_fields(self, item: Case, answer: Answer) -> Record:
        found: Record = {"name": item[0].name, "judged": judged_text(answer.result.text)}
        return found if BASELINES[item[1]].needs_model else {**found, "model": None}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        tasks = {task.id: task for task in self.tasks()}
        by_row: dict[str, list[Record]] = {name: [] for name in self.rows}
        for record in records:
            by_row[record["baseline"]].append(record)
        items: list[Record] = []
        known: dict[tuple[str, str], EAIVerdict] = {}  # rows often come to the same text
        done = 0
        tell("judging", done, len(records))
        for name, own in by_row.items():
            texts = {record["file_id"]: str(record["judged"]) for record in own}
            fresh = {file_id: text for file_id, text in texts.items() if (file_id, text) not in known}
            if fresh:
                before, met = done + len(own) - len(fresh), set[str]()

                def on_task(file_id: str, before: int = before, met: set[str] = met) -> None:
                    met.add(file_id)
                    tell("judging", before + len(met), len(records))

                for verdict in judge.judge(fresh, on_task).verdicts:
                    known[verdict.file_id, fresh[verdict.file_id]] = verdict
            done += len(own)
            tell("judging", done, len(records))
            for file_id, record in zip(texts, own, strict=True):
                figures = _figures(record, known[file_id, texts[file_id]], tasks[file_id])
                items.append({"file_id": file_id, "baseline": name, **figures})
        return _scored(self, records, items)


def run(config: ControlledConfig, *, load: Callable[[ControlledConfig], Any] | None = None) -> Report:
    """Write what is missing, judge all of it, and leave the summary in `config.out`.

    Args:
        load: Loads the planner of a configuration; called only if a text is missing.

    Raises:
        BenchmarkError: As `clamp_bench.eai.action_sequencing.run`, and if there is no such baseline, or what the
            comparison needs is not installed.
    """
    benchmark = Controlled(config)
    scipy_stats()  # before anything is written
    method = Several(benchmark.rows, config)
    return harness.run(benchmark, config, method, load=load)


def _figures(record: Record, verdict: EAIVerdict, task: EAITask) -> Record:
    """One record's figures, by the names of `METRICS`; ``None`` where one does not apply."""
    actions = len(record["actions"])
    shortest = shortest_plan(task) if record["status"] == "plan" else None
    return {
        **item_figures(record, verdict, task.gold_plan),
        "actions": actions,
        "times_the_shortest": None if shortest is None else round(actions / shortest, 4),
        "tokens": record["timing"]["tokens"],
        "seconds": round(seconds_of(record["timing"]), 4),
        "dead_end": record["failure"] is not None and record["failure"]["cause"] in ("dead-end", "guidance"),
    }


def _scored(benchmark: Controlled, records: Sequence[Record], items: Sequence[Record]) -> Scored:
    figures = {name: [one for one in items if one["baseline"] == name] for name in benchmark.rows}
    rows: dict[str, Any] = {}
    for name, own in figures.items():
        written = [record for record in records if record["baseline"] == name]
        failures = Counter(record["failure"]["cause"] for record in written if record["failure"] is not None)
        rows[name] = {
            "what": BASELINES[name].says,
            "tasks": len(own),
            "plans_certified": sum(record["status"] == "plan" for record in written),
            "failures": dict(sorted(failures.items())),
            **{metric: mean_with_interval(list(_values(own, metric).values())) for metric in METRICS},
        }
        if name != REFERENCE and REFERENCE in figures:
            rows[name]["against_" + REFERENCE] = {
                metric: paired(_values(own, metric), _values(figures[REFERENCE], metric))
                for metric in METRICS
            }
    models = [record["model"] for record in records if record["model"] is not None]
    data = {
        "benchmark": benchmark.title,
        "config": benchmark.config.identity(),
        "model": models[0] if models else None,
        "clamp": records[0]["clamp"] if records else None,
        "tasks": len({record["file_id"] for record in records}),
        "metrics": dict(METRICS),
        "baselines": rows,
        "not_run": benchmark.left_out,
    }
    table = io.StringIO()
    writer = csv.DictWriter(table, ["file_id", "baseline", *METRICS])
    writer.writeheader()
    writer.writerows(items)
    return Scored(data, _headlines(data), {"tasks.csv": table.getvalue()}, items)


def _values(rows: Sequence[Record], metric: str) -> dict[str, float]:
    return {row["file_id"]: float(row[metric]) for row in rows if row[metric] is not None}


_SHOWN = {
    "task_success": "success",
    "execution_success": "executed",
    "corrected_task_success": "corrected",
    "goal_overlap": "overlap",
    "f1_with_gold": "F1",
    "times_the_shortest": "length",
    "tokens": "tokens",
    "seconds": "seconds",
    "dead_end": "dead ends",
}


def _headlines(data: Mapping[str, Any]) -> str:
    """The means of the rows as a table of text, and what was not run."""
    heading = f"{'':20}" + "".join(f"{name:>10}" for name in _SHOWN.values())
    lines = [f"{data['benchmark']}: {data['tasks']} tasks", heading]
    rows = cast("Mapping[str, Any]", data["baselines"])
    for name, row in rows.items():
        means = (row[metric]["mean"] for metric in _SHOWN)
        lines.append(
            f"{name:20}" + "".join(f"{'-' if one is None else format(one, '.3g'):>10}" for one in means)
        )
    lines += [f"{name}: {why}" for name, why in data["not_run"].items()]
    return "\n".join(lines)
