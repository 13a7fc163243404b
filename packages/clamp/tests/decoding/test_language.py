"""What a state admits, asked in any way, and tokens that are read at once: the same as one by one, byte by byte."""

from __future__ import annotations

import random

import numpy as np
import pytest
from roots import EXAMPLES

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.language import Language, Thread, TokenList, union
from clamp.decoding.world import ActionOrder, Choices, Decided
from clamp.planning import Problem
from clamp.planning.search.reachability import AliveActions

FORMATS = {
    "calls": PlanFormat.calls(),
    "json": PlanFormat.skill_json(),
    "spaced json": PlanFormat.skill_json(spaced=True),
    "reasoning": PlanFormat.steps().with_reasoning("", "\nPlan:\n", 12),
}


@pytest.mark.parametrize("seed", range(12))
def test_choices_and_lists_of_tokens_agree_with_their_definitions(seed: int) -> None:
    draw = np.random.default_rng(seed)
    actions = int(draw.integers(1, 400))
    inside = set(draw.permutation(actions)[: draw.integers(0, actions + 1)].tolist())
    indices, order = draw.permutation(actions), np.arange(actions)
    found = AliveActions(np.sort(indices[sorted(inside)]), draw.integers(0, 9, len(inside)), np.array([3, 5]))
    positions = np.argsort(indices)
    assert (indices[positions[order]] == order).all()
    choices = Choices(Decided(found), ActionOrder(indices, positions), may_end=True)
    assert choices.known_in(0, actions) is None
    if seed % 3:  # before all are decided, and after
        assert choices.positions.tolist() == sorted(inside)
        assert choices.known_in(0, actions) is bool(inside)
        groups = dict(zip(found.indices.tolist(), found.group.tolist(), strict=True))
        assert choices.group.tolist() == [groups[int(indices[one])] for one in sorted(inside)]
    assert [one in choices for one in range(actions)] == [one in inside for one in range(actions)]
    assert choices.may_continue is bool(inside)
    assert choices.undecided == {3, 5}
    for many in (0, 1, 7, 500):
        intervals = np.sort(draw.integers(0, actions + 1, (2, many)), axis=0)
        if many == 7 and seed % 2:
            intervals[:] = intervals[:, :1]
        wanted = [not inside.isdisjoint(range(lo, hi)) for lo, hi in intervals.T.tolist()]
        assert choices.any_in_each(intervals).tolist() == wanted
        assert [choices.any_in(lo, hi) for lo, hi in intervals.T.tolist()] == wanted
        ids = np.arange(many) * 3
        assert (
            TokenList.of(ids, intervals, np.ones(len(ids), dtype=np.bool_)).admissible(choices).tolist()
            == ids[wanted].tolist()
        )


@pytest.mark.parametrize("seed", range(6))
def test_union(seed: int) -> None:
    draw = np.random.default_rng(seed)
    parts = [np.unique(draw.integers(0, 40, draw.integers(0, 20))) for _ in range(seed)]
    assert union(parts).tolist() == sorted({one for part in parts for one in part.tolist()})


def byte_by_byte(language: Language, threads: list[Thread], data: bytes) -> list[Thread]:
    for byte in data:
        threads = list(dict.fromkeys(after for thread in threads for after in language.step(thread, byte)))
    return threads


@pytest.mark.parametrize("name", FORMATS)
def test_a_token_leads_where_its_bytes_lead(name: str) -> None:
    plan_format, kitchen = FORMATS[name], EXAMPLES / "kitchen"
    system = Problem.from_pddl(kitchen / "domain.pddl", kitchen / "problem.pddl")
    draw = random.Random(name)
    plans = [
        "go",
        "open",
        "take-out",
        "put-in",
        "red_cup_1",
        "table",
        "fridge",
        "milk",
        '"name',
        '":"',
        "arg1",
    ]
    plans += ['", "', '","', ")\ngo(", "\nPlan:\n1. ", '"}},{"', ", ", '": [']
    pieces = {text[: draw.randrange(1, 9)] for text in plans for _ in range(6)} | set(plans)
    tokens = [bytes([byte]) for byte in range(256)] + sorted(one.encode() for one in pieces if len(one) > 1)
    vocabulary = Vocabulary.from_bytes([*tokens, None], len(tokens))
    constraint = PlanConstraint(system, vocabulary, plan_format, budget=14)
    steps = 0
    for _ in range(3):
        cursor = constraint.initial()
        for _ in range(60):
            allowed: list[int] = constraint.allowed(cursor).tolist()
            tried = draw.sample(range(len(tokens)), 30) + draw.sample(allowed, min(len(allowed), 30))
            for token in tried:
                if token >= len(tokens):
                    continue
                data = tokens[token]
                wanted = byte_by_byte(constraint.language, list(cursor.threads), data)
                assert (token in allowed) == bool(wanted)
                assert constraint.language.read(cursor.threads, data) == wanted
                if wanted:
                    assert constraint.advance(cursor, token).threads == tuple(wanted)
            going_on = [token for token in allowed if token < len(tokens)]
            if not going_on:
                break
            steps += 1
            longest = max(going_on, key=lambda token: (len(tokens[token]), draw.random()))
            cursor = constraint.advance(cursor, longest if draw.random() < 0.5 else draw.choice(going_on))
    assert steps > 120
