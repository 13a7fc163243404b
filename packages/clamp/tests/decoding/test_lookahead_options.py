"""The lookahead's options against brute force: without a goal, with a cap, over the tokens really written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import TIDY, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from lookaheads import PATIENT, UNAMBIGUOUS, check_cap, check_masses, first_goals, onward
from patience import examples

from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.formats import written
from clamp.decoding.lookahead import ActionLookahead, Lookahead, lookahead_for, with_hmm
from clamp.decoding.plans import Cursor
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ConstraintError, GuidanceError
from clamp.hmm import HMM
from clamp.planning.system import Action

pytestmark = pytest.mark.usefixtures("unhurried")

THINKING = PlanFormat.calls().with_reasoning("Think: ", "\nPlan:\n", 30)


@pytest.mark.parametrize("name", UNAMBIGUOUS)
@pytest.mark.parametrize("levels", [1, 2, 3])
@given(data=st.data())
@settings(max_examples=examples(12), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_without_a_goal_a_token_has_the_mass_of_the_actions_that_it_can_become(
    levels: int, name: str, data: st.DataObject
) -> None:
    check_masses(PlanConstraint, levels, UNAMBIGUOUS[name], data)


# ------------------------------------------------------------------ the cap


@given(
    graph_systems(max_states=4, max_actions=4),
    st.integers(1, 5),
    st.integers(0, 4),
    st.integers(0, 99),
    st.data(),
)
@settings(max_examples=examples(40), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_a_cap_leaves_the_plans_that_reach_the_goal_so_soon_after_the_action_at_hand(
    system: GraphSystem, budget: int, cap: int, seed: int, data: st.DataObject
) -> None:
    check_cap(PlanConstraint, system, budget, cap, seed, data)


def test_a_cap_that_is_too_small_for_any_plan_is_said_to_be() -> None:
    constraint = PlanConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), budget=4)
    hmm = HMM.random(2, constraint.vocabulary.size, seed=0)
    with pytest.raises(GuidanceError, match=r"-inf.*at most 0 actions behind .*lookahead_cap"):
        Lookahead(constraint, hmm, cap=0).bias(constraint.initial())
    assert Lookahead(constraint, hmm, cap=1).bias(constraint.initial()) is not None
    # Without a goal nothing is looked for behind the action at hand, so a cap changes nothing.
    for cap in (0, 1, None):
        capped = ActionLookahead(constraint, hmm, cap=cap)
        assert capped.truncation is None
        assert (
            capped.scores(constraint.initial())[1].tolist()
            == ActionLookahead(constraint, hmm).scores(constraint.initial())[1].tolist()
        )
    with pytest.raises(ConstraintError, match="`cap` is a whole number of at least 0"):
        Lookahead(constraint, hmm, cap=-1)


# ------------------------------------------------------------------ the tokens really written

ENDS = {"calls": b")", "skill_json": b"}}", "wrapped": b">", "thinking": b")"}
"""How the text of each action ends, in the formats of these tests."""


def walked(
    constraint: PlanConstraint, data: st.DataObject, steps: int
) -> Iterator[tuple[Cursor, list[int], bytes]]:
    """A random text, token by token; long tokens come first."""
    cursor, tokens, text = constraint.initial(), list[int](), b""
    for _ in range(steps):
        yield cursor, tokens, text
        ids = constraint.allowed(cursor).tolist()
        choices = [token for token in ids if token not in constraint.vocabulary.eos_ids]
        if not choices:
            break
        # Mostly what leads somewhere: reasoning admits nearly every byte.
        likely = [
            one for one in choices if (constraint.vocabulary.bytes_of(one) or b"")[:1] in b"\nPlan:Think"
        ]
        token = data.draw(st.sampled_from(sorted(likely or choices, reverse=True)))
        cursor = constraint.advance(cursor, token)
        tokens, text = [*tokens, token], text + (constraint.vocabulary.bytes_of(token) or b"")


def pieces_of(whole: Sequence[bytes], data: st.DataObject) -> list[bytes]:
    """Some tokens that occur in some texts."""
    return [
        piece[data.draw(st.integers(0, len(piece))) :][: data.draw(st.integers(2, 12))]
        for piece in data.draw(st.lists(st.sampled_from(whole), max_size=5))
    ]


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("reads", ["plan", "text"])
@pytest.mark.parametrize("kind", ["goal", "action"])
@given(data=st.data())
@settings(max_examples=examples(12), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_the_belief_is_the_forward_pass_over_the_tokens_really_written(
    kind: str, reads: str, name: str, data: st.DataObject
) -> None:
    form = UNAMBIGUOUS.get(name, THINKING)
    system = data.draw(graph_systems(max_states=3, max_actions=3))
    whole = [form.serialize(plan).encode() for plan in itertools.product(system.actions, repeat=2)]
    if form.reasoning:
        whole = [b"Think: ok\nPlan:\n" + one for one in whole]
    vocabulary = byte_vocabulary(pieces_of(whole, data))
    hmm = HMM.random(2, vocabulary.size, seed=data.draw(st.integers(0, 99)))
    enforce = frozenset(LEVELS if kind == "goal" else LEVELS[:2])
    hard = PlanConstraint(system, vocabulary, form, budget=3, enforce=enforce, loops=True)
    assume(len(hard.allowed(hard.initial())))
    lookahead = lookahead_for(hard, kind)(hard, hmm, belief=reads)
    constraint = lookahead.constraint
    for cursor, tokens, text in walked(constraint, data, 40):
        lengths = list(
            itertools.accumulate((len(vocabulary.bytes_of(one) or b"") for one in tokens), initial=0)
        )
        marker = text.find(b"\nPlan:\n", len(b"Think: ")) if form.reasoning else 0
        begins = len(text) + 1 if marker < 0 else marker + len(b"\nPlan:\n") if form.reasoning else 0
        ends = [begins]
        while (at := text.find(ENDS[name], ends[-1])) >= 0:
            ends.append(at + len(ENDS[name]))
        for boundary in {thread.boundary for thread in cursor.threads}:
            count = next(
                (n for n, length in enumerate(lengths) if length >= ends[boundary.written]), len(tokens)
            )
            if reads == "plan":
                skipped = next((n for n, length in enumerate(lengths[1:]) if length > begins), len(tokens))
                read = tokens[skipped:count] if boundary.written else []
            else:
                read = tokens[:count]
            found = lookahead.belief(boundary, cursor).log_joint()
            wanted = np.log(onward(hmm, np.asarray(hmm.initial), read))
            np.testing.assert_allclose(found, wanted, atol=1e-6)
        ids, scores = lookahead.scores(cursor)
        assert len(ids) == len(scores)
        assert np.isfinite(scores).all()
        assert ids.tolist() == hard.allowed(cursor).tolist()  # the mask asks for the text alone


@pytest.mark.parametrize("reads", ["plan", "text"])
@pytest.mark.parametrize("kind", [Lookahead, ActionLookahead])
@given(data=st.data())
@settings(max_examples=examples(15), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_where_the_tokens_written_are_the_canonical_ones_nothing_changes(
    kind: type[Lookahead], reads: str, data: st.DataObject
) -> None:
    """Bytes can be cut in one way only; in these texts, one action may begin another, so there are many readings."""
    system = data.draw(graph_systems(max_states=3, max_actions=4))
    form = data.draw(st.sampled_from([PlanFormat.steps(), PlanFormat.from_template("{name} {args}")]))
    budget = 2 if form.lead else 3  # canonical segments of later items are all numbered as the second one is
    hard = PlanConstraint(system, byte_vocabulary(), form, budget=budget, loops=True)
    assume(len(hard.allowed(hard.initial())))
    hmm = HMM.random(2, hard.vocabulary.size, seed=data.draw(st.integers(0, 99)))
    usual, other = kind(hard, hmm), kind(hard, hmm, belief=reads)
    plain = hard.initial()
    for cursor, tokens, _ in walked(other.constraint, data, 30):
        if tokens:
            plain = hard.advance(plain, tokens[-1])
        assert plain.tokens is None
        np.testing.assert_allclose(other.scores(cursor)[1], usual.scores(plain)[1], atol=1e-6)


@given(data=st.data())
@settings(max_examples=examples(40), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_what_is_left_of_an_action_is_weighed_from_the_tokens_really_written(data: st.DataObject) -> None:
    """G inside the actions of a plan whose tokens need not be canonical: the sum over what may still be written."""
    system = data.draw(graph_systems(max_states=3, max_actions=3))
    form = PlanFormat.calls()
    whole = [form.serialize(plan).encode() for plan in itertools.product(system.actions, repeat=2)]
    vocabulary = byte_vocabulary(pieces_of(whole, data))
    hmm = HMM.random(2, vocabulary.size, seed=data.draw(st.integers(0, 99)))
    budget = 3
    hard = PlanConstraint(system, vocabulary, form, budget=budget, loops=True)
    assume(len(hard.allowed(hard.initial())))
    lookahead = Lookahead(hard, hmm, max_states=10_000, belief="plan")
    place = hard.world.order.positions
    texts = [form.action_template(action) for action in system.actions]
    enabled = set(range(len(texts)))

    def tokens_of(rest: bytes, index: int, ahead: bytes, *, first: bool) -> list[int]:
        """Canonical tokens, where they begin there; otherwise the longest matches."""
        usual = hard.segments.of(int(place[index]), first=first)
        lead = b"" if first else b"\n"
        begun = 0
        if not first:  # how much of the separator canonical tokens have written before
            before = hard.segments.of(int(place[index]), first=True)
            begun = sum(len(vocabulary.bytes_of(one) or b"") for one in before) - len(texts[index])
        if len(ahead) == begun <= len(lead):
            return list(usual)
        found, at = list[int](), 0
        for token in vocabulary.encode_batch([rest + b"\n" + texts[index]])[0]:
            if at < len(rest):
                found.append(token)
            at += len(vocabulary.bytes_of(token) or b"")
        return found

    for cursor, _, text in walked(lookahead.constraint, data, 30):
        thread = cursor.threads[0]
        done, begun = text.count(b")"), text.rpartition(b")")[2]
        if len(cursor.threads) > 1 or begun in (b"", b"\n") or thread.boundary.written != done:
            continue
        boundary = thread.boundary
        belief = np.asarray(lookahead.belief(boundary, cursor).probabilities)
        mark = cursor.tokens.marks[boundary].tokens if cursor.tokens else None  # type: ignore[union-attr]
        assert mark is not None
        size, node = 0, mark
        while node.parent is not None:
            size, node = size + len(vocabulary.bytes_of(node.token) or b""), node.parent
        ahead = text[len(text) - len(begun) : size] if done else b""
        ids, scores = lookahead.scores(cursor)
        for token, score in zip(ids.tolist(), scores.tolist(), strict=True):
            after = begun + (vocabulary.bytes_of(token) or b"")
            if after.count(b")") or not score:
                continue
            wanted = 0.0
            for index, following in system.edges[boundary.state].items():  # type: ignore[index]
                item = (b"\n" if done else b"") + texts[index]
                if not item.startswith(after):
                    continue
                begins = onward(hmm, belief, tokens_of(item[len(ahead) :], index, ahead, first=not done))
                for rest in first_goals(system, following, budget - done - 1, enabled):
                    path = itertools.chain(*(hard.segments.of(int(place[one]), first=False) for one in rest))
                    wanted += onward(hmm, begins, list(path)).sum()
            assert score == pytest.approx(math.log(wanted), abs=1e-6), (text, after)


@pytest.mark.parametrize("reads", ["plan", "text"])
@pytest.mark.parametrize("kind", [Lookahead, ActionLookahead])
@pytest.mark.parametrize("name", ["skills", "spaced", "calls"])
def test_along_the_canonical_tokens_nothing_changes(name: str, kind: type[Lookahead], reads: str) -> None:
    """Tokens that cross from one action into the next, and white space that is optional."""
    form = {
        "skills": PlanFormat.skill_json(),
        "spaced": PlanFormat.skill_json(spaced=True),
        "calls": PlanFormat.calls(),
    }[name]
    crossing = [b'], "', b'},{"', b"}, {", b'}}, {"name', b")\n", b'": ["', b'":"', b"\n", b'{"name": "']
    vocabulary = byte_vocabulary(crossing)
    hard = PlanConstraint(TIDY, vocabulary, form, budget=4, loops=True)
    hmm = HMM.random(2, vocabulary.size, seed=3)
    usual, other = kind(hard, hmm), kind(hard, hmm, belief=reads)
    plain, cursor = hard.initial(), other.initial()
    plan = [TIDY.actions[index] for index in (2, 2, 0)]
    position = {action: int(hard.world.order.positions[TIDY.index(action)]) for action in plan}
    tokens = [
        token for n, action in enumerate(plan) for token in hard.segments.of(position[action], first=not n)
    ]
    for token in tokens:
        np.testing.assert_allclose(other.scores(cursor)[1], usual.scores(plain)[1], atol=1e-6)
        plain, cursor = hard.advance(plain, token), other.advance(cursor, token)
    assert hard.actions(plain) == tuple(plan)
    np.testing.assert_allclose(other.scores(cursor)[1], usual.scores(plain)[1], atol=1e-6)


def test_cursors_that_keep_their_tokens_are_values() -> None:
    vocabulary = byte_vocabulary([b"Pick(", b")\n"])
    constraint = PlanConstraint(TIDY, vocabulary, PlanFormat.calls(), budget=4)
    keeping = constraint.keeping_tokens()
    assert keeping.keeping_tokens() is keeping
    assert not constraint.keeps_tokens
    assert keeping.segments is constraint.segments

    def at(tokens: Sequence[int]) -> Cursor:
        cursor = keeping.initial()
        for token in tokens:
            cursor = keeping.advance(cursor, token)
        return cursor

    pick = vocabulary.encode_batch([b"Pick("])[0]
    assert len(pick) == 1
    one, two, other = at([*pick, *b"cup"]), at([*pick, *b"cup"]), at(list(b"Pick(cup"))
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert one.threads == other.threads
    assert keeping.allowed(one) is keeping.allowed(other)  # found once
    assert one.tokens is not None
    assert (one.tokens.count, other.tokens and other.tokens.count) == (4, 8)
    whole = at(list(b"Pick(cup)\nPut(cup, shelf)"))
    ended = keeping.advance(whole, 258)
    assert ended.finished
    assert ended.tokens == whole.tokens
    assert keeping.advance(whole, 258) == ended


def test_another_hmm_keeps_how_tokens_are_weighed() -> None:
    vocabulary = byte_vocabulary([b"Pick("])
    constraint = PlanConstraint(TIDY, vocabulary, PlanFormat.calls(), budget=4, enforce=frozenset(LEVELS[:2]))
    one, two = (HMM.random(2, vocabulary.size, seed=seed) for seed in (0, 1))
    lookahead = ActionLookahead(constraint, one, guidance=0.5, cap=3, belief="text", slack=1, max_states=7)
    weighed = Weighted(
        lookahead, [Score("none", 1.0, lambda cursor: np.zeros(len(constraint.allowed(cursor))))]
    )
    remade = next(term for term in with_hmm(weighed, two).terms if term.name == "G").lookahead  # type: ignore
    assert type(remade) is ActionLookahead
    assert remade.hmm is two
    kept = (remade.guidance, remade.cap, remade.reads, remade.slack, remade.max_states)
    assert kept == (0.5, 3, "text", 1, 7)
    with pytest.raises(ConstraintError, match="'canonical', 'plan' or 'text'"):
        Lookahead(constraint, one, belief="really")
    with pytest.raises(ConstraintError, match="'goal' or 'action'"):
        lookahead_for(constraint, "far")


def test_what_is_left_of_an_item_is_found_behind_white_space_that_was_read() -> None:
    form = PlanFormat.skill_json(spaced=True)
    system = GraphSystem([Action("go", ("x",))], {0: {0: 0}}, {0})
    constraint = PlanConstraint(system, byte_vocabulary(), form, budget=3, loops=True, enforce={"syntax"})

    def left(text: str) -> tuple[bytes, bytes]:
        cursor = constraint.initial()
        for byte in text.encode():
            cursor = constraint.advance(cursor, byte)
        found = [one for thread in cursor.threads if (one := constraint.language.left_at(thread))]
        longest = max(found, key=lambda left: len(left.lead))
        return longest.lead, written(longest.prefix)

    whole = form.serialize([Action("go", ("x",))] * 2)
    end = whole.index("}}") + 2
    first, rest = whole[:end], whole[end:]
    lead = rest[: rest.index("{")]
    assert left(first) == (lead.encode(), b"")
    assert left(first + ",") == (lead[1:].encode(), b"")
    assert left(first + ",\n  ") == (b"", b"")
    assert left(first + ', {"na') == (b"", b'{"na')
