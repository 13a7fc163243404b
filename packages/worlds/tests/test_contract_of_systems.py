"""`clamp.contracts.check_transition_system`: our systems keep the contract; broken ones are told."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from fakes import GraphSystem, graph_systems
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import examples
from roots import EXAMPLES
from rule_strategies import rules
from strategies import rich_tasks, tasks
from virtualhome_random import random_goal, random_house, with_goal

from clamp.contracts import check_transition_system
from clamp.errors import RuleError
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.system import Action, ActionWords, Names, Validation
from clamp_worlds.virtualhome import VirtualHome, VirtualHomeGoal

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

SOME = settings(
    max_examples=examples(12),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much],
)


@SOME
@given(st.one_of(tasks(), rich_tasks()))
def test_random_problems(task):
    check_transition_system(Problem.from_task(task), depth=3, states=60)


@SOME
@given(st.data(), tasks())
def test_random_problems_with_rules(data, task):
    problem = Problem.from_task(task)
    rule = data.draw(rules(task, list(problem.actions)))
    try:
        ruled = Ruled(problem, [rule])
    except RuleError:
        return
    if ruled.initial.rules != -1:
        check_transition_system(ruled, depth=3, states=60)


@SOME
@given(graph_systems())
def test_random_graphs(system):
    check_transition_system(system)
    check_transition_system(Ruled(system, [Rule.parse("G (do:* -> X true | F last)")]))


@pytest.mark.parametrize("example", ["kitchen", "cooking", "libero/drawer", "libero/stove"])
def test_examples(example):
    folder = EXAMPLES / example
    check_transition_system(Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl"), states=60)


@pytest.mark.parametrize("seed", range(2))
def test_houses(seed):
    rng = random.Random(seed)
    graph, objects = random_house(rng, most=3)
    base = VirtualHome.from_graph(graph, goal=VirtualHomeGoal((), (), ()), objects=objects)
    system = with_goal(base, random_goal(rng, base, 3)[0])
    check_transition_system(system, depth=2, states=40)
    check_transition_system(Ruled(system, [Rule.parse("G !do:SLEEP")]), depth=2, states=40)


CHAIN = {0: {0: 1, 2: 0}, 1: {1: 0, 0: 2}, 2: {}}
ACTIONS = [Action("go", ("x",)), Action("back", ("x",)), Action("wait")]


class Broken(GraphSystem):
    """A chain of three states, some of whose answers are replaced."""

    def __init__(self, **answers: Any) -> None:
        super().__init__(answers.pop("given", ACTIONS), CHAIN, goals=[2])
        self._answers = answers
        for name, answer in answers.items():
            if callable(answer):
                setattr(self, name, answer)

    def search_space(self, enabled: Collection[int] | None = None) -> Any:
        space = super().search_space(enabled)
        for name, answer in self._answers.get("space", {}).items():
            object.__setattr__(space, name, answer)
        return space


class Unhashable(dict[str, int]):
    pass


def one_way(node: int) -> Iterable[tuple[int, int]]:
    return [(0, 2)] if node == 0 else []


BROKEN: list[tuple[str, Callable[[], GraphSystem], str]] = [
    (
        "twice",
        lambda: Broken(given=[*ACTIONS, ACTIONS[0]]),
        r"`actions` has each once\. But go\(x\) is there twice",
    ),
    (
        "descending",
        lambda: Broken(applicable_indices=lambda state: sorted(CHAIN[state], reverse=True)),
        r"`applicable_indices` ascends",
    ),
    (
        "no reason",
        lambda: Broken(why_inapplicable=lambda state, action: None),
        "`why_inapplicable` is None iff",
    ),
    (
        "empty reason",
        lambda: Broken(
            why_inapplicable=lambda state, action: None if ACTIONS.index(action) in CHAIN[state] else " "
        ),
        "`why_inapplicable` says why",
    ),
    (
        "unhashable",
        lambda: Broken(successor_of_index=lambda state, index: Unhashable()),
        "states are hashable",
    ),
    ("chance", lambda: Broken(successor_of_index=lambda state, index: object()), "the same action leads"),
    ("easy bound", lambda: Broken(space={"lower_bound": lambda node: 3}), "`lower_bound` is never above"),
    ("other goal", lambda: Broken(space={"is_goal": lambda node: True}), "has the goals of the system"),
    ("short cut", lambda: Broken(space={"successors": one_way}), "has the goal distances of the system"),
    (
        "one node",
        lambda: Broken(space={"node": lambda state: 2 if state == 2 else 0}),
        "`step` leads where the system does",
    ),
    ("believer", lambda: Broken(validate=lambda plan: Validation(True)), "`validate` agrees with stepping"),
    (
        "doubter",
        lambda: Broken(validate=lambda plan: Validation(False, None, "no")),
        "`validate` agrees with",
    ),
    ("silent", lambda: Broken(validate=lambda plan: Validation(False)), "`validate` (agrees|says why)"),
    (
        "careless",
        lambda: Broken(successor=lambda state, action: 0),
        "`successor` (refuses what is not applicable|leads)",
    ),
    ("goal", lambda: Broken(goal_entities=lambda: {"x"}), "`goal_entities` is a frozenset"),
]


@pytest.mark.parametrize(("make", "message"), [one[1:] for one in BROKEN], ids=[one[0] for one in BROKEN])
def test_what_is_broken_is_told(make, message):
    with pytest.raises(AssertionError, match=message) as told:
        check_transition_system(make())
    assert str(told.value).startswith("Broken 'graph': ")


class Words(ActionWords):
    """Tells of a state what a replay does not."""

    predicates: Mapping[str, Collection[int]] = MappingProxyType({"at": (1,)})

    def constant(self, fact: Any) -> bool | None:
        return None

    def valuation(self, facts: Any) -> Callable[[Any], int]:
        return lambda state: (1 << len(facts)) - 1


def test_broken_words_are_told():
    with pytest.raises(AssertionError, match="tell the same facts of a state and of a replay"):
        check_transition_system(Broken(rule_words=lambda: Words(["x"])))


def test_a_lexicon_has_all_actions(monkeypatch):
    monkeypatch.setattr(GraphSystem, "lexicon", Names((), {}, frozenset()))
    with pytest.raises(AssertionError, match="has each kind of action"):
        check_transition_system(Broken())


def test_an_unbroken_chain_passes():
    check_transition_system(Broken())
