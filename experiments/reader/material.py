"""The sentences that the reader of sentences was trained on, as it meets them: what there is, a sentence, the answer.

    PYTHONPATH=benchmarks python experiments/reader/material.py MATERIAL.json

The worlds beside this file come with sentences that were written for training; those of `tests/sentences` (`SETS`) and
of `benchmarks/flats` (`FLATS`) are added, in the worlds that they are about. Each world also gets sentences of other
worlds, about things that it has not, to be answered with `unknown`. Prompts are made by the code that asks the trained
model (`clamp.hosts.trained`), so that it is asked as it was trained.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import typer
from goals import literal
from trace_judge import ROOT, world_of

from clamp import Problem
from clamp.decoding.goals import GoalFormat
from clamp.decoding.rule_notation import EITHER, UNKNOWN, VARIABLES, RuleNotation
from clamp.errors import ClampError
from clamp.files import writing
from clamp.hosts.trained import NOW, TASK, described, messages, stems
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule, Same
from clamp.planning.system import TransitionSystem

HERE = Path(__file__).parent
WORLDS = HERE / "worlds"
SETS = (
    *(
        "eighth",
        "eleventh",
        "fifth",
        "fourteenth",
        "fourth",
        "ninth",
        "paraphrases_orders",
        "paraphrases_states",
    ),
    *(
        "practice",
        "second",
        "sentences",
        "seventh",
        "sixth",
        "tenth",
        "third",
        "thirteenth",
        "trades",
        "twelfth",
    ),
)
"""Of `tests/sentences`; the fifteenth, the sixteenth and what came later are not among them."""
FLATS = (
    *(
        "attic",
        "boathouse",
        "caravan",
        "cottage",
        "greenhouse_flat",
        "hostile",
        "houseboat",
        "loft",
        "office",
    ),
    "studio",
)
"""Of `benchmarks/flats`; the farmhouse, and sentences that are held against a goal (`pairs`), are not among them."""
_UNSAID = 4
"""Of worlds that are known, a reader was trained again on one in so many of the sentences that no formula or goal says:
of many, it learns to say so where it is unsure."""
ORDERS = 8
"""A world of more than `_FEW` sentences is told in so many orders, so that nothing is learnt of where a name stands; of
fewer, in two."""
_FEW = 4
_FROM_ELSEWHERE, _WORTH_IT, _TRIES = 28, 8, 40
"""A sentence of another world for so many of a world's own, if it has so many; of so many that are drawn."""
_CALL = re.compile(r"[^\s(),{}]+\([^()]*\)(?: \{[^}]*\})?")


class Last(StrEnum):
    """A model whose reader was trained several times."""

    QWEN = "qwen"
    SMOLLM2 = "smollm2"


class Round(NamedTuple):
    """What a reader was trained on last.

    Attributes:
        worlds: On so many of the worlds, as they are named in `worlds.txt`.
        known: Of those, on so many it had been trained before.
        replayed: On one in so many of these it was trained again, lest it forget.
    """

    worlds: int
    known: int
    replayed: int


ROUNDS = {Last.QWEN: Round(406, 364, 20), Last.SMOLLM2: Round(406, 294, 4)}


class Row(NamedTuple):
    """A sentence, what it is announced as (`Requirement` or `Instruction`), and the answer."""

    asked: Literal["Requirement", "Instruction"]
    sentence: str
    answer: str


Material = Mapping[str, Sequence[Row]]
"""Under what there is, as the model is told, the sentences that are said there."""


class World:
    """A planning problem as the model is told of it, and its sentences' meanings as the model is to write them."""

    def __init__(self, system: TransitionSystem[Any]) -> None:
        notation = RuleNotation(system)
        self._about = {
            "Requirement": described(notation, system),
            "Instruction": described(notation, system, now=True),
        }
        arities: dict[str, set[int]] = {}
        for action in system.actions:
            arities.setdefault(action.name, set()).add(len(action.args))
        self._arity = {name: min(found) for name, found in arities.items() if len(found) == 1}

    def told(self, row: Row) -> str:
        """What stands before a sentence in the prompt. Long descriptions depend on the sentence."""
        text = messages(row.asked, row.sentence, self._about[row.asked])[1]["content"]
        assert isinstance(text, str)
        return text[: text.rindex(f"\n{row.asked}: ")]

    def formula(self, text: str) -> str:
        """A formula in the one form that the model writes: variables by how deep they are, all arguments there.

        Raises:
            RuleError: If it is no formula.
        """
        return str(self._renamed(Rule.parse(text).formula, {}, 0))

    def _renamed(self, formula: Formula, names: Mapping[str, str], depth: int) -> Formula:
        """A formula whose variables have other names; of those, so many are in use around it."""
        match formula:
            case Proposition(name, args, event):
                if args is None:
                    written = (ANY,) * self._arity[name] if name in self._arity else None
                else:
                    written = tuple(names.get(one, one) for one in args)
                return Proposition(name, written, event)
            case Same(left, right):
                return Same(names.get(left, left), names.get(right, right))
            case Compound(operator, operands):
                return Compound(operator, tuple(self._renamed(one, names, depth) for one in operands))
            case Quantified(universal, variables, body):
                fresh = VARIABLES[depth : depth + len(variables)]
                kinds = [kind for _, kind in variables]
                within = {**names, **{old: new for (old, _), new in zip(variables, fresh, strict=True)}}
                inner = self._renamed(body, within, depth + len(fresh))
                return Quantified(universal, tuple(zip(fresh, kinds, strict=True)), inner)

    def requirement(self, line: Mapping[str, Any]) -> Row:
        """A line of `rules.jsonl` or of a set of `tests/sentences`."""
        meant = {"meaning": [line.get("formula")], "ambiguous": line.get("formulas"), "abstain": []}
        answer = EITHER.join(map(self.formula, meant[line["expect"]] or ())) or UNKNOWN
        return Row("Requirement", _spaced(line["text"]), answer)


def instruction(sentence: str, goals: Sequence[Sequence[Any]]) -> Row:
    """A sentence that asks for one of several goals, or for none that can be said."""
    write = GoalFormat.calls().write
    answer = EITHER.join(write(tuple(map(literal, goal))) for goal in goals) or UNKNOWN
    return Row("Instruction", _spaced(sentence), answer)


def goals_of(line: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
    """The goals of a line of `goals.jsonl`: one, several where it may mean several, or none."""
    return line["goals"] if "goals" in line else [line["goal"]] if line["goal"] else []


def lines_of(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of JSON Lines."""
    return map(json.loads, filter(str.strip, file.read_text("utf-8").splitlines()))


def requirements_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a world's `rules.jsonl`."""
    return _lines_of_those(folder, "rules")


def instructions_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a world's `goals.jsonl` and then of its `contrasts.jsonl`."""
    return _lines_of_those(folder, "goals", "contrasts")


def _lines_of_those(folder: Path, *names: str) -> Iterator[dict[str, Any]]:
    for name in names:
        if (file := folder / f"{name}.jsonl").is_file():
            yield from lines_of(file)


def worlds() -> list[Path]:
    """The folders of the worlds that were made for training, in the order in which they were read."""
    return [WORLDS / name for name in (HERE / "worlds.txt").read_text("utf-8").split()]


def rows(last: Last | None = None) -> Iterator[tuple[World, Row]]:
    """All sentences that somebody wrote, with the worlds in which they are said.

    Args:
        last: Only what this model's reader was trained on last: SmolLM2's on instructions alone.

    Raises:
        ClampError: If a world cannot be had: some are tasks of packages that are not installed.
    """
    round_ = Round(len(worlds()), 0, 1) if last is None else ROUNDS[last]
    if last is None:
        yield from _of_sets()
    if last is not Last.QWEN:
        yield from _of_flats()
    unsaid = 0
    for number, folder in enumerate(worlds()[: round_.worlds]):
        known = number < round_.known
        if known and number % round_.replayed:
            continue
        world = World(world_of(str(folder)))
        found = [] if last is Last.SMOLLM2 else list(map(world.requirement, requirements_of(folder)))
        found += [instruction(line["sentence"], goals_of(line)) for line in instructions_of(folder)]
        for row in found:
            unsaid += row.answer == UNKNOWN
            if last is None or not known or row.answer != UNKNOWN or unsaid % _UNSAID == 0:
                yield world, row


def _of_sets() -> Iterator[tuple[World, Row]]:
    known = cache(lambda name: World(world_of(name)))
    for name in SETS:
        for line in lines_of(ROOT / "tests" / "sentences" / f"{name}.jsonl"):
            yield known(line["world"]), known(line["world"]).requirement(line)


def _of_flats() -> Iterator[tuple[World, Row]]:
    flats = ROOT / "benchmarks" / "flats"

    @cache
    def flat(name: str) -> World:
        problem = Problem.from_pddl(flats / f"{name}_domain.pddl", flats / f"{name}_problem.pddl")
        return World(problem)

    for name in FLATS:
        for line in lines_of(flats / f"{name}.jsonl"):
            # What holds already, and what may mean several things, has no answer as a goal; what is hostile and
            # has no goal says more than that there is none.
            if line["kind"] in ("holds", "ambiguous") or (line["kind"] == "hostile" and not line["goals"]):
                continue
            yield flat(line["world"]), instruction(line["sentence"], line["goals"][:1])


def material(random: Random, last: Last | None = None) -> dict[str, list[Row]]:
    """All sentences by what the model is told of their worlds, with some that cannot be said there.

    Args:
        last: As of `rows`.
    """
    groups: dict[str, list[Row]] = {}
    for world, row in rows(last):
        groups.setdefault(world.told(row), []).append(row)
    pool = [(told, row) for told, found in groups.items() for row in found if row.answer != UNKNOWN]
    names = {told: stems(told) for told in groups}
    for told, found in groups.items():
        for _ in range(max(1, len(found) // _FROM_ELSEWHERE) if len(found) >= _WORTH_IT else 0):
            for _ in range(_TRIES):
                elsewhere, row = random.choice(pool)
                named = {
                    stem for name in re.findall(r"[^\s()!&|,>:?=*-]+", row.answer) for stem in stems(name)
                }
                said = {stem for stem in stems(row.sentence) if len(stem) > 3}
                if elsewhere != told and not (named | said) & names[told]:
                    found.append(row._replace(answer=UNKNOWN))
                    break
    return groups


def shuffled(told: str, random: Random) -> str:
    """What there is, told in another order."""
    lines: list[str] = []
    for line in told.split("\n"):
        head, _, rest = line.partition(": ")
        if head in ("Types", "Kinds"):
            parts = rest.split("; ")
            random.shuffle(parts)
            if head == "Types":
                parts = [_members_shuffled(one, random) for one in parts]
            line = f"{head}: {'; '.join(parts)}"
        elif head in ("Actions", "States", NOW):
            calls = _CALL.findall(rest)
            random.shuffle(calls)
            line = f"{head}: {', '.join(calls)}"
        lines.append(line)
    return "\n".join(lines)


def _members_shuffled(part: str, random: Random) -> str:
    """``cup: red_cup, blue_cup``, in another order."""
    kind, sep, members = part.partition(": ")
    things = members.split(", ")
    random.shuffle(things)
    return f"{kind}{sep}{', '.join(things)}"


def _spaced(text: str) -> str:
    return " ".join(text.split())


def main(
    out: Annotated[Path, typer.Argument(help="Where the material is written, as JSON.")],
    seed: int = 0,
    last: Annotated[
        Last | None, typer.Option(help="Only what this model's reader was trained on last.")
    ] = None,
) -> None:
    """Write the training material."""
    random = Random(seed)
    groups = [
        {
            "told": [
                told,
                *(shuffled(told, random) for _ in range((ORDERS if len(found) > _FEW else 2) - 1)),
            ],
            "rows": found,
        }
        for told, found in material(random, last).items()
    ]
    with writing(out, "material", ClampError):
        out.write_text(json.dumps({"system": TASK, "groups": groups}, ensure_ascii=False), "utf-8")
    typer.echo(f"{sum(len(one['rows']) for one in groups)} sentences about {len(groups)} descriptions: {out}")


if __name__ == "__main__":
    typer.run(main)
