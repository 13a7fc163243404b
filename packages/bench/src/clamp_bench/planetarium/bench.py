"""``clamp bench planetarium``: PDDL problems written from descriptions, and whether they are the ones described.

Some rows have the description alone, as in the published task; others also the things and the initial state, and write
the goal, which is easier. An answer is read, planned for, and compared with the problem that was described
(`clamp_bench.planetarium.equivalence`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any, cast

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Constraint, Failure
from clamp.decoding.forms import FormConstraint
from clamp.decoding.goals import GoalConstraint, GoalFormat
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError, ClampError, ConstraintError
from clamp.hosts.goals import goal_of
from clamp.hosts.jobs import PlanRequest
from clamp.planning import Problem
from clamp.planning.goals import BOUND, GoalLiteral, Goals
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.request.prompts import Message
from clamp.request.settings import Sampling
from clamp_bench import harness
from clamp_bench.configuration import PLANETARIUM_OF_MODEL, PLANETARIUM_WHOLE, PlanetariumConfig
from clamp_bench.harness import TEXT, Answer, ByRow, Comparison, OpenText, Question, Report, Scored, Tell
from clamp_bench.planetarium.equivalence import Fact, description_of, equivalent
from clamp_bench.planetarium.pairs import DOMAINS, GET, Pair, read_pairs
from clamp_bench.planetarium.writing import ProblemForm, beginning, ending, whole
from clamp_bench.records import Record
from clamp_bench.statistics import mean_with_interval
from clamp_worlds.data import data_folder

ROWS: Mapping[str, str] = {
    "same": "one and the same problem for all descriptions of a domain",
    "other": "the problem of another description, drawn at random",
    "model": "the language model: typed things and facts, then a goal that can be reached from there",
    "model-alone": "the language model left alone, with an example",
    "stay": "things and initial state are given; the goal is what holds already",
    "wander": "the same; the goal is where a random walk leads",
    "reader": "the same; the readers of sentences read the goal, without a model",
    "model-goal": "the same; the language model writes the goal, one that can be reached",
}
"""In the order in which tables show them."""
PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "GPT-4o": {"parseable": 0.961, "solvable": 0.944, "right": 0.248}
}
"""Of Planetarium's own test set, whose problems are larger and drawn otherwise."""
FIGURES = ("parseable", "solvable", "right")
_PLANNING = SearchLimits(states=300_000, seconds=10.0)
"""What looking for a plan may cost."""
_DECIDING = SearchLimits(states=50_000, seconds=2.0)
"""What deciding one goal may cost."""
_STEPS = 20
"""How long a random walk is."""
_MOST = 60
"""Most facts of a goal."""

Case = tuple[Pair, str]
"""A pair, and the row that writes its problem."""


# ------------------------------------------------------------------ what an answer is worth


@dataclass(frozen=True)
class PairVerdict:
    """What a text is worth as the problem that was described.

    Attributes:
        parseable: It has a PDDL problem, strictly right for the domain.
        solvable: A plan was found that reaches its goal; none is needed where it holds already.
        right: It is the problem that was described, but for the names of things.
        why: Why it is not parseable, or no plan was found.
    """

    parseable: bool = False
    solvable: bool = False
    right: bool = False
    why: str = ""

    def figures(self) -> Record:
        return {name: getattr(self, name) for name in FIGURES}


def judged(pair: Pair, text: str, budget: int) -> PairVerdict:
    """What a text is worth.

    Args:
        budget: Most actions of a plan.
    """
    written = _problem_in(text)
    if not written:
        return PairVerdict(why="there is no (define (problem …) …)")
    try:
        problem = Problem.from_pddl(pair.domain_text, written, repair=False)
    except ClampError as error:
        return PairVerdict(why=str(error))
    said = description_of(problem.task)
    right = said is not None and equivalent(pair.truth, said, apart=pair.apart)
    plan = Reachability(problem, None, _PLANNING).plan(problem.initial, budget)
    if isinstance(plan, tuple):
        return PairVerdict(True, True, right)
    why = (
        "a limit of the search was reached" if isinstance(plan, LimitReached) else "no plan reaches the goal"
    )
    return PairVerdict(True, False, right, why)


def _problem_in(text: str) -> str:
    """The first problem in a text, with all its parentheses; nothing where there is none, or it is cut off."""
    start = re.search(r"\(\s*define\b", text, re.IGNORECASE)
    depth = 0
    for one in re.finditer(r";[^\n]*|[()]", text[start.start() :] if start else ""):
        depth += {"(": 1, ")": -1}.get(one[0], 0)
        if depth == 0 and one[0] == ")":
            assert start is not None
            return text[start.start() : start.start() + one.end()]
    return ""


# ------------------------------------------------------------------ the benchmark


class Planetarium(Comparison[Pair]):
    """The descriptions, each with a problem written by every row."""

    title = "planetarium"
    owner = "the benchmark"
    own_data = True

    def __init__(self, config: PlanetariumConfig):
        self.config = config
        self.folder = data_folder("planetarium", GET)
        self.rows = config.asked_for

    def tasks(self) -> Sequence[Pair]:
        return self._tasks

    @cached_property
    def _tasks(self) -> Sequence[Pair]:
        return read_pairs(self.folder)

    def request(self, item: Case) -> OpenText:
        pair = item[0]
        pair.check()
        # All that an answer and its verdict come from, so that a record is of the item as it stands in the file.
        said = (str(pair.truth and pair.row["problem_pddl"]), str(pair.apart))
        return OpenText("\n\n".join((pair.told, pair.domain_text, *said)), budget=self.config.budget)

    def own_fields(self, item: Case, answer: Answer) -> Record:
        pair, row = item
        pair.check()
        own: Record = {"domain": pair.domain, "kind": pair.kind, "told": pair.told}
        return own if row in PLANETARIUM_OF_MODEL else {**own, "model": None}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        own: dict[str, list[Record]] = {row: [] for row in self.rows}
        for record in records:
            own[record["row"]].append(record)
        models = [record["model"] for record in records if record.get("model") is not None]
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": models[0] if models else None,
            "items": len({record["id"] for record in records}),
            "published": PUBLISHED,
            "rows": {row: _row(row, found) for row, found in own.items() if found},
        }
        items = [{"id": one["id"], "row": one["row"], **_figures(one)} for one in records]
        return Scored(data, _headlines(data), items=items)


def _figures(record: Record) -> Record:
    """An item's figures; one that is malformed has none of them."""
    return {name: record.get(name) for name in FIGURES}


def _shares(some: Sequence[Record]) -> dict[str, Any]:
    return {
        **{name: mean_with_interval([float(bool(one.get(name))) for one in some]) for name in FIGURES},
        "unanswered": sum(not one["output"] for one in some),
    }


def _row(row: str, records: Sequence[Record]) -> dict[str, Any]:
    """A row's figures: all items', and those of each domain and of each kind of goal."""

    def apart(field: str, names: Sequence[str]) -> dict[str, Any]:
        found = {name: [one for one in records if one.get(field) == name] for name in names}
        return {name: _shares(some) for name, some in found.items() if some}

    return {
        "says": ROWS[row],
        "given": "the description"
        if row in PLANETARIUM_WHOLE
        else "the description, things and initial state",
        "items": len(records),
        **_shares(records),
        "silently_wrong": sum(bool(one["output"]) and not one.get("right") for one in records),
        "domains": apart("domain", DOMAINS),
        "goals": apart("kind", ("explicit", "abstract")),
    }


def _headlines(data: Mapping[str, Any]) -> str:
    def share(one: Mapping[str, Any]) -> str:
        between = "" if one["low"] is None else f" [{100 * one['low']:.1f}, {100 * one['high']:.1f}]"
        return f"{100 * one['mean']:.1f} %{between}"

    lines = [f"planetarium: {checks.count(data['items'], 'description')}"]
    for name, row in data["rows"].items():
        said = ", ".join(f"{one} {share(row[one])}" for one in FIGURES)
        goal = "" if name in PLANETARIUM_WHOLE else " (goal only)"
        lines.append(f"  {name}{goal}: {said}; {row['unanswered']} unanswered")
    return "\n".join(lines)


# ------------------------------------------------------------------ the rows


class _Unanswered(Exception):
    """A row has no problem for a description, and says why."""


class PlanetariumRows(ByRow):
    """Answers each question by the row that its source names."""

    def __init__(self, config: PlanetariumConfig, pairs: Sequence[Pair]):
        self.config = config
        self.pairs = [one for one in pairs if not one.broken]
        self.batch_size = config.batch_size
        self.needs_model = bool(set(PLANETARIUM_OF_MODEL) & set(config.asked_for))  # pyright: ignore

    def write_row(
        self, row: str, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]
    ) -> None:
        write: Callable[[Pair], str] = {
            "same": self._same,
            "other": self._other,
            "stay": lambda pair: _with_goal(pair, _changeable(pair.problem, pair.problem.initial)),
            "wander": _wandered,
            "reader": self._read,
            "model": lambda pair: self._by_model(pair, planner),
            "model-alone": lambda pair: self._asked(planner, whole(pair.domain_text, pair.told)),
            "model-goal": lambda pair: _finished(pair, _begun(pair), self._goal(pair, _begun(pair), planner)),
        }[row]
        for place, question in enumerate(questions):
            pair = cast("Case", question.source)[0]
            started = perf_counter()
            try:
                text, failure = write(pair), TEXT
            except _Unanswered as error:
                text, failure = "", Failure("uncertified", str(error))
            found = judged(pair, text, self.config.budget) if text else PairVerdict(why=failure.message)
            result = PlanResult("fail", (), text, failure, timing=Timing(compile=perf_counter() - started))
            tell(place, Answer(result, {**found.figures(), "why": found.why}))

    def _others(self, pair: Pair) -> list[Pair]:
        found = [one for one in self.pairs if one.domain == pair.domain and one.id != pair.id]
        if not found:
            raise _Unanswered(f"there is no other problem of {pair.domain}")
        return found

    def _same(self, pair: Pair) -> str:
        return str(self._others(pair)[0].row["problem_pddl"])

    def _other(self, pair: Pair) -> str:
        return str(random.Random(pair.id).choice(self._others(pair)).row["problem_pddl"])

    def _read(self, pair: Pair) -> str:
        """What the readers understand; that it holds already, or is far away, does not matter here."""

        def nobody() -> Any:
            raise _Unanswered("the readers abstain, and a model would be asked")

        try:
            found = goal_of(pair.wish, pair.problem, nobody, budget=self.config.budget, limits=_DECIDING)
        except ConstraintError as error:
            raise _Unanswered(str(error)) from error
        if found.status == "question" or not found.literals or found.rules:
            raise _Unanswered(found.why or "it asks for something to be kept on the way, which no goal says")
        words = pair.problem.rule_words()
        single = [
            GoalLiteral(one.predicate, tuple(name if arg == BOUND else arg for arg in one.args), one.positive)
            for one in found.literals
            for name in (words.objects(one.kind) if one.kind else ("",))
        ]
        return _finished(pair, _begun(pair), GoalFormat.pddl().write(single))

    # What a model writes

    def _asked(
        self,
        planner: Any,
        chat: Sequence[Message],
        constraint: Callable[[Vocabulary], Constraint[Any]] | None = None,
    ) -> str:
        made = None if constraint is None else constraint(planner.vocabulary)
        if made is not None and (failure := made.failure()) is not None:
            raise _Unanswered(failure.message)
        (result,) = planner.write([PlanRequest(chat, made, **self.config.arguments(Sampling))])
        return str(result.text)

    def _by_model(self, pair: Pair, planner: Any) -> str:
        form = ProblemForm.about(pair.problem.domain, pair.told)
        chat = beginning(pair.domain_text, pair.told)
        begun = self._asked(planner, chat, lambda vocabulary: FormConstraint(form.part, vocabulary))
        return _finished(pair, begun, self._goal(pair, begun, planner))

    def _goal(self, pair: Pair, begun: str, planner: Any) -> str:
        """A goal that can be reached from an initial state, written by the model."""
        try:
            problem = Problem.from_pddl(pair.domain_text, _finished(pair, begun, "(and)"))
            order = re.findall(r"[^\s().,:;]+", pair.wish)
            goals = Goals(
                problem,
                budget=self.config.budget,
                order=[one for one in order if one in problem.entities],
                negation=False,
                redundant=True,
                limits=_DECIDING,
            )
        except ClampError as error:
            raise _Unanswered(f"no goal can be asked for: {error}") from error
        return self._asked(
            planner,
            ending(pair.domain_text, pair.told, begun),
            lambda vocabulary: GoalConstraint(problem, vocabulary, "pddl", goals=goals, most=_MOST),
        ).strip()


def _begun(pair: Pair) -> str:
    """Things and initial state of the problem that is described."""
    found = pair.truth
    listed = " ".join(
        name if types == ("object",) else f"{name} - {types[0]}" for name, types in found.objects.items()
    )
    return f"(:objects {listed})\n(:init {_pddl(found.initial)})"


def _finished(pair: Pair, begun: str, goal: str) -> str:
    return f"(define (problem written)\n(:domain {pair.domain})\n{begun}\n(:goal {goal}))"


def _pddl(facts: frozenset[Fact]) -> str:
    return " ".join(f"({' '.join(fact)})" for fact in sorted(facts))


def _with_goal(pair: Pair, goal: frozenset[Fact]) -> str:
    return _finished(pair, _begun(pair), f"(and {_pddl(goal)})")


def _changeable(problem: Problem, state: int) -> frozenset[Fact]:
    """What holds in a state and can change."""
    changed = {effect.atom.predicate for schema in problem.domain.schemas for effect in schema.effects}
    found = [one for one in problem.facts(state) if one.predicate in changed]
    return frozenset((one.predicate, *one.args) for one in found)


def _wandered(pair: Pair) -> str:
    draw, problem = random.Random(pair.id), pair.problem
    state = problem.initial
    for _ in range(_STEPS):
        choices = problem.applicable_indices(state)
        if not choices:
            break
        state = problem.successor_of_index(state, draw.choice(list(choices)))
    return _with_goal(pair, _changeable(problem, state))


def run(config: PlanetariumConfig, *, load: Callable[[PlanetariumConfig], Any] | None = None) -> Report:
    """Write and judge the problems that are missing, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data are absent, or there is no such row.
    """
    benchmark = Planetarium(config)
    method = PlanetariumRows(config, benchmark.tasks())
    return harness.run(benchmark, config, method, load=load)
