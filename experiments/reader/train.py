"""Trains a reader of sentences: a low-rank adapter (LoRA) of a language model, written as a GGUF file.

    python experiments/reader/train.py MATERIAL.json MODEL adapter.gguf

MATERIAL.json is what `material.py` wrote, MODEL a folder of transformers. Nothing of CLAMP is needed: the file can be
copied to a machine with a GPU that has torch, transformers, gguf and typer.

A world's description is ten times as long as a sentence and its answer. So a description is read once for all sentences
that are packed behind it: each sees the description and itself, at the places that it would have alone. That, and
bfloat16, make training possible on a few cores.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import gguf
import torch
import typer
from torch import Tensor, nn
from torch.nn import functional
from transformers import AttentionInterface, AutoModelForCausalLM, AutoTokenizer

LINEARS = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""The layers that are changed, as llama.cpp calls them and as transformers does."""
SCALE = 2.0
"""LoRA's alpha over its rank."""
WARM_UP, LEAST_RATE = 30, 1e-6
IGNORED = -100
"""No loss at this label."""
NORMS = 8
"""So many weights of the last norm are written into the file: by them its model is known again."""
_SLOT = "SENTENCE"
_BLOCK = 32
"""What has eight bits a number is packed in so many of a row."""


class Lora(nn.Module):
    """A linear layer with a low-rank change of it, which is nothing at first."""

    def __init__(self, linear: nn.Linear, rank: int) -> None:
        super().__init__()
        self.linear = linear
        device = linear.weight.device
        # Kept in float32, whatever the layer is in: bfloat16 would lose the small steps of late training.
        self.down = nn.Parameter(torch.empty(rank, linear.in_features, device=device))
        self.up = nn.Parameter(torch.zeros(linear.out_features, rank, device=device))
        nn.init.kaiming_uniform_(self.down, a=math.sqrt(5))

    def forward(self, given: Tensor) -> Tensor:
        low = functional.linear(given, self.down.to(given.dtype))
        return self.linear(given) + functional.linear(low, (SCALE * self.up).to(given.dtype))


def adapted(model: Any, rank: int) -> dict[str, Lora]:
    """Freeze a model, and put a `Lora` around each linear layer of its blocks; by llama.cpp's names for them."""
    model.requires_grad_(False)
    found: dict[str, Lora] = {}
    for number, block in enumerate(model.model.layers):
        for called, place in LINEARS.items():
            parent, _, name = place.rpartition(".")
            lora = Lora(block.get_submodule(place), rank)
            setattr(block.get_submodule(parent), name, lora)
            found[f"blk.{number}.{called}.weight"] = lora
    return found


class Group(NamedTuple):
    """Tokens of a description in several orders, and of each sentence and its answer."""

    heads: Sequence[list[int]]
    pairs: Sequence[tuple[list[int], list[int]]]


class Packed(NamedTuple):
    """A description and sentences behind it."""

    length: int
    head: list[int]
    pairs: Sequence[tuple[list[int], list[int]]]


class Batch(NamedTuple):
    """What the model reads (rows × places), where each token stands, what comes next; and how rows are made up: the
    length of the description, and of each sentence with its answer."""

    tokens: Tensor
    positions: Tensor
    labels: Tensor
    parts: Sequence[tuple[int, Sequence[int]]]


def groups_of(material: Any, tokenizer: Any) -> list[Group]:
    """Training material in a model's tokens, in its chat layout."""
    chat = [{"role": "system", "content": material["system"]}, {"role": "user", "content": _SLOT}]
    layout = tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
    before, _, after = layout.partition(_SLOT)

    def tokens(text: str) -> list[int]:
        return tokenizer(text, add_special_tokens=False).input_ids

    return [
        Group(
            [tokens(f"{before}{told}\n") for told in group["told"]],
            [
                (tokens(f"{asked}: {sentence}{after}"), [*tokens(answer), tokenizer.eos_token_id])
                for asked, sentence, answer in group["rows"]
            ],
        )
        for group in material["groups"]
    ]


def batches(groups: Sequence[Group], most: int, a_step: int, random: Random) -> list[list[Packed]]:
    """All sentences once, packed at random; those of about the same length are read in one step.

    Args:
        most: Tokens of a description with sentences behind it, where there are several.
        a_step: About so many tokens a step, filling included.
    """
    found: list[Packed] = []
    for group in groups:
        pairs = list(group.pairs)
        random.shuffle(pairs)
        while pairs:
            head, behind = random.choice(group.heads), list[tuple[list[int], list[int]]]()
            length = len(head)
            while pairs and (not behind or length + sum(map(len, pairs[-1])) <= most):
                behind.append(pairs.pop())
                length += sum(map(len, behind[-1]))
            found.append(Packed(length, head, behind))
    found.sort(key=lambda one: one.length + random.random() * 100)
    steps, now = list[list[Packed]](), list[Packed]()
    for one in found:
        now.append(one)
        if (len(now) + 1) * one.length > a_step:
            steps.append(now)
            now = []
    if now:
        steps.append(now)
    random.shuffle(steps)
    return steps


def batch_of(packed: Sequence[Packed], device: torch.device) -> Batch:
    """What is packed, as tensors."""
    shape = (len(packed), max(one.length for one in packed))
    tokens, positions = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
    labels = torch.full(shape, IGNORED)
    for row, one in enumerate(packed):
        at = len(one.head)
        tokens[row, :at], positions[row, :at] = torch.tensor(one.head), torch.arange(at)
        for sentence, answer in one.pairs:
            both = sentence + answer
            here = slice(at, at + len(both))
            tokens[row, here] = torch.tensor(both)
            positions[row, here] = torch.arange(len(one.head), len(one.head) + len(both))
            labels[row, at + len(sentence) : here.stop] = torch.tensor(answer)
            at = here.stop
    parts = [(len(one.head), [sum(map(len, pair)) for pair in one.pairs]) for one in packed]
    return Batch(*(one.to(device) for one in (tokens, positions, labels)), parts)


def attention(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    _: Any,
    *,
    parts: Sequence[tuple[int, Sequence[int]]],
    scaling: float,
    **unused: Any,
) -> tuple[Tensor, None]:
    """Attention where each sentence sees the description and itself: several times less work than with a mask.

    Args:
        query, key, value: Rows × heads × places × width.
        parts: As of `Batch`.
    """
    out = torch.zeros_like(query)
    for row, (head, lengths) in enumerate(parts):
        q, k, v = query[row], key[row], value[row]
        told = _seen(q[None, :, :head], k[None, :, :head], v[None, :, :head], scaling)
        out[row, :, :head] = told[0]
        # The sentences side by side, each filled up to the longest.
        ends = torch.tensor(lengths).cumsum(0) + head
        places = torch.arange(max(lengths)) + (ends - torch.tensor(lengths))[:, None]
        there = (places < ends[:, None]).to(q.device)
        places = places.to(q.device).where(there, 0)
        own_k, own_v = (one[:, places].transpose(0, 1) for one in (k, v))
        told_k, told_v = (one[None, :, :head].expand(len(lengths), -1, -1, -1) for one in (k, v))
        found = _seen(
            q[:, places].transpose(0, 1),
            torch.cat((told_k, own_k), 2),
            torch.cat((told_v, own_v), 2),
            scaling,
        )
        out[row, :, head : int(ends[-1])] = found.transpose(1, 2)[there].transpose(0, 1)
    return out.transpose(1, 2), None


AttentionInterface.register("packed", attention)


def _seen(q: Tensor, k: Tensor, v: Tensor, scaling: float) -> Tensor:
    """Attention of the last places of a text to all places before. In products of matrices: on a processor they are
    several times faster than what torch has for attention."""
    rows, heads, last, width = q.shape
    grouped, all_of = k.shape[1], k.shape[2]
    scores = (q * scaling).reshape(rows, grouped, -1, width) @ k.transpose(2, 3)
    hidden = torch.ones(last, all_of, dtype=torch.bool, device=q.device).triu(all_of - last + 1)
    scores = scores.view(rows, heads, last, all_of).masked_fill(hidden, torch.finfo(q.dtype).min)
    weights = scores.softmax(-1).view(rows, grouped, -1, all_of)
    return (weights @ v).view(rows, heads, last, width)


def loss_of(model: Any, batch: Batch) -> Tensor:
    """Mean cross entropy of the answers' tokens. Only they are given to the head, whose width is the vocabulary."""
    hidden = model.model(
        input_ids=batch.tokens, position_ids=batch.positions, use_cache=False, parts=batch.parts
    ).last_hidden_state[:, :-1]
    labels = batch.labels[:, 1:]
    asked = labels != IGNORED
    return functional.cross_entropy(model.lm_head(hidden[asked]).float(), labels[asked])


def start_from(path: Path, changes: dict[str, Lora], heads: Mapping[str, int]) -> None:
    """Go on from an adapter that `write` has written."""
    found = {
        one.name: torch.tensor(gguf.dequantize(one.data, one.tensor_type))
        for one in gguf.GGUFReader(path).tensors
    }
    for name, lora in changes.items():
        down, up = (found[f"{name}.lora_{one}"] for one in "ab")
        lora.down.data.copy_(down)
        lora.up.data.copy_(_regrouped(up, _heads_of(name, heads), 2))


def _heads_of(name: str, heads: Mapping[str, int]) -> int:
    return next((count for called, count in heads.items() if f".{called}." in name), 0)


def _regrouped(up: Tensor, heads: int, at: int) -> Tensor:
    """Rows of queries or keys in llama.cpp's order (of each head the pairs that are turned together, side by side)
    from transformers' (all first ones, then all second ones: `at` 1), or the other way round (2)."""
    if not heads:
        return up
    each = (2, -1) if at == 1 else (-1, 2)
    return up.reshape(heads, *each, up.shape[1]).transpose(1, 2).reshape(up.shape)


def write(path: Path, kind: str, changes: dict[str, Lora], heads: Mapping[str, int], norm: Tensor) -> None:
    """Write an adapter that llama.cpp, and `clamp.hosts.hf.adapter`, can load."""
    rank = len(next(iter(changes.values())).down)
    file = gguf.GGUFWriter(path, kind)
    file.add_type("adapter")
    file.add_string("adapter.type", "lora")
    file.add_float32("adapter.lora.alpha", SCALE * rank)
    file.add_name("CLAMP reader of sentences")
    file.add_license("Apache-2.0")
    file.add_array("clamp.base_norm", norm[:NORMS].float().tolist())
    small = gguf.GGMLQuantizationType.Q8_0
    for name, lora in changes.items():
        up = _regrouped(lora.up.detach(), _heads_of(name, heads), 1)
        for letter, one in (("a", lora.down.detach()), ("b", up)):
            found = one.float().cpu().numpy()
            if found.shape[1] % _BLOCK:  # as the rows of `up` mostly are: as long as the rank is
                file.add_tensor(f"{name}.lora_{letter}", found.astype("float16"))
            else:
                file.add_tensor(f"{name}.lora_{letter}", gguf.quantize(found, small), raw_dtype=small)
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()


def _endless(groups: Sequence[Group], most: int, a_step: int, random: Random) -> Iterator[list[Packed]]:
    return chain.from_iterable(iter(lambda: batches(groups, most, a_step, random), None))


def main(
    material: Annotated[Path, typer.Argument(help="What material.py wrote.")],
    model: Annotated[Path, typer.Argument(help="A folder of transformers.")],
    out: Annotated[
        Path, typer.Argument(help="The adapter, a GGUF file; the losses are written beside it, as JSON.")
    ],
    epochs: Annotated[int, typer.Option(help="How often all sentences are read.")] = 6,
    steps: Annotated[int | None, typer.Option(help="So many steps instead.")] = None,
    start: Annotated[Path | None, typer.Option(help="An adapter to go on from, of the same rank.")] = None,
    packed: Annotated[
        int, typer.Option(help="Most tokens of a description with its sentences behind it.")
    ] = 1700,
    a_step: Annotated[int, typer.Option(help="About so many tokens a step.")] = 6800,
    rank: int = 8,
    rate: Annotated[
        float, typer.Option(help="The largest learning rate; it falls by half a cosine.")
    ] = 3.5e-4,
    seed: int = 0,
    device: Annotated[str | None, typer.Option(help="By default cuda, where there is one.")] = None,
    dtype: Annotated[str, typer.Option(help="Of the frozen weights.")] = "bfloat16",
) -> None:
    """Train an adapter."""
    began = time.monotonic()

    def say(text: str) -> None:
        typer.echo(f"[{time.monotonic() - began:.0f} s] {text}")

    where = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    if where.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
    random = Random(seed)
    torch.manual_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained(model)
    frozen: Any = AutoModelForCausalLM.from_pretrained(
        model, dtype=getattr(torch, dtype), attn_implementation="packed"
    ).to(where)
    changes = adapted(frozen, rank)
    config = frozen.config
    # llama.cpp turns the pairs of a head's places in another order than transformers, for this kind alone.
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    heads = heads if config.model_type == "llama" else {}
    if start is not None:
        start_from(start, changes, heads)
    weights = [weight for lora in changes.values() for weight in (lora.down, lora.up)]
    groups = groups_of(json.loads(material.read_text("utf-8")), tokenizer)
    once = batches(groups, packed, a_step, random)
    total = steps or epochs * len(once)
    say(
        f"{sum(map(torch.numel, weights)):,} weights; {sum(len(one.pairs) for one in groups):,} sentences, "
        f"{sum(one.length for step in once for one in step):,} tokens, {len(once)} steps an epoch"
    )
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    losses: list[float] = []
    frozen.train()
    for step, read in zip(range(total), _endless(groups, packed, a_step, random), strict=False):
        cosine = 0.5 * (1 + math.cos(math.pi * step / total))
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / WARM_UP) * cosine + LEAST_RATE
        with torch.autocast(where.type, torch.bfloat16, enabled=frozen.dtype == torch.bfloat16):
            loss = loss_of(frozen, batch_of(read, where))
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        losses.append(loss.item())
        if len(losses) % 20 == 0:
            say(f"{len(losses)} of {total}: loss {sum(losses[-20:]) / 20:.4f}")
    write(out, config.model_type, changes, heads, frozen.model.norm.weight.detach())
    out.with_suffix(".json").write_text(json.dumps({"rank": rank, "steps": total, "losses": losses}), "utf-8")
    say(f"{total} steps: {out}")


if __name__ == "__main__":
    typer.run(main)
