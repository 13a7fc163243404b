"""``clamp bench blocks``: plans from photographs of coloured blocks and a sentence, judged in the table's true problem.

The sentence is read without a model, and a plan is searched for in the state that the pictures show; nothing of the
true problem is used but to judge. Rows differ in which pictures there are: all, fewer, another table's, none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn, cast

from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError, ClampError, SceneError
from clamp.files import read_text
from clamp.hosts.goals import GoalAnswer, goal_of
from clamp.perception import Belief
from clamp.perception.belief import Fact
from clamp.perception.pictures import read_picture
from clamp.planning import Problem
from clamp.planning.goals import FAR, with_literals
from clamp.planning.pddl import read_domain_file
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import TRUE, Atom, Domain, Task
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.configuration import BLOCKS_ROWS, BlocksConfig
from clamp_bench.harness import ActingRequest, Answer, ByRow, Comparison, Question, Report, Scored, Tell
from clamp_bench.records import Record
from clamp_bench.statistics import mean_with_interval
from clamp_worlds.blocks.observe import BlockObserver, observer
from clamp_worlds.data import data_folder

if TYPE_CHECKING:
    from PIL import Image

ROWS: Mapping[str, str] = {
    "four": "all pictures of the table, four",
    "two": "its first and its third picture",
    "one": "its first picture",
    "shuffled": "the pictures of the next table",
    "constant": "no picture: every block stands on the table by itself",
    "true": "no picture: the true state, which leaves the sentence to be read",
}
"""In the order in which tables show them."""
OUTCOMES: Mapping[str, str] = {
    "right": "the plan is valid in the true problem and reaches its goal",
    "wrong": "a plan was given that is not: wrong in silence",
    "asked": "a fact that the plan needs, or the goal, was asked about",
    "refused": "the pictures could not be used, and it was said why",
}
PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "GPT-5.2": {"facts": 0.967, "low": 0.79, "high": 0.90},
    "an open Qwen VLM": {"low": 0.04, "high": 0.69},
}
"""Of these tables, by the data's own paper: F1 of the state's facts, and the share of tasks by route."""
GET = (
    "They are photographs of blocks with a domain, a problem and a sentence (the blocksworld_real folder of the "
    "VLM-formalizer data, MIT), one folder a table: put them there as blocksworld_real."
)
_LIMITS = SearchLimits(states=500_000, seconds=20.0)
Case = tuple["Table", str]


@dataclass(frozen=True)
class Table:
    """A table: its pictures, what is asked for, and how it truly is."""

    id: str
    folder: Path

    @cached_property
    def sentence(self) -> str:
        return read_text(self.folder / "instruction.txt", "an instruction", BenchmarkError).strip()

    @cached_property
    def domain(self) -> Domain:
        return read_domain_file(self.folder / "domain.pddl")[0]

    @cached_property
    def truth(self) -> Problem:
        return Problem.from_pddl(self.folder / "domain.pddl", self.folder / "problem.pddl")

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """The true facts."""
        return frozenset((one.predicate, *one.args) for one in self.truth.task.initial)

    @cached_property
    def files(self) -> tuple[Path, ...]:
        found = sorted(self.folder.glob("observations/*.jpg"), key=_numbers)
        if not found:
            raise BenchmarkError(f"The table {self.id} has no pictures in {self.folder / 'observations'}.")
        return tuple(found)

    def pictures(self, which: Sequence[int]) -> dict[str, Image.Image]:
        return {path.name: read_picture(path) for number, path in enumerate(self.files) if number in which}


def _numbers(path: Path) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", path.name)))


def read_tables(folder: Path) -> list[Table]:
    """The tables of a folder, in the order of their numbers.

    Raises:
        BenchmarkError: If there is none.
    """
    found = sorted((one for one in folder.iterdir() if (one / "problem.pddl").is_file()), key=_numbers)
    if not found:
        raise BenchmarkError(f"{folder} holds no table. {GET}")
    return [Table(one.name, one) for one in found]


class Blocks(Comparison[Table]):
    """The tables, each seen in every row."""

    title = "blocks"
    owner = "the benchmark"
    own_data = True

    def __init__(self, config: BlocksConfig):
        self.config = config
        self.folder = config.data or data_folder("vlm_formalizer", GET) / "blocksworld_real"
        if not self.folder.is_dir():
            raise BenchmarkError(f"There is no folder {self.folder}. {GET}")
        self.rows = config.asked_for

    def tasks(self) -> Sequence[Table]:
        return self._tasks

    @cached_property
    def _tasks(self) -> Sequence[Table]:
        return read_tables(self.folder)

    def request(self, item: Case) -> Request:
        table = item[0]
        return ActingRequest.of(table.truth, prompt=f"{table.sentence}\n{sorted(table.facts)}")

    def own_fields(self, item: Case, answer: Answer) -> Record:
        return {"sentence": item[0].sentence, "model": None}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        own: dict[str, list[Record]] = {row: [] for row in self.rows}
        for record in records:
            own[record["row"]].append(record)
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": None,
            "tables": len({record["id"] for record in records}),
            "published": PUBLISHED,
            "rows": {row: _row(row, found) for row, found in own.items() if found},
        }
        items = [{"id": one["id"], "row": one["row"], **_figures(one)} for one in records]
        return Scored(data, _headlines(data), items=items)


def _figures(record: Record) -> Record:
    outcome = record.get("outcome")
    if outcome is None:
        return dict.fromkeys(("right", "wrong"))
    return {"right": outcome == "right", "wrong": outcome == "wrong"}


def _f1(some: Sequence[Record], which: str) -> dict[str, float]:
    hits, said, true = (
        sum(one.get(which, {}).get(name, 0) for one in some) for name in ("hits", "said", "true")
    )
    return {
        "precision": hits / said if said else 0.0,
        "recall": hits / true if true else 0.0,
        "f1": 2 * hits / (said + true) if said + true else 0.0,
    }


def _row(row: str, records: Sequence[Record]) -> dict[str, Any]:
    counts = Counter(str(one.get("outcome", harness.MALFORMED)) for one in records)
    return {
        "says": ROWS[row],
        "tables": len(records),
        "outcomes": {name: counts[name] for name in (*OUTCOMES, harness.MALFORMED) if counts[name]},
        "right": mean_with_interval([float(one.get("outcome") == "right") for one in records]),
        "facts": _f1(records, "likeliest"),
        "facts_known": _f1(records, "known"),
        "wrong": [one["id"] for one in records if one.get("outcome") == "wrong"],
        "asked": [one["id"] for one in records if one.get("outcome") in ("asked", "refused")],
        "seconds": sum(one.get("seeing", 0.0) for one in records) / len(records),
    }


def _headlines(data: Mapping[str, Any]) -> str:
    lines = [f"blocks: {data['tables']} tables"]
    for name, row in data["rows"].items():
        counts = row["outcomes"]
        said = ", ".join(f"{one} {counts.get(one, 0)}" for one in OUTCOMES)
        lines.append(f"  {name}: {said}; facts F1 {row['facts']['f1']:.3f}, {row['seconds']:.1f} s a table")
    return "\n".join(lines)


# ------------------------------------------------------------------ the rows


def _nobody() -> NoReturn:
    raise BenchmarkError("the readers abstain, and a model would be asked")


class BlocksRows(ByRow):
    """Answers each question by the pictures that its row has."""

    needs_model = False

    def __init__(self, config: BlocksConfig, tables: Sequence[Table]):
        self.config, self.tables = config, tables

    def write_row(
        self, row: str, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]
    ) -> None:
        for place, one in enumerate(questions):
            tell(place, self._answered(cast("Case", one.source)[0], row, one))

    def _belief(self, table: Table, row: str) -> Belief:
        """What is held to be so.

        Raises:
            SceneError: If the pictures cannot be used.
        """
        if row == "true":
            kinds = {name: types[0] for name, types in table.truth.task.objects.items()}
            return _certain(kinds, table.facts)
        if row == "constant":
            kinds = {name: types[0] for name, types in table.truth.task.objects.items()}
            return _certain(kinds, _apart(table))
        number = self.tables.index(table)
        shown = self.tables[(number + 1) % len(self.tables)] if row == "shuffled" else table
        which = {"two": (0, 2), "one": (0,)}.get(row, range(len(shown.files)))
        return _observer(table).observe(shown.pictures(which), {}, instruction=table.sentence)

    def _answered(self, table: Table, row: str, question: Question) -> Answer:
        started = perf_counter()
        try:
            belief = self._belief(table, row)
        except SceneError as error:
            return _unanswered("refused", str(error), started, {})
        details: Record = {"seeing": perf_counter() - started, **_facts(belief, table)}
        if belief.unknown:
            why = f"The pictures leave open: {', '.join(' '.join(one) for one in belief.unknown)}."
            return _unanswered("asked", why, started, details)
        atoms = frozenset(Atom(fact[0], fact[1:]) for fact in belief.true)
        objects = {name: (kind or "object",) for name, kind in belief.objects.items()}
        problem = Problem(Task(table.id, table.domain, objects, atoms, TRUE), limits=_LIMITS)
        try:
            goal = goal_of(table.sentence, problem, _nobody, budget=FAR)
        except ClampError as error:
            return _unanswered("asked", str(error), started, details)
        if goal.status == "question":
            return _unanswered("asked", goal.why, started, details)
        return self._planned(table, problem, goal, question, details, started)

    def _planned(
        self,
        table: Table,
        problem: Problem,
        goal: GoalAnswer,
        question: Question,
        details: Record,
        started: float,
    ) -> Answer:
        """The plan, or that nothing is to be done, which is a plan of no action."""
        plan = ()
        aimed = with_literals(problem, goal.literals)
        if goal.status == "goal":
            found = Reachability(aimed, None, _LIMITS).plan(aimed.initial, FAR)
            if found is None or isinstance(found, LimitReached):
                return _unanswered("asked", "no plan was found in the state that is seen", started, details)
            plan = tuple(aimed.actions[index] for index in found)
        elif not aimed.is_goal(aimed.initial):
            return _unanswered("asked", goal.why, started, details)
        verdict = table.truth.validate(plan)
        details |= {"outcome": "right" if verdict else "wrong", "why": verdict.reason or ""}
        text = question.request.plan_format.serialize(plan)
        certificate = aimed.validate(plan)
        timing = Timing(compile=perf_counter() - started)
        return Answer(PlanResult("plan", plan, text, certificate=certificate, timing=timing), details)


def _observer(table: Table) -> BlockObserver:
    found = observer(table.domain)
    if found is None:
        raise BenchmarkError(f"The domain {table.domain.name!r} of table {table.id} is none of blocks.")
    return found


def _certain(kinds: Mapping[str, str], facts: frozenset[Fact]) -> Belief:
    from clamp.perception import Evidence

    return Belief(
        dict(kinds), tuple(Evidence(fact, 1.0, "file") for fact in sorted(facts)), closed_world=True
    )


def _apart(table: Table) -> frozenset[Fact]:
    """Every block on the table by itself."""
    blocks = {fact[1] for fact in table.facts if fact[0] in ("on", "ontable")}
    kept = {fact for fact in table.facts if not blocks & {*fact[1:]}}
    return frozenset({*kept, *((name, one) for one in blocks for name in ("ontable", "clear"))})


def _facts(belief: Belief, table: Table) -> Record:
    """How many of the facts that are seen are true: of those that are known, and of the likelier way of each."""

    def counts(said: set[Fact]) -> Record:
        looked = {"on", "ontable", "clear"}
        mine = {fact for fact in said if fact[0] in looked}
        true = {fact for fact in table.facts if fact[0] in looked}
        return {"hits": len(mine & true), "said": len(mine), "true": len(true)}

    likelier = {fact for fact, one in belief.judgements.items() if one.probability > 0.5}
    return {"known": counts(set(belief.true)), "likeliest": counts(likelier)}


def _unanswered(outcome: str, why: str, started: float, details: Record) -> Answer:
    failure = Failure("uncertified", why)
    result = PlanResult("fail", failure=failure, timing=Timing(compile=perf_counter() - started))
    return Answer(replace(result), {"outcome": outcome, "why": why, **details})


def run(config: BlocksConfig, *, load: Callable[[BlocksConfig], Any] | None = None) -> Report:
    """Look at the tables that are missing, plan and judge, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data are absent, or there is no such row.
    """
    benchmark = Blocks(config)
    return harness.run(benchmark, config, BlocksRows(config, benchmark.tasks()), load=load)


assert tuple(ROWS) == BLOCKS_ROWS
