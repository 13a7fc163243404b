"""Readers of several worlds may be made at once, by threads of one process.

Lark reads grammars with `ast.literal_eval`, which CPython 3.11 lets threads disturb.
"""

from __future__ import annotations

import threading

import pytest

from clamp import Problem
from clamp.words.requirements import read_requirements
from clamp.words.wording import wording_of

DOMAIN = """(define (domain d) (:predicates (clean ?x)) (:action sweep :parameters (?x) :precondition ()
  :effect (clean ?x)))"""


@pytest.mark.slow
def test_readers_are_made_by_many_threads_at_once() -> None:
    rooms = ["hall", "attic", "kitchen", "study", "cellar", "bath", "porch", "garage"]
    problems = [
        f"(define (problem p) (:domain d) (:objects {one}) (:init) (:goal (clean {one})))" for one in rooms
    ]
    wordings = [wording_of(Problem.from_pddl(DOMAIN, one)) for one in problems]
    wrong: list[Exception] = []

    def read(number: int) -> None:
        try:
            found = read_requirements(f"Never sweep the {rooms[number]}.", wordings[number])
            assert found.status == "understood"
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(len(rooms))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
