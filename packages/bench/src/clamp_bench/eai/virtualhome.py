"""EAI VirtualHome's other tasks: subgoals, goals in symbols, and the actions of a planning model.

Each is asked with EAI's prompts and judged by EAI's own evaluator. Subgoals are constrained like plans, by the
system that `clamp_bench.eai.subgoals` makes of the evaluator; the others are texts, of which at most the syntax
can be enforced.
"""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, cast

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint, Part, any_of, characters, in_order, text, up_to
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.world import SYNTAX
from clamp.errors import BenchmarkError
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.configuration import EAIConfig, WrittenConfig
from clamp_bench.eai import action_sequencing, judge
from clamp_bench.eai.action_sequencing import BenchmarkRequest
from clamp_bench.eai.evaluator_process import goal_actions, shipped_prompts, subgoal_instructions
from clamp_bench.eai.goals import BUDGET, virtualhome_goals
from clamp_bench.eai.interpretation import as_json, how_sure, how_written, method_of, most_asked, said
from clamp_bench.eai.report import own_figures
from clamp_bench.eai.subgoals import Subgoals, subgoal_format
from clamp_bench.harness import (
    TEXT,
    Answer,
    Benchmark,
    Method,
    OpenText,
    Question,
    Report,
    Scored,
    Tell,
    judging,
)
from clamp_bench.records import Record, RecordFile
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks
from clamp_worlds.virtualhome.vocabulary import RELATIONS, STATES

_LISTED = re.compile(r"^\| (\S+) \| ", re.MULTILINE)


class _Task(Benchmark[EAITask]):
    """One of EAI's tasks."""

    task: ClassVar[str]

    def __init__(self, config: EAIConfig):
        self.config = config
        self._prompts: dict[str, str] = {}

    owner = "EAI"

    @property
    def how(self) -> str:
        """How the answers were written."""
        if self.config.answers is not None:
            return f"answers of {self.config.answers}"
        return "the goal copied" if self.config.copy_goal else how_written(self.config)

    def items(self) -> Sequence[EAITask]:
        asked = self.asked()
        return [task for task in load_tasks() if task.id in asked]

    @abstractmethod
    def asked(self) -> frozenset[str]:
        """The ids of the tasks that EAI asks about."""

    def key(self, item: EAITask) -> Record:
        return {"file_id": item.id}

    def own_fields(self, item: EAITask, answer: Answer) -> Record:
        return {"name": item.name}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        outputs = {record["file_id"]: record["output"] for record in records}
        judged = judging(tell, len(records))
        figures, items = self.judged(outputs, lambda line: judged(line.partition("\t")[0]))
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "prompts": len(records),
            **figures,
            "clamp": own_figures(records),
        }
        return Scored(data, self.headlines(data), items=items)

    def judged(
        self, outputs: Mapping[str, str], on_task: Callable[[str], None]
    ) -> tuple[dict[str, Any], Sequence[Record]]:
        """The figures under EAI's names, and what each record came to."""
        found = judge.evaluate(self.task, outputs, on_task)
        items = found.pop("items")
        return found, [{"file_id": file_id, **items[file_id]} for file_id in outputs]

    @abstractmethod
    def headlines(self, data: Mapping[str, Any]) -> str:
        """The headline figures."""


class SubgoalDecomposition(_Task):
    """States and actions in temporal order that lead to the goal, which EAI's evaluator carries out."""

    title = "EAI VirtualHome, Subgoal Decomposition"
    task = "subgoal-decomposition"

    def asked(self) -> frozenset[str]:
        return frozenset(self._shipped())

    def _shipped(self) -> dict[str, str]:
        judge.package_version()
        self._prompts = self._prompts or shipped_prompts("subgoal_decomposition")
        return self._prompts

    def request(self, item: EAITask) -> Request:
        prompt, system = self._shipped()[item.id], Subgoals.of(item)
        seen = frozenset(_LISTED.findall(prompt)).intersection(system.entities)
        messages = [
            {"role": "system", "content": subgoal_instructions()},
            {"role": "user", "content": prompt},
        ]
        written = subgoal_format(*_actions_to_include(prompt))
        return BenchmarkRequest.under(self.config, system, messages, seen=seen, format=written)

    def judged(
        self, outputs: Mapping[str, str], on_task: Callable[[str], None]
    ) -> tuple[dict[str, Any], Sequence[Record]]:
        """EAI's figures and what each task came to; verdicts, seconds of work each, are kept in a file."""
        file = RecordFile(self.config.out / "verdicts.jsonl")
        file.repair()
        hashes = {file_id: sha256(one.encode()).hexdigest() for file_id, one in outputs.items()}
        known = {
            record["file_id"]: record["verdict"]
            for record in file.read()
            if hashes.get(record["file_id"]) == record["output_sha256"]
        }

        def on_verdict(line: str) -> None:
            file_id, _, verdict = line.partition("\t")
            if file_id not in known:
                file.append(
                    {"file_id": file_id, "output_sha256": hashes[file_id], "verdict": json.loads(verdict)}
                )
            on_task(line)

        found = judge.evaluate(self.task, outputs, on_verdict, known)
        by_task = {name: one["info"].split("'")[1] for name, one in found["error_info"].items()}
        kinds = Counter(by_task.values())
        items = [
            {
                "file_id": name,
                "task_success": kind == "Correct",
                "execution_success": kind in ("Correct", "GoalUnreachable"),
            }
            for name, kind in by_task.items()
        ]
        return {**found["summary"], "verdicts": dict(sorted(kinds.items()))}, items

    def headlines(self, data: Mapping[str, Any]) -> str:
        goals, steps = data["goal_evaluation"], data["trajectory_evaluation"]
        return (
            f"{self.title}: {data['prompts']} tasks, {self.how}\n"
            f"  task success {100 * goals['task_success_rate']:.2f} %, execution success "
            f"{100 * steps['execution_success_rate']:.2f} %\n"
            f"  verdicts: {', '.join(f'{name} {count}' for name, count in data['verdicts'].items())}"
        )


def goal_of_prompt(prompt: str) -> tuple[list[str], list[list[str]]]:
    """The goal as a Subgoal Decomposition prompt lists it: its states, and its actions with their alternatives."""
    states, _, rest = prompt.partition("## Goal States\n[States]\n")[2].partition("[Actions Must Include]")
    actions = rest.partition("\n")[2].partition("\n\n")[0]
    found = [
        [line.strip() for line in part.splitlines() if line.strip() not in ("", "None")]
        for part in (states, actions)
    ]
    return found[0], [line.split(" or ") for line in found[1]]


def _actions_to_include(prompt: str) -> tuple[bool, list[str]]:
    """What the two fields before the subgoals say: whether actions are needed, and which."""
    actions = goal_of_prompt(prompt)[1]
    return bool(actions), [alternatives[0] for alternatives in actions]


class CopyOfTheGoal(Method):
    """Writes the goal that a Subgoal Decomposition prompt states, line by line: what copying alone is worth."""

    needs_model = False

    def identity(self) -> Record:
        return {"method": "copy-goal"}

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            states, actions = goal_of_prompt(str(cast(Any, question.prompt)[-1]["content"]))
            subgoals = [*states, *(" or ".join(alternatives) for alternatives in actions)]
            written = json.dumps({"output": subgoals})
            tell(index, Answer(PlanResult("fail", (), written, TEXT, timing=Timing())))


def syntax(form: Part, config: WrittenConfig) -> Callable[[Vocabulary], FormConstraint] | None:
    """A form as what an answer must be, where nothing but the syntax is to be enforced; ``None`` where not even that.

    Raises:
        BenchmarkError: If more is to be.
    """
    if config.enforce is None:
        return None
    if config.enforce != frozenset({SYNTAX}):
        raise BenchmarkError(
            "Of this task's answers, which are no plans, at most the syntax can be enforced: give "
            "--constraints none or --constraints token."
        )
    return cache(partial(FormConstraint, form))


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NAME = in_order(text('"'), up_to(40, characters(_LETTERS + "0123456789_"), least=1), text('"'))
_PROSE = in_order(
    text('"'), up_to(100, characters(_LETTERS + _LETTERS.upper() + " ,.-_"), least=1), text('"')
)


def _word(words: Iterable[str]) -> Part:
    """One of some words, in quotes."""
    return in_order(text('"'), any_of(*map(text, words)), text('"'))


def _entry(**fields: Part) -> Part:
    """A JSON object with these fields."""
    parts = [in_order(text(f'"{name}": '), part) for name, part in fields.items()]
    return in_order(text("{"), *[one for part in parts for one in (text(", "), part)][1:], text("}"))


def goal_form(actions: Iterable[str]) -> Part:
    """Goals in symbols, as EAI's Goal Interpretation prompt asks for them: at most eight of a kind."""
    kinds = {
        "node goals": _entry(name=_NAME, state=_word(STATES)),
        "edge goals": _entry(from_name=_NAME, relation=_word(RELATIONS), to_name=_NAME),
        "action goals": _entry(action=_word(actions), description=_PROSE),
    }
    lists = [
        in_order(text(f'"{kind}": ['), up_to(8, one, text(", ")), text("]")) for kind, one in kinds.items()
    ]
    return in_order(text("{"), lists[0], text(", "), lists[1], text(", "), lists[2], text("}"))


_PREDICATE = re.compile(r"^\s*\((\w+)((?: \?\w+| - \w+)+)\)", re.MULTILINE)
_UNFINISHED = re.compile(r"\(:action (\w+)\n\s*:parameters (\(.*\))\n\s*:precondition \(\)\n\s*:effect \(\)")


def transition_form(prompt: str) -> Part:
    """The actions that a Transition Modeling prompt asks for: conjunctions of at most six literals each."""
    listed = prompt.partition("(:predicates")[2].partition("; Actions to be predicted")[0]
    predicates = [(name, rest.count("?")) for name, rest in _PREDICATE.findall(listed)]
    asked = _UNFINISHED.findall(prompt.rpartition("Input:")[2])
    if not predicates or not asked:
        raise BenchmarkError("The prompt lists no predicates, or no actions to be finished.")

    def action(name: str, parameters: str) -> Part:
        variables = [text(f" {one}") for one in re.findall(r"\?\w+", parameters)]
        atom = any_of(
            *[
                in_order(text(f"({predicate}"), *[any_of(*variables)] * arity, text(")"))
                for predicate, arity in predicates
            ]
        )
        literal = any_of(atom, in_order(text("(not "), atom, text(")")))
        many = in_order(text("(and "), up_to(6, literal, text(" "), least=1), text(")"))
        formula = any_of(text("()"), literal, many)
        head = text(f"(:action {name} :parameters {parameters} :precondition ")
        return in_order(head, formula, text(" :effect "), formula, text(")"))

    parts = [in_order(text(" "), action(*one)) for one in asked]
    return in_order(text('{"output": "'), action(*asked[0]), *parts[1:], text('"}'))


class GoalInterpretation(_Task):
    """Goals in words, to be written as states, relations and actions."""

    title = "EAI VirtualHome, Goal Interpretation"
    task = "goal-interpretation"
    _form: Callable[[Vocabulary], FormConstraint] | None = None

    def asked(self) -> frozenset[str]:
        return frozenset(task.id for task in load_tasks() if task.has_goal)

    def prepare(self, items: Sequence[EAITask], out: Path, tell: Tell) -> Sequence[EAITask]:
        if self.config.goal_level in ("none", "syntax"):  # one for all: what it learns of the tokens is kept
            self._form = syntax(goal_form(goal_actions()), self.config)
        self._prompts = action_sequencing.load_prompts(items, out, self.task)
        return sorted(items, key=lambda item: (-len(self._prompts[item.id]), item.id))

    def request(self, item: EAITask) -> OpenText:
        prompt = self._prompts[item.id]
        made = self._form
        if self.config.goal_level in ("typed", "world"):
            world, budget = self.config.goal_level == "world", self.config.budget or BUDGET
            scene = item if world else None
            made = partial(virtualhome_goals, prompt, task=scene, by_words=world, budget=budget)
        return OpenText([{"role": "user", "content": prompt}], made)

    def judged(
        self, outputs: Mapping[str, str], on_task: Callable[[str], None]
    ) -> tuple[dict[str, Any], Sequence[Record]]:
        found, items = super().judged(outputs, on_task)
        counts = found.pop("counts")
        return {**found, "f1": how_sure({"counts": counts})}, [
            {**one, "counts": counts[one["file_id"]]} for one in items
        ]

    def headlines(self, data: Mapping[str, Any]) -> str:
        lines = [f"{self.title}: {data['prompts']} tasks, {self.how}"]
        for name in ("summary", "corrected"):
            rates = ", ".join(
                f"{one} {data[name][one]:.2f}" for one in ("all_precision", "all_recall", "all_f1")
            )
            lines.append(f"  {'every prompt counted' if name == 'corrected' else 'official'}: {rates}")
        lines += [f"  {said(data['f1'])}", f"  unreadable: {len(data['unreadable'])}"]
        return "\n".join(lines)


def constant_goals() -> str:
    """The goals that EAI's tasks ask for most often, as an answer."""
    asked: list[list[tuple[str, str]]] = []
    for task in load_tasks():
        goal = task.goal
        called = {node["id"]: node["class_name"] for node in task.scene["nodes"]} if task.has_goal else {}
        goals: list[tuple[str, dict[str, str]]] = [
            ("node goals", {"name": called[one.id], "state": one.state}) for one in goal.states
        ]
        goals += [
            (
                "edge goals",
                {
                    "from_name": called[one.from_id],
                    "relation": one.relation,
                    "to_name": called[one.to_id],
                },
            )
            for one in goal.relations
        ]
        goals += [("action goals", {"action": names[0].upper(), "description": ""}) for names in goal.actions]
        if goals:
            asked.append([(kind, json.dumps(one)) for kind, one in goals])
    often = most_asked(asked)
    kinds = ("node goals", "edge goals", "action goals")
    return as_json({name: [json.loads(one) for kind, one in often if kind == name] for name in kinds})


class TransitionModeling(_Task):
    """The preconditions and effects of actions, in PDDL."""

    title = "EAI VirtualHome, Transition Modeling"
    task = "transition-modeling"

    def asked(self) -> frozenset[str]:
        return frozenset(self._shipped())

    def _shipped(self) -> dict[str, str]:
        judge.package_version()
        self._prompts = self._prompts or shipped_prompts("transition_modeling")
        return self._prompts

    def request(self, item: EAITask) -> OpenText:
        prompt = self._shipped()[item.id]
        return OpenText([{"role": "user", "content": prompt}], syntax(transition_form(prompt), self.config))

    def headlines(self, data: Mapping[str, Any]) -> str:
        overall: dict[str, float] = data["summary"]["overall"] if data["summary"] else {}
        rates = _listed(overall) or "EAI's evaluator writes no summary of these"
        return (
            f"{self.title}: {data['prompts']} tasks, {self.how}\n"
            f"  overall: {rates} (the planner is CLAMP's, not EAI's)\n"
            f"  every prompt counted: {_listed(data['corrected'])}\n"
            f"  unreadable: {len(data['unreadable'])}"
        )


def _listed(rates: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {rate:.2f}" for name, rate in rates.items())


TASKS: Mapping[str, type[_Task]] = {
    one.task: one for one in (SubgoalDecomposition, GoalInterpretation, TransitionModeling)
}


def run(config: EAIConfig, *, load: Callable[[EAIConfig], Any] | None = None) -> Report:
    """Write the answers that are missing, have EAI judge all of them, and leave the summary in `config.out`."""
    method = CopyOfTheGoal() if config.copy_goal else method_of(config, constant_goals)
    return harness.run(TASKS[config.task](config), config, method, load=load)
