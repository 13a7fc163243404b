"""The process in which EAI's own code runs: ``python -m clamp_bench.eai.evaluator_process MODE FOLDER``.

A process of its own, because EAI's answers depend on the hash seed (action goals and prompt lines pass
through sets), because its evaluator reads and writes folders that must be clean, and because it can crash
on a plan. Nothing of EAI is changed: its functions are called with the arguments they document, and what
the evaluator decides about each task is read from the log that it writes.

`FOLDER/request.json` says what to do; `FOLDER/result.json` holds the answer; each finished task is a line on
standard output. `clamp_bench.eai.judge` is the other end.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import multiprocessing
import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import import_module, util
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from clamp.errors import DomainError
from clamp.planning import Problem
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability

SCENE = "scene_1"
MODEL = "clamp"

_EVALUATE = "virtualhome_eval.evaluation.action_sequencing.scripts.evaluate_results"
_PROMPTS = "virtualhome_eval.evaluation.{}.scripts.generate_prompts"
_TOOLS = "virtualhome_eval.simulation.evolving_graph.eval_utils"
_DATASET = "programs_processed_precond_nograb_morepreconds"
_GOALS = "task_state_LTL_formula_accurate.json"


@dataclass
class EAIVerdict:
    """What EAI's evaluator decided about one task, and what a replay by EAI's executor shows.

    Attributes:
        excluded: EAI leaves the task out of its denominator (its own final graph fails its goal check).
        success: EAI counts the task as successful.
        executable: EAI counts the plan as executable.
        equals_gold: The plan is EAI's gold plan, which EAI counts as executable but never as successful.
        grammar_error: ``parsing``, ``hallucination`` or ``predicate_argument_number``.
        parsing_errors: How many parsing errors EAI counted for this one task: 0, 1 or 2.
        runtime_errors: ``wrong_order``, ``missing_step``, ``affordance_error``, ``additional_step``, in the
            order of the actions; only the last can be one that stopped the plan.
        matched: State, relation and action goals that EAI counts as reached.
        goals: State, relation and action goals that the task has, duplicates removed as EAI does.
        crash: The exception with which EAI's evaluator stopped on this output.
        corrected_executable: No action failed, additional steps (which change nothing) left aside.
        corrected_success: The corrected score; see `replay`.
        corrected_reason: Why not; empty when it is.
    """

    file_id: str
    excluded: bool = False
    success: bool = False
    executable: bool = False
    equals_gold: bool = False
    grammar_error: str | None = None
    parsing_errors: int = 0
    runtime_errors: list[str] = field(default_factory=list[str])
    matched: tuple[int, int, int] = (0, 0, 0)
    goals: tuple[int, int, int] = (0, 0, 0)
    crash: str | None = None
    corrected_executable: bool = False
    corrected_success: bool = False
    corrected_reason: str = "not replayed"


_RUNTIME = {
    "WRONG_TEMPORAL_ORDER": "wrong_order",
    "MISSING_STEP": "missing_step",
    "AFFORDANCE_ERROR": "affordance_error",
    "ADDITIONAL_STEP": "additional_step",
}
_TASK = re.compile(r"^Task is .*, file_id is (\S+)$", re.DOTALL)
_MATCHED = re.compile(r"^Predicted: node_match_num=(\d+), edge_match_num=(\d+), action_match_num=(\d+)$")
_FAULT = re.compile(r"^Encounter error: (\w+)$")


class VerdictReader(logging.Handler):
    """Reads verdicts off the evaluator's log while it runs."""

    def __init__(self, on_task: Callable[[str], None]):
        super().__init__(logging.INFO)
        self.verdicts: dict[str, EAIVerdict] = {}
        self.finished = False
        self._current: EAIVerdict | None = None
        self._judged = False
        self._on_task = on_task

    @property
    def current(self) -> EAIVerdict | None:
        """The task that the evaluator is at."""
        return self._current

    def emit(self, record: logging.LogRecord) -> None:
        """Take one line of the log."""
        text = record.getMessage()
        if start := _TASK.match(text):
            self._close()
            self._current = EAIVerdict(start[1])
            return
        if text.startswith("Program number: "):
            self._close()
            self.finished = True
        verdict = self._current
        if verdict is None:
            return
        if text.endswith("did not pass gold test"):
            verdict.excluded = True
        elif text.endswith("prediction has format error") or text.endswith("prediction has no prediction"):
            verdict.grammar_error = "parsing"
            verdict.parsing_errors += 1
        elif text.endswith("has hallucination error"):
            verdict.grammar_error = "hallucination"
        elif text.endswith("has arguments number error"):
            verdict.grammar_error = "predicate_argument_number"
        elif fault := _FAULT.match(text):
            verdict.runtime_errors.append(_RUNTIME[fault[1]])
        elif text == "Executable!":
            verdict.executable = True
        elif matched := _MATCHED.match(text):
            verdict.matched = (int(matched[1]), int(matched[2]), int(matched[3]))
            self._judged = True
        elif text == "EVERYTHING SUCCEED!":
            verdict.success = True

    def _close(self) -> None:
        verdict, self._current = self._current, None
        if verdict is None:
            return
        # The evaluator says nothing about a plan that equals the gold plan: it counts it as executable,
        # and neither runs nor judges it.
        if not self._judged and not verdict.excluded and verdict.grammar_error is None:
            verdict.equals_gold = verdict.executable = True
        self._judged = False
        self.verdicts[verdict.file_id] = verdict
        self._on_task(verdict.file_id)


def package_folder() -> Path:
    """The installed package's folder."""
    return Path(str(import_module("virtualhome_eval").__file__)).parent


def load_goals() -> dict[str, Mapping[str, Any]]:
    """EAI's goals of every task in its scene, by file id."""
    return {file_id: task["vh_goal"] for tasks in _task_file().values() for file_id, task in tasks.items()}


def _task_file() -> dict[str, dict[str, Any]]:
    text = (package_folder() / "resources" / "virtualhome" / _GOALS).read_text(encoding="utf-8")
    return json.loads(text)[SCENE]


def split_goals(goals: Mapping[str, Any]) -> tuple[list[Any], list[Any], list[str]]:
    """State goals, relation goals and action goals of a task, each once and in the order given."""

    def once(items: Iterable[Any]) -> list[Any]:
        return list({json.dumps(item, sort_keys=True): item for item in items}.values())

    states = once(goal for goal in goals["goal"] if "state" in goal)
    relations = once(goal for goal in goals["goal"] if "relation_type" in goal)
    return states, relations, once(goals["actions"])


def generate_prompts(
    file_ids: Sequence[str], folder: Path, task: str = "action-sequencing"
) -> dict[str, str]:
    """EAI's prompts for these tasks, by EAI's generator (its ``mode='generate_prompts'``).

    The generator goes through every task of the file that it is given, at about 50 ms each; here that file
    names the wanted tasks only.
    """
    package = package_folder()
    wanted = set(file_ids)
    chosen = {
        name: {file_id: task for file_id, task in tasks.items() if file_id in wanted}
        for name, tasks in _task_file().items()
    }
    resources = folder / "resources" / "virtualhome"
    shutil.copytree(package / "resources" / "virtualhome", resources)
    (resources / _GOALS).write_text(json.dumps({SCENE: chosen}), encoding="utf-8")
    output = folder / "prompts"
    output.mkdir()
    path = import_module(_PROMPTS.format(task.replace("-", "_"))).generate_prompts(
        SimpleNamespace(
            dataset="virtualhome",
            resource_dir=str(resources.parent),
            dataset_dir=str(package / "dataset"),
            evaluation_dir=str(package / "evaluation"),
            output_dir=str(output),
            scene_id=1,
        )
    )
    entries = json.loads(Path(path).read_text(encoding="utf-8"))
    return {entry["identifier"]: entry["llm_prompt"] for entry in entries}


def judge(outputs: Mapping[str, str], folder: Path, on_task: Callable[[str], None]) -> dict[str, Any]:
    """EAI's evaluator over the outputs, crash by crash, and the corrected score of each.

    Returns:
        ``summary`` (EAI's own, or ``None`` where it divides by zero because no task has a goal of some
        kind), ``error_info`` (EAI's own), ``verdicts`` (one a task).
    """
    goals = load_goals()
    if unknown := sorted(outputs.keys() - goals.keys()):
        raise ValueError(f"EAI's VirtualHome scene has no task {', '.join(unknown[:5])}")
    readable = dict(outputs)
    crashes: dict[str, str] = {}
    verdicts: dict[str, EAIVerdict] = {}
    pending = list(outputs)
    official: Sequence[Any] | None = None
    rounds = 0
    while pending:
        # After a crash the rest is judged; once all is judged, and something crashed, all is judged again
        # with the crashing outputs empty, so that the summary is EAI's own.
        batch = {file_id: readable[file_id] for file_id in pending}
        reader = VerdictReader(on_task)
        official, crash = _evaluate(batch, folder / f"round{rounds}", reader)
        rounds += 1
        verdicts.update(reader.verdicts)
        if reader.finished:
            if crash is not None and not isinstance(crash, ZeroDivisionError):
                raise crash
            complete = len(batch) == len(outputs)
            pending = [] if complete else list(outputs)
            continue
        if reader.current is None or crash is None:
            raise RuntimeError(f"EAI's evaluator stopped before its first task: {crash!r}") from crash
        crashed = reader.current.file_id
        crashes[crashed] = f"{type(crash).__name__}: {crash}"
        readable[crashed] = ""
        pending = pending[pending.index(crashed) :]
    tools = import_module(_TOOLS)
    for file_id, verdict in verdicts.items():
        states, relations, actions = split_goals(goals[file_id])
        verdict.goals = (len(states), len(relations), len(actions))
        verdict.crash = crashes.get(file_id)
        replay(tools, readable[file_id], goals[file_id], verdict)
    return {
        "summary": official[0] if official else None,
        "error_info": official[1] if official else None,
        "verdicts": [asdict(verdicts[file_id]) for file_id in outputs],
    }


def _evaluate(
    outputs: Mapping[str, str], folder: Path, reader: VerdictReader
) -> tuple[Sequence[Any] | None, Exception | None]:
    """One call of EAI's evaluator in a clean folder: its answer, or the exception that it stopped with."""
    package = package_folder()
    responses = folder / "responses" / "virtualhome" / "action_sequencing"
    responses.mkdir(parents=True)
    entries = [{"identifier": file_id, "llm_output": text} for file_id, text in outputs.items()]
    (responses / f"{MODEL}_outputs.json").write_text(json.dumps(entries), encoding="utf-8")
    log = logging.getLogger(_EVALUATE)
    before = (log.level, log.propagate)
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(reader)
    try:
        results = import_module(_EVALUATE).evaluate_results(
            SimpleNamespace(
                dataset="virtualhome",
                llm_response_path=str(folder / "responses"),
                resource_dir=str(package / "resources"),
                dataset_dir=str(package / "dataset"),
                output_dir=str(folder / "results"),
            )
        )
        return results[MODEL], None
    except Exception as error:  # whatever it is, the caller turns it into that task's verdict
        return None, error
    finally:
        log.removeHandler(reader)
        log.setLevel(before[0])
        log.propagate = before[1]


def replay(tools: Any, output: str, goals: Mapping[str, Any], verdict: EAIVerdict) -> None:
    """Fill in the corrected score: EAI's executor, with a goal check that covers every goal.

    The output is read by EAI's reader and each action run by EAI's executor. The score differs from EAI's
    in four ways: every relation goal is checked (EAI's loop ends at the first one that holds, so a task
    with two or more can never succeed, not even its own final graph: that is what EAI leaves out); the
    gold plan is run like any other; action goals are checked in the order in which the prompt lists them
    (EAI's order depends on the hash seed); and a plan that stops at an error is no success.
    """
    planner, _, _, _, _ = tools.construct_planner(
        None, None, None, 1, verdict.file_id, str(package_folder() / "dataset" / _DATASET)
    )
    states, relations, action_goals = split_goals(goals)
    entities = planner.get_symbolic_goal_nl(states, relations, action_goals=action_goals)[5]
    actions = _read_plan(tools, output, entities)
    if actions is None:
        verdict.corrected_reason = "the output is no list of actions that EAI accepts"
        return
    done: list[str] = []
    for action in actions:
        ok, info = planner.my_execute_primitive_action_eval(action)
        if ok:
            done.append(action)
        elif info.get_error_type() != 4:  # 4: additional step, which EAI skips
            verdict.corrected_reason = f"{action} cannot be executed: {info.get_error_string()}"
            return
    verdict.corrected_executable = True
    graph = planner.env_state.to_dict()
    states_of = {node["id"]: node["states"] for node in graph["nodes"]}
    missing = [str(goal) for goal in states if goal["state"] not in states_of.get(goal["id"], ())]
    missing += [str(goal) for goal in relations if goal not in graph["edges"]]
    if action_goals and not tools.check_order_with_or(action_goals, " ".join(done)):
        missing.append(f"the actions {action_goals}, in this order")
    verdict.corrected_success = not missing
    verdict.corrected_reason = f"the goal lacks {'; '.join(missing)}" if missing else ""


def _read_plan(tools: Any, output: str, entities: Mapping[str, int]) -> list[str] | None:
    """The plan as EAI's evaluator reads it: its clean-up, its parser, its three grammar checks."""
    text = output.removeprefix("```json").strip().replace("\n", "").replace("'", '"')
    try:
        actions = tools.load_json_preserving_order(text)
        accepted = (
            len(actions) > 0
            and tools.check_name_id_format(actions)[0]
            and tools.check_no_hallucination_in_action(actions)
            and tools.check_no_hallucination_in_arg(actions, entities)
            and tools.check_action_grammar(actions)[0]
        )
    except (ValueError, KeyError):
        return None
    return tools.json_to_action(actions, relevant_name_to_id=entities) if accepted else None


_SCRIPTS = "virtualhome_eval.evaluation.{}.scripts.evaluate_results"
_PLANNING_SECONDS = 20.0


def judge_subgoals(
    outputs: Mapping[str, str], folder: Path, on_task: Callable[[str], None], known: Mapping[str, Any]
) -> dict[str, Any]:
    """EAI's Subgoal Decomposition evaluator over the outputs; some seconds a task.

    Each output is judged in a folder of its own, and its verdict told; then the evaluator is called once more
    with all verdicts in place, which it finds and keeps, and writes its summary: it is EAI's own throughout.
    Where a subgoal says "or", the evaluator draws one; the draws are seeded by the task's id.

    Args:
        on_task: Called with the file id, a tab, and EAI's verdict as JSON.
        known: Verdicts of an earlier call, by file id.

    Returns:
        ``summary`` and ``error_info``, EAI's own; the latter by file id.
    """
    evaluate = import_module(_SCRIPTS.format("subgoal_decomposition")).evaluate_results
    found: dict[str, Any] = {f"{SCENE}_{file_id}": known[file_id] for file_id in outputs if file_id in known}
    for number, (file_id, text) in enumerate(outputs.items()):
        name = f"{SCENE}_{file_id}"
        if name not in found:
            random.seed(file_id)  # not the same for all: then every task would draw the same alternative
            here = folder / f"task{number}"
            _respond(here, "subgoal_decomposition", {name: text})
            with contextlib.redirect_stdout(io.StringIO()):
                evaluate(_arguments(here))
            verdict = (here / "results" / MODEL / "error_info.json").read_text(encoding="utf-8")
            found[name] = json.loads(verdict)[name]
        on_task(f"{file_id}\t{json.dumps(found[name])}")
    whole = folder / "all"
    _respond(whole, "subgoal_decomposition", {f"{SCENE}_{one}": text for one, text in outputs.items()})
    (whole / "results" / MODEL).mkdir(parents=True)
    (whole / "results" / MODEL / "error_info.json").write_text(json.dumps(found), encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()):
        summary = evaluate(_arguments(whole))[MODEL]
    return {"summary": summary, "error_info": {one: found[f"{SCENE}_{one}"] for one in outputs}}


def judge_goals(
    outputs: Mapping[str, str], folder: Path, on_task: Callable[[str], None], known: Mapping[str, Any]
) -> dict[str, Any]:
    """EAI's Goal Interpretation evaluator over the outputs, and again with each unreadable one as no goals at all.

    EAI leaves outputs that it cannot read out of the recall; the second call counts what they miss. An output
    that crashes the evaluator is unreadable, too.

    Returns:
        ``summary`` and ``corrected`` (EAI's own summaries), ``unreadable`` and ``crashed`` (file ids), ``items``
        (EAI's F1 of each output alone), ``counts`` (of each, as the second call has it: goals that are right, too many,
        and missed).
    """
    module = import_module(_SCRIPTS.format("goal_interpretation"))
    evaluate, counting = module.evaluate_results, _Counting()
    calls = iter(range(1 << 30))

    def judged(texts: Mapping[str, str]) -> Any:
        here = folder / f"call{next(calls)}"
        _respond(here, "goal_interpretation", texts)
        return evaluate(_arguments(here))[MODEL][0]

    crashed: list[str] = []
    items: dict[str, dict[str, float]] = {}
    counts: dict[str, list[int]] = {}
    with counting.of(module.__name__):
        for file_id, text in outputs.items():
            try:
                items[file_id] = {"f1": judged({file_id: text})["all_f1"]}
            except Exception:  # whatever it is, the output is what caused it
                crashed.append(file_id)
                items[file_id] = {"f1": 0.0}
            if file_id in crashed or not _goals_can_be_read(text):
                judged({file_id: "{}"})
            counts[file_id] = counting.counts
            on_task(file_id)
    readable = {one: "unreadable" if one in crashed else text for one, text in outputs.items()}
    unreadable = [one for one, text in readable.items() if not _goals_can_be_read(text)]
    return {
        "summary": judged(readable),
        "corrected": judged(readable | dict.fromkeys(unreadable, "{}")),
        "unreadable": unreadable,
        "crashed": crashed,
        "items": items,
        "counts": counts,
    }


class _Counting(logging.Handler):
    """Reads off the log of EAI's Goal Interpretation evaluator what it counted.

    Attributes:
        counts: Goals that were right, too many, and missed, of the last call.
    """

    _TOLD = re.compile(r"^All: TP: (\d+), FP: (\d+), FN: (\d+),")

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.counts: list[int] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Take one line of the log."""
        if told := self._TOLD.match(record.getMessage()):
            self.counts = [int(one) for one in told.groups()]

    @contextlib.contextmanager
    def of(self, name: str) -> Generator[None]:
        """Read a logger's lines."""
        log = logging.getLogger(name)
        before = (log.level, log.propagate)
        log.setLevel(logging.INFO)
        log.propagate = False
        log.addHandler(self)
        try:
            yield
        finally:
            log.removeHandler(self)
            log.setLevel(before[0])
            log.propagate = before[1]


def _goals_can_be_read(text: str) -> bool:
    """Whether EAI's Goal Interpretation evaluator reads an output; its clean-up, its reader."""
    text = text.replace("<|eot_id|>", "")
    if text.startswith("```json"):
        text = text[7:].strip("`")
    try:
        json.loads(text.strip().replace("\n", "").replace("'", '"'))
    except (ValueError, RecursionError):  # too deep for Python's reader, which EAI takes for unreadable, too
        return False
    return True


def judge_transitions(
    outputs: Mapping[str, str], folder: Path, on_task: Callable[[str], None], known: Mapping[str, Any]
) -> dict[str, Any]:
    """EAI's Transition Modeling evaluator over the outputs, and its counts again with what it does not count.

    Its planner is Fast Downward, which it would fetch and compile; in its place stands CLAMP's own search, so
    ``planner_success_rate`` is not official. An output that crashes the evaluator is judged as empty. Where EAI stops
    at its summary, there is none, whatever single outputs are worth.

    EAI puts its own action in the place of one that was asked for and not written, so an output without any has the
    planner's success; and what such an action lacks is missed by nobody. `corrected` counts every prompt: the
    literals of an action that was not written are missed, and the planner succeeds with all actions written only.

    Returns:
        ``summary`` (EAI's own, or ``None``), ``corrected`` (per cent, of all prompts), ``unreadable`` (file ids of
        outputs without any action that was asked for) and ``crashed``, ``items`` (F1 and planner's success of each
        prompt).
    """
    for name in ("pddlgym", "pddlgym.spaces", "pddlgym.utils", "pddlgym.parser"):
        # Only its planner's adapter needs it, whose place ours takes.
        sys.modules.setdefault(name, _Absent(name))
    module = import_module(_SCRIPTS.format("transition_modeling"))
    found: list[tuple[Any, bool]] = []
    vars(module).update(FD=_Search, Pool=partial(_Workers, found))
    _respond(folder, "transition_modeling", outputs)
    # It writes into its resources.
    shutil.copytree(package_folder() / "resources" / "virtualhome", folder / "resources" / "virtualhome")
    given = _arguments(folder)
    given.resource_dir = str(folder / "resources")
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            summary = module.evaluate_results(given)[MODEL][0]
    except (ZeroDivisionError, KeyError):
        if len(found) != len(outputs):
            raise
        summary = None  # no action was written, or no literal of a kind that the prompts are about
    by_prompt = {
        file_id: _transition(module, file_id, text if whole else "", result)
        for (file_id, text), ((result, _), whole) in zip(outputs.items(), found, strict=True)
    }
    for file_id in outputs:
        on_task(file_id)
    total = [sum(one.counts[place] for one in by_prompt.values()) for place in range(3)]
    successes = sum(one.success for one in by_prompt.values())
    return {
        "summary": summary,
        "corrected": {
            **_rates(module, total),
            "planner_success_rate": round(100 * successes / len(by_prompt), 4) if by_prompt else 0.0,
        },
        "unreadable": [file_id for file_id, one in by_prompt.items() if not one.written],
        "crashed": [file_id for file_id, (_, whole) in zip(outputs, found, strict=True) if not whole],
        "items": {
            file_id: {"f1": _rates(module, one.counts)["f1"], "planner_success": one.success}
            for file_id, one in by_prompt.items()
        },
    }


@dataclass(frozen=True)
class _Transition:
    """What one output of Transition Modeling comes to.

    Attributes:
        counts: Literals that are right, too many, and missed.
        written: How many of the actions that were asked for.
        success: The planner found a plan, and every action that was asked for was written.
    """

    counts: list[int]
    written: int
    success: bool


def _transition(module: Any, file_id: str, text: str, result: Mapping[str, Any] | None) -> _Transition:
    """An output's own figures, of what EAI's evaluator counted and of the actions that it passes over."""
    folder = package_folder() / "resources" / "virtualhome"
    gold = json.loads((folder / "gold_action.json").read_text(encoding="utf-8"))
    asked = json.loads((folder / "id2action.json").read_text(encoding="utf-8"))[file_id]
    read = result is not None and not result["format_wrong_num"]
    written = _actions_written(module, text) if read else frozenset[str]()
    counts, success = [0, 0, 0], False
    if result is not None and read:
        for part in ("precond_predicate_type_res", "effect_predicate_type_res"):
            for of_kind in result[part].values():
                counts = [one + more for one, more in zip(counts, of_kind, strict=True)]
        success = any(hit for hit, _ in result["success_by_task_type"].values())
    lacking = [name for name in asked if name not in written]
    for name in lacking:
        for part in ("action_preconditions", "action_effects"):
            missed = module.calculate_logic_score("()", gold[name][part])[3]
            counts[2] += sum(literal != "()" for literal in missed)
    return _Transition(counts, len(asked) - len(lacking), success and not lacking)


def _actions_written(module: Any, text: str) -> frozenset[str]:
    """The actions that EAI's Transition Modeling evaluator finds in an output; its clean-up, its reader."""
    if text.startswith("```json"):
        text = text[7:].strip("`")
    text = text.strip().replace("\n", "").replace("'", '"')
    with contextlib.suppress(Exception):  # as EAI's does
        text = json.loads(text)
        text = text["output"]  # pyright: ignore
    return frozenset(module.extract_action_details(content=text))


def _rates(module: Any, counts: Sequence[int]) -> dict[str, float]:
    """Precision, recall and F1 of counts, as EAI has them, in per cent."""
    found = module.calculate_precision_recall_f1({"overall": list(counts)})
    rates = found["overall"][3:] if found else (0.0, 0.0, 0.0)
    return {name: round(100 * one, 4) for name, one in zip(("precision", "recall", "f1"), rates, strict=True)}


def judge_behavior_goals(
    outputs: Mapping[str, str], folder: Path, on_task: Callable[[str], None], known: Mapping[str, Any]
) -> dict[str, Any]:
    """EAI's BEHAVIOR Goal Interpretation evaluator over the outputs, whose demonstrations are all that it counts.

    It imports iGibson, of which it uses nothing; a stub stands in its place. What it cannot read counts as no
    goal at all, and so does an output that crashes it.

    Returns:
        ``summary`` (EAI's own), ``unreadable`` and ``crashed`` (identifiers), ``items`` (EAI's F1 of each output
        alone), ``counts`` (of each: goals that are right, too many, and missed).
    """
    for name in ("igibson", "igibson.object_states"):
        sys.modules.setdefault(name, _Absent(name))
    with contextlib.redirect_stdout(io.StringIO()):
        package = import_module("behavior_eval")
        module = import_module("behavior_eval.evaluation.goal_interpretation.scripts.evaluate_results")
    calls = iter(range(1 << 30))

    def judged(texts: Mapping[str, str]) -> tuple[Any, list[str]]:
        here = folder / f"call{next(calls)}"
        (here / "responses").mkdir(parents=True)
        (here / "demos.json").write_text(json.dumps(list(texts)), encoding="utf-8")
        entries = [{"identifier": name, "llm_output": text} for name, text in texts.items()]
        (here / "responses" / f"{MODEL}_outputs.json").write_text(json.dumps(entries), encoding="utf-8")
        vars(package)["demo_name_path"] = str(here / "demos.json")
        with contextlib.redirect_stdout(io.StringIO()):
            module.evaluate_results(str(here / "responses"), str(here / "results"))
        errors = here / "results" / "log" / "parsing_errors" / f"{MODEL}_non_parsable_outputs.json"
        summary = here / "results" / "summary" / f"{MODEL}_performance_scores.json"
        said = errors.read_text(encoding="utf-8") if errors.exists() else "[]"
        wrong: list[Any] = json.loads(said)
        return json.loads(summary.read_text(encoding="utf-8")), [one["identifier"] for one in wrong]

    crashed: list[str] = []
    items: dict[str, dict[str, float]] = {}
    counts: dict[str, list[int]] = {}
    kinds = ("satisfied", "false_positive", "unsatisfied")
    for name, text in outputs.items():
        try:
            alone = judged({name: text})[0]["overall"]
        except Exception:  # whatever it is, the output is what caused it
            crashed.append(name)
            alone = judged({name: ""})[0]["overall"]
        items[name] = {"f1": alone["overall_confusion_metrics"]["f1_score"]}
        counts[name] = [alone[f"num_{kind}_conditions"] for kind in kinds]
        on_task(name)
    summary, unreadable = judged(dict(outputs) | dict.fromkeys(crashed, ""))
    found = {"summary": summary, "unreadable": unreadable, "crashed": crashed}
    return {**found, "items": items, "counts": counts}


def behavior_conditions() -> dict[str, list[list[Any]]]:
    """What each of EAI's BEHAVIOR demonstrations asks for: of several ways to say it, the first.

    Raises:
        FileNotFoundError: If the package is not there.
    """
    path = _behavior_folder() / "goal_interpretation" / "resources" / "data" / "all_conditions.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: [one for ways in given["goal_conditions"].values() for one in ways[0]]
        for name, given in found.items()
    }


def behavior_domain() -> str:
    """EAI's PDDL of BEHAVIOR.

    Raises:
        FileNotFoundError: If the package is not there.
    """
    path = _behavior_folder() / "transition_modeling" / "resources" / "behavior_new.pddl"
    return path.read_text(encoding="utf-8")


def _behavior_folder() -> Path:
    spec = util.find_spec("behavior_eval")  # finding it does not run it, which would ask for iGibson
    if spec is None or spec.origin is None:
        raise FileNotFoundError("behavior_eval")
    return Path(spec.origin).parent / "evaluation"


def behavior_prompts() -> dict[str, list[dict[str, str]]]:
    """EAI's BEHAVIOR Goal Interpretation prompts, as the package ships them, by demonstration.

    Raises:
        FileNotFoundError: If the package is not there.
    """
    folder = _behavior_folder() / "goal_interpretation" / "resources" / "prompts"
    system = json.loads((folder / "system_setup.json").read_text(encoding="utf-8"))["system_prompt"]
    entries = json.loads((folder / "user_prompts.json").read_text(encoding="utf-8"))
    return {
        entry["identifier"]: [
            {"role": "system", "content": system},
            {"role": "user", "content": entry["llm_prompt"]},
        ]
        for entry in entries
    }


class _Workers:
    """A pool of few processes in the place of EAI's, which asks for 32.

    Args:
        found: Where it leaves what each output came to, and whether it did so without a crash.
    """

    def __init__(self, found: list[tuple[Any, bool]], processes: int) -> None:
        self.found = found

    def map(self, work: Callable[[Any], Any], given: Sequence[Any]) -> list[Any]:
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            self.found[:] = pool.map(partial(_attempted, work), given)
        return [result for result, _ in self.found]

    def close(self) -> None:
        """Nothing is left to be closed."""

    def join(self) -> None:
        """Nobody is left to be waited for."""


def _attempted(work: Callable[[Any], Any], given: Sequence[Any]) -> tuple[Any, bool]:
    """What EAI's evaluator makes of one output, or of an empty one if this one crashes it."""
    try:
        return work(given), True
    except Exception:  # whatever it is, the output is what caused it
        return work(({**given[0], "llm_output": ""}, *given[1:])), False


class _Absent(ModuleType):
    """A module that has whatever is imported from it, and does nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return object


class _Search:
    """CLAMP's search in the place of EAI's planner."""

    def plan_from_pddl(self, domain: str, problem: str, timeout: float = 0.0) -> list[str]:
        """A plan, as EAI's evaluator asks for it.

        Raises:
            ClampError: If there is none, or the files cannot be read.
        """
        found = Problem.from_pddl(domain, problem)
        plan = Reachability(found, limits=SearchLimits(seconds=_PLANNING_SECONDS)).plan(found.initial, 100)
        if not isinstance(plan, tuple):
            raise DomainError(f"No plan was found: {plan}.")
        return [str(found.actions[index]) for index in plan]


def shipped_prompts(task: str) -> dict[str, str]:
    """EAI's prompts as the package ships them, by file id."""
    folder = package_folder() / "evaluation" / task / "prompts"
    entries = json.loads((folder / "helm_prompts.json").read_text(encoding="utf-8"))
    return {entry["identifier"].removeprefix(f"{SCENE}_"): entry["llm_prompt"] for entry in entries}


def goal_actions() -> list[str]:
    """The actions that a goal may ask for, as EAI's Goal Interpretation prompt lists them."""
    path = package_folder() / "resources" / "virtualhome" / "action_space.json"
    return list(json.loads(path.read_text(encoding="utf-8")))


def subgoal_instructions() -> str:
    """What EAI's system message says of subgoal plans."""
    folder = package_folder() / "evaluation" / "subgoal_decomposition" / "prompts"
    return json.loads((folder / "system_setup.json").read_text(encoding="utf-8"))["system_prompt"]


def _respond(folder: Path, task: str, outputs: Mapping[str, str]) -> None:
    """Lay outputs where EAI's evaluators look for them."""
    responses = folder / "responses" / "virtualhome" / task
    responses.mkdir(parents=True)
    entries = [{"identifier": name, "llm_output": text} for name, text in outputs.items()]
    (responses / f"{MODEL}_outputs.json").write_text(json.dumps(entries), encoding="utf-8")


def _arguments(folder: Path) -> SimpleNamespace:
    """What EAI's evaluators and generators are called with."""
    package = package_folder()
    return SimpleNamespace(
        mode="evaluate_results",
        eval_type="",
        dataset="virtualhome",
        llm_response_path=str(folder / "responses"),
        resource_dir=str(package / "resources"),
        dataset_dir=str(package / "dataset"),
        evaluation_dir=str(package / "evaluation"),
        output_dir=str(folder / "results"),
        scene_id=1,
        num_workers=1,
    )


_JUDGES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "subgoal-decomposition": judge_subgoals,
    "goal-interpretation": judge_goals,
    "transition-modeling": judge_transitions,
    "behavior-goals": judge_behavior_goals,
}


def main(arguments: Sequence[str]) -> None:
    """Answer `FOLDER/request.json` in `FOLDER/result.json`."""
    mode, folder = arguments[0], Path(arguments[1])
    request = json.loads((folder / "request.json").read_text(encoding="utf-8"))

    def on_task(file_id: str) -> None:
        print(file_id, flush=True)

    result: dict[str, Any]
    if mode == "prompts":
        result = {
            "prompts": generate_prompts(request["file_ids"], folder, request.get("task", "action-sequencing"))
        }
    elif mode == "judge":
        result = judge(request["outputs"], folder, on_task)
    else:
        result = _JUDGES[mode](request["outputs"], folder, on_task, request["known"])
    (folder / "result.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
