"""Figures of EAI runs: one run's ``summary.json`` and ``tasks.csv``, and judged runs side by side (``clamp report``).

Reads records and verdicts and plans nothing, but for the shortest plans that lengths are compared with.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clamp.errors import BenchmarkError, PlanSyntaxError
from clamp.planning.search.reachability import Reachability, SearchLimits
from clamp.planning.system import Action
from clamp_bench.eai.evaluator_process import EAIVerdict
from clamp_bench.eai.judge import EAIJudgement, corrected_summary
from clamp_bench.harness import Scored
from clamp_bench.records import Record, RecordFile
from clamp_worlds.virtualhome.formats import virtualhome_json
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks

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


def headlines(data: Mapping[str, Any]) -> str:
    """The headline figures of a run, a line each.

    Args:
        data: As in ``summary.json``: EAI's ``goal_evaluation`` and ``trajectory_evaluation`` over the tasks
            that EAI counts; ``corrected`` over all tasks with a goal; ``clamp``, the run's own figures.
    """
    official = data["goal_evaluation"], data["trajectory_evaluation"]
    corrected, own = data["corrected"], data["clamp"]
    errors = {**official[1]["grammar_error"], **official[1]["runtime_error"]}
    scores = [
        ("official", data["counted_by_eai"], *official),
        ("corrected", corrected["tasks"], corrected, corrected),
    ]
    lines = [f"EAI VirtualHome, Action Sequencing: {own['tasks']} tasks, constraints {own['constraints']}"]
    for name, tasks, goals, steps in scores:
        success = _percent(goals["task_success_rate"])
        execution = _percent(steps["execution_success_rate"])
        lines.append(f"  {name} ({tasks} tasks): task success {success}, execution success {execution}")
    lines += [
        "  errors: " + ", ".join(f"{name} {_percent(rate)}" for name, rate in errors.items()),
        f"  certified plans: {own['plans_certified']} of {own['tasks']}",
        f"  {own['tokens_per_second']} tokens/s, {own['seconds_per_task']} s a task, "
        f"{own['constraint_share_of_generation']:.1%} of the generation time in the constraint",
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
    return output if actions is None else virtualhome_json().serialize(actions)


def read_plan(output: str) -> list[Action] | None:
    """The plan that an output is, from first to last character; ``None`` if it is none."""
    try:
        return virtualhome_json().parse(output, strict=False)
    except PlanSyntaxError:
        return None


def report(
    identity: Mapping[str, Any],
    records: Sequence[Record],
    judgement: EAIJudgement,
    gold: Mapping[str, Sequence[Action]] | None = None,
) -> Scored:
    """What ``summary.json`` and ``tasks.csv`` hold.

    Args:
        identity: The run's configuration.
        records: One a task, in the order of the judgement's verdicts.
        gold: EAI's own plans by file id, if they are at hand.
    """
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
    if gold is not None:
        data["clamp"]["f1_with_gold"] = _mean(
            f1_with_gold(record, gold[record["file_id"]]) for record in records if record["status"] == "plan"
        )
    rows = io.StringIO()
    table = csv.writer(rows)
    table.writerow(COLUMNS)
    for record, verdict in zip(records, judgement.verdicts, strict=True):
        table.writerow(_row(record, verdict))
    items = [
        {"file_id": record["file_id"], **item_figures(record, verdict, (gold or {}).get(record["file_id"]))}
        for record, verdict in zip(records, judgement.verdicts, strict=True)
    ]
    return Scored(data, headlines(data), {"tasks.csv": rows.getvalue()}, items)


def item_figures(record: Record, verdict: EAIVerdict, gold: Sequence[Action] | None) -> Record:
    """What one record came to; ``None`` where a figure does not apply.

    ``task_success`` and ``execution_success`` are EAI's, where EAI counts the task; ``goal_overlap`` is the share of
    the task's goal conditions that EAI finds reached (a plan equal to gold it does not judge).
    """
    count = sum(verdict.goals)
    overlap: float | None = sum(verdict.matched) / count if count else None
    if verdict.equals_gold and count:
        overlap = 1.0 if verdict.corrected_success else None
    return {
        "task_success": None if verdict.excluded else verdict.success,
        "execution_success": None if verdict.excluded else verdict.executable,
        "corrected_task_success": verdict.corrected_success if count else None,
        "corrected_execution_success": verdict.corrected_executable if count else None,
        "goal_overlap": None if overlap is None else round(overlap, 4),
        "f1_with_gold": None if gold is None else round(f1_with_gold(record, gold), 4),
    }


def own_figures(records: Sequence[Record]) -> dict[str, Any]:
    """CLAMP's own figures of a run.

    In a batch a task's seconds are its share of the batch's, so they add up to the time that the run took to
    write its plans; loading the model and building the transition systems are not in them.
    """
    timings: list[Mapping[str, Any]] = [record["timing"] for record in records]

    def total(name: str) -> float:
        return sum(timing.get(name, 0.0) for timing in timings)

    generation, seconds = total("generation"), sum(map(seconds_of, timings))
    tokens = int(total("tokens"))
    causes = Counter(record["failure"]["cause"] for record in records if record["failure"] is not None)
    known = [record for record in records if record.get("shortest") is not None]
    lengths = [record["shortest"]["length"] for record in known]
    more = [record["shortest"]["more"] for record in known]
    return {
        "constraints": records[0]["config"]["constraints"] if records else None,
        "tasks": len(records),
        "plans_certified": sum(
            record["certificate"] is not None and record["certificate"]["valid"] for record in records
        ),
        "failures": dict(sorted(causes.items())),
        "actions": sum(len(record["actions"]) for record in records),
        "actions_per_plan": _mean(length + extra for length, extra in zip(lengths, more, strict=True)),
        "shortest_per_plan": _mean(lengths),
        "times_the_shortest": _mean(
            1 + extra / length for length, extra in zip(lengths, more, strict=True) if length
        ),
        "shortest_proved": sum(record["shortest"]["proved"] for record in known),
        "tokens": tokens,
        "prompt_tokens": int(total("prompt_tokens")),
        "seconds": round(seconds, 3),
        "seconds_per_task": round(seconds / len(records), 3) if records else 0.0,
        "tokens_per_second": round(tokens / generation, 1) if generation else 0.0,
        "compile_seconds": round(total("compile"), 3),
        "adaptation_seconds": round(total("adaptation"), 3),
        "prompt_seconds": round(total("prompt"), 3),
        "generation_seconds": round(generation, 3),
        "constraint_seconds": round(total("constraint"), 3),
        "constraint_share_of_generation": round(total("constraint") / generation, 4) if generation else 0.0,
    }


def seconds_of(timing: Mapping[str, Any]) -> float:
    """What an answer took, once the model was loaded; runs before adaptation was counted say nothing of it."""
    return timing["compile"] + timing.get("adaptation", 0.0) + timing["prompt"] + timing["generation"]


def _row(record: Record, verdict: EAIVerdict) -> list[Any]:
    failure = record["failure"]
    return [
        record["file_id"],
        record["name"],
        record["status"],
        failure["cause"] if failure else "",
        len(record["actions"]),
        record["timing"]["tokens"],
        round(seconds_of(record["timing"]), 3),
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


_LONGEST = 100
"""Shortest plans are looked for up to this many actions."""

_LIMITS = SearchLimits(states=100_000)


@dataclass(frozen=True)
class Run:
    """What a run left.

    Attributes:
        records: By file id.
        verdicts: Rows of ``tasks.csv`` by file id.
    """

    folder: Path
    records: Mapping[str, Record]
    verdicts: Mapping[str, Mapping[str, str]]


def is_run(folder: Path) -> bool:
    """Whether a folder holds a judged run of one row of Action Sequencing tasks."""
    try:
        with (folder / "tasks.csv").open(newline="", encoding="utf-8") as file:
            columns = csv.DictReader(file).fieldnames or ()
    except (OSError, UnicodeDecodeError, csv.Error):
        return False
    return "counted_by_eai" in columns and "baseline" not in columns


def load_run(folder: Path) -> Run:
    """Read a judged run.

    Raises:
        BenchmarkError: If the folder holds no run, or one that is not judged yet.
    """
    try:
        records = {record["file_id"]: record for record in RecordFile(folder / "records.jsonl").read()}
    except (KeyError, TypeError):
        raise BenchmarkError(
            f"{folder}: a line of records.jsonl has no file_id: it is no run of EAI's tasks."
        ) from None
    if not records:
        raise BenchmarkError(
            f"{folder} holds no run of `clamp bench eai-virtualhome`: its records.jsonl is missing or empty."
        )
    try:
        with (folder / "tasks.csv").open(newline="", encoding="utf-8") as file:
            verdicts = {row["file_id"]: row for row in csv.DictReader(file)}
    except (KeyError, UnicodeDecodeError, csv.Error) as error:
        raise BenchmarkError(f"{folder / 'tasks.csv'} is damaged: {error}. Judge the run again.") from None
    except OSError:
        raise BenchmarkError(
            f"The run in {folder} has not been judged: there is no tasks.csv. Call the command that began it "
            "again; it goes on where it stopped."
        ) from None
    return Run(folder, records, verdicts)


def compare(
    folders: Sequence[Path],
    *,
    tasks: Sequence[EAITask] | None = None,
    on_task: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """The figures of runs, a row each, over the tasks that all of them judged.

    Args:
        tasks: EAI's tasks, by default from the package.
        on_task: Called with (tasks done, tasks in all) while shortest plans are looked for.

    Returns:
        JSON-able: ``tasks``, how many the runs have in common; ``plans_in_common``, on how many of them every
        run that enforces the goal wrote a certified plan; ``shortest``, the mean length of shortest plans
        there (``actions``), and for how many of them the search proved it; ``gold_actions``, the mean length
        of EAI's gold plans for the tasks in common; ``runs``, a row each (see `_comparison_row`).

    Raises:
        BenchmarkError: If a folder holds no judged run, or the runs have no task in common.
    """
    runs = [load_run(folder) for folder in folders]
    by_id = {task.id: task for task in (load_tasks() if tasks is None else tasks)}
    common = [
        file_id
        for file_id in by_id
        if all(file_id in run.records and file_id in run.verdicts for run in runs)
    ]
    if not common:
        raise BenchmarkError("The runs have no task in common that all of them judged.")
    reaching = [run for run in runs if _reaches_goals(run)]
    planned = [
        file_id
        for file_id in common
        if reaching and all(run.records[file_id]["status"] == "plan" for run in reaching)
    ]
    shortest: dict[str, int] = {}
    for done, file_id in enumerate(planned):
        on_task(done, len(planned))
        if (length := shortest_plan(by_id[file_id])) is not None:
            shortest[file_id] = length
    return {
        "tasks": len(common),
        "plans_in_common": len(planned),
        "gold_actions": _mean(len(by_id[file_id].gold_plan) for file_id in common),
        "shortest": {"actions": _mean(shortest.values()), "proved": len(shortest)},
        "runs": [_comparison_row(run, common, planned, shortest, by_id) for run in runs],
    }


def _reaches_goals(run: Run) -> bool:
    """Whether plans had to reach the goal; those of other runs are hardly any, and no match in length."""
    return any("goal" in record["enforced"] for record in run.records.values())


def shortest_plan(task: EAITask) -> int | None:
    """Fewest actions that reach a task's goal; ``None`` where the search gave up or there is no plan.

    A plan has at least one action, also where the goal holds at the start.
    """
    system = task.system()
    found = Reachability(system, limits=_LIMITS).distance(system.initial, _LONGEST)
    return max(1, found) if isinstance(found, int) else None


def _comparison_row(
    run: Run,
    common: Sequence[str],
    planned: Sequence[str],
    shortest: Mapping[str, int],
    tasks: Mapping[str, EAITask],
) -> dict[str, Any]:
    """One run's figures.

    Rates are per cent: the first three of the tasks that EAI counts, the corrected one of those with a goal.
    ``actions``: mean length of the plans in common; ``above_shortest``: by how much they are longer than
    shortest plans, where these are known. ``f1`` and ``f1_names``: mean F1 of a plan's actions with the gold
    plan's, as multisets, over the tasks in common; a text that is no plan scores 0.
    """
    lengths = {file_id: len(run.records[file_id]["actions"]) for file_id in planned if _reaches_goals(run)}
    records = [run.records[file_id] for file_id in common]
    verdicts = [run.verdicts[file_id] for file_id in common]
    counted = [row for row in verdicts if _true(row["counted_by_eai"])]
    goals = [row for row, file_id in zip(verdicts, common, strict=True) if tasks[file_id].has_goal]
    pairs = [
        (_actions(record), list(tasks[file_id].gold_plan))
        for record, file_id in zip(records, common, strict=True)
    ]
    generation = sum(record["timing"]["generation"] for record in records)
    tokens = sum(record["timing"]["tokens"] for record in records)
    config = records[0]["config"]
    return {
        "run": run.folder.name,
        "constraints": config["constraints"],
        "guidance": config.get("guidance", 0.0) if config.get("hmm") else 0.0,
        "hmm": config.get("hmm"),
        "task_success": _share_percent(_true(row["task_success"]) for row in counted),
        "execution_success": _share_percent(_true(row["execution_success"]) for row in counted),
        "grammar_errors": _share_percent(bool(row["grammar_error"]) for row in counted),
        "counted_by_eai": len(counted),
        "corrected_task_success": _share_percent(_true(row["corrected_task_success"]) for row in goals),
        "tasks_with_a_goal": len(goals),
        "plans_certified": sum(record["status"] == "plan" for record in records),
        "actions": _mean(lengths.values()),
        "above_shortest": _mean(lengths[file_id] - shortest[file_id] for file_id in shortest if lengths),
        "f1": _mean(multiset_f1(map(_by_id, ours), map(_by_id, gold)) for ours, gold in pairs),
        "f1_names": _mean(
            multiset_f1((action.name for action in ours), (action.name for action in gold))
            for ours, gold in pairs
        ),
        "tokens": tokens,
        "seconds_per_token": round(generation / tokens, 5) if tokens else None,
        "constraint_share": round(sum(record["timing"]["constraint"] for record in records) / generation, 4)
        if generation
        else None,
    }


def multiset_f1(ours: Iterable[Hashable], theirs: Iterable[Hashable]) -> float:
    """Harmonic mean of precision and recall of two multisets; 0 if nothing is in both."""
    left, right = Counter(ours), Counter(theirs)
    both = (left & right).total()
    return 2 * both / (left.total() + right.total()) if both else 0.0


def f1_with_gold(record: Record, gold: Iterable[Action]) -> float:
    """F1 of a record's actions with those of a gold plan, as multisets of names and objects' ids."""
    return multiset_f1(map(_by_id, _actions(record)), map(_by_id, gold))


def _by_id(action: Action) -> tuple[str, ...]:
    """An action with the ids of its objects: gold plans and scenes do not always agree on their names."""
    return (action.name.upper(), *(entity.rpartition("_")[2] for entity in action.args))


def _actions(record: Record) -> list[Action]:
    return [Action(action["name"], tuple(action["args"])) for action in record["actions"]]


def _true(cell: str) -> bool:
    return cell == "True"


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return round(sum(found) / len(found), 4) if found else None


def _share_percent(values: Iterable[bool]) -> float | None:
    found = list(values)
    return round(100 * sum(found) / len(found), 2) if found else None
