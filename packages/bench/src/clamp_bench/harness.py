"""The harness: how any benchmark asks a model, records each answer so that nothing is lost, and is scored again.

A *benchmark* says what is asked and what an answer is worth; a *method* says how answers are written; the rest
is decided here: which items are chosen, what makes a run one run, that one process writes it, that a kill costs
what is being written and no more, how many are written at once, progress, provenance, and what becomes of input
that cannot be used.

To add a benchmark, subclass `Benchmark`:

- ``items()``: everything there is to ask, in a fixed order; data that are not a package's through `data_folder`.
- ``key(item)``: the fields that name an item in its record, such as ``{"id": "27_2"}``; the first is what
  ``--ids`` names.
- ``request(item)``: what is asked about it: a `clamp.Request`, as anybody makes one, with a prompt of the
  benchmark's own and the run's settings (`BenchConfiguration.of_requests`); or `OpenText`, where an answer is no
  plan. A `ClampError`, or a field that is missing or of the wrong kind, means that the item is malformed: it is
  named, gets a record with the failure ``malformed``, and counts as failed. Whatever else is raised while answers
  are written is the host's error: it ends the run, and no item has a record of it.
- ``score(records, tell)``: the figures of the records, one an item, under the benchmark's own names. Pure: it
  plans nothing and reads nothing but the records and the benchmark's own data.

and, where it has to: ``prepare`` (prompts that are generated once, the order of writing), ``own_fields`` (what
else its records hold), ``own_data`` (its items come from files that may change between two calls), ``family`` (what
OTTA learns in one ends there). Then ``run(benchmark, configuration)`` does the rest, and an
entry point of the group ``clamp.benchmarks`` makes it a command (`clamp_bench.benchmarks.BenchmarkSource`), its options
being the fields of a class derived from `clamp_bench.configuration.BenchConfiguration`; ``examples/plugin`` is one
from another package. A benchmark that does each task in several ways is a
`Comparison`: it says ``rows`` and ``tasks()`` instead of ``items()`` and ``key(item)``.

To add a method (a baseline, a variant), subclass `Method`: ``write(questions, planner, tell)`` calls
``tell(index, Answer(...))`` for each question as soon as its answer stands, in any order. A `Question` is a request
with its item: ``planner.run`` takes the former, as it is or with other settings (`Request.but`). Steps of its own
(attempts, scores of candidates) go into ``Answer.details``; an answer that several texts led to has the timing of all
of them. A method without a model says ``needs_model = False`` and is given none. What distinguishes two runs by it
goes into ``Method.identity``.

Files of a run: ``config.json`` (what makes it one run), ``records.jsonl`` (one line an item), ``summary.json``
(the figures), ``scores.jsonl`` (each item's), what tables `score` adds, and ``errors.jsonl`` (what a
host's errors kept from being answered).
"""

from __future__ import annotations

import contextlib
import gc
import json
import signal
import subprocess
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import clamp
from clamp import checks
from clamp.automata import Vocabulary
from clamp.cluster import ATTEMPTS, Lost, as_told, check_address, opened
from clamp.decoding import Constraint, Failure
from clamp.decoding.result import PlanResult, Timing, Undecided
from clamp.errors import BenchmarkError, ClampError, HostError, PromptError
from clamp.files import parse_json, read_text, shown, shown_path, writing
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.loading import SAMPLING_HOSTS, check_host_options, load_host
from clamp.request.prompts import Message
from clamp.request.request import Request
from clamp.request.settings import ADAPTATIONS, AdaptationSettings, Sampling, Writing
from clamp.visible import console
from clamp_bench.configuration import Answered, Asking, Batched, BenchConfiguration, Planning
from clamp_bench.records import Record, RecordFile, alone, write_json

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost

Item = TypeVar("Item")
Task = TypeVar("Task")
Tell = Callable[[str, int, int], None]
"""Progress: (stage, done, total)."""

TEXT = Failure("uncertified", "What was written is judged as text, by the benchmark's own score.")
"""What the answer is that no plan was to be read from."""

ERRORS = "errors.jsonl"
"""The file with each host's error that ended the run, and the items that were being asked."""
SCORES = "scores.jsonl"
"""The file with each record's figures."""
PROMPTS = "prompts.jsonl"
"""The file of a run that keeps prompts which are generated once."""

_NEEDED: Mapping[str, type | tuple[type, ...]] = {
    "output": str,
    "status": str,
    "timing": dict,
    "actions": list,
}
"""What scoring reads of every record."""

_MALFORMED = (
    *(ClampError, LookupError, TypeError, ValueError),
    *(AttributeError, ArithmeticError, RecursionError),
)
"""What asking about an item raises if the item is malformed."""

MALFORMED, PROMPT, HOST, KILLED = "malformed", "prompt", "host", "killed"
"""Causes of failure that are no answers: the item could not be read, its prompt does not fit the model; what former
versions recorded of a host's error, which says nothing of the item; and, of an item whose worker died again and again
(``--ray``), that it is given up."""

_COLLECTED = 4
"""After so many parts, what their constraints have left behind is collected."""

_QUIET_SECONDS = 30.0
"""Where no terminal shows a bar, a line says how far it is, so often at most."""


# ------------------------------------------------------------------ what is asked, and what is answered


@dataclass(frozen=True)
class OpenText:
    """What is asked where an answer is a text and no plan, of which nothing but the form can be enforced.

    Attributes:
        prompt: Text, or chat messages.
        constraint: Makes what the text must be like, for a model's tokens; ``None`` for anything.
        budget: Most steps, where the form bounds them.
    """

    prompt: str | Sequence[Message]
    constraint: Callable[[Vocabulary], Constraint[Any]] | None = None
    budget: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class ActingRequest(Request):
    """A benchmark's request for a plan: it has an action, also where the goal holds already, because judges read no
    plan without one; and a budget that is given may be used up, as papers have it."""

    may_be_empty: ClassVar[bool] = False

    @property
    def room(self) -> int | Literal["usual"] | None:
        return self.configuration.slack


@dataclass(frozen=True)
class Question:
    """What is asked about an item.

    Attributes:
        asked: As the benchmark makes it.
        source: The item itself, for a method that belongs to its benchmark.
        name: Its id.
    """

    asked: Request | OpenText
    source: object = None
    name: str = ""

    @property
    def request(self) -> Request:
        """The request for a plan.

        Raises:
            BenchmarkError: If the answer is none.
        """
        if isinstance(self.asked, OpenText):
            raise BenchmarkError("A method that writes plans was asked a question whose answer is no plan.")
        return self.asked

    @property
    def budget(self) -> int | None:
        """Most actions, where the benchmark says so."""
        return self.request.configuration.budget

    @property
    def prompt(self) -> str | Sequence[Message]:
        """What the model reads; or the instruction that its prompt is made of."""
        prompt = self.asked.prompt
        return self.request.instruction if prompt is None else prompt

    @property
    def digest(self) -> str:
        """SHA-256 of the prompt: of its text, where a user's message is all of it."""
        text = self.prompt
        if not isinstance(text, str):
            messages = [dict(one) for one in text]
            only = messages[0] if len(messages) == 1 else {}
            said = only["content"] if only.get("role") == "user" else json.dumps(messages, ensure_ascii=False)
            text = said
        return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Answer:
    """What a method wrote for a question.

    Attributes:
        result: The text, its actions, its certificate or failure, its timing.
        details: What the method adds to the record, such as its attempts.
    """

    result: PlanResult
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def fields(self) -> Record:
        """Its part of a record: ``output``, ``status``, ``actions``, ``failure``, ``timing``, …."""
        plain = self.result.to_json(trace=False)
        return {"output": plain.pop("text"), **plain, **self.details}


class Benchmark(ABC, Generic[Item]):
    """What is asked, and what an answer is worth; see this module's docstring.

    Attributes:
        title: Its name for people.
        owner: Whose items they are, in messages.
        own_data: Its items come from files that the user brings: a record counts only while the prompt that it
            was written for is the one that the files make. A package's items are known by their ids.
    """

    title: str
    owner: str = "the benchmark"
    own_data: ClassVar[bool] = False

    @abstractmethod
    def items(self) -> Sequence[Item]:
        """Everything there is to ask, in a fixed order.

        Raises:
            BenchmarkError: If the data are absent; it says how to get them.
        """

    def chosen(self, configuration: BenchConfiguration) -> Sequence[Item]:
        """The items that ``--ids`` and ``--limit`` leave."""
        return select(
            self.items(), lambda item: str(next(iter(self.key(item).values()))), configuration, self.owner
        )

    @abstractmethod
    def key(self, item: Item) -> Record:
        """The fields by which an item's record is known: texts, the first of them its id."""

    @abstractmethod
    def request(self, item: Item) -> Request | OpenText:
        """What is asked about an item that `prepare` has seen."""

    def question(self, item: Item) -> Question:
        """The same with the item."""
        return Question(self.request(item), item, str(next(iter(self.key(item).values()))))

    @abstractmethod
    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        """The figures of the records, one an item and in the items' order."""

    def prepare(self, items: Sequence[Item], out: Path, tell: Tell) -> Sequence[Item]:
        """Make ready what is asked about the items that have no record yet.

        Returns:
            The items in the order in which they are to be written.
        """
        return items

    def own_fields(self, item: Item, answer: Answer) -> Record:
        """What else an item's record holds."""
        return {}

    def family(self, item: Item) -> str:
        """The family of tasks that an item is of: what plans have taught the HMM (OTTA) is forgotten at its end."""
        return ""


class Comparison(Benchmark[tuple[Task, str]], Generic[Task]):
    """A benchmark whose tasks are each done in several ways: an item is a task and a *row* that does it.

    ``--ids`` and ``--limit`` choose tasks, each with all its rows.

    Attributes:
        rows: The ways' names, in the order in which they are written.
        fields: The fields of a record that name its task and its row.
    """

    rows: Sequence[str]
    fields: ClassVar[tuple[str, str]] = ("id", "row")

    @abstractmethod
    def tasks(self) -> Sequence[Task]:
        """All tasks, in a fixed order."""

    def task_id(self, task: Task) -> str:
        """A task's name; its ``id``, if nothing else is said."""
        return str(cast(Any, task).id)

    def items(self) -> Sequence[tuple[Task, str]]:
        return self._with_rows(self.tasks())

    def chosen(self, configuration: BenchConfiguration) -> Sequence[tuple[Task, str]]:
        return self._with_rows(select(self.tasks(), self.task_id, configuration, self.owner))

    def _with_rows(self, tasks: Sequence[Task]) -> Sequence[tuple[Task, str]]:
        return [(task, row) for row in self.rows for task in tasks]

    def family(self, item: tuple[Task, str]) -> str:
        return item[1]

    def key(self, item: tuple[Task, str]) -> Record:
        return dict(zip(self.fields, (self.task_id(item[0]), item[1]), strict=True))


@dataclass(frozen=True)
class Scored:
    """What a run came to.

    Attributes:
        data: As ``summary.json`` has it.
        text: The headline figures, for people.
        tables: Other files to write: name → content.
        items: What each record came to, for ``scores.jsonl``: its key and its figures, numbers or truth values;
            ``None`` where one does not apply. `clamp report` compares runs by them.
    """

    data: Mapping[str, Any]
    text: str = ""
    tables: Mapping[str, str] = field(default_factory=dict[str, str])
    items: Sequence[Record] = ()


@dataclass(frozen=True)
class Report:
    """A run's figures.

    Attributes:
        data: As ``summary.json`` has it.
        path: That file.
        text: The headline figures.
    """

    data: Mapping[str, Any]
    path: Path
    text: str

    def __str__(self) -> str:
        """The headline figures, a line each, and where all are."""
        return f"{self.text}\n  {self.path}" if self.text else str(self.path)


# ------------------------------------------------------------------ how answers are written


class Method(ABC):
    """How answers are written.

    Attributes:
        needs_model: Whether it is given a planner; otherwise ``None``.
        batch_size: How many questions it takes at once. No more are made ready before they are written.
    """

    needs_model: ClassVar[bool] = True
    batch_size: int = 16

    def identity(self) -> Record:
        """What two calls must have in common for their records to be of one run; nothing for the default."""
        return {}

    @abstractmethod
    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        """Answer the questions, reporting each by its index as soon as its answer stands.

        Raises:
            ClampError: If one cannot be answered; the harness then asks those that are left one by one, and
                that one counts as failed.
            HostError: If it is the model or what runs it that failed, as with any error that is no `ClampError`: then
                the run ends. (A `PromptError` is of one question.)
        """


class DecodedMethod(Method):
    """The model writes what is asked for: one text a question.

    Args:
        configuration: How the tokens of a text are chosen that is no plan, and the ``batch_size``.
    """

    def __init__(self, configuration: Writing):
        self.sampling = configuration.arguments(Sampling, adaptation="none", pseudocount=None)
        self.batch_size = int(getattr(configuration, "batch_size", 16))

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        texts = [one.asked for one in questions if isinstance(one.asked, OpenText)]
        if not texts:
            run_all([one.request for one in questions], planner, self.batch_size, tell)
            return
        made = [_form(one, planner.vocabulary) for one in texts]

        def on_result(index: int, result: PlanResult) -> None:
            form = made[index]
            if form is not None:
                enforced = tuple(sorted(form.enforce))
                result = replace(result, budget=texts[index].budget, enforced=enforced)
            tell(index, Answer(result))

        jobs = [PlanRequest(one.prompt, form, **self.sampling) for one, form in zip(texts, made, strict=True)]
        planner.write(jobs, batch_size=self.batch_size, on_result=on_result)


class Replayed(Method):
    """Gives answers that were written elsewhere, in EAI's form: ``[{"identifier": …, "llm_output": …}, …]``.

    Raises:
        BenchmarkError: If the file cannot be read so.
    """

    needs_model = False

    def __init__(self, path: Path):
        found = parse_json(read_text(path, "answers", BenchmarkError), path, BenchmarkError)
        try:
            self.answers = {
                str(one["identifier"]).removeprefix("scene_1_"): checks.encodable(str(one["llm_output"]))
                for one in found
            }
        except (TypeError, KeyError):
            raise BenchmarkError(
                f'{path} holds no answers in EAI\'s form: [{{"identifier": …, "llm_output": …}}, …].'
            ) from None
        self.path = path

    def identity(self) -> Record:
        return {"method": "replay", "answers": sha256(json.dumps(self.answers).encode()).hexdigest()[:16]}

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            file_id = str(question.name)
            if file_id not in self.answers:
                raise BenchmarkError(f"{self.path} has no answer for {file_id}.")
            tell(index, Answer(PlanResult("fail", (), self.answers[file_id], TEXT, timing=Timing())))


class ByRow(Method):
    """A method of a comparison: each row's questions are written together."""

    @abstractmethod
    def write_row(
        self, row: str, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]
    ) -> None:
        """As `write`, for questions of one row."""

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        rows: dict[str, list[int]] = {}
        for index, question in enumerate(questions):
            rows.setdefault(cast("tuple[Any, str]", question.source)[1], []).append(index)
        for row, places in rows.items():

            def on_answer(place: int, answer: Answer, places: Sequence[int] = places) -> None:
                tell(places[place], answer)

            self.write_row(row, [questions[index] for index in places], planner, on_answer)


def run_all(
    requests: Sequence[Request], planner: PlanHost, batch_size: int, tell: Callable[[int, Answer], None]
) -> None:
    """Have the planner answer requests, and tell each by its place."""
    planner.run(
        requests,
        trace=False,
        batch_size=batch_size,
        on_result=lambda index, result: tell(index, Answer(result)),
    )


def _form(asked: OpenText, vocabulary: Vocabulary) -> Constraint[Any] | None:
    """What a text must be like in a model's tokens.

    Raises:
        BenchmarkError: If the item is malformed.
    """
    try:
        return None if asked.constraint is None else asked.constraint(vocabulary)
    except ClampError:
        raise
    except _MALFORMED as error:  # of the item's fields; anything else that a method raises is its host's
        raise BenchmarkError(_said(error)) from error


# ------------------------------------------------------------------ a run


def left_open(scored: Scored, records: Sequence[Record]) -> Scored:
    """Scores with the share of actions that search limits left undecided along what was written, where it is known."""
    told = [record["undecided"] for record in records if record.get("undecided") is not None]
    if not told:
        return scored
    found = Undecided(sum(one["withheld"] for one in told), sum(one["actions"] for one in told))
    line = f"undecided: {found.share:.2%} of {found.actions:,} actions that were not refuted"
    text = f"{scored.text}\n  {line}" if scored.text else line
    return replace(scored, data={**scored.data, "undecided": found.to_json()}, text=text)


def run(
    benchmark: Benchmark[Item],
    configuration: BenchConfiguration,
    method: Method | None = None,
    *,
    load: Callable[[Any], Any] | None = None,
    tell: Tell | None = None,
) -> Report:
    """Write the answers that are missing, score all of them, and leave the summary in the run's folder.

    Args:
        method: By default the model writes, or the answers are judged that the configuration says are there already.
        load: Loads the planner of the configuration; called only if an answer is missing. By default
            `clamp.Planner.from_pretrained`.
        tell: Called with (stage, done, total) instead of showing a bar on standard error.

    Raises:
        BenchmarkError: If the data are absent, the ids unknown, the folder holds a run with another
            configuration, or one that another process is writing, or cannot be written to.
        HostError: If the model cannot be loaded, or fails; what was written so far is kept.
        KeyboardInterrupt: On Ctrl-C and SIGTERM; what was written so far is kept.
    """
    if configuration.ray is not None:
        check_address(configuration.ray, configuration.ray_share)
    items = benchmark.chosen(configuration)
    out, method = configuration.out, method or _usual(configuration)
    with _terminable(), alone(out), _progress(tell) as show:
        identity = {**configuration.identity(), **method.identity()}
        fields = list(benchmark.key(items[0])) if items else []
        file = RecordFile(out / "records.jsonl")
        done = _usable(file.path, _opened(out, file, identity), fields)
        keys = [_key(benchmark, item) for item in items]
        before = _check_prompts(benchmark, items, done, file, show) if benchmark.own_data else {}
        missing = [item for item, key in zip(items, keys, strict=True) if key not in done]
        cluster: Record | None = None
        if missing:
            writer = _Writer(benchmark, method, file, done, before, identity, configuration, show)
            writer.write(items, missing, load or _load)
            cluster = writer.cluster
        records = [done[key] for key in keys]
        scored = left_open(benchmark.score(records, show), records)
        if cluster is not None:
            scored = replace(scored, data={**scored.data, "cluster": cluster})
        path = out / "summary.json"
        tables = dict(scored.tables)
        if scored.items:
            assert all(one.keys() >= set(fields) for one in scored.items), (
                f"scores need {fields} of their records"
            )
            tables[SCORES] = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in scored.items)
        for name, content in tables.items():
            with writing(out / name, "table", BenchmarkError):
                (out / name).write_text(content, encoding="utf-8", newline="")
        with writing(path, "summary", BenchmarkError):
            write_json(path, scored.data)
    return Report(scored.data, path, scored.text)


def _usual(configuration: BenchConfiguration) -> Method:
    """How answers are written where a benchmark says nothing of it."""
    given = configuration.answers if isinstance(configuration, Answered) else None
    if given is not None:
        return Replayed(given)
    if not isinstance(configuration, Writing):
        raise BenchmarkError(
            f"{type(configuration).__name__} says nothing of how a model writes, nor of a method."
        )
    return DecodedMethod(configuration)


def select(
    items: Sequence[Item],
    name: Callable[[Item], str],
    configuration: BenchConfiguration,
    owner: str = "the benchmark",
) -> list[Item]:
    """The items that a configuration asks for, in their own order, or in that of its file of ids.

    Raises:
        BenchmarkError: If the file cannot be read, is empty, or names an unknown item.
    """
    chosen = list(items)
    if configuration.ids is not None:
        by_id: dict[str, list[Item]] = {}
        for item in items:
            by_id.setdefault(name(item), []).append(item)
        lines = read_text(configuration.ids, "ids", BenchmarkError).splitlines()
        wanted: dict[str, None] = {}
        for number, line in enumerate(lines, start=1):
            one = line.partition("#")[0].strip()
            if not one:
                continue
            if one not in by_id:
                raise BenchmarkError(
                    f"{configuration.ids}, line {number}: {owner} has no task {shown(one)}. Its ids look like "
                    f"{next(iter(by_id), '')!r}; there are {len(by_id)}."
                )
            wanted[one] = None
        if not wanted:
            raise BenchmarkError(f"The file of ids {configuration.ids} names no task.")
        chosen = [item for one in wanted for item in by_id[one]]
    return chosen[: configuration.limit]


@dataclass(frozen=True)
class _Told:
    """What came of an item: its answer's part of a record, or why it could not be asked or answered.

    Attributes:
        digest: Of the prompt; ``None`` where there is none.
        host: Whether the error is the host's, which says nothing of the item.
        answered: Whether there is an answer, although the record of it cannot be made.
    """

    digest: str | None
    fields: Record | None = None
    error: Exception | None = None
    host: bool = False
    answered: bool = False


class _Asker(Generic[Item]):
    """Has items answered; who keeps the answers is another's business."""

    def __init__(self, benchmark: Benchmark[Item], method: Method, planner: Any, pseudocount: float | None):
        self.benchmark, self.method, self.planner = benchmark, method, planner
        self.pseudocount = pseudocount
        self.broken: BaseException | None = None

    def remember(self, lessons: Sequence[Sequence[int]]) -> None:
        """Bring the HMM to where plans of a family so far have brought it: a run that goes on is no other run."""
        self.planner.forget()
        for tokens in lessons:
            self.planner.learn(tokens, self.pseudocount)

    def ask(self, items: Sequence[Item], tell: Callable[[int, _Told], None]) -> bool:
        """Have items answered together; nothing of their constraints is left afterwards but garbage.

        Args:
            tell: Called with the place and what came of each item, once; those that cannot be asked or answered come
                after the others.

        Returns:
            Whether the host did not fail; if it did, what it was asked is told, and nothing else.
        """
        asked: list[tuple[int, Question]] = []
        refused: list[tuple[int, _Told]] = []
        for place, item in enumerate(items):
            try:
                asked.append((place, self.benchmark.question(item)))
            except _MALFORMED as error:
                if isinstance(error, HostError) and _of_host(error):
                    tell(place, _Told(None, error=error, host=True))
                    return False
                refused.append((place, _Told(None, error=error)))
        if not self._answers(items, asked, refused, tell):
            return False
        for place, told in refused:
            tell(place, told)
        return True

    def _answers(
        self,
        items: Sequence[Item],
        asked: Sequence[tuple[int, Question]],
        refused: list[tuple[int, _Told]],
        tell: Callable[[int, _Told], None],
    ) -> bool:
        """Have the questions answered; whether the host did not fail."""
        if not asked:
            return True
        answered: set[int] = set()

        def on_answer(index: int, answer: Answer) -> None:
            place, question = asked[index]
            try:
                told = _Told(
                    question.digest, {**answer.fields(), **self.benchmark.own_fields(items[place], answer)}
                )
            except _MALFORMED as error:
                told = _Told(question.digest, error=error, answered=True)
            try:
                tell(place, told)
            except BaseException as error:  # not the method's
                self.broken = error
                raise
            answered.add(index)

        try:
            self.method.write([question for _, question in asked], self.planner, on_answer)
        except Exception as error:
            if self.broken is not None:
                raise
            left = [one for index, one in enumerate(asked) if index not in answered]
            if _of_host(error):
                for place, question in left or asked:
                    tell(place, _Told(question.digest, error=error, host=True))
                return False
            if len(asked) == 1:
                refused += [(place, _Told(question.digest, error=error)) for place, question in left]
                return True
            return all(self._answers(items, [one], refused, tell) for one in left)
        if len(answered) < len(asked):
            raise BenchmarkError(
                f"The method {type(self.method).__name__} left {len(asked) - len(answered)} of {len(asked)} "
                "questions without an answer."
            )
        return True


@dataclass(frozen=True)
class _Part:
    """Items to be asked together, by their places in the order of writing.

    Attributes:
        lessons: Where plans teach the HMM: the items are a family's, to be asked in this order, and these are the
            tokens of the plans that have taught it so far.
    """

    places: Sequence[int]
    lessons: Sequence[Sequence[int]] | None = None


@dataclass(frozen=True)
class _Hands(Generic[Item]):
    """How a cluster's worker comes to ask: with a planner of its own, and the benchmark as the driver has it."""

    benchmark: Benchmark[Item]
    method: Method
    configuration: BenchConfiguration
    load: Callable[[Any], Any]
    order: Sequence[Item]
    pseudocount: float | None

    def __call__(self) -> _Worker[Item]:
        return _Worker(self, self.load(self.configuration) if self.method.needs_model else None)


class _Worker(Generic[Item]):
    """What a cluster's worker does."""

    def __init__(self, hands: _Hands[Item], planner: Any):
        self.hands = hands
        self.about = _model_of(planner)
        self.asker = _Asker(hands.benchmark, hands.method, planner, hands.pseudocount)
        self.figures = {"tokens": 0.0, "generation": 0.0, "constraint": 0.0}
        self.parts = 0

    def __call__(self, part: _Part) -> Iterator[tuple[int, _Told | None]]:
        """What came of each item, by its place; ``None`` behind what the host's error left."""

        def ask(tell: Callable[[tuple[int, _Told | None]], None]) -> None:
            if part.lessons is not None:
                self.asker.remember(part.lessons)
            size = len(part.places) if part.lessons is None else self.hands.method.batch_size
            for start in range(0, len(part.places), size):
                places = part.places[start : start + size]
                if not self.asker.ask(
                    [self.hands.order[place] for place in places],
                    lambda index, told, places=places: tell((places[index], told)),
                ):
                    tell((places[0], None))
                    return
                self.parts += 1
                if self.parts % _COLLECTED == 0:
                    gc.collect()

        for place, told in as_told(ask):
            timing: Record = ((told and told.fields) or {}).get("timing") or {}
            for name in self.figures:
                self.figures[name] += timing.get(name) or 0
            yield place, told


def _model_of(planner: Any) -> Record | None:
    return None if planner is None else {"id": planner.name, "revision": planner.revision}


class _Writer(Generic[Item]):
    """Writes the records that are missing."""

    def __init__(
        self,
        benchmark: Benchmark[Item],
        method: Method,
        file: RecordFile,
        done: dict[tuple[Any, ...], Record],
        before: Mapping[tuple[Any, ...], Record],
        identity: Record,
        configuration: BenchConfiguration,
        tell: Tell,
    ):
        self.benchmark, self.method, self.file, self.done, self.tell = benchmark, method, file, done, tell
        self.before, self.configuration = before, configuration
        self.out = configuration.out
        adapting = configuration if isinstance(configuration, AdaptationSettings) else AdaptationSettings.of()
        self.pseudocount = adapting.pseudocount
        self.learning = "otta" in ADAPTATIONS[adapting.adaptation]
        self.origin: Record = {
            "config": identity,
            "clamp": {"version": clamp.__version__, "commit": checkout_commit()},
            "model": None,
            "seed": getattr(configuration, "seed", None),
        }
        self.written = 0
        self.errors = RecordFile(self.out / ERRORS)
        self.errors.repair()
        self.ended: list[HostError] = []
        self.refused: list[tuple[Item, _Told]] = []
        self.cluster: Record | None = None
        self.rank, self.ranks = 0, list[int]()  # of the part at hand, and of each record that was written

    def write(self, items: Sequence[Item], missing: Sequence[Item], load: Callable[[Any], Any]) -> None:
        self.tell("reading the tasks", 0, 0)
        self.total, before = len(items), len(items) - len(missing)
        self.progress = lambda: self.tell("writing answers", before + self.written, self.total)
        self.order = list(self.benchmark.prepare(missing, self.out, self.tell))
        # Of each family its parts, as places in that order.
        families = [(family, self._parts(family)) for family in self._families()]
        if self.configuration.ray is None:
            self._write_here(items, families, load)
        else:
            self._write_there(items, families, load)
        if self.ended:
            more = f" So did {len(self.ended) - 1} more." if len(self.ended) > 1 else ""
            raise HostError(f"{self.ended[0]}{more}") from self.ended[0].__cause__
        if self.refused:
            item, told = self.refused[0]
            assert told.error is not None
            raise BenchmarkError(
                f"Nothing could be asked about any of the {len(self.refused)} items. The first, {self._name(item)}: "
                f"{_said(told.error)}"
            ) from told.error

    def _write_here(
        self,
        items: Sequence[Item],
        families: Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]],
        load: Callable[[Any], Any],
    ) -> None:
        planner = None
        if self.method.needs_model:
            self.tell("loading the model", 0, 0)
            planner = load(self.configuration)
        self._written_by(_model_of(planner))
        asker = _Asker(self.benchmark, self.method, planner, self.pseudocount)
        for family, parts in families:
            if self.learning:
                asker.remember(self._lessons(items, self.order[family[0]]))
            for number, part in enumerate(parts, 1):
                own = [self.order[place] for place in part]
                failed: list[tuple[Item, Exception]] = []

                def on_told(
                    index: int,
                    told: _Told,
                    own: Sequence[Item] = own,
                    failed: list[tuple[Item, Exception]] = failed,
                ) -> None:
                    if told.host and told.error is not None:
                        failed.append((own[index], told.error))
                    else:
                        self._take(own[index], told)

                asker.ask(own, on_told)
                self._end_part(failed)
                # Constraints and what they have searched are cycles. Beside a model's millions of objects, the
                # collector would come by so seldom that many parts' worth piled up.
                if number % _COLLECTED == 0:
                    gc.collect()

    def _write_there(
        self,
        items: Sequence[Item],
        families: Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]],
        load: Callable[[Any], Any],
    ) -> None:
        """Have a cluster's workers ask, and put the records into the order that they have without one."""
        address, share = self.configuration.ray, self.configuration.ray_share
        assert address is not None
        self.tell("joining the cluster", 0, 0)
        jobs: list[_Part]
        if self.learning:
            jobs = [
                _Part(family, self._lessons(items, self.order[family[0]])) for family, _ in families if family
            ]
        else:
            jobs = [_Part(part) for _, parts in families for part in parts]
        needs = [partial(_there, self.configuration)]
        hands = _Hands(*(self.benchmark, self.method, self.configuration, load, self.order, self.pseudocount))
        began = self.file.size()
        answered: set[int] = set()
        suspects: dict[int, int] = {}  # of a family, by its last item, which was in hand when a worker died

        def again(part: _Part, deaths: int) -> Sequence[tuple[_Part, int]]:
            left = [place for place in part.places if place not in answered]
            if part.lessons is not None:  # in their order, from where the plans so far have led
                if not left:
                    return []
                deaths = deaths if suspects.get(left[-1]) == left[0] else 1  # or another was in hand
                suspects[left[-1]] = left[0]
                return [(_Part(left, self._lessons(items, self.order[left[0]])), deaths)]
            if deaths < ATTEMPTS - 1:
                return [(part, deaths)]  # together, as without a death: so the answers are the same
            return [(_Part([place]), deaths) for place in left]

        with opened(address, share) as cluster:
            cluster.check(self.out, needs)
            self.tell("starting the workers", 0, 0)
            with cluster.crew(hands, len(jobs)) as crew:
                self._written_by(crew.about())
                failed: list[tuple[Item, Exception]] = []
                for number, told in crew.map(jobs, again):
                    self.rank = number
                    if isinstance(told, Lost):
                        job = cast("_Part", told.job)
                        left = [one for one in job.places if one not in answered]
                        if not left:
                            continue
                        if left[1:]:
                            lessons = job.lessons
                            if lessons is not None:
                                lessons = self._lessons(items, self.order[left[0]])
                            told.instead.append(_Part(left[1:], lessons))
                        told = left[0], _Told(None, error=_Killed(told.said))
                    place, said = cast("tuple[int, _Told | None]", told)
                    if said is None:
                        if number < len(jobs) - len(self.alone):
                            break
                    elif place not in answered:
                        answered.add(place)
                        if said.host and said.error is not None:
                            failed.append((self.order[place], said.error))
                        else:
                            self._take(self.order[place], said)
                            self._flush()
            self.cluster = cluster.summary()
        self.file.arrange(began, [(rank, number) for number, rank in enumerate(self.ranks)])
        self._end_part(failed)

    def _written_by(self, model: Record | None) -> None:
        """Take note of the model.

        Raises:
            BenchmarkError: If the records so far are another's.
        """
        self.origin["model"] = model
        if model is not None:
            self._check_model()
        self.progress()

    def _parts(self, places: Sequence[int]) -> list[list[int]]:
        """What is asked at once; last, and one by one, what was being asked when a host's error ended the run.

        So such an error, if it comes again, keeps nothing else from being done. Where plans teach the HMM, their order
        stays as it is.
        """
        fields, known = list(self.benchmark.key(self.order[0])), set[tuple[Any, ...]]()
        if not self.learning:
            known = {tuple(one.get(name) for name in fields) for one in self.errors.read()}
        suspect = [place for place in places if _key(self.benchmark, self.order[place]) in known]
        first = [place for place in places if place not in set(suspect)]
        size = self.method.batch_size
        found = [first[start : start + size] for start in range(0, len(first), size)]
        self.alone = [self.order[place] for place in suspect]
        return [*found, *([one] for one in suspect)]

    def _families(self) -> list[list[int]]:
        """The places in the order of writing: where plans teach the HMM, one family of tasks after the other."""
        if not self.learning:
            return [list(range(len(self.order)))]
        found: dict[str, list[int]] = {}
        for place, item in enumerate(self.order):
            found.setdefault(self.benchmark.family(item), []).append(place)
        return list(found.values())

    def _lessons(self, items: Sequence[Item], one: Item) -> list[list[int]]:
        """What the plans so far of an item's family have taught: their tokens."""
        from clamp.hosts.adapting import teaches

        family = self.benchmark.family(one)
        keys = {_key(self.benchmark, item) for item in items if self.benchmark.family(item) == family}
        found: list[list[int]] = []
        for key, record in self.done.items():
            cause = (record["failure"] or {"cause": None})["cause"]
            if key in keys and teaches(record["status"] == "plan", cause, record["enforced"]):
                found.append(cast("list[int]", record["tokens"]))
        return found

    def _check_model(self) -> None:
        for record in self.done.values():
            if record.get("model") not in (None, self.origin["model"]):  # none wrote what has no model
                raise BenchmarkError(
                    f"{self.out} holds plans of the model {record.get('model')}, but the model now loaded is "
                    f"{self.origin['model']}. Choose another folder, or name the model and revision that began "
                    "the run."
                )

    def _take(self, item: Item, told: _Told) -> None:
        """Keep what came of an item.

        Items that cannot be asked have records once another was answered. Until then it may be what all have in
        common that is at fault.
        """
        if told.answered:
            self._fail(item, told)
        elif told.error is not None:
            self.refused.append((item, told))
        else:
            self._append(item, {"prompt_sha256": told.digest, **(told.fields or {})})

    def _end_part(self, failed: Sequence[tuple[Item, Exception]] = ()) -> None:
        """What is to be done when a part was asked.

        Raises:
            HostError: If the host failed, unless it was to be seen whether it does so again.
        """
        if failed:
            items = [item for item, _ in failed]
            error = self._ended(items, failed[0][1])
            error.__cause__ = failed[0][1]
            if not any(one is item for one in self.alone for item in items):
                raise error
            self.ended.append(error)  # the others that were being asked are asked first
        self._flush()

    def _flush(self) -> None:
        if self.done or self.written:
            for one in self.refused:
                self._fail(*one)
            self.refused = []

    def _ended(self, items: Sequence[Item], error: Exception) -> HostError:
        """What is said where a host's error ends the run while it writes some items."""
        said = _said(error)
        for item in items:
            self.errors.append({**self.benchmark.key(item), "error": said})
        if not isinstance(error, ClampError) and (frames := traceback.extract_tb(error.__traceback__)):
            said += f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
        if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
            said += " With a smaller --batch-size less memory is needed."
        others = f" and {len(items) - 1} beside it" if len(items) > 1 else ""
        kept = f"{len(self.done)} of {self.total} records are in {self.file.path}"
        return HostError(
            f"The run ended while {self._name(items[0])}{others} were being answered: {said} They have no records; "
            f"{kept}, and the same command goes on from there; it asks these last."
        )

    def _fail(self, item: Item, told: _Told) -> None:
        error = told.error
        assert error is not None
        said = _said(error)
        cause = PROMPT if isinstance(error, PromptError) else MALFORMED
        if isinstance(error, _Killed):
            cause = KILLED
        _say(f"{self._name(item)} counts as failed: {said}")
        answer = Answer(PlanResult("fail", failure=Failure("uncertified", said), timing=Timing()))
        failure = {**answer.fields()["failure"], "cause": cause}
        own: Record = {}
        with contextlib.suppress(*_MALFORMED):
            own = self.benchmark.own_fields(item, answer)  # what is malformed may not even say this
        former = self.before.get(_key(self.benchmark, item))
        if former is not None and (former["failure"], former["prompt_sha256"]) == (failure, told.digest):
            self._done(item, former)  # as it failed before
        else:
            self._append(item, {"prompt_sha256": told.digest, **answer.fields(), **own, "failure": failure})

    def _name(self, item: Item) -> str:
        return " ".join(map(str, _key(self.benchmark, item)))

    def _append(self, item: Item, fields: Record) -> None:
        record = {**self.benchmark.key(item), **self.origin, **fields}
        self.file.append(record)
        self.ranks.append(self.rank)
        self._done(item, record)

    def _done(self, item: Item, record: Record) -> None:
        self.done[_key(self.benchmark, item)] = record
        self.written += 1
        self.progress()


def _there(configuration: BenchConfiguration) -> None:
    """Refuse a machine on which a file or a model is not there that a configuration names.

    Raises:
        ClampError: Naming it.
    """
    for name in type(configuration).model_fields:
        path = getattr(configuration, name)
        if name != "out" and isinstance(path, Path) and not path.exists():
            raise BenchmarkError(f"there is no {shown_path(path)} ({name}).")
    if (model := getattr(configuration, "model", None)) is not None:
        check_host_options(_host_of(configuration), model, device=None, dtype=None, pictures=False)


class _Killed(ClampError):
    """An item that has ended its workers, again and again."""


def _of_host(error: Exception) -> bool:
    """Whether the model failed, or what runs it; not the item, of which a `ClampError` speaks where no host does."""
    if isinstance(error, HostError):
        return not isinstance(error, PromptError)
    return not isinstance(error, ClampError)


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, ClampError) else f"{type(error).__name__}: {error}"


def _load(configuration: BenchConfiguration) -> Any:
    if not isinstance(configuration, Asking):
        raise BenchmarkError(f"{type(configuration).__name__} names no model, and the method needs one.")
    weighed: dict[str, Any] = {}
    if isinstance(configuration, Planning) and configuration.hmm is not None:
        weighed = {"hmm": configuration.hmm, "guidance": configuration.guidance}
    return load_host(_host_of(configuration), configuration.model, **weighed)


def _host_of(configuration: BenchConfiguration) -> str:
    return configuration.host if isinstance(configuration, Batched) else SAMPLING_HOSTS[0]


def _opened(out: Path, file: RecordFile, identity: Record) -> list[Record]:
    """The records of the run in a folder, begun or gone on with.

    A folder without a record holds no run, whatever its ``config.json`` says: a start that failed leaves no more.

    Raises:
        BenchmarkError: If the folder holds a run with another configuration, or cannot be used.
    """
    path = out / "config.json"
    try:
        for line in file.repair():
            _say(f"{line} Its task is done again.")
        written = file.read()
        found: Any = identity
        if path.exists():
            said: object = parse_json(read_text(path, "configuration", BenchmarkError), path, BenchmarkError)
            if not isinstance(said, dict):
                raise BenchmarkError(f"{path} holds {shown(str(said))}, which is no run's configuration.")
            found = cast("Record", said)
        elif written:
            found = written[0].get("config") or identity
        changed = [
            f"{name} was {found.get(name)!r} and is now {identity.get(name)!r}"
            for name in sorted(found.keys() | identity.keys())
            if found.get(name) != identity.get(name)
        ]
        if changed and written:
            raise BenchmarkError(
                f"{out} holds a run with another configuration: {'; '.join(changed)}. Answers of different "
                "configurations cannot share a summary: choose another folder."
            )
        if changed:
            (out / PROMPTS).unlink(missing_ok=True)  # of the start that failed
        if changed or not path.exists():
            write_json(path, identity)
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        if isinstance(error, ClampError):
            raise
        raise BenchmarkError(f"The folder {out} cannot be used for a run: {error}.") from error
    return written


def _key(benchmark: Benchmark[Item], item: Item) -> tuple[Any, ...]:
    """What an item's record is found by."""
    return tuple(benchmark.key(item).values())


def _usable(path: Path, records: Sequence[Record], fields: Sequence[str]) -> dict[tuple[Any, ...], Record]:
    """The records by their keys. One that scoring could not read is named, and written again, as is one of a host's
    error, which former versions made."""
    found: dict[tuple[Any, ...], Record] = {}
    for number, record in enumerate(records, start=1):
        lacking = [name for name in fields if not isinstance(record.get(name), str)]
        lacking += [name for name, kind in _NEEDED.items() if not isinstance(record.get(name), kind)]
        if lacking:
            _say(
                f"{path}, line {number}: the record has no {', '.join(map(repr, lacking))} that could be "
                "used; its task is done again."
            )
            continue
        key = tuple(record[name] for name in fields)
        if _cause(record) == HOST:
            _say(f"{path}, line {number}: the record is of a host's error; its task is done again.")
            found.pop(key, None)
        else:
            found[key] = record
    return found


def _cause(record: Record) -> str | None:
    """Why a record has no plan; ``None`` if it has one."""
    failure: object = record.get("failure")
    return cast("Record", failure).get("cause") if isinstance(failure, dict) else None


def _check_prompts(
    benchmark: Benchmark[Item],
    items: Sequence[Item],
    done: dict[tuple[Any, ...], Record],
    file: RecordFile,
    tell: Tell,
) -> dict[tuple[Any, ...], Record]:
    """Hold records against the items that they say they are of.

    Those of items that were mended are no longer `done`, nor those of items that could not be asked and may have been
    mended in what their prompts do not say.

    Returns:
        The latter, by their keys.

    Raises:
        BenchmarkError: If most answers were written for other prompts: other files lie there now.
    """
    before: dict[tuple[Any, ...], Record] = {}
    other: list[tuple[Any, ...]] = []
    kept = [item for item in items if _key(benchmark, item) in done]
    if not kept:
        return before
    for item in benchmark.prepare(kept, file.path.parent, tell):
        key = _key(benchmark, item)
        try:
            digest: str | None = benchmark.question(item).digest
        except _MALFORMED:
            digest = None
        was, cause = done[key].get("prompt_sha256"), _cause(done[key])
        if cause in (MALFORMED, PROMPT):
            if digest is not None and (digest != was or cause == MALFORMED):
                before[key] = done.pop(key)
        elif was != digest:
            other.append(key)
    names = [" ".join(map(str, key)) for key in other]
    if 2 * len(other) > len(done) + len(before):
        raise BenchmarkError(
            f"{file.path}: the answer to {names[0]} was written for another prompt than the one that "
            f"{benchmark.owner}'s files make now, and so were {len(other) - 1} more of {len(kept)}. Were they changed, "
            "or does CLAMP_DATA name another folder? Choose another folder for the run, or put the files back."
        )
    for key, name in zip(other, names, strict=True):
        _say(f"{name}: its prompt is another than the one that was answered; its task is done again.")
        del done[key]
    return before


@cache
def checkout_commit() -> str | None:
    """The commit of CLAMP's checkout, if it runs from one; ``-dirty`` says that files differ from it.

    Asked once: what a process runs is what it has loaded.
    """
    here = Path(__file__)

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=here.parent, capture_output=True, text=True, check=True, timeout=10
        ).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", here.name)  # or the folder is some other project's
        return git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    except (OSError, subprocess.SubprocessError):
        return None


@contextmanager
def _terminable() -> Generator[None]:
    """Let SIGTERM stop a run the way Ctrl-C does, so that worker processes end with it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# ------------------------------------------------------------------ how far it is


def judging(tell: Tell, total: int) -> Callable[[str], None]:
    """Progress of a judge that names each item, perhaps several times, when it is done with it."""
    done = set[str]()
    tell("judging", 0, total)

    def on_item(name: str) -> None:
        done.add(name)
        tell("judging", len(done), total)

    return on_item


def _say(line: str) -> None:
    console(stderr=True).print(line)


@contextmanager
def _progress(tell: Tell | None) -> Generator[Tell]:
    """What shows how far a run is, and when it will end: a bar, or a line now and then where it is no terminal."""
    if tell is not None:
        yield tell
        return
    output = console(stderr=True)
    if not output.is_terminal:
        yield _Lines()
        return
    bars: dict[str, TaskID] = {}
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=output,
    ) as progress:

        def show(stage: str, done: int, total: int) -> None:
            if stage not in bars:
                for other in bars.values():
                    progress.stop_task(other)
                bars[stage] = progress.add_task(stage, total=total or None, completed=done)
            progress.update(bars[stage], completed=done, total=total or None)

        yield show


class _Lines:
    """Progress as lines: each stage when it begins, and then now and then."""

    def __init__(self) -> None:
        self.stage, self.began, self.first, self.told = "", 0.0, 0, 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = monotonic()
        if stage != self.stage:
            self.stage, self.began, self.first, self.told = stage, now, done, -1e9
        if now - self.told < _QUIET_SECONDS and not (total and done == total):
            return
        self.told = now
        line = f"{stage}: {done} of {total}" if total else stage
        gained = done - self.first
        if total and gained and done < total:
            seconds = int((now - self.began) / gained * (total - done))
            line += f", about {seconds // 60}:{seconds % 60:02} min left"
        _say(line)
