"""Sampling what a frozen model writes, to disk first, so that no interruption costs more than a batch.

``continuations.jsonl`` holds a continuation a line; ``sampling.json`` beside it says what was asked for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from clamp.errors import HMMError
from clamp.files import alone, parse_json, read_text, writing
from clamp.hmm.corpus import Continuation
from clamp.hmm.storage import write_atomically, write_json

CONTINUATIONS_NAME = "continuations.jsonl"
SAMPLING_NAME = "sampling.json"


class Sampler(Protocol):
    """Writes one unconstrained continuation of each prompt; the same seed must give the same ones."""

    def __call__(self, prompts: Sequence[str], seed: int) -> Sequence[Continuation]: ...


def sample_continuations(
    prompts: Sequence[str],
    sampler: Sampler,
    out: str | Path,
    *,
    samples_per_prompt: int = 1,
    batch_size: int = 8,
    seed: int = 0,
    model: str = "",
    settings: Mapping[str, Any] | None = None,
    on_batch: Callable[[int, int], None] | None = None,
) -> Path:
    """Sample continuations into ``continuations.jsonl``, going on where an earlier call stopped.

    A line holds the prompt, the number of the sample, the tokens and, if the sampler tells, the confidence.
    Each batch has a seed of its own, so a run that was interrupted ends with the same file.

    Args:
        prompts: What to continue.
        sampler: The frozen model.
        out: Output directory.
        samples_per_prompt: Continuations of each prompt.
        batch_size: Prompts in one call of the sampler.
        seed: Each batch gets a seed made from it.
        model: Name of the model, kept with the file; another name cannot continue it.
        settings: What else the continuations depend on, such as the temperature; kept like the name.
        on_batch: Called with the number of continuations on disk and the number asked for.

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
        _sample(path, jobs, sampler, batch_size, seed, on_batch)
    return path


def _sample(
    path: Path,
    jobs: Sequence[tuple[str, int]],
    sampler: Sampler,
    batch_size: int,
    seed: int,
    on_batch: Callable[[int, int], None] | None,
) -> None:
    """Write what is missing."""
    done = _whole_batches(path, batch_size, len(jobs))
    with path.open("a", encoding="utf-8") as file:
        while done < len(jobs):
            batch = jobs[done : done + batch_size]
            written = sampler([prompt for prompt, _ in batch], _batch_seed(seed, done))
            if len(written) != len(batch):
                raise HMMError(f"The sampler returned {len(written)} continuations for {len(batch)} prompts.")
            file.write("".join(_line(*job, text) for job, text in zip(batch, written, strict=True)))
            file.flush()
            done += len(batch)
            if on_batch is not None:
                on_batch(done, len(jobs))


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
    for key, value in identity.items():
        if known.get(key) != value:
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


def _line(prompt: str, sample: int, continuation: Continuation) -> str:
    record: dict[str, Any] = {
        "prompt": prompt,
        "sample": sample,
        "tokens": [int(token) for token in continuation.tokens],
    }
    if continuation.confidence is not None:
        record["confidence"] = continuation.confidence
    return json.dumps(record) + "\n"
