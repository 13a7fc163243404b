"""Reading gives back what was written, and never fails otherwise than by a `PDDLError` with a position."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from pddl_strategies import CONSTANTS, OBJECTS, all_actions, domain_text, problem_text, tasks

from clamp.errors import PDDLError
from clamp.planning.pddl import read_task
from clamp.planning.task import Atom, Task
from clamp.planning.validator import holds, successor, why_inapplicable

DOMAIN = """\
(define (domain lamps)
  (:requirements :strips :typing)
  (:types lamp room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room))
  (:action toggle
    :parameters (?l - lamp ?r - room)
    :precondition (in ?l ?r)
    :effect (lit ?l)))
"""
PROBLEM = """\
(define (problem evening)
  (:domain lamps)
  (:objects desk - lamp study - room)
  (:init (in desk study))
  (:goal (lit desk)))
"""


@settings(max_examples=examples(60), deadline=None)
@given(tasks(), st.data())
def test_reading_what_was_written_gives_a_task_that_behaves_the_same(task: Task, data: st.DataObject) -> None:
    read, repairs = read_task(domain_text(task.domain), problem_text(task), repair=False)
    assert repairs == ()
    assert (read.name, read.domain.name) == (task.name, task.domain.name)
    assert read.objects == OBJECTS
    assert read.domain.constants == CONSTANTS
    assert read.domain.types == task.domain.types
    assert read.initial == task.initial
    for found, schema in zip(read.domain.schemas, task.domain.schemas, strict=True):
        assert found.name == schema.name
        for parameter, expected in zip(found.parameters, schema.parameters, strict=True):
            assert parameter.name == expected.name
            assert set(parameter.types) == set(expected.types)
    state = task.initial
    for _ in range(3):
        assert holds(read, read.goal, state, {}) == holds(task, task.goal, state, {})
        open_actions = []
        for action in all_actions(task):
            reason = why_inapplicable(task, state, action)
            assert (why_inapplicable(read, state, action) is None) == (reason is None)
            if reason is None:
                assert successor(read, state, action) == successor(task, state, action)
                open_actions.append(action)
        if not open_actions:
            break
        state = successor(task, state, data.draw(st.sampled_from(open_actions)))


@settings(max_examples=examples(40), deadline=None)
@given(tasks(), st.sampled_from(["\r\n", "\r", " \t\n"]), st.booleans())
def test_line_ends_case_and_marks_do_not_matter(task: Task, line_end: str, upper: bool) -> None:
    domain, problem = domain_text(task.domain), problem_text(task)
    expected = read_task(domain, problem, repair=False)
    spelling = str.upper if upper else str
    other = "\ufeff" + spelling(problem).replace("\n", line_end)
    keywords = re.sub(
        r"[(:](define|domain|action|and|forall|when|types)", lambda m: m.group().upper(), domain
    )
    read, repairs = read_task(keywords.replace("\n", line_end), other, repair=False)
    assert repairs == ()
    if not upper:
        assert read == expected[0]
    folded = {Atom(atom.predicate.lower(), tuple(map(str.lower, atom.args))) for atom in read.initial}
    assert folded == {Atom(a.predicate.lower(), tuple(map(str.lower, a.args))) for a in task.initial}


@settings(max_examples=examples(300), deadline=None)
@given(st.sampled_from(["domain", "problem"]), st.data(), st.booleans())
def test_damaged_text_is_read_or_refused_with_its_position(
    which: str, data: st.DataObject, repair: bool
) -> None:
    text = DOMAIN if which == "domain" else PROBLEM
    damaged = text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        until = data.draw(st.integers(at, min(at + 12, len(damaged))))
        put = data.draw(
            st.sampled_from(["", "(", ")", "?", "-", " ", "()", "(not", "and", ":goal", ";", "\ufffd", "é"])
        )
        damaged = damaged[:at] + put + damaged[until:]
    pair = (damaged, PROBLEM) if which == "domain" else (DOMAIN, damaged)
    try:
        task, repairs = read_task(*pair, repair=repair)
    except PDDLError as error:
        message = str(error)
        assert message.startswith((f"{which}, line ", "problem, line ", "damaged")), message
        found = re.match(r"\w+, line (\d+), column (\d+): ", message)
        assert found is not None, message
        if message.startswith(which):
            lines = (damaged.removeprefix("\ufeff") + "\n").split("\n")
            assert 1 <= int(found[1]) <= len(lines)
            assert 1 <= int(found[2]) <= len(lines[int(found[1]) - 1]) + 1
    else:
        assert isinstance(task, Task)
        assert repair or all(entry.is_note for entry in repairs)


@pytest.mark.parametrize("index", [i for i, c in enumerate(DOMAIN) if c in "()"])
def test_a_missing_parenthesis_is_located(index: int) -> None:
    with pytest.raises(PDDLError, match=r"^domain, line \d+, column \d+: "):
        read_task(DOMAIN[:index] + DOMAIN[index + 1 :], PROBLEM)
