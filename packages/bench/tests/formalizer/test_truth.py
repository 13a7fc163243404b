"""Another world as judge: what it says of rules that are its law, weaker than it, stricter, or none of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from yard import HOE_FIRST, NO_LEEKS, NOWHERE, TWO_WALKS, worlds

from clamp import Action, Problem
from clamp.errors import RuleError
from clamp.planning.rules import Rule
from clamp_bench.formalizer import truth
from clamp_bench.formalizer.truth import TooManyWays, TruthJudge, TruthWorld


def both(**changed: str) -> tuple[Problem, Problem]:
    texts = worlds(**changed)
    base = Problem.from_pddl(texts["base_domain"], texts["base_problem"])
    return base, Problem.from_pddl(texts["truth_domain"], texts["truth_problem"])


def judge(sentence: str, changed: Mapping[str, str], exists: bool = True, goal: bool = False) -> TruthJudge:
    return TruthJudge(*both(**changed), sentence, exists, goal, budget=12)


NEVER = "G !do:walk(*, leeks)"
FIRST = "G (do:fetch(rake, *) -> Y O do:fetch(hoe, *))"
TWICE = "!F (do:walk & X F (do:walk & X F do:walk))"
HAVE = {"goal": "(and (have rake) (have hoe))"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("changed", "exists", "goal", "rules", "outcome", "differs"),
    [
        (NO_LEEKS, True, False, [NEVER], "right", set()),
        (NO_LEEKS, True, False, [], "differs", {"weak"}),
        (NO_LEEKS, True, False, ["G !do:walk(roses, leeks)"], "differs", {"weak"}),
        (NO_LEEKS, True, False, [NEVER, "G !do:walk(beans, roses)"], "differs", {"strict"}),
        (NO_LEEKS, True, False, ["G !do:walk"], "refused", {"strict"}),
        (HOE_FIRST, True, False, [FIRST], "right", set()),
        (HOE_FIRST, True, False, [], "wrong", {"weak"}),
        (HOE_FIRST, True, False, ["G (do:fetch(hoe, *) -> Y O do:fetch(rake, *))"], "wrong", {"weak", "strict"}),
        (TWO_WALKS, True, False, [TWICE], "right", set()),
        (TWO_WALKS, True, False, ["!F (do:walk & X F do:walk)"], "differs", {"strict"}),
        (NOWHERE, False, False, ["G !do:fetch(rake, *)"], "rightly none", set()),
        (NOWHERE, False, False, ["F do:fetch(hoe, *)"], "wrong", {"weak"}),
        (NOWHERE, False, False, ["G !do:*"], "differs", {"strict"}),
        (HAVE, True, True, ["F have(hoe)"], "right", set()),
        (HAVE, True, True, [], "wrong", {"weak"}),
        (HAVE, True, True, ["G (last -> !have(hoe))"], "wrong", {"weak", "strict"}),
    ],
)  # fmt: skip
def test_a_rule_by_its_truth(
    changed: Mapping[str, str], exists: bool, goal: bool, rules: list[str], outcome: str, differs: set[str]
) -> None:
    bound = [Rule.parse(one, name=one) for one in rules]
    found = judge("Walk to the leeks, fetch the hoe.", changed, exists, goal).verdict(bound)
    assert found.outcome == outcome
    assert set(found.examples) - {"unknown"} == differs
    assert sum(found.walks.values()) == truth.WALKS
    assert (found.plan is None) == (
        outcome in ("refused", "rightly none") or (outcome == "differs" and not exists)
    )
    assert found.certificate is None or found.certificate.valid


def test_a_goal_that_holds_at_first_takes_an_action_all_the_same() -> None:
    texts = worlds(goal="(here roses)")
    base = Problem.from_pddl(texts["base_domain"], texts["truth_problem"])
    found = TruthJudge(base, base, "", True, False, budget=12).verdict([])
    assert found.plan
    assert found.outcome == "right"


def test_a_rule_that_names_what_is_not_there_is_refused() -> None:
    with pytest.raises(RuleError):
        judge("", NO_LEEKS).verdict([Rule.parse("G !do:fly(leeks)")])


def all_walks(base: Problem, longest: int) -> Iterator[list[Action]]:
    for length in range(longest + 1):
        for walk in product(base.actions, repeat=length):
            yield list(walk)


@pytest.mark.parametrize("changed", [NO_LEEKS, HOE_FIRST, TWO_WALKS])
def test_objects_that_are_alike_are_told_apart_in_vain(changed: Mapping[str, str]) -> None:
    """Walks can be executed with likeness if and only if they can without; and by the validator, where actions are the
    same."""
    base, other = both(**changed)
    quick, naive = TruthWorld(base, other), TruthWorld(base, other)
    naive._alike = False
    same = {(one.name, one.args) for one in other.actions} <= {(one.name, one.args) for one in base.actions}
    for walk in all_walks(base, 3):
        can = bool(quick.plays(walk))
        assert can == bool(naive.plays(walk))
        assert quick.accepts(walk) == naive.accepts(walk)
        if same:
            assert quick.accepts(walk) == other.validate(walk).valid
    assert (changed is TWO_WALKS) == (quick._alike is True)


def test_too_many_ways_are_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    base, other = both(**TWO_WALKS)
    world = TruthWorld(base, other)
    world._alike = False
    monkeypatch.setattr(truth, "_MOST_STATES", 1)
    with pytest.raises(TooManyWays):
        world.plays([Action("walk", ("roses", "leeks"))])


def test_what_a_search_leaves_open_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    from clamp.planning.search.limits import SearchLimits

    monkeypatch.setattr(truth, "_PLANNING", SearchLimits(states=0, seconds=0.0))
    found: Any = judge("", HOE_FIRST).verdict([Rule.parse(FIRST)])
    assert found.outcome == "undecided"
    assert found.plan is None
