"""Subgoals: what the automaton admits is what EAI's own evaluator carries out, and its figures are EAI's."""

from __future__ import annotations

import json
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from clamp.automata import Vocabulary
from clamp.decoding import LEVELS, PlanConstraint
from clamp.decoding.forms import FormConstraint
from clamp.errors import BenchmarkError
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp_bench.configuration import EAIConfig
from clamp_bench.eai import evaluator_process, judge, virtualhome
from clamp_bench.eai.subgoals import Subgoals, subgoal_format
from clamp_bench.eai.virtualhome import SubgoalDecomposition, goal_of_prompt, transition_form
from clamp_worlds.virtualhome.tasks import load_tasks

pytest.importorskip("virtualhome_eval")
pytest.importorskip("lark")
pytest.importorskip("fire")

# EAI's code leaves the files that it reads open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LIGHT = "150_2"  # the light must be on
LYING = "875_1"  # one lies on a bed; sitting on it would not do
UNPLUGGED = "125_2"  # the light must be plugged in, and is not


def subgoals(file_id: str) -> Subgoals:
    return Subgoals.of(next(task for task in load_tasks() if task.id == file_id))


def judged(outputs: dict[str, str], folder: Path) -> dict[str, Any]:
    return evaluator_process.judge_subgoals(outputs, folder, lambda _: None, {})


def output(*written: str) -> str:
    return json.dumps({"necessity_to_use_action": "no", "actions_to_include": [], "output": list(written)})


@pytest.mark.parametrize("file_id", [LIGHT, LYING, UNPLUGGED, pytest.param("27_2", marks=pytest.mark.slow)])
def test_shortest_subgoal_plans_succeed_by_eai_s_evaluator(file_id: str, tmp_path: Path):
    system = subgoals(file_id)
    plan = Reachability(system, limits=SearchLimits(states=100_000)).plan(system.initial, 20)
    assert isinstance(plan, tuple)
    actions = [system.actions[index] for index in plan]
    assert system.validate(actions).valid
    found = judged({file_id: subgoal_format().serialize(actions)}, tmp_path)
    assert found["error_info"][file_id]["success"], found
    assert found["summary"]["goal_evaluation"]["task_success_rate"] == 1.0


def test_each_task_draws_its_own_alternatives_and_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """EAI's evaluator draws one side of an "or" with `random.choice`."""

    def evaluate_results(arguments: Any) -> dict[str, Any]:
        (asked,) = Path(arguments.llm_response_path).rglob("*_outputs.json")
        kept = Path(arguments.output_dir) / evaluator_process.MODEL / "error_info.json"
        if not kept.exists():
            (one,) = json.loads(asked.read_text())
            kept.parent.mkdir(parents=True)
            kept.write_text(json.dumps({one["identifier"]: random.choice(["left", "right"])}))
        return {evaluator_process.MODEL: {}}

    scripts = import_module(evaluator_process._SCRIPTS.format("subgoal_decomposition"))
    monkeypatch.setattr(scripts, "evaluate_results", evaluate_results)
    outputs = {f"{number}_1": output("A or B") for number in range(20)}
    first = judged(outputs, tmp_path / "first")["error_info"]
    assert set(first.values()) == {"left", "right"}
    some = dict(list(outputs.items())[7:3:-1])
    assert judged(some, tmp_path / "some")["error_info"] == {one: first[one] for one in some}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_random_subgoals_are_carried_out_by_eai_s_evaluator_as_they_are_here(seed: int, tmp_path: Path):
    """What is applicable here is executable there, whatever the goal; the verdict on the goal is the same."""
    draw = random.Random(seed)
    system = subgoals(("650_2", "27_2")[seed])
    state, actions = system.initial, list[Action]()
    for _ in range(4):
        index = draw.choice(list(system.applicable_indices(state)))
        state = system.successor_of_index(state, index)
        actions.append(system.actions[index])
    file_id = ("650_2", "27_2")[seed]
    verdict = judged({file_id: subgoal_format().serialize(actions)}, tmp_path)["error_info"][file_id]
    assert "Correct" in verdict["info"] or "GoalUnreachable" in verdict["info"], (actions, verdict)
    if system.is_goal(state):
        assert verdict["success"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        pytest.param(output("ON(light.411)"), "Correct", id="perfect"),
        pytest.param("Sure! " + output("ON(light.411)") + " Bye.", "Correct", id="noise-around"),
        pytest.param(output("FACING(character.65, light.411)"), "GoalUnreachable", id="another"),
        pytest.param(output("ON(light.7)"), "Hallucination", id="object"),
        pytest.param(output("SHINES(light.411)"), "Hallucination", id="predicate"),
        pytest.param(output("ON(light.411, character.65)"), "Hallucination", id="arguments"),
        pytest.param(output("HOLDS_RH(character.65, light.411)"), "Runtime", id="not-grabbable"),
        pytest.param("I will.", "NotParseable", id="prose"),
        pytest.param("", "NotParseable", id="empty"),
    ],
)
@pytest.mark.no_cover
def test_golden_answers_get_eai_s_verdict(text: str, verdict: str, tmp_path: Path):
    found = judged({LIGHT: text}, tmp_path)
    assert found["error_info"][LIGHT]["info"].startswith(f"('{verdict}'")
    assert found["error_info"][LIGHT]["success"] == (verdict == "Correct")


def test_the_summary_is_eai_s_own_whether_verdicts_are_known_or_not(tmp_path: Path):
    outputs = {LIGHT: output("ON(light.411)"), LYING: output("ON(light.411)")}
    first = judged(outputs, tmp_path / "a")
    told: list[str] = []
    known = first["error_info"]
    again = evaluator_process.judge_subgoals(outputs, tmp_path / "b", told.append, known)
    assert again == first
    assert [line.partition("\t")[0] for line in told] == list(outputs)
    assert first["summary"]["goal_evaluation"]["task_success_rate"] == 0.5


def test_a_seated_character_has_no_plan_and_the_reason_is_said():
    system = subgoals("180_2")
    assert Reachability(system).plan(system.initial, 20) is None
    reason = system.why_inapplicable(system.initial, Action("ON", ("light.245",)))
    assert reason is not None
    assert "cannot walk there" in reason
    assert "no action that brings" in str(
        system.why_inapplicable(system.initial, Action("DIRTY", ("light.245",)))
    )


def test_a_plug_is_put_in_before_switching_on():
    system = subgoals(UNPLUGGED)
    on, plug = Action("ON", ("light.411",)), Action("PLUGGED_IN", ("light.411",))
    assert not system.validate([on]).valid
    assert not system.validate([plug]).valid
    assert system.validate([plug, on]).valid
    assert not system.validate([plug, plug]).valid
    assert "plug cannot be put in" in str(
        system.why_inapplicable(system.successor(system.initial, plug), plug)
    )


def test_every_admitted_text_is_a_plan_that_succeeds(tmp_path: Path):
    """Random bytes under the constraint: an answer that EAI counts, whatever is drawn."""
    vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
    system = subgoals(LIGHT)
    constraint = PlanConstraint(system, vocabulary, subgoal_format(), budget=3, enforce=frozenset(LEVELS))
    draw, cursor, text = random.Random(3), constraint.initial(), b""
    while True:
        token = draw.choice(list(constraint.allowed(cursor)))
        if token == 256:
            break
        text += vocabulary.bytes_of(int(token)) or b""
        cursor = constraint.advance(cursor, int(token))
    assert judged({LIGHT: text.decode()}, tmp_path)["error_info"][LIGHT]["success"], text


PROMPT = """## Goal States
[States]
ON(tv.1)
FACING(character.65, tv.1)
[Actions Must Include]: Actions are listed …
LOOKAT or WATCH

## Necessity to Use Actions
Yes
"""


def test_the_goal_of_a_prompt_is_read():
    assert goal_of_prompt(PROMPT) == (["ON(tv.1)", "FACING(character.65, tv.1)"], [["LOOKAT", "WATCH"]])
    nothing = PROMPT.replace("LOOKAT or WATCH", "None").replace(
        "ON(tv.1)\nFACING(character.65, tv.1)", "None"
    )
    assert goal_of_prompt(nothing) == ([], [])


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    calls = iter(range(100))

    def work(mode: str, request: dict[str, Any], on_task: Any) -> dict[str, Any]:
        folder = tmp_path / f"work{next(calls)}"
        folder.mkdir()
        if mode == "prompts":
            made = evaluator_process.generate_prompts(request["file_ids"], folder, request["task"])
            return {"prompts": made}
        return evaluator_process._JUDGES[mode](request["outputs"], folder, on_task, request["known"])

    monkeypatch.setattr(judge, "_work", work)


@pytest.mark.usefixtures("in_this_process")
def test_the_copied_goal_is_a_row_of_its_own_and_its_verdicts_are_kept(tmp_path: Path):
    ids = tmp_path / "ids"
    ids.write_text(f"{LIGHT}\n{LYING}\n")
    config = EAIConfig(tmp_path / "out", task="subgoal-decomposition", copy_goal=True, ids=ids)
    found = virtualhome.run(config)
    assert found.data["prompts"] == 2
    assert found.data["verdicts"]["Correct"] >= 1
    assert "the goal copied" in str(found)
    lines = (tmp_path / "out" / "verdicts.jsonl").read_text().splitlines()
    assert len(lines) == 2
    assert virtualhome.run(config).data == found.data
    assert (tmp_path / "out" / "verdicts.jsonl").read_text().splitlines() == lines, "nothing is judged twice"


@pytest.mark.usefixtures("in_this_process")
def test_answers_of_others_are_judged(tmp_path: Path):
    ids, answers = tmp_path / "ids", tmp_path / "answers.json"
    ids.write_text(LIGHT)
    answers.write_text(
        json.dumps([{"identifier": f"scene_1_{LIGHT}", "llm_output": output("ON(light.411)")}])
    )
    given = {"task": "subgoal-decomposition", "ids": ids}
    found = virtualhome.run(EAIConfig(tmp_path / "out", answers=answers, **given))
    assert found.data["goal_evaluation"]["task_success_rate"] == 1.0
    answers.write_text('{"a": 1}')
    with pytest.raises(BenchmarkError, match="holds no answers in EAI's form"):
        virtualhome.run(EAIConfig(tmp_path / "other", answers=answers, **given))


GOALS = {
    "node goals": [{"name": "light", "state": "ON"}, {"name": "light", "state": "PLUGGED_IN"}],
    "edge goals": [],
    "action goals": [],
}


@pytest.mark.parametrize(
    ("text", "f1", "unreadable"),
    [
        pytest.param(json.dumps(GOALS), 100.0, False, id="perfect"),
        pytest.param("```json\n" + json.dumps(GOALS) + "\n```", 100.0, False, id="fence"),
        pytest.param(
            json.dumps({**GOALS, "node goals": GOALS["node goals"][::-1]}), 100.0, False, id="swapped"
        ),
        pytest.param(
            json.dumps({**GOALS, "node goals": GOALS["node goals"][:1]}), 66.6667, False, id="half-of-it"
        ),
        pytest.param(json.dumps(GOALS) + " Done.", 0.0, True, id="noise-appended"),
        pytest.param("[1]", 0.0, True, id="crashes"),
    ],
)
def test_goals_get_eai_s_scores(text: str, f1: float, unreadable: bool, tmp_path: Path):
    found = evaluator_process.judge_goals({LIGHT: text}, tmp_path, lambda _: None, {})
    assert found["corrected"]["all_f1"] == f1
    assert found["summary"]["all_f1"] == f1
    assert (found["unreadable"] == [LIGHT]) == unreadable
    assert found["corrected"]["all_recall"] <= 100.0


TRANSITION = """(:predicates
        (on ?obj - object)  ; on
        (next_to ?char - character ?obj - object) ; near
    )
    ;; Actions to be predicted
Input:
(:action switch_on
  :parameters (?char - character ?obj - object)
  :precondition ()
  :effect ()
)
"""


def test_the_form_of_a_planning_model_is_what_the_prompt_asks_for():
    vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
    made = FormConstraint(transition_form(TRANSITION), vocabulary)
    text = (
        '{"output": "(:action switch_on :parameters (?char - character ?obj - object) '
        ':precondition (and (next_to ?char ?obj) (not (on ?obj))) :effect (on ?obj))"}'
    )
    cursor = made.initial()
    for byte in text.encode():
        assert byte in made.allowed(cursor), text[: text.encode().index(byte)]
        cursor = made.advance(cursor, byte)
    assert made.accepting(cursor)
    for wrong in ("(off", "(next_to ?obj)", "(on ?other)"):
        cursor, refused = made.initial(), False
        for byte in text.replace("(on ?obj))", wrong + ")").encode():
            refused |= byte not in made.allowed(cursor)
            cursor = made.advance(cursor, byte)
        assert refused
    with pytest.raises(BenchmarkError, match="lists no predicates"):
        transition_form("nothing")


def test_more_than_the_syntax_is_refused_where_answers_are_texts(tmp_path: Path):
    config = EAIConfig(tmp_path, task="transition-modeling", constraints="world")
    benchmark = virtualhome.TransitionModeling(config)
    with pytest.raises(BenchmarkError, match="at most the syntax can be enforced"):
        benchmark.request(benchmark.items()[0])
    assert EAIConfig(tmp_path, task="goal-interpretation").constraints == "none"


def test_prompts_are_eai_s_and_338():
    benchmark = SubgoalDecomposition(EAIConfig(Path("out"), task="subgoal-decomposition"))
    assert len(benchmark.items()) == 338
    item = next(one for one in benchmark.items() if one.id == LIGHT)
    asked = benchmark.request(item)
    assert asked.seen is not None
    assert "light.411" in asked.seen
    assert [message["role"] for message in asked.prompt] == ["system", "user"]  # type: ignore[index, union-attr]
