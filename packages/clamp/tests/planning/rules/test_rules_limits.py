"""Rules bind small or are refused: whatever their text, what grows with it stays below what is allowed."""

from __future__ import annotations

import random

import pytest

from clamp.errors import RuleError
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled, compiled, grounding, ltlf
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Task, Variable

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]

X, Y = Variable("?x"), Variable("?y")
PICK = ActionSchema("pick", (X, Y), And(), (Effect(Atom("lit", ("?x", "?y"))), Effect(Atom("p", ("?x",)))))
DROP = ActionSchema("drop", (X,), And(), (Effect(Atom("p", ("?x",)), positive=False),))
HOUSE = Domain("house", {}, {"lit": (X, Y), "p": (X,)}, {}, (PICK, DROP))


def house(objects: int) -> Problem:
    things = {f"o{number}": ("object",) for number in range(objects)}
    return Problem.from_task(Task("house", HOUSE, things, frozenset(), Atom("lit", ("o0", "o0"))))


def many(sign: str, count: int, part: str) -> str:
    return "(" + f" {sign} ".join(part.replace("#", str(number)) for number in range(count)) + ")"


NASTY = [
    (8, ["(forall ?x: F lit(?x,?x)) W G !p(*)", "F do:pick(*,*)"]),
    (7, ["(forall ?x: F p(?x)) | G !p(o1)"]),
    (30, [many("&", 24, "F p(o#)") + " | X p(o1)"]),
    (30, ["G " + many("<->", 24, "p(o#)")]),
    (30, ["exists ?a: exists ?b: exists ?c: exists ?d: lit(?a,?b) U lit(?c,?d)"]),
    (30, ["forall ?x: exists ?y, ?z: F (lit(?x,?y) & X lit(?y,?z))"]),
    (30, ["F " + many("&", 20, "X X X p(o#)") + " | F " + many("&", 20, "X X F p(o#)")]),
    (20, ["exists ?x: G (p(?x) -> X X X X X X X !p(?x))"]),
    (20, ["G exists ?x, ?y: lit(?x,?y) & F p(?y)"]),
    (25, [many("|", 20, "(p(o#) U lit(o#,o#))") + " W p(o1)"]),
]


def bound_or_refused(problem: Problem, texts: list[str]) -> Ruled | None:
    """The rules; ``None`` if they are refused, by an error that says what is too large and what to do."""
    try:
        return Ruled(problem, [Rule.parse(text, f"r{number}") for number, text in enumerate(texts)])
    except RuleError as error:
        why = str(error)
    assert "large" in why or "more than" in why or "above" in why
    assert "'r" in why or "Rule '" in why
    return None


def check_small(ruled: Ruled) -> None:
    automata = {id(one.automaton): one.automaton for one in ruled.monitor.rules.instances}.values()
    assert all(len(one.accepting) <= ltlf.MAX_STATES for one in automata)
    assert all(len(one.propositions) <= grounding.MAX_PROPOSITIONS for one in ruled.monitor.rules.instances)
    nodes = sum(len(ltlf._branches([one.start, *one.moves])) for one in automata)
    assert nodes <= ltlf.MAX_WORK


# These are as long as others of their kind are.
LONG = ("(F p(o0)", "exists ?a: exists ?b")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("objects", "texts"),
    [
        pytest.param(*case, id=case[1][0][:20], marks=[pytest.mark.slow] * case[1][0].startswith(LONG))
        for case in NASTY
    ],
)
def test_nasty_rules_are_small_or_refused(objects: int, texts: list[str]) -> None:
    ruled = bound_or_refused(house(objects), texts)
    if ruled is not None:
        check_small(ruled)


def random_rule(rng: random.Random, depth: int, bound: tuple[str, ...], objects: int) -> str:
    terms = (*bound, "*", *(f"o{number}" for number in range(min(objects, 4))))
    if not depth:
        kind = rng.choice(("lit", "p", "do:pick", "do:drop"))
        arity = 2 if kind in ("lit", "do:pick") else 1
        return f"{kind}({', '.join(rng.choice(terms) for _ in range(arity))})"

    def below(more: tuple[str, ...] = ()) -> str:
        return random_rule(rng, depth - 1, (*bound, *more), objects)

    match rng.choice(("unary", "binary", "binary", "quantifier", "many", "next")):
        case "unary":
            return f"{rng.choice(('!', 'F', 'G'))} ({below()})"
        case "binary":
            return f"({below()}) {rng.choice(('&', '|', '->', '<->', 'U', 'W', 'R', 'M'))} ({below()})"
        case "quantifier":
            new = tuple(f"?v{len(bound) + number}" for number in range(rng.choice((1, 1, 2))))
            return f"({rng.choice(('forall', 'exists'))} {', '.join(new)}: {below(new)})"
        case "many":
            sign, head = rng.choice("&|"), rng.choice(("F", "G", "X", ""))
            return "(" + f" {sign} ".join(f"{head} ({below()})" for _ in range(rng.choice((3, 8)))) + ")"
        case _:
            return "X " * rng.choice((2, 10)) + f"({below()})"


def spent_at_most(monkeypatch: pytest.MonkeyPatch) -> list[ltlf.Work]:
    """The meters that are made from now on."""
    made: list[ltlf.Work] = []

    class Noted(ltlf.Work):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr(grounding, "Work", Noted)
    return made


@pytest.mark.sampled(7)
@pytest.mark.parametrize("seed", range(10))
def test_random_rules_are_small_or_refused(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    meters = spent_at_most(monkeypatch)
    for objects in (3, 12):
        ruled = bound_or_refused(house(objects), [random_rule(rng, rng.choice((2, 3)), (), objects)])
        if ruled is not None:
            check_small(ruled)
            assert meters[-1].left >= 0
            compiled.refuse_if_large(ruled.system, ruled.monitor)  # type: ignore[arg-type]


def test_ordinary_rules_over_many_objects_are_bound() -> None:
    problem = house(40)
    for text in (
        "forall ?x, ?y: G (do:pick(?x, ?y) -> F do:drop(?x))",
        "G exists ?x: !p(?x)",
        "F exists ?x: p(?x)",
    ):
        assert bound_or_refused(problem, [text]) is not None
