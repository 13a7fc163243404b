"""``clamp bench hmm``: how fast HMMs are learned and consulted, side by side with hmmlearn in one run.

Parameters and corpora are synthetic (token frequencies by Zipf's law, actions that share prefixes as
serialised plans do), so that anyone can run it at any size without a model.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, cast

import numpy as np

from clamp.errors import BenchmarkError
from clamp.hmm import HMM, BaumWelch, Corpus, Pseudocounts, SequenceTrie, baum_welch
from clamp_bench.records import command, environment
from clamp_bench.speed.measuring import (
    Curves,
    Figures,
    GrowthLine,
    GrowthPanel,
    Row,
    draw,
    hmm_mib,
    measure_curves,
    median,
    peak_mib,
    processor_time,
    save,
)


def run(
    *,
    num_states: int = 128,
    vocab_size: int = 151_936,
    tokens: int = 200_000,
    twin_tokens: int | None = None,
    actions: Sequence[int] = (200, 1_000, 5_000, 20_000),
    repeats: int = 5,
    seed: int = 0,
    threads: int | None = None,
    growth: Path | None = None,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure learning, the update of a belief, and the scoring of actions.

    Args:
        num_states: H.
        vocab_size: V.
        tokens: Size of the corpus of one EM step.
        twin_tokens: Size of the corpus that hmmlearn and ours both get when they are compared; all of it by
            default, 0 leaves hmmlearn out. What a step costs whatever the corpus (H·V) weighs more in a small one.
        actions: Numbers of grounded actions to score at a boundary.
        repeats: Each figure is the median of so many measurements (EM: the best of three at most, hmmlearn's too).
        seed: Of parameters and corpora.
        threads: Threads of torch; its own choice if not given. On a machine that others use, one is steadier.
        growth: Also measure how time and memory grow, into this JSON file and a plot (SVG) beside it.
        progress: Called with what is being measured.

    Returns:
        A record of sizes and figures; rates in tokens a second (of the clock, and of processor time, which
        counts every core and does not depend on who else uses the machine), times in seconds, memory in MiB.

    Raises:
        BenchmarkError: A size is not positive, or hmmlearn is asked for and not installed.
    """
    import torch

    if min(num_states, vocab_size, tokens, repeats, *actions) < 1 or (twin_tokens or 0) < 0:
        raise BenchmarkError("All sizes of the HMM benchmark must be positive (twin_tokens may be 0).")
    before = torch.get_num_threads()
    torch.set_num_threads(threads or before)
    try:
        found = _run(
            num_states,
            vocab_size,
            tokens,
            tokens if twin_tokens is None else twin_tokens,
            actions,
            repeats,
            seed,
        )
    finally:
        torch.set_num_threads(before)
    if growth is not None:
        found["growth"] = run_growth(progress=progress)
        save(found["growth"], growth, plot)
    return found


def _run(
    num_states: int,
    vocab_size: int,
    tokens: int,
    twin_tokens: int,
    actions: Sequence[int],
    repeats: int,
    seed: int,
) -> dict[str, Any]:
    import torch

    rng = np.random.default_rng(seed)
    hmm = HMM.random(num_states, vocab_size, seed=seed, dtype=np.float32)
    corpus = zipf_corpus(rng, vocab_size, tokens)
    memory_before = peak_mib()
    rates = {
        update: max((_em_rates(hmm, corpus, update) for _ in range(min(repeats, 3))), key=itemgetter(0))
        for update in ("all", "emission")
    }
    belief = hmm.belief(corpus[0][:32])
    stream = [int(token) for token in corpus.tokens[:64]]

    def follow() -> None:
        here = belief
        for token in stream:
            here = here.advance(token)

    record: dict[str, Any] = {
        "benchmark": "hmm",
        "num_states": num_states,
        "vocab_size": vocab_size,
        "seed": seed,
        "threads": torch.get_num_threads(),
        "em": {
            "tokens": len(corpus.tokens),
            "distinct_tokens": len(np.unique(corpus.tokens)),
            "tokens_per_second": rates["all"][0],
            "tokens_per_cpu_second": rates["all"][1],
            "emission_only_tokens_per_second": rates["emission"][0],
            "emission_only_tokens_per_cpu_second": rates["emission"][1],
            "peak_memory_mib": peak_mib(),
            "peak_memory_before_mib": memory_before,
        },
        "belief_update_seconds": median(follow, repeats) / len(stream),
        "next_token_logprobs_seconds": median(belief.next_token_logprobs, repeats),
        "boundary": [_boundary(rng, hmm, count, repeats) for count in actions],
    }
    if twin_tokens:
        record["hmmlearn"] = _twin(hmm, corpus.chunks(twin_tokens)[0], min(repeats, 3))
    return record


def zipf_corpus(rng: np.random.Generator, vocab_size: int, tokens: int) -> Corpus:
    """Sequences of 50 to 300 tokens whose frequencies follow Zipf's law."""
    frequencies = 1.0 / np.arange(1, vocab_size + 1)
    ids = rng.permutation(vocab_size)[
        np.searchsorted(frequencies.cumsum() / frequencies.sum(), rng.random(tokens), side="right").clip(
            max=vocab_size - 1
        )
    ]
    cuts = rng.integers(50, 301, size=tokens // 50 + 1).cumsum()
    return Corpus.of(piece.tolist() for piece in np.split(ids, cuts[cuts < tokens]))


def _em_rates(hmm: HMM, corpus: Corpus, update: Any) -> tuple[float, float]:
    """Tokens a second of one Baum–Welch step, update included: by the clock, and by processor time."""
    start, start_cpu = time.perf_counter(), time.process_time()
    baum_welch(hmm, corpus, BaumWelch(epochs=1, update=update))
    elapsed, elapsed_cpu = time.perf_counter() - start, time.process_time() - start_cpu
    return len(corpus.tokens) / elapsed, len(corpus.tokens) / elapsed_cpu


def _boundary(rng: np.random.Generator, hmm: HMM, count: int, repeats: int) -> dict[str, Any]:
    """What an action boundary costs: log s_a of every action, and the backward sum over them.

    Actions are verb, first and second entity between fixed punctuation, about 11 tokens.
    """
    side = round(count ** (1 / 3)) + 1

    def words(length: int) -> list[list[int]]:
        return rng.integers(hmm.vocab_size, size=(side, length)).tolist()

    opening, comma, closing, spelt = words(3)[0], words(2)[0], words(1)[0], [words(1), words(2), words(2)]
    picks = rng.permutation(side**3)[:count]
    places: list[list[int]] = np.stack(np.unravel_index(picks, (side, side, side)), axis=1).tolist()
    sequences: list[list[int]] = [
        opening + spelt[0][verb] + comma + spelt[1][first] + spelt[2][second] + closing
        for verb, first, second in places
    ]
    start = time.perf_counter()
    trie = SequenceTrie.of(sequences)
    built = time.perf_counter() - start
    everything = np.arange(count)
    ends = np.log(rng.random((count, hmm.num_states), dtype=np.float32))
    return {
        "actions": count,
        "nodes": trie.num_nodes,
        "build_trie_seconds": built,
        "score_seconds": median(lambda: trie.log_scores(hmm, hmm.initial, everything, ends), repeats),
        "backward_seconds": median(lambda: trie.backward(hmm, everything, ends), repeats),
    }


def _twin(hmm: HMM, corpus: Corpus, tries: int) -> dict[str, Any]:
    """One EM step of hmmlearn and one of ours: the same corpus, the same parameters, double precision, in turn.

    Each side has the best of its tries, after a first one that does not count: what is loaded once is no part of it.
    """
    try:
        from hmmlearn.hmm import CategoricalHMM as Twin  # pyright: ignore[reportMissingTypeStubs]
    except ImportError as error:
        raise BenchmarkError(
            "The comparison needs hmmlearn (pip install hmmlearn); twin_tokens=0 leaves it out."
        ) from error
    double = HMM.from_emit_first(*(array.astype(np.float64) for array in hmm.to_emit_first()))
    initial, transition, emission = double.to_emit_first()
    states = hmm.num_states
    observed, lengths = corpus.tokens[:, None], corpus.lengths.tolist()
    once = BaumWelch(epochs=1, pseudocounts=Pseudocounts(0, 0, 0))
    theirs, ours = list[float](), list[float]()
    make: Any = Twin
    learned, twin = double, cast("Any", None)
    for _ in range(tries + 1):
        twin = make(states, n_features=hmm.vocab_size, n_iter=1, init_params="", implementation="scaling")
        twin.startprob_ = initial[:states] / initial[:states].sum()
        twin.transmat_ = transition[:states, :states] / transition[:states, :states].sum(
            axis=1, keepdims=True
        )
        twin.emissionprob_ = emission[:states] / emission[:states].sum(axis=1, keepdims=True)
        theirs.append(processor_time(lambda: twin.fit(observed, lengths)))  # noqa: B023
        started = time.process_time()
        learned = baum_welch(double, corpus, once).hmm
        ours.append(time.process_time() - started)
    tokens = len(corpus.tokens)
    return {
        "sequences": len(lengths),
        "tokens": tokens,
        "distinct_tokens": len(np.unique(corpus.tokens)),
        "precision": "double",
        "tokens_per_cpu_second": tokens / min(theirs[1:]),
        "ours_tokens_per_cpu_second": tokens / min(ours[1:]),
        "times_faster": min(theirs[1:]) / min(ours[1:]),
        "largest_difference_of_emissions": float(
            np.abs(learned.emission[:states] - twin.emissionprob_).max()
        ),
    }


BASE = {"hidden": 128, "vocabulary": 49_152}
CURVES: Curves = {
    "hidden": (16, 32, 64, 128, 256, 512, 1_024),
    "vocabulary": (1_024, 4_096, 16_384, 65_536, 151_936),
}
TOKENS = (8_000, 64_000)
"""Sizes of two corpora: their difference gives the cost of a token, free of the update's own."""

_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Threads that wait for a busy core would be measured, not the work."""


def run_growth(
    curves: Curves | None = None,
    *,
    tokens: tuple[int, int] = TOKENS,
    progress: Callable[[str], None] = lambda message: None,
) -> Figures:
    """Measure curves: those of `CURVES` by default.

    Returns:
        The base values, and for each curve its rows: `x`, `em_us` (processor time of a token in one step of
        Baum–Welch, all parameters), `update_ms` (of the step's update, whatever the corpus), `belief_us` (one
        token's update of a belief), `peak_mib` (most memory beyond the interpreter's) and `hmm_mib`.

    Raises:
        BenchmarkError: If a size is not positive, or a measuring process fails.
    """

    def one(name: str, size: int) -> Row:
        return _in_a_process({**BASE, name: size, "tokens": list(tokens)})

    rows = measure_curves(CURVES if curves is None else curves, one, progress)
    return {"base": BASE, "tokens": list(tokens), **rows}


def _in_a_process(sizes: Mapping[str, Any]) -> Row:
    if min(sizes["hidden"], sizes["vocabulary"], *sizes["tokens"]) < 1:
        raise BenchmarkError(f"All sizes of a growth curve must be positive; got {json.dumps(sizes)}.")
    found = subprocess.run(
        command("clamp_bench.speed.hmm", json.dumps(sizes)),
        capture_output=True,
        text=True,
        env=environment(**_ONE_THREAD),
        check=False,
    )
    if found.returncode:
        raise BenchmarkError(
            f"Measuring {json.dumps(sizes)} failed with exit code {found.returncode}; -9 means that memory "
            f"ran out. Its last words:\n{found.stderr[-800:]}"
        )
    return json.loads(found.stdout)


def measure(hidden: int, vocabulary: int, tokens: tuple[int, int]) -> Row:
    """One row, measured in this process."""
    rng = np.random.default_rng(0)
    baum_welch(HMM.random(2, 8, seed=0), zipf_corpus(rng, 8, 100), BaumWelch(epochs=1))  # loads what it needs
    before = peak_mib()
    hmm = HMM.random(hidden, vocabulary, seed=0, dtype=np.float32)
    seconds: list[float] = []
    sizes: list[int] = []
    for count in tokens:
        corpus = zipf_corpus(rng, vocabulary, count)
        started = time.process_time()
        baum_welch(hmm, corpus, BaumWelch(epochs=1))
        seconds.append(time.process_time() - started)
        sizes.append(len(corpus.tokens))
    peak = peak_mib()
    a_token = (seconds[1] - seconds[0]) / (sizes[1] - sizes[0])
    belief = hmm.belief([0])
    return {
        "em_us": 1e6 * a_token,
        "update_ms": 1e3 * max(seconds[0] - a_token * sizes[0], 0.0),
        "belief_us": 1e6 * median(lambda: belief.advance(1), 20),
        "peak_mib": peak - before,
        "hmm_mib": hmm_mib(hmm),
    }


_LABELS = {"hidden": "hidden states H", "vocabulary": "tokens V"}


_PANELS = (
    GrowthPanel(
        "milliseconds of one core",
        (
            GrowthLine("em_us", "EM, a token", "o-", 1e-3),
            GrowthLine("update_ms", "EM, the update", "s--"),
            GrowthLine("belief_us", "a belief's update", "^:", 1e-3),
        ),
    ),
    GrowthPanel(
        "MiB", (GrowthLine("peak_mib", "learning, at most", "o-"), GrowthLine("hmm_mib", "the HMM", "^:"))
    ),
)


def plot(figures: Figures, path: Path) -> None:
    """Draw the curves that `run_growth` measured: time above, memory below."""
    draw(figures, path, _LABELS, _PANELS)


if __name__ == "__main__":
    print(json.dumps(measure(**json.loads(sys.argv[1]))))
