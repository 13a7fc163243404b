"""Rules: their grammar, their meaning on traces, and the product with a problem, against brute force."""

from __future__ import annotations

import itertools
import math

import oracles
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import BINARY, UNARY, positions, rule_formulas, rules, walk
from strategies import rich_tasks, tasks

from clamp.errors import RuleError
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.formula import Compound, Formula, Proposition
from clamp.planning.rules.grounding import _Grounder, ground_rules
from clamp.planning.rules.ltlf import DEAD, automaton, join, negate
from clamp.planning.rules.monitor import Monitor
from clamp.planning.rules.trace import keeps
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Task, Variable

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]


@settings(max_examples=examples(100), deadline=None)
@given(rule_formulas(("o1", "home"), [Action("go", ("o1",)), Action("wait")]))
def test_a_formula_is_what_it_is_written_as(formula):
    assert Rule.parse(str(formula)).formula == formula


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a & b | c -> d", "((a & b) | c) -> d"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("! a U b", "(!a) U b"),
        ("a U b U c", "a U (b U c)"),
        ("G a & b", "(G a) & b"),
        ("forall ?x: G p(?x) & q", "forall ?x: ((G p(?x)) & q)"),
        ("a && b || c", "(a & b) | c"),
        ("a->b", "a -> b"),
        ("?x != y", "!(?x = y)"),
        ("G do:turn-on()", "G (do:turn-on())"),
    ],
)
def test_precedence(text, same):
    assert Rule.parse(text).formula == Rule.parse(same).formula


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"character 1: the rule is empty"),
        ("G(", r"character 3: found the end, where a fact"),
        ("G !(p", r"character 6: found the end, where '\)' to close"),
        ("p $", r"character 3: '\$' means nothing"),
        ("always p", r"character 8: found 'p', where an operator or the end.* Did you mean 'G'"),
        ("forall x: p", r"character 8: found 'x', where a variable such as \?x"),
        ("forall ?x - : p", r"character 13: found ':', where the type of \?x"),
        ("forall ?x p", r"character 11: found 'p', where ':' after the variables"),
        ("p(a b)", r"character 5: found 'b', where ','"),
        ("p(a, )", r"character 6: found '\)', where an object"),
        ("do:p = q", r"character 6: found '=', where '=' or '!='"),
        ("?x", r"character 3: found the end, where '=' or '!='"),
        ("(" * 200 + "p", "more than 50 deep"),
        ("!" * 200 + "p", "more than 50 deep"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, message):
    with pytest.raises(RuleError, match=message):
        Rule.parse(text)


ACTIONS = [Action("go", ("o0",)), Action("go", ("o1",)), Action("wait")]


def test_do_without_arguments_is_any_and_with_empty_ones_is_none():
    assert Rule.parse("do:go").formula == Proposition("go", None, True)
    assert Rule.parse("do:go()").formula == Proposition("go", (), True)
    assert Rule.parse("true").formula == Compound("true")


def small_formulas(depth: int) -> list[Formula]:
    """All formulas over one fact and one event, up to a depth."""
    leaves: list[Formula] = [Proposition("lit"), Proposition("switch", None, True), Compound("last")]
    if depth == 0:
        return leaves
    below = small_formulas(depth - 1)
    pairs = itertools.product(below, leaves) if depth > 1 else itertools.product(below, below)
    return [
        *below,
        *(Compound(operator, (one,)) for operator in UNARY for one in below),
        *(Compound(operator, pair) for operator, pair in itertools.product(BINARY, pairs)),
    ]


SWITCH = Domain(
    "switch",
    {},
    {"lit": ()},
    {},
    (ActionSchema("switch", (), And(), (Effect(Atom("lit")),)), ActionSchema("wait")),
)


def test_automata_of_all_small_formulas_decide_what_the_definition_says():
    problem = Problem.from_task(Task("switch", SWITCH, {}, frozenset(), Atom("lit")))
    words = problem.rule_words()
    steps = list(itertools.product((0, 1), problem.actions))
    traces = [
        (first, rest)
        for length in range(3)
        for first in (0, 1)
        for rest in itertools.product(steps, repeat=length)
    ]
    known = [
        Rule.parse(text).formula for text in ("G (last -> !lit)", "!last | lit", "X (lit U WX do:switch)")
    ]
    for formula in [*known, *small_formulas(1), *small_formulas(2)[:: 400 // examples(100)]]:
        rule = Rule("", formula, "")
        ground = ground_rules(problem, words, [rule])
        monitor, valuation = Monitor(ground, 2), words.valuation(ground.facts)
        for first, rest in traces:
            lit = [
                frozenset({Atom("lit")}) if one else frozenset() for one in (first, *(one for one, _ in rest))
            ]
            trace = positions(lit, [action for _, action in rest])
            at = monitor.start(valuation(first))
            for one, action in rest:
                at = monitor.step(at, valuation(one), monitor.events[problem.index(action)])
            assert monitor.accepting(at) == keeps(rule, trace, words.objects), (str(formula), first, rest)


@settings(max_examples=examples(75), deadline=None)
@given(tasks(), st.data())
def test_automata_decide_what_the_definition_says(task: Task, data: st.DataObject):
    """On any trace, even one that no plan has: facts and events are drawn freely."""
    problem = Problem.from_task(task)
    some = data.draw(st.lists(st.sampled_from(problem.actions), max_size=3)) if problem.actions else []
    rule = data.draw(rules(task, some))
    words = problem.rule_words()
    ground = ground_rules(problem, words, [rule])
    monitor = Monitor(ground, len(problem.actions))
    atoms = {problem.grounder.bit(*fact): fact for fact in ground.facts}
    for _ in range(3):
        length = data.draw(st.integers(0, 4)) if problem.actions else 0
        actions = data.draw(st.lists(st.sampled_from(problem.actions or [Action("?")]),
                                     min_size=length, max_size=length))  # fmt: skip
        sets = [data.draw(st.sets(st.sampled_from(sorted(atoms)))) if atoms else set() for _ in [0, *actions]]
        states = [sum(1 << bit for bit in one) for one in sets]
        trace = positions([problem.facts(state) for state in states], actions)
        valuation = words.valuation(ground.facts)
        at = monitor.start(valuation(states[0]))
        for state, action in zip(states[1:], actions, strict=True):
            at = monitor.step(at, valuation(state), monitor.events[problem.index(action)])
        assert monitor.accepting(at) == keeps(rule, trace, words.objects)
        assert at == DEAD or monitor.steps_left(at) < math.inf
        if at != DEAD:
            assert bool(monitor.open_rules(at)) != monitor.accepting(at)


@settings(max_examples=examples(50), deadline=None)
@given(tasks(), st.data())
def test_the_opposite_of_a_formula_accepts_the_other_traces(task: Task, data: st.DataObject):
    problem = Problem.from_task(task)
    some = data.draw(st.lists(st.sampled_from(problem.actions), max_size=3)) if problem.actions else []
    rule = data.draw(rules(task, some))
    parts = [part.formula for part in _Grounder(problem, problem.rule_words()).parts(rule)]
    whole = join(True, parts)
    one, other = automaton(whole), automaton(negate(whole))
    assert negate(negate(whole)) == whole
    assert (one.trivial, one.impossible) == (other.impossible, other.trivial)
    assert len(one.accepting) <= len(other.accepting) + 1
    sets = data.draw(st.lists(st.frozensets(st.integers(-4, 12)), min_size=1, max_size=4))
    verdicts = []
    for each in (one, other):
        at = walk(each.start, sets[0].__contains__)
        for true in sets[1:]:
            at = DEAD if at == DEAD else walk(each.moves[at], true.__contains__)
        verdicts.append(at != DEAD and each.accepting[at])
    assert verdicts[0] != verdicts[1]


OBJECTS = 450
LARGE = Task(
    "large", Domain("large", {}, {"at": (Variable("?x"),), "done": ()}, {},
                    (ActionSchema("take", (Variable("?x"),), And(), (Effect(Atom("at", ("?x",))),)),)),
    {f"o{i}": ("object",) for i in range(OBJECTS)}, frozenset(), Atom("at", ("o1",)),
)  # fmt: skip


def test_many_objects_are_no_matter_where_a_rule_falls_apart():
    problem = Problem.from_task(LARGE)
    ruled = Ruled(problem, [Rule.parse("G !(exists ?x: ?x != o1 & ?x != o2 & at(?x))"),
                            Rule.parse(" & ".join(f"F !at(o{i})" for i in range(1, OBJECTS)), "many"),
                            Rule.parse("at(o2) -> forall ?x: G !at(?x)")])  # fmt: skip
    assert [str(one) for one in ruled.applicable(ruled.initial)] == ["take(o1)", "take(o2)"]
    assert Reachability(ruled).distance(ruled.initial, 3) == 1


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("F exists ?x: at(?x)", "too large: it speaks of 450 facts at once, more than 400"),
        ("F exists ?x, ?y: at(?x) & at(?y)", "character 3: its quantifier ranges over 202,500 choices"),
        ("forall ?x: forall ?y: G (at(?x) -> at(?y))", "it has more than 20,000 instances"),
        (" | ".join(f"F (at(o{i}) & X at(o{i + 20}))" for i in range(10)), "too large: its automaton"),
        pytest.param(
            " & ".join(f"(F at(o{i}) | G at(o{i + 20}))" for i in range(9)) + " | F at(o99)",
            "too large",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_rule_that_is_too_large_is_refused(text, message):
    with pytest.raises(RuleError, match=message):
        Ruled(Problem.from_task(LARGE), [Rule.parse(text)])


@settings(max_examples=examples(75), deadline=None)
@given(tasks() | rich_tasks(), st.data())
def test_an_action_is_alive_iff_some_plan_keeps_the_rules(task: Task, data: st.DataObject):
    problem = Problem.from_task(task)
    assume(problem.actions)
    indices = range(len(problem.actions))
    enabled = sorted(data.draw(st.sets(st.sampled_from(indices), min_size=1, max_size=5)))
    some = [problem.actions[index] for index in enabled]
    kept = [data.draw(rules(task, some, depth=2)) for _ in range(data.draw(st.integers(1, 2)))]
    assume(len({rule.name for rule in kept}) == len(kept))
    ruled = Ruled(problem, kept)
    reachability = Reachability(ruled, enabled)
    words = problem.rule_words()
    budget = data.draw(st.integers(0, 3))

    def ends_well(states, actions) -> bool:
        if not oracles.true_in(task, task.goal, states[-1], {}):
            return False
        return all(keeps(rule, positions(states, actions), words.objects) for rule in kept)

    def shortest(states, actions, left) -> float:
        """The fewest more actions of any plan that goes on so, within the budget."""
        if ends_well(states, actions):
            return 0
        return min((1 + rest for _, rest in onward(states, actions, left)), default=math.inf)

    def onward(states, actions, left):
        for index in enabled if left else ():
            after = oracles.step(task, states[-1], problem.actions[index])
            if after is not None:
                rest = shortest((*states, after), (*actions, problem.actions[index]), left - 1)
                yield index, rest

    states, actions, at = (oracles.initial(task),), (), ruled.initial
    while True:
        expected = shortest(states, actions, budget)
        assert reachability.within(at, budget) is (expected < math.inf)
        assert reachability.distance(at, budget) == expected
        assert ruled.is_goal(at) == ends_well(states, actions)
        plan = reachability.plan(at, budget)
        assert (plan is None) == (expected == math.inf)
        if plan is not None:
            assert ruled.validate([*actions, *(problem.actions[i] for i in plan)]).valid
        alive = reachability.alive_actions(at, budget)
        assert alive.undecided.size == 0
        goes = [index for index, rest in onward(states, actions, budget) if rest < math.inf]
        assert alive.indices.tolist() == goes
        if not goes:
            break
        index = data.draw(st.sampled_from(goes))
        action = problem.actions[index]
        assert index in ruled.applicable_indices(at)
        after = oracles.step(task, states[-1], action)
        assert after is not None
        states, actions, at = (*states, after), (*actions, action), ruled.successor(at, action)
        budget -= 1


@pytest.mark.parametrize("rule", ["F G at(a)", "!(F G at(a))", "F G at(b)", "G (last -> !at(b))", "G !at(a)"])
def test_a_rule_may_exclude_one_of_the_ways_in_which_a_goal_can_hold(rule: str):
    domain = (
        "(define (domain d) (:types thing) (:predicates (at ?x - thing))"
        " (:action put :parameters (?x - thing) :precondition () :effect (at ?x)))"
    )
    goal = "(exists (?x - thing) (at ?x))"
    text = f"(define (problem p) (:domain d) (:objects a b - thing) (:init) (:goal {goal}))"
    ruled = Ruled(Problem.from_pddl(domain, text), [Rule.parse(rule)])
    found = Reachability(ruled).plan(ruled.initial, 3)
    assert isinstance(found, tuple)
    assert ruled.validate([ruled.actions[index] for index in found]).valid
