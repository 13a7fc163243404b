"""The lookahead's options against brute force: without a goal, with a cap, over the tokens really written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import TIDY, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from patience import examples
from spans import before_and_rests

from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.formats import written
from clamp.decoding.lookahead import ActionLookahead, Lookahead, PaperLookahead, lookahead_for, with_hmm
from clamp.decoding.plans import Cursor
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ConstraintError, GuidanceError
from clamp.hmm import HMM
from clamp.planning.system import Action

pytestmark = pytest.mark.usefixtures("unhurried")

PATIENT = (HealthCheck.filter_too_much, HealthCheck.too_slow)
UNAMBIGUOUS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "wrapped": PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]"
    ),
}
THINKING = PlanFormat.calls().with_reasoning("Think: ", "\nPlan:\n", 30)


def onward(hmm: HMM, belief: np.ndarray, tokens: Sequence[int]) -> np.ndarray:
    """P(tokens, last hidden state), from weights of the first: it moves before it emits."""
    for token in tokens:
        belief = (belief @ np.asarray(hmm.transition)) * np.asarray(hmm.emission)[:, token]
    return belief


def rooted(system: GraphSystem, enforce: frozenset[str], seen: set[str]) -> list[set[int]]:
    """The actions that are admitted in each state, and last where none is tracked."""
    named = {
        index
        for index, action in enumerate(system.actions)
        if "visibility" not in enforce or seen.issuperset(action.args)
    }
    states = sorted(system.edges)
    if "executability" not in enforce:
        return [named for _ in states]
    return [named & set(system.edges[state]) for state in states]


@pytest.mark.parametrize("name", UNAMBIGUOUS)
@pytest.mark.parametrize(
    ("semantics", "levels"),
    [*(("joint", levels) for levels in (1, 2, 3)), *(("paper", levels) for levels in (1, 2, 3, 4))],
)
@given(data=st.data())
@settings(max_examples=examples(12), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_without_a_goal_a_token_has_the_mass_of_the_actions_that_it_can_become(
    levels: int, semantics: str, name: str, data: st.DataObject
) -> None:
    """Against the sum over all texts of actions: nothing of what follows, and 0 outside actions."""
    form, enforce = UNAMBIGUOUS[name], frozenset(LEVELS[:levels])
    system = data.draw(graph_systems(max_states=3, max_actions=4))
    seen = data.draw(st.sets(st.sampled_from(system.entities))) if system.entities else set[str]()
    whole = [form.serialize(plan).encode() for plan in itertools.product(system.actions, repeat=2)]
    extra = [
        piece[data.draw(st.integers(0, len(piece))) :][: data.draw(st.integers(2, 30))]
        for piece in data.draw(st.lists(st.sampled_from(whole), max_size=5))
    ]
    vocabulary = byte_vocabulary(extra)
    hmm = HMM.random(2, vocabulary.size, seed=data.draw(st.integers(0, 99)))
    budget = data.draw(st.integers(1, 3))
    constraint = PlanConstraint(
        system, vocabulary, form, budget=budget, seen=seen, enforce=enforce, loops=True, semantics=semantics
    )
    assume(len(constraint.allowed(constraint.initial())))
    lookahead = lookahead_for(constraint, "action")(constraint, hmm)
    assert type(lookahead) is ActionLookahead
    # The paper's lookahead is blind to what is seen.
    counted = rooted(system, enforce if semantics == "joint" else enforce - {"visibility"}, seen)
    admitted = rooted(system, enforce, seen)
    texts = [form.action_template(action) for action in system.actions]

    def plans(state: int = 0, left: int = budget) -> Iterator[tuple[int, ...]]:
        if semantics == "paper" or left < budget:
            yield ()
        if left:
            # Under the paper's semantics a text may go on as an action of which only a part is admitted.
            some = range(len(texts)) if semantics == "paper" else admitted[state]
            for index in some:
                after = system.edges[state].get(index, state) if "executability" in enforce else 0
                for rest in plans(after, left - 1):
                    yield (index, *rest)

    def laid_out(plan: Sequence[int]) -> tuple[bytes, list[tuple[int, int]]]:
        """The text of some actions, without what ends the plan, and where each of them stands in it."""
        text, spans = b"", list[tuple[int, int]]()
        for number, index in enumerate(plan, 1):
            lead = (form.opening if number == 1 else form.separator) + form.lead_of(number)
            text += written(lead)
            spans.append((len(text), len(text) + len(texts[index])))
            text += written(texts[index])
        return text, spans

    every = [(plan, *laid_out(plan)) for plan in plans() if plan]
    every += [(plan, text + written(form.closing), spans) for plan, text, spans in every]

    def expected(before: bytes, token: bytes) -> float:
        """log Σ over the actions at hand, times the mass of those that the token finishes on its way."""
        after = before + token
        found = next((one for one in every if one[1].startswith(after)), None)
        if found is None:
            return 0.0  # the end of the sequence
        plan, _, spans = found
        done = sum(end <= len(before) for _, end in spans)
        # An action that the token ends with, and nothing more, is still the one at hand.
        finished = sum(end < len(after) for _, end in spans)
        state, total = 0, 0.0

        def masses(made: Sequence[int]) -> list[float]:
            """The mass of each action behind some others: of its own tokens, given all text before it."""
            read, rests = before_and_rests(constraint, made)
            belief = onward(hmm, np.asarray(hmm.initial), read)
            belief = belief / belief.sum()
            return [float(onward(hmm, belief, rest).sum()) for rest in rests]

        for number, index in enumerate(plan[:finished]):
            if number >= done:
                if index not in counted[state]:
                    return -math.inf
                total += math.log(masses(plan[:number])[index])
            if "executability" in enforce:
                state = system.edges[state].get(index, state)
        if finished >= len(spans):
            return total
        begun = after[spans[finished][0] :]
        open_ = [index for index, one in enumerate(texts) if one.startswith(begun)]
        if len(after) <= spans[finished][0]:
            return total  # nothing of the next action has been written
        found_masses = masses(plan[:finished])
        mass = sum(found_masses[index] for index in open_ if index in counted[state])
        return total + math.log(mass) if mass else -math.inf

    cursor, text = constraint.initial(), b""
    for _ in range(25):
        ids, scores = lookahead.scores(cursor)
        assert ids.tolist() == constraint.allowed(cursor).tolist()
        for token, score in zip(ids.tolist(), scores.tolist(), strict=True):
            data_of = vocabulary.bytes_of(token)
            wanted = 0.0 if data_of is None else expected(text, data_of)
            assert score == pytest.approx(wanted, abs=1e-6), (text, data_of)
        choices = [token for token in ids.tolist() if token not in vocabulary.eos_ids]
        if not choices:
            break
        token = data.draw(st.sampled_from(sorted(choices, reverse=True)))
        cursor, text = constraint.advance(cursor, token), text + (vocabulary.bytes_of(token) or b"")


@given(graph_systems(max_states=4, max_actions=4), st.data())
@settings(max_examples=examples(25), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_without_a_goal_no_score_depends_on_the_goal_that_is_enforced(
    system: GraphSystem, data: st.DataObject
) -> None:
    """Under the paper's semantics, whose mask asks for the goal at the end alone: any goals, or none, score alike."""
    form, vocabulary = PlanFormat.calls(), byte_vocabulary([b")\n", b"Pick("])
    hmm = HMM.random(2, vocabulary.size, seed=data.draw(st.integers(0, 99)))
    budget = data.draw(st.integers(1, 4))
    goals = [system.goals, data.draw(st.sets(st.sampled_from(sorted(system.edges)), min_size=1)), None]
    made = [
        PlanConstraint(
            GraphSystem(system.actions, system.edges, one or system.goals),
            vocabulary,
            form,
            budget=budget,
            enforce=frozenset(LEVELS if one is not None else LEVELS[:3]),
            semantics="paper",
        )
        for one in goals
    ]
    weighed = [ActionLookahead(one, hmm) for one in made]
    cursors = [one.initial() for one in made]
    assume(all(len(one.allowed(cursor)) for one, cursor in zip(made, cursors, strict=True)))
    for _ in range(25):
        found = [
            dict(zip(*map(np.ndarray.tolist, one.scores(cursor)), strict=True))
            for one, cursor in zip(weighed, cursors, strict=True)
        ]
        common = set.intersection(*map(set, found)) - vocabulary.eos_ids
        for token in common:
            np.testing.assert_allclose([one[token] for one in found], found[0][token])
        if not common:
            break
        token = data.draw(st.sampled_from(sorted(common, reverse=True)))
        cursors = [one.advance(cursor, token) for one, cursor in zip(made, cursors, strict=True)]


@pytest.mark.parametrize("kind", [PaperLookahead, ActionLookahead])
def test_a_token_that_all_actions_begin_with_has_the_total_mass(kind: type[Lookahead]) -> None:
    """And so has each byte of it, up to where they part; what stands before an action, or after the last, has 0."""
    things = [Action("pick", (thing,)) for thing in ("cup", "can", "box")]
    for actions in (things, things[:1]):
        system = GraphSystem(actions, {0: dict.fromkeys(range(len(actions)), 0)}, {0})
        vocabulary = byte_vocabulary([b"pick("])
        constraint = PlanConstraint(
            system, vocabulary, PlanFormat.skill_json(), budget=2, loops=True, semantics="paper"
        )
        lookahead = kind(constraint, HMM.random(3, vocabulary.size, seed=0))
        total = lookahead._onward_of(lookahead._place(constraint.world.start, None)).total
        assert total < 0
        texts = [constraint.plan_format.action_template(action) for action in actions]
        shared = written(texts[0])[
            : next((n for n in range(99) if len({one[: n + 1] for one in texts}) > 1), 99)
        ]
        cursor = constraint.initial()
        for number, byte in enumerate(written(constraint.plan_format.opening) + shared):
            scores = dict(zip(*map(np.ndarray.tolist, lookahead.scores(cursor)), strict=True))
            outside = number < len(written(constraint.plan_format.opening))
            assert scores[byte] == pytest.approx(0.0 if outside else total, abs=1e-9), (number, chr(byte))
            cursor = constraint.advance(cursor, byte)


# ------------------------------------------------------------------ the cap


def first_goals(system: GraphSystem, state: int, most: int, enabled: set[int]) -> Iterator[list[int]]:
    """Action sequences of at most so many actions that end at the first goal from a state on."""
    if system.is_goal(state):
        yield []
    elif most:
        for index, after in system.edges.get(state, {}).items():
            if index in enabled:
                for rest in first_goals(system, after, most - 1, enabled):
                    yield [index, *rest]


@pytest.mark.parametrize("semantics", ["joint", "paper"])
@given(
    graph_systems(max_states=4, max_actions=4),
    st.integers(1, 5),
    st.integers(0, 4),
    st.integers(0, 99),
    st.data(),
)
@settings(max_examples=examples(40), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_a_cap_leaves_the_plans_that_reach_the_goal_so_soon_after_the_action_at_hand(
    semantics: str, system: GraphSystem, budget: int, cap: int, seed: int, data: st.DataObject
) -> None:
    """R[min(K, cap)]: against the sum over plans; truncated to one plan a state, finite at the same actions."""
    vocabulary, form = byte_vocabulary([b")\n", b"Pick("]), PlanFormat.calls()
    seen = data.draw(st.sets(st.sampled_from(system.entities))) if system.entities else set[str]()
    constraint = PlanConstraint(
        system, vocabulary, form, budget=budget, seen=seen, loops=True, semantics=semantics
    )
    assume(len(constraint.allowed(constraint.initial())))
    hmm = HMM.random(2, vocabulary.size, seed=seed)
    kind = lookahead_for(constraint)
    exact, free = kind(constraint, hmm, max_states=10_000, cap=cap), kind(constraint, hmm, max_states=10_000)
    one_plan = kind(constraint, hmm, max_states=0, cap=cap)
    place, order = constraint.world.order.positions, constraint.world.order.indices
    enabled = {
        index
        for index, action in enumerate(system.actions)
        if semantics == "paper" or seen.issuperset(action.args)
    }
    boundary = constraint.world.start
    made: list[int] = []
    for written_so_far in range(budget):
        left = budget - written_so_far - 1
        belief = np.asarray(exact.belief(boundary).probabilities)
        read, rests = before_and_rests(constraint, made)
        _, alone = before_and_rests(constraint, ())
        if semantics == "paper":
            belief = onward(hmm, np.asarray(hmm.initial), read)
            belief = belief / belief.sum()
        positions = (
            exact._twin_of(boundary).choices.positions  # pyright: ignore
            if isinstance(exact, PaperLookahead)
            else boundary.choices.positions
        )
        found = [one.action_scores(boundary)[1].tolist() for one in (exact, one_plan, free)]
        for number, position in enumerate(positions.tolist()):
            first = int(order[position])
            after = system.edges[boundary.state][first]  # type: ignore[index]
            tokens: Sequence[int] = constraint.segments.of(position, first=not written_so_far)
            if semantics == "paper":
                tokens = rests[first]
            wanted = 0.0
            for rest in first_goals(system, after, min(left, cap), enabled):
                further = (
                    alone[one]
                    if semantics == "paper"
                    else constraint.segments.of(int(place[one]), first=False)
                    for one in rest
                )
                path = [tokens, *further]
                wanted += onward(hmm, belief, list(itertools.chain(*path))).sum()
            assert found[0][number] == pytest.approx(math.log(wanted) if wanted else -math.inf, abs=1e-6)
            assert math.isfinite(found[1][number]) == bool(wanted)
            assert found[1][number] <= found[0][number] + 1e-9 <= found[2][number] + 2e-9
        if not len(boundary.choices.positions):
            break
        boundary = boundary.after(data.draw(st.sampled_from(boundary.choices.positions.tolist())))
        made.append(int(order[boundary.position]))
    assert (exact.truncation is None) == (cap >= budget - 1)
    assert (
        exact.truncation is None
        or f"at most {cap} action{'s' * (cap != 1)} behind the one at hand" in str(exact.truncation)
    )


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
@pytest.mark.parametrize("kind", [Lookahead, ActionLookahead, PaperLookahead])
@given(data=st.data())
@settings(max_examples=examples(15), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_where_the_tokens_written_are_the_canonical_ones_nothing_changes(
    kind: type[Lookahead], reads: str, data: st.DataObject
) -> None:
    """Bytes can be cut in one way only; in these texts, one action may begin another, so there are many readings."""
    system = data.draw(graph_systems(max_states=3, max_actions=4))
    form = data.draw(st.sampled_from([PlanFormat.steps(), PlanFormat.from_template("{name} {args}")]))
    semantics = "paper" if kind is PaperLookahead else "joint"
    budget = 2 if form.lead else 3  # canonical segments of later items are all numbered as the second one is
    hard = PlanConstraint(system, byte_vocabulary(), form, budget=budget, loops=True, semantics=semantics)
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
@pytest.mark.parametrize("name", ["virtualhome", "skills", "spaced", "calls"])
def test_along_the_canonical_tokens_nothing_changes(name: str, kind: type[Lookahead], reads: str) -> None:
    """Tokens that cross from one action into the next, and white space that is optional."""
    form = {
        "virtualhome": PlanFormat.virtualhome_json(),
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
