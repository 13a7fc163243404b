"""`clamp bench lookahead`: what guidance costs beside the hard mask and the model's own forward pass.

Three measurements: boundaries and tokens of tasks with as many actions as the size says, all admissible at every
boundary, which is the worst case; how time and memory grow with one size at a time; and whole plans of EAI's
VirtualHome tasks, whose cost a token is set beside a model's.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import platform
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.world import LEVELS
from clamp.errors import BenchmarkError, HostError
from clamp.hmm import HMM
from clamp.planning import Action, Problem
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Not, Task, Variable
from clamp_bench.eai.action_sequencing import task_budget
from clamp_bench.speed.measuring import (
    Curves,
    Figures,
    GrowthLine,
    GrowthPanel,
    Row,
    byte_vocabulary,
    draw,
    elapsed,
    hmm_mib,
    measure_curves,
    processor_time,
    save,
)
from clamp_worlds.virtualhome.formats import virtualhome_json
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks

# torch and transformers are only partly typed.


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
        symbolic_ms: A boundary's symbolic part: which actions are admissible, each of them decided, milliseconds.
        boundary_ms: What the lookahead adds to it: R, F_a and log s_a of every action.
        first_symbolic_ms, first_boundary_ms: The same at the first boundary of a plan, where actions are tokenised.
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
    first_symbolic_ms: float
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
        figures["growth"] = run_growth(progress=progress)
        save(figures["growth"], growth, plot)
    if tasks:
        followed = follow_plans(tasks, vocabulary, random, progress=progress)
        figures["virtualhome"] = _cost_of_plans(followed, forward_ms)
    return figures


def _cost_of_plans(rows: Sequence[FollowedPlan], forward_ms: float | None) -> dict[str, Any]:
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
    constraint = PlanConstraint(problem, vocabulary, plan_format, budget=budget, loops=True)
    plan = [Action("touch", (f"item_{n}",)) for n in range(1, boundaries + 1)]
    lookahead = Lookahead(constraint, hmm)
    boundary = constraint.world.start
    first_symbolic = processor_time(lambda: boundary.choices.group)
    first = processor_time(lambda: lookahead.action_scores(boundary))
    symbolic: list[float] = []
    adding: list[float] = []
    for action in plan:
        position = int(constraint.world.order.positions[problem.index(action)])
        started = time.process_time()
        boundary = boundary.after(position)
        _ = (
            boundary.choices.group
        )  # what is not asked for is not decided, and would be charged to the lookahead
        symbolic.append(time.process_time() - started)
        adding.append(processor_time(lambda: lookahead.action_scores(boundary)))  # noqa: B023
    masks, scores = _between_boundaries(lookahead, plan_format.serialize(plan).encode())
    tracemalloc.start()
    fresh = Lookahead(PlanConstraint(problem, vocabulary, plan_format, budget=budget, loops=True), hmm)
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
        first_symbolic_ms=1e3 * first_symbolic,
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


def _model(size: int) -> tuple[Vocabulary, float]:
    """The default model's vocabulary, padded to `size`, and the milliseconds of one of its forward passes.

    Raises:
        HostError: If the model or what runs it is not installed.
    """
    try:
        import torch
        from transformers import DynamicCache
    except ImportError as error:
        raise HostError(f"No forward pass was timed: {error}. Install the extra 'transformers'.") from None
    from clamp.hosts.hf.batch import kept_in
    from clamp.hosts.hf.models import load_model

    loaded = load_model(None)
    network, times = loaded.model, list[float]()
    cache = DynamicCache(config=network.config)
    token = torch.tensor([[1]])
    with torch.inference_mode():
        for _ in range(24):
            started = time.perf_counter()
            network(token, **kept_in(network, cache))
            times.append(time.perf_counter() - started)
    vocabulary = Vocabulary.from_tokenizer(loaded.tokenizer, size=size)
    return vocabulary, 1e3 * min(times)


BASE = {"actions": 1_000, "hidden": 128, "vocabulary": 49_152}
CURVES: Curves = {
    "actions": (200, 500, 1_000, 2_000, 5_000, 10_000, 20_000),
    "states": (4, 16, 64, 256, 1_024, 4_096),
    "hidden": (16, 32, 64, 128, 256, 512, 1_024),
    "vocabulary": (1_024, 4_096, 16_384, 65_536, 151_936, 262_144),
}


def switching(n_switches: int) -> Task:
    """All switches are to be on, and none can be turned off: 2ⁿ alive states for a budget of n."""
    switch = Variable("?switch", ("object",))
    on = Atom("on", ("?switch",))
    schema = ActionSchema("press", (switch,), precondition=Not(on), effects=(Effect(on),))
    domain = Domain("switching", predicates={"on": (switch,)}, schemas=(schema,))
    names = [f"switch_{number}" for number in range(n_switches)]
    goal = And(tuple(Atom("on", (name,)) for name in names))
    return Task(f"press_{n_switches}", domain, dict.fromkeys(names, ("object",)), frozenset(), goal)


def run_growth(
    curves: Curves | None = None,
    *,
    progress: Callable[[str], None] = lambda message: None,
) -> Figures:
    """Measure curves: those of `CURVES` by default.

    Returns:
        The base values, and for each curve its rows: `x`, `boundary_ms` (what the lookahead adds at a
        boundary), `scores_us` (what G adds to a mask between boundaries; not for states), `peak_mib` (most
        memory beside the HMM) and `hmm_mib` (the HMM's own).
    """
    return {"base": BASE, **measure_curves(CURVES if curves is None else curves, _measure, progress)}


def _measure(name: str, size: int) -> Row:
    return _states(size) if name == "states" else _parameter(name, size)


def _parameter(name: str, size: int) -> Row:
    values = BASE | {name: size}
    hmm = HMM.random(values["hidden"], values["vocabulary"], seed=0, dtype=np.float32)
    row = measure(values["actions"], hmm, byte_vocabulary(values["vocabulary"]))
    return {
        "boundary_ms": row.boundary_ms,
        "scores_us": row.scores_us,
        "peak_mib": row.peak_mib,
        "hmm_mib": hmm_mib(hmm),
    }


def _states(size: int) -> Row:
    """The exact recursion over `size` alive states; which actions are admissible is known beforehand."""
    budget = size.bit_length() - 1
    if size != 1 << budget or budget < 1:
        raise BenchmarkError(f"The number of alive states is a power of two from 2 on, not {size}.")
    vocabulary = byte_vocabulary(BASE["vocabulary"])
    hmm = HMM.random(BASE["hidden"], vocabulary.size, seed=0, dtype=np.float32)
    problem = Problem.from_task(switching(budget))
    constraint = PlanConstraint(problem, vocabulary, PlanFormat.calls(), budget=budget, loops=True)

    def cold() -> Lookahead:
        lookahead = Lookahead(constraint, hmm, max_states=2**30)
        lookahead.action_scores(constraint.world.start)
        return lookahead

    if (truncation := cold().truncation) is not None:
        raise BenchmarkError(f"The recursion over {size} states was truncated: {truncation}.")
    times = [processor_time(cold) for _ in range(3)]
    tracemalloc.start()
    cold()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        "boundary_ms": 1e3 * min(times),
        "peak_mib": peak / 2**20,
        "hmm_mib": hmm_mib(hmm),
    }


_LABELS = {
    "actions": "admissible actions",
    "states": "alive states (exact sum)",
    "hidden": "hidden states H",
    "vocabulary": "tokens V",
}


_PANELS = (
    GrowthPanel(
        "milliseconds",
        (GrowthLine("boundary_ms", "a boundary", "o-"), GrowthLine("scores_us", "G, a token", "s--", 1e-3)),
    ),
    GrowthPanel(
        "MiB", (GrowthLine("peak_mib", "a boundary, at most", "o-"), GrowthLine("hmm_mib", "the HMM", "^:"))
    ),
)


def plot(figures: Figures, path: Path) -> None:
    """Draw the curves that `run_growth` measured: time above, memory below."""
    draw(figures, path, _LABELS, _PANELS)


Build = Callable[[], PlanConstraint]
"""Makes a task's constraint anew: one that has searched nothing yet."""


@dataclass(frozen=True)
class FollowedPlan:
    """What following one plan cost, in milliseconds of processor time a token.

    Attributes:
        task: The task's name.
        actions: The system's grounded actions.
        written: The plan's actions.
        budget: Most actions.
        tokens: The plan's tokens.
        constraint_ms: Masks and cursors, searches for what is admissible included.
        guidance_ms: What the lookahead adds.
        truncated: Whether the mass was truncated.
    """

    task: str
    actions: int
    written: int
    budget: int
    tokens: int
    constraint_ms: float
    guidance_ms: float
    truncated: bool


def follow_plans(
    n_tasks: int,
    vocabulary: Vocabulary,
    hmm: HMM,
    *,
    progress: Callable[[str], None] = lambda message: None,
) -> list[FollowedPlan]:
    """Follow plans for EAI's first tasks that have one; nothing in the house is hidden.

    Raises:
        BenchmarkError: If the tasks are not installed.
    """
    rows: list[FollowedPlan] = []
    for task in load_tasks():
        if len(rows) == n_tasks:
            break
        build = _builder(task, vocabulary)
        if build().failure() is None:
            progress(f"VirtualHome task {len(rows) + 1} of {n_tasks}")
            rows.append(follow(task.id, build, hmm, seed=len(rows)))
    return rows


def _builder(task: EAITask, vocabulary: Vocabulary) -> Build:
    budget = task_budget(task.system(), LEVELS)

    def build() -> PlanConstraint:
        return PlanConstraint(task.system(), vocabulary, virtualhome_json(), budget=budget)

    return build


def follow(name: str, build: Build, hmm: HMM, *, seed: int) -> FollowedPlan:
    """Write one plan at random, then follow its tokens with the constraint alone and with the lookahead."""
    constraint = build()
    tokens = _wander(constraint, seed)
    alone = _constraint_seconds(build(), tokens)
    lookahead = Lookahead(build(), hmm)
    # The same work again, on a constraint that has searched nothing yet, and the scores between.
    guided = _guidance_seconds(lookahead, tokens)
    return FollowedPlan(
        name,
        len(constraint.system.actions),
        len(constraint.plan_format.parse(constraint.vocabulary.decode(tokens).decode())),
        constraint.budget,
        len(tokens),
        constraint_ms=1e3 * alone / len(tokens),
        guidance_ms=1e3 * guided / len(tokens),
        truncated=lookahead.truncation is not None,
    )


def _wander(constraint: PlanConstraint, seed: int) -> Sequence[int]:
    """The tokens of a plan whose actions are any admissible ones, until it may end."""
    rng = random.Random(seed)
    boundary = constraint.world.start
    while not boundary.choices.may_end:
        if not boundary.choices.may_continue:
            raise BenchmarkError("A search limit left no action admissible, so there is no plan to follow.")
        boundary = boundary.after(rng.choice(boundary.choices.positions.tolist()))
    text = constraint.plan_format.serialize(boundary.actions())
    return constraint.vocabulary.encode_batch([text.encode()])[0]


def _constraint_seconds(constraint: PlanConstraint, tokens: Sequence[int]) -> float:
    """Processor time of the masks and cursors along some tokens."""
    cursor = constraint.initial()
    started = thread_time()
    for token in tokens:
        constraint.allowed(cursor)
        cursor = constraint.advance(cursor, token)
    return thread_time() - started


def _guidance_seconds(lookahead: Lookahead, tokens: Sequence[int]) -> float:
    """Processor time of the scores along some tokens, masks and cursors left out."""
    spent = 0.0
    cursor = lookahead.initial()
    for token in tokens:
        lookahead.allowed(cursor)
        started = thread_time()
        lookahead.scores(cursor)
        spent += thread_time() - started
        cursor = lookahead.advance(cursor, token)
    return spent
