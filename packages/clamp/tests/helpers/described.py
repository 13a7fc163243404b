"""Small worlds in Planetarium's domains, and descriptions of them, made up for tests."""

from __future__ import annotations

from typing import Any

BLOCKS = """(define (domain blocksworld)
  (:predicates (clear ?x) (on-table ?x) (arm-empty) (holding ?x) (on ?x ?y))
  (:action pickup :parameters (?x) :precondition (and (clear ?x) (on-table ?x) (arm-empty))
    :effect (and (holding ?x) (not (clear ?x)) (not (on-table ?x)) (not (arm-empty))))
  (:action putdown :parameters (?x) :precondition (holding ?x)
    :effect (and (clear ?x) (arm-empty) (on-table ?x) (not (holding ?x))))
  (:action stack :parameters (?x ?y) :precondition (and (clear ?y) (holding ?x))
    :effect (and (arm-empty) (clear ?x) (on ?x ?y) (not (clear ?y)) (not (holding ?x))))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (arm-empty))
    :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (arm-empty)))))"""
GRIPPERS = """(define (domain gripper)
  (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?o ?g))
  (:action move :parameters (?a ?b) :precondition (and (room ?a) (room ?b) (at-robby ?a))
    :effect (and (at-robby ?b) (not (at-robby ?a))))
  (:action pick :parameters (?o ?r ?g)
    :precondition (and (ball ?o) (room ?r) (gripper ?g) (at ?o ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?o ?g) (not (at ?o ?r)) (not (free ?g))))
  (:action drop :parameters (?o ?r ?g)
    :precondition (and (ball ?o) (room ?r) (gripper ?g) (carry ?o ?g) (at-robby ?r))
    :effect (and (at ?o ?r) (free ?g) (not (carry ?o ?g)))))"""
FLOOR = """(define (domain floor-tile) (:requirements :typing) (:types robot tile color - object)
  (:predicates (robot-at ?r - robot ?x - tile) (up ?x - tile ?y - tile) (right ?x - tile ?y - tile)
    (painted ?x - tile ?c - color) (robot-has ?r - robot ?c - color) (available-color ?c - color))
  (:action paint-right :parameters (?r - robot ?y - tile ?x - tile ?c - color)
    :precondition (and (robot-has ?r ?c) (robot-at ?r ?x) (right ?y ?x)) :effect (painted ?y ?c)))"""


def described(domain: str, things: str, facts: str, goal: str) -> str:
    """A problem."""
    return f"(define (problem p) (:domain {domain}) (:objects {things}) (:init {facts}) (:goal {goal}))"


FACTS = "(arm-empty) (on-table b1) (on-table b2) (clear b1) (clear b2)"


def pair_row(name: str, wish: str, goal: str) -> dict[str, Any]:
    """A pair over two blocks that lie on the table."""
    told = "You have 2 blocks.\nYour arm is empty.\nb1 and b2 are clear and on the table."
    return {
        "id": name,
        "domain": "blocksworld",
        "natural_language": f"{told}\nYour goal is to {wish}",
        "problem_pddl": described("blocksworld", "b1 b2", FACTS, goal),
        "goal_is_abstract": "following" not in wish,
        "init_is_abstract": False,
        "is_placeholder": False,
    }
