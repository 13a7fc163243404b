"""What it costs to spread work: the driver's time a job, EM on several workers beside one thread, and the pieces of the
cost model in docs/cluster.md.

    python benchmarks/cluster.py jobs --actors 64 --jobs 100000 --seconds 0.05
    python benchmarks/cluster.py em --workers 2 --states 128 --vocabulary 151936
    python benchmarks/cluster.py pieces
    python benchmarks/cluster.py model --tokens-a-second 1500

``jobs``: actors that sleep, in a cluster of this machine; ``--ray-data`` does the same with Ray Data (needs
``ray[data]``). ``em``: the same EM in one process and over workers, all with one thread each, in turns in one run.
``pieces``: what an E-step, a reduction, an M-step, sending parameters, and a record on disk take here. ``model``: what
follows from the pieces for 1, 8 and 64 devices. Figures are wall-clock beside processor time: on a machine where other
programs run, only the latter says much. Each prints one JSON document.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from clamp.cluster import Cluster, fold, opened
from clamp.hmm import HMM, BaumWelch, baum_welch
from clamp.hmm.corpus import Corpus


@contextmanager
def cluster_of(workers: int, store: int) -> Iterator[Cluster]:
    """A cluster of this machine that believes in so many cores."""
    import ray

    kept: dict[str, Any] = {
        "include_dashboard": False,
        "log_to_driver": False,
        "object_store_memory": store << 20,
    }
    ray.init(address="local", num_cpus=workers, **kept)
    try:
        with opened("local") as cluster:
            yield cluster
    finally:
        ray.shutdown()


class Sleeper:
    """Work that only takes time."""

    def __call__(self, job: Any) -> list[None]:
        time.sleep(job["seconds"] if isinstance(job, dict) else job)
        return [None]


def memory() -> float:
    """What this process has of the memory now, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def jobs(actors: int, count: int, seconds: float, ray_data: bool) -> dict[str, Any]:
    """The driver's part in many short jobs."""
    with cluster_of(actors, 200) as cluster:
        cluster.threads = None  # sleeping needs no torch
        memories: list[float] = []
        if ray_data:
            import ray

            found = ray.data.from_items(
                [{"seconds": seconds}] * count, override_num_blocks=count
            ).map_batches(_Slept, batch_size=1, concurrency=actors)
            began, processor = time.perf_counter(), time.process_time()
            for number, _ in enumerate(found.iter_rows()):
                if number % max(1, count // 10) == 0:
                    memories.append(memory())
        else:
            with cluster.crew(Sleeper) as crew:
                while sum(hand.ready for hand in crew._hands) < actors:  # pyright: ignore[reportPrivateUsage]
                    crew._greet()  # pyright: ignore[reportPrivateUsage]
                    time.sleep(0.1)
                began, processor = time.perf_counter(), time.process_time()
                for number, _ in crew.map(seconds for _ in range(count)):
                    if number % max(1, count // 10) == 0:
                        memories.append(memory())
        wall, spent = time.perf_counter() - began, time.process_time() - processor
    return {
        "with": "Ray Data" if ray_data else "clamp.cluster",
        "actors": actors,
        "jobs": count,
        "seconds_of_a_job": seconds,
        "wall_ms_a_job": round(wall / count * 1e3, 4),
        "sleeping_ms_a_job": round(seconds / actors * 1e3, 4),
        "overhead_wall_ms_a_job": round((wall - count * seconds / actors) / count * 1e3, 4),
        "driver_processor_ms_a_job": round(spent / count * 1e3, 4),
        "driver_memory_mib": memories,
        "load": os.getloadavg(),
    }


class _Slept:
    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        for one in batch["seconds"]:
            time.sleep(float(one))
        return batch


def corpus_of(tokens: int, vocabulary: int) -> Corpus:
    """Continuations whose tokens are as unevenly frequent as a language's."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(20, 220, size=tokens // 120)
    drawn = np.minimum(rng.zipf(1.2, size=int(lengths.sum())), vocabulary) - 1
    return Corpus(drawn.astype(np.int64), np.concatenate([[0], lengths.cumsum()]))


def em(workers: int, states: int, vocabulary: int, tokens: int, turns: int, dtype: str) -> dict[str, Any]:
    """One epoch of EM, in turns with one thread and over workers with one thread each."""
    import torch

    torch.set_num_threads(1)
    start = HMM.random(states, vocabulary, seed=0, dtype=dtype)
    corpus = corpus_of(tokens, vocabulary)
    config = BaumWelch(epochs=1)
    figures: dict[str, list[dict[str, float]]] = {"one thread": [], "workers": []}
    same = True
    with cluster_of(workers, 2_000) as cluster:
        baum_welch(start, corpus, config, fold=cluster.fold)  # workers begin, and load torch
        for _ in range(turns):
            found: list[HMM] = []
            for name, who in (("one thread", fold), ("workers", cluster.fold)):
                before = _of_workers(cluster)
                began, processor = time.perf_counter(), time.process_time()
                found.append(baum_welch(start, corpus, config, fold=who).hmm)
                figures[name].append(
                    {
                        "seconds": round(time.perf_counter() - began, 3),
                        "driver_processor": round(time.process_time() - processor, 3),
                        "workers_processor": round(_of_workers(cluster) - before, 3),
                    }
                )
            one, other = found
            same &= all(
                np.array_equal(getattr(one, name), getattr(other, name))
                for name in ("initial", "transition", "emission")
            )
    best = {name: min(turn["seconds"] for turn in rows) for name, rows in figures.items()}
    return {
        "workers": workers,
        "states": states,
        "vocabulary": vocabulary,
        "tokens": len(corpus.tokens),
        "dtype": dtype,
        "same_hmm_to_the_bit": same,
        "turns": figures,
        "times_as_fast": round(best["one thread"] / best["workers"], 3),
        "load": os.getloadavg(),
    }


def _of_workers(cluster: Cluster) -> float:
    return sum(one["processor_seconds"] for one in cluster.summary()["actors"].values())


def timed(call: Callable[[], Any], repeats: int = 5) -> dict[str, float]:
    """The least time of a call, and the least processor time."""
    walls, processors = list[float](), list[float]()
    for _ in range(repeats):
        began, processor = time.perf_counter(), time.process_time()
        call()
        walls.append(time.perf_counter() - began)
        processors.append(time.process_time() - processor)
    return {"seconds": round(min(walls), 5), "processor": round(min(processors), 5)}


def pieces(states: int, vocabulary: int) -> dict[str, Any]:
    """What the cost model is made of, with one thread."""
    import torch

    from clamp.hmm.training import learning
    from clamp.hmm.training.passes import Parameters, batches_of
    from clamp_bench.records import RecordFile

    torch.set_num_threads(1)
    hmm, corpus = HMM.random(states, vocabulary, seed=0, dtype="float32"), corpus_of(1_000_000, vocabulary)
    parameters, batches = Parameters.of(hmm, "cpu"), batches_of(corpus, learning.DEFAULT_BATCH_TOKENS)
    leaf = partial(learning._counts_of, parameters, corpus, batches, True)  # pyright: ignore[reportPrivateUsage]
    count = timed(lambda: leaf(1))
    left = fold(leaf, len(batches) // 2, learning._added)  # pyright: ignore[reportPrivateUsage]
    right = fold(leaf, len(batches) // 2 + 1, learning._added)  # pyright: ignore[reportPrivateUsage]
    reduction = timed(lambda: learning._added(left, right))  # pyright: ignore[reportPrivateUsage]
    state = learning._State.fresh(hmm, "cpu")  # pyright: ignore[reportPrivateUsage]
    state.emission[:100] += 1
    update = timed(lambda: learning._update(state, BaumWelch()))  # pyright: ignore[reportPrivateUsage]
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        file, record = RecordFile(Path(folder) / "records.jsonl"), {"text": "x" * 4_000}
        appended = timed(lambda: [file.append(record) for _ in range(100)])
        checkpoint = timed(lambda: state.write(Path(folder) / "checkpoint.safetensors", {}), 3)
    with cluster_of(2, 2_000) as cluster:
        ray: Any = cluster._ray  # pyright: ignore[reportPrivateUsage]
        sent = timed(lambda: ray.put(parameters), 3)
    size = left.emission.nbytes
    return {
        "states": states,
        "vocabulary": vocabulary,
        "e_step_tokens_a_second": round(
            len(corpus.tokens[: learning.DEFAULT_BATCH_TOKENS]) / count["processor"]
        ),
        "reduction_of_two": {**reduction, "mebibytes": round(size / 2**20, 1)},
        "m_step": update,
        "checkpoint": checkpoint,
        "parameters_sent": sent,
        "record_on_disk": {name: value / 100 for name, value in appended.items()},
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "load": os.getloadavg(),
    }


DEVICES = (1, 8, 64)
PROMPTS = (1_000, 10_000, 100_000, 1_000_000)


def model(
    found: dict[str, Any], rate: float, job_ms: float, network: float, tokens: int = 100, batch: int = 8
) -> list[dict[str, Any]]:
    """Hours that sampling and one epoch of EM take, and what bounds each.

    Args:
        found: What `pieces` says.
        rate: Tokens a second that a device samples, batches included.
        job_ms: The driver's time for a job, in ms, with its line on disk.
        network: Bytes a second between two machines, in thousands of millions.
        tokens: Of a continuation.
        batch: Continuations of a job.
    """
    rows: list[dict[str, Any]] = []
    batches_in_a_chunk = 1_000_000 // 32_768 + 1
    for prompts in PROMPTS:
        for devices in DEVICES:
            total = prompts * tokens
            writing = total / rate / devices
            driver = prompts / batch * job_ms / 1e3
            chunks = -(-total // 1_000_000)
            at_once = min(devices, batches_in_a_chunk, -(-total // 32_768))
            counting = total / found["e_step_tokens_a_second"] / at_once
            depth = max(1, (at_once - 1).bit_length()) if devices > 1 else 0
            sent = found["reduction_of_two"]["mebibytes"] * 2**20 / (network * 1e9)
            joining = chunks * depth * (found["reduction_of_two"]["processor"] + sent)
            serial = chunks * (
                found["checkpoint"]["processor"] + found["parameters_sent"]["processor"] * (devices > 1)
            )
            rows.append(
                {
                    "prompts": prompts,
                    "devices": devices,
                    "sampling_hours": round(max(writing, driver) / 3600, 4),
                    "sampling_bound_by": "driver" if driver > writing else "devices",
                    "epoch_seconds": round(counting + joining + serial + found["m_step"]["processor"], 1),
                    "of_it_counting": round(counting, 1),
                    "of_it_reduction": round(joining, 1),
                    "of_it_one_process": round(serial + found["m_step"]["processor"], 1),
                }
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parts = parser.add_subparsers(dest="what", required=True)
    of_jobs = parts.add_parser("jobs")
    of_jobs.add_argument("--actors", type=int, default=64)
    of_jobs.add_argument("--jobs", type=int, default=100_000)
    of_jobs.add_argument("--seconds", type=float, default=0.05, help="that a job sleeps")
    of_jobs.add_argument("--ray-data", action="store_true")
    of_em = parts.add_parser("em")
    of_em.add_argument("--workers", type=int, default=2)
    of_em.add_argument("--states", type=int, default=128)
    of_em.add_argument("--vocabulary", type=int, default=151_936)
    of_em.add_argument("--tokens", type=int, default=2_000_000)
    of_em.add_argument("--turns", type=int, default=3)
    of_em.add_argument("--dtype", default="float32", choices=("float32", "float64"))
    of_pieces = parts.add_parser("pieces")
    of_model = parts.add_parser("model")
    for one in (of_pieces, of_model):
        one.add_argument("--states", type=int, default=128)
        one.add_argument("--vocabulary", type=int, default=151_936)
    of_model.add_argument("--tokens-a-second", type=float, required=True, help="that a device samples")
    of_model.add_argument("--network", type=float, default=1.25, help="GB a second between two machines")
    of_model.add_argument("--pieces", type=Path, help="what `pieces` wrote; otherwise it is measured now")
    of_model.add_argument("--job-ms", type=float, default=1.0, help="the driver's time a job")
    given = vars(parser.parse_args())
    what = given.pop("what")
    if what == "jobs":
        found: Any = jobs(given["actors"], given["jobs"], given["seconds"], given["ray_data"])
    elif what == "em":
        found = em(**given)
    else:
        kept: Path | None = given.get("pieces")
        if kept is not None:
            found = json.loads(kept.read_text(encoding="utf-8"))
        else:
            found = pieces(given["states"], given["vocabulary"])
        if what == "model":
            rows = model(found, given["tokens_a_second"], given["job_ms"], given["network"])
            found = {"pieces": found, "rows": rows}
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
