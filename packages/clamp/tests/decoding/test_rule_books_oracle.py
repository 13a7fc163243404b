"""Rule books in the joint constraint: templates, both ways to count steps, slack, loops, visibility, a goal or none.

Against all plans written out, judged by an evaluator of its own, which knows neither formulas nor automata.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import oracles
import pytest
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import FLUENT, PREDICATES, tasks

from clamp import PlanConstraint, PlanFormat, Problem, Ruled
from clamp.planning.rules import RuleBook
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Task
from clamp.planning.validator import says_something

pytestmark = pytest.mark.usefixtures("unhurried", "both_cores")

Said = Atom | Action
"""What a rule speaks of: a fact, or an action."""
Template = tuple[str, Said, Said, int]
PAIRS = ("before", "response", "immediately after", "within", "always while")


@st.composite
def templates(draw: st.DrawFn, task: Task, actions: Sequence[Action]) -> Template:
    names = (*task.domain.constants, *task.objects)
    facts = [
        Atom(name, tuple(draw(st.sampled_from(names)) for _ in PREDICATES[name]))
        for name in FLUENT
        if names or not PREDICATES[name]
    ]
    said = st.sampled_from([*actions, *actions, *facts])
    kind = draw(st.sampled_from((*PAIRS, "never", "at most", "finally")))
    return kind, draw(said), draw(said), draw(st.integers(0 if kind == "at most" else 1, 2))


def written(one: Said) -> str:
    name = f"do:{one.name}" if isinstance(one, Action) else one.predicate
    return f"{name}({', '.join(one.args)})" if one.args else name


def book(rules: Sequence[Template], steps: str) -> RuleBook:
    lines = [f"steps: {steps}", "rules:"]
    for number, (kind, one, other, most) in enumerate(rules):
        name = f"{kind} {most}" if kind in ("within", "at most") else kind
        what = f'["{written(one)}", "{written(other)}"]' if kind in PAIRS else f'"{written(one)}"'
        lines.append(f"  r{number}: {{{name}: {what}}}")
    return RuleBook.parse("\n".join(lines))


def kept(rule: Template, steps: str, states: Sequence[frozenset[Atom]], actions: Sequence[Action]) -> bool:
    """What a template says, word by word, of the positions of a plan."""
    kind, one, other, most = rule

    def where(said: Said) -> list[bool]:
        if isinstance(said, Action):
            return [False, *(action == said for action in actions)]
        return [said in state for state in states]

    a, b = where(one), where(other)
    match kind:
        case "before":
            return all(True in a[:i] for i, true in enumerate(b) if true)
        case "response":
            return all(True in b[i + 1 :] for i, true in enumerate(a) if true)
        case "immediately after":
            return all(b[i + 1 : i + 2] == [True] for i, true in enumerate(a) if true)
        case "within":
            far = most + (steps == "intervening")
            return all(True in b[i + 1 : i + 1 + far] for i, true in enumerate(a) if true)
        case "always while":
            return all(b[i] for i, true in enumerate(a) if true)
        case "never":
            return True not in a
        case "at most":
            return sum(a) <= most
        case _:
            return a[-1]


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_the_plans_that_keep_a_book_are_those_of_all_plans_written_out(data: st.DataObject) -> None:
    task: Task = data.draw(tasks())
    if data.draw(st.booleans()):
        task = replace(task, goal=And())
    problem = Problem.from_task(task)
    assume(1 <= len(problem.actions) <= 6)
    some = data.draw(st.lists(st.sampled_from(problem.actions), min_size=1, max_size=4))
    rules = data.draw(st.lists(templates(task, some), min_size=1, max_size=3))
    steps = data.draw(st.sampled_from(("index", "intervening")))
    seen = data.draw(st.none() | st.sets(st.sampled_from(problem.entities))) if problem.entities else None
    budget, slack = data.draw(st.integers(1, 4)), data.draw(st.none() | st.integers(0, 2))
    loops = data.draw(st.booleans())
    ruled = Ruled(problem, book(rules, steps).rules)
    usable = [one for one in problem.actions if seen is None or seen.issuperset(one.args)]

    good: set[tuple[Action, ...]] = set()
    agenda: list[tuple[tuple[frozenset[Atom], ...], tuple[Action, ...]]] = [((oracles.initial(task),), ())]
    for states, plan in agenda:
        if (
            (plan or says_something(task.goal))
            and oracles.true_in(task, task.goal, states[-1], {})
            and all(kept(rule, steps, states, plan) for rule in rules)
        ):
            good.add(plan)
        for action in usable if len(plan) < budget else ():
            after = oracles.step(task, states[-1], action)
            if after is not None:
                agenda.append(((*states, after), (*plan, action)))
    if not loops:  # no state of the world and of the rules comes twice
        good = {plan for plan in good if len(set(passed := states_of(ruled, plan))) == len(passed)}
    if slack is not None and good:
        least = min(map(len, good))
        good = {plan for plan in good if len(plan) <= least + slack}

    constraint = PlanConstraint(
        ruled, byte_vocabulary(), PlanFormat.calls(), budget=budget, slack=slack, loops=loops,
        seen=None if seen is None else frozenset(seen),
    )  # fmt: skip
    assert set(oracles.admitted(constraint.world.start)) == good
    assert (constraint.failure() is None) == bool(good)
    for plan in list(good)[:5]:
        assert ruled.validate(plan).valid


def states_of(ruled: Ruled, plan: Sequence[Action]) -> list[object]:
    states = [ruled.initial]
    for action in plan:
        states.append(ruled.successor_of_index(states[-1], ruled.index(action)))
    return list(states)
