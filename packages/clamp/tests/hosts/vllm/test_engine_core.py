"""What runs inside vLLM's engine, without vLLM: both interfaces, against a naive replay of every request."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from fakes import TIDY, byte_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from serving import SPEC, Core, Demanding, params  # noqa: E402
from tiny_models import PADDING, tokenizer  # noqa: E402

from clamp.automata import Vocabulary  # noqa: E402
from clamp.decoding import Constraint, PlanConstraint, PlanFormat  # noqa: E402
from clamp.decoding.lookahead import Lookahead  # noqa: E402
from clamp.decoding.visibility import VisibilityBias  # noqa: E402
from clamp.decoding.weights import Score, Weighted  # noqa: E402
from clamp.errors import ConstraintError, DeadEndError, HMMError, HostError  # noqa: E402
from clamp.hmm import HMM  # noqa: E402
from clamp.hosts.follower import Follower  # noqa: E402
from clamp.hosts.vllm import batch  # noqa: E402
from clamp.hosts.vllm.batch import BatchProcessor  # noqa: E402
from clamp.serve.description import HMM_VARIABLE, Handed, hand_over, take_back  # noqa: E402
from clamp.serve.remote import Patience  # noqa: E402

CALLS = PlanFormat.calls()
WIDTH = len(tokenizer()) + PADDING
VOCABULARY = Vocabulary.from_tokenizer(tokenizer(), size=WIDTH, eos_ids=[tokenizer().eos_token_id])
EOS = tokenizer().eos_token_id


class Direction(Enum):
    UNIDIRECTIONAL = 0
    SWAP = 1


def config(**options: Any) -> Any:
    model_config = SimpleNamespace(
        tokenizer=tokenizer(),
        is_diffusion=False,
        get_vocab_size=lambda: WIDTH,
        try_get_generation_config=lambda: {"eos_token_id": EOS},
    )
    vars(model_config).update(options.pop("model", {}))
    return SimpleNamespace(model_config=model_config, speculative_config=None, **options)


def v1(kind: type[Core] = Core, **options: Any) -> Core:
    return kind(config(**options), torch.device("cpu"), False)


def update(removed: Any = (), added: Any = (), moved: Any = ()) -> Any:
    return SimpleNamespace(removed=removed, added=added, moved=moved)


def constraints() -> list[Any]:
    hard = PlanConstraint(TIDY, VOCABULARY, CALLS, budget=4, loops=True)
    short = PlanConstraint(TIDY, VOCABULARY, CALLS, budget=2, loops=True)
    hmm = HMM.random(3, WIDTH, seed=0)
    soft = VisibilityBias(hard, {"cup": -1.0, "shelf": -0.5})
    return [hard, short, Lookahead(hard, hmm, guidance=0.7), soft]


CONSTRAINTS = constraints()


def expected(constraint: Any, tokens: Sequence[int], scores: Any) -> np.ndarray:
    """A row after masking, by replaying the request from its beginning."""
    out = np.full(WIDTH, -np.inf, dtype=np.float32)
    if tokens and tokens[-1] == EOS:
        out[EOS] = scores[EOS]
        return out
    cursor = constraint.initial()
    for token in tokens:
        cursor = constraint.advance(cursor, token)
    allowed = constraint.allowed(cursor)
    guide = constraint.bias(cursor) if isinstance(constraint, Weighted) else None
    out[allowed] = scores[allowed] + (0 if guide is None else guide.astype(np.float32))
    return out


@dataclass(eq=False)
class Written:
    """A request as an engine keeps it."""

    constraint: Any
    params: Any
    prompt: list[int]
    tokens: list[int] = field(default_factory=list)


def requests(draw: random.Random, count: int) -> tuple[list[Written], list[dict[str, str]]]:
    made: list[Written] = []
    carried: list[dict[str, str]] = []
    for _ in range(count):
        constraint = draw.choice([None, *CONSTRAINTS])
        prompt = [draw.randrange(WIDTH) for _ in range(draw.randint(1, 4))]
        if constraint is None:
            made.append(Written(None, params(), prompt))
            continue
        token, _ = hand_over(constraint)
        carried.append(token)
        made.append(Written(constraint, params(token), prompt))
    return made, carried


def check_and_write(
    draw: random.Random, rows: Sequence[Written], before: Any, after: Any, reading: Sequence[Written] = ()
) -> None:
    """Every row is what a replay says, and then is longer by one of its finite tokens."""
    for row, request in enumerate(rows):
        if request in reading:
            continue
        old, new = before[row].numpy(), after[row].numpy()
        if request.constraint is None:
            assert np.array_equal(new, old)
            continue
        wished = expected(request.constraint, request.tokens, old)
        assert np.array_equal(np.isfinite(new), np.isfinite(wished))
        np.testing.assert_allclose(new, wished, rtol=1e-5, atol=1e-5)
        request.tokens.append(draw.choice(np.flatnonzero(np.isfinite(new)).tolist()))


# ------------------------------------------------------------------ the V1 model runner


class V1Batch:
    """A persistent batch as vLLM keeps it: holes are filled by newcomers, then by sliding rows down."""

    def __init__(self, core: Core):
        self.core = core
        self.rows: list[Written | None] = []

    def change(self, leave: Sequence[int], come: Sequence[Written], swaps: Sequence[tuple[int, int]]) -> None:
        holes = sorted(leave, reverse=True)
        added, moved = [], []
        for row in leave:
            self.rows[row] = None
        for request in come:
            row = holes.pop() if holes else len(self.rows)
            if row == len(self.rows):
                self.rows.append(None)
            self.rows[row] = request
            added.append((row, request.params, request.prompt, request.tokens))
        while self.rows and self.rows[-1] is None:
            self.rows.pop()
        for hole in sorted(holes):
            if hole >= len(self.rows):
                break
            moved.append((len(self.rows) - 1, hole, Direction.UNIDIRECTIONAL))
            self.rows[hole] = self.rows.pop()
            while self.rows and self.rows[-1] is None:
                self.rows.pop()
            holes.remove(hole)
        for first, second in swaps:
            if max(first, second) < len(self.rows):
                self.rows[first], self.rows[second] = self.rows[second], self.rows[first]
                moved.append((first, second, Direction.SWAP))
        changed = bool(leave or added or moved)
        self.core.update_state(update(holes, added, moved) if changed else None)


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_v1_rows_are_masked_as_a_replay_says_whatever_the_batch_does(seed: int) -> None:
    draw = random.Random(seed)
    batch = V1Batch(v1())
    pool, carried = requests(draw, 7)
    waiting = list(pool)
    for step in range(14):
        leave = [row for row, one in enumerate(batch.rows) if draw.random() < (0.5 if ended(one) else 0.12)]
        # Those that did not end were preempted, and come back with what they have written.
        waiting += [one for row in leave if (one := batch.rows[row]) is not None and not ended(one)]
        come = [
            waiting.pop(draw.randrange(len(waiting))) for _ in range(draw.randint(0, min(3, len(waiting))))
        ]
        size = max(1, len(batch.rows))
        swaps = [(draw.randrange(size), draw.randrange(size)) for _ in range(draw.randint(0, 2))]
        batch.change(leave, come, [(a, b) for a, b in swaps if a != b])
        if step == 5:  # a step's result is thrown away and written again
            for one in batch.rows:
                if one is not None and len(one.tokens) > 1 and draw.random() < 0.5:
                    del one.tokens[-1]
        rows = [one for one in batch.rows if one is not None]
        assert len(rows) == len(batch.rows)
        if rows:
            before = torch.randn(len(rows), WIDTH)
            after = batch.core.apply(before.clone())
            check_and_write(draw, rows, before, after)
    for token in carried:
        take_back(token)


def ended(request: Written | None) -> bool:
    return request is not None and request.tokens[-1:] == [EOS]


def test_rewritten_history_is_followed_anew() -> None:
    follower, hard = Follower(CONSTRAINTS[0], VOCABULARY.eos_ids), CONSTRAINTS[0]
    first, second = (VOCABULARY.encode_batch([text])[0] for text in (b"Pick(cup)\nPut(", b"Look()\nPick(c"))
    follower.follow(first)
    follower.follow([*first[:-1], second[0]][:1])
    follower.follow(second)
    cursor = hard.initial()
    for token in second:
        cursor = hard.advance(cursor, token)
    assert np.array_equal(follower.admissible().ids, hard.allowed(cursor))


# ------------------------------------------------------------------ Model Runner V2


class V2Batch:
    """Requests in slots that never move, in rows that change at every step."""

    def __init__(self, slots: int, length: int):
        self.tokens = torch.zeros(slots, length, dtype=torch.int32)
        self.states = SimpleNamespace(
            prompt_len=SimpleNamespace(np=np.zeros(slots, dtype=np.int32)),
            all_token_ids=SimpleNamespace(gpu=self.tokens),
        )
        self.core = Core(config(), self.states)
        self.free = list(range(slots))
        self.slots: dict[Written, int] = {}
        self.read: dict[Written, int] = {}

    def enter(self, draw: random.Random, request: Written) -> None:
        slot = self.free.pop(draw.randrange(len(self.free)))
        self.slots[request] = slot
        self.states.prompt_len.np[slot] = len(request.prompt)
        self.tokens[slot] = -7
        known = request.prompt + request.tokens
        self.tokens[slot, : len(known)] = torch.tensor(known)
        self.read[request] = draw.randint(1, len(known))
        assert self.core.add_request(slot, request.params) == (request.constraint is not None)
        self.core.apply_staged_writes()

    def leave(self, request: Written) -> None:
        self.free.append(self.slots.pop(request))

    def step(self, draw: random.Random) -> None:
        rows = draw.sample(list(self.slots), draw.randint(1, len(self.slots)))
        slots = [self.slots[one] for one in rows]
        ends = [self.read[one] for one in rows]
        known = [one.prompt + one.tokens for one in rows]
        ctx = SimpleNamespace(
            idx_mapping_np=np.array(slots),
            expanded_idx_mapping=torch.tensor(slots),
            pos=torch.tensor([end - 1 for end in ends]),
            input_ids=torch.tensor([text[end - 1] for text, end in zip(known, ends, strict=True)]),
        )
        before = torch.randn(len(rows), WIDTH)
        after = self.core.apply(before.clone(), ctx)
        # The rows of texts that are still being read are thrown away.
        reading = [one for one, text, end in zip(rows, known, ends, strict=True) if end < len(text)]
        check_and_write(draw, rows, before, after, reading)
        for one in rows:
            if one.constraint is None and one not in reading:
                one.tokens.append(draw.randrange(WIDTH))
            text = one.prompt + one.tokens
            self.tokens[self.slots[one], : len(text)] = torch.tensor(text)
            self.read[one] = draw.randint(self.read[one] + 1, len(text)) if one in reading else len(text)


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_v2_rows_are_masked_as_a_replay_says_whatever_the_batch_does(seed: int) -> None:
    draw = random.Random(seed)
    batch = V2Batch(slots=4, length=200)
    waiting, carried = requests(draw, 7)
    for _ in range(14):
        for one in list(batch.slots):
            if draw.random() < (0.5 if ended(one) else 0.12):
                batch.leave(one)
                if not ended(one):
                    waiting.append(one)
        while waiting and batch.free and draw.random() < 0.7:
            batch.enter(draw, waiting.pop(draw.randrange(len(waiting))))
        if batch.slots:
            batch.step(draw)
    for token in carried:
        take_back(token)


def test_v2_several_rows_for_a_request_are_refused() -> None:
    batch = V2Batch(slots=2, length=20)
    token, _ = hand_over(CONSTRAINTS[0])
    batch.enter(random.Random(0), request := Written(CONSTRAINTS[0], params(token), [1]))
    slot = batch.slots[request]
    rows = torch.tensor([slot, slot])
    ctx = SimpleNamespace(
        idx_mapping_np=np.array([slot]), expanded_idx_mapping=rows, pos=rows, input_ids=rows
    )
    with pytest.raises(HostError, match=r"one row a request.*speculative"):
        batch.core.apply(torch.zeros(2, WIDTH), ctx)
    take_back(token)


# ------------------------------------------------------------------ fail closed


def test_engines_that_cannot_be_constrained_do_not_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    device = torch.device("cpu")
    speculative = config()
    speculative.speculative_config = object()
    with pytest.raises(HostError, match="speculative decoding"):
        Core(speculative, device, False)
    with pytest.raises(HostError, match="left to right"):
        Core(config(model={"is_diffusion": True}), device, False)
    with pytest.raises(HostError, match="no tokenizer"):
        Core(config(model={"tokenizer": None}), device, False)
    with pytest.raises(HostError, match="4 arguments"):
        Core(config(), device, False, 1)
    silent = SimpleNamespace(eos_token_id=None)
    with pytest.raises(HostError, match="end-of-sequence"):
        Core(config(model={"tokenizer": silent, "try_get_generation_config": dict}), device, False)
    with pytest.raises(NotImplementedError):
        BatchProcessor(config(), device, False)
    monkeypatch.setenv(HMM_VARIABLE, str(tmp_path / "none"))
    with pytest.raises(HMMError):
        v1()


def test_all_end_tokens_of_the_engine_end_a_plan() -> None:
    core = v1(model={"try_get_generation_config": lambda: {"eos_token_id": [EOS, 0]}})
    assert core.vocabulary.eos_ids == {EOS, 0}
    assert not core.is_argmax_invariant()


def test_requests_without_a_constraint_pass_bit_by_bit() -> None:
    core = v1()
    core.update_state(update(added=[(0, params(), [1], [])]))
    core.update_state(None)
    logits = torch.randn(1, WIDTH)
    assert core.apply(logits) is logits
    ctx = SimpleNamespace(idx_mapping_np=np.array([0]))
    assert V2Batch(2, 4).core.apply(logits, ctx) is logits


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (Core, lambda: params({**SPEC, "budget": -1})),
        (Core, lambda: params({"handed": "elsewhere"})),
        (Core, lambda: params({**SPEC, "guidance": 1.0})),
        (Core, lambda: params(SPEC, stop_token_ids=[5])),
        (Core, lambda: params({**SPEC, "budget": 1})),
        (Demanding, params),
    ],
)
def test_what_cannot_be_enforced_leaves_the_text_empty(kind: type[Core], made: Any) -> None:
    core = v1(kind)
    tokens: list[int] = []
    core.update_state(update(added=[(0, made(), [1], tokens)]))
    for _ in range(2):
        logits = core.apply(torch.randn(1, WIDTH))
        assert np.flatnonzero(np.isfinite(logits[0].numpy())).tolist() == [EOS]
        tokens.append(EOS)


def test_a_planner_hears_why_its_constraint_is_not_enforced() -> None:
    other = PlanConstraint(TIDY, byte_vocabulary(), CALLS, budget=4)
    theirs = Vocabulary.from_tokenizer(tokenizer(), size=WIDTH, eos_ids=[0])
    for constraint, why in (
        (other, "Models pad their vocabularies"),
        (PlanConstraint(TIDY, theirs, CALLS, budget=4), r"end with the tokens \[0\]"),
    ):
        core, (token, handed) = v1(), hand_over(constraint)
        core.update_state(update(added=[(0, params(token), [1], [])]))
        assert handed.refusal is not None
        with pytest.raises(ConstraintError, match=why):
            raise ConstraintError(handed.refusal)
        take_back(token)


def test_the_time_is_told_to_the_planner() -> None:
    core, (token, handed) = v1(), hand_over(CONSTRAINTS[0])
    core.update_state(update(added=[(0, params(token), [1], []), (1, params(), [1], [])]))
    core.apply(torch.randn(2, WIDTH))
    assert isinstance(handed, Handed)
    assert handed.seconds > 0
    take_back(token)


def test_equal_descriptions_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_KEPT_CONSTRAINTS", 2)
    core = v1()
    core._patience = Patience(60.0)
    found = [core._constraint(batch.read_carried({**SPEC, "budget": one})) for one in (3, 4, 3, 5, 3)]
    assert found[0] is found[2] is found[4]
    assert len(core._built) == 2


def test_an_engine_has_an_hmm_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    HMM.random(3, WIDTH, seed=1).for_tokenizer(tokenizer()).save_pretrained(tmp_path)
    monkeypatch.setenv(HMM_VARIABLE, str(tmp_path))
    core = v1()
    made = core._constraint(batch.read_carried({**SPEC, "guidance": 0.5}))
    assert isinstance(made, Lookahead)
    core.update_state(update(added=[(0, params({**SPEC, "guidance": 0.5}), [1], [])]))
    before = torch.zeros(1, WIDTH)
    after = core.apply(before.clone())[0].numpy()
    np.testing.assert_allclose(after, expected(made, [], before[0].numpy()), atol=1e-6)


def test_rows_must_be_those_that_were_announced() -> None:
    core, (token, _) = v1(), hand_over(CONSTRAINTS[0])
    core.update_state(update(added=[(3, params(token), [1], [])]))
    with pytest.raises(HostError, match="row 3, but there are scores of 2 rows"):
        core.apply(torch.zeros(2, WIDTH))
    take_back(token)


class Bad(Weighted):
    """A constraint that works until one of its verbs does not."""

    def __init__(self, verb: str, what: Any):
        super().__init__(CONSTRAINTS[0], [Score("mine", 1.0, np.zeros)])
        self.verb, self.what = verb, what

    def _do(self, verb: str, result: Any) -> Any:
        if verb != self.verb:
            return result
        if isinstance(self.what, BaseException):
            raise self.what
        return self.what

    def initial(self) -> int:
        return self._do("initial", 0)

    def advance(self, cursor: int, token: int) -> int:
        return self._do("advance", cursor + 1)

    def allowed(self, cursor: int) -> np.ndarray:
        found = np.array([5, 9], dtype=np.int64)
        return self._do("allowed", found) if cursor or self.verb != "allowed" else found

    def dead_end(self, cursor: int) -> str | None:
        return None

    def bias(self, cursor: int) -> Any:
        return self._do("bias", np.zeros(2)) if cursor else np.zeros(2)


BAD: list[tuple[Any, str]] = [
    *((Bad(verb, error), "late|RuntimeError|MemoryError|x") for verb in ("advance", "allowed", "bias")
      for error in (RuntimeError("late"), MemoryError(), ConstraintError("too late"), KeyError("x"))),
    (Bad("initial", RecursionError("deep")), "deep"),
    (Bad("allowed", np.empty(0, dtype=np.int64)), "No token is admissible"),
    (Bad("bias", np.full(2, -1e300)), "."),
    (Bad("bias", np.zeros(3)), "."),
    (Bad("none", None), "NaN"),  # the model's scores are
    (Bad("none", None), "every admissible token has score -inf"),
    (Bad("none", None), "did not admit"),  # another processor wrote something
]  # fmt: skip


@pytest.mark.parametrize("v2", [False, True])
@pytest.mark.parametrize(("bad", "why"), BAD)
def test_a_bad_row_ends_alone(bad: Bad, why: str, v2: bool) -> None:
    """Beside it: a good row, an unconstrained one. It ends for good, and its planner hears why."""
    good = CONSTRAINTS[0]
    tokens = [hand_over(bad), hand_over(good)]  # type: ignore[arg-type]
    rows = [Written(bad, params(tokens[0][0]), [1]), Written(good, params(tokens[1][0]), [1])]
    rows.append(Written(None, params(), [1]))
    batch = V2Batch(slots=3, length=20)
    core = batch.core if v2 else v1()
    if v2:
        for one in rows:
            batch.enter(random.Random(0), one)
    else:
        core.update_state(update(added=[(i, r.params, r.prompt, r.tokens) for i, r in enumerate(rows)]))
    for step in range(4):
        before = torch.randn(3, WIDTH)
        if step and "model's scores" not in why and why == "NaN" and bad.verb == "none":
            before[0] = torch.nan
        if step and why == "every admissible token has score -inf":
            before[0] = -torch.inf
        slots = [batch.slots.get(one, 0) for one in rows]
        known = [one.prompt + one.tokens for one in rows]
        for slot, text in zip(slots, known, strict=True):
            batch.tokens[slot, : len(text)] = torch.tensor(text)
        ctx = SimpleNamespace(
            idx_mapping_np=np.array(slots),
            expanded_idx_mapping=torch.tensor(slots),
            pos=torch.tensor([len(text) - 1 for text in known]),
            input_ids=torch.tensor([text[-1] for text in known]),
        )
        after = core.apply(before.clone(), ctx) if v2 else core.apply(before.clone())
        assert torch.equal(after[2], before[2])
        wished = expected(good, rows[1].tokens, before[1].numpy())
        np.testing.assert_allclose(after[1].numpy(), wished, rtol=1e-5)
        finite = np.flatnonzero(np.isfinite(after[0].numpy())).tolist()
        assert finite
        assert not torch.isnan(after[0]).any()
        if step > 1:
            assert finite == [EOS]
        rows[0].tokens.append(7 if why == "did not admit" and step == 0 else finite[0])
        for one in rows[1:]:
            one.tokens.append(int(np.flatnonzero(np.isfinite(after[rows.index(one)].numpy()))[0]))
    refusal = tokens[0][1].refusal
    assert refusal is not None
    with pytest.raises(ConstraintError, match=why):
        raise ConstraintError(refusal)
    assert tokens[1][1].refusal is None
    for token, _ in tokens:
        take_back(token)


def test_scores_of_a_wrong_width_end_what_is_constrained() -> None:
    core, (token, handed) = v1(), hand_over(CONSTRAINTS[0])
    core.update_state(update(added=[(0, params(token), [1], []), (1, params(), [1], [])]))
    before = torch.randn(2, WIDTH + 8)
    after = core.apply(before.clone())
    assert torch.equal(after[1], before[1])
    assert np.flatnonzero(np.isfinite(after[0].numpy())).tolist() == [EOS]
    assert f"scores {WIDTH + 8} tokens" in str(handed.refusal)
    take_back(token)


def test_a_slot_that_is_not_in_the_batch_costs_nothing() -> None:
    class Never:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError(f"{name} was read")

    batch = V2Batch(slots=2, length=20)
    token, _ = hand_over(CONSTRAINTS[0])
    batch.enter(random.Random(0), request := Written(CONSTRAINTS[0], params(token), [1]))
    other = 1 - batch.slots[request]
    ctx = Never()
    ctx.idx_mapping_np = np.array([other])  # type: ignore[attr-defined]
    logits = torch.randn(1, WIDTH)
    assert batch.core.apply(logits, ctx) is logits
    take_back(token)


def test_ranks_on_several_machines_are_refused() -> None:
    wide = config(parallel_config=SimpleNamespace(tensor_parallel_size=4, nnodes=2))
    with pytest.raises(HostError, match="several machines"):
        Core(wide, torch.device("cpu"), False)
    Core(
        config(parallel_config=SimpleNamespace(tensor_parallel_size=4, nnodes=1)), torch.device("cpu"), False
    )


def test_a_dead_end_in_the_middle_of_a_plan_is_an_error() -> None:
    class Stuck(Constraint[int]):
        def initial(self) -> int:
            return 0

        def advance(self, cursor: int, token: int) -> int:
            return cursor + 1

        def allowed(self, cursor: int) -> np.ndarray:
            return np.array([[5], []][cursor], dtype=np.int64)

    follower = Follower(Stuck(VOCABULARY), VOCABULARY.eos_ids)
    follower.follow([5])
    with pytest.raises(DeadEndError, match="after 1 tokens"):
        follower.admissible()


# ------------------------------------------------------------------ what crosses over to the device


def test_a_mask_that_was_used_before_stays_on_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever row and whoever's request: what does not change is not copied again."""
    sent: list[int] = []
    real = torch.tensor

    def tensor(data: Any, *rest: Any, **options: Any) -> Any:
        if isinstance(data, np.ndarray):
            sent.append(len(data))
        return real(data, *rest, **options)

    monkeypatch.setattr(batch.torch, "tensor", tensor)
    hard = PlanConstraint(TIDY, VOCABULARY, CALLS, budget=4, loops=True)
    core = v1()
    carried = [hand_over(hard)[0] for _ in range(3)]
    texts: list[list[int]] = [[], [], []]
    try:
        core.update_state(update(added=[(row, params(carried[row]), [1], texts[row]) for row in range(3)]))
        logits = torch.zeros((3, WIDTH))
        core.apply(logits.clone())
        assert len(sent) == 1, "three rows at one place have one mask"
        for _ in range(4):  # nothing was written, as while other prompts are read
            core.apply(logits.clone())
        assert len(sent) == 1
        written = iter(range(100))
        while next(written) < 30:
            masked = core.apply(logits.clone())
            token = int(masked[0].argmax())
            if token == EOS:
                break
            texts[0].append(token)
        leader = len(sent)
        core.update_state(update(moved=[(0, 2, Direction.SWAP)]))
        for token in texts[0]:  # the others follow the first, from other rows
            for text in texts[1:]:
                text.append(token)
            core.apply(logits.clone())
        assert len(sent) - leader <= leader // 10, "a constraint may find a mask anew, but hardly ever"
    finally:
        for one in carried:
            take_back(one)
