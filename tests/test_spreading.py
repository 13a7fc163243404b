"""What of spread work needs no cluster: how sums are bracketed, what is refused, and what is kept meanwhile."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from clamp import cluster
from clamp.cli import app
from clamp.cluster import as_told, check_address, fold, opened
from clamp.errors import HostError
from clamp.hmm import HMM, Continuation, Corpus, expected_counts, sample_continuations
from clamp.hmm.training.distill import Batch

pytest.importorskip("torch")


def sampled(prompts: Sequence[str], seed: int) -> list[Continuation]:
    return [Continuation([len(prompt), seed % 1_000, place], 0.5) for place, prompt in enumerate(prompts)]


@pytest.mark.parametrize("count", range(1, 40))
def test_a_run_of_leaves_at_a_power_of_two_is_a_node_of_the_whole_tree(count: int) -> None:
    def merge(left: str, right: str) -> str:
        return f"({left} {right})"

    whole = fold(str, count, merge)
    for size in (1, 2, 4, 8):
        pieces = [
            cluster._subtree(str, merge, start, min(start + size, count)) for start in range(0, count, size)
        ]
        assert fold(pieces.__getitem__, len(pieces), merge) == whole


def test_counts_are_those_of_each_sequence_added_up() -> None:
    rng = np.random.default_rng(1)
    hmm = HMM.random(5, 30, seed=1, dtype="float64")
    corpus = Corpus.of(rng.integers(0, 30, size=rng.integers(1, 20)) for _ in range(40))
    together = expected_counts(hmm, corpus)
    for size in (10, 50, 200):
        apart = expected_counts(hmm, corpus, batch_tokens=size)
        assert np.array_equal(apart.tokens, together.tokens)
        assert apart.num_tokens == together.num_tokens == len(corpus.tokens)
        np.testing.assert_allclose(apart.emission, together.emission, rtol=1e-10)
        np.testing.assert_allclose(apart.transition, together.transition, rtol=1e-10)


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(HostError, match=r"clamp-planning\[ray\]"), opened("local"):
        pass


def test_what_was_written_before_its_turn_is_not_lost(tmp_path: Path) -> None:
    prompts = [f"prompt {number:02}" for number in range(12)]
    plain = sample_continuations(prompts, sampled, tmp_path / "plain", batch_size=3)

    def stopped(batches: list[Batch]) -> Any:
        for number in (2, 1):
            yield number, (0, sampled(batches[number].prompts, batches[number].seed))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sample_continuations(prompts, None, tmp_path / "spread", batch_size=3, writers=stopped)
    left: list[int] = []

    def rest(batches: list[Batch]) -> Any:
        left.append(len(batches))
        return ((at, (0, sampled(one.prompts, one.seed))) for at, one in enumerate(batches))

    spread = sample_continuations(prompts, None, tmp_path / "spread", batch_size=3, writers=rest)
    assert left == [2]
    assert spread.read_bytes() == plain.read_bytes()


def test_what_a_callback_is_told_can_be_iterated_and_errors_come_through() -> None:
    def call(tell: Any) -> None:
        tell(1)
        tell(2)
        raise KeyError("three")

    found = as_told(call)
    assert [next(found), next(found)] == [1, 2]
    with pytest.raises(KeyError):
        next(found)


def test_every_command_refuses_an_address_before_any_work(tmp_path: Path) -> None:
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("one\ntwo\n")
    texts = tmp_path / "texts.jsonl"
    texts.write_text('{"prompt": "a", "tokens": [1]}\n{"prompt": "b", "tokens": [2]}\n')
    HMM.random(2, 5, seed=0).save_pretrained(tmp_path / "hmm")
    out = ["--out", str(tmp_path / "out"), "--ray", "127.0.0.1:1"]
    for words in (
        ["sample", "--prompts", str(prompts)],
        ["distill", "--prompts", str(prompts)],
        ["adapt", str(tmp_path / "hmm"), "--continuations", str(texts)],
        ["bench", "preferences", "--rows", "classical", "--limit", "1"],
    ):
        done = CliRunner().invoke(app, [*words, *out])
        assert done.exit_code == 2, done.output
        assert not (tmp_path / "out").exists()


def test_without_the_option_nothing_of_ray_is_loaded() -> None:
    program = (
        "import clamp.cli, clamp_bench.harness, clamp.hmm.training.distill, sys; print('ray' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("127.0.0.1:1", "no cluster answers there"),
        ("nonsense", "is no address"),
        ("ray://127.0.0.1:10001", "Ray Client"),
        ("127.0.0.1:99999", "no cluster answers"),
        ("", "is no address"),
    ],
)
def test_an_address_where_no_cluster_is_is_refused_at_once(given: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(HostError, match=said):
        check_address(given)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("share", [0, -1, 1e-9, float("nan"), 5000])
def test_a_share_is_a_part_of_a_device(share: float) -> None:
    with pytest.raises(HostError, match="ray-share"):
        check_address("local", share)


def test_what_is_no_cluster_is_refused_at_once() -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(HostError, match="something answers there, but no Ray cluster"):
            check_address(f"127.0.0.1:{server.server_port}")
