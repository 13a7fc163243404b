"""What a vision-language model writes for rendered training states, to distil an HMM from.

    python experiments/libero_continuations.py DATA OUT.jsonl [--model NAME] [--count N]
    clamp distill --model NAME --continuations OUT.jsonl --out HMM

Samples without constraints at temperature 1, with pictures, on the training suite only. Resumable.
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path

from clamp.hosts.hf.models import EMBEDDED
from clamp.hosts.hf.planner import Planner
from clamp.perception import Scene
from clamp.perception.sight import Sight
from clamp.request.request import Request
from clamp_bench.libero.bench import seen_of
from clamp_worlds.libero import TRAINING_SUITE, problem_of
from clamp_worlds.libero.render import read_records


def main(data: Path, out: Path, model: str, count: int) -> None:
    states = [state for state in read_records(data) if state["suite"] == TRAINING_SUITE]
    states.sort(key=lambda state: sha256(state["id"].encode()).digest())
    done = {json.loads(line)["id"] for line in out.read_text().splitlines()} if out.exists() else set[str]()
    planner = Planner.from_pretrained(model)
    eos = min(planner.vocabulary.eos_ids)
    with out.open("a") as file:
        for number, state in enumerate(states[:count]):
            if state["id"] in done:
                continue
            asked = Request.of(
                problem_of(state, state["goal"]),
                state["instruction"],
                budget=6,
                constraints="none",
                temperature=1.0,
                seed=number,
                max_new_tokens=256,
            )
            images = {view: data / image for view, image in state["images"].items()}
            sight = Sight(images, Scene.from_json(state["scene"]), tuple(seen_of(state)))
            result = planner.run(asked.but(binding=False).seeing(sight), trace=False)
            tokens = [*planner.tokenizer(result.text, add_special_tokens=False)["input_ids"], eos]
            file.write(json.dumps({"id": state["id"], "text": result.text, "tokens": tokens}) + "\n")
            file.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", default=EMBEDDED)
    parser.add_argument("--count", type=int, default=1000)
    given = parser.parse_args()
    main(given.data, given.out, given.model, given.count)
