"""Masks the scores of a batch: of each row, exactly the scores stay that its text's follower admits.

Rows do not harm each other: one in which nothing can be chosen, or whose constraint fails, is refused alone.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch

from clamp.errors import ConstraintError
from clamp.hosts.follower import Admissible, Follower, unusable_scores, width_message
from clamp.threads import Cache

# torch is only partly typed.


_KEPT_INDEX_TENSORS = 4096
"""Index tensors kept beside the constraint's own arrays; a plan of 36 actions visits a few hundred."""


class Picked(NamedTuple):
    """What rows may choose from.

    Attributes:
        flat: Where the admissible scores stand in the flattened scores, shape [n].
        kept: These scores with their biases, shape [n]; the best of each row is finite.
        refused: Rows that nothing can be chosen in, and why; they have no part in the others.
    """

    flat: torch.Tensor
    kept: torch.Tensor
    refused: dict[int, Exception]

    def write(self, scores: torch.Tensor) -> None:
        """Put the kept scores into contiguous scores of the same shape as those that they were taken from."""
        scores.view(-1).index_copy_(0, self.flat, self.kept)


class ScoreMask:
    """Picks admissible scores out of a batch. Index tensors are kept on the device that they were used on."""

    def __init__(self) -> None:
        self._indices: dict[int, tuple[np.ndarray, torch.Tensor]] = Cache()

    def of(self, scores: torch.Tensor, followers: Mapping[int, Follower]) -> Picked:
        """What each row's follower admits.

        A row is refused with the error that its follower raises, whatever it is (a constraint may be anybody's
        code), with a `ConstraintError` if its vocabulary is not as wide as the scores, and as `pick` says.

        Args:
            scores: ``[rows, vocabulary]``, of any float type, on any device.
            followers: By row; each has a constraint. They are asked in this order.
        """
        rows: dict[int, Admissible] = {}
        refused: dict[int, Exception] = {}
        for row, follower in followers.items():
            try:
                constraint = follower.constraint
                if constraint is not None and constraint.vocabulary.size != scores.shape[1]:
                    raise ConstraintError(width_message(constraint, scores.shape[1]))
                rows[row] = follower.admissible()
            except Exception as error:
                refused[row] = error
        picked = self.pick(scores, rows)
        return picked._replace(refused=refused | picked.refused)

    def pick(self, scores: torch.Tensor, rows: Mapping[int, Admissible]) -> Picked:
        """The admissible scores with their biases.

        A row is refused, with a `DeadEndError`, if all its admissible scores are ``-inf`` or one of them is
        NaN or ``inf``, with a `GuidanceError` if only the biases make them so. It does not harm the others.

        Args:
            scores: ``[rows, vocabulary]``, of any float type, on any device.
            rows: What each may write: at least one token.
        """
        if not rows:
            return Picked(torch.empty(0, dtype=torch.int64, device=scores.device), scores.new_empty(0), {})
        picked = [self._index(one.ids, scores.device) + row * scores.shape[1] for row, one in rows.items()]
        flat, sizes = torch.cat(picked), [len(one.ids) for one in rows.values()]
        kept = plain = scores.reshape(-1).index_select(0, flat)
        if any(one.bias is not None for one in rows.values()):
            added = [np.zeros(len(one.ids)) if one.bias is None else one.bias for one in rows.values()]
            # In half precision the sum would be rounded.
            wide = torch.promote_types(kept.dtype, torch.float32)
            kept = (kept.to(wide) + torch.from_numpy(np.concatenate(added)).to(kept.device, wide)).to(
                kept.dtype
            )
        best = torch.stack([torch.amax(part) for part in torch.split(kept, sizes)])
        usable = torch.isfinite(best)
        if bool(usable.all()):
            return Picked(flat, kept, {})
        parts = zip(rows.items(), torch.split(plain, sizes), usable.tolist(), strict=True)
        refused: dict[int, Exception] = {
            row: unusable_scores(f"Row {row}", part.float().cpu().numpy(), one.bias, str(scores.dtype))
            for (row, one), part, good in parts
            if not good
        }
        left = torch.tensor([row not in refused for row in rows], device=kept.device)
        chosen = left.repeat_interleave(torch.tensor(sizes, device=kept.device))
        return Picked(flat[chosen], kept[chosen], refused)

    def _index(self, allowed: np.ndarray, device: torch.device) -> torch.Tensor:
        """The tensor twin of an array of token ids; constraints return the same array for the same mask."""
        known = self._indices.get(id(allowed))
        if known is not None and known[0] is allowed and known[1].device == device:
            return known[1]
        index = torch.tensor(allowed, dtype=torch.int64, device=device)
        if allowed.flags.writeable:
            return index  # nobody promises to give the same array again
        self._indices[id(allowed)] = (allowed, index)
        if len(self._indices) > _KEPT_INDEX_TENSORS:
            del self._indices[next(iter(self._indices))]
        return index
