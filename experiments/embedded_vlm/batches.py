"""Batches: prompts and plans about one state share its pictures and its list of objects.

A row is one state: ``<user> pictures Objects: …`` once, then several branches ``Task: … <assistant> plan``.
A branch attends to the shared part and to itself, at the positions that it would have alone, so the loss is
that of separate sequences, for about half of their tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor

from clamp.decoding import PlanFormat
from clamp.planning.system import Action
from embedded_vlm.augment import Renaming
from embedded_vlm.goals import Wish
from embedded_vlm.instructions import View, fixture, split_id, write
from embedded_vlm.prepare import Prepared

FORMAT = PlanFormat.calls()
DEFAULT_BUDGET = 20


@dataclass(frozen=True)
class Sample:
    """What one branch reads and should write.

    Attributes:
        budget: Most actions; ``None`` for a question about the pictures, which no plan answers.
        plan: A plan, or the answer to the question.
    """

    instruction: str
    budget: int | None
    plan: str


@dataclass(frozen=True)
class Row:
    """One state with several samples.

    Attributes:
        index: Of the state's pictures.
        objects: Ids in the order of the prompt.
    """

    index: int
    objects: tuple[str, ...]
    samples: tuple[Sample, ...]


@dataclass(frozen=True)
class Batch:
    """What a training step reads; S rows of L tokens.

    Attributes:
        tokens: [S, L].
        positions: Of M-RoPE, [3, S, L].
        segments: 0 for the shared part, 1, 2, … for branches, -1 for padding; [S, L].
        answers: Where the next token is part of a plan (or its end), [S, L].
        pictures: [S, views, pixels, pixels, 3], uint8.
    """

    tokens: Tensor
    positions: Tensor
    segments: Tensor
    answers: Tensor
    pictures: Tensor

    @property
    def samples(self) -> int:
        """Branches in the batch."""
        return int(self.segments.amax(1).clamp(min=0).sum())

    def mask(self) -> Tensor:
        """What attends to what, [S, 1, L, L]."""
        own = self.segments[:, :, None] == self.segments[:, None, :]
        shared = self.segments[:, None, :] == 0
        length = self.segments.shape[1]
        causal = torch.ones(length, length, dtype=torch.bool, device=self.segments.device).tril()
        return ((own | shared) & causal)[:, None]

    def to(self, device: torch.device) -> Batch:
        """The same on a device."""
        return Batch(
            self.tokens.to(device),
            self.positions.to(device),
            self.segments.to(device),
            self.answers.to(device),
            self.pictures.to(device),
        )


def opening_text(objects: Sequence[str], views: int, image_tokens: int) -> str:
    """The shared part of a prompt."""
    picture = "<|vision_start|>" + "<|image_pad|>" * image_tokens + "<|vision_end|>"
    return f"<|im_start|>user\n{picture * views}Objects: {', '.join(objects)}\n"


def request_text(sample: Sample) -> str:
    """The rest of a prompt."""
    limit = "" if sample.budget is None else f"\nUse at most {sample.budget} actions. Write the plan."
    return f"Task: {sample.instruction}{limit}<|im_end|>\n<|im_start|>assistant\n"


def questions(view: View, active: Sequence[str]) -> list[Sample]:
    """What can be asked about all that the pictures show.

    Args:
        active: What is open or turned on, in the order of the scene.
    """
    things = things_across(view)
    held = [f"{name} at {place}" for name, place in view.supports.items() if split_id(place)[1]]
    return [
        Sample("What is open or on?", None, "\n".join(active) or "nothing"),
        Sample("From left to right?", None, "\n".join(things)),
        Sample("What is on or in what?", None, "\n".join(held) or "nothing"),
    ]


def things_across(view: View) -> list[str]:
    """The things in the picture, from left to right."""
    # A table has no number; a drawer is a part of its cabinet.
    whole = [name for name in view.centres if split_id(name)[1] and not split_id(name)[2]]
    return sorted(whole, key=view.centres.__getitem__)


def short_questions(view: View, active: Sequence[str], random: Random) -> list[Sample]:
    """Questions that one word answers: whether something is open or on, and which of two things is where."""
    asked: list[Sample] = []
    for name in view.entities:
        kind, _, part = split_id(name)
        drawer = "cabinet" in kind and part in ("top_region", "middle_region", "bottom_region")
        if drawer or (not part and kind in ("microwave", "flat_stove")):
            state = "on" if kind == "flat_stove" else "open"
            answer = "yes" if name in active else "no"
            asked.append(Sample(f"Is {fixture(name, view, random)} {state}?", None, answer))
    random.shuffle(asked)
    asked = asked[:3]
    things = things_across(view)
    if len(things) > 1:
        pair = random.sample(things, 2)
        for words, axis, sign in (("further left", 0, 1), ("closer to the front", 1, -1)):
            nearest = min(pair, key=lambda name: sign * view.centres[name][axis])
            asked.append(Sample(f"Which is {words}, {pair[0]} or {pair[1]}?", None, nearest))
    return asked


def draw_row(
    record: Prepared,
    index: int,
    branches: int,
    random: Random,
    *,
    rename: float = 0.0,
    ask: float = 0.0,
    vary: bool = True,
) -> Row:
    """A state's list of objects and some of its wishes, in drawn words.

    Args:
        rename: Chance that some things of the scene get other names (`Renaming`).
        ask: Chance of further samples: questions about the pictures.
        vary: Shuffle the list, leave things out that no plan needs, and vary the budget.
    """
    renaming = Renaming(record.movable, 0.6 if random.random() < rename else 0.0, random)
    view = View(
        tuple(map(renaming, record.entities)),
        {renaming(name): centre for name, centre in record.centres.items()},
        {renaming(name): renaming(support) for name, support in record.supports.items()},
        {renaming.kinds[kind]: called for kind, called in renaming.called.items()},
    )
    wishes = list(record.wishes)
    random.shuffle(wishes)
    samples: list[Sample] = []
    for wish in wishes[:branches]:
        told = Wish(
            tuple(type(step)(step.verb, tuple(map(renaming, step.args))) for step in wish.steps),
            tuple(Action(action.name, tuple(map(renaming, action.args))) for action in wish.plan),
        )
        sentence = write(told.steps, view, random)
        if sentence is None:
            continue
        budget = DEFAULT_BUDGET
        if vary and random.random() < 0.5:
            budget = random.randint(len(wish.plan), 30)
        samples.append(Sample(sentence, budget, FORMAT.serialize(told.plan)))
    if record.centres and random.random() < ask:
        active = tuple(map(renaming, record.active))
        samples.append(random.choice(questions(view, active)))
        samples += short_questions(view, active, random)
    objects = list(view.entities)
    if vary:
        if random.random() < 0.6:
            random.shuffle(objects)
        if random.random() < 0.3:
            needed = "\n".join(sample.plan for sample in samples)
            objects = [name for name in objects if name in needed or random.random() < 0.7]
    return Row(index, tuple(objects), tuple(samples))


class Collator:
    """Turns rows into batches.

    Args:
        tokenizer: Of the model.
        model: Knows its own positions (`get_rope_index`).
        image_tokens: Tokens of a picture.
    """

    def __init__(self, tokenizer: Any, model: Any, image_tokens: int):
        self.backend = tokenizer.backend_tokenizer
        self.pad = int(tokenizer.pad_token_id)
        self.end = int(tokenizer.eos_token_id)
        self.model = model
        self.image_tokens = image_tokens
        self.side = round(image_tokens**0.5)

    def encode(self, text: str) -> list[int]:
        """Tokens of a text that writes its special tokens itself."""
        return self.backend.encode(text, add_special_tokens=False).ids

    def __call__(self, rows: Sequence[Row], pictures: np.ndarray) -> Batch:
        """One batch; `pictures` holds those of all states."""
        views = pictures.shape[1]
        encoded = [self._row(row, views) for row in rows]
        width = max(len(tokens) for tokens, *_ in encoded)
        shape = (len(rows), width)
        tokens = torch.full(shape, self.pad)
        positions = torch.zeros(3, *shape, dtype=torch.long)
        segments = torch.full(shape, -1)
        answers = torch.zeros(shape, dtype=torch.bool)
        for at, (ids, places, parts, wanted) in enumerate(encoded):
            length = len(ids)
            tokens[at, :length] = torch.tensor(ids)
            positions[:, at, :length] = places
            segments[at, :length] = torch.tensor(parts)
            answers[at, :length] = torch.tensor(wanted)
        shown = np.stack([pictures[row.index] for row in rows])
        return Batch(tokens, positions, segments, answers, torch.from_numpy(shown))

    def _row(self, row: Row, views: int) -> tuple[list[int], Tensor, list[int], list[bool]]:
        ids = self.encode(opening_text(row.objects, views, self.image_tokens))
        places = self._opening_positions(ids, views)
        parts, wanted = [0] * len(ids), [False] * len(ids)
        start = int(places.max()) + 1
        pieces = [places]
        for number, sample in enumerate(row.samples, 1):
            asked = self.encode(request_text(sample))
            answer = [*self.encode(sample.plan), self.end]
            # The end itself predicts nothing, so it need not be read.
            branch = asked + answer[:-1]
            ids += branch
            parts += [number] * len(branch)
            wanted += [False] * (len(asked) - 1) + [True] * len(answer)
            pieces.append((torch.arange(len(branch)) + start).expand(3, -1))
        return ids, torch.cat(pieces, dim=1), parts, wanted

    def _opening_positions(self, ids: list[int], views: int) -> Tensor:
        tokens = torch.tensor([ids])
        places, _ = self.model.model.get_rope_index(
            tokens,
            mm_token_type_ids=(tokens == self.model.config.image_token_id).int(),
            image_grid_thw=torch.tensor([[1, 2 * self.side, 2 * self.side]] * views),
        )
        return places[:, 0]

    def targets(self, rows: Sequence[Row]) -> Tensor:
        """The tokens that the batch's answers should be, in their order."""
        wanted: list[int] = []
        for row in rows:
            for sample in row.samples:
                wanted += [*self.encode(sample.plan), self.end]
        return torch.tensor(wanted)
