"""Learning an HMM from token sequences: where it begins (k-means), what is counted, and when it stops.

Baum–Welch: full or emission-only, full-batch or stepwise over chunks, resumable from a checkpoint.

The corpus is worked through in chunks. Full-batch learning adds the expected counts of all chunks and
updates once an epoch; its penalised likelihood never falls. Stepwise learning (Cappé and Moulines, 2009)
updates after every chunk from a running average of counts, and gets further in one epoch on a large corpus.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.cluster import Fold, fold
from clamp.errors import HMMError
from clamp.files import writing
from clamp.hmm.corpus import Corpus
from clamp.hmm.model import HMM
from clamp.hmm.storage import read_tensors, write_tensors
from clamp.hmm.training.passes import (
    Parameters,
    as_tensor,
    batches_of,
    forward,
    forward_pass,
    pack,
    posterior_pass,
)
from clamp.visible import console

DEFAULT_BATCH_TOKENS = 32_768


@dataclass(frozen=True, eq=False)
class Counts:
    """Expected counts under a model's posterior. U is the number of distinct tokens that occur.

    Attributes:
        initial: Σ over sequences of P(h₀ | tokens), shape [H].
        transition: Expected numbers of moves h → h′, shape [H, H]; None if they were not asked for.
        tokens: The distinct tokens, ascending, shape [U].
        emission: Expected numbers of emissions of each by each state, transposed, shape [U, H].
        log_likelihood: log P(corpus), in nats.
        num_tokens: Tokens counted.
    """

    initial: NDArray[np.float64]
    transition: NDArray[np.float64] | None
    tokens: NDArray[np.int64]
    emission: NDArray[Any]
    log_likelihood: float
    num_tokens: int

    @property
    def nll(self) -> float:
        """Negative log-likelihood per token, in nats, of the model that the counts were taken under."""
        return -self.log_likelihood / self.num_tokens


def expected_counts(
    hmm: HMM,
    corpus: Corpus,
    *,
    transitions: bool = True,
    batch_tokens: int = DEFAULT_BATCH_TOKENS,
    device: str = "cpu",
    fold: Fold = fold,
) -> Counts:
    """Expected counts over a corpus that fits in memory, in double precision.

    Args:
        hmm: The model whose posterior is taken.
        corpus: The sequences.
        transitions: Count moves too; emission-only learning does without them.
        batch_tokens: Tokens worked on at once.
        device: A torch device.
        fold: Who counts the batches and adds them: this process, or a cluster (`clamp.cluster.Cluster.fold`).

    Raises:
        HMMError: The corpus has no tokens, has one out of range, or is impossible under the model.
    """
    checks.package("torch", "Learning and adaptation", HMMError)
    corpus.check_not_empty()
    corpus.check_range(hmm.vocab_size)
    return _counted(Parameters.of(hmm, device), corpus, transitions, batch_tokens, fold)


def _counted(
    parameters: Parameters, corpus: Corpus, transitions: bool, batch_tokens: int, fold: Fold
) -> Counts:
    """The counts of all batches, added as a tree: so they are rounded alike, whoever adds them."""
    batches = batches_of(corpus, batch_tokens)
    found = fold(partial(_counts_of, parameters, corpus, batches, transitions), len(batches), _added)
    return found if len(batches) > 1 else replace(found, emission=found.emission.astype(np.float64))


def _counts_of(
    parameters: Parameters,
    corpus: Corpus,
    batches: Sequence[NDArray[np.int64]],
    transitions: bool,
    number: int,
) -> Counts:
    """The counts of one batch; its emissions as precise as the parameters."""
    import torch

    batch = pack(corpus, batches[number])
    with torch.inference_mode():
        filtered, scale = forward_pass(parameters, batch, parameters.emitted(batch))
        batch.check_scale(scale)
        moves = torch.zeros_like(parameters.transition) if transitions else None
        posterior, starts = posterior_pass(parameters, batch, parameters.emitted(batch), filtered, moves)
        tokens, sums = _sum_by_token(batch.tokens, posterior)
        return Counts(
            starts.double().cpu().numpy(),
            None if moves is None else (parameters.transition * moves).double().cpu().numpy(),
            tokens,
            sums.cpu().numpy(),
            float(scale.double().log().sum()),
            len(batch.tokens),
        )


def _added(left: Counts, right: Counts) -> Counts:
    """The counts of two parts of a corpus together."""
    tokens = np.union1d(left.tokens, right.tokens)
    emission = np.zeros((len(tokens), left.emission.shape[1]))
    emission[np.searchsorted(tokens, left.tokens)] = left.emission
    emission[np.searchsorted(tokens, right.tokens)] += right.emission
    return Counts(
        left.initial + right.initial,
        None if left.transition is None or right.transition is None else left.transition + right.transition,
        tokens,
        emission,
        left.log_likelihood + right.log_likelihood,
        left.num_tokens + right.num_tokens,
    )


def _sum_by_token(tokens: NDArray[np.int64], posterior: Any) -> tuple[NDArray[np.int64], Any]:
    """Add up the rows that belong to the same token: shape [P, H] to [U, H], U ≤ P."""
    import torch

    order = np.argsort(tokens, kind="stable")
    distinct, first = np.unique(tokens[order], return_index=True)
    bags = as_tensor(order, posterior.device), as_tensor(first, posterior.device)
    return distinct, torch.nn.functional.embedding_bag(bags[0], posterior, bags[1], mode="sum")


@dataclass(frozen=True)
class Pseudocounts:
    """Counts added to every entry before a row is normalised: the parameters of a Dirichlet prior, less one.

    A positive emission pseudocount keeps every token positive. It is small because it is added to each of
    V entries: 1e-5 over 150,000 tokens adds 1.5 counts to a row.
    """

    initial: float = 1e-2
    transition: float = 1e-2
    emission: float = 1e-5

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if not (np.isfinite(value) and value >= 0):
                raise HMMError(f"The {name} pseudocount is {value}; it must be finite and not negative.")


@dataclass(frozen=True)
class BaumWelch:
    """How to learn.

    Attributes:
        epochs: Passes over the corpus.
        update: ``"all"`` parameters, or the ``"emission"`` only.
        pseudocounts: Added in every update.
        stepwise: Update after every chunk instead of once an epoch.
        forgetting: Stepwise only: update k weighs its chunk by ``(k + 2) ** -forgetting``, in (0.5, 1].
        chunk_tokens: Tokens between two checkpoints; an interrupted run loses at most one chunk.
        batch_tokens: Tokens worked on at once; bounds memory, changes results only by rounding.
        device: A torch device.
        seed: Order of the chunks in each epoch of stepwise learning.
    """

    epochs: int = 10
    update: Literal["all", "emission"] = "all"
    pseudocounts: Pseudocounts = Pseudocounts()
    stepwise: bool = False
    forgetting: float = 0.7
    chunk_tokens: int = 1_000_000
    batch_tokens: int = DEFAULT_BATCH_TOKENS
    device: str = "cpu"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.chunk_tokens < 1 or self.batch_tokens < 1:
            raise HMMError(
                "epochs, chunk_tokens and batch_tokens must be at least 1; got "
                f"{self.epochs}, {self.chunk_tokens}, {self.batch_tokens}."
            )
        if self.update not in ("all", "emission"):
            raise HMMError(f"update must be 'all' or 'emission', not {self.update!r}.")
        if not 0.5 < self.forgetting <= 1:
            raise HMMError(
                f"forgetting must lie in (0.5, 1] for the averages to settle, not {self.forgetting}."
            )


@dataclass(frozen=True)
class Epoch:
    """What one epoch did.

    Attributes:
        index: From 1.
        train_nll: Nats a token, of the parameters that each chunk met; full-batch, those before the update.
        held_out_nll: Nats a token after the epoch's last update, if held-out sequences were given.
    """

    index: int
    train_nll: float
    held_out_nll: float | None


@dataclass(frozen=True)
class Training:
    """The learned HMM and how it got there."""

    hmm: HMM
    history: tuple[Epoch, ...]


@dataclass(frozen=True)
class Progress:
    """Where training stands after a chunk: `done` of `total` chunks of the epoch with this index (from 1)."""

    epoch: int
    done: int
    total: int
    train_nll: float


def baum_welch(
    hmm: HMM,
    corpus: Corpus,
    config: BaumWelch | None = None,
    *,
    held_out: Corpus | None = None,
    checkpoint: str | Path | None = None,
    on_chunk: Callable[[Progress], None] | None = None,
    progress: bool = False,
    fold: Fold = fold,
) -> Training:
    """Fit an HMM to a corpus by expectation–maximisation.

    Args:
        hmm: Where to start; its precision and its tokenizer carry over.
        corpus: What to learn from.
        config: How; the defaults of `BaumWelch` if not given.
        held_out: Sequences to measure after every epoch, never learned from.
        checkpoint: A file to keep the state in after every chunk. If it exists, the run goes on from it and
            ends as if it had never stopped; it must come from the same start, corpus and configuration
            (more epochs are allowed).
        on_chunk: Called after every chunk, once it is saved.
        progress: Show a progress bar.
        fold: Who counts and measures: this process, or a cluster (`clamp.cluster.Cluster.fold`).

    Raises:
        HMMError: The corpus or the held-out sequences are empty, have a token out of range or are
            impossible under the HMM, or the checkpoint is another run's or is damaged.
    """
    checks.package("torch", "Learning", HMMError)
    config = config or BaumWelch()
    corpus.check_not_empty()
    corpus.check_range(hmm.vocab_size)
    if held_out is not None:
        held_out.check_not_empty("The held-out corpus")
        held_out.check_range(hmm.vocab_size)
    chunks = [chunk for chunk in corpus.chunks(config.chunk_tokens) if len(chunk.tokens)]
    path = Path(checkpoint) if checkpoint is not None else None
    identity = _identity(hmm, corpus, config) if path is not None else {}
    state = _State.fresh(hmm, config.device)
    if path is not None and path.exists():
        state = _State.read(path, identity, state, config.device)
    with _reporting(progress, config.epochs * len(chunks), state.position(len(chunks))) as report:
        while state.epoch < config.epochs:
            for place in _order(config, state.epoch, len(chunks))[state.chunk :]:
                _learn_from(state, chunks[place], config, len(corpus.tokens), fold)
                if state.chunk == len(chunks):
                    _close_epoch(state, config, held_out, hmm.tokenizer_fingerprint, fold)
                if path is not None:
                    state.write(path, identity)
                now = state.progress(len(chunks))
                report(now)
                if on_chunk is not None:
                    on_chunk(now)
    return Training(state.parameters.to_hmm(hmm.tokenizer_fingerprint), tuple(state.history))


@dataclass(eq=False)
class _State:
    """Everything that learning carries from chunk to chunk; what a checkpoint holds."""

    parameters: Parameters
    initial: NDArray[np.float64]
    transition: NDArray[np.float64]
    emission: Any  # torch, [V, H]; double, as it sums over the whole corpus
    epoch: int = 0
    chunk: int = 0
    updates: int = 0
    log_likelihood: float = 0.0
    num_tokens: int = 0
    history: tuple[Epoch, ...] = ()

    @classmethod
    def fresh(cls, hmm: HMM, device: str) -> _State:
        import torch

        parameters = Parameters.of(hmm, device)
        return cls(
            parameters,
            np.zeros(hmm.num_states),
            np.zeros((hmm.num_states, hmm.num_states)),
            torch.zeros_like(parameters.columns, dtype=torch.float64),
        )

    def clear(self) -> None:
        self.initial[:] = 0
        self.transition[:] = 0
        self.emission.zero_()

    def position(self, chunks: int) -> int:
        return self.epoch * chunks + self.chunk

    def progress(self, chunks: int) -> Progress:
        if self.chunk:
            return Progress(self.epoch + 1, self.chunk, chunks, -self.log_likelihood / self.num_tokens)
        return Progress(self.epoch, chunks, chunks, self.history[-1].train_nll)

    def write(self, path: Path, identity: dict[str, Any]) -> None:
        tensors = {
            "parameters.initial": self.parameters.initial.cpu().numpy(),
            "parameters.transition": self.parameters.transition.cpu().numpy(),
            "parameters.columns": self.parameters.columns.cpu().numpy(),
            "counts.initial": self.initial,
            "counts.transition": self.transition,
            "counts.emission": self.emission.cpu().numpy(),
        }
        scalars = {
            "epoch": self.epoch,
            "chunk": self.chunk,
            "updates": self.updates,
            "log_likelihood": self.log_likelihood,
            "num_tokens": self.num_tokens,
            "history": [asdict(epoch) for epoch in self.history],
        }
        with writing(path, "checkpoint", HMMError):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_tensors(path, tensors, {"identity": json.dumps(identity), "state": json.dumps(scalars)})

    @classmethod
    def read(cls, path: Path, identity: dict[str, Any], fresh: _State, device: str) -> _State:

        tensors, metadata = read_tensors(path)
        try:
            found, scalars = json.loads(metadata["identity"]), json.loads(metadata["state"])
            different = [key for key in identity if found.get(key) != identity[key]]
        except (KeyError, ValueError, AttributeError, RecursionError) as error:
            raise HMMError(f"{path} is not a training checkpoint of CLAMP.") from error
        if different:
            key = different[0]
            raise HMMError(
                f"The checkpoint {path} belongs to another run: its {', '.join(different)} differ "
                f"({key}: {found.get(key)!r} there, {identity[key]!r} here). Remove it to start afresh."
            )
        history = tuple(Epoch(**epoch) for epoch in scalars.pop("history"))
        return replace(
            fresh,
            parameters=Parameters(
                *(
                    as_tensor(tensors[f"parameters.{name}"], device)
                    for name in ("initial", "transition", "columns")
                )
            ),
            initial=tensors["counts.initial"],
            transition=tensors["counts.transition"],
            emission=as_tensor(tensors["counts.emission"], device),
            history=history,
            **scalars,
        )


def _identity(hmm: HMM, corpus: Corpus, config: BaumWelch) -> dict[str, Any]:
    """What must agree for a checkpoint to be continued."""
    settings = asdict(config)
    del settings["epochs"], settings["device"]
    return {
        "corpus": corpus.digest(),
        "starting HMM": hmm.digest(),
        **{key: json.loads(json.dumps(value)) for key, value in settings.items()},
    }


def _order(config: BaumWelch, epoch: int, chunks: int) -> list[int]:
    if not config.stepwise:
        return list(range(chunks))
    return np.random.default_rng([config.seed, epoch]).permutation(chunks).tolist()


def _learn_from(state: _State, chunk: Corpus, config: BaumWelch, corpus_tokens: int, fold: Fold) -> None:
    """E-step over one chunk, and the M-step if learning is stepwise."""

    scale = 1.0
    if config.stepwise:
        # a running average of counts, each chunk standing for the whole corpus
        rate = 1.0 if state.updates == 0 else (state.updates + 2) ** -config.forgetting
        state.initial *= 1 - rate
        state.transition *= 1 - rate
        state.emission.mul_(1 - rate)
        scale = rate * corpus_tokens / len(chunk.tokens)
    counts = _counted(state.parameters, chunk, config.update == "all", config.batch_tokens, fold)
    state.initial += scale * counts.initial
    if counts.transition is not None:
        state.transition += scale * counts.transition
    device = state.emission.device
    state.emission.index_add_(
        0, as_tensor(counts.tokens, device), as_tensor(counts.emission, device), alpha=scale
    )
    state.log_likelihood += counts.log_likelihood
    state.num_tokens += counts.num_tokens
    state.chunk += 1
    if config.stepwise:
        _update(state, config)


def _close_epoch(
    state: _State, config: BaumWelch, held_out: Corpus | None, fingerprint: str | None, fold: Fold
) -> None:
    if not config.stepwise:
        _update(state, config)
        state.clear()
    measured = None
    if held_out is not None:
        measured = nll(state.parameters.to_hmm(fingerprint), held_out, device=config.device, fold=fold)
    state.epoch += 1
    train_nll = -state.log_likelihood / state.num_tokens
    state.history = (*state.history, Epoch(state.epoch, train_nll, measured))
    state.chunk, state.log_likelihood, state.num_tokens = 0, 0.0, 0


def _update(state: _State, config: BaumWelch) -> None:
    """M-step: normalise counts plus pseudocounts. A row without either keeps its probabilities."""
    import torch

    old, pseudo = state.parameters, config.pseudocounts
    state.updates += 1
    initial, transition = old.initial, old.transition
    if config.update == "all":
        initial = _normalised(state.initial + pseudo.initial, initial)
        transition = _normalised(state.transition + pseudo.transition, transition)
    totals = state.emission.sum(dim=0) + pseudo.emission * len(state.emission)
    columns = torch.empty_like(old.columns)
    share = 1 / totals
    for rows in _blocks(len(columns)):
        columns[rows] = (state.emission[rows] + pseudo.emission).mul_(share)
    if not bool((totals > 0).all()):
        columns[:, totals <= 0] = old.columns[:, totals <= 0]
    state.parameters = Parameters(initial, transition, columns)


def _normalised(counts: NDArray[np.float64], old: Any) -> Any:

    totals = counts.sum(axis=-1, keepdims=True)
    rows = np.divide(counts, totals, out=old.double().cpu().numpy().copy(), where=totals > 0)
    return as_tensor(rows, old.device).to(old.dtype)


def _blocks(length: int, size: int = 1_024) -> Iterator[slice]:
    """Slices of the vocabulary that fit a cache."""
    return (slice(start, start + size) for start in range(0, length, size))


def nll(hmm: HMM, corpus: Corpus, *, device: str = "cpu", fold: Fold = fold) -> float:
    """Negative log-likelihood per token, in nats.

    Raises:
        HMMError: The corpus has no tokens, has one out of range, or is impossible under the HMM.
    """
    corpus.check_not_empty()
    return -float(forward(hmm, corpus, device=device, fold=fold).log_likelihood.sum()) / len(corpus.tokens)


@contextmanager
def _reporting(show: bool, total: int, done: int) -> Generator[Callable[[Progress], None]]:
    if not show:
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=console(stderr=True)) as bar:
        task = bar.add_task("Baum–Welch", total=total, completed=done)

        def report(now: Progress) -> None:
            bar.update(
                task,
                advance=1,
                description=f"Baum–Welch, epoch {now.epoch}: {now.train_nll:.3f} nats a token",
            )

        yield report


BLOCK = 4_096
"""Vectors compared with all centres at once."""


def kmeans(
    vectors: NDArray[Any],
    clusters: int,
    *,
    seed: int,
    passes: int = 5,
    batch: int = 4_096,
    seeding: int = 16_384,
) -> NDArray[np.float32]:
    """Mini-batch k-means (Sculley, 2010) from a greedy k-means++ start.

    Args:
        vectors: Shape [N, D].
        clusters: k; at most N.
        seed: Of the start and the order.
        passes: Times that the vectors are gone through.
        batch: Vectors in one update.
        seeding: The start is chosen among at most so many vectors.

    Returns:
        Centres, shape [k, D]. One that no vector chose in the first pass is moved to a random vector.

    Raises:
        HMMError: There are fewer vectors than clusters, or a vector is not finite.
    """
    points = np.asarray(vectors, dtype=np.float32)
    if points.ndim != 2 or not 1 <= clusters <= len(points):
        raise HMMError(
            f"Cannot make {clusters} clusters of vectors of shape {list(points.shape)}: expected [N, D] with "
            "N at least the number of clusters. Encode more continuations, or use fewer hidden states."
        )
    if not np.isfinite(points).all():
        raise HMMError("A hidden state of the model is not finite; try a wider floating-point type.")
    rng = np.random.default_rng(seed)
    centres = _spread_out(points[rng.permutation(len(points))[:seeding]], clusters, rng)
    weight = np.zeros(clusters)
    for _ in range(passes):
        order = rng.permutation(len(points))
        for start in range(0, len(points), batch):
            chosen = points[order[start : start + batch]]
            labels = nearest(chosen, centres)
            counts = np.bincount(labels, minlength=clusters)
            weight += counts
            met = np.flatnonzero(counts)
            by_label = np.argsort(labels, kind="stable")
            sums = np.add.reduceat(chosen[by_label], (counts.cumsum() - counts)[met], axis=0)
            # each centre is the mean of all vectors that ever chose it
            step = (1 / weight[met, None]).astype(np.float32)
            centres[met] += step * (sums - counts[met, None].astype(np.float32) * centres[met])
        lost = np.flatnonzero(weight == 0)
        centres[lost] = points[rng.choice(len(points), len(lost))]
    return centres


def nearest(vectors: NDArray[Any], centres: NDArray[Any]) -> NDArray[np.int64]:
    """Index of the nearest centre of each vector: [N, D] and [k, D] to [N]."""
    half_norms = 0.5 * (centres * centres).sum(axis=1)
    labels = np.empty(len(vectors), np.int64)
    for start in range(0, len(vectors), BLOCK):
        block = vectors[start : start + BLOCK]
        labels[start : start + BLOCK] = (block @ centres.T - half_norms).argmax(axis=1)
    return labels


def _spread_out(points: NDArray[np.float32], clusters: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Greedy k-means++: of a few points drawn in proportion to their squared distance from the centres so
    far, each next centre is the one that brings all points closest."""
    norms = (points * points).sum(axis=1)
    trials = 2 + int(np.log(clusters))
    picks = [int(rng.integers(len(points)))]
    distance = _squared_distances(points, norms, points[picks])[0]
    while len(picks) < clusters:
        total = float(distance.sum(dtype=np.float64))
        # once all points are centres, any will do
        odds = distance / np.float64(total) if total > 0 else None
        candidates = rng.choice(len(points), size=trials, p=odds)
        rivals = np.minimum(distance, _squared_distances(points, norms, points[candidates]))
        best = int(rivals.sum(axis=1, dtype=np.float64).argmin())
        picks.append(int(candidates[best]))
        distance = rivals[best]
    return points[picks].copy()


def _squared_distances(
    points: NDArray[np.float32], norms: NDArray[np.float32], centres: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Shape [k, N]."""
    # All is finite here, and so is the product, yet some builds of BLAS raise the flag now and then.
    with np.errstate(invalid="ignore"):
        products = centres @ points.T
    away = norms - 2 * products + (centres * centres).sum(axis=1)[:, None]
    return np.maximum(away, 0)


def hmm_from_labels(
    sequences: Iterable[tuple[NDArray[Any], NDArray[Any]]],
    num_states: int,
    vocab_size: int,
    pseudocounts: Pseudocounts | None = None,
    *,
    dtype: Any = np.float32,
) -> HMM:
    """Count an HMM out of sequences whose hidden states are given.

    Args:
        sequences: Pairs of tokens, shape [n], and states h₀ … h_n, shape [n + 1].
        num_states: H.
        vocab_size: V.
        pseudocounts: Added to every count; all must be positive, as a state may never be seen.
        dtype: Precision of the result.

    Raises:
        HMMError: There is no token, shapes do not fit, or a label or token is out of range.
    """
    pseudo = pseudocounts or Pseudocounts()
    if min(pseudo.initial, pseudo.transition, pseudo.emission) <= 0:
        raise HMMError("Counting needs positive pseudocounts: a hidden state may never have been seen.")
    initial = np.full(num_states, pseudo.initial)
    moves = np.full(num_states * num_states, pseudo.transition)
    columns = np.full((vocab_size, num_states), pseudo.emission)
    counted = 0
    for index, (tokens, states) in enumerate(sequences):
        if len(states) != len(tokens) + 1:
            raise HMMError(
                f"Sequence {index} has {len(tokens)} tokens and {len(states)} hidden states; it needs one "
                "more state than tokens, the first at the end of the prompt."
            )
        for name, values, size in (("token", tokens, vocab_size), ("state", states, num_states)):
            if len(values) and not (int(values.min()) >= 0 and int(values.max()) < size):
                raise HMMError(f"Sequence {index} has a {name} outside 0 … {size - 1}.")
        initial[states[0]] += 1
        np.add.at(moves, states[:-1] * num_states + states[1:], 1)
        np.add.at(columns, (tokens, states[1:]), 1)
        counted += len(tokens)
    if not counted:
        raise HMMError("There are no tokens to count an HMM from. Did sampling stop before its first token?")
    transition = moves.reshape(num_states, num_states)
    return HMM.adopt(
        (initial / initial.sum()).astype(dtype),
        (transition / transition.sum(axis=1, keepdims=True)).astype(dtype),
        (columns / columns.sum(axis=0)).astype(dtype),
    )
