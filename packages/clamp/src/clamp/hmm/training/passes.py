"""An HMM's passes over many sequences at once, with torch: packed so that a batch of unequal lengths wastes no step."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.cluster import Fold, fold
from clamp.errors import HMMError
from clamp.hmm.corpus import Corpus
from clamp.hmm.model import HMM, FloatArray

if TYPE_CHECKING:
    import torch


class Forward(NamedTuple):
    """Filtered beliefs of a batch of prefixes.

    Attributes:
        log_likelihood: log P(tokens) of each sequence, shape [N], double precision, nats.
        probabilities: P(h_n | y₁…y_n) at the end of each sequence, shape [N, H].
    """

    log_likelihood: NDArray[np.float64]
    probabilities: FloatArray


def forward(
    hmm: HMM,
    sequences: Corpus | Iterable[Sequence[int]],
    *,
    device: str = "cpu",
    batch_tokens: int = 65_536,
    fold: Fold = fold,
) -> Forward:
    """Run the forward recursion over many sequences at once, on a CPU or a GPU.

    Args:
        hmm: The model.
        sequences: Token sequences of any lengths; an empty one has log-likelihood 0.
        device: A torch device.
        batch_tokens: Tokens worked on at once; memory is about ``8 · H · batch_tokens`` bytes in single
            precision.
        fold: Who does the batches: this process, or a cluster (`clamp.cluster.Cluster.fold`).

    Raises:
        HMMError: A token is not an id of the HMM, or a sequence has probability 0 under it.
    """
    checks.package("torch", "Batched inference", HMMError)
    corpus = sequences if isinstance(sequences, Corpus) else Corpus.of(sequences)
    corpus.check_range(hmm.vocab_size)
    logs = np.zeros(len(corpus))
    beliefs = np.tile(hmm.initial, (len(corpus), 1))
    if batches := batches_of(corpus, batch_tokens):
        ends = partial(_ends, Parameters.of(hmm, device), corpus, batches)
        for sequence, own, belief in fold(ends, len(batches), operator.add):
            logs[sequence], beliefs[sequence] = own, belief
    return Forward(logs, beliefs)


_End = tuple[NDArray[np.int64], NDArray[np.float64], FloatArray]


def _ends(
    parameters: Parameters, corpus: Corpus, batches: Sequence[NDArray[np.int64]], number: int
) -> list[_End]:
    """Of one batch: which sequences are in it, and what `Forward` says of each."""
    import torch

    batch = pack(corpus, batches[number])
    with torch.inference_mode():
        filtered, scale = forward_pass(parameters, batch, parameters.emitted(batch))
        batch.check_scale(scale)
        return [(batch.sequence, batch.sum_by_sequence(_logs(scale)), filtered[batch.last].cpu().numpy())]


def _logs(scale: torch.Tensor) -> NDArray[np.float64]:
    return np.log(scale.double().cpu().numpy())


@dataclass(frozen=True, eq=False)
class Packed:
    """A batch. P is its number of tokens, N of sequences, L the length of its longest.

    Attributes:
        sequence: Index in the corpus of each sequence, longest first, shape [N].
        tokens: Step by step, shape [P].
        starts: Step t is ``tokens[starts[t]:starts[t + 1]]``, shape [L + 1].
        last: Place in `tokens` of the last token of each sequence, shape [N].
    """

    sequence: NDArray[np.int64]
    tokens: NDArray[np.int64]
    starts: NDArray[np.int64]
    last: NDArray[np.int64]

    def row(self) -> NDArray[np.int64]:
        """For each place in `tokens`, which of the batch's sequences it belongs to, shape [P]."""
        return np.arange(len(self.tokens)) - np.repeat(self.starts[:-1], np.diff(self.starts))

    def sum_by_sequence(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum a quantity given per token over each sequence: shape [P] to [N]."""
        sums = np.bincount(self.row(), weights=values, minlength=len(self.sequence))
        return sums.astype(np.float64, copy=False)

    def check_scale(self, scale: torch.Tensor) -> None:
        """Raise `HMMError` if some token had no probability at all."""
        if float(scale.min()) > 0.0:
            return
        place = int(scale.argmin())
        step = int(np.searchsorted(self.starts, place, side="right")) - 1
        raise HMMError(
            f"The HMM gives token {self.tokens[place]} at position {step} of sequence "
            f"{self.sequence[self.row()[place]]} probability 0 after the tokens before it. Was it trained "
            "without pseudocounts, or did single precision underflow (try hmm.astype('float64'))?"
        )


def pack(corpus: Corpus, indices: NDArray[np.int64]) -> Packed:
    """Pack the sequences with these indices, which must be in order of falling length, none empty."""
    lengths = corpus.lengths[indices]
    steps: NDArray[np.int64] = np.arange(int(lengths[0]))
    sizes: NDArray[np.int64] = np.searchsorted(-lengths, -steps, side="left")  # sequences longer than t
    starts = np.concatenate([np.zeros(1, np.int64), sizes.cumsum()])
    row: NDArray[np.int64] = np.arange(int(starts[-1])) - np.repeat(starts[:-1], sizes)
    source = corpus.offsets[indices][row] + np.repeat(steps, sizes)
    last = starts[lengths - 1] + np.arange(len(indices))
    return Packed(indices, corpus.tokens[source], starts, last)


def batches_of(corpus: Corpus, batch_tokens: int) -> list[NDArray[np.int64]]:
    """Cover a corpus, empty sequences left out, by batches of about `batch_tokens` tokens, longest first; of each, the
    indices of its sequences, as `pack` takes them."""
    lengths = corpus.lengths
    order = np.argsort(-lengths, kind="stable")
    order = order[: int((lengths > 0).sum())]
    ends = lengths[order].cumsum()
    found: list[NDArray[np.int64]] = []
    start = 0
    while start < len(order):
        done = int(ends[start - 1]) if start else 0
        stop = max(int(np.searchsorted(ends, done + batch_tokens, side="right")), start + 1)
        found.append(order[start:stop])
        start = stop
    return found


@dataclass(frozen=True, eq=False)
class Parameters:
    """An HMM on a torch device.

    Attributes:
        initial: Shape [H].
        transition: Shape [H, H].
        columns: The emission transposed, shape [V, H].
    """

    initial: torch.Tensor
    transition: torch.Tensor
    columns: torch.Tensor

    def __reduce__(self) -> tuple[object, ...]:
        # As arrays, which processes of one machine share without a copy.
        tensors = (self.initial, self.transition, self.columns)
        return _parameters_on, (str(self.initial.device), *(one.cpu().numpy() for one in tensors))

    @classmethod
    def of(cls, hmm: HMM, device: str) -> Parameters:
        """Share the HMM's memory on the CPU, copy it to any other device. They are only read."""
        return cls(*(as_tensor(array, device) for array in (hmm.initial, hmm.transition, hmm.emission.T)))

    def emitted(self, batch: Packed) -> torch.Tensor:
        """The emission of each place's token by each state, shape [P, H]."""
        return self.columns[as_tensor(batch.tokens, self.columns.device)]

    def to_hmm(self, fingerprint: str | None) -> HMM:
        """An HMM that takes these tensors over."""
        initial, transition, columns = (
            tensor.cpu().numpy() for tensor in (self.initial, self.transition, self.columns)
        )
        return HMM.adopt(initial, transition, columns, fingerprint)


def _parameters_on(device: str, *arrays: NDArray[Any]) -> Parameters:
    return Parameters(*(as_tensor(array, device) for array in arrays))


def as_tensor(array: NDArray[Any], device: str | torch.device) -> torch.Tensor:
    """A tensor for reading: on the CPU it shares the array's memory.

    Raises:
        HMMError: If there is no such device.
    """
    import torch

    with warnings.catch_warnings():
        # an HMM's arrays are read-only, which torch cannot express; nothing here writes to them
        warnings.filterwarnings("ignore", message="The given NumPy array is not writable")
        try:
            return cast(Any, torch).from_numpy(array).to(device)
        except RuntimeError as error:
            raise HMMError(f"Cannot use the device {device!r}: {error}") from error


def forward_pass(
    parameters: Parameters, batch: Packed, emitted: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The scaled forward recursion.

    Args:
        parameters: The model.
        batch: The sequences.
        emitted: Emission of each place's token by each state, shape [P, H]; overwritten.

    Returns:
        P(h_n | y₁…y_n) for each place, shape [P, H], and P(y_n | y₁…y_{n-1}), shape [P]. Where the latter
        is 0 the former is not a number; `Packed.check_scale` turns that into an error.
    """
    import torch

    scale = emitted.new_empty(len(batch.tokens))
    belief = parameters.initial.expand(len(batch.sequence), -1)
    for start, stop in zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True):
        reached = emitted[start:stop]
        reached.mul_(belief[: stop - start] @ parameters.transition)
        torch.sum(reached, dim=1, out=scale[start:stop])
        reached.div_(scale[start:stop, None])
        belief = reached
    return emitted, scale


def posterior_pass(
    parameters: Parameters,
    batch: Packed,
    emitted: torch.Tensor,
    filtered: torch.Tensor,
    transitions: torch.Tensor | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The scaled backward recursion, from what `forward_pass` returned, which it overwrites.

    Backward vectors are normalised at every step by themselves, not by the forward pass's scale, so that
    they stay finite where forward and backward disagree about which states matter.

    Args:
        parameters: The model.
        batch: The sequences.
        emitted: Emission of each place's token by each state, shape [P, H]; overwritten.
        filtered: Forward probabilities, shape [P, H]; afterwards P(h_n | all tokens).
        transitions: If given, shape [H, H]: the expected numbers of moves, before multiplication by the
            transition matrix, are added to it.

    Returns:
        `filtered`, and the expected numbers of starts, Σ P(h₀ | tokens), shape [H].
    """
    import torch

    moved = parameters.transition.T
    beyond = torch.ones_like(filtered[: len(batch.sequence)])  # backward vectors of the step at hand
    bounds = list(zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True))
    for step in range(len(bounds) - 1, -1, -1):
        start, stop = bounds[step]
        here = filtered[start:stop]
        pulled = emitted[start:stop].mul_(beyond[: stop - start])
        if step:
            before = filtered[bounds[step - 1][0] : bounds[step - 1][0] + stop - start]
        else:
            before = parameters.initial.expand(stop - start, -1)
        here.mul_(beyond[: stop - start])
        _normalise(here, batch, start)
        back = pulled @ moved
        if transitions is not None:
            weight = (before * back).sum(dim=1, keepdim=True)
            transitions.addmm_(before.T, pulled.div_(weight))
        back.div_(back.sum(dim=1, keepdim=True))
        beyond[: stop - start] = back
    starts = parameters.initial * beyond
    _normalise(starts, batch, 0)
    return filtered, starts.sum(dim=0)


def _normalise(rows: torch.Tensor, batch: Packed, start: int) -> None:
    """Divide every row by its sum."""
    total = rows.sum(dim=1, keepdim=True)
    if not float(total.min()) > 0.0:
        place = start + int(total.argmin())
        raise HMMError(
            f"The posterior of the hidden states underflowed in sequence "
            f"{batch.sequence[batch.row()[place]]}. Single precision is too narrow for this HMM: "
            "use hmm.astype('float64'), or larger pseudocounts."
        )
    rows.div_(total)
