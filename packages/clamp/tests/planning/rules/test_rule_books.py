"""Rule books: what each template means, what a plan is told, and what is wrong with a book."""

from __future__ import annotations

import itertools
import random

import pytest
from roots import EXAMPLES
from rule_strategies import walk

from clamp.errors import RuleError
from clamp.planning import Problem
from clamp.planning.rules import Rule, RuleBook, Ruled, judge
from clamp.planning.rules.book import MAX_COUNT
from clamp.planning.rules.consistency import contradiction
from clamp.planning.rules.drawing import drawing, sketch
from clamp.planning.rules.grounding import ground_rules
from clamp.planning.rules.judging import ActionsAlone
from clamp.planning.rules.ltlf import DEAD
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Action

COOKING = EXAMPLES / "cooking"


def cooking() -> Problem:
    return Problem.from_pddl(COOKING / "domain.pddl", COOKING / "problem.pddl")


def one(template: str, steps: str = "intervening") -> Rule:
    (rule,) = RuleBook.parse(f"steps: {steps}\nrules:\n  - {{{template}}}\n").rules
    return rule


ABC = [Action("a"), Action("b"), Action("c")]
MEANING = {
    # What a template says of the names of a plan's actions, read word by word.
    'before: ["do:a", "do:b"]': lambda p: all("a" in p[:i] for i, x in enumerate(p) if x == "b"),
    'response: ["do:a", "do:b"]': lambda p: all("b" in p[i + 1 :] for i, x in enumerate(p) if x == "a"),
    'immediately after: ["do:a", "do:b"]': lambda p: all(
        p[i + 1 : i + 2] == ["b"] for i, x in enumerate(p) if x == "a"
    ),
    'never: "do:a"': lambda p: "a" not in p,
    'at most 0: "do:a"': lambda p: p.count("a") <= 0,
    'at most 2 times: "do:a"': lambda p: p.count("a") <= 2,
    'finally: "do:a"': lambda p: p[-1:] == ["a"],
    'always while: ["do:*", "do:a"]': lambda p: all(x == "a" for x in p),
    'formula: "G !do:c"': lambda p: "c" not in p,
}
WITHIN = {
    # (steps, n): at most n other actions between; at most n positions later.
    ("intervening", 0): 1,
    ("intervening", 2): 3,
    ("index", 1): 1,
    ("index", 2): 2,
}
VACUOUS = {
    'before: ["do:a", "do:b"]': "b",
    'response: ["do:a", "do:b"]': "a",
    'immediately after: ["do:a", "do:b"]': "a",
    'always while: ["do:a", "do:a"]': "a",
}
LONG = [list(plan) for length in range(6) for plan in itertools.product("abc", repeat=length)]
PLANS = [plan for plan in LONG if len(plan) < 5]


def outcome(rule: Rule, names: list[str]) -> str:
    plan = [Action(name) for name in names]
    (verdict,) = judge(ActionsAlone([*plan, *ABC], [rule]), [rule], plan).verdicts
    return verdict.outcome


@pytest.mark.parametrize("template", MEANING)
def test_a_template_means_what_it_says(template: str) -> None:
    rule = one(template)
    for names in PLANS:
        assert (outcome(rule, names) != "broken") == MEANING[template](names), names


@pytest.mark.parametrize(("steps", "number"), WITHIN)
def test_within_counts_as_the_book_says(steps: str, number: int) -> None:
    rule, most = one(f'within {number}: ["do:a", "do:b"]', steps), WITHIN[steps, number]
    for names in PLANS:
        kept = all("b" in names[i + 1 : i + 1 + most] for i, x in enumerate(names) if x == "a")
        assert (outcome(rule, names) != "broken") == kept, names


@pytest.mark.parametrize("template", VACUOUS)
def test_a_rule_is_vacuous_iff_nothing_happened_that_it_is_about(template: str) -> None:
    rule = one(template)
    for names in PLANS:
        said = outcome(rule, names)
        if said != "broken":
            assert (said == "vacuous") == (VACUOUS[template] not in names), names


@pytest.mark.parametrize(
    ("text", "plan", "expected"),
    [
        ("G (do:a -> F do:b)", "c", "vacuous"),
        ("G (!do:a | F do:b)", "c", "vacuous"),
        ("G (do:a -> (do:b -> F do:c))", "ac", "vacuous"),
        ("!do:b W do:a", "c", "vacuous"),
        ("!do:b W do:a", "ab", "kept"),
        ("do:a R !do:b", "c", "vacuous"),
        ("G !do:a", "c", "kept"),
        ("F do:a | F do:b", "a", "kept"),
        ("forall ?x - object: G (do:a -> F do:b)", "", "vacuous"),
        ("G (do:a -> F do:b) & G (do:b -> F do:c)", "bc", "kept"),
    ],
)
def test_vacuous_formulas(text: str, plan: str, expected: str) -> None:
    assert outcome(Rule.parse(text), list(plan)) == expected


def test_a_rule_is_broken_where_nothing_could_have_kept_it_any_more() -> None:
    """The action that is named, against all ways on of up to four actions."""
    rng = random.Random(3)
    texts = [one(template).text for template in MEANING] + ["F do:a & G (do:b -> Y do:a)", "H !do:c U do:b"]
    texts += [one('within 1: ["do:a", "do:b"]').text, "G (do:a -> X X do:b)"]
    for text in texts:
        rule = Rule.parse(text)
        for names in rng.sample(PLANS, 40):
            plan = [Action(name) for name in names]
            system = ActionsAlone([*plan, *ABC], [rule])
            words = system.rule_words()

            def hopeless(prefix: list[Action], system: ActionsAlone = system, rule: Rule = rule) -> bool:
                ways = (way for length in range(4) for way in itertools.product(ABC, repeat=length))
                words = system.rule_words()
                return not any(
                    keeps(rule, list(words.replay([*prefix, *way])), words.objects) for way in ways
                )

            (verdict,) = judge(system, [rule], plan).verdicts
            kept = keeps(rule, list(words.replay(plan)), words.objects)
            assert verdict.kept == kept
            first = next((i for i in range(len(plan) + 1) if hopeless(plan[:i])), None)
            assert verdict.action == (None if kept else first), (text, names)


def test_a_plan_that_misses_its_goal_or_stops_half_way_is_judged() -> None:
    problem = cooking()
    rules = RuleBook.parse(
        'steps: index\nrules:\n  all off: {for: {h: heater}, finally: "!on(?h)"}\n'
        '  quick: {for: {h: heater}, within 1: ["do:turn-on(?h)", "do:turn-off(?h)"]}\n'
        '  never hot: {for: {f: food}, never: "hot(?f)"}\n'
    ).rules
    on, off = Action("turn-on", ("stove_1",)), Action("turn-off", ("stove_1",))
    found = judge(problem, rules, [on])
    assert [verdict.outcome for verdict in found.verdicts] == ["broken", "broken", "kept"]
    assert found.verdicts[0].of == ({"?h": "stove_1"},)
    assert found.verdicts[0].action is None
    assert "goal is not reached" in found.validation.reason
    found = judge(problem, rules, [on, on, off])
    assert (found.executed, found.validation.step) == (1, 1)
    found = judge(problem, rules, [on, off])
    assert [verdict.outcome for verdict in found.verdicts] == ["kept"] * 3
    verdict = Ruled(problem, rules).validate([on])
    assert "goal is not reached" in verdict.reason
    assert "breaks the rules 'all off', 'quick'" in verdict.reason
    verdict = Ruled(problem, rules).validate([on, off])
    assert "goal is not reached" in verdict.reason
    assert "breaks" not in verdict.reason


CONTRADICTIONS = [
    (["F do:a", "G !do:a"], [0, 1]),
    (["F do:a", "G !do:c", "F do:c", "G (do:b -> F do:a)"], [1, 2]),
    (["F do:a", "G (do:a -> X F do:b)", "G !do:b", "F do:c"], [0, 1, 2]),
    (["F (do:a & do:b)"], [0]),
    (["G (last -> do:a)", "G (last -> do:b)"], [0, 1]),
    (["X do:a", "X do:b", "X do:*"], [0, 1]),
    (["F (do:a & last)", "G (do:a -> X F do:b)"], [0, 1]),
    (["G (do:b -> Y O do:a)", "F do:b", "G !do:a"], [0, 1, 2]),
]


CONTRADICTIONS.append(
    (
        [f"G (do:a -> X F do:{name})" for name in "bc"] * 9
        + ["F do:b -> F do:c", "F do:c -> F do:a", "F do:a -> G !do:a", "F do:b"],
        [18, 19, 20, 21],
    )
)


@pytest.mark.parametrize(("texts", "core"), CONTRADICTIONS)
def test_a_contradiction_is_refused_with_its_smallest_core(texts: list[str], core: list[int]) -> None:
    rules = [Rule.parse(text, f"r{number}") for number, text in enumerate(texts)]
    with pytest.raises(RuleError) as refused:
        judge(ActionsAlone(ABC, rules), rules, [])
    assert [number for number in range(len(texts)) if f"'r{number}'" in str(refused.value)] == core


@pytest.mark.no_cover
def test_random_books_are_refused_iff_no_trace_keeps_them() -> None:
    """Against all traces of up to five actions; small formulas that can be kept at all are kept by one."""
    rng = random.Random(7)
    forms = ["G !do:{}", "F do:{}", "G (do:{} -> X F do:{})", "G (do:{} -> Y O do:{})", "G (last -> do:{})",
             "X do:{}", "G (do:{} -> X do:{})", "F (do:{} & X do:{})"]  # fmt: skip
    known: dict[str, list[bool]] = {}
    words = ActionsAlone(ABC, []).rule_words()
    traces = [list(words.replay([Action(name) for name in names])) for names in LONG]
    refused = 0
    for _ in range(150):
        texts = sorted(
            form.format(*(rng.choice("abc") for _ in range(2)))
            for form in rng.choices(forms, k=rng.choice((2, 3, 4)))
        )
        rules = [Rule.parse(text, f"{number}") for number, text in enumerate(texts)]
        for rule in rules:
            if rule.text not in known:
                known[rule.text] = [keeps(rule, trace, words.objects) for trace in traces]
        rows = zip(*(known[text] for text in texts), strict=True)
        kept_by = {frozenset(i for i, kept in enumerate(row) if kept) for row in rows}
        system = ActionsAlone(ABC, rules)
        found = contradiction(ground_rules(system, words, rules), len(system.actions))
        every = frozenset(range(len(rules)))
        assert (found is not None) == (every not in kept_by), texts
        if found is not None:
            refused += 1
            core = frozenset(rules.index(rule) for rule in found[0])
            assert found[1]
            assert not any(core <= kept for kept in kept_by)
            smaller = itertools.combinations(every, len(core) - 1)
            assert all(any(set(one) <= kept for kept in kept_by) for one in smaller)
    assert 20 < refused < 130


def test_the_drawing_of_a_rule_decides_what_the_rule_says() -> None:
    for template in MEANING:
        rule = one(template)
        drawn = sketch(rule)
        for names in PLANS:
            at = walk(drawn.automaton.start, lambda number: False)
            for name in names:
                true = {"do:*", f"do:{name}"}
                if at != DEAD:
                    at = walk(
                        drawn.automaton.moves[at],
                        lambda i, true=true, named=drawn.propositions: named[i] in true,
                    )
            kept = at != DEAD and drawn.automaton.accepting[at]
            assert kept == MEANING[template](names), (template, names)


def test_a_drawing_is_one_graph_whose_texts_are_quoted() -> None:
    rules = RuleBook.parse(
        'rules: {"a \\"b\\"": {never: "do:a"}, c: "forall ?x: G (p(?x) -> F do:b(?x))"}'
    ).rules
    text = drawing(rules)
    assert text.count("digraph") == 1
    assert text.count("{") == text.count("}") == 3
    assert 'label="a \\"b\\"\\nG !do:a"' in text
    assert "p(?x)" in text
    with pytest.raises(RuleError, match="depends on how many objects"):
        drawing([Rule.parse("F exists ?x: G p(?x)")])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a", "a rule book is a mapping"),
        ("rules: 3", r"book:1: rules: it should be a list of rules, or a mapping"),
        ("rules: []", "the book has no rules"),
        ("rule: [p]", "did you mean 'rules'"),
        ("rules: [{nevr: p}]", "did you mean 'never'"),
        ("rules: [{never: p, finally: q}]", "has 'never' and 'finally'"),
        ("rules: [{reason: x}]", "one template, and this one has none"),
        ("steps: x\nrules: [p]", "should be 'intervening' or 'index'"),
        ("rules:\n- p\n- within 2: [a, b]", r"book:3: 'within 2' may be counted in two ways.*: inter.*: index`"),
        ("steps: index\nrules: [{within 0: [a, b]}]", "can never be kept"),
        ("rules:\n  x:\n    never: 'p ('", r"book:2: Rule 'p \(', character 4: found the end"),
        ("rules: [{never: p, severity: bad}]", "should be 'critical', 'serious' or 'minor'"),
        ("rules: [{before: [a, b, c]}]", "takes two formulas"),
        ("rules: [{before: {first: a, them: b}}]", "takes 'first' and 'then'"),
        ("rules: [{never: true}]", "in quotes"),
        ("rules:\n- never: !p", "Quote a value that begins with '!'"),
        ("rules: [{at most 99: p}]", f"counts to at most {MAX_COUNT}"),
        ("rules: [{at most 99999999999999999999999: p}]", f"counts to at most {MAX_COUNT}"),
        ("rules: [p, p]", "two rules named 'p'"),
        ("rules: {a: {name: b, never: p}}", "has a name already"),
        ("rules: {1: p}", "the name 1 is no text"),
        ("rules: [{never: p, for: {'x y': t}}]", "is no variable"),
        ("rules: [null]", "a rule: should be a mapping of fields, but it is"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_book_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        RuleBook.parse(text, "book")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            'never: "do:turn-up(*)"',
            r"character 4: .*does not know the action 'turn-up'. Did you mean 'turn-o",
        ),
        ('never: "do:turn-on(stov_1)"', "the object 'stov_1'. Did you mean 'stove_1'"),
        ('never: "hott(soup)"', "the predicate 'hott'. Did you mean 'hot'"),
        ('for: {x: heatr}, never: "on(?x)"', "the type 'heatr' of .*Did you mean 'heater'"),
        (
            'within 3: ["do:turn-on(stove_1)", "do:turn-of(stove_1)"]',
            r"character 32: .*'turn-of'. Did you mean 'turn-off'",
        ),
    ],
)
def test_names_that_a_problem_does_not_know_are_refused(template: str, message: str) -> None:
    """A rule over an action that is not there fails closed: it never just holds."""
    with pytest.raises(RuleError, match=message):
        judge(cooking(), [one(template)], [])


def test_the_largest_counts_can_be_bound() -> None:
    book = RuleBook.parse(
        f"steps: intervening\nrules: [{{within {MAX_COUNT}: ['do:a', 'do:b']}}, {{at most {MAX_COUNT}: 'do:a'}}]"
    )
    found = judge(ActionsAlone(ABC, book.rules), book.rules, [ABC[0], *[ABC[2]] * MAX_COUNT, ABC[1]])
    assert not found.broken
    found = judge(ActionsAlone(ABC, book.rules), book.rules, [ABC[0], *[ABC[2]] * (MAX_COUNT + 1), ABC[1]])
    assert [verdict.action for verdict in found.broken] == [MAX_COUNT + 2]
