"""Goals that may be written, against all goals of small problems, written out and judged by what can be reached."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, combinations, permutations, product

import oracles
import pytest
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import positions, rules
from strategies import axiom_tasks, rich_tasks, tasks

from clamp import Problem, Rule
from clamp.decoding.goals import GoalConstraint, GoalFormat
from clamp.planning.goals import BOUND, GoalLiteral
from clamp.planning.rules.trace import keeps
from clamp.planning.task import Atom, Task, Variable

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried", "both_cores")]

Facts = frozenset[Atom]


def literals(task: Task, seen: frozenset[str]) -> list[GoalLiteral]:
    """All that could be said, by its types alone."""
    words = Problem.from_task(task).rule_words()
    fits = {
        name: [set(oracles.objects_of(task, one)) for one in parameters]
        for name, parameters in task.domain.predicates.items()
    }
    kinds: dict[tuple[str, ...], str] = {}
    for kind in sorted(words.types, key=lambda one: (one == "object", one)):
        members = oracles.objects_of(task, Variable("?x", (kind,)))
        if len(members) > 1 and seen.issuperset(members):
            kinds.setdefault(tuple(members), kind)
    found: list[GoalLiteral] = []
    for name, places in fits.items():
        for args in product(*(sorted(one & seen) for one in places)):
            found += [GoalLiteral(name, args, positive) for positive in (True, False)]
        for at, members in product(range(len(places)), kinds):
            if places[at].issuperset(members):
                others = [sorted(one & seen) for one in places]
                for args in product(*(*others[:at], [BOUND], *others[at + 1 :])):
                    found += [GoalLiteral(name, args, positive, kinds[members]) for positive in (True, False)]
    return found


def holds(task: Task, facts: Facts, goal: tuple[GoalLiteral, ...]) -> bool:
    return all(oracles.true_in(task, one.formula, facts, {}) for one in goal)


def ends(task: Task, kept: list[Rule], budget: int) -> set[Facts]:
    """Where plans of at most so many actions end that keep rules."""
    objects = Problem.from_task(task).rule_words().objects
    agenda = [((oracles.initial(task),), ())]
    found: set[Facts] = set()
    for states, plan in agenda:
        if all(keeps(rule, positions(states, plan), objects) for rule in kept):
            found.add(states[-1])
        for action in oracles.groundings(task) if len(plan) < budget else ():
            after = oracles.step(task, states[-1], action)
            if after is not None:
                agenda.append(((*states, after), (*plan, action)))
    assert len(agenda) < 100_000
    return found


def goals(
    task: Task, graph: dict[Facts, object], reached: set[Facts], said: list[GoalLiteral], most: int
) -> set[frozenset[GoalLiteral]]:
    """All sets of literals that are goals, by definition."""
    start = oracles.initial(task)
    true = {one: frozenset(facts for facts in graph if holds(task, facts, (one,))) for one in said}
    everywhere = frozenset(graph)

    def where(some: tuple[GoalLiteral, ...]) -> frozenset[Facts]:
        return everywhere.intersection(*(true[one] for one in some))

    found: set[frozenset[GoalLiteral]] = set()
    usable = [one for one in said if true[one] & reached and true[one] != everywhere]
    for some in chain.from_iterable(combinations(usable, count) for count in range(1, most + 1)):
        if start in where(some) or not where(some) & reached:
            continue
        rests = [(some[:at] + some[at + 1 :], one) for at, one in enumerate(some)]
        if not any(where(rest) <= true[one] for rest, one in rests):
            found.add(frozenset(some))
    return found


def check(
    task: Task,
    kept: list[Rule],
    budget: int,
    name: str,
    data: st.DataObject,
    most: int = 2,
    *,
    ordered: bool = True,
) -> None:
    graph = oracles.reachable(task, 200)
    assume(graph is not None and len(oracles.groundings(task)) ** budget < 10_000)
    assert graph is not None
    everything = Problem.from_task(task).entities
    seen = frozenset(data.draw(st.sets(st.sampled_from(everything)))) if everything else frozenset[str]()
    if data.draw(st.booleans()):
        seen = frozenset(everything)
    goal_format = GoalFormat.of(name)
    said = literals(task, seen)
    if goal_format.breaks:  # EAI's goals know no *every*
        said = [one for one in said if not one.kind]
    right = goals(task, graph, ends(task, kept, budget), said, most)
    written = {
        goal_format.write(some) for one in right for some in [sorted(one)]
    }  # in any order: the constraint's is put in below
    vocabulary = byte_vocabulary(
        [b"(and (", b"not ", b") and ", b"[[", b'"], ["', b")) (", b"o0, ", b"clean"]
    )
    constraint = GoalConstraint(
        Problem.from_task(task),
        vocabulary,
        goal_format,
        budget=budget,
        seen=seen,
        rules=kept,
        most=most,
        ordered=ordered,
    )
    in_order = sorted(constraint.goals.literals, key=goal_format.part)
    rank = {one: number for number, one in enumerate(in_order)}
    assert {literal for one in right for literal in one} <= rank.keys()
    texts = {goal_format.write(sorted(one, key=rank.__getitem__)): one for one in right}
    assert len(texts) == len(written)
    if not ordered:
        texts = {goal_format.write(some): one for one in right for some in permutations(one)}
    for text, one in texts.items():
        assert constraint.read(text) is not None
        assert frozenset(constraint.read(text) or ()) == one
    whole = sorted(text.encode() + end for text in texts for end in (b"", b"\n"))
    assert (constraint.failure() is None) == bool(whole)
    prefixes = data.draw(st.lists(st.sampled_from(whole), min_size=1, max_size=5)) if whole else [b""]
    for text in dict.fromkeys(prefixes):
        cursor = constraint.initial()
        for at in range(len(text) + 1):
            allowed = set(constraint.allowed(cursor).tolist())
            wanted = {
                token
                for token in range(vocabulary.size - 1)
                if _begins(whole, text[:at] + (vocabulary.bytes_of(token) or b""))
            }
            wanted |= set(vocabulary.eos_ids) if text[:at] in whole else set()
            assert allowed == wanted, (text[:at], allowed ^ wanted)
            if at < len(text):
                cursor = constraint.advance(cursor, text[at])
    assert not constraint.goals.undecided


def _begins(texts: list[bytes], prefix: bytes) -> bool:
    place = bisect_left(texts, prefix)
    return place < len(texts) and texts[place].startswith(prefix)


FORMATS = st.sampled_from(["calls", "pddl", "json", "eai"])


@settings(max_examples=examples(60), deadline=None)
@given(rich_tasks() | axiom_tasks(), st.integers(0, 3), FORMATS, st.data())
def test_a_token_is_admissible_exactly_if_some_goal_goes_on_with_it(
    task: Task, budget: int, name: str, data: st.DataObject
) -> None:
    check(task, [], budget, name, data)


@settings(max_examples=examples(40), deadline=None)
@given(tasks(), st.integers(0, 3), FORMATS, st.data())
def test_goals_of_three_literals(task: Task, budget: int, name: str, data: st.DataObject) -> None:
    check(task, [], budget, name, data, most=3)


@settings(max_examples=examples(15), deadline=None)
@given(rich_tasks() | axiom_tasks(), st.integers(0, 3), FORMATS, st.data())
def test_goals_in_any_order(task: Task, budget: int, name: str, data: st.DataObject) -> None:
    check(task, [], budget, name, data, most=3, ordered=False)


@settings(max_examples=examples(40), deadline=None)
@given(tasks(), st.integers(0, 3), FORMATS, st.data())
def test_goals_are_reached_while_rules_hold(task: Task, budget: int, name: str, data: st.DataObject) -> None:
    actions = oracles.groundings(task)
    assume(actions)
    kept = [data.draw(rules(task, actions))]
    check(task, kept, budget, name, data)
