"""Distillation: fit an HMM to what a frozen model wrote, and have the model write it (`sample_continuations`).

This module knows no model; an encoder, which a host provides, gives the model's hidden states. A run that was
interrupted goes on where it stopped. In the output directory: ``start/`` (the HMM that learning started
from; until it is made, the hidden states that it is made from), ``checkpoint.safetensors``,
``distillation.json`` (the report), and the HMM.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from clamp.cluster import ATTEMPTS, Cluster, Fold, Lost, fold
from clamp.errors import HMMError
from clamp.files import alone, parse_json, read_text, writing
from clamp.hmm.corpus import Continuation, Corpus, read_jsonl
from clamp.hmm.model import HMM
from clamp.hmm.storage import CONFIG_NAME, read_tensors, write_atomically, write_json, write_tensors
from clamp.hmm.training.learning import BaumWelch, Progress, baum_welch, hmm_from_labels, kmeans, nearest, nll

CONTINUATIONS_NAME = "continuations.jsonl"
SAMPLING_NAME = "sampling.json"
AHEAD_NAME = "ahead"
"""Folder of batches that were written before those that stand before them in the file."""


class Sampler(Protocol):
    """Writes one unconstrained continuation of each prompt; the same seed must give the same ones."""

    def __call__(self, prompts: Sequence[str], seed: int) -> Sequence[Continuation]: ...


@dataclass(frozen=True)
class Batch:
    """Prompts that are continued together, or some of them.

    Attributes:
        prompts: What to continue.
        seed: Of the whole batch.
        first: How many of the batch's prompts come before these.
    """

    prompts: Sequence[str]
    seed: int
    first: int = 0


Written = tuple[int, Sequence[Continuation | str]]
"""How many of a batch's prompts come before, and their continuations; or why a prompt has none."""


class Writers(Protocol):
    """Who samples: gives for each batch, by its number, what was written of it, in parts and in any order."""

    def __call__(self, batches: Sequence[Batch]) -> Iterable[tuple[int, Written]]: ...


def sample_continuations(
    prompts: Sequence[str],
    sampler: Sampler | None,
    out: str | Path,
    *,
    samples_per_prompt: int = 1,
    batch_size: int = 8,
    seed: int = 0,
    model: str = "",
    settings: Mapping[str, Any] | None = None,
    on_batch: Callable[[int, int], None] | None = None,
    writers: Writers | None = None,
) -> Path:
    """Sample continuations into ``continuations.jsonl``, going on where an earlier call stopped.

    A line holds the prompt, the number of the sample, the tokens and, if the sampler tells, the confidence; or no
    tokens, and under ``failed`` why.
    Each batch has a seed of its own, so a run that was interrupted ends with the same file, whoever wrote.

    Args:
        prompts: What to continue.
        sampler: The frozen model, in this process.
        out: Output directory.
        samples_per_prompt: Continuations of each prompt.
        batch_size: Prompts in one call of the sampler.
        seed: Each batch gets a seed made from it.
        model: Name of the model, kept with the file; another name cannot continue it.
        settings: What else the continuations depend on, such as the temperature; kept like the name.
        on_batch: Called with the number of continuations on disk and the number asked for.
        writers: Who writes, instead of `sampler`. A batch that is written before one that stands before it in the file
            waits in the folder ``ahead``.

    Returns:
        Path of the file.

    Raises:
        HMMError: There are no prompts, the directory has continuations of another run, or the sampler does
            not return one continuation a prompt.
    """
    if not prompts:
        raise HMMError("There are no prompts to continue.")
    if samples_per_prompt < 1 or batch_size < 1:
        raise HMMError(
            f"samples_per_prompt and batch_size must be at least 1; got {samples_per_prompt}, {batch_size}."
        )
    # Alike prompts together: a sampler reads each once, and pads little.
    order = sorted(prompts, key=lambda prompt: (len(prompt), prompt))
    jobs = [(prompt, sample) for prompt in order for sample in range(samples_per_prompt)]
    identity = {
        "model": model,
        "prompts": len(prompts),
        "prompts_digest": hashlib.sha256(json.dumps(list(prompts)).encode()).hexdigest(),
        "samples_per_prompt": samples_per_prompt,
        "batch_size": batch_size,
        "seed": seed,
        **(settings or {}),
    }
    folder = Path(out)
    path = folder / CONTINUATIONS_NAME
    with alone(folder, HMMError), writing(path, "continuations", HMMError):
        claim(folder / SAMPLING_NAME, identity)
        if writers is None:
            if sampler is None:
                raise HMMError("Nobody is there to write: give a sampler, or writers.")
            writers = partial(_one_by_one, sampler)
        _sample(path, jobs, writers, batch_size, seed, on_batch)
    return path


def _one_by_one(sampler: Sampler, batches: Sequence[Batch]) -> Iterator[tuple[int, Written]]:
    for number, batch in enumerate(batches):
        written = sampler(batch.prompts, batch.seed)
        if len(written) != len(batch.prompts):
            raise HMMError(
                f"The sampler returned {len(written)} continuations for {len(batch.prompts)} prompts."
            )
        yield number, (0, written)


_AHEAD = 32
"""Batches for each worker that may be written before the one whose turn it is."""


def written_by(
    cluster: Cluster, make: Callable[[], Callable[[Batch], Iterable[Written]]], batches: Sequence[Batch]
) -> Iterator[tuple[int, Written]]:
    """Have a cluster's workers sample: `Writers`, but for the first two arguments.

    A batch whose workers die twice is done prompt by prompt, so that the third death is of one prompt alone.

    Args:
        make: Makes, in a worker, what samples a batch.
    """

    def again(batch: Batch, deaths: int) -> list[tuple[Batch, int]]:
        if deaths < ATTEMPTS - 1:
            return [(batch, deaths)]
        places = enumerate(batch.prompts, batch.first)
        return [(replace(batch, prompts=[one], first=place), deaths) for place, one in places]

    with cluster.crew(make, len(batches)) as crew:
        for number, told in crew.map(batches, again, ahead=_AHEAD * crew.size):
            yield number, (told.job.first, [told.said]) if isinstance(told, Lost) else told


def _sample(
    path: Path,
    jobs: Sequence[tuple[str, int]],
    writers: Writers,
    batch_size: int,
    seed: int,
    on_batch: Callable[[int, int], None] | None,
) -> None:
    """Write what is missing."""
    done = _whole_batches(path, batch_size, len(jobs))
    ahead = path.with_name(AHEAD_NAME)
    waiting = {start: lines for start, lines in _ahead(ahead) if start >= done}
    starts = range(done, len(jobs), batch_size)
    missing = [start for start in starts if start not in waiting]
    batches = [
        Batch([prompt for prompt, _ in jobs[start : start + batch_size]], _batch_seed(seed, start))
        for start in missing
    ]
    parts: dict[int, dict[int, Continuation | str]] = {}
    with path.open("a", encoding="utf-8") as file:

        def move() -> None:
            """Write what now stands behind the last line."""
            nonlocal done
            before = done
            while done in waiting:
                lines = waiting.pop(done)
                file.write("".join(lines))
                file.flush()
                (ahead / f"{done}.jsonl").unlink(missing_ok=True)
                done += len(lines)
            if done > before and on_batch is not None:
                on_batch(done, len(jobs))

        move()
        for number, (first, written) in writers(batches) if batches else ():
            start = missing[number]
            rows = parts.setdefault(start, {})
            rows.update(enumerate(written, first))
            size = len(batches[number].prompts)
            if len(rows) < size:
                continue
            del parts[start]
            waiting[start] = [
                _line(*job, rows[row]) for row, job in enumerate(jobs[start : start + batch_size])
            ]
            if start != done:
                ahead.mkdir(exist_ok=True)
                write_atomically(ahead / f"{start}.jsonl", "".join(waiting[start]).encode())
            move()
    if done < len(jobs):
        raise HMMError(f"The sampler left {len(jobs) - done} of {len(jobs)} continuations unwritten.")
    shutil.rmtree(ahead, ignore_errors=True)


def _ahead(folder: Path) -> Iterator[tuple[int, list[str]]]:
    """Batches that were written before their turn, by where they begin."""
    for path in sorted(folder.glob("*.jsonl")):
        with contextlib.suppress(ValueError):
            yield int(path.stem), path.read_text(encoding="utf-8").splitlines(keepends=True)


def claim(path: Path, identity: dict[str, Any]) -> None:
    """Write down what a directory is for, or make sure that it is for the same.

    Raises:
        HMMError: If it is for something else.
    """
    if not path.exists():
        write_json(path, identity)
        return
    found: Any = parse_json(read_text(path, "run's", HMMError), path, HMMError, of_line=True)
    if not isinstance(found, dict):
        raise HMMError(
            f"{path} does not say what run the folder is for. Remove it, or choose another folder."
        )
    known = cast("dict[str, Any]", found)
    for key in {**identity, **known}:
        if known.get(key) != (value := identity.get(key)):
            raise HMMError(
                f"{path.parent} holds another run: {path.name} says {key} = {known.get(key)!r}, this run has "
                f"{value!r}. Choose another output directory, or remove that one."
            )


def _whole_batches(path: Path, batch_size: int, total: int) -> int:
    """Drop what an interrupted batch left at the end of the file; how many continuations remain."""
    if not path.exists():
        return 0
    lines = path.read_bytes().splitlines(keepends=True)
    whole = sum(line.endswith(b"\n") for line in lines)
    kept = whole if whole == total else whole - whole % batch_size
    if kept < len(lines):
        write_atomically(path, b"".join(lines[:kept]))
    return kept


def _batch_seed(seed: int, start: int) -> int:
    return int(np.random.SeedSequence([seed, start]).generate_state(1)[0])


def _line(prompt: str, sample: int, continuation: Continuation | str) -> str:
    record: dict[str, Any] = {"prompt": prompt, "sample": sample}
    if isinstance(continuation, str):
        return json.dumps({**record, "tokens": [], "failed": continuation}) + "\n"
    record["tokens"] = [int(token) for token in continuation.tokens]
    if continuation.confidence is not None:
        record["confidence"] = continuation.confidence
    return json.dumps(record) + "\n"


CHECKPOINT_NAME = "checkpoint.safetensors"
REPORT_NAME = "distillation.json"
START_NAME = "start"
STATES_NAME = "states"


class Encoder(Protocol):
    """The model's last hidden states along continuations.

    For a continuation of n tokens, an array of shape [n + 1, D]: the states at the last token of the prompt
    and at each token of the continuation.
    """

    def __call__(
        self, prompts: Sequence[str], continuations: Sequence[Sequence[int]]
    ) -> Sequence[NDArray[Any]]: ...


Texts = tuple[Sequence[str], Sequence[Sequence[int]]]
"""Prompts, and a continuation of each."""
States = Sequence[NDArray[Any]]


class Encoders(Protocol):
    """Who encodes: gives for each batch, by its number and in any order, what an `Encoder` says of it."""

    def __call__(self, batches: Sequence[Texts]) -> Iterable[tuple[int, States]]: ...


@dataclass(frozen=True)
class DistillConfig:
    """How to distil.

    Attributes:
        num_states: H.
        batch_size: Continuations in one call of the encoder.
        seed: Of the split and of the start.
        held_out_share: Share of the prompts whose continuations are kept for measuring.
        encoded: Continuations whose hidden states the start is made from, if there is an encoder.
        training: How Baum–Welch runs.
    """

    num_states: int = 128
    batch_size: int = 8
    seed: int = 0
    held_out_share: float = 0.1
    encoded: int = 1_000
    training: BaumWelch = field(default_factory=BaumWelch)

    def __post_init__(self) -> None:
        counts = (self.num_states, self.batch_size, self.encoded)
        if min(counts) < 1:
            raise HMMError(
                f"num_states, batch_size and encoded must be at least 1; got {', '.join(map(str, counts))}."
            )
        if not 0 < self.held_out_share < 1:
            raise HMMError(f"held_out_share is {self.held_out_share}; it must lie between 0 and 1.")


@dataclass(frozen=True)
class DistillationReport:
    """What distillation did. NLLs are in nats a token, on the held-out continuations.

    Attributes:
        train_tokens, held_out_tokens: Sizes of the two parts of the corpus.
        nll: Of the HMM.
        unigram_nll: Of the training tokens' frequencies, with as many pseudocounts as the HMM's emissions.
        uniform_nll: Of guessing any id.
        epochs: Train and held-out NLL of every epoch.
    """

    train_tokens: int
    held_out_tokens: int
    nll: float
    unigram_nll: float
    uniform_nll: float
    epochs: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Distillation:
    """The HMM, which also lies in the output directory, and the report."""

    hmm: HMM
    report: DistillationReport


def distill(
    continuations: str | Path,
    out: str | Path,
    *,
    vocab_size: int,
    tokenizer: Any,
    config: DistillConfig | None = None,
    encoder: Encoder | None = None,
    on_encoded: Callable[[int, int], None] | None = None,
    on_chunk: Callable[[Progress], None] | None = None,
    progress: bool = False,
    encoders: Encoders | None = None,
    fold: Fold = fold,
) -> Distillation:
    """Fit an HMM to continuations on disk, and measure it on those of prompts that it did not see.

    Args:
        continuations: JSON Lines, as `sample_continuations` writes them; only ``tokens`` is required.
        out: Output directory; an interrupted run in it is continued.
        vocab_size: Ids of the model, padding included.
        tokenizer: The model's; its fingerprint is saved with the HMM.
        config: How.
        encoder: If given, learning starts from the model's hidden states; otherwise from noise.
        on_encoded: Called with the number of continuations whose hidden states are on disk, and of all that
            the start is made from.
        on_chunk: Called after every chunk of training.
        progress: Show a progress bar.
        encoders: Who encodes, instead of `encoder`.
        fold: Who counts and measures: this process, or a cluster (`clamp.cluster.Cluster.fold`).

    Raises:
        HMMError: The file is missing, damaged or empty, has a token out of range or fewer than two
            continuations, or the directory holds another run.
    """
    config = config or DistillConfig()
    check_memory(config.num_states, vocab_size)
    if encoders is None and encoder is not None:
        encoders = partial(_encoded_here, encoder)
    with alone(Path(out), HMMError):
        return _distil(
            *(
                continuations,
                Path(out),
                vocab_size,
                tokenizer,
                config,
                encoders,
                on_encoded,
                on_chunk,
                progress,
            ),
            fold,
        )


def check_memory(num_states: int, vocab_size: int = 0) -> None:
    """Refuse an HMM that does not fit into this machine, before anything is loaded or read.

    Args:
        num_states: H.
        vocab_size: Ids of the model; 0 while they are not known, as before a model is loaded.

    Raises:
        HMMError: If learning it needs more memory than there is.
    """
    # Parameters and two sets of expected counts, the latter in double precision.
    needed = 20 * num_states * (num_states + vocab_size)
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return
    if needed > there:
        over = f" over {vocab_size:,} tokens" if vocab_size else ""
        raise HMMError(
            f"An HMM of {num_states:,} states{over} needs about {needed / 2**30:,.0f} "
            f"GiB to learn, but this machine has {there / 2**30:,.0f} GiB. Ask for fewer states."
        )


def _distil(
    continuations: str | Path,
    folder: Path,
    vocab_size: int,
    tokenizer: Any,
    config: DistillConfig,
    encoders: Encoders | None,
    on_encoded: Callable[[int, int], None] | None,
    on_chunk: Callable[[Progress], None] | None,
    progress: bool,
    fold: Fold,
) -> Distillation:
    records = [record for record in read_jsonl(continuations) if record["tokens"]]
    corpus = Corpus.of(record["tokens"] for record in records)
    corpus.check_not_empty(str(continuations))
    corpus.check_range(vocab_size)
    train_ids, held_out_ids = split_by_prompt(records, config.held_out_share, config.seed)
    train, held_out = corpus.select(train_ids), corpus.select(held_out_ids)
    start = _start(
        folder / START_NAME, records, train_ids, vocab_size, config, encoders, corpus.digest(), on_encoded
    )
    trained = baum_welch(
        start.for_tokenizer(tokenizer),
        train,
        config.training,
        held_out=held_out,
        checkpoint=folder / CHECKPOINT_NAME,
        on_chunk=on_chunk,
        progress=progress,
        fold=fold,
    )
    report = DistillationReport(
        len(train.tokens),
        len(held_out.tokens),
        nll(trained.hmm, held_out, fold=fold),
        unigram_nll(train, held_out, vocab_size, config.training.pseudocounts.emission * config.num_states),
        math.log(vocab_size),
        tuple(asdict(epoch) for epoch in trained.history),
    )
    trained.hmm.save_pretrained(folder)
    summary = {"config": asdict(config), "continuations": str(continuations), **asdict(report)}
    write_json(folder / REPORT_NAME, summary)
    return Distillation(trained.hmm, report)


def split_by_prompt(
    records: Sequence[dict[str, Any]], held_out_share: float, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Indices of the training and of the held-out continuations; no prompt is in both.

    Raises:
        HMMError: All continuations belong to one prompt.
    """
    prompts = _prompts_of(records)
    distinct = list(dict.fromkeys(prompts))
    if len(distinct) < 2:
        raise HMMError(
            f"All {len(records)} continuations belong to one prompt: none can be held out to measure the HMM "
            "on. Sample continuations of more prompts."
        )
    order = np.random.default_rng(seed).permutation(len(distinct))
    size = min(max(1, round(held_out_share * len(distinct))), len(distinct) - 1)
    chosen = {distinct[place] for place in order[:size].tolist()}
    is_held_out = np.array([prompt in chosen for prompt in prompts])
    return np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)


def _prompts_of(records: Sequence[dict[str, Any]]) -> list[Any]:
    """The prompt of every record; one without is a prompt of its own."""
    return [record.get("prompt", index) for index, record in enumerate(records)]


def _start(
    folder: Path,
    records: Sequence[dict[str, Any]],
    train: NDArray[np.int64],
    vocab_size: int,
    config: DistillConfig,
    encoders: Encoders | None,
    corpus_digest: str,
    on_encoded: Callable[[int, int], None] | None,
) -> HMM:
    """The HMM to start learning from; kept on disk, as a continued run must start from the same."""
    identity = {
        "corpus": corpus_digest,
        "num_states": config.num_states,
        "vocab_size": vocab_size,
        "seed": config.seed,
        "held_out_share": config.held_out_share,
        "from the model's hidden states": encoders is not None,
        "encoded": config.encoded if encoders is not None else 0,
        "batch_size": config.batch_size if encoders is not None else 0,
    }
    folder.mkdir(parents=True, exist_ok=True)
    claim(folder / "start.json", identity)
    if (folder / CONFIG_NAME).exists():
        return HMM.from_pretrained(folder)
    if encoders is None:
        hmm = HMM.random(config.num_states, vocab_size, seed=config.seed, dtype=np.float32)
    else:
        chosen = _to_encode([records[int(index)] for index in train], config)
        states = _encoded(folder / STATES_NAME, chosen, config.batch_size, encoders, on_encoded)
        centres = kmeans(np.concatenate(states), config.num_states, seed=config.seed)
        hmm = hmm_from_labels(
            (
                (np.asarray(record["tokens"], dtype=np.int64), nearest(array, centres))
                for record, array in zip(chosen, states, strict=True)
            ),
            config.num_states,
            vocab_size,
            config.training.pseudocounts,
        )
    hmm.save_pretrained(folder)
    shutil.rmtree(folder / STATES_NAME, ignore_errors=True)
    return hmm


def _to_encode(records: Sequence[dict[str, Any]], config: DistillConfig) -> list[dict[str, Any]]:
    """All continuations of randomly chosen prompts, together, so that the encoder reads each prompt once."""
    if any("prompt" not in record for record in records):
        raise HMMError(
            "Starting from the model's hidden states needs the prompt of every continuation; a line has none "
            'under "prompt".'
        )
    prompts = _prompts_of(records)
    distinct = list(dict.fromkeys(prompts))
    order = np.random.default_rng(config.seed).permutation(len(distinct)).tolist()
    rank = {distinct[place]: number for number, place in enumerate(order)}
    return sorted(records, key=lambda record: rank[record["prompt"]])[: config.encoded]


def _encoded_here(encoder: Encoder, batches: Sequence[Texts]) -> Iterator[tuple[int, States]]:
    return ((number, encoder(*batch)) for number, batch in enumerate(batches))


def _encoded(
    folder: Path,
    records: Sequence[dict[str, Any]],
    batch_size: int,
    encoders: Encoders,
    on_encoded: Callable[[int, int], None] | None,
) -> list[NDArray[np.float32]]:
    """The hidden states along each continuation; kept batch by batch, as encoding takes long."""
    folder.mkdir(exist_ok=True)
    starts = range(0, len(records), batch_size)
    paths = {start: folder / f"{start}.safetensors" for start in starts}
    missing = [start for start in starts if not paths[start].exists()]
    done = sum(len(records[start : start + batch_size]) for start in starts if start not in missing)
    if done and on_encoded is not None:
        on_encoded(done, len(records))
    texts: list[Texts] = [
        ([one["prompt"] for one in batch], [one["tokens"] for one in batch])
        for batch in (records[start : start + batch_size] for start in missing)
    ]
    for number, vectors in encoders(texts) if texts else ():
        for tokens, array in zip(texts[number][1], vectors, strict=True):
            if len(array) != len(tokens) + 1:
                raise HMMError(
                    f"The encoder returned {len(array)} hidden states for {len(tokens)} "
                    "tokens; expected one more, the first at the end of the prompt."
                )
        write_tensors(paths[missing[number]], {"states": np.concatenate(vectors).astype(np.float32)}, {})
        done += len(vectors)
        if on_encoded is not None:
            on_encoded(done, len(records))
    found: list[NDArray[np.float32]] = []
    for start in starts:
        ends = np.cumsum([len(one["tokens"]) + 1 for one in records[start : start + batch_size]])
        found += np.split(read_tensors(paths[start])[0]["states"], ends[:-1])
    return found


def unigram_nll(train: Corpus, held_out: Corpus, vocab_size: int, pseudocount: float) -> float:
    """NLL per token (nats) of `held_out` under the token frequencies of `train` plus pseudocounts."""
    counts = np.bincount(train.tokens, minlength=vocab_size) + pseudocount
    with np.errstate(divide="ignore"):
        return float(-np.log(counts[held_out.tokens] / counts.sum()).mean())
