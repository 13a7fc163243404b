"""One request of a batch, followed token by token."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch

from clamp.errors import DeadEndError, GuidanceError, HostError
from clamp.hosts.request import TokenConstraint, admits, bias

# torch is only partly typed.


_KEPT_INDEX_TENSORS = 4096
"""Index tensors kept beside the constraint's own arrays; a plan of 36 actions visits a few hundred."""


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


class Picked(NamedTuple):
    """What rows may choose from.

    Attributes:
        flat: Where the admissible scores stand in the flattened scores, shape [n].
        kept: These scores with their biases, shape [n]; the best of each row is finite.
        refused: Rows that nothing can be chosen in, and why; they have no part in the others.
    """

    flat: torch.Tensor
    kept: torch.Tensor
    refused: dict[int, DeadEndError]


class Scatter:
    """Picks admissible scores out of a batch. Index tensors are kept on the device that they were used on."""

    def __init__(self) -> None:
        self._indices: OrderedDict[int, tuple[np.ndarray, torch.Tensor]] = OrderedDict()

    def pick(self, scores: torch.Tensor, rows: Sequence[Admissible]) -> Picked:
        """The admissible scores with their biases.

        A row is refused, with a `DeadEndError`, if all its admissible scores are ``-inf`` or one of them is
        NaN or ``inf``, with a `GuidanceError` if only the biases make them so. It does not harm the others.

        Args:
            scores: ``[rows, vocabulary]``, of any float type, on any device.
            rows: At least one.
        """
        picked = [self._index(one.ids, scores.device) + one.row * scores.shape[1] for one in rows]
        flat, sizes = torch.cat(picked), [len(one.ids) for one in rows]
        kept = plain = scores.reshape(-1).index_select(0, flat)
        if any(one.bias is not None for one in rows):
            added = [np.zeros(len(one.ids)) if one.bias is None else one.bias for one in rows]
            wide = torch.promote_types(
                kept.dtype, torch.float32
            )  # in half precision the sum would be rounded
            kept = (kept.to(wide) + torch.from_numpy(np.concatenate(added)).to(kept.device, wide)).to(
                kept.dtype
            )
        best = torch.stack([torch.amax(part) for part in torch.split(kept, sizes)])
        usable = torch.isfinite(best)
        if bool(usable.all()):
            return Picked(flat, kept, {})
        refused = {
            one.row: refusal(f"Row {one.row}", part.float().cpu().numpy(), one.bias, str(scores.dtype))
            for one, part, good in zip(rows, torch.split(plain, sizes), usable.tolist(), strict=True)
            if not good
        }
        left = torch.tensor([one.row not in refused for one in rows], device=kept.device)
        chosen = left.repeat_interleave(torch.tensor(sizes, device=kept.device))
        return Picked(flat[chosen], kept[chosen], refused)

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


def refusal(where: str, scores: np.ndarray, bias: np.ndarray | None, dtype: str) -> DeadEndError:
    """Why no admissible token can be chosen.

    Args:
        where: Begins the message.
        scores: The model's scores of the admissible tokens, without biases, shape [n].
        bias: What is added to them, shape [n], if anything is.
        dtype: The type in which they are added.
    """
    best = float(scores.max())
    if not best < np.inf:
        which = "NaN" if np.isnan(best) else "inf"
        return DeadEndError(
            f"{where}: the model's scores of admissible tokens are {which}. Overflow in half precision?"
        )
    if best == -np.inf:
        return DeadEndError(
            f"{where}: every admissible token has score -inf before the constraint is applied. Does "
            "suppress_tokens, bad_words_ids, min_new_tokens, forced_eos_token_id or another processor ban "
            "what the plan needs?"
        )
    if bias is not None and bool((np.isfinite(scores) & np.isfinite(bias)).any()):
        return GuidanceError(
            f"{where}: the weights of the admissible tokens (at most {float(bias.max()):g}) leave the range "
            f"of {dtype}, in which they are added to the model's scores. Lower the guidance weight, or pass "
            "scores in float32."
        )
    return GuidanceError(
        f"{where}: the tokens that have a finite weight (goal mass, visibility) are not those that have a "
        "finite score of the model: each admissible token is excluded by one of the two."
    )


class Follower:
    """Keeps a constraint's cursor beside the tokens that a request has written.

    What it knows is told by the tokens, never by a row or a slot: a request that was preempted, moved or read
    anew is followed from wherever its tokens lead.

    Args:
        constraint: What the request may write; ``None``: nothing, so that its text is empty.
        eos: Tokens that end a text; at least one.

    Attributes:
        count: How many tokens it has followed.
    """

    def __init__(self, constraint: TokenConstraint | None, eos: frozenset[int]) -> None:
        self.constraint = constraint
        self._eos = eos
        self._end = np.array([min(eos)], dtype=np.int64)
        self._restart()

    def _restart(self) -> None:
        self.count = 0
        self._last = -1
        self._cursor: Any = None if self.constraint is None else self.constraint.initial()
        # An empty text is no plan, because a plan has an action: it says that there is none.
        self._ended = self.constraint is None or not self.constraint.allowed(self._cursor).size

    @property
    def ended(self) -> bool:
        """Whether nothing may be written any more but the end."""
        return self._ended

    def follow(self, tokens: Sequence[int]) -> None:
        """Go to the end of the tokens written so far: on from the last call's, or anew if they differ.

        Raises:
            HostError: If one of them was not admissible.
        """
        if len(tokens) < self.count or (self.count and tokens[self.count - 1] != self._last):
            self._restart()
        for position in range(self.count, len(tokens)):
            self.step(int(tokens[position]))

    def step(self, token: int) -> None:
        """Go on by one token.

        Raises:
            HostError: If it was not admissible.
        """
        if self.constraint is not None and not self._ended:
            if token < 0 or not admits(self.constraint, self._cursor, token):
                written = self.constraint.vocabulary.bytes_of(token) if token >= 0 else None
                raise HostError(
                    f"The engine wrote token {token} ({written!r}) as number {self.count} of a plan, which "
                    "the constraint did not admit there. Does another logits processor run after CLAMP's, or "
                    "does the engine force tokens?"
                )
            if token in self._eos:
                self._ended = True
            else:
                self._cursor = self.constraint.advance(self._cursor, token)
        self.count += 1
        self._last = token

    def admissible(self, row: int) -> Admissible:
        """What may come next, in a row of the scores. After the end, and without any plan: the end.

        Raises:
            DeadEndError: If no token is admissible in the middle of a plan.
        """
        if self.constraint is None or self._ended:
            return Admissible(row, self._end)
        allowed = self.constraint.allowed(self._cursor)
        if allowed.size:
            return Admissible(row, allowed, bias(self.constraint, self._cursor))
        raise DeadEndError(
            f"No token is admissible after {self.count} tokens of a plan, though each was admitted: the "
            "search limits left every continuation undecided. Raise them."
        )
