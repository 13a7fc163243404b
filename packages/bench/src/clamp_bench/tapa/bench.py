"""``clamp bench tapa``: plans in words for TaPA's triplets, what they speak of, and a judge's votes on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, cast

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint
from clamp.errors import BenchmarkError
from clamp.files import parse_json, read_text
from clamp_bench import harness, judge
from clamp_bench.configuration import TapaConfig
from clamp_bench.eai.report import own_figures
from clamp_bench.harness import (
    Answer,
    Benchmark,
    OpenText,
    Report,
    Scored,
    Tell,
)
from clamp_bench.judge import NOT_RUN
from clamp_bench.records import Record
from clamp_bench.tapa.steps import VERBS, out_of_scene, plan_form, steps_of, verb_of
from clamp_worlds.data import data_folder

GET = (
    "They are the evaluation triplets of TaPA (github.com/Gary3410/TaPA), a JSON list of instruction, input and "
    "scene_name: put it there as val_instruction.json."
)
MOST_STEPS = 16
"""Default of the most steps; TaPA's own plans have 13 on average."""

ROOMS = {0: "Kitchen", 2: "Living room", 3: "Bedroom", 4: "Bathroom"}
"""AI2-THOR's floor plans by their hundreds."""

Row = tuple[str, Any]
"""An id, and what the file holds under it."""


def _form(named: tuple[str, ...] | None, most: int, vocabulary: Vocabulary) -> FormConstraint:
    return FormConstraint(plan_form(named, most), vocabulary)


class Tapa(Benchmark[Row]):
    """TaPA's triplets: an instruction, the objects of a scene, the scene."""

    title = "TaPA"
    owner = "TaPA"
    own_data = True

    def __init__(self, config: TapaConfig):
        self.config = config
        self.folder = data_folder("tapa", GET)
        self._form = cache(_form)

    def items(self) -> Sequence[Row]:
        files = sorted(self.folder.glob("val_instruction*.json"))
        if not files:
            raise BenchmarkError(f"There is no val_instruction*.json in {self.folder}. {GET}")
        rows: list[Any] = []
        for path in files:
            found: Any = parse_json(read_text(path, "triplets", BenchmarkError), path, BenchmarkError)
            if not isinstance(found, list):
                raise BenchmarkError(f"{path} holds no list of triplets. {GET}")
            rows += [one for one in cast("list[Any]", found) if one not in rows]
        return [(str(number), row) for number, row in enumerate(rows)]

    def key(self, item: Row) -> Record:
        return {"id": item[0]}

    def request(self, item: Row) -> OpenText:
        sentence, things = read_row(item)
        most = self.config.budget or MOST_STEPS
        prompt = [{"role": "user", "content": prompt_of(sentence, things, most)}]
        if self.config.constraints == "none":
            return OpenText(prompt)
        named = tuple(things) if self.config.constraints == "grounded" else None
        return OpenText(prompt, partial(self._form, named, most), most)

    def own_fields(self, item: Row, answer: Answer) -> Record:
        sentence, things = read_row(item)
        return {"instruction": sentence, "objects": things, "room": room_of(item[1])}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        known = tuple(sorted({one for record in records for one in record.get("objects", ())}))
        rows = {str(record["id"]): judged(record, known) for record in records}
        prompts = {str(record["id"]): rubric(record) for record in records if "objects" in record}
        panel = judge.asked(self.config, prompts, tell)
        votes, others = panel.first or {}, panel.second

        def success(ids: Sequence[str]) -> float | str:
            if panel.first is None:
                return NOT_RUN
            return 100 * sum(one in votes and votes[one].success for one in ids) / len(ids)

        def figures(ids: Sequence[str]) -> dict[str, Any]:
            picked = [rows[one] for one in ids]
            return {
                "plans": len(ids),
                "plan_success": success(ids),
                **_in_scene(picked),
                "out_of_scene_references": sum(len(one["out_of_scene"]) for one in picked),
                "format_valid": 100 * sum(one["format_valid"] for one in picked) / len(ids),
                "steps_per_plan": sum(one["steps"] for one in picked) / len(ids),
            }

        groups: dict[str, list[str]] = {}
        for record in records:
            groups.setdefault(record.get("room", "malformed"), []).append(str(record["id"]))
        rooms = {name: figures(ids) for name, ids in sorted(groups.items())}
        successes = [one["plan_success"] for name, one in rooms.items() if name != "malformed"]
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "prompts": len(records),
            "malformed": [record["id"] for record in records if "objects" not in record],
            **panel.fields,
            "judge_agreement": NOT_RUN
            if others is None
            else judge.agreement([(one, others[name]) for name, one in votes.items()]),
            "overall": figures(list(rows)) if rows else {},
            "macro_plan_success": NOT_RUN
            if panel.first is None or not successes
            else sum(successes) / len(successes),
            "rooms": rooms,
            "plans": [
                {
                    "id": name,
                    **row,
                    "votes": list(votes[name].votes) if name in votes else NOT_RUN,
                }
                for name, row in rows.items()
            ],
            "clamp": own_figures(records),
        }
        items = [
            {
                "id": name,
                "plan_success": votes[name].success if name in votes else None,
                "format_valid": row["format_valid"],
                "out_of_scene": bool(row["out_of_scene"]) if _speaks(row) else None,
                "in_scene": _speaks(row) and not row["out_of_scene"],
                "steps": row["steps"],
            }
            for name, row in rows.items()
        ]
        return Scored(data, self._headlines(data), items=items)

    def _headlines(self, data: Mapping[str, Any]) -> str:
        overall: Mapping[str, Any] = data["overall"]
        success = overall.get("plan_success", NOT_RUN)
        told = success if isinstance(success, str) else f"{success:.1f} %"
        how = f"answers of {self.config.answers}" if self.config.answers else self.config.constraints
        return (
            f"TaPA: {data['prompts']} prompts, {how}\n"
            f"  plan success: {told} (judge: {data['judge']})\n"
            f"  out-of-scene rate {_percent(overall.get('out_of_scene_rate'))} of {overall.get('plans_with_steps', 0)} "
            f"plans with steps; in scene {_percent(overall.get('in_scene_rate'))} of all, format valid "
            f"{overall.get('format_valid', 0.0):.1f} %, {overall.get('steps_per_plan', 0.0):.1f} steps a plan"
        )


def _speaks(row: Mapping[str, Any]) -> bool:
    """Whether a plan names anything, in steps or, if it is not there, without; a text that does not is not in scene."""
    return bool(row["steps"] or row["out_of_scene"])


def _in_scene(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of the plans that name anything, how many name what is not there; and of all, how many name only what is."""
    spoken = [bool(one["out_of_scene"]) for one in rows if _speaks(one)]
    return {
        "plans_with_steps": len(spoken),
        "out_of_scene_rate": 100 * sum(spoken) / len(spoken) if spoken else None,
        "in_scene_rate": 100 * (len(spoken) - sum(spoken)) / len(rows),
    }


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f} %"


def read_row(item: Row) -> tuple[str, list[str]]:
    """The instruction of a triplet, and the objects of its scene.

    Raises:
        BenchmarkError: If it is none.
    """
    name, row = item
    if not isinstance(row, dict):
        raise BenchmarkError(f"The triplet {name} is no JSON object.")
    given = cast("dict[str, Any]", row)
    sentence, listed = given["instruction"], given["input"]
    if isinstance(listed, str):
        listed = listed.strip().removeprefix("[").removesuffix("]").split(",")
    if not isinstance(sentence, str) or not isinstance(listed, list):
        raise BenchmarkError(f"The triplet {name} has no instruction in words, or no list of objects.")
    things = [str(one).strip().strip("'\"") for one in cast("list[Any]", listed)]
    things = list(dict.fromkeys(one for one in things if one))
    if not sentence.strip() or not things:
        raise BenchmarkError(f"The triplet {name} has an empty instruction, or an empty list of objects.")
    return sentence.strip(), things


def room_of(row: Mapping[str, Any]) -> str:
    """The kind of room of a triplet's scene."""
    found = re.search(r"([0-9]+)", str(row.get("scene_name", "")))
    return ROOMS.get(int(found[1]) // 100, "other") if found else "other"


def prompt_of(sentence: str, things: Sequence[str], most: int) -> str:
    """What a model is asked."""
    return (
        "You plan for a household robot with one arm. Write a plan for the task below as numbered lines such as "
        f"'Step 1. Grasp the cup', at most {most} of them. Each step begins with one of these verbs: "
        f"{', '.join(VERBS)}. Use only the objects that the scene has, and write nothing but the steps.\n\n"
        f"Objects in the scene: {', '.join(things)}\nTask: {sentence}\nPlan:"
    )


def rubric(record: Record) -> str:
    """What a judge is asked: the task, the scene and the plan, and nothing of how the plan was made."""
    return (
        "A household robot was given a task. Judge its plan: would these steps, carried out one after the other, "
        "accomplish the task, with nothing but the objects of the scene, and with no step missing that a robot "
        "needs?\n\n"
        f"Task: {record['instruction']}\nObjects in the scene: {', '.join(record['objects'])}\n"
        f"Plan:\n{record['output'].strip()}\n\nAnswer with one word, yes or no."
    )


def judged(record: Record, known: Sequence[str]) -> dict[str, Any]:
    """What the text itself shows: its steps, its form, and what it speaks of that is not there."""
    steps = steps_of(record["output"])
    return {
        "steps": len(steps),
        "format_valid": bool(steps) and all(verb_of(step) is not None for step in steps),
        "out_of_scene": out_of_scene(record["output"], record["objects"], known)
        if "objects" in record
        else [],
    }


def run(config: TapaConfig, *, load: Callable[[TapaConfig], Any] | None = None) -> Report:
    """Write the plans that are missing, score all of them, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data are absent, or the judge cannot be asked; the other figures are left all the same.
    """
    return judge.heard(harness.run(Tapa(config), config, load=load))
