"""``clamp bench formalizer``: what a sentence's rule is worth, by the world in which the sentence is law.

A row takes a sentence for rules over the base world; a plan is searched for that reaches the goal and keeps them, and
the truth world judges both: is the plan valid there, and do rules and world agree on random walks?
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from time import perf_counter
from typing import Any, cast

from clamp.decoding import Failure
from clamp.decoding.diagnosis import Cause
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import RuleError
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.requirements import model_reading
from clamp.planning.rules import Rule
from clamp.request.request import Request
from clamp.request.settings import Sampling
from clamp.words.requirements import VERSION, Requirements, read_requirements
from clamp.words.wording import wording_of
from clamp_bench import harness
from clamp_bench.configuration import FORMALIZER_OF_MODEL, FormalizerConfig
from clamp_bench.formalizer.items import CATEGORIES, GET, Item, read_items
from clamp_bench.formalizer.truth import TruthJudge, TruthVerdict
from clamp_bench.harness import (
    Answer,
    ByRow,
    Comparison,
    Question,
    Report,
    Scored,
    Tell,
)
from clamp_bench.records import Record
from clamp_bench.statistics import mean_with_interval
from clamp_worlds.data import data_folder

ROWS: Mapping[str, str] = {
    "reader": "the reader of sentences",
    "unheeded": "no rules: a plan as if nothing had been said",
    "shuffled": "another item's sentence, read here",
    "model": "the language model, under a grammar that writes rules of this world alone",
    "model-alone": "the language model left alone, with examples of rules in its prompt",
}
"""In the order in which tables show them."""
OUTCOMES: Mapping[str, str] = {
    "right": "the plan found with the rules is valid in the truth world, and on every walk rules and world agree",
    "rightly none": "no plan keeps the rules, and there is none; on every walk rules and world agree",
    "differs": "the same, but on some walk they differ: another rule, or a truth world that is not its sentence's",
    "asked": "the sentence may mean several things, and all are told",
    "abstained": "not read, and said so",
    "unreadable": "what was written is no rule over the base world, and said so",
    "refused": "no plan keeps the rules though there is one that obeys the sentence; the rules are named",
    "undecided": "the search reached its limit, and said so",
    "wrong": "a plan was found that breaks the sentence, silently",
}
"""In the order in which tables show them; ``malformed`` items count among none."""
_RIGHT = ("right", "rightly none")
_CAUSES: Mapping[str, Cause] = {
    **{"rightly none": "rules", "differs": "rules", "refused": "rules"},
    "undecided": "limit",
}
_MOST_CHOICES = 8
"""Ways in which a sentence may be meant that are judged; more are not."""

Case = tuple[Item, str]
"""An item, and the row that reads it."""


@dataclass(frozen=True)
class Taken:
    """What a row takes a sentence for.

    Attributes:
        choices: Each way in which it may be meant: the rules that must hold together. None where it abstains.
        said: What the rules mean, said back.
        why: Why it abstains.
    """

    choices: tuple[tuple[Rule, ...], ...] = ()
    said: tuple[str, ...] = ()
    why: str = ""
    unreadable: bool = False


def by_grammar(item: Item) -> Taken:
    """What the reader of sentences takes it for; a sentence of which a part is not read is not read."""
    return taken(read_requirements(item.sentence, wording_of(item.base)))


def taken(read: Requirements) -> Taken:
    """What was read of a text, as the ways in which the whole may be meant."""
    left = [clause for clause in read.clauses if clause.status == "abstained"]
    if left or not read.clauses:
        return Taken(why="; ".join(clause.why for clause in left) or "nothing was read")
    said = tuple(reading.said for clause in read.clauses for reading in clause.readings)
    choices = product(*([reading.rule for reading in clause.readings] for clause in read.clauses))
    return Taken(tuple(tuple({rule.text: rule for rule in one}.values()) for one in choices), said)


def by_model(item: Item, planner: Any) -> Taken:
    """What a language model takes it for, under the grammar of `clamp.hosts.requirements`; said back as its reading."""
    return taken(Requirements(item.sentence, (model_reading(item.sentence, item.base, planner),)))


EXAMPLES: Mapping[str, str] = {
    "Never open the vault.": "G !do:open(vault)",
    "Whenever you lend the atlas, dust the low shelf some time later.": (
        "G (do:lend(atlas, *) -> X F do:dust(low_shelf))"
    ),
    "If you open the vault, you must close it in the very next step.": "G (do:open(vault) -> X do:close(vault))",
    "You cannot dust a shelf before you have switched on the lamp.": (
        "G (do:dust(*) -> Y O do:switch-on(reading_lamp))"
    ),
    "Once a book has been lent, it must not be shelved.": (
        "forall ?b: G (do:lend(?b, *) -> G !do:shelve(?b, *))"
    ),
    "You may open the front door at most twice.": (
        "!F (do:open(front_door) & X F (do:open(front_door) & X F do:open(front_door)))"
    ),
    "In the end, the reading lamp is off.": "G (last -> !lit(reading_lamp))",
    "Two books must never be on the low shelf.": (
        "forall ?a, ?b: G (on(?a, low_shelf) & on(?b, low_shelf) -> ?a = ?b)"
    ),
}
"""Eight sentences about a library and their rules, for a model that is left alone."""
UNKNOWN = "unknown"
"""What such a model is to write where no rule says it."""


def prompt_of(item: Item) -> str:
    """What a model is asked that is left alone."""
    lexicon, predicates = item.base.lexicon, item.base.domain.predicates
    facts = {name: tuple(one.name for one in parameters) for name, parameters in predicates.items()}
    things = lexicon.types or {"object": item.base.entities}
    objects = "; ".join(f"{kind}: {', '.join(found)}" for kind, found in sorted(things.items()))
    examples = "\n\n".join(f"Requirement: {said}\nRule: {rule}" for said, rule in EXAMPLES.items())
    return (
        "Write a requirement as a rule in temporal logic over a plan's facts and actions. do:name(arguments) is an "
        "action, just done; name(arguments) a fact; * any object; G always, F some time, X in the next step, Y in the "
        "step before, O some time before, U until, last in the last step; ! & | -> = and forall ?x: as usual. Write "
        f"each rule on a line of its own, and nothing else; or {UNKNOWN} where no rule says it.\n\n"
        f"{examples}\n\nNow about another world.\nActions: {_calls(lexicon.signatures)}\n"
        f"Facts: {_calls(facts.items())}\n"
        f"Objects: {objects}\n"
        f"Requirement: {item.sentence}\nRule:"
    )


def _calls(signatures: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    return ", ".join(f"{name}({', '.join(one.lstrip('?') for one in names)})" for name, names in signatures)


def written(text: str) -> Taken:
    """What a model's free text stands for: its first lines up to an empty one, each a rule."""
    fenced = re.search(r"```\w*\n(.*?)(?:```|$)", text, re.DOTALL)
    lines = (fenced[1] if fenced else text).strip().split("\n\n")[0].splitlines()
    formulas = [re.sub(r"^\s*(?:Rule:)?[\s`]*|[\s`]*$", "", line) for line in lines]
    if not any(formulas) or formulas[0].lower().startswith(UNKNOWN):
        return Taken(why="the model knows no rule that says it")
    try:
        rules = [Rule.parse(one, name=f"rule {number}") for number, one in enumerate(formulas, start=1)]
    except RuleError as error:
        return Taken(why=str(error), unreadable=True)
    return Taken((tuple(rules),), tuple(formulas))


class Formalizer(Comparison[Item]):
    """The sentences, each taken by every row."""

    title = "formalizer"
    owner = "the benchmark"
    own_data = True

    def __init__(self, config: FormalizerConfig):
        self.config = config
        self.folder = data_folder("formalizer", GET)
        self.rows = config.asked_for

    def tasks(self) -> Sequence[Item]:
        return self._tasks

    @cached_property
    def _tasks(self) -> Sequence[Item]:
        return read_items(self.folder / "items.jsonl")

    def request(self, item: Case) -> Request:
        task = item[0]
        task.check()
        worlds = ("base_domain", "base_problem", "truth_domain", "truth_problem")
        # All that an answer and its verdict come from, so that a record is of the item as it stands in the file.
        prompt = "\n\n".join((task.sentence, str(task.plan_exists), *(task.row[name] for name in worlds)))
        return Request.of(task.base, prompt=prompt, budget=self.config.budget)

    def own_fields(self, item: Case, answer: Answer) -> Record:
        task, row = item
        task.check()
        own: Record = {
            **{"sentence": task.sentence, "category": task.category, "domain": task.domain},
            **{"plan_exists": task.plan_exists, "same_actions": task.row["same_actions"]},
        }
        return own if row in FORMALIZER_OF_MODEL else {**own, "model": None}

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
            "rows": {row: _row(row, found) for row, found in own.items() if found},
        }
        items = [{"id": one["id"], "row": one["row"], **_figures(one)} for one in records]
        return Scored(data, _headlines(data), items=items)


def _figures(record: Record) -> Record:
    """An item's figures; one that is malformed has none of them."""
    outcome = record.get("outcome")
    if outcome is None:
        return dict.fromkeys(("right", "read", "differs", "wrong"))
    kinds = {"right": _RIGHT, "differs": ("differs",), "wrong": ("wrong",)}
    return {"read": "walks" in record, **{name: outcome in some for name, some in kinds.items()}}


def _row(row: str, records: Sequence[Record]) -> dict[str, Any]:
    """A row's figures: all items', and those of each category."""

    def figures(some: Sequence[Record]) -> dict[str, Any]:
        counts = Counter(str(one.get("outcome", harness.MALFORMED)) for one in some)
        judged = [one for one in some if "walks" in one]
        return {
            "items": len(some),
            "outcomes": {name: counts[name] for name in (*OUTCOMES, harness.MALFORMED) if counts[name]},
            "right": mean_with_interval([float(bool(_figures(one)["right"])) for one in some]),
            "weak": [one["id"] for one in judged if one["walks"]["weak"]],
            "strict": [one["id"] for one in judged if one["walks"]["strict"]],
            "offered": sum(bool(one.get("offered")) for one in some),
        }

    kinds = {name: [one for one in records if one.get("category") == name] for name in CATEGORIES}
    return {
        "says": ROWS[row],
        **figures(records),
        "wrong": [one["id"] for one in records if one.get("outcome") == "wrong"],
        "categories": {name: figures(some) for name, some in kinds.items() if some},
    }


def _headlines(data: Mapping[str, Any]) -> str:
    lines = [f"formalizer: {data['items']} sentences"]
    for name, row in data["rows"].items():
        counts = ", ".join(f"{count} {outcome}" for outcome, count in row["outcomes"].items())
        lines.append(f"  {name}: {counts}")
    return "\n".join(lines)


class FormalizerRows(ByRow):
    """Answers each question by the row that its source names."""

    def __init__(self, config: FormalizerConfig, items: Sequence[Item]):
        self.config = config
        self.items = items
        self.batch_size = config.batch_size
        self.needs_model = any(row in FORMALIZER_OF_MODEL for row in config.asked_for)  # pyright: ignore
        self._judges: dict[str, TruthJudge] = {}

    def identity(self) -> Record:
        return {"reader": VERSION}

    def write_row(
        self, row: str, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]
    ) -> None:
        items: list[Item] = [cast(Case, one.source)[0] for one in questions]
        for place, (item, one) in enumerate(zip(items, self._taken(row, items, planner), strict=True)):
            tell(place, self._answered(questions[place], item, one))

    def _taken(self, row: str, items: Sequence[Item], planner: Any) -> Iterable[Taken]:
        match row:
            case "reader":
                return map(by_grammar, items)
            case "unheeded":
                return (Taken(choices=((),)) for _ in items)
            case "shuffled":
                return map(self._of_another, items)
            case "model":
                return (by_model(one, planner) for one in items)
            case _:
                return self._by_model_alone(items, planner)

    def _by_model_alone(self, items: Sequence[Item], planner: Any) -> list[Taken]:
        sampling = self.config.arguments(Sampling)
        requests = [PlanRequest([{"role": "user", "content": prompt_of(one)}], **sampling) for one in items]
        results = planner.plan_many(requests, batch_size=self.batch_size)
        return [written(result.text) for result in results]

    def _of_another(self, item: Item) -> Taken:
        """What another item's sentence would be taken for here: the first of a random order that is understood."""
        others = [one for one in self.items if not one.broken and one.domain == item.domain and one != item]
        random.Random(item.id).shuffle(others)
        for other in others:
            found = by_grammar(Item(item.id, {**item.row, "constraint": other.sentence}))
            if len(found.choices) == 1:
                return found
        return Taken(why="no other sentence is understood here")

    def _judge(self, item: Item) -> TruthJudge:
        if item.id not in self._judges:
            self._judges[item.id] = TruthJudge(
                item.base,
                item.truth,
                item.sentence,
                item.plan_exists,
                item.category == "goal",
                self.config.budget,
            )
        return self._judges[item.id]

    def _answered(self, question: Question, item: Item, one: Taken) -> Answer:
        started = perf_counter()
        details: Record = {"outcome": "unreadable" if one.unreadable else "abstained", "why": one.why}
        details |= {
            "readings": [[rule.text for rule in some] for some in one.choices],
            "said": list(one.said),
        }
        verdict = None
        try:
            verdicts = [self._judge(item).verdict(some) for some in one.choices[:_MOST_CHOICES]]
        except RuleError as error:
            details |= {"outcome": "unreadable", "why": str(error)}
        else:
            if len(one.choices) > 1:
                details |= {"outcome": "asked", "offered": any(map(_is_right, verdicts))}
            elif verdicts:
                verdict = verdicts[0]
                details |= _told(verdict)
        timing = Timing(compile=perf_counter() - started)
        if verdict is None or verdict.plan is None:
            outcome = str(details["outcome"])
            failure = Failure(_CAUSES.get(outcome, "uncertified"), str(details["why"] or OUTCOMES[outcome]))
            return Answer(
                PlanResult("fail", failure=failure, timing=timing, budget=self.config.budget), details
            )
        text = question.request.plan_format.serialize(verdict.plan)
        result = PlanResult("plan", verdict.plan, text, certificate=verdict.certificate, timing=timing)
        return Answer(replace(result, budget=self.config.budget), details)


def _is_right(verdict: TruthVerdict) -> bool:
    return verdict.outcome in _RIGHT


def _told(verdict: TruthVerdict) -> Record:
    return {
        "outcome": verdict.outcome,
        "walks": dict(verdict.walks),
        "differs": {kind: list(walk) for kind, walk in verdict.examples.items()},
    }


def run(config: FormalizerConfig, *, load: Callable[[FormalizerConfig], Any] | None = None) -> Report:
    """Read and judge the sentences that are missing, and leave the summary in `config.out`.

    Raises:
        BenchmarkError: If the data are absent, or there is no such row.
    """
    benchmark = Formalizer(config)
    method = FormalizerRows(config, benchmark.tasks())
    return harness.run(benchmark, config, method, load=load)
