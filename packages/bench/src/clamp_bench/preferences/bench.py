"""``clamp bench preferences``: success is the goal and what the sentence asks for, where many plans reach the goal.

A model that does not read the sentence is no better than random; the rule enforced is the ceiling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError, PlanSyntaxError
from clamp.planning.rules import Ruled
from clamp.planning.rules.judging import judge
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.baselines.baseline import PLANNED, WEIGHED, WRITING
from clamp_bench.baselines.constrained import drawn
from clamp_bench.baselines.registry import ALL, BASELINES, NO_HMM, not_run
from clamp_bench.configuration import PreferencesConfig
from clamp_bench.eai.action_sequencing import BenchmarkRequest
from clamp_bench.eai.report import own_figures
from clamp_bench.harness import (
    Answer,
    ByRow,
    Comparison,
    Question,
    Report,
    Scored,
    Tell,
    run_all,
)
from clamp_bench.preferences.tasks import SCENES, TEMPLATES, preferences
from clamp_bench.preferences.wanted import Preference
from clamp_bench.records import Record
from clamp_bench.statistics import mean_with_interval, paired, scipy_stats

_KNOWN_AS = {"random": "random", "classical": "shortest", "clamp": "mask"}
"""Baseline → the row of this benchmark's own that it would double."""
_OTHERS = tuple(name for name in BASELINES if name not in (*_KNOWN_AS, "clamp-slack0"))
"""Baselines that are rows under their own names; CLAMP without slack is no other way to come to a plan."""
_BY_BASELINE = {"shortest": "classical"} | {name: name for name in _OTHERS}
"""Row → the baseline that writes it."""

ROWS: Mapping[str, str] = {
    "random": "bytes drawn at random under the constraint",
    "shortest": "a shortest plan by search",
    **{name: BASELINES[name].says for name in _OTHERS},
    "mask": "the model under the constraint",
    "guidance": "the same, weighed by an HMM",
    "particles": "the same without an HMM, several texts by sequential Monte Carlo",
    "enforced": "the model under the constraint and the rule that the sentence stands for: the ceiling",
}
"""In the order in which tables show them."""
REFERENCE = "mask"
ROOM = 4
"""Actions that a plan may have more than the shortest that reaches the goal; the rules need 3 of them at most."""
PARTICLES = 8
_LIMITS = SearchLimits(seconds=10.0)
_NO_MODEL = ("random", "shortest")


def heeded_by(row: str) -> frozenset[str]:
    """The settings that change what a row writes."""
    if row in ("random", *_BY_BASELINE):
        return BASELINES[_BY_BASELINE.get(row, row)].heeds
    own = {"guidance": WEIGHED, "particles": frozenset({"particles", "sampled"})}
    return WRITING | PLANNED | own.get(row, frozenset())


Case = tuple[Preference, str]
"""A task, and the row in which it is planned."""


class Preferences(Comparison[Preference]):
    """The tasks, each planned by every row."""

    title = "Preferences"
    owner = "the benchmark"

    def __init__(self, config: PreferencesConfig):
        scipy_stats()
        self.config = config
        for name in config.rows:
            if name not in ROWS and name != ALL:
                here = (
                    f"it is {_KNOWN_AS[name]!r} here" if name in _KNOWN_AS else f"there are {', '.join(ROWS)}"
                )
                raise BenchmarkError(f"There is no row {name!r}; {here}.")
        usual = [name for name in ROWS if name not in _OTHERS or not BASELINES[name].several_texts]
        wanted = list(ROWS) if ALL in config.rows else list(dict.fromkeys(config.rows)) or usual
        self.left_out = not_run([name for name in wanted if name in _OTHERS], config)
        if "guidance" in wanted and config.hmm is None:
            self.left_out["guidance"] = NO_HMM
        self.rows = [name for name in wanted if name not in self.left_out]
        if not self.rows:
            raise BenchmarkError("; ".join(f"{name}: {why}" for name, why in self.left_out.items()) + ".")
        config.check_rows(heeded_by(name) for name in self.rows)
        self._budgets: dict[str, int] = {}

    def tasks(self) -> Sequence[Preference]:
        return self._tasks

    @cached_property
    def _tasks(self) -> Sequence[Preference]:
        return preferences(self.config.split, self.config.scenes)

    def request(self, item: Case) -> Request:
        task = item[0]
        seen, budget = task.system.entities, self._budget(task)
        return BenchmarkRequest.under(self.config, task.system, prompt_of(task), seen=seen, budget=budget)

    def _budget(self, task: Preference) -> int:
        if self.config.budget is not None:
            return self.config.budget
        if task.id not in self._budgets:
            best = Reachability(task.system, None, _LIMITS).plan(task.system.initial, 20)
            if not isinstance(best, tuple):
                why = (
                    "there is none"
                    if best is None
                    else f"the limit of {best.limit:g} {best.kind} was reached"
                )
                raise BenchmarkError(
                    f"No plan was found for {task.id}, from which its budget follows: {why}."
                )
            self._budgets[task.id] = len(best) + ROOM
        return self._budgets[task.id]

    def own_fields(self, item: Case, answer: Answer) -> Record:
        task, name = item
        own: Record = {
            "scenes": task.scenes,
            "template": task.template,
            "split": task.split,
            "sentence": task.sentence,
        }
        return own if name not in _NO_MODEL else {**own, "model": None}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        tasks = {task.id: task for task in self.tasks()}
        found: dict[str, dict[str, WishVerdict]] = {name: {} for name in self.rows}
        for number, record in enumerate(records):
            tell("judging", number, len(records))
            found[record["row"]][record["id"]] = judged(tasks[record["id"]], record["output"])
        tell("judging", len(records), len(records))
        models = [record["model"] for record in records if record.get("model") is not None]

        def apart(kinds: Iterable[str], of: Callable[[Preference], str]) -> dict[str, Any]:
            """Success of each row on the tasks of each kind."""
            return {
                kind: {
                    name: mean_with_interval(
                        [row.success for one, row in own.items() if of(tasks[one]) == kind]
                    )
                    for name, own in found.items()
                }
                for kind in kinds
                if any(of(task) == kind for task in tasks.values())
            }

        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": models[0] if models else None,
            "tasks": len({record["id"] for record in records}),
            "split": self.config.split,
            "rows": {name: self._row(name, one, found) for name, one in found.items() if one},
            "not_run": self.left_out,
            "scenes": apart(SCENES, lambda task: task.scenes),
            "templates": apart(TEMPLATES, lambda task: task.template),
            "clamp": own_figures(records),
        }
        items = [
            {"id": record["id"], "row": record["row"], **found[record["row"]][record["id"]].figures()}
            for record in records
        ]
        return Scored(data, self._headlines(data), items=items)

    def _row(
        self, name: str, own: Mapping[str, WishVerdict], found: Mapping[str, Mapping[str, WishVerdict]]
    ) -> dict[str, Any]:
        def column(rows: Mapping[str, WishVerdict], kind: str) -> dict[str, float]:
            return {one: float(row.figures()[kind]) for one, row in rows.items()}

        figures: dict[str, Any] = {
            kind: mean_with_interval(list(column(own, kind).values()))
            for kind in ("success", "goal", "preference", "actions")
        }
        if name != REFERENCE and found.get(REFERENCE):
            figures[f"success_less_{REFERENCE}"] = paired(
                column(own, "success"), column(found[REFERENCE], "success")
            )
        return {"says": ROWS[name], **figures}

    def _headlines(self, data: Mapping[str, Any]) -> str:
        lines = [f"Preferences: {data['tasks']} tasks, split {data['split']}"]
        for name, row in data["rows"].items():
            success = row["success"]
            between = (
                ""
                if success["low"] is None
                else f" [{100 * success['low']:.1f}, {100 * success['high']:.1f}]"
            )
            lines.append(
                f"  {name}: success {100 * success['mean']:.1f} %{between}, goal {100 * row['goal']['mean']:.1f} %, "
                f"preference {100 * row['preference']['mean']:.1f} %, {row['actions']['mean']:.1f} actions"
            )
        lines += [f"  {name}: {why}" for name, why in data["not_run"].items()]
        return "\n".join(lines)


@dataclass(frozen=True)
class WishVerdict:
    """What a text came to.

    Attributes:
        goal: Its plan can be executed and reaches the goal.
        preference: Its plan can be executed and keeps the rule.
        actions: How many the plan has; none where the text is no plan.
    """

    goal: bool = False
    preference: bool = False
    actions: int = 0

    @property
    def success(self) -> bool:
        return self.goal and self.preference

    def figures(self) -> Record:
        return {
            "success": self.success,
            "goal": self.goal,
            "preference": self.preference,
            "actions": self.actions,
        }


def judged(task: Preference, output: str) -> WishVerdict:
    """Whether a text's plan reaches the goal, and whether it keeps the rule; the rule counts of executable plans."""
    try:
        plan = PlanFormat.calls().parse_within(output)
    except PlanSyntaxError:
        return WishVerdict()
    validation = task.system.validate(plan)
    executable = validation.valid or validation.step is None
    kept = executable and not judge(task.system, [task.rule], plan).broken
    return WishVerdict(validation.valid, kept, len(plan))


def prompt_of(task: Preference) -> str:
    """The scene and the sentence; nothing of the rule, and the goal only as the sentence has it."""
    return (
        f"{task.told}\n\nRequest: {task.sentence}\n"
        "Write a plan for the request, one action a line, and nothing else.\nPlan:"
    )


class PreferenceRows(ByRow):
    """Answers each question by the row that its source names.

    Attributes:
        baselines: Those of the rows that are baselines. They have the question's system, which knows no rule.
    """

    def __init__(self, config: PreferencesConfig, rows: Sequence[str]):
        self.config = config
        self.batch_size = config.batch_size
        self.baselines = {
            name: BASELINES[_BY_BASELINE[name]](config) for name in rows if name in _BY_BASELINE
        }
        self.needs_model = any(name not in _NO_MODEL for name in rows)  # pyright: ignore

    def write_row(
        self, row: str, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]
    ) -> None:
        if row == "random":
            for place, question in enumerate(questions):
                tell(place, drawn(question, question.request, self.config.seed))
        elif row in self.baselines:
            self.baselines[row].write(questions, planner, tell)
        else:
            run_all([self._asked(row, one) for one in questions], planner, self.batch_size, tell)

    def _asked(self, name: str, question: Question) -> Request:
        """What a row asks the model: the HMM is of the row `guidance`, and the rule of the row `enforced` alone."""
        request = question.request
        particles = self.config.particles if self.config.particles > 1 else PARTICLES
        request = request.but(particles=particles if name == "particles" else 1)
        if name != "guidance":
            request = request.but(guidance=0.0, adaptation="none", pseudocount=None)
        if name != "enforced":
            return request
        case: Any = question.source
        return request.but(problem=Ruled(request.problem, [case[0].rule]))


def run(config: PreferencesConfig, *, load: Callable[[PreferencesConfig], Any] | None = None) -> Report:
    """Write the plans that are missing, judge all of them, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If there is no such row or split, or nothing can be run.
    """
    benchmark = Preferences(config)
    method = PreferenceRows(config, benchmark.rows)
    return harness.run(benchmark, config, method, load=load)
