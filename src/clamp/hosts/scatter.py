"""Copying the admissible scores of a batch: far cheaper than masking when few of 150,000 are admissible."""

# torch is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from clamp.errors import DeadEndError

_KEPT_INDEX_TENSORS = 4096
"""Index tensors kept beside the constraint's own arrays; a plan of 36 actions visits a few hundred."""


class UnusableScoresError(DeadEndError):
    """Nothing can be chosen in a row, whose number is `row`."""

    def __init__(self, message: str, row: int):
        super().__init__(message)
        self.row = row


@dataclass(frozen=True)
class Admissible:
    """What one row of a batch may write.

    Attributes:
        row: Which row of the scores.
        ids: Its admissible tokens, shape [n]; at least one.
        bias: What to add to their scores, shape [n]; ``None`` for nothing.
    """

    row: int
    ids: np.ndarray
    bias: np.ndarray | None = None


class Scatter:
    """Picks admissible scores out of a batch. Index tensors are kept on the device that they were used on."""

    def __init__(self) -> None:
        self._indices: OrderedDict[int, tuple[np.ndarray, torch.Tensor]] = OrderedDict()

    def pick(self, scores: torch.Tensor, rows: Sequence[Admissible]) -> tuple[torch.Tensor, torch.Tensor]:
        """The admissible scores with their biases, and where they stand in the flattened scores.

        Args:
            scores: ``[rows, vocabulary]``, of any float type, on any device.
            rows: At least one.

        Returns:
            Positions and scores, both of shape [admissible tokens of all rows].

        Raises:
            UnusableScoresError: If all admissible scores of a row are ``-inf``, or one of them is NaN; or all
                of its biases.
        """
        picked = [self._index(one.ids, scores.device) + one.row * scores.shape[1] for one in rows]
        flat = torch.cat(picked)
        kept = scores.reshape(-1).index_select(0, flat)
        best = torch.stack([torch.amax(part) for part in torch.split(kept, [len(one.ids) for one in rows])])
        usable = torch.isfinite(best) | (best == torch.inf)
        if not bool(usable.all()):
            position = int((~usable).nonzero()[0, 0])
            row = rows[position].row
            raise UnusableScoresError(_banned_message(row, float(best[position])), row)
        if any(one.bias is not None for one in rows):
            smallest = torch.finfo(kept.dtype).min
            for one in rows:
                if one.bias is not None and not smallest <= float(one.bias.max()) < np.inf:
                    raise UnusableScoresError(_weightless_message(one.row, one.bias), one.row)
            added = [np.zeros(len(one.ids)) if one.bias is None else one.bias for one in rows]
            kept = kept + torch.from_numpy(np.concatenate(added)).to(kept)
        return flat, kept

    def _index(self, allowed: np.ndarray, device: torch.device) -> torch.Tensor:
        """The tensor twin of an array of token ids; constraints return the same array for the same mask."""
        known = self._indices.get(id(allowed))
        if known is not None and known[0] is allowed and known[1].device == device:
            return known[1]
        index = torch.tensor(allowed, dtype=torch.int64, device=device)
        self._indices[id(allowed)] = (allowed, index)
        if len(self._indices) > _KEPT_INDEX_TENSORS:
            self._indices.popitem(last=False)
        return index


def _weightless_message(row: int, bias: np.ndarray) -> str:
    if np.isnan(bias).any():
        return f"Row {row}: the weights of admissible tokens are NaN. Did the constraint compute them?"
    return (
        f"Row {row}: every admissible token has weight -inf, so the HMM holds every plan impossible. Has it "
        "zeros where tokens of plans are emitted? Smooth it, or leave guidance out."
    )


def _banned_message(row: int, best: float) -> str:
    if np.isnan(best):
        return f"Row {row}: the model's scores of admissible tokens are NaN. Overflow in half precision?"
    return (
        f"Row {row}: every admissible token has score -inf before the constraint is applied. Does "
        "suppress_tokens, bad_words_ids, min_new_tokens, forced_eos_token_id or another processor ban what "
        "the plan needs?"
    )
