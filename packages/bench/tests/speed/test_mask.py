"""The mask benchmark: the same language for every library, and figures or a reason for each."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clamp.automata import Vocabulary
from clamp.errors import BenchmarkError, HostError
from clamp_bench.speed import mask, mask_worker
from clamp_bench.speed.mask_worker import ENGINES, PlanTexts, is_installed

tokenizers = pytest.importorskip("tokenizers")
SIZE = 24


@pytest.fixture(scope="module")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> mask._Tokens:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<|im_end|>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(
        ['[{"name":"pick","params":{"arg1":"red_cup_1"}},{"name":"go"}]'] * 4, trainer
    )
    file = tmp_path_factory.mktemp("qwen3") / "tokenizer.json"
    tokenizer.save(str(file))
    eos = [tokenizer.token_to_id("<|im_end|>")]
    return mask._Tokens(Vocabulary.from_tokenizer(tokenizer, eos_ids=eos), str(file))


@pytest.fixture(scope="module")
def job(tokens: mask._Tokens) -> mask_worker.MaskJob:
    return mask._job("clamp", mask._workload(SIZE), tokens, 2)


def measured(job: mask_worker.MaskJob) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    mask_worker.measure(job, figures.update)
    return figures


def test_clamp_is_measured(job: mask_worker.MaskJob) -> None:
    figures = measured(job)
    for name in (
        "mask",
        "mask_first_visit",
        "mask_new_state",
        "advance",
        "boundary",
        "boundary_with_search",
    ):
        assert 0 < figures[f"{name}_us"] <= figures[f"{name}_p95_us"]
    # The states of the plan, each once a repetition; other plans that a mask looks into may add to them.
    assert figures["boundaries"] >= job.repetitions * len(job.path)
    # With the search: the first state, where it begins, and every other state of the plan.
    assert figures["first_boundary_with_search_ms"] > 0
    assert figures["boundaries_with_search"] >= len(job.path) - 1
    assert figures["process_mib"] > 10
    json.dumps(figures)


def test_the_workload_is_one_plan_and_what_it_may_do(tokens: mask._Tokens) -> None:
    workload = mask._workload(SIZE)
    again = mask._workload(SIZE)
    assert workload == again, "nothing is random"
    assert len(workload.admissible) == len(workload.path) + 1
    for index, admissible in zip(workload.path, workload.admissible, strict=False):
        assert index in admissible
    chosen = [workload.texts.actions[index] for index in workload.path]
    texts = workload.texts
    assert workload.text.decode() == texts.opening + texts.separator.join(chosen) + texts.closing
    assert len(texts.actions) == SIZE


def test_what_is_recorded_is_the_task(job: mask_worker.MaskJob) -> None:
    problem = mask.Problem.from_task(mask.household(SIZE, goals=1))
    recorded = mask_worker.RecordedSystem(problem, job.path, job.admissible)
    state = recorded.initial
    for index in job.path:
        assert not recorded.is_goal(state)
        assert recorded.why_inapplicable(state, recorded.actions[index]) is None
        beside = next(i for i in recorded.applicable_indices(state) if i != index)
        assert recorded.successor_of_index(state, beside) == -1
        state = recorded.successor_of_index(state, index)
    assert recorded.is_goal(state)
    assert recorded.validate([recorded.actions[index] for index in job.path])
    assert recorded.entities == problem.entities
    assert not recorded.goal_entities()
    with pytest.raises(NotImplementedError):
        recorded.search_space()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("library", ENGINES)
def test_every_library_reads_the_same_language(
    library: str, job: mask_worker.MaskJob, tokens: mask._Tokens
) -> None:
    if not is_installed(library):
        pytest.skip(f"{library} is not installed")
    vocabulary = tokens.vocabulary
    engine = ENGINES[library](vocabulary, tokens.file)
    texts = PlanTexts("[", ",", "]", ['{"a":1}', '{"b":"é"}'])

    def admits(matcher: Any) -> set[bytes]:
        engine.mask(matcher)
        found = {token for token in range(vocabulary.size) if engine.is_admissible(matcher, token)}
        return {data for token in found if (data := vocabulary.bytes_of(token))}

    plans = engine.matcher(engine.compile_plans(texts))
    assert admits(plans) == {piece for piece in admits(plans) if b'[{"'.startswith(piece)}
    assert b"[" in admits(plans)
    next_action = engine.matcher(engine.compile_next(texts))
    assert b"{" in admits(next_action)
    assert b"[" not in admits(next_action)
    (ids,) = vocabulary.encode_batch([b'[{"b":"\xc3\xa9"},{"a":1}]'])
    for token in ids:
        engine.mask(plans)
        assert engine.is_admissible(plans, token)
        engine.advance(plans, token)
    figures = measured(replace(job, library=library))
    for name in ("mask", "mask_first_visit", "boundary"):
        assert 0 < figures[f"{name}_us"] <= figures[f"{name}_p95_us"]
    assert "compile_s" in figures
    assert "compile_s" not in measured(replace(job, library=library, plans=False))


def test_a_run_puts_everything_side_by_side(monkeypatch: pytest.MonkeyPatch, tokens: mask._Tokens) -> None:
    monkeypatch.setattr(mask, "_tokens", lambda *_: tokens)
    monkeypatch.setattr(mask, "is_installed", lambda name: name == "llguidance" and is_installed(name))
    report = mask.run(sizes=[SIZE, 60], vocabularies=["smollm2"], repetitions=1)
    json.dumps(report)
    assert "xgrammar is absent: pip install xgrammar" in report["notes"]
    assert "outlines-core is absent: pip install outlines-core" in report["notes"]
    libraries = {"clamp", "llguidance"} if is_installed("llguidance") else {"clamp"}
    for part in ("masks", "boundaries", "costs"):
        assert {(row["actions"], row["library"]) for row in report[part]} == {
            (size, library) for size in (SIZE, 60) for library in libraries
        }
    assert {row["status"] for row in report["costs"]} == {""}
    for row in report["boundaries"]:  # with the search at every size
        searched = {"boundary_with_search_us", "first_boundary_with_search_ms"} <= row.keys()
        assert searched == (row["library"] == "clamp")
    ours = {row["actions"]: row for row in report["boundaries"] if row["library"] == "clamp"}
    theirs = {row["actions"]: row for row in report["boundaries"] if row["library"] == "llguidance"}
    for row in report["ratios"]:
        assert set(row) >= {"mask", "boundary"}
        their, our = theirs[row["actions"]]["boundary_us"], ours[row["actions"]]["boundary_with_search_us"]
        assert row["boundary_with_search"] == round(their / our, 2)
    assert [row["target"] for row in report["targets"]] == [
        "mask_us",
        "boundary_us",
        "compile_s",
        "process_mib",
    ]
    assert all(row["actions"] == 60 for row in report["targets"])


def test_a_library_that_takes_too_long_or_fails_is_reported(job: mask_worker.MaskJob, tmp_path: Path) -> None:
    late = mask._measured(job, tmp_path, 0.01)
    assert late["status"].startswith("stopped after 0.01 s")
    failed = mask._measured(replace(job, library="nothing"), tmp_path, 30)
    assert failed["status"] == "failed: KeyError: 'nothing'"
    rows = [
        {"vocabulary": "v", "actions": 1, "tokens": 2, "library": library, **late}
        for library in ("clamp", "x")
    ]
    assert [set(row) for row in mask._ratios(rows)] == [{"vocabulary", "actions", "library"}]
    assert not any(row["met"] for row in mask._targets(rows))
    assert not mask._is_worth_trying(rows, "x", "v")
    assert mask._is_worth_trying(rows, "x", "other")
    assert mask._targets([]) == []
    untried = mask._measured(replace(job, plans=False), tmp_path, 60)
    assert untried["status"].startswith("plans not tried")


def test_a_stopped_run_leaves_no_process(
    monkeypatch: pytest.MonkeyPatch, job: mask_worker.MaskJob, tmp_path: Path
) -> None:
    started: list[Any] = []

    class Interrupted(mask.subprocess.Popen):  # type: ignore[type-arg]
        def communicate(self, *_: Any, **__: Any) -> Any:
            started.append(self)
            raise KeyboardInterrupt

    monkeypatch.setattr(mask.subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        mask._measured(job, tmp_path, 5)
    assert started[0].returncode is not None
    started[0].stdout.close()
    started[0].stderr.close()


def test_the_worker_writes_a_line_a_figure(
    job: mask_worker.MaskJob, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import pickle

    path = tmp_path / "job"
    path.write_bytes(pickle.dumps(job))
    mask_worker.main(str(path))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {key for line in lines for key in line} >= {"vocabulary_s", "compile_s", "mask_us", "memory_mib"}


def test_vocabularies_that_are_not_there_are_noted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tokens: mask._Tokens
) -> None:
    notes: list[str] = []
    monkeypatch.delenv(mask.TOKENIZERS, raising=False)
    assert mask._tokens("qwen3", tmp_path, notes) is None
    monkeypatch.setenv(mask.TOKENIZERS, str(tmp_path))
    assert mask._tokens("qwen3", tmp_path, notes) is None
    assert "set CLAMP_TOKENIZERS to a folder" in notes[0]
    assert "is not there" in notes[1]
    (tmp_path / "qwen3").mkdir()
    os.link(tokens.file, tmp_path / "qwen3" / "tokenizer.json")
    found = mask._tokens("qwen3", tmp_path, notes)
    assert found is not None
    assert found.vocabulary.size == 151_936
    assert len(notes) == 2

    models = pytest.importorskip("clamp.hosts.hf.models")

    def absent() -> Any:
        raise HostError("no such package")

    monkeypatch.setattr(models, "load_tokenizer", absent)
    assert mask._tokens("smollm2", tmp_path, notes) is None
    assert notes[2] == "smollm2 is left out: no such package"

    class Loaded:
        eos_token_id = 0
        backend_tokenizer = tokenizers.Tokenizer.from_file(tokens.file)
        get_vocab = backend_tokenizer.get_vocab
        all_special_tokens = ("<|im_end|>",)

    monkeypatch.setattr(models, "load_tokenizer", Loaded)
    found = mask._tokens("smollm2", tmp_path, notes)
    assert found is not None
    assert Path(found.file).is_file()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"vocabularies": ["gpt2"]}, "no vocabulary 'gpt2'; there are smollm2, qwen3"),
        ({"competitors": ["guidance"]}, "no competitor 'guidance'; there are llguidance"),
        ({"repetitions": 0}, "at least one size"),
        ({"sizes": []}, "at least one size"),
        ({"sizes": [3]}, "at least 24 actions"),
    ],
)
def test_bad_options_are_refused(
    monkeypatch: pytest.MonkeyPatch, tokens: mask._Tokens, options: dict[str, Any], says: str
) -> None:
    monkeypatch.setattr(mask, "_tokens", lambda *_: tokens)
    with pytest.raises(BenchmarkError, match=says):
        mask.run(**options)
