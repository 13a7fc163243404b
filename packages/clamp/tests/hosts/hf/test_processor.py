"""ClampLogitsProcessor: the constraint's own mask, whatever `generate` does to the rows."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary, graph_systems
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import PADDING, model, tokenizer  # noqa: E402
from transformers import LogitsProcessor, LogitsProcessorList  # noqa: E402

from clamp.automata import Vocabulary  # noqa: E402
from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.errors import ConstraintError, DeadEndError, HostError  # noqa: E402
from clamp.hosts.hf.processor import ClampLogitsProcessor  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

CALLS = PlanFormat.calls()
EXTRA = [b"a(", b"x)", b"(x", b")\n", b"ab", b"cup", b")\na", "é".encode()[:1], b"Pick(cup_2)\nPick"]
PICK, PUT, LOOK = Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")
TIDY = GraphSystem([PICK, PUT, LOOK], {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}}, {2})
"""Look as often as you like, then pick, then put: the goal is two steps away."""


def vocabulary() -> Vocabulary:
    return Vocabulary.from_tokenizer(tokenizer(), size=len(tokenizer()) + PADDING)


def tidy(budget: int = 4, **options: Any) -> PlanConstraint:
    return PlanConstraint(TIDY, vocabulary(), CALLS, budget=budget, **options)


def plans_of(sequences: Any, prompt_length: int, system: GraphSystem = TIDY) -> list[str]:
    """The texts after the prompts; each must have ended, be a plan, and hold before the validator."""
    texts: list[str] = []
    for row in sequences[:, prompt_length:].tolist():
        assert tokenizer().eos_token_id in row
        text = vocabulary().decode(row).decode()
        assert system.validate(CALLS.parse(text)).valid
        texts.append(text)
    return texts


def generate(constraints: Any, prompts: list[str], *, kind: str = "llama", **options: Any) -> Any:
    inputs = tokenizer()(prompts, return_tensors="pt", padding=True, padding_side="left")
    inputs.pop("token_type_ids", None)
    length = inputs["input_ids"].shape[1]
    processor = ClampLogitsProcessor(constraints, prompt_length=length)
    torch.manual_seed(0)
    options = {"do_sample": False, "max_new_tokens": 150, **options}
    sequences = model(kind).generate(**inputs, logits_processor=LogitsProcessorList([processor]), **options)
    return sequences, length


# ------------------------------------------------------------------ the law of one step


@settings(max_examples=examples(60))
@given(
    graph_systems(), st.integers(1, 3), st.integers(0, 2**32 - 1), st.sampled_from(["float32", "bfloat16"])
)
def test_finite_exactly_where_admissible_however_rows_are_reordered(
    system: GraphSystem, budget: int, seed: int, dtype: str
) -> None:
    vocabulary = byte_vocabulary(EXTRA)
    constraint = PlanConstraint(system, vocabulary, CALLS, budget=budget, loops=True)
    assume(constraint.failure() is None)
    prompt, rows, draw = 3, 4, random.Random(seed)
    processor = ClampLogitsProcessor(constraint, prompt_length=prompt)
    eos = min(vocabulary.eos_ids)
    generated: list[list[int]] = [[] for _ in range(rows)]
    for _ in range(12):
        ids = torch.tensor([[7] * prompt + row for row in generated])
        scores = torch.randn(rows, vocabulary.size, generator=torch.Generator().manual_seed(seed))
        scores = scores.to(getattr(torch, dtype))
        before = scores.clone()
        masked = processor(ids, scores)
        assert torch.equal(scores, before)
        assert masked.dtype == scores.dtype
        assert not masked.isnan().any()
        for row, tokens in enumerate(generated):
            finite = torch.isfinite(masked[row]).nonzero()[:, 0].tolist()
            if eos in tokens:
                assert finite == [eos]
                continue
            cursor = constraint.initial()
            for token in tokens:
                cursor = constraint.advance(cursor, token)
            allowed = constraint.allowed(cursor).tolist()
            assert finite == allowed
            assert torch.equal(masked[row, allowed], scores[row, allowed])
        parents = [draw.randrange(rows) for _ in range(rows)]
        generated = [
            [*generated[parent], 0 if eos in generated[parent] else _draw(masked[parent], draw)]
            for parent in parents
        ]


def _draw(scores: Any, draw: random.Random) -> int:
    return draw.choice(torch.isfinite(scores).nonzero()[:, 0].tolist())


# ------------------------------------------------------------------ what generate does


@pytest.mark.parametrize("kind", ["llama", "qwen3", "mistral-window"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"do_sample": True, "temperature": 2.0},
        {"do_sample": True, "top_k": 3, "top_p": 0.5},
        {"num_beams": 3},
        {"num_beams": 3, "length_penalty": 0.0, "early_stopping": True},
        {"do_sample": True, "num_return_sequences": 3},
        {"renormalize_logits": True, "do_sample": True},
        {"repetition_penalty": 1.5},
    ],
    ids=str,
)
def test_every_text_that_generate_writes_is_a_plan(kind: str, options: dict[str, Any]) -> None:
    sequences, length = generate(tidy(), ["Task: tidy up", "Go"], kind=kind, **options)
    plans_of(sequences, length)


def test_rows_have_their_own_constraints() -> None:
    looks = GraphSystem([Action("Wave"), Action("Bow")], {0: {0: 0, 1: 1}}, {1})
    other = PlanConstraint(looks, vocabulary(), CALLS, budget=3)
    sequences, length = generate([tidy(), other], ["Task: tidy up", "Go"], num_beams=2)
    plans_of(sequences[:1], length)
    plans_of(sequences[1:], length, looks)


def test_padding_does_not_change_a_row() -> None:
    prompts = ["Task: pick", "Objects: cup, shelf. Task: put the cup on the shelf, please"]
    together, length = generate(tidy(), prompts)
    for row, prompt in enumerate(prompts):
        alone, own = generate(tidy(), [prompt])
        assert plans_of(together[row : row + 1], length) == plans_of(alone, own)


def test_fewer_plans_than_beams() -> None:
    only = tidy(budget=2)
    sequences, length = generate(only, ["Task"], num_beams=4, max_new_tokens=60)
    assert plans_of(sequences, length) == ["Pick(cup)\nPut(cup, shelf)"]


def test_beams_find_the_likeliest_plan_that_greedy_search_misses() -> None:
    def total(sequence: Any, length: int) -> float:
        with torch.inference_mode():
            logs = model()(sequence[None]).logits[0].log_softmax(-1)
        end = sequence.tolist().index(tokenizer().eos_token_id, length)
        return sum(logs[at - 1, sequence[at]].item() for at in range(length, end + 1))

    greedy, length = generate(tidy(), ["Task"])
    beams, _ = generate(tidy(), ["Task"], num_beams=12, length_penalty=0.0)
    assert total(beams[0], length) >= total(greedy[0], length)


def test_without_a_prompt_length_it_serves_one_call() -> None:
    inputs = tokenizer()(["Task: tidy"], return_tensors="pt")
    processor = ClampLogitsProcessor(tidy())
    run = {"logits_processor": LogitsProcessorList([processor]), "do_sample": False, "max_new_tokens": 90}
    ids = inputs["input_ids"]
    first = model().generate(ids, **run)
    again = model().generate(ids, **run)
    assert torch.equal(first, again)
    plans_of(first, ids.shape[1])
    longer = tokenizer()(["Task: tidy up the room"], return_tensors="pt")["input_ids"]
    with pytest.raises(HostError, match=r"reset\(\)"):
        model().generate(longer, **run)
    processor.reset()
    plans_of(model().generate(longer, **run), longer.shape[1])
    assert processor.calls > 0
    assert processor.seconds > 0


# ------------------------------------------------------------------ refusals


class Bans(LogitsProcessor):
    def __call__(self, input_ids: Any, scores: Any) -> Any:
        return torch.full_like(scores, -torch.inf)


class Revives(LogitsProcessor):
    """Runs after the constraint and writes what it likes."""

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        scores[:, 65] = 100.0
        return scores


def one_step(constraint: Any, width: int, generated: list[list[int]] | None = None, **options: Any) -> Any:
    rows = generated or [[]]
    ids = torch.tensor([[0, *row] for row in rows])
    return ClampLogitsProcessor(constraint, prompt_length=1, **options)(ids, torch.zeros(len(rows), width))


@pytest.mark.parametrize("change", [-1, 1])
def test_a_model_of_another_width_is_refused(change: int) -> None:
    width = vocabulary().size + change
    with pytest.raises(ConstraintError, match=rf"scores {width} tokens.*size={width}"):
        one_step(tidy(), width)


def test_no_plan_is_a_dead_end_with_its_cause() -> None:
    with pytest.raises(DeadEndError, match=r"no plan exists \(budget\): .*needs 2 actions"):
        one_step(tidy(budget=1), vocabulary().size)


def test_banned_tokens_are_a_dead_end_not_a_nan() -> None:
    inputs = tokenizer()(["Task"], return_tensors="pt")["input_ids"]
    processors = LogitsProcessorList([Bans(), ClampLogitsProcessor(tidy())])
    with pytest.raises(DeadEndError, match="every admissible token has score -inf before"):
        model().generate(inputs, logits_processor=processors, do_sample=True, max_new_tokens=9)


def test_a_processor_that_revives_forbidden_tokens_is_noticed() -> None:
    inputs = tokenizer()(["Task"], return_tensors="pt")["input_ids"]
    processors = LogitsProcessorList([ClampLogitsProcessor(tidy()), Revives()])
    with pytest.raises(DeadEndError, match="another processor run after"):
        model().generate(inputs, logits_processor=processors, do_sample=False, max_new_tokens=9)


def test_nan_scores_are_named() -> None:
    processor = ClampLogitsProcessor(tidy(), prompt_length=0)
    with pytest.raises(DeadEndError, match="NaN"):
        processor(torch.zeros(1, 0, dtype=torch.long), torch.full((1, vocabulary().size), torch.nan))


def test_a_token_that_was_not_admitted_is_refused() -> None:
    with pytest.raises(DeadEndError, match=r"Generated token 1 is 33.*prompt lookup"):
        one_step(PlanConstraint(TIDY, byte_vocabulary(), CALLS, budget=4), 257, [[ord("P"), ord("!")]])


@pytest.mark.parametrize("prompt", ["Pick(cup)\nPut(cup, shelf)", "Look()\nLook()\nPick(shelf)", "aaaaaaaa"])
def test_prompt_lookup_never_writes_what_is_no_plan(prompt: str) -> None:
    inputs = tokenizer()([prompt], return_tensors="pt")["input_ids"]
    length = inputs.shape[1]
    processors = LogitsProcessorList([ClampLogitsProcessor(tidy(), prompt_length=length)])
    options = {"prompt_lookup_num_tokens": 6, "max_matching_ngram_size": 1, "max_new_tokens": 80}
    try:
        sequences = model().generate(inputs, logits_processor=processors, do_sample=False, **options)
    except DeadEndError as error:
        assert "prompt lookup" in str(error)  # noqa: PT017
    else:
        plans_of(sequences, length)


def test_continuous_batching_is_declared_unsupported() -> None:
    assert ClampLogitsProcessor.supports_continuous_batching is False


def test_unknown_parents_are_replayed() -> None:
    tokens = [int(token) for token in np.frombuffer(b"Pick", dtype=np.uint8)]
    constraint = PlanConstraint(TIDY, byte_vocabulary(), CALLS, budget=4)
    masked = one_step(constraint, 257, [tokens])
    assert torch.isfinite(masked[0]).nonzero()[:, 0].tolist() == [ord("(")]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: ClampLogitsProcessor([]), ConstraintError, "at least one constraint"),
        (lambda: ClampLogitsProcessor(tidy(), prompt_length=-1), ConstraintError, "at least 0"),
        (lambda: one_step([tidy(), tidy()], 9, [[], [], []]), ConstraintError, "2 constraints for 3 rows"),
        (
            lambda: ClampLogitsProcessor(tidy(), 5)(torch.zeros(1, 2, dtype=torch.long), torch.zeros(1, 9)),
            HostError,
            "fewer than prompt_length=5",
        ),
    ],
)
def test_misuse_is_explained(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


# ------------------------------------------------------------------ odd arguments


@pytest.mark.parametrize(
    "given",
    [
        None,
        "constraint",
        b"constraint",
        3,
        object(),
        PlanConstraint,
        [None],
        (None,),
        ["tidy"],
        [3],
        {},
        {"row": None},
        set(),
        iter([]),
        [[]],
    ],
    ids=lambda given: re.sub(" at 0x.*", "", repr(given))[:20],
)
def test_what_are_no_constraints_are_refused(given: Any) -> None:
    with pytest.raises(ConstraintError, match=r"`constraints` is|the list is empty"):
        ClampLogitsProcessor(given)
    with pytest.raises(ConstraintError, match=r"`constraints` is"):
        ClampLogitsProcessor([tidy(), given])


@pytest.mark.parametrize(
    "given",
    ["3", "", b"3", 3.0, 3.5, float("nan"), float("inf"), True, [3], (), {}, object(), -1, -(10**400)],
    ids=lambda given: re.sub(" at 0x.*", "", repr(given))[:20],
)
def test_what_is_no_prompt_length_is_refused(given: Any) -> None:
    with pytest.raises(ConstraintError, match="`prompt_length`"):
        ClampLogitsProcessor(tidy(), prompt_length=given)


def test_arrays_and_tensors_that_are_no_number_are_no_prompt_length() -> None:
    given: list[Any] = [
        np.float64(3),
        np.bool_(True),
        np.array([3, 4]),
        torch.tensor(3.0),
        torch.tensor([3, 4]),
    ]
    for one in [*given, torch.tensor(True), torch.tensor(3, device="meta")]:
        test_what_is_no_prompt_length_is_refused(one)


@pytest.mark.parametrize("given", [np.int64(3), np.uint8(3), torch.tensor(3), torch.tensor([3])], ids=repr)
def test_any_whole_number_is_a_prompt_length(given: Any) -> None:
    width = vocabulary().size
    masked = [
        ClampLogitsProcessor(tidy(), prompt_length=one)(
            torch.ones(2, 3, dtype=torch.long), torch.zeros(2, width)
        )
        for one in (3, given)
    ]
    assert torch.equal(*masked)


IDS = torch.ones(1, 3, dtype=torch.long)
ODD_TENSORS: dict[str, Any] = {
    "two score rows for one text": lambda width: (IDS, torch.zeros(2, width)),
    "no score row": lambda width: (IDS, torch.zeros(0, width)),
    "two texts for one score row": lambda width: (IDS.repeat(2, 1), torch.zeros(1, width)),
    "too narrow": lambda width: (IDS, torch.zeros(1, width - 1)),
    "too wide": lambda width: (IDS, torch.zeros(1, width + 1)),
    "no scores": lambda width: (IDS, torch.zeros(1, 0)),
    "one row alone": lambda width: (IDS, torch.zeros(width)),
    "a score": lambda width: (IDS, torch.tensor(0.0)),
    "three dimensions": lambda width: (IDS, torch.zeros(1, 1, width)),
    "whole numbers": lambda width: (IDS, torch.zeros(1, width, dtype=torch.long)),
    "truth values": lambda width: (IDS, torch.zeros(1, width, dtype=torch.bool)),
    "complex": lambda width: (IDS, torch.zeros(1, width, dtype=torch.complex64)),
    "arrays": lambda width: (IDS, np.zeros((1, width))),
    "lists": lambda width: (IDS, [[0.0] * width]),
    "nothing": lambda width: (IDS, None),
    "scores without numbers": lambda width: (IDS, torch.zeros(1, width, device="meta")),
    "sparse": lambda width: (IDS, torch.zeros(1, width).to_sparse()),
    "ids without numbers": lambda width: (IDS.to("meta"), torch.zeros(1, width)),
    "one text alone": lambda width: (IDS[0], torch.zeros(1, width)),
    "ids of reals": lambda width: (IDS.float(), torch.zeros(1, width)),
    "ids of truth values": lambda width: (IDS.bool(), torch.zeros(1, width)),
    "an array of ids": lambda width: (IDS.numpy(), torch.zeros(1, width)),
    "a list of ids": lambda width: (IDS.tolist(), torch.zeros(1, width)),
    "ids of nothing": lambda width: (None, torch.zeros(1, width)),
}


@pytest.mark.parametrize("length", [None, 3, 0])
@pytest.mark.parametrize("name", ODD_TENSORS)
def test_tensors_that_generate_would_not_give_are_refused(name: str, length: int | None) -> None:
    processor = ClampLogitsProcessor(tidy(), prompt_length=length)
    ids, scores = ODD_TENSORS[name](vocabulary().size)
    if length == 0 and name in ("too narrow", "too wide", "no scores"):
        ids = IDS[:, :0]  # or it would be the tokens that are refused
    with pytest.raises(ConstraintError):
        processor(ids, scores)


@pytest.mark.parametrize("ended", [False, True])
def test_scores_of_another_width_are_refused_wherever_a_text_is(ended: bool) -> None:
    eos = int(tokenizer().eos_token_id)
    plan = tokenizer()("Pick(cup)\nPut(cup, shelf)", add_special_tokens=False)["input_ids"]
    ids = torch.tensor([[*plan, eos]] if ended else [plan])
    with pytest.raises(ConstraintError, match=r"scores \d+ tokens"):
        ClampLogitsProcessor(tidy(), prompt_length=0)(ids, torch.zeros(1, 1))


# ------------------------------------------------------------------ assisted decoding


@cache
def assistant(seed: int) -> Any:
    from tiny_models import text_shape
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(seed)
    return LlamaForCausalLM(LlamaConfig(**{**text_shape(), "head_dim": 8, "bos_token_id": None})).eval()


ASSISTED: dict[str, Any] = {
    "an assistant": lambda: {"assistant_model": assistant(2)},
    "a better one": lambda: {"assistant_model": model()},
    "mixed with one": lambda: {"assistant_model": assistant(3), "assistant_ensemble_weight": 0.5},
    "an early exit": lambda: {"assistant_early_exit": 1},
    "prompt lookup": lambda: {"prompt_lookup_num_tokens": 6, "max_matching_ngram_size": 1},
}


@pytest.mark.filterwarnings("ignore")  # of transformers, about its own settings
@pytest.mark.parametrize("how", ASSISTED)
@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_assisted_decoding_writes_a_plan_or_refuses(
    how: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `prompt_length` greedy search writes what it writes alone; without, it does so or is refused."""
    config = model().config  # transformers leaves an early exit's layers in it where something is raised
    monkeypatch.setattr(config, "num_hidden_layers", config.num_hidden_layers)
    inputs = tokenizer()(["Task: Look()\nLook()\nPick(cup)"], return_tensors="pt")["input_ids"]
    length = inputs.shape[1]

    def written(**options: Any) -> str:
        processor = ClampLogitsProcessor(tidy(budget=6, loops=True), prompt_length=length if told else None)
        processors = LogitsProcessorList([processor])
        torch.manual_seed(0)
        sequences = model().generate(inputs, logits_processor=processors, max_new_tokens=150, **options)
        return plans_of(sequences, length)[0]

    alone = written(do_sample=False)
    for sampling in ({"do_sample": False}, {"do_sample": True, "temperature": 3.0, "top_k": 0}):
        try:
            text = written(**sampling, **ASSISTED[how]())  # `plans_of` finds it to be a plan
        except HostError as error:
            assert not told
            assert "which need `prompt_length`" in str(error)  # noqa: PT017
        else:
            assert sampling["do_sample"] or how == "mixed with one" or text == alone
