"""``clamp bench vlabench``: skill sequences for VLABench's episodes, in words (Mode A) or from two pictures (Mode B).

Nothing says to the planner what must come true: its *world* is that a sequence consists of whole subtasks, each
with one thing in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError
from clamp.files import parse_json, read_text
from clamp.planning import Problem
from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
    Domain,
    Effect,
    Not,
    Task,
    Variable,
    all_of,
    any_of,
)
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.configuration import SEMANTICS, VLABenchConfig
from clamp_bench.eai.action_sequencing import BenchmarkRequest
from clamp_bench.eai.report import own_figures
from clamp_bench.harness import (
    Answer,
    Benchmark,
    Report,
    Scored,
    Tell,
)
from clamp_bench.paper import PAPER_BUDGET
from clamp_bench.records import Record
from clamp_bench.vlabench.episodes import (
    GET_TRACKS,
    SKILLS,
    Episode,
    EpisodeThing,
    Folders,
    Place,
    Tracks,
    rendered,
)
from clamp_bench.vlabench.score import CONTAINER, ENTITY, Skill, local, mean, official, read_skills
from clamp_worlds.data import data_folder

BUDGET = 10
"""Default budget: what is longest in VLABench, five cards to be put somewhere, has ten skills. The paper's semantics
have the paper's, `PAPER_BUDGET`."""

_NUMBERS = 40
"""Numbers that may be written where nothing says which there are."""

_UNLISTED = "unlisted"


class VLABench(Benchmark[Place]):
    """Episodes of some tracks, or of folders with pictures."""

    title = "VLABench"
    owner = "VLABench"
    own_data = True

    def __init__(self, config: VLABenchConfig):
        self.config = config
        self.folder = data_folder("vlabench", GET_TRACKS)
        self._prompt = ""
        self._read: dict[str, Episode] = {}

    def items(self) -> Sequence[Place]:
        folder, track = self.config.episodes, self.config.track
        if folder is None and self.config.mode == "b":
            folder = rendered(self.folder)
        of_track = Tracks(self.folder, track) if folder is None else Folders(folder, track)
        return _in_turn(of_track.places())

    def key(self, item: Place) -> Record:
        return {"id": item.id, "track": item.track, "task": item.task}

    def family(self, item: Place) -> str:
        return item.track

    def prepare(self, items: Sequence[Place], out: Path, tell: Tell) -> Sequence[Place]:
        self._prompt = read_text(self.folder / "eval_vlm_en.txt", "VLABench's prompt", BenchmarkError).strip()
        return items

    def _episode(self, item: Place) -> Episode:
        if item.id not in self._read:
            self._read[item.id] = item.read()
        return self._read[item.id]

    def request(self, item: Place) -> Request:
        episode, config = self._episode(item), self.config
        numbers = frozenset(one.number for one in episode.things or ())
        system = skills(max((_NUMBERS, *numbers)))
        most = config.budget or (BUDGET if config.semantics == SEMANTICS[0] else PAPER_BUDGET)
        seen = frozenset(map(str, numbers)) if episode.things is not None else frozenset(system.entities)
        written = PlanFormat.skill_json(
            {name: (key,) if key else () for name, key in SKILLS.items()}, spaced=True
        )

        prompt = prompt_of(self._prompt, episode, config.mode)
        images = episode.pictures if config.mode == "b" else ()
        return BenchmarkRequest.under(
            config, system, prompt, images=images, seen=seen, format=written, budget=most
        )

    def own_fields(self, item: Place, answer: Answer) -> Record:
        episode = self._episode(item)
        numbers = None if episode.things is None else [one.number for one in episode.things]
        return {"instruction": episode.instruction, "reference": list(episode.truth), "numbers": numbers}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        independent = _listed(self.folder / "seq_independent_task.json")
        kinds_of = dimensions_of(records)
        rows = [
            judged(record, record["task"] not in independent, self.config.upstream_compat)
            for record in records
        ]

        def by(names: Iterable[str]) -> dict[str, dict[str, float]]:
            groups: dict[str, list[Mapping[str, float]]] = {}
            for name, row in zip(names, rows, strict=True):
                groups.setdefault(name, []).append(row)
            return {key: {**mean(groups[key]), "prompts": len(groups[key])} for key in sorted(groups)}

        kinds = by(kinds_of)
        tasks = by(record["task"] for record in records)
        listed = [row for name, row in kinds.items() if name != _UNLISTED]
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "prompts": len(records),
            "malformed": [record["id"] for record in records if "reference" not in record],
            "upstream_compat": self.config.upstream_compat,
            "overall": mean(rows),
            "macro_by_dimension": _without(mean(listed or list(kinds.values())), "prompts"),
            "macro_by_task": _without(mean(list(tasks.values())), "prompts"),
            "dimensions": kinds,
            "tasks": tasks,
            "tracks": by(record["track"] for record in records),
            "clamp": own_figures(records),
        }
        items = [
            {name: record[name] for name in ("id", "track", "task")} | row
            for record, row in zip(records, rows, strict=True)
        ]
        return Scored(data, self._headlines(data), items=items)

    def _headlines(self, data: Mapping[str, Any]) -> str:
        overall: Mapping[str, float] = data["overall"]
        how = "answers of " + str(self.config.answers) if self.config.answers else self.config.constraints
        lines = [f"VLABench, mode {self.config.mode.upper()}: {data['prompts']} prompts, {how}"]
        for group in ("overall", "macro_by_dimension", "macro_by_task"):
            row: Mapping[str, float] = data[group]
            lines.append(
                f"  {group}: total {row.get('total_score', 0):.2f}, local {row.get('local_total', 0):.2f}"
            )
        lines.append(
            "  components: "
            + ", ".join(f"{name} {overall[name]:.2f}" for name in overall if name.endswith("_score"))
        )
        lines.append(
            f"  format valid {overall.get('format_valid', 0):.2f} %, entity ids valid "
            f"{overall.get('entity_ids_valid', 0):.2f} %"
        )
        return "\n".join(lines)


def _in_turn(places: Iterable[Place]) -> list[Place]:
    """The first episode of each task, then the second of each, …: a few of them say something of every task."""
    groups: dict[tuple[str, str], list[Place]] = {}
    for one in places:
        groups.setdefault((one.track, one.task), []).append(one)
    rounds = zip_longest(*groups.values())
    return [one for row in rounds for one in row if one is not None]


def judged(record: Record, sequential: bool, upstream_compat: bool) -> dict[str, float]:
    """All values of a record, in per cent; a malformed one has none."""
    truth: Sequence[Skill] = record.get("reference") or ()
    written = read_skills(record["output"]) if truth else None
    own = {f"local_{name}": value for name, value in local(truth, written).items()}
    ids = [
        str(one["params"][key])
        for one in written or ()
        for key in (ENTITY, CONTAINER)
        if one["params"].get(key) is not None
    ]
    known = None if record.get("numbers") is None else {str(one) for one in record["numbers"]}
    valid = bool(written) and (known is None or known.issuperset(ids))
    return {
        **official(truth, written, sequential=sequential, upstream_compat=upstream_compat),
        **own,
        "format_valid": 100.0 * bool(written),
        "entity_ids_valid": 100.0 * valid,
    }


def prompt_of(official_prompt: str, episode: Episode, mode: str) -> str:
    """VLABench's prompt and instruction; in Mode A the scene in words stands where the pictures would.

    Raises:
        BenchmarkError: If Mode A is asked about an episode whose scene nothing tells in words.
    """
    parts = [official_prompt]
    if mode == "a":
        if episode.things is None:
            raise BenchmarkError("The episode has no env_config/*.json that names what its pictures number.")
        listed = "\n".join(map(_said, episode.things))
        parts.append(
            "There are no pictures this time. The numbered objects, each with its class and its place on the "
            f"table (x to the right, y away from the robot, in metres):\n{listed}"
        )
    else:
        parts.append(
            "The first picture is the input picture, the second the input picture with numbered tags."
        )
    parts.append(f"Language instruction:\n{episode.instruction}")
    parts.append("Please give the output skill sequence")
    return "\n\n".join(parts)


def _said(thing: EpisodeThing) -> str:
    place = "" if thing.place is None else f" at ({thing.place[0]:.2f}, {thing.place[1]:.2f})"
    return f"{thing.number}: {thing.name} ({thing.kind}){place}"


def dimensions_of(records: Sequence[Record]) -> list[str]:
    """The dimension of each record, by the ``dim2task.json`` of VLABench's data.

    Raises:
        BenchmarkError: If the data are absent.
    """
    found = dimensions(_mapping(data_folder("vlabench", GET_TRACKS) / "dim2task.json"), records)
    return [found[record["track"], record["task"]] for record in records]


def dimensions(listed: Mapping[str, Sequence[str]], records: Sequence[Record]) -> dict[tuple[str, str], str]:
    """The dimension of each track and task.

    A track that is itself named as a dimension is one. Otherwise ``dim2task.json`` says it: of the task with the
    track's own ending (``select_toy`` in ``track_3_common_sense`` is ``select_toy_common_sense``), of the task, or,
    for a task that it does not list, of most other tasks in its track that have such an ending there.
    """
    of_task = {task: name for name, tasks in listed.items() for task in tasks}
    pairs = list(dict.fromkeys((record["track"], record["task"]) for record in records))
    ending: dict[str, list[str]] = {}
    found: dict[tuple[str, str], str] = {}
    for track, task in pairs:
        words: list[str] = track.split("_")[2:] if track.startswith("track_") else []
        longer = ["_".join((task, *words[:count])) for count in range(len(words), 0, -1)]
        special = next((of_task[one] for one in longer if one in of_task), None)
        if special is not None:
            ending.setdefault(track, []).append(special)
        if track in listed or not track.startswith("track_"):
            found[track, task] = track
        elif special is not None or task in of_task:
            found[track, task] = special or of_task[task]
    for track, task in pairs:
        others = ending.get(track, [])
        most = max(others, key=others.count) if others else _UNLISTED
        found.setdefault((track, task), most)
    return found


def _without(row: Mapping[str, float], name: str) -> dict[str, float]:
    return {key: value for key, value in row.items() if key != name}


def _mapping(path: Path) -> dict[str, list[str]]:
    found: Any = parse_json(read_text(path, "VLABench's dimensions", BenchmarkError), path, BenchmarkError)
    return {str(name): [str(task) for task in tasks] for name, tasks in dict(found).items()}


def _listed(path: Path) -> frozenset[str]:
    found: Any = parse_json(read_text(path, "VLABench's tasks", BenchmarkError), path, BenchmarkError)
    return frozenset(map(str, found))


@cache
def skills(most: int) -> Problem:
    """VLABench's skills over the entities 0 to `most`, as a planning problem.

    Something is grasped, and then done with: each subtask that the prompt lists is a way from one *between* to the
    next, and a plan ends between two of them. What a thing is done to is not the thing itself.
    """
    between, grasped, poured, pushed, done = (
        Atom(name) for name in ("between", "grasped", "poured", "pushed", "done")
    )
    it, other = Variable("?it"), Variable("?other")
    held, handled, pressed = Atom("held", ("?it",)), Atom("handled", ("?it",)), Atom("pressed", ("?it",))
    released = Effect(Atom("held", ("?other",)), False, variables=(other,))

    def schema(name: str, *before: Atom, after: Sequence[Atom] = ()) -> ActionSchema:
        """A skill that ends a subtask."""
        gone = [one for one in (grasped, poured, pushed) if one not in after]
        effects = [Effect(one, False) for one in gone] + [Effect(one) for one in (*after, between, done)]
        taken = (it,) if SKILLS[name] else ()
        return ActionSchema(
            name,
            taken,
            all_of([any_of(before), *([Not(held)] if taken else [])]),
            tuple(effects),
        )

    pick = ActionSchema(
        "pick",
        (it,),
        between,
        (
            Effect(between, False),
            Effect(poured, False),
            Effect(pushed, False),
            released,
            *map(Effect, (grasped, held, handled)),
        ),
    )
    press = ActionSchema(
        "press",
        (it,),
        between,
        (Effect(poured, False), Effect(pushed, False), Effect(pressed), Effect(done)),
    )
    schemas = (
        pick,
        press,
        schema("place", grasped, poured, pushed),
        schema("insert", grasped),
        schema("pour", grasped, after=(poured,)),
        schema("push", grasped, after=(pushed,)),
        schema("pull", grasped, pushed),
        schema("lift", grasped),
        schema("open_door", grasped),
    )
    predicates = {one.predicate: () for one in (between, grasped, poured, pushed, done)}
    predicates |= dict.fromkeys(("held", "handled", "pressed"), (it,))
    domain = Domain("vlabench", predicates=predicates, schemas=schemas)
    objects = {str(number): ("object",) for number in range(most + 1)}
    return Problem.from_task(Task("subtasks", domain, objects, frozenset({between}), And((between, done))))


def run(config: VLABenchConfig, *, load: Callable[[VLABenchConfig], Any] | None = None) -> Report:
    """Write the answers that are missing, score all of them, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data, or the pictures that Mode B needs, are absent, or the folder of the run cannot
            be used.
    """
    return harness.run(VLABench(config), config, load=load)
