"""Batches: prompts and plans about one state share its pictures and its list of objects.

A row is one state: ``<user> pictures Objects: …`` once, then several branches ``Task: … <assistant> plan``.
A branch attends to the shared part and to itself, at the positions that it would have alone, so the loss is
that of separate sequences, for about half of their tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor

from clamp.decoding import PlanFormat
from clamp.hosts.seen_entities import LISTING_FORMAT, NOTHING, listing_messages
from clamp.perception.annotate import relative_positions
from clamp.planning.system import Action
from clamp.request.prompts import objects_text
from embedded_vlm.augment import Renaming
from embedded_vlm.goals import Wish
from embedded_vlm.instructions import NAMES, View, fixture, split_id, write
from embedded_vlm.prepare import PICTURE, Prepared

FORMAT = PlanFormat.calls()
DEFAULT_BUDGET = 20
LISTING = str(listing_messages([])[1]["content"]).split("\n", 1)[1]
"""What follows the objects in the prompt that asks which of them the pictures show."""


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
        positions: What the prompt says of some of them.
        mirrored: Whether the pictures are shown flipped from left to right.
    """

    index: int
    objects: tuple[str, ...]
    samples: tuple[Sample, ...]
    positions: Mapping[str, str] = field(default_factory=dict[str, str])
    mirrored: bool = False


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


def opening_text(row: Row, views: int, image_tokens: int) -> str:
    """The shared part of a prompt."""
    picture = "<|vision_start|>" + "<|image_pad|>" * image_tokens + "<|vision_end|>"
    return f"<|im_start|>user\n{picture * views}Objects: {objects_text(row.objects, row.positions)}\n"


def request_text(sample: Sample) -> str:
    """The rest of a prompt."""
    if sample.instruction == LISTING:
        return f"{LISTING}<|im_end|>\n<|im_start|>assistant\n"
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
        if drawer or (not part and kind.endswith(("microwave", "stove"))):
            state = "on" if kind.endswith("stove") else "open"
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
    listing: float = 0.0,
    mirror: float = 0.0,
    vary: bool = True,
) -> Row:
    """A state's list of objects and some of its wishes, in drawn words.

    Args:
        rename: Chance that some things of the scene get other names (`Renaming`).
        ask: Chance of further samples: questions about the pictures.
        listing: Chance of a row that asks what the pictures show, instead of one that asks for plans.
        mirror: Chance that the pictures are flipped from left to right: in a mirror a kitchen is another one.
        vary: Shuffle the list, leave things out that no plan needs, and vary the budget.
    """
    mirrored = bool(record.centres) and random.random() < mirror
    if mirrored:
        record = record.mirrored()
    if random.random() < listing:
        return listing_row(record, index, random, mirrored=mirrored)
    renaming = Renaming(record.movable, record.fixed, 0.6 if random.random() < rename else 0.0, random)
    view = View(
        tuple(map(renaming, record.entities)),
        {renaming(name): centre for name, centre in record.centres.items()},
        {renaming(name): renaming(support) for name, support in record.supports.items()},
        {renaming.kinds[kind]: called for kind, called in renaming.called.items()},
    )
    wishes = choose_wishes(record.wishes, branches, random)
    samples: list[Sample] = []
    for wish in wishes:
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
    # A prompt without positions comes from a scene without boxes.
    told = {} if vary and random.random() < 0.15 else positions(view.entities, view.centres)
    return Row(index, tuple(objects), tuple(samples), told, mirrored)


def positions(names: Sequence[str], centres: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """What a prompt says of where things are, from centres in a picture's pixels."""
    return relative_positions(names, [{name: (x / PICTURE, y / PICTURE) for name, (x, y) in centres.items()}])


def choose_wishes(wishes: Sequence[Wish], count: int, random: Random) -> list[Wish]:
    """Some of them in any order, more often those whose plan depends on what only a picture tells."""
    order = sorted(wishes, key=lambda wish: random.random() ** (1 / (3 if depends_on_sight(wish) else 1)))
    return order[::-1][:count]


def depends_on_sight(wish: Wish) -> bool:
    """Whether the plan would be another one if some drawer, door or stove were open or on, or were not."""
    told = {step.verb for step in wish.steps}
    done = {action.name for action in wish.plan}
    shut = ("top_region", "middle_region", "bottom_region", "heating_region")
    inside = any(
        action.name in ("place_in", "open") and split_id(action.args[-1])[2] in shut for action in wish.plan
    )
    switched = {verb for verb in told if verb in ("open", "close", "turn_on", "turn_off")}
    return inside or not switched <= done


def listing_row(record: Prepared, index: int, random: Random, *, mirrored: bool = False) -> Row:
    """A state of which is asked what the pictures show, of what is there, hidden, or elsewhere."""
    present = [name for name in record.entities if not split_id(name)[2]]
    hidden = [name for name in record.supports if name not in record.entities and not split_id(name)[2]]
    kinds = {split_id(name)[0] for name in [*present, *record.supports]}
    strangers = [f"{kind}_{random.choice((1, 1, 2))}" for kind in NAMES if kind not in kinds]
    objects = present + hidden + random.sample(strangers, random.randint(0, 6))
    random.shuffle(objects)
    listed = [name for name in objects if name in present and record.centres] or [NOTHING]
    text = LISTING_FORMAT.serialize([Action("see", (name,)) for name in listed])
    view = record.view
    asked = short_questions(view, record.active, random) if record.centres else []
    return Row(index, tuple(objects), (Sample(LISTING, None, text), *asked), mirrored=mirrored)


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
        flips = (slice(None, None, -1) if row.mirrored else slice(None) for row in rows)
        shown = np.stack([pictures[row.index, :, :, flip] for row, flip in zip(rows, flips, strict=True)])
        return Batch(tokens, positions, segments, answers, torch.from_numpy(shown))

    def _row(self, row: Row, views: int) -> tuple[list[int], Tensor, list[int], list[bool]]:
        ids = self.encode(opening_text(row, views, self.image_tokens))
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
