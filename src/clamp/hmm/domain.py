"""TTDA from a file of continuations, measured on prompts that it did not see; an interrupted run goes on.

In the output directory: ``adaptation.json`` (the report), the HMM, and while it runs ``progress.json`` with
the HMM after the last whole iteration.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clamp.errors import HMMError
from clamp.files import alone, parse_json, read_text
from clamp.hmm.adaptation import AdaptationConfig, accepted, domain_iteration
from clamp.hmm.corpus import Continuation, Corpus, read_jsonl
from clamp.hmm.distill import split_by_prompt, unigram_nll
from clamp.hmm.learning import Pseudocounts, nll
from clamp.hmm.model import HMM
from clamp.hmm.sampling import claim
from clamp.hmm.storage import write_atomically, write_json

REPORT_NAME = "adaptation.json"
PROGRESS_NAME = "progress.json"
RUN_NAME = "run.json"


@dataclass(frozen=True)
class DomainReport:
    """What TTDA did. NLLs are in nats a token.

    Attributes:
        sequences, accepted: Continuations to learn from, and those that the confidence gate let through.
        train_tokens, held_out_tokens: Sizes of what was learned from and of what it is measured on.
        train_nll: Of what was learned from, before and after each iteration (the last anchored).
        held_out_nll: The same for the continuations of held-out prompts.
        unigram_nll, uniform_nll: Baselines on the held-out ones, as in distillation.
    """

    sequences: int
    accepted: int
    train_tokens: int
    held_out_tokens: int
    train_nll: tuple[float, ...]
    held_out_nll: tuple[float, ...]
    unigram_nll: float
    uniform_nll: float


@dataclass(frozen=True)
class DomainAdaptation:
    """The adapted HMM, which also lies in the output directory, and the report."""

    hmm: HMM
    report: DomainReport


def adapt(
    hmm: HMM,
    continuations: str | Path,
    out: str | Path,
    *,
    config: AdaptationConfig | None = None,
    held_out_share: float = 0.1,
    seed: int = 0,
    on_iteration: Callable[[int, float, float], None] | None = None,
) -> DomainAdaptation:
    """Adapt an HMM's emissions to a domain.

    Args:
        hmm: The source; its tokenizer must be the one that made the continuations.
        continuations: JSON Lines, as `clamp.hmm.sample_continuations` writes them.
        out: Output directory; an interrupted run in it is continued.
        config: How far; iterations, anchor and variants of TTDA are read from it.
        held_out_share: Share of the prompts that are kept for measuring, in (0, 1).
        seed: Of the split.
        on_iteration: Called with the number of iterations done, the train and the held-out NLL: from 0 on.

    Raises:
        HMMError: The file is missing, damaged or empty, a token is out of range, all continuations belong to
            one prompt, the gate lets none through, or the directory holds another run.
    """
    config = config or AdaptationConfig(domain=True)
    if not 0 < held_out_share < 1:
        raise HMMError(f"held_out_share is {held_out_share}; it must lie between 0 and 1.")
    with alone(Path(out), HMMError):
        return _adapt(hmm, continuations, Path(out), config, held_out_share, seed, on_iteration)


def _adapt(
    hmm: HMM,
    continuations: str | Path,
    folder: Path,
    config: AdaptationConfig,
    held_out_share: float,
    seed: int,
    on_iteration: Callable[[int, float, float], None] | None,
) -> DomainAdaptation:
    train, held_out, whole, sequences = _read(continuations, hmm, config, held_out_share, seed)
    identity = {
        "source HMM": hmm.digest(),
        "continuations": whole.digest(),
        "held_out_share": held_out_share,
        "seed": seed,
        **asdict(config),
        "columns": None if config.columns is None else sorted(config.columns),
    }
    claim(folder / RUN_NAME, identity)
    current, losses = _resumed(folder) or (hmm, [(nll(hmm, train), nll(hmm, held_out))])
    if on_iteration is not None:
        for number, pair in enumerate(losses):
            on_iteration(number, *pair)
    while len(losses) <= config.domain_iterations:
        current, _ = domain_iteration(current, hmm, train, config, len(losses) - 1)
        losses.append((nll(current, train), nll(current, held_out)))
        _save(folder, current, losses)
        if on_iteration is not None:
            on_iteration(len(losses) - 1, *losses[-1])
    pseudo = Pseudocounts().emission * hmm.num_states
    report = DomainReport(
        sequences,
        len(train),
        len(train.tokens),
        len(held_out.tokens),
        tuple(pair[0] for pair in losses),
        tuple(pair[1] for pair in losses),
        unigram_nll(train, held_out, hmm.vocab_size, pseudo),
        math.log(hmm.vocab_size),
    )
    current.save_pretrained(folder)
    summary = {**identity, "continuations": str(continuations), **asdict(report)}
    write_json(folder / REPORT_NAME, summary)
    shutil.rmtree(folder / _iteration(len(losses) - 1), ignore_errors=True)
    return DomainAdaptation(current, report)


def _read(
    path: str | Path, hmm: HMM, config: AdaptationConfig, held_out_share: float, seed: int
) -> tuple[Corpus, Corpus, Corpus, int]:
    """What to learn from, what to measure on, all of it, and how many continuations the gate was shown."""
    records = [record for record in read_jsonl(path) if record["tokens"]]
    whole = Corpus.of(record["tokens"] for record in records)
    whole.check_not_empty(str(path))
    whole.check_range(hmm.vocab_size)
    train_ids, held_out_ids = split_by_prompt(records, held_out_share, seed)
    texts = [_continuation(records[int(index)]) for index in train_ids]
    train = accepted(texts, config.min_confidence)
    if train is None:
        best = max(text.confidence or 0.0 for text in texts)
        raise HMMError(
            f"None of the {len(texts)} continuations to learn from has a confidence of "
            f"{config.min_confidence} or more; the highest is {best:.3g}."
        )
    return train, whole.select(held_out_ids), whole, len(texts)


def _continuation(record: dict[str, Any]) -> Continuation:
    return Continuation(record["tokens"], record.get("confidence"))


def _iteration(number: int) -> str:
    return f"iteration-{number}"


def _save(folder: Path, hmm: HMM, losses: list[tuple[float, float]]) -> None:
    """The HMM first, then what points to it: an interruption leaves the one before."""
    done = len(losses) - 1
    hmm.save_pretrained(folder / _iteration(done))
    write_atomically(folder / PROGRESS_NAME, json.dumps({"nll": losses}).encode())
    shutil.rmtree(folder / _iteration(done - 1), ignore_errors=True)


def _resumed(folder: Path) -> tuple[HMM, list[tuple[float, float]]] | None:
    """Where an earlier call stopped, or ended."""
    path = folder / PROGRESS_NAME
    if not path.exists():
        return None
    progress: Any = parse_json(read_text(path, "progress", HMMError), path, HMMError, of_line=True)
    try:
        losses = [(float(train), float(held_out)) for train, held_out in progress["nll"]]
    except (KeyError, TypeError, ValueError):
        raise HMMError(
            f"{path} does not say where the run stopped. Remove the folder to start afresh."
        ) from None
    saved = folder / _iteration(len(losses) - 1)
    return HMM.from_pretrained(saved if saved.exists() else folder), losses
