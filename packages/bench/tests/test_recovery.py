"""The paper's recovery on random rules and scores: what is committed breaks nothing at once; counters add up.

The oracle replays what was written with its own reading of the rules; the model is a table of random scores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.errors import RuleError
from clamp.planning import Action, Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.trace import keeps
from clamp_bench.recovery import Recovering, Recovery

DOMAIN = """(define (domain lamps) (:types lamp) (:predicates (lit ?x - lamp) (seen ?x - lamp))
  (:action see :parameters (?x - lamp) :effect (seen ?x))
  (:action light :parameters (?x - lamp) :precondition (and (seen ?x) (not (lit ?x))) :effect (lit ?x))
  (:action quench :parameters (?x - lamp) :precondition (lit ?x) :effect (not (lit ?x)))
  (:action dance))"""
PROBLEM = "(define (problem p) (:domain lamps) (:objects a b - lamp) (:init) (:goal (and)))"
VOCABULARY = Vocabulary.from_bytes([bytes([one]) for one in range(256)] + [None], 256)
RULES = [
    "G (do:light(a) -> X do:quench(a))",
    "G (do:light(a) -> (X do:dance | X X do:dance))",
    "G (do:quench -> Y O do:dance)",
    "G !do:dance",
    "G !do:light(b)",
    "forall ?x - lamp: G (do:light(?x) -> X F do:quench(?x))",
]


def written(rules: list[str], seed: int) -> tuple[Ruled, Any, Recovery, list[Action]]:
    system = Ruled(Problem.from_pddl(DOMAIN, PROBLEM), [Rule.parse(one) for one in rules])
    constraint = PlanConstraint(system, VOCABULARY, PlanFormat.steps(), budget=6, enforce={"syntax"})
    random = np.random.default_rng(seed)
    table = random.normal(size=(97, 257))
    table[:, 256] += 1.0

    def scores(tokens: list[int]) -> np.ndarray:
        return table[sum(tokens[-3:]) % 97]

    recovering = Recovering(constraint)
    out = recovering.write(scores, 400, 0.0, random)
    assert out.follower is not None
    return (
        system,
        out,
        recovering.counts,
        list(out.follower.actions)
        if out.finish != "eos"
        else PlanFormat.steps().parse(VOCABULARY.decode(out.tokens).decode()),
    )


def broken_at_once(system: Ruled, actions: list[Action]) -> int | None:
    """The step at which a rule is broken for good, by trying every continuation of up to two steps; None if none."""
    problem = system.system

    def trace(plan: list[Action]) -> list[object]:
        facts, found = problem.initial, []
        found.append((frozenset(map(str, problem.facts(facts))), None))
        for action in plan:
            if problem.why_inapplicable(facts, action) is None:
                facts = problem.successor(facts, action)
            found.append((frozenset(map(str, problem.facts(facts))), action))
        return [
            (lambda name, args, held=held: f"{name}({', '.join(args)})" in held, action)
            for held, action in found
        ]

    def kept(rule: Rule, plan: list[Action]) -> bool:
        return keeps(rule, trace(plan), system.rule_words().objects)

    ways = [[]] + [[one] for one in system.actions] + [[a, b] for a in system.actions for b in system.actions]
    for place in range(1, len(actions) + 1):
        if not all(any(kept(rule, [*actions[:place], *way]) for way in ways) for rule in system.rules):
            return (
                place  # each rule alone: that two cannot be kept together is what forward checks do not see
            )
    return None


@pytest.mark.parametrize("seed", range(12))
def test_no_committed_step_breaks_a_rule_for_good(seed: int) -> None:
    random = np.random.default_rng(seed)
    rules = [RULES[int(one)] for one in random.choice(len(RULES), size=2, replace=False)]
    system, out, counts, actions = written(rules, seed)
    assert broken_at_once(system, actions) is None
    assert counts.rewound == counts.retried + counts.proposed
    assert counts.rejected <= counts.checked
    if out.finish == "eos" and not counts.open_at_end:
        assert not system.validate(actions).reason.startswith("The plan breaks")


def test_it_has_to_step_in_and_says_how_often() -> None:
    total = [written([RULES[4], "F do:dance"], seed)[2] for seed in range(10)]
    assert sum(one.retried for one in total) > 0
    assert sum(one.proposed for one in total) > 0


def test_a_text_without_rejections_is_what_the_masks_alone_give() -> None:
    _, _, counts, actions = written(["true"], 3)
    assert counts.rejected == 0
    assert counts.checked == len(actions)


@pytest.mark.parametrize("enforce", [{"syntax", "executability"}, {"syntax"}])
def test_it_is_refused_where_it_makes_no_sense(enforce: set[str]) -> None:
    problem = Problem.from_pddl(DOMAIN, PROBLEM)
    system = Ruled(problem, [Rule.parse(RULES[0])]) if "executability" in enforce else problem
    constraint = PlanConstraint(system, VOCABULARY, PlanFormat.steps(), budget=6, enforce=enforce)
    with pytest.raises(RuleError, match="Recovery"):
        Recovering(constraint)
