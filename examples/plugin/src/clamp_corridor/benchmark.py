"""Corridors of growing length: how far does a model get?"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from clamp import Request
from clamp.request.settings import CONFIGURATIONS, OneOf
from clamp.request.worlds import open_world
from clamp_bench.benchmarks import BenchmarkSource
from clamp_bench.configuration import Batched
from clamp_bench.harness import Benchmark, Report, Scored, Tell, run
from clamp_bench.records import Record
from clamp_corridor.world import LONGEST


class CorridorConfig(Batched):
    """What `clamp bench corridor` can be asked for, beside what every benchmark of a model can."""

    longest: int = Field(5, ge=2, le=LONGEST, description="Most rooms of a corridor.")
    constraints: Annotated[str, OneOf(tuple(CONFIGURATIONS))] = Field(
        "world", description="How much is enforced: world, grounded, token or none."
    )


class Corridors(Benchmark[int]):
    """An item is a number of rooms."""

    title = "Corridors"

    def __init__(self, config: CorridorConfig):
        self.config = config

    def items(self) -> Sequence[int]:
        return range(2, self.config.longest + 1)

    def key(self, item: int) -> Record:
        return {"id": str(item)}

    def request(self, item: int) -> Request:
        asked = open_world(f"corridor:{item}")
        prompt = f"{asked.instruction} The actions: go(from, to) and light(room), one a line."
        return Request.of(asked, prompt=prompt, **self.config.of_requests(budget=item + 2))

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        items = [{"id": one["id"], "success": one["status"] == "plan"} for one in records]
        success = sum(one["success"] for one in items) / len(items) if items else None
        return Scored({"corridors": len(items), "success": success}, f"Corridors: {success}", items=items)


def write(config: CorridorConfig) -> Report:
    """Write the plans that are missing, and score all."""
    return run(Corridors(config), config)


CORRIDOR = BenchmarkSource(CorridorConfig, "Plans along corridors of growing length", write)
