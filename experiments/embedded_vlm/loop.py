"""The training loop. All that is drawn depends on (seed, step) alone, so that a resumed run is the same."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from embedded_vlm.batches import Batch, Collator, Row, draw_row
from embedded_vlm.prepare import Prepared
from embedded_vlm.vision import encode, to_patches


@dataclass(frozen=True)
class Settings:
    """How to train.

    Attributes:
        steps: Length of the schedule.
        states: States (rows) in a step.
        branches: Samples about each.
        learning_rate: At its highest, after `warm_up` steps; it falls to a tenth along a cosine.
        decay: Weight decay of matrices.
        clip: Largest norm of the gradient.
        rename: Chance that a row's things have other names.
        ask: Chance that a row has questions about its pictures (`embedded_vlm.batches.questions`).
        listing: Chance that a row asks what is there, and for no plans.
        mirror: Chance that a row's pictures are flipped.
        freeze: Leave the vision tower as it is (`embedded_vlm.look`): what plans say of it is mostly noise.
        half: bfloat16 in the matrix products (autocast).
        evaluate_every, save_every: In steps.
    """

    steps: int = 6500
    states: int = 6
    branches: int = 3
    learning_rate: float = 3e-3
    warm_up: int = 100
    decay: float = 0.05
    clip: float = 1.0
    rename: float = 0.4
    ask: float = 1.0
    listing: float = 0.1
    mirror: float = 0.5
    freeze: bool = True
    half: bool = True
    evaluate_every: int = 100
    save_every: int = 100
    seed: int = 0

    def rate(self, step: int) -> float:
        """The learning rate of a step."""
        if step < self.warm_up:
            return self.learning_rate * (step + 1) / self.warm_up
        done = min(1.0, (step - self.warm_up) / max(1, self.steps - self.warm_up))
        return self.learning_rate * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * done)))


def answer_logits(model: Any, batch: Batch, patch: int) -> Tensor:
    """Logits for each token of each answer, [answer tokens, vocabulary]."""
    pictures = batch.pictures.flatten(0, 1)
    hidden = model.model(
        input_ids=batch.tokens,
        attention_mask=batch.mask(),
        position_ids=batch.positions,
        mm_encoder_outputs={"image": encode(model.model.visual, to_patches(pictures, patch))},
        use_cache=False,
    )[0]
    return model.lm_head(hidden[batch.answers])


def make_optimisers(model: Any, settings: Settings) -> list[torch.optim.Optimizer]:
    """Muon for the language model's matrices, AdamW for embeddings, vectors and the vision tower."""
    inner = {id(p) for p in model.model.language_model.layers.parameters() if p.ndim == 2}
    learned = [p for p in model.parameters() if p.requires_grad]
    matrices = [p for p in learned if id(p) in inner]
    others = [p for p in learned if id(p) not in inner]
    return [
        torch.optim.Muon(
            matrices,
            lr=settings.learning_rate,
            weight_decay=settings.decay,
            adjust_lr_fn="match_rms_adamw",
        ),
        torch.optim.AdamW(
            [
                {"params": [p for p in others if p.ndim >= 2], "weight_decay": settings.decay},
                {"params": [p for p in others if p.ndim < 2], "weight_decay": 0.0},
            ],
            lr=settings.learning_rate,
            betas=(0.9, 0.98),
            fused=True,
        ),
    ]


class Trainer:
    """A model in training, with its data and its place in the schedule.

    Args:
        folder: Where the checkpoint and the log go.
        records, pictures: From `clamp`'s rendered states (`embedded_vlm.prepare.load`).
    """

    def __init__(
        self,
        folder: Path,
        model: Any,
        tokenizer: Any,
        records: Sequence[Prepared],
        pictures: np.ndarray,
        settings: Settings,
        *,
        device: str = "cpu",
    ):
        self.folder, self.settings = folder, settings
        self.device = torch.device(device)
        self.model = model.to(self.device).train()
        self.model.model.visual.requires_grad_(not settings.freeze)
        self.pictures = pictures
        usable = [index for index, record in enumerate(records) if record.wishes]
        self.records = records
        self.training = [index for index in usable if not records[index].held_out]
        self.validation = [index for index in usable if records[index].held_out]
        if not self.training:
            raise ValueError(f"None of the {len(records)} records is for training and has a goal.")
        config = model.config.vision_config
        self.patch = int(config.patch_size)
        side = pictures.shape[2] // self.patch // 2
        self.collate = Collator(tokenizer, model, side * side)
        self.tokenizer = tokenizer
        self.optimisers = make_optimisers(self.model, settings)
        self.step = 0
        self.seen = 0
        folder.mkdir(parents=True, exist_ok=True)

    def rows(self, step: int) -> list[Row]:
        """The rows of a step, which depend on the seed, the step and the data alone."""
        random = Random(f"{self.settings.seed}/{step}")
        settings = self.settings
        return [
            draw_row(
                self.records[index],
                index,
                settings.branches,
                random,
                rename=settings.rename,
                ask=settings.ask,
                listing=settings.listing,
                mirror=settings.mirror,
            )
            for index in random.choices(self.training, k=settings.states)
        ]

    def _precision(self) -> Any:
        if not self.settings.half:
            return nullcontext()
        return torch.autocast(self.device.type, torch.bfloat16)

    def loss(self, rows: Sequence[Row]) -> tuple[Tensor, Batch]:
        """Mean negative log likelihood of the answers' tokens."""
        batch = self.collate(rows, self.pictures).to(self.device)
        with self._precision():
            logits = answer_logits(self.model, batch, self.patch)
        return functional.cross_entropy(logits.float(), self.collate.targets(rows).to(self.device)), batch

    def advance(self) -> tuple[float, int]:
        """One step; its loss and its number of samples."""
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = self.settings.rate(self.step)
        loss, batch = self.loss(self.rows(self.step))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        for optimiser in self.optimisers:
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        self.step += 1
        self.seen += batch.samples
        return float(loss.detach()), batch.samples

    def save(self) -> None:
        """Write the checkpoint, replacing the last at once."""
        state = {
            "model": self.model.state_dict(),
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "step": self.step,
            "seen": self.seen,
            "settings": asdict(self.settings),
        }
        scratch = self.folder / "checkpoint.tmp"
        torch.save(state, scratch)
        scratch.replace(self.folder / "checkpoint.pt")

    def resume(self) -> bool:
        """Go on from the folder's checkpoint, if there is one."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return False
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        for optimiser, kept in zip(self.optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(kept)
        self.step, self.seen = state["step"], state["seen"]
        return True

    def run(self, *, until: int | None = None, seconds: float | None = None) -> None:
        """Train to step `until` (by default the schedule's end), or for so many seconds, and save."""
        end = self.settings.steps if until is None else min(until, self.settings.steps)
        started = last = time.monotonic()
        losses: list[float] = []
        samples = 0
        while self.step < end and (seconds is None or time.monotonic() - started < seconds):
            loss, count = self.advance()
            losses.append(loss)
            samples += count
            if self.step % 10 == 0:
                now = time.monotonic()
                self.log(
                    loss=sum(losses) / len(losses),
                    rate=self.settings.rate(self.step - 1),
                    samples_per_second=samples / (now - last),
                )
                last, losses, samples = now, [], 0
            if self.step % self.settings.save_every == 0:
                self.save()
            if self.step % self.settings.evaluate_every == 0 and self.validation:
                self.log(validation_loss=self.validation_loss())
        self.save()

    def log(self, **values: float) -> None:
        """A line of ``log.jsonl``."""
        rounded = {name: round(value, 6) for name, value in values.items()}
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps({"step": self.step, "samples": self.seen, **rounded}) + "\n")

    @torch.no_grad()
    def validation_loss(self, rows: int = 16) -> float:
        """Loss on held-out states: always the same states, wishes and words."""
        random = Random("validation")
        chosen = random.choices(self.validation, k=rows)
        drawn = [draw_row(self.records[index], index, 6, random, vary=False) for index in chosen]
        size = self.settings.states
        total = [float(self.loss(drawn[at : at + size])[0]) for at in range(0, rows, size)]
        return sum(total) / len(total)
