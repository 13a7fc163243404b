"""Texts that must end within a number of tokens: never cut, whatever a model prefers, and no other than before."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import numpy as np
import pytest
from fakes import byte_vocabulary
from patience import examples

from clamp import Problem, Vocabulary
from clamp.decoding.constraint import Constraint
from clamp.decoding.forms import FormConstraint, any_of, characters, in_order, later, text, up_to
from clamp.decoding.goals import GoalConstraint
from clamp.decoding.within import Within

KITCHEN = Path(__file__).parents[4] / "examples" / "kitchen"
LISTED = in_order(text("["), up_to(3, any_of(text("ab"), in_order(text("(not "), characters("xyz"), text(")"))),
                                   text(", ")), text("]"))  # fmt: skip


def vocabulary() -> Vocabulary:
    """Every byte, and tokens that cross what a goal has between its literals."""
    more = [b"at(", b", ", b" and ", b" and not ", b"milk", b"fridge", b"], ", b"]}", b"not", b"ab, ab", b", (not "]
    return Vocabulary([*(bytes([one]) for one in range(256)), *more, None], eos_ids={256 + len(more)})


def kitchen(goal_format: str) -> GoalConstraint:
    problem = Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    return GoalConstraint(problem, vocabulary(), goal_format, seen=["milk", "fridge", "table"], budget=12)


def walk(constraint: Constraint[object], seed: int, *, terse: bool) -> list[int]:
    """Tokens of a text, drawn, or one that goes on as long as it may, by the shortest tokens."""
    random, tokens, cursor = np.random.default_rng(seed), list[int](), constraint.initial()
    ends = constraint.vocabulary.eos_ids
    while True:
        ids = constraint.allowed(cursor).tolist()
        assert ids, "a dead end"
        if terse:
            token = int(random.choice(ids))
        else:
            token = min(ids, key=lambda one: (one in ends, len(constraint.vocabulary.bytes_of(one) or b"")))
        tokens.append(token)
        if token in ends:
            return tokens
        cursor = constraint.advance(cursor, token)


def written(vocabulary: Vocabulary, tokens: list[int]) -> str:
    return b"".join(vocabulary.bytes_of(one) or b"" for one in tokens).decode()


@pytest.mark.parametrize("goal_format", ["calls", "pddl", "json", "eai"])
def test_a_goal_ends_in_time_and_is_one(goal_format: str):
    free = kitchen(goal_format)
    for most in range(1, 90, 4):
        bound = free.within(most)
        failure = bound.failure()
        if failure is not None:
            assert failure.cause == "length"
            assert f"leave {most}" in failure.message
            continue
        for seed in range(4):
            tokens = walk(bound, seed, terse=bool(seed))
            assert len(tokens) <= most
            assert free.read(written(free.vocabulary, tokens).strip()) is not None


def texts(constraint: Constraint[object]) -> dict[str, int]:
    """All texts, each with the fewest tokens that write it, the end included."""
    found: dict[str, int] = {}
    open_ = deque([(constraint.initial(), b"", 0)])
    while open_:
        cursor, said, count = open_.popleft()
        for token in constraint.allowed(cursor).tolist():
            if token in constraint.vocabulary.eos_ids:
                found.setdefault(said.decode(), count + 1)
            else:
                after = said + (constraint.vocabulary.bytes_of(token) or b"")
                open_.append((constraint.advance(cursor, token), after, count + 1))
    return found


def test_of_a_form_exactly_what_fits_is_admitted():
    """`up_to` may end after each part, so the shortest text from anywhere is one that is known."""
    tokens = [b"[", b"]", b"ab", b"a", b"b", b", ", b",", b" ", b"(not ", b"x", b"y", b"z", b")", b"ab]", b"x)]"]
    tokens += [bytes([one]) for one in b"(not"]
    free = FormConstraint(LISTED, Vocabulary([*tokens, None], eos_ids={len(tokens)}))
    every = texts(free)
    for most in (1, 2, 3, 4, 5, 7, 9):
        bound = free.within(most)
        assert texts(bound).keys() == {one for one, count in every.items() if count <= most}
    assert texts(free.within(10_000)) == every


@pytest.mark.parametrize("seed", range(examples(20)))
def test_what_a_bound_admits_is_admitted_without_it(seed: int):
    free = FormConstraint(LISTED, byte_vocabulary())
    bound = free.within(3 + seed)
    cursor, plain = bound.initial(), free.initial()
    for token in walk(bound, seed, terse=True)[:-1]:
        assert set(bound.allowed(cursor)) <= set(free.allowed(plain))
        cursor, plain = bound.advance(cursor, token), free.advance(plain, token)
    assert bound.accepting(cursor)


def test_what_cannot_tell_is_not_bound():
    """A form whose parts are made as it is written does not know how long they are."""
    free = FormConstraint(in_order(text("a"), later(lambda: text("b"))), byte_vocabulary())
    assert free.within(1) is free


def test_a_token_that_leaves_too_few_is_explained():
    bound = FormConstraint(text("[]"), byte_vocabulary()).within(3)
    assert isinstance(bound, Within)
    assert bound.allowed(bound.initial()).tolist() == [ord("[")]
    tight = FormConstraint(LISTED, byte_vocabulary()).within(3)
    after = tight.advance(tight.initial(), ord("["))
    assert "With 2 tokens left" in tight.explain(after, ord("a")).reason
    assert tight.explain(after, ord("]")).allowed
    assert not tight.explain(after, ord("?")).allowed
    assert tight.actions(after) == ()
    assert tight.dead_end(after) is None
