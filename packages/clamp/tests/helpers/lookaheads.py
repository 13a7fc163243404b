"""What lookaheads are compared with: sums over all texts of plans, whichever constraint it is that they weigh."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary, graph_systems
from hypothesis import HealthCheck, assume
from hypothesis import strategies as st
from spans import before_and_rests

from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.formats import written
from clamp.decoding.lookahead import ActionLookahead, lookahead_for
from clamp.hmm import HMM

PATIENT = (HealthCheck.filter_too_much, HealthCheck.too_slow)
UNAMBIGUOUS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "wrapped": PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]"
    ),
}


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


def check_masses(kind: type[PlanConstraint], levels: int, form: PlanFormat, data: st.DataObject) -> None:
    """Against the sum over all texts of actions: nothing of what follows, and 0 outside actions."""
    paper, enforce = kind is not PlanConstraint, frozenset(LEVELS[:levels])
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
    constraint = kind(system, vocabulary, form, budget=budget, seen=seen, enforce=enforce, loops=True)
    assume(len(constraint.allowed(constraint.initial())))
    lookahead = lookahead_for(constraint, "action")(constraint, hmm)
    assert isinstance(lookahead, ActionLookahead)
    # The paper's lookahead is blind to what is seen.
    counted = rooted(system, enforce if not paper else enforce - {"visibility"}, seen)
    admitted = rooted(system, enforce, seen)
    texts = [form.action_template(action) for action in system.actions]

    def plans(state: int = 0, left: int = budget) -> Iterator[tuple[int, ...]]:
        if paper or left < budget:
            yield ()
        if left:
            # Under the paper's semantics a text may go on as an action of which only a part is admitted.
            some = range(len(texts)) if paper else admitted[state]
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


def first_goals(system: GraphSystem, state: int, most: int, enabled: set[int]) -> Iterator[list[int]]:
    """Action sequences of at most so many actions that end at the first goal from a state on."""
    if system.is_goal(state):
        yield []
    elif most:
        for index, after in system.edges.get(state, {}).items():
            if index in enabled:
                for rest in first_goals(system, after, most - 1, enabled):
                    yield [index, *rest]


def check_cap(
    kind: type[PlanConstraint], system: GraphSystem, budget: int, cap: int, seed: int, data: st.DataObject
) -> None:
    """R[min(K, cap)]: against the sum over plans; truncated to one plan a state, finite at the same actions."""
    paper = kind is not PlanConstraint
    vocabulary, form = byte_vocabulary([b")\n", b"Pick("]), PlanFormat.calls()
    seen = data.draw(st.sets(st.sampled_from(system.entities))) if system.entities else set[str]()
    constraint = kind(system, vocabulary, form, budget=budget, seen=seen, loops=True)
    assume(len(constraint.allowed(constraint.initial())))
    hmm = HMM.random(2, vocabulary.size, seed=seed)
    made_by = lookahead_for(constraint)
    exact = made_by(constraint, hmm, max_states=10_000, cap=cap)
    free = made_by(constraint, hmm, max_states=10_000)
    one_plan = made_by(constraint, hmm, max_states=0, cap=cap)
    place, order = constraint.world.order.positions, constraint.world.order.indices
    enabled = {index for index, action in enumerate(system.actions) if paper or seen.issuperset(action.args)}
    boundary = constraint.world.start
    made: list[int] = []
    for written_so_far in range(budget):
        left = budget - written_so_far - 1
        belief = np.asarray(exact.belief(boundary).probabilities)
        read, rests = before_and_rests(constraint, made)
        _, alone = before_and_rests(constraint, ())
        if paper:
            belief = onward(hmm, np.asarray(hmm.initial), read)
            belief = belief / belief.sum()
        positions = (
            exact.counted(boundary).choices.positions
            if isinstance(exact, ActionLookahead)
            else boundary.choices.positions
        )
        found = [one.action_scores(boundary)[1].tolist() for one in (exact, one_plan, free)]
        for number, position in enumerate(positions.tolist()):
            first = int(order[position])
            after = system.edges[boundary.state][first]  # type: ignore[index]
            tokens: Sequence[int] = constraint.segments.of(position, first=not written_so_far)
            if paper:
                tokens = rests[first]
            wanted = 0.0
            for rest in first_goals(system, after, min(left, cap), enabled):
                further = (
                    alone[one] if paper else constraint.segments.of(int(place[one]), first=False)
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
