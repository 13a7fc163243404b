"""A stand-in for vLLM with its interfaces and none of its speed: a transformers model behind `LLM`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from transformers import (
    AutoConfig,
    AutoImageProcessor,
    AutoModelForCausalLM,
    AutoModelForImageTextToText,
    AutoTokenizer,
)

PROCESSOR = "clamp.hosts.vllm.processor"


class LogitsProcessor:
    """Of the V1 model runner."""


@dataclass
class SamplingParams:
    temperature: float = 1.0
    seed: int | None = None
    max_tokens: int = 16
    stop_token_ids: list[int] | None = None
    detokenize: bool = True
    logprobs: int | None = None
    extra_args: dict[str, Any] | None = None
    logit_bias: dict[int, float] | None = None
    ignore_eos: bool = False
    structured_outputs: Any = None

    def __post_init__(self) -> None:
        if self.temperature < 0:
            raise ValueError("temperature must be non-negative")


@dataclass
class Running:
    name: str
    prompt: list[int]
    params: SamplingParams
    inputs: dict[str, Any] = field(default_factory=dict)
    tokens: list[int] = field(default_factory=list)
    logprobs: list[dict[int, Any]] = field(default_factory=list)


class InprocClient:
    """Named like vLLM's client of an engine in the same process."""


class Renderer:
    """Makes room for pictures in a prompt, in which one token stands for each; for models of Qwen-VL's kind."""

    def __init__(self, folder: str, tokenizer: Any) -> None:
        self.folder, self.tokenizer = folder, tokenizer

    def render_cmpl(self, prompts: list[Any], *, skip_mm_cache: bool = False) -> list[dict[str, Any]]:
        assert skip_mm_cache, "what is rendered may never be asked for"
        processor = AutoImageProcessor.from_pretrained(self.folder)
        mark = self.tokenizer.convert_tokens_to_ids("<|image_pad|>")
        found: list[dict[str, Any]] = []
        for prompt in prompts:
            pixels = processor(images=prompt["multi_modal_data"]["image"], return_tensors="pt")
            counts = iter(int(grid.prod()) // processor.merge_size**2 for grid in pixels["image_grid_thw"])
            tokens: list[int] = []
            for token in prompt["prompt_token_ids"]:
                tokens += [token] * (next(counts) if token == mark else 1)
            found.append({"type": "multimodal", "prompt_token_ids": tokens, "mm_kwargs": dict(pixels)})
        return found


class Engine:
    """Adds requests at the end of the batch and slides rows down when others leave."""

    def __init__(self, folder: str, config: Any, kinds: list[Any]):
        self.vllm_config = config
        self.engine_core: Any = InprocClient()
        sees = config.model_config.is_multimodal_model
        kind: Any = AutoModelForImageTextToText if sees else AutoModelForCausalLM
        self.model: Any = kind.from_pretrained(folder, dtype=torch.float32).eval()
        self.renderer = Renderer(folder, config.model_config.tokenizer)
        self.kinds = kinds
        self.processors = [kind(config, torch.device("cpu"), False) for kind in kinds]
        self.rows: list[Running] = []
        self.coming: list[Running] = []
        self.aborted: list[str] = []
        self.largest = 0

    def add_request(self, name: str, prompt: Any, params: SamplingParams) -> str:
        for kind in self.kinds:
            kind.validate_params(params)
        self.coming.append(Running(name, prompt["prompt_token_ids"], params, prompt.get("mm_kwargs", {})))
        return name

    def has_unfinished_requests(self) -> bool:
        return bool(self.rows or self.coming)

    def abort_request(self, names: list[str]) -> None:
        self.aborted += names
        self._leave([one for one in self.rows if one.name in names])
        self.coming = [one for one in self.coming if one.name not in names]

    def _leave(self, gone: list[Running]) -> None:
        for one in gone:
            row, last = self.rows.index(one), len(self.rows) - 1
            moved = [] if row == last else [(last, row, SimpleNamespace(name="UNIDIRECTIONAL"))]
            self.rows[row] = self.rows[last]
            self.rows.pop()
            for processor in self.processors:
                removed = [last] if row == last else []
                processor.update_state(SimpleNamespace(removed=removed, added=[], moved=moved))

    @torch.inference_mode()
    def step(self) -> list[Any]:
        first = len(self.rows)
        self.rows += self.coming
        added = [(first + i, one.params, one.prompt, one.tokens) for i, one in enumerate(self.coming)]
        self.coming = []
        self.largest = max(self.largest, len(self.rows))
        for processor in self.processors:
            processor.update_state(SimpleNamespace(removed=[], added=added, moved=[]) if added else None)
        logits = torch.stack([self._scores(one) for one in self.rows])
        raw = logits.log_softmax(-1)
        for processor in self.processors:
            logits = processor.apply(logits)
        outputs: list[Any] = []
        for one, row, scores in zip(self.rows, raw, logits, strict=True):
            token = self._choose(one, scores)
            one.tokens.append(token)
            best = row.topk(one.params.logprobs or 1).indices.tolist()
            one.logprobs.append({t: SimpleNamespace(logprob=float(row[t])) for t in {token, *best}})
            over = token in (one.params.stop_token_ids or ()) or len(one.tokens) == one.params.max_tokens
            text = SimpleNamespace(token_ids=list(one.tokens), logprobs=one.logprobs)
            outputs.append(SimpleNamespace(request_id=one.name, outputs=[text], finished=over))
        self._leave([one for one, out in zip(list(self.rows), outputs, strict=True) if out.finished])
        return outputs

    def _scores(self, one: Running) -> torch.Tensor:
        text = torch.tensor([one.prompt + one.tokens])
        inputs = dict(one.inputs)
        if inputs:
            inputs["mm_token_type_ids"] = (text == self.model.config.image_token_id).int()
        return self.model(input_ids=text, **inputs).logits[0, -1]

    @staticmethod
    def _choose(one: Running, scores: torch.Tensor) -> int:
        if one.params.temperature == 0:
            return int(scores.argmax())
        random = np.random.default_rng((one.params.seed or 0, len(one.tokens)))
        weights = (scores / one.params.temperature).softmax(-1).double().numpy()
        return int(random.choice(len(weights), p=weights / weights.sum()))


class LLM:
    def __init__(self, folder: str, logits_processors: Any = None, **options: Any):
        if "nonsense" in options:
            raise TypeError("unexpected keyword 'nonsense'")
        tokenizer, hf_config = AutoTokenizer.from_pretrained(folder), AutoConfig.from_pretrained(folder)
        model_config = SimpleNamespace(
            model=folder,
            revision=None,
            tokenizer=tokenizer,
            max_model_len=options.get("max_model_len", 2048),
            logits_processors=logits_processors,
            get_vocab_size=lambda: hf_config.get_text_config().vocab_size,
            hf_config=hf_config,
            is_multimodal_model=hasattr(hf_config, "vision_config"),
            try_get_generation_config=dict,
        )
        scheduler = SimpleNamespace(max_num_seqs=options.get("max_num_seqs", 4))
        config = SimpleNamespace(
            model_config=model_config, scheduler_config=scheduler, speculative_config=None, options=options
        )
        self.llm_engine = Engine(folder, config, [_loaded(one) for one in logits_processors or ()])

    def generate(self, prompts: list[Any], params: list[SamplingParams], *, use_tqdm: bool) -> list[Any]:
        for number, (prompt, own) in enumerate(zip(prompts, params, strict=True)):
            self.llm_engine.add_request(str(number), prompt, own)
        found: dict[str, Any] = {}
        while len(found) < len(prompts):
            found |= {one.request_id: one for one in self.llm_engine.step() if one.finished}
        return [found[str(number)] for number in range(len(prompts))]


def _loaded(one: Any) -> Any:
    if isinstance(one, type):
        return one
    module, _, name = one.partition(":")
    return getattr(import_module(module), name)


@contextmanager
def installed() -> Iterator[None]:
    """Let ``import vllm`` find these stand-ins."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in sys.modules if name.split(".")[0] == "vllm" or name == PROCESSOR]:
            patch.delitem(sys.modules, name)
        root: Any = ModuleType("vllm")
        root.__spec__ = ModuleSpec("vllm", None)
        root.LLM, root.SamplingParams = LLM, SamplingParams
        tokenizers: Any = ModuleType("vllm.tokenizers")
        tokenizers.cached_tokenizer_from_config = lambda config: config.tokenizer
        sampling: Any = ModuleType("vllm.sampling_params")
        sampling.StructuredOutputsParams = (
            SimpleNamespace  # nothing is structured: only CLAMP's part is looked at
        )
        interface: Any = ModuleType("vllm.v1.sample.logits_processor")
        interface.LogitsProcessor = LogitsProcessor
        for module in (
            root,
            tokenizers,
            sampling,
            interface,
            *map(ModuleType, ("vllm.v1", "vllm.v1.sample")),
        ):
            patch.setitem(sys.modules, module.__name__, module)
            module.__path__ = []
        yield
        # It was made with the stand-ins for base classes.
        sys.modules.pop(PROCESSOR, None)
