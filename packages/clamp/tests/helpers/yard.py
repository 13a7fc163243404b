"""Small worlds in the form of the benchmark's items: a barrow between three beds, with and without a constraint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BASE = """(define (domain yard)
  (:requirements :strips :typing)
  (:types bed tool)
  (:predicates (here ?b - bed) (path ?a - bed ?b - bed) (lies ?t - tool ?b - bed) (have ?t - tool) {predicates})
  (:action walk :parameters (?from - bed ?to - bed {walk_more})
    :precondition (and (here ?from) (path ?from ?to) {walk_if})
    :effect (and (not (here ?from)) (here ?to) {walk_then}))
  (:action fetch :parameters (?t - tool ?b - bed)
    :precondition (and (here ?b) (lies ?t ?b) {fetch_if})
    :effect (and (have ?t) (not (lies ?t ?b)) {fetch_then})))"""
PROBLEM = """(define (problem yard-1) (:domain yard)
  (:objects roses leeks beans - bed rake hoe - tool {objects})
  (:init (here roses) (path roses leeks) (path leeks roses) (path leeks beans) (path beans leeks)
    (path roses beans) (path beans roses) (lies rake beans) (lies hoe leeks) {init})
  (:goal {goal}))"""
_DOMAIN = {
    **{"predicates": "", "walk_more": "", "walk_if": "", "walk_then": ""},
    **{"fetch_if": "", "fetch_then": ""},
}
_PROBLEM = {"objects": "", "init": "", "goal": "(have rake)"}


def worlds(**changed: str) -> dict[str, str]:
    """The PDDL of the base world and of one with changes, as an item has them."""
    truth = {**_DOMAIN, **_PROBLEM, **changed}
    return {
        "base_domain": BASE.format(**_DOMAIN),
        "base_problem": PROBLEM.format(**_PROBLEM),
        "truth_domain": BASE.format(**{name: truth[name] for name in _DOMAIN}).replace(
            "(:types bed tool)", "(:types bed tool coupon)"
        ),
        "truth_problem": PROBLEM.format(**{name: truth[name] for name in _PROBLEM}),
    }


def item(name: str, sentence: str, category: str = "action", **more: Any) -> dict[str, Any]:
    """An item as the file has it."""
    fields: Mapping[str, Any] = {"plan_exists": True, "same_actions": True}
    changed = {key: value for key, value in more.items() if key not in fields}
    own = {key: more.get(key, value) for key, value in fields.items()}
    return {
        **{"id": name, "domain": "yard", "category": category, "constraint": sentence},
        **own,
        **worlds(**changed),
    }


NO_LEEKS = {"predicates": "(shut ?b - bed)", "walk_if": "(not (shut ?to))", "init": "(shut leeks)"}
"""Never walk to the leeks."""
HOE_FIRST = {"fetch_if": "(or (= ?t hoe) (have hoe))"}
"""The hoe is fetched before the rake."""
TWO_WALKS = {
    "predicates": "(spare ?c - coupon)",
    "walk_more": "?c - coupon",
    "walk_if": "(spare ?c)",
    "walk_then": "(not (spare ?c))",
    "objects": "one two - coupon",
    "init": "(spare one) (spare two)",
}
"""At most two walks: each takes a coupon."""
NOWHERE = {"fetch_if": "(not (= ?t rake))"}
"""The rake must not be fetched, so there is no plan."""
ITEMS = (
    item("no-leeks", "Never walk from the roses to the leeks.", **NO_LEEKS),
    item("hoe-first", "Fetch the hoe before fetching the rake.", **HOE_FIRST),
    item("two-walks", "Walk at most twice, if you please, or thrice.", same_actions=False, **TWO_WALKS),
    item("nowhere", "Never fetch the rake.", plan_exists=False, **NOWHERE),
    item("hoe-too", "At the end you have the hoe.", "goal", goal="(and (have rake) (have hoe))"),
)
