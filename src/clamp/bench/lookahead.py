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
from typing import Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.errors import HostError
from clamp.hmm import HMM
from clamp.planning import Action, Problem
from clamp.planning.domain import ActionSchema, Domain, Task
from clamp.planning.logic import Atom, Effect, Variable

SIZES = (200, 1_000, 5_000, 20_000)
HIDDEN = 128
VOCABULARY = 151_936


@dataclass(frozen=True)
class LookaheadRow:
    """Medians for one size.

    Attributes:
        actions: Grounded actions, all admissible.
        hidden: Hidden states H.
        vocabulary: Tokens V.
        mask_us: A hard mask at a new place inside an action, microseconds.
        mask_and_scores_us: The mask and G there.
        scores_us: What G adds to it, between boundaries.
        symbolic_ms: Which actions are admissible, at a boundary, milliseconds.
        boundary_ms: The mass behind every action at a boundary (R, F_a, log s_a), all tables cold.
        peak_mib: Most memory that the lookahead took beside the HMM, in MiB.
    """

    actions: int
    hidden: int
    vocabulary: int
    mask_us: float
    mask_and_scores_us: float
    scores_us: float
    symbolic_ms: float
    boundary_ms: float
    peak_mib: float


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
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure guidance on tasks of growing size, and the forward pass of the default model beside it.

    Args:
        sizes: Admissible actions at each boundary.
        hidden: Hidden states of the HMM, whose parameters are random: cost does not depend on them.
        vocabulary_size: Tokens of the vocabulary, padded as models pad theirs.
        model: Also time the default language model's forward pass of one token.
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
    vocabulary = vocabulary or _byte_vocabulary(vocabulary_size)
    hmm = HMM.random(hidden, vocabulary.size, seed=0, dtype=np.float32)
    rows: list[LookaheadRow] = []
    for size in sizes:
        progress(f"{size:,} admissible actions")
        rows.append(measure(size, hmm, vocabulary))
    figures["model_forward_ms"] = forward_ms
    figures["rows"] = [
        asdict(row)
        | ({} if forward_ms is None else {"scores_over_forward": row.scores_us / 1e3 / forward_ms})
        for row in rows
    ]
    return figures


def measure(n_actions: int, hmm: HMM, vocabulary: Vocabulary, boundaries: int = 5) -> LookaheadRow:
    """The figures for one size."""
    problem = Problem.from_task(touching(n_actions))
    plan_format = PlanFormat.calls()
    constraint = PlanConstraint(problem, vocabulary, plan_format, budget=boundaries + 1)
    text = plan_format.serialize([Action("touch", (f"item_{n}",)) for n in range(1, boundaries + 1)])
    (tokens,) = vocabulary.encode_batch([text.encode()])
    masks: list[float] = []
    between: list[float] = []
    at_boundary: list[float] = []
    lookahead = Lookahead(constraint, hmm)
    cursor, met = constraint.initial(), set[int]()
    for token in tokens:
        new = {thread.boundary.written for thread in cursor.threads} - met
        met |= new
        mask = _timed(lambda: constraint.allowed(cursor))  # noqa: B023
        scores = _timed(lambda: lookahead.scores(cursor))  # noqa: B023
        if new:
            at_boundary.append(scores)
        else:
            masks.append(mask)
            between.append(scores)
        cursor = constraint.advance(cursor, token)
    reachability = constraint.world.reachability
    symbolic = _timed(lambda: reachability.alive_actions(problem.initial, boundaries + 1))
    tracemalloc.start()
    fresh = Lookahead(constraint, hmm)
    fresh.scores(constraint.initial())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return LookaheadRow(
        n_actions,
        hmm.num_states,
        hmm.vocab_size,
        mask_us=1e6 * statistics.median(masks),
        mask_and_scores_us=1e6 * (statistics.median(masks) + statistics.median(between)),
        scores_us=1e6 * statistics.median(between),
        symbolic_ms=1e3 * symbolic,
        boundary_ms=1e3 * statistics.median(at_boundary),
        peak_mib=peak / 2**20,
    )


def _timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _byte_vocabulary(size: int) -> Vocabulary:
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
    return vocabulary, 1e3 * statistics.median(times)
