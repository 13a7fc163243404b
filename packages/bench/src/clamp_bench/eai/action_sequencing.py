"""The benchmark EAI VirtualHome, Action Sequencing: what a model is asked, under which constraints, and who judges it.

Writing and judging are separate: the harness writes one record a task, and judging reads the records and nothing
else, so ``summary.json`` and ``tasks.csv`` can be made again from them at any time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp.decoding.world import GOAL
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import TransitionSystem
from clamp.request.prompts import Message
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.configuration import SEMANTICS, EAIConfig, WrittenConfig
from clamp_bench.eai import judge
from clamp_bench.eai.report import judged_text, report
from clamp_bench.harness import PROMPTS, Answer, Benchmark, Report, Scored, Tell, judging
from clamp_bench.paper import constraint_of
from clamp_bench.records import Record, RecordFile
from clamp_worlds.virtualhome import VirtualHome
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks

PLAIN_BUDGET = 40
"""Default budget where no goal is enforced: the paper's K_max. EAI's median gold plan has 8 actions."""

LEAST_BUDGET = 10
"""Smallest default budget where the goal is enforced."""

_SEARCH_BUDGET = 100
_LISTED = re.compile(r"^(\S+), id: (\d+), properties: ", re.MULTILINE)


def select(tasks: Sequence[EAITask], config: EAIConfig) -> list[EAITask]:
    """The tasks that a configuration asks for, in EAI's order, or in the order of its file of ids.

    Raises:
        BenchmarkError: If the file cannot be read, is empty, or names an unknown task.
    """
    return harness.select(tasks, lambda task: task.id, config, "EAI")


class ActionSequencing(Benchmark[EAITask]):
    """EAI's 342 VirtualHome tasks, as prompts that its own generator writes, judged by its own evaluator."""

    title = "EAI VirtualHome, Action Sequencing"
    owner = "EAI"

    def __init__(self, config: WrittenConfig):
        self.config = config
        self._prompts: dict[str, str] = {}

    def items(self) -> Sequence[EAITask]:
        return load_tasks()

    def key(self, item: EAITask) -> Record:
        return {"file_id": item.id}

    def prepare(self, items: Sequence[EAITask], out: Path, tell: Tell) -> Sequence[EAITask]:
        self._prompts = load_prompts(items, out)
        # Tasks of similar size are written together.
        return sorted(items, key=lambda task: (-len(self._prompts[task.id]), task.id))

    def request(self, item: EAITask) -> Request:
        prompt, system = self._prompts[item.id], item.system()
        seen = prompt_entities(prompt).intersection(system.entities)
        return BenchmarkRequest.under(self.config, system, prompt, seen=seen, format="virtualhome_json")

    def own_fields(self, item: EAITask, answer: Answer) -> Record:
        return {"name": item.name, "judged": judged_text(answer.result.text)}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        texts = {record["file_id"]: record["judged"] for record in records}
        judgement = judge.judge(texts, judging(tell, len(records)))
        gold = {task.id: task.gold_plan for task in self.items()}
        return report(self.config.identity(), records, judgement, gold)


def run(config: EAIConfig, *, load: Callable[[EAIConfig], Any] | None = None) -> Report:
    """Write the plans that are missing, judge all of them, and leave the summary in `config.out`.

    Args:
        load: Loads the planner of a configuration; called only if a plan is missing. By default
            `clamp.Planner.from_pretrained`.

    Raises:
        BenchmarkError: If eai-eval is missing or damaged, the ids are unknown, or `config.out` holds a run
            with another configuration, or one that another process is writing.
        HostError: If the model cannot be loaded.
        KeyboardInterrupt: On Ctrl-C and SIGTERM; what was written so far is kept.
    """
    return harness.run(ActionSequencing(config), config, load=load)


@dataclass(frozen=True, eq=False, repr=False)
class BenchmarkRequest(Request):
    """A benchmark's request. Where its settings do not say how long a plan may be, it may have a quarter more actions
    than the shortest one found (`default_slack`), or `PLAIN_BUDGET` where no goal is enforced.

    Attributes:
        semantics: One of `clamp_bench.configuration.SEMANTICS`: how the constraints are enforced together.
    """

    semantics: str = SEMANTICS[0]

    @property
    def kind(self) -> type[PlanConstraint]:
        """What its plans are written under."""
        return constraint_of(self.semantics)

    @classmethod
    def under(
        cls,
        config: WrittenConfig,
        system: TransitionSystem[Any],
        prompt: str | Sequence[Message],
        **own: Any,
    ) -> Self:
        """A request with a prompt of the benchmark's own, which rules nothing out, under a run's settings.

        Args:
            prompt: Chat messages; a text is what the user says.
            own: Of `clamp.Request.of`, instead of what the configuration says.
        """
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        made = cls.of(system, prompt=messages, **config.of_requests(**own))
        return made.but(semantics=config.semantics)

    def made(self, vocabulary: Vocabulary, limits: SearchLimits | None = None) -> PlanConstraint:
        """What the plan must be like. Where no plan is, or a limit ended the search for one, the constraint says so: a
        plan of something else would hide the failure from whoever judges what was written."""
        asked = self.configuration
        if asked.budget is None and not asked.enforces(GOAL):
            return self.but(budget=PLAIN_BUDGET).made(vocabulary, limits)
        found = super().made(vocabulary, limits)
        open_ = asked.budget is None and asked.slack is None and self.kind is PlanConstraint
        if open_ and (best := found.best_known) is not None:
            return self.but(slack=default_slack(best.length)).made(vocabulary, limits)
        return found


def default_slack(shortest: int) -> int:
    """How many actions more than the shortest plan has: a quarter, and one where that has one or two.

    Half of EAI's shortest plans have two actions, so the general default, two more, would be as much again. But a
    plan of one or two actions may be all of EAI's gold plan, and that EAI's evaluator never counts as successful.
    """
    return max(shortest // 4, int(shortest <= 2))


def task_budget(system: VirtualHome, enforce: Collection[str]) -> int:
    """The default budget: room for twice the actions of a plan that search finds, and for 10 at least.

    Where no goal is enforced, nothing but the budget stops a model, and it is 40.
    """
    if "goal" not in enforce:
        return PLAIN_BUDGET
    plan = Reachability(system).plan(system.initial, _SEARCH_BUDGET)
    return max(LEAST_BUDGET, 2 * len(plan)) if isinstance(plan, tuple) else LEAST_BUDGET


def prompt_entities(prompt: str) -> frozenset[str]:
    """The objects that a prompt lists, as entity names: what the model is told it sees."""
    listing = prompt.partition("Objects in the scene:\n")[2].partition("-----------------")[0]
    return frozenset(f"{match[1]}_{match[2]}" for match in _LISTED.finditer(listing))


def load_prompts(tasks: Sequence[EAITask], out: Path, task: str = "action-sequencing") -> dict[str, str]:
    """EAI's prompts by file id; generated once a run and kept in ``prompts.jsonl``."""
    file = RecordFile(out / PROMPTS)
    file.repair()
    prompts: dict[str, str] = {record["file_id"]: record["prompt"] for record in file.read()}
    if missing := [one.id for one in tasks if one.id not in prompts]:
        made = judge.generate_prompts(missing, *(() if task == "action-sequencing" else (task,)))
        for file_id, prompt in made.items():
            file.append({"file_id": file_id, "prompt": prompt})
            prompts[file_id] = prompt
    return prompts
