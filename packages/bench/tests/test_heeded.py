"""Every setting of every benchmark: it changes what is asked of a model, or it is refused; none is only recorded."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from described import BLOCKS, described, pair_row
from fakes import byte_vocabulary
from PIL import Image
from writing_host import WritingHost
from yard import ITEMS

from clamp.decoding import Failure, PlanConstraint
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.weights import Weighted
from clamp.errors import BenchmarkError
from clamp.hmm import HMM
from clamp.hosts.jobs import PlanRequest
from clamp.request.request import Request
from clamp.request.settings import Limits, Sampling, Spread
from clamp_bench import benchmarks, configuration, harness
from clamp_bench.baselines.constrained import BYTES
from clamp_bench.baselines.registry import BASELINES
from clamp_bench.benchmarks import BenchmarkSource
from clamp_bench.configuration import (
    BehaviorConfig,
    BenchConfiguration,
    BlocksConfig,
    ControlledConfig,
    EAIConfig,
    FormalizerConfig,
    LiberoConfig,
    LiberoPicturesConfig,
    PlanetariumConfig,
    PreferencesConfig,
    SafeAgentBenchConfig,
    TapaConfig,
    VLABenchConfig,
)
from clamp_bench.preferences import bench as preferences
from clamp_bench.safeagentbench import bench as safeagentbench

TURNED = {
    **pair_row("turned", "have b1 on b2.", "(on b1 b2)"),
    "problem_pddl": described(
        "blocksworld", "b1 b2", "(arm-empty) (clear b2) (on b2 b1) (on-table b1)", "(on b1 b2)"
    ),
}
"""A tower of two to be turned over: four actions."""

GIVEN: Mapping[str, Any] = {
    "budget": 3,
    "slack": 1,
    "loops": True,
    "limits": Limits(states=77),
    "semantics": "paper",
    "constraints": "token",
    "guidance": 0.5,
    "lookahead": "action",
    "lookahead_cap": 2,
    "belief": "plan",
    "temperature": 0.7,
    "seed": 5,
    "particles": 3,
    "sampled": True,
    "adaptation": "otta",
    "pseudocount": 0.5,
    "chat_template_kwargs": {"enable_thinking": False},
    "max_new_tokens": 33,
    "model": "another",
    "host": "llamacpp",
    "batch_size": 3,
    "samples": 3,
}
"""A value of each setting that says how answers are written, other than any default."""

CHOOSES = {
    *(
        "out",
        "limit",
        "ids",
        *Spread.model_fields,
        "task",
        "split",
        "scenes",
        "track",
        "mode",
        "episodes",
        "data",
    ),
    *("answers", "copy_goal", "rows", "needing_sight", "blank_images", "hmm", "writer"),
    *("upstream_compat", "simulate", "judge", "judge_model", "cross_judge", "cross_judge_model"),
}
"""Settings that say what is asked, by whom it is answered, or how it is judged: the modes, and what they need."""

HMM_HERE = Path("hmm")
ANSWERS = Path("answers.json")
ANSWERED = [{"answers": ANSWERS}]
PLANS: list[dict[str, Any]] = [
    *({"constraints": one} for one in ("world", "grounded", "token", "none")),
    {"constraints": ["syntax", "executability"]},
    {"semantics": "paper"},
    {"particles": 2},
    {"hmm": HMM_HERE},
    {"hmm": HMM_HERE, "lookahead": "action"},
    {"hmm": HMM_HERE, "guidance": 0.0},
    {"hmm": HMM_HERE, "adaptation": "otta"},
]
TEXTS: list[dict[str, Any]] = [{"constraints": one} for one in ("none", "token")]


def each(task: str, modes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"task": task, **one} for one in modes]


def rows_of(names: Iterable[str]) -> list[dict[str, Any]]:
    """Each row of a comparison by itself; `saycan`, which scores texts, wants a model."""
    needing = {"guidance", "ctrl-g"}
    return [
        {"rows": (name,)} | ({"hmm": HMM_HERE} if name in needing else {})
        for name in names
        if name != "saycan"
    ]


MODES: Mapping[type[BenchConfiguration], list[dict[str, Any]]] = {
    TapaConfig: [{"constraints": one} for one in ("grounded", "token", "none")]
    + [{"constraints": "grounded", "particles": 2}, *ANSWERED],
    VLABenchConfig: PLANS + ANSWERED,
    SafeAgentBenchConfig: [
        *({"constraints": (one,)} for one in configuration.SAFETY),
        {"constraints": configuration.SAFETY},
        {"constraints": ("world",), "particles": 2},
    ],
    LiberoConfig: [{}, {"hmm": HMM_HERE}, {"hmm": HMM_HERE, "adaptation": "otta"}, {"particles": 2}],
    PreferencesConfig: [one for one in PLANS if one.get("constraints") != "none"] + rows_of(preferences.ROWS),
    FormalizerConfig: [{}, {"rows": ("reader",)}, {"model": "some"}],
    PlanetariumConfig: [{}, {"rows": ("reader",)}, {"model": "some"}],
    ControlledConfig: [one for one in PLANS if one.get("constraints") != "none"] + rows_of(BASELINES),
    EAIConfig: [
        *each("action-sequencing", PLANS),
        *each("subgoal-decomposition", [*PLANS, *ANSWERED, {"copy_goal": True}]),
        *each("goal-interpretation", TEXTS + ANSWERED),
        *each("transition-modeling", TEXTS + ANSWERED),
    ],
    BehaviorConfig: [
        *each("goal-interpretation", TEXTS + ANSWERED),
        *each("action-sequencing", PLANS + ANSWERED),
        *each("subgoal-decomposition", [{"constraints": "world"}, *ANSWERED]),
    ],
}
CONTROLLED = ("random", "clamp", "ctrl-g", "best-of-n", "unconstrained")
PREFERENCES = ("random", "mask", "guidance", "particles", "best-of-n")
"""Rows that heed, between them, what any row of the comparison does."""
COSTLY: list[dict[str, Any]] = [
    *PLANS[:-1],
    *(
        one
        for one in rows_of(preferences.ROWS)
        if one["rows"][0] not in ("random", "shortest", "unconstrained")
    ),
    {"constraints": configuration.SAFETY},
]
"""Modes that are only tried where there is time, of the benchmarks whose rows plan."""
PACKAGED = {ControlledConfig, EAIConfig, BehaviorConfig}
"""Benchmarks whose items are large, and of a package."""


PRESSING: Any = {
    "operating_configs": {
        "button_base": {"operation_sequence": [{"name": "press", "params": {"target_pos": "target_pos"}}]}
    },
    "task_mapping": {"ask_gear": "button_base"},
}
PRESS: Any = {
    "task": {
        "components": [{"name": "button1", "class": "Button", "position": [0.1, 0.2, 0.3]}],
        "instructions": ["Press."],
        "conditions": {"press_button": {"target_button": "button1"}},
        "target_entity": [],
        "target_container": None,
    }
}
STATE: Any = {
    **{"id": "a", "suite": "libero_10", "task": "task", "instruction": "turn on the stove", "random": False},
    **{
        "images": {"agentview": "../a.jpg"},
        "scene": {"entities": [{"id": "stove_1", "seen": True}]},
        "index": 0,
    },
    **{
        "atoms": [],
        "goal": [["turnon", "stove_1"]],
        "objects": [["table", "table"], ["stove_1", "flat_stove"]],
    },
}
SOURCES = {one.configuration: one for one in vars(benchmarks).values() if isinstance(one, BenchmarkSource)}


class Ready(Exception):
    """A benchmark and its method, where a run would begin."""


class Watching(WritingHost):
    """Writes nothing, and remembers what it was asked for."""

    counts: Any = None

    def __init__(self, hmm: bool, guidance: float):
        self.vocabulary = byte_vocabulary([b"a"])
        self.hmm = HMM.random(2, self.vocabulary.size, seed=0) if hmm else None
        self.guidance = guidance
        self.asked: list[Any] = []

    def _written(self, requests: Any, batch_size: int, *_: Any) -> Iterator[tuple[int, PlanResult]]:
        self.size = batch_size
        return super()._written(requests)

    def result(self, job: PlanRequest) -> PlanResult:
        self.asked.append((self.size, told(job)))
        return PlanResult("fail", failure=Failure("uncertified", ""), timing=Timing())


def told(request: PlanRequest) -> Any:
    """All of a request that a setting may change."""
    sampling = {name: getattr(request, name) for name in Sampling.model_fields}
    return (json.dumps(request.prompt), sampling, of_constraint(request.constraint))


def of_constraint(constraint: Any) -> Any:
    if isinstance(constraint, Weighted):
        weighed = [
            (type(one), one.guidance, one.cap, one.reads)
            for one in [constraint]
            if isinstance(one, Lookahead)
        ]
        return (
            weighed,
            [(term.name, term.weight) for term in constraint.terms],
            of_constraint(constraint.constraint),
        )
    if isinstance(constraint, PlanConstraint):
        world = constraint.world
        # Below executability, no states are followed that a plan could come back to.
        loops = "executability" in constraint.enforce and not world.loops
        return (sorted(constraint.enforce), constraint.budget, type(constraint), loops, constraint.limits)
    return type(constraint)


def observed(config: BenchConfiguration, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a run asks for: of its first items, each in all of its rows."""

    def ready(benchmark: Any, config: Any, method: Any = None, **_: Any) -> Any:
        raise Ready(benchmark, method or harness._usual(config))

    monkeypatch.setattr(harness, "run", ready)
    monkeypatch.setattr(safeagentbench, "recovering", lambda planner: planner)
    with pytest.raises(Ready) as caught:
        SOURCES[type(config)].run(config)
    benchmark, method = caught.value.args
    items = list(benchmark.items())
    if isinstance(benchmark, harness.Comparison):
        first = {benchmark.key(one)[benchmark.fields[0]] for one in items[:1]}
        items = [
            one for one in items if benchmark.key(one)[benchmark.fields[0]] in first and one[1] != "saycan"
        ]
    else:
        items = items[:1]
    items = list(benchmark.prepare(items, config.out, lambda *_: None))
    planner: Any = Watching(getattr(config, "hmm", None) is not None, getattr(config, "guidance", 1.0))
    given = dict.fromkeys(config.constraints, planner) if isinstance(config, LiberoConfig) else planner
    if isinstance(config, LiberoConfig) and config.hmm is not None:
        plain = Watching(False, 1.0)
        plain.asked = planner.asked
        given |= {name: plain for name in given if name != "guided"}
    if isinstance(method, harness.Replayed):
        method.answers = {benchmark.question(one).name: "" for one in items}
    answers, made = list[Any](), list[Any]()
    make = Request.made

    def watched(self: Any, vocabulary: Any, limits: Any = None) -> Any:
        found = make(self, vocabulary, limits)
        if vocabulary is BYTES:  # no host is asked
            made.append(of_constraint(found))
        return found

    def tell(index: int, answer: harness.Answer) -> None:
        answers.append((index, answer.result.text, answer.result.enforced, answer.result.budget))

    with monkeypatch.context() as patched:
        patched.setattr(Request, "made", watched)
        method.write([benchmark.question(one) for one in items], given if method.needs_model else None, tell)
    assert len(answers) == len(items)
    writer = (config.model, getattr(config, "host", None)) if method.needs_model else None
    return (writer, planner.asked, answers, made)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Data of the benchmarks whose data the user brings; the smallest there are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path))
    HMM.random(2, BYTES.size, seed=0).save_pretrained(HMM_HERE)
    ids = ("0", "track_9_late/ask_gear/0")
    ANSWERS.write_text(json.dumps([{"identifier": one, "llm_output": ""} for one in ids]))
    Image.new("RGB", (8, 8)).save("a.jpg")
    kitchen = {"instruction": "Wash.", "input": ["Cup", "Sink"], "scene_name": "FloorPlan22"}
    task = {
        "scene_name": "FloorPlan1",
        "index": 1,
        "instruction": "Open the fridge. Requirement: Open the fridge before picking up the mug.",
    }
    for path, content in {
        "tapa/val_instruction.json": json.dumps([kitchen]),
        "safeagentbench/long_horizon.jsonl": json.dumps(task),
        "ai2thor_objects/FloorPlan1-objects.json": json.dumps(["Fridge", "Mug"]),
        "vlabench/eval_vlm_en.txt": "Skills: press.",
        "vlabench/task2code.json": json.dumps(PRESSING),
        "vlabench/track_9_late.json": json.dumps({"ask_gear": [PRESS]}),
        "libero/records.jsonl": json.dumps(STATE) + "\n",
        "formalizer/items.jsonl": "\n".join(map(json.dumps, ITEMS[:2])),  # two that are read
        "planetarium/pairs.jsonl": json.dumps(TURNED),
        "planetarium/blocksworld.pddl": BLOCKS,
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(content)
    return tmp_path


def settings_of(kind: type[BenchConfiguration]) -> list[str]:
    by_name = {"constraints"} if kind in (SafeAgentBenchConfig, LiberoConfig) else set[str]()  # they are rows
    return [name for name in kind.model_fields if name not in CHOOSES | by_name]


@pytest.mark.parametrize("kind", MODES, ids=lambda kind: kind.__name__)
def test_every_setting_of_every_benchmark_is_in_the_table(kind: type[BenchConfiguration]) -> None:
    assert set(kind.model_fields) <= CHOOSES | GIVEN.keys()
    assert set(SOURCES) - {BlocksConfig, LiberoPicturesConfig} == set(MODES)  # they run no model


def config_of(kind: type[BenchConfiguration], mode: Mapping[str, Any], **more: Any) -> BenchConfiguration:
    data = {"data": Path("libero")} if kind is LiberoConfig else {}
    rows: dict[str, Any] = {}
    if kind is ControlledConfig:
        rows = {"rows": CONTROLLED}
    if kind is PreferencesConfig:
        rows = {"rows": PREFERENCES, "scenes": ("kitchens",)}
    return kind(out=Path("out"), **data, **{**rows, **mode, **more})


CASES = [
    pytest.param(kind, mode, id=f"{kind.__name__}-{'-'.join(f'{name}={one}' for name, one in mode.items())}",
                 marks=[pytest.mark.slow] if kind in PACKAGED else [])
    for kind, modes in MODES.items()
    for mode in modes
]  # fmt: skip


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("kind", "mode"), CASES)
def test_a_setting_changes_what_is_asked_or_is_refused(
    kind: type[BenchConfiguration], mode: dict[str, Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Observed at the host: requests with their constraints, and what methods without a model answer."""
    if kind in PACKAGED:
        pytest.importorskip("virtualhome_eval")
    usual = config_of(kind, mode)
    before = observed(usual, monkeypatch)
    unheeded, refusals = list[str](), dict[str, str]()
    for name in settings_of(kind):
        if name in mode and name != "guidance":
            continue
        value = GIVEN[name]
        if name == "slack" and kind in (BehaviorConfig, EAIConfig):
            value = 13  # a few more are what their tasks may have by default
        try:
            config = config_of(kind, mode, **{name: value})
        except BenchmarkError as error:
            refusals[name] = str(error).casefold()
            continue
        try:
            if observed(config, monkeypatch) == before:
                unheeded.append(name)
        except BenchmarkError as error:
            refusals[name] = str(error).casefold()
    assert not unheeded, f"accepted and recorded, and nothing changes: {unheeded}"
    assert [name for name, said in refusals.items() if name not in said] == []


@pytest.mark.parametrize("kind", MODES, ids=lambda kind: kind.__name__)
def test_what_no_run_of_a_benchmark_heeds_is_no_option_of_it(kind: type[BenchConfiguration]) -> None:
    """Whatever else is given: a setting that each mode refuses would only be there to be refused."""
    left = set(settings_of(kind))
    for mode in MODES[kind]:
        for name in list(left):
            with contextlib.suppress(BenchmarkError):
                config_of(kind, mode, **{name: GIVEN[name]})
                left.discard(name)
    assert left == set()
