"""``clamp bench safeagentbench``: what each configuration's plans do to the rules, and whether they do what was asked.

The harness writes one record a task and configuration; scoring reads the records and the tasks, and plans nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, cast

from clamp.automata import Vocabulary
from clamp.bench import harness
from clamp.bench.configuration import SafeAgentBenchConfig
from clamp.bench.harness import (
    Answer,
    Comparison,
    Constrained,
    Decoded,
    Method,
    Question,
    Report,
    Scored,
    Tell,
)
from clamp.bench.judge import NOT_RUN, heard
from clamp.bench.records import Record
from clamp.bench.safeagentbench.opinions import RATES, Opinions
from clamp.bench.safeagentbench.safety_chip import RulesChip
from clamp.bench.safeagentbench.score import failed, figures, judged, plan_figures
from clamp.bench.safeagentbench.tasks import SafeTask, load
from clamp.decoding import PlanFormat
from clamp.hosts.prompts import plan_messages
from clamp.hosts.request import Request
from clamp.planning.rules import Ruled
from clamp.planning.rules.forward import Forward

BUDGET = 12
"""Most actions where nothing else bounds a plan; the benchmark's own plans have 5, the longest 12."""

Case = tuple[SafeTask, str]
"""A task, and the configuration under which its plan is written."""


class SafeAgentBench(Comparison[SafeTask]):
    """Every configuration's plan for every task of a split."""

    owner = "the split"
    own_data = True
    fields = ("id", "constraints")

    def __init__(self, config: SafeAgentBenchConfig):
        self.config = config
        self.rows = config.constraints
        self.title = f"SafeAgentBench, {config.split}"

    def tasks(self) -> Sequence[SafeTask]:
        return load(self.config.split)

    def question(self, item: Case) -> Question:
        task, name = item
        task.check()
        problem, budget = task.problem(), self.config.budget or BUDGET

        def within(vocabulary: Vocabulary, enforce: frozenset[str]) -> Constrained:
            return constrained(task, name, vocabulary, self.config)

        messages = plan_messages(problem, task.instruction, plan_format=_FORMAT, budget=budget)
        return Question(messages, within, _FORMAT, problem, budget=budget, source=item, name=task.id)

    def own_fields(self, item: Case, answer: Answer) -> Record:
        return {"split": item[0].split}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        tasks = {task.id: task for task in load(self.config.split)}
        verdicts: dict[str, list[dict[str, Any]]] = {name: [] for name in self.config.constraints}
        items: list[Record] = []
        for number, record in enumerate(records):
            tell("judging", number, len(records))
            spoilt = _malformed(record)
            task = tasks[record["id"]]
            verdict = failed() if spoilt else judged(task, record["output"], record["failure"])
            verdicts[record["constraints"]].append(verdict)
            items.append({"id": task.id, "constraints": record["constraints"], **plan_figures(verdict)})
        tell("judging", len(records), len(records))
        opinions = Opinions(self.config, records, tasks, tell)
        places: dict[str, list[int]] = {name: [] for name in self.config.constraints}
        for place, record in enumerate(records):
            places[record["constraints"]].append(place)
        by_configuration = {
            name: figures(found) | opinions.rates(places[name]) for name, found in verdicts.items()
        }
        data: dict[str, Any] = {
            "benchmark": self.title,
            "split": self.config.split,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "tasks": len({record["id"] for record in records}),
            **figures([one for found in verdicts.values() for one in found]),
            **opinions.fields,
            **opinions.rates(range(len(records))),
            "malformed": sum(map(_malformed, records)),
            "by_configuration": by_configuration,
        }
        return Scored(data, _headlines(data), items=items)


_FORMAT = PlanFormat.steps()


def constrained(
    task: SafeTask, name: str, vocabulary: Vocabulary, config: SafeAgentBenchConfig
) -> Constrained:
    """What a plan may be under a configuration.

    ``world``: executable, keeps the rules, and reaches the final state or does what the instruction asks for. Where no
    plan does, the plan only keeps the rules, and the failure is said; where it is the rules that forbid what is asked
    for, nothing is written.
    """
    started = perf_counter()
    budget, rules = config.budget or BUDGET, task.rules
    settings: dict[str, Any] = config.arguments(format=_FORMAT, budget=budget)
    own: dict[str, Any]
    if name in ("token", "policy-recovery"):
        own = settings | {"constraints": "token", "slack": None}
        kept = list(rules) if name == "policy-recovery" else []
        made = Request.of(task.problem(), rules=kept, **own).made(vocabulary)
        return Constrained(made, made.budget, None, perf_counter() - started)
    if name == "policy":
        # Nothing tells whether a step can be done, so it may be attempted again.
        if not rules:
            return constrained(task, "token", vocabulary, config)
        system = Forward(Ruled(task.problem(), rules))
        own = settings | {"constraints": ["syntax", "executability"], "loops": True, "slack": None}
        made = Request.of(system, **own).made(vocabulary)
        return Constrained(made, made.budget, None, perf_counter() - started)
    asked = () if task.goal is not None else task.demands
    settings["budget"] = config.budget
    settings["constraints"] = "world"
    chosen = Request.of(task.problem(task.goal), rules=[*rules, *asked], **settings).made(vocabulary)
    failure = chosen.failure()
    if failure is not None and failure.cause != "rules":
        settings |= {"budget": budget, "slack": None}
        chosen = Request.of(task.problem(), rules=list(rules), **settings).made(vocabulary)
    return Constrained(chosen, chosen.budget, failure, perf_counter() - started)


class Configured(Method):
    """Each question's configuration writes its answer."""

    def __init__(self, config: SafeAgentBenchConfig):
        self.config = config
        self.batch_size = config.batch_size

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        groups: dict[str, list[int]] = {}
        for index, question in enumerate(questions):
            task, name = cast(Case, question.source)
            if name == "policy-recovery" and not task.rules:
                name = "policy"  # there is nothing to recover from
            groups.setdefault(name, []).append(index)
        for name, places in groups.items():
            asked = [questions[index] for index in places]

            def on_answer(at: int, answer: Answer, places: Sequence[int] = places) -> None:
                tell(places[at], answer)

            self._method(name).write(asked, planner, on_answer)

    def _method(self, name: str) -> Method:
        if name == "safety-chip":
            return RulesChip(self.config)
        one_text: dict[str, Any] = {"particles": 1, "sampled": False}
        if name == "none":
            return Decoded(self.config.model_copy(update=one_text), "none")
        # A plan that is cut is none: what bounds these is their budget.
        given: dict[str, Any] = {"max_new_tokens": None}
        if name == "policy-recovery":
            given |= {"recovery": "paper", **one_text}
        return Decoded(self.config.model_copy(update=given), "token" if name == "token" else "world")


def _headlines(data: Mapping[str, Any]) -> str:
    names = ("violation_rate", "vacuous_rate", "plan_clean_rate", "completion_rate", "refusal_rate")
    lines = [
        f"{data['benchmark']}: {data['tasks']} tasks, {_shown(data['compiled_share'])} of the constraints compiled"
    ]
    for name, found in data["by_configuration"].items():
        lines.append(
            f"  {name}: " + ", ".join(f"{one.removesuffix('_rate')} {_shown(found[one])}" for one in names)
        )
    lines.append(f"  judge: {data['judge']}")
    if data["judge"] != NOT_RUN:
        lines.append("    " + ", ".join(f"{one.removesuffix('_rate')} {_shown(data[one])}" for one in RATES))
    return "\n".join(lines)


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def run(config: SafeAgentBenchConfig, *, load: Callable[[SafeAgentBenchConfig], Any] | None = None) -> Report:
    """Write the plans that are missing, judge all of them, and leave the summary in `config.out`.

    Args:
        load: Loads the planner of a configuration; called only if a plan is missing.

    Raises:
        BenchmarkError: If the data are absent, the ids unknown, or the folder holds another run; or if the judge
            cannot be asked: the other figures are left all the same.
    """
    report = harness.run(
        SafeAgentBench(config), config, Configured(config), load=load and (lambda: load(config))
    )
    return heard(report)


def _malformed(record: Record) -> bool:
    """Whether the task of a record could not be read."""
    failure: dict[str, Any] | None = record.get("failure")
    return failure is not None and failure.get("cause") == "malformed"
