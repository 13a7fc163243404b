"""Scores of plans for rendered LIBERO states: a pure pass over records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import mean
from typing import Any

from clamp.decoding import PlanFormat
from clamp.errors import PlanSyntaxError
from clamp.planning import Action, LimitReached, Problem
from clamp_worlds.libero.tasks import atoms_of

MOST_GOLD_PLANS = 64
"""Shortest plans that a plan is compared with; tasks have more only where the order does not matter."""

_HORIZON = 20


@dataclass(frozen=True)
class LiberoScore:
    """One plan's score; what cannot be read scores 0 throughout.

    Attributes:
        format_valid: The whole output is a plan in the format, of the domain's actions.
        ids_valid: It is one, and every argument is a seen entity.
        executable: Every action's precondition holds when its turn comes.
        goal: The plan is executable and the goal holds after it, by the symbolic model.
        exact: It is one of the shortest plans.
        skill_f1, entity_f1: F1 of the multisets of action names, and of arguments, against the most similar
            shortest plan.
        plan_exists: A plan through seen entities exists within the budget.
        needs_sight: No shortest plan for the task's own start would do here, so that someone who knows the
            task but sees nothing fails; ``None`` if that start is not known.
    """

    format_valid: bool
    ids_valid: bool
    executable: bool
    goal: bool
    exact: bool
    skill_f1: float
    entity_f1: float
    plan_exists: bool
    needs_sight: bool | None = None


def shortest_plans(problem: Problem, most: int = MOST_GOLD_PLANS) -> list[tuple[Action, ...]]:
    """The engine's shortest plans, up to a number, in the order of the problem's actions."""

    def walk(state: int, left: int) -> Iterator[tuple[Action, ...]]:
        if left == 0:
            yield ()
            return
        for index in problem.applicable_indices(state):
            after = problem.successor_of_index(state, index)
            if problem.goal_distance(after, left - 1) == left - 1:
                for rest in walk(after, left - 1):
                    yield (problem.actions[index], *rest)

    distance = problem.goal_distance(problem.initial, _HORIZON)
    if isinstance(distance, LimitReached) or distance == float("inf"):
        return []
    found: list[tuple[Action, ...]] = []
    for plan in walk(problem.initial, int(distance)):
        found.append(plan)
        if len(found) == most:
            break
    return found


def multiset_f1(left: Iterable[str], right: Iterable[str]) -> float:
    """Harmonic mean of precision and recall of two multisets; 1 if both are empty."""
    one, other = Counter(left), Counter(right)
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def score(
    problem: Problem,
    gold: Sequence[tuple[Action, ...]],
    text: str,
    actions: Sequence[Action],
    seen: Collection[str],
    plan_exists: bool,
    plan_format: PlanFormat,
    needs_sight: bool | None = None,
) -> LiberoScore:
    """Score one output.

    Args:
        text: What the model wrote.
        actions: What was read in it, prose around a plan forgiven.
    """
    signatures = {(schema.name, len(schema.parameters)) for schema in problem.domain.schemas}
    try:
        strict = plan_format.parse(text)
    except PlanSyntaxError:
        strict = []
    readable = bool(strict) and all((action.name, len(action.args)) in signatures for action in strict)
    validation = problem.validate(actions) if actions else None
    valid_ids = readable and all(name in seen for action in strict for name in action.args)
    pairs = [
        (
            multiset_f1((a.name for a in actions), (a.name for a in plan)),
            multiset_f1((n for a in actions for n in a.args), (n for a in plan for n in a.args)),
        )
        for plan in gold
        if actions
    ]
    best = max(pairs, key=sum, default=(0.0, 0.0))
    return LiberoScore(
        format_valid=readable,
        ids_valid=valid_ids,
        executable=validation is not None and (validation.valid or validation.step is None),
        goal=validation is not None and validation.valid,
        exact=tuple(actions) in set(gold),
        skill_f1=best[0],
        entity_f1=best[1],
        plan_exists=plan_exists,
        needs_sight=needs_sight,
    )


def state_after(problem: Problem, actions: Iterable[Action]) -> tuple[tuple[str, ...], ...]:
    """The planning atoms that an executable plan leaves behind."""
    state = problem.initial
    for action in actions:
        state = problem.successor(state, action)
    return atoms_of(problem, state)


def summary(scores: Iterable[LiberoScore]) -> dict[str, Any]:
    """Shares in per cent.

    ``goal_where_possible`` counts only states with a plan through seen entities, ``goal_needing_sight`` only
    those that need sight.
    """
    rows = list(scores)
    if not rows:
        return {"plans": 0}

    def percent(values: Iterable[float]) -> float:
        return round(100 * mean(values), 2)

    possible = [row for row in rows if row.plan_exists]
    blind = [row for row in rows if row.needs_sight]
    fields = [name for name in asdict(rows[0]) if name not in ("plan_exists", "needs_sight")]
    return {
        "plans": len(rows),
        "plan_exists": len(possible),
        **{name: percent(float(getattr(row, name)) for row in rows) for name in fields},
        "goal_where_possible": percent(float(row.goal) for row in possible) if possible else None,
        "needing_sight": None if rows[0].needs_sight is None else len(blind),
        "goal_needing_sight": percent(float(row.goal) for row in blind) if blind else None,
    }


def figures_of(one: LiberoScore) -> dict[str, Any]:
    """What one plan came to, by the names that `summary` has; ``None`` where a figure does not count it."""
    own = {name: value for name, value in asdict(one).items() if name not in ("plan_exists", "needs_sight")}
    return {
        **own,
        "goal_where_possible": one.goal if one.plan_exists else None,
        "goal_needing_sight": one.goal if one.needs_sight else None,
    }
