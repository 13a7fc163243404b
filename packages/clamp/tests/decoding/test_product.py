"""The paper's semantics: a token is admissible iff each mask, asked alone, leaves the text open. Dead ends included."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import ENTITIES, TIDY, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from spans import before_and_rests

from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.lookahead import lookahead_for
from clamp.decoding.plans import PAPER_BUDGET
from clamp.errors import ConstraintError, DeadEndError
from clamp.hmm import HMM
from clamp.hosts.follower import Follower
from clamp.planning.system import Action
from clamp.request.settings import Configuration

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
        if all(
            any(t.startswith(begun) and t != begun for t in map(self.texts.__getitem__, m)) for m in masks
        ):
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
    constraint = PlanConstraint(
        system, vocabulary, FORMATS[name], budget=budget, seen=seen, enforce=enforce, semantics="paper"
    )
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
        name: PlanConstraint(
            system, byte_vocabulary(), PlanFormat.calls(), budget=3, seen={"red_box"}, semantics=name
        )
        for name in ("joint", "paper")
    }
    assert made["joint"].failure() is not None, "nothing that is seen can be done to reach the goal"
    assert made["paper"].failure() is None
    follower = follow(made["paper"], b"pick(red_")
    with pytest.raises(DeadEndError, match="no token in common after 0 actions") as caught:
        follower.admissible()
    assert follower.failed(caught.value).cause == "dead-end"


def test_a_budget_that_is_spent_before_the_goal_holds_is_a_dead_end_with_its_actions() -> None:
    constraint = PlanConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), budget=2, semantics="paper")
    follower = follow(constraint, b"Look()\nPick(cup)")
    with pytest.raises(DeadEndError, match="budget is spent after 2 actions, and the goal does not hold"):
        follower.admissible()
    assert [action.name for action in follower.actions] == ["Look", "Pick"]
    done = follow(constraint, b"Pick(cup)\nPut(cup, shelf)")
    assert set(constraint.allowed(done._cursor)) == constraint.vocabulary.eos_ids  # pyright: ignore


def test_what_is_forbidden_is_explained_and_the_default_budget_is_the_papers() -> None:
    constraint = PlanConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), semantics="paper")
    assert constraint.budget == PAPER_BUDGET
    cursor = constraint.initial()
    cursor = constraint.advance(cursor, ord("P"))
    told = constraint.explain(cursor, ord("u"))  # nothing is held that could be put down
    assert (told.allowed, told.constraint) == (False, "executability")


@pytest.mark.parametrize("semantics", ["Paper", "product", ""])
def test_other_semantics_are_refused(semantics: str) -> None:
    with pytest.raises(ConstraintError, match="'joint' or 'paper'"):
        PlanConstraint(TIDY, byte_vocabulary(), PlanFormat.calls(), semantics=semantics)
    with pytest.raises(ConstraintError, match="'joint' or 'paper'"):
        Configuration.of(semantics=semantics)


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
    constraint = PlanConstraint(system, vocabulary, form, budget=budget, seen=seen, semantics="paper")
    weighed = lookahead_for(constraint)(constraint, hmm)
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
