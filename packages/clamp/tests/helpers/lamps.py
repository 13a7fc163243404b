"""A small PDDL task in two texts, and the same with one place changed."""

from __future__ import annotations

DOMAIN = """\
(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions)
  (:types closet - room lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (inside ?l - lamp ?r - room) (dark ?r - room))
  (:action switch_on
    :parameters (?l - lamp ?r - room)
    :precondition (and (inside ?l ?r) (not (lit ?l)))
    :effect (and (lit ?l) (not (dark ?r)))))
"""
PROBLEM = """\
(define (problem evening)
  (:domain lamps)
  (:objects desk big_lamp - lamp study - room)
  (:init (inside desk study) (inside big_lamp hall) (dark hall))
  (:goal (and (lit desk) (lit big_lamp))))
"""

D, P = "domain", "problem"


def texts(file: str, old: str, new: str) -> tuple[str, str]:
    original = DOMAIN if file == D else PROBLEM
    assert original.count(old) == 1, (old, original.count(old))
    changed = original.replace(old, new)
    return (changed, PROBLEM) if file == D else (DOMAIN, changed)
