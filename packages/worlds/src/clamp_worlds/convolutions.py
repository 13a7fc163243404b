"""What the networks that see blocks and LIBERO's tables are both made of: parts of a convolutional encoder."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor, nn


def norm(width: int) -> nn.Module:
    return nn.GroupNorm(8, width)


class Residual(nn.Module):
    """Two convolutions beside what goes in: (B, width, h, w) to the same."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), norm(width), nn.SiLU())
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), norm(width))

    def forward(self, x: Tensor) -> Tensor:
        return F.silu(x + self.second(self.first(x)))


def down(before: int, after: int) -> nn.Module:
    """A stage of an encoder: (B, before, h, w) to (B, after, h / 2, w / 2)."""
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=2, padding=1, bias=False),
        norm(after),
        nn.SiLU(),
        Residual(after),
    )
