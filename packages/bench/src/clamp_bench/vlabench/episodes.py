"""VLABench's episodes, in symbols or as folders with two pictures: what is asked, and what the expert does.

A track says what stands where and what must come true; the expert's skills follow from the templates of
``task2code.json``. Nothing here knows a task's name: tasks come from the files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from clamp.errors import BenchmarkError
from clamp.files import parse_json, read_text
from clamp_bench.vlabench.score import CONTAINER, ENTITY, PATTERNS, Skill

SKILLS: Mapping[str, str | None] = {
    "pick": ENTITY,
    "place": CONTAINER,
    "press": ENTITY,
    "open_door": None,
    "insert": CONTAINER,
    "pull": None,
    "pour": CONTAINER,
    "push": CONTAINER,
    "lift": None,
}
"""VLABench's skills as its prompt lists them, each with its parameter."""

GET_TRACKS = (
    "Tracks are VLABench's `configs/evaluation/tracks/track_*.json`, beside its `task2code.json`, `dim2task.json`, "
    "`seq_independent_task.json` and `eval_vlm_en.txt` (github.com/OpenMOSS/VLABench): put them there."
)
GET_PICTURES = (
    "Mode B needs VLABench's rendered episodes (the data set VLABench/vlm_evaluation_v1.0 on Hugging Face): "
    "DIR/DIMENSION/TASK/exampleN with input/ and output/. Put them into $CLAMP_DATA/vlabench, or name their folder "
    "with --episodes DIR."
)


@dataclass(frozen=True)
class EpisodeThing:
    """What stands in a scene.

    Attributes:
        number: By which an answer names it.
        name: VLABench's name of it.
        kind: Its class.
        place: Its x and y in metres, as the robot's arm sees them.
    """

    number: int
    name: str
    kind: str
    place: tuple[float, float] | None


@dataclass(frozen=True)
class Episode:
    """What is asked, and the expert's answer.

    Attributes:
        instruction: The sentence.
        things: What can be named; ``None`` where only the pictures say it.
        truth: The expert's skills.
        pictures: Of the scene, and of the scene with numbers; none in the tracks in symbols.
    """

    instruction: str
    things: tuple[EpisodeThing, ...] | None
    truth: tuple[Skill, ...]
    pictures: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where an episode lies: it is read, and found malformed, when it is asked about.

    Attributes:
        id: Track, task and number.
        track: The file's name without its ending, or the folder of a dimension.
        task: VLABench's name of the task.
        read: Reads it. Raises a `BenchmarkError`, or what a wrong kind of value raises.
    """

    id: str
    track: str
    task: str
    read: Callable[[], Episode]


# ------------------------------------------------------------------ tracks in symbols


def tracks(folder: Path) -> list[Path]:
    """The tracks in a folder, by their numbers.

    Raises:
        BenchmarkError: If there is none.
    """
    found = sorted(folder.glob("track_*.json"), key=lambda path: (_number(path.stem), path.stem))
    if not found:
        raise BenchmarkError(f"There is no track_*.json in {folder}. {GET_TRACKS}")
    return found


def _number(stem: str) -> int:
    found = re.search(r"[0-9]+", stem)
    return int(found[0]) if found else 1 << 30


def chosen_tracks(folder: Path, name: str) -> list[Path]:
    """The tracks that a name, a number or ``all`` stands for.

    Raises:
        BenchmarkError: If there is none, or more than one.
    """
    known = tracks(folder)
    if name == "all":
        return known
    wanted = name.removesuffix(".json").lower()
    exact = [path for path in known if wanted in _names_of(path.stem)]
    found = exact or [path for path in known if wanted in path.stem.lower()]
    if len(found) != 1:
        raise BenchmarkError(
            f"There is no one track {name!r} in {folder}; there are {', '.join(path.stem for path in known)} "
            "(their names, their numbers, or all)."
        )
    return found


def _names_of(stem: str) -> tuple[str, ...]:
    parts = stem.lower().split("_", 2)
    return (stem.lower(), *(parts[1:2]), "_".join(parts[:2]), "_".join(parts[2:]))


class Tracks:
    """Episodes in symbols.

    Args:
        folder: Holds the tracks and the templates.
        name: Which tracks.
    """

    def __init__(self, folder: Path, name: str):
        self._templates = _object(folder / "task2code.json")
        self._files = chosen_tracks(folder, name)

    def places(self) -> Iterator[Place]:
        """All episodes, track by track and task by task."""
        for path in self._files:
            for task, episodes in _object(path).items():
                if not isinstance(episodes, list):
                    raise BenchmarkError(f"{path}: the episodes of {task!r} are no list.")
                for number, one in enumerate(cast("list[Any]", episodes)):
                    name = f"{path.stem}/{task}/{number}"
                    yield Place(name, path.stem, task, _reader(self._templates, name, task, one))


def _object(path: Path) -> dict[str, Any]:
    try:
        found = parse_json(read_text(path, "VLABench's data", BenchmarkError), path, BenchmarkError)
    except BenchmarkError as error:
        raise BenchmarkError(f"{error} {GET_TRACKS}") from error
    if not isinstance(found, dict):
        raise BenchmarkError(f"{path} holds no JSON object. {GET_TRACKS}")
    return cast("dict[str, Any]", found)


def _reader(templates: Mapping[str, Any], name: str, task: str, given: Any) -> Callable[[], Episode]:
    return lambda: episode_of(templates, name, task, given["task"])


def episode_of(templates: Mapping[str, Any], name: str, task: str, given: Mapping[str, Any]) -> Episode:
    """An episode in symbols.

    Args:
        templates: ``task2code.json``.
        name: Its id, of which the numbers of the things are drawn: in VLABench's own order, what is asked for
            mostly stands first.
        task: The task's name.
        given: The episode's ``task``.

    Raises:
        BenchmarkError: If something cannot be made out.
    """
    components = cast("list[Mapping[str, Any]]", given["components"])
    order = sorted(range(len(components)), key=lambda at: sha256(f"{name}/{at}".encode()).digest())
    number = {at: one for one, at in enumerate(order, start=1)}
    things = [
        EpisodeThing(number[at], str(one["name"]), str(one.get("class", "")), _xy(one.get("position")))
        for at, one in enumerate(components)
    ]
    sentence = given["instructions"]
    if isinstance(sentence, list):
        sentence = cast("list[Any]", sentence)[0]
    if not isinstance(sentence, str) or not sentence.strip():
        raise BenchmarkError(f"The episode {name} has no instruction.")
    steps = _Expert(templates, task, given).steps()
    find = _Finder(things, components)
    truth = [
        {"name": skill, "params": {key: find(value).number for key, value in params.items()}}
        for skill, params in steps
    ]
    return Episode(
        sentence.strip(), tuple(sorted(things, key=lambda one: one.number)), tuple(cast("list[Skill]", truth))
    )


def _xy(position: Any) -> tuple[float, float] | None:
    return None if position is None else (round(float(position[0]), 2), round(float(position[1]), 2))


Step = tuple[str, dict[str, str]]
"""A skill, and the names of what it is done to."""


class _Expert:
    """What the expert does in an episode.

    VLABench's template of the task says it, in calls of which some only move the arm. Those are left out, each
    run of skills from one grasp to the next is reduced to the subtask that VLABench's prompt has for it, and an
    approach to a container's place point is an `insert`. A task without a template is read off its conditions.
    """

    def __init__(self, templates: Mapping[str, Any], task: str, given: Mapping[str, Any]):
        self.task, self.given = task, given
        self.conditions: Any = given.get("conditions") or {}
        base = templates.get("task_mapping", {}).get(task, task)
        self.template: Mapping[str, Any] | None = templates.get("operating_configs", {}).get(base)
        self.variables: dict[str, Any] = {}
        if self.template is not None:
            for one in self.template.get("meta_variable", ()):
                self.variables |= {name: made.get("construction_code", "") for name, made in one.items()}

    def steps(self) -> list[Step]:
        found = _subtasks(self._templated() or [])
        found = found or _subtasks(list(self._from_conditions()))
        if not found:
            raise BenchmarkError(
                f"What the expert does in a task {self.task!r} cannot be made out: task2code.json has no template "
                f"that its episode fills, and its conditions {json.dumps(self.conditions)[:200]} say too little."
            )
        return found

    # -- from the template

    def _templated(self) -> list[Step] | None:
        if self.template is None:
            return None
        operations = cast("list[Mapping[str, Any]]", self.template["operation_sequence"])
        straight = all(one["name"] != "for" for one in operations)
        several = self._values("target_entity") if straight else []
        found: list[Step] = []
        for entity in several or [None]:
            scope = {} if entity is None else {"target_entity": entity}
            made = self._run(operations, scope)
            if made is None:
                return None
            found += made
        return found

    def _run(self, operations: Sequence[Mapping[str, Any]], scope: Mapping[str, Any]) -> list[Step] | None:
        found: list[Step] = []
        for one in operations:
            name: str = one["name"]
            if name == "for":
                rounds = self._rounds(one, scope)
                if rounds is None:
                    return None
                for more in rounds:
                    made = self._run(one["sub_operation_sequence"], {**scope, **more})
                    if made is None:
                        return None
                    found += made
                continue
            if name == "moveto":
                point = " ".join(map(str, one.get("params", {}).values()))
                codes = [code for variable, code in self.variables.items() if variable in point]
                if any("get_place_point" in code for code in codes):
                    name = "insert"
            if name not in SKILLS:
                continue
            step = self._step(name, one.get("params", {}), scope)
            if step is None:
                return None
            if found[-1:] != [step]:  # one approach is several movements
                found.append(step)
        return found

    def _step(self, name: str, params: Mapping[str, str], scope: Mapping[str, Any]) -> Step | None:
        key = SKILLS[name]
        if key is None:
            return name, {}
        default = "target_button" if name == "press" else key.removesuffix("_name")
        values = self._values(params.get(key, default), scope)
        return (name, {key: values[0]}) if values else None

    def _rounds(self, loop: Mapping[str, Any], scope: Mapping[str, Any]) -> list[dict[str, Any]] | None:
        names = loop["extracted_variable"]
        names = re.findall(r"\w+", names if isinstance(names, str) else ",".join(names))
        over = loop["iterated_variable"]
        if loop.get("iterated_type") == "zip":
            columns = [[self._values(name, scope) for name in cast("list[str]", one)] for one in over]
            filled = [one for one in columns if all(one)]  # positions of the simulator are of no concern
            if not filled:
                return None
            rows = zip(*filled, strict=False)
            return [dict(zip(names, row, strict=False)) for row in rows]
        values = self._values(over, scope)
        if not values:
            return None
        name = names[-1]  # before it stands the count, where there is one
        return [{name: one} for one in values]

    def _values(self, name: str, scope: Mapping[str, Any] | None = None) -> list[str]:
        """What a template's word stands for in this episode; nothing where it is not told."""
        scope = scope or {}
        if name in scope:
            return _names(scope[name])
        for source in (self.given, self.conditions):
            if (found := _names(_under(source, name))) != []:
                return found
        code = self.variables.get(name)
        if code is None:
            return []
        for quoted in re.findall(r"\[['\"](\w+)['\"]\]|\.(\w+)$", code):
            if found := self._values(next(filter(None, quoted)), scope):
                return found
        indexed = re.fullmatch(r"(\w+)\[(\d+)\](?: *\+ *['\"](\w+)['\"])?", code)
        if indexed is not None and indexed[1] != name:
            values = self._values(indexed[1], scope)[int(indexed[2]) :][:1]
            return [value + (indexed[3] or "") for value in values]
        return []

    # -- from what must come true

    def _from_conditions(self) -> Iterator[Step]:
        said = {
            str(kind): cast(
                "list[Mapping[str, Any]]", [one for one in _listed(arguments) if isinstance(one, dict)]
            )
            for kind, arguments in cast("Mapping[str, Any]", self.conditions).items()
        }
        for one in said.get("press_button", ()):
            yield from (("press", {ENTITY: name}) for name in _names(one.get("target_button")))
        for one in (*said.get("contain", ()), *said.get("on", ())):
            for name in _names(one.get("entities")):
                yield "pick", {ENTITY: name}
                yield "place", {CONTAINER: _names(one.get("container"))[0]}
        for one in said.get("not_contain", ()):
            for name in _names(one.get("entities")):
                yield "pick", {ENTITY: name}
                yield "pull", {}
        for one in said.get("pour", ()):
            above = [_names(other.get("platform")) for other in said.get("above", ())]
            container = (
                next((names[0] for names in above if names), None) or self._values("target_container")[0]
            )
            for name in _names(one.get("target_entity")):
                yield "pick", {ENTITY: name}
                yield "pour", {CONTAINER: container}
        for one in said.get("lift", ()):
            for name in _names(one.get("entities")):
                yield "pick", {ENTITY: name}
                yield "lift", {}


def _listed(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _names(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [str(key) for key in cast("Mapping[str, Any]", value)]
    if isinstance(value, list | tuple):
        return [one for one in cast("Sequence[Any]", value) if isinstance(one, str)]
    return []


def _under(value: Any, key: str) -> Any:
    """What stands under a key, however deep; what stands where is none of its business."""
    if isinstance(value, Mapping):
        plain = cast("Mapping[str, Any]", value)
        if plain.get(key) is not None:
            return plain[key]
        inner: Sequence[Any] = [one for name, one in plain.items() if name not in ("components", "scene")]
    elif isinstance(value, list):
        inner = cast("list[Any]", value)
    else:
        return None
    return next((found for one in inner if (found := _under(one, key)) is not None), None)


def _subtasks(steps: Sequence[Step]) -> list[Step]:
    """Steps with each run from one grasp (or press) to the next reduced to the longest subtask that ends it."""
    runs: list[list[Step]] = []
    for step in steps:
        if step[0] in ("pick", "press") or not runs:
            runs.append([])
        runs[-1].append(step)
    found: list[Step] = []
    for run in runs:
        names = [name for name, _ in run]
        fitting = [one for one in PATTERNS if one[-1] == names[-1] and _within(one, names)]
        if fitting:
            left = list(run)
            for name in max(fitting, key=len):
                while left[0][0] != name:
                    left.pop(0)
                found.append(left.pop(0))
        else:
            found += run
    return found


def _within(pattern: Sequence[str], names: Sequence[str]) -> bool:
    left = iter(names)
    return all(one in left for one in pattern)


class _Finder:
    """Which of the things a name means: its own name, or the only one that is called so."""

    def __init__(self, things: Sequence[EpisodeThing], components: Sequence[Mapping[str, Any]]):
        self.things = things
        self.words = [
            {_plain(one) for one in component.values() if isinstance(one, str)} for component in components
        ]

    def __call__(self, name: str) -> EpisodeThing:
        wanted = _plain(name)
        ways: tuple[Callable[[int, EpisodeThing], bool], ...] = (
            lambda at, one: one.name == name,
            lambda at, one: _plain(one.name) == wanted,
            lambda at, one: wanted in self.words[at],
            lambda at, one: _plain(one.name).startswith(wanted),
        )
        for way in ways:
            found = [one for at, one in enumerate(self.things) if way(at, one)]
            if len(found) == 1:
                return found[0]
        raise BenchmarkError(
            f"The scene has no one thing {name!r}; it has {[one.name for one in self.things]}."
        )


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name.lower()).strip()


# ------------------------------------------------------------------ folders with pictures


def rendered(folder: Path) -> Path:
    """The folder of rendered episodes: this one, or one in it or in its folders, whatever it is called.

    Raises:
        BenchmarkError: If there is none, or more than one.
    """
    examples = [path for depth in range(3) for path in folder.glob("*/" * depth + "*/*/example*")]
    found = sorted(
        {path.parents[2] for path in examples if (path / "input").is_dir() and (path / "output").is_dir()}
    )
    if not found:
        raise BenchmarkError(f"There are no rendered episodes in {folder}. {GET_PICTURES}")
    if len(found) > 1:
        raise BenchmarkError(
            f"There are several folders of rendered episodes: {', '.join(map(str, found))}. Name the one that is meant "
            "with --episodes DIR."
        )
    return found[0]


class Folders:
    """VLABench's rendered episodes: ``DIMENSION/TASK/exampleN``.

    Args:
        folder: Holds the dimensions.
        name: Which of them, or ``all``.
    """

    def __init__(self, folder: Path, name: str):
        if not folder.is_dir():
            raise BenchmarkError(f"There is no folder {folder}. {GET_PICTURES}")
        self.folder = folder
        found = sorted(path.parent for path in folder.glob("*/*/example*") if path.is_dir())
        self._tasks = [path for path in dict.fromkeys(found) if name in ("all", path.parent.name)]
        if not self._tasks:
            known = sorted({path.parent.name for path in found})
            raise BenchmarkError(f"{folder} has no episodes of {name!r}; it has {known}. {GET_PICTURES}")

    def places(self) -> Iterator[Place]:
        """All episodes, dimension by dimension, task by task, by their numbers."""
        for task in self._tasks:
            examples = [path for path in task.glob("example*") if path.is_dir()]
            for path in sorted(examples, key=lambda one: (_number(one.name), one.name)):
                name = path.relative_to(self.folder).as_posix()
                yield Place(name, task.parent.name, task.name, _folder_reader(path))


def _folder_reader(path: Path) -> Callable[[], Episode]:
    return lambda: read_folder(path)


def read_folder(path: Path) -> Episode:
    """An episode with pictures.

    Raises:
        BenchmarkError: If a file is missing or not what VLABench writes.
    """
    sentence = read_text(path / "input" / "instruction.txt", "instruction", BenchmarkError).strip()
    answer = parse_json(
        read_text(path / "output" / "operation_sequence.json", "expert's answer", BenchmarkError),
        path / "output" / "operation_sequence.json",
        BenchmarkError,
    )
    calls: Any = cast("Any", answer)["skill_sequence"] if isinstance(answer, dict) else answer
    truth = tuple({"name": str(one["name"]), "params": dict(one.get("params") or {})} for one in calls)
    if not truth:
        raise BenchmarkError(f"{path / 'output' / 'operation_sequence.json'} holds no skills.")
    plain = path / "input" / "input.png"
    marked = next(
        (one for name in ("input_mask.png", "input_gt.png") if (one := path / "input" / name).is_file()), None
    )
    if not plain.is_file() or marked is None:
        raise BenchmarkError(f"{path} has no two pictures input/input.png and input/input_mask.png.")
    return Episode(sentence, _numbered(path), cast("tuple[Skill, ...]", truth), (plain, marked))


def _numbered(path: Path) -> tuple[EpisodeThing, ...] | None:
    """What the second picture numbers, where the episode's configuration is kept: VLABench counts from 0."""
    config = next(iter(sorted((path / "env_config").glob("*.json"))), None)
    if config is None:
        return None
    found: Any = parse_json(read_text(config, "configuration", BenchmarkError), config, BenchmarkError)
    components = found["task"]["components"]
    return tuple(
        EpisodeThing(number, str(one["name"]), str(one.get("class", "")), _xy(one.get("position")))
        for number, one in enumerate(components)
    )
