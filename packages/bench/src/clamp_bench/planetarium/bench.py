"""``clamp bench planetarium``: PDDL problems written from descriptions, and whether they are the ones described.

Some rows have the description alone, as in the published task; others also the things and the initial state, and write
the goal, which is easier. An answer is read, planned for, and compared with the problem that was described
(`clamp_bench.planetarium.equivalence`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any, TypeAlias, cast

from clamp import checks
from clamp.decoding import Constraint, Failure
from clamp.decoding.forms import FormConstraint
from clamp.decoding.goals import GoalConstraint, GoalFormat
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import ClampError, ConstraintError
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


@dataclass(frozen=True)
class _Unanswered:
    """Why a row has no problem for a description."""

    why: str


@dataclass(frozen=True)
class _Asked:
    """What a model is asked."""

    chat: Sequence[Message]
    constraint: Constraint[Any] | None = None


_Text: TypeAlias = str | _Unanswered


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
        pairs: list[Pair] = [cast("Case", one.source)[0] for one in questions]
        for place, (pair, text) in enumerate(zip(pairs, self._written(row, pairs, planner), strict=True)):
            started = perf_counter()
            if isinstance(text, _Unanswered):
                found, failure, output = PairVerdict(why=text.why), Failure("uncertified", text.why), ""
            else:
                found, failure, output = judged(pair, text, self.config.budget), TEXT, text
            result = PlanResult("fail", (), output, failure, timing=Timing(compile=perf_counter() - started))
            tell(place, Answer(result, {**found.figures(), "why": found.why}))

    def _written(self, row: str, pairs: Sequence[Pair], planner: Any) -> Iterable[_Text]:
        match row:
            case "same":
                return (self._of_another(one, lambda others: others[0]) for one in pairs)
            case "other":
                return (self._of_another(one, random.Random(one.id).choice) for one in pairs)
            case "stay":
                return (_with_goal(one, one.problem.initial) for one in pairs)
            case "wander":
                return (_with_goal(one, _wandered(one)) for one in pairs)
            case "reader":
                return map(self._read, pairs)
            case "model":
                return self._by_model(pairs, planner)
            case "model-goal":
                return self._goals(pairs, [_begun(one) for one in pairs], planner)
            case _:
                return self._texts(planner, [_Asked(whole(one.domain_text, one.told)) for one in pairs])

    def _of_another(self, pair: Pair, choose: Callable[[Sequence[Pair]], Pair]) -> _Text:
        others = [one for one in self.pairs if one.domain == pair.domain and one.id != pair.id]
        if not others:
            return _Unanswered(f"there is no other problem of {pair.domain}")
        return str(choose(others).row["problem_pddl"])

    def _read(self, pair: Pair) -> _Text:
        """What the readers understand: it may hold already here, or be too far for the limits of one goal."""
        try:
            found = goal_of(pair.wish, pair.problem, _nobody, budget=self.config.budget, limits=_DECIDING)
        except (ConstraintError, _Nobody) as error:
            return _Unanswered(str(error))
        if found.status == "question" or not found.literals or found.rules:
            return _Unanswered(found.why or "it asks for something to be kept on the way, which no goal says")
        words = pair.problem.rule_words()
        single = [
            GoalLiteral(one.predicate, tuple(name if arg == BOUND else arg for arg in one.args), one.positive)
            for one in found.literals
            for name in (words.objects(one.kind) if one.kind else ("",))
        ]
        text = _finished(pair, _begun(pair), GoalFormat.pddl().write(single))
        if found.status == "none" and not judged(pair, text, self.config.budget).solvable:
            return _Unanswered(found.why)
        return text

    # What a model writes

    def _texts(self, planner: Any, asked: Sequence[_Asked | _Unanswered]) -> list[_Text]:
        """What the model writes, where it is asked."""
        sampling = self.config.arguments(Sampling)
        jobs = {
            place: PlanRequest(one.chat, one.constraint, **sampling)
            for place, one in enumerate(asked)
            if isinstance(one, _Asked)
        }
        results = planner.write(list(jobs.values()), batch_size=self.batch_size)
        texts = {place: str(one.text) for place, one in zip(jobs, results, strict=True)}
        return [one if isinstance(one, _Unanswered) else texts[place] for place, one in enumerate(asked)]

    def _by_model(self, pairs: Sequence[Pair], planner: Any) -> list[_Text]:
        asked: list[_Asked | _Unanswered] = []
        for one in pairs:
            form = ProblemForm.about(one.problem.domain, one.told)
            constraint = FormConstraint(form.part, planner.vocabulary)
            asked.append(_Asked(beginning(one.domain_text, one.told), constraint))
        return self._goals(pairs, self._texts(planner, asked), planner)

    def _goals(self, pairs: Sequence[Pair], begun: Sequence[_Text], planner: Any) -> list[_Text]:
        """Problems of which things and initial state are written, with goals that the model writes."""
        asked = [
            one if isinstance(one, _Unanswered) else self._asked_goal(pair, one, planner)
            for pair, one in zip(pairs, begun, strict=True)
        ]
        return [
            goal if isinstance(goal, _Unanswered) else _finished(pair, str(first), goal.strip())
            for pair, first, goal in zip(pairs, begun, self._texts(planner, asked), strict=True)
        ]

    def _asked_goal(self, pair: Pair, begun: str, planner: Any) -> _Asked | _Unanswered:
        """A goal is asked for that can be reached from an initial state."""
        try:
            problem = Problem.from_pddl(pair.domain_text, _finished(pair, begun, "(and)"))
            said = re.findall(r"[^\s().,:;]+", pair.wish)
            goals = Goals(
                problem,
                budget=self.config.budget,
                order=[one for one in said if one in problem.entities],
                negation=False,
                redundant=True,
                limits=_DECIDING,
            )
            constraint = GoalConstraint(problem, planner.vocabulary, "pddl", goals=goals, most=_MOST)
            failure = constraint.failure()
        except ClampError as error:
            return _Unanswered(f"No goal can be asked for after {begun!r}: {error}")
        if failure is not None:
            return _Unanswered(f"{failure.message} What was written is {begun!r}.")
        return _Asked(ending(pair.domain_text, pair.told, begun), constraint)


class _Nobody(Exception):
    """No model is asked."""


def _nobody() -> Any:
    raise _Nobody("the readers abstain, and a model would be asked")


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


def _with_goal(pair: Pair, state: int) -> str:
    """The problem whose goal is a state, as far as it can change."""
    problem = pair.problem
    changed = {effect.atom.predicate for schema in problem.domain.schemas for effect in schema.effects}
    facts = frozenset((one.predicate, *one.args) for one in problem.facts(state) if one.predicate in changed)
    return _finished(pair, _begun(pair), f"(and {_pddl(facts)})")


def _wandered(pair: Pair) -> int:
    """Where a random walk ends."""
    draw, problem = random.Random(pair.id), pair.problem
    state = problem.initial
    for _ in range(_STEPS):
        choices = list(problem.applicable_indices(state))
        if not choices:
            break
        state = problem.successor_of_index(state, draw.choice(choices))
    return state


def run(config: PlanetariumConfig, *, load: Callable[[PlanetariumConfig], Any] | None = None) -> Report:
    """Write and judge the problems that are missing, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data are absent, or there is no such row.
    """
    benchmark = Planetarium(config)
    method = PlanetariumRows(config, benchmark.tasks())
    return harness.run(benchmark, config, method, load=load)
