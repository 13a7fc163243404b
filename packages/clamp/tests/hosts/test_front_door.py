"""The doors of Python: a model in hand, one request or many, actions as they are committed, worlds by name."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import roots
from fakes import GraphSystem

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from tiny_models import model, planner, tokenizer  # noqa: E402

import clamp  # noqa: E402
from clamp.decoding.result import PlanResult  # noqa: E402
from clamp.request import worlds  # noqa: E402
from clamp.request.form import read_task  # noqa: E402
from clamp.request.settings import Configuration  # noqa: E402

DOMAIN = """(define (domain lamps) (:predicates (on ?l) (lamp ?l))
  (:action light :parameters (?l) :precondition (and (lamp ?l) (not (on ?l))) :effect (on ?l)))"""
LAMPS = "desk bed hall porch attic stairs"
PROBLEM = f"""(define (problem evening) (:domain lamps) (:objects {LAMPS})
  (:init {" ".join(f"(lamp {one})" for one in LAMPS.split())})
  (:goal (and {" ".join(f"(on {one})" for one in LAMPS.split())})))"""
TASK = "Light the lamps."
CALLS = clamp.PlanFormat.calls()
ASKED: dict[str, Any] = {"budget": 8, "limits": clamp.SearchLimits(boundary_seconds=None)}
"""Whatever else the machine does, the same plan is written twice."""


@pytest.fixture(scope="module")
def problem() -> clamp.Problem:
    return clamp.Problem.from_pddl(DOMAIN, PROBLEM)


@pytest.fixture(scope="module")
def writer() -> clamp.Planner:
    return clamp.Planner(model(), tokenizer(), name="tiny")


def test_a_model_in_hand_plans_as_a_loaded_one(writer: clamp.Planner, problem: clamp.Problem) -> None:
    assert writer.name == "tiny"
    found = writer.plan(problem, TASK, **ASKED)
    assert found.text == planner().plan(problem, TASK, **ASKED).text
    assert clamp.Planner(model(), tokenizer()).name == "LlamaForCausalLM"


def test_a_result_is_its_plan(writer: clamp.Planner, problem: clamp.Problem) -> None:
    found = writer.plan(problem, TASK, **ASKED)
    assert list(found) == list(found.actions)
    assert len(found) == len(found.actions) > 0
    assert repr(found) == f"<PlanResult: {', '.join(map(str, found))}>"
    assert (found[0], found[-1], found[1:]) == (found.actions[0], found.actions[-1], found.actions[1:])
    assert isinstance(found, Sequence)
    assert found.index(found[2]) == 2
    assert found[0] in found
    assert list(reversed(found)) == list(found.actions)[::-1]
    assert json.loads(json.dumps(found.to_json()))["status"] == "plan"
    with pytest.warns(DeprecationWarning, match="to_json"):
        assert found.to_dict() == found.to_json()


def test_nothing_of_a_failure_is_handed_to_who_executes_it(
    writer: clamp.Planner, problem: clamp.Problem
) -> None:
    found = writer.plan(problem, TASK, **ASKED, max_new_tokens=20)
    assert found.actions
    assert not found
    assert list(found) == []
    assert len(found) == 0
    assert found.actions[0] not in found
    with pytest.raises(IndexError):
        found[0]
    assert repr(found).startswith("<PlanResult: no plan (")


class Tokens:
    """Something with a tokenizer in it, as processors are."""

    tokenizer = None

    def __call__(self) -> None: ...

    def decode(self) -> None: ...

    def apply_chat_template(self) -> None: ...


class Longer(Tokens):
    tokenizer = "x" * 7


def hmm(width: int) -> clamp.HMM:
    return clamp.HMM.random(3, width, seed=0)


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        (lambda: clamp.Planner(model(), None), clamp.errors.HostError, "`tokenizer` is the model's.*nothing"),
        (
            lambda: clamp.Planner(model(), Tokens()),
            clamp.errors.HostError,
            r"its tokenizer is `processor\.tokenizer`",
        ),
        (lambda: clamp.Planner(tokenizer(), model()), clamp.errors.HostError, "`model` is a model"),
        (
            lambda: clamp.Planner(model(), tokenizer(), processor=3),
            clamp.errors.HostError,
            "`processor`.*the number 3",
        ),
        (
            lambda: clamp.Planner(model(), tokenizer(), processor=tokenizer()),
            clamp.errors.HostError,
            "`processor` turns",
        ),
        (
            lambda: clamp.Planner(model(), tokenizer(), processor=Longer()),
            clamp.errors.HostError,
            "different models",
        ),
        (
            lambda: clamp.Planner(model(), tokenizer(), hmm=hmm(7)),
            clamp.errors.HMMError,
            "7 tokens, but the model scores",
        ),
        (
            lambda: clamp.Planner(model(), tokenizer(), guidance=0.5),
            clamp.errors.ConstraintError,
            "there is no HMM",
        ),
        (
            lambda: clamp.Planner.from_pretrained("nowhere", guidance=0.5),
            clamp.errors.ConstraintError,
            "there is no HMM",
        ),
        (
            lambda: clamp.VLLMPlanner.from_pretrained("nowhere", guidance=0.5),
            clamp.errors.ConstraintError,
            "there is no HMM",
        ),
    ],
)
def test_a_planner_that_could_not_plan_is_not_made(
    make: Callable[[], Any], error: type[clamp.ClampError], said: str
) -> None:
    with pytest.raises(error, match=said):
        make()


def test_a_model_in_training_mode_is_not_planned_with() -> None:
    own = model()
    own.train()
    try:
        with pytest.raises(clamp.errors.HostError, match=r"training mode.*model\.eval\(\)"):
            clamp.Planner(own, tokenizer())
    finally:
        own.eval()


def test_what_is_shown_says_what_it_is(writer: clamp.Planner, problem: clamp.Problem) -> None:
    assert repr(writer) == f"<Planner: tiny, {writer.vocabulary.size:,} tokens>"
    guided = clamp.Planner(model(), tokenizer(), hmm=hmm(writer.vocabulary.size), guidance=0.5)
    assert repr(guided).endswith("guided by an HMM of 3 states (λ = 0.5)>")
    request = clamp.Request.of(problem, TASK, budget=8, rules=["G !do:light(desk)"], seed=0)
    assert repr(request).startswith("<Request: 'Light the lamps.' in evening, rules=[")
    assert repr(request).endswith("budget=8>")
    with writer.stream(clamp.Request.of(problem, TASK, **ASKED)) as actions:
        assert repr(actions).startswith("<PlanStream: ")
        found = list(actions)
        assert actions.result
        assert repr(actions) == f"<PlanStream: ended, {len(found)} actions so far>"
    assert repr(actions) == f"<PlanStream: closed, {len(found)} actions so far>"


def test_many_take_what_one_takes(writer: clamp.Planner, problem: clamp.Problem) -> None:
    one = writer.plan(problem, TASK, **ASKED)
    short = writer.plan(problem, TASK, budget=1)
    asked = clamp.Request.of(problem, TASK, **ASKED)
    told: list[int] = []
    for found in (
        writer.run([asked, asked.but(budget=1)], on_result=lambda index, _: told.append(index)),
        writer.plan_many(
            [
                {"problem": problem, "instruction": TASK},
                {"problem": problem, "instruction": TASK, "budget": 1},
            ],
            **ASKED,
        ),
        writer.plan_many([asked, {"problem": problem, "instruction": TASK}], budget=1),
    ):
        assert [each.text for each in found] == [one.text, ""]
        assert found[1].failure is not None
        assert short.failure is not None
        assert found[1].failure.cause == short.failure.cause
    assert sorted(told) == [0, 1]
    assert writer.run([]) == []
    with pytest.raises(clamp.errors.ConstraintError, match="heeded by none"):
        writer.plan_many([asked], budget=1)
    with pytest.raises(clamp.errors.ConstraintError, match="entry 1 is to hold the arguments of `plan`"):
        writer.plan_many([asked, {"instruction": TASK}])
    with pytest.raises(clamp.errors.ConstraintError, match="not both"):
        clamp.Request.of(problem, TASK, configuration=asked.configuration, budget=1)


def test_a_request_that_needs_what_is_not_seen_is_refused_among_many(
    writer: clamp.Planner, problem: clamp.Problem
) -> None:
    seen = [name for name in problem.entities if name != "porch"]
    good = clamp.Request.of(problem, TASK, **ASKED)
    found = writer.run([good, good.but(seen=seen), good])
    assert [bool(one) for one in found] == [True, False, True]
    assert found[1].failure is not None
    assert found[1].failure.cause in ("absent", "unseen")
    assert found[1].seen == tuple(seen)


# -- actions as they are committed -----------------------------------------------------------------


def test_a_stream_hands_out_the_plan_action_by_action(writer: clamp.Planner, problem: clamp.Problem) -> None:
    whole = writer.plan(problem, TASK, **ASKED)
    with writer.stream(clamp.Request.of(problem, TASK, **ASKED)) as actions:
        found = list(actions)
        assert next(actions, None) is None
    assert tuple(found) == whole.actions
    assert actions.result.text == whole.text
    assert actions.result.certificate is not None
    assert actions.result.certificate.valid


def test_an_action_comes_before_the_plan_is_whole(
    writer: clamp.Planner, problem: clamp.Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = threading.Event()
    written: list[int] = []
    constraint_type = clamp.PlanConstraint
    advance = constraint_type.advance

    def slowly(self: Any, cursor: Any, token: int) -> Any:
        written.append(token)
        if len(self.actions(cursor)) >= 1:
            assert taken.wait(30), "the first action was not handed out before the second was begun"
        return advance(self, cursor, token)

    monkeypatch.setattr(constraint_type, "advance", slowly)
    with writer.stream(clamp.Request.of(problem, TASK, **ASKED)) as actions:
        first = next(actions)
        before = len(written)
        taken.set()
        rest = list(actions)
    assert (first, *rest) == actions.result.actions
    assert before < len(written)


def test_a_stream_that_is_closed_frees_the_planner(writer: clamp.Planner, problem: clamp.Problem) -> None:
    request = clamp.Request.of(problem, TASK, **ASKED)
    with writer.stream(request) as actions:
        first = next(actions)
    assert list(actions) == []
    if actions._writing.result is None:  # it may have been written before it was closed
        with pytest.raises(clamp.errors.HostError, match="closed before"):
            _ = actions.result
    assert writer.run(request).actions[0] == first


def test_a_stream_that_nobody_holds_ends_its_thread(writer: clamp.Planner, problem: clamp.Problem) -> None:
    for _ in range(3):
        for _ in writer.stream(clamp.Request.of(problem, TASK, **ASKED)):
            break
    gc.collect()
    assert [one for one in threading.enumerate() if one.name == "clamp-stream"] == []


def test_a_program_that_ends_in_the_middle_of_a_stream_ends_as_it_says() -> None:
    program = (
        f"import sys; sys.path[:0] = {[str(Path(one.__file__ or '').parent) for one in (tiny_models, roots)]!r}\n"
        "import clamp\nfrom tiny_models import planner\n"
        f"problem = clamp.Problem.from_pddl({DOMAIN!r}, {PROBLEM!r})\n"
        f"for action in planner().stream(clamp.Request.of(problem, {TASK!r}, budget=8)):\n"
        "    raise SystemExit(3)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 3, done.stderr


@pytest.mark.parametrize(
    "settings",
    [
        {"particles": 2},
        {"constraints": "none", "max_new_tokens": 5},
        {"constraints": "grounded", "max_new_tokens": 20},
    ],
    ids=str,
)
def test_what_may_be_taken_back_comes_when_it_is_certified(
    writer: clamp.Planner, problem: clamp.Problem, settings: dict[str, Any]
) -> None:
    with writer.stream(clamp.Request.of(problem, TASK, **(ASKED | settings))) as actions:
        found = list(actions)
    assert found == list(actions.result)


def test_what_is_wrong_with_a_request_is_raised_where_its_actions_are_taken(
    writer: clamp.Planner, problem: clamp.Problem
) -> None:
    with writer.stream(clamp.Request.of(problem, TASK, seen=["no_such_thing"])) as actions:
        with pytest.raises(clamp.errors.ConstraintError, match="no_such_thing"):
            next(actions)
        with pytest.raises(clamp.errors.ConstraintError, match="no_such_thing"):
            _ = actions.result
    failed = writer.stream(clamp.Request.of(problem, TASK, budget=1))
    assert list(failed) == []
    assert not failed.result


# -- worlds by name, and tasks in files --------------------------------------------------------------


class _Entry:
    """An entry point of the group ``clamp.worlds``."""

    dist = None

    def __init__(self, name: str, source: Any) -> None:
        self.name, self._source = name, source

    def load(self) -> Any:
        if isinstance(self._source, Exception):
            raise self._source
        return self._source


GO, BACK = clamp.Action("Go"), clamp.Action("Back")


def hall(name: str, start: worlds.Start, seed: int) -> worlds.NamedWorld:
    if name != "long":
        raise clamp.errors.ConstraintError(f"There is no hall {name!r}.")
    steps = int(start.get("steps", 2))
    system = GraphSystem([GO, BACK], {n: {0: n + 1, 1: max(0, n - 1)} for n in range(steps + 1)}, {steps})
    return worlds.NamedWorld(system, "Go to the end.", clamp.PlanFormat.steps())


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        _Entry("hall", hall),
        _Entry("broken", ImportError("no module of that name")),
        _Entry("odd", lambda *_: 3),
        _Entry("raises", lambda *_: 1 // 0),
    ]
    monkeypatch.setattr(
        worlds.metadata, "entry_points", lambda group: entries if group == worlds.GROUP else []
    )


def test_a_world_is_asked_for_by_name(named: None, writer: clamp.Planner) -> None:
    found = writer.plan("hall:long")
    assert list(found) == [GO, GO]
    assert found.text.startswith("Step 1. Go")
    assert list(writer.plan("hall:long", start={"steps": 3}, format="calls", slack=0)) == [GO, GO, GO]
    assert writer.plan("hall:long", format="calls", slack=0).text.startswith("Go(")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hall:short", "There is no hall 'short'"),
        ("hal:long", "Did you mean 'hall:long'"),
        ("hall:", "not of the form KIND:NAME"),
        ("broken:1", "cannot be had: ImportError: no module of that name. It comes from an unknown package"),
        ("raises:1", "cannot be had: ZeroDivisionError"),
        ("odd:1", "`the world odd:1` is a NamedWorld, not the number 3"),
    ],
)
def test_a_world_that_cannot_be_had_is_said(named: None, name: str, message: str) -> None:
    with pytest.raises(clamp.errors.ConstraintError, match=message):
        clamp.open_world(name)


def test_a_task_in_a_file_is_the_request_of_the_command_line(
    named: None, writer: clamp.Planner, tmp_path: Path
) -> None:
    path = tmp_path / "task.yaml"
    path.write_text("world: hall:long\nstart: {steps: 3}\nslack: 0\n")
    assert list(writer.run(clamp.read_request(path))) == [GO, GO, GO]
    assert list(writer.run(clamp.read_request(path, start={"steps": 1}))) == [GO]
    with pytest.raises(clamp.errors.ConstraintError, match="The budget is -1"):
        clamp.read_request(path, budget=-1)
    path.write_text("world: hall:long\nbudgte: 3\n")
    with pytest.raises(
        clamp.errors.ConstraintError, match=r"task.yaml:2: budgte: unknown field; did you mean 'budget'"
    ):
        clamp.read_request(path)
    path.write_text("eai_task: x\n")
    with (
        pytest.warns(FutureWarning, match="it is now `world: eai:x`"),
        pytest.raises(clamp.errors.ConstraintError),
    ):
        clamp.read_request(path)


@pytest.mark.parametrize("name", Configuration.model_fields)
def test_none_clears_any_setting_of_a_file(named: None, tmp_path: Path, name: str) -> None:
    """As leaving it out of the file does."""
    path = tmp_path / "task.yaml"
    values: dict[str, Any] = {"limits": {"states": 5}, "visibility": {"x": -1.0}, "aliases": {"a": "b"}}
    values |= {"parts": {"a": "b"}, "chat_template_kwargs": {"a": 1}, "rules": ["G !do:Go()"], "seen": ["a"]}
    values |= {"constraints": "token", "format": "steps", "lookahead": "action"}
    values |= {"on_unclear": "ask", "adaptation": "otta", "belief": "plan"}
    values |= {"requirements": "Go.", "detector": "d", "embedder": "e", "loops": True, "sampled": True}
    values |= {"prefer": "file", "unknown": "likeliest"}
    values |= {"one_pass": True, "examples": "e.jsonl"}
    value = values.get(name, 0.5 if "visibility" in name or name in ("guidance", "temperature") else 3)
    given = {"world": "hall:long", name: value}
    given |= {"images": ["a.png"]} if name in ("detector", "parts") else {}
    given |= {"scene": "s.json"} if name in ("embedder", "visibility_floor", "visibility_cut_off") else {}
    path.write_text(json.dumps(given))
    default = Configuration.default_of(name)
    assert getattr(read_task(path, {}), name) != default
    clear = dict.fromkeys({name, *given} - {"world"})
    assert getattr(clamp.read_request(path, **clear).configuration, name) in (default, [])


def test_a_field_is_given_to_a_file_as_python_gives_it(named: None, tmp_path: Path) -> None:
    path = tmp_path / "task.yaml"
    path.write_text("world: hall:long\n")
    rule = clamp.Rule.parse("G !do:Back()")
    read = clamp.read_request(
        path,
        seen={"milk"},
        rules=(rule,),
        budget=np.int64(4),
        limits=clamp.SearchLimits(states=9),
        format=CALLS,
    )
    own = read.configuration
    assert (own.seen, own.rules, own.budget, own.plan_format) == (["milk"], [rule], 4, CALLS)
    assert own.search_limits == clamp.SearchLimits(states=9)
    (tmp_path / "d.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(PROBLEM)
    pddl = clamp.read_request(path, world=None, domain=tmp_path / "d.pddl", problem=tmp_path / "p.pddl")
    assert pddl.problem.name == "evening"
    assert clamp.read_request(path, images=[tmp_path / "a.png"], seen=["a"]).images == (
        str(tmp_path / "a.png"),
    )


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (None, "`path` is the path of a TASK.yaml, not nothing"),
        ("", "`path` is the path of a TASK.yaml, not an empty text"),
        (3, "the number 3"),
        (b"task.yaml", "the bytes"),
        (".", "it is a folder"),
        ("none.yaml", "There is no file"),
    ],
)
def test_a_task_that_is_no_file_is_refused(path: Any, said: str) -> None:
    with pytest.raises(clamp.errors.ConstraintError, match=said):
        clamp.read_request(path)


@pytest.mark.parametrize(
    ("door", "what"),
    [
        (
            lambda problem, path, **given: planner().plan(problem, TASK, **given),
            "arguments are problem, instr",
        ),
        (
            lambda problem, path, **given: clamp.Request.of(problem, TASK, **given),
            "arguments are problem, instr",
        ),
        (
            lambda problem, path, **given: planner().plan_many([{"problem": problem, **given}]),
            "arguments are",
        ),
        (
            lambda problem, path, **given: planner().plan_many([{"problem": problem}], **given),
            "arguments are",
        ),
        (lambda problem, path, **given: clamp.Request.of(problem, TASK).but(**given), "settings are"),
        (lambda problem, path, **given: clamp.read_request(path, **given), "fields are domain"),
    ],
    ids=["of", "plan", "entry", "plan_many", "but", "read_request"],
)
def test_an_unknown_name_is_told_with_what_was_meant(
    problem: clamp.Problem, named: None, tmp_path: Path, door: Callable[..., Any], what: str
) -> None:
    path = tmp_path / "task.yaml"
    path.write_text("world: hall:long\n")
    with pytest.raises(
        clamp.errors.ConstraintError, match=rf"`budgte`: unknown .*did you mean 'budget'\? .*{what}"
    ):
        door(problem, path, budgte=3)


@pytest.mark.parametrize("name", Configuration.model_fields)
def test_what_is_changed_is_checked_as_what_is_given(problem: clamp.Problem, name: str) -> None:
    """`but` lets nothing through that `of` refuses."""
    request = clamp.Request.of(problem, TASK)
    for wrong in (object(), -1):
        said = []
        for door in (partial(clamp.Request.of, problem, TASK), request.but):
            with pytest.raises(clamp.ClampError) as caught:
                door(**{name: wrong})
            said.append(str(caught.value))
        assert said[0] == said[1]


@pytest.mark.parametrize(
    ("field", "raw", "said"),
    [
        ("eai_task", "27_2", "1: eai_task: 27_2 is the number 272 in YAML.*Write `world: eai:27_2`"),
        ("floor_plan", "1", "1: floor_plan: 1 is the number 1.*Write `world: ai2thor:1`"),
        ("instruction", "12", "1: instruction: should be a string, but it is 12; a text is quoted"),
        ("world", "27_2", "1: world: should be a string, but it is 272; a text is quoted"),
        (
            "start",
            "{room: true}",
            "1: start: should be a whole number or a string, but it is True; a text is quoted",
        ),
    ],
)
def test_what_yaml_takes_for_something_else_is_to_be_quoted(
    tmp_path: Path, field: str, raw: str, said: str
) -> None:
    path = tmp_path / "task.yaml"
    path.write_text(f"{field}: {raw}\n")
    with pytest.raises(clamp.errors.ConstraintError, match=said) as caught:
        clamp.read_request(path)
    assert sum(field in line for line in str(caught.value).splitlines()) == 1


def test_what_a_world_shows_is_what_is_seen(writer: clamp.Planner, problem: clamp.Problem) -> None:
    """The same verdict as with the scene in hand: the world is looked at where nothing else says what is seen."""
    from contextlib import contextmanager

    from clamp.loop.symbolic import SymbolicEnvironment

    looked: list[str] = []

    @contextmanager
    def opened() -> Iterator[Any]:
        looked.append("open")
        yield SymbolicEnvironment(problem)
        looked.append("closed")

    world = worlds.NamedWorld(problem, TASK, opened=opened)
    request = clamp.Request.of(world, TASK, **ASKED)
    assert request.renders
    scene = SymbolicEnvironment(problem).observe().scene
    expected = clamp.Request.of(problem, TASK, **ASKED, scene=scene)
    assert request.seen == expected.seen
    assert looked == ["open", "closed"]
    results: list[PlanResult] = writer.run([request, expected])
    assert results[0].text == results[1].text
    told = clamp.Request.of(world, TASK, **ASKED, seen=list(problem.entities))
    assert not told.renders
    assert told.seen == list(problem.entities)
    assert len(looked) == 2
