"""Explanations name the first constraint that leaves a token no completion, and say why in one sentence."""

from __future__ import annotations

import pytest
from fakes import GraphSystem, byte_vocabulary, graph_systems
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import LEVELS, Cursor, Explanation, PlanConstraint, PlanFormat
from clamp.planning.problem import Problem
from clamp.planning.rules.formula import Rule
from clamp.planning.rules.ruled import Ruled
from clamp.planning.system import Action
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Task, Variable

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

FORMATS = {
    "calls": PlanFormat.calls(),
    "spaced skills": PlanFormat.skill_json(spaced=True),
    "steps": PlanFormat.steps({"go": "go to", "a": "a b"}),
    "closed": PlanFormat.from_template("{name}<{args}>", separator=";", closing=";.", lead="{i}:"),
    "reasoning": PlanFormat.calls().with_reasoning("T:", end="é:", max_bytes=4),
}
EXTRA = [b"  ", b'": [', b"], ", b"()\n", b")\nPick", b"\n\n", b"\xc3\xa9:go(", b"Step 2. a"]


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(25))
def test_the_constraint_named_is_the_first_that_forbids_the_token(name: str, data: st.DataObject) -> None:
    system = data.draw(graph_systems())
    budget = data.draw(st.integers(1, 3))
    seen = data.draw(st.none() | st.sets(st.sampled_from(system.entities))) if system.entities else None
    enforce = [level for level in LEVELS if level == "syntax" or data.draw(st.booleans())]
    if "goal" in enforce and "executability" not in enforce:
        enforce.remove("goal")
    vocabulary = byte_vocabulary(EXTRA)
    growing = [
        PlanConstraint(
            system,
            vocabulary,
            FORMATS[name],
            budget=budget,
            seen=seen,
            enforce=enforce[: length + 1],
            loops=True,
        )
        for length in range(len(enforce))
    ]
    cursors = [constraint.initial() for constraint in growing]
    for _ in range(data.draw(st.integers(0, 25))):
        allowed = growing[-1].allowed(cursors[-1])
        if not allowed.size:
            break
        token = int(data.draw(st.sampled_from(allowed.tolist()[::-1])))
        cursors = [one.advance(cursor, token) for one, cursor in zip(growing, cursors, strict=True)]
    verdicts = [set(one.allowed(cursor).tolist()) for one, cursor in zip(growing, cursors, strict=True)]
    for token in range(vocabulary.size):
        forbids = [level for level, admitted in zip(enforce, verdicts, strict=True) if token not in admitted]
        explanation = growing[-1].explain(cursors[-1], token)
        assert explanation.allowed == (not forbids)
        assert explanation.constraint == (forbids[0] if forbids else None)
        assert explanation.reason


WALK, GRAB, OPEN = Action("walk", ("sink",)), Action("grab", ("cup",)), Action("open", ("box",))
HOUSE = GraphSystem([WALK, GRAB, OPEN], {0: {0: 1}, 1: {0: 1, 1: 2}, 2: {0: 2}}, goals=[2])
VOCABULARY = byte_vocabulary([b"walk", b"grab", b"open", b"fly", b"walk(sink)\nopen", b"walk(sink)\n"])
EOS = VOCABULARY.size - 1
TOKENS = {VOCABULARY.bytes_of(token): token for token in range(EOS)}


def explained(text: bytes, token: int | bytes, budget: int = 3, **options: object) -> Explanation:
    constraint = PlanConstraint(HOUSE, VOCABULARY, PlanFormat.calls(), budget=budget, **options)  # type: ignore[arg-type]
    cursor: Cursor = constraint.initial()
    for byte in text:
        cursor = constraint.advance(cursor, byte)
    return constraint.explain(cursor, TOKENS[token] if isinstance(token, bytes) else token)


def test_an_admissible_token_is_said_to_be_so() -> None:
    found = explained(b"", b"walk")
    assert (found.allowed, found.constraint, found.text) == (True, None, "walk")


def test_an_action_that_can_never_apply_is_named_with_the_reason() -> None:
    x, y = Variable("?x"), Variable("?y")
    go = ActionSchema(
        "go", (x, y), And((Atom("at", ("?x",)), Atom("road", ("?x", "?y")))), (Effect(Atom("at", ("?y",))),)
    )
    roads = {Atom("road", one) for one in (("a", "b"), ("b", "c"), ("d", "a"))}
    domain = Domain("trips", {}, {"at": (x,), "road": (x, y)}, {}, (go,))
    objects = dict.fromkeys("abcd", ("object",))
    task = Task("trip", domain, objects, frozenset({Atom("at", ("a",)), *roads}), Atom("at", ("c",)))
    for system in (Problem.from_task(task), Ruled(Problem.from_task(task), [Rule.parse("F do:go(a, b)")])):
        constraint = PlanConstraint(system, VOCABULARY, PlanFormat.calls(), budget=3)
        cursor = constraint.initial()
        for text, token, action, why in (
            (b"go(a, ", b"d", "go(a, d)", "(road a d) can never become true"),
            (b"", b"c", "go(a, c)", "(road a c) can never become true"),
        ):
            for byte in text:
                cursor = constraint.advance(cursor, byte)
            found = constraint.explain(cursor, token[0])
            assert (found.constraint, found.reason) == ("syntax", f"{action} can never be applied: {why}.")
        assert constraint.explain(cursor, ord("x")).reason == "The format 'calls' needs 'b)' here."


def test_syntax_says_what_the_format_needs() -> None:
    found = explained(b"", b"fly")
    assert found.constraint == "syntax"
    assert found.reason == "The format 'calls' needs 'grab(cup)', 'open(box)', 'walk(sink)' here."
    assert explained(b"walk(", b"grab").reason == "The format 'calls' needs 'sink)' here."


def test_syntax_says_that_the_budget_is_spent() -> None:
    found = explained(b"walk(sink)\ngrab(cup)", ord("\n"), budget=2)
    assert found.constraint == "syntax"
    assert "budget of 2 actions is spent" in found.reason
    assert "the end of the sequence" in found.reason


def test_visibility_names_what_is_not_seen() -> None:
    found = explained(b"", b"open", seen=["sink", "cup"])
    assert (found.constraint, found.reason) == ("visibility", "open(box) names 'box', which is not seen.")


def test_executability_says_what_is_missing() -> None:
    found = explained(b"", b"grab")
    assert found.constraint == "executability"
    assert found.reason == "grab(cup) cannot be executed: state 0 has no such edge"


def test_a_token_that_crosses_into_the_next_action_is_blamed_there() -> None:
    found = explained(b"", b"walk(sink)\nopen")
    assert found.constraint == "executability"
    assert found.reason == "open(box) cannot be executed: state 1 has no such edge"


def test_the_goal_says_how_many_actions_are_left() -> None:
    found = explained(b"walk(sink)\n", b"walk", budget=2)
    assert found.constraint == "goal"
    assert found.reason == "After walk(sink) the goal cannot be reached with the 0 actions left."


def test_the_plan_cannot_end_before_the_goal() -> None:
    found = explained(b"walk(sink)", EOS)
    assert found.constraint == "goal"
    assert found.reason == "The plan cannot end here: the goal does not hold after 1 action."


def test_the_plan_cannot_end_inside_an_action() -> None:
    found = explained(b"walk(si", EOS)
    assert (found.constraint, found.text) == ("syntax", "")
    assert "'nk)'" in found.reason


def test_nothing_follows_the_end() -> None:
    constraint = PlanConstraint(HOUSE, VOCABULARY, PlanFormat.calls(), budget=2)
    cursor = constraint.initial()
    for byte in b"walk(sink)\ngrab(cup)":
        cursor = constraint.advance(cursor, byte)
    cursor = constraint.advance(cursor, EOS)
    assert "has ended" in constraint.explain(cursor, EOS).reason
    assert constraint.accepting(cursor)
    assert not constraint.allowed(cursor).size


def test_a_token_that_writes_nothing_is_told_so() -> None:
    vocabulary = byte_vocabulary()
    padded = type(vocabulary)([*(vocabulary.bytes_of(i) for i in range(256)), None, None], [256])
    constraint = PlanConstraint(HOUSE, padded, PlanFormat.calls(), budget=2)
    assert "writes nothing" in constraint.explain(constraint.initial(), 257).reason


def test_without_any_plan_the_first_token_is_explained_all_the_same() -> None:
    found = explained(b"", b"walk", budget=1)
    assert found.constraint == "goal"
    assert found.reason == "After walk(sink) the goal cannot be reached with the 0 actions left."


def test_reasoning_needs_text() -> None:
    plan_format = PlanFormat.calls().with_reasoning(end="!", max_bytes=1)
    constraint = PlanConstraint(HOUSE, VOCABULARY, plan_format, budget=2)
    found = constraint.explain(constraint.initial(), 0xFF)
    assert found.reason == "The format 'calls' needs 'text' here."
    after = constraint.advance(constraint.initial(), ord("a"))
    assert constraint.allowed(after).tolist() == [ord("!")]


def test_without_actions_there_is_nothing_to_explain() -> None:
    constraint = PlanConstraint(GraphSystem([], {}, [0]), VOCABULARY, PlanFormat.calls(), budget=2)
    assert constraint.explain(constraint.initial(), TOKENS[b"walk"]).reason == (
        "'graph' has no actions, so there is no plan."
    )


def test_a_search_limit_is_named() -> None:
    from clamp.planning.search.reachability import SearchLimits

    chain = GraphSystem(
        [Action("left"), Action("right")], {s: {0: max(s - 1, 0), 1: s + 1} for s in range(40)}, goals=[40]
    )
    constraint = PlanConstraint(
        chain, VOCABULARY, PlanFormat.calls(), budget=45, limits=SearchLimits(states=1)
    )
    failure = constraint.failure()
    assert failure is not None
    assert failure.cause == "limit"
