"""Goals from sentences: how many are right, asked back or wrong in silence, beside a constant and a random goal.

    python benchmarks/goals.py cases FOLDER/*.jsonl [--model NAME]
    python benchmarks/goals.py alfred [--model NAME]
    python benchmarks/goals.py formalizer [--model NAME]
    python benchmarks/goals.py contradictions FOLDER/*.jsonl

A file of cases is JSON Lines with `world` (FOLDER has WORLD_domain.pddl and WORLD_problem.pddl), `sentence`, `kind` and
`goals`, the goals that would be right as lists of literals. Where `kind` is `goal`, one of them is right; otherwise a
question or no goal is. `alfred` reads $CLAMP_DATA/vlm_formalizer/alfred.jsonl, `formalizer` the *goal* and *initial*
sentences of $CLAMP_DATA/formalizer/items.jsonl: of an *initial* one, no goal is right. Without --model, what the
readers do not understand is asked back.

`contradictions` holds each sentence of the cases that has a goal against that goal, which is to raise no alarm, and
against another one: in turn, one of its things is another of the same type, one of its facts is the opposite, or it is
the goal of the next sentence about the same world. Of a file whose lines have `goal` and `says` (``same`` or something
else), each sentence is held against that goal instead.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from clamp import Problem, SearchLimits
from clamp.decoding.goals import literals_of
from clamp.hosts.goals import GoalAnswer, goal_of
from clamp.hosts.trained import goals_and_none
from clamp.planning.goals import BOUND, GoalLiteral, Goals, literals_of_goal, own_goal
from clamp.words.contradiction import contradiction
from clamp.words.goals import in_words
from clamp_bench.statistics import mean_with_interval

Literals = tuple[GoalLiteral, ...]
_LIMITS = SearchLimits(states=50_000, seconds=1.0)


@dataclass(frozen=True)
class Case:
    """A sentence in a world.

    Attributes:
        kind: ``goal``, or why there is none.
        right: The goals that would be right.
        more: What a right goal may say besides.
    """

    kind: str
    sentence: str
    problem: Problem
    right: tuple[Literals, ...]
    more: Literals = ()


def literal(parts: Sequence[Any]) -> GoalLiteral:
    """What ``GoalLiteral.to_json`` writes, of named things."""
    positive = parts[0] != "not"
    name, *args = parts if positive else parts[1:]
    return GoalLiteral(name, tuple(args), positive)


def cases(files: Sequence[Path]) -> Iterator[Case]:
    """The cases of files, with the worlds that lie beside them."""

    @cache
    def world(folder: Path, name: str) -> Problem:
        return Problem.from_pddl(folder / f"{name}_domain.pddl", folder / f"{name}_problem.pddl")

    for file in files:
        for line in file.read_text("utf-8").splitlines():
            one = json.loads(line)
            right = tuple(tuple(map(literal, goal)) for goal in one["goals"])
            yield Case(one["kind"], one["sentence"], world(file.parent, one["world"]), right)


def alfred(data: Path) -> Iterator[Case]:
    """People's words for tasks in homes."""
    for line in (data / "vlm_formalizer" / "alfred.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        problem = Problem.from_pddl(one["domain"], one["problem"])
        yield Case("goal", one["instruction"], problem, (own_goal(problem) or (),))


def formalizer(data: Path) -> Iterator[Case]:
    """Sentences that change the goal of a problem, or its initial state."""
    for line in (data / "formalizer" / "items.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        if one["category"] not in ("goal", "initial"):
            continue
        problem = Problem.from_pddl(one["base_domain"], one["base_problem"])
        if one["category"] == "initial":
            yield Case("initial", one["constraint"], problem, ())
            continue
        truth = one["truth_problem"]
        new = re.findall(r";; BEGIN EDIT(.*?);; END EDIT", truth[truth.index("(:goal") :], re.S)
        text = f"(and {' '.join(new)})".replace("(and (and", "(and (and")
        right = tuple(_flat(literals_of(text)))
        more = literals_of_goal(Problem.from_pddl(one["truth_domain"], truth).task.goal) or ()
        yield Case("goal", one["constraint"], problem, (right,), more)


def _flat(found: Sequence[GoalLiteral]) -> Sequence[GoalLiteral]:
    return list(dict.fromkeys(found))


def single(literals: Literals, problem: Problem) -> Literals:
    """Literals of named things: *every* is each of them."""
    found: list[GoalLiteral] = []
    for one in literals:
        names = problem.rule_words().objects(one.kind) if one.kind else ("",)
        found += [
            GoalLiteral(one.predicate, tuple(name if arg == BOUND else arg for arg in one.args), one.positive)
            for name in names
        ]
    return tuple(dict.fromkeys(found))


def is_right(case: Case, literals: Literals, goals: Goals) -> bool:
    """Whether a goal means one of those that are right, and says no more than it may."""
    said = _that_may_change(single(literals, case.problem), goals)
    for right in case.right:
        right = _that_may_change(right, goals)
        if set(said) == set(right):
            return True
        if set(said) >= set(right) and set(said) <= {*right, *case.more}:
            return True
        if all(map(goals.knows, (*said, *right))) and goals.equivalent(said, right):
            return True
    return False


def _that_may_change(literals: Literals, goals: Goals) -> Literals:
    """Without what is so for good: a mug that nothing soils need not be asked to be clean."""
    return tuple(one for one in literals if goals.knows(one) or not goals.so_at_first([one])) or literals


def verdict(case: Case, answer: GoalAnswer, goals: Goals) -> str:
    """``right``, ``asked`` or ``wrong``: taken in silence, though something else is meant."""
    if answer.status == "goal":
        return "right" if case.kind == "goal" and is_right(case, answer.literals, goals) else "wrong"
    return "right" if case.kind != "goal" else "asked"


def guesses(goals: Goals, draw: random.Random | None) -> Literals:
    """A goal that may be asked for: the first, or one at random."""
    order = list(goals.literals)
    if draw is not None:
        draw.shuffle(order)
    for one in order:
        if not goals.holds([one]) and goals.why_not((one,)) is None:
            return (one,)
    return ()


def otherwise(
    case: Case, goals: Goals, how: int, others: Sequence[Literals], draw: random.Random
) -> Literals:
    """A goal that a sentence does not ask for; empty where none was found in this way.

    Args:
        how: 0 takes another thing of the same type, 1 the opposite of a fact, 2 another sentence's goal.
        others: Goals of other sentences about the same world.
    """
    right = case.right[0]
    found: list[Literals] = []
    if how == 0:
        for at, one in enumerate(right):
            for place, name in enumerate(one.args):
                for thing in case.problem.entities:
                    args = (*one.args[:place], thing, *one.args[place + 1 :])
                    changed = GoalLiteral(one.predicate, args, one.positive)
                    if thing != name and goals.knows(changed) and len(set(args)) == len(args):
                        found.append((*right[:at], changed, *right[at + 1 :]))
    elif how == 1:
        for at, one in enumerate(right):
            found.append(
                (*right[:at], GoalLiteral(one.predicate, one.args, not one.positive), *right[at + 1 :])
            )
    else:
        found = [one for one in others if one not in case.right]
    found = [
        one
        for one in found
        if all(map(goals.knows, one))
        and not goals.excluded(one)
        and not any(set(one) <= set(mine) or set(mine) <= set(one) for mine in case.right)
    ]
    return draw.choice(found) if found else ()


Reads = Callable[[Problem, Goals, str], Sequence[tuple[Literals, float]]]


def contradictions(given: Sequence[Case], show: bool, reads: Reads) -> None:
    """Count alarms on goals that sentences ask for, and on goals that they do not."""
    draw, names = random.Random(0), ("another thing", "the opposite", "another sentence's goal")
    alarms: dict[str, list[float]] = {"its own goal": [], **{name: [] for name in names}}
    asking = [one for one in given if one.kind == "goal" and one.right]
    for number, case in enumerate(asking):
        goals = Goals(case.problem, limits=_LIMITS)
        others = [one.right[0] for one in asking if one.problem is case.problem]
        pairs = [("its own goal", case.right[0])]
        for turn in range(3):
            how = (number + turn) % 3
            if goal := otherwise(case, goals, how, others, draw):
                pairs.append((names[how], goal))
                break
        for name, goal in pairs:
            read = partial(reads, case.problem, goals)
            told = contradiction(case.sentence, case.problem, goal, goals, read)
            alarms[name].append(float(told is not None))
            if show and (told is None) == (name != "its own goal"):
                print(f"{name}: {case.sentence!r}: {in_words(goal)}")
    made = [one for name in names for one in alarms[name]]
    for name, found in (*alarms.items(), ("all that were made", made)):
        share = mean_with_interval(found)
        print(
            f"  {name:24s} {sum(found):4.0f} of {len(found)} noticed: {share['mean']:.3f} "
            f"[{share['low']}, {share['high']}]"
        )


def written_pairs(files: Sequence[Path], show: bool, reads: Reads) -> None:
    """Count alarms on pairs of a sentence and a goal of which somebody has said whether they mean the same."""
    alarms: dict[str, list[float]] = {}
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            one = json.loads(line)
            domain, problem = (file.parent / f"{one['world']}_{what}.pddl" for what in ("domain", "problem"))
            system = Problem.from_pddl(domain, problem)
            goal = tuple(map(literal, one["goal"]))
            goals = Goals(system, limits=_LIMITS)
            read = partial(reads, system, goals)
            told = contradiction(one["sentence"], system, goal, goals, read) is not None
            alarms.setdefault(one["says"], []).append(float(told))
            if show and told == (one["says"] == "same"):
                print(f"{one['says']}: {one['sentence']!r}: {in_words(goal)}")
    for name, found in alarms.items():
        share = mean_with_interval(found)
        print(f"  {name:24s} {sum(found):4.0f} of {len(found)} noticed: {share['mean']:.3f}")


class _Nobody(Exception):
    """There is no model."""


def main() -> None:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=("cases", "alfred", "formalizer", "contradictions"))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--host", choices=("transformers", "llamacpp"), default="transformers")
    parser.add_argument("--show", action="store_true", help="each sentence that was not right")
    given = parser.parse_args()
    data = Path(os.environ.get("CLAMP_DATA", "."))

    @cache
    def model() -> Any:
        if given.model is None:
            raise _Nobody
        from clamp.hosts.loading import load_host

        return load_host(given.host, given.model)

    def reads(problem: Problem, goals: Goals, sentence: str) -> Sequence[tuple[Literals, float]]:
        reader = None if given.model is None else model().reader
        return [] if reader is None else goals_and_none(sentence, problem, goals, reader)

    if given.set == "contradictions":
        pairs = [file for file in given.files if '"says"' in file.read_text("utf-8")]
        if pairs:
            written_pairs(pairs, given.show, reads)
        if others := [file for file in given.files if file not in pairs]:
            contradictions(list(cases(others)), given.show, reads)
        return
    made: dict[str, Callable[[], Iterator[Case]]] = {
        "cases": lambda: cases(given.files),
        "alfred": lambda: alfred(data),
        "formalizer": lambda: formalizer(data),
    }

    draw = random.Random(0)
    rows: dict[str, list[tuple[str, str]]] = {"CLAMP": [], "the first goal": [], "a random goal": []}
    for case in made[given.set]():
        goals = Goals(case.problem, limits=_LIMITS)
        try:
            answer = goal_of(
                case.sentence,
                case.problem,
                model,
                limits=_LIMITS,
                reads=None if given.model is None else lambda: model().reader,
            )
        except _Nobody:
            answer = GoalAnswer("question", why="a model would be asked")
        found = verdict(case, answer, goals)
        rows["CLAMP"].append((case.kind, found))
        for name, how in (("the first goal", None), ("a random goal", draw)):
            rows[name].append((case.kind, verdict(case, GoalAnswer("goal", guesses(goals, how)), goals)))
        if given.show and found != "right":
            print(f"{found}: {case.sentence!r}: {answer.text}")
    for name, judged in rows.items():
        print(f"\n{name}: {len(judged)} sentences")
        for kind in (*dict.fromkeys(kind for kind, _ in judged), "all"):
            mine = [one for label, one in judged if kind in (label, "all")]
            count = Counter(mine)
            told = ", ".join(f"{word} {count[word]}" for word in ("right", "asked", "wrong"))
            share = mean_with_interval([float(one == "wrong") for one in mine])
            right = mean_with_interval([float(one == "right") for one in mine])
            print(
                f"  {kind:14s} {len(mine):4d}: {told}; right {right['mean']:.3f} [{right['low']}, {right['high']}], "
                f"wrong in silence {share['mean']:.3f} [{share['low']}, {share['high']}]"
            )


if __name__ == "__main__":
    main()
