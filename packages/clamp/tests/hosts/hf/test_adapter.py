"""An adapter changes what a model computes where it is asked to, exactly as merged weights would, and nowhere else."""

from __future__ import annotations

import hashlib
import pickle
import threading
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
gguf = pytest.importorskip("gguf")

from tiny_models import model, planner, tokenizer  # noqa: E402

from clamp.decoding.forms import FormConstraint, any_of, text  # noqa: E402
from clamp.hosts.choices import Sure, adapter_files, adapter_for  # noqa: E402
from clamp.hosts.hf import planner as planning  # noqa: E402
from clamp.hosts.hf.adapter import Adapter, fits  # noqa: E402

ALPHA, RANK = 6.0, 3
LINEARS = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
SHAPES = {
    "qwen2.5-coder-1.5b-instruct": ("qwen2", 1536, 28),
    "smollm2-135m-instruct": ("llama", 576, 30),
}
"""Of the models for which adapters ship: their kind, width and blocks."""
PROMPT = "Put the red cup on the shelf."
STRICT = Sure(None, 0.9)


def adapter(path: Path, seed: int) -> dict[str, Any]:
    """A random adapter for the tiny model in a file, and what it adds to each weight (out × in)."""
    generator = torch.Generator().manual_seed(seed)
    writer = gguf.GGUFWriter(path, "qwen2")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", ALPHA)
    writer.add_array("clamp.base_norm", model("qwen2").model.norm.weight[:8].tolist())
    added: dict[str, Any] = {}
    for number, block in enumerate(model("qwen2").model.layers):
        for called, place in LINEARS.items():
            out, into = block.get_submodule(place).weight.shape
            down = torch.randn(RANK, into, generator=generator)
            up = torch.randn(out, RANK, generator=generator) * 0.1
            for letter, one in (("a", down), ("b", up)):
                writer.add_tensor(f"blk.{number}.{called}.weight.lora_{letter}", one.numpy())
            added[f"model.layers.{number}.{place}.weight"] = up @ down * (ALPHA / RANK)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return added


def logits(of: Any) -> Any:
    tokens = torch.tensor([tokenizer()(PROMPT).input_ids])
    with torch.no_grad():
        return of(tokens).logits


def close(found: Any, wanted: Any) -> None:
    """Equal but for rounding: a thousand times less than an adapter changes."""
    torch.testing.assert_close(found, wanted, rtol=1e-3, atol=1e-3)


def merged(added: dict[str, Any]) -> Any:
    """The tiny model with changed weights."""
    made = deepcopy(model("qwen2"))
    with torch.no_grad():
        for name, change in added.items():
            made.get_parameter(name).add_(change)
    return made


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, dict[str, Any]]]:
    """Two adapters, and what they add."""
    folder = tmp_path_factory.mktemp("adapters")
    paths = [folder / f"{number}.gguf" for number in range(2)]
    return [(path, adapter(path, number)) for number, path in enumerate(paths)]


def test_within_it_outputs_are_those_of_merged_weights_and_outside_the_models_own(
    files: list[tuple[Path, dict[str, Any]]],
) -> None:
    path, added = files[0]
    base = logits(model("qwen2"))
    trained = Adapter(model("qwen2"), path)
    with trained.applied():
        within = logits(model("qwen2"))
    close(within, logits(merged(added)))
    assert not torch.allclose(within, base, atol=1.0)
    assert torch.equal(logits(model("qwen2")), base)


def test_an_error_within_it_leaves_the_model_as_it_was(files: list[tuple[Path, dict[str, Any]]]) -> None:
    base = logits(model("qwen2"))
    with pytest.raises(KeyError), Adapter(model("qwen2"), files[0][0]).applied():
        raise KeyError
    assert torch.equal(logits(model("qwen2")), base)
    assert not any(one._forward_hooks for one in model("qwen2").modules())


def test_of_several_that_are_nested_the_innermost_alone_counts(
    files: list[tuple[Path, dict[str, Any]]],
) -> None:
    """The same one, too: it is not added twice."""
    one, other = (Adapter(model("qwen2"), path) for path, _ in files)
    first, second = (logits(merged(added)) for _, added in files)
    assert not torch.allclose(first, second, atol=1.0)
    with one.applied():
        with other.applied():
            close(logits(model("qwen2")), second)
        close(logits(model("qwen2")), first)
        with one.applied():
            close(logits(model("qwen2")), first)
        close(logits(model("qwen2")), first)


def test_threads_that_did_not_ask_for_it_see_the_model_as_it_is(
    files: list[tuple[Path, dict[str, Any]]],
) -> None:
    """Each of three threads asks again and again for its own: one adapter, the other, none."""
    wanted = [logits(model("qwen2")), *(logits(merged(added)) for _, added in files)]
    adapters = [None, *(Adapter(model("qwen2"), path) for path, _ in files)]
    together, wrong = threading.Barrier(3), list[str]()

    def ask(number: int) -> None:
        mine = adapters[number]
        together.wait()
        try:
            for _ in range(40):
                if mine is None:
                    found = logits(model("qwen2"))
                else:
                    with mine.applied():
                        found = logits(model("qwen2"))
                close(found, wanted[number])
        except (AssertionError, RuntimeError) as error:
            wrong.append(f"{number}: {error}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


def test_it_is_in_the_models_type(files: list[tuple[Path, dict[str, Any]]]) -> None:
    small = deepcopy(model("qwen2")).to(torch.bfloat16)
    with Adapter(small, files[0][0]).applied():
        assert logits(small).dtype == torch.bfloat16


def test_it_fits_no_other_model(files: list[tuple[Path, dict[str, Any]]]) -> None:
    path = files[0][0]
    for kind in ("llama", "qwen3", "qwen3-vl"):
        assert not fits(model(kind), path)
    assert fits(model("qwen2"), path)
    assert planner("qwen2").reader is None


@pytest.mark.parametrize("path", adapter_files(), ids=lambda path: path.stem)
def test_it_fits_the_model_that_it_was_trained_on_and_none_of_the_same_shape(path: Path) -> None:
    """A stand-in of that shape: of weights, only the last norm is looked at."""
    kind, wide, blocks = SHAPES[path.stem]
    field = gguf.GGUFReader(path).fields["clamp.base_norm"]
    norm = torch.tensor([float(field.parts[place][0]) for place in field.data])
    assert len(norm) == 8

    class Shape:
        config = type("Config", (), {"model_type": kind, "hidden_size": wide, "num_hidden_layers": blocks})
        model = torch.nn.Module()

    Shape.model.norm = torch.nn.LayerNorm(wide)
    for weights, right in ((norm, True), (norm.bfloat16(), True), (norm * 1.1, False), (norm.flip(0), False)):
        Shape.model.norm.weight = torch.nn.Parameter(torch.cat([weights, torch.ones(wide - 8)]))
        assert fits(Shape, path) is right
        assert not any(fits(Shape, other) for other in adapter_files() if other != path)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Qwen2.5 Coder 1.5B Instruct Qwen2.5-Coder 1.5B", "qwen2.5-coder-1.5b-instruct"),
        ("Qwen2.5 1.5B Instruct", None),
        ("Qwen2.5 Coder 7B Instruct", None),
        ("Qwen2.5 Coder 1.5B", None),
        ("SmolLM2-135M-Instruct", "smollm2-135m-instruct"),
        ("Smollm2 135M 8k Lc100K Mix1 Ep2 smollm2 135M", "smollm2-135m-instruct"),
        ("SmolLM2-135M", None),
        ("SmolLM2-360M-Instruct", None),
    ],
)
def test_it_is_for_one_model_by_its_name(name: str, stem: str | None) -> None:
    found = adapter_for(name)
    assert (found and found.stem) == stem


def test_a_reader_writes_by_the_adapter_and_its_planner_without(
    files: list[tuple[Path, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beams of both, in turn, so that neither reads what the other kept of a prompt."""
    path, added = files[0]
    monkeypatch.setattr(planning, "adapter_files", lambda: [path])
    monkeypatch.setattr(planning, "fits", lambda *_: True)
    monkeypatch.setattr(planning, "sure_of", lambda _: STRICT)
    mine = planner("qwen2")
    words = any_of(*map(text, ("cup", "pan", "shelf", "table", "go", "nothing")))
    form = FormConstraint(words, mine.vocabulary)
    before = mine.beams(PROMPT, form, 3)
    reader = mine.reader
    assert reader is not None
    assert reader is mine.reader
    assert (reader.name, reader.sure) == ("tiny-qwen2 as a reader", STRICT)
    read = [reader.beams(PROMPT, form, 3), reader.beams(PROMPT, form, 3)]
    assert mine.beams(PROMPT, form, 3) == before
    by_hand = planning.Planner(merged(added), tokenizer()).beams(PROMPT, form, 3)
    for one in read:
        assert [found for found, _ in one] == [found for found, _ in by_hand]
        assert [log for _, log in one] == pytest.approx([log for _, log in by_hand], abs=1e-3)
    assert [found for found, _ in by_hand] != [found for found, _ in before]


def test_a_planner_whose_reader_was_used_is_pickled_as_before(
    files: list[tuple[Path, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "adapter_files", lambda: [files[0][0]])
    monkeypatch.setattr(planning, "fits", lambda *_: True)
    monkeypatch.setattr(planning, "sure_of", lambda _: STRICT)
    mine = planner("qwen2")
    before = pickle.dumps(mine)
    assert mine.reader is not None
    assert len(pickle.dumps(mine)) == len(before)
    again = pickle.loads(pickle.dumps(mine))
    close(logits(again.model), logits(model("qwen2")))
    assert again.reader is not None


@pytest.mark.parametrize("path", adapter_files(), ids=lambda path: path.stem)
def test_the_adapter_is_what_its_card_says(path: Path) -> None:
    assert path.stat().st_size <= 16 * 2**20
    assert hashlib.sha256(path.read_bytes()).hexdigest() in (path.parent / "MODEL_CARD.md").read_text("utf-8")


def test_all_adapters_ship() -> None:
    assert sorted(path.stem for path in adapter_files()) == sorted(SHAPES)


def test_queries_and_keys_are_in_llamacpps_order_where_it_has_one_of_its_own(tmp_path: Path) -> None:
    """A change of one row of a head's queries, as llama.cpp counts them, is one of another row in transformers."""
    tiny = deepcopy(model("llama"))
    heads, wide = tiny.config.num_attention_heads, tiny.config.hidden_size
    each = tiny.model.layers[0].self_attn.q_proj.out_features // heads
    path = tmp_path / "a.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_float32("adapter.lora.alpha", 1.0)
    for number, block in enumerate(tiny.model.layers):
        for called, place in LINEARS.items():
            out, into = block.get_submodule(place).weight.shape
            up = torch.zeros(out, 1)
            if called == "attn_q":
                up[each + 1] = 1.0  # of the second head, the second half of its first pair
            writer.add_tensor(f"blk.{number}.{called}.weight.lora_a", torch.ones(1, into).numpy())
            writer.add_tensor(f"blk.{number}.{called}.weight.lora_b", up.numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    wanted = deepcopy(tiny)
    with torch.no_grad():
        for block in wanted.model.layers:
            block.self_attn.q_proj.weight[each + each // 2] += torch.ones(wide)
    with Adapter(tiny, path).applied():
        close(logits(tiny), logits(wanted))
    assert not torch.allclose(logits(tiny), logits(wanted), atol=0.01)
