"""Goal mass and token scores, against sums over all plans and hidden paths."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary, graph_systems
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.goal_mass import ActionSegments, action_segments, log_goal_mass
from clamp.decoding.lookahead import Lookahead, _Onward
from clamp.errors import ConstraintError, HMMError
from clamp.hmm import HMM, SequenceTrie
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

# Many random systems have no plan at all; those are left out, so be patient with the generator.
PATIENT = (HealthCheck.filter_too_much,)

FORMATS = [
    PlanFormat.calls(),
    PlanFormat.skill_json(),
    PlanFormat.steps(),
    PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]", name="wrapped"
    ),
]


def mass_of(hmm: HMM, start: np.ndarray, tokens: list[int]) -> np.ndarray:
    """Joint probability of the tokens and the last hidden state, by the definition; shape [H]."""
    vector = np.asarray(start, dtype=float)
    for token in tokens:
        vector = np.array(
            [
                sum(
                    vector[h] * hmm.transition[h, after] * hmm.emission[after, token]
                    for h in range(len(vector))
                )
                for after in range(len(vector))
            ]
        )
    return vector


def first_goals(
    system: GraphSystem, state: int, budget: int, enabled: set[int], *, here: bool = True
) -> Iterator[list[int]]:
    """Action sequences that end at the first goal after `state`; `here` counts `state` itself."""
    if here and system.is_goal(state):
        yield []
        return
    if budget == 0:
        return
    for index, after in system.edges.get(state, {}).items():
        if index in enabled:
            for rest in first_goals(system, after, budget - 1, enabled):
                yield [index, *rest]


@given(graph_systems(max_states=4, max_actions=4), st.integers(0, 4), st.integers(1, 3), st.integers(0, 99))
@settings(max_examples=examples(30))
def test_goal_mass_is_the_sum_over_plans_and_hidden_paths(
    system: GraphSystem, budget: int, states: int, seed: int
) -> None:
    vocabulary = byte_vocabulary()
    hmm = HMM.random(states, vocabulary.size, seed=seed)
    _, later = action_segments(
        [PlanFormat.calls().action_template(action) for action in system.actions],
        PlanFormat.calls(),
        vocabulary,
    )
    tokens_of = dict(zip(system.actions, later, strict=True))
    enabled = set(range(len(system.actions)))
    for state in system.edges:
        found = log_goal_mass(hmm, system, tokens_of, state, budget)
        expected = np.array(
            [
                sum(
                    mass_of(hmm, np.eye(states)[h], list(itertools.chain(*(later[i] for i in plan)))).sum()
                    for plan in first_goals(system, state, budget, enabled)
                )
                for h in range(states)
            ]
        )
        with np.errstate(divide="ignore"):
            np.testing.assert_allclose(found, np.log(expected), rtol=1e-6)
        within = Reachability(system).within(state, budget)
        assert np.isfinite(found).all() == within
        assert np.isfinite(found).any() == within


@pytest.mark.parametrize("plan_format", FORMATS, ids=lambda f: f.name)
@given(data=st.data())
@settings(max_examples=examples(12), suppress_health_check=PATIENT)
def test_scores_are_the_sum_over_the_plans_behind_each_token(
    plan_format: PlanFormat, data: st.DataObject
) -> None:
    system = data.draw(graph_systems(max_states=3, max_actions=4))
    budget = data.draw(st.integers(1, 3))
    seen = data.draw(st.none() | st.sets(st.sampled_from(system.entities))) if system.entities else None
    enabled = {i for i, a in enumerate(system.actions) if seen is None or seen.issuperset(a.args)}
    samples = [plan_format.serialize(p).encode() for p in itertools.product(system.actions, repeat=2)]
    extra = [
        piece[data.draw(st.integers(0, len(piece))) :][: data.draw(st.integers(2, 30))]
        for piece in data.draw(st.lists(st.sampled_from(samples), max_size=5))
    ]
    vocabulary = byte_vocabulary(extra)
    hmm = HMM.random(2, vocabulary.size, seed=data.draw(st.integers(0, 99)))
    constraint = PlanConstraint(system, vocabulary, plan_format, budget=budget, seen=seen, loops=True)
    cursor = constraint.initial()
    assume(len(constraint.allowed(cursor)))
    lookahead = Lookahead(constraint, hmm, max_states=10_000)
    templates = [plan_format.action_template(action) for action in system.actions]
    first, later = action_segments(templates, plan_format, vocabulary)

    def tokens_of(plan: Sequence[int]) -> list[int]:
        return [t for n, index in enumerate(plan) for t in (later if n else first)[index]]

    plans = [
        plan
        for length in range(budget + 1)
        for plan in itertools.product(sorted(enabled), repeat=length)
        if (path := states_of(system, plan)) and system.is_goal(path[-1])
    ]

    def behind(text: bytes) -> float:
        """Mass of the plans that a text may become, each up to its first goal after the action at hand."""
        total = 0.0
        for plan in plans:
            actions = [system.actions[i] for i in plan]
            if not plan_format.serialize(actions).encode().startswith(text):
                continue
            ends = [
                len(plan_format.serialize(actions[: i + 1]).encode()) - len(plan_format.closing)
                for i in range(len(plan))
            ]
            left = sum(len(text) > end for end in ends)
            if any(system.is_goal(state) for state in states_of(system, plan)[left + 1 : -1]):
                continue
            total += mass_of(hmm, hmm.initial, tokens_of(plan)).sum()
        return total

    text = b""
    for _ in range(30):
        ids, scores = lookahead.scores(cursor)
        assert ids.tolist() == constraint.allowed(cursor).tolist()
        assert np.isfinite(scores).all()
        done = tuple(system.index(action) for action in constraint.actions(cursor))
        base = mass_of(hmm, hmm.initial, tokens_of(done)).sum()
        for token, score in zip(ids.tolist(), scores.tolist(), strict=True):
            if token in vocabulary.eos_ids:
                whole = tuple(system.index(action) for action in plan_format.parse(text.decode()))
                expected = mass_of(hmm, hmm.initial, tokens_of(whole)).sum()
            else:
                expected = behind(text + (vocabulary.bytes_of(token) or b""))
            assert math.isclose(score, math.log(expected / base), rel_tol=1e-6, abs_tol=1e-9)
        choices = [token for token in ids.tolist() if token not in vocabulary.eos_ids]
        if not choices:
            break
        token = data.draw(st.sampled_from(sorted(choices, reverse=True)))
        cursor = constraint.advance(cursor, token)
        text += vocabulary.bytes_of(token) or b""
    assert lookahead.truncation is None


def states_of(system: GraphSystem, plan: Sequence[int]) -> list[int]:
    """The states along a plan, the initial one included; empty if it cannot be executed."""
    states = [system.initial]
    for index in plan:
        if index not in system.edges.get(states[-1], {}):
            return []
        states.append(system.edges[states[-1]][index])
    return states


@given(graph_systems(), st.integers(1, 4), st.integers(0, 99))
@settings(max_examples=examples(20), suppress_health_check=PATIENT)
def test_a_truncated_mass_is_finite_where_the_exact_one_is_and_never_larger(
    system: GraphSystem, budget: int, seed: int
) -> None:
    vocabulary = byte_vocabulary([b")\n", b"ab(", b"Pick("])
    hmm = HMM.random(3, vocabulary.size, seed=seed)
    constraint = PlanConstraint(system, vocabulary, PlanFormat.calls(), budget=budget)
    cursor = constraint.initial()
    assume(len(constraint.allowed(cursor)))
    exact = Lookahead(constraint, hmm, max_states=100_000)
    one_plan = Lookahead(constraint, hmm, max_states=1)
    shortest = Lookahead(constraint, hmm, slack=0)
    for _ in range(20):
        ids, scores = exact.scores(cursor)
        for truncated in (one_plan, shortest):
            assert truncated.scores(cursor)[0].tolist() == ids.tolist()
            assert np.isfinite(truncated.scores(cursor)[1]).all()
            assert (truncated.scores(cursor)[1] <= scores + 1e-9).all()
        choices = [token for token in ids.tolist() if token not in vocabulary.eos_ids]
        if not choices:
            break
        cursor = constraint.advance(cursor, choices[-1])
    assert exact.truncation is None
    assert "at most 0 actions longer" in str(shortest.truncation)


def test_a_mass_that_would_be_too_large_is_truncated_and_says_so() -> None:
    actions = [Action("go", (str(n),)) for n in range(4)]
    system = GraphSystem(actions, {s: {n: (s * 2 + n) % 30 for n in range(4)} for s in range(30)}, {29})
    constraint = PlanConstraint(system, byte_vocabulary(), PlanFormat.calls(), budget=12)
    lookahead = Lookahead(constraint, HMM.random(2, constraint.vocabulary.size, seed=0), max_states=50)
    ids, scores = lookahead.scores(lookahead.initial())
    assert len(ids) == len(scores) > 0
    assert lookahead.truncation is not None
    assert lookahead.truncation.one_plan
    assert "50 pairs" in str(lookahead.truncation)


@given(
    st.lists(st.floats(-2000, 0), min_size=1, max_size=40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 40)), min_size=1, max_size=30),
)
def test_mass_over_intervals_is_exact_however_small(logs: list[float], spans: list[tuple[int, int]]) -> None:
    inside = [(lo % len(logs), min(lo % len(logs) + width, len(logs))) for lo, width in spans]
    lo, hi = (np.array(ends, np.int32) for ends in zip(*inside, strict=True))
    found = _Onward.of(np.array(logs)).over(lo, hi)
    expected = [np.logaddexp.reduce(logs[a:b]) for a, b in inside]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-6)


def test_actions_are_tokenised_when_they_are_asked_for() -> None:
    plan_format, vocabulary = PlanFormat.calls(), byte_vocabulary([b")\n", b"ab(", b"Pick("])
    templates = sorted(plan_format.action_template(Action("Pick", (f"x_{n}",))) for n in range(6))
    first, later = action_segments(templates, plan_format, vocabulary)
    segments = ActionSegments(templates, plan_format, vocabulary)
    for wanted in ([3], [5, 0, 3], [0], [1, 2, 3, 4]):
        for is_first, expected in ((True, first), (False, later)):
            trie, numbers = segments.trie(np.array(wanted), first=is_first)
            leaves = [trie.end[number] for number in numbers]
            assert [spelt(trie, node) for node in leaves] == [expected[position] for position in wanted]
            assert [segments.of(position, first=is_first) for position in wanted] == [
                expected[position] for position in wanted
            ]
    assert trie.num_sequences == 6


def spelt(trie: SequenceTrie, node: int) -> tuple[int, ...]:
    return () if node == 0 else (*spelt(trie, trie.parent[node]), int(trie.token[node]))


def test_bad_input_is_refused() -> None:
    system = GraphSystem([Action("go")], {0: {0: 1}}, {1})
    vocabulary = byte_vocabulary()
    hmm = HMM.random(2, vocabulary.size, seed=0)
    constraint = PlanConstraint(system, vocabulary, PlanFormat.calls(), budget=2)
    with pytest.raises(HMMError, match=r"257.*clamp.remap|clamp.remap"):
        Lookahead(constraint, HMM.random(2, 10, seed=0))
    with pytest.raises(ConstraintError, match="λ"):
        Lookahead(constraint, hmm, guidance=-1)
    with pytest.raises(ConstraintError, match="at least 0, not -1 and None"):
        Lookahead(constraint, hmm, max_states=-1)
    with pytest.raises(ConstraintError, match="at least 0, not 512 and -2"):
        Lookahead(constraint, hmm, slack=-2)
    with pytest.raises(ConstraintError, match="enforce 'goal'"):
        Lookahead(PlanConstraint(system, vocabulary, PlanFormat.calls(), budget=2, enforce={"syntax"}), hmm)
