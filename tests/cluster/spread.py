"""Work that tests spread: a benchmark without a model, and a sampler; some of it ends its worker."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import HostError
from clamp.hmm.corpus import Continuation
from clamp.hmm.training.distill import Batch
from clamp_bench import harness
from clamp_bench.configuration import WrittenConfig
from clamp_bench.harness import Answer, Benchmark, Method, OpenText, Question, Scored
from clamp_bench.records import Record


def deadly(folder: Path, name: str, times: int) -> None:
    """End this process as a kill does, so many times for each name."""
    for number in range(times):
        try:
            (folder / f"{name}.{number}").touch(exist_ok=False)
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)


class Doubles(Benchmark[int]):
    """A number a task; an answer is its double."""

    title, owner = "Doubles", "Doubles"

    def __init__(self, count: int):
        self.count = count

    def items(self) -> Sequence[int]:
        return range(self.count)

    def key(self, item: int) -> Record:
        return {"id": f"n{item:03}"}

    def prepare(self, items: Sequence[int], out: Path, tell: harness.Tell) -> Sequence[int]:
        return list(reversed(items))

    def request(self, item: int) -> OpenText:
        if item == 13:
            raise ValueError("thirteen cannot be asked")
        return OpenText(f"{item} doubled?")

    def own_fields(self, item: int, answer: Answer) -> Record:
        return {"wanted": str(2 * item)}

    def score(self, records: Sequence[Record], tell: harness.Tell) -> Scored:
        return Scored({"success": sum(one["output"] == one["wanted"] for one in records) / len(records)})


class Doubling(Method):
    """Doubles without a model."""

    needs_model = False

    def __init__(self, kills: Path, deaths: dict[int, int], seconds: float = 0.0, batch_size: int = 4):
        self.kills, self.deaths, self.seconds, self.batch_size = kills, deaths, seconds, batch_size

    def identity(self) -> Record:
        return {"method": "doubling"}

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            number: Any = question.source
            time.sleep(self.seconds)
            deadly(self.kills, f"n{number}", self.deaths.get(number, 0))
            failure = Failure("uncertified", "a text")
            result = PlanResult("fail", (), str(2 * number), failure, timing=Timing(generation=0.5, tokens=2))
            tell(index, Answer(result))


class Writing:
    """Continues prompts by numbers that prompt, seed and place make."""

    def __init__(self, kills: Path, deaths: dict[str, int]):
        self.kills, self.deaths = kills, deaths

    def __call__(self, batch: Batch) -> list[Any]:
        for prompt in batch.prompts:
            deadly(self.kills, prompt, self.deaths.get(prompt, 0))
        return [(batch.first, sampled(batch.prompts, batch.seed, batch.first))]


def sampled(prompts: Sequence[str], seed: int, first: int = 0) -> list[Continuation]:
    return [
        Continuation([len(prompt), seed % 1_000, place], 0.5) for place, prompt in enumerate(prompts, first)
    ]


def sweep(out: Path, count: int, method: Method, ray: str | None = None) -> harness.Report:
    config = WrittenConfig(out, constraints="none", ray=ray)
    return harness.run(Doubles(count), config, method, tell=lambda *_: None)


class Echo:
    """Tells a job so many times."""

    about = "an echo"

    def __call__(self, job: int) -> Any:
        return (job for _ in range(3))


class Unmade:
    def __init__(self) -> None:
        raise HostError("There is no such model.")


class Crashing:
    def __init__(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def bracketed(left: str, right: str) -> str:
    return f"({left} {right})"


def dying(kills: Path, times: int, number: int) -> str:
    if number == 5:
        deadly(kills, "leaf", times)
    return str(number)


def missing() -> None:
    raise HostError("There is no model 'theirs'.")


if __name__ == "__main__":
    out, kills, address = sys.argv[1:]
    sweep(Path(out), 40, Doubling(Path(kills), {}, 0.1), address)
