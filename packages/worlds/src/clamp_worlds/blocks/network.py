"""The network that sees coloured blocks: pictures of one table in, a score for each support out.

A convolutional encoder and decoder says for every place of a picture which colour of block is there, what
that block stands on, and what stands on it. Each colour of each picture becomes one token; a small transformer
over the tokens of all pictures scores, for each block, every other block and the table as its support.
Which supports go together is not the network's business: `log_posterior` sums over all arrangements that can stand.
"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from clamp_worlds.convolutions import Residual, down, norm

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
TABLE = len(COLOURS)
WIDTH, HEIGHT = 320, 240
_OTHERS = TABLE + 1  # what a block stands on: a colour or the table; what stands on it: a colour or nothing


class Seen(NamedTuple):
    """What the network says of S tables with V pictures each; C = 6 colours, h x w = 60 x 80."""

    segments: Tensor  # (S, V, C + 1, h, w), logits: colour of the block here, the last is none
    below: Tensor  # (S, V, C + 1, h, w), logits: what the block here stands on, the last is the table
    above: Tensor  # (S, V, C + 1, h, w), logits: what stands on it, the last is nothing
    support: Tensor  # (S, C, C + 1), scores of each block's support over all pictures
    area: Tensor  # (S, V, C), share of the picture that shows the colour


class _Everywhere(nn.Module):
    """Attention over the coarsest places: what is far away in the picture counts too."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(
            width, 4, 2 * width, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )

    def forward(self, x: Tensor) -> Tensor:
        b, c, h, w = x.shape
        return self.layer(x.flatten(2).transpose(1, 2)).transpose(1, 2).reshape(b, c, h, w)


class BlockNetwork(nn.Module):
    """Args: widths of the encoder at strides 2 to 32; width of the decoder and of the tokens."""

    def __init__(
        self, widths: tuple[int, ...] = (24, 40, 80, 128, 160), decoder: int = 64, token: int = 96
    ) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(5, widths[0], 5, stride=2, padding=2, bias=False), norm(widths[0]), nn.SiLU()
        )
        self.encoder = nn.ModuleList(down(a, b) for a, b in pairwise(widths))
        self.everywhere = _Everywhere(widths[-1])
        self.lateral = nn.ModuleList(nn.Conv2d(width, decoder, 1) for width in widths[1:])
        self.merge = nn.ModuleList(Residual(decoder) for _ in widths[1:])
        self.heads = nn.Conv2d(decoder, 3 * _OTHERS, 1)
        self.into = nn.Linear(decoder + 2 * _OTHERS + 4, token)
        self.colour = nn.Parameter(0.1 * torch.randn(TABLE, token))
        self.query = nn.Parameter(0.1 * torch.randn(TABLE, token))
        self.table = nn.Parameter(0.1 * torch.randn(1, token))
        layer = nn.TransformerEncoderLayer(
            token, 4, 2 * token, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )
        self.fusion = nn.TransformerEncoder(layer, 3, enable_nested_tensor=False)
        self.upper, self.lower = nn.Linear(token, token), nn.Linear(token, token)
        self.lone = nn.Linear(token, 1)

    def forward(self, pictures: Tensor, present: Tensor, shown: Tensor | None = None) -> Seen:
        """Args: pictures (S, V, 3, 240, 320) in [0, 1]; present (S, C) bool: blocks that there are;
        shown (S, V) bool: pictures that count (all)."""
        parts = self.see(pictures.flatten(0, 1))
        found: list[Tensor] = [torch.unflatten(one, 0, pictures.shape[:2]) for one in parts]
        segments, below, above, tokens, area = found
        return Seen(segments, below, above, self.judge(tokens, area, present, shown), area)

    def see(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """What each of B pictures (B, 3, 240, 320) shows by itself.

        Returns:
            Logits of places (segments, below, above; (B, C + 1, h, w)), tokens (B, C, token), areas (B, C).
        """
        x = pictures
        v = torch.linspace(-0.75, 0.75, HEIGHT, device=x.device, dtype=x.dtype)[:, None].expand(HEIGHT, WIDTH)
        u = torch.linspace(-1, 1, WIDTH, device=x.device, dtype=x.dtype)[None].expand(HEIGHT, WIDTH)
        place = torch.stack([u, v])[None].expand(len(x), -1, -1, -1)
        level = self.stem(torch.cat([x * 2 - 1, place], 1))
        levels: list[Tensor] = []
        for stage in self.encoder:
            level = stage(level)
            levels.append(level)
        levels[-1] = self.everywhere(levels[-1])
        fine = self.merge[-1](self.lateral[-1](levels[-1]))
        for i in range(len(levels) - 2, -1, -1):
            side = self.lateral[i](levels[i])
            fine = self.merge[i](side + F.interpolate(fine, side.shape[-2:], mode="nearest"))
        segments, below, above = self.heads(fine).float().chunk(3, 1)
        tokens, area = self._tokens(fine, segments, below, above)
        return segments, below, above, tokens, area

    def _tokens(self, fine: Tensor, segments: Tensor, below: Tensor, above: Tensor) -> tuple[Tensor, Tensor]:
        weight = segments.softmax(1)[:, :TABLE].flatten(2)  # (B, C, hw)
        mass = weight.sum(-1, keepdim=True)
        share = weight / (mass + 0.5)
        hints = torch.cat([below.log_softmax(1), above.log_softmax(1)], 1).clamp(min=-10)
        h, w = fine.shape[-2:]
        v = torch.linspace(-0.75, 0.75, h, device=fine.device)[:, None].expand(h, w)
        u = torch.linspace(-1, 1, w, device=fine.device)[None].expand(h, w)
        place = torch.stack([u, v])[None].expand(len(fine), -1, -1, -1)
        values = torch.cat([fine.float(), hints, place], 1).flatten(2)  # (B, D, hw)
        pooled = share @ values.transpose(1, 2)
        size = torch.cat([(mass + 0.5).log(), (mass > 1.0).float()], -1)
        return self.into(torch.cat([pooled, size], -1)), mass[..., 0] / (h * w)

    def judge(self, tokens: Tensor, area: Tensor, present: Tensor, shown: Tensor | None = None) -> Tensor:
        """Scores of supports (S, C, C + 1) from the tokens (S, V, C, token) and areas (S, V, C) of `see`."""
        scenes, views = tokens.shape[:2]
        tokens = tokens + self.colour
        query = self.query.expand(scenes, -1, -1)
        there = present[:, None].expand(-1, views, -1) & (area > 1e-4)
        if shown is not None:
            there = there & shown[:, :, None]
        out = torch.cat([torch.zeros_like(present), ~there.flatten(1)], 1)
        mixed = self.fusion(torch.cat([query, tokens.flatten(1, 2)], 1), src_key_padding_mask=out)
        blocks = mixed[:, :TABLE].float()
        ends = self.lower(blocks)
        pair = self.upper(blocks) @ ends.transpose(1, 2) / ends.shape[-1] ** 0.5
        return torch.cat([pair, self.lone(blocks)], -1)


def arrangements() -> Tensor:
    """(4051, 6): what each colour stands on, for every way in which six blocks can stand in stacks."""
    found: set[tuple[int, ...]] = set()
    for order in permutations(range(TABLE)):
        for cuts in range(2 ** (TABLE - 1)):
            support = [TABLE] * TABLE
            for i in range(1, TABLE):
                if not cuts >> (i - 1) & 1:
                    support[order[i]] = order[i - 1]
            found.add(tuple(support))
    return torch.tensor(sorted(found))


def log_posterior(support: Tensor, present: Tensor, table: Tensor) -> Tensor:
    """Log probability of each arrangement: (S, A) from (S, C, C + 1), (S, C) and `arrangements()` (A, C).

    Blocks that are not there count as if they lay apart on the table: -inf where they do not.
    """
    absent = ~present
    gone = torch.zeros_like(support, dtype=torch.bool)
    gone[..., :TABLE] = absent[:, None, :] | absent[:, :, None]
    scores = torch.where(absent[..., None] & torch.ones_like(gone), 0.0, support).masked_fill(
        gone, -torch.inf
    )
    total = scores[:, torch.arange(TABLE, device=support.device), table].sum(-1)  # (S, A)
    return total.log_softmax(-1)
