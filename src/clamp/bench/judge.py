"""A language model as judge: who it is, its votes, and their majority; no vote is ever made up.

A judge is any endpoint that speaks OpenAI's protocol, or a local model. Each question is put to it several times
with seeds of its own, and each answer is kept in ``votes.jsonl`` of the run, so that it is asked once only.
"""

from __future__ import annotations

import json
import os
import re
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from clamp.bench.configuration import Judging
from clamp.bench.harness import Tell
from clamp.bench.records import RecordFile
from clamp.errors import BenchmarkError

NOT_RUN = "not run"
"""What stands in a column that needs a judge, where there is none."""
SEEDS = (42, 43, 44)
"""One vote each."""
TEMPERATURE = 0.3
_MOST_TOKENS = 256
_SECONDS = 120.0
_MOST_BYTES = 1 << 22
_VERDICT = re.compile(r"\b(yes|no)\b", re.IGNORECASE)


def yes_or_no(answer: str) -> bool | None:
    """The last yes or no of an answer; ``None`` if there is neither."""
    found = _VERDICT.findall(answer)
    return found[-1].lower() == "yes" if found else None


@dataclass(frozen=True)
class Verdict:
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
    """

    def __init__(self, url: str, model: str):
        self.url = url.rstrip("/").removesuffix("/chat/completions") + "/chat/completions"
        self.model = model
        self.name = f"{model} at {url}"

    def answer(self, prompt: str, seed: int) -> str:
        body = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": TEMPERATURE,
            "seed": seed,
            "max_tokens": _MOST_TOKENS,
        }
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get("OPENAI_API_KEY"):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as response:
                found: Any = json.loads(response.read(_MOST_BYTES))
            said: object = found["choices"][0]["message"]["content"]
        except urllib.error.HTTPError as error:
            told = error.read(500).decode(errors="replace")
            raise BenchmarkError(
                f"The judge at {self.url} refused: {error.code} {error.reason}. {told}"
            ) from error
        except (OSError, ValueError) as error:
            raise BenchmarkError(
                f"The judge at {self.url} cannot be asked ({error}). Is the server there, and the address its base, "
                "such as http://localhost:8000/v1? What is written and judged so far is kept."
            ) from error
        except (LookupError, TypeError) as error:
            raise BenchmarkError(
                f"The server at {self.url} does not answer as OpenAI's protocol has it: no choices[0].message."
            ) from error
        return said if isinstance(said, str) else ""


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
        from clamp.hosts.request import PlanRequest

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
    from clamp.hosts.planner import Planner

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


def agreement(pairs: Sequence[tuple[Verdict, Verdict]]) -> float | None:
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
) -> dict[str, Verdict]:
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
    found: dict[str, Verdict] = {}
    for name, prompt in prompts.items():
        answers: list[str] = []
        for seed in seeds:
            vote = sha256(json.dumps([judge.name, prompt, seed]).encode()).hexdigest()
            if vote not in known:
                known[vote] = judge.answer(prompt, seed)
                file.append(
                    {"id": name, "judge": judge.name, "seed": seed, "vote": vote, "answer": known[vote]}
                )
            answers.append(known[vote])
        found[name] = Verdict(tuple(map(read, answers)), tuple(answers))
        if on_done is not None:
            on_done(len(found))
    return found


def asked(
    judge: Judge | None, prompts: Mapping[str, str], out: Path, tell: Tell
) -> dict[str, Verdict] | None:
    """The judge's verdicts as a benchmark asks for them; ``None`` without a judge.

    Raises:
        ClampError: If the judge cannot be asked; what it said so far is kept.
    """
    if judge is None:
        return None
    tell("asking the judge", 0, len(prompts))
    return verdicts(judge, prompts, out, on_done=lambda done: tell("asking the judge", done, len(prompts)))


def judged_by(judge: Judge | None) -> str:
    """The judge's name for a summary, or that none was run."""
    return NOT_RUN if judge is None else judge.name


def unreadable(found: Mapping[str, Verdict] | None) -> int | str:
    """How many votes say neither yes nor no, or that none was cast."""
    return NOT_RUN if found is None else sum(vote is None for one in found.values() for vote in one.votes)
