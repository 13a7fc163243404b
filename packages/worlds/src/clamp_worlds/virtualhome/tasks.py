"""The VirtualHome tasks of the Embodied Agent Interface (package ``eai-eval``), as transition systems.

The package's data is read where pip put it; nothing of it is copied into CLAMP.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rapidfuzz import process

from clamp.errors import BenchmarkError
from clamp.files import shown
from clamp.planning.system import Action
from clamp.request.worlds import NamedWorld, Start, no_start
from clamp_worlds.virtualhome import NodeState, Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.formats import virtualhome_json

INSTALL = "pip install --no-deps eai-eval"
_SCENE = "TrimmedTestScene1_graph/results_intentions_march-13-18"
_GOLD_LINE = re.compile(r"^\[(\w+)\]")
_GOLD_OBJECT = re.compile(r"<([^>]+)>\s*\((?:\d+\.)?(\d+)\)")


@dataclass(frozen=True)
class EAITask:
    """One of EAI's VirtualHome tasks.

    Attributes:
        id: EAI's identifier of the task's file, such as ``"27_2"``; its outputs are keyed by it.
        name: The activity, such as ``"Wash clothes"``; several tasks share it.
        description: The activity in a person's words.
        goal: What EAI judges, duplicates removed, action goals sorted.
        gold_plan: EAI's own plan. It may hold actions that its evaluator rejects.
        graph_path: The JSON file with the scene before (``init_graph``) and after (``final_graph``).
    """

    id: str
    name: str
    description: str
    goal: VirtualHomeGoal
    gold_plan: tuple[Action, ...]
    graph_path: Path

    @property
    def has_goal(self) -> bool:
        """Whether the task asks for anything; four of EAI's do not."""
        return bool(self.goal.states or self.goal.relations or self.goal.actions)

    @property
    def in_official_score(self) -> bool:
        """Whether EAI's Action Sequencing evaluator counts the task.

        It first judges the gold final state, without actions, and skips the task when that fails. Its loop
        over relations stops at the first that holds, so a task with two or more relations never passes.
        """
        graph = self._graphs["final_graph"]
        states = {node["id"]: node["states"] for node in graph["nodes"]}
        if any(goal.state not in states.get(goal.id, ()) for goal in self.goal.states):
            return False
        edges = {(edge["from_id"], edge["relation_type"], edge["to_id"]) for edge in graph["edges"]}
        held = [(goal.from_id, goal.relation, goal.to_id) in edges for goal in self.goal.relations]
        return int(any(held)) == len(held)

    @property
    def scene(self) -> Mapping[str, Any]:
        """The scene graph at the start: ``nodes`` and ``edges``."""
        return self._graphs["init_graph"]

    @cached_property
    def objects(self) -> tuple[int, ...]:
        """Ids of the nodes that actions may name: EAI calls any other a hallucination.

        They are the nodes that differ between the scenes before and after, or are on an edge that does.
        """
        before, after = self._graphs["init_graph"], self._graphs["final_graph"]
        nodes = [{node["id"]: _comparable(node) for node in graph["nodes"]} for graph in (before, after)]
        changed = {id for id in nodes[0].keys() | nodes[1].keys() if nodes[0].get(id) != nodes[1].get(id)}
        edges = [
            {(edge["from_id"], edge["relation_type"], edge["to_id"]) for edge in graph["edges"]}
            for graph in (before, after)
        ]
        for from_id, _, to_id in edges[0] ^ edges[1]:
            changed |= {from_id, to_id}
        return tuple(sorted(changed))

    def system(self) -> VirtualHome:
        """A fresh transition system of the task."""
        return VirtualHome.from_graph(
            self.scene, goal=self.goal, objects=self.objects, name=f"EAI VirtualHome {self.id} ({self.name})"
        )

    @property
    def _graphs(self) -> dict[str, Any]:
        return json.loads(self.graph_path.read_text())


def eai_root() -> Path:
    """The folder of the installed ``virtualhome_eval`` package.

    Raises:
        BenchmarkError: If ``eai-eval`` is not installed.
    """
    spec = find_spec("virtualhome_eval")
    if spec is None or spec.origin is None:
        raise BenchmarkError(
            "The benchmark eai-virtualhome needs the package eai-eval, which is not installed "
            f"(module virtualhome_eval not found). Install it with: {INSTALL}"
        )
    return Path(spec.origin).parent


def load_tasks() -> list[EAITask]:
    """All 342 VirtualHome tasks of EAI, in EAI's order. Scene graphs are read when asked for.

    Raises:
        BenchmarkError: If ``eai-eval`` is not installed, or lacks a file of its data.
    """
    root = eai_root()
    path = root / "resources/virtualhome/task_state_LTL_formula_accurate.json"
    data = root / "dataset/programs_processed_precond_nograb_morepreconds"
    try:
        tasks = json.loads(path.read_text())["scene_1"]
        return [
            _task(data, task_id, name, goals["vh_goal"])
            for name, by_id in tasks.items()
            for task_id, goals in by_id.items()
        ]
    except (OSError, KeyError, ValueError) as error:
        raise BenchmarkError(
            f"The data of eai-eval under {root} cannot be read: {error!r}. Damaged or partial installation? "
            f"Reinstall with: {INSTALL} (tested with eai-eval 1.0.5)"
        ) from error


def _task(data: Path, task_id: str, name: str, goals: Mapping[str, Any]) -> EAITask:
    lines = (data / "executable_programs" / _SCENE / f"file{task_id}.txt").read_text().splitlines()
    return EAITask(
        id=task_id,
        name=name,
        description=lines[1].strip(),
        goal=_goal(goals),
        gold_plan=tuple(_gold_action(line) for line in lines if line.startswith("[")),
        graph_path=data / "init_and_final_graphs" / _SCENE / f"file{task_id}.json",
    )


def _goal(goals: Mapping[str, Any]) -> VirtualHomeGoal:
    states = dict.fromkeys(NodeState(g["id"], g["state"]) for g in goals["goal"] if "state" in g)
    relations = dict.fromkeys(
        Relation(g["from_id"], g["relation_type"], g["to_id"]) for g in goals["goal"] if "from_id" in g
    )
    actions = tuple(tuple(goal.split("|")) for goal in sorted(set(goals["actions"])))
    return VirtualHomeGoal(states=tuple(states), relations=tuple(relations), actions=actions)


def _gold_action(line: str) -> Action:
    name = _GOLD_LINE.match(line)
    if name is None:
        raise ValueError(f"the gold plan has a line that is no action: {line!r}")
    return Action(name[1], tuple(f"{cls.strip()}_{id}" for cls, id in _GOLD_OBJECT.findall(line)))


def _comparable(node: Mapping[str, Any]) -> dict[str, Any]:
    return {**node, "properties": sorted(node["properties"]), "states": sorted(node["states"])}


def world(name: str, start: Start, seed: int) -> NamedWorld:
    """The task with an identifier, such as ``27_2``, as a world by name (`clamp.request.worlds.WorldSource`).

    Raises:
        BenchmarkError: If there is no such task, or ``eai-eval`` is not installed.
        ConstraintError: If it is to begin in another way than it does.
    """
    no_start("eai", start)
    tasks = {task.id: task for task in load_tasks()}
    if name not in tasks:
        near = [str(found[0]) for found in process.extract(name, list(tasks), limit=3)]
        raise BenchmarkError(
            f"eai-eval has no VirtualHome task {shown(name)}; near it are {', '.join(near)}."
        )
    task = tasks[name]
    asked = f"{task.name}. {task.description}".strip()
    return NamedWorld(task.system(), asked, virtualhome_json())
