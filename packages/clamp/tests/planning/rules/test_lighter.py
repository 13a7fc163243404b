"""Fewer rules beside all of them: the same actions are alive; and what rules over many objects are made of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import rules
from strategies import rich_tasks, tasks

from clamp import Problem, Rule, Ruled
from clamp.planning.rules import compiled
from clamp.planning.search import lighter
from clamp.planning.search.limits import LimitReached
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import Task
from clamp_worlds.household import household

RULES = (
    "G (do:go(kitchen_counter_1) -> X !do:go(cabinet_1))",
    "forall ?c - container: G (do:open(?c) -> F do:close(?c))",
    "forall ?a - item: G (do:pick(?a, *) -> X do:go(*))",
    "G (do:pick(*, *) -> X F do:put(*, *))",
)
CORES = pytest.mark.parametrize("core", ["compiled", "python"])


@contextmanager
def always(core: str) -> Iterator[list[bool]]:
    """A lighter problem without any rule that has a state, asked first, however small the problem; what it tells."""
    told: list[bool] = []
    inner, asked = lighter._by_lighter, lighter._asked

    def noted(*args):
        found = inner(*args)
        told.extend(found.values())
        return found

    def at_once(ask, bounds, node, after, budget, meter, states=None, share=1.0):
        if states == 0:  # nothing is decided without it
            return dict.fromkeys(after, LimitReached("states", 0, 0))
        return asked(ask, bounds, node, after, budget, meter, states, share)

    with ExitStack() as stack:
        stack.enter_context(patch.dict("os.environ", CLAMP_KERNEL="python" if core == "python" else ""))
        for name, instead in (
            ("LARGE", 0),
            ("SMALLER", 0),
            ("idle", lambda actions, kept: np.arange(len(actions))),
        ):
            stack.enter_context(patch.object(compiled, name, instead))
        stack.enter_context(patch.object(compiled._Code, "gains_by", lambda *_: True))
        stack.enter_context(patch.object(lighter, "_by_lighter", noted))
        stack.enter_context(patch.object(lighter, "_asked", at_once))
        yield told


@CORES
def test_with_and_without_a_lighter_problem_the_same_is_alive(core: str) -> None:
    problem = Problem.from_task(household(24, 1))
    ruled = Ruled(problem, [Rule.parse(text) for text in RULES])
    plain = Reachability(ruled)
    shortest = plain.distance(ruled.initial, 20)
    assert isinstance(shortest, int)
    with always(core) as told:
        beside = Reachability(ruled)
        assert ruled.search_space().lighter is not None
        for seed in range(examples(12)):
            rng, at, path = random.Random(seed), ruled.initial, list[int]()
            for left in range(shortest + seed % 4, 0, -1):
                found = beside.alive_actions(at, left)
                assert found.undecided.size == 0
                assert found.indices.tolist() == plain.alive_actions(at, left).indices.tolist()
                if not found.indices.size:
                    break
                for index in found.indices.tolist():
                    after = ruled.successor_of_index(at, index)
                    plan = beside.plan(after, left - 1)
                    assert isinstance(plan, tuple)
                    assert ruled.validate([ruled.actions[one] for one in (*path, index, *plan)]).valid
                path.append(rng.choice(found.indices.tolist()))
                at = ruled.successor_of_index(at, path[-1])
    assert {True, False} <= set(told)  # it found plans that keep all rules, and proved that there is none


@CORES
@settings(max_examples=examples(60), deadline=None)
@given(task=tasks() | rich_tasks(), data=st.data())
def test_random_rules_leave_the_same_alive(core: str, task: Task, data: st.DataObject) -> None:
    problem = Problem.from_task(task)
    assume(problem.actions)
    kept = [data.draw(rules(task, problem.actions[:4], depth=2)) for _ in range(data.draw(st.integers(1, 3)))]
    assume(len({rule.name for rule in kept}) == len(kept))
    ruled, budget = Ruled(problem, kept), data.draw(st.integers(1, 3))
    expected = Reachability(ruled).alive_actions(ruled.initial, budget)
    with always(core):
        found = Reachability(ruled).alive_actions(ruled.initial, budget)
    assert found.indices.tolist() == expected.indices.tolist()
    assert found.undecided.size == 0


def test_only_rules_that_make_more_matter_are_left_out() -> None:
    problem = Problem.from_task(household(200, 1))
    with patch.object(compiled, "LARGE", 0), patch.object(compiled, "SMALLER", 0):
        kept = Ruled(problem, [Rule.parse(text) for text in RULES[1:3]]).search_space()
        assert kept.lighter is None
        broken = Ruled(problem, [Rule.parse(text) for text in RULES]).search_space()
        assert broken.lighter is not None
        names = {atom.predicate for bit, atom in _atoms(broken) if broken.lighter.relevant >> bit & 1}
    assert {name for name in names if name.startswith("rule")} == {"rule 1 0", "rule 2 0"}


def _atoms(space):
    return list(enumerate(space._all[3]))


@pytest.mark.parametrize(
    ("text", "instances", "states"),
    [
        ("forall ?a - item: G (do:pick(?a, *) -> X do:go(*))", 1, 2),
        ("forall ?a - item: forall ?c - container: G (do:put(?a, ?c) -> O do:open(?c))", 5, 2),
        ("forall ?a - item: G !do:pick(?a, *)", 1, 1),
        ("forall ?c - container: G (do:open(?c) -> F do:close(?c))", 5, 2),
        ("G (do:pick | do:put -> X !(do:pick | do:open))", 1, 2),
    ],
)
def test_what_is_asked_alike_of_many_objects_takes_one_automaton(text: str, instances: int, states: int):
    ruled = Ruled(Problem.from_task(household(200)), [Rule.parse(text)])
    found = ruled.monitor.rules.instances
    assert len(found) == instances
    assert {len(one.automaton.accepting) for one in found} == {states}


@pytest.mark.parametrize(
    "text",
    ["G (do:go(cabinet_1) -> O do:go)", "G (do:go(cabinet_1) -> X F (do:go | !do:go(cabinet_1)))"],
)
def test_no_states_are_told_apart_by_what_no_action_is(text: str) -> None:
    """Whoever goes to the cabinet goes: that it might not is no letter."""
    ruled = Ruled(Problem.from_task(household(24)), [Rule.parse(text)])
    assert max((len(one.automaton.accepting) for one in ruled.monitor.rules.instances), default=1) <= 2
    if " O " in text:
        assert not ruled.monitor.rules.instances


def test_objects_that_are_alike_are_so_with_rules_for_all_of_them() -> None:
    problem = Problem.from_task(household(200, 1))
    texts = (
        "forall ?a - item: G (do:put(?a, *) -> G !do:pick(?a, *))",
        "forall ?c - container: G (do:open(?c) -> F do:close(?c))",
    )
    without = problem.search_space().alike().members()
    kept = Ruled(problem, [Rule.parse(text) for text in texts]).search_space().alike().members()
    assert [len(one) for one in kept] == [len(one) for one in without]
    assert kept
