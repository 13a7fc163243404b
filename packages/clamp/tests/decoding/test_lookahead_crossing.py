"""Scores of tokens that cross: from the reasoning into the plan, over several actions, into the closing."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.formats import MAX_SPACING, SLOTS, SPACES, written
from clamp.decoding.goal_mass import action_segments
from clamp.decoding.lookahead import Lookahead
from clamp.hmm import HMM
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

WRAPPED = PlanFormat.from_template(
    "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]", name="wrapped"
)
FORMATS = [
    PlanFormat.calls().with_reasoning("", "\n>", 4),
    PlanFormat.calls().with_reasoning("Think:", "\nPlan:\n", 9),
    PlanFormat.skill_json().with_reasoning("", "!", 3),
    PlanFormat.skill_json(spaced=True).with_reasoning("<", "aab", 6),
    WRAPPED.with_reasoning("", "<<", 5),
    PlanFormat.calls(),
    PlanFormat.skill_json(spaced=True),
    PlanFormat.steps(),
    WRAPPED,
]


def random_system(draw: random.Random) -> GraphSystem:
    """Three states and up to five actions, whose texts share prefixes."""
    free = [Action(name, args) for name in ("a", "ab", "go") for args in ((), ("x",), ("x", "é"))]
    actions = draw.sample(free, draw.randint(2, 5))
    edges = {
        state: {n: draw.randrange(3) for n in range(len(actions)) if draw.random() < 0.7}
        for state in range(3)
    }
    return GraphSystem(actions, edges, {draw.randrange(3)})


class Oracle:
    """The mass behind a text, summed over all plans and hidden paths."""

    def __init__(self, constraint: PlanConstraint, hmm: HMM) -> None:
        system, plan_format = constraint.system, constraint.plan_format
        self.format, self.budget = plan_format, constraint.budget
        templates = [plan_format.action_template(action) for action in system.actions]
        first, later = action_segments(templates, plan_format, constraint.vocabulary)
        self.prior: dict[tuple[int, ...], float] = {(): 1.0}
        self.plans: list[tuple[bytes, list[int], list[int], float]] = []
        assert isinstance(system, GraphSystem)
        for plan in ((), *plans(system, self.budget)):
            tokens = [t for n, index in enumerate(plan) for t in (later if n else first)[index]]
            self.prior[plan] = mass(hmm, tokens)
            text, ends = plan_format.opening, list[int]()
            for number, index in enumerate(plan, 1):
                text += (plan_format.separator if number > 1 else b"") + plan_format.lead_of(number)
                text += templates[index]
                ends.append(len(text))
            states = [0]
            for index in plan:
                states.append(system.edges[states[-1]][index])
            goals = [n for n, state in enumerate(states) if system.is_goal(state)]
            if goals and goals[-1] == len(plan):
                whole = text + plan_format.closing if plan else plan_format.nothing
                self.plans.append((whole, ends, goals, self.prior[plan]))

    def behind(self, text: bytes) -> float:
        """Each plan counts up to its first goal after the action at hand."""
        rest = text
        if self.format.reasoning is not None:
            begin, end = self.format.reasoning.opening.encode(), self.format.reasoning.end.encode()
            at = text.find(end, len(begin))
            rest = b"" if at < 0 else text[at + len(end) :]
        total = 0.0
        for template, ends, goals, weight in self.plans:
            passed = {sum(place > (end, 0) for end in ends) for place in places(template, rest)}
            assert len(passed) <= 1
            if passed and not any(passed.copy().pop() < goal < len(ends) for goal in goals):
                total += weight
        return total


def plans(system: GraphSystem, budget: int) -> Iterator[tuple[int, ...]]:
    """Every executable sequence of 1 … budget actions."""
    layer = [((), system.initial)]
    for _ in range(budget):
        layer = [((*plan, i), after) for plan, z in layer for i, after in system.edges[z].items()]
        yield from (plan for plan, _ in layer)


def mass(hmm: HMM, tokens: list[int]) -> float:
    vector = hmm.initial.astype(float)
    for token in tokens:
        vector = (vector @ hmm.transition) * hmm.emission[:, token]
    return float(vector.sum())


def places(template: bytes, text: bytes) -> set[tuple[int, int]]:
    """Where in a template a text may end: offsets, and white space read in the slot there."""
    found = {(0, 0)}
    for byte in text:
        after: set[tuple[int, int]] = set()
        for offset, spaces in found:
            if offset < len(template) and template[offset] in SLOTS:
                if byte in SPACES and spaces < MAX_SPACING:
                    after.add((offset, spaces + 1))
                offset += 1
            if offset < len(template) and template[offset] == byte:
                after.add((offset + 1, 0))
        found = after
    return found


def tokens_of(draw: random.Random, constraint: tuple[GraphSystem, PlanFormat]) -> list[bytes]:
    """Pieces of texts of plans, white space put in where it may be, from anywhere to anywhere."""
    system, plan_format = constraint
    found: list[bytes] = []
    for _ in range(14):
        plan = [draw.choice(list(system.actions)) for _ in range(draw.randint(1, 3))]
        template = plan_format.opening
        for number, action in enumerate(plan, 1):
            template += (plan_format.separator if number > 1 else b"") + plan_format.lead_of(number)
            template += plan_format.action_template(action)
        template += plan_format.closing
        text = written(template)
        if draw.random() < 0.4:
            text = b"".join(
                bytes(draw.choices(sorted(SPACES), k=draw.randint(0, 2))) if byte in SLOTS else bytes([byte])
                for byte in template
            )
        start = draw.randrange(len(text))
        if plan_format.reasoning is not None and draw.random() < 0.7:
            before = draw.choice([b"", b"x", plan_format.reasoning.opening.encode()])
            text, start = before + plan_format.reasoning.end.encode() + text, draw.randint(0, 1)
        found.append(text[start : start + draw.randint(2, 40)])
    return found


@pytest.mark.sampled(4 * len(FORMATS))
@pytest.mark.parametrize("plan_format", FORMATS, ids=lambda f: f"{f.name}-{bool(f.reasoning)}")
@pytest.mark.parametrize("seed", range(8))
def test_a_score_is_the_mass_behind_the_text_with_the_token(plan_format: PlanFormat, seed: int) -> None:
    draw = random.Random(f"{plan_format.name} {bool(plan_format.reasoning)} {seed}")
    walked = 0
    while walked < 2:
        system = random_system(draw)
        vocabulary = byte_vocabulary(tokens_of(draw, (system, plan_format)))
        constraint = PlanConstraint(system, vocabulary, plan_format, budget=draw.randint(1, 3), loops=True)
        if not len(constraint.allowed(constraint.initial())):
            continue
        walked += 1
        hmm = HMM.random(2, vocabulary.size, seed=seed)
        walk(draw, Lookahead(constraint, hmm, max_states=10_000), Oracle(constraint, hmm))


def walk(draw: random.Random, lookahead: Lookahead, oracle: Oracle) -> None:
    """Compare the scores of all tokens along one random text."""
    vocabulary, system = lookahead.vocabulary, lookahead.system
    cursor, text = lookahead.initial(), b""
    for _ in range(60):
        ids, scores = lookahead.scores(cursor)
        assert ids.tolist() == lookahead.allowed(cursor).tolist()
        prior = oracle.prior[tuple(system.index(action) for action in lookahead.actions(cursor))]
        for token, score in zip(ids.tolist(), scores.tolist(), strict=True):
            if token in vocabulary.eos_ids:
                plan = lookahead.plan_format.parse(text.decode())
                expected = oracle.prior[tuple(system.index(action) for action in plan)]
            else:
                expected = oracle.behind(text + (vocabulary.bytes_of(token) or b""))
            data = vocabulary.bytes_of(token)
            assert math.isclose(score, math.log(expected / prior), rel_tol=1e-6, abs_tol=1e-6), (text, data)
        going = [token for token in ids.tolist() if token not in vocabulary.eos_ids]
        if not going:
            return
        long = [token for token in going if token >= 256]
        token = draw.choice(long if long and draw.random() < 0.6 else going)
        cursor = lookahead.advance(cursor, token)
        text += vocabulary.bytes_of(token) or b""


def test_tokens_that_end_the_reasoning_differ_by_the_action_that_they_begin() -> None:
    actions = [Action("go"), Action("pick", ("a",)), Action("pick", ("b",))]
    system = GraphSystem(actions, {0: {0: 1, 1: 1, 2: 1}, 1: {}}, {1})
    vocabulary = byte_vocabulary([b"\n>", b"\n>g", b"\n>pick(a)", b"\n>pick("])
    plan_format = PlanFormat.calls().with_reasoning("", "\n>", 4)
    constraint = PlanConstraint(system, vocabulary, plan_format, budget=1)
    lookahead = Lookahead(constraint, HMM.random(3, vocabulary.size, seed=1))
    ids, scores = lookahead.scores(lookahead.initial())
    of = {vocabulary.bytes_of(token): score for token, score in zip(ids.tolist(), scores, strict=True)}
    _, each = lookahead.action_scores(constraint.world.start)  # by text: go(), pick(a), pick(b)
    assert of[b"\n>g"] == pytest.approx(each[0])
    assert of[b"\n>pick(a)"] == pytest.approx(each[1])
    assert of[b"\n>pick("] == pytest.approx(np.logaddexp(each[1], each[2]))
    assert of[b"\n>"] == of[b"x"] == pytest.approx(np.logaddexp.reduce(each))
    assert len(list(itertools.chain(of))) == len(ids)
