"""When two problems are the same: against all renamings, and completions against all states of small worlds."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from described import BLOCKS, GRIPPERS, described, pair_row

from clamp.planning import Problem
from clamp_bench.planetarium import equivalence
from clamp_bench.planetarium.bench import judged
from clamp_bench.planetarium.equivalence import Description, Facts, description_of, equivalent
from clamp_bench.planetarium.pairs import Pair, read_pairs


def renamed(one: Description, names: dict[str, str]) -> Description:
    def facts(some: Facts) -> Facts:
        return frozenset((fact[0], *(names[name] for name in fact[1:])) for fact in some)

    objects = {names[name]: types for name, types in one.objects.items()}
    return Description(one.domain, objects, facts(one.initial), facts(one.goal))


def renamings(one: Description, other: Description) -> Iterator[Description]:
    for order in permutations(other.objects):
        yield renamed(one, dict(zip(one.objects, order, strict=True)))


@pytest.mark.parametrize("seed", range(40))
def test_the_same_but_for_names_is_what_some_renaming_makes_equal(seed: int) -> None:
    draw = random.Random(seed)

    def made(size: int) -> Description:
        names = [f"x{number}" for number in range(size)]
        objects = {name: (draw.choice(["robot", "tile"]),) for name in names}

        def facts() -> Facts:
            pairs = [("near", one, other) for one in names for other in names]
            return frozenset(draw.sample([*pairs, ("wet",), *(("far", one) for one in names)], 3))

        return Description("any", objects, facts(), facts())

    size = draw.choice([3, 4])
    one = made(size)
    others = [made(draw.choice([3, 4])) for _ in range(40)]
    shuffled = draw.choice(list(renamings(one, one)))
    one_way = [shuffled, replace(shuffled, goal=made(size).goal), replace(shuffled, initial=frozenset())]
    for other in [*others, *one_way]:
        if len(one.objects) != len(other.objects):
            assert not equivalent(one, other, apart=False)
            continue
        ways = list(renamings(one, other))
        assert equivalent(one, other, apart=False) == (other in ways)
        halves = (
            any((way.objects, way.initial) == (other.objects, other.initial) for way in ways),
            any((way.objects, way.goal) == (other.objects, other.goal) for way in ways),
        )
        assert equivalent(one, other, apart=True) == all(halves)
    assert equivalent(one, shuffled, apart=False)


def states(problem: Problem) -> list[Facts]:
    """What can change, in each state that can be reached."""
    changed = {effect.atom.predicate for schema in problem.domain.schemas for effect in schema.effects}
    open_, known = [problem.initial], {problem.initial}
    while open_:
        state = open_.pop()
        for index in problem.applicable_indices(state):
            after = problem.successor_of_index(state, index)
            if after not in known:
                known.add(after)
                open_.append(after)
    return [
        frozenset((one.predicate, *one.args) for one in problem.facts(state) if one.predicate in changed)
        for state in known
    ]


WORLDS = {
    "blocksworld": (BLOCKS, "b1 b2 b3", "(arm-empty) (on-table b1) (on-table b2) (on-table b3) "
                    "(clear b1) (clear b2) (clear b3)"),
    "gripper": (GRIPPERS, "r1 r2 x1 x2 g1", "(room r1) (room r2) (ball x1) (ball x2) (gripper g1) (at-robby r1) "
                "(at x1 r1) (at x2 r1) (free g1)"),
}  # fmt: skip


@pytest.mark.parametrize("domain", WORLDS)
def test_what_completes_a_goal_follows_from_it(domain: str) -> None:
    """Of each part of a state: what is added holds in all states that have the part, with one exception.

    Of a single block of which nothing is said Planetarium takes it that it is on the table, though it may be held.
    """
    text, things, facts = WORLDS[domain]
    problem = Problem.from_pddl(text, described(domain, things, facts, "(and)"))
    start = description_of(replace(problem.task, goal=next(iter(problem.task.initial))))
    assert start is not None
    all_states, draw, complete = states(problem), random.Random(0), 0
    for state in all_states:
        for _ in range(30):
            goal = frozenset(draw.sample(sorted(state), draw.randint(1, len(state))))
            follow = frozenset[Any].intersection(*(one for one in all_states if goal <= one))
            added = equivalence._completed(replace(start, goal=goal)) - start.initial  # pyright: ignore
            said = {name for fact in goal for name in fact[1:]}
            alone = domain == "blocksworld" and not any(one[0] in ("arm-empty", "holding") for one in goal)
            if not (alone and set(start.objects) - said):
                assert added - goal <= follow, (goal, added)
            complete += follow <= added | start.initial
    assert complete > len(all_states) * 10


def made_pair(tmp_path: Path, **changes: Any) -> Pair:
    (tmp_path / "blocksworld.pddl").write_text(BLOCKS)
    row = {**pair_row("one", "b2 should be on b1.", "(on b2 b1)"), **changes}
    return Pair("one", row, "", tmp_path)


SAID = "(arm-empty) (on-table a) (on-table b) (clear a) (clear b)"


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        (described("blocksworld", "a b", SAID, "(on a b)"), (True, True, True)),
        (described("blocksworld", "a b", SAID, "(and (on b a) (clear b) (arm-empty))"), (True, True, True)),
        (f"Here it is:\n```\n{described('blocksworld', 'a b', SAID, '(on a b)')}\n``` (as asked)", (True, True, True)),
        (described("blocksworld", "a b", SAID, "(and (on-table a) (on-table b))"), (True, True, False)),
        (described("blocksworld", "a b", SAID, "(not (on a b))"), (False, False, False)),
        (described("blocksworld", "a b", SAID.replace("(clear a)", ""), "(on a b)"), (True, False, False)),
        (described("blocksworld", "a b", SAID, "(on a a)"), (True, False, False)),
        (described("blocksworld", "a b c", f"{SAID} (on-table c) (clear c)", "(on a b)"), (True, True, False)),
        (described("blocksworld", "a b", SAID, "(on a c)"), (False, False, False)),
        (described("blocksworld", "a b", SAID, "(above a b)"), (False, False, False)),
        (described("gripper", "a b", SAID, "(on a b)"), (False, False, False)),
        (described("blocksworld", "a b", SAID, "(on a b)")[:-1], (False, False, False)),
        ("", (False, False, False)),
        ("I cannot do that.", (False, False, False)),
    ],
)  # fmt: skip
def test_what_an_answer_is_worth(tmp_path: Path, text: str, figures: tuple[bool, bool, bool]) -> None:
    found = judged(made_pair(tmp_path), text, 50)
    assert (found.parseable, found.solvable, found.right) == figures
    assert bool(found.why) == (not found.solvable)


def test_where_the_text_leaves_parts_open_states_and_goals_are_compared_apart(tmp_path: Path) -> None:
    facts = "(arm-empty) (on-table b1) (on b2 b1) (clear b2)"
    problem = described("blocksworld", "b1 b2", facts, "(on b2 b1)")
    crossed = described("blocksworld", "b1 b2", facts, "(on b1 b2)")
    for apart in (False, True):
        pair = made_pair(tmp_path, problem_pddl=problem, is_placeholder=apart)
        assert judged(pair, problem, 50).right
        assert judged(pair, crossed, 50).right == apart


def test_public_pairs_are_themselves_under_other_names() -> None:
    """As their README says of Planetarium's own check; none of another's goal is."""
    folder = Path(os.environ.get("CLAMP_DATA", "/nowhere")) / "planetarium"
    if not (folder / "pairs.jsonl").is_file():
        pytest.skip("CLAMP_DATA has no planetarium/")
    pairs = read_pairs(folder)
    assert not any(one.broken for one in pairs)
    same = 0
    for one in pairs:
        names = list(one.truth.objects)
        random.Random(one.id).shuffle(names)
        other = renamed(one.truth, dict(zip(one.truth.objects, names, strict=True)))
        assert equivalent(one.truth, other, apart=one.apart)
        assert not equivalent(one.truth, replace(other, goal=other.initial), apart=one.apart) or (
            other.goal <= other.initial
        )
        same += sum(equivalent(one.truth, two.truth, apart=one.apart) for two in pairs if two is not one)
    assert same < len(pairs)
    assert json.dumps(sorted(one.domain for one in pairs)).count("gripper") == 48
