"""Where the goal holds already, a plan may have no action: in every format, from the constraint to the certificate."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from fakes import GraphSystem, byte_vocabulary

from clamp.contracts import check_constraint
from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.formats import format_names, format_of
from clamp.decoding.plans import Cursor
from clamp.errors import ConstraintError, PlanSyntaxError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import Shortest
from clamp.planning.system import Action, TransitionSystem

FORMATS = {name: format_of(name) for name in format_names()} | {
    "spaced": PlanFormat.skill_json(spaced=True),
    "wrapped": PlanFormat.from_template("<{name}|{args}>", opening="Plan: ", closing="\nEnd.", lead="{i} "),
    "closed": PlanFormat.from_template("{name}({args})", closing="\n"),
    "opened": PlanFormat.from_template("{name}({args})", opening="- "),
}
FORMATS |= {f"{name}, reasoned": one.with_reasoning("T:", "!", 3) for name, one in FORMATS.items()}
EMPTY = {"skill_json": "[]", "spaced": "[]", "vlabench": "[]", "virtualhome_json": "{}", "opened": "- "}
EMPTY |= {"calls": "", "steps": "", "wrapped": "Plan: \nEnd.", "closed": "\n"}

GO, BACK = Action("go", ("table-",)), Action("back", ("-2_b",))
HELD = GraphSystem([GO, BACK], {0: {0: 1, 1: 0}, 1: {1: 0}}, goals=[0])
AWAY = GraphSystem([GO, BACK], HELD.edges, goals=[1])


def made(
    plan_format: PlanFormat, system: TransitionSystem[Any] = HELD, extra: tuple[bytes, ...] = (), **given: Any
) -> PlanConstraint:
    given = {"budget": 3, "loops": True, **given}
    return PlanConstraint(system, byte_vocabulary(extra), plan_format, **given)


def after(constraint: PlanConstraint, text: str) -> Cursor | None:
    """The cursor after a text, byte by byte; ``None`` where it is not admitted."""
    cursor = constraint.initial()
    for byte in text.encode():
        if not constraint.admits(cursor, byte):
            return None
        cursor = constraint.advance(cursor, byte)
    return cursor


def whole(constraint: PlanConstraint, text: str) -> bool:
    """Whether a text is admitted to its end, by the cursor and by the mask."""
    cursor = after(constraint, text)
    if cursor is None:
        return False
    (eos,) = constraint.vocabulary.eos_ids
    ends = constraint.accepting(cursor)
    assert ends == constraint.admits(cursor, eos) == (eos in constraint.allowed(cursor))
    assert ends == constraint.explain(cursor, eos).allowed
    return ends


@pytest.mark.parametrize("name", FORMATS)
def test_the_text_of_no_action_is_written_read_and_admitted_where_the_goal_holds(name: str) -> None:
    plan_format = FORMATS[name]
    reasoning = "hm" if plan_format.reasoning else ""
    text = plan_format.serialize([], reasoning)
    assert text == ("T:hm!" if reasoning else "") + EMPTY.get(name.partition(",")[0], text)
    assert plan_format.parse(text) == plan_format.parse(text, strict=False) == []
    assert whole(made(plan_format), text)
    assert not whole(made(plan_format, AWAY), text)
    assert not whole(made(plan_format, enforce=LEVELS[:3]), text)
    assert not whole(made(plan_format, may_be_empty=False), text)
    for plan in ([BACK], [GO, BACK], [BACK, BACK, BACK]):
        assert whole(made(plan_format), plan_format.serialize(plan, reasoning))
    only = made(plan_format, budget=0)
    assert whole(only, text)
    assert not whole(only, plan_format.serialize([BACK], reasoning))


@pytest.mark.parametrize("name", FORMATS)
def test_the_laws_of_constraints_hold_where_a_plan_may_be_empty(name: str) -> None:
    plan_format = FORMATS[name]
    extra = (
        plan_format.serialize([], "hm" if plan_format.reasoning else "").encode(),
        b"[]",
        b"{}",
        b"!Plan: \n",
    )
    for budget in (0, 2):
        check_constraint(made(plan_format, extra=extra, budget=budget), walks=3, steps=8)


@pytest.mark.parametrize("name", FORMATS)
def test_a_cursor_in_an_empty_plan_is_pickled(name: str) -> None:
    plan_format = FORMATS[name]
    text = plan_format.serialize([], "hm" if plan_format.reasoning else "")
    constraint = made(plan_format).keeping_tokens()
    for length in range(len(text) + 1):
        cursor = after(constraint, text[:length])
        again, same = pickle.loads(pickle.dumps((constraint, cursor)))
        assert again.allowed(same).tolist() == constraint.allowed(cursor).tolist()


def test_the_end_is_refused_for_the_goal_s_sake() -> None:
    (eos,) = byte_vocabulary().eos_ids
    held = made(PlanFormat.calls(), HELD)
    assert held.explain(held.initial(), eos).allowed
    away = made(PlanFormat.skill_json(), AWAY)
    opened = after(away, "[")
    assert opened is not None
    assert not away.explain(opened, ord("]")).allowed


@pytest.mark.parametrize("text", ["[]", " [ ] ", "\n[\n]\n", "```json\n[]\n```", '{"skill_sequence":[]}',
                                  "The goal holds.\n```\n[]\n```\nDone."])  # fmt: skip
def test_an_empty_list_is_read_in_every_spelling(text: str) -> None:
    assert PlanFormat.skill_json().parse_within(text) == []


@pytest.mark.parametrize("text", ["the list [] is empty", "a[] = []", '[{"name":"go","params":[]', "{}",
                                  "I do nothing: []", "{[]}", "[[]]"])  # fmt: skip
def test_brackets_in_prose_are_no_plan(text: str) -> None:
    with pytest.raises(PlanSyntaxError):
        PlanFormat.skill_json().parse_within(text)


def test_a_plan_with_actions_is_preferred_to_empty_brackets() -> None:
    plan = [Action("go", ("x",))]
    one = PlanFormat.skill_json().serialize(plan)
    for text in (f"see [] and {one}", f"```\n[]\n```\n{one}"):
        assert PlanFormat.skill_json().parse_within(text) == plan


@pytest.mark.parametrize("text", ["Nothing to do.", "\n\nI see.\n\n", "```\n\n```\nThere!", "x\n\n\n"])
def test_prose_with_empty_parts_is_no_plan_in_lines(text: str) -> None:
    with pytest.raises(PlanSyntaxError):
        PlanFormat.calls().parse_within(text)
    assert PlanFormat.calls().parse_within("") == PlanFormat.calls().parse_within(" \n") == []


def test_nothing_is_done_by_default_where_the_goal_holds() -> None:
    for settings in ({}, {"slack": "usual"}, {"budget": 9, "slack": "usual"}):
        constraint = made(PlanFormat.calls(), HELD, **{"budget": None} | settings)
        (end,) = constraint.allowed(constraint.initial()).tolist()
        assert end in constraint.vocabulary.eos_ids
    for settings in ({"slack": 3}, {"budget": 3}, {"may_be_empty": False}):
        constraint = made(PlanFormat.calls(), HELD, **{"budget": None} | settings)
        assert set(constraint.allowed(constraint.initial()).tolist()) - constraint.vocabulary.eos_ids
    away = made(PlanFormat.calls(), AWAY, budget=None)
    assert (away.shortest(), away.budget) == (Shortest(1, proved=True), 3)


def test_no_goal_asks_for_an_action() -> None:
    domain = "(define (domain d) (:predicates (on)) (:action press :parameters () :effect (on)))"
    for goal, least in (("(and)", 1), ("(on)", 0)):
        problem = Problem.from_pddl(domain, f"(define (problem p) (:domain d) (:init (on)) (:goal {goal}))")
        constraint = PlanConstraint(problem, byte_vocabulary(), PlanFormat.calls(), loops=True)
        assert constraint.accepting(constraint.initial()) == (not least)
        assert constraint.best_known is not None
        assert constraint.best_known.length == least
        assert problem.validate(()).valid


def test_whether_a_plan_may_be_empty_is_said() -> None:
    with pytest.raises(ConstraintError, match="`may_be_empty` is true or false"):
        made(PlanFormat.calls(), may_be_empty="no")
