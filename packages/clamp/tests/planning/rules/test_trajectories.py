"""Trajectory constraints of PDDL 3, against a reading of the standard of its own: over lists of states."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import clamp
from clamp.contracts import check_transition_system
from clamp.decoding.result import PlanResult
from clamp.errors import PDDLError, RuleError
from clamp.loop.loop import closed_loop
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.planning import Problem
from clamp.planning.lint import lint
from clamp.planning.rules import Rule, Ruled, judge, with_rules
from clamp.planning.rules.conflict import lint_rules
from clamp.planning.rules.trace import keeps
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp.planning.task import (
    MOST_STEPS,
    TRAJECTORIES,
    Atom,
    Domain,
    Equal,
    Exists,
    Not,
    Task,
    TrajectoryConstraint,
    Variable,
)
from clamp.request.request import Request, byte_vocabulary

pytestmark = pytest.mark.usefixtures("both_cores")

LAMPS = ("desk", "bed", "hall")
DOMAIN = """(define (domain lamps)
  (:requirements :adl :typing :constraints :derived-predicates)
  (:types table-lamp hall-lamp - lamp lamp)
  (:constants desk bed - table-lamp hall - hall-lamp)
  (:predicates (lit ?l - lamp) (dark) (beside ?a ?b - lamp))
  {constraints}
  (:derived (dark) (forall (?l - lamp) (not (lit ?l))))
  (:action on :parameters (?the-lamp - lamp) :precondition (not (lit ?the-lamp)) :effect (lit ?the-lamp))
  (:action off :parameters (?the-lamp - lamp) :precondition (lit ?the-lamp) :effect (not (lit ?the-lamp)))
  (:action wait :parameters () :precondition (and) :effect (and)))"""
PROBLEM = """(define (problem evening) (:domain lamps)
  (:init (beside desk bed){init})
  (:goal {goal})
  {constraints})"""


def lamps(
    constraints: str = "", *, of_domain: str = "", goal: str = "(and)", lit: Sequence[str] = ()
) -> Problem:
    def section(text: str) -> str:
        return f"(:constraints {text})" if text else ""

    return Problem.from_pddl(
        DOMAIN.format(constraints=section(of_domain)),
        PROBLEM.format(
            init="".join(f" (lit {one})" for one in lit), goal=goal, constraints=section(constraints)
        ),
        repair=False,
    )


# -- the standard, read again ------------------------------------------------------------------------
#
# Gerevini and Long (2005): a trajectory is a list of states with their times; here state i has time i. Conditions are
# nested tuples; a state is the set of lamps that are lit. Nothing of the package is used.

State = frozenset[str]
Condition = tuple[Any, ...]
TABLE = ("desk", "bed")
OF_TYPE = {"lamp": LAMPS, "table-lamp": TABLE, "hall-lamp": ("hall",), "object": LAMPS}


def true_in(state: State, condition: Condition, names: dict[str, str]) -> bool:
    head, *parts = condition
    terms = [names.get(one, one) for one in parts if isinstance(one, str)]
    if head == "lit":
        return terms[0] in state
    if head == "dark":
        return not state
    if head == "beside":
        return terms == ["desk", "bed"]
    if head == "=":
        return terms[0] == terms[1]
    if head == "not":
        return not true_in(state, parts[0], names)
    if head == "and":
        return all(true_in(state, one, names) for one in parts)
    if head == "or":
        return any(true_in(state, one, names) for one in parts)
    if head == "imply":
        return not true_in(state, parts[0], names) or true_in(state, parts[1], names)
    (variable, kind), body = parts
    values = [true_in(state, body, {**names, variable: one}) for one in among(kind)]
    return all(values) if head == "forall" else any(values)


def among(kind: str) -> list[str]:
    return [one for one in LAMPS if any(one in OF_TYPE[part] for part in kind.split("|"))]


def satisfied(trajectory: Sequence[State], constraint: Condition, names: dict[str, str]) -> bool:
    """Definition by definition, with all its quantifiers over the places of states."""
    head, *parts = constraint
    n = len(trajectory) - 1
    places = range(n + 1)

    def at(i: int, condition: Condition) -> bool:
        return true_in(trajectory[i], condition, names)

    if head == "and":
        return all(satisfied(trajectory, one, names) for one in parts)
    if head == "forall":
        (variable, kind), body = parts
        return all(satisfied(trajectory, body, {**names, variable: one}) for one in among(kind))
    if head == "at end":
        return at(n, parts[0])
    if head == "always":
        return all(at(i, parts[0]) for i in places)
    if head == "sometime":
        return any(at(i, parts[0]) for i in places)
    if head == "within":
        return any(at(i, parts[1]) and i <= parts[0] for i in places)
    if head == "at-most-once":
        return all(
            any(
                all(at(k, parts[0]) for k in places if i <= k <= j)
                and all(not at(k, parts[0]) for k in places if k > j)
                for j in places
                if j >= i
            )
            for i in places
            if at(i, parts[0])
        )
    if head == "sometime-after":
        return all(any(at(j, parts[1]) for j in places if j >= i) for i in places if at(i, parts[0]))
    if head == "sometime-before":
        return all(any(at(j, parts[1]) for j in places if j < i) for i in places if at(i, parts[0]))
    if head == "always-within":
        return all(
            any(at(j, parts[2]) for j in places if i <= j and j - i <= parts[0])
            for i in places
            if at(i, parts[1])
        )
    if head == "hold-during":
        return all(at(i, parts[2]) for i in places if parts[0] <= i < parts[1])
    if head == "hold-after":
        return all(at(i, parts[1]) for i in places if i >= parts[0])
    raise AssertionError(head)


def written(node: Any) -> str:
    if isinstance(node, str | int):
        return str(node)
    head, *parts = node
    if head in ("forall", "exists"):
        (variable, kind), body = parts
        types = f"(either {kind.replace('|', ' ')})" if "|" in kind else kind
        return f"({head} ({variable} - {types}) {written(body)})"
    return f"({' '.join([head, *map(written, parts)])})"


# -- at random ---------------------------------------------------------------------------------------

KINDS = ("lamp", "table-lamp", "hall-lamp", "object", "table-lamp|hall-lamp")


def condition(rng: random.Random, scope: tuple[str, ...], depth: int = 2) -> Condition:
    terms = (*LAMPS, *scope, *scope, *scope)
    kinds = ["lit"] * 4 + ["dark", "beside", "="]
    if depth:
        kinds += ["not"] * 3 + ["and", "or", "imply", "forall", "exists"]
    head = rng.choice(kinds)
    if head in ("beside", "="):
        return (head, rng.choice(terms), rng.choice(terms))
    if head == "lit":
        return (head, rng.choice(terms))
    if head == "dark":
        return (head,)
    if head in ("forall", "exists"):
        variable = rng.choice(("?x", "?the-lamp"))
        kind = rng.choice([one for one in KINDS if one != "object"])
        return (head, (variable, kind), condition(rng, (*scope, variable), depth - 1))
    more = rng.randint(0, 3) if head in ("and", "or") else 2 if head == "imply" else 1
    return (head, *(condition(rng, scope, depth - 1) for _ in range(more)))


def constraint(rng: random.Random, scope: tuple[str, ...] = (), depth: int = 2) -> Condition:
    head = rng.choice([*TRAJECTORIES, *(["and", "forall", "forall"] if depth else [])])
    if head == "and":
        return (head, *(constraint(rng, scope, depth - 1) for _ in range(rng.randint(0, 3))))
    if head == "forall":
        variable = rng.choice(("?x", "?other-one"))
        kind = rng.choice([one for one in KINDS if one != "object"])
        return (head, (variable, kind), constraint(rng, (*scope, variable), depth - 1))
    numbers, conditions = TRAJECTORIES[head]
    times = sorted(rng.sample(range(6), numbers))
    return (head, *times, *(condition(rng, scope) for _ in range(conditions)))


def plan(rng: random.Random, lit: State, length: int) -> tuple[list[Action], list[State]]:
    """Actions that can be done, and the states that they lead through."""
    actions, states = list[Action](), [lit]
    for _ in range(length):
        lamp = rng.choice((*LAMPS, None))
        now = states[-1]
        actions.append(Action("wait") if lamp is None else Action("off" if lamp in now else "on", (lamp,)))
        states.append(now if lamp is None else now ^ {lamp})
    return actions, states


def test_constraints_mean_what_the_standard_says_on_2000_traces() -> None:
    rng = random.Random(3)
    verdicts: list[bool] = []
    for number in range(200):
        asked = constraint(rng)
        lit = frozenset(one for one in LAMPS if rng.random() < 0.4)
        told = {"constraints" if number % 3 else "of_domain": written(asked)}
        problem = lamps(**told, lit=sorted(lit))
        assert len(problem.constraints) == count_of(asked)
        ruled = None if not problem.constraints else Ruled(problem)
        for _ in range(10):
            actions, states = plan(rng, lit, rng.randint(0, 9))
            right = satisfied(states, asked, {})
            verdicts.append(right)
            said = f"{written(asked)} along {[sorted(one) for one in states]}"
            assert problem.validate(actions).valid == right, said
            if ruled is not None:  # the automata, beside the definition of the rules
                indices = [ruled.index(one) for one in actions]
                assert (len(ruled.kept_by(indices)) == len(ruled.rules)) == right, said
    assert len(verdicts) == 2000
    assert 400 < sum(verdicts) < 1600  # so that a constant would be found out


def count_of(asked: Condition) -> int:
    if asked[0] == "and":
        return sum(map(count_of, asked[1:]))
    return count_of(asked[2]) if asked[0] == "forall" else 1


# -- by hand -----------------------------------------------------------------------------------------

TOLD = [
    # A constraint over two lamps, d(esk) and b(ed); trajectories that satisfy it, and others that do not. A state is
    # written as the lamps that are lit, "-" where none is.
    ("(at end (lit desk))", ["d", "- d", "d b - bd"], ["-", "d -", "d b"]),
    ("(always (lit desk))", ["d", "d bd d"], ["- d", "d bd b d", "d -"]),
    ("(sometime (lit desk))", ["d", "- b bd b"], ["-", "- b -"]),
    ("(within 0 (lit desk))", ["d", "d -"], ["-", "- d"]),
    ("(within 2 (lit desk))", ["d", "- d", "- - d", "- d b - -"], ["-", "- -", "- - -", "- b - d"]),
    ("(at-most-once (lit desk))", ["-", "d", "- d", "d d - b", "- d bd b"], ["d - d", "- d b bd", "d - - d d"]),
    ("(sometime-after (lit desk) (lit bed))", ["-", "bd", "d b", "d - b -", "b -"], ["d", "b d", "d b bd d"]),
    ("(sometime-before (lit desk) (lit bed))", ["-", "b", "b d", "b - d - d"], ["d", "bd", "- d b", "- bd"]),
    ("(always-within 0 (lit desk) (lit bed))", ["-", "bd - b"], ["d", "d b"]),
    ("(always-within 2 (lit desk) (lit bed))", ["-", "d b", "d d b d - b"], ["d", "d d d b", "d - b d - - b"]),
    ("(hold-during 1 3 (lit desk))", ["-", "- d", "- d d", "- d d -"], ["- -", "d d b", "d b"]),
    ("(hold-after 2 (lit desk))", ["-", "- -", "- - d", "b - d bd"], ["- - -", "d d d b", "d d b d"]),
    ("(and (sometime (lit desk)) (sometime (lit bed)))", ["d b", "bd"], ["d", "b", "-"]),
    ("(forall (?l - table-lamp) (at-most-once (lit ?l)))", ["d b", "b b d d"], ["d b d", "b - b"]),
    ("(sometime (exists (?l - lamp) (and (lit ?l) (not (= ?l desk)))))", ["b", "d bd"], ["d", "- d"]),
    ("(always (imply (lit desk) (not (lit bed))))", ["d b", "-"], ["bd", "d bd"]),
    ("(at end (dark))", ["-", "d b -"], ["d", "- d"]),
]  # fmt: skip
STATES = {"-": (), "d": ("desk",), "b": ("bed",), "bd": ("bed", "desk")}


def trace_of(states: str) -> list[Any]:
    lit = [STATES[one] for one in states.split()]

    def position(now: tuple[str, ...]) -> Callable[[str, tuple[str, ...]], bool]:
        return lambda predicate, args: not now if predicate == "dark" else args[0] in now

    return [(position(now), None if number == 0 else Action("wait")) for number, now in enumerate(lit)]


@pytest.mark.parametrize(("text", "kept", "broken"), TOLD, ids=[text for text, _, _ in TOLD])
def test_what_each_operator_says(text: str, kept: list[str], broken: list[str]) -> None:
    problem = lamps(text)
    objects = problem.rule_words().objects
    for states in (*kept, *broken):
        found = all(keeps(one, trace_of(states), objects) for one in problem.constraints)
        assert found == (states in kept), states


# -- plans keep them ---------------------------------------------------------------------------------

CHEAP = "(and (sometime-before (lit desk) (lit bed)) (at end (not (lit bed))))"
"""Three actions where one would reach the goal: the bed's lamp on, off, and then the desk's."""


def plans(problem: Problem, longest: int) -> Iterator[tuple[Action, ...]]:
    """All plans that can be executed, shortest first."""
    free = problem.unconstrained
    level: list[tuple[tuple[Action, ...], int]] = [((), free.initial)]
    for _ in range(longest + 1):
        yield from (actions for actions, _ in level)
        level = [
            ((*actions, one), free.successor(state, one))
            for actions, state in level
            for one in free.applicable(state)
        ]


def test_a_shortest_plan_is_as_long_as_the_standard_asks_for() -> None:
    rng, longest, lengths = random.Random(11), 4, list[float]()
    while len(lengths) < 60:
        asked = constraint(rng)
        problem = lamps(written(asked), goal="(lit hall)")
        if not problem.constraints:
            continue
        expected: float = math.inf
        for actions in plans(problem, longest):
            states = [frozenset[str]()]
            for one in actions:
                states.append(states[-1] ^ frozenset(one.args))
            if "hall" in states[-1] and satisfied(states, asked, {}):
                expected = len(actions)
                break
        system = with_rules(problem)
        assert Reachability(system).distance(system.initial, longest) == expected, written(asked)
        lengths.append(expected)
    assert {1, 2, math.inf} <= set(lengths)


def test_constraints_and_rules_are_kept_together_wherever_a_problem_is_given() -> None:
    """Nobody has to bind them: a constraint, a request, a judgement and a closed loop do it by themselves."""
    problem = lamps(CHEAP, goal="(lit desk)")
    names = [
        "constraint 1: (sometime-before (lit desk) (lit bed))",
        "constraint 2: (at end (not (lit bed)))",
    ]
    assert [one.name for one in problem.constraints] == names
    best = [Action("on", ("bed",)), Action("off", ("bed",)), Action("on", ("desk",))]
    extra = Rule.parse("G !do:wait", "busy")
    made = clamp.PlanConstraint(problem, byte_vocabulary(), clamp.PlanFormat.calls(), budget=3)
    assert made.best_known is not None
    assert made.best_known.length == 3
    assert made.system.rulebook is not None
    asked = Request.of(problem, "Light the desk.", rules=[extra])
    assert asked.system.rulebook is not None
    assert [one.name for one in asked.system.rulebook.rules] == [*names, "busy"]
    assert [one.rule.name for one in judge(problem, [extra], best).verdicts] == [*names, "busy"]
    cheat = problem.validate([Action("on", ("desk",))])
    assert not cheat
    assert names[0] in cheat.reason
    assert problem.validate(best).rules == 2

    def write(now: Any, observation: object, seen: object, left: int) -> Any:
        found = Reachability(now).plan(now.initial, left)
        assert isinstance(found, tuple)
        steps = tuple(now.actions[one] for one in found)
        return PlanResult("plan", steps, certificate=now.validate(steps))

    done = closed_loop(problem, SymbolicEnvironment(problem.unconstrained), write, budget=8)
    assert done.status == "goal"
    assert satisfied(
        list(itertools.accumulate((step.action for step in done.steps), after, initial=frozenset())),
        ("and", ("sometime-before", ("lit", "desk"), ("lit", "bed")), ("at end", ("not", ("lit", "bed")))),
        {},
    )


def after(state: frozenset[str], action: Action) -> frozenset[str]:
    return state ^ frozenset(action.args)


def test_a_problem_alone_refuses_what_would_pass_over_its_constraints() -> None:
    problem = lamps(CHEAP, goal="(lit desk)")
    alone: list[Callable[[], object]] = [
        lambda: problem.is_goal(problem.initial),
        lambda: problem.search_space(),
        lambda: problem.goal_distance(problem.initial, 5),
        lambda: Reachability(problem).plan(problem.initial, 5),
    ]
    for ask in alone:
        with pytest.raises(RuleError, match=r"constraint 1: .*sometime-before.*unconstrained"):
            ask()
    free = problem.unconstrained
    assert free.constraints == ()
    assert free.goal_distance(free.initial, 5) == 1
    assert free.unconstrained is free
    assert lamps().unconstrained.constraints == ()
    check_transition_system(problem, depth=2, states=30)


def test_rules_may_not_take_the_name_of_a_constraint() -> None:
    problem = lamps("(sometime (lit desk))")
    (one,) = problem.constraints
    with pytest.raises(RuleError, match="two rules named"):
        Ruled(problem, [Rule.parse("F lit(bed)", one.name)])


def test_lint_tells_which_constraint_cannot_be_kept() -> None:
    problem = lamps("(and (hold-after 0 (lit desk)) (sometime (not (beside desk desk))))", goal="(lit bed)")
    found = {(one.kind, one.where) for one in lint_rules(problem, ())}
    assert ("rule-broken-at-first", "constraint 1: (hold-after 0 (lit desk))") in found
    assert ("rule-trivial", "constraint 2: (sometime (not (beside desk desk)))") in found
    unused = [one.message for one in lint(problem.task) if one.kind == "unused-predicate"]
    assert not any("beside" in one for one in unused)


# -- what is refused ---------------------------------------------------------------------------------

REFUSED = [
    ("(preference p (always (lit desk)))", "is a preference, a soft constraint"),
    ("(forall (?l - lamp) (preference (sometime (lit ?l))))", "is a preference, a soft constraint"),
    ("(lit desk)", "A condition alone does not say when it must hold"),
    ("(at desk)", "A condition alone"),
    ("(alway (lit desk))", "Did you mean 'always'"),
    ("(or (sometime (lit desk)) (sometime (lit bed)))", "'or' stands around no constraint"),
    ("(not (sometime (lit desk)))", "'not' stands around no constraint"),
    ("(exists (?l - lamp) (sometime (lit ?l)))", "'exists' stands around no constraint"),
    ("(always (sometime (lit desk)))", "not within another constraint"),
    ("(sometime-after (lit desk) (within 3 (lit bed)))", "not within another constraint"),
    ("(within 2.5 (lit desk))", "needs a whole number of steps here, found 2.5"),
    ("(within -1 (lit desk))", "needs a whole number of steps here, found -1"),
    ("(within ٣ (lit desk))", "needs a whole number"),
    ("(within (lit desk) 2)", "needs a whole number of steps here, found .lit desk."),
    ("(within 2 (lit desk) (lit bed))", "'within' takes 1 number and 1 condition, but .* has 3 parts"),
    ("(sometime-after (lit desk))", "takes 2 conditions"),
    ("(always)", "takes 1 condition, but .* has 0 parts"),
    (f"(hold-after {MOST_STEPS + 1} (lit desk))", f"at most {MOST_STEPS} .*are these seconds"),
    (f"(within {'9' * 400} (lit desk))", "at most"),
    ("(hold-during 3 3 (lit desk))", "during no time"),
    ("(hold-during 4 3 (lit desk))", "during no time"),
    ("(always (> (battery desk) 3))", "numeric fluents"),
    ("(always (lit ?l))", "'\\?l' is bound by no parameter or quantifier"),
    ("(always (lit desk bed))", "2 arguments, but 'lit' is declared with 1"),
    ("(forall (?l - lamp))", "takes one constraint after its variables, not 0"),
    ("(forall ?l (always (lit ?l)))", "needs its variables in parentheses"),
    ("always", "expected a constraint in parentheses"),
    ("((always (lit desk)))", "expected a constraint .*this is none"),
]


@pytest.mark.parametrize("repair", [False, True])
@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[text[:60] for text, _ in REFUSED])
def test_what_is_no_constraint_is_refused_where_it_stands(text: str, why: str, repair: bool) -> None:
    for of_domain, of_problem in (("", f"(:constraints {text})"), (f"(:constraints {text})", "")):
        domain = DOMAIN.format(constraints=of_domain)
        problem = PROBLEM.format(init="", goal="(and)", constraints=of_problem)
        with pytest.raises(PDDLError, match=why) as refused:
            Problem.from_pddl(domain, problem, repair=repair)
        assert f"{'domain' if of_domain else 'problem'}, line" in str(refused.value)


def test_a_constraint_in_a_goal_or_a_precondition_is_no_condition() -> None:
    for goal in ("(preference p (lit desk))", "(sometime (lit desk))", "(hold-during 1 2 (lit desk))"):
        with pytest.raises(PDDLError, match=r"soft constraint|stands in \(:constraints …\)"):
            lamps(goal=goal)


def test_constraints_may_stand_in_several_sections_and_name_what_nobody_declared() -> None:
    problem = Problem.from_pddl(
        DOMAIN.format(constraints="").replace(":constraints", ""),
        PROBLEM.format(
            init=" (warm desk)", goal="(and)",
            constraints="(:CONSTRAINTS (Sometime (warm Desk)) (AT END (lit bed))) (:constraints (and))",
        ),
    )  # fmt: skip
    kinds = {one.kind for one in problem.repairs}
    assert {"missing-requirement", "duplicate-section", "implicit-and", "undeclared-predicate"} <= kinds
    assert [one.text for one in problem.constraints] == ["F warm(desk)", "G (last -> lit(bed))"]
    assert not problem.validate([])
    assert problem.validate([Action("on", ("bed",))])


def test_constraints_that_a_program_makes_are_checked_as_well() -> None:
    def task(*constraints: TrajectoryConstraint) -> Task:
        return Task("t", Domain("d", predicates={"p": ()}), {}, frozenset(), Atom("p"), constraints)

    assert Problem(task(TrajectoryConstraint("sometime", (), (Atom("p"),)))).constraints[0].text == "F p"
    for wrong in (
        TrajectoryConstraint("some time", (), (Atom("p"),)),
        TrajectoryConstraint("within", (), (Atom("p"),)),
        TrajectoryConstraint("within", (MOST_STEPS + 1,), (Atom("p"),)),
        TrajectoryConstraint("within", (-1,), (Atom("p"),)),
    ):
        with pytest.raises(RuleError, match="constraint 1"):
            Problem(task(wrong))
    one, other = Variable("?a-b"), Variable("?a_b")
    differ = Exists((one,), Exists((other,), Exists((one,), Not(Equal("?a-b", "?a_b")))))
    (rule,) = Problem(task(TrajectoryConstraint("always", (), (differ,)))).constraints
    assert rule.text == "G (exists ?a_b: exists ?a_b_: exists ?a_b__: !(?a_b__ = ?a_b_))"
    assert Rule.parse(rule.text).formula == rule.formula
    with pytest.raises(RuleError, match="'q'"):
        with_rules(Problem(task(TrajectoryConstraint("sometime", (), (Atom("q"),)))))


@pytest.mark.parametrize("operator", list(TRAJECTORIES))
def test_the_longest_count_can_be_bound_and_searched(operator: str) -> None:
    numbers, conditions = TRAJECTORIES[operator]
    times = " ".join(str(MOST_STEPS - one) for one in reversed(range(numbers)))
    text = f"({operator} {times} {' '.join(['(lit desk)', '(dark)'][:conditions])})"
    system = with_rules(lamps(text, goal="(lit hall)", lit=["desk"]))
    assert Reachability(system).distance(system.initial, 4) in (1, 2, math.inf)
