"""The vision tower's first lessons: what is in each cell of a picture, and what is open or on.

The loss of plans alone teaches a new vision tower almost nothing, because few tokens of a plan depend on the
picture. So the tower is first trained by itself, with linear heads that are thrown away: each of its output
tokens says which things its cell shows, and their mean says which drawers and doors are open and whether the
stove is on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from embedded_vlm.instructions import NAMES, instance_of, split_id
from embedded_vlm.vision import encode, to_patches

KINDS = (*sorted(NAMES), "open", "turned_on")
"""What a cell can show."""

FLAGS = ("top_region", "middle_region", "bottom_region", "microwave", "flat_stove")
"""What can be open or on: a cabinet's drawers, a door, a stove."""


@dataclass(frozen=True)
class Lesson:
    """What the pictures of one state show.

    Attributes:
        cells: 1 where a cell shows a kind, [views · cells, kinds].
        flags: 1 for what is open or on, 0 for what is not, -1 for what is not there; [flags].
    """

    cells: np.ndarray
    flags: np.ndarray


def lesson(record: Mapping[str, Any], side: int) -> Lesson:
    """From a rendered record.

    Args:
        side: Cells along a picture's edge.
    """
    views = list(record["images"])
    cells = np.zeros((len(views), side, side, len(KINDS)), dtype=np.float32)
    active = {atom[1]: atom[0] for atom in record["atoms"] if atom[0] in ("open", "turned_on")}
    for entity in record["scene"]["entities"]:
        if entity.get("box") is None or not entity["seen"] or entity["view"] not in views:
            continue
        name, view = entity["id"], entity["view"]
        size = record["scene"]["views"][view]
        left, top, right, bottom = (
            value * side / size["width" if at % 2 == 0 else "height"]
            for at, value in enumerate(entity["box"])
        )
        rows = slice(int(top), max(int(top) + 1, round(bottom)))
        columns = slice(int(left), max(int(left) + 1, round(right)))
        kind, _, part = split_id(name)
        shown = [KINDS.index(kind)] if kind in NAMES and not part else []
        shown += [KINDS.index(active[name])] if name in active else []
        cells[views.index(view), rows, columns, shown] = 1
    return Lesson(cells.reshape(-1, len(KINDS)), _flags(record, active))


def _flags(record: Mapping[str, Any], active: Mapping[str, str]) -> np.ndarray:
    flags = np.full(len(FLAGS), -1, dtype=np.float32)
    for name, kind in record["objects"]:
        part = split_id(name)[2]
        for at, flag in enumerate(FLAGS):
            if kind == flag or (kind == "drawer" and part == flag and "cabinet" in instance_of(name)):
                flags[at] = float(name in active)
    return flags


def read_lessons(data: Path, wanted: Sequence[str], side: int) -> list[Lesson | None]:
    """The lessons of some records, by id; ``None`` for those that were not rendered."""
    with (data / "records.jsonl").open() as lines:
        records = (json.loads(line) for line in lines if line.endswith("\n"))
        found = {str(record["id"]): lesson(record, side) for record in records}
    return [found.get(name) for name in wanted]


class Heads(nn.Module):
    """The linear heads over the tower's outputs."""

    def __init__(self, width: int, outputs: int):
        super().__init__()
        self.cells = nn.ModuleList(nn.Linear(width, len(KINDS)) for _ in range(outputs))
        self.flags = nn.ModuleList(nn.Linear(width, len(FLAGS)) for _ in range(outputs))

    def forward(self, outputs: Sequence[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
        """Scores of cells and flags for each output, itself of shape [states, cells of all views, width]."""
        cells = [head(output) for head, output in zip(self.cells, outputs, strict=True)]
        flags = [head(output.mean(1)) for head, output in zip(self.flags, outputs, strict=True)]
        return cells, flags


def tower_outputs(visual: Any, pictures: Tensor, patch: int) -> list[Tensor]:
    """What enters the language model, by layer: [states, tokens, width] each."""
    states = len(pictures)
    features = encode(visual, to_patches(pictures.flatten(0, 1), patch))
    outputs = [features.pooler_output, *features.deepstack_features]
    return [torch.cat(list(output)).reshape(states, -1, output[0].shape[-1]) for output in outputs]


def look_loss(heads: Heads, outputs: Sequence[Tensor], cells: Tensor, flags: Tensor) -> tuple[Tensor, Tensor]:
    """Binary cross entropy of cells (rare ones weigh more) and flags; and the last layer's flag scores."""
    cell_scores, flag_scores = heads(outputs)
    weight = torch.full((len(KINDS),), 5.0, device=cells.device)
    known = flags >= 0
    total = torch.zeros((), device=cells.device)
    for scores in cell_scores:
        total = total + functional.binary_cross_entropy_with_logits(scores.float(), cells, pos_weight=weight)
    for scores in flag_scores:
        total = total + functional.binary_cross_entropy_with_logits(scores.float()[known], flags[known])
    return total / len(outputs), flag_scores[0].detach()


def learn_to_look(
    visual: Any,
    pictures: np.ndarray,
    lessons: Sequence[Lesson | None],
    *,
    steps: int,
    batch: int = 16,
    learning_rate: float = 1e-3,
    half: bool = True,
    seed: int = 0,
    validation: Sequence[int] = (),
    log: Any = None,
) -> None:
    """Train a vision tower in place.

    Args:
        pictures: [records, views, pixels, pixels, 3]; only those with a lesson are used.
        validation: Records with a lesson that are not trained on.
        log: Called every 25 steps with the step and a mapping: ``loss``, and the share of flags that were
            right in ``training``; every 250 steps and in the end also in ``validation``.
    """
    apart = set(validation)
    usable = [index for index, one in enumerate(lessons) if one is not None and index not in apart]
    heads = Heads(visual.config.out_hidden_size, 1 + len(visual.deepstack_visual_indexes))
    parameters = [*visual.parameters(), *heads.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=learning_rate, weight_decay=0.05, fused=True)
    patch = int(visual.config.patch_size)
    random = Random(f"look/{seed}")
    device = next(visual.parameters()).device
    heads.to(device)
    total, right, count = 0.0, 0.0, 0.0
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = learning_rate * min(1.0, (step + 1) / 50) * (1.05 - step / steps)
        chosen = random.choices(usable, k=batch)
        shown = np.stack([pictures[index] for index in chosen]).astype(np.float32)
        tint = np.array([random.uniform(0.8, 1.2) for _ in range(3)], dtype=np.float32)
        shown = shown * random.uniform(0.8, 1.2) * tint + random.uniform(-15, 15)
        taught = [one for index in chosen if (one := lessons[index]) is not None]
        kinds, flags = np.stack([one.cells for one in taught]), np.stack([one.flags for one in taught])
        # In the mirror a kitchen is another kitchen.
        for at in range(batch):
            if random.random() < 0.5:
                shown[at] = shown[at, :, :, ::-1]
                kinds[at] = mirrored(kinds[at], shown.shape[1])
        seen = torch.from_numpy(shown.clip(0, 255)).to(device)
        cells = torch.from_numpy(kinds).to(device)
        flags = torch.from_numpy(flags).to(device)
        with torch.autocast(device.type, torch.bfloat16) if half else nullcontext():
            outputs = tower_outputs(visual, seen, patch)
            loss, scores = look_loss(heads, outputs, cells, flags)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        known = flags >= 0
        total += float(loss.detach())
        right += float(((scores > 0).float() == flags)[known].sum())
        count += float(known.sum())
        if log is not None and (step + 1) % 25 == 0:
            values = {"loss": total / 25, "training": right / max(1.0, count)}
            if ((step + 1) % 250 == 0 or step + 1 == steps) and validation:
                values["validation"] = flags_right(visual, heads, pictures, lessons, validation)
            log(step + 1, values)
            total, right, count = 0.0, 0.0, 0.0


def mirrored(cells: np.ndarray, views: int) -> np.ndarray:
    """The cells of pictures that were flipped left to right, [views · cells, kinds]."""
    side = round((len(cells) / views) ** 0.5)
    return cells.reshape(views, side, side, -1)[:, :, ::-1].reshape(cells.shape)


@torch.no_grad()
def flags_right(
    visual: Any, heads: Heads, pictures: np.ndarray, lessons: Sequence[Lesson | None], chosen: Sequence[int]
) -> float:
    """Share of the flags of some records that the last layer's head gets right."""
    device = next(visual.parameters()).device
    right, count = 0.0, 0.0
    for start in range(0, len(chosen), 32):
        some = chosen[start : start + 32]
        shown = torch.from_numpy(np.stack([pictures[index] for index in some])).to(device)
        _, scores = heads(tower_outputs(visual, shown, int(visual.config.patch_size)))
        flags = torch.from_numpy(np.stack([one.flags for index in some if (one := lessons[index])]))
        known = flags >= 0
        right += float(((scores[0].cpu() > 0).float() == flags)[known].sum())
        count += float(known.sum())
    return right / max(1.0, count)


@torch.no_grad()
def rescale(visual: Any, pictures: np.ndarray, deviation: float = 0.5) -> None:
    """Scale what a tower puts out to the deviation that embeddings of words have inside a language model.

    Args:
        pictures: Some of them, to measure on: [records, views, pixels, pixels, 3].
    """
    device = next(visual.parameters()).device
    outputs = tower_outputs(visual, torch.from_numpy(pictures).to(device), int(visual.config.patch_size))
    for merger, output in zip([visual.merger, *visual.deepstack_merger_list], outputs, strict=True):
        factor = deviation / output.std()
        merger.linear_fc2.weight.mul_(factor)
        merger.linear_fc2.bias.mul_(factor)
