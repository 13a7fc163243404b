"""How the reader of sentences is trained: its worlds and their sentences, the material, an adapter from a tiny run."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from goals import literal
from reader import material
from reader.material import WORLDS, World, goals_of, instruction, instructions_of, requirements_of, shuffled
from trace_judge import world_of

from clamp import Problem, SearchLimits
from clamp.decoding.rule_notation import EITHER, UNKNOWN
from clamp.planning.goals import Goals
from clamp.planning.rules.formula import Rule
from clamp.planning.rules.grounding import ground_rules

NAMES = [one.name for one in material.worlds()]
RULED = 147
"""So many worlds, the first ones, have requirements, too."""
LIMITS = SearchLimits(states=100_000, seconds=5.0)


@cache
def problem(name: str) -> Problem:
    return Problem.from_pddl(WORLDS / name / "domain.pddl", WORLDS / name / "problem.pddl")


def faults(name: str, every: int) -> list[str]:
    """What is wrong with each n-th line of a world, from a line on that differs from world to world."""
    found: list[str] = []
    world, system = World(problem(name)), problem(name)
    goals = Goals(system, redundant=True, limits=LIMITS)
    first = Random(name).randrange(every)
    for line in list(requirements_of(WORLDS / name))[first::every]:
        row = world.requirement(line)
        if (row.answer == UNKNOWN) != (line["expect"] == "abstain"):
            found.append(f"no answer: {line}")
        if len(row.answer.split(EITHER)) > 1 and line["expect"] != "ambiguous":
            found.append(f"several answers: {line}")
        for formula in row.answer.split(EITHER) if row.answer != UNKNOWN else ():
            ground_rules(
                system, system.rule_words(), [Rule.parse(formula)]
            )  # names, types and numbers of arguments
            if world.formula(formula) != formula:
                found.append(f"not in the one form: {formula}")
    for line in list(instructions_of(WORLDS / name))[first::every]:
        for goal in goals_of(line):
            literals = tuple(map(literal, goal))
            unknown = [one.to_json() for one in literals if not goals.knows(one)]
            if not literals or unknown or goals.why_not(literals) or goals.holds(literals):
                found.append(f"{unknown or goals.why_not(literals) or 'holds already'}: {line}")
    return found


def test_the_worlds_are_those_that_are_named_and_have_their_files() -> None:
    files = {"domain.pddl", "goals.jsonl", "problem.pddl"}
    assert sorted(NAMES) == sorted(one.name for one in WORLDS.iterdir())
    for number, name in enumerate(NAMES):
        found = {one.name for one in (WORLDS / name).iterdir()}
        assert found - {"contrasts.jsonl"} == (files | {"rules.jsonl"} if number < RULED else files)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(7))
def test_of_each_world_some_sentences_mean_what_it_can_say(part: int) -> None:
    for name in NAMES[part::7]:
        assert not faults(name, 20), name


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_all_sentences_of_a_world_mean_what_it_can_say(name: str) -> None:
    assert not faults(name, 1)


@pytest.mark.parametrize(
    ("last", "seed", "size", "digest"),
    [
        ("qwen", 0, (69, 3_417), "04b7a502d63f44e4772e002b2a3d7685371ed396a6b0330e6046da91ed2d8664"),
        ("smollm2", 2, (195, 10_281), "770a3157acbb94c3a1e865019466842123793614293307e3b8c03dd72fbdc7e9"),
    ],
)
def test_the_material_is_what_an_adapter_was_trained_on_last(
    last: str, seed: int, size: tuple[int, int], digest: str
) -> None:
    """To the letter: where a sentence or the prompt changes, the adapter was trained on something else."""
    made = material.material(Random(seed), material.Last(last))
    assert (len(made), sum(map(len, made.values()))) == size
    assert hashlib.sha256(json.dumps(made).encode()).hexdigest() == digest


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            {"expect": "meaning", "formula": "forall ?c - dish: G (do:wash(?c) -> X last)"},
            "forall ?x - dish: G (do:wash(?x) -> X last)",
        ),
        (
            {"expect": "ambiguous", "formulas": ["G !do:wash(milk)", "forall ?a, ?b - item: ?a = ?b"]},
            "G !do:wash(milk) || forall ?x, ?y - item: ?x = ?y",
        ),
        ({"expect": "meaning", "formula": "F do:wash"}, "F do:wash(*, *)"),
        ({"expect": "abstain"}, "unknown"),
    ],
)
def test_meanings_are_written_in_one_form(line: dict[str, Any], answer: str) -> None:
    world = World(world_of("examples/kitchen"))
    assert world.requirement({"text": "As\tsaid. ", **line}) == ("Requirement", "As said.", answer)


def test_goals_are_written_as_the_model_writes_them() -> None:
    goals = [[["in", "milk", "fridge"], ["not", "open", "fridge"]], [["open", "fridge"]]]
    assert instruction("Milk!", goals).answer == "in(milk, fridge) and not open(fridge) || open(fridge)"
    assert instruction("Hello.", ()).answer == UNKNOWN


def test_what_there_is_can_be_told_in_another_order_and_nothing_is_lost() -> None:
    told = World(world_of("examples/kitchen")).told(instruction("Wash the cup.", ()))
    assert "\nNow: " in told
    other = shuffled(told, Random(1))
    assert other != told
    assert [one.partition(":")[0] for one in other.split("\n")] == [
        one.partition(":")[0] for one in told.split("\n")
    ]
    for line, again in zip(told.split("\n"), other.split("\n"), strict=True):
        assert sorted(line) == sorted(again)


@pytest.mark.parametrize("kind", ["qwen2", "llama"])
def test_what_was_written_can_be_gone_on_from(tmp_path: Path, kind: str) -> None:
    """Down to the rounding of the file, also where llama.cpp counts the rows of queries and keys in another order."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("gguf")
    from reader.train import adapted, start_from, write
    from tiny_models import model

    one, other = (deepcopy(model(kind)) for _ in range(2))
    changes, again = adapted(one, 4), adapted(other, 4)
    for lora in changes.values():
        torch.nn.init.normal_(lora.up)
    config = one.config
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    heads = heads if kind == "llama" else {}
    write(tmp_path / "a.gguf", kind, changes, heads, one.model.norm.weight.detach())
    start_from(tmp_path / "a.gguf", again, heads)
    for name, lora in changes.items():
        torch.testing.assert_close(again[name].up, lora.up, rtol=1e-3, atol=1e-3)
        torch.testing.assert_close(again[name].down, lora.down, rtol=0.02, atol=0.02)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny random model, material, and an adapter from a few steps on the CPU."""
    pytest.importorskip("transformers")
    pytest.importorskip("gguf")
    from reader import train
    from tiny_models import model, tokenizer

    folder = tmp_path_factory.mktemp("training")
    model("qwen2").save_pretrained(folder / "model")
    tokenizer().save_pretrained(folder / "model")
    rows = [["Requirement", f"Never touch cup {n}.", f"G !do:touch(cup_{n})"] for n in range(9)]
    groups = [{"told": ["Types: cup: cup_0, cup_1", "Types: cup: cup_1, cup_0"], "rows": rows}]
    (folder / "material.json").write_text(json.dumps({"system": "You write.", "groups": groups}))
    torch_model, out = folder / "model", folder / "adapter.gguf"
    train.main(folder / "material.json", torch_model, out, steps=40, rate=0.02, device="cpu", dtype="float32")
    return folder


def test_it_learns(trained: Path) -> None:
    log = json.loads((trained / "adapter.json").read_text())
    assert len(log["losses"]) == log["steps"] == 40
    assert sum(log["losses"][-3:]) < 0.5 * sum(log["losses"][:3])


def test_packed_sentences_do_not_see_each_other(trained: Path) -> None:
    """The loss of what is packed is the mean of the losses of each sentence alone, token by token."""
    import torch
    from reader.train import Packed, batch_of, groups_of, loss_of
    from tiny_models import model, tokenizer

    made = json.loads((trained / "material.json").read_text())
    (group,) = groups_of(made, tokenizer())
    head = group.heads[1]
    several = [(group.pairs[:4], head), (group.pairs[4:6], group.heads[0])]
    packed = [Packed(len(h) + sum(map(len, sum(p, ()))), h, p) for p, h in several]
    device = torch.device("cpu")
    with torch.no_grad():
        copied = deepcopy(model("qwen2"))
        copied.set_attn_implementation("packed")
        together = loss_of(copied, batch_of(packed, device))
        alone, tokens = 0.0, 0
        for pairs, h in several:
            for sentence, answer in pairs:
                ids = torch.tensor([h + sentence + answer])
                logs = model("qwen2")(ids).logits.log_softmax(-1)[0, -len(answer) - 1 : -1]
                alone -= logs[range(len(answer)), answer].sum()
                tokens += len(answer)
    assert together == pytest.approx(float(alone / tokens), rel=1e-4)


def test_an_adapter_in_a_file_changes_the_model_as_the_one_that_was_trained(trained: Path) -> None:
    """Down to the rounding of the file: those numbers, put back, give the same outputs."""
    import gguf
    import torch
    from reader.train import NORMS, adapted
    from tiny_models import model, tokenizer
    from transformers import AutoModelForCausalLM

    from clamp.hosts.hf.adapter import Adapter

    file = gguf.GGUFReader(trained / "adapter.gguf")
    stored = {one.name: torch.tensor(gguf.dequantize(one.data, one.tensor_type)) for one in file.tensors}
    norm = file.fields["clamp.base_norm"]
    assert [norm.parts[place][0] for place in norm.data] == model("qwen2").model.norm.weight[:NORMS].tolist()
    tokens = torch.tensor([tokenizer()("Never touch cup 1.").input_ids])
    frozen = AutoModelForCausalLM.from_pretrained(trained / "model", dtype=torch.float32)
    with torch.no_grad():
        base = frozen(tokens).logits
        with Adapter(frozen, trained / "adapter.gguf").applied():
            found = frozen(tokens).logits
        changes = adapted(frozen, rank=8)
        for name, lora in changes.items():
            lora.down.copy_(stored[f"{name}.lora_a"])
            lora.up.copy_(stored[f"{name}.lora_b"])
        frozen.eval()
        torch.testing.assert_close(found, frozen(tokens).logits, rtol=1e-4, atol=1e-4)
    assert not torch.allclose(found, base, atol=0.1)
