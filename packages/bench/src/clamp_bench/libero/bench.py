"""``clamp bench libero``: plans from pictures of held-out LIBERO tasks, constraint by constraint.

Every configuration writes a plan for every rendered state: the model alone, then with one constraint more
each time. Plans are replayed in the symbolic model; for some the simulator is set to the state that the plan
implies, and asked with LIBERO's own goal predicates.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError, SceneError
from clamp.perception import Scene
from clamp.perception.sight import Sight
from clamp.planning import Action, LimitReached, Problem
from clamp.planning.search.reachability import Reachability
from clamp.request.request import Request
from clamp.request.settings import CONFIGURATIONS as ENFORCED
from clamp.request.settings import Weighing
from clamp_bench import harness, records
from clamp_bench.configuration import LiberoConfig
from clamp_bench.harness import ActingRequest, Answer, Comparison, Method, Question, Report, Scored, Tell
from clamp_bench.libero.score import LiberoScore, figures_of, score, shortest_plans, summary
from clamp_bench.records import Record, RecordFile
from clamp_worlds.libero import is_held_out, problem_of
from clamp_worlds.libero import task as libero_task
from clamp_worlds.libero.render import RECORDS, read_records

if TYPE_CHECKING:
    from clamp.hosts.hf.planner import Planner


_PROBLEMS: dict[str, Problem] = {}


def held_out_records(data: Path, limit: int | None, *, needing_sight: bool = False) -> list[Record]:
    """The rendered states of a data set, in a fixed order that mixes tasks.

    States in which the goal holds already are left out: no plan is to be written for them.

    Raises:
        BenchmarkError: If there are none, or some belong to the suite that models are trained on; or if only
            those that need sight are wanted, and LIBERO, which knows the tasks' own starts, is not installed.
    """
    records = read_records(data)
    if not records:
        raise BenchmarkError(
            f"{data / RECORDS}: no rendered states. Render held-out tasks first: "
            f"python -m clamp_worlds.libero.render {data} --suite libero_10 --initial 2"
        )
    for record in records:
        if not is_held_out(record["suite"]):
            raise BenchmarkError(
                f"{data / RECORDS}: the state {record['id']!r} is of {record['suite']}, "
                "on which models are trained."
            )
    records.sort(key=lambda record: sha256(record["id"].encode()).digest())
    open_tasks = [record for record in records if not goal_holds_at_first(record)]
    if needing_sight:
        open_tasks = [record for record in open_tasks if _needs_sight(record)]
    return open_tasks[:limit]


def goal_holds_at_first(record: Mapping[str, Any]) -> bool:
    """Whether nothing is left to do in a rendered state."""
    found = problem_in(record)
    return found.is_goal(found.initial)


def seen_of(state: Mapping[str, Any]) -> list[str]:
    """The entities that a rendered state's pictures show, in the order of its objects."""
    shown = {entity["id"] for entity in state["scene"]["entities"] if entity["seen"]}
    return [name for name, _ in state["objects"] if name in shown]


def needs_sight(state: Mapping[str, Any]) -> bool | None:
    """Whether none of the shortest plans for the task's own start reaches the goal from this state.

    ``None`` if LIBERO, which knows that start, is not installed.
    """
    try:
        return _needs_sight(state)
    except BenchmarkError:
        return None


def _needs_sight(state: Mapping[str, Any]) -> bool:
    found = problem_in(state)
    return not any(found.validate(plan) for plan in _usual_plans(f"{state['suite']}/{state['task']}"))


@cache
def _usual_plans(task: str) -> tuple[tuple[Action, ...], ...]:
    return tuple(shortest_plans(libero_task(task).problem()))


def plan_exists(found: Problem, seen: Sequence[str], budget: int) -> bool:
    """Whether a plan of at most `budget` actions exists that names only what is seen.

    Raises:
        BenchmarkError: If the search reached its limit before it knew.
    """
    allowed = set(seen)
    enabled = frozenset(
        index for index, action in enumerate(found.actions) if allowed.issuperset(action.args)
    )
    distance = Reachability(found, enabled).distance(found.initial, budget)
    if isinstance(distance, LimitReached):
        raise BenchmarkError(f"{found.name}: the search for a plan through seen entities reached its limit.")
    return distance <= budget


def problem_in(state: Mapping[str, Any]) -> Problem:
    """The planning problem of a rendered state with its task's goal; made once."""
    key = json.dumps([state["objects"], state["atoms"], state["goal"]])
    if key not in _PROBLEMS:
        _PROBLEMS[key] = problem_of(state, state["goal"])
    return _PROBLEMS[key]


_HEADINGS = ("baseline", "+ syntax", "+ visibility", "+ execution, goal")
CONFIGURATIONS: Mapping[str, tuple[str, str]] = {
    **{name: (name, heading) for name, heading in zip(ENFORCED, _HEADINGS, strict=True)},
    "guided": ("world", "+ guidance"),
}
"""Configuration → (the planner's constraints, its column in the table)."""

COLUMNS = {
    "format_valid": "format",
    "ids_valid": "entity ids",
    "skill_f1": "skill F1",
    "entity_f1": "entity F1",
    "exact": "exact match",
    "executable": "executable",
    "goal": "goal",
    "goal_where_possible": "goal where possible",
    "goal_needing_sight": "goal where sight is needed",
    "simulator": "goal in the simulator",
}
"""Figures of the table and their headings."""

_GREY = (128, 128, 128)


Case = tuple[Record, str]
"""A rendered state, and the configuration under which a plan for it is written."""


class Libero(Comparison[Record]):
    """Every configuration's plan for every rendered state."""

    title = "LIBERO from pictures"
    owner = "the data set"
    own_data = True
    fields = ("id", "configuration")

    def __init__(self, config: LiberoConfig):
        self.config = config
        self.rows = config.constraints

    def tasks(self) -> Sequence[Record]:
        return held_out_records(self.config.data, None, needing_sight=self.config.needing_sight)

    def task_id(self, task: Record) -> str:
        return str(task["id"])

    def request(self, item: Case) -> Request:
        state, name = item
        given = self.config.arguments(**_of_row(self.config, name))
        settings = {option: value for option, value in given.items() if value is not None}
        asked = ActingRequest.of(problem_in(state), state["instruction"], **settings).but(binding=False)
        images = {view: _picture(self.config, state, view) for view in state["images"]}
        return asked.seeing(Sight(images, Scene.from_json(state["scene"]), tuple(seen_of(state))))

    def own_fields(self, item: Case, answer: Answer) -> Record:
        state = item[0]
        read = [[action.name, *action.args] for action in answer.result.actions]
        return {name: state[name] for name in ("suite", "task", "instruction")} | {"read": read}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        config = self.config
        items = dict.fromkeys(record["id"] for record in records)
        known = {state["id"]: state for state in self.tasks() if state["id"] in items}
        states = [known[identifier] for identifier in items]
        by_key = {(record["id"], record["configuration"]): record for record in records}
        rows = {name: [by_key[state["id"], name] for state in states] for name in config.constraints}
        if config.simulate:
            tell("simulating", 0, min(config.simulate, len(states)))
        checked = (
            simulate(config.out, config.data, states[: config.simulate], config.constraints)
            if config.simulate
            else {}
        )
        return _summary(config, states, rows, checked)


class _Looking(Method):
    """The planner of each configuration looks at a state's pictures and scene, and writes one plan."""

    batch_size = 1

    def __init__(self, config: LiberoConfig):
        self.config = config

    def write(
        self,
        questions: Sequence[Question],
        planner: Mapping[str, Planner],
        tell: Callable[[int, Answer], None],
    ) -> None:
        for index, question in enumerate(questions):
            name = cast(Case, question.source)[1]
            tell(index, Answer(planner[name].run(question.request, trace=False)))


def _of_row(config: LiberoConfig, name: str) -> dict[str, Any]:
    """What a configuration is written with: of the run's settings, those that it can heed."""
    constraints = CONFIGURATIONS[name][0]
    own: dict[str, Any] = {"constraints": constraints, "guidance": None}  # the planner's
    own["max_new_tokens"] = config.max_new_tokens if constraints == "none" else None
    if constraints == "none":
        own |= {"particles": 1, "sampled": False}
    if constraints != "world":
        own["slack"] = None
    if name != "guided":  # the others have no HMM
        of_hmm = {*Weighing.model_fields, "adaptation", "pseudocount"} - {"guidance"}
        own |= {one: config.default_of(one) for one in of_hmm}
    return own


def run(config: LiberoConfig, planner: Planner | None = None, on_progress: Tell | None = None) -> Report:
    """Write what is missing, score everything, and write ``summary.json``.

    Args:
        planner: Instead of loading `LiberoConfig.model`.
        on_progress: Called with (stage, done, total).

    Raises:
        BenchmarkError: If the data set, the folder or a configuration cannot be used.
    """
    _check(config)
    return harness.run(
        Libero(config), config, _Looking(config), load=lambda _: _planners(config, planner), tell=on_progress
    )


def score_row(state: Mapping[str, Any], row: Mapping[str, Any], budget: int) -> LiberoScore:
    """The score of one written plan."""
    found = problem_in(state)
    seen = seen_of(state)
    actions = [Action(name, tuple(args)) for name, *args in row["read"]]
    return score(
        found,
        _gold(state["id"], found),
        row["output"],
        actions,
        seen,
        plan_exists(found, seen, budget),
        PlanFormat.calls(),
        needs_sight(state),
    )


def simulate(
    out: Path, data: Path, states: Sequence[Record], rows: Sequence[str], field: str = "configuration"
) -> dict[str, list[bool]]:
    """Ask LIBERO's own goal predicates after the plans of some states, row by row; resumable.

    This runs in a process of its own: the simulator's renderer and torch's compiler each bring an LLVM along,
    and the second to be loaded in a process can crash it.

    Args:
        out: Folder of the run, with its records.
        data: The rendered states.
        rows: Values of `field` in the records.

    Raises:
        BenchmarkError: If the simulator cannot be used.
    """
    job = {
        "out": str(out),
        "rows": field,
        "configurations": list(rows),
        "states": [state["id"] for state in states],
        "data": str(data),
    }
    found = subprocess.run(
        records.command("clamp_bench.libero.simulate", json.dumps(job)),
        env=records.environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    if found.returncode != 0:
        raise BenchmarkError(f"The simulator stopped: {found.stderr.strip()[-2000:]}")
    told = RecordFile(out / "simulated.jsonl").read()
    goals = {(row["id"], row["configuration"]): bool(row["goal"]) for row in told}
    return {name: [goals[state["id"], name] for state in states] for name in rows}


# -- inside ------------------------------------------------------------------------------------------


def _check(config: LiberoConfig) -> None:
    for name in config.constraints:
        if name not in CONFIGURATIONS:
            raise BenchmarkError(
                f"There is no configuration {name!r}; choose of {', '.join(CONFIGURATIONS)}."
            )
    if "guided" in config.constraints and config.hmm is None:
        raise BenchmarkError("The configuration 'guided' needs an HMM for the model (`clamp distill`).")


class _Family(dict[str, "Planner"]):
    """Planners by configuration, all of one model."""

    @property
    def name(self) -> str:
        return next(iter(self.values())).name

    @property
    def revision(self) -> str | None:
        return next(iter(self.values())).revision


def _planners(config: LiberoConfig, planner: Planner | None) -> _Family:
    """The planner of each configuration; all share one model."""
    if planner is not None:
        return _Family(dict.fromkeys(config.constraints, planner))
    from clamp.hmm import HMM
    from clamp.hosts.hf.models import EMBEDDED, load_model
    from clamp.hosts.hf.planner import Planner as ClampPlanner

    loaded = load_model(config.model or EMBEDDED)
    plain_planner = ClampPlanner(loaded)
    found = _Family(dict.fromkeys(config.constraints, plain_planner))
    if "guided" in found and config.hmm is not None:
        hmm = HMM.from_pretrained(str(config.hmm), tokenizer=loaded.tokenizer)
        found["guided"] = ClampPlanner(loaded, hmm=hmm, guidance=config.guidance)
    return found


def _picture(config: LiberoConfig, state: Record, view: str) -> Any:
    from clamp.perception.pictures import read_picture

    path = config.data / state["images"][view]
    try:
        picture: Any = read_picture(path)
    except SceneError as error:
        raise BenchmarkError(f"The state {state['id']!r} cannot be shown: {error}") from error
    if config.blank_images:
        picture.paste(_GREY, (0, 0, *picture.size))
    return picture


@cache
def _gold(identifier: str, found: Problem) -> tuple[tuple[Action, ...], ...]:
    return tuple(shortest_plans(found))


def _seconds(row: Record) -> float:
    """What writing a plan took, and adapting the HMM behind it."""
    return row["timing"]["generation"] + row["timing"].get("adaptation", 0.0)


def _summary(
    config: LiberoConfig,
    states: Sequence[Record],
    rows: Mapping[str, Sequence[Record]],
    checked: Mapping[str, Sequence[bool]],
) -> Scored:
    configurations: Record = {}
    items: list[Record] = []
    suites: dict[str, Record] = {}
    for name, plans in rows.items():
        scores = [score_row(state, row, config.budget) for state, row in zip(states, plans, strict=True)]
        figures = summary(scores)
        figures["seconds"] = round(sum(map(_seconds, plans)) / max(1, len(plans)), 3)
        if checked.get(name):
            figures["simulated"] = len(checked[name])
            figures["simulator"] = round(100 * sum(checked[name]) / len(checked[name]), 2)
            agree = [one.goal == held for one, held in zip(scores, checked[name], strict=False)]
            figures["simulator_agrees"] = round(100 * sum(agree) / len(agree), 2)
        configurations[name] = figures
        for suite in sorted({state["suite"] for state in states}):
            suites.setdefault(suite, {})[name] = summary(
                one for one, state in zip(scores, states, strict=True) if state["suite"] == suite
            )
        simulated = [*checked.get(name, ()), *[None] * len(states)]
        items += [
            {"id": state["id"], "configuration": name, **figures_of(one), "simulator": held}
            for state, one, held in zip(states, scores, simulated, strict=False)
        ]
    data = {
        "benchmark": Libero.title,
        "config": config.identity(),
        "states": len(states),
        "tasks": len({(state["suite"], state["task"]) for state in states}),
        "configurations": configurations,
        "suites": suites,
    }
    return Scored(data, _headlines(data), items=items)


def _headlines(data: Record) -> str:
    lines = [f"{Libero.title}: {data['states']} states of {data['tasks']} tasks; per cent"]
    for name, figures in data["configurations"].items():
        known = (f"{said} {figures[key]:g}" for key, said in COLUMNS.items() if figures.get(key) is not None)
        lines.append(f"  {CONFIGURATIONS[name][1]}: {', '.join(known)}")
    return "\n".join(lines)
