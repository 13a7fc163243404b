"""Emissions that depend on what the camera sees (App. A7).

    B(h, v | c) = B(h, v) · exp((W c)_v) / Σ_u B(h, u) · exp((W c)_u),        W = U P of rank r

c is the mean-pooled last layer of the model's vision tower, and stays fixed for a plan: conditioning gives an
ordinary HMM, which everything else takes as it is. Only W is learned; the chain and B stay the text HMM's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clamp.errors import HMMError
from clamp.hmm.model import HMM, FloatArray
from clamp.hmm.storage import read_tensors, write_tensors

if TYPE_CHECKING:
    pass

VISION_NAME = "vision.safetensors"


@dataclass(frozen=True, eq=False)
class VisionHMM:
    """An HMM whose emissions are modulated by a context vector.

    Attributes:
        base: The HMM without a picture.
        token_factors: U, shape [V, r].
        context_factors: P, shape [r, d], d being the length of a context vector.
    """

    base: HMM
    token_factors: FloatArray
    context_factors: FloatArray

    def __post_init__(self) -> None:
        token, context = self.token_factors, self.context_factors
        if token.ndim != 2 or context.ndim != 2 or token.shape != (self.base.vocab_size, context.shape[0]):
            raise HMMError(
                f"Vision factors have shapes {list(token.shape)} and {list(context.shape)}; an HMM over "
                f"{self.base.vocab_size} tokens needs [{self.base.vocab_size}, r] and [r, d]."
            )
        if not (np.isfinite(token).all() and np.isfinite(context).all()):
            raise HMMError(
                "Vision factors must be finite. Did training diverge? Try a smaller learning rate."
            )

    @property
    def context_size(self) -> int:
        """Length of a context vector, d."""
        return self.context_factors.shape[1]

    def condition(self, context: NDArray[Any]) -> HMM:
        """The HMM for one picture.

        Args:
            context: c, shape [d].

        Raises:
            HMMError: The context has another length, or is not finite.
        """
        context = np.asarray(context, dtype=np.float64)
        check_contexts(context[None], 1, self.context_size)
        logits = self.token_factors @ (self.context_factors @ context)
        tilt = np.exp(logits - logits.max())
        columns = self.base.emission.T * tilt.astype(self.base.dtype)[:, None]
        mass = columns.sum(axis=0, dtype=np.float64)
        if not (mass > 0).all():
            raise HMMError(
                f"The context leaves hidden state {int(mass.argmin())} no token to emit: logits span "
                f"{np.ptp(logits):.3g}. Is the context scaled as it was in training?"
            )
        columns /= mass.astype(self.base.dtype)
        return self.base.with_emission_columns(columns)

    def save_pretrained(self, directory: str | Path) -> Path:
        """Write the base HMM and, beside it, ``vision.safetensors``."""
        path = self.base.save_pretrained(directory)
        factors = {"token_factors": self.token_factors, "context_factors": self.context_factors}
        write_tensors(path / VISION_NAME, factors, {"format": "np"})
        return path

    @classmethod
    def from_pretrained(cls, directory: str | Path, *, tokenizer: Any = None) -> VisionHMM:
        """Read what `save_pretrained` wrote.

        Raises:
            HMMError: As `HMM.from_pretrained`, or there are no vision factors, or they do not fit.
        """
        base = HMM.from_pretrained(directory, tokenizer=tokenizer)
        tensors, _ = read_tensors(Path(directory) / VISION_NAME)
        if tensors.keys() != {"token_factors", "context_factors"}:
            raise HMMError(f"{Path(directory) / VISION_NAME} holds {sorted(tensors)}, not vision factors.")
        return cls(base, tensors["token_factors"], tensors["context_factors"])


def check_contexts(contexts: NDArray[Any], sequences: int, width: int | None) -> None:
    """Raise `HMMError` for contexts that are not one finite vector of the same width for each sequence."""
    if contexts.ndim != 2 or len(contexts) != sequences or (width is not None and contexts.shape[1] != width):
        raise HMMError(
            f"Context vectors have shape {list(contexts.shape)}; expected {sequences} of "
            f"{'one length' if width is None else f'length {width}'}. Is c mean-pooled over patches?"
        )
    if not np.isfinite(contexts).all():
        raise HMMError("A context vector has an entry that is not finite. Did the vision tower overflow?")
