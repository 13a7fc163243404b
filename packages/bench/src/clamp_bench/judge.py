"""A language model as judge: who it is, its votes, and their majority; no vote is ever made up.

A judge is any endpoint that speaks OpenAI's protocol, or a local model. Each question is put to it several times
with seeds of its own, and each answer is kept in ``votes.jsonl`` of the run, so that it is asked once only.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from clamp import checks
from clamp.errors import BenchmarkError, ClampError
from clamp_bench.configuration import Judging
from clamp_bench.harness import Report, Tell
from clamp_bench.records import RecordFile

NOT_RUN = "not run"
"""What stands in a column that needs a judge, where there is none."""
SEEDS = (42, 43, 44)
"""One vote each."""
TEMPERATURE = 0.3
PAUSES = (1.0, 4.0, 15.0)
"""Seconds before a server that is overloaded, broken or away is asked again, each time."""
LONGEST_PAUSE = 60.0
"""Most seconds that a server can ask for."""
_MOST_TOKENS = 256
_SECONDS = 120.0
_MOST_BYTES = 1 << 22
_THOUGHT = re.compile(r"^.*</think(?:ing)?>|<think(?:ing)?>.*", re.DOTALL | re.IGNORECASE)
_WORD = (
    # "No step is missing" says nothing of the question; "No, …" and "No because …" do.
    r"(?<![\w-])(?:(yes)|(no)(?![^\S\n]+[\"'*_(]*(?!(?:i|it|the|this|that|these|those|there|they|because|since|as|not)\b)\w))"
    r"(?![\w-]*\w)"
)
_WORDS = re.compile(_WORD, re.IGNORECASE)
_NEITHER = re.compile(rf"\byes\b[\"'*]*\s*(?:(?:/|\bor\b)\s*[\"'*]*no\b|and\s+{_WORD})", re.IGNORECASE)
_LABELLED = re.compile(
    r"(?<![^\W_])(?:answer|verdict|judge?ment|decision|conclusion|vote|result)(?![^\W_])"
    rf"(?:[^\w\n]|_){{0,9}}[:=→–—-](?:[\W_]|\\boxed\b|\\text\b){{0,40}}{_WORD}",
    re.IGNORECASE,
)
_OPENING = re.compile(rf"[\W_]*{_WORD}", re.IGNORECASE)
_ALONE = re.compile(r"[\W_]*(?:(yes)|(no))[\W_]*", re.IGNORECASE)


def yes_or_no(answer: str) -> bool | None:
    """What an answer says, thoughts left out; ``None`` if it says neither, or both and nothing decides.

    The value of the last label ("Verdict: yes", in JSON, too) decides, else how it begins, else a last line that is
    but yes or no, else the only one of the two words that stands in it. The "no" of "no step is missing" is none.
    """
    said = _NEITHER.sub("", _THOUGHT.sub("", answer)).strip()
    if labelled := list(_LABELLED.finditer(said)):
        return labelled[-1][1] is not None
    if found := _OPENING.match(said) or _ALONE.fullmatch(said.rpartition("\n")[2]):
        return found[1] is not None
    words = {found[1] is not None for found in _WORDS.finditer(said)}
    return words.pop() if len(words) == 1 else None


@dataclass(frozen=True)
class Vote:
    """What a judge says of one thing.

    Attributes:
        votes: One a seed; ``None`` where an answer says neither yes nor no.
        answers: What it wrote.
    """

    votes: tuple[bool | None, ...]
    answers: tuple[str, ...]

    @property
    def success(self) -> bool:
        """Whether most votes are yes."""
        return 2 * self.votes.count(True) > len(self.votes)

    @property
    def failure(self) -> bool:
        """Whether most votes are no."""
        return 2 * self.votes.count(False) > len(self.votes)


class Judge(ABC):
    """Who is asked.

    Attributes:
        name: As it stands in summaries, and among what its votes are known by.
    """

    name: str

    @abstractmethod
    def answer(self, prompt: str, seed: int) -> str:
        """What it writes.

        Raises:
            ClampError: If it cannot be asked.
        """


class Endpoint(Judge):
    """A server that speaks OpenAI's protocol.

    Args:
        url: Its base, such as ``http://localhost:8000/v1``; ``OPENAI_API_KEY`` goes with each request if it is set.
        model: The model's name there.
        wait: Called with the seconds to wait before it is asked again.
    """

    def __init__(self, url: str, model: str, wait: Callable[[float], None] = time.sleep):
        self.wait = wait
        self.url = url.rstrip("/").removesuffix("/chat/completions") + "/chat/completions"
        self.model = model
        self.name = f"{model} at {url}"

    def answer(self, prompt: str, seed: int) -> str:
        asked = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": TEMPERATURE,
            "seed": seed,
            "max_tokens": _MOST_TOKENS,
        }
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get("OPENAI_API_KEY"):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self.url, json.dumps(asked).encode(), headers)
        pauses = iter(PAUSES)
        while True:
            pause = next(pauses, None)
            try:
                with urllib.request.urlopen(request, timeout=_SECONDS) as response:
                    body = response.read(_MOST_BYTES)
                    if response.length and len(body) < _MOST_BYTES:
                        raise http.client.IncompleteRead(body, response.length)
                found: Any = json.loads(body)
                said: object = found["choices"][0]["message"]["content"]
                return said if isinstance(said, str) else ""
            except urllib.error.HTTPError as error:
                with error:
                    if pause is None or not (error.code == 429 or error.code >= 500):
                        raise BenchmarkError(
                            f"The judge at {self.url} refused: {error.code} {error.reason}. {_told(error)}"
                        ) from error
                    pause = max(pause, _retry_after(error.headers.get("Retry-After")))
            except (OSError, http.client.IncompleteRead) as error:
                if pause is None:
                    raise self._unasked(error) from error
            except (ValueError, http.client.HTTPException) as error:
                raise self._unasked(error) from error
            except (LookupError, TypeError, RecursionError) as error:
                raise BenchmarkError(
                    f"The server at {self.url} does not answer as OpenAI's protocol has it: no choices[0].message."
                ) from error
            self.wait(pause)

    def _unasked(self, error: Exception) -> BenchmarkError:
        return BenchmarkError(
            f"The judge at {self.url} cannot be asked ({type(error).__name__}: {error}). Is the server there, and "
            "the address its base, such as http://localhost:8000/v1?"
        )


def _told(error: urllib.error.HTTPError) -> str:
    """What a server says of its refusal, if that can be read."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return error.read(500).decode(errors="replace")
    return ""


def _retry_after(given: str | None) -> float:
    """The seconds that a server asks for, in seconds or as a date, but not too many."""
    if given is None:
        return 0.0
    try:
        seconds = (
            float(given)
            if given.strip().isdigit()
            else parsedate_to_datetime(given).timestamp() - time.time()
        )
    except ValueError:
        return 0.0
    return min(max(seconds, 0.0), LONGEST_PAUSE)


class LocalModel(Judge):
    """A model that this process runs.

    Args:
        model: Hugging Face name, folder or GGUF file.
        load: Loads it, when it is first asked.
    """

    def __init__(self, model: str, load: Callable[[str], Any] | None = None):
        self.name = self.model = model
        self._load = load
        self._planner: Any = None

    def answer(self, prompt: str, seed: int) -> str:
        from clamp.hosts.jobs import PlanRequest

        if self._planner is None:
            self._planner = (self._load or _loaded)(self.model)
        request = PlanRequest(
            [{"role": "user", "content": prompt}],
            temperature=TEMPERATURE,
            seed=seed,
            max_new_tokens=_MOST_TOKENS,
        )
        return str(self._planner.plan_many([request], batch_size=1)[0].text)


def _loaded(model: str) -> Any:
    from clamp.hosts.hf.planner import Planner

    return Planner.from_pretrained(model)


def judge_of(config: Judging, *, cross: bool = False) -> Judge | None:
    """The judge that a configuration names, or its cross-judge; ``None`` for none."""
    named, model = (
        (config.cross_judge, config.cross_judge_model) if cross else (config.judge, config.judge_model)
    )
    if named is None:
        return None
    if named.startswith(("http://", "https://")):
        assert model is not None
        return Endpoint(named, model)
    return LocalModel(named)


def agreement(pairs: Sequence[tuple[Vote, Vote]]) -> float | None:
    """The share of questions on which most votes of two judges say the same: yes, no, or neither."""
    same = [(one.success, one.failure) == (other.success, other.failure) for one, other in pairs]
    return sum(same) / len(same) if same else None


def verdicts(
    judge: Judge,
    prompts: Mapping[str, str],
    out: Path,
    *,
    read: Callable[[str], bool | None] = yes_or_no,
    seeds: Sequence[int] = SEEDS,
    on_done: Callable[[int], None] | None = None,
) -> dict[str, Vote]:
    """The judge's verdicts on some questions, by their ids.

    A vote is known again by judge, question and seed, so that equal questions have equal verdicts whatever else
    differs between two runs.

    Args:
        out: Folder of the run; ``votes.jsonl`` there holds the votes.
        read: Makes a vote of an answer.
        on_done: Called with the number of questions that are done.

    Raises:
        ClampError: If the judge cannot be asked; what it said so far is kept.
    """
    file = RecordFile(out / "votes.jsonl")
    file.repair()
    known: dict[str, str] = {str(one["vote"]): str(one["answer"]) for one in file.read()}
    found: dict[str, Vote] = {}
    for name, prompt in prompts.items():
        answers: list[str] = []
        for seed in seeds:
            vote = sha256(json.dumps([judge.name, prompt, seed]).encode()).hexdigest()
            if vote not in known:
                said = judge.answer(prompt, seed)
                known[vote] = checks.encodable(said)
                file.append(
                    {"id": name, "judge": judge.name, "seed": seed, "vote": vote, "answer": known[vote]}
                )
            answers.append(known[vote])
        found[name] = Vote(tuple(map(read, answers)), tuple(answers))
        if on_done is not None:
            on_done(len(found))
    return found


@dataclass(frozen=True)
class Panel:
    """What the judges of a run say.

    Attributes:
        first: The judge's verdicts by the questions' ids; ``None`` if there is no judge, or it cannot be asked.
        second: The cross-judge's.
        fields: For a summary: who they are, how many votes of the first cannot be read, and why one was not asked.
    """

    first: Mapping[str, Vote] | None
    second: Mapping[str, Vote] | None
    fields: Mapping[str, Any]


def asked(config: Judging, prompts: Mapping[str, str], tell: Tell) -> Panel:
    """Ask the judges that a configuration names; where one cannot be asked, nobody is asked after it.

    What needs no judge can be said all the same: see `heard`.
    """
    names = {"judge": NOT_RUN, "cross_judge": NOT_RUN}
    found: dict[str, Mapping[str, Vote]] = {}
    failure: str | None = None
    for kind in names:
        judge = judge_of(config, cross=kind == "cross_judge")
        if judge is None or failure is not None:
            continue
        tell("asking the judge", 0, len(prompts))
        try:
            found[kind] = verdicts(
                judge,
                prompts,
                config.out,
                on_done=lambda done: tell("asking the judge", done, len(prompts)),
            )
            names[kind] = judge.name
        except ClampError as error:
            failure = str(error)
    first = found.get("judge")
    votes = NOT_RUN if first is None else sum(vote is None for one in first.values() for vote in one.votes)
    fields = {**names, "judge_failure": failure, "unreadable_votes": votes}
    return Panel(first, found.get("cross_judge"), fields)


def heard(report: Report) -> Report:
    """The report of a run whose judges could be asked.

    Raises:
        BenchmarkError: If one could not; the summary has the figures that need none.
    """
    if (failure := report.data["judge_failure"]) is not None:
        raise BenchmarkError(
            f"{failure} The figures that need no judge are in {report.path}, the judge's say 'not run'. The votes so "
            "far are kept: the same command goes on from there."
        )
    return report
