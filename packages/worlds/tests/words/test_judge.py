"""The judge of sentences agrees with the definition of rules, and tells apart what a misreading makes of a meaning."""

from __future__ import annotations

import random

import pytest
from sentences import SENTENCES, Judged, judged, read_set, report, wording_of_world
from trace_judge import Batch, Effort, Judge, compare, world_of

from clamp.errors import RuleError
from clamp.planning.rules import Rule
from clamp.planning.rules.formula import Compound, Formula, Quantified, parse
from clamp.planning.rules.trace import keeps

KITCHEN = "examples/kitchen"
ATOMS = [
    parse(text)
    for text in ("open(fridge)", "at(milk, *)", "do:open(fridge)", "do:go", "do:pick(*, table)", "do:*", "last", "true",
                 "dirty(?x)", "do:pick(?x, *)", "?x = red_cup_1")
]  # fmt: skip
OPERATORS = {
    1: ("!", "X", "WX", "F", "G", "Y", "WY", "O", "H"),
    2: ("&", "|", "->", "<->", "U", "R", "W", "M", "S"),
}


def formula(rng: random.Random, deep: int) -> Formula:
    """A formula over the kitchen; ``?x`` is free in it."""
    if deep == 0 or rng.random() < 0.15:
        return rng.choice(ATOMS)
    if rng.random() < 0.1:
        return Quantified(rng.random() < 0.5, (("?x", "dish"),), formula(rng, deep - 1))
    arity = rng.choice((1, 2))
    return Compound(rng.choice(OPERATORS[arity]), tuple(formula(rng, deep - 1) for _ in range(arity)))


def test_all_plans_at_once_are_judged_as_the_definition_judges_each() -> None:
    rng = random.Random(1)
    judge = Judge(world_of(KITCHEN), Effort(walks=60, rounds=2, longest=7, nodes=20))
    wholes = [Quantified(number % 2 == 0, (("?x", "thing"),), formula(rng, 5)) for number in range(150)]
    walks = judge.draw(wholes[:10])
    batch, words = Batch(judge.system, walks), judge.system.rule_words()
    traces = [list(words.replay([judge.system.actions[index] for index in walk.actions])) for walk in walks]
    for whole in wholes:
        rule = Rule("", whole, str(whole))
        every = sum(1 << at for at, trace in enumerate(traces) if keeps(rule, trace, words.objects))
        assert batch.kept(whole) == every, str(whole)


def test_plans_can_be_executed_and_are_all_different() -> None:
    judge = Judge(world_of("tests/sentences/lab"), Effort(walks=100, rounds=3, longest=8, nodes=30))
    walks = judge.draw([parse("forall ?f - flask: G (do:pour(*, *, ?f) -> Y !hot(?f))")])
    assert len({walk.actions for walk in walks}) == len(walks)
    for walk in walks:
        state = judge.system.initial
        for index, after in zip(walk.actions, walk.states[1:], strict=True):
            assert index in judge.system.applicable_indices(state)
            assert (state := judge.system.successor_of_index(state, index)) == after


MISREAD = {
    # what was meant, and what it is easily taken for
    "G !do:close(fridge)": ("G !do:open(fridge)", "F do:close(fridge)", "true"),
    "G (do:go(sink) -> Y (O do:open(fridge) & open(fridge)))": ("G (do:go(sink) -> Y O do:open(fridge))",
                                                                "G (do:go(sink) -> Y open(fridge) | O do:open(fridge))",
                                                                "F do:open(fridge)", "G !do:go(sink)"),
    "forall ?f - food: G (last -> at(?f, fridge))": (
        "exists ?f - food: G (last -> at(?f, fridge))", "forall ?f - food: F at(?f, fridge)",
        "G (last -> at(apple, fridge))"),
    # Nothing but closing it, or two steps and more, can come between.
    "G (do:open(fridge) -> X (do:close(fridge) | X (do:close(fridge) | X do:close(fridge))))": (
        "G (do:open(fridge) -> X do:close(fridge))", "G (do:open(fridge) -> X F do:close(fridge))",
        "G (do:open(fridge) -> "
        "X (do:close(fridge) | X (do:close(fridge) | X (do:close(fridge) | X do:close(fridge)))))"),
    "G (do:open(fridge) -> WX G (do:open(fridge) -> WX G !do:open(fridge)))": (
        "G (do:open(fridge) -> WX G !do:open(fridge))", "G !do:open(fridge)",
        "F (do:open(fridge) & X F do:open(fridge))"),
    "G (do:go(shelf) -> Y !open(fridge))": (
        "G (do:open(fridge) -> G !do:go(shelf))", "!do:go(shelf) W do:close(fridge)"),
}  # fmt: skip


@pytest.mark.parametrize("meant", MISREAD)
def test_a_misreading_is_told_from_what_was_meant(meant: str) -> None:
    rules = [Rule.parse(text) for text in (meant, *MISREAD[meant])]
    found = compare(Judge(world_of(KITCHEN)), rules)
    assert found.told(0)
    assert found.same(0, 0)
    assert [found.same(number, 0) for number in range(1, len(rules))] == [False] * len(MISREAD[meant])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("G !at(milk, shelf)", "G !do:place(milk, shelf)"),
        ("G (do:go(sink) -> Y O do:open(fridge))", "!do:go(sink) W do:open(fridge)"),
        ("G !(at(red_cup_1, sink) & at(red_cup_2, sink))",
         "G !(exists ?x - dish, ?y - dish: ?x != ?y & at(?x, sink) & at(?y, sink))"),
    ],
)  # fmt: skip
def test_rules_that_agree_on_what_can_happen_are_the_same(one: str, other: str) -> None:
    assert compare(Judge(world_of(KITCHEN)), [Rule.parse(one), Rule.parse(other)]).same(1, 0)


def test_what_nothing_that_can_happen_tells_is_judged_by_the_letter() -> None:
    with pytest.raises(RuleError, match="no action"):
        compare(Judge(world_of(KITCHEN)), [Rule.parse("G !do:pour(fridge)")])
    water = Judge(world_of("tests/sentences/plant"), Effort(walks=80, rounds=2))
    facts = ["G !(open(north_hatch) & locked(north_hatch))", "G !(open(south_hatch) & locked(south_hatch))"]
    found = compare(water, [Rule.parse(text) for text in (*facts, facts[0])])
    assert not found.told(0)
    assert not found.same(1, 0)
    assert found.same(2, 0)


@pytest.mark.parametrize("sentence", read_set(SENTENCES), ids=lambda one: one["id"])
def test_meanings_are_formulas_and_what_is_expected_is_complete(sentence: dict[str, str]) -> None:
    given = {"meaning": "formula", "ambiguous": "formulas"}.get(sentence["expect"])
    assert {key for key in ("formula", "formulas") if key in sentence} == ({given} if given else set())
    first = [sentence["formula"]] if "formula" in sentence else list(sentence.get("formulas", ()))
    assert all(parse(text) for text in (*first, *sentence.get("also", ())))


def test_the_table_counts_every_sentence() -> None:
    rows = [
        Judged("1", "d", "c", "meaning", "t", "right", walks=10, kept=4),
        Judged("2", "d", "c", "meaning", "t", "wrong", rules=["G x"], walks=10, kept=10),
        Judged("3", "d", "e", "ambiguous", "t", "one reading", walks=10, kept=4),
        Judged("4", "d", "e", "abstain", "t", "wrong", rules=["F y"]),
    ]
    said = report(rows, markdown=True)
    assert said.startswith("wrong in silence: 2 of 4; right: 1 of 2 that mean one thing")
    assert "| all | 1 |  |  | 1 | 2 |" in said
    assert "(judged by the letter): 1\n- 2: t" in said


def test_a_sentence_is_judged() -> None:
    given = {"id": "k", "domain": "kitchen", "category": "prohibition", "text": "Never open the fridge."}
    judge = Judge(world_of(KITCHEN), Effort(walks=60, rounds=2))
    for formula_, verdict in (("G !do:open(fridge)", "right"), ("G !do:close(fridge)", "wrong")):
        found = judged({**given, "expect": "meaning", "formula": formula_}, judge, wording_of_world(KITCHEN))
        assert found.verdict == verdict
    found = judged({**given, "expect": "abstain"}, judge, wording_of_world(KITCHEN))
    assert found.verdict == "wrong"
