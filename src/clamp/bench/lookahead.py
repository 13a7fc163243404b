"""`clamp bench lookahead`: what guidance costs beside the hard mask and the model's own forward pass.

The task has as many actions as the size says, all admissible at every boundary: the worst case.
"""

# torch and transformers are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.bench.growth import save
from clamp.bench.measuring import elapsed, processor_time
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.errors import BenchmarkError, HostError
from clamp.hmm import HMM
from clamp.planning import Action, Problem
from clamp.planning.domain import ActionSchema, Domain, Task
from clamp.planning.logic import Atom, Effect, Variable

if TYPE_CHECKING:
    from clamp.bench.lookahead_share import ShareRow

SIZES = (200, 1_000, 5_000, 20_000)
HIDDEN = 128
VOCABULARY = 151_936


@dataclass(frozen=True)
class LookaheadRow:
    """What one size costs.

    Times of a token are medians over the tokens of a plan. Times of a boundary are processor time, of all
    threads, and the shortest over boundaries that do the same work: what else runs on the machine counts
    least.

    Attributes:
        actions: Grounded actions, all admissible.
        hidden: Hidden states H.
        vocabulary: Tokens V.
        mask_us: A hard mask at a new place inside an action, microseconds.
        mask_and_scores_us: The mask and G there.
        scores_us: What G adds to it, between boundaries.
        symbolic_ms: A boundary's symbolic part: which actions are admissible, milliseconds.
        boundary_ms: What the lookahead adds to it: R, F_a and log s_a of every action.
        first_boundary_ms: The same at the first boundary of a plan, where actions are tokenised.
        peak_mib: Most memory that the lookahead took at the first boundary beside the HMM, in MiB.
        kept_mib: What it kept of that.
        truncated: Whether R was that of one plan a state, as it is for more than a few actions; the growth
            of the exact sum is measured apart.
    """

    actions: int
    hidden: int
    vocabulary: int
    mask_us: float
    mask_and_scores_us: float
    scores_us: float
    symbolic_ms: float
    boundary_ms: float
    first_boundary_ms: float
    peak_mib: float
    kept_mib: float
    truncated: bool


def touching(n_actions: int) -> Task:
    """A task in which every one of `n_actions` actions is admissible as long as one is left for the goal."""
    item = Variable("?item", ("object",))
    schema = ActionSchema("touch", (item,), effects=(Effect(Atom("touched", ("?item",))),))
    domain = Domain("touching", predicates={"touched": (item,)}, schemas=(schema,))
    objects = {f"item_{number}": ("object",) for number in range(n_actions)}
    return Task(f"touch_{n_actions}", domain, objects, frozenset(), Atom("touched", ("item_0",)))


def run(
    sizes: Sequence[int] = SIZES,
    *,
    hidden: int = HIDDEN,
    vocabulary_size: int = VOCABULARY,
    model: bool = True,
    growth: Path | None = None,
    tasks: int = 0,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure guidance on tasks of growing size, and the forward pass of the default model beside it.

    Args:
        sizes: Admissible actions at each boundary.
        hidden: Hidden states of the HMM, whose parameters are random: cost does not depend on them.
        vocabulary_size: Tokens of the vocabulary, padded as models pad theirs.
        model: Also time the default language model's forward pass of one token.
        growth: Also measure how time and memory grow, into this JSON file and a plot (SVG) beside it.
        tasks: Also measure what guidance adds to the model's time, on so many VirtualHome tasks.
    """
    figures: dict[str, Any] = {
        "benchmark": "lookahead",
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    vocabulary, forward_ms = None, None
    if model:
        progress("the default model")
        try:
            vocabulary, forward_ms = _model(vocabulary_size)
        except HostError as error:
            figures["model_absent"] = str(error)
    vocabulary = vocabulary or byte_vocabulary(vocabulary_size)
    random = HMM.random(hidden, vocabulary.size, seed=0, dtype=np.float32)
    rows: list[LookaheadRow] = []
    for size in sizes:
        progress(f"{size:,} admissible actions")
        rows.append(measure(size, random, vocabulary))
    figures["model_forward_ms"] = forward_ms
    figures["rows"] = [
        asdict(row)
        | ({} if forward_ms is None else {"scores_over_forward": row.scores_us / 1e3 / forward_ms})
        for row in rows
    ]
    if growth is not None:
        from clamp.bench import lookahead_growth

        figures["growth"] = lookahead_growth.run(progress=progress)
        save(figures["growth"], growth, lookahead_growth.plot)
    if tasks:
        from clamp.bench import lookahead_share

        followed = lookahead_share.run(tasks, vocabulary, random, progress=progress)
        figures["virtualhome"] = _shares(followed, forward_ms)
    return figures


def _shares(rows: Sequence[ShareRow], forward_ms: float | None) -> dict[str, Any]:
    """Rows, and sums over their tokens: guidance beside the constraint and the model's forward pass."""
    tokens = sum(row.tokens for row in rows)
    constraint_ms = sum(row.constraint_ms * row.tokens for row in rows) / tokens
    guidance_ms = sum(row.guidance_ms * row.tokens for row in rows) / tokens
    return {
        "tokens": tokens,
        "constraint_ms": constraint_ms,
        "guidance_ms": guidance_ms,
        "guidance_share": None if forward_ms is None else guidance_ms / (forward_ms + constraint_ms),
        "rows": [asdict(row) for row in rows],
    }


def measure(n_actions: int, hmm: HMM, vocabulary: Vocabulary, boundaries: int = 5) -> LookaheadRow:
    """The figures for one size.

    Raises:
        BenchmarkError: If there are no more actions than boundaries.
    """
    if n_actions <= boundaries:
        raise BenchmarkError(
            f"The benchmark's plan takes a new action at each of {boundaries} boundaries and leaves one for "
            f"the goal, so it needs at least {boundaries + 1} actions, not {n_actions}."
        )
    problem = Problem.from_task(touching(n_actions))
    plan_format = PlanFormat.calls()
    budget = boundaries + 2  # at each boundary measured, every action leaves one for the goal
    constraint = PlanConstraint(problem, vocabulary, plan_format, budget=budget)
    plan = [Action("touch", (f"item_{n}",)) for n in range(1, boundaries + 1)]
    lookahead = Lookahead(constraint, hmm)
    boundary = constraint.world.start
    first = processor_time(lambda: lookahead.action_scores(boundary))
    symbolic: list[float] = []
    adding: list[float] = []
    for action in plan:
        position = int(constraint.world.order.positions[problem.index(action)])
        symbolic.append(processor_time(lambda: boundary.after(position)))  # noqa: B023
        boundary = boundary.after(position)
        adding.append(processor_time(lambda: lookahead.action_scores(boundary)))  # noqa: B023
    masks, scores = _between_boundaries(lookahead, plan_format.serialize(plan).encode())
    tracemalloc.start()
    fresh = Lookahead(PlanConstraint(problem, vocabulary, plan_format, budget=budget), hmm)
    start = fresh.constraint.world.start
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    fresh.action_scores(start)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return LookaheadRow(
        n_actions,
        hmm.num_states,
        hmm.vocab_size,
        mask_us=1e6 * masks,
        mask_and_scores_us=1e6 * (masks + scores),
        scores_us=1e6 * scores,
        symbolic_ms=1e3 * min(symbolic),
        boundary_ms=1e3 * min(adding),
        first_boundary_ms=1e3 * first,
        peak_mib=(peak - before) / 2**20,
        kept_mib=(kept - before) / 2**20,
        truncated=fresh.truncation is not None,
    )


def _between_boundaries(lookahead: Lookahead, text: bytes) -> tuple[float, float]:
    """Median seconds of the mask and of G at each place of a text, all boundaries being known."""
    constraint = lookahead.constraint
    (tokens,) = constraint.vocabulary.encode_batch([text])
    masks: list[float] = []
    scores: list[float] = []
    cursor = constraint.initial()
    for token in tokens:
        for piece in constraint.language.pieces(cursor.threads):
            lookahead.action_scores(piece.boundary)  # crossing tokens look beyond the next boundary
        masks.append(elapsed(lambda: constraint.allowed(cursor)))  # noqa: B023
        scores.append(elapsed(lambda: lookahead.scores(cursor)))  # noqa: B023
        cursor = constraint.advance(cursor, token)
    return statistics.median(masks), statistics.median(scores)


def byte_vocabulary(size: int) -> Vocabulary:
    """The 256 bytes, padded with tokens that write nothing."""
    return Vocabulary([bytes([n]) for n in range(256)] + [None] * (size - 256), [size - 1], name="bytes")


def _model(size: int) -> tuple[Vocabulary, float]:
    """The default model's vocabulary, padded to `size`, and the milliseconds of one of its forward passes.

    Raises:
        HostError: If the model or what runs it is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise HostError(f"No forward pass was timed: {error}. Install the extra 'transformers'.") from None
    from clamp.hosts.models import load_model

    loaded = load_model(None)
    network, cache, times = loaded.model, None, list[float]()
    token = torch.tensor([[1]])
    with torch.inference_mode():
        for _ in range(24):
            started = time.perf_counter()
            output = network(token, past_key_values=cache, use_cache=True)
            times.append(time.perf_counter() - started)
            cache = output.past_key_values
    vocabulary = Vocabulary.from_tokenizer(loaded.tokenizer, size=size)
    return vocabulary, 1e3 * min(times)
