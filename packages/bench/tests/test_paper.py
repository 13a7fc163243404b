"""The paper's semantics: a token is admissible iff each mask, asked alone, leaves the text open. Dead ends included."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import ENTITIES, TIDY, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from lookaheads import PATIENT, UNAMBIGUOUS, check_cap, check_masses
from patience import examples
from spans import before_and_rests

from clamp.contracts import check_constraint
from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.formats import written
from clamp.decoding.lookahead import Lookahead, lookahead_for
from clamp.errors import DeadEndError
from clamp.hmm import HMM
from clamp.hosts.follower import Follower
from clamp.planning.system import Action
from clamp_bench.configuration import SEMANTICS
from clamp_bench.paper import (
    PAPER_BUDGET,
    PaperActionLookahead,
    PaperConstraint,
    PaperLookahead,
    constraint_of,
)

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

FORMATS = {
    "calls": PlanFormat.calls(),
    "lines": PlanFormat.from_template("{name} {args}", argument_separator=",", closing="\n"),
    "wrapped": PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]"
    ),
}
ENFORCE = [frozenset(LEVELS[:count]) for count in (2, 3, 4)]


class Naive:
    """The product of the masks, read off the texts of the actions."""

    def __init__(
        self, system: GraphSystem, form: PlanFormat, budget: int, seen: set[str], enforce: frozenset[str]
    ):
        self.system, self.form, self.budget, self.enforce = system, form, budget, enforce
        self.texts = [form.action_template(action) for action in system.actions]
        self.seen = {
            index
            for index, action in enumerate(system.actions)
            if "visibility" not in enforce or seen >= set(action.args)
        }

    def masks(self, state: int | None, count: int) -> list[set[int]]:
        """The actions that each mask admits."""
        everything = set(range(len(self.texts)))
        if count >= self.budget:
            return [set()]
        if "executability" not in self.enforce:
            return [everything, self.seen]
        return [everything, self.seen, set(self.system.edges.get(state, {}))]  # type: ignore[arg-type]

    def goes_on(self, state: int | None, count: int) -> bool:
        return all(self.masks(state, count))

    def ends(self, state: int | None, count: int) -> bool:
        return count > 0 and ("goal" not in self.enforce or state in self.system.goals)

    def readings(self, rest: bytes, state: int | None = 0, count: int = 0) -> Iterator[bool]:
        """For each way to read a text to its end, whether it is a whole plan."""
        form = self.form
        if count and not rest:
            yield False  # an action has just ended, whatever may follow
        if count and self.ends(state, count) and form.closing.startswith(rest):
            yield rest == form.closing
        if not self.goes_on(state, count):
            return
        fixed = (form.separator if count else form.opening) + form.lead_of(count + 1)
        if fixed.startswith(rest) and rest != fixed:
            yield False
        if not rest.startswith(fixed):
            return
        begun, masks = rest[len(fixed) :], self.masks(state, count)
        left = [[one for one in map(self.texts.__getitem__, mask) if one.startswith(begun)] for mask in masks]
        whole = any(self.texts[index] == begun for index in set.intersection(*masks))
        # What one mask takes for a whole action may be the beginning of another to the next mask.
        if all(any(one != begun for one in mask) for mask in left) or (all(left) and not whole):
            yield False
        for index in set.intersection(*masks):
            if begun.startswith(self.texts[index]):
                after = self.system.edges[state][index] if "executability" in self.enforce else None  # type: ignore[index]
                yield from self.readings(begun[len(self.texts[index]) :], after, count + 1)


@settings(max_examples=examples(60))
@given(
    graph_systems(),
    st.sampled_from(sorted(FORMATS)),
    st.sampled_from(ENFORCE),
    st.sets(st.sampled_from(ENTITIES)),
    st.integers(1, 3),
    st.lists(st.binary(min_size=2, max_size=4), max_size=3),
    st.integers(0, 1 << 30),
)
def test_a_token_is_admissible_iff_each_mask_alone_leaves_the_text_open(
    system: GraphSystem,
    name: str,
    enforce: frozenset[str],
    seen: set[str],
    budget: int,
    extra: list[bytes],
    seed: int,
) -> None:
    rng = random.Random(seed)
    seen &= set(system.entities)
    naive = Naive(system, FORMATS[name], budget, seen, enforce)
    pieces = [text[rng.randrange(len(text)) :] + FORMATS[name].separator for text in naive.texts]
    vocabulary = byte_vocabulary({*extra, *(piece for piece in pieces if len(piece) > 1)})
    constraint = PaperConstraint(system, vocabulary, FORMATS[name], budget=budget, seen=seen, enforce=enforce)
    cursor, text = constraint.initial(), b""
    eos = min(vocabulary.eos_ids)
    assert bool(cursor.threads) == naive.goes_on(0, 0)
    for _ in range(14):
        wanted = {
            token
            for token in range(vocabulary.size)
            if (data := vocabulary.bytes_of(token)) and any(True for _ in naive.readings(text + data))
        }
        if any(naive.readings(text)):
            wanted.add(eos)
        if not text and not naive.goes_on(0, 0):
            wanted = set()
        allowed = constraint.allowed(cursor).tolist()
        assert set(allowed) == wanted
        assert constraint.allowed_naive(cursor).tolist() == allowed
        assert constraint.accepting(cursor) == (eos in wanted)
        going_on = [token for token in allowed if token != eos]
        if not going_on:
            assert allowed or not text or constraint.dead_end(cursor) is not None
            break
        token = rng.choice(going_on)
        cursor, text = constraint.advance(cursor, token), text + (vocabulary.bytes_of(token) or b"")


CUP, BOX, RED = Action("pick", ("red_cup",)), Action("pick", ("red_box",)), Action("look")


def follow(constraint: PlanConstraint, text: bytes) -> Follower:
    follower = Follower(constraint, constraint.vocabulary.eos_ids)
    follower.follow(list(text))
    return follower


def test_masks_that_have_no_action_in_common_dead_end_in_the_middle_of_one() -> None:
    system = GraphSystem([CUP, BOX, RED], {0: {0: 1, 2: 0}, 1: {}}, {1})  # the box cannot be picked
    made = {
        name: constraint_of(name)(system, byte_vocabulary(), PlanFormat.calls(), budget=3, seen={"red_box"})
        for name in SEMANTICS
    }
    assert made["joint"].failure() is not None, "nothing that is seen can be done to reach the goal"
    assert made["paper"].failure() is None
    follower = follow(made["paper"], b"pick(red_")
    with pytest.raises(DeadEndError, match="no token in common after 0 actions") as caught:
        follower.admissible()
    assert follower.failed(caught.value).cause == "dead-end"


def test_a_budget_that_is_spent_before_the_goal_holds_is_a_dead_end_with_its_actions() -> None:
    constraint = PaperConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), budget=2)
    follower = follow(constraint, b"Look()\nPick(cup)")
    with pytest.raises(DeadEndError, match="budget is spent after 2 actions, and the goal does not hold"):
        follower.admissible()
    assert [action.name for action in follower.actions] == ["Look", "Pick"]
    done = follow(constraint, b"Pick(cup)\nPut(cup, shelf)")
    assert set(constraint.allowed(done._cursor)) == constraint.vocabulary.eos_ids  # pyright: ignore


def test_what_is_forbidden_is_explained_and_the_default_budget_is_the_papers() -> None:
    constraint = PaperConstraint(TIDY, byte_vocabulary(), PlanFormat.calls())
    assert constraint.budget == PAPER_BUDGET
    cursor = constraint.initial()
    cursor = constraint.advance(cursor, ord("P"))
    told = constraint.explain(cursor, ord("u"))  # nothing is held that could be put down
    assert (told.allowed, told.constraint) == (False, "executability")


def test_the_papers_lookahead_is_neutral_outside_actions_and_blind_to_visibility() -> None:
    """G against the paper's formula: the sum over compatible executable actions of belief, segment and R."""
    system = GraphSystem(
        [Action(name, (thing,)) for name in ("go", "pick") for thing in ("cup_2", "x", "xy")],
        {0: {0: 0, 1: 1, 2: 2}, 1: {3: 3, 0: 0}, 2: {4: 3, 5: 2}, 3: {0: 3}},
        {3},
    )
    vocabulary = byte_vocabulary([b"go(", b"pick(", b")\ngo", b")\n"])
    form, budget, seen = PlanFormat.calls(), 3, {"cup_2", "x"}
    hmm = HMM.random(3, vocabulary.size, seed=1)
    constraint = PaperConstraint(system, vocabulary, form, budget=budget, seen=seen)
    weighed = lookahead_for(constraint)(constraint, hmm)
    assert type(weighed) is PaperLookahead
    initial, transition, emission = map(np.asarray, (hmm.initial, hmm.transition, hmm.emission))
    texts = [form.action_template(action) for action in system.actions]
    alone = [tuple(one) for one in vocabulary.encode_batch(texts)]  # w(a)

    def onward(belief: np.ndarray, tokens: Sequence[int]) -> np.ndarray:
        for token in tokens:  # it moves before it emits
            belief = (belief @ transition) * emission[:, token]
        return belief

    def mass(belief: np.ndarray, state: int, left: int) -> float:
        """exp R, summed over the belief."""
        if state in system.goals:
            return float(belief.sum())
        if not left:
            return 0.0
        return sum(
            mass(onward(belief, alone[index]), after, left - 1)
            for index, after in system.edges[state].items()
        )

    def score(text: bytes, data: bytes) -> float:
        """G of a token after a text, for plans whose actions end with their parenthesis."""
        done = [line for line in (text + data).split(b"\n") if line.endswith(b")")]
        before = [line for line in text.split(b"\n") if line.endswith(b")")]
        state, made = 0, list[int]()
        for line in before:
            made.append(texts.index(line))
            state = system.edges[state][made[-1]]
        read, rests = before_and_rests(constraint, made)
        belief = onward(initial, read)
        belief = belief / belief.sum()
        begun = (text + data).split(b"\n")[-1] if len(done) == len(before) else done[-1]
        if not begun or (len(done) == len(before) and begun in (before or [None])[-1:]):
            return 0.0
        total = sum(
            mass(onward(belief, rests[index]), after, budget - len(made) - 1)
            for index, after in system.edges[state].items()
            if texts[index].startswith(begun)
        )
        return float(np.log(total)) if total else -np.inf

    for text in (b"", b"go(", b"go(x", b"go(x)", b"go(x)\n", b"go(cup_2)\ngo", b"go(x)\npick("):
        cursor = constraint.initial()
        for byte in text:
            cursor = constraint.advance(cursor, byte)
        ids, scores = weighed.scores(cursor)
        assert len(ids)
        for token, found in zip(ids.tolist(), scores.tolist(), strict=True):
            data = vocabulary.bytes_of(token)
            if data is None:
                assert found == 0
            elif not data.startswith(b")\n"):
                assert found == pytest.approx(score(text, data), abs=1e-4), (text, data)
    # "go(xy)" is executable, and leads on through what is not seen: it has mass, though no plan may name it.
    cursor = constraint.initial()
    for byte in b"go(x":
        cursor = constraint.advance(cursor, byte)
    assert ord("y") not in constraint.allowed(cursor)


@pytest.mark.parametrize("name", UNAMBIGUOUS)
@pytest.mark.parametrize("levels", [1, 2, 3, 4])
@given(data=st.data())
@settings(max_examples=examples(12), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_without_a_goal_a_token_has_the_mass_of_the_actions_that_it_can_become(
    levels: int, name: str, data: st.DataObject
) -> None:
    check_masses(PaperConstraint, levels, UNAMBIGUOUS[name], data)


@given(graph_systems(max_states=4, max_actions=4), st.data())
@settings(max_examples=examples(25), suppress_health_check=PATIENT, phases=(Phase.generate,))
def test_without_a_goal_no_score_depends_on_the_goal_that_is_enforced(
    system: GraphSystem, data: st.DataObject
) -> None:
    """The mask asks for the goal at the end alone: any goals, or none, score alike."""
    form, vocabulary = PlanFormat.calls(), byte_vocabulary([b")\n", b"Pick("])
    hmm = HMM.random(2, vocabulary.size, seed=data.draw(st.integers(0, 99)))
    budget = data.draw(st.integers(1, 4))
    goals = [system.goals, data.draw(st.sets(st.sampled_from(sorted(system.edges)), min_size=1)), None]
    made = [
        PaperConstraint(
            GraphSystem(system.actions, system.edges, one or system.goals),
            vocabulary,
            form,
            budget=budget,
            enforce=frozenset(LEVELS if one is not None else LEVELS[:3]),
        )
        for one in goals
    ]
    weighed = [PaperActionLookahead(one, hmm) for one in made]
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


@pytest.mark.parametrize("kind", [PaperLookahead, PaperActionLookahead])
def test_a_token_that_all_actions_begin_with_has_the_total_mass(kind: type[Lookahead]) -> None:
    """And so has each byte of it, up to where they part; what stands before an action, or after the last, has 0."""
    things = [Action("pick", (thing,)) for thing in ("cup", "can", "box")]
    for actions in (things, things[:1]):
        system = GraphSystem(actions, {0: dict.fromkeys(range(len(actions)), 0)}, {0})
        vocabulary = byte_vocabulary([b"pick("])
        constraint = PaperConstraint(system, vocabulary, PlanFormat.skill_json(), budget=2)
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
    check_cap(PaperConstraint, system, budget, cap, seed, data)


@pytest.mark.parametrize("reads", ["plan", "text"])
@pytest.mark.parametrize("form", [PlanFormat.steps(), PlanFormat.calls()], ids=lambda form: form.name)
def test_where_the_tokens_written_are_the_canonical_ones_nothing_changes(
    form: PlanFormat, reads: str
) -> None:
    hard = PaperConstraint(TIDY, byte_vocabulary(), form, budget=2)
    hmm = HMM.random(2, hard.vocabulary.size, seed=1)
    usual, other = PaperLookahead(hard, hmm), PaperLookahead(hard, hmm, belief=reads)
    plain, cursor = hard.initial(), other.initial()
    for token in form.serialize(TIDY.actions[:2]).encode():
        np.testing.assert_allclose(other.scores(cursor)[1], usual.scores(plain)[1], atol=1e-6)
        plain, cursor = hard.advance(plain, token), other.advance(cursor, token)


def test_it_keeps_the_laws_of_constraints_and_says_its_dead_ends() -> None:
    for budget in (1, 3):
        check_constraint(PaperConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), budget=budget), walks=3)


def test_another_process_has_the_same_masks_and_scores() -> None:
    hard = PaperConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), budget=3)
    weighed = PaperLookahead(hard, HMM.random(2, hard.vocabulary.size, seed=1), belief="text")
    cursor = weighed.initial()
    for token in b"Pick(":
        cursor = weighed.advance(cursor, token)
    there, at = pickle.loads(pickle.dumps((weighed, cursor)))
    for one, other in zip(weighed.scores(cursor), there.scores(at), strict=True):
        np.testing.assert_array_equal(one, other)
