"""The network that sees LIBERO's tables: two pictures and the boxes of named things in, what holds out.

A convolutional encoder and decoder turns each picture into a map of features. Each thing, in each picture, becomes a
token of what its box shows, where the box lies, and what the thing is called; a small transformer over the tokens of
all pictures says of each door whether it is open, and scores, for each thing that can be carried, every place as that
which it is on or in. A stove is looked at closer, by a network of its own that sees nothing but the pixels of its box:
where it stands and what stands beside it does not matter. What a thing, a place and a door is,
`clamp_worlds.libero.layout` says.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from clamp_worlds.convolutions import Residual, down, norm

SIZE = 224
"""Height and width of the pictures."""
VIEWS = 2
WORDS, KINDS = 81, 10
"""How many words names are made of, and kinds of things there are: those of `clamp_worlds.libero.layout`."""
STOVE = 4
"""The kind of what is on or off."""
CLOSER, GROWN = 48, 1.15
"""Height and width of a stove as it is looked at closer, and how much larger than its box that is."""
_GEOMETRY = 11


class Seen(NamedTuple):
    """What the network says of B scenes with N things each."""

    flags: Tensor  # (B, N) logits: open, or on
    support: Tensor  # (B, N, N) scores: thing i is on or in place j


class Shown(NamedTuple):
    """B scenes as tensors; N things, V pictures.

    words: (B, N, W) numbers of words from 1 on, 0 for none. kinds: (B, N) numbers of kinds. boxes: (B, V, N, 4)
    x0, y0, x1, y1 in shares of the picture. visible: (B, V, N) whether the box is its own, of what is seen. borrowed:
    (B, V, N) whether it is that of what it is a part of. there: (B, N) whether there is such a thing.
    """

    pictures: Tensor  # (B, V, 3, SIZE, SIZE) in [0, 1]
    words: Tensor
    kinds: Tensor
    boxes: Tensor
    visible: Tensor
    borrowed: Tensor
    there: Tensor


def crops(features: Tensor, boxes: Tensor, size: int, grow: float) -> Tensor:
    """Parts of feature maps (B, C, h, w) under boxes (B, N, 4), grown about their middles: (B, N, C, size, size)."""
    b, c = features.shape[:2]
    n = boxes.shape[1]
    middle, half = (boxes[..., :2] + boxes[..., 2:]) / 2, (boxes[..., 2:] - boxes[..., :2]) / 2
    half = half * grow + 0.01
    steps = torch.linspace(-1, 1, size, device=boxes.device, dtype=boxes.dtype)
    x = middle[..., :1] + half[..., :1] * steps
    y = middle[..., 1:] + half[..., 1:] * steps
    grid = torch.stack([x[:, :, None, :].expand(-1, -1, size, -1), y[..., None].expand(-1, -1, -1, size)], -1)
    grid = (grid * 2 - 1).reshape(b, n * size, size, 2).float()
    found = F.grid_sample(features.float(), grid, padding_mode="border", align_corners=False)
    return found.reshape(b, c, n, size, size).transpose(1, 2)


class Closer(nn.Module):
    """(S, 3, CLOSER, CLOSER) pixels of boxes to (S,) logits that it is on; of one that is hidden, near 0."""

    def __init__(self, widths: tuple[int, ...] = (24, 48, 64)) -> None:
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(3, widths[0], 5, stride=2, padding=2, bias=False),
            norm(widths[0]),
            nn.SiLU(),
            *(down(a, b) for a, b in pairwise(widths)),
        )
        self.head = nn.Linear(2 * widths[-1], 1)

    def forward(self, pixels: Tensor) -> Tensor:
        found = self.encoder(pixels * 2 - 1)
        return self.head(torch.cat([found.mean((2, 3)), found.amax((2, 3))], -1))[:, 0]


class LiberoNetwork(nn.Module):
    """Args: widths of the encoder at strides 2 to 32; width of the decoder and of the tokens; layers over tokens."""

    def __init__(
        self,
        widths: tuple[int, ...] = (24, 40, 80, 128, 160),
        decoder: int = 64,
        token: int = 192,
        layers: int = 3,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, widths[0], 5, stride=2, padding=2, bias=False), norm(widths[0]), nn.SiLU()
        )
        self.encoder = nn.ModuleList(down(a, b) for a, b in pairwise(widths))
        self.lateral = nn.ModuleList(nn.Conv2d(width, decoder, 1) for width in widths[1:])
        self.merge = nn.ModuleList(Residual(decoder) for _ in widths[1:])
        self.near = nn.Sequential(
            nn.Conv2d(decoder, 96, 3, stride=2, padding=1), nn.SiLU(), nn.Flatten(1), nn.Linear(1536, token)
        )
        self.wide = nn.Sequential(
            nn.Conv2d(decoder, 96, 3, stride=2, padding=1), nn.SiLU(), nn.Flatten(1), nn.Linear(1536, token)
        )
        self.word = nn.Embedding(WORDS + 1, token, padding_idx=0)
        self.kind = nn.Embedding(KINDS, token)
        self.view = nn.Parameter(0.1 * torch.randn(VIEWS + 1, token))
        self.place = nn.Sequential(nn.Linear(10, token), nn.SiLU(), nn.Linear(token, token))
        self.start = nn.LayerNorm(token)
        layer = nn.TransformerEncoderLayer(
            token, 6, 2 * token, dropout=dropout, activation="gelu", batch_first=True, norm_first=True
        )
        self.fusion = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.end = nn.LayerNorm(token)
        self.flag = nn.Sequential(nn.Linear(token, token // 2), nn.SiLU(), nn.Linear(token // 2, 1))
        self.upper, self.lower = nn.Linear(token, 128), nn.Linear(token, 128)
        self.between = nn.Linear(VIEWS * _GEOMETRY, 128)
        self.pair = nn.Sequential(nn.SiLU(), nn.Linear(128, 128), nn.SiLU(), nn.Linear(128, 1))
        self.dot = nn.Linear(token, token)
        self.closer = Closer()

    def forward(self, shown: Shown) -> Seen:
        b, views, n = shown.visible.shape
        features = self.features(shown.pictures.flatten(0, 1))
        boxes = shown.boxes.flatten(0, 1)
        looks = self.near(crops(features, boxes, 7, 1.1).flatten(0, 1)) + self.wide(
            crops(features, boxes, 7, 2.2).flatten(0, 1)
        )
        called = self.word(shown.words).sum(2) + self.kind(shown.kinds)  # (B, N, D)
        size = shown.boxes[..., 2:] - shown.boxes[..., :2]
        marks = torch.stack([shown.visible.float(), shown.borrowed.float()], -1)
        where = self.place(torch.cat([shown.boxes * 2 - 1, size * 2, (size + 0.01).log() / 2, marks], -1))
        tokens = looks.reshape(b, views, n, -1) + where + called[:, None] + self.view[:views, None]
        queries = called + self.view[VIEWS]
        usable = (shown.visible | shown.borrowed) & shown.there[:, None]
        hidden = torch.cat([~shown.there, ~usable.flatten(1)], 1)
        mixed = self.fusion(
            self.start(torch.cat([queries, tokens.flatten(1, 2)], 1)), src_key_padding_mask=hidden
        )
        things = self.end(mixed[:, :n]).float()
        pair = (
            self.upper(things)[:, :, None] + self.lower(things)[:, None] + self.between(self._geometry(shown))
        )
        dot = self.dot(things) @ things.transpose(1, 2) / things.shape[-1] ** 0.5
        flags = self.flag(things)[..., 0].float()
        if (closer := self.looked_at(shown)) is not None:
            stoves, logits = closer
            flags = flags.index_put(stoves, logits)
        return Seen(flags, (self.pair(pair)[..., 0] + dot).float())

    def looked_at(self, shown: Shown) -> tuple[tuple[Tensor, Tensor], Tensor] | None:
        """Which stoves have a box of their own, as places in (B, N), and the logits that they are on; `None` for none.

        The logits of the pictures are added, as of witnesses that do not know of each other.
        """
        stoves = ((shown.kinds == STOVE) & shown.there & shown.visible.any(1)).nonzero(as_tuple=True)
        if not len(stoves[0]):
            return None
        pictures, views = shown.pictures[stoves[0]].flatten(0, 1), shown.visible.shape[1]
        boxes = shown.boxes[stoves[0], :, stoves[1]].reshape(-1, 1, 4)
        logits = self.closer(crops(pictures, boxes, CLOSER, GROWN)[:, 0]).float().reshape(-1, views)
        seen = shown.visible[stoves[0], :, stoves[1]]
        return (stoves[0], stoves[1]), (logits * seen).sum(1)

    def features(self, pictures: Tensor) -> Tensor:
        """(B, C, SIZE / 4, SIZE / 4) of pictures (B, 3, SIZE, SIZE)."""
        level = self.stem(pictures * 2 - 1)
        levels: list[Tensor] = []
        for stage in self.encoder:
            level = stage(level)
            levels.append(level)
        fine = self.merge[-1](self.lateral[-1](levels[-1]))
        for i in range(len(levels) - 2, -1, -1):
            side = self.lateral[i](levels[i])
            fine = self.merge[i](side + F.interpolate(fine, side.shape[-2:], mode="nearest"))
        return fine

    @staticmethod
    def _geometry(shown: Shown) -> Tensor:
        """(B, N, N, V * 11): how two things' boxes lie to one another in each picture."""
        boxes = shown.boxes
        low, high = boxes[..., :2], boxes[..., 2:]
        size, middle = high - low + 0.005, (low + high) / 2
        one, other = slice(None), None
        a = (..., one, other, slice(None))
        b = (..., other, one, slice(None))
        both = torch.minimum(high[a], high[b]) - torch.maximum(low[a], low[b])
        shared = both.clamp(min=0).prod(-1)
        area = size.prod(-1)
        offset = (middle[a] - middle[b]) / size[b]
        foot = (high[..., 1][..., one, other] - high[..., 1][..., other, one]) / size[..., 1][..., other, one]
        head = (high[..., 1][..., one, other] - low[..., 1][..., other, one]) / size[..., 1][..., other, one]
        seen = (shown.visible | shown.borrowed).float()
        found = torch.stack(
            [
                *offset.unbind(-1),
                foot,
                head,
                *(size[a].log() - size[b].log()).unbind(-1),
                shared / area[..., one, other],
                shared / area[..., other, one],
                both.amin(-1) * 4,
                seen[..., one, other].expand_as(shared),
                seen[..., other, one].expand_as(shared),
            ],
            -1,
        )
        found = found.clamp(-6, 6) * (seen[..., one, other] * seen[..., other, one])[..., None]
        return found.permute(0, 2, 3, 1, 4).flatten(3)
