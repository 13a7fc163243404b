"""``clamp bench libero-pictures``: plans for LIBERO's tasks from pictures and a sentence, without state and goal.

Given are the pictures, the boxes of named things in them (as a detector would draw), and the sentence. The state is
what the eyes see, the goal what the sentence says; a shortest plan is searched for that does in every state that what
is unknown allows. Plans are judged in the true state, and by LIBERO's own predicates. Rows differ in where state or
goal come from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from time import perf_counter
from typing import Any, NoReturn, cast

import numpy as np

from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError, ClampError, SceneError
from clamp.hosts.goals import goal_of
from clamp.perception import Scene
from clamp.perception.pictures import read_picture
from clamp.perception.sight import Sight
from clamp.planning import Action, LimitReached, Problem
from clamp.planning.conformant import conformant
from clamp.planning.goals import FAR, GoalLiteral, with_literals
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.validator import validate
from clamp.request.request import Request
from clamp.request.states import ResolvedState, resolve
from clamp_bench import harness
from clamp_bench.configuration import LIBERO_ROWS, LiberoPicturesConfig
from clamp_bench.harness import ActingRequest, Answer, Comparison, Method, Question, Report, Scored, Tell
from clamp_bench.libero.bench import held_out_records, problem_in, simulate
from clamp_bench.records import Record
from clamp_bench.statistics import mean_with_interval
from clamp_worlds.libero import Cast, domain, task
from clamp_worlds.libero.eyes import Sighting, believe, boxes_of, judge, look, relation
from clamp_worlds.libero.layout import VIEWS, Layout
from clamp_worlds.libero.words import Sighted, named

ROWS: Mapping[str, str] = {
    "pictures": "the state from pictures and boxes, the goal from the sentence",
    "blank": "the same with grey pictures: what the boxes alone tell",
    "usual": "no picture: everything shut, off and on the table",
    "similarity": "the state from pictures, the goal by similarity of words alone",
    "file": "the true state, the goal from the sentence",
}
"""In the order in which tables show them."""
OUTCOMES: Mapping[str, str] = {
    "right": "the plan can be executed from the true state and reaches the task's goal",
    "wrong": "a plan was given that cannot, or does not: wrong in silence",
    "asked": "a fact that the plan needs, or the goal, was asked about",
    "refused": "the pictures could not be used, and it was said why",
}
SURE = 0.9
"""From this probability on a fact is known, one way or the other."""
_LIMITS = SearchLimits(states=200_000, seconds=20.0)
_MOST = 1000
"""Possible states in each of which a plan is replayed."""
Case = tuple[Record, str]
Literals = tuple[tuple[str, ...], ...]


class LiberoPictures(Comparison[Record]):
    """Every rendered state, in each row."""

    title = "LIBERO from pictures and a sentence"
    owner = "the data set"
    own_data = True

    def __init__(self, config: LiberoPicturesConfig):
        self.config = config
        self.rows = config.asked_for

    def tasks(self) -> Sequence[Record]:
        return held_out_records(self.config.data, None, needing_sight=self.config.needing_sight)

    def task_id(self, task: Record) -> str:
        return str(task["id"])

    def request(self, item: Case) -> Request:
        state = item[0]
        prompt = f"{state['instruction']}\n{state['atoms']}"
        images = {view: _picture(self.config, state, view) for view in state["images"]}
        asked = ActingRequest.of(problem_in(state), prompt=prompt)
        return asked.but(binding=False).seeing(Sight(images, Scene.from_json(state["scene"]), ()))

    def own_fields(self, item: Case, answer: Answer) -> Record:
        state, actions = item[0], answer.result.actions
        read = [[action.name, *action.args] for action in actions] if answer.result.status == "plan" else None
        kept = {name: state[name] for name in ("suite", "task", "instruction", "random")}
        return {**kept, "read": read, "model": None}

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        config = self.config
        states = {state["id"]: state for state in self.tasks()}
        some = [states[one] for one in dict.fromkeys(record["id"] for record in records)]
        checked: dict[tuple[str, str], bool] = {}
        if config.simulate:
            chosen = some[: config.simulate]
            tell("simulating", 0, len(chosen))
            found = simulate(config.out, config.data, chosen, self.rows, "row")
            for row, goals in found.items():
                checked |= {(state["id"], row): held for state, held in zip(chosen, goals, strict=True)}
        own: dict[str, list[Record]] = {row: [] for row in self.rows}
        for record in records:
            own[record["row"]].append(record)
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": config.identity(),
            "model": None,
            "states": len(some),
            "rows": {row: _figures(row, found, states, checked) for row, found in own.items() if found},
        }
        suites = sorted({str(record["suite"]) for record in records})
        if len(suites) > 1:
            data["suites"] = {
                suite: {
                    row: _figures(row, mine, states, checked)
                    for row, found in own.items()
                    if (mine := [one for one in found if one["suite"] == suite])
                }
                for suite in suites
            }
        items = [
            {
                "id": one["id"],
                "row": one["row"],
                "right": one.get("outcome") == "right",
                "wrong": one.get("outcome") == "wrong",
                "goal_exact": one.get("goal_exact"),
                "simulator": checked.get((one["id"], one["row"])),
            }
            for one in records
        ]
        return Scored(data, _headlines(data), items=items)


def _figures(
    row: str, records: Sequence[Record], states: Mapping[str, Record], checked: Mapping[tuple[str, str], bool]
) -> Record:
    counts = Counter(str(one.get("outcome", harness.MALFORMED)) for one in records)
    planned = [one for one in records if one.get("outcome") in ("right", "wrong")]
    told = [one for one in records if (one["id"], row) in checked]
    held = [checked[one["id"], row] for one in told if one in planned]
    return {
        "says": ROWS[row],
        "states": len(records),
        "outcomes": {name: counts[name] for name in (*OUTCOMES, harness.MALFORMED) if counts[name]},
        "goal_exact": mean_with_interval([float(bool(one.get("goal_exact"))) for one in records]),
        "right": mean_with_interval([float(one in planned and one["outcome"] == "right") for one in records]),
        "right_of_plans": mean_with_interval([float(one["outcome"] == "right") for one in planned])
        if planned
        else None,
        "simulator": {
            "states": len(told),
            "plans": len(held),
            "goal": sum(held),
            "of_all": sum(held) / len(told) if told else None,
            "of_plans": sum(held) / len(held) if held else None,
        },
        **facts([(one, states[one["id"]]) for one in records if one.get("flags") is not None]),
        "seconds": sum(one.get("seeing", 0.0) for one in records) / len(records),
    }


def facts(pairs: Sequence[tuple[Record, Record]]) -> Record:
    """How much of what is seen is known, how much of that is right, and how well facts are told apart (AUC)."""
    pools: dict[str, list[tuple[float, bool]]] = {"open": [], "turned_on": [], "on": [], "in": []}
    known: list[bool] = []
    count = 0
    for record, state in pairs:
        cast = Cast.from_objects(state["objects"])
        seen = {entity["id"] for entity in state["scene"]["entities"] if entity["seen"]}
        true = {tuple(atom) for atom in state["atoms"]}
        for name, p in record["flags"].items():
            predicate = "open" if name in cast.doors().values() else "turned_on"
            if cast.whole.get(name, name) not in seen:
                continue
            holds = (predicate, name) in true
            pools[predicate].append((p, holds))
            count += 1
            if max(p, 1 - p) >= SURE:
                known.append((p > 0.5) == holds)
        for thing, places in record["places"].items():
            if thing not in seen:
                continue
            count += 1
            best = max(places, key=lambda place: places[place])
            layout = Layout(cast, len(cast.types))
            index = int(layout.truth(state["atoms"])[1][layout.names.index(thing)])
            truth = layout.names[index] if index >= 0 else None
            if places[best] >= SURE:
                known.append(best == truth)
            for place, p in places.items():
                if cast.types[place] not in domain.TABLES:
                    pools[relation(cast, place)].append((p, place == truth))
    if not count:
        return {}
    return {
        "facts": {
            "count": count,
            "right": sum(known) / len(known) if known else None,
            "unknown": 1 - len(known) / count,
            "auc": {name: _auc(pool) for name, pool in pools.items()},
            "of": {name: [sum(one[1] for one in pool), len(pool)] for name, pool in pools.items()},
        }
    }


def _auc(pool: Sequence[tuple[float, bool]]) -> float | None:
    """Of a fact that holds and one that does not, how often the first is held more probable; ties count half."""
    scores = np.array([one[0] for one in pool])
    truth = np.array([one[1] for one in pool], dtype=bool)
    if not len(pool) or truth.all() or not truth.any():
        return None
    values, inverse, many = np.unique(scores, return_inverse=True, return_counts=True)
    rank = (np.cumsum(many) - (many - 1) / 2)[inverse]
    positives = int(truth.sum())
    del values
    return float(
        (rank[truth].sum() - positives * (positives + 1) / 2) / (positives * (len(pool) - positives))
    )


def _headlines(data: Mapping[str, Any]) -> str:
    lines = [f"{data['benchmark']}: {data['states']} states"]
    for name, row in data["rows"].items():
        counts = row["outcomes"]
        said = ", ".join(f"{one} {counts.get(one, 0)}" for one in OUTCOMES)
        line = f"  {name}: {said}; goal exact {row['goal_exact']['mean']:.1%}"
        if row["simulator"]["states"]:
            line += f"; in the simulator {row['simulator']['goal']} of {row['simulator']['states']}"
        if facts := row.get("facts"):
            right = "–" if facts["right"] is None else f"{facts['right']:.1%}"
            line += f"; facts {right} right, {facts['unknown']:.1%} unknown"
            line += "".join(f", {one} {auc:.2f}" for one, auc in facts["auc"].items() if auc is not None)
        lines.append(line)
    return "\n".join(lines)


# ------------------------------------------------------------------ the rows


def _nobody() -> NoReturn:
    raise BenchmarkError("the readers abstain, and a model would be asked")


def _picture(config: LiberoPicturesConfig, state: Record, view: str) -> Any:
    try:
        return read_picture(config.data / state["images"][view])
    except SceneError as error:
        raise BenchmarkError(f"The state {state['id']!r} cannot be shown: {error}") from error


class LiberoRows(Method):
    """Answers each question by what its row is given."""

    needs_model = False

    def __init__(self, config: LiberoPicturesConfig):
        self.config = config

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        """Scenes with the same names come together, for which a reader of sentences is made once."""
        cases = [cast("Case", one.source) for one in questions]
        for place in sorted(range(len(cases)), key=lambda place: str(cases[place][0]["objects"])):
            state, row = cases[place]
            tell(place, self._answered(state, row, questions[place]))

    def _answered(self, state: Record, row: str, question: Question) -> Answer:
        started = perf_counter()
        who = Cast({name: kind for name, kind in state["objects"] if kind != "area"}, _fixed(state))
        try:
            sighting = self._sighting(state, row, who)
        except SceneError as error:
            return _unanswered("refused", str(error), started, {})
        details: Record = {"seeing": perf_counter() - started}
        if row not in ("usual", "file"):
            details |= {
                "flags": dict(sighting.flags),
                "places": {one: dict(p) for one, p in sighting.places.items()},
            }
        boxes = {} if row == "usual" else boxes_of(Scene.from_json(state["scene"]))
        front = {name: each[VIEWS[0]] for name, each in boxes.items() if VIEWS[0] in each}
        areas = state["areas"] if "areas" in state else _areas(f"{state['suite']}/{state['task']}")
        spoken = named(state["instruction"], who, Sighted(front, sighting.holds), areas)
        if spoken.why:
            return _unanswered("asked", spoken.why, started, details)
        who = Cast({**who.types, **dict.fromkeys(spoken.areas, "area")}, who.fixed)
        empty = domain.problem("seen", who, (), "(hand_empty)")
        resolved = resolve(empty.domain, believe(sighting, who))
        if resolved.failure is not None:
            return _unanswered("asked", resolved.failure.message, started, details)
        try:
            literals = self._goal(row, state["instruction"], spoken.text, resolved, who)
        except ClampError as error:
            return _unanswered("asked", str(error), started, details)
        if isinstance(literals, str):
            return _unanswered("asked", literals, started, details)
        exact = _bddl(literals) == {tuple(one) for one in state["goal"]}
        details |= {"goal_exact": exact, "goal": [one.to_json() for one in literals]}
        return self._planned(state, resolved, literals, question, details, started)

    def _sighting(self, state: Record, row: str, who: Cast) -> Sighting:
        scene = Scene.from_json(state["scene"])
        if row == "usual":
            return _told((), who)
        if row == "file":
            return _told(state["atoms"], who)
        if row == "blank":
            from clamp_worlds.libero.network import SIZE

            grey = np.full((len(VIEWS), 3, SIZE, SIZE), 0.5, np.float32)
            return judge(grey, boxes_of(scene), who)
        return look({view: _picture(self.config, state, view) for view in VIEWS}, scene, who)

    def _goal(
        self, row: str, instruction: str, text: str | None, resolved: ResolvedState, who: Cast
    ) -> tuple[GoalLiteral, ...] | str:
        """What the sentence asks for; or what is to be asked."""
        if row == "similarity":
            return (max(_goals(who), key=lambda one: _likeness(instruction, one)),)
        found = goal_of(text or instruction, resolved.problem, _nobody, budget=FAR)
        if found.status == "goal" or (
            found.status == "none" and found.literals and not _open(found.literals)
        ):
            return found.literals
        return found.why

    def _planned(
        self,
        state: Record,
        resolved: ResolvedState,
        literals: tuple[GoalLiteral, ...],
        question: Question,
        details: Record,
        started: float,
    ) -> Answer:
        """The plan, or that nothing is to be done, which is a plan of no action."""
        aimed = with_literals(resolved.problem, literals)
        try:
            plan = _plan(aimed)
            if plan is not None and resolved.for_all and not _serves_all(aimed, resolved, plan):
                plan = _plan(conformant(aimed.task, resolved.possible, limits=_LIMITS))
        except ClampError as error:
            return _unanswered("asked", str(error), started, details)
        if plan is None:
            open_ = ", ".join(map(str, resolved.possible.unknown[:6]))
            why = f"No plan does in every state that is possible; unknown are {open_ or 'no facts'}."
            return _unanswered("asked", why, started, details)
        verdict = problem_in(state).validate(plan)
        details |= {"outcome": "right" if verdict else "wrong", "why": verdict.reason or ""}
        text = question.request.plan_format.serialize(plan)
        timing = Timing(compile=perf_counter() - started)
        return Answer(
            PlanResult("plan", plan, text, certificate=aimed.validate(plan), timing=timing), details
        )


def _plan(system: Any) -> tuple[Action, ...] | None:
    """A shortest plan, where one is found."""
    found = Reachability(system, None, _LIMITS).plan(system.initial, FAR)
    if found is None or isinstance(found, LimitReached):
        return None
    return tuple(system.actions[index] for index in found)


def _serves_all(aimed: Problem, resolved: ResolvedState, plan: Sequence[Action]) -> bool:
    """Whether a plan for the likeliest state does in every possible one, by replay in each."""
    if resolved.possible.count(_MOST) is None:
        return False
    states = resolved.possible.states(_MOST)
    return all(validate(replace(aimed.task, initial=state), plan).valid for state in states)


def _fixed(state: Record) -> frozenset[str]:
    return Cast.from_objects(state["objects"]).fixed


@cache
def _areas(name: str) -> tuple[str, ...]:
    """The named rectangles on a task's table."""
    return tuple(one for one, region in task(name).bddl.regions.items() if region.ranges)


def _told(atoms: Sequence[Sequence[str]], who: Cast) -> Sighting:
    """A state that is said, as if it had been seen surely; what is said nowhere to be is on the table."""
    layout = Layout(who, len(who.types))
    flags, support = layout.truth(atoms)
    table = next((name for name, kind in who.types.items() if kind in domain.TABLES), None)
    places: dict[str, Mapping[str, float]] = {}
    for row, name in enumerate(layout.names):
        place = layout.names[int(support[row])] if support[row] >= 0 else table
        if name in who.items and place is not None:
            places[name] = {place: 1.0}
    names = layout.names
    return Sighting(
        {names[row]: float(flags[row]) for row in range(len(names)) if flags[row] >= 0},
        places,
        frozenset(names),
    )


def _open(literals: Sequence[GoalLiteral]) -> bool:
    return any(argument.startswith("?") for one in literals for argument in one.args)


def _bddl(literals: Sequence[GoalLiteral]) -> set[tuple[str, ...]]:
    """Literals as LIBERO's tasks have them."""
    names = {
        ("open", True): "open",
        ("open", False): "close",
        ("turned_on", True): "turnon",
        ("turned_on", False): "turnoff",
    }
    return {(names.get((one.predicate, one.positive), one.predicate), *one.args) for one in literals}


def _goals(who: Cast) -> Iterator[GoalLiteral]:
    """Every single literal that may be asked for."""
    for thing in who.items:
        for place, kind in who.types.items():
            if kind in (*domain.DISHES, "drawer", "top", "compartment") and place != thing:
                yield GoalLiteral(relation(who, place), (thing, place))
    for door in set(who.doors().values()):
        yield GoalLiteral("open", (door,))
        yield GoalLiteral("open", (door,), False)
    for name, kind in who.types.items():
        if kind in domain.STOVES:
            yield GoalLiteral("turned_on", (name,))
            yield GoalLiteral("turned_on", (name,), False)


def _likeness(sentence: str, one: GoalLiteral) -> float:
    """Harmonic mean of the shares of words that a sentence and a literal have in common."""
    said = {*re.findall(r"[a-z]+", sentence.lower())}
    verb = {("open", False): "close", ("turned_on", True): "turn on", ("turned_on", False): "turn off"}.get(
        (one.predicate, one.positive), one.predicate if one.predicate == "open" else f"put {one.predicate}"
    )
    own = {*re.findall(r"[a-z]+", f"{verb} {' '.join(one.args)}")} - {"region", "side", "contain"}
    return 2 * len(said & own) / (len(said) + len(own))


def _unanswered(outcome: str, why: str, started: float, details: Record) -> Answer:
    failure = Failure("uncertified", why)
    result = PlanResult("fail", failure=failure, timing=Timing(compile=perf_counter() - started))
    return Answer(replace(result), {"outcome": outcome, "why": why, **details})


def run(config: LiberoPicturesConfig, *, load: Callable[[LiberoPicturesConfig], Any] | None = None) -> Report:
    """Look at the states that are missing, plan and judge, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data are absent, or there is no such row.
    """
    return harness.run(LiberoPictures(config), config, LiberoRows(config), load=load)


assert tuple(ROWS) == LIBERO_ROWS
