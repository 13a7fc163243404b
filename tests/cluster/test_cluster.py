"""Spread over a cluster, work comes out as in one process, whoever dies meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers
import tokenizers.models
from spread import (
    Crashing,
    Doubling,
    Echo,
    Unmade,
    Writing,
    bracketed,
    dying,
    missing,
    sampled,
    sweep,
)
from typer.testing import CliRunner

from clamp.cli import app
from clamp.cluster import Lost, fold, opened
from clamp.errors import BenchmarkError, HMMError, HostError
from clamp.files import alone
from clamp.hmm import HMM, BaumWelch, Corpus, adapt, baum_welch, distill, sample_continuations
from clamp.hmm.training.distill import Batch, DistillConfig, written_by
from clamp_bench.records import environment

HERE = Path(__file__).parent


def records(out: Path) -> list[dict[str, Any]]:
    """The lines of a run, in the file's order; timings apart, and the commit, which somebody may make meanwhile."""
    lines = [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]
    return [
        {name: value for name, value in line.items() if name not in ("timing", "clamp")} for line in lines
    ]


# ------------------------------------------------------------------ sweeps


def test_a_sweep_whose_worker_is_killed_midway_leaves_the_records_of_a_plain_run(
    tmp_path: Path, address: str
) -> None:
    plain = sweep(tmp_path / "plain", 40, Doubling(tmp_path, {}))
    spread = sweep(tmp_path / "spread", 40, Doubling(tmp_path, {20: 1}), address)
    assert records(tmp_path / "spread") == records(tmp_path / "plain")
    for name in ("config.json", "scores.jsonl"):
        one, other = tmp_path / "plain" / name, tmp_path / "spread" / name
        assert one.exists() == other.exists()
        assert not one.exists() or one.read_bytes() == other.read_bytes()
    told = dict(spread.data)
    cluster: Any = told.pop("cluster")
    assert told == dict(plain.data)
    assert cluster["deaths"] == 1
    assert sum(one["results"] for one in cluster["actors"].values()) >= 32
    assert {"results_per_second", "constraint_share", "queue_seconds"} <= next(
        iter(cluster["actors"].values())
    ).keys()


def test_a_task_that_kills_its_worker_three_times_is_recorded_as_failed(tmp_path: Path, address: str) -> None:
    sweep(tmp_path / "spread", 40, Doubling(tmp_path, {20: 99}), address)
    found = {one["id"]: one for one in records(tmp_path / "spread")}
    assert len(found) == 40
    assert found["n020"]["failure"]["cause"] == "killed"
    assert "3 times" in found["n020"]["failure"]["message"]
    assert len(list(tmp_path.glob("n20.*"))) == 3
    sweep(tmp_path / "plain", 40, Doubling(tmp_path, {}))
    wanted = {one["id"]: one for one in records(tmp_path / "plain")}
    assert [name for name in wanted if wanted[name] != found[name]] == ["n020"]


def test_a_driver_that_was_killed_goes_on_where_it_stopped(tmp_path: Path, address: str) -> None:
    out = tmp_path / "out"
    paths = {"PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, sys.path)])}
    command = [sys.executable, str(HERE / "spread.py"), str(out), str(tmp_path), address]
    driver = subprocess.Popen(command, env={**environment(), **paths}, stderr=subprocess.DEVNULL)
    file, until = out / "records.jsonl", time.monotonic() + 120
    while not file.exists() or len(file.read_bytes().splitlines()) < 10:
        assert time.monotonic() < until
        assert driver.poll() is None
        time.sleep(0.05)
    with pytest.raises(BenchmarkError, match="Another run is writing"):
        sweep(out, 40, Doubling(tmp_path, {}), address)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    before = file.read_bytes().count(b"\n")
    assert 10 <= before < 40
    sweep(out, 40, Doubling(tmp_path, {}), address)
    sweep(tmp_path / "plain", 40, Doubling(tmp_path, {}))
    assert len(records(out)) == 40
    assert sorted(map(json.dumps, records(out))) == sorted(map(json.dumps, records(tmp_path / "plain")))


# ------------------------------------------------------------------ sampling


def writers(address: str, kills: Path, deaths: dict[str, int]) -> Any:
    """As the command line has them."""

    def write(batches: list[Batch]) -> Any:
        with opened(address) as cluster:
            yield from written_by(cluster, partial(Writing, kills, deaths), batches)

    return write


def test_sampling_whose_worker_is_killed_midway_leaves_the_same_file(tmp_path: Path, address: str) -> None:
    prompts = [f"prompt {number}" for number in range(100)]
    plain = sample_continuations(prompts, sampled, tmp_path / "plain", samples_per_prompt=2, batch_size=3)
    told: list[tuple[int, int]] = []
    spread = sample_continuations(
        prompts, None, tmp_path / "spread", samples_per_prompt=2, batch_size=3,
        writers=writers(address, tmp_path, {"prompt 50": 1, "prompt 7": 2}),
        on_batch=lambda *progress: told.append(progress),
    )  # fmt: skip
    assert spread.read_bytes() == plain.read_bytes()
    assert told == sorted(told)
    assert told[-1] == (200, 200)
    assert not (tmp_path / "spread" / "ahead").exists()


def test_a_prompt_that_kills_its_worker_three_times_is_a_line_that_says_so(
    tmp_path: Path, address: str
) -> None:
    prompts = [f"prompt {number}" for number in range(20)]
    plain = sample_continuations(prompts, sampled, tmp_path / "plain", batch_size=4)
    spread = sample_continuations(
        *(prompts, None, tmp_path / "spread"),
        batch_size=4,
        writers=writers(address, tmp_path, {"prompt 5": 99}),
    )
    one, other = (path.read_text().splitlines() for path in (plain, spread))
    differing = [json.loads(line) for line, wanted in zip(other, one, strict=True) if line != wanted]
    (failed,) = differing
    assert (failed["prompt"], failed["tokens"]) == ("prompt 5", [])
    assert "3 times" in failed["failed"]
    assert len(list(tmp_path.glob("prompt 5.*"))) == 3


# ------------------------------------------------------------------ EM


def same(one: HMM, other: HMM) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("initial", "transition", "emission")
    )


def corpus(count: int = 300) -> Corpus:
    rng = np.random.default_rng(0)
    return Corpus.of(rng.integers(0, 50, size=rng.integers(1, 40)) for _ in range(count))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("stepwise", [False, True])
def test_em_over_workers_gives_the_same_hmm_to_the_last_bit(address: str, dtype: str, stepwise: bool) -> None:
    start = HMM.random(8, 50, seed=0, dtype=dtype)
    config = BaumWelch(epochs=2, batch_tokens=200, chunk_tokens=3_000, stepwise=stepwise)
    alone_ = baum_welch(start, corpus(), config, held_out=corpus(30))
    with opened(address) as cluster:
        spread = baum_welch(start, corpus(), config, held_out=corpus(30), fold=cluster.fold)
    assert same(alone_.hmm, spread.hmm)
    assert alone_.history == spread.history


def test_distilling_and_adapting_leave_the_same_files(tmp_path: Path, address: str) -> None:
    words = tokenizers.models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]")
    lines = [json.dumps({"prompt": number % 9, "tokens": corpus()[number].tolist()}) for number in range(300)]
    texts = tmp_path / "texts.jsonl"
    texts.write_text("\n".join(lines) + "\n")
    config = DistillConfig(num_states=4, training=BaumWelch(epochs=2, batch_tokens=300))
    with opened(address) as cluster:
        for name, who in (("plain", fold), ("spread", cluster.fold)):
            found = distill(
                texts,
                tmp_path / name,
                vocab_size=400,
                tokenizer=tokenizers.Tokenizer(words),
                config=config,
                fold=who,
            )
            adapt(found.hmm, texts, tmp_path / f"{name}-adapted", fold=who)
    for folder in ("", "-adapted"):
        one, other = (tmp_path / f"{name}{folder}" for name in ("plain", "spread"))
        assert {path.name for path in one.iterdir()} == {path.name for path in other.iterdir()}
        assert (one / "model.safetensors").read_bytes() == (other / "model.safetensors").read_bytes()


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 9, 40, 100])
def test_a_sum_is_added_alike_here_and_there(address: str, count: int) -> None:
    """Strings show how it is bracketed."""
    with opened(address) as cluster:
        assert cluster.fold(str, count, bracketed) == fold(str, count, bracketed)


def test_a_piece_whose_worker_dies_is_counted_again_and_not_for_ever(tmp_path: Path, address: str) -> None:
    with opened(address) as cluster:
        assert cluster.fold(partial(dying, tmp_path, 2), 8, bracketed) == fold(str, 8, bracketed)
        (tmp_path / "again").mkdir()
        with pytest.raises(HostError, match="3 times"):
            cluster.fold(partial(dying, tmp_path / "again", 99), 8, bracketed)


def test_what_an_hmm_cannot_explain_is_said_as_without_a_cluster(address: str) -> None:
    emission = np.array([[1.0, 0.0]])
    hmm = HMM(np.ones(1), np.ones((1, 1)), emission)
    with opened(address) as cluster, pytest.raises(HMMError, match="probability 0"):
        baum_welch(hmm, Corpus.of([[0, 1]]), fold=cluster.fold)


# ------------------------------------------------------------------ jobs


def test_no_more_is_begun_than_somebody_takes(address: str) -> None:
    begun: list[int] = []

    def jobs() -> Any:
        for number in range(1_000):
            begun.append(number)
            yield number

    with opened(address) as cluster, cluster.crew(Echo) as crew:
        assert crew.about() == "an echo"
        results = crew.map(jobs(), ahead=6)
        for _ in range(10):
            next(results)
        assert len(begun) <= 4 + 2 * 2 + 6
        results.close()


def test_why_workers_cannot_begin_is_said(address: str) -> None:
    with opened(address) as cluster:
        with cluster.crew(Unmade) as crew, pytest.raises(HostError, match="There is no such model"):
            list(crew.map([1]))
        with (
            cluster.crew(Crashing, 1) as crew,
            pytest.raises(HostError, match="died before they could begin"),
        ):
            list(crew.map([1]))


def test_a_lost_job_may_be_replaced(tmp_path: Path, address: str) -> None:
    with opened(address) as cluster, cluster.crew(partial(Writing, tmp_path, {"bad": 99})) as crew:
        found: list[Any] = []
        for _, told in crew.map([Batch(["bad", "good"], 1)]):
            if isinstance(told, Lost):
                told.instead.append(Batch(["good"], 1, 1))
            else:
                found.append(told)
        assert [one for one, _ in found] == [1]


# ------------------------------------------------------------------ bad input


def test_more_than_there_is_cannot_be_shared(address: str) -> None:
    with pytest.raises(HostError, match="room for no worker"), opened(address, 64):
        pass


def test_a_model_or_a_folder_that_a_node_does_not_have_is_named(tmp_path: Path, address: str) -> None:
    with opened(address) as cluster:
        cluster.check(tmp_path / "out")
        assert not (tmp_path / "out").exists()
        with pytest.raises(HostError, match=r"On the node .*: There is no model 'theirs'"):
            cluster.check(tmp_path / "out", [missing])


def test_a_folder_that_another_driver_holds_is_refused_at_once(tmp_path: Path, address: str) -> None:
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("one\n")
    (tmp_path / "out").mkdir()
    with alone(tmp_path / "out", HMMError):
        done = CliRunner().invoke(
            app, ["sample", "--prompts", str(prompts), "--out", str(tmp_path / "out"), "--ray", address]
        )
    assert done.exit_code == 2
