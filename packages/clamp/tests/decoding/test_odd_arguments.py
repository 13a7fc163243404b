"""What a constraint is asked with: cursors of others, numbers that are no tokens, scores that are none."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from fakes import LOOK, PICK, PUT, TIDY, GraphSystem, byte_vocabulary

import clamp
from clamp.decoding.plans import Cursor
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ClampError, ConstraintError, ModelScoresError, VocabularyError

VOCABULARY = byte_vocabulary([b"Pick(", b"cup", b"Put(cup"])
WIDTH, EOS = VOCABULARY.size, min(VOCABULARY.eos_ids)
P = ord("P")
HOPELESS = GraphSystem([PICK, PUT, LOOK], {0: {2: 0}}, {2})
"""There is no plan: only `LOOK` can be done."""

KINDS: dict[str, Callable[[clamp.PlanConstraint], Any]] = {
    "plain": lambda constraint: constraint,
    "keeping tokens": lambda constraint: constraint.keeping_tokens(),
    "weighted": lambda constraint: clamp.Weighted(
        constraint, [clamp.Score("none", 1.0, lambda cursor: np.zeros(len(constraint.allowed(cursor))))]
    ),
    "lookahead": lambda constraint: clamp.Lookahead(constraint, clamp.HMM.random(2, WIDTH, seed=1)),
    "visibility": lambda constraint: VisibilityBias(constraint, {"cup": -1.0, "shelf": -2.0}),
}


def made(kind: str, system: GraphSystem = TIDY, **options: Any) -> Any:
    return KINDS[kind](clamp.PlanConstraint(system, VOCABULARY, clamp.PlanFormat.calls(), **options))


def along(constraint: Any, text: bytes) -> Cursor:
    cursor = constraint.initial()
    for byte in text:
        cursor = constraint.advance(cursor, byte)
    return cursor


ASKED: dict[str, Callable[[Any, Any], Any]] = {
    "allowed": lambda c, at: c.allowed(at),
    "advance": lambda c, at: c.advance(at, P),
    "admits": lambda c, at: c.admits(at, P),
    "best": lambda c, at: c.best(at, np.zeros(WIDTH)),
    "sample": lambda c, at: c.sample(at, np.zeros(WIDTH), 1.0, np.random.default_rng(0)),
    "accepting": lambda c, at: c.accepting(at),
    "actions": lambda c, at: c.actions(at),
    "explain": lambda c, at: c.explain(at, P),
    "dead_end": lambda c, at: c.dead_end(at),
    "naive": lambda c, at: c.allowed_naive(at),
    "bias": lambda c, at: c.bias(at),
    "named scores": lambda c, at: c.named_scores(at),
    "scores": lambda c, at: c.scores(at),
}
ATTRIBUTE = {"naive": "allowed_naive", "named scores": "named_scores"}


def able(kind: str, question: str) -> bool:
    return hasattr(made(kind), ATTRIBUTE.get(question, question))


# ------------------------------------------------------------------ whose cursor


@cache
def foreign(kind: str) -> dict[str, tuple[Any, Any]]:
    """Constraints with cursors that are not theirs."""
    mine, twin, hopeless = made(kind), made(kind), made(kind, HOPELESS)
    reasoning = clamp.PlanConstraint(TIDY, VOCABULARY, clamp.PlanFormat.calls().with_reasoning())
    found: dict[str, tuple[Any, Any]] = {
        "the twin's first": (mine, twin.initial()),
        "the twin's later": (mine, along(twin, b"Pi")),
        "the twin's last": (mine, twin.advance(along(twin, b"Pick(cup)\nPut(cup, shelf)"), EOS)),
        "of one without a plan": (mine, hopeless.initial()),
        "mine, for one without a plan": (hopeless, mine.initial()),
        "of another without a plan": (hopeless, made(kind, HOPELESS).initial()),
        "with a reasoning": (mine, reasoning.initial()),
        "made by hand": (mine, Cursor((), twin.initial().language)),
    }
    for other in (None, 0, "start", b"", [], {}, (), np.zeros(2), object(), Cursor):
        found[f"no cursor: {other!r:.20}"] = (mine, other)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("question", ASKED)
def test_a_cursor_of_another_constraint_is_refused(kind: str, question: str) -> None:
    if not able(kind, question):
        pytest.skip(f"{kind} constraints are not asked that")
    for name, (constraint, cursor) in foreign(kind).items():
        for _ in range(2):  # caches change nothing
            with pytest.raises(ConstraintError, match="cursor that"):
                pytest.fail(f"{name}: {ASKED[question](constraint, cursor)!r}")
        ASKED["allowed"](constraint, constraint.initial())


def test_the_cursors_of_one_that_keeps_tokens_are_those_of_its_origin() -> None:
    plain = made("plain")
    keeping = plain.keeping_tokens()
    assert keeping.allowed(plain.initial()).tolist() == plain.allowed(keeping.initial()).tolist()


def test_cursors_of_two_constraints_are_never_equal() -> None:
    for system in (TIDY, HOPELESS):
        one, other = made("plain", system), made("plain", system)
        assert one.initial() == one.initial()
        assert one.initial() != other.initial()


# ------------------------------------------------------------------ what is a token

INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.intp)


def no_tokens() -> dict[str, Any]:
    found: dict[str, Any] = {
        repr(one): one for one in (-1, -(10**30), WIDTH, 2**31, 2**63, 2**64, True, False, 80.0, 80.5, 8j)
    }
    found |= {
        repr(one): one for one in (math.nan, math.inf, None, "80", "P", b"P", [80], (80,), {80}, object)
    }
    found |= {"huge": 10**5000, "hugely negative": -(10**5000)}
    found |= {"np.float64": np.float64(80), "np.bool": np.bool_(True), "array": np.array([80, 81])}
    found |= {"empty": np.array([], int), "floats": np.array(80.0), "np.int64 below": np.int64(-1)}
    try:
        import torch
    except ImportError:
        return found
    found |= {"tensor of floats": torch.tensor(80.0), "tensor of two": torch.tensor([80, 81])}
    return found | {"tensor of bool": torch.tensor(True), "meta": torch.tensor(80, device="meta")}


def tokens() -> dict[str, Any]:
    """The token P, as all that is a whole number."""
    found: dict[str, Any] = {kind.__name__: kind(P) for kind in INTEGERS}
    found["0-d array"] = np.array(P)
    try:
        import torch
    except ImportError:
        return found
    widths = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
    return found | {str(width): torch.tensor(P, dtype=width) for width in widths}


TOLD: dict[str, Callable[[Any, Any, Any], Any]] = {
    "advance": lambda c, at, token: c.advance(at, token),
    "admits": lambda c, at, token: c.admits(at, token),
    "explain": lambda c, at, token: c.explain(at, token),
}


@pytest.mark.parametrize("kind", ["plain", "keeping tokens", "lookahead"])
@pytest.mark.parametrize("question", TOLD)
def test_what_is_no_token_is_refused_and_what_is_one_is_taken(kind: str, question: str) -> None:
    if not able(kind, question):
        pytest.skip(f"{kind} constraints are not asked that")
    constraint = made(kind)
    start = constraint.initial()
    for name, one in no_tokens().items():
        with pytest.raises(VocabularyError):
            pytest.fail(f"{name}: {TOLD[question](constraint, start, one)!r}")
    expected = TOLD[question](constraint, start, P)
    for name, one in tokens().items():
        assert TOLD[question](constraint, start, one) == expected, name


# ------------------------------------------------------------------ what are scores

RANDOM = np.random.default_rng(0)
CHOOSING: dict[str, Callable[[Any, Any, Any], Any]] = {
    "best": lambda c, at, scores: c.best(at, scores),
    "sample": lambda c, at, scores: c.sample(at, scores, 0.7, RANDOM),
}


def no_scores() -> dict[str, Any]:
    right = np.zeros(WIDTH)
    found: dict[str, Any] = {
        "too short": right[:-1],
        "too long": np.zeros(WIDTH + 1),
        "one row": right[None],
        "a column": right[:, None],
        "a number": 0.0,
        "an array without a dimension": np.array(0.0),
        "none at all": np.zeros(0),
        "nothing": None,
        "a None among them": [0.0] * (WIDTH - 1) + [None],
        "texts": ["0"] * WIDTH,
        "a text": "0" * WIDTH,
        "bytes": b"0" * WIDTH,
        "objects": right.astype(object),
        "truth values": right.astype(bool),
        "complex": right.astype(complex),
        "dates": right.astype("datetime64[s]"),
        "ragged": [[0.0], *([0.0] * (WIDTH - 1))],
        "masked": np.ma.masked_array(right, mask=True),
        "a mapping": dict.fromkeys(range(WIDTH), 0.0),
        "a set": set(range(WIDTH)),
        "a generator": (0.0 for _ in range(WIDTH)),
    }
    try:
        import torch
    except ImportError:
        return found
    found["on no device"] = torch.zeros(WIDTH, device="meta")
    found["with a gradient"] = torch.zeros(WIDTH, requires_grad=True)
    found["half precision that NumPy lacks"] = torch.zeros(WIDTH, dtype=torch.bfloat16)
    found["a batch"] = torch.zeros(1, WIDTH)
    found["sparse"] = torch.zeros(WIDTH).to_sparse()
    return found


@pytest.mark.parametrize("question", CHOOSING)
def test_what_are_no_scores_are_refused(question: str) -> None:
    for warm in (False, True):
        constraint = made("plain")
        if warm:
            constraint.allowed(constraint.initial())
        for name, one in no_scores().items():
            with pytest.raises(ConstraintError, match="`scores`"):
                pytest.fail(f"{name}: {CHOOSING[question](constraint, constraint.initial(), one)!r}")


def test_scores_of_every_real_type_are_taken() -> None:
    constraint = made("plain")
    start = constraint.initial()
    scores = np.arange(WIDTH) % 100
    expected = constraint.best(start, scores.astype(np.float64))
    kinds = [np.float16, np.float32, np.longdouble, np.int8, np.uint8, np.int64, ">f8"]
    given: list[Any] = [scores.astype(kind) for kind in kinds]
    given += [scores.tolist(), tuple(scores.tolist()), np.repeat(scores, 2)[::2]]
    for one in given:
        assert constraint.best(start, one) == expected


UNUSABLE = {"NaN": (math.nan, "NaN"), "-inf": (-math.inf, "-inf"), "inf": (math.inf, "inf")}


@pytest.mark.parametrize("question", CHOOSING)
@pytest.mark.parametrize("value", UNUSABLE)
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_no_token_is_chosen_by_scores_that_are_no_reason(question: str, value: str, kind: Any) -> None:
    number, said = UNUSABLE[value]
    for warm in (False, True):
        for text in (b"", b"Pick(cup)\nPut(cup, shelf)"):
            constraint = made("plain")
            cursor = along(constraint, text)
            allowed = constraint.allowed(cursor) if warm else made("plain").allowed
            ids = allowed if warm else allowed(along(allowed.__self__, text))
            # All scores; those of all admissible tokens; that of one of them, where one is enough.
            cases = [np.full(WIDTH, number, kind), np.zeros(WIDTH, kind)]
            cases[1][ids] = number
            if value != "-inf":
                cases.append(np.zeros(WIDTH, kind))
                cases[2][ids[-1]] = number
            for scores in cases:
                with pytest.raises(ModelScoresError, match=said):
                    pytest.fail(repr(CHOOSING[question](constraint, cursor, scores)))
            # Scores of what is not admissible are nobody's business.
            scores = np.full(WIDTH, number, kind)
            scores[ids] = 0
            assert CHOOSING[question](constraint, cursor, scores) in ids


@pytest.mark.parametrize("question", CHOOSING)
def test_where_nothing_is_admissible_nothing_is_chosen_whatever_the_scores(question: str) -> None:
    hopeless, ended = made("plain", HOPELESS), made("plain")
    last = ended.advance(along(ended, b"Pick(cup)\nPut(cup, shelf)"), EOS)
    for number in (0.0, math.nan, -math.inf, math.inf):
        scores = np.full(WIDTH, number)
        assert CHOOSING[question](hopeless, hopeless.initial(), scores) is None
        assert CHOOSING[question](ended, last, scores) is None


@pytest.mark.parametrize(
    "given",
    [
        {"temperature": 0},
        {"temperature": -1.0},
        {"temperature": math.nan},
        {"temperature": math.inf},
        {"temperature": "1"},
        {"temperature": None},
        {"temperature": True},
        {"random": None},
        {"random": 0},
        {"random": np.random},
    ],
    ids=str,
)
def test_a_temperature_or_generator_that_is_none_is_refused(given: dict[str, Any]) -> None:
    constraint = made("plain")
    arguments = {"temperature": 1.0, "random": np.random.default_rng(0)} | given
    with pytest.raises(ClampError, match=f"`{next(iter(given))}`"):
        constraint.sample(constraint.initial(), np.zeros(WIDTH), **arguments)


def test_the_coldest_temperature_takes_the_best() -> None:
    constraint = made("plain")
    scores = np.linspace(-1, 1, WIDTH) * 1e308
    expected = constraint.best(constraint.initial(), scores)
    assert constraint.sample(constraint.initial(), scores, 5e-324, np.random.default_rng(0)) == expected
