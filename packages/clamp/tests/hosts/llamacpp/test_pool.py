"""Which context of llama.cpp a caller gets: one that has read what its prompt begins with, if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from clamp.hosts.llamacpp import model
from clamp.hosts.llamacpp.model import Pool


class Context:
    """Remembers what it read, and whether it was closed."""

    def __init__(self, *_: Any) -> None:
        self.read: tuple[int, ...] = ()
        self.closed = False

    def begun(self, tokens: Sequence[int]) -> int:
        return sum(1 for one, other in zip(self.read, tokens, strict=False) if one == other)

    def clear(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def use(pool: Pool, *tokens: int) -> Any:
    one: Any = pool.take(tokens)
    one.read = tokens
    return one


def test_prompts_with_two_beginnings_in_turn_keep_a_context_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "Sequences", Context)
    pool = Pool(None, 1, kept=2)  # type: ignore[arg-type]
    there = use(pool, 1, 2, 3, 4)
    pool.give_back(there)
    back = use(pool, 4, 3, 2, 1)
    pool.give_back(back)
    assert there is not back
    for _ in range(3):
        for one, tokens in ((there, (1, 2, 3, 5)), (back, (4, 3, 2, 5))):
            assert use(pool, *tokens) is one
            pool.give_back(one)
    other = use(pool, 7, 7, 7, 7)  # no third: one of them begins anew
    assert other in (there, back)
    pool.give_back(other)


def test_of_contexts_that_are_used_at_once_no_more_are_kept_than_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model, "Sequences", Context)
    for kept in (1, 2):
        pool = Pool(None, 1, kept=kept)  # type: ignore[arg-type]
        used = [use(pool, 1, 2) for _ in range(3)]
        assert len({id(one) for one in used}) == 3
        for one in used:
            pool.give_back(one)
        assert [one.closed for one in used] == [False] * kept + [True] * (3 - kept)
