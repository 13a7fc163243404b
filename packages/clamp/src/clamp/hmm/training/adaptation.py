"""Test-time adaptation of the emissions (App. A8): before evaluation, after each plan, before each plan.

It decides how much an HMM may move and which columns; `adapt_to_domain` is the whole run, with files and report.

TTDA adapts to a domain once, OTTA after every finished plan, TTBA to one prompt. All three take an
emission-only Baum–Welch step on what the frozen model wrote, and mix the result with an anchor:

    B_new = (1 − weight) · B_anchor + weight · B̃

Nothing is changed in place: every adaptation returns a new HMM, so no table built from an old one can be
mistaken for one of the new.

B̃ is the expected counts plus a pseudocount of B itself, row by row. A row that the sequences say nothing
about therefore stays as it was, and no token that was possible becomes impossible. TTDA may instead maximise the
penalised objective of A8, which has no mixture; without a pseudocount its optimum may forbid what was not seen.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.automata.vocabulary import encode_batch
from clamp.cluster import Fold, fold
from clamp.errors import HMMError
from clamp.files import alone, parse_json, read_text
from clamp.hmm.corpus import Continuation, Corpus, read_jsonl
from clamp.hmm.model import HMM, FloatArray
from clamp.hmm.storage import write_atomically, write_json
from clamp.hmm.training.distill import claim, split_by_prompt, unigram_nll
from clamp.hmm.training.learning import Counts, Pseudocounts, expected_counts, nll


@dataclass(frozen=True)
class AdaptationConfig:
    """Which tiers adapt, and how far. `CONFIGURATIONS` has the paper's R0–R5.

    Attributes:
        domain: TTDA, once before evaluation.
        session: OTTA, after every plan.
        instance: TTBA, before every plan, discarded afterwards.
        domain_iterations: Baum–Welch iterations of TTDA; OTTA and TTBA take one.
        domain_weight: Share of the estimate against the source emissions; 1 is no anchor.
        session_weight: λ_O, share of the estimate against the domain emissions.
        instance_weight: λ_B, share of the estimate against the emissions before the prompt.
        pseudocount: Counts of the old row mixed into each row of an estimate. 0 is the paper's plain estimate,
            in which what was not seen is impossible: permitted where a mixture with an anchor keeps it possible, and
            with `frobenius`, whose objective has no pseudocount.
        frobenius: λ_TTDA, the weight of ‖B − B_source‖² in the objective of A8. TTDA then has this anchor, and no
            mixture: `domain_weight` means nothing.
        columns: If given, only the emissions of these tokens are fitted, for instance those that spell
            entities; all others keep their proportions to one another.
        min_confidence: If given, only sequences that the model wrote with at least this confidence, its
            geometric mean token probability, are learned from.
    """

    domain: bool = False
    session: bool = False
    instance: bool = False
    domain_iterations: int = 3
    domain_weight: float = 0.9
    session_weight: float = 0.3
    instance_weight: float = 0.5
    pseudocount: float = 1.0
    frobenius: float | None = None
    columns: frozenset[int] | None = None
    min_confidence: float | None = None

    def __post_init__(self) -> None:
        for name in ("domain_weight", "session_weight", "instance_weight", "min_confidence"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                raise HMMError(f"{name} is {value}; it must lie between 0 and 1.")
        if not (math.isfinite(self.pseudocount) and self.pseudocount >= 0):
            raise HMMError(f"The pseudocount is {self.pseudocount}; it is a number of at least 0.")
        if self.frobenius is not None and not (math.isfinite(self.frobenius) and self.frobenius > 0):
            raise HMMError(
                f"frobenius is {self.frobenius}; λ_TTDA is a positive number, or None for a mixture."
            )
        if self.frobenius is not None and self.columns is not None:
            raise HMMError("frobenius and columns are two variants of the estimate; give one of them.")
        if self.pseudocount == 0:
            tiers = {
                "domain_weight": self.domain and self.frobenius is None and self.domain_weight == 1,
                "session_weight": self.session and self.session_weight == 1,
                "instance_weight": self.instance and self.instance_weight == 1,
            }
            for name, unanchored in tiers.items():
                if unanchored:
                    raise HMMError(
                        f"The pseudocount is 0, and {name} leaves no mixture with an anchor: tokens that a plan needs "
                        "would become impossible. It must be positive, or the mixture must keep a share of the anchor."
                    )
        if self.domain_iterations < 1:
            raise HMMError(f"domain_iterations is {self.domain_iterations}; it must be at least 1.")
        if self.columns is not None and not self.columns:
            raise HMMError("columns is empty: no emission could change. Leave it out to adapt all tokens.")


CONFIGURATIONS: dict[str, AdaptationConfig] = {
    "R0": AdaptationConfig(),
    "R1": AdaptationConfig(domain=True),
    "R2": AdaptationConfig(instance=True),
    "R3": AdaptationConfig(domain=True, instance=True),
    "R4": AdaptationConfig(domain=True, session=True),
    "R5": AdaptationConfig(domain=True, session=True, instance=True),
}
"""The tiers that the paper combines: R0 none, R1 TTDA, R2 TTBA, R3 TTDA + TTBA, R4 TTDA + OTTA, R5 all."""


@dataclass(frozen=True, eq=False)
class AdaptationSession:
    """The HMMs of a run of plans. Immutable: what follows from a session is a new one.

    Attributes:
        config: Which tiers are on.
        domain: The HMM after TTDA (the source HMM without it); what OTTA is anchored to.
        current: The HMM to decode with, unless TTBA makes one for the prompt.
        domain_nll: NLL per token of the domain's continuations before TTDA and after each iteration,
            the anchor's share included in the last; empty without TTDA.
    """

    config: AdaptationConfig
    domain: HMM
    current: HMM
    domain_nll: tuple[float, ...] = ()

    @classmethod
    def start(
        cls, source: HMM, config: AdaptationConfig, domain_continuations: Sequence[Continuation] | None = None
    ) -> AdaptationSession:
        """Open a session, adapting to the domain if `config` says so.

        Args:
            source: The distilled HMM.
            config: Which tiers are on.
            domain_continuations: Unconstrained continuations from the domain; TTDA needs them.

        Raises:
            HMMError: TTDA is on and has no continuations, or they do not fit the HMM.
        """
        if not config.domain:
            return cls(config, source, source)
        if not domain_continuations:
            raise HMMError(
                "TTDA adapts to unconstrained continuations from the target domain, and none were given."
            )
        adapted, losses = adapt_to_domain(source, domain_continuations, config)
        return cls(config, adapted, adapted, losses)

    def for_prompt(self, continuations: Sequence[Continuation]) -> HMM:
        """TTBA: the HMM for one prompt, from continuations of it; the session stays as it is.

        Without TTBA, or when no continuation is confident enough, this is `current`.

        Raises:
            HMMError: TTBA is on and has no continuations, or they do not fit the HMM.
        """
        if not self.config.instance:
            return self.current
        if not continuations:
            raise HMMError("TTBA adapts to continuations of the prompt (the paper draws 5); none were given.")
        return _adapted(self.current, self.current, continuations, self.config, self.config.instance_weight)

    def after_plan(self, plan: Continuation) -> AdaptationSession:
        """OTTA: the session after a finished plan; without OTTA, and after an empty one, the same.

        A planner that found no plan has written no tokens: there is nothing to learn from.

        Raises:
            HMMError: The plan does not fit the HMM.
        """
        if not self.config.session or not len(plan.tokens):
            return self
        weight = self.config.session_weight
        return replace(self, current=_adapted(self.current, self.domain, [plan], self.config, weight))

    def reset(self) -> AdaptationSession:
        """The session as it was after TTDA: at the boundary of a task family."""
        return replace(self, current=self.domain)


def adapt_to_domain(
    source: HMM, continuations: Sequence[Continuation], config: AdaptationConfig
) -> tuple[HMM, tuple[float, ...]]:
    """TTDA: several emission-only iterations, then one mixture with the source emissions.

    The mixture is an anchor of its own; it does not minimise the objective that the paper states (A8). With
    `AdaptationConfig.frobenius`, each iteration instead maximises that objective's bound: exactly, where the
    pseudocount is 0, and otherwise that of the smoothed objective.

    Returns:
        The HMM, and the NLL per token of the accepted continuations before and after each iteration (the
        last of the mixture). Both are the source's if no continuation is confident enough.

    Raises:
        HMMError: The continuations hold no tokens or do not fit the HMM.
    """
    corpus = accepted(continuations, config.min_confidence)
    if corpus is None:
        return source, ()
    hmm, losses = source, list[float]()
    for iteration in range(config.domain_iterations):
        hmm, loss = domain_iteration(hmm, source, corpus, config, iteration)
        losses.append(loss)
    return hmm, (*losses, nll(hmm, corpus))


def entity_columns(tokenizer: Any, names: Sequence[str]) -> frozenset[int]:
    """The tokens that spell entities, for `AdaptationConfig.columns`: each name alone and after a space or a
    quotation mark, as plans write it, without the mark's own tokens.

    Raises:
        HMMError: There are no names.
    """
    if not names:
        raise HMMError("There are no entities whose tokens could be fitted.")
    marks = {token for ids in encode_batch(tokenizer, [" ", '"', ' "'], HMMError) for token in ids}
    texts = [before + name for name in names for before in ("", " ", '"')]
    return frozenset(token for ids in encode_batch(tokenizer, texts, HMMError) for token in ids) - marks


def domain_iteration(
    hmm: HMM, source: HMM, corpus: Corpus, config: AdaptationConfig, iteration: int, fold: Fold = fold
) -> tuple[HMM, float]:
    """One iteration of TTDA, the first being 0; the last mixes with the source emissions.

    Returns:
        The HMM after the iteration, and the NLL per token of `corpus` before it.
    """
    counts = expected_counts(hmm, corpus, transitions=False, fold=fold)
    if config.frobenius is not None:
        columns = _penalised(hmm, source, counts, config.pseudocount, config.frobenius * len(corpus))
        return hmm.with_emission_columns(columns), counts.nll
    last = iteration == config.domain_iterations - 1
    anchor, weight = (source, config.domain_weight) if last else (hmm, 1.0)
    return _mixed(hmm, anchor, counts, config, weight), counts.nll


def accepted(continuations: Sequence[Continuation], min_confidence: float | None) -> Corpus | None:
    """The sequences that the confidence gate lets through; None if it stops all of them.

    Raises:
        HMMError: There is a gate, and a continuation does not say how confident the model was; or there
            is no token at all.
    """
    kept = list(continuations)
    if min_confidence is not None:
        for index, continuation in enumerate(kept):
            if continuation.confidence is None:
                raise HMMError(
                    f"min_confidence is {min_confidence}, but continuation {index} has no confidence. "
                    "The host must record the model's token probabilities while it samples."
                )
        kept = [c for c in kept if c.confidence is not None and c.confidence >= min_confidence]
        if not kept:
            return None
    corpus = Corpus.of(continuation.tokens for continuation in kept)
    corpus.check_not_empty("The continuations to adapt to")
    return corpus


def _adapted(
    hmm: HMM, anchor: HMM, continuations: Sequence[Continuation], config: AdaptationConfig, weight: float
) -> HMM:
    """One emission-only iteration from `hmm`, mixed with `anchor`."""
    corpus = accepted(continuations, config.min_confidence)
    if corpus is None:
        return hmm
    return _mixed(hmm, anchor, expected_counts(hmm, corpus, transitions=False), config, weight)


def _mixed(hmm: HMM, anchor: HMM, counts: Counts, config: AdaptationConfig, weight: float) -> HMM:
    """``(1 − weight) · anchor + weight · B̃``, where B̃ is the M-step of `counts` on `hmm`."""
    estimate = _estimate(hmm, counts, config.pseudocount, config.columns)
    if weight < 1:
        estimate *= weight
        estimate += hmm.dtype.type(1 - weight) * anchor.emission.T
    return hmm.with_emission_columns(estimate)


def _estimate(hmm: HMM, counts: Counts, pseudocount: float, columns: Collection[int] | None) -> FloatArray:
    """B̃ transposed, shape [V, H], freshly made.

    With `columns` E, what maximises the expected likelihood if only the logits of E may move: tokens in E
    get their share of the counts, and the rest shrinks or grows as a whole.
    """
    old = hmm.emission.T
    mass: NDArray[np.float64] = old.sum(axis=0, dtype=np.float64)
    totals: NDArray[np.float64] = counts.emission.sum(axis=0) + pseudocount * mass
    silent = totals == 0  # without evidence and pseudocounts a row stays as it is
    pseudocount_of = np.where(silent, 1.0, pseudocount)
    totals[silent] = mass[silent]
    if columns is None:
        estimate = old * (pseudocount_of / totals).astype(hmm.dtype)
        estimate[counts.tokens] += (counts.emission / totals).astype(hmm.dtype)
        return estimate
    inside = np.array(sorted(columns), dtype=np.int64)
    if inside[0] < 0 or inside[-1] >= hmm.vocab_size:
        raise HMMError(
            f"columns names token {inside[0] if inside[0] < 0 else inside[-1]}, which is not an id of this "
            f"HMM (it knows 0 … {hmm.vocab_size - 1})."
        )
    fitted = pseudocount_of * old[inside].astype(np.float64)
    seen, here, there = np.intersect1d(counts.tokens, inside, return_indices=True)
    if len(seen):
        fitted[there] += counts.emission[here]
    fitted /= totals
    mass_before = old[inside].sum(axis=0, dtype=np.float64)
    left, left_before = 1 - fitted.sum(axis=0), 1 - mass_before
    ratio: NDArray[Any] = np.divide(left, left_before, out=np.ones_like(left), where=left_before > 1e-12)
    estimate = old * ratio.astype(hmm.dtype)
    estimate[inside] = fitted
    return estimate


def _penalised(
    hmm: HMM, source: HMM, counts: Counts, pseudocount: float, weight: float
) -> NDArray[np.float64]:
    """The emissions that maximise Σ c log b − weight · ‖B − B_source‖², transposed, shape [V, H].

    c are the expected counts with their pseudocounts. Row by row the objective is concave, and its optimum is where
    c / b = 2 weight (b − s) + μ, the positive root of a quadratic in b; μ is what makes the row sum to 1. Where c is 0,
    b is s − μ / (2 weight), or 0. Without pseudocounts an iteration of EM with this step never worsens the penalised
    likelihood.
    """
    old, anchor = hmm.emission, source.emission
    found = np.empty(old.shape[::-1], dtype=np.float64)
    for row in range(old.shape[0]):
        c = pseudocount * old[row].astype(np.float64)
        c[counts.tokens] += counts.emission[:, row]
        s = anchor[row].astype(np.float64)

        def at(mu: float, c: NDArray[np.float64] = c, s: NDArray[np.float64] = s) -> NDArray[np.float64]:
            half = (mu - 2 * weight * s) / 2
            root = np.sqrt(half * half + 2 * weight * c)
            # Of the two ways to write the root, the one that subtracts nothing from what is almost as large.
            plus = half + root
            safe = np.divide(c, plus, out=np.zeros_like(c), where=plus > 0)
            return np.where(half > 0, safe, (root - half) / (2 * weight))

        # At the lower bound every b is at least s, at the upper one at most c / (total of c + …): sums ≥ 1 and ≤ 1.
        low, high = 0.0, float(c.sum()) + 2 * weight
        while at(low).sum() < 1:
            low = 2 * low - 1
        for _ in range(200):
            middle = (low + high) / 2
            if middle in (low, high):
                break
            low, high = (middle, high) if at(middle).sum() > 1 else (low, middle)
        best = at((low + high) / 2)
        found[:, row] = best / best.sum()
    return found


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
        held_out_nll: The same for the continuations of held-out prompts; ``inf`` where an estimate without
            pseudocounts holds some of them for impossible.
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

    def to_json(self) -> dict[str, Any]:
        """Plain data; what is impossible has no finite NLL, so it is ``None`` there."""
        held_out = [value if math.isfinite(value) else None for value in self.held_out_nll]
        return {**asdict(self), "held_out_nll": held_out}


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
    fold: Fold = fold,
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
        fold: Who counts and measures: this process, or a cluster (`clamp.cluster.Cluster.fold`).

    Raises:
        HMMError: The file is missing, damaged or empty, a token is out of range, all continuations belong to
            one prompt, the gate lets none through, or the directory holds another run.
    """
    config = config or AdaptationConfig(domain=True)
    if not 0 < held_out_share < 1:
        raise HMMError(f"held_out_share is {held_out_share}; it must lie between 0 and 1.")
    with alone(Path(out), HMMError):
        return _adapt(hmm, continuations, Path(out), config, held_out_share, seed, on_iteration, fold)


def _adapt(
    hmm: HMM,
    continuations: str | Path,
    folder: Path,
    config: AdaptationConfig,
    held_out_share: float,
    seed: int,
    on_iteration: Callable[[int, float, float], None] | None,
    fold: Fold,
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
    current, losses = _resumed(folder) or (hmm, [(nll(hmm, train, fold=fold), nll(hmm, held_out, fold=fold))])
    if on_iteration is not None:
        for number, pair in enumerate(losses):
            on_iteration(number, *pair)
    while len(losses) <= config.domain_iterations:
        current, _ = domain_iteration(current, hmm, train, config, len(losses) - 1, fold)
        losses.append((nll(current, train, fold=fold), _held_out_nll(current, held_out, config, fold)))
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
    summary = {**identity, "continuations": str(continuations), **report.to_json()}
    write_json(folder / REPORT_NAME, summary)
    shutil.rmtree(folder / _iteration(len(losses) - 1), ignore_errors=True)
    return DomainAdaptation(current, report)


def _held_out_nll(hmm: HMM, held_out: Corpus, config: AdaptationConfig, fold: Fold) -> float:
    """Without smoothing, what was not seen may have become impossible, which is a finding and no mistake."""
    if config.pseudocount:
        return nll(hmm, held_out, fold=fold)
    try:
        return nll(hmm, held_out, fold=fold)
    except HMMError:
        return math.inf


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
