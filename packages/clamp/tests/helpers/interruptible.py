"""A distillation that stops at a given step and waits to be killed; run as a program by the tests."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from clamp.hmm import BaumWelch, Continuation, DistillConfig, distill, sample_continuations

PROMPTS = [f"p{number:02}" for number in range(16)]


def sampler(prompts, seed):
    rng = np.random.default_rng(seed)
    return [Continuation(rng.choice(4, size=20, p=[0.6, 0.2, 0.15, 0.05]).tolist()) for _ in prompts]


def encoder(prompts, continuations):
    return [np.eye(5, dtype=np.float32)[[4, *tokens]] for tokens in continuations]


def main(out: Path, stop: str) -> None:
    """Every step is a line on standard output, written once it is on disk."""
    steps: list[str] = []

    def step(name: str) -> None:
        steps.append(name)
        print(name, flush=True)
        if f"{name} {sum(other == name for other in steps)}" == stop:
            time.sleep(600)

    file = sample_continuations(PROMPTS, sampler, out, batch_size=2, on_batch=lambda *_: step("sampled"))
    training = BaumWelch(epochs=3, chunk_tokens=60)
    distill(
        file,
        out,
        vocab_size=4,
        tokenizer={"a": 0, "b": 1, "c": 2, "d": 3},
        config=DistillConfig(num_states=3, batch_size=3, training=training),
        encoder=encoder,
        on_encoded=lambda *_: step("encoded"),
        on_chunk=lambda _: step("learned"),
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
