"""SafeAgentBench's four splits as planning problems: the scene, what is asked for, and the rules to be kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from clamp.errors import BenchmarkError
from clamp.files import read_text, shown
from clamp.planning.problem import Problem
from clamp.planning.rules import Rule
from clamp.planning.rules.formula import Compound, Formula, Quantified, subformulas
from clamp.planning.task import Formula as Goal
from clamp.words.requirements import Clause, read_requirements
from clamp_bench.safeagentbench.instructions import Part, parts_of
from clamp_worlds.ai2thor.hazards import HAZARDS, hazard_rules, hazards_of
from clamp_worlds.ai2thor.kinds import piece_of, thing_of, things_named
from clamp_worlds.ai2thor.scenes import FloorPlan, goal_of
from clamp_worlds.ai2thor.wording import TOGETHER, AI2ThorWording
from clamp_worlds.data import data_folder

SPLITS = ("long_horizon", "unsafe_detailed", "safe_detailed", "abstract")

_HINT = (
    "SafeAgentBench's data are the files of its folder dataset (github.com/shengyin1224/SafeAgentBench), as JSON "
    f"Lines: {', '.join(f'{split}.jsonl' for split in SPLITS)}."
)
_SCENES = "They are ALFRED's lists of objects (github.com/askforalfred/alfred), one FloorPlanN-objects.json a scene."
_ALWAYS_THERE = ("Floor",)
_REQUIREMENT = re.compile(r"\b(?:safety\s+)?requirements?\s*:", re.I)


@dataclass(frozen=True)
class BoundRule:
    """A constraint that a plan is judged by: a clause of a requirement, or a hazard class.

    Attributes:
        kind: Under which name it is counted: the pattern of the clause, or the class.
        said: What it asks for, in words.
        rules: What it was compiled to; none if it was not.
        why: Why it was not.
        own: Whether it is the task's own: a clause of its requirement, or a class that its label names.
    """

    kind: str
    said: str
    rules: tuple[Rule, ...] = ()
    why: str = ""
    own: bool = True


@dataclass(frozen=True)
class SafeTask:
    """One thing that is asked of a model.

    Its *labels* are what the benchmark's authors add for judges: ``final_state``, ``risk_category`` and ``objects``.
    Whoever plans knows the instruction and the scene alone, unless it is an oracle, and called so.

    Attributes:
        id: Its ``index``, or its place in the file; of the abstract split, with the level of abstraction, 1 to 4.
        row: As it stands in the file; empty where the line is broken.
        instruction: What is said to the model.
        broken: Why the line cannot be used.
    """

    id: str
    split: str
    row: Mapping[str, Any]
    instruction: str
    scenes: Path
    broken: str = ""

    def check(self) -> None:
        """Refuse what is malformed.

        Raises:
            BenchmarkError: If it is.
        """
        if self.broken:
            raise BenchmarkError(f"{self.split}, task {self.id}: {self.broken}")

    @cached_property
    def goal(self) -> Goal | None:
        """The goal that its final state is, a label, as far as the model has words for it."""
        return self._final_state[0]

    @property
    def goal_unread(self) -> tuple[str, ...]:
        """What of its final state the model has no words for."""
        return tuple(self._final_state[1])

    @cached_property
    def misplaced(self) -> tuple[str, ...]:
        """The things of its final state of which its instruction does not speak, where that was read whole.

        Such a final state is another task's: it is set aside.
        """
        if self.unread or not self.demands:
            return ()
        named = set(things_named(self.instruction))
        named |= {piece for thing in named if (piece := piece_of(thing)) is not None}
        named.update(*(group for group in TOGETHER if named & set(group)))
        final = [thing_of(str(one.get("objectType", ""))) for one in self.row.get("final_state") or ()]
        return tuple(dict.fromkeys(one for one in final if one is not None and one not in named))

    @cached_property
    def _final_state(self) -> tuple[Goal | None, list[str]]:
        return goal_of(cast("list[Any] | None", None if self.misplaced else self.row.get("final_state")))

    @cached_property
    def things(self) -> tuple[str, ...]:
        """What is there: the scene's things, and those that the instruction speaks of."""
        self.check()
        scene = FloorPlan.read(self.scenes, str(self.row["scene_name"]))
        return tuple(dict.fromkeys((*scene.things, *things_named(self.instruction), *_ALWAYS_THERE)))

    @cached_property
    def _labelled_things(self) -> tuple[str, ...]:
        """The same with those that its labels speak of."""
        asked = [entry.get("objectType", "") for entry in self.row.get("final_state") or ()]
        asked += [one for entry in self.row.get("final_state") or () for one in _labels(entry)]
        words = [*map(str, asked), *map(str, self.row.get("objects") or ())]
        return tuple(dict.fromkeys((*self.things, *(one for text in words for one in things_named(text)))))

    def problem(self, goal: Goal | None = None, *, labels: bool = False) -> Problem:
        """The scene as a planning problem; without a goal by default.

        Args:
            labels: With the things that its labels speak of, for a judge, or an oracle.
        """
        things = self._labelled_things if labels else self.things
        return FloorPlan(str(self.row["scene_name"]), things, ()).problem(goal)

    @cached_property
    def required(self) -> tuple[BoundRule, ...]:
        """The clauses of its requirement, where it has one."""
        self.check()
        if self.split != "long_horizon":
            return ()
        texts = _REQUIREMENT.split(self.instruction, maxsplit=1)[1:]
        wording = AI2ThorWording(self.things)
        return tuple(
            _compiled(one)
            for text in texts
            for one in read_requirements(text, wording, suggest=False).clauses
        )

    @cached_property
    def guarded(self) -> tuple[BoundRule, ...]:
        """What its plan has to keep as far as anybody knows without labels: its requirement, and all hazard classes."""
        return (*self.required, *(_class(one, own=False) for one in HAZARDS))

    @cached_property
    def bounds(self) -> tuple[BoundRule, ...]:
        """What its plan is judged by: its requirement where it has one, and else all hazard classes.

        Those that its label names are its `own`; a harm of another class is no less one.
        """
        if self.split == "long_horizon":
            return self.required
        self.check()
        label = "" if self.split == "safe_detailed" else str(self.row.get("risk_category") or "")
        classes, unmapped = hazards_of(label)
        left = (BoundRule("unmapped", one, why="no hazard class has this label") for one in unmapped)
        return (*(_class(one, own=one in classes) for one in HAZARDS), *left)

    def rules(self, *, labels: bool = False) -> tuple[Rule, ...]:
        """What is enforced on a plan.

        Args:
            labels: What it is judged by, which only an oracle knows.
        """
        known = self.bounds if labels else self.guarded
        return tuple({rule.name: rule for one in known for rule in one.rules}.values())

    @cached_property
    def _asked(self) -> Sequence[Part]:
        wanted = _REQUIREMENT.split(self.instruction)[0]
        known = all(one.rules for one in self.required)
        rules = [rule.formula for one in self.required for rule in one.rules] if known else None
        return parts_of(wanted, AI2ThorWording(self.things), rules)

    @property
    def demands(self) -> tuple[Rule, ...]:
        """What the instruction asks for, part by part, as far as it can be read: when it is done; see `Part`."""
        return tuple({one.done.text: one.done for one in self._asked if one.done is not None}.values())

    @property
    def acts(self) -> tuple[Rule, ...]:
        """The same, by the acts that the instruction names: what a plan is made for."""
        return tuple({one.act.text: one.act for one in self._asked if one.act is not None}.values())

    @property
    def unread(self) -> tuple[str, ...]:
        """The parts of the instruction that could not be read: nothing tells whether they were done."""
        return tuple(one.said for one in self._asked if one.done is None)

    @property
    def not_certified(self) -> tuple[str, ...]:
        """All of what it asks for that could not be read: steps, and clauses of its requirement."""
        return (*self.unread, *(one.said for one in self.required if not one.rules))


def _labels(entry: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = []
    for key in ("parentReceptacles", "receptacleObjectIds"):
        given = entry.get(key)
        found += cast("list[Any]", given) if isinstance(given, list) else [given] if given else []
    return found


def _compiled(clause: Clause) -> BoundRule:
    if clause.status != "understood":
        return BoundRule("not compiled", clause.text, why=clause.why or "it may mean several things")
    reading = clause.readings[0]
    return BoundRule(pattern_of(reading.rule.formula), clause.text, (reading.rule,))


def _class(name: str, *, own: bool) -> BoundRule:
    return BoundRule(name, f"nothing that is a hazard of {name}", hazard_rules([name]), own=own)


def pattern_of(formula: Formula) -> str:
    """The kind of a rule that a sentence was read as, by its shape."""
    while isinstance(formula, Quantified):
        formula = formula.body
    match formula:
        case Compound("&", (first, second)) if pattern_of(first) == pattern_of(second):
            return pattern_of(first)
        case Compound("F"):
            return "do"
        case Compound("G", (Compound("->", (Compound("last"), _)),)):
            return "finally"
        case Compound("G", (Compound("->", (_, Compound("Y", (needed,)))),)):
            return (
                "before"
                if any(isinstance(one, Compound) and one.operator == "O" for one in subformulas(needed))
                else "only where"
            )
        case Compound("G", (Compound("->", (_, Compound("X", (Compound("F"),)))),)):
            return "response"
        case Compound("G", (Compound("->", (_, Compound("X"))),)):
            return "immediately after"
        case Compound("G", (Compound("->", (_, Compound("|"))),)):
            return "within"
        case Compound("G", (Compound("!"),)):
            return "never"
        case _:
            return "other"


def load(split: str) -> list[SafeTask]:
    """The tasks of a split, in the order of its file; a line that cannot be used is a task that says so.

    Raises:
        BenchmarkError: If the data are absent, or there is no such split.
    """
    if split not in SPLITS:
        raise BenchmarkError(f"There is no split {shown(split)}; there are {', '.join(SPLITS)}.")
    path = data_folder("safeagentbench", _HINT) / f"{split}.jsonl"
    if not path.is_file():
        raise BenchmarkError(f"There is no file {path}. {_HINT}")
    scenes = data_folder("ai2thor_objects", _SCENES)
    found: list[SafeTask] = []
    taken: set[str] = set()
    for number, line in enumerate(read_text(path, "tasks", BenchmarkError).splitlines()):
        if line.strip():
            for task in _tasks(split, number, line, scenes):
                unique = task.id if task.id not in taken else f"line{number + 1}"
                taken.add(unique)
                broken = task.broken or ("" if unique == task.id else f"another line has the index {task.id}")
                found.append(SafeTask(unique, split, task.row, task.instruction, scenes, broken))
    if not found:
        raise BenchmarkError(f"{path} holds no task.")
    return found


def _tasks(split: str, number: int, line: str, scenes: Path) -> list[SafeTask]:
    """The tasks of a line: one, or one a level of abstraction."""
    try:
        row: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        return [
            SafeTask(str(number), split, {}, "", scenes, f"line {number + 1} is no JSON object: {error}.")
        ]
    fault = _fault(split, row)
    fields = cast("dict[str, Any]", row) if isinstance(row, dict) else {}
    index = fields.get("index", number)
    name = str(index) if isinstance(index, int) else str(number)
    if fault:
        return [SafeTask(name, split, fields, "", scenes, f"line {number + 1}: {fault}")]
    if split != "abstract":
        return [SafeTask(name, split, fields, fields["instruction"], scenes)]
    return [
        SafeTask(f"{name}.{level}", split, fields, said, scenes)
        for level, said in enumerate(fields["instruction"], start=1)
    ]


def _fault(split: str, row: Any) -> str:
    """What is wrong with a line; empty if nothing is."""
    if not isinstance(row, dict):
        return f"it is {shown(row)}, not a JSON object."
    fields = cast("dict[str, Any]", row)
    said, scene = fields.get("instruction"), fields.get("scene_name")
    texts = cast("list[Any]", said) if split == "abstract" and isinstance(said, list) else [said]
    if not texts or not all(isinstance(one, str) and one.strip() for one in texts):
        return (
            f"'instruction' is {shown(said)}, not {'a list of texts' if split == 'abstract' else 'a text'}."
        )
    if not isinstance(scene, str):
        return f"'scene_name' is {shown(scene)}, not a floor plan such as FloorPlan1."
    final = fields.get("final_state")
    if final is not None and not (
        isinstance(final, list) and all(isinstance(one, dict) for one in cast("list[Any]", final))
    ):
        return f"'final_state' is {shown(final)}, not a list of objects."
    label, objects = fields.get("risk_category"), fields.get("objects")
    if label is not None and not isinstance(label, str):
        return f"'risk_category' is {shown(label)}, not a text."
    if objects is not None and not isinstance(objects, list):
        return f"'objects' is {shown(objects)}, not a list."
    return ""
