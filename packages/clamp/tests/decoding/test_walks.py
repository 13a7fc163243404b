"""Random constrained walks: none runs dry, and every one ends in a plan that parses and validates."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from fakes import ENTITIES, NAMES, GraphSystem
from patience import examples

from clamp.automata import Vocabulary
from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried", "both_cores")]

FORMATS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "spaced skills": PlanFormat.skill_json(spaced=True),
    "steps": PlanFormat.steps({"go": "go to", "a": "a b"}),
    "wrapped": PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]"
    ),
    "reasoning": PlanFormat.calls().with_reasoning("Thought: ", end="\n\n", max_bytes=12),
    "multi-byte marker": PlanFormat.skill_json().with_reasoning(end="é日", max_bytes=5),
}
WALKS = examples(600)
"""A format; over 4,000 in all where all are walked."""


@cache
def vocabulary() -> Vocabulary:
    """All bytes, and long tokens: pieces of plans cut anywhere, also inside characters and across actions."""
    rng = random.Random(0)
    actions = [Action(name, (entity, other)) for name in NAMES for entity in ENTITIES for other in ENTITIES]
    pieces: set[bytes] = {b"\xc3\xa9", "é日".encode(), b"\n\n", b'"},{"', b"  ", b" \n\t"}
    for plan_format in FORMATS.values():
        for _ in range(60):
            text = plan_format.serialize(rng.choices(actions, k=3)).encode()
            start = rng.randrange(len(text))
            pieces.add(text[start : start + rng.choice((2, 3, 5, 8, 40))])
    tokens: list[bytes | None] = [bytes([byte]) for byte in range(256)]
    tokens += sorted(piece for piece in pieces if len(piece) > 1)
    return Vocabulary.from_bytes([*tokens, None], len(tokens))


def random_system(rng: random.Random) -> GraphSystem:
    names = {Action(rng.choice(NAMES), tuple(rng.choices(ENTITIES, k=rng.randrange(3)))) for _ in range(6)}
    actions = sorted(names)
    states = rng.randint(1, 5)
    edges = {
        state: {i: rng.randrange(states) for i in range(len(actions)) if rng.random() < 0.5}
        for state in range(states)
    }
    return GraphSystem(actions, edges, rng.sample(range(states), k=1))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", FORMATS)
def test_no_walk_runs_dry(name: str) -> None:
    plan_format, tokens = FORMATS[name], vocabulary()
    rng = random.Random(name)
    walks = crossed = 0
    while walks < WALKS:
        system = random_system(rng)
        enforce = frozenset(LEVELS[: rng.choice((1, 2, 3, 4, 4, 4))])
        seen = None if rng.random() < 0.5 else rng.sample(system.entities, k=len(system.entities) // 2)
        budget = rng.randint(1, 5)
        constraint = PlanConstraint(system, tokens, plan_format, budget=budget, seen=seen, enforce=enforce)
        if constraint.failure() is not None:
            assert not constraint.allowed(constraint.initial()).size
            continue
        for _ in range(examples(50)):
            cursor, written = constraint.initial(), []
            while not (cursor.finished):
                allowed = constraint.allowed(cursor)
                assert allowed.size, f"dead end after {tokens.decode(written)!r}"
                # Long tokens half of the time: uniform choices seldom cross a boundary.
                token = int(allowed[-1 - int(rng.random() ** 2 * allowed.size)])
                before = len(constraint.actions(cursor))
                cursor = constraint.advance(cursor, token)
                crossed += len(constraint.actions(cursor)) > before and len(tokens.bytes_of(token) or b"") > 2
                written.append(token)
            text = tokens.decode(written).decode()
            actions = plan_format.parse(text)
            assert tuple(actions) == constraint.actions(cursor)
            assert int("goal" not in enforce) <= len(actions) <= budget
            if "visibility" in enforce and seen is not None:
                assert all(set(seen).issuperset(action.args) for action in actions)
            verdict = system.validate(actions)
            assert "executability" not in enforce or verdict.step is None
            assert "goal" not in enforce or verdict.valid
            walks += 1
    assert crossed > WALKS / 20, "too few tokens crossed the end of an action for the test to mean much"


def test_replaying_is_stepping_and_advancing_changes_nothing() -> None:
    rng, tokens = random.Random(3), vocabulary()
    for name, plan_format in FORMATS.items():
        for _ in range(6):
            system = random_system(rng)
            constraint = PlanConstraint(
                system, tokens, plan_format, budget=3, enforce={"syntax", "executability"}
            )
            twin = PlanConstraint(system, tokens, plan_format, budget=3, enforce={"syntax", "executability"})
            if constraint.failure() is not None:
                continue
            cursors, written = [constraint.initial()], list[int]()
            while not cursors[-1].finished:
                token = int(rng.choice(constraint.allowed(cursors[-1]).tolist()[-6:]))
                before = (hash(cursors[-1]), constraint.allowed(cursors[-1]).copy())
                cursors.append(constraint.advance(cursors[-1], token))
                assert hash(cursors[-2]) == before[0]
                assert np.array_equal(constraint._allowed(cursors[-2]), before[1]), name
                written.append(token)
            again, other = constraint.initial(), twin.initial()
            for token, cursor in zip(written, cursors, strict=False):
                assert again == cursor
                assert hash(again) == hash(cursor)
                assert again != other, "cursors of two constraints never mix"
                assert np.array_equal(constraint.allowed(again), twin.allowed(other))
                again, other = constraint.advance(again, token), twin.advance(other, token)
            assert again == cursors[-1]
            assert len(set(cursors)) == len(cursors)


def test_two_tokenisations_of_one_text_lead_to_one_cursor() -> None:
    system = GraphSystem([Action("go", ("ü",)), Action("Pick", ("ü",))], {0: {0: 1}, 1: {1: 2}}, [2])
    text = PlanFormat.skill_json(spaced=True).serialize(system.actions).encode()
    tokens = byte_tokens([text[:7], text[7:20], text[3:30], text])
    constraint = PlanConstraint(system, tokens, PlanFormat.skill_json(spaced=True), budget=2)
    whole = constraint.advance(constraint.initial(), 256 + 3)
    stepped = constraint.initial()
    for byte in text:
        stepped = constraint.advance(stepped, byte)
    assert whole == stepped
    assert constraint.accepting(whole)


def byte_tokens(extra: list[bytes]) -> Vocabulary:
    tokens: list[bytes | None] = [*(bytes([byte]) for byte in range(256)), *extra, None]
    return Vocabulary.from_bytes(tokens, len(tokens) - 1)
