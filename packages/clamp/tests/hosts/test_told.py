"""What a model read is kept: the same sentence about the same things is asked of the same model once."""

from __future__ import annotations

import gc
import math
import pickle
from collections import OrderedDict
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from fakes import byte_vocabulary
from roots import EXAMPLES

from clamp.decoding.constraint import Constraint
from clamp.hosts import trained
from clamp.hosts.choices import Sure
from clamp.hosts.goals import goal_of
from clamp.hosts.requirements import model_readings, reads_as_rules, with_model
from clamp.planning import Problem
from clamp.threads import Recent, fingerprint
from clamp.words.requirements import read_requirements
from clamp.words.wording import wording_of

KITCHEN = [(EXAMPLES / "kitchen" / f"{one}.pddl").read_text("utf-8") for one in ("domain", "problem")]
RULE, GOAL = "Mind the apple, pal", "The apple could do with a good soak in the sink."


class Reads:
    """A planner whose model was trained to read sentences: what it writes of each, and how often it was asked."""

    name, vocabulary, sure = "reads", byte_vocabulary(), Sure()

    def __init__(self, rule: str = "G !do:take-out(apple, *)", goal: str = "at(apple, sink)") -> None:
        self.writes = {"Requirement": rule, "Instruction": goal}
        self.asked: list[str] = []
        self.again = False
        self.told = ""

    @property
    def reader(self) -> Reads:
        return self

    def write(self, jobs: Any) -> Any:
        raise AssertionError("the reader is asked, and the model itself is not")

    def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
        self.told = prompt[-1]["content"]
        *_, said = self.told.splitlines()
        self.again = self.asked[-1:] == [said] and not self.again  # in the other order
        if not self.again:
            self.asked.append(said)
        return [(self.writes[said.partition(":")[0]], math.log(0.95))]


def kitchen(*changed: tuple[str, str]) -> Problem:
    """The kitchen, read anew as a server does for each request, with other words in place of some."""
    texts = list(KITCHEN)
    for old, new in changed:
        assert any(old in one for one in texts)
        texts = [one.replace(old, new) for one in texts]
    return Problem.from_pddl(*texts)


def rule_of(model: Reads, problem: Problem, sentence: str = RULE) -> str:
    (clause,) = model_readings([sentence], problem, model)  # type: ignore[arg-type]
    return clause.readings[0].rule.text if clause.readings else clause.why


def goal_in(model: Reads, problem: Problem, sentence: str = GOAL, **more: Any) -> Any:
    def nobody() -> Any:
        raise AssertionError("the model that was trained is asked")

    return goal_of(sentence, problem, nobody, reads=lambda: model, **more).to_json()


READS = pytest.mark.parametrize("read", [rule_of, goal_in], ids=["rule", "goal"])


@READS
def test_the_same_sentence_is_asked_of_a_model_once(read: Any) -> None:
    model, other = Reads(), Reads("F do:open(fridge)", "open(fridge)")
    first = read(model, kitchen())
    assert len(model.asked) == 1
    assert read(model, kitchen()) == first
    assert read(model, kitchen(("(problem ", "(problem another-"))) == first  # whatever its name is
    assert len(model.asked) == 1
    assert read(other, kitchen()) != first  # of the same name
    assert len(other.asked) == 1


@pytest.mark.sampled(5)
@READS
@pytest.mark.parametrize(
    "changed",
    [
        [("cup_2", "cup_3")],
        [("pick", "lift")],
        [("(dirty ", "(filthy ")],
        [("(not (dirty ?d))", "(not (dirty ?d)) (wet ?d)"), ("(:predicates", "(:predicates (wet ?d - dish)")],
    ],
    ids=["thing", "action", "state", "effect"],
)
def test_another_problem_does_not_get_it(read: Any, changed: list[tuple[str, str]]) -> None:
    model = Reads()
    for problem in (kitchen(), kitchen(*changed), kitchen(), kitchen(*changed)):
        read(model, problem)
    assert len(model.asked) == 2


def test_what_holds_at_first_is_told_where_a_goal_is_asked_for() -> None:
    model = Reads()
    goal_in(model, kitchen())
    assert (model.told.count("Now: "), model.told.count("at(apple, fridge)")) == (1, 1)
    rule_of(model, kitchen())
    assert "Now: " not in model.told  # a rule holds wherever things are


def test_what_holds_at_first_is_told_briefly() -> None:
    about = {"Types": ["cup: blue_cup"], "Actions": ["take(cup)"], trained.NOW: ["on(blue_cup, shelf)"]}
    told = trained.messages("Instruction", "The cup!", about)[-1]["content"]
    assert told == "Types: cup: blue_cup\nActions: take(cup)\nNow: on(blue_cup, shelf)\nInstruction: The cup!"
    about[trained.NOW] = [f"on(thing_{n}, shelf_{n % 9})" for n in range(150)] + ["on(blue_cup, shelf_0)"]
    told = str(trained.messages("Instruction", "The cup!", about)[-1]["content"])
    assert "\nNow: on(blue_cup, shelf_0)\n" in told
    told = str(trained.messages("Instruction", "A shelf!", about)[-1]["content"])
    assert told.count("shelf") == 41  # the first forty of those that it may speak of


def test_what_may_be_said_of_a_problem_is_part_of_it() -> None:
    """What is seen is not in the prompt, and decides what may be written."""
    model, problem = Reads(), kitchen()
    assert goal_in(model, problem)["goal"] == [["at", "apple", "sink"]]
    some = [one for one in problem.entities if one != "shelf"]
    goal_in(model, problem, seen=some)
    assert len(model.asked) == 2
    goal_in(model, problem, seen=some, budget=9)  # it tells what can be reached, not what is meant
    assert len(model.asked) == 2


def test_other_sentences_are_others_and_the_two_kinds_too() -> None:
    model, problem = Reads(), kitchen()
    for sentence in (RULE, f"{RULE}, I beg you", RULE):
        rule_of(model, problem, sentence)
    goal_in(model, problem, GOAL)
    rule_of(model, problem, GOAL)
    assert model.asked == [
        f"Requirement: {RULE}",
        f"Requirement: {RULE}, I beg you",
        f"Instruction: {GOAL}",
        f"Requirement: {GOAL}",
    ]


def test_it_is_bounded_and_what_was_asked_last_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "_KEPT", Recent(4))  # two orders of two sentences
    model, problem = Reads(), kitchen()
    for sentence in ("a, pal", "b, pal", "a, pal", "c, pal", "a, pal", "b, pal"):
        rule_of(model, problem, sentence)
        assert len(trained._KEPT) <= 4
    assert [one[-6] for one in model.asked] == ["a", "b", "c", "b"]


def test_nothing_is_kept_of_a_failure_and_no_model_is_kept() -> None:
    class Fails(Reads):
        failed = False

        def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
            found = super().beams(prompt, constraint, width)
            if not self.failed:
                self.failed = True
                raise TimeoutError
            return found

    model, problem = Fails(), kitchen()
    with pytest.raises(TimeoutError):
        rule_of(model, problem)
    model.asked.clear()
    for _ in range(2):
        assert rule_of(model, problem) == "G !do:take-out(apple, *)"
    assert len(model.asked) == 1
    gone = ref(model)
    del model
    gc.collect()
    assert gone() is None


def test_a_text_with_a_clause_twice_asks_once() -> None:
    model, problem = Reads(), kitchen()
    found = read_requirements(f"{RULE}. {RULE}.", wording_of(problem))
    told = with_model(found, reads_as_rules(problem, model), take=True)  # type: ignore[arg-type]
    assert [one.status for one in told.clauses] == ["understood"] * 2
    assert len(model.asked) == 1


@READS
def test_what_depends_on_the_order_in_which_a_problem_is_told_is_a_guess(read: Any) -> None:
    """It is asked again with all lists turned round, and what it writes then counts as much."""

    shown: list[str] = []

    class Guesses(Reads):
        def beams(self, prompt: Any, constraint: Constraint[Any], width: int) -> Sequence[tuple[str, float]]:
            told = prompt[-1]["content"]
            shown.append(told)
            first = told.index("apple") > told.index("milk")  # it takes what it reads last
            super().beams(prompt, constraint, width)
            thing = "apple" if first else "milk"
            texts = {"Requirement": f"G !do:take-out({thing}, *)", "Instruction": f"at({thing}, sink)"}
            return [(texts[self.asked[-1].partition(":")[0]], math.log(0.95))]

    told = str(read(Guesses(), kitchen()))
    assert "sure" in told or "Is this meant" in told
    one, other = shown
    assert one != other
    assert sorted(one) == sorted(other)  # nothing is left out
    assert one.splitlines()[-1] == other.splitlines()[-1]


def test_threads_share_what_is_kept() -> None:
    kept: Recent[int, int] = Recent(8)

    def ask(number: int) -> int:
        for key in range(number, number + 200):
            kept.keep(key % 16, key % 16)
            found = kept.get(key % 13)
            assert found in (None, key % 13)
            assert len(kept) <= 8
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(32))) == list(range(32))
    assert len(kept) == 8
    assert len(pickle.loads(pickle.dumps(kept))) == 0


def test_who_counts_in_the_middle_of_an_eviction_never_finds_one_too_many() -> None:
    kept: Recent[int, int] = Recent(2)
    with ThreadPoolExecutor(1) as pool:
        counted: list[Future[int]] = []

        class Slow(OrderedDict[int, int]):
            def popitem(self, last: bool = True) -> tuple[int, int]:
                counted.append(pool.submit(len, kept))
                wait(counted, 0.2)  # as long as it would take if nothing held it up
                return super().popitem(last)

        kept._kept = Slow()
        for key in range(3):
            kept.keep(key, key)
        assert [one.result() for one in counted] == [2]


def test_a_fingerprint_is_of_what_is_said_and_not_of_which_object_says_it() -> None:
    parts = ("fri", "dge")
    same = [{"fridge": [("fridge", 1 << 20_000)]}, {"".join(parts): [("".join(parts), 1 << 20_000)]}]
    assert fingerprint(same[0]) == fingerprint(same[1])
    assert len({fingerprint(one) for one in ("a", b"a", ["a"], ("a",), 1, True, 1.0, None)}) == 8


# ------------------------------------------------------------------ as it is served


@pytest.fixture
def served(tmp_path: Path) -> Generator[tuple[Any, Reads]]:
    for name in ("fastapi", "uvicorn", "sqlalchemy", "httpx", "opentelemetry"):
        if find_spec(name) is None:
            pytest.skip(f"{name} is not installed")
    from http_server import serving
    from uniform_host import UniformHost

    model = Reads()

    class Host(UniformHost):
        @property
        def reader(self) -> Any:
            return model

    model.writes["Requirement"] = "G !do:close(*)"
    with serving(tmp_path, Host()) as client:
        yield client, model


def test_a_second_request_asks_the_model_no_more(served: tuple[Any, Reads]) -> None:
    client, model = served
    domain, problem = KITCHEN
    bare = problem[: problem.index("(:goal")] + "(:goal (and)))"
    body = {"domain": domain, "problem": bare, "instruction": GOAL}
    goals = [client.post("/v1/goal", json=body).json() for _ in range(2)]
    plans = [
        client.post("/v1/plan", json=body | {"requirements": RULE, "on_unclear": "model"}).json()
        for _ in range(2)
    ]
    assert goals[0] == goals[1]
    assert (goals[0]["status"], goals[0]["goal"]) == ("goal", [["at", "apple", "sink"]])
    assert [one["status"] for one in plans] == ["plan"] * 2, plans[0]
    assert plans[0]["actions"] == plans[1]["actions"]
    assert sorted(model.asked) == [f"Instruction: {GOAL}", f"Requirement: {RULE}"]
    client.post("/v1/goal", json=body | {"instruction": f"{GOAL} Thanks a lot, old pal."})
    assert len(model.asked) == 3
