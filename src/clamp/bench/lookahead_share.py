"""Guidance's share of a model's time on household tasks: VirtualHome, a token at a time.

The model is stood in for by a writer that wanders: at each boundary it takes any admissible action, so that
it uses up its budget, as small models do. What it costs to follow its text is then compared with the time of
the model's own forward passes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import thread_time

from clamp.automata import Vocabulary
from clamp.bench.eai_jobs import task_budget
from clamp.bench.eai_tasks import EAITask, load_tasks
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.world import LEVELS
from clamp.errors import BenchmarkError
from clamp.hmm import HMM

Build = Callable[[], PlanConstraint]
"""Makes a task's constraint anew: one that has searched nothing yet."""


@dataclass(frozen=True)
class ShareRow:
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


def run(
    n_tasks: int,
    vocabulary: Vocabulary,
    hmm: HMM,
    *,
    progress: Callable[[str], None] = lambda message: None,
) -> list[ShareRow]:
    """Follow plans for EAI's first tasks that have one; nothing in the house is hidden.

    Raises:
        BenchmarkError: If the tasks are not installed.
    """
    rows: list[ShareRow] = []
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
        return PlanConstraint(task.system(), vocabulary, PlanFormat.virtualhome_json(), budget=budget)

    return build


def follow(name: str, build: Build, hmm: HMM, *, seed: int) -> ShareRow:
    """Write one plan at random, then follow its tokens with the constraint alone and with the lookahead."""
    constraint = build()
    tokens = _wander(constraint, seed)
    alone = _constraint_seconds(build(), tokens)
    lookahead = Lookahead(build(), hmm)
    # The same work again, on a constraint that has searched nothing yet, and the scores between.
    guided = _guidance_seconds(lookahead, tokens)
    return ShareRow(
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
